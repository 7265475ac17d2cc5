"""Scenario files: what they stand for, and how they are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.cards import DataFolder, copy_data, find_data
from sim.scenario import Scenario, read_scenario
from sim.schema import InputError

HEAD = 'game = "monster_hunter_trpg"\nplay = "judgement"\ngames = 10\n'
CELL = '[[cell]]\nname = "a"\nparty = "lone_hunter"\nmonster = "reed_stalker"\n'


def read(folder: Path, text: str, games: int | None = None, seed: int | None = None) -> Scenario:
    """The scenario of a file with this text."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return read_scenario(str(path), find_data(), games, seed)


def test_a_scenario_has_the_name_of_its_file_and_defaults(tmp_path: Path) -> None:
    """Seed 1, four jokers, a monster without own cards, turns of whole decks."""
    scenario = read(tmp_path, HEAD + CELL)
    assert (scenario.name, scenario.seed, scenario.games_per_cell) == ("mine", 1, 10)
    assert (scenario.options["jokers"], scenario.options["monster_hand_cards"]) == (4, 0)
    assert scenario.cells[0].parameters["turns"] == "deck"


def test_games_are_split_over_the_cells_in_whole_games(tmp_path: Path) -> None:
    """10 games over 3 cells are 4 each; the command line's number takes the place of the file's."""
    text = HEAD + CELL + "[cell.sweep]\njokers = [0, 2, 4]\n"
    assert read(tmp_path, text).games_per_cell == 4
    scenario = read(tmp_path, text, games=31, seed=8)
    assert (scenario.games_per_cell, scenario.seed) == (11, 8)


def test_a_sweep_makes_a_cell_for_each_combination_on_common_deals(tmp_path: Path) -> None:
    """Two lists of two values: four cells, named by their values, all with the deals of the cell."""
    scenario = read(tmp_path, HEAD + CELL + '[cell.sweep]\njokers = [0, 4]\nterrain = [[], ["cold", "glare"]]\n')
    assert [cell.name for cell in scenario.cells] == [
        "a, jokers 0, terrain none",
        "a, jokers 0, terrain cold+glare",
        "a, jokers 4, terrain none",
        "a, jokers 4, terrain cold+glare",
    ]
    assert {cell.deal for cell in scenario.cells} == {"a"}
    settings = [(cell.arrays.rules.jokers, cell.arrays.rules.cold, cell.arrays.rules.glare) for cell in scenario.cells]
    assert settings == [(0, 0, 0), (0, 1, 1), (4, 0, 0), (4, 1, 1)]


def test_options_hold_for_the_scenario_or_for_one_cell(tmp_path: Path) -> None:
    """The cell's own option wins over the scenario's, and that over the default."""
    options = "[options]\njokers = 2\nmonster_hand_cards = 3\n"
    other = CELL.replace('"a"', '"b"') + "[cell.options]\njokers = 0\n"
    scenario = read(tmp_path, HEAD + options + CELL + other)
    found = [(cell.arrays.rules.jokers, cell.arrays.monster.hand_cards) for cell in scenario.cells]
    assert found == [(2, 3), (0, 3)]


