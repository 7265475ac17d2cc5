"""What Monster Hunter TCG offers to the simulator: how its games are played and the tables they fill."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.game import Cell, Columns, Event, GameSpec
from sim.games.monster_hunter_tcg.play.batch import play_range
from sim.games.monster_hunter_tcg.playthrough import tell
from sim.games.monster_hunter_tcg.setting import CELL_SETTINGS, OPTIONS, Matchup, read_setting
from sim.games.monster_hunter_tcg.state import (
    EVENT_WIDTH,
    MAX_LEAD,
    MAX_NOTED,
    MAX_SEATS,
    MEASURES,
    PAIRED,
    ROUND_SUMS,
    SEAT_VALUES,
    SHARES,
    SUMS,
    Count,
    Decision,
    EndReason,
    GameCount,
    Setting,
    Tally,
    Way,
    new_tally,
)
from sim.rng import name_key
from sim.schema import CELL, COUNT, GAMES_PER_CELL, Column, Table, Text, Whole, Words

GAME_ID = Column("game_id", COUNT, "Number of the game: cell x 10,000,000,000 + its index in the cell.")
BLOCK = Column("block", COUNT, "Number of the block within the cell: one deal played once with each rotation of the seats.")
ENTRY = Column("entry", Whole(0, MAX_SEATS - 1), "Place of the deck in the line-up, from 0.")
SEAT = Column("seat", Whole(0, MAX_SEATS - 1), "Place at the table, clockwise from 0.", rule="TCG-S1")
CARD = Column("card", Text(empty=False), "Short name of the card.")
CARD_KIND = Words(("monster", "weapon", "armour", "item"))
ROUND = Column("round", Whole(1, MAX_NOTED), f"Round; {MAX_NOTED}: that one and all later ones.", "rounds")
LEAD = Column(
    "lead", Whole(-MAX_LEAD, MAX_LEAD), f"HR points of an entry less the most of any other, within {MAX_LEAD}.", "HR"
)
REASONS = Words(tuple(one.name.lower() for one in EndReason))
DECISIONS = Words(tuple(one.name.lower() for one in Decision))

GAMES = Table(
    "games",
    "Games: one row a game.",
    ("game_id",),
    (
        GAME_ID,
        CELL,
        BLOCK,
        Column("first_leader", Whole(0, MAX_SEATS - 1), "Seat that led the first round.", rule="TCG-S3"),
        Column("winners", COUNT, "Winning entries: the sum of 2 to the power of each; 0: nobody won.", rule="TCG-W1"),
        Column("end_reason", REASONS, "Why the game ended.", rule="TCG-W1"),
        Column("rounds", COUNT, "Rounds played.", "rounds"),
        Column("lead_changes", COUNT, "How often another entry alone had the most HR points at the end of a round."),
        Column("decisive_round", COUNT, "Round from whose end on the winner led alone; else the last one.", "rounds"),
    ),
)
SEAT_COLUMNS = (
    SEAT,
    Column("share", Whole(0, SHARES), f"Share of the win in parts of {SHARES}: {SHARES} alone, 6, 4 or 3 of a shared win."),
    Column("hr", COUNT, "HR points at the end.", "HR", "TCG-W1"),
    Column("rank", Whole(1, MAX_SEATS), "Place by HR points; equal ones share it."),
    Column("retreats", COUNT, "Retreats.", rule="TCG-R1"),
    Column("left", Whole(0, 1), "1 if the seat left after three retreats.", rule="TCG-N3"),
    Column("draw_pile", COUNT, "Cards in the draw pile at the end.", "cards"),
    Column("hand", COUNT, "Cards in hand at the end.", "cards"),
    Column("material", COUNT, "Material beside the map at the end.", "cards", "TCG-H9"),
)
COUNTED = {
    Count.SLAIN: ("monsters slain by the seat", "monsters", "TCG-H9"),
    Count.LOST: ("own monsters slain", "monsters", "TCG-H9"),
    Count.HR_SLAIN: ("HR points for monsters slain", "HR", "TCG-H9"),
    Count.HR_HIDDEN: ("HR points for face-down monsters", "HR", "TCG-N4"),
    Count.HR_GIFT: ("HR points for what others had to discard, or for an empty map", "HR", "TCG-N1"),
    Count.PLACED: ("monsters placed", "monsters", "TCG-P1"),
    Count.EQUIPPED: ("weapons and armours equipped", "cards", "TCG-E1"),
    Count.ITEMS: ("items used", "cards", "TCG-H10"),
    Count.BOOSTS: ("cards discarded for attack or defence", "cards", "TCG-H8"),
    Count.MILLED: ("cards lost to damage and card texts", "cards", "TCG-H7"),
    Count.LED: ("rounds as the leader", "rounds", "TCG-L1"),
    Count.BLOWS: ("attacks on monsters", "attacks", "TCG-H4"),
}
SEATS = Table(
    "seats",
    "Seats: one row a game and entry of the line-up.",
    ("game_id", "entry"),
    (
        GAME_ID,
        CELL,
        BLOCK,
        ENTRY,
        *SEAT_COLUMNS,
        *(
            Column(one.name.lower(), COUNT, f"{text[0].upper()}{text[1:]}.", unit, rule)
            for one, (text, unit, rule) in COUNTED.items()
        ),
    ),
)
SUM_WORDS = {
    "n": "Copies",
    "y": "Copies x share of the win",
    "nn": "Sum over blocks of squared copies",
    "ny": "Sum over blocks of copies x copies-times-share",
    "yy": "Sum over blocks of squared copies-times-share",
    "n_all": "Sum over blocks of copies x all shares of the entry",
    "y_all": "Sum over blocks of copies-times-share x all shares of the entry",
}
MEASURE_WORDS = {
    "opening": "in opening hands",
    "drawn": "ever drawn or taken back",
    "played": "placed, equipped, used or discarded for a boost",
}
CARD_SUMS = (
    *(
        Column(f"{measure}_{name}", COUNT, f"{SUM_WORDS[name]}, {MEASURE_WORDS[measure]}.")
        for measure in MEASURES
        for name in SUMS
    ),
    *(
        Column(name, COUNT, "Sum over blocks of a product of drawn and played copies (n) or copies x share (y).")
        for name in PAIRED
    ),
)
CARDS = Table(
    "cards",
    "Cards: one row a cell, entry and card of its deck; sums over blocks for rates and their clustered variance.",
    ("cell", "entry", "card", "kind", "copies"),
    (
        CELL,
        ENTRY,
        CARD,
        Column("kind", CARD_KIND, "Kind of the card.", rule="TCG-C1"),
        Column("copies", Whole(0, 40), "Copies in the deck.", "cards", "TCG-S1"),
        *CARD_SUMS,
    ),
    combine="sum",
)
ROUNDS = Table(
    "rounds",
    "Rounds: one row a cell, round and lead that occurred; seats with that lead at the end of the round, and their wins.",
    ("cell", "round", "lead"),
    (
        CELL,
        ROUND,
        LEAD,
        Column("n", COUNT, "Seats."),
        Column("y", COUNT, f"Their shares of the win, in parts of {SHARES}."),
        Column("nn", COUNT, "Sum over blocks of squared n."),
        Column("ny", COUNT, "Sum over blocks of n x y."),
        Column("yy", COUNT, "Sum over blocks of squared y."),
    ),
    combine="sum",
)
CHOICES = Table(
    "decisions",
    "Decisions: one row a cell, entry and decision that was made with two or more alternatives.",
    ("cell", "entry", "decision"),
    (
        CELL,
        ENTRY,
        Column("decision", DECISIONS, "The decision."),
        Column("nothing", COUNT, "How often nothing was done: stop, place none, stay, decline, pass."),
        Column("something", COUNT, "How often anything else was done."),
        Column("alternatives", COUNT, "Alternatives in all."),
    ),
    combine="sum",
)

NO_EVENTS = np.zeros((0, EVENT_WIDTH), np.int64)
ONE_EVENT = 1
SHARD_GAMES = 300


def _key(cell: Cell, seed: int) -> Any:
    return np.array([seed, name_key(cell.deal)], np.int64)


def _seats(matchup: Matchup) -> int:
    return len(matchup.decks)


def play_games(cell: Cell, number: int, seed: int, first: int, last: int) -> dict[str, Columns]:
    """The columns of each table for the games first..last-1 of a cell, which are whole blocks."""
    matchup: Matchup = cell.arrays
    n_seats = _seats(matchup)
    tally = new_tally(last - first, n_seats, len(matchup.cards))
    play_range(matchup.setting, _key(cell, seed), first, last, tally, NO_EVENTS)
    index = np.arange(first, last)
    return {
        GAMES.name: _games_columns(number, index, n_seats, tally),
        SEATS.name: _seats_columns(number, index, n_seats, tally),
        CARDS.name: _cards_columns(number, matchup, tally),
        ROUNDS.name: _rounds_columns(number, tally),
        CHOICES.name: _decisions_columns(number, tally),
    }


def _games_columns(number: int, index: Any, n_seats: int, tally: Tally) -> Columns:
    return {
        "game_id": number * GAMES_PER_CELL + index,
        "cell": np.full(len(index), number),
        "block": index // n_seats,
        **{one.name.lower(): tally.games[:, one] for one in GameCount},
    }


def _seats_columns(number: int, index: Any, n_seats: int, tally: Tally) -> Columns:
    each = np.repeat(index, n_seats)
    rows = tally.seats.reshape(len(each), -1)
    names = (*SEAT_VALUES, *(one.name.lower() for one in Count))
    return {
        "game_id": number * GAMES_PER_CELL + each,
        "cell": np.full(len(each), number),
        "block": each // n_seats,
        "entry": np.tile(np.arange(n_seats), len(index)),
        **{name: rows[:, place] for place, name in enumerate(names)},
    }


def _cards_columns(number: int, matchup: Matchup, tally: Tally) -> Columns:
    """Every card of every deck, also those that no game of this part saw; copies are counted once, with the first games."""
    kinds, copies = np.array([int(card["kind"]) - 1 for card in matchup.cards]), _copies(matchup)
    entry, card = np.nonzero(copies)
    names = np.array([matchup.cards[one]["card"] for one in card], np.str_)
    sums = tally.cards[entry, card]
    return {
        "cell": np.full(len(entry), number),
        "entry": entry,
        "card": names,
        "kind": kinds[card],
        "copies": copies[entry, card],
        **{column.name: sums[:, place] for place, column in enumerate(CARD_SUMS)},
    }


def _copies(matchup: Matchup) -> Any:
    """Copies of each card in each deck: (entries, cards)."""
    copies = np.zeros((_seats(matchup), len(matchup.cards)), np.int64)
    for number in range(_seats(matchup)):
        np.add.at(copies[number], matchup.setting.entries[number].card, 1)
    return copies


def _rounds_columns(number: int, tally: Tally) -> Columns:
    round_number, lead = np.nonzero(tally.rounds[:, :, 0])
    sums = tally.rounds[round_number, lead]
    return {
        "cell": np.full(len(lead), number),
        "round": round_number + 1,
        "lead": lead - MAX_LEAD,
        **{name: sums[:, place] for place, name in enumerate(ROUND_SUMS)},
    }


def _decisions_columns(number: int, tally: Tally) -> Columns:
    entry, decision = np.nonzero(tally.decisions[:, :, Way.ALTERNATIVES])
    sums = tally.decisions[entry, decision]
    return {
        "cell": np.full(len(entry), number),
        "entry": entry,
        "decision": decision,
        "nothing": sums[:, Way.NONE],
        "something": sums[:, Way.OTHER],
        "alternatives": sums[:, Way.ALTERNATIVES],
    }


def replay(cell: Cell, number: int, seed: int, index: int) -> Iterator[Event]:
    """One game again, told event by event; the games before it in its block are played, too (option first_leader)."""
    matchup: Matchup = cell.arrays
    first, rows = index - index % _seats(matchup), ONE_EVENT
    while True:
        events = np.zeros((rows, EVENT_WIDTH), np.int64)
        tally = new_tally(index + 1 - first, _seats(matchup), len(matchup.cards))
        n_events = play_range(matchup.setting, _key(cell, seed), first, index + 1, tally, events)
        if n_events <= rows:
            break
        rows = n_events
    start = {"game_id": number * GAMES_PER_CELL + index, "cell": cell.name, "seed": seed}
    yield from tell(matchup, start, index, events[:n_events].tolist())


def block_games(cell: Cell) -> int:
    """Games of a block: one for each rotation of the seats."""
    return _seats(cell.arrays)


def shard_games(_cell: Cell) -> int:
    """Games that take about a quarter of a second."""
    return SHARD_GAMES


def warm() -> None:
    """Compile the kernel by playing no game."""
    setting = np.zeros(1, Setting)[0]
    setting.rules.n_seats = FEWEST
    play_range(setting, np.zeros(2, np.int64), 0, 0, new_tally(0, FEWEST, 1), NO_EVENTS)


FEWEST = 2
HUNT = GameSpec(
    game="monster_hunter_tcg",
    play="hunt",
    title="Monster Hunter TCG",
    version=1,
    unit="one game to its end",
    tables=(GAMES, SEATS, CARDS, ROUNDS, CHOICES),
    options=tuple(option.name for option in OPTIONS),
    settings=CELL_SETTINGS,
    read_cell=read_setting,
    play_games=play_games,
    replay=replay,
    shard_games=shard_games,
    warm=warm,
    block_games=block_games,
)
SPECS = {HUNT.play: HUNT}
