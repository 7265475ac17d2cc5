"""Each check of the hunt passes on sound runs and fails on a run that is broken on purpose."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sim
from analysis.hunt import line_ups
from analysis.report.sections import HUNT
from analysis.report.topics.hunt import cards, course, decisions, decks, leaders, options, points
from analysis.studies import hunt_trust as trust
from analysis.studies.plays import PLAYS
from analysis.studies.scenarios import DataFolder, PlayedScenario, default_run
from tests.broken_runs import SHIPPED, Change, broken, plus

SCALE = 0.03  # 180 games a cell of pairs
PAIRS, TABLE, RULES = PLAYS["hunt"].scenarios
Hunts = dict[str, PlayedScenario]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Hunts:
    """All default scenarios of the hunt, with few games."""
    data = DataFolder(sim.copy_data(tmp_path_factory.mktemp("trust") / "data", SHIPPED), is_shipped=False)
    return {name: default_run(name, data, SCALE) for name in PLAYS["hunt"].scenarios}


def test_all_checks_pass_on_sound_runs(played: Hunts) -> None:
    """The other tests break what passes here."""
    checks = trust.check_hunt(played)
    assert [f"{check.name}: {check.found}" for check in checks if not check.passed] == []
    assert len({check.name for check in checks}) == len(checks) == 10


def test_runs_of_other_plays_are_left_alone(played: Hunts) -> None:
    """A report has runs of several plays; here one of them is said to be another's."""
    spec = dataclasses.replace(played[RULES].scenario.spec, play="another")
    other = dataclasses.replace(played[RULES], scenario=dataclasses.replace(played[RULES].scenario, spec=spec))
    checks = trust.check_hunt({PAIRS: played[PAIRS], TABLE: played[TABLE], "other": other})
    assert not [check for check in checks if check.name.startswith("Shared deals")]  # only hunt_rules changes options


# Rows

WINNER = "share == 12"


def set_to(column: str, value: object, where: str = "index == 0") -> Change:
    """Put a value into the first row for which `where` holds."""

    def change(frame: pd.DataFrame) -> pd.DataFrame:
        frame = frame.assign(**{column: frame[column].astype(object)})
        frame.loc[frame.query(where).index[0], column] = value
        return frame.assign(**{column: frame[column].infer_objects()})

    return change


def exchanged(frame: pd.DataFrame) -> pd.DataFrame:
    """The first game won by the other entry, HR points and all else as they were."""
    frame.loc[[0, 1], "share"] = frame.loc[[1, 0], "share"].to_numpy()
    return frame


@pytest.mark.parametrize(
    ("table", "change", "found"),
    [
        ("seats", set_to("share", 6, WINNER), "do not make one win"),
        ("seats", exchanged, "other winners than the seats with most"),
        ("seats", set_to("hr", 19, WINNER), "other winners than the seats with most"),
        ("games", set_to("end_reason", "nobody"), "do not make one win"),
        ("games", set_to("end_reason", "last_seat"), "not won by the one that stayed"),
        ("games", set_to("winners", 3), "winners without a share"),
    ],
)
def test_check_wins_fails_if_a_game_has_no_proper_winner(played: Hunts, table: str, change: Change, found: str) -> None:
    """Half a win, a win of the seat behind or with 19 points, an end that does not go with it, a winner without a share."""
    check = trust.check_wins([broken(played[PAIRS], table, change).run])
    assert not check.passed
    assert found in check.found


def test_check_wins_fails_if_a_game_without_seats_has_one_that_stayed(played: Hunts) -> None:
    """End reason `nobody` and no shares, although nobody left."""
    one = broken(broken(played[PAIRS], "games", set_to("end_reason", "nobody")), "games", lambda frame: frame)
    one = broken(one, "seats", lambda frame: frame.assign(share=frame["share"].where(frame["game_id"] > 0, 0)))
    check = trust.check_wins([broken(one, "games", set_to("end_reason", "nobody")).run])
    assert not check.passed


@pytest.mark.parametrize("column", ["hr", "hr_slain", "hr_hidden", "hr_gift"])
def test_check_points_fails_if_points_have_no_source(played: Hunts, column: str) -> None:
    """200 points too many of a seat, or of one source: more than texts can give or take."""
    assert not trust.check_points([broken(played[TABLE], "seats", plus(column, 0, 200))]).passed


def test_check_points_allows_no_rest_where_no_card_gives_points(played: Hunts) -> None:
    """Swallow dance against mountain patience without world_gnawer's text: one point more than its sources, or one fewer."""
    texts = trust.tallies.hr_texts(played[PAIRS])
    bare = int(texts.index[texts["gain"] == 0][0])
    for by in (1, -1):
        row = int(played[PAIRS].run.table("seats", ["cell"]).query(f"cell == {bare}").index[0])
        assert not trust.check_points([broken(played[PAIRS], "seats", plus("hr", row, by))]).passed


