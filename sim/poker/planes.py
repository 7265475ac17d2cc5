"""The classes of 1,024 hands at once, in bit planes: the fast judge behind arrays and simulations.

A *plane* is a row of LANES 64-bit words in which every bit belongs to another hand. One plane says which hands have a card of
some suit in some slot, another which hands hold two of a rank: so one AND of two words is a step of 64 judgements, LLVM does
four or eight words at once, and nothing ever branches. The same rules as in `sim.poker.judge`, written as logic:

1. `sort_bits` turns the bytes of one card of all hands into planes of its rank and its suit;
2. `add_cards` counts the cards of each rank, the jokers and the cards of each suit (binary counters of four planes, summed
   by full adders), and notes which ranks each suit has;
3. `compare_counts` and `find_runs` hold these against the thresholds, which jokers lower;
4. `rank_classes` leaves ten planes: at least class 1 .. 10.

Hand h of a chunk is bit 8 * (h % 8) + h // 128 of the word in lane h // 8 % 16, from `sort_bits` to `write_classes`; on a
little-endian machine, as all that numba compiles for are. All of it works on one record, a `Chunk`, so that the compiler
knows where every row stands: this is what lets it use vector registers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.jit import kernel, step
from sim.poker.judge import MOST_CARDS

LANES = 16  # words in a plane
HANDS = 64 * LANES  # hands in a chunk
SLOTS = 7  # cards added in one go
NONE = np.uint64(0)

# Rows of the scratch array. One slot: four rows each for the quarter of the ranks, the place in it, and the suit.
QUARTER, PLACE, SUIT, SLOT_ROWS = 0, 4, 8, 12
# Binary counters, four rows each (ones, twos, fours, eights): 13 ranks, the jokers, 4 suits.
COUNTERS = SLOTS * SLOT_ROWS
JOKER_COUNTER, SUIT_COUNTERS, COUNTERS_END = COUNTERS + 4 * 13, COUNTERS + 4 * 14, COUNTERS + 4 * 18
# Which ranks are there: five rows (four suits and any suit) for each of ace as one, deuce, .., ace.
PRESENT, ANY_SUIT, PRESENT_ROWS = COUNTERS_END, 4, 5
PRESENT_END = PRESENT + 14 * PRESENT_ROWS
# Two, three, four, five of a natural rank; two ranks with two; one .. four jokers; a flush.
ALIKE, TWO_PAIRS, WILD, FLUSH = PRESENT_END, PRESENT_END + 4, PRESENT_END + 5, PRESENT_END + 9
# A run of five ranks, and the highest such run, in each of the four suits and in any suits.
RUN, HIGHEST_RUN = PRESENT_END + 10, PRESENT_END + 15
# At least class 1 .. 10; hands that whoever wrote the faces flagged (bit 6 of a card).
CLASSES, FLAGGED = PRESENT_END + 20, PRESENT_END + 30
ROWS = PRESENT_END + 31

Chunk = np.dtype(
    (
        np.record,
        [
            ("faces", np.uint64, (MOST_CARDS, HANDS // 8)),  # the cards of the hands: a row a card, a byte a hand
            ("classes", np.uint64, (HANDS // 8,)),  # the classes of the hands, a byte a hand
            ("planes", np.uint64, (ROWS, LANES)),
        ],
    )
)


@step
def swap(a: Any, b: Any, shift: Any, mask: Any) -> Any:
    """Exchange the bits of `a` above `shift` with those of `b` below it."""
    moved = ((a >> shift) ^ b) & mask
    return a ^ (moved << shift), b ^ moved


@step
def transpose(words: Any) -> Any:
    """Eight words of bytes -> eight words of bits: word i gets bit i of every byte (Warren, Hacker's Delight, 7-3)."""
    a, b, c, d, e, f, g, h = words
    nibbles, pairs, bits = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x3333333333333333), np.uint64(0x5555555555555555)
    four, two, one = np.uint64(4), np.uint64(2), np.uint64(1)
    (a, e), (b, f), (c, g), (d, h) = (
        swap(a, e, four, nibbles), swap(b, f, four, nibbles), swap(c, g, four, nibbles), swap(d, h, four, nibbles),
    )  # fmt: skip
    (a, c), (b, d), (e, g), (f, h) = swap(a, c, two, pairs), swap(b, d, two, pairs), swap(e, g, two, pairs), swap(f, h, two, pairs)
    (a, b), (c, d), (e, f), (g, h) = swap(a, b, one, bits), swap(c, d, one, bits), swap(e, f, one, bits), swap(g, h, one, bits)
    return a, b, c, d, e, f, g, h


