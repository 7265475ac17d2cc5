"""Names of cards and classes, and the judge of one hand, by the rulebook and against a judge written from it alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import jit
from sim.jit import kernel
from sim.poker.classes import CLASS_NAMES, JOKER, N_CLASSES, RANKS, SUITS, HandClass, card_name, face, parse_card
from sim.poker.judge import NO_CARDS, add_card, class_of, gather, join
from sim.schema import InputError
from tests.oracles import poker as oracle

MOST = 12
N_RANDOM = 300 if jit.PLAIN else 100_000


@kernel
def judge_each(cards: Any, sizes: Any, classes: Any) -> None:
    """The classes of the first sizes[i] cards of each row."""
    for i in range(len(cards)):
        classes[i] = class_of(gather(cards[i], sizes[i]))


@kernel
def judge_split(cards: Any, sizes: Any, splits: Any, classes: Any) -> None:
    """The same, the first splits[i] cards as own cards and the others as shared ones."""
    for i in range(len(cards)):
        own, shared = gather(cards[i], splits[i]), gather(cards[i, splits[i] :], sizes[i] - splits[i])
        classes[i] = class_of(join(own, shared))


@kernel
def judge_one_by_one(cards: Any) -> Any:
    """The class of a hand whose cards are added to what is there."""
    words = gather(cards, 0)
    for card in cards:
        words = add_card(words, card)
    return class_of(words)


def hand(text: str) -> npt.NDArray[np.int64]:
    """The faces of a hand in words."""
    return np.array([parse_card(word) for word in text.split()], np.int64)


def name_of(text: str) -> str:
    """The class of a hand in words."""
    return CLASS_NAMES[judge_one_by_one(hand(text))]


def random_hands(n: int, seed: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Hands of 1..12 cards of two packs with 0..4 jokers; every second one of a few ranks or suits, where much happens."""
    generator = np.random.default_rng(seed)
    sizes, cards = generator.integers(1, MOST + 1, n), np.zeros((n, MOST), np.int64)
    for i in range(n):
        ranks, suits = (13, 4) if i % 2 else (generator.integers(6, 14), generator.integers(1, 4))
        low = generator.integers(0, 14 - ranks)
        natural = [face(low + rank, suit) for rank in range(ranks) for suit in range(suits)] * 2
        jokers = min(generator.integers(0, 5), sizes[i])
        chosen = generator.choice(natural, min(sizes[i] - jokers, len(natural)), replace=False)
        sizes[i] = jokers + len(chosen)
        cards[i, : sizes[i]] = generator.permutation([*chosen, *[JOKER] * jokers])
    return cards, sizes


def test_a_face_is_four_times_the_rank_and_the_suit() -> None:
    """2s is 0, 3h is 5, Ad is 50, Ac is 51, the joker 52."""
    assert [face(0, 0), face(1, 1), face(12, 2), face(12, 3), JOKER] == [0, 5, 50, 51, 52]
    assert (len(RANKS), len(SUITS), N_CLASSES) == (13, 4, 11)


def test_the_classes_rise_by_one_from_nop_to_5c() -> None:
    """RP-J2, RP-J7: the classes in order, NoP being 0 and 5C 10."""
    assert CLASS_NAMES == ("NoP", "1P", "2P", "3C", "ST", "FL", "FH", "4C", "SF", "RSF", "5C")
    named = {HandClass.NOP: "NoP", HandClass.FULL_HOUSE: "FH", HandClass.ROYAL: "RSF", HandClass.FIVE: "5C"}
    assert {kind: CLASS_NAMES[kind] for kind in named} == named


