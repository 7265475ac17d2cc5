"""The worked examples of the rulebook (TCG-EX1 to EX11); their numbers stand there."""

from __future__ import annotations

import pytest

from sim.games.monster_hunter_tcg.play.hunt import hunt, strike
from sim.games.monster_hunter_tcg.play.phases import draw_phase, end_phase, equip
from sim.games.monster_hunter_tcg.rules.equip import legal_payments, need
from sim.games.monster_hunter_tcg.rules.retreat import mill, shuffle_deck
from sim.games.monster_hunter_tcg.rules.win import next_leader
from sim.games.monster_hunter_tcg.state import CAMP, NONE, Decision, Event, Kind
from tests.plain.table import Table, armour, hunter, item, monster, weapon


def hunting(**printed: int) -> tuple[Table, int]:
    """Hunter 1 beside a monster of seat 0."""
    table = Table(3)
    table.stand(1, 0, 0)
    return table, table.on_map(0, monster(**printed), 0)


def test_tcg_ex1_a_b_monster() -> None:
    """TCG-EX1, H1: hunter A (3), hunter B (2), the monster (2): the equal one comes after the hunter."""
    table, wolf = hunting(speed=2, hp=9)
    table.stand(2, 0, 0)
    table.hunter(1, hunter(speed=3))
    table.hunter(2, hunter(speed=2))
    table.do(hunt)
    rows = table.told(Event.BLOW, Event.STRIKE)
    assert [row[:4] for row in rows] == [
        (Event.BLOW, 1, 0, wolf),
        (Event.BLOW, 2, 0, wolf),
        (Event.STRIKE, 0, wolf, 1),
        (Event.STRIKE, 0, wolf, 2),
    ]


@pytest.mark.parametrize(("hp", "hr"), [(6, [0, 4, 0]), (7, [0, 0, 4])])
def test_tcg_ex2_attack_6(hp: int, hr: list[int]) -> None:
    """TCG-EX2, H4, H5 and H8: 3 + 2 + 1 = 6; HP 6 slain; HP 7: 1 left: hunter 2 with attack 1 gets all 4 HR."""
    table, wolf = hunting(hp=hp, hr=4, speed=0, attack=0)
    table.wear(1, weapon(attack=3, speed=5))
    for _ in range(2):
        table.wish(1, Decision.WINDOW, Kind.WEAPON, table.put(1, "hand", weapon()), at="blow")
    table.use(1, table.put(1, "hand", item("attack +1")), at="blow")
    table.stand(2, 0, 0)
    table.hunter(2, hunter(speed=1, attack=1))
    table.do(hunt)
    assert table.told(Event.BLOW)[0][:6] == (1, 0, wolf, 6, hp, hp - 6)
    assert table.hr() == hr


@pytest.mark.parametrize(("bonus", "cards"), [(2, [2, 0]), (1, [3, 1])])
def test_tcg_ex3_two_blows_and_an_armour(bonus: int, cards: list[int]) -> None:
    """TCG-EX3, H7 and H8: 7 - 3 - 2 = 2 cards, later 5 - 3 - 2 = 0; with a bonus of 1: 3 and 1."""
    table = Table(3, armour_discard_bonus=bonus)
    table.stand(1, 0, 0)
    table.wear(1, armour(defence=3))
    for attack, speed in ((7, 9), (5, 8)):
        table.on_map(0, monster(attack=attack, speed=speed, hp=9), 0)
    table.wish(1, Decision.WINDOW, Kind.ARMOUR, table.put(1, "hand", armour()), at="strike")
    table.do(hunt)
    assert [row[5] for row in table.told(Event.STRIKE)] == cards


@pytest.mark.parametrize(
    ("pile", "speed", "retreats", "events"),
    [
        (4, 3, 1, [Event.STRIKE]),
        (5, 3, 0, [Event.STRIKE, Event.BLOW]),
        (5, 2, 0, [Event.BLOW, Event.STRIKE]),
    ],
)
def test_tcg_ex4_a_first_strike(pile: int, speed: int, retreats: int, events: list[Event]) -> None:
    """TCG-EX4, H3 and R1: 5 - 1 = 4: of 4 cards a retreat and no blow, of 5 one is left; speed 2: the hunter is first."""
    table = Table(3)
    table.hunter(1, hunter(speed=2, defence=1))
    table.pile(1, pile)
    table.stand(1, 0, 0)
    wolf = table.on_map(0, monster(speed=speed, attack=5, hp=9), 0, up=False)
    table.wish(1, Decision.TARGET, 0, wolf)
    table.do(hunt)
    assert [row[0] for row in table.told(Event.STRIKE, Event.BLOW)] == events
    assert table[1].retreats == retreats
    assert len(table.deck(1)) == (4 if retreats else 1)
    assert (table[1].area == CAMP) == bool(retreats)


def test_tcg_ex5_the_rest_is_void() -> None:
    """TCG-EX5, H7 and R1: damage 5, draw pile 2, discard pile 20: a new draw pile of 22."""
    table, wolf = hunting(attack=5)
    table.pile(1, 2)
    table.blanks(1, "discards", 20)
    table.do(strike, 0, wolf, 1)
    assert (len(table.deck(1)), table[1].discards, table[1].retreats) == (22, 0, 1)


