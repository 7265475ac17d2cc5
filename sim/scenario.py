"""A scenario: the frozen, validated description of what a run plays.

A scenario file (TOML) names a game, a way to play it, how many games, a seed, rule options and a list of cells. A cell may
hold a `sweep`: lists of values that stand for one cell each, all on the same deals. Where a key names things of a sheet,
`"all"` or a pattern such as `"lance_*"` stands for their names, and `"pairs"` for each two of them, with itself too.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from sim.cards import DataFolder, GameSheets, choose, names_for, read_options, read_toml
from sim.data_folder import shown_path
from sim.game import Cell, GameSpec, check_characters, check_keys, check_table, check_value, closest, shown
from sim.games import find, sheets_of
from sim.options import Option, options_read
from sim.schema import GAMES_PER_CELL, Column, Identifier, InputError, Text, Whole, printable

MAX_CELLS = 100_000
LONGEST_NAME = 200
ALL, PAIRS = "all", "pairs"
DOUBLE_BRACKETS = "write [[cell]], with two brackets, above each cell"
MARKS = frozenset("*?[")  # what makes a word of a sweep a pattern
FRAME = ("name", "options", "sweep")  # keys of a cell that every game has
GAME = Column("game", Text(empty=False), "The rulebook's name.")
HEAD = (
    Column("title", Text(), "One line for people.", default=""),
    GAME,
    Column("play", Identifier(), "The way to play it."),
    Column("games", Whole(1, 10**12), "Games in all, split evenly over the cells.", unit="games"),
    Column("seed", Whole(0, 2**63 - 1), "The seed of all random streams.", default="1"),
)
NAME = (Column("name", Text(empty=False), "Name of the cell; its random streams hang on it."),)


@dataclass(frozen=True)
class Scenario:
    """What is played. Equal scenarios on equal data give equal results, byte for byte."""

    name: str
    title: str
    spec: GameSpec
    games: int
    seed: int
    options: Mapping[str, Any]
    cells: tuple[Cell, ...]
    document: Mapping[str, Any]  # the file as read, with overrides: what a run folder keeps

    @property
    def games_per_cell(self) -> int:
        """Games of each cell: whole blocks, at least one."""
        block = math.lcm(*{self.spec.block_games(cell) for cell in self.cells})
        return -(-self.games // (len(self.cells) * block)) * block

    @property
    def n_games(self) -> int:
        """Games of all cells together."""
        return self.games_per_cell * len(self.cells)

    @property
    def digest(self) -> str:
        """A fingerprint of the description but games and seed, which stand beside it in run.json."""
        described = {key: value for key, value in self.document.items() if key not in {"games", "seed"}}
        text = json.dumps(described, sort_keys=True, ensure_ascii=False)
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def find_scenario(name: str, data: DataFolder) -> Path:
    """The file of a scenario given as a path or as a name in data/scenarios."""
    path = Path(name)
    if path.suffix == ".toml":
        return path
    shipped = data.path / "scenarios" / f"{name}.toml"
    if path.name == name and _exists(shipped):
        return shipped
    if path.name != name or _exists(path):
        raise InputError(f"{shown_path(path)}: no scenario; the file of a scenario ends in .toml")
    names = sorted(one.stem for one in (data.path / "scenarios").glob("*.toml"))
    known = f"known: {', '.join(names)}" if names else f"none in {shown_path(data.path / 'scenarios')}"
    raise InputError(f"no scenario named {shown(name)}{closest(name, names)} ({known}; or name a file that ends in .toml)")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that no file can have, for example one that is far too long
        return False


def read_scenario(name: str, data: DataFolder, games: int | None = None, seed: int | None = None) -> Scenario:
    """Read and check a scenario; `games` and `seed` take the place of the file's. Raises InputError."""
    path = find_scenario(name, data)
    where = _check_file_name(path)
    document = _read_document(path)
    document |= {key: value for key, value in {"games": games, "seed": seed}.items() if value is not None}
    return check_scenario(path.stem, document, data, where)


def _read_document(path: Path) -> dict[str, Any]:
    """The file as it stands; InputError, which knows what is meant, if [cell] stands where only [[cell]] can come again."""
    try:
        return dict(read_toml(path))
    except InputError as error:
        if "('cell',)" in str(error):
            raise InputError(f"{error}; {DOUBLE_BRACKETS}") from error
        raise


