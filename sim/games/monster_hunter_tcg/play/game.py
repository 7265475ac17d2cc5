"""Whole games: set-up, rounds, the end (TCG-S1 to S4, TCG-W1 to W3)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.play.hunt import hunt
from sim.games.monster_hunter_tcg.play.phases import draw_phase, end_phase, equip_phase, move_phase, place_phase
from sim.games.monster_hunter_tcg.rules.retreat import show_deck, shuffle_deck
from sim.games.monster_hunter_tcg.rules.win import check_win, finish, next_leader
from sim.games.monster_hunter_tcg.rules.zones import holds, lowest, record, size
from sim.games.monster_hunter_tcg.state import (
    CAMP,
    DECK_CARDS,
    HR_BITS,
    MAX_LEAD,
    MAX_NOTED,
    NONE,
    Count,
    EndReason,
    Event,
    Phase,
    WinCheck,
)
from sim.jit import rule
from sim.rng import Purpose, below, start

SEATING, EFFECT, POLICY = int(Purpose.SEATING), int(Purpose.EFFECT), int(Purpose.POLICY)
ROUND, PHASE, END, LED = int(Event.ROUND), int(Event.PHASE), int(Event.END), int(Count.LED)
DRAW, PLACE, MOVE, HUNT, EQUIP, LAST = (
    int(Phase.DRAW),
    int(Phase.PLACE),
    int(Phase.MOVE),
    int(Phase.HUNT),
    int(Phase.EQUIP),
    int(Phase.END),
)
PHASE_DONE, ROUND_DONE, ROUND_CAP = int(WinCheck.PHASE), int(WinCheck.ROUND), int(EndReason.ROUND_CAP)
ALL_CARDS = (1 << DECK_CARDS) - 1


# Set-up


@rule
def clear_seat(state: Any, seat: Any, entry: Any) -> None:
    """TCG-S1, S4: a seat before the game, its hunter in camp."""
    me = state.seats[seat]
    me.entry = entry
    me.hand, me.discards, me.material, me.face_up, me.attacked = 0, 0, 0, 0, 0
    me.weapon, me.armour, me.area = NONE, NONE, CAMP
    me.hr, me.owed, me.retreats, me.left, me.shuffles, me.doomed = 0, 0, 0, 0, 0, 0
    me.opening, me.drawn, me.played = 0, 0, 0
    for place in range(me.on_map.shape[0]):
        me.on_map[place] = 0
    for i in range(me.counts.shape[0]):
        me.counts[i] = 0


@rule
def force_opening(state: Any, setting: Any, seat: Any) -> None:
    """A hook of the analysis: forced cards change places with the first ones of the draw pile that are not forced."""
    deck, forced = state.seats[seat].deck, setting.entries[state.seats[seat].entry].forced
    for front in range(size(forced)):
        for i in range(front, deck.left):
            if holds(forced, deck.cards[i]):
                deck.cards[front], deck.cards[i] = deck.cards[i], deck.cards[front]
                break


@rule
def random_leader(state: Any, setting: Any, n: Any) -> Any:
    """TCG-S3: a seat, the same in all games of a block; `n` counts the draws."""
    start(state.deal_stream, state.key[0], state.key[1], state.block, SEATING, 0, n)
    return below(state.deal_stream, setting.rules.n_seats)


@rule
def set_up(state: Any, setting: Any, leader: Any, events: Any) -> None:
    """TCG-S1 to S4: line-up by rotation, shuffled decks, hunters in camp."""
    n_seats = setting.rules.n_seats
    rotation = state.index % n_seats
    state.over, state.winners, state.round_number, state.moment, state.n_events = 0, 0, 0, 0, 0
    state.first_waiting, state.n_waiting, state.victims = 0, 0, 0
    state.pending.seat = NONE
    state.leader = leader
    state.ahead, state.ahead_since, state.lead_changes = NONE, 0, 0
    for seat in range(n_seats):
        clear_seat(state, seat, (seat - rotation) % n_seats)
        shuffle_deck(state, seat, ALL_CARDS)
        force_opening(state, setting, seat)
        show_deck(state, seat, events)


# Rounds


@rule
def lead_of(state: Any, setting: Any, seat: Any) -> Any:
    """HR points of a seat less the most of any other, kept within MAX_LEAD."""
    best = 0
    for other in range(setting.rules.n_seats):
        if other != seat:
            best = max(best, state.seats[other].hr)
    return min(max(state.seats[seat].hr - best, -MAX_LEAD), MAX_LEAD)


@rule
def note_leads(state: Any, setting: Any) -> None:
    """Note how far each entry is ahead at the end of a round, and who alone has the most HR points."""
    row = min(state.round_number, MAX_NOTED) - 1
    for seat in range(setting.rules.n_seats):
        entry, lead = state.seats[seat].entry, lead_of(state, setting, seat)
        state.leads[row, entry] = lead
        if lead > 0 and entry != state.ahead:
            state.lead_changes += 0 if state.ahead == NONE else 1
            state.ahead, state.ahead_since = entry, state.round_number


@rule
def begin_round(state: Any, setting: Any, events: Any) -> None:
    """A new round; the streams of effects and policies begin anew, so that rounds do not disturb one another."""
    state.round_number += 1
    for seat in range(setting.rules.n_seats):
        start(state.effect_streams[seat], state.key[0], state.key[1], state.index, EFFECT, seat, state.round_number)
        start(state.policy_streams[seat], state.key[0], state.key[1], state.index, POLICY, seat, state.round_number)
    state.seats[state.leader].counts[LED] += 1
    record(state, events, ROUND, state.round_number, state.leader, 0, 0, 0, 0)


@rule
def play_phase(state: Any, setting: Any, phase: Any, events: Any) -> None:
    """One phase for all seats, then the win check of option win_check = phase."""
    state.phase = phase
    record(state, events, PHASE, phase, 0, 0, 0, 0, 0)
    if phase == DRAW:
        draw_phase(state, setting, events)
    elif phase == PLACE:
        place_phase(state, setting, events)
    elif phase == MOVE:
        move_phase(state, setting, events)
    elif phase == HUNT:
        hunt(state, setting, events)
    elif phase == EQUIP:
        equip_phase(state, setting, events)
    else:
        end_phase(state, setting, events)
    check_win(state, setting, PHASE_DONE)


@rule
def play_round(state: Any, setting: Any, events: Any) -> None:
    """The seven phases; TCG-W3: a game at the round cap ends without a winner."""
    begin_round(state, setting, events)
    for phase in range(DRAW, LAST + 1):
        if state.over == 0:
            play_phase(state, setting, phase, events)
    check_win(state, setting, ROUND_DONE)
    note_leads(state, setting)
    if state.over == 0:
        state.leader = next_leader(state, setting)
        if state.round_number >= setting.rules.round_cap:
            finish(state, 0, ROUND_CAP)


# Games


@rule
def leads_next(state: Any, setting: Any) -> Any:
    """TCG-S3, previous_winner: the seat in the coming game of the block of the entry that has just won.

    A shared win or none leaves it to chance.
    """
    if size(state.winners) != 1:
        return random_leader(state, setting, state.index % setting.rules.n_seats)
    entry = state.seats[lowest(state.winners)].entry
    return (entry + state.index) % setting.rules.n_seats


@rule
def packed_hr(state: Any, setting: Any) -> Any:
    """The HR points of all seats in one number, HR_BITS each."""
    packed = 0
    for seat in range(setting.rules.n_seats):
        packed |= state.seats[seat].hr << (HR_BITS * seat)
    return packed


@rule
def play_game(state: Any, setting: Any, index: Any, events: Any) -> None:
    """One game; `state` still holds the game before it of the same block, if there was one."""
    n_seats = setting.rules.n_seats
    state.index, state.block = index, index // n_seats
    leader = random_leader(state, setting, 0)
    if setting.rules.first_leader == 1 and index % n_seats > 0:
        leader = leads_next(state, setting)
    set_up(state, setting, leader, events)
    state.first_leader = leader
    while state.over == 0:
        play_round(state, setting, events)
    record(state, events, END, state.round_number, state.reason, state.winners, packed_hr(state, setting), n_seats, 0)
