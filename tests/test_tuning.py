"""The search for better weights: equal settings find equal weights, candidates sit where they should, nothing is lost."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sim
from analysis.studies import tuning
from analysis.studies.policy_sheets import policy_sheet, read_records, record_path, write_policy, write_record
from analysis.studies.tuning import RIVAL, Arena, Settings, judged, settings_for, tune
from sim import jit
from sim.cards import DataFolder
from tests.command_line import copy_data, documented, files_below, huntlab

GAME = "monster_hunter_tcg"
PAIR = """title = "A pair"
game = "monster_hunter_tcg"
play = "hunt"
games = 8
seed = 1
[[cell]]
name = "pair"
decks = ["iron_gate", "marsh_tricks"]
sweep.policies = [["greedy", "tuned"], ["tuned", "tuned"]]
"""
TINY = {"generations": 2, "candidates": 4, "games": 16, "test_games": 16}
RECORD = {"scenario": "pair", "base": "greedy", "seed": 3, **TINY}

plays_games = pytest.mark.skipif(jit.PLAIN, reason="plays games")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DataFolder:
    """A designer's own copy with the scenario of a pair and a record that keeps the search short."""
    monkeypatch.chdir(tmp_path)
    data = DataFolder(copy_data(tmp_path), is_shipped=False)
    (data.path / "scenarios" / "pair.toml").write_text(PAIR, encoding="utf-8")
    record_path(data, GAME).unlink(missing_ok=True)
    write_record(data, GAME, "tuned", RECORD)
    return data


def rows_of(data: DataFolder) -> dict[str, dict[str, str]]:
    """The sheet of policies as it stands."""
    with policy_sheet(data, GAME).path.open(encoding="utf-8-sig", newline="") as file:
        return {row["policy"]: row for row in csv.DictReader(file)}


# Settings


def test_what_is_told_wins_over_the_record_and_the_record_over_the_defaults(own: DataFolder) -> None:
    settings = settings_for(own, GAME, "tuned", {"seed": 9, "games": None})
    assert settings == Settings("pair", "greedy", seed=9, **TINY)


def test_a_policy_without_a_record_begins_with_itself(own: DataFolder) -> None:
    assert settings_for(own, GAME, "greedy", {"scenario": "pair"}) == Settings("pair", "greedy")


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ({"sedd": 1}, "no such setting (known: scenario, base, seed,"),
        ({"games": 0}, "expected a whole number above 0, got 0"),
        ({"games": True}, "expected a whole number above 0, got True"),
        ({"spread": "wide"}, "expected a number above 0, got 'wide'"),
        ({"base": 3}, "expected a text, got 3"),
    ],
)
def test_a_wrong_setting_of_a_record_is_named(own: DataFolder, record: dict[str, Any], problem: str) -> None:
    write_record(own, GAME, "tuned", record)
    with pytest.raises(sim.InputError) as refusal:
        settings_for(own, GAME, "tuned", {"scenario": "pair"})
    (key,) = record
    assert str(refusal.value).startswith(f"{GAME}_tuning.toml tuned.{key}: {problem}")


def test_the_test_may_not_play_a_seed_of_the_search(own: DataFolder) -> None:
    """Generations 0..4 play the seeds 7..11."""
    told = {"seed": 7, "generations": 5}
    write_record(own, GAME, "tuned", RECORD | {"test_seed": 11})
    with pytest.raises(sim.InputError, match="seed 11 is one of those that the search plays"):
        settings_for(own, GAME, "tuned", told)
    write_record(own, GAME, "tuned", RECORD | {"test_seed": 12})
    assert settings_for(own, GAME, "tuned", told).test_seed == 12


# Seats


def test_the_first_seat_is_the_candidates_and_the_best_so_far_has_the_others() -> None:
    document = {
        "title": "x",
        "cell": [
            {"name": "a", "policies": ["greedy", "tuned", "tuned"]},
            {"name": "b", "sweep": {"policies": [["tuned", "tuned"], ["tuned", "random"]], "decks": [1]}},
        ],
    }
    assert tuning._seated(document, "tuned") == {
        "title": "x",
        "cell": [
            {"name": "a", "policies": ["greedy", "tuned", RIVAL]},
            {"name": "b", "sweep": {"policies": [["tuned", RIVAL], ["tuned", "random"]], "decks": [1]}},
        ],
    }


