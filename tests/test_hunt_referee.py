"""The kernel of Monster Hunter TCG against the referee, which was written from the rulebook and knows nothing of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sim import jit
from sim.cards import read_options
from sim.game import Cell
from sim.games.monster_hunter_tcg.spec import replay
from tests.hunt_cells import DATA, STARTERS, cell_of
from tests.oracles.monster_hunter_tcg import Objection, check
from tests.oracles.monster_hunter_tcg.spoiling import spoil

N_SETTINGS, GAMES_EACH, N_PARTS = 200, 10, 20
POLICIES = ["greedy", "random", "cautious", "aggressive", "tuned", "random"]
MAPS = ["", "", "two_player", "four_player", "crossroads"]
OPTIONS = read_options(DATA, "monster_hunter_tcg")

if jit.PLAIN:
    pytest.skip("plays many games", allow_module_level=True)


def random_cell(rng: random.Random) -> Cell:
    """Two to four starter and random decks, any policies, any map; each option has another value now and then."""
    n_seats = rng.choice([2, 3, 4])
    decks = [rng.choice([*STARTERS, f"random_{rng.randrange(10_000)}"]) for _ in range(n_seats)]
    options = {name: rng.choice(one.allowed) for name, one in OPTIONS.items() if rng.random() < 0.4}
    settings: dict[str, Any] = {"decks": decks, "policies": [rng.choice(POLICIES) for _ in decks]}
    if (name := rng.choice(MAPS)) != "":
        settings["map"] = name
    return cell_of(settings, **options)


def events_of(cell: Cell, seed: int, index: int) -> list[dict[str, Any]]:
    """The JSON events of one game."""
    return [dict(event.data) for event in replay(cell, 0, seed, index)]


@pytest.mark.parametrize("part", range(N_PARTS))
def test_the_referee_accepts_every_game(part: int) -> None:
    """2,000 games of 200 line-ups: each alternative, number, card, shuffle and win is by the rulebook."""
    rng = random.Random(part)
    for _ in range(N_SETTINGS // N_PARTS):
        cell = random_cell(rng)
        for index in range(GAMES_EACH):
            check(events_of(cell, part, index))


def test_the_referee_rejects_spoiled_games() -> None:
    """Of 1,000 records that were spoiled in one place at least 99 % are rejected."""
    rng = random.Random(7)
    n_spoiled, rejected = 1_000, 0
    for number in range(n_spoiled // 50):
        events = events_of(random_cell(rng), 7, number)
        for _ in range(50):
            spoiled, _ = spoil(events, rng)
            try:
                check(spoiled)
            except Objection:
                rejected += 1
    assert rejected >= 0.99 * n_spoiled
