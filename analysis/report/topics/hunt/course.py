"""How a game goes: how long it is, how it ends, what retreats decide, and what a lead is worth."""

from __future__ import annotations

import pandas as pd

from analysis.charts import endings as endings_chart
from analysis.charts import leads as leads_chart
from analysis.charts import lengths as lengths_chart
from analysis.hunt import END_REASONS
from analysis.hunt_course import (
    ALL,
    endings,
    game_means,
    game_shares,
    leads,
    length_quantiles,
    lengths,
    retreats,
)
from analysis.report import words
from analysis.report.grids import GridColumns, grid
from analysis.report.parts import FINDING, Exhibit, Played, Topic, Verdict, source
from analysis.report.topics.hunt.telling import TABLE, amount_of, from_both, of_policy, share_of, told_policy

ROUNDS = (3, 6, 9)
TOLD_ROUND, TOLD_LEAD = 6, 3


def build(played: Played) -> Topic:
    """Length, ends, retreats and leads at each table size."""
    policy = told_policy(played[TABLE])
    measures = (length_quantiles, game_shares, retreats, game_means)
    quantiles, shares, by_retreats, means = (of_policy(from_both(played, one), policy) for one in measures)
    curves = of_policy(from_both(played, lambda run: leads(run, ROUNDS)), policy)
    return Topic(
        "hunt-course",
        "Length, ends and leads",
        "A game ends with 20 HR points, or when retreats leave one seat (TCG-W1); games that the cap of rounds ends "
        "count too.",
        [length(quantiles), retreats_decide(shares, by_retreats), lead(means, curves)],
        [
            _lengths(played, quantiles, policy),
            _endings(played, policy),
            _retreats(played, by_retreats, shares),
            _leads(played, curves, policy),
        ],
    )


def _of(frame: pd.DataFrame, **where: object) -> list[dict[str, object]]:
    """The rows with these values, by table size."""
    for name, value in where.items():
        frame = frame[frame[name] == value]
    return [{str(key): value for key, value in row.items()} for row in frame.sort_values("seats").to_dict("records")]


def _by_size(rows: list[dict[str, object]], write: object) -> str:
    """What a measure is at each table size: `0.02 % [0.01, 0.07] at 2 seats and ...`."""
    return words.listed(f"{write(row)} at {row['seats']} seats" for row in rows)  # type: ignore[operator]


def length(quantiles: pd.DataFrame) -> Verdict:
    """The median and the longest games."""
    half, most = (_of(quantiles, end_reason=ALL, quantile=q) for q in (0.5, 0.99))
    told = words.listed(f"{row['value']:.0f} rounds at {row['seats']} seats" for row in half)
    return Verdict(
        FINDING,
        f"Half of all games last at most {told}.",
        "99 % last at most "
        + words.listed(f"{row['value']:.0f} [{row['low']:.0f}, {row['high']:.0f}] at {row['seats']} seats" for row in most)
        + "; intervals of quantiles by Woodruff.",
    )


def retreats_decide(shares: pd.DataFrame, by_retreats: pd.DataFrame) -> Verdict:
    """How many games retreats decide, and how they go with winning."""
    last, left = _of(shares, measure="last_seat"), _of(shares, measure="somebody_left")
    fewer = _of(shares, measure="fewer_retreats")
    most = max(float(str(row["high"])) for row in last)
    none, one = (_of(by_retreats, retreats=n) for n in (0, 1))
    return Verdict(
        FINDING,
        f"Retreats alone decide at most {words.percent(most, 2)} of games."
        if most < 0.05
        else f"Retreats alone decide {_by_size(last, share_of)}.",
        f"Games that the last seat wins: {_by_size(last, share_of)}. A seat leaves after its third retreat in "
        f"{_by_size(left, share_of)}. The winner has fewer retreats than any other seat in {_by_size(fewer, share_of)}. "
        f"Win rate without a retreat: {_by_size(none, share_of)}; with one: {_by_size(one, share_of)} (long games have "
        "more of "
        "both).",
    )


