"""Card texts: triggers, coins, conditions, targets (TCG-F1 to F3); worked out from the rulebook by hand."""

from __future__ import annotations

import pytest

from sim.games.monster_hunter_tcg.effects import TextKind, Trigger, parse
from sim.games.monster_hunter_tcg.play.abilities import act_waiting, aimed_at
from sim.games.monster_hunter_tcg.play.hunt import attack_with_monster, blow, hunter_turn, monster_turn
from sim.games.monster_hunter_tcg.play.phases import equip
from sim.games.monster_hunter_tcg.rules.hunt import turn_up, wait_to_act
from sim.games.monster_hunter_tcg.rules.items import legal_acts
from sim.games.monster_hunter_tcg.rules.values import (
    from_texts,
    hunter_attack,
)
from sim.games.monster_hunter_tcg.state import MAX_WAITING, NONE, Decision, Event, Kind
from sim.games.monster_hunter_tcg.vocabulary import Op, Target
from sim.schema import InputError
from tests.plain.table import Row, Table, armour, hunter, item, monster, weapon


def kinds(table: Table, *wanted: Event) -> list[Event]:
    """What happened, by kind."""
    return [Event(row[0]) for row in table.told(*wanted)]


def turned(table: Table, text: str, cause: int, **printed: int) -> int:
    """A monster of seat 0 with a `turned up` text is turned up in area 0 by a seat, and what waits acts."""
    slot = table.on_map(0, monster(ability=f"turned up: {text}", **printed), 0, up=False)
    table.do(turn_up, 0, slot, cause)
    table.do(act_waiting)
    return slot


# TCG-F1: triggers and their order


def test_tcg_f1_turned_up_acts_before_any_window() -> None:
    """TCG-F1: turn-up, its ability (mill 1), then the item that seat 2 uses in the window."""
    table = Table(3)
    wolf = table.on_map(0, monster(ability="turned up: mill 1 attacker"), 0, up=False)
    table.stand(1, 0, 0)
    table.wish(1, Decision.TARGET, 0, wolf)
    table.use(2, table.put(2, "hand", item("hr +1")))
    table.do(hunter_turn, 1)
    assert kinds(table, Event.TURNED, Event.MILL, Event.HR)[:3] == [Event.TURNED, Event.MILL, Event.HR]
    assert len(table.zone(1, "discards")) == 1


def test_tcg_f1_attacking_acts_once_before_the_window_of_the_first_victim() -> None:
    """TCG-F1: two victims: each loses 2 cards by the text, then seat 0 uses its item, then two blows."""
    table = Table(3)
    for seat in (1, 2):
        table.stand(seat, 0, 0)
    wolf = table.on_map(0, monster(ability="attacking: mill 2 victims"), 0)
    table.use(0, table.put(0, "hand", item("hr +1")))
    table.do(attack_with_monster, 0, wolf, 0b110, 1)
    wanted = kinds(table, Event.MILL, Event.HR, Event.STRIKE)
    assert wanted[:5] == [Event.MILL] * 4 + [Event.HR]
    assert wanted.count(Event.STRIKE) == 2


def test_tcg_f1_slain_acts_when_the_card_is_material() -> None:
    """TCG-F1: HR for the slayer, material, then the ability of its placer: draw 1."""
    table = Table(3)
    wolf = table.on_map(0, monster(ability="slain: draw 1"), 0)
    table.do(blow, 1, 0, wolf)
    assert kinds(table, Event.HR, Event.MATERIAL, Event.DRAW) == [Event.HR, Event.MATERIAL, Event.DRAW]
    assert len(table.zone(0, "hand")) == 1


@pytest.mark.parametrize(
    ("place", "row"),
    [
        ("hunter", hunter(ability="attack +2")),
        ("wear", weapon(ability="attack +2")),
        ("wear", armour(ability="attack +2")),
        ("material", monster(material_ability="attack +2")),
        ("material", monster(material_ability="beside: attack +2")),
    ],
)
def test_tcg_f1_texts_that_count_all_the_time(place: str, row: Row) -> None:
    """TCG-F1, F4: while active: 1 + 2 for the owner, 1 for the others; a card in hand or on the map counts nothing."""
    table = Table(3)
    wolf = table.on_map(0, monster(), 0)
    if place != "hunter":
        table.put(1, "hand", row)
    if place == "hunter":
        table.hunter(1, row)
    elif place == "wear":
        assert table.do(hunter_attack, 1, 0, wolf) == 1
        table.wear(1, row)
    else:
        table.on_map(1, row, 0)
        assert table.do(hunter_attack, 1, 0, wolf) == 1
        table.put(1, "material", row)
    assert [table.do(hunter_attack, seat, 0, wolf) for seat in range(3)] == [1, 3, 1]
    assert table.do(from_texts, 1, Op.ATTACK, NONE) == 2


