"""The class of one hand (RP-J2 to RP-J6), for kernels that judge hand by hand.

A hand is three 64-bit words, so that own and shared cards are joined by two additions and one OR:

- `ranks`: how many cards of each rank, four bits a rank from the deuce up; jokers are the fourteenth rank;
- `suits`: how many cards of each suit, sixteen bits a suit (jokers lie among the spades until the hand is judged);
- `lanes`: which ranks are there, sixteen bits a suit: bit 1 the deuce .. bit 13 the ace, bit 0 the ace as a one.

At most 15 cards. A joker is any card, also one that is there already (RP-J3), so it raises the most frequent rank, the
longest suit and the fullest run of five ranks by one, and those three numbers decide. Identical cards of two packs pair and
count twice for a flush (RP-J4). Fewer than five cards never make a straight or a flush: card and joker counts forbid it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.jit import rule
from sim.poker.classes import HandClass

MOST_CARDS = 15  # four bits a rank

NO_CARDS = (np.uint64(0), np.uint64(0), np.uint64(0))
ONE = np.uint64(1)
RANK_SHIFT = np.uint64(60)  # face & 60 = 4 * rank
SUIT_BITS = np.uint64(3)
LANE_SHIFT = np.uint64(4)  # sixteen bits a suit
JOKER_SHIFT = np.uint64(52)
NIBBLE = np.uint64(15)
EACH_RANK = np.uint64(0x1111111111111)  # the lowest bit of each of the 13 natural ranks
EACH_LANE = np.uint64(0x0001000100010001)
LANE_RANKS = np.uint64(0x3FFE3FFE3FFE3FFE)
LANE = np.uint64(0xFFFF)
WINDOWS = np.uint64(0x03FF03FF03FF03FF)  # the ten runs, by their lowest card: A-2-3-4-5 .. 10-J-Q-K-A
ROYAL_WINDOW = np.uint64(0x0200020002000200)


@rule
def add_card(words: Any, face: Any) -> Any:
    """The words of a hand with one more card."""
    card = np.uint64(face)
    suit = (card & SUIT_BITS) << LANE_SHIFT
    rank = card & RANK_SHIFT
    return (words[0] + (ONE << rank), words[1] + (ONE << suit), words[2] | (ONE << (suit + (rank >> np.uint64(2)) + ONE)))


@rule
def gather(cards: Any, n: Any) -> Any:
    """The words of the hand cards[0:n]; n may be 0."""
    words = NO_CARDS
    for i in range(n):
        words = add_card(words, cards[i])
    return words


@rule
def join(a: Any, b: Any) -> Any:
    """The words of two hands put together, for example own and shared cards."""
    return (a[0] + b[0], a[1] + b[1], a[2] | b[2])


@rule
def runs(lanes: Any, jokers: Any) -> Any:
    """RP-J3: the runs of five ranks that `jokers` wild cards (0..3) complete, in each lane; a run is its lowest rank."""
    b, c, d, e = lanes >> np.uint64(1), lanes >> np.uint64(2), lanes >> np.uint64(3), lanes >> np.uint64(4)
    low_one, low_two, high_one, high_two = lanes | b, lanes & b, c | d, c & d
    one = low_one | high_one
    two = low_two | high_two | (low_one & high_one)
    three = (low_two & high_one) | (low_one & high_two)
    four = low_two & high_two
    if jokers == 0:
        found = four & e
    elif jokers == 1:
        found = four | (three & e)
    elif jokers == 2:
        found = three | (two & e)
    else:
        found = two | (one & e)
    return found & WINDOWS


@rule
def most_alike(ranks: Any) -> Any:
    """RP-J4: how often the most frequent natural rank occurs (5 stands for more, too), and the ranks that occur twice."""
    ones, twos = ranks & EACH_RANK, (ranks >> np.uint64(1)) & EACH_RANK
    fours, eights = (ranks >> np.uint64(2)) & EACH_RANK, (ranks >> np.uint64(3)) & EACH_RANK
    from_four = fours | eights
    from_two = from_four | twos
    alike = np.int64((ones | from_two) != 0) + np.int64(from_two != 0) + np.int64((from_four | (ones & twos)) != 0)
    alike += np.int64(from_four != 0) + np.int64((eights | (fours & (ones | twos))) != 0)
    return alike, from_two


@rule
def has_flush(suits: Any, jokers: Any) -> Any:
    """RP-J4: whether there are five cards of one suit, jokers included."""
    counts = suits - jokers  # the jokers lie among the spades
    reach = counts + EACH_LANE * (jokers + np.uint64(3))  # bit 3 and up: count + jokers + 3 >= 8
    return (reach & (EACH_LANE * np.uint64(0xF8))) != 0


@rule
def class_of(words: Any) -> Any:
    """RP-J5: the class (0..10) of the hand in `words`, the best that any five of its cards make."""
    ranks, suits, lanes = words
    wild = (ranks >> JOKER_SHIFT) & NIBBLE
    jokers = np.int64(wild)
    alike, twice = most_alike(ranks)
    top = alike + jokers
    two_pairs = (twice & (twice - ONE)) != 0 if twice != 0 else False
    lanes &= LANE_RANKS
    lanes |= (lanes >> np.uint64(13)) & EACH_LANE
    flush = has_flush(suits, wild)
    royal, straight_flush = False, False
    if flush and top < 5:  # five of a kind beats everything
        same_suit = runs(lanes, jokers)
        straight_flush, royal = same_suit != 0, (same_suit & ROYAL_WINDOW) != 0
    any_suit = (lanes | (lanes >> np.uint64(16)) | (lanes >> np.uint64(32)) | (lanes >> np.uint64(48))) & LANE
    straight = runs(any_suit, jokers) != 0
    return highest(top, two_pairs, straight, flush, straight_flush, royal)


@rule
def highest(top: Any, two_pairs: Any, straight: Any, flush: Any, straight_flush: Any, royal: Any) -> Any:
    """RP-J2: the highest class, given the most cards of a rank (`top`, jokers included) and what else there is."""
    kind = max(HandClass.PAIR * (top >= 2), HandClass.THREE * (top >= 3), HandClass.FOUR * (top >= 4))
    kind = max(kind, HandClass.FIVE * (top >= 5), HandClass.TWO_PAIRS * two_pairs)
    kind = max(kind, HandClass.FULL_HOUSE * (two_pairs & (top >= 3)))  # a joker on two pairs, or three and two
    shape = max(HandClass.STRAIGHT * straight, HandClass.FLUSH * flush, HandClass.STRAIGHT_FLUSH * straight_flush)
    return np.int64(max(kind, shape, HandClass.ROYAL * royal))
