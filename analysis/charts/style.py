"""What all charts share: style, colours, dots with intervals, labels that fit, files that come out the same every time."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter
from matplotlib.typing import ColorType
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text as Words

from analysis.charts import fonts

STYLE = Path(__file__).with_name("huntlab.mplstyle")
WIDTH = 5.0  # inches; the width of a phone at 1 pixel a point of type
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")  # Okabe and Ito
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
QUIET = "#767676"  # notes and reference marks
LABEL_WIDTH = 24  # columns of a line of a label; a Chinese character takes two
LABEL_LINES = 2
LEAST_PERCENT = 0.000001  # per cent; a smaller share is only said to be smaller
ELLIPSIS = "…"
MINUS = "\N{MINUS SIGN}"
MATPLOTLIB_WARNING = "Glyph .* missing from"


@contextmanager
def applied() -> Iterator[None]:
    """The style of huntlab, for what is drawn and saved inside."""
    fonts.register()
    with mpl.rc_context(fname=STYLE):
        yield


def new_figure(height: float, n_panels: int = 1) -> tuple[Figure, list[Axes]]:
    """A figure of phone width and `height` inches, its panels one below the other."""
    figure = Figure(figsize=(WIDTH, height))
    return figure, list(figure.subplots(n_panels, 1, squeeze=False).flat)


def panels_by_size(frame: pd.DataFrame, height: float) -> tuple[Figure, list[tuple[Axes, pd.DataFrame]]]:
    """A figure of `height` inches with a panel a table size (column `seats`): each panel with its rows of the frame."""
    parts = [part for _, part in frame.groupby("seats", sort=False)]
    figure, axes = new_figure(height, len(parts))
    return figure, list(zip(axes, parts, strict=True))


def new_figure_beside(height: float, widths: Sequence[float]) -> tuple[Figure, list[Axes]]:
    """A figure of phone width and `height` inches, its panels beside each other with the same rows."""
    figure = Figure(figsize=(WIDTH, height))
    return figure, list(figure.subplots(1, len(widths), sharey=True, width_ratios=widths))


def finish(ax: Axes) -> Axes:
    """Warn, once and clearly, of text that no font can draw; every `draw` ends with it."""
    _, in_legend = ax.get_legend_handles_labels()
    fonts.warn_of_missing([*(text.get_text() for text in ax.findobj(Text)), *in_legend])
    return ax


def wrapped(label: str) -> str:
    """A label in at most two lines that fit beside a chart; a longer one ends in an ellipsis."""
    whole = Words(" ".join(label.split())).wrap(Console(width=LABEL_WIDTH), LABEL_WIDTH)
    lines = [line.plain.rstrip() for line in whole[:LABEL_LINES]]
    if len(whole) > LABEL_LINES:
        lines[-1] = set_cell_size(lines[-1], min(LABEL_WIDTH - 1, cell_len(lines[-1]))) + ELLIPSIS
    return "\n".join(lines)


def dots(
    ax: Axes,
    frame: pd.DataFrame,
    places: Sequence[float],
    colour: ColorType = COLOURS[0],
    marker: str = "o",
    label: str = "",
) -> None:
    """Values as dots with their intervals as lines, one row at each place of the y axis."""
    heights = np.asarray(places, float)
    ax.hlines(heights, frame["low"], frame["high"], colors=colour, linewidth=2)
    ax.plot(frame["value"], heights, marker, color=colour, label=label or None, markeredgecolor="white", markeredgewidth=0.6)


def row_labels(ax: Axes, labels: Sequence[str]) -> None:
    """Name the rows of a chart, the first at the top, without lines between them."""
    ax.set_yticks(range(len(labels)), [wrapped(label) for label in labels])
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.grid(visible=False, axis="y")
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)


def row_notes(ax: Axes, frame: pd.DataFrame, notes: Sequence[str]) -> None:
    """A short text at the right edge of each row, outside the plot."""
    for place, note in zip(frame["row"], notes, strict=True):
        ax.annotate(note, (1.02, place), xycoords=("axes fraction", "data"), va="center", fontsize=10, annotation_clip=False)


def percent(share: float, digits: int = 1) -> str:
    """A share in per cent; small ones keep two figures that count: `54.2 %`, `0.0031 %`, at least `< 0.000001 %`."""
    value = 100 * share
    if 0 < value < LEAST_PERCENT:
        return f"< {LEAST_PERCENT:.6f} %"
    if 0 < value < 10.0 ** (1 - digits):
        digits = max(digits, 1 - math.floor(math.log10(value)))
    return f"{value:.{digits}f} %"


def number(value: float, *, is_share: bool = False, is_change: bool = False) -> str:
    """A measure in short, with a true minus sign: `2.31`, `54.2 %`; a change as `+0.24`, that of a share in points."""
    plus = "+" if is_change else ""
    text = f"{100 * value:{plus}.1f}" if is_share else f"{value:{plus}.2f}"
    return f"{text} %" if is_share and not is_change else text.replace("-", MINUS)


def interval(value: float, low: float, high: float, *, is_share: bool = False, is_change: bool = False) -> str:
    """A value with its interval in words: `2.31 [2.30, 2.32]`, `+1.3 [+1.1, +1.5] points`."""
    first, *ends = (number(one, is_share=is_share, is_change=is_change) for one in (value, low, high))
    text = f"{first} [{', '.join(ends)}]" if np.isfinite([low, high]).all() else f"{first} [interval unknown]"
    return f"{text} points" if is_share and is_change else text


def change_note(value: float, low: float, high: float, *, is_share: bool = False) -> str:
    """A change and half the width of its interval, to the digits that count: `+0.524 ±0.008`."""
    scale = 100.0 if is_share else 1.0
    half = scale * (high - low) / 2
    if not np.isfinite(half):
        return number(value, is_share=is_share, is_change=True)
    digits = int(np.clip(-np.floor(np.log10(half)), 1, 4)) if half > 0 else 2
    return f"{scale * value:+.{digits}f} ±{half:.{digits}f}".replace("-", MINUS)


def share_axis(axis: Axis, pattern: str = "g") -> None:
    """Show an axis of shares in per cent."""
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:{pattern}} %"))


def title(figure: Figure, text: str) -> None:
    """What the chart shows, at the left edge of the figure."""
    fonts.warn_of_missing([text])
    figure.suptitle(text, x=0.01, horizontalalignment="left", fontweight="bold")


def save_figure(figure: Figure, path_stem: Path) -> tuple[Path, Path]:
    """Write `path_stem`.svg and .png; equal figures give equal bytes: no date, no program name, fixed ids."""
    svg, png = (path_stem.with_name(f"{path_stem.name}.{kind}") for kind in ("svg", "png"))
    with applied(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", MATPLOTLIB_WARNING)  # `finish` has said it once for all
        figure.savefig(svg, metadata={"Date": None, "Creator": None})
        figure.savefig(png, metadata={"Software": None})
    return svg, png
