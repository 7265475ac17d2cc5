"""Equipping, the end of a round, the next leader (TCG-E1 to L1); worked out from the rulebook by hand."""

from __future__ import annotations

import pytest

from sim.games.monster_hunter_tcg.play.phases import (
    end_phase,
    end_steps,
    equip,
    equip_phase,
    give_up_main_targets,
    pay_for,
)
from sim.games.monster_hunter_tcg.rules.end import (
    discard_copies,
    give_up,
    hand_out,
    has_elder_copy,
    hidden_points,
    later_copies,
    leave,
    legal_sacrifices,
    main_targets,
    reset_monsters,
    score_empty,
    score_hidden,
)
from sim.games.monster_hunter_tcg.rules.equip import after, legal_equipment, legal_payments, need, pay, put_on, take_off
from sim.games.monster_hunter_tcg.rules.hunt import turn_up
from sim.games.monster_hunter_tcg.rules.values import (
    body_card,
    hunter_attack,
    hunter_defence,
    hunter_move,
    hunter_speed,
    monster_attack,
    monster_speed,
)
from sim.games.monster_hunter_tcg.rules.win import next_leader
from sim.games.monster_hunter_tcg.state import CAMP, NONE, Decision, Event, Kind
from tests.plain.table import Row, Table, armour, hunter, monster, slots_of, weapon

# Equip


def test_tcg_e1_one_weapon_then_one_armour() -> None:
    """TCG-E1: two free weapons and an armour in hand: each seat is asked for a weapon, then for an armour, once."""
    table = Table(3)
    table.state.leader = 1
    swords = [table.put(1, "hand", weapon(cost=0)) for _ in range(2)]
    mail = table.put(1, "hand", armour(cost=0))
    table.wish(1, Decision.EQUIP_WEAPON, swords[1])
    table.wish(1, Decision.EQUIP_ARMOUR, mail)
    table.put(0, "hand", armour(cost=0))
    table.do(equip_phase)
    assert [(seat, decision) for seat, decision, _ in table.asked] == [
        (1, Decision.EQUIP_WEAPON),
        (1, Decision.EQUIP_ARMOUR),
        (0, Decision.EQUIP_ARMOUR),
    ]
    assert (table[1].weapon, table[1].armour, table.zone(1, "hand")) == (swords[1], mail, {swords[0]})
    assert table[0].armour == NONE


def test_tcg_e1_nothing_is_taken_off() -> None:
    """TCG-E1: with nothing in hand nobody is asked, and what is worn stays."""
    table = Table(3)
    sword, mail = table.wear(1, weapon()), table.wear(1, armour())
    table.do(equip_phase)
    assert (table[1].weapon, table[1].armour, table.asked) == (sword, mail, [])


def test_tcg_e2_only_what_can_be_paid_is_offered() -> None:
    """TCG-E2: material 1 + 2 = 3: weapons of 3 and 0, not of 4; nothing at all is always allowed."""
    table = Table(3)
    for points in (1, 2):
        table.put(1, "material", monster(material_points=points))
    free, dear, too_dear = (table.put(1, "hand", weapon(cost=cost)) for cost in (0, 3, 4))
    assert table.offered(legal_equipment, 1, Kind.WEAPON) == {NONE, free, dear}
    assert table.do(need, 1, Kind.WEAPON, too_dear) == 4


def payments(due: int, *points: int) -> set[tuple[int, ...]]:
    """All ways to pay: the points of the cards, in the order in which they are paid."""
    found: set[tuple[int, ...]] = set()

    def go_on(paid: tuple[int, ...]) -> None:
        table = Table(3)
        slots = [table.put(1, "material", monster(material_points=one)) for one in points]
        table.state.seats[1].material &= ~sum(1 << slot for slot in paid)
        left = due - sum(points[slots.index(slot)] for slot in paid)
        if left <= 0:
            found.add(tuple(points[slots.index(slot)] for slot in paid))
            return
        for slot in table.offered(legal_payments, 1, left, paid[-1] if paid else NONE):
            go_on((*paid, slot))

    go_on(())
    return found


