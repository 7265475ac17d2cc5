"""Card texts that act: items used, abilities triggered (TCG-F1 to F20)."""

from __future__ import annotations

from typing import Any

from sim.deck import put_under
from sim.games.monster_hunter_tcg.effects import Op, Target, Trigger
from sim.games.monster_hunter_tcg.play.decisions import choose_recovery
from sim.games.monster_hunter_tcg.rules.hunt import turn_up, wound
from sim.games.monster_hunter_tcg.rules.move import move_hunter
from sim.games.monster_hunter_tcg.rules.retreat import draw_card, go_to_camp, mill
from sim.games.monster_hunter_tcg.rules.values import is_true
from sim.games.monster_hunter_tcg.rules.win import check_win
from sim.games.monster_hunter_tcg.rules.zones import (
    card_at,
    clockwise,
    from_hand,
    gain_hr,
    holds,
    in_game,
    lowest,
    place_of,
    record,
    size,
    with_slot,
    without_lowest,
    without_slot,
)
from sim.games.monster_hunter_tcg.state import CAMP, DECK_CARDS, MAX_WAITING, NONE, Event, Kind, Why, WinCheck
from sim.jit import rule
from sim.rng import below

ABILITY, COIN, CHANGE, RESTORED = int(Event.ABILITY), int(Event.COIN), int(Event.CHANGE), int(Event.RESTORED)
TURNED, LURED = int(Event.TURNED), int(Event.LURED)
BY_EFFECT, ITEM, STEP_DONE = int(Why.EFFECT), int(Kind.ITEM), int(WinCheck.IMMEDIATE)
FIRST_MONSTER_TARGET = int(Target.IT)
SELF, ATTACKER, VICTIMS, RIVALS, ALL = (
    int(Target.SELF),
    int(Target.ATTACKER),
    int(Target.VICTIMS),
    int(Target.RIVALS),
    int(Target.ALL),
)
IT = int(Target.IT)
SPENT, USED = int(Trigger.SPENT), int(Trigger.STATIC)


@rule
def random_slot(state: Any, seat: Any, cards: Any) -> Any:
    """A card of a set, each equally likely, from the effect stream of the seat whose cards they are."""
    k = below(state.effect_streams[seat], size(cards))
    for _ in range(k):
        cards = without_lowest(cards)
    return lowest(cards)


# Clauses about a player


@rule
def restore(state: Any, seat: Any, n: Any, events: Any) -> None:
    """TCG-F11: n random cards of the discard pile go under the draw pile."""
    me = state.seats[seat]
    n_cards = min(n, size(me.discards))
    for _ in range(n_cards):
        slot = random_slot(state, seat, me.discards)
        me.discards = without_slot(me.discards, slot)
        put_under(me.deck, slot)
        record(state, events, RESTORED, seat, slot, n_cards, 0, 0, 0)


@rule
def draw_some(state: Any, setting: Any, seat: Any, n: Any, events: Any) -> None:
    """TCG-F12: draw n cards; a retreat ends it."""
    going = True
    while going and n > 0:
        going = draw_card(state, setting, seat, events)
        n -= 1


@rule
def discard_some(state: Any, seat: Any, n: Any, events: Any) -> None:
    """TCG-F13: n random cards of the hand are discarded."""
    for _ in range(min(n, size(state.seats[seat].hand))):
        from_hand(state, seat, random_slot(state, seat, state.seats[seat].hand), BY_EFFECT, events)


@rule
def change_hunter(state: Any, seat: Any, clause: Any, events: Any) -> None:
    """TCG-F4 to F6: attack, defence or speed for the rest of the hunt phase, or for the next blow."""
    me = state.seats[seat]
    if clause.op == Op.SPEED:
        me.speed += clause.amount
    elif clause.op == Op.DEFENCE:
        if clause.once == 1:
            me.defence_once += clause.amount
        else:
            me.defence += clause.amount
    elif clause.once == 1:
        me.attack_once += clause.amount
    else:
        me.attack += clause.amount
    record(state, events, CHANGE, clause.op, seat, NONE, clause.amount, clause.once, 0)


