"""Where HR points come from: a stacked bar for each deck and for winners, a panel a table size."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.hunt_course import ALL, SOURCES

ROW_HEIGHT = 0.36  # inches
WORDS = {
    "slain": "monsters slain",
    "hidden": "hidden monsters",
    "gifts": "rivals' discards and empty maps",
    "texts": "card texts",
}
LIGHT = ("hidden",)  # sources whose colour is too light for white text
COLOURS = dict(zip(SOURCES, (style.COLOURS[0], style.COLOURS[4], style.COLOURS[2], style.COLOURS[3]), strict=True))
LEAST_TOLD = 1.2  # HR points of a part that is wide enough for its number


def prepare(points: pd.DataFrame) -> pd.DataFrame:
    """One row a bar and source: `label`, `row` (decks by their points, then all seats, then winners)."""
    frame = points.assign(is_deck=~points["who"].isin([ALL, "winners"]))
    frame = frame.assign(total=frame.groupby(["seats", "policy", "who"])["value"].transform("sum"))
    bars = frame.drop_duplicates(["seats", "who"]).sort_values(["seats", "is_deck", "total"], ascending=[True, False, False])
    rows = bars.assign(row=bars.groupby("seats").cumcount())[["seats", "who", "row"]]
    label = frame["who"].map({ALL: "all seats"}).fillna(frame["who"].str.replace("_", " "))
    return frame.assign(label=label).merge(rows, on=["seats", "who"]).sort_values(["seats", "row"], ignore_index=True)


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """The bars of one table size; points that texts cost are left out of them."""
    style.row_labels(ax, frame.drop_duplicates("row")["label"].tolist())
    wide = frame.pivot_table(index="row", columns="source", values="value").clip(lower=0)
    left = pd.Series(0.0, wide.index)
    for source in SOURCES:
        ax.barh(wide.index, wide[source], left=left, color=COLOURS[source], height=0.72, label=WORDS[source])
        for row, value in wide[source].items():
            if value >= LEAST_TOLD:
                ink = "black" if source in LIGHT else "white"
                ax.text(left[row] + value / 2, row, f"{value:.1f}", ha="center", va="center", color=ink, fontsize=9)
        left += wide[source]
    ax.set_title(f"{frame['seats'].iloc[0]} seats", fontweight="normal", fontsize=10)
    return style.finish(ax)


def figure(frame: pd.DataFrame) -> Figure:
    """A panel a table size with a common axis."""
    n_sizes = frame["seats"].nunique()
    n_bars = len(frame.drop_duplicates(["seats", "row"]))
    with style.applied():
        result, panels = style.panels_by_size(frame, 1.5 + 0.5 * n_sizes + ROW_HEIGHT * n_bars)
        for ax, part in panels:
            draw(part, ax)
            ax.set_xlim(0, 1.02 * frame["total"].max())
        panels[-1][0].set_xlabel("HR points a game")
        handles, labels = panels[0][0].get_legend_handles_labels()
        result.legend(handles, labels, loc="outside lower center", ncols=2)
        style.title(result, "Where HR points come from")
    return result


def describe(frame: pd.DataFrame) -> str:
    """The points of winners by source."""
    told = []
    for n_seats, part in frame[frame["who"] == "winners"].groupby("seats"):
        parts = [f"{row.value:.1f} {WORDS[row.source]}" for row in part.itertuples()]
        told.append(f"Winners at {n_seats} seats have {', '.join(parts)}".replace("-", style.MINUS))
    return f"HR points a game. {'; '.join(told)}."
