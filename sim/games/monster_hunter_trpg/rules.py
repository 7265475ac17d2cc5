"""The rules of the judgement, one function a paragraph; ids as in data/rulebooks/monster_hunter_trpg.md."""

from __future__ import annotations

from typing import Any

from sim.deck import draw, put_under
from sim.games.monster_hunter_trpg.state import (
    FLOP,
    MONSTER,
    N_FLOP,
    N_LATE_SHARED,
    N_SHARED,
    Action,
    ColdHits,
    DeckEnd,
    Kind,
    ModifierOrder,
    Outcome,
    Turns,
)
from sim.jit import rule
from sim.poker.classes import JOKER, HandClass
from sim.poker.judge import add_card, class_of
from sim.rng import Purpose, shuffle_first, start

NOP = int(HandClass.NOP)
FIVE = int(HandClass.FIVE)
WIN, TIE, LOSS = int(Outcome.WIN), int(Outcome.TIE), int(Outcome.LOSS)
SHUFFLE = int(Purpose.SHUFFLE)
NOTHING = -1


@rule
def record(state: Any, events: Any, kind: Any, side: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    """Write one event; a batch passes a buffer without rows and writes nothing."""
    if events.shape[0] > 0:
        row = events[state.n_events]
        row[0], row[1], row[2], row[3], row[4], row[5] = kind, side, a, b, c, d
        state.n_events += 1


# The deck


@rule
def sort_cards(state: Any, rules: Any) -> None:
    """RP-J1: packs x 52 cards and the jokers, in the order from which every deck is shuffled."""
    n = 0
    for _ in range(rules.packs):
        for face in range(JOKER):
            state.sorted[n] = face
            n += 1
    for _ in range(rules.jokers):
        state.sorted[n] = JOKER
        n += 1
    state.deck.capacity = n


@rule
def new_deck(state: Any, key: Any, index: Any, n: Any, wanted: Any) -> None:
    """RP-J1: all cards in one deck, its first `wanted` cards in random order.

    `key` is (seed, cell), `index` the game and `n` the number of the deck within it.
    """
    deck = state.deck
    deck.top, deck.left = 0, deck.capacity
    for i in range(deck.capacity):
        deck.cards[i] = state.sorted[i]
    start(state.stream, key[0], key[1], index, SHUFFLE, 0, n)
    shuffle_first(deck.cards, deck.capacity, wanted, state.stream)


@rule
def cards_for_a_turn(setting: Any) -> Any:
    """RP-T8: base hands and five shared cards, what a turn needs at least."""
    needed = N_SHARED + setting.monster.hand_cards
    for i in range(setting.n_hunters):
        needed += setting.hunters[i].base_hand
    return needed


@rule
def turn_can_begin(state: Any, setting: Any) -> Any:
    """RP-T8: by option deck_end, a turn needs all its cards, or one card, to begin."""
    if setting.rules.deck_end == DeckEnd.BEFORE_TURN:
        return state.deck.left >= cards_for_a_turn(setting)
    return state.deck.left > 0


# The deal


@rule
def deal_to(state: Any, side: Any, hidden: Any, events: Any) -> None:
    """Give the top card to a side's own hand; the draw pile must not be empty."""
    seat = state.seats[side]
    card = draw(state.deck)
    seat.hand[seat.n_cards] = card
    seat.n_cards += 1
    seat.n_hidden += hidden
    record(state, events, Kind.DEAL, side, card, hidden, 0, 0)


@rule
def lay_shared_card(state: Any) -> Any:
    """Lay the top card among the shared ones."""
    card = draw(state.deck)
    state.shared[state.n_shared] = card
    state.n_shared += 1
    state.ranks, state.suits, state.lanes = add_card((state.ranks, state.suits, state.lanes), card)
    return card


@rule
def deal_flop_card(state: Any, events: Any) -> None:
    """Lay one flop card; the first is the motion card (RP-T2)."""
    record(state, events, Kind.DEAL, FLOP, lay_shared_card(state), 0, 0, 0)


@rule
def deal_base_hands(state: Any, setting: Any, events: Any) -> Any:
    """RP-T1: one card at a time to the hunters in order, the monster, the flop; complete hands are skipped.

    RP-T9: the monster's own cards come at the GM's place. RP-E3: in the glare the first base card of a hunter lies face
    down. False if the deck ran out (RP-T8, mid_turn).
    """
    going, round_of_deal = True, 0
    while going:
        going = False
        for i in range(setting.n_hunters):
            if state.seats[i].n_cards < setting.hunters[i].base_hand:
                if state.deck.left == 0:
                    return False
                deal_to(state, i, 1 if setting.rules.glare == 1 and round_of_deal == 0 else 0, events)
                going = True
        if state.seats[MONSTER].n_cards < setting.monster.hand_cards:
            if state.deck.left == 0:
                return False
            deal_to(state, MONSTER, 1, events)
            going = True
        if state.n_shared < N_FLOP:
            if state.deck.left == 0:
                return False
            deal_flop_card(state, events)
            going = True
        round_of_deal += 1
    return True


@rule
def deal_late_shared_cards(state: Any, events: Any) -> Any:
    """RP-T5: three more shared cards after the declarations; False if the deck ran out (RP-T8, mid_turn)."""
    if state.deck.left < N_LATE_SHARED:
        state.deck.left = 0  # the last cards are dealt, too few for the turn
        return False
    for _ in range(N_LATE_SHARED):
        record(state, events, Kind.SHARED, FLOP, lay_shared_card(state), 0, 0, 0)
    return True


# Declarations


@rule
def fill_magazine(state: Any, side: Any, size: Any, kind: Any, events: Any) -> None:
    """RP-D7: a reload discards the old bullets and lays `size` face-down cards of the deck beside it."""
    seat = state.seats[side]
    for i in range(size):
        seat.bullets[i] = draw(state.deck)
        record(state, events, kind, side, seat.bullets[i], 0, 0, 0)
    seat.n_bullets = size


@rule
def can_reload(state: Any, hunter: Any) -> Any:
    """RP-D7: with too few cards left a reload has to wait for the next deck; three cards stay for RP-T5."""
    return state.deck.left >= hunter.magazine + N_LATE_SHARED


@rule
def choose_action(state: Any, side: Any, hunter: Any, rules: Any) -> Any:
    """RP-T4: attack; with an empty magazine reload, and if that cannot be done, nothing (RP-D7: none: no attack)."""
    if hunter.magazine == 0 or state.seats[side].n_bullets > 0:
        return Action.ATTACK.value
    if rules.turns == Turns.HANDS:
        return Action.ATTACK.value
    return Action.RELOAD.value if can_reload(state, hunter) else Action.NONE.value


@rule
def shoot(state: Any, side: Any, rules: Any, events: Any) -> None:
    """RP-D7: a shot adds one bullet to the own hand; independent hands take it straight from the deck."""
    seat = state.seats[side]
    if rules.turns == Turns.HANDS:
        card = draw(state.deck)
    else:
        card = seat.bullets[0]
        seat.n_bullets -= 1
        for i in range(seat.n_bullets):
            seat.bullets[i] = seat.bullets[i + 1]
    seat.hand[seat.n_cards] = card
    seat.n_cards += 1
    record(state, events, Kind.BULLET, side, card, 0, 0, 0)


@rule
def class_with(state: Any, side: Any, first: Any, left_out: Any) -> Any:
    """RP-J5: the class of the shared cards and the own cards from number `first` on, without number `left_out`."""
    seat = state.seats[side]
    words = (state.ranks, state.suits, state.lanes)
    for i in range(first, seat.n_cards):
        if i != left_out:
            words = add_card(words, seat.hand[i])
    return class_of(words)


@rule
def buy_extra_cards(state: Any, side: Any, hunter: Any, events: Any) -> None:
    """RP-H2, extra card: bought one by one, dealt at once, only while three cards stay for RP-T5.

    RP-E3: the decision sees the own cards that lie face up and the flop.
    """
    seat = state.seats[side]
    wanted = True
    while wanted and seat.bought < hunter.extra_cards and state.deck.left > N_LATE_SHARED:
        known = class_with(state, side, seat.n_hidden, NOTHING)
        wanted = hunter.policy.extra_bias + hunter.policy.extra_class * known > 0
        record(state, events, Kind.EXTRA, side, known, seat.n_cards - seat.n_hidden + N_FLOP, 1 if wanted else 0, 0)
        if wanted:
            deal_to(state, side, 0, events)
            seat.bought += 1


# The hands


@rule
def best_exchange(state: Any, side: Any) -> Any:
    """RP-H2: which former card to put under the deck after a draw: the one that leaves the highest class.

    The drawn card stands last in the hand. Among equals the lowest face goes.
    """
    seat = state.seats[side]
    best, best_class = 0, -1
    for i in range(seat.n_cards - 1):
        left = class_with(state, side, 0, i)
        if left > best_class or (left == best_class and seat.hand[i] < seat.hand[best]):
            best, best_class = i, left
    return best


@rule
def has_spare_card(state: Any, side: Any, natural: Any) -> Any:
    """1 if some own card can go without lowering the class, else 0."""
    for i in range(state.seats[side].n_cards):
        if class_with(state, side, 0, i) == natural:
            return 1
    return 0


@rule
def exchange_card(state: Any, side: Any, hunter: Any, events: Any) -> None:
    """RP-H2, exchange: after the shared cards draw one, then put one of the former own cards under the deck."""
    seat = state.seats[side]
    if hunter.exchange == 0 or seat.n_cards == 0 or state.deck.left == 0:
        return
    policy = hunter.policy
    natural = class_with(state, side, 0, NOTHING)
    spare = has_spare_card(state, side, natural)
    drawn, returned = NOTHING, NOTHING
    if policy.exchange_bias + policy.exchange_spare * spare + policy.exchange_class * natural > 0:
        drawn = draw(state.deck)
        seat.hand[seat.n_cards] = drawn
        seat.n_cards += 1
        slot = best_exchange(state, side)
        returned = seat.hand[slot]
        seat.hand[slot] = drawn
        seat.n_cards -= 1
        seat.exchanged = 1
        put_under(state.deck, returned)
    record(state, events, Kind.EXCHANGE, side, natural, spare, drawn, returned)


# The class


@rule
def clamp(class_or_more: Any) -> Any:
    """RP-J8: hold a shifted class within NoP..5C."""
    return min(max(class_or_more, NOP), FIVE)


@rule
def modified_class(natural: Any, modified: Any, terrain: Any, rules: Any) -> Any:
    """RP-J8: the class after all modifiers of `modified` (a hunter or the monster) and of the terrain, in this order.

    A natural NoP is never modified.
    """
    if natural == NOP:
        return natural
    result = natural
    for i in range(modified.n_modifiers):
        result += modified.modifiers[i]
        if rules.modifier_order == ModifierOrder.ONE_BY_ONE:
            result = clamp(result)
    return clamp(result + terrain)


@rule
def terrain_modifier(rules: Any, is_monster: Any) -> Any:
    """RP-E2: the cold takes one class from the hunters (option cold_hits: from all)."""
    hit = not is_monster or rules.cold_hits == ColdHits.ALL
    return -1 if rules.cold == 1 and hit else 0


@rule
def judge(state: Any, side: Any, modified: Any, rules: Any, events: Any) -> None:
    """RP-J5: the best class of any five of the own and the shared cards, then RP-J8."""
    seat = state.seats[side]
    seat.natural = class_with(state, side, 0, NOTHING)
    seat.final = modified_class(seat.natural, modified, terrain_modifier(rules, side == MONSTER), rules)
    record(state, events, Kind.CLASS, side, seat.natural, seat.final, 0, 0)


@rule
def general_rate(final: Any) -> Any:
    """RP-J7: NoP 0, 1P 1, ... RSF 9, 5C 10: the number of the class."""
    return final


# The comparison


@rule
def compare(own: Any, other: Any) -> Any:
    """RP-T6 with RP-J6: only the class counts; higher hits, lower is hit, equal: both hit."""
    if own > other:
        return WIN
    return TIE if own == other else LOSS


@rule
def damage_class(final: Any, hunter: Any) -> Any:
    """RP-D3, RP-D4: the class for damage only, raised by element and weapon kind; never for NoP, at most 5C."""
    return final if final == NOP else clamp(final + hunter.element_bonus + hunter.kind_bonus)


@rule
def hunter_damage(hunter: Any, for_class: Any) -> Any:
    """RP-D1: the weapon's rating by class, and modifiers; never below 0."""
    return max(hunter.rating[for_class] + hunter.damage_modifier, 0)


@rule
def monster_damage(monster: Any, final: Any) -> Any:
    """RP-D2: the rating of the monster's size by class, attack level and level correction; never below 0."""
    return max(monster.rating[final] + monster.attack_level + monster.level_correction, 0)


@rule
def suffered(announced: Any, armour: Any) -> Any:
    """RP-D5: the announced damage less the reductions, never below 0."""
    return max(announced - armour, 0)


@rule
def fight(state: Any, side: Any, hunter: Any, monster: Any, events: Any) -> None:
    """RP-T6: one comparison; winner and tied sides deal damage (RP-D1, RP-D2)."""
    seat = state.seats[side]
    monster_final = state.seats[MONSTER].final
    seat.outcome = compare(seat.final, monster_final)
    seat.damage_class, seat.dealt, seat.taken, announced = NOTHING, 0, 0, 0
    if seat.outcome != LOSS:
        seat.damage_class = damage_class(seat.final, hunter)
        seat.dealt = hunter_damage(hunter, seat.damage_class)
    if seat.outcome != WIN:
        announced = monster_damage(monster, monster_final)
        seat.taken = suffered(announced, hunter.armour)
    record(state, events, Kind.COMPARE, side, seat.outcome, seat.damage_class, seat.dealt, announced)
    record(state, events, Kind.TAKEN, side, seat.taken, 0, 0, 0)
