"""Exact counts: known tables, sums, and every hand of small completions judged one by one."""

from __future__ import annotations

from itertools import combinations, count
from math import comb

import numpy as np
import pytest

from sim import jit
from sim.poker import exact
from sim.poker.arrays import categories
from sim.poker.classes import JOKER, parse_card
from sim.poker.exact import exact_counts, exact_seconds
from sim.schema import InputError

needs_jit = pytest.mark.skipif(jit.PLAIN, reason="millions of pairs or hands need JIT")
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # without JIT, words wrap around aloud


@pytest.mark.parametrize(
    ("cards", "packs", "jokers", "table"),
    [
        (5, 1, 0, "1302540 1098240 123552 54912 10200 5108 3744 624 36 4 0"),
        (5, 1, 2, "1302540 1437936 123552 232968 34704 11388 9360 9360 540 84 78"),
        (5, 2, 0, "41681280 40909440 5374512 3075072 326400 261840 244608 87360 1152 128 728"),
        (5, 2, 4, "41681280 51779712 5374512 9809664 1171968 531920 489216 593600 23040 3968 10296"),
        pytest.param(
            7, 1, 0, "23294460 58627800 31433400 6461620 6180020 4047644 3473184 224848 37260 4324 0", marks=needs_jit
        ),
    ],
)
def test_known_tables(cards: int, packs: int, jokers: int, table: str) -> None:
    """RP-J2 .. RP-J4: counts that were known before."""
    assert exact_counts(cards, packs, jokers) == [int(count) for count in table.split()]


def test_one_and_two_cards_by_hand() -> None:
    """RP-J1, RP-J4: two cards of 108: pairs are 13 x C(8, 2) natural ones and all 104 x 4 + C(4, 2) with a joker."""
    assert exact_counts(1, 2, 4) == [108] + [0] * 10
    pairs = 13 * 28 + 104 * 4 + 6
    assert exact_counts(2, 2, 4) == [comb(108, 2) - pairs, pairs] + [0] * 9


def test_three_and_four_jokers_by_hand() -> None:
    """RP-EX4: four jokers and a card: 5C. Three jokers and two cards: 5C, RSF, SF and otherwise 4C."""
    assert exact_counts(5, 1, 16, known=[JOKER] * 4) == [0] * 10 + [52 + 12]
    three = exact_counts(5, 1, 3, known=[JOKER] * 3)
    # 42 pairs of ranks (12 + 11 + 10 + 9) are one to four apart, 10 of them within 10..A; the low ace adds four with 2..5.
    straight_flushes = 4 * (42 - 10 + 4)
    assert three == [0] * 7 + [comb(52, 2) - 13 * 6 - 4 * 10 - straight_flushes, straight_flushes, 4 * 10, 13 * 6]


@needs_jit
@pytest.mark.parametrize(("packs", "jokers"), [(1, 0), (1, 1), (2, 4), (3, 2), (8, 16)])
@pytest.mark.parametrize("cards", range(1, 10))
def test_the_counts_are_all_hands_there_are(cards: int, packs: int, jokers: int) -> None:
    """Their sum is the binomial coefficient; none is negative."""
    counts = exact_counts(cards, packs, jokers)
    assert sum(counts) == comb(52 * packs + jokers, cards)
    assert min(counts) >= 0


@needs_jit
def test_sums_beyond_64_bits_are_whole() -> None:
    """C(432, 10), about 5e19, and C(416, 11), about 1e21, do not fit into 64 bits."""
    for cards, jokers in ((10, 16), (11, 0)):
        assert sum(exact_counts(cards, 8, jokers)) == comb(416 + jokers, cards) > 2**64


@needs_jit
@pytest.mark.parametrize(("cards", "packs", "jokers"), [(5, 2, 4), (7, 1, 2), (8, 2, 4)])
def test_hands_with_a_known_card_add_up_to_all_hands(cards: int, packs: int, jokers: int) -> None:
    """Over every card of the deck, hands with that card: each hand of k cards is counted k times."""
    sums = np.zeros(11, object)
    for card, copies in [*((face, packs) for face in range(52)), (JOKER, jokers)]:
        sums += copies * np.array(exact_counts(cards, packs, jokers, known=[card]), object)
    assert sums.tolist() == [cards * count for count in exact_counts(cards, packs, jokers)]


