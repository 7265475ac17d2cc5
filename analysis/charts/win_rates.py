"""Win rates of decks, or of places at the table, above an even share: a dot and its interval a row, a panel a table size."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.estimators import INSIDE, OUTSIDE

BAND = "#e4e4e4"
ROW_HEIGHT = 0.34  # inches
PLACES = ("leads the first round", "second", "third", "fourth")
LOOKS = {OUTSIDE: (style.COLOURS[1], "D"), INSIDE: (style.COLOURS[0], "o")}
NOT_SETTLED = (style.QUIET, "v")


def prepare(win_rates: pd.DataFrame, by: str = "deck") -> pd.DataFrame:
    """One row a deck, seat or place of each table size with its `label` and `row`; decks from strong to weak.

    Adds the estimate less the even share: `gap`, `gap_low`, `gap_high`.
    """
    order = [-win_rates["value"]] if by == "deck" else [win_rates[by]]
    frame = win_rates.assign(order=order[0]).sort_values(["seats", "order"], kind="stable", ignore_index=True)
    label = {"place": lambda one: PLACES[one], "seat": lambda one: f"seat {one + 1}"}.get(by, _plain)
    frame = frame.assign(label=frame[by].map(label), row=frame.groupby("seats").cumcount()).drop(columns="order")
    ends = {"gap": "value", "gap_low": "low", "gap_high": "high"}
    return frame.assign(**{name: frame[column] - frame["fair"] for name, column in ends.items()})


def _plain(name: object) -> str:
    return str(name).replace("_", " ")


def points_text(share: float, _place: float = 0) -> str:
    """A share as signed points, for an axis: `+4`, `0`, `+2.5`."""
    return f"{100 * share:+g}".replace("-", style.MINUS) if round(100 * share, 6) else "0"


def draw(frame: pd.DataFrame, ax: Axes, margin: float) -> Axes:
    """The rates of one table size on either side of an even share, with the margin around it; the rates at the right."""
    style.row_labels(ax, frame["label"].tolist())
    ax.axvspan(-margin, margin, color=BAND, linewidth=0, zorder=0)
    ax.axvline(0, color=style.QUIET, linewidth=0.8, zorder=1)
    gaps = frame.assign(value=frame["gap"], low=frame["gap_low"], high=frame["gap_high"])
    for verdict, part in gaps.groupby("verdict"):
        colour, marker = LOOKS.get(verdict, NOT_SETTLED)
        style.dots(ax, part, part["row"], colour, marker)
    style.row_notes(ax, frame, [style.percent(value) for value in frame["value"]])
    ax.xaxis.set_major_formatter(points_text)
    ax.set_title(
        f"{frame['seats'].iloc[0]} seats (even: {style.percent(frame['fair'].iloc[0])})", fontweight="normal", fontsize=10
    )
    return style.finish(ax)


def figure(frame: pd.DataFrame, title: str, margin: float) -> Figure:
    """A panel a table size, one below the other."""
    n_sizes = frame["seats"].nunique()
    with style.applied():
        result, panels = style.panels_by_size(frame, 0.9 + 0.75 * n_sizes + ROW_HEIGHT * len(frame))
        for ax, part in panels:
            draw(part, ax, margin)
            ax.set_xlim(1.08 * min(frame["gap_low"].min(), -margin), 1.08 * max(frame["gap_high"].max(), margin))
        style.title(result, title)
        result.supxlabel(
            "points of win rate above an even share\n● balanced   ◆ outside the margin (grey)   ▼ not settled", fontsize=10
        )
    return result


def describe(frame: pd.DataFrame) -> str:
    """The most and the least successful of each table size."""
    told = []
    for n_seats, part in frame.groupby("seats"):
        best, worst = part.loc[part["value"].idxmax()], part.loc[part["value"].idxmin()]
        ends = [f"{one['label']} {style.interval(*one[['value', 'low', 'high']], is_share=True)}" for one in (best, worst)]
        told.append(f"Of {n_seats} seats, {ends[0]} wins most and {ends[1]} least; even is {style.percent(best['fair'])}.")
    return " ".join(told)
