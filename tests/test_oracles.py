"""The referees themselves: small traces worked out by hand are accepted, the same traces with one error are not."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.oracles.corruptions import KINDS, corrupt
from tests.oracles.monster_hunter_trpg import RuleViolation, check, trace_by_the_rules
from tests.oracles.poker import (
    CARD_NAMES,
    CLASS_NAMES,
    JOKER,
    hand_class,
    hand_class_by_substitution,
    raised_for_damage,
    shifted,
)

Event = dict[str, Any]
RATING = [1, 2, 3, 4, 6, 8, 10, 13, 16, 20, 25]


def faces(text: str) -> list[int]:
    """Cards from text such as "7s jk"."""
    return [CARD_NAMES.index(name) for name in text.split()]


def class_name(text: str) -> str:
    """The class of cards given as text."""
    return CLASS_NAMES[hand_class(faces(text))]


# The hands. Each row: cards, class by hand.
HANDS = [
    # RP-EX4
    ("7s 7s 7h 7d 7c", "5C"),
    ("jk Ks Kh Qs Qh", "FH"),
    ("jk Th Jh Qh Kh", "RSF"),
    ("jk jk 4s 4h 9d Qc 2h", "4C"),
    ("jk jk jk jk 8c", "5C"),
    ("As 2h 3d 4c 5s", "ST"),
    # RP-J3: no straight goes round; the ace is low or high; a joker may fill either end
    ("Qs Kh As 2d 3c", "NoP"),
    ("Ts Jh Qd Kc As", "ST"),
    ("As 2s 3s 4s 5s", "SF"),
    ("jk Js Qs Ks As", "RSF"),
    ("jk 9s Ts Js Qs", "SF"),
    ("jk jk As 2s 4s", "SF"),
    ("Ts Jh Qs Ks As", "ST"),
    # RP-J4: identical cards of two packs are a pair and count twice for a flush
    ("7s 7s 2h 9d Qc", "1P"),
    ("7s 7s 2s 9s Qs", "FL"),
    ("7s 7s 2s 2s Qs", "FL"),
    ("7s 7s 7h 2s 2s", "FH"),
    ("7s 7s 5s 6s 8s 9s", "SF"),
    # RP-J2: the order of the classes where one hand holds two of them
    ("7s 7h 7d 7c 2s 3s 4s 5s 6s", "SF"),
    ("7s 7h 7d 2s 2h 9s Js Qs", "FH"),
    ("2s 4s 6s 8s Ts 7h 9h", "FL"),
    ("3s 4h 5d 6c 7s 7h 7d", "ST"),
    ("2s 2h 5d 5c 9s 9h Kd", "2P"),
    ("2s 2h 2d 9c 9h 9s Kd", "FH"),
    ("jk 2s 2h 5d 5c 9h Kd", "FH"),
    ("jk jk 2s 4s 9s Qh Kd", "FL"),
    ("jk jk 2s 4h 9d Qc Kd", "ST"),
    ("jk jk 2s 4h 8d Qc Kh", "3C"),
    ("jk 2s 5h 9d Qc", "1P"),
    ("jk jk jk 2s 9h", "4C"),
    ("jk jk jk Ts Ah", "4C"),
    ("jk jk jk Ts As", "RSF"),
    ("jk jk jk jk jk", "5C"),
    # fewer than five cards
    ("9s", "NoP"),
    ("jk", "NoP"),
    ("jk 9s", "1P"),
    ("Ks Qs", "NoP"),
    ("jk jk 9s", "3C"),
    ("2s 2h 9s", "1P"),
    ("2s 2h 9s 9d", "2P"),
    ("jk 2s 2h 9d", "3C"),
    ("jk jk jk jk", "4C"),
    ("Ts Js Qs Ks", "NoP"),
    ("jk Ts Js Qs", "1P"),
]


@pytest.mark.parametrize(("cards", "expected"), HANDS)
def test_hand_class_of_hands_worked_out_by_hand(cards: str, expected: str) -> None:
    """RP-J2 .. RP-J5, RP-EX4: each hand has the class in its row, in any order of its cards."""
    assert class_name(cards) == expected
    assert class_name(" ".join(reversed(cards.split()))) == expected


@pytest.mark.parametrize(("cards", "expected"), [row for row in HANDS if row[0].count("jk") < 3])
def test_substitution_of_hands_worked_out_by_hand(cards: str, expected: str) -> None:
    """RP-J3: trying each card that a joker may stand for gives the class in the row."""
    assert CLASS_NAMES[hand_class_by_substitution(faces(cards))] == expected


def test_two_jokers_and_every_three_cards_of_a_pack() -> None:
    """Of 22,100 threes: 52 triplets make 5C, 13 x 6 x 48 pairs make 4C, the other 18,304 have three ranks.

    64 sets of three ranks lie within a straight, 10 of them within 10..A. In one suit: 4 x 10 RSF, 4 x 54 SF, and
    4 x (286 - 64) FL; 64 x (64 - 4) in mixed suits are ST; what remains is 3C.
    """
    counts = Counter(CLASS_NAMES[hand_class([JOKER, JOKER, *three])] for three in combinations(range(52), 3))
    assert counts == {"5C": 52, "4C": 3744, "RSF": 40, "SF": 216, "FL": 888, "ST": 3840, "3C": 13320}


@pytest.mark.parametrize(("n_jokers", "largest", "n_hands"), [(0, 9, 150), (1, 7, 100), (2, 6, 15), (3, 5, 4)])
def test_both_evaluators_agree_on_random_hands(n_jokers: int, largest: int, n_hands: int) -> None:
    """Definitions and substitution give the same class, for hands of two packs and of a few crowded ranks and suits."""
    rng = Random(n_jokers)
    for deck in (list(range(52)) * 2, [4 * rank + suit for rank in (12, 0, 1, 2, 3, 8) for suit in (0, 1)] * 2):
        for _ in range(n_hands):
            n_real = rng.randint(max(0, 1 - n_jokers), largest - n_jokers)
            hand = [*rng.sample(deck, n_real), *[JOKER] * n_jokers]
            assert hand_class(hand) == hand_class_by_substitution(hand), [CARD_NAMES[card] for card in hand]


@pytest.mark.parametrize(
    ("natural", "modifiers", "summed", "stepwise"),
    [
        ("SF", [3], "5C", "5C"),
        ("1P", [-2], "NoP", "NoP"),
        ("NoP", [3], "NoP", "NoP"),
        ("3C", [1, -2], "2P", "2P"),
        ("5C", [1, -1], "5C", "RSF"),
        ("1P", [-3, 4], "2P", "ST"),
    ],
)
def test_trpg_j8_modifiers_in_both_orders(natural: str, modifiers: list[int], summed: str, stepwise: str) -> None:
    """RP-EX1, RP-J8: the sum is held within the classes, or each step is (1P -3 +4: 1 + 1 = 2, or 0 and then 4)."""
    number = CLASS_NAMES.index(natural)
    assert CLASS_NAMES[shifted(number, modifiers, "sum_then_clamp")] == summed
    assert CLASS_NAMES[shifted(number, modifiers, "one_by_one")] == stepwise


@pytest.mark.parametrize(("final", "expected"), [("ST", "4C"), ("RSF", "5C"), ("NoP", "NoP")])
def test_trpg_ex3_class_for_damage(final: str, expected: str) -> None:
    """RP-EX3: element bonus 2 and the weapon kind raise the class for damage by 3, never NoP, never above 5C."""
    assert CLASS_NAMES[raised_for_damage(CLASS_NAMES.index(final), 2, 1)] == expected


# Traces. The functions below write single events; everything in them is worked out by hand.


def hunter(**changes: Any) -> Event:
    """A hunter with two cards and nothing special."""
    plain: Event = {
        "base_hand": 2, "extra_cards": 0, "modifiers": [], "damage_modifier": 0, "armour": 0, "magazine": 0,
        "element_bonus": 0, "kind_bonus": 0, "rating": list(RATING), "policy": policy(), "exchange": False,
    }  # fmt: skip
    return {**plain, **changes}


def policy(**changes: int) -> dict[str, int]:
    """Buys nothing, exchanges nothing."""
    plain = {"extra_bias": 0, "extra_class": 0, "exchange_bias": 0, "exchange_spare": 0, "exchange_class": 0}
    return {**plain, **changes}


def opening(hunters: list[Event], **changes: Any) -> Event:
    """Hands of two packs and four jokers, a monster without cards of its own; `rules` and `monster` are added to."""
    rules = {
        "jokers": 4, "modifier_order": "sum_then_clamp", "cold_hits": "hunters", "deck_end": "before_turn",
        "failed_attack": "always_hit",
    }  # fmt: skip
    monster = {"hand_cards": 0, "modifiers": [], "rating": list(RATING), "attack_level": 0, "level_correction": 0}
    start: Event = {
        "event": "start", "game_id": 7, "cell": "a cell", "seed": 1, "turns": "hands", "packs": 2, "terrain": [],
        "hunters": hunters, **changes,
        "rules": {**rules, **changes.get("rules", {})}, "monster": {**monster, **changes.get("monster", {})},
    }  # fmt: skip
    return start


def deck(turn: int, cards: str) -> Event:
    """A new deck from text."""
    return {"event": "deck", "turn": turn, "cards": cards.split()}


def begin(turn: int, left: int) -> Event:
    """A turn begins."""
    return {"event": "turn", "turn": turn, "left": left}


def deals(turn: int, text: str) -> list[Event]:
    """Cards dealt, e.g. "1:9s? M:Ks? F:2c": hunter 1 and the monster face down, then the flop."""
    whom = {"M": "monster", "F": "flop", **{str(n): f"hunter {n}" for n in range(1, 5)}}
    return [
        {"event": "deal", "turn": turn, "to": whom[part[0]], "card": part[2:4], "face_down": part.endswith("?")}
        for part in text.split()
    ]


def declares(n: int, action: str = "attack") -> Event:
    """Hunter n's action, the only one there is."""
    return {"event": "declare", "side": f"hunter {n}", "action": action, "alternatives": [action]}


