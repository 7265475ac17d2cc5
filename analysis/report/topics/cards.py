"""What cards are worth: one more own card, an exchange, a bought card, and who should buy (RP-T1, RP-H2)."""

from __future__ import annotations

import pandas as pd

from analysis.charts import effects as effects_chart
from analysis.charts import settings
from analysis.judgement import effects, levels
from analysis.report import words
from analysis.report.grids import effects_grid, levels_grid
from analysis.report.parts import FINDING, Exhibit, Played, Topic, Verdict, source
from analysis.studies.scenarios import PlayedScenario

MEASURES = ("rate", "dealt")
HAND, BOUGHT, EXCHANGE, POLICY = (f"hunter 1 {name}" for name in ("base_hand", "extra_cards", "exchange", "policy"))
NAMES = {HAND: "own cards", BOUGHT: "bought cards", EXCHANGE: "exchange"}
GAME_DECK = "own cards, jokers 4*"


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
        [one_more(hands, bought, base), exchange_worth(exchange, hands), who_buys(policies)],
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


def exchange_worth(exchange: pd.DataFrame, hands: pd.DataFrame) -> Verdict:
    """An exchange beside one more card."""
    rows = exchange[exchange["measure"] == "dealt"].to_dict("records")
    two = words.pick(exchange[exchange["context"].str.endswith("base_hand 2")], measure="dealt")
    card = _of(hands, "dealt", "3")
    told = [words.change(row["value"], row["low"], row["high"]) for row in rows]
    own = words.listed(row["context"].split()[-1] for row in rows)
    return Verdict(
        FINDING,
        f"An exchange is worth {words.percent(two['value'] / card['value'], 0)} of a third card.",
        f"Made whenever a card can go at no loss, it changes the damage a turn by {words.listed(told)} with {own} own "
        "cards; a "
        f"third card changes it by {words.change(*words.of(card))}.",
    )


# Policies


def policy_table(one: PlayedScenario) -> pd.DataFrame:
    """The levels of each policy, with the cards that it buys and exchanges a turn (`bought`, `exchanged`)."""
    frame = levels(one.run, POLICY, MEASURES, "policy*")
    seats = one.run.table("seats", ["cell", "attacks", "bought", "exchanged"]).groupby("cell").sum()
    used = seats.div(seats["attacks"], axis=0)
    return frame.assign(bought=frame["cell"].map(used["bought"]), exchanged=frame["cell"].map(used["exchanged"]))


def who_buys(policies: pd.DataFrame) -> Verdict:
    """The policy that gets most, and the one that gets most out of each bought card."""
    damage = policies[policies["measure"] == "dealt"].set_index("setting")
    never, best = damage.loc[damage["bought"].idxmin()], damage["value"].idxmax()
    gains = damage["value"] - damage[damage["bought"] == 0]["value"].max()
    buyers = damage[damage["bought"] > 0]
    thrifty = (gains / damage["bought"])[buyers.index].idxmax()
    top, saver = damage.loc[best], damage.loc[thrifty]
    same = (
        ""
        if best == thrifty
        else (
            f" Per bought card “{thrifty}” gets most: {words.percent(gains[thrifty] / gains[best], 0)} of that gain with "
            f"{words.number(saver['bought'])} cards a turn in place of {words.number(top['bought'])}."
        )
    )
    return Verdict(
        FINDING,
        f"Of {len(damage)} ways to play, “{best}” deals most: {words.number(top['value'], 1)} damage a turn against "
        f"{words.number(never['value'], 1)} without bought cards.",
        f"“{best}”: {words.amount(*words.of(top))} damage a turn with {words.number(top['bought'])} bought and "
        f"{words.number(top['exchanged'])} exchanged cards.{same} Experience points are not counted here.",
    )


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
            "policy "
            "does stands in data/policies/monster_hunter_trpg.csv."
        ),
        source=source(one, '"policy*"'),
        grid=levels_grid(frame, "policy"),
        data=frame,
        figure=settings.figure(frame, "Ways to play"),
        alt=settings.describe(frame),
    )
