"""Each check of the judgement passes on sound runs and fails on a run that is broken on purpose."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sim
from analysis.estimators import simultaneous_level
from analysis.judgement import against_exact, class_shares
from analysis.studies import judgement_trust as trust
from analysis.studies import truth
from analysis.studies.plays import PLAYS
from analysis.studies.scenarios import DataFolder, PlayedScenario, default_run
from analysis.tables import Run, run_in_memory
from tests.broken_runs import SCALE, SHIPPED, Change, broken, moved, plus


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PlayedScenario]:
    """All default scenarios of the judgement, with few games."""
    data = DataFolder(sim.copy_data(tmp_path_factory.mktemp("trust") / "data", SHIPPED), is_shipped=False)
    return {name: default_run(name, data, SCALE) for name in PLAYS["judgement"].scenarios}


@pytest.fixture(scope="module")
def dealt() -> pd.DataFrame:
    """Hands against exact counts."""
    return truth.deal(hands=100_000)


def test_all_checks_pass_on_sound_runs(played: dict[str, PlayedScenario]) -> None:
    """The other tests break what passes here."""
    checks = trust.check_judgement(played)
    assert [check.name for check in checks if not check.passed] == []
    assert len({check.name for check in checks}) == len(checks) == 18


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


def party_chooses(party: str) -> bool:
    """RP-H2: whether the sheet of a party lets somebody buy or exchange cards."""
    text = (SHIPPED.path / "decks/monster_hunter_trpg" / f"{party}.csv").read_text(encoding="utf-8-sig")
    return any(int(row["extra_cards"] or 0) > 0 or row["exchange"] == "yes" for row in csv.DictReader(text.splitlines()))


def test_hands_of_whole_decks_are_plain_for_all_or_for_nobody(played: dict[str, PlayedScenario]) -> None:
    """RP-H2 in RP-T8: in judgement_decks all sides of a party that nobody chooses in, and no side of any other."""
    run = played["judgement_decks"].run
    parties = run.settings()["party"]
    sides = class_shares(run)[["cell", "seat", "is_plain"]].drop_duplicates()
    assert [not party_chooses(parties[cell]) for cell in sides["cell"]] == sides["is_plain"].tolist()
    assert set(parties[sides.loc[sides["is_plain"], "cell"]]) == {"newcomers"}


def test_hands_of_single_turns_are_plain_but_for_those_who_choose(played: dict[str, PlayedScenario]) -> None:
    """The lone hunter of judgement_terrain buys; with a fresh deck each turn that leaves the monster's hands alone."""
    shares = class_shares(played["judgement_terrain"].run)
    assert set(shares.loc[shares["is_plain"], "seat"]) == {-1}


def lone_hunter_run(folder: Path, setting: str, games: int) -> Run:
    """A lone hunter who plays whole decks against a monster with two own cards, in memory."""
    path = folder / "lone.toml"
    head = f'game = "monster_hunter_trpg"\nplay = "judgement"\ngames = {games}\n[options]\nmonster_hand_cards = 2\n'
    cell = '[[cell]]\nname = "lone"\nparty = "lone_hunter"\nmonster = "mire_lord"\nturns = "deck"\n'
    path.write_text(head + cell + setting, encoding="utf-8")
    tables, _ = sim.play(sim.read_scenario(str(path), SHIPPED), threads=1)
    return run_in_memory("lone", tables)


def test_hands_with_bullets_agree_with_exact_counts(tmp_path: Path) -> None:
    """RP-D7: bullets come blind from the deck; one dealt card, a bullet and five shared ones are as good as any seven.

    So are the seven of the monster, whose turns the gunner's reloads have moved down the deck.
    """
    run = lone_hunter_run(tmp_path, 'weapon = "heavy_bowgun_5"\nextra_cards = 0\nexchange = "no"\n', 20_000)
    shares = class_shares(run, level=simultaneous_level(0.999, 22))
    for seat in (0, -1):
        found = against_exact(shares[shares["seat"] == seat], {(2, 4, 7): sim.exact_counts(7, 2, 4)})
        assert len(found) == 11
        assert found["inside"].all()


def test_an_exchange_in_a_whole_deck_shapes_the_hands_of_the_monster_too(tmp_path: Path) -> None:
    """Why such hands are not held against exact counts: useless cards come back at the end of the deck (RP-H2)."""
    setting = 'extra_cards = 0\nexchange = "yes"\npolicy = "bold"\n'
    shares = class_shares(lone_hunter_run(tmp_path, setting, 60_000), level=simultaneous_level(0.999, 11))
    assert not shares["is_plain"].any()
    monster = shares[shares["seat"] == -1].assign(is_plain=True)
    assert not against_exact(monster, {(2, 4, 7): sim.exact_counts(7, 2, 4)})["inside"].all()


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


def other_damage(frame: pd.DataFrame) -> pd.DataFrame:
    """Another damage in each row, and nothing else."""
    return frame.assign(dealt=frame["dealt"] + frame["cell"])


