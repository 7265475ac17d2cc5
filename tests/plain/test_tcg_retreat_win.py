"""Retreats and the end of the game (TCG-R1 to W3); worked out from the rulebook by hand."""

from __future__ import annotations

import pytest

from sim.games.monster_hunter_tcg.play.game import play_game, play_phase, play_round
from sim.games.monster_hunter_tcg.play.hunt import blow, hunt, hunt_step, strike, use_item
from sim.games.monster_hunter_tcg.play.phases import draw_phase, end_phase, end_steps, move_phase
from sim.games.monster_hunter_tcg.rules.hunt import slay
from sim.games.monster_hunter_tcg.rules.retreat import mill, retreat
from sim.games.monster_hunter_tcg.rules.win import can_win, check_win, finish, highest, seats_in_game
from sim.games.monster_hunter_tcg.state import CAMP, NONE, Decision, EndReason, Event, Phase, WinCheck
from tests.plain.table import Table, armour, item, monster, weapon

NOW, PHASE, ROUND = WinCheck

# Retreats


def test_tcg_r1_to_the_camp_and_the_discard_pile_is_the_new_draw_pile() -> None:
    """TCG-R1: 5 cards discarded: a new draw pile of these 5; hand, equipment and material stay."""
    table = Table(3)
    table.stand(1, 0, 0)
    table.pile(1, 0)
    table.blanks(1, "discards", 5)
    table.blanks(1, "hand", 2)
    hand, trash = table.zone(1, "hand"), table.zone(1, "discards")
    sword, mail, bone = table.wear(1, weapon()), table.wear(1, armour()), table.put(1, "material", monster())
    table.do(retreat, 1)
    assert (table[1].area, table[1].retreats) == (CAMP, 1)
    assert (set(table.deck(1)), table[1].discards) == (trash, 0)
    assert (table.zone(1, "hand"), table.zone(1, "material")) == (hand, {bone})
    assert (table[1].weapon, table[1].armour) == (sword, mail)


def test_tcg_r1_the_new_draw_pile_is_shuffled() -> None:
    """TCG-R1: 20 discarded cards in 5 blocks: not always the same order (one of 20! each time)."""
    orders = set()
    for block in range(5):
        table = Table(3)
        table.pile(1, 0)
        table.blanks(1, "discards", 20)
        table.state.block = block
        table.do(retreat, 1)
        orders.add(tuple(table.deck(1)))
    assert len(orders) == 5


def test_tcg_r1_before_the_move_phase_it_may_still_move() -> None:
    """TCG-R1, M2: a retreat in the draw phase; in the move phase of this round the hunter leaves the camp, as it must."""
    table = Table(3)
    table.stand(1, 0, 1)
    table.pile(1, 3)
    table.blanks(1, "discards", 9)
    table.do(draw_phase)
    assert table[1].area == CAMP
    table.do(move_phase)
    assert table[1].area != CAMP


def test_tcg_r1_in_camp_a_hunter_neither_hits_nor_is_hit() -> None:
    """TCG-R1: a blow of 5 empties the draw pile of 5: the hunter is in camp, and a second monster there does not hit it."""
    table = Table(3)
    table.stand(1, 0, 0)
    table.pile(1, 5)
    first, _ = (table.on_map(0, monster(attack=5, hp=9, speed=speed), 0) for speed in (9, 8))
    table.do(hunt)
    assert [row[1:3] for row in table.told(Event.STRIKE)] == [(first, 1)]
    assert (table.told(Event.BLOW), table[1].retreats) == ([], 1)


def test_tcg_r1_play_goes_on_at_once() -> None:
    """TCG-R1: a seat in camp after its retreat still uses an item in the closing window: HR 1."""
    table = Table(3)
    table.stand(1, 0, 0)
    table.pile(1, 1)
    table.on_map(0, monster(hp=9, speed=9), 0)
    table.wish(1, Decision.WINDOW, NONE, at="idle")
    table.use(1, table.put(1, "hand", item("hr +1")), at="idle")
    table.do(hunt)
    assert [row[0] for row in table.told(Event.RETREAT, Event.HR)] == [Event.RETREAT, Event.HR]
    assert (table[1].area, table.hr()) == (CAMP, [0, 1, 0])


@pytest.mark.parametrize(("retreats", "able"), [(0, True), (1, True), (2, True), (3, False)])
def test_tcg_r2_two_retreats_are_allowed(retreats: int, able: bool) -> None:  # noqa: FBT001
    """TCG-R2: with the third the seat can no longer win, not even with 25 HR."""
    table = Table(3)
    table[1].retreats = retreats
    table.set_hr(0, 25, 20)
    assert table.do(can_win, 1) == able
    table.do(check_win, NOW)
    assert table.state.winners == (0b010 if able else 0b100)


