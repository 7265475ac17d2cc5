"""Whom to attack, and what to spend in a window."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.effects import Op, Target
from sim.games.monster_hunter_tcg.policy.prospects import (
    boosts_in_hand,
    damage_from,
    hr_of,
    is_tired,
    missing_attack,
    rivals_at,
    shields_in_hand,
    weights_of,
    wound_value,
)
from sim.games.monster_hunter_tcg.rules.place import is_face_up
from sim.games.monster_hunter_tcg.rules.values import monster_attack
from sim.games.monster_hunter_tcg.rules.zones import card_at, place_of, size
from sim.games.monster_hunter_tcg.state import DECK_CARDS, NONE, Decision, Kind
from sim.jit import rule

TARGET, WINDOW, ORDER = int(Decision.TARGET), int(Decision.WINDOW), int(Decision.ORDER)
ITEM, WEAPON, ARMOUR = int(Kind.ITEM), int(Kind.WEAPON), int(Kind.ARMOUR)
SELF, FIRST_MONSTER_TARGET = int(Target.SELF), int(Target.IT)


@rule
def score_targets(state: Any, setting: Any, seat: Any) -> None:
    """attack: 1; kill_hr: HR if it can be slain with all boosts, else wound_hr: tenths of HR; hidden: 1 face down;
    tired_hidden: the same if tired; rivals: hunters who may finish it; danger: cards that it would cost. Declining counts 0.
    """
    w, boosts = weights_of(state, setting, seat, TARGET), boosts_in_hand(state, setting, seat)
    for i in range(state.n_choices):
        owner, slot = state.choices[i][0], state.choices[i][1]
        if owner == NONE:
            continue
        score = w[0]
        if not is_face_up(state, owner, slot):
            score += w[3] + w[4] * is_tired(state, seat)
        elif missing_attack(state, setting, seat, owner, slot) <= boosts:
            score += w[1] * hr_of(state, setting, owner, slot)
        else:
            score += w[2] * wound_value(state, setting, seat, owner, slot)
            score += w[5] * rivals_at(state, setting, seat, state.seats[seat].area)
            score += w[6] * damage_from(state, setting, seat, owner, slot)
        state.scores[i] = score


@rule
def score_order(state: Any, setting: Any, seat: Any) -> None:
    """attack: of the monster; kill_hr: its HR if the seat could slay it now."""
    w = weights_of(state, setting, seat, ORDER)
    for i in range(state.n_choices):
        owner, slot = state.choices[i][0], state.choices[i][1]
        score = w[0] * monster_attack(state, setting, owner, slot)
        if missing_attack(state, setting, seat, owner, slot) <= boosts_in_hand(state, setting, seat):
            score += w[1] * hr_of(state, setting, owner, slot)
        state.scores[i] = score


# What the window is about


@rule
def strikes_open_monster(state: Any, setting: Any, seat: Any) -> Any:
    """Whether this seat is about to strike a monster that still lies there face up."""
    now = state.pending
    if now.seat != seat or now.by_monster == 1 or not is_face_up(state, now.owner, now.slot):
        return False
    return place_of(state, setting, now.owner, now.slot) == state.seats[seat].area


@rule
def threat(state: Any, setting: Any, seat: Any) -> Any:
    """The cards that the coming blow of a monster costs this seat; 0: none is coming."""
    now = state.pending
    if now.seat != seat or now.by_monster == 0 or not is_face_up(state, now.owner, now.slot):
        return 0
    return damage_from(state, setting, seat, now.owner, now.slot)


@rule
def attack_value(state: Any, setting: Any, seat: Any, amount: Any, w: Any) -> Any:
    """More attack: kill_hr and missing if it helps to slay what the seat is about to strike; else idle_boost."""
    if strikes_open_monster(state, setting, seat):
        missing = missing_attack(state, setting, seat, state.pending.owner, state.pending.slot)
        if 0 < missing <= amount + boosts_in_hand(state, setting, seat):
            hr = hr_of(state, setting, state.pending.owner, state.pending.slot)
            return w[1] * hr + w[2] * max(missing - amount, 0)
    return w[3]


@rule
def defence_value(state: Any, setting: Any, seat: Any, amount: Any, w: Any) -> Any:
    """More defence: cards saved, and rescue if it helps to avert a retreat; else idle_armour."""
    damage, left = threat(state, setting, seat), state.seats[seat].deck.left
    if damage == 0:
        return w[6]
    score = w[4] * min(amount, damage)
    if damage >= left and damage - max(amount, shields_in_hand(state, setting, seat)) < left:
        score += w[5]
    return score


# Items


@rule
def side(target: Any) -> Any:
    """1 if a clause is about the own seat, -1 if it is about rivals, 0 if about all."""
    if target == SELF or (target >= FIRST_MONSTER_TARGET):
        return 1
    return 0 if target == Target.ALL else -1


@rule
def seat_clause_value(state: Any, setting: Any, seat: Any, clause: Any, a: Any, w: Any) -> Any:
    """What a clause about players is worth; what is bad for a rival counts as good."""
    op, sign = clause.op, side(clause.target)
    if op == Op.ATTACK and sign > 0:
        return attack_value(state, setting, seat, clause.amount, w)
    if op == Op.DEFENCE and sign > 0:
        return defence_value(state, setting, seat, clause.amount, w)
    if op == Op.MILL:
        falls = a >= 0 and sign < 0 and state.seats[a].deck.left <= clause.amount
        return -sign * w[10] * clause.amount + (w[11] if falls else 0)
    if op == Op.RESTORE:
        return sign * w[12] * min(clause.amount, size(state.seats[seat].discards)) * (1 + is_tired(state, seat))
    if op == Op.DRAW:
        return sign * w[13] * clause.amount
    if op == Op.DISCARD:
        return -sign * w[14] * clause.amount
    if op == Op.CAMP:
        return w[16] * sign * (threat(state, setting, seat) if sign > 0 else -1)
    if op == Op.HR:
        return sign * w[17] * clause.amount
    if op == Op.SPEED:
        return sign * w[23] * clause.amount
    return -w[3] if sign < 0 and clause.amount < 0 else 0


@rule
def weaken_value(state: Any, setting: Any, seat: Any, clause: Any, owner: Any, slot: Any, w: Any) -> Any:
    """Less attack of the monster about to strike the seat counts like defence; a change of others, `weaken` a point."""
    now = state.pending
    if now.seat == seat and now.by_monster == 1 and now.owner == owner and now.slot == slot:
        return defence_value(state, setting, seat, -clause.amount, w)
    return w[18] * (clause.amount if owner == seat else -clause.amount)


@rule
def hp_value(state: Any, setting: Any, seat: Any, clause: Any, owner: Any, slot: Any, w: Any) -> Any:
    """Damage: slay_hr if it slays a rival's monster, else damage a point; healing an own monster: heal a point."""
    hp, hr = state.seats[owner].hp[slot], hr_of(state, setting, owner, slot)
    if clause.op == Op.HEAL:
        lost = setting.cards[card_at(state, setting, owner, slot)].hp - hp
        return w[9] * min(clause.amount, lost) * (1 if owner == seat else -1)
    if clause.amount >= hp and owner != seat:
        return w[7] * hr
    return w[8] * min(clause.amount, hp) if owner != seat else -w[8] * clause.amount


