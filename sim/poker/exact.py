"""How many hands of a deck have each class: exact counts, without dealing any.

A hand's natural cards are written as thirteen counts, one a rank. For each number of jokers in the hand:

- by rank alone (kinds and straights), every way to have c_r cards of rank r counts for the product of the binomial
  coefficients C(copies of r left, c_r);
- a suit that makes a flush (or a straight flush, or a royal one) is a list of such counts, the cards of the other suits are
  another, and every pair of the two is a hand: the counts add up, and the higher of the two classes holds;
- hands with several such suits, which jokers make, count once: inclusion and exclusion over sets of suits.

Weights fit in 64 bits, their sums in two words. The time grows with the cards that are still to come. Of 108 cards one core
of a PC takes a tenth of a second for seven, half a second for nine, ten seconds for eleven and a minute for twelve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations, islice, product
from math import comb, prod
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.jit import PLAIN, kernel, mul_high, rule
from sim.poker.classes import JOKER, N_CLASSES, HandClass, card_name
from sim.poker.judge import ROYAL_WINDOW, most_alike, runs
from sim.poker.limits import check_deal, check_whole, shown
from sim.poker.planes import NONE, every
from sim.schema import InputError

MOST_EXACT_CARDS = 12
N_RANKS, N_SUITS = 13, 4
ROWS_AT_ONCE = 1_000_000  # pairs of two suits held in memory at once
TIMED_ENTRIES = 400
PAIRS_AT_ONCE = 100_000_000  # looked at between two chances for Ctrl-C: less than a second
BY_RANK = (
    HandClass.NOP, HandClass.PAIR, HandClass.TWO_PAIRS, HandClass.THREE,
    HandClass.STRAIGHT, HandClass.FULL_HOUSE, HandClass.FOUR, HandClass.FIVE,
)  # fmt: skip
FLUSHES = (HandClass.FLUSH, HandClass.STRAIGHT_FLUSH, HandClass.ROYAL)

Copies = tuple[int, ...]
"""How many cards of each rank are left, the deuce first."""
Words = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Vectors:
    """Ways to hold some cards, an entry each: `ranks` and `lanes` as in `sim.poker.judge`, and in how many ways."""

    ranks: Words
    lanes: Words
    weights: Words

    def __len__(self) -> int:
        """The number of entries."""
        return len(self.ranks)

    def where(self, chosen: Any) -> Vectors:
        """Some of the entries."""
        return Vectors(self.ranks[chosen], self.lanes[chosen], self.weights[chosen])

    def and_one(self, other: Vectors) -> Vectors:
        """Each entry together with the only entry of `other`."""
        return Vectors(self.ranks + other.ranks, self.lanes | other.lanes, self.weights * other.weights)


def holding(rank: int, n: int, copies: int) -> Vectors:
    """The one way to hold n cards of a rank of which `copies` are left; an ace is also a one."""
    bits = (1 << rank + 1 | rank // 12) if n else 0
    return Vectors(*(np.array([value], np.uint64) for value in (n << 4 * rank, bits, comb(copies, n))))


NO_CARDS = holding(0, 0, 0)


def joined(parts: Sequence[Vectors]) -> Vectors:
    """The entries of several lists in one."""
    columns = ([getattr(part, name) for part in parts] for name in ("ranks", "lanes", "weights"))
    return Vectors(*(np.concatenate(column) for column in columns))


@lru_cache(maxsize=6)
def vectors(copies: Copies, most: int) -> list[Vectors]:
    """All ways to hold 0, 1, .. `most` of the cards left."""
    lists = [NO_CARDS, *[NO_CARDS.where([])] * most]
    for rank, left in enumerate(copies):
        ways = [holding(rank, n, left) for n in range(min(left, most) + 1)]
        lists = [
            joined([lists[size - n].and_one(way) for n, way in enumerate(ways[: size + 1])]) for size in range(most + 1)
        ]
    return lists


def pairs(first: Vectors, second: Vectors) -> Iterator[Vectors]:
    """Every entry of one list with every entry of another, in portions."""
    portion = max(1, ROWS_AT_ONCE // max(1, len(second)))
    for start in range(0, len(first), portion):
        part = first.where(slice(start, start + portion))
        ranks, lanes = np.add.outer(part.ranks, second.ranks), np.bitwise_or.outer(part.lanes, second.lanes)
        yield Vectors(ranks.ravel(), lanes.ravel(), np.multiply.outer(part.weights, second.weights).ravel())


def combined(lists: Sequence[Vectors]) -> Iterator[Vectors]:
    """One entry of each list, in all ways, in portions."""
    if len(lists) == 1:
        yield lists[0]
        return
    for part in combined(lists[:-1]):
        yield from pairs(part, lists[-1])


@rule
def add_product(sums: Any, a: Any, b: Any) -> None:
    """Add a * b to a number of two words, the lower first."""
    low = a * b
    sums[0] += low
    sums[1] += mul_high(a, b) + np.uint64(sums[0] < low)


@rule
def weigh(ranks: Any, lanes: Any, others: Any, jokers: Any, found: Any) -> None:
    """The weight of one entry joined with every entry of a list: at least each class of BY_RANK.

    Written without branches, so that the compiler works on several entries at once.
    """
    other_ranks, other_lanes, weights = others
    pair = two_pairs = three = straight = full = four = five = NONE
    for i in range(len(weights)):
        alike, twice = most_alike(ranks + other_ranks[i])
        top, two_twice = alike + jokers, (twice & (twice - np.uint64(1))) != 0
        at_least = top >= 5
        five += weights[i] & every(at_least)
        at_least |= top >= 4
        four += weights[i] & every(at_least)
        at_least |= two_twice & (top >= 3)
        full += weights[i] & every(at_least)
        at_least |= runs(lanes | other_lanes[i], jokers) != 0
        straight += weights[i] & every(at_least)
        at_least |= top >= 3
        three += weights[i] & every(at_least)
        at_least |= two_twice
        two_pairs += weights[i] & every(at_least)
        pair += weights[i] & every(at_least | (top >= 2))
    found[0], found[1], found[2], found[3] = weights.sum(), pair, two_pairs, three
    found[4], found[5], found[6], found[7] = straight, full, four, five


@kernel
def tally(
    ranks: Any, lanes: Any, weights: Any, other_ranks: Any, other_lanes: Any, other_weights: Any, jokers: Any, sums: Any
) -> None:  # fmt: skip
    """Add to sums (8, 2) the weights of all pairs of two lists that have at least each class of BY_RANK."""
    found = np.zeros(len(sums), np.uint64)
    for i in range(len(ranks)):
        weigh(ranks[i], lanes[i], (other_ranks, other_lanes, other_weights), jokers, found)
        for j in range(len(sums)):
            add_product(sums[j], weights[i], found[j])


@kernel
def flush_class(lanes: Any, jokers: Any, classes: Any) -> None:
    """The classes of flushes that have these ranks: FLUSH, STRAIGHT_FLUSH or ROYAL."""
    for i in range(len(lanes)):
        found = runs(lanes[i], jokers)
        classes[i] = HandClass.STRAIGHT_FLUSH if found != 0 else HandClass.FLUSH
        if found & ROYAL_WINDOW != 0:
            classes[i] = HandClass.ROYAL


class Weights:
    """Sums of weights by class of rank alone."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._sums = np.zeros((len(BY_RANK), 2), np.uint64)

    def add(self, first: Vectors, second: Vectors, jokers: int) -> None:
        """Add the pairs of two lists, the longer of which had better be the second."""
        portion = max(1, PAIRS_AT_ONCE // max(1, len(second)))
        for start in range(0, len(first), portion):
            part = first.where(slice(start, start + portion))
            words = part.ranks, part.lanes, part.weights, second.ranks, second.lanes, second.weights
            tally(*words, np.int64(jokers), self._sums)

    def add_all(self, lists: Sequence[Vectors], jokers: int) -> None:
        """Add one entry of each list, in all ways; a list that is alone entry by entry, as its sum may need two words."""
        if len(lists) == 1:
            self.add(lists[0], NO_CARDS, jokers)
            return
        *short, longest = sorted(lists, key=len)
        for part in combined(short):
            first, second = sorted((part, longest), key=len)
            self.add(first, second, jokers)

    def numbers(self) -> list[int]:
        """The eleven sums."""
        counts, above = [0] * N_CLASSES, 0
        for kind, (low, high) in reversed(list(zip(BY_RANK, self._sums.tolist(), strict=True))):
            at_least = low + (high << 64)
            counts[kind], above = at_least - above, at_least
        return counts


@dataclass(frozen=True)
class Deck:
    """A deck and a hand, suit by suit: the cards that are left, and those that are known (lists of one entry)."""

    left: tuple[Copies, ...]
    known: tuple[Vectors, ...]
    n_known: tuple[int, ...]

    def left_in(self, suits: Sequence[int]) -> Copies:
        """The cards left in several suits together."""
        return tuple(sum(self.left[suit][rank] for suit in suits) for rank in range(N_RANKS))

    def known_in(self, suits: Sequence[int]) -> Vectors:
        """The known cards of several suits together."""
        return reduce(Vectors.and_one, [self.known[suit] for suit in suits], NO_CARDS)


def deck_without(known: Sequence[int], packs: int) -> Deck:
    """What is left of some packs when the known faces are out."""
    out = [[known.count(4 * rank + suit) for rank in range(N_RANKS)] for suit in range(N_SUITS)]
    ways = (reduce(Vectors.and_one, [holding(rank, n, n) for rank, n in enumerate(row)]) for row in out)
    return Deck(tuple(tuple(packs - n for n in row) for row in out), tuple(ways), tuple(map(sum, out)))


def at_least(wanted: HandClass, deck: Deck, suit: int, n_cards: int, jokers: int) -> dict[int, Vectors]:
    """By number of cards to come in a suit: the ways in which it makes at least the wanted kind of flush."""
    found, lists = {}, vectors(deck.left[suit], n_cards)
    for size in range(max(0, 5 - jokers - deck.n_known[suit]), n_cards + 1):
        ways = lists[size].and_one(deck.known[suit])
        classes = np.zeros(len(ways), np.int64)
        flush_class(ways.lanes, np.int64(jokers), classes)
        found[size] = ways.where(classes >= wanted)
    return found


@dataclass(frozen=True)
class Job:
    """Hands to be counted by class of rank: one entry of each list, in all ways.

    They count `times` times (negative: they are taken away again), as hands with at least the wanted kind of flush.
    """

    wanted: HandClass
    times: int
    lists: Sequence[Vectors]
    jokers: int

    @property
    def n_pairs(self) -> int:
        """How many pairs of entries are looked at."""
        return prod(map(len, self.lists))

    def by_rank(self) -> list[int]:
        """The counts."""
        weights = Weights()
        weights.add_all(self.lists, self.jokers)
        return [self.times * number for number in weights.numbers()]


def suit_sets(deck: Deck) -> Iterator[tuple[Sequence[int], int]]:
    """Sets of suits and how often each counts: inclusion and exclusion; suits of which the same is known count the same."""
    times: Counter[tuple[int, ...]] = Counter()
    chosen: dict[tuple[int, ...], Sequence[int]] = {}
    for n in range(1, N_SUITS + 1):
        for suits in combinations(range(N_SUITS), n):
            key = tuple(sorted(int(deck.known[suit].ranks[0]) for suit in suits))
            times[key] += 1 if n % 2 else -1
            chosen.setdefault(key, suits)
    for key, example in chosen.items():
        yield example, times[key]


def suit_lists(
    deck: Deck, suits: Sequence[int], wanted: HandClass, n_cards: int, jokers: int
) -> Iterator[list[Vectors]]:  # fmt: skip
    """The hands in which each of `suits` makes at least the wanted kind of flush: a list a suit, and one of the others."""
    kinds = [at_least(wanted, deck, suit, n_cards, jokers) for suit in suits]
    fewest = sum(min(kind, default=n_cards + 1) for kind in kinds)
    if fewest > n_cards:
        return
    rest = [suit for suit in range(N_SUITS) if suit not in suits]
    others, known = vectors(deck.left_in(rest), n_cards - fewest), deck.known_in(rest)
    for sizes in product(*kinds):
        if sum(sizes) <= n_cards:
            chosen = [kind[size] for kind, size in zip(kinds, sizes, strict=True)]
            yield [*chosen, others[n_cards - sum(sizes)].and_one(known)]


def jobs(deck: Deck, n_cards: int, jokers: int) -> Iterator[Job]:
    """All that is to be counted of the hands that `n_cards` more natural cards make, with this many jokers."""
    every_suit = range(N_SUITS)
    ways = vectors(deck.left_in(every_suit), n_cards)[n_cards]
    yield Job(HandClass.NOP, 1, [ways.and_one(deck.known_in(every_suit))], jokers)
    for wanted in FLUSHES:
        for suits, times in suit_sets(deck):
            for lists in suit_lists(deck, suits, wanted, n_cards, jokers):
                yield Job(wanted, times, lists, jokers)


def count_naturals(deck: Deck, n_cards: int, jokers: int) -> list[int]:
    """By class: the hands that `n_cards` more natural cards make, with this many jokers."""
    by_rank = {wanted: [0] * N_CLASSES for wanted in (*reversed(FLUSHES), HandClass.NOP)}
    for job in jobs(deck, n_cards, jokers):
        by_rank[job.wanted] = list(map(sum, zip(by_rank[job.wanted], job.by_rank(), strict=True)))
    counts, counted = [0] * N_CLASSES, [0] * N_CLASSES
    for kind, numbers in by_rank.items():
        for rank_class, (number, before) in enumerate(zip(numbers, counted, strict=True)):
            counts[max(rank_class, kind)] += number - before
        counted = numbers
    return counts


@dataclass(frozen=True)
class Request:
    """An exact count that was asked for, checked: a hand of `cards` cards, what it holds, and the jokers of the deck."""

    cards: int
    jokers: int
    known: Sequence[int]
    deck: Deck

    def draws(self) -> Iterator[tuple[int, int, int]]:
        """For each number of jokers that may yet come: in how many ways, the natural cards that come, all jokers then."""
        held = self.known.count(JOKER)
        to_come = self.cards - len(self.known)
        for drawn in range(min(self.jokers - held, to_come) + 1):
            yield comb(self.jokers - held, drawn), to_come - drawn, held + drawn

    def is_five(self, jokers: int) -> bool:
        """Whether so many jokers make five of a kind, whatever comes."""
        return jokers >= 4 and self.cards >= 5

    def counts(self, n_cards: int, jokers: int) -> list[int]:
        """By class: the hands that `n_cards` more natural cards make, with this many jokers."""
        if self.is_five(jokers):
            return [0] * int(HandClass.FIVE) + [comb(sum(self.deck.left_in(range(N_SUITS))), n_cards)]
        return count_naturals(self.deck, n_cards, jokers)

    def n_pairs(self) -> int:
        """How many pairs of entries are looked at in all."""
        open_draws = [(n_cards, jokers) for _, n_cards, jokers in self.draws() if not self.is_five(jokers)]
        return sum(job.n_pairs for n_cards, jokers in open_draws for job in jobs(self.deck, n_cards, jokers))


def first_of(known: object, n: int) -> list[Any]:
    """The first n entries of a list, an array or the like, for it might never end; InputError for anything else."""
    try:
        if isinstance(known, Iterable) and not isinstance(known, str | bytes):
            return list(islice(known, n))
    except TypeError:  # an array without axes
        pass
    raise InputError(f"known: expected a list of faces, got {shown(known)}")


def check_known(known: object, cards: int, packs: int, jokers: int) -> list[int]:
    """The known faces as a list of ints; InputError if they are none, more than `cards`, or not in the deck."""
    faces = [check_whole(f"known[{place}]", face, 0, JOKER) for place, face in enumerate(first_of(known, cards + 1))]
    for face, count in Counter(faces).items():
        most = jokers if face == JOKER else packs
        if count > most:
            raise InputError(f"known: {card_name(face)} comes {count} times, but the deck has {most}")
    if len(faces) > cards:
        raise InputError(f"known: more faces than the {cards} cards of the hand")
    return faces


def check_request(cards: int, packs: int, jokers: int, known: Iterable[int]) -> Request:
    """What was asked for, checked."""
    cards, packs, jokers = check_deal(cards, packs, jokers, MOST_EXACT_CARDS)
    faces = check_known(known, cards, packs, jokers)
    return Request(cards, jokers, faces, deck_without(faces, packs))


def exact_counts(cards: int, packs: int, jokers: int, known: Iterable[int] = ()) -> list[int]:
    """How many of all hands of `cards` cards have each class: eleven ints of any size, the weakest class first.

    Hands of `cards` cards (1..12) from a deck of `packs` packs of 52 (1..8) and `jokers` jokers (0..16); two equal cards of
    two packs are two cards. `known` are faces (0..52) that the hand holds, a list or an array (n,) of whole numbers: only
    the hands that hold them are counted, by the cards to come.

    >>> exact_counts(5, 1, 0)[-4:]
    [624, 36, 4, 0]

    `exact_seconds` tells how long it takes. Raises InputError for what is no whole number within these limits, for more
    cards than the deck has, and for known cards that the deck does not hold.
    """
    request = check_request(cards, packs, jokers, known)
    counts = [0] * N_CLASSES
    for ways, to_come, held in request.draws():
        counts = [count + ways * more for count, more in zip(counts, request.counts(to_come, held), strict=True)]
    return counts


def exact_seconds(cards: int, packs: int, jokers: int, known: Iterable[int] = ()) -> float:
    """About how many seconds `exact_counts` of the same takes on this machine, if nothing else keeps it busy.

    Raises InputError as `exact_counts` does, and soon.
    """
    request = check_request(cards, packs, jokers, known)
    return request.n_pairs() / pairs_a_second()


@lru_cache(maxsize=1)
def pairs_a_second() -> float:
    """How many pairs of entries this machine looks at in a second: measured once, on fifty millions."""
    part = vectors((8,) * N_RANKS, 8)[8]
    if PLAIN:
        part = part.where(slice(3))  # each takes a thousand times as long
    Weights().add(NO_CARDS, NO_CARDS, 0)  # loads or compiles the kernel
    begin = perf_counter()
    first = part.where(slice(TIMED_ENTRIES))
    Weights().add(first, part, 1)
    return len(first) * len(part) / (perf_counter() - begin)
