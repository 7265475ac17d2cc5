"""The values in force: printed numbers, the static texts that change them, and the changes of the round."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.effects import Condition, Op, Trigger
from sim.games.monster_hunter_tcg.rules.zones import (
    card_at,
    hunter_card,
    in_game,
    lowest,
    size,
    without_lowest,
)
from sim.games.monster_hunter_tcg.state import MAX_MOVE, NONE
from sim.jit import rule

STATIC = int(Trigger.STATIC)
ALWAYS, VS, WITH, ARMED, UNARMED, ARMOURED = (
    int(Condition.ALWAYS),
    int(Condition.VS),
    int(Condition.WITH),
    int(Condition.ARMED),
    int(Condition.UNARMED),
    int(Condition.ARMOURED),
)
DECK_UNDER, HAND_UNDER, TRAILING, LEADER = (
    int(Condition.DECK_UNDER),
    int(Condition.HAND_UNDER),
    int(Condition.TRAILING),
    int(Condition.LEADER),
)
ATTACK, DEFENCE, SPEED, MOVE = int(Op.ATTACK), int(Op.DEFENCE), int(Op.SPEED), int(Op.MOVE)


@rule
def body_card(state: Any, setting: Any, seat: Any) -> Any:
    """TCG-E4: the card whose attack, speed, move, icons and line count: the weapon, else the hunter."""
    weapon = state.seats[seat].weapon
    return hunter_card(state, setting, seat) if weapon == NONE else card_at(state, setting, seat, weapon)


@rule
def is_trailing(state: Any, setting: Any, seat: Any) -> Any:
    """TCG-F3: no seat in the game has fewer HR points, and some seat has more."""
    own, some_more = state.seats[seat].hr, False
    for other in range(setting.rules.n_seats):
        if in_game(state, other):
            if state.seats[other].hr < own:
                return False
            some_more = some_more or state.seats[other].hr > own
    return some_more


@rule
def is_true(state: Any, setting: Any, seat: Any, clause: Any, monster: Any) -> Any:
    """TCG-F3: the condition of a clause for the owner's seat; `monster` is the card concerned, or NONE."""
    me, condition, value = state.seats[seat], clause.condition, clause.condition_value
    if condition == ALWAYS:
        return True
    if condition == VS:
        return monster != NONE and setting.cards[monster].element == value
    if condition == WITH:
        return setting.cards[body_card(state, setting, seat)].line == value
    if condition == ARMED:
        return me.weapon != NONE
    if condition == UNARMED:
        return me.weapon == NONE
    if condition == ARMOURED:
        return me.armour != NONE
    if condition == DECK_UNDER:
        return me.deck.left < value
    if condition == HAND_UNDER:
        return size(me.hand) < value
    if condition == TRAILING:
        return is_trailing(state, setting, seat)
    if condition == LEADER:
        return state.leader == seat
    return state.round_number > value


@rule
def from_text(state: Any, setting: Any, seat: Any, text: Any, op: Any, monster: Any) -> Any:
    """What the static clauses of one text add to a value."""
    total = 0
    for i in range(text.n):
        clause = text.clauses[i]
        if clause.op == op and clause.trigger == STATIC and is_true(state, setting, seat, clause, monster):
            total += clause.amount
    return total


@rule
def from_texts(state: Any, setting: Any, seat: Any, op: Any, monster: Any) -> Any:
    """TCG-F4 to F7, F20: what hunter, weapon, armour and the material beside the map add to a value."""
    me = state.seats[seat]
    total = from_text(state, setting, seat, setting.texts[hunter_card(state, setting, seat)], op, monster)
    if me.weapon != NONE:
        total += from_text(state, setting, seat, setting.texts[card_at(state, setting, seat, me.weapon)], op, monster)
    if me.armour != NONE:
        total += from_text(state, setting, seat, setting.texts[card_at(state, setting, seat, me.armour)], op, monster)
    left = me.material & setting.entries[me.entry].beside[op]
    while left != 0:
        card = card_at(state, setting, seat, lowest(left))
        total += from_text(state, setting, seat, setting.material_texts[card], op, monster)
        left = without_lowest(left)
    return total


@rule
def hunter_attack(state: Any, setting: Any, seat: Any, owner: Any, slot: Any) -> Any:
    """TCG-H4: weapon's or own attack, boosts, effects; option weakness_bonus; never below 0."""
    me = state.seats[seat]
    body, monster = body_card(state, setting, seat), card_at(state, setting, owner, slot)
    attack = setting.cards[body].attack + me.attack + me.attack_once
    if me.weapon != NONE and is_weak(setting, body, monster):
        attack += setting.rules.weakness_bonus
    return max(attack + from_texts(state, setting, seat, ATTACK, monster), 0)


@rule
def is_weak(setting: Any, weapon: Any, monster: Any) -> Any:
    """TCG-H4: whether the weapon's element is the monster's weak one; `none` (0) is no element."""
    return setting.cards[weapon].element != 0 and setting.cards[weapon].element == setting.cards[monster].element


@rule
def hunter_defence(state: Any, setting: Any, seat: Any, owner: Any, slot: Any) -> Any:
    """TCG-H7: armour's or own defence, boosts, effects."""
    me = state.seats[seat]
    body = hunter_card(state, setting, seat) if me.armour == NONE else card_at(state, setting, seat, me.armour)
    defence = setting.cards[body].defence + me.defence + me.defence_once
    return defence + from_texts(state, setting, seat, DEFENCE, card_at(state, setting, owner, slot))


@rule
def hunter_speed(state: Any, setting: Any, seat: Any) -> Any:
    """TCG-H1: the equipped weapon's speed, or the own, and effects; never below 0."""
    me = state.seats[seat]
    speed = setting.cards[body_card(state, setting, seat)].speed + me.speed
    return max(speed + from_texts(state, setting, seat, SPEED, NONE), 0)


@rule
def hunter_move(state: Any, setting: Any, seat: Any) -> Any:
    """TCG-M1: the weapon's or the own move, and effects; from 0 to MAX_MOVE."""
    move = setting.cards[body_card(state, setting, seat)].move + from_texts(state, setting, seat, MOVE, NONE)
    return min(max(move, 0), MAX_MOVE)


@rule
def monster_attack(state: Any, setting: Any, owner: Any, slot: Any) -> Any:
    """TCG-H7: printed attack and effects; never below 0 (TCG-F8)."""
    printed = setting.cards[card_at(state, setting, owner, slot)].attack
    return max(printed + state.seats[owner].monster_attack[slot], 0)


@rule
def monster_speed(state: Any, setting: Any, owner: Any, slot: Any) -> Any:
    """TCG-H1: printed speed and effects; never below 0 (TCG-F6)."""
    printed = setting.cards[card_at(state, setting, owner, slot)].speed
    return max(printed + state.seats[owner].monster_speed[slot], 0)
