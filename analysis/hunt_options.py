"""What an option of the rules does: cells on the same deals that differ in it alone, compared block by block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from analysis.estimators import (
    LEVEL,
    independent_difference,
    ratio,
    ratio_difference,
    simultaneous_level,
    variance_ratio,
)
from analysis.hunt import line_ups, seat_rows
from analysis.hunt_course import game_rows
from analysis.tables import Run
from sim.schema import InputError

NOT_COMPARED = ("name", "deal", "games")
MEASURES = {
    "leader": "wins of the first leader",
    "rounds": "rounds a game",
    "last_seat": "games that retreats decide",
    "hidden_turned": "games that hidden monsters turn",
    "lead_changes": "changes of the lead",
}
"""Measures of an effect: sums of a block, over the games that count for them."""

SHARES_OF_GAMES = ("leader", "last_seat", "hidden_turned")


def deck_measure(deck: str) -> str:
    """The measure of a deck's wins."""
    return f"wins of {deck}"


def option_effects(
    run: Run, measures: Sequence[str] = tuple(MEASURES), pattern: str = "*", level: float = LEVEL, *, decks: bool = True
) -> pd.DataFrame:
    """What each alternative of an option changes, against the cell of the same deals that stands first in the scenario.

    Columns: option, baseline and setting (values), seats, policy, cell, cell_name, measure (of `MEASURES`, or `wins of` a
    deck), is_share, before (at the baseline), the estimate of the difference (n: blocks), efficiency (variance of an
    unpaired comparison / of this one). The intervals of all alternatives and decks of one comparison hold together at
    `level`.
    """
    settings, known = run.settings(), line_ups(run, pattern)
    sums = block_sums(run, pattern)
    rows = []
    for option, old, new in _pairs(settings.loc[known.index], list(run.provenance["options"])):
        names = [*measures, *(map(deck_measure, dict.fromkeys(known.loc[new, "decks"])) if decks else ())]
        about = {"option": option, "baseline": settings.loc[old, option], "setting": settings.loc[new, option]}
        about |= {name: known.loc[new, name] for name in ("seats", "policy")} | {
            "cell": new,
            "cell_name": known.loc[new, "name"],
        }
        each = simultaneous_level(level, len(names))
        rows += [about | {"measure": name} | _difference(sums[new], sums[old], name, each) for name in names]
    if not rows:
        raise InputError(f"{run.name}: no two cells on the same deals differ in one option alone")
    return pd.DataFrame(rows)


def _pairs(settings: pd.DataFrame, options: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Each option with the cell it is compared with and the cell that differs from it in this option alone."""
    listed = [name for name in options if name in settings]
    fixed = [name for name in settings if name not in {*listed, *NOT_COMPARED}]
    for _, part in settings.fillna("").groupby(["deal", *fixed], sort=False):
        first = part.iloc[0]
        for cell, row in part.iloc[1:].iterrows():
            changed = [name for name in listed if row[name] != first[name]]
            if len(changed) == 1:
                yield changed[0], part.index[0], cell


def block_sums(run: Run, pattern: str = "*") -> dict[int, pd.DataFrame]:
    """By cell, one row a block: for each measure its sum, and as `n MEASURE` the games that count."""
    games, seats = game_rows(run, pattern), seat_rows(run, (), pattern)
    leaders = seats[seats["place"] == 0].set_index("game_id")["share"]
    values = games[["cell", "block"]].assign(
        leader=games["game_id"].map(leaders), **{name: games[name] for name in MEASURES if name != "leader"}
    )
    counted = {f"n {name}": values[name].notna() for name in MEASURES}
    sums = values.assign(**counted).groupby(["cell", "block"]).sum()
    wins = seats.assign(block=seats["game_id"].map(games.set_index("game_id")["block"]))
    found = {}
    for cell, part in sums.groupby("cell"):
        own = wins[wins["cell"] == cell].groupby(["block", "deck"])["share"].agg(["sum", "size"])
        decks = {deck: rows.droplevel("deck") for deck, rows in own.groupby("deck")}
        won = {deck_measure(deck): rows["sum"] for deck, rows in decks.items()}
        won |= {f"n {deck_measure(deck)}": rows["size"] for deck, rows in decks.items()}
        found[cell] = part.droplevel("cell").assign(**won)
    return found


def _difference(new: pd.DataFrame, old: pd.DataFrame, name: str, level: float) -> dict[str, Any]:
    """The change of a measure over the blocks that both cells played."""
    common = new.index.intersection(old.index)
    ours, theirs = ((part.loc[common, name].to_numpy(), part.loc[common, f"n {name}"].to_numpy()) for part in (new, old))
    found = ratio_difference(ours, theirs, level=level)
    unpaired = independent_difference(ratio(*ours, level=level), ratio(*theirs, level=level))
    is_share = name in SHARES_OF_GAMES or name not in MEASURES
    about = {"is_share": is_share, "before": ratio(*theirs).value}
    return about | found.columns() | {"efficiency": variance_ratio(unpaired.standard_error, found.standard_error)}
