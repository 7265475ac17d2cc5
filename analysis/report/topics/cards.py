"""What cards are worth: one more own card, an exchange, a bought card, and who should buy (RP-T1, RP-H2)."""

from __future__ import annotations

import pandas as pd

from analysis.charts import effects as effects_chart
from analysis.charts import settings
from analysis.estimators import Estimate, independent_ratio
from analysis.judgement import bought_gains, contrasts, effects, leaders, levels
from analysis.report import words
from analysis.report.grids import effects_grid, levels_grid
from analysis.report.parts import FINDING, OPEN, Exhibit, Played, Topic, Verdict, source
from analysis.studies.scenarios import PlayedScenario

MEASURES = ("rate", "dealt")
HAND, BOUGHT, EXCHANGE, POLICY = (f"hunter 1 {name}" for name in ("base_hand", "extra_cards", "exchange", "policy"))
NAMES = {HAND: "own cards", BOUGHT: "bought cards", EXCHANGE: "exchange"}
GAME_DECK = "own cards, jokers 4*"
MIN_POLICIES = 2  # one way to play is no choice


def build(played: Played, _dealt: pd.DataFrame) -> Topic:
    """The worth of each kind of card, and the policies that buy them."""
    one = played["judgement_cards"]
    hands = effects(one.run, HAND, MEASURES, GAME_DECK, against="previous")
    bought = effects(one.run, BOUGHT, MEASURES, "bought cards*", against="previous")
    exchange = effects(one.run, EXCHANGE, MEASURES, "exchange*")
    base = levels(one.run, HAND, MEASURES, GAME_DECK)
    policies = policy_table(one)
    return Topic(
        "cards",
        "What cards are worth",
        "A lone hunter meets a monster without own cards. Cards are dealt by the base hand, bought before the last three "
        "shared "
        "cards, or exchanged after them.",
        [one_more(hands, bought, base), exchange_worth(exchange, hands), *who_buys(one, policies)],
        [_worth(one, [hands, bought, exchange]), _policies(one, policies)],
    )


def _of(frame: pd.DataFrame, measure: str, setting: str, **where: object) -> pd.Series:
    return words.pick(frame, measure=measure, setting=setting, **where)


def one_more(hands: pd.DataFrame, bought: pd.DataFrame, base: pd.DataFrame) -> Verdict:
    """The third card, dealt or bought."""
    rate, dealt = _of(hands, "rate", "3"), _of(hands, "dealt", "3")
    before = _of(base, "dealt", "2")["value"]
    earlier = [words.change(*words.of(_of(hands, "rate", cards))) for cards in ("1", "2")]
    return Verdict(
        FINDING,
        f"A third own card is worth {words.number(rate['value'], 1)} classes and {words.gain(dealt['value'] / before)} "
        "damage.",
        f"From 2 to 3 own cards the mean class changes by {words.change(*words.of(rate))} and the damage a turn by "
        f"{words.change(*words.of(dealt))}, from {words.number(before)}. The first card is worth {earlier[0]} classes, the "
        "second "
        f"{earlier[1]}; one bought on top of two, {words.change(*words.of(_of(bought, 'rate', '1')))}.",
    )


def _estimate(row: pd.Series) -> Estimate:
    return Estimate(row["value"], row["low"], row["high"], row["standard_error"], row["n"])


def exchange_worth(exchange: pd.DataFrame, hands: pd.DataFrame) -> Verdict:
    """An exchange beside one more card; the two come from different deals."""
    rows = exchange[exchange["measure"] == "dealt"].to_dict("records")
    two = words.pick(exchange[exchange["context"].str.endswith("base_hand 2")], measure="dealt")
    card = _of(hands, "dealt", "3")
    share = independent_ratio(_estimate(two), _estimate(card))
    told = [words.change(row["value"], row["low"], row["high"]) for row in rows]
    own = words.listed(row["context"].split()[-1] for row in rows)
    is_known = card["low"] > 0 or card["high"] < 0
    return Verdict(
        FINDING if is_known else OPEN,
        f"An exchange is worth {words.percent(share.value, 0)} of a third card."
        if is_known
        else "What an exchange is worth beside a third card is open: the card is not shown to be worth anything.",
        f"Made whenever a card can go at no loss, it changes the damage a turn by {words.listed(told)} with {own} own "
        f"cards; a third card changes it by {words.change(*words.of(card))}"
        + (f": {words.share(share.value, share.low, share.high)} of it." if is_known else "."),
    )


# Policies


