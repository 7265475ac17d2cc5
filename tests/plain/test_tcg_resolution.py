"""The order of resolution: windows, and when an attack is off (chapter of that name; TCG-H2, H3, H6)."""

from __future__ import annotations

import pytest

from sim.games.monster_hunter_tcg.play.hunt import first_strike, hunt, hunter_turn
from sim.games.monster_hunter_tcg.state import CAMP, NONE, Decision, Event
from tests.plain.table import Table, hunter, item, monster


def ambush(speed: int = 5, **printed: int) -> tuple[Table, int]:
    """Hunters 1 and 2 (speed 2) beside a face-down monster of seat 0, which 1 will attack."""
    table = Table(3)
    wolf = table.on_map(0, monster(**{"hp": 9, "speed": speed, **printed}), 0, up=False)
    for seat in (1, 2):
        table.stand(seat, 0, 0)
    table.wish(1, Decision.TARGET, 0, wolf)
    return table, wolf


def windows(table: Table, seat: int) -> int:
    """How often a seat was asked in a window."""
    return sum(one == seat and decision == Decision.WINDOW for one, decision, _ in table.asked)


def test_the_windows_of_a_first_strike() -> None:
    """TCG-H3: turn-up, window, for each of two victims a window and a blow, a window, the hunter's blow: four windows."""
    table, _ = ambush()
    table.put(0, "hand", item("hr +1"))
    table.do(hunter_turn, 1)
    assert windows(table, 0) == 4
    assert len(table.told(Event.STRIKE)) == 2
    assert len(table.told(Event.BLOW)) == 1


def test_the_windows_of_a_slower_monster() -> None:
    """TCG-H3: speed 2, not faster: turn-up, window, window, blow: two windows."""
    table, _ = ambush(2)
    table.put(0, "hand", item("hr +1"))
    table.do(hunter_turn, 1)
    assert (windows(table, 0), len(table.told(Event.STRIKE)), len(table.told(Event.BLOW))) == (2, 0, 1)


def test_an_opening_and_a_closing_window() -> None:
    """TCG-H10: with nobody to act the hunt has just these two windows."""
    table = Table(3)
    table.put(0, "hand", item("hr +1"))
    table.do(hunt)
    assert windows(table, 0) == 2


@pytest.mark.parametrize(("closing", "strikers"), [(False, [1, 2]), (True, [1])])
def test_what_happens_in_the_closing_window_starts_nothing(closing: bool, strikers: list[int]) -> None:  # noqa: FBT001
    """TCG-H10: hunter 2 steps beside the monster in the opening window, and strikes; in the closing one it is too late."""
    table = Table(3)
    table.on_map(0, monster(hp=9, attack=0), 0)
    table.stand(1, 0, 0)
    table.stand(2, 0, 1)
    step = table.put(2, "hand", item("step"))
    if closing:
        table.wish(2, Decision.WINDOW, NONE, at="idle")
    table.use(2, step, 0, at="idle")
    table.do(hunt)
    assert table[2].area == 0
    assert [row[0] for row in table.told(Event.BLOW)] == strikers


def test_a_hunter_who_leaves_after_the_turn_up_does_not_strike() -> None:
    """TCG-H3: hunter 1 goes to camp in the window after the turn-up; the faster monster attacks hunter 2, who is there."""
    table, _ = ambush()
    table.use(1, table.put(1, "hand", item("camp")), at="blow")
    table.do(hunter_turn, 1)
    assert table[1].area == CAMP
    assert [row[2] for row in table.told(Event.STRIKE)] == [2]
    assert table.told(Event.BLOW) == []


def test_nobody_left_to_strike_is_no_attack() -> None:
    """TCG-H3, H11: `attacker_only`, and hunter 1 has gone: the monster attacks later, in its own turn."""
    table, wolf = ambush()
    table.setting.rules.reveal_strike_attacker_only = 1
    table.use(1, table.put(1, "hand", item("camp")), at="blow")
    table.do(hunter_turn, 1)
    assert (table.told(Event.STRIKE), table[0].attacked) == ([], 0)
    assert table.zone(0, "face_up") == {wolf}


def test_a_monster_made_slower_in_the_window_does_not_strike_first() -> None:
    """TCG-H3: speed 5 - 3 = 2, not faster than 2."""
    table, wolf = ambush()
    table.use(2, table.put(2, "hand", item("monster speed -3 here")), 0, wolf, at="blow")
    table.do(hunter_turn, 1)
    assert (len(table.told(Event.STRIKE)), len(table.told(Event.BLOW))) == (0, 1)


def test_a_monster_that_has_attacked_does_not_strike_first_again() -> None:
    """TCG-H3: it attacked, was hidden, and is turned up again in the same hunt: a monster attacks once."""
    table, wolf = ambush()
    table[0].attacked = 1 << wolf
    table.do(first_strike, 1, 0, wolf, 0)
    assert table.told(Event.STRIKE) == []


def test_a_target_that_is_hidden_again_is_not_struck() -> None:
    """TCG-H2: in the window before the blow seat 0 hides it: no blow, and the chance is gone."""
    table, wolf = ambush(1)
    table.use(0, table.put(0, "hand", item("hide own")), 0, wolf, at="blow")
    table.do(hunt)
    assert table.told(Event.BLOW) == table.told(Event.STRIKE) == []
    assert table[1].acted == 1


def test_a_target_that_is_lured_away_is_not_struck() -> None:
    """TCG-H2: it moves to area 1 before the blow; hunter 2 finds nothing there either."""
    table = Table(3)
    wolf = table.on_map(0, monster(hp=9, speed=0), 0)
    table.stand(1, 0, 0)
    table.use(0, table.put(0, "hand", item("lure own")), wolf, 1, at="blow")
    table.do(hunt)
    assert table.told(Event.BLOW) == table.told(Event.STRIKE) == []


def test_a_target_that_dies_in_the_window_is_not_struck() -> None:
    """TCG-H2: hunter 2 slays it with an item before the blow of hunter 1: HR 3 for seat 2."""
    table, wolf = ambush(1, hp=2, hr=3)
    table.use(2, table.put(2, "hand", item("damage 2 here")), 0, wolf, at="blow")
    table.do(hunter_turn, 1)
    assert table.told(Event.BLOW) == []
    assert table.hr() == [0, 0, 3]


def test_a_monster_that_is_hidden_before_its_blow_does_not_strike() -> None:
    """TCG-H6: seat 0 hides it in the window of the blow at 1; hunter 2 is not struck either."""
    table = Table(3)
    wolf = table.on_map(0, monster(hp=9, speed=9), 0)
    for seat in (1, 2):
        table.hunter(seat, hunter(speed=0))
        table.stand(seat, 0, 0)
    table.use(0, table.put(0, "hand", item("hide own")), 0, wolf, at="strike")
    table.do(hunt)
    assert table.told(Event.STRIKE) == []
