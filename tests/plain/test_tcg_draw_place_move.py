"""The first three phases (TCG-D1 to M2); expected values worked out from the rulebook by hand."""

from __future__ import annotations

import pytest

from sim.games.monster_hunter_tcg.play.phases import (
    discard_before_drawing,
    draw_phase,
    move_phase,
    place_monsters,
    place_phase,
)
from sim.games.monster_hunter_tcg.rules.draw import draw_up, legal_discards
from sim.games.monster_hunter_tcg.rules.items import legal_acts
from sim.games.monster_hunter_tcg.rules.move import legal_moves, reachable
from sim.games.monster_hunter_tcg.rules.place import has_room, legal_placements, make_room, place, removable
from sim.games.monster_hunter_tcg.rules.retreat import draw_card, mill
from sim.games.monster_hunter_tcg.state import CAMP, NONE, Decision, Event
from tests.plain.table import Table, hunter, monster, slots_of, weapon

ALL_GO = -2

# Draw


def test_tcg_d1_any_card_may_be_discarded_and_seven_must_go_down_to_six() -> None:
    """TCG-D1: with 7 cards there is no stopping; with 6 there is."""
    table = Table(3)
    table.blanks(1, "hand", 7)
    hand = table.zone(1, "hand")
    assert table.offered(legal_discards, 1) == hand
    table.wish(1, Decision.DISCARD, max(hand))
    table.do(discard_before_drawing, 1)
    assert table.zone(1, "hand") == hand - {max(hand)}
    assert table.zone(1, "discards") == {max(hand)}
    assert table.offered(legal_discards, 1) == hand - {max(hand)} | {NONE}


def test_tcg_d1_cards_go_one_after_another_then_six_are_drawn_up_to() -> None:
    """TCG-D1: hand 4, two discarded, then 6 - 2 = 4 drawn from the top."""
    table = Table(3)
    top = table.pile(1, 10)
    table.blanks(1, "hand", 4)
    first, second, *rest = sorted(table.zone(1, "hand"))
    table.wish(1, Decision.DISCARD, second)
    table.wish(1, Decision.DISCARD, first)
    table.do(draw_phase)
    assert table.zone(1, "discards") == {first, second}
    assert table.zone(1, "hand") == {*rest, *top[:4]}
    assert table.deck(1) == top[4:]


def test_tcg_d1_in_round_1_six_are_drawn_and_nobody_is_asked() -> None:
    """TCG-D1: an empty hand has nothing to discard; drawing is not optional: 6 cards, 4 left of 10."""
    table = Table(3)
    table.do(draw_phase)
    for seat in range(3):
        assert len(table.zone(seat, "hand")) == 6
        assert table[seat].opening == table[seat].hand
        assert len(table.deck(seat)) == 4
    assert table.asked == []


def test_tcg_d1_a_full_hand_draws_nothing() -> None:
    """TCG-D1: hand 6: no card."""
    table = Table(3)
    table.blanks(1, "hand", 6)
    table.do(draw_up, 1)
    assert len(table.deck(1)) == 10


@pytest.mark.parametrize(("option", "hand", "retreats"), [("emptied", 6, 1), ("needed", 6, 0)])
def test_tcg_d2_the_last_card_drawn(option: str, hand: int, retreats: int) -> None:
    """TCG-D2: hand 4, draw pile 2: `emptied`: the second card is the last one, a retreat; `needed`: none is owed."""
    table = Table(3, retreat_when=option)
    table.pile(1, 2)
    table.blanks(1, "hand", 4)
    table.do(draw_up, 1)
    assert (len(table.zone(1, "hand")), table[1].retreats) == (hand, retreats)


@pytest.mark.parametrize("option", ["emptied", "needed"])
def test_tcg_d2_after_a_retreat_nothing_more_is_drawn(option: str) -> None:
    """TCG-D2: hand 3, draw pile 2, discard pile 9: hand 5, and the new pile keeps its 9 cards."""
    table = Table(3, retreat_when=option)
    table.pile(1, 2)
    table.blanks(1, "hand", 3)
    table.blanks(1, "discards", 9)
    table.do(draw_phase)
    assert (len(table.zone(1, "hand")), table[1].retreats, len(table.deck(1))) == (5, 1, 9)


