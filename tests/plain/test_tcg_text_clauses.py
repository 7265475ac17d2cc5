"""What clauses do (TCG-F4 to F20); worked out from the rulebook by hand."""

from __future__ import annotations

import pytest

from sim.games.monster_hunter_tcg.play.abilities import act_waiting
from sim.games.monster_hunter_tcg.play.decisions import legal_recoveries
from sim.games.monster_hunter_tcg.play.hunt import attack_with_monster, begin_hunt, blow, hunt, strike
from sim.games.monster_hunter_tcg.play.phases import end_phase
from sim.games.monster_hunter_tcg.rules.end import later_copies
from sim.games.monster_hunter_tcg.rules.equip import need
from sim.games.monster_hunter_tcg.rules.hunt import turn_up
from sim.games.monster_hunter_tcg.rules.items import legal_acts
from sim.games.monster_hunter_tcg.rules.values import (
    hunter_attack,
    hunter_defence,
    hunter_move,
    hunter_speed,
    monster_attack,
    monster_speed,
)
from sim.games.monster_hunter_tcg.state import CAMP, MAX_MOVE, NONE, Decision, Event, Kind
from tests.plain.table import Table, armour, hunter, item, monster, weapon


def beside(**printed: object) -> tuple[Table, int]:
    """Hunter 1 beside a face-up monster of seat 0 with 9 HP."""
    table = Table(3)
    table.stand(1, 0, 0)
    return table, table.on_map(0, monster(**{"hp": 9, **printed}), 0)


def offers(table: Table, text: str) -> list[tuple[int, int]]:
    """What an item of seat 1 may be aimed at."""
    slot = table.put(1, "hand", item(text))
    table.do(legal_acts, 1)
    return [choice[2:] for choice in table.choices() if choice[:2] == (Kind.ITEM, slot)]


# Changes of hunters


def test_tcg_f4_an_items_attack_holds_for_the_rest_of_the_hunt() -> None:
    """TCG-F4: own 1 + 2 in two blows: 3 each; in the next hunt 1."""
    table, wolf = beside()
    table.act(1, "attack +2")
    for _ in range(2):
        table.do(blow, 1, 0, wolf)
    table.do(begin_hunt)
    table.do(blow, 1, 0, wolf)
    assert [row[3] for row in table.told(Event.BLOW)] == [3, 3, 1]


def test_tcg_f4_once_is_for_the_next_blow_of_that_hunter_only() -> None:
    """TCG-F4: +4 once: hunter 2's blow in between does not use it up: 1, 5, then 1."""
    table, wolf = beside()
    table.act(1, "attack +4 once")
    for seat in (2, 1, 1):
        table.do(blow, seat, 0, wolf)
    assert [row[3] for row in table.told(Event.BLOW)] == [1, 5, 1]


def test_tcg_f4_attack_is_never_below_0() -> None:
    """TCG-F4: 1 - 3: 0; then + 3 of another item: 1 - 3 + 3 = 1."""
    table, wolf = beside()
    table.act(1, "attack -3")
    assert table.do(hunter_attack, 1, 0, wolf) == 0
    table.act(1, "attack +3")
    assert table.do(hunter_attack, 1, 0, wolf) == 1


def test_tcg_f4_a_monsters_text_changes_hunters() -> None:
    """TCG-F4: `turned up: attack -1 attacker`: hunter 1 from 3 to 2, hunter 2 stays at 3."""
    table = Table(3)
    for seat in (1, 2):
        table.hunter(seat, hunter(attack=3))
    wolf = table.on_map(0, monster(ability="turned up: attack -1 attacker"), 0, up=False)
    table.do(turn_up, 0, wolf, 1)
    table.do(act_waiting)
    assert [table.do(hunter_attack, seat, 0, wolf) for seat in (1, 2)] == [2, 3]


def test_tcg_f4_all_static_texts_of_a_seat_add_up() -> None:
    """TCG-F4: hunter +1, weapon (attack 2) +2, armour +3, two materials +4 each: 2 + 1 + 2 + 3 + 8 = 16."""
    table, wolf = beside()
    table.hunter(1, hunter(ability="attack +1"))
    table.wear(1, weapon(attack=2, ability="attack +2"))
    table.wear(1, armour(ability="attack +3"))
    for _ in range(2):
        table.put(1, "material", monster(material_ability="attack +4"))
    assert table.do(hunter_attack, 1, 0, wolf) == 16


