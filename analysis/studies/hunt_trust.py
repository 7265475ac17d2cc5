"""Can what is said of the hunt be trusted? Checks of its runs, each of which says what it found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import inf

import numpy as np
import pandas as pd
from scipy import stats

from analysis.charts import style
from analysis.estimators import simultaneous_level
from analysis.hunt import GROUP, line_ups, rates, seat_rows, win_rates
from analysis.hunt_course import decisions, endings
from analysis.hunt_options import option_effects
from analysis.studies import hunt_tallies as tallies
from analysis.studies.scenarios import PlayedScenario, read_default
from analysis.studies.trust import Check, Played, of_problems
from analysis.tables import Run

SURE = 0.999  # how often all intervals of a check hold together
MOST_UNFINISHED = 0.001  # of the games of a policy that plays well
PLAYS_WELL = ("greedy", "tuned")
FEWEST_PLAYED = 100  # times that each card is played in the default study
LEAST_EFFICIENCY = 1.2  # of the median comparison; independent deals give 1
TOLD_POLICY = "greedy"
MOST_TOLD = 120  # games that are told until every decision was taken in two ways
MUST = ("order", "pay", "give_up", "recover")
"""Decisions in which something has to be chosen: what was chosen stands in a told game alone."""


def check_hunt(played: Played) -> list[Check]:
    """All checks of the runs of the hunt among those played."""
    hunts = {name: one for name, one in played.items() if one.scenario.spec.play == "hunt"}
    runs = [one.run for one in hunts.values()]
    return [
        check_wins(runs),
        check_points(hunts.values()),
        check_bounds(runs),
        check_sums(runs),
        check_finished(runs),
        check_mirrors(runs),
        check_seats(runs),
        check_cards(list(hunts.values())),
        check_decisions(list(hunts.values())),
        *(check_pairing(run) for run in runs if has_options(run)),
    ]


def check_wins(runs: Sequence[Run]) -> Check:
    """The shares of each game make one win or none, by the reason it ended for."""
    games = sum(len(run.table("games", ["cell"])) for run in runs)
    problems = [problem for run in runs for problem in tallies.wins(run)]
    return of_problems(
        "Every game has its winners", problems, f"{games:,} games: shares add up to one win, by the reason of the end"
    )


def check_points(hunts: Iterable[PlayedScenario]) -> Check:
    """HR points come from somewhere."""
    problems = [problem for one in hunts for problem in tallies.points(one)]
    return of_problems(
        "HR points add up", problems, "slain and hidden monsters, discards, empty maps; the rest within the card texts"
    )


def check_bounds(runs: Sequence[Run]) -> Check:
    """Nothing that the rules forbid has happened."""
    rows = sum(len(run.table("seats", ["cell"])) for run in runs)
    problems = [problem for run in runs for problem in tallies.bounds(run)]
    return of_problems("Hunts stay within the rules", problems, f"{rows:,} seats: rounds, retreats, leaders, cards, ranks")


def check_sums(runs: Sequence[Run]) -> Check:
    """The sum tables agree with the rows."""
    problems = [problem for run in runs for problem in tallies.disagreements(run)]
    return of_problems(
        "Tables of the hunt agree", problems, "cards, rounds and decisions add up to the rows of games and seats"
    )


def check_finished(runs: Sequence[Run]) -> Check:
    """The cap of rounds ends almost no game of a policy that plays well."""
    frame = pd.concat([endings(run) for run in runs])
    frame = frame[(frame["end_reason"] == "round_cap") & frame["policy"].isin(PLAYS_WELL)]
    sums = frame.assign(games=frame["value"] * frame["n"]).groupby("policy")[["games", "n"]].sum()
    problems = [
        f"{policy}: {row['games']:,.0f} of {row['n']:,.0f} games"
        for policy, row in sums.iterrows()
        if row["games"] >= MOST_UNFINISHED * row["n"]
    ]
    told = ", ".join(f"{policy} {row['games']:.0f} of {row['n']:,.0f}" for policy, row in sums.iterrows())
    return of_problems("Games end before the cap of rounds", problems, f"games at the cap: {told}")


# Symmetry


def check_mirrors(runs: Sequence[Run]) -> Check:
    """Entries with equal decks and policies win equally often."""
    frames = [_mirror_rates(run) for run in runs if line_ups(run)["is_mirror"].any()]
    return _symmetry("Equal entries win equally often", frames, ["cell", "entry"], "entries of line-ups with equal decks")


def _mirror_rates(run: Run) -> pd.DataFrame:
    rows = seat_rows(run)
    rows = rows[rows["is_mirror"]]
    found = rates(rows, ["cell", "entry"], "share", simultaneous_level(SURE, len(rows.drop_duplicates(["cell", "entry"]))))
    return found.assign(run=run.name, fair=found.groupby("cell")["value"].transform("mean"))


def check_seats(runs: Sequence[Run]) -> Check:
    """Seats are alike: each wins equally often, over all rotations."""
    frames = []
    for run in runs:
        found = win_rates(run, "seat", level=1 - (1 - SURE) / len(runs))
        frames.append(found.assign(run=run.name, fair=found.groupby(list(GROUP))["value"].transform("mean")))
    return _symmetry("Seats win equally often", frames, [*GROUP, "seat"], "seats by table size and policy")


def _symmetry(name: str, frames: Sequence[pd.DataFrame], keys: Sequence[str], what: str) -> Check:
    """Whether each rate may be the mean of its group, for all together."""
    if not frames:
        return Check(name, passed=False, found="nothing of the kind was played")
    frame = pd.concat(frames, ignore_index=True)
    away = frame[(frame["fair"] < frame["low"]) | (frame["fair"] > frame["high"])]
    problems = [
        f"{row['run']} {', '.join(f'{key} {row[key]}' for key in keys)}: "
        f"{style.interval(row['value'], row['low'], row['high'], is_share=True)}"
        for row in away.to_dict("records")
    ]
    largest = (frame["value"] - frame["fair"]).abs().max()
    fine = (
        f"{len(frame)} {what}, off the mean by {100 * largest:.2f} points at most, within noise ({100 * SURE:g} % together)"
    )
    return of_problems(name, problems, fine)


# Cards and decisions


def check_cards(hunts: Sequence[PlayedScenario]) -> Check:
    """Each card of the decks is played often enough to be judged, in all scenarios of the hunt together.

    Of fewer games than the scenarios name, only a card fails that would surely stay below with all of them: its count could
    not be so small (Poisson, at `SURE`) if it were played often enough.
    """
    played = pd.concat([one.run.table("cards", ["card", "played_n"]) for one in hunts]).groupby("card")["played_n"].sum()
    games = sum(one.scenario.n_games for one in hunts)
    full = sum(read_default(one.scenario.name, one.data).n_games for one in hunts)
    part = min(games / full, 1.0)
    seldom = (
        played[played < FEWEST_PLAYED] if part == 1 else played[stats.poisson.cdf(played, FEWEST_PLAYED * part) < 1 - SURE]
    )
    problems = [f"{card} {n:,} times in {games:,} games" for card, n in seldom.sort_values().items()]
    fine = f"{len(played)} cards; the least played, {played.idxmin()}, {played.min():,} times in {games:,} of {full:,} games"
    return of_problems("Every card is played", problems, fine)


def check_decisions(hunts: Sequence[PlayedScenario]) -> Check:
    """Under `greedy` each decision is taken in more than one way, by the tables or, where one must choose, by told games."""
    frames = [decisions(one.run) for one in hunts]
    frame = pd.concat(frames)
    frame = frame[frame["policy"] == TOLD_POLICY]
    if frame.empty:
        return Check("Decisions are decisions", passed=False, found=f"no cell is played by {TOLD_POLICY}")
    done = frame.assign(idle=frame["nothing"] * frame["n"]).groupby("decision")[["idle", "n"]].sum()
    free = done[~done.index.isin(MUST)]
    idle = free["idle"].round()
    one_way = [f"{name}: always the same way" for name in free.index[(idle == 0) | (idle == free["n"])]]
    ways = told_ways(hunts, set(MUST) & set(done.index))
    same = [f"{name}: always the first of the alternatives" for name in MUST if name in done.index and len(ways[name]) < 2]
    missing = [f"{name}: never made" for name in MUST if name not in done.index]
    fine = f"{len(done)} decisions, each taken in more than one way by {TOLD_POLICY}; {', '.join(MUST)} in told games"
    return of_problems("Decisions are decisions", [*one_way, *same, *missing], fine)


def told_ways(hunts: Sequence[PlayedScenario], wanted: set[str]) -> dict[str, set[int]]:
    """Which alternatives `greedy` chose of the wanted decisions, in games told until each was taken in two ways."""
    ways: dict[str, set[int]] = defaultdict(set)
    for one, cell, index in _games_of_policy(hunts):
        if all(len(ways[name]) > 1 for name in wanted):
            break
        for event in one.scenario.spec.replay(one.scenario.cells[cell], cell, one.scenario.seed, index):
            if event.data["event"] == "decision":
                ways[event.data["kind"]].add(event.data["chosen"])
    return ways


def _games_of_policy(hunts: Sequence[PlayedScenario]) -> list[tuple[PlayedScenario, int, int]]:
    """Cell and index of games that `greedy` plays alone: of every cell one, then another one, and so on."""
    cells = [
        (one, int(number), int(row["games"]))
        for one in hunts
        for number, row in line_ups(one.run).iterrows()
        if row["policy"] == TOLD_POLICY
    ]
    found = [(one, number, index) for index in range(MOST_TOLD) for one, number, games in cells if index < games]
    return found[:MOST_TOLD]


# Options


def has_options(run: Run) -> bool:
    """Whether two cells differ in an option."""
    options = [name for name in run.provenance["options"] if name in run.settings()]
    return len(run.settings()[options].drop_duplicates()) > 1


def check_pairing(run: Run) -> Check:
    """Cells that share their deals are compared with less noise than independent ones would be."""
    frame = option_effects(run)
    known = frame.loc[np.isfinite(frame["efficiency"]) & (frame["efficiency"] > 0), "efficiency"]
    median = float(known.median()) if len(known) else inf
    span = f"{known.min():.1f} to {known.max():.1f}, median {median:.1f}" if len(known) else "the deals do not matter"
    found = f"{len(frame)} comparisons; efficiency (unpaired variance / paired variance) {span}; needs {LEAST_EFFICIENCY}"
    return Check("Shared deals pay: options of the hunt", median > LEAST_EFFICIENCY, found)
