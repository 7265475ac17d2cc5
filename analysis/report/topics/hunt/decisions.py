"""How the decisions of the rulebook are taken, by policy and table size."""

from __future__ import annotations

import pandas as pd

from analysis.hunt_course import decisions
from analysis.report import words
from analysis.report.grids import GridColumns, grid
from analysis.report.parts import ATTENTION, FINDING, Exhibit, Played, Topic, Verdict, source
from analysis.report.topics.hunt.telling import TABLE, at, from_both, of_policy, told_policy

WORDS = {
    "discard": "discard before drawing",
    "place": "place a monster",
    "move": "move",
    "order": "which equal monster acts first",
    "target": "attack",
    "window": "use an item or a boost",
    "equip_weapon": "equip a weapon",
    "equip_armour": "equip an armour",
    "pay": "pay with material",
    "give_up": "give up a main target",
    "recover": "take a card back",
}
MUST = ("order", "pay", "give_up", "recover")
"""Decisions in which something has to be chosen."""

ONE_WAY = 0.01  # a decision taken one way so seldom is hardly one


def build(played: Played) -> Topic:
    """What each decision comes to."""
    frame = from_both(played, decisions)
    policy = told_policy(played[TABLE])
    return Topic(
        "hunt-decisions",
        "Decisions",
        "Decisions with two or more alternatives. Nothing done: stopped discarding, placed none, stayed, declined, "
        "passed, equipped "
        "none.",
        [one_way(of_policy(frame, policy))],
        [_table(played, frame)],
    )


def one_way(frame: pd.DataFrame) -> Verdict:
    """Which optional decisions are hardly ever taken one of the two ways."""
    free = frame[~frame["decision"].isin(MUST)]
    rows = free[(free["nothing"] < ONE_WAY) | (free["nothing"] > 1 - ONE_WAY)]
    told = [f"{WORDS[row.decision]} {at(row.seats)} (nothing in {words.percent(row.nothing)})" for row in rows.itertuples()]
    often = free.loc[free["nothing"].idxmax()]
    return Verdict(
        ATTENTION if told else FINDING,
        f"Hardly a decision: {words.listed(told)}."
        if told
        else "Every optional decision is taken both ways, each in 1 % at least.",
        f"Policy {frame['policy'].iloc[0]}; most often nothing is done at “{WORDS[often['decision']]}” "
        f"{at(often['seats'])}: "
        f"{words.percent(often['nothing'])} of {words.whole(often['n'])}.",
    )


def _table(played: Played, frame: pd.DataFrame) -> Exhibit:
    columns: GridColumns = {
        "seats": "seats",
        "policy": "policy",
        "decision": lambda row: WORDS[row["decision"]],
        "times": lambda row: words.whole(row["n"]),
        "nothing done": lambda row: "must choose" if row["decision"] in MUST else words.percent(row["nothing"]),
        "alternatives": lambda row: words.number(row["alternatives"], 1),
    }
    return Exhibit(
        "hunt-decisions",
        "How decisions are taken",
        "All seats of a policy together, at each table size.",
        source(played[TABLE]),
        grid(frame, columns, n_words=3),
        frame,
    )