@pytest.mark.parametrize("card", range(53))
def test_each_card_is_read_as_it_is_written(card: int) -> None:
    assert parse_card(card_name(card)) == card
    assert parse_card(f" {card_name(card).upper()} ") == card


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", '""'),
        ("1s", '"1s"'),
        ("10s", '"10s"'),
        ("Sx", '"Sx"'),
        ("sA", '"sA"'),
        ("joker", '"joker"'),
        ("A\ns", '"A\\ns"'),
        ("x" * 99, f'"{"x" * 40}..."'),
        (None, "None"),
        (7, "7"),
        (b"As", "b'As'"),
    ],
)
def test_what_is_no_card_is_refused_in_one_line(text: Any, shown: str) -> None:
    with pytest.raises(InputError) as raised:
        parse_card(text)
    assert str(raised.value) == f"card: expected a rank of 23456789TJQKA and a suit of shdc, or jk, got {shown}"


@pytest.mark.parametrize(
    ("given", "shown"),
    [(-1, "-1"), (53, "53"), (2**64, "18446744073709551616"), (0.0, "0.0"), (True, "True"), ("As", '"As"')],
)
def test_what_is_no_face_has_no_name(given: Any, shown: str) -> None:
    with pytest.raises(InputError) as raised:
        card_name(given)
    assert str(raised.value) == f"card: expected a whole number from 0 to 52, got {shown}"


@pytest.mark.parametrize(
    ("rank", "suit", "message"),
    [
        (13, 0, "rank: expected a whole number from 0 to 12, got 13"),
        (0, 4, "suit: expected a whole number from 0 to 3, got 4"),
        ("A", 0, 'rank: expected a whole number from 0 to 12, got "A"'),
    ],
)
def test_what_is_no_rank_or_suit_makes_no_face(rank: Any, suit: Any, message: str) -> None:
    with pytest.raises(InputError) as raised:
        face(rank, suit)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7s 7s 7h 7d 7c", "5C"),
        ("jk Ks Kh Qs Qd", "FH"),
        ("jk Th Jh Qh Kh", "RSF"),
        ("jk jk 4s 4h 9d Qc 2s", "4C"),
        ("jk jk jk jk 9d", "5C"),
        ("As 2h 3d 4c 5s", "ST"),
    ],
)
def test_ex4_hands_have_the_classes_of_the_rulebook(text: str, expected: str) -> None:
    """RP-EX4 (RP-J3, RP-J4): the six examples."""
    assert name_of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2s 4h 6d 8c Ts", "NoP"),
        ("2s 2h 6d 8c Ts", "1P"),
        ("2s 2h 6d 6c Ts", "2P"),
        ("2s 2h 2d 8c Ts", "3C"),
        ("6s 7h 8d 9c Ts", "ST"),
        ("2s 4s 6s 8s Ts", "FL"),
        ("2s 2h 2d 8c 8s", "FH"),
        ("2s 2h 2d 2c 8s", "4C"),
        ("6s 7s 8s 9s Ts", "SF"),
        ("Ts Js Qs Ks As", "RSF"),
        ("2s 2h 2d 2c 2c", "5C"),
    ],
)
def test_j2_a_hand_of_each_class(text: str, expected: str) -> None:
    """RP-J2: the plainest hand of each class."""
    assert name_of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5c 4h 3d 2s As", "ST"),
        ("As Kh Qd Jc Ts", "ST"),
        ("Qs Kh Ad 2c 3s", "NoP"),
        ("Ks As 2s 3s 4s", "FL"),
        ("As 2s 3s 4s 5s", "SF"),
        ("9s Ts Js Qs Ks", "SF"),
        ("jk Js Qs Ks As", "RSF"),
        ("jk jk jk Js As", "RSF"),
        ("jk 9s Ts Js Qs", "SF"),
        ("jk jk 2s 5h 9d", "3C"),
        ("jk 3s 4h 6d 7c", "ST"),
        ("jk 2s 4s 8s Ts", "FL"),
    ],
)
def test_j3_the_ace_is_low_or_high_and_a_joker_is_any_card(text: str, expected: str) -> None:
    """RP-J3: A-2-3-4-5 and 10-J-Q-K-A are straights, Q-K-A-2-3 is none; jokers fill what is missing."""
    assert name_of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7s 7s 2h 9d Qc", "1P"),
        ("2s 2s 4s 8s Ts", "FL"),
        ("2s 2s 4s 4s Ts", "FL"),
        ("2s 2s 2h 2h 2d", "5C"),
        ("6s 6s 7s 8s 9s", "FL"),
        ("6s 6s 7s 8s 9s Ts", "SF"),
        ("jk 2s 2s 4s 8s", "FL"),
    ],
)
def test_j4_identical_cards_pair_and_count_twice_for_a_flush(text: str, expected: str) -> None:
    """RP-J4: they count for pairs and flushes, and not twice in a straight."""
    assert name_of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9s", "NoP"),
        ("jk", "NoP"),
        ("jk jk", "1P"),
        ("jk jk jk", "3C"),
        ("jk jk jk jk", "4C"),
        ("jk jk jk jk jk", "5C"),
        ("jk 9s", "1P"),
        ("jk 9s 9s", "3C"),
        ("jk jk 9s 9h", "4C"),
        ("2s 3s 4s 5s", "NoP"),
        ("jk 3s 4s 5s", "1P"),
        ("jk jk Ks As", "3C"),
    ],
)
def test_j5_fewer_than_five_cards_make_no_straight_and_no_flush(text: str, expected: str) -> None:
    """RP-J5: pairs, three and four of a kind only."""
    assert name_of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2s 2h 2d 8c 8s 8h", "FH"),
        ("2s 2h 6d 6c Ts Th Kd", "2P"),
        ("jk 2s 2h 6d 6c Ts Th", "FH"),
        ("2s 2h 2d 2c 6s 7s 8s 9s Ts", "SF"),
        ("2h 2d 4s 6s 8s Ts Qs 3h 5d", "FL"),
        ("2h 3d 4s 5c 6h 6d 6s", "ST"),
        ("Ts Js Qs Ks As 2h 2d 2c 2s", "RSF"),
        ("jk jk jk 2s 6h 7d Ks As", "RSF"),
        ("2s 3s 4s 5s 6s 7h 7h 7d 7d 7c", "5C"),
        ("2s 3s 4s 5s 7s 8h 9h Th Jh Kh 2d 3d 4d 5d 7d", "FL"),
    ],
)
def test_j5_the_best_five_of_all_cards_count(text: str, expected: str) -> None:
    """RP-J5: of 6 to 15 cards the highest class that any five make."""
    assert name_of(text) == expected


