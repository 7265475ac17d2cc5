"""The judgement's rules, paragraph by paragraph; expected values worked out from the rulebook by hand."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from sim.game import Cell
from sim.games.monster_hunter_trpg import rules
from sim.games.monster_hunter_trpg.setting import best_element
from sim.games.monster_hunter_trpg.spec import COUNTERS, replay
from sim.games.monster_hunter_trpg.state import (
    MONSTER,
    ColdHits,
    Counter,
    DeckEnd,
    Hunter,
    ModifierOrder,
    Monster,
    Outcome,
    Rules,
    Setting,
    State,
    Turns,
)
from sim.poker.classes import CLASS_NAMES, card_name, parse_card


def of(name: str) -> int:
    """A class by its name in the rulebook."""
    return CLASS_NAMES.index(name)


def modified(natural: str, modifiers: list[int], *, one_by_one: bool = False, terrain: int = 0) -> str:
    """The class after modifiers, by name."""
    hunter, by = np.zeros(1, Hunter)[0], np.zeros(1, Rules)[0]
    hunter.n_modifiers = len(modifiers)
    hunter.modifiers[: len(modifiers)] = modifiers
    by.modifier_order = ModifierOrder.ONE_BY_ONE if one_by_one else ModifierOrder.SUM_THEN_CLAMP
    return CLASS_NAMES[rules.modified_class(of(natural), hunter, terrain, by)]


def new_setting(hands: list[int], **changes: Any) -> np.record:
    """A setting of hunters with these base hands; ratings are 1 point a class."""
    setting = np.zeros(1, Setting)[0]
    setting.n_hunters = len(hands)
    setting.rules.packs, setting.rules.jokers = 2, 4
    setting.monster.rating[:] = np.arange(11)
    for i, cards in enumerate(hands):
        setting.hunters[i].base_hand = cards
        setting.hunters[i].rating[:] = np.arange(11)
    for name, value in changes.items():
        setting.rules[name] = value
    return setting


def events_of(setting: np.record, index: int = 0, seed: int = 1) -> list[dict[str, Any]]:
    """The JSON events of one game."""
    return [dict(event.data) for event in replay(Cell("test", "test", {}, setting), 0, seed, index)]


def of_kind(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    """The events of one kind."""
    return [event for event in events if event["event"] == kind]


@pytest.mark.parametrize(
    ("natural", "modifiers", "expected"),
    [("SF", [3], "5C"), ("1P", [-2], "NoP"), ("NoP", [3], "NoP"), ("3C", [1, -2], "2P"), ("5C", [1, -1], "5C")],
)
def test_rp_ex1_modifiers_are_summed_then_held_within_the_classes(natural: str, modifiers: list[int], expected: str) -> None:
    """RP-EX1 (RP-J8): SF +3 is 5C, 1P -2 is NoP, NoP stays, 3C +1 -2 is 2P, 5C +1 -1 is 5C."""
    assert modified(natural, modifiers) == expected


def test_rp_ex1_one_by_one_holds_after_each_modifier() -> None:
    """RP-EX1 (RP-J8, option modifier_order = one_by_one): 5C +1 stays 5C, then -1 is RSF; 3C +1 -2 is 2P as before."""
    assert modified("5C", [1, -1], one_by_one=True) == "RSF"
    assert modified("3C", [1, -2], one_by_one=True) == "2P"
    assert modified("1P", [-2, 1], one_by_one=True) == "1P"
    assert modified("1P", [-2, 1]) == "NoP"


def test_rp_j8_a_natural_nop_is_never_modified_but_a_fallen_hand_may_rise() -> None:
    """RP-J8: NoP ignores +3 and the cold alike."""
    assert modified("NoP", [3], terrain=-1) == "NoP"
    assert modified("NoP", [1, 1], one_by_one=True) == "NoP"


def test_rp_j7_the_general_rate_counts_from_0_to_10() -> None:
    """RP-J7: NoP 0, 1P 1, 3C 3, RSF 9, 5C 10."""
    assert [rules.general_rate(of(name)) for name in ("NoP", "1P", "3C", "RSF", "5C")] == [0, 1, 3, 9, 10]


@pytest.mark.parametrize(
    ("cold", "hits", "hunter", "monster"),
    [(0, ColdHits.ALL, 0, 0), (1, ColdHits.HUNTERS, -1, 0), (1, ColdHits.ALL, -1, -1)],
)
def test_rp_e2_the_cold_takes_a_class_from_hunters_or_from_all(cold: int, hits: int, hunter: int, monster: int) -> None:
    """RP-E2: class -1 in the cold; by option cold_hits for the hunters alone or for all."""
    by = np.zeros(1, Rules)[0]
    by.cold, by.cold_hits = cold, hits
    assert (rules.terrain_modifier(by, is_monster=False), rules.terrain_modifier(by, is_monster=True)) == (hunter, monster)


@pytest.mark.parametrize(
    ("own", "other", "expected"), [("2P", "1P", rules.WIN), ("1P", "1P", rules.TIE), ("NoP", "5C", rules.LOSS)]
)
def test_rp_t6_higher_hits_equal_both_hit_lower_is_hit(own: str, other: str, expected: int) -> None:
    """RP-T6, RP-J6: only the class decides."""
    assert rules.compare(of(own), of(other)) == expected


def test_rp_ex2_equal_final_classes_tie_however_reached() -> None:
    """RP-EX2: 2P in the cold against 1P; NoP with -1 against NoP; 5C with +1 against 5C: all ties."""
    assert rules.compare(of(modified("2P", [], terrain=-1)), of("1P")) == rules.TIE
    assert rules.compare(of(modified("NoP", [-1])), of("NoP")) == rules.TIE
    assert rules.compare(of(modified("5C", [1])), of("5C")) == rules.TIE


@pytest.mark.parametrize(
    ("final", "element", "kind", "expected"),
    [
        ("ST", 2, 1, "4C"),
        ("RSF", 2, 1, "5C"),
        ("NoP", 2, 1, "NoP"),
        ("ST", 2, 0, "FH"),
        ("ST", 0, 1, "FL"),
        ("1P", 0, 0, "1P"),
    ],
)
def test_rp_ex3_element_and_kind_raise_the_class_for_damage_only(final: str, element: int, kind: int, expected: str) -> None:
    """RP-EX3 (RP-D3, RP-D4): ST with element 2 and kind deals as 4C, RSF as 5C, NoP as NoP; each alone adds its own."""
    hunter = np.zeros(1, Hunter)[0]
    hunter.element_bonus, hunter.kind_bonus = element, kind
    assert CLASS_NAMES[rules.damage_class(of(final), hunter)] == expected


def test_rp_ex3_the_hand_is_judged_without_the_bonus_for_damage() -> None:
    """RP-EX3 (RP-D3): in a played game every final class is that of a hunter without bonus; only the damage class rises."""
    plain, strong = new_setting([2]), new_setting([2])
    strong.hunters[0].element_bonus, strong.hunters[0].kind_bonus = 2, 1
    for one, other in zip(events_of(plain), events_of(strong), strict=True):
        if one["event"] == "class":
            assert one == other
        if one["event"] == "compare" and one["damage_class"] not in (None, "NoP"):
            assert of(other["damage_class"]) == min(of(one["damage_class"]) + 3, 10)


def test_rp_d3_only_the_best_element_counts() -> None:
    """RP-D3: of fire 1, ice 3 and dragon 5, a monster weak to fire and ice takes 3; weak to nothing takes 0."""
    elements = {"fire": 1, "ice": 3, "dragon": 5}
    assert best_element(elements, ("fire", "ice")) == 3
    assert best_element(elements, ("water",)) == 0


def test_rp_d1_and_d2_damage_is_the_rating_by_class_with_its_additions() -> None:
    """RP-D1: rating 12 at ST and +3 are 15. RP-D2: rating 9 at ST, attack level 2, correction -1 are 10. Neither below 0."""
    hunter, monster = np.zeros(1, Hunter)[0], np.zeros(1, Monster)[0]
    hunter.rating[of("ST")], hunter.damage_modifier = 12, 3
    monster.rating[of("ST")], monster.attack_level, monster.level_correction = 9, 2, -1
    assert rules.hunter_damage(hunter, of("ST")) == 15
    assert rules.monster_damage(monster, of("ST")) == 10
    hunter.damage_modifier, monster.level_correction = -20, -20
    assert rules.hunter_damage(hunter, of("ST")) == 0
    assert rules.monster_damage(monster, of("ST")) == 0


def test_rp_ex8_reductions_come_off_the_announced_damage() -> None:
    """RP-EX8 (RP-D5): announced 7, armour 2 and a damage -3 leave 2; more armour than damage leaves 0."""
    assert rules.suffered(rules.suffered(7, 2), 3) == 2
    assert rules.suffered(3, 5) == 0


def test_rp_ex5_the_deal_goes_round_and_skips_complete_hands() -> None:
    """RP-EX5 (RP-T1): hands 2, 1, 3: H1 H2 H3 F, H1 H3 F, H3; the motion card is the 4th of 8."""
    events = events_of(new_setting([2, 1, 3]))
    first_turn = events[: next(i for i, event in enumerate(events) if event["event"] == "turn_end")]
    order = [event["to"] for event in of_kind(first_turn, "deal")]
    one, two, three = "hunter 1", "hunter 2", "hunter 3"
    assert order == [one, two, three, "flop", one, three, "flop", three]


def test_rp_t9_the_monsters_own_cards_come_between_hunters_and_flop() -> None:
    """RP-T9, RP-T1: one hunter of 1 card and a monster of 3: H M F, M F, M; a monster without cards gets none."""
    setting = new_setting([1])
    setting.monster.hand_cards = 3
    events = events_of(setting)
    first_turn = events[: next(i for i, event in enumerate(events) if event["event"] == "turn_end")]
    assert [event["to"] for event in of_kind(first_turn, "deal")] == [
        "hunter 1",
        "monster",
        "flop",
        "monster",
        "flop",
        "monster",
    ]


@pytest.mark.parametrize(
    ("hands", "jokers", "turns", "left"),
    [([2] * 4, 4, 8, 4), ([2] * 4, 0, 8, 0), ([2, 2, 2, 1], 4, 9, 0), ([2], 4, 15, 3)],
)
def test_rp_ex6_a_deck_lasts_as_many_turns_as_it_has_cards_for(hands: list[int], jokers: int, turns: int, left: int) -> None:
    """RP-EX6 (RP-T8): 13 cards a turn: 108 give 8 turns and 4 left, 104 give 8 and 0; 12: 9 and 0; 7: 15 and 3."""
    end = events_of(new_setting(hands, jokers=jokers))[-1]
    assert (end["turns"], end["left"], end["reason"]) == (turns, left, "deck_end")


def test_rp_t8_mid_turn_deals_on_and_the_broken_turn_is_void() -> None:
    """RP-T8 (option deck_end = mid_turn): 13 of 108 cards a turn: the 9th begins with 4 cards and is void."""
    events = events_of(new_setting([2] * 4, deck_end=DeckEnd.MID_TURN))
    assert [event["event"] for event in events[-7:]] == ["turn", "deal", "deal", "deal", "deal", "void", "end"]
    assert (events[-1]["turns"], events[-1]["left"]) == (8, 0)


def test_rp_e3_in_the_glare_the_first_base_card_is_hidden_until_all_have_declared() -> None:
    """RP-E3: of each hunter's two cards the first lies face down, and a purchase sees three cards instead of four."""
    setting = new_setting([2, 2], glare=1)
    setting.hunters[0].extra_cards = 1
    events = events_of(setting)
    hidden = [event["face_down"] for event in of_kind(events, "deal")[:6]]
    assert hidden == [True, True, False, False, False, False]
    assert of_kind(events, "extra")[0]["n_known"] == 3
    setting.rules.glare = 0
    assert of_kind(events_of(setting), "extra")[0]["n_known"] == 4


