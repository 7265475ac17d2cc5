"""The designers' sheets, read and checked: the only door from data/ to the rest of the program.

A sheet is CSV in UTF-8 (with or without byte order mark, commas or semicolons, any line ends, quoted cells) or the one
worksheet of an .xlsx file. Each error is one line that a designer can act on:
`weapons.csv:17 rarity: expected a whole number from 1 to 10, got "3/4"`.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim.cells import parse_cell
from sim.data_folder import (
    DataFolder,
    copy_data,
    digest,
    find_data,
    find_games,
    game_files,
    read_text,
    read_toml,
    shown_name,
)
from sim.game import check_characters, closest, shown
from sim.options import Option, choose, read_options
from sim.schema import Column, InputError, Sheet
from sim.workbook import workbook_rows

__all__ = [
    "DataFolder",
    "GameSheets",
    "Option",
    "Reference",
    "choose",
    "copy_data",
    "digest",
    "existing",
    "find_data",
    "find_games",
    "find_row",
    "game_files",
    "names_for",
    "read_options",
    "read_rows",
    "read_sheet",
    "read_toml",
    "sheet_problems",
]

Row = dict[str, Any]
NumberedCells = Iterator[tuple[int, list[str]]]


@dataclass(frozen=True)
class Reference:
    """Cells of `column` in the files `pattern` name rows (by key) of the sheet in the file `target`."""

    pattern: str
    column: str
    target: str


@dataclass(frozen=True)
class GameSheets:
    """All sheets of a game: file in the data folder (`*` for any name) -> sheet, and how they refer to each other.

    `named` holds the keys of a scenario's cell that name a row of a file, or, where the file is a pattern, one of its files.
    Each of `checks` gives one line for each thing that is wrong beyond single sheets: decks against their rules, maps.
    """

    game: str
    files: Mapping[str, Sheet]
    references: Sequence[Reference] = ()
    named: Mapping[str, str] = field(default_factory=dict)
    checks: Sequence[Callable[[DataFolder], Sequence[str]]] = ()


@dataclass
class Reading:
    """A sheet as far as it could be read: rows by line, what is wrong, and what is only odd."""

    rows: dict[int, Row] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)  # key -> line
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


Readings = dict[Path, Reading]


def read_sheet(path: Path, sheet: Sheet, warnings: list[str] | None = None) -> list[Row]:
    """The rows of a sheet, one dict a row, values as `parse_cell` makes them, in the order of the file.

    Where weapons.csv is asked for and only weapons.xlsx exists, that is read. What is odd but harmless, such as a column
    that nothing reads, is added to `warnings`. Raises InputError with the first problem.
    """
    return list(read_rows(path, sheet, warnings).values())


def read_rows(path: Path, sheet: Sheet, warnings: list[str] | None = None) -> dict[int, Row]:
    """The rows of a sheet as `read_sheet` gives them, by the number of their line."""
    reading = examine(path, sheet)
    if warnings is not None:
        warnings += reading.warnings
    if reading.problems:
        raise InputError(reading.problems[0])
    return reading.rows


def find_row(rows: Sequence[Row], sheet: Sheet, key: str, where: str) -> Row:
    """The row that `key` names; InputError with the nearest name if there is none."""
    names = {row[sheet.key]: row for row in rows}
    if key not in names:
        raise InputError(_no_row(sheet, key, names, where))
    return names[key]


def _no_row(sheet: Sheet, key: str, known: Iterable[str], where: str) -> str:
    return f"{where}: no {sheet.key} named {shown(key)} in {sheet.name}{closest(key, known)}"


def names_for(data: DataFolder, sheets: GameSheets, key: str) -> list[str]:
    """All names that `key` of a scenario's cell may have, in the order of their sheet; none for a key that names nothing."""
    pattern = sheets.named.get(key, "")
    if "*" in pattern:
        return [path.stem for path in find_files(data, pattern)]
    sheet = sheets.files.get(pattern)
    return [row[sheet.key] for row in read_sheet(data.path / pattern, sheet)] if sheet else []


def examine(path: Path, sheet: Sheet) -> Reading:
    """Read a sheet and collect everything that is wrong with it; never raises InputError."""
    reading = Reading()
    try:
        _read_into(reading, existing(path), sheet)
    except InputError as error:
        reading.problems.append(str(error))
    return reading


def _read_into(reading: Reading, path: Path, sheet: Sheet) -> None:
    name = shown_name(path)
    lines = _filled(workbook_rows(path, sheet.name) if path.suffix == ".xlsx" else _csv_rows(path), name)
    line, header = next(lines)
    columns = _columns(header, sheet, f"{name}:{line}", reading.warnings)
    below = list(lines)
    if not below:
        raise InputError(f"{name}: no rows below the header")
    for line, cells in below:
        _read_row(reading, columns, cells, sheet, f"{name}:{line}", line)


def existing(path: Path) -> Path:
    """`path`, or the workbook of the same name; not both, for nobody could tell which one counts."""
    workbook = path.with_suffix(".xlsx")
    if path == workbook or not workbook.exists():
        return path
    if path.exists():
        raise InputError(f"{shown_name(path)}: {shown_name(workbook)} stands beside it; keep one of them")
    return workbook


def _csv_rows(path: Path) -> NumberedCells:
    """The number of the line on which each record starts, and its cells."""
    text = read_text(path)
    name = shown_name(path)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    before = 0
    try:
        for cells in reader:
            yield before + 1, cells
            before = reader.line_num
    except csv.Error as error:
        raise InputError(f"{name}:{before + 1}: broken CSV, {error}; is a quote not closed?") from error


