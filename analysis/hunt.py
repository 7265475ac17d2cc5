"""Who wins the hunt: rates of decks, seats and places after the leader, and the matrix of match-ups, each with its interval.

All frames are tidy: one row an estimate, with the columns of `Estimate` and those that say of what. A *block* is one deal in
all rotations of the seats. Cells of one deal (a sweep) share their shuffles too, so the independent unit of every standard
error is the pair of deal and block. A win counts 1, a shared win its part, a game that nobody wins 0 for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import count, takewhile
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from analysis.estimators import (
    LEVEL,
    Estimate,
    TrialSums,
    against_margin,
    clustered_proportion,
    ratio,
    simultaneous_level,
)
from analysis.tables import Run
from sim.schema import GAMES_PER_CELL, InputError

SHARES = 12  # parts of a win in the tables: 12 for a sole winner, 6, 4 or 3 for each of several
MARGIN = 0.02  # a win rate so near to an even one is balanced; the designer may set another
PAIR = 2  # seats of a match-up
GROUP = ("seats", "policy")  # what is never pooled
END_REASONS = ("hr", "last_seat", "nobody", "round_cap")  # TCG-W1 to W3
By = Literal["deck", "seat", "place", "entry"]


def parameter(entry: int, name: str) -> str:
    """The parameter of an entry of the line-up: entry 0 is `entry 1`."""
    return f"entry {entry + 1} {name}"


# Cells and rows


def line_ups(run: Run, pattern: str = "*") -> pd.DataFrame:
    """The cells whose name matches (`*` stands for any text), by number; InputError if there is none.

    Columns: name, deal, games, seats, decks and policies (tuples), policy (the one of all seats, else all of them joined),
    is_mirror (all entries have the same deck and policy).
    """
    settings = run.settings()
    chosen = settings[[fnmatchcase(name, pattern) for name in settings["name"]]]
    if chosen.empty:
        raise InputError(f'{run.name}: no cell is named like "{pattern}"')
    rows = [_line_up(row) for _, row in chosen.iterrows()]
    return chosen[["name", "deal", "games"]].join(pd.DataFrame(rows, index=chosen.index))


def _line_up(row: pd.Series) -> dict[str, Any]:
    entries = list(takewhile(lambda entry: pd.notna(row.get(parameter(entry, "deck"))), count()))
    decks, policies = (tuple(row[parameter(entry, name)] for entry in entries) for name in ("deck", "policy"))
    return {
        "seats": len(entries),
        "decks": decks,
        "policies": policies,
        "policy": policies[0] if len(set(policies)) == 1 else "+".join(policies),
        "is_mirror": len(set(zip(decks, policies, strict=True))) == 1,
    }


def independent(rows: pd.DataFrame, known: pd.DataFrame) -> pd.Series:
    """A number for each row's deal and block: what rows share is what their games share."""
    deals = known["deal"].astype("category").cat.codes
    return rows["cell"].map(deals).astype("int64") * GAMES_PER_CELL + rows["block"]


def seat_rows(run: Run, columns: Sequence[str] = (), pattern: str = "*") -> pd.DataFrame:
    """One row a game and entry, with what the cell says of it.

    Columns: game_id, cell, seats, policy, is_mirror, unit (the independent one), entry, deck, seat, place (clockwise from
    the first leader, who has 0), share (of the win, 0..1), and `columns` of the table seats.
    """
    known = line_ups(run, pattern)
    rows = run.table("seats", ["game_id", "cell", "block", "entry", "seat", "share", *columns])
    rows = rows[rows["cell"].isin(known.index)].reset_index(drop=True)
    leaders = run.table("games", ["game_id", "first_leader"]).set_index("game_id")["first_leader"]
    rows = rows.join(known[["seats", "policy", "is_mirror"]], on="cell").assign(unit=independent(rows, known))
    decks = {(cell, entry): deck for cell, names in known["decks"].items() for entry, deck in enumerate(names)}
    names = pd.Series(decks.values(), pd.MultiIndex.from_tuples(decks, names=["cell", "entry"]), name="deck")
    place = (rows["seat"] - rows["game_id"].map(leaders)) % rows["seats"]
    return rows.join(names, on=["cell", "entry"]).assign(place=place, share=rows["share"] / SHARES).drop(columns="block")


# Estimates over units


def rate(values: ArrayLike, units: ArrayLike, level: float = LEVEL) -> Estimate:
    """The mean of values within 0..1 over independent units: Wilson's interval on the effective n; n counts values."""
    numbers = np.asarray(values, np.float64)
    places, numbered = pd.factorize(np.asarray(units))
    tops = np.bincount(places, weights=numbers, minlength=len(numbered))
    bottoms = np.bincount(places, minlength=len(numbered)).astype(np.float64)
    sums = TrialSums((bottoms * bottoms).sum(), (tops * bottoms).sum())
    # A sum of twelfths can come out one rounding above the number of values.
    top = min(float(tops.sum()), float(len(numbers)))
    return clustered_proportion(top, (tops * tops).sum(), len(numbers), len(numbered), level, sums)


