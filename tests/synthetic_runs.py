"""Run folders for the tests of the analysis, written without a simulation: tables by hand, or drawn from a simple model."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from analysis.judgement import CLASS_NAMES
from sim.schema import GAMES_PER_CELL

IDENTITY = {
    "format": 1,
    "huntlab": "0.1.0",
    "game": "monster_hunter_trpg",
    "play": "judgement",
    "game_version": 1,
    "kernels": "00ff",
    "data": "11ee",
    "scenario": "abcd",
    "name": "synthetic",
    "seed": 1,
    "games": 2,
    "options": {},
}
AFTERWARDS = {"digest": "0", "document": {}, "machine": {"finished": "2026-01-01T00:00:00+00:00"}}
FIVE_CARDS = (41681280, 51779712, 5374512, 9809664, 1171968, 531920, 489216, 593600, 23040, 3968, 10296)
"""Exact counts of the classes of five cards out of 108 with 4 jokers."""
DRAWS = (1.0, 2.0, 3.5, 5.5, 8.0)
"""The model's class of 5 + c cards is the best of this many classes of five cards."""
N_CLASSES = len(FIVE_CARDS)
SEAT_COLUMNS = ("attacks", "wins", "ties", "losses", "rate", "damage_class", "dealt", "taken", "bought", "exchanged")