def asked(n: int, known: str, n_known: int, *, bought: bool) -> Event:
    """Hunter n may buy a card."""
    return {
        "event": "extra", "side": f"hunter {n}", "known": known, "n_known": n_known, "alternatives": [False, True],
        "bought": bought,
    }  # fmt: skip


def shows(turn: int, cards: str) -> Event:
    """The three shared cards."""
    return {"event": "shared", "turn": turn, "cards": cards.split()}


def exchanges(n: int, natural: str, drawn: str | None, returned: str | None, *, spare: bool) -> Event:
    """Hunter n exchanges a card, or not (None)."""
    return {
        "event": "exchange", "side": f"hunter {n}", "class": natural, "spare": spare, "alternatives": [False, True],
        "taken": drawn is not None, "drawn": drawn, "returned": returned,
    }  # fmt: skip


def makes(side: str, natural: str, final: str) -> Event:
    """A side's class."""
    return {"event": "class", "side": side, "natural": natural, "final": final}


def meets(n: int, outcome: str, damage_class: str | None, dealt: int, announced: int, taken: int) -> Event:
    """Hunter n against the monster."""
    return {
        "event": "compare", "side": f"hunter {n}", "outcome": outcome, "damage_class": damage_class, "dealt": dealt,
        "announced": announced, "taken": taken,
    }  # fmt: skip


