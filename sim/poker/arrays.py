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
from sim.poker.limits import check_deck, check_switch, check_whole, shown
from sim.poker.planes import HANDS, Chunk, judge_chunk, write_classes
from sim.schema import InputError

Bytes = npt.NDArray[np.uint8]
Classes = npt.NDArray[np.int8]


@step
def copy(source: Any, start: Any, stride: Any, target: Any) -> None:
    """Fill the target with every `stride`-th byte of the source from `start` on."""
    # Unsigned: a signed index might count from the end, and looking whether it does takes a third of the time.
    begin, unsigned = np.uint64(start), np.uint64(stride)
    for i in range(len(target)):
        target[i] = source[begin + np.uint64(i) * unsigned]


@step
def fill(faces: Any, cards: Any, start: Any, card_step: Any, hand_step: Any) -> None:
    """Write hands into the rows of faces, a row a card; the first card of the first hand stands at `start`."""
    for card in range(len(faces)):
        if hand_step == 1:  # a loop of its own, as the compiler does many bytes at once of it
            copy(cards, start + card * card_step, 1, faces[card])
        else:
            copy(cards, start + card * card_step, hand_step, faces[card])


@rule
def judge_filled(chunk: Any, n_cards: Any, packs: Any, jokers: Any, classes: Any) -> Any:
    """Judge the hands whose faces stand in the chunk and write their classes; False if a hand is impossible.

    packs = 0 checks nothing.
    """
    if packs > 0 and not is_sound(chunk, len(classes), n_cards, packs, jokers):
        return False
    judge_chunk(chunk, n_cards)
    write_classes(chunk)
    copy(chunk.classes.view(np.uint8), 0, 1, classes)
    return True


@kernel
def judge(
    cards: Any, card_step: Any, hand_step: Any, n_cards: Any, packs: Any, jokers: Any, classes: Any
) -> Any:  # fmt: skip
    """Judge hands given as uint8 (one axis), and write their classes as uint8 (N,).

    Card c of hand h stands at c * card_step + h * hand_step. Returns -1, or the first hand of the first chunk of 1,024 that
    holds an impossible hand.
    """
    n_hands = len(classes)
    scratch = np.zeros(1, Chunk)  # a record does not keep its array alive: it is taken anew in every round
    for first in range(0, n_hands, HANDS):
        chunk, last = scratch[0], min(first + HANDS, n_hands)
        fill(chunk.faces.view(np.uint8)[:n_cards, : last - first], cards, first * hand_step, card_step, hand_step)
        if not judge_filled(chunk, n_cards, packs, jokers, classes[first:last]):
            return first
    return -1


def whole_elements(array: npt.NDArray[np.object_]) -> npt.NDArray[np.object_]:
    """An array of objects as ints; InputError if one of them is no whole number."""
    kinds = set(map(type, array.flat))
    if any(issubclass(kind, list | tuple | np.ndarray) for kind in kinds):
        raise InputError(f"cards: expected hands of one length, got {shown(array.tolist())}")
    if all(issubclass(kind, int | np.integer) and kind is not bool for kind in kinds):
        return array
    numbers = [check_whole("cards", element, 0, JOKER) for element in array.flat]
    return np.array(numbers, object).reshape(array.shape)


def integers_of(cards: object) -> npt.NDArray[Any]:
    """The cards as an array of whole numbers, of objects where they were a list; InputError for anything else."""
    if np.ma.is_masked(cards):
        raise InputError("cards: expected whole numbers, got an array with masked elements")
    try:
        array = np.array(cards, object) if isinstance(cards, list | tuple) else np.asarray(cards)
    except ValueError as error:
        raise InputError(f"cards: expected hands of one length, got {shown(cards)}") from error
    if array.dtype == object:
        return whole_elements(array)
    if array.dtype.kind not in "iu":
        raise InputError(f"cards: expected whole numbers, got an array of {array.dtype}")
    return array


def check_shape(array: npt.NDArray[Any], axes: str) -> None:
    """Refuse arrays of other than two axes."""
    if array.ndim != 2:
        raise InputError(f"cards: expected an array of shape {axes}, got {array.shape}")


