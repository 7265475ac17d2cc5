"""Can a judgement be trusted? Its exact truth, its rules and its sweeps; what holds for every play is in `trust`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

import numpy as np
import pandas as pd

from analysis.charts import style
from analysis.estimators import ratio_difference, simultaneous_level
from analysis.judgement import CELL_COLUMNS, effects
from analysis.studies.judgement_replays import replay_problems
from analysis.studies.judgement_tallies import disagreements, impossibilities, never_below
from analysis.studies.replays import some_games
from analysis.studies.trust import Check, Played, of_problems
from analysis.studies.truth import SURE, dealt_beside, n_hands, played_shares
from analysis.tables import Run

LEAST_EFFICIENCY = 1.2  # of the median comparison of a sweep; independent deals give 1
FREE_OF_CHANCE = "the deals do not matter"
FEW_GAMES = 30  # below this, deviations in standard errors are far from normal


def check_judgement(played: Played) -> list[Check]:
    """All checks of the judgement, those of its odds first."""
    runs = [one.run for one in played.values()]
    dealt = dealt_beside(played)
    return [
        check_totals(dealt),
        check_dealt(dealt),
        check_played(runs),
        check_symmetry(runs[0]),
        check_rules(runs),
        check_tables(runs),
        check_replays(played),
        check_weapons(runs),
        *(check_pairing(played[sweep.scenario].run, sweep) for sweep in SWEEPS if sweep.scenario in played),
        *(check_order(played[sweep.scenario].run, sweep, ways) for sweep, ways in ORDERS if sweep.scenario in played),
    ]


# Exact truth


def check_totals(dealt: pd.DataFrame) -> Check:
    """The exact counts of the classes add up to C(n, k), the dealt ones to the hands dealt."""
    sums = dealt.groupby(["packs", "jokers", "cards"]).agg(
        exact=("exact_n", "sum"), n=("n", "sum"), hands=("hands", "first")
    )
    wrong = [
        f"{k} cards of {packs} packs and {jokers} jokers: {row['exact']:,} hands, C(n, k) is {n_hands(packs, jokers, k):,}"
        for (packs, jokers, k), row in sums.iterrows()
        if row["exact"] != n_hands(packs, jokers, k) or row["n"] != row["hands"]
    ]
    fine = f"{len(sums)} decks and numbers of cards; largest C(n, k) = {sums['exact'].max():,}"
    return of_problems("Exact counts add up to C(n, k)", wrong, fine)


def check_dealt(dealt: pd.DataFrame) -> Check:
    """Dealt hands agree with the exact counts, class by class, for the whole family of intervals at once."""
    return _agreement(
        "Dealt hands agree with exact counts, k = 5 to 9", dealt, f"{dealt['hands'].iloc[0]:,} hands of each deck and k"
    )


def check_played(runs: Sequence[Run]) -> Check:
    """The hands of the scenarios themselves agree with the exact counts."""
    frame = played_shares(runs)
    return _agreement("Hands of the scenarios agree with exact counts", frame, f"up to {frame['n'].max():,.0f} hands")


def _agreement(name: str, frame: pd.DataFrame, size: str) -> Check:
    beyond = f", {(frame['deviation'].abs() > 3.29).sum()} beyond 3.29 where {0.001 * len(frame):.1f} are expected"
    if "games" in frame and frame["games"].min() < FEW_GAMES:
        beyond = "; standard errors over so few games are rough"
    outside = frame[~frame["inside"]]
    words = (
        f"{len(frame) - len(outside)} of {len(frame)} intervals hold the exact share ({100 * SURE:g} % for all {len(frame)} "
        f"together; {size}); largest deviation {frame['deviation'].abs().max():.1f} standard errors{beyond}"
    )
    worst = ", ".join(
        f"{row.class_name} of {row.cards} cards ({row.packs} packs, {row.jokers} jokers)"
        for row in outside.head(3).itertuples()
    )
    return Check(name, outside.empty, f"{words}{'; outside: ' + worst if worst else ''}")


def check_symmetry(run: Run) -> Check:
    """A hunter with a cards wins against a monster with b cards as often as one with b loses against a."""
    games = _contest_games(run)
    pairs = [(a, b) for a, b in games if a <= b and (b, a) in games]
    differences = {}
    for a, b in pairs:
        one, other = games[a, b], games[b, a]
        level = simultaneous_level(SURE, len(pairs))
        differences[a, b] = ratio_difference((one["wins"], one["attacks"]), (other["losses"], other["attacks"]), level=level)
    wrong = [
        f"{a} against {b} cards: {style.interval(found.value, found.low, found.high, is_share=True, is_change=True)}"
        for (a, b), found in differences.items()
        if not found.low <= 0 <= found.high
    ]
    largest = max((abs(found.value) for found in differences.values()), default=np.nan)
    fine = (
        f"{len(pairs)} pairs of hands; wins and mirrored losses differ by at most {100 * largest:.2f} points, within noise"
    )
    return of_problems("Sides exchanged, odds exchanged", wrong if pairs else ["no pairs were played"], fine)


def _contest_games(run: Run) -> dict[tuple[int, int], pd.DataFrame]:
    """The seats rows of each (hunter's cards, monster's cards), in order of games, where nothing else matters."""
    settings, seats = run.settings(), run.table("seats")
    games = {}
    for (cell, seat), rows in seats.groupby(["cell", "seat"]):
        own = settings.loc[cell].filter(like=f"hunter {seat + 1} ").rename(lambda name: name.split(" ", 2)[2])
        is_plain = not own["class_modifiers"] and own["extra_cards"] == own["magazine"] == "0" and own["exchange"] == "no"
        if is_plain and not settings.loc[cell, "monster_class_modifiers"] and settings.loc[cell, "terrain"] == "none":
            games[int(own["base_hand"]), int(settings.loc[cell, "monster_hand_cards"])] = rows.sort_values("game_id")
    return games


# Runs


def check_rules(runs: Sequence[Run]) -> Check:
    """Nothing that the rules forbid has happened."""
    bare = sum(_bare_comparisons(run) for run in runs)
    fine = f"0 losses in {bare:,} comparisons with a bare monster (RP-T9); no NoP modified, no class shifted by nothing"
    return of_problems("No impossible outcomes", [problem for run in runs for problem in impossibilities(run)], fine)


def _bare_comparisons(run: Run) -> int:
    """Comparisons of hunters who can never be below the monster."""
    settings = run.settings()
    sums = run.table("seats", ["cell", "seat", "attacks"]).groupby(["cell", "seat"])["attacks"].sum()
    return sum(
        int(attacks)
        for (cell, seat), attacks in sums.items()
        if never_below(settings.loc[cell], settings.loc[cell, f"hunter {seat + 1} class_modifiers"])
    )


def check_tables(runs: Sequence[Run]) -> Check:
    """The tables of a run agree with each other."""
    turns = sum(int(run.table("games", ["turns"])["turns"].sum()) for run in runs)
    games = sum(len(run.table("games", ["cell"])) for run in runs)
    fine = f"{games:,} games with {turns:,} judged turns: outcomes, classes, rates and joint outcomes add up"
    return of_problems("Tables agree with each other", [problem for run in runs for problem in disagreements(run)], fine)


def check_replays(played: Played, games: int = 2) -> Check:
    """A game that is replayed from its id gives the numbers of its row."""
    problems, n_games = [], 0
    for one in played.values():
        for game_id in some_games(one.run, games):
            problems += replay_problems(one.run, one.folder, game_id)
            n_games += 1
    fine = f"{n_games} games told event by event and counted again: turns, outcomes, rates, damage, cards"
    return of_problems("Replayed games equal their rows", problems, fine)


# Weapons

DAMAGE_ONLY = (
    *("monster", "monster_size"),
    *(
        f"hunter * {name}"
        for name in ("weapon", "kind", "rarity", "damage_modifier", "armour", "element_bonus", "kind_bonus")
    ),
)
"""Parameters that decide how much a hit deals, and neither which cards are dealt nor who hits."""
CLASS_COUNTERS = ["attacks", "wins", "ties", "losses", "rate", "bought", "exchanged"]


def check_weapons(runs: Sequence[Run]) -> Check:
    """RP-D1 to RP-D4: weapons, elements and weaknesses decide damage alone; on the same deals all else is the same."""
    problems: list[str] = []
    n_cells = 0
    for run in runs:
        for cells in _same_hands(run):
            n_cells += len(cells)
            problems += _unequal_games(run, cells)
    fine = f"{n_cells} cells that differ in damage only: turns, classes and outcomes are the same game by game"
    return of_problems("Weapons change nothing but damage", problems if n_cells else ["no such cells were played"], fine)


def _same_hands(run: Run) -> Iterator[list[int]]:
    """Groups of cells on the same deals that differ in parameters of the damage only."""
    settings = run.settings()
    free = [name for name in settings if any(fnmatchcase(name, pattern) for pattern in (*DAMAGE_ONLY, *CELL_COLUMNS))]
    deciding = settings.drop(columns=free).fillna("").assign(deal=settings["deal"])
    for cells in deciding.groupby(list(deciding)).groups.values():
        if len(cells) > 1:
            yield list(cells)


def _unequal_games(run: Run, cells: Sequence[int]) -> Iterator[str]:
    """The cells of which a game differs from the same game of the first cell."""
    games = run.table("games", ["game_id", "turns"]).set_index("game_id")["turns"]
    seats = run.table("seats")
    chosen = seats[seats["cell"].isin(cells)]
    chosen = chosen.assign(turns=chosen["game_id"].map(games)).sort_values(["block", "seat"], kind="stable")
    tables = {cell: rows[["block", "seat", "turns", *CLASS_COUNTERS]].to_numpy() for cell, rows in chosen.groupby("cell")}
    for cell in cells[1:]:
        if not np.array_equal(tables[cell], tables[cells[0]]):
            yield f"{run.name}: the games of cell {cell} are not those of cell {cells[0]}"


# Sweeps


@dataclass(frozen=True)
class Sweep:
    """Cells on the same deals that differ in one parameter: those named like `cells`, each compared `against` another."""

    scenario: str
    what: str  # in words
    parameter: str
    cells: str = "*"
    against: Literal["first", "previous"] = "previous"
    along: tuple[str, ...] = ()  # parameters that may change with it


OWN_CARDS = Sweep("judgement_cards", "own cards", "hunter 1 base_hand", "own cards*")
BOUGHT_CARDS = Sweep("judgement_cards", "bought cards", "hunter 1 extra_cards", "bought cards*")
CONTEST = Sweep("judgement_contest", "own cards of the monster", "monster_hand_cards")
SWEEPS = (
    OWN_CARDS,
    BOUGHT_CARDS,
    Sweep("judgement_cards", "exchange", "hunter 1 exchange", "exchange*"),
    Sweep("judgement_terrain", "terrain", "terrain", against="first"),
    CONTEST,
    Sweep("judgement_rarity", "weapons", "hunter 1 weapon", against="first", along=("hunter 1 *",)),
)
"""Sweeps whose cells must be compared with less noise than independent ones. Whole decks with more or fewer cards a turn are
none of them: their turns soon fall out of step."""

ORDERS = (
    (OWN_CARDS, {"rate": 1, "dealt": 1}),
    (BOUGHT_CARDS, {"rate": 1, "dealt": 1}),
    (CONTEST, {"win": -1, "loss": 1}),
    (
        Sweep("judgement_decks", "own cards of the monster, whole decks", "monster_hand_cards", "monster cards*"),
        {"win": -1, "loss": 1},
    ),
)
"""Sweeps whose outcome is known before: more cards make a better class (RP-J5). Measure -> the way it must go."""


def check_pairing(run: Run, sweep: Sweep) -> Check:
    """Cells that share their deals are compared with less noise than independent ones would be."""
    frame = effects(run, sweep.parameter, ("rate", "dealt"), sweep.cells, sweep.against, sweep.along)
    known = frame["efficiency"][np.isfinite(frame["efficiency"])]
    median = float(known.median()) if len(known) else np.inf
    words = FREE_OF_CHANCE if np.isinf(median) else f"{known.min():.1f} to {known.max():.1f}, median {median:.1f}"
    found = f"{len(frame)} comparisons; efficiency (unpaired variance / paired variance) {words}; needs {LEAST_EFFICIENCY}"
    passed = bool(frame["is_paired"].all()) and median > LEAST_EFFICIENCY
    return Check(f"Shared deals pay: {sweep.what}", passed, found)


def check_order(run: Run, sweep: Sweep, ways: Mapping[str, int]) -> Check:
    """No step surely goes the wrong way, and from the first value to the last each measure surely goes its way."""
    steps, whole = (
        _along_ways(effects(run, sweep.parameter, tuple(ways), sweep.cells, against, sweep.along, SURE), ways)
        for against in ("previous", "first")
    )
    whole = whole.groupby(["context", "measure"], sort=False).tail(1)
    wrong = pd.concat([steps[steps["high"] < 0], whole[~(whole["low"] > 0)]])
    problems = [f"{run.name}: {row.measure} from {row.baseline} to {row.setting}" for row in wrong.itertuples()]
    fine = f"{len(steps)} steps, none surely against the odds; {len(whole)} ways from first to last, all surely with them"
    return of_problems(f"More cards, better odds: {sweep.what}", problems, fine)


def _along_ways(frame: pd.DataFrame, ways: Mapping[str, int]) -> pd.DataFrame:
    """Effects with `low` and `high` turned so that the way a measure must go is up."""
    is_down = frame["measure"].map(ways) < 0
    low, high = frame["low"].where(~is_down, -frame["high"]), frame["high"].where(~is_down, -frame["low"])
    return frame.assign(low=low, high=high)
