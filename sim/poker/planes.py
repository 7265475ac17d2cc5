"""The classes of 1,024 hands at once, in bit planes: the fast judge behind arrays and simulations.

A *plane* is a row of LANES 64-bit words in which every bit belongs to another hand. One plane says which hands have a card
of some suit in some slot, another which hands hold two of a rank: so one AND of two words is a step of 64 judgements, the
processor does several words at once, and nothing ever branches. The rules of `sim.poker.judge`, written as logic:

1. `sort_bits` turns the bytes of one card of all hands into planes of its rank and its suit;
2. `tally_seven` (or `tally_fifteen`) counts the cards of each rank, the jokers and the cards of each suit by full adders,
   holds them against the thresholds, and notes which ranks each suit has;
3. `find_runs` looks at these ten times five ranks; jokers lower every threshold by one;
4. `rank_classes` leaves ten planes: at least class 1 .. 10.

Hand h of a chunk is bit 8 * (h % 8) + h // 128 of the word in lane h // 8 % 16, from `sort_bits` to `write_classes`; on a
little-endian machine, as all that numba compiles for are. All of it works on one record, a `Chunk`, so that the compiler
knows where every row stands: this is what lets it use vector registers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.jit import kernel, rule, step
from sim.poker.judge import MOST_CARDS

LANES = 16  # words in a plane
HANDS = 64 * LANES  # hands in a chunk
NONE = np.uint64(0)
NIBBLES, PAIRS, BITS = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x3333333333333333), np.uint64(0x5555555555555555)
FOUR, TWO, ONE = np.uint64(4), np.uint64(2), np.uint64(1)
NO_SLOTS = (NONE, NONE, NONE, NONE, NONE, NONE, NONE)
JOKER_RANK = 13

# Rows of planes. A slot holds one card of each hand: four rows each for the quarter of the ranks, the place in it, the suit.
QUARTER, PLACE, SUIT, SLOT_ROWS = 0, 4, 8, 12
SEVEN = 7  # slots that are counted in one go: the first seven, the second seven, one more
SECOND, LAST, SLOTS_END = SEVEN * SLOT_ROWS, 14 * SLOT_ROWS, 15 * SLOT_ROWS
# Which ranks are there: five rows (four suits and any suit) for each of ace as one, deuce, .., ace.
PRESENT, ANY_SUIT, PRESENT_ROWS = SLOTS_END, 4, 5
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


@rule
def swap(a: Any, b: Any, shift: Any, mask: Any) -> Any:
    """Exchange the bits of `a` above `shift` with those of `b` below it."""
    moved = ((a >> shift) ^ b) & mask
    return a ^ (moved << shift), b ^ moved


@rule
def transpose(words: Any) -> Any:
    """Eight words of bytes -> eight words of bits: word i gets bit i of every byte (Warren, Hacker's Delight, 7-3)."""
    a, b, c, d, e, f, g, h = words
    a, e = swap(a, e, FOUR, NIBBLES)
    b, f = swap(b, f, FOUR, NIBBLES)
    c, g = swap(c, g, FOUR, NIBBLES)
    d, h = swap(d, h, FOUR, NIBBLES)
    a, c = swap(a, c, TWO, PAIRS)
    b, d = swap(b, d, TWO, PAIRS)
    e, g = swap(e, g, TWO, PAIRS)
    f, h = swap(f, h, TWO, PAIRS)
    a, b = swap(a, b, ONE, BITS)
    c, d = swap(c, d, ONE, BITS)
    e, f = swap(e, f, ONE, BITS)
    g, h = swap(g, h, ONE, BITS)
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


@step
def clear_rows(planes: Any, first: Any, last: Any) -> None:
    """Make the rows first .. last - 1 zero."""
    for row in range(first, last):
        for lane in range(LANES):
            planes[row, lane] = NONE


@rule
def sort_bits(chunk: Any, card: Any) -> None:
    """Note card number `card` (0..14) of all hands in its slot."""
    slot = card & 15  # the mask tells the compiler that no row is negative
    planes, words, row = chunk.planes, chunk.faces[slot], slot * SLOT_ROWS
    for lane in range(LANES):
        suit_0, suit_1, place_0, place_1, quarter_0, quarter_1, flag, _ = transpose(eight_words(words, lane))
        planes[FLAGGED, lane] |= flag
        note_four(planes, row + QUARTER, lane, quarter_0, quarter_1)
        note_four(planes, row + PLACE, lane, place_0, place_1)
        note_four(planes, row + SUIT, lane, suit_0, suit_1)
        planes[row + SUIT, lane] &= ~(quarter_0 & quarter_1 & place_0)  # a joker has no suit


@step
def one_of_rank(planes: Any, first: Any, rank: Any, lane: Any) -> Any:
    """The hands whose card in the slot at row `first` has this rank (13: is a joker)."""
    return planes[first + QUARTER + (rank >> 2), lane] & planes[first + PLACE + (rank & 3), lane]


@step
def seven_of_rank(planes: Any, first: Any, rank: Any, lane: Any) -> Any:
    """The same for each of seven slots from row `first` on."""
    a, b = first + QUARTER + (rank >> 2), first + PLACE + (rank & 3)
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
def seven_of_suit(planes: Any, first: Any, suit: Any, lane: Any) -> Any:
    """For each of seven slots from row `first` on: the hands whose card there has this suit."""
    a = first + SUIT + suit
    return (
        planes[a, lane], planes[a + SLOT_ROWS, lane], planes[a + 2 * SLOT_ROWS, lane], planes[a + 3 * SLOT_ROWS, lane],
        planes[a + 4 * SLOT_ROWS, lane], planes[a + 5 * SLOT_ROWS, lane], planes[a + 6 * SLOT_ROWS, lane],
    )  # fmt: skip


@step
def meet(planes: Any, first: Any, suit: Any, lane: Any, x: Any) -> Any:
    """The hands in which one of the seven slots is in `x` and of this suit."""
    y = seven_of_suit(planes, first, suit, lane)
    early = (x[0] & y[0]) | (x[1] & y[1]) | (x[2] & y[2]) | (x[3] & y[3])
    return early | (x[4] & y[4]) | (x[5] & y[5]) | (x[6] & y[6])


@rule
def add_three(a: Any, b: Any, c: Any) -> Any:
    """A full adder: the ones and the twos of a + b + c."""
    either = a ^ b
    return either ^ c, (a & b) | (either & c)


@rule
def count_seven(x: Any) -> Any:
    """The ones, twos and fours of how many of the seven slots are in `x`."""
    ones_a, twos_a = add_three(x[0], x[1], x[2])
    ones_b, twos_b = add_three(x[3], x[4], x[5])
    ones, twos_c = add_three(ones_a, ones_b, x[6])
    twos, fours = add_three(twos_a, twos_b, twos_c)
    return ones, twos, fours


@rule
def thresholds(x: Any, y: Any, z: Any) -> Any:
    """The hands with at least 1, 2, 3, 4, 5 of the slots in `x` (seven), `y` (seven) and `z` (one)."""
    ones_x, twos_x, fours_x = count_seven(x)
    ones_y, twos_y, fours_y = count_seven(y)
    ones, carry = add_three(ones_x, ones_y, z)
    twos, carry = add_three(twos_x, twos_y, carry)
    fours, eights = add_three(fours_x, fours_y, carry)
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


@step
def tally_rank(planes: Any, rank: Any, lane: Any, more: Any) -> None:
    """Note how many natural cards of a rank there are, and in which suits."""
    x, y, z = seven_of_rank(planes, 0, rank, lane), NO_SLOTS, NONE
    row = PRESENT + PRESENT_ROWS * (rank + 1)
    if more:
        y, z = seven_of_rank(planes, SECOND, rank, lane), one_of_rank(planes, LAST, rank, lane)
    one, two, three, four, five = thresholds(x, y, z)
    planes[row + ANY_SUIT, lane] = one
    planes[TWO_PAIRS, lane] |= planes[ALIKE, lane] & two
    planes[ALIKE, lane] |= two
    planes[ALIKE + 1, lane] |= three
    planes[ALIKE + 2, lane] |= four
    planes[ALIKE + 3, lane] |= five
    for suit in range(4):
        planes[row + suit, lane] = meet(planes, 0, suit, lane, x)
        if more:
            planes[row + suit, lane] |= meet(planes, SECOND, suit, lane, y) | (z & planes[LAST + SUIT + suit, lane])


@step
def tally_jokers(planes: Any, lane: Any, more: Any) -> None:
    """Note how many jokers there are."""
    x, y, z = seven_of_rank(planes, 0, JOKER_RANK, lane), NO_SLOTS, NONE
    if more:
        y, z = seven_of_rank(planes, SECOND, JOKER_RANK, lane), one_of_rank(planes, LAST, JOKER_RANK, lane)
    one, two, three, four, _ = thresholds(x, y, z)
    planes[WILD, lane], planes[WILD + 1, lane], planes[WILD + 2, lane], planes[WILD + 3, lane] = one, two, three, four


@step
def tally_suit(planes: Any, suit: Any, lane: Any, more: Any) -> None:
    """Note the flushes in a suit."""
    x, y, z = seven_of_suit(planes, 0, suit, lane), NO_SLOTS, NONE
    if more:
        y, z = seven_of_suit(planes, SECOND, suit, lane), planes[LAST + SUIT + suit, lane]
    _, two, three, four, five = thresholds(x, y, z)
    planes[FLUSH, lane] |= with_jokers(planes, lane, (five, four, three, two))


@step
def tally(planes: Any, more: Any) -> None:
    """Count the cards of the first seven slots, or (`more`) of all fifteen."""
    clear_rows(planes, ALIKE, FLUSH + 1)
    for rank in range(JOKER_RANK):
        for lane in range(LANES):
            tally_rank(planes, rank, lane, more)
    for lane in range(LANES):
        tally_jokers(planes, lane, more)
    for suit in range(4):
        for lane in range(LANES):
            tally_suit(planes, suit, lane, more)


@rule
def tally_seven(chunk: Any) -> None:
    """Count the cards of hands of up to seven."""
    tally(chunk.planes, more=False)


@rule
def tally_fifteen(chunk: Any) -> None:
    """Count the cards of hands of up to fifteen."""
    tally(chunk.planes, more=True)


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


@rule
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
            highest = run_cards(planes, PRESENT + 9 * PRESENT_ROWS + suit, lane)
            planes[HIGHEST_RUN + suit, lane] = with_jokers(planes, lane, highest)


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


@rule
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


@kernel
def judge_chunk(chunk: Any, n_cards: Any) -> None:
    """Judge the 1,024 hands whose first `n_cards` (1..15) faces stand in the chunk; see `CLASSES` and `FLAGGED`."""
    clear_rows(chunk.planes, FLAGGED, FLAGGED + 1)
    for card in range(n_cards):
        sort_bits(chunk, card)
    if n_cards <= SEVEN:
        clear_rows(chunk.planes, n_cards * SLOT_ROWS, SECOND)
        tally_seven(chunk)
    else:
        clear_rows(chunk.planes, n_cards * SLOT_ROWS, SLOTS_END)
        tally_fifteen(chunk)
    find_runs(chunk)
    rank_classes(chunk, n_cards)


@step
def every_second(planes: Any, row: Any, lane: Any) -> Any:
    """The parity of five planes, every second one from `row` on."""
    early = planes[row, lane] ^ planes[row + 2, lane] ^ planes[row + 4, lane]
    return early ^ planes[row + 6, lane] ^ planes[row + 8, lane]


@step
def put_eight(words: Any, lane: Any, x: Any) -> None:
    """Store the words of one lane: the bytes of 64 hands."""
    words[lane], words[lane + LANES], words[lane + 2 * LANES], words[lane + 3 * LANES] = x[0], x[1], x[2], x[3]
    words[lane + 4 * LANES], words[lane + 5 * LANES] = x[4], x[5]
    words[lane + 6 * LANES], words[lane + 7 * LANES] = x[6], x[7]


@rule
def write_classes(chunk: Any) -> None:
    """Write the classes of the 1,024 hands as bytes, in the order of their faces."""
    planes, words, zero = chunk.planes, chunk.classes, NONE
    at_least_four, at_least_eight = CLASSES + 3, CLASSES + 7
    for lane in range(LANES):
        # A hand of class c has at least class 1, 2, .. c: the parity of these planes is the ones of c, and so on.
        odd, even = every_second(planes, CLASSES, lane), every_second(planes, CLASSES + 1, lane)
        eights = planes[at_least_eight, lane]
        fours = planes[at_least_four, lane] ^ eights
        put_eight(words, lane, transpose((odd ^ even, even, fours, eights, zero, zero, zero, zero)))
