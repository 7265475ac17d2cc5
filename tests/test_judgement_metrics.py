"""Metrics of the judgement on runs of a few games, worked out by hand, and on runs drawn from a simple model."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis import judgement
from analysis.estimators import clustered_proportion, wilson
from analysis.tables import Run, load_run, run_in_memory
from sim.poker import classes
from sim.schema import GAMES_PER_CELL, HAND_CLASSES, InputError
from tests.synthetic_runs import SEAT_COLUMNS, cells_and_parameters, exact_shares, judgement_run, write_run

T2 = 4.302652729696142  # Student's 97.5 % quantile with 2 degrees of freedom

SETTING = {"packs": 2, "jokers": 4, "terrain": "none", "monster_hand_cards": 0}
HUNTER = {"base_hand": 2, "extra_cards": 0, "magazine": 0, "exchange": "no", "kind": "bow", "rarity": 3}


def cell(name: str, deal: str = "", games: int = 3, hunters: int = 1, **changes: Any) -> dict[str, Any]:
    """A cell of the usual setting; changes may name a parameter of hunter 1 by `hunter_1_...`."""
    parameters = SETTING | {f"hunter {seat} {key}": value for seat in range(1, hunters + 1) for key, value in HUNTER.items()}
    parameters |= {key.replace("hunter_1_", "hunter 1 "): value for key, value in changes.items()}
    return {"name": name, "deal": deal or name, "games": games, "parameters": parameters}


def seats(number: int, seat: int = 0, **columns: Any) -> pd.DataFrame:
    """Rows of the seats table, one a game; columns that are not given are 0."""
    games = len(next(iter(columns.values())))
    zeros = {name: [0] * games for name in SEAT_COLUMNS}
    ids = {"game_id": number * GAMES_PER_CELL + np.arange(games), "cell": number, "block": np.arange(games), "seat": seat}
    return pd.DataFrame(ids | zeros | columns)


def made_run(
    folder: Path, cells: list[dict[str, Any]], rows: list[pd.DataFrame], turns: int = 4, **tables: pd.DataFrame
) -> Run:
    """A run with these rows of the seats table, and `turns` turns in each game."""
    frame = pd.concat(rows, ignore_index=True)
    games = frame[["game_id", "cell", "block"]].drop_duplicates().assign(turns=turns)
    return load_run(write_run(folder, cells_and_parameters(cells) | {"seats": frame, "games": games} | tables))


@pytest.fixture
def two_hands(tmp_path: Path) -> Run:
    """One and two own cards on the same deals: three games of four turns each."""
    cells = [cell("one", "deal", hunter_1_base_hand=1), cell("two", "deal", hunter_1_base_hand=2)]
    one: dict[str, Any] = {"wins": [1, 2, 0], "ties": [2, 1, 3], "losses": [1, 1, 1], "rate": [4, 6, 2], "dealt": [8, 10, 6]}
    two: dict[str, Any] = {
        "wins": [2, 2, 1],
        "ties": [1, 1, 2],
        "losses": [1, 1, 1],
        "rate": [6, 7, 5],
        "dealt": [11, 12, 10],
    }
    return made_run(tmp_path / "r", cells, [seats(0, attacks=[4] * 3, **one), seats(1, attacks=[4] * 3, **two)])


def only(frame: pd.DataFrame, **chosen: object) -> pd.Series:
    """The one row that has these values."""
    for name, value in chosen.items():
        frame = frame[frame[name] == value]
    assert len(frame) == 1
    return frame.iloc[0]


def test_the_classes_have_one_list_of_names() -> None:
    """RP-J2: tables, sheets and kernels share it."""
    assert judgement.CLASS_NAMES is classes.CLASS_NAMES is HAND_CLASSES


# Effects and levels


def test_effect_of_one_more_card_is_paired_game_by_game(two_hands: Run) -> None:
    """Mean class 1.0 and 1.5; the games differ by 0.5, 0.25 and 0.75, whose standard deviation is 0.25."""
    found = only(judgement.effects(two_hands, "hunter 1 base_hand", ["rate"]), measure="rate")
    assert found["value"] == pytest.approx(0.5)
    assert found["standard_error"] == pytest.approx(0.25 / sqrt(3))
    assert (found["low"], found["high"]) == pytest.approx((0.5 - T2 * 0.25 / sqrt(3), 0.5 + T2 * 0.25 / sqrt(3)))
    assert (found["baseline"], found["setting"], found["cell_name"], found["n"]) == ("1", "2", "two", 3)


def test_efficiency_of_pairing_by_hand(two_hands: Run) -> None:
    """Class by game: 1, 1.5, 0.5 (variance 1/4) and 1.5, 1.75, 1.25 (1/16); differences 1/16: (4 + 1) / 1 = 5."""
    found = only(judgement.effects(two_hands, "hunter 1 base_hand", ["rate"]), measure="rate")
    assert found["is_paired"]
    assert found["efficiency"] == pytest.approx(5)


def test_effect_on_damage_is_a_turns_damage(two_hands: Run) -> None:
    """33 points less 24 points in 12 turns."""
    assert only(judgement.effects(two_hands, "hunter 1 base_hand"), measure="dealt")["value"] == pytest.approx(9 / 12)


def test_levels_stand_in_order_of_the_number_with_their_shares(two_hands: Run) -> None:
    frame = judgement.levels(two_hands, "hunter 1 base_hand", ["rate", "win"])
    assert frame["setting"].tolist() == ["1", "1", "2", "2"]
    win = only(frame, measure="win", setting="2")
    assert win["value"] == pytest.approx(5 / 12)
    by_hand = clustered_proportion(5, 4 + 4 + 1, 12, 3)
    assert (win["low"], win["high"], win["n"]) == pytest.approx((by_hand.low, by_hand.high, 12))


def test_cells_on_other_deals_are_compared_unpaired(tmp_path: Path) -> None:
    """Variances add up: 1/4 / 3 + 1/16 / 3."""
    cells = [cell("a", jokers=0), cell("b", jokers=2)]
    rows = [seats(0, attacks=[4] * 3, rate=[4, 6, 2]), seats(1, attacks=[4] * 3, rate=[6, 7, 5])]
    found = only(judgement.effects(made_run(tmp_path, cells, rows), "jokers", ["rate"]), measure="rate")
    assert not found["is_paired"]
    assert found["efficiency"] == 1
    assert found["standard_error"] == pytest.approx(sqrt((1 / 4 + 1 / 16) / 3))


def test_only_games_that_both_cells_played_are_compared(tmp_path: Path) -> None:
    cells = [cell("a", "d", games=2, jokers=0), cell("b", "d", jokers=2)]
    rows = [seats(0, attacks=[4, 4], rate=[4, 6]), seats(1, attacks=[4] * 3, rate=[8, 8, 400])]
    found = only(judgement.effects(made_run(tmp_path, cells, rows), "jokers", ["rate"]), measure="rate")
    assert (found["value"], found["n"]) == (pytest.approx(0.75), 2)


def test_a_setting_of_the_table_is_measured_on_all_hunters(tmp_path: Path) -> None:
    """Per hunter and turn: (6 + 10) points of two hunters in two turns each, and (2 + 4)."""
    cells = [cell("a", "d", games=1, hunters=2, terrain="none"), cell("b", "d", games=1, hunters=2, terrain="cold")]
    rows = [
        seats(number, seat, attacks=[2], dealt=[points])
        for number, seat, points in ((0, 0, 6), (0, 1, 10), (1, 0, 2), (1, 1, 4))
    ]
    frame = judgement.levels(made_run(tmp_path, cells, rows, turns=2), "terrain", ["dealt"])
    assert frame[["setting", "value"]].to_numpy().tolist() == [["none", 4.0], ["cold", 1.5]]


def test_one_game_gives_a_value_without_an_interval(tmp_path: Path) -> None:
    cells = [cell("a", "d", games=1, jokers=0), cell("b", "d", games=1, jokers=2)]
    rows = [seats(0, attacks=[4], rate=[4]), seats(1, attacks=[4], rate=[8])]
    found = only(judgement.effects(made_run(tmp_path, cells, rows), "jokers", ["rate"]), measure="rate")
    assert found["value"] == 1
    assert found[["low", "high", "standard_error", "efficiency"]].isna().all()


def test_against_previous_steps_from_value_to_value_and_against_first_from_the_smallest(tmp_path: Path) -> None:
    cells = [cell(f"c{cards}", "d", hunter_1_base_hand=cards) for cards in (2, 0, 1)]
    rows = [seats(number, attacks=[1] * 3, rate=[level] * 3) for number, level in enumerate((3, 0, 2))]
    run = made_run(tmp_path, cells, rows)
    steps = judgement.effects(run, "hunter 1 base_hand", ["rate"], against="previous")
    assert steps[["baseline", "setting", "value"]].to_numpy().tolist() == [["0", "1", 2.0], ["1", "2", 1.0]]
    all_from_0 = judgement.effects(run, "hunter 1 base_hand", ["rate"])
    assert all_from_0[["baseline", "setting", "value"]].to_numpy().tolist() == [["0", "1", 2.0], ["0", "2", 3.0]]


def test_cells_that_differ_in_more_are_compared_within_their_context(tmp_path: Path) -> None:
    cells = [
        cell(f"{terrain} {exchange}", "d", terrain=terrain, hunter_1_exchange=exchange)
        for terrain in ("none", "cold")
        for exchange in ("no", "yes")
    ]
    rows = [seats(number, attacks=[1] * 3, rate=[level] * 3) for number, level in enumerate((1, 3, 0, 5))]
    run = made_run(tmp_path, cells, rows)
    frame = judgement.effects(run, "hunter 1 exchange", ["rate"])
    assert frame[["context", "value"]].to_numpy().tolist() == [["terrain none", 2.0], ["terrain cold", 5.0]]
    with pytest.raises(InputError, match="no two cells differ in hunter 1 rarity alone"):
        judgement.effects(run, "hunter 1 rarity")


def test_parameters_that_change_along_are_named(tmp_path: Path) -> None:
    cells = [cell("a", "d", jokers=0, monster="x"), cell("b", "d", jokers=2, monster="y")]
    run = made_run(tmp_path, cells, [seats(number, attacks=[1] * 3, rate=[number] * 3) for number in (0, 1)])
    with pytest.raises(InputError, match="no two cells differ in jokers alone"):
        judgement.effects(run, "jokers")
    assert judgement.effects(run, "jokers", ["rate"], along=["mon*"])["value"].tolist() == [1.0]


def test_unknown_names_are_refused_in_one_line(two_hands: Run) -> None:
    with pytest.raises(InputError, match=r"^r: no cell has a parameter wind \(there are .*\)$"):
        judgement.levels(two_hands, "wind")
    with pytest.raises(InputError, match=r'^r: no cell is named like "x\*"$'):
        judgement.contests(two_hands, "x*")


# Hunters, contests, weapons, joint outcomes


def test_each_measure_of_each_hunter_by_hand(tmp_path: Path) -> None:
    """Two hunters, three games of four turns; the second reloads once a game: 9 attacks, 9 points in 12 turns."""
    first: dict[str, Any] = {"attacks": [4] * 3, "wins": [1, 2, 0], "ties": [2, 1, 3], "losses": [1] * 3, "rate": [4, 6, 2]}
    second: dict[str, Any] = {"attacks": [3] * 3, "wins": [3, 2, 1], "losses": [0, 1, 2]}
    second |= {"dealt": [2, 3, 4], "taken": [0, 1, 2]}
    cells = [cell("pair", hunters=2), cell("other")]
    rows = [seats(0, 0, **first), seats(0, 1, **second), seats(1, attacks=[4] * 3)]
    frame = judgement.by_hunter(made_run(tmp_path, cells, rows), pattern="pair")
    values = frame.pivot_table(index="measure", columns="seat", values="value")
    assert values[0].to_dict() == {"rate": 1, "dealt": 0, "taken": 0, "win": 0.25, "tie": 0.5, "loss": 0.25}
    assert values.loc[["dealt", "taken", "win", "tie", "loss"], 1].tolist() == pytest.approx(
        [9 / 12, 3 / 12, 6 / 9, 0, 3 / 9]
    )
    assert frame.groupby("seat")["attacks"].first().tolist() == [12, 9]
    assert list(frame["measure"].unique()) == list(judgement.MEASURES)
    rate = only(frame, seat=0, measure="rate")
    assert rate["standard_error"] == pytest.approx(0.5 / sqrt(3))
    assert (rate["cell"], rate["cell_name"], rate["n"]) == (0, "pair", 3)


def test_a_measure_is_the_same_by_hunter_and_by_setting(two_hands: Run) -> None:
    """A lone hunter: `levels` of all hunters together are their own."""
    keys = ["cell", "measure", "value", "low", "high", "standard_error", "n"]
    ours = judgement.by_hunter(two_hands, ["rate", "win"])[keys]
    pd.testing.assert_frame_equal(ours, judgement.levels(two_hands, "hunter 1 base_hand", ["rate", "win"])[keys])


def test_contest_shares_and_their_common_intervals(two_hands: Run) -> None:
    frame = judgement.contests(two_hands)
    assert frame.groupby("cell")["value"].sum().tolist() == pytest.approx([1, 1])
    win = only(frame, hunter_cards=1, outcome="win")
    by_hand = clustered_proportion(3, 1 + 4 + 0, 12, 3, level=1 - 0.05 / 3)
    assert (win["value"], win["monster_cards"], win["n"], win["games"]) == (0.25, 0, 12, 3)
    assert (win["low"], win["high"]) == pytest.approx((by_hand.low, by_hand.high))


def test_hunters_with_equally_many_cards_are_one_contest_and_games_stay_the_unit(tmp_path: Path) -> None:
    """Two hunters that always win and lose together are worth no more than one: the error is that of games."""
    cells = [cell("pair", hunters=2)]
    rows = [seats(0, seat, attacks=[4] * 3, wins=[1, 2, 3], losses=[3, 2, 1]) for seat in (0, 1)]
    win = only(judgement.contests(made_run(tmp_path, cells, rows)), outcome="win")
    assert (win["value"], win["n"], win["games"]) == (0.5, 24, 3)
    assert win["standard_error"] == pytest.approx(0.25 / sqrt(3))


def test_contest_of_one_side_only_keeps_open_intervals(tmp_path: Path) -> None:
    frame = judgement.contests(made_run(tmp_path, [cell("sure")], [seats(0, attacks=[4] * 3, wins=[4] * 3)]))
    win, loss = only(frame, outcome="win"), only(frame, outcome="loss")
    assert (win["value"], win["high"], loss["value"], loss["low"]) == (1, 1, 0, 0)
    assert 0 < win["low"] < 1
    assert loss["high"] == pytest.approx(1 - win["low"])


def test_damage_by_rarity_is_over_turns_also_those_without_attack(tmp_path: Path) -> None:
    """A gunner who reloads in half of four turns: 6, 8 and 10 points in 12 turns."""
    cells = [cell("gun", hunter_1_kind="heavy_bowgun", hunter_1_rarity=7)]
    run = made_run(tmp_path, cells, [seats(0, attacks=[2] * 3, dealt=[6, 8, 10])])
    found = judgement.damage_by_rarity(run).iloc[0]
    assert (found["kind"], found["rarity"], found["value"]) == ("heavy_bowgun", 7, 2.0)
    assert found["standard_error"] == pytest.approx(0.5 / sqrt(3))


def test_joint_outcomes_are_shares_of_turns(tmp_path: Path) -> None:
    joint = pd.DataFrame({"cell": [0, 0], "outcomes": ["TT", "WT"], "n": [9, 3], "n_squared": [29, 5]})
    run = made_run(tmp_path, [cell("pair", hunters=2)], [seats(0, attacks=[4] * 3)], joint=joint)
    found = only(judgement.joint_outcomes(run), outcomes="WT")
    by_hand = clustered_proportion(3, 5, 12, 3)
    assert (found["value"], found["n"], found["cell_name"]) == (0.25, 12, "pair")
    assert (found["low"], found["high"]) == (by_hand.low, by_hand.high)


# Classes


def class_run(folder: Path, rows: list[tuple[int, str, str, int, int]], **changes: Any) -> Run:
    """One cell whose judgements are rows of (seat, natural, final, n, n_squared)."""
    table = pd.DataFrame([(0, *row) for row in rows], columns=["cell", "seat", "class", "final", "n", "n_squared"])
    return made_run(folder, [cell("a", **changes)], [seats(0, attacks=[4] * 3)], judgements=table)


def test_class_shares_count_all_classes_also_those_that_never_came(tmp_path: Path) -> None:
    run = class_run(tmp_path, [(0, "NoP", "NoP", 9, 29), (0, "1P", "NoP", 3, 5), (-1, "2P", "2P", 12, 48)])
    frame = judgement.class_shares(run)
    assert len(frame) == 22
    assert frame.groupby("seat")["value"].sum().tolist() == [1, 1]
    pair, monster = only(frame, seat=0, class_name="1P"), only(frame, seat=-1, class_name="2P")
    by_hand = clustered_proportion(3, 5, 12, 3)
    assert tuple(pair[["value", "low", "high", "n"]]) == pytest.approx((0.25, by_hand.low, by_hand.high, 12))
    assert (pair["packs"], pair["jokers"], pair["cards"], monster["cards"]) == (2, 4, 7, 5)


def test_final_classes_that_several_natural_ones_end_in_have_a_wide_interval(tmp_path: Path) -> None:
    """Per game 3 + 1, 3 + 1, 3 + 1: squares 27 and 3, and (sqrt(27) + sqrt(3))^2 = 48, exact as the counts go together."""
    run = class_run(tmp_path, [(0, "NoP", "NoP", 9, 27), (0, "1P", "NoP", 3, 3)])
    final = only(judgement.class_shares(run, "final"), class_name="NoP")
    assert (final["value"], final["standard_error"]) == (1, pytest.approx(0, abs=1e-8))
    apart = class_run(tmp_path / "b", [(0, "NoP", "NoP", 6, 20), (0, "1P", "NoP", 3, 5), (0, "2P", "1P", 3, 3)])
    wide = only(judgement.class_shares(apart, "final"), class_name="NoP")
    assert wide["standard_error"] == pytest.approx(clustered_proportion(9, (sqrt(20) + sqrt(5)) ** 2, 12, 3).standard_error)


def test_against_exact_by_hand(tmp_path: Path) -> None:
    """Games with 3, 4 and 2 of 4 hands without a pair, where 8 of 10 are exact: Var = (29 - 27) / 12^2 * 3 / 2."""
    run = class_run(tmp_path, [(0, "NoP", "NoP", 9, 29), (0, "1P", "1P", 3, 5)])
    frame = judgement.against_exact(judgement.class_shares(run), {(2, 4, 7): [8, 2] + [0] * 9})
    none, royal = only(frame, class_name="NoP"), only(frame, class_name="RSF")
    size = 0.75 * 0.25 / ((29 - 27) / 144 * 1.5)
    assert none["exact"] == 0.8
    assert none["inside"]
    assert none["deviation"] == pytest.approx((0.75 - 0.8) / sqrt(0.8 * 0.2 / size))
    assert (royal["exact"], royal["inside"], royal["deviation"]) == (0, True, 0)


def test_an_impossible_class_that_came_is_infinitely_far_off(tmp_path: Path) -> None:
    run = class_run(tmp_path, [(0, "NoP", "NoP", 11, 41), (0, "5C", "5C", 1, 1)])
    frame = judgement.against_exact(judgement.class_shares(run), {(2, 4, 7): [10] + [0] * 10})
    five = only(frame, class_name="5C")
    assert five["deviation"] == np.inf
    assert not five["inside"]


NOBODY: set[int] = set()
EVERYBODY = {-1, 0, 1}


@pytest.mark.parametrize(
    ("turns", "changes", "plain"),
    [
        ("deck", {}, EVERYBODY),
        ("deck", {"hunter_1_extra_cards": 1}, NOBODY),  # RP-H2: bought after a look at the own cards and the flop
        ("deck", {"hunter_1_exchange": "yes"}, NOBODY),  # RP-H2: one card comes back at the end of the deck
        ("deck", {"hunter_1_magazine": 6}, EVERYBODY),  # RP-D7: bullets lie face down, and nobody chooses when to reload
        ("deck", {"hunter_1_magazine": 6, "hunter_1_extra_cards": 1}, NOBODY),
        ("deck", {"terrain": "cold+glare"}, EVERYBODY),  # RP-E2, RP-E3: neither changes what is dealt
        ("hands", {}, EVERYBODY),
        ("hands", {"hunter_1_extra_cards": 2}, {-1, 1}),  # RP-T8 for one turn only: a fresh deck forgets it
        ("hands", {"hunter_1_exchange": "yes"}, {-1, 1}),
        ("hands", {"hunter_1_magazine": 6}, EVERYBODY),
    ],
)
def test_hands_are_plain_where_nobody_chooses_by_looking(
    tmp_path: Path, turns: str, changes: dict[str, Any], plain: set[int]
) -> None:
    """A party of two, of whom the first may choose; the seats whose hands are as random as a first hand."""
    rows = [(seat, "NoP", "NoP", 12, 48) for seat in sorted(EVERYBODY)]
    shares = judgement.class_shares(class_run(tmp_path, rows, hunters=2, turns=turns, **changes))
    assert set(shares.loc[shares["is_plain"], "seat"]) == plain
    held = judgement.against_exact(shares, {(2, 4, cards): [1] * 11 for cards in (5, 7, 8)})
    assert set(held["seat"]) <= plain
    assert held.empty == (not plain)


def test_the_cards_of_a_gunner_include_the_bullet(tmp_path: Path) -> None:
    """RP-D7: a shot adds one card to the own hand: two cards, a bullet and five shared ones."""
    shares = judgement.class_shares(class_run(tmp_path, [(0, "NoP", "NoP", 12, 48)], turns="deck", hunter_1_magazine=6))
    assert set(shares["cards"]) == {8}


def test_a_model_run_agrees_with_its_exact_shares(tmp_path: Path) -> None:
    """55 intervals at 99.9 %, and deviations that look like standard normal ones."""
    cells = [cell(f"hand {own}", games=150, hunter_1_base_hand=own) for own in range(5)]
    run = load_run(judgement_run(tmp_path, cells, hands=64))
    exact = {(2, 4, 5 + own): exact_shares(own) for own in range(5)}
    frame = judgement.against_exact(judgement.class_shares(run, level=0.999), exact)
    assert len(frame) == 55
    assert frame["inside"].all()
    common = frame[frame["exact"] * frame["n"] > 20]
    assert 0.7 < common["deviation"].std() < 1.3


def test_in_a_model_run_pairing_pays(tmp_path: Path) -> None:
    cells = [cell(f"hand {own}", "deal", games=100, hunter_1_base_hand=own) for own in (1, 2)]
    frame = judgement.effects(load_run(judgement_run(tmp_path, cells)), "hunter 1 base_hand")
    assert (frame["efficiency"] > 1.5).all()
    assert (frame["low"] > 0).all()


def test_a_monster_without_own_cards_never_wins(tmp_path: Path) -> None:
    """RP-T9: without modifiers a hunter is never below the shared cards; the interval still allows for what was not seen."""
    cells = [cell("bare", games=50, hunter_1_base_hand=0), cell("two", games=50)]
    frame = judgement.contests(load_run(judgement_run(tmp_path, cells)))
    losses = frame[frame["outcome"] == "loss"]
    assert losses["value"].tolist() == [0, 0]
    assert only(frame, hunter_cards=0, outcome="tie")["value"] == 1
    assert (losses["high"] > wilson(0, 50 * 64).high).all()


@pytest.mark.parametrize(
    ("measures", "problem"),
    [
        (("dmg",), r"^no measure dmg \(there are rate, .*\)$"),
        ("rate", r'^measures: expected several names, such as \("rate",\), got "rate"$'),
    ],
)
def test_a_wrong_measure_is_named(measures: Any, problem: str) -> None:
    """One line with the names that there are; a lone text is no list of names."""
    run = run_in_memory("r", {})
    with pytest.raises(InputError, match=problem):
        judgement.effects(run, "jokers", measures)
