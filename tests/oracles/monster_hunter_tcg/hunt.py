"""The hunt (TCG-H): windows, the order by speed, hunters' and monsters' attacks."""

from __future__ import annotations

from tests.oracles.monster_hunter_tcg import acts
from tests.oracles.monster_hunter_tcg.effects import settle, targets, use
from tests.oracles.monster_hunter_tcg.game import CAMP, Game, Monster, Seat
from tests.oracles.monster_hunter_tcg.record import Option
from tests.oracles.monster_hunter_tcg.values import attack, defence, monster_attack, monster_speed, speed

PASS: Option = ()


def hunt_phase(game: Game) -> None:
    """4a and 4b: opening window, everybody who may act by speed, closing window."""
    window(game)
    while act_next(game):
        pass
    window(game)
    for seat in game.seats:
        seat.acted = False
        seat.boosts.clear()
        seat.changes.clear()
    for monster in game.every():
        monster.attacked = False


def act_next(game: Game) -> bool:
    """TCG-H1: the fastest acts, hunters before monsters; false if there is nobody."""
    hunters = [seat for seat in game.clockwise() if not seat.acted and game.prey(seat)]
    beasts = [one for one in game.every() if one.up and not one.attacked and game.victims(one)]
    top = max([*(speed(game, seat) for seat in hunters), *(monster_speed(one) for one in beasts)], default=-1)
    first = next((seat for seat in hunters if speed(game, seat) == top), None)
    if first:
        hunter_acts(game, first)
    elif beasts:
        monster_attacks(game, first_monster(game, [one for one in beasts if monster_speed(one) == top]))
    return bool(hunters or beasts)


def first_monster(game: Game, equal: list[Monster]) -> Monster:
    """TCG-H1: of equal monsters the first owner's, in the lowest area; there the first victim says which."""
    order = [seat.number for seat in game.clockwise()]
    first = min(equal, key=lambda one: (order.index(one.owner), one.area))
    names = [one.key for one in equal if one.area == first.area]
    chosen = game.record.choose("order", game.victims(first)[0].number, names)
    return game.monsters[chosen[0], chosen[1]]


def window(game: Game, coming: Monster | None = None) -> None:
    """TCG-H8, H10: every seat, clockwise, spends cards until it passes; `coming` is the monster of the next blow."""
    for seat in game.clockwise():
        while spend(game, seat, coming):
            pass


def spend(game: Game, seat: Seat, coming: Monster | None) -> bool:
    """One item or boost; false for a pass."""
    chosen = game.record.choose("window", seat.number, [PASS, *items(game, seat), *boosts(seat)])
    if chosen == PASS:
        return False
    if chosen[0] == "item":
        use(game, seat, chosen[1], (chosen[2], chosen[3]), coming)
        return True
    boosted = "attack" if chosen[0] == "weapon" else "defence"
    seat.boosts[boosted] = seat.boosts.get(boosted, 0) + 1
    acts.discard_from_hand(game, seat, chosen[1], "boost")
    acts.check_win(game)
    return True


def items(game: Game, seat: Seat) -> list[Option]:
    """TCG-H10: items with a matching icon, and their targets."""
    usable = [slot for slot in seat.playable("item") if seat.cards[slot].icons & seat.fighting().icons]
    return [("item", slot, *target) for slot in usable for target in targets(game, seat, slot)]


def boosts(seat: Seat) -> list[Option]:
    """TCG-H8: weapons of the line in force, and any armours."""
    weapons = [slot for slot in seat.playable("weapon") if seat.cards[slot].line == seat.fighting().line]
    return [*(("weapon", slot) for slot in weapons), *(("armour", slot) for slot in seat.playable("armour"))]


def hunter_acts(game: Game, seat: Seat) -> None:
    """TCG-H2, H3, 4c: a target or none; a face-down one is turned up and may strike first; then the attack."""
    seat.acted = True
    prey = game.prey(seat)
    options: list[Option] = [one.key for one in prey]
    if not any(one.up for one in prey):
        options.append(PASS)
    chosen = game.record.choose("target", seat.number, options)
    if chosen == PASS:
        return
    target, area = game.monsters[chosen[0], chosen[1]], seat.area
    if target.up or turned_up(game, seat, target, area):
        window(game, target)
        if faces(game, seat, target, area):
            blow(game, seat, target)


def faces(game: Game, seat: Seat, target: Monster, area: int) -> bool:
    """4c: are hunter and target still where they were, and is the target face up?"""
    return seat.area == area and game.lies(target, area)


def turned_up(game: Game, seat: Seat, target: Monster, area: int) -> bool:
    """TCG-H3, H11: turn-up, its ability, window, the blow of a faster monster; may the hunter still attack?"""
    acts.turn_up(game, target, seat.number)
    settle(game)
    window(game, target)
    if game.lies(target, area) and not target.attacked and monster_speed(target) > speed(game, seat):
        only = seat if game.options["reveal_strike"] == "attacker_only" else None
        monster_attacks(game, target, seat, only)
    return faces(game, seat, target, area)


def monster_attacks(game: Game, monster: Monster, turner: Seat | None = None, only: Seat | None = None) -> None:
    """TCG-H6, 4d: the victims are listed, its ability acts; for each: window, strike if still there."""
    area = monster.area
    listed = [seat for seat in game.victims(monster) if only is None or only is seat]
    if not listed:
        return
    monster.attacked = True
    attacker = turner.number if turner else listed[0].number
    acts.set_off(game, monster.key, "attacking", attacker, tuple(seat.number for seat in listed))
    settle(game)
    for victim in listed:
        window(game, monster)
        if victim.area == area != CAMP and game.lies(monster, area):
            strike(game, monster, victim)


def blow(game: Game, seat: Seat, target: Monster) -> None:
    """TCG-H4, H5: the hunter's attack against the HP that remain."""
    power, before = attack(game, seat, target), target.hp
    seat.changes.pop(("attack", True), None)
    target.hp = max(0, before - power)
    fields = {"owner": target.owner, "slot": target.slot, "attack": power, "hp_before": before, "hp_after": target.hp}
    game.record.expect("blow", seat=seat.number, **fields)
    if not target.hp:
        acts.slay(game, target, seat.number)
    acts.check_win(game)
    settle(game)


def strike(game: Game, monster: Monster, victim: Seat) -> None:
    """TCG-H7: damage is attack less defence; that many cards are discarded."""
    power, guard = monster_attack(monster), defence(game, victim, monster)
    victim.changes.pop(("defence", True), None)
    damage = max(0, power - guard)
    fields = {"victim": victim.number, "attack": power, "defence": guard, "damage": damage}
    game.record.expect("strike", owner=monster.owner, slot=monster.slot, **fields)
    acts.lose(game, victim, damage, "damage")
    acts.check_win(game)
