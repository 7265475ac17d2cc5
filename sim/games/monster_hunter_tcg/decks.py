"""Decks: what they must obey (TCG-S1), and random legal ones that come out the same from the same seed everywhere.

A card is a row of one of the sheets with its `kind` (see `sheets.read_cards`). Plain Python: readers need no kernels.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.game import closest, shown
from sim.games.monster_hunter_tcg.vocabulary import TextKind
from sim.schema import InputError

DECK_CARDS = 40  # without the hunter
MOST_COPIES = 4  # of one card number
FARCASTER = 159  # the number of the card that is banned for two players
LOW_HR, HIGH_HR = 2, 5  # a random deck has half of its monsters up to the one, a sixth from the other on
ITEMS, WEAPONS, ARMOURS = (6, 9), (8, 10), (5, 7)  # fewest and most cards of a random deck; the rest are monsters
OTHER_LINES = 2  # weapons of a random deck that need not be of the hunter's line

Row = Mapping[str, Any]
Cards = Mapping[str, Row]


@dataclass(frozen=True)
class Deck:
    """A legal deck: the names of its hunter and of its 40 cards by slot, copies side by side."""

    name: str
    hunter: str
    slots: tuple[str, ...]


def deck_problems(rows: Mapping[int, Row], cards: Cards, file: str) -> list[str]:
    """TCG-S1: what is wrong with a deck, one line a broken rule.

    `rows`: line of the file -> row with `card` and `count`; `cards`: all cards by name; `file`: the name that errors give.
    """
    problems = [
        f"{file}:{line} card: no card named {shown(row['card'])}{closest(row['card'], cards)}"
        for line, row in rows.items()
        if row["card"] not in cards
    ]
    known = [(cards[row["card"]], row["count"]) for row in rows.values() if row["card"] in cards]
    problems += _hunter_problems([(card, count) for card, count in known if card["kind"] == TextKind.HUNTER], file)
    others = [(card, count) for card, count in known if card["kind"] != TextKind.HUNTER]
    if not problems and (n_cards := sum(count for _, count in others)) != DECK_CARDS:
        problems.append(f"{file}: {n_cards} cards without the hunter; a deck has exactly {DECK_CARDS} (TCG-S1)")
    return problems + _copy_problems(others, file)


def _hunter_problems(hunters: Sequence[tuple[Row, int]], file: str) -> list[str]:
    if not hunters:
        return [f"{file}: no hunter; a deck has exactly one (TCG-S1)"]
    if sum(count for _, count in hunters) > 1:
        listed = ", ".join(f"{count} {card['card']}" for card, count in hunters)
        return [f"{file}: more than one hunter ({listed}); a deck has exactly one (TCG-S1)"]
    return []


def _copy_problems(others: Iterable[tuple[Row, int]], file: str) -> list[str]:
    """Copies are counted by card number: equal names under different numbers are different cards."""
    copies: Counter[int] = Counter()
    names: dict[int, str] = {}
    for card, count in others:
        copies[card["number"]] += count
        names[card["number"]] = card["card"]
    return [
        f"{file}: {n} copies of {names[number]} (No. {number}); at most {MOST_COPIES} of one number (TCG-S1)"
        for number, n in copies.items()
        if n > MOST_COPIES
    ]


def two_player_problems(deck: Deck, cards: Cards, where: str) -> list[str]:
    """TCG-S1: with two players card 159 is banned."""
    banned = sorted({name for name in deck.slots if cards[name]["number"] == FARCASTER})
    return [f"{where}: {deck.name} has {name} (No. {FARCASTER}), banned for two players (TCG-S1)" for name in banned]


def make_deck(name: str, rows: Mapping[int, Row], cards: Cards, file: str) -> Deck:
    """The deck of a file's rows. Raises InputError with the first broken rule."""
    if problems := deck_problems(rows, cards, file):
        raise InputError(problems[0])
    slots: list[str] = []
    hunter = ""
    for row in rows.values():
        if cards[row["card"]]["kind"] == TextKind.HUNTER:
            hunter = row["card"]
        else:
            slots += [row["card"]] * row["count"]
    return Deck(name, hunter, tuple(slots))


# Random decks


