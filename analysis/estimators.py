"""Estimates with their uncertainty: rates, means, ratios and differences, always over independent blocks.

A *block* is a group of games that share random numbers; blocks are independent, games inside a block are not, so every
standard error is over blocks. Functions of proportions take numbers or arrays and answer in kind.

What cannot be estimated is NaN: a value without games, and the interval and standard error of a mean of fewer than two
blocks. The interval of a proportion without games is all of 0..1, because nothing is known. A standard error of 0 means that
all blocks agree, not that the truth is known; intervals of proportions stay open then, intervals of means do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

Numbers = Any
"""A float, or an array of floats where arrays were given."""

Linear = tuple[float, NDArray[np.float64]]
"""A value and each block's share of its error."""

Method = Literal["wilson", "jeffreys", "exact"]
LEVEL = 0.95
ESTIMATE_COLUMNS = ("value", "low", "high", "standard_error", "n")


class Bounds(NamedTuple):
    """The two ends of an interval."""

    low: Numbers
    high: Numbers


@dataclass(frozen=True)
class Estimate:
    """A value with its interval; numbers, or arrays of one shape."""

    value: Numbers
    low: Numbers
    high: Numbers
    standard_error: Numbers
    n: Numbers  # sample size: trials of a proportion, blocks of a mean, ratio or difference
    level: float = LEVEL  # how often such an interval holds the truth

    def columns(self) -> dict[str, Numbers]:
        """The estimate as columns of a frame, in the order in which all frames have them."""
        return {name: getattr(self, name) for name in ESTIMATE_COLUMNS}


@dataclass(frozen=True)
class Paired:
    """A difference measured on the same blocks, and what the pairing was worth."""

    difference: Estimate
    unpaired_standard_error: float  # what independent blocks would have given
    discordance: float  # share of blocks whose value changed
    efficiency: float  # unpaired variance / paired variance: how many times more games are needed without pairing
    p_value: float  # exact sign test of the changed blocks; for values 0 and 1 this is McNemar's test


# Proportions


def wilson(successes: ArrayLike, n: ArrayLike, level: float = LEVEL) -> Bounds:
    """Wilson's score interval; `n` and `successes` need not be whole, for use with an effective sample size.

    Source: Brown, Cai, DasGupta (2001), Interval estimation for a binomial proportion, Statistical Science 16(2).
    """
    count, total, known = _counts(successes, n)
    low, high = proportion_confint(count, total, alpha=1 - level, method="wilson")
    return _bounds(np.where(count == 0, 0.0, low), np.where(count == total, 1.0, high), known)


def jeffreys(successes: ArrayLike, n: ArrayLike, level: float = LEVEL) -> Bounds:
    """Quantiles of Beta(k + 1/2, n - k + 1/2); the lower end is 0 if k = 0 and the upper end 1 if k = n.

    Source: Brown, Cai, DasGupta (2001), section 4.1.2; the end rules keep the coverage near 0 and 1.
    """
    count, total, known = _counts(successes, n)
    low, high = proportion_confint(count, total, alpha=1 - level, method="jeffreys")
    return _bounds(np.where(count == 0, 0.0, low), np.where(count == total, 1.0, high), known)


def exact(successes: ArrayLike, n: ArrayLike, level: float = LEVEL) -> Bounds:
    """Clopper and Pearson's interval (Biometrika 26, 1934), which never covers less than it says.

    Both ends come from lower quantiles: upper quantiles near 1 failed for 0 successes and tiny 1 - level in older scipy
    (statsmodels issues 9141 and 9549).
    """
    count, total, known = _counts(successes, n)
    tail = (1 - level) / 2
    low = np.where(count == 0, 0.0, stats.beta.ppf(tail, np.maximum(count, 1), total - count + 1))
    high = np.where(count == total, 1.0, 1 - stats.beta.ppf(tail, np.maximum(total - count, 1), count + 1))
    return _bounds(low, high, known)


_INTERVALS = {"wilson": wilson, "jeffreys": jeffreys, "exact": exact}


def proportion(successes: ArrayLike, n: ArrayLike, level: float = LEVEL, method: Method = "wilson") -> Estimate:
    """The share of successes among `n` independent trials."""
    count, total, known = _counts(successes, n)
    value = np.where(known, count / total, np.nan)
    error = np.sqrt(value * (1 - value) / total)
    low, high = _INTERVALS[method](successes, n, level)
    return Estimate(_plain(value), low, high, _plain(error), _plain(np.where(known, total, 0.0)), level)


