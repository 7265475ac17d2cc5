"""Damage by rarity: what a turn with a weapon brings, a line a kind of weapon."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.optimize import isotonic_regression

from analysis.charts import style

LABEL_GAP = 0.055  # least distance of two labels, as a share of the height
LABEL_DISTANCE = 0.6  # from the highest rarity to the names, in steps of rarity
DASHES = ("-", (0, (4.0, 1.5)))


def prepare(damage_by_rarity: pd.DataFrame) -> pd.DataFrame:
    """One row a kind and rarity; of several hunters with the same the first is taken. `label` is the kind in words."""
    frame = damage_by_rarity.drop_duplicates(["kind", "rarity"]).sort_values(["kind", "rarity"], ignore_index=True)
    return frame.assign(label=frame["kind"].str.replace("_", " "))


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """A line a kind, named at its end; lines behind the dots are their intervals."""
    low, high = _limits(frame)
    ends = frame.groupby("label")[["rarity", "value"]].last().sort_values("value")
    heights = dict(zip(ends.index, _spread(ends["value"].to_numpy(), (high - low) * LABEL_GAP), strict=True))
    last = frame["rarity"].max()
    for number, (label, part) in enumerate(frame.groupby("label")):
        colour, marker, dash = _look(number)
        ax.vlines(part["rarity"], part["low"], part["high"], colors=colour, linewidth=2)
        ax.plot(part["rarity"], part["value"], marker, linestyle=dash, color=colour, markersize=4)
        place = last + LABEL_DISTANCE, heights[label]
        ax.plot([part["rarity"].iloc[-1], place[0]], [part["value"].iloc[-1], place[1]], color=colour, linewidth=0.7)
        ax.plot(*place, marker, color=colour, markersize=4, clip_on=False)
        ax.annotate(style.wrapped(label), place, (5, 0), textcoords="offset points", va="center", fontsize=10)
    ax.set_xlim(frame["rarity"].min() - 0.4, last + LABEL_DISTANCE)
    ax.set_ylim(low, max(high, *(height + (high - low) * 0.04 for height in heights.values())))
    ax.set_xticks(sorted(frame["rarity"].unique()))
    ax.set_xlabel("rarity of the weapon")
    ax.set_ylabel("damage a turn")
    return style.finish(ax)


def _look(number: int) -> tuple[str, str, str | tuple[int, tuple[float, float]]]:
    """Colour, marker and dash of a line; when the colours come round again, marker and dash differ."""
    again, place = divmod(number, len(style.COLOURS))
    return style.COLOURS[place], style.MARKERS[(place + 3 * again) % len(style.MARKERS)], DASHES[again % len(DASHES)]


def _limits(frame: pd.DataFrame) -> tuple[float, float]:
    """The range of values with some air around it."""
    low, high = frame[["low", "value"]].min(axis=None), frame[["high", "value"]].max(axis=None)
    air = max(high - low, 1e-9) * 0.06
    return low - air, high + air


def _spread(values: np.ndarray, gap: float) -> np.ndarray:
    """Heights of labels close to `values` (ascending), at least `gap` apart: least squares under that condition."""
    steps = gap * np.arange(len(values))
    return isotonic_regression(values - steps).x + steps


def figure(frame: pd.DataFrame) -> Figure:
    """The chart alone."""
    with style.applied():
        result, (ax,) = style.new_figure(4.6)
        draw(frame, ax)
        style.title(result, "Damage by rarity of the weapon")
    return result


def describe(frame: pd.DataFrame) -> str:
    """The strongest and the weakest kind at the highest rarity they share, and what rarity does."""
    common = frame[frame["rarity"] == frame["rarity"].max()]
    best, worst = common.loc[common["value"].idxmax()], common.loc[common["value"].idxmin()]
    lowest = frame[frame["rarity"] == frame["rarity"].min()]["value"].mean()
    return (
        f"At rarity {best['rarity']} the {best['label']} deals most, "
        f"{style.interval(best['value'], best['low'], best['high'])} points a turn, and the {worst['label']} least, "
        f"{style.interval(worst['value'], worst['low'], worst['high'])}; the mean of all kinds goes from {lowest:.2f} at "
        f"rarity {frame['rarity'].min()} to {common['value'].mean():.2f}."
    )
