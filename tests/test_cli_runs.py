"""Runs that are stopped, killed or cut differently: the same bytes in the end, and nothing lost on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.command_line import CELL, HEAD, command_of, files_below, huntlab, program, start, surroundings, tables_of

pytestmark = pytest.mark.usefixtures("folder")

N_PARTS = 6  # parts of the small scenario in shards of 20 games
N_TABLES = 6  # cells, parameters, games, seats, judgements, joint
CUT = ("run", "small.toml", "--out", "run", "--shard-games", 20, "--threads", 1)
KILLED_AT_WRITE = """
import os, signal, sim.results
writes = 0
true_sync = os.fsync
def sync_or_die(file):
    global writes
    writes += 1
    if writes == {number}:
        os.kill(os.getpid(), signal.SIGKILL)
    true_sync(file)
os.fsync = sync_or_die
"""
STOPPED_AFTER_PART = """
import os, signal, sim.run
parts = 0
true_write = sim.run.write_part
def write_and_stop(*part):
    global parts
    true_write(*part)
    parts += 1
    if parts == {number}:
        os.kill(os.getpid(), signal.SIGINT)
sim.run.write_part = write_and_stop
"""


@pytest.fixture
def whole(folder: Path) -> dict[str, bytes]:
    """The tables of the small scenario, played in one go."""
    huntlab("run", "small.toml", "--out", "whole")
    tables = tables_of(folder / "whole")
    assert len(tables) == N_TABLES
    return tables


def status(run: str) -> tuple[str, int]:
    """The status of a run in this folder, and its games done, as `huntlab runs` has them."""
    entries = {Path(one["folder"]).name: one for one in huntlab("runs", ".", "--json").json}
    return entries[run]["status"], entries[run]["games_done"]


@pytest.mark.parametrize(
    "how", [("--threads", 1), ("--threads", 2), ("--shard-games", 7), ("--shard-games", 1, "--threads", 2)], ids=str
)
def test_threads_and_units_of_work_change_no_byte(folder: Path, whole: dict[str, bytes], how: tuple[object, ...]) -> None:
    document = huntlab("run", "small.toml", "--out", "run", *how, "--json").json
    assert tables_of(folder / "run") == whole
    assert document["digest"] == json.loads((folder / "whole" / "run.json").read_text(encoding="utf-8"))["digest"]


def test_without_jit_the_bytes_are_the_same(folder: Path) -> None:
    """100 games in plain Python."""
    text = HEAD + "games = 100\n" + CELL.format(name="short") + "packs = 1\n"
    (folder / "short.toml").write_text(text, encoding="utf-8")
    plain = start("run", "short.toml", "--out", "plain", NUMBA_DISABLE_JIT="1")
    assert plain.code == 0, plain.err
    huntlab("run", "short.toml", "--out", "fast")
    assert tables_of(folder / "plain") == tables_of(folder / "fast")
    assert len(tables_of(folder / "fast")) == N_TABLES


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(1, id="run.json"),
        pytest.param(2, id="first part"),
        pytest.param(1 + N_PARTS, id="last part"),
        pytest.param(1 + N_PARTS + 1, id="first table"),
        pytest.param(1 + N_PARTS + N_TABLES, id="last table"),
        pytest.param(1 + N_PARTS + N_TABLES + 1, id="last run.json"),
    ],
)
def test_a_run_killed_in_the_middle_of_a_write_goes_on_to_the_same_bytes(
    folder: Path, whole: dict[str, bytes], number: int
) -> None:
    """SIGKILL between writing a temporary file and giving it its name."""
    killed = program(KILLED_AT_WRITE.format(number=number), CUT)
    assert killed.code == -signal.SIGKILL
    left = files_below(folder / "run")
    assert [name for name in left if name.endswith(".writing")]
    if number > 1:
        assert status("run") == ("running", 20 * max(0, min(number - 2, N_PARTS)))
    answer = huntlab(*CUT)
    assert answer.code == 0, answer.err
    assert tables_of(folder / "run") == whole
    assert status("run") == ("complete", 120)
    assert not [name for name in files_below(folder / "run") if name.endswith(".writing")]


def test_a_run_that_goes_on_says_so_and_plays_only_the_rest() -> None:
    program(KILLED_AT_WRITE.format(number=4), CUT)
    answer = huntlab(*CUT, "--json")
    assert "Going on from 40 of 120 games" in answer.err
    assert (answer.json["games"], answer.json["games_played"]) == (120, 80)


def test_a_run_goes_on_with_other_threads_and_units_of_work(folder: Path, whole: dict[str, bytes]) -> None:
    program(KILLED_AT_WRITE.format(number=4), CUT)
    huntlab("run", "small.toml", "--out", "run", "--shard-games", 7, "--threads", 2)
    assert tables_of(folder / "run") == whole


@pytest.mark.parametrize("number", [1, N_PARTS - 1])
def test_a_run_stopped_by_ctrl_c_says_how_far_it_got_and_goes_on_to_the_same_bytes(
    folder: Path, whole: dict[str, bytes], number: int
) -> None:
    """The parts being played are finished and kept: at least those before the key was pressed, and not all."""
    stopped = program(STOPPED_AFTER_PART.format(number=number), CUT)
    assert (stopped.code, stopped.out) == (130, "")
    said, done = status("run")
    assert said == "running"
    assert 20 * number <= done
    assert stopped.err.splitlines() == [f"Stopped after {done} of 120 games; the same command goes on from there."]
    huntlab(*CUT)
    assert tables_of(folder / "run") == whole


def test_ctrl_c_from_outside_stops_a_long_run(folder: Path) -> None:
    """A run of ten million games: it would take minutes."""
    command = command_of("", ("run", "small.toml", "--out", "run", "--games", 10_000_000, "--shard-games", 8))
    with subprocess.Popen(command, env=surroundings(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not list((folder / "run" / "parts").glob("*.npz")):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, ""), err
    first, last = err.splitlines()
    assert first.startswith("10,000,000 games on ")
    assert last.startswith("Stopped after ")
    assert status("run")[0] == "running"


def test_judge_stopped_by_ctrl_c_exits_with_130_and_leaves_nothing(folder: Path) -> None:
    preparation = "import sim.run\ndef stop(*_): raise KeyboardInterrupt\nsim.run.in_memory = stop"
    stopped = program(preparation, ("judge", "small.toml"))
    assert (stopped.code, stopped.out) == (130, "")
    assert stopped.err == "Stopped after 120 of 120 games; nothing is kept.\n"
    assert list(files_below(folder)) == ["small.toml"]


@pytest.mark.parametrize(
    "number", [pytest.param(1, id="run.json"), pytest.param(3, id="part"), pytest.param(3 + N_PARTS, id="table")]
)
def test_a_full_disk_is_said_in_one_line_and_the_run_goes_on_when_there_is_room(
    folder: Path, whole: dict[str, bytes], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = 0
    true_sync = os.fsync

    def full_at_last(file: int) -> None:
        nonlocal writes
        writes += 1
        if writes == number:
            raise OSError(28, "No space left on device")
        true_sync(file)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full_at_last)
        refused = huntlab(*CUT)
    assert "cannot be written (No space left on device)" in refused.refusal()
    assert not [name for name in files_below(folder / "run") if name.endswith(".writing")]
    huntlab(*CUT)
    assert tables_of(folder / "run") == whole


def test_a_finished_run_is_never_overwritten_unless_told(folder: Path) -> None:
    huntlab("run", "small.toml", "--out", "run")
    before = files_below(folder / "run")
    assert "holds a finished run" in huntlab("run", "small.toml", "--out", "run", "--seed", 6).refusal()
    assert files_below(folder / "run") == before
    assert huntlab("run", "small.toml", "--out", "run", "--seed", 6, "--overwrite").code == 0
    assert tables_of(folder / "run")["seats.parquet"] != before["seats.parquet"]


def test_an_unfinished_run_is_not_mixed_with_another_seed(folder: Path) -> None:
    program(KILLED_AT_WRITE.format(number=4), CUT)
    before = files_below(folder / "run")
    assert "unfinished run with another seed" in huntlab(*CUT, "--seed", 6).refusal()
    assert files_below(folder / "run") == before


@pytest.mark.parametrize("arguments", [(), ("--overwrite",)])
def test_a_folder_that_holds_something_else_is_left_alone(folder: Path, arguments: tuple[str, ...]) -> None:
    (folder / "run").mkdir()
    (folder / "run" / "diary.txt").write_text("mine", encoding="utf-8")
    assert huntlab(*CUT, *arguments).refusal() == "huntlab: run: is not empty and holds no run; nothing was written"
    assert files_below(folder / "run") == {"diary.txt": b"mine"}
