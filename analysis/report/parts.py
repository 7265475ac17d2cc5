"""What a report is made of: verdicts, exhibits (a chart, its table, what was played) and the topics that hold them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd
from matplotlib.figure import Figure

from analysis.estimators import OUTSIDE, UNDECIDED
from analysis.report.grids import Grid
from analysis.studies.plays import n_steps, play_of
from analysis.studies.scenarios import PlayedScenario
from analysis.studies.trust import Check

Played = Mapping[str, PlayedScenario]

FINDING, FAIR, ATTENTION, OPEN = "Finding", "Fair", "Look at this", "Undecided"


@dataclass(frozen=True)
class Verdict:
    """A sentence, and what it rests on."""

    tone: str
    headline: str
    evidence: str


@dataclass(frozen=True)
class Exhibit:
    """A table, mostly with a chart, and what was played for it."""

    id: str
    title: str
    caption: str
    source: str
    grid: Grid
    data: pd.DataFrame = field(repr=False)
    figure: Figure | None = None
    alt: str = ""


@dataclass(frozen=True)
class Topic:
    """One question to the game: its verdicts stand at the top of the report, its exhibits below."""

    id: str
    title: str
    lead: str
    verdicts: Sequence[Verdict] = ()
    exhibits: Sequence[Exhibit] = ()
    missing: str = ""  # why the topic could not be shown


@dataclass(frozen=True)
class Chapter:
    """One section of the report: the topics of a play, and the checks that only this play has."""

    id: str
    title: str
    words: str  # the template that explains its words
    topics: Sequence[Topic]
    checks: Sequence[Check] = ()


def source(played: PlayedScenario, cells: str = "") -> str:
    """What was played, and the command that plays it again."""
    scenario = played.scenario
    which = f", cells {cells}" if cells else ""
    games, name = played.run.provenance["games"], scenario.name
    command = f"huntlab run {name} --games {games} --seed {scenario.seed} --out {name}_again"
    return (
        f"Played: {scenario.name}{which}; {games:,} games with {n_steps(played.run):,} {play_of(played.run).length} in all, "
        f"{scenario.games_per_cell:,} games a cell. Again: {command}"
    )


def tone_of(verdicts: Iterable[str]) -> str:
    """The tone of several margin verdicts together: the worst of them."""
    found = set(verdicts)
    if OUTSIDE in found:
        return ATTENTION
    return OPEN if UNDECIDED in found else FAIR
