"""Shards of a scenario played on threads: small units of work that can be stopped, counted and done in any order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol

from sim.game import Cell, Columns, GameSpec, Shard

POLL_SECONDS = 0.2  # how soon Ctrl-C is noticed while shards are being played


class Playable(Protocol):
    """What the batch needs of a scenario."""

    @property
    def spec(self) -> GameSpec:
        """The game and how it is played."""

    @property
    def cells(self) -> Sequence[Cell]:
        """The cells, ready to be played."""

    @property
    def seed(self) -> int:
        """The seed of all streams."""

    @property
    def games_per_cell(self) -> int:
        """Games of each cell."""


def default_threads() -> int:
    """As many threads as this process may use processors."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def missing_shards(scenario: Playable, done: Iterable[Shard], shard_games: int | None) -> Iterator[Shard]:
    """The shards that are left to play, given those that are done: whole blocks, of any size, which may change."""
    ends: dict[int, list[tuple[int, int]]] = {}
    for shard in done:
        ends.setdefault(shard.cell, []).append((shard.first, shard.last))
    for number, cell in enumerate(scenario.cells):
        block = scenario.spec.block_games(cell)
        size = -(-(shard_games or scenario.spec.shard_games(cell)) // block) * block
        begin = 0
        for first, last in [*sorted(ends.get(number, [])), (scenario.games_per_cell, scenario.games_per_cell)]:
            for start in range(begin, first, size):
                yield Shard(number, start, min(start + size, first))
            begin = last


def play_shard(scenario: Playable, shard: Shard) -> dict[str, Columns]:
    """The columns of each table for the games of one shard."""
    cell = scenario.cells[shard.cell]
    return scenario.spec.play_games(cell, shard.cell, scenario.seed, shard.first, shard.last)


def play_all(
    scenario: Playable,
    shards: Iterable[Shard],
    threads: int,
    keep: Callable[[Shard, dict[str, Columns]], None],
) -> None:
    """Play shards on `threads` threads and hand each result to `keep`, in this thread, as soon as it is there.

    On Ctrl-C the shards being played are finished and kept, the rest is left, and KeyboardInterrupt goes on.
    """
    waiting = iter(shards)
    running: dict[Future[dict[str, Columns]], Shard] = {}
    with ThreadPoolExecutor(threads) as pool:
        try:
            while _fill(pool, running, waiting, scenario, threads):
                _keep_finished(running, keep, POLL_SECONDS)
        except KeyboardInterrupt:
            while running:
                _keep_finished(running, keep, None)
            raise


def _fill(
    pool: ThreadPoolExecutor,
    running: dict[Future[dict[str, Columns]], Shard],
    waiting: Iterator[Shard],
    scenario: Playable,
    threads: int,
) -> bool:
    """Keep one shard more in hand than there are threads; False when nothing is running any more."""
    while len(running) <= threads:
        shard = next(waiting, None)
        if shard is None:
            break
        running[pool.submit(play_shard, scenario, shard)] = shard
    return bool(running)


def _keep_finished(
    running: dict[Future[dict[str, Columns]], Shard],
    keep: Callable[[Shard, dict[str, Columns]], None],
    seconds: float | None,
) -> None:
    finished, _ = wait(running, timeout=seconds, return_when=FIRST_COMPLETED)
    for future in sorted(finished, key=running.__getitem__):
        keep(running.pop(future), future.result())
