"""The data that comes with the program: in order, complete, and true to the known facts."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from sim.cards import DataFolder, copy_data, find_row, read_sheet
from sim.games import find
from sim.games.monster_hunter_trpg import sheets as trpg
from sim.poker.classes import CLASS_NAMES
from sim.scenario import read_scenario
from sim.schema import InputError
from sim.validate import validate

SHIPPED = DataFolder(Path(__file__).parent.parent / "data", is_shipped=False)
GAME = "monster_hunter_trpg"


def test_shipped_data_is_in_order() -> None:
    """No problem and no warning in any shipped sheet, option file and rulebook."""
    warnings: list[str] = []
    assert validate(SHIPPED, [trpg.SHEETS], warnings) == []
    assert warnings == []


def test_shipped_weapons_are_all_kinds_and_rarities_and_differ() -> None:
    """11 kinds x 10 rarities, no two with the same damage; damage rises with the class and, within a kind, with rarity."""
    rows = read_sheet(SHIPPED.path / trpg.WEAPONS_FILE, trpg.WEAPONS)
    assert {(row["kind"], row["rarity"]) for row in rows} == {(kind, n) for kind in trpg.KINDS for n in range(1, 11)}
    damages = {(row["kind"], row["rarity"]): tuple(row[name] for name in CLASS_NAMES) for row in rows}
    assert len(rows) == len(set(damages.values())) == 110
    assert all(low < high for damage in damages.values() for low, high in pairwise(damage))
    for kind in trpg.KINDS:
        for rarity in range(1, 10):
            better, worse = damages[kind, rarity + 1], damages[kind, rarity]
            assert all(high >= low for high, low in zip(better, worse, strict=True)), (kind, rarity)


def test_shipped_weapons_hold_the_known_facts() -> None:
    """Lance and heavy bowgun are dealt one card, the rest two; only the heavy bowgun has a magazine, of six."""
    rows = read_sheet(SHIPPED.path / trpg.WEAPONS_FILE, trpg.WEAPONS)
    assert {row["kind"] for row in rows if row["base_hand"] == 1} == {"lance", "heavy_bowgun"}
    assert {row["base_hand"] for row in rows if row["kind"] not in ("lance", "heavy_bowgun")} == {2}
    assert {(row["kind"], row["magazine"]) for row in rows if row["magazine"]} == {("heavy_bowgun", 6)}
    assert {row["kind"] for row in rows if row["guard"]} == {"lance"}


def test_shipped_parties_have_one_to_four_hunters() -> None:
    """No party is larger than a table."""
    for path in sorted((SHIPPED.path / "decks" / GAME).glob("*.csv")):
        assert 1 <= len(read_sheet(path, trpg.PARTY)) <= 4, path.name


@pytest.mark.parametrize(
    ("policy", "known", "spare", "held", "buys", "exchanges"),
    [
        ("plain", 0, 1, 0, False, False),
        ("greedy", 10, 1, 10, True, True),
        ("greedy", 0, 0, 0, True, False),
        ("cautious", 0, 1, 9, True, True),
        ("cautious", 1, 0, 0, False, False),
        ("bold", 10, 0, 10, True, True),
        ("thrifty", 0, 1, 2, False, True),
        ("thrifty", 0, 1, 3, False, False),
        ("thrifty", 0, 0, 0, False, False),
        ("steady", 2, 1, 5, True, True),
        ("steady", 3, 0, 5, False, False),
    ],
)
def test_shipped_policies_do_what_their_note_says(
    policy: str, known: int, spare: int, held: int, *, buys: bool, exchanges: bool
) -> None:
    """The two sums of weights, worked out for a known class, a spare card and the class of the hand."""
    weights = find_row(read_sheet(SHIPPED.path / trpg.POLICIES_FILE, trpg.POLICIES), trpg.POLICIES, policy, "test")
    assert (weights["extra_bias"] + weights["extra_class"] * known > 0) is buys
    exchange = weights["exchange_bias"] + weights["exchange_spare"] * spare + weights["exchange_class"] * held
    assert (exchange > 0) is exchanges


def test_shipped_sheets_open_in_excel_with_kana() -> None:
    """Every shipped CSV starts with a byte order mark, and no cell starts like a formula."""
    paths = sorted(SHIPPED.path.rglob("*.csv"))
    paths = [path for path in paths if "results" not in path.parts]
    assert len(paths) >= 10
    for path in paths:
        text = path.read_bytes().decode("utf-8")
        assert text.startswith("\ufeff"), path.name
        cells = [cell for line in text[1:].splitlines() for cell in line.split(",")]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))], path.name


@pytest.fixture
def own(tmp_path: Path) -> DataFolder:
    """A designer's own copy of the shipped data."""
    return DataFolder(copy_data(tmp_path / "own", SHIPPED), is_shipped=False)