@step
def eight_words(words: Any, lane: Any) -> Any:
    """The words of one lane: the bytes of 64 hands."""
    return (
        words[lane], words[lane + LANES], words[lane + 2 * LANES], words[lane + 3 * LANES],
        words[lane + 4 * LANES], words[lane + 5 * LANES], words[lane + 6 * LANES], words[lane + 7 * LANES],
    )  # fmt: skip


@step
def note_four(planes: Any, row: Any, lane: Any, low: Any, high: Any) -> None:
    """Note in four rows which hands have the value 0, 1, 2, 3 in two bits."""
    planes[row, lane] = ~(low | high)
    planes[row + 1, lane] = low & ~high
    planes[row + 2, lane] = high & ~low
    planes[row + 3, lane] = low & high


@kernel
def sort_bits(chunk: Any, card: Any, slot: Any) -> None:
    """Note card number `card` of all hands in a slot (0..6)."""
    planes, words = chunk.planes, chunk.faces[card]
    row = (slot & 7) * SLOT_ROWS  # the mask tells the compiler that the row is not negative
    for lane in range(LANES):
        suit_0, suit_1, place_0, place_1, quarter_0, quarter_1, flag, _ = transpose(eight_words(words, lane))
        planes[FLAGGED, lane] |= flag
        note_four(planes, row + QUARTER, lane, quarter_0, quarter_1)
        note_four(planes, row + PLACE, lane, place_0, place_1)
        note_four(planes, row + SUIT, lane, suit_0, suit_1)
        planes[row + SUIT, lane] &= ~(quarter_0 & quarter_1 & place_0)  # a joker has no suit


@step
def slots_of_rank(planes: Any, rank: Any, lane: Any) -> Any:
    """For each slot: the hands whose card there has this rank (13: is a joker)."""
    a, b = QUARTER + (rank >> 2), PLACE + (rank & 3)
    return (
        planes[a, lane] & planes[b, lane],
        planes[a + SLOT_ROWS, lane] & planes[b + SLOT_ROWS, lane],
        planes[a + 2 * SLOT_ROWS, lane] & planes[b + 2 * SLOT_ROWS, lane],
        planes[a + 3 * SLOT_ROWS, lane] & planes[b + 3 * SLOT_ROWS, lane],
        planes[a + 4 * SLOT_ROWS, lane] & planes[b + 4 * SLOT_ROWS, lane],
        planes[a + 5 * SLOT_ROWS, lane] & planes[b + 5 * SLOT_ROWS, lane],
        planes[a + 6 * SLOT_ROWS, lane] & planes[b + 6 * SLOT_ROWS, lane],
    )


@step
def slots_of_suit(planes: Any, suit: Any, lane: Any) -> Any:
    """For each slot: the hands whose card there has this suit."""
    a = SUIT + suit
    return (
        planes[a, lane], planes[a + SLOT_ROWS, lane], planes[a + 2 * SLOT_ROWS, lane], planes[a + 3 * SLOT_ROWS, lane],
        planes[a + 4 * SLOT_ROWS, lane], planes[a + 5 * SLOT_ROWS, lane], planes[a + 6 * SLOT_ROWS, lane],
    )  # fmt: skip


@step
def meet(x: Any, y: Any) -> Any:
    """The hands in which some slot is in both `x` and `y`."""
    early = (x[0] & y[0]) | (x[1] & y[1]) | (x[2] & y[2]) | (x[3] & y[3])
    return early | (x[4] & y[4]) | (x[5] & y[5]) | (x[6] & y[6])


@step
def add_three(a: Any, b: Any, c: Any) -> Any:
    """A full adder: the ones and the twos of a + b + c."""
    either = a ^ b
    return either ^ c, (a & b) | (either & c)


@step
def count_slots(planes: Any, row: Any, lane: Any, x: Any) -> None:
    """Add the number of slots in `x` (0..7) to the counter at `row`."""
    ones_a, twos_a = add_three(x[0], x[1], x[2])
    ones_b, twos_b = add_three(x[3], x[4], x[5])
    ones_c, twos_c = add_three(ones_a, ones_b, x[6])
    twos_d, fours_d = add_three(twos_a, twos_b, twos_c)
    carry = planes[row, lane] & ones_c
    planes[row, lane] ^= ones_c
    planes[row + 1, lane], fours_e = add_three(planes[row + 1, lane], twos_d, carry)
    planes[row + 2, lane], eights = add_three(planes[row + 2, lane], fours_d, fours_e)
    planes[row + 3, lane] |= eights


