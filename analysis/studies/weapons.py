"""Are the weapons fair? Each kind against the others of its rarity, each rarity against the one below, and weaknesses.

All weapons are played on the same deals, so that every difference is paired deck by deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

import numpy as np
import pandas as pd

import sim
from analysis.estimators import (
    LEVEL,
    Estimate,
    against_margin,
    games_needed,
    ratio,
    ratio_difference,
    relative_difference,
    simultaneous_level,
)
from analysis.judgement import damage_by_rarity
from analysis.tables import Run

HUNTER = "hunter 1 "
MARGIN = 0.15  # a kind is fair if it deals within so much of the mean of its rarity
GAP_COLUMNS = ["rarity", "kind", "value", "mean", "gap", "low", "high", "verdict", "n", "n_needed"]
STEP_COLUMNS = ["kind", "rarity", "step", "low", "high", "n", "n_needed"]


@dataclass(frozen=True)
class Armoury:
    """Weapons against monsters that are not weak to them: the cells, and damage and turns by deck (rows) and cell."""

    cells: pd.DataFrame  # index: cell; weapon, kind, rarity
    dealt: pd.DataFrame
    turns: pd.DataFrame

    def sums(self, cells: list[int]) -> tuple[np.ndarray, np.ndarray]:
        """(damage, turns) of each deck, added up over some cells."""
        return self.dealt[cells].sum(axis=1).to_numpy(), self.turns[cells].sum(axis=1).to_numpy()


def armoury(run: Run) -> Armoury:
    """The first cell of each weapon whose monster is weak neither to its kind nor to its element (RP-D3, RP-D4).

    InputError if there is no such cell at all.
    """
    plain = _some_plain_cells(run).sort_values(["rarity", "kind"])
    return Armoury(plain[["weapon", "kind", "rarity"]], *_by_deck(run, list(plain.index)))


def weapon_cells(run: Run) -> pd.DataFrame:
    """All cells by number: weapon, kind, rarity, and bonus, the classes that element and kind add together."""
    settings = run.settings()
    names = ["weapon", "kind", "rarity", "element_bonus", "kind_bonus"]
    cells = settings[[HUNTER + name for name in names]].set_axis(names, axis="columns")
    cells = cells.astype({"rarity": int, "element_bonus": int, "kind_bonus": int})
    return cells.assign(bonus=cells.pop("element_bonus") + cells.pop("kind_bonus"))


def _plain_cells(cells: pd.DataFrame) -> pd.DataFrame:
    """The first cell of each weapon without a bonus."""
    return cells[cells["bonus"] == 0].drop_duplicates("weapon")


def _some_plain_cells(run: Run) -> pd.DataFrame:
    """These cells of a run; InputError if there is none at all."""
    plain = _plain_cells(weapon_cells(run))
    if plain.empty:
        raise sim.InputError("every weapon meets only monsters that are weak to it: add a monster that is not")
    return plain


def left_out(run: Run) -> list[str]:
    """The weapons that met no monster without a weakness to them, in order; `armoury` and `weakness` lack them."""
    lowest = weapon_cells(run).groupby("weapon", sort=False)["bonus"].min()
    return list(lowest[lowest > 0].index)


def _by_deck(run: Run, cells: list[int]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Damage and turns of some cells, a row a deck."""
    seats = run.table("seats", ["cell", "block", "dealt"])
    games = run.table("games", ["cell", "block", "turns"])
    return (
        seats[seats["cell"].isin(cells)].pivot_table(index="block", columns="cell", values="dealt", aggfunc="sum"),
        games[games["cell"].isin(cells)].pivot_table(index="block", columns="cell", values="turns", aggfunc="sum"),
    )


def plain_damage(run: Run) -> pd.DataFrame:
    """`damage_by_rarity` of the weapons of `armoury`."""
    frame = damage_by_rarity(run)
    return frame[frame["cell"].isin(_some_plain_cells(run).index)].reset_index(drop=True)


def rarity_levels(weapons: Armoury, level: float = LEVEL) -> pd.DataFrame:
    """The mean damage a turn of all kinds by rarity: rarity, n_kinds, value, low, high.

    On the same decks also the change from the rarity below (step, step_low, step_high) and from the lowest (rise, rise_low,
    rise_high), NaN for the lowest. The intervals of all steps hold together at `level`, and so do those of all rises.

    The mean is over turns: a kind that draws fewer cards plays more turns a deck.
    """
    rows = []
    sums: list[tuple[np.ndarray, np.ndarray]] = []
    together = simultaneous_level(level, max(weapons.cells["rarity"].nunique() - 1, 1))
    for rarity, cells in weapons.cells.groupby("rarity"):
        own = weapons.sums(list(cells.index))
        found = ratio(*own, level=level)
        step, rise = (ratio_difference(own, sums[place], level=together) if sums else None for place in (-1, 0))
        rows.append(
            {"rarity": rarity, "n_kinds": len(cells), "value": found.value, "low": found.low, "high": found.high}
            | _named("step", step)
            | _named("rise", rise)
        )
        sums.append(own)
    return pd.DataFrame(rows)


