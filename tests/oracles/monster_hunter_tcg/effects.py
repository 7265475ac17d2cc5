"""Abilities that act (TCG-F1 to F3) and what their clauses do (TCG-F4 to F19)."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracles.monster_hunter_tcg import acts
from tests.oracles.monster_hunter_tcg.game import CAMP, NO_TARGET, Game, Monster, Pending, Seat
from tests.oracles.monster_hunter_tcg.texts import Clause
from tests.oracles.monster_hunter_tcg.values import holds


def settle(game: Game) -> None:
    """TCG-F1: what waits acts, first come first served; the win is checked after each (TCG-W2)."""
    while game.queue:
        act(game, game.queue.popleft())
        acts.check_win(game)


def act(game: Game, it: Pending) -> None:
    """TCG-F2, F3: the condition, then the coin, then the clauses in their order."""
    card, target = [it.owner, it.slot], list(it.target)
    game.record.expect("ability", seat=it.owner, card=card, trigger=it.trigger, target=target)
    if holds(game, game.seats[it.owner], it.ability.condition, it.weak):
        if it.ability.coin and not game.record.flip():
            return
        for clause in it.ability.clauses:
            CLAUSES[clause.word](game, it, clause)


def seats(game: Game, it: Pending, clause: Clause) -> list[Seat]:
    """The seats that a clause concerns, clockwise from the leader; who has left is passed over."""
    meant = {
        "self": [it.owner],
        "attacker": [it.attacker],
        "victims": list(it.victims),
        "rivals": [seat.number for seat in game.seats if seat.number != it.owner],
        "all": list(range(game.n)),
    }.get(clause.target, [it.target[0]])
    return [seat for seat in game.clockwise() if seat.number in meant]


def key(it: Pending, clause: Clause) -> tuple[int, int]:
    """The name of the monster that a clause concerns."""
    if clause.target == "it":
        return it.owner, it.slot
    if clause.word == "lure":
        return divmod(it.target[0], 40)
    return it.target


def monsters(game: Game, it: Pending, clause: Clause, *, up: bool = True) -> list[Monster]:
    """The monster that a clause concerns, if it still lies on the map with this face."""
    found = game.monsters.get(key(it, clause))
    return [found] if found and found.up == up else []


def change_hunters(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F4 to F6: attack, defence or speed of hunters, for the rest of the hunt or one blow."""
    for seat in seats(game, it, clause):
        name = (clause.word, clause.once)
        seat.changes[name] = seat.changes.get(name, 0) + clause.amount
        game.record.expect("change", what=clause.word, seat=seat.number, by=clause.amount, once=clause.once)