def rates(rows: pd.DataFrame, keys: Sequence[str], value: str, level: float = LEVEL) -> pd.DataFrame:
    """The rate of `value` for each group of rows: the keys, blocks, the estimate (n: values)."""
    found = []
    for names, part in rows.groupby(list(keys)):
        estimate = rate(part[value], part["unit"], level)
        found.append(dict(zip(keys, names, strict=True)) | {"blocks": part["unit"].nunique()} | estimate.columns())
    return pd.DataFrame(found, columns=[*keys, "blocks", "value", "low", "high", "standard_error", "n"])


def together(frame: pd.DataFrame, keys: Sequence[str], level: float) -> float:
    """The level at which the intervals of one group (seats, policy) hold together, for the largest group of a frame."""
    return simultaneous_level(level, max(frame.drop_duplicates([*GROUP, *keys]).groupby(list(GROUP)).size().max(), 1))


# Who wins


def win_rates(run: Run, by: By = "deck", pattern: str = "*", level: float = LEVEL, margin: float = MARGIN) -> pd.DataFrame:
    """The share of wins by deck, seat, place after the first leader, or entry of the line-up.

    Decks are measured against other decks only: cells of equal entries are left out. Columns: seats, policy, `by`, blocks,
    the estimate (n: games), fair (1 / seats), verdict (rate - fair against the margin). The intervals of one table size and
    policy hold together at `level`.
    """
    rows = seat_rows(run, (), pattern)
    if by == "deck":
        rows = rows[~rows["is_mirror"]]
    if rows.empty:
        raise InputError(f"{run.name}: no two different entries have met")
    found = rates(rows, [*GROUP, by], "share", together(rows, [by], level))
    return _judged(found.assign(fair=1 / found["seats"]), margin)


def _judged(frame: pd.DataFrame, margin: float) -> pd.DataFrame:
    """A frame of rates with the verdict of each on its distance from `fair`."""
    gaps = zip(frame["low"] - frame["fair"], frame["high"] - frame["fair"], strict=True)
    return frame.assign(verdict=[against_margin(low, high, margin) for low, high in gaps])


def leader_advantage(run: Run, pattern: str = "*", level: float = LEVEL, margin: float = MARGIN) -> pd.DataFrame:
    """How much more often than an even share the first leader wins, by table size and policy.

    Every entry leads in one game of each block, so decks cancel. Columns: seats, policy, blocks, the estimate of rate - 1 /
    seats (n: games), verdict.
    """
    rows = seat_rows(run, (), pattern)
    found = rates(rows[rows["place"] == 0], GROUP, "share", level)
    verdicts = _judged(found.assign(fair=1 / found["seats"]), margin)
    return verdicts.assign(**{name: verdicts[name] - verdicts["fair"] for name in ("value", "low", "high")}).drop(
        columns="fair"
    )


def winners_led(run: Run, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """The share of rounds that winners led (TCG-L1): seats, policy, the estimate (n: blocks), fair (1 / seats)."""
    rows = seat_rows(run, ["led"], pattern)
    rounds = run.table("games", ["game_id", "rounds"]).set_index("game_id")["rounds"]
    rows = rows.assign(rounds=rows["game_id"].map(rounds) * rows["share"], led=rows["led"] * rows["share"])
    found = []
    for names, part in rows.groupby(list(GROUP)):
        found.append(
            dict(zip(GROUP, names, strict=True)) | ratio(part["led"], part["rounds"], part["unit"], level).columns()
        )
    return pd.DataFrame(found).assign(fair=lambda frame: 1 / frame["seats"])


def matchups(run: Run, pattern: str = "*", level: float = LEVEL, margin: float = MARGIN) -> pd.DataFrame:
    """Deck against deck at two seats, each pair both ways round; a deck against itself shows the first leader's share.

    Columns: policy, deck, other, is_mirror, blocks, the estimate (n: games), verdict (rate - 1/2 against the margin). The
    intervals of all pairs of a policy hold together at `level`.
    """
    rows = seat_rows(run, (), pattern)
    rows = rows[rows["seats"] == PAIR]
    if rows.empty:
        raise InputError(f"{run.name}: no cell has two seats")
    decks = line_ups(run, pattern)["decks"].to_dict()
    rows = rows[~rows["is_mirror"] | (rows["place"] == 0)]
    rows = rows.assign(other=[decks[cell][1 - entry] for cell, entry in zip(rows["cell"], rows["entry"], strict=True)])
    pairs = rows.assign(pair=[min(pair) + "/" + max(pair) for pair in zip(rows["deck"], rows["other"], strict=True)])
    found = rates(rows, ["policy", "deck", "other", "is_mirror"], "share", together(pairs, ["pair"], level))
    return _judged(found.assign(fair=0.5), margin).drop(columns="fair")
