"""Sets of cards, the zones that hold them, and the seats in order: what every rule is written with."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.games.monster_hunter_tcg.state import Count, Event
from sim.jit import popcount, rule, trailing_zeros

DISCARDED, HR = int(Event.DISCARDED), int(Event.HR)
HR_GIFT = int(Count.HR_GIFT)


@rule
def record(state: Any, events: Any, kind: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
    """Write one event; a batch tells nothing, a first pass only counts."""
    if state.is_told == 0:
        return
    if state.n_events < events.shape[0]:
        row = events[state.n_events]
        row[0], row[1], row[2], row[3], row[4], row[5], row[6] = kind, a, b, c, d, e, f
    state.n_events += 1


@rule
def size(cards: Any) -> Any:
    """The number of cards in a set."""
    return popcount(np.uint64(cards))


@rule
def lowest(cards: Any) -> Any:
    """The lowest slot of a set that is not empty."""
    return trailing_zeros(np.uint64(cards))


@rule
def without_lowest(cards: Any) -> Any:
    """A set without its lowest slot."""
    return cards & (cards - 1)


@rule
def holds(cards: Any, slot: Any) -> Any:
    """Whether a slot (>= 0) is in a set."""
    return (cards >> slot) & 1 == 1


@rule
def with_slot(cards: Any, slot: Any) -> Any:
    """A set and one slot more."""
    return cards | (1 << slot)


@rule
def without_slot(cards: Any, slot: Any) -> Any:
    """A set less one slot."""
    return cards & ~(1 << slot)


@rule
def card_at(state: Any, setting: Any, seat: Any, slot: Any) -> Any:
    """The number in `setting.cards` of a seat's card."""
    return setting.entries[state.seats[seat].entry].card[slot]


@rule
def hunter_card(state: Any, setting: Any, seat: Any) -> Any:
    """The number in `setting.cards` of a seat's hunter."""
    return setting.entries[state.seats[seat].entry].hunter


@rule
def in_hand(state: Any, setting: Any, seat: Any, kind: Any) -> Any:
    """The cards of one kind in a hand."""
    me = state.seats[seat]
    return me.hand & setting.entries[me.entry].of_kind[kind]


@rule
def from_hand(state: Any, seat: Any, slot: Any, why: Any, events: Any) -> None:
    """Discard a card of the hand."""
    me = state.seats[seat]
    me.hand = without_slot(me.hand, slot)
    to_discards(state, seat, slot, why, events)


@rule
def to_discards(state: Any, seat: Any, slot: Any, why: Any, events: Any) -> None:
    """Lay a card, taken out of its zone, on its owner's discard pile."""
    me = state.seats[seat]
    me.discards = with_slot(me.discards, slot)
    record(state, events, DISCARDED, seat, slot, why, 0, 0, 0)


# Seats


@rule
def clockwise(state: Any, setting: Any, n: Any) -> Any:
    """The seat n places clockwise of the leader."""
    seat = state.leader + n
    return seat - setting.rules.n_seats if seat >= setting.rules.n_seats else seat


@rule
def in_game(state: Any, seat: Any) -> Any:
    """Whether a seat has not left (TCG-N3)."""
    return state.seats[seat].left == 0


# Monsters on the map


@rule
def place_of(state: Any, setting: Any, owner: Any, slot: Any) -> Any:
    """The area of a monster on the map; -1 if it is not there."""
    for place in range(setting.map.n_local):
        if holds(state.seats[owner].on_map[place], slot):
            return owner * setting.map.n_local + place
    return -1


@rule
def all_monsters(state: Any, setting: Any, owner: Any) -> Any:
    """All monsters of a seat on its map."""
    found = 0
    for place in range(setting.map.n_local):
        found |= state.seats[owner].on_map[place]
    return found


@rule
def monsters_in(state: Any, setting: Any, area: Any) -> Any:
    """The monsters in an area; they belong to the seat of its map."""
    return state.seats[area // setting.map.n_local].on_map[area % setting.map.n_local]


@rule
def take_off_map(state: Any, setting: Any, owner: Any, slot: Any) -> None:
    """Lift a monster from the map; it goes to another zone."""
    me = state.seats[owner]
    for place in range(setting.map.n_local):
        me.on_map[place] = without_slot(me.on_map[place], slot)
    me.face_up = without_slot(me.face_up, slot)
    me.attacked = without_slot(me.attacked, slot)


@rule
def discard_from_map(state: Any, setting: Any, owner: Any, slot: Any, why: Any, events: Any) -> None:
    """Discard a monster on the map."""
    take_off_map(state, setting, owner, slot)
    to_discards(state, owner, slot, why, events)


# Points


@rule
def gain_hr(state: Any, seat: Any, points: Any, why: Any, events: Any) -> None:
    """Change the HR points of a seat in the game; never below 0."""
    me = state.seats[seat]
    change = max(points, -me.hr)
    if me.left == 0 and change != 0:
        me.hr += change
        record(state, events, HR, seat, change, me.hr, why, 0, 0)


@rule
def others_gain(state: Any, setting: Any, owner: Any, points: Any, why: Any, events: Any) -> None:
    """All seats but one gain HR points (TCG-N1, TCG-N2)."""
    for n in range(setting.rules.n_seats):
        seat = clockwise(state, setting, n)
        if seat != owner and in_game(state, seat):
            gain_hr(state, seat, points, why, events)
            state.seats[seat].counts[HR_GIFT] += points
