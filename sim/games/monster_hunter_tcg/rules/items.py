"""What may be done in a window: items and boosts (TCG-H8, TCG-H10), and what an item may be aimed at (TCG-F*)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.effects import Op, Target
from sim.games.monster_hunter_tcg.rules.choices import begin, offer
from sim.games.monster_hunter_tcg.rules.place import has_room
from sim.games.monster_hunter_tcg.rules.values import body_card
from sim.games.monster_hunter_tcg.rules.zones import all_monsters, card_at, in_game, in_hand, lowest, without_lowest
from sim.games.monster_hunter_tcg.state import CAMP, DECK_CARDS, NONE, Kind
from sim.jit import rule

ITEM, WEAPON, ARMOUR = int(Kind.ITEM), int(Kind.WEAPON), int(Kind.ARMOUR)
RIVAL, SAME_AREA, HERE, ANYWHERE, OWN = (
    int(Target.RIVAL),
    int(Target.SAME_AREA),
    int(Target.MONSTER_HERE),
    int(Target.ANYWHERE),
    int(Target.OWN),
)
STEP, LURE, REVEAL = int(Op.STEP), int(Op.LURE), int(Op.REVEAL)


@rule
def is_chosen(clause: Any) -> Any:
    """Whether the owner chooses what a clause is aimed at."""
    target = clause.target
    return clause.op == STEP or target in (RIVAL, SAME_AREA, HERE, ANYWHERE, OWN)


@rule
def chosen_clause(text: Any) -> Any:
    """The number of the first clause with a chosen target; NONE if there is none."""
    for i in range(text.n):
        if is_chosen(text.clauses[i]):
            return i
    return NONE


@rule
def in_reach(state: Any, setting: Any, seat: Any, target: Any, owner: Any) -> Any:
    """The monsters of `owner` that a card with this target word may be aimed at, face up or down."""
    if target == OWN:
        return all_monsters(state, setting, owner) if owner == seat else 0
    if target == ANYWHERE:
        return all_monsters(state, setting, owner)
    area = state.seats[seat].area
    if area == CAMP or area // setting.map.n_local != owner:
        return 0
    return state.seats[owner].on_map[area % setting.map.n_local]


@rule
def offer_lures(state: Any, setting: Any, item: Any, owner: Any, monsters: Any) -> None:
    """TCG-F18: each monster with each other area of its map that has room."""
    while monsters != 0:
        slot = lowest(monsters)
        for place in range(setting.map.n_local):
            away = (state.seats[owner].on_map[place] >> slot) & 1 == 0
            if away and has_room(state, setting, owner, place):
                offer(state, ITEM, item, owner * DECK_CARDS + slot, owner * setting.map.n_local + place)
        monsters = without_lowest(monsters)


@rule
def offer_aims(state: Any, setting: Any, seat: Any, item: Any, clause: Any) -> None:
    """An item with each monster it may be aimed at: face-down ones for `reveal`, any for `lure`, else face-up ones."""
    for owner in range(setting.rules.n_seats):
        monsters = in_reach(state, setting, seat, clause.target, owner)
        if clause.op == LURE:
            offer_lures(state, setting, item, owner, monsters)
            continue
        monsters &= ~state.seats[owner].face_up if clause.op == REVEAL else state.seats[owner].face_up
        while monsters != 0:
            offer(state, ITEM, item, owner, lowest(monsters))
            monsters = without_lowest(monsters)


@rule
def offer_rivals(state: Any, setting: Any, seat: Any, item: Any, target: Any) -> None:
    """An item with each other seat in the game; `here`: whose hunter stands in the same area."""
    area = state.seats[seat].area
    for other in range(setting.rules.n_seats):
        near = target == RIVAL or (area != CAMP and state.seats[other].area == area)
        if other != seat and in_game(state, other) and near:
            offer(state, ITEM, item, other, NONE)


@rule
def offer_steps(state: Any, setting: Any, seat: Any, item: Any) -> None:
    """TCG-F16: an item with each area one road away; none in camp."""
    area = state.seats[seat].area
    left = setting.map.near[area] if area != CAMP else 0
    while left != 0:
        offer(state, ITEM, item, lowest(left), NONE)
        left = without_lowest(left)


@rule
def offer_item(state: Any, setting: Any, seat: Any, item: Any) -> None:
    """TCG-H10: an item once, or once for each thing it may be aimed at."""
    text = setting.texts[card_at(state, setting, seat, item)]
    chosen = chosen_clause(text)
    if chosen == NONE:
        offer(state, ITEM, item, NONE, NONE)
        return
    clause = text.clauses[chosen]
    if clause.op == STEP:
        offer_steps(state, setting, seat, item)
    elif clause.target == RIVAL or clause.target == SAME_AREA:
        offer_rivals(state, setting, seat, item, clause.target)
    else:
        offer_aims(state, setting, seat, item, clause)


@rule
def usable_items(state: Any, setting: Any, seat: Any, icons: Any) -> Any:
    """TCG-H10: the items of a hand that have one of these icons."""
    entry, found = setting.entries[state.seats[seat].entry], 0
    while icons != 0:
        found |= entry.with_icon[lowest(icons)]
        icons = without_lowest(icons)
    return found & state.seats[seat].hand


@rule
def weapons_of_line(state: Any, setting: Any, seat: Any, line: Any) -> Any:
    """TCG-H8: the weapons of a hand that are of this line."""
    return setting.entries[state.seats[seat].entry].of_line[line] & state.seats[seat].hand


@rule
def legal_acts(state: Any, setting: Any, seat: Any) -> None:
    """TCG-H8, H10: pass; items with a fitting icon; weapons of the own line and any armour as boosts."""
    begin(state)
    offer(state, NONE, NONE, 0, 0)
    body = setting.cards[body_card(state, setting, seat)]
    allowed = ~setting.entries[state.seats[seat].entry].forbidden
    left = usable_items(state, setting, seat, body.icons) & allowed
    while left != 0:
        offer_item(state, setting, seat, lowest(left))
        left = without_lowest(left)
    left = weapons_of_line(state, setting, seat, body.line) & allowed
    while left != 0:
        offer(state, WEAPON, lowest(left), 0, 0)
        left = without_lowest(left)
    left = in_hand(state, setting, seat, ARMOUR) & allowed
    while left != 0:
        offer(state, ARMOUR, lowest(left), 0, 0)
        left = without_lowest(left)
