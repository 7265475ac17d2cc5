"""Every table of the project: what each column is called, holds, counts in and means.

Two kinds of tables are described with the same `Column`: *sheets* that designers write (CSV) and *result tables* that runs
write (Parquet); so are the keys of a run's description, run.json. Readers, writers, checks, `huntlab cards` and the report
all work from these records. This module is plain Python, so that the analysis can use it without loading numba.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal


class InputError(ValueError):
    """Input from a person that cannot be used: one line that says where, what was found and what is allowed."""


def printable(text: str) -> str:
    """A text with everything that is invisible or breaks the line spelled out, as messages print it."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


@dataclass(frozen=True)
class Whole:
    """Whole numbers from `low` to `high`, both allowed."""

    low: int
    high: int

    def __str__(self) -> str:
        """Say what is allowed, as error messages print it."""
        return f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True)
class Words:
    """One of a few words; `many` allows several, separated by semicolons, and none at all."""

    words: tuple[str, ...]
    many: bool = False

    def __str__(self) -> str:
        """Say what is allowed, as error messages print it."""
        choice = ", ".join(self.words)
        return f"any of {choice}, separated by ;" if self.many else f"one of {choice}"


@dataclass(frozen=True)
class Wholes:
    """Several signed whole numbers separated by spaces (`+1 -2`), or an empty cell; at most `most` of them."""

    low: int
    high: int
    most: int

    def __str__(self) -> str:
        """Say what is allowed, as error messages print it."""
        return f"{_at_most(self)}, separated by spaces" if self.most > 1 else _at_most(self)


@dataclass(frozen=True)
class Levels:
    """Words with a whole number each (`fire 2; ice 1`), or an empty cell."""

    words: tuple[str, ...]
    low: int
    high: int

    def __str__(self) -> str:
        """Say what is allowed, as error messages print it."""
        choice = ", ".join(self.words)
        return f"a word and a whole number from {self.low} to {self.high} ({choice}), separated by ;"


@dataclass(frozen=True)
class Text:
    """Any text of one line; `empty` allows an empty cell."""

    empty: bool = True

    def __str__(self) -> str:
        """Say what is allowed, as error messages print it."""
        return "any text" if self.empty else "some text"


@dataclass(frozen=True)
class Identifier:
    """A short name of small letters, digits and `_`, starting with a letter."""

    def __str__(self) -> str:
        """Say what is allowed, as error messages print it."""
        return "a name of small letters, digits and _ that starts with a letter"


@dataclass(frozen=True)
class CardText:
    """A card text in the vocabulary of a game, or an empty cell; `check(text, where)` raises InputError for others."""

    check: Callable[[str, str], object]

    def __str__(self) -> str:
        """Say what is allowed, as error messages print it."""
        return "a card text in the words of the rulebook"


@dataclass(frozen=True)
class Names:
    """A list of at most `most` names, such as the decks of a line-up; only in scenarios."""

    most: int

    def __str__(self) -> str:
        """Say what is allowed, as error messages print it."""
        return f"a list of at most {self.most} names"


Domain = Whole | Words | Wholes | Levels | Text | Identifier | CardText | Names


def _at_most(domain: Wholes) -> str:
    count = f"{domain.most} whole numbers" if domain.most > 1 else "one whole number"
    return f"at most {count} from {domain.low} to {domain.high}"


def in_toml(domain: Domain) -> str:
    """What is allowed in a TOML file, where several values are a list; `str` of a domain speaks of a sheet's cell."""
    if isinstance(domain, Wholes):
        return f"a list of {_at_most(domain)}"
    if isinstance(domain, Words) and domain.many:
        return f"a list with any of {', '.join(domain.words)}, each once"
    return str(domain)


@dataclass(frozen=True)
class Column:
    """One column: its name, what may stand in it, its unit, its meaning and the rule it comes from."""

    name: str
    domain: Domain
    meaning: str
    unit: str = ""
    rule: str = ""
    default: str | None = None  # the text assumed where a sheet lacks the column; None: the column is required


@dataclass(frozen=True)
class Sheet:
    """A table that designers write: one row a thing, `key` names it (each key once)."""

    name: str
    title: str
    key: str
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class Table:
    """A table that runs write, sorted by `keys`.

    `combine` says how the shards of a run become one table: `rows` are put in order of their keys; in a `sum` table the
    rows with equal keys are added up.
    """

    name: str
    title: str
    keys: tuple[str, ...]
    columns: tuple[Column, ...]
    combine: Literal["rows", "sum"] = "rows"


HAND_CLASSES = ("NoP", "1P", "2P", "3C", "ST", "FL", "FH", "4C", "SF", "RSF", "5C")
"""Classes of a hand of cards, weakest first (RP-J2), as tables and sheets spell them."""

GAMES_PER_CELL = 10_000_000_000
"""Game ids of a cell start at its number times this, so an id tells its cell and its index within it."""

COUNT = Whole(0, 2**63 - 1)
CELL = Column("cell", Whole(0, 999_999), "Number of the cell within the run, from 0.")

