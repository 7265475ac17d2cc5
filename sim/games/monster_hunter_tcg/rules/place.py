"""Phase 2: place a monster (TCG-P1 to P4)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.rules.choices import begin, offer
from sim.games.monster_hunter_tcg.rules.zones import (
    all_monsters,
    card_at,
    discard_from_map,
    holds,
    in_hand,
    lowest,
    record,
    size,
    with_slot,
    without_lowest,
    without_slot,
)
from sim.games.monster_hunter_tcg.state import NONE, ROOM_IN_AREA, Count, Event, Kind, Why
from sim.jit import rule

MONSTER, PLACED, N_PLACED = int(Kind.MONSTER), int(Event.PLACED), int(Count.PLACED)
FOR_ROOM, ALL_FOR_ROOM = int(Why.ROOM), int(Why.ROOM_ALL)
NO_ROOM, ALL = -1, -2  # `room` of a placement: nothing is discarded, or all that may be


@rule
def has_room(state: Any, setting: Any, owner: Any, place: Any) -> Any:
    """TCG-P2, TCG-P3: fewer than three monsters in an area; with two players none."""
    limit = 1 if setting.rules.two_players == 1 else ROOM_IN_AREA
    return size(state.seats[owner].on_map[place]) < limit


@rule
def removable(state: Any, setting: Any, seat: Any) -> Any:
    """TCG-P3: face-up monsters without main-target icon, which may go when the map is full."""
    found, left = 0, all_monsters(state, setting, seat) & state.seats[seat].face_up
    while left != 0:
        slot = lowest(left)
        if setting.cards[card_at(state, setting, seat, slot)].main_target == 0:
            found = with_slot(found, slot)
        left = without_lowest(left)
    return found


@rule
def map_is_full(state: Any, setting: Any, seat: Any) -> Any:
    """Whether no area of the own map has room."""
    for place in range(setting.map.n_local):
        if has_room(state, setting, seat, place):
            return False
    return True


@rule
def offer_places(state: Any, setting: Any, seat: Any, slot: Any, area: Any, place: Any, removed: Any) -> None:
    """The ways to put one monster into one area: into a gap, or for one of the `removed` there."""
    me = state.seats[seat]
    if has_room(state, setting, seat, place):
        offer(state, slot, area, NO_ROOM, 0)
        return
    here = me.on_map[place] & removed
    if here != 0 and setting.rules.full_map_removes_all == 1 and setting.rules.two_players == 1:
        offer(state, slot, area, ALL, 0)
        return
    while here != 0:
        offer(state, slot, area, lowest(here), 0)
        here = without_lowest(here)


@rule
def legal_placements(state: Any, setting: Any, seat: Any) -> None:
    """TCG-P1: none, or a monster of the hand on an area of the own map, with what is discarded for room.

    TCG-P2: for a fourth monster any one there goes. TCG-P3: with two players only on a full map, a face-up one without
    main-target icon.
    """
    begin(state)
    offer(state, NONE, 0, 0, 0)
    removed = all_monsters(state, setting, seat)
    if setting.rules.two_players == 1:
        removed = removable(state, setting, seat) if map_is_full(state, setting, seat) else 0
    left = in_hand(state, setting, seat, MONSTER) & ~setting.entries[state.seats[seat].entry].forbidden
    while left != 0:
        for place in range(setting.map.n_local):
            offer_places(state, setting, seat, lowest(left), seat * setting.map.n_local + place, place, removed)
        left = without_lowest(left)


@rule
def make_room(state: Any, setting: Any, seat: Any, room: Any, events: Any) -> None:
    """TCG-P2, P3 and P4: discard for room; nobody gains HR."""
    if room >= 0:
        discard_from_map(state, setting, seat, room, FOR_ROOM, events)
    elif room == ALL:
        left = removable(state, setting, seat)
        while left != 0:
            discard_from_map(state, setting, seat, lowest(left), ALL_FOR_ROOM, events)
            left = without_lowest(left)


@rule
def place(state: Any, setting: Any, seat: Any, slot: Any, area: Any, room: Any, events: Any) -> None:
    """TCG-P1, C7: lay a monster on an area of the own map, face down: only its placer knows it."""
    me = state.seats[seat]
    make_room(state, setting, seat, room, events)
    me.hand = without_slot(me.hand, slot)
    local = area % setting.map.n_local
    me.on_map[local] = with_slot(me.on_map[local], slot)
    me.hp[slot] = setting.cards[card_at(state, setting, seat, slot)].hp
    me.monster_attack[slot], me.monster_speed[slot], me.turned_at[slot] = 0, 0, 0
    me.played = with_slot(me.played, slot)
    me.counts[N_PLACED] += 1
    record(state, events, PLACED, seat, slot, area, 0, 0, 0)


@rule
def is_face_up(state: Any, owner: Any, slot: Any) -> Any:
    """Whether a monster on the map lies face up."""
    return holds(state.seats[owner].face_up, slot)