def finish(turn: int, left: int) -> Event:
    """A turn ends."""
    return {"event": "turn_end", "turn": turn, "left": left}


def end(turns: int, reason: str, left: int) -> Event:
    """The game ends."""
    return {"event": "end", "turns": turns, "reason": reason, "left": left}


def rest_of_pack(used: str, n_jokers: int) -> str:
    """The cards of one pack with jokers that are not used."""
    rest = Counter(CARD_NAMES[:JOKER] + ("jk",) * n_jokers) - Counter(used.split())
    return " ".join(rest.elements())


BEFORE = "9c Kd jk"
TURN_1 = "9s 5h Ks 2c 8d Jh 8s 4s Td 6c 7h"
TURN_2 = "3d Ah Qs Qd Qc 3c Th Qh 5s 9d"
TURN_3 = "2d 6h"
BULLETS = rest_of_pack(f"{BEFORE} {TURN_1} {TURN_2} {TURN_3}", 2)


def hunt() -> list[Event]:
    """Two turns and a broken one from one pack with 2 jokers, in the cold and the glare.

    Hunter 1: bowgun with one bullet. Hunter 2: buys and exchanges. Hunter 3: no base hand, 30 bullets. 54 - 31 = 23.
    """
    start = opening(
        [
            hunter(base_hand=1, magazine=1, armour=2, element_bonus=2),
            hunter(
                modifiers=[2, -1], extra_cards=1, exchange=True, armour=3, element_bonus=1, kind_bonus=1, damage_modifier=1,
                policy=policy(extra_bias=1, extra_class=-1, exchange_bias=2, exchange_spare=1, exchange_class=-1),
            ),
            hunter(base_hand=0, magazine=30, modifiers=[-1], armour=20, damage_modifier=-2),
        ],
        turns="deck", packs=1, terrain=["cold", "glare"], rules={"jokers": 2, "deck_end": "mid_turn"},
        monster={"hand_cards": 1, "modifiers": [1], "attack_level": 3, "level_correction": -1},
    )  # fmt: skip
    return [
        start,
        deck(1, f"{BEFORE} {BULLETS} {TURN_1} {TURN_2} {TURN_3}"),
        {"event": "load", "side": "hunter 1", "cards": ["9c"]},
        {"event": "load", "side": "hunter 3", "cards": ["Kd", "jk", *BULLETS.split()]},
        begin(1, 23),
        *deals(1, "1:9s? 2:5h? M:Ks? F:2c 2:8d F:Jh"),
        declares(1),
        {"event": "bullet", "side": "hunter 1", "card": "9c"},
        declares(2),
        asked(2, "NoP", 3, bought=True),  # sees 8d 2c Jh: 1 - 0 > 0
        *deals(1, "2:8s"),
        declares(3),
        {"event": "bullet", "side": "hunter 3", "card": "Kd"},
        shows(1, "4s Td 6c"),
        # 5h 8d 8s: a pair, 5h to spare, 2 + 1 - 1 > 0. The 7h makes 4-5-6-7-8 with either 8; 8s is the lower face.
        exchanges(2, "1P", "7h", "8s", spare=True),
        makes("hunter 1", "1P", "NoP"),  # nines, in the cold
        makes("hunter 2", "ST", "ST"),  # + 2 - 1 and the cold
        makes("hunter 3", "NoP", "NoP"),
        makes("monster", "NoP", "NoP"),  # the + 1 never lifts a natural NoP
        meets(1, "tie", "NoP", 1, 3, 1),  # 1; 1 + 3 - 1 = 3, armour 2
        meets(2, "win", "FH", 11, 0, 0),  # ST + 1 + 1; 10 + 1
        meets(3, "tie", "NoP", 0, 3, 0),  # 1 - 2; armour 20
        finish(1, 13),  # 23 - 6 - 1 - 3, the exchange gives one back
        begin(2, 13),
        *deals(2, "1:3d? 2:Ah? M:Qs? F:Qd 2:Qc F:3c"),
        declares(1, "reload"),
        {"event": "reload", "side": "hunter 1", "cards": ["Th"]},
        declares(2),
        asked(2, "1P", 3, bought=False),  # sees Qc Qd 3c: 1 - 1 is not above 0
        declares(3),
        {"event": "bullet", "side": "hunter 3", "card": "jk"},
        shows(2, "Qh 5s 9d"),
        exchanges(2, "3C", None, None, spare=True),  # 2 + 1 - 3 is not above 0
        makes("hunter 2", "3C", "3C"),
        makes("hunter 3", "3C", "1P"),  # the joker is a queen; - 1 and the cold
        makes("monster", "3C", "ST"),  # + 1, the cold does not touch it
        meets(2, "loss", None, 0, 8, 5),  # 6 + 3 - 1
        meets(3, "loss", None, 0, 8, 0),
        finish(2, 3),
        begin(3, 3),
        *deals(3, "1:2d? 2:6h? M:8s?"),  # the 8s came back from under the deck
        {"event": "void", "turn": 3},
        end(2, "deck_end", 0),
    ]