@pytest.mark.parametrize(("table", "column"), [("seats", "rate"), ("seats", "wins"), ("games", "turns")])
def test_check_weapons_fails_if_a_weapon_changes_a_hand(played: dict[str, PlayedScenario], table: str, column: str) -> None:
    """One class, one outcome or one turn more in the first game of the last weapon, and all others as they were."""
    one = played["judgement_rarity"]
    last = one.run.table(table)["cell"].searchsorted(len(one.scenario.cells) - 1)
    check = trust.check_weapons([broken(one, table, plus(column, int(last))).run])
    assert not check.passed
    assert f"cell {len(one.scenario.cells) - 1}" in check.found


def test_check_weapons_lets_damage_differ_and_wants_something_to_compare(played: dict[str, PlayedScenario]) -> None:
    """RP-D1: the damage is the weapon's own. A contest has no two cells on which only damage differs."""
    assert trust.check_weapons([broken(played["judgement_rarity"], "seats", other_damage).run]).passed
    assert not trust.check_weapons([played["judgement_contest"].run]).passed


# Sweeps

SWEPT = {"judgement_cards": 0.06, "judgement_contest": 0.1, "judgement_terrain": 0.1, "judgement_rarity": 0.02}
"""Enough of the games of each scenario (of weapons: 34 a cell) to tell shared deals from others."""


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PlayedScenario]:
    """The scenarios with sweeps on the same deals."""
    data = DataFolder(sim.copy_data(tmp_path_factory.mktemp("swept") / "data", SHIPPED), is_shipped=False)
    return {name: default_run(name, data, scale) for name, scale in SWEPT.items()}


def each_cell_shuffled(frame: pd.DataFrame) -> pd.DataFrame:
    """The games of each cell in an order of its own: shared deals no longer meet."""
    sums = frame.columns.difference(["game_id", "cell", "block", "seat"])
    for cell, rows in frame.groupby("cell"):
        games = rows[sums].to_numpy().reshape(rows["block"].nunique(), -1, len(sums))
        order = np.random.default_rng(int(cell)).permutation(len(games))
        frame.loc[rows.index, sums] = games[order].reshape(-1, len(sums))
    return frame


@pytest.mark.parametrize("sweep", trust.SWEEPS, ids=lambda sweep: sweep.what)
def test_check_pairing_fails_if_deals_are_not_shared(swept: dict[str, PlayedScenario], sweep: trust.Sweep) -> None:
    """The same values in another order: an efficiency of about 1."""
    one = swept[sweep.scenario]
    assert trust.check_pairing(one.run, sweep).passed
    assert not trust.check_pairing(broken(one, "seats", each_cell_shuffled).run, sweep).passed


def test_check_pairing_fails_if_cells_have_deals_of_their_own(swept: dict[str, PlayedScenario]) -> None:
    """Cells whose deals have different names are not paired at all."""
    own = broken(swept["judgement_cards"], "cells", lambda frame: frame.assign(deal=frame["name"]))
    assert not trust.check_pairing(own.run, trust.OWN_CARDS).passed


def exchanged_values(parameter: str, one: str, other: str) -> Change:
    """The table of parameters with two values of one of them exchanged."""

    def change(frame: pd.DataFrame) -> pd.DataFrame:
        changed = frame["value"].replace({one: other, other: one})
        return frame.assign(value=frame["value"].where(frame["parameter"] != parameter, changed))

    return change


@pytest.mark.parametrize(("sweep", "ways"), trust.ORDERS, ids=[sweep.what for sweep, _ in trust.ORDERS])
def test_check_order_fails_if_two_numbers_of_cards_are_exchanged(
    played: dict[str, PlayedScenario], sweep: trust.Sweep, ways: dict[str, int]
) -> None:
    """What was dealt with one card is told of two, and the other way round: that step leads the wrong way."""
    one = played[sweep.scenario]
    assert trust.check_order(one.run, sweep, ways).passed
    check = trust.check_order(broken(one, "parameters", exchanged_values(sweep.parameter, "1", "2")).run, sweep, ways)
    assert not check.passed
    assert "from 1 to 2" in check.found


def first_cell_for_all(frame: pd.DataFrame) -> pd.DataFrame:
    """The numbers of the first cell in every cell."""
    sums = frame.columns.difference(["game_id", "cell", "block", "seat"])
    first = frame.loc[frame["cell"] == 0, sums].to_numpy()
    for _, rows in frame.groupby("cell"):
        frame.loc[rows.index, sums] = first
    return frame


def test_check_order_fails_if_cards_are_worth_nothing(played: dict[str, PlayedScenario]) -> None:
    """No step goes the wrong way, but nothing goes the right one."""
    check = trust.check_order(
        broken(played["judgement_contest"], "seats", first_cell_for_all).run, trust.CONTEST, {"win": -1, "loss": 1}
    )
    assert not check.passed
    assert "win from 0 to 3" in check.found
