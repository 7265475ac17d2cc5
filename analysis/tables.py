"""Runs as frames: each table checked against what the run says it holds, and runs of different versions kept apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from sim.schema import CELLS, COMPLETE, COUNT, PARAMETERS, InputError, Table, Whole, read_description

METADATA_KEY = b"huntlab"  # where each Parquet file keeps the identity of its run
VERSION_KEYS = ("game", "play", "game_version", "kernels")  # what tables must share to stand side by side
WHOLE = str(COUNT).split(" from ", maxsplit=1)[0]  # how run.json's words for a column of whole numbers begin


@dataclass(frozen=True)
class Run:
    """A finished run: where it comes from (run.json) and its tables, which are read when asked for."""

    name: str
    provenance: Mapping[str, Any]
    columns: Mapping[str, Mapping[str, bool]]  # table -> column -> whether it holds whole numbers
    read: Callable[[str, Sequence[str]], pa.Table] = field(repr=False)  # (table, columns) -> the columns

    def table(self, name: str, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """One table as a frame of its own, int64 and str columns; InputError if it or a column is missing or damaged.

        `columns` picks some of them, in this order: a large table takes less memory then.
        """
        if name not in self.columns:
            raise InputError(f"{self.name}: no table {name} (there are {', '.join(self.columns) or 'none'})")
        known = self.columns[name]
        for column in columns or ():
            if column not in known:
                raise InputError(f"{self.name} {name}: no column {column} (there are {', '.join(known)})")
        return _frame(self.read(name, list(known) if columns is None else columns))

    def settings(self) -> pd.DataFrame:
        """One row a cell, by its number: name, deal, games, and a text column a parameter (missing where it is not set)."""
        cells = self.table(CELLS.name).set_index(CELLS.keys[0])
        parameters = self.table(PARAMETERS.name)
        wide = parameters.pivot_table(index="cell", columns="parameter", values="value", aggfunc="first")
        return cells.join(wide.rename_axis(columns=None))


def load_run(folder: Path, expected: Mapping[str, Any] | None = None) -> Run:
    """The finished run in a folder; tables are read later, each when it is asked for.

    `expected` are entries that run.json must have, such as the present `game_version` and `kernels`.
    Raises InputError where there is no run, an unfinished one, or one of another version.
    """
    described = read_description(folder)
    if described["status"] != COMPLETE:
        raise InputError(f"{folder}: the run is not finished; start it again and it goes on where it stopped")
    for key, value in (expected or {}).items():
        if described.get(key) != value:
            raise InputError(
                f"{folder}: made by another version ({key} {described.get(key)}, here {value}); "
                "run it again with --overwrite"
            )
    columns = {table["name"]: _described_columns(table["columns"]) for table in described["tables"]}
    for table in (CELLS, PARAMETERS):
        _check_schema(table, columns, folder)
    return Run(folder.name, described, columns, partial(_read_file, folder, described, columns))


def check_files(run: Run) -> None:
    """InputError unless each table of a finished run is there, whole, and of this run; their rows are not read."""
    for name in run.columns:
        run.read(name, ())


def run_in_memory(name: str, tables: Mapping[str, pa.Table], provenance: Mapping[str, Any] | None = None) -> Run:
    """A run that was played in memory and never written."""
    columns = {
        table: {column.name: pa.types.is_integer(column.type) for column in content.schema}
        for table, content in tables.items()
    }
    return Run(name, provenance or {}, columns, lambda table, wanted: tables[table].select(list(wanted)))


def _described_columns(columns: Iterable[Mapping[str, str]]) -> dict[str, bool]:
    return {column["name"]: column["domain"].startswith(WHOLE) for column in columns}


def _check_schema(table: Table, columns: Mapping[str, Mapping[str, bool]], folder: Path) -> None:
    """The tables that all games share have the columns that this version knows."""
    wanted = {column.name: isinstance(column.domain, Whole) for column in table.columns}
    if table.name not in columns:
        raise InputError(f"{folder}: the run has no table {table.name}; run the scenario again with --overwrite")
    if dict(columns[table.name]) != wanted:
        raise InputError(
            f"{folder}: made by another version (other columns in {table.name}); run the scenario again with --overwrite"
        )


def _read_file(
    folder: Path,
    described: Mapping[str, Any],
    columns: Mapping[str, Mapping[str, bool]],
    name: str,
    wanted: Sequence[str],
) -> pa.Table:
    """Columns of one Parquet file of a run, checked to be whole, of this run, and as described."""
    path = folder / f"{name}.parquet"
    try:
        with pq.ParquetFile(path) as file:
            _check_file(file.schema_arrow, described, columns[name], path)
            return file.read(columns=list(wanted)).select(list(wanted))
    except FileNotFoundError as error:
        raise InputError(f"{path}: the table is missing; run the scenario again with --overwrite") from error
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a whole Parquet file; run the scenario again with --overwrite") from error


def _check_file(schema: pa.Schema, described: Mapping[str, Any], columns: Mapping[str, bool], path: Path) -> None:
    for name, is_whole in columns.items():
        if name not in schema.names:
            raise InputError(f"{path}: no column {name}; run the scenario again with --overwrite")
        if pa.types.is_integer(schema.field(name).type) != is_whole:
            expected = "whole numbers" if is_whole else "text"
            raise InputError(f"{path} {name}: expected {expected}, got {schema.field(name).type}")
    for key, value in _identity_in(schema, path).items():
        if described.get(key) != value:
            raise InputError(f"{path}: belongs to another run ({key} {value}, not {described.get(key)})")


def _identity_in(schema: pa.Schema, path: Path) -> Mapping[str, Any]:
    """The identity of the run that wrote a Parquet file."""
    try:
        own = json.loads((schema.metadata or {})[METADATA_KEY])
    except (KeyError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: does not say which run it belongs to; run the scenario again with --overwrite") from error
    if not isinstance(own, dict):
        raise InputError(f"{path}: does not say which run it belongs to; run the scenario again with --overwrite")
    return own


def _frame(table: pa.Table) -> pd.DataFrame:
    """An Arrow table as a frame; words kept as codes become text."""
    plain = [
        pa.field(column.name, column.type.value_type if pa.types.is_dictionary(column.type) else column.type)
        for column in table.schema
    ]
    return table.cast(pa.schema(plain)).to_pandas()
