"""Which cards are strong: which monsters are worth placing, which weapons pay."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analysis.charts import card_strength as strength_chart
from analysis.hunt import GROUP
from analysis.hunt_cards import card_strength, pooled, use
from analysis.report import words
from analysis.report.grids import GridColumns, grid
from analysis.report.parts import ATTENTION, FINDING, OPEN, Exhibit, Played, Topic, Verdict, source
from analysis.report.topics.hunt.telling import PAIRS, TABLE, at, from_both, of_policy, plain, points_of, told_policy
from analysis.studies.hunt_sheets import printed_values

MONSTER, WEAPON = "monster", "weapon"
KINDS = {MONSTER: "Monsters", WEAPON: "Weapons", "armour": "Armours", "item": "Items"}
BY = {MONSTER: ("hr", "HR"), WEAPON: ("cost", "cost")}
MOST_NAMED = 5
SELDOM = 0.1  # of the drawn copies


def build(played: Played) -> Topic:
    """Cards of each kind, then the table of all cards."""
    policy = told_policy(played[TABLE])
    printed = printed_values(played[TABLE])
    strength, used = (of_policy(from_both(played, measure), policy) for measure in (card_strength, use))
    opening = clearest(strength[strength["measure"] == "opening"])
    n_seats = int(opening["seats"].iloc[0])
    by_kind = {kind: opening[opening["kind"] == kind] for kind in KINDS}
    classes = {kind: by_printed(by_kind[kind], printed, kind) for kind in BY}
    return Topic(
        "hunt-cards",
        "Cards",
        "Which cards lie in the opening hand is pure chance: the win rate with a card there, less the deck's own, is "
        "what the card "
        "does. Whether a card is drawn or played also shows how the game went, so those two numbers are no effects.",
        [
            *(worth(by_kind[kind], classes[kind], printed, kind) for kind in BY),
            seldom_played(used, printed),
        ],
        [
            *(_chart(played, by_kind[kind], printed, kind, n_seats) for kind in KINDS if len(by_kind[kind])),
            *(_classes(played, classes[kind], kind, n_seats) for kind in BY),
            _all(played, strength, used, printed),
        ],
    )


def clearest(opening: pd.DataFrame) -> pd.DataFrame:
    """The rows of the table size that tells most: that with the smallest standard errors."""
    errors = opening.groupby("seats")["standard_error"].median()
    return opening[opening["seats"] == errors.idxmin()].reset_index(drop=True)


def by_printed(opening: pd.DataFrame, printed: pd.DataFrame, kind: str) -> pd.DataFrame:
    """Cards in the opening hand by a printed number, HR points of monsters or cost of weapons: `class`, cards, estimate."""
    column, _ = BY[kind]
    named = opening.assign(**{"class": opening["card"].map(printed[column]).astype(int)})
    found = pooled(named, [*GROUP, "measure", "class"], independent=True)
    n_cards = named.groupby("class").size()
    return found.assign(cards=found["class"].map(n_cards)).sort_values("class", ignore_index=True)


def worth(opening: pd.DataFrame, classes: pd.DataFrame, printed: pd.DataFrame, kind: str) -> Verdict:
    """Which cards of a kind help and which hurt, and how that goes with the printed number."""
    helps, hurts = opening[opening["low"] > 0], opening[opening["high"] < 0]
    _, what = BY[kind]
    plural, n_seats = KINDS[kind].lower(), opening["seats"].iloc[0]
    clauses = [
        f"{_few(part, printed)} {verb}"
        for part, verb in ((_ranked(helps), _verb(helps, "help")), (_ranked(hurts)[::-1], _verb(hurts, "hurt")))
        if len(part)
    ]
    sure = classes[(classes["low"] > 0) | (classes["high"] < 0)]
    trend = [f"{plural} of {what} {row['class']} {points_of(row)}" for row in sure.to_dict("records")]
    best, worst = opening.loc[opening["value"].idxmax()], opening.loc[opening["value"].idxmin()]
    if clauses:
        headline = f"In the opening hand, {words.listed(clauses)}."
    elif trend:
        headline = f"No single {kind} is surely worth more or less than its deck, but by {what} they differ."
    else:
        headline = f"No {kind} is shown to be worth more or less than its deck {at(n_seats)}."
    return Verdict(
        ATTENTION if len(hurts) else FINDING if clauses or trend else OPEN,
        headline,
        f"Points of win rate above the deck's own, {at(n_seats)}: from {points_of(worst)} "
        f"({printed.loc[worst['card'], 'name']}) to "
        f"{points_of(best)} ({printed.loc[best['card'], 'name']})."
        + (f" By {what}: {words.listed(trend)}." if trend else f" No {what} is surely above or below.")
        + " The intervals of all cards hold together at 95 %.",
    )


def _ranked(part: pd.DataFrame) -> pd.DataFrame:
    return part.sort_values("value", ascending=False)


def _verb(part: pd.DataFrame, verb: str) -> str:
    return f"{verb}s" if len(part) == 1 else verb


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", words.MINUS)


def _few(part: pd.DataFrame, printed: pd.DataFrame) -> str:
    """The first names and how many more."""
    names = [f"{printed.loc[row.card, 'name']} ({_signed(row.value)} points)" for row in part.head(MOST_NAMED).itertuples()]
    more = [f"{len(part) - MOST_NAMED} more"] if len(part) > MOST_NAMED else []
    return words.listed([*names, *more])


def seldom_played(used: pd.DataFrame, printed: pd.DataFrame) -> Verdict:
    """Cards that are drawn and hardly ever played."""
    rows = used[used["played_share"] < SELDOM].sort_values("played_share")
    told = [
        f"{printed.loc[row.card, 'name']} ({words.plain(row.deck)}, {at(row.seats)}) {words.percent(row.played_share)}"
        for row in rows.itertuples()
    ]
    named = [*told[:MOST_NAMED], *([f"{len(told) - MOST_NAMED} more"] if len(told) > MOST_NAMED else [])]
    least = used["played"].min()
    return Verdict(
        ATTENTION if told else FINDING,
        f"Hardly ever played when drawn: {words.listed(named)}."
        if told
        else "Every card is played in a tenth of its draws at least.",
        "Share of drawn copies that were placed, equipped, used or discarded for a boost. The least played card of a "
        "deck and table "
        f"size was played {words.whole(least)} times.",
    )


# Exhibits


def _chart(played: Played, opening: pd.DataFrame, printed: pd.DataFrame, kind: str, n_seats: int) -> Exhibit:
    frame = strength_chart.prepare(opening, printed["label"].to_dict())
    title = f"{KINDS[kind]} in the opening hand, {n_seats} seats"
    columns: GridColumns = {
        "card": "label",
        "deck": plain("deck"),
        "above the deck's own rate": points_of,
        "copies seen": lambda row: words.whole(row["seen"]),
    }
    return Exhibit(
        id=f"hunt-{KINDS[kind].lower()}",
        title=title,
        caption="Win rate with a copy in the opening hand, less the deck's own. The intervals of all cards hold "
        "together at 95 %.",
        source=source(played[TABLE if n_seats > 2 else PAIRS]),
        grid=grid(frame, columns, n_words=2),
        data=frame,
        figure=strength_chart.figure(frame, title),
        alt=strength_chart.describe(frame),
    )


def _classes(played: Played, classes: pd.DataFrame, kind: str, n_seats: int) -> Exhibit:
    _, what = BY[kind]
    columns: GridColumns = {
        what: "class",
        "above the deck's own rate": points_of,
        "cards": "cards",
        "copies seen": lambda row: words.whole(row["seen"]),
    }
    return Exhibit(
        f"hunt-{KINDS[kind].lower()}-by-{what.lower()}",
        f"{KINDS[kind]} by {what}",
        f"Cards in the opening hand {at(n_seats)}, averaged by copies seen. The intervals of all rows hold together at "
        "95 %.",
        source(played[TABLE if n_seats > 2 else PAIRS]),
        grid(classes, columns),
        classes,
    )


def _all(played: Played, strength: pd.DataFrame, used: pd.DataFrame, printed: pd.DataFrame) -> Exhibit:
    """Every card at every table size: rates in the opening hand, drawn and played."""
    keys = ["seats", "deck", "card", "kind"]
    wide = _wide(strength, keys, ("opening", "drawn", "played"))
    wide = wide.merge(used[[*keys, "played_share"]], on=keys).sort_values(["seats", "deck", "kind", "card"])
    wide = wide.assign(label=wide["card"].map(printed["label"]))
    columns: GridColumns = {
        "seats": "seats",
        "deck": plain("deck"),
        "card": "label",
        "kind": "kind",
        "in the opening hand": "opening",
        "drawn": "drawn",
        "played": "played",
        "played, of the drawn": lambda row: words.percent(row["played_share"], 0),
    }
    return Exhibit(
        "hunt-all-cards",
        "All cards",
        "Points of win rate above the deck's own, by copies. Drawn and played are no effects of the card alone: long "
        "games draw "
        "more, and games that go well play more.",
        source(played[TABLE]),
        grid(wide, columns, n_words=4),
        strength,
    )


def _wide(strength: pd.DataFrame, keys: Sequence[str], measures: Sequence[str]) -> pd.DataFrame:
    """A column of words a measure; empty where a card never came up."""
    told = strength.assign(text=[points_of(row) for row in strength.to_dict("records")])
    wide = told.pivot_table(index=list(keys), columns="measure", values="text", aggfunc="first")
    return wide.reindex(columns=list(measures)).fillna("").reset_index()
