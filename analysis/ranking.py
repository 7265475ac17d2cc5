"""What a frame of pairs says of the best: who they are, who comes next, and how far apart they may be.

A frame of pairs has one row for each pair of settings, with the columns setting, other, and the difference setting - other:
value, low, high. Its intervals hold together at one level, whichever setting seems best, and so does all that is read off
them. A difference that is unknown (NaN) shows nothing.
"""

from __future__ import annotations

import numpy as np
import pandas as pd


def leaders(pairs: pd.DataFrame, *, most: bool = True) -> list[str]:
    """The values that no other is shown to beat, in a frame of pairs; with `most=False` the lowest."""
    sign = 1 if most else -1
    names = list(dict.fromkeys([*pairs["setting"], *pairs["other"]]))
    beaten = {row.other for row in pairs.itertuples() if sign * row.low > 0 and sign * row.high > 0}
    beaten |= {row.setting for row in pairs.itertuples() if sign * row.low < 0 and sign * row.high < 0}
    return [name for name in names if name not in beaten]


def leads(pairs: pd.DataFrame, one: str) -> pd.DataFrame:
    """How far one setting is above each other: the columns other, value, low, high."""
    ahead, behind = pairs[pairs["setting"] == one], pairs[pairs["other"] == one]
    turned = {"other": behind["setting"], "value": -behind["value"], "low": -behind["high"], "high": -behind["low"]}
    return pd.concat([ahead[["other", "value", "low", "high"]], pd.DataFrame(turned)], ignore_index=True)


def next_to(pairs: pd.DataFrame, leader: str, *, most: bool = True) -> pd.Series:
    """The setting that comes nearest to a leader, and the difference leader - other; ValueError if there is no other."""
    found = leads(pairs, leader)
    if found.empty:
        message = f"{leader} stands alone"
        raise ValueError(message)
    ahead = found["value"] if most else -found["value"]
    return found.loc[ahead.idxmin()]


def farthest_apart(pairs: pd.DataFrame, names: list[str]) -> float:
    """What no two of these settings differ by more than, by the intervals; NaN if an interval is unknown, 0 for one name."""
    among = pairs[pairs["setting"].isin(names) & pairs["other"].isin(names)]
    return float(np.abs(among[["low", "high"]].to_numpy()).max(initial=0))
