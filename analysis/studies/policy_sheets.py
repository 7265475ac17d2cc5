"""A game's sheet of policies as rows that can be changed: what the search for better weights reads and writes."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sim

RECORD_HEAD = "# What `huntlab tune` was told and what came of it, one table a policy. Written by `huntlab tune --write`.\n"

Weights = Mapping[str, int]
"""Column -> weight."""


@dataclass(frozen=True)
class PolicySheet:
    """Where the policies of a game stand, and what their columns may hold."""

    path: Path  # of the CSV file; it need not exist while there is a workbook
    sheet: sim.Sheet

    @property
    def limits(self) -> dict[str, sim.Whole]:
        """Each column that holds a weight (a whole number), with its limits."""
        return {one.name: one.domain for one in self.sheet.columns if isinstance(one.domain, sim.Whole)}

    def rows(self) -> dict[str, dict[str, Any]]:
        """The policies by name. Raises InputError."""
        return {row[self.sheet.key]: row for row in sim.read_sheet(self.path, self.sheet)}

    def weights(self, name: str) -> dict[str, int]:
        """The weights of a policy; InputError if there is none of this name."""
        rows = self.rows()
        if name not in rows:
            raise sim.InputError(f'{self.path.name}: no policy named "{name}" (known: {", ".join(rows)})')
        return {column: int(rows[name][column]) for column in self.limits}


def policy_sheet(data: sim.DataFolder, game: str) -> PolicySheet:
    """The sheet of policies of a game; InputError if the game has none."""
    file = f"policies/{game}.csv"
    files = sim.sheets_of(game).files
    if file not in files:
        raise sim.InputError(f"{game}: this game has no sheet of policies")
    return PolicySheet(data.path / file, files[file])


# Rows for the search, in a copy of the data


def write_rows(where: PolicySheet, rows: Sequence[Mapping[str, Any]], version: int) -> None:
    """Write whole rows over the sheet of a copy; `version` grows with each writing, and so does the time of the file.

    Readers tell versions of a file by its time, and clocks are too coarse for the pace of a search.
    """
    names = [column.name for column in where.sheet.columns]
    with where.path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore", restval="")
        writer.writeheader()
        writer.writerows(rows)
    os.utime(where.path, (version, version))


# One row of a designer's own sheet


def check_writable(data: sim.DataFolder, where: PolicySheet) -> None:
    """InputError, before anything is played, if a row can surely not be written."""
    if data.is_shipped:
        raise sim.InputError(f"{where.path.name} belongs to the installed program; make a copy with huntlab init DIR first")
    if not where.path.exists():
        raise sim.InputError(f"{where.path.name}: there is only a workbook; save it as CSV UTF-8 to have weights written")


def write_policy(where: PolicySheet, name: str, weights: Weights) -> None:
    """Put weights into the row of a policy, in new columns where the sheet lacks some; all else stays as it is."""
    text = where.path.read_bytes().decode("utf-8-sig")
    first = text.split("\n", 1)[0]
    separator = ";" if first.count(";") > first.count(",") else ","
    header, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    names = [column.strip() for column in header]
    names += [column for column in weights if column not in names]
    rows = [row + [""] * (len(names) - len(row)) for row in rows]
    (own,) = (row for row in rows if row[names.index(where.sheet.key)].strip() == name)
    for column, weight in weights.items():
        own[names.index(column)] = str(weight)
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator, lineterminator="\r\n" if "\r\n" in text else "\n").writerows([names, *rows])
    _replace(where.path, out.getvalue().encode("utf-8-sig"))


def _replace(path: Path, content: bytes) -> None:
    """Write a file at once, so that it is never half written."""
    writing = path.with_name(f".{path.name}.writing")
    writing.write_bytes(content)
    writing.replace(path)


# What a search was told and found


def record_path(data: sim.DataFolder, game: str) -> Path:
    """The file with the settings and results of all searches of a game."""
    return data.path / "policies" / f"{game}_tuning.toml"


def read_records(data: sim.DataFolder, game: str) -> dict[str, Any]:
    """Policy -> what its search was told and found; empty if none was kept. Raises InputError."""
    path = record_path(data, game)
    records = dict(sim.read_toml(path)) if path.exists() else {}
    for name, record in records.items():
        if not isinstance(record, Mapping):
            raise sim.InputError(f"{path.name} {name}: expected a table, such as [tuned]")
    return records


def write_record(data: sim.DataFolder, game: str, policy: str, record: Mapping[str, Any]) -> None:
    """Keep what a search was told (and its `result`, a table within) beside the policies; other policies' stay."""
    records = read_records(data, game) | {policy: record}
    parts = [RECORD_HEAD, *(part for name, one in records.items() for part in _tables(name, one))]
    _replace(record_path(data, game), "\n".join(parts).encode())


def _tables(name: str, table: Mapping[str, Any]) -> list[str]:
    """A table of TOML and those within; a plain value in JSON is one in TOML, too."""
    own = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in own.items()]
    within = [(key, value) for key, value in table.items() if isinstance(value, Mapping)]
    return [f"[{name}]\n{''.join(lines)}", *(part for key, value in within for part in _tables(f"{name}.{key}", value))]
