"""Better weights for a policy: whole numbers found by playing, judged on games that the search has not seen.

The scenario says at which tables the policy plays and against whom. At each table one seat holds the *candidate*; every
other seat that names the same policy holds the best one so far, so that it also learns to beat itself. A candidate is worth
its mean share of the wins. All candidates of a generation play the same deals, each generation plays new ones.

The search is CMA-ES with a diagonal covariance matrix: it needs no slopes, bears noise, and takes some hundred weights.
Sources: Hansen (2016), The CMA evolution strategy: a tutorial, arXiv 1604.00772; Ros, Hansen (2008), A simple modification
in CMA-ES achieving linear time and space complexity, PPSN X. Common random numbers: Law (2015), Simulation modeling and
analysis, section 11.2.

Games of other plays can be tuned once they have an entry in `GOALS`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import count
from pathlib import Path
from typing import Any

import cma
import numpy as np
import pandas as pd

import sim
from analysis.estimators import Estimate, mean, ratio_difference
from analysis.studies.policy_sheets import PolicySheet, Weights, policy_sheet, read_records, record_path, write_rows
from analysis.tables import run_in_memory

FINER = 10  # a base's weights times this: finer steps, for weights are whole numbers; its choices stay the same
RIVAL = "best_so_far"
RESULT = "result"  # the table of a record that holds what came out

Say = Callable[[str], None]


@dataclass(frozen=True)
class Goal:
    """What a policy is to get much of, as a table of results tells it."""

    table: str
    column: str
    parts: int  # in so many parts of one
    place: str  # the column with the number of the seat or entry, from 0
    parameter: str  # of a cell: the policy at this place, {} counting from 1


GOALS: Mapping[str, Goal] = {"hunt": Goal("seats", "share", 12, "entry", "entry {} policy")}
"""Play -> what its policies play for: in the hunt, their share of the wins."""


@dataclass(frozen=True)
class Settings:
    """What a search is told; equal settings on equal data find equal weights."""

    scenario: str
    base: str  # the policy at which the search begins
    seed: int = 1
    generations: int = 60
    candidates: int = 20  # of a generation
    games: int = 2_000  # of a candidate
    spread: float = 0.4  # how far the first candidates lie from the base, in parts of each weight
    test_seed: int = 1_000_001
    test_games: int = 40_000


@dataclass(frozen=True)
class Tuned:
    """What a search found, judged on games of the test's seed."""

    weights: dict[str, int]
    before: Estimate  # share of the base on the seats of the policy
    after: Estimate  # share of the new weights there
    gain: Estimate  # on the same deals
    cells: pd.DataFrame  # a row a cell: cell, and before, after, and gain with its low and high


def say_nothing(_line: str) -> None:
    """Stay silent."""


def settings_for(data: sim.DataFolder, game: str, policy: str, told: Mapping[str, Any]) -> Settings:
    """What is told, else what the record of the policy says, else the defaults. Raises InputError."""
    kept = {key: value for key, value in read_records(data, game).get(policy, {}).items() if key != RESULT}
    known = {one.name: one for one in fields(Settings)}
    for key, value in kept.items():
        where = f"{record_path(data, game).name} {policy}.{key}"
        if key not in known:
            raise sim.InputError(f"{where}: no such setting (known: {', '.join(known)})")
        _check_setting(where, value, str(known[key].type))
    chosen = {"base": policy} | kept | {key: value for key, value in told.items() if value is not None}
    if not chosen.get("scenario"):
        raise sim.InputError(f"{policy}: name the tables to play at with --scenario")
    settings = Settings(**chosen)
    if settings.seed <= settings.test_seed < settings.seed + settings.generations:
        raise sim.InputError(f"{policy}: the test's seed {settings.test_seed} is one of those that the search plays")
    return settings


def _check_setting(where: str, value: Any, kind: str) -> None:
    """InputError unless a value is a text, a whole number above 0 or a number above 0, as the setting wants it."""
    if kind == "str":
        fits = isinstance(value, str)
    else:
        fits = isinstance(value, int if kind == "int" else int | float) and not isinstance(value, bool) and value > 0
    if not fits:
        wanted = {"str": "a text", "int": "a whole number above 0", "float": "a number above 0"}[kind]
        raise sim.InputError(f"{where}: expected {wanted}, got {value!r}")


