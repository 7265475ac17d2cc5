"""How the hunt goes: length, ends, retreats, where HR points come from, leads, and how decisions are taken.

The independent unit of every standard error is the deal and block, as in `analysis.hunt`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy import stats

from analysis.estimators import LEVEL, TrialSums, clustered_proportion, mean, ratio
from analysis.hunt import END_REASONS, GROUP, PAIR, SHARES, independent, line_ups, rate, rates, seat_rows
from analysis.tables import Run

QUANTILES = (0.5, 0.9, 0.99)
LAST_RETREAT = 3  # TCG-R2
ALL = "all"  # of all results together
SOURCES = ("slain", "hidden", "gifts", "texts")
"""Where HR points come from: monsters slain (TCG-H9), face-down monsters (TCG-N4), what others had to discard or an empty
map (TCG-N1, N2, N5), and card texts (TCG-F19), which may cost some."""

GAME_SHARES = {
    "last_seat": "games in which retreats left one seat",
    "somebody_left": "games in which a seat left after three retreats",
    "fewer_retreats": "won games whose winner had fewer retreats than any other seat",
    "hidden_made": "games won by HR points in which the winner's lead was within its points for hidden monsters",
    "hidden_turned": "games won by HR points in which the winner would be behind if nobody had points for hidden monsters",
    "from_behind": "games with one winner in which the lead had changed",
    "unfinished": "games that the cap of rounds ended",
}


def game_rows(run: Run, pattern: str = "*") -> pd.DataFrame:
    """One row a game: what is known of it, and each of `GAME_SHARES` as 0 or 1.

    NaN where a share does not count the game: `hidden_*` want one winner by HR points, the others of them one winner.
    """
    known = line_ups(run, pattern)
    games = run.table("games")
    games = games[games["cell"].isin(known.index)].sort_values("game_id", ignore_index=True)
    games = games.join(known[["seats", "policy"]], on="cell").assign(unit=independent(games, known))
    rows = run.table("seats", ["game_id", "entry", "share", "hr", "hr_hidden", "retreats", "left"])
    places = pd.Index(games["game_id"]).get_indexer(rows["game_id"])
    rows, places = rows[places >= 0], places[places >= 0]
    wide = {name: _wide(rows, name, places) for name in ("share", "hr", "hr_hidden", "retreats", "left")}
    return games.assign(**_shares(games, wide))


def _wide(rows: pd.DataFrame, name: str, games: np.ndarray) -> np.ndarray:
    """A column as games x entries, `games` the row of each; NaN where a game has fewer entries."""
    found = np.full((games.max() + 1, rows["entry"].max() + 1), np.nan)
    found[games, rows["entry"]] = rows[name]
    return found


def _shares(games: pd.DataFrame, wide: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The columns of `GAME_SHARES`."""
    reason = games["end_reason"].to_numpy()
    is_sole = np.nanmax(wide["share"], axis=1) == SHARES
    winner = np.nanargmax(wide["share"], axis=1)
    lead, hidden = _ahead(wide["hr"], winner), np.take_along_axis(wide["hr_hidden"], winner[:, None], 1)[:, 0]
    bare_lead = _ahead(wide["hr"] - wide["hr_hidden"], winner)
    by_points = is_sole & (reason == "hr")
    return {
        "last_seat": _flag(reason == "last_seat"),
        "somebody_left": _flag(np.nanmax(wide["left"], axis=1) > 0),
        "fewer_retreats": _flag(_ahead(-wide["retreats"], winner) > 0, is_sole),
        "hidden_made": _flag((hidden > 0) & (lead <= hidden), by_points),
        "hidden_turned": _flag(bare_lead < 0, by_points),
        "from_behind": _flag(games["lead_changes"].to_numpy() > 0, is_sole),
        "unfinished": _flag(reason == "round_cap"),
    }


def _ahead(values: np.ndarray, winner: np.ndarray) -> np.ndarray:
    """The winner's value less the largest of the others."""
    others = values.copy()
    np.put_along_axis(others, winner[:, None], np.nan, 1)
    return np.take_along_axis(values, winner[:, None], 1)[:, 0] - np.nanmax(others, axis=1)


def _flag(holds: np.ndarray, counted: np.ndarray | None = None) -> np.ndarray:
    """1 where it holds, else 0; NaN where the game does not count."""
    return np.where(holds, 1.0, 0.0) if counted is None else np.where(counted, holds.astype(float), np.nan)


