"""Games played again: one by one from their ids, as a person would read them, and in memory beside the stored rows."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd

import sim
from analysis.studies.plays import PLAYS, play_of
from analysis.studies.scenarios import PlayedScenario, Scenario
from analysis.tables import Run


def told(folder: Path, game_id: int, n: int = 1) -> pd.DataFrame:
    """The first `n` turns, or rounds, of a game in words: rule, words."""
    step = PLAYS[sim.read_run(folder)["play"]].step
    sentences: list[tuple[str, str]] = []
    n_begun = 0
    for event in sim.replay(folder, game_id):
        kind = event.data["event"]
        n_begun += kind == step
        if n_begun > n:
            break
        sentences.append((event.rule, event.words))
        if n_begun == n and kind == f"{step}_end":
            break
    return pd.DataFrame(sentences, columns=["rule", "words"])


def some_games(run: Run, n: int = 3) -> list[int]:
    """Ids of `n` games, spread evenly from the first of the run to the last."""
    ids = run.table("games", ["game_id"])["game_id"]
    places = [round(place * (len(ids) - 1) / max(n - 1, 1)) for place in range(n)]
    return [int(ids.iloc[place]) for place in dict.fromkeys(places)]


def told_problems(one: PlayedScenario, game_id: int) -> list[str]:
    """Where a game, told from its id, is another than its row: its id, how long it was, why it ended."""
    first, *_, last = (event.data for event in sim.replay(one.folder, game_id))
    row, length = one.run.table("games").set_index("game_id").loc[game_id], play_of(one.run).length
    found = {"game_id": first["game_id"], length: last[length], "end_reason": last["reason"]}
    stored = {"game_id": game_id, length: row[length], "end_reason": row["end_reason"]}
    return [
        f"{one.run.name} game {game_id} {name}: {found[name]}, stored {value}"
        for name, value in stored.items()
        if found[name] != value
    ]


def again_problems(played: PlayedScenario, games: int = 2) -> list[str]:
    """Where the first games of each cell, played again in memory, differ from the stored rows, or one thread from two.

    `games` in each cell, or as many more as make whole blocks.
    """
    run, few = played.run, first_games(played, games)
    tables, digest = sim.play(few, threads=1)
    _, other = sim.play(few, threads=2)
    problems = [] if digest == other else [f"{run.name}: 1 and 2 threads give different tables"]
    n_blocks = {number: few.games_per_cell // few.spec.block_games(cell) for number, cell in enumerate(few.cells)}
    for name in (name for name, columns in run.columns.items() if "block" in columns):
        again = tables[name].to_pandas()
        stored = run.table(name)
        stored = stored[stored["block"] < stored["cell"].map(n_blocks)].reset_index(drop=True)
        again = again.astype({key: str for key in again.columns if again[key].dtype == "category"})
        if not _equal(stored, again):
            problems.append(f"{run.name}: the table {name} differs from the same games played again")
    return problems


def first_games(played: PlayedScenario, games: int) -> Scenario:
    """The scenario of a run with so many games in each cell, or as many more as make whole blocks."""
    scenario = played.scenario
    return sim.read_scenario(scenario.name, played.data, games * len(scenario.cells), scenario.seed)


def _equal(stored: pd.DataFrame, again: pd.DataFrame) -> bool:
    """Whether two frames hold the same values in the same columns."""
    same = list(stored.columns) == list(again.columns) and len(stored) == len(again)
    return same and all((stored[name].to_numpy() == again[name].to_numpy()).all() for name in stored.columns)


# Interruptions


class StoppedError(Exception):
    """Ends a run on purpose, as Ctrl-C would."""


def resumed_problems(played: PlayedScenario) -> list[str]:
    """Whether two blocks of each cell, stopped half way and gone on with, differ from the same games in one go."""
    few = first_games(played, 2 * max(map(played.scenario.spec.block_games, played.scenario.cells)))
    _, digest = sim.play(few)
    with TemporaryDirectory() as folder:
        resumed = _stopped_and_resumed(few, played, Path(folder) / few.name)
    return [] if resumed == digest else [f"{played.run.name}: a run that was interrupted gives other tables"]


def _stopped_and_resumed(few: Scenario, played: PlayedScenario, folder: Path) -> str:
    """The digest of a run that was stopped once."""

    def stop(done: int, total: int) -> None:
        if total <= 2 * done < 2 * total:
            raise StoppedError

    try:
        sim.run_scenario(few, played.data, folder, threads=1, shard_games=1, progress=stop)
    except StoppedError:
        return sim.run_scenario(few, played.data, folder, threads=1).digest
    return "of a run that could not be stopped"
