"""Which monster to place, where to move, what to equip and pay with, which main target to give up."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.effects import Trigger
from sim.games.monster_hunter_tcg.policy.prospects import (
    best_kill,
    boosts_in_hand,
    danger_in,
    hr_of,
    is_tired,
    rivals_at,
    weights_of,
    wound_value,
)
from sim.games.monster_hunter_tcg.rules.equip import need, worn
from sim.games.monster_hunter_tcg.rules.hunt import hunters_in
from sim.games.monster_hunter_tcg.rules.items import usable_items, weapons_of_line
from sim.games.monster_hunter_tcg.rules.place import is_face_up
from sim.games.monster_hunter_tcg.rules.values import body_card
from sim.games.monster_hunter_tcg.rules.zones import (
    all_monsters,
    card_at,
    hunter_card,
    lowest,
    monsters_in,
    size,
    without_lowest,
)
from sim.games.monster_hunter_tcg.state import NONE, Decision, Kind
from sim.jit import rule

PLACE, MOVE, GIVE_UP, PAY = int(Decision.PLACE), int(Decision.MOVE), int(Decision.GIVE_UP), int(Decision.PAY)
EQUIP_WEAPON, EQUIP_ARMOUR = int(Decision.EQUIP_WEAPON), int(Decision.EQUIP_ARMOUR)
WEAPON, ARMOUR, ITEM = int(Kind.WEAPON), int(Kind.ARMOUR), int(Kind.ITEM)
SPENT = int(Trigger.SPENT)


# Place


@rule
def traffic(state: Any, setting: Any, area: Any) -> Any:
    """Rival hunters in the area or one road away: they may come for what lies there."""
    n, around = 0, setting.map.near[area] | (1 << area)
    while around != 0:
        near = lowest(around)
        if near // setting.map.n_local == area // setting.map.n_local or near == area:
            n += size(hunters_in(state, setting, near))
        around = without_lowest(around)
    return n


@rule
def same_on_map(state: Any, setting: Any, seat: Any, slot: Any, monsters: Any) -> Any:
    """1 if a main target would lie beside another of these own monsters (TCG-N2)."""
    if setting.cards[card_at(state, setting, seat, slot)].main_target == 0:
        return 0
    while monsters != 0:
        if setting.cards[card_at(state, setting, seat, lowest(monsters))].main_target == 1:
            return 1
        monsters = without_lowest(monsters)
    return 0


@rule
def open_copy(state: Any, setting: Any, seat: Any, slot: Any) -> Any:
    """1 if another seat has a face-up copy of this unique monster (TCG-N1)."""
    mine = setting.cards[card_at(state, setting, seat, slot)]
    if mine.unique == 0:
        return 0
    for other in range(setting.rules.n_seats):
        left = all_monsters(state, setting, other) & state.seats[other].face_up if other != seat else 0
        while left != 0:
            if setting.cards[card_at(state, setting, other, lowest(left))].number == mine.number:
                return 1
            left = without_lowest(left)
    return 0


@rule
def placement_score(state: Any, setting: Any, seat: Any, choice: Any, w: Any) -> Any:
    """monster: 1; hr, attack, hp, speed, points: printed; first_hidden: no other lies face down; traffic; company: own
    monsters there; clash, copy: TCG-N2, N1 threaten; room_hr, room: what goes for it; empty_map: 1 if none is there.
    """
    me, slot, area, room = state.seats[seat], choice[0], choice[1], choice[2]
    card, own = setting.cards[card_at(state, setting, seat, slot)], all_monsters(state, setting, seat)
    here = me.on_map[area % setting.map.n_local]
    score = w[0] + w[1] * card.hr + w[2] * card.attack + w[3] * card.hp + w[4] * card.speed + w[5] * card.points
    if own & ~me.face_up == 0:
        score += w[6]
    score += w[7] * traffic(state, setting, area) + w[8] * size(here)
    beside = own if setting.rules.two_players == 1 else here
    score += w[9] * same_on_map(state, setting, seat, slot, beside) + w[10] * open_copy(state, setting, seat, slot)
    if room >= 0:
        score += w[11] * hr_of(state, setting, seat, room)
    if room != NONE:
        score += w[12]
    if own == 0:
        score += w[13]
    return score


@rule
def score_placements(state: Any, setting: Any, seat: Any) -> None:
    """Score each placement; none counts 0."""
    w = weights_of(state, setting, seat, PLACE)
    for i in range(state.n_choices):
        if state.choices[i][0] != NONE:
            state.scores[i] = placement_score(state, setting, seat, state.choices[i], w)


# Move


@rule
def best_wound(state: Any, setting: Any, seat: Any, area: Any) -> Any:
    """The best `wound_value` of the face-up monsters of an area."""
    owner, best = area // setting.map.n_local, 0
    left = monsters_in(state, setting, area) & state.seats[owner].face_up if owner != seat else 0
    while left != 0:
        best = max(best, wound_value(state, setting, seat, owner, lowest(left)))
        left = without_lowest(left)
    return best


@rule
def move_score(state: Any, setting: Any, seat: Any, area: Any, w: Any) -> Any:
    """stay: 1 here; kill_hr: the best monster to slay; wound_hr: tenths of HR; hidden: face-down monsters; danger: cards;
    retreat: 1 if the danger empties the draw pile; rivals: hunters there; home: own map; tired_hidden: hidden ones if tired.
    """
    me, owner = state.seats[seat], area // setting.map.n_local
    hidden = 0
    if owner != seat:
        hidden = size(monsters_in(state, setting, area) & ~state.seats[owner].face_up)
    danger = danger_in(state, setting, seat, area)
    score = w[0] if area == me.area else 0
    score += w[1] * best_kill(state, setting, seat, area) + w[2] * best_wound(state, setting, seat, area)
    score += w[3] * hidden + w[4] * danger + w[6] * rivals_at(state, setting, seat, area)
    if danger >= me.deck.left:
        score += w[5]
    if owner == seat:
        score += w[7]
    return score + w[8] * hidden * is_tired(state, seat)


@rule
def score_moves(state: Any, setting: Any, seat: Any) -> None:
    """Score each destination."""
    w = weights_of(state, setting, seat, MOVE)
    for i in range(state.n_choices):
        state.scores[i] = move_score(state, setting, seat, state.choices[i][0], w)


# Equip


@rule
def line_gain(state: Any, setting: Any, seat: Any, slot: Any) -> Any:
    """How many more weapons of the hand could boost with the new weapon than now."""
    new = setting.cards[card_at(state, setting, seat, slot)].line
    return size(weapons_of_line(state, setting, seat, new)) - 1 - boosts_in_hand(state, setting, seat)


@rule
def icon_gain(state: Any, setting: Any, seat: Any, slot: Any) -> Any:
    """How many more items of the hand could be used with the new weapon than now."""
    new, old = setting.cards[card_at(state, setting, seat, slot)], setting.cards[body_card(state, setting, seat)]
    return size(usable_items(state, setting, seat, new.icons)) - size(usable_items(state, setting, seat, old.icons))


@rule
def score_weapons(state: Any, setting: Any, seat: Any) -> None:
    """card: 1; attack, speed, move: gains; need: points to pay; line, icons: gains for the hand; text: clauses gained."""
    w = weights_of(state, setting, seat, EQUIP_WEAPON)
    old = setting.cards[body_card(state, setting, seat)]
    old_text = 0 if state.seats[seat].weapon == NONE else setting.texts[body_card(state, setting, seat)].n
    for i in range(state.n_choices):
        slot = state.choices[i][0]
        if slot != NONE:
            card = card_at(state, setting, seat, slot)
            new = setting.cards[card]
            score = w[0] + w[1] * (new.attack - old.attack) + w[2] * (new.speed - old.speed) + w[3] * (new.move - old.move)
            score += w[4] * need(state, setting, seat, WEAPON, slot) + w[5] * line_gain(state, setting, seat, slot)
            state.scores[i] = (
                score + w[6] * icon_gain(state, setting, seat, slot) + w[7] * (setting.texts[card].n - old_text)
            )


@rule
def score_armours(state: Any, setting: Any, seat: Any) -> None:
    """card: 1; defence: gain; need: points to pay; text: clauses gained."""
    w, old = weights_of(state, setting, seat, EQUIP_ARMOUR), worn(state, seat, ARMOUR)
    defence, old_text = setting.cards[hunter_card(state, setting, seat)].defence, 0
    if old != NONE:
        card = card_at(state, setting, seat, old)
        defence, old_text = setting.cards[card].defence, setting.texts[card].n
    for i in range(state.n_choices):
        slot = state.choices[i][0]
        if slot != NONE:
            card = card_at(state, setting, seat, slot)
            score = w[0] + w[1] * (setting.cards[card].defence - defence) + w[2] * need(state, setting, seat, ARMOUR, slot)
            state.scores[i] = score + w[3] * (setting.texts[card].n - old_text)


@rule
def score_payments(state: Any, setting: Any, seat: Any) -> None:
    """points: of the card; beside: static clauses lost; spent: clauses that act."""
    w = weights_of(state, setting, seat, PAY)
    for i in range(state.n_choices):
        card = card_at(state, setting, seat, state.choices[i][0])
        score, text = w[0] * setting.cards[card].points, setting.material_texts[card]
        for k in range(text.n):
            score += w[2] if text.clauses[k].trigger == SPENT else w[1]
        state.scores[i] = score


# Give up


@rule
def score_sacrifices(state: Any, setting: Any, seat: Any) -> None:
    """hr, points, attack: printed; face_up: 1 if it lies face up."""
    w = weights_of(state, setting, seat, GIVE_UP)
    for i in range(state.n_choices):
        slot = state.choices[i][1]
        card = setting.cards[card_at(state, setting, seat, slot)]
        score = w[0] * card.hr + w[1] * card.points + w[2] * card.attack
        state.scores[i] = score + (w[3] if is_face_up(state, seat, slot) else 0)
