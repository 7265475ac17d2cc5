"""The command line under test: in this process, or in one of its own that can be killed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from analysis.cli import app

GAME = "monster_hunter_trpg"
ROOT = Path(__file__).absolute().parent.parent
HEAD = 'game = "monster_hunter_trpg"\nplay = "judgement"\n'
CELL = '[[cell]]\nname = "{name}"\nparty = "lone_hunter"\nmonster = "reed_stalker"\n'
SMALL = 'title = "Two small cells"\n' + HEAD + "games = 120\nseed = 5\n" + CELL.format(name="one") + CELL.format(name="two")
"""A scenario of 60 decks in each of two cells, with a lone hunter."""


@dataclass(frozen=True)
class Answer:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Stdout as one JSON document; the command must have gone well."""
        assert self.code == 0, self.err
        return json.loads(self.out)

    def refusal(self) -> str:
        """The one line with which bad input is refused: exit code 2, and nothing on stdout."""
        assert (self.code, self.out) == (2, ""), self
        (line,) = self.err.splitlines()
        assert line.startswith("huntlab: ")
        assert "Traceback" not in line
        return line


def huntlab(*arguments: object) -> Answer:
    """Run a command in this process."""
    result = CliRunner().invoke(app, [str(one) for one in arguments], prog_name="huntlab")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Answer(result.exit_code, result.stdout, result.stderr)


def surroundings(**variables: str) -> dict[str, str]:
    """The environment of a process of its own: this checkout's code, 200 columns, and `variables`."""
    return os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"} | variables


def start(*arguments: object, **variables: str) -> Answer:
    """Run a command in a process of its own."""
    return program("", arguments, **variables)


def command_of(preparation: str, arguments: Sequence[object]) -> list[str]:
    """A Python command that does `preparation` (lines of code) and then is `huntlab`."""
    code = f"import sys\n{preparation}\nfrom sim.entry import main\nsys.exit(main())"
    return [sys.executable, "-c", code, *map(str, arguments)]


def program(preparation: str, arguments: Sequence[object], **variables: str) -> Answer:
    """Run a command in a process of its own that does `preparation` first."""
    command = command_of(preparation, arguments)
    done = subprocess.run(command, env=surroundings(**variables), capture_output=True, text=True, check=False)
    return Answer(done.returncode, done.stdout, done.stderr)


def files_below(folder: Path) -> dict[str, bytes]:
    """The contents of all files below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def copy_data(folder: Path) -> Path:
    """An own copy of the data with the small scenario, in a folder where commands find it by themselves."""
    copy = folder / "data"
    shutil.copytree(ROOT / "data", copy, ignore=shutil.ignore_patterns("results"))
    (copy / "scenarios" / "small.toml").write_text(SMALL, encoding="utf-8")
    return copy


def documented(command: str, document: dict[str, Any]) -> None:
    """Each key of a document is named in the command's help."""
    words = set(re.findall(r"\w+", huntlab(command, "--help").out))
    assert set(document) <= words


def tables_of(run: Path) -> dict[str, bytes]:
    """The bytes of the tables of a run."""
    return {path.name: path.read_bytes() for path in sorted(run.glob("*.parquet"))}
