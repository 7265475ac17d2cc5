"""The course of a game: set-up, rounds, phases, end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from tests.oracles.monster_hunter_tcg import acts
from tests.oracles.monster_hunter_tcg.ending import end_phase, next_leader
from tests.oracles.monster_hunter_tcg.game import DECK, Game, Over
from tests.oracles.monster_hunter_tcg.hunt import hunt_phase
from tests.oracles.monster_hunter_tcg.opening import opened
from tests.oracles.monster_hunter_tcg.quiet import draw_phase, equip_phase, move_phase, place_phase
from tests.oracles.monster_hunter_tcg.record import Event, Record

PHASES = {
    "draw": draw_phase,
    "place": place_phase,
    "move": move_phase,
    "hunt": hunt_phase,
    "equip": equip_phase,
    "end": end_phase,
}


def check(events: Iterable[Event]) -> Game:
    """Follow a game from start to end. Raises Objection at the first event that is not right; gives the last state."""
    game = opened(Record(events))
    try:
        play(game)
    except Over as over:
        hr = [seat.hr for seat in game.seats]
        game.record.expect("end", rounds=game.round, reason=over.reason, winners=over.winners, hr=hr)
    game.record.nothing_left()
    return game


def play(game: Game) -> NoReturn:
    """TCG-S4 and round after round; ends with Over."""
    for seat in game.seats:
        acts.shuffle(game, seat, set(range(DECK)))
    while True:
        play_round(game)
        if game.round >= game.options["round_cap"]:
            raise Over("round_cap", [])
        game.leader = next_leader(game)


def play_round(game: Game) -> None:
    """All seats finish a phase before the next; TCG-W2: with its options the win is checked here."""
    game.round += 1
    game.record.expect("round", round=game.round, leader=game.leader)
    for name, phase in PHASES.items():
        game.record.expect("phase", phase=name)
        phase(game)
        acts.check_win(game, "phase")
    acts.check_win(game, "round")
