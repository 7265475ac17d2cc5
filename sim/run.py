"""A run from scenario to folder: play what is missing, write the tables, say how it went."""

from __future__ import annotations

import os
import platform
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from sim.batch import default_threads, missing_shards, play_all, play_shard
from sim.cards import DataFolder, game_files
from sim.cards import digest as data_digest
from sim.game import Shard
from sim.jit import engine_digest
from sim.results import (
    LOCK,
    Part,
    check_parts,
    in_memory,
    list_parts,
    only_writer,
    read_parts,
    write_json,
    write_part,
    write_tables,
)
from sim.scenario import Scenario, check_scenario
from sim.schema import CELLS, COMPLETE, PARAMETERS, RUN_FORMAT, RUNNING, InputError, Table, read_description
from sim.version import __version__

BEFORE_RUN_JSON = ("inputs", "parts", "run.json.writing", LOCK)  # what a run folder may hold without a run.json
VERSIONS = ("huntlab", "game_version", "kernels")  # what decides how a scenario is played
Progress = Callable[[int, int], None]
"""(games done, games in all), called after each shard."""


@dataclass(frozen=True)
class RunInfo:
    """How a run went."""

    folder: Path
    digest: str
    games: int  # games in the tables
    games_played: int  # games played now; fewer if the run went on from an earlier start
    seconds: float  # time they took


def ignore_progress(_done: int, _total: int) -> None:
    """Show nothing."""


def all_tables(scenario: Scenario) -> tuple[Table, ...]:
    """The tables of a run of this scenario."""
    return (CELLS, PARAMETERS, *scenario.spec.tables)


def identity(scenario: Scenario, data: DataFolder) -> dict[str, Any]:
    """What decides the results; a run goes on only under the same identity."""
    return {
        "format": RUN_FORMAT,
        "huntlab": __version__,
        "game": scenario.spec.game,
        "play": scenario.spec.play,
        "game_version": scenario.spec.version,
        "kernels": engine_digest(scenario.spec.game),
        "data": data_digest(data, scenario.spec.game),
        "scenario": scenario.digest,
        "name": scenario.name,
        "seed": scenario.seed,
        "games": scenario.n_games,
        "options": dict(scenario.options),
    }


def run(
    scenario: Scenario,
    data: DataFolder,
    out: Path,
    *,
    threads: int | None = None,
    shard_games: int | None = None,
    overwrite: bool = False,
    progress: Progress = ignore_progress,
) -> RunInfo:
    """Play a scenario into the folder `out`; an interrupted run of the same identity goes on where it stopped.

    Ctrl-C, at whatever moment, keeps the finished shards and raises KeyboardInterrupt. InputError if `out` holds something
    else, is being written by another process, has damaged parts, or cannot be written.
    """
    me = identity(scenario, data)
    _check_folder(out, me, overwrite=overwrite)
    with _cannot_write(out):
        out.mkdir(parents=True, exist_ok=True)
    with only_writer(out):
        _check_folder(out, me, overwrite=overwrite)  # once more: it may have changed before the lock was there
        with _cannot_write(out):
            parts = _open_folder(scenario, data, out, me, overwrite=overwrite)
        return _play_into(scenario, out, parts, me, (threads or default_threads(), shard_games, progress))


def _play_into(
    scenario: Scenario, out: Path, parts: Path, me: dict[str, Any], how: tuple[int, int | None, Progress]
) -> RunInfo:
    """Play what the parts lack and turn them into tables; `how` is (threads, games of a shard, progress)."""
    threads, shard_games, progress = how
    done = list_parts(parts)
    _check_order(scenario, parts, done)
    check_parts(parts, done, scenario.spec.tables)
    total = scenario.n_games
    counter = _Counter(sum(shard.last - shard.first for shard in done), total, progress)
    before, begin = counter.done, time.perf_counter()

    def keep(shard: Shard, tables: Any) -> None:
        write_part(parts, shard, tables)
        counter.add(shard.last - shard.first)

    play_all(scenario, missing_shards(scenario, done, shard_games), threads, keep)
    seconds = time.perf_counter() - begin
    digest = _close_folder(scenario, out, parts, me, {"threads": threads, "seconds": round(seconds, 3)})
    return RunInfo(out, digest, total, total - before, seconds)


class _Counter:
    def __init__(self, done: int, total: int, progress: Progress) -> None:
        self.done, self._total, self._progress = done, total, progress
        progress(done, total)

    def add(self, games: int) -> None:
        self.done += games
        self._progress(self.done, self._total)


