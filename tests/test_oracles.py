"""The referees themselves: small traces worked out by hand are accepted, the same traces with one error are not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.oracles import poker
from tests.oracles.corruptions import KINDS, corrupt
from tests.oracles.monster_hunter_trpg import RuleViolation, check, trace_by_the_rules
from tests.oracles.poker import CARD_NAMES, CLASS_NAMES, JOKER, hand_class, hand_class_by_substitution

Event = dict[str, Any]
RATING = [1, 2, 3, 4, 6, 8, 10, 13, 16, 20, 25]

# RP-EX4, and hands worked out by hand: rows round the corner (J3), doubled cards (J4), two classes in one hand (J2),
# jokers, and fewer than five cards.
HANDS = {
    "NoP": ["Qs Kh As 2d 3c", "9s", "jk", "Ks Qs", "Ts Js Qs Ks"],
    "1P": ["7s 7s 2h 9d Qc", "jk 2s 5h 9d Qc", "jk 9s", "2s 2h 9s", "jk Ts Js Qs"],
    "2P": ["2s 2h 5d 5c 9s 9h Kd", "2s 2h 9s 9d"],
    "3C": ["jk jk 2s 4h 8d Qc Kh", "jk jk 9s", "jk 2s 2h 9d"],
    "ST": ["As 2h 3d 4c 5s", "Ts Jh Qd Kc As", "Ts Jh Qs Ks As", "3s 4h 5d 6c 7s 7h 7d", "jk jk 2s 4h 9d Qc Kd"],
    "FL": ["7s 7s 2s 9s Qs", "7s 7s 2s 2s Qs", "2s 4s 6s 8s Ts 7h 9h", "jk jk 2s 4s 9s Qh Kd"],
    "FH": ["jk Ks Kh Qs Qh", "7s 7s 7h 2s 2s", "7s 7h 7d 2s 2h 9s Js Qs", "2s 2h 2d 9c 9h 9s Kd", "jk 2s 2h 5d 5c 9h Kd"],
    "4C": ["jk jk 4s 4h 9d Qc 2h", "jk jk jk 2s 9h", "jk jk jk Ts Ah", "jk jk jk jk"],
    "SF": ["As 2s 3s 4s 5s", "jk 9s Ts Js Qs", "jk jk As 2s 4s", "7s 7s 5s 6s 8s 9s", "7s 7h 7d 7c 2s 3s 4s 5s 6s"],
    "RSF": ["jk Th Jh Qh Kh", "jk Js Qs Ks As", "jk jk jk Ts As"],
    "5C": ["7s 7s 7h 7d 7c", "jk jk jk jk 8c", "jk jk jk jk jk"],
}
ROWS = [(hand, name) for name, hands in HANDS.items() for hand in hands]


@pytest.mark.parametrize(("hand", "expected"), ROWS)
def test_hands_worked_out_by_hand(hand: str, expected: str) -> None:
    """RP-J2 .. RP-J5, RP-EX4: a hand has the class it is listed under, in any order; so says substitution up to 2 jokers."""
    cards = [CARD_NAMES.index(name) for name in hand.split()]
    assert CLASS_NAMES[hand_class(cards)] == expected
    assert CLASS_NAMES[hand_class(cards[::-1])] == expected
    if cards.count(JOKER) <= 2:
        assert CLASS_NAMES[hand_class_by_substitution(cards)] == expected


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
        ("SF", [3], "5C", "5C"), ("1P", [-2], "NoP", "NoP"), ("NoP", [3], "NoP", "NoP"), ("3C", [1, -2], "2P", "2P"),
        ("5C", [1, -1], "5C", "RSF"), ("1P", [-3, 4], "2P", "ST"),
    ],
)  # fmt: skip
def test_trpg_j8_modifiers_in_both_orders(natural: str, modifiers: list[int], summed: str, stepwise: str) -> None:
    """RP-EX1, RP-J8: the sum is held within the classes, or each step is (1P -3 +4: 1 + 1 = 2, or 0 and then 4)."""
    number = CLASS_NAMES.index(natural)
    assert CLASS_NAMES[poker.shifted(number, modifiers, "sum_then_clamp")] == summed
    assert CLASS_NAMES[poker.shifted(number, modifiers, "one_by_one")] == stepwise


@pytest.mark.parametrize(("final", "expected"), [("ST", "4C"), ("RSF", "5C"), ("NoP", "NoP")])
def test_trpg_ex3_class_for_damage(final: str, expected: str) -> None:
    """RP-EX3: element bonus 2 and the weapon kind raise the class for damage by 3, never NoP, never above 5C."""
    assert CLASS_NAMES[poker.raised_for_damage(CLASS_NAMES.index(final), 2, 1)] == expected


# Traces as text, worked out by hand. H1 is hunter 1, a question mark lies face down, - is nothing.

FIELDS = {
    "deck": "turn cards", "load": "side cards", "turn": "turn left", "declare": "side action", "reload": "side cards",
    "bullet": "side card", "extra": "side known n_known bought", "shared": "turn cards",
    "exchange": "side class spare taken drawn returned", "class": "side natural final",
    "compare": "side outcome damage_class dealt announced taken", "turn_end": "turn left", "void": "turn",
    "end": "turns reason left",
}  # fmt: skip
WORDS = {"yes": True, "no": False, "-": None, **{f"H{n}": f"hunter {n}" for n in range(1, 5)}}


def read(script: str) -> list[Event]:
    """The events of a text, a line or a semicolon after each; what follows # is a remark."""
    lines = [part.split() for line in script.splitlines() for part in line.split("#")[0].split(";")]
    return [event for line in lines if line for event in read_line(*line)]


