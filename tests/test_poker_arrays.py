"""The judge of arrays: every layout, every size of hand, all seven-card hands of a pack, and bad input."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import jit
from sim.poker import arrays
from sim.poker.arrays import categories, categories_of_columns
from sim.poker.classes import JOKER
from sim.schema import InputError
from tests.oracles import poker as oracle

DECK = np.array([*range(52), *range(52), *[JOKER] * 4], np.uint8)
N_RANDOM = 200 if jit.PLAIN else 9000

# One pack: how many of the 133,784,560 seven-card hands have each class; known since long before this project.
SEVEN_OF_52 = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324, 0]

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # without JIT, words wrap around aloud


def random_hands(n: int, n_cards: int, seed: int) -> npt.NDArray[np.uint8]:
    """Hands dealt from two packs and four jokers, (n, n_cards); of every second one the jokers come first."""
    generator = np.random.default_rng(seed)
    order = np.argsort(generator.random((n, len(DECK))), axis=1)
    dealt = DECK[order[:, :n_cards]]
    jokers = np.arange(n) % 5
    for i in range(0, n, 2):
        dealt[i] = [*[JOKER] * jokers[i], *DECK[order[i][order[i] < 104]]][:n_cards]
    return dealt


@pytest.mark.parametrize("n_cards", range(1, 16))
def test_rows_and_columns_of_every_size_agree_with_the_definitions(n_cards: int) -> None:
    """RP-J2 .. RP-J5: 9,000 hands of each size, of which the last chunk is not full, in both memory orders."""
    cards = random_hands(N_RANDOM, n_cards, seed=n_cards)
    expected = [oracle.hand_class(hand) for hand in cards.tolist()]
    assert categories(cards).tolist() == expected
    assert categories(np.asfortranarray(cards)).tolist() == expected


@given(
    st.integers(1, 12).flatmap(
        lambda k: st.lists(st.lists(st.integers(0, JOKER) | st.just(JOKER), min_size=k, max_size=k), min_size=1, max_size=3)
    )
)
def test_any_hands_have_the_class_of_the_definitions(hands: list[list[int]]) -> None:
    """RP-J3, RP-J4: any faces at all, also twelve equal ones; neighbours do not disturb each other."""
    expected = [oracle.hand_class(hand) for hand in hands]
    assert categories(hands, check=False).tolist() == expected
    assert categories_of_columns(np.transpose(hands), check=False).tolist() == expected


@pytest.mark.skipif(jit.PLAIN, reason="takes a second with JIT, a day without")
def test_all_seven_card_hands_of_a_pack_have_the_known_counts() -> None:
    """Every hand once: the five highest cards from a list of all fives, the two lower ones before them."""
    fives = np.array(list(combinations(range(52), 5)), np.uint8)
    first_above = np.searchsorted(fives[:, 0], np.arange(52), side="right")
    cards = np.empty((7, len(fives)), np.uint8)
    cards[2:] = fives.T
    counts = np.zeros(11, np.int64)
    for low, high in combinations(range(52), 2):
        hands = cards[:, first_above[high] :]
        hands[0], hands[1] = low, high
        counts += np.bincount(categories(hands.T, check=False), minlength=11)
    assert counts.tolist() == SEVEN_OF_52


def test_one_hand_gives_one_class_without_axes() -> None:
    """10-J-Q-K-A of spades as a list."""
    found = categories([32, 36, 40, 44, 48])
    assert (found.shape, found.dtype, int(found)) == ((), np.int8, 9)


def test_no_hands_give_no_classes() -> None:
    assert categories(np.zeros((0, 7), np.int64)).shape == (0,)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64])
def test_every_integer_dtype_is_read(dtype: type) -> None:
    cards = random_hands(50, 7, seed=3)
    assert np.array_equal(categories(cards.astype(dtype)), categories(cards))


def test_strided_and_read_only_arrays_are_read_like_others() -> None:
    """Every second column of a wider array, backwards, and a frozen array."""
    cards = random_hands(50, 7, seed=4)
    expected = categories(cards)
    frozen = cards.copy()
    frozen.flags.writeable = False
    for same in (np.repeat(cards, 2, axis=1)[:, ::2], cards[:, ::-1], cards[::-1][::-1], frozen):
        assert np.array_equal(categories(same), expected)


@pytest.mark.skipif(jit.PLAIN, reason="without JIT there are no signatures")
def test_the_kernel_is_compiled_for_one_kind_of_array() -> None:
    """Whatever is given, the kernel sees uint8 on one axis and plain whole numbers."""
    for cards in (random_hands(5, 7, seed=1), np.zeros((1, 1), np.int64), np.asfortranarray(random_hands(5, 3, seed=2))):
        categories(cards, packs=np.uint8(2), jokers=np.int32(4))
        categories(cards, check=False)
    assert len(arrays.judge.signatures) == 1


@pytest.mark.parametrize(("order", "steps"), [("F", (5, 1)), ("C", (1, 7))])
def test_bytes_reach_the_kernel_without_a_copy(order: Any, steps: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Five hands of seven: in Fortran order the cards of a hand lie five apart, in C order the hands seven apart."""
    cards = np.array(random_hands(5, 7, seed=5), order=order)
    seen: list[Any] = []
    monkeypatch.setattr(arrays, "judge", lambda *given: seen.extend(given) or -1)
    categories(cards)
    assert seen[0].ctypes.data == cards.ctypes.data
    assert (seen[0].shape, tuple(seen[1:3])) == ((35,), steps)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([[0.0, 1.0]], "cards: expected a whole number from 0 to 52, got 0.0"),
        (np.zeros((2, 5)), "cards: expected whole numbers, got an array of float64"),
        (np.array([["As"]]), "cards: expected whole numbers, got an array of <U2"),
        ([["As"]], 'cards: expected a whole number from 0 to 52, got "As"'),
        ("As Ks", "cards: expected whole numbers, got an array of <U5"),
        (None, "cards: expected a whole number from 0 to 52, got None"),
        ([[5, True]], "cards: expected a whole number from 0 to 52, got True"),
        (np.ones((1, 2), bool), "cards: expected whole numbers, got an array of bool"),
        (np.array([[1, None]]), "cards: expected a whole number from 0 to 52, got None"),
        ([[0, 1], [2]], "cards: expected hands of one length, got [[0, 1], [2]]"),
        ([np.array([[1]]), np.array([[1, 2]])], "cards: expected hands of one length, got [array([[1]]), array([[1, 2]])]"),
        (np.ma.array([[1, 2]], mask=[[0, 1]]), "cards: expected whole numbers, got an array with masked elements"),
        (7, "cards: expected an array of shape (hands, cards), got ()"),
        ([[[1]]], "cards: expected an array of shape (hands, cards), got (1, 1, 1)"),
        ([], "cards: expected 1 to 15 cards a hand, got 0"),
        (np.zeros((3, 0), int), "cards: expected 1 to 15 cards a hand, got 0"),
        (np.zeros((3, 16), int), "cards: expected 1 to 15 cards a hand, got 16"),
        ([[0, 1], [2, 53]], "cards: hand 1: expected faces from 0 to 52, got 53"),
        ([[0, -1]], "cards: hand 0: expected faces from 0 to 52, got -1"),
        (np.array([[0, 256]]), "cards: hand 0: expected faces from 0 to 52, got 256"),
        ([[10**50]], "cards: hand 0: expected faces from 0 to 52, got a number of 167 bits"),
        (np.array([[0, 1], [2, 255]], np.uint8), "cards: hand 1: expected faces from 0 to 52, got 255"),
        ([[0, 1, 2], [50, 50, 50]], "cards: hand 1: Ad comes 3 times, but the deck has 2"),
        ([[52, 52, 52, 52, 52]], "cards: hand 0: jk comes 5 times, but the deck has 4"),
    ],
)
def test_impossible_hands_are_refused_in_one_line(cards: Any, message: str) -> None:
    with pytest.raises(InputError) as raised:
        categories(cards)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("packs", "jokers", "fault"),
    [(1, 4, "hand 4000: 2s comes 2 times, but the deck has 1"), (3, 0, "hand 3999: jk comes 1 times, but the deck has 0")],
)
def test_a_fault_far_down_is_found_and_named(packs: int, jokers: int, fault: str) -> None:
    """Hand 4,000 of 5,000 doubles a card, the hand before holds a joker; both memory orders."""
    cards = np.tile(np.arange(7, dtype=np.uint8), (5000, 1))
    cards[3999, 6], cards[4000, 6] = JOKER, 0
    for same in (cards, np.asfortranarray(cards)):
        with pytest.raises(InputError, match=fault):
            categories(same, packs=packs, jokers=jokers)