def single_hand(start: Event, dealt: str, shared: str, rest: list[Event], cards: str) -> list[Event]:
    """One hand of one hunter without options: opening, deck, deal, attack, shared cards, then `rest` and the end."""
    left = 108 - len(cards.split())
    return [
        start, deck(1, cards), begin(1, 108), *deals(1, dealt), declares(1), shows(1, shared), *rest,
        finish(1, left), end(1, "hands_done", left),
    ]  # fmt: skip


def test_a_hunt_worked_out_by_hand_is_accepted() -> None:
    """Bullets, reload, bought card, exchange, cold, glare, all outcomes and a broken turn, all by the rulebook."""
    check(hunt())


def test_the_hunt_has_every_kind_of_event() -> None:
    """So that the tests on its errors cover them all."""
    assert {event["event"] for event in hunt()} == set(KINDS)


@pytest.mark.parametrize(
    ("kind", "nth", "field", "wrong", "rule"),
    [
        ("deck", 0, "turn", 0, "RP-J1"),
        ("load", 0, "side", "hunter 2", "RP-D7"),
        ("load", 1, "cards", ["Kd"], "RP-D7"),
        ("turn", 0, "left", 24, "RP-T8"),
        ("deal", 0, "to", "flop", "RP-T1"),
        ("deal", 0, "card", "9h", "RP-T1"),
        ("deal", 0, "face_down", False, "RP-E3"),
        ("deal", 2, "face_down", False, "RP-E3"),
        ("deal", 4, "face_down", True, "RP-E3"),
        ("deal", 6, "to", "hunter 3", "RP-H2"),
        ("declare", 0, "alternatives", ["attack", "reload"], "RP-T4"),
        ("declare", 3, "action", "attack", "RP-T4"),
        ("reload", 0, "cards", ["Th", "Qh"], "RP-D7"),
        ("bullet", 1, "card", "jk", "RP-D7"),
        ("extra", 0, "n_known", 4, "RP-H2"),
        ("extra", 0, "bought", False, "RP-H2"),
        ("extra", 1, "known", "NoP", "RP-J5"),
        ("shared", 0, "cards", ["Td", "4s", "6c"], "RP-T5"),
        ("exchange", 0, "returned", "8d", "RP-H2"),
        ("exchange", 0, "returned", "7h", "RP-H2"),
        ("exchange", 0, "class", "ST", "RP-J5"),
        ("exchange", 1, "spare", False, "RP-H2"),
        ("exchange", 1, "taken", True, "RP-H2"),
        ("class", 0, "final", "1P", "RP-J8"),
        ("class", 1, "natural", "1P", "RP-J5"),
        ("class", 3, "final", "1P", "RP-J8"),
        ("compare", 0, "outcome", "loss", "RP-T6"),
        ("compare", 0, "damage_class", "2P", "RP-D3"),
        ("compare", 0, "dealt", 0, "RP-D1"),
        ("compare", 2, "dealt", -1, "RP-D1"),
        ("compare", 0, "announced", 4, "RP-D2"),
        ("compare", 2, "taken", -17, "RP-D5"),
        ("compare", 3, "damage_class", "3C", "RP-D3"),
        ("turn_end", 0, "left", 12, "RP-T8"),
        ("void", 0, "turn", 2, "RP-T8"),
        ("end", 0, "turns", 3, "RP-T8"),
        ("end", 0, "reason", "hands_done", "RP-T8"),
    ],
)
def test_one_wrong_field_is_named_with_its_rule(kind: str, nth: int, field: str, wrong: object, rule: str) -> None:
    """The message names the rule, the event and what was expected there."""
    events = hunt()
    at = [number for number, event in enumerate(events) if event["event"] == kind][nth]
    right = events[at][field]
    events[at][field] = wrong
    with pytest.raises(RuleViolation) as caught:
        check(events)
    assert str(caught.value) == f"{rule}: event {at}: {kind}: {field}: expected {right!r}, found {wrong!r}"