@pytest.mark.parametrize(
    ("table", "change", "found"),
    [
        ("games", plus("rounds", 0, 200), "rounds outside 1 to the cap"),
        ("games", plus("decisive_round", 0, 100), "a decisive round after the last"),
        ("games", set_to("end_reason", "round_cap"), "at the cap that ended before"),
        ("seats", plus("retreats", 0, 4), "more than three retreats"),
        ("seats", set_to("left", 1, "retreats == 0"), "before its third retreat"),
        ("seats", plus("led", 0), "nobody or two led"),
        ("seats", plus("draw_pile", 0, 41), "more cards than a deck"),
        ("seats", plus("rank", 0), "a rank that is not that of the HR points"),
    ],
)
def test_check_bounds_fails_on_what_the_rules_forbid(played: Hunts, table: str, change: Change, found: str) -> None:
    """One number of one row beyond its bound."""
    check = trust.check_bounds([broken(played[PAIRS], table, change).run])
    assert not check.passed
    assert found in check.found


# Sums


def first_of(decision: str) -> str:
    return f"decision == '{decision}'"


@pytest.mark.parametrize(
    ("table", "change", "found"),
    [
        ("cards", plus("drawn_n", 0, 10**6), "more copies drawn"),
        ("cards", plus("played_n", 0, 10**6), "more copies played"),
        ("cards", set_to("drawn_n", 0, "opening_n > 0"), "that were never drawn"),
        ("cards", plus("copies", 0), "copies"),
        ("cards", plus("opening_n", 0), "opening_n"),
        ("cards", plus("opening_y", 0), "opening_y"),
        ("cards", plus("opening_n_all", 0), "opening_n_all"),
        ("cards", plus("opening_y_all", 0), "opening_y_all"),
        ("cards", set_to("drawn_nn", 1, "drawn_n > 1"), "sum of squares of cards"),
        ("rounds", plus("n", 0), "leads of a round"),
        ("rounds", plus("y", 0), "leads of a round"),
        ("rounds", set_to("nn", 0, "n > 1"), "sum of squares of rounds"),
        ("games", plus("rounds", 0, -1), "leads of a round"),
        ("decisions", set_to("alternatives", 1), "fewer than two alternatives"),
        ("decisions", set_to("something", 1, first_of("place")), "decisions to place"),
        ("decisions", set_to("something", 1, first_of("equip_weapon")), "decisions to equip"),
        ("decisions", set_to("something", 1, first_of("window")), "decisions to window"),
        ("seats", plus("items", 0), "decisions to window"),
    ],
)
def test_check_sums_fails_if_a_table_is_changed(played: Hunts, table: str, change: Change, found: str) -> None:
    """A number of a sum table that the rows do not bear out, or a row that no sum knows."""
    check = trust.check_sums([broken(played[TABLE], table, change).run])
    assert not check.passed
    assert found in check.found


def test_check_finished_fails_if_one_game_in_two_hundred_meets_the_cap(played: Hunts) -> None:
    """Of each policy, whatever ended these games before."""
    one = broken(
        played[PAIRS],
        "games",
        lambda frame: frame.assign(end_reason=frame["end_reason"].astype(str).where(frame.index % 200 > 0, "round_cap")),
    )
    assert not trust.check_finished([one.run]).passed


# Symmetry


def won_by(one: PlayedScenario, column: str, number: int) -> PlayedScenario:
    """Each tenth block won altogether by one entry, or one seat."""

    def change(frame: pd.DataFrame) -> pd.DataFrame:
        given = np.where(frame[column] == number, 12, 0)
        return frame.assign(share=frame["share"].where(frame["block"] % 3 > 0, given))

    return broken(one, "seats", change)


def test_check_mirrors_fails_if_an_entry_wins_a_third_of_all_blocks(played: Hunts) -> None:
    """Two thirds of all games in place of a half."""
    assert not trust.check_mirrors([won_by(played[PAIRS], "entry", 1).run]).passed


def test_check_mirrors_fails_if_there_are_no_equal_entries(played: Hunts) -> None:
    """The table of four different decks proves nothing."""
    assert not trust.check_mirrors([played[TABLE].run]).passed


def test_check_seats_fails_if_a_seat_wins_a_third_of_all_blocks(played: Hunts) -> None:
    """Half of all games at four seats in place of a quarter."""
    check = trust.check_seats([won_by(played[TABLE], "seat", 2).run])
    assert not check.passed
    assert "seat 2" in check.found


