"""Blows, boosts, items and what they cost (TCG-H4, H5, H7 to H10); worked out from the rulebook by hand."""

from __future__ import annotations

import pytest

from sim.games.monster_hunter_tcg.play.hunt import act_once, begin_hunt, blow, boost, hunt, open_window, strike, use_item
from sim.games.monster_hunter_tcg.play.phases import end_phase
from sim.games.monster_hunter_tcg.rules.hunt import slay, wound
from sim.games.monster_hunter_tcg.rules.items import legal_acts, usable_items, weapons_of_line
from sim.games.monster_hunter_tcg.rules.retreat import mill
from sim.games.monster_hunter_tcg.rules.values import body_card, hunter_attack, hunter_defence, is_weak, monster_attack
from sim.games.monster_hunter_tcg.state import NONE, Decision, Event, Kind
from tests.plain.table import Table, armour, hunter, item, monster, slots_of, weapon


def beside(**printed: int) -> tuple[Table, int]:
    """Hunter 1 beside a face-up monster of seat 0."""
    table = Table(3)
    table.stand(1, 0, 0)
    return table, table.on_map(0, monster(**{"hp": 9, **printed}), 0)


# Attack


def test_tcg_h4_own_attack_without_a_weapon_else_the_weapons() -> None:
    """TCG-H4: own 2; with a weapon of 5 it is 5, not 7."""
    table, wolf = beside()
    table.hunter(1, hunter(attack=2))
    assert table.do(hunter_attack, 1, 0, wolf) == 2
    table.wear(1, weapon(attack=5))
    assert table.do(hunter_attack, 1, 0, wolf) == 5


def test_tcg_h4_never_below_0() -> None:
    """TCG-H4: own 1, the weapon's text -5: 0, and the monster loses nothing."""
    table, wolf = beside()
    table.wear(1, weapon(attack=1, ability="attack -5"))
    assert table.do(hunter_attack, 1, 0, wolf) == 0
    table.do(blow, 1, 0, wolf)
    assert table[0].hp[wolf] == 9


@pytest.mark.parametrize("bonus", [0, 1, 2, 3])
def test_tcg_h4_the_weak_element(bonus: int) -> None:
    """TCG-H4, option weakness_bonus: fire against weak to fire: 2 + bonus; against weak to ice, or without element, 2."""
    table = Table(3, weakness_bonus=bonus)
    weak, other = table.on_map(0, monster(weak_element="fire"), 0), table.on_map(0, monster(weak_element="ice"), 0)
    sword = table.wear(1, weapon(attack=2, element="fire"))
    assert [table.do(hunter_attack, 1, 0, one) for one in (weak, other)] == [2 + bonus, 2]
    cards = table.setting.entries
    assert table.do(is_weak, cards[1].card[sword], cards[0].card[weak])
    assert not table.do(is_weak, cards[1].card[sword], cards[0].card[other])
    table.wear(1, weapon(attack=2))
    assert table.do(hunter_attack, 1, 0, weak) == 2


def test_tcg_h5_attack_of_at_least_the_remaining_hp_slays() -> None:
    """TCG-H5: attack 3: HP 4 leave 1; then another hunter with attack 1 finishes it and gets all its HR 5."""
    table, wolf = beside(hp=4, hr=5)
    table.hunter(1, hunter(attack=3))
    table.do(blow, 1, 0, wolf)
    assert (table[0].hp[wolf], table.hr()) == (1, [0, 0, 0])
    table.do(blow, 2, 0, wolf)
    assert (table.hr(), table.zone(0, "material")) == ([0, 0, 5], {wolf})


@pytest.mark.parametrize(("points", "slain"), [(3, False), (4, True), (5, True)])
def test_tcg_h5_just_enough_is_enough(points: int, slain: bool) -> None:  # noqa: FBT001
    """TCG-H5: HP 4."""
    table, wolf = beside(hp=4)
    table.do(wound, 0, wolf, points, 1)
    assert (table.monsters(0, 0) == set()) == slain


