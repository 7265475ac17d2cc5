"""Are the weapons fair? Each kind against the others of its rarity, each rarity against the one below, and weaknesses.

All weapons are played on the same deals, so that every difference is paired deck by deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd

from analysis.estimators import LEVEL, Estimate, ratio, ratio_difference, simultaneous_level
from analysis.judgement import damage_by_rarity, effects
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
    settings = run.settings()
    plain = settings[(settings[f"{HUNTER}element_bonus"] == "0") & (settings[f"{HUNTER}kind_bonus"] == "0")]
    plain = plain.drop_duplicates(f"{HUNTER}weapon")
    cells = plain[[f"{HUNTER}weapon", f"{HUNTER}kind", f"{HUNTER}rarity"]].rename(
        columns=lambda name: name.removeprefix(HUNTER)
    )
    cells = cells.astype({"rarity": int}).sort_values(["rarity", "kind"])
    seats = run.table("seats", ["cell", "block", "dealt"])
    games = run.table("games", ["cell", "block", "turns"])
    chosen = list(cells.index)
    return Armoury(
        cells,
        seats[seats["cell"].isin(chosen)].pivot_table(index="block", columns="cell", values="dealt", aggfunc="sum"),
        games[games["cell"].isin(chosen)].pivot_table(index="block", columns="cell", values="turns", aggfunc="sum"),
    )


def plain_damage(run: Run) -> pd.DataFrame:
    """`damage_by_rarity` of the weapons of `armoury`."""
    frame = damage_by_rarity(run)
    return frame[frame["cell"].isin(armoury(run).cells.index)].reset_index(drop=True)


def rarity_levels(weapons: Armoury, level: float = LEVEL) -> pd.DataFrame:
    """The mean damage a turn of all kinds by rarity, and the step from the rarity below: rarity, n_kinds, value, low, high,
    step, step_low, step_high (NaN for the lowest).

    The mean is over turns: a kind that draws fewer cards plays more turns a deck.
    """  # noqa: D205 - a list of columns
    rows = []
    before: tuple[np.ndarray, np.ndarray] | None = None
    for rarity, cells in weapons.cells.groupby("rarity"):
        sums = weapons.sums(list(cells.index))
        found = ratio(*sums, level=level)
        step = ratio_difference(sums, before, level=level) if before else None
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
        mean = ratio(*every).value
        for cell, kind in cells["kind"].items():
            own = weapons.sums([cell])
            gap = ratio_difference(own, every, level=level)
            low, high = gap.low / mean, gap.high / mean
            about = {"rarity": rarity, "kind": kind, "value": ratio(*own).value, "mean": mean}
            verdict = against_margin(low, high, margin)
            rows.append(about | {"gap": gap.value / mean, "low": low, "high": high, "verdict": verdict})
    return pd.DataFrame(rows)


def kind_steps(weapons: Armoury, level: float = LEVEL) -> pd.DataFrame:
    """What one more rarity brings to each kind: kind, rarity (the higher one), step, low, high (damage a turn, paired)."""
    rows = []
    for kind, cells in weapons.cells.sort_values("rarity").groupby("kind"):
        listed = list(cells["rarity"].items())
        for (old, _), (new, rarity) in pairwise(listed):
            step = ratio_difference(weapons.sums([new]), weapons.sums([old]), level=level)
            rows.append({"kind": kind, "rarity": rarity, "step": step.value, "low": step.low, "high": step.high})
    return pd.DataFrame(rows)


def weakness(run: Run) -> pd.DataFrame:
    """What a weakness of the monster adds to the damage a turn, by its bonus in classes (RP-D3, RP-D4).

    Columns: bonus, n_weapons, value (mean over the weapons), least, most, share (mean gain / damage without).
    """
    settings = run.settings()
    bonus = settings[f"{HUNTER}element_bonus"].astype(int) + settings[f"{HUNTER}kind_bonus"].astype(int)
    along = ("monster_size", f"{HUNTER}element_bonus", f"{HUNTER}kind_bonus")
    changes = effects(run, "monster", ("dealt",), along=along)
    weapon = settings[f"{HUNTER}weapon"]
    first = bonus.groupby(weapon).first()
    changes = changes.assign(bonus=changes["cell"].map(bonus), weapon=changes["cell"].map(weapon))
    changes = changes[(changes["weapon"].map(first) == 0) & (changes["bonus"] > 0)]
    plain = plain_damage(run).set_index("cell")["value"].groupby(weapon).first()
    changes = changes.assign(share=changes["value"] / changes["weapon"].map(plain))
    rows = changes.groupby("bonus").agg(
        n_weapons=("value", "size"),
        value=("value", "mean"),
        least=("value", "min"),
        most=("value", "max"),
        share=("share", "mean"),
    )
    return rows.reset_index()