@rule
def monster_clause_value(state: Any, setting: Any, seat: Any, clause: Any, owner: Any, slot: Any, w: Any) -> Any:
    """What a clause about a monster is worth."""
    op = clause.op
    if op == Op.DAMAGE or op == Op.HEAL:
        return hp_value(state, setting, seat, clause, owner, slot, w)
    if op == Op.MONSTER_ATTACK or op == Op.MONSTER_SPEED:
        return weaken_value(state, setting, seat, clause, owner, slot, w)
    if op == Op.REVEAL:
        return w[19] * (1 if owner != seat else -1)
    if op == Op.HIDE:
        return w[20] * hr_of(state, setting, owner, slot) * (1 if owner == seat else -1)
    return w[21] * (1 if owner == seat else 0)


@rule
def item_score(state: Any, setting: Any, seat: Any, choice: Any, w: Any) -> Any:
    """The sum of what its clauses are worth; `recover` and `step` count once."""
    text, a, b, score = setting.texts[card_at(state, setting, seat, choice[1])], choice[2], choice[3], 0
    for i in range(text.n):
        clause = text.clauses[i]
        if clause.op == Op.RECOVER:
            score += w[15] if state.seats[seat].discards != 0 else 0
        elif clause.op == Op.STEP:
            score += w[22] * (threat(state, setting, seat) - rivals_at(state, setting, seat, a))
        elif clause.target < FIRST_MONSTER_TARGET:
            score += seat_clause_value(state, setting, seat, clause, a, w)
        elif clause.op == Op.LURE:
            score += monster_clause_value(state, setting, seat, clause, a // DECK_CARDS, a % DECK_CARDS, w)
        else:
            score += monster_clause_value(state, setting, seat, clause, a, b, w)
    return score


@rule
def score_acts(state: Any, setting: Any, seat: Any) -> None:
    """Passing counts 0; every act costs `card`, then a boost or an item counts what it does."""
    w = weights_of(state, setting, seat, WINDOW)
    for i in range(1, state.n_choices):
        choice = state.choices[i]
        score = w[0]
        if choice[0] == ITEM:
            score += item_score(state, setting, seat, choice, w)
        elif choice[0] == WEAPON:
            score += attack_value(state, setting, seat, 0, w)
        else:
            score += defence_value(state, setting, seat, setting.rules.armour_discard_bonus, w)
        state.scores[i] = score
