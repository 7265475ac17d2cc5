"""Are the weapons fair? Damage by kind and rarity, and what a weakness adds (RP-D1, RP-D3, RP-D4)."""

from __future__ import annotations

from math import ceil

import pandas as pd

from analysis.charts import kinds as gap_chart
from analysis.charts import rarity
from analysis.estimators import OUTSIDE, UNDECIDED
from analysis.report import words
from analysis.report.grids import grid
from analysis.report.pairs import held
from analysis.report.parts import ATTENTION, FAIR, FINDING, OPEN, Exhibit, Played, Topic, Verdict, source, tone_of
from analysis.studies.names import card_names
from analysis.studies.scenarios import PlayedScenario
from analysis.studies.weapons import (
    MARGIN,
    armoury,
    kind_gaps,
    kind_steps,
    left_out,
    plain_damage,
    rarity_levels,
    weakness,
)

MOST_DECKS = 100  # beyond so many times the decks nobody will wait for a verdict
MOST_NAMES = 8  # named in a sentence
MARGIN_TOLD = f"±{100 * MARGIN:.0f}{words.NARROW}%"


def build(played: Played) -> Topic:
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
        [_damage(one), _levels(one, levels), *_kinds(one, gaps), *_weaknesses(one, bonus)],
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
    falling, rising = steps["high"] < 0, steps["low"] > 0
    open_ = steps[~(falling | rising)]
    pays, loses = last["rise_low"] > 0, last["rise_high"] < 0
    claim = "Rarity pays" if pays else "Rarity does not pay" if loses else "Whether rarity pays is open"
    return Verdict(
        ATTENTION if loses or falling.any() else OPEN if not pays or len(open_) else FAIR,
        f"{claim}: from rarity {first['rarity']:.0f} to {last['rarity']:.0f} the damage a turn goes from "
        f"{words.number(first['value'], 1)} to {words.number(last['value'], 1)}.",
        f"Mean of all kinds: {words.amount(*words.of(first))} and {words.amount(*words.of(last))}, "
        f"{words.change(last['rise'], last['rise_low'], last['rise_high'])} on the same deals. "
        f"{_steps_told(steps, steps[falling], open_)}{_more_decks(open_, 'step', 'nothing')}",
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
    family = "; the intervals of all steps hold together at 95 %" if len(steps) > 1 else ""
    return (
        f"In detail, {words.listed(told)}; {together} is {smallest} ({words.plain(weakest['kind'])} to rarity "
        f"{weakest['rarity']}){family}."
    )


def _step_names(steps: pd.DataFrame) -> str:
    return _some([f"{words.plain(row.kind)} {row.rarity}" for row in steps.itertuples()])


def _some(names: list[str]) -> str:
    """The names, or the first of them and how many more."""
    more = [f"{len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
    return words.listed([*names[:MOST_NAMES], *more])


def _more_decks(open_: pd.DataFrame, what: str, edge: str) -> str:
    """About how many decks would settle what is open, if it is as large as it seems."""
    if open_["n_needed"].isna().all():
        return ""
    which = f"the open {what}" if len(open_) == 1 else f"the {len(open_)} open {what}s"
    far = open_["n_needed"] > MOST_DECKS * open_["n"]
    if far.all():
        return f" More decks will hardly settle {which}, so near {edge}."
    settled = f"{len(open_) - far.sum()} of {which}" if far.any() else which
    needed, played = (int(open_.loc[~far, name].max()) for name in ("n_needed", "n"))
    needed = _rounded_up(max(needed, played + 1))  # few decks have wider intervals than the plan reckons with
    return f" About {needed:,} decks a weapon would settle {settled}; {played:,} were played."


def _rounded_up(n: int) -> int:
    """To two figures: 5,507 is 5,600."""
    step = 10 ** max(len(str(n)) - 2, 0)
    return ceil(n / step) * step


def kinds(gaps: pd.DataFrame) -> Verdict:
    """Is a kind too strong or too weak at its rarity?"""
    if gaps.empty:
        return Verdict(
            FINDING,
            "No rarity has two kinds of weapons: whether a kind is too strong was not played.",
            "A kind is measured against the mean of all kinds of its rarity.",
        )
    summary = kind_summary(gaps)
    strong, weak = (_kind_told(summary.iloc[place]) for place in (0, -1))
    return Verdict(
        tone_of(gaps["verdict"]),
        _fairness(gaps, summary),
        f"Strongest is {strong}, weakest {weak}. The intervals of all {words.counted(len(gaps), 'weapon')} hold together at "
        f"95 %.{_more_decks(gaps[gaps['verdict'] == UNDECIDED], 'weapon', 'the margin')}",
    )


def _fairness(gaps: pd.DataFrame, summary: pd.DataFrame) -> str:
    """Which kinds are unfair, or what is not settled, or that all are fair."""
    unfair = [clause for _, row in summary.iterrows() for clause in _unfair(row)]
    n_open = int(summary["open"].sum())
    if unfair:
        return f"Not all kinds are fair: beyond {MARGIN_TOLD} of the mean of its rarity, {words.listed(unfair)}."
    if n_open:
        settled = f"{n_open} of {len(gaps)} weapons {'is' if n_open == 1 else 'are'} not settled"
        return f"No kind is surely outside {MARGIN_TOLD} of the mean of its rarity; {settled}."
    return f"All kinds are fair: each deals within {MARGIN_TOLD} of the mean of its rarity."


def _unfair(row: pd.Series) -> list[str]:
    """What a kind is too often, with the number of its rarities if it has several."""
    return [
        f"the {words.plain(row['kind'])} is too {word}"
        + (f" in {row[side]} of {row['n_rarities']} rarities" if row["n_rarities"] > 1 else "")
        for side, word in (("above", "strong"), ("below", "weak"))
        if row[side]
    ]


def _kind_told(row: pd.Series) -> str:
    least, most = words.gain(row["least"]), words.gain(row["most"])
    span = least if row["n_rarities"] == 1 else f"{least} to {most} by rarity"
    return f"the {words.plain(row['kind'])} ({span})"


def kind_summary(gaps: pd.DataFrame) -> pd.DataFrame:
    """Each kind over all rarities, strongest first: kind, mean, least, most (gaps), n_rarities, above, below, open."""
    outside, is_open = gaps["verdict"] == OUTSIDE, gaps["verdict"] == UNDECIDED
    signs = {"above": outside & (gaps["gap"] > 0), "below": outside & (gaps["gap"] < 0), "open": is_open}
    table = (
        gaps.assign(**signs)
        .groupby("kind")
        .agg(
            mean=("gap", "mean"),
            least=("gap", "min"),
            most=("gap", "max"),
            n_rarities=("rarity", "nunique"),
            **{name: (name, "sum") for name in signs},
        )
    )
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
    tone, headline = _weakness_told(one, share)
    together = held(len(bonus), "row")
    return [
        Verdict(
            tone,
            headline,
            f"In per cent of the damage without it: {share}. Gain of damage a turn by classes of element and kind together: "
            f"{words.listed(told)}.{together} It raises the class for damage only, and never NoP.",
        )
    ]


def _weakness_told(one: pd.Series, share: str) -> tuple[str, str]:
    """Tone and headline of the smallest weakness."""
    what = f"weakness of {words.counted(one['bonus'], 'class', 'classes')}"
    if one["share_low"] > 0:
        return FINDING, f"A {what} adds {words.gain(one['share'])} damage."
    if one["share_high"] < 0:
        return ATTENTION, f"A {what} costs damage: {share}."
    return OPEN, f"Whether a {what} adds damage is open: {share}."


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
        caption="Each weapon against a monster that is not weak to it, with its own 95 % interval. A turn counts even if "
        f"the gunner reloads in it.{_without(left_out(one.run))}",
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
        "The mean of all kinds with its own 95 % interval, and what one more rarity brings on the same deals."
        f"{held(len(levels) - 1, 'step')}"
    )
    return Exhibit("rarity-steps", "Damage by rarity", caption, source(one), shown, levels)


def _step(value: float, low: float, high: float) -> str:
    return "" if pd.isna(value) else words.change(value, low, high)


def _kinds(one: PlayedScenario, gaps: pd.DataFrame) -> list[Exhibit]:
    if gaps.empty:
        return []
    shown = grid(
        kind_summary(gaps),
        {
            "kind": lambda row: words.plain(row["kind"]),
            "from the mean, on average": lambda row: words.percent(row["mean"]),
            "lowest": lambda row: words.percent(row["least"]),
            "highest": lambda row: words.percent(row["most"]),
            "rarities too strong": lambda row: words.whole(row["above"]),
            "too weak": lambda row: words.whole(row["below"]),
            "not settled": lambda row: words.whole(row["open"]),
        },
    )
    caption = (
        f"How far each kind is from the mean of its rarity. Within {MARGIN_TOLD} (grey) it is fair; the margin is the "
        f"designer's to set. The files have every weapon with its interval.{held(len(gaps), 'weapon')}"
    )
    frame = gap_chart.prepare(gaps)
    figure, alt = gap_chart.figure(frame, MARGIN), gap_chart.describe(frame, MARGIN)
    return [Exhibit("kinds", "Kinds against each other", caption, source(one), shown, gaps, figure, alt)]


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
        f"on the same decks. The weapons differ from row to row.{held(len(bonus), 'row')}{_without(left_out(one.run))}"
    )
    return [Exhibit("weakness", "What a weakness adds", caption, source(one), shown, bonus)]


def _without(weapons: list[str]) -> str:
    """The weapons that could not be compared."""
    if not weapons:
        return ""
    return f" Left out, for every monster is weak to them: {_some([words.plain(name) for name in weapons])}."
