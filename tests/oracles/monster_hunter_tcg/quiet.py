"""The phases without fight: draw (TCG-D), place (TCG-P), move (TCG-M), equip (TCG-E)."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracles.monster_hunter_tcg import acts
from tests.oracles.monster_hunter_tcg.effects import settle
from tests.oracles.monster_hunter_tcg.game import CAMP, NO_SLOT, Game, Monster, Seat
from tests.oracles.monster_hunter_tcg.record import Option
from tests.oracles.monster_hunter_tcg.values import move, need, points

HAND = 6
NONE: Option = ()
NO_ROOM_NEEDED = -1
ALL_MAKE_ROOM = -2


def draw_phase(game: Game) -> None:
    """TCG-D1, D2: each seat discards, then draws up to six; a retreat ends its draws."""
    for seat in game.clockwise():
        discard_any(game, seat)
        while len(seat.hand) < HAND and acts.draw(game, seat):
            pass


def discard_any(game: Game, seat: Seat) -> None:
    """TCG-D1: cards of the hand go, one after another; no stop above six."""
    while True:
        options: list[Option] = [(slot,) for slot in sorted(seat.hand)]
        if len(seat.hand) <= HAND:
            options.append(NONE)
        chosen = game.record.choose("discard", seat.number, options)
        if chosen == NONE:
            return
        acts.discard_from_hand(game, seat, chosen[0], "hand")


def place_phase(game: Game) -> None:
    """TCG-P1, P3: each seat places a monster (for two seats perhaps two), or none."""
    times = game.options["placements_two_players"] if game.two else 1
    for seat in game.clockwise():
        for _ in range(times):
            chosen = game.record.choose("place", seat.number, [NONE, *placings(game, seat)])
            if chosen == NONE:
                break
            place(game, seat, *chosen)


def placings(game: Game, seat: Seat) -> list[Option]:
    """TCG-P1 to P4: monster, area, and what goes for room."""
    spots = spots_for_two(game, seat) if game.two else spots_in_stacks(game, seat)
    return [(slot, *spot) for slot in seat.playable("monster") for spot in spots]


def spots_in_stacks(game: Game, seat: Seat) -> list[tuple[int, int]]:
    """TCG-P2: an area with room, or one of the three in a full one goes."""
    spots = []
    for area in game.own_areas(seat.number):
        rooms = [NO_ROOM_NEEDED] if game.room(area) else [monster.slot for monster in game.monsters_in(area)]
        spots += [(area, room) for room in rooms]
    return spots


def spots_for_two(game: Game, seat: Seat) -> list[tuple[int, int]]:
    """TCG-P3: an empty area; on a full map the place of a face-up monster without icon (or all of these go)."""
    free = [area for area in game.own_areas(seat.number) if game.room(area)]
    if free:
        return [(area, NO_ROOM_NEEDED) for area in free]
    whole = game.options["full_map_removes"] == "all"
    return [(monster.area, ALL_MAKE_ROOM if whole else monster.slot) for monster in removable(game, seat)]


def removable(game: Game, seat: Seat) -> list[Monster]:
    """TCG-P3: face-up monsters without main-target icon."""
    return [monster for monster in game.monsters_of(seat.number) if monster.up and not monster.card.main_target]


def place(game: Game, seat: Seat, slot: int, area: int, room: int) -> None:
    """TCG-P4, P1: what goes for room, then the new monster, face down."""
    if room == ALL_MAKE_ROOM:
        for monster in removable(game, seat):
            acts.discard_monster(game, monster, "room_all")
    elif room != NO_ROOM_NEEDED:
        acts.discard_monster(game, game.monsters[seat.number, room], "room")
    seat.hand.remove(slot)
    card = seat.cards[slot]
    game.monsters[seat.number, slot] = Monster(seat.number, slot, card, area, card.hp)
    game.record.expect("placed", seat=seat.number, slot=slot, area=area)


def move_phase(game: Game) -> None:
    """TCG-M1, M2: each seat chooses where to; a hunter that cannot leave the camp stays."""
    for seat in game.clockwise():
        options: list[Option] = [(area,) for area in sorted(destinations(game, seat))]
        if options:
            acts.go(game, seat, game.record.choose("move", seat.number, options)[0])


def destinations(game: Game, seat: Seat) -> set[int]:
    """TCG-M1, M2: the areas within reach; in camp the first road is the one out of it."""
    left = move(game, seat)
    if seat.area != CAMP:
        return reach(game, {seat.area}, left)
    return reach(game, game.camps[seat.number], left - 1) if left else set()


def reach(game: Game, areas: Iterable[int], steps: int) -> set[int]:
    """The areas not more than so many roads away; no road leads through a camp."""
    found = set(areas)
    for _ in range(steps):
        found |= {area for near in found for area in game.roads[near]}
    return found


def equip_phase(game: Game) -> None:
    """TCG-E1: each seat may put on a weapon, then an armour."""
    for seat in game.clockwise():
        for kind in ("weapon", "armour"):
            options = [NONE, *((slot,) for slot in seat.playable(kind) if price(game, seat, slot) <= wealth(seat))]
            chosen = game.record.choose(f"equip_{kind}", seat.number, options)
            if chosen != NONE:
                equip(game, seat, kind, chosen[0])


def price(game: Game, seat: Seat, slot: int) -> int:
    """TCG-E2, E3: what the card of this slot costs the seat now."""
    card = seat.cards[slot]
    return need(game, seat, card, seat.worn(getattr(seat, card.kind)))


def wealth(seat: Seat) -> int:
    """TCG-E2: all material points of a seat."""
    return points(seat, seat.material)


def equip(game: Game, seat: Seat, kind: str, slot: int) -> None:
    """TCG-E2, E3: the old card is discarded first, then the cost (as it was when the card was chosen) is paid."""
    cost, old = price(game, seat, slot), getattr(seat, kind)
    if old != NO_SLOT:
        setattr(seat, kind, NO_SLOT)
        acts.discard(game, seat, old, "replaced")
    pay(game, seat, cost)
    seat.hand.remove(slot)
    setattr(seat, kind, slot)
    game.record.expect("equipped", seat=seat.number, slot=slot, kind=kind)


def pay(game: Game, seat: Seat, cost: int) -> None:
    """TCG-E2: material goes, in falling order of points, as long as something is owed and the rest suffices."""
    order = sorted(seat.material, key=lambda slot: (-points(seat, [slot]), slot))
    while cost > 0:
        options = [(slot,) for at, slot in enumerate(order) if points(seat, order[at:]) >= cost]
        (slot,) = game.record.choose("pay", seat.number, options)
        order = order[order.index(slot) + 1 :]
        cost -= points(seat, [slot])
        seat.material.remove(slot)
        acts.discard(game, seat, slot, "paid")
        acts.set_off(game, (seat.number, slot), "spent")
        settle(game)