@pytest.mark.parametrize(
    ("due", "points", "expected"),
    [
        (1, (1, 2, 4), {(1,), (2,), (4,)}),
        (3, (1, 2, 4), {(4,), (2, 1)}),
        (5, (1, 2, 4), {(4, 1), (4, 2)}),
        (6, (1, 2, 4), {(4, 2)}),
        (7, (1, 2, 4), {(4, 2, 1)}),
        (3, (2, 2, 2), {(2, 2)}),
        (2, (0, 1, 1), {(1, 1)}),
    ],
)
def test_tcg_e2_no_card_is_paid_that_the_others_make_needless(
    due: int, points: tuple[int, ...], expected: set[tuple[int, ...]]
) -> None:
    """TCG-E2: all minimal payments: for 5 of 1, 2, 4: 4 + 1 and 4 + 2, not 4 + 2 + 1, for 4 + 1 would suffice."""
    assert payments(due, *points) == expected


def test_tcg_e2_material_goes_to_the_own_discard_pile_and_too_much_is_lost() -> None:
    """TCG-E2: cost 2 paid with the 4: the card is discarded, the weapon is on, the 2 points over are gone."""
    table = Table(3)
    small, big = (table.put(1, "material", monster(material_points=one)) for one in (1, 4))
    sword = table.put(1, "hand", weapon(cost=2))
    table.wish(1, Decision.EQUIP_WEAPON, sword)
    table.wish(1, Decision.PAY, big)
    table.do(equip, 1, Kind.WEAPON)
    assert (table.zone(1, "material"), table.zone(1, "discards"), table[1].weapon) == ({small}, {big}, sword)


def test_tcg_e2_cards_are_paid_one_by_one() -> None:
    """TCG-E2: a need of 3 with 2, 1, 1: after the 2 one of the others, in falling order; `pay` says what a card is worth."""
    table = Table(3)
    two, one, other = (table.put(1, "material", monster(material_points=points)) for points in (2, 1, 1))
    assert slots_of(table.do(after, 1, NONE)) == {two, one, other}
    assert slots_of(table.do(after, 1, two)) == {one, other}
    assert slots_of(table.do(after, 1, one)) == {other}
    table.wish(1, Decision.PAY, other)
    table.do(pay_for, 1, 3)
    assert (table.zone(1, "material"), table.zone(1, "discards")) == ({one}, {two, other})
    assert table.do(pay, 1, one) == 1
    assert table.zone(1, "material") == set()


def test_tcg_e2_what_is_spent_acts_at_each_step_of_the_payment() -> None:
    """TCG-E2, F1: the first card paid lets its owner draw; only then the second one is paid."""
    table = Table(3)
    table.put(1, "material", monster(material_points=2, material_ability="spent: draw 1"))
    table.put(1, "material", monster(material_points=1))
    sword = table.put(1, "hand", weapon(cost=3))
    table.wish(1, Decision.EQUIP_WEAPON, sword)
    table.do(equip, 1, Kind.WEAPON)
    kinds = [row[0] for row in table.told(Event.DISCARDED, Event.DRAW, Event.EQUIPPED)]
    assert kinds == [Event.DISCARDED, Event.DRAW, Event.DISCARDED, Event.EQUIPPED]


def test_tcg_e2_a_card_that_its_own_payment_discards_is_not_put_on() -> None:
    """TCG-E2, F1: `spent: discard 1` takes the only card of the hand, the weapon: targets that are gone are passed over."""
    table = Table(3)
    table.put(1, "material", monster(material_ability="spent: discard 1"))
    sword = table.put(1, "hand", weapon(cost=1))
    table.wish(1, Decision.EQUIP_WEAPON, sword)
    table.do(equip, 1, Kind.WEAPON)
    assert table[1].weapon == NONE
    assert sword in table.zone(1, "discards")


