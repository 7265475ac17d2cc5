"""The default scenarios: what they cover, how they are scaled, and when their runs are played, kept or replaced."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import sim
from analysis.studies import scenarios
from analysis.studies.plays import DEFAULTS
from analysis.studies.scenarios import FEWEST_GAMES, DataFolder, default_run, default_scenario, scale_for
from analysis.studies.weapons import armoury
from analysis.tables import load_run
from tests.broken_runs import SHIPPED

QUICKEST = "judgement_terrain"
TINY = 1e-6  # below the fewest games of every cell


@pytest.fixture
def data(tmp_path: Path) -> DataFolder:
    """A designer's own copy of the data."""
    return DataFolder(sim.copy_data(tmp_path / "data", SHIPPED), is_shipped=False)


@pytest.mark.parametrize("name", DEFAULTS)
def test_each_default_scenario_is_titled_and_explained(name: str) -> None:
    """People read scenario files: a comment at the top, and a title."""
    path = SHIPPED.path / "scenarios" / f"{name}.toml"
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert sim.read_scenario(name, SHIPPED).title


def test_together_the_default_scenarios_play_a_million_games() -> None:
    """What `make report` plays in all."""
    assert sum(sim.read_scenario(name, SHIPPED).games for name in DEFAULTS) >= 1_000_000


@pytest.mark.parametrize("name", DEFAULTS)
def test_the_cells_of_a_sweep_share_their_deals(name: str) -> None:
    """Each sweep is one deal, named like its table, so that its cells can be compared game by game."""
    scenario = sim.read_scenario(name, SHIPPED)
    tables = scenario.document["cell"]
    assert {cell.deal for cell in scenario.cells} == {table["name"] for table in tables}
    assert len(scenario.cells) > len(tables)


def test_the_contest_has_every_hand_against_every_hand() -> None:
    """0 to 3 cards of the hunter (RP-T1) against 0 to 3 of the monster (RP-T9)."""
    cells = sim.read_scenario("judgement_contest", SHIPPED).cells
    found = {
        (cell.parameters[f"hunter {number} base_hand"], cell.parameters["monster_hand_cards"])
        for cell in cells
        for number in (1, 2, 3, 4)
    }
    assert found == {(str(hunter), str(monster)) for hunter in range(4) for monster in range(4)}


def test_every_weapon_meets_a_monster_that_is_not_weak_to_it() -> None:
    """All weapons of the sheet are played, and each can be compared without a weakness."""
    with (SHIPPED.path / "cards/monster_hunter_trpg/weapons.csv").open(encoding="utf-8-sig", newline="") as file:
        sheet = {row["weapon"] for row in csv.DictReader(file)}
    plain = {
        cell.parameters["hunter 1 weapon"]
        for cell in sim.read_scenario("judgement_rarity", SHIPPED).cells
        if cell.parameters["hunter 1 element_bonus"] == cell.parameters["hunter 1 kind_bonus"] == "0"
    }
    assert plain == sheet


# How many games


def test_scale_multiplies_the_games_of_the_file() -> None:
    """Half the games of judgement_contest; the usual number is not touched at all."""
    usual = sim.read_scenario("judgement_contest", SHIPPED)
    assert default_scenario("judgement_contest", SHIPPED).document == usual.document
    assert default_scenario("judgement_contest", SHIPPED, 0.5).games == usual.games / 2


def test_a_small_scale_still_gives_each_cell_some_games() -> None:
    """Variances between games need games."""
    scenario = default_scenario("judgement_rarity", SHIPPED, TINY)
    assert scenario.games_per_cell == FEWEST_GAMES


def test_scale_for_a_number_of_games_in_all() -> None:
    """The usual number of games is the scale 1."""
    usual = sum(sim.read_scenario(name, SHIPPED).games for name in DEFAULTS)
    assert scale_for(SHIPPED, usual) == 1
    assert scale_for(SHIPPED, 2 * usual) == 2


# When a run is played


def run_and_listen(data: DataFolder, scale: float = TINY) -> tuple[str, scenarios.PlayedScenario]:
    """Play the quickest scenario; the first line that was said, and the run."""
    lines: list[str] = []
    played = default_run(QUICKEST, data, scale, lines.append)
    return lines[0], played


