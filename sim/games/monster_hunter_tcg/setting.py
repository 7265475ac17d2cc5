"""From words to numbers: a cell of a scenario, with decks, map and policies, becomes the one record that kernels read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.cards import DataFolder, find_row, read_rows
from sim.game import check_table, check_value, closest, shown
from sim.games.monster_hunter_tcg import sheets
from sim.games.monster_hunter_tcg.decks import Deck, two_player_problems
from sim.games.monster_hunter_tcg.effects import TextKind, Trigger, parse, rows
from sim.games.monster_hunter_tcg.maps import GameMap, camp_areas, find_map, joined_roads
from sim.games.monster_hunter_tcg.state import (
    DECK_CARDS,
    MAX_CARDS,
    MAX_SEATS,
    N_ICONS,
    Decision,
    Kind,
    Setting,
    WinCheck,
)
from sim.games.monster_hunter_tcg.vocabulary import ELEMENT_NUMBERS, ICONS, LINE_NUMBERS
from sim.games.monster_hunter_tcg.weights import FEATURES, column
from sim.schema import Column, Identifier, InputError, Names, Whole, Words

MOST_HOOKS = 16  # cards that one hook of a cell may name
FEWEST_SEATS = 2

OPTIONS = (
    Column("map", Words(("standard",)), "The map of a cell that names none.", rule="TCG-S2"),
    Column("first_leader", Words(("random", "previous_winner")), "Who leads the first round.", rule="TCG-S3"),
    Column("retreat_when", Words(("emptied", "needed")), "When an empty draw pile is a retreat.", rule="TCG-D2"),
    Column("full_map_removes", Words(("one", "all")), "What goes from a full map.", rule="TCG-P3"),
    Column("placements_two_players", Whole(1, 2), "Placements of two players a round.", "monsters", "TCG-P3"),
    Column("weakness_bonus", Whole(0, 3), "Attack against a weak element.", "points", "TCG-H4"),
    Column("armour_discard_bonus", Whole(1, 2), "Defence for a discarded armour.", "points", "TCG-H7"),
    Column("reveal_strike", Words(("all", "attacker_only")), "Whom the first strike hits.", rule="TCG-H11"),
    Column("recycle_same_line", Words(("true", "false")), "Recycling within a line only.", rule="TCG-E3"),
    Column("end_phase_order", Words(("by_step", "by_seat")), "Order of the end phase.", rule="TCG-N7"),
    Column("unique_own_copies", Words(("ignored", "counted")), "Copies on the own map.", rule="TCG-N1"),
    Column("main_target_counts", Words(("face_up", "all")), "Main targets that count.", rule="TCG-N2"),
    Column("hidden_hr", Words(("once", "each")), "HR for hidden monsters.", rule="TCG-N4"),
    Column("leader_tie", Words(("leader_last", "leader_first")), "Equal HR at the choice of a leader.", rule="TCG-L1"),
    Column("win_check", Words(tuple(one.name.lower() for one in WinCheck)), "When 20 HR win.", rule="TCG-W2"),
    Column("round_cap", Whole(1, 1000), "Rounds after which a game ends.", "rounds", "TCG-W3"),
)
"""The rule options, with what the kernel can take."""

CELL_SETTINGS = (
    Column("decks", Names(MAX_SEATS), "The line-up: two to four decks in seating order; `random_SEED` is a random one."),
    Column("policies", Names(MAX_SEATS), "One policy for all, or one for each deck.", default="greedy"),
    Column("map", Identifier(), "A map of maps/monster_hunter_tcg.", rule="TCG-S2", default=""),
    Column("mute", Names(MOST_HOOKS), "Cards whose texts are empty.", default=""),
    Column("opening", Names(MOST_HOOKS), "Cards of the first deck that its opening hand holds, one copy each.", default=""),
    Column("forbid", Names(MOST_HOOKS), "Cards that the first deck's policy does not play.", default=""),
    Column("replace", Names(2), "Two cards: all copies of the first in the first deck become the second.", default=""),
)
"""What a cell of a scenario may say; the last four keys are for experiments with cards."""


@dataclass(frozen=True)
class Matchup:
    """A cell ready to be played: the kernel's record, and what the sheets call its parts."""

    setting: Any  # state.Setting
    cards: tuple[Mapping[str, Any], ...]  # by their number in `setting.cards`; muted texts are empty
    decks: tuple[Deck, ...]
    policies: tuple[str, ...]
    map: GameMap
    options: Mapping[str, Any]


