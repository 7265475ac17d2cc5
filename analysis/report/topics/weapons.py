"""Are the weapons fair? Damage by kind and rarity, and what a weakness adds (RP-D1, RP-D3, RP-D4)."""

from __future__ import annotations

import pandas as pd

from analysis.charts import rarity
from analysis.report import words
from analysis.report.grids import grid
from analysis.report.parts import ATTENTION, FAIR, FINDING, OPEN, Exhibit, Played, Topic, Verdict, source, tone_of
from analysis.studies.names import card_names
from analysis.studies.scenarios import PlayedScenario
from analysis.studies.weapons import (
    MARGIN,
    OUTSIDE,
    UNDECIDED,
    armoury,
    kind_gaps,
    kind_steps,
    plain_damage,
    rarity_levels,
    weakness,
)


def build(played: Played, _dealt: pd.DataFrame) -> Topic:
    """Weapons by kind and rarity against monsters that are not weak to them, then the weaknesses."""
    one = played["judgement_rarity"]
    weapons = armoury(one.run)
    levels, gaps, steps = rarity_levels(weapons), kind_gaps(weapons), kind_steps(weapons)
    bonus = weakness(one.run)
    return Topic(
        "weapons",
        "Weapons",
        "Every weapon in the same hands, on the same deals, over whole decks: bullets run out, and a lance is dealt one "
        "card. "
        "The monster has no own cards, so that every attack deals damage. Guard, guard attack and rapid fire (RP-D6, RP-D8, "
        "RP-D9) are not played yet: lance and heavy bowgun can do more than is shown here.",
        [rarities(levels, steps), kinds(gaps), weaknesses(bonus)],
        [_damage(one), _levels(one, levels), _kinds(one, gaps), _weaknesses(one, bonus)],
    )


def rarities(levels: pd.DataFrame, steps: pd.DataFrame) -> Verdict:
    """Does a rarer weapon deal more, for every kind?"""
    first, last = levels.iloc[0], levels.iloc[-1]
    falling, open_ = steps[steps["high"] < 0], steps[(steps["low"] <= 0) & (steps["high"] >= 0)]
    names = words.listed(f"{words.plain(row.kind)} {row.rarity}" for row in pd.concat([falling, open_]).itertuples())
    weakest = steps.loc[steps["step"].idxmin()]
    fine = f"every kind gains with every rarity; the smallest of {len(steps)} steps is"
    told = fine if falling.empty and open_.empty else f"not so for {names}; the smallest of {len(steps)} steps is"
    pays, loses = last["low"] > first["high"], last["high"] < first["low"]
    claim = "Rarity pays" if pays else "Rarity does not pay" if loses else "Whether rarity pays is open"
    return Verdict(
        ATTENTION if loses or len(falling) else OPEN if not pays or len(open_) else FAIR,
        f"{claim}: from rarity {first['rarity']:.0f} to {last['rarity']:.0f} the damage a turn goes from "
        f"{words.number(first['value'], 1)} to {words.number(last['value'], 1)}.",
        f"Mean of all kinds: {words.amount(*words.of(first))} and {words.amount(*words.of(last))}. In detail, {told} "
        f"{words.change(weakest['step'], weakest['low'], weakest['high'])} ({words.plain(weakest['kind'])} to rarity "
        f"{weakest['rarity']}).",
    )


def kinds(gaps: pd.DataFrame) -> Verdict:
    """Is a kind too strong or too weak at its rarity?"""
    n_rarities = gaps["rarity"].nunique()
    margin = f"±{100 * MARGIN:.0f}{words.NARROW}%"
    summary = kind_summary(gaps)
    strong, weak = summary.iloc[0], summary.iloc[-1]
    outside = summary[summary["outside"] > 0]
    undecided = gaps[gaps["verdict"] == UNDECIDED]
    if len(outside):
        told = words.listed(
            f"the {words.plain(row.kind)} in {row.outside} of {n_rarities} rarities" for row in outside.itertuples()
        )
        headline = f"Not all kinds are fair: outside {margin} of the mean of its rarity stands {told}."
    elif len(undecided):
        headline = (
            f"No kind is surely outside {margin} of the mean of its rarity; {len(undecided)} of {len(gaps)} are not settled."
        )
    else:
        headline = f"All kinds are fair: each deals within {margin} of the mean of its rarity."
    return Verdict(
        tone_of(gaps["verdict"]),
        headline,
        f"Strongest is the {words.plain(strong['kind'])} ({words.gain(strong['least'])} to {words.gain(strong['most'])} by "
        "rarity), weakest "
        f"the {words.plain(weak['kind'])} ({words.gain(weak['least'])} to {words.gain(weak['most'])}). The intervals of all "
        f"{len(gaps)} "
        "weapons hold together at 95 %.",
    )


