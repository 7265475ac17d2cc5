"""Run every benchmark and print its figures: `python -m tests.benchmarks [poker] [judgement] [hunt] [start] [memory]`."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable
from importlib import import_module

import llvmlite.binding as llvm
from rich.console import Console
from rich.table import Table

from tests.benchmarks.figures import COLUMNS, NUMBERS, Figure

SUBJECTS = ("poker", "judgement", "hunt", "start", "memory")
WIDTH = 130


def main(wanted: list[str]) -> int:
    """Print one table a subject; 2 for an unknown one."""
    console = Console(width=max(WIDTH, Console().width), highlight=False)
    unknown = [name for name in wanted if name not in SUBJECTS]
    if unknown:
        console.print(f"no benchmark {', '.join(unknown)} (there are {', '.join(SUBJECTS)})")
        return 2
    console.print(f"{llvm.get_host_cpu_name()}, Python {platform.python_version()}; medians; ratios within this run\n")
    figures: list[Figure] = []
    for subject in wanted or SUBJECTS:
        found = import_module(f"tests.benchmarks.{subject}").measure()
        console.print(table_of(subject, found), "")
        figures += found
    if any(figure.target for figure in figures):
        console.print(summary(figures))
    return 0


def table_of(subject: str, figures: Iterable[Figure]) -> Table:
    """The figures of a subject, one a row."""
    table = Table(title=subject, title_justify="left", box=None)
    for name in COLUMNS:
        table.add_column(name, justify="right" if name in NUMBERS else "left", no_wrap=True)
    for figure in figures:
        table.add_row(*figure.cells())
    return table


def summary(figures: Iterable[Figure]) -> str:
    """How many targets are met, and which are not."""
    aimed = [figure for figure in figures if figure.target]
    missed = [figure.name for figure in aimed if figure.verdict != "met"]
    return f"{len(aimed) - len(missed)} of {len(aimed)} targets met" + (f"; not met: {', '.join(missed)}" if missed else "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
