"""Metrics of the hunt on tables written by hand; each expected value is reckoned from the formula in its docstring."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pandas as pd
import pytest

from analysis import hunt, hunt_cards, hunt_course, hunt_options
from analysis.estimators import INSIDE, OUTSIDE, UNDECIDED
from analysis.hunt_course import ALL
from analysis.tables import Run
from sim.schema import InputError
from tests.hunt_runs import card_rows, cell, hunt_run

WIN, LOSS, EVEN = (12, 0), (0, 12), (6, 6)


def row(frame: pd.DataFrame, **where: object) -> pd.Series:
    """The one row with these values."""
    for name, value in where.items():
        frame = frame[frame[name] == value]
    assert len(frame) == 1
    return frame.iloc[0]


def games(*shares: tuple[int, ...], **more: object) -> list[dict[str, object]]:
    """Games with these shares, all else alike."""
    return [{"shares": one} | more for one in shares]


@pytest.fixture
def pairs() -> Run:
    """Deck a beats b in three of four games; a meets itself, and the entry that leads wins three of four."""
    return hunt_run(
        [
            cell("a b", ["a", "b"], games(WIN, WIN, LOSS, WIN)),
            cell("a a", ["a", "a"], games(WIN, LOSS, WIN, WIN)),  # seat 0 leads: entry 0 in even games, entry 1 in odd ones
        ],
    )


# Who wins


def test_a_cell_knows_its_line_up(pairs: Run) -> None:
    """Decks and policies by entry, one word for equal policies, and whether all entries are alike."""
    known = hunt.line_ups(pairs)
    assert known["decks"].tolist() == [("a", "b"), ("a", "a")]
    assert known["policy"].tolist() == ["greedy", "greedy"]
    assert known["is_mirror"].tolist() == [False, True]


def test_no_cell_of_that_name_is_an_error(pairs: Run) -> None:
    with pytest.raises(InputError, match='no cell is named like "x\\*"'):
        hunt.line_ups(pairs, "x*")


def test_win_rate_of_a_deck_is_its_mean_share_against_others_with_the_variance_of_blocks(pairs: Run) -> None:
    """3 of 4, the mirror left out. Block sums 2 and 1: residuals +0.5 and -0.5, Var = 0.5 / 16 x 2 = 1/16."""
    found = row(hunt.win_rates(pairs), deck="a")
    assert (found["value"], found["n"], found["blocks"], found["fair"]) == (0.75, 4, 2, 0.5)
    assert found["standard_error"] == pytest.approx(0.25)
    assert row(hunt.win_rates(pairs), deck="b")["value"] == 0.25


def test_blocks_of_cells_that_share_a_deal_are_one_unit() -> None:
    """Deck a wins in the first block of both cells and loses in the second of both.

    Two units of four games give residuals +2 and -2: Var = 8 / 64 x 2 = 1/4. Four units would give 4 / 64 x 4/3 = 1/12.
    """
    shares = games(WIN, WIN, LOSS, LOSS)
    one_deal = hunt_run([cell("x", ["a", "b"], shares, "d"), cell("y", ["a", "c"], shares, "d")])
    two_deals = hunt_run([cell("x", ["a", "b"], shares), cell("y", ["a", "c"], shares)])
    found = [row(hunt.win_rates(run), deck="a") for run in (one_deal, two_deals)]
    assert [one["blocks"] for one in found] == [2, 4]
    assert found[0]["standard_error"] == pytest.approx(0.5)
    assert found[1]["standard_error"] == pytest.approx(sqrt(1 / 12))


def test_a_shared_win_counts_in_parts_and_a_game_without_winner_for_nobody() -> None:
    """Half a win in two games."""
    run = hunt_run([cell("x", ["a", "b"], games(EVEN, (0, 0)))])
    assert hunt.win_rates(run)["value"].tolist() == [0.25, 0.25]


def test_verdicts_need_the_whole_interval_within_or_beyond_the_margin() -> None:
    """400 blocks that a wins, 400 of one win each, and 4 of one win each: beyond, within, and open with Wilson's interval.

    Where all blocks agree the games count as independent: 800 games at 1/2 give +-3.5 points, more than 2 but less than 5.
    """
    cells = [
        cell("x", ["a", "b"], games(*[WIN] * 800), policy="one"),
        cell("y", ["a", "b"], games(*[WIN, LOSS] * 400), policy="two"),
        cell("z", ["a", "b"], games(*[WIN, LOSS] * 4), policy="three"),
    ]
    found = hunt.win_rates(hunt_run(cells), margin=0.05)
    verdicts = {policy: row(found, deck="a", policy=policy)["verdict"] for policy in ("one", "two", "three")}
    assert verdicts == {"one": OUTSIDE, "two": INSIDE, "three": UNDECIDED}


def test_places_count_clockwise_from_the_first_leader() -> None:
    """Three seats, seat 2 leads, entry 0 always wins: it sits at seats 0, 1 and 2, which are places 1, 2 and 0."""
    run = hunt_run([cell("x", ["a", "b", "c"], games(*[(12, 0, 0)] * 6, first_leader=2))])
    rows = hunt.seat_rows(run)
    assert rows.loc[rows["entry"] == 0, "place"].tolist() == [1, 2, 0] * 2
    assert hunt.win_rates(run, "place")["value"].tolist() == pytest.approx([1 / 3] * 3)
    assert hunt.leader_advantage(run)["value"].tolist() == pytest.approx([0])


def test_the_leaders_advantage_is_the_rate_of_seats_that_lead_less_an_even_share(pairs: Run) -> None:
    """Seat 0 leads: entry 0 in even games. a b: wins, loses, loses, loses; a a: wins, wins, wins, loses. 4 of 8."""
    assert hunt.leader_advantage(pairs)["value"].tolist() == [0.0]
    assert hunt.leader_advantage(pairs, "a a")["value"].tolist() == [0.25]


def test_a_match_up_stands_both_ways_round_and_the_diagonal_is_the_first_leader(pairs: Run) -> None:
    """A beats b 3 of 4, b beats a 1 of 4; the leader of a against a wins 3 of 4."""
    found = hunt.matchups(pairs)
    values = {(one.deck, one.other): (one.value, one.is_mirror) for one in found.itertuples()}
    assert values == {("a", "b"): (0.75, False), ("b", "a"): (0.25, False), ("a", "a"): (0.75, True)}


def test_winners_lead_the_share_of_rounds_that_they_led() -> None:
    """4 of 10 rounds led by the winner, then 6 of 10 halved by a shared win with 2 of 10: (4 + 3 + 1) / (10 + 5 + 5)."""
    played = [{"shares": WIN, "led": [4, 6]}, {"shares": EVEN, "led": [6, 2]}]
    found = hunt.winners_led(hunt_run([cell("x", ["a", "b"], played)]))
    assert found["value"].tolist() == pytest.approx([0.4])
    assert found["fair"].tolist() == [0.5]


# The course of a game


def hidden_game(winner: tuple[int, int], loser: tuple[int, int], **more: object) -> dict[str, object]:
    """A game that entry 0 wins; (HR points, those of them for hidden monsters) of both."""
    return {"shares": WIN, "hr": [winner[0], loser[0]], "hr_hidden": [winner[1], loser[1]]} | more


def test_hidden_points_make_a_winner_within_their_number_and_turn_a_game_that_was_lost_without_them() -> None:
    """Lead 3, own points 3: made; 17 against 17 without: not turned. Own 4: 16 against 17: turned. Own 2: neither.

    Own 4, rival 3: made, and 16 against 14 without: not turned. A game of the last seat does not count.
    """
    played = [
        *(hidden_game((20, 3), (17, 0)), hidden_game((20, 4), (17, 0)), hidden_game((20, 2), (17, 0))),
        *(hidden_game((20, 4), (17, 3)), hidden_game((9, 9), (8, 0), end_reason="last_seat", left=[0, 1]), {"shares": EVEN}),
    ]
    found = hunt_course.game_rows(hunt_run([cell("x", ["a", "b"], played)]))
    np.testing.assert_array_equal(found["hidden_made"], [1, 1, 0, 1, np.nan, np.nan])
    np.testing.assert_array_equal(found["hidden_turned"], [0, 1, 0, 0, np.nan, np.nan])
    assert found["last_seat"].tolist() == found["somebody_left"].tolist() == [0, 0, 0, 0, 1, 0]


def test_shares_of_games_leave_out_games_that_do_not_count() -> None:
    """Fewer retreats than the rival in one of two games with one winner; the shared win is no such game."""
    played = [{"shares": WIN, "retreats": [0, 1]}, {"shares": LOSS, "retreats": [1, 1]}, *games(EVEN, EVEN)]
    found = hunt_course.game_shares(hunt_run([cell("x", ["a", "b"], played)]))
    assert row(found, measure="fewer_retreats")[["value", "n"]].tolist() == [0.5, 2]
    assert row(found, measure="unfinished")[["value", "n"]].tolist() == [0, 4]


def test_entries_that_are_not_there_do_not_win_by_having_nothing() -> None:
    """A table of two beside one of three: the missing third entry is neither ahead nor behind."""
    three = {"shares": (12, 0, 0), "hr": [20, 15, 18], "hr_hidden": [1, 0, 0]}
    cells = [cell("x", ["a", "b"], [hidden_game((20, 3), (17, 0))] * 2), cell("y", ["a", "b", "c"], [three] * 3)]
    assert hunt_course.game_rows(hunt_run(cells))["hidden_made"].tolist() == [1, 1, 0, 0, 0]


@pytest.fixture
def course() -> Run:
    """Games of 5, 7, 7 and 9 rounds, the last one ended by retreats."""
    last = {"shares": LOSS, "rounds": 9, "end_reason": "last_seat", "retreats": [3, 0], "left": [1, 0]}
    played = [{"shares": WIN, "rounds": n, "retreats": [0, 1]} for n in (5, 7, 7)]
    return hunt_run([cell("x", ["a", "b"], [*played, last])])


def test_endings_are_shares_of_all_games_and_what_never_came_up_is_there(course: Run) -> None:
    """3 of 4 by HR points, 1 of 4 by the last seat, 0 of the others."""
    found = hunt_course.endings(course)
    expected = {"hr": 0.75, "last_seat": 0.25, "nobody": 0.0, "round_cap": 0.0}
    assert dict(zip(found["end_reason"], found["value"], strict=True)) == expected


def test_lengths_add_up_within_each_result(course: Run) -> None:
    """By HR points a third after 5 rounds, all after 7; of all games a quarter, three quarters, all."""
    found = hunt_course.lengths(course)
    by_end = {end: part[["rounds", "share"]].to_numpy().tolist() for end, part in found.groupby("end_reason")}
    assert by_end == {
        "hr": [[5, 1 / 3], [7, 1]],
        "last_seat": [[9, 1]],
        ALL: [[5, 0.25], [7, 0.75], [9, 1]],
    }


def test_the_median_length_is_the_first_round_by_which_half_have_ended(course: Run) -> None:
    """A quarter by round 5, three quarters by round 7; 90 % only by round 9."""
    found = hunt_course.length_quantiles(course)
    values = {one.quantile: one.value for one in found[found["end_reason"] == ALL].itertuples()}
    assert values == {0.5: 7, 0.9: 9, 0.99: 9}


def test_means_of_games_are_over_blocks(course: Run) -> None:
    """Blocks of 12 and 16 rounds: mean 7, residuals -2 and +2 of 4 games, Var = 8 / 16 x 2 = 1."""
    found = row(hunt_course.game_means(course), measure="rounds")
    assert found[["value", "standard_error", "n"]].tolist() == pytest.approx([7, 1, 2])


def test_seats_are_counted_by_their_retreats(course: Run) -> None:
    """Without: three winners and the last seat, all winning. Once: three losers. Three times: one loser."""
    found = hunt_course.retreats(course)
    assert found[["retreats", "value", "seats_share"]].to_numpy().tolist() == [[0, 1, 0.5], [1, 0, 0.375], [3, 0, 0.125]]


def test_points_come_from_four_sources_and_texts_are_the_rest() -> None:
    """Deck a: 20 = 8 slain + 7 hidden + 4 gifts + 1 by texts. Winners are a alone, all seats are half a and half b."""
    game = {"shares": WIN, "hr": [20, 6], "hr_slain": [8, 4], "hr_hidden": [7, 3], "hr_gift": [4, 0]}
    found = hunt_course.points(hunt_run([cell("x", ["a", "b"], [game] * 4)]))
    values = {who: dict(zip(part["source"], part["value"], strict=True)) for who, part in found.groupby("who")}
    assert values["a"] == values["winners"] == {"slain": 8, "hidden": 7, "gifts": 4, "texts": 1}
    assert values["b"] == {"slain": 4, "hidden": 3, "gifts": 0, "texts": -1}
    assert values[ALL] == {"slain": 6, "hidden": 5, "gifts": 2, "texts": 0}


def test_what_a_placed_monster_gives_away_is_what_the_rival_got_for_slaying() -> None:
    """Of 4 and 6 placed, 2 and 3 were slain for 5 and 5 points: 1/2 slain, 1 point, 9 / 10 hidden for each placed one."""
    counts = {
        "placed": ([4, 1], [6, 1]),
        "lost": ([2, 1], [3, 1]),
        "hr_slain": ([1, 5], [1, 5]),
        "hr_hidden": ([3, 0], [6, 0]),
    }
    played = [{"shares": WIN} | {name: both[number] for name, both in counts.items()} for number in (0, 1)]
    found = hunt_course.placements(hunt_run([cell("x", ["a", "b"], played)]))
    values = {one.measure: one.value for one in found[found["deck"] == "a"].itertuples()}
    assert values == pytest.approx({"placed": 5, "lost": 0.5, "given": 1, "hidden": 0.9})


def lead_row(number: int, blocks: list[tuple[int, int]]) -> dict[str, int]:
    """A row of the table rounds: a lead of 2 after round 3, from (seats, wins) of each block."""
    n, y = (np.array(column) for column in zip(*blocks, strict=True))
    sums = {"n": n.sum(), "y": 12 * y.sum(), "nn": (n * n).sum(), "ny": 12 * (n * y).sum(), "yy": 144 * (y * y).sum()}
    return {"cell": number, "round": 3, "lead": 2} | {name: int(value) for name, value in sums.items()}


LEADS = [(3, 3), (2, 0), (3, 1), (2, 1)]


def test_a_lead_wins_the_share_of_seats_that_had_it() -> None:
    """5 of 10; residuals 1.5, -1, -0.5 and 0 of four blocks: Var = 3.5 / 100 x 4/3."""
    run = hunt_run([cell("x", ["a", "b"], games(*[WIN] * 8))], rounds=pd.DataFrame([lead_row(0, LEADS)]))
    found = row(hunt_course.leads(run, [3]), lead=2)
    assert found[["value", "n"]].tolist() == [0.5, 10]
    assert found["standard_error"] == pytest.approx(sqrt(0.035 * 4 / 3))


def test_standard_errors_of_leads_in_several_cells_add_up() -> None:
    """The same blocks in two cells: twice the root of 3.5 over 20 seats is what one cell has over 10."""
    cells = [cell(name, ["a", "b"], games(*[WIN] * 8), "one deal") for name in "xy"]
    run = hunt_run(cells, rounds=pd.DataFrame([lead_row(number, LEADS) for number in (0, 1)]))
    found = row(hunt_course.leads(run, [3]), lead=2)
    assert found[["value", "n"]].tolist() == [0.5, 20]
    assert found["standard_error"] == pytest.approx(sqrt(0.035 * 4 / 3))


def test_decisions_are_shares_of_those_made() -> None:
    """Nothing in 3 of 4, with 12 alternatives in all: three on average; two entries of one policy are added up."""
    made = [
        {"cell": 0, "entry": entry, "decision": "place", "nothing": n, "something": 1 - n, "alternatives": 3}
        for entry, n in ((0, 1), (1, 0))
    ]
    made += [{"cell": 0, "entry": 0, "decision": "move", "nothing": 2, "something": 0, "alternatives": 6}]
    run = hunt_run([cell("x", ["a", "b"], games(WIN, WIN))], decisions=pd.DataFrame(made))
    found = hunt_course.decisions(run)
    assert row(found, decision="place")[["n", "nothing", "alternatives"]].tolist() == [2, 0.5, 3]
    assert row(found, decision="move")[["n", "nothing", "alternatives"]].tolist() == [2, 1, 3]


# Cards

OPENING = (3, 24, 3, 24, 288, 36, 432)
"""Three blocks with a copy each, won, won and lost, where the entry won 2, 1 and 0 games: n, y (twelfths), products."""


def card(number: int, name: str = "sword", **measures: tuple[int, ...]) -> dict[str, object]:
    return {"cell": number, "entry": 0, "card": name, "kind": "weapon", "copies": 2} | measures


def test_card_strength_is_the_rate_of_copies_less_that_of_the_deck() -> None:
    """2/3 less 1/2; shares of the error (y - R n) / 3 - (Y - 1) / 6: -1/18, 1/9, -1/18; Var = 1/54 x 3/2 = 1/36."""
    played = games(WIN, WIN, WIN, LOSS, LOSS, LOSS)
    run = hunt_run([cell("x", ["a", "b"], played)], cards=card_rows(card(0, opening=OPENING)))
    found = hunt_cards.card_strength(run)
    assert found["measure"].tolist() == ["opening"]  # never drawn, never played: nothing to say
    assert found["value"].iloc[0] == pytest.approx(1 / 6)
    assert found["standard_error"].iloc[0] == pytest.approx(1 / 6)
    assert found[["seen", "rate", "n"]].iloc[0].tolist() == pytest.approx([3, 2 / 3, 3])


def test_cards_of_a_deck_against_itself_tell_nothing() -> None:
    """The deck's rate is one half whatever its cards do."""
    cells = [cell("x", ["a", "a"], games(WIN, WIN)), cell("y", ["a", "b"], games(WIN, WIN, WIN, LOSS, LOSS, LOSS))]
    run = hunt_run(cells, cards=card_rows(card(0, opening=OPENING), card(1, opening=OPENING)))
    assert hunt_cards.card_strength(run)["seen"].tolist() == [3]


