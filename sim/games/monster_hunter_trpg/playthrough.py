"""One judgement game told: the rows of the event buffer become JSON events and sentences with their rule.

The JSON of an event names a hunter by his place (`hunter 1`), as the tables do; the sentences name him as the party's sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.game import Event
from sim.games.monster_hunter_trpg.state import (
    FLOP,
    HANDS_PER_GAME,
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

TERRAIN_RULES = {"cold": "RP-E2", "glare": "RP-E3"}
CARDS = "Cards are written as rank and suit: Th is the ten of hearts; jk is a joker."
CLASSES = f"Classes of hands, weakest first: {' '.join(CLASS_NAMES)}."


@dataclass(frozen=True)
class Told:
    """What a teller knows beside its rows: the setting, what the sheets call it, the turn, and the kind told before."""

    setting: Any
    parameters: Mapping[str, str]
    turn: int = 1
    before: Kind = Kind.DECK

    def hunter(self, side: int) -> str:
        """A hunter within a sentence: `hunter blade`, or `hunter 1` where no sheet names him."""
        return f"hunter {self.parameters.get(f'hunter {side + 1} name', side + 1)}"

    def side(self, side: int) -> str:
        """A hunter or the monster at the start of a sentence."""
        return "The monster" if side == MONSTER else f"H{self.hunter(side)[1:]}"

    @property
    def is_hands(self) -> bool:
        """Whether every turn has a fresh deck."""
        return bool(self.setting.rules.turns == Turns.HANDS)


def counted(number: int, thing: str) -> str:
    """A number of things: `1 card`, `0 cards`, `1,024 turns`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


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
        "terrain": [name for name in TERRAIN_RULES if rules[name] == 1],
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


def tell(setting: Any, start: dict[str, Any], rows: Sequence[Row], parameters: Mapping[str, str]) -> Iterator[Event]:
    """The events of one game: from the setting it was played in, its cell's parameters and the rows its kernel wrote."""
    told = Told(setting, parameters)
    yield Event({"event": "start", **start, **describe_setting(setting)}, "RP-J1", "\n".join(_opening(start, told)))
    turn, position, before = 1, 0, Kind.DECK
    while position < len(rows):
        kind = Kind(rows[position][0])
        turn = rows[position][2] if kind is Kind.TURN else turn
        if kind is Kind.DECK and position and told.is_hands:
            turn += 1
        length = _length(rows, position)
        yield TELLERS[kind](rows[position : position + length], Told(setting, parameters, turn, before))
        position += length
        before = kind


def _length(rows: Sequence[Row], position: int) -> int:
    """How many rows from `position` on are told as one event."""
    kind, side = rows[position][0], rows[position][1]
    if kind == Kind.COMPARE:
        return 2
    end = position + 1
    while kind in GROUPED and end < len(rows) and rows[end][0] == kind and rows[end][1] == side:
        end += 1
    return end - position


# The opening, a line each: what is played, by whom, against whom, and how cards are written


def _opening(start: Mapping[str, Any], told: Told) -> Iterator[str]:
    rules = told.setting.rules
    how = f"{HANDS_PER_GAME:,} turns, each from a fresh deck" if told.is_hands else "one deck, dealt turn by turn to its end"
    yield f'Game {start["game_id"]} of the cell "{start["cell"]}": {how}.'
    terrain = [f"{name} ({rule})" for name, rule in TERRAIN_RULES.items() if rules[name] == 1]
    where = f" Terrain: {' and '.join(terrain)}." if terrain else ""
    yield f"The deck: {counted(rules.packs, 'pack')} and {counted(rules.jokers, 'joker')}, {_deck_size(told)}.{where}"
    for side in range(told.setting.n_hunters):
        yield f"{told.side(side)}: {', '.join(_equipment(told, side))}."
    yield f"The monster: {', '.join(_beast(told))}."
    yield CARDS
    yield CLASSES


def _deck_size(told: Told) -> str:
    return counted(52 * told.setting.rules.packs + told.setting.rules.jokers, "card")


