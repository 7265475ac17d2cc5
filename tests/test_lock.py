"""Two huntlabs and one run folder: one writes, the other is told so, and a killed one holds nobody up."""

from __future__ import annotations

import errno
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sim import results
from sim.results import LOCK, only_writer
from sim.schema import InputError
from tests.command_line import command_of, files_below, huntlab, surroundings, tables_of

pytestmark = pytest.mark.usefixtures("folder")

CUT = ("run", "small.toml", "--out", "run", "--shard-games", 20, "--threads", 1)
WAITS_AFTER_A_PART = """
import pathlib, time, sim.run
true_write = sim.run.write_part
def write_and_wait(*part):
    true_write(*part)
    pathlib.Path("waiting").touch()
    while not pathlib.Path("go").exists():
        time.sleep(0.01)
sim.run.write_part = write_and_wait
"""


@contextmanager
def writer(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that has begun a run, has kept one part of it and waits for the file `go`."""
    command = command_of(WAITS_AFTER_A_PART, (*CUT, "--quiet"))
    with subprocess.Popen(command, env=surroundings(), stdout=subprocess.DEVNULL) as process:
        try:
            while not (folder / "waiting").exists():
                assert process.poll() is None
                time.sleep(0.01)
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("more", [(), ("--overwrite",)])
def test_a_second_process_is_refused_and_the_first_ends_its_run(folder: Path, more: tuple[str, ...]) -> None:
    huntlab("run", "small.toml", "--out", "whole")
    with writer(folder) as process:
        before = files_below(folder / "run")
        line = huntlab(*CUT, *more).refusal()
        assert line == (
            f"huntlab: run: another huntlab is writing this run (process {process.pid}); wait for it or choose another --out"
        )
        assert files_below(folder / "run") == before
        (folder / "go").touch()
        assert process.wait(timeout=120) == 0
    assert tables_of(folder / "run") == tables_of(folder / "whole")
    assert set(files_below(folder / "run")) == set(files_below(folder / "whole"))


def test_a_process_killed_while_it_writes_holds_nobody_up(folder: Path) -> None:
    """SIGKILL leaves the file of the lock but no lock: the run goes on at once, and the file is gone in the end."""
    huntlab("run", "small.toml", "--out", "whole")
    with writer(folder) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert (folder / "run" / LOCK).exists()
    answer = huntlab(*CUT)
    assert "Going on from 20 of 120 games" in answer.err
    assert tables_of(folder / "run") == tables_of(folder / "whole")
    assert set(files_below(folder / "run")) == set(files_below(folder / "whole"))


def test_what_a_killed_process_left_before_its_first_file_is_no_content(folder: Path) -> None:
    """A folder with the file of a lock alone is as good as empty."""
    (folder / "run").mkdir()
    (folder / "run" / LOCK).write_text("1", encoding="utf-8")
    assert huntlab(*CUT).code == 0
    assert not (folder / "run" / LOCK).exists()


def test_the_lock_goes_with_whatever_ends_the_work(folder: Path) -> None:
    """After an interruption the folder is free again, and holds nothing of the lock."""
    with pytest.raises(KeyboardInterrupt), only_writer(folder):
        raise KeyboardInterrupt
    assert not (folder / LOCK).exists()
    with only_writer(folder):
        assert (folder / LOCK).exists()


@pytest.mark.parametrize("content", [b"", b"\xff", b"x"])
def test_a_process_that_cannot_be_named_is_not_named(folder: Path, content: bytes) -> None:
    with only_writer(folder):
        (folder / LOCK).write_bytes(content)
        with pytest.raises(InputError, match="another huntlab is writing this run; wait"), only_writer(folder):
            pass


def test_without_locks_of_the_file_system_the_work_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some network drives have none; another fault of the drive is told."""
    faults = iter([OSError(errno.ENOLCK, "No locks available"), OSError(errno.EACCES, "Permission denied")])

    def fail(_lock: object) -> None:
        raise next(faults)

    monkeypatch.setattr(results.FileLock, "acquire", fail)
    with only_writer(folder):
        pass
    with pytest.raises(InputError, match=r"cannot be written \(Permission denied\)"), only_writer(folder):
        pass
