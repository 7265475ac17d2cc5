"""What cold and glare do (RP-E2, RP-E3)."""

from __future__ import annotations

import pandas as pd

from analysis.charts import effects as effects_chart
from analysis.charts import settings
from analysis.estimators import INSIDE, OUTSIDE, UNDECIDED, against_margin, ratio
from analysis.judgement import effects, levels
from analysis.report import words
from analysis.report.grids import effects_grid, levels_grid
from analysis.report.parts import ATTENTION, FINDING, OPEN, Exhibit, Played, Topic, Verdict, source
from analysis.studies.scenarios import PlayedScenario

MEASURES = ("rate", "dealt", "taken", "win", "loss")
SHOWN = ("rate", "dealt", "taken", "loss")
CAUTIOUS = "terrain, cold_hits hunters*"
BOTH_OPTIONS = "terrain, *"
EAGER = "buys always*"

MARGIN = 0.02  # a change of the share of lost comparisons that counts
COLD = {
    OUTSIDE: (ATTENTION, "The cold decides fights"),
    INSIDE: (FINDING, "The cold hardly decides fights"),
    UNDECIDED: (OPEN, "Whether the cold decides fights is open"),
}


def build(played: Played) -> Topic:
    """Terrains for a hunter who looks before buying; the cold under both options; the glare for one who does not look."""
    one = played["judgement_terrain"]
    changes = effects(one.run, "terrain", MEASURES, BOTH_OPTIONS)
    eager = effects(one.run, "terrain", MEASURES, EAGER)
    return Topic(
        "terrain",
        "Terrain",
        "A lone hunter who may buy one card meets a monster with two own cards.",
        [cold(changes), glare(one, changes, eager)],
        [_terrains(one), _cold(one, changes)],
    )


def cold(changes: pd.DataFrame) -> Verdict:
    """The cold, for the hunters only and for all."""
    rows = changes[changes["setting"] == "cold"]
    hunters, everyone = (rows[rows["context"].str.contains(f"cold_hits {option}")] for option in ("hunters", "all"))
    loss, win, dealt = (words.pick(hunters, measure=measure) for measure in ("loss", "win", "dealt"))
    other = words.pick(everyone, measure="loss")
    tone, claim = COLD[against_margin(loss["low"], loss["high"], MARGIN)]
    return Verdict(
        tone,
        f"{claim}: being hit alone changes by {words.points(*words.of(loss))} (margin ±{100 * MARGIN:.0f} points).",
        f"Wins change by {words.points(*words.of(win))} and the damage a turn by {words.change(*words.of(dealt))}. If the "
        "cold "
        f"counts for all (cold_hits = all), being hit alone changes by {words.points(*words.of(other))}: a natural NoP "
        "cannot "
        "fall.",
    )


def glare(one: PlayedScenario, changes: pd.DataFrame, eager: pd.DataFrame) -> Verdict:
    """The glare works through decisions alone."""
    hunters = changes[changes["context"].str.contains("cold_hits hunters") & (changes["setting"] == "glare")]
    rate, dealt = (words.pick(hunters, measure=measure) for measure in ("rate", "dealt"))
    still = words.pick(eager, setting="glare", measure="rate")
    bought = _bought(one, CAUTIOUS)
    same = "nothing at all" if still["value"] == still["low"] == still["high"] == 0 else words.change(*words.of(still))
    tone, does = (
        (ATTENTION, "helps")
        if rate["low"] > 0
        else (FINDING, "harms")
        if rate["high"] < 0
        else (OPEN, "is not shown to help or to harm")
    )
    return Verdict(
        tone,
        f"The glare {does} the cautious: the mean class changes by {words.change(*words.of(rate))}.",
        f"Who buys only while the known cards are NoP sees one card less and buys {bought['glare']} in place of "
        f"{bought['none']} cards a turn; the damage a turn changes by {words.change(*words.of(dealt))}. Who "
        "always "
        f"buys is changed by {same}.",
    )


def _bought(one: PlayedScenario, pattern: str) -> dict[str, str]:
    """Cards bought a turn, with their interval, by terrain."""
    cells = levels(one.run, "terrain", ("rate",), pattern).set_index("cell")["setting"]
    seats = one.run.table("seats", ["cell", "attacks", "bought"])
    found = {cell: ratio(rows["bought"], rows["attacks"]) for cell, rows in seats.groupby("cell") if cell in cells.index}
    return {cells[cell]: words.amount(share.value, share.low, share.high) for cell, share in found.items()}


def _terrains(one: PlayedScenario) -> Exhibit:
    frame = settings.prepare(levels(one.run, "terrain", SHOWN, CAUTIOUS), effects(one.run, "terrain", SHOWN, CAUTIOUS))
    return Exhibit(
        id="terrain",
        title="Cold and glare",
        caption="A hunter who buys a card while the known ones are NoP; in brackets the change from open ground.",
        source=source(one, f'"{CAUTIOUS}"'),
        grid=levels_grid(frame, "terrain"),
        data=frame,
        figure=settings.figure(frame, "Terrain"),
        alt=settings.describe(frame),
    )


def _cold(one: PlayedScenario, changes: pd.DataFrame) -> Exhibit:
    rows = changes[(changes["setting"] == "cold") & (changes["measure"] != "rate")]
    frame = effects_chart.prepare(rows, names={"terrain ": "", "cold_hits ": "counts for "})
    return Exhibit(
        id="cold",
        title="Whom the cold hits",
        caption="The cold for the hunters only (as the rules stand), and for all, against open ground.",
        source=source(one, f'"{BOTH_OPTIONS}"'),
        grid=effects_grid(frame),
        data=frame,
        figure=effects_chart.figure(frame, "Whom the cold hits"),
        alt=effects_chart.describe(frame),
    )