def _equipment(told: Told, side: int) -> Iterator[str]:
    """What makes a hunter; what he has not got is left out."""
    hunter, of = told.setting.hunters[side], f"hunter {side + 1}"
    if weapon := told.parameters.get(f"{of} weapon"):
        yield weapon
    yield counted(hunter.base_hand, "own card")
    if hunter.extra_cards:
        yield f"buys at most {counted(hunter.extra_cards, 'card')} a turn"
    if hunter.exchange:
        yield "may exchange a card"
    if hunter.magazine:
        yield f"{counted(hunter.magazine, 'bullet')} in a full magazine"
    yield from _shifts(hunter, hunter.damage_modifier)
    if bonus := hunter.element_bonus + hunter.kind_bonus:
        yield f"class {bonus:+d} for damage by the monster's weakness"
    yield f"armour {hunter.armour}"
    if policy := told.parameters.get(f"{of} policy"):
        yield f"policy {policy}"


def _beast(told: Told) -> Iterator[str]:
    monster = told.setting.monster
    if name := told.parameters.get("monster"):
        yield f"{name} ({told.parameters['monster_size']})"
    own = monster.hand_cards
    yield counted(own, "own card") if own else "no own cards (it plays the five shared ones)"
    yield from _shifts(monster, monster.attack_level + monster.level_correction)


def _shifts(modified: Any, damage: int) -> Iterator[str]:
    """What is added to the class and to the damage of a side."""
    if modified.n_modifiers:
        yield f"class {' '.join(f'{one:+d}' for one in modified.modifiers[: modified.n_modifiers])}"
    if damage:
        yield f"damage {damage:+d}"


# A teller for each kind of event


def _cards(rows: Sequence[Row]) -> list[str]:
    return [card_name(row[2]) for row in rows]


def _deck(rows: Sequence[Row], told: Told) -> Event:
    data = {"event": "deck", "turn": told.turn, "cards": _cards(rows)}
    return Event(data, "RP-J1", f"A new deck of {_deck_size(told)} is shuffled.")


def _load(rows: Sequence[Row], told: Told) -> Event:
    side = rows[0][1]
    data = {"event": "load", "side": side_name(side), "cards": _cards(rows)}
    bullets = counted(len(rows), "bullet")
    return Event(data, "RP-D7", f"{told.side(side)} starts with {bullets}: cards of the deck, face down.")


def _turn(rows: Sequence[Row], told: Told) -> Event:
    left = rows[0][3]
    data = {"event": "turn", "turn": told.turn, "left": left}
    return Event(data, "RP-T8", f"Turn {told.turn} begins; the deck has {counted(left, 'card')}.")


def _deal(rows: Sequence[Row], told: Told) -> Event:
    _, side, card, hidden, *_ = rows[0]
    name = card_name(card)
    data = {"event": "deal", "turn": told.turn, "to": side_name(side), "card": name, "face_down": bool(hidden)}
    if side == FLOP:
        return Event(data, "RP-T1", f"The flop gets {name}.")
    rule = "RP-H2" if told.before is Kind.EXTRA else "RP-T1"
    return Event(data, rule, f"{told.side(side)} gets {name}{', face down' if hidden else ''}.")


def _declare(rows: Sequence[Row], told: Told) -> Event:
    _, side, action, reload_possible, bullets, _ = rows[0]
    needs_bullet = told.setting.hunters[side].magazine > 0 and not told.is_hands
    if not needs_bullet or bullets > 0:
        alternatives = [word(Action.ATTACK)]
    else:
        alternatives = [word(Action.RELOAD)] if reload_possible else [word(Action.NONE)]
    data = {"event": "declare", "side": side_name(side), "action": word(Action(action)), "alternatives": alternatives}
    says = {
        Action.ATTACK: f"attacks with {counted(bullets, 'bullet')} left" if needs_bullet else "attacks",
        Action.RELOAD: "has no bullet left and reloads",
        Action.NONE: "has no bullet left, the deck too few cards for a reload: no attack",
    }
    return Event(data, "RP-T4", f"{told.side(side)} {says[Action(action)]}.")


def _reload(rows: Sequence[Row], told: Told) -> Event:
    side = rows[0][1]
    data = {"event": "reload", "side": side_name(side), "cards": _cards(rows)}
    bullets = counted(len(rows), "card")
    return Event(data, "RP-D7", f"{told.side(side)} lays {bullets} of the deck face down, as bullets.")