CELLS = Table(
    "cells",
    "What was played: one row a cell.",
    ("cell",),
    (
        CELL,
        Column("name", Text(empty=False), "Name of the cell; its random streams hang on `deal`."),
        Column("deal", Text(empty=False), "Name that keys the random streams; cells with the same one share deals."),
        Column("games", COUNT, "Games played in the cell.", "games"),
    ),
)
PARAMETERS = Table(
    "parameters",
    "What each cell was set to: one row a cell and parameter.",
    ("cell", "parameter"),
    (
        CELL,
        Column("parameter", Text(empty=False), "What is set, for example `jokers` or `hunter 1 base_hand`."),
        Column("value", Text(), "Its value, as text."),
    ),
)

# run.json: what a run folder says of itself

RUN_FORMAT = 1
COMPLETE, RUNNING = "complete", "running"
STATUS = Column("status", Words((COMPLETE, RUNNING)), "Whether all tables are written.")
RUN_KEYS = (
    STATUS,
    Column("huntlab", Text(empty=False), "Version that played the run."),
    Column("game", Text(empty=False), "The rulebook's name."),
    Column("play", Text(empty=False), "The way to play it."),
    Column("game_version", COUNT, "Rises whenever the same scenario gives other results."),
    Column("kernels", Text(empty=False), "Fingerprint of the kernels and what compiles them."),
    Column("data", Text(empty=False), "Fingerprint of the sheets and options."),
    Column("scenario", Text(empty=False), "Fingerprint of the scenario but for its games and seed."),
    Column("name", Text(empty=False), "Name of the scenario."),
    Column("seed", COUNT, "The seed of all random streams."),
    Column("games", COUNT, "Games in all cells.", "games"),
)
DIGEST = Column("digest", Text(empty=False), "Fingerprint of the tables' contents.")
FINISHED = Column("finished", Text(empty=False), "When the tables were written.")
TABLE_KEYS = (Column("name", Identifier(), "Name of the table."),)
COLUMN_KEYS = (Column("name", Identifier(), "Name."), Column("domain", Text(empty=False), "What stands in it, in words."))

MOST_LEVELS = 32  # of tables and lists within each other
UNFIT = re.compile("[\\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")  # garbles a message, or is no text at all


def read_description(folder: Path) -> dict[str, Any]:
    """The run.json of a run folder with each key that is used checked, so that its readers may rely on them.

    Raises InputError if there is none, or it was damaged or edited, or is of another format.
    """
    path = folder / "run.json"
    try:
        described = json.loads(path.read_text(encoding="utf-8"))
        json.dumps(described, ensure_ascii=False).encode()  # ValueError if a text holds half a character
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError(f"{folder}: there is no run here (no run.json)") from error
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: not a readable run description") from error
    if not isinstance(described, dict) or described.get("format") != RUN_FORMAT or _is_deep(described):
        raise InputError(f"{path}: not a run description of this version of huntlab")
    _check_keys(described, RUN_KEYS, str(path))
    for name in ("options", "document"):
        _table(described, name, str(path))
    if described[STATUS.name] == COMPLETE:
        _check_complete(described, str(path))
    return described


def _check_complete(described: Mapping[str, Any], where: str) -> None:
    """What a finished run says besides."""
    _check_keys(described, (DIGEST,), where)
    _check_keys(_table(described, "machine", where), (FINISHED,), f"{where} machine")
    for table in _tables(described, "tables", where):
        _check_keys(table, TABLE_KEYS, f"{where} tables")
        for column in _tables(table, "columns", f"{where} {table['name']}"):
            _check_keys(column, COLUMN_KEYS, f"{where} {table['name']} columns")


def _check_keys(table: Mapping[str, Any], columns: Iterable[Column], where: str) -> None:
    for column in columns:
        if column.name not in table or not _fits(table[column.name], column.domain):
            raise _unfit(table, column.name, str(column.domain), where)


def _fits(value: object, domain: Domain) -> bool:
    if isinstance(domain, Whole):
        return isinstance(value, int) and not isinstance(value, bool) and domain.low <= value <= domain.high
    if not isinstance(value, str) or not value or UNFIT.search(value):
        return False
    return value in domain.words if isinstance(domain, Words) else not isinstance(domain, Identifier) or value.isidentifier()


def _table(outer: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    found = outer.get(name)
    if not isinstance(found, dict):
        raise _unfit(outer, name, "a table", where)
    return found


def _tables(outer: Mapping[str, Any], name: str, where: str) -> list[Mapping[str, Any]]:
    found = outer.get(name)
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise _unfit(outer, name, "a list of tables", where)
    return found


def _unfit(table: Mapping[str, Any], name: str, expected: str, where: str) -> InputError:
    got = json.dumps(table[name])[:40] if name in table else "nothing"
    return InputError(f"{where} {name}: expected {expected}, got {got}; the file was changed")


def _is_deep(described: object) -> bool:
    """Whether tables and lists lie in each other deeper than MOST_LEVELS: no run writes that, and recursion would fail."""
    level = [described]
    for _ in range(MOST_LEVELS):
        groups = [one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list)]
        level = [inner for group in groups for inner in group]
    return bool(level)