def test_tcg_f5_an_items_defence_holds_for_the_rest_of_the_hunt() -> None:
    """TCG-F5: attack 5, + 2: 3 cards each time; in the next hunt 5."""
    table, wolf = beside(attack=5)
    table.pile(1, 30)
    table.act(1, "defence +2")
    for _ in range(2):
        table.do(strike, 0, wolf, 1)
    table.do(begin_hunt)
    table.do(strike, 0, wolf, 1)
    assert [row[5] for row in table.told(Event.STRIKE)] == [3, 3, 5]


def test_tcg_f5_once_is_for_the_next_blow_that_this_hunter_suffers() -> None:
    """TCG-F5: + 4 once of seat 1; a blow at hunter 2 does not use it up: 5, 1, then 5 cards."""
    table, wolf = beside(attack=5)
    table.pile(1, 30)
    table.act(1, "defence +4 once")
    for victim in (2, 1, 1):
        table.do(strike, 0, wolf, victim)
    assert [row[5] for row in table.told(Event.STRIKE)] == [5, 1, 5]


def test_tcg_f5_static_and_of_victims() -> None:
    """TCG-F5: material +1; `attacking: defence -2 victims`: attack 3, 3 - (0 + 1 - 2) = 4 cards, and 3 + 2 = 5."""
    table, wolf = beside(attack=3, ability="attacking: defence -2 victims")
    table.stand(2, 0, 0)
    table.put(1, "material", monster(material_ability="defence +1"))
    table.do(attack_with_monster, 0, wolf, 0b110, 1)
    assert [row[5] for row in table.told(Event.STRIKE)] == [4, 5]
    assert table.do(hunter_defence, 1, 0, wolf) == -1


def test_tcg_f6_speed_for_the_rest_of_the_hunt_and_never_below_0() -> None:
    """TCG-F6: 2 + 3 = 5; 2 - 5: 0; static + 1; in the next hunt 2 + 1."""
    table, _ = beside()
    table.act(1, "speed +3")
    assert table.do(hunter_speed, 1) == 5
    table.act(2, "speed -5")
    assert table.do(hunter_speed, 2) == 0
    table.hunter(1, hunter(ability="speed +1"))
    table.do(begin_hunt)
    assert [table.do(hunter_speed, seat) for seat in (1, 2)] == [3, 2]


def test_tcg_f6_a_monsters_speed_until_the_end_phase() -> None:
    """TCG-F6: 1 + 4 = 5; a new hunt does not end it, the end phase does; 1 - 3: 0."""
    table, wolf = beside()
    table.act(1, "monster speed +4 here", 0, wolf)
    table.do(begin_hunt)
    assert table.do(monster_speed, 0, wolf) == 5
    table.do(end_phase)
    assert table.do(monster_speed, 0, wolf) == 1
    table.act(1, "monster speed -3 here", 0, wolf)
    assert table.do(monster_speed, 0, wolf) == 0


@pytest.mark.parametrize(("change", "expected"), [("+1", 3), ("-1", 1), ("-5", 0), ("+20", MAX_MOVE)])
def test_tcg_f7_move_counts_all_the_time_and_is_never_below_0(change: str, expected: int) -> None:
    """TCG-F7: own 2; 2 - 5: 0. No map has more than 8 roads in a row, so 8 stands for more."""
    table = Table(3)
    table.hunter(1, hunter(ability=f"move {change}"))
    assert table.do(hunter_move, 1) == expected


def test_tcg_f8_a_monsters_attack_until_the_end_phase() -> None:
    """TCG-F8: 2 + 3 = 5; a new hunt does not end it; then 2 - 4: 0; the end phase restores 2."""
    table, wolf = beside(attack=2)
    table.act(1, "monster attack +3 here", 0, wolf)
    table.do(begin_hunt)
    assert table.do(monster_attack, 0, wolf) == 5
    table.act(1, "monster attack -7 here", 0, wolf)
    assert table.do(monster_attack, 0, wolf) == 0
    table.do(end_phase)
    assert table.do(monster_attack, 0, wolf) == 2


def test_tcg_f8_its_own_text() -> None:
    """TCG-F8: `attacking: monster attack +2`: 1 + 2 = 3 cards."""
    table, wolf = beside(ability="attacking: monster attack +2")
    table.do(attack_with_monster, 0, wolf, 0b010, 1)
    assert len(table.zone(1, "discards")) == 3


# Monsters


