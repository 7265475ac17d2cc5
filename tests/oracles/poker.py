"""Hand classes with wild jokers, twice: definition by definition, and by trying every card a joker may stand for.

Cards are faces 4 * rank + suit (rank 0 = deuce .. 12 = ace; suit 0..3 = spades, hearts, diamonds, clubs) or JOKER.
Two packs are in play, so the same face may come twice. Source: RP-J2 .. RP-J5. Nothing here is meant to be fast.
Below the classes stand the rules that shift a class (RP-J8, RP-D3, RP-D4) and the choice of an exchange (RP-H2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations

JOKER = 52
CLASS_NAMES = ("NoP", "1P", "2P", "3C", "ST", "FL", "FH", "4C", "SF", "RSF", "5C")
CARD_NAMES = (*(rank + suit for rank in "23456789TJQKA" for suit in "shdc"), "jk")

RANKS = range(13)
SUITS = range(4)
ROYAL = (8, 9, 10, 11, 12)
# RP-J3: the ace is 1 or 14, no straight goes round. The first row is A-2-3-4-5, the last is ROYAL.
STRAIGHTS = ((12, 0, 1, 2, 3), *(tuple(range(low, low + 5)) for low in range(9)))
ROWS_IN_ONE_SUIT = tuple(frozenset(4 * rank + suit for rank in row) for row in STRAIGHTS for suit in SUITS)
ROYALS = tuple(frozenset(4 * rank + suit for rank in ROYAL) for suit in SUITS)
TWO_RANKS = tuple(permutations(RANKS, 2))
FULL_HAND = 5
NO_PAIR = 0
BEST_CLASS = 10


@dataclass(frozen=True)
class Held:
    """All cards at hand, counted: faces once each, cards a rank, cards a suit, jokers."""

    faces: frozenset[int]
    of_rank: tuple[int, ...]
    of_suit: tuple[int, ...]
    n_jokers: int


def held(cards: Iterable[int]) -> Held:
    """Count the cards; a doubled face counts twice in its rank and its suit (RP-J4)."""
    cards = list(cards)
    real = [card for card in cards if card != JOKER]
    ranks = [card // 4 for card in real]
    suits = [card % 4 for card in real]
    return Held(
        faces=frozenset(real),
        of_rank=tuple(ranks.count(rank) for rank in RANKS),
        of_suit=tuple(suits.count(suit) for suit in SUITS),
        n_jokers=len(cards) - len(real),
    )


def of_a_kind(hand: Held, n: int) -> bool:
    """Are there n cards of one rank, jokers standing for the missing ones?"""
    return any(count + hand.n_jokers >= n for count in hand.of_rank)


def two_groups(hand: Held, n_first: int, n_second: int) -> bool:
    """Are there n_first cards of one rank and n_second of another rank, jokers standing for the missing ones?"""
    first_lacks = [max(0, n_first - count) for count in hand.of_rank]
    second_lacks = [max(0, n_second - count) for count in hand.of_rank]
    return any(first_lacks[one] + second_lacks[other] <= hand.n_jokers for one, other in TWO_RANKS)


def any_of_these(hand: Held, fives: Iterable[frozenset[int]]) -> bool:
    """Is one of the sets of five faces there, jokers standing for the missing ones?"""
    return any(len(five - hand.faces) <= hand.n_jokers for five in fives)


def five_of_a_kind(hand: Held) -> bool:
    """5C: five cards of one rank."""
    return of_a_kind(hand, 5)


def royal_straight_flush(hand: Held) -> bool:
    """RSF: 10-J-Q-K-A in one suit."""
    return any_of_these(hand, ROYALS)


def straight_flush(hand: Held) -> bool:
    """SF: five ranks in a row in one suit."""
    return any_of_these(hand, ROWS_IN_ONE_SUIT)


def four_of_a_kind(hand: Held) -> bool:
    """4C: four cards of one rank."""
    return of_a_kind(hand, 4)


def full_house(hand: Held) -> bool:
    """FH: three cards of one rank, two of another."""
    return two_groups(hand, 3, 2)


def flush(hand: Held) -> bool:
    """FL: five cards of one suit; two identical cards count twice (RP-J4)."""
    return any(count + hand.n_jokers >= FULL_HAND for count in hand.of_suit)


def straight(hand: Held) -> bool:
    """ST: five ranks in a row, any suits."""
    return any(sum(hand.of_rank[rank] == 0 for rank in row) <= hand.n_jokers for row in STRAIGHTS)


def three_of_a_kind(hand: Held) -> bool:
    """3C: three cards of one rank."""
    return of_a_kind(hand, 3)


def two_pairs(hand: Held) -> bool:
    """2P: two cards of one rank, two of another."""
    return two_groups(hand, 2, 2)


def one_pair(hand: Held) -> bool:
    """1P: two cards of one rank."""
    return of_a_kind(hand, 2)


# RP-J2, strongest first. Each definition asks for cards that are there, so it holds its own against hands of any size:
# fewer than five cards never fill a row, a suit, a full house or five of a kind.
DEFINITIONS: tuple[tuple[str, Callable[[Held], bool]], ...] = (
    ("5C", five_of_a_kind),
    ("RSF", royal_straight_flush),
    ("SF", straight_flush),
    ("4C", four_of_a_kind),
    ("FH", full_house),
    ("FL", flush),
    ("ST", straight),
    ("3C", three_of_a_kind),
    ("2P", two_pairs),
    ("1P", one_pair),
)


def hand_class(cards: Iterable[int]) -> int:
    """The best class (0..10) of any five of the cards, in any order (RP-J5)."""
    return first_that_holds(tuple(sorted(cards)))


@lru_cache(maxsize=100_000)
def first_that_holds(cards: tuple[int, ...]) -> int:
    """The first definition from the top that holds."""
    hand = held(cards)
    name = next((name for name, holds in DEFINITIONS if holds(hand)), "NoP")
    return CLASS_NAMES.index(name)


def class_of_real_cards(cards: tuple[int, ...]) -> int:
    """The class of at most five cards, none of them a joker."""
    groups = sorted(Counter(card // 4 for card in cards).values(), reverse=True)
    ranks = {card // 4 for card in cards}
    in_row = any(ranks == set(row) for row in STRAIGHTS)
    one_suit = len(cards) == FULL_HAND and len({card % 4 for card in cards}) == 1
    found = {
        "5C": groups == [5],
        "RSF": one_suit and ranks == set(ROYAL),
        "SF": one_suit and in_row,
        "4C": groups[:1] == [4],
        "FH": groups == [3, 2],
        "FL": one_suit,
        "ST": in_row,
        "3C": groups[:1] == [3],
        "2P": groups[:2] == [2, 2],
        "1P": groups[:1] == [2],
        "NoP": True,
    }
    return max(CLASS_NAMES.index(name) for name, holds in found.items() if holds)


def hand_class_by_substitution(cards: Iterable[int]) -> int:
    """The best class over every card that each joker may stand for and every choice of five; for small cases only.

    Jokers look alike, so the order of the cards they stand for does not matter. Fewer than five cards: all are used.
    """
    cards = list(cards)
    real = [card for card in cards if card != JOKER]
    chosen = min(FULL_HAND, len(cards))
    return max(
        class_of_real_cards(five)
        for stand_ins in combinations_with_replacement(range(JOKER), len(cards) - len(real))
        for five in combinations([*real, *stand_ins], chosen)
    )


def shifted(natural: int, modifiers: list[int], order: str) -> int:
    """The final class (RP-J8): the modifiers in their order on a natural class; a natural NoP is never modified."""
    if natural == NO_PAIR:
        return NO_PAIR
    if order == "sum_then_clamp":
        return within_classes(natural + sum(modifiers))
    for modifier in modifiers:
        natural = within_classes(natural + modifier)
    return natural


def within_classes(number: int) -> int:
    """Hold a class number within NoP..5C."""
    return min(max(number, NO_PAIR), BEST_CLASS)


def raised_for_damage(final: int, element_bonus: int, kind_bonus: int) -> int:
    """The class that counts for damage only (RP-D3, RP-D4): both bonuses add up, never for NoP, cap 5C."""
    return NO_PAIR if final == NO_PAIR else within_classes(final + element_bonus + kind_bonus)


def has_spare(own: list[int], shared: list[int]) -> bool:
    """Can some own card be taken away without lowering the class?"""
    natural = hand_class(own + shared)
    return any(hand_class(without(own, card) + shared) == natural for card in own)


def card_to_return(own: list[int], drawn: int, shared: list[int]) -> int:
    """The former own card whose return leaves the highest class; among equals the lowest face, jokers last (RP-H2)."""
    return min(own, key=lambda card: (-hand_class([*without(own, card), drawn, *shared]), card))


def without(cards: list[int], card: int) -> list[int]:
    """The cards less one copy of this card."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def names(cards: Iterable[int]) -> list[str]:
    """Cards as text."""
    return [CARD_NAMES[card] for card in cards]
