"""Rankings in words and tables: how far the best may be apart, which intervals hold together, and every pair in a row."""

from __future__ import annotations

from math import ceil

import numpy as np
import pandas as pd

from analysis.judgement import MEASURES
from analysis.ranking import farthest_apart
from analysis.report import words
from analysis.report.grids import Row, grid
from analysis.report.parts import Exhibit


def held(n: int, what: str, many: str = "") -> str:
    """That the intervals of a family hold together; a single one needs no such word."""
    return f" The intervals of all {words.counted(n, what, many)} hold together at 95{words.NARROW}%." if n > 1 else ""


def apart(pairs: pd.DataFrame, names: list[str], who: str, unit: str = "", scale: float = 1.0) -> str:
    """How far those may be apart that the games cannot tell apart: rounded up, so that it stays true."""
    limit = scale * farthest_apart(pairs, names)
    if len(names) == 1 or not np.isfinite(limit):
        return ""
    if limit == 0:
        return f" {who} are exactly equal in these games."
    digits = words.digits_for(limit) + 1
    rounded = ceil(limit * 10**digits - 1e-9) / 10**digits
    return f" {who} are at most {words.number(rounded, digits)}{unit} apart."


def change_of(measure: str, row: Row) -> str:
    """A change of a measure with its interval, in its own unit: points of a share, or as it is counted."""
    write = words.points if MEASURES[measure].is_share else words.change
    return write(row["value"], row["low"], row["high"])


def exhibit(pairs: pd.DataFrame, measure: str, about: Exhibit) -> Exhibit:
    """The table of all pairs, with the size of the family in its caption.

    `about` is the exhibit whose settings are compared: the table takes its source, and its id and title with a word more.
    """

    def difference(row: Row) -> str:
        return change_of(measure, row)

    return Exhibit(
        id=f"{about.id}-pairs",
        title=f"{about.title}, pair by pair",
        caption=f"How far the first is above the second: {MEASURES[measure].label}.{held(len(pairs), 'pair')}",
        source=about.source,
        grid=grid(pairs, {"first": "setting", "second": "other", "difference": difference}, n_words=2),
        data=pairs,
    )
