"""Lead against wins: how often a seat wins that is so far ahead at the end of a round, a panel a table size."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style

FEWEST = 30  # seats; fewer say little
FAR = 12  # HR points


def prepare(leads: pd.DataFrame, rounds: Sequence[int] | None = None) -> pd.DataFrame:
    """The leads of some rounds (all, unless named) that came up often enough to be drawn."""
    chosen = leads if rounds is None else leads[leads["round"].isin(rounds)]
    return chosen[(chosen["n"] >= FEWEST) & (chosen["lead"].abs() <= FAR)].reset_index(drop=True)


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """A line a round of one table size, its intervals as a band."""
    fair = 1 / frame["seats"].iloc[0]
    ax.axhline(fair, color=style.QUIET, linewidth=0.8, zorder=1)
    ax.axvline(0, color=style.QUIET, linewidth=0.8, zorder=1)
    for number, (round_number, part) in enumerate(frame.groupby("round")):
        part = part.sort_values("lead")  # noqa: PLW2901 - a line goes from left to right
        colour = style.COLOURS[number]
        ax.fill_between(part["lead"], part["low"], part["high"], color=colour, alpha=0.18, linewidth=0)
        ax.plot(
            part["lead"], part["value"], style.MARKERS[number] + "-", color=colour, markersize=3.5, label=f"{round_number}"
        )
    ax.set_ylim(0, 1)
    style.share_axis(ax.yaxis)
    ax.set_title(f"{frame['seats'].iloc[0]} seats", fontweight="normal", fontsize=10)
    return style.finish(ax)


def figure(frame: pd.DataFrame) -> Figure:
    """A panel a table size with a common axis of leads."""
    n_sizes = frame["seats"].nunique()
    with style.applied():
        result, panels = style.panels_by_size(frame, 1.0 + 2.1 * n_sizes)
        for ax, part in panels:
            draw(part, ax)
            ax.set_xlim(-FAR - 0.5, FAR + 0.5)
        panels[-1][0].set_xlabel("HR points ahead of the best rival")
        panels[0][0].legend(title="end of round", loc="lower right")
        style.title(result, "Share of wins by lead")
    return result


def describe(frame: pd.DataFrame) -> str:
    """What a lead of three points is worth, by table size and round."""
    told = [
        f"{row.seats} seats, round {row.round}: {style.interval(row.value, row.low, row.high, is_share=True)}"
        for row in frame[frame["lead"] == 3].itertuples()
    ]
    return f"Share of wins with a lead of 3 HR points. {'; '.join(told)}."
