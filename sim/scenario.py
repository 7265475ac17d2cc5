"""A scenario: the frozen, validated description of what a run plays.

A scenario file (TOML) names a game, a way to play it, how many games, a seed, rule options and a list of cells. A cell may
hold a `sweep`: lists of values that stand for one cell each, all on the same deals.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.cards import DataFolder, choose, read_options, read_toml
from sim.game import Cell, GameSpec, check_table, shown
from sim.games import find
from sim.schema import GAMES_PER_CELL, Column, Identifier, InputError, Text, Whole

MAX_CELLS = 100_000
HEAD = (
    Column("title", Text(), "One line for people.", default=""),
    Column("game", Text(empty=False), "The rulebook's name."),
    Column("play", Identifier(), "The way to play it."),
    Column("games", Whole(1, 10**12), "Games in all, split evenly over the cells.", unit="games"),
    Column("seed", Whole(0, 2**63 - 1), "The seed of all random streams.", default="1"),
)


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
        """Games of each cell: whole games, at least one."""
        return -(-self.games // len(self.cells))

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
    if not shipped.exists():
        known = ", ".join(sorted(one.stem for one in shipped.parent.glob("*.toml"))) or "none"
        raise InputError(f"no scenario named {shown(name)} (known: {known}; a file name ends in .toml)")
    return shipped


def read_scenario(name: str, data: DataFolder, games: int | None = None, seed: int | None = None) -> Scenario:
    """Read and check a scenario; `games` and `seed` take the place of the file's. Raises InputError."""
    path = find_scenario(name, data)
    document = dict(read_toml(path))
    document |= {key: value for key, value in {"games": games, "seed": seed}.items() if value is not None}
    return check_scenario(path.stem, document, data, path.name)


def check_scenario(name: str, document: Mapping[str, Any], data: DataFolder, where: str) -> Scenario:
    """The scenario that a document (a parsed file) describes; `where` names it in errors."""
    listed = {"options", "cell"}
    head = check_table({key: value for key, value in document.items() if key not in listed}, HEAD, where)
    spec = find(head["game"], head["play"], where)
    known = read_options(data, spec.game)
    options = document.get("options", {})
    if not isinstance(options, Mapping):
        raise InputError(f"{where} options: expected a table of settings, got {shown(options)}")
    chosen = choose(known, options, f"{where} options")
    cells: list[Cell] = []
    for number, table in enumerate(_cell_tables(document, where), start=1):
        cells += _read_cells(table, spec, known, chosen, data, f"{where} cell {number}")
    _check_cells(cells, where)
    scenario = Scenario(
        name, head["title"], spec, int(head["games"]), int(head["seed"]), chosen, tuple(cells), dict(document)
    )
    if scenario.games_per_cell > GAMES_PER_CELL:
        raise InputError(f"{where} games: at most {GAMES_PER_CELL:,} games a cell, got {scenario.games_per_cell:,}")
    return scenario


def _cell_tables(document: Mapping[str, Any], where: str) -> list[Mapping[str, Any]]:
    tables = document.get("cell", [])
    if not isinstance(tables, list) or not tables or not all(isinstance(table, Mapping) for table in tables):
        raise InputError(f"{where}: a scenario needs at least one [[cell]]")
    return tables


def _check_cells(cells: list[Cell], where: str) -> None:
    if len(cells) > MAX_CELLS:
        raise InputError(f"{where}: at most {MAX_CELLS:,} cells, got {len(cells):,}")
    seen: set[str] = set()
    for cell in cells:
        if cell.name in seen:
            raise InputError(f"{where}: two cells are named {shown(cell.name)}; each needs a name of its own")
        seen.add(cell.name)


def _read_cells(
    table: Mapping[str, Any], spec: GameSpec, known: Any, options: Mapping[str, Any], data: DataFolder, where: str
) -> Iterator[Cell]:
    settings = dict(table)
    name = settings.pop("name", None)
    if not isinstance(name, str) or not name:
        raise InputError(f"{where} name: expected some text, got {shown(name)}")
    own_options = settings.pop("options", {})
    if not isinstance(own_options, Mapping):
        raise InputError(f"{where} options: expected a table of settings, got {shown(own_options)}")
    for changes, label in _sweep(settings.pop("sweep", {}), where):
        swept = settings | {key: value for key, value in changes.items() if key not in known}
        cell_options = dict(options) | dict(own_options) | {key: changes[key] for key in changes if key in known}
        chosen = choose(known, cell_options, f"{where} options")
        parameters, arrays = spec.read_cell(swept, chosen, data, f"{where}{label}")
        yield Cell(name + label, name, parameters, arrays)


def _sweep(sweep: object, where: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Each combination of a sweep's values with the words that tell it apart (`, jokers 2`)."""
    if not isinstance(sweep, Mapping):
        raise InputError(f"{where} sweep: expected a table of lists, got {shown(sweep)}")
    for key, values in sweep.items():
        if not isinstance(values, list) or not values:
            raise InputError(f"{where} sweep.{key}: expected a list of values, got {shown(values)}")
    for combination in itertools.product(*sweep.values()):
        changes = dict(zip(sweep, combination, strict=True))
        yield changes, "".join(f", {key} {_label(value)}" for key, value in changes.items())


def _label(value: object) -> str:
    if isinstance(value, list):
        return "+".join(str(one) for one in value) or "none"
    return str(value)