def read_setting(
    settings: Mapping[str, Any], options: Mapping[str, Any], data: DataFolder, where: str
) -> tuple[dict[str, str], Matchup]:
    """The parameters (as text) and the matchup of one cell. Raises InputError."""
    cell = check_table(settings, CELL_SETTINGS, where)
    for option in OPTIONS:
        value = options[option.name]
        check_value(option, str(value).lower() if isinstance(value, bool) else value, f"{where} options")
    cards = _cards_of(data)
    decks = _decks(cell, cards, data, where)
    policies = _policies(cell, len(decks), where)
    game_map = find_map(data, cell["map"] or options["map"], len(decks), f"{where} map")
    used = _used_cards(decks, cards, cell, where)
    setting = np.zeros(1, Setting)[0]
    _fill_rules(setting.rules, options, len(decks))
    _fill_map(setting.map, game_map, len(decks))
    setting.n_cards = len(used)
    for number, card in enumerate(used):
        _fill_card(setting.cards[number], card)
        _fill_text(setting.texts[number], str(card.get("ability", card.get("effect", ""))), card["kind"])
        _fill_text(setting.material_texts[number], str(card.get("material_ability", "")), TextKind.MATERIAL)
    for number, (deck, policy) in enumerate(zip(decks, policies, strict=True)):
        _fill_entry(setting, number, deck, used)
        _fill_policy(setting.entries[number], _policy_row(policy, data, where))
    _fill_hooks(setting.entries[0], cell, decks[0], where)
    return _parameters(cell, options, decks, policies, game_map), Matchup(setting, used, decks, policies, game_map, options)


# The parts of a line-up


def _stamp(data: DataFolder) -> tuple[tuple[str, int, int], ...]:
    """What tells whether the files that a cell reads have changed."""
    files = sorted((data.path / sheets.CARDS_FOLDER).glob("*"))
    return tuple((one.name, one.stat().st_mtime_ns, one.stat().st_size) for one in files)


@cache
def _read_cards(data: DataFolder, _stamp: object) -> dict[str, sheets.Row]:
    return sheets.read_cards(data)


def _cards_of(data: DataFolder) -> dict[str, sheets.Row]:
    """All cards; read once as long as their files stay the same."""
    return _read_cards(data, _stamp(data))


def _decks(cell: Mapping[str, Any], cards: Mapping[str, sheets.Row], data: DataFolder, where: str) -> tuple[Deck, ...]:
    """TCG-S1: the decks of the line-up, legal for their number."""
    names = cell["decks"]
    if len(names) < FEWEST_SEATS:
        raise InputError(f"{where} decks: expected {FEWEST_SEATS} to {MAX_SEATS} decks, got {shown(names)}")
    decks = [sheets.find_deck(data, name, cards, len(names), f"{where} decks") for name in names]
    decks[0] = _replaced(decks[0], cell["replace"], cards, where)
    if len(names) == FEWEST_SEATS:
        for deck in decks:
            for problem in two_player_problems(deck, cards, f"{where} decks"):
                raise InputError(problem)
    return tuple(decks)


def _replaced(deck: Deck, names: Sequence[str], cards: Mapping[str, sheets.Row], where: str) -> Deck:
    """The deck with all copies of one card replaced by another, slot by slot: the rest is dealt alike."""
    if not names:
        return deck
    if len(names) != 2:
        raise InputError(f"{where} replace: expected two cards, the old one and the new one, got {shown(names)}")
    old, new = names
    _check_in_deck(deck, [old], f"{where} replace")
    if new not in cards or cards[new]["kind"] == TextKind.HUNTER:
        raise InputError(f"{where} replace: no card named {shown(new)}{closest(new, cards)} (hunters do not count)")
    return replace(deck, slots=tuple(new if name == old else name for name in deck.slots))


