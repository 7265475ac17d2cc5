"""Estimators: golden values of independent implementations, hand-worked sums, coverage, and what happens at the edges."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.proportion import multinomial_proportions_confint, proportion_confint

from analysis import estimators
from analysis.estimators import Bounds, Estimate, TrialSums

Z = 1.959963984540054
T2 = 4.302652729696142  # Student's 97.5 % quantile with 2 degrees of freedom


def close(found: object, expected: object, digits: int = 6) -> bool:
    """Equal to the digits that the golden values have."""
    return found == pytest.approx(expected, abs=0.51 * 10.0**-digits)


# Proportions: Brown, Cai, DasGupta; values from fishtest, scipy and statsmodels


@pytest.mark.parametrize(
    ("method", "low", "high"),
    [
        (estimators.wilson, 0.489018, 0.550829),
        (estimators.jeffreys, 0.489015, 0.550870),
        (estimators.exact, 0.488515, 0.551367),
    ],
)
def test_intervals_of_520_in_1000_are_the_golden_values(method: Callable[..., Bounds], low: float, high: float) -> None:
    assert close(method(520, 1000), (low, high))


@pytest.mark.parametrize(
    ("method", "high"), [(estimators.wilson, 0.091810), (estimators.exact, 0.092513), (estimators.jeffreys, 0.063558)]
)
def test_intervals_of_0_in_38_start_at_0_and_end_at_the_golden_values(method: Callable[..., Bounds], high: float) -> None:
    found = method(0, 38)
    assert found.low == 0
    assert close(found.high, high)


def test_wilson_of_5_in_10_is_the_golden_value() -> None:
    assert close(estimators.wilson(5, 10), (0.236593, 0.763407))


def test_jeffreys_without_its_end_rule_would_not_hold_0() -> None:
    low, _ = proportion_confint(0, 38, method="jeffreys")
    assert low == pytest.approx(0.0000128, abs=5e-8)
    assert estimators.jeffreys(0, 38).low == 0
    assert estimators.jeffreys(38, 38).high == 1


def test_exact_interval_of_no_success_holds_at_any_level() -> None:
    """1 - (alpha / 2)^(1 / n), where statsmodels once answered 0.99999 (issues 9141 and 9549)."""
    for level in (0.95, 1 - 1e-7, 1 - 1e-12):
        expected = 1 - ((1 - level) / 2) ** (1 / 1000)
        assert estimators.exact(0, 1000, level).high == pytest.approx(expected, rel=1e-9)


def test_bounds_never_leave_0_to_1() -> None:
    """Wilson's upper end came out as 1.0000000000000002 before it was clipped (statsmodels issue 10010)."""
    n = np.arange(1, 400)
    for method in (estimators.wilson, estimators.jeffreys, estimators.exact):
        for successes in (np.zeros_like(n), n):
            low, high = method(successes, n, 0.999)
            assert np.all((low >= 0) & (high <= 1) & (low < high))
            assert np.all(low[successes == 0] == 0)
            assert np.all(high[successes == n] == 1)


def test_arrays_give_what_numbers_give() -> None:
    successes, n = np.array([[0, 3], [5, 7]]), np.array([7, 7])
    for method in (estimators.wilson, estimators.jeffreys, estimators.exact):
        together = method(successes, n)
        for place in np.ndindex(2, 2):
            alone = method(int(successes[place]), 7)
            assert (together.low[place], together.high[place]) == pytest.approx((alone.low, alone.high), abs=1e-15)


def test_proportion_without_trials_is_unknown_between_0_and_1() -> None:
    found = estimators.proportion([0, 1], [0, 4])
    assert np.isnan(found.value[0])
    assert np.isnan(found.standard_error[0])
    assert (found.low[0], found.high[0], found.n[0]) == (0, 1, 0)
    assert (found.value[1], found.standard_error[1]) == (0.25, sqrt(0.25 * 0.75 / 4))


def test_more_successes_than_trials_are_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and n"):
        estimators.wilson(5, 4)


def test_planning_needs_9604_games_for_one_point_and_38415_for_half_a_point() -> None:
    """(1.96 x 0.5 / 0.01)^2 = 9603.6; a design effect of 2 is a deviation sqrt(2) times as large."""
    assert estimators.games_needed(0.01) == 9604
    assert estimators.games_needed(0.005) == 38415
    assert estimators.games_needed(0.01, deviation=0.5 * sqrt(2)) == 19208


