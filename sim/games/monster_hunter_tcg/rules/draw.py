"""Phase 1: discard and draw (TCG-D1, TCG-D2)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.rules.choices import begin, offer
from sim.games.monster_hunter_tcg.rules.retreat import draw_card
from sim.games.monster_hunter_tcg.rules.zones import lowest, size, without_lowest
from sim.games.monster_hunter_tcg.state import HAND_LIMIT, NONE
from sim.jit import rule


@rule
def legal_discards(state: Any, seat: Any) -> None:
    """TCG-D1: any card of the hand; stopping needs a hand of 6 or fewer."""
    begin(state)
    left = state.seats[seat].hand
    while left != 0:
        offer(state, lowest(left), 0, 0, 0)
        left = without_lowest(left)
    if size(state.seats[seat].hand) <= HAND_LIMIT:
        offer(state, NONE, 0, 0, 0)


@rule
def draw_up(state: Any, setting: Any, seat: Any, events: Any) -> None:
    """TCG-D1: draw up to 6, one by one; a retreat ends it (TCG-D2)."""
    going = True
    while going and size(state.seats[seat].hand) < HAND_LIMIT:
        going = draw_card(state, setting, seat, events)
