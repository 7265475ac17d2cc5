"""The contest: how often a hunter wins, ties and loses, by own cards of the hunter and of the monster."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.judgement import OUTCOMES
from sim.schema import InputError

COLOUR_MAP = "Blues"
LIGHT_TEXT_FROM = 0.6  # share from which the cell is dark
TITLES = {"win": "Hunter hits alone (win)", "tie": "Both hit (tie)", "loss": "Monster hits alone (loss)"}


def prepare(contests: pd.DataFrame) -> pd.DataFrame:
    """One row a contest and outcome, with the cell's `text`; InputError if a contest stands in several cells."""
    keys = ["hunter_cards", "monster_cards", "outcome"]
    doubled = contests[contests.duplicated(keys)]
    if len(doubled):
        hunter, monster = doubled.iloc[0][["hunter_cards", "monster_cards"]]
        raise InputError(f"several cells have {hunter} cards of the hunter against {monster} of the monster: choose by name")
    frame = contests.sort_values(keys, ignore_index=True)
    return frame.assign(text=[f"{100 * value:.1f}" for value in frame["value"]])


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """The heat map of one outcome: per cent of comparisons, hunter's cards across, monster's cards down."""
    grid = frame.pivot_table(index="monster_cards", columns="hunter_cards", values="value")
    texts = frame.pivot_table(index="monster_cards", columns="hunter_cards", values="text", aggfunc="first")
    ax.imshow(grid.to_numpy(), cmap=COLOUR_MAP, vmin=0, vmax=1, aspect="auto")
    for (row, column), share in np.ndenumerate(grid.to_numpy()):
        if not np.isnan(share):
            colour = "white" if share >= LIGHT_TEXT_FROM else "#222222"
            ax.text(column, row, texts.iloc[row, column], ha="center", va="center", color=colour, fontsize=11)
    ax.set_xticks(range(len(grid.columns)), [str(cards) for cards in grid.columns])
    ax.set_yticks(range(len(grid.index)), [str(cards) for cards in grid.index])
    ax.set_xticks(np.arange(len(grid.columns) - 1) + 0.5, minor=True)
    ax.set_yticks(np.arange(len(grid.index) - 1) + 0.5, minor=True)
    ax.grid(visible=False)
    ax.grid(visible=True, which="minor", color="white", linewidth=2)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)
    ax.set_xlabel("own cards of the hunter")
    ax.set_ylabel("own cards\nof the monster")
    return style.finish(ax)


def figure(frame: pd.DataFrame) -> Figure:
    """A heat map for win, tie and loss, one below the other, with the sample size beneath."""
    n_rows = frame["monster_cards"].nunique()
    with style.applied():
        result, axes = style.new_figure(1.2 + 3 * (0.75 + 0.36 * n_rows), 3)
        for outcome, ax in zip(OUTCOMES, axes, strict=True):
            draw(frame[frame["outcome"] == outcome], ax)
            ax.set_title(TITLES[outcome])
        for ax in axes[:-1]:
            ax.set_xlabel("")
        result.supxlabel(sample_size(frame), fontsize=10, color=style.QUIET)
    return result


def sample_size(frame: pd.DataFrame) -> str:
    """The sample size of each contest and the widest interval, in words."""
    few, many = int(frame["n"].min()), int(frame["n"].max())
    size = f"{few:,}" if few == many else f"{few:,} to {many:,}"
    widest = 50 * (frame["high"] - frame["low"]).max()
    return f"per cent of {size} comparisons a cell, ±{widest:.2g} points at most"


def describe(frame: pd.DataFrame) -> str:
    """The extremes in words, and whether the monster can win without own cards (RP-T9)."""
    wins = frame[frame["outcome"] == "win"]
    best, worst = wins.loc[wins["value"].idxmax()], wins.loc[wins["value"].idxmin()]
    ends = (
        f"A hunter hits alone most often, {style.percent(best['value'])}, with {best['hunter_cards']} own cards against "
        f"{best['monster_cards']} of the monster, and least often, {style.percent(worst['value'])}, with "
        f"{worst['hunter_cards']} against {worst['monster_cards']}."
    )
    bare = frame[(frame["monster_cards"] == 0) & (frame["outcome"] == "loss")]
    if bare.empty:
        return ends
    never = "never hits alone" if bare["value"].max() == 0 else "hits alone at times, by modifiers only"
    return f"{ends} A monster without own cards {never}."
