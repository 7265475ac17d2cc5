"""The random streams against numpy's own generator, and the draws against their definitions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.random.bit_generator import ISeedSequence
from scipy.stats import chi2

from sim import rng

CHI2_LEVEL = 1e-6  # a fixed seed: fails only if the draws are wrong


def new_stream(key: tuple[int, ...] = (7, 1, 2, 3, 4, 5)) -> np.record:
    """A stream opened for a key; the record keeps its memory."""
    stream = np.zeros(1, rng.Stream)[0]
    rng.start(stream, *key)
    return stream


def numpy_twin(stream: np.record) -> np.random.SFC64:
    """Numpy's generator in the same state."""
    twin = np.random.SFC64()
    words = np.array([stream.a, stream.b, stream.c, stream.counter], np.uint64)
    twin.state = {"bit_generator": "SFC64", "state": {"state": words}, "has_uint32": 0, "uinteger": 0}
    return twin


class ThreeWords(ISeedSequence):
    """A seed sequence that hands out given words."""

    def __init__(self, words: list[int]) -> None:
        """Keep the words."""
        self.words = np.array(words, np.uint64)

    def generate_state(self, n_words: int, dtype: type = np.uint32) -> np.ndarray:
        """Exactly the words, which SFC64 asks for as three of 64 bits."""
        assert (n_words, dtype) == (3, np.uint64)
        return self.words


def mix_by_hand(word: int) -> int:
    """SplitMix64's finaliser in Python's whole numbers."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31


def test_words_are_those_of_numpys_sfc64() -> None:
    """1,000 words equal numpy's, bit for bit."""
    stream = new_stream()
    twin = numpy_twin(stream)
    assert [int(rng.next_word(stream)) for _ in range(1000)] == twin.random_raw(1000).tolist()


def test_a_stream_starts_as_numpy_seeds_sfc64() -> None:
    """The key is folded by SplitMix64; its three words seed the generator as numpy does: counter 1, twelve words dropped."""
    golden, key = 0x9E3779B97F4A7C15, 0
    for number in (7, 1, 2, 3, 4, 5):
        key = mix_by_hand((key + golden) % 2**64 ^ mix_by_hand((number + golden) % 2**64))
    words = [mix_by_hand((key + golden * i) % 2**64) for i in (1, 2, 3)]
    twin = np.random.SFC64(ThreeWords(words))  # type: ignore[arg-type]
    stream = new_stream((7, 1, 2, 3, 4, 5))
    assert [int(rng.next_word(stream)) for _ in range(20)] == twin.random_raw(20).tolist()


@pytest.mark.parametrize("n", [3 * 2**61 + 1, 2**62 + 12345, 2**40 + 7])
def test_below_is_numpys_unbiased_draw(n: int) -> None:
    """For bounds above 32 bits numpy uses the same method, so all draws agree, the retried ones too."""
    stream = new_stream()
    twin = np.random.Generator(numpy_twin(stream))
    assert [int(rng.below(stream, n)) for _ in range(200)] == twin.integers(0, n, size=200, dtype=np.uint64).tolist()


def test_every_part_of_the_key_opens_another_stream() -> None:
    """Changing one of the six numbers, or swapping two, changes the words."""
    keys = [
        (0, 0, 0, 0, 0, 0),
        *[tuple(int(i == j) for i in range(6)) for j in range(6)],
        (1, 2, 0, 0, 0, 0),
        (2, 1, 0, 0, 0, 0),
    ]
    words = [int(rng.next_word(new_stream(key))) for key in keys]
    assert len(set(words)) == len(keys)


def batched_by_hand(slots: list[int], wanted: int, words: list[int]) -> list[int]:
    """Batched Fisher-Yates in Python's whole numbers (Brackett-Rozinsky and Lemire 2024); takes words from the front."""
    slots, done, n = list(slots), 0, len(slots)
    while done < wanted:
        bounds = [n - done]
        while len(bounds) < n - done and np.prod(bounds, dtype=object) * (n - done - len(bounds)) <= 2**56:
            bounds.append(n - done - len(bounds))
        product = int(np.prod(bounds, dtype=object))
        word = words.pop(0)
        while word * product % 2**64 < 2**64 % product:
            word = words.pop(0)
        for bound in bounds[: wanted - done]:
            other, word = done + (word * bound >> 64), word * bound % 2**64
            slots[done], slots[other] = slots[other], slots[done]
            done += 1
    return slots


@pytest.mark.parametrize(("n", "wanted"), [(108, 7), (108, 108), (52, 52), (5, 2), (1, 1), (420, 15)])
def test_shuffle_is_the_published_method(n: int, wanted: int) -> None:
    """The same words give the same order as the method written out with whole numbers of any size."""
    for seed in range(50):
        stream = new_stream((seed, 0, 0, 0, 0, 0))
        words = numpy_twin(stream).random_raw(4 * n).tolist()
        slots = np.arange(n)
        rng.shuffle_first(slots, n, wanted, stream)
        assert slots.tolist() == batched_by_hand(list(range(n)), wanted, words)


def test_a_word_that_would_favour_an_outcome_is_drawn_again() -> None:
    """Among 3,000 streams some first word is refused; the shuffle then goes on with the second one."""
    n, wanted = 254, 7  # 254 x 253 x ... x 248 = 6.3e16, below 2^56: one word, refused once in 304
    product = int(np.prod(range(n - wanted + 1, n + 1), dtype=object))
    refused = 0
    for seed in range(3000):
        stream = new_stream((seed, 1, 0, 0, 0, 0))
        words = numpy_twin(stream).random_raw(3).tolist()
        if words[0] * product % 2**64 < 2**64 % product:
            refused += 1
            slots = np.arange(n)
            rng.shuffle_first(slots, n, wanted, stream)
            assert slots.tolist() == batched_by_hand(list(range(n)), wanted, words)
    assert refused > 0


@pytest.mark.parametrize(("n", "wanted"), [(4, 4), (5, 2)])
def test_all_orders_are_equally_likely(n: int, wanted: int) -> None:
    """A chi-square test over all orders of the cards drawn."""
    orders = dict.fromkeys(itertools.permutations(range(n), wanted), 0)
    draws = 400 * len(orders)
    for index in range(draws):
        slots = np.arange(n)
        rng.shuffle_first(slots, n, wanted, new_stream((1, 0, index, 1, 0, 0)))
        orders[tuple(slots[:wanted].tolist())] += 1
    statistic = sum((count - 400) ** 2 / 400 for count in orders.values())
    assert statistic < chi2.isf(CHI2_LEVEL, len(orders) - 1)


def test_names_have_the_same_key_everywhere() -> None:
    """A name's key is its BLAKE2b-64 in little-endian order, without the lowest bit."""
    assert rng.name_key("") == int.from_bytes(bytes.fromhex("e4a6a0577479b2b4"), "little") >> 1
    assert rng.name_key("a") != rng.name_key("b")