def test_every_field_of_every_event_counts() -> None:
    """A value of another type, an equal value of another type, or no value is rejected in every field."""
    for at, event in enumerate(hunt()):
        for name, value in event.items():
            for wrong in ({"x": 1}, int(value) if isinstance(value, bool) else float(value) if value == 1 else None):
                events = hunt()
                events[at][name] = wrong
                if wrong != value or type(wrong) is not type(value):
                    with pytest.raises(RuleViolation):
                        check(events)
            events = hunt()
            del events[at][name]
            with pytest.raises(RuleViolation):
                check(events)


@pytest.mark.parametrize("extra", [begin(4, 0), end(2, "deck_end", 0)])
def test_nothing_follows_the_end(extra: Event) -> None:
    """RP-T8: the game is over when the deck is out."""
    with pytest.raises(RuleViolation, match="nothing after the end"):
        check([*hunt(), extra])


def test_a_trace_must_reach_its_end() -> None:
    """Any shorter trace is rejected at the place where it breaks off."""
    events = hunt()
    for n in range(len(events)):
        with pytest.raises(RuleViolation, match=rf"event {n}: expected \w+, the trace ends"):
            check(events[:n])


def changed(start: Event, path: str, value: object) -> Event:
    """The opening with another value at a path such as "hunters.0.armour"."""
    start = deepcopy(start)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = start
    for step in steps:
        place = place[step]
    place[last] = value
    return start


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("game_id", -1), ("cell", 5), ("seed", "1"), ("turns", "both"), ("packs", 0), ("packs", 1.0), ("rules.jokers", 3),
        ("rules.modifier_order", "sum"), ("rules.cold_hits", "monster"), ("rules.deck_end", ""), ("rules.failed_attack", None),
        ("terrain", ["heat"]), ("terrain", ["cold", "cold", "glare"]), ("monster.hand_cards", 4), ("monster.rating", RATING[:-1]),
        ("monster.modifiers", [True]), ("monster.attack_level", None), ("hunters", []), ("hunters.0.base_hand", -1),
        ("hunters.0.kind_bonus", 2), ("hunters.0.exchange", 0), ("hunters.0.policy", {}), ("hunters.0.rating", [*RATING, 30]),
    ],
)  # fmt: skip
def test_openings_outside_the_rules_are_rejected(path: str, value: object) -> None:
    """Each input has its type and range."""
    events = hunt()
    with pytest.raises(RuleViolation, match="event 0: start: "):
        check([changed(events[0], path, value), *events[1:]])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("rules.jokers", 4), ("packs", 2), ("rules.cold_hits", "all"), ("rules.deck_end", "before_turn"), ("terrain", ["cold"]),
        ("terrain", ["glare"]), ("turns", "hands"), ("monster.hand_cards", 0), ("hunters.1.modifiers", [2]),
        ("hunters.1.policy.extra_bias", 2), ("hunters.1.policy.exchange_spare", 2), ("hunters.1.kind_bonus", 0),
    ],
)  # fmt: skip
def test_the_hunt_does_not_fit_another_opening(path: str, value: object) -> None:
    """What happened follows from the opening: with another one the same events are wrong."""
    events = hunt()
    with pytest.raises(RuleViolation):
        check([changed(events[0], path, value), *events[1:]])


