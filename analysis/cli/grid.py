"""Tables and numbers as people read them: drawn in a terminal, plain aligned lines where the output is piped."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

NUMERIC = re.compile(r"[-+±<>.,%()\s\d]*")
NOTHING = "-"
GAP = "  "
LOPSIDED = 0.2  # share by which the two sides of an interval may differ and still be one ±
MOST_DECIMALS = 6
MOST_DECIMALS_OF_SHARES = 12  # the ends of an interval may be very small shares, yet not 0
COLUMN_GAP = 3  # what a column of a drawn table takes beside its text


@dataclass(frozen=True)
class Grid:
    """A table of text: a title, the names of the columns and the rows."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def draw(console: Console, grid: Grid) -> None:
    """Show a table; one that is too wide for the terminal in parts, each with the first column."""
    if not console.is_terminal:
        console.file.write("".join(f"{line}\n" for line in plain_lines(grid)))
        return
    title = grid.title
    for places in _parts(grid, console.width):
        rows = [[row[place] for place in places] for row in grid.rows]
        console.print(_drawn(Grid(title, [grid.columns[place] for place in places], rows), console.width))
        title = ""


def _parts(grid: Grid, width: int) -> list[list[int]]:
    """The places of the columns that fit beside each other, words unbroken."""
    widths = [_least_width(grid, place) + COLUMN_GAP for place in range(len(grid.columns))]
    parts = [[0]]
    used = widths[0]
    for place in range(1, len(widths)):
        if used + widths[place] > width and len(parts[-1]) > 1:
            parts.append([0])
            used = widths[0]
        parts[-1].append(place)
        used += widths[place]
    return parts


def _least_width(grid: Grid, place: int) -> int:
    """The width at which no word of a column is broken; numbers and the first column stay on one line."""
    cells = _cells(grid, place)
    if place and not _is_numeric(grid, place):
        cells = [word for cell in cells for word in cell.split()]
    return max(map(cell_len, cells), default=0)


def _cells(grid: Grid, place: int) -> list[str]:
    return [grid.columns[place], *(row[place] for row in grid.rows)]


def _widths(grid: Grid, width: int) -> list[int]:
    """The width of each column: all that it needs, from the left, as long as every column gets its least."""
    places = range(len(grid.columns))
    least = [_least_width(grid, place) for place in places]
    spare = width - sum(least) - COLUMN_GAP * len(least)
    widths = []
    for place in places:
        wish = max(map(cell_len, _cells(grid, place))) - least[place]
        more = max(0, min(wish, spare))
        spare -= more
        widths.append(least[place] + more)
    return widths


def _drawn(grid: Grid, width: int) -> Table:
    title = Text(grid.title, style="bold") if grid.title else None
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column_width in enumerate(_widths(grid, width)):
        justify: Literal["left", "right"] = "right" if _is_numeric(grid, place) else "left"
        table.add_column(Text(grid.columns[place]), justify=justify, width=column_width, overflow="fold")
    for row in grid.rows:
        table.add_row(*map(Text, row))
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


def _padded(text: str, width: int, is_right: bool) -> str:
    space = " " * (width - cell_len(text))
    return space + text if is_right else text + space


def _one_line(text: str) -> str:
    return " ".join(text.split())


def draw_paragraph(console: Console, margin: str, width: int, text: str) -> None:
    """Show a word in the margin (a rule, say) and a text beside it, broken between words; COLUMNS or 80 wide if piped."""
    for one in text.split("\n"):
        for line in Text(one).wrap(console, console.width - width):
            line.rstrip()
            if console.is_terminal:
                console.print(Text.assemble((f"{margin:<{width}}", "dim"), line), soft_wrap=True)
            else:
                console.file.write(f"{margin:<{width}}{line.plain}\n")
            margin = ""


def draw_heading(console: Console, text: str) -> None:
    """Show a title above paragraphs."""
    for line in Text(text, style="bold").wrap(console, console.width):
        line.rstrip()
        console.print(line, soft_wrap=True)


# Numbers


def whole(number: float) -> str:
    """A whole number with separators of thousands."""
    return f"{number:,.0f}"


def counted(number: int, thing: str) -> str:
    """A number of things: `1 game`, `2,000 games`."""
    return f"{whole(number)} {thing}{'' if number == 1 else 's'}"


def decimal(value: float, digits: int = 3) -> str:
    """A number with so many significant digits, but no fewer before the point; nothing for NaN."""
    if not math.isfinite(value):
        return NOTHING
    return f"{value:,.{max(0, digits - 1 - _magnitude(value))}f}"


def percent(share: float, digits: int = 3) -> str:
    """A share as a percentage with so many significant digits."""
    return f"{decimal(100 * share, digits)} %" if math.isfinite(share) else NOTHING


def with_error(value: float, low: float, high: float, scale: float = 1.0) -> str:
    """A value and half the width of its interval, with as many decimals as the width is worth; `scale` 100: percent.

    Of a lopsided interval its two ends: `0.07 (0.01..0.41) %`; of a share that is 0 or all, the other end: `< 0.3 %`.
    Without an interval, or with one of no width (all games agree, which does not make it sure), the value alone.
    """
    if not math.isfinite(value):
        return NOTHING
    if scale == 100 and value in (0, 1):
        return f"> {_nearly_all(low)}" if value else f"< {percent(high, 2)}"
    value, low, high = scale * value, scale * low, scale * high
    unit = " %" if scale == 100 else ""
    half = (high - low) / 2
    if not (math.isfinite(half) and half > 0):
        return f"{decimal(value)}{unit}"
    decimals, most = 1 - _magnitude(half), MOST_DECIMALS_OF_SHARES if scale == 100 else MOST_DECIMALS
    below, above = value - low, high - value
    if abs(above - below) <= LOPSIDED * max(above, below):
        decimals = _shown(decimals, most)
        return f"{_rounded(value, decimals)} ± {_rounded(half, decimals)}{unit}"
    if scale == 100:
        decimals = max(decimals, -_magnitude(low), -_magnitude(100 - high))  # no end may look like 0 or all
    decimals = _shown(decimals, most)
    return f"{_rounded(value, decimals)} ({_rounded(low, decimals)}..{_rounded(high, decimals)}){unit}"


def _rounded(value: float, decimals: int) -> str:
    return f"{value:,.{decimals}f}"


def _shown(decimals: int, most: int) -> int:
    return min(most, max(0, decimals))


def _nearly_all(share: float) -> str:
    """A share in percent, rounded down and with enough decimals to stay below 100 %."""
    decimals = _shown(-_magnitude(100 - 100 * share), MOST_DECIMALS)
    unit = 10**decimals
    return f"{_rounded(math.floor(round(100 * share * unit, 3)) / unit, decimals)} %"


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