def simultaneous_level(level: float, n_intervals: int) -> float:
    """The level of each of `n_intervals` intervals that hold together at `level`, however they depend on each other.

    Bonferroni's inequality. Wilson intervals at this level are Goodman's intervals of all shares of one whole (Goodman 1965,
    On simultaneous confidence intervals for multinomial proportions, Technometrics 7(2)), each with its own effective n.
    """
    return 1 - (1 - level) / n_intervals


def games_needed(half_width: float, deviation: float = 0.5, level: float = LEVEL) -> float:
    """Independent games after which an interval reaches `half_width` to each side: (z deviation / half_width)^2, rounded up.

    `deviation` is the standard deviation of one game's share: 0.5 for a rate near a half, sqrt(n) * standard error where n
    games were played. Infinite for a half width of 0. Source: Cochran (1977), Sampling Techniques, chapter 4.
    """
    if half_width == 0:
        return np.inf
    return float(np.ceil((_normal(level) * deviation / half_width) ** 2))


# Proportions of clustered trials


def effective_n(value: ArrayLike, variance: ArrayLike, fallback: ArrayLike) -> Numbers:
    """The number of independent trials that would give this variance: p (1 - p) / variance.

    Where the variance is 0 it cannot tell, and `fallback` stands in. Source: Kish (1965), Survey Sampling, section 8.2.
    """
    p, spread, other = np.broadcast_arrays(*(np.asarray(x, np.float64) for x in (value, variance, fallback)))
    usable = spread > 0
    return _plain(np.where(usable, p * (1 - p) / np.where(usable, spread, 1.0), other))


@dataclass(frozen=True)
class TrialSums:
    """Sums over games that tell how trials cluster where games differ in their number of trials."""

    squared: ArrayLike  # sum over games of (trials of the game)^2
    crossed: ArrayLike  # sum over games of (successes of the game) * (trials of the game)


def clustered_proportion(
    successes: ArrayLike,
    successes_squared: ArrayLike,
    trials: ArrayLike,
    games: ArrayLike,
    level: float = LEVEL,
    sums: TrialSums | None = None,
) -> Estimate:
    """A share of trials of which several belong to one game: the interval of Wilson on the effective n.

    `successes` and `trials` are sums over games, `successes_squared` is the sum over games of a game's successes squared.
    Without `sums` all games are taken to have equally many trials; where they have not, and successes grow with trials, the
    standard error comes out too large, never too small.

    The effective n is reduced by (z / t)^2 for the degrees of freedom of few games. Where all games agree (0 or all
    successes, above all) clustering cannot be seen and the trials count as independent; rare events hardly cluster. A single
    game counts as one trial.

    Sources: Korn, Graubard (1998), Confidence intervals for proportions with small expected number of positive counts
    estimated from survey data, Survey Methodology 24(2), for the effective n; Dean, Pagano (2015), Evaluating confidence
    interval methods for binomial proportions in clustered surveys, J. Survey Statistics and Methodology 3(4), for Wilson's
    interval on it.
    """
    given = (successes, successes_squared, trials, games)
    count, squares, total, units = np.broadcast_arrays(*(np.asarray(x, np.float64) for x in given))
    known = total > 0
    value = np.where(known, count / np.where(known, total, 1.0), np.nan)
    if sums is None:
        spread = squares - count * count / np.maximum(units, 1)
    else:
        spread = squares - 2 * value * np.asarray(sums.crossed) + value * value * np.asarray(sums.squared)
    variance = np.maximum(spread, 0) / np.where(known, total, 1.0) ** 2 * _small_sample(units)
    freedom = (_normal(level) / _student(level, np.maximum(units - 1, 1))) ** 2
    size = np.where(units > 1, effective_n(value, variance, total) * freedom, np.minimum(units, 1))
    low, high = wilson(np.where(known, value, 0.0) * size, np.where(known, size, 0.0), level)
    return Estimate(_plain(value), low, high, _plain(np.sqrt(variance)), _plain(total), level)


# Means, ratios and differences over blocks


def mean(values: ArrayLike, blocks: ArrayLike | None = None, level: float = LEVEL) -> Estimate:
    """The mean of all values with its variance over blocks; each value is a block of its own without `blocks`."""
    numbers = np.asarray(values, np.float64)
    return ratio(numbers, np.ones(numbers.shape), blocks, level)


def ratio(numerator: ArrayLike, denominator: ArrayLike, blocks: ArrayLike | None = None, level: float = LEVEL) -> Estimate:
    """Sum of numerators / sum of denominators, such as damage / attacks, with Student's interval over blocks.

    Var = sum over blocks of (numerator - R denominator)^2 / (sum of denominators)^2 * B / (B - 1), the linearised variance
    that a regression with clustered errors gives. Source: Cochran (1977), Sampling Techniques, section 6.3.
    """
    value, parts = _ratio_parts(numerator, denominator, blocks)
    return _from_parts(value, parts, level)


