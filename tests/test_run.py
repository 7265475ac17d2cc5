"""A run becomes tables only if its parts hold every game once."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sim.game import Shard
from sim.results import write_part
from sim.run import _check_whole
from sim.schema import InputError


def parts(folder: Path, *shards: Shard) -> Path:
    """A folder with a part for each shard."""
    for shard in shards:
        write_part(folder, shard, {"t": {"x": np.arange(shard.first, shard.last)}})
    return folder


def scenario() -> Any:
    """Two cells of ten games."""
    return SimpleNamespace(cells=["a", "b"], games_per_cell=10)


def test_parts_that_hold_every_game_once_are_accepted(tmp_path: Path) -> None:
    """Cell 0 in two parts, cell 1 in one."""
    _check_whole(scenario(), parts(tmp_path, Shard(0, 4, 10), Shard(0, 0, 4), Shard(1, 0, 10)))


@pytest.mark.parametrize(
    "shards",
    [
        (Shard(0, 0, 6), Shard(0, 4, 10), Shard(1, 0, 10)),
        (Shard(0, 0, 4), Shard(0, 6, 10), Shard(1, 0, 10)),
        (Shard(0, 0, 10), Shard(1, 0, 8)),
        (Shard(0, 0, 10),),
        (Shard(0, 0, 10), Shard(1, 0, 12)),
        (Shard(0, 0, 10), Shard(1, 0, 10), Shard(2, 0, 10)),
    ],
)
def test_parts_that_overlap_or_lack_games_are_refused(tmp_path: Path, shards: tuple[Shard, ...]) -> None:
    """An overlap, a gap, a missing end, a missing cell, games too many, a cell too many."""
    with pytest.raises(InputError, match="parts"):
        _check_whole(scenario(), parts(tmp_path, *shards))
