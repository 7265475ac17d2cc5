"""Each check of "Can you trust this?" passes on sound runs and fails on a run that is broken on purpose."""

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
from analysis.studies import trust, truth
from analysis.studies.scenarios import DataFolder, PlayedScenario, default_run, default_runs
from analysis.tables import Run
from tests.broken_runs import SCALE, SHIPPED, Change, broken, moved, plus, rename


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PlayedScenario]:
    """All default scenarios, with few games."""
    folder = sim.copy_data(tmp_path_factory.mktemp("trust") / "data", SHIPPED)
    return default_runs(DataFolder(folder, is_shipped=False), SCALE)


@pytest.fixture(scope="module")
def dealt() -> pd.DataFrame:
    """Hands against exact counts."""
    return truth.deal(hands=100_000)


def test_all_checks_pass_on_sound_runs(played: dict[str, PlayedScenario], dealt: pd.DataFrame) -> None:
    """The other tests break what passes here."""
    checks = trust.check_all(played, dealt)
    assert [check.name for check in checks if not check.passed] == []
    assert len({check.name for check in checks}) == len(checks) == 14


@pytest.mark.parametrize("column", ["exact_n", "n"])
def test_check_totals_fails_if_a_hand_is_missing(dealt: pd.DataFrame, column: str) -> None:
    """One of 3,911,395,881,900 hands, or one of 100,000."""
    assert not trust.check_totals(plus(column, len(dealt) - 11, -1)(dealt.copy())).passed


def test_check_dealt_fails_if_a_class_comes_too_often(dealt: pd.DataFrame) -> None:
    """Three in a hundred hands of one pair taken for two pairs, with one deck and number of cards of 25."""
    wrong = dealt.copy()
    pair = wrong.index[(wrong["class_name"] == "1P") & (wrong["cards"] == 7)][0]
    amount = int(0.03 * wrong.loc[pair, "n"])
    wrong.loc[pair, "n"] -= amount
    wrong.loc[pair + 1, "n"] += amount
    check = trust.check_dealt(truth.judge(wrong))
    assert not check.passed
    assert "1P of 7 cards" in check.found


def test_check_dealt_fails_if_the_impossible_is_dealt(dealt: pd.DataFrame) -> None:
    """Five of a kind out of one pack without jokers."""
    wrong = dealt.copy()
    row = wrong.index[(wrong["exact_n"] == 0)][0]
    wrong.loc[row, "n"] += 1
    assert not trust.check_dealt(truth.judge(wrong)).passed


def test_check_played_fails_if_classes_are_exchanged(played: dict[str, PlayedScenario]) -> None:
    """A judge that takes a flush for a straight and a straight for a flush."""
    swap = {"ST": "FL", "FL": "ST"}
    one = broken(
        played["judgement_contest"],
        "judgements",
        lambda frame: frame.assign(**{"class": frame["class"].astype(str).replace(swap)}),
    )
    check = trust.check_played([one.run])
    assert not check.passed
    assert "outside: ST of" in check.found


def test_hands_of_decks_to_which_cards_come_back_are_not_held_against_exact_counts(
    played: dict[str, PlayedScenario],
) -> None:
    """Of the parties of judgement_decks only the newcomers have no skills and bullets; single turns do not mind."""
    decks, terrain = played["judgement_decks"].run, played["judgement_terrain"].run
    found = truth.plain_hands(decks, 0.95)
    assert set(decks.settings().loc[found["cell"].unique(), "party"]) == {"newcomers"}
    assert set(truth.plain_hands(terrain, 0.95)["seat"]) == {-1}


def test_check_symmetry_fails_if_ties_go_to_the_hunters(played: dict[str, PlayedScenario]) -> None:
    """A twentieth of all ties counted as wins."""
    one = broken(played["judgement_contest"], "seats", lambda frame: moved(frame, "ties", "wins", 0.05))
    assert not trust.check_symmetry(one.run).passed


def test_check_symmetry_fails_if_nothing_can_be_compared(played: dict[str, PlayedScenario]) -> None:
    """A run without plain hands proves nothing."""
    assert not trust.check_symmetry(played["judgement_terrain"].run).passed


def no_pair_raised(frame: pd.DataFrame) -> pd.DataFrame:
    """A natural NoP that became a pair."""
    words_ = frame["final"].astype(str)
    return frame.assign(final=words_.where(frame["class"] != "NoP", "1P"))


