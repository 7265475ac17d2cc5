"""`huntlab run` and `huntlab replay`: scenarios played into run folders, and one game of them told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

import sim
from analysis.cli.grid import counted, draw_paragraph, whole
from analysis.cli.progress import Watch, note_rounding, say_compiling
from analysis.cli.session import Session, as_json, command, command_of_lines, write

if TYPE_CHECKING:
    from sim import DataFolder, Event, RunInfo, Scenario

ScenarioName = Annotated[str, typer.Argument(metavar="SCENARIO", help="A name in data/scenarios, or a .toml file.")]
Games = Annotated[
    int | None, typer.Option(min=1, show_default=False, help="Games in all, in place of the scenario's number.")
]
Seed = Annotated[int | None, typer.Option(min=0, show_default=False, help="Seed of the deals, in place of the usual one.")]
Threads = Annotated[int | None, typer.Option(min=1, show_default=False, help="Threads; else one for each processor.")]
ShardGames = Annotated[
    int | None,
    typer.Option(min=1, show_default=False, help="Games of a unit of work; else about a quarter of a second's worth."),
]
RunFolder = Annotated[
    Path | None,
    typer.Option(metavar="DIR", show_default=False, help="Folder of the run; else its name in the results folder."),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Delete the run that the folder holds.")]
WhichRun = Annotated[
    Path, typer.Option("--run", metavar="DIR", help="A run folder, or the name of one in the results folder.")
]


@command
def run(
    session: Session,
    scenario: ScenarioName,
    games: Games = None,
    seed: Seed = None,
    threads: Threads = None,
    shard_games: ShardGames = None,
    out: RunFolder = None,
    *,
    overwrite: Overwrite = False,
) -> None:
    """Play a scenario and keep its tables in a run folder.

    Results depend on the scenario, the sheets and the seed only: not on threads, units of work or interruptions.
    After Ctrl-C or a power cut the same command goes on where it stopped. Nothing is overwritten without --overwrite.

    Examples:
      huntlab run judgement_quick
      huntlab run judgement_quick --games 100000 --seed 7 --out results/long
      huntlab run my/arena.toml --threads 2 --json

    Keys of --json: scenario, folder, digest (of the tables), games, games_played (now, not by an earlier start),
    seconds, games_per_second (null if no game was left to play).
    """
    chosen = sim.read_scenario(scenario, session.data, games, seed)
    session.warn(oddities(session.data, chosen))
    note_rounding(session, chosen)
    folder = out or sim.results_folder(session.data) / chosen.name
    n_threads = threads or sim.default_threads()
    with Watch(session, chosen, n_threads) as watch:
        try:
            info = sim.run_scenario(
                chosen,
                session.data,
                folder,
                threads=n_threads,
                shard_games=shard_games,
                overwrite=overwrite,
                progress=watch,
            )
        except KeyboardInterrupt:
            stop(session, _kept(folder), watch.total, "the same command goes on from there")
    session.answer(_run_document(chosen, info), lambda shown: _show_run(shown, chosen, info))


def oddities(data: DataFolder, scenario: Scenario) -> list[str]:
    """What is odd in the sheets of a scenario's game, such as columns that nothing reads."""
    warnings: list[str] = []
    sim.check_data(data, [sim.sheets_of(scenario.spec.game)], warnings)
    return warnings


def _kept(folder: Path) -> int:
    """The games of an interrupted run that need not be played again."""
    return next((one.get("games_done", 0) for one in sim.list_runs(folder.parent) if one["folder"] == folder), 0)


def stop(session: Session, done: int, total: int, after: str) -> NoReturn:
    """End after Ctrl-C: say how far the run got, and what becomes of it."""
    how_far = f"after {whole(done)} of {whole(total)} games; {after}"
    session.stop(f"Stopped {how_far if total else 'before the first game'}.")


def _run_document(scenario: Scenario, info: RunInfo) -> dict[str, Any]:
    return {
        "scenario": scenario.name,
        "folder": str(info.folder),
        "digest": info.digest,
        "games": info.games,
        "games_played": info.games_played,
        "seconds": round(info.seconds, 3),
        "games_per_second": round(info.games_played / info.seconds, 1) if info.games_played else None,
    }


def _show_run(session: Session, scenario: Scenario, info: RunInfo) -> None:
    speed = f", {whole(info.games_played / info.seconds)} games/s" if info.games_played else ""
    session.say(f"{scenario.name}: {counted(info.games, 'game')} in {counted(len(scenario.cells), 'cell')}{speed}")
    session.say(f"folder  {info.folder}")
    session.say(f"digest  {info.digest}")


# One game told


GameId = Annotated[
    int,
    typer.Argument(
        metavar="GAME_ID", min=0, help="Id of the game (game_id in tables): cell x 10,000,000,000 + game, both from 0."
    ),
]
Turn = Annotated[
    int | None,
    typer.Option("--turn", "--round", min=1, show_default=False, help="Only the opening and this turn, or round of a hunt."),
]
MARGIN = 8  # width of the column of rule ids


@command_of_lines
def replay(session: Session, game_id: GameId, run: WhichRun, turn: Turn = None) -> None:
    """Tell one game of a run, step by step, with the rule that each step follows.

    The game is played again from its id, on the sheets that the run was made with. The opening says who plays.

    Examples:
      huntlab replay 0 --run judgement_quick
      huntlab replay 10000000003 --run judgement_quick --turn 2
      huntlab replay 0 --run hunt_quick --round 1
      huntlab replay 0 --run judgement_quick --json | head -3

    Keys of --json (JSON lines, one object an event): event (start, deck, turn, deal, declare, ... end; of a hunt start,
    shuffle, draw, round, phase, decision, ... end), and those of that event. Hunters of a judgement go by their places:
    hunter 1 is the first of the party. Seats, slots and areas of a hunt are numbers from 0.
    """
    from analysis.studies.plays import PLAYS

    folder = find_run(session, run)
    events = sim.replay(folder, game_id)
    described = sim.read_run(folder)
    say_compiling(session, str(described["game"]))
    step = PLAYS[described["play"]].step
    if turn is not None:
        events = iter(_of_step(events, step, turn, f"{folder}: game {game_id}"))
    if session.as_json:
        for event in events:
            write(as_json(event.data) + "\n")
    else:
        _show_events(session, events, step)


def find_run(session: Session, run: Path) -> Path:
    """The folder of a run that is given as one, or by its name in the results folder."""
    named = sim.results_folder(session.data) / run
    return named if not run.exists() and named.is_dir() else run


def _of_step(events: Iterable[Event], step: str, wanted: int, game: str) -> list[Event]:
    """The opening and the events of one step (a turn, a round); InputError if the game did not last so long."""
    current, last, chosen = 0, 0, []
    for event in events:
        kind = event.data["event"]
        current = 0 if kind == "end" else event.data.get(step, current)
        last = max(last, current)
        if kind == "start" or current == wanted:
            chosen.append(event)
    if wanted > last:
        raise sim.InputError(f"{game} has {counted(last, step)}; there is no {step} {wanted}")
    return chosen


def _show_events(session: Session, events: Iterator[Event], step: str) -> None:
    """Print the events with their rules in the margin and an empty line before each deck, turn or round, and the end."""
    before = ""
    for event in events:
        kind = event.data["event"]
        if kind in ("deck", "end") or (kind == step and before != "deck"):
            write("\n")
        draw_paragraph(session.out, event.rule, MARGIN, event.words)
        before = kind
