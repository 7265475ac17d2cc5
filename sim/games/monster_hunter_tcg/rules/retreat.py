"""Draw piles, damage to them, and retreats (TCG-R1 to R4, TCG-D2)."""

from __future__ import annotations

from typing import Any

from sim.deck import draw
from sim.games.monster_hunter_tcg.rules.zones import lowest, record, with_slot, without_lowest
from sim.games.monster_hunter_tcg.state import CAMP, Count, Event
from sim.jit import rule
from sim.rng import Purpose, shuffle_first, start

SHUFFLE = int(Purpose.SHUFFLE)
SHUFFLED, CARD, DRAWN, MILLED = int(Event.SHUFFLE), int(Event.CARD), int(Event.DRAW), int(Event.MILL)
N_MILLED = int(Count.MILLED)
RETREATED, MOVED = int(Event.RETREAT), int(Event.MOVED)


@rule
def shuffle_deck(state: Any, seat: Any, cards: Any) -> None:
    """TCG-S4, TCG-R1: a set of cards becomes the draw pile, each order equally likely.

    The stream belongs to the line-up entry and the number of its shuffle, so that a deck is dealt alike at every seat.
    """
    me, deck = state.seats[seat], state.seats[seat].deck
    deck.top, deck.left, deck.capacity = 0, 0, deck.cards.shape[0]
    while cards != 0:
        deck.cards[deck.left] = lowest(cards)
        deck.left += 1
        cards = without_lowest(cards)
    start(state.deal_stream, state.key[0], state.key[1], state.block, SHUFFLE, me.entry, me.shuffles)
    shuffle_first(deck.cards, deck.left, deck.left, state.deal_stream)
    me.shuffles += 1


@rule
def show_deck(state: Any, seat: Any, events: Any) -> None:
    """Write down the order of a new draw pile."""
    me = state.seats[seat]
    record(state, events, SHUFFLED, seat, me.shuffles - 1, me.deck.left, 0, 0, 0)
    for i in range(me.deck.left if state.is_told == 1 else 0):
        record(state, events, CARD, me.deck.cards[i], 0, 0, 0, 0, 0)


@rule
def go_to_camp(state: Any, seat: Any, events: Any) -> None:
    """Set a hunter into the own camp."""
    state.seats[seat].area = CAMP
    record(state, events, MOVED, seat, CAMP, 0, 0, 0, 0)


@rule
def retreat(state: Any, seat: Any, events: Any) -> None:
    """TCG-R1: to the own camp, the discard pile becomes the new draw pile, play goes on at once.

    TCG-R4: an empty discard pile gives an empty draw pile.
    """
    me = state.seats[seat]
    me.retreats += 1
    me.area = CAMP
    record(state, events, RETREATED, seat, me.retreats, 0, 0, 0, 0)
    cards = me.discards
    me.discards = 0
    shuffle_deck(state, seat, cards)
    show_deck(state, seat, events)


@rule
def mill(state: Any, seat: Any, n: Any, why: Any, events: Any) -> None:
    """TCG-H7: n cards of the draw pile are discarded; an emptied one is a retreat at once, and the rest is ignored."""
    me = state.seats[seat]
    if n <= 0:
        return
    while n > 0 and me.deck.left > 0:
        slot = draw(me.deck)
        me.discards = with_slot(me.discards, slot)
        me.counts[N_MILLED] += 1
        record(state, events, MILLED, seat, slot, why, 0, 0, 0)
        n -= 1
    if me.deck.left == 0:
        retreat(state, seat, events)


@rule
def draw_card(state: Any, setting: Any, seat: Any, events: Any) -> Any:
    """TCG-D2: draw one card; False if that was a retreat, which ends the drawing.

    Option retreat_when: the last card that leaves the pile, or a card owed and none there.
    """
    me = state.seats[seat]
    if me.deck.left == 0:
        retreat(state, seat, events)
        return False
    slot = draw(me.deck)
    me.hand, me.drawn = with_slot(me.hand, slot), with_slot(me.drawn, slot)
    record(state, events, DRAWN, seat, slot, 0, 0, 0, 0)
    if me.deck.left == 0 and setting.rules.retreat_when_needed == 0:
        retreat(state, seat, events)
        return False
    return True
