"""The sections of the report, one a play: the next game is one more entry here, and one in `studies.plays`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

from analysis.report.parts import Played
from analysis.report.topics.hunt import cards as hunt_cards
from analysis.report.topics.hunt import course, decisions, decks, leaders, options, points
from analysis.report.topics.judgement import cards, classes, contest, jokers, parties, terrain, weapons
from analysis.studies.hunt_trust import check_hunt
from analysis.studies.judgement_trust import check_judgement
from analysis.studies.plays import PLAYS
from analysis.studies.trust import Check


@dataclass(frozen=True)
class Section:
    """What the report says of one play, and from what."""

    game: str
    play: str
    title: str
    scenarios: Sequence[str]  # the default scenarios of the play
    topics: Mapping[str, ModuleType]  # title -> a module with `build(played) -> Topic`; in the order of the page
    checks: Callable[[Played], list[Check]]  # what only this play can be checked for

    @property
    def words(self) -> str:
        """The template that explains the words of this play."""
        return f"words_{self.play}.html.j2"

    def of(self, played: Played) -> Played:
        """Its own scenarios among those played."""
        return {name: played[name] for name in self.scenarios if name in played}


JUDGEMENT = Section(
    "monster_hunter_trpg",
    "judgement",
    "Monster Hunter TRPG: the hold'em judgement",
    PLAYS["judgement"].scenarios,
    {
        "Who hits whom": contest,
        "What cards are worth": cards,
        "Jokers": jokers,
        "Weapons": weapons,
        "Terrain": terrain,
        "Parties and whole decks": parties,
        "Hand classes": classes,
    },
    check_judgement,
)
HUNT = Section(
    "monster_hunter_tcg",
    "hunt",
    "Monster Hunter TCG: the hunt",
    PLAYS["hunt"].scenarios,
    {
        "Decks": decks,
        "The leader": leaders,
        "Hunter-rank points": points,
        "Length, ends and leads": course,
        "Cards": hunt_cards,
        "Decisions": decisions,
        "Options of the rules": options,
    },
    check_hunt,
)
SECTIONS = (JUDGEMENT, HUNT)
"""In the order of the page."""
