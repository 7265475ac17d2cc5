"""How the command line starts and looks: quick, drawn in a terminal, plain everywhere else."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import shlex
import signal
import struct
import subprocess
import sys
import termios
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from analysis.cli.grid import Grid, counted, decimal, draw, draw_paragraph, duration, percent, plain_lines, whole, with_error
from tests.command_line import GAME, ROOT, SMALL, command_of, program, start, surroundings

STOPPED_AT_IMPORT = """
import os, signal
class Presser:
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Presser())
"""
STOPPED_IN_CALLBACK = """
import ctypes, os, signal, time, sim
@ctypes.CFUNCTYPE(None)
def press():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.001)
def find_data(path):
    press()
    time.sleep(60)
sim.find_data = find_data
"""
HEAVY = ("numba", "pandas", "scipy", "matplotlib", "statsmodels", "pyarrow")
SHOW_MODULES = """
import atexit, json
atexit.register(lambda: sys.stderr.write(json.dumps(sorted(sys.modules))))
"""


@pytest.mark.parametrize(
    "command", [("--help",), ("run", "--help"), ("--version",), ("list",), ("rules", GAME), ("cards", GAME)], ids=" ".join
)
def test_a_light_command_loads_nothing_heavy(command: tuple[str, ...]) -> None:
    answer = program(SHOW_MODULES, command)
    assert answer.code == 0
    loaded = set(json.loads(answer.err))
    assert {"sim", "analysis.cli", "rich"} <= loaded
    assert not loaded & set(HEAVY)


@pytest.fixture(scope="module")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run called `run` and no data of its own."""
    folder = tmp_path_factory.mktemp("streams")
    (folder / "small.toml").write_text(SMALL, encoding="utf-8")
    assert start("run", folder / "small.toml", "--data", ROOT / "data", "--out", folder / "run").code == 0
    return folder


def test_json_is_valid_where_the_terminal_knows_only_ascii() -> None:
    plain = start("cards", GAME, "--sheet", "monsters", "--json", PYTHONIOENCODING="ascii")
    rows = plain.json["sheets"][0]["rows"]
    assert rows[0]["name_original"] == "コケジシ"
    assert plain.out.isascii()
    assert start("cards", GAME, "--sheet", "monsters", PYTHONIOENCODING="ascii").code == 0


# Streams that are closed, readers that go away, keys that are pressed


WRITERS = [
    ("--version",),
    ("--help",),
    ("list", "--json"),
    ("rules", GAME),
    ("cards", GAME),
    ("odds", "--cards", "5"),
    ("replay", "0", "--run", "run"),
    ("replay", "0", "--run", "run", "--json"),
]