def policy_table(one: PlayedScenario) -> pd.DataFrame:
    """The levels of each policy, with the cards that it buys and exchanges a turn (`bought`, `exchanged`)."""
    frame = levels(one.run, POLICY, MEASURES, "policy*")
    seats = one.run.table("seats", ["cell", "attacks", "bought", "exchanged"]).groupby("cell").sum()
    used = seats.div(seats["attacks"], axis=0)
    return frame.assign(bought=frame["cell"].map(used["bought"]), exchanged=frame["cell"].map(used["exchanged"]))


def who_buys(one: PlayedScenario, policies: pd.DataFrame) -> list[Verdict]:
    """The policies that get most, as far as the games can tell them apart, and what a bought card brings each."""
    damage = policies[policies["measure"] == "dealt"].set_index("setting")
    if len(damage) < MIN_POLICIES:
        return []
    pairs = contrasts(one.run, POLICY, "dealt", "policy*")
    best = leaders(pairs)
    amounts = words.listed(f"“{name}” {words.amount(*words.of(damage.loc[name]))}" for name in best)
    family = f"The intervals of all {words.counted(len(pairs), 'pair')} of policies hold together at 95 %"
    detail = f"Damage a turn: {amounts}; {_next_best(pairs, damage, best)}{family}.{_per_card(one, damage)}"
    return [
        Verdict(
            FINDING if len(best) == 1 else OPEN,
            best_policies(damage, best),
            f"{detail} Experience points are not counted here.",
        )
    ]


def best_policies(damage: pd.DataFrame, best: list[str]) -> str:
    """Who deals most, or between whom it is open."""
    if len(best) == len(damage):
        return f"Of {len(damage)} ways to play, none is shown to deal more than another."
    names = words.listed(f"“{name}”" for name in best)
    if len(best) > 1:
        return f"Of {len(damage)} ways to play, {names} deal most; these games cannot tell them apart."
    top = damage.loc[best[0]]
    never = damage[damage["bought"] == 0]
    beside = ""
    if len(never) and top["bought"] > 0:
        beside = f" against {words.number(never['value'].max(), 1)} without bought cards"
    return f"Of {len(damage)} ways to play, {names} deals most: {words.number(top['value'], 1)} damage a turn{beside}."


def _next_best(pairs: pd.DataFrame, damage: pd.DataFrame, best: list[str]) -> str:
    """By how much a lone leader is ahead of the next."""
    if len(best) > 1:
        return ""
    second = damage["value"].drop(best[0]).idxmax()
    row = pairs[pairs["setting"].isin([best[0], second]) & pairs["other"].isin([best[0], second])].iloc[0]
    sign = 1 if row["setting"] == best[0] else -1
    ends = sorted([sign * row["low"], sign * row["high"]])
    return f"{words.change(sign * row['value'], *ends)} more than “{second}”. "


def _per_card(one: PlayedScenario, damage: pd.DataFrame) -> str:
    """What each policy gets out of a bought card, beside the one that plays alike but never buys."""
    never = damage[damage["bought"] == 0]
    if never.empty:
        return ""
    baseline = str(never["value"].idxmax())
    gains = bought_gains(one.run, POLICY, baseline, "policy*")
    if gains.empty:
        return " Nobody buys."
    told = words.listed(f"“{row.setting}” {words.change(row.value, row.low, row.high)}" for row in gains.itertuples())
    return f" Each bought card brings, beside “{baseline}” who never buys: {told}."


# Exhibits


def _worth(one: PlayedScenario, frames: list[pd.DataFrame]) -> Exhibit:
    frame = effects_chart.prepare(*frames, names=NAMES)
    return Exhibit(
        id="card-worth",
        title="One more card, bought or dealt, and an exchange",
        caption=(
            "The change of the mean class and of the damage a turn. Bought cards come on top of two own cards. The "
            "efficiency says "
            "how many times more games a comparison without shared deals would need."
        ),
        source=source(one),
        grid=effects_grid(frame),
        data=frame,
        figure=effects_chart.figure(frame, "What a card is worth"),
        alt=effects_chart.describe(frame),
    )


def _policies(one: PlayedScenario, policies: pd.DataFrame) -> Exhibit:
    frame = settings.prepare(policies, effects(one.run, POLICY, MEASURES, "policy*"))
    return Exhibit(
        id="policies",
        title="Ways to play",
        caption=(
            "Two own cards, up to two bought ones, one exchange a turn; in brackets the change from the first row. What a "
            "policy does stands in data/policies/monster_hunter_trpg.csv."
        ),
        source=source(one, '"policy*"'),
        grid=levels_grid(frame, "policy"),
        data=frame,
        figure=settings.figure(frame, "Ways to play"),
        alt=settings.describe(frame),
    )
