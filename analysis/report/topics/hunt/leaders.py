"""How much does leading matter? Places after the first leader, rounds that winners led, and the options about the leader."""

from __future__ import annotations

import pandas as pd

from analysis.charts import win_rates as rates_chart
from analysis.estimators import INSIDE, UNDECIDED
from analysis.hunt import MARGIN, leader_advantage, win_rates, winners_led
from analysis.hunt_options import MEASURES, option_effects
from analysis.report import words
from analysis.report.grids import GridColumns, grid
from analysis.report.parts import ATTENTION, FAIR, FINDING, OPEN, Exhibit, Played, Topic, Verdict, source
from analysis.report.topics.hunt.telling import RULES, TABLE, at, from_both, of_policy, points_of, share_of, told_policy

MARGIN_TOLD = f"±{100 * MARGIN:.0f} points"
LEADER_OPTIONS = ("first_leader", "leader_tie")


def build(played: Played) -> Topic:
    """The first leader at each table size, then the leaders of the other rounds, then the options."""
    policy = told_policy(played[TABLE])
    advantage, led = (of_policy(from_both(played, measure), policy) for measure in (leader_advantage, winners_led))
    effects = option_effects(played[RULES].run)
    places = from_both(played, lambda run: win_rates(run, "place"))
    return Topic(
        "hunt-leader",
        "The leader",
        "Who leads acts first in each phase and breaks ties of speed (TCG-H1). With two players the one behind leads, "
        "with more "
        "the one ahead (TCG-L1). The first leader is drawn, and every deck leads once in a block, so that decks cancel.",
        [first_leader(advantage), later_rounds(led), *options(effects)],
        [_places(played, places, policy)],
    )


def first_leader(advantage: pd.DataFrame) -> Verdict:
    """What leading the first round is worth, by table size."""
    ordered = advantage.sort_values("seats")
    told = words.listed(f"{points_of(row)} {at(row['seats'])}" for row in ordered.to_dict("records"))
    away = ordered[(ordered["low"] > 0) | (ordered["high"] < 0)]
    if (ordered["verdict"] == INSIDE).all():
        tone, headline = (
            FAIR,
            f"Leading the first round hardly matters: within {MARGIN_TOLD} of an even share at every table size.",
        )
    elif len(away):
        sides = {"helps": away[away["value"] > 0], "hurts": away[away["value"] < 0]}
        clauses = [f"{side} {_sizes(part)}" for side, part in sides.items() if len(part)]
        is_large = (away["verdict"] != INSIDE).any()
        tone, headline = ATTENTION if is_large else FINDING, f"Leading the first round {words.listed(clauses)}."
    else:
        n_open = int((ordered["verdict"] == UNDECIDED).sum())
        tone, headline = OPEN, f"Whether leading the first round matters is open at {n_open} of {len(ordered)} table sizes."
    return Verdict(
        tone,
        headline,
        f"Wins of the first leader above an even share, policy {ordered['policy'].iloc[0]}: {told}.",
    )


def later_rounds(led: pd.DataFrame) -> Verdict:
    """Winners lead more or fewer rounds than others; the rule decides who leads, so this is no effect of leading."""
    ordered = led.sort_values("seats")
    told = words.listed(
        f"{share_of(row)} {at(row['seats'])} (even: {words.percent(row['fair'])})" for row in ordered.to_dict("records")
    )
    sides = {"more": ordered[ordered["low"] > ordered["fair"]], "fewer": ordered[ordered["high"] < ordered["fair"]]}
    clauses = [f"{side} rounds than others {_sizes(part)}" for side, part in sides.items() if len(part)]
    return Verdict(
        FINDING if clauses else OPEN,
        f"Winners lead {words.listed(clauses)}."
        if clauses
        else "Winners are not shown to lead more or fewer rounds than others.",
        f"Share of the rounds that the winner led: {told}. This is what the rule makes of it (TCG-L1: at two seats the "
        "one behind "
        "leads, at more the one ahead), not what leading does.",
    )


def _sizes(part: pd.DataFrame) -> str:
    """`at 3 and 4 seats`."""
    return f"at {words.listed(str(n_seats) for n_seats in part['seats'])} seats"


def options(effects: pd.DataFrame) -> list[Verdict]:
    """What the options about the leader change for the wins of the decks."""
    found = []
    for option in LEADER_OPTIONS:
        rows = effects[(effects["option"] == option) & ~effects["measure"].isin(MEASURES)]
        if rows.empty:
            continue
        sure = rows[(rows["low"] > 0) | (rows["high"] < 0)]
        top = rows.loc[rows["value"].abs().idxmax()]
        changed = [
            f"{words.plain(row['measure'])} by {points_of(row)} {at(row['seats'])}" for row in sure.to_dict("records")
        ]
        claim = f"changes {words.listed(changed)}" if changed else "is not shown to change the wins of any deck"
        found.append(
            Verdict(
                FINDING if changed else OPEN,
                f"The option {option} = {top['setting']} {claim}.",
                f"Against {top['baseline']} on the same deals; the largest change is {points_of(top)} for "
                f"{words.plain(top['measure'])} "
                f"{at(top['seats'])}.",
            )
        )
    return found


def _places(played: Played, places: pd.DataFrame, policy: str) -> Exhibit:
    frame = rates_chart.prepare(of_policy(places, policy), "place")
    columns: GridColumns = {
        "seats": "seats",
        "policy": "policy",
        "place": lambda row: rates_chart.PLACES[row["place"]],
        "win rate": share_of,
        "even": lambda row: words.percent(row["fair"]),
        "margin": "verdict",
    }
    return Exhibit(
        id="hunt-places",
        title="Win rates by place after the first leader",
        caption="Places clockwise from the seat that leads the first round; all decks together. The intervals of one "
        "table size "
        "hold together at 95 %.",
        source=source(played[TABLE]),
        grid=grid(places, columns, n_words=3),
        data=places,
        figure=rates_chart.figure(frame, "Win rates by place after the first leader", MARGIN),
        alt=rates_chart.describe(frame),
    )
