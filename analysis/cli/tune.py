"""`huntlab tune`: better weights for a policy, found by playing and judged on games that the search has not seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

import sim
from analysis.cli.grid import Grid, counted, draw, percent, with_error
from analysis.cli.progress import say_compiling
from analysis.cli.session import Session, command

if TYPE_CHECKING:
    from analysis.studies.tuning import Settings, Tuned

PolicyName = Annotated[str, typer.Argument(metavar="POLICY", help="A row of the sheet of policies.")]
Tables = Annotated[
    str | None,
    typer.Option(
        "--scenario", metavar="SCENARIO", show_default=False, help="The tables to play at; else those of last time."
    ),
]
Base = Annotated[
    str | None,
    typer.Option(
        "--base", metavar="POLICY", show_default=False, help="Where to begin; else as last time, or POLICY itself."
    ),
]
Generations = Annotated[int | None, typer.Option(min=1, show_default=False, help="Steps of the search; else 60.")]
GamesEach = Annotated[
    int | None, typer.Option("--games", min=1, show_default=False, help="Games of a candidate; else 2,000.")
]
SearchSeed = Annotated[int | None, typer.Option("--seed", min=0, show_default=False, help="Seed of the search; else 1.")]
Write = Annotated[bool, typer.Option("--write", help="Put the weights into the sheet, and how they were found beside it.")]


@command
def tune(
    session: Session,
    policy: PolicyName,
    scenario: Tables = None,
    base: Base = None,
    generations: Generations = None,
    games: GamesEach = None,
    seed: SearchSeed = None,
    *,
    write: Write = False,
) -> None:
    """Search better weights for a policy by playing; nothing is written without --write.

    In each cell of the scenario one seat has the policy: there candidates sit. Other seats that name it have the best
    weights so far. What is sought is the mean share of the wins; at the end old and new weights play the same games, of a
    seed that the search has not seen. The same settings find the same weights on the same sheets.

    What is not said on the command line stands in policies/GAME_tuning.toml, in a table called like the policy; there
    candidates (of a generation), spread (of the first ones), test_seed and test_games can be set, too.

    Examples:
      huntlab tune tuned --scenario hunt_tuning --base greedy
      huntlab tune tuned --scenario hunt_tuning --generations 3 --games 320 --json
      huntlab --data my tune tuned --write

    Keys of --json: policy, settings (scenario, base, seed, generations, candidates, games, spread, test_seed, test_games),
    weights (column: weight), before, after and gain (mean share on the games of the test: value, low, high), level, blocks
    (independent units), cells (cell, before, after, gain, low, high), files (written).
    """
    from analysis.studies.tuning import tune

    told = {"scenario": scenario, "base": base, "generations": generations, "games": games, "seed": seed}
    settings, game = _settings(session, policy, told)
    if write:
        _check_writable(session, game)
    say_compiling(session, game)
    try:
        found = tune(session.data, policy, settings, session.note)
    except KeyboardInterrupt:
        session.stop("Stopped; nothing was written.")
    files = _write(session, game, policy, settings, found) if write else []
    document = _document(policy, settings, found, files)
    session.answer(document, lambda shown: _show(shown, document))


def _settings(session: Session, policy: str, told: Mapping[str, Any]) -> tuple[Settings, str]:
    """What to search with, and the game; a record of last time is looked for in the game of the scenario, else in any."""
    from analysis.studies.policy_sheets import read_records
    from analysis.studies.tuning import settings_for

    if told["scenario"]:
        games = [sim.read_scenario(told["scenario"], session.data).spec.game]
    else:
        games = [game for game in sim.PLAYS if policy in read_records(session.data, game)]
    if len(games) != 1:
        raise sim.InputError(f"{policy}: name the tables to play at with --scenario")
    return settings_for(session.data, games[0], policy, told), games[0]


def _check_writable(session: Session, game: str) -> None:
    """InputError, before anything is played, if the weights can surely not be written."""
    from analysis.studies.policy_sheets import check_writable, policy_sheet

    check_writable(session.data, policy_sheet(session.data, game))


def _write(session: Session, game: str, policy: str, settings: Settings, found: Tuned) -> list[str]:
    """Write the weights into the sheet, and settings and result beside it; the files written."""
    from analysis.studies.policy_sheets import policy_sheet, record_path, write_policy, write_record
    from analysis.studies.tuning import record_of

    sheet = policy_sheet(session.data, game)
    write_policy(sheet, policy, found.weights)
    write_record(session.data, game, policy, record_of(settings, found))
    return [str(sheet.path), str(record_path(session.data, game))]


def _document(policy: str, settings: Settings, found: Tuned, files: list[str]) -> dict[str, Any]:
    estimates = {"before": found.before, "after": found.after, "gain": found.gain}
    return {
        "policy": policy,
        "settings": asdict(settings),
        "weights": found.weights,
        **{name: {"value": one.value, "low": one.low, "high": one.high} for name, one in estimates.items()},
        "level": found.gain.level,
        "blocks": int(found.gain.n),
        "cells": found.cells.to_dict("records"),
        "files": files,
    }


def _show(session: Session, document: Mapping[str, Any]) -> None:
    settings = document["settings"]
    rows = [(cell["cell"], percent(cell["before"]), percent(cell["after"]), _gain(cell)) for cell in document["cells"]]
    whole = tuple(with_error(**document[name], scale=100) for name in ("before", "after", "gain"))
    games = f"{counted(settings['test_games'], 'game')} of seed {settings['test_seed']}"
    title = f"{document['policy']}: share of the wins in {games}"
    draw(session.out, Grid(title, ("cell", settings["base"], "found", "gain"), [*rows, ("all", *whole)]))
    weights = [(column, str(weight)) for column, weight in document["weights"].items()]
    draw(session.out, Grid("Weights", ("weight", "value"), weights))
    for file in document["files"]:
        session.say(f"written  {file}")
    if not document["files"]:
        session.note("Nothing was written; --write puts the weights into the sheet.")


def _gain(cell: Mapping[str, Any]) -> str:
    return with_error(cell["gain"], cell["low"], cell["high"], 100)
