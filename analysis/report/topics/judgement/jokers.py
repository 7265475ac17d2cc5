"""What the number of jokers does (RP-J1)."""

from __future__ import annotations

import pandas as pd

from analysis.charts import settings
from analysis.estimators import INSIDE, OUTSIDE, against_margin
from analysis.judgement import effects, levels
from analysis.report import words
from analysis.report.grids import levels_grid
from analysis.report.parts import OPEN, Exhibit, Played, Topic, Verdict, source, tone_of

MEASURES = ("rate", "dealt", "win")
CELLS = "own cards*base_hand 2"
MARGIN = 0.02  # points of the share of wins that a table would notice
HEADLINES = {OUTSIDE: "Jokers matter for who hits", INSIDE: "Jokers hardly change who hits"}


def build(played: Played) -> Topic:
    """A hunter with two own cards and decks with 0, 2 and 4 jokers."""
    one = played["judgement_cards"]
    lead = (
        "The deck of two packs has 4 jokers, or 0 or 2 by option. A joker is any card, for the monster too if it is shared."
    )
    found = levels(one.run, "jokers", MEASURES, CELLS)
    if len(set(found["setting"])) == 1:
        return Topic("jokers", "Jokers", lead, [not_played(found)])
    frame = settings.prepare(found, effects(one.run, "jokers", MEASURES, CELLS))
    exhibit = Exhibit(
        id="jokers",
        title="Jokers in the deck",
        caption="A hunter with two own cards against a monster without; in brackets the change from no jokers.",
        source=source(one, f'"{CELLS}"'),
        grid=levels_grid(frame, "jokers"),
        data=frame,
        figure=settings.figure(frame, "Jokers in the deck"),
        alt=settings.describe(frame),
    )
    return Topic("jokers", "Jokers", lead, [jokers(frame)], [exhibit])


def not_played(found: pd.DataFrame) -> Verdict:
    """One number of jokers only."""
    dealt = found[found["measure"] == "dealt"].iloc[0]
    return Verdict(
        OPEN,
        f"Every deck has {words.counted(int(dealt['setting']), 'joker')}: what jokers do was not played.",
        f"The damage a turn is {words.amount(*words.of(dealt))}.",
    )


def jokers(frame: pd.DataFrame) -> Verdict:
    """From no joker to most jokers."""
    least, most = frame["label"].iloc[0], frame["label"].iloc[-1]
    rate, dealt, win = (words.pick(frame, measure=measure, label=most) for measure in MEASURES)
    before = words.pick(frame, measure="dealt", label=least)
    place = against_margin(win["change_low"], win["change_high"], MARGIN)
    margin = f"the margin of ±{100 * MARGIN:.0f} points"
    where = {OUTSIDE: f"outside {margin}", INSIDE: f"inside {margin}"}.get(place, f"not settled against {margin}")
    return Verdict(
        tone_of([place]),
        f"{HEADLINES.get(place, 'Jokers may matter for who hits')}: from {least} to {most} the share of wins changes by "
        f"{words.points(*_change(win))}.",
        f"That is {where}. The mean class changes by {words.change(*_change(rate))}, and the damage a turn by "
        f"{words.change(*_change(dealt))} from {words.amount(*words.of(before))}.",
    )


def _change(row: pd.Series) -> tuple[float, float, float]:
    return row["change"], row["change_low"], row["change_high"]
