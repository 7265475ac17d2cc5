"""The phases of a round but the hunt, each seat in turn (order of resolution 1 to 3, 5 and 6)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.play.abilities import act_waiting
from sim.games.monster_hunter_tcg.policy.board import (
    score_armours,
    score_moves,
    score_payments,
    score_placements,
    score_sacrifices,
    score_weapons,
)
from sim.games.monster_hunter_tcg.policy.choice import choose
from sim.games.monster_hunter_tcg.policy.draw import score_discards
from sim.games.monster_hunter_tcg.rules.draw import draw_up, legal_discards
from sim.games.monster_hunter_tcg.rules.end import (
    discard_copies,
    give_up,
    hand_out,
    later_copies,
    leave,
    legal_sacrifices,
    reset_monsters,
    score_empty,
    score_hidden,
)
from sim.games.monster_hunter_tcg.rules.equip import legal_equipment, legal_payments, need, pay, put_on, take_off
from sim.games.monster_hunter_tcg.rules.move import legal_moves, move_hunter
from sim.games.monster_hunter_tcg.rules.place import legal_placements, place
from sim.games.monster_hunter_tcg.rules.win import check_win
from sim.games.monster_hunter_tcg.rules.zones import clockwise, from_hand, holds, in_game, record
from sim.games.monster_hunter_tcg.state import NONE, Decision, Event, Kind, Why, WinCheck
from sim.jit import rule

DISCARD, PLACE, MOVE, PAY, GIVE_UP = (
    int(Decision.DISCARD),
    int(Decision.PLACE),
    int(Decision.MOVE),
    int(Decision.PAY),
    int(Decision.GIVE_UP),
)
EQUIP_WEAPON, EQUIP_ARMOUR = int(Decision.EQUIP_WEAPON), int(Decision.EQUIP_ARMOUR)
WEAPON, ARMOUR, RESET = int(Kind.WEAPON), int(Kind.ARMOUR), int(Event.RESET)
FROM_HAND, FOR_UNIQUE, FOR_MAIN = int(Why.HAND), int(Why.UNIQUE), int(Why.MAIN_TARGET)
HIDDEN_STEP, LAST_STEP = 4, 5
STEP_DONE = int(WinCheck.IMMEDIATE)


# 1 Draw


@rule
def discard_before_drawing(state: Any, setting: Any, seat: Any, events: Any) -> None:
    """TCG-D1: discard card by card until the seat stops."""
    going = True
    while going:
        legal_discards(state, seat)
        score_discards(state, setting, seat)
        slot = state.choices[choose(state, setting, seat, DISCARD, events)][0]
        going = slot != NONE
        if going:
            from_hand(state, seat, slot, FROM_HAND, events)


@rule
def draw_phase(state: Any, setting: Any, events: Any) -> None:
    """TCG-D1, D2: each seat discards and draws; the cards of the first draw are the opening hand."""
    for n in range(setting.rules.n_seats):
        seat = clockwise(state, setting, n)
        if in_game(state, seat):
            me = state.seats[seat]
            discard_before_drawing(state, setting, seat, events)
            draw_up(state, setting, seat, events)
            if state.round_number == 1:
                me.opening = me.hand


# 2 Place


@rule
def place_monsters(state: Any, setting: Any, seat: Any, events: Any) -> None:
    """TCG-P1: one monster; option placements_two_players: up to two."""
    for _ in range(setting.rules.placements):
        legal_placements(state, setting, seat)
        if state.n_choices > 1:
            score_placements(state, setting, seat)
        choice = state.choices[choose(state, setting, seat, PLACE, events)]
        slot, area, room = choice[0], choice[1], choice[2]
        if slot == NONE:
            return
        place(state, setting, seat, slot, area, room, events)


@rule
def place_phase(state: Any, setting: Any, events: Any) -> None:
    """TCG-P1 to P4, seat by seat."""
    for n in range(setting.rules.n_seats):
        seat = clockwise(state, setting, n)
        if in_game(state, seat):
            place_monsters(state, setting, seat, events)


# 3 Move


@rule
def move_phase(state: Any, setting: Any, events: Any) -> None:
    """TCG-M1, M2, seat by seat."""
    for n in range(setting.rules.n_seats):
        seat = clockwise(state, setting, n)
        if in_game(state, seat):
            legal_moves(state, setting, seat)
            if state.n_choices > 0:
                score_moves(state, setting, seat)
                move_hunter(state, seat, state.choices[choose(state, setting, seat, MOVE, events)][0], events)


# 5 Equip


@rule
def pay_for(state: Any, setting: Any, seat: Any, due: Any, events: Any) -> None:
    """TCG-E2: pay card by card, in falling order of points, until the need is met; TCG-F1: what is spent acts at once."""
    last = NONE
    while due > 0 and state.over == 0:
        legal_payments(state, setting, seat, due, last)
        score_payments(state, setting, seat)
        last = state.choices[choose(state, setting, seat, PAY, events)][0]
        due -= pay(state, setting, seat, last, events)
        act_waiting(state, setting, events)


@rule
def equip(state: Any, setting: Any, seat: Any, kind: Any, events: Any) -> None:
    """TCG-E1 to E3: put on a weapon (armour) or none."""
    legal_equipment(state, setting, seat, kind)
    if kind == WEAPON:
        score_weapons(state, setting, seat)
    else:
        score_armours(state, setting, seat)
    slot = state.choices[choose(state, setting, seat, EQUIP_WEAPON if kind == WEAPON else EQUIP_ARMOUR, events)][0]
    if slot == NONE:
        return
    due = need(state, setting, seat, kind, slot)
    take_off(state, seat, kind, events)
    pay_for(state, setting, seat, due, events)
    if state.over == 0 and holds(state.seats[seat].hand, slot):  # what was spent may have discarded it
        put_on(state, seat, kind, slot, events)


@rule
def equip_phase(state: Any, setting: Any, events: Any) -> None:
    """TCG-E1, seat by seat: a weapon, then an armour."""
    for n in range(setting.rules.n_seats):
        seat = clockwise(state, setting, n)
        if in_game(state, seat) and state.over == 0:
            equip(state, setting, seat, WEAPON, events)
            if state.over == 0:
                equip(state, setting, seat, ARMOUR, events)


# 6 End


@rule
def give_up_main_targets(state: Any, setting: Any, seat: Any, events: Any) -> None:
    """TCG-N2: area by area (two players: the map at once), one after another until one is left."""
    n_groups = 1 if setting.rules.two_players == 1 else setting.map.n_local
    for group in range(n_groups):
        legal_sacrifices(state, setting, seat, group)
        while state.n_choices > 1:
            score_sacrifices(state, setting, seat)
            slot = state.choices[choose(state, setting, seat, GIVE_UP, events)][1]
            give_up(state, setting, seat, slot, events)
            legal_sacrifices(state, setting, seat, group)


@rule
def end_step(state: Any, setting: Any, step: Any, seat: Any, events: Any) -> None:
    """One of the steps N1 to N6 for one seat; what the others gain in N1, N2 and N5 is handed out later."""
    if step == 1:
        discard_copies(state, setting, seat, state.seats[seat].doomed, events)
    elif step == 2:
        give_up_main_targets(state, setting, seat, events)
    elif step == 3:
        leave(state, setting, seat, events)
    elif step == 4:
        score_hidden(state, setting, seat, events)
    else:
        reset_monsters(state, setting, seat)


@rule
def end_steps(state: Any, setting: Any, step: Any, first: Any, last: Any, events: Any) -> None:
    """One step for the seats first..last-1, counted clockwise: discards, then HR, then the win check."""
    for n in range(first, last):
        seat = clockwise(state, setting, n)
        state.seats[seat].doomed = later_copies(state, setting, seat) if step == 1 else 0
    for n in range(first, last):
        if in_game(state, clockwise(state, setting, n)):
            end_step(state, setting, step, clockwise(state, setting, n), events)
    for n in range(first, last):
        hand_out(state, setting, clockwise(state, setting, n), FOR_UNIQUE if step == 1 else FOR_MAIN, events)
        if step == HIDDEN_STEP and in_game(state, clockwise(state, setting, n)):
            score_empty(state, setting, clockwise(state, setting, n), events)
    if step == LAST_STEP:
        record(state, events, RESET, 0, 0, 0, 0, 0, 0)
    check_win(state, setting, STEP_DONE)


@rule
def end_phase(state: Any, setting: Any, events: Any) -> None:
    """TCG-N7: step by step for all seats at once, or (option by_seat) all steps seat by seat. N5 goes with N4."""
    if setting.rules.end_by_seat == 1:
        for n in range(setting.rules.n_seats):
            is_in = in_game(state, clockwise(state, setting, n))
            for step in range(1, 6):
                if is_in and state.over == 0:
                    end_steps(state, setting, step, n, n + 1, events)
    else:
        for step in range(1, 6):
            if state.over == 0:
                end_steps(state, setting, step, 0, setting.rules.n_seats, events)
