"""From words to numbers: a cell of a scenario and the sheets it names become the one record that the kernel reads."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.cards import DataFolder, Row, existing, find_row, names_for, read_rows
from sim.data_folder import shown_name
from sim.game import check_table, check_value, closest, shown
from sim.games.monster_hunter_trpg import sheets
from sim.games.monster_hunter_trpg.state import (
    MAX_BASE_HAND,
    MAX_JOKERS,
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


def words_of(choices: type[IntEnum]) -> Words:
    """The members of an enum as option files spell them."""
    return Words(tuple(choice.name.lower() for choice in choices))


TERRAINS = ("cold", "glare")
OPTIONS = (
    Column("modifier_order", words_of(ModifierOrder), "How shifts of the class add up.", rule="RP-J8"),
    Column("cold_hits", words_of(ColdHits), "Whom the cold hits.", rule="RP-E2"),
    Column("deck_end", words_of(DeckEnd), "What becomes of the last cards.", rule="RP-T8"),
    Column("jokers", Whole(0, MAX_JOKERS), "Jokers in the deck.", "cards", "RP-J1"),
    Column("monster_hand_cards", Whole(0, MAX_BASE_HAND), "Own cards of the monster.", "cards", "RP-T9"),
)
"""The rule options that the judgement reads, with what its kernel can take."""

BATTLE_OPTIONS = tuple(option.name for option in OPTIONS)

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
CELL_SETTINGS = (
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
def _read(path: Path, _changed: tuple[int, ...], sheet: Sheet) -> dict[int, Row]:
    return read_rows(path, sheet)


def rows_of(data: DataFolder, file: str, sheet: Sheet) -> dict[int, Row]:
    """The rows of a sheet by line; read once as long as its file, CSV or workbook, stays the same."""
    path = data.path / file
    found = [one.stat() for one in (path, path.with_suffix(".xlsx")) if one.exists()]
    return _read(path, tuple(number for one in found for number in (one.st_mtime_ns, one.st_size)), sheet)


def row_of(data: DataFolder, file: str, key: str, place: str) -> Row:
    """The row of a file that `key` names; InputError at `place` if there is none."""
    sheet = sheets.SHEETS.files[file]
    return find_row(list(rows_of(data, file, sheet).values()), sheet, key, place)


def read_setting(
    settings: Mapping[str, Any], options: Mapping[str, Any], data: DataFolder, where: str
) -> tuple[dict[str, str], Any]:
    """The parameters (as text) and the kernel's record of one cell. Raises InputError."""
    cell = check_table(settings, CELL_SETTINGS, where)
    for option in OPTIONS:
        check_value(option, options[option.name], f"{where} options")
    party = _party(cell, settings, data, where)
    monster = _monster(cell, settings, data, where)
    setting = np.zeros(1, Setting)[0]
    _fill_rules(setting.rules, cell, options)
    _fill_monster(setting.monster, monster, options)
    setting.n_hunters = len(party)
    parameters = _parameters(cell, options, monster)
    for number, row in enumerate(party):
        _fill_hunter(setting.hunters[number], row, monster)
        parameters |= _hunter_parameters(f"hunter {number + 1}", row, setting.hunters[number])
    _check_deck(setting, where)
    return parameters, setting


def _party(cell: Mapping[str, Any], settings: Mapping[str, Any], data: DataFolder, where: str) -> list[Row]:
    """RP-T1: the hunters in dealing order, with what the cell says for all of them, and the rows that they name."""
    known = names_for(data, sheets.SHEETS, "party")
    if cell["party"] not in known:
        hint = closest(cell["party"], known)
        raise InputError(f"{where} party: no party named {shown(cell['party'])}{hint} (known: {', '.join(known)})")
    file = f"decks/monster_hunter_trpg/{cell['party']}.csv"
    rows = rows_of(data, file, sheets.PARTY)
    if problem := sheets.party_problem(cell["party"], len(rows)):
        raise InputError(f"{where} party: {problem}")
    changes = {column.name: cell[column.name] for column in WHOLE_PARTY if column.name in settings}
    if "base_hand" in changes:
        changes["base_hand"] = (changes["base_hand"],)
    name = shown_name(existing(data.path / file))
    return [_hunter(row, changes, f"{name}:{line}", data, where) for line, row in rows.items()]


def _hunter(row: Row, changes: Row, line: str, data: DataFolder, where: str) -> Row:
    """A row of the party, changed, with the rows of its weapon and policy; an error names the place that names them."""
    row = row | changes
    found = {}
    for column, file in (("weapon", sheets.WEAPONS_FILE), ("policy", sheets.POLICIES_FILE)):
        place = f"{where if column in changes else line} {column}"
        found[f"{column}_row"] = row_of(data, file, row[column], place)
    return row | found


def _monster(cell: Mapping[str, Any], settings: Mapping[str, Any], data: DataFolder, where: str) -> Row:
    """The row of the monster, changed as the cell says, with the row of its size."""
    monster = row_of(data, sheets.MONSTERS_FILE, cell["monster"], f"{where} monster")
    lines = rows_of(data, sheets.MONSTERS_FILE, sheets.MONSTERS).items()
    line = next(line for line, row in lines if row is monster)
    name = shown_name(existing(data.path / sheets.MONSTERS_FILE))
    size = row_of(data, sheets.SIZES_FILE, monster["size"], f"{name}:{line} size")
    changed = {"class_modifiers": cell["monster_class_modifiers"]} if "monster_class_modifiers" in settings else {}
    return monster | changed | {"size_row": size}


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


def _fill_monster(record: Any, row: Row, options: Mapping[str, Any]) -> None:
    record.hand_cards = options["monster_hand_cards"]
    record.rating[:] = [row["size_row"][name] for name in CLASS_NAMES]
    record.attack_level, record.level_correction = row["attack_level"], row["level_correction"]
    _fill_modifiers(record, row["class_modifiers"])


def _fill_hunter(record: Any, row: Row, monster: Row) -> None:
    weapon = row["weapon_row"]
    record.base_hand = row["base_hand"][0] if row["base_hand"] else weapon["base_hand"]
    record.extra_cards = row["extra_cards"]
    record.exchange = int(row["exchange"] == "yes")
    record.magazine = weapon["magazine"]
    _fill_modifiers(record, row["class_modifiers"])
    record.damage_modifier, record.armour = row["damage_modifier"], row["armour"]
    record.element_bonus = best_element(weapon["elements"], monster["weak_elements"])
    record.kind_bonus = int(weapon["kind"] in monster["weak_kinds"])
    record.rating[:] = [weapon[name] for name in CLASS_NAMES]
    for name in record.policy.dtype.names:
        record.policy[name] = row["policy_row"][name]


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


def _hunter_parameters(prefix: str, row: Row, record: Any) -> dict[str, str]:
    weapon = row["weapon_row"]
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
