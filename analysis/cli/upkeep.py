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
from analysis.cli.grid import counted, duration, whole
from analysis.cli.progress import say_compiling
from analysis.cli.session import BAD_INPUT, CHECK_FAILED, Session, command

Target = Annotated[Path, typer.Argument(metavar="DIR", help="A folder that is new or empty.")]


@command
def init(session: Session, target: Target) -> None:
    """Make your own copy of the sheets, rules and scenarios, to change as you like.

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
    """Compile all kernels, so that later starts need not: about a minute, once after an install or an edit of them.

    Examples:
      huntlab warm
      huntlab warm --json

    Keys of --json: compiled (names in their order), seconds (that it took).
    """
    begin = time.perf_counter()
    compiled = []
    doing = "compiling" if _missing() else "loading"
    for name in sim.warm():
        session.note(f"{doing} {name}")
        compiled.append(name)
    seconds = time.perf_counter() - begin
    document = {"compiled": compiled, "seconds": round(seconds, 3)}
    session.answer(document, lambda shown: shown.say(f"All kernels are ready; it took {duration(seconds)}."))


# The report

Open = Annotated[bool, typer.Option("--open", help="Open the report in the browser.")]
AllGames = Annotated[
    int | None,
    typer.Option("--games", min=1, show_default=False, help="About so many games in all, but at least 8 in each cell."),
]
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

    Keys of --json: report (the file), failed_checks (a list of lines: what was checked and what was found).
    """
    from analysis.report import build_report
    from analysis.studies.scenarios import scale_for

    if games is not None and scale is not None:
        raise sim.InputError("--games and --scale: choose one of them")
    _check_place(out)
    factor = scale_for(session.data, games) if games else scale or 1.0
    if games:
        _note_games(session, games, factor)
    try:
        _compile(session)
        built = build_report(session.data, out, scale=factor, say=session.note)
    except KeyboardInterrupt:
        session.stop("Stopped; games that were finished are kept, the same command goes on from there.")
    document = {"report": str(built.path), "failed_checks": list(built.failed_checks)}
    session.answer(document, lambda shown: _show_report(shown, built.path, built.failed_checks))
    if show and not webbrowser.open(built.path.resolve().as_uri()):
        session.note("There is no browser to open it in.")
    if built.failed_checks:
        raise typer.Exit(CHECK_FAILED)


def _note_games(session: Session, games: int, scale: float) -> None:
    """Say that more or fewer games belong to the report than were asked for."""
    from analysis.studies.scenarios import FEWEST_GAMES, games_at

    total = games_at(session.data, scale)
    if total != games:
        each = f"at least {FEWEST_GAMES} in each cell"
        session.note(f"{counted(total, 'game')} in place of {whole(games)}: whole games, {each}.")


def _check_place(out: Path | None) -> None:
    """InputError, before anything is played, if the report can surely not be written there."""
    if out is None:
        return
    if out.is_dir():
        raise sim.InputError(f"--out {out}: is a folder; name the HTML file")
    if nearest := next((folder for folder in out.parents if folder.exists() and not folder.is_dir()), None):
        raise sim.InputError(f"--out {out}: {nearest} is a file, not a folder")


def _compile(session: Session) -> None:
    """Compile what is not in the cache, in this thread, where Ctrl-C stops it at once."""
    if missing := _missing():
        say_compiling(session, missing[0])
        list(sim.warm())


def _missing() -> list[str]:
    """The groups of kernels that are not in the cache."""
    return [group for group in ("shared", *sim.PLAYS) if not sim.is_compiled(group)]


def _show_report(session: Session, path: Path, failed: Sequence[str]) -> None:
    for check in failed:
        session.say(f"failed: {check}")
    session.say(str(path))
