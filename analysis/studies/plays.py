"""The plays that the report is about: which scenarios they bring, and how long their games are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analysis.tables import Run


@dataclass(frozen=True)
class Play:
    """What the studies must know of one play."""

    scenarios: tuple[str, ...]  # what the report plays, in this order
    length: str  # what a game goes through, in the plural: a column of the table of games, a key of the last event

    @property
    def step(self) -> str:
        """One of them: the event that begins it, and its number in that event."""
        return self.length.removesuffix("s")


PLAYS: Mapping[str, Play] = {
    "judgement": Play(
        ("judgement_contest", "judgement_cards", "judgement_terrain", "judgement_rarity", "judgement_decks"), "turns"
    ),
    "hunt": Play(("hunt_pairs", "hunt_table", "hunt_rules"), "rounds"),
}
"""Play -> what is known of it, in the order of the report. A new game has its entry here and in `report.sections`."""

DEFAULTS = tuple(name for play in PLAYS.values() for name in play.scenarios)
"""The scenarios of all plays."""


def play_of(run: Run) -> Play:
    """What is known of the play of a run."""
    return PLAYS[run.provenance["play"]]


def n_steps(run: Run) -> int:
    """The turns, or rounds, of all games of a run together."""
    length = play_of(run).length
    return int(run.table("games", [length])[length].sum())
