"""The draw pile: a ring that is drawn from the top and filled from below."""

from __future__ import annotations

import numpy as np

from sim.deck import draw, pile, put_under


def new_pile(cards: list[int]) -> np.record:
    """A pile of these cards, the first on top."""
    deck = np.zeros(1, pile(8))[0]
    deck.cards[: len(cards)] = cards
    deck.capacity, deck.left = len(cards), len(cards)
    return deck


def test_cards_come_from_the_top_in_order() -> None:
    """Drawing gives the cards in their order and counts down."""
    deck = new_pile([10, 20, 30])
    assert [int(draw(deck)) for _ in range(3)] == [10, 20, 30]
    assert deck.left == 0


def test_a_card_put_under_comes_after_all_others() -> None:
    """10 goes under: 20, 30, 10 follow, across the end of the ring, again and again."""
    deck = new_pile([10, 20, 30])
    for expected in (10, 20, 30, 10, 20):
        card = int(draw(deck))
        assert card == expected
        put_under(deck, card)
        assert deck.left == 3