def test_random_hands_have_the_class_of_the_definitions() -> None:
    """RP-J2 .. RP-J5: hands of 1 to 12 cards with 0 to 4 jokers agree with a judge that knows the definitions only."""
    cards, sizes = random_hands(N_RANDOM, seed=1)
    classes = np.zeros(len(cards), np.int64)
    judge_each(cards, sizes, classes)
    expected = [oracle.hand_class(cards[i, : sizes[i]].tolist()) for i in range(len(cards))]
    assert classes.tolist() == expected
    assert set(expected) == set(range(11))


@given(st.lists(st.integers(0, JOKER) | st.just(JOKER), min_size=1, max_size=MOST), st.data())
def test_any_hand_however_shared_has_the_class_of_the_definitions(cards: list[int], data: st.DataObject) -> None:
    """RP-J5: own and shared cards make the class of all of them, wherever the hand is cut; any number of equal cards."""
    array, sizes = np.array([cards], np.int64), np.array([len(cards)])
    classes = np.zeros(1, np.int64)
    judge_split(array, sizes, np.array([data.draw(st.integers(0, len(cards)))]), classes)
    assert classes[0] == oracle.hand_class(cards)


def test_no_cards_are_nop() -> None:
    """Nothing at all: NoP."""
    assert class_of(NO_CARDS) == HandClass.NOP
