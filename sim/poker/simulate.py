"""Random hands dealt and judged: many at once, yet each block of 1,024 hands is a pure function of its number.

A block draws all its hands from one stream, `start(seed, cell, block, ...)` of `sim.rng`. A kernel works on LANES blocks
side by side, one in each lane of the planes, so that the generators run in vector registers too; when a block has its hands,
its lane opens the next block. Which blocks stand beside each other, and on which thread, changes nothing.

Cards are drawn with replacement, one from each 16 bits, and hands in which a card comes twice
are thrown away: what is left is every hand without a repeat, each equally likely.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.jit import kernel, popcount, rule, step
from sim.poker.classes import JOKER, N_CLASSES
from sim.poker.judge import MOST_CARDS
from sim.poker.limits import check_deal, check_whole
from sim.poker.planes import CLASSES, FLAGGED, HANDS, LANES, Chunk, every, judge_chunk
from sim.rng import Purpose, Stream, name_key, start

HANDS_PER_BLOCK = 1024
BLOCKS_PER_SHARD = 2048  # two million hands: some milliseconds, so that Ctrl-C is heard
SHARDS_AT_ONCE = 4096  # waiting for their turn
MOST_THREADS = 1024
HALF = HANDS // 2
ONE = np.uint64(1)
PIECE = np.uint64(0xFFFF)
PIECE_BITS = np.uint64(16)
JOKER_FACE = np.uint64(JOKER)
SHUFFLE = int(Purpose.SHUFFLE)

Dealer = np.dtype(
    (
        np.record,
        [
            # One SFC64 generator a lane, as in sim.rng.Stream.
            ("a", np.uint64, (LANES,)),
            ("b", np.uint64, (LANES,)),
            ("c", np.uint64, (LANES,)),
            ("counter", np.uint64, (LANES,)),
            ("row", np.int64, (LANES,)),  # the row of `counts` that the lane's block has
            ("wanted", np.int64, (LANES,)),  # hands that the lane's block still needs
            ("opened", np.int64),  # blocks opened so far
            ("words", np.uint64, (HANDS // 4,)),  # random words, 16 bits a hand; a word belongs to lane: its index % LANES
            ("draws", np.uint16, (MOST_CARDS, HANDS)),  # numbers of the cards drawn, from 0
            ("thrown", np.uint16, (HANDS,)),  # all bits set: the hand is thrown away
        ],
    )
)


@step
def advance(a: Any, b: Any, c: Any, counter: Any) -> Any:
    """One step of SFC64: its word and the next a, b, c; the same as `sim.rng.next_word`."""
    word = a + b + counter
    rotated = (c << np.uint64(24)) | (c >> np.uint64(40))
    return word, b ^ (b >> np.uint64(11)), c + (c << np.uint64(3)), rotated + word


@rule
def fill_words(dealer: Any) -> None:
    """Draw 16 random bits for each hand."""
    words = dealer.words
    for first in range(0, HANDS // 4, 4 * LANES):
        for lane in range(LANES):
            counter = dealer.counter[lane]
            word_0, a, b, c = advance(dealer.a[lane], dealer.b[lane], dealer.c[lane], counter)
            word_1, a, b, c = advance(a, b, c, counter + ONE)
            word_2, a, b, c = advance(a, b, c, counter + ONE + ONE)
            word_3, a, b, c = advance(a, b, c, counter + ONE + ONE + ONE)
            words[first + lane], words[first + lane + LANES] = word_0, word_1
            words[first + lane + 2 * LANES], words[first + lane + 3 * LANES] = word_2, word_3
            dealer.a[lane], dealer.b[lane], dealer.c[lane] = a, b, c
            dealer.counter[lane] = counter + np.uint64(4)


@step
def scale(dealer: Any, card: Any, size: Any, half: Any) -> None:
    """Turn each hand's random bits, 2 * half of them, into a number below `size`: the upper part of bits * size.

    The product is put together from two halves and cut to sixteen bits at each step: so the compiler works on sixteen
    hands at once. size <= 2 ** (16 - half).
    """
    pieces, draws, thrown = dealer.words.view(np.uint16), dealer.draws[card & 15], dealer.thrown
    bound, low_bits, all_bits = np.uint16(size), np.uint16((1 << half) - 1), np.uint16((1 << 2 * half) - 1)
    threshold = np.uint16((1 << 2 * half) % size)
    for hand in range(HANDS):
        bits = np.uint16(pieces[hand] >> np.uint64(16 - 2 * half))
        high, low = np.uint16(np.uint16(bits >> half) * bound), np.uint16((bits & low_bits) * bound)
        draws[hand] = np.uint16(high + np.uint16(low >> half)) >> half
        thrown[hand] |= every(np.uint16(np.uint16(bits * bound) & all_bits) < threshold)


@rule
def draw_card(dealer: Any, card: Any, size: Any) -> None:
    """Draw a card of `size` (at most 512) for each hand; bits that would favour some card throw it away (Lemire)."""
    fill_words(dealer)
    if size <= 256:
        scale(dealer, card, size, 8)
    else:
        scale(dealer, card, size, 7)


@rule
def throw_repeats(dealer: Any, card: Any) -> None:
    """Throw away the hands in which card number `card` came before; three earlier cards at a time, some of them twice."""
    mine, thrown, last = dealer.draws[card & 15], dealer.thrown, card - 1
    for i in range(0, card, 3):
        first, second, third = dealer.draws[i], dealer.draws[min(i + 1, last)], dealer.draws[min(i + 2, last)]
        for hand in range(HANDS):
            drawn = mine[hand]
            thrown[hand] |= every((first[hand] == drawn) | (second[hand] == drawn) | (third[hand] == drawn))


@step
def face_of(draw: Any, share: Any) -> Any:
    """The face of a drawn number: draw // packs, and a joker beyond the packs; `share` is 2 ** 15 // packs."""
    twice = (np.uint64(draw) * np.uint64(2) + ONE) & PIECE
    return min((twice * np.uint64(share)) >> PIECE_BITS, JOKER_FACE)


