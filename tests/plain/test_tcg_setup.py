"""Cards and setting up (TCG-C1 to C7, TCG-S1 to S4); expected values worked out from the rulebook by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.games.monster_hunter_tcg.play.game import (
    clear_seat,
    leads_next,
    play_game,
    play_round,
    random_leader,
    set_up,
)
from sim.games.monster_hunter_tcg.play.hunt import blow, hunt, strike
from sim.games.monster_hunter_tcg.play.phases import move_phase
from sim.games.monster_hunter_tcg.policy.board import score_moves, score_placements
from sim.games.monster_hunter_tcg.policy.hunt import score_acts, score_targets
from sim.games.monster_hunter_tcg.rules.end import score_empty
from sim.games.monster_hunter_tcg.rules.equip import need, points_of, put_on
from sim.games.monster_hunter_tcg.rules.hunt import legal_targets
from sim.games.monster_hunter_tcg.rules.items import legal_acts
from sim.games.monster_hunter_tcg.rules.move import legal_moves
from sim.games.monster_hunter_tcg.rules.place import has_room, legal_placements
from sim.games.monster_hunter_tcg.rules.retreat import shuffle_deck
from sim.games.monster_hunter_tcg.rules.values import (
    hunter_attack,
    hunter_defence,
    hunter_move,
    hunter_speed,
    monster_attack,
    monster_speed,
)
from sim.games.monster_hunter_tcg.rules.win import next_leader
from sim.games.monster_hunter_tcg.state import CAMP, Event, Kind
from tests.plain.table import Row, Table, armour, hunter, item, monster, slots_of, weapon

# Cards


def test_tcg_c1_what_is_printed_on_a_hunter_counts() -> None:
    """TCG-C1: attack 3 and its text +1 = 4, defence 2, move 1, speed 4; the icon food and the line bow open its hand."""
    table = Table(3)
    table.hunter(1, hunter(attack=3, defence=2, move=1, speed=4, icons=("food",), line="bow", ability="attack +1"))
    wolf = table.on_map(0, monster(), 0)
    assert table.do(hunter_attack, 1, 0, wolf) == 4
    assert table.do(hunter_defence, 1, 0, wolf) == 2
    assert (table.do(hunter_move, 1), table.do(hunter_speed, 1)) == (1, 4)
    meal, arrow = table.put(1, "hand", item(icons=("food",))), table.put(1, "hand", weapon(line="bow"))
    table.put(1, "hand", item(icons=("trap",)))
    table.put(1, "hand", weapon(line="lance"))
    table.do(legal_acts, 1)
    assert {choice[1] for choice in table.choices()[1:]} == {meal, arrow}


def test_tcg_c2_what_is_printed_on_a_monster_counts() -> None:
    """TCG-C2: attack 3 and HP 5: three cards fall, and attack 4 leaves 1 HP; then it gives HR 6 and 2 material points."""
    table = Table(3)
    table.hunter(1, hunter(attack=4))
    wolf = table.on_map(0, monster(hr=6, attack=3, hp=5, speed=7, material_points=2, material_ability="move +1"), 0)
    table.stand(1, 0, 0)
    assert (table.do(monster_attack, 0, wolf), table.do(monster_speed, 0, wolf)) == (3, 7)
    table.do(strike, 0, wolf, 1)
    assert len(table.zone(1, "discards")) == 3
    table.do(blow, 1, 0, wolf)
    assert (table[0].hp[wolf], table.hr()) == (1, [0, 0, 0])
    table.do(blow, 1, 0, wolf)
    assert table.hr() == [0, 6, 0]
    assert table.do(points_of, 0, table[0].material) == 2
    assert table.do(hunter_move, 0) == 2 + 1


def test_tcg_c3_what_is_printed_on_a_weapon_counts() -> None:
    """TCG-C3: cost 3; equipped: attack 5 and 1 by its text = 6, move 3, speed 2, its icon bomb and its line lance."""
    table = Table(3)
    wolf = table.on_map(0, monster(), 0)
    sword = weapon(cost=3, attack=5, move=3, speed=2, icons=("bomb",), line="lance", ability="attack +1")
    slot = table.put(1, "hand", sword)
    assert table.do(need, 1, Kind.WEAPON, slot) == 3
    table.do(put_on, 1, Kind.WEAPON, slot)
    assert table.do(hunter_attack, 1, 0, wolf) == 6
    assert (table.do(hunter_move, 1), table.do(hunter_speed, 1)) == (3, 2)
    bomb, spear = table.put(1, "hand", item(icons=("bomb",))), table.put(1, "hand", weapon(line="lance"))
    table.put(1, "hand", item())
    table.do(legal_acts, 1)
    assert {choice[1] for choice in table.choices()[1:]} == {bomb, spear}


def test_tcg_c4_what_is_printed_on_an_armour_counts() -> None:
    """TCG-C4: cost 2; equipped: defence 4 and 1 by its text."""
    table = Table(3)
    wolf, mail = table.on_map(0, monster(), 0), table.put(1, "hand", armour(cost=2, defence=4, ability="defence +1"))
    assert table.do(need, 1, Kind.ARMOUR, mail) == 2
    table.do(put_on, 1, Kind.ARMOUR, mail)
    assert table.do(hunter_defence, 1, 0, wolf) == 5


@pytest.mark.parametrize(("icons", "fits"), [(("trap", "tool"), True), (("tool",), True), (("trap", "food"), False)])
def test_tcg_c5_an_item_has_one_or_more_icons(icons: tuple[str, ...], fits: bool) -> None:  # noqa: FBT001
    """TCG-C5 (H10): one icon in common with the hunter's `tool` is enough."""
    table = Table(3)
    one = table.put(1, "hand", item("hr +1", icons))
    table.do(legal_acts, 1)
    assert ((Kind.ITEM, one, -1, -1) in table.choices()) == fits