def test_tcg_f9_damage_takes_hp_off_a_face_up_monster() -> None:
    """TCG-F9: 9 - 4 = 5; then 5 slay it: HR 3 for the seat of the item."""
    table, wolf = beside(hr=3)
    table.act(2, "damage 4 anywhere", 0, wolf)
    assert table[0].hp[wolf] == 5
    table.act(2, "damage 5 anywhere", 0, wolf)
    assert (table.hr(), table.zone(0, "material")) == ([0, 0, 3], {wolf})


def test_tcg_f9_not_a_face_down_one() -> None:
    """TCG-F9, F17: `hide; damage 9`: hidden first, it loses nothing."""
    table, wolf = beside()
    table.act(1, "hide here; damage 9 here", 0, wolf)
    assert (table[0].hp[wolf], table.monsters(0, 0)) == (9, {wolf})


def test_tcg_f9_heal_gives_hp_back_up_to_the_printed_hp() -> None:
    """TCG-F9: 9 - 5 = 4, + 3 = 7, + 3: 9."""
    table, wolf = beside()
    for text, hp in (("damage 5 here", 4), ("heal 3 here", 7), ("heal 3 here", 9)):
        table.act(1, text, 0, wolf)
        assert table[0].hp[wolf] == hp


# Draw pile, hand, discard pile


def test_tcg_f10_mill() -> None:
    """TCG-F10: 3 cards from the top; then 9 of 7: a retreat, the rest is void: a new pile of 10 (and the used item)."""
    table = Table(3)
    top = table.deck(1)
    first = table.act(1, "mill 3")
    assert table.zone(1, "discards") == {*top[:3], first}
    table.act(1, "mill 9")
    assert (table[1].retreats, len(table.deck(1))) == (1, 11)


@pytest.mark.parametrize(("n", "restored"), [(2, 2), (9, 4)])
def test_tcg_f11_restore_puts_cards_under_the_draw_pile(n: int, restored: int) -> None:
    """TCG-F11: of 4 discarded ones 2, or all; the old 10 cards stay on top."""
    table = Table(3)
    table.blanks(1, "discards", 4)
    old, trash = table.deck(1), table.zone(1, "discards")
    slot = table.act(1, f"restore {n}")
    assert table.deck(1)[:10] == old
    new = table.deck(1)[10:]
    assert len(new) == restored
    assert set(new) <= trash
    assert table.zone(1, "discards") == trash - set(new) | {slot}


def test_tcg_f11_which_ones_is_chance() -> None:
    """TCG-F11: of three cards the third, then of the two left the first, by chance."""
    table = Table(3)
    table.blanks(1, "discards", 3)
    low, _, high = sorted(table.zone(1, "discards"))
    table.chance(1, [3, 2], [2, 0])
    table.act(1, "restore 2")
    assert table.deck(1)[10:] == [high, low]


def test_tcg_f12_draw() -> None:
    """TCG-F12: 2 cards from the top, for each seat."""
    table = Table(3)
    tops = [table.deck(seat)[:2] for seat in range(3)]
    table.act(1, "draw 2 all")
    assert [table.zone(seat, "hand") for seat in range(3)] == [set(top) for top in tops]


@pytest.mark.parametrize(("option", "hand"), [("emptied", 2), ("needed", 2)])
def test_tcg_f12_a_retreat_ends_it(option: str, hand: int) -> None:
    """TCG-F12: draw 4 of a draw pile of 2, discard pile 5: 2 cards, a retreat, and no more."""
    table = Table(3, retreat_when=option)
    table.pile(1, 2)
    table.blanks(1, "discards", 5)
    table.act(1, "draw 4")
    assert (len(table.zone(1, "hand")), table[1].retreats, len(table.deck(1))) == (hand, 1, 5)


@pytest.mark.parametrize(("n", "left"), [(2, 2), (9, 0)])
def test_tcg_f13_discard(n: int, left: int) -> None:
    """TCG-F13: of 4 cards in hand 2, or all; the item itself has left the hand already."""
    table = Table(3)
    table.blanks(1, "hand", 4)
    hand = table.zone(1, "hand")
    table.act(1, f"discard {n}")
    assert len(table.zone(1, "hand")) == left
    assert len(table.zone(1, "discards") & hand) == 4 - left


def test_tcg_f13_which_ones_is_chance() -> None:
    """TCG-F13: seat 0 with three cards loses the middle one, by the chance of its own."""
    table = Table(3)
    table.blanks(0, "hand", 3)
    low, middle, high = sorted(table.zone(0, "hand"))
    table.chance(0, [3], [1])
    table.act(1, "discard 1 rival", 0)
    assert (table.zone(0, "hand"), table.zone(0, "discards")) == ({low, high}, {middle})


