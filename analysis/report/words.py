"""Numbers in sentences: values with intervals to the digits that count, and rows picked out of frames."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from sim.schema import InputError

MINUS = "\N{MINUS SIGN}"
NARROW = "\N{NO-BREAK SPACE}"


def pick(frame: pd.DataFrame, **where: Any) -> pd.Series:
    """The one row with these values; InputError if it was not played."""
    chosen = frame
    for name, value in where.items():
        chosen = chosen[chosen[name] == value]
    if len(chosen) != 1:
        said = ", ".join(f"{name} {value}" for name, value in where.items())
        raise InputError(f"the scenario has {len(chosen) or 'no'} rows with {said}")
    return chosen.iloc[0]


def digits_for(half_width: float, most: int = 4) -> int:
    """Decimals that show the first figure of half an interval; at least one."""
    if not np.isfinite(half_width) or half_width <= 0:
        return 2
    return int(np.clip(np.ceil(-np.log10(half_width)), 1, most))


def share(value: float, low: float, high: float) -> str:
    """`63.72 % [63.66, 63.79]`."""
    return _with_interval(100 * value, 100 * low, 100 * high, unit="%")


def percent_of(value: float, low: float, high: float) -> str:
    """A relative change: `+30.2 % [+29.8, +30.6]`."""
    return _with_interval(100 * value, 100 * low, 100 * high, unit="%", sign="+")


def points(value: float, low: float, high: float) -> str:
    """A change of a share: `+4.4 points [+4.2, +4.5]`."""
    return _with_interval(100 * value, 100 * low, 100 * high, unit="points", sign="+")


def amount(value: float, low: float, high: float) -> str:
    """`12.67 [12.66, 12.68]`."""
    return _with_interval(value, low, high)


def change(value: float, low: float, high: float) -> str:
    """`+3.79 [+3.78, +3.80]`."""
    return _with_interval(value, low, high, sign="+")


def of(row: pd.Series) -> tuple[float, float, float]:
    """Value and interval of a row, for the functions above."""
    return row["value"], row["low"], row["high"]


def _with_interval(value: float, low: float, high: float, unit: str = "", sign: str = "") -> str:
    digits = digits_for((high - low) / 2)
    first, *ends = (_number(one, f"{sign}.{digits}f") for one in (value, low, high))
    told = f"[{', '.join(ends)}]" if np.isfinite([low, high]).all() else "[interval unknown]"
    return f"{first}{NARROW + unit if unit else ''} {told}"


def _number(value: float, pattern: str) -> str:
    """A number with a true minus sign; exactly nothing is `0`."""
    return "0" if value == 0 else format(value, pattern).replace("-", MINUS)


def percent(value: float, digits: int = 1) -> str:
    """`63.7 %`."""
    return f"{_number(100 * value, f'.{digits}f')}{NARROW}%"


def between(low: float, high: float) -> str:
    """Shares from one to another: `9.9 % to 25.0 %`, or one of them if they read alike."""
    ends = percent(low), percent(high)
    return ends[0] if ends[0] == ends[1] else " to ".join(ends)


def gain(value: float) -> str:
    """A relative change: `+30 %`."""
    return f"{_number(100 * value, '+.0f')}{NARROW}%"


def number(value: float, digits: int = 2) -> str:
    """`12.67`."""
    return _number(value, f".{digits}f")


def whole(value: float) -> str:
    """`1,234,567`."""
    return f"{round(value):,}"


def counted(n: float, one: str, many: str = "") -> str:
    """`1 weapon`, `12 weapons`."""
    return f"{n:,.0f} {one if n == 1 else many or one + 's'}"


def plain(name: str) -> str:
    """A name of a sheet in words: `mire_lord` is mire lord."""
    return name.replace("_", " ")


def listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    items = list(words)
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)