def test_differences_are_averaged_by_copies_and_errors_pull_together_unless_independent() -> None:
    """Weights 1/4 and 3/4: 0.1 / 4 + 0.3 x 3/4 = 0.25; errors 0.005 + 0.045, or the root of the sum of their squares."""
    about = {"seats": 2, "policy": "greedy", "measure": "opening", "card": ["a", "b"], "rate": [0.6, 0.8], "n": [9, 11]}
    each = pd.DataFrame(about | {"seen": [10, 30], "value": [0.1, 0.3], "standard_error": [0.02, 0.06]})
    keys = ["seats", "policy", "measure"]
    both = [hunt_cards.pooled(each, keys, independent=independent).iloc[0] for independent in (False, True)]
    assert [one["value"] for one in both] == pytest.approx([0.25, 0.25])
    assert [one["standard_error"] for one in both] == pytest.approx([0.05, sqrt(0.005**2 + 0.045**2)])
    assert both[0][["seen", "rate", "n"]].tolist() == pytest.approx([40, 0.75, 9])


def test_cards_held_together_have_wider_intervals() -> None:
    """Two cards of one family: t at 97.5 % with 9 degrees of freedom, 2.6850, in place of 2.2622."""
    one = {
        "seats": 2,
        "policy": "greedy",
        "measure": "opening",
        "card": ["a"],
        "rate": 0.5,
        "n": 10,
        "seen": 5,
        "value": 0.0,
    }
    alone = pd.DataFrame(one | {"standard_error": 1.0})
    two = pd.concat([alone, alone.assign(card="b")], ignore_index=True)
    keys = ["seats", "policy", "measure", "card"]
    assert hunt_cards.pooled(alone, keys)["high"].tolist() == pytest.approx([2.2622], abs=1e-4)
    assert hunt_cards.pooled(two, keys)["high"].tolist() == pytest.approx([2.6850] * 2, abs=1e-4)