def kind_summary(gaps: pd.DataFrame) -> pd.DataFrame:
    """Each kind over all rarities, strongest first: kind, mean, least, most (gaps), outside (rarities)."""
    rows = gaps.assign(out=gaps["verdict"] == OUTSIDE).groupby("kind")
    table = rows.agg(mean=("gap", "mean"), least=("gap", "min"), most=("gap", "max"), outside=("out", "sum"))
    return table.sort_values("mean", ascending=False).reset_index()


def weaknesses(bonus: pd.DataFrame) -> Verdict:
    """What a weakness adds, class by class."""
    told = [f"{row.bonus} ({words.gain(row.share)}, {row.n_weapons} weapons)" for row in bonus.itertuples()]
    one = words.pick(bonus, bonus=bonus["bonus"].min())
    return Verdict(
        FINDING,
        f"A weakness of {one['bonus']:.0f} class adds {words.gain(one['share'])} damage.",
        f"Mean gain of damage a turn by classes of element and kind together: {words.listed(told)}. It raises the class for "
        "damage "
        "only, and never NoP.",
    )


# Exhibits


def _damage(one: PlayedScenario) -> Exhibit:
    names, settings = card_names(one), one.run.settings()
    frame = rarity.prepare(plain_damage(one.run))
    frame = frame.assign(weapon=[str(names[settings.loc[cell, "hunter 1 weapon"]]) for cell in frame["cell"]])
    shown = grid(
        frame,
        {
            "kind": "label",
            "rarity": "rarity",
            "weapon": "weapon",
            "damage a turn": lambda row: words.amount(row["value"], row["low"], row["high"]),
            "decks": lambda row: words.whole(row["n"]),
        },
        n_words=3,
    )
    return Exhibit(
        id="rarity",
        title="Damage by kind and rarity",
        caption="Each weapon against a monster that is not weak to it. A turn counts even if the gunner reloads in it.",
        source=source(one),
        grid=shown,
        data=frame,
        figure=rarity.figure(frame),
        alt=rarity.describe(frame),
    )


def _levels(one: PlayedScenario, levels: pd.DataFrame) -> Exhibit:
    shown = grid(
        levels,
        {
            "rarity": lambda row: words.whole(row["rarity"]),
            "damage a turn": lambda row: words.amount(row["value"], row["low"], row["high"]),
            "step from the rarity below": lambda row: _step(row["step"], row["step_low"], row["step_high"]),
            "kinds": lambda row: words.whole(row["n_kinds"]),
        },
    )
    caption = "The mean of all kinds, and what one more rarity brings on the same deals."
    return Exhibit("rarity-steps", "Damage by rarity", caption, source(one), shown, levels)


def _step(value: float, low: float, high: float) -> str:
    return "" if pd.isna(value) else words.change(value, low, high)


def _kinds(one: PlayedScenario, gaps: pd.DataFrame) -> Exhibit:
    shown = grid(
        kind_summary(gaps),
        {
            "kind": lambda row: words.plain(row["kind"]),
            "from the mean, on average": lambda row: f"{words.percent(row['mean'])}",
            "lowest": lambda row: words.percent(row["least"]),
            "highest": lambda row: words.percent(row["most"]),
            f"rarities outside ±{100 * MARGIN:.0f}{words.NARROW}%": lambda row: words.whole(row["outside"]),
        },
    )
    caption = (
        "How far each kind is from the mean of its rarity, over all rarities. The margin is the designer's to set. The "
        "files have "
        "every weapon with its interval."
    )
    return Exhibit("kinds", "Kinds against each other", caption, source(one), shown, gaps)


def _weaknesses(one: PlayedScenario, bonus: pd.DataFrame) -> Exhibit:
    shown = grid(
        bonus,
        {
            "bonus in classes": lambda row: words.whole(row["bonus"]),
            "weapons": lambda row: words.whole(row["n_weapons"]),
            "mean gain a turn": lambda row: words.number(row["value"]),
            "least": lambda row: words.number(row["least"]),
            "most": lambda row: words.number(row["most"]),
            "gain": lambda row: words.gain(row["share"]),
        },
    )
    caption = (
        "The same weapon against a monster that is weak to it (element bonus and weapon kind added up) and one that is not."
    )
    return Exhibit("weakness", "What a weakness adds", caption, source(one), shown, bonus)
