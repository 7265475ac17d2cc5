"""The sheets that designers write for Monster Hunter TCG: which files there are and what their columns mean.

Plain Python: readers of the data need no kernels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from sim.cards import DataFolder, GameSheets, examine, find_files, read_sheet
from sim.data_folder import shown_name
from sim.game import closest, shown
from sim.games.monster_hunter_tcg.decks import Deck, deck_problems, make_deck, random_deck
from sim.games.monster_hunter_tcg.effects import TextKind, parse
from sim.games.monster_hunter_tcg.maps import map_problems
from sim.games.monster_hunter_tcg.vocabulary import ELEMENT_NUMBERS, ICONS, LINES
from sim.games.monster_hunter_tcg.weights import columns
from sim.schema import CardText, Column, Identifier, InputError, Sheet, Text, Whole, Words

ARMOUR_LINES = ("hide", "bone", "metal", "scale", "dragon")

NUMBER_LIMIT = 999
CARD = Column("card", Identifier(), "Short name; decks and scenarios use it.")
NUMBER = Column("number", Whole(1, NUMBER_LIMIT), "Printed number, unique over all kinds of cards.", rule="TCG-S1")
NAME = Column("name", Text(empty=False), "Name in English.")
NAME_ORIGINAL = Column("name_original", Text(), "Name in the language of the game, Japanese.", default="")
PROVENANCE = Column(
    "provenance",
    Words(("seed", "fact", "invented")),
    "Where the row comes from: the source of the game states its name and at least one value, another public page does, "
    "or this project invented it.",
)
WEIGHT = Whole(-1_000_000, 1_000_000)


def points(name: str, high: int, meaning: str, unit: str, rule: str, low: int = 0) -> Column:
    """A printed number."""
    return Column(name, Whole(low, high), meaning, unit, rule)


def text(name: str, kind: TextKind, meaning: str, rule: str) -> Column:
    """A card text; its words are checked when the sheet is read."""
    return Column(name, CardText(partial(parse, kind=kind)), meaning, rule=rule, default="")


def icons(meaning: str, rule: str) -> Column:
    """Item icons."""
    return Column("icons", Words(ICONS, many=True), meaning, rule=rule, default="")


HUNTERS = Sheet(
    "hunters",
    "Hunters: the card that a seat plays with, outside the deck.",
    "card",
    (
        CARD,
        NUMBER,
        NAME,
        NAME_ORIGINAL,
        points("attack", 20, "Attack without a weapon.", "points", "TCG-H4"),
        points("defence", 20, "Defence without an armour.", "points", "TCG-H7"),
        points("move", 8, "Roads in one move without a weapon.", "areas", "TCG-M1"),
        points("speed", 20, "Speed without a weapon.", "points", "TCG-H1"),
        icons("Items that can be used without a weapon.", "TCG-H10"),
        Column("line", Words(LINES), "Weapon line without a weapon.", rule="TCG-H8"),
        text("ability", TextKind.HUNTER, "Card text, active all the time.", "TCG-C1"),
        PROVENANCE,
    ),
)
MONSTERS = Sheet(
    "monsters",
    "Monsters: placed face down, slain for HR, then material.",
    "card",
    (
        CARD,
        NUMBER,
        NAME,
        NAME_ORIGINAL,
        points("hr", 6, "HR points for the slayer.", "HR", "TCG-H9", low=1),
        Column("main_target", Words(("yes", "no")), "Whether it has the main-target icon.", rule="TCG-N2"),
        Column("unique", Words(("yes", "no")), "Whether only one may lie face up in all areas.", rule="TCG-N1"),
        Column("weak_element", Words(tuple(ELEMENT_NUMBERS)), "The element it is weak to.", rule="TCG-H4"),
        points("attack", 20, "Attack.", "points", "TCG-H7"),
        points("hp", 40, "Hit points.", "points", "TCG-H5", low=1),
        points("speed", 20, "Speed.", "points", "TCG-H1"),
        text("ability", TextKind.MONSTER, "Card text of the monster; each ability has a trigger.", "TCG-C2"),
        points("material_points", 20, "What it pays for equipment.", "material points", "TCG-E2"),
        text("material_ability", TextKind.MATERIAL, "Card text of the material.", "TCG-H9"),
        PROVENANCE,
    ),
)
WEAPONS = Sheet(
    "weapons",
    "Weapons: equipped, or discarded for attack.",
    "card",
    (
        CARD,
        NUMBER,
        NAME,
        NAME_ORIGINAL,
        points("cost", 20, "What equipping it costs.", "material points", "TCG-E2"),
        Column("element", Words(tuple(ELEMENT_NUMBERS)), "Its element.", rule="TCG-H4"),
        points("attack", 20, "Attack of the hunter with it.", "points", "TCG-H4"),
        points("move", 8, "Roads in one move with it.", "areas", "TCG-M1"),
        points("speed", 20, "Speed of the hunter with it.", "points", "TCG-H1"),
        icons("Items that can be used with it.", "TCG-H10"),
        Column("line", Words(LINES), "Weapon line: which weapons may be discarded for attack.", rule="TCG-H8"),
        text("ability", TextKind.WEAPON, "Card text, active while equipped.", "TCG-C3"),
        PROVENANCE,
    ),
)
ARMOURS = Sheet(
    "armours",
    "Armours: equipped, or discarded for defence.",
    "card",
    (
        CARD,
        NUMBER,
        NAME,
        NAME_ORIGINAL,
        points("cost", 20, "What equipping it costs.", "material points", "TCG-E2"),
        points("defence", 20, "Defence of the hunter with it.", "points", "TCG-H7"),
        Column("armour_line", Words(ARMOUR_LINES), "Armour line.", rule="TCG-E3"),
        text("ability", TextKind.ARMOUR, "Card text, active while equipped.", "TCG-C4"),
        PROVENANCE,
    ),
)
ITEMS = Sheet(
    "items",
    "Items: used in the hunt, then discarded.",
    "card",
    (
        CARD,
        NUMBER,
        NAME,
        NAME_ORIGINAL,
        icons("One of these icons must be on the hunter or the weapon.", "TCG-H10"),
        text("effect", TextKind.ITEM, "Card text, acts when used.", "TCG-C5"),
        PROVENANCE,
    ),
)
DECK = Sheet(
    "deck",
    "A deck: its hunter and 40 other cards.",
    "card",
    (
        Column("card", Identifier(), "A card of any of the sheets.", rule="TCG-S1"),
        Column("count", Whole(1, 40), "Copies; 1 for the hunter, at most 4 for others.", "cards", "TCG-S1"),
    ),
)
POLICIES = Sheet(
    "policies",
    "Policies: one row a way to play, one column a weight. The alternative with the best sum is taken.",
    "policy",
    (
        Column("policy", Identifier(), "Short name; scenarios use it."),
        Column("temperature", Whole(0, 1_000_000), "Size of the noise added to each sum; 0: none.", "weight"),
        *(Column(name, WEIGHT, f"Weight of `{name}`.", "weight", default="0") for name in columns()),
        Column("note", Text(), "What it does, in words.", default=""),
    ),
)

CARDS_FOLDER = "cards/monster_hunter_tcg"
HUNTERS_FILE = f"{CARDS_FOLDER}/hunters.csv"
MONSTERS_FILE = f"{CARDS_FOLDER}/monsters.csv"
WEAPONS_FILE = f"{CARDS_FOLDER}/weapons.csv"
ARMOURS_FILE = f"{CARDS_FOLDER}/armours.csv"
ITEMS_FILE = f"{CARDS_FOLDER}/items.csv"
DECK_FILES = "decks/monster_hunter_tcg/*.csv"
POLICIES_FILE = "policies/monster_hunter_tcg.csv"
RANDOM_DECK = re.compile(r"random_(0|[1-9][0-9]{0,8})")
"""A deck name that stands for no file, but for a random deck of this seed."""

CARD_SHEETS: Mapping[TextKind, tuple[str, Sheet]] = {
    TextKind.HUNTER: (HUNTERS_FILE, HUNTERS),
    TextKind.MONSTER: (MONSTERS_FILE, MONSTERS),
    TextKind.WEAPON: (WEAPONS_FILE, WEAPONS),
    TextKind.ARMOUR: (ARMOURS_FILE, ARMOURS),
    TextKind.ITEM: (ITEMS_FILE, ITEMS),
}
"""Kind of card -> its file and its sheet."""

Row = dict[str, Any]


# Cards


def read_cards(data: DataFolder) -> dict[str, Row]:
    """All cards by name: their rows, each with its `kind`, in the order of sheets and rows. Raises InputError."""
    cards: dict[str, Row] = {}
    for kind, (file, sheet) in CARD_SHEETS.items():
        for row in read_sheet(data.path / file, sheet):
            cards.setdefault(row["card"], {**row, "kind": kind})
    if problems := card_problems(data):
        raise InputError(problems[0])
    return cards


def card_problems(data: DataFolder) -> list[str]:
    """Names and numbers that two cards share, one line each; sheets that cannot be read are left out."""
    problems: list[str] = []
    found: dict[tuple[str, Any], str] = {}
    for file, _ in CARD_SHEETS.values():
        for place, row in _rows_with_places(data.path / file):
            for column in ("card", "number"):
                earlier = found.setdefault((column, row[column]), place)
                if earlier != place:
                    problems.append(f"{place} {column}: {shown(row[column])} stands in {earlier} already")
    return problems


def _rows_with_places(path: Path) -> Iterator[tuple[str, Row]]:
    """The rows of a sheet of cards that can be read, each with its place, such as `items.csv:17`."""
    sheet = next(sheet for file, sheet in CARD_SHEETS.values() if Path(file).name == path.name)
    for line, row in examine(path, sheet).rows.items():
        yield f"{shown_name(path)}:{line}", row


# Decks


def find_deck(data: DataFolder, name: str, cards: Mapping[str, Row], n_seats: int, where: str) -> Deck:
    """The deck of this name: a file, or `random_SEED` for a random one. Raises InputError.

    Whether it may be played by two is another matter: `decks.two_player_problems`.
    """
    if match := RANDOM_DECK.fullmatch(name):
        return random_deck(int(match[1]), cards, n_seats)
    files = {path.stem: path for path in find_files(data, DECK_FILES)}
    if name not in files:
        known = ", ".join([*files, "random_0, random_1, ..."])
        raise InputError(f"{where}: no deck named {shown(name)}{closest(name, files)} (known: {known})")
    return read_deck(files[name], cards)


def read_deck(path: Path, cards: Mapping[str, Row]) -> Deck:
    """A deck file. Raises InputError with the first thing that is wrong with it."""
    reading = examine(path, DECK)
    if reading.problems:
        raise InputError(reading.problems[0])
    return make_deck(path.stem, reading.rows, cards, shown_name(path))


def all_deck_problems(data: DataFolder) -> list[str]:
    """TCG-S1: what is wrong with the deck files, one line each; nothing while the cards themselves cannot be read."""
    try:
        cards = read_cards(data)
    except InputError:
        return []
    problems: list[str] = []
    for path in find_files(data, DECK_FILES):
        reading = examine(path, DECK)
        if not reading.problems:
            problems += deck_problems(reading.rows, cards, shown_name(path))
    return problems


SHEETS = GameSheets(
    "monster_hunter_tcg",
    {**dict(CARD_SHEETS.values()), POLICIES_FILE: POLICIES, DECK_FILES: DECK},
    named={"decks": DECK_FILES, "policies": POLICIES_FILE},
    checks=(card_problems, all_deck_problems, map_problems),
)
"""Every sheet of the game by its file in the data folder (`*` for any name), and what is checked across them."""