def test_planning_goes_by_the_deviation_and_the_level() -> None:
    """Twice the deviation takes four times the games; at 99 % it is (2.5758 x 3 / 0.5)^2 = 238.9; on the edge, for ever."""
    assert estimators.games_needed(0.01, deviation=1) == 38415
    assert estimators.games_needed(0.5, deviation=3, level=0.99) == 239
    assert estimators.games_needed(0) == np.inf
    assert np.isnan(estimators.games_needed(0.01, deviation=np.nan))


# Several shares of one whole


def test_wilson_at_the_level_of_all_shares_together_is_goodmans_interval() -> None:
    """Goodman (1965): the roots of (p - P)^2 = X P (1 - P) / n with X the chi-square quantile at 1 - alpha / k."""
    found = estimators.wilson([23, 12, 44], 79, estimators.simultaneous_level(0.95, 3))
    region = multinomial_proportions_confint(np.array([23, 12, 44]), alpha=0.05, method="goodman")
    assert np.transpose(found) == pytest.approx(np.asarray(region))
    x, p, n = stats.chi2.isf(0.05 / 3, 1), 23 / 79, 79
    expected = (x + 2 * n * p - sqrt(x * (x + 4 * n * p * (1 - p)))) / (2 * (n + x))
    assert found.low[0] == pytest.approx(expected)


# Clustered trials


def wilson_by_formula(p: float, n: float) -> tuple[float, float]:
    middle, width = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return (middle - width) / (1 + Z * Z / n), (middle + width) / (1 + Z * Z / n)


def test_clustered_proportion_by_hand() -> None:
    """Games of 10 trials with 2, 4, 6 successes: p = 0.4, Var = (4 + 0 + 4) / 30^2 * 3 / 2, effective n = 18 (z / t)^2."""
    found = estimators.clustered_proportion(12, 4 + 16 + 36, 30, 3)
    assert found.value == pytest.approx(0.4)
    assert found.standard_error == pytest.approx(sqrt(8 / 900 * 1.5))
    assert (found.low, found.high) == pytest.approx(wilson_by_formula(0.4, 18 * (Z / T2) ** 2))
    assert found.n == 30


def test_clustered_proportion_of_unequal_games_is_the_ratio_estimator() -> None:
    """2 of 4, 1 of 2, 3 of 4: residuals -0.4, -0.2, 0.6, so Var = 0.56 / 10^2 * 3 / 2."""
    sums = TrialSums(squared=16 + 4 + 16, crossed=8 + 2 + 12)
    found = estimators.clustered_proportion(6, 4 + 1 + 9, 10, 3, sums=sums)
    assert found.value == pytest.approx(0.6)
    assert found.standard_error == pytest.approx(sqrt(0.0084))
    assert found.standard_error == pytest.approx(estimators.ratio([2, 1, 3], [4, 2, 4]).standard_error)


def test_without_cross_sums_the_error_of_unequal_games_is_too_large_not_too_small() -> None:
    sums = TrialSums(squared=36, crossed=22)
    assert (
        estimators.clustered_proportion(6, 14, 10, 3).standard_error
        > estimators.clustered_proportion(6, 14, 10, 3, sums=sums).standard_error
    )


def test_a_single_game_tells_no_more_than_one_trial() -> None:
    found = estimators.clustered_proportion(512, 512 * 512, 1024, 1)
    assert found.value == 0.5
    assert np.isnan(found.standard_error)
    assert (found.low, found.high) == pytest.approx(wilson_by_formula(0.5, 1))


def test_an_event_that_never_came_keeps_an_open_upper_end() -> None:
    """Ten games of 100 trials without a success: Wilson of 0 in 1000 (z / t)^2, whose upper end is z^2 / (n + z^2)."""
    found = estimators.clustered_proportion(0, 0, 1000, 10)
    n = 1000 * (Z / stats.t.isf(0.025, 9)) ** 2
    assert (found.value, found.low) == (0, 0)
    assert found.high == pytest.approx(Z * Z / (n + Z * Z))


def test_clustered_proportion_of_no_games_is_unknown() -> None:
    found = estimators.clustered_proportion(0, 0, 0, 0)
    assert np.isnan(found.value)
    assert (found.low, found.high, found.n) == (0, 1, 0)


