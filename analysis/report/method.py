"""What the report was made of: options, versions, runs. What words and formulas mean stands in method.html.j2."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from analysis.report.grids import Grid
from analysis.report.parts import Played
from analysis.studies.scenarios import PlayedScenario

PACKAGES = ("numpy", "numba", "pandas", "pyarrow", "scipy", "statsmodels", "matplotlib")


@dataclass(frozen=True)
class Method:
    """What differs from report to report in its last two parts."""

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
        Grid(["option", "value"], options, n_words=2),
        Grid(["what", "version"], _versions(played), n_words=2),
        Grid(
            ["scenario", "games", "seed", "digest of the tables", "command"],
            [_run(one) for one in played.values()],
            n_words=5,
        ),
        sum(len(turns) for turns in tables),
        int(sum(turns.sum() for turns in tables)),
        max(str(one.run.provenance["machine"]["finished"]) for one in played.values())[:10],
    )


def _run(one: PlayedScenario) -> list[str]:
    provenance = one.run.provenance
    name, games, seed = provenance["name"], provenance["games"], provenance["seed"]
    again = f"huntlab run {name} --games {games} --seed {seed} --out {name}_again"
    return [name, f"{games:,}", str(seed), provenance["digest"], again]


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
