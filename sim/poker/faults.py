"""Which given hands no deck holds: faces that do not exist, and copies beyond the packs and jokers.

Works on the bytes of a chunk (`sim.poker.planes.Chunk`), of which all 1,024 hands are looked at side by side.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.jit import rule, step
from sim.poker.classes import JOKER
from sim.poker.planes import HANDS, SEVEN

NO_FACE = 200  # and up: stands in slots without a card, each time another number


@rule
def highest(numbers: Any) -> Any:
    """The highest of some bytes; a plain loop, as the compiler does many at once of it and not of `max()`."""
    found = np.uint8(0)
    for i in range(len(numbers)):
        found = max(found, numbers[i])
    return found


@rule
def has_unknown_face(faces: Any, n: Any, n_cards: Any) -> Any:
    """Whether some card of the first n hands is no face."""
    found = np.uint8(0)
    for card in range(n_cards):
        found = max(found, highest(faces[card, :n]))
    return found > JOKER


@step
def same(a: Any, b: Any) -> Any:
    """One if two faces are equal, else zero."""
    return np.uint8(a == b)


@step
def is_over(face: Any, before: Any, packs: Any, jokers: Any) -> Any:
    """Whether a card that came `before` times already comes once too often."""
    return np.uint8(before) >= (jokers if face == JOKER else packs)


@rule
def find_over_of_seven(faces: Any, packs: Any, jokers: Any, over: Any) -> None:
    """Note the hands, of seven cards, that hold a card too often; written in one piece, so that it stays in registers."""
    for hand in range(HANDS):
        a, b, c, d = faces[0, hand], faces[1, hand], faces[2, hand], faces[3, hand]
        e, f, g = faces[4, hand], faces[5, hand], faces[6, hand]
        found = is_over(a, 0, packs, jokers) | is_over(b, same(a, b), packs, jokers)
        found |= is_over(c, same(a, c) + same(b, c), packs, jokers)
        found |= is_over(d, same(a, d) + same(b, d) + same(c, d), packs, jokers)
        found |= is_over(e, same(a, e) + same(b, e) + same(c, e) + same(d, e), packs, jokers)
        found |= is_over(f, same(a, f) + same(b, f) + same(c, f) + same(d, f) + same(e, f), packs, jokers)
        found |= is_over(g, same(a, g) + same(b, g) + same(c, g) + same(d, g) + same(e, g) + same(f, g), packs, jokers)
        over[hand] = found


@rule
def find_over(faces: Any, n_cards: Any, packs: Any, jokers: Any, over: Any) -> None:
    """Note the hands, of any number of cards, that hold a card too often."""
    before = np.zeros(HANDS, np.uint8)
    for card in range(n_cards):
        mine = faces[card]
        before[:] = np.uint8(0)
        for other in range(card):
            theirs = faces[other]
            for hand in range(HANDS):
                before[hand] += same(theirs[hand], mine[hand])
        for hand in range(HANDS):
            over[hand] |= is_over(mine[hand], before[hand], packs, jokers)


@rule
def is_sound(chunk: Any, n: Any, n_cards: Any, packs: Any, jokers: Any) -> Any:
    """Whether the first n hands of the chunk could be dealt from some packs and jokers (both within `sim.poker.limits`).

    Writes over the slots that hold no card (columns n_cards .. 6 of hands of fewer than seven).
    """
    faces, over = chunk.faces.view(np.uint8), np.zeros(HANDS, np.uint8)
    if has_unknown_face(faces, n, n_cards):
        return False
    if n_cards <= min(packs, jokers):
        return True
    copies, wild = np.uint8(packs), np.uint8(jokers)
    if n_cards > SEVEN:
        find_over(faces, n_cards, copies, wild, over)
    else:
        for card in range(n_cards, SEVEN):
            faces[card, :] = np.uint8(NO_FACE + card)
        find_over_of_seven(faces, copies, wild, over)
    return highest(over[:n]) == 0
