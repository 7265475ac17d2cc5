"""How the numbers of the report were made: definitions, formulas, sources, versions, and how to make them again."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from analysis.report.grids import Grid
from analysis.report.parts import Played

PACKAGES = ("numpy", "numba", "pandas", "pyarrow", "scipy", "statsmodels", "matplotlib")

DEFINITIONS = (
    ("Game", "One deck of the hold'em judgement dealt turn by turn to its end, or 1,024 turns that each have a fresh deck."),
    ("Turn, comparison", "Each turn every hunter who attacks is compared with the monster once: win (hits alone), tie (both hit) or loss (RP-T6)."),
    ("Class", "The best class of any five of all cards a side has, weakest first: NoP, 1P, 2P, 3C, ST, FL, FH, 4C, SF, RSF, 5C (RP-J2). Its number, 0 to 10, is the general rate (RP-J7)."),
    ("Damage a turn", "Points announced by the weapon's table, over all turns, also those in which a hunter reloads (RP-D1)."),
    ("Interval", "In square brackets, at 95 % if nothing else is said; of shares, three for one contest hold together at 95 %."),
    ("Margin", "How large a difference must be to matter. A verdict is `inside` or `outside` only if the whole interval is; else it is undecided."),
    ("Efficiency", "Variance of an unpaired comparison / variance of the paired one: how many times more games would be needed without shared deals."),
)

FORMULAS = (
    ("Unit", "Games are independent, turns of a game are not: every standard error is over games. Cells of one sweep share all deals (common random numbers), so that they are compared game by game."),
    ("Shares", "Wilson's interval (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n), with n reduced to the effective number of independent comparisons, p(1−p) / variance between games; for three outcomes at the level 1 − α/3, which is Goodman's interval."),
    ("Means and ratios", "R = Σ numerator / Σ denominator, with Var R = Σ (numerator − R · denominator)² / (Σ denominator)² · B/(B−1) over the B games, and Student's quantile."),
    ("Paired differences", "Each game has its share z of the difference of two ratios, and Var = Σ z² · B/(B−1)."),
    ("Exact counts", "All C(n, k) hands, counted by class; dealt hands must lie within Clopper-Pearson intervals that hold for the whole family at 99.9 % (Bonferroni)."),
)

SOURCES = (
    "Brown, Cai, DasGupta (2001), Interval estimation for a binomial proportion, Statistical Science 16(2)",
    "Goodman (1965), On simultaneous confidence intervals for multinomial proportions, Technometrics 7(2)",
    "Korn, Graubard (1998), Confidence intervals for proportions with small expected number of positive counts estimated from survey data, Survey Methodology 24(2)",
    "Cochran (1977), Sampling Techniques, section 6.3",
    "Clopper, Pearson (1934), The use of confidence or fiducial limits, Biometrika 26(4)",
    "Lemire (2019), Fast random integer generation in an interval, ACM TOMACS 29(1), for unbiased draws",
)


@dataclass(frozen=True)
class Method:
    """Everything that the last two parts of the report show."""

    definitions: Sequence[tuple[str, str]]
    formulas: Sequence[tuple[str, str]]
    sources: Sequence[str]
    options: Grid
    versions: Grid
    runs: Grid
    games: int
    turns: int
    finished: str


def describe(played: Played) -> Method:
    """The method of these runs."""
    first = next(iter(played.values()))
    tables = [one.run.table("games", ["turns"])["turns"] for one in played.values()]
    options = [[name, str(value)] for name, value in first.run.provenance["options"].items()]
    return Method(
        DEFINITIONS,
        FORMULAS,
        SOURCES,
        Grid(["option", "value"], options, n_words=2),
        Grid(["what", "version"], _versions(played), n_words=2),
        Grid(["scenario", "games", "seed", "digest of the tables", "command"], [_run(one) for one in played.values()], n_words=5),
        sum(len(turns) for turns in tables),
        int(sum(turns.sum() for turns in tables)),
        max(str(one.run.provenance["machine"]["finished"]) for one in played.values())[:10],
    )


def _run(one: object) -> list[str]:
    provenance = one.run.provenance  # type: ignore[attr-defined]
    name, games, seed = provenance["name"], provenance["games"], provenance["seed"]
    return [name, f"{games:,}", str(seed), provenance["digest"], f"huntlab run {name} --games {games} --seed {seed}"]


def _versions(played: Played) -> list[list[str]]:
    provenance = next(iter(played.values())).run.provenance
    rows = [
        ["huntlab", provenance["huntlab"]],
        [f"rules of {provenance['game']}, {provenance['play']}", str(provenance["game_version"])],
        ["sheets and options (digest)", provenance["data"]],
        ["kernels (digest)", provenance["kernels"]],
        ["Python", platform.python_version()],
    ]
    return rows + [[name, _version(name)] for name in PACKAGES]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
