"""How fast the judgement plays: decks and independent hands, on one thread and two, and without the compiler."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sim.cards import find_data
from sim.game import Cell
from sim.games.monster_hunter_trpg.spec import play_games
from sim.scenario import check_scenario
from tests.benchmarks.figures import Figure

REPEATS = 7
PARTY = {"name": "four", "party": "four_hunters", "monster": "reed_stalker"}
PLAIN = """
import time
from tests.benchmarks.judgement import cell, play
one = cell("deck")
play(one, 1)
begin = time.process_time()
play(one, 100)
print((time.process_time() - begin) / 100)
"""


def cell(turns: str, **settings: str) -> Cell:
    """Four hunters who buy and exchange cards: every decision is open."""
    head = {"game": "monster_hunter_trpg", "play": "judgement", "games": 1}
    return check_scenario("bench", {**head, "cell": [{**PARTY, "turns": turns, **settings}]}, find_data(), "bench").cells[0]


def play(one: Cell, games: int, first: int = 0) -> dict[str, Any]:
    """Play games of a cell."""
    return play_games(one, 0, 1, first, first + games)


def seconds_each(one: Cell, games: int) -> float:
    """CPU seconds of one game on one thread, the median of several runs."""
    play(one, 1)
    runs = []
    for _ in range(REPEATS):
        begin = time.thread_time()
        play(one, games)
        runs.append((time.thread_time() - begin) / games)
    return statistics.median(runs)


def wall_seconds(one: Cell, games: int, threads: int) -> float:
    """Wall seconds for `games` games in all, in pieces on some threads; the best of several runs."""
    runs = []
    for _ in range(REPEATS):
        with ThreadPoolExecutor(threads) as pool:
            begin = time.perf_counter()
            list(pool.map(lambda piece: play(one, games // 8, piece * games), range(8)))
            runs.append(time.perf_counter() - begin)
    return min(runs)


def measure() -> list[Figure]:
    """Decks and turns a second."""
    deck, hands = cell("deck"), cell("hands")
    decks, turns = 1 / seconds_each(deck, 20_000), 1024 / seconds_each(hands, 100)
    tables = play(deck, 20_000)
    per_deck = tables["games"]["turns"].mean() * 4
    one, two = wall_seconds(deck, 80_000, 1), wall_seconds(deck, 80_000, 2)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", PLAIN]
    plain = float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    return [
        Figure("decks, one thread", decks, "games/s", "four hunters, every decision open"),
        Figure("comparisons in decks", 1e9 / decks / per_deck, "ns each"),
        Figure("independent turns, one thread", turns, "turns/s", "four hunters, fresh decks"),
        Figure("decks, two threads", 80_000 / two, "games/s", "wall time", ratio=one / two, ratio_to="one thread"),
        Figure("without JIT", 1 / plain, "games/s", ratio=1 / plain / decks, ratio_to="with JIT"),
    ]