def _check_file_name(path: Path) -> str:
    """The file's name as messages print it; the scenario is called after it, and so is the folder of its run."""
    where = printable(path.name)
    check_characters(path.stem, f"{where}: the file's name")
    if path.stem.startswith((".", "-")):
        raise InputError(f"{where}: the name of a scenario starts with neither . nor -; rename the file")
    return where


def check_scenario(name: str, document: Mapping[str, Any], data: DataFolder, where: str) -> Scenario:
    """The scenario that a document (a parsed file) describes; `where` names it in errors."""
    if "sweep" in document:
        raise InputError(f"{where}: sweep belongs to a cell; write [cell.sweep] below its [[cell]]")
    check_keys(document, [*(column.name for column in HEAD), "options", "cell"], where)
    head = check_table({key: value for key, value in document.items() if key not in {"options", "cell"}}, HEAD, where)
    spec = find(head["game"], head["play"], where)
    known = read_options(data, spec.game)
    reader = _Reader(spec, known, options_read(known, spec.options, spec.game), data)
    options = _table(document, "options", where)
    chosen = reader.choose(options, f"{where} options")
    tables = _cell_tables(document, where)
    sweeps = [reader.sweep(table, f"{where} cell {number}") for number, table in enumerate(tables, start=1)]
    _check_number(sum(map(_combinations, sweeps)), where)
    cells: list[Cell] = []
    for number, (table, sweep) in enumerate(zip(tables, sweeps, strict=True), start=1):
        cells += reader.cells(table, sweep, options, f"{where} cell {number}")
    _check_names(cells, where)
    scenario = Scenario(
        name, head["title"], spec, int(head["games"]), int(head["seed"]), chosen, tuple(cells), dict(document)
    )
    if scenario.games_per_cell > GAMES_PER_CELL:
        raise InputError(f"{where} games: at most {GAMES_PER_CELL:,} games a cell, got {scenario.games_per_cell:,}")
    return scenario


def count_cells(document: Mapping[str, Any], data: DataFolder, where: str) -> int:
    """How many cells a document stands for, without loading the kernels of its game. Raises InputError."""
    sheets = sheets_of(check_value(GAME, document.get("game", ""), where))
    tables = enumerate(_cell_tables(document, where), start=1)
    return sum(_combinations(read_sweep(table, sheets, data, f"{where} cell {number}")) for number, table in tables)


def _cell_tables(document: Mapping[str, Any], where: str) -> list[Mapping[str, Any]]:
    tables = document.get("cell", [])
    if isinstance(tables, Mapping):
        raise InputError(f"{where}: [cell] stands for one table; {DOUBLE_BRACKETS}")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, Mapping) for table in tables):
        raise InputError(f"{where}: a scenario needs at least one [[cell]]")
    return tables


