"""Each check of the runs of all plays passes on sound runs and fails on a run that is broken on purpose."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sim
from analysis.report import builder
from analysis.report.sections import JUDGEMENT, SECTIONS, Section
from analysis.studies import trust
from analysis.studies.plays import DEFAULTS
from analysis.studies.scenarios import DataFolder, PlayedScenario, default_run, say_nothing
from analysis.tables import Run
from tests.broken_runs import SCALE, SHIPPED, Change, broken, plus, rename

CHECKED = ("judgement_contest", "judgement_terrain", "judgement_decks", "hunt_rules")
"""Games that are blocks of their own, and games in blocks of two and of four."""
FIRST, BLOCK = 0, 4  # cell 2 of hunt_rules has four seats
FOUR_SEATS = 2


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PlayedScenario]:
    """Scenarios of each play, with few games."""
    data = DataFolder(sim.copy_data(tmp_path_factory.mktemp("trust") / "data", SHIPPED), is_shipped=False)
    return {name: default_run(name, data, SCALE) for name in CHECKED}


def test_all_checks_pass_on_sound_runs(played: dict[str, PlayedScenario]) -> None:
    """The other tests break what passes here."""
    checks = trust.check_runs(played)
    assert [check.name for check in checks if not check.passed] == []
    assert len({check.name for check in checks}) == len(checks) == 6


def without_first_block(frame: pd.DataFrame) -> pd.DataFrame:
    """A table without the first block of its last cell."""
    return frame[(frame["cell"] != frame["cell"].max()) | (frame["block"] != 0)].reset_index(drop=True)


@pytest.mark.parametrize("name", ["judgement_contest", "hunt_rules"])
@pytest.mark.parametrize(
    ("table", "change", "said"),
    [
        ("games", lambda frame: frame.iloc[1:].reset_index(drop=True), "cell 0 lacks games"),
        ("games", without_first_block, "lacks games"),
        ("games", lambda frame: pd.concat([frame, frame.iloc[:1]], ignore_index=True), "a row of games stands twice"),
        ("games", plus("block", 0), "cell 0 lacks games"),
        ("seats", lambda frame: frame.iloc[1:].reset_index(drop=True), "more or fewer rows of seats"),
        ("seats", lambda frame: pd.concat([frame, frame.iloc[:1]], ignore_index=True), "a row of seats stands twice"),
        ("seats", plus("game_id", 0, 5_000_000_000), "a row of seats belongs to no game"),
    ],
)
def test_check_rows_fails_if_a_row_is_lost_doubled_or_astray(
    played: dict[str, PlayedScenario], name: str, table: str, change: Change, said: str
) -> None:
    check = trust.check_rows({name: broken(played[name], table, change)})
    assert not check.passed
    assert said in check.found


@pytest.mark.parametrize(
    ("name", "column"),
    [("judgement_decks", "turns"), ("hunt_rules", "rounds")],
)
def test_check_told_fails_if_a_game_was_longer(played: dict[str, PlayedScenario], name: str, column: str) -> None:
    """The first game is among those that are told."""
    check = trust.check_told({name: broken(played[name], "games", plus(column, 0))})
    assert not check.passed
    assert f"game 0 {column}: " in check.found


def test_check_told_fails_if_a_game_ended_otherwise(played: dict[str, PlayedScenario]) -> None:
    one = broken(played["hunt_rules"], "games", lambda frame: frame.assign(end_reason="nobody"))
    check = trust.check_told({"hunt_rules": one})
    assert not check.passed
    assert "end_reason: hr, stored nobody" in check.found


@pytest.mark.parametrize(
    ("name", "table", "column"),
    [
        ("judgement_decks", "seats", "taken"),
        ("judgement_decks", "games", "cards_left"),
        ("hunt_rules", "seats", "material"),
        ("hunt_rules", "games", "first_leader"),
    ],
)
def test_check_again_fails_if_a_row_is_changed(
    played: dict[str, PlayedScenario], name: str, table: str, column: str
) -> None:
    """A number that no other table knows."""
    one = broken(played[name], table, plus(column, 0))
    assert not trust.check_again({name: one}).passed


def test_check_again_plays_whole_blocks(played: dict[str, PlayedScenario]) -> None:
    """Two games are asked for; cells of four seats have four in a block, and so all cells have: the fourth is played again.

    The fifth, of the second block, is not.
    """
    one = played["hunt_rules"]
    rows = one.run.table("games")
    first = int(rows.index[rows["cell"] == FOUR_SEATS][0])
    assert rows.loc[first + BLOCK - 1, "block"] == 0
    assert not trust.check_again({"hunt": broken(one, "games", plus("lead_changes", first + BLOCK - 1))}).passed
    assert trust.check_again({"hunt": broken(one, "games", plus("lead_changes", first + BLOCK))}).passed


@pytest.mark.parametrize("name", ["judgement_decks", "hunt_rules"])
def test_check_resumed_fails_if_the_second_half_is_played_otherwise(
    played: dict[str, PlayedScenario], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A run that forgets its seed when it goes on; one that never stops proves nothing."""
    one, run = {name: played[name]}, sim.run_scenario
    assert trust.check_resumed(one).passed

    def other_seed(scenario: sim.Scenario, data: DataFolder, folder: Path, **how: object) -> sim.RunInfo:
        info = run(dataclasses.replace(scenario, seed=scenario.seed + ("progress" not in how)), data, folder, **how)
        return dataclasses.replace(info, digest="other")

    monkeypatch.setattr(sim, "run_scenario", lambda *arguments, **how: other_seed(*arguments, **{**how, "overwrite": True}))
    assert not trust.check_resumed(one).passed
    monkeypatch.setattr(sim, "run_scenario", lambda *_arguments, **_how: None)
    assert not trust.check_resumed(one).passed


