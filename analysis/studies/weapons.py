"""Are the weapons fair? Each kind against the others of its rarity, each rarity against the one below, and weaknesses.

All weapons are played on the same deals, so that every difference is paired deck by deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd

from analysis.estimators import (
    LEVEL,
    Estimate,
    ratio,
    ratio_difference,
    relative_difference,
    simultaneous_level,
)
from analysis.judgement import damage_by_rarity
from analysis.tables import Run

HUNTER = "hunter 1 "
MARGIN = 0.15  # a kind is fair if it deals within so much of the mean of its rarity
INSIDE, OUTSIDE, UNDECIDED = "inside", "outside", "undecided"


@dataclass(frozen=True)
class Armoury:
    """Weapons against monsters that are not weak to them: the cells, and damage and turns by deck (rows) and cell."""

    cells: pd.DataFrame  # index: cell; weapon, kind, rarity
    dealt: pd.DataFrame
    turns: pd.DataFrame

    def sums(self, cells: list[int]) -> tuple[np.ndarray, np.ndarray]:
        """(damage, turns) of each deck, added up over some cells."""
        return self.dealt[cells].sum(axis=1).to_numpy(), self.turns[cells].sum(axis=1).to_numpy()


def against_margin(low: float, high: float, margin: float) -> str:
    """An interval inside -margin..margin, outside it, or neither: `undecided`."""
    if -margin <= low and high <= margin:
        return INSIDE
    return OUTSIDE if low > margin or high < -margin else UNDECIDED


def armoury(run: Run) -> Armoury:
    """The first cell of each weapon whose monster is weak neither to its kind nor to its element (RP-D3, RP-D4)."""
    cells = weapon_cells(run)
    plain = cells[cells["bonus"] == 0].drop_duplicates("weapon").sort_values(["rarity", "kind"])
    return Armoury(plain[["weapon", "kind", "rarity"]], *_by_deck(run, list(plain.index)))


def weapon_cells(run: Run) -> pd.DataFrame:
    """All cells by number: weapon, kind, rarity, and bonus, the classes that element and kind add together."""
    settings = run.settings()
    names = ["weapon", "kind", "rarity", "element_bonus", "kind_bonus"]
    cells = settings[[HUNTER + name for name in names]].set_axis(names, axis="columns")
    cells = cells.astype({"rarity": int, "element_bonus": int, "kind_bonus": int})
    return cells.assign(bonus=cells.pop("element_bonus") + cells.pop("kind_bonus"))


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
    return frame[frame["cell"].isin(armoury(run).cells.index)].reset_index(drop=True)


def rarity_levels(weapons: Armoury, level: float = LEVEL) -> pd.DataFrame:
    """The mean damage a turn of all kinds by rarity, and the step from the rarity below: rarity, n_kinds, value, low, high,
    step, step_low, step_high (NaN for the lowest). The intervals of all steps hold together at `level`.

    The mean is over turns: a kind that draws fewer cards plays more turns a deck.
    """  # noqa: D205 - a list of columns
    rows = []
    before: tuple[np.ndarray, np.ndarray] | None = None
    together = simultaneous_level(level, max(weapons.cells["rarity"].nunique() - 1, 1))
    for rarity, cells in weapons.cells.groupby("rarity"):
        sums = weapons.sums(list(cells.index))
        found = ratio(*sums, level=level)
        step = ratio_difference(sums, before, level=together) if before else None
        rows.append(
            {"rarity": rarity, "n_kinds": len(cells), "value": found.value, "low": found.low, "high": found.high}
            | _named("step", step)
        )
        before = sums
    return pd.DataFrame(rows)


def _named(name: str, found: Estimate | None) -> dict[str, float]:
    if found is None:
        return {name: np.nan, f"{name}_low": np.nan, f"{name}_high": np.nan}
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}


def kind_gaps(weapons: Armoury, margin: float = MARGIN, level: float = LEVEL) -> pd.DataFrame:
    """How far each kind is from the mean of its rarity, as a share of that mean; all intervals hold together at `level`.

    Columns: rarity, kind, value (damage a turn), mean, gap, low, high (of the gap, paired), verdict (`against_margin`).
    """
    rows = []
    level = simultaneous_level(level, len(weapons.cells))
    for rarity, cells in weapons.cells.groupby("rarity"):
        every = weapons.sums(list(cells.index))
        for cell, kind in cells["kind"].items():
            own = weapons.sums([cell])
            gap = relative_difference(own, every, level=level)
            about = {"rarity": rarity, "kind": kind, "value": ratio(*own).value, "mean": ratio(*every).value}
            verdict = against_margin(gap.low, gap.high, margin)
            rows.append(about | {"gap": gap.value, "low": gap.low, "high": gap.high, "verdict": verdict})
    return pd.DataFrame(rows)


def decks_to_decide(gaps: pd.DataFrame, margin: float = MARGIN) -> float:
    """How many times as many decks would settle the undecided gaps, if they are as large as they seem; 1 if none is open.

    Intervals shrink with the root of the number of decks. Infinite where a gap lies on the margin itself.
    """
    open_ = gaps[gaps["verdict"] == UNDECIDED]
    distance = (open_["gap"].abs() - margin).abs()
    half_width = (open_["high"] - open_["low"]) / 2
    return float(((half_width / distance) ** 2).max()) if len(open_) else 1.0


def kind_steps(weapons: Armoury, level: float = LEVEL) -> pd.DataFrame:
    """What one more rarity brings to each kind: kind, rarity (the higher one), step, low, high (damage a turn, paired).

    The intervals of all steps hold together at `level`.
    """
    steps = []
    for kind, cells in weapons.cells.sort_values("rarity").groupby("kind"):
        steps += [(kind, old, new, rarity) for (old, _), (new, rarity) in pairwise(cells["rarity"].items())]
    together = simultaneous_level(level, max(len(steps), 1))
    rows = []
    for kind, old, new, rarity in steps:
        step = ratio_difference(weapons.sums([new]), weapons.sums([old]), level=together)
        rows.append({"kind": kind, "rarity": rarity, "step": step.value, "low": step.low, "high": step.high})
    return pd.DataFrame(rows, columns=["kind", "rarity", "step", "low", "high"])


def weakness(run: Run, level: float = LEVEL) -> pd.DataFrame:
    """What a weakness of the monster adds to the damage a turn, by its bonus in classes (RP-D3, RP-D4).

    Each weapon against a monster that is weak to it, beside itself against the first that is not, on the same decks.

    Columns: bonus, n_weapons, n_pairs (weapon and weak monster), value, low, high (gain a turn over all pairs), share,
    share_low, share_high (of the damage without). Each pair of intervals holds by itself.
    """
    cells = weapon_cells(run)
    plain = cells[cells["bonus"] == 0].drop_duplicates("weapon").reset_index().set_index("weapon")["cell"]
    weak = cells[(cells["bonus"] > 0) & cells["weapon"].isin(plain.index)]
    decks = Armoury(cells, *_by_deck(run, [*plain, *weak.index]))
    rows = []
    for bonus, pairs in weak.groupby("bonus"):
        with_it, without = decks.sums(list(pairs.index)), decks.sums(list(plain[pairs["weapon"]]))
        gain, share = ratio_difference(with_it, without, level=level), relative_difference(with_it, without, level=level)
        counts = {"bonus": bonus, "n_weapons": pairs["weapon"].nunique(), "n_pairs": len(pairs)}
        rows.append(counts | {"value": gain.value, "low": gain.low, "high": gain.high} | _named("share", share))
    return pd.DataFrame(rows)
