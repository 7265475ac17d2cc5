"""What the number of jokers does (RP-J1)."""

from __future__ import annotations

import pandas as pd

from analysis.charts import settings
from analysis.judgement import effects, levels
from analysis.report import words
from analysis.report.grids import levels_grid
from analysis.report.parts import Exhibit, Played, Topic, Verdict, source, tone_of
from analysis.studies.weapons import INSIDE, OUTSIDE, against_margin

MEASURES = ("rate", "dealt", "win")
CELLS = "own cards*base_hand 2"
MARGIN = 0.02  # points of the share of wins that a table would notice
HEADLINES = {
    OUTSIDE: "Jokers matter for who hits",
    INSIDE: "Jokers raise the classes but hardly change who hits",
}


def build(played: Played, _dealt: pd.DataFrame) -> Topic:
    """A hunter with two own cards and decks with 0, 2 and 4 jokers."""
    one = played["judgement_cards"]
    frame = settings.prepare(levels(one.run, "jokers", MEASURES, CELLS), effects(one.run, "jokers", MEASURES, CELLS))
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
    lead = (
        "The deck of two packs has 4 jokers, or 0 or 2 by option. A joker is any card, for the monster too if it is shared."
    )
    return Topic("jokers", "Jokers", lead, [jokers(frame)], [exhibit])


def jokers(frame: pd.DataFrame) -> Verdict:
    """From no joker to most jokers."""
    most = frame["label"].iloc[-1]
    rate, dealt, win = (words.pick(frame, measure=measure, label=most) for measure in MEASURES)
    none = words.pick(frame, measure="dealt", label=frame["label"].iloc[0])
    place = against_margin(win["change_low"], win["change_high"], MARGIN)
    margin = f"the margin of ±{100 * MARGIN:.0f} points"
    where = {OUTSIDE: f"outside {margin}", INSIDE: f"inside {margin}"}.get(place, f"not settled against {margin}")
    return Verdict(
        tone_of([place]),
        f"{HEADLINES.get(place, 'Jokers may matter for who hits')}: {most} of them change the share of wins by "
        f"{words.points(*_change(win))}.",
        f"That is {where}. From 0 to {most} jokers the mean class changes by {words.change(*_change(rate))} and the damage "
        "a turn "
        f"by {words.change(*_change(dealt))} ({words.gain(dealt['change'] / none['value'])}).",
    )


def _change(row: pd.Series) -> tuple[float, float, float]:
    return row["change"], row["change_low"], row["change_high"]
