"""What the judgement kernel reads and writes: records of whole numbers, one comment a field."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sim.deck import pile
from sim.rng import Stream

N_CLASSES = 11
MAX_HUNTERS = 4
MAX_MODIFIERS = 8
MAX_PACKS = 8
MAX_JOKERS = 16
MAX_DECK = 52 * MAX_PACKS + MAX_JOKERS
MAX_BASE_HAND = 3
MAX_EXTRA = 5
MAX_MAGAZINE = 12
MAX_HAND = MAX_BASE_HAND + MAX_EXTRA + 2  # base hand, bought cards, a bullet, an exchanged card
N_FLOP = 2
N_SHARED = 5
N_LATE_SHARED = N_SHARED - N_FLOP
MONSTER = MAX_HUNTERS  # the monster's place in tables by side
HANDS_PER_GAME = 1024  # independent hands that make one game


class Turns(IntEnum):
    """What one game is."""

    DECK = 0  # one deck dealt turn by turn to its end
    HANDS = 1  # 1,024 turns, each from a fresh deck


class ModifierOrder(IntEnum):
    """Option modifier_order of RP-J8."""

    SUM_THEN_CLAMP = 0
    ONE_BY_ONE = 1


class ColdHits(IntEnum):
    """Option cold_hits of RP-E2."""

    HUNTERS = 0
    ALL = 1


class DeckEnd(IntEnum):
    """Option deck_end of RP-T8."""

    BEFORE_TURN = 0
    MID_TURN = 1


class Action(IntEnum):
    """What a hunter does in a turn of the judgement (RP-T4, RP-D7)."""

    ATTACK = 0
    RELOAD = 1
    NONE = 2


class Outcome(IntEnum):
    """How one comparison ends for the hunter (RP-T6)."""

    WIN = 0
    TIE = 1
    LOSS = 2
    NO_COMPARISON = 3


class Counter(IntEnum):
    """Columns of a hunter's counters, summed over the turns of a game; the seats table names them in this order."""

    ATTACKS = 0
    WINS = 1  # wins, ties and losses stand in the order of Outcome
    TIES = 2
    LOSSES = 3
    RATE = 4
    DAMAGE_CLASS = 5
    DEALT = 6
    TAKEN = 7
    BOUGHT = 8
    EXCHANGED = 9


N_COUNTERS = len(Counter)


class EndReason(IntEnum):
    """Why a game ended."""

    DECK_END = 0
    HANDS_DONE = 1


class Kind(IntEnum):
    """Kinds of trace events; the row of an event is (kind, side, a, b, c, d)."""

    DECK = 0  # a: card
    LOAD = 1  # a: card
    TURN = 2  # a: turn, b: cards left
    DEAL = 3  # side, a: card, b: face down
    DECLARE = 4  # a: Action, b: 1 if the deck has enough cards for a reload, c: bullets held
    RELOAD = 5  # a: card
    BULLET = 6  # a: card
    EXTRA = 7  # a: known class, b: known cards, c: bought
    SHARED = 8  # a: card
    EXCHANGE = 9  # a: class, b: spare, c: card drawn or -1, d: card returned or -1
    CLASS = 10  # a: natural, b: final
    COMPARE = 11  # a: Outcome, b: damage class or -1, c: dealt, d: announced; the taken points follow as TAKEN
    TAKEN = 12  # a: points
    VOID = 13  # a: turn
    TURN_END = 14  # a: turn, b: cards left
    END = 15  # a: turns, b: EndReason, c: cards left


EVENT_WIDTH = 6
FLOP = -1  # the "side" of a card dealt to the flop

Policy = np.dtype(
    (
        np.record,
        [
            ("extra_bias", np.int64),  # RP-H2: buy a card if extra_bias + extra_class * known class > 0
            ("extra_class", np.int64),
            ("exchange_bias", np.int64),  # RP-H2: exchange if bias + spare * (0 or 1) + class * class > 0
            ("exchange_spare", np.int64),
            ("exchange_class", np.int64),
        ],
    )
)

Hunter = np.dtype(
    (
        np.record,
        [
            ("base_hand", np.int64),  # RP-T1: cards dealt to the hunter each turn
            ("extra_cards", np.int64),  # RP-H2: most cards bought in a turn
            ("exchange", np.int64),  # RP-H2: 1 if the hunter has the exchange
            ("magazine", np.int64),  # RP-D7: bullets a reload brings; 0 for other weapons
            ("n_modifiers", np.int64),
            ("modifiers", np.int64, (MAX_MODIFIERS,)),  # RP-J8: shifts of the class, in order
            ("damage_modifier", np.int64),  # RP-D1: points added to the damage
            ("armour", np.int64),  # RP-D5: points taken off each blow
            ("element_bonus", np.int64),  # RP-D3: the best bonus against this monster; 0 if it is not weak
            ("kind_bonus", np.int64),  # RP-D4: 1 if the monster is weak to the weapon's kind
            ("rating", np.int64, (N_CLASSES,)),  # RP-D1: points by class
            ("policy", Policy),
        ],
    )
)