def read_line(kind: str, *words: str) -> Iterator[Event]:
    """One event, or all the cards of a `deal` line: "deal 1 H1:9s? flop:2c"."""
    if kind == "deal":
        turn = int(words[0])
        for to, card in (word.split(":") for word in words[1:]):
            yield {"event": kind, "turn": turn, "to": WORDS.get(to, to), "card": card[:2], "face_down": card[2:] == "?"}
        return
    event = {"event": kind, **{name: value(name, word) for name, word in zip(FIELDS[kind].split(), words, strict=True)}}
    if kind in {"declare", "extra", "exchange"}:
        event["alternatives"] = [event["action"]] if kind == "declare" else [False, True]
    yield event


def value(name: str, word: str) -> object:
    """A list, a number, or a word."""
    if name in {"cards", "alternatives"}:
        return word.split(",")
    return int(word) if word.lstrip("-").isdigit() else WORDS.get(word, word)


def hunter(**changes: Any) -> Event:
    """A hunter with two cards and nothing special; the policy is 0 but for `weights`."""
    weights = {"extra_bias": 0, "extra_class": 0, "exchange_bias": 0, "exchange_spare": 0, "exchange_class": 0}
    plain: Event = {
        "base_hand": 2, "extra_cards": 0, "modifiers": [], "damage_modifier": 0, "armour": 0, "magazine": 0,
        "element_bonus": 0, "kind_bonus": 0, "rating": list(RATING), "exchange": False,
        "policy": {**weights, **changes.pop("weights", {})},
    }  # fmt: skip
    return {**plain, **changes}


def opening(*hunters: Event, **changes: Any) -> Event:
    """Hands of two packs and four jokers, a monster without cards of its own; `rules` and `monster` are added to."""
    rules = {
        "jokers": 4, "modifier_order": "sum_then_clamp", "cold_hits": "hunters", "deck_end": "before_turn",
    }  # fmt: skip
    monster = {"hand_cards": 0, "modifiers": [], "rating": list(RATING), "attack_level": 0, "level_correction": 0}
    start: Event = {
        "event": "start", "game_id": 7, "cell": "a cell", "seed": 1, "turns": "hands", "packs": 2, "terrain": [],
        "hunters": list(hunters), **changes,
        "rules": {**rules, **changes.get("rules", {})}, "monster": {**monster, **changes.get("monster", {})},
    }  # fmt: skip
    return start


def rest_of_pack(used: str, n_jokers: int) -> str:
    """The cards of one pack with jokers that are not used, joined by commas."""
    rest = Counter(CARD_NAMES[:JOKER] + ("jk",) * n_jokers) - Counter(used.split(","))
    return ",".join(rest.elements())


def rejected(events: list[Event], match: str, n_hands: int = 1024) -> None:
    """The referee stops with this message."""
    with pytest.raises(RuleViolation, match=match):
        check(events, n_hands)