def test_tcg_r2_it_acts_until_the_end_phase() -> None:
    """TCG-R2, N3: after its third retreat seat 1 still uses an item; in the end phase it leaves."""
    table = Table(3)
    table[1].retreats = 3
    table.use(1, table.put(1, "hand", item("hr +1")))
    table.do(hunt)
    assert table.hr() == [0, 1, 0]
    table.do(end_phase)
    assert table[1].left == 1


def test_tcg_r2_the_last_seat_cannot_win_either() -> None:
    """TCG-R2, W1, W2: by_seat: seat 0 leaves, seat 1 has also retreated three times: it does not win, but leaves: nobody."""
    table = Table(2, end_phase_order="by_seat")
    table[0].retreats = table[1].retreats = 3
    table.do(end_phase)
    assert (table.state.over, table.state.winners, table.state.reason) == (1, 0, EndReason.NOBODY)


def test_tcg_r3_card_texts_cause_retreats() -> None:
    """TCG-R3: `mill 4 rivals`: draw piles of 4 and 5: seat 0 retreats, seat 2 has one card left; `mill 10` is one's own."""
    table = Table(3)
    table.pile(0, 4)
    table.pile(2, 5)
    table.do(use_item, 1, table.put(1, "hand", item("mill 4 rivals")), NONE, NONE)
    assert [int(table[seat].retreats) for seat in range(3)] == [1, 0, 0]
    assert len(table.deck(2)) == 1
    table.do(use_item, 1, table.put(1, "hand", item("mill 10")), NONE, NONE)
    assert table[1].retreats == 1


def test_tcg_r4_with_an_empty_discard_pile_the_new_draw_pile_is_empty() -> None:
    """TCG-R4: hand 0, draw pile 2: `draw` makes a retreat with nothing to shuffle; no second one until a card is owed."""
    table = Table(3)
    table.pile(1, 2)
    table.do(draw_phase)
    assert (table[1].retreats, table.deck(1), len(table.zone(1, "hand"))) == (1, [], 2)
    table.do(mill, 1, 0, 0)
    assert table[1].retreats == 1
    table.do(mill, 1, 1, 0)
    assert table[1].retreats == 2
    table.do(draw_phase)
    assert table[1].retreats == 3


# The end


@pytest.mark.parametrize(
    ("hr", "winners"), [((19, 0, 0), 0), ((20, 0, 0), 0b001), ((20, 22, 0), 0b010), ((21, 3, 21), 0b101)]
)
def test_tcg_w1_w2_20_hr_win_and_equal_hr_is_a_shared_win(hr: tuple[int, ...], winners: int) -> None:
    """TCG-W1, W2: 19 is too little; of 20 and 22 the 22 wins; 21 twice is a shared win."""
    table = Table(3)
    table.set_hr(*hr)
    assert table.do(highest) == winners
    table.do(check_win, NOW)
    assert (table.state.over, table.state.winners) == (int(winners != 0), winners)


def test_tcg_w1_the_last_seat_wins() -> None:
    """TCG-W1: seats 0 and 2 have left: 1 wins with 0 HR; with two left the game goes on."""
    table = Table(3)
    table[0].left = 1
    assert table.do(seats_in_game) == 0b110
    table.do(check_win, NOW)
    assert table.state.over == 0
    table[2].left = 1
    table.do(check_win, NOW)
    assert (table.state.winners, table.state.reason) == (0b010, EndReason.LAST_SEAT)


def test_tcg_w1_both_at_once_hr_goes_first() -> None:
    """TCG-W1: the last seat has 20 HR: the reason is HR; who left with 30 HR does not win."""
    table = Table(2)
    table.set_hr(30, 20)
    table[0].left = 1
    table.do(check_win, NOW)
    assert (table.state.winners, table.state.reason) == (0b10, EndReason.HR)


def test_tcg_w2_with_no_seat_left_nobody_wins() -> None:
    """TCG-W2: both seats leave in one step."""
    table = Table(2)
    table[0].retreats = table[1].retreats = 3
    table.do(end_steps, 3, 0, 2)
    assert (table.state.over, table.state.winners, table.state.reason) == (1, 0, EndReason.NOBODY)


@pytest.mark.parametrize(
    ("option", "over"),
    [("immediate", (True, True, True)), ("phase", (False, True, True)), ("round", (False, False, True))],
)
def test_tcg_w2_when_hr_is_looked_at(option: str, over: tuple[bool, ...]) -> None:
    """TCG-W2, option win_check: after a step, at the end of a phase, at the end of a round."""
    found = []
    for moment in (NOW, PHASE, ROUND):
        table = Table(3, win_check=option)
        table.set_hr(20, 0, 0)
        table.do(check_win, moment)
        found.append(bool(table.state.over))
    assert tuple(found) == over


