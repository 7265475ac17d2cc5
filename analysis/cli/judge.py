"""`huntlab judge`: the tables of a judgement, from games played in memory or from a finished run; nothing is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import sim
from analysis.cli.grid import Grid, counted, draw, percent, with_error
from analysis.cli.play import Games, ScenarioName, Seed, Threads, find_run, oddities, stop
from analysis.cli.progress import Watch, note_rounding
from analysis.cli.session import Session, command

if TYPE_CHECKING:
    import pandas as pd

    from analysis.tables import Run

PLAY = "judgement"
MONSTER = -1  # the monster's seat in the tables
MOST_JOINT = 10  # joint outcomes shown to people; --json has all
SHARES = ("win", "tie", "loss")
Shares = dict[str, dict[str, float]]
"""Name -> value, low and high."""

FromRun = Annotated[
    bool, typer.Option("--run", help="SCENARIO is a finished run (a folder, or its name in the results): nothing is played.")
]
CellPattern = Annotated[str, typer.Option("--cell", metavar="PATTERN", help="Only cells of such a name; * is any text.")]


@command
def judge(
    session: Session,
    scenario: ScenarioName,
    games: Games = None,
    seed: Seed = None,
    threads: Threads = None,
    cell: CellPattern = "*",
    *,
    run: FromRun = False,
) -> None:
    """Play a judgement scenario in memory and show what came out; nothing is written.

    For each cell: how often each class of hand comes up on each side, how each hunter fares against the monster, what is
    dealt and taken in a turn, and how the comparisons of a turn come out together. Intervals are over games. With --run
    the tables must have the digest that their run says.

    The first start of a version compiles for about a minute (so does huntlab warm, ahead of time).

    Examples:
      huntlab judge judgement_quick
      huntlab judge judgement_quick --games 5000 --cell "lone*" --json
      huntlab judge judgement_quick --run

    Keys of --json: scenario, digest, games, level (of each interval by itself), cells; of each cell: cell, name, games,
    turns, parameters, sides, hunters, joint. Of each side (seat -1: the monster): seat, name, hands, classes and final
    (shares of its hands by class, before and after modifiers). Of each hunter: seat, name, attacks, win, tie, loss (shares
    of attacks), dealt, taken (points a turn), rate (mean class 0..10). Of joint: shares of turns by letters (W win, T tie, L
    loss, - none; one a hunter, in the order of hunters), the most frequent first. Shares and means are objects with value,
    low and high; null where nothing is known.
    """
    from analysis.estimators import LEVEL

    if run:
        _refuse_playing(games=games, seed=seed, threads=threads)
        played = _finished(session, find_run(session, Path(scenario)))
    else:
        played = _played(session, scenario, games, seed, threads)
    document = {
        "scenario": played.name,
        "digest": played.provenance["digest"],
        "games": int(played.table("cells")["games"].sum()),
        "level": LEVEL,
        "cells": _cells(played, cell),
    }
    session.answer(document, lambda shown: _show(shown, document))


def _refuse_playing(**options: int | None) -> None:
    """InputError if an option says how to play what is not played."""
    for name, value in options.items():
        if value is not None:
            raise sim.InputError(f"--{name} and --run: choose one of them; a finished run is shown as it was played")


def _finished(session: Session, folder: Path) -> Run:
    """The tables of a finished run; a warning if its games would be played otherwise now."""
    from analysis.tables import check_files, load_run

    found = load_run(folder, {"huntlab": sim.__version__})
    _check_play(found.name, str(found.provenance.get("play")))
    check_files(found)
    if (digest := sim.stored_digest(folder, found.columns)) != found.provenance["digest"]:
        raise sim.InputError(f"{folder}: the tables have digest {digest}, run.json says {found.provenance['digest']}")
    try:
        sim.reopen(folder)
    except sim.InputError as error:
        session.warn([str(error)])
    return found


def _played(session: Session, name: str, games: int | None, seed: int | None, threads: int | None) -> Run:
    """A scenario played in memory."""
    from analysis.tables import run_in_memory

    chosen = sim.read_scenario(name, session.data, games, seed)
    _check_play(chosen.name, chosen.spec.play)
    session.warn(oddities(session.data, chosen))
    note_rounding(session, chosen)
    n_threads = threads or sim.default_threads()
    with Watch(session, chosen, n_threads) as watch:
        try:
            tables, digest = sim.play(chosen, n_threads, watch)
        except KeyboardInterrupt:
            stop(session, watch.done, watch.total, "nothing is kept")
    return run_in_memory(chosen.name, tables, {"digest": digest})


def _check_play(name: str, play: str) -> None:
    if play != PLAY:
        raise sim.InputError(f"{name}: plays {play}; huntlab judge shows plays of the kind {PLAY}")


# The document


def _cells(run: Run, pattern: str) -> list[dict[str, Any]]:
    """All about each cell whose name matches."""
    from analysis.judgement import by_hunter, class_shares, joint_outcomes

    hunters = _by_cell(by_hunter(run, pattern=pattern))
    classes, final = _by_cell(class_shares(run, "natural", pattern)), _by_cell(class_shares(run, "final", pattern))
    joint = _by_cell(joint_outcomes(run, pattern).sort_values("value", ascending=False, kind="stable"))
    settings = run.settings()
    turns = run.table("games", ["cell", "turns"]).groupby("cell")["turns"].sum()
    return [
        {
            "cell": cell,
            "name": settings.loc[cell, "name"],
            "games": int(settings.loc[cell, "games"]),
            "turns": int(turns[cell]),
            "parameters": settings.loc[cell].drop(["name", "deal", "games"]).dropna().to_dict(),
            "sides": _sides(classes[cell], final[cell], settings.loc[cell]),
            "hunters": _hunters(hunters[cell], settings.loc[cell]),
            "joint": _intervals(joint[cell], "outcomes"),
        }
        for cell in hunters
    ]


def _by_cell(frame: pd.DataFrame) -> dict[int, pd.DataFrame]:
    return {int(cell): rows for cell, rows in frame.groupby("cell")}


def side_name(settings: pd.Series, seat: int) -> str:
    """The name of a side, as the party or the monsters' sheet has it."""
    return str(settings["monster"] if seat == MONSTER else settings[f"hunter {seat + 1} name"])


