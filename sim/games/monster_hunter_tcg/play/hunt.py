"""The hunt played: windows, hunters and monsters by speed (order of resolution 4)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.effects import Trigger
from sim.games.monster_hunter_tcg.play.abilities import act, act_waiting
from sim.games.monster_hunter_tcg.policy.choice import choose
from sim.games.monster_hunter_tcg.policy.hunt import score_acts, score_order, score_targets
from sim.games.monster_hunter_tcg.rules.choices import begin
from sim.games.monster_hunter_tcg.rules.hunt import (
    fastest_hunter,
    fastest_monsters,
    first_victim,
    hunters_in,
    legal_targets,
    offer_monsters,
    still_there,
    turn_up,
    wait_to_act,
    wound,
)
from sim.games.monster_hunter_tcg.rules.items import legal_acts
from sim.games.monster_hunter_tcg.rules.place import is_face_up
from sim.games.monster_hunter_tcg.rules.retreat import mill
from sim.games.monster_hunter_tcg.rules.values import (
    hunter_attack,
    hunter_defence,
    hunter_speed,
    monster_attack,
    monster_speed,
)
from sim.games.monster_hunter_tcg.rules.win import check_win
from sim.games.monster_hunter_tcg.rules.zones import (
    card_at,
    clockwise,
    from_hand,
    holds,
    in_game,
    lowest,
    place_of,
    record,
    size,
    to_discards,
    with_slot,
    without_slot,
)
from sim.games.monster_hunter_tcg.state import NONE, Count, Decision, Event, Kind, Why, WinCheck
from sim.jit import rule

BLOW, STRIKE = int(Event.BLOW), int(Event.STRIKE)
WINDOW, TARGET, ORDER = int(Decision.WINDOW), int(Decision.TARGET), int(Decision.ORDER)
STATIC, ATTACKING = int(Trigger.STATIC), int(Trigger.ATTACKING)
ITEM, WEAPON = int(Kind.ITEM), int(Kind.WEAPON)
USED, BOOST, BY_DAMAGE, STEP_DONE = int(Why.USED), int(Why.BOOST), int(Why.DAMAGE), int(WinCheck.IMMEDIATE)
N_ITEMS, N_BOOSTS, N_BLOWS = int(Count.ITEMS), int(Count.BOOSTS), int(Count.BLOWS)


# Windows


@rule
def use_item(state: Any, setting: Any, seat: Any, slot: Any, a: Any, b: Any, events: Any) -> None:
    """TCG-H10: an item acts, then it is discarded, then what it set off acts; TCG-W2: unless it has won the game."""
    me = state.seats[seat]
    me.hand = without_slot(me.hand, slot)
    me.counts[N_ITEMS] += 1
    text = setting.texts[card_at(state, setting, seat, slot)]
    act(state, setting, seat, slot, text, STATIC, a, b, seat, events)
    if state.over == 1:
        me.discards = with_slot(me.discards, slot)
        return
    to_discards(state, seat, slot, USED, events)
    check_win(state, setting, STEP_DONE)
    act_waiting(state, setting, events)


@rule
def boost(state: Any, setting: Any, seat: Any, kind: Any, slot: Any, events: Any) -> None:
    """TCG-H8: a weapon of the line gives attack +1, an armour defence, for the rest of the round."""
    me = state.seats[seat]
    from_hand(state, seat, slot, BOOST, events)
    me.counts[N_BOOSTS] += 1
    if kind == WEAPON:
        me.attack += 1
    else:
        me.defence += setting.rules.armour_discard_bonus


@rule
def act_once(state: Any, setting: Any, seat: Any, events: Any) -> Any:
    """One act of a seat in a window; False if it passes."""
    legal_acts(state, setting, seat)
    if state.n_choices == 1:
        return False
    score_acts(state, setting, seat)
    choice = state.choices[choose(state, setting, seat, WINDOW, events)]
    kind, slot, a, b = choice[0], choice[1], choice[2], choice[3]
    if kind == NONE:
        return False
    state.seats[seat].played = with_slot(state.seats[seat].played, slot)
    if kind == ITEM:
        use_item(state, setting, seat, slot, a, b, events)
    else:
        boost(state, setting, seat, kind, slot, events)
    return state.over == 0


@rule
def open_window(state: Any, setting: Any, seat: Any, owner: Any, slot: Any, by_monster: Any, events: Any) -> None:
    """TCG-H8, H10: every seat once, clockwise, may act until it passes. The rest says which blow is coming."""
    now = state.pending
    now.seat, now.owner, now.slot, now.by_monster = seat, owner, slot, by_monster
    for n in range(setting.rules.n_seats):
        one = clockwise(state, setting, n)
        going = in_game(state, one) and state.over == 0
        while going:
            going = act_once(state, setting, one, events)
    now.seat = NONE


# Monsters


@rule
def strike(state: Any, setting: Any, owner: Any, slot: Any, victim: Any, events: Any) -> None:
    """TCG-H7: monster attack less defence; so many cards of the draw pile are discarded."""
    attack = monster_attack(state, setting, owner, slot)
    defence = hunter_defence(state, setting, victim, owner, slot)
    state.seats[victim].defence_once = 0
    damage = max(attack - defence, 0)
    record(state, events, STRIKE, owner, slot, victim, attack, defence, damage)
    mill(state, victim, damage, BY_DAMAGE, events)
    check_win(state, setting, STEP_DONE)


@rule
def attack_with_monster(state: Any, setting: Any, owner: Any, slot: Any, victims: Any, cause: Any, events: Any) -> None:
    """TCG-H6: a monster attacks: its ability, then each victim clockwise has a window and is struck (4d)."""
    me, area = state.seats[owner], place_of(state, setting, owner, slot)
    me.attacked = with_slot(me.attacked, slot)
    state.victims = victims
    wait_to_act(state, owner, slot, ATTACKING, cause)
    act_waiting(state, setting, events)
    for n in range(setting.rules.n_seats):
        victim = clockwise(state, setting, n)
        if holds(victims, victim) and state.over == 0:
            open_window(state, setting, victim, owner, slot, 1, events)
            here = state.seats[victim].area == area and in_game(state, victim)
            if state.over == 0 and here and still_there(state, setting, owner, slot, area):
                strike(state, setting, owner, slot, victim, events)


@rule
def monster_turn(state: Any, setting: Any, area: Any, equals: Any, events: Any) -> None:
    """TCG-H1: of several equal monsters beside a hunter, that hunter says which acts first."""
    owner = area // setting.map.n_local
    victims = hunters_in(state, setting, area)
    chooser = first_victim(state, setting, victims)
    slot = lowest(equals)
    if size(equals) > 1:
        begin(state)
        offer_monsters(state, owner, equals)
        score_order(state, setting, chooser)
        slot = state.choices[choose(state, setting, chooser, ORDER, events)][1]
    attack_with_monster(state, setting, owner, slot, victims, chooser, events)


# Hunters


@rule
def blow(state: Any, setting: Any, seat: Any, owner: Any, slot: Any, events: Any) -> None:
    """TCG-H4, H5: attack of the hunter against the HP of the monster."""
    me, monster = state.seats[seat], state.seats[owner]
    attack = hunter_attack(state, setting, seat, owner, slot)
    me.attack_once = 0
    me.counts[N_BLOWS] += 1
    before = monster.hp[slot]
    record(state, events, BLOW, seat, owner, slot, attack, before, max(before - attack, 0))
    wound(state, setting, owner, slot, attack, seat, events)
    check_win(state, setting, STEP_DONE)
    act_waiting(state, setting, events)


@rule
def can_strike(state: Any, setting: Any, seat: Any, owner: Any, slot: Any, area: Any) -> Any:
    """Whether the hunter and a face-up target are still where they were (TCG-R1: nobody hits from the camp)."""
    me = state.seats[seat]
    return state.over == 0 and me.area == area and in_game(state, seat) and still_there(state, setting, owner, slot, area)


@rule
def first_strike(state: Any, setting: Any, seat: Any, owner: Any, slot: Any, area: Any, events: Any) -> None:
    """TCG-H3: a face-down target is turned up; if it is faster it attacks at once (option reveal_strike, TCG-H11).

    It attacks whoever is there, even if the hunter that turned it up has gone; but once in a hunt only.
    """
    turn_up(state, owner, slot, seat, events)
    act_waiting(state, setting, events)
    if state.over == 0:
        open_window(state, setting, seat, owner, slot, 0, events)
    may_attack = still_there(state, setting, owner, slot, area) and not holds(state.seats[owner].attacked, slot)
    if state.over == 1 or not may_attack:
        return
    victims = hunters_in(state, setting, area)
    if setting.rules.reveal_strike_attacker_only == 1:
        victims &= 1 << seat
    if victims != 0 and monster_speed(state, setting, owner, slot) > hunter_speed(state, setting, seat):
        attack_with_monster(state, setting, owner, slot, victims, seat, events)


@rule
def hunter_turn(state: Any, setting: Any, seat: Any, events: Any) -> None:
    """TCG-H2, H3: choose a target or decline; turn it up; window; attack (4c)."""
    me = state.seats[seat]
    me.acted = 1
    area = me.area
    legal_targets(state, setting, seat)
    score_targets(state, setting, seat)
    choice = state.choices[choose(state, setting, seat, TARGET, events)]
    owner, slot = choice[0], choice[1]
    if owner == NONE:
        return
    if not is_face_up(state, owner, slot):
        first_strike(state, setting, seat, owner, slot, area, events)
    if can_strike(state, setting, seat, owner, slot, area):
        open_window(state, setting, seat, owner, slot, 0, events)
        if can_strike(state, setting, seat, owner, slot, area):
            blow(state, setting, seat, owner, slot, events)


@rule
def hunt_step(state: Any, setting: Any, events: Any) -> Any:
    """TCG-H1: the fastest acts, hunters before monsters; False if nobody is left to act (4b)."""
    hunter_first, seat = fastest_hunter(state, setting)
    monster_first, area, equals = fastest_monsters(state, setting)
    if seat == NONE and equals == 0:
        return False
    if seat != NONE and hunter_first >= monster_first:
        hunter_turn(state, setting, seat, events)
    else:
        monster_turn(state, setting, area, equals, events)
    return state.over == 0


@rule
def begin_hunt(state: Any, setting: Any) -> None:
    """Nobody has acted, and no change is in force yet."""
    for seat in range(setting.rules.n_seats):
        me = state.seats[seat]
        me.acted, me.attacked = 0, 0
        me.attack, me.defence, me.speed, me.attack_once, me.defence_once = 0, 0, 0, 0, 0


@rule
def hunt(state: Any, setting: Any, events: Any) -> None:
    """Opening window, everybody by speed, closing window (4a to 4d)."""
    begin_hunt(state, setting)
    open_window(state, setting, NONE, NONE, NONE, 0, events)
    going = state.over == 0
    while going:
        going = hunt_step(state, setting, events)
    if state.over == 0:
        open_window(state, setting, NONE, NONE, NONE, 0, events)
