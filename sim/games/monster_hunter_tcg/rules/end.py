"""Phase 6: the end of a round (TCG-N1 to N7)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.rules.choices import begin
from sim.games.monster_hunter_tcg.rules.hunt import offer_monsters
from sim.games.monster_hunter_tcg.rules.zones import (
    all_monsters,
    card_at,
    discard_from_map,
    gain_hr,
    in_game,
    lowest,
    others_gain,
    record,
    size,
    with_slot,
    without_lowest,
)
from sim.games.monster_hunter_tcg.state import CAMP, LAST_RETREAT, Count, Event, Why
from sim.jit import rule

LEFT, RESET = int(Event.LEFT), int(Event.RESET)
FOR_UNIQUE, FOR_MAIN, FOR_HIDDEN, FOR_EMPTY, ON_LEAVING = (
    int(Why.UNIQUE),
    int(Why.MAIN_TARGET),
    int(Why.HIDDEN),
    int(Why.EMPTY_MAP),
    int(Why.LEFT),
)
HR_HIDDEN, HR_GIFT = int(Count.HR_HIDDEN), int(Count.HR_GIFT)


@rule
def has_elder_copy(state: Any, setting: Any, owner: Any, slot: Any) -> Any:
    """TCG-N1: whether another face-up copy was turned up before; own copies only with option unique_own_copies = counted."""
    me, number = state.seats[owner], setting.cards[card_at(state, setting, owner, slot)].number
    for other in range(setting.rules.n_seats):
        if other == owner and setting.rules.unique_own_copies == 0:
            continue
        left = all_monsters(state, setting, other) & state.seats[other].face_up
        while left != 0:
            same = setting.cards[card_at(state, setting, other, lowest(left))].number == number
            if same and state.seats[other].turned_at[lowest(left)] < me.turned_at[slot]:
                return True
            left = without_lowest(left)
    return False


@rule
def later_copies(state: Any, setting: Any, owner: Any) -> Any:
    """TCG-N1: a seat's face-up unique monsters that must go."""
    found, left = 0, all_monsters(state, setting, owner) & state.seats[owner].face_up
    while left != 0:
        slot = lowest(left)
        if setting.cards[card_at(state, setting, owner, slot)].unique == 1 and has_elder_copy(state, setting, owner, slot):
            found = with_slot(found, slot)
        left = without_lowest(left)
    return found


@rule
def discard_copies(state: Any, setting: Any, owner: Any, copies: Any, events: Any) -> None:
    """TCG-N1: discard them; what the other seats gain is owed until all discards are made."""
    while copies != 0:
        slot = lowest(copies)
        state.seats[owner].owed += setting.cards[card_at(state, setting, owner, slot)].hr
        discard_from_map(state, setting, owner, slot, FOR_UNIQUE, events)
        copies = without_lowest(copies)


@rule
def hand_out(state: Any, setting: Any, owner: Any, why: Any, events: Any) -> None:
    """TCG-N1, TCG-N2: all other seats gain the HR of what a seat had to discard."""
    owed = state.seats[owner].owed
    state.seats[owner].owed = 0
    others_gain(state, setting, owner, owed, why, events)


@rule
def main_targets(state: Any, setting: Any, owner: Any, place: Any) -> Any:
    """TCG-N2: the monsters with main-target icon in one area, or with two players on the whole map.

    Option main_target_counts: the face-up ones, or all.
    """
    me, found = state.seats[owner], 0
    left = all_monsters(state, setting, owner) if setting.rules.two_players == 1 else me.on_map[place]
    if setting.rules.main_target_all == 0:
        left &= me.face_up
    while left != 0:
        if setting.cards[card_at(state, setting, owner, lowest(left))].main_target == 1:
            found = with_slot(found, lowest(left))
        left = without_lowest(left)
    return found


@rule
def legal_sacrifices(state: Any, setting: Any, owner: Any, place: Any) -> None:
    """TCG-N2: each main target of an area that holds two or more; nothing to choose otherwise."""
    begin(state)
    found = main_targets(state, setting, owner, place)
    if size(found) > 1:
        offer_monsters(state, owner, found)


@rule
def give_up(state: Any, setting: Any, owner: Any, slot: Any, events: Any) -> None:
    """TCG-N2: discard a main target; its HR is owed to the others."""
    state.seats[owner].owed += setting.cards[card_at(state, setting, owner, slot)].hr
    discard_from_map(state, setting, owner, slot, FOR_MAIN, events)


@rule
def leave(state: Any, setting: Any, seat: Any, events: Any) -> None:
    """TCG-N3: after the third retreat a seat leaves; its monsters go without HR, its map stays."""
    me = state.seats[seat]
    if me.retreats >= LAST_RETREAT and me.left == 0:
        record(state, events, LEFT, seat, 0, 0, 0, 0, 0)
        left = all_monsters(state, setting, seat)
        while left != 0:
            discard_from_map(state, setting, seat, lowest(left), ON_LEAVING, events)
            left = without_lowest(left)
        me.left, me.area = 1, CAMP


@rule
def hidden_points(state: Any, setting: Any, seat: Any) -> Any:
    """TCG-N4: 1 for a seat with a face-down monster on its map; option hidden_hr = each: 1 for each of them."""
    n = size(all_monsters(state, setting, seat) & ~state.seats[seat].face_up)
    return n if setting.rules.hidden_hr_each == 1 else min(n, 1)


@rule
def score_hidden(state: Any, setting: Any, seat: Any, events: Any) -> None:
    """TCG-N4: points for face-down monsters."""
    hidden = hidden_points(state, setting, seat)
    state.seats[seat].counts[HR_HIDDEN] += hidden
    gain_hr(state, seat, hidden, FOR_HIDDEN, events)


@rule
def score_empty(state: Any, setting: Any, seat: Any, events: Any) -> None:
    """TCG-N5: with two players an empty map gives the opponent 1, unless that one has left."""
    if setting.rules.two_players == 1 and all_monsters(state, setting, seat) == 0 and in_game(state, 1 - seat):
        gain_hr(state, 1 - seat, 1, FOR_EMPTY, events)
        state.seats[1 - seat].counts[HR_GIFT] += 1


@rule
def reset_monsters(state: Any, setting: Any, seat: Any) -> None:
    """TCG-N6: monsters regain printed HP, attack and speed."""
    me, left = state.seats[seat], all_monsters(state, setting, seat)
    while left != 0:
        slot = lowest(left)
        me.hp[slot] = setting.cards[card_at(state, setting, seat, slot)].hp
        me.monster_attack[slot], me.monster_speed[slot] = 0, 0
        left = without_lowest(left)