def _named(name: str, found: Estimate | None) -> dict[str, float]:
    if found is None:
        return {name: np.nan, f"{name}_low": np.nan, f"{name}_high": np.nan}
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}


def kind_gaps(weapons: Armoury, margin: float = MARGIN, level: float = LEVEL) -> pd.DataFrame:
    """How far each kind is from the mean of its rarity, as a share of that mean; all intervals hold together at `level`.

    Columns: `GAP_COLUMNS`: value (damage a turn), gap with low and high (paired), verdict (`against_margin`), n (decks), and
    n_needed, about how many decks keep an interval around this gap off the margin. A kind alone in its rarity is left out.
    """
    rows = []
    rarities = [(rarity, cells) for rarity, cells in weapons.cells.groupby("rarity") if len(cells) > 1]
    level = simultaneous_level(level, max(sum(len(cells) for _, cells in rarities), 1))
    for rarity, cells in rarities:
        every = weapons.sums(list(cells.index))
        for cell, kind in cells["kind"].items():
            own = weapons.sums([cell])
            gap = relative_difference(own, every, level=level)
            about = {"rarity": rarity, "kind": kind, "value": ratio(*own).value, "mean": ratio(*every).value}
            verdict = against_margin(gap.low, gap.high, margin)
            found = {"gap": gap.value, "low": gap.low, "high": gap.high, "verdict": verdict}
            rows.append(about | found | _decks(gap, abs(abs(gap.value) - margin)))
    return pd.DataFrame(rows, columns=GAP_COLUMNS)


def _decks(found: Estimate, half_width: float) -> dict[str, float]:
    """The decks played, and those after which the interval would be so narrow."""
    return {"n": found.n, "n_needed": games_needed(half_width, found.standard_error * sqrt(found.n), found.level)}


def kind_steps(weapons: Armoury, level: float = LEVEL) -> pd.DataFrame:
    """What one more rarity brings to each kind; the intervals of all steps hold together at `level`.

    Columns: `STEP_COLUMNS`: rarity (the higher one), step, low, high (damage a turn, paired), n (decks), and n_needed, about
    how many decks keep an interval around this step off 0.
    """
    steps = []
    for kind, cells in weapons.cells.sort_values("rarity").groupby("kind"):
        steps += [(kind, old, new, rarity) for (old, _), (new, rarity) in pairwise(cells["rarity"].items())]
    together = simultaneous_level(level, max(len(steps), 1))
    rows = []
    for kind, old, new, rarity in steps:
        step = ratio_difference(weapons.sums([new]), weapons.sums([old]), level=together)
        about = {"kind": kind, "rarity": rarity, "step": step.value, "low": step.low, "high": step.high}
        rows.append(about | _decks(step, abs(step.value)))
    return pd.DataFrame(rows, columns=STEP_COLUMNS)


def weakness(run: Run, level: float = LEVEL) -> pd.DataFrame:
    """What a weakness of the monster adds to the damage a turn, by its bonus in classes (RP-D3, RP-D4).

    Each weapon against a monster that is weak to it, beside itself against the first that is not, on the same decks.

    Columns: bonus, n_weapons, n_pairs (weapon and weak monster), value, low, high (gain a turn over all pairs), share,
    share_low, share_high (of the damage without). The intervals of a column hold together at `level`.
    The weapons differ from row to row.
    """
    cells = weapon_cells(run)
    plain = _plain_cells(cells).reset_index().set_index("weapon")["cell"]
    weak = cells[(cells["bonus"] > 0) & cells["weapon"].isin(plain.index)]
    decks = Armoury(cells, *_by_deck(run, [*plain, *weak.index]))
    rows = []
    level = simultaneous_level(level, max(weak["bonus"].nunique(), 1))
    for bonus, pairs in weak.groupby("bonus"):
        with_it, without = decks.sums(list(pairs.index)), decks.sums(list(plain[pairs["weapon"]]))
        gain, share = ratio_difference(with_it, without, level=level), relative_difference(with_it, without, level=level)
        counts = {"bonus": bonus, "n_weapons": pairs["weapon"].nunique(), "n_pairs": len(pairs)}
        rows.append(counts | {"value": gain.value, "low": gain.low, "high": gain.high} | _named("share", share))
    return pd.DataFrame(rows)