def test_tcg_h5_hp_are_off_until_the_end_phase() -> None:
    """TCG-H5, N6: 9 - 1 = 8 after the hunt, 9 after the end phase."""
    table, wolf = beside()
    table.do(hunt)
    assert table[0].hp[wolf] == 8
    table.do(end_phase)
    assert table[0].hp[wolf] == 9


# Damage


def test_tcg_h7_attack_less_defence_in_cards_from_the_top() -> None:
    """TCG-H7: 5 less the own 2 = 3 cards from the top; with an armour of 4 one card more is 5 - 4."""
    table, wolf = beside(attack=5)
    table.hunter(1, hunter(defence=2))
    top = table.pile(1, 10)
    table.do(strike, 0, wolf, 1)
    assert (table.zone(1, "discards"), table.deck(1)) == (set(top[:3]), top[3:])
    table.wear(1, armour(defence=4))
    table.do(strike, 0, wolf, 1)
    assert table.zone(1, "discards") == set(top[:4])
    assert [row[3:6] for row in table.told(Event.STRIKE)] == [(5, 2, 3), (5, 4, 1)]


@pytest.mark.parametrize("attack", [0, 2, 3])
def test_tcg_h7_damage_of_0_or_less_does_nothing(attack: int) -> None:
    """TCG-H7: defence 3; nor does it force a retreat of an empty draw pile."""
    table, wolf = beside(attack=attack)
    table.hunter(1, hunter(defence=3))
    table.pile(1, 0)
    assert table.do(monster_attack, 0, wolf) == attack
    table.do(strike, 0, wolf, 1)
    assert (table[1].discards, table[1].retreats) == (0, 0)


@pytest.mark.parametrize("bonus", [2, 1])
def test_tcg_h7_each_discarded_armour_takes_off(bonus: int) -> None:
    """TCG-H7, option armour_discard_bonus: attack 9, own defence 1, two armours: 9 - 1 - 2 x bonus."""
    table = Table(3, armour_discard_bonus=bonus)
    table.hunter(1, hunter(defence=1))
    table.stand(1, 0, 0)
    wolf = table.on_map(0, monster(attack=9), 0)
    for _ in range(2):
        table.do(boost, 1, Kind.ARMOUR, table.put(1, "hand", armour()))
    assert table.do(hunter_defence, 1, 0, wolf) == 1 + 2 * bonus
    before = len(table.deck(1))
    table.do(strike, 0, wolf, 1)
    assert before - len(table.deck(1)) == 8 - 2 * bonus


def test_tcg_h7_card_texts_count_too() -> None:
    """TCG-H7: attack 6 + 1, own defence 1 and 2 by the armour's text in place of 0: 7 - (0 + 2) = 5 cards."""
    table, wolf = beside(attack=6)
    table.hunter(1, hunter(defence=1))
    table.wear(1, armour(defence=0, ability="defence +2"))
    table[0].monster_attack[wolf] = 1
    table.do(strike, 0, wolf, 1)
    assert len(table.zone(1, "discards")) == 5


def test_tcg_h7_an_emptied_draw_pile_is_a_retreat_and_the_rest_is_void() -> None:
    """TCG-H7: damage 6 of 4 cards, 3 in the discard pile: a new draw pile of 7 cards, none of them lost."""
    table, _ = beside()
    table.pile(1, 4)
    table.blanks(1, "discards", 3)
    table.do(mill, 1, 6, 0)
    assert (table[1].retreats, len(table.deck(1)), table[1].discards) == (1, 7, 0)


# Boosts


def test_tcg_h8_weapons_of_the_right_line_and_any_armours() -> None:
    """TCG-H8: the hunter's line bow: the bow and both armours, not the lance."""
    table, _ = beside()
    table.hunter(1, hunter(line="bow"))
    bow = table.put(1, "hand", weapon(line="bow"))
    table.put(1, "hand", weapon(line="lance"))
    mails = [table.put(1, "hand", armour(armour_line=line)) for line in ("hide", "bone")]
    table.do(legal_acts, 1)
    assert {choice[:2] for choice in table.choices()} == {
        (NONE, NONE),
        (Kind.WEAPON, bow),
        *((Kind.ARMOUR, one) for one in mails),
    }