@pytest.mark.parametrize("command", WRITERS, ids=" ".join)
@pytest.mark.parametrize(
    ("closed", "code", "said"),
    [
        (">&-", 2, "huntlab: output: stdout is closed\n"),
        (">&- 2>&- <&-", 2, ""),
        ("| true", 141, ""),
    ],
)
def test_a_closed_stream_or_a_reader_gone_gives_no_traceback(
    small_run: Path, command: tuple[str, ...], closed: str, code: int, said: str
) -> None:
    """A closed stdout is refused before anything is done; 141 (by SIGPIPE) where the reader of stdout has gone."""
    line = f"set -o pipefail; {shlex.join(command_of('', command))} {closed}"
    done = subprocess.run(
        ["bash", "-c", line], cwd=small_run, env=surroundings(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (code, said)


@pytest.mark.parametrize("module", ["analysis.cli", "typer", "numba"])
def test_ctrl_c_while_something_is_imported_says_one_line(module: str) -> None:
    """A real SIGINT at the import of a module: of the command line itself, of what it stands on, of the simulator."""
    answer = program(STOPPED_AT_IMPORT.format(module=module), ("validate",))
    assert (answer.code, answer.out, answer.err) == (130, "", "Stopped.\n")


def test_ctrl_c_while_the_kernels_compile_says_what_was_done(tmp_path: Path) -> None:
    """A real SIGINT, to the whole group of processes as the key sends it, once the silence was announced."""
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    command = command_of("", ("run", "small.toml", "--out", "run"))
    cold = surroundings(HUNTLAB_CACHE=str(tmp_path / "cache"))
    with subprocess.Popen(
        command, cwd=tmp_path, env=cold, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stderr
        assert process.stderr.readline().startswith("Compiling the kernels: ")
        os.killpg(process.pid, signal.SIGINT)
        rest = process.stderr.read()
    assert (process.returncode, rest) == (130, "Stopped after 0 of 120 games; the same command goes on from there.\n")


def test_ctrl_c_within_a_callback_of_the_compiler_is_not_lost() -> None:
    """No exception gets through a function that C calls: the key counts as pressed a moment later."""
    answer = program(STOPPED_IN_CALLBACK, ("list",))
    assert (answer.code, answer.out, answer.err) == (130, "", "Stopped.\n")


# In a terminal


class Screen:
    """What a command writes to a terminal of 100 columns; what it writes to stdout, if that is piped."""

    def __init__(self, arguments: tuple[str, ...], *, is_piped: bool = False, **variables: str) -> None:
        """Run a command to its end."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        environment = {
            name: value for name, value in surroundings(TERM="xterm").items() if name not in ("COLUMNS", "NO_COLOR")
        }
        out = subprocess.PIPE if is_piped else theirs
        command = command_of("", arguments)
        with subprocess.Popen(command, env=environment | variables, stdin=theirs, stdout=out, stderr=theirs) as process:
            os.close(theirs)
            self.shown = self._read(ours)
            self.piped = process.stdout.read().decode() if process.stdout else ""
        os.close(ours)
        self.code = process.returncode

    @staticmethod
    def _read(terminal: int) -> str:
        """All that comes until the command has closed its end."""
        parts = []
        try:
            while part := os.read(terminal, 65536):
                parts.append(part)
        except OSError:  # how Linux says that the other end is closed
            pass
        return b"".join(parts).decode()


def test_tables_are_drawn_in_a_terminal() -> None:
    screen = Screen(("odds", "--cards", "5"))
    assert screen.code == 0
    assert "───" in screen.shown
    assert "royal straight flush" in screen.shown


def test_a_table_that_is_too_wide_is_shown_in_parts() -> None:
    """The weapons' sheet has 20 columns; no line is longer than the terminal, and each part names the weapons."""
    lines = Screen(("cards", GAME, "--sheet", "weapons")).shown.replace("\x1b[1m", "").replace("\x1b[0m", "").splitlines()
    assert max(map(len, lines)) <= 100
    assert sum(line.split()[:1] == ["great_sword_1"] for line in lines) > 1
    assert any("5C" in line for line in lines)


def test_a_run_shows_a_bar_on_the_terminal_and_its_result_on_the_pipe(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    arguments = ("run", str(tmp_path / "small.toml"), "--out", str(tmp_path / "run"), "--shard-games", "30")
    screen = Screen(arguments, is_piped=True)
    assert screen.code == 0
    assert "120 of 120 games" in screen.shown
    assert "\x1b[3" in screen.shown
    assert screen.piped.startswith("small: 120 games in 2 cells, ")
    assert "\x1b" not in screen.piped


def test_no_color_takes_the_colours_away(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    arguments = ("run", str(tmp_path / "small.toml"), "--out", str(tmp_path / "run"))
    screen = Screen(arguments, NO_COLOR="1")
    assert screen.code == 0
    assert "120 games" in screen.shown
    assert "\x1b[3" not in screen.shown
    assert "\x1b[9" not in screen.shown


def test_quiet_shows_no_bar(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    arguments = ("run", str(tmp_path / "small.toml"), "--out", str(tmp_path / "run"), "--quiet")
    assert Screen(arguments, is_piped=True).shown == ""


# Tables and numbers


def test_plain_lines_are_aligned_whatever_the_script() -> None:
    """Chinese and Japanese characters take two places; numbers stand to the right."""
    grid = Grid("Beasts", ("name", "hp", "note"), [("猪", "1,200", ""), ("boar", "60", "small")])
    assert list(plain_lines(grid)) == ["Beasts", "name     hp  note", "猪    1,200", "boar     60  small", ""]


def test_a_cell_is_never_read_as_markup() -> None:
    terminal = Console(file=StringIO(), force_terminal=True, width=60, color_system=None)
    draw(terminal, Grid("[bold]t[/bold]", ("a",), [("[red]x[/red]",)]))
    draw_paragraph(terminal, "[b]", 5, "[/i] :smile:")
    shown = terminal.file.getvalue()  # type: ignore[attr-defined]
    for text in ("[bold]t[/bold]", "[red]x[/red]", "[b]", "[/i] :smile:"):
        assert text in shown


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_long_paragraph_goes_on_beside_the_margin(*, is_terminal: bool) -> None:
    """Broken between words and where the text says so; piped or not."""
    console = Console(file=StringIO(), force_terminal=is_terminal, width=20, color_system=None)
    draw_paragraph(console, "RP-J1", 8, "one two three four\nfive")
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert shown == "RP-J1   one two\n        three four\n        five\n"


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (whole(1234567), "1,234,567"),
        (counted(1, "game"), "1 game"),
        (counted(2000, "game"), "2,000 games"),
        (decimal(0.0123456), "0.0123"),
        (decimal(12.3456), "12.3"),
        (decimal(1234.5), "1,234"),
        (decimal(float("nan")), "-"),
        (percent(0.5011), "50.1 %"),
        (percent(1.539e-6), "0.000154 %"),
        (with_error(0.5, 0.47, 0.53, 100), "50.0 ± 3.0 %"),
        (with_error(18.114, 17.6, 18.64), "18.11 ± 0.52"),
        (with_error(0.0, 0.0, 0.0028, 100), "< 0.28 %"),
        (with_error(1.0, 0.9972, 1.0, 100), "> 99.7 %"),
        (with_error(float("nan"), 0.0, 1.0, 100), "-"),
        (with_error(15.9, float("nan"), float("nan")), "15.9"),
        (duration(12.4), "12 s"),
        (duration(150), "2 min"),
        (duration(4800), "80 min"),
        (duration(6000), "1 h 40 min"),
    ],
)
def test_numbers_are_short_and_as_precise_as_they_deserve(shown: str, expected: str) -> None:
    assert shown == expected


def test_the_command_is_also_a_module(tmp_path: Path) -> None:
    """`python -m sim.entry` is `huntlab`."""
    command = [sys.executable, "-m", "sim.entry", "--version"]
    done = subprocess.run(command, cwd=tmp_path, env=surroundings(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("huntlab ")
