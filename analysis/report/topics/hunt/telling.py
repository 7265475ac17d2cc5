"""What the topics of the hunt share: which runs and which policy they tell of, and names in words."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from analysis.estimators import INSIDE, OUTSIDE
from analysis.hunt import line_ups
from analysis.report import words
from analysis.report.grids import Row
from analysis.report.parts import Played
from analysis.studies.scenarios import PlayedScenario
from analysis.tables import Run

PAIRS, TABLE, RULES = "hunt_pairs", "hunt_table", "hunt_rules"
STRONGEST = "tuned"
PLACED = {INSIDE: "within the margin", OUTSIDE: "outside the margin"}


def from_both(played: Played, measure: Callable[[Run], pd.DataFrame]) -> pd.DataFrame:
    """A frame of two seats and of more, one below the other."""
    return pd.concat([measure(played[name].run) for name in (PAIRS, TABLE)], ignore_index=True)


def told_policy(one: PlayedScenario) -> str:
    """The policy that verdicts are about: the strongest one, or the last that was played."""
    found = list(dict.fromkeys(line_ups(one.run)["policy"]))
    return STRONGEST if STRONGEST in found else found[-1]


def of_policy(frame: pd.DataFrame, policy: str) -> pd.DataFrame:
    """The rows of one policy."""
    return frame[frame["policy"] == policy].reset_index(drop=True)


def at(n_seats: int) -> str:
    """`at 4 seats`."""
    return f"at {n_seats} seats"


def share_of(row: Row) -> str:
    """The estimate of a row as a share."""
    return words.share(row["value"], row["low"], row["high"])


def points_of(row: Row) -> str:
    """The estimate of a row as points of a share."""
    return words.points(row["value"], row["low"], row["high"])


def amount_of(row: Row) -> str:
    """The estimate of a row as a number."""
    return words.amount(row["value"], row["low"], row["high"])


def plain(name: str) -> Callable[[Row], str]:
    """A column of short names in words."""
    return lambda row: words.plain(str(row[name]))