def test_tcg_d2_a_card_is_owed_and_none_is_there() -> None:
    """TCG-D2 (R4): an empty draw pile: the next card owed is a retreat under both options; no card is drawn."""
    for option in ("emptied", "needed"):
        table = Table(3, retreat_when=option)
        table.pile(1, 0)
        table.blanks(1, "discards", 5)
        assert not table.do(draw_card, 1)
        assert (table[1].retreats, table[1].hand, len(table.deck(1))) == (1, 0, 5)


@pytest.mark.parametrize("option", ["emptied", "needed"])
def test_tcg_d2_the_option_is_about_draws_alone(option: str) -> None:
    """TCG-D2 (H7): damage 2 of a draw pile of 2 is a retreat under both; damage to an empty one at once."""
    table = Table(3, retreat_when=option)
    table.pile(1, 2)
    table.do(mill, 1, 2, 0)
    assert (table[1].retreats, len(table.deck(1))) == (1, 2)
    table.pile(1, 0)
    table.do(mill, 1, 1, 0)
    assert table[1].retreats == 2


# Place


def test_tcg_p1_one_monster_of_the_hand_or_none_in_an_area_of_the_own_map() -> None:
    """TCG-P1: seat 1 holds two monsters; its areas are 2 and 3."""
    table = Table(3)
    one, two = table.put(1, "hand", monster()), table.put(1, "hand", monster())
    table.put(1, "hand", weapon())
    table.do(legal_placements, 1)
    assert {choice[:3] for choice in table.choices()} == {
        (NONE, 0, 0),
        (one, 2, -1),
        (one, 3, -1),
        (two, 2, -1),
        (two, 3, -1),
    }


def test_tcg_p1_each_seat_places_one_face_down_clockwise() -> None:
    """TCG-P1: the leader 1 first, then 2 and 0; one monster each, though each holds two."""
    table = Table(3)
    table.state.leader = 1
    slots = [table.put(seat, "hand", monster(hp=4)) for seat in range(3)]
    for seat in range(3):
        table.put(seat, "hand", monster())
        table.wish(seat, Decision.PLACE, slots[seat], table.area(seat, 1))
    table.do(place_phase)
    assert table.told(Event.PLACED) == [(seat, slots[seat], 2 * seat + 1, 0, 0, 0, 0) for seat in (1, 2, 0)]
    for seat in range(3):
        assert table.monsters(seat, 1) == {slots[seat]}
        assert table.zone(seat, "face_up") == set()
        assert table[seat].hp[slots[seat]] == 4


def test_tcg_p1_placing_is_optional() -> None:
    """TCG-P1: without a wish nobody places."""
    table = Table(3)
    slot = table.put(0, "hand", monster())
    table.do(place_phase)
    assert table.zone(0, "hand") == {slot}
    assert [(seat, decision) for seat, decision, _ in table.asked] == [(0, Decision.PLACE)]


def test_tcg_p2_a_fourth_monster_needs_one_of_the_three_to_go() -> None:
    """TCG-P2: area 0 of seat 0 holds three, face up and down; any of them may go; area 1 has room."""
    table = Table(4)
    there = [table.on_map(0, monster(main_target="yes"), 0, up=up) for up in (True, False, True)]
    new = table.put(0, "hand", monster())
    assert not table.do(has_room, 0, 0)
    table.do(legal_placements, 0)
    assert {choice[:3] for choice in table.choices()[1:]} == {*((new, 0, one) for one in there), (new, 1, -1)}
    table.wish(0, Decision.PLACE, new, 0, there[1])
    table.do(place_phase)
    assert table.monsters(0, 0) == {there[0], there[2], new}
    assert table.zone(0, "discards") == {there[1]}


def test_tcg_p2_two_monsters_leave_room() -> None:
    """TCG-P2: a third one is placed without a discard."""
    table = Table(3)
    for _ in range(2):
        table.on_map(0, monster(), 0)
    assert table.do(has_room, 0, 0)