@pytest.mark.parametrize(("old", "new", "due"), [(3, 5, 2), (3, 3, 0), (5, 3, 0), (0, 4, 4)])
def test_tcg_e3_the_printed_cost_of_the_old_card_counts(old: int, new: int, due: int) -> None:
    """TCG-E3: 5 - 3 = 2; not higher: 0. The same with armours; an armour does not count for a weapon."""
    table = Table(3)
    table.wear(1, weapon(cost=old))
    table.wear(1, armour(cost=old))
    assert table.do(need, 1, Kind.WEAPON, table.put(1, "hand", weapon(cost=new))) == due
    assert table.do(need, 1, Kind.ARMOUR, table.put(1, "hand", armour(cost=new))) == due
    table[1].weapon = NONE
    assert table.do(need, 1, Kind.WEAPON, table.put(1, "hand", weapon(cost=new))) == new


@pytest.mark.parametrize(("option", "due"), [(False, 2), (True, 5)])
def test_tcg_e3_recycling_within_a_line(option: bool, due: int) -> None:  # noqa: FBT001
    """TCG-E3, option recycle_same_line: old 3, new 5 of another line: 2, or 5; of the same line 2 always."""
    table = Table(3, recycle_same_line=option)
    table.wear(1, weapon(cost=3, line="bow"))
    assert table.do(need, 1, Kind.WEAPON, table.put(1, "hand", weapon(cost=5, line="lance"))) == due
    assert table.do(need, 1, Kind.WEAPON, table.put(1, "hand", weapon(cost=5, line="bow"))) == 2
    table.wear(1, armour(cost=3, armour_line="hide"))
    assert table.do(need, 1, Kind.ARMOUR, table.put(1, "hand", armour(cost=5, armour_line="bone"))) == due


@pytest.mark.parametrize(("kind", "row"), [(Kind.WEAPON, weapon), (Kind.ARMOUR, armour)])
def test_tcg_e3_the_old_card_is_discarded_first(kind: Kind, row: Row) -> None:
    """TCG-E3: before the payment: the discard pile gets the old card, then the material."""
    table = Table(3)
    old = table.wear(1, row(cost=0))
    paid, new = table.put(1, "material", monster()), table.put(1, "hand", row(cost=1))
    table.wish(1, Decision.EQUIP_WEAPON if kind == Kind.WEAPON else Decision.EQUIP_ARMOUR, new)
    table.do(equip, 1, kind)
    assert [row[1] for row in table.told(Event.DISCARDED)] == [old, paid]
    assert (table[1].weapon if kind == Kind.WEAPON else table[1].armour) == new
    table.do(take_off, 1, kind)
    assert (table[1].weapon, table[1].armour) == (NONE, NONE)


def test_tcg_e4_a_weapon_replaces_and_the_ability_of_the_hunter_stays() -> None:
    """TCG-E4: hunter 1/2/2, weapon 6/3/4, the hunter's text +1: attack 7, move 3, speed 4."""
    table = Table(3)
    table.hunter(1, hunter(ability="attack +1"))
    wolf = table.on_map(0, monster(), 0)
    sword = table.put(1, "hand", weapon(attack=6, move=3, speed=4, icons=("food",), line="bow"))
    table.do(put_on, 1, Kind.WEAPON, sword)
    assert table.do(body_card, 1) == table.setting.entries[1].card[sword]
    assert (table.do(hunter_attack, 1, 0, wolf), table.do(hunter_move, 1), table.do(hunter_speed, 1)) == (7, 3, 4)


def test_tcg_e4_an_armour_replaces_defence() -> None:
    """TCG-E4: hunter 3, armour 1: 1; the hunter's text +1 stays: 2."""
    table = Table(3)
    table.hunter(1, hunter(defence=3, ability="defence +1"))
    wolf = table.on_map(0, monster(), 0)
    table.do(put_on, 1, Kind.ARMOUR, table.put(1, "hand", armour(defence=1)))
    assert table.do(hunter_defence, 1, 0, wolf) == 2


# End

UNIQUE = monster(hr=3, unique="yes", number=700)


def test_tcg_n1_the_copy_turned_up_first_stays() -> None:
    """TCG-N1: copies of HR 3 at seats 2, 0, 1 in this order: 2 stays, 0 and 1 discard; gains 3 + 3 for 2, 3 for 0 and 1."""
    table = Table(3)
    slots = {seat: table.on_map(seat, UNIQUE, 0) for seat in (2, 0, 1)}
    assert table.do(has_elder_copy, 0, slots[0])
    assert not table.do(has_elder_copy, 2, slots[2])
    table.do(end_steps, 1, 0, 3)
    assert [table.monsters(seat, 0) for seat in range(3)] == [set(), set(), {slots[2]}]
    assert table.zone(0, "discards") == {slots[0]}
    assert table.hr() == [3, 3, 6]