def write_run(folder: Path, tables: Mapping[str, pd.DataFrame], **changes: Any) -> Path:
    """Write tables and run.json as a finished run has them; `changes` replace entries of run.json."""
    folder.mkdir(parents=True, exist_ok=True)
    described = []
    for name, frame in tables.items():
        table = pa.Table.from_pandas(frame, preserve_index=False)
        table = table.cast(
            pa.schema([(one.name, pa.string() if one.type == pa.large_string() else one.type) for one in table.schema])
        )
        pq.write_table(table.replace_schema_metadata({"huntlab": json.dumps(IDENTITY)}), folder / f"{name}.parquet")
        columns = [{"name": one.name, "domain": _domain(one.type)} for one in table.schema]
        described.append({"name": name, "title": name, "keys": [], "columns": columns})
    content = {"status": "complete", **IDENTITY, **AFTERWARDS, "tables": described, **changes}
    (folder / "run.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


def _domain(kind: pa.DataType) -> str:
    return "a whole number from 0 to 99" if pa.types.is_integer(kind) else "any text"


def cells_and_parameters(cells: Sequence[Mapping[str, Any]]) -> dict[str, pd.DataFrame]:
    """The tables cells and parameters of cells given as {name, deal, games, parameters}."""
    rows = [(number, name, str(value)) for number, cell in enumerate(cells) for name, value in cell["parameters"].items()]
    listed = [(number, cell["name"], cell.get("deal", cell["name"]), cell["games"]) for number, cell in enumerate(cells)]
    return {
        "cells": pd.DataFrame(listed, columns=["cell", "name", "deal", "games"]),
        "parameters": pd.DataFrame(rows, columns=["cell", "parameter", "value"]),
    }


def exact_shares(n_own: int) -> np.ndarray:
    """The model's share of each class with 5 + n_own cards."""
    below = np.concatenate([[0.0], np.cumsum(FIVE_CARDS) / sum(FIVE_CARDS)])
    return np.diff(below ** DRAWS[n_own])


def judgement_run(folder: Path, cells: Sequence[Mapping[str, Any]], hands: int = 64) -> Path:
    """A run drawn from the model; each cell is {name, deal, games, parameters}, each game has `hands` turns."""
    tables: dict[str, list[pd.DataFrame]] = {"games": [], "seats": [], "judgements": [], "joint": []}
    for number, cell in enumerate(cells):
        for name, frame in _play(number, cell, hands).items():
            tables[name].append(frame)
    joined = {name: pd.concat(frames, ignore_index=True) for name, frames in tables.items()}
    return write_run(folder, cells_and_parameters(cells) | joined)


def _play(number: int, cell: Mapping[str, Any], hands: int) -> dict[str, pd.DataFrame]:
    """The tables of one cell."""
    parameters, games = cell["parameters"], cell["games"]
    n_hunters = 1 + max(int(name.split()[1]) for name in parameters if name.startswith("hunter ")) - 1
    seed = zlib.crc32(cell.get("deal", cell["name"]).encode())
    chance = np.random.default_rng(seed).random((5, 2, games, hands))  # hunters and the monster, two draws each
    board = _best(chance[4, 0], 1.0)
    monster = np.maximum(board, _own(chance[4, 1], int(parameters["monster_hand_cards"])))
    frames: dict[str, list[pd.DataFrame]] = {"seats": [], "judgements": [_class_rows(number, -1, monster, monster)]}
    letters = np.full((games, hands), "", "U4")
    for seat in range(n_hunters):
        own = {name.split()[2]: value for name, value in parameters.items() if name.startswith(f"hunter {seat + 1} ")}
        extra = 0.8 if own.get("exchange") == "yes" else 0.0
        natural = np.maximum(board, _own(chance[seat, 1], int(own["base_hand"]), extra))
        shift = sum(int(one) for one in str(own.get("class_modifiers", "0")).split()) - ("cold" in parameters["terrain"])
        final = np.where(natural > 0, np.clip(natural + shift, 0, N_CLASSES - 1), 0)
        frames["judgements"].append(_class_rows(number, seat, natural, final))
        frames["seats"].append(_seat_rows(number, seat, final, monster, own))
        letters = np.char.add(letters, np.select([final > monster, final == monster], ["W", "T"], "L"))
    return {
        "games": _game_rows(number, games, hands),
        "seats": pd.concat(frames["seats"]).sort_values(["game_id", "seat"]),
        "judgements": pd.concat(frames["judgements"]),
        "joint": _joint_rows(number, letters),
    }


def _best(chance: np.ndarray, draws: float) -> np.ndarray:
    """The class at a quantile of the best of `draws` classes of five cards."""
    return np.searchsorted(np.cumsum(FIVE_CARDS) / sum(FIVE_CARDS), chance ** (1 / draws))


def _own(chance: np.ndarray, n_own: int, extra: float = 0.0) -> np.ndarray:
    draws = DRAWS[n_own] - 1 + extra
    return _best(chance, draws) if draws > 0 else np.zeros(chance.shape, int)


def _game_rows(number: int, games: int, hands: int) -> pd.DataFrame:
    index = np.arange(games)
    columns = {"game_id": number * GAMES_PER_CELL + index, "cell": number, "block": index, "turns": hands}
    return pd.DataFrame(columns | {"end_reason": "hands_done", "cards_left": 0})


def _seat_rows(number: int, seat: int, final: np.ndarray, monster: np.ndarray, own: Mapping[str, Any]) -> pd.DataFrame:
    win, tie, loss = final > monster, final == monster, final < monster
    strength = 1 + 0.12 * int(own.get("rarity", 1))
    points = np.round(strength * (2 + 2.5 * final)).astype(int)
    index = np.arange(len(final))
    sums = {
        "attacks": np.full(len(final), final.shape[1]),
        "wins": win.sum(1),
        "ties": tie.sum(1),
        "losses": loss.sum(1),
        "rate": final.sum(1),
        "damage_class": np.where(loss, 0, final).sum(1),
        "dealt": np.where(loss, 0, points).sum(1),
        "taken": np.where(win, 0, 3 + monster).sum(1),
        "bought": np.zeros(len(final), int),
        "exchanged": np.zeros(len(final), int),
    }
    return pd.DataFrame({"game_id": number * GAMES_PER_CELL + index, "cell": number, "block": index, "seat": seat, **sums})


def _class_rows(number: int, seat: int, natural: np.ndarray, final: np.ndarray) -> pd.DataFrame:
    def names(key: int) -> dict[str, str]:
        return {"class": CLASS_NAMES[key // N_CLASSES], "final": CLASS_NAMES[key % N_CLASSES]}

    return _summed(natural * N_CLASSES + final, number, {"seat": seat}, names)


def _joint_rows(number: int, letters: np.ndarray) -> pd.DataFrame:
    return _summed(letters, number, {}, lambda key: {"outcomes": key})


def _summed(keys: np.ndarray, number: int, about: Mapping[str, Any], columns: Any) -> pd.DataFrame:
    """One row a key with its count and the sum over games of its squared counts."""
    rows = []
    for key in np.unique(keys):
        in_games = (keys == key).sum(1)
        rows.append({"cell": number, **about, **columns(key), "n": in_games.sum(), "n_squared": (in_games**2).sum()})
    return pd.DataFrame(rows)
