"""Run every benchmark and print its figures: `python -m tests.benchmarks [poker] [judgement] [start]`."""

from __future__ import annotations

import platform
import sys
from importlib import import_module

import llvmlite.binding as llvm
from rich.console import Console
from rich.table import Table

SUBJECTS = ("poker", "judgement", "start")


def main(wanted: list[str]) -> int:
    """Print one table a subject; 2 for an unknown one."""
    console = Console(width=max(110, Console().width))
    unknown = [name for name in wanted if name not in SUBJECTS]
    if unknown:
        console.print(f"no benchmark {', '.join(unknown)} (there are {', '.join(SUBJECTS)})")
        return 2
    console.print(f"{llvm.get_host_cpu_name()}, Python {platform.python_version()}; medians; ratios within this run")
    for subject in wanted or SUBJECTS:
        table = Table(title=subject, title_justify="left", box=None)
        for name in ("figure", "value", "unit", "ratio", "note"):
            table.add_column(name, justify="right" if name in {"value", "ratio"} else "left")
        for row in import_module(f"tests.benchmarks.{subject}").measure():
            ratio = f"{row['ratio']:.2f} x {row['ratio_to']}" if row.get("ratio_to") else ""
            table.add_row(row["name"], f"{row['value']:,.4g}", row["unit"], ratio, row.get("note", ""))
        console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
