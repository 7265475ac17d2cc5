"""Hand classes by number of cards: simulated shares with intervals on exact ones, and how far they are apart."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from analysis.charts import style
from analysis.judgement import CLASS_NAMES

ROW_SPREAD = 0.7  # share of a row that the dots of several numbers of cards take
FAR = 5.0  # standard errors beyond which a deviation is drawn at the edge
USUAL = 3.29  # standard errors that hold 99.9 % of deviations


def prepare(against_exact: pd.DataFrame, packs: int | None = None, jokers: int | None = None) -> pd.DataFrame:
    """The rows of one deck (the first, unless named) with `row` (class, strongest first) and `offset` within the row."""
    frame = against_exact
    deck = (packs, jokers) if packs is not None else tuple(frame.iloc[0][["packs", "jokers"]]) if len(frame) else (2, 4)
    frame = frame[(frame["packs"] == deck[0]) & (frame["jokers"] == deck[1])].reset_index(drop=True)
    cards = sorted(frame["cards"].unique())
    places = dict(zip(cards, _offsets(len(cards)), strict=True))
    return frame.assign(row=len(CLASS_NAMES) - 1 - frame["class_id"], offset=frame["cards"].map(places))


def _offsets(n: int) -> np.ndarray:
    """Places of n dots within a row, the first at the top."""
    return np.linspace(-ROW_SPREAD / 2, ROW_SPREAD / 2, n) if n > 1 else np.zeros(n)


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """Shares on a log scale, a row a class and a colour a number of cards; black bars mark the exact shares."""
    style.row_labels(ax, CLASS_NAMES[::-1])
    shown = frame[frame["exact"] > 0]
    ax.set_xscale("log")
    ax.set_xlim(shown["exact"].min() / 3 if len(shown) else 1e-6, 1.6)
    ax.plot(shown["exact"], shown["row"] + shown["offset"], "|", color="black", markersize=9, label="exact", zorder=1)
    for cards, colour in _colours(frame).items():
        part = shown[(shown["cards"] == cards) & (shown["value"] > 0)]
        style.dots(ax, part, part["row"] + part["offset"], colour, label=f"{cards} cards")
    ax.xaxis.set_major_locator(FixedLocator([10.0**-power for power in range(8, -1, -2)]))
    ax.xaxis.set_minor_locator(NullLocator())
    style.share_axis(ax.xaxis)
    ax.set_xlabel("share of hands")
    return style.finish(ax)


def draw_deviation(frame: pd.DataFrame, ax: Axes) -> Axes:
    """Simulated less exact in standard errors; the grey band holds 99.9 % of them if the simulation is right."""
    style.row_labels(ax, CLASS_NAMES[::-1])
    ax.axvspan(-USUAL, USUAL, color="#ececec", zorder=0)
    ax.axvline(0, color=style.QUIET, linewidth=0.8, zorder=1)
    for cards, colour in _colours(frame).items():
        part = frame[frame["cards"] == cards]
        ax.plot(part["deviation"].clip(-FAR, FAR), part["row"] + part["offset"], "o", color=colour, markersize=4)
    ax.set_xlim(-FAR - 0.5, FAR + 0.5)
    ax.set_xticks([-3, 0, 3])
    ax.set_xlabel("standard errors")
    return style.finish(ax)


def _colours(frame: pd.DataFrame) -> dict[int, str]:
    """A colour a number of cards, from dark to light, told apart in any kind of sight."""
    cards = sorted(frame["cards"].unique())
    shades = colormaps["viridis"](np.linspace(0.0, 0.85, len(cards)))
    return {one: to_hex(shade) for one, shade in zip(cards, shades, strict=True)}


def figure(frame: pd.DataFrame) -> Figure:
    """Shares beside deviations, rows shared."""
    with style.applied():
        result, (left, right) = style.new_figure_beside(6.4, (2.4, 1))
        draw(frame, left)
        draw_deviation(frame, right)
        style.title(result, "Hand classes by number of cards")
        left.set_title("share, simulated and exact", fontweight="normal", fontsize=10)
        right.set_title("off by", fontweight="normal", fontsize=10)
        handles, labels = left.get_legend_handles_labels()
        result.legend(handles, labels, loc="outside lower center", ncols=3)
    return result


def describe(frame: pd.DataFrame) -> str:
    """One sentence for those who do not see the chart."""
    if frame.empty:
        return "No hands whose exact counts are known."
    few, many = frame["cards"].min(), frame["cards"].max()
    cards = f"{few} to {many}" if few < many else f"{few}"
    none = frame[frame["class_id"] == 0].sort_values("cards")["value"]
    return (
        f"Share of each hand class with {cards} cards from {frame['packs'].iloc[0]} packs and {frame['jokers'].iloc[0]} "
        f"jokers, simulated against exact: without a pair stay {style.percent(none.iloc[0])} of hands of {few} cards and "
        f"{style.percent(none.iloc[-1])} of {many}; {int(frame['inside'].sum())} of {len(frame)} intervals hold the exact "
        f"share, the largest deviation is {frame['deviation'].abs().max():.1f} standard errors."
    )
