"""Where HR points come from, how often hidden monsters win, and what a placed monster gives away (TCG-N4, TCG-H9)."""

from __future__ import annotations

import pandas as pd

from analysis.charts import points as points_chart
from analysis.hunt_course import SOURCES, game_shares, placements, points
from analysis.hunt_options import MEASURES, option_effects
from analysis.report import words
from analysis.report.grids import GridColumns, grid
from analysis.report.parts import ATTENTION, FINDING, OPEN, Exhibit, Played, Topic, Verdict, source
from analysis.report.topics.hunt.telling import (
    PAIRS,
    RULES,
    TABLE,
    amount_of,
    at,
    from_both,
    of_policy,
    plain,
    points_of,
    share_of,
    told_policy,
)

WINNERS = "winners"


def build(played: Played) -> Topic:
    """Sources of points, wins by hidden monsters, the option about them, and what placing costs."""
    policy = told_policy(played[TABLE])
    sources, shares = (of_policy(from_both(played, measure), policy) for measure in (points, game_shares))
    effects = option_effects(played[RULES].run)
    costs = of_policy(placements(played[PAIRS].run), policy)
    return Topic(
        "hunt-points",
        "Hunter-rank points",
        "Points come from slain monsters, from own monsters that stay hidden, from what rivals must discard, from a "
        "rival's empty "
        "map, and from card texts.",
        [hidden(sources, shares), *option(effects), placing(costs)],
        [_sources(played, sources, policy), _costs(played, costs)],
    )


def hidden(sources: pd.DataFrame, shares: pd.DataFrame) -> Verdict:
    """How much of a win is hidden monsters."""
    winners = sources[sources["who"] == WINNERS]
    parts = winners.pivot_table(index="seats", columns="source", values="value")
    part = parts["hidden"] / parts.sum(axis=1)
    told = words.listed(f"{words.percent(value, 0)} {at(n_seats)}" for n_seats, value in part.items())
    turned, made = (_by_size(shares[shares["measure"] == name]) for name in ("hidden_turned", "hidden_made"))
    is_most = (parts["hidden"] >= parts.drop(columns="hidden").max(axis=1)).any()
    return Verdict(
        ATTENTION if is_most else FINDING,
        f"Of the winners' HR points, hidden monsters give {told}.",
        f"In {turned} of the games that HR points decide, the winner would have been behind without anybody's points "
        "for hidden "
        f"monsters. In {made} its lead was no larger than its own points for them.",
    )


def _by_size(rows: pd.DataFrame) -> str:
    return words.listed(f"{share_of(row)} {at(row['seats'])}" for row in rows.sort_values("seats").to_dict("records"))


def option(effects: pd.DataFrame) -> list[Verdict]:
    """What `hidden_hr` = each changes."""
    rows = effects[effects["option"] == "hidden_hr"]
    if rows.empty:
        return []
    wins = rows[~rows["measure"].isin(MEASURES)]
    sure = wins[(wins["low"] > 0) | (wins["high"] < 0)]
    turned, rounds = (
        rows[rows["measure"] == name].sort_values("seats").to_dict("records") for name in ("hidden_turned", "rounds")
    )
    changed = [f"{words.plain(row['measure'])} {points_of(row)} {at(row['seats'])}" for row in sure.to_dict("records")]
    shorter = words.listed(f"{words.change(row['value'], row['low'], row['high'])} {at(row['seats'])}" for row in rounds)
    more = words.listed(f"{points_of(row)} {at(row['seats'])}" for row in turned)
    return [
        Verdict(
            FINDING if changed else OPEN,
            f"A point for each hidden monster (hidden_hr = {rows['setting'].iloc[0]}) "
            + ("shifts the balance of the decks." if changed else "is not shown to shift the balance of the decks."),
            f"Rounds: {shorter}. Games that hidden monsters turn: {more}."
            + (f" {words.listed(changed).capitalize()}." if changed else ""),
        )
    ]


def placing(costs: pd.DataFrame) -> Verdict:
    """Whether a placed monster brings more points than it gives away, by deck, at two seats."""
    wide = costs.pivot_table(index="deck", columns="measure", values=["value", "low", "high"])
    brings, costly = wide["low"]["hidden"] > wide["high"]["given"], wide["high"]["hidden"] < wide["low"]["given"]
    told = words.listed(
        f"{words.plain(deck)} {words.number(row['value', 'hidden'])} against {words.number(row['value', 'given'])}"
        for deck, row in wide.iterrows()
    )
    if brings.all():
        headline = "Placing pays for every deck: a monster brings more HR points hidden than it gives away slain."
    elif costly.any():
        names = words.listed(words.plain(deck) for deck in wide.index[costly])
        headline = f"A placed monster gives away more HR points than it brings for {names}."
    else:
        headline = "Whether a placed monster brings more HR points than it gives away is open for some decks."
    return Verdict(
        FINDING if (brings | costly).all() else OPEN,
        headline,
        "Own points for hidden monsters a placed monster, against points that the rival gets for slaying it, at 2 "
        f"seats: {told}. "
        "Each interval holds at 95 % and the two do not overlap where something is claimed. Material and the point for "
        "a rival's "
        "empty map (TCG-N5) come on top.",
    )


def _sources(played: Played, sources: pd.DataFrame, policy: str) -> Exhibit:
    frame = points_chart.prepare(sources)
    wide = sources.assign(text=[words.amount(*words.of(row)) for _, row in sources.iterrows()])
    wide = wide.pivot_table(
        index=["seats", "who"], columns="source", values="text", aggfunc="first", sort=False
    ).reset_index()
    columns: GridColumns = {"seats": "seats", "who": plain("who"), **{points_chart.WORDS[one]: one for one in SOURCES}}
    return Exhibit(
        id="hunt-points",
        title="Where HR points come from",
        caption=f"Policy {policy}; HR points a game and seat. Points that texts cost count against those that they give.",
        source=source(played[TABLE]),
        grid=grid(wide, columns, n_words=2),
        data=sources,
        figure=points_chart.figure(frame),
        alt=points_chart.describe(frame),
    )


def _costs(played: Played, costs: pd.DataFrame) -> Exhibit:
    wide = costs.assign(text=[amount_of(row) for row in costs.to_dict("records")])
    wide = wide.pivot_table(index="deck", columns="measure", values="text", aggfunc="first").reset_index()
    columns: GridColumns = {
        "deck": plain("deck"),
        "monsters placed a game": "placed",
        "slain, of each placed": "lost",
        "HR points given away": "given",
        "HR points hidden": "hidden",
    }
    return Exhibit(
        "hunt-placing",
        "What a placed monster costs and brings",
        "Two seats, where the rival alone can slay it: each number but the first is per placed monster.",
        source(played[PAIRS]),
        grid(wide, columns),
        costs,
    )
