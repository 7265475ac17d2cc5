"""What a game must offer to be simulated: a record of functions and tables, nothing to inherit from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from sim.schema import Column, InputError, Table, Whole, Wholes, Words

Columns = dict[str, Any]
"""The columns of a table: name -> array, all of one length."""


@dataclass(frozen=True)
class Cell:
    """One matchup of a scenario, ready to be played."""

    name: str
    deal: str  # keys the random streams: cells with equal `deal` share their deals
    parameters: Mapping[str, str]  # what a reader of the results may want to sort by
    arrays: Any = field(compare=False)  # what the game's kernel reads; the batch never looks inside


@dataclass(frozen=True, order=True)
class Shard:
    """A unit of work: the games first..last-1 of cell number `cell`."""

    cell: int
    first: int
    last: int


@dataclass(frozen=True)
class Event:
    """One step of a replayed game: for a referee (`data`) and for a reader (`words`, with the rule it follows)."""

    data: Mapping[str, Any]
    rule: str
    words: str


@dataclass(frozen=True)
class GameSpec:
    """One way to play a game. `play` names it: a rulebook may hold several, such as a judgement and a whole hunt."""

    game: str
    play: str
    title: str
    version: int  # rises whenever the same scenario gives other results
    unit: str  # what one game is, in words
    tables: tuple[Table, ...]
    read_cell: Callable[[Mapping[str, Any], Mapping[str, Any], Any, str], tuple[Mapping[str, str], Any]]
    """(settings, options, data folder, where) -> (parameters, arrays); raises InputError."""
    play_games: Callable[[Cell, int, int, int, int], dict[str, Columns]]
    """(cell, number of the cell, seed, first index, last index) -> the columns of each table for these games."""
    replay: Callable[[Cell, int, int, int], Iterable[Event]]
    """(cell, number of the cell, seed, index) -> the events of one game."""
    shard_games: Callable[[Cell], int]
    """Games of a shard that takes about a quarter of a second."""
    warm: Callable[[], None]
    """Compiles the game's kernels into the cache."""


def closest(word: str, allowed: Iterable[str]) -> str:
    """A hint for a mistyped word: `; did you mean ...?` or nothing."""
    match = get_close_matches(word, list(allowed), n=1)
    return f"; did you mean {match[0]}?" if match else ""


def check_value(column: Column, value: object, where: str) -> Any:
    """A value of a TOML file checked against its column; raises InputError."""
    domain = column.domain
    if isinstance(domain, Whole):
        fine = isinstance(value, int) and not isinstance(value, bool) and domain.low <= value <= domain.high
    elif isinstance(domain, Words):
        given = value if domain.many and isinstance(value, list) else [] if domain.many else [value]
        fine = all(isinstance(word, str) and word in domain.words for word in given) and len({*given}) == len(given)
        fine = fine and (isinstance(value, list) or not domain.many)
    elif isinstance(domain, Wholes):
        fine = isinstance(value, list) and len(value) <= domain.most
        fine = fine and all(type(one) is int and domain.low <= one <= domain.high for one in value)  # type: ignore[attr-defined]
    else:
        fine = isinstance(value, str)
    if not fine:
        several = ", each once, as a list" if isinstance(domain, Words) and domain.many else ""
        raise InputError(f"{where} {column.name}: expected {domain}{several}, got {shown(value)}")
    return tuple(value) if isinstance(value, list) else value


def shown(value: object) -> str:
    """A value as error messages print it: quoted text, on one line, at most 40 characters."""
    text = f'"{value}"' if isinstance(value, str) else str(value)
    text = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    return text if len(text) <= 40 else text[:36] + "..." + text[-1]


def check_table(table: object, columns: Iterable[Column], where: str) -> dict[str, Any]:
    """A table of a TOML file checked key by key; defaults are filled in. Raises InputError."""
    if not isinstance(table, dict):
        raise InputError(f"{where}: expected a table of settings, got {shown(table)}")
    known = {column.name: column for column in columns}
    for name in table:
        if name not in known:
            raise InputError(f"{where}: unknown key {shown(name)}{closest(name, known)} (allowed: {', '.join(known)})")
    values = {}
    for name, column in known.items():
        if name in table:
            values[name] = check_value(column, table[name], where)
        elif column.default is None:
            raise InputError(f"{where}: the key {name} is missing ({column.domain})")
        else:
            values[name] = default_value(column)
    return values


def default_value(column: Column) -> Any:
    """What a missing key stands for; an empty default of a number is None."""
    text = column.default or ""
    if isinstance(column.domain, Whole):
        return int(text) if text else None
    if isinstance(column.domain, Wholes):
        return tuple(int(one) for one in text.split())
    if isinstance(column.domain, Words) and column.domain.many:
        return tuple(one.strip() for one in text.split(";") if one.strip())
    return text
