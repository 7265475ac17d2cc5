"""What a seat can foresee from what it may know: its hand, and everything that lies open."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.rules.hunt import hunters_in
from sim.games.monster_hunter_tcg.rules.items import weapons_of_line
from sim.games.monster_hunter_tcg.rules.values import (
    body_card,
    hunter_attack,
    hunter_defence,
    monster_attack,
)
from sim.games.monster_hunter_tcg.rules.zones import (
    card_at,
    in_hand,
    lowest,
    monsters_in,
    size,
    without_lowest,
    without_slot,
)
from sim.games.monster_hunter_tcg.state import Kind
from sim.jit import rule

WEAPON, ARMOUR = int(Kind.WEAPON), int(Kind.ARMOUR)
TIRED = 8  # cards of a draw pile that soon ends


@rule
def boosts_in_hand(state: Any, setting: Any, seat: Any) -> Any:
    """TCG-H8: weapons of the hand that can be discarded for attack."""
    return size(weapons_of_line(state, setting, seat, setting.cards[body_card(state, setting, seat)].line))


@rule
def shields_in_hand(state: Any, setting: Any, seat: Any) -> Any:
    """TCG-H8: defence that the armour cards of the hand can add."""
    return size(in_hand(state, setting, seat, ARMOUR)) * setting.rules.armour_discard_bonus


@rule
def missing_attack(state: Any, setting: Any, seat: Any, owner: Any, slot: Any) -> Any:
    """How much more attack slays this face-up monster; 0 or less: none."""
    return state.seats[owner].hp[slot] - hunter_attack(state, setting, seat, owner, slot)


@rule
def hr_of(state: Any, setting: Any, owner: Any, slot: Any) -> Any:
    """The HR points of a monster."""
    return setting.cards[card_at(state, setting, owner, slot)].hr


@rule
def damage_from(state: Any, setting: Any, seat: Any, owner: Any, slot: Any) -> Any:
    """TCG-H7: the cards that a blow of this face-up monster would cost the seat now."""
    return max(monster_attack(state, setting, owner, slot) - hunter_defence(state, setting, seat, owner, slot), 0)


@rule
def danger_in(state: Any, setting: Any, seat: Any, area: Any) -> Any:
    """The cards that all face-up monsters of an area would cost the seat."""
    owner, total = area // setting.map.n_local, 0
    if owner == seat:
        return 0
    left = monsters_in(state, setting, area) & state.seats[owner].face_up
    while left != 0:
        total += damage_from(state, setting, seat, owner, lowest(left))
        left = without_lowest(left)
    return total


@rule
def best_kill(state: Any, setting: Any, seat: Any, area: Any) -> Any:
    """The HR of the best face-up monster of an area that the seat can slay with its boosts; 0: none."""
    owner, best = area // setting.map.n_local, 0
    if owner == seat:
        return 0
    boosts = boosts_in_hand(state, setting, seat)
    left = monsters_in(state, setting, area) & state.seats[owner].face_up
    while left != 0:
        slot = lowest(left)
        if missing_attack(state, setting, seat, owner, slot) <= boosts:
            best = max(best, hr_of(state, setting, owner, slot))
        left = without_lowest(left)
    return best


@rule
def wound_value(state: Any, setting: Any, seat: Any, owner: Any, slot: Any) -> Any:
    """HR x the part of the HP that an attack takes off, in tenths, where it does not slay."""
    hp = max(state.seats[owner].hp[slot], 1)
    attack = min(hunter_attack(state, setting, seat, owner, slot), hp)
    return 10 * hr_of(state, setting, owner, slot) * attack // hp


@rule
def rivals_at(state: Any, setting: Any, seat: Any, area: Any) -> Any:
    """Other hunters that could attack there."""
    return size(without_slot(hunters_in(state, setting, area), seat))


@rule
def is_tired(state: Any, seat: Any) -> Any:
    """1 if the draw pile is short: what waits face down could mean a retreat."""
    return 1 if state.seats[seat].deck.left <= TIRED else 0


@rule
def weights_of(state: Any, setting: Any, seat: Any, decision: Any) -> Any:
    """The weights of a seat's policy for one decision."""
    return setting.entries[state.seats[seat].entry].weights[decision]
