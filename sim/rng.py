"""Random numbers that are a pure function of what they are for.

`start(stream, seed, cell, index, purpose, seat, n)` opens the one stream of words that belongs to this key, so a game can be
replayed alone, and threads, shards or a changed decision elsewhere move nothing. The generator is SFC64 (Chris
Doty-Humphrey's PractRand; `numpy.random.SFC64` is the same, and the tests compare the two bit for bit). Bounded draws are
unbiased (Lemire 2019), and several small draws share one word (Brackett-Rozinsky and Lemire 2024, "Batched ranged random
integer generation").
"""

from __future__ import annotations

import hashlib
from enum import IntEnum
from typing import Any

import numpy as np

from sim.jit import mul_high, rule

Stream = np.dtype((np.record, [("a", np.uint64), ("b", np.uint64), ("c", np.uint64), ("counter", np.uint64)]))
"""The state of one SFC64 generator: three words and a counter, as in numpy's `SFC64().state`."""

ONE = np.uint64(1)
WARM_UP = 12  # words thrown away after seeding, as numpy does
BATCH_LIMIT = np.uint64(1 << 56)  # the product of bounds in one word: a retry then happens once in 256 at most
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


class Purpose(IntEnum):
    """What a stream is for; each purpose of a game has its own, so that they never disturb one another."""

    SEATING = 0
    SHUFFLE = 1
    DIE = 2
    POLICY = 3
    EFFECT = 4


def name_key(name: str) -> int:
    """A name (of a cell, say) as a 63-bit number, the same on every machine."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little") >> 1


@rule
def mix(word: Any) -> Any:
    """Scramble a word: the finaliser of SplitMix64 (Steele, Lea, Flood 2014)."""
    word = (word ^ (word >> np.uint64(30))) * MIX_1
    word = (word ^ (word >> np.uint64(27))) * MIX_2
    return word ^ (word >> np.uint64(31))


@rule
def absorb(key: Any, number: Any) -> Any:
    """Fold one whole number into a key; the order of the numbers matters."""
    return mix((key + GOLDEN) ^ mix(np.uint64(number) + GOLDEN))


@rule
def start(stream: Any, seed: Any, cell: Any, index: Any, purpose: Any, seat: Any, n: Any) -> None:
    """Open the stream of (seed, cell, index, purpose, seat, n); all are whole numbers >= 0."""
    key = absorb(absorb(absorb(np.uint64(0), seed), cell), index)
    key = absorb(absorb(absorb(key, purpose), seat), n)
    stream.a = mix(key + GOLDEN)
    stream.b = mix(key + GOLDEN * np.uint64(2))
    stream.c = mix(key + GOLDEN * np.uint64(3))
    stream.counter = ONE
    for _ in range(WARM_UP):
        next_word(stream)


@rule
def next_word(stream: Any) -> Any:
    """The next 64 random bits."""
    word = stream.a + stream.b + stream.counter
    stream.counter = stream.counter + ONE
    stream.a = stream.b ^ (stream.b >> np.uint64(11))
    stream.b = stream.c + (stream.c << np.uint64(3))
    stream.c = ((stream.c << np.uint64(24)) | (stream.c >> np.uint64(40))) + word
    return word


@rule
def below(stream: Any, n: Any) -> Any:
    """An unbiased whole number from 0 to n - 1 (Lemire's method); n >= 1."""
    bound = np.uint64(n)
    word = next_word(stream)
    low = word * bound
    if low < bound:
        threshold = (np.uint64(0) - bound) % bound
        while low < threshold:
            word = next_word(stream)
            low = word * bound
    return np.int64(mul_high(word, bound))


@rule
def batch_size(n: Any) -> Any:
    """How many draws with the falling bounds n, n - 1, ... share one word."""
    size, product = 1, np.uint64(n)
    while size < n and product * np.uint64(n - size) <= BATCH_LIMIT:
        product = product * np.uint64(n - size)
        size += 1
    return size


@rule
def shuffle_first(slots: Any, n: Any, wanted: Any, stream: Any) -> None:
    """Bring `wanted` random entries of slots[0:n] to its front, each order equally likely; wanted = n shuffles it all.

    A Fisher-Yates shuffle that stops early. Several positions are drawn out of one word; a word that would favour some
    outcome is drawn again.
    """
    done = 0
    while done < wanted:
        size = batch_size(n - done)  # whole batches, so that fewer cards wanted are the same first cards
        product = np.uint64(1)
        for i in range(size):
            product = product * np.uint64(n - done - i)
        threshold = (np.uint64(0) - product) % product
        word = next_word(stream)
        low = word * product
        while low < threshold:
            word = next_word(stream)
            low = word * product
        for i in range(min(size, wanted - done)):
            bound = np.uint64(n - done - i)
            other = done + i + np.int64(mul_high(word, bound))
            word = word * bound
            slots[done + i], slots[other] = slots[other], slots[done + i]
        done += size