# Cards, decisions, options


def test_check_cards_fails_if_a_card_is_never_played(played: Hunts) -> None:
    """All counts of one card at 0, in runs that pass for the whole study."""

    def forgotten(frame: pd.DataFrame) -> pd.DataFrame:
        return frame.assign(played_n=frame["played_n"].where(frame["card"].astype(str) != "potion", 0))

    whole = [dataclasses.replace(one, scenario=dataclasses.replace(one.scenario, games=10**7)) for one in played.values()]
    check = trust.check_cards([broken(one, "cards", forgotten) for one in whole])
    assert not check.passed
    assert "potion 0 times" in check.found


def test_check_cards_waits_for_more_games_before_it_blames_a_card(played: Hunts) -> None:
    """A card played in one row of one run alone: with 3 % of the games three times are due, and none could be chance."""
    first, *others = played.values()
    rare = [broken(one, "cards", lambda frame: frame.assign(played_n=0)) for one in others]
    assert trust.check_cards([broken(first, "cards", lambda frame: frame.assign(played_n=1)), *rare]).passed


@pytest.mark.parametrize("column", ["nothing", "something"])
def test_check_decisions_fails_if_a_decision_is_always_taken_the_same_way(played: Hunts, column: str) -> None:
    """Nobody ever moved, or nobody ever stayed."""

    def one_way(frame: pd.DataFrame) -> pd.DataFrame:
        return frame.assign(**{column: frame[column].where(frame["decision"].astype(str) != "move", 0)})

    check = trust.check_decisions([broken(one, "decisions", one_way) for one in played.values()])
    assert not check.passed
    assert "move: always the same way" in check.found


def test_check_decisions_fails_if_a_choice_is_always_the_same(played: Hunts, monkeypatch: pytest.MonkeyPatch) -> None:
    """What must be chosen is always the first alternative in all games told."""
    monkeypatch.setattr(trust, "told_ways", lambda _hunts, wanted: {name: {0} for name in wanted})
    check = trust.check_decisions(list(played.values()))
    assert not check.passed
    assert "pay: always the first" in check.found


def test_check_decisions_fails_if_one_was_never_made(played: Hunts) -> None:
    """No row of it in any table."""

    def without(frame: pd.DataFrame) -> pd.DataFrame:
        return frame[frame["decision"].astype(str) != "recover"]

    check = trust.check_decisions([broken(one, "decisions", without) for one in played.values()])
    assert not check.passed
    assert "recover: never made" in check.found


def test_check_pairing_fails_if_deals_are_not_shared(played: Hunts) -> None:
    """The blocks of every second cell moved on by one: each is compared with another deal."""
    n_blocks = line_ups(played[RULES].run).eval("games / seats")

    def moved_on(frame: pd.DataFrame) -> pd.DataFrame:
        moved = (frame["block"] + 1) % frame["cell"].map(n_blocks).astype(int)
        return frame.assign(block=frame["block"].where(frame["cell"] % 2 == 0, moved))

    one = broken(broken(played[RULES], "games", moved_on), "seats", moved_on)
    assert trust.check_pairing(played[RULES].run).passed
    assert not trust.check_pairing(one.run).passed


# Topics


def all_topics(played: Hunts) -> Iterator[object]:
    for module in (decks, leaders, course, points, cards, decisions, options):
        yield module.build(played)


def test_all_topics_say_something_and_have_ids_of_their_own(played: Hunts) -> None:
    """Verdicts, and exhibits with rows and a source that can be played again."""
    topics = list(all_topics(played))
    exhibits = [exhibit for topic in topics for exhibit in topic.exhibits]
    assert len({exhibit.id for exhibit in exhibits}) == len(exhibits) >= 14
    assert len({topic.id for topic in topics}) == len(topics)
    assert all(topic.verdicts and topic.exhibits for topic in topics)
    assert all(exhibit.grid.rows and "huntlab run hunt_" in exhibit.source for exhibit in exhibits)
    assert all(verdict.headline.endswith(".") for topic in topics for verdict in topic.verdicts)


def test_the_report_reads_the_scenarios_of_the_hunt() -> None:
    """What `build` asks for is what the report plays."""
    assert tuple(HUNT.scenarios) == (PAIRS, TABLE, RULES) == ("hunt_pairs", "hunt_table", "hunt_rules")


def test_a_replayed_game_needs_no_folder(played: Hunts, tmp_path: Path) -> None:
    """Told ways come from the scenario: a run whose folder has gone can still be told."""
    one = dataclasses.replace(played[TABLE], folder=tmp_path)
    assert len(trust.told_ways([one], {"pay"})["pay"]) > 1
