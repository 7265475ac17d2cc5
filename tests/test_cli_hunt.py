"""The command line with a play whose games come in blocks: Monster Hunter TCG, the hunt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import sim
from analysis.cli.judge import VIEWS
from tests.command_line import copy_data, documented, huntlab

CELL_KEYS = {"cell", "name", "games", "blocks", "parameters", "entries", "seats", "ends", "rounds"}
DUEL = """title = "Two decks, both ways round"
game = "monster_hunter_tcg"
play = "hunt"
games = 40
seed = 3
[[cell]]
name = "duel"
decks = ["iron_gate", "swallow_dance"]
policies = ["random", "greedy"]
"""
SHARES = 12  # parts of a win in the tables


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own copy of the data with one small scenario, which the commands find by themselves."""
    monkeypatch.delenv("HUNTLAB_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    copy = copy_data(tmp_path)
    (copy / "scenarios" / "duel.toml").write_text(DUEL, encoding="utf-8")
    return copy


def only_cell() -> dict[str, Any]:
    cells: list[dict[str, Any]] = huntlab("judge", "duel", "--json").json["cells"]
    (cell,) = cells
    return cell


def test_judge_has_the_documented_keys_and_writes_nothing(tmp_path: Path) -> None:
    cell = only_cell()
    assert set(cell) == CELL_KEYS
    assert (cell["games"], cell["blocks"]) == (40, 20)
    for part in (cell, cell["entries"][0], cell["seats"][0], cell["rounds"], cell["ends"]["hr"]):
        documented("judge", part)
    assert [(one["deck"], one["policy"]) for one in cell["entries"]] == [
        ("iron_gate", "random"),
        ("swallow_dance", "greedy"),
    ]
    assert not (tmp_path / "data" / "results").exists()


def total(parts: list[Mapping[str, Any]], name: str) -> float:
    return sum(part[name]["value"] for part in parts)


def test_judge_shares_every_win_once() -> None:
    """By entry, by seat and by place: all wins, but for games that nobody wins; each game has one end."""
    cell = only_cell()
    won = 1 - cell["ends"]["nobody"]["value"]
    assert total(cell["entries"], "win") == pytest.approx(won)
    assert total(cell["seats"], "win") == total(cell["seats"], "place_win") == pytest.approx(won)
    assert sum(share["value"] for share in cell["ends"].values()) == pytest.approx(1)


def test_judge_shows_the_means_of_the_tables(data: Path) -> None:
    """Shares of wins and rounds, added up by hand from the tables of the same run."""
    huntlab("run", "duel")
    (cell,) = huntlab("judge", "duel", "--run", "--json").json["cells"]
    assert cell == only_cell()
    seats, games = (pq.read_table(data / "results/duel" / f"{name}.parquet").to_pylist() for name in ("seats", "games"))
    for entry in cell["entries"]:
        shares = [row["share"] / SHARES for row in seats if row["entry"] == entry["entry"]]
        assert entry["win"]["value"] == pytest.approx(sum(shares) / 40)
    rounds = sorted(row["rounds"] for row in games)
    assert cell["rounds"]["mean"]["value"] == pytest.approx(sum(rounds) / 40)
    assert (cell["rounds"]["median"], cell["rounds"]["longest"]) == (rounds[19], rounds[-1])


def test_judge_shows_people_who_wins_and_how_games_end() -> None:
    lines = huntlab("judge", "duel").out.splitlines()
    assert lines[0].startswith("duel: 40 games in 20 blocks; rounds: mean ")
    for title in ("Who wins", "Seats", "How games end"):
        assert title in lines
    assert "interval over blocks of games" in lines[-1]
    assert 'no cell is named like "x*"' in huntlab("judge", "duel", "--cell", "x*").refusal()


def test_games_that_are_no_whole_blocks_are_rounded_up_with_a_note() -> None:
    """Three games are two blocks of two."""
    answer = huntlab("judge", "duel", "--games", 3, "--json")
    assert answer.json["games"] == 4
    assert answer.err == "4 games in place of 3: whole games, 4 in each of 1 cell.\n"


@pytest.mark.parametrize("option", ["--round", "--turn"])
def test_replay_of_one_round_leaves_the_others_out(option: str) -> None:
    """The opening and round 2, in JSON and in words."""
    huntlab("run", "duel")
    whole = [json.loads(line) for line in huntlab("replay", 5, "--run", "duel", "--json").out.splitlines()]
    begin, end = (next(n for n, one in enumerate(whole) if one.get("round") == number) for number in (2, 3))
    events = [json.loads(line) for line in huntlab("replay", 5, "--run", "duel", option, 2, "--json").out.splitlines()]
    assert events == [whole[0], *whole[begin:end]]
    opening, shown = huntlab("replay", 5, "--run", "duel", option, 2).out.split("\n\n")
    assert opening.startswith("TCG-S1  Game 5 of duel")
    assert shown.startswith("TCG-L1  Round 2; ")
    rounds = whole[-1]["rounds"]
    assert (
        f"game 5 has {rounds} rounds; there is no round 999" in huntlab("replay", 5, "--run", "duel", option, 999).refusal()
    )


def test_every_play_can_be_shown() -> None:
    assert list(VIEWS) == [play for plays in sim.PLAYS.values() for play in plays]


def test_rules_cards_and_validate_know_the_game() -> None:
    (rule,) = huntlab("rules", "monster_hunter_tcg", "TCG-W1", "--json").json
    assert rule["id"] == "TCG-W1"
    (deck,) = huntlab("cards", "monster_hunter_tcg", "--sheet", "iron_gate", "--json").json["sheets"]
    assert sum(row["count"] for row in deck["rows"]) == 41  # with its hunter
    assert huntlab("validate", "--json").json["problems"] == []