def test_trpg_t8_before_turn_ends_ahead_of_a_short_deck() -> None:
    """RP-T8: 3 cards are fewer than 4 base cards and 5, so no third turn begins and 3 cards are left."""
    events = hunt()
    events[0]["rules"]["deck_end"] = "before_turn"
    at = events.index(begin(3, 3))
    check([*events[:at], end(2, "deck_end", 3)])


def test_trpg_ex2_hunter_with_two_pairs_in_the_cold_ties_a_pair() -> None:
    """RP-EX2: 9s 9h and the shared 4s 4h are 2P, in the cold 1P; the monster has the shared pair: tie, both hit."""
    cards = "9s 4s 9h 4h 2c Jd Kh"
    rest = [makes("hunter 1", "2P", "1P"), makes("monster", "1P", "1P"), meets(1, "tie", "1P", 2, 2, 2)]
    events = single_hand(opening([hunter()], terrain=["cold"]), "1:9s F:4s 1:9h F:4h", "2c Jd Kh", rest, cards)
    check(events, n_hands=1)
    with pytest.raises(RuleViolation, match="RP-J8"):
        check([changed(events[0], "rules.cold_hits", "all"), *events[1:]], n_hands=1)


def test_trpg_ex2_no_pair_stays_no_pair_in_the_cold() -> None:
    """RP-EX2: NoP with -1 against NoP: tie."""
    rest = [makes("hunter 1", "NoP", "NoP"), makes("monster", "NoP", "NoP"), meets(1, "tie", "NoP", 1, 1, 1)]
    start = opening([hunter()], terrain=["cold"])
    check(single_hand(start, "1:9s F:4s 1:8h F:3h", "2c Jd Kh", rest, "9s 4s 8h 3h 2c Jd Kh"), n_hands=1)


def test_trpg_ex2_five_of_a_kind_raised_ties_five_of_a_kind() -> None:
    """RP-EX2: the shared cards are four jokers and a king: 5C with +1 against 5C is a tie."""
    rest = [makes("hunter 1", "5C", "5C"), makes("monster", "5C", "5C"), meets(1, "tie", "5C", 25, 25, 25)]
    start = opening([hunter(modifiers=[1])])
    check(single_hand(start, "1:9s F:jk 1:8h F:jk", "jk jk Kh", rest, "9s jk 8h jk jk jk Kh"), n_hands=1)


def test_trpg_ex3_straight_judged_as_straight_deals_four_of_a_kind() -> None:
    """RP-EX3: ST with element bonus 2 and the weapon kind: damage class 4C (13), judged as ST against the shared NoP."""
    rest = [makes("hunter 1", "ST", "ST"), makes("monster", "NoP", "NoP"), meets(1, "win", "4C", 13, 0, 0)]
    start = opening([hunter(element_bonus=2, kind_bonus=1)])
    check(single_hand(start, "1:5s F:6h 1:8d F:7c", "9s Kh 2d", rest, "5s 6h 8d 7c 9s Kh 2d"), n_hands=1)