def full_map(**options: str) -> tuple[Table, list[int], int]:
    """Two players; seat 0: face up, a face-up main target, face down, face up; and a monster in hand."""
    table, plain = Table(2, **options), monster(hr=5)
    there = [
        table.on_map(0, plain, 0),
        table.on_map(0, monster(main_target="yes"), 1),
        table.on_map(0, plain, 2, up=False),
        table.on_map(0, plain, 3),
    ]
    return table, there, table.put(0, "hand", monster())


def test_tcg_p3_two_players_have_one_monster_an_area() -> None:
    """TCG-P3: areas 0 and 2 are taken: only 1 and 3 are offered."""
    table = Table(2)
    table.on_map(0, monster(), 0)
    table.on_map(0, monster(), 2, up=False)
    new = table.put(0, "hand", monster())
    table.do(legal_placements, 0)
    assert {choice[:3] for choice in table.choices()[1:]} == {(new, 1, -1), (new, 3, -1)}


def test_tcg_p3_on_a_full_map_a_face_up_one_without_icon_goes() -> None:
    """TCG-P3, option full_map_removes = one: those of areas 0 and 3 may go; the new one takes the area."""
    table, there, new = full_map()
    assert slots_of(table.do(removable, 0)) == {there[0], there[3]}
    table.do(legal_placements, 0)
    assert {choice[:3] for choice in table.choices()[1:]} == {(new, 0, there[0]), (new, 3, there[3])}
    table.wish(0, Decision.PLACE, new, 3)
    table.do(place_phase)
    assert [table.monsters(0, one) for one in range(4)] == [{there[0]}, {there[1]}, {there[2]}, {new}]
    assert table.zone(0, "discards") == {there[3]}


def test_tcg_p3_all_such_monsters_go() -> None:
    """TCG-P3, option full_map_removes = all: both go, and the new one takes the area of one of them."""
    table, there, new = full_map(full_map_removes="all")
    table.do(legal_placements, 0)
    assert {choice[:3] for choice in table.choices()[1:]} == {(new, 0, ALL_GO), (new, 3, ALL_GO)}
    table.wish(0, Decision.PLACE, new, 3)
    table.do(place_phase)
    assert [table.monsters(0, one) for one in range(4)] == [set(), {there[1]}, {there[2]}, {new}]
    assert table.zone(0, "discards") == {there[0], there[3]}


def test_tcg_p3_if_there_is_none_nothing_is_placed() -> None:
    """TCG-P3: four areas with main targets or face-down monsters: only `none` is left."""
    table = Table(2)
    for one in range(4):
        table.on_map(0, monster(main_target="yes" if one % 2 else "no"), one, up=bool(one % 2))
    table.put(0, "hand", monster())
    assert table.offered(legal_placements, 0) == {NONE}


@pytest.mark.parametrize(("option", "n"), [(1, 1), (2, 2)])
def test_tcg_p3_placements_of_two_players(option: int, n: int) -> None:
    """TCG-P3, option placements_two_players: one monster, or two, each in an area of its own."""
    table = Table(2, placements_two_players=option)
    one, two = table.put(1, "hand", monster()), table.put(1, "hand", monster())
    table.wish(1, Decision.PLACE, one, 4)
    table.wish(1, Decision.PLACE, two, 5)
    table.do(place_monsters, 1)
    assert len(table.told(Event.PLACED)) == n
    assert [{choice[1] for choice in offered[1:]} for _, _, offered in table.asked] == [{4, 5, 6, 7}, {5, 6, 7}][:n]


def test_tcg_p4_what_goes_for_room_gives_nobody_hr() -> None:
    """TCG-P4: a monster of HR 5 goes for room: 0-0 still."""
    for options in ({}, {"full_map_removes": "all"}):
        table, _, new = full_map(**options)
        table.wish(0, Decision.PLACE, new, 0)
        table.do(place_phase)
        assert table.zone(0, "discards") != set()
        assert table.hr() == [0, 0]


def test_tcg_p4_nothing_goes_without_a_placement() -> None:
    """TCG-P4: who declines on a full map keeps all four; room is made by a placement."""
    table, there, new = full_map()
    table.do(place_phase)
    assert [table.monsters(0, one) for one in range(4)] == [{slot} for slot in there]
    table.do(make_room, 0, -1)
    assert table.zone(0, "discards") == set()
    table.do(place, 0, new, 0, there[0])
    assert (table.monsters(0, 0), table.zone(0, "discards")) == ({new}, {there[0]})