def _check_in_deck(deck: Deck, names: Sequence[str], where: str) -> None:
    for name in names:
        if name not in deck.slots:
            raise InputError(f"{where}: {deck.name} has no card {shown(name)}{closest(name, deck.slots)}")


def _policies(cell: Mapping[str, Any], n_seats: int, where: str) -> tuple[str, ...]:
    names = cell["policies"]
    if len(names) not in (1, n_seats):
        raise InputError(f"{where} policies: expected one policy for all or {n_seats}, one a deck, got {shown(names)}")
    return tuple(names) * (n_seats if len(names) == 1 else 1)


@cache
def _read_policies(path: Path, _stamp: object) -> tuple[sheets.Row, ...]:
    return tuple(read_rows(path, sheets.POLICIES).values())


def _policy_row(name: str, data: DataFolder, where: str) -> sheets.Row:
    path = data.path / sheets.POLICIES_FILE
    found = [one.stat() for one in (path, path.with_suffix(".xlsx")) if one.exists()]
    known = _read_policies(path, tuple((one.st_mtime_ns, one.st_size) for one in found))
    return find_row(known, sheets.POLICIES, name, f"{where} policies")


def _used_cards(
    decks: Sequence[Deck], cards: Mapping[str, sheets.Row], cell: Mapping[str, Any], where: str
) -> tuple[sheets.Row, ...]:
    """Each different card of the line-up once, in the order of printed numbers; those to be muted have no text."""
    names = {name for deck in decks for name in (deck.hunter, *deck.slots)}
    for name in cell["mute"]:
        if name not in names:
            raise InputError(f"{where} mute: no deck here has {shown(name)}{closest(name, names)}")
    if len(names) > MAX_CARDS:
        raise InputError(f"{where} decks: {len(names)} different cards; at most {MAX_CARDS}")
    silent = {"ability": "", "material_ability": "", "effect": ""}
    used = sorted((cards[name] for name in names), key=lambda card: card["number"])
    return tuple({**card, **(silent if card["card"] in cell["mute"] else {})} for card in used)


# Filling the record


def _fill_rules(rules: Any, options: Mapping[str, Any], n_seats: int) -> None:
    rules.n_seats, rules.two_players = n_seats, int(n_seats == FEWEST_SEATS)
    rules.first_leader = options["first_leader"] == "previous_winner"
    rules.retreat_when_needed = options["retreat_when"] == "needed"
    rules.full_map_removes_all = options["full_map_removes"] == "all"
    rules.placements = options["placements_two_players"] if n_seats == FEWEST_SEATS else 1
    rules.reveal_strike_attacker_only = options["reveal_strike"] == "attacker_only"
    rules.recycle_same_line = options["recycle_same_line"]
    rules.end_by_seat = options["end_phase_order"] == "by_seat"
    rules.unique_own_copies = options["unique_own_copies"] == "counted"
    rules.main_target_all = options["main_target_counts"] == "all"
    rules.hidden_hr_each = options["hidden_hr"] == "each"
    rules.leader_tie_first = options["leader_tie"] == "leader_first"
    rules.win_check = WinCheck[options["win_check"].upper()]
    for name in ("weakness_bonus", "armour_discard_bonus", "round_cap"):
        rules[name] = options[name]


def _fill_map(record: Any, game_map: GameMap, n_seats: int) -> None:
    """TCG-S2: roads as sets of areas one road away."""
    record.n_local = game_map.n_areas
    for first, second in joined_roads(game_map, n_seats):
        record.near[first] |= 1 << second
        record.near[second] |= 1 << first
    for seat in range(n_seats):
        record.camp[seat] = sum(1 << area for area in camp_areas(game_map, seat))


