"""The classes that each member of a party makes, beside those of the monster."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.judgement import CLASS_NAMES, MONSTER

ROW_SPREAD = 0.6  # share of a row that the dots of all sides take


def prepare(class_shares: pd.DataFrame, names: dict[int, str] | None = None) -> pd.DataFrame:
    """The sides of the first cell with `label` (`hunter 1`, `monster`, or by `names`: seat -> name), `row` and `offset`."""
    frame = class_shares[class_shares["cell"] == class_shares["cell"].iloc[0]].reset_index(drop=True)
    seats = [*sorted(seat for seat in frame["seat"].unique() if seat != MONSTER), MONSTER]
    labels = {seat: f"hunter {seat + 1}" for seat in seats} | {MONSTER: "monster"} | (names or {})
    places = dict(zip(seats, np.linspace(-ROW_SPREAD / 2, ROW_SPREAD / 2, len(seats)), strict=True))
    frame = frame.assign(label=frame["seat"].map(labels), offset=frame["seat"].map(places))
    return frame.assign(row=len(CLASS_NAMES) - 1 - frame["class_id"])


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """A row a class, strongest first; a dot a side."""
    style.row_labels(ax, CLASS_NAMES[::-1])
    order = frame.sort_values("offset")["label"].unique()
    for number, label in enumerate(order):
        part = frame[frame["label"] == label]
        colour, marker = (style.COLOURS[number], style.MARKERS[number]) if number < len(order) - 1 else ("#000000", "P")
        style.dots(ax, part, part["row"] + part["offset"], colour, marker, label=style.wrapped(label))
    ax.set_xlim(left=-0.015 * frame["high"].max())
    style.share_axis(ax.xaxis)
    ax.set_xlabel("share of turns")
    return style.finish(ax)


def figure(frame: pd.DataFrame, title: str = "Classes of the party") -> Figure:
    """The chart alone."""
    with style.applied():
        result, (ax,) = style.new_figure(6.2)
        draw(frame, ax)
        style.title(result, title)
        result.legend(loc="outside lower center", ncols=2)
    return result


def describe(frame: pd.DataFrame) -> str:
    """The most frequent class of each side."""
    top = frame.loc[frame.groupby("label", sort=False)["value"].idxmax()]
    words = [f"{row.label} {row.class_name} ({style.percent(row.value)})" for row in top.itertuples()]
    return f"The most frequent class of each side: {', '.join(words)}."
