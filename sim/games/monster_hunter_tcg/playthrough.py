"""One game told: the rows that the kernel wrote become JSON events, each with a sentence and the rule it follows.

JSON names a card by `[seat, slot]` and an area by its number, seat x areas + place; sentences use the names of the sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sim.game import Event as Told
from sim.games.monster_hunter_tcg.effects import Op, Trigger
from sim.games.monster_hunter_tcg.maps import camp_areas, joined_roads
from sim.games.monster_hunter_tcg.setting import Matchup
from sim.games.monster_hunter_tcg.state import DECK_CARDS, HR_BITS, NONE, Decision, EndReason, Event, Kind, Phase, Why
from sim.games.monster_hunter_tcg.telling import Names, sentence

Row = Sequence[int]
Data = dict[str, Any]
SINGLE = 1


def word(member: Any) -> str:
    """A member of an enumeration as JSON spells it."""
    return str(member.name).lower()


def tell(matchup: Matchup, start: Data, index: int, rows: Sequence[Row]) -> Iterator[Told]:
    """The events of one game: number `index` of its cell."""
    names = Names(matchup, index)
    leader = next(row[2] for row in rows if row[0] == Event.ROUND)
    opening = {"event": "start", **start, **describe(matchup, index), "leader": leader}
    yield Told(opening, "TCG-S1", sentence(opening, names)[1])
    position = 0
    while position < len(rows):
        data, n_rows = read(rows, position)
        rule, words = sentence(data, names)
        yield Told(data, rule, words)
        position += n_rows


# The start


def describe(matchup: Matchup, index: int) -> Data:
    """Everything that a referee must know beforehand: map, options, cards, line-up."""
    n_seats = len(matchup.decks)
    return {
        "n_seats": n_seats,
        "map": {
            "n_local": matchup.map.n_areas,
            "roads": [list(road) for road in joined_roads(matchup.map, n_seats)],
            "camps": {str(seat): camp_areas(matchup.map, seat) for seat in range(n_seats)},
        },
        "options": dict(matchup.options),
        "cards": {card["card"]: _printed(card) for card in matchup.cards},
        "seats": [_describe_seat(matchup, (seat - index) % n_seats) for seat in range(n_seats)],
    }


def _printed(card: Mapping[str, Any]) -> Data:
    """What stands on a card."""
    hidden = ("card", "provenance", "name", "name_original", "kind")
    values = {name: list(value) if isinstance(value, tuple) else value for name, value in card.items() if name not in hidden}
    return {"kind": word(Kind(int(card["kind"]))), **values}


def _describe_seat(matchup: Matchup, entry: int) -> Data:
    deck, record = matchup.decks[entry], matchup.setting.entries[entry]
    return {
        "entry": entry,
        "deck": deck.name,
        "hunter": deck.hunter,
        "slots": list(deck.slots),
        "policy": matchup.policies[entry],
        "forbidden": _slots(int(record.forbidden)),
    }


def _slots(cards: int) -> list[int]:
    return [slot for slot in range(DECK_CARDS) if cards >> slot & 1]


# Rows


def read(rows: Sequence[Row], position: int) -> tuple[Data, int]:
    """The event that starts at a row, and how many rows it takes."""
    kind, *values = rows[position]
    if kind == Event.SHUFFLE:
        seat, n, size = values[:3]
        order = [row[1] for row in rows[position + 1 : position + 1 + size]]
        return {"event": "shuffle", "seat": seat, "n": n, "order": order}, 1 + size
    if kind == Event.DECISION:
        seat, decision, size, chosen = values[:4]
        options = [_option(Decision(decision), row[1:]) for row in rows[position + 1 : position + 1 + size]]
        named = {"event": "decision", "seat": seat, "kind": word(Decision(decision))}
        return {**named, "options": options, "chosen": chosen}, 1 + size
    if kind == Event.RESTORED:
        seat, _, size = values[:3]
        return {"event": "restored", "seat": seat, "slots": [row[2] for row in rows[position : position + size]]}, size
    event = Event(kind)
    return {"event": word(event), **READERS[event](values)}, SINGLE


def _option(decision: Decision, values: Row) -> list[Any]:
    """An alternative; an empty list stands for doing nothing."""
    if values[0] == NONE and decision != Decision.MOVE:
        return []
    if decision == Decision.WINDOW:
        kind = word(Kind(values[0]))
        return [kind, *values[1:4]] if values[0] == Kind.ITEM else [kind, values[1]]
    first, last = OPTION_FIELDS.get(decision, (0, 1))
    return list(values[first:last])


OPTION_FIELDS = {Decision.PLACE: (0, 3), Decision.ORDER: (0, 2), Decision.TARGET: (0, 2), Decision.GIVE_UP: (1, 2)}
"""Which of its numbers make up an alternative, where it is not the first alone."""


def _fields(*names: str) -> Callable[[Row], Data]:
    """A reader of rows that hold whole numbers under these names, in this order."""
    return lambda values: dict(zip(names, values, strict=False))


def _why(*names: str) -> Callable[[Row], Data]:
    """Likewise, with the reason behind the numbers."""
    return lambda values: {**dict(zip(names, values, strict=False)), "why": word(Why(values[len(names)]))}


def _mill(values: Row) -> Data:
    return {"seat": values[0], "slot": values[1], "cause": word(Why(values[2]))}


def _turned(values: Row) -> Data:
    return {"owner": values[0], "slot": values[1], "face": "up" if values[2] else "down", "by": values[3]}


TRIGGER_WORDS = {Trigger.STATIC: "use", Trigger.TURNED_UP: "turned up"}
"""How JSON spells triggers that are not spelled as their member; only items act by themselves."""


def _ability(values: Row) -> Data:
    seat, slot, trigger, first, second = values[:5]
    spelled = TRIGGER_WORDS.get(Trigger(trigger), word(Trigger(trigger)))
    return {"seat": seat, "card": [seat, slot], "trigger": spelled, "target": [first, second]}


CHANGED = {
    Op.ATTACK: "attack",
    Op.DEFENCE: "defence",
    Op.SPEED: "speed",
    Op.MONSTER_ATTACK: "monster_attack",
    Op.MONSTER_SPEED: "monster_speed",
    Op.DAMAGE: "hp",
    Op.HEAL: "hp",
}


def _change(values: Row) -> Data:
    op, seat, slot, amount, once = values[:5]
    who = {"seat": seat} if slot == NONE else {"owner": seat, "slot": slot}
    return {"what": CHANGED[Op(op)], **who, "by": amount, "once": bool(once)}


def _end(values: Row) -> Data:
    """The number of seats stands in the last column."""
    rounds, reason, winners, packed, n_seats = values[:5]
    hr = [packed >> (HR_BITS * seat) & ((1 << HR_BITS) - 1) for seat in range(n_seats)]
    return {"rounds": rounds, "reason": word(EndReason(reason)), "winners": _slots(winners), "hr": hr}


READERS: Mapping[Event, Callable[[Row], Data]] = {
    Event.ROUND: _fields("round", "leader"),
    Event.PHASE: lambda values: {"phase": word(Phase(values[0]))},
    Event.DRAW: _fields("seat", "slot"),
    Event.MILL: _mill,
    Event.DISCARDED: _why("seat", "slot"),
    Event.RETREAT: _fields("seat", "retreats"),
    Event.LEFT: _fields("seat"),
    Event.PLACED: _fields("seat", "slot", "area"),
    Event.MOVED: _fields("seat", "area"),
    Event.LURED: _fields("owner", "slot", "area"),
    Event.TURNED: _turned,
    Event.BLOW: _fields("seat", "owner", "slot", "attack", "hp_before", "hp_after"),
    Event.STRIKE: _fields("owner", "slot", "victim", "attack", "defence", "damage"),
    Event.SLAIN: _fields("owner", "slot", "by", "hr"),
    Event.HR: _why("seat", "change", "total"),
    Event.ABILITY: _ability,
    Event.COIN: lambda values: {"heads": bool(values[0])},
    Event.CHANGE: _change,
    Event.RECOVERED: _fields("seat", "slot"),
    Event.EQUIPPED: lambda values: {"seat": values[0], "slot": values[1], "kind": word(Kind(values[2]))},
    Event.MATERIAL: _fields("seat", "slot"),
    Event.RESET: lambda _values: {},
    Event.END: _end,
}