def change_options(data: DataFolder, old: str, new: str) -> None:
    """Edit the option file."""
    path = data.path / "rules" / f"{GAME}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_designers_default_is_a_warning(own: DataFolder) -> None:
    """The copy is fine; a default of one's own is pointed out, and no rulebook has to be rewritten for it."""
    warnings: list[str] = []
    assert validate(own, [trpg.SHEETS], warnings) == []
    assert warnings == []
    change_options(own, 'default = "hunters"', 'default = "all"')
    assert validate(own, [trpg.SHEETS], warnings) == []
    assert warnings == [f"{GAME}.toml cold_hits: a house rule, the default is all; RP-E2 says hunters"]


def test_validate_reports_options_and_rulebook_too(own: DataFolder) -> None:
    """An option without its mark in the rulebook is a problem, and so is a file that cannot be read."""
    change_options(own, 'rule = "RP-E2"', 'rule = "RP-E3"')
    assert validate(own, [trpg.SHEETS]) == [f"{GAME}.toml cold_hits: not marked in the paragraph RP-E3 of {GAME}.md"]
    change_options(own, "[cold_hits]", "[cold_hits")
    assert len(validate(own, [trpg.SHEETS])) == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            f"rules/{GAME}.toml",
            "[jokers]",
            "[jesters]",
            f"{GAME}.toml: the option jokers is missing; expected a table [jokers] with rule, default, allowed, meaning",
        ),
        (
            f"decks/{GAME}/lone_hunter.csv",
            "long_sword_4",
            "long_sword_44",
            'lone_hunter.csv:2 weapon: no weapon named "long_sword_44" in weapons; did you mean long_sword_4?',
        ),
        (
            f"cards/{GAME}/monsters.csv",
            "ドロヌシ,large",
            "ドロヌシ,larg",
            'monsters.csv:7 size: no size named "larg" in monster_sizes; did you mean large?',
        ),
        (
            f"policies/{GAME}.csv",
            "greedy,1,",
            "greedy,1.5,",
            'policies.csv:3 extra_bias: expected a whole number from -100 to 100, got "1.5"',
        ),
    ],
)
def test_a_scenario_tells_a_fault_of_the_data_in_the_same_words(
    own: DataFolder, file: str, old: str, new: str, problem: str
) -> None:
    """So `huntlab validate`, which reads both, can say each problem once; the place is where the fault is."""
    path = own.path / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    problem = problem.replace("policies.csv", f"{GAME}.csv")
    assert problem in validate(own, [trpg.SHEETS])
    with pytest.raises(InputError) as error:
        read_scenario("judgement_cards", own)
    assert str(error.value) == problem


def test_validate_says_each_problem_once(own: DataFolder) -> None:
    """Asked for a game twice, it answers as if asked once."""
    change_options(own, "[cold_hits]", "[cold_hits")
    sheet = own.path / trpg.WEAPONS_FILE
    sheet.write_text(sheet.read_text(encoding="utf-8").replace("great_sword,4,", "great_sword,x,"), encoding="utf-8")
    assert len(validate(own, [trpg.SHEETS])) == 2
    assert validate(own, [trpg.SHEETS, trpg.SHEETS]) == validate(own, [trpg.SHEETS])


def test_the_option_file_says_which_options_a_play_reads() -> None:
    """Its head names them, for the others cannot be set yet."""
    head = (SHIPPED.path / "rules" / f"{GAME}.toml").read_text(encoding="utf-8").partition("\n\n")[0]
    (sentence,) = re.findall(r"The judgement reads ([a-z_, \n#]*)\.", head)
    assert set(re.findall(r"[a-z_]{4,}", sentence)) == set(find(GAME, "judgement").options)