@rule
def act_on_seat(state: Any, setting: Any, seat: Any, clause: Any, events: Any) -> None:
    """One clause, for one of the seats it is aimed at; TCG-R3: it may make any of them retreat."""
    op = clause.op
    if op == Op.ATTACK or op == Op.DEFENCE or op == Op.SPEED:
        change_hunter(state, seat, clause, events)
    elif op == Op.MILL:
        mill(state, seat, clause.amount, BY_EFFECT, events)
    elif op == Op.RESTORE:
        restore(state, seat, clause.amount, events)
    elif op == Op.DRAW:
        draw_some(state, setting, seat, clause.amount, events)
    elif op == Op.DISCARD:
        discard_some(state, seat, clause.amount, events)
    elif op == Op.CAMP:
        if state.seats[seat].area != CAMP:
            go_to_camp(state, seat, events)
    elif op == Op.HR:
        gain_hr(state, seat, clause.amount, BY_EFFECT, events)


@rule
def aimed_at(state: Any, setting: Any, seat: Any, target: Any, chosen: Any, cause: Any) -> Any:
    """The set of seats that a clause with this target word is about; NONE as a seat counts for nobody."""
    others = 0
    for other in range(setting.rules.n_seats):
        others = with_slot(others, other)
    if target == SELF:
        return 1 << seat
    if target == ATTACKER:
        return 1 << cause if cause != NONE else 0
    if target == VICTIMS:
        return state.victims
    if target == RIVALS:
        return without_slot(others, seat)
    if target == ALL:
        return others
    return 1 << chosen


@rule
def act_on_seats(state: Any, setting: Any, seat: Any, clause: Any, chosen: Any, cause: Any, events: Any) -> None:
    """A clause for all seats it is aimed at, clockwise from the leader."""
    seats = aimed_at(state, setting, seat, clause.target, chosen, cause)
    for n in range(setting.rules.n_seats):
        one = clockwise(state, setting, n)
        if holds(seats, one) and in_game(state, one):
            act_on_seat(state, setting, one, clause, events)


# Clauses about a monster


@rule
def change_monster(state: Any, owner: Any, slot: Any, clause: Any, events: Any) -> None:
    """TCG-F6, TCG-F8: attack or speed of a monster until the end phase."""
    if clause.op == Op.MONSTER_ATTACK:
        state.seats[owner].monster_attack[slot] += clause.amount
    else:
        state.seats[owner].monster_speed[slot] += clause.amount
    record(state, events, CHANGE, clause.op, owner, slot, clause.amount, 0, 0)


@rule
def change_hp(state: Any, setting: Any, owner: Any, slot: Any, clause: Any, seat: Any, events: Any) -> None:
    """TCG-F9: take HP off a face-up monster, which may slay it, or give it back up to the printed HP."""
    me = state.seats[owner]
    before = me.hp[slot]
    if clause.op == Op.HEAL:
        me.hp[slot] = min(before + clause.amount, max(setting.cards[card_at(state, setting, owner, slot)].hp, before))
        if me.hp[slot] != before:
            record(state, events, CHANGE, Op.HEAL, owner, slot, me.hp[slot] - before, 0, 0)
    else:
        record(state, events, CHANGE, Op.DAMAGE, owner, slot, -min(clause.amount, before), 0, 0)
        wound(state, setting, owner, slot, clause.amount, seat, events)


@rule
def hide(state: Any, owner: Any, slot: Any, seat: Any, events: Any) -> None:
    """TCG-F17: turn a monster face down; its moment is forgotten."""
    me = state.seats[owner]
    me.face_up = without_slot(me.face_up, slot)
    me.turned_at[slot] = 0
    record(state, events, TURNED, owner, slot, 0, seat, 0, 0)


@rule
def lure(state: Any, setting: Any, owner: Any, slot: Any, area: Any, events: Any) -> None:
    """TCG-F18: move a monster to another area of its map."""
    me = state.seats[owner]
    for place in range(setting.map.n_local):
        me.on_map[place] = without_slot(me.on_map[place], slot)
    me.on_map[area % setting.map.n_local] = with_slot(me.on_map[area % setting.map.n_local], slot)
    record(state, events, LURED, owner, slot, area, 0, 0, 0)


@rule
def act_on_monster(state: Any, setting: Any, seat: Any, clause: Any, owner: Any, slot: Any, area: Any, events: Any) -> None:
    """One clause for the monster it is aimed at, if that is still on the map."""
    if place_of(state, setting, owner, slot) == NONE:
        return
    op, is_up = clause.op, holds(state.seats[owner].face_up, slot)
    if op == Op.LURE:
        lure(state, setting, owner, slot, area, events)
    elif op == Op.REVEAL:
        if not is_up:
            turn_up(state, owner, slot, seat, events)
    elif not is_up:  # all others are about a face-up monster
        return
    elif op == Op.HIDE:
        hide(state, owner, slot, seat, events)
    elif op == Op.DAMAGE or op == Op.HEAL:
        change_hp(state, setting, owner, slot, clause, seat, events)
    else:
        change_monster(state, owner, slot, clause, events)


