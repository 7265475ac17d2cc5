"""Every table of the project: what each column is called, holds, counts in and means.

Two kinds of tables are described with the same `Column`: *sheets* that designers write (CSV) and *result tables* that runs
write (Parquet). Readers, writers, checks, `huntlab cards` and the report all work from these records. This module is plain
Python, so that the analysis can use it without loading numba.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


class InputError(ValueError):
    """Input from a person that cannot be used: one line that says where, what was found and what is allowed."""


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
        return f"at most {self.most} whole numbers from {self.low} to {self.high}, separated by spaces"


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


Domain = Whole | Words | Wholes | Levels | Text | Identifier


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
    names: dict[str, Column] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the columns by name."""
        object.__setattr__(self, "names", {column.name: column for column in self.columns})


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
