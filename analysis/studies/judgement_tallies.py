"""What the tables of a judgement owe to each other and to the rules, whatever was dealt: problems in words."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from analysis.judgement import CLASS_NAMES, MONSTER, hunter_parameter
from analysis.tables import Run

HANDS_PER_GAME = 1024  # turns of a game of independent hands
SUMS = ["attacks", "wins", "ties", "losses", "rate", "bought", "exchanged"]


def disagreements(run: Run) -> list[str]:
    """Where the tables contradict each other: sums that differ."""
    games, seats = run.table("games"), run.table("seats")
    by_seat = seats.groupby(["cell", "seat"])[SUMS].sum()
    turns = games.groupby("cell")["turns"].sum()
    found = [*_turns(run, games), *_comparisons(seats)]
    found += [*_classes(run.table("judgements"), by_seat, turns), *_joint(run.table("joint"), by_seat, turns)]
    return [f"{run.name}: {problem}" for problem in found]


def _turns(run: Run, games: pd.DataFrame) -> Iterator[str]:
    """A game of independent hands has 1,024 turns."""
    hands = games["cell"].map(run.settings()["turns"]) == "hands"
    if (games.loc[hands, "turns"] != HANDS_PER_GAME).any():
        yield f"a game of independent hands does not have {HANDS_PER_GAME:,} turns"


def _comparisons(seats: pd.DataFrame) -> Iterator[str]:
    """RP-T6: each attack is one comparison with one outcome."""
    wrong = seats["wins"] + seats["ties"] + seats["losses"] != seats["attacks"]
    if wrong.any():
        yield f"wins, ties and losses do not add up to the attacks in {wrong.sum():,} rows of seats"


def _classes(judgements: pd.DataFrame, by_seat: pd.DataFrame, turns: pd.Series) -> Iterator[str]:
    """One class an attack, one of the monster a turn; the general rates add up (RP-J7)."""
    rates = judgements["final"].map(CLASS_NAMES.index) * judgements["n"]
    sums = judgements.assign(rate=rates).groupby(["cell", "seat"])[["n", "rate"]].sum()
    monster = sums[sums.index.get_level_values("seat") == MONSTER]["n"].droplevel("seat")
    if not monster.equals(turns.rename("n")):
        yield "the classes of the monster are not as many as the turns"
    hunters = sums[sums.index.get_level_values("seat") != MONSTER]
    both = by_seat.join(hunters.rename(columns={"n": "hands", "rate": "rate of classes"})).fillna(0)
    if (both["hands"] != both["attacks"]).any():
        yield "the classes of the hunters are not as many as their attacks"
    if (both["rate of classes"] != both["rate"]).any():
        yield "the general rates do not add up to those of the classes"
    squares = judgements["n_squared"]
    if ((squares < judgements["n"]) | (squares > judgements["n"] ** 2)).any():
        yield "a sum of squared counts is impossible"


def _joint(joint: pd.DataFrame, by_seat: pd.DataFrame, turns: pd.Series) -> Iterator[str]:
    """One combination of outcomes a turn; its letters add up to the outcomes of each seat."""
    if not joint.groupby("cell")["n"].sum().equals(turns.rename("n")):
        yield "the joint outcomes are not as many as the turns"
    for (cell, seat), row in by_seat.iterrows():
        own = joint[joint["cell"] == cell]
        letters = own.groupby(own["outcomes"].str[seat])["n"].sum()
        for letter, name in (("W", "wins"), ("T", "ties"), ("L", "losses")):
            if letters.get(letter, 0) != row[name]:
                yield f"cell {cell} hunter {seat + 1}: the joint outcomes and the {name} differ"


# The rules


def impossibilities(run: Run) -> list[str]:
    """What the rules forbid and the tables show nevertheless."""
    settings, seats, judgements = run.settings(), run.table("seats"), run.table("judgements")
    found: list[str] = []
    for (cell, seat), rows in seats.groupby(["cell", "seat"]):
        row = settings.loc[cell]
        own = {
            name: row[hunter_parameter(seat, name)] for name in ("class_modifiers", "base_hand", "extra_cards", "exchange")
        }
        where = f"{run.name} cell {cell} hunter {seat + 1}"
        if never_below(row, own["class_modifiers"]) and rows["losses"].sum():
            found.append(f"{where}: below a monster without own cards and modifiers (RP-T9)")
        if (rows["bought"] > int(own["extra_cards"]) * rows["attacks"]).any():
            found.append(f"{where}: more cards bought than allowed (RP-H2)")
        if rows["exchanged"].sum() and own["exchange"] == "no":
            found.append(f"{where}: exchanges without the skill (RP-H2)")
    return found + [f"{run.name}: {problem}" for problem in _shifts(settings, judgements)]


def never_below(row: pd.Series, class_modifiers: str) -> bool:
    """RP-T9: whether this hunter can never be below the monster: no own cards of the monster, nothing shifts a class."""
    is_bare = row["monster_hand_cards"] == "0" and not row["monster_class_modifiers"]
    return is_bare and not class_modifiers and ("cold" not in row["terrain"] or row["cold_hits"] == "all")


def _shifts(settings: pd.DataFrame, judgements: pd.DataFrame) -> Iterator[str]:
    """RP-J8: a natural NoP stays, and without modifiers and cold every class does."""
    moved = judgements[judgements["class"] != judgements["final"]]
    if (moved["class"] == "NoP").any():
        yield "a natural NoP was modified (RP-J8)"
    for cell, seat in moved[["cell", "seat"]].drop_duplicates().itertuples(index=False, name=None):
        row = settings.loc[cell]
        key = "monster_class_modifiers" if seat == MONSTER else hunter_parameter(seat, "class_modifiers")
        if not row[key] and "cold" not in row["terrain"]:
            yield f"cell {cell} seat {seat}: a class shifted by nothing (RP-J8)"
