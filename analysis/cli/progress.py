"""How far a run is: a bar on a terminal, a plain line now and then elsewhere, and how long it will take."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Self

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

import sim
from analysis.cli.grid import counted, duration, percent, whole
from analysis.cli.session import Session

if TYPE_CHECKING:
    from sim import Scenario

LONG_RUN = 10  # seconds from which on a run is announced with its length
SHARD_SECONDS = 0.25  # about what a shard takes, as games say
LINES = 10  # plain lines of a run at most: one for each tenth of the games
LINE_SECONDS = 5.0  # and no more often than this


def say_compiling(session: Session, group: str) -> None:
    """Warn of the silence ahead if the kernels of a game (or "shared" ones) have to be compiled first."""
    if not sim.is_compiled(group):
        session.note("Compiling the kernels: once after an install or an edit of them, about a minute.")


def note_rounding(session: Session, scenario: Scenario) -> None:
    """Say that more games are played than asked for, where the cells cannot share them evenly."""
    total = scenario.n_games
    if total != scenario.games:
        each = f"{whole(scenario.games_per_cell)} in each of {counted(len(scenario.cells), 'cell')}"
        session.note(f"{counted(total, 'game')} in place of {whole(scenario.games)}: whole games, {each}.")


class Watch:
    """Follows a run: to be called with (games done, games in all), for the first time before anything is played."""

    def __init__(self, session: Session, scenario: Scenario, threads: int) -> None:
        """Watch a scenario that is about to be played."""
        self._session, self._scenario, self._threads = session, scenario, threads
        self._bar: tuple[Progress, TaskID] | None = None
        self._last_line = (0, time.monotonic())
        self.begun: int | None = None  # games that an earlier start had played
        self.done, self.total = 0, 0

    def __enter__(self) -> Self:
        """Begin to watch."""
        return self

    def __exit__(self, *_: object) -> None:
        """Take the bar away."""
        if self._bar:
            self._bar[0].stop()

    def __call__(self, done: int, total: int) -> None:
        """Note that `done` of `total` games are played."""
        self.done, self.total = done, total
        if self.begun is None:
            self.begun = done
            self._announce()
        elif self._bar:
            doing = self._scenario.name if done < total else "writing tables"
            self._bar[0].update(self._bar[1], completed=done, description=doing)
        else:
            self._tell()

    def _announce(self) -> None:
        """Load or compile the kernels, so that they do not count as play, and say what lies ahead."""
        import numpy as np

        left = self.total - self.done
        if self.done:
            self._session.note(f"Going on from {whole(self.done)} of {whole(self.total)} games of an earlier start.")
        if not left:
            return
        say_compiling(self._session, self._scenario.spec.game)
        with np.errstate(over="ignore"):  # without JIT the wrapping words of the generator would warn
            self._scenario.spec.warm()
        self._last_line = (0, time.monotonic())
        seconds = self._estimate(left)
        if seconds > LONG_RUN:
            length = f"{counted(left, 'game')} on {counted(self._threads, 'thread')}"
            self._session.note(f"{length} will take about {duration(seconds)}.")
        if self._session.err.is_terminal and not self._session.quiet:
            self._open_bar()

    def _estimate(self, left: int) -> float:
        """Seconds that `left` games will take; timed on a few of them unless the run is surely short."""
        shards = sum(self._scenario.games_per_cell / self._scenario.spec.shard_games(cell) for cell in self._scenario.cells)
        share = left / self.total
        roughly = shards * SHARD_SECONDS / self._threads * share
        if roughly < LONG_RUN / 4:
            return roughly
        return sim.estimate_seconds(self._scenario, self._threads) * share

    def _open_bar(self) -> None:
        bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
            TimeRemainingColumn(),
            console=self._session.err,
            transient=True,
        )
        self._bar = bar, bar.add_task(self._scenario.name, total=self.total, completed=self.done)
        bar.start()

    def _tell(self) -> None:
        """A line for each tenth of the games, unless they pass quickly."""
        tenth, now = LINES * self.done // self.total, time.monotonic()
        last_tenth, last_time = self._last_line
        if tenth > last_tenth and now - last_time >= LINE_SECONDS and self.done < self.total:
            self._last_line = tenth, now
            self._session.note(f"{whole(self.done)} of {whole(self.total)} games ({percent(self.done / self.total, 2)})")
