"""Scenario files: what they stand for, and how they are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.cards import DataFolder, copy_data, find_data, read_options, read_toml
from sim.games import PLAYS, find
from sim.scenario import Scenario, check_scenario, count_cells, read_scenario
from sim.schema import InputError

HEAD = 'game = "monster_hunter_trpg"\nplay = "judgement"\ngames = 10\n'
BRACKETS = "write [[cell]], with two brackets, above each cell"
CELL = '[[cell]]\nname = "a"\nparty = "lone_hunter"\nmonster = "reed_stalker"\n'
HUNT_HEAD = 'game = "monster_hunter_tcg"\nplay = "hunt"\ngames = 4\n'
HUNT_CELL = '[[cell]]\nname = "two"\ndecks = ["iron_gate", "marsh_tricks"]\n'


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
        (HEAD + "[[cell]]\n", "mine.toml cell 1: the key name is missing (some text)"),
        (
            HEAD + CELL + "terrian = 2\n",
            'cell 1: unknown key "terrian"; did you mean terrain? (allowed: name, options, sweep, party',
        ),
        (
            HEAD + CELL + "jokers = 2\n",
            "cell 1: jokers is a rule option; it stands in [cell.options], [options] or a sweep: sweep.j",
        ),
        (HEAD + CELL + "[cell.sweep]\njokes = [2]\n", 'mine.toml cell 1 sweep: unknown key "jokes"; did you mean jokers?'),
        (HEAD + CELL + "[cell.sweep]\nname = ['a', 'b']\n", 'mine.toml cell 1 sweep: unknown key "name"'),
        (HEAD + "sede = 4\n" + CELL, 'mine.toml: unknown key "sede"; did you mean seed?'),
        (HEAD + CELL + 'turns = "decks"\n', 'mine.toml cell 1 turns: expected one of deck, hands, got "decks"'),
        (HEAD + CELL + "packs = 2.5\n", "mine.toml cell 1 packs: expected a whole number from 1 to 8, got 2.5"),
        (HEAD + CELL + "packs = true\n", "mine.toml cell 1 packs: expected a whole number from 1 to 8, got true"),
        (HEAD.replace("10", "-10") + CELL, "mine.toml games: expected a whole number from 1 to"),
        (HEAD.replace("monster_hunter_trpg", "chess") + CELL, 'mine.toml game: unknown game "chess" (known: monster'),
        (HEAD.replace("judgement", "judgment") + CELL, 'no play "judgment"; did you mean judgement?'),
        (HEAD + CELL.replace("reed", "red"), 'cell 1 monster: no monster named "red_stalker" in monsters; did you mean'),
        (HEAD + CELL.replace("lone", "lonely"), 'cell 1 party: no party named "lonely_hunter"'),
        (HEAD + CELL + 'policy = "brave"\n', 'cell 1 policy: no policy named "brave" in policies'),
        (HEAD + CELL + 'weapon = "spoon_1"\n', 'cell 1 weapon: no weapon named "spoon_1"'),
        (HEAD + CELL + "[cell.sweep]\njokers = 4\n", "mine.toml cell 1 sweep.jokers: expected a list of values, got 4"),
        (HEAD + CELL + "[cell.sweep]\njokers = [3]\n", "jokers: expected one of 4, 0, 2, got 3"),
        (HEAD + "[options]\njoker = 4\n" + CELL, 'unknown option "joker"; did you mean jokers?'),
        (HEAD + CELL + CELL, 'mine.toml: two cells are named "a"'),
        (
            HEAD + CELL + "class_modifiers = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n",
            "class_modifiers: expected a list of at most 8 whole numbers from -10 to 10, got [1, 2, 3, 4, 5, 6, 7, 8, 9]",
        ),
        (HEAD + CELL + "base_hand = 4\n", "base_hand: expected a whole number from 0 to 3, got 4"),
        (HEAD + CELL + 'terrain = ["hot"]\n', 'terrain: expected a list with any of cold, glare, each once, got ["hot"]'),
        (HEAD + CELL + 'terrain = "cold"\n', 'terrain: expected a list with any of cold, glare, each once, got "cold"'),
        (HEAD + CELL + 'terrain = ["cold", "cold"]\n', 'each once, got ["cold", "cold"]'),
        (HEAD + CELL + "options = 3\n", "mine.toml cell 1 options: expected a table of settings, got 3"),
        (HEAD + CELL.replace('"a"', '" "'), 'mine.toml cell 1 name: expected some text, got " "'),
        (HEAD + CELL.replace('"a"', '["a"]'), 'mine.toml cell 1 name: expected some text, got ["a"]'),
        (HEAD + CELL.replace('"a"', '"a\\nb"'), "mine.toml cell 1 name: holds a line break; take it out"),
        (HEAD + CELL.replace('"a"', '"a\\u001b[2J"'), "cell 1 name: holds the invisible character U+001B; take it out"),
        (HEAD + CELL.replace('"a"', f'"{"a" * 201}"'), "name: at most 200 letters, got 201"),
        ('title = "a\\u2028b"\n' + HEAD + CELL, "mine.toml title: holds a line break; take it out"),
        (HEAD + CELL.replace('party = "lone_hunter"', "sweep.party = ['a\\nb']"), 'party: no party named "a'),
        ("cell = [1]\n" + HEAD, "mine.toml: a scenario needs at least one [[cell]]"),
        (HEAD + CELL.replace("[[cell]]", "[cell]"), f"mine.toml: [cell] stands for one table; {BRACKETS}"),
        (HEAD + "[cell.options]\njokers = 2\n", f"mine.toml: [cell] stands for one table; {BRACKETS}"),
        (HEAD + CELL + "[cell]\n", f"mine.toml:8:6: Cannot declare ('cell',) twice; {BRACKETS}"),
        (
            HEAD + CELL + "[cell.options]\njokers = 2\n[cell.sweep]\njokers = [0, 4]\n",
            "mine.toml cell 1: jokers stands in [cell.options] and in [cell.sweep]; keep one of them",
        ),
        (
            HEAD + CELL + "packs = 2\nsweep.packs = [1, 2]\n",
            "mine.toml cell 1: packs stands in [[cell]] and in [cell.sweep]; keep one of them",
        ),
        (HEAD + "options = 2024-02-03\n" + CELL, "mine.toml options: expected a table of settings, got 2024-02-03"),
        (HEAD.replace("10", "nan") + CELL, "mine.toml games: expected a whole number from 1 to 1000000000000, got nan"),
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


# Options that a play does not read


def test_an_option_that_the_play_does_not_read_is_refused(tmp_path: Path) -> None:
    """Setting it would change nothing: the failures of a hunt mean nothing to a judgement. Set, per cell, or swept."""
    reads = "(it reads modifier_order, cold_hits, deck_end, jokers, monster_hand_cards)"
    refused = f"judgement does not read the option failures {reads}"
    for text, where in (
        (HEAD + "[options]\nfailures = 3\n" + CELL, "options"),
        (HEAD + CELL + "options = { failures = 3 }\n", "cell 1 options"),
        (HEAD + CELL + "sweep.failures = [1, 2]\n", "cell 1 sweep"),
    ):
        with pytest.raises(InputError) as error:
            read(tmp_path, text)
        assert str(error.value) == f"mine.toml {where}: {refused}"


def test_a_scenario_keeps_only_the_options_that_its_play_reads(tmp_path: Path) -> None:
    """What run.json says of the options is what decided the results."""
    assert set(read(tmp_path, HEAD + CELL).options) == set(find("monster_hunter_trpg", "judgement").options)


PLAIN_CELLS = {"judgement": (HEAD, CELL), "hunt": (HUNT_HEAD, HUNT_CELL)}
"""Play -> head and cell of a scenario in which each option counts."""


def test_each_play_has_a_cell_here() -> None:
    """A new play gets one."""
    assert set(PLAIN_CELLS) == {play for plays in PLAYS.values() for play in plays}


def kernel_bytes(path: Path, text: str) -> bytes:
    """What the kernel reads of the only cell."""
    arrays = read(path, text).cells[0].arrays
    return bytes(getattr(arrays, "setting", arrays).tobytes())


@pytest.mark.parametrize(("game", "play"), [(game, play) for game, plays in PLAYS.items() for play in plays])
def test_every_option_of_a_play_is_read(tmp_path: Path, game: str, play: str) -> None:
    """Each other value of each option that a play names changes what its kernel reads."""
    options = read_options(find_data(), game)
    head, cell = PLAIN_CELLS[play]
    default = kernel_bytes(tmp_path, head + cell)
    for name in find(game, play).options:
        for value in options[name].allowed:
            spelled = f'"{value}"' if isinstance(value, str) else str(value).lower()
            changed = kernel_bytes(tmp_path, f"{head}[options]\n{name} = {spelled}\n{cell}")
            assert (changed != default) == (value != options[name].default), (name, value)


def own_data(folder: Path, old: str, new: str) -> DataFolder:
    """A copy of the data whose option file was changed."""
    copy_data(folder / "data")
    file = folder / "data" / "rules" / "monster_hunter_trpg.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return DataFolder(folder / "data", is_shipped=False)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "[jokers]",
            "[jesters]",
            "monster_hunter_trpg.toml: the option jokers is missing; expected a table [jokers] with ",
        ),
        (
            "default = 4\nallowed = [4,",
            "default = 500\nallowed = [500, 4,",
            "cell 1 options jokers: expected a whole number from 0 to 16, got 500",
        ),
        (
            '"sum_then_clamp"\nallowed = ["sum_then_clamp"',
            '"never"\nallowed = ["never"',
            'cell 1 options modifier_order: expected one of sum_then_clamp, one_by_one, got "never"',
        ),
    ],
)
def test_an_option_file_that_the_play_cannot_use_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    """A missing option, and values that the file allows but no kernel knows: 500 jokers fit into no deck."""
    data = own_data(tmp_path, old, new)
    with pytest.raises(InputError) as error:
        read_scenario("judgement_quick", data)
    assert str(error.value).removeprefix("judgement_quick.toml ").startswith(message)


# Sweeps


def test_a_sweep_of_too_many_cells_is_refused_before_it_is_expanded(tmp_path: Path) -> None:
    """2,000 x 2,000 x 2,000 combinations would fill the memory; the product alone is worked out."""
    values = list(range(2_000))
    text = f"[cell.sweep]\ndamage_modifier = {values}\narmour = {values}\npacks = {values}\n"
    with pytest.raises(InputError) as error:
        read(tmp_path, HEAD + CELL + text)
    assert str(error.value) == "mine.toml: at most 100,000 cells, got 8,000,000,000"


PATTERNS = [
    ('"all"', ["small", "large", "tiny"]),
    ('["all"]', ["small", "large", "tiny"]),
    ('"*"', ["small", "large", "tiny"]),
    ('"*l"', ["small"]),
    ('["t*", "*l*"]', ["tiny", "small", "large"]),
    ('["large", "*"]', ["large", "small", "tiny"]),
    ('["?iny", "small"]', ["tiny", "small"]),
]


@pytest.mark.parametrize(("pattern", "expected"), PATTERNS)
def test_a_pattern_stands_for_the_names_of_the_sheet_in_its_order(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    """The sheet has small, large and tiny; what stands before a pattern is not repeated by it."""
    data = DataFolder(copy_data(tmp_path / "data"), is_shipped=False)
    monsters = data.path / "cards" / "monster_hunter_trpg" / "monsters.csv"
    head = monsters.read_text(encoding="utf-8-sig").splitlines()[0]
    rows = [f"{name},X,,small,9,0,0,,,,invented" for name in ("small", "large", "tiny")]
    monsters.write_text("\n".join([head, *rows]), encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + CELL.replace('monster = "reed_stalker"\n', "") + f"sweep.monster = {pattern}\n", encoding="utf-8")
    cells = read_scenario(str(path), data).cells
    assert [cell.parameters["monster"] for cell in cells] == expected
    assert [cell.name for cell in cells] == [f"a, monster {name}" for name in expected]
    assert {cell.deal for cell in cells} == {"a"}
    assert count_cells(read_toml(path), data, "mine.toml") == len(expected)


def test_a_row_more_in_the_sheet_is_a_cell_more_and_moves_no_other_deals(tmp_path: Path) -> None:
    """A weapon that a designer adds is swept at once; the others keep their name, deal and numbers."""
    data = DataFolder(copy_data(tmp_path / "data"), is_shipped=False)
    before = {cell.name: cell for cell in read_scenario("judgement_rarity", data).cells}
    sheet = data.path / "cards" / "monster_hunter_trpg" / "weapons.csv"
    lines = sheet.read_text(encoding="utf-8").splitlines()
    lines.insert(1, lines[1].replace("great_sword_1,", "paper_sword,"))
    sheet.write_text("\n".join(lines), encoding="utf-8")
    after = {cell.name: cell for cell in read_scenario("judgement_rarity", data).cells}
    assert after.keys() - before.keys() == {
        f"weapon, monster {monster}, weapon paper_sword" for monster in ("star_eater", "mire_lord", "lantern_newt")
    }
    assert all(after[name] == cell and after[name].arrays == cell.arrays for name, cell in before.items())


def test_parties_are_swept_by_the_names_of_their_files(tmp_path: Path) -> None:
    """The six shipped parties, and those that end in `_hunters` or `_hunter`."""
    text = HEAD + CELL.replace('party = "lone_hunter"\n', "")
    assert len(read(tmp_path, text + 'sweep.party = "all"\n').cells) == 6
    cells = read(tmp_path, text + 'sweep.party = ["*_hunter*"]\n').cells
    assert [cell.parameters["party"] for cell in cells] == ["four_hunters", "lone_hunter"]


@pytest.mark.parametrize(
    ("sweep", "message"),
    [
        ('weapon = "lanse_*"', 'cell 1 sweep.weapon: nothing is named like "lanse_*"; did you mean lance_'),
        ('weapon = "bow_1"', 'cell 1 sweep.weapon: expected a list of values, got "bow_1"'),
        ('jokers = "all"', 'cell 1 sweep.jokers: expected a list of values, got "all"'),
        ('weapon = ["bow_*", "bow_1"]', 'two cells are named "a, weapon bow_1"'),
        ("weapon = []", "cell 1 sweep.weapon: expected a list of values, got []"),
        ('"weap\\non" = [1]', 'cell 1 sweep: unknown key "weap\\non"; did you mean weapon?'),
        ("weapon = [[1]]", "weapon: expected a name of small letters, digits and _ that starts with a letter, got [1]"),
    ],
)
def test_a_wrong_sweep_is_refused(tmp_path: Path, sweep: str, message: str) -> None:
    """Patterns that match nothing, words where a list is expected, a name twice, unknown keys."""
    with pytest.raises(InputError) as error:
        read(tmp_path, f"{HEAD}{CELL}[cell.sweep]\n{sweep}\n")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


# Names of scenarios and of their files


def test_an_unknown_scenario_lists_the_known_ones() -> None:
    """A name without a file; a near miss is pointed out."""
    with pytest.raises(InputError, match=r'no scenario named "nonsense" \(known: .*judgement_quick'):
        read_scenario("nonsense", find_data())
    with pytest.raises(InputError, match=r'named "judgement_quik"; did you mean judgement_quick\?'):
        read_scenario("judgement_quik", find_data())


def test_a_path_that_is_no_scenario_file_says_what_one_is(tmp_path: Path) -> None:
    """A file of another kind, a folder, a path to nothing, and a name that is too long for any file."""
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    for path in (tmp_path / "notes.txt", tmp_path, tmp_path / "nowhere" / "x"):
        with pytest.raises(InputError) as error:
            read_scenario(str(path), find_data())
        assert str(error.value) == f"{path}: no scenario; the file of a scenario ends in .toml"
    with pytest.raises(InputError, match=r'^no scenario named "xxxx'):
        read_scenario("x" * 5_000, find_data())
    with pytest.raises(InputError, match="cannot be read"):
        read_scenario("x" * 5_000 + ".toml", find_data())


def test_a_data_folder_without_scenarios_says_so(tmp_path: Path) -> None:
    """Not `known: none` for a folder that has some."""
    with pytest.raises(
        InputError, match=r'^no scenario named "a" \(none in .*scenarios; or name a file that ends in .toml\)$'
    ):
        read_scenario("a", DataFolder(tmp_path, is_shipped=False))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("two\nlines.toml", "two\\nlines.toml: the file's name: holds a line break; take it out"),
        ("...toml", "...toml: the name of a scenario starts with neither . nor -; rename the file"),
        ("-x.toml", "-x.toml: the name of a scenario starts with neither . nor -; rename the file"),
    ],
)
def test_a_file_name_that_makes_no_good_name_is_refused(tmp_path: Path, name: str, message: str) -> None:
    """The scenario and the folder of its run are called after the file."""
    (tmp_path / name).write_text(HEAD + CELL, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_scenario(str(tmp_path / name), find_data())
    assert str(error.value) == message


def test_a_sweep_outside_of_a_cell_is_told_where_it_belongs() -> None:
    """Its keys would otherwise be taken for misspelled ones of the head."""
    with pytest.raises(
        InputError, match=r"^x\.toml: sweep belongs to a cell; write \[cell\.sweep\] below its \[\[cell\]\]$"
    ):
        check_scenario("x", {"sweep": {"jokers": [0]}}, find_data(), "x.toml")