# Texts


@rule
def step_to(state: Any, setting: Any, seat: Any, area: Any, events: Any) -> None:
    """TCG-F16: along one road, not out of camp; an earlier clause may have sent the hunter there."""
    here = state.seats[seat].area
    if here != CAMP and holds(setting.map.near[here], area):
        move_hunter(state, seat, area, events)


@rule
def act_clause(state: Any, setting: Any, seat: Any, slot: Any, clause: Any, a: Any, b: Any, cause: Any, events: Any) -> None:
    """One clause of a text; `a`, `b`: what it was aimed at, `cause`: the seat that triggered it."""
    if clause.op == Op.STEP:
        step_to(state, setting, seat, a, events)
    elif clause.op == Op.RECOVER:
        choose_recovery(state, setting, seat, clause.amount, events)
    elif clause.target < FIRST_MONSTER_TARGET:
        act_on_seats(state, setting, seat, clause, a, cause, events)
    elif clause.target == IT:
        act_on_monster(state, setting, seat, clause, seat, slot, NONE, events)
    elif clause.op == Op.LURE:
        act_on_monster(state, setting, seat, clause, a // DECK_CARDS, a % DECK_CARDS, b, events)
    else:
        act_on_monster(state, setting, seat, clause, a, b, NONE, events)


@rule
def monster_concerned(state: Any, setting: Any, seat: Any, slot: Any, text: Any, a: Any, b: Any) -> Any:
    """TCG-F3: the card number of the monster that `vs` looks at: the one itself, the chosen one, else the pending one."""
    kind = setting.cards[card_at(state, setting, seat, slot)].kind
    if kind != ITEM:
        return card_at(state, setting, seat, slot)
    for i in range(text.n):
        if text.clauses[i].target > IT:
            if text.clauses[i].op == Op.LURE:
                return card_at(state, setting, a // DECK_CARDS, a % DECK_CARDS)
            return card_at(state, setting, a, b)
    if state.pending.seat != NONE:
        return card_at(state, setting, state.pending.owner, state.pending.slot)
    return NONE


@rule
def comes_about(state: Any, setting: Any, seat: Any, clause: Any, monster: Any, events: Any) -> Any:
    """TCG-F2, F3 and C6: the condition of an ability, then its coin, the only one of the game."""
    if not is_true(state, setting, seat, clause, monster):
        return False
    if clause.coin == 0:
        return True
    heads = below(state.effect_streams[seat], 2)
    record(state, events, COIN, heads, 0, 0, 0, 0, 0)
    return heads == 1


@rule
def act(
    state: Any, setting: Any, seat: Any, slot: Any, text: Any, trigger: Any, a: Any, b: Any, cause: Any, events: Any
) -> None:
    """All abilities of a text with this trigger, clause by clause; nothing happens any more when the game is over.

    TCG-W2: HR is looked at after each ability that was set off; the caller looks after the last one, and after an item.
    """
    ability, goes = NONE, False
    monster = monster_concerned(state, setting, seat, slot, text, a, b)
    for i in range(text.n):
        clause = text.clauses[i]
        if clause.trigger != trigger or state.over == 1:
            continue
        if clause.ability != ability:
            if ability != NONE and trigger != USED:
                check_win(state, setting, STEP_DONE)
                if state.over == 1:
                    return
            ability = clause.ability
            record(state, events, ABILITY, seat, slot, trigger, a, b, 0)
            goes = comes_about(state, setting, seat, clause, monster, events)
        if goes:
            act_clause(state, setting, seat, slot, clause, a, b, cause, events)


@rule
def act_waiting(state: Any, setting: Any, events: Any) -> None:
    """TCG-F1: abilities in the queue act one after another, the first in first; TCG-W2: HR is looked at after each."""
    while state.n_waiting > 0 and state.over == 0:
        row = state.waiting[state.first_waiting]
        seat, slot, trigger, cause = row[0], row[1], row[2], row[3]
        state.first_waiting = (state.first_waiting + 1) % MAX_WAITING
        state.n_waiting -= 1
        card = card_at(state, setting, seat, slot)
        if trigger == SPENT:
            act(state, setting, seat, slot, setting.material_texts[card], trigger, NONE, NONE, cause, events)
        else:
            act(state, setting, seat, slot, setting.texts[card], trigger, NONE, NONE, cause, events)
        check_win(state, setting, STEP_DONE)
