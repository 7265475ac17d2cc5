"""From words to numbers: a cell of a scenario and the sheets it names become the one record that the kernel reads."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.cards import DataFolder, Row, find_row, read_sheet
from sim.game import check_table
from sim.games.monster_hunter_trpg import sheets
from sim.games.monster_hunter_trpg.state import (
    MAX_HUNTERS,
    MAX_MODIFIERS,
    MAX_PACKS,
    N_SHARED,
    ColdHits,
    DeckEnd,
    ModifierOrder,
    Setting,
    Turns,
)
from sim.poker.classes import CLASS_NAMES
from sim.schema import Column, Identifier, InputError, Sheet, Whole, Wholes, Words

TERRAINS = ("cold", "glare")
BATTLE_OPTIONS = ("modifier_order", "cold_hits", "deck_end", "jokers", "monster_hand_cards")
"""The rule options that the judgement reads."""

MODIFIERS = Wholes(-10, 10, MAX_MODIFIERS)
WHOLE_PARTY = (
    Column("weapon", Identifier(), "A weapon for every hunter.", default=""),
    Column("base_hand", Whole(0, 3), "Base hand of every hunter.", "cards", "RP-T1", ""),
    Column("extra_cards", Whole(0, 5), "Most cards every hunter buys in a turn.", "cards", "RP-H2", ""),
    Column("exchange", Words(("yes", "no")), "Whether every hunter has the exchange.", rule="RP-H2", default=""),
    Column("class_modifiers", MODIFIERS, "Shifts of every hunter's class.", "classes", "RP-J8", ""),
    Column("damage_modifier", Whole(-99, 99), "Added to every hunter's damage.", "damage points", "RP-D1", ""),
    Column("armour", Whole(0, 99), "Taken off each blow.", "damage points", "RP-D5", ""),
    Column("policy", Identifier(), "The policy of every hunter.", default=""),
)
CELL = (
    Column("party", Identifier(), "A sheet in decks/monster_hunter_trpg."),
    Column("monster", Identifier(), "A row of the monsters' sheet."),
    Column("turns", Words(("deck", "hands")), "A game is one deck to its end, or 1,024 independent hands.", default="deck"),
    Column("packs", Whole(1, MAX_PACKS), "Packs of 52 cards in the deck.", "packs", "RP-J1", "2"),
    Column("terrain", Words(TERRAINS, many=True), "Terrains in force.", rule="RP-E2, RP-E3", default=""),
    Column("monster_class_modifiers", MODIFIERS, "Shifts of the monster's class.", "classes", "RP-J8", ""),
    *WHOLE_PARTY,
)
"""What a cell of a judgement scenario may say; the last keys replace what the party's sheet says, for all its hunters."""


@cache
def _read(path: Path, _changed: int, sheet: Sheet) -> list[Row]:
    return read_sheet(path, sheet)


def rows_of(data: DataFolder, file: str, sheet: Sheet) -> list[Row]:
    """The rows of a sheet; read once as long as the file stays the same."""
    path = data.path / file
    return _read(path, path.stat().st_mtime_ns if path.exists() else 0, sheet)


def read_setting(
    settings: Mapping[str, Any], options: Mapping[str, Any], data: DataFolder, where: str
) -> tuple[dict[str, str], Any]:
    """The parameters (as text) and the kernel's record of one cell. Raises InputError."""
    cell = check_table(settings, CELL, where)
    party = _party(cell, settings, data, where)
    monsters = rows_of(data, sheets.MONSTERS_FILE, sheets.MONSTERS)
    monster = dict(find_row(monsters, sheets.MONSTERS, cell["monster"], f"{where} monster"))
    if "monster_class_modifiers" in settings:
        monster["class_modifiers"] = cell["monster_class_modifiers"]
    setting = np.zeros(1, Setting)[0]
    _fill_rules(setting.rules, cell, options)
    _fill_monster(setting.monster, monster, options, data)
    setting.n_hunters = len(party)
    parameters = _parameters(cell, options, monster)
    for number, row in enumerate(party):
        weapon = _weapon(row, data, where)
        _fill_hunter(setting.hunters[number], row, weapon, monster, data, where)
        parameters |= _hunter_parameters(f"hunter {number + 1}", row, weapon, setting.hunters[number])
    _check_deck(setting, where)
    return parameters, setting


def _party(cell: Mapping[str, Any], settings: Mapping[str, Any], data: DataFolder, where: str) -> list[Row]:
    """RP-T1: the hunters in dealing order, with what the cell says for all of them."""
    folder = data.path / "decks" / "monster_hunter_trpg"
    known = sorted({path.stem for path in folder.glob("*.csv")} | {path.stem for path in folder.glob("*.xlsx")})
    if cell["party"] not in known:
        raise InputError(f"{where} party: no party named {cell['party']!r} (known: {', '.join(known)})".replace("'", '"'))
    file = f"decks/monster_hunter_trpg/{cell['party']}.csv"
    changes = {column.name: cell[column.name] for column in WHOLE_PARTY if column.name in settings}
    if "base_hand" in changes:
        changes["base_hand"] = (changes["base_hand"],)
    rows = rows_of(data, file, sheets.PARTY)
    if len(rows) > MAX_HUNTERS:
        raise InputError(f"{where} party: {cell['party']} has {len(rows)} hunters; a party has 1 to {MAX_HUNTERS}")
    return [row | changes for row in rows]


