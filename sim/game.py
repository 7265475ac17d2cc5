"""What a game must offer to be simulated: a record of functions and tables, nothing to inherit from."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from sim.schema import Column, Domain, InputError, Names, Table, Text, Whole, Wholes, Words, in_toml, printable

Columns = dict[str, Any]
"""The columns of a table: name -> array, all of one length."""

BREAKERS = "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u2060\ufeff"
"""Line separators, marks that reverse the writing direction, spaces without width: they garble messages and charts."""

LONGEST_SHOWN = 40
LONGEST_HINTED = 200  # letters of a word that is compared with those allowed


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
    options: tuple[str, ...]  # the rule options that this play reads; a scenario may set no others
    settings: tuple[Column, ...]  # the keys of a scenario's cell
    read_cell: Callable[[Mapping[str, Any], Mapping[str, Any], Any, str], tuple[Mapping[str, str], Any]]
    """(settings, the value of each option read, data folder, where) -> (parameters, arrays); raises InputError."""
    play_games: Callable[[Cell, int, int, int, int], dict[str, Columns]]
    """(cell, number of the cell, seed, first index, last index) -> the columns of each table for these games."""
    replay: Callable[[Cell, int, int, int], Iterable[Event]]
    """(cell, number of the cell, seed, index) -> the events of one game."""
    shard_games: Callable[[Cell], int]
    """Games of a shard that takes about a quarter of a second."""
    warm: Callable[[], None]
    """Compiles the game's kernels into the cache."""
    block_games: Callable[[Cell], int] = lambda _cell: 1
    """Games of a block of a cell: one deal, played once in each rotation of the seats. Only whole blocks are played."""


def closest(word: str, allowed: Iterable[str]) -> str:
    """A hint for a mistyped word: `; did you mean ...?` or nothing."""
    match = get_close_matches(word, list(allowed), n=1) if len(word) <= LONGEST_HINTED else []
    return f"; did you mean {match[0]}?" if match else ""


def shown(value: object) -> str:
    """A value as error messages print it: spelled as in TOML, on one line, at most 40 characters."""
    if isinstance(value, list | tuple):
        text = f"[{', '.join(_inner(one) for one in value[:LONGEST_SHOWN])}]"
    else:
        text = "a table" if isinstance(value, Mapping) else _inner(value)
    text = printable(text)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 4] + "..." + text[-1]


def _inner(value: object) -> str:
    """A value within a list; lists within lists are not spelled out."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple | Mapping):
        return "[...]" if not isinstance(value, Mapping) else "{...}"
    return f'"{value}"' if isinstance(value, str) else str(value)


def check_characters(text: str, place: str) -> None:
    """Refuse control characters and line breaks: they are invisible, and a message must stay on one line."""
    for one in text:
        if unicodedata.category(one) == "Cc" or one in BREAKERS:
            what = "a line break" if one in "\r\n\u2028\u2029" else f"the invisible character U+{ord(one):04X}"
            raise InputError(f"{place}: holds {what}; take it out")


def check_keys(names: Iterable[str], allowed: Iterable[str], where: str) -> None:
    """Refuse the first name that is not allowed."""
    known = list(allowed)
    for name in names:
        if name not in known:
            raise InputError(f"{where}: unknown key {shown(name)}{closest(name, known)} (allowed: {', '.join(known)})")


def check_value(column: Column, value: object, where: str) -> Any:
    """A value of a TOML file checked against its column; a list comes back as a tuple. Raises InputError."""
    place = f"{where} {column.name}"
    if isinstance(value, str):
        check_characters(value, place)
    if not _fits(column.domain, value):
        raise InputError(f"{place}: expected {in_toml(column.domain)}, got {shown(value)}")
    return tuple(value) if isinstance(value, list) else value


def _fits(domain: Domain, value: object) -> bool:
    if isinstance(domain, Whole):
        return _is_whole(value, domain)
    if isinstance(domain, Wholes):
        return isinstance(value, list) and len(value) <= domain.most and all(_is_whole(one, domain) for one in value)
    if isinstance(domain, Words) and domain.many:
        words = value if isinstance(value, list) else [None]
        return all(isinstance(word, str) and word in domain.words for word in words) and len({*words}) == len(words)
    if isinstance(domain, Names):
        return isinstance(value, list) and len(value) <= domain.most and all(isinstance(one, str) and one for one in value)
    if isinstance(domain, Words):
        return isinstance(value, str) and value in domain.words
    return isinstance(value, str) and (bool(value.strip()) or not isinstance(domain, Text) or domain.empty)


def _is_whole(value: object, domain: Whole | Wholes) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and domain.low <= value <= domain.high


def check_table(table: Mapping[str, Any], columns: Iterable[Column], where: str) -> dict[str, Any]:
    """A table of a TOML file checked key by key; defaults are filled in. Raises InputError."""
    known = {column.name: column for column in columns}
    check_keys(table, known, where)
    values = {}
    for name, column in known.items():
        if name in table:
            values[name] = check_value(column, table[name], where)
        elif column.default is None:
            raise InputError(f"{where}: the key {name} is missing ({in_toml(column.domain)})")
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
    if isinstance(column.domain, Names) or (isinstance(column.domain, Words) and column.domain.many):
        return tuple(one.strip() for one in text.split(";") if one.strip())
    return text
