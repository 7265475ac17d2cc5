"""Every kernel compiled into the cache, so that the next start of each command finds it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sim.games import PLAYS, find
from sim.jit import PLAIN, cache_folder
from sim.poker.arrays import categories
from sim.poker.exact import exact_counts
from sim.poker.simulate import simulate_counts


def warm() -> Iterator[str]:
    """Compile every kernel, one group after the other; yields what is being compiled."""
    yield "poker"
    rows = np.zeros((2, 2), np.uint8)
    categories(rows)
    categories(np.asfortranarray(rows))
    simulate_counts(7, 2, 4, hands=1, seed=0)
    exact_counts(5, 2, 4)
    for game, plays in PLAYS.items():
        for play in plays:
            yield f"{game} {play}"
            find(game, play).warm()


def is_compiled(group: str) -> bool:
    """Whether the cache holds kernels of a game, or of the shared ones ("shared"); True where nothing is ever compiled."""
    return PLAIN or any(cache_folder(group).rglob("*.nbi"))