def ratio_difference(
    new: tuple[ArrayLike, ArrayLike],
    old: tuple[ArrayLike, ArrayLike],
    blocks: ArrayLike | None = None,
    level: float = LEVEL,
) -> Estimate:
    """Ratio `new` - ratio `old`, each (numerators, denominators) of the same games in the same order.

    The two ratios share games, so their variances do not add up; each block has one share of the difference,
    z = (n1 - R1 d1) / D1 - (n0 - R0 d0) / D0, and Var = sum of z^2 * B / (B - 1). The last factor makes it agree with
    the variance of paired differences where all denominators are equal.
    """
    return _from_parts(*_less(_ratio_parts(*new, blocks), _ratio_parts(*old, blocks)), level)


def relative_difference(
    new: tuple[ArrayLike, ArrayLike],
    old: tuple[ArrayLike, ArrayLike],
    blocks: ArrayLike | None = None,
    level: float = LEVEL,
) -> Estimate:
    """Ratio `new` / ratio `old` - 1, each (numerators, denominators) of the same games in the same order.

    `old` is an estimate too: each block's share of the error is (z1 - R1 / R0 z0) / R0 with the shares z of
    `ratio_difference`. Source: Cochran (1977), Sampling Techniques, section 6.19, the linearised ratio of two ratios.
    """
    old_ratio = _ratio_parts(*old, blocks)
    return _quotient(_less(_ratio_parts(*new, blocks), old_ratio), old_ratio, level)


def gain_per_unit(
    new: tuple[ArrayLike, ArrayLike],
    old: tuple[ArrayLike, ArrayLike],
    units: tuple[ArrayLike, ArrayLike],
    level: float = LEVEL,
) -> Estimate:
    """(Ratio `new` - ratio `old`) / ratio `units`, all of the same games: what one unit, such as a bought card, brings.

    Linearised like `relative_difference`: z = (z1 - z0 - G zu) / Ru for the gain G per unit.
    """
    return _quotient(_less(_ratio_parts(*new, None), _ratio_parts(*old, None)), _ratio_parts(*units, None), level)


def independent_ratio(top: Estimate, bottom: Estimate) -> Estimate:
    """The quotient of two estimates that share no games, by Fieller's theorem.

    Its interval is open (infinite) where the bottom may be 0. Source: Fieller (1954), Some problems in interval estimation,
    J. Royal Statistical Society B 16(2).
    """
    freedom = max(min(top.n, bottom.n) - 1, 1)
    t = _student(top.level, freedom)
    a, b = top.value, bottom.value
    spread = b * b - (t * bottom.standard_error) ** 2
    value = a / b if b != 0 else np.nan
    if not spread > 0:
        return Estimate(value, -np.inf, np.inf, np.nan, min(top.n, bottom.n), top.level)
    inside = max((a * b) ** 2 - spread * (a * a - (t * top.standard_error) ** 2), 0.0)
    low, high = (a * b - np.sqrt(inside)) / spread, (a * b + np.sqrt(inside)) / spread
    error = np.hypot(top.standard_error, value * bottom.standard_error) / abs(b)
    return Estimate(value, float(low), float(high), float(error), min(top.n, bottom.n), top.level)


def independent_difference(new: Estimate, old: Estimate) -> Estimate:
    """The difference of two estimates that share no games, with Welch's degrees of freedom."""
    a, b = np.square(new.standard_error), np.square(old.standard_error)
    together = a + b
    scale = a * a / np.maximum(np.asarray(new.n) - 1, 1) + b * b / np.maximum(np.asarray(old.n) - 1, 1)
    freedom = np.where(scale > 0, together * together / np.where(scale > 0, scale, 1.0), np.inf)
    error = np.sqrt(together)
    value = np.asarray(new.value) - np.asarray(old.value)
    width = _student(new.level, freedom) * error
    size = np.minimum(new.n, old.n)
    return Estimate(_plain(value), _plain(value - width), _plain(value + width), _plain(error), _plain(size), new.level)


