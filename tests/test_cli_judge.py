"""`huntlab judge`: what it refuses, what it warns of, the keys of its document, and how intervals look."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from analysis.cli.grid import Grid, plain_lines, with_error
from tests.command_line import CELL, GAME, HEAD, copy_data, documented, huntlab

KEYS = {"scenario", "digest", "games", "level", "cells"}
CELL_KEYS = {"cell", "name", "games", "turns", "parameters", "sides", "hunters", "joint"}
SIDE_KEYS = {"seat", "name", "hands", "classes", "final"}
HUNTER_KEYS = {"seat", "name", "attacks", "win", "tie", "loss", "dealt", "taken", "rate"}
INTERVAL_KEYS = {"value", "low", "high"}


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own copy of the data, which the commands find by themselves, and an empty folder to work in."""
    monkeypatch.delenv("HUNTLAB_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    return copy_data(tmp_path)


def flowing(text: str) -> str:
    """Help as one line."""
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", text).split())


# The document


def test_the_keys_of_the_document_are_these_and_all_are_documented() -> None:
    """Programs rely on them: none may go, and a new one has to be named in the help."""
    document = huntlab("judge", "small", "--json").json
    cell = document["cells"][0]
    side, hunter = cell["sides"][0], cell["hunters"][0]
    assert [set(part) for part in (document, cell, side, hunter)] == [KEYS, CELL_KEYS, SIDE_KEYS, HUNTER_KEYS]
    shares = [*side["classes"].values(), *side["final"].values(), *cell["joint"].values()]
    shares += [hunter[name] for name in ("win", "tie", "loss", "dealt", "taken", "rate")]
    assert all(set(share) == INTERVAL_KEYS for share in shares)
    for part in (document, cell, side, hunter, shares[0]):
        documented("judge", part)


def test_joint_outcomes_are_shares_of_turns_the_most_frequent_first() -> None:
    """A letter a hunter, in the order of hunters; every turn has one combination."""
    cell = huntlab("judge", "judgement_quick", "--cell", "four*", "--json").json["cells"][0]
    assert [hunter["seat"] for hunter in cell["hunters"]] == [0, 1, 2, 3]
    assert all(re.fullmatch(r"[WTL-]{4}", outcomes) for outcomes in cell["joint"])
    values = [share["value"] for share in cell["joint"].values()]
    assert values == sorted(values, reverse=True)
    assert sum(values) == pytest.approx(1)
    for seat, hunter in enumerate(cell["hunters"]):
        wins = sum(share["value"] for outcomes, share in cell["joint"].items() if outcomes[seat] == "W")
        assert hunter["win"]["value"] == pytest.approx(wins)


def test_the_help_says_what_intervals_hold_and_that_the_first_start_compiles() -> None:
    text = flowing(huntlab("judge", "--help").out)
    assert "level (of each interval by itself)" in text
    assert "null where nothing is known" in text
    assert "The first start of a version compiles for about a minute" in text
    assert "tables at once" not in flowing(huntlab("--help").out)


# A finished run


@pytest.mark.parametrize(("option", "value"), [("--games", 5), ("--seed", 0), ("--threads", 1)])
def test_options_of_play_are_refused_for_a_finished_run(option: str, value: int) -> None:
    """Nothing is played, so nothing may look as if it had been played that way."""
    huntlab("run", "small")
    refusal = huntlab("judge", "small", "--run", option, value).refusal()
    assert f"{option} and --run: choose one of them" in refusal


def edit_inputs(run: Path, _monkeypatch: pytest.MonkeyPatch) -> None:
    """Another damage modifier in the party's sheet that the run keeps."""
    sheet = run / "inputs" / "decks" / GAME / "lone_hunter.csv"
    header, row = (line.split(",") for line in sheet.read_text(encoding="utf-8-sig").splitlines())
    row[header.index("damage_modifier")] = "7"
    sheet.write_text(f"{','.join(header)}\n{','.join(row)}\n", encoding="utf-8")


def edit_sources(_run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels whose sources are others than those that made the run."""
    monkeypatch.setattr("sim.run.engine_digest", lambda _game: "0123456789abcdef")


@pytest.mark.parametrize(
    ("change", "what"), [(edit_inputs, "inputs: changed since the run"), (edit_sources, "made by another version (kernels ")]
)
def test_a_run_that_would_be_played_otherwise_now_is_shown_with_the_words_of_replay(
    data: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path, pytest.MonkeyPatch], None], what: str
) -> None:
    """Edited sheets in the run's inputs, or other kernels: replay refuses with a line that judge warns with."""
    huntlab("run", "small")
    before = huntlab("judge", "small", "--run", "--json")
    assert before.err == ""
    change(data / "results" / "small", monkeypatch)
    after = huntlab("judge", "small", "--run", "--json")
    assert after.json == before.json
    refusal = huntlab("replay", 0, "--run", "small").refusal().removeprefix("huntlab: ")
    assert what in refusal
    assert after.err == f"warning: {refusal}\n"
    assert huntlab("judge", "small", "--run", "--quiet").err == ""


# Whole games a cell


def test_games_that_cells_cannot_share_evenly_are_rounded_up_with_a_note() -> None:
    """Three games over two cells are two in each."""
    answer = huntlab("judge", "small", "--games", 3, "--json")
    assert answer.json["games"] == 4
    assert answer.err == "4 games in place of 3: whole games, 2 in each of 2 cells.\n"
    assert huntlab("judge", "small", "--games", 3, "--quiet").err == ""
    assert huntlab("judge", "small", "--games", 4).err == ""


# Intervals for people


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        ((0.5, 0.47, 0.53), "50.0 ± 3.0 %"),
        ((0.5, 0.468, 0.53), "50.0 ± 3.1 %"),  # sides of 3.2 and 3.0: less than a fifth
        ((0.5, 0.46, 0.53), "50.0 (46.0..53.0) %"),  # sides of 4 and 3
        ((0.0007, 0.0001, 0.0041), "0.07 (0.01..0.41) %"),
        ((0.0003, 0.00005, 0.0019), "0.030 (0.005..0.190) %"),  # the lower end is not 0
        ((0.9993, 0.9959, 0.9999), "99.93 (99.59..99.99) %"),
        ((0.9999, 0.9943, 0.99998), "99.990 (99.430..99.998) %"),  # the upper end is not all
        ((0.0, 0.0, 0.0003), "< 0.030 %"),
        ((1.0, 0.99997, 1.0), "> 99.997 %"),
        ((1.0, 0.999999999, 1.0), "> 99.999999 %"),  # never 100
        ((1.0, 0.2066, 1.0), "> 20 %"),
    ],
)
def test_an_interval_of_a_share_shows_which_way_it_leans(share: tuple[float, float, float], expected: str) -> None:
    assert with_error(*share, scale=100) == expected