def test_use_counts_the_copies_played_of_those_drawn() -> None:
    """8 drawn and 6 played in 4 games."""
    rows = card_rows(card(0, drawn=(8, 0, 0, 0, 0, 0, 0), played=(6, 0, 0, 0, 0, 0, 0)))
    found = hunt_cards.use(hunt_run([cell("x", ["a", "b"], games(*[WIN] * 4))], cards=rows))
    assert found[["drawn", "played", "played_share", "played_a_game"]].iloc[0].tolist() == [8, 6, 0.75, 1.5]


# Options


def rounds_of(*numbers: int, shares: tuple[int, ...] = WIN) -> list[dict[str, object]]:
    return [{"shares": shares, "rounds": n} for n in numbers]


@pytest.fixture
def swept() -> Run:
    """One option at two values on the same deals; a third cell changes two options, a fourth has other deals."""
    return hunt_run(
        [
            cell("once", ["a", "b"], rounds_of(10, 10, 12, 12), "d", hidden_hr="once", leader_tie="last"),
            cell("each", ["a", "b"], rounds_of(9, 9, 11, 9), "d", hidden_hr="each", leader_tie="last"),
            cell("both", ["a", "b"], rounds_of(1, 1, 1, 1), "d", hidden_hr="each", leader_tie="first"),
            cell("else", ["a", "b"], rounds_of(1, 1, 1, 1), "e", hidden_hr="each", leader_tie="last"),
        ],
    )


