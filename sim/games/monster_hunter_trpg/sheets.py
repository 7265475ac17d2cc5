"""The sheets that designers write for Monster Hunter TRPG: which files there are and what their columns mean.

Plain Python: readers of the data need no kernels.
"""

from __future__ import annotations

from sim.cards import DataFolder, GameSheets, Reference, examine, existing, find_files
from sim.data_folder import shown_name
from sim.poker.classes import CLASS_NAMES
from sim.schema import Column, Identifier, Levels, Sheet, Text, Whole, Wholes, Words

ELEMENTS = ("fire", "water", "thunder", "ice", "dragon")
KINDS = (
    "great_sword",
    "long_sword",
    "sword_and_shield",
    "dual_blades",
    "hammer",
    "hunting_horn",
    "lance",
    "gunlance",
    "light_bowgun",
    "heavy_bowgun",
    "bow",
)
WEIGHT = Whole(-100, 100)
NAME = Column("name", Text(empty=False), "Name in English.")
NAME_ORIGINAL = Column("name_original", Text(), "Name in the language of the game, Japanese.", default="")
PROVENANCE = Column(
    "provenance",
    Words(("seed", "fact", "invented")),
    "Where the row's numbers come from: the source of the game, another public page, or this project.",
)


def ratings(rule: str) -> tuple[Column, ...]:
    """One column of damage points for each hand class."""
    return tuple(
        Column(name, Whole(0, 999), f"Damage of a hand of class {name}.", "damage points", rule) for name in CLASS_NAMES
    )


WEAPONS = Sheet(
    "weapons",
    "Weapons: one row a weapon and rarity.",
    "weapon",
    (
        Column("weapon", Identifier(), "Short name; parties and scenarios use it."),
        NAME,
        NAME_ORIGINAL,
        Column("kind", Words(KINDS), "Kind of weapon; monsters may be weak to it.", rule="RP-D4"),
        Column("rarity", Whole(1, 10), "Rarity: higher is stronger.", rule="RP-D1"),
        Column("base_hand", Whole(0, 3), "Cards dealt while drawn; lance and heavy bowgun: 1.", "cards", "RP-T1"),
        Column("magazine", Whole(0, 12), "Bullets of a reload; 0: needs none. Heavy bowgun: 6.", "cards", "RP-D7", "0"),
        Column("guard", Whole(0, 99), "Rating base of the lance guard; 0: no guard.", "damage points", "RP-D6", "0"),
        Column("elements", Levels(ELEMENTS, 1, 5), "Element bonus, such as `fire 1`.", "classes", "RP-D3", ""),
        *ratings("RP-D1"),
        PROVENANCE,
    ),
)
MONSTER_SIZES = Sheet(
    "monster_sizes",
    "Sizes of monsters and their damage ratings.",
    "size",
    (
        Column("size", Identifier(), "Short name; the monsters' sheet uses it."),
        NAME,
        NAME_ORIGINAL,
        *ratings("RP-D2"),
        PROVENANCE,
    ),
)
MONSTERS = Sheet(
    "monsters",
    "Monsters: one row a monster.",
    "monster",
    (
        Column("monster", Identifier(), "Short name; scenarios use it."),
        NAME,
        NAME_ORIGINAL,
        Column("size", Identifier(), "Its row in monster_sizes.", rule="RP-D2"),
        Column("hp", Whole(1, 100_000), "Hit points; at 0 the goal is reached.", "points", "RP-Q4"),
        Column("attack_level", Whole(-50, 99), "Added to every blow.", "damage points", "RP-D2", "0"),
        Column("level_correction", Whole(-50, 99), "Added to every blow, by level.", "damage points", "RP-D2", "0"),
        Column("class_modifiers", Wholes(-10, 10, 8), "Shifts of its class, in their order.", "classes", "RP-J8", ""),
        Column("weak_elements", Words(ELEMENTS, many=True), "Elements it is weak to.", rule="RP-D3", default=""),
        Column("weak_kinds", Words(KINDS, many=True), "Kinds of weapon it is weak to.", rule="RP-D4", default=""),
        PROVENANCE,
    ),
)
POLICIES = Sheet(
    "policies",
    "Policies: one row a way to play, one column a weight. A choice is made if its sum is above 0.",
    "policy",
    (
        Column("policy", Identifier(), "Short name; parties use it."),
        Column("extra_bias", WEIGHT, "Extra card: start of the sum.", "weight", "RP-H2"),
        Column("extra_class", WEIGHT, "Extra card: times the class of the known cards, 0..10.", "weight", "RP-H2"),
        Column("exchange_bias", WEIGHT, "Exchange: start of the sum.", "weight", "RP-H2"),
        Column("exchange_spare", WEIGHT, "Exchange: added if a card can go at no loss.", "weight", "RP-H2"),
        Column("exchange_class", WEIGHT, "Exchange: times the class of the hand, 0..10.", "weight", "RP-H2"),
        Column("note", Text(), "What it does, in words.", default=""),
    ),
)
PARTY = Sheet(
    "party",
    "A party: one row a hunter, in the order of the deal.",
    "hunter",
    (
        Column("hunter", Identifier(), "Short name of the hunter."),
        Column("weapon", Identifier(), "Row in the weapons' sheet."),
        Column("base_hand", Wholes(0, 3, 1), "Cards dealt; empty: as the weapon says.", "cards", "RP-T1", ""),
        Column("extra_cards", Whole(0, 5), "Most cards bought in a turn.", "cards", "RP-H2", "0"),
        Column("exchange", Words(("yes", "no")), "Whether the hunter has the exchange.", rule="RP-H2", default="no"),
        Column("class_modifiers", Wholes(-10, 10, 8), "Shifts of the class, in their order.", "classes", "RP-J8", ""),
        Column("damage_modifier", Whole(-99, 99), "Added to the damage dealt.", "damage points", "RP-D1", "0"),
        Column("armour", Whole(0, 99), "Taken off each blow suffered.", "damage points", "RP-D5", "0"),
        Column("policy", Identifier(), "Row in the policies' sheet.", default="plain"),
    ),
)