def _weapon(row: Row, data: DataFolder, where: str) -> Row:
    weapons = rows_of(data, sheets.WEAPONS_FILE, sheets.WEAPONS)
    return find_row(weapons, sheets.WEAPONS, row["weapon"], f"{where} weapon of {row['hunter']}")


def _fill_rules(rules: Any, cell: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    rules.packs = cell["packs"]
    rules.jokers = options["jokers"]
    rules.modifier_order = ModifierOrder[options["modifier_order"].upper()]
    rules.cold_hits = ColdHits[options["cold_hits"].upper()]
    rules.deck_end = DeckEnd[options["deck_end"].upper()]
    rules.turns = Turns[cell["turns"].upper()]
    rules.cold = int("cold" in cell["terrain"])
    rules.glare = int("glare" in cell["terrain"])


def _fill_modifiers(record: Any, modifiers: tuple[int, ...]) -> None:
    record.n_modifiers = len(modifiers)
    record.modifiers[: len(modifiers)] = modifiers


def _fill_monster(record: Any, row: Row, options: Mapping[str, Any], data: DataFolder) -> None:
    sizes = rows_of(data, sheets.SIZES_FILE, sheets.MONSTER_SIZES)
    size = find_row(sizes, sheets.MONSTER_SIZES, row["size"], f"monsters.csv size of {row['monster']}")
    record.hand_cards = options["monster_hand_cards"]
    record.rating[:] = [size[name] for name in CLASS_NAMES]
    record.attack_level, record.level_correction = row["attack_level"], row["level_correction"]
    _fill_modifiers(record, row["class_modifiers"])


def _fill_hunter(record: Any, row: Row, weapon: Row, monster: Row, data: DataFolder, where: str) -> None:
    record.base_hand = row["base_hand"][0] if row["base_hand"] else weapon["base_hand"]
    record.extra_cards = row["extra_cards"]
    record.exchange = int(row["exchange"] == "yes")
    record.magazine = weapon["magazine"]
    _fill_modifiers(record, row["class_modifiers"])
    record.damage_modifier, record.armour = row["damage_modifier"], row["armour"]
    record.element_bonus = best_element(weapon["elements"], monster["weak_elements"])
    record.kind_bonus = int(weapon["kind"] in monster["weak_kinds"])
    record.rating[:] = [weapon[name] for name in CLASS_NAMES]
    policies = rows_of(data, sheets.POLICIES_FILE, sheets.POLICIES)
    policy = find_row(policies, sheets.POLICIES, row["policy"], f"{where} policy of {row['hunter']}")
    for name in record.policy.dtype.names:
        record.policy[name] = policy[name]


def best_element(elements: Mapping[str, int], weak_elements: tuple[str, ...]) -> int:
    """RP-D3: the bonus of the best element that the monster is weak to; 0 if there is none."""
    return max((bonus for element, bonus in elements.items() if element in weak_elements), default=0)


def _check_deck(setting: Any, where: str) -> None:
    """RP-T1: one turn must be possible with a full deck, magazines apart."""
    cards = 52 * setting.rules.packs + setting.rules.jokers
    needed = N_SHARED + setting.monster.hand_cards
    needed += sum(hunter.base_hand + hunter.magazine for hunter in setting.hunters[: setting.n_hunters])
    if needed > cards:
        raise InputError(f"{where}: a turn needs {needed} cards, the deck has {cards}")


def _parameters(cell: Mapping[str, Any], options: Mapping[str, Any], monster: Row) -> dict[str, str]:
    return {
        "party": cell["party"],
        "monster": cell["monster"],
        "monster_size": monster["size"],
        "monster_class_modifiers": " ".join(f"{one:+d}" for one in monster["class_modifiers"]),
        "turns": cell["turns"],
        "packs": str(cell["packs"]),
        "terrain": "+".join(cell["terrain"]) or "none",
        **{name: str(options[name]) for name in BATTLE_OPTIONS},
    }


def _hunter_parameters(prefix: str, row: Row, weapon: Row, record: Any) -> dict[str, str]:
    values = {
        "name": row["hunter"],
        "weapon": row["weapon"],
        "kind": weapon["kind"],
        "rarity": weapon["rarity"],
        "base_hand": record.base_hand,
        "extra_cards": record.extra_cards,
        "exchange": "yes" if record.exchange else "no",
        "magazine": record.magazine,
        "class_modifiers": " ".join(f"{one:+d}" for one in row["class_modifiers"]),
        "damage_modifier": record.damage_modifier,
        "armour": record.armour,
        "element_bonus": record.element_bonus,
        "kind_bonus": record.kind_bonus,
        "policy": row["policy"],
    }
    return {f"{prefix} {name}": str(value) for name, value in values.items()}