def _intervals(frame: pd.DataFrame, names: str) -> Shares:
    """Value, low and high of each row, by its name."""
    return {row[names]: {key: float(row[key]) for key in ("value", "low", "high")} for row in frame.to_dict("records")}


def _sides(classes: pd.DataFrame, final: pd.DataFrame, settings: pd.Series) -> list[dict[str, Any]]:
    """The hunters in the order of the deal, then the monster."""
    sides = [
        {
            "seat": int(seat),
            "name": side_name(settings, seat),
            "hands": int(rows["n"].iloc[0]),
            "classes": _intervals(rows, "class_name"),
            "final": _intervals(final[final["seat"] == seat], "class_name"),
        }
        for seat, rows in classes.groupby("seat")
    ]
    return sorted(sides, key=lambda side: side["seat"] == MONSTER)


def _hunters(frame: pd.DataFrame, settings: pd.Series) -> list[dict[str, Any]]:
    """The hunters in the order of the deal, each with every measure of the judgement."""
    return [
        {
            "seat": int(seat),
            "name": side_name(settings, seat),
            "attacks": int(rows["attacks"].iloc[0]),
            **_intervals(rows, "measure"),
        }
        for seat, rows in frame.groupby("seat")
    ]


# Tables for people


def _show(session: Session, document: Mapping[str, Any]) -> None:
    for cell in document["cells"]:
        session.say(f"{cell['name']}: {counted(cell['games'], 'game')}, {counted(cell['turns'], 'turn')}")
        for grid in _grids(cell):
            draw(session.out, grid)
    level = f"{document['level']:.0%} interval over games"
    session.say(f"± is half of the {level}, (low..high) are its ends if it is lopsided.  digest {document['digest']}")


def _grids(cell: Mapping[str, Any]) -> Iterator[Grid]:
    yield Grid("Hunters against the monster", ("hunter", *SHARES, "dealt a turn", "taken a turn"), _hunter_rows(cell))
    changed = any(side["classes"] != side["final"] for side in cell["sides"])
    for key, title in (("classes", "Classes of hands"), ("final", "Classes after modifiers")):
        if key == "classes" or changed:
            names = [side["name"] for side in cell["sides"]]
            yield Grid(title, ("class", *names), _class_rows(cell, key))
    if len(cell["hunters"]) > 1:
        yield _joint_grid(cell)


def _hunter_rows(cell: Mapping[str, Any]) -> list[tuple[str, ...]]:
    return [
        (
            hunter["name"],
            *(with_error(**hunter[name], scale=100) for name in SHARES),
            with_error(**hunter["dealt"]),
            with_error(**hunter["taken"]),
        )
        for hunter in cell["hunters"]
    ]


def _class_rows(cell: Mapping[str, Any], key: str) -> list[tuple[str, ...]]:
    return [(name, *(with_error(**side[key][name], scale=100) for side in cell["sides"])) for name in sim.CLASS_NAMES]


def _joint_grid(cell: Mapping[str, Any]) -> Grid:
    """The most frequent outcomes of all comparisons of a turn, in the order of the hunters."""
    rows = [(outcomes, with_error(**share, scale=100)) for outcomes, share in cell["joint"].items()]
    left = len(rows) - MOST_JOINT
    if left > 0:
        rest = 1 - sum(share["value"] for share in list(cell["joint"].values())[:MOST_JOINT])
        rows = [*rows[:MOST_JOINT], (f"{left} others", percent(rest))]
    names = ", ".join(hunter["name"] for hunter in cell["hunters"])
    return Grid(f"Together (W win, T tie, L loss, - none: {names})", ("outcomes", "share"), rows)
