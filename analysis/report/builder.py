"""Builds the report: plays what is missing, checks everything, draws, executes the notebooks, writes one HTML file."""

from __future__ import annotations

import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from analysis.charts.fonts import MissingGlyphWarning
from analysis.report import method, notebooks, page
from analysis.report.files import whole_file, write_exhibit
from analysis.report.parts import Chapter, Played, Topic
from analysis.report.sections import SECTIONS, Section
from analysis.studies.scenarios import DataFolder, Say, default_runs, results_of
from analysis.studies.trust import Check, check_runs


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
    say("checking the runs")
    checks = check_runs(played)
    chapters, drawing = draw_chapters(SECTIONS, played, say)
    checks += [drawing, *notebooks.execute_all(data, results_of(data) / "notebooks", scale, say)]
    write(path, chapters, checks, played)
    every = [*checks, *(check for chapter in chapters for check in chapter.checks)]
    failed = [" ".join(f"{check.name}: {check.found}".split()) for check in every if not check.passed]
    say(f"{len(every) - len(failed)} of {len(every)} checks passed; {time.monotonic() - begin:.0f} s")
    return Report(path, failed)


def draw_chapters(sections: Iterable[Section], played: Played, say: Say) -> tuple[list[Chapter], Check]:
    """All sections with their own checks, and whether every character of their charts could be drawn."""
    chapters = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", MissingGlyphWarning)
        for section in sections:
            say(f"checking and drawing {section.title}")
            chapters.append(draw_chapter(section, section.of(played)))
    missing = dict.fromkeys(str(one.message) for one in caught if issubclass(one.category, MissingGlyphWarning))
    topics = [topic for chapter in chapters for topic in chapter.topics]
    absent = [f"{topic.title}: {topic.missing}" for topic in topics if topic.missing]
    problems = [*missing, *absent, *same_ids(topics)]
    fine = f"{sum(len(topic.exhibits) for topic in topics)} charts and tables; every name can be drawn"
    return chapters, Check("All topics are there, all names are drawn", not problems, "; ".join(problems) or fine)


def same_ids(topics: Iterable[Topic]) -> list[str]:
    """Ids that two topics or two exhibits share: the files of one would replace those of the other."""
    counts = Counter(("topics", topic.id) for topic in topics)
    counts.update(("exhibits", exhibit.id) for topic in topics for exhibit in topic.exhibits)
    return [f"{n} {kind} have the id {name}" for (kind, name), n in counts.items() if n > 1]


def draw_chapter(section: Section, played: Played) -> Chapter:
    """What one section has to say of its scenarios."""
    checks = checks_of(section, played)
    topics = [draw_topic(title, module.build, played) for title, module in section.topics.items()]
    return Chapter(section.play, section.title, section.words, topics, checks)


def checks_of(section: Section, played: Played) -> list[Check]:
    """The checks of one section; if its scenarios were changed so that they cannot be made, one that failed."""
    try:
        return section.checks(played)
    except Exception as error:  # noqa: BLE001 - one play must not take the report with it; the check fails
        return [Check(f"Checks of {section.title}", passed=False, found=f"cannot be made of these scenarios: {error}")]


def draw_topic(title: str, build: Callable[[Played], Topic], played: Played) -> Topic:
    """One topic; if its scenario was changed so that it cannot be answered, a topic that says so."""
    try:
        return build(played)
    except Exception as error:  # noqa: BLE001 - one topic must not take the report with it; the check of topics fails
        return Topic(title.lower().replace(" ", "-"), title, "", missing=f"cannot be answered from these scenarios: {error}")


def write(path: Path, chapters: Sequence[Chapter], checks: Sequence[Check], played: Played) -> None:
    """Write charts, tables and the page; InputError if that cannot be done."""
    folder = path.with_name(f"{path.stem}_files")
    exhibits = [exhibit for chapter in chapters for topic in chapter.topics for exhibit in topic.exhibits]
    pictures = {exhibit.id: write_exhibit(exhibit, folder) for exhibit in exhibits}
    text = page.render(chapters, checks, pictures, method.describe(played), folder.name)
    with whole_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
