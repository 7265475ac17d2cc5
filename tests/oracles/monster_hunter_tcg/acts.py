"""What happens to cards, hunters and monsters: each act changes the state and demands its events.

Readings that the rulebook leaves open stand here once: an act that changes nothing has no event.
"""

from __future__ import annotations

from tests.oracles.monster_hunter_tcg.game import CAMP, HR_TO_WIN, LAST_RETREAT, Game, Monster, Over, Pending, Seat


def check_win(game: Game, when: str = "immediate") -> None:
    """TCG-W1, W2: the game ends if now is the time to look and somebody has won, or nobody is left."""
    if game.options["win_check"] != when:
        return
    inside = game.clockwise()
    able = [seat for seat in inside if seat.retreats < LAST_RETREAT]
    best = max((seat.hr for seat in able), default=0)
    if best >= HR_TO_WIN:
        raise Over("hr", sorted(seat.number for seat in able if seat.hr == best))
    if not inside:
        raise Over("nobody", [])
    if len(inside) == 1 and able:
        raise Over("last_seat", [able[0].number])


def shuffle(game: Game, seat: Seat, cards: set[int]) -> None:
    """TCG-S4, R1: these cards, in any order, are the draw pile (top first)."""
    seat.pile = game.record.shuffled(seat.number, seat.shuffles, cards)
    seat.shuffles += 1


def retreat(game: Game, seat: Seat) -> None:
    """TCG-R1: to the own camp; the discard pile becomes the draw pile."""
    seat.retreats += 1
    seat.area = CAMP
    game.record.expect("retreat", seat=seat.number, retreats=seat.retreats)
    cards, seat.trash = seat.trash, set()
    shuffle(game, seat, cards)


def draw(game: Game, seat: Seat) -> bool:
    """TCG-D2, F12: draw one card; false after a retreat."""
    if seat.pile:
        slot = seat.pile.pop(0)
        seat.hand.add(slot)
        game.record.expect("draw", seat=seat.number, slot=slot)
        if seat.pile or game.options["retreat_when"] == "needed":
            return True
    retreat(game, seat)
    return False


def lose(game: Game, seat: Seat, n: int, cause: str) -> None:
    """TCG-H7, F10: n cards from the top are discarded; an emptied draw pile is a retreat and the rest is void."""
    for _ in range(n):
        if seat.pile:
            slot = seat.pile.pop(0)
            seat.trash.add(slot)
            game.record.expect("mill", seat=seat.number, slot=slot, cause=cause)
        if not seat.pile:
            retreat(game, seat)
            return


def discard(game: Game, seat: Seat, slot: int, why: str) -> None:
    """A card, taken from where it was, goes on the discard pile."""
    seat.trash.add(slot)
    game.record.expect("discarded", seat=seat.number, slot=slot, why=why)


def discard_from_hand(game: Game, seat: Seat, slot: int, why: str) -> None:
    """A card of the hand goes on the discard pile."""
    seat.hand.remove(slot)
    discard(game, seat, slot, why)


def discard_monster(game: Game, monster: Monster, why: str) -> None:
    """A monster goes from the map on its owner's discard pile."""
    del game.monsters[monster.key]
    discard(game, game.seats[monster.owner], monster.slot, why)


def gain(game: Game, seat: Seat, change: int, why: str) -> None:
    """TCG-H9, F19: HR gained or lost, never below 0."""
    change = max(change, -seat.hr)
    if change:
        seat.hr += change
        game.record.expect("hr", seat=seat.number, change=change, total=seat.hr, why=why)


def go(game: Game, seat: Seat, area: int) -> None:
    """A hunter goes to an area, or to the camp."""
    if area != seat.area:
        seat.area = area
        game.record.expect("moved", seat=seat.number, area=area)


def set_off(game: Game, card_at: tuple[int, int], trigger: str, attacker: int = -1, victims: tuple[int, ...] = ()) -> None:
    """TCG-F1: the abilities of a monster card that have this trigger get in line."""
    owner, slot = card_at
    card = game.seats[owner].cards[slot]
    for ability in card.material_text if trigger == "spent" else card.text:
        if ability.trigger == trigger:
            game.queue.append(Pending(owner, slot, ability, trigger, card.weak_element, attacker, victims))


def turn_up(game: Game, monster: Monster, by: int) -> None:
    """TCG-H3, F17: a face-down monster is turned up; the moment is kept for TCG-N1."""
    game.turn_ups += 1
    monster.up, monster.moment = True, game.turn_ups
    game.record.expect("turned", owner=monster.owner, slot=monster.slot, face="up", by=by)
    set_off(game, monster.key, "turned up", by)


def turn_down(game: Game, monster: Monster, by: int) -> None:
    """TCG-F17: a face-up monster is turned down; its moment is forgotten."""
    monster.up, monster.moment = False, 0
    game.record.expect("turned", owner=monster.owner, slot=monster.slot, face="down", by=by)


def slay(game: Game, monster: Monster, by: int) -> None:
    """TCG-H9: HR for the slayer (not for the placer), win check, material, and what that sets off."""
    hr = 0 if by == monster.owner else monster.card.hr
    game.record.expect("slain", owner=monster.owner, slot=monster.slot, by=by, hr=hr)
    gain(game, game.seats[by], hr, "slain")
    check_win(game)
    del game.monsters[monster.key]
    game.seats[monster.owner].material.add(monster.slot)
    game.record.expect("material", seat=monster.owner, slot=monster.slot)
    set_off(game, monster.key, "slain", by)