def test_tcg_f1_spent_acts_when_the_card_was_paid() -> None:
    """TCG-F1: payment, then `hr +2`; it does not count while it lies there."""
    table = Table(3)
    bone = table.put(1, "material", monster(material_ability="spent: hr +2"))
    sword = table.put(1, "hand", weapon(cost=1))
    table.wish(1, Decision.EQUIP_WEAPON, sword)
    table.do(equip, 1, Kind.WEAPON)
    assert table.told(Event.DISCARDED)[0][:2] == (1, bone)
    assert kinds(table, Event.DISCARDED, Event.HR) == [Event.DISCARDED, Event.HR]
    assert table.hr() == [0, 2, 0]


def test_tcg_f1_nothing_acts_in_the_middle_of_another_text() -> None:
    """TCG-F1: the item turns a monster up, then lets its user draw, and is discarded: only then `turned up` acts."""
    table = Table(3)
    wolf = table.on_map(0, monster(ability="turned up: hr +1"), 0, up=False)
    table.act(1, "reveal anywhere; draw 1", 0, wolf)
    order = [Event.TURNED, Event.DRAW, Event.DISCARDED, Event.HR]
    assert kinds(table, *order) == order
    assert table.hr() == [1, 0, 0]


@pytest.mark.parametrize("first", [0, MAX_WAITING - 1])
def test_tcg_f1_first_come_first_served(first: int) -> None:
    """TCG-F1: two abilities wait; that of seat 2 came first. What a text sets off waits behind."""
    table = Table(3)
    table.state.first_waiting = first
    one, two = table.on_map(0, monster(ability="slain: hr +1"), 0), table.on_map(2, monster(ability="slain: hr +1"), 0)
    table.do(wait_to_act, 2, two, Trigger.SLAIN, 1)
    table.do(wait_to_act, 0, one, Trigger.SLAIN, 1)
    table.do(act_waiting)
    assert [row[0] for row in table.told(Event.HR)] == [2, 0]
    assert table.state.n_waiting == 0


def test_tcg_f1_what_an_ability_sets_off_acts_after_it() -> None:
    """TCG-F1: `turned up: damage 1; hr +2` slays itself: then hr +2, then `slain: hr +4`; no HR for its own placer."""
    table = Table(3)
    wolf = table.on_map(0, monster(ability="turned up: damage 1; hr +2 | slain: hr +4"), 0, up=False)
    table.do(turn_up, 0, wolf, 1)
    table.do(act_waiting)
    assert [row[1] for row in table.told(Event.HR)] == [2, 4]
    assert table.zone(0, "material") == {wolf}


@pytest.mark.parametrize(("text", "hr"), [("hr +3; hr -1", 2), ("hr -1; hr +3", 3)])
def test_tcg_f1_clauses_act_in_their_order(text: str, hr: int) -> None:
    """TCG-F1, F19: 0 + 3 - 1 = 2; the other way round 0 stays 0, + 3 = 3."""
    table = Table(3)
    table.act(1, text)
    assert table.hr() == [0, hr, 0]


@pytest.mark.parametrize(("leader", "order"), [(0, [0, 1, 2, 3]), (2, [2, 3, 0, 1])])
def test_tcg_f1_several_seats_clockwise_from_the_leader(leader: int, order: list[int]) -> None:
    """TCG-F1: `mill 1 all`, used by seat 1."""
    table = Table(4)
    table.state.leader = leader
    table.act(1, "mill 1 all")
    assert [row[0] for row in table.told(Event.MILL)] == order


def test_tcg_f1_targets_that_are_gone_are_passed_over() -> None:
    """TCG-F1: the monster dies of the first clause, the second finds nothing, the third acts; who left is no rival."""
    table = Table(3)
    table[2].left = 1
    wolf = table.on_map(0, monster(hp=2), 0)
    table.act(1, "damage 2 anywhere; monster attack +3 anywhere; hr +1 rivals", 0, wolf)
    assert [row[0] for row in table.told(Event.CHANGE)] == [Op.DAMAGE]
    assert table.hr() == [1, 1, 0]


def test_tcg_f1_when_the_game_is_won_what_is_left_does_not_happen() -> None:
    """TCG-F1, W2: two abilities wait; the first brings its owner 20 HR."""
    table = Table(3)
    table.set_hr(0, 0, 19)
    for seat in (2, 0):
        wolf = table.on_map(seat, monster(ability="slain: hr +1"), 0)
        table.do(wait_to_act, seat, wolf, Trigger.SLAIN, 1)
    table.do(act_waiting)
    assert (table.hr(), table.state.winners) == ([0, 0, 20], 0b100)


# Who is the attacker