def test_effective_n_is_the_number_of_trials_with_the_same_variance() -> None:
    assert estimators.effective_n(0.5, 0.25 / 300, 1) == pytest.approx(300)
    assert estimators.effective_n(0.0, 0.0, 77) == 77


# Means, ratios and differences


def test_mean_has_students_interval_over_blocks() -> None:
    """1, 2, 6: mean 3, variance 7, standard error sqrt(7 / 3)."""
    found = estimators.mean([1, 2, 6])
    assert (found.value, found.standard_error, found.n) == (3, pytest.approx(sqrt(7 / 3)), 3)
    assert (found.low, found.high) == pytest.approx((3 - T2 * sqrt(7 / 3), 3 + T2 * sqrt(7 / 3)))


def test_mean_over_blocks_counts_a_block_once() -> None:
    """Blocks a (1, 3), b (5, 7): block sums less 2 means of 4 are -4 and 4, so Var = 32 / 4^2 * 2."""
    found = estimators.mean([1, 5, 3, 7], ["a", "b", "a", "b"])
    assert (found.value, found.standard_error, found.n) == (4, 2, 2)


def test_ratio_by_hand() -> None:
    found = estimators.ratio([2, 1, 3], [4, 2, 4])
    assert found.value == pytest.approx(0.6)
    assert found.standard_error == pytest.approx(sqrt(0.0084))
    assert found.high - found.low == pytest.approx(2 * T2 * sqrt(0.0084))


def test_ratio_agrees_with_a_weighted_regression_with_clustered_errors() -> None:
    """Weighted least squares on a constant, with the covariance clustered by block."""
    rng = np.random.default_rng(5)
    blocks, weights = np.repeat(np.arange(40), 3), rng.integers(1, 6, 120)
    scores = rng.random(120) + 0.3 * np.repeat(rng.random(40), 3)
    found = estimators.ratio(weights * scores, weights, blocks)
    options = {"groups": blocks, "use_correction": False}
    fitted = sm.WLS(scores, np.ones(120), weights=weights).fit(cov_type="cluster", cov_kwds=options)
    assert found.value == pytest.approx(fitted.params[0])
    assert found.standard_error == pytest.approx(fitted.bse[0] * sqrt(40 / 39))


def test_difference_of_ratios_by_hand() -> None:
    """0.6 - 0.3 on the same games: z = -0.02, -0.06, 0.08, so Var = 0.0104 * 3 / 2."""
    found = estimators.ratio_difference(([2, 1, 3], [4, 2, 4]), ([1, 1, 1], [4, 2, 4]))
    assert found.value == pytest.approx(0.3)
    assert found.standard_error == pytest.approx(sqrt(0.0156))


def test_difference_of_ratios_with_equal_denominators_is_the_paired_difference() -> None:
    new, old = np.array([3.0, 1.0, 4.0, 1.0]), np.array([2.0, 0.0, 4.0, 5.0])
    ones = np.ones(4)
    found, paired = estimators.ratio_difference((new, ones), (old, ones)), estimators.paired_difference(new, old)
    assert found.value == paired.difference.value
    assert found.standard_error == pytest.approx(paired.difference.standard_error)


def test_paired_example_of_620_lost_to_won_and_430_won_to_lost() -> None:
    """10,000 games: +1.90 +- 0.63 points paired, +- 1.39 unpaired, 4.8 times fewer games."""
    new = np.repeat([1, 0, 1, 0], [620, 430, 4475, 4475])
    old = np.repeat([0, 1, 1, 0], [620, 430, 4475, 4475])
    found = estimators.paired_difference(new, old)
    half = (found.difference.high - found.difference.low) / 2
    assert found.difference.value == pytest.approx(0.0190)
    assert close(100 * half, 0.63, 2)
    assert found.difference.standard_error == pytest.approx(sqrt((0.1050 - 0.019**2) / 9999))
    assert close(100 * Z * found.unpaired_standard_error, 1.39, 2)
    assert close(found.efficiency, 4.8, 1)
    assert found.discordance == 0.105
    assert found.p_value == pytest.approx(2 * stats.binom.cdf(430, 1050, 0.5))


