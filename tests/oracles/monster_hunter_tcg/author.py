"""Games written by the referee's own rules: what would be checked is written down, choices and chance are drawn.

They show that the referee can follow every kind of game, and give true records to spoil.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from tests.oracles.monster_hunter_tcg.course import play
from tests.oracles.monster_hunter_tcg.game import Game, Over
from tests.oracles.monster_hunter_tcg.opening import opened
from tests.oracles.monster_hunter_tcg.record import Event, Option, Record

STOP = {"discard": 0.8, "window": 0.6}


class Author(Record):
    """A record that is being written."""

    def __init__(self, rng: Random, script: Sequence[Option] = ()) -> None:
        """Nothing is written; the script holds the choices to make first."""
        super().__init__([])
        self.rng = rng
        self.script = list(script)
        self.written: list[Event] = []

    def expect(self, event_kind: str, /, **fields: object) -> None:
        """Write it down."""
        self.written.append({"event": event_kind, **fields})

    def choose(self, kind: str, seat: int, options: Sequence[Option]) -> Option:
        """What the script says, else any; stop spending cards early, else act rather than not."""
        if len(options) == 1:
            return options[0]
        order = self.rng.sample(list(options), len(options))
        if self.script:
            chosen = self.script.pop(0)
        elif () in order and self.rng.random() < STOP.get(kind, 0):
            chosen = ()
        else:
            chosen = next((option for option in order[:2] if option), order[0])
        plain = [list(option) for option in order]
        self.expect("decision", seat=seat, kind=kind, options=plain, chosen=order.index(chosen))
        return chosen

    def shuffled(self, seat: int, n: int, cards: Collection[int]) -> list[int]:
        """Any order."""
        order = self.rng.sample(sorted(cards), len(cards))
        self.expect("shuffle", seat=seat, n=n, order=list(order))
        return order

    def flip(self) -> bool:
        """Any side."""
        heads = self.rng.random() < 1 / 2
        self.expect("coin", heads=heads)
        return heads

    def dropped(self, seat: int, hand: Collection[int]) -> int:
        """Any card."""
        slot = self.rng.choice(sorted(hand))
        self.expect("discarded", seat=seat, slot=slot, why="effect")
        return slot

    def restored(self, seat: int, n: int, trash: Collection[int]) -> list[int]:
        """Any cards."""
        picked = self.rng.sample(sorted(trash), n)
        self.expect("restored", seat=seat, slots=list(picked))
        return picked


def begun(start: Event, rng: Random, script: Sequence[Option] = ()) -> Game:
    """The game of a start event, to be written on."""
    game = opened(Record([start]))
    game.record = Author(rng, script)
    return game


def story(game: Game) -> list[dict[str, Any]]:
    """What was written so far."""
    record = game.record
    return record.written if isinstance(record, Author) else []


def whole_game(start: Event, rng: Random) -> list[Event]:
    """A game from start to end."""
    game = begun(start, rng)
    try:
        play(game)
    except Over as over:
        hr = [seat.hr for seat in game.seats]
        game.record.expect("end", rounds=game.round, reason=over.reason, winners=over.winners, hr=hr)
    return [start, *story(game)]