def is_taken(out: Path) -> bool:
    """Whether a folder holds more than the first files of a run that was broken off before it had its run.json."""
    if not out.is_dir():
        return False
    return any(path.name not in BEFORE_RUN_JSON for path in out.iterdir()) or any((out / "parts").glob("*.npz"))


def _check_folder(out: Path, me: dict[str, Any], *, overwrite: bool) -> None:
    """InputError unless the run `me` may begin or go on in `out`; nothing is written."""
    if not is_taken(out):
        return
    if not (out / "run.json").exists():
        raise InputError(f"{out}: is not empty and holds no run; nothing was written")
    try:
        found = read_description(out)
    except InputError as error:
        raise InputError(f"{error}; remove the folder or choose another --out") from error
    if overwrite:
        return
    changed = ", ".join(key for key, value in me.items() if found[key] != value)
    if found["status"] == COMPLETE:
        other = f" with another {changed}" if changed else ""
        raise InputError(f"{out}: holds a finished run{other}; choose another --out, or --overwrite it")
    if changed:
        raise InputError(f"{out}: holds an unfinished run with another {changed}; choose another --out, or --overwrite it")


@contextmanager
def _cannot_write(out: Path) -> Iterator[None]:
    """What goes wrong while the folder is made, as one line."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror or error})") from error


def _open_folder(scenario: Scenario, data: DataFolder, out: Path, me: dict[str, Any], *, overwrite: bool) -> Path:
    """The folder for the parts, with run.json and the inputs beside it."""
    parts = out / "parts"
    if overwrite:
        _remove_run(out)
    parts.mkdir(exist_ok=True)
    shutil.rmtree(out / "inputs", ignore_errors=True)
    _copy_inputs(data, scenario.spec.game, out / "inputs")
    write_json(out / "run.json", {"status": RUNNING, **me, "document": dict(scenario.document)})
    return parts


def _remove_run(out: Path) -> None:
    """Remove what a run has written but run.json, which is replaced; other files in its folder stay."""
    for name in ("parts", "inputs"):
        if (out / name).exists():
            shutil.rmtree(out / name)
    for pattern in ("*.parquet", "*.writing"):
        for path in out.glob(pattern):
            path.unlink()


def _copy_inputs(data: DataFolder, game: str, target: Path) -> None:
    """Keep the sheets and options that the run reads, so that its games can be replayed after they have changed."""
    for path in game_files(data, game):
        copy = target / path.relative_to(data.path)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def _check_order(scenario: Scenario, folder: Path, shards: list[Shard]) -> None:
    """InputError if parts, in order, overlap or hold games that the scenario does not have."""
    ends = dict.fromkeys(range(len(scenario.cells)), 0)
    for shard in shards:
        if not ends.get(shard.cell, shard.last) <= shard.first < shard.last <= scenario.games_per_cell:
            raise InputError(f"{folder}: parts that overlap or belong to another run; start again with --overwrite")
        ends[shard.cell] = shard.last


def _check_whole(scenario: Scenario, folder: Path) -> None:
    """InputError unless the parts hold every game of every cell once."""
    shards = list_parts(folder)
    _check_order(scenario, folder, shards)
    if sum(shard.last - shard.first for shard in shards) != scenario.n_games:
        raise InputError(f"{folder}: parts were removed meanwhile; run the same command again")


def _close_folder(scenario: Scenario, out: Path, parts: Path, me: dict[str, Any], how: dict[str, Any]) -> str:
    """Turn the parts into tables, complete run.json, remove the parts; the digest of the tables."""
    tables = all_tables(scenario)
    _check_whole(scenario, parts)
    digest = write_tables(out, tables, lambda table: _with_cells(scenario, read_parts(parts, table)), me)
    described = {
        "status": COMPLETE,
        **me,
        "digest": digest,
        "tables": [describe_table(table) for table in tables],
        "document": dict(scenario.document),
        "machine": {
            **how,
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "processors": os.cpu_count(),
            "system": platform.platform(),
            "python": platform.python_version(),
            "numba": version("numba"),
            "numpy": np.__version__,
        },
    }
    write_json(out / "run.json", described)
    shutil.rmtree(parts, ignore_errors=True)
    return digest


def describe_table(table: Table) -> dict[str, Any]:
    """A table's description as run.json keeps it."""
    columns = [
        {
            "name": column.name,
            "domain": str(column.domain),
            "unit": column.unit,
            "meaning": column.meaning,
            "rule": column.rule,
        }
        for column in table.columns
    ]
    return {"name": table.name, "title": table.title, "keys": list(table.keys), "columns": columns}


