"""Cards and hand classes by name: plain Python, for people's input and output.

A *face* is what is printed on a card: 4 * rank + suit, with rank 0 = deuce .. 12 = ace and suit 0..3 = spades, hearts,
diamonds, clubs; 52 is a joker. With two packs the same face occurs twice.
"""

from __future__ import annotations

from enum import IntEnum

from sim.schema import HAND_CLASSES, InputError

RANKS = "23456789TJQKA"
SUITS = "shdc"
JOKER = 52
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
    """The face of a rank (0 = deuce .. 12 = ace) and a suit (0..3 = spades, hearts, diamonds, clubs)."""
    return 4 * rank + suit


def card_name(card: int) -> str:
    """A face in two letters: rank and suit, or `jk`.

    >>> card_name(face(12, 0)), card_name(JOKER)
    ('As', 'jk')
    """
    return JOKER_NAME if card == JOKER else RANKS[card // 4] + SUITS[card % 4]


def parse_card(text: str) -> int:
    """The face that `text` names; capital and small letters are the same.

    >>> parse_card("Td"), parse_card("jk")
    (34, 52)
    """
    word = text.strip().lower()
    if word == JOKER_NAME:
        return JOKER
    if len(word) != 2 or word[0].upper() not in RANKS or word[1] not in SUITS:
        raise InputError(f"card: expected a rank of {RANKS} and a suit of {SUITS}, or {JOKER_NAME}, got {text!r}")
    return face(RANKS.index(word[0].upper()), SUITS.index(word[1]))
