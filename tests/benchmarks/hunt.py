"""How fast Monster Hunter TCG is played: four seats and two, greedy policies, all windows open."""

from __future__ import annotations

from typing import Any

from tests.benchmarks.figures import Figure
from tests.benchmarks.games import Play, player, seconds_each, two_threads, without_jit

DECKS = ["swallow_dance", "mountain_patience", "iron_gate", "marsh_tricks"]
N_GAMES = 2_400
AIM = 40_000  # four-seat games a second and core


def table(n_seats: int) -> Play:
    """Games of the first starter decks, all greedy."""
    return player("monster_hunter_tcg", "hunt", {"decks": DECKS[:n_seats], "policies": ["greedy"]})


def four_seats(first: int, last: int) -> dict[str, Any]:
    """Games of four seats."""
    return table(4)(first, last)


def measure() -> list[Figure]:
    """Games and decisions a second."""
    four, two = table(4), table(2)
    a_second, pairs = 1 / seconds_each(four, N_GAMES), 1 / seconds_each(two, N_GAMES)
    taken = four(0, N_GAMES)["decisions"]
    per_game = (taken["nothing"].sum() + taken["something"].sum()) / N_GAMES
    return [
        Figure("four seats, one thread", a_second, "games/s", "greedy, all windows open", at_least=AIM),
        Figure("two seats, one thread", pairs, "games/s", "greedy, all windows open"),
        Figure("decisions a game, four seats", per_game, "decisions", "with two or more alternatives"),
        Figure("a decision", 1e9 / a_second / per_game, "ns", "with all that happens between two"),
        two_threads("four seats", four, 4 * N_GAMES),
        without_jit("hunt", "four_seats", 8, a_second, warm=4),
    ]