def test_a_mean_without_spread_claims_no_certainty() -> None:
    """All games agree on 0 or on 5: the value alone, not `0.00 ± 0.00`."""
    assert with_error(0.0, 0.0, 0.0) == "0.00"
    assert with_error(5.0, 5.0, 5.0) == "5.00"
    assert with_error(18.114, 17.6, 18.64) == "18.11 ± 0.52"


def test_lopsided_intervals_stand_to_the_right_as_numbers_do() -> None:
    lines = list(plain_lines(Grid("", ("class", "share"), [("NoP", "0.07 (0.01..0.41) %"), ("1P", "50.0 ± 3.0 %")])))
    assert lines[1:3] == ["NoP    0.07 (0.01..0.41) %", "1P            50.0 ± 3.0 %"]


def test_tables_for_people_never_claim_certainty(tmp_path: Path) -> None:
    """Equal hands tie always; rare classes are seen in a few of 3,000 turns."""
    text = HEAD + "games = 400\n" + CELL.format(name="tied") + 'base_hand = 0\nextra_cards = 0\nexchange = "no"\n'
    (tmp_path / "tied.toml").write_text(text, encoding="utf-8")
    shown = huntlab("judge", "tied.toml").out
    assert not re.search(r"[<>] (0|100)(\.0*)? %|± 0\.?0*( |$)", shown, re.MULTILINE)
    assert re.search(r"\d \([\d.]+\.\.[\d.]+\) %", shown)
    assert "(low..high) are its ends if it is lopsided" in shown
