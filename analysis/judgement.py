"""What a run of the judgement says: classes, contests, the worth of cards and weapons, each with its interval.

All frames are tidy: one row an estimate, with the columns of `Estimate` and those that say of what. The independent unit is
the game (one deck to its end, or 1,024 hands), so all standard errors are over games. Cells that share deals are compared
game by game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import combinations, count, pairwise, takewhile
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from analysis.estimators import (
    ESTIMATE_COLUMNS,
    LEVEL,
    Estimate,
    TrialSums,
    clustered_proportion,
    effective_n,
    gain_per_unit,
    independent_difference,
    ratio,
    ratio_difference,
    simultaneous_level,
    variance_ratio,
)
from analysis.tables import Run
from sim.schema import GAMES_PER_CELL, HAND_CLASSES, InputError

CLASS_NAMES = HAND_CLASSES  # RP-J2, weakest first
OUTCOMES = ("win", "tie", "loss")  # RP-T6, for the hunter
SHARED_CARDS = 5  # RP-J5
MONSTER = -1  # the monster's seat in the tables
CELL_COLUMNS = ["name", "deal", "games"]  # columns of Run.settings that are no parameters
CHOICES = ("extra_cards", "exchange")  # RP-H2: what a hunter may do after a look at the cards
NOT_SET = ("", "0", "no", "false", "none")  # values of a parameter that switch nothing on

ExactCounts = Mapping[tuple[int, int, int], ArrayLike]
"""(packs, jokers, cards) -> number of hands of each class, weakest first (shares will do)."""


@dataclass(frozen=True)
class Measure:
    """A ratio of two columns of the seats table, summed over games."""

    numerator: str
    denominator: str
    label: str
    is_share: bool = False  # a share of comparisons: its interval stays within 0..1


MEASURES = {
    "rate": Measure("rate", "attacks", "mean class (general rate)"),  # RP-J7
    "dealt": Measure("dealt", "turns", "damage a turn"),  # RP-D1
    "taken": Measure("taken", "turns", "damage taken a turn"),  # RP-D2, RP-D5
    "win": Measure("wins", "attacks", "share of wins", is_share=True),
    "tie": Measure("ties", "attacks", "share of ties", is_share=True),
    "loss": Measure("losses", "attacks", "share of losses", is_share=True),
}
SUMS = ["attacks", "wins", "ties", "losses", "rate", "dealt", "taken", "bought", "turns"]


# Classes


def class_shares(
    run: Run, which: Literal["natural", "final"] = "natural", pattern: str = "*", level: float = LEVEL
) -> pd.DataFrame:
    """The share of each class, by cell and side, before (`natural`) or after (`final`) modifiers.

    Columns: cell, cell_name, seat (-1: the monster), packs, jokers, cards (own and shared, with a gunner's bullet, without
    bought ones), is_plain (no choice has shaped these hands, so that exact counts apply), class_id, class_name, the estimate
    (n: hands), games.

    Several natural classes may end as one final class. Their squared counts are joined by Minkowski's inequality, which
    makes the interval too wide, never too narrow.
    """
    settings = _matching(run, pattern)
    counts = run.table("judgements")
    counts = counts[counts["cell"].isin(settings.index)]
    words = counts["class" if which == "natural" else "final"]
    counts = counts.assign(class_id=words.map(CLASS_NAMES.index), root=np.sqrt(counts["n_squared"]))
    sides = counts[["cell", "seat"]].drop_duplicates().sort_values(["cell", "seat"])
    frame = sides.merge(pd.DataFrame({"class_id": range(len(CLASS_NAMES)), "class_name": CLASS_NAMES}), how="cross")
    sums = counts.groupby(["cell", "seat", "class_id"])[["n", "root"]].sum()
    frame = frame.join(sums, on=["cell", "seat", "class_id"]).fillna({"n": 0, "root": 0})
    hands = frame.groupby(["cell", "seat"])["n"].transform("sum")
    frame["games"] = frame["cell"].map(settings["games"])
    found = clustered_proportion(frame["n"], frame["root"] ** 2, hands, frame["games"], level)
    frame = frame.drop(columns=["n", "root"]).assign(**found.columns())
    return frame.merge(_sides(settings, sides), on=["cell", "seat"])


def _sides(settings: pd.DataFrame, sides: pd.DataFrame) -> pd.DataFrame:
    """What each side is dealt: the columns cell, seat, cell_name, packs, jokers, cards, is_plain."""
    rows = []
    for cell, seat in sides.itertuples(index=False, name=None):
        row = settings.loc[cell]
        cards = SHARED_CARDS + _own_cards(row, seat)
        rows.append((cell, seat, row["name"], int(row["packs"]), int(row["jokers"]), cards, _is_plain(row, seat)))
    return pd.DataFrame(rows, columns=["cell", "seat", "cell_name", "packs", "jokers", "cards", "is_plain"])


def _own_cards(row: pd.Series, seat: int) -> int:
    """The own cards of a side that judges: its base hand, and the bullet without which a gunner does not attack (RP-D7)."""
    if seat == MONSTER:
        return int(row["monster_hand_cards"])
    return int(row[hunter_parameter(seat, "base_hand")]) + _is_set(row, hunter_parameter(seat, "magazine"))


def _is_plain(row: pd.Series, seat: int) -> bool:
    """Whether the hands of a side are as random as a first hand.

    Whoever buys or exchanges cards does so after a look at some (RP-H2), which makes the own hand better than random. In a
    whole deck it touches everybody: what one hunter sees decides how many turns follow, and exchanged cards come back at the
    end of the deck. Fresh decks forget it. Bullets do no harm: reloads and shots are forced and blind (RP-D7).
    """
    seats = [seat] if row.get("turns") == "hands" else _seats_of(row)
    return not any(_is_set(row, hunter_parameter(one, choice)) for one in seats for choice in CHOICES)


def _seats_of(row: pd.Series) -> list[int]:
    """The seats of the hunters of a cell."""
    return list(takewhile(lambda seat: pd.notna(row.get(hunter_parameter(seat, "base_hand"))), count()))


def _is_set(row: pd.Series, parameter: str) -> bool:
    """Whether a parameter of a cell switches something on."""
    value = row.get(parameter)
    return bool(pd.notna(value)) and value not in NOT_SET


def against_exact(shares: pd.DataFrame, exact: ExactCounts) -> pd.DataFrame:
    """Simulated shares of natural classes beside the exact ones, one side for each deck and number of cards.

    Adds `exact` (share), `inside` (the interval holds it) and `deviation` (simulated - exact in standard errors under the
    exact share). Sides whose hands choices have shaped, and numbers of cards that `exact` lacks, are left out. Of several
    sides with the same deck and number of cards the one with most games is taken: they may share their deals.
    """
    keys = ["packs", "jokers", "cards"]
    truth = [
        (*key, class_id, share)
        for key, counts in exact.items()
        for class_id, share in enumerate(np.asarray(counts, np.float64) / np.sum(counts))
    ]
    plain = shares[shares["is_plain"]].sort_values(["games", "cell", "seat"], ascending=[False, True, True], kind="stable")
    frame = plain.drop_duplicates([*keys, "class_id"])
    frame = frame.merge(pd.DataFrame(truth, columns=[*keys, "class_id", "exact"]), on=[*keys, "class_id"])
    frame = frame.sort_values([*keys, "class_id"], ignore_index=True)
    return frame.assign(inside=frame["exact"].between(frame["low"], frame["high"]), deviation=_deviation(frame))


def _deviation(frame: pd.DataFrame) -> pd.Series:
    """(simulated - exact) / standard error under the exact share; 0 where a class cannot come up and did not."""
    size = effective_n(frame["value"], frame["standard_error"] ** 2, frame["n"])
    error = np.sqrt(frame["exact"] * (1 - frame["exact"]) / size)
    gap = frame["value"] - frame["exact"]
    return (gap / error.where(error > 0, 1.0)).where((error > 0) | (gap == 0), np.inf * np.sign(gap))


# Hunters, contests and weapons


def by_hunter(run: Run, measures: Sequence[str] = tuple(MEASURES), pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """Each measure of each hunter, by cell and seat.

    Columns: cell, cell_name, seat, attacks (in all games), measure, the estimate (n: games, or comparisons of a share).
    """
    settings = _matching(run, pattern)
    frames = []
    for (cell, seat), games in _seat_rows(run, settings).groupby(["cell", "seat"]):
        about = {
            "cell": cell,
            "cell_name": settings.loc[cell, "name"],
            "seat": seat,
            "attacks": games["attacks"].sum(),
        }
        frames += [about | {"measure": name} | _estimate(games, name, level).columns() for name in measures]
    return pd.DataFrame(frames)


def contests(run: Run, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """How hunters fare against the monster, by cell and number of the hunter's own cards.

    Columns: cell, cell_name, hunter_cards, monster_cards (own cards), outcome (for the hunter), the estimate (n:
    comparisons), games. The three intervals of one contest hold together at `level`. Hunters of a cell with equally many
    cards are taken together.
    """
    settings = _matching(run, pattern)
    rows = _seat_rows(run, settings)
    rows["hunter_cards"] = _of_seats(rows, settings, "base_hand").astype(int)
    frames = []
    for (cell, cards), games in rows.groupby(["cell", "hunter_cards"]):
        sums = games if games["game"].is_unique else games.groupby("game")[SUMS].sum()  # one hunter: nothing to add up
        about = {
            "cell": cell,
            "cell_name": settings.loc[cell, "name"],
            "hunter_cards": cards,
            "monster_cards": int(settings.loc[cell, "monster_hand_cards"]),
            "games": len(sums),
        }
        for outcome in OUTCOMES:
            found = _estimate(sums, outcome, simultaneous_level(level, len(OUTCOMES)))
            frames.append(about | {"outcome": outcome} | found.columns())
    return pd.DataFrame(frames)


def damage_by_rarity(run: Run, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """The damage a turn of each hunter, with the kind and rarity of the weapon.

    Columns: cell, cell_name, seat, kind, rarity, the estimate (n: games).
    """
    settings = _matching(run, pattern)
    frame = by_hunter(run, ["dealt"], pattern, level).drop(columns=["attacks", "measure"])
    frame.insert(3, "kind", _of_seats(frame, settings, "kind"))
    frame.insert(4, "rarity", _of_seats(frame, settings, "rarity").astype(int))
    return frame.sort_values(["kind", "rarity"], kind="stable", ignore_index=True)


def joint_outcomes(run: Run, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """How the comparisons of all hunters of a turn come out together, by cell.

    Columns: cell, cell_name, outcomes (a letter a hunter: W, T, L, or - without comparison), the estimate (n: turns), games.
    """
    settings = _matching(run, pattern)
    frame = run.table("joint")
    frame = frame[frame["cell"].isin(settings.index)].reset_index(drop=True)
    turns = frame.groupby("cell")["n"].transform("sum")
    games = frame["cell"].map(settings["games"])
    found = clustered_proportion(frame["n"], frame["n_squared"], turns, games, level)
    names = frame["cell"].map(settings["name"])
    return frame[["cell", "outcomes"]].assign(cell_name=names, **found.columns(), games=games)


# What a setting does


def levels(
    run: Run,
    parameter: str,
    measures: Sequence[str] = ("rate", "dealt"),
    pattern: str = "*",
    along: Sequence[str] = (),
    level: float = LEVEL,
) -> pd.DataFrame:
    """Each measure in each cell, with the cell's value of `parameter` as `setting`.

    A parameter of one hunter (`hunter 1 base_hand`) is measured on that hunter, any other on all hunters together (per
    hunter). Columns: context (the other settings, where they differ), cell, cell_name, setting, measure, the estimate (n:
    games, or comparisons of a share). `along` as in `effects`.
    """
    _check_measures(measures)
    settings = _matching(run, pattern)
    values = _values(settings, parameter, run.name)
    samples = _samples(run, settings, parameter)
    frames = []
    for context, cells in _groups(settings, values, [parameter, *along], at_least=1):
        for cell in cells:
            about = {"context": context, "cell": cell, "cell_name": settings.loc[cell, "name"], "setting": values[cell]}
            found = ((measure, _estimate(samples[cell], measure, level)) for measure in measures)
            frames += [about | {"measure": measure} | estimate.columns() for measure, estimate in found]
    return pd.DataFrame(frames)


def effects(
    run: Run,
    parameter: str,
    measures: Sequence[str] = ("rate", "dealt"),
    pattern: str = "*",
    against: Literal["first", "previous"] = "first",
    along: Sequence[str] = (),
    level: float = LEVEL,
) -> pd.DataFrame:
    """What a change of `parameter` does to each measure, all other parameters being equal.

    Cells that differ in nothing else are compared with the one of the first (smallest) value, or each with the one before
    it. Cells on the same deals are compared game by game. `along` names parameters that may change with it (patterns, such
    as `hunter 1 *`).

    Columns: parameter, context (the other settings, where they differ between comparisons), baseline and setting (values),
    cell and cell_name (of the setting), measure, the estimate of the difference (n: games), is_paired, efficiency (variance
    of an unpaired comparison / of this one).
    """
    _check_measures(measures)
    settings = _matching(run, pattern)
    values = _values(settings, parameter, run.name)
    samples = _samples(run, settings, parameter)
    frames = []
    for context, cells in _groups(settings, values, [parameter, *along], at_least=2):
        pairs = pairwise(cells) if against == "previous" else ((cells[0], one) for one in cells[1:])
        for old, new in pairs:
            about = {
                "parameter": parameter,
                "context": context,
                "baseline": values[old],
                "setting": values[new],
                "cell": new,
                "cell_name": settings.loc[new, "name"],
            }
            is_paired = settings.loc[old, "deal"] == settings.loc[new, "deal"]
            for measure in measures:
                found = _difference(samples[new], samples[old], measure, level, is_paired=is_paired)
                frames.append(about | {"measure": measure} | found)
    if not frames:
        raise InputError(f"{run.name}: no two cells differ in {parameter} alone")
    return pd.DataFrame(frames)


def _difference(new: pd.DataFrame, old: pd.DataFrame, name: str, level: float, *, is_paired: bool) -> dict[str, Any]:
    """The change of a measure from one cell to another; on the same deals over the games that both played."""
    measure = MEASURES[name]
    if is_paired:
        common = new.index.intersection(old.index)
        new, old = new.loc[common], old.loc[common]
    ours, theirs = ((games[measure.numerator], games[measure.denominator]) for games in (new, old))
    unpaired = independent_difference(ratio(*ours, level=level), ratio(*theirs, level=level))
    found = ratio_difference(ours, theirs, level=level) if is_paired else unpaired
    efficiency = variance_ratio(unpaired.standard_error, found.standard_error)
    return found.columns() | {"is_paired": is_paired, "efficiency": efficiency}


def contrasts(run: Run, parameter: str, measure: str, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """Each pair of values of `parameter`, all other settings pooled: is one better, whichever seems best?

    Columns: setting, other, the estimate of setting - other (n: games), is_paired. The intervals of all pairs hold together
    at `level`, so the best value may be picked after looking. Cells of one value are added up game by game, where all cells
    share their deals; pairs are compared game by game then.
    """
    _check_measures((measure,))
    pooled, is_paired = _by_value(run, parameter, pattern)
    pairs = list(combinations(pooled, 2))
    together = simultaneous_level(level, max(len(pairs), 1))
    rows = [
        {"setting": one, "other": other} | _difference(pooled[one], pooled[other], measure, together, is_paired=is_paired)
        for one, other in pairs
    ]
    return pd.DataFrame(rows, columns=["setting", "other", *ESTIMATE_COLUMNS, "is_paired", "efficiency"])


def _by_value(run: Run, parameter: str, pattern: str) -> tuple[dict[str, pd.DataFrame], bool]:
    """The sums of each game by value of `parameter`, over all cells that have it; and whether all cells share their deals.

    If they do, the cells of a value are added up game by game; games of other deals stay games of their own.
    """
    settings = _matching(run, pattern)
    values, samples = _values(settings, parameter, run.name), _samples(run, settings, parameter)
    is_shared = len(set(settings["deal"])) == 1
    found: dict[str, list[pd.DataFrame]] = {}
    for cell in _in_order(values):
        found.setdefault(values[cell], []).append(samples[cell])
    if is_shared:
        return {value: pd.concat(frames).groupby(level=0).sum() for value, frames in found.items()}, is_shared
    return {value: pd.concat(frames, ignore_index=True) for value, frames in found.items()}, is_shared


def bought_gains(run: Run, parameter: str, baseline: str, pattern: str = "*", level: float = LEVEL) -> pd.DataFrame:
    """What each bought card brings in damage, for each value of `parameter` beside the value `baseline` on the same deals.

    Columns: setting, bought (cards a turn), the estimate of (damage - damage of the baseline) / bought cards. All intervals
    hold together at `level`. Values that buy nothing are left out.
    """
    pooled, _ = _by_value(run, parameter, pattern)
    buyers = [value for value, games in pooled.items() if value != baseline and games["bought"].sum() > 0]
    together = simultaneous_level(level, max(len(buyers), 1))
    base = (pooled[baseline]["dealt"], pooled[baseline]["turns"])
    rows = []
    for value in buyers:
        games = pooled[value]
        found = gain_per_unit((games["dealt"], games["turns"]), base, (games["bought"], games["turns"]), together)
        rows.append({"setting": value, "bought": games["bought"].sum() / games["turns"].sum()} | found.columns())
    return pd.DataFrame(rows, columns=["setting", "bought", *ESTIMATE_COLUMNS])


# Parts


def hunter_parameter(seat: int, name: str) -> str:
    """The parameter of a hunter: seat 0 is `hunter 1`."""
    return f"hunter {seat + 1} {name}"


def _matching(run: Run, pattern: str) -> pd.DataFrame:
    """The settings of the cells whose name matches (`*` stands for any text); InputError if there is none."""
    settings = run.settings()
    chosen = settings[[fnmatchcase(name, pattern) for name in settings["name"]]]
    if chosen.empty:
        raise InputError(f'{run.name}: no cell is named like "{pattern}"')
    return chosen


def _check_measures(measures: Sequence[str]) -> None:
    """InputError for a name that is no measure; a lone name is no list of names."""
    for name in [measures] if isinstance(measures, str) else measures:
        if name not in MEASURES:
            raise InputError(f"no measure {name} (there are {', '.join(MEASURES)})")
    if isinstance(measures, str):
        raise InputError(f'measures: expected several names, such as ("{measures}",), got "{measures}"')


def _values(settings: pd.DataFrame, parameter: str, run_name: str) -> dict[int, str]:
    """The value of a parameter in each cell that has one."""
    if parameter not in settings.columns or settings[parameter].isna().all():
        known = ", ".join(name for name in settings.columns if name not in CELL_COLUMNS)
        raise InputError(f"{run_name}: no cell has a parameter {parameter} (there are {known})")
    return settings[parameter].dropna().to_dict()


def _in_order(values: Mapping[int, str]) -> list[int]:
    """Cells by value: numbers by size, other text as the scenario lists it, what is not set first."""
    texts = list(dict.fromkeys(values.values()))
    if all(text.lstrip("+-").isdigit() for text in texts):
        return sorted(values, key=lambda cell: (int(values[cell]), cell))
    return sorted(values, key=lambda cell: (values[cell] not in NOT_SET, texts.index(values[cell]), cell))


def _groups(
    settings: pd.DataFrame, values: Mapping[int, str], changing: Sequence[str], *, at_least: int
) -> Iterator[tuple[str, list[int]]]:
    """Groups of cells that differ in the changing parameters only, each with what tells it from the other groups."""
    fixed = [
        name
        for name in settings.columns
        if name not in CELL_COLUMNS and not any(fnmatchcase(name, pattern) for pattern in changing)
    ]
    described = settings.loc[list(values), fixed].fillna("")
    groups: dict[tuple[str, ...], list[int]] = {}
    for cell in _in_order(values):
        groups.setdefault(tuple(described.loc[cell]), []).append(cell)
    chosen = {key: cells for key, cells in groups.items() if len(cells) >= at_least}
    telling = [place for place in range(len(fixed)) if len({key[place] for key in chosen}) > 1]
    for key, cells in chosen.items():
        yield ", ".join(f"{fixed[place]} {key[place] or 'none'}" for place in telling), cells


def _seat_rows(run: Run, settings: pd.DataFrame) -> pd.DataFrame:
    """The seats table of the chosen cells with the turns of each game; `game` counts the games of a cell from 0."""
    columns = ["game_id", "cell", "seat", *(name for name in SUMS if name != "turns")]
    rows = run.table("seats", columns)
    rows = rows[rows["cell"].isin(settings.index)]
    turns = run.table("games", ["game_id", "turns"]).set_index("game_id")["turns"]
    return rows.assign(game=rows["game_id"] % GAMES_PER_CELL, turns=rows["game_id"].map(turns))


def _of_seats(rows: pd.DataFrame, settings: pd.DataFrame, name: str) -> pd.Series:
    """A parameter of each row's hunter."""
    pairs = rows[["cell", "seat"]].drop_duplicates()
    pairs[name] = [
        settings.loc[cell, hunter_parameter(seat, name)] for cell, seat in pairs.itertuples(index=False, name=None)
    ]
    return rows[["cell", "seat"]].merge(pairs, how="left").set_index(rows.index)[name]


def _samples(run: Run, settings: pd.DataFrame, parameter: str) -> dict[int, pd.DataFrame]:
    """The sums of each game, by cell; of one hunter if the parameter is a hunter's, else of all."""
    rows = _seat_rows(run, settings)
    words = parameter.split()
    if words[0] == "hunter":
        rows = rows[rows["seat"] == int(words[1]) - 1]
    sums = rows.groupby(["cell", "game"])[SUMS].sum()
    return {cell: games.droplevel("cell") for cell, games in sums.groupby("cell")}


def _estimate(games: pd.DataFrame, name: str, level: float) -> Estimate:
    """A measure over games."""
    measure = MEASURES[name]
    top, bottom = games[measure.numerator].to_numpy(), games[measure.denominator].to_numpy()
    if not measure.is_share:
        return ratio(top, bottom, level=level)
    sums = TrialSums((bottom * bottom).sum(), (top * bottom).sum())
    return clustered_proportion(top.sum(), (top * top).sum(), bottom.sum(), len(top), level, sums)