TURN_1 = "9s,5h,Ks,2c,8d,Jh,8s,4s,Td,6c,7h"
TURN_2 = "3d,Ah,Qs,Qd,Qc,3c,Th,Qh,5s,9d"
UNUSED = rest_of_pack(f"9c,Kd,jk,{TURN_1},{TURN_2},2d,6h", 2)


def hunt() -> list[Event]:
    """Two turns and a broken one from one pack with 2 jokers, in the cold and the glare.

    Hunter 1: bowgun with one bullet. Hunter 2: buys and exchanges. Hunter 3: no base hand, 30 bullets. 54 - 31 = 23.
    """
    weights = {"extra_bias": 1, "extra_class": -1, "exchange_bias": 2, "exchange_spare": 1, "exchange_class": -1}
    start = opening(
        hunter(base_hand=1, magazine=1, armour=2, element_bonus=2),
        hunter(
            modifiers=[2, -1], extra_cards=1, exchange=True, armour=3, element_bonus=1, kind_bonus=1, damage_modifier=1,
            weights=weights,
        ),
        hunter(base_hand=0, magazine=30, modifiers=[-1], armour=20, damage_modifier=-2),
        turns="deck", packs=1, terrain=["cold", "glare"], rules={"jokers": 2, "deck_end": "mid_turn"},
        monster={"hand_cards": 1, "modifiers": [1], "attack_level": 3, "level_correction": -1},
    )  # fmt: skip
    return [
        start,
        *read(f"""
        deck 1 9c,Kd,jk,{UNUSED},{TURN_1},{TURN_2},2d,6h
        load H1 9c; load H3 Kd,jk,{UNUSED}; turn 1 23
        deal 1 H1:9s? H2:5h? monster:Ks? flop:2c H2:8d flop:Jh
        declare H1 attack; bullet H1 9c; declare H2 attack
        extra H2 NoP 3 yes            # sees 8d 2c Jh: 1 - 0 > 0
        deal 1 H2:8s; declare H3 attack; bullet H3 Kd; shared 1 4s,Td,6c
        exchange H2 1P yes yes 7h 8s  # 5h to spare, 2 + 1 - 1 > 0; 4-5-6-7-8 with either 8, 8s is the lower face
        class H1 1P NoP               # nines, in the cold
        class H2 ST ST                # + 2 - 1 and the cold
        class H3 NoP NoP
        class monster NoP NoP         # the + 1 never lifts a natural NoP
        compare H1 tie NoP 1 3 1      # 1; 1 + 3 - 1 = 3, armour 2
        compare H2 win FH 11 0 0      # ST + 1 + 1; 10 + 1
        compare H3 tie NoP 0 3 0      # 1 - 2; armour 20
        turn_end 1 13                 # 23 - 6 - 1 - 3, the exchange gives one back
        turn 2 13
        deal 2 H1:3d? H2:Ah? monster:Qs? flop:Qd H2:Qc flop:3c
        declare H1 reload; reload H1 Th; declare H2 attack
        extra H2 1P 3 no              # sees Qc Qd 3c: 1 - 1 is not above 0
        declare H3 attack; bullet H3 jk; shared 2 Qh,5s,9d
        exchange H2 3C yes no - -     # 2 + 1 - 3 is not above 0
        class H2 3C 3C
        class H3 3C 1P                # the joker is a queen; - 1 and the cold
        class monster 3C ST           # + 1, the cold does not touch it
        compare H2 loss - 0 8 5       # 6 + 3 - 1
        compare H3 loss - 0 8 0; turn_end 2 3; turn 3 3
        deal 3 H1:2d? H2:6h? monster:8s?  # the 8s came back from under the deck
        void 3; end 2 deck_end 0
        """),
    ]


def single_hand(start: Event, cards: str, rest: str) -> list[Event]:
    """One hand of one hunter from seven cards (two own, five shared): all up to the classes, then `rest` and the end."""
    c = cards.split(",")
    script = f"""
        deck 1 {cards}
        turn 1 108
        deal 1 H1:{c[0]} flop:{c[1]} H1:{c[2]} flop:{c[3]}; declare H1 attack
        shared 1 {",".join(c[4:])}
        {rest}
        turn_end 1 101; end 1 hands_done 101
        """
    return [start, *read(script)]


