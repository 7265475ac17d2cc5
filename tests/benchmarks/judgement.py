"""How fast the judgement plays: decks and independent hands."""

from __future__ import annotations

from typing import Any

from tests.benchmarks.figures import Figure
from tests.benchmarks.games import player, seconds_each, two_threads, without_jit

PARTY = {"party": "four_hunters", "monster": "reed_stalker"}
"""Four hunters who buy and exchange cards: every decision is open."""


def decks(first: int, last: int) -> dict[str, Any]:
    """Games of whole decks."""
    return player("monster_hunter_trpg", "judgement", {**PARTY, "turns": "deck"})(first, last)


def measure() -> list[Figure]:
    """Decks and turns a second."""
    deck = player("monster_hunter_trpg", "judgement", {**PARTY, "turns": "deck"})
    hands = player("monster_hunter_trpg", "judgement", {**PARTY, "turns": "hands"})
    a_second, turns = 1 / seconds_each(deck, 20_000), 1024 / seconds_each(hands, 100)
    per_deck = deck(0, 20_000)["games"]["turns"].mean() * 4
    return [
        Figure("decks, one thread", a_second, "games/s", "four hunters, every decision open"),
        Figure("comparisons in decks", 1e9 / a_second / per_deck, "ns each"),
        Figure("independent turns, one thread", turns, "turns/s", "four hunters, fresh decks"),
        two_threads("decks", deck, 80_000),
        without_jit("judgement", "decks", 100, a_second),
    ]