@pytest.mark.parametrize("kind", ["monster", "weapon", "armour", "item", "card"])
def test_tcg_f14_recover_takes_one_card_of_the_kind_by_choice(kind: str) -> None:
    """TCG-F14: two cards of each kind in the discard pile: the second of the kind is taken; of `card` the last of all."""
    table = Table(3)
    rows = {"monster": monster(), "weapon": weapon(), "armour": armour(), "item": item("hr +1")}
    slots = {name: [table.put(1, "discards", row) for _ in range(2)] for name, row in rows.items()}
    wanted = slots.get(kind, slots["item"])[1]
    table.wish(1, Decision.RECOVER, wanted)
    table.act(1, f"recover {kind}")
    assert table.zone(1, "hand") == {wanted}
    assert wanted not in table.zone(1, "discards")
    assert len(table.asked[0][2]) == (8 if kind == "card" else 2)


def test_tcg_f14_the_item_in_use_is_not_there_yet() -> None:
    """TCG-F14: an empty discard pile: nothing to take; afterwards the item lies there."""
    table = Table(3)
    slot = table.act(1, "recover item")
    assert (table.zone(1, "hand"), table.zone(1, "discards")) == (set(), {slot})
    assert table.offered(legal_recoveries, 1, Kind.ITEM) == {slot}


def test_tcg_f14_it_is_the_owner_of_the_text_who_takes() -> None:
    """TCG-F14: `slain: recover weapon` of seat 0, slain by seat 1: seat 0 takes its weapon."""
    table, _ = beside()
    wolf = table.on_map(0, monster(ability="slain: recover weapon"), 0)
    sword = table.put(0, "discards", weapon())
    table.put(1, "discards", weapon())
    table.do(blow, 1, 0, wolf)
    assert (table.zone(0, "hand"), table.zone(1, "hand")) == ({sword}, set())


# Hunters


def test_tcg_f15_camp_is_no_retreat() -> None:
    """TCG-F15: hunters 1 and 2 go to camp; retreats 0, the draw pile is as it was."""
    table, _ = beside()
    table.stand(2, 0, 1)
    table.act(0, "camp rivals")
    assert [int(table[seat].area) for seat in range(3)] == [CAMP] * 3
    assert [int(table[seat].retreats) for seat in range(3)] == [0] * 3
    assert len(table.deck(1)) == 10


def test_tcg_f16_step_moves_along_one_road() -> None:
    """TCG-F16: from area 0 of a ring of six: to 1 or 5."""
    table, _ = beside()
    assert offers(table, "step") == [(1, NONE), (5, NONE)]
    table.act(1, "step", 5)
    assert table[1].area == 5


def test_tcg_f16_not_out_of_camp() -> None:
    """TCG-F16: in camp there is no target; who is sent to camp by an earlier clause stays there."""
    table, _ = beside()
    assert offers(table, "step") != []
    table.act(1, "camp; step", 1)
    assert table[1].area == CAMP
    assert offers(table, "step") == []


def test_tcg_f16_a_retreat_in_the_same_text_ends_in_camp() -> None:
    """TCG-F16, R1: `mill 10; step`: the hunter is in camp and stays there."""
    table, _ = beside()
    table.act(1, "mill 10; step", 1)
    assert (table[1].area, table[1].retreats) == (CAMP, 1)


# Faces and places


def test_tcg_f17_reveal_turns_up_and_nobody_is_struck_at_once() -> None:
    """TCG-F17: a fast monster is revealed: no blow then; in the hunt it acts by its speed, before hunter 1."""
    table, _ = beside()
    wolf = table.on_map(0, monster(speed=9, hp=9), 0, up=False)
    table.act(2, "reveal anywhere", 0, wolf)
    assert wolf in table.zone(0, "face_up")
    assert table.told(Event.STRIKE) == []
    table.do(hunt)
    assert table.told(Event.BLOW, Event.STRIKE)[0][:4] == (Event.STRIKE, 0, wolf, 1)


def test_tcg_f17_hide_turns_down_and_keeps_hp_and_changes() -> None:
    """TCG-F17: HP 4, attack + 2 stay until the end phase; it does not attack."""
    table, wolf = beside(attack=1)
    table.act(1, "damage 5 here; monster attack +2 here; hide here", 0, wolf)
    assert (table.zone(0, "face_up"), table[0].hp[wolf]) == (set(), 4)
    assert table.do(monster_attack, 0, wolf) == 3
    table.do(hunt)
    assert table.told(Event.STRIKE) == []
    table.do(end_phase)
    assert (table[0].hp[wolf], table.do(monster_attack, 0, wolf)) == (9, 1)


