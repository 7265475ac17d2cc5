"""Tables as they are shown: headers, and rows of words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analysis.judgement import MEASURES
from analysis.report import words

Row = Mapping[Any, Any]
Cell = Callable[[Row], str]
"""What a column shows of a row."""

GridColumns = Mapping[str, str | Cell]
"""Header -> the name of a column of the frame, or a function of its row."""


@dataclass(frozen=True)
class Grid:
    """Headers and rows; the first `n_words` columns are words, the others numbers."""

    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    n_words: int = 1


def grid(frame: pd.DataFrame, columns: GridColumns, n_words: int = 1) -> Grid:
    """A table of a frame: header -> the name of a column, or a function of the row."""
    rows = [
        [str(row[cell]) if isinstance(cell, str) else cell(row) for cell in columns.values()]
        for row in frame.to_dict("records")
    ]
    return Grid(list(columns), rows, n_words)


def levels_grid(frame: pd.DataFrame, setting: str) -> Grid:
    """The table of a settings chart: each measure at each value, and its change from the first value."""
    ordered = frame.sort_values("row", kind="stable").sort_values("measure", key=_places, kind="stable")
    return grid(ordered, {"measure": _measure, setting: "label", "value": _value, "change": _change}, n_words=2)


def effects_grid(frame: pd.DataFrame) -> Grid:
    """The table of an effects chart: each change of each measure, and what pairing was worth."""
    columns: GridColumns = {
        "measure": _measure,
        "change": "label",
        "difference": _difference,
        "efficiency": _efficiency,
    }
    return grid(frame, columns, n_words=2)


def _places(names: pd.Series) -> pd.Series:
    return names.map(list(MEASURES).index)


def _measure(row: Row) -> str:
    return MEASURES[row["measure"]].label


def _value(row: Row) -> str:
    write = words.share if MEASURES[row["measure"]].is_share else words.amount
    return write(row["value"], row["low"], row["high"])


def _difference(row: Row) -> str:
    write = words.points if MEASURES[row["measure"]].is_share else words.change
    return write(row["value"], row["low"], row["high"])


def _change(row: Row) -> str:
    if pd.isna(row["change"]):
        return ""
    return _difference({**row, "value": row["change"], "low": row["change_low"], "high": row["change_high"]})


def _efficiency(row: Row) -> str:
    """How many times more games an unpaired comparison would need."""
    value = row["efficiency"]
    return "" if pd.isna(value) else "exact" if value == float("inf") else words.number(value, 1)
