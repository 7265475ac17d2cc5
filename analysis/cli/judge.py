"""`huntlab judge`: what came out, from games played in memory or from a finished run; nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import sim
from analysis.cli import hunt_view, judgement_view
from analysis.cli.grid import Grid, draw
from analysis.cli.play import Games, ScenarioName, Seed, Threads, find_run, oddities, stop
from analysis.cli.progress import Watch, note_rounding
from analysis.cli.session import Session, command

if TYPE_CHECKING:
    from analysis.tables import Run


@dataclass(frozen=True)
class View:
    """How the games of one play are shown."""

    cells: Callable[[Run, str], list[dict[str, Any]]]  # the document of each cell whose name matches the pattern
    heading: Callable[[Mapping[str, Any]], str]  # the line above the tables of a cell
    grids: Callable[[Mapping[str, Any]], Iterator[Grid]]  # the tables of a cell, for people
    unit: str  # what the intervals are over


VIEWS = {
    "judgement": View(judgement_view.cells, judgement_view.heading, judgement_view.grids, "games"),
    "hunt": View(hunt_view.cells, hunt_view.heading, hunt_view.grids, "blocks of games"),
}
"""Play -> how it is shown."""

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
    """Play a scenario in memory and show what came out; nothing is written.

    Of a judgement, for each cell: how often each class of hand comes up on each side, how each hunter fares against the
    monster, what is dealt and taken in a turn, and how the comparisons of a turn come out together. Of a hunt, for each
    cell: who wins, by entry of the line-up and by seat, how games end and how long they are. Intervals are over games; of a
    hunt over blocks of games, one deal in all rotations of the seats. With --run the tables
    must have the digest that their run says.

    The first start of a version compiles for about a minute (so does huntlab warm, ahead of time).

    Examples:
      huntlab judge judgement_quick
      huntlab judge judgement_quick --games 5000 --cell "lone*" --json
      huntlab judge hunt_quick --run

    Keys of --json: scenario, digest, games, level (of each interval by itself), cells; of each cell: cell, name, games,
    parameters, and what its play has. Shares and means are objects with value, low and high; null where nothing is known.

    A judgement has: turns, sides, hunters, joint. Of each side (seat -1: the monster): seat, name, hands, classes and final
    (shares of its hands by class, before and after modifiers). Of each hunter: seat, name, attacks, win, tie, loss (shares
    of attacks), dealt, taken (points a turn), rate (mean class 0..10). Of joint: shares of turns by letters (W win, T tie, L
    loss, - none; one a hunter, in the order of hunters), the most frequent first.

    A hunt has: blocks, entries, seats, ends, rounds. Of each entry (0: the first of the line-up): entry, deck, policy, win
    (its share of the win), hr, retreats (means a game). Of each seat, and of each place after the first leader: seat, win,
    place_win. Of ends: shares of games by reason. Of rounds: mean, median, longest.
    """
    from analysis.estimators import LEVEL

    if run:
        _refuse_playing(games=games, seed=seed, threads=threads)
        played = _finished(session, find_run(session, Path(scenario)))
    else:
        played = _played(session, scenario, games, seed, threads)
    view = VIEWS[played.provenance["play"]]
    document = {
        "scenario": played.name,
        "digest": played.provenance["digest"],
        "games": int(played.table("cells")["games"].sum()),
        "level": LEVEL,
        "cells": view.cells(played, cell),
    }
    session.answer(document, lambda shown: _show(shown, view, document))


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
    return run_in_memory(chosen.name, tables, {"digest": digest, "play": chosen.spec.play})


def _check_play(name: str, play: str) -> None:
    if play not in VIEWS:
        raise sim.InputError(f"{name}: plays {play}; huntlab judge shows plays of the kinds {', '.join(VIEWS)}")


def _show(session: Session, view: View, document: Mapping[str, Any]) -> None:
    for cell in document["cells"]:
        session.say(view.heading(cell))
        for grid in view.grids(cell):
            draw(session.out, grid)
    level = f"{document['level']:.0%} interval over {view.unit}"
    session.say(f"± is half of the {level}, (low..high) are its ends if it is lopsided.  digest {document['digest']}")