PLAIN_NUMBERS = ("number", "attack", "defence", "move", "speed", "cost", "hr", "hp")
CODED: Mapping[str, tuple[str, Callable[[Any], int]]] = {
    "material_points": ("points", int),
    "main_target": ("main_target", lambda word: int(word == "yes")),
    "unique": ("unique", lambda word: int(word == "yes")),
    "weak_element": ("element", ELEMENT_NUMBERS.__getitem__),
    "element": ("element", ELEMENT_NUMBERS.__getitem__),
    "line": ("line", LINE_NUMBERS.__getitem__),
    "armour_line": ("line", sheets.ARMOUR_LINES.index),
    "icons": ("icons", lambda words: sum(1 << ICONS.index(word) for word in words)),
}
"""Column of a sheet -> the field of `state.Card`, and how its word becomes a number."""


def _fill_card(record: Any, card: Mapping[str, Any]) -> None:
    """The printed values of a card (TCG-C1 to C5)."""
    record.kind = int(card["kind"])
    for name in PLAIN_NUMBERS:
        record[name] = card.get(name, 0)
    for name, (field, number) in CODED.items():
        if name in card:
            record[field] = number(card[name])


def _fill_text(record: Any, text: str, kind: TextKind) -> None:
    clauses = rows(parse(text, "", kind))
    record.n = len(clauses)
    for number, clause in enumerate(clauses):
        record.clauses[number] = clause


def _fill_entry(setting: Any, number: int, deck: Deck, used: Sequence[Mapping[str, Any]]) -> None:
    """The slots of a deck by card number and by kind."""
    entry, numbers = setting.entries[number], {card["card"]: place for place, card in enumerate(used)}
    entry.hunter = numbers[deck.hunter]
    for slot in range(DECK_CARDS):
        entry.card[slot] = numbers[deck.slots[slot]]
        _fill_sets(entry, slot, setting.cards[entry.card[slot]])
        for clause in setting.material_texts[entry.card[slot]].clauses[: setting.material_texts[entry.card[slot]].n]:
            if clause.trigger == Trigger.STATIC:
                entry.beside[clause.op] |= 1 << slot


def _fill_sets(entry: Any, slot: int, card: Any) -> None:
    """The sets of slots by kind, weapon line and icon."""
    entry.of_kind[card.kind] |= 1 << slot
    if card.kind == Kind.WEAPON:
        entry.of_line[card.line] |= 1 << slot
    if card.kind == Kind.ITEM:
        for icon in range(N_ICONS):
            entry.with_icon[icon] |= int(card.icons >> icon & 1) << slot


def _fill_policy(entry: Any, row: Mapping[str, Any]) -> None:
    entry.temperature = row["temperature"]
    for decision in Decision:
        name = decision.name.lower()
        for place, feature in enumerate(FEATURES[name]):
            entry.weights[decision, place] = row[column(name, feature)]


def _fill_hooks(entry: Any, cell: Mapping[str, Any], deck: Deck, where: str) -> None:
    """What the analysis may ask of the first deck: forced cards of the opening hand, cards not to be played."""
    _check_in_deck(deck, cell["opening"], f"{where} opening")
    _check_in_deck(deck, cell["forbid"], f"{where} forbid")
    entry.forced = sum(1 << deck.slots.index(name) for name in set(cell["opening"]))
    entry.forbidden = sum(1 << slot for slot in range(DECK_CARDS) if deck.slots[slot] in cell["forbid"])


def _parameters(
    cell: Mapping[str, Any], options: Mapping[str, Any], decks: Sequence[Deck], policies: Sequence[str], game_map: GameMap
) -> dict[str, str]:
    lineup: dict[str, str] = {}
    for number, (deck, policy) in enumerate(zip(decks, policies, strict=True), start=1):
        lineup |= {
            f"entry {number} deck": deck.name,
            f"entry {number} policy": policy,
            f"entry {number} hunter": deck.hunter,
        }
    hooks = {name: "+".join(cell[name]) for name in ("mute", "opening", "forbid", "replace")}
    return {"seats": str(len(decks)), **lineup, **{name: str(value).lower() for name, value in options.items()}, **hooks} | {
        "map": game_map.name
    }
