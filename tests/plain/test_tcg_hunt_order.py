"""Who acts when in the hunt, and on whom (TCG-H1, H2, H3, H6, H11); worked out from the rulebook by hand."""

from __future__ import annotations

import pytest

from sim.games.monster_hunter_tcg.play.hunt import (
    attack_with_monster,
    begin_hunt,
    first_strike,
    hunt,
    hunt_step,
    hunter_turn,
    monster_turn,
)
from sim.games.monster_hunter_tcg.rules.hunt import (
    attackable,
    fastest_hunter,
    fastest_monsters,
    hunters_in,
    legal_targets,
    ready_monsters,
    turn_up,
)
from sim.games.monster_hunter_tcg.rules.values import hunter_speed, monster_speed
from sim.games.monster_hunter_tcg.state import CAMP, NONE, Decision, Event
from tests.plain.table import Table, hunter, item, monster, slots_of, weapon

BLOW, STRIKE = int(Event.BLOW), int(Event.STRIKE)


def order(table: Table) -> list[str]:
    """Who acted: `h1` a blow of hunter 1, `m0:4>2` one of monster 4 of seat 0 against hunter 2."""
    rows = table.told(Event.BLOW, Event.STRIKE)
    return [f"h{row[1]}" if row[0] == BLOW else f"m{row[1]}:{row[2]}>{row[3]}" for row in rows]


def meadow(n_seats: int, *speeds: int, **options: str) -> Table:
    """The hunters of seats 1, 2 .. with these speeds in area 0 of seat 0."""
    table = Table(n_seats, **options)
    for seat, speed in enumerate(speeds, start=1):
        table.hunter(seat, hunter(speed=speed))
        table.stand(seat, 0, 0)
    return table


# Order


def test_tcg_h1_the_fastest_first() -> None:
    """TCG-H1: hunter 2 with speed 5, the monster with 4, hunter 1 with 3; the monster strikes 1, then 2, clockwise."""
    table = meadow(3, 3, 5)
    wolf = table.on_map(0, monster(speed=4, hp=9), 0)
    table.do(hunt)
    assert order(table) == ["h2", f"m0:{wolf}>1", f"m0:{wolf}>2", "h1"]


def test_tcg_h1_the_weapons_speed_counts() -> None:
    """TCG-H1 (E4): own speed 9, weapon 2: slower than the monster with 3."""
    table = meadow(3, 9)
    table.wear(1, weapon(speed=2))
    wolf = table.on_map(0, monster(speed=3, hp=9), 0)
    assert table.do(hunter_speed, 1) == 2
    table.do(hunt)
    assert order(table) == [f"m0:{wolf}>1", "h1"]


def test_tcg_h1_equal_speed_hunters_before_monsters() -> None:
    """TCG-H1: both 3: the hunter first."""
    table = meadow(3, 3)
    wolf = table.on_map(0, monster(speed=3, hp=9), 0)
    assert table.do(fastest_hunter) == (3, 1)
    assert table.do(fastest_monsters) == (3, 0, 1 << wolf)
    assert table.do(hunt_step)
    assert order(table) == ["h1"]
    assert table.do(hunt_step)
    assert order(table) == ["h1", f"m0:{wolf}>1"]
    assert not table.do(hunt_step)


@pytest.mark.parametrize(("leader", "expected"), [(0, ["h1", "h2", "h3"]), (2, ["h2", "h3", "h1"]), (3, ["h3", "h1", "h2"])])
def test_tcg_h1_equal_hunters_clockwise_from_the_leader(leader: int, expected: list[str]) -> None:
    """TCG-H1: three hunters with speed 3."""
    table = meadow(4, 3, 3, 3)
    table.state.leader = leader
    table.on_map(0, monster(hp=9, attack=0), 0)
    table.do(hunt)
    assert order(table)[:3] == expected


