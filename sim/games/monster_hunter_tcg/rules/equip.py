"""Phase 5: equip, pay, replace (TCG-E1 to E4)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.effects import Op, Trigger
from sim.games.monster_hunter_tcg.rules.choices import begin, offer
from sim.games.monster_hunter_tcg.rules.hunt import wait_to_act
from sim.games.monster_hunter_tcg.rules.values import from_texts
from sim.games.monster_hunter_tcg.rules.zones import (
    card_at,
    in_hand,
    lowest,
    record,
    to_discards,
    with_slot,
    without_lowest,
    without_slot,
)
from sim.games.monster_hunter_tcg.state import NONE, Count, Event, Kind, Why
from sim.jit import rule

WEAPON, EQUIPPED, N_EQUIPPED = int(Kind.WEAPON), int(Event.EQUIPPED), int(Count.EQUIPPED)
WEAPON_COST, ARMOUR_COST, SPENT = int(Op.WEAPON_COST), int(Op.ARMOUR_COST), int(Trigger.SPENT)
PAID, REPLACED = int(Why.PAID), int(Why.REPLACED)


@rule
def worn(state: Any, seat: Any, kind: Any) -> Any:
    """The slot of the equipped weapon or armour, or NONE."""
    return state.seats[seat].weapon if kind == WEAPON else state.seats[seat].armour


@rule
def need(state: Any, setting: Any, seat: Any, kind: Any, slot: Any) -> Any:
    """TCG-E2, E3: material points to pay: the cost with its changes, less the printed cost of the card replaced."""
    new, old = card_at(state, setting, seat, slot), worn(state, seat, kind)
    op = WEAPON_COST if kind == WEAPON else ARMOUR_COST
    cost = max(setting.cards[new].cost + from_texts(state, setting, seat, op, NONE), 0)
    if old != NONE:
        card = card_at(state, setting, seat, old)
        same_line = setting.cards[card].line == setting.cards[new].line
        if setting.rules.recycle_same_line == 0 or same_line:
            cost -= setting.cards[card].cost
    return max(cost, 0)


@rule
def points_of(state: Any, setting: Any, seat: Any, cards: Any) -> Any:
    """The material points of a set of cards."""
    total = 0
    while cards != 0:
        total += setting.cards[card_at(state, setting, seat, lowest(cards))].points
        cards = without_lowest(cards)
    return total


@rule
def legal_equipment(state: Any, setting: Any, seat: Any, kind: Any) -> None:
    """TCG-E1, E2: nothing, or a weapon (armour) of the hand that the material can pay for."""
    begin(state)
    offer(state, NONE, 0, 0, 0)
    me = state.seats[seat]
    rich = points_of(state, setting, seat, me.material)
    left = in_hand(state, setting, seat, kind) & ~setting.entries[me.entry].forbidden
    while left != 0:
        if need(state, setting, seat, kind, lowest(left)) <= rich:
            offer(state, lowest(left), 0, 0, 0)
        left = without_lowest(left)


@rule
def after(state: Any, setting: Any, seat: Any, last: Any) -> Any:
    """The material that may still be paid after `last`: in falling order of points, equal ones by slot. NONE: all."""
    material = state.seats[seat].material
    if last == NONE:
        return material
    found, points = 0, setting.cards[card_at(state, setting, seat, last)].points
    while material != 0:
        slot = lowest(material)
        own = setting.cards[card_at(state, setting, seat, slot)].points
        if own < points or (own == points and slot > last):
            found = with_slot(found, slot)
        material = without_lowest(material)
    return found


@rule
def legal_payments(state: Any, setting: Any, seat: Any, due: Any, last: Any) -> None:
    """TCG-E2: the next card to pay, so that no card is paid beyond the need.

    Cards go in falling order of points; each must, with all that come after it, suffice. Then every card before the last
    leaves something due, and the last is the smallest: no card can be spared.
    """
    begin(state)
    left = after(state, setting, seat, last)
    while left != 0:
        slot = lowest(left)
        own = setting.cards[card_at(state, setting, seat, slot)].points
        if own > 0 and own + points_of(state, setting, seat, after(state, setting, seat, slot)) >= due:
            offer(state, slot, 0, 0, 0)
        left = without_lowest(left)


@rule
def pay(state: Any, setting: Any, seat: Any, slot: Any, events: Any) -> Any:
    """TCG-E2: discard one material card; the points it was worth. Its `spent` ability waits to act."""
    me = state.seats[seat]
    me.material = without_slot(me.material, slot)
    to_discards(state, seat, slot, PAID, events)
    wait_to_act(state, seat, slot, SPENT, seat)
    return setting.cards[card_at(state, setting, seat, slot)].points


@rule
def take_off(state: Any, seat: Any, kind: Any, events: Any) -> None:
    """TCG-E3: the old card is discarded first."""
    me, old = state.seats[seat], worn(state, seat, kind)
    if old == NONE:
        return
    if kind == WEAPON:
        me.weapon = NONE
    else:
        me.armour = NONE
    to_discards(state, seat, old, REPLACED, events)


@rule
def put_on(state: Any, seat: Any, kind: Any, slot: Any, events: Any) -> None:
    """TCG-E4: the new card counts from now on."""
    me = state.seats[seat]
    me.hand = without_slot(me.hand, slot)
    if kind == WEAPON:
        me.weapon = slot
    else:
        me.armour = slot
    me.played = with_slot(me.played, slot)
    me.counts[N_EQUIPPED] += 1
    record(state, events, EQUIPPED, seat, slot, kind, 0, 0, 0)