def test_rp_h2_extra_cards_are_bought_one_by_one_while_three_cards_stay() -> None:
    """RP-H2: a hunter who always buys, at most 5: five cards each turn but where the deck would keep fewer than three."""
    setting = new_setting([0], packs=1, jokers=0)
    setting.hunters[0].extra_cards, setting.hunters[0].policy.extra_bias = 5, 1
    events = events_of(setting)
    bought = [sum(e["to"] == "hunter 1" for e in of_kind(turn, "deal")) for turn in split_turns(events)]
    # 52 cards: a turn takes 2 + 5 + 3 = 10; five turns leave 2, too few for a sixth (0 + 5)
    assert bought == [5] * 5
    assert events[-1]["left"] == 2


def test_rp_h2_a_purchase_stops_where_it_would_take_a_shared_card() -> None:
    """RP-H2 (RP-T8, mid_turn): a purchase leaves three cards for RP-T5.

    Two hunters of 3 cards buy 5 each, 52 cards: a turn takes 6 + 2 + 10 + 3 = 21. Two turns leave 10; the third deals 8, so
    2 are left: no purchase, and too few shared cards, so that the turn is void.
    """
    setting = new_setting([3, 3], packs=1, jokers=0)
    for i in range(2):
        setting.hunters[i].extra_cards, setting.hunters[i].policy.extra_bias = 5, 1
    setting.rules.deck_end = DeckEnd.MID_TURN
    events = events_of(setting)
    assert (events[-1]["turns"], events[-1]["left"]) == (2, 0)
    assert events[-2]["event"] == "void"
    assert not of_kind(split_turns(events)[2], "extra")