def test_identical_arms_have_no_effect_and_no_doubt() -> None:
    found = estimators.paired_difference([1, 0, 1], [1, 0, 1])
    assert (found.difference.value, found.difference.standard_error, found.discordance, found.p_value) == (0, 0, 0, 1)
    assert found.efficiency == np.inf


def test_independent_difference_is_welchs() -> None:
    rng = np.random.default_rng(3)
    new, old = rng.normal(1, 2, 12), rng.normal(0, 1, 30)
    found = estimators.independent_difference(estimators.mean(new), estimators.mean(old))
    expected = stats.ttest_ind(new, old, equal_var=False).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize("values", [[], [4.0]])
def test_mean_of_fewer_than_two_blocks_has_no_interval(values: list[float]) -> None:
    found = estimators.mean(values)
    assert np.isnan([found.low, found.high, found.standard_error]).all()
    assert found.n == len(values)


def test_nothing_to_divide_by_is_nan() -> None:
    assert np.isnan(estimators.ratio([0, 0], [0, 0]).value)
    assert np.isnan(estimators.paired_difference([], []).difference.value)
    assert np.isnan(estimators.paired_difference([1], [0]).difference.low)


def test_estimate_gives_its_columns_in_order() -> None:
    found = Estimate(1.0, 0.5, 1.5, 0.25, 9)
    assert found.columns() == {"value": 1.0, "low": 0.5, "high": 1.5, "standard_error": 0.25, "n": 9}


# Coverage: 95 % intervals hold the truth in 95 % of samples


def assert_covers(low: object, high: object, truth: float) -> None:
    share = np.mean((np.asarray(low) <= truth) & (truth <= np.asarray(high)))
    assert 0.935 <= share <= 0.965


@pytest.mark.parametrize("method", [estimators.wilson, estimators.jeffreys])
@pytest.mark.parametrize("truth", [0.5, 0.07])
def test_intervals_of_proportions_cover(method: Callable[..., Bounds], truth: float) -> None:
    successes = np.random.default_rng(11).binomial(800, truth, 20_000)
    assert_covers(*method(successes, 800), truth)


@pytest.mark.parametrize("games", [12, 100])
def test_intervals_of_clustered_proportions_cover(games: int) -> None:
    """Each game has its own rate, Beta(6, 14): 20 trials of it are worth about 10 independent ones."""
    rng = np.random.default_rng(12)
    found = rng.binomial(20, rng.beta(6, 14, (8_000, games)))
    estimate = estimators.clustered_proportion(found.sum(1), (found**2).sum(1), 20 * games, games)
    assert_covers(estimate.low, estimate.high, 0.3)
    naive = estimators.wilson(found.sum(1), 20 * games)
    assert np.mean((naive.low <= 0.3) & (naive.high >= 0.3)) < 0.9


def test_intervals_of_ratios_over_blocks_cover() -> None:
    """Copies of a card 1..4 in blocks of two games that share their luck; the score does not depend on copies."""
    rng = np.random.default_rng(13)
    blocks = np.repeat(np.arange(60), 2)
    low, high = [], []
    for _ in range(3_000):
        copies = rng.integers(1, 5, 120)
        score = 0.5 + np.repeat(rng.normal(0, 0.2, 60), 2) + rng.normal(0, 0.3, 120)
        found = estimators.ratio(copies * score, copies, blocks)
        low.append(found.low)
        high.append(found.high)
    assert_covers(low, high, 0.5)


def test_intervals_of_paired_differences_cover_and_adding_variances_would_not() -> None:
    """Two ratios on the same games: their common part cancels."""
    rng = np.random.default_rng(14)
    ends, wide = [], []
    for _ in range(3_000):
        weights, common = rng.integers(1, 5, 80), rng.normal(0, 1, 80)
        new = weights * (common + rng.normal(0.1, 0.3, 80))
        old = weights * (common + rng.normal(0, 0.3, 80))
        found = estimators.ratio_difference((new, weights), (old, weights))
        apart = estimators.independent_difference(estimators.ratio(new, weights), estimators.ratio(old, weights))
        ends.append((found.low, found.high))
        wide.append((apart.low, apart.high))
    low, high = np.transpose(ends)
    assert_covers(low, high, 0.1)
    low, high = np.transpose(wide)
    assert np.mean((low <= 0.1) & (high >= 0.1)) > 0.99


