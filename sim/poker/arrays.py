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
from sim.poker.faults import is_sound
from sim.poker.judge import MOST_CARDS
from sim.poker.limits import check_whole
from sim.poker.planes import HANDS, Chunk, judge_chunk, write_classes
from sim.schema import InputError

MOST_COPIES = 1000  # packs or jokers; more than a hand has cards is as good as any number
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


def integers_of(cards: Any) -> npt.NDArray[Any]:
    """The cards as an array of whole numbers."""
    array = np.asarray(cards)
    if array.dtype.kind not in "iu":
        raise InputError(f"cards: expected whole numbers, got an array of {array.dtype}")
    return array


def as_bytes(cards: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The faces as uint8, in the same memory order; refuses what is no face."""
    low, high = (int(cards.min()), int(cards.max())) if cards.size else (0, 0)
    if low < 0 or high > JOKER:
        raise InputError(f"cards: expected faces from 0 to {JOKER}, got {low if low < 0 else high}")
    return cards.astype(np.uint8, order="K")


def in_order(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The array itself if it lies in C or Fortran order and may be written (kernels know no other kind), else a copy."""
    plain = cards.flags.c_contiguous or cards.flags.f_contiguous
    return cards if plain and cards.flags.writeable else cards.copy(order="A")


def explain(hand: npt.NDArray[np.uint8], packs: int, jokers: int) -> str:
    """What is wrong with a hand, or nothing."""
    faces, counts = np.unique(hand, return_counts=True)
    for face, count in zip(faces.tolist(), counts.tolist(), strict=True):
        if face > JOKER:
            return f"expected faces from 0 to {JOKER}, got {face}"
        most = jokers if face == JOKER else packs
        if count > most:
            return f"{card_name(face)} comes {count} times, but the deck has {most}"
    return ""


def refuse(cards: npt.NDArray[np.uint8], first: int, packs: int, jokers: int) -> None:
    """Name the first impossible hand of (N, k) cards, which is within a chunk of `first`."""
    for row in range(first, min(first + HANDS, len(cards))):
        fault = explain(cards[row], packs, jokers)
        if fault:
            raise InputError(f"cards: row {row}: {fault}")


def categories(cards: npt.ArrayLike, packs: int = 2, jokers: int = 4, *, check: bool = True) -> Classes:
    """The class of each hand: faces (N, k) in, classes 0..10 (N,) out as int8; one hand (k,) gives an array without axes.

    Each row is a hand of k = 1..15 faces (4 * rank + suit, or 52 for a joker). An array of uint8 in Fortran order, whose
    columns lie together, is the fastest and is read where it lies; so is one in C order; all others are copied.

    `check` refuses hands that no deck of `packs` packs and `jokers` jokers holds. Without it such hands are judged as they
    are; numbers above 52 then give classes without meaning.

    >>> categories([[50, 46, 42, 38, 34], [52, 0, 0, 7, 9]])
    array([9, 3], dtype=int8)

    Raises InputError for other shapes, dtypes, faces, or more copies of a card than the deck has (naming the row).
    """
    array = integers_of(cards)
    if array.ndim == 1:
        return categories(array[np.newaxis], packs, jokers, check=check)[0, ...]
    if array.ndim != 2:
        raise InputError(f"cards: expected an array of shape (hands, cards), got {array.shape}")
    if not 1 <= array.shape[1] <= MOST_CARDS:
        raise InputError(f"cards: expected 1 to {MOST_CARDS} cards a hand, got {array.shape[1]}")
    return judge_bytes(in_order(array if array.dtype == np.uint8 else as_bytes(array)), packs, jokers, check=check)


def judge_bytes(cards: npt.NDArray[np.uint8], packs: int, jokers: int, *, check: bool) -> Classes:
    """Judge (N, k) bytes in C or Fortran order."""
    check_whole("packs", packs, 1, MOST_COPIES)
    check_whole("jokers", jokers, 0, MOST_COPIES)
    classes = np.empty(len(cards), np.uint8)
    given, judge = (cards.T, judge_columns) if cards.flags.f_contiguous else (cards, judge_rows)
    first = judge(given, packs if check else 0, jokers, classes)
    if first >= 0:
        refuse(cards, first, packs, jokers)
    return classes.view(np.int8)


def categories_of_columns(cards: npt.ArrayLike, packs: int = 2, jokers: int = 4, *, check: bool = True) -> Classes:
    """The class of each hand of an array of shape (k, N), a column a hand; otherwise as `categories`."""
    array = integers_of(cards)
    if array.ndim != 2:
        raise InputError(f"cards: expected an array of shape (cards, hands), got {array.shape}")
    return categories(array.T, packs, jokers, check=check)
