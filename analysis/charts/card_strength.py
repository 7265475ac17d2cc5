"""Card strength: how much more often than its deck a card wins, a dot and its interval a row, strong to weak."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.charts.win_rates import points_text

ROW_HEIGHT = 0.3  # inches
TWO_LINES_HEIGHT = 0.37  # of every row, if a label takes two lines
MOST = 24  # rows; of more cards the strongest and the weakest are shown
HEADS = {"opening": "in the opening hand", "drawn": "drawn", "played": "played"}


def prepare(card_strength: pd.DataFrame, names: Mapping[str, str] | None = None, most: int = MOST) -> pd.DataFrame:
    """The cards of one measure from strong to weak, each with `label`, `row` and `is_shown`.

    The label is its name and, where two decks have it, the deck's first word; the first and the last
    half of `most` are shown.
    """
    frame = card_strength.sort_values(["value", "card", "deck"], ascending=[False, True, True], ignore_index=True)
    label = frame["card"].map(lambda card: str((names or {}).get(card, card.replace("_", " "))))
    is_doubled = frame.duplicated("card", keep=False)
    label = label.where(~is_doubled, label + " (" + frame["deck"].str.split("_").str[0] + ")")
    place = frame.index.to_series()
    is_shown = (place < most // 2) | (place >= len(frame) - most // 2)
    return frame.assign(label=label, is_shown=is_shown, row=is_shown.cumsum() - 1)


def draw(frame: pd.DataFrame, ax: Axes) -> Axes:
    """The shown cards; coloured is what differs from the deck's own rate for sure."""
    shown = frame[frame["is_shown"]]
    style.row_labels(ax, shown["label"].tolist())
    ax.axvline(0, color=style.QUIET, linewidth=0.8, zorder=1)
    groups = {style.COLOURS[0]: shown["low"] > 0, style.COLOURS[1]: shown["high"] < 0}
    groups[style.QUIET] = ~(groups[style.COLOURS[0]] | groups[style.COLOURS[1]])
    for (colour, chosen), marker in zip(groups.items(), "^vo", strict=True):
        style.dots(ax, shown[chosen], shown.loc[chosen, "row"], colour, marker)
    left_out = frame.index[~frame["is_shown"]]
    if len(left_out):
        ax.axhline(left_out[0] - 0.5, color=style.QUIET, linewidth=0.8, linestyle=":")
    style.row_notes(ax, shown, [_note(value) for value in shown["value"]])
    ax.xaxis.set_major_formatter(points_text)
    ax.margins(x=0.06)
    ax.set_xlabel("points of win rate above the deck's own")
    return style.finish(ax)


def _note(value: float) -> str:
    return style.number(value, is_share=True, is_change=True) if round(100 * value, 1) else "0.0"


def figure(frame: pd.DataFrame, title: str) -> Figure:
    """The chart alone, with what the colours mean."""
    shown = frame[frame["is_shown"]]
    n_rows, has_two_lines = len(shown), any("\n" in style.wrapped(label) for label in shown["label"])
    n_out = len(frame) - n_rows
    between = f"\ndotted line: {n_out} cards between are left out" if n_out else ""
    with style.applied():
        result, (ax,) = style.new_figure(1.4 + (TWO_LINES_HEIGHT if has_two_lines else ROW_HEIGHT) * n_rows)
        draw(frame, ax)
        style.title(result, title)
        result.supxlabel(f"▲ surely above   ▼ surely below   ● not settled{between}", fontsize=10)
    return result


def describe(frame: pd.DataFrame) -> str:
    """The strongest and the weakest card, and how many differ from their deck for sure."""
    ends = []
    for place in (0, -1):
        row = frame.iloc[place]
        found = style.interval(row["value"], row["low"], row["high"], is_share=True, is_change=True)
        ends.append(f"{row['label']} {found}")
    above, below = int((frame["low"] > 0).sum()), int((frame["high"] < 0).sum())
    return (
        f"Cards {HEADS[frame['measure'].iloc[0]]}: strongest is {ends[0]}, weakest {ends[1]}. "
        f"Of {len(frame)}, {above} are surely above the deck's own rate and {below} surely below."
    )