def test_tcg_n1_other_numbers_and_face_down_copies_do_not_count() -> None:
    """TCG-N1: another number, a copy face down, and a monster that is not unique: nothing happens."""
    table, common = Table(3), monster(number=701)
    table.on_map(0, UNIQUE, 0)
    table.on_map(1, UNIQUE, 0, up=False)
    table.on_map(1, monster(unique="yes", number=702), 1)
    for seat in (0, 2):
        table.on_map(seat, common, 1)
    assert [table.do(later_copies, seat) for seat in range(3)] == [0, 0, 0]
    table.do(end_steps, 1, 0, 3)
    assert table.hr() == [0, 0, 0]


def test_tcg_n1_the_moment_is_that_of_the_turn_up() -> None:
    """TCG-N1, H3: placed before, but turned up later: seat 0 discards."""
    table = Table(3)
    mine = table.on_map(0, UNIQUE, 0, up=False)
    table.on_map(1, UNIQUE, 0)
    table.do(turn_up, 0, mine, 2)
    assert slots_of(table.do(later_copies, 0)) == {mine}
    assert table.do(later_copies, 1) == 0


@pytest.mark.parametrize(("option", "hr"), [("ignored", [0, 0, 0]), ("counted", [0, 3, 3])])
def test_tcg_n1_copies_on_the_own_map(option: str, hr: list[int]) -> None:
    """TCG-N1, option unique_own_copies: two at seat 0: not compared, or the later one goes."""
    table = Table(3, unique_own_copies=option)
    first, second = table.on_map(0, UNIQUE, 0), table.on_map(0, UNIQUE, 1)
    table.do(end_steps, 1, 0, 3)
    assert table.monsters(0, 0) == {first}
    assert (table.monsters(0, 1) == {second}) == (option == "ignored")
    assert table.hr() == hr


def test_tcg_n1_n2_all_other_seats_gain_and_who_left_does_not() -> None:
    """TCG-N1, N2: seat 1 owes 3 for a copy and 2 for a main target; seat 3 has left: 5 for seats 0 and 2."""
    table = Table(4)
    table[3].left = 1
    copy = table.on_map(1, UNIQUE, 0)
    target = table.on_map(1, monster(hr=2, main_target="yes"), 1)
    table.do(discard_copies, 1, 1 << copy)
    table.do(give_up, 1, target)
    assert (table[1].owed, table.hr()) == (5, [0, 0, 0, 0])
    table.do(hand_out, 1, 0)
    assert (table[1].owed, table.hr()) == (0, [5, 0, 5, 0])
    assert table.zone(1, "discards") == {copy, target}


def targets(n_seats: int, ups: list[bool], places: list[int], **options: str) -> tuple[Table, list[int]]:
    """Main targets of HR 2, 3, 4 .. at seat 0."""
    table = Table(n_seats, **options)
    pairs = enumerate(zip(ups, places, strict=True), start=2)
    return table, [table.on_map(0, monster(hr=hr, main_target="yes"), place, up=up) for hr, (up, place) in pairs]


def test_tcg_n2_of_two_in_one_area_one_goes() -> None:
    """TCG-N2: HR 2 and 3 in area 0, one in area 1: the owner gives up the 3, and seats 1 and 2 gain 3."""
    table, slots = targets(3, [True] * 3, [0, 0, 1])
    assert slots_of(table.do(main_targets, 0, 0)) == set(slots[:2])
    table.wish(0, Decision.GIVE_UP, 0, slots[1])
    table.do(end_steps, 2, 0, 3)
    assert (table.monsters(0, 0), table.monsters(0, 1)) == ({slots[0]}, {slots[2]})
    assert table.hr() == [0, 3, 3]


