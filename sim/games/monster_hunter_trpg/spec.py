"""What Monster Hunter TRPG offers to the simulator: its ways to play and the tables they fill."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.game import Cell, Columns, Event, GameSpec
from sim.games.monster_hunter_trpg.judgement import play_range
from sim.games.monster_hunter_trpg.playthrough import tell
from sim.games.monster_hunter_trpg.setting import BATTLE_OPTIONS, CELL_SETTINGS, read_setting
from sim.games.monster_hunter_trpg.state import (
    EVENT_WIDTH,
    HANDS_PER_GAME,
    MAX_HUNTERS,
    MONSTER,
    N_CLASSES,
    EndReason,
    Setting,
    Tally,
    Turns,
    new_tally,
)
from sim.poker.classes import CLASS_NAMES
from sim.rng import name_key
from sim.schema import CELL, COUNT, GAMES_PER_CELL, Column, Table, Text, Whole, Words

GAME_ID = Column("game_id", COUNT, "Number of the game: cell x 10,000,000,000 + its index in the cell.")
BLOCK = Column("block", COUNT, "Number of the deal within the cell; here each game is a block of its own.")
HUNTER = Column("seat", Whole(0, MAX_HUNTERS - 1), "Place of the hunter in dealing order, from 0.", rule="RP-T1")
SIDE = Column("seat", Whole(-1, MAX_HUNTERS - 1), "Place of the hunter, or -1 for the monster.", rule="RP-T1")
CLASS = Words(CLASS_NAMES)
N = Column("n", COUNT, "How often.", "turns")
N_SQUARED = Column("n_squared", COUNT, "Sum over games of the squared count of a game, for the variance between games.")

GAMES = Table(
    "games",
    "Games: one row a game.",
    ("game_id",),
    (
        GAME_ID,
        CELL,
        BLOCK,
        Column("turns", COUNT, "Whole turns played.", "turns", "RP-T8"),
        Column("end_reason", Words(tuple(one.name.lower() for one in EndReason)), "Why the game ended.", rule="RP-T8"),
        Column("cards_left", COUNT, "Cards left in the draw pile at the end.", "cards", "RP-T8"),
    ),
)
COUNTERS = (
    Column("attacks", COUNT, "Turns in which the hunter attacked.", "turns", "RP-T4"),
    Column("wins", COUNT, "Comparisons won: the hunter alone hits.", "turns", "RP-T6"),
    Column("ties", COUNT, "Comparisons of equal classes: both hit.", "turns", "RP-T6"),
    Column("losses", COUNT, "Comparisons lost: the hunter alone is hit.", "turns", "RP-T6"),
    Column("rate", COUNT, "Sum of the general rates of the final classes.", "rate", "RP-J7"),
    Column("damage_class", COUNT, "Sum of the classes for damage, where damage was dealt.", "classes", "RP-D3"),
    Column("dealt", COUNT, "Damage announced by the hunter.", "damage points", "RP-D1"),
    Column("taken", COUNT, "Damage suffered by the hunter.", "damage points", "RP-D5"),
    Column("bought", COUNT, "Extra cards bought.", "cards", "RP-H2"),
    Column("exchanged", COUNT, "Cards exchanged.", "cards", "RP-H2"),
)
SEATS = Table(
    "seats",
    "Hunters: one row a game and hunter, sums over the game's turns.",
    ("game_id", "seat"),
    (GAME_ID, CELL, BLOCK, HUNTER, *COUNTERS),
)
JUDGEMENTS = Table(
    "judgements",
    "Classes of hands: one row a cell, side, natural and final class that occurred.",
    ("cell", "seat", "class", "final"),
    (
        CELL,
        SIDE,
        Column("class", CLASS, "Natural class of the hand.", rule="RP-J2"),
        Column("final", CLASS, "Class after modifiers.", rule="RP-J8"),
        N,
        N_SQUARED,
    ),
    combine="sum",
)
JOINT = Table(
    "joint",
    "Outcomes of all hunters together: one row a cell and combination that occurred.",
    ("cell", "outcomes"),
    (
        CELL,
        Column("outcomes", Text(empty=False), "A letter a hunter: W win, T tie, L loss, - none.", rule="RP-T6"),
        N,
        N_SQUARED,
    ),
    combine="sum",
)

NO_EVENTS = np.zeros((0, EVENT_WIDTH), np.int64)
EVENTS_OF_A_TURN = 160  # a turn of four hunters writes at most 4 x 32 rows and the monster's and shared cards
DECK_ROWS = 1000  # rows for the cards of a deck and of magazines


def _key(cell: Cell, seed: int) -> Any:
    return np.array([seed, name_key(cell.deal)], np.int64)


def play_games(cell: Cell, number: int, seed: int, first: int, last: int) -> dict[str, Columns]:
    """The columns of each table for the games first..last-1 of a cell."""
    tally = new_tally(last - first)
    play_range(cell.arrays, _key(cell, seed), first, last, tally, NO_EVENTS)
    index = np.arange(first, last)
    n_hunters = int(cell.arrays.n_hunters)
    return {
        GAMES.name: _games_columns(number, index, tally),
        SEATS.name: _seats_columns(number, index, tally, n_hunters),
        JUDGEMENTS.name: _judgement_columns(number, tally),
        JOINT.name: _joint_columns(number, tally, n_hunters),
    }


def _games_columns(number: int, index: Any, tally: Tally) -> Columns:
    return {
        "game_id": number * GAMES_PER_CELL + index,
        "cell": np.full(len(index), number),
        "block": index,
        "turns": tally.games[:, 0],
        "end_reason": tally.games[:, 1],
        "cards_left": tally.games[:, 2],
    }


def _seats_columns(number: int, index: Any, tally: Tally, n_hunters: int) -> Columns:
    each = np.repeat(index, n_hunters)
    rows = tally.seats[:, :n_hunters].reshape(-1, len(COUNTERS))
    return {
        "game_id": number * GAMES_PER_CELL + each,
        "cell": np.full(len(each), number),
        "block": each,
        "seat": np.tile(np.arange(n_hunters), len(index)),
        **{column.name: rows[:, place] for place, column in enumerate(COUNTERS)},
    }


def _judgement_columns(number: int, tally: Tally) -> Columns:
    counts = tally.classes.reshape(2, -1, N_CLASSES, N_CLASSES)
    side, natural, final = np.nonzero(counts[0])
    return {
        "cell": np.full(len(side), number),
        "seat": np.where(side == MONSTER, -1, side),
        "class": natural,
        "final": final,
        "n": counts[0, side, natural, final],
        "n_squared": counts[1, side, natural, final],
    }


def _joint_columns(number: int, tally: Tally, n_hunters: int) -> Columns:
    letters = ["".join(one) for one in itertools.product("WTL-", repeat=n_hunters)]
    found = np.nonzero(tally.joint[0])[0]
    return {
        "cell": np.full(len(found), number),
        "outcomes": np.array([letters[code] for code in found], np.str_),
        "n": tally.joint[0, found],
        "n_squared": tally.joint[1, found],
    }


def replay(cell: Cell, number: int, seed: int, index: int) -> Iterator[Event]:
    """One game again, told event by event."""
    setting = cell.arrays
    hands = setting.rules.turns == Turns.HANDS
    turns = HANDS_PER_GAME if hands else 52 * setting.rules.packs + setting.rules.jokers
    deck_rows = DECK_ROWS + (HANDS_PER_GAME * 64 if hands else 0)
    events = np.zeros((deck_rows + turns * EVENTS_OF_A_TURN, EVENT_WIDTH), np.int64)
    play_range(setting, _key(cell, seed), index, index + 1, new_tally(1), events)
    start = {"game_id": number * GAMES_PER_CELL + index, "cell": cell.name, "seed": seed}
    yield from tell(setting, start, _written(events), cell.parameters)


def _written(events: Any) -> list[list[int]]:
    """The rows up to the end of the game."""
    rows: list[list[int]] = events[: 1 + int(np.flatnonzero(events.any(axis=1))[-1])].tolist()
    return rows


def shard_games(cell: Cell) -> int:
    """Games that take about a quarter of a second."""
    hunters = max(1, int(cell.arrays.n_hunters))
    return max(1, (512 if cell.arrays.rules.turns == Turns.HANDS else 65_536) // hunters)


def warm() -> None:
    """Compile the kernel by playing one game without hunters."""
    setting = np.zeros(1, Setting)[0]
    setting.rules.packs = 1
    play_games(Cell("warm", "warm", {}, setting), 0, 0, 0, 1)


JUDGEMENT = GameSpec(
    game="monster_hunter_trpg",
    play="judgement",
    title="Hold'em judgement of Monster Hunter TRPG",
    version=1,
    unit="one deck dealt to its end, or 1,024 independent hands",
    tables=(GAMES, SEATS, JUDGEMENTS, JOINT),
    options=BATTLE_OPTIONS,
    settings=CELL_SETTINGS,
    read_cell=read_setting,
    play_games=play_games,
    replay=replay,
    shard_games=shard_games,
    warm=warm,
)
SPECS = {JUDGEMENT.play: JUDGEMENT}
