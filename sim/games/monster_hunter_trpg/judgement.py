"""The judgement played: turns of one deck to its end (RP-T8), or independent turns; counts of all that happens.

The order of resolution of a turn is the body of `play_turn`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.games.monster_hunter_trpg.rules import (
    buy_extra_cards,
    can_reload,
    cards_for_a_turn,
    choose_action,
    deal_base_hands,
    deal_late_shared_cards,
    exchange_card,
    fight,
    fill_magazine,
    general_rate,
    judge,
    new_deck,
    record,
    shoot,
    sort_cards,
    turn_can_begin,
)
from sim.games.monster_hunter_trpg.state import (
    HANDS_PER_GAME,
    MAX_HUNTERS,
    MONSTER,
    N_CLASSES,
    Action,
    Counter,
    Counts,
    EndReason,
    Kind,
    Outcome,
    State,
    Turns,
)
from sim.jit import kernel, rule
from sim.poker.judge import NO_CARDS

ATTACK, RELOAD, NO_COMPARISON = int(Action.ATTACK), int(Action.RELOAD), int(Outcome.NO_COMPARISON)
DECK_END, HANDS_DONE = int(EndReason.DECK_END), int(EndReason.HANDS_DONE)
N_OUTCOMES = len(Outcome)


@rule
def clear_turn(state: Any) -> None:
    """Order of resolution 10: all hands and shared cards are discarded."""
    state.n_shared = 0
    state.ranks, state.suits, state.lanes = NO_CARDS
    for side in range(MAX_HUNTERS + 1):
        seat = state.seats[side]
        seat.n_cards, seat.n_hidden, seat.bought, seat.exchanged = 0, 0, 0, 0
        seat.outcome = NO_COMPARISON


@rule
def declare(state: Any, setting: Any, events: Any) -> None:
    """RP-T4: in dealing order, each hunter's action with the cards it brings at once."""
    for i in range(setting.n_hunters):
        hunter, seat = setting.hunters[i], state.seats[i]
        seat.action = choose_action(state, i, hunter, setting.rules)
        can = 1 if can_reload(state, hunter) else 0
        record(state, events, Kind.DECLARE, i, seat.action, can, seat.n_bullets, 0)
        if seat.action == RELOAD:
            fill_magazine(state, i, hunter.magazine, Kind.RELOAD, events)
        if seat.action == ATTACK:
            if hunter.magazine > 0:
                shoot(state, i, setting.rules, events)
            buy_extra_cards(state, i, hunter, events)


@rule
def resolve(state: Any, setting: Any, events: Any) -> None:
    """Exchanges, classes and comparisons, each in dealing order (order of resolution 6 to 8)."""
    for i in range(setting.n_hunters):
        if state.seats[i].action == ATTACK:
            exchange_card(state, i, setting.hunters[i], events)
    for i in range(setting.n_hunters):
        if state.seats[i].action == ATTACK:
            judge(state, i, setting.hunters[i], setting.rules, events)
    judge(state, MONSTER, setting.monster, setting.rules, events)
    for i in range(setting.n_hunters):
        if state.seats[i].action == ATTACK:
            fight(state, i, setting.hunters[i], setting.monster, events)


@rule
def play_turn(state: Any, setting: Any, events: Any) -> Any:
    """One turn in its order of resolution; False if the deck broke it off (RP-T8, mid_turn)."""
    record(state, events, Kind.TURN, 0, state.turn, state.deck.left, 0, 0)
    clear_turn(state)
    if not deal_base_hands(state, setting, events):
        return False
    declare(state, setting, events)
    for i in range(setting.n_hunters):
        state.seats[i].n_hidden = 0  # RP-E3: face-down cards open after all declarations
    if not deal_late_shared_cards(state, events):
        return False
    resolve(state, setting, events)
    record(state, events, Kind.TURN_END, 0, state.turn, state.deck.left, 0, 0)
    return True


@rule
def count_once(counts: Any, game_counts: Any, index: Any) -> None:
    """Count one occurrence; counts[1] grows so that it is the sum over games of the squared count of a game."""
    counts[0, index] += 1
    counts[1, index] += 2 * game_counts[index] + 1
    game_counts[index] += 1