def test_tcg_n2_three_go_down_to_one() -> None:
    """TCG-N2: HR 2, 3 and 4: 4 and 2 are given up: the others gain 6."""
    table, slots = targets(3, [True] * 3, [0, 0, 0])
    for one in (2, 0):
        table.wish(0, Decision.GIVE_UP, 0, slots[one])
    table.do(give_up_main_targets, 0)
    assert table.monsters(0, 0) == {slots[1]}
    table.do(hand_out, 0, 0)
    assert table.hr() == [0, 6, 6]


def test_tcg_n2_two_players_keep_one_a_map() -> None:
    """TCG-N2: HR 2 in area 0 and 3 in area 3: one of them goes, seat 1 gains its HR."""
    table, slots = targets(2, [True, True], [0, 3])
    table.wish(0, Decision.GIVE_UP, 0, slots[0])
    table.do(end_steps, 2, 0, 2)
    assert (table.monsters(0, 0), table.monsters(0, 3), table.hr()) == (set(), {slots[1]}, [0, 2])


@pytest.mark.parametrize(("option", "n"), [("face_up", 0), ("all", 2)])
def test_tcg_n2_which_ones_count(option: str, n: int) -> None:
    """TCG-N2, option main_target_counts: one up, one down, and one without icon: nothing to give up, or one of two."""
    for n_seats in (2, 3):
        table, _ = targets(n_seats, [True, False], [0, 0], main_target_counts=option)
        table.on_map(0, monster(), 0)
        table.do(legal_sacrifices, 0, 0)
        assert len(table.choices()) == n


def test_tcg_n3_after_the_third_retreat_a_seat_leaves() -> None:
    """TCG-N3: its monsters go without HR; after the second one it stays; its map stays: its areas can be entered."""
    table = Table(3)
    wolf = table.on_map(1, monster(hr=5, main_target="yes"), 0)
    table[1].retreats, table[2].retreats = 3, 2
    table.stand(1, 0, 0)
    roads = table.setting.map.near.copy()
    table.do(end_steps, 3, 0, 3)
    assert [int(table[seat].left) for seat in range(3)] == [0, 1, 0]
    assert (table.monsters(1, 0), table.zone(1, "discards"), table.hr()) == (set(), {wolf}, [0, 0, 0])
    assert table[1].area == CAMP
    assert (table.setting.map.near == roads).all()
    table.do(leave, 2)
    assert table[2].left == 0


@pytest.mark.parametrize(("option", "n"), [("once", 1), ("each", 2)])
def test_tcg_n4_a_face_down_monster_gives_hr(option: str, n: int) -> None:
    """TCG-N4, option hidden_hr: two face down and one up at seat 0: 1, or 2; one up at seat 1: 0."""
    table = Table(3, hidden_hr=option)
    for place, up in ((0, False), (1, False), (1, True)):
        table.on_map(0, monster(), place, up=up)
    table.on_map(1, monster(), 0)
    assert [table.do(hidden_points, seat) for seat in range(3)] == [n, 0, 0]
    table.do(end_steps, 4, 0, 3)
    assert table.hr() == [n, 0, 0]
    table.do(score_hidden, 0)
    assert table.hr() == [2 * n, 0, 0]


def test_tcg_n5_two_players_an_empty_map_gives_the_opponent_1() -> None:
    """TCG-N5: seat 0 has none: 1 for seat 1; a face-up one at seat 1 is enough."""
    table = Table(2)
    table.on_map(1, monster(), 2)
    table.do(end_steps, 4, 0, 2)
    assert table.hr() == [0, 1]
    table.do(score_empty, 1)
    assert table.hr() == [0, 1]


def test_tcg_n5_not_with_three_players() -> None:
    """TCG-N5: three empty maps: nothing."""
    table = Table(3)
    table.do(end_steps, 4, 0, 3)
    assert table.hr() == [0, 0, 0]


def test_tcg_n5_at_the_same_moment_as_n4() -> None:
    """TCG-N5, N4, W2: 19-19, seat 0 hides one: 20 by N4; seat 1 has none: 1 more for seat 0: 21; seat 1 stays at 19."""
    table = Table(2)
    table.set_hr(19, 19)
    table.on_map(0, monster(), 0, up=False)
    table.do(end_steps, 4, 0, 2)
    assert (table.hr(), table.state.winners) == ([21, 19], 0b01)


