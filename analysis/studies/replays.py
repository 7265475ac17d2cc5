"""Games played again: one by one from their ids, as a person would read them, and in memory beside the stored rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

import sim
from analysis.judgement import CLASS_NAMES
from analysis.studies.scenarios import PlayedScenario
from analysis.tables import Run

PLACES = ("game_id", "cell", "block", "seat")  # columns of seats that say where; all others count
OUTCOMES = {"win": "wins", "tie": "ties", "loss": "losses"}
TURNS = "turns"  # the key of the number of turns beside (seat, counter)


def counts_of(events: Iterable[Any]) -> dict[str, Counter[str]]:
    """What a replayed game adds up to, counted from its events alone: side -> counters; side "game" has its turns.

    A turn that the deck breaks off counts for nothing (RP-T8).
    """
    whole: dict[str, Counter[str]] = {"game": Counter()}
    turn: dict[str, Counter[str]] = {}
    for event in events:
        data = event.data
        if data["event"] == "turn":
            turn = {}
        elif data["event"] == "turn_end":
            whole["game"][TURNS] += 1
            for side, counts in turn.items():
                whole.setdefault(side, Counter()).update(counts)
        else:
            _count(data, turn)
    return whole


def _count(data: Mapping[str, Any], turn: dict[str, Counter[str]]) -> None:
    """Add one event to the counters of its side in this turn."""
    counts = turn.setdefault(str(data.get("side", "")), Counter())
    kind = data["event"]
    if kind == "declare":
        counts["attacks"] += data["action"] == "attack"
    elif kind == "extra":
        counts["bought"] += data["bought"]
    elif kind == "exchange":
        counts["exchanged"] += data["taken"]
    elif kind == "class":
        counts["rate"] += CLASS_NAMES.index(data["final"])
    elif kind == "compare":
        counts[OUTCOMES[data["outcome"]]] += 1
        counts["dealt"] += data["dealt"]
        counts["taken"] += data["taken"]
        counts["damage_class"] += CLASS_NAMES.index(data["damage_class"]) if data["damage_class"] else 0


def told(folder: Path, game_id: int, turns: int = 1) -> pd.DataFrame:
    """The first turns of a game in words: rule, words."""
    sentences = []
    for event in sim.replay(folder, game_id):
        sentences.append((event.rule, event.words))
        turns -= event.data["event"] == "turn_end"
        if not turns:
            break
    return pd.DataFrame(sentences, columns=["rule", "words"])


def replay_problems(run: Run, folder: Path, game_id: int) -> list[str]:
    """Where a game, played again from its id, differs from its rows in the tables."""
    found = counts_of(sim.replay(folder, game_id))
    turns = int(run.table("games").set_index("game_id").loc[game_id, TURNS])
    problems = (
        [] if found["game"][TURNS] == turns else [f"{run.name} game {game_id}: {found['game'][TURNS]} turns, stored {turns}"]
    )
    seats = run.table("seats")
    counters = [name for name in seats.columns if name not in PLACES]
    for row in seats[seats["game_id"] == game_id].to_dict("records"):
        side = f"hunter {row['seat'] + 1}"
        counts = found.get(side, Counter())
        problems += [
            f"{run.name} game {game_id} {side} {name}: {counts[name]}, stored {row[name]}"
            for name in counters
            if counts[name] != row[name]
        ]
    return problems


def some_games(run: Run, n: int = 3) -> list[int]:
    """Ids of `n` games, spread evenly from the first of the run to the last."""
    ids = run.table("games", ["game_id"])["game_id"]
    places = [round(place * (len(ids) - 1) / max(n - 1, 1)) for place in range(n)]
    return [int(ids.iloc[place]) for place in dict.fromkeys(places)]


def again_problems(played: PlayedScenario, games: int = 2) -> list[str]:
    """Where the first games of each cell, played again in memory, differ from the stored rows, or one thread from two."""
    scenario, run = played.scenario, played.run
    few = sim.read_scenario(scenario.name, played.data, games * len(scenario.cells), scenario.seed)
    tables, digest = sim.play(few, threads=1)
    _, other = sim.play(few, threads=2)
    problems = [] if digest == other else [f"{run.name}: 1 and 2 threads give different tables"]
    for name in ("games", "seats"):
        again = tables[name].to_pandas()
        stored = run.table(name)
        stored = stored[stored["block"] < games].reset_index(drop=True)
        again = again.astype({key: str for key in again.columns if again[key].dtype == "category"})
        if not _equal(stored, again):
            problems.append(f"{run.name}: the table {name} differs from the same games played again")
    return problems


def _equal(stored: pd.DataFrame, again: pd.DataFrame) -> bool:
    """Whether two frames hold the same values in the same columns."""
    same = list(stored.columns) == list(again.columns) and len(stored) == len(again)
    return same and all((stored[name].to_numpy() == again[name].to_numpy()).all() for name in stored.columns)
