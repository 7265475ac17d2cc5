"""The benchmarks' figures beside their targets, and the one promise that needs no clock: memory does not grow with games."""

from __future__ import annotations

import sys

import pytest
from rich.console import Console

from tests.benchmarks.__main__ import main, summary, table_of
from tests.benchmarks.figures import Figure
from tests.benchmarks.memory import peak_memory

FIGURES = [
    Figure("fast enough", 250.0, "M hands/s", at_least=250),
    Figure("too slow", 3.01, "s", "a note", at_most=3, ratio=0.5, ratio_to="before"),
    Figure("without target", 123_456.7, "games/s"),
]
QUICK = {"packs": 1, "base_hand": 3, "extra_cards": 0, "options": {"monster_hand_cards": 3, "jokers": 0}}
"""Decks of four turns."""


def test_a_figure_meets_its_target_or_not() -> None:
    """A bound is met by the value itself."""
    assert [figure.verdict for figure in FIGURES] == ["met", "not met", ""]
    assert summary(FIGURES) == "1 of 2 targets met; not met: too slow"
    assert summary(FIGURES[:1]) == "1 of 1 targets met"


def test_figures_are_printed_one_a_line_with_target_and_ratio() -> None:
    console = Console(width=130)
    with console.capture() as captured:
        console.print(table_of("speed", FIGURES))
    lines = [line.split() for line in captured.get().splitlines()]
    assert lines[2] == ["fast", "enough", "250", "M", "hands/s", "at", "least", "250", "met"]
    assert lines[3] == ["too", "slow", "3.01", "s", "at", "most", "3", "not", "met", "0.5", "x", "before", "a", "note"]
    assert lines[4] == ["without", "target", "123,457", "games/s"]


def test_an_unknown_benchmark_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["speed"]) == 2
    assert capsys.readouterr().out == "no benchmark speed (there are poker, judgement, hunt, start, memory)\n"


@pytest.mark.skipif(sys.platform == "win32", reason="asks the system for the most memory a process had")
def test_memory_does_not_grow_with_the_games_of_a_run() -> None:
    """1.2 and 6 million hands: the tables of the additional 1.2 million decks alone would take 190 MB."""
    assert peak_memory(1_500_000, **QUICK) - peak_memory(300_000, **QUICK) < 100
