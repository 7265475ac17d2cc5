"""One judgement game told: the rows of the event buffer become JSON events and sentences with their rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sim.game import Event
from sim.games.monster_hunter_trpg.state import (
    FLOP,
    MONSTER,
    Action,
    ColdHits,
    DeckEnd,
    EndReason,
    Kind,
    ModifierOrder,
    Outcome,
    Turns,
)
from sim.poker.classes import CLASS_NAMES, card_name

Row = Sequence[int]
GROUPED = {Kind.DECK, Kind.LOAD, Kind.RELOAD, Kind.SHARED}
"""Kinds that have one row a card and are told together."""


def word(member: Any) -> str:
    """An enum member as options and JSON spell it."""
    return str(member.name).lower()


def side_name(side: int) -> str:
    """The name of a side: `hunter 1`, `monster`, `flop`."""
    if side == MONSTER:
        return "monster"
    return "flop" if side == FLOP else f"hunter {side + 1}"


def _class(number: int) -> str | None:
    return CLASS_NAMES[number] if number >= 0 else None


def _card(face: int) -> str | None:
    return card_name(face) if face >= 0 else None


def describe_setting(setting: Any) -> dict[str, Any]:
    """The start of a trace: all numbers of the setting, by name."""
    rules, monster = setting.rules, setting.monster
    return {
        "turns": word(Turns(rules.turns)),
        "packs": int(rules.packs),
        "rules": {
            "jokers": int(rules.jokers),
            "modifier_order": word(ModifierOrder(rules.modifier_order)),
            "cold_hits": word(ColdHits(rules.cold_hits)),
            "deck_end": word(DeckEnd(rules.deck_end)),
        },
        "terrain": [name for name in ("cold", "glare") if rules[name] == 1],
        "monster": {
            "hand_cards": int(monster.hand_cards),
            "modifiers": [int(one) for one in monster.modifiers[: monster.n_modifiers]],
            "rating": [int(one) for one in monster.rating],
            "attack_level": int(monster.attack_level),
            "level_correction": int(monster.level_correction),
        },
        "hunters": [_describe_hunter(setting.hunters[i]) for i in range(setting.n_hunters)],
    }


def _describe_hunter(hunter: Any) -> dict[str, Any]:
    plain = ("base_hand", "extra_cards", "damage_modifier", "armour", "magazine", "element_bonus", "kind_bonus")
    return {
        **{name: int(hunter[name]) for name in plain},
        "exchange": bool(hunter.exchange),
        "modifiers": [int(one) for one in hunter.modifiers[: hunter.n_modifiers]],
        "rating": [int(one) for one in hunter.rating],
        "policy": {name: int(hunter.policy[name]) for name in hunter.policy.dtype.names},
    }


def tell(setting: Any, start: dict[str, Any], rows: Sequence[Row]) -> Iterator[Event]:
    """The events of one game, from the setting it was played in and the rows its kernel wrote."""
    turns_word = "one deck to its end" if setting.rules.turns == Turns.DECK else "independent turns"
    data = {"event": "start", **start, **describe_setting(setting)}
    deck_word = f"{setting.rules.packs} packs, {setting.rules.jokers} jokers"
    words = f"Game {start['game_id']} of {start['cell']}: {turns_word}, {deck_word}."
    yield Event(data, "RP-J1", words)
    turn = 1
    position = 0
    while position < len(rows):
        kind = Kind(rows[position][0])
        turn = rows[position][2] if kind is Kind.TURN else turn
        if kind is Kind.DECK and position and setting.rules.turns == Turns.HANDS:
            turn += 1
        length = _length(rows, position)
        yield TELLERS[kind](rows[position : position + length], turn, setting)
        position += length


def _length(rows: Sequence[Row], position: int) -> int:
    """How many rows from `position` on are told as one event."""
    kind, side = rows[position][0], rows[position][1]
    if kind == Kind.COMPARE:
        return 2
    end = position + 1
    while kind in GROUPED and end < len(rows) and rows[end][0] == kind and rows[end][1] == side:
        end += 1
    return end - position


def _cards(rows: Sequence[Row]) -> list[str]:
    return [card_name(row[2]) for row in rows]


def _deck(rows: Sequence[Row], turn: int, _setting: Any) -> Event:
    data = {"event": "deck", "turn": turn, "cards": _cards(rows)}
    return Event(data, "RP-J1", f"A new deck is shuffled; its first {len(rows)} cards are known to this trace.")


def _load(rows: Sequence[Row], _turn: int, _setting: Any) -> Event:
    side = side_name(rows[0][1])
    data = {"event": "load", "side": side, "cards": _cards(rows)}
    return Event(data, "RP-D7", f"{side} comes with {len(rows)} bullets, face down.")


def _turn(rows: Sequence[Row], turn: int, _setting: Any) -> Event:
    left = rows[0][3]
    return Event({"event": "turn", "turn": turn, "left": left}, "RP-T8", f"Turn {turn}; {left} cards are left.")


def _deal(rows: Sequence[Row], turn: int, _setting: Any) -> Event:
    _, side, card, hidden, *_ = rows[0]
    to = side_name(side)
    data = {"event": "deal", "turn": turn, "to": to, "card": card_name(card), "face_down": bool(hidden)}
    return Event(data, "RP-T1", f"{to} gets {card_name(card)}{', face down' if hidden else ''}.")


def _declare(rows: Sequence[Row], _turn: int, setting: Any) -> Event:
    _, side, action, reload_possible, bullets, _ = rows[0]
    hunter = setting.hunters[side]
    if hunter.magazine == 0 or bullets > 0 or setting.rules.turns == Turns.HANDS:
        alternatives = [word(Action.ATTACK)]
    else:
        alternatives = [word(Action.RELOAD)] if reload_possible else [word(Action.NONE)]
    name, declared = side_name(side), word(Action(action))
    data = {"event": "declare", "side": name, "action": declared, "alternatives": alternatives}
    says = {"attack": "attacks", "reload": "reloads", "none": "can neither shoot nor reload"}[declared]
    return Event(data, "RP-T4", f"{name} {says}.")


def _reload(rows: Sequence[Row], _turn: int, _setting: Any) -> Event:
    side = side_name(rows[0][1])
    data = {"event": "reload", "side": side, "cards": _cards(rows)}
    return Event(data, "RP-D7", f"{side} lays {len(rows)} cards of the deck face down as bullets.")


def _bullet(rows: Sequence[Row], _turn: int, _setting: Any) -> Event:
    side, card = side_name(rows[0][1]), card_name(rows[0][2])
    return Event({"event": "bullet", "side": side, "card": card}, "RP-D7", f"{side} shoots: the bullet is {card}.")


def _extra(rows: Sequence[Row], _turn: int, _setting: Any) -> Event:
    _, side, known, n_known, bought, _ = rows[0]
    name = side_name(side)
    data = {
        "event": "extra",
        "side": name,
        "known": CLASS_NAMES[known],
        "n_known": n_known,
        "alternatives": [False, True],
        "bought": bool(bought),
    }
    does = "buys a card" if bought else "buys no card"
    return Event(data, "RP-H2", f"{name} sees {CLASS_NAMES[known]} in {n_known} cards and {does}.")


def _shared(rows: Sequence[Row], turn: int, _setting: Any) -> Event:
    cards = _cards(rows)
    data = {"event": "shared", "turn": turn, "cards": cards}
    return Event(data, "RP-T5", f"Shared cards: {' '.join(cards)}.")


def _exchange(rows: Sequence[Row], _turn: int, _setting: Any) -> Event:
    _, side, natural, spare, drawn, returned = rows[0]
    name = side_name(side)
    data = {
        "event": "exchange",
        "side": name,
        "class": CLASS_NAMES[natural],
        "spare": bool(spare),
        "alternatives": [False, True],
        "taken": drawn >= 0,
        "drawn": _card(drawn),
        "returned": _card(returned),
    }
    does = f"draws {_card(drawn)} and puts {_card(returned)} under the deck" if drawn >= 0 else "exchanges nothing"
    return Event(data, "RP-H2", f"{name} has {CLASS_NAMES[natural]} and {does}.")


def _judged(rows: Sequence[Row], _turn: int, _setting: Any) -> Event:
    _, side, natural, final, *_ = rows[0]
    name = side_name(side)
    data = {"event": "class", "side": name, "natural": CLASS_NAMES[natural], "final": CLASS_NAMES[final]}
    change = "" if natural == final else f", shifted to {CLASS_NAMES[final]}"
    return Event(data, "RP-J8", f"{name} has {CLASS_NAMES[natural]}{change}.")


def _compare(rows: Sequence[Row], _turn: int, _setting: Any) -> Event:
    _, side, outcome, damage_class, dealt, announced = rows[0]
    taken = rows[1][2]
    name, result = side_name(side), word(Outcome(outcome))
    data = {
        "event": "compare",
        "side": name,
        "outcome": result,
        "damage_class": _class(damage_class),
        "dealt": dealt,
        "announced": announced,
        "taken": taken,
    }
    says = {"win": "hits", "tie": "and the monster hit each other", "loss": "is hit"}[result]
    dealing = f" {dealt} points at {_class(damage_class)}" if damage_class >= 0 else ""
    taking = f"; {announced} points announced, {taken} suffered" if result != "win" else ""
    return Event(data, "RP-T6", f"{name} {says}:{dealing}{taking}.")


def _void(_rows: Sequence[Row], turn: int, _setting: Any) -> Event:
    return Event({"event": "void", "turn": turn}, "RP-T8", f"The deck ends: turn {turn} is void.")


def _turn_end(rows: Sequence[Row], turn: int, _setting: Any) -> Event:
    left = rows[0][3]
    data = {"event": "turn_end", "turn": turn, "left": left}
    return Event(data, "RP-T8", f"Turn {turn} ends; all its cards are discarded, {left} are left.")


def _end(rows: Sequence[Row], _turn: int, _setting: Any) -> Event:
    _, _, turns, reason, left, _ = rows[0]
    data = {"event": "end", "turns": turns, "reason": word(EndReason(reason)), "left": left}
    return Event(data, "RP-T8", f"The game ends after {turns} turns; {left} cards are left.")


TELLERS = {
    Kind.DECK: _deck,
    Kind.LOAD: _load,
    Kind.TURN: _turn,
    Kind.DEAL: _deal,
    Kind.DECLARE: _declare,
    Kind.RELOAD: _reload,
    Kind.BULLET: _bullet,
    Kind.EXTRA: _extra,
    Kind.SHARED: _shared,
    Kind.EXCHANGE: _exchange,
    Kind.CLASS: _judged,
    Kind.COMPARE: _compare,
    Kind.VOID: _void,
    Kind.TURN_END: _turn_end,
    Kind.END: _end,
}
