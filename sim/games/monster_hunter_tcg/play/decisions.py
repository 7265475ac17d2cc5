"""Decisions asked within a card text."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.policy.choice import choose
from sim.games.monster_hunter_tcg.policy.draw import score_recoveries
from sim.games.monster_hunter_tcg.rules.choices import begin, offer
from sim.games.monster_hunter_tcg.rules.zones import lowest, record, with_slot, without_lowest, without_slot
from sim.games.monster_hunter_tcg.state import Decision, Event
from sim.jit import rule

RECOVER, RECOVERED = int(Decision.RECOVER), int(Event.RECOVERED)


@rule
def legal_recoveries(state: Any, setting: Any, seat: Any, kind: Any) -> None:
    """TCG-F14: the cards of a kind (below 0: of any) in the own discard pile."""
    begin(state)
    me = state.seats[seat]
    left = me.discards if kind < 0 else me.discards & setting.entries[me.entry].of_kind[kind]
    while left != 0:
        offer(state, lowest(left), 0, 0, 0)
        left = without_lowest(left)


@rule
def choose_recovery(state: Any, setting: Any, seat: Any, kind: Any, events: Any) -> None:
    """TCG-F14: take one of them into the hand."""
    legal_recoveries(state, setting, seat, kind)
    if state.n_choices == 0:
        return
    score_recoveries(state, setting, seat)
    slot = state.choices[choose(state, setting, seat, RECOVER, events)][0]
    me = state.seats[seat]
    me.discards = without_slot(me.discards, slot)
    me.hand, me.drawn = with_slot(me.hand, slot), with_slot(me.drawn, slot)
    record(state, events, RECOVERED, seat, slot, 0, 0, 0, 0)