Monster = np.dtype(
    (
        np.record,
        [
            ("hand_cards", np.int64),  # RP-T9: own cards
            ("n_modifiers", np.int64),
            ("modifiers", np.int64, (MAX_MODIFIERS,)),  # RP-J8
            ("rating", np.int64, (N_CLASSES,)),  # RP-D2: points by class for its size
            ("attack_level", np.int64),  # RP-D2
            ("level_correction", np.int64),  # RP-D2
        ],
    )
)

Rules = np.dtype(
    (
        np.record,
        [
            ("packs", np.int64),  # RP-J1
            ("jokers", np.int64),  # RP-J1 option jokers
            ("modifier_order", np.int64),  # RP-J8 option, ModifierOrder
            ("cold_hits", np.int64),  # RP-E2 option, ColdHits
            ("deck_end", np.int64),  # RP-T8 option, DeckEnd
            ("turns", np.int64),  # Turns
            ("cold", np.int64),  # RP-E2: 1 in the cold
            ("glare", np.int64),  # RP-E3: 1 in the glare
        ],
    )
)

Setting = np.dtype(
    (
        np.record,
        [
            ("rules", Rules),
            ("monster", Monster),
            ("n_hunters", np.int64),
            ("hunters", Hunter, (MAX_HUNTERS,)),
        ],
    )
)

Seat = np.dtype(
    (
        np.record,
        [
            ("hand", np.int64, (MAX_HAND,)),  # faces of the own cards, in the order they came
            ("n_cards", np.int64),
            ("n_hidden", np.int64),  # RP-E3: first cards that lie face down
            ("bullets", np.int64, (MAX_MAGAZINE,)),  # RP-D7: faces, oldest first
            ("n_bullets", np.int64),
            ("action", np.int64),  # Action
            ("natural", np.int64),  # class before modifiers
            ("final", np.int64),  # RP-J8: class after modifiers
            ("bought", np.int64),  # cards bought in the turn
            ("exchanged", np.int64),  # 1 if a card was exchanged in the turn
            ("outcome", np.int64),  # Outcome
            ("damage_class", np.int64),  # RP-D3, D4; -1 if nothing is dealt
            ("dealt", np.int64),  # points announced by the hunter
            ("taken", np.int64),  # points suffered
        ],
    )
)

State = np.dtype(
    (
        np.record,
        [
            ("stream", Stream),
            ("deck", pile(MAX_DECK)),
            ("sorted", np.int64, (MAX_DECK,)),  # RP-J1: all cards in order
            ("seats", Seat, (MAX_HUNTERS + 1,)),  # the hunters, then the monster at MONSTER
            ("shared", np.int64, (N_SHARED,)),  # faces: two flop cards, then three
            ("n_shared", np.int64),
            ("ranks", np.uint64),  # the shared cards as the three words of sim.poker.judge
            ("suits", np.uint64),
            ("lanes", np.uint64),
            ("turn", np.int64),  # from 1
            ("n_events", np.int64),
        ],
    )
)


class Tally(NamedTuple):
    """The arrays that a shard fills; G games, H = MAX_HUNTERS, sides = hunters and the monster."""

    games: np.ndarray  # (G, 3): turns, EndReason, cards left
    seats: np.ndarray  # (G, H, N_COUNTERS): by Counter
    classes: np.ndarray  # (2, (H + 1) * 121): side x natural x final; [0] n, [1] sum over games of n squared
    joint: np.ndarray  # (2, 4**H): outcomes of all hunters, base 4, the last hunter in the lowest digit; likewise


class Counts(NamedTuple):
    """What one game counts in: its rows of a Tally, the shard's sums, and its own counts for their squares."""

    game: np.ndarray  # (3,)
    seats: np.ndarray  # (H, N_COUNTERS)
    classes: np.ndarray  # as in Tally
    joint: np.ndarray
    game_classes: np.ndarray  # ((H + 1) * 121,): this game's counts
    game_joint: np.ndarray  # (4**H,)


def new_tally(n_games: int) -> Tally:
    """Empty counters for `n_games` games."""
    sides = MAX_HUNTERS + 1
    return Tally(
        np.zeros((n_games, 3), np.int64),
        np.zeros((n_games, MAX_HUNTERS, N_COUNTERS), np.int64),
        np.zeros((2, sides * N_CLASSES * N_CLASSES), np.int64),
        np.zeros((2, 4**MAX_HUNTERS), np.int64),
    )