def test_tcg_h8_the_equipped_weapon_says_the_line() -> None:
    """TCG-H8, E4: hunter bow, weapon lance: only the lance of the hand."""
    table, _ = beside()
    table.hunter(1, hunter(line="bow"))
    table.wear(1, weapon(line="lance"))
    table.put(1, "hand", weapon(line="bow"))
    spear = table.put(1, "hand", weapon(line="lance"))
    line = table.setting.cards[table.do(body_card, 1)].line
    assert slots_of(table.do(weapons_of_line, 1, line)) == {spear}
    table.do(legal_acts, 1)
    assert {choice[1] for choice in table.choices()[1:]} == {spear}


def test_tcg_h8_as_many_as_wanted_at_any_time() -> None:
    """TCG-H8: one boost in the opening window and two before the blow: own 1 + 3 = 4 of 9 HP."""
    table, wolf = beside()
    swords = [table.put(1, "hand", weapon()) for _ in range(4)]
    for one, at in zip(swords, ("idle", "blow", "blow"), strict=False):
        table.wish(1, Decision.WINDOW, Kind.WEAPON, one, at=at)
    table.do(hunt)
    assert table[0].hp[wolf] == 9 - 4
    assert table.zone(1, "hand") == {swords[3]}
    assert table.zone(1, "discards") >= set(swords[:3])


def test_tcg_h8_everybody_may_in_every_window_clockwise() -> None:
    """TCG-H8, H10: leader 2: seats 2, 0 and 1 are asked in each of opening, blow, strike and closing window."""
    table, _ = beside(attack=0)
    table.state.leader = 2
    for seat in range(3):
        table.put(seat, "hand", armour())
    table.do(hunt)
    assert [seat for seat, decision, _ in table.asked if decision == Decision.WINDOW] == [2, 0, 1] * 4


def test_tcg_h8_the_boost_lasts_for_the_rest_of_the_round() -> None:
    """TCG-H8: an armour before the first of two blows of 3: 3 - 2 = 1 card each; at the next hunt it is over: 3 - 0."""
    table, _ = beside(attack=3, speed=9)
    table.on_map(0, monster(attack=3, hp=9, speed=8), 0)
    table.wish(1, Decision.WINDOW, Kind.ARMOUR, table.put(1, "hand", armour()), at="strike")
    table.do(hunt)
    assert [row[5] for row in table.told(Event.STRIKE)] == [1, 1]
    table.do(begin_hunt)
    assert (table[1].attack, table[1].defence) == (0, 0)


def test_tcg_h8_a_boost_works_for_every_later_blow() -> None:
    """TCG-H8: a weapon gives +1 at two blows: 9 - 2 - 2 = 5."""
    table, wolf = beside()
    table.do(boost, 1, Kind.WEAPON, table.put(1, "hand", weapon()))
    table.do(blow, 1, 0, wolf)
    table.do(blow, 1, 0, wolf)
    assert table[0].hp[wolf] == 5


# Slain


def test_tcg_h9_hr_for_the_slayer_material_for_the_placer() -> None:
    """TCG-H9: HR 4 for seat 1; the card lies beside the map of seat 0 and adds 2 to its defence from now on."""
    table = Table(3)
    wolf = table.on_map(0, monster(hr=4, material_ability="defence +2"), 0)
    other = table.on_map(1, monster(), 0)
    assert table.do(hunter_defence, 0, 1, other) == 0
    table.do(slay, 0, wolf, 1)
    assert (table.hr(), table.zone(0, "material"), table.monsters(0, 0)) == ([0, 4, 0], {wolf}, set())
    assert table.do(hunter_defence, 0, 1, other) == 2
    table[0].material = 0
    assert table.do(hunter_defence, 0, 1, other) == 0


