"""Many games of one cell, block by block, and what is counted of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.games.monster_hunter_tcg.play.game import play_game
from sim.games.monster_hunter_tcg.rules.zones import holds, lowest, size, without_lowest
from sim.games.monster_hunter_tcg.state import (
    MAX_LEAD,
    MAX_NOTED,
    MEASURES,
    N_COUNTS,
    N_LEADS,
    NONE,
    SEAT_VALUES,
    SHARES,
    SUMS,
    GameCount,
    State,
)
from sim.jit import kernel, rule

FIRST_LEADER, WINNERS, END_REASON = int(GameCount.FIRST_LEADER), int(GameCount.WINNERS), int(GameCount.END_REASON)
ROUNDS, LEAD_CHANGES = int(GameCount.ROUNDS), int(GameCount.LEAD_CHANGES)
DECISIVE_ROUND = int(GameCount.DECISIVE_ROUND)
N_MEASURES, N_SUMS = len(MEASURES), len(SUMS)
FIRST_COUNT = len(SEAT_VALUES)
DRAWN, PLAYED = MEASURES.index("drawn"), MEASURES.index("played")


# One game


@rule
def share_of(state: Any, seat: Any) -> Any:
    """A seat's share of the win, in parts of SHARES."""
    return SHARES // size(state.winners) if holds(state.winners, seat) else 0


@rule
def rank_of(state: Any, setting: Any, seat: Any) -> Any:
    """1 for the most HR points; equal ones share a rank."""
    rank = 1
    for other in range(setting.rules.n_seats):
        if state.seats[other].hr > state.seats[seat].hr:
            rank += 1
    return rank


@rule
def decisive_round(state: Any, winners: Any) -> Any:
    """The first round from whose end on the only winner alone had the most HR points; the last round if there is none."""
    if size(winners) == 1 and state.ahead != NONE and lowest(winners) == state.ahead:
        return state.ahead_since
    return state.round_number


@rule
def note_game(state: Any, setting: Any, row: Any) -> None:
    """The row of a game."""
    winners = 0
    for seat in range(setting.rules.n_seats):
        if holds(state.winners, seat):
            winners |= 1 << state.seats[seat].entry
    row[FIRST_LEADER], row[WINNERS], row[END_REASON] = state.first_leader, winners, state.reason
    row[ROUNDS] = state.round_number
    row[LEAD_CHANGES], row[DECISIVE_ROUND] = state.lead_changes, decisive_round(state, winners)


@rule
def note_seat(state: Any, setting: Any, seat: Any, row: Any) -> None:
    """The row of a seat: SEAT_VALUES, then its counts."""
    me = state.seats[seat]
    row[0], row[1], row[2], row[3] = seat, share_of(state, seat), me.hr, rank_of(state, setting, seat)
    row[4], row[5], row[6], row[7] = me.retreats, me.left, me.deck.left, size(me.hand)
    row[8] = size(me.material)
    for i in range(N_COUNTS):
        row[FIRST_COUNT + i] = me.counts[i]


@rule
def add_copies(copies: Any, cards: Any, numbers: Any, measure: Any, share: Any) -> None:
    """Count the cards of a set by card number: copies, and copies x share of the win."""
    while cards != 0:
        number = numbers[lowest(cards)]
        copies[number, measure, 0] += 1
        copies[number, measure, 1] += share
        cards = without_lowest(cards)


@rule
def note_cards(state: Any, setting: Any, seat: Any, copies: Any) -> None:
    """Count a seat's cards of the opening hand, drawn and played; `copies`: (C, measures, 2) of this entry and block."""
    me, share = state.seats[seat], share_of(state, seat)
    numbers = setting.entries[me.entry].card
    add_copies(copies, me.opening, numbers, 0, share)
    add_copies(copies, me.drawn, numbers, DRAWN, share)
    add_copies(copies, me.played, numbers, PLAYED, share)


