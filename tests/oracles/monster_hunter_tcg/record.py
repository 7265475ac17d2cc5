"""The events of a game as a record that is read from the front: what must come next, and who decides."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NoReturn

Event = dict[str, Any]
Option = tuple[Any, ...]


class Objection(Exception):  # noqa: N818
    """One event of the game (numbered from 0) is not right."""

    def __init__(self, number: int, message: str) -> None:
        """Join both to one line."""
        super().__init__(f"event {number}: {message}")
        self.number = number
        self.message = message


def same(one: object, other: object) -> bool:
    """Equal in value and type, where a tuple is as good as a list (1 is not true)."""
    return written(one) == written(other)


def written(value: object) -> str:
    """The value as JSON, with the keys in order."""
    return json.dumps(value, sort_keys=True, default=repr)


def slots(value: object) -> bool:
    """Is it a list of whole numbers?"""
    return type(value) is list and all(type(slot) is int for slot in value)


class Record:
    """The events that are still to come."""

    def __init__(self, events: Iterable[Event]) -> None:
        """Nothing is read yet."""
        self.events: Iterator[Any] = iter(events)
        self.number = -1

    def stop(self, message: str) -> NoReturn:
        """Stop here."""
        raise Objection(self.number, message)

    def next(self, kind: str) -> Event:
        """The next event, which must be of this kind."""
        self.number += 1
        event = next(self.events, None)
        if not isinstance(event, dict):
            self.stop(f"expected {kind}, found {'the end' if event is None else event!r}")
        if not same(event.get("event"), kind):
            self.stop(f"expected {kind}, found {written(event)}")
        return event

    def expect(self, event_kind: str, /, **fields: object) -> None:
        """The next event, known in all its fields."""
        event = self.next(event_kind)
        wanted = {"event": event_kind, **fields}
        if not same(event, wanted):
            self.stop(f"expected {written(wanted)}, found {written(event)}")

    def read(self, event_kind: str, name: str, /, **fields: object) -> Any:
        """The one field of the next event that cannot be known; the other fields must be these."""
        event = self.next(event_kind)
        wanted = {"event": event_kind, **fields, name: event.get(name)}
        if not same(event, wanted):
            self.stop(f"expected {written(wanted)} with any {name}, found {written(event)}")
        return event[name]

    def shuffled(self, seat: int, n: int, cards: Collection[int]) -> list[int]:
        """TCG-S4: the order after the n-th shuffle (from 0): any order of just these cards."""
        order = self.read("shuffle", "order", seat=seat, n=n)
        if not slots(order) or sorted(order) != sorted(cards):
            self.stop(f"seat {seat} shuffles {sorted(cards)}, not {order!r}")
        return list(order)

    def flip(self) -> bool:
        """TCG-F2: either side."""
        side = self.read("coin", "heads")
        if type(side) is not bool:
            self.stop(f"a coin shows true or false, not {side!r}")
        return side

    def dropped(self, seat: int, hand: Collection[int]) -> int:
        """TCG-F13: any card of the hand is discarded."""
        slot = self.read("discarded", "slot", seat=seat, why="effect")
        if not slots([slot]) or slot not in hand:
            self.stop(f"{slot!r} is none of {sorted(hand)}")
        return int(slot)

    def restored(self, seat: int, n: int, trash: Collection[int]) -> list[int]:
        """TCG-F11: any n different cards of the discard pile, in any order."""
        picked = self.read("restored", "slots", seat=seat)
        if not slots(picked) or len(picked) != n or len(set(picked) & set(trash)) != n:
            self.stop(f"seat {seat} puts back {n} of {sorted(trash)}, not {picked!r}")
        return list(picked)

    def choose(self, kind: str, seat: int, options: Sequence[Option]) -> Option:
        """The option that was chosen; where there is only one, no event tells it."""
        if len(options) == 1:
            return options[0]
        event = self.next("decision")
        wanted = {"event": "decision", "seat": seat, "kind": kind, "options": event.get("options")}
        if not same({**wanted, "chosen": event.get("chosen")}, event):
            self.stop(f"expected a decision {kind} of seat {seat}, found {written(event)}")
        self.compare(kind, event["options"], options)
        return self.chosen(event)

    def compare(self, kind: str, offered: object, options: Sequence[Option]) -> None:
        """The offered alternatives are the legal ones, in any order."""
        if not isinstance(offered, list):
            self.stop(f"{kind}: {offered!r} is no list of options")
        have, want = sorted(map(written, offered)), sorted(map(written, options))
        if have != want:
            self.stop(f"{kind}: missing {sorted(set(want) - set(have))}, too much {sorted(set(have) - set(want))}")

    def chosen(self, event: Event) -> Option:
        """The chosen one of the alternatives."""
        at, options = event["chosen"], event["options"]
        if type(at) is not int or not 0 <= at < len(options):
            self.stop(f"there is no option {at!r}")
        return tuple(options[at])

    def nothing_left(self) -> None:
        """The game is over, and so are the events."""
        self.number += 1
        event = next(self.events, None)
        if event is not None:
            self.stop(f"the game is over, but there is {written(event)}")
