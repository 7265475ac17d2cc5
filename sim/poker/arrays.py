"""The classes of many given hands: numpy arrays in, an int8 array out.

The hands are the rows of an array of shape (N, k). In Fortran order its columns lie together in memory, which is what the
judge reads fastest; `categories_of_columns` takes the same memory as an array of shape (k, N). Arrays of uint8 are judged
where they lie; other integers are first converted, and strided or read-only arrays copied.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sim.jit import kernel, step
from sim.poker.classes import JOKER, card_name
from sim.poker.judge import MOST_CARDS
from sim.poker.planes import HANDS, Chunk, judge_chunk, write_classes
from sim.schema import InputError

Classes = npt.NDArray[np.int8]


@step
def copy(source: Any, target: Any) -> None:
    """Copy bytes; both have the same length."""
    for i in range(len(source)):
        target[i] = source[i]


@kernel
def count_equal(faces: Any, card: Any, equal: Any) -> None:
    """For each hand: how many of the cards before number `card` have its face; `equal` has HANDS bytes."""
    mine = faces[card]
    for hand in range(HANDS):
        equal[hand] = 0
    for other in range(card):
        theirs = faces[other]
        for hand in range(HANDS):
            equal[hand] += np.uint8(theirs[hand] == mine[hand])


@step
def count_faults(mine: Any, equal: Any, packs: Any, jokers: Any) -> Any:
    """How many of the cards `mine` are no face, or one copy too many."""
    faults = 0
    for hand in range(len(mine)):
        most = jokers if mine[hand] == JOKER else packs
        faults += np.int64((mine[hand] > JOKER) | (equal[hand] >= most))
    return faults


@step
def is_sound(chunk: Any, equal: Any, n: Any, n_cards: Any, packs: Any, jokers: Any) -> Any:
    """Whether the first n hands of the chunk could be dealt."""
    faces = chunk.faces.view(np.uint8)
    faults = 0
    for card in range(n_cards):
        if n_cards > min(packs, jokers):
            count_equal(faces, card, equal)
        faults += count_faults(faces[card, :n], equal[:n], min(packs, 127), min(jokers, 127))
    return faults == 0


@kernel
def judge_columns(cards: Any, packs: Any, jokers: Any, classes: Any) -> Any:
    """Judge hands given as uint8 columns (k, N); write N classes as uint8.

    Returns -1, or the first hand of a chunk of 1,024 that holds an impossible one; packs = 0 checks nothing.
    """
    n_cards, n_hands = cards.shape
    chunk = np.zeros(1, Chunk)[0]
    equal = np.zeros(HANDS, np.uint8)
    faces, found = chunk.faces.view(np.uint8), chunk.classes.view(np.uint8)
    for first in range(0, n_hands, HANDS):
        n = min(HANDS, n_hands - first)
        for card in range(n_cards):
            copy(cards[card, first : first + n], faces[card, :n])
        if packs > 0 and not is_sound(chunk, equal, n, n_cards, packs, jokers):
            return first
        judge_chunk(chunk, n_cards)
        write_classes(chunk)
        copy(found[:n], classes[first : first + n])
    return -1


@kernel
def judge_rows(cards: Any, packs: Any, jokers: Any, classes: Any) -> Any:
    """Judge hands given as uint8 rows (N, k); otherwise as `judge_columns`."""
    n_hands, n_cards = cards.shape
    chunk = np.zeros(1, Chunk)[0]
    equal = np.zeros(HANDS, np.uint8)
    faces, found = chunk.faces.view(np.uint8), chunk.classes.view(np.uint8)
    for first in range(0, n_hands, HANDS):
        n = min(HANDS, n_hands - first)
        for hand in range(n):
            for card in range(n_cards):
                faces[card, hand] = cards[first + hand, card]
        if packs > 0 and not is_sound(chunk, equal, n, n_cards, packs, jokers):
            return first
        judge_chunk(chunk, n_cards)
        write_classes(chunk)
        copy(found[:n], classes[first : first + n])
    return -1
