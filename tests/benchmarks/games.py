"""How fast whole games are played: on one thread and two, and without the compiler."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sim.cards import find_data
from sim.game import Cell
from sim.games import find
from sim.scenario import check_scenario
from tests.benchmarks.figures import Figure

REPEATS = 7
PIECES = 8  # of the games that two threads share
Play = Callable[[int, int], dict[str, Any]]
"""(first game, last game) -> the columns of the tables."""

PLAIN = """
import time
from tests.benchmarks.{module} import {play}
{play}(0, {warm})
begin = time.process_time()
{play}(0, {games})
print((time.process_time() - begin) / {games})
"""


def cell(game: str, play: str, settings: Mapping[str, Any]) -> Cell:
    """A cell of the shipped data."""
    document = {"game": game, "play": play, "games": 1, "cell": [{"name": "bench", **settings}]}
    return check_scenario("bench", document, find_data(), "bench").cells[0]


def player(game: str, play: str, settings: Mapping[str, Any]) -> Play:
    """Plays games of such a cell."""
    one, spec = cell(game, play, settings), find(game, play)
    return lambda first, last: spec.play_games(one, 0, 1, first, last)


def seconds_each(play: Play, games: int) -> float:
    """CPU seconds of one game on one thread, the median of several runs."""
    play(0, PIECES)
    runs = []
    for _ in range(REPEATS):
        begin = time.thread_time()
        play(0, games)
        runs.append((time.thread_time() - begin) / games)
    return statistics.median(runs)


def wall_seconds(play: Play, games: int, threads: int) -> float:
    """Wall seconds for `games` games in all, in pieces on some threads; the best of several runs."""
    size, runs = games // PIECES, []
    for _ in range(REPEATS):
        with ThreadPoolExecutor(threads) as pool:
            begin = time.perf_counter()
            list(pool.map(lambda piece: play(piece * size, (piece + 1) * size), range(PIECES)))
            runs.append(time.perf_counter() - begin)
    return min(runs)


def two_threads(name: str, play: Play, games: int) -> Figure:
    """Games a second on two threads, as a ratio to one."""
    one, two = wall_seconds(play, games, 1), wall_seconds(play, games, 2)
    return Figure(f"{name}, two threads", games / two, "games/s", "wall time", ratio=one / two, ratio_to="one thread")


def without_jit(module: str, play: str, games: int, compiled: float, warm: int = 1) -> Figure:
    """Games a second as plain Python; `play` is a function of that benchmark module, `compiled` games a second with JIT."""
    program = PLAIN.format(module=module, play=play, games=games, warm=warm)
    command, environment = [sys.executable, "-c", program], {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    plain = 1 / float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    return Figure(f"without JIT ({play})", plain, "games/s", ratio=plain / compiled, ratio_to="with JIT")
