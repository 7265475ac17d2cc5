"""The default scenarios: played where they are missing or out of date, else taken as they are."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sim
from analysis.studies.plays import DEFAULTS
from analysis.tables import VERSION_KEYS, Run, load_run

FEWEST_GAMES = 8  # of a cell: below that a variance between games means little
SAY_EVERY = 5.0  # seconds between two lines about a run that goes on
FREE = ("games", "seed")  # what a run may have otherwise than its scenario and still serve

Say = Callable[[str], None]
DataFolder = sim.DataFolder
Scenario = sim.Scenario
whole_file = sim.whole_file


def say_nothing(_line: str) -> None:
    """Stay silent."""


@dataclass(frozen=True)
class PlayedScenario:
    """A scenario and the run that it was played into."""

    scenario: Scenario  # with the games and the seed of the run
    data: DataFolder
    folder: Path
    run: Run


def read_default(name: str, data: DataFolder, games: int | None = None) -> Scenario:
    """A default scenario, with as many games as its file or `games` says. Raises InputError."""
    path = data.path / "scenarios" / f"{name}.toml"
    if not path.exists():
        raise sim.InputError(f"{path}: missing; the report needs this scenario (huntlab init DIR makes a copy of it)")
    return sim.read_scenario(name, data, games)


def default_scenario(name: str, data: DataFolder, scale: float = 1.0) -> Scenario:
    """A default scenario with `scale` times its games, but some in each cell."""
    whole = read_default(name, data)
    fewest = FEWEST_GAMES * len(whole.cells)
    return whole if scale == 1 else read_default(name, data, games=max(fewest, round(whole.games * scale)))


def scale_for(data: DataFolder, games: int) -> float:
    """The scale at which all default scenarios together have about `games` games."""
    return games / sum(read_default(name, data).games for name in DEFAULTS)


def games_at(data: DataFolder, scale: float) -> int:
    """The games of all default scenarios together at this scale: whole games, some in each cell."""
    return sum(default_scenario(name, data, scale).n_games for name in DEFAULTS)


def open_data(folder: str | Path | None = None) -> DataFolder:
    """The data folder with this path, or the one in use."""
    return sim.find_data(Path(folder) if folder else None)


def results_of(data: DataFolder) -> Path:
    """Where runs and the report go."""
    return sim.results_folder(data)


def default_runs(data: DataFolder, scale: float = 1.0, say: Say = say_nothing) -> dict[str, PlayedScenario]:
    """All default scenarios, by name, played if need be. Raises InputError, for a missing one before any is played."""
    for name in DEFAULTS:
        read_default(name, data)
    return {name: default_run(name, data, scale, say) for name in DEFAULTS}


def default_run(name: str, data: DataFolder, scale: float = 1.0, say: Say = say_nothing) -> PlayedScenario:
    """One default scenario in its folder among the results.

    A finished run of the same sheets, rules and kernels is taken as it is if it has enough games, with any seed; an
    interrupted one goes on; any other is replaced.
    """
    scenario = default_scenario(name, data, scale)
    folder = sim.results_folder(data) / name
    found = _found(folder)
    if found and found.get("status") == "complete" and serves(found, scenario, data):
        say(f"{name}: the run in {folder} is up to date")
    else:
        _play(scenario, data, folder, found, say)
    run = load_run(folder, {key: sim.identity(scenario, data)[key] for key in VERSION_KEYS})
    described = run.provenance
    return PlayedScenario(sim.read_scenario(name, data, described["games"], described["seed"]), data, folder, run)


def _found(folder: Path) -> dict[str, Any] | None:
    """The description of the run in a folder, None if there is nothing; InputError if there is something else."""
    if not sim.is_taken(folder):
        return None
    try:
        return sim.read_run(folder)
    except sim.InputError as error:
        raise sim.InputError(f"{error}; remove or rename this folder, its place is needed") from error


def serves(found: Mapping[str, Any], scenario: Scenario, data: DataFolder) -> bool:
    """Whether a run was played as the scenario says, on the present sheets and by the present kernels, with enough games."""
    wanted = sim.identity(scenario, data)
    same = all(found.get(key) == value for key, value in wanted.items() if key not in {"scenario", *FREE})
    enough = int(found.get("games", 0)) >= wanted["games"]
    return same and enough and _fixed(found.get("document", {})) == _fixed(scenario.document)


def _fixed(document: Mapping[str, Any]) -> str:
    return json.dumps({key: value for key, value in document.items() if key not in FREE}, sort_keys=True)


def _play(scenario: Scenario, data: DataFolder, folder: Path, found: Mapping[str, Any] | None, say: Say) -> None:
    """Play into the folder, going on or starting anew, and say how it goes."""
    me = sim.identity(scenario, data)
    goes_on = found is not None and found.get("status") == "running" and all(found.get(key) == me[key] for key in me)
    overwrite = found is not None and not goes_on
    how = "goes on" if goes_on else "is out of date and played again" if overwrite else "is played"
    say(f"{scenario.name} {how}: {scenario.n_games:,} games (the first run of a version compiles its kernels)")
    info = sim.run_scenario(scenario, data, folder, overwrite=overwrite, progress=_Progress(scenario.name, say))
    say(f"{scenario.name}: {info.games_played:,} games in {info.seconds:.0f} s")


class _Progress:
    """Says now and then how far a run is."""

    def __init__(self, name: str, say: Say) -> None:
        self._name, self._say, self._last = name, say, time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._last >= SAY_EVERY and done < total:
            self._say(f"{self._name}: {done:,} of {total:,} games")
            self._last = now
