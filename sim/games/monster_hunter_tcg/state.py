"""What the kernels of Monster Hunter TCG read and write: records of whole numbers, one comment a field.

A *slot* is the number 0..39 of a physical card in the deck list of its owner. It is always in exactly one zone of its owner:
draw pile, hand, discard pile, on the map, weapon, armour or material. All zones but the pile are *sets*: bit `slot` of a
whole number. An *area* is seat x n_local + place; CAMP stands for the camp of one's own.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sim.deck import pile
from sim.games.monster_hunter_tcg.vocabulary import ICONS, LINES, Op
from sim.rng import Stream

MAX_SEATS = 4
DECK_CARDS = 40  # TCG-S1
MAX_LOCAL = 6  # areas of one map
MAX_AREAS = MAX_SEATS * MAX_LOCAL
MAX_MOVE = 8  # a hunter who may move farther moves so far
MAX_CARDS = 192  # different cards of one line-up
MAX_CLAUSES = 4  # of one text
N_LINES = len(LINES)
N_ICONS = len(ICONS)
N_OPS = len(Op)
MAX_WAITING = 64  # abilities that wait to act
MAX_CHOICES = 512  # alternatives of one decision
MAX_NOTED = 60  # rounds whose leads are noted; later ones count as the last of them
HR_BITS = 15  # of a seat in the row of the end
MAX_LEAD = 20  # a lead beyond counts as this
SHARES = 12  # a win in parts: 12 for a sole winner, 6, 4 or 3 for each of several
HAND_LIMIT = 6  # TCG-D1
WINNING_HR = 20  # TCG-W1
LAST_RETREAT = 3  # TCG-R2
ROOM_IN_AREA = 3  # TCG-P2
CAMP = -1
NONE = -1


class Kind(IntEnum):
    """Kinds of cards (TCG-C1 to C5)."""

    HUNTER = 0
    MONSTER = 1
    WEAPON = 2
    ARMOUR = 3
    ITEM = 4


class Phase(IntEnum):
    """Phases of a round."""

    DRAW = 0
    PLACE = 1
    MOVE = 2
    HUNT = 3
    EQUIP = 4
    END = 5


class Decision(IntEnum):
    """The decisions of a seat, as the rulebook lists them."""

    DISCARD = 0
    PLACE = 1
    MOVE = 2
    ORDER = 3
    TARGET = 4
    WINDOW = 5
    EQUIP_WEAPON = 6
    EQUIP_ARMOUR = 7
    PAY = 8
    GIVE_UP = 9
    RECOVER = 10


class EndReason(IntEnum):
    """Why a game ended (TCG-W1 to W3)."""

    HR = 0
    LAST_SEAT = 1
    NOBODY = 2
    ROUND_CAP = 3


class WinCheck(IntEnum):
    """Option win_check of TCG-W2."""

    IMMEDIATE = 0
    PHASE = 1
    ROUND = 2


class Why(IntEnum):
    """Why a card was discarded, or HR changed hands."""

    HAND = 0
    ROOM = 1
    ROOM_ALL = 2
    PAID = 3
    REPLACED = 4
    UNIQUE = 5
    MAIN_TARGET = 6
    USED = 7
    BOOST = 8
    EFFECT = 9
    LEFT = 10
    SLAIN = 11
    HIDDEN = 12
    EMPTY_MAP = 13
    DAMAGE = 14


class Count(IntEnum):
    """What is counted for each seat of a game: the columns of the seats table."""

    SLAIN = 0  # monsters slain by the seat
    LOST = 1  # own monsters slain
    HR_SLAIN = 2  # HR points for monsters slain
    HR_HIDDEN = 3  # HR points for face-down monsters (TCG-N4)
    HR_GIFT = 4  # HR points for what others had to discard, or for an empty map
    PLACED = 5  # monsters placed
    EQUIPPED = 6  # weapons and armours put on
    ITEMS = 7  # items used
    BOOSTS = 8  # cards discarded for attack or defence
    MILLED = 9  # cards lost to damage and effects
    LED = 10  # rounds as the leader
    BLOWS = 11  # attacks on monsters


N_COUNTS = len(Count)


class Way(IntEnum):
    """How a decision with two or more alternatives was taken: the columns of the decisions table."""

    NONE = 0  # to do nothing: stop, place none, stay, decline, pass
    OTHER = 1  # anything else
    ALTERNATIVES = 2  # sum of their numbers


N_WAYS = len(Way)


class GameCount(IntEnum):
    """What is noted of each game: the columns of the games table."""

    FIRST_LEADER = 0  # seat
    WINNERS = 1  # set of entries
    END_REASON = 2
    ROUNDS = 3
    LEAD_CHANGES = 4
    DECISIVE_ROUND = 5


N_GAME_COUNTS = len(GameCount)
MEASURES = ("opening", "drawn", "played")
"""What is counted of each card of a seat: copies in the opening hand, ever drawn, played (see the cards table)."""

SUMS = ("n", "y", "nn", "ny", "yy", "n_all", "y_all")
"""Sums over blocks of each measure: n copies, y copies x shares of wins, their squares and product, and their products with
all shares of the entry in the block."""

PAIRED = ("n_drawn_n_played", "n_drawn_y_played", "y_drawn_n_played", "y_drawn_y_played")
"""Products of drawn and played copies, summed over blocks: for metrics that compare the two."""

N_CARD_SUMS = len(MEASURES) * len(SUMS) + len(PAIRED)
N_LEADS = 2 * MAX_LEAD + 1
ROUND_SUMS = ("n", "y", "nn", "ny", "yy")
"""Sums over blocks for each round and lead: n seats, y their shares of wins, squares and product."""


class Tally(NamedTuple):
    """The arrays that a batch fills; G games of S seats, C cards of the line-up."""

    games: np.ndarray  # (G, N_GAME_COUNTS)
    seats: np.ndarray  # (G, S, N_SEAT_VALUES): by entry
    cards: np.ndarray  # (S, C, N_CARD_SUMS): by entry and card
    rounds: np.ndarray  # (MAX_NOTED, N_LEADS, len(ROUND_SUMS))
    decisions: np.ndarray  # (S, len(Decision), N_WAYS): by entry


SEAT_VALUES = ("seat", "share", "hr", "rank", "retreats", "left", "draw_pile", "hand", "material")
"""What the seats table says of each entry of a game before its counts."""

N_SEAT_VALUES = len(SEAT_VALUES) + N_COUNTS


def new_tally(n_games: int, n_seats: int, n_cards: int) -> Tally:
    """Empty counters for `n_games` games."""
    return Tally(
        np.zeros((n_games, N_GAME_COUNTS), np.int64),
        np.zeros((n_games, n_seats, N_SEAT_VALUES), np.int64),
        np.zeros((n_seats, n_cards, N_CARD_SUMS), np.int64),
        np.zeros((MAX_NOTED, N_LEADS, len(ROUND_SUMS)), np.int64),
        np.zeros((n_seats, len(Decision), N_WAYS), np.int64),
    )


class Event(IntEnum):
    """Kinds of trace events; a row is (kind, a, b, c, d, e, f, g)."""

    SHUFFLE = 0  # a: seat, b: number of the shuffle; the cards follow as CARD rows, top first
    CARD = 1  # a: slot
    ROUND = 2  # a: round, b: leader
    PHASE = 3  # a: Phase
    DECISION = 4  # a: seat, b: Decision, c: number of alternatives, d: chosen one; the alternatives follow
    OPTION = 5  # a..d: the alternative
    DRAW = 6  # a: seat, b: slot
    MILL = 7  # a: seat, b: slot, c: Why
    DISCARDED = 8  # a: seat, b: slot, c: Why
    RETREAT = 9  # a: seat, b: retreats
    LEFT = 10  # a: seat
    PLACED = 11  # a: seat, b: slot, c: area
    MOVED = 12  # a: seat, b: area
    LURED = 13  # a: owner, b: slot, c: area
    TURNED = 14  # a: owner, b: slot, c: 1 face up, d: seat that did it
    BLOW = 15  # a: seat, b: owner, c: slot, d: attack, e: HP before, f: HP after
    STRIKE = 16  # a: owner, b: slot, c: victim, d: attack, e: defence, f: damage
    SLAIN = 17  # a: owner, b: slot, c: seat, d: HR
    HR = 18  # a: seat, b: change, c: total, d: Why
    ABILITY = 19  # a: seat, b: slot (-1: the hunter), c: Trigger, d, e: chosen target
    COIN = 20  # a: 1 heads
    CHANGE = 21  # a: Changed, b: seat, c: slot or -1, d: by, e: 1 for the next blow only
    RESTORED = 22  # a: seat, b: slot, c: cards put back with it, a row each
    RECOVERED = 23  # a: seat, b: slot
    EQUIPPED = 24  # a: seat, b: slot
    MATERIAL = 25  # a: seat, b: slot
    RESET = 26
    END = 27  # a: rounds, b: EndReason, c: winning seats, d: HR of all seats, HR_BITS each, e: number of seats


EVENT_WIDTH = 8

Clause = np.dtype(
    (
        np.record,
        [
            ("trigger", np.int64),  # TCG-F1: effects.Trigger
            ("condition", np.int64),  # TCG-F3: effects.Condition
            ("condition_value", np.int64),  # its element, line or number
            ("coin", np.int64),  # TCG-F2: 1 if a coin decides
            ("op", np.int64),  # effects.Op
            ("target", np.int64),  # effects.Target
            ("amount", np.int64),  # signed; a Kind of card for `recover`
            ("once", np.int64),  # TCG-F4: 1 for the next blow only
            ("ability", np.int64),  # number of the ability within the text
        ],
    )
)

Text = np.dtype((np.record, [("n", np.int64), ("clauses", Clause, (MAX_CLAUSES,))]))

Card = np.dtype(
    (
        np.record,
        [
            ("kind", np.int64),  # Kind
            ("number", np.int64),  # printed number
            ("attack", np.int64),  # hunter, monster, weapon
            ("defence", np.int64),  # hunter, armour
            ("move", np.int64),  # hunter, weapon: areas
            ("speed", np.int64),  # hunter, monster, weapon
            ("icons", np.int64),  # set of item icons
            ("line", np.int64),  # weapon line of hunter and weapon, armour line of armour
            ("element", np.int64),  # of a weapon; the weak element of a monster
            ("cost", np.int64),  # weapon, armour: material points
            ("hr", np.int64),  # monster
            ("hp", np.int64),  # monster
            ("main_target", np.int64),  # monster: 1 with the icon
            ("unique", np.int64),  # monster: 1 with the flag
            ("points", np.int64),  # monster: material points
        ],
    )
)

Rules = np.dtype(
    (
        np.record,
        [
            ("n_seats", np.int64),  # TCG-S1
            ("two_players", np.int64),  # TCG-S1: 1 if the two-player rules hold
            ("first_leader", np.int64),  # TCG-S3: 1 for previous_winner
            ("retreat_when_needed", np.int64),  # TCG-D2
            ("full_map_removes_all", np.int64),  # TCG-P3
            ("placements", np.int64),  # TCG-P3: monsters a round
            ("reveal_strike_attacker_only", np.int64),  # TCG-H11
            ("weakness_bonus", np.int64),  # TCG-H4
            ("armour_discard_bonus", np.int64),  # TCG-H7
            ("recycle_same_line", np.int64),  # TCG-E3
            ("end_by_seat", np.int64),  # TCG-N7
            ("unique_own_copies", np.int64),  # TCG-N1: 1 for counted
            ("main_target_all", np.int64),  # TCG-N2: 1 for all
            ("hidden_hr_each", np.int64),  # TCG-N4: 1 for each
            ("leader_tie_first", np.int64),  # TCG-L1: 1 for leader_first
            ("win_check", np.int64),  # TCG-W2: WinCheck
            ("round_cap", np.int64),  # TCG-W3
        ],
    )
)

Map = np.dtype(
    (
        np.record,
        [
            ("n_local", np.int64),  # areas of one seat's map
            ("near", np.int64, (MAX_AREAS,)),  # set of areas one road away
            ("camp", np.int64, (MAX_SEATS,)),  # set of areas one road away from a seat's camp
        ],
    )
)

MAX_WEIGHTS = 24  # weights of one decision

Entry = np.dtype(
    (
        np.record,
        [
            ("hunter", np.int64),  # number of the hunter card in `cards`
            ("card", np.int64, (DECK_CARDS,)),  # slot -> number in `cards`
            ("of_kind", np.int64, (5,)),  # Kind -> set of slots
            ("of_line", np.int64, (N_LINES,)),  # weapon line -> set of slots of weapons
            ("with_icon", np.int64, (N_ICONS,)),  # icon -> set of slots of items
            ("beside", np.int64, (N_OPS,)),  # effects.Op -> set of slots of monsters whose material text changes this value
            ("forbidden", np.int64),  # set of slots that the policy may not play
            ("forced", np.int64),  # set of slots that come into the opening hand
            ("weights", np.int64, (len(Decision), MAX_WEIGHTS)),  # of the policy, a row a decision
            ("temperature", np.int64),  # of the policy
        ],
    )
)

Setting = np.dtype(
    (
        np.record,
        [
            ("rules", Rules),
            ("map", Map),
            ("entries", Entry, (MAX_SEATS,)),  # the line-up: entry e sits at seat (e + rotation) % n_seats
            ("n_cards", np.int64),
            ("cards", Card, (MAX_CARDS,)),
            ("texts", Text, (MAX_CARDS,)),  # card number -> its ability or effect
            ("material_texts", Text, (MAX_CARDS,)),  # card number -> what it does as material
        ],
    )
)

Seat = np.dtype(
    (
        np.record,
        [
            ("entry", np.int64),  # place in the line-up
            ("deck", pile(DECK_CARDS)),  # slots
            ("hand", np.int64),  # set of slots
            ("discards", np.int64),  # set of slots
            ("material", np.int64),  # set of slots
            ("weapon", np.int64),  # slot, or NONE
            ("armour", np.int64),  # slot, or NONE
            ("area", np.int64),  # of the hunter, or CAMP
            ("hr", np.int64),  # HR points
            ("owed", np.int64),  # HR points that all others gain when the discards of TCG-N1 or N2 are made
            ("retreats", np.int64),
            ("left", np.int64),  # 1 after TCG-N3
            ("shuffles", np.int64),  # of this deck so far
            ("doomed", np.int64),  # TCG-N1: copies that must go: a set of slots
            ("acted", np.int64),  # TCG-H2: 1 if the hunter's chance is gone
            ("attack", np.int64),  # changes for the rest of the hunt phase: boosts, items, abilities
            ("defence", np.int64),
            ("speed", np.int64),
            ("attack_once", np.int64),  # changes for the next blow only
            ("defence_once", np.int64),
            ("on_map", np.int64, (MAX_LOCAL,)),  # own monsters by place: sets of slots
            ("face_up", np.int64),  # own monsters that lie face up: a set
            ("attacked", np.int64),  # own monsters that have attacked in this hunt phase: a set
            ("hp", np.int64, (DECK_CARDS,)),  # of a monster on the map, by slot
            ("monster_attack", np.int64, (DECK_CARDS,)),  # change until the end phase, by slot
            ("monster_speed", np.int64, (DECK_CARDS,)),
            ("turned_at", np.int64, (DECK_CARDS,)),  # TCG-N1: the moment it was turned up
            ("opening", np.int64),  # cards of the opening hand: a set; this one and the next two are only counted
            ("drawn", np.int64),  # cards that were ever drawn or taken back
            ("played", np.int64),  # cards that were placed, equipped, used or discarded for a boost
            ("counts", np.int64, (N_COUNTS,)),  # Count: for the seats table
        ],
    )
)

Pending = np.dtype(
    (
        np.record,
        [
            ("seat", np.int64),  # the hunter who is about to strike, or the victim of a monster; NONE
            ("owner", np.int64),  # the monster about to be struck or to strike
            ("slot", np.int64),
            ("by_monster", np.int64),  # 1 if the monster strikes
        ],
    )
)

State = np.dtype(
    (
        np.record,
        [
            ("seats", Seat, (MAX_SEATS,)),
            ("round_number", np.int64),  # from 1; a field named `round` is a method of records without JIT
            ("leader", np.int64),  # seat
            ("first_leader", np.int64),  # seat that led the first round
            ("phase", np.int64),  # Phase
            ("moment", np.int64),  # counts turn-ups
            ("pending", Pending),  # what the open window is about
            ("over", np.int64),  # 1 when the game has ended
            ("reason", np.int64),  # EndReason
            ("winners", np.int64),  # set of seats
            ("deal_stream", Stream),
            ("effect_streams", Stream, (MAX_SEATS,)),
            ("policy_streams", Stream, (MAX_SEATS,)),
            ("key", np.int64, (2,)),  # seed, cell
            ("block", np.int64),
            ("index", np.int64),
            ("victims", np.int64),  # set of seats that the attacking monster hits
            ("first_waiting", np.int64),  # abilities that wait to act: a queue in `waiting`
            ("n_waiting", np.int64),
            ("waiting", np.int64, (MAX_WAITING, 4)),  # seat, slot, effects.Trigger, seat that caused it
            ("leads", np.int64, (MAX_NOTED, MAX_SEATS)),  # lead of each entry at the end of each round
            ("ahead", np.int64),  # entry that alone had the most HR points last; NONE before
            ("ahead_since", np.int64),  # round
            ("lead_changes", np.int64),
            ("taken", np.int64, (MAX_SEATS, len(Decision), N_WAYS)),  # Way: by entry, over all games of a batch
            ("n_choices", np.int64),
            ("choices", np.int64, (MAX_CHOICES, 4)),  # the alternatives of the decision being made
            ("scores", np.int64, (MAX_CHOICES,)),
            ("is_told", np.int64),  # 1 if events are counted or written
            ("n_events", np.int64),
        ],
    )
)
