"""How games end: the share of each reason, a dot and its interval a row, a panel a table size."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.charts.lengths import WORDS

ROW_HEIGHT = 0.34  # inches
LEAST = 1e-5  # the left end of the axis: a smaller share is drawn there


def prepare(endings: pd.DataFrame) -> pd.DataFrame:
    """One row a reason of each table size with its `label` and `row`."""
    rows = {reason: row for row, reason in enumerate(WORDS)}
    frame = endings.assign(label=endings["end_reason"].map(WORDS), row=endings["end_reason"].map(rows))
    return frame.sort_values(["seats", "row"], ignore_index=True)


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """The reasons of one table size on a log scale; what never came up has the upper end of its interval alone."""
    style.row_labels(ax, frame["label"].tolist())
    ax.set_xscale("log")
    ax.set_xlim(LEAST / 1.5, 1.6)
    shown = frame.assign(**{name: frame[name].clip(lower=LEAST) for name in ("value", "low", "high")})
    came_up = frame["value"] > 0
    style.dots(ax, shown[came_up], shown.loc[came_up, "row"])
    never = shown[~came_up]
    ax.hlines(never["row"], never["low"], never["high"], colors="#b8b8b8", linewidth=2)
    style.row_notes(ax, frame, [style.percent(value, 2) if value else "never" for value in frame["value"]])
    style.share_axis(ax.xaxis)
    ax.set_title(f"{frame['seats'].iloc[0]} seats", fontweight="normal", fontsize=10)
    return style.finish(ax)


def figure(frame: pd.DataFrame) -> Figure:
    """A panel a table size, one below the other."""
    n_sizes = frame["seats"].nunique()
    with style.applied():
        result, panels = style.panels_by_size(frame, 0.8 + 0.75 * n_sizes + ROW_HEIGHT * len(frame))
        for ax, part in panels:
            draw(part, ax)
        panels[-1][0].set_xlabel("share of games (log scale; grey: as often at most)")
        style.title(result, "How games end")
    return result


def describe(frame: pd.DataFrame) -> str:
    """The share of each reason that came up."""
    told = [
        f"{row.seats} seats, {row.label}: {style.interval(row.value, row.low, row.high, is_share=True)}"
        for row in frame[frame["value"] > 0].itertuples()
    ]
    return f"Share of games. {'; '.join(told)}."