def test_trpg_ex5_dealing_order_of_hands_2_1_3() -> None:
    """RP-EX5: H1 H2 H3 F, H1 H3 F, H3; the motion card is the 4th of 8."""
    cards = "2s 4s 6s 8s Ts Qs 2h 3h 5d 7c 9d"
    start = opening([hunter(), hunter(base_hand=1), hunter(base_hand=3)])
    events = [
        start, deck(1, cards), begin(1, 108),
        *deals(1, "1:2s 2:4s 3:6s F:8s 1:Ts 3:Qs F:2h 3:3h"),
        declares(1), declares(2), declares(3),
        shows(1, "5d 7c 9d"),  # with 8s 2h
        makes("hunter 1", "1P", "1P"),  # deuces
        makes("hunter 2", "NoP", "NoP"),  # 2 4 5 7 8 9
        makes("hunter 3", "ST", "ST"),  # 5 6 7 8 9
        makes("monster", "NoP", "NoP"),
        meets(1, "win", "1P", 2, 0, 0), meets(2, "tie", "NoP", 1, 1, 1), meets(3, "win", "ST", 6, 0, 0),
        finish(1, 97), end(1, "hands_done", 97),
    ]  # fmt: skip
    check(events, n_hands=1)
    events[6], events[7] = events[7], events[6]
    with pytest.raises(RuleViolation, match="RP-T1: event 6: deal: to: expected 'flop', found 'hunter 1'"):
        check(events, n_hands=1)


def test_trpg_d7_single_hands_take_one_bullet_from_the_deck_each_turn() -> None:
    """RP-D7: no magazine is filled; the bullet comes off the top before the bought card, and nothing else is known."""
    gunner = hunter(base_hand=1, magazine=6, extra_cards=2, policy=policy(extra_bias=1, extra_class=-1))
    turns = [
        [
            deck(turn, "9s 4s Kh 9h 2c Jd 3h"), begin(turn, 108), *deals(turn, "1:9s F:4s F:Kh"), declares(1),
            {"event": "bullet", "side": "hunter 1", "card": "9h"}, asked(1, "1P", 4, bought=False), shows(turn, "2c Jd 3h"),
            makes("hunter 1", "1P", "1P"), makes("monster", "NoP", "NoP"), meets(1, "win", "1P", 2, 0, 0), finish(turn, 101),
        ]
        for turn in (1, 2)
    ]  # fmt: skip
    check([opening([gunner]), *turns[0], *turns[1], end(2, "hands_done", 101)], n_hands=2)
    with pytest.raises(RuleViolation, match="expected end, found 'deck'"):
        check([opening([gunner]), *turns[0], *turns[1], end(2, "hands_done", 101)], n_hands=1)


def test_a_game_of_hands_has_1024_turns() -> None:
    """The same hand 1,024 times is a game; once less is not."""
    rest = [makes("hunter 1", "NoP", "NoP"), makes("monster", "NoP", "NoP"), meets(1, "tie", "NoP", 1, 1, 1)]
    start, *hand, _ = single_hand(opening([hunter()]), "1:9s F:4s 1:8h F:3h", "2c Jd Kh", rest, "9s 4s 8h 3h 2c Jd Kh")
    turns = [{**event, "turn": turn} if "turn" in event else event for turn in range(1, 1025) for event in hand]
    check([start, *turns, end(1024, "hands_done", 101)])
    with pytest.raises(RuleViolation, match="expected deck, found 'end'"):
        check([start, *turns[: -len(hand)], end(1023, "hands_done", 101)])


def test_trpg_d7_an_empty_bowgun_idles_when_the_deck_is_low() -> None:
    """RP-D7: 3 cards are fewer than magazine 1 and the 3 shared ones: no reload, no class, no comparison.

    One pack, no jokers: 52 - 1 - 37 = 14 cards are two turns of 7. Only the second hunter attacks in turn 2.
    """
    played = "Kd 9s 5h 2c 4s 8d 6c Jh 9h 3h 7d Kc Ts 8c 6s As"
    bullets = rest_of_pack(played, 0).split()
    assert len(bullets) == 36
    start = opening(
        [hunter(base_hand=1, magazine=1), hunter(base_hand=1, magazine=37)], turns="deck", packs=1, rules={"jokers": 0}
    )
    # hunter 1 shoots Kd; hunter 2 the As and then the lowest card not played, 2s
    order = ["Kd", "As", *bullets, *played.split()[1:-1]]
    events = [
        start, deck(1, " ".join(order)),
        {"event": "load", "side": "hunter 1", "cards": ["Kd"]},
        {"event": "load", "side": "hunter 2", "cards": ["As", *bullets]},
        begin(1, 14), *deals(1, "1:9s 2:5h F:2c F:4s"),
        declares(1), {"event": "bullet", "side": "hunter 1", "card": "Kd"},
        declares(2), {"event": "bullet", "side": "hunter 2", "card": "As"},
        shows(1, "8d 6c Jh"),
        makes("hunter 1", "NoP", "NoP"), makes("hunter 2", "NoP", "NoP"), makes("monster", "NoP", "NoP"),
        meets(1, "tie", "NoP", 1, 1, 1), meets(2, "tie", "NoP", 1, 1, 1),
        finish(1, 7),
        begin(2, 7), *deals(2, "1:9h 2:3h F:7d F:Kc"),
        declares(1, "none"), declares(2), {"event": "bullet", "side": "hunter 2", "card": "2s"},
        shows(2, "Ts 8c 6s"),
        makes("hunter 2", "NoP", "NoP"), makes("monster", "NoP", "NoP"),
        meets(2, "tie", "NoP", 1, 1, 1),
        finish(2, 0), end(2, "deck_end", 0),
    ]  # fmt: skip
    check(events)


