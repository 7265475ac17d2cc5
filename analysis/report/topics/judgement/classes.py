"""How often each class of hand comes up, exact and dealt."""

from __future__ import annotations

from analysis.charts import categories, style
from analysis.report import words
from analysis.report.grids import grid
from analysis.report.parts import Exhibit, Played, Topic
from analysis.studies.truth import SEED, dealt_beside

DECK = (2, 4)  # packs and jokers of the game (RP-J1)


def build(played: Played) -> Topic:
    """One exhibit: five to nine cards of the game's own deck."""
    frame = categories.prepare(dealt_beside(played), *DECK)
    hands = int(frame["hands"].iloc[0])
    shown = grid(
        frame.sort_values(["cards", "class_id"]),
        {
            "cards": "cards",
            "class": "class_name",
            "exact count": lambda row: f"{row['exact_n']:,}",
            "exact": lambda row: _share(row["exact"]),
            "dealt": lambda row: _share(row["value"]),
            "interval": lambda row: f"{_share(row['low'])} to {_share(row['high'])}",
            "off by (standard errors)": lambda row: words.number(row["deviation"], 1),
        },
        n_words=2,
    )
    exhibit = Exhibit(
        id="classes",
        title="Hand classes by number of cards",
        caption=(
            "Own and shared cards together, from two packs and four jokers. Black bars are exact counts, dots are dealt "
            "hands "
            "with their intervals; on the right, how far dealt and exact are apart."
        ),
        source=(
            f"Dealt: {hands:,} hands of each number of cards, seed {SEED}. Again: huntlab odds --cards 7 --packs {DECK[0]} "
            f"--jokers {DECK[1]} --games {hands} --seed {SEED}; with --exact the exact counts"
        ),
        grid=shown,
        data=frame.drop(columns=["row", "offset"]),
        figure=categories.figure(frame),
        alt=categories.describe(frame),
    )
    lead = "The base of everything else: how often the best five of five to nine cards make each class (RP-J2)."
    return Topic("classes", "Hand classes", lead, exhibits=[exhibit])


def _share(value: float) -> str:
    """A share that may be very small: `12.30 %`, `0.0036 %`."""
    return style.percent(value, 2).replace(" ", words.NARROW)
