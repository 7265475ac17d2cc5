"""Shards: what is left to play, whatever was done before."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sim.batch import missing_shards, play_all
from sim.game import Shard


def scenario(games: int = 10, size: int = 4, cells: int = 1, block: int = 1) -> Any:
    """A scenario of which only what the batch needs is there; a game's result is its index."""
    spec = SimpleNamespace(
        shard_games=lambda _cell: size,
        block_games=lambda _cell: block,
        play_games=lambda _cell, number, seed, first, last: {"t": {"x": [(number, seed, i) for i in range(first, last)]}},
    )
    return SimpleNamespace(cells=["cell"] * cells, games_per_cell=games, spec=spec, seed=9)


def test_shards_are_whole_blocks() -> None:
    """12 games in blocks of 3, shards of about 4: each has 6; of about 2: each has 3."""
    assert list(missing_shards(scenario(games=12, block=3), [], None)) == [Shard(0, 0, 6), Shard(0, 6, 12)]
    assert [shard.last for shard in missing_shards(scenario(games=12, block=3), [], 2)] == [3, 6, 9, 12]


def test_a_new_run_is_cut_into_shards_of_the_games_size() -> None:
    """10 games in shards of 4: 0-4, 4-8, 8-10."""
    assert list(missing_shards(scenario(), [], None)) == [Shard(0, 0, 4), Shard(0, 4, 8), Shard(0, 8, 10)]


def test_a_resumed_run_plays_the_gaps_only_with_shards_of_another_size() -> None:
    """Done are 3-5 and 8-9; with size 2 the rest is 0-2, 2-3, 5-7, 7-8, 9-10."""
    left = list(missing_shards(scenario(), [Shard(0, 8, 9), Shard(0, 3, 5)], 2))
    assert left == [Shard(0, 0, 2), Shard(0, 2, 3), Shard(0, 5, 7), Shard(0, 7, 8), Shard(0, 9, 10)]


def test_a_finished_run_has_nothing_left() -> None:
    """All games of both cells are done."""
    assert list(missing_shards(scenario(cells=2), [Shard(0, 0, 10), Shard(1, 0, 10)], None)) == []


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_every_shard_is_kept_once(threads: int) -> None:
    """Three cells of ten games: all thirty games arrive, each once, on any number of threads."""
    kept: list[Any] = []
    whole = scenario(cells=3)
    play_all(whole, missing_shards(whole, [], None), threads, lambda _shard, tables: kept.extend(tables["t"]["x"]))
    assert sorted(kept) == [(cell, 9, i) for cell in range(3) for i in range(10)]


def test_an_interruption_keeps_what_is_being_played_and_goes_on() -> None:
    """Ctrl-C after the first shard: the shards in hand are kept, the others are not begun."""
    kept: list[Shard] = []

    def keep(shard: Shard, _tables: Any) -> None:
        kept.append(shard)
        if len(kept) == 1:
            raise KeyboardInterrupt

    whole = scenario(games=100, size=1)
    with pytest.raises(KeyboardInterrupt):
        play_all(whole, missing_shards(whole, [], None), 1, keep)
    assert 1 <= len(kept) <= 3
    assert len(set(kept)) == len(kept)


def test_a_fault_in_a_shard_is_not_swallowed() -> None:
    """An error of a kernel reaches the caller."""

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    whole = scenario()
    whole.spec.play_games = broken
    with pytest.raises(ZeroDivisionError):
        play_all(whole, missing_shards(whole, [], None), 2, lambda *_: None)
