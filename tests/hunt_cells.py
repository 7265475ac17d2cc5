"""Cells of Monster Hunter TCG on the shipped data, as a scenario would have them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from sim.cards import DataFolder, read_options
from sim.game import Cell
from sim.games.monster_hunter_tcg.setting import read_setting

DATA = DataFolder(Path(__file__).absolute().parent.parent / "data", is_shipped=False)
STARTERS = ["swallow_dance", "mountain_patience", "iron_gate", "marsh_tricks"]


@cache
def defaults() -> dict[str, Any]:
    """The default of each option."""
    return {name: option.default for name, option in read_options(DATA, "monster_hunter_tcg").items()}


def cell_of(settings: dict[str, Any], **options: Any) -> Cell:
    """A cell with these settings and options."""
    parameters, matchup = read_setting(settings, defaults() | options, DATA, "test")
    return Cell("same", "same", parameters, matchup)
