"""What may be asked of cards and decks: the checks that everything which takes numbers from people shares.

A whole number is a Python int, a numpy integer, or anything else with `__index__`. True and False are none, for they stand
where a number belongs only by mistake; nor are floats, not even whole ones, for what went through floats may be rounded.

One limit of packs and jokers holds everywhere: 8 and 16. Random hands are drawn with sixteen bits from at most 512 cards,
and the weights of exact counts have 64 bits, which hold for twelve cards of eight packs. Hands that only a larger deck holds
can still be judged: `categories(..., check=False)` asks for no deck.
"""

from __future__ import annotations

import operator
import reprlib
from typing import SupportsIndex

import numpy as np

from sim.schema import InputError, Whole, printable

PACK_CARDS = 52
MOST_PACKS = 8
MOST_JOKERS = 16
LONGEST_NUMBER = 100  # bits; a longer number would fill the line
LONGEST_TEXT = 40  # letters; twice as many for lists and the like


def shown(value: object) -> str:
    """A value as errors print it: on one line, texts in double quotes, cut where it is long."""
    if isinstance(value, int) and value.bit_length() > LONGEST_NUMBER:
        return f"a number of {value.bit_length()} bits"
    if isinstance(value, str):
        return f'"{printable(value[:LONGEST_TEXT])}{"..." * (len(value) > LONGEST_TEXT)}"'
    try:
        text = " ".join(reprlib.repr(value).split())
    except ValueError:  # a list of numbers with thousands of digits
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= 2 * LONGEST_TEXT else f"{text[: 2 * LONGEST_TEXT]}..."


def check_whole(name: str, value: object, low: int, high: int) -> int:
    """`value` as a plain int; InputError if it is no whole number or outside low..high, both allowed."""
    if isinstance(value, SupportsIndex) and not isinstance(value, bool | np.bool_):
        try:
            value = operator.index(value)
        except TypeError:  # an array has the method and yet may be no single number
            pass
        else:
            if low <= value <= high:
                return value
    raise InputError(f"{name}: expected {Whole(low, high)}, got {shown(value)}")


def check_switch(name: str, value: object) -> bool:
    """`value` as a bool; InputError if it is neither True nor False."""
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise InputError(f"{name}: expected True or False, got {shown(value)}")


def check_deck(packs: object, jokers: object) -> tuple[int, int]:
    """Packs and jokers of a deck as plain ints; InputError outside 1..8 and 0..16."""
    return check_whole("packs", packs, 1, MOST_PACKS), check_whole("jokers", jokers, 0, MOST_JOKERS)


def check_deal(cards: object, packs: object, jokers: object, most_cards: int) -> tuple[int, int, int]:
    """Cards of a hand, packs and jokers as plain ints; InputError if there is no such hand, or of more than `most_cards`."""
    packs, jokers = check_deck(packs, jokers)
    size = PACK_CARDS * packs + jokers
    if isinstance(cards, int | np.integer) and cards > size:
        raise InputError(f"cards: {shown(int(cards))} asked, but the deck has {size} (packs: {packs}, jokers: {jokers})")
    return check_whole("cards", cards, 1, most_cards), packs, jokers