@step
def write_shares(dealer: Any, chunk: Any, card: Any, share: Any) -> None:
    """Write the faces of one card as bytes: those of the two halves of the hands side by side."""
    faces, draws = chunk.faces.view(np.uint16)[card & 15], dealer.draws[card & 15]
    for hand in range(HALF):
        faces[hand] = face_of(draws[hand], share) | (face_of(draws[hand + HALF], share) << np.uint64(8))


@rule
def write_faces(dealer: Any, chunk: Any, card: Any, packs: Any) -> None:
    """Write the faces of card number `card`; with one pack or two a shift does for the division."""
    if packs == 1:
        write_shares(dealer, chunk, card, 1 << 15)
    elif packs == 2:
        write_shares(dealer, chunk, card, 1 << 14)
    else:
        write_shares(dealer, chunk, card, (1 << 15) // packs)


@rule
def flag_thrown(dealer: Any, chunk: Any) -> None:
    """Flag the hands that were thrown away (bit 6 of their first card)."""
    faces, thrown = chunk.faces.view(np.uint16)[0], dealer.thrown
    for hand in range(HALF):
        faces[hand] |= (thrown[hand] & 0x40) | (thrown[hand + HALF] & 0x4000)


@rule
def deal(dealer: Any, chunk: Any, n_cards: Any, packs: Any, jokers: Any) -> None:
    """Deal a hand for each of the 1,024 places of a chunk."""
    for hand in range(HANDS):
        dealer.thrown[hand] = 0
    for card in range(n_cards):
        draw_card(dealer, card, JOKER * packs + jokers)
        throw_repeats(dealer, card)
        write_faces(dealer, chunk, card, packs)
    flag_thrown(dealer, chunk)


@rule
def first_hands(hands: Any, wanted: Any) -> Any:
    """The word `hands` with all but `wanted` of its bits cleared, if it has more."""
    for _ in range(popcount(hands) - wanted):
        hands &= hands - ONE
    return hands


@rule
def collect(dealer: Any, chunk: Any, counts: Any) -> None:
    """Count the hands of each lane that its block still wants, by class: at least class 0 .. 10."""
    planes = chunk.planes
    for lane in range(LANES):
        if dealer.wanted[lane] > 0:
            row = counts[dealer.row[lane]]
            hands = first_hands(~planes[FLAGGED, lane], dealer.wanted[lane])
            row[0] += popcount(hands)
            dealer.wanted[lane] -= popcount(hands)
            for i in range(N_CLASSES - 1):
                row[i + 1] += popcount(hands & planes[CLASSES + i, lane])


@rule
def open_block(dealer: Any, lane: Any, stream: Any, hands: Any) -> None:
    """Let a lane work on the block whose stream is given."""
    dealer.a[lane], dealer.b[lane], dealer.c[lane], dealer.counter[lane] = stream.a, stream.b, stream.c, stream.counter
    dealer.row[lane], dealer.wanted[lane] = dealer.opened, hands
    dealer.opened += 1


@kernel
def count_hands(
    seed: Any, cell: Any, first: Any, n_hands: Any, n_cards: Any, packs: Any, jokers: Any, counts: Any
) -> None:  # fmt: skip
    """Deal and judge hands first * 1,024 .. n_hands - 1 of a cell, as far as counts (blocks, 11) has rows.

    Each row gets the counts by class of one block; what is in it before is lost.
    """
    n_blocks = len(counts)
    chunks, dealers, streams = np.zeros(1, Chunk), np.zeros(1, Dealer), np.zeros(1, Stream)
    counts[:, :] = 0
    working = True
    while working:
        # A record does not keep its array alive: it is taken anew in every round.
        chunk, dealer, stream = chunks[0], dealers[0], streams[0]
        working = False
        for lane in range(LANES):
            if dealer.wanted[lane] == 0 and dealer.opened < n_blocks:
                block = first + dealer.opened
                start(stream, seed, cell, block, SHUFFLE, 0, 0)
                open_block(dealer, lane, stream, min(HANDS_PER_BLOCK, n_hands - block * HANDS_PER_BLOCK))
            working |= dealer.wanted[lane] > 0
        if working:
            deal(dealer, chunk, n_cards, packs, jokers)
            judge_chunk(chunk, n_cards)
            collect(dealer, chunk, counts)
    for i in range(N_CLASSES - 1):
        counts[:, i] -= counts[:, i + 1]


def cell_of(cards: int, packs: int, jokers: int) -> int:
    """The key of the streams of a kind of hand: other kinds are dealt independently."""
    return name_key(f"{cards} cards of {packs} packs and {jokers} jokers")


def simulate_counts(cards: int, packs: int, jokers: int, hands: int, seed: int, threads: int = 1) -> npt.NDArray[np.int64]:
    """Deal and judge `hands` random hands: how many have each class, (11,) int64, the weakest class first.

    Hands of `cards` cards (1..15) from a deck of `packs` packs of 52 (1..8) and `jokers` jokers (0..16), each hand from a
    full deck; `hands` from 1 to 2 ** 53, `seed` from 0 to 2 ** 63 - 1, `threads` from 1 to 1024.

    A pure function of all but `threads`: the same numbers on every machine.

    >>> int(simulate_counts(7, 2, 4, hands=1000, seed=1).sum())
    1000

    Raises InputError for what is no whole number within these limits, and for more cards than the deck has.
    """
    cards, packs, jokers = check_deal(cards, packs, jokers, MOST_CARDS)
    hands, seed = check_whole("hands", hands, 1, 2**53), check_whole("seed", seed, 0, 2**63 - 1)
    threads = check_whole("threads", threads, 1, MOST_THREADS)
    cell, n_blocks = cell_of(cards, packs, jokers), -(-hands // HANDS_PER_BLOCK)

    def shard(first: int) -> npt.NDArray[np.int64]:
        counts = np.zeros((min(BLOCKS_PER_SHARD, n_blocks - first), N_CLASSES), np.int64)
        count_hands(seed, cell, first, hands, cards, packs, jokers, counts)
        return counts.sum(axis=0)

    pool, counts, firsts = ThreadPoolExecutor(threads), np.zeros(N_CLASSES, np.int64), range(0, n_blocks, BLOCKS_PER_SHARD)
    try:
        for start_at in range(0, len(firsts), SHARDS_AT_ONCE):
            counts += sum(pool.map(shard, firsts[start_at : start_at + SHARDS_AT_ONCE]))
        return counts
    finally:
        pool.shutdown(cancel_futures=True)  # after Ctrl-C only the shards that have begun are awaited