def test_tcg_f1_attacker_is_who_turned_it_up_or_slew_it() -> None:
    """TCG-F1 (targets): hunter 2 turns up; an item of seat 1 reveals; seat 2 slays: each `attacker` loses a card."""
    table = Table(3)
    turned(table, "mill 1 attacker", 2)
    wolf = table.on_map(0, monster(ability="turned up: mill 1 attacker"), 0, up=False)
    table.act(1, "reveal anywhere", 0, wolf)
    table.do(blow, 2, 0, table.on_map(0, monster(ability="slain: mill 1 attacker"), 0))
    table.act(1, "damage 1 anywhere", 0, table.on_map(0, monster(ability="slain: mill 1 attacker"), 0))
    assert [row[0] for row in table.told(Event.MILL)] == [2, 1, 2, 1]


@pytest.mark.parametrize(("leader", "expected"), [(0, 1), (2, 2)])
def test_tcg_f1_when_a_monster_attacks_the_attacker_is_the_first_victim(leader: int, expected: int) -> None:
    """TCG-F1 (targets): hunters 1 and 2 are there; of them the first clockwise."""
    table = Table(3)
    table.state.leader = leader
    for seat in (1, 2):
        table.stand(seat, 0, 0)
    wolf = table.on_map(0, monster(attack=0, ability="attacking: mill 1 attacker"), 0)
    table.do(monster_turn, 0, 1 << wolf)
    assert [row[0] for row in table.told(Event.MILL)] == [expected]


def test_tcg_f1_in_a_first_strike_the_attacker_is_who_turned_it_up() -> None:
    """TCG-F1 (targets), H3: hunter 2 turns it up; hunter 1 would be the first victim."""
    table = Table(3)
    for seat in (1, 2):
        table.stand(seat, 0, 0)
    wolf = table.on_map(0, monster(attack=0, speed=9, ability="attacking: mill 1 attacker"), 0, up=False)
    table.wish(2, Decision.TARGET, 0, wolf)
    table.do(hunter_turn, 2)
    assert [row[0] for row in table.told(Event.MILL)] == [2]


@pytest.mark.parametrize(
    ("target", "chosen", "cause", "expected"),
    [
        (Target.SELF, NONE, 3, 0b0010),
        (Target.ATTACKER, NONE, 3, 0b1000),
        (Target.ATTACKER, NONE, NONE, 0),
        (Target.VICTIMS, NONE, 3, 0b0101),
        (Target.RIVALS, NONE, 3, 0b1101),
        (Target.ALL, NONE, 3, 0b1111),
        (Target.RIVAL, 2, 3, 0b0100),
        (Target.SAME_AREA, 0, 3, 0b0001),
    ],
)
def test_tcg_f1_target_words_of_players(target: Target, chosen: int, cause: int, expected: int) -> None:
    """TCG-F1 (targets): the card is of seat 1 of four, the attack hits 0 and 2, the attacker is 3."""
    table = Table(4)
    table.state.victims = 0b0101
    assert table.do(aimed_at, 1, target, chosen, cause) == expected


def offers(table: Table, text: str) -> list[tuple[int, int]]:
    """What an item of seat 1 may be aimed at."""
    slot = table.put(1, "hand", item(text))
    table.do(legal_acts, 1)
    return [choice[2:] for choice in table.choices() if choice[:2] == (Kind.ITEM, slot)]


def test_tcg_f1_chosen_players() -> None:
    """TCG-F1 (targets): `rival`: each other seat in the game; `here`: those beside the hunter; in camp nobody."""
    table = Table(4)
    table[3].left = 1
    assert offers(table, "mill 1 rival") == [(0, NONE), (2, NONE)]
    assert offers(table, "mill 1 here") == []
    for seat in (1, 2):
        table.stand(seat, 0, 1)
    assert offers(table, "mill 1 here") == [(2, NONE)]
    assert offers(table, "mill 1 rivals") == offers(table, "mill 1") == offers(table, "mill 1 all") == [(NONE, NONE)]


def test_tcg_f1_chosen_monsters() -> None:
    """TCG-F1 (targets): `here`, `anywhere`, `own`: face-up ones; face-down ones for `reveal`."""
    table = Table(3)
    up, down = table.on_map(0, monster(), 1), table.on_map(0, monster(), 1, up=False)
    far, mine, my_hidden = (
        table.on_map(2, monster(), 0),
        table.on_map(1, monster(), 0),
        table.on_map(1, monster(), 1, up=False),
    )
    assert offers(table, "heal 1 here") == []
    table.stand(1, 0, 1)
    assert offers(table, "heal 1 here") == [(0, up)]
    assert offers(table, "heal 1 anywhere") == [(0, up), (1, mine), (2, far)]
    assert offers(table, "heal 1 own") == [(1, mine)]
    assert offers(table, "reveal here") == [(0, down)]
    assert offers(table, "reveal anywhere") == [(0, down), (1, my_hidden)]
    assert offers(table, "reveal own") == [(1, my_hidden)]


