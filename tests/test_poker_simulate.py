"""Random hands: each card equally likely, no card twice, the exact shares, and the same counts however the work is cut."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import binom, chi2

from sim import jit, rng
from sim.jit import kernel
from sim.poker import simulate
from sim.poker.classes import JOKER
from sim.poker.exact import exact_counts
from sim.poker.planes import HANDS, LANES, Chunk
from sim.poker.simulate import Dealer, count_hands, deal, fill_words, open_block, simulate_counts
from sim.schema import InputError

N_CHUNKS = 2 if jit.PLAIN else 3000
FIXED = 1e-6  # the seed is fixed: a level this small fails only if the dealing is wrong

needs_jit = pytest.mark.skipif(jit.PLAIN, reason="millions of hands need JIT")
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # without JIT, words wrap around aloud


@kernel
def open_lanes(seed: Any, dealers: Any, streams: Any) -> None:
    """Give every lane a block of its own."""
    for lane in range(LANES):
        rng.start(streams[0], seed, 1, lane, 0, 0, 0)
        open_block(dealers[0], lane, streams[0], 1024)


@kernel
def deal_once(dealers: Any, chunks: Any, n_cards: Any, packs: Any, jokers: Any) -> None:
    """One more chunk of hands."""
    deal(dealers[0], chunks[0], n_cards, packs, jokers)


@kernel
def fill_once(dealers: Any) -> None:
    """One more round of random words."""
    fill_words(dealers[0])


def opened(seed: int) -> npt.NDArray[Any]:
    """A dealer, in an array of one, all of whose lanes have a stream."""
    dealers = np.zeros(1, Dealer)
    open_lanes(seed, dealers, np.zeros(1, rng.Stream))
    return dealers


def dealt(n_cards: int, packs: int, jokers: int, seed: int, n_chunks: int) -> npt.NDArray[np.int64]:
    """The numbers of the cards of all hands that were kept, (hands, cards)."""
    dealers, chunks, kept = opened(seed), np.zeros(1, Chunk), []
    for _ in range(n_chunks):
        deal_once(dealers, chunks, n_cards, packs, jokers)
        kept.append(dealers[0].draws[:n_cards, dealers[0].thrown == 0].T.astype(np.int64))
    return np.concatenate(kept)


def p_value(counts: npt.NDArray[np.int64]) -> float:
    """The chi-square test of equally likely cells."""
    expected = counts.sum() / counts.size
    return float(chi2.sf(((counts - expected) ** 2 / expected).sum(), counts.size - 1))


@pytest.mark.parametrize(("n_cards", "packs", "jokers"), [(7, 2, 4), (5, 1, 0), (15, 1, 2), (9, 3, 1), (7, 8, 16)])
def test_no_hand_holds_a_card_twice(n_cards: int, packs: int, jokers: int) -> None:
    """Numbers below the deck's size, no two of a hand equal; some hands were thrown away for it."""
    hands = np.sort(dealt(n_cards, packs, jokers, seed=1, n_chunks=2), axis=1)
    assert hands.min() >= 0
    assert hands.max() < 52 * packs + jokers
    assert (np.diff(hands, axis=1) > 0).all()
    assert len(hands) < 2 * HANDS


@needs_jit
@pytest.mark.parametrize(("n_cards", "packs", "jokers"), [(7, 2, 4), (5, 1, 0), (3, 5, 3), (7, 8, 16)])
def test_each_card_is_equally_likely_in_each_place(n_cards: int, packs: int, jokers: int) -> None:
    """Three million hands: every card as first, .. and as last one; decks of up to 256 cards and larger ones."""
    hands = dealt(n_cards, packs, jokers, seed=2, n_chunks=N_CHUNKS)
    for place in range(n_cards):
        assert p_value(np.bincount(hands[:, place], minlength=52 * packs + jokers)) > FIXED


@needs_jit
def test_each_pair_of_cards_is_equally_likely() -> None:
    """The 52 x 51 ordered pairs of first and last cards of five."""
    hands = dealt(5, 1, 0, seed=3, n_chunks=N_CHUNKS)
    pairs = np.bincount(hands[:, 0] * 52 + hands[:, 4], minlength=52 * 52).reshape(52, 52)
    assert (np.diag(pairs) == 0).all()
    assert p_value(pairs[~np.eye(52, dtype=bool)]) > FIXED


