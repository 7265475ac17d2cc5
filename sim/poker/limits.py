"""What may be asked of a deck: the checks that everything which deals from one shares."""

from __future__ import annotations

from sim.poker.classes import JOKER
from sim.schema import InputError

MOST_PACKS = 8
MOST_JOKERS = 16


def deck_size(packs: int, jokers: int) -> int:
    """How many cards a deck of some packs of 52 and some jokers has."""
    return JOKER * packs + jokers


def check_whole(name: str, value: int, low: int, high: int) -> None:
    """Refuse a number outside low..high, both allowed."""
    if not low <= value <= high:
        raise InputError(f"{name}: expected a whole number from {low} to {high}, got {value}")


def check_deal(cards: int, packs: int, jokers: int, most_cards: int) -> None:
    """Refuse a deck or a number of cards that cannot be dealt from it, or more than `most_cards`."""
    check_whole("packs", packs, 1, MOST_PACKS)
    check_whole("jokers", jokers, 0, MOST_JOKERS)
    if cards > deck_size(packs, jokers):
        size = deck_size(packs, jokers)
        raise InputError(f"cards: {cards} asked, but the deck has {size} (packs: {packs}, jokers: {jokers})")
    check_whole("cards", cards, 1, most_cards)