def test_tcg_c6_no_rule_flips_the_coin() -> None:
    """TCG-C6: a round with placement, turn-up, blows and equipment, but no card text with a coin: no flip."""
    table = Table(3)
    table.do(set_up, 0)
    for seat in range(3):
        table.stand(seat, (seat + 1) % 3, 0)
        table.on_map(seat, monster(attack=2, hp=1, speed=9), 0, up=False)
    table.do(play_round)
    assert table.told(Event.PHASE)
    assert table.told(Event.COIN) == []


def scores(hidden: Row, held: Row) -> list[list[int]]:
    """What seat 1 thinks of moves, targets, placements and acts if seat 0 hides and holds these cards."""
    table, found = Table(3), []
    table.setting.entries[1].weights[:] = 3
    table.put(1, "hand", monster(hr=2))
    table.put(1, "hand", item("damage 1 anywhere"))
    table.put(1, "hand", item("mill 1 rival"))
    table.on_map(0, hidden, 0, up=False)
    table.on_map(0, monster(hp=3), 1)
    table.put(0, "hand", held)
    table.stand(1, 0, 0)
    for legal, score in (
        (legal_moves, score_moves),
        (legal_targets, score_targets),
        (legal_placements, score_placements),
        (legal_acts, score_acts),
    ):
        table.do(legal, 1)
        table.do(score, 1)
        found.append([int(one) for one in table.state.scores[: table.state.n_choices]])
    return found


def test_tcg_c7_nobody_decides_by_what_is_hidden() -> None:
    """TCG-C7: whatever seat 0 has face down and in hand, seat 1 scores all its alternatives alike."""
    strong = monster(hr=6, attack=9, hp=9, speed=9, unique="yes", main_target="yes", ability="turned up: mill 3 attacker")
    assert scores(monster(), item()) == scores(strong, armour(defence=9))


