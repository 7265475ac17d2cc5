"""Damage by rarity: what a turn with a weapon brings, a small panel a kind, with all other kinds in grey for comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from sim.schema import InputError

COLUMNS = 3  # panels beside each other
PANEL_HEIGHT = 1.35  # inches
OTHERS = "#d4d4d4"
CAP = 0.2  # half the width of the ends of an interval, in rarities


def prepare(damage_by_rarity: pd.DataFrame) -> pd.DataFrame:
    """One row a kind and rarity, with the kind in words as `label`; InputError if several hunters have the same."""
    doubled = damage_by_rarity[damage_by_rarity.duplicated(["kind", "rarity"])]
    if len(doubled):
        kind, rarity = doubled.iloc[0][["kind", "rarity"]]
        raise InputError(f"several hunters have a {kind} of rarity {rarity}: choose cells by name")
    frame = damage_by_rarity.sort_values(["kind", "rarity"], ignore_index=True)
    return frame.assign(label=frame["kind"].str.replace("_", " "))


def draw(frame: pd.DataFrame, ax: Axes, label: str) -> Axes:
    """The line of the kind `label` with its intervals, above the grey lines of the others."""
    for other, part in frame.groupby("label"):
        if other != label:
            ax.plot(part["rarity"], part["value"], color=OTHERS, linewidth=1, zorder=1)
    own = frame[frame["label"] == label]
    ax.plot(own["rarity"], own["value"], "o-", color=style.COLOURS[0], linewidth=1, markersize=2)
    interval_bars(ax, own)
    ax.set_title(style.wrapped(label), fontsize=10, fontweight="normal", pad=3)
    ax.set_xticks(sorted({frame["rarity"].min(), frame["rarity"].max()}))
    return style.finish(ax)


def interval_bars(ax: Axes, frame: pd.DataFrame) -> None:
    """The intervals at each rarity, with ends, above dots that may be larger than they are."""
    left, right = frame["rarity"] - CAP, frame["rarity"] + CAP
    for end in ("low", "high"):
        ax.hlines(frame[end], left, right, colors=style.COLOURS[6], linewidth=0.8, zorder=3)
    ax.vlines(frame["rarity"], frame["low"], frame["high"], colors=style.COLOURS[6], linewidth=0.8, zorder=3)


def figure(frame: pd.DataFrame) -> Figure:
    """A grid of panels with common axes, kinds in order of their damage at the highest rarity."""
    labels = frame.groupby("label")["value"].last().sort_values(ascending=False).index.tolist()
    with style.applied():
        result = panels(labels, lambda ax, label: draw(frame, ax, label))
        style.title(result, "Damage a turn by rarity of the weapon")
        result.supxlabel("rarity of the weapon (grey: the other kinds)", fontsize=10)
    return result


def panels(labels: Sequence[str], draw_one: Callable[[Axes, str], Axes]) -> Figure:
    """Small panels with common axes, one a label; numbers along the lowest of each column only."""
    n_rows = ceil(len(labels) / COLUMNS)
    result = Figure(figsize=(style.WIDTH, 0.9 + PANEL_HEIGHT * n_rows))
    grid = result.subplots(n_rows, COLUMNS, sharex=True, sharey=True, squeeze=False)
    for number, ax in enumerate(grid.flat):
        if number < len(labels):
            draw_one(ax, labels[number])
            ax.tick_params(labelbottom=number >= len(labels) - COLUMNS)
        else:
            ax.set_visible(False)
    return result


def describe(frame: pd.DataFrame) -> str:
    """The strongest and the weakest kind at the highest rarity, and what rarity does."""
    top = frame[frame["rarity"] == frame["rarity"].max()]
    best, worst = top.loc[top["value"].idxmax()], top.loc[top["value"].idxmin()]
    lowest = frame[frame["rarity"] == frame["rarity"].min()]["value"].mean()
    return (
        f"At rarity {best['rarity']} the {best['label']} deals most, "
        f"{style.interval(best['value'], best['low'], best['high'])} points a turn, and the {worst['label']} least, "
        f"{style.interval(worst['value'], worst['low'], worst['high'])}; the mean of all kinds goes from {lowest:.2f} at "
        f"rarity {frame['rarity'].min()} to {top['value'].mean():.2f}."
    )
