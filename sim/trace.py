"""One game of a run again, from its id: the batch's own kernel, with its event buffer switched on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sim.game import Event
from sim.run import reopen
from sim.schema import GAMES_PER_CELL, InputError


def replay(folder: Path, game_id: int) -> Iterator[Event]:
    """The events of game `game_id` of the run in `folder`; InputError if the run has no such game."""
    scenario = reopen(folder)
    cell, index = divmod(game_id, GAMES_PER_CELL)
    if not 0 <= cell < len(scenario.cells) or index >= scenario.games_per_cell:
        last = (len(scenario.cells) - 1) * GAMES_PER_CELL + scenario.games_per_cell - 1
        raise InputError(
            f"{folder}: no game {game_id}; its {len(scenario.cells)} cells have {scenario.games_per_cell} games each "
            f"(ids are cell x {GAMES_PER_CELL} + index; the last is {last})"
        )
    return iter(scenario.spec.replay(scenario.cells[cell], cell, scenario.seed, index))
