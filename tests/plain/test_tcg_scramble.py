"""Hidden information stays hidden: what a seat cannot see may be anything, its alternatives and scores stay the same.

At many decisions of whole games, everything that lies hidden from the deciding seat is exchanged for other cards: hands and
draw piles of the others, their face-down monsters, the order of the own draw pile. Then the scores are worked out again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sim.games.monster_hunter_tcg.play import decisions, game, hunt, phases
from sim.games.monster_hunter_tcg.policy import board, choice, draw
from sim.games.monster_hunter_tcg.policy import hunt as hunt_scores
from sim.games.monster_hunter_tcg.state import EVENT_WIDTH, Decision, Kind, State
from tests.hunt_cells import STARTERS, cell_of

SCORERS: dict[Decision, Callable[[Any, Any, int], None]] = {
    Decision.DISCARD: draw.score_discards,
    Decision.PLACE: board.score_placements,
    Decision.MOVE: board.score_moves,
    Decision.ORDER: hunt_scores.score_order,
    Decision.TARGET: hunt_scores.score_targets,
    Decision.WINDOW: hunt_scores.score_acts,
    Decision.EQUIP_WEAPON: board.score_weapons,
    Decision.EQUIP_ARMOUR: board.score_armours,
    Decision.PAY: board.score_payments,
    Decision.GIVE_UP: board.score_sacrifices,
    Decision.RECOVER: draw.score_recoveries,
}
EVERY = 20  # every twentieth decision is looked at, and the first ones of each kind


def exchange(seat: Any, a: int, b: int) -> None:
    """Two slots of a seat change places in all its zones and on the map."""
    for name in ("hand", "discards", "material", "face_up", "attacked", "doomed"):
        seat[name] = swapped(int(seat[name]), a, b)
    for place in range(len(seat.on_map)):
        seat.on_map[place] = swapped(int(seat.on_map[place]), a, b)
    for name in ("hp", "monster_attack", "monster_speed", "turned_at"):
        seat[name][[a, b]] = seat[name][[b, a]]
    cards = seat.deck.cards
    where_a, where_b = np.flatnonzero(cards == a), np.flatnonzero(cards == b)
    cards[where_a], cards[where_b] = b, a


def swapped(cards: int, a: int, b: int) -> int:
    """A set of slots in which two have changed places."""
    has_a, has_b = cards >> a & 1, cards >> b & 1
    return cards & ~(1 << a) & ~(1 << b) | has_a << b | has_b << a


def hidden_slots(state: Any, number: int, watcher: int) -> list[int]:
    """The slots of a seat that the watcher cannot see."""
    seat = state.seats[number]
    pile = [int(seat.deck.cards[(seat.deck.top + i) % len(seat.deck.cards)]) for i in range(seat.deck.left)]
    if number == watcher:
        return pile
    hand = [slot for slot in range(40) if int(seat.hand) >> slot & 1]
    down = [
        slot for slot in range(40) for cards in seat.on_map if int(cards) >> slot & 1 and not int(seat.face_up) >> slot & 1
    ]
    return pile + hand + down


def scramble(state: Any, setting: Any, watcher: int, rng: random.Random) -> None:
    """Exchange hidden cards at random; what lies face down stays a monster (TCG-P1)."""
    for number in range(setting.rules.n_seats):
        slots = hidden_slots(state, number, watcher)
        cards = setting.entries[state.seats[number].entry].card
        monsters = [slot for slot in slots if setting.cards[cards[slot]].kind == Kind.MONSTER]
        others = [slot for slot in slots if slot not in monsters]
        for group in (monsters, others, [slot for slot in slots if not on_map(state.seats[number], slot)]):
            for _ in range(2 * len(group)):
                exchange(state.seats[number], *rng.sample(group, 2)) if len(group) > 1 else None


def on_map(seat: Any, slot: int) -> bool:
    """Whether a slot lies on the map."""
    return any(int(cards) >> slot & 1 for cards in seat.on_map)


@pytest.mark.parametrize(("n_seats", "policy"), [(2, "greedy"), (4, "greedy"), (3, "tuned"), (4, "random")])
def test_a_seat_decides_by_what_it_may_know(n_seats: int, policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores of all alternatives are the same after everything hidden was exchanged."""
    setting = cell_of({"decks": STARTERS[:n_seats], "policies": [policy]}).arrays.setting
    rng = random.Random(n_seats)
    looked: dict[int, int] = {}
    made = 0

    def watched(state: Any, setting: Any, seat: int, decision: int, events: Any) -> int:
        nonlocal made
        made += 1
        if state.n_choices > 1 and (made % EVERY == 0 or looked.get(decision, 0) < EVERY):
            looked[decision] = looked.get(decision, 0) + 1
            copies = np.zeros(1, State)
            copies[0] = state
            copy = copies[0]
            scramble(copy, setting, seat, rng)
            copy.scores[:] = 0
            SCORERS[Decision(decision)](copy, setting, seat)
            n = int(state.n_choices)
            assert copy.scores[:n].tolist() == state.scores[:n].tolist(), Decision(decision)
        return int(choose(state, setting, seat, decision, events))

    choose = choice.choose
    for module in (phases, hunt, decisions):
        monkeypatch.setattr(module, "choose", watched)
    states = np.zeros(1, State)
    states[0].key[0] = 3
    with np.errstate(over="ignore"):
        for index in range(0, n_seats, 2):
            game.play_game(states[0], setting, index, np.zeros((0, EVENT_WIDTH), np.int64))
    assert {Decision(one) for one in looked} >= {Decision.DISCARD, Decision.PLACE, Decision.MOVE, Decision.TARGET}
    assert looked[Decision.WINDOW] > 10
