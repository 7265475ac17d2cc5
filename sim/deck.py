"""A draw pile as a ring: draw from the top, put cards under it, all without moving the rest."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.jit import rule


def pile(capacity: int) -> np.dtype[Any]:
    """The record of a draw pile of at most `capacity` cards."""
    return np.dtype(
        (
            np.record,
            [
                ("cards", np.int64, (capacity,)),  # a ring: the top card stands at `top`
                ("capacity", np.int64),  # length of the ring in use
                ("top", np.int64),  # position of the next card to draw
                ("left", np.int64),  # cards in the pile
            ],
        )
    )


@rule
def draw(deck: Any) -> Any:
    """Take the top card; the pile must not be empty."""
    card = deck.cards[deck.top]
    deck.top = deck.top + 1 if deck.top + 1 < deck.capacity else 0
    deck.left -= 1
    return card


@rule
def put_under(deck: Any, card: Any) -> None:
    """Put a card under the pile; the ring must have room for it."""
    end = deck.top + deck.left
    deck.cards[end if end < deck.capacity else end - deck.capacity] = card
    deck.left += 1