@pytest.mark.parametrize(("seat", "hr"), [(0, [0, 0, 0]), (1, [0, 4, 0])])
def test_tcg_h9_slain_by_a_card_text(seat: int, hr: list[int]) -> None:
    """TCG-H9: an item with damage 3 against HP 3 and HR 4: the HR goes to the seat of the item, unless it is the placer."""
    table = Table(3)
    wolf = table.on_map(0, monster(hp=3, hr=4), 0)
    table.do(use_item, seat, table.put(seat, "hand", item("damage 3 anywhere")), 0, wolf)
    assert (table.hr(), table.zone(0, "material")) == (hr, {wolf})


# Items


def test_tcg_h10_one_icon_must_fit() -> None:
    """TCG-H10: hunter with food and trap: the items with food, with trap and bomb; not the one with tool and bomb."""
    table, _ = beside()
    table.hunter(1, hunter(icons=("food", "trap")))
    fits = {table.put(1, "hand", item("hr +1", icons)) for icons in (("food",), ("trap", "bomb"))}
    table.put(1, "hand", item("hr +1", ("tool", "bomb")))
    icons = table.setting.cards[table.do(body_card, 1)].icons
    assert slots_of(table.do(usable_items, 1, icons)) == fits
    table.do(legal_acts, 1)
    assert {choice[1] for choice in table.choices()[1:]} == fits


def test_tcg_h10_the_equipped_weapon_has_the_icons() -> None:
    """TCG-H10, E4: hunter food, weapon trap: only the trap."""
    table, _ = beside()
    table.hunter(1, hunter(icons=("food",)))
    table.wear(1, weapon(icons=("trap",)))
    table.put(1, "hand", item("hr +1", ("food",)))
    trap = table.put(1, "hand", item("hr +1", ("trap",)))
    table.do(legal_acts, 1)
    assert {choice[1] for choice in table.choices()[1:]} == {trap}


def test_tcg_h10_as_many_as_wanted_and_discarded() -> None:
    """TCG-H10: two items in one window, then it passes: 2 HR; a third one stays in the hand."""
    table, _ = beside()
    slots = [table.put(1, "hand", item("hr +1")) for _ in range(3)]
    for slot in slots[:2]:
        table.use(1, slot)
    table.do(open_window, NONE, NONE, NONE, 0)
    assert table.hr() == [0, 2, 0]
    assert (table.zone(1, "hand"), table.zone(1, "discards")) == ({slots[2]}, set(slots[:2]))


def test_tcg_h10_an_item_that_needs_a_target_is_used_only_if_there_is_one() -> None:
    """TCG-H10: `here` without a monster, `own` without one, `reveal anywhere` without a face-down one: not offered."""
    table, wolf = beside()
    for text in ("damage 1 own", "reveal anywhere", "mill 1 here", "lure own"):
        table.put(1, "hand", item(text))
    assert not table.do(act_once, 1)
    far = table.put(1, "hand", item("damage 1 anywhere"))
    table.do(legal_acts, 1)
    assert table.choices()[1:] == [(Kind.ITEM, far, 0, wolf)]


def test_tcg_h10_some_reach_beyond_the_own_area() -> None:
    """TCG-H10: from camp an item reaches a monster on another map: HP 9 - 2."""
    table, wolf = beside()
    table.use(2, table.put(2, "hand", item("damage 2 anywhere")), 0, wolf)
    assert table.do(act_once, 2)
    assert table[0].hp[wolf] == 7


def test_tcg_h10_it_is_discarded_after_it_has_acted() -> None:
    """TCG-H10, F10: `mill 10` empties the draw pile of 10: the new one has those 10 cards, not the item."""
    table, _ = beside()
    slot = table.put(1, "hand", item("mill 10"))
    table.do(use_item, 1, slot, NONE, NONE)
    assert (len(table.deck(1)), table.zone(1, "discards")) == (10, {slot})