# Ratios of ratios, by hand: new (2, 4) / (1, 1) = 3 with shares (-0.5, +0.5), old (1, 3) / (1, 1) = 2 with the same shares

NEW, OLD = ([2, 4], [1, 1]), ([1, 3], [1, 1])
T1 = 12.706204736432095  # Student's 97.5 % quantile with 1 degree of freedom


def test_a_relative_difference_counts_the_error_of_its_base() -> None:
    """3 / 2 - 1; shares (-0.5 + 1.5 x 0.5) / 2 = +-0.125; error sqrt(2 x 0.125^2 x 2 / 1) = 0.25."""
    found = estimators.relative_difference(NEW, OLD)
    assert close((found.value, found.standard_error), (0.5, 0.25))
    assert close((found.low, found.high), (0.5 - 0.25 * T1, 0.5 + 0.25 * T1))


def test_a_relative_difference_to_nothing_is_unknown() -> None:
    assert np.isnan(estimators.relative_difference(NEW, ([0, 0], [1, 1])).value)


def test_proportional_blocks_have_no_relative_error() -> None:
    """Each block doubles: +100 % without error, although both ratios vary."""
    found = estimators.relative_difference(([2, 6], [1, 1]), ([1, 3], [1, 1]))
    assert (found.value, found.low, found.high) == (1, 1, 1)


def test_intervals_of_relative_differences_cover_and_a_base_taken_as_constant_would_not() -> None:
    """3 against 1, each with its own noise on the same 80 decks of 1 to 4 turns: the truth is 3 / 1 - 1 = 2."""
    rng = np.random.default_rng(15)
    ends, naive = [], []
    for _ in range(3_000):
        turns = rng.integers(1, 5, 80)
        new, old = (turns * rng.normal(mean, spread, 80) for mean, spread in ((3, 0.3), (1, 0.5)))
        found = estimators.relative_difference((new, turns), (old, turns))
        apart, base = estimators.ratio_difference((new, turns), (old, turns)), estimators.ratio(old, turns).value
        ends.append((found.low, found.high))
        naive.append((apart.low / base, apart.high / base))
    assert_covers(*np.transpose(ends), 2)
    low, high = np.transpose(naive)
    assert np.mean((low <= 2) & (high >= 2)) < 0.7


def test_the_gain_per_unit_counts_the_error_of_the_units() -> None:
    """(3 - 2) / 2 = 0.5; the difference has no error, the units have +-0.5: shares -0.5 x +-0.5 / 2, error 0.25."""
    found = estimators.gain_per_unit(NEW, OLD, ([1, 3], [1, 1]))
    assert close((found.value, found.standard_error), (0.5, 0.25))
    assert np.isnan(estimators.gain_per_unit(NEW, OLD, ([0, 0], [1, 1])).value)


def test_fieller_agrees_with_a_fixed_bottom_and_opens_where_it_may_be_nothing() -> None:
    """2 / 4 with the error of the top alone: (2 -+ t x 0.2) / 4. A bottom of 1 +- 1 may be 0: anything goes."""
    t = stats.t.ppf(0.975, 9)
    found = estimators.independent_ratio(Estimate(2, 0, 0, 0.2, 10), Estimate(4, 0, 0, 0, 10))
    assert close((found.value, found.low, found.high), (0.5, (2 - t * 0.2) / 4, (2 + t * 0.2) / 4))
    open_ = estimators.independent_ratio(Estimate(2, 0, 0, 0.2, 10), Estimate(1, 0, 0, 1, 10))
    assert (open_.low, open_.high) == (-np.inf, np.inf)


def test_fieller_covers_what_it_says() -> None:
    """4,000 pairs of normal means with known errors: 95 % of the intervals hold 1.5, within 4 errors (1.4 %)."""
    rng = np.random.default_rng(7)
    tops, bottoms = rng.normal(3, 0.3, 4000), rng.normal(2, 0.2, 4000)
    found = [
        estimators.independent_ratio(Estimate(a, 0, 0, 0.3, 1000), Estimate(b, 0, 0, 0.2, 1000))
        for a, b in zip(tops, bottoms, strict=True)
    ]
    assert abs(np.mean([one.low <= 1.5 <= one.high for one in found]) - 0.95) < 0.014