def _table(parent: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    """A table within a table; empty if it is not there."""
    table = parent.get(name, {})
    if not isinstance(table, Mapping):
        raise InputError(f"{where} {name}: expected a table of settings, got {shown(table)}")
    return table


def _combinations(sweep: Mapping[str, list[Any]]) -> int:
    return math.prod(len(values) for values in sweep.values())


def _check_number(n_cells: int, where: str) -> None:
    if n_cells > MAX_CELLS:
        raise InputError(f"{where}: at most {MAX_CELLS:,} cells, got {n_cells:,}")


def _check_names(cells: list[Cell], where: str) -> None:
    seen: set[str] = set()
    for cell in cells:
        if cell.name in seen:
            raise InputError(f"{where}: two cells are named {shown(cell.name)}; each needs a name of its own")
        seen.add(cell.name)


def _cell_name(table: Mapping[str, Any], where: str) -> str:
    name = check_table({key: table[key] for key in ("name",) if key in table}, NAME, where)["name"]
    if len(name) > LONGEST_NAME:
        raise InputError(f"{where} name: at most {LONGEST_NAME} letters, got {len(name):,}")
    return str(name)


@dataclass(frozen=True)
class _Reader:
    """Reads the cells of a scenario of one play: what they may say is what that play knows."""

    spec: GameSpec
    known: Mapping[str, Option]  # all options of the game, also those of its other plays
    read: Mapping[str, Option]  # those of this play
    data: DataFolder

    def choose(self, options: Mapping[str, Any], where: str) -> dict[str, Any]:
        """The value of each option that the play reads; others are refused, for setting them would change nothing."""
        for name in options:
            if name in self.known and name not in self.read:
                raise InputError(
                    f"{where}: {self.spec.play} does not read the option {name} (it reads {', '.join(self.read)})"
                )
        return choose(self.read, options, where)

    def sweep(self, table: Mapping[str, Any], where: str) -> dict[str, list[Any]]:
        """Each key of a cell's sweep with its values; the keys of the cell are checked, too."""
        settings = [column.name for column in self.spec.settings]
        for name in table:
            if name in self.known and name not in settings:
                places = f"[cell.options], [options] or a sweep: sweep.{name} = [...]"
                raise InputError(f"{where}: {name} is a rule option; it stands in {places}")
        check_keys(table, [*FRAME, *settings], where)
        sweep = read_sweep(table, sheets_of(self.spec.game), self.data, where)
        for key, values in sweep.items():
            if key in self.known:
                for value in values:
                    self.choose({key: value}, f"{where} sweep")
        check_keys(sweep, [*settings, *self.read], f"{where} sweep")
        return sweep

    def cells(
        self, table: Mapping[str, Any], sweep: Mapping[str, list[Any]], options: Mapping[str, Any], where: str
    ) -> Iterator[Cell]:
        """The cells that a table stands for."""
        name = _cell_name(table, where)
        settings = {key: value for key, value in table.items() if key not in FRAME}
        own_options = {**options, **_table(table, "options", where)}
        for combination in itertools.product(*sweep.values()):
            changes = dict(zip(sweep, combination, strict=True))
            label = "".join(f", {key} {_label(value)}" for key, value in changes.items())
            swept = {key: value for key, value in changes.items() if key not in self.known}
            chosen = self.choose(own_options | {key: changes[key] for key in changes.keys() - swept}, f"{where} options")
            place = f"{where}{printable(label[:LONGEST_NAME])}"
            parameters, arrays = self.spec.read_cell({**settings, **swept}, chosen, self.data, place)
            yield Cell(name + label, name, parameters, arrays)


def read_sweep(table: Mapping[str, Any], sheets: GameSheets, data: DataFolder, where: str) -> dict[str, list[Any]]:
    """Each key of a cell's sweep with its values; patterns become the names that they stand for. Raises InputError."""
    sweep = {}
    for key, values in _table(table, "sweep", where).items():
        _check_one_place(key, table, where)
        place = f"{where} sweep.{printable(key)}"
        is_named = key in sheets.named
        if is_named and values == PAIRS:
            sweep[key] = [list(pair) for pair in itertools.combinations_with_replacement(names_for(data, sheets, key), 2)]
            continue
        given = [values] if is_named and _is_pattern(values) else values
        if not isinstance(given, list) or not given:
            raise InputError(f"{place}: expected a list of values, got {shown(values)}")
        has_pattern = is_named and any(map(_is_pattern, given))
        sweep[key] = _expanded(given, names_for(data, sheets, key), place) if has_pattern else given
    return sweep


def _check_one_place(key: str, table: Mapping[str, Any], where: str) -> None:
    """InputError if a key of the sweep has a value in the same cell, too: one of the two would go unheard."""
    places = {"[cell.options]": _table(table, "options", where), "[[cell]]": table}
    for place, values in places.items():
        if key in values and key not in FRAME:
            raise InputError(f"{where}: {printable(key)} stands in {place} and in [cell.sweep]; keep one of them")


def _is_pattern(value: object) -> bool:
    return isinstance(value, str) and (value == ALL or not MARKS.isdisjoint(value))


def _expanded(values: list[Any], names: list[str], place: str) -> list[Any]:
    """The values with each pattern replaced by the names it matches, in their order, but for those that stand before it."""
    found: list[Any] = []
    for value in values:
        if not _is_pattern(value) or value in names:
            found.append(value)
            continue
        matching = [name for name in names if value == ALL or fnmatchcase(name, value)]
        if not matching:
            raise InputError(f"{place}: nothing is named like {shown(value)}{closest(value, names)}")
        found += [name for name in matching if name not in found]
    return found


def _label(value: object) -> str:
    if isinstance(value, list):
        return "+".join(str(one) for one in value) or "none"
    return str(value)