def _bullet(rows: Sequence[Row], told: Told) -> Event:
    side, card = rows[0][1], card_name(rows[0][2])
    data = {"event": "bullet", "side": side_name(side), "card": card}
    return Event(data, "RP-D7", f"{told.side(side)} shoots: the bullet {card} joins the own cards.")


def _extra(rows: Sequence[Row], told: Told) -> Event:
    _, side, known, n_known, bought, _ = rows[0]
    data = {
        "event": "extra",
        "side": side_name(side),
        "known": CLASS_NAMES[known],
        "n_known": n_known,
        "alternatives": [False, True],
        "bought": bool(bought),
    }
    does = "buys a card" if bought else "buys no card"
    return Event(data, "RP-H2", f"{told.side(side)} sees {CLASS_NAMES[known]} in {counted(n_known, 'card')} and {does}.")


def _shared(rows: Sequence[Row], told: Told) -> Event:
    cards = _cards(rows)
    data = {"event": "shared", "turn": told.turn, "cards": cards}
    return Event(data, "RP-T5", f"Three more shared cards: {' '.join(cards)}.")


def _exchange(rows: Sequence[Row], told: Told) -> Event:
    _, side, natural, spare, drawn, returned = rows[0]
    data = {
        "event": "exchange",
        "side": side_name(side),
        "class": CLASS_NAMES[natural],
        "spare": bool(spare),
        "alternatives": [False, True],
        "taken": drawn >= 0,
        "drawn": _card(drawn),
        "returned": _card(returned),
    }
    does = f", draws {_card(drawn)} and puts {_card(returned)} under the deck" if drawn >= 0 else " and exchanges no card"
    return Event(data, "RP-H2", f"{told.side(side)} has {CLASS_NAMES[natural]}{does}.")


def _judged(rows: Sequence[Row], told: Told) -> Event:
    _, side, natural, final, *_ = rows[0]
    data = {"event": "class", "side": side_name(side), "natural": CLASS_NAMES[natural], "final": CLASS_NAMES[final]}
    if natural == final:
        return Event(data, "RP-J5", f"{told.side(side)} has {CLASS_NAMES[natural]}.")
    return Event(data, "RP-J8", f"{told.side(side)} has {CLASS_NAMES[natural]}, shifted to {CLASS_NAMES[final]}.")


def _compare(rows: Sequence[Row], told: Told) -> Event:
    _, side, outcome, damage_class, dealt, announced = rows[0]
    taken = rows[1][2]
    data = {
        "event": "compare",
        "side": side_name(side),
        "outcome": word(Outcome(outcome)),
        "damage_class": _class(damage_class),
        "dealt": dealt,
        "announced": announced,
        "taken": taken,
    }
    name, deals = told.side(side), f"{counted(dealt, 'point')} of damage at {_class(damage_class)}"
    says = {
        Outcome.WIN: f"{name} hits: {deals}.",
        Outcome.TIE: f"{name} and the monster hit each other: {deals}; {_blow(announced, taken)}.",
        Outcome.LOSS: f"{name} is hit: {_blow(announced, taken)}.",
    }
    return Event(data, "RP-T6", says[Outcome(outcome)])


def _blow(announced: int, taken: int) -> str:
    """What the monster announces, and what the armour makes of it (RP-D5)."""
    announces = f"the monster announces {counted(announced, 'point')}"
    return announces if taken == announced else f"{announces}, armour leaves {taken}"


def _void(_rows: Sequence[Row], told: Told) -> Event:
    return Event({"event": "void", "turn": told.turn}, "RP-T8", f"The deck runs out: turn {told.turn} is void.")


def _turn_end(rows: Sequence[Row], told: Told) -> Event:
    left = rows[0][3]
    data = {"event": "turn_end", "turn": told.turn, "left": left}
    words = f"Turn {told.turn} ends: hands and shared cards are discarded, the deck has {counted(left, 'card')} left."
    return Event(data, "RP-T8", words)


def _end(rows: Sequence[Row], told: Told) -> Event:
    _, _, turns, reason, left, _ = rows[0]
    data = {"event": "end", "turns": turns, "reason": word(EndReason(reason)), "left": left}
    why = f": the deck has {counted(left, 'card')} left, too few for a turn" if left else ": the deck is used up"
    return Event(data, "RP-T8", f"The game ends after {counted(turns, 'turn')}{'' if told.is_hands else why}.")


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