def test_an_option_is_compared_block_by_block_with_the_first_cell_of_its_deals(swept: Run) -> None:
    """Blocks of 10 and 12 rounds become 9 and 10: mean -1.5, SE = sqrt(0.5 / 2); unpaired (1 + 0.25) / 0.25 = 5."""
    found = hunt_options.option_effects(swept)
    assert set(found["cell_name"]) == {"each"}
    one = row(found, measure="rounds")
    assert one[["option", "baseline", "setting"]].tolist() == ["hidden_hr", "once", "each"]
    assert one[["before", "value", "standard_error", "efficiency", "n"]].tolist() == pytest.approx([11, -1.5, 0.5, 5, 2])


def test_wins_of_each_deck_are_measures_of_an_option() -> None:
    """Deck a wins all games of one cell and half of each block of the other."""
    cells = [
        cell("once", ["a", "b"], games(*[WIN] * 4), "d", hidden_hr="once"),
        cell("each", ["a", "b"], games(*[WIN, LOSS] * 2), "d", hidden_hr="each"),
    ]
    found = hunt_options.option_effects(hunt_run(cells))
    values = {name: row(found, measure=f"wins of {name}")["value"] for name in ("a", "b")}
    assert values == {"a": -0.5, "b": 0.5}


def test_without_two_cells_on_the_same_deals_there_is_no_effect(pairs: Run) -> None:
    with pytest.raises(InputError, match="no two cells on the same deals differ in one option alone"):
        hunt_options.option_effects(pairs)