def test_a_hunt_worked_out_by_hand_is_accepted() -> None:
    """Bullets, reload, bought card, exchange, cold, glare, all outcomes and a broken turn: every kind of event."""
    check(hunt())
    assert {event["event"] for event in hunt()} == set(KINDS)


# Kind of event, which of its kind, field, wrong value, rule.
ERRORS = """
    deck 0 turn 0 RP-J1; load 0 side H2 RP-D7; load 1 cards Kd RP-D7; turn 0 left 24 RP-T8; deal 0 to flop RP-T1;
    deal 0 card 9h RP-T1; deal 0 face_down no RP-E3; deal 2 face_down no RP-E3; deal 4 face_down yes RP-E3;
    deal 6 to H3 RP-H2; declare 0 alternatives attack,reload RP-T4; declare 3 action attack RP-T4;
    reload 0 cards Th,Qh RP-D7; bullet 1 card jk RP-D7; extra 0 n_known 4 RP-H2; extra 0 bought no RP-H2;
    extra 1 known NoP RP-J5; shared 0 cards Td,4s,6c RP-T5; exchange 0 returned 8d RP-H2; exchange 0 returned 7h RP-H2;
    exchange 0 class ST RP-J5; exchange 1 spare no RP-H2; exchange 1 taken yes RP-H2; class 0 final 1P RP-J8;
    class 1 natural 1P RP-J5; class 3 final 1P RP-J8; compare 0 outcome loss RP-T6; compare 0 damage_class 2P RP-D3;
    compare 0 dealt 0 RP-D1; compare 2 dealt -1 RP-D1; compare 0 announced 4 RP-D2; compare 2 taken -17 RP-D5;
    compare 3 damage_class 3C RP-D3; turn_end 0 left 12 RP-T8; void 0 turn 2 RP-T8; end 0 turns 3 RP-T8;
    end 0 reason hands_done RP-T8
"""


@pytest.mark.parametrize("error", [" ".join(error.split()) for error in ERRORS.split(";")])
def test_one_wrong_field_is_named_with_its_rule(error: str) -> None:
    """The message names the rule, the event and what was expected there."""
    kind, nth, field, word, rule = error.split()
    events, wrong = hunt(), value(field, word)
    at = [number for number, event in enumerate(events) if event["event"] == kind][int(nth)]
    right, events[at][field] = events[at][field], wrong
    rejected(events, re.escape(f"{rule}: event {at}: {kind}: {field}: expected {right!r}, found {wrong!r}") + "$")


def test_every_field_of_every_event_counts() -> None:
    """A value of another type, an equal value of another type, or no value is rejected in every field."""
    for at, event in enumerate(hunt()):
        for name, value in event.items():
            for wrong in ({"x": 1}, int(value) if isinstance(value, bool) else float(value) if value == 1 else None):
                events = hunt()
                events[at][name] = wrong
                if wrong != value or type(wrong) is not type(value):
                    rejected(events, f"event {at}: ")
            events = hunt()
            del events[at][name]
            rejected(events, f"event {at}: ")


def test_nothing_follows_the_end() -> None:
    """RP-T8: the game is over when the deck is out."""
    rejected([*hunt(), *read("turn 4 0")], "expected nothing after the end")
    rejected([*hunt(), *read("end 2 deck_end 0")], "expected nothing after the end")


def test_a_trace_must_reach_its_end() -> None:
    """Any shorter trace is rejected at the place where it breaks off."""
    events = hunt()
    for n in range(len(events)):
        rejected(events[:n], rf"event {n}: expected \w+, the trace ends")


def changed(start: Event, path: str, new: object) -> Event:
    """The opening with another value at a path such as "hunters.0.armour"."""
    start = deepcopy(start)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = start
    for step in steps:
        place = place[step]
    place[last] = new
    return start