def test_tcg_n6_monsters_regain_what_is_printed() -> None:
    """TCG-N6: HP 4 of 9, attack 3 + 2, speed 1 + 1: 9, 3 and 1 again."""
    table = Table(3)
    wolf = table.on_map(0, monster(hp=9, attack=3, speed=1), 0)
    table[0].hp[wolf], table[0].monster_attack[wolf], table[0].monster_speed[wolf] = 4, 2, 1
    table.do(reset_monsters, 0)
    assert table[0].hp[wolf] == 9
    assert (table.do(monster_attack, 0, wolf), table.do(monster_speed, 0, wolf)) == (3, 1)


def test_tcg_n7_by_step_the_gains_of_n2_come_before_n4() -> None:
    """TCG-N7: 18-19-19, seat 0 gives up HR 2, seat 1 (the leader) hides one: after N2 20-21-21: seats 1 and 2 share it."""
    table, _ = targets(3, [True, True], [0, 0])
    table.state.leader = 1
    table.set_hr(18, 19, 19)
    table.on_map(1, monster(), 0, up=False)
    table.do(end_phase)
    assert (table.hr(), table.state.winners) == ([18, 21, 21], 0b110)


def test_tcg_n7_by_seat_all_steps_of_one_seat_come_first() -> None:
    """TCG-N7, option end_phase_order = by_seat: seat 1 first: its N4 makes 20 before seat 0 gives anything up."""
    table, _ = targets(3, [True, True], [0, 0], end_phase_order="by_seat")
    table.state.leader = 1
    table.set_hr(18, 19, 19)
    table.on_map(1, monster(), 0, up=False)
    table.do(end_phase)
    assert (table.hr(), table.state.winners) == ([18, 20, 19], 0b010)


def test_tcg_n7_n1_to_n6_one_after_another() -> None:
    """TCG-N7: a unique main target beside another one: N1 takes it, so N2 finds one only: the others gain its HR 3 once."""
    table = Table(3)
    table.on_map(1, UNIQUE, 0)
    table.on_map(0, monster(hr=3, unique="yes", number=700, main_target="yes"), 0)
    table.wish(0, Decision.GIVE_UP, 0, table.on_map(0, monster(hr=5, main_target="yes"), 0))
    table.do(end_phase)
    assert table.hr() == [0, 3, 3]


# Next leader


@pytest.mark.parametrize(
    ("leader", "hr", "last", "first"),
    [
        (0, (1, 2, 3), 2, 2),
        (0, (3, 3, 0), 1, 0),
        (2, (3, 3, 0), 0, 0),
        (1, (3, 0, 3), 2, 2),
        (1, (0, 0, 0), 2, 1),
    ],
)
def test_tcg_l1_the_most_hr_leads(leader: int, hr: tuple[int, ...], last: int, first: int) -> None:
    """TCG-L1, option leader_tie: of equal ones the first clockwise, from beside the leader, or from the leader."""
    for option, expected in (("leader_last", last), ("leader_first", first)):
        table = Table(3, leader_tie=option)
        table.state.leader = leader
        table.set_hr(*hr)
        assert table.do(next_leader) == expected


@pytest.mark.parametrize(("leader", "hr", "expected"), [(0, (2, 1), 1), (1, (2, 1), 1), (0, (1, 2), 0), (1, (3, 3), 1)])
def test_tcg_l1_two_players_the_less_hr_leads(leader: int, hr: tuple[int, ...], expected: int) -> None:
    """TCG-L1: a tie changes nothing."""
    table = Table(2)
    table.state.leader = leader
    table.set_hr(*hr)
    assert table.do(next_leader) == expected


def test_tcg_l1_only_seats_in_the_game_and_a_leader_who_left_marks_the_place() -> None:
    """TCG-L1: leader 1 with HR 9 has left; 2 and 0 have 4 each: 2 comes first, clockwise from seat 1."""
    table = Table(3)
    table.state.leader = 1
    table[1].left = 1
    table.set_hr(4, 9, 4)
    assert table.do(next_leader) == 2
