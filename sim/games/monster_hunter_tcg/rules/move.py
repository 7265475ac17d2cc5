"""Phase 3: move (TCG-M1, TCG-M2)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.rules.choices import begin, offer
from sim.games.monster_hunter_tcg.rules.values import hunter_move
from sim.games.monster_hunter_tcg.rules.zones import lowest, record, without_lowest
from sim.games.monster_hunter_tcg.state import CAMP, Event
from sim.jit import rule

MOVED = int(Event.MOVED)


@rule
def neighbours(setting: Any, areas: Any) -> Any:
    """All areas one road away from some area of a set."""
    found = 0
    while areas != 0:
        found |= setting.map.near[lowest(areas)]
        areas = without_lowest(areas)
    return found


@rule
def reachable(state: Any, setting: Any, seat: Any) -> Any:
    """TCG-M1: the areas within `move` roads, the present one too; TCG-M2: hunters leave the camp and enter none."""
    me = state.seats[seat]
    steps = hunter_move(state, setting, seat)
    if me.area == CAMP:
        found = setting.map.camp[seat] if steps > 0 else 0
        steps -= 1
    else:
        found = 1 << me.area
    for _ in range(steps):
        found |= neighbours(setting, found)
    return found


@rule
def legal_moves(state: Any, setting: Any, seat: Any) -> None:
    """Each reachable area once; nobody blocks."""
    begin(state)
    left = reachable(state, setting, seat)
    while left != 0:
        offer(state, lowest(left), 0, 0, 0)
        left = without_lowest(left)


@rule
def move_hunter(state: Any, seat: Any, area: Any, events: Any) -> None:
    """Set a hunter into an area."""
    if state.seats[seat].area != area:
        state.seats[seat].area = area
        record(state, events, MOVED, seat, area, 0, 0, 0, 0)