def test_what_the_cell_says_for_all_hunters_replaces_the_sheet(tmp_path: Path) -> None:
    """Base hand, extra cards, exchange, modifiers and weapon of both veterans."""
    text = HEAD + CELL.replace("lone_hunter", "two_veterans")
    text += 'base_hand = 1\nextra_cards = 0\nexchange = "no"\nclass_modifiers = [2, -1]\nweapon = "lance_3"\n'
    setting = read(tmp_path, text).cells[0].arrays
    for hunter in setting.hunters[: setting.n_hunters]:
        assert (hunter.base_hand, hunter.extra_cards, hunter.exchange) == (1, 0, 0)
        assert hunter.modifiers[: hunter.n_modifiers].tolist() == [2, -1]
    assert read(tmp_path, text).cells[0].parameters["hunter 2 kind"] == "lance"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD, "mine.toml: a scenario needs at least one"),
        (HEAD + "[[cell]]\n", "mine.toml cell 1 name: expected some text, got None"),
        (HEAD + CELL + "jokes = 2\n", 'mine.toml cell 1: unknown key "jokes"'),
        (HEAD + "sede = 4\n" + CELL, 'mine.toml: unknown key "sede"; did you mean seed?'),
        (HEAD + CELL + 'turns = "decks"\n', 'mine.toml cell 1 turns: expected one of deck, hands, got "decks"'),
        (HEAD + CELL + "packs = 2.5\n", "mine.toml cell 1 packs: expected a whole number from 1 to 8, got 2.5"),
        (HEAD + CELL + "packs = true\n", "mine.toml cell 1 packs: expected a whole number from 1 to 8, got True"),
        (HEAD.replace("10", "-10") + CELL, "mine.toml games: expected a whole number from 1 to"),
        (HEAD.replace("monster_hunter_trpg", "chess") + CELL, 'mine.toml game: unknown game "chess" (known: monster'),
        (HEAD.replace("judgement", "judgment") + CELL, 'no play "judgment"; did you mean judgement?'),
        (HEAD + CELL.replace("reed", "red"), 'cell 1 monster: no monster named "red_stalker" in monsters; did you mean'),
        (HEAD + CELL.replace("lone", "lonely"), 'cell 1 party: no party named "lonely_hunter"'),
        (HEAD + CELL + 'policy = "brave"\n', 'cell 1 policy of hero: no policy named "brave" in policies'),
        (HEAD + CELL + 'weapon = "spoon_1"\n', 'cell 1 weapon of hero: no weapon named "spoon_1"'),
        (HEAD + CELL + "[cell.sweep]\njokers = 4\n", "mine.toml cell 1 sweep.jokers: expected a list of values, got 4"),
        (HEAD + CELL + "[cell.sweep]\njokers = [3]\n", "jokers: expected one of 4, 0, 2, got 3"),
        (HEAD + "[options]\njoker = 4\n" + CELL, 'unknown option "joker"; did you mean jokers?'),
        (HEAD + CELL + CELL, 'mine.toml: two cells are named "a"'),
        (
            HEAD + CELL + "class_modifiers = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n",
            "class_modifiers: expected at most 8 whole numbers",
        ),
        (HEAD + CELL + "base_hand = 4\n", "base_hand: expected a whole number from 0 to 3, got 4"),
        (HEAD + CELL + 'terrain = ["hot"]\n', "terrain: expected any of cold, glare"),
        (HEAD + CELL + 'terrain = "cold"\n', 'each once, as a list, got "cold"'),
        (HEAD + CELL + 'terrain = ["cold", "cold"]\n', "each once, as a list"),
        (HEAD + CELL + "options = 3\n", "mine.toml cell 1 options: expected a table of settings, got 3"),
        ("game = \n", "mine.toml"),
    ],
)
def test_bad_scenarios_are_refused_with_one_line(tmp_path: Path, text: str, message: str) -> None:
    """The line names the file, the place, the value and what is allowed."""
    with pytest.raises(InputError) as error:
        read(tmp_path, text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_turn_must_fit_into_the_deck(tmp_path: Path) -> None:
    """Four gunners with 12 bullets each and a hand of 3 need 5 + 4 x 15 = 65 of 52 cards."""
    data = tmp_path / "data"
    copy_data(data)
    weapons = data / "cards" / "monster_hunter_trpg" / "weapons.csv"
    weapons.write_text(
        weapons.read_text(encoding="utf-8").replace("heavy_bowgun,6,1,6", "heavy_bowgun,6,3,12"), encoding="utf-8"
    )
    path = tmp_path / "mine.toml"
    text = (
        HEAD
        + CELL.replace("lone_hunter", "four_hunters")
        + 'packs = 1\nweapon = "heavy_bowgun_6"\n[cell.options]\njokers = 0\n'
    )
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="a turn needs 65 cards, the deck has 52"):
        read_scenario(str(path), DataFolder(data, is_shipped=False))


def test_an_unknown_scenario_lists_the_known_ones() -> None:
    """A name without a file."""
    with pytest.raises(InputError, match=r'no scenario named "nonsense" \(known: .*judgement_quick'):
        read_scenario("nonsense", find_data())
