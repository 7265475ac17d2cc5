"""Every command of `huntlab` with its documented keys, for programs and for people."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import sim
from sim.version import __version__
from tests.command_line import CELL, GAME, HEAD, ROOT, copy_data, documented, files_below, huntlab

CLASSES = ["NoP", "1P", "2P", "3C", "ST", "FL", "FH", "4C", "SF", "RSF", "5C"]  # RP-J2
COMMANDS = ("run", "replay", "odds", "tune", "judge", "rules", "cards", "list", "runs", "report", "warm", "init", "validate")
ALWAYS_TIED = HEAD + "games = 3\n" + CELL.format(name="tied") + 'base_hand = 0\nextra_cards = 0\nexchange = "no"\n'


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own copy of the data, which the commands find by themselves, and an empty folder to work in."""
    monkeypatch.delenv("HUNTLAB_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    return copy_data(tmp_path)


# For all commands


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_an_example_and_the_shared_options(command: str) -> None:
    text = huntlab(command, "--help").out
    assert "Examples:" in text
    assert f"huntlab {command}" in text or f"huntlab --data my {command}" in text
    assert "Keys of --json" in text
    for option in ("--json", "--quiet", "--data"):
        assert option in text


def test_without_a_command_the_help_names_them_all_and_the_exit_codes() -> None:
    answer = huntlab()
    assert answer.code == 0
    assert set(COMMANDS) <= set(answer.out.split())
    assert "130" in answer.out


def test_the_version() -> None:
    answer = huntlab("--version")
    assert (answer.code, answer.out) == (0, f"huntlab {__version__}\n")


def test_the_data_folder_may_be_named_before_or_after_the_command(data: Path, tmp_path: Path) -> None:
    """The copy is moved away; both places lead to it."""
    moved = data.rename(tmp_path / "moved")
    assert huntlab("--data", moved, "list", "--json").json["data"] == str(moved)
    assert huntlab("list", "--data", moved, "--json").json["data"] == str(moved)


@pytest.mark.parametrize(
    "command",
    [("list",), ("rules", GAME), ("cards", GAME), ("odds", "--cards", "5"), ("judge", "small")],
    ids=lambda one: one[0],
)
def test_what_is_piped_has_no_colours_and_no_line_ends_in_spaces(command: tuple[str, ...]) -> None:
    answer = huntlab(*command)
    assert answer.code == 0
    assert "\x1b" not in answer.out + answer.err
    assert [line for line in answer.out.splitlines() if line != line.rstrip()] == []


# list, runs


def test_list_names_games_scenarios_parties_and_decks() -> None:
    """The small scenario has two cells; the lone hunter is one."""
    document = huntlab("list", "--json").json
    documented("list", document)
    assert document["games"] == [{"game": GAME, "plays": ["judgement"]}, {"game": "monster_hunter_tcg", "plays": ["hunt"]}]
    small = {one["name"]: one for one in document["scenarios"]}["small"]
    documented("list", small)
    assert small == {
        "name": "small",
        "title": "Two small cells",
        "game": GAME,
        "play": "judgement",
        "cells": 2,
        "games": 120,
        "problem": None,
    }
    assert {"game": GAME, "party": "lone_hunter", "hunters": ["hero"]} in document["parties"]
    deck = next(one for one in document["decks"] if one["deck"] == "iron_gate")
    documented("list", deck)
    rows = (ROOT / "data/decks/monster_hunter_tcg/iron_gate.csv").read_text(encoding="utf-8").splitlines()
    expected = {"game": "monster_hunter_tcg", "deck": "iron_gate", "hunter": "gate_warden", "cards": 40}
    assert deck == expected | {"different": len(rows) - 2}  # without the header and the hunter
    shown = huntlab("list").out
    assert "Two small cells" in shown
    assert "lone_hunter" in shown
    assert re.search(r"^iron_gate +monster_hunter_tcg +gate_warden +40 ", shown, re.MULTILINE)


def test_list_counts_the_cells_of_a_sweep(data: Path) -> None:
    """One cell swept over 2 x 3 values, and one plain cell: 7."""
    cells = CELL.format(name="a") + CELL.format(name="b") + "sweep = { jokers = [0, 2], packs = [1, 2, 3] }\n"
    text = HEAD + "games = 9\n" + cells
    (data / "scenarios" / "swept.toml").write_text(text, encoding="utf-8")
    found = {one["name"]: one["cells"] for one in huntlab("list", "--json").json["scenarios"]}
    assert found["swept"] == 7
    assert len(sim.read_scenario("swept", sim.find_data()).cells) == 7


@pytest.mark.parametrize("text", ["games = ", "cell = 3\n", "[[cell]]\nsweep = 1\n", "\0"])
def test_list_shows_a_broken_scenario_and_goes_on(data: Path, text: str) -> None:
    (data / "scenarios" / "broken.toml").write_text(text, encoding="utf-8")
    found = {one["name"]: one["problem"] for one in huntlab("list", "--json").json["scenarios"]}
    assert found["broken"]
    assert found["small"] is None


def test_runs_shows_whole_and_unreadable_runs(tmp_path: Path) -> None:
    huntlab("run", "small", "--quiet")
    huntlab("run", "small", "--quiet", "--out", "data/results/mine")
    (tmp_path / "data" / "results" / "odd").mkdir()
    (tmp_path / "data" / "results" / "odd" / "run.json").write_text("{", encoding="utf-8")
    mine, odd, small = huntlab("runs", "--json").json
    documented("runs", small)
    assert (odd["run"], odd["scenario"], odd["status"], odd["seed"]) == ("odd", None, "unreadable", None)
    assert "odd/run.json" in odd["problem"]
    assert (small["run"], small["status"], small["games_done"], small["seed"]) == ("small", "complete", 120, 5)
    assert (mine["run"], mine["scenario"], mine["folder"]) == ("mine", "small", "data/results/mine")
    assert re.fullmatch(r"[0-9a-f]{32}", small["digest"])
    shown = [line.split() for line in huntlab("runs").out.splitlines()]
    assert ["mine", "small", "complete", "120", "120", "5", mine["finished"]] in shown
    assert ["odd", "unreadable", *odd["problem"].split()] in shown


def test_runs_of_an_empty_folder_are_none(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert huntlab("runs", "empty", "--json").json == []
    assert "no runs" in huntlab("runs", "empty").err


# run, replay


def test_run_says_where_the_tables_are_and_their_digest(data: Path) -> None:
    document = huntlab("run", "small", "--json").json
    documented("run", document)
    assert (document["scenario"], document["games"], document["games_played"]) == ("small", 120, 120)
    assert document["folder"] == "data/results/small"
    assert (data / "results" / "small" / "seats.parquet").is_file()
    assert document["games_per_second"] > 0


def test_run_for_people_has_separators_of_thousands() -> None:
    answer = huntlab("run", "small", "--games", 2000, "--out", "first")
    first, folder, digest = answer.out.splitlines()
    assert re.fullmatch(r"small: 2,000 games in 2 cells, [\d,]+ games/s", first)
    assert folder == "folder  first"
    assert re.fullmatch(r"digest  [0-9a-f]{32}", digest)


def test_quiet_leaves_stderr_empty(data: Path) -> None:
    """Also where there is something to warn of."""
    sheet = data / "policies" / f"{GAME}.csv"
    lines = sheet.read_text(encoding="utf-8-sig").splitlines()
    sheet.write_text("\n".join(f"{line},{number or 'mood'}" for number, line in enumerate(lines)), encoding="utf-8")
    assert 'column "mood" is not read' in huntlab("run", "small").err
    assert huntlab("run", "small", "--overwrite", "--quiet").err == ""
    assert huntlab("--quiet", "run", "small", "--overwrite").err == ""


def test_seed_and_games_of_the_command_line_take_the_place_of_the_files() -> None:
    first = huntlab("run", "small", "--seed", 9, "--games", 10, "--out", "a", "--json").json
    again = huntlab("run", "small", "--seed", 9, "--games", 10, "--out", "b", "--json").json
    other = huntlab("run", "small", "--seed", 8, "--games", 10, "--out", "c", "--json").json
    assert first["games"] == 10
    assert first["digest"] == again["digest"] != other["digest"]


def test_runs_are_played_in_whole_games_a_cell_and_that_is_said() -> None:
    """Three games cannot be split over two cells: each plays two."""
    answer = huntlab("run", "small", "--games", 3)
    assert answer.err.splitlines() == ["4 games in place of 3: whole games, 2 in each of 2 cells."]
    assert answer.out.startswith("small: 4 games in 2 cells")
    assert huntlab("run", "small", "--games", 4, "--overwrite").err == ""


def test_replay_tells_a_game_with_rule_ids_in_the_margin() -> None:
    """In 80 columns; what is told of one step goes on beside its rule."""
    huntlab("run", "small")
    lines = [line for line in huntlab("replay", 0, "--run", "small").out.splitlines() if line]
    assert all(re.match(r"(RP-[A-Z]\d+|     ) +\S", line) for line in lines)
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith('RP-J1   Game 0 of the cell "one": ')
    assert "The game ends after" in " ".join(lines[-2:])


BUYS, EXCHANGE = "buys at most 1 card a turn", "may exchange a card"
WEAKNESS = "class +1 for damage by the monster's weakness"


def opening(answer: str) -> list[str]:
    """The sentences of the first paragraph of a replay."""
    return " ".join(answer.partition("\n\n")[0].split()[1:]).split(". ")


def test_a_replay_opens_with_who_plays_what(data: Path) -> None:
    """As in the sheets; the stalker is weak to light bowguns, and to the ice of this gunlance."""
    text = HEAD + CELL.format(name="cold").replace("lone_hunter", "bowgun_team") + 'terrain = ["cold"]\n'
    text = text.replace("[[cell]]", "games = 1\n[options]\nmonster_hand_cards = 1\njokers = 2\n[[cell]]")
    (data / "scenarios" / "guns.toml").write_text(text, encoding="utf-8")
    huntlab("run", "guns")
    assert opening(huntlab("replay", 0, "--run", "guns").out)[:7] == [
        'Game 0 of the cell "cold": one deck, dealt turn by turn to its end',
        "The deck: 2 packs and 2 jokers, 106 cards",
        "Terrain: cold (RP-E2)",
        f"Hunter cannon: heavy_bowgun_6, 1 own card, {EXCHANGE}, 6 bullets in a full magazine, armour 2, policy greedy",
        f"Hunter spotter: light_bowgun_6, 2 own cards, {BUYS}, {EXCHANGE}, {WEAKNESS}, armour 2, policy cautious",
        f"Hunter guard: gunlance_6, 2 own cards, {BUYS}, {EXCHANGE}, {WEAKNESS}, armour 4, policy cautious",
        "The monster: reed_stalker (small), 1 own card, damage +1",
    ]


def test_a_replay_names_hunters_as_their_party_does() -> None:
    huntlab("run", "small")
    told = huntlab("replay", 0, "--run", "small").out
    assert "Hunter hero attacks." in told
    assert "unter 1" not in told


def test_sentences_of_a_replay_hold_for_all_outcomes(data: Path) -> None:
    """Whole decks of all parties: numbers agree with their nouns, and no list is empty."""
    cells = CELL.format(name="all").replace('party = "lone_hunter"\n', "") + "sweep.party = {}\n"
    text = HEAD + "games = 10\n" + cells.format(["two_veterans", "bowgun_team", "four_hunters", "hand_sizes", "newcomers"])
    hands = CELL.format(name="hands").replace("lone_hunter", "bowgun_team") + 'turns = "hands"\n'
    text = text.replace("[[cell]]", "[options]\nmonster_hand_cards = 2\ndeck_end = 'mid_turn'\n[[cell]]", 1) + hands
    (data / "scenarios" / "all.toml").write_text(text, encoding="utf-8")
    huntlab("run", "all")
    sentences = " ".join(
        " ".join(huntlab("replay", 10_000_000_000 * cell, "--run", "all", *turn).out.split())
        for cell, turn in ((0, ()), (1, ()), (2, ()), (3, ()), (4, ()), (5, ("--turn", 2)))
    )
    for wanted in (" hits: ", " is hit: the monster ", " hit each other: ", "void", "shifted to", "reloads", "is used up"):
        assert wanted in sentences
    assert not re.search(r"[:;,] ?[;,.]| \.|\b1 (cards|points|turns|bullets)\b", sentences)
    assert not re.search(r"\b(?!1\b)[\d,]+ (card|point|turn|bullet)\b", sentences)
    assert "None" not in sentences


def test_replay_as_json_is_one_event_a_line() -> None:
    huntlab("run", "small", "--out", "mine")
    game = 10_000_000_007  # the eighth game of the second cell
    events = [json.loads(line) for line in huntlab("replay", game, "--run", "mine", "--json").out.splitlines()]
    assert (events[0]["event"], events[0]["game_id"], events[0]["cell"]) == ("start", game, "two")
    assert events[-1]["event"] == "end"
    assert len([one for one in events if one["event"] == "turn"]) == events[-1]["turns"]


def test_replay_of_one_turn_leaves_the_others_out() -> None:
    huntlab("run", "small")
    whole = [json.loads(line) for line in huntlab("replay", 3, "--run", "small", "--json").out.splitlines()]
    begin = whole.index(next(one for one in whole if one["event"] == "turn" and one["turn"] == 2))
    end = whole.index(next(one for one in whole if one["event"] == "turn_end" and one["turn"] == 2))
    events = [json.loads(line) for line in huntlab("replay", 3, "--run", "small", "--turn", 2, "--json").out.splitlines()]
    assert events == [whole[0], *whole[begin : end + 1]]
    shown = huntlab("replay", 3, "--run", "small", "--turn", 2).out.split("\n\n")
    assert shown[0].startswith('RP-J1   Game 3 of the cell "one"')
    assert shown[1].startswith(f"RP-T8   Turn 2 begins; the deck has {whole[begin]['left']} cards.\n")
    assert len(shown) == 2
    turns = whole[-1]["turns"]
    assert f"has {turns} turns; there is no turn 99" in huntlab("replay", 3, "--run", "small", "--turn", 99).refusal()
    assert "there is no turn" in huntlab("replay", 3, "--run", "small", "--turn", turns + 1).refusal()


# judge


def test_judge_has_the_documented_keys_and_writes_nothing(tmp_path: Path) -> None:
    before = files_below(tmp_path)
    document = huntlab("judge", "small", "--json").json
    assert files_below(tmp_path) == before
    documented("judge", document)
    cell = document["cells"][1]
    for part in (cell, cell["sides"][0], cell["hunters"][0]):
        documented("judge", part)
    assert (cell["cell"], cell["name"], cell["games"], cell["parameters"]["party"]) == (1, "two", 60, "lone_hunter")
    assert [(side["seat"], side["name"]) for side in cell["sides"]] == [(0, "hero"), (-1, "reed_stalker")]
    assert list(cell["sides"][0]["classes"]) == CLASSES


def test_judge_shows_shares_that_add_up() -> None:
    """The classes of a side, win, tie and loss, and the joint outcomes: each adds up to 1, inside its intervals."""
    cell = huntlab("judge", "small", "--json").json["cells"][0]
    hunter = cell["hunters"][0]
    wholes = [cell["sides"][0]["classes"], cell["sides"][1]["final"], cell["joint"]]
    wholes.append({name: hunter[name] for name in ("win", "tie", "loss")})
    for shares in wholes:
        assert sum(one["value"] for one in shares.values()) == pytest.approx(1)
        assert all(0 <= one["low"] <= one["value"] <= one["high"] <= 1 for one in shares.values())
    assert hunter["attacks"] == cell["turns"] == cell["sides"][0]["hands"]
    assert hunter["dealt"]["low"] < hunter["dealt"]["value"] < hunter["dealt"]["high"]


def test_judge_of_equal_hands_is_always_a_tie(tmp_path: Path) -> None:
    """Without own cards both sides have the class of the shared cards: every comparison ties (RP-T6)."""
    (tmp_path / "tied.toml").write_text(ALWAYS_TIED, encoding="utf-8")
    cell = huntlab("judge", "tied.toml", "--json").json["cells"][0]
    hunter, monster = cell["sides"]
    assert hunter["classes"] == monster["classes"]
    assert [cell["hunters"][0][name]["value"] for name in ("win", "tie", "loss")] == [0, 1, 0]
    assert list(cell["joint"]) == ["T"]
    assert "> " in huntlab("judge", "tied.toml").out


def test_judge_of_a_finished_run_shows_the_same_as_playing_it() -> None:
    huntlab("run", "small")
    assert huntlab("judge", "small", "--run", "--json").json == huntlab("judge", "small", "--json").json


def test_judge_shows_the_means_of_the_tables(data: Path) -> None:
    """Of the second cell: damage dealt and taken over turns, wins over attacks, added up from the run's own tables."""
    huntlab("run", "small")
    hunter = huntlab("judge", "small", "--run", "--json").json["cells"][1]["hunters"][0]
    read = {name: pq.read_table(data / "results" / "small" / f"{name}.parquet").to_pylist() for name in ("games", "seats")}
    turns = sum(row["turns"] for row in read["games"] if row["cell"] == 1)
    sums = {
        name: sum(row[name] for row in read["seats"] if row["cell"] == 1) for name in ("dealt", "taken", "wins", "attacks")
    }
    assert hunter["attacks"] == sums["attacks"]
    assert hunter["dealt"]["value"] == pytest.approx(sums["dealt"] / turns)
    assert hunter["taken"]["value"] == pytest.approx(sums["taken"] / turns)
    assert hunter["win"]["value"] == pytest.approx(sums["wins"] / sums["attacks"])


def test_judge_shows_chosen_cells_only() -> None:
    document = huntlab("judge", "small", "--cell", "t*", "--json").json
    assert [cell["name"] for cell in document["cells"]] == ["two"]
    assert 'no cell is named like "x*"' in huntlab("judge", "small", "--cell", "x*").refusal()


def test_judge_of_a_single_game_has_no_intervals_of_means() -> None:
    """One game a cell: a mean without a spread; null for programs, no ± for people."""
    cell = huntlab("judge", "small", "--games", 2, "--json").json["cells"][0]
    assert cell["hunters"][0]["dealt"]["low"] is None
    line = next(line for line in huntlab("judge", "small", "--games", 2).out.splitlines() if line.startswith("hero"))
    assert re.search(r"[%\d]  +[\d.]+  +[\d.]+$", line)


# odds


def test_exact_odds_of_five_cards_of_one_pack_are_the_published_ones() -> None:
    document = huntlab("odds", "--cards", 5, "--packs", 1, "--jokers", 0, "--json").json
    documented("odds", document)
    assert document["method"] == "exact"
    assert list(document["counts"]) == CLASSES
    assert list(document["counts"].values()) == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4, 0]
    assert document["total"] == 2_598_960


def test_exact_odds_for_people_say_one_in_how_many() -> None:
    """1 302 540 of 2 598 960 hands have no pair: 50.1 %; four are royal: one in 649,740."""
    lines = huntlab("odds", "--cards", 5, "--packs", 1, "--jokers", 0, "--exact").out.splitlines()
    assert lines[0] == "5 cards of 1 pack and 0 jokers: 2,598,960 hands"
    assert re.sub(r" +", " ", lines[2]) == "NoP no pair 1,302,540 50.1 % 2.00"
    assert re.sub(r" +", " ", lines[11]) == "RSF royal straight flush 4 0.000154 % 649,740"


def test_simulated_odds_stand_beside_the_exact_ones() -> None:
    """20,000 hands: the shares of the two commonest classes within 99.99 % intervals of the exact ones."""
    arguments = ("odds", "--cards", 5, "--packs", 1, "--jokers", 0, "--games", 20_000, "--seed", 4)
    document = huntlab(*arguments, "--json").json
    documented("odds", document)
    assert (document["method"], document["total"], document["seed"]) == ("simulated", 20_000, 4)
    assert sum(document["counts"].values()) == 20_000
    for name, exact in (("NoP", 1302540 / 2598960), ("1P", 1098240 / 2598960)):
        assert document["exact"][name] == pytest.approx(exact)
        share = document["shares"][name]
        assert share["low"] < share["value"] < share["high"]
        assert abs(share["value"] - exact) < 3.9 * (exact * (1 - exact) / 20_000) ** 0.5
    assert huntlab(*arguments, "--threads", 2, "--json").json == document
    shown = huntlab(*arguments)
    assert "20,000 random hands" in shown.out
    assert "±" in shown.out


# rules, cards


def test_rules_are_a_list_with_the_documented_keys() -> None:
    rules = huntlab("rules", GAME, "--json").json
    assert all(list(rule) == ["id", "text", "option"] for rule in rules)
    order = {rule["id"]: rule for rule in rules}["RP-J8"]
    assert order["option"] == "modifier_order"
    covered = huntlab("rules", GAME, "--coverage", "--json").json
    assert all(list(rule)[:5] == ["id", "text", "option", "functions", "tests"] for rule in covered)
    assert [rule["id"] for rule in covered] == [rule["id"] for rule in rules]
    cited = {rule["id"]: rule for rule in covered}["RP-J7"]
    assert any(name.endswith("general_rate") for name in cited["functions"])
    documented("rules", cited)


def test_rules_shows_chosen_paragraphs() -> None:
    first, *others = huntlab("rules", GAME, "rp-j7").out.splitlines()
    assert first.startswith("RP-J7  ")
    assert all(line.startswith(" " * 7) for line in others)
    assert "no paragraph XX-1" in huntlab("rules", GAME, "XX-1").refusal()


def test_rules_for_people_name_what_cites_each() -> None:
    """A name a line, tests below their file, nothing beyond 80 columns; and what is not built yet, where that is said."""
    covered = {rule["id"]: rule for rule in huntlab("rules", GAME, "--coverage", "--json").json}["RP-J7"]
    lines = [line.strip() for line in huntlab("rules", GAME, "RP-J7", "--coverage").out.splitlines()]
    assert lines[0].startswith("RP-J7")
    assert set(covered["functions"]) < set(lines[lines.index("functions:") :])
    file, test = covered["tests"][0].split("::")
    assert test in lines[lines.index(f"tests in {file}:") :]
    assert max(map(len, huntlab("rules", GAME, "--coverage").out.splitlines())) <= 80


def test_rules_for_people_say_what_is_not_built_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = {"id": "ZZ-A1", "text": "A rule.", "option": "", "functions": [], "tests": [], "pending": "the second half"}
    monkeypatch.setattr(sim, "coverage", lambda _data, _game: [rule], raising=False)
    lines = [line.strip() for line in huntlab("rules", GAME, "--coverage").out.splitlines()]
    assert lines == ["ZZ-A1  A rule.", "functions: none", "tests: none", "pending: the second half"]


def test_cards_shows_every_sheet_with_names_in_any_script(data: Path) -> None:
    sheet = data / "cards" / GAME / "monsters.csv"
    text = sheet.read_text(encoding="utf-8")
    sheet.write_text(text.replace("コケジシ", "Мохнатый Κάπρος 苔猪 หมูป่า"), encoding="utf-8")
    document = huntlab("cards", GAME, "--json").json
    documented("cards", document)
    sheets = {one["sheet"]: one for one in document["sheets"]}
    documented("cards", sheets["weapons"])
    documented("cards", sheets["weapons"]["columns"][0])
    assert set(sheets) == {"weapons", "monster_sizes", "monsters", "policies", "party"}
    assert sheets["monsters"]["rows"][0]["name_original"] == "Мохнатый Κάπρος 苔猪 หมูป่า"
    assert "Мохнатый Κάπρος 苔猪 หมูป่า" in huntlab("cards", GAME, "--sheet", "monsters").out


def test_cards_of_one_sheet_show_its_printed_numbers() -> None:
    document = huntlab("cards", GAME, "--sheet", "weapons", "--json").json
    (weapons,) = document["sheets"]
    first = weapons["rows"][0]
    assert (first["weapon"], first["rarity"], first["NoP"]) == ("great_sword_1", 1, 2)
    lines = huntlab("cards", GAME, "--sheet", "weapons").out.splitlines()
    assert lines[1].split()[:3] == ["weapon", "name", "name_original"]
    assert re.split("  +", lines[2])[:3] == ["great_sword_1", "Bone Great Sword", "骨の大剣"]
    assert "no sheet is named" in huntlab("cards", GAME, "--sheet", "spells").refusal()


def test_cards_says_what_columns_mean_and_allow() -> None:
    """In 80 columns, the text of each beside its name; a sheet that several files share is shown once."""
    lines = huntlab("cards", GAME, "--columns").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert len([line for line in lines if line.startswith("party  ")]) == 1
    begin = next(number for number, line in enumerate(lines) if line.startswith("rarity"))
    words = " ".join(" ".join(lines[begin : begin + 2]).split())
    assert words == "rarity Rarity: higher is stronger. Allowed: a whole number from 1 to 10. Never empty. RP-D1"
