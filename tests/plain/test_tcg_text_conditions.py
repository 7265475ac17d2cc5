"""When conditions are looked at, and which monster `vs` is about (TCG-F3); worked out from the rulebook by hand."""

from __future__ import annotations

import pytest

from sim.games.monster_hunter_tcg.play.abilities import act_waiting
from sim.games.monster_hunter_tcg.play.hunt import blow, hunt, strike
from sim.games.monster_hunter_tcg.play.phases import equip
from sim.games.monster_hunter_tcg.rules.equip import need
from sim.games.monster_hunter_tcg.rules.hunt import turn_up
from sim.games.monster_hunter_tcg.rules.values import (
    hunter_attack,
    hunter_defence,
    hunter_move,
    hunter_speed,
    is_trailing,
)
from sim.games.monster_hunter_tcg.state import Decision, Event, Kind
from tests.plain.table import Table, armour, hunter, item, monster, weapon


@pytest.mark.parametrize(("hr", "expected"), [((2, 1, 1), [False, True, True]), ((1, 1, 1), [False, False, False])])
def test_tcg_f3_trailing(hr: tuple[int, ...], expected: list[bool]) -> None:
    """TCG-F3: nobody has fewer, and somebody has more; with equal HR nobody trails."""
    table = Table(3)
    table.set_hr(*hr)
    assert [table.do(is_trailing, seat) for seat in range(3)] == expected


def test_tcg_f3_trailing_is_about_seats_in_the_game() -> None:
    """TCG-F3: seat 2 with 0 HR has left: of 1 and 4, seat 0 trails. If the 4 had left, nobody would."""
    table = Table(3)
    table.set_hr(1, 4, 0)
    table[2].left = 1
    assert table.do(is_trailing, 0)
    table[1].left = 1
    assert not table.do(is_trailing, 0)


def test_tcg_f3_a_false_condition_flips_no_coin_and_uses_the_item_up() -> None:
    """TCG-F3: not armed: no coin, no HR, the item is discarded; the ability behind the bar does act."""
    table = Table(3)
    slot = table.act(1, "if armed: coin: hr +1 | if unarmed: hr +4")
    assert (table.told(Event.COIN), table.hr()) == ([], [0, 4, 0])
    assert table.zone(1, "discards") == {slot}


def test_tcg_f3_it_is_looked_at_before_the_clauses() -> None:
    """TCG-F3: a hand of 0: true when the ability acts, so both clauses act although a card is drawn in between."""
    table = Table(3)
    table.act(1, "if hand under 1: draw 1; hr +2")
    assert (len(table.zone(1, "hand")), table.hr()[1]) == (1, 2)


def test_tcg_f3_vs_for_attack_is_the_monster_struck() -> None:
    """TCG-F3: hunter +3 against fire: 1 + 3 against the one, 1 against the other."""
    table = Table(3)
    table.hunter(1, hunter(ability="if vs fire: attack +3"))
    hot, cold = (table.on_map(0, monster(weak_element=element, hp=9), 0) for element in ("fire", "ice"))
    table.do(blow, 1, 0, hot)
    table.do(blow, 1, 0, cold)
    assert [row[3] for row in table.told(Event.BLOW)] == [4, 1]


def test_tcg_f3_vs_for_defence_is_the_one_that_strikes() -> None:
    """TCG-F3: armour 0, +2 against fire: 3 - 2 = 1 card, and 3."""
    table = Table(3)
    table.wear(1, armour(defence=0, ability="if vs fire: defence +2"))
    for element in ("fire", "ice"):
        table.do(strike, 0, table.on_map(0, monster(weak_element=element, attack=3), 0), 1)
    assert [row[5] for row in table.told(Event.STRIKE)] == [1, 3]


@pytest.mark.parametrize("text", ["speed +3", "move +3"])
def test_tcg_f3_speed_and_move_concern_no_monster(text: str) -> None:
    """TCG-F3: `if vs fire` is false for speed, move and costs: printed values."""
    table = Table(3)
    table.hunter(1, hunter(ability=f"if vs fire: {text}"))
    table.on_map(0, monster(weak_element="fire"), 0)
    table.stand(1, 0, 0)
    assert (table.do(hunter_speed, 1), table.do(hunter_move, 1)) == (2, 2)