@needs_jit
@pytest.mark.parametrize(
    "known",
    [
        "As Ks",
        "jk As Kh 7d",
        "As As Ah Ah Ad Ad",
        "jk jk As Ks 9h 8h",
        "jk jk jk 4s 5s Jd",
        "jk 4s 5s 6s Jd Qd",
        "jk jk 9s 9s 9h 9h 3c",
        "jk jk jk 2s 4s 6h 8h Td Qd",
        "jk 2s 4s 6s 8h Th Qh",
        "jk jk jk jk 2s",
        "2s 3s 4s 5s 6h 7h 8h 9h",
    ],
)
def test_every_completion_of_a_known_hand_is_counted(known: str) -> None:
    """RP-J2 .. RP-J5: two or three more cards of 108, each combination judged; with several suits that make a flush."""
    faces = [parse_card(word) for word in known.split()]
    deck = [*range(52), *range(52), *[JOKER] * 4]
    for card in faces:
        deck.remove(card)
    more = 3 if len(faces) < 8 else 2
    hands = np.array([[*faces, *cards] for cards in combinations(deck, more)], np.uint8)
    expected = np.bincount(categories(hands), minlength=11)
    assert exact_counts(len(faces) + more, 2, 4, known=faces) == expected.tolist()


def test_a_hand_known_in_full_is_one_hand() -> None:
    """RP-EX4: nothing to come: joker K K Q Q is one full house."""
    full_house = [parse_card(word) for word in ("jk", "Ks", "Kh", "Qs", "Qd")]
    assert exact_counts(5, 2, 4, known=full_house) == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ((60, 1, 4), "cards: 60 asked, but the deck has 56 (packs: 1, jokers: 4)"),
        ((13, 1, 4), "cards: expected a whole number from 1 to 12, got 13"),
        ((0, 1, 4), "cards: expected a whole number from 1 to 12, got 0"),
        ((5, 0, 4), "packs: expected a whole number from 1 to 8, got 0"),
        ((5, 1, 17), "jokers: expected a whole number from 0 to 16, got 17"),
        (("5", 1, 0), 'cards: expected a whole number from 1 to 12, got "5"'),
        ((5.0, 1, 0), "cards: expected a whole number from 1 to 12, got 5.0"),
        ((np.int64(60), 1, 4), "cards: 60 asked, but the deck has 56 (packs: 1, jokers: 4)"),
        ((5, 1, 4, [1, 53]), "known[1]: expected a whole number from 0 to 52, got 53"),
        ((5, 2, 4, [0.5]), "known[0]: expected a whole number from 0 to 52, got 0.5"),
        ((5, 2, 4, "ab"), 'known: expected a list of faces, got "ab"'),
        ((5, 2, 4, b"ab"), "known: expected a list of faces, got b'ab'"),
        ((5, 2, 4, 7), "known: expected a list of faces, got 7"),
        ((5, 2, 4, np.array(7)), "known: expected a list of faces, got array(7)"),
        ((5, 2, 4, ["As"]), 'known[0]: expected a whole number from 0 to 52, got "As"'),
        ((5, 1, 4, [0, 0]), "known: 2s comes 2 times, but the deck has 1"),
        ((5, 1, 0, [52]), "known: jk comes 1 times, but the deck has 0"),
        ((2, 1, 4, [0, 1, 2]), "known: more faces than the 2 cards of the hand"),
        ((2, 1, 4, count()), "known: more faces than the 2 cards of the hand"),
    ],
)
def test_impossible_requests_are_refused_in_one_line(asked: tuple, message: str) -> None:
    for ask in (exact_counts, exact_seconds):
        with pytest.raises(InputError) as raised:
            ask(*asked)
        assert str(raised.value) == message


def test_known_cards_may_be_any_row_of_whole_numbers() -> None:
    """As Ks of one pack: C(50, 2) hands of four hold them, in whatever guise they are given."""
    faces = [parse_card("As"), parse_card("Ks")]
    expected = exact_counts(4, 1, 0, known=faces)
    assert sum(expected) == comb(50, 2)
    for same in (tuple(faces), np.array(faces, np.uint8), np.array(faces, ">i4"), iter(faces)):
        assert exact_counts(np.int8(4), np.array(1), 0, known=same) == expected


def test_the_work_is_counted_before_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pairs of entries that the estimate foresees are those that the kernel gets, and the time is theirs."""
    seen: list[int] = []
    monkeypatch.setattr(exact, "tally", lambda *words: seen.append(len(words[0]) * len(words[3])))
    exact_counts(6, 2, 4, known=[0, JOKER])
    monkeypatch.setattr(exact, "pairs_a_second", lambda: 500.0)
    assert sum(seen) > 0
    assert exact_seconds(6, 2, 4, known=[0, JOKER]) == sum(seen) / 500


def test_the_speed_is_the_pairs_of_a_sample_by_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight cards fall on thirteen ranks in C(20, 8) ways: 400 of them with all of them (without JIT 3 with 3) in 2 s."""
    monkeypatch.setattr(exact, "perf_counter", iter([10.0, 12.0]).__next__)
    assert exact.pairs_a_second.__wrapped__() == (9 if jit.PLAIN else 400 * comb(20, 8)) / 2
