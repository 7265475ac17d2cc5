"""`huntlab init`, `validate`, `warm` and `report`: an own copy of the data, its check, the kernels, and the report."""

from __future__ import annotations

import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

import sim
from analysis.cli.browse import scenario_files
from analysis.cli.grid import decimal
from analysis.cli.session import BAD_INPUT, CHECK_FAILED, Session, command

Target = Annotated[Path, typer.Argument(metavar="DIR", help="A folder that is new or empty.")]


@command
def init(session: Session, target: Target) -> None:
    """Give you an own copy of the sheets, rules and scenarios, to change as you like.

    Examples:
      huntlab init my
      huntlab --data my list

    Keys of --json: folder, files (how many).
    """
    folder = sim.copy_data(target, session.data if session.data_path else None)
    files = sum(path.is_file() for path in folder.rglob("*"))
    document = {"folder": str(folder), "files": files}
    session.answer(document, lambda shown: shown.say(f"{files} files in {folder}; use them with --data {folder}"))


@command
def validate(session: Session) -> None:
    """Check all sheets, rules and scenarios without playing; exit code 2 if something is wrong.

    Problems go to stdout, one a line. Warnings, such as a column that nothing reads, go to stderr.

    Examples:
      huntlab validate
      huntlab validate --data my --json

    Keys of --json: data (the folder), problems and warnings (lists of lines).
    """
    warnings: list[str] = []
    problems = sim.check_data(session.data, [sim.sheets_of(game) for game in sim.PLAYS], warnings)
    known = set(problems)
    problems += [line for line in _scenario_problems(session) if line not in known]
    document = {"data": str(session.data.path), "problems": problems, "warnings": warnings}
    if not session.as_json:
        session.warn(warnings)
    session.answer(document, lambda shown: _show_problems(shown, problems))
    if problems:
        raise typer.Exit(BAD_INPUT)


def _scenario_problems(session: Session) -> list[str]:
    problems = []
    for path in scenario_files(session.data):
        try:
            sim.read_scenario(str(path), session.data)
        except sim.InputError as error:
            problems.append(str(error))
    return problems


def _show_problems(session: Session, problems: Sequence[str]) -> None:
    for problem in problems:
        session.say(problem)
    if not problems:
        session.say(f"{session.data.path}: no problems")


@command
def warm(session: Session) -> None:
    """Compile every kernel, so that later starts need not; half a minute or so for each game, once a version.

    Example:
      huntlab warm

    Keys of --json: compiled (names in their order), seconds.
    """
    begin = time.perf_counter()
    compiled = []
    for name in sim.warm():
        session.note(f"compiling {name}")
        compiled.append(name)
    seconds = time.perf_counter() - begin
    document = {"compiled": compiled, "seconds": round(seconds, 3)}
    session.answer(document, lambda shown: shown.say(f"{len(compiled)} kernels ready in {decimal(seconds, 2)} s"))


# The report

Open = Annotated[bool, typer.Option("--open", help="Open the report in the browser.")]
AllGames = Annotated[int | None, typer.Option("--games", min=1, show_default=False, help="About so many games in all.")]
Scale = Annotated[
    float | None,
    typer.Option(min=0.0001, max=10_000, show_default=False, help="So many times the usual games, such as 0.1."),
]
ReportFile = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", show_default=False, help="The HTML file; else report.html in the results folder."),
]


@command
def report(
    session: Session,
    games: AllGames = None,
    scale: Scale = None,
    out: ReportFile = None,
    *,
    show: Open = False,
) -> None:
    """Play the default scenarios that are missing and write the report: one HTML file.

    Exit code 1 if a check of the report failed.

    Examples:
      huntlab report --open
      huntlab report --scale 0.1 --out small.html

    Keys of --json: report (the file), failed_checks (a list of lines).
    """
    from analysis.report import build_report
    from analysis.studies.scenarios import scale_for

    if games is not None and scale is not None:
        raise sim.InputError("--games and --scale: choose one of them")
    factor = scale_for(session.data, games) if games else scale or 1.0
    built = build_report(session.data, out, scale=factor, say=session.note)
    document = {"report": str(built.path), "failed_checks": list(built.failed_checks)}
    session.answer(document, lambda shown: _show_report(shown, built.path, built.failed_checks))
    if show and not webbrowser.open(built.path.resolve().as_uri()):
        session.note("There is no browser to open it in.")
    if built.failed_checks:
        raise typer.Exit(CHECK_FAILED)


def _show_report(session: Session, path: Path, failed: Sequence[str]) -> None:
    for check in failed:
        session.say(f"failed: {check}")
    session.say(str(path))