def change_monster(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F6, F8: attack or speed of a monster, until the end phase."""
    for monster in monsters(game, it, clause):
        name = clause.word.removeprefix("monster ")
        setattr(monster, name, getattr(monster, name) + clause.amount)
        note_change(game, monster, clause.word.replace(" ", "_"), clause.amount)


def note_change(game: Game, monster: Monster, what: str, by: int) -> None:
    """The event of a monster's change."""
    game.record.expect("change", what=what, owner=monster.owner, slot=monster.slot, by=by, once=False)


def change_hp(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F9: damage down to 0, where it is slain; heal up to the printed HP."""
    for monster in monsters(game, it, clause):
        amount = -clause.amount if clause.word == "damage" else clause.amount
        new = min(max(monster.hp + amount, 0), monster.card.hp)
        by, monster.hp = new - monster.hp, new
        if by:
            note_change(game, monster, "hp", by)
        if not new:
            acts.slay(game, monster, it.owner)


def mill(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F10: cards off the top."""
    for seat in seats(game, it, clause):
        acts.lose(game, seat, clause.amount, "effect")


def restore(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F11: cards of the discard pile, at random, go under the draw pile one after another."""
    for seat in seats(game, it, clause):
        n = min(clause.amount, len(seat.trash))
        slots = game.record.restored(seat.number, n, seat.trash) if n else []
        seat.trash -= set(slots)
        seat.pile += slots


def draw(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F12: draw cards; a retreat ends it."""
    for seat in seats(game, it, clause):
        for _ in range(clause.amount):
            if not acts.draw(game, seat):
                break


def discard(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F13: cards of the hand, at random."""
    for seat in seats(game, it, clause):
        for _ in range(min(clause.amount, len(seat.hand))):
            slot = game.record.dropped(seat.number, seat.hand)
            seat.hand.remove(slot)
            seat.trash.add(slot)


def recover(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F14: the owner takes one card of the kind, by choice, from the own discard pile."""
    seat = game.seats[it.owner]
    options = [(slot,) for slot in sorted(seat.trash) if clause.kind in {"card", seat.cards[slot].kind}]
    if options:
        (slot,) = game.record.choose("recover", it.owner, options)
        seat.trash.remove(slot)
        seat.hand.add(slot)
        game.record.expect("recovered", seat=it.owner, slot=slot)


def camp(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F15: hunters go to their camp."""
    for seat in seats(game, it, clause):
        acts.go(game, seat, CAMP)


def step(game: Game, it: Pending, _clause: Clause) -> None:
    """TCG-F16: along one road, unless the hunter is elsewhere by now."""
    seat = game.seats[it.owner]
    if it.target[0] in game.roads.get(seat.area, ()):
        acts.go(game, seat, it.target[0])


def reveal(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F17: turned up, nobody is struck."""
    for monster in monsters(game, it, clause, up=False):
        acts.turn_up(game, monster, it.owner)


def hide(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F17: turned down."""
    for monster in monsters(game, it, clause):
        acts.turn_down(game, monster, it.owner)


def lure(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F18: to another area of its map."""
    for monster in monsters(game, it, clause) + monsters(game, it, clause, up=False):
        if monster.area != it.target[1] and game.room(it.target[1]):
            monster.area = it.target[1]
            game.record.expect("lured", owner=monster.owner, slot=monster.slot, area=monster.area)


def change_hr(game: Game, it: Pending, clause: Clause) -> None:
    """TCG-F19: HR points."""
    for seat in seats(game, it, clause):
        acts.gain(game, seat, clause.amount, "effect")


CLAUSES: dict[str, Callable[[Game, Pending, Clause], None]] = {
    "attack": change_hunters, "defence": change_hunters, "speed": change_hunters, "monster attack": change_monster,
    "monster speed": change_monster, "damage": change_hp, "heal": change_hp, "mill": mill, "restore": restore,
    "draw": draw, "discard": discard, "recover": recover, "camp": camp, "step": step, "reveal": reveal, "hide": hide,
    "lure": lure, "hr": change_hr,
}  # fmt: skip


def use(game: Game, seat: Seat, slot: int, target: tuple[int, int], pending: Monster | None) -> None:
    """TCG-H10: an item leaves the hand, acts, and is discarded; then what it set off acts."""
    seat.hand.remove(slot)
    weak = concerned(game, seat.cards[slot].choice.word, target, pending)
    for ability in seat.cards[slot].text:
        act(game, Pending(seat.number, slot, ability, "use", weak, target=target))
    acts.discard(game, seat, slot, "used")
    acts.check_win(game)
    settle(game)


def concerned(game: Game, word: str, target: tuple[int, int], pending: Monster | None) -> str:
    """TCG-F3: the weak element of the monster chosen for an item, else of the one of the blow that is coming."""
    name = divmod(target[0], 40) if word == "lure" else target
    monster = game.monsters.get(name, pending) if word in {"monster", "lure"} else pending
    return monster.card.weak_element if monster else ""


def targets(game: Game, seat: Seat, slot: int) -> list[tuple[int, int]]:
    """TCG-F1, H10: the targets that the user of an item may choose; one empty target if there is nothing to choose."""
    word, where, face = seat.cards[slot].choice
    if not word:
        return [NO_TARGET]
    if word == "step":
        return [(area, -1) for area in sorted(game.roads.get(seat.area, ()))]
    if word == "seat":
        others = [other for other in game.seats if other is not seat and not other.gone]
        return [(other.number, -1) for other in others if where == "rival" or seat.area == other.area != CAMP]
    found = [monster for monster in game.every() if within(seat, monster, where, face)]
    if word == "monster":
        return [monster.key for monster in found]
    return [(monster.owner * 40 + monster.slot, area) for monster in found for area in lures(game, monster)]


def within(seat: Seat, monster: Monster, where: str, face: str) -> bool:
    """May this seat's item with this target word choose the monster?"""
    place = {"anywhere": True, "here": monster.area == seat.area, "own": monster.owner == seat.number}[where]
    return place and face in {"any", "up" if monster.up else "down"}


def lures(game: Game, monster: Monster) -> list[int]:
    """TCG-F18: the other areas of a monster's map with room."""
    return [area for area in game.own_areas(monster.owner) if area != monster.area and game.room(area)]
