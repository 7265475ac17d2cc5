"""How strong the cards are: the win rate with a card in the opening hand, drawn or played, against the deck's own rate.

All rates are weighted by copies. What is in the opening hand is pure chance, so that this rate shows what the card itself
does; whether a card is drawn hangs on how long the game lasts, and whether it is played on how the game goes. The standard
errors are over blocks; the two rates share them, so their variances do not add up.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy import stats

from analysis.estimators import ESTIMATE_COLUMNS, LEVEL, Estimate, simultaneous_level
from analysis.hunt import GROUP, SHARES, line_ups, seat_rows
from analysis.tables import Run

MEASURES = ("opening", "drawn", "played")
SUMS = ("n", "y", "nn", "ny", "yy", "n_all", "y_all")
CARD = ("deck", "card", "kind", "copies")
OWN_RATE = ["all_y", "all_yy", "blocks", "per_block"]


def card_strength(run: Run, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """How much more often than its deck a copy of a card wins, by measure, within the same match-up.

    Cells of equal entries are left out. Over several cells the differences are averaged by copies; their standard errors
    are added up likewise, because cells of one deal are not independent: too wide, never too narrow.

    Columns: seats, policy, deck, card, kind, copies (in the deck), measure, seen (copies), rate, the estimate of rate - rate
    of the deck (n: blocks). The intervals of all cards of a table size, policy and measure hold together at `level`.
    """
    rows = _sums(run, pattern)
    frames = [_differences(rows, measure).assign(measure=measure) for measure in MEASURES]
    each = pd.concat(frames, ignore_index=True)
    return pooled(each, [*GROUP, *CARD, "measure"], level)


def _sums(run: Run, pattern: str) -> pd.DataFrame:
    """The sums of cards with those of their entries, in wins: one row a cell, entry and card."""
    known = line_ups(run, pattern)
    known = known[~known["is_mirror"]]
    cards = run.table("cards")
    cards = cards[cards["cell"].isin(known.index)].join(known[["seats", "policy"]], on="cell")
    own = _own_rates(run, pattern)
    once = [f"{measure}_{name}" for measure in MEASURES for name in ("y", "ny", "n_all")]
    twice = [f"{measure}_{name}" for measure in MEASURES for name in ("yy", "y_all")]
    cards[once], cards[twice] = cards[once] / SHARES, cards[twice] / SHARES**2
    return cards.join(own, on=["cell", "entry"])


def _own_rates(run: Run, pattern: str) -> pd.DataFrame:
    """By cell and entry: deck, all_y and all_yy (wins of a block and their squares, summed), blocks, per_block (games)."""
    rows = seat_rows(run, (), pattern)
    blocks = rows.groupby(["cell", "entry", "deck", "unit"])["share"].agg(["sum", "size"]).reset_index()
    blocks["square"] = blocks["sum"] ** 2
    named = {"all_y": ("sum", "sum"), "all_yy": ("square", "sum"), "blocks": ("unit", "size"), "per_block": ("size", "max")}
    return blocks.groupby(["cell", "entry", "deck"]).agg(**named).reset_index("deck")


def _differences(rows: pd.DataFrame, measure: str) -> pd.DataFrame:
    """By cell, entry and card: copies seen, rate, difference from the deck's rate, its standard error.

    A block's share of the error is (y - R n) / N - (Y - R0 g) / G: y wins of n copies, Y wins in all g games of the block;
    the variance is the sum of its squares times B / (B - 1), written out in the sums of the table.
    """
    n, y, nn, ny, yy, n_all, y_all = (rows[f"{measure}_{name}"] for name in SUMS)
    seen = n > 0
    whole = n.where(seen, 1)
    share, games = y / whole, rows["blocks"] * rows["per_block"]
    own = rows["all_y"] / games
    even = own * rows["per_block"]  # wins that the rate gives a block
    card = (yy - 2 * share * ny + share**2 * nn) / whole**2
    both = (y_all - even * y - share * n_all + share * even * n) / (whole * games)
    deck = (rows["all_yy"] - 2 * even * rows["all_y"] + even**2 * rows["blocks"]) / games**2
    variance = (card - 2 * both + deck).clip(lower=0) * rows["blocks"] / (rows["blocks"] - 1).where(rows["blocks"] > 1)
    found = rows[[*GROUP, *CARD]].assign(seen=n, rate=share, value=share - own, standard_error=np.sqrt(variance))
    return found.assign(n=rows["blocks"])[seen]


def pooled(each: pd.DataFrame, keys: Sequence[str], level: float = LEVEL, *, independent: bool = False) -> pd.DataFrame:
    """Differences of several cells or cards averaged by copies seen: the keys, seen, rate, the estimate (n: blocks).

    Standard errors are averaged by the same weights, as if all errors pulled together. With `independent` their squares add
    up: right for different cards in the opening hand, for which is there hangs neither on the game nor, but for taking its
    room, on another card. Intervals of equal table size, policy and measure hold together at `level`.
    """
    weight = each["seen"] / each.groupby(list(keys))["seen"].transform("sum")
    weighted = each.assign(**{name: each[name] * weight for name in ("rate", "value", "standard_error")})
    how = {"seen": "sum", "rate": "sum", "value": "sum", "standard_error": _length if independent else _sum, "n": "min"}
    found = weighted.groupby(list(keys), sort=False).agg(how).reset_index()
    family = [*GROUP, "measure"] if "measure" in found else list(GROUP)
    levels = simultaneous_level(level, found.groupby(family)["value"].transform("size"))
    width = stats.t.isf((1 - levels) / 2, (found["n"] - 1).clip(lower=1)) * found["standard_error"]
    estimate = Estimate(found["value"], found["value"] - width, found["value"] + width, found["standard_error"], found["n"])
    return found[[*keys, "seen", "rate"]].assign(**{name: estimate.columns()[name] for name in ESTIMATE_COLUMNS})


def _sum(errors: pd.Series) -> float:
    """The sum; NaN if one of them is unknown."""
    return float(errors.sum(skipna=False))


def _length(errors: pd.Series) -> float:
    """The root of the sum of squares; NaN if one of them is unknown."""
    return float(np.sqrt((errors * errors).sum(skipna=False)))


def use(run: Run, pattern: str = "*") -> pd.DataFrame:
    """How often cards come up and are used.

    Columns: seats, policy, deck, card, kind, copies, drawn and played (copies), games, played_share (of
    the drawn ones; a card taken back from the discards may be played without being drawn), played_a_game.
    """
    known = line_ups(run, pattern)
    cards = run.table("cards")
    cards = cards[cards["cell"].isin(known.index)].join(known[["seats", "policy", "games", "decks"]], on="cell")
    decks = [names[entry] for names, entry in zip(cards["decks"], cards["entry"], strict=True)]
    named = {"drawn": ("drawn_n", "sum"), "played": ("played_n", "sum"), "games": ("games", "sum")}
    found = cards.assign(deck=decks).groupby([*GROUP, *CARD]).agg(**named).reset_index()
    played_share = found["played"] / found["drawn"].where(found["drawn"] > 0)
    return found.assign(played_share=played_share, played_a_game=found["played"] / found["games"])
