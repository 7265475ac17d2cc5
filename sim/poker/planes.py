"""The classes of 1,024 hands at once, in bit planes: the fast judge behind arrays and simulations.

A *plane* is a row of LANES 64-bit words in which every bit belongs to another hand. One plane says which hands have a card of
some suit in some slot, another which hands hold two of a rank: so one AND of two words is a step of 64 judgements, LLVM does
four or eight words at once, and nothing ever branches. The same rules as in `sim.poker.judge`, written as logic:

1. `sort_bits` turns the bytes of one card of all hands into six planes, and notes the card's rank and suit as planes;
2. `add_cards` counts, slot by slot, cards of each rank, jokers, and cards of each suit (binary counters of four planes,
   summed by full adders), and notes which ranks each suit has;
3. `compare_counts`, `find_flushes` and `find_runs` hold these against the thresholds that the jokers lower;
4. `rank_classes` gives eleven planes, "at least class c".

The order of hands within a chunk: hand h is bit 8 * (h % 8) + h // 128 of the word in lane h // 8 % 16, which is where
`sort_bits` and `write_classes` put it. Everything works on one scratch array, allocated by the kernel.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.jit import step

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
# Two, three, four, five of a natural rank; two ranks with two.
ALIKE, TWO_PAIRS = PRESENT_END, PRESENT_END + 4
# One, two, three, four, five jokers; a flush.
WILD, FLUSH = PRESENT_END + 5, PRESENT_END + 10
# Runs of one suit with five, four, three, two natural cards, then those of any suits, then 10-J-Q-K-A of one suit.
SUITED, MIXED, ROYAL = PRESENT_END + 11, PRESENT_END + 15, PRESENT_END + 19
# At least class 1 .. 10. Hands flagged by whoever filled the bytes (bit 6 of a card).
CLASSES, FLAGGED = PRESENT_END + 20, PRESENT_END + 30
ROWS = PRESENT_END + 31


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
def sort_bits(words: Any, planes: Any, slot: Any) -> None:
    """Note the cards of one slot; `words` are their 1,024 faces as bytes, eight to a word."""
    row = slot * SLOT_ROWS
    for lane in range(LANES):
        suit_0, suit_1, place_0, place_1, quarter_0, quarter_1, flag, _ = transpose(eight_words(words, lane))
        planes[FLAGGED, lane] |= flag
        joker = quarter_0 & quarter_1 & place_0
        planes[row + QUARTER, lane] = ~(quarter_0 | quarter_1)
        planes[row + QUARTER + 1, lane] = quarter_0 & ~quarter_1
        planes[row + QUARTER + 2, lane] = quarter_1 & ~quarter_0
        planes[row + QUARTER + 3, lane] = quarter_0 & quarter_1
        planes[row + PLACE, lane] = ~(place_0 | place_1)
        planes[row + PLACE + 1, lane] = place_0 & ~place_1
        planes[row + PLACE + 2, lane] = place_1 & ~place_0
        planes[row + PLACE + 3, lane] = place_0 & place_1
        planes[row + SUIT, lane] = ~(suit_0 | suit_1 | joker)
        planes[row + SUIT + 1, lane] = suit_0 & ~suit_1
        planes[row + SUIT + 2, lane] = suit_1 & ~suit_0
        planes[row + SUIT + 3, lane] = suit_0 & suit_1


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
def add_cards(planes: Any) -> None:
    """Count the cards of all slots, and note which ranks each suit has."""
    for rank in range(13):
        row = PRESENT + PRESENT_ROWS * (rank + 1)
        for lane in range(LANES):
            x = slots_of_rank(planes, rank, lane)
            count_slots(planes, COUNTERS + 4 * rank, lane, x)
            planes[row, lane] |= meet(x, slots_of_suit(planes, 0, lane))
            planes[row + 1, lane] |= meet(x, slots_of_suit(planes, 1, lane))
            planes[row + 2, lane] |= meet(x, slots_of_suit(planes, 2, lane))
            planes[row + 3, lane] |= meet(x, slots_of_suit(planes, 3, lane))
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
def compare_counts(planes: Any) -> None:
    """Note how many jokers there are, and the most natural cards of one rank."""
    for lane in range(LANES):
        one, two, three, four, five = thresholds(planes, JOKER_COUNTER, lane)
        planes[WILD, lane], planes[WILD + 1, lane], planes[WILD + 2, lane] = one, two, three
        planes[WILD + 3, lane], planes[WILD + 4, lane] = four, five
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
    for i in range(PRESENT_ROWS):  # the ace is also a one
        planes[PRESENT + i, :] = planes[PRESENT + 13 * PRESENT_ROWS + i, :]


@step
def with_jokers(planes: Any, lane: Any, natural: Any) -> Any:
    """The hands that have five of something: natural = those with five, four, three, two of it; jokers fill up."""
    some = natural[0] | (natural[1] & planes[WILD, lane])
    return some | (natural[2] & planes[WILD + 1, lane]) | (natural[3] & planes[WILD + 2, lane])


@step
def find_flushes(planes: Any) -> None:
    """Note the flushes. (Four jokers and a card are five of a kind, so they need no line here.)"""
    for suit in range(4):
        for lane in range(LANES):
            _, two, three, four, five = thresholds(planes, SUIT_COUNTERS + 4 * suit, lane)
            planes[FLUSH, lane] |= with_jokers(planes, lane, (five, four, three, two))


@step
def run_cards(planes: Any, row: Any, lane: Any) -> Any:
    """The hands with five, four, three, two of the five ranks from the row on."""
    a, b = planes[row, lane], planes[row + PRESENT_ROWS, lane]
    c, d = planes[row + 2 * PRESENT_ROWS, lane], planes[row + 3 * PRESENT_ROWS, lane]
    e = planes[row + 4 * PRESENT_ROWS, lane]
    low_one, low_two, high_one, high_two = a | b, a & b, c | d, c & d
    one, two = low_one | high_one, low_two | high_two | (low_one & high_one)
    three, four = (low_two & high_one) | (low_one & high_two), low_two & high_two
    return four & e, four | (three & e), three | (two & e), two | (one & e)


@step
def note_runs(planes: Any, to: Any, lane: Any, found: Any) -> None:
    """Add what `run_cards` found to four rows."""
    planes[to, lane] |= found[0]
    planes[to + 1, lane] |= found[1]
    planes[to + 2, lane] |= found[2]
    planes[to + 3, lane] |= found[3]


@step
def find_runs(planes: Any) -> None:
    """Note the runs of five ranks, of one suit and of any suits; the ten runs begin with an ace .. with a ten."""
    for start in range(10):
        row = PRESENT + PRESENT_ROWS * start
        for lane in range(LANES):
            note_runs(planes, MIXED, lane, run_cards(planes, row + ANY_SUIT, lane))
        for suit in range(4):
            for lane in range(LANES):
                note_runs(planes, SUITED, lane, run_cards(planes, row + suit, lane))
    for suit in range(4):
        for lane in range(LANES):
            royal = run_cards(planes, PRESENT + PRESENT_ROWS * 9 + suit, lane)
            planes[ROYAL, lane] |= with_jokers(planes, lane, royal)


@step
def every(condition: Any) -> Any:
    """All bits set if `condition` holds, else none."""
    return NONE - np.uint64(condition)


@step
def rank_classes(planes: Any, n_cards: Any) -> None:
    """Note the hands that have at least class 1 .. 10, strongest first: each class includes those above it."""
    all_five, all_four, all_three, all_two = every(n_cards >= 5), every(n_cards >= 4), every(n_cards >= 3), every(n_cards >= 2)
    for lane in range(LANES):
        joker, jokers_2, jokers_3 = planes[WILD, lane], planes[WILD + 1, lane], planes[WILD + 2, lane]
        two, three, four = planes[ALIKE, lane], planes[ALIKE + 1, lane], planes[ALIKE + 2, lane]
        five = with_jokers(planes, lane, (planes[ALIKE + 3, lane], four, three, two))
        four |= (three & joker) | (two & jokers_2) | (jokers_3 & all_four)
        three |= (two & joker) | (jokers_2 & all_three)
        two |= joker & all_two
        suited = (planes[SUITED, lane], planes[SUITED + 1, lane], planes[SUITED + 2, lane], planes[SUITED + 3, lane])
        mixed = (planes[MIXED, lane], planes[MIXED + 1, lane], planes[MIXED + 2, lane], planes[MIXED + 3, lane])
        best = five | (planes[WILD + 3, lane] & all_five)  # four jokers and any card
        planes[CLASSES + 9, lane] = best
        best |= planes[ROYAL, lane]
        planes[CLASSES + 8, lane] = best
        best |= with_jokers(planes, lane, suited)
        planes[CLASSES + 7, lane] = best
        best |= four
        planes[CLASSES + 6, lane] = best
        best |= three & planes[TWO_PAIRS, lane]
        planes[CLASSES + 5, lane] = best
        best |= planes[FLUSH, lane]
        planes[CLASSES + 4, lane] = best
        best |= with_jokers(planes, lane, mixed)
        planes[CLASSES + 3, lane] = best
        best |= three
        planes[CLASSES + 2, lane] = best
        best |= planes[TWO_PAIRS, lane]
        planes[CLASSES + 1, lane] = best
        planes[CLASSES, lane] = best | two


@step
def clear(planes: Any) -> None:
    """Make everything that is counted or collected zero."""
    for row in range(COUNTERS, ROWS):
        for lane in range(LANES):
            planes[row, lane] = NONE


@step
def judge_planes(planes: Any, n_cards: Any) -> None:
    """Judge after the last `add_cards`."""
    compare_counts(planes)
    find_flushes(planes)
    find_runs(planes)
    rank_classes(planes, n_cards)


@step
def write_classes(planes: Any, words: Any) -> None:
    """Write the classes of the 1,024 hands as bytes, eight to a word, in the order of their faces."""
    for lane in range(LANES):
        c1, c2, c3, c4 = planes[CLASSES, lane], planes[CLASSES + 1, lane], planes[CLASSES + 2, lane], planes[CLASSES + 3, lane]
        c5, c6, c7, c8 = planes[CLASSES + 4, lane], planes[CLASSES + 5, lane], planes[CLASSES + 6, lane], planes[CLASSES + 7, lane]
        c9, c10 = planes[CLASSES + 8, lane], planes[CLASSES + 9, lane]
        ones = (c1 ^ c2) | (c3 ^ c4) | (c5 ^ c6) | (c7 ^ c8) | (c9 ^ c10)
        twos = (c2 ^ c4) | (c6 ^ c8) | c10
        found = transpose((ones, twos, c4 ^ c8, c8, NONE, NONE, NONE, NONE))
        words[lane], words[lane + LANES], words[lane + 2 * LANES], words[lane + 3 * LANES] = found[0], found[1], found[2], found[3]
        words[lane + 4 * LANES], words[lane + 5 * LANES], words[lane + 6 * LANES], words[lane + 7 * LANES] = (
            found[4], found[5], found[6], found[7],
        )  # fmt: skip
