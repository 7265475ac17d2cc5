"""`huntlab run` and `huntlab replay`: scenarios played into run folders, and one game of them told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

import sim
from analysis.cli.grid import counted, draw_paragraph, whole
from analysis.cli.progress import Watch
from analysis.cli.session import INTERRUPTED, Session, as_json, command, write

if TYPE_CHECKING:
    from sim import DataFolder, Event, RunInfo, Scenario

ScenarioName = Annotated[str, typer.Argument(metavar="SCENARIO", help="A name in data/scenarios, or a .toml file.")]
Games = Annotated[
    int | None, typer.Option(min=1, show_default=False, help="Games in all, in place of the scenario's number.")
]
Seed = Annotated[int | None, typer.Option(min=0, show_default=False, help="Seed, in place of the scenario's.")]
Threads = Annotated[int | None, typer.Option(min=1, show_default=False, help="Threads; else one a processor.")]
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
    if total:
        session.note(f"Stopped after {whole(done)} of {whole(total)} games; {after}.")
    raise typer.Exit(INTERRUPTED)


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


GameId = Annotated[int, typer.Argument(metavar="GAME_ID", min=0, help="Id of the game; tables have it as game_id.")]
Turn = Annotated[int | None, typer.Option(min=1, show_default=False, help="Only this turn.")]
MARGIN = 8  # width of the column of rule ids


@command
def replay(session: Session, game_id: GameId, run: WhichRun, turn: Turn = None) -> None:
    """Tell one game of a run, step by step, with the rule that each step follows.

    The game is played again from its id by the sheets that the run was made with.

    Examples:
      huntlab replay 0 --run judgement_quick
      huntlab replay 10000000003 --run results/judgement_quick --turn 2
      huntlab replay 0 --run judgement_quick --json | head -3

    With --json each line is one event: `event` (start, deck, turn, deal, declare, ... end) and the keys of that event.
    """
    folder = find_run(session, run)
    events = sim.replay(folder, game_id)
    if turn is not None:
        events = iter(_of_turn(events, turn, f"{folder}: game {game_id}"))
    if session.as_json:
        for event in events:
            write(as_json(event.data) + "\n")
    else:
        _show_events(session, events)


def find_run(session: Session, run: Path) -> Path:
    """The folder of a run that is given as one, or by its name in the results folder."""
    named = sim.results_folder(session.data) / run
    return named if not run.exists() and named.is_dir() else run


def _of_turn(events: Iterable[Event], turn: int, game: str) -> list[Event]:
    """The events of one turn; InputError if the game did not last so long."""
    current, last, chosen = None, 0, []
    for event in events:
        current = event.data.get("turn", None if event.data["event"] == "end" else current)
        last = current or last
        if current == turn:
            chosen.append(event)
    if not chosen:
        raise sim.InputError(f"{game} has {last} turns; there is no turn {turn}")
    return chosen


def _show_events(session: Session, events: Iterator[Event]) -> None:
    """Print the steps with their rules in the margin and an empty line before each turn."""
    for event in events:
        if event.data["event"] == "turn":
            write("\n")
        draw_paragraph(session.out, event.rule, MARGIN, event.words)