def record_of(settings: Settings, found: Tuned) -> dict[str, Any]:
    """What to keep of a search: what it was told, and what came out."""
    ends = {name: [round(float(one), 4) for one in (e.value, e.low, e.high)] for name, e in _judged(found).items()}
    return asdict(settings) | {RESULT: {"huntlab": sim.__version__, "blocks": int(found.gain.n), **ends}}


def _judged(found: Tuned) -> dict[str, Estimate]:
    return {"before": found.before, "after": found.after, "gain": found.gain}


# Tables that candidates play at


@dataclass(frozen=True)
class Arena:
    """A copy of the data in which the policy's row is whatever is to be played."""

    data: sim.DataFolder
    sheet: PolicySheet
    rows: tuple[Mapping[str, Any], ...]  # of all other policies
    policy: str
    document: Mapping[str, Any]  # the scenario, with the best so far on the other seats
    name: str
    goal: Goal
    versions: Iterator[int]

    def play(self, weights: Weights, rival: Weights, games: int, seed: int) -> pd.DataFrame:
        """The games of one candidate: cell, unit (deal and block), value (what the policy got, 0..1); a row a game."""
        key = self.sheet.sheet.key
        own = [{key: self.policy, **weights}, {key: RIVAL, **rival}]
        write_rows(self.sheet, [*self.rows, *own], next(self.versions))
        document = {**self.document, "games": games, "seed": seed}
        tables, _ = sim.play(sim.check_scenario(self.name, document, self.data, self.name))
        return _values(tables, self.goal, self.policy)


def _values(tables: Mapping[str, Any], goal: Goal, policy: str) -> pd.DataFrame:
    run = run_in_memory("tuning", tables)
    settings = run.settings()
    names = {number: _place_of(row, goal, policy) for number, row in settings.iterrows()}
    rows = run.table(goal.table, ["cell", "block", goal.place, goal.column])
    rows = rows[rows[goal.place] == rows["cell"].map(names)]
    rows = rows.assign(deal=rows["cell"].map(settings["deal"]), cell=rows["cell"].map(settings["name"]))
    found = rows.assign(unit=rows.groupby(["deal", "block"]).ngroup(), value=rows[goal.column] / goal.parts)
    return found[["cell", "unit", "value"]].reset_index(drop=True)


def _places(row: Mapping[str, str], goal: Goal, policy: str) -> list[int]:
    """The seats of a cell that a policy holds, from 0."""
    found: list[int] = []
    for place in count():
        name = row.get(goal.parameter.format(place + 1))
        if not isinstance(name, str):
            return found
        if name == policy:
            found.append(place)
    return found


def _place_of(row: Mapping[str, Any], goal: Goal, policy: str) -> int:
    return _places(row, goal, policy)[0]


def open_arena(data: sim.DataFolder, scenario: sim.Scenario, policy: str, folder: Path) -> Arena:
    """Copy the data into `folder`; InputError where the policy has no seat of its own, or its play no goal."""
    spec = scenario.spec
    if spec.play not in GOALS:
        raise sim.InputError(f"{scenario.name}: policies of {spec.play} cannot be tuned, only those of {', '.join(GOALS)}")
    sheet = policy_sheet(data, spec.game)
    rows = tuple(row for name, row in sheet.rows().items() if name not in (policy, RIVAL))
    copy = sim.DataFolder(sim.copy_data(folder / "data", data), is_shipped=False)
    own = PolicySheet(copy.path / sheet.path.relative_to(data.path), sheet.sheet)
    for cell in scenario.cells:
        if not _places(cell.parameters, GOALS[spec.play], policy):
            raise sim.InputError(f'{scenario.name}: in the cell "{cell.name}" no seat has the policy {policy}')
    document = _seated(scenario.document, policy)
    return Arena(copy, own, rows, policy, document, scenario.name, GOALS[spec.play], count(1))


def _seated(document: Mapping[str, Any], policy: str) -> dict[str, Any]:
    """The scenario with the best so far in place of the policy, but for the first seat of each cell that names it."""
    cells = [_with_rivals(cell, policy) for cell in document["cell"]]
    return {**document, "cell": cells}


def _with_rivals(cell: Mapping[str, Any], policy: str) -> dict[str, Any]:
    changed = dict(cell)
    if "policies" in cell:
        changed["policies"] = _one_candidate(cell["policies"], policy)
    if "policies" in cell.get("sweep", {}):
        lists = [_one_candidate(names, policy) for names in cell["sweep"]["policies"]]
        changed["sweep"] = {**cell["sweep"], "policies": lists}
    return changed