OUT_OF_RANGE = [
    ("game_id", -1), ("cell", 5), ("seed", "1"), ("turns", "both"), ("packs", 0), ("packs", 1.0), ("rules.jokers", 3),
    ("rules.modifier_order", "sum"), ("rules.cold_hits", "monster"), ("rules.deck_end", ""), ("rules", {}),
    ("rules.deck_end", None), ("terrain", ["heat"]), ("terrain", ["cold", "cold", "glare"]), ("terrain", "cold"),
    ("monster.hand_cards", 4), ("monster.rating", RATING[:-1]), ("monster.modifiers", [True]), ("hunters", []),
    ("monster.attack_level", None), ("hunters.0.base_hand", -1), ("hunters.0.kind_bonus", 2), ("hunters.0.exchange", 0),
    ("hunters.0.policy", {}), ("hunters.0.rating", [*RATING, 30]),
]  # fmt: skip
OTHER_GAMES = [
    ("rules.jokers", 4), ("packs", 2), ("rules.cold_hits", "all"), ("rules.deck_end", "before_turn"), ("turns", "hands"),
    ("terrain", ["glare"]), ("terrain", ["cold"]), ("monster.hand_cards", 0), ("hunters.1.modifiers", [2]),
    ("hunters.1.policy.extra_bias", 2), ("hunters.1.policy.exchange_spare", 2), ("hunters.1.kind_bonus", 0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "new", "where"),
    [*((*row, "event 0: start: ") for row in OUT_OF_RANGE), *((*row, r"event [1-9]\d*: ") for row in OTHER_GAMES)],
)
def test_the_hunt_fits_no_other_opening(path: str, new: object, where: str) -> None:
    """Each input has its type and range; with another one in range some later event is wrong."""
    events = hunt()
    rejected([changed(events[0], path, new), *events[1:]], where)


def test_trpg_t8_before_turn_ends_ahead_of_a_short_deck() -> None:
    """RP-T8: 3 cards are fewer than 4 base cards and 5, so no third turn begins and 3 cards are left."""
    events = hunt()
    events[0]["rules"]["deck_end"] = "before_turn"
    rejected(events, "expected end, found 'turn'")
    check([*events[: events.index({"event": "turn", "turn": 3, "left": 3})], *read("end 2 deck_end 3")])


COLD_FOR_ALL = {"terrain": ["cold"], "rules": {"cold_hits": "all"}}
STEPWISE = {"rules": {"modifier_order": "one_by_one"}}
PAIRS, MIXED = "9s,4s,9h,4h,2c,Jd,Kh", "9s,4s,8h,3h,2c,Jd,Kh"  # the shared five: a pair of fours, no pair


@pytest.mark.parametrize(
    ("party", "table", "cards", "result"),
    [
        # RP-EX2: ties, both hit. The last row: four jokers and a king are shared.
        ({}, {"terrain": ["cold"]}, PAIRS, "class H1 2P 1P; class monster 1P 1P; compare H1 tie 1P 2 2 2"),
        ({}, {"terrain": ["cold"]}, MIXED, "class H1 NoP NoP; class monster NoP NoP; compare H1 tie NoP 1 1 1"),
        ({"modifiers": [1]}, {}, "9s,jk,8h,jk,jk,jk,Kh", "class H1 5C 5C; class monster 5C 5C; compare H1 tie 5C 25 25 25"),
        # RP-E2: the cold for both
        ({}, COLD_FOR_ALL, PAIRS, "class H1 2P 1P; class monster 1P NoP; compare H1 win 1P 2 0 0"),
        # RP-J8: 2 + 10 - 1, held at the end or at each step; RP-D2: 1 - 5 is not below 0
        ({"modifiers": [10, -1]}, {}, PAIRS, "class H1 2P 5C; class monster 1P 1P; compare H1 win 5C 25 0 0"),
        ({"modifiers": [10, -1]}, STEPWISE, PAIRS, "class H1 2P RSF; class monster 1P 1P; compare H1 win RSF 20 0 0"),
        ({}, {"monster": {"attack_level": -5}}, MIXED, "class H1 NoP NoP; class monster NoP NoP; compare H1 tie NoP 1 0 0"),
        # RP-EX3: judged as ST against NoP, damage of 4C (13)
        ({"element_bonus": 2, "kind_bonus": 1}, {}, "5s,6h,8d,7c,9s,Kh,2d",
         "class H1 ST ST; class monster NoP NoP; compare H1 win 4C 13 0 0"),
    ],
)  # fmt: skip
def test_trpg_ex2_ex3_single_hands(party: Event, table: Event, cards: str, result: str) -> None:
    """RP-EX2, RP-EX3, RP-E2, RP-J8, RP-D2: the result in the row is accepted, the same as a loss is not."""
    events = single_hand(opening(hunter(**party), **table), cards, result)
    check(events, n_hands=1)
    events[-3]["outcome"] = "loss"
    rejected(events, "RP-T6", n_hands=1)