# Length and end


def game_shares(run: Run, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """Each of `GAME_SHARES`: seats, policy, measure, blocks, the estimate (n: games)."""
    games = game_rows(run, pattern)
    long = games.melt([*GROUP, "unit"], list(GAME_SHARES), "measure", "counts").dropna(subset="counts")
    return rates(long, [*GROUP, "measure"], "counts", level)


def endings(run: Run, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """The share of games that each reason ended: seats, policy, end_reason, blocks, the estimate (n: games)."""
    games = game_rows(run, pattern)
    frames = [
        rates(games.assign(counts=games["end_reason"] == reason), GROUP, "counts", level).assign(end_reason=reason)
        for reason in END_REASONS
    ]
    return pd.concat(frames, ignore_index=True).sort_values([*GROUP], kind="stable", ignore_index=True)


def game_means(
    run: Run,
    measures: Sequence[str] = ("rounds", "lead_changes", "decisive_round"),
    pattern: str = "*",
    level: float = LEVEL,
) -> pd.DataFrame:
    """Means over games: seats, policy, measure, the estimate (n: blocks).

    Measures: rounds, lead_changes (how often another entry alone was ahead at the end of a round), decisive_round (from
    whose end on the winner led alone).
    """
    rows = []
    for names, part in game_rows(run, pattern).groupby(list(GROUP)):
        about = dict(zip(GROUP, names, strict=True))
        rows += [about | {"measure": name} | mean(part[name], part["unit"], level).columns() for name in measures]
    return pd.DataFrame(rows)


def lengths(run: Run, pattern: str = "*") -> pd.DataFrame:
    """How long games are, by result: the share of games that have ended by a round.

    Columns: seats, policy, end_reason (or all), rounds, games (that ended in this round), share (of the games with this end
    that had ended until then).
    """
    games = game_rows(run, pattern)
    both = pd.concat([games, games.assign(end_reason=ALL)])
    found = both.groupby([*GROUP, "end_reason", "rounds"]).size().rename("games").reset_index()
    by_end = found.groupby([*GROUP, "end_reason"])["games"]
    return found.assign(share=by_end.cumsum() / by_end.transform("sum"))


def length_quantiles(run: Run, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """Rounds that a share of games stays within, by result.

    Columns: seats, policy, end_reason (or all), quantile, value, low, high, n (games).
    Games that the cap of rounds ended count as so long. The interval inverts that of the share of games: Woodruff (1952),
    Confidence intervals for medians and other position measures, J. American Statistical Association 47(260).
    """
    games = game_rows(run, pattern)
    both = pd.concat([games, games.assign(end_reason=ALL)])
    rows = []
    for names, part in both.groupby([*GROUP, "end_reason"]):
        about = dict(zip((*GROUP, "end_reason"), names, strict=True))
        rows += [about | {"quantile": q, "n": len(part)} | _quantile(part, q, level) for q in QUANTILES]
    return pd.DataFrame(rows)


def _quantile(games: pd.DataFrame, quantile: float, level: float) -> dict[str, float]:
    """A quantile of the rounds and its interval."""
    rounds = games["rounds"].to_numpy()
    value = np.quantile(rounds, quantile, method="inverted_cdf")
    below = rate(rounds <= value, games["unit"], level)
    width = stats.norm.isf((1 - level) / 2) * below.standard_error
    ends = np.clip([quantile - width, quantile + width], 0, 1)
    low, high = np.quantile(rounds, ends, method="inverted_cdf") if np.isfinite(width) else (np.nan, np.nan)
    return {"value": float(value), "low": float(low), "high": float(high)}


def retreats(run: Run, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """How often a seat with so many retreats wins.

    Columns: seats, policy, retreats, seats_share (how many seats have them), blocks, the estimate (n: seats).
    """
    rows = seat_rows(run, ["retreats"], pattern)
    found = rates(rows, [*GROUP, "retreats"], "share", level)
    return found.assign(seats_share=found["n"] / found.groupby(list(GROUP))["n"].transform("sum"))


# Points


def points(run: Run, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """HR points of a game by source, of each deck and of winners.

    Columns: seats, policy, who (a deck, `all` or `winners`), source, the estimate (n: blocks).
    """
    names = {"slain": "hr_slain", "hidden": "hr_hidden", "gifts": "hr_gift"}
    rows = seat_rows(run, ["hr", *names.values()], pattern)
    rows = rows.assign(**{source: rows[column] for source, column in names.items()})
    rows = rows.assign(texts=rows["hr"] - rows[list(names)].sum(axis=1))
    both = [rows.assign(who=rows["deck"]), rows.assign(who=ALL), rows[rows["share"] == 1].assign(who="winners")]
    found = []
    for keys, part in pd.concat(both).groupby([*GROUP, "who"], sort=False):
        about = dict(zip((*GROUP, "who"), keys, strict=True))
        found += [about | {"source": one} | mean(part[one], part["unit"], level).columns() for one in SOURCES]
    return pd.DataFrame(found)


PLACING = {
    "placed": ("placed", "games"),
    "lost": ("lost", "placed"),
    "given": ("given", "placed"),
    "hidden": ("hr_hidden", "placed"),
}
"""What placing monsters does at two seats: monsters placed a game; per placed monster those slain, the HR points that the
rival got for them, and the own points for hidden ones."""


def placements(run: Run, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """What a placed monster gives away and brings, by deck, at two seats, where the rival alone can slay it.

    Columns: policy, deck, measure (of `PLACING`), the estimate (n: blocks).
    """
    rows = seat_rows(run, ["placed", "lost", "hr_slain", "hr_hidden"], pattern)
    rows = rows[rows["seats"] == PAIR].assign(games=1)
    rows = rows.assign(given=rows.groupby("game_id")["hr_slain"].transform("sum") - rows["hr_slain"])
    found = []
    for (policy, deck), part in rows.groupby(["policy", "deck"]):
        for name, (top, bottom) in PLACING.items():
            estimate = ratio(part[top], part[bottom], part["unit"], level)
            found.append({"policy": policy, "deck": deck, "measure": name} | estimate.columns())
    return pd.DataFrame(found, columns=["policy", "deck", "measure", "value", "low", "high", "standard_error", "n"])


# Leads


def leads(run: Run, rounds: Sequence[int], pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """How often a seat wins that is so many HR points ahead (behind, if negative) at the end of a round.

    Columns: seats, policy, round, lead, the estimate (n: seats). Cells of one deal are not independent: their standard
    errors are added up, which makes the interval too wide, never too narrow.
    """
    known = line_ups(run, pattern)
    table = run.table("rounds")
    table = table[table["cell"].isin(known.index) & table["round"].isin(rounds)]
    table = table.join(known[["seats", "policy", "games"]], on="cell")
    keys = [*GROUP, "round", "lead"]
    sums = table.groupby(keys)[["n", "y"]].sum().assign(pooled=lambda part: part["y"] / part["n"])
    table = table.join(sums["pooled"], on=keys)
    blocks = table["games"] / table["seats"]
    spread = table["yy"] - 2 * table["pooled"] * table["ny"] + table["pooled"] ** 2 * table["nn"]
    mean_error = (table["y"] - table["pooled"] * table["n"]) ** 2 / blocks
    table = table.assign(root=np.sqrt((spread - mean_error).clip(lower=0)), blocks=blocks)
    found = table.groupby(keys).agg({"n": "sum", "y": "sum", "root": "sum", "blocks": "max"}).reset_index()
    residuals, nothing = (found["root"] / SHARES) ** 2, TrialSums(0, 0)  # what the share explains is out of them already
    estimate = clustered_proportion(found["y"] / SHARES, residuals, found["n"], found["blocks"], level, nothing)
    return found[keys].assign(**estimate.columns())


# Decisions


def decisions(run: Run, pattern: str = "*") -> pd.DataFrame:
    """How each decision with two or more alternatives was taken, by table size and policy of the entry.

    Columns: seats, policy, decision, n, nothing (share in which nothing was done), alternatives (on average).
    """
    known = line_ups(run, pattern)
    table = run.table("decisions")
    table = table[table["cell"].isin(known.index)].join(known[["seats", "policies"]], on="cell")
    policies = [row[entry] for row, entry in zip(table["policies"], table["entry"], strict=True)]
    sums = (
        table.assign(policy=policies)
        .groupby([*GROUP, "decision"], sort=False)[["nothing", "something", "alternatives"]]
        .sum()
    )
    n = sums["nothing"] + sums["something"]
    return (
        sums.assign(n=n, nothing=sums["nothing"] / n, alternatives=sums["alternatives"] / n)
        .reset_index()
        .drop(columns="something")
    )