@pytest.mark.parametrize(("leader", "expected"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_tcg_h1_equal_monsters_clockwise_from_the_leader(leader: int, expected: list[int]) -> None:
    """TCG-H1: each seat has one with speed 5, and a slow hunter of the seat before it stands there."""
    table = Table(3)
    table.state.leader = leader
    for seat in range(3):
        table.on_map(seat, monster(speed=5, hp=9), 1)
        table.stand(seat, (seat + 1) % 3, 1)
    table.do(hunt)
    assert [row[0] for row in table.told(Event.STRIKE)] == expected


def test_tcg_h1_equal_monsters_of_one_seat_the_lower_area_first() -> None:
    """TCG-H1: one in area 1, placed before, and one in area 0: that of area 0 first."""
    table = Table(3)
    high, low = table.on_map(0, monster(speed=5, hp=9), 1), table.on_map(0, monster(speed=5, hp=9), 0)
    table.stand(1, 0, 1)
    table.stand(2, 0, 0)
    table.do(hunt)
    assert order(table)[:2] == [f"m0:{low}>2", f"m0:{high}>1"]


@pytest.mark.parametrize("wished", [0, 1])
def test_tcg_h1_the_hunter_says_which_of_equal_monsters_is_first(wished: int) -> None:
    """TCG-H1: two with speed 5 beside hunter 1, a third one with 4: the hunter chooses between the two."""
    table = meadow(3, 1)
    pair = [table.on_map(0, monster(speed=5, hp=9), 0) for _ in range(2)]
    table.on_map(0, monster(speed=4, hp=9), 0)
    table.wish(1, Decision.ORDER, 0, pair[wished])
    table.do(hunt)
    assert order(table)[:2] == [f"m0:{pair[wished]}>1", f"m0:{pair[1 - wished]}>1"]
    assert (1, Decision.ORDER, [(0, slot, 0, 0) for slot in pair]) in table.asked


@pytest.mark.parametrize(("leader", "chooser"), [(0, 1), (2, 2)])
def test_tcg_h1_of_two_hunters_the_first_clockwise_says_it(leader: int, chooser: int) -> None:
    """TCG-H1: hunters 1 and 2 beside two equal monsters: 1 if 0 leads, 2 if 2 leads."""
    table = meadow(3, 1, 1)
    table.state.leader = leader
    one, two = (table.on_map(0, monster(speed=5, hp=9), 0) for _ in range(2))
    table.wish(chooser, Decision.ORDER, 0, two)
    table.do(monster_turn, 0, 1 << one | 1 << two)
    assert [seat for seat, decision, _ in table.asked if decision == Decision.ORDER] == [chooser]
    assert {row[1] for row in table.told(Event.STRIKE)} == {two}


def test_tcg_h1_speeds_are_looked_at_anew_each_time() -> None:
    """TCG-H1: hunter 1 (5) goes first; before its blow hunter 2 (3) makes the monster (2) faster by 2: it goes before 2."""
    table = meadow(3, 5, 3)
    wolf = table.on_map(0, monster(speed=2, hp=9), 0)
    table.use(2, table.put(2, "hand", item("monster speed +2 here")), 0, wolf, at="blow")
    table.do(hunt)
    assert table.do(monster_speed, 0, wolf) == 4
    assert order(table) == ["h1", f"m0:{wolf}>1", f"m0:{wolf}>2", "h2"]


# Whom a hunter attacks


def test_tcg_h2_a_hunter_attacks_once_one_monster_in_its_area() -> None:
    """TCG-H2: two monsters there, one elsewhere: one blow, at the wished one."""
    table = meadow(3, 1)
    one, two = (table.on_map(0, monster(attack=0, hp=9, speed=0), 0) for _ in range(2))
    table.on_map(0, monster(), 1)
    assert slots_of(table.do(attackable, 1)) == {one, two}
    table.wish(1, Decision.TARGET, 0, two)
    table.do(hunt)
    assert [row[:3] for row in table.told(Event.BLOW)] == [(1, 0, two)]


def test_tcg_h2_never_one_that_it_placed() -> None:
    """TCG-H2, H6: hunter 0 among its own monsters neither hits nor is hit."""
    table = Table(3)
    table.stand(0, 0, 0)
    table.on_map(0, monster(attack=9), 0)
    assert table.do(attackable, 0) == 0
    table.do(hunt)
    assert order(table) == []


def test_tcg_h2_with_one_face_up_it_must_attack_any_of_them() -> None:
    """TCG-H2: one up, one down: both are offered, declining is not."""
    table = meadow(3, 2)
    up, down = table.on_map(0, monster(), 0), table.on_map(0, monster(), 0, up=False)
    table.do(legal_targets, 1)
    assert {choice[:2] for choice in table.choices()} == {(0, up), (0, down)}
    table.wish(1, Decision.TARGET, 0, down)
    table.do(hunter_turn, 1)
    assert [row[:3] for row in table.told(Event.BLOW)] == [(1, 0, down)]


def test_tcg_h2_who_declines_has_lost_the_chance() -> None:
    """TCG-H2: all face down: declining is offered; later, when hunter 2 has turned one up, hunter 1 does not attack."""
    table = meadow(3, 5, 2)
    down = [table.on_map(0, monster(speed=0, attack=0, hp=9), 0, up=False) for _ in range(2)]
    table.wish(1, Decision.TARGET, NONE)
    table.wish(2, Decision.TARGET, 0, down[0])
    table.do(hunt)
    assert order(table) == ["h2", f"m0:{down[0]}>1", f"m0:{down[0]}>2"]
    assert table[1].acted == 1


# Turning up


def test_tcg_h3_a_faster_monster_attacks_at_once_then_the_hunter() -> None:
    """TCG-H3: speed 3 against 2: turned up, its blow, the hunter's blow; it does not attack again."""
    table = meadow(3, 2)
    wolf = table.on_map(0, monster(speed=3, hp=9), 0, up=False)
    table.wish(1, Decision.TARGET, 0, wolf)
    table.do(hunt)
    assert [row[0] for row in table.told(Event.TURNED, Event.STRIKE, Event.BLOW)] == [Event.TURNED, STRIKE, BLOW]


def test_tcg_h3_one_that_is_not_faster_acts_later() -> None:
    """TCG-H3: hunters 3 and 2, monster 3: hunter 1 turns it up and strikes, then the monster (3) before hunter 2."""
    table = meadow(3, 3, 2)
    wolf = table.on_map(0, monster(speed=3, hp=9), 0, up=False)
    table.wish(1, Decision.TARGET, 0, wolf)
    table.do(hunt)
    assert order(table) == ["h1", f"m0:{wolf}>1", f"m0:{wolf}>2", "h2"]


def test_tcg_h3_a_hunter_that_is_gone_does_not_attack() -> None:
    """TCG-H3, R1: attack 5 against a draw pile of 5: a retreat, and no blow."""
    table = meadow(3, 2)
    wolf = table.on_map(0, monster(speed=3, attack=5, hp=9), 0, up=False)
    table.pile(1, 5)
    table.do(first_strike, 1, 0, wolf, 0)
    assert (table[1].area, table[1].retreats) == (CAMP, 1)
    table.wish(1, Decision.TARGET, 0, wolf)
    table.do(hunt)
    assert table.told(Event.BLOW) == []


def test_tcg_h3_turned_up_it_lies_face_up_with_its_moment() -> None:
    """TCG-H3, N1: the second turn-up has the later moment."""
    table = Table(3)
    one, two = (table.on_map(seat, monster(), 0, up=False) for seat in (0, 1))
    table.do(turn_up, 1, two, 2)
    table.do(turn_up, 0, one, 2)
    assert (table.zone(0, "face_up"), table.zone(1, "face_up")) == ({one}, {two})
    assert table[1].turned_at[two] < table[0].turned_at[one]


def test_tcg_h3_a_monster_attacks_once_in_a_hunt() -> None:
    """TCG-H3: after its attack it is not ready; at the next hunt it is again."""
    table = meadow(3, 1)
    wolf = table.on_map(0, monster(hp=9), 0)
    assert slots_of(table.do(ready_monsters, 0, 0)) == {wolf}
    table.do(attack_with_monster, 0, wolf, 1 << 1, 1)
    assert table.do(ready_monsters, 0, 0) == 0
    table.do(begin_hunt)
    assert slots_of(table.do(ready_monsters, 0, 0)) == {wolf}


# Whom a monster attacks


def test_tcg_h6_a_monster_attacks_all_hunters_there_but_its_placers() -> None:
    """TCG-H6: hunters 0, 1 and 2 in area 0 of seat 0, hunter 3 elsewhere: 1 and 2 lose two cards each."""
    table = meadow(4, 1, 1)
    table.stand(0, 0, 0)
    table.stand(3, 0, 1)
    table.on_map(0, monster(attack=2, hp=9, speed=5), 0)
    assert slots_of(table.do(hunters_in, 0)) == {1, 2}
    table.do(hunt)
    assert [len(table.zone(seat, "discards")) for seat in range(4)] == [0, 2, 2, 0]


def test_tcg_h6_only_face_up_monsters_attack() -> None:
    """TCG-H6: it lies face down, and the hunter declines: nothing happens."""
    table = meadow(3, 1)
    table.on_map(0, monster(attack=9, speed=9), 0, up=False)
    assert table.do(ready_monsters, 0, 0) == 0
    table.do(hunt)
    assert order(table) == []


def test_tcg_h6_who_has_gone_is_not_struck() -> None:
    """TCG-H6: hunter 2 goes to camp in the window before the blow at 1: only 1 is struck."""
    table = meadow(3, 1, 1)
    wolf = table.on_map(0, monster(speed=5, hp=9), 0)
    table.use(2, table.put(2, "hand", item("camp")), at="strike")
    table.do(hunt)
    assert order(table)[0] == f"m0:{wolf}>1"
    assert [row[2] for row in table.told(Event.STRIKE)] == [1]


def test_tcg_h6_who_comes_after_the_attack_began_is_not_struck() -> None:
    """TCG-H6: hunter 2 steps into the area in the window of the blow at 1: it is no victim of this attack."""
    table = meadow(3, 1)
    table.stand(2, 0, 1)
    table.on_map(0, monster(speed=5, hp=9), 0)
    table.use(2, table.put(2, "hand", item("step")), 0, at="strike")
    table.do(hunt)
    assert table[2].area == 0
    assert [row[2] for row in table.told(Event.STRIKE)] == [1]


def test_tcg_h6_who_has_left_the_game_is_no_victim() -> None:
    """TCG-H6, N3: seat 2 has left."""
    table = meadow(3, 1, 1)
    table[2].left = 1
    assert slots_of(table.do(hunters_in, 0)) == {1}


@pytest.mark.parametrize(("option", "struck"), [("all", [1, 2]), ("attacker_only", [2])])
def test_tcg_h11_the_first_blow_of_a_faster_monster(option: str, struck: list[int]) -> None:
    """TCG-H11, option reveal_strike: hunter 2 turns it up: it hits both there, or hunter 2 alone."""
    table = meadow(3, 1, 2, reveal_strike=option)
    wolf = table.on_map(0, monster(speed=3, hp=9), 0, up=False)
    table.wish(2, Decision.TARGET, 0, wolf)
    table.do(hunter_turn, 2)
    assert [row[2] for row in table.told(Event.STRIKE)] == struck


def test_tcg_h11_the_option_is_about_the_first_blow_alone() -> None:
    """TCG-H11, option reveal_strike = attacker_only: a face-up one attacks all hunters there."""
    table = Table(3, reveal_strike="attacker_only")
    for seat in (1, 2):
        table.stand(seat, 0, 0)
    table.on_map(0, monster(hp=9), 0)
    table.do(hunt)
    assert [row[2] for row in table.told(Event.STRIKE)] == [1, 2]