def _one_candidate(names: object, policy: str) -> object:
    if not isinstance(names, list) or policy not in names:
        return names
    first = names.index(policy)
    return [RIVAL if name == policy and place > first else name for place, name in enumerate(names)]


# The search


def tune(data: sim.DataFolder, policy: str, settings: Settings, say: Say = say_nothing) -> Tuned:
    """Search, then judge what was found on the games of the test's seed. Raises InputError; says how it goes."""
    scenario = sim.read_scenario(settings.scenario, data, settings.games, settings.seed)
    with tempfile.TemporaryDirectory() as folder:
        arena = open_arena(data, scenario, policy, Path(folder))
        base = policy_sheet(data, scenario.spec.game).weights(settings.base)
        found = _search(arena, base, settings, say)
        say(f"the test: {settings.test_games:,} games of the old weights and of the new ones")
        old, new = (arena.play(one, base, settings.test_games, settings.test_seed) for one in (base, found))
    return judged(found, old, new)


def _search(arena: Arena, base: Weights, settings: Settings, say: Say) -> dict[str, int]:
    """The weights in the middle of the last generation."""
    space = _Space.around(base, arena.sheet)
    rng = np.random.default_rng(settings.seed)
    options = {
        "popsize": settings.candidates,
        "CMA_diagonal": True,
        "randn": lambda *shape: rng.standard_normal(shape),
        "seed": np.nan,  # numpy's global generator is left alone
        "verbose": -9,
    }
    search = cma.CMAEvolutionStrategy(np.zeros(len(base)), settings.spread, options)
    rival: Weights = base
    for generation in range(settings.generations):
        points = search.ask()
        seed = settings.seed + generation
        shares = [arena.play(space.weights(one), rival, settings.games, seed)["value"].mean() for one in points]
        search.tell(points, [-share for share in shares])
        rival = space.weights(search.mean)
        so_far = f"mean share {np.mean(shares):.3f}, best {max(shares):.3f}"
        say(f"generation {generation + 1} of {settings.generations}: {so_far}")
    return dict(rival)


@dataclass(frozen=True)
class _Space:
    """Points of the search (0: the base) and the whole numbers that they stand for."""

    columns: tuple[str, ...]
    centre: np.ndarray
    step: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @staticmethod
    def around(base: Weights, sheet: PolicySheet) -> _Space:
        """Each weight moves by parts of itself, one near 0 by parts of the weights' median size."""
        limits = sheet.limits
        centre = FINER * np.array([base[column] for column in limits], np.float64)
        sizes = np.abs(centre)
        usual = float(np.median(sizes[sizes > 0])) if sizes.any() else float(FINER)
        low, high = (np.array([getattr(one, end) for one in limits.values()]) for end in ("low", "high"))
        return _Space(tuple(limits), centre, np.maximum(sizes, usual), low, high)

    def weights(self, point: Sequence[float]) -> dict[str, int]:
        values = np.clip(np.rint(self.centre + self.step * np.asarray(point)), self.low, self.high)
        return {column: int(value) for column, value in zip(self.columns, values, strict=True)}


# The judgement


def judged(weights: Weights, old: pd.DataFrame, new: pd.DataFrame) -> Tuned:
    """Old and new weights on the same games, over units that share their deals; cells one by one, too."""
    cells = [{"cell": name} | _compared(old.loc[part.index], part) for name, part in new.groupby("cell", sort=False)]
    whole = _compare(old, new)
    return Tuned(dict(weights), *whole, pd.DataFrame(cells))


def _compare(old: pd.DataFrame, new: pd.DataFrame) -> tuple[Estimate, Estimate, Estimate]:
    """Before, after and gain of the same games in the same order."""
    ones, units = np.ones(len(new)), new["unit"]
    gain = ratio_difference((new["value"], ones), (old["value"], ones), units)
    return mean(old["value"], units), mean(new["value"], units), gain


def _compared(old: pd.DataFrame, new: pd.DataFrame) -> dict[str, float]:
    before, after, gain = _compare(old, new)
    return {"before": before.value, "after": after.value, "gain": gain.value, "low": gain.low, "high": gain.high}
