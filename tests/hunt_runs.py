"""Runs of the hunt written by hand: a few games with numbers that can be reckoned on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import pyarrow as pa

from analysis.tables import Run, run_in_memory
from sim.schema import GAMES_PER_CELL
from tests.synthetic_runs import cells_and_parameters

COUNTS = (
    *("retreats", "left", "draw_pile", "hand", "material", "slain", "lost", "hr_slain", "hr_hidden", "hr_gift"),
    *("placed", "equipped", "items", "boosts", "milled", "led", "blows"),
)
CARD_SUMS = ("n", "y", "nn", "ny", "yy", "n_all", "y_all")
Game = Mapping[str, Any]
"""shares (in twelfths, by entry), and what else matters: first_leader, rounds, end_reason, or a count by entry."""


def cell(name: str, decks: Sequence[str], games: Sequence[Game], deal: str = "", **options: Any) -> dict[str, Any]:
    """A cell with its games in order, whole blocks; `policy` is one of all entries, other options are rule options."""
    policy = options.pop("policy", "greedy")
    parameters: dict[str, Any] = {"seats": len(decks), "round_cap": 200, **options}
    for number, deck in enumerate(decks, start=1):
        parameters |= {f"entry {number} deck": deck, f"entry {number} policy": policy}
    return {"name": name, "deal": deal or name, "games": len(games), "parameters": parameters, "played": games}


def hunt_run(cells: Sequence[Mapping[str, Any]], **tables: pd.DataFrame) -> Run:
    """The run of these cells; `tables` stand beside games and seats, or replace them."""
    games, seats = [], []
    for number, one in enumerate(cells):
        n_seats = int(one["parameters"]["seats"])
        for index, game in enumerate(one["played"]):
            where = {"game_id": number * GAMES_PER_CELL + index, "cell": number, "block": index // n_seats}
            games.append(where | _game_row(game))
            seats += [where | _seat_row(game, entry, (entry + index) % n_seats) for entry in range(n_seats)]
    found = {"games": pd.DataFrame(games), "seats": pd.DataFrame(seats)} | tables
    options = {name: "default" for one in cells for name in one["parameters"] if not name.startswith(("entry", "seats"))}
    every = (cells_and_parameters(cells) | found).items()
    whole = {name: pa.Table.from_pandas(one, preserve_index=False) for name, one in every}
    return run_in_memory("by hand", whole, {"play": "hunt", "options": options})


def _game_row(game: Game) -> dict[str, Any]:
    winners = sum(1 << entry for entry, share in enumerate(game["shares"]) if share)
    default = {"first_leader": 0, "end_reason": "hr", "rounds": 10, "lead_changes": 0, "decisive_round": 5}
    return {"winners": winners} | {name: game.get(name, value) for name, value in default.items()}


def _seat_row(game: Game, entry: int, seat: int) -> dict[str, Any]:
    def of(name: str, default: int) -> int:
        return int(game.get(name, [default] * 4)[entry])

    share = game["shares"][entry]
    hr = of("hr", 20 if share else 10)
    higher = sum(other > hr for other in game.get("hr", []))
    return {"entry": entry, "seat": seat, "share": share, "hr": hr, "rank": 1 + higher} | {
        name: of(name, 0) for name in COUNTS
    }


def card_rows(*rows: Mapping[str, Any]) -> pd.DataFrame:
    """The table of cards; a row has cell, entry, card, kind, copies, and for `opening`, `drawn`, `played` the seven sums."""
    found = []
    for row in rows:
        sums = {
            f"{measure}_{name}": value
            for measure in ("opening", "drawn", "played")
            for name, value in zip(CARD_SUMS, row.get(measure, (0,) * 7), strict=True)
        }
        found.append({name: row[name] for name in ("cell", "entry", "card", "kind", "copies")} | sums)
    return pd.DataFrame(found)