def _with_cells(scenario: Scenario, parts: Iterator[Part]) -> Iterator[Part]:
    """The parts, with the tables that describe the cells in the first of them."""
    described = {CELLS.name: _cells_columns(scenario), PARAMETERS.name: _parameters_columns(scenario)}
    nothing = {name: {key: values[:0] for key, values in columns.items()} for name, columns in described.items()}
    for number, (shard, tables) in enumerate(parts):
        yield shard, {**tables, **(nothing if number else described)}


def _cells_columns(scenario: Scenario) -> dict[str, Any]:
    return {
        "cell": np.arange(len(scenario.cells)),
        "name": np.array([cell.name for cell in scenario.cells]),
        "deal": np.array([cell.deal for cell in scenario.cells]),
        "games": np.full(len(scenario.cells), scenario.games_per_cell),
    }


def _parameters_columns(scenario: Scenario) -> dict[str, Any]:
    rows = [
        (number, name, value)
        for number, cell in enumerate(scenario.cells)
        for name, value in sorted(cell.parameters.items())
    ]
    numbers, names, values = zip(*rows, strict=True) if rows else ((), (), ())
    return {
        "cell": np.array(numbers, np.int64),
        "parameter": np.array(names, np.str_),
        "value": np.array(values, np.str_),
    }


def play(
    scenario: Scenario, threads: int | None = None, progress: Progress = ignore_progress
) -> tuple[dict[str, pa.Table], str]:
    """Play a scenario in memory: its tables and their digest; nothing is written."""
    parts: list[Part] = []
    counter = _Counter(0, scenario.n_games, progress)

    def keep(shard: Shard, tables: Any) -> None:
        parts.append((shard, tables))
        counter.add(shard.last - shard.first)

    play_all(scenario, missing_shards(scenario, [], None), threads or default_threads(), keep)
    parts.sort(key=lambda part: part[0])
    return in_memory(all_tables(scenario), lambda _table: _with_cells(scenario, iter(parts)))


def estimate_seconds(scenario: Scenario, threads: int | None = None) -> float:
    """About how long the scenario takes: a few games of some cells are timed (and compiled for) first."""
    sample = range(0, len(scenario.cells), max(1, len(scenario.cells) // 8))
    seconds = 0.0
    for number in sample:
        cell = scenario.cells[number]
        block = scenario.spec.block_games(cell)
        games = max(1, min(scenario.spec.shard_games(cell) // 16, scenario.games_per_cell) // block) * block
        play_shard(scenario, Shard(number, 0, block))
        begin = time.perf_counter()
        play_shard(scenario, Shard(number, 0, games))
        seconds += (time.perf_counter() - begin) / games
    return seconds / len(sample) * scenario.n_games / (threads or default_threads())


def reopen(folder: Path) -> Scenario:
    """The scenario of a run folder, on the sheets as they were; InputError if this version would play it differently."""
    described = read_description(folder)
    data = DataFolder(folder / "inputs", is_shipped=False)
    if described["data"] != data_digest(data, described["game"]):
        raise InputError(f"{folder / 'inputs'}: changed since the run was played; run the scenario again with --overwrite")
    scenario = check_scenario(described["name"], described["document"], data, f"{folder.name}/run.json")
    me = identity(scenario, data)
    for key in VERSIONS:
        if described[key] != me[key]:
            raise InputError(
                f"{folder}: made by another version ({key} {described[key]}, here {me[key]}); "
                "run the scenario again with --overwrite"
            )
    for key, value in me.items():
        if described[key] != value:
            raise InputError(
                f"{folder}/run.json {key}: does not belong to its document; run the scenario again with --overwrite"
            )
    return scenario


def results_folder(data: DataFolder) -> Path:
    """Where runs and the report go: data/results, or ./results where the data is the installed package's own."""
    return Path("results") if data.is_shipped else data.path / "results"


def list_runs(folder: Path) -> list[dict[str, Any]]:
    """The runs in a folder, by name: the run.json of each, with its `folder`.

    `status` is complete, running (with `games_done`), or unreadable (with the `problem`).
    """
    found = []
    for path in sorted(folder.glob("*/run.json")):
        try:
            described = read_description(path.parent)
            if described["status"] == RUNNING:
                described["games_done"] = sum(shard.last - shard.first for shard in list_parts(path.parent / "parts"))
        except InputError as error:
            described = {"name": path.parent.name, "status": "unreadable", "problem": str(error)}
        found.append({**described, "folder": path.parent})
    return found
