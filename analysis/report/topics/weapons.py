"""Are the weapons fair? Damage by kind and rarity, and what a weakness adds (RP-D1, RP-D3, RP-D4)."""

from __future__ import annotations

import numpy as np
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
    decks_to_decide,
    kind_gaps,
    kind_steps,
    left_out,
    plain_damage,
    rarity_levels,
    weakness,
)

MOST_DECKS = 100  # beyond so many times the decks nobody will wait for a verdict
MOST_NAMES = 8  # weapons named in a caption


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
        [rarities(levels, steps), kinds(gaps), *weaknesses(bonus)],
        [_damage(one), _levels(one, levels), _kinds(one, gaps), *_weaknesses(one, bonus)],
    )


def rarities(levels: pd.DataFrame, steps: pd.DataFrame) -> Verdict:
    """Does a rarer weapon deal more, for every kind?"""
    first, last = levels.iloc[0], levels.iloc[-1]
    if len(levels) == 1:
        return Verdict(
            FINDING,
            f"All weapons are of rarity {first['rarity']:.0f}: what rarity pays was not played.",
            f"They deal {words.amount(*words.of(first))} a turn.",
        )
    falling, open_ = steps[steps["high"] < 0], steps[(steps["low"] <= 0) & (steps["high"] >= 0)]
    pays, loses = last["low"] > first["high"], last["high"] < first["low"]
    claim = "Rarity pays" if pays else "Rarity does not pay" if loses else "Whether rarity pays is open"
    return Verdict(
        ATTENTION if loses or len(falling) else OPEN if not pays or len(open_) else FAIR,
        f"{claim}: from rarity {first['rarity']:.0f} to {last['rarity']:.0f} the damage a turn goes from "
        f"{words.number(first['value'], 1)} to {words.number(last['value'], 1)}.",
        f"Mean of all kinds: {words.amount(*words.of(first))} and {words.amount(*words.of(last))}. "
        + _steps_told(steps, falling, open_),
    )


def _steps_told(steps: pd.DataFrame, falling: pd.DataFrame, open_: pd.DataFrame) -> str:
    """Which kinds do not gain with every rarity, and the smallest step."""
    if steps.empty:
        return "No kind comes in two rarities."
    weakest = steps.loc[steps["step"].idxmin()]
    told = []
    if len(falling):
        told.append(f"the damage falls for {_step_names(falling)}")
    if len(open_):
        told.append(f"it is open whether it rises for {_step_names(open_)}")
    if not told:
        told.append("every kind gains with every rarity")
    smallest = words.change(weakest["step"], weakest["low"], weakest["high"])
    together = f"the smallest of {len(steps)} steps" if len(steps) > 1 else "the only step"
    held = "; the intervals of all steps hold together at 95 %" if len(steps) > 1 else ""
    return (
        f"In detail, {words.listed(told)}; {together} is {smallest} ({words.plain(weakest['kind'])} to rarity "
        f"{weakest['rarity']}){held}."
    )


def _step_names(steps: pd.DataFrame) -> str:
    return words.listed(f"{words.plain(row.kind)} {row.rarity}" for row in steps.itertuples())


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
            f"the {words.plain(row.kind)} in {row.outside} of {words.counted(n_rarities, 'rarity', 'rarities')}"
            for row in outside.itertuples()
        )
        stand = "stands" if len(outside) == 1 else "stand"
        headline = f"Not all kinds are fair: outside {margin} of the mean of its rarity {stand} {told}."
    elif len(undecided):
        headline = (
            f"No kind is surely outside {margin} of the mean of its rarity; {len(undecided)} of "
            f"{words.counted(len(gaps), 'weapon')} {'is' if len(undecided) == 1 else 'are'} not settled."
        )
    else:
        headline = f"All kinds are fair: each deals within {margin} of the mean of its rarity."
    return Verdict(
        tone_of(gaps["verdict"]),
        headline,
        f"Strongest is the {words.plain(strong['kind'])} ({words.gain(strong['least'])} to {words.gain(strong['most'])} by "
        "rarity), weakest "
        f"the {words.plain(weak['kind'])} ({words.gain(weak['least'])} to {words.gain(weak['most'])}). The intervals of all "
        f"{words.counted(len(gaps), 'weapon')} hold together at 95 %.{_more_decks(gaps)}",
    )


