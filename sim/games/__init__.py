"""The games: a name leads to its module, which is loaded only when it is asked for."""

from __future__ import annotations

from importlib import import_module

from sim.cards import GameSheets
from sim.game import GameSpec, closest, shown
from sim.schema import InputError

PLAYS = {"monster_hunter_trpg": ("judgement",), "monster_hunter_tcg": ("hunt",)}
"""Game (its rulebook's name) -> its ways to play."""


def find(game: str, play: str, where: str = "game") -> GameSpec:
    """The spec of one way to play a game; InputError for an unknown name."""
    if game not in PLAYS:
        raise InputError(f"{where} game: unknown game {shown(game)}{closest(game, PLAYS)} (known: {', '.join(PLAYS)})")
    if play not in PLAYS[game]:
        allowed = ", ".join(PLAYS[game])
        raise InputError(f"{where} play: {game} has no play {shown(play)}{closest(play, PLAYS[game])} (known: {allowed})")
    spec: GameSpec = import_module(f"sim.games.{game}.spec").SPECS[play]
    return spec


def sheets_of(game: str) -> GameSheets:
    """The sheets of a game, without its kernels; InputError for an unknown name."""
    if game not in PLAYS:
        raise InputError(f"unknown game {shown(game)}{closest(game, PLAYS)} (known: {', '.join(PLAYS)})")
    sheets: GameSheets = import_module(f"sim.games.{game}.sheets").SHEETS
    return sheets