# Move


def test_tcg_m1_a_hunter_moves_along_roads() -> None:
    """TCG-M1: four seats, a ring of eight areas; move 2 from area 0: 6, 7, 0, 1, 2."""
    table = Table(4)
    table.stand(0, 0, 0)
    assert slots_of(table.do(reachable, 0)) == {6, 7, 0, 1, 2}
    table.wish(0, Decision.MOVE, 6)
    table.do(move_phase)
    assert table[0].area == 6


def test_tcg_m1_the_weapon_says_how_far() -> None:
    """TCG-M1: hunter 2, weapon 1: one road, to 7 and 1; not all of it need be used."""
    table = Table(4)
    table.stand(0, 0, 0)
    table.wear(0, weapon(move=1))
    assert table.offered(legal_moves, 0) == {7, 0, 1}


def test_tcg_m1_moving_is_optional_and_nobody_blocks() -> None:
    """TCG-M1: hunters and monsters stand in areas 7 and 1: still 6 to 2; without a wish it stays."""
    table = Table(4)
    table.stand(0, 0, 0)
    table.stand(3, 3, 1)
    table.stand(1, 0, 1)
    table.on_map(3, monster(), 1)
    table.on_map(0, monster(), 1)
    assert table.offered(legal_moves, 0) == {6, 7, 0, 1, 2}
    table.do(move_phase)
    assert [int(table[seat].area) for seat in (0, 1, 3)] == [0, 1, 7]


def test_tcg_m1_two_players_walk_in_a_square() -> None:
    """TCG-M1, S2: move 2 from area 2 (printed 3): 0 and 3, over 0 to 1; the other map's 6 (3 to 3), then 4 and 7."""
    table = Table(2)
    table.stand(0, 0, 2)
    assert slots_of(table.do(reachable, 0)) == {2, 0, 3, 6, 1, 7, 4}


@pytest.mark.parametrize(("move", "areas"), [(1, {0, 1}), (2, {7, 0, 1, 2}), (3, {6, 7, 0, 1, 2, 3})])
def test_tcg_m2_the_road_out_of_camp_counts_as_one(move: int, areas: set[int]) -> None:
    """TCG-M2: one road leads to 0 and 1, each further one along the ring; it must leave, and camps are no destination."""
    table = Table(4)
    table.hunter(0, hunter(move=move))
    assert table.offered(legal_moves, 0) == areas
    table.do(move_phase)
    assert table[0].area == min(areas)


def test_tcg_m2_with_a_move_of_0_it_stays_in_camp() -> None:
    """TCG-M2: no alternative, nobody is asked."""
    table = Table(3)
    for seat in range(3):
        table.hunter(seat, hunter(move=0))
    table.do(move_phase)
    assert [int(table[seat].area) for seat in range(3)] == [CAMP] * 3
    assert table.asked == []


def test_tcg_m2_no_camp_is_entered_by_moving() -> None:
    """TCG-M2: with the longest way every area of the ring is offered, and no camp."""
    table = Table(3)
    table.hunter(0, hunter(move=6))
    table.stand(0, 0, 0)
    assert table.offered(legal_moves, 0) == {0, 1, 2, 3, 4, 5}


def test_tcg_m2_no_camp_is_crossed_by_moving() -> None:
    """TCG-M2: twin bridges, three areas: camp to 1 only; from 1 by one road to 2 and 3 (areas 1 and 2), nothing else."""
    table = Table(2, game_map="twin_bridges")
    table.hunter(0, hunter(move=1))
    table.stand(0, 0, 0)
    assert table.offered(legal_moves, 0) == {0, 1, 2}


def test_forbidden_cards_of_an_experiment_are_not_offered() -> None:
    """TCG-P1, H10: a card that the policy may not play is neither placed nor used."""
    table = Table(3)
    slot, mail = table.put(1, "hand", monster()), table.put(1, "hand", weapon())
    table.setting.entries[1].forbidden = 1 << slot | 1 << mail
    assert table.offered(legal_placements, 1) == {NONE}
    assert table.offered(legal_acts, 1) == {NONE}
