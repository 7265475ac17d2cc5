"""How long games are, by how they end: the share that has ended by each round, a panel a table size."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from analysis.charts import style
from analysis.hunt_course import ALL

FEWEST = 20  # games; the steps of fewer are mostly chance
WORDS = {
    "hr": "20 HR points",
    "last_seat": "last seat left",
    "nobody": "no seat left",
    "round_cap": "cap of rounds",
}
LINES = ("-", "--", ":", "-.")


def prepare(lengths: pd.DataFrame) -> pd.DataFrame:
    """The results that came up, each with its `label` and the number of its games as `total`; all together are left out."""
    frame = lengths[lengths["end_reason"] != ALL]
    total = frame.groupby(["seats", "policy", "end_reason"])["games"].transform("sum")
    return frame.assign(label=frame["end_reason"].map(WORDS), total=total).reset_index(drop=True)


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """A step line a result of one table size; results of few games are left out, but for the most frequent one."""
    totals = frame.drop_duplicates("end_reason")["total"]
    n_games, fewest = totals.sum(), min(FEWEST, totals.max())
    for number, (reason, label) in enumerate(WORDS.items()):
        part = frame[(frame["end_reason"] == reason) & (frame["total"] >= fewest)].sort_values("rounds")
        if len(part):
            first = part["rounds"].iloc[0] - 1
            share = style.percent(part["total"].iloc[0] / n_games, 2)
            ax.step(
                [first, *part["rounds"]],
                [0, *part["share"]],
                LINES[number],
                where="post",
                color=style.COLOURS[number],
                label=f"{label} ({share})",
            )
    ax.set_ylim(0, 1.02)
    style.share_axis(ax.yaxis)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_title(f"{frame['seats'].iloc[0]} seats", fontweight="normal", fontsize=10)
    ax.legend(loc="upper left")
    return style.finish(ax)


def figure(frame: pd.DataFrame) -> Figure:
    """A panel a table size with a common axis of rounds."""
    n_sizes = frame["seats"].nunique()
    with style.applied():
        result, panels = style.panels_by_size(frame, 0.8 + 1.8 * n_sizes)
        for ax, part in panels:
            draw(part, ax)
            ax.set_xlim(0, frame["rounds"].max() + 1)
        panels[-1][0].set_xlabel("rounds")
        style.title(result, "Share of games that have ended, by result")
    return result


def describe(frame: pd.DataFrame) -> str:
    """The median length of each table size and result."""
    told = []
    for (n_seats, label), part in frame.groupby(["seats", "label"], sort=False):
        median = part.loc[part["share"] >= 0.5, "rounds"].min()
        told.append(f"{n_seats} seats, {label}: half of {part['total'].iloc[0]:,} games end by round {median}")
    return f"{'; '.join(told)}."
