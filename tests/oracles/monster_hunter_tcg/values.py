"""Numbers that the rules look up: conditions, static texts, attack, defence, speed, move, costs."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles.monster_hunter_tcg.cards import Card
from tests.oracles.monster_hunter_tcg.game import Game, Monster, Seat
from tests.oracles.monster_hunter_tcg.texts import Ability


def holds(game: Game, seat: Seat, condition: str, weak: str = "") -> bool:
    """TCG-F3: is the condition true for this seat, with a monster of this weak element concerned?"""
    words, _, last = condition.rpartition(" ")
    if words:
        return compared(game, seat, words, last, weak)
    return {
        "": True,
        "armed": seat.weapon >= 0,
        "unarmed": seat.weapon < 0,
        "armoured": seat.armour >= 0,
        "trailing": trailing(game, seat),
        "leader": seat.number == game.leader,
    }[last]


def compared(game: Game, seat: Seat, words: str, last: str, weak: str) -> bool:
    """TCG-F3: the conditions with a last word to compare with."""
    if words == "vs":
        return weak == last
    if words == "with":
        return seat.fighting().line == last
    return {
        "deck under": len(seat.pile) < int(last),
        "hand under": len(seat.hand) < int(last),
        "round over": game.round > int(last),
    }[words]


def trailing(game: Game, seat: Seat) -> bool:
    """TCG-F3: nobody in the game has fewer HR, and somebody has more."""
    others = [other.hr for other in game.clockwise()]
    return min(others) >= seat.hr < max(others)


def active(seat: Seat) -> Iterator[Ability]:
    """TCG-F1: the texts that count all the time for a seat."""
    for card in (seat.hunter, seat.worn(seat.weapon), seat.worn(seat.armour)):
        yield from card.text if card else ()
    for slot in seat.material:
        yield from (one for one in seat.cards[slot].material_text if one.trigger in {"", "beside"})


def static(game: Game, seat: Seat, word: str, weak: str = "") -> int:
    """TCG-F4 to F7, F20: the sum of what counts all the time."""
    found = [one for one in active(seat) if holds(game, seat, one.condition, weak)]
    return sum(part.amount for one in found for part in one.clauses if part.word == word)


def changed(seat: Seat, word: str) -> int:
    """TCG-F4 to F6: changes for this hunt, and for one blow."""
    return seat.changes.get((word, False), 0) + seat.changes.get((word, True), 0)


def attack(game: Game, seat: Seat, monster: Monster) -> int:
    """TCG-H4: weapon or hunter, a point a boost, texts, the element; never below 0."""
    card = seat.fighting()
    weak = monster.card.weak_element
    element = game.options["weakness_bonus"] if card.kind == "weapon" and card.element == weak != "none" else 0
    texts = changed(seat, "attack") + static(game, seat, "attack", weak)
    return max(0, card.attack + seat.boosts.get("attack", 0) + texts + int(element))


def defence(game: Game, seat: Seat, monster: Monster) -> int:
    """TCG-H7: armour or hunter, so much a boost, texts. It may fall below 0."""
    card = seat.worn(seat.armour) or seat.hunter
    boost = int(game.options["armour_discard_bonus"]) * seat.boosts.get("defence", 0)
    return card.defence + boost + changed(seat, "defence") + static(game, seat, "defence", monster.card.weak_element)


def speed(game: Game, seat: Seat) -> int:
    """TCG-H1, F6: the weapon's speed or the hunter's, and texts; never below 0."""
    return max(0, seat.fighting().speed + changed(seat, "speed") + static(game, seat, "speed"))


def monster_attack(monster: Monster) -> int:
    """TCG-F8: printed and changes, never below 0."""
    return max(0, monster.card.attack + monster.attack)


def monster_speed(monster: Monster) -> int:
    """TCG-F6: printed and changes, never below 0."""
    return max(0, monster.card.speed + monster.speed)


def move(game: Game, seat: Seat) -> int:
    """TCG-M1, F7: the weapon's move or the hunter's, and texts; never below 0."""
    return max(0, seat.fighting().move + static(game, seat, "move"))


def need(game: Game, seat: Seat, card: Card, old: Card | None) -> int:
    """TCG-E2, E3, F20: material points to be paid for a card that replaces `old`."""
    cost = max(0, card.cost + static(game, seat, f"{card.kind} cost"))
    counts = old is not None and (not game.options["recycle_same_line"] or old.line == card.line)
    return max(0, cost - (old.cost if old and counts else 0))


def points(seat: Seat, slots: set[int] | list[int]) -> int:
    """TCG-E2: what material is worth."""
    return sum(seat.cards[slot].material_points for slot in slots)
