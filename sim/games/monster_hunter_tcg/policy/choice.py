"""One choice: the alternative with the best score, with noise of the policy's temperature."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.games.monster_hunter_tcg.rules.zones import record
from sim.games.monster_hunter_tcg.state import NONE, Decision, Event, Way
from sim.jit import rule
from sim.rng import below, next_word

DECISION, OPTION = int(Event.DECISION), int(Event.OPTION)
NOTHING, SOMETHING, ALTERNATIVES = int(Way.NONE), int(Way.OTHER), int(Way.ALTERNATIVES)
NOISE_BITS = 10
NOISE_UNIT = 1024
NOISE = np.round(-np.log(-np.log((np.arange(1 << NOISE_BITS) + 0.5) / (1 << NOISE_BITS))) * NOISE_UNIT).astype(np.int64)
"""Quantiles of the Gumbel distribution in 1/1024: whole numbers, so that every machine chooses alike."""
SHIFT = np.uint64(64 - NOISE_BITS)
LOWEST = -(1 << 62)


@rule
def noise(stream: Any, temperature: Any) -> Any:
    """One draw of the noise, in units of the score."""
    return temperature * NOISE[np.int64(next_word(stream) >> SHIFT)] // NOISE_UNIT


@rule
def best_choice(state: Any, seat: Any, temperature: Any) -> Any:
    """The number of the alternative with the highest score; of equal ones each equally likely.

    The first of them would favour seats: areas and monsters are listed by seat.
    """
    best, best_score, n_equal = 0, LOWEST, 1
    for i in range(state.n_choices):
        score = state.scores[i]
        if temperature > 0:
            score += noise(state.policy_streams[seat], temperature)
        if score > best_score:
            best, best_score, n_equal = i, score, 1
        elif score == best_score:
            n_equal += 1
            if below(state.policy_streams[seat], n_equal) == 0:
                best = i
    return best


@rule
def does_nothing(state: Any, seat: Any, decision: Any, choice: Any) -> Any:
    """Whether an alternative is to stop, place none, stay, decline or pass."""
    if decision == Decision.MOVE:
        return choice[0] == state.seats[seat].area
    return choice[0] == NONE


@rule
def count_choice(state: Any, seat: Any, decision: Any, choice: Any) -> None:
    """Count how decisions are taken, for the decisions table."""
    taken = state.taken[state.seats[seat].entry, decision]
    taken[NOTHING if does_nothing(state, seat, decision, choice) else SOMETHING] += 1
    taken[ALTERNATIVES] += state.n_choices


@rule
def choose(state: Any, setting: Any, seat: Any, decision: Any, events: Any) -> Any:
    """The number of the alternative that a seat takes; one alternative is taken in silence."""
    if state.n_choices == 1:
        return 0
    best = best_choice(state, seat, setting.entries[state.seats[seat].entry].temperature)
    count_choice(state, seat, decision, state.choices[best])
    record(state, events, DECISION, seat, decision, state.n_choices, best, 0, 0)
    for i in range(state.n_choices if state.is_told == 1 else 0):
        choice = state.choices[i]
        record(state, events, OPTION, choice[0], choice[1], choice[2], choice[3], 0, 0)
    return best
