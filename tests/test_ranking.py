"""Rankings of settings by hand: who is next, how far apart the best may be, and how seldom equals are told apart."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from analysis.judgement import contrasts
from analysis.ranking import farthest_apart, leaders, leads, next_to
from analysis.report import pairs as told_pairs
from analysis.report.grids import Grid
from analysis.report.parts import Exhibit
from analysis.tables import Run, run_in_memory
from sim.schema import GAMES_PER_CELL
from tests.synthetic_runs import SEAT_COLUMNS, cells_and_parameters

NBSP = "\N{NO-BREAK SPACE}"


def pairs_of(*rows: tuple[str, str, float, float, float]) -> pd.DataFrame:
    """Pairs as (setting, other, value, low, high)."""
    return pd.DataFrame(rows, columns=["setting", "other", "value", "low", "high"])


THREE = pairs_of(("a", "b", -2.0, -3.0, -1.0), ("a", "c", 1.0, -0.5, 2.5), ("b", "c", 3.0, 2.0, 4.0))
"""b is above a and c, which these intervals cannot tell apart."""


def test_a_lead_is_a_difference_from_the_leaders_side() -> None:
    """The row a - b turned around: -2 [-3, -1] is +2 [1, 3]."""
    rows = leads(THREE, "b").set_index("other")[["value", "low", "high"]]
    assert rows.loc["a"].tolist() == [2, 1, 3]
    assert rows.loc["c"].tolist() == [3, 2, 4]


def test_the_next_is_the_nearest() -> None:
    """Below b is a by 2 and c by 3; from below, c is lowest and a is 1 above it."""
    assert leaders(THREE) == ["b"]
    assert next_to(THREE, "b").tolist() == ["a", 2, 1, 3]
    assert next_to(THREE, "c", most=False).tolist() == ["a", -1, -2.5, 0.5]


def test_nobody_is_next_to_a_setting_alone() -> None:
    with pytest.raises(ValueError, match="b stands alone"):
        next_to(pairs_of(), "b")


def test_how_far_apart_is_the_farthest_end_of_an_interval() -> None:
    """By the rows, a and c may be 2.5 apart, all three 4; nothing is known if one interval is not."""
    assert farthest_apart(THREE, ["a", "c"]) == 2.5
    assert farthest_apart(THREE, ["a", "b", "c"]) == 4
    assert np.isnan(farthest_apart(pairs_of(("a", "b", 1.0, np.nan, np.nan)), ["a", "b"]))


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-0.1, 0.1234, " Both are at most 0.13 apart."),
        (-0.002, 0.001, " Both are at most 0.0020 apart."),
        (-7.011, 3.0, " Both are at most 7.02 apart."),
        (0.0, 0.0, " Both are exactly equal in these games."),
        (np.nan, np.nan, ""),
    ],
)
def test_the_distance_is_rounded_up(low: float, high: float, said: str) -> None:
    """To a figure more than the first, and never below the interval."""
    assert told_pairs.apart(pairs_of(("a", "b", 0.0, low, high)), ["a", "b"], "Both") == said


def test_a_distance_of_shares_is_told_in_points() -> None:
    found = told_pairs.apart(pairs_of(("a", "b", 0.0, -0.01, 0.035)), ["a", "b"], "Both", " points", scale=100)
    assert found == " Both are at most 3.50 points apart."


def test_one_alone_is_not_apart_from_itself() -> None:
    assert told_pairs.apart(THREE, ["a"], "Both") == ""


@pytest.mark.parametrize(
    ("n", "said"), [(0, ""), (1, ""), (2, f" The intervals of all 2 pairs hold together at 95{NBSP}%.")], ids=str
)
def test_a_family_is_told_if_it_is_one(n: int, said: str) -> None:
    assert told_pairs.held(n, "pair") == said


def test_the_table_of_pairs_says_how_many_hold_together() -> None:
    """A row a pair with its two names, and the source of the exhibit that it belongs to."""
    about = Exhibit("ways", "Ways", "", "Played: x. Again: y", Grid([], []), pd.DataFrame())
    found = told_pairs.exhibit(THREE, "dealt", about)
    assert (found.id, found.title, found.source) == ("ways-pairs", "Ways, pair by pair", about.source)
    assert found.caption.endswith(f"The intervals of all 3 pairs hold together at 95{NBSP}%.")
    assert found.grid.rows[2] == ["b", "c", "+3.0 [+2.0, +4.0]"]


# How often equals are told apart

POLICY = "hunter 1 policy"
N_RUNS = 300


def equals(dealt: Mapping[str, np.ndarray], *, is_common: bool) -> Run:
    """One turn a game with this damage, on common deals or on deals of their own."""
    cells, seats = [], []
    for number, (name, points) in enumerate(dealt.items()):
        deal = "same" if is_common else name
        cells.append({"name": name, "deal": deal, "games": len(points), "parameters": {POLICY: name}})
        index = np.arange(len(points))
        about = {"game_id": number * GAMES_PER_CELL + index, "cell": number, "block": index, "seat": 0}
        seats.append(pd.DataFrame(about | dict.fromkeys(SEAT_COLUMNS, 0)).assign(attacks=1, dealt=points))
    both = pd.concat(seats, ignore_index=True)
    games = both[["game_id", "cell", "block"]].assign(turns=1)
    tables = cells_and_parameters(cells) | {"games": games, "seats": both}
    return run_in_memory("equals", {name: pa.Table.from_pandas(one, preserve_index=False) for name, one in tables.items()})


def test_equals_are_seldom_told_apart() -> None:
    """300 runs of five equal policies, half of them on common deals: at most 5 % show any difference, or crown one.

    That is 15 runs with a standard deviation of sqrt(300 * 0.05 * 0.95) = 3.8; 30 is four of them above. Ten intervals of
    95 % each would show one in about 29 %, or 86 runs: the range of five equal means is over 1.96 * sqrt(2) of their
    errors so often.
    """
    rng = np.random.default_rng(3)
    shown = 0
    for number in range(N_RUNS):
        is_common = number % 2 == 0
        shared = rng.integers(0, 200, 40) if is_common else 0
        run = equals({name: shared + rng.integers(50, 151, 40) for name in "abcde"}, is_common=is_common)
        shown += len(leaders(contrasts(run, POLICY, "dealt"))) < 5
    assert shown <= 30