def as_bytes(cards: npt.NDArray[Any]) -> Bytes:
    """Hands (N, k) as uint8, in the same memory order; refuses what is no face, naming the hand."""
    if cards.dtype == np.uint8:
        return cards
    if cards.size and (cards.min() < 0 or cards.max() > JOKER):
        hand, card = np.argwhere((cards < 0) | (cards > JOKER))[0]
        raise InputError(f"cards: hand {hand}: {no_face(cards[hand, card])}")
    return cards.astype(np.uint8, order="K")


def no_face(number: Any) -> str:
    """What is wrong with a number that is no face."""
    return f"expected faces from 0 to {JOKER}, got {shown(int(number))}"


def in_order(cards: Bytes) -> Bytes:
    """The array itself if it lies in C or Fortran order and may be written (kernels know no other kind), else a copy."""
    plain = cards.flags.c_contiguous or cards.flags.f_contiguous
    return cards if plain and cards.flags.writeable else cards.copy(order="A")


def explain(hand: Bytes, packs: int, jokers: int) -> str:
    """What is wrong with a hand, or nothing."""
    faces, counts = np.unique(hand, return_counts=True)
    for face, count in zip(faces.tolist(), counts.tolist(), strict=True):
        if face > JOKER:
            return no_face(face)
        most = jokers if face == JOKER else packs
        if count > most:
            return f"{card_name(face)} comes {count} times, but the deck has {most}"
    return ""


def refuse(cards: Bytes, first: int, packs: int, jokers: int) -> None:
    """Name the first impossible hand of (N, k) cards, which is within a chunk of `first`."""
    for hand in range(first, min(first + HANDS, len(cards))):
        fault = explain(cards[hand], packs, jokers)
        if fault:
            raise InputError(f"cards: hand {hand}: {fault}")


def categories(cards: npt.ArrayLike, packs: int = 2, jokers: int = 4, *, check: bool = True) -> Classes:
    """The class of each hand: faces (N, k) in, classes 0..10 (N,) out as int8, the index into `CLASS_NAMES`.

    Each row is a hand of k = 1..15 faces (4 * rank + suit, or 52 for a joker); N may be 0. One hand (k,) gives an array
    without axes. Taken are arrays of any integer dtype, byte order and memory layout, and lists or arrays of objects that
    hold whole numbers only. Not taken are booleans, floats (also whole ones) and masked elements.

    An array of uint8 in Fortran order, whose columns lie together, is the fastest and is read where it lies; so is one in C
    order. All others are copied, as are read-only ones. Nothing given is changed.

    `check` refuses hands that no deck of `packs` packs (1..8) and `jokers` jokers (0..16) holds. Without it any faces are
    judged, as often as they come; of uint8, numbers above 52 then pass too and give classes without meaning.

    >>> categories([[50, 46, 42, 38, 34], [52, 0, 0, 7, 9]])
    array([9, 3], dtype=int8)

    Raises InputError, one line, for everything else; of impossible hands the first is named.
    """
    array = integers_of(cards)
    if array.ndim == 1:
        return judge_hands(array[np.newaxis], packs, jokers, check)[0, ...]
    check_shape(array, "(hands, cards)")
    return judge_hands(array, packs, jokers, check)


def categories_of_columns(cards: npt.ArrayLike, packs: int = 2, jokers: int = 4, *, check: bool = True) -> Classes:
    """The class of each hand of an array of shape (k, N), a column a hand; otherwise as `categories`."""
    array = integers_of(cards)
    check_shape(array, "(cards, hands)")
    return judge_hands(array.T, packs, jokers, check)


def judge_hands(array: npt.NDArray[Any], packs: int, jokers: int, check: object) -> Classes:
    """Judge (N, k) whole numbers of any kind."""
    packs, jokers = check_deck(packs, jokers)
    is_checked = check_switch("check", check)
    n_hands, n_cards = array.shape
    if not 1 <= n_cards <= MOST_CARDS:
        raise InputError(f"cards: expected 1 to {MOST_CARDS} cards a hand, got {n_cards}")
    cards, classes = in_order(as_bytes(array)), np.empty(n_hands, np.uint8)
    card_step, hand_step = (n_hands, 1) if cards.flags.f_contiguous else (1, n_cards)
    first = judge(cards.ravel(order="K"), card_step, hand_step, n_cards, packs if is_checked else 0, jokers, classes)
    if first >= 0:
        refuse(cards, first, packs, jokers)
    return classes.view(np.int8)