def test_tcg_f1_a_text_has_one_target_of_choice() -> None:
    """TCG-F1 (targets): both clauses name the same rival: 1 card and 2 HR less; a second choice is refused."""
    table = Table(3)
    table.set_hr(5, 5, 5)
    table.act(1, "mill 1 rival; hr -2 rival", 2)
    assert (len(table.zone(2, "discards")), table.hr()) == (1, [5, 5, 3])
    with pytest.raises(InputError):
        parse("mill 1 rival; damage 1 anywhere", "test", TextKind.ITEM)
    with pytest.raises(InputError):
        parse("mill 1; mill 1; mill 1; mill 1; mill 1", "test", TextKind.ITEM)  # five clauses


# TCG-F2: coins


@pytest.mark.parametrize(("flip", "hr"), [(1, 3), (0, 0)])
def test_tcg_f2_one_coin_for_the_whole_ability(flip: int, hr: int) -> None:
    """TCG-F2: heads: both clauses, 1 + 2 HR; tails: nothing."""
    table = Table(3)
    table.chance(1, [2], [flip])
    table.act(1, "coin: hr +1; hr +2")
    assert table.hr()[1] == hr
    assert [row[0] for row in table.told(Event.COIN)] == [flip]


def test_tcg_f2_each_ability_has_its_own_coin() -> None:
    """TCG-F2: tails, then heads: 2 HR."""
    table = Table(3)
    table.chance(1, [2, 2], [0, 1])
    table.act(1, "coin: hr +1 | coin: hr +2")
    assert table.hr()[1] == 2


def test_tcg_f2_the_coin_is_fair() -> None:
    """TCG-F2: 400 flips: 200 heads, 150 to 250 (the standard deviation is 10)."""
    table, slot = Table(3), 0
    wolf = monster(ability="slain: coin: hr +1")
    slot = table.on_map(1, wolf, 0)
    table.setting.rules.win_check = 2
    for _ in range(400):
        table.do(wait_to_act, 1, slot, Trigger.SLAIN, 0)
        table.do(act_waiting)
    assert 150 <= table.hr()[1] <= 250


def test_tcg_f2_a_text_that_counts_all_the_time_has_no_coin() -> None:
    """TCG-F2: refused."""
    with pytest.raises(InputError):
        parse("coin: attack +1", "test", TextKind.WEAPON)


# TCG-F3: conditions


def condition(text: str, **changes: int) -> int:
    """How much attack a text with this condition gives to seat 1; changes are fields of its record."""
    table = Table(3)
    table.hunter(1, hunter(attack=0, line="bow", ability=f"if {text}: attack +1"))
    for name, value in changes.items():
        if name == "weapon":
            table.wear(1, weapon(attack=0, line="lance"))
        elif name == "armour":
            table.wear(1, armour())
        elif name == "deck":
            table.pile(1, value)
        elif name == "hand":
            table.blanks(1, "hand", value)
        elif name == "hr":
            table.set_hr(3, value, 5)
        elif name == "leader":
            table.state.leader = value
        else:
            table.state.round_number = value
    return int(table.do(hunter_attack, 1, 0, table.on_map(0, monster(weak_element="fire"), 0)))


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        ("vs fire", {}, 1),
        ("vs water", {}, 0),
        ("with bow", {}, 1),
        ("with lance", {}, 0),
        ("with bow", {"weapon": 1}, 0),
        ("with lance", {"weapon": 1}, 1),
        ("armed", {}, 0),
        ("armed", {"weapon": 1}, 1),
        ("unarmed", {}, 1),
        ("unarmed", {"weapon": 1}, 0),
        ("armoured", {}, 0),
        ("armoured", {"armour": 1}, 1),
        ("deck under 5", {"deck": 4}, 1),
        ("deck under 5", {"deck": 5}, 0),
        ("hand under 3", {"hand": 2}, 1),
        ("hand under 3", {"hand": 3}, 0),
        ("trailing", {"hr": 2}, 1),
        ("trailing", {"hr": 3}, 1),
        ("trailing", {"hr": 4}, 0),
        ("leader", {"leader": 1}, 1),
        ("leader", {"leader": 0}, 0),
        ("round over 7", {"round": 8}, 1),
        ("round over 7", {"round": 7}, 0),
    ],
)
def test_tcg_f3_conditions(text: str, changes: dict[str, int], expected: int) -> None:
    """TCG-F3: each word, true and false; the others have 3 and 5 HR where `trailing` is asked."""
    assert condition(text, **changes) == expected
