"""Tables and numbers as people read them: drawn in a terminal, plain aligned lines where the output is piped."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

NUMERIC = re.compile(r"[-+±≈<.,%:/\s\d–]*")
NOTHING = "–"
GAP = "  "


@dataclass(frozen=True)
class Grid:
    """A table of text: a title, the names of the columns and the rows."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def draw(console: Console, grid: Grid) -> None:
    """Show a table."""
    if console.is_terminal:
        console.print(_drawn(grid))
    else:
        console.file.write("".join(f"{line}\n" for line in plain_lines(grid)))


def _drawn(grid: Grid) -> Table:
    table = Table(title=Text(grid.title, style="bold"), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(grid.columns):
        table.add_column(Text(name), justify="right" if _is_numeric(grid, place) else "left", overflow="fold")
    for row in grid.rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def _is_numeric(grid: Grid, place: int) -> bool:
    """Whether a column holds numbers, which stand to the right."""
    return bool(grid.rows) and all(NUMERIC.fullmatch(row[place]) for row in grid.rows)


def plain_lines(grid: Grid) -> Iterable[str]:
    """The lines of a table without lines and colours: a title, the header, a line a row, and an empty line."""
    if grid.title:
        yield grid.title
    table = [[_one_line(cell) for cell in row] for row in [grid.columns, *grid.rows]]
    widths = [max(cell_len(row[place]) for row in table) for place in range(len(grid.columns))]
    right = [_is_numeric(grid, place) for place in range(len(grid.columns))]
    for row in table:
        yield GAP.join(map(_padded, row, widths, right)).rstrip()
    yield ""


def _padded(text: str, width: int, is_right: bool) -> str:  # noqa: FBT001 - one of three columns mapped together
    space = " " * (width - cell_len(text))
    return space + text if is_right else text + space


def _one_line(text: str) -> str:
    return " ".join(text.split())


# Numbers


def whole(number: float) -> str:
    """A whole number with separators of thousands."""
    return f"{number:,.0f}"


def decimal(value: float, digits: int = 3) -> str:
    """A number with so many significant digits, but no fewer before the point; nothing for NaN."""
    if not math.isfinite(value):
        return NOTHING
    return f"{value:,.{max(0, digits - 1 - _magnitude(value))}f}"


def percent(share: float, digits: int = 3) -> str:
    """A share as a percentage with so many significant digits."""
    return f"{decimal(100 * share, digits)} %" if math.isfinite(share) else NOTHING


def with_error(value: float, low: float, high: float, scale: float = 1.0) -> str:
    """A value and half the width of its interval, with as many decimals as the width is worth; `scale` 100: percent."""
    if not math.isfinite(value):
        return NOTHING
    half = scale * (high - low) / 2
    unit = " %" if scale == 100 else ""
    if not math.isfinite(half):
        return f"{decimal(scale * value)}{unit}"
    decimals = min(6, max(0, 1 - _magnitude(half))) if half > 0 else 2
    return f"{scale * value:,.{decimals}f} ± {half:,.{decimals}f}{unit}"


def _magnitude(value: float) -> int:
    """The power of ten of the first digit; 0 for 0."""
    return math.floor(math.log10(abs(value))) if value else 0


def duration(seconds: float) -> str:
    """About how long: `40 s`, `3 min`, `1 h 20 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