# Points


def test_the_middle_is_ten_times_the_base_and_steps_are_parts_of_each_weight(own: DataFolder) -> None:
    """Of greedy's sizes 2, 30 and 0 the median of those above 0 is m; a step of 1 moves them to 2+max(2,m) and so on."""
    sheet = policy_sheet(own, GAME)
    base = dict.fromkeys(sheet.limits, 0) | {"temperature": 2, "discard monster": -30, "place hr": 4}
    space = tuning._Space.around(base, sheet)
    n = len(base)
    middle = space.weights(np.zeros(n))
    assert middle == {column: 10 * weight for column, weight in base.items()}
    up = space.weights(np.ones(n))
    assert (up["temperature"], up["discard monster"], up["place hr"], up["place attack"]) == (20 + 40, 0, 40 + 40, 40)
    assert space.weights(np.full(n, -1.0))["temperature"] == 0  # 20 - 40, but a temperature is not negative
    assert space.weights(np.full(n, 0.26))["place attack"] == 10  # 10.4


# The search


def test_the_search_finds_the_weights_that_win_most(own: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the share falls with the distance of two weights from 0 and 600 and nothing else counts, it finds them."""

    def play(_arena: Arena, weights: Any, *_: object) -> pd.DataFrame:
        share = 1 - abs(weights["place first_hidden"]) / 10_000 - abs(weights["move kill_hr"] - 600) / 10_000
        return pd.DataFrame({"cell": "pair", "unit": [0, 1], "value": [share, share]})

    monkeypatch.setattr(Arena, "play", play)
    settings = Settings("pair", "greedy", generations=150, candidates=12)
    found = tune(own, "tuned", settings)
    assert abs(found.weights["place first_hidden"]) < 60
    assert abs(found.weights["move kill_hr"] - 600) < 60
    assert found.after.value > 0.985


@plays_games
def test_equal_settings_find_equal_weights_and_another_seed_others(own: DataFolder) -> None:
    settings = settings_for(own, GAME, "tuned", {})
    before = files_below(own.path)
    lines: list[str] = []
    first = tune(own, "tuned", settings, lines.append)
    again = tune(own, "tuned", settings)
    assert first.weights == again.weights
    assert (first.after, first.gain) == (again.after, again.gain)
    assert tune(own, "tuned", replace(settings, seed=4)).weights != first.weights
    assert files_below(own.path) == before
    assert [line.split(":")[0] for line in lines] == ["generation 1 of 2", "generation 2 of 2", "the test"]


@plays_games
def test_a_candidate_with_the_weights_of_its_rival_gets_what_the_seat_gets(own: DataFolder) -> None:
    """Two greedy players at one table: both cells are one and the same game, whoever is called the candidate."""
    with_arena = sim.read_scenario("pair", own, 8, 1)
    arena = tuning.open_arena(own, with_arena, "tuned", own.path.parent / "arena")
    greedy = policy_sheet(own, GAME).weights("greedy")
    random = policy_sheet(own, GAME).weights("random")
    even = arena.play(greedy, greedy, 400, 2)
    first, second = (part["value"].to_numpy() for _, part in even.groupby("cell", sort=False))
    assert (first + second == 1).all()  # the candidate has the second seat of the first cell, the first seat of the other
    assert len(first) == 200
    weak = arena.play(random, greedy, 400, 2)
    assert weak["value"].mean() < even["value"].mean() - 0.2


# The judgement


def test_gains_are_measured_over_units() -> None:
    """Two units of two games: 1/4 becomes 3/4; the units gain 1/2 each, so that the gain has no error."""
    old = pd.DataFrame({"cell": ["a", "a", "b", "b"], "unit": [0, 0, 1, 1], "value": [0.0, 0.5, 0.5, 0.0]})
    new = old.assign(value=[1.0, 0.5, 0.5, 1.0])
    found = judged({"w": 1}, old, new)
    assert (found.before.value, found.after.value, found.gain.value, found.gain.n) == (0.25, 0.75, 0.5, 2)
    assert (found.gain.low, found.gain.high) == (0.5, 0.5)
    assert found.cells[["cell", "before", "after", "gain"]].to_numpy().tolist() == [
        ["a", 0.25, 0.75, 0.5],
        ["b", 0.25, 0.75, 0.5],
    ]


# What is written


def test_a_row_is_changed_and_the_rest_of_the_sheet_stays(own: DataFolder) -> None:
    sheet = policy_sheet(own, GAME)
    before, old = rows_of(own), sheet.path.read_bytes()
    write_policy(sheet, "tuned", {"place hr": -77})
    expected = before | {"tuned": before["tuned"] | {"place hr": "-77"}}
    assert rows_of(own) == expected
    write_policy(sheet, "tuned", {"place hr": int(before["tuned"]["place hr"])})
    assert sheet.path.read_bytes() == old


def test_a_sheet_with_semicolons_keeps_them_and_gets_the_column_that_it_lacked(own: DataFolder) -> None:
    sheet = policy_sheet(own, GAME)
    sheet.path.write_bytes(b"policy;temperature;mine\r\nplain;0;a, b\r\ntuned;5;\r\n")
    write_policy(sheet, "tuned", {"temperature": 1, "place hr": 2})
    assert sheet.path.read_bytes().decode("utf-8-sig").split("\r\n") == [
        "policy;temperature;mine;place hr",
        "plain;0;a, b;",
        "tuned;1;;2",
        "",
    ]


def test_records_of_other_policies_stay(own: DataFolder) -> None:
    write_record(own, GAME, "bold", {"scenario": 'a "b"', "result": {"gain": [0.1, 0.2]}})
    assert read_records(own, GAME) == {"tuned": RECORD, "bold": {"scenario": 'a "b"', "result": {"gain": [0.1, 0.2]}}}


# The command


@plays_games
def test_the_command_writes_only_when_told_and_goes_by_its_record(own: DataFolder) -> None:
    before = rows_of(own)
    told = huntlab("tune", "tuned", "--json", "--quiet").json
    documented("tune", told)
    assert told["files"] == []
    assert (rows_of(own), read_records(own, GAME)["tuned"]) == (before, RECORD)
    written = huntlab("tune", "tuned", "--json", "--quiet", "--write").json
    assert written["weights"] == told["weights"]
    row = before["tuned"] | {column: str(weight) for column, weight in told["weights"].items()}
    assert rows_of(own) == before | {"tuned": row}
    record = read_records(own, GAME)["tuned"]
    assert {key: record[key] for key in RECORD} == RECORD
    assert record["result"]["gain"] == [round(told["gain"][end], 4) for end in ("value", "low", "high")]
    assert huntlab("validate").code == 0


@plays_games
@pytest.mark.usefixtures("own")
def test_people_see_the_gain_of_each_cell_and_all_weights() -> None:
    answer = huntlab("tune", "tuned", "--generations", 1)
    assert answer.code == 0
    assert "tuned: share of the wins in 16 games of seed 1000001" in answer.out
    assert "pair, policies greedy+tuned" in answer.out
    assert "equip_weapon attack" in answer.out
    assert "Nothing was written" in answer.err


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("greedy",), "greedy: name the tables to play at with --scenario"),
        (
            ("tuned", "--scenario", "hunt_quick"),
            'hunt_quick: in the cell "four decks, policies greedy" no seat has the policy tuned',
        ),
        (
            ("tuned", "--scenario", "judgement_quick"),
            "judgement_quick: policies of judgement cannot be tuned, only those of hunt",
        ),
        (
            ("tuned", "--base", "bold"),
            f'{GAME}.csv: no policy named "bold" (known: random, greedy, cautious, aggressive, tuned)',
        ),
        (("tuned", "--generations", "0"), "Invalid value for '--generations'"),
    ],
)
def test_bad_input_is_refused_in_one_line(own: DataFolder, arguments: tuple[str, ...], line: str) -> None:
    assert line in huntlab("tune", *arguments, "--data", own.path).refusal()


def test_what_cannot_be_written_is_refused_before_anything_is_played(
    own: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning, "tune", None)
    path = policy_sheet(own, GAME).path
    path.rename(path.with_suffix(".gone"))
    assert "there is only a workbook" in huntlab("tune", "tuned", "--write").refusal()
