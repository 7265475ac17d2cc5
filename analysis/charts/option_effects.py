"""What options of the rules change: the paired difference of each measure, a row an alternative, a panel a measure."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.charts.win_rates import points_text
from analysis.hunt_options import MEASURES

ROW_HEIGHT = 0.42  # inches
DECK_ROW_HEIGHT = 0.62  # inches
DECKS = "decks"  # the panel that has a dot a deck
WINS_OF = "wins of "
SPREAD = 0.6  # share of a row that the dots of several decks take


def prepare(option_effects: pd.DataFrame) -> pd.DataFrame:
    """Effects with `label`, `row`, `panel` (the measure, or one for all decks), `deck` and `offset` within the row."""
    is_deck = option_effects["measure"].str.startswith(WINS_OF)
    label = [
        f"{row.option.replace('_', ' ')} {row.setting.replace('_', ' ')} ({row.seats})"
        for row in option_effects.itertuples()
    ]
    frame = option_effects.assign(label=label, panel=option_effects["measure"].where(~is_deck, DECKS))
    deck = frame["measure"].str.removeprefix(WINS_OF).str.replace("_", " ").where(is_deck, "")
    rows = {one: row for row, one in enumerate(dict.fromkeys(label))}
    decks = list(dict.fromkeys(deck[is_deck]))
    places = dict(zip(decks, np.linspace(-SPREAD / 2, SPREAD / 2, len(decks)), strict=True)) if len(decks) > 1 else {}
    return frame.assign(deck=deck, row=frame["label"].map(rows), offset=deck.map(places).fillna(0.0))


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """The differences of one panel, on either side of nothing."""
    rows = frame.drop_duplicates("row").sort_values("row")
    style.row_labels(ax, rows["label"].tolist())
    ax.axvline(0, color=style.QUIET, linewidth=0.8, zorder=1)
    is_share = bool(frame["is_share"].iloc[0])
    for number, (deck, part) in enumerate(frame.groupby("deck", sort=False)):
        style.dots(ax, part, part["row"] + part["offset"], style.COLOURS[number], style.MARKERS[number], label=deck)
    if frame["panel"].iloc[0] != DECKS:
        changes = zip(frame["value"], frame["low"], frame["high"], strict=True)
        style.row_notes(ax, frame, [style.change_note(*change, is_share=is_share) for change in changes])
    scale = 1.0 if is_share else 0.01
    ax.xaxis.set_major_formatter(lambda value, _: points_text(scale * value))
    ax.margins(x=0.1)
    what = MEASURES.get(frame["panel"].iloc[0], "wins of each deck")
    ax.set_xlabel(f"change of {what} (points)" if is_share else f"change of {what}")
    return style.finish(ax)


def figure(frame: pd.DataFrame, title: str) -> Figure:
    """A panel a measure, one below the other, that of the decks with a legend."""
    panels = list(frame["panel"].unique())
    n_rows = frame["row"].nunique()
    heights = [(DECK_ROW_HEIGHT if one == DECKS else ROW_HEIGHT) * n_rows for one in panels]
    with style.applied():
        result = Figure(figsize=(style.WIDTH, 0.6 + 0.8 * len(panels) + sum(heights)))
        axes = list(result.subplots(len(panels), 1, squeeze=False, height_ratios=heights).flat)
        for panel, ax in zip(panels, axes, strict=True):
            draw(frame[frame["panel"] == panel], ax)
        style.title(result, f"{title} (in brackets: seats)")
        if DECKS in panels:
            result.legend(*axes[panels.index(DECKS)].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return result


def describe(frame: pd.DataFrame) -> str:
    """The largest change of each measure, with its interval."""
    told = []
    for measure, part in frame.groupby("measure", sort=False):
        top = part.loc[part["value"].abs().idxmax()]
        found = style.interval(*top[["value", "low", "high"]], is_share=bool(top["is_share"]), is_change=True)
        what = MEASURES.get(measure, measure.replace("_", " "))
        told.append(f"The largest change of {what} is {found}, by {top['label']}.")
    return " ".join(told)