def rank(seed: int, purpose: str, name: str) -> int:
    """A random number of 64 bits for a card; the same on every machine, and whatever other cards there are."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {purpose} {name}".encode(), digest_size=8).digest(), "big")


def shuffled(seed: int, purpose: str, names: Iterable[str]) -> list[str]:
    """Names in random order."""
    return sorted(names, key=lambda name: (rank(seed, purpose, name), name))


def _between(seed: int, purpose: str, limits: tuple[int, int]) -> int:
    low, high = limits
    return low + rank(seed, purpose, "size") % (high - low + 1)


def random_deck(seed: int, cards: Cards, n_seats: int = 4) -> Deck:
    """A random legal deck: a hunter, mostly weapons of its line, armours, items that its icons allow, and monsters.

    The same seed and cards give the same deck. With `n_seats` = 2 card 159 is left out. Raises InputError if the cards do
    not suffice for a deck.
    """
    usable = {name: card for name, card in cards.items() if n_seats > 2 or card["number"] != FARCASTER}
    hunters = shuffled(seed, "hunter", _of_kind(usable, TextKind.HUNTER))
    if not hunters:
        raise InputError("a random deck needs a hunter, and the sheets have none")
    hunter = usable[hunters[0]]
    deck: Counter[str] = Counter()
    _add_weapons(deck, seed, usable, hunter)
    _add(deck, seed, _of_kind(usable, TextKind.ARMOUR), _between(seed, "armours", ARMOURS))
    icons = {icon for name in [hunters[0], *deck] for icon in usable[name].get("icons", ())}
    items = _of_kind(usable, TextKind.ITEM, lambda card: bool(icons & set(card["icons"])))
    _add(deck, seed, items, _between(seed, "items", ITEMS))
    _add_monsters(deck, seed, usable)
    _add(deck, seed, [name for kind in TextKind if kind != TextKind.HUNTER for name in _of_kind(usable, kind)], DECK_CARDS)
    if deck.total() < DECK_CARDS:
        raise InputError(f"a random deck needs {DECK_CARDS} cards, and the sheets allow only {deck.total()}")
    return Deck(f"random_{seed}", hunters[0], tuple(sorted(deck.elements(), key=lambda name: usable[name]["number"])))


def _of_kind(cards: Cards, kind: TextKind, fits: Callable[[Row], bool] = lambda _: True) -> list[str]:
    return [name for name, card in cards.items() if card["kind"] == kind and fits(card)]


def _add_weapons(deck: Counter[str], seed: int, cards: Cards, hunter: Row) -> None:
    """Weapons of the hunter's line, and a few of any line."""
    n_weapons = _between(seed, "weapons", WEAPONS)
    _add(deck, seed, _of_kind(cards, TextKind.WEAPON, lambda card: card["line"] == hunter["line"]), n_weapons - OTHER_LINES)
    others = _of_kind(cards, TextKind.WEAPON, lambda card: card["line"] != hunter["line"])
    _add(deck, seed, others, n_weapons - deck.total())


def _add_monsters(deck: Counter[str], seed: int, cards: Cards) -> None:
    """The rest of the deck: weak, middling and strong monsters."""
    n_monsters = DECK_CARDS - deck.total()
    _add(deck, seed, _of_kind(cards, TextKind.MONSTER, lambda card: card["hr"] <= LOW_HR), n_monsters // 2)
    _add(deck, seed, _of_kind(cards, TextKind.MONSTER, lambda card: card["hr"] >= HIGH_HR), n_monsters // 6)
    _add(deck, seed, _of_kind(cards, TextKind.MONSTER, lambda card: LOW_HR < card["hr"] < HIGH_HR), DECK_CARDS)


def _add(deck: Counter[str], seed: int, names: Sequence[str], n_cards: int) -> None:
    """Add `n_cards` cards, never beyond a full deck: in random order one to three copies of each, then up to four."""
    room = min(n_cards, DECK_CARDS - deck.total())
    order = shuffled(seed, "card", names)
    wanted = [(name, 1 + rank(seed, "copies", name) % 3) for name in order] + [(name, MOST_COPIES) for name in order]
    for name, copies in wanted:
        n_more = max(min(copies - deck[name], room), 0)
        if n_more:
            deck[name] += n_more
            room -= n_more