def test_a_run_is_played_once_and_then_kept(data: DataFolder) -> None:
    """The second call finds the run in data/results and plays nothing."""
    first, played = run_and_listen(data)
    assert first.startswith(f"{QUICKEST} is played")
    assert played.folder == data.path / "results" / QUICKEST
    before = (played.folder / "games.parquet").stat().st_mtime_ns
    again, same = run_and_listen(data)
    assert again.endswith("is up to date")
    assert (same.folder / "games.parquet").stat().st_mtime_ns == before


def test_a_larger_run_of_any_seed_serves(data: DataFolder) -> None:
    """Nobody's long run is replaced by a short one; the scenario then has the games and the seed of the run."""
    scenario = sim.read_scenario(QUICKEST, data, games=12 * 12, seed=7)
    sim.run_scenario(scenario, data, data.path / "results" / QUICKEST)
    said, played = run_and_listen(data)
    assert said.endswith("is up to date")
    assert (played.scenario.games, played.scenario.seed) == (144, 7)


def test_a_smaller_run_is_played_again(data: DataFolder) -> None:
    """More games were asked for than the run has."""
    run_and_listen(data)
    said, played = run_and_listen(data, scale=0.016)
    assert "out of date" in said
    assert played.run.provenance["games"] == 192


def test_a_changed_sheet_makes_a_run_out_of_date(data: DataFolder) -> None:
    """The whole point: edit a number, and the report plays again."""
    run_and_listen(data)
    sheet = data.path / "cards/monster_hunter_trpg/weapons.csv"
    changed = sheet.read_text(encoding="utf-8").replace("long_sword,4,2,0,0,water 1,3,", "long_sword,4,2,0,0,water 1,2,")
    sheet.write_text(changed, encoding="utf-8")
    said, _ = run_and_listen(data)
    assert "out of date" in said


def test_a_changed_scenario_makes_a_run_out_of_date(data: DataFolder) -> None:
    """Other cells, another run."""
    run_and_listen(data)
    path = data.path / "scenarios" / f"{QUICKEST}.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("extra_cards = 1", "extra_cards = 2"), encoding="utf-8")
    said, played = run_and_listen(data)
    assert "out of date" in said
    assert set(played.run.settings()["hunter 1 extra_cards"]) == {"2"}


def test_an_interrupted_run_goes_on(data: DataFolder) -> None:
    """Stopped by Ctrl-C after a few shards: the finished ones stay, and the result is that of a run in one go."""
    folder = data.path / "results" / QUICKEST
    scenario = default_scenario(QUICKEST, data, TINY)

    def stop(done: int, _total: int) -> None:
        if done >= 24:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sim.run_scenario(scenario, data, folder, shard_games=2, progress=stop)
    said, played = run_and_listen(data)
    assert said.startswith(f"{QUICKEST} goes on")
    _, digest = sim.play(scenario)
    assert played.run.provenance["digest"] == digest


@pytest.mark.parametrize("content", [{"run.json": json.dumps({"format": 0})}, {"diary.txt": "mine"}])
def test_a_folder_that_is_no_run_is_left_alone(data: DataFolder, content: dict[str, str]) -> None:
    """What huntlab does not know it does not delete; the line says what to do."""
    folder = data.path / "results" / QUICKEST
    folder.mkdir(parents=True)
    for name, text in content.items():
        (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(sim.InputError, match="remove or rename this folder"):
        run_and_listen(data)
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == content


def test_a_run_killed_before_its_description_is_begun_anew(data: DataFolder) -> None:
    """Only inputs and an empty folder of parts are there: nothing is lost, the run is played."""
    folder = sim.results_folder(data) / QUICKEST
    (folder / "inputs").mkdir(parents=True)
    (folder / "parts").mkdir()
    assert default_run(QUICKEST, data, TINY).run.name == QUICKEST


def test_the_armoury_has_each_weapon_once(data: DataFolder) -> None:
    """110 weapons in 110 cells, in games of equal deals."""
    played = default_run("judgement_rarity", data, TINY)
    weapons = armoury(load_run(played.folder))
    assert len(weapons.cells) == weapons.cells["weapon"].nunique() == 110
    assert weapons.dealt.shape == weapons.turns.shape == (FEWEST_GAMES, 110)
    assert not weapons.dealt.isna().any(axis=None)