@rule
def note_rounds(state: Any, setting: Any, bins: Any) -> None:
    """Add each entry's leads at the ends of rounds to the block's bins (rounds x leads, 2): seats, shares of wins."""
    for seat in range(setting.rules.n_seats):
        entry, share = state.seats[seat].entry, share_of(state, seat)
        for i in range(min(state.round_number, MAX_NOTED)):
            place = i * N_LEADS + state.leads[i, entry] + MAX_LEAD
            bins[place, 0] += 1
            bins[place, 1] += share


# One block


@rule
def fold(sums: Any, n: Any, y: Any) -> None:
    """Add a block's numbers to sums n, y, nn, ny, yy."""
    sums[0] += n
    sums[1] += y
    sums[2] += n * n
    sums[3] += n * y
    sums[4] += y * y


@rule
def fold_card(sums: Any, copies: Any, shares: Any) -> None:
    """Add a block's copies of one card to its sums; `shares`: all shares of the entry in the block."""
    for measure in range(N_MEASURES):
        n, y, own = copies[measure, 0], copies[measure, 1], sums[measure * N_SUMS : (measure + 1) * N_SUMS]
        fold(own, n, y)
        own[5] += n * shares
        own[6] += y * shares
        copies[measure, 0], copies[measure, 1] = 0, 0


@rule
def fold_pairs(sums: Any, copies: Any) -> None:
    """Add the products of a block's drawn and played copies."""
    first = N_MEASURES * N_SUMS
    for i in range(2):
        for k in range(2):
            sums[first + 2 * i + k] += copies[DRAWN, i] * copies[PLAYED, k]


@rule
def fold_block(copies: Any, bins: Any, shares: Any, tally: Any, last_round: Any) -> None:
    """Add the sums of a block to the tally, and clear them."""
    for entry in range(tally.cards.shape[0]):
        for number in range(tally.cards.shape[1]):
            if copies[entry, number, DRAWN, 0] + copies[entry, number, PLAYED, 0] != 0:
                fold_pairs(tally.cards[entry, number], copies[entry, number])
                fold_card(tally.cards[entry, number], copies[entry, number], shares[entry])
        shares[entry] = 0
    for i in range(last_round):
        for lead in range(N_LEADS):
            place = i * N_LEADS + lead
            if bins[place, 0] != 0:
                fold(tally.rounds[i, lead], bins[place, 0], bins[place, 1])
                bins[place, 0], bins[place, 1] = 0, 0


# Many games


@rule
def note_all(state: Any, setting: Any, game: Any, tally: Any, copies: Any, bins: Any, shares: Any) -> None:
    """Count one game."""
    note_game(state, setting, tally.games[game])
    for seat in range(setting.rules.n_seats):
        entry = state.seats[seat].entry
        note_seat(state, setting, seat, tally.seats[game, entry])
        note_cards(state, setting, seat, copies[entry])
        shares[entry] += share_of(state, seat)
    note_rounds(state, setting, bins)


@kernel
def play_range(setting: Any, key: Any, first: Any, last: Any, tally: Any, events: Any) -> Any:
    """Play the games first..last-1 of a cell, whole blocks, into `tally`; `key` is (seed, cell key).

    `events` has no rows in a batch. With rows it takes the events of the last game, as many as find room; returned is how
    many there are.
    """
    states = np.zeros(1, State)  # a record does not keep its array alive: take it from here in every game
    n_seats = setting.rules.n_seats
    copies = np.zeros((n_seats, tally.cards.shape[1], N_MEASURES, 2), np.int64)
    bins, shares = np.zeros((MAX_NOTED * N_LEADS, 2), np.int64), np.zeros(n_seats, np.int64)
    states[0].key[0], states[0].key[1] = key[0], key[1]
    last_round = 0
    for index in range(first, last):
        states[0].is_told = 1 if index == last - 1 and events.shape[0] > 0 else 0
        play_game(states[0], setting, index, events)
        note_all(states[0], setting, index - first, tally, copies, bins, shares)
        last_round = max(last_round, min(states[0].round_number, MAX_NOTED))
        if index % n_seats == n_seats - 1:
            fold_block(copies, bins, shares, tally, last_round)
            last_round = 0
    tally.decisions[:] = states[0].taken[:n_seats]
    return states[0].n_events