def test_tcg_w2_immediate_after_a_blow_the_rest_does_not_happen() -> None:
    """TCG-W2: seat 1 slays for its 20th HR; the slower monster does not attack any more."""
    table = Table(3)
    table.stand(1, 0, 0)
    table.set_hr(0, 19, 0)
    table.on_map(0, monster(), 0)
    table.on_map(0, monster(hp=9), 0)
    table.do(hunt)
    assert (table.state.winners, table.told(Event.STRIKE)) == (0b010, [])
    finished = Table(3)
    finished.do(finish, 0b10, EndReason.HR)
    finished.do(check_win, NOW)
    assert finished.state.winners == 0b10


@pytest.mark.parametrize(("option", "phases"), [("phase", 4), ("round", 6)])
def test_tcg_w2_at_the_end_of_the_phase_or_of_the_round(option: str, phases: int) -> None:
    """TCG-W2, option win_check: 20 HR in the hunt, the fourth of six phases: the game ends with it, or after the sixth."""
    table = Table(3, win_check=option)
    table.set_hr(0, 19, 0)
    table.use(1, table.put(1, "hand", item("hr +1")))
    table.do(play_round)
    assert len(table.told(Event.PHASE)) == phases
    assert (table.state.over, table.state.winners, table.hr()[1]) == (1, 0b010, 20)


def test_tcg_w2_several_seats_at_the_end_of_a_phase() -> None:
    """TCG-W2, option win_check = phase: seat 1 had 20 first, seat 2 has 21 at the end of the hunt: 2 wins alone."""
    table = Table(3, win_check="phase")
    table.set_hr(0, 19, 19)
    table.use(1, table.put(1, "hand", item("hr +1")))
    table.use(2, table.put(2, "hand", item("hr +2")))
    table.do(play_phase, Phase.HUNT)
    assert (table.hr(), table.state.winners) == ([0, 20, 21], 0b100)


def test_tcg_w2_a_card_text_is_looked_at_when_it_is_complete() -> None:
    """TCG-W2: `hr +1; hr +1 rivals` at 19-19-0: 20-20-1 together: a shared win."""
    table = Table(3)
    table.set_hr(19, 19, 0)
    table.do(use_item, 0, table.put(0, "hand", item("hr +1; hr +1 rivals")), NONE, NONE)
    assert (table.hr(), table.state.winners) == ([20, 20, 1], 0b011)


def test_tcg_w2_a_blow_and_its_hr_come_before_what_it_sets_off() -> None:
    """TCG-W2, F1: seat 1 slays for its 20th HR: `slain: hr +5` of the placer with 19 does not happen any more."""
    table = Table(3)
    table.stand(1, 0, 0)
    table.set_hr(19, 19, 0)
    wolf = table.on_map(0, monster(ability="slain: hr +5"), 0)
    table.do(blow, 1, 0, wolf)
    assert (table.hr(), table.state.winners) == ([19, 20, 0], 0b010)


@pytest.mark.parametrize("cap", [200, 10, 25])
def test_tcg_w3_a_game_ends_at_the_cap_without_a_winner(cap: int) -> None:
    """TCG-W3, option round_cap: in the last round the game ends; in the one before it does not."""
    for round_number, over in ((cap - 1, 0), (cap, 1)):
        table = Table(3, round_cap=cap)
        table.state.round_number = round_number - 1
        table.do(play_round)
        assert table.state.over == over
    assert (table.state.winners, table.state.reason) == (0, EndReason.ROUND_CAP)


def test_tcg_w3_a_whole_game_to_its_cap() -> None:
    """TCG-W3: three seats that never do anything: ten rounds, and it is told as such."""
    table = Table(3, round_cap=10)
    table.do(play_game, 0)
    assert [row[:3] for row in table.told(Event.END)] == [(10, EndReason.ROUND_CAP, 0)]
    assert len(table.told(Event.ROUND)) == 10


def test_tcg_w3_a_win_in_the_last_round_is_a_win() -> None:
    """TCG-W3, W1: 20 HR by N4 of the tenth round."""
    table = Table(3, round_cap=10)
    table.state.round_number = 9
    table.set_hr(0, 0, 19)
    table.on_map(2, monster(), 0, up=False)
    table.do(play_round)
    assert (table.state.winners, table.state.reason) == (0b100, EndReason.HR)


def test_tcg_w2_a_monsters_blow_is_followed_by_a_look() -> None:
    """TCG-W2: whoever has 20 HR when a blow of a monster is done wins then; a slain monster too."""
    table = Table(3)
    table.stand(1, 0, 0)
    table.set_hr(0, 0, 20)
    wolf = table.on_map(0, monster(speed=9, hp=9), 0)
    table.do(strike, 0, wolf, 1)
    assert table.state.winners == 0b100
    other = Table(3)
    other.set_hr(0, 0, 19)
    other.do(slay, 0, other.on_map(0, monster(), 0), 2)
    assert other.state.winners == 0b100
    assert not other.do(hunt_step)
