"""Exact truth: hands dealt by the simulator against the exact number of hands of each class (RP-J2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import comb

import numpy as np
import pandas as pd

import sim
from analysis.estimators import proportion, simultaneous_level
from analysis.judgement import CLASS_NAMES, against_exact, class_shares
from analysis.studies.scenarios import PlayedScenario, read_default
from analysis.tables import Run

DECKS = ((2, 4), (2, 2), (2, 0), (1, 2), (1, 0))  # (packs, jokers)
CARDS = (5, 6, 7, 8, 9)  # own hand of 0 to 4 cards and five shared ones
HANDS = 4_000_000  # of each deck and number of cards, beside scenarios with their usual games
FEWEST_HANDS = 100_000  # whatever is dealt beside scenarios is a multiple of it
SEED = 1
SURE = 0.999  # how often all intervals of a family hold the truth together


def deal(
    hands: int = HANDS,
    decks: Iterable[tuple[int, int]] = DECKS,
    cards: Iterable[int] = CARDS,
    seed: int = SEED,
    level: float = SURE,
) -> pd.DataFrame:
    """Hands dealt and judged beside their exact counts; all intervals hold together at `level`.

    One row a deck, number of cards and class: packs, jokers, cards, class_id, class_name, n (dealt), hands (dealt in all),
    exact_n, exact_total, exact (share), the interval (Clopper-Pearson), inside,
    deviation (standard errors).
    """
    rows = []
    for packs, jokers in decks:
        for k in cards:
            exact = [int(count) for count in sim.exact_counts(k, packs, jokers)]
            dealt = sim.simulate_counts(k, packs, jokers, hands, seed, threads=sim.default_threads())
            about = {"packs": packs, "jokers": jokers, "cards": k, "hands": hands, "exact_total": sum(exact)}
            for class_id, name in enumerate(CLASS_NAMES):
                own = {"class_id": class_id, "class_name": name, "n": int(dealt[class_id]), "exact_n": exact[class_id]}
                rows.append(about | own | {"exact": exact[class_id] / sum(exact)})
    return judge(pd.DataFrame(rows), level)


def dealt_beside(played: Mapping[str, PlayedScenario]) -> pd.DataFrame:
    """What `deal` gives of as many hands as become these runs: HANDS for the usual games, half of them for half the games.

    The same hands are dealt once only.
    """
    games = sum(one.scenario.n_games for one in played.values())
    usual = sum(read_default(name, one.data).n_games for name, one in played.items())
    return _dealt_once(FEWEST_HANDS * max(1, round(HANDS / FEWEST_HANDS * games / usual))).copy()


@cache
def _dealt_once(hands: int) -> pd.DataFrame:
    return deal(hands)


def judge(frame: pd.DataFrame, level: float = SURE) -> pd.DataFrame:
    """Counts (`n` of `hands`) with their intervals and what `exact` says to them, as `deal` describes it."""
    found = proportion(frame["n"], frame["hands"], simultaneous_level(level, len(frame)), method="exact")
    error = np.sqrt(frame["exact"] * (1 - frame["exact"]) / frame["hands"])
    gap = found.value - frame["exact"]
    deviation = (gap / error.where(error > 0, 1.0)).where((error > 0) | (gap == 0), np.inf)
    inside = frame["exact"].between(found.low, found.high) & ((frame["exact"] > 0) | (frame["n"] == 0))
    return frame.assign(value=found.value, low=found.low, high=found.high, inside=inside, deviation=deviation)


def n_hands(packs: int, jokers: int, cards: int) -> int:
    """How many different hands there are: C(52 packs + jokers, cards)."""
    return comb(52 * packs + jokers, cards)


def played_shares(runs: Sequence[Run], level: float = SURE) -> pd.DataFrame:
    """The classes of all runs' plain hands beside the exact ones, with `run`; all intervals hold together at `level`."""
    decks = [_plain_decks(class_shares(run)) for run in runs]
    exact = {key: sim.exact_counts(key[2], key[0], key[1]) for key in sorted(set().union(*decks))}
    together = simultaneous_level(level, len(CLASS_NAMES) * sum(map(len, decks)))
    frames = [against_exact(class_shares(run, level=together), exact).assign(run=run.name) for run in runs]
    return pd.concat(frames, ignore_index=True)


def _plain_decks(shares: pd.DataFrame) -> set[tuple[int, int, int]]:
    """(packs, jokers, cards) of the hands that no choice has shaped."""
    keys = shares.loc[shares["is_plain"], ["packs", "jokers", "cards"]].drop_duplicates()
    return {(int(packs), int(jokers), int(cards)) for packs, jokers, cards in keys.itertuples(index=False, name=None)}