@pytest.mark.parametrize("packs", range(1, 9))
def test_each_face_is_a_share_of_the_numbers(packs: int) -> None:
    """Card number n of p packs shows face n // p, and a joker beyond 52 p."""
    dealers, chunks = opened(packs), np.zeros(1, Chunk)
    deal_once(dealers, chunks, 2, packs, 16)
    faces = chunks[0].faces.view(np.uint8)[:2] & 63
    draws = dealers[0].draws[:2].astype(np.int64)
    halves = draws.reshape(2, 2, HANDS // 2).transpose(0, 2, 1).reshape(2, HANDS)  # hand h of each half side by side
    assert np.array_equal(faces, np.minimum(halves // packs, JOKER))
    assert JOKER in faces


def test_each_lane_draws_the_words_of_its_own_stream() -> None:
    """Lane i gets, in order, what sim.rng gives for block i; the word of a row and lane stands at row * LANES + lane."""
    dealers = opened(seed=9)
    words = []
    for _ in range(2):
        fill_once(dealers)
        words += dealers[0].words.reshape(-1, LANES).tolist()
    for lane in (0, 5, LANES - 1):
        stream = np.zeros(1, rng.Stream)
        rng.start(stream[0], 9, 1, lane, 0, 0, 0)
        assert [row[lane] for row in words] == [int(rng.next_word(stream[0])) for _ in words]
    assert len(words) == 32


@needs_jit
@pytest.mark.parametrize("cards", [5, 6, 7, 8, 9])
def test_shares_of_classes_lie_within_their_intervals(cards: int) -> None:
    """Four million hands of 108 cards: each count within its own 99.9 % interval around the exact share."""
    exact = exact_counts(cards, 2, 4)
    hands = 4_000_000
    counts = simulate_counts(cards, 2, 4, hands, seed=11, threads=2)
    low, high = binom.interval(0.999, hands, np.array(exact) / sum(exact))
    assert counts.sum() == hands
    assert ((low <= counts) & (counts <= high)).all()


@needs_jit
@pytest.mark.parametrize(("cards", "packs", "jokers"), [(5, 1, 0), (7, 1, 0), (7, 3, 1), (10, 1, 2), (6, 8, 16)])
def test_other_decks_have_their_exact_shares_too(cards: int, packs: int, jokers: int) -> None:
    """One pack, three, eight with sixteen jokers: two million hands within 99.99 % intervals of the exact shares."""
    exact = exact_counts(cards, packs, jokers)
    hands = 2_000_000
    low, high = binom.interval(0.9999, hands, np.array(exact) / sum(exact))
    counts = simulate_counts(cards, packs, jokers, hands, seed=5)
    assert ((low <= counts) & (counts <= high)).all()


def blocks(first: int, n_blocks: int, hands: int = 10**9) -> list[list[int]]:
    """The counts of some blocks of one cell."""
    counts = np.full((n_blocks, 11), 99)
    count_hands(4, 77, first, hands, 7, 2, 4, counts)
    return counts.tolist()


@needs_jit
def test_a_block_is_the_same_whatever_stands_beside_it() -> None:
    """40 blocks in one call, in calls of 7, and alone; each has 1,024 hands, no two are alike."""
    whole = blocks(0, 40)
    assert [row for first in range(0, 40, 7) for row in blocks(first, min(7, 40 - first))] == whole
    assert blocks(23, 1) == whole[23:24]
    assert {sum(row) for row in whole} == {1024}
    assert len(set(map(tuple, whole))) == 40


def test_a_short_last_block_is_the_beginning_of_a_whole_one() -> None:
    """1,500 hands are a whole block and 476 hands of the next, in which no class is more frequent than in all of it."""
    whole, short = blocks(0, 2), blocks(0, 2, hands=1500)
    assert short[0] == whole[0]
    assert sum(short[1]) == 476
    assert all(few <= many for few, many in zip(short[1], whole[1], strict=True))


@needs_jit
def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One and three threads, shards of other sizes, three of them at a time."""
    counts = simulate_counts(7, 2, 4, 100_000, seed=3)
    monkeypatch.setattr(simulate, "BLOCKS_PER_SHARD", 5)
    monkeypatch.setattr(simulate, "SHARDS_AT_ONCE", 3)
    assert simulate_counts(7, 2, 4, 100_000, seed=3, threads=3).tolist() == counts.tolist()
    assert counts.sum() == 100_000


@needs_jit
def test_seed_and_deck_change_the_hands() -> None:
    """Another seed gives other counts; so does another key of the cell, for the same hands of the same deck."""
    assert simulate_counts(7, 2, 4, 10_000, seed=1).tolist() != simulate_counts(7, 2, 4, 10_000, seed=2).tolist()
    cells = {simulate.cell_of(*kind) for kind in [(7, 2, 4), (6, 2, 4), (7, 1, 4), (7, 2, 3)]}
    assert len(cells) == 4


def test_the_last_hands_are_dropped_where_more_came_than_wanted() -> None:
    """Of the bits 1, 2 and 5, the two highest stay; fewer than wanted stay as they are."""
    word = np.uint64(0b100110)
    assert int(simulate.first_hands(word, 2)) == 0b100100
    assert int(simulate.first_hands(word, 3)) == int(simulate.first_hands(word, 9)) == 0b100110


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ((60, 1, 0, 1, 0), "cards: 60 asked, but the deck has 52 (packs: 1, jokers: 0)"),
        ((16, 2, 4, 1, 0), "cards: expected a whole number from 1 to 15, got 16"),
        ((0, 2, 4, 1, 0), "cards: expected a whole number from 1 to 15, got 0"),
        ((7, 0, 4, 1, 0), "packs: expected a whole number from 1 to 8, got 0"),
        ((7, 9, 4, 1, 0), "packs: expected a whole number from 1 to 8, got 9"),
        ((7, 2, 17, 1, 0), "jokers: expected a whole number from 0 to 16, got 17"),
        ((7, 2, -1, 1, 0), "jokers: expected a whole number from 0 to 16, got -1"),
        ((7, 2, 4, 0, 0), "hands: expected a whole number from 1 to 9007199254740992, got 0"),
        ((7, 2, 4, 1, -1), "seed: expected a whole number from 0 to 9223372036854775807, got -1"),
        ((7.0, 2, 4, 1, 0), "cards: expected a whole number from 1 to 15, got 7.0"),
        ((7, 2, 4, 1e6, 0), "hands: expected a whole number from 1 to 9007199254740992, got 1000000.0"),
        ((7, 2, 4, 1, None), "seed: expected a whole number from 0 to 9223372036854775807, got None"),
        ((7, 2, 4, 1, 0, 0), "threads: expected a whole number from 1 to 1024, got 0"),
    ],
)
def test_impossible_requests_are_refused_in_one_line(asked: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError) as raised:
        simulate_counts(*asked)
    assert str(raised.value) == message