def test_just_as_many_copies_as_the_deck_has_are_accepted() -> None:
    """RP-J1: two equal cards of two packs, four jokers of four, and nothing is checked when told so."""
    assert categories([[50, 50, 3, 52, 52, 52, 52]]).tolist() == [10]
    assert categories([[50, 50, 50]], check=False).tolist() == [3]


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ({"packs": 0}, "packs: expected a whole number from 1 to 8, got 0"),
        ({"packs": 9}, "packs: expected a whole number from 1 to 8, got 9"),
        ({"packs": "2"}, 'packs: expected a whole number from 1 to 8, got "2"'),
        ({"packs": True}, "packs: expected a whole number from 1 to 8, got True"),
        ({"jokers": -1}, "jokers: expected a whole number from 0 to 16, got -1"),
        ({"jokers": 17}, "jokers: expected a whole number from 0 to 16, got 17"),
        ({"jokers": float("nan")}, "jokers: expected a whole number from 0 to 16, got nan"),
        ({"check": "no"}, 'check: expected True or False, got "no"'),
    ],
)
def test_impossible_decks_are_refused_with_or_without_a_check(deck: dict[str, Any], message: str) -> None:
    for other in ({}, {"check": False}):
        with pytest.raises(InputError) as raised:
            categories([[1]], **(other | deck))
        assert str(raised.value) == message


def test_the_largest_deck_has_eight_copies_of_a_card_and_sixteen_jokers() -> None:
    """Eight equal cards are five of a kind; a ninth one is refused, and fifteen jokers, all a hand may have, are fine."""
    assert categories([[7] * 8, [JOKER] * 8], packs=8, jokers=16).tolist() == [10, 10]
    assert categories([[JOKER] * 15], packs=8, jokers=16).tolist() == [10]
    with pytest.raises(InputError, match=r"^cards: hand 0: 3c comes 9 times, but the deck has 8$"):
        categories([[7] * 9], packs=8, jokers=16)


def test_columns_must_have_two_axes() -> None:
    with pytest.raises(InputError, match=r"^cards: expected an array of shape \(cards, hands\), got \(2,\)$"):
        categories_of_columns([1, 2])
