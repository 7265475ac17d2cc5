"""What the report was made of: options, versions, runs. What words and formulas mean stands in *.html.j2."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from analysis.report.grids import Grid
from analysis.report.parts import Played
from analysis.studies.plays import n_steps, play_of
from analysis.studies.scenarios import PlayedScenario
from analysis.tables import Run

PACKAGES = ("numpy", "numba", "pandas", "pyarrow", "scipy", "statsmodels", "matplotlib")


@dataclass(frozen=True)
class PlayMethod:
    """What the runs of one play were made of."""

    game: str
    options: Grid
    games: int
    steps: int
    length: str  # what the steps are: turns, rounds


@dataclass(frozen=True)
class Method:
    """What differs from report to report in its last two parts."""

    plays: Mapping[str, PlayMethod]
    versions: Grid
    runs: Grid
    games: int
    finished: str


def describe(played: Played) -> Method:
    """The method of these runs."""
    plays: dict[str, list[Run]] = {}
    for one in played.values():
        plays.setdefault(one.run.provenance["play"], []).append(one.run)
    described = {name: _play(runs) for name, runs in plays.items()}
    runs_of = [_run(one) for one in played.values()]
    return Method(
        described,
        Grid(["what", "version"], _versions([runs[0] for runs in plays.values()]), n_words=2),
        Grid(["scenario", "games", "seed", "digest of the tables", "command"], runs_of, n_words=5),
        sum(play.games for play in described.values()),
        max(str(one.run.provenance["machine"]["finished"]) for one in played.values())[:10],
    )


def _play(runs: Sequence[Run]) -> PlayMethod:
    """What the runs of one play have in common."""
    first = runs[0].provenance
    options = [[name, str(value)] for name, value in first["options"].items()]
    return PlayMethod(
        str(first["game"]),
        Grid(["option", "value"], options, n_words=2),
        sum(len(run.table("games", ["cell"])) for run in runs),
        sum(map(n_steps, runs)),
        play_of(runs[0]).length,
    )


def _run(one: PlayedScenario) -> list[str]:
    provenance = one.run.provenance
    name, games, seed = provenance["name"], provenance["games"], provenance["seed"]
    again = f"huntlab run {name} --games {games} --seed {seed} --out {name}_again"
    return [name, f"{games:,}", str(seed), provenance["digest"], again]


def _versions(runs: Sequence[Run]) -> list[list[str]]:
    """The versions of rules, sheets and kernels of each play, one run of each given, and of what they were played with."""
    rows = [["huntlab", str(runs[0].provenance["huntlab"])]]
    for run in runs:
        name, found = f"{run.provenance['game']}, {run.provenance['play']}", run.provenance
        rows += [
            [f"rules of {name}", str(found["game_version"])],
            [f"sheets and options of {found['game']} (digest)", found["data"]],
            [f"kernels of {found['game']} (digest)", found["kernels"]],
        ]
    return [*rows, ["Python", platform.python_version()], *([name, _version(name)] for name in PACKAGES)]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
