"""`huntlab judge`: the tables of a judgement at once, from games played in memory or from a finished run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

import sim
from analysis.cli.grid import Grid, counted, draw, percent, with_error
from analysis.cli.play import Games, ScenarioName, Seed, Threads, find_run, oddities, stop
from analysis.cli.progress import Watch
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
    dealt and taken in a turn, and how the comparisons of a turn come out together. Intervals are over games.

    Examples:
      huntlab judge judgement_quick
      huntlab judge judgement_quick --games 5000 --cell "lone*" --json
      huntlab judge results/judgement_quick --run

    Keys of --json: scenario, digest, games, level, cells; of each cell: cell, name, games, turns, parameters, sides,
    hunters, joint. Of each side (seat -1: the monster): seat, name, hands, classes and final (shares by class, before and
    after modifiers). Of each hunter: seat, name, attacks, win, tie, loss (of attacks), dealt, taken (points a turn), rate
    (mean class 0..10). Of joint: by letters (W win, T tie, L loss, - none; one a hunter). Shares and means are objects with
    value, low and high; null where nothing is known.
    """
    played = _finished(find_run(session, Path(scenario))) if run else _played(session, scenario, games, seed, threads)
    document = {
        "scenario": played.name,
        "digest": played.provenance["digest"],
        "games": int(played.table("cells")["games"].sum()),
        "level": 0.95,
        "cells": _cells(played, cell),
    }
    session.answer(document, lambda shown: _show(shown, document))


def _finished(folder: Path) -> Run:
    """The tables of a run made by this version."""
    from analysis.tables import load_run

    found = load_run(folder, {"huntlab": sim.__version__})
    _check_play(found.name, str(found.provenance.get("play")))
    return found


def _played(session: Session, name: str, games: int | None, seed: int | None, threads: int | None) -> Run:
    """A scenario played in memory."""
    from analysis.tables import run_in_memory

    chosen = sim.read_scenario(name, session.data, games, seed)
    _check_play(chosen.name, chosen.spec.play)
    session.warn(oddities(session.data, chosen))
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


# Estimates


def _cells(run: Run, pattern: str) -> list[dict[str, Any]]:
    """All about each cell whose name matches."""
    settings = run.settings()
    chosen = [number for number, name in settings["name"].items() if fnmatchcase(name, pattern)]
    if not chosen:
        raise sim.InputError(f'{run.name}: no cell is named like "{pattern}"')
    classes = {"natural": _class_shares(run, "natural"), "final": _class_shares(run, "final")}
    hunters, joint = _hunters(run), _joint(run)
    turns = run.table("games", ["cell", "turns"]).groupby("cell")["turns"].sum()
    return [
        {
            "cell": int(number),
            "name": settings.loc[number, "name"],
            "games": int(settings.loc[number, "games"]),
            "turns": int(turns[number]),
            "parameters": settings.loc[number].drop(["name", "deal", "games"]).dropna().to_dict(),
            "sides": _sides(classes, settings.loc[number], number),
            "hunters": [
                {"seat": seat, "name": side_name(settings.loc[number], seat), **found}
                for (cell, seat), found in hunters.items()
                if cell == number
            ],
            "joint": joint[number],
        }
        for number in chosen
    ]


def side_name(settings: pd.Series, seat: int) -> str:
    """The name of a side, as the party or the monsters' sheet has it."""
    return str(settings["monster"] if seat == MONSTER else settings[f"hunter {seat + 1} name"])


def _class_shares(run: Run, which: Literal["natural", "final"]) -> dict[tuple[int, int], tuple[Shares, int]]:
    """By cell and seat: the share of each class and the number of hands."""
    from analysis.judgement import class_shares

    frame = class_shares(run, which)
    return {key: (_shares(side, "class_name"), int(side["n"].iloc[0])) for key, side in frame.groupby(["cell", "seat"])}


def _shares(frame: pd.DataFrame, names: str) -> Shares:
    return {row[names]: {key: float(row[key]) for key in ("value", "low", "high")} for row in frame.to_dict("records")}


def _sides(classes: Mapping[str, Any], settings: pd.Series, cell: int) -> list[dict[str, Any]]:
    """The hunters in the order of the deal, then the monster."""
    seats = sorted((seat for number, seat in classes["natural"] if number == cell), key=lambda seat: (seat == MONSTER, seat))
    return [
        {
            "seat": seat,
            "name": side_name(settings, seat),
            "hands": classes["natural"][cell, seat][1],
            "classes": classes["natural"][cell, seat][0],
            "final": classes["final"][cell, seat][0],
        }
        for seat in seats
    ]


def _hunters(run: Run) -> dict[tuple[int, int], dict[str, Any]]:
    """By cell and seat: how often each hunter attacked, and every measure of the judgement."""
    from analysis.judgement import MEASURES

    turns = run.table("games", ["game_id", "turns"])
    rows = run.table("seats").merge(turns, on="game_id")
    return {
        (int(cell), int(seat)): {
            "attacks": int(games["attacks"].sum()),
            **{name: _measured(games, measure) for name, measure in MEASURES.items()},
        }
        for (cell, seat), games in rows.groupby(["cell", "seat"])
    }


def _measured(games: pd.DataFrame, measure: Any) -> dict[str, float]:
    """One measure of one hunter over the games of a cell."""
    from analysis.estimators import TrialSums, clustered_proportion, ratio

    top, bottom = games[measure.numerator].to_numpy(), games[measure.denominator].to_numpy()
    if measure.is_share:
        sums = TrialSums((bottom * bottom).sum(), (top * bottom).sum())
        found = clustered_proportion(top.sum(), (top * top).sum(), bottom.sum(), len(top), sums=sums)
    else:
        found = ratio(top, bottom)
    return {key: float(value) for key, value in asdict(found).items() if key in ("value", "low", "high")}


def _joint(run: Run) -> dict[int, Shares]:
    """By cell: the share of each combination of outcomes, the most frequent first."""
    from analysis.judgement import joint_outcomes

    frame = joint_outcomes(run).sort_values(["cell", "value"], ascending=[True, False], kind="stable")
    return {int(cell): _shares(rows, "outcomes") for cell, rows in frame.groupby("cell")}


# Tables for people


def _show(session: Session, document: Mapping[str, Any]) -> None:
    for cell in document["cells"]:
        session.say(f"{cell['name']}: {counted(cell['games'], 'game')}, {counted(cell['turns'], 'turn')}")
        for grid in _grids(cell):
            draw(session.out, grid)
    session.say(f"± is half of the {document['level']:.0%} interval over games.  digest {document['digest']}")


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
