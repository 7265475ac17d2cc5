"""Phase 4: who is next, who may be attacked, blows and their consequences (TCG-H1 to H9)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.effects import Trigger
from sim.games.monster_hunter_tcg.rules.choices import begin, offer
from sim.games.monster_hunter_tcg.rules.place import is_face_up
from sim.games.monster_hunter_tcg.rules.values import hunter_speed, monster_speed
from sim.games.monster_hunter_tcg.rules.win import check_win
from sim.games.monster_hunter_tcg.rules.zones import (
    card_at,
    clockwise,
    gain_hr,
    holds,
    in_game,
    lowest,
    monsters_in,
    record,
    take_off_map,
    with_slot,
    without_lowest,
)
from sim.games.monster_hunter_tcg.state import CAMP, MAX_WAITING, NONE, Count, Event, Why, WinCheck
from sim.jit import rule

TURNED, SLAIN_EVENT, MATERIAL = int(Event.TURNED), int(Event.SLAIN), int(Event.MATERIAL)
TURNED_UP, SLAIN = int(Trigger.TURNED_UP), int(Trigger.SLAIN)
FOR_SLAIN, STEP_DONE = int(Why.SLAIN), int(WinCheck.IMMEDIATE)
N_SLAIN, N_LOST, HR_SLAIN = int(Count.SLAIN), int(Count.LOST), int(Count.HR_SLAIN)


@rule
def attackable(state: Any, setting: Any, seat: Any) -> Any:
    """TCG-H2: the monsters in the hunter's area, face up or down, unless they are its own; none in camp."""
    area = state.seats[seat].area
    if area == CAMP or area // setting.map.n_local == seat:
        return 0
    return monsters_in(state, setting, area)


@rule
def hunters_in(state: Any, setting: Any, area: Any) -> Any:
    """TCG-H6: the hunters that monsters of an area attack: all there but their placer's."""
    found = 0
    for seat in range(setting.rules.n_seats):
        if seat != area // setting.map.n_local and state.seats[seat].area == area and in_game(state, seat):
            found = with_slot(found, seat)
    return found


@rule
def ready_monsters(state: Any, setting: Any, owner: Any, place: Any) -> Any:
    """TCG-H3, H6: face-up monsters of an area that have not attacked and have a victim."""
    me = state.seats[owner]
    ready = me.on_map[place] & me.face_up & ~me.attacked
    if ready == 0 or hunters_in(state, setting, owner * setting.map.n_local + place) == 0:
        return 0
    return ready


@rule
def fastest_hunter(state: Any, setting: Any) -> Any:
    """TCG-H1: (speed, seat) of the first hunter with a chance and a target; the leader's, then clockwise. NONE: nobody."""
    best, found = NONE, NONE
    for n in range(setting.rules.n_seats):
        seat = clockwise(state, setting, n)
        if in_game(state, seat) and state.seats[seat].acted == 0 and attackable(state, setting, seat) != 0:
            speed = hunter_speed(state, setting, seat)
            if speed > best:
                best, found = speed, seat
    return best, found


@rule
def fastest_monsters(state: Any, setting: Any) -> Any:
    """TCG-H1: (speed, area, set of slots) of the first monsters: the leader's, then clockwise; lower area number first.

    The set holds all that are equally fast in that area.
    """
    best, area, found = NONE, NONE, 0
    for n in range(setting.rules.n_seats):
        owner = clockwise(state, setting, n)
        for place in range(setting.map.n_local):
            here = owner * setting.map.n_local + place
            left = ready_monsters(state, setting, owner, place)
            while left != 0:
                speed = monster_speed(state, setting, owner, lowest(left))
                if speed > best:
                    best, area, found = speed, here, 0
                if speed == best and area == here:
                    found = with_slot(found, lowest(left))
                left = without_lowest(left)
    return best, area, found


@rule
def first_victim(state: Any, setting: Any, victims: Any) -> Any:
    """The first seat of a set, clockwise from the leader; NONE for an empty set."""
    for n in range(setting.rules.n_seats):
        if holds(victims, clockwise(state, setting, n)):
            return clockwise(state, setting, n)
    return NONE


@rule
def offer_monsters(state: Any, owner: Any, monsters: Any) -> None:
    """Offer each monster of a set."""
    while monsters != 0:
        offer(state, owner, lowest(monsters), 0, 0)
        monsters = without_lowest(monsters)


@rule
def legal_targets(state: Any, setting: Any, seat: Any) -> None:
    """TCG-H2: any attackable monster; declining only if none of them lies face up."""
    begin(state)
    owner, monsters = state.seats[seat].area // setting.map.n_local, attackable(state, setting, seat)
    offer_monsters(state, owner, monsters)
    if monsters & state.seats[owner].face_up == 0:
        offer(state, NONE, NONE, 0, 0)


# Abilities that wait


@rule
def wait_to_act(state: Any, seat: Any, slot: Any, trigger: Any, cause: Any) -> None:
    """Put an ability into the queue; it acts when what caused it is complete (TCG-F1)."""
    if state.n_waiting < MAX_WAITING:
        row = state.waiting[(state.first_waiting + state.n_waiting) % MAX_WAITING]
        row[0], row[1], row[2], row[3] = seat, slot, trigger, cause
        state.n_waiting += 1


# What happens to monsters


@rule
def turn_up(state: Any, owner: Any, slot: Any, cause: Any, events: Any) -> None:
    """TCG-H3: turn a monster up and keep the moment for TCG-N1; its ability waits to act."""
    me = state.seats[owner]
    state.moment += 1
    me.turned_at[slot] = state.moment
    me.face_up = with_slot(me.face_up, slot)
    record(state, events, TURNED, owner, slot, 1, cause, 0, 0)
    wait_to_act(state, owner, slot, TURNED_UP, cause)


@rule
def slay(state: Any, setting: Any, owner: Any, slot: Any, seat: Any, events: Any) -> None:
    """TCG-H9: HR for the slayer's seat, unless it is the placer; win check; the card becomes the placer's material."""
    hr = setting.cards[card_at(state, setting, owner, slot)].hr
    gained = hr if seat != owner else 0
    record(state, events, SLAIN_EVENT, owner, slot, seat, gained, 0, 0)
    take_off_map(state, setting, owner, slot)
    if gained > 0:
        gain_hr(state, seat, gained, FOR_SLAIN, events)
        state.seats[seat].counts[HR_SLAIN] += gained
    state.seats[seat].counts[N_SLAIN] += 1
    state.seats[owner].counts[N_LOST] += 1
    state.seats[owner].material = with_slot(state.seats[owner].material, slot)
    check_win(state, setting, STEP_DONE)
    if state.over == 0:
        record(state, events, MATERIAL, owner, slot, 0, 0, 0, 0)
        wait_to_act(state, owner, slot, SLAIN, seat)


@rule
def wound(state: Any, setting: Any, owner: Any, slot: Any, points: Any, seat: Any, events: Any) -> None:
    """TCG-H5: take HP off a monster; at 0 it is slain by `seat`."""
    me = state.seats[owner]
    me.hp[slot] = max(me.hp[slot] - points, 0)
    if me.hp[slot] == 0:
        slay(state, setting, owner, slot, seat, events)


@rule
def still_there(state: Any, setting: Any, owner: Any, slot: Any, area: Any) -> Any:
    """Whether a monster lies face up in an area (it may have been slain, hidden or moved in a window)."""
    return holds(monsters_in(state, setting, area), slot) and is_face_up(state, owner, slot)