def _delimiter(text: str) -> str:
    """Comma or semicolon: whatever cuts the header line into more cells."""
    header = next(line for line in text.splitlines() if line.strip())[:10_000]
    counts = {mark: len(next(csv.reader([header], delimiter=mark))) for mark in ",;"}
    return ";" if counts[";"] > counts[","] else ","


def _filled(lines: NumberedCells, name: str) -> NumberedCells:
    """Only lines with something in them; InputError for an empty sheet and for comments, which CSV does not have."""
    is_empty = True
    for line, cells in lines:
        trimmed = [cell.strip() for cell in cells]
        if not any(trimmed):
            continue
        if trimmed[0].startswith("#"):
            raise InputError(f"{name}:{line}: starts with #; a sheet has no comments, put notes in a column")
        is_empty = False
        yield line, trimmed
    if is_empty:
        raise InputError(f"{name}: the sheet is empty")


def _columns(header: list[str], sheet: Sheet, where: str, warnings: list[str]) -> list[Column | None]:
    """For each place of the header its column, or None where nothing is read."""
    known = {column.name: column for column in sheet.columns}
    for name in header:
        check_characters(name, f"{where} header")
    extra = [name for name in header if name and name not in known]
    twice = [name for name, count in Counter(header).items() if count > 1 and name]
    if twice:
        raise InputError(f"{where}: two columns are named {shown(twice[0])}")
    lacking = [name for name, column in known.items() if name not in header and column.default is None]
    if lacking:
        found = f" (unknown here: {', '.join(shown(name) for name in extra[:5])})" if extra else ""
        raise InputError(f"{where}: missing column{'s' * (len(lacking) > 1)} {', '.join(lacking)}{found}")
    warnings += [f"{where}: column {shown(name)} is not read{closest(name, known)}" for name in extra]
    return [known.get(name) for name in header]


def _read_row(reading: Reading, columns: list[Column | None], cells: list[str], sheet: Sheet, where: str, line: int) -> None:
    """Add one row to `reading`, or what is wrong with it."""
    if len(cells) != len(columns):
        hint = " (a text with commas needs quotes)" if len(cells) > len(columns) else ""
        reading.problems.append(f"{where}: {len(cells)} cells, but the header has {len(columns)}{hint}")
        return
    texts = {column.name: cell for column, cell in zip(columns, cells, strict=True) if column}
    row, n_problems = {}, len(reading.problems)
    for column in sheet.columns:
        try:
            row[column.name] = parse_cell(column, texts.get(column.name, ""), where)
        except InputError as error:
            reading.problems.append(str(error))
    if len(reading.problems) == n_problems:
        _add_unique(reading, row, sheet, where, line)


def _add_unique(reading: Reading, row: Row, sheet: Sheet, where: str, line: int) -> None:
    key = row[sheet.key]
    if key in reading.seen:
        reading.problems.append(f"{where} {sheet.key}: {shown(key)} stands in line {reading.seen[key]} already")
        return
    reading.seen[key] = line
    reading.rows[line] = row


def sheet_problems(data: DataFolder, sheets: GameSheets, warnings: list[str]) -> list[str]:
    """Everything that is wrong in the sheets of a game, one line each; what is only odd is added to `warnings`."""
    problems: list[str] = []
    readings: dict[str, Readings] = {}
    for pattern, sheet in sheets.files.items():
        readings[pattern] = {path: examine(path, sheet) for path in find_files(data, pattern)}
        if not readings[pattern]:
            problems.append(f"{pattern}: there is no such sheet")
        for reading in readings[pattern].values():
            problems += reading.problems
            warnings += reading.warnings
    for reference in sheets.references:
        target = sheets.files[reference.target]
        problems += _broken_references(readings[reference.pattern], readings[reference.target], reference, target)
    problems += [problem for check in sheets.checks for problem in check(data)]
    known = {path.with_suffix("") for found in readings.values() for path in found}
    warnings += [f"{path.name}: no sheet of {sheets.game} by this name" for path in _unread(data, sheets.game, known)]
    return problems


def _unread(data: DataFolder, game: str, known: set[Path]) -> Iterator[Path]:
    for path in game_files(data, game):
        if path.suffix in (".csv", ".xlsx") and path.with_suffix("") not in known:
            yield path


def find_files(data: DataFolder, pattern: str) -> list[Path]:
    """The sheets that a pattern stands for, workbooks too; a name without `*` always gives its one path."""
    if "*" not in pattern:
        return [data.path / pattern]
    found = [*data.path.glob(pattern), *data.path.glob(str(Path(pattern).with_suffix(".xlsx")))]
    names = {path.with_suffix(".csv") for path in found if not path.name.startswith((".", "~$"))}
    return sorted(names)


def _broken_references(files: Readings, targets: Readings, reference: Reference, target: Sheet) -> Iterator[str]:
    """Rows that name nothing; not checked while the sheet they refer to is broken itself."""
    if any(reading.problems for reading in targets.values()):
        return
    keys = [key for reading in targets.values() for key in reading.seen]
    for path, reading in files.items():
        for line, row in reading.rows.items():
            word = row[reference.column]
            if word not in keys:
                yield _no_row(target, word, keys, f"{shown_name(path)}:{line} {reference.column}")
