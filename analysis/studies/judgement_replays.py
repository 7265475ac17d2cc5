"""Judgements told event by event and counted again, as a person would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import sim
from analysis.judgement import CLASS_NAMES
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
