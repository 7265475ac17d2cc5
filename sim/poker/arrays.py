"""The classes of many given hands: numpy arrays in, an int8 array out.

The hands are the rows of an array of shape (N, k). In Fortran order its columns lie together in memory, which is what the
judge reads fastest; `categories_of_columns` takes the same memory as an array of shape (k, N). Arrays of uint8 are judged
where they lie; other integers are first converted, and strided or read-only arrays copied.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sim.jit import kernel, rule, step
from sim.poker.classes import JOKER, card_name
from sim.poker.judge import MOST_CARDS
from sim.poker.planes import HANDS, Chunk, judge_chunk, write_classes
from sim.schema import InputError

Classes = npt.NDArray[np.int8]


@step
def copy(source: Any, target: Any) -> None:
    """Copy bytes into a target of the same length."""
    for i in range(len(target)):
        target[i] = source[i]


@step
def copy_every(source: Any, step_length: Any, target: Any) -> None:
    """Fill the target with every `step_length`-th byte of the source."""
    for i in range(len(target)):
        target[i] = source[i * step_length]


@rule
def count_equal(chunk: Any, card: Any, equal: Any) -> None:
    """For each hand of a chunk: how many of the cards before number `card` have its face; `equal` has HANDS bytes."""
    faces = chunk.faces.view(np.uint8)
    mine = faces[card]
    for hand in range(HANDS):
        equal[hand] = 0
    for other in range(card):
        theirs = faces[other]
        for hand in range(HANDS):
            equal[hand] += theirs[hand] == mine[hand]


@rule
def find_faults(mine: Any, equal: Any, packs: Any, jokers: Any, faulty: Any) -> None:
    """Note the hands whose card `mine` is no face, or one copy too many; `packs` and `jokers` are at most 15."""
    copies, wild = np.uint8(packs), np.uint8(jokers)
    for hand in range(len(mine)):
        most = wild if mine[hand] == JOKER else copies
        faulty[hand] |= (mine[hand] > JOKER) | (equal[hand] >= most)


@rule
def is_sound(chunk: Any, n: Any, n_cards: Any, packs: Any, jokers: Any) -> Any:
    """Whether the first n hands of the chunk could be dealt."""
    faces = chunk.faces.view(np.uint8)
    equal, faulty = np.zeros(HANDS, np.uint8), np.zeros(HANDS, np.uint8)
    for card in range(n_cards):
        if n_cards > min(packs, jokers):
            count_equal(chunk, card, equal)
        find_faults(faces[card, :n], equal[:n], min(packs, MOST_CARDS), min(jokers, MOST_CARDS), faulty[:n])
    return not faulty.any()


@rule
def judge_filled(chunk: Any, n_cards: Any, packs: Any, jokers: Any, classes: Any) -> Any:
    """Judge the hands whose faces stand in the chunk and write their classes; False if a hand is impossible.

    packs = 0 checks nothing.
    """
    n = len(classes)
    if packs > 0 and not is_sound(chunk, n, n_cards, packs, jokers):
        return False
    judge_chunk(chunk, n_cards)
    write_classes(chunk)
    copy(chunk.classes.view(np.uint8), classes)
    return True


@kernel
def judge_columns(cards: Any, packs: Any, jokers: Any, classes: Any) -> Any:
    """Judge hands given as uint8 columns (k, N), and write N classes as uint8.

    Returns -1, or the first hand of the first chunk of 1,024 that holds an impossible hand.
    """
    n_cards, n_hands = cards.shape
    scratch = np.zeros(1, Chunk)  # a record does not keep its array alive: it is taken anew in every round
    for first in range(0, n_hands, HANDS):
        chunk = scratch[0]
        faces = chunk.faces.view(np.uint8)
        last = min(first + HANDS, n_hands)
        for card in range(n_cards):
            copy(cards[card, first:last], faces[card, : last - first])
        if not judge_filled(chunk, n_cards, packs, jokers, classes[first:last]):
            return first
    return -1


@kernel
def judge_rows(cards: Any, packs: Any, jokers: Any, classes: Any) -> Any:
    """Judge hands given as uint8 rows (N, k); otherwise as `judge_columns`."""
    n_hands, n_cards = cards.shape
    flat = cards.ravel()
    scratch = np.zeros(1, Chunk)  # a record does not keep its array alive: it is taken anew in every round
    for first in range(0, n_hands, HANDS):
        chunk = scratch[0]
        faces = chunk.faces.view(np.uint8)
        last = min(first + HANDS, n_hands)
        for card in range(n_cards):
            copy_every(flat[first * n_cards + card :], n_cards, faces[card, : last - first])
        if not judge_filled(chunk, n_cards, packs, jokers, classes[first:last]):
            return first
    return -1
