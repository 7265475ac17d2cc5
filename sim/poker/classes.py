"""Cards and hand classes by name: plain Python, for people's input and output.

A *face* is what is printed on a card: 4 * rank + suit, with rank 0 = deuce .. 12 = ace and suit 0..3 = spades, hearts,
diamonds, clubs; 52 is a joker. With two packs the same face occurs twice. Names have two letters: `2s` .. `As`, `Td`, `jk`.
"""

from __future__ import annotations

from enum import IntEnum

from sim.poker.limits import PACK_CARDS, check_whole, shown
from sim.schema import HAND_CLASSES, InputError

RANKS = "23456789TJQKA"
SUITS = "shdc"
JOKER = PACK_CARDS
JOKER_NAME = "jk"


class HandClass(IntEnum):
    """The classes of a hand, weakest first (RP-J2); the value is the general rate (RP-J7)."""

    NOP = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8
    ROYAL = 9
    FIVE = 10


CLASS_NAMES = HAND_CLASSES
N_CLASSES = len(CLASS_NAMES)


def face(rank: int, suit: int) -> int:
    """The face (0..51) of a rank (0 = deuce .. 12 = ace) and a suit (0..3 = spades, hearts, diamonds, clubs).

    Raises InputError for other numbers.
    """
    return 4 * check_whole("rank", rank, 0, len(RANKS) - 1) + check_whole("suit", suit, 0, len(SUITS) - 1)


def card_name(card: int) -> str:
    """A face (0..52) in two letters: rank and suit, or `jk`.

    >>> card_name(face(12, 0)), card_name(JOKER)
    ('As', 'jk')

    Raises InputError for what is no whole number from 0 to 52.
    """
    card = check_whole("card", card, 0, JOKER)
    return JOKER_NAME if card == JOKER else RANKS[card // 4] + SUITS[card % 4]


def parse_card(text: str) -> int:
    """The face (0..52) that `text` names; capital and small letters are the same, spaces around them do not count.

    >>> parse_card("Td"), parse_card("jk")
    (34, 52)

    Raises InputError for any other text, and for what is no text.
    """
    given: object = text
    found = FACES.get(given.strip().lower()) if isinstance(given, str) else None
    if found is None:
        raise InputError(f"card: expected a rank of {RANKS} and a suit of {SUITS}, or {JOKER_NAME}, got {shown(text)}")
    return found


FACES = {card_name(card).lower(): card for card in range(JOKER + 1)}
"""The face of each name, in small letters."""