@rule
def count_turn(state: Any, setting: Any, counts: Any) -> None:
    """Add one whole turn to the counters of the shard."""
    joint = 0
    for i in range(setting.n_hunters):
        seat, row = state.seats[i], counts.seats[i]
        joint = joint * N_OUTCOMES + seat.outcome
        if seat.action == ATTACK:
            row[Counter.ATTACKS] += 1
            row[Counter.WINS + seat.outcome] += 1
            row[Counter.RATE] += general_rate(seat.final)
            row[Counter.DAMAGE_CLASS] += max(seat.damage_class, 0)
            row[Counter.DEALT] += seat.dealt
            row[Counter.TAKEN] += seat.taken
            count_once(counts.classes, counts.game_classes, (i * N_CLASSES + seat.natural) * N_CLASSES + seat.final)
        row[Counter.BOUGHT] += seat.bought
        row[Counter.EXCHANGED] += seat.exchanged
    monster = state.seats[MONSTER]
    count_once(counts.classes, counts.game_classes, (MONSTER * N_CLASSES + monster.natural) * N_CLASSES + monster.final)
    count_once(counts.joint, counts.game_joint, joint)


@rule
def open_deck(state: Any, setting: Any, key: Any, index: Any, n: Any, events: Any) -> None:
    """A new deck; of a fresh deck for one turn only the cards that the turn can take are shuffled."""
    wanted = state.deck.capacity
    if setting.rules.turns == Turns.HANDS:
        most = cards_for_a_turn(setting)
        for i in range(setting.n_hunters):
            hunter = setting.hunters[i]
            most += hunter.extra_cards + hunter.exchange + min(hunter.magazine, 1)
        wanted = min(wanted, most)
    new_deck(state, key, index, n, wanted)
    if events.shape[0] > 0:
        for i in range(wanted):
            record(state, events, Kind.DECK, 0, state.deck.cards[i], 0, 0, 0)


@rule
def load_magazines(state: Any, setting: Any, events: Any) -> None:
    """RP-Q2: the action of the arrival phase: gunners come with a full magazine, taken from the deck (RP-D7)."""
    for i in range(setting.n_hunters):
        state.seats[i].n_bullets = 0
        if setting.hunters[i].magazine > 0:
            fill_magazine(state, i, setting.hunters[i].magazine, Kind.LOAD, events)


@rule
def play_turns(state: Any, setting: Any, key: Any, index: Any, counts: Any, events: Any) -> Any:
    """All turns of one game, counted in `counts`; the number of whole turns."""
    whole_deck = setting.rules.turns == Turns.DECK
    turns, going = 0, True
    while going:
        state.turn = turns + 1
        if not whole_deck:
            open_deck(state, setting, key, index, turns, events)
        elif not turn_can_begin(state, setting):
            break
        going = play_turn(state, setting, events)
        if going:
            count_turn(state, setting, counts)
            turns += 1
            going = whole_deck or turns < HANDS_PER_GAME
        else:
            record(state, events, Kind.VOID, 0, state.turn, 0, 0, 0)
    return turns


@rule
def play_game(state: Any, setting: Any, key: Any, index: Any, counts: Any, events: Any) -> None:
    """One game from the deck to its end."""
    whole_deck = setting.rules.turns == Turns.DECK
    if whole_deck:
        open_deck(state, setting, key, index, 0, events)
        load_magazines(state, setting, events)
    turns = play_turns(state, setting, key, index, counts, events)
    reason = DECK_END if whole_deck else HANDS_DONE
    counts.game[0], counts.game[1], counts.game[2] = turns, reason, state.deck.left
    record(state, events, Kind.END, 0, turns, reason, state.deck.left, 0)


@kernel
def play_range(setting: Any, key: Any, first: Any, last: Any, tally: Any, events: Any) -> None:
    """Play the games first..last-1 of a cell into `tally`; `key` is (seed, cell key).

    `events` has no rows in a batch; with rows it takes the events of the one game played.
    """
    states = np.zeros(1, State)  # a record does not keep its array alive: take it from here in every game
    sort_cards(states[0], setting.rules)
    game_classes = np.zeros(tally.classes.shape[1], np.int64)
    game_joint = np.zeros(tally.joint.shape[1], np.int64)
    for index in range(first, last):
        game = index - first
        game_classes[:] = 0
        game_joint[:] = 0
        counts = Counts(tally.games[game], tally.seats[game], tally.classes, tally.joint, game_classes, game_joint)
        play_game(states[0], setting, key, index, counts, events)
