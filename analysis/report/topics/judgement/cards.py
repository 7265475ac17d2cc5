"""What cards are worth: one more own card, an exchange, a bought card, and who should buy (RP-T1, RP-H2)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from analysis.charts import effects as effects_chart
from analysis.charts import settings
from analysis.estimators import LEVEL, Estimate, independent_ratio, simultaneous_level
from analysis.judgement import bought_gains, contrasts, effects, levels
from analysis.ranking import leaders, next_to
from analysis.report import pairs as told_pairs
from analysis.report import words
from analysis.report.grids import effects_grid, levels_grid
from analysis.report.parts import FINDING, OPEN, Exhibit, Played, Topic, Verdict, source
from analysis.studies.scenarios import PlayedScenario

MEASURES = ("rate", "dealt")
HAND, BOUGHT, EXCHANGE, POLICY = (f"hunter 1 {name}" for name in ("base_hand", "extra_cards", "exchange", "policy"))
NAMES = {HAND: "own cards", BOUGHT: "bought cards", EXCHANGE: "exchange"}
GAME_DECK = "own cards, jokers 4*"
MIN_POLICIES = 2  # one way to play is no choice


def build(played: Played) -> Topic:
    """The worth of each kind of card, and the policies that buy them."""
    one = played["judgement_cards"]
    hands = effects(one.run, HAND, MEASURES, GAME_DECK, against="previous")
    bought = effects(one.run, BOUGHT, MEASURES, "bought cards*", against="previous")
    exchange = effects(one.run, EXCHANGE, MEASURES, "exchange*")
    base = levels(one.run, HAND, MEASURES, GAME_DECK)
    policies, pairs = policy_table(one), contrasts(one.run, POLICY, "dealt", "policy*")
    ways = _ways(one, policies, pairs) if len(pairs) else []
    return Topic(
        "cards",
        "What cards are worth",
        "A lone hunter meets a monster without own cards. Cards are dealt by the base hand, bought before the last three "
        "shared "
        "cards, or exchanged after them.",
        [one_more(hands, bought, base), exchange_worth(exchange, hands), *who_buys(one, policies, pairs)],
        [_worth(one, [hands, bought, exchange]), *ways],
    )


def _of(frame: pd.DataFrame, measure: str, setting: str, **where: object) -> pd.Series:
    return words.pick(frame, measure=measure, setting=setting, **where)


def one_more(hands: pd.DataFrame, bought: pd.DataFrame, base: pd.DataFrame) -> Verdict:
    """The third card, dealt or bought."""
    rate, dealt = _of(hands, "rate", "3"), _of(hands, "dealt", "3")
    before = words.amount(*words.of(_of(base, "dealt", "2")))
    first, second = (words.change(*words.of(_of(hands, "rate", cards))) for cards in ("1", "2"))
    is_worth = rate["low"] > 0 and dealt["low"] > 0
    return Verdict(
        FINDING if is_worth else OPEN,
        f"A third own card is worth {words.number(rate['value'], 1)} classes and {words.number(dealt['value'], 1)} damage a "
        "turn."
        if is_worth
        else "A third own card is not shown to raise both the class and the damage.",
        f"From 2 to 3 own cards the mean class changes by {words.change(*words.of(rate))} and the damage a turn by "
        f"{words.change(*words.of(dealt))}, from {before}. The first card changes the mean class by {first}, the second by "
        f"{second}; one bought on top of two, by {words.change(*words.of(_of(bought, 'rate', '1')))}.",
    )


def _estimate(row: pd.Series) -> Estimate:
    return Estimate(row["value"], row["low"], row["high"], row["standard_error"], row["n"])


def exchange_worth(exchange: pd.DataFrame, hands: pd.DataFrame) -> Verdict:
    """An exchange beside one more card; the two come from different deals."""
    rows = exchange[exchange["measure"] == "dealt"].to_dict("records")
    two = words.pick(exchange[exchange["context"].str.endswith("base_hand 2")], measure="dealt")
    card = _of(hands, "dealt", "3")
    share = independent_ratio(_estimate(two), _estimate(card))
    is_known = bool(card["low"] > 0 and np.isfinite([share.low, share.high]).all())
    told = [words.change(row["value"], row["low"], row["high"]) for row in rows]
    own = words.listed(row["context"].split()[-1] for row in rows)
    return Verdict(
        FINDING if is_known and (two["low"] > 0 or two["high"] < 0) else OPEN,
        _exchange_told(two, share, is_known=is_known),
        f"Made whenever a card can go at no loss, it changes the damage a turn by {words.listed(told)} with {own} own "
        f"cards; a third card changes it by {words.change(*words.of(card))}"
        + ("." if is_known else ", so that a share of it says nothing."),
    )


def _exchange_told(two: pd.Series, share: Estimate, *, is_known: bool) -> str:
    """The share with its interval, where the games show that both are worth something."""
    if not is_known:
        return "What an exchange is worth beside a third card is open: these games do not tell what the card is worth."
    if two["high"] < 0:
        return "An exchange costs damage."
    if not two["low"] > 0:
        return "An exchange is not shown to be worth anything."
    return f"An exchange is worth {words.share(share.value, share.low, share.high)} of a third card."


# Policies


def policy_table(one: PlayedScenario) -> pd.DataFrame:
    """The levels of each policy, with the cards that it buys and exchanges a turn (`bought`, `exchanged`)."""
    frame = levels(one.run, POLICY, MEASURES, "policy*")
    seats = one.run.table("seats", ["cell", "attacks", "bought", "exchanged"]).groupby("cell").sum()
    used = seats.div(seats["attacks"], axis=0)
    return frame.assign(bought=frame["cell"].map(used["bought"]), exchanged=frame["cell"].map(used["exchanged"]))


def who_buys(one: PlayedScenario, policies: pd.DataFrame, pairs: pd.DataFrame) -> list[Verdict]:
    """The policies that get most, as far as the games can tell them apart, and what a bought card brings each."""
    damage = policies[policies["measure"] == "dealt"].set_index("setting")
    if len(damage) < MIN_POLICIES:
        return []
    best = leaders(pairs)
    who = "All policies" if len(best) == len(damage) else "The best"
    family = told_pairs.held(len(pairs), "pair of policies", "pairs of policies")
    return [
        Verdict(
            FINDING if len(best) == 1 else OPEN,
            best_policies(damage, pairs, best),
            f"{_amounts(damage, pairs, best)}{told_pairs.apart(pairs, best, who)}"
            f"{family}{_per_card(one, damage)} Experience points are not counted here.",
        )
    ]


def best_policies(damage: pd.DataFrame, pairs: pd.DataFrame, best: list[str]) -> str:
    """Who deals most and how far ahead of the next, or between whom it is open."""
    if len(best) == len(damage):
        return f"Of {len(damage)} ways to play, none is shown to deal more than another."
    names = words.listed(_quoted(best))
    if len(best) > 1:
        return f"Of {len(damage)} ways to play, {names} deal most; these games cannot tell them apart."
    second = next_to(pairs, best[0])
    return (
        f"Of {len(damage)} ways to play, {names} deals most: {words.number(damage.loc[best[0], 'value'], 1)} damage a turn, "
        f"ahead of the next, “{second['other']}”, by {words.amount(*words.of(second))}."
    )


def _quoted(names: Iterable[str]) -> list[str]:
    return [f"“{name}”" for name in names]


def _amounts(damage: pd.DataFrame, pairs: pd.DataFrame, best: list[str]) -> str:
    """The damage of the best, of the next to a lone leader, and of the best of those who never buy."""
    named = [*best, *([next_to(pairs, best[0])["other"]] if len(best) == 1 else [])]
    told = words.listed(f"“{name}” {words.amount(*words.of(damage.loc[name]))}" for name in named)
    never = damage[damage["bought"] == 0]
    if never.empty or set(never.index) & set(named):
        return f"Damage a turn: {told}."
    most = never.loc[never["value"].idxmax()]
    return f"Damage a turn: {told}; without bought cards at most {words.amount(*words.of(most))} (“{most.name}”)."


def _per_card(one: PlayedScenario, damage: pd.DataFrame) -> str:
    """What a bought card brings each policy, beside the best of those that never buy.

    Which of them is best is seen in the same games, so the intervals allow for each of them.
    """
    never = damage[damage["bought"] == 0]
    if never.empty:
        return " Everybody buys, so what a bought card brings is not shown."
    baseline = str(never["value"].idxmax())
    gains = bought_gains(one.run, POLICY, baseline, "policy*", simultaneous_level(LEVEL, len(never)))
    if gains.empty:
        return " Nobody buys."
    told = words.listed(f"“{row.setting}” {words.change(row.value, row.low, row.high)}" for row in gains.itertuples())
    family = told_pairs.held(len(gains), "gain")
    return f" Each bought card brings, beside “{baseline}” who never buys: {told}.{family}"


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


def _ways(one: PlayedScenario, policies: pd.DataFrame, pairs: pd.DataFrame) -> list[Exhibit]:
    """The policies, one by one and pair by pair."""
    each = _policies(one, policies)
    return [each, told_pairs.exhibit(pairs, "dealt", each)]


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
