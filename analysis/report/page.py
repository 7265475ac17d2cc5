"""The page: the parts of a report put into the template. Everything that comes from sheets is escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from analysis.report.files import Picture
from analysis.report.method import Method
from analysis.report.parts import Chapter
from analysis.studies.trust import Check

FOLDER = Path(__file__).parent
LONG = 30  # rows from which a table is left out on paper


def render(
    chapters: Sequence[Chapter],
    checks: Sequence[Check],
    pictures: Mapping[str, Picture | None],
    method: Method,
    files: str,
) -> str:
    """The HTML text of a report; `checks` are those of all runs, `files` is the folder beside it with charts and tables."""
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=select_autoescape(["html", "j2"], default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("report.html.j2")
    style = Markup((FOLDER / "report.css").read_text(encoding="utf-8"))  # noqa: S704 - a file of ours
    every = [*checks, *(check for chapter in chapters for check in chapter.checks)]
    return template.render(
        chapters=chapters,
        checks=checks,
        n_checks=len(every),
        n_failed=sum(not check.passed for check in every),
        pictures=pictures,
        method=method,
        files=files,
        style=style,
        long=LONG,
    )
