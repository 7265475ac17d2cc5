"""What the open rules decide: each alternative of an option against its default, on the same deals."""

from __future__ import annotations

import pandas as pd

from analysis.charts import option_effects as effects_chart
from analysis.hunt_options import MEASURES, option_effects
from analysis.report import words
from analysis.report.grids import GridColumns, Row, grid
from analysis.report.parts import FINDING, OPEN, Exhibit, Played, Topic, Verdict, source
from analysis.report.topics.hunt.telling import RULES, at

SHOWN = ("leader", "rounds", "hidden_turned")


def build(played: Played) -> Topic:
    """A verdict an option, and the chart of all."""
    effects = option_effects(played[RULES].run)
    return Topic(
        "hunt-options",
        "Options of the rules",
        "Where the rulebook is open, an option decides. Each alternative is played on the same deals as the default, "
        "and compared "
        "block by block.",
        [decides(part) for _, part in effects.groupby("option", sort=False)],
        [_chart(played, effects)],
    )


def decides(effects: pd.DataFrame) -> Verdict:
    """What one option changes for sure."""
    sure = effects[(effects["low"] > 0) | (effects["high"] < 0)].to_dict("records")
    option, decks = effects["option"].iloc[0], [row for row in sure if row["measure"] not in MEASURES]
    most = effects["setting"].iloc[-1]  # of several alternatives the last: the others stand in the table
    told = [f"{_what(row)} {change_of(row)} {at(row['seats'])}" for row in sure if row["setting"] == most]
    named = words.plain(str(option))
    claim = "shifts wins between the decks" if decks else "changes the game, but not shown the balance of the decks"
    largest = max((abs(row["value"]) for row in decks), default=0.0)
    by = f" by up to {words.number(100 * largest, 1)} points" if decks else ""
    return Verdict(
        FINDING if sure else OPEN,
        f"The option {named} {claim}{by}." if sure else f"The option {named} is not shown to change anything.",
        f"{most} against {effects['baseline'].iloc[0]}: {words.listed(told)}." if told else _nothing(effects),
    )


def _what(row: Row) -> str:
    return words.plain(MEASURES.get(row["measure"], str(row["measure"])))


def change_of(row: Row) -> str:
    """A change with its interval, in points of a share or as it is counted."""
    write = words.points if row["is_share"] else words.change
    return write(row["value"], row["low"], row["high"])


def _nothing(effects: pd.DataFrame) -> str:
    """How large a change of a deck's wins could be unseen."""
    decks = effects[~effects["measure"].isin(MEASURES)]
    most = decks[["low", "high"]].abs().to_numpy().max()
    return f"The wins of a deck change by {words.number(100 * most, 1)} points at most, by the intervals."


def _chart(played: Played, effects: pd.DataFrame) -> Exhibit:
    shown = effects[effects["measure"].isin(SHOWN) | ~effects["measure"].isin(MEASURES)]
    frame = effects_chart.prepare(shown)
    columns: GridColumns = {
        "option": plain_option,
        "seats": "seats",
        "measure": _what,
        "before": lambda row: words.percent(row["before"]) if row["is_share"] else words.number(row["before"]),
        "change": change_of,
        "efficiency": lambda row: words.number(row["efficiency"], 1) if 0 < row["efficiency"] < float("inf") else "",
    }
    return Exhibit(
        id="hunt-options",
        title="What the options decide",
        caption="The intervals of all measures of one alternative hold together at 95 %. Efficiency: how many times "
        "more games an "
        "unpaired comparison would need.",
        source=source(played[RULES]),
        grid=grid(effects, columns, n_words=3),
        data=effects,
        figure=effects_chart.figure(frame, "What the options decide"),
        alt=effects_chart.describe(frame),
    )


def plain_option(row: Row) -> str:
    """`hidden hr: once → each`."""
    return f"{words.plain(row['option'])}: {words.plain(row['baseline'])} → {words.plain(row['setting'])}"
