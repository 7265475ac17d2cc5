"""Are the starter decks fair? Win rates by deck and table size, and who beats whom."""

from __future__ import annotations

import pandas as pd

from analysis.charts import matchups as matchups_chart
from analysis.charts import win_rates as rates_chart
from analysis.estimators import OUTSIDE, UNDECIDED
from analysis.hunt import MARGIN, matchups, win_rates
from analysis.report import words
from analysis.report.grids import GridColumns, grid
from analysis.report.parts import ATTENTION, FAIR, OPEN, Exhibit, Played, Topic, Verdict, source, tone_of
from analysis.report.topics.hunt.telling import PAIRS, at, from_both, of_policy, plain, share_of, told_policy

MARGIN_TOLD = f"±{100 * MARGIN:.0f} points"


def build(played: Played) -> Topic:
    """Decks at each table size, and the matrix at two seats."""
    policy = told_policy(played[PAIRS])
    rates, pairs = from_both(played, win_rates), matchups(played[PAIRS].run)
    return Topic(
        "hunt-decks",
        "Decks",
        "Each deck against the others, in all rotations of the seats, so that seats cancel. A deck is balanced if its "
        "win rate "
        f"is within {MARGIN_TOLD} of an even share; the margin is the designer's to set.",
        [
            *(size(part, rates) for _, part in of_policy(rates, policy).groupby("seats")),
            who_beats_whom(of_policy(pairs, policy)),
        ],
        [_rates(played, rates, policy), _matchups(played, pairs, policy)],
    )


def size(told: pd.DataFrame, every: pd.DataFrame) -> Verdict:
    """Which decks are too strong or too weak at one table size."""
    n_seats, fair = int(told["seats"].iloc[0]), told["fair"].iloc[0]
    outside = told["verdict"] == OUTSIDE
    strong, weak = (told[outside & side].sort_values("value") for side in (told["value"] > fair, told["value"] < fair))
    clauses = [
        f"{_names(part[::way])} {_are(part)} too {what}"
        for part, what, way in ((strong, "strong", -1), (weak, "weak", 1))
        if len(part)
    ]
    n_open = int((told["verdict"] == UNDECIDED).sum())
    if clauses:
        headline = f"{words.listed(clauses).capitalize()} {at(n_seats)}."
    elif n_open:
        headline = f"No deck is surely unfair {at(n_seats)}; {n_open} of {len(told)} are not settled."
    else:
        headline = f"All decks are fair {at(n_seats)}."
    ranked = told.sort_values("value", ascending=False).to_dict("records")
    rates = words.listed(f"{words.plain(row['deck'])} {share_of(row)}" for row in ranked)
    return Verdict(
        tone_of(told["verdict"]),
        headline,
        f"Win rates with the policy {told['policy'].iloc[0]}: {rates}; even is {words.percent(fair)}. The intervals of all "
        f"{len(told)} decks hold together at 95 %.{_agreement(told, every[every['seats'] == n_seats])}",
    )


def _names(part: pd.DataFrame) -> str:
    return words.listed(words.plain(name) for name in part["deck"])


def _are(part: pd.DataFrame) -> str:
    return "is" if len(part) == 1 else "are"


def _agreement(told: pd.DataFrame, every: pd.DataFrame) -> str:
    """Whether the verdicts hold for the other policies; a deck that is unfair the other way, or not at all, is named."""
    sides = {row.deck: _side(row) for row in told.itertuples()}
    said = []
    for policy, part in every[every["policy"] != told["policy"].iloc[0]].groupby("policy"):
        changed = [row.deck for row in part.itertuples() if sides.get(row.deck, "") and _side(row) != sides[row.deck]]
        if changed:
            said.append(f" With {policy} this does not hold for {words.listed(map(words.plain, changed))}.")
        elif any(sides.values()):
            said.append(f" It holds with {policy}, too.")
    return "".join(said)


def _side(row: object) -> str:
    """Whether a deck is too strong, too weak, or neither is sure."""
    if row.verdict != OUTSIDE:  # type: ignore[attr-defined]
        return ""
    return "strong" if row.value > row.fair else "weak"  # type: ignore[attr-defined]


def who_beats_whom(pairs: pd.DataFrame) -> Verdict:
    """The most uneven match-up, and whether each deck has one to win and one to lose."""
    met = pairs[~pairs["is_mirror"]]
    top = met.loc[met["value"].idxmax()]
    outside = met[met["verdict"] == OUTSIDE]
    losers = [deck for deck, part in met.groupby("deck") if (part["high"] < 0.5).all()]
    winners = [deck for deck, part in met.groupby("deck") if (part["low"] > 0.5).all()]
    ends = [f"{words.plain(deck)} beats every other deck" for deck in winners]
    ends += [f"{words.plain(deck)} loses to every other deck" for deck in losers]
    told = f" {words.listed(ends).capitalize()}." if ends else ""
    n_pairs, n_outside = len(met) // 2, len(outside) // 2
    n_open = int((met["verdict"] == UNDECIDED).sum()) // 2
    n_inside = n_pairs - n_outside - n_open
    rest = [f"{n} {what}" for n, what in ((n_inside, "within it"), (n_open, "not settled")) if n]
    return Verdict(
        ATTENTION if n_outside else OPEN if n_open else FAIR,
        f"{n_outside} of {n_pairs} match-ups are outside {MARGIN_TOLD} "
        f"{at(2)}{'; ' if rest else ''}{words.listed(rest)}.{told}",
        f"Most uneven is {words.plain(top['deck'])} against {words.plain(top['other'])}: {share_of(top)}, "
        f"{words.whole(top['n'])} "
        f"games. The intervals of all match-ups of a policy hold together at 95 %.",
    )


def _rates(played: Played, rates: pd.DataFrame, policy: str) -> Exhibit:
    frame = rates_chart.prepare(of_policy(rates, policy))
    shown = grid(
        rates.sort_values(["seats", "policy", "value"], ascending=[True, True, False]),
        {
            "seats": "seats",
            "policy": "policy",
            "deck": plain("deck"),
            "win rate": share_of,
            "even": lambda row: words.percent(row["fair"]),
            "margin": "verdict",
            "games": lambda row: words.whole(row["n"]),
        },
        n_words=3,
    )
    return Exhibit(
        id="hunt-decks",
        title="Win rates of the decks",
        caption=f"Policy {policy} in the chart, all in the table. Games of a deck against itself are left out. The "
        "intervals of "
        "one table size hold together at 95 %.",
        source=source(played[PAIRS]),
        grid=shown,
        data=rates,
        figure=rates_chart.figure(frame, "Win rates of the decks", MARGIN),
        alt=rates_chart.describe(frame),
    )


def _matchups(played: Played, pairs: pd.DataFrame, policy: str) -> Exhibit:
    frame = matchups_chart.prepare(of_policy(pairs, policy))
    columns: GridColumns = {
        "policy": "policy",
        "deck": plain("deck"),
        "against": plain("other"),
        "win rate": share_of,
        "margin": "verdict",
        "games": lambda row: words.whole(row["n"]),
    }
    return Exhibit(
        id="hunt-matchups",
        title="Who beats whom",
        caption=f"Two seats, policy {policy} in the chart. On the diagonal a deck meets itself: there stands the share "
        "of the "
        "first leader. Grey numbers are not shown to be outside the margin.",
        source=source(played[PAIRS]),
        grid=grid(pairs, columns, n_words=3),
        data=pairs,
        figure=matchups_chart.figure(frame),
        alt=matchups_chart.describe(frame),
    )