def test_tcg_f3_costs_concern_no_monster() -> None:
    """TCG-F3, F20: cost 4 stays 4."""
    table = Table(3)
    table.hunter(1, hunter(ability="if vs fire: weapon cost -2"))
    assert table.do(need, 1, Kind.WEAPON, table.put(1, "hand", weapon(cost=4))) == 4


@pytest.mark.parametrize(("element", "hr"), [("fire", 1), ("ice", 0)])
def test_tcg_f3_vs_in_a_monsters_own_text_is_the_monster(element: str, hr: int) -> None:
    """TCG-F3: weak to fire itself, or not; also as spent material."""
    table = Table(3)
    text = monster(weak_element=element, ability="turned up: if vs fire: hr +1")
    table.do(turn_up, 0, table.on_map(0, text, 0, up=False), 1)
    table.do(act_waiting)
    assert table.hr() == [hr, 0, 0]
    table.put(1, "material", monster(weak_element=element, material_ability="spent: if vs fire: hr +1"))
    table.wish(1, Decision.EQUIP_WEAPON, table.put(1, "hand", weapon(cost=1)))
    table.do(equip, 1, Kind.WEAPON)
    assert table.hr() == [hr, hr, 0]


def test_tcg_f3_vs_in_an_item_is_the_monster_chosen() -> None:
    """TCG-F3: damage 1 to one weak to fire: HR 2 for its user; to the other: nothing."""
    table = Table(3)
    hot, cold = (table.on_map(0, monster(weak_element=element, hp=9), 0) for element in ("fire", "ice"))
    table.act(1, "if vs fire: damage 1 anywhere; hr +2", 0, cold)
    assert (table[0].hp[cold], table.hr()[1]) == (9, 0)
    table.act(1, "if vs fire: damage 1 anywhere; hr +2", 0, hot)
    assert (table[0].hp[hot], table.hr()[1]) == (8, 2)


def test_tcg_f3_vs_in_an_item_that_lures_is_the_lured_one() -> None:
    """TCG-F3, F18: weak to fire: it moves to area 1, and its owner gets 1."""
    table = Table(3)
    wolf = table.on_map(0, monster(weak_element="fire"), 0)
    table.act(0, "if vs fire: lure own; hr +1", wolf, 1)
    assert (table.monsters(0, 1), table.hr()[0]) == ({wolf}, 1)


@pytest.mark.parametrize(("at", "hr"), [("blow", 1), ("strike", 1), ("idle", 0)])
def test_tcg_f3_else_the_monster_of_the_blow_that_is_coming(at: str, hr: int) -> None:
    """TCG-F3: in the window before a blow at it, or by it, `vs fire` is true; in the opening window nothing is coming."""
    table = Table(3)
    table.stand(1, 0, 0)
    table.on_map(0, monster(weak_element="fire", hp=9), 0)
    table.use(2, table.put(2, "hand", item("if vs fire: hr +1")), at=at)
    table.do(hunt)
    assert table.hr()[2] == hr


def test_tcg_f3_a_condition_of_a_text_that_counts_is_looked_at_each_time() -> None:
    """TCG-F3: `if deck under 9: attack +1`, draw pile 10: 1; after two cards have gone: 2."""
    table = Table(3)
    table.hunter(1, hunter(ability="if deck under 9: attack +1"))
    wolf = table.on_map(0, monster(), 0)
    assert table.do(hunter_attack, 1, 0, wolf) == 1
    table.act(1, "mill 2")
    assert table.do(hunter_attack, 1, 0, wolf) == 2


def test_tcg_f3_conditions_are_about_the_owner_of_the_text() -> None:
    """TCG-F3: material of seat 1, which leads not: its text is false, though seat 0 leads."""
    table = Table(3)
    table.put(1, "material", monster(material_ability="if leader: defence +1"))
    table.put(0, "material", monster(material_ability="if leader: defence +1"))
    wolf = table.on_map(2, monster(), 0)
    assert [table.do(hunter_defence, seat, 2, wolf) for seat in (0, 1)] == [1, 0]
