"""The end of the game and the next leader (TCG-W1 to W3, TCG-L1)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.rules.zones import clockwise, in_game, lowest, size, with_slot
from sim.games.monster_hunter_tcg.state import LAST_RETREAT, WINNING_HR, EndReason
from sim.jit import rule

BY_HR, LAST_SEAT, NOBODY = int(EndReason.HR), int(EndReason.LAST_SEAT), int(EndReason.NOBODY)


@rule
def can_win(state: Any, seat: Any) -> Any:
    """TCG-R2: a seat in the game that has not retreated for the third time."""
    return in_game(state, seat) and state.seats[seat].retreats < LAST_RETREAT


@rule
def highest(state: Any, setting: Any) -> Any:
    """TCG-W2: the seats with the most HR points among those that can win and have 20; shared if equal."""
    best, found = WINNING_HR, 0
    for seat in range(setting.rules.n_seats):
        hr = state.seats[seat].hr
        if can_win(state, seat) and hr >= best:
            found = with_slot(0 if hr > best else found, seat)
            best = hr
    return found


@rule
def seats_in_game(state: Any, setting: Any) -> Any:
    """The set of seats that have not left."""
    found = 0
    for seat in range(setting.rules.n_seats):
        if in_game(state, seat):
            found = with_slot(found, seat)
    return found


@rule
def finish(state: Any, winners: Any, reason: Any) -> None:
    """The game is over."""
    state.over, state.winners, state.reason = 1, winners, reason


@rule
def check_win(state: Any, setting: Any, moment: Any) -> None:
    """TCG-W1, W2: 20 HR points, else one seat left that can still win (TCG-R2), else nobody; HR goes first.

    `moment` is a WinCheck: after a step, at the end of a phase or of a round; option win_check says which ones count.
    """
    if state.over == 1 or moment < setting.rules.win_check:
        return
    winners = highest(state, setting)
    remaining = seats_in_game(state, setting)
    if winners != 0:
        finish(state, winners, BY_HR)
    elif size(remaining) == 1 and can_win(state, lowest(remaining)):
        finish(state, remaining, LAST_SEAT)
    elif remaining == 0:
        finish(state, 0, NOBODY)


@rule
def next_leader(state: Any, setting: Any) -> Any:
    """TCG-L1: with two players the lowest HR, a tie changes nothing; else the highest, ties clockwise from the leader.

    Option leader_tie: beside the present leader, who comes last, or with the leader first.
    """
    if setting.rules.two_players == 1:
        other = 1 - state.leader
        return other if state.seats[other].hr < state.seats[state.leader].hr else state.leader
    best, found = -1, state.leader
    first = 0 if setting.rules.leader_tie_first == 1 else 1
    for n in range(first, first + setting.rules.n_seats):
        seat = clockwise(state, setting, n)
        if in_game(state, seat) and state.seats[seat].hr > best:
            best, found = state.seats[seat].hr, seat
    return found
