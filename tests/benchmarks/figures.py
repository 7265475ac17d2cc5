"""What a benchmark measures: a figure, beside its target if it has one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured number. A target is a bound of `value`; a ratio compares it with another number of the same run."""

    name: str
    value: float
    unit: str
    note: str = ""
    at_least: float | None = None
    at_most: float | None = None
    ratio: float | None = None
    ratio_to: str = ""

    @property
    def target(self) -> str:
        """The target in words; empty if there is none."""
        if self.at_least is not None:
            return f"at least {_number(self.at_least)}"
        return "" if self.at_most is None else f"at most {_number(self.at_most)}"

    @property
    def verdict(self) -> str:
        """`met`, `not met`, or nothing without a target."""
        if not self.target:
            return ""
        low = self.at_least if self.at_least is not None else self.value
        high = self.at_most if self.at_most is not None else self.value
        return "met" if low <= self.value <= high else "not met"

    def cells(self) -> tuple[str, ...]:
        """The figure as a row of COLUMNS."""
        ratio = f"{self.ratio:.3g} x {self.ratio_to}" if self.ratio is not None else ""
        return self.name, _number(self.value), self.unit, self.target, self.verdict, ratio, self.note


def _number(value: float) -> str:
    """Four digits, or all of a whole number."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


COLUMNS = ("figure", "value", "unit", "target", "", "ratio", "note")
NUMBERS = {"value"}  # columns that are set to the right
