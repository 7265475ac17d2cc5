"""A setting at each of its values (number of jokers, terrain, modifiers): how hunters fare, and the change from the first.

One row a value, one panel a measure: a dot with its interval, and at the right the value with its paired change.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.judgement import MEASURES

ROW_HEIGHT = 0.4  # inches


def prepare(levels: pd.DataFrame, effects: pd.DataFrame) -> pd.DataFrame:
    """Levels with `row`, `label` and the change from the first value (`change`, `change_low`, `change_high`; NaN for it).

    Rows are named by their setting, and by the other settings where several cells have the same.
    """
    named = {"value": "change", "low": "change_low", "high": "change_high"}
    changes = effects[["cell", "measure", *named]].rename(columns=named)
    frame = levels.merge(changes, on=["cell", "measure"], how="left")
    label = frame["setting"].replace("", "none")
    if levels.duplicated(["setting", "measure"]).any():
        label = label + ", " + frame["context"]
    rows = {cell: place for place, cell in enumerate(frame["cell"].unique())}
    return frame.assign(label=label, row=frame["cell"].map(rows))


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """The values of one measure, a row a setting."""
    frame = frame.sort_values("row")
    style.row_labels(ax, frame["label"].tolist())
    style.dots(ax, frame, frame["row"])
    measure = MEASURES[frame["measure"].iloc[0]]
    pairs = zip(frame["value"], frame["change"], strict=True)
    style.row_notes(ax, frame, [_note(value, change, is_share=measure.is_share) for value, change in pairs])
    if measure.is_share:
        style.share_axis(ax.xaxis)
    ax.margins(x=0.08)
    ax.set_xlabel(measure.label)
    return style.finish(ax)


def _note(value: float, change: float, *, is_share: bool) -> str:
    """The value, and in brackets its change from the first setting."""
    text = style.number(value, is_share=is_share)
    return text if pd.isna(change) else f"{text} ({style.number(change, is_share=is_share, is_change=True)})"


def figure(frame: pd.DataFrame, title: str) -> Figure:
    """A panel a measure, one below the other."""
    measures = frame["measure"].unique()
    with style.applied():
        height = 0.6 + len(measures) * (0.8 + ROW_HEIGHT * frame["row"].nunique())
        result, axes = style.new_figure(height, len(measures))
        for measure, ax in zip(measures, axes, strict=True):
            draw(frame[frame["measure"] == measure], ax)
        style.title(result, title)
    return result


def describe(frame: pd.DataFrame) -> str:
    """Each measure from its lowest to its highest setting, and the largest change from the first."""
    words = []
    for name, part in frame.groupby("measure", sort=False):
        measure = MEASURES[name]
        low, high = part.loc[part["value"].idxmin()], part.loc[part["value"].idxmax()]
        ends = [f"{style.number(end['value'], is_share=measure.is_share)} ({end['label']})" for end in (low, high)]
        words.append(f"{measure.label.capitalize()}: from {ends[0]} to {ends[1]}.")
        changed = part.dropna(subset="change")
        if len(changed):
            top = changed.loc[changed["change"].abs().idxmax()]
            found = style.interval(
                top["change"], top["change_low"], top["change_high"], is_share=measure.is_share, is_change=True
            )
            words.append(f"The largest change from the first setting is {found} ({top['label']}).")
    return " ".join(words)
