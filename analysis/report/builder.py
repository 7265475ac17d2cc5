"""Builds the report: plays what is missing, checks everything, draws, executes the notebooks, writes one HTML file."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pandas as pd

from analysis.charts.fonts import MissingGlyphWarning
from analysis.report import method, notebooks, page
from analysis.report.files import whole_file, write_exhibit
from analysis.report.parts import Exhibit, Played, Topic
from analysis.report.topics import cards, classes, contest, jokers, parties, terrain, weapons
from analysis.studies.scenarios import DataFolder, Say, default_runs, results_of
from analysis.studies.trust import Check, check_all
from analysis.studies.truth import HANDS, deal

TOPICS: Mapping[str, ModuleType] = {
    "Who hits whom": contest,
    "What cards are worth": cards,
    "Jokers": jokers,
    "Weapons": weapons,
    "Terrain": terrain,
    "Parties and whole decks": parties,
    "Hand classes": classes,
}
"""In the order of the verdicts and of the page."""

FEWEST_HANDS = 100_000


@dataclass(frozen=True)
class Report:
    """Where the report is, and which of its checks failed and why, one line each."""

    path: Path
    failed_checks: Sequence[str]


def print_line(line: str) -> None:
    """Print at once, also into a pipe."""
    print(line, flush=True)  # noqa: T201 - the default of a function that is called by people


def build_report(data: DataFolder, out: Path | None = None, *, scale: float = 1.0, say: Say = print_line) -> Report:
    """Write the report to `out` (else report.html among the results), with its charts and tables in a folder beside it.

    `scale` multiplies the games of the default scenarios. Raises InputError for data that cannot be played, a damaged run,
    or a place that cannot be written.
    """
    begin = time.monotonic()
    path = out or results_of(data) / "report.html"
    played = default_runs(data, scale, say)
    say("dealing hands against exact counts")
    dealt = deal(max(FEWEST_HANDS, round(HANDS * scale)))
    say("checking the runs")
    checks = check_all(played, dealt)
    say("drawing")
    topics, drawing = draw_topics(played, dealt)
    checks += [drawing, *notebooks.execute_all(data, results_of(data) / "notebooks", scale, say)]
    write(path, topics, checks, played)
    failed = [" ".join(f"{check.name}: {check.found}".split()) for check in checks if not check.passed]
    say(f"{len(checks) - len(failed)} of {len(checks)} checks passed; {time.monotonic() - begin:.0f} s")
    return Report(path, failed)


def draw_topics(played: Played, dealt: pd.DataFrame) -> tuple[list[Topic], Check]:
    """All topics, and whether every character of their charts could be drawn."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", MissingGlyphWarning)
        topics = [draw_topic(title, module.build, played, dealt) for title, module in TOPICS.items()]
    missing = [str(one.message) for one in caught if issubclass(one.category, MissingGlyphWarning)]
    absent = [f"{topic.title}: {topic.missing}" for topic in topics if topic.missing]
    problems = [*dict.fromkeys(missing), *absent]
    fine = f"{sum(len(topic.exhibits) for topic in topics)} charts and tables; every name can be drawn"
    return topics, Check("All topics are there, all names are drawn", not problems, "; ".join(problems) or fine)


def draw_topic(title: str, build: Callable[[Played, pd.DataFrame], Topic], played: Played, dealt: pd.DataFrame) -> Topic:
    """One topic; if its scenario was changed so that it cannot be answered, a topic that says so."""
    try:
        return build(played, dealt)
    except Exception as error:  # noqa: BLE001 - one topic must not take the report with it; the check of topics fails
        return Topic(title.lower().replace(" ", "-"), title, "", missing=f"cannot be answered from these scenarios: {error}")


def write(path: Path, topics: Sequence[Topic], checks: Sequence[Check], played: Played) -> None:
    """Write charts, tables and the page; InputError if that cannot be done."""
    folder = path.with_name(f"{path.stem}_files")
    exhibits: list[Exhibit] = [exhibit for topic in topics for exhibit in topic.exhibits]
    pictures = {exhibit.id: write_exhibit(exhibit, folder) for exhibit in exhibits}
    text = page.render(topics, checks, pictures, method.describe(played), folder.name)
    with whole_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