def lead(means: pd.DataFrame, curves: pd.DataFrame) -> Verdict:
    """What a lead is worth early, and when a game is decided."""
    rows = _of(curves, round=TOLD_ROUND, lead=TOLD_LEAD)
    changes, decisive, rounds = (_of(means, measure=name) for name in ("lead_changes", "decisive_round", "rounds"))
    told = f"A lead of {TOLD_LEAD} HR points after round {TOLD_ROUND} wins {_by_size(rows, share_of)}."
    return Verdict(
        FINDING,
        told if rows else "No seat was so far ahead.",
        f"The lead changes {_by_size(changes, amount_of)} times a game. The winner leads alone for good from round "
        f"{_by_size(decisive, amount_of)} on average, of {_by_size(rounds, amount_of)}.",
    )


# Exhibits


def _lengths(played: Played, quantiles: pd.DataFrame, policy: str) -> Exhibit:
    frame = lengths_chart.prepare(of_policy(from_both(played, lengths), policy))
    named = lengths_chart.WORDS | {ALL: "all games"}
    columns: GridColumns = {
        "seats": "seats",
        "result": lambda row: named[row["end_reason"]],
        "share of games": lambda row: words.percent(row["quantile"], 0),
        "rounds at most": lambda row: f"{row['value']:.0f} [{row['low']:.0f}, {row['high']:.0f}]",
        "games": lambda row: words.whole(row["n"]),
    }
    return Exhibit(
        id="hunt-length",
        title="Length by result",
        caption=f"Policy {policy}. A line is the share of the games with this result that have ended by a round; "
        "results of fewer "
        f"than {lengths_chart.FEWEST} games are in the table alone.",
        source=source(played[TABLE]),
        grid=grid(quantiles, columns, n_words=2),
        data=frame,
        figure=lengths_chart.figure(frame),
        alt=lengths_chart.describe(frame),
    )


def _endings(played: Played, policy: str) -> Exhibit:
    every = from_both(played, endings)
    frame = endings_chart.prepare(of_policy(every, policy))
    columns: GridColumns = {
        "seats": "seats",
        "policy": "policy",
        "end": lambda row: lengths_chart.WORDS[row["end_reason"]],
        "share of games": share_of,
        "games": lambda row: words.whole(row["n"]),
    }
    return Exhibit(
        id="hunt-ends",
        title="How games end",
        caption=f"Policy {policy} in the chart; the {len(END_REASONS)} reasons of TCG-W1 to W3.",
        source=source(played[TABLE]),
        grid=grid(every, columns, n_words=3),
        data=every,
        figure=endings_chart.figure(frame),
        alt=endings_chart.describe(frame),
    )


def _retreats(played: Played, by_retreats: pd.DataFrame, shares: pd.DataFrame) -> Exhibit:
    columns: GridColumns = {
        "seats": "seats",
        "retreats": "retreats",
        "of all seats": lambda row: words.percent(row["seats_share"]),
        "win rate": share_of,
    }
    data = pd.concat([by_retreats, shares], ignore_index=True)
    return Exhibit(
        "hunt-retreats",
        "Retreats and wins",
        "How many retreats a seat had in the game, and how often such seats win. Whoever retreats a third time leaves "
        "(TCG-N3).",
        source(played[TABLE]),
        grid(by_retreats, columns, n_words=2),
        data,
    )


def _leads(played: Played, curves: pd.DataFrame, policy: str) -> Exhibit:
    frame = leads_chart.prepare(curves, ROUNDS)
    shown = frame[frame["lead"].between(-TOLD_LEAD * 2, TOLD_LEAD * 2)]
    columns: GridColumns = {
        "seats": "seats",
        "end of round": "round",
        "HR points ahead": lambda row: f"{row['lead']:+d}".replace("-", words.MINUS) if row["lead"] else "0",
        "win rate": share_of,
        "seats counted": lambda row: words.whole(row["n"]),
    }
    return Exhibit(
        id="hunt-leads",
        title="What a lead is worth",
        caption=f"Policy {policy}, all decks. HR points ahead of the best rival (behind, if negative) at the end of a "
        "round.",
        source=source(played[TABLE]),
        grid=grid(shown, columns, n_words=3),
        data=curves,
        figure=leads_chart.figure(frame),
        alt=leads_chart.describe(frame),
    )