def test_tcg_c7_what_is_seen_does_change_minds() -> None:
    """TCG-C7: everything else is public; the check above can see a difference."""
    open_weak, open_strong = Table(3), Table(3)
    for table, attack in ((open_weak, 1), (open_strong, 9)):
        table.setting.entries[1].weights[:] = 3
        table.on_map(0, monster(attack=attack, hp=9), 0)
        table.stand(1, 0, 0)
        table.do(legal_targets, 1)
        table.do(score_targets, 1)
    assert open_weak.state.scores[0] != open_strong.state.scores[0]


# Setting up


def test_tcg_s1_each_seat_has_a_deck_of_40_cards() -> None:
    """TCG-S1, S4: after the set-up all 40 cards lie in the draw pile and nowhere else; the hunter stands in camp."""
    table = Table(4)
    table[2].material, table[2].hr, table[2].area = 6, 9, 3
    table.do(clear_seat, 2, 2)
    assert (table[2].material, table[2].hr, table[2].area) == (0, 0, CAMP)
    table.do(set_up, 1)
    for seat in range(4):
        assert sorted(table.deck(seat)) == list(range(40))
        assert (table[seat].hand, table[seat].discards, table[seat].material, table[seat].area) == (0, 0, 0, CAMP)
    assert table.state.leader == 1


def test_tcg_s1_the_rules_for_three_stay_when_one_has_left() -> None:
    """TCG-S1: two of three seats left: still room for a second monster, the most HR leads, no HR for an empty map."""
    table = Table(3)
    table[2].left = 1
    table.set_hr(1, 4, 0)
    table.on_map(0, monster(), 0)
    assert table.do(has_room, 0, 0)
    assert table.do(next_leader) == 1
    table.do(score_empty, 1)
    assert table.hr() == [1, 4, 0]


def test_tcg_s1_the_line_up_goes_round() -> None:
    """TCG-S1: in game 1 of a block of three the first entry sits at seat 1."""
    table = Table(3)
    table.state.index = 1
    table.do(set_up, 0)
    assert [int(table[seat].entry) for seat in range(3)] == [2, 0, 1]


def roads(table: Table) -> list[set[int]]:
    """The areas one road away from each area."""
    return [slots_of(table.setting.map.near[area]) for area in range(table.n_seats * int(table.setting.map.n_local))]


def test_tcg_s2_the_map_of_two_players() -> None:
    """TCG-S2: areas 0-3 and 4-7; roads 1-2, 1-3, 2-4, 3-4 in each, 3-3 and 4-4 between them, camp to 1 and 2."""
    table = Table(2)
    own = [{1, 2}, {0, 3}, {0, 3, 6}, {1, 2, 7}]
    assert roads(table) == [*own, {5, 6}, {4, 7}, {4, 7, 2}, {5, 6, 3}]
    assert [slots_of(table.setting.map.camp[seat]) for seat in range(2)] == [{0, 1}, {4, 5}]


@pytest.mark.parametrize("n_seats", [3, 4])
def test_tcg_s2_the_map_of_three_and_four_players_is_a_ring(n_seats: int) -> None:
    """TCG-S2: two areas a seat: each area is joined to the one before and the one behind; camp to both own areas."""
    table, n = Table(n_seats), 2 * n_seats
    assert roads(table) == [{(area - 1) % n, (area + 1) % n} for area in range(n)]
    assert [slots_of(table.setting.map.camp[seat]) for seat in range(n_seats)] == [
        {2 * s, 2 * s + 1} for s in range(n_seats)
    ]


def test_tcg_s2_a_home_made_map_is_used() -> None:
    """TCG-S2: `crossroads`: camp to 1 and 2, roads 1-3 and 2-3, the areas 3 in a ring: 2, 5 and 8 of three seats."""
    table = Table(3, game_map="crossroads")
    assert roads(table)[:3] == [{2}, {2}, {0, 1, 5, 8}]
    table.do(move_phase)
    assert table[0].area in {0, 1}