def paired_difference(new: ArrayLike, old: ArrayLike, level: float = LEVEL) -> Paired:
    """Mean of new - old over blocks that were played both ways, with what the pairing saved.

    `efficiency` near 1 means that the random numbers no longer match; it is NaN where neither side varies and infinite where
    the difference never varies.
    """
    ours, theirs = np.asarray(new, np.float64), np.asarray(old, np.float64)
    difference = mean(ours - theirs, level=level)
    unpaired = float(np.hypot(mean(ours).standard_error, mean(theirs).standard_error))
    better, worse = int(np.sum(ours > theirs)), int(np.sum(ours < theirs))
    n = len(ours)
    return Paired(
        difference,
        unpaired,
        (better + worse) / n if n else np.nan,
        variance_ratio(unpaired, difference.standard_error),
        float(mcnemar([[0, better], [worse, 0]], exact=True).pvalue),
    )


def variance_ratio(standard_error: ArrayLike, other: ArrayLike) -> float:
    """How many times larger the first variance is; NaN for 0 / 0, infinite for a second variance of 0."""
    first, second = float(np.square(standard_error)), float(np.square(other))
    if second > 0:
        return first / second
    return np.inf if first > 0 and second == 0 else np.nan


# Verdicts

INSIDE, OUTSIDE, UNDECIDED = "inside", "outside", "undecided"


def against_margin(low: float, high: float, margin: float) -> str:
    """An interval inside -margin..margin, outside it, or neither: `undecided`."""
    if -margin <= low and high <= margin:
        return INSIDE
    return OUTSIDE if low > margin or high < -margin else UNDECIDED


# Parts


def _plain(values: ArrayLike) -> Numbers:
    """A 0-dimensional array as a plain number."""
    array = np.asarray(values, np.float64)
    return float(array) if array.ndim == 0 else array


def _counts(successes: ArrayLike, n: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Successes, trials (1 in place of 0) and where there are trials, as arrays of one shape."""
    count, total = np.broadcast_arrays(np.asarray(successes, np.float64), np.asarray(n, np.float64))
    known = total > 0
    if np.any((count < 0) | (count > total)):
        message = "successes must lie between 0 and n"
        raise ValueError(message)
    return count, np.where(known, total, 1.0), known


def _bounds(low: ArrayLike, high: ArrayLike, known: NDArray[np.bool_]) -> Bounds:
    """Ends held within 0..1 against rounding; all of 0..1 where nothing is known."""
    return Bounds(
        _plain(np.where(known, np.clip(low, 0, 1), 0.0)),
        _plain(np.where(known, np.clip(high, 0, 1), 1.0)),
    )


def _normal(level: float) -> float:
    return float(stats.norm.isf((1 - level) / 2))


def _student(level: float, freedom: ArrayLike) -> Numbers:
    return _plain(stats.t.isf((1 - level) / 2, freedom))


def _small_sample(n_blocks: ArrayLike) -> NDArray[np.float64]:
    """B / (B - 1), which makes a mean square deviation unbiased; NaN for fewer than two blocks."""
    units = np.asarray(n_blocks, np.float64)
    return np.where(units > 1, units / np.where(units > 1, units - 1, 1.0), np.nan)


def _block_sums(values: ArrayLike, blocks: ArrayLike | None) -> NDArray[np.float64]:
    numbers = np.asarray(values, np.float64)
    if blocks is None:
        return numbers
    _, numbered = np.unique(np.asarray(blocks), return_inverse=True)
    return np.bincount(numbered, weights=numbers).astype(np.float64)


def _ratio_parts(numerator: ArrayLike, denominator: ArrayLike, blocks: ArrayLike | None) -> Linear:
    """A ratio and each block's share of its error."""
    top, bottom = _block_sums(numerator, blocks), _block_sums(denominator, blocks)
    total = float(bottom.sum())
    if total == 0:
        return np.nan, np.full(len(top), np.nan)
    value = float(top.sum()) / total
    return value, (top - value * bottom) / total


def _less(new: Linear, old: Linear) -> Linear:
    """A difference of two values of the same blocks."""
    return new[0] - old[0], new[1] - old[1]


def _quotient(top: Linear, bottom: Linear, level: float) -> Estimate:
    """The quotient of two values of the same blocks, linearised; unknown for a bottom of 0."""
    (value, parts), (per, per_parts) = top, bottom
    if per == 0:
        return Estimate(np.nan, np.nan, np.nan, np.nan, len(parts), level)
    found = value / per
    return _from_parts(found, (parts - found * per_parts) / per, level)


def _from_parts(value: float, parts: NDArray[np.float64], level: float) -> Estimate:
    """The estimate whose error is the sum of independent parts, one a block."""
    n_blocks = len(parts)
    error = float(np.sqrt(np.sum(parts * parts) * _small_sample(n_blocks)))
    width = _student(level, n_blocks - 1) * error if n_blocks > 1 else np.nan
    return Estimate(value, _plain(value - width), _plain(value + width), error, n_blocks, level)
