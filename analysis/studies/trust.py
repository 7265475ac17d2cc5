"""Can a report be trusted? What must hold for the runs of every play; each check says what it found.

What only one play can be checked for stands in a module of its own, such as `judgement_trust`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sim
from analysis.studies.replays import again_problems, resumed_problems, some_games, told_problems
from analysis.studies.scenarios import PlayedScenario
from analysis.studies.tallies import row_problems

SHOWN_PROBLEMS = 3
Played = Mapping[str, PlayedScenario]


@dataclass(frozen=True)
class Check:
    """One thing that must hold, and what was found."""

    name: str
    passed: bool
    found: str


def of_problems(name: str, problems: Sequence[str], fine: str) -> Check:
    """Passed if there are no problems; else the first ones."""
    if not problems:
        return Check(name, passed=True, found=fine)
    more = f"; and {len(problems) - SHOWN_PROBLEMS} more" if len(problems) > SHOWN_PROBLEMS else ""
    return Check(name, passed=False, found="; ".join(problems[:SHOWN_PROBLEMS]) + more)


def check_runs(played: Played) -> list[Check]:
    """The checks of the runs of all plays."""
    return [
        check_rows(played),
        check_told(played),
        check_again(played),
        check_resumed(played),
        check_digests(played),
        check_versions(played),
    ]


def check_rows(played: Played) -> Check:
    """Every game is there once, in whole blocks, with its rows in the other tables."""
    problems = [problem for one in played.values() for problem in row_problems(one)]
    games = sum(one.scenario.n_games for one in played.values())
    return of_problems("Every game is there once", problems, f"{games:,} games in whole blocks; no row doubled or astray")


def check_told(played: Played, games: int = 2) -> Check:
    """A game that is told from its id is the game of its row."""
    problems, n_games = [], 0
    for one in played.values():
        for game_id in some_games(one.run, games):
            problems += told_problems(one, game_id)
            n_games += 1
    fine = f"{n_games} games told event by event: as long as their rows say, and ended for the same reason"
    return of_problems("Told games are those of the tables", problems, fine)


def check_again(played: Played) -> Check:
    """The first games of every cell come out the same when they are played again, with 1 thread and with 2."""
    problems = [problem for one in played.values() for problem in again_problems(one)]
    cells = sum(len(one.scenario.cells) for one in played.values())
    return of_problems(
        "Games played again are the same", problems, f"the first games of {cells} cells, with 1 thread and with 2"
    )


def check_resumed(played: Played) -> Check:
    """Of each play, a scenario that is interrupted and gone on with gives the tables of one that is not."""
    first: dict[str, PlayedScenario] = {}
    for one in played.values():
        first.setdefault(one.scenario.spec.play, one)
    problems = [problem for one in first.values() for problem in resumed_problems(one)]
    names = ", ".join(one.scenario.name for one in first.values())
    return of_problems("Interrupted runs end the same", problems, f"the first games of {names}, stopped half way")


def check_digests(played: Played) -> Check:
    """The stored tables are those that the run wrote."""
    problems = [
        f"{one.run.name}: the tables have digest {digest}, run.json says {one.run.provenance['digest']}"
        for one in played.values()
        if (digest := sim.stored_digest(one.folder, one.run.columns)) != one.run.provenance["digest"]
    ]
    return of_problems(
        "Stored tables have the digest of their run", problems, f"{len(played)} runs, every value of every table"
    )


def check_versions(played: Played) -> Check:
    """All runs were played on the present sheets, by the present rules and kernels."""
    problems = []
    for one in played.values():
        wanted = sim.identity(one.scenario, one.data)
        changed = [key for key, value in wanted.items() if one.run.provenance.get(key) != value]
        problems += [f"{one.run.name}: another {', '.join(changed)}"] if changed else []
    return of_problems("Runs belong to these sheets, rules and kernels", problems, f"{len(played)} runs")