def test_tcg_f17_its_moment_is_forgotten() -> None:
    """TCG-F17, N1: turned up first, hidden, turned up again: now it is the later copy."""
    table, copy = Table(3), monster(unique="yes", number=700)
    mine, other = table.on_map(0, copy, 0), table.on_map(1, copy, 0)
    assert [table.do(later_copies, seat) for seat in (0, 1)] == [0, 1 << other]
    table.act(0, "hide own", 0, mine)
    assert table[0].turned_at[mine] == 0
    assert [table.do(later_copies, seat) for seat in (0, 1)] == [0, 0]
    table.do(turn_up, 0, mine, 2)
    assert [table.do(later_copies, seat) for seat in (0, 1)] == [1 << mine, 0]


def test_tcg_f17_a_monsters_own_hide() -> None:
    """TCG-F17: `turned up: hide`: it lies face down again before the blow: no blow."""
    table = Table(3)
    table.stand(1, 0, 0)
    wolf = table.on_map(0, monster(speed=9, ability="turned up: hide"), 0, up=False)
    table.wish(1, Decision.TARGET, 0, wolf)
    table.do(hunt)
    assert table.told(Event.BLOW) == table.told(Event.STRIKE) == []
    assert table.zone(0, "face_up") == set()


def test_tcg_f18_lure_moves_a_monster_up_or_down_where_there_is_room() -> None:
    """TCG-F18: in area 0 one up, one down; area 1 has two: room for a third."""
    table, wolf = beside()
    fox = table.on_map(0, monster(), 0, up=False)
    for _ in range(2):
        table.on_map(0, monster(), 1)
    assert offers(table, "lure here") == [(wolf, 1), (fox, 1)]
    table.act(1, "lure here", fox, 1)
    assert (table.monsters(0, 0), fox in table.monsters(0, 1)) == ({wolf}, True)
    assert fox not in table.zone(0, "face_up")
    assert offers(table, "lure here") == []


def test_tcg_f18_with_two_players_only_to_an_empty_area() -> None:
    """TCG-F18: areas 4 (the monster), 5 (another) of seat 1: 6 and 7 are empty."""
    table = Table(2)
    wolf = table.on_map(1, monster(), 0)
    table.on_map(1, monster(), 1, up=False)
    found = offers(table, "lure own")
    assert [choice for choice in found if choice[0] == 40 + wolf] == [(40 + wolf, 6), (40 + wolf, 7)]


# Points and costs


@pytest.mark.parametrize(("text", "hr"), [("hr +3", [5, 8, 5]), ("hr -2 rivals", [3, 5, 3]), ("hr -9 all", [0, 0, 0])])
def test_tcg_f19_hr_is_gained_or_lost_and_never_below_0(text: str, hr: list[int]) -> None:
    """TCG-F19: from 5 each."""
    table = Table(3)
    table.set_hr(5, 5, 5)
    table.act(1, text)
    assert table.hr() == hr


@pytest.mark.parametrize(
    ("text", "due"), [("weapon cost -1", (3, 4)), ("armour cost +2", (4, 6)), ("weapon cost -9", (0, 4))]
)
def test_tcg_f20_costs(text: str, due: tuple[int, int]) -> None:
    """TCG-F20: weapon and armour of cost 4 for the owner of the text; never below 0."""
    table = Table(3)
    table.hunter(1, hunter(ability=text))
    assert table.do(need, 1, Kind.WEAPON, table.put(1, "hand", weapon(cost=4))) == due[0]
    assert table.do(need, 1, Kind.ARMOUR, table.put(1, "hand", armour(cost=4))) == due[1]
    assert table.do(need, 2, Kind.WEAPON, table.put(2, "hand", weapon(cost=4))) == 4


def test_tcg_f20_a_replaced_card_counts_with_its_printed_cost() -> None:
    """TCG-F20, E3: new 5 - 1 = 4, old printed 3: 1 to pay."""
    table = Table(3)
    table.put(1, "material", monster(material_ability="weapon cost -1"))
    table.wear(1, weapon(cost=3))
    assert table.do(need, 1, Kind.WEAPON, table.put(1, "hand", weapon(cost=5))) == 1