WEAPONS_FILE = "cards/monster_hunter_trpg/weapons.csv"
SIZES_FILE = "cards/monster_hunter_trpg/monster_sizes.csv"
MONSTERS_FILE = "cards/monster_hunter_trpg/monsters.csv"
POLICIES_FILE = "policies/monster_hunter_trpg.csv"
PARTY_FILES = "decks/monster_hunter_trpg/*.csv"
MOST_HUNTERS = 4  # of a party


def party_problem(name: str, n_hunters: int) -> str:
    """RP-T1: what is wrong with the size of a party, or nothing."""
    return f"{name} has {n_hunters} hunters; a party has 1 to {MOST_HUNTERS}" if n_hunters > MOST_HUNTERS else ""


def party_problems(data: DataFolder) -> list[str]:
    """RP-T1: parties that are too large, one line each."""
    sizes = {path: len(examine(path, PARTY).rows) for path in find_files(data, PARTY_FILES)}
    return [
        party_problem(f"{shown_name(existing(path))}: {shown_name(path.with_suffix(''))}", size)
        for path, size in sizes.items()
        if size > MOST_HUNTERS
    ]


SHEETS = GameSheets(
    "monster_hunter_trpg",
    {
        WEAPONS_FILE: WEAPONS,
        SIZES_FILE: MONSTER_SIZES,
        MONSTERS_FILE: MONSTERS,
        POLICIES_FILE: POLICIES,
        PARTY_FILES: PARTY,
    },
    (
        Reference(MONSTERS_FILE, "size", SIZES_FILE),
        Reference(PARTY_FILES, "weapon", WEAPONS_FILE),
        Reference(PARTY_FILES, "policy", POLICIES_FILE),
    ),
    {"party": PARTY_FILES, "monster": MONSTERS_FILE, "weapon": WEAPONS_FILE, "policy": POLICIES_FILE},
    (party_problems,),
)
"""Every sheet of the game by its file in the data folder (`*` for any name), and what names rows of which sheet."""
