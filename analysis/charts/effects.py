"""What a change does: the difference it makes to class and damage, a dot and its interval a row, a panel a measure.

Serves for one more card, for an exchange, and for any other setting compared with a baseline.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.judgement import MEASURES

ROW_HEIGHT = 0.42  # inches


def prepare(*changes: pd.DataFrame, names: Mapping[str, str] | None = None) -> pd.DataFrame:
    """Effects of one or several parameters, each row with its `label` and `row` (from the top).

    A label tells the change (`own cards 2 → 3`) and, where there are several of it, the other settings. `names` says what
    parameters are called, such as {"hunter 1 base_hand": "own cards"}.
    """
    frame = pd.concat(changes, ignore_index=True)
    texts = [_label(row) for row in frame.to_dict("records")]
    for parameter, name in (names or {}).items():
        texts = [text.replace(parameter, name) for text in texts]
    order = {label: place for place, label in enumerate(dict.fromkeys(texts))}
    return frame.assign(label=texts, row=[order[label] for label in texts])


def _label(row: Mapping[Hashable, Any]) -> str:
    change = f"{row['parameter']} {row['baseline'] or 'none'} → {row['setting'] or 'none'}"
    return f"{change}, {row['context']}" if row["context"] else change


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """The differences of one measure, a row a change, on either side of nothing."""
    rows = frame.drop_duplicates("row").sort_values("row")
    style.row_labels(ax, rows["label"].tolist())
    ax.axvline(0, color=style.QUIET, linewidth=0.8, zorder=1)
    style.dots(ax, frame, frame["row"])
    measure = MEASURES[frame["measure"].iloc[0]]
    changes = zip(frame["value"], frame["low"], frame["high"], strict=True)
    style.row_notes(ax, frame, [style.change_note(*change, is_share=measure.is_share) for change in changes])
    if measure.is_share:
        style.share_axis(ax.xaxis)
    ax.margins(x=0.1)
    ax.set_xlabel(f"change of {measure.label}")
    return style.finish(ax)


def figure(frame: pd.DataFrame, title: str) -> Figure:
    """A panel a measure, one below the other."""
    measures = frame["measure"].unique()
    with style.applied():
        result, axes = style.new_figure(0.6 + len(measures) * (0.8 + ROW_HEIGHT * frame["row"].nunique()), len(measures))
        for measure, ax in zip(measures, axes, strict=True):
            draw(frame[frame["measure"] == measure], ax)
        style.title(result, title)
    return result


def describe(frame: pd.DataFrame) -> str:
    """The largest change of each measure, with its interval."""
    words = []
    for measure, part in frame.groupby("measure", sort=False):
        top = part.loc[part["value"].abs().idxmax()]
        found = style.interval(top["value"], top["low"], top["high"], is_share=MEASURES[measure].is_share, is_change=True)
        words.append(f"The largest change of {MEASURES[measure].label} is {found}, by {top['label']}.")
    return " ".join(words)