def leaders(table: Table, index: int) -> Counter[int]:
    """Who leads game `index` of its block, in 20 blocks, after a game that seat 2 has won alone."""
    found: Counter[int] = Counter()
    table.setting.rules.round_cap = 1
    for block in range(20):
        for seat in range(3):
            table[seat].entry = seat
        table.state.winners = 1 << 2
        table.do(play_game, 3 * block + index)
        found[int(table.state.first_leader)] += 1
    return found


def test_tcg_s3_the_leader_is_drawn() -> None:
    """TCG-S3, option first_leader = random: each of three seats leads some of 20 games, whoever won before."""
    assert set(leaders(Table(3), 1)) == {0, 1, 2}


def test_tcg_s3_previous_winner_leads_the_next_game() -> None:
    """TCG-S3, option first_leader = previous_winner: entry 2 won; in game 1 it sits at seat (2 + 1) % 3 = 0 and leads."""
    table = Table(3, first_leader="previous_winner")
    assert leaders(table, 1) == {0: 20}
    table.state.index, table.state.winners, table[1].entry = 2, 1 << 1, 1
    assert table.do(leads_next) == 0  # entry 1 in game 2 sits at seat (1 + 2) % 3


def test_tcg_s3_the_first_game_of_a_block_has_a_drawn_leader() -> None:
    """TCG-S3, option first_leader = previous_winner: whoever won in another block."""
    assert set(leaders(Table(3, first_leader="previous_winner"), 0)) == {0, 1, 2}


@pytest.mark.parametrize("winners", [0, 0b011, 0b111])
def test_tcg_s3_after_a_shared_win_or_none_the_leader_is_drawn_again(winners: int) -> None:
    """TCG-S3, option first_leader = previous_winner: in 60 blocks every seat comes up."""
    table, found = Table(3, first_leader="previous_winner"), set()
    for block in range(60):
        table.state.block, table.state.index, table.state.winners = block, 3 * block + 1, winners
        found.add(int(table.do(leads_next)))
    assert found == {0, 1, 2}


def test_tcg_s3_a_drawn_leader_is_each_seat_equally_often() -> None:
    """TCG-S3: 400 blocks of four seats: 100 each, 60 to 140 (the standard deviation is 8.7)."""
    table, found = Table(4), Counter[int]()
    for block in range(400):
        table.state.block = block
        found[int(table.do(random_leader, 0))] += 1
    assert set(found) == {0, 1, 2, 3}
    assert all(60 <= n <= 140 for n in found.values())


def test_tcg_s4_every_order_of_a_deck_is_equally_likely() -> None:
    """TCG-S4: three cards, 600 shuffles: each of six orders 100 times, 60 to 140 (the standard deviation is 9.1)."""
    table, found = Table(2), Counter[tuple[int, ...]]()
    for block in range(600):
        table.state.block = block
        table.do(shuffle_deck, 1, 0b10110)
        found[tuple(table.deck(1))] += 1
    assert len(found) == 6
    assert all(60 <= n <= 140 for n in found.values())


def test_tcg_s4_each_shuffle_is_another() -> None:
    """TCG-S4: the same 40 cards twice: two orders."""
    table = Table(2)
    table.do(shuffle_deck, 0, (1 << 40) - 1)
    first = table.deck(0)
    table.do(shuffle_deck, 0, (1 << 40) - 1)
    assert sorted(first) == sorted(table.deck(0)) == list(range(40))
    assert first != table.deck(0)


def test_tcg_s4_hunters_start_in_camp_and_nobody_hits_there() -> None:
    """TCG-S4, R1: with a face-up monster in every area the hunt of hunters in camp is quiet."""
    table = Table(3)
    for seat in range(3):
        table.on_map(seat, monster(attack=9), 0)
        table.on_map(seat, monster(attack=9), 1)
    table.do(hunt)
    assert table.told(Event.BLOW) == table.told(Event.STRIKE) == []