@step
def note_present(planes: Any, row: Any, lane: Any, x: Any) -> None:
    """Note in which suits the slots `x` are."""
    planes[row, lane] |= meet(x, slots_of_suit(planes, 0, lane))
    planes[row + 1, lane] |= meet(x, slots_of_suit(planes, 1, lane))
    planes[row + 2, lane] |= meet(x, slots_of_suit(planes, 2, lane))
    planes[row + 3, lane] |= meet(x, slots_of_suit(planes, 3, lane))


@kernel
def add_cards(chunk: Any) -> None:
    """Count the cards of all slots, and note which ranks each suit has."""
    planes = chunk.planes
    for rank in range(13):
        for lane in range(LANES):
            x = slots_of_rank(planes, rank, lane)
            count_slots(planes, COUNTERS + 4 * rank, lane, x)
            note_present(planes, PRESENT + PRESENT_ROWS * (rank + 1), lane, x)
    for lane in range(LANES):
        count_slots(planes, JOKER_COUNTER, lane, slots_of_rank(planes, 13, lane))
    for suit in range(4):
        for lane in range(LANES):
            count_slots(planes, SUIT_COUNTERS + 4 * suit, lane, slots_of_suit(planes, suit, lane))


@step
def thresholds(planes: Any, row: Any, lane: Any) -> Any:
    """The hands in which the counter at `row` is at least 1, 2, 3, 4, 5."""
    ones, twos = planes[row, lane], planes[row + 1, lane]
    fours, eights = planes[row + 2, lane], planes[row + 3, lane]
    four = fours | eights
    two = four | twos
    return ones | two, two, four | (ones & twos), four, eights | (fours & (ones | twos))


@step
def with_jokers(planes: Any, lane: Any, natural: Any) -> Any:
    """The hands that have five of something: natural = those with five, four, three, two of it; jokers fill up.

    Four jokers and a card are five of a kind anyway, so four need no line here.
    """
    some = natural[0] | (natural[1] & planes[WILD, lane])
    return some | (natural[2] & planes[WILD + 1, lane]) | (natural[3] & planes[WILD + 2, lane])


@kernel
def compare_counts(chunk: Any) -> None:
    """Note the jokers, the most natural cards of one rank, and the flushes."""
    planes = chunk.planes
    for lane in range(LANES):
        one, two, three, four, _ = thresholds(planes, JOKER_COUNTER, lane)
        planes[WILD, lane], planes[WILD + 1, lane], planes[WILD + 2, lane], planes[WILD + 3, lane] = one, two, three, four
    for rank in range(13):
        row = PRESENT + PRESENT_ROWS * (rank + 1) + ANY_SUIT
        for lane in range(LANES):
            one, two, three, four, five = thresholds(planes, COUNTERS + 4 * rank, lane)
            planes[row, lane] = one
            planes[TWO_PAIRS, lane] |= planes[ALIKE, lane] & two
            planes[ALIKE, lane] |= two
            planes[ALIKE + 1, lane] |= three
            planes[ALIKE + 2, lane] |= four
            planes[ALIKE + 3, lane] |= five
    for suit in range(4):
        for lane in range(LANES):
            _, two, three, four, five = thresholds(planes, SUIT_COUNTERS + 4 * suit, lane)
            planes[FLUSH, lane] |= with_jokers(planes, lane, (five, four, three, two))


@step
def run_cards(planes: Any, row: Any, lane: Any) -> Any:
    """The hands with five, four, three, two of the five ranks from `row` on."""
    a, b = planes[row, lane], planes[row + PRESENT_ROWS, lane]
    c, d = planes[row + 2 * PRESENT_ROWS, lane], planes[row + 3 * PRESENT_ROWS, lane]
    e = planes[row + 4 * PRESENT_ROWS, lane]
    low_one, low_two, high_one, high_two = a | b, a & b, c | d, c & d
    one, two = low_one | high_one, low_two | high_two | (low_one & high_one)
    three, four = (low_two & high_one) | (low_one & high_two), low_two & high_two
    return four & e, four | (three & e), three | (two & e), two | (one & e)


@kernel
def find_runs(chunk: Any) -> None:
    """Note the runs of five ranks; the ten runs begin with an ace .. with a ten."""
    planes = chunk.planes
    for suit in range(PRESENT_ROWS):
        for lane in range(LANES):  # the ace is also a one
            planes[PRESENT + suit, lane] = planes[PRESENT + 13 * PRESENT_ROWS + suit, lane]
        for lane in range(LANES):
            five, four, three, two = NONE, NONE, NONE, NONE
            for start in range(10):
                found = run_cards(planes, PRESENT + PRESENT_ROWS * start + suit, lane)
                five, four, three, two = five | found[0], four | found[1], three | found[2], two | found[3]
            planes[RUN + suit, lane] = with_jokers(planes, lane, (five, four, three, two))
            planes[HIGHEST_RUN + suit, lane] = with_jokers(planes, lane, found)