def test_trpg_ex5_dealing_order_of_hands_2_1_3() -> None:
    """RP-EX5: H1 H2 H3 F, H1 H3 F, H3; the motion card is the 4th of 8."""
    script = """
        deck 1 2s,4s,6s,8s,Ts,Qs,2h,3h,5d,7c,9d
        turn 1 108
        deal 1 H1:2s H2:4s H3:6s flop:8s H1:Ts H3:Qs flop:2h H3:3h
        declare H1 attack; declare H2 attack; declare H3 attack
        shared 1 5d,7c,9d            # with 8s 2h
        class H1 1P 1P               # deuces
        class H2 NoP NoP             # 2 4 5 7 8 9
        class H3 ST ST               # 5 6 7 8 9
        class monster NoP NoP; compare H1 win 1P 2 0 0; compare H2 tie NoP 1 1 1; compare H3 win ST 6 0 0
        turn_end 1 97; end 1 hands_done 97
        """
    events = [opening(hunter(), hunter(base_hand=1), hunter(base_hand=3)), *read(script)]
    check(events, n_hands=1)
    events[6], events[7] = events[7], events[6]
    rejected(events, "RP-T1: event 6: deal: to: expected 'flop', found 'hunter 1'", n_hands=1)


def test_trpg_d7_single_hands_take_one_bullet_from_the_deck_each_turn() -> None:
    """RP-D7: no magazine is filled; the bullet comes off the top before a card may be bought."""
    gunner = hunter(base_hand=1, magazine=6, extra_cards=2, weights={"extra_bias": 1, "extra_class": -1})
    script = """
        deck TURN 9s,4s,Kh,9h,2c,Jd,3h
        turn TURN 108
        deal TURN H1:9s flop:4s flop:Kh; declare H1 attack; bullet H1 9h; extra H1 1P 4 no
        shared TURN 2c,Jd,3h; class H1 1P 1P; class monster NoP NoP; compare H1 win 1P 2 0 0; turn_end TURN 101
        """
    hands = [event for turn in "12" for event in read(script.replace("TURN", turn))]
    check([opening(gunner), *hands, *read("end 2 hands_done 101")], n_hands=2)
    rejected([opening(gunner), *hands, *read("end 2 hands_done 101")], "expected end, found 'deck'", n_hands=1)


def test_a_game_of_hands_has_1024_turns() -> None:
    """The same hand 1,024 times is a game; once less is not."""
    rest = "class H1 NoP NoP; class monster NoP NoP; compare H1 tie NoP 1 1 1"
    start, *hand, _ = single_hand(opening(hunter()), "9s,4s,8h,3h,2c,Jd,Kh", rest)
    turns = [{**event, "turn": turn} if "turn" in event else event for turn in range(1, 1025) for event in hand]
    check([start, *turns, *read("end 1024 hands_done 101")])
    rejected([start, *turns[: -len(hand)], *read("end 1023 hands_done 101")], "expected deck, found 'end'")


def test_trpg_d7_an_empty_bowgun_idles_when_the_deck_is_low() -> None:
    """RP-D7: 3 cards are fewer than magazine 1 and the 3 shared ones: no reload, no class, no comparison.

    One pack, no jokers: 52 - 1 - 37 = 14 cards are two turns of 7. Hunter 2 shoots As and then the lowest card unused, 2s.
    """
    played = "9s,5h,2c,4s,8d,6c,Jh,9h,3h,7d,Kc,Ts,8c,6s"
    bullets = rest_of_pack(f"Kd,As,{played}", 0)
    script = f"""
        deck 1 Kd,As,{bullets},{played}
        load H1 Kd; load H2 As,{bullets}; turn 1 14
        deal 1 H1:9s H2:5h flop:2c flop:4s; declare H1 attack; bullet H1 Kd; declare H2 attack; bullet H2 As
        shared 1 8d,6c,Jh; class H1 NoP NoP; class H2 NoP NoP; class monster NoP NoP
        compare H1 tie NoP 1 1 1; compare H2 tie NoP 1 1 1; turn_end 1 7; turn 2 7
        deal 2 H1:9h H2:3h flop:7d flop:Kc; declare H1 none; declare H2 attack; bullet H2 2s; shared 2 Ts,8c,6s
        class H2 NoP NoP; class monster NoP NoP; compare H2 tie NoP 1 1 1; turn_end 2 0; end 2 deck_end 0
        """
    party = (hunter(base_hand=1, magazine=1), hunter(base_hand=1, magazine=37))
    check([opening(*party, turns="deck", packs=1, rules={"jokers": 0}), *read(script)])