def test_check_digests_fails_if_a_file_is_changed(played: dict[str, PlayedScenario], tmp_path: Path) -> None:
    """A Parquet file with one value changed and all its metadata kept."""
    one = played["judgement_terrain"]
    folder = shutil.copytree(one.folder, tmp_path / "run")
    table = pq.read_table(folder / "games.parquet")
    changed = plus("turns", 3)(table.to_pandas())
    pq.write_table(pa.Table.from_pandas(changed, table.schema, preserve_index=False), folder / "games.parquet")
    assert trust.check_digests({"terrain": one}).passed
    assert not trust.check_digests({"terrain": dataclasses.replace(one, folder=folder)}).passed


@pytest.mark.parametrize("key", ["kernels", "data", "scenario", "game_version"])
def test_check_versions_fails_on_a_run_of_another_version(played: dict[str, PlayedScenario], key: str) -> None:
    """Other kernels, other sheets, another scenario, other rules."""
    one = played["judgement_terrain"]
    old: Run = dataclasses.replace(one.run, provenance={**one.run.provenance, key: "other"})
    check = trust.check_versions({"terrain": dataclasses.replace(one, run=old)})
    assert not check.passed
    assert key in check.found


# The sections


def test_every_default_scenario_belongs_to_one_section() -> None:
    """What is played is told; the sections name games and plays as the simulator does."""
    assert [name for section in SECTIONS for name in section.scenarios] == list(DEFAULTS)
    assert {section.game: (section.play,) for section in SECTIONS} == sim.PLAYS


def only(title: str) -> Section:
    """The judgement with one of its topics and without its checks."""
    return dataclasses.replace(JUDGEMENT, topics={title: JUDGEMENT.topics[title]}, checks=lambda _played: [])


def test_a_name_that_no_font_can_draw_fails_a_check(tmp_path: Path) -> None:
    """Hieroglyphs: the chart shows boxes, and the report says so."""
    path = sim.copy_data(tmp_path / "data", SHIPPED)
    rename(path / "cards/monster_hunter_trpg/monsters.csv", "Mire Lord", "\N{EGYPTIAN HIEROGLYPH D010}")
    data = DataFolder(path, is_shipped=False)
    played = {"judgement_decks": default_run("judgement_decks", data, SCALE)}
    _, check = builder.draw_chapters([only("Parties and whole decks")], played, say_nothing)
    assert not check.passed
    assert "U+13080" in check.found


def test_a_topic_that_the_scenarios_no_longer_answer_fails_a_check(
    played: dict[str, PlayedScenario],
) -> None:
    """A contest without hunters of two cards: the page says what is missing in place of a traceback."""
    three = broken(
        played["judgement_contest"],
        "parameters",
        lambda frame: frame.assign(
            value=frame["value"].where(~frame["parameter"].str.endswith("base_hand") | (frame["value"] != "2"), "3")
        ),
    )
    chapters, check = builder.draw_chapters([only("Who hits whom")], {**played, "judgement_contest": three}, say_nothing)
    assert not check.passed
    assert "no rows with hunter_cards 2" in chapters[0].topics[0].missing


def test_checks_that_the_scenarios_no_longer_allow_are_one_that_failed(played: dict[str, PlayedScenario]) -> None:
    """Without any of its scenarios a section cannot be checked, and says so in place of a traceback."""
    (check,) = builder.checks_of(JUDGEMENT, {})
    assert not check.passed
    assert check.name == "Checks of Monster Hunter TRPG: the hold'em judgement"
    assert played


def test_exhibits_of_two_sections_with_one_id_fail_a_check(played: dict[str, PlayedScenario]) -> None:
    """The files of one would replace those of the other."""
    section = only("Who hits whom")
    _, check = builder.draw_chapters([section, section], played, say_nothing)
    assert not check.passed
    assert "2 exhibits have the id contest" in check.found
