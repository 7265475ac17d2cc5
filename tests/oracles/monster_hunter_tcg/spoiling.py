"""Spoil a true record of a game in one place, to see whether the referee notices."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.oracles.monster_hunter_tcg.record import Event, same

Path = tuple[str | int, ...]

WORDS = (
    "draw", "place", "move", "hunt", "equip", "end", "up", "down", "weapon", "armour", "item", "hand", "room", "paid",
    "replaced", "unique", "main_target", "used", "boost", "effect", "left", "slain", "hidden", "empty_map", "hr",
    "nobody", "last_seat", "round_cap", "attack", "defence", "speed", "monster_attack", "monster_speed", "hp", "use",
    "turned up", "attacking", "spent", "damage", "discard", "window", "target", "order", "pay", "give_up", "recover",
    "equip_weapon", "equip_armour", "turned", "mill", "discarded", "moved", "placed", "reset", "strike", "blow", "coin",
)  # fmt: skip


def spoil(events: list[Event], rng: Random) -> tuple[list[Event], str]:
    """A copy with one field changed, one event dropped or doubled, or two neighbours swapped; and what was done."""
    copy: list[Event] = json.loads(json.dumps(events))
    at = rng.randrange(1, len(copy))
    way = rng.choices((change, drop, double, swap, extra), (12, 2, 2, 2, 1))[0]
    return copy, f"event {at}: {way(copy, at, rng)}"


def drop(events: list[Event], at: int, _rng: Random) -> str:
    """The event is missing."""
    return f"dropped {events.pop(at)}"


def double(events: list[Event], at: int, _rng: Random) -> str:
    """The event is there twice."""
    events.insert(at, events[at])
    return f"doubled {events[at]}"


def swap(events: list[Event], at: int, rng: Random) -> str:
    """The event and the next different one change places."""
    others = [to for to in range(at + 1, len(events)) if not same(events[to], events[at])]
    if not others:
        return drop(events, at, rng)
    to = others[0]
    events[at], events[to] = events[to], events[at]
    return f"swapped with {to}: {events[to]}"


def extra(events: list[Event], at: int, _rng: Random) -> str:
    """A field that is not known."""
    events[at]["extra"] = 0
    return f"one field more in {events[at]}"


def change(events: list[Event], at: int, rng: Random) -> str:
    """Another number, word or side in one place of the event; choices and chance are left alone."""
    paths = [path for path in leaves(events[at]) if path[0] not in {"chosen", "heads"}]
    path = rng.choice(paths)
    place: Any = events[at]
    for step in path[:-1]:
        place = place[step]
    old = place[path[-1]]
    place[path[-1]] = other(old, rng)
    return f"{path} was {old!r} in {events[at]}"


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The ways to each single value."""
    if isinstance(value, dict | list):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, name))
    else:
        yield path


def other(value: object, rng: Random) -> object:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([-2, -1, 1, 2])
    return rng.choice([word for word in WORDS if word != value])