@pytest.mark.parametrize(
    ("name", "table", "change", "rule"),
    [
        ("judgement_contest", "seats", lambda frame: moved(frame, "ties", "losses", 0.01), "RP-T9"),
        ("judgement_contest", "judgements", no_pair_raised, "RP-J8"),
        ("judgement_contest", "seats", plus("exchanged", 0), "RP-H2"),
        ("judgement_rarity", "seats", plus("bought", 0), "RP-H2"),
    ],
)
def test_check_rules_fails_on_what_the_rules_forbid(
    played: dict[str, PlayedScenario], name: str, table: str, change: Change, rule: str
) -> None:
    """A hunter below a bare monster, a modified NoP, an exchange without the skill, a card too many."""
    check = trust.check_rules([broken(played[name], table, change).run])
    assert not check.passed
    assert rule in check.found


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("games", lambda frame: frame.iloc[1:].reset_index(drop=True)),
        ("games", plus("turns", 0)),
        ("games", lambda frame: pd.concat([frame, frame.iloc[:1]], ignore_index=True)),
        ("seats", plus("wins", 0)),
        ("seats", plus("rate", 0)),
        ("seats", lambda frame: frame.iloc[1:].reset_index(drop=True)),
        ("seats", lambda frame: moved(frame, "ties", "wins", 0.01)),
        ("judgements", plus("n", 0)),
        ("judgements", lambda frame: frame.assign(n_squared=frame["n"] - 1)),
        ("joint", plus("n", 0)),
    ],
)
def test_check_tables_fails_if_a_table_is_changed(played: dict[str, PlayedScenario], table: str, change: Change) -> None:
    """A row lost or doubled, a number off by one: the other tables know."""
    assert not trust.check_tables([broken(played["judgement_contest"], table, change).run]).passed


@pytest.mark.parametrize("column", ["wins", "dealt", "taken", "damage_class", "bought"])
def test_check_replays_fails_if_a_row_is_changed(played: dict[str, PlayedScenario], column: str) -> None:
    """The first game is among those told again."""
    one = broken(played["judgement_decks"], "seats", plus(column, 0))
    check = trust.check_replays({"judgement_decks": one})
    assert not check.passed
    assert column in check.found


@pytest.mark.parametrize(("table", "column"), [("seats", "taken"), ("games", "cards_left")])
def test_check_again_fails_if_a_row_is_changed(played: dict[str, PlayedScenario], table: str, column: str) -> None:
    """A number that no other table knows."""
    one = broken(played["judgement_decks"], table, plus(column, 0))
    assert not trust.check_again({"judgement_decks": one}).passed


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


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> PlayedScenario:
    """The scenario of cards with 60 games a cell, enough to tell shared deals from others."""
    folder = sim.copy_data(tmp_path_factory.mktemp("cards") / "data", SHIPPED)
    return default_run("judgement_cards", DataFolder(folder, is_shipped=False), 0.06)


def each_cell_rotated(frame: pd.DataFrame) -> pd.DataFrame:
    """The games of each cell put off by the number of the cell: shared deals no longer meet."""
    sums = frame.columns.difference(["game_id", "cell", "block", "seat"])
    for cell, rows in frame.groupby("cell"):
        values = rows[sums].to_numpy()
        frame.loc[rows.index, sums] = values[[*range(int(cell), len(values)), *range(int(cell))]]
    return frame


def test_check_pairing_fails_if_deals_are_not_shared(cards: PlayedScenario) -> None:
    """The same values in another order: an efficiency of about 1."""
    _, sweep = trust.SWEEPS[0]
    assert trust.check_pairing(cards.run, *sweep).passed
    assert not trust.check_pairing(broken(cards, "seats", each_cell_rotated).run, *sweep).passed


def test_check_pairing_fails_if_cells_have_deals_of_their_own(cards: PlayedScenario) -> None:
    """Cells whose deals have different names are not paired at all."""
    _, sweep = trust.SWEEPS[0]
    own = broken(cards, "cells", lambda frame: frame.assign(deal=frame["name"]))
    assert not trust.check_pairing(own.run, *sweep).passed


def test_a_name_that_no_font_can_draw_fails_a_check(tmp_path: Path, dealt: pd.DataFrame) -> None:
    """Hieroglyphs: the chart shows boxes, and the report says so."""
    path = sim.copy_data(tmp_path / "data", SHIPPED)
    rename(path / "cards/monster_hunter_trpg/monsters.csv", "Mire Lord", "\N{EGYPTIAN HIEROGLYPH D010}")
    data = DataFolder(path, is_shipped=False)
    played = {"judgement_decks": default_run("judgement_decks", data, SCALE)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builder, "TOPICS", {"Parties": builder.TOPICS["Parties and whole decks"]})
        _, check = builder.draw_topics(played, dealt)
    assert not check.passed
    assert "U+13080" in check.found


def test_a_topic_that_the_scenarios_no_longer_answer_fails_a_check(
    played: dict[str, PlayedScenario], dealt: pd.DataFrame
) -> None:
    """A contest without hunters of two cards: the page says what is missing in place of a traceback."""
    three = broken(
        played["judgement_contest"],
        "parameters",
        lambda frame: frame.assign(
            value=frame["value"].where(~frame["parameter"].str.endswith("base_hand") | (frame["value"] != "2"), "3")
        ),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builder, "TOPICS", {"Who hits whom": builder.TOPICS["Who hits whom"]})
        topics, check = builder.draw_topics({**played, "judgement_contest": three}, dealt)
    assert not check.passed
    assert "no rows with hunter_cards 2" in topics[0].missing
