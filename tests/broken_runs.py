"""What the tests of the report share: the default scenarios with few games, and runs broken on purpose."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd
import pyarrow as pa

from analysis.studies.scenarios import DataFolder, PlayedScenario

SHIPPED = DataFolder(Path(__file__).parent.parent / "data", is_shipped=False)
SCALE = 0.004  # 8 to 16 games a cell
Change = Callable[[pd.DataFrame], pd.DataFrame]


def rename(sheet: Path, old: str, new: str) -> None:
    """Put another name into a sheet."""
    quoted = new.replace('"', '""')
    text = sheet.read_text(encoding="utf-8")
    assert text.count(f",{old},") == 1
    sheet.write_text(text.replace(f",{old},", f',"{quoted}",'), encoding="utf-8")


def broken(one: PlayedScenario, table: str, change: Change) -> PlayedScenario:
    """The same run with one of its tables changed."""

    def read(name: str, columns: Sequence[str]) -> pa.Table:
        plain = one.run.read(name, list(one.run.columns[name]))
        if name == table:
            plain = pa.Table.from_pandas(change(plain.to_pandas()), preserve_index=False)
        return plain.select(list(columns))

    return dataclasses.replace(one, run=dataclasses.replace(one.run, read=read))


def plus(column: str, row: int, by: int = 1) -> Change:
    """Add to one number."""

    def change(frame: pd.DataFrame) -> pd.DataFrame:
        frame.loc[row, column] += by
        return frame

    return change


def moved(frame: pd.DataFrame, source: str, target: str, share: float = 1.0) -> pd.DataFrame:
    """Move a share of one column of counts to another."""
    amount = (frame[source] * share).astype(int)
    return frame.assign(**{source: frame[source] - amount, target: frame[target] + amount})