def test_trpg_h2_no_card_is_bought_when_only_three_are_left() -> None:
    """RP-H2: after the deal 5 cards are left; two purchases leave 3, a third one is not offered.

    52 - 43 = 9 cards: 2 base cards, 2 flop cards, magazine 43 of a hunter without base hand.
    """
    played = "9s 4s 8h 3h 9d 2c Jd Kh Ac"
    rest = rest_of_pack(played, 0).split()
    buyer = hunter(extra_cards=5, policy=policy(extra_bias=1))
    start = opening([buyer, hunter(base_hand=0, magazine=43)], turns="deck", packs=1, rules={"jokers": 0})
    events = [
        start, deck(1, " ".join([*rest, *played.split()])), {"event": "load", "side": "hunter 2", "cards": rest},
        begin(1, 9), *deals(1, "1:9s F:4s 1:8h F:3h"),
        declares(1), asked(1, "NoP", 4, bought=True), *deals(1, "1:9d"), asked(1, "1P", 5, bought=True), *deals(1, "1:2c"),
        declares(2), {"event": "bullet", "side": "hunter 2", "card": rest[0]},
        shows(1, "Jd Kh Ac"),
        makes("hunter 1", "1P", "1P"), makes("hunter 2", "NoP", "NoP"), makes("monster", "NoP", "NoP"),
        meets(1, "win", "1P", 2, 0, 0), meets(2, "tie", "NoP", 1, 1, 1),
        finish(1, 0), end(1, "deck_end", 0),
    ]  # fmt: skip
    check(events)


@pytest.mark.parametrize(
    ("hands", "n_jokers", "turns", "left"),
    [([2, 2, 2, 2], 4, 8, 4), ([2, 2, 2, 2], 0, 8, 0), ([2, 1, 2, 2], 4, 9, 0), ([2], 4, 15, 3)],
)
def test_trpg_ex6_turns_in_a_deck(hands: list[int], n_jokers: int, turns: int, left: int) -> None:
    """RP-EX6: turns of two packs and the cards left, whatever their order."""
    start = opening([hunter(base_hand=n) for n in hands], turns="deck", rules={"jokers": n_jokers})
    cards = [*CARD_NAMES[:JOKER] * 2, *["jk"] * n_jokers]
    Random(turns).shuffle(cards)
    events = trace_by_the_rules(start, [cards])
    assert events[-1] == end(turns, "deck_end", left)
    assert sum(event["event"] == "turn" for event in events) == turns
    check(events)


@pytest.mark.parametrize("kind", KINDS)
def test_every_corruption_of_the_hunt_is_noticed(kind: str) -> None:
    """Of 500 corruptions of an event type at least 495 must be rejected; here each one contradicts a rule."""
    rng = Random(KINDS.index(kind))
    events, accepted = hunt(), []
    for _ in range(500):
        spoiled, what = corrupt(events, rng, kind)
        try:
            check(spoiled)
        except RuleViolation:
            continue
        accepted.append(what)
    assert accepted == []


def test_every_corruption_of_single_hands_is_noticed() -> None:
    """500 corruptions of ten hands of four hunters, each from a fresh deck of which 40 cards are listed."""
    buyer = hunter(
        extra_cards=2, exchange=True, policy=policy(extra_bias=1, extra_class=-1, exchange_bias=2, exchange_class=-1)
    )
    gunner = hunter(base_hand=1, magazine=6, modifiers=[1], element_bonus=1)
    start = opening([buyer, gunner, hunter(base_hand=3), buyer], terrain=["cold"], monster={"hand_cards": 2})
    rng = Random(5)
    pack = [*CARD_NAMES[:JOKER] * 2, *["jk"] * 4]
    events = trace_by_the_rules(start, [rng.sample(pack, 40) for _ in range(10)], n_hands=10)
    check(events, n_hands=10)
    accepted = []
    for _ in range(500):
        spoiled, what = corrupt(events, rng)
        try:
            check(spoiled, n_hands=10)
        except RuleViolation:
            continue
        accepted.append(what)
    assert accepted == []