def _more_decks(gaps: pd.DataFrame) -> str:
    """What it would take to settle the undecided ones."""
    times = decks_to_decide(gaps)
    if times <= 1:
        return ""
    open_ = int((gaps["verdict"] == UNDECIDED).sum())
    if times > MOST_DECKS:
        return f" {words.counted(open_, 'weapon')} so near the margin will hardly be settled by more decks."
    return f" About {np.ceil(round(times, 6)):.0f} times as many decks would settle all."


def kind_summary(gaps: pd.DataFrame) -> pd.DataFrame:
    """Each kind over all rarities, strongest first: kind, mean, least, most (gaps), outside (rarities)."""
    rows = gaps.assign(out=gaps["verdict"] == OUTSIDE).groupby("kind")
    table = rows.agg(mean=("gap", "mean"), least=("gap", "min"), most=("gap", "max"), outside=("out", "sum"))
    return table.sort_values("mean", ascending=False).reset_index()


def weaknesses(bonus: pd.DataFrame) -> list[Verdict]:
    """What a weakness adds, class by class; nothing if no monster was weak to anything."""
    if bonus.empty:
        return []
    told = [
        f"{row.bonus} ({words.change(row.value, row.low, row.high)}; {words.counted(row.n_weapons, 'weapon')})"
        for row in bonus.itertuples()
    ]
    one = bonus.loc[bonus["bonus"].idxmin()]
    share = words.percent_of(one["share"], one["share_low"], one["share_high"])
    adds = "adds" if one["share_low"] > 0 else "takes" if one["share_high"] < 0 else "may add"
    amount = words.gain(one["share"]) if adds == "adds" else share
    return [
        Verdict(
            FINDING if adds == "adds" else ATTENTION,
            f"A weakness of {words.counted(one['bonus'], 'class', 'classes')} {adds} {amount} damage.",
            f"In per cent of the damage without it: {share}. Gain of damage a turn by classes of element and kind together: "
            f"{words.listed(told)}. It raises the class for damage only, and never NoP.",
        )
    ]


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
    caption = (
        "The mean of all kinds, and what one more rarity brings on the same deals. The intervals of the "
        f"{words.counted(max(len(levels) - 1, 0), 'step')} hold together at 95 %."
    )
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
        f"files have every weapon with its interval; the {len(gaps)} intervals hold together at 95 %."
    )
    return Exhibit("kinds", "Kinds against each other", caption, source(one), shown, gaps)


def _weaknesses(one: PlayedScenario, bonus: pd.DataFrame) -> list[Exhibit]:
    if bonus.empty:
        return []
    shown = grid(
        bonus,
        {
            "bonus in classes": lambda row: words.whole(row["bonus"]),
            "weapons": lambda row: words.whole(row["n_weapons"]),
            "weapons x monsters": lambda row: words.whole(row["n_pairs"]),
            "gain a turn": lambda row: words.change(*words.of(row)),
            "gain": lambda row: words.percent_of(row["share"], row["share_low"], row["share_high"]),
        },
    )
    caption = (
        "The same weapon against a monster that is weak to it (element bonus and weapon kind added up) and one that is not, "
        f"on the same decks.{_without(left_out(one.run))}"
    )
    return [Exhibit("weakness", "What a weakness adds", caption, source(one), shown, bonus)]


def _without(weapons: list[str]) -> str:
    """The weapons that could not be compared."""
    if not weapons:
        return ""
    names = words.listed(words.plain(name) for name in weapons[:MOST_NAMES])
    more = f" and {len(weapons) - MOST_NAMES} more" if len(weapons) > MOST_NAMES else ""
    return f" Left out, for every monster is weak to them: {names}{more}."