def split_turns(events: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The events of each turn."""
    starts = [i for i, event in enumerate(events) if event["event"] == "turn"]
    return [events[i:j] for i, j in zip(starts, [*starts[1:], len(events)], strict=True)]


def test_rp_h2_the_exchange_returns_a_former_card_and_keeps_the_best_class() -> None:
    """RP-H2: own 2s 3h, shared 2h 9d 9c Kd 5s is 2P; the card drawn is 9h: returning 3h leaves a full house of 9s and 2s."""
    state = played_hand(own=["2s", "3h"], shared=["2h", "9d", "9c", "Kd", "5s"], deck=["9h"])
    hunter = np.zeros(1, Hunter)[0]
    hunter.exchange, hunter.policy.exchange_bias = 1, 1
    rules.exchange_card(state, 0, hunter, NO_EVENTS)
    assert {card_name(card) for card in state.seats[0].hand[:2]} == {"2s", "9h"}
    assert card_name(rules.draw(state.deck)) == "3h"  # it went under the deck, which was empty then
    assert CLASS_NAMES[rules.class_with(state, 0, 0, -1)] == "FH"


def test_rp_h2_a_policy_may_exchange_only_what_it_can_spare() -> None:
    """RP-H2: with `exchange_spare` alone nothing that is needed is exchanged.

    Own 2s 2h is the only pair: no card can be spared. Own 2s 3h beside a shared pair can spare either.
    """
    hunter = np.zeros(1, Hunter)[0]
    hunter.exchange, hunter.policy.exchange_spare = 1, 1
    needed = played_hand(own=["2s", "2h"], shared=["4h", "6d", "8c", "Td", "Qs"], deck=["9h"])
    rules.exchange_card(needed, 0, hunter, NO_EVENTS)
    assert (needed.seats[0].exchanged, needed.deck.left) == (0, 1)
    spare = played_hand(own=["2s", "3h"], shared=["4h", "4d", "8c", "Td", "Qs"], deck=["9h"])
    rules.exchange_card(spare, 0, hunter, NO_EVENTS)
    assert spare.seats[0].exchanged == 1


def test_rp_d7_a_magazine_is_shot_empty_then_a_turn_reloads() -> None:
    """RP-D7: a magazine of 6: six attacks with a bullet each, then a reload of 6 cards in a turn without comparison."""
    setting = new_setting([1])
    setting.hunters[0].magazine = 6
    events = events_of(setting)
    turns = split_turns(events)
    assert [of_kind(turn, "declare")[0]["action"] for turn in turns[:8]] == ["attack"] * 6 + ["reload", "attack"]
    assert [event["card"] for event in of_kind(events, "bullet")[:6]] == of_kind(events, "load")[0]["cards"]
    assert not of_kind(turns[6], "compare")
    assert len(of_kind(turns[6], "reload")[0]["cards"]) == 6


def test_rp_d7_too_few_cards_left_for_a_reload_means_no_attack() -> None:
    """RP-D7: a reload waits if the deck is too short, and without bullets there is no attack.

    One pack, base hand 1, so 6 cards a turn. Magazine 5: 47 cards after loading; 5 turns leave 17; the 6th deals 3
    and reloads 5 of 14 (5 + 3 are there), leaving 6; the 7th attacks. Magazine 6: 46; 6 turns leave 10; the 7th deals 3, and
    7 are too few for 6 + 3: no attack.
    """
    setting = new_setting([1], packs=1, jokers=0)
    setting.hunters[0].magazine = 5
    actions = [event["action"] for event in of_kind(events_of(setting), "declare")]
    assert actions == ["attack"] * 5 + ["reload", "attack"]
    setting.hunters[0].magazine = 6
    actions = [event["action"] for event in of_kind(events_of(setting), "declare")]
    assert actions == ["attack"] * 6 + ["none"]


def test_rp_j1_the_deck_is_packs_and_jokers() -> None:
    """RP-J1: two packs and four jokers: 108 cards, each face twice, four jokers."""
    cards = of_kind(events_of(new_setting([2])), "deck")[0]["cards"]
    assert (len(cards), cards.count("jk"), {cards.count(card) for card in cards if card != "jk"}) == (108, 4, {2})


def test_rp_j5_the_best_five_of_own_and_shared_cards_make_the_class() -> None:
    """RP-J5: own As Ks and shared Qs Js Ts 2h 2d make RSF; without As 2h 2d are best: 1P."""
    state = played_hand(own=["As", "Ks"], shared=["Qs", "Js", "Ts", "2h", "2d"], deck=[])
    assert CLASS_NAMES[rules.class_with(state, 0, 0, -1)] == "RSF"
    assert CLASS_NAMES[rules.class_with(state, 0, 0, 0)] == "1P"


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [("2P", "1P", ("win", "2P", 23, 0)), ("2P", "2P", ("tie", "2P", 23, 8)), ("1P", "2P", ("loss", None, 0, 8))],
)
def test_rp_t6_who_hits_deals_damage_and_a_tie_hurts_both(own: str, other: str, expected: tuple[Any, ...]) -> None:
    """RP-T6 with RP-D1, RP-D2 and RP-D5.

    Ratings of 10 a class and +3 deal 23 at 2P; the monster's 5 a class and level 1 are 11 at 2P, 8 after armour 3.
    """
    hunter, monster = np.zeros(1, Hunter)[0], np.zeros(1, Monster)[0]
    hunter.rating[:], hunter.damage_modifier, hunter.armour = np.arange(11) * 10, 3, 3
    monster.rating[:], monster.attack_level = np.arange(11) * 5, 1
    state = played_hand(own=[], shared=[], deck=[])
    state.seats[0].final, state.seats[MONSTER].final = of(own), of(other)
    rules.fight(state, 0, hunter, monster, NO_EVENTS)
    seat = state.seats[0]
    damage_class = CLASS_NAMES[seat.damage_class] if seat.damage_class >= 0 else None
    assert (Outcome(seat.outcome).name.lower(), damage_class, seat.dealt, seat.taken) == expected


def test_rp_j5_every_hand_is_own_and_shared_cards() -> None:
    """RP-J5: a hunter without own cards has the class of the five shared cards, as has a monster without cards."""
    for turn in split_turns(events_of(new_setting([0]))):
        hunter, monster = of_kind(turn, "class")
        assert hunter["natural"] == monster["natural"]
        assert of_kind(turn, "compare")[0]["outcome"] == "tie"


def test_independent_hands_are_1024_turns_of_fresh_decks() -> None:
    """Turns `hands`: 1,024 turns, each dealt from a deck of its own; a magazine gives a bullet each turn."""
    setting = new_setting([1], turns=Turns.HANDS)
    setting.hunters[0].magazine = 6
    events = events_of(setting)
    assert len(of_kind(events, "deck")) == len(of_kind(events, "bullet")) == len(of_kind(events, "turn_end")) == 1024
    assert {event["left"] for event in of_kind(events, "turn")} == {108}
    assert events[-1]["reason"] == "hands_done"


def test_the_seats_table_names_its_counters_as_the_kernel_numbers_them() -> None:
    """Column by column; wins, ties and losses follow each other as outcomes do: the kernel adds an outcome to WINS."""
    assert [column.name for column in COUNTERS] == [one.name.lower() for one in Counter]
    assert [one.value for one in Counter] == list(range(len(Counter)))
    compared = (Outcome.WIN, Outcome.TIE, Outcome.LOSS)
    assert [Counter(Counter.WINS + one) for one in compared] == [Counter.WINS, Counter.TIES, Counter.LOSSES]


def test_events_are_json() -> None:
    """Every event can be written as one line of JSON."""
    assert all(json.loads(json.dumps(event)) == event for event in events_of(new_setting([2, 2])))


NO_EVENTS = np.zeros((0, 6), np.int64)


def played_hand(own: list[str], shared: list[str], deck: list[str]) -> np.record:
    """A state in which hunter 1 holds `own`, the shared cards lie, and the draw pile is `deck`."""
    state = np.zeros(1, State)[0]
    state.seats[0].hand[: len(own)] = [parse_card(card) for card in own]
    state.seats[0].n_cards = len(own)
    state.deck.capacity = 10
    pile = [parse_card(card) for card in [*shared, *deck]]
    state.deck.cards[: len(pile)] = pile
    state.deck.left = len(pile)
    for _ in shared:
        rules.lay_shared_card(state)
    return state