def test_trpg_h2_no_card_is_bought_when_only_three_are_left() -> None:
    """RP-H2: after the deal 5 cards are left; two purchases leave 3, a third one is not offered.

    52 - 43 = 9 cards: 2 base cards and 2 flop cards go; hunter 2 has no base hand and a magazine of 43.
    """
    played = "9s,4s,8h,3h,9d,2c,Jd,Kh,Ac"
    bullets = rest_of_pack(played, 0)
    script = f"""
        deck 1 {bullets},{played}
        load H2 {bullets}; turn 1 9
        deal 1 H1:9s flop:4s H1:8h flop:3h; declare H1 attack; extra H1 NoP 4 yes
        deal 1 H1:9d; extra H1 1P 5 yes
        deal 1 H1:2c; declare H2 attack; bullet H2 {bullets[:2]}; shared 1 Jd,Kh,Ac
        class H1 1P 1P; class H2 NoP NoP; class monster NoP NoP
        compare H1 win 1P 2 0 0; compare H2 tie NoP 1 1 1; turn_end 1 0; end 1 deck_end 0
        """
    buyer = hunter(extra_cards=5, weights={"extra_bias": 1})
    check([opening(buyer, hunter(base_hand=0, magazine=43), turns="deck", packs=1, rules={"jokers": 0}), *read(script)])


@pytest.mark.parametrize(
    ("hands", "n_jokers", "turns", "left"),
    [([2, 2, 2, 2], 4, 8, 4), ([2, 2, 2, 2], 0, 8, 0), ([2, 1, 2, 2], 4, 9, 0), ([2], 4, 15, 3)],
)
def test_trpg_ex6_turns_in_a_deck(hands: list[int], n_jokers: int, turns: int, left: int) -> None:
    """RP-EX6: turns of two packs and the cards left, whatever their order."""
    start = opening(*(hunter(base_hand=n) for n in hands), turns="deck", rules={"jokers": n_jokers})
    cards = [*CARD_NAMES[:JOKER] * 2, *["jk"] * n_jokers]
    Random(turns).shuffle(cards)
    events = trace_by_the_rules(start, [cards])
    assert events[-1:] == read(f"end {turns} deck_end {left}")
    assert sum(event["event"] == "turn" for event in events) == turns
    check(events)


def accepted_corruptions(events: list[Event], rng: Random, kind: str | None, n_hands: int) -> list[str]:
    """Those of 500 corruptions that the referee does not notice."""
    accepted = []
    for _ in range(500):
        spoiled, what = corrupt(events, rng, kind)
        try:
            check(spoiled, n_hands)
        except RuleViolation:
            continue
        accepted.append(what)
    return accepted


@pytest.mark.parametrize("kind", KINDS)
def test_every_corruption_of_the_hunt_is_noticed(kind: str) -> None:
    """Of 500 corruptions of an event type at least 495 must be rejected; here each one contradicts a rule."""
    assert accepted_corruptions(hunt(), Random(KINDS.index(kind)), kind, n_hands=1024) == []


def test_every_corruption_of_single_hands_is_noticed() -> None:
    """500 corruptions of ten hands of four hunters, each from a fresh deck of which 40 cards are listed."""
    weights = {"extra_bias": 1, "extra_class": -1, "exchange_bias": 2, "exchange_class": -1}
    buyer = hunter(extra_cards=2, exchange=True, weights=weights)
    gunner = hunter(base_hand=1, magazine=6, modifiers=[1], element_bonus=1)
    start = opening(buyer, gunner, hunter(base_hand=3), buyer, terrain=["cold"], monster={"hand_cards": 2})
    rng = Random(5)
    pack = [*CARD_NAMES[:JOKER] * 2, *["jk"] * 4]
    events = trace_by_the_rules(start, [rng.sample(pack, 40) for _ in range(10)], n_hands=10)
    check(events, n_hands=10)
    assert accepted_corruptions(events, rng, None, n_hands=10) == []