@pytest.mark.parametrize(
    ("option", "hand", "after", "retreats"),
    [("emptied", 3, 6, 1), ("needed", 3, 6, 0), ("emptied", 2, 5, 1), ("needed", 2, 5, 1)],
)
def test_tcg_ex6_the_last_card(option: str, hand: int, after: int, retreats: int) -> None:
    """TCG-EX6, D2: draw pile 3: hand 3: 6 and a retreat (`needed`: none); hand 2: 5 and a retreat under both."""
    table = Table(3, retreat_when=option)
    table.pile(1, 3)
    table.blanks(1, "hand", hand)
    table.do(draw_phase)
    assert (len(table.zone(1, "hand")), table[1].retreats) == (after, retreats)


def test_tcg_ex7_a_deck_lasts_twelve_rounds() -> None:
    """TCG-EX7, D1 and D2: 40 - 6 = 34; 3 cards in each of rounds 2 to 12: 33; the last in round 13: hand 4, a retreat."""
    table = Table(3)
    table.do(shuffle_deck, 1, (1 << 40) - 1)
    table.do(draw_phase)
    assert len(table.deck(1)) == 34
    for round_number in range(2, 14):
        assert table[1].retreats == 0
        assert len(table.deck(1)) == 34 - 3 * (round_number - 2)
        table.state.round_number = round_number
        for slot in sorted(table.zone(1, "hand"))[:3]:
            table.wish(1, Decision.DISCARD, slot)
        table.do(draw_phase)
    assert (table[1].retreats, len(table.zone(1, "hand")), len(table.deck(1))) == (1, 4, 36)


def test_tcg_ex8_the_next_leader() -> None:
    """TCG-EX8, L1: leader 1, HR 5 5 3 5: 3 (`leader_first`: 1). Two seats, leader 0: 4-6: 0, 6-4: 1, 5-5: 0."""
    for option, expected in (("leader_last", 3), ("leader_first", 1)):
        table = Table(4, leader_tie=option)
        table.state.leader = 1
        table.set_hr(5, 5, 3, 5)
        assert table.do(next_leader) == expected
    pair = Table(2)
    found = []
    for hr in ((4, 6), (6, 4), (5, 5)):
        pair.set_hr(*hr)
        found.append(pair.do(next_leader))
    assert found == [0, 1, 0]


def test_tcg_ex9_what_may_be_paid() -> None:
    """TCG-EX9, E2 and E3: old 3, new 5: 2; of 1, 2 and 4 the 2 alone or the 4 alone; a new one of 3: nothing."""
    table = Table(3)
    table.wear(1, weapon(cost=3))
    one, two, four = (table.put(1, "material", monster(material_points=points)) for points in (1, 2, 4))
    dear, same = (table.put(1, "hand", weapon(cost=cost)) for cost in (5, 3))
    assert [table.do(need, 1, Kind.WEAPON, slot) for slot in (dear, same)] == [2, 0]
    assert table.offered(legal_payments, 1, 2, NONE) == {two, four}
    table.wish(1, Decision.EQUIP_WEAPON, same)
    table.do(equip, 1, Kind.WEAPON)
    assert (table[1].weapon, table.zone(1, "material")) == (same, {one, two, four})


def test_tcg_ex10_a_unique_monster() -> None:
    """TCG-EX10, N1: HR 6, turned up at seat 0, then at seat 2: seat 2 discards, seats 0, 1 and 3 gain 6."""
    table, teostra = Table(4), monster(hr=6, unique="yes")
    first, second = table.on_map(0, teostra, 0), table.on_map(2, teostra, 1)
    table.do(end_phase)
    assert (table.monsters(0, 0), table.zone(2, "discards")) == ({first}, {second})
    assert table.hr() == [6, 6, 0, 6]


@pytest.mark.parametrize(("option", "hr", "winners"), [("once", [20, 20], 0b11), ("each", [22, 20], 0b01)])
def test_tcg_ex11_a_shared_win(option: str, hr: list[int], winners: int) -> None:
    """TCG-EX11, N4 and W2: 19-19, three face down and one: 20-20, shared; `each`: 22-20, the first wins."""
    table = Table(2, hidden_hr=option)
    table.set_hr(19, 19)
    for place in range(3):
        table.on_map(0, monster(), place, up=False)
    table.on_map(1, monster(), 0, up=False)
    table.do(end_phase)
    assert (table.hr(), table.state.winners) == (hr, winners)


def test_a_retreat_in_the_middle_of_a_round_keeps_every_card() -> None:
    """TCG-R1: 40 cards: none is lost by damage and retreat: draw pile, hand and discard pile hold them all."""
    table = Table(3)
    table.do(shuffle_deck, 1, (1 << 40) - 1)
    table.do(draw_phase)
    for _ in range(3):
        table.do(mill, 1, 30, 0)
        assert len(table.deck(1)) + len(table.zone(1, "hand")) + len(table.zone(1, "discards")) == 40
    assert table[1].retreats == 1
