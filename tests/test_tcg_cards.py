"""The data of Monster Hunter TCG: the sample set, the decks with their rules, random decks and maps."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from sim.cards import DataFolder, copy_data, read_options, sheet_problems
from sim.games.monster_hunter_tcg import sheets
from sim.games.monster_hunter_tcg.decks import Deck, deck_problems, make_deck, random_deck, two_player_problems
from sim.games.monster_hunter_tcg.effects import Ability, Condition, Op, TextKind, Trigger, parse
from sim.games.monster_hunter_tcg.maps import FOLDER
from sim.games.monster_hunter_tcg.vocabulary import CARD_KINDS, ELEMENTS, LINES, Target
from sim.games.monster_hunter_tcg.weights import columns
from sim.rulebook import rulebook_problems
from sim.schema import InputError

GAME = "monster_hunter_tcg"
SHIPPED = DataFolder(Path(__file__).parent.parent / "data", is_shipped=False)
CARDS = sheets.read_cards(SHIPPED)
DECKS = [sheets.find_deck(SHIPPED, path.stem, CARDS, 2, "test") for path in sorted(SHIPPED.path.glob(sheets.DECK_FILES))]
TEXTS = (("ability", None), ("effect", None), ("material_ability", TextKind.MATERIAL))
UNPRINTED = ("card", "number", "name", "name_original", "provenance")


def of_kind(kind: TextKind) -> list[dict[str, Any]]:
    """The shipped cards of one kind."""
    return [card for card in CARDS.values() if card["kind"] == kind]


def abilities_of(card: dict[str, Any]) -> Iterator[tuple[TextKind, Ability]]:
    """All abilities of a card, as a monster and as material, with what they stand on."""
    for column, kind in TEXTS:
        own = card["kind"] if kind is None else kind
        for ability in parse(card.get(column, ""), card["card"], own):
            yield own, ability


# The sample set


def test_shipped_cards_decks_maps_options_and_rulebook_are_in_order() -> None:
    """Nothing is wrong with any sheet, no column is unknown, and rulebook and options say the same."""
    warnings: list[str] = []
    assert sheet_problems(SHIPPED, sheets.SHEETS, warnings) == []
    assert warnings == []
    assert rulebook_problems(SHIPPED, GAME, read_options(SHIPPED, GAME), warnings) == []


def test_the_set_has_171_numbers_and_the_farcaster_is_159() -> None:
    """TCG-S1: every number from 1 to 171 once."""
    assert sorted(card["number"] for card in CARDS.values()) == list(range(1, 172))
    assert CARDS["farcaster"]["number"] == 159
    assert CARDS["farcaster"]["name_original"] == "モドリ玉"


def test_each_kind_of_card_has_its_printed_fields() -> None:
    """TCG-C1, C2, C3, C4 and C5: the columns of each sheet between names and provenance."""
    printed = {
        kind: [column.name for column in sheet.columns if column.name not in UNPRINTED]
        for kind, (_, sheet) in sheets.CARD_SHEETS.items()
    }
    monster = "hr main_target unique weak_element attack hp speed ability material_points material_ability"
    assert printed == {
        TextKind.HUNTER: ["attack", "defence", "move", "speed", "icons", "line", "ability"],
        TextKind.MONSTER: monster.split(),
        TextKind.WEAPON: ["cost", "element", "attack", "move", "speed", "icons", "line", "ability"],
        TextKind.ARMOUR: ["cost", "defence", "armour_line", "ability"],
        TextKind.ITEM: ["icons", "effect"],
    }
    assert all(card["icons"] for card in of_kind(TextKind.ITEM))


def test_stated_values_stand_as_they_are() -> None:
    """Speeds 3, 2 and 2; two main targets; one unique monster; only rows with stated values are marked `seed`."""
    by_original = {card["name_original"]: card for card in CARDS.values()}
    assert by_original["アンドレイヤー"]["speed"] == 3
    assert by_original["水剣ガノトトス"]["speed"] == 2
    assert by_original["ゲネポス"]["speed"] == 2
    assert by_original["イャンクック"]["main_target"] == by_original["リオレイア"]["main_target"] == "yes"
    assert by_original["テオ・テスカトル"]["unique"] == "yes"
    stated = {"アンドレイヤー", "水剣ガノトトス", "ゲネポス", "イャンクック", "リオレイア", "テオ・テスカトル", "モドリ玉"}
    assert {card["name_original"] for card in CARDS.values() if card["provenance"] == "seed"} == stated


def test_no_two_cards_are_equal_in_numbers_and_text() -> None:
    """Apart from number and names some printed thing differs; names differ too."""
    printed = [tuple(str(value) for name, value in card.items() if name not in UNPRINTED) for card in CARDS.values()]
    assert len(set(printed)) == len({card["name"] for card in CARDS.values()}) == 171


def test_every_word_of_the_vocabulary_stands_on_two_cards_at_least() -> None:
    """Triggers, conditions, each element behind `vs`, coin, clauses, kinds behind `recover`, once and targets."""
    used: Counter[object] = Counter()
    for card in CARDS.values():
        words: set[object] = set()
        for kind, ability in abilities_of(card):
            words |= {(kind == TextKind.MATERIAL, ability.trigger), ability.condition, f"coin {ability.coin}"}
            words |= {("vs", ability.value)} if ability.condition == Condition.VS else set()
            for clause in ability.clauses:
                words |= {clause.op, clause.target, f"once {clause.once}"}
                words |= {("recover", clause.amount)} if clause.op == Op.RECOVER else set()
        used.update(words)
    wanted: list[object] = [*Condition, *Op, *Target, "coin True", "once True"]
    wanted += [("vs", number) for number in range(1, len(ELEMENTS) + 1)]
    wanted += [("recover", number) for number in CARD_KINDS.values()]
    wanted += [(False, trigger) for trigger in (Trigger.TURNED_UP, Trigger.ATTACKING, Trigger.SLAIN)]
    wanted += [(True, trigger) for trigger in (Trigger.STATIC, Trigger.SPENT)]
    assert {str(word): used[word] for word in wanted if used[word] < 2} == {}


def test_the_set_is_broad_enough_to_build_decks() -> None:
    """Six HR steps and five elements of monsters, ten lines with three costs at least, hunters of different lines."""
    monsters, weapons, hunters = of_kind(TextKind.MONSTER), of_kind(TextKind.WEAPON), of_kind(TextKind.HUNTER)
    assert {monster["hr"] for monster in monsters} == {1, 2, 3, 4, 5, 6}
    assert {monster["weak_element"] for monster in monsters} == {*ELEMENTS, "none"}
    for line in LINES:
        costs = [weapon["cost"] for weapon in weapons if weapon["line"] == line]
        assert len(costs) >= 4, line
        assert len(set(costs)) >= 3, line
    assert len(hunters) >= 6
    assert len({hunter["line"] for hunter in hunters}) == len(hunters)


def test_the_main_target_icon_is_on_strong_monsters() -> None:
    """The source: only monsters of some strength have it. None below HR 3, all from HR 4 on."""
    for monster in of_kind(TextKind.MONSTER):
        assert monster["main_target"] == "no" or monster["hr"] >= 3, monster["card"]
        assert monster["main_target"] == "yes" or monster["hr"] <= 3, monster["card"]


def test_more_hr_means_more_attack_hp_and_material_on_average() -> None:
    """A monster that gives much is hard to slay and pays its placer well."""
    for column in ("attack", "hp", "material_points"):
        means = []
        for hr in range(1, 7):
            values = [monster[column] for monster in of_kind(TextKind.MONSTER) if monster["hr"] == hr]
            means.append(sum(values) / len(values))
        assert all(low < high for low, high in pairwise(means)), (column, means)


def test_within_a_line_a_dearer_weapon_never_has_less_attack() -> None:
    for line in LINES:
        weapons = [weapon for weapon in of_kind(TextKind.WEAPON) if weapon["line"] == line]
        ordered = sorted(weapons, key=lambda weapon: (weapon["cost"], weapon["attack"]))
        assert all(low["attack"] <= high["attack"] for low, high in pairwise(ordered)), line


def test_the_policies_sheet_has_a_column_for_every_weight() -> None:
    """`policy`, `temperature`, a column a weight, and a note."""
    names = [column.name for column in sheets.POLICIES.columns]
    assert names == ["policy", "temperature", *columns(), "note"]


def test_prices_can_be_paid() -> None:
    """No weapon or armour costs more than two good materials pay, nor less than one point."""
    prices = [card["cost"] for card in [*of_kind(TextKind.WEAPON), *of_kind(TextKind.ARMOUR)]]
    assert 1 <= min(prices) <= max(prices) <= 6


# Reading all cards


@pytest.fixture
def own(tmp_path: Path) -> DataFolder:
    """A copy of the shipped data to spoil."""
    copy_data(tmp_path / "own", SHIPPED)
    return DataFolder(tmp_path / "own", is_shipped=False)


def spoil(data: DataFolder, file: str, old: str, new: str) -> None:
    """Replace one piece of text in a file."""
    path = data.path / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_cards_know_their_kind() -> None:
    assert CARDS["genprey"]["kind"] == TextKind.MONSTER
    assert CARDS["potion"]["kind"] == TextKind.ITEM
    assert Counter(card["kind"] for card in CARDS.values()) == {0: 10, 1: 56, 2: 46, 3: 24, 4: 35}


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (sheets.ITEMS_FILE, "potion,137,", "potion,12,", "items.csv:2 number: 12 stands in monsters.csv:3 already"),
        (sheets.ITEMS_FILE, "potion,137,", "genprey,137,", 'items.csv:2 card: "genprey" stands in monsters.csv:2 already'),
        (sheets.WEAPONS_FILE, "moon_edge,74,", "moon_edge,73,", "weapons.csv:9 number: 73 stands in weapons.csv:8 already"),
    ],
)
def test_names_and_numbers_are_unique_over_all_sheets(own: DataFolder, file: str, old: str, new: str, expected: str) -> None:
    spoil(own, file, f"\n{old}", f"\n{new}")
    assert expected in sheets.card_problems(own)
    with pytest.raises(InputError) as caught:
        sheets.read_cards(own)
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (sheets.HUNTERS_FILE, ",lance,", ",spear,", "hunters.csv:7 line: expected one of great_sword, "),
        (
            sheets.MONSTERS_FILE,
            "リオレイア,5,",
            "リオレイア,7,",
            "monsters.csv:48 hr: expected a whole number from 1 to 6, got ",
        ),
        (sheets.MONSTERS_FILE, "spent: hr +2", "spent: hp +2", 'monsters.csv:55 material_ability: unknown clause "hp"'),
        (
            sheets.ARMOURS_FILE,
            "if unarmed: attack",
            "unarmed: attack",
            'armours.csv:9 ability: unknown "unarmed" before a colon',
        ),
        (sheets.ITEMS_FILE, "tool; potion,camp", "tool; herb,camp", "items.csv:24 icons: expected any of potion, "),
    ],
)
def test_wrong_cells_are_named_with_file_line_and_column(
    own: DataFolder, file: str, old: str, new: str, expected: str
) -> None:
    spoil(own, file, old, new)
    with pytest.raises(InputError) as caught:
        sheets.read_cards(own)
    assert str(caught.value).startswith(expected)


def test_all_checks_belong_to_the_sheets_of_the_game(own: DataFolder) -> None:
    """`huntlab validate` sees what is wrong with numbers, decks and maps."""
    spoil(own, sheets.ITEMS_FILE, "\npotion,137,", "\npotion,138,")
    shutil.copy(own.path / FOLDER / "crossroads.toml", own.path / FOLDER / "broken.toml")
    spoil(own, f"{FOLDER}/broken.toml", "[1, 3], ", "")
    problems = sheet_problems(own, sheets.SHEETS, [])
    assert "items.csv:3 number: 138 stands in items.csv:2 already" in problems
    assert "broken.toml: with 2 seats no roads lead from the camp of seat 1 to area 1 of seat 2" in problems


# Decks


def legal_rows() -> dict[int, dict[str, Any]]:
    """The rows of a legal deck by line: a hunter and ten cards four times."""
    names = ["twin_swallow", *[card["card"] for card in of_kind(TextKind.MONSTER)[:10]]]
    return {line: {"card": name, "count": 1 if line == 2 else 4} for line, name in enumerate(names, start=2)}


def test_tcg_s1_forty_cards_and_a_hunter_are_a_legal_deck() -> None:
    """Slots hold copies side by side, in the order of the file."""
    assert deck_problems(legal_rows(), CARDS, "own.csv") == []
    deck = make_deck("own", legal_rows(), CARDS, "own.csv")
    assert deck.hunter == "twin_swallow"
    assert len(deck.slots) == 40
    assert deck.slots[:5] == ("genprey", "genprey", "genprey", "genprey", "meadow_grazer")


@pytest.mark.parametrize(
    ("line", "row", "expected"),
    [
        (2, None, ["own.csv: no hunter; a deck has exactly one (TCG-S1)"]),
        (2, ("twin_swallow", 2), ["own.csv: more than one hunter (2 twin_swallow); a deck has exactly one (TCG-S1)"]),
        (
            13,
            ("gate_warden", 1),
            ["own.csv: more than one hunter (1 twin_swallow, 1 gate_warden); a deck has exactly one (TCG-S1)"],
        ),
        (12, None, ["own.csv: 36 cards without the hunter; a deck has exactly 40 (TCG-S1)"]),
        (13, ("potion", 1), ["own.csv: 41 cards without the hunter; a deck has exactly 40 (TCG-S1)"]),
        (3, ("genprey", 5), [
            "own.csv: 41 cards without the hunter; a deck has exactly 40 (TCG-S1)",
            "own.csv: 5 copies of genprey (No. 11); at most 4 of one number (TCG-S1)",
        ]),
        (5, ("moon_hopper", 4), ['own.csv:5 card: no card named "moon_hopper"; did you mean mud_hopper?']),
    ],
)  # fmt: skip
def test_tcg_s1_every_broken_rule_of_a_deck_is_named(line: int, row: tuple[str, int] | None, expected: list[str]) -> None:
    """One line a rule: hunter, forty cards, four copies, known cards."""
    rows = legal_rows()
    rows.pop(line, None)
    if row:
        rows[line] = {"card": row[0], "count": row[1]}
    assert deck_problems(rows, CARDS, "own.csv") == expected
    with pytest.raises(InputError) as caught:
        make_deck("own", rows, CARDS, "own.csv")
    assert str(caught.value) == expected[0]


def test_tcg_s1_copies_are_counted_by_number() -> None:
    """Equal names under different numbers are different cards; two rows of one number add up."""
    twins = {
        "hunter": {**CARDS["twin_swallow"], "card": "hunter"},
        "a": {**CARDS["genprey"], "card": "a", "number": 11, "name": "Genprey"},
        "b": {**CARDS["genprey"], "card": "b", "number": 12, "name": "Genprey"},
        "c": {**CARDS["genprey"], "card": "c", "number": 12, "name": "Genprey"},
    }
    rows = {2: {"card": "hunter", "count": 1}, 3: {"card": "a", "count": 4}, 4: {"card": "b", "count": 4}}
    assert not [problem for problem in deck_problems(rows, twins, "own.csv") if "copies" in problem]
    rows[5] = {"card": "c", "count": 1}
    copies = [problem for problem in deck_problems(rows, twins, "own.csv") if "copies" in problem]
    assert copies == ["own.csv: 5 copies of c (No. 12); at most 4 of one number (TCG-S1)"]


def test_tcg_s1_the_farcaster_is_banned_for_two_players() -> None:
    """No. 159 is named once, however many copies there are; other decks are fine."""
    deck = Deck("own", "twin_swallow", ("farcaster", "farcaster", *["genprey"] * 38))
    expected = "cell x: own has farcaster (No. 159), banned for two players (TCG-S1)"
    assert two_player_problems(deck, CARDS, "cell x") == [expected]
    for starter in DECKS:
        assert two_player_problems(starter, CARDS, "cell x") == []


def test_the_starter_decks_differ_in_at_least_half_of_their_cards() -> None:
    """Four decks with hunters of different lines; no two share more than 20 of 40 cards."""
    assert len(DECKS) == 4
    assert len({CARDS[deck.hunter]["line"] for deck in DECKS}) == 4
    for one, other in combinations(DECKS, 2):
        assert (Counter(one.slots) & Counter(other.slots)).total() <= 20, (one.name, other.name)


def test_the_starter_decks_are_built_around_the_line_of_their_hunter() -> None:
    """16 to 20 monsters, 8 to 10 weapons (most of the hunter's line), 5 to 7 armours, 6 to 9 items that its icons allow."""
    limits = {TextKind.MONSTER: (16, 20), TextKind.WEAPON: (8, 10), TextKind.ARMOUR: (5, 7), TextKind.ITEM: (6, 9)}
    for deck in DECKS:
        kinds = Counter(CARDS[name]["kind"] for name in deck.slots)
        for kind, (low, high) in limits.items():
            assert low <= kinds[kind] <= high, (deck.name, kind)
        hunter = CARDS[deck.hunter]
        weapons = [CARDS[name] for name in deck.slots if CARDS[name]["kind"] == TextKind.WEAPON]
        assert sum(weapon["line"] == hunter["line"] for weapon in weapons) > len(weapons) // 2
        for name in deck.slots:
            assert CARDS[name]["kind"] != TextKind.ITEM or set(CARDS[name]["icons"]) & set(hunter["icons"]), (
                deck.name,
                name,
            )


def test_an_unknown_deck_is_refused_with_the_names_of_those_known() -> None:
    with pytest.raises(InputError) as caught:
        sheets.find_deck(SHIPPED, "iron_gates", CARDS, 4, "cell x deck")
    assert str(caught.value) == (
        'cell x deck: no deck named "iron_gates"; did you mean iron_gate? '
        "(known: iron_gate, marsh_tricks, mountain_patience, swallow_dance, random_0, random_1, ...)"
    )


def test_a_broken_deck_file_is_refused(own: DataFolder) -> None:
    """A rule of decks, and a cell of the sheet; both are found by the check of all decks, or by that of the sheets."""
    spoil(own, "decks/monster_hunter_tcg/iron_gate.csv", "black_tide,1", "black_tide,2")
    expected = "iron_gate.csv: 41 cards without the hunter; a deck has exactly 40 (TCG-S1)"
    assert sheets.all_deck_problems(own) == [expected]
    with pytest.raises(InputError, match=r"^iron_gate\.csv: 41 cards"):
        sheets.find_deck(own, "iron_gate", CARDS, 4, "test")
    spoil(own, "decks/monster_hunter_tcg/iron_gate.csv", "black_tide,2", "black_tide,none")
    with pytest.raises(InputError, match=r"^iron_gate\.csv:13 count: expected a whole number from 1 to 40"):
        sheets.find_deck(own, "iron_gate", CARDS, 4, "test")


# Random decks


def as_rows(deck: Deck) -> dict[int, dict[str, Any]]:
    """A deck as the rows of a file."""
    counts = {deck.hunter: 1, **Counter(deck.slots)}
    return {line: {"card": name, "count": count} for line, (name, count) in enumerate(counts.items(), start=2)}


@pytest.mark.parametrize("n_seats", [2, 4])
def test_tcg_s1_random_decks_are_legal(n_seats: int) -> None:
    """A hundred seeds: forty cards, four copies at most, and with two seats no card that is banned."""
    for seed in range(100):
        deck = random_deck(seed, CARDS, n_seats)
        assert deck_problems(as_rows(deck), CARDS, deck.name) == []
        if n_seats == 2:
            assert two_player_problems(deck, CARDS, deck.name) == []


def test_a_random_deck_depends_on_its_seed_alone() -> None:
    """The same deck twice, another one for another seed; a card that is not in it changes nothing."""
    deck = random_deck(7, CARDS)
    assert deck == random_deck(7, dict(reversed(CARDS.items()))) == sheets.find_deck(SHIPPED, "random_7", CARDS, 4, "test")
    assert deck.name == "random_7"
    assert random_deck(8, CARDS).slots != deck.slots
    used = {deck.hunter, *deck.slots}
    fewer = {name: card for name, card in CARDS.items() if name in used or card["kind"] != TextKind.ARMOUR}
    assert random_deck(7, fewer) == deck


def test_a_random_deck_suits_its_hunter() -> None:
    """6 to 8 weapons of the hunter's line and 2 others, 5 to 7 armours, 6 to 9 items that hunter or weapons can use."""
    for seed in range(50):
        deck = random_deck(seed, CARDS)
        cards = [CARDS[name] for name in deck.slots]
        hunter = CARDS[deck.hunter]
        weapons = [card for card in cards if card["kind"] == TextKind.WEAPON]
        assert 6 <= sum(weapon["line"] == hunter["line"] for weapon in weapons) == len(weapons) - 2 <= 8
        icons = {icon for card in (hunter, *weapons) for icon in card["icons"]}
        items = [card for card in cards if card["kind"] == TextKind.ITEM]
        assert 6 <= len(items) <= 9
        assert all(icons & set(item["icons"]) for item in items)
        assert 5 <= sum(card["kind"] == TextKind.ARMOUR for card in cards) <= 7


def test_every_card_is_in_a_starter_deck_or_one_of_24_random_decks() -> None:
    """So that a study of these decks plays all of the set."""
    decks = [*DECKS, *(random_deck(seed, CARDS) for seed in range(24))]
    assert {name for deck in decks for name in (deck.hunter, *deck.slots)} == set(CARDS)


def test_random_decks_of_too_few_cards_are_refused() -> None:
    few = {name: CARDS[name] for name in ("twin_swallow", "genprey", "bone_twins")}
    with pytest.raises(InputError, match=r"^a random deck needs 40 cards, and the sheets allow only 8$"):
        random_deck(0, few)
    with pytest.raises(InputError, match=r"^a random deck needs a hunter, and the sheets have none$"):
        random_deck(0, {"genprey": CARDS["genprey"]})
