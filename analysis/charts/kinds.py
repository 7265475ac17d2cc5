"""Kinds of weapons against each other: how far each is from the mean of its rarity, a small panel a kind."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from analysis.charts import style
from analysis.charts.rarity import interval_bars, panels
from analysis.estimators import INSIDE, OUTSIDE, UNDECIDED

BAND = "#e4e4e4"
LOOKS = {INSIDE: (style.COLOURS[0], "o"), OUTSIDE: (style.COLOURS[1], "D"), UNDECIDED: (style.QUIET, "v")}
LEGEND = {INSIDE: "fair", OUTSIDE: "unfair", UNDECIDED: "not settled"}


def prepare(gaps: pd.DataFrame) -> pd.DataFrame:
    """One row a kind and rarity, with the kind in words as `label`; kinds from strong to weak."""
    frame = gaps.assign(label=gaps["kind"].str.replace("_", " "))
    strength = frame.groupby("kind")["gap"].transform("mean")
    order = frame.assign(strength=-strength).sort_values(["strength", "kind", "rarity"]).index
    return frame.loc[order].reset_index(drop=True)


def draw(frame: pd.DataFrame, ax: Axes, label: str, margin: float) -> Axes:
    """The gaps of the kind `label` with their intervals, over the band of the margin."""
    ax.axhspan(-margin, margin, color=BAND, linewidth=0, zorder=0)
    ax.axhline(0, color=style.QUIET, linewidth=0.8, zorder=1)
    own = frame[frame["label"] == label]
    for verdict, part in own.groupby("verdict"):
        colour, marker = LOOKS[verdict]
        ax.plot(part["rarity"], part["gap"], marker, color=colour, markersize=3, zorder=2)
        interval_bars(ax, part)
    ax.set_title(style.wrapped(label), fontsize=10, fontweight="normal", pad=3)
    ax.set_xticks(sorted({frame["rarity"].min(), frame["rarity"].max()}))
    ax.yaxis.set_major_formatter(FuncFormatter(_percent))
    return style.finish(ax)


def _percent(gap: float, _place: int | None = None) -> str:
    return f"{100 * gap:+.0f} %".replace("-", style.MINUS) if round(100 * gap) else "0 %"


def figure(frame: pd.DataFrame, margin: float) -> Figure:
    """A grid of panels with common axes, kinds in the order of the frame."""
    labels = frame["label"].unique().tolist()
    with style.applied():
        result = panels(labels, lambda ax, label: draw(frame, ax, label, margin))
        style.title(result, "Kinds against the mean of their rarity")
        result.supxlabel("rarity of the weapon\n● fair   ◆ unfair   ▼ not settled   (grey: the margin)", fontsize=10)
    return result


def describe(frame: pd.DataFrame, margin: float) -> str:
    """How many weapons are fair, unfair and not settled, and the two that are farthest apart."""
    counts = frame["verdict"].value_counts()
    told = ", ".join(f"{counts.get(verdict, 0)} {words}" for verdict, words in LEGEND.items())
    best, worst = frame.loc[frame["gap"].idxmax()], frame.loc[frame["gap"].idxmin()]
    ends = [
        f"{row['label']} of rarity {row['rarity']} ({100 * row['gap']:+.1f} %)".replace("-", style.MINUS)
        for row in (best, worst)
    ]
    return (
        f"Of {len(frame)} weapons, within {100 * margin:.0f} % of the mean of their rarity: {told}. "
        f"Farthest above is the {ends[0]}, farthest below the {ends[1]}."
    )
