"""The matrix of match-ups: how often the deck of a row beats that of a column, in colours on either side of one half."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.estimators import OUTSIDE

COLOUR_MAP = "PuOr"
WIDEST = 0.35  # from one half to the end of the colours
LIGHT_TEXT_FROM = 0.22  # from one half
MIRROR = "#eeeeee"
ROW_HEIGHT = 0.62  # inches


def prepare(matchups: pd.DataFrame) -> pd.DataFrame:
    """The match-ups of one policy, decks from strong to weak: `row`, `column` and the `text` of each cell."""
    frame = matchups[matchups["policy"] == matchups["policy"].iloc[0]].reset_index(drop=True)
    strength = frame[~frame["is_mirror"]].groupby("deck")["value"].mean().sort_values(ascending=False)
    decks = [*strength.index, *(deck for deck in frame["deck"].unique() if deck not in strength.index)]
    places = {deck: place for place, deck in enumerate(decks)}
    text = [f"{100 * row.value:.1f}\n±{50 * (row.high - row.low):.1f}" for row in frame.itertuples()]
    named = {"row": frame["deck"].map(places), "column": frame["other"].map(places), "text": text}
    return frame.assign(**named).sort_values(["row", "column"], ignore_index=True)


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """The heat map; grey text is not shown to be outside the margin, the first leader's share lies on the diagonal."""
    labels = [name.replace("_", " ") for name in frame.drop_duplicates("row")["deck"]]
    grid = np.full((len(labels), len(labels)), np.nan)
    met = frame[~frame["is_mirror"]]
    grid[met["row"], met["column"]] = met["value"]
    ax.imshow(grid, cmap=COLOUR_MAP, vmin=0.5 - WIDEST, vmax=0.5 + WIDEST, aspect="auto")
    ax.set_facecolor(MIRROR)
    for row in frame.itertuples():
        is_dark = abs(row.value - 0.5) >= LIGHT_TEXT_FROM and not row.is_mirror
        colour = "white" if is_dark else "#222222" if row.verdict == OUTSIDE else style.QUIET
        text = f"leader\n{row.text.splitlines()[0]}" if row.is_mirror else row.text
        ax.text(row.column, row.row, text, ha="center", va="center", color=colour, fontsize=10)
    wrapped = [label.replace(" ", "\n", 1) for label in labels]
    ax.set_xticks(range(len(labels)), wrapped)
    ax.set_yticks(range(len(labels)), wrapped)
    _lines(ax, len(labels))
    ax.set_xlabel("against")
    return style.finish(ax)


def _lines(ax: Axes, n: int) -> None:
    """White lines between the cells."""
    ax.set_xticks(np.arange(n - 1) + 0.5, minor=True)
    ax.set_yticks(np.arange(n - 1) + 0.5, minor=True)
    ax.grid(visible=False)
    ax.grid(visible=True, which="minor", color="white", linewidth=2)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)


def figure(frame: pd.DataFrame) -> Figure:
    """The heat map with its unit beneath."""
    with style.applied():
        result, (ax,) = style.new_figure(1.5 + ROW_HEIGHT * frame["row"].nunique())
        draw(frame, ax)
        style.title(result, "Who beats whom")
        result.supxlabel("per cent of wins of the row, ± half the interval", fontsize=10, color=style.QUIET)
    return result


def describe(frame: pd.DataFrame) -> str:
    """The most uneven match-up, and how many are outside the margin."""
    met = frame[~frame["is_mirror"]]
    if met.empty:
        return "No two different decks have met."
    top = met.loc[met["value"].idxmax()]
    found = style.interval(top["value"], top["low"], top["high"], is_share=True)
    names = [top[name].replace("_", " ") for name in ("deck", "other")]
    outside = int((met["verdict"] == OUTSIDE).sum()) // 2
    return (
        f"Most uneven: {names[0]} beats {names[1]} in {found}. Outside the margin: {outside} of {len(met) // 2} match-ups."
    )
