"""Damaged input files: whatever happened to one, reading it gives what it says or one line, and never a traceback.

The damage is random but the same in every run. More of it by hand: `python -m tests.test_damaged_data 10000`.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

import sim
from sim.cards import DataFolder, copy_data
from sim.games.monster_hunter_trpg.sheets import SHEETS
from sim.scenario import count_cells, read_scenario
from sim.schema import InputError
from sim.validate import validate

GAME = "monster_hunter_trpg"
SCENARIO = "scenarios/judgement_quick.toml"
TOML = (SCENARIO, f"rules/{GAME}.toml")
SHEET_FILES = (
    f"cards/{GAME}/weapons.csv",
    f"cards/{GAME}/monsters.csv",
    f"cards/{GAME}/monster_sizes.csv",
    f"decks/{GAME}/four_hunters.csv",
    f"policies/{GAME}.csv",
)
ROUNDS = 60  # for each kind of file and seed

VALUES = [
    *(
        "0",
        "-1",
        "1.5",
        "nan",
        "inf",
        "-inf",
        "1e400",
        "true",
        "2024-02-30",
        "2024-02-03",
        "10:20:30",
        "9" * 30,
        "9" * 5_000,
    ),
    *('""', '" "', '"x"', '"all"', '"*"', '"[!"', '"\\u0000"', '"a\\nb"', '"\\u202e"', "'''a\nb'''", f'"{"long" * 9_999}"'),
    *(
        "[]",
        "[[]]",
        "[1, 'x']",
        "['*', 'all']",
        "[nan]",
        "{}",
        "{ a = 1 }",
        "[{}]",
        "[" * 60 + "]" * 60,
        "[" * 400 + "]" * 400,
    ),
]
CELLS = [
    "",
    " ",
    "0",
    "-1",
    "1.5",
    "9" * 400,
    "x",
    "=1+1",
    "x" * 70_000,
    "\x07",
    "\u2028",
    "a;b",
    "fire 1;",
    '"',
    "NaN",
    "+",
    "é",
]
EXTRA = [
    'sweep = { jokers = [0, 2], weapon = "all" }',
    "sweep.packs = [1, 2, 99]",
    "sweep.weapon = ['*_1', [], 3]",
    "options.jokers = 2",
    "options = { failures = 1 }",
    "class_modifiers = [1, -2]",
    "base_hand = 3",
]


def damaged_toml(text: str, rng: random.Random) -> str:
    """One to three lines of a TOML file deleted, doubled, moved, or given another key or value."""
    lines = text.splitlines()
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        key = lines[at].partition("=")[0]
        lines[at : at + 1] = rng.choice(
            [
                [],
                [lines[at]] * 2,
                [f"{key}= {rng.choice(VALUES)}"],
                [f"{key}.more = {rng.choice(VALUES)}"],
                [
                    lines[at],
                    f"{rng.choice(['party', 'monster', 'weapon', 'play', 'cell', 'sweep', 'x'])} = {rng.choice(VALUES)}",
                ],
                [lines[at], rng.choice(EXTRA)],
                [rng.choice(lines), lines[at]],
                [f"[{key.strip(' []')}.x]", lines[at]],
            ]
        ) or ["# gone"]
    return "\n".join(lines)


def damaged_sheet(text: str, rng: random.Random) -> str:
    """One to three cells, rows or columns of a sheet changed, emptied, doubled or deleted."""
    rows = [line.split(",") for line in text.splitlines()]
    for _ in range(rng.randint(1, 3)):
        row = rng.choice(rows)
        at = rng.randrange(len(row))
        match rng.randrange(5):
            case 0:
                del row[at]
            case 1:
                rows.insert(0, list(row))
            case 2:
                row[at] = rng.choice(rng.choice(rows))
            case _:
                row[at] = rng.choice(CELLS)
    return "\n".join(",".join(row) for row in rows)


def damaged_bytes(content: bytes, rng: random.Random) -> bytes:
    """A file cut short, with a byte changed, or with bytes put in that no text has."""
    at = rng.randrange(len(content))
    odd = rng.choice([b"\0", b"\xff", b"\x80", b"\r", b"\n\n", b'"', b"[", b"\xef\xbb\xbf", bytes([rng.randrange(256)])])
    return rng.choice([content[:at], content[:at] + odd + content[at:], content[:at] + odd + content[at + 1 :], odd, b""])


def damage(file: str, content: bytes, rng: random.Random) -> bytes:
    """Some damage to the content of a data file."""
    if rng.random() < 0.2:
        return damaged_bytes(content, rng)
    how: Callable[[str, random.Random], str] = damaged_toml if file.endswith(".toml") else damaged_sheet
    return how(content.decode("utf-8-sig"), rng).encode()


def complaints(data: DataFolder) -> list[str]:
    """Everything that is said about a data folder by what reads all of it."""
    said = validate(data, [SHEETS], warnings := [])
    path = data.path / SCENARIO
    for read in (
        lambda: read_scenario(str(path), data),
        lambda: count_cells(sim.read_toml(path), data, path.name),
    ):
        try:
            read()
        except InputError as error:
            said.append(str(error))
    return said + warnings


def test_the_undamaged_files_are_fine(tmp_path: Path) -> None:
    """Else the damage below would say nothing."""
    assert complaints(DataFolder(copy_data(tmp_path / "data"), is_shipped=False)) == []


def damage_and_read(folder: Path, files: tuple[str, ...], rng: random.Random, rounds: int) -> int:
    """Damage one file after the other, each in a folder otherwise whole; how many times something was said."""
    data = DataFolder(copy_data(folder / "data"), is_shipped=False)
    noticed = 0
    for _ in range(rounds):
        file = rng.choice(files)
        content = (data.path / file).read_bytes()
        (data.path / file).write_bytes(damage(file, content, rng))
        said = complaints(data)
        assert all(line == line.strip() and line.isprintable() for line in said), said
        noticed += bool(said)
        (data.path / file).write_bytes(content)
    return noticed


@pytest.mark.parametrize("files", [TOML, SHEET_FILES], ids=["toml", "sheets"])
def test_damaged_files_are_read_or_refused_with_one_line(tmp_path: Path, files: tuple[str, ...]) -> None:
    """Nothing but InputError comes out, its text is one printable line, and most damage is noticed."""
    noticed = damage_and_read(tmp_path, files, random.Random(11), ROUNDS)
    assert noticed > ROUNDS // 2


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        for kind in (TOML, SHEET_FILES):
            seen = damage_and_read(Path(place) / kind[0][:5], kind, random.Random(12), int(sys.argv[1]))
            sys.stdout.write(f"{sys.argv[1]} times {kind[0]} and the like: {seen} noticed, no traceback\n")