@step
def any_suit(planes: Any, row: Any, lane: Any) -> Any:
    """The hands noted in one of the four rows of suits from `row` on."""
    return planes[row, lane] | planes[row + 1, lane] | planes[row + 2, lane] | planes[row + 3, lane]


@step
def every(condition: Any) -> Any:
    """All bits set if `condition` holds, else none."""
    return NONE - np.uint64(condition)


@step
def kinds(planes: Any, lane: Any, n_cards: Any) -> Any:
    """The hands with two, three, four, five of a kind, jokers included."""
    joker, jokers_2 = planes[WILD, lane], planes[WILD + 1, lane]
    jokers_3, jokers_4 = planes[WILD + 2, lane], planes[WILD + 3, lane]
    two, three, four = planes[ALIKE, lane], planes[ALIKE + 1, lane], planes[ALIKE + 2, lane]
    five = with_jokers(planes, lane, (planes[ALIKE + 3, lane], four, three, two)) | (jokers_4 & every(n_cards >= 5))
    four |= (three & joker) | (two & jokers_2) | (jokers_3 & every(n_cards >= 4))
    three |= (two & joker) | (jokers_2 & every(n_cards >= 3))
    return two | (joker & every(n_cards >= 2)), three, four, five


@kernel
def rank_classes(chunk: Any, n_cards: Any) -> None:
    """Note the hands that have at least class 10 .. 1: each class includes those above it."""
    planes = chunk.planes
    for lane in range(LANES):
        two, three, four, five = kinds(planes, lane, n_cards)
        planes[CLASSES + 9, lane] = five
        best = five | any_suit(planes, HIGHEST_RUN, lane)
        planes[CLASSES + 8, lane] = best
        best |= any_suit(planes, RUN, lane)
        planes[CLASSES + 7, lane] = best
        best |= four
        planes[CLASSES + 6, lane] = best
        best |= three & planes[TWO_PAIRS, lane]
        planes[CLASSES + 5, lane] = best
        best |= planes[FLUSH, lane]
        planes[CLASSES + 4, lane] = best
        best |= planes[RUN + ANY_SUIT, lane]
        planes[CLASSES + 3, lane] = best
        best |= three
        planes[CLASSES + 2, lane] = best
        best |= planes[TWO_PAIRS, lane]
        planes[CLASSES + 1, lane] = best
        planes[CLASSES, lane] = best | two


@step
def clear_rows(planes: Any, first: Any, last: Any) -> None:
    """Make the rows first .. last - 1 zero."""
    for row in range(first, last):
        for lane in range(LANES):
            planes[row, lane] = NONE


@kernel
def judge_chunk(chunk: Any, n_cards: Any) -> None:
    """Judge the 1,024 hands whose first `n_cards` (1..15) faces stand in the chunk; see `CLASSES` and `FLAGGED`."""
    clear_rows(chunk.planes, COUNTERS, ROWS)
    for first in range(0, n_cards, SLOTS):
        filled = min(SLOTS, n_cards - first)
        clear_rows(chunk.planes, filled * SLOT_ROWS, COUNTERS)
        for slot in range(filled):
            sort_bits(chunk, first + slot, slot)
        add_cards(chunk)
    compare_counts(chunk)
    find_runs(chunk)
    rank_classes(chunk, n_cards)


@kernel
def write_classes(chunk: Any) -> None:
    """Write the classes of the 1,024 hands as bytes, in the order of their faces."""
    planes, words = chunk.planes, chunk.classes
    for lane in range(LANES):
        c1, c2, c3, c4 = planes[CLASSES, lane], planes[CLASSES + 1, lane], planes[CLASSES + 2, lane], planes[CLASSES + 3, lane]
        c5, c6, c7, c8 = planes[CLASSES + 4, lane], planes[CLASSES + 5, lane], planes[CLASSES + 6, lane], planes[CLASSES + 7, lane]
        c9, c10 = planes[CLASSES + 8, lane], planes[CLASSES + 9, lane]
        ones = (c1 ^ c2) | (c3 ^ c4) | (c5 ^ c6) | (c7 ^ c8) | (c9 ^ c10)
        twos = (c2 ^ c4) | (c6 ^ c8) | c10
        found = transpose((ones, twos, c4 ^ c8, c8, NONE, NONE, NONE, NONE))
        words[lane], words[lane + LANES], words[lane + 2 * LANES], words[lane + 3 * LANES] = found[0], found[1], found[2], found[3]
        words[lane + 4 * LANES], words[lane + 5 * LANES] = found[4], found[5]
        words[lane + 6 * LANES], words[lane + 7 * LANES] = found[6], found[7]
