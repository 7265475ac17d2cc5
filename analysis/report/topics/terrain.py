"""What cold and glare do (RP-E2, RP-E3)."""

from __future__ import annotations

import pandas as pd

from analysis.charts import effects as effects_chart
from analysis.charts import settings
from analysis.judgement import effects, levels
from analysis.report import words
from analysis.report.grids import effects_grid, levels_grid
from analysis.report.parts import ATTENTION, FINDING, Exhibit, Played, Topic, Verdict, source
from analysis.studies.scenarios import PlayedScenario

MEASURES = ("rate", "dealt", "taken", "win", "loss")
SHOWN = ("rate", "dealt", "taken", "loss")
CAUTIOUS = "terrain, cold_hits hunters*"
BOTH_OPTIONS = "terrain, *"
EAGER = "buys always*"

MARGIN = 0.02  # a change of the share of lost comparisons that counts


def build(played: Played, _dealt: pd.DataFrame) -> Topic:
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
    felt = loss["low"] > MARGIN or loss["high"] < -MARGIN
    claim = "The cold decides fights" if felt else "The cold does not clearly decide fights"
    return Verdict(
        ATTENTION if felt else FINDING,
        f"{claim}: being hit alone changes by {words.points(*words.of(loss))} (margin {100 * MARGIN:.0f} points).",
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
    helps = "helps" if rate["low"] > 0 else "harms" if rate["high"] < 0 else "does not clearly change"
    return Verdict(
        ATTENTION if rate["low"] > 0 else FINDING,
        f"The glare {helps} the cautious: the mean class changes by {words.change(*words.of(rate))}.",
        f"Who buys only while the known cards are NoP sees one card less and buys {words.number(bought['glare'])} in place "
        "of "
        f"{words.number(bought['none'])} cards a turn; the damage a turn changes by {words.change(*words.of(dealt))}. Who "
        "always "
        f"buys is changed by {same}.",
    )


def _bought(one: PlayedScenario, pattern: str) -> pd.Series:
    """Cards bought a turn by terrain."""
    cells = levels(one.run, "terrain", ("rate",), pattern).set_index("cell")["setting"]
    seats = one.run.table("seats", ["cell", "attacks", "bought"]).groupby("cell").sum()
    return (seats["bought"] / seats["attacks"])[cells.index].rename(cells)


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
