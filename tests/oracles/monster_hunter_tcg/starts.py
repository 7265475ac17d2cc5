"""Start events for tests, made from the sheets, deck and map files."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.oracles.monster_hunter_tcg.opening import FARCASTER, OPTIONS

DATA = Path(__file__).resolve().parents[3] / "data"
GAME = "monster_hunter_tcg"
MANY = "icons"
FLAGS = {"yes", "no"}


@cache
def sheets() -> dict[str, dict[str, Any]]:
    """All printed cards."""
    cards: dict[str, dict[str, Any]] = {}
    for path in sorted((DATA / "cards" / GAME).glob("*.csv")):
        with path.open(encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
        cards |= {row["card"]: {name: value(name, text) for name, text in row.items() if name != "card"} for row in rows}
    return cards


def value(name: str, text: str) -> object:
    """A number, a list of icons, or words."""
    if name == MANY:
        return [icon.strip() for icon in text.split(";")]
    return int(text) if text.lstrip("-").isdigit() else text


def is_hunter(printed: Mapping[str, Any]) -> bool:
    """Only hunters have a line and no cost."""
    return "line" in printed and "cost" not in printed


@cache
def decks() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Hunter and slots of each deck file."""
    found = {}
    for path in sorted((DATA / "decks" / GAME).glob("*.csv")):
        with path.open(encoding="utf-8-sig") as file:
            names = [row["card"] for row in csv.DictReader(file) for _ in range(int(row["count"]))]
        hunter = next(name for name in names if is_hunter(sheets()[name]))
        found[path.stem] = hunter, tuple(name for name in names if name != hunter)
    return found


def random_deck(rng: Random, n_seats: int) -> tuple[str, tuple[str, ...]]:
    """Any legal deck."""
    hunters = [name for name, printed in sheets().items() if is_hunter(printed)]
    banned = FARCASTER if n_seats == 2 else 0
    others = [name for name, printed in sheets().items() if not is_hunter(printed) and printed["number"] != banned]
    return rng.choice(hunters), tuple(rng.sample(others * 4, 40))


def map_event(name: str, n: int) -> dict[str, Any]:
    """A map file as the start event gives it."""
    data = tomllib.loads((DATA / "maps" / GAME / f"{name}.toml").read_text(encoding="utf-8"))
    k = data["areas"]
    roads = {frozenset((seat * k + a - 1, seat * k + b - 1)) for seat in range(n) for a, b in data["roads"]}
    roads |= {frozenset((seat * k + a - 1, (seat + 1) % n * k + b - 1)) for seat in range(n) for a, b in data["joins"]}
    camps = {str(seat): [seat * k + a - 1 for a in data["camp"]] for seat in range(n)}
    return {"n_local": k, "roads": sorted(sorted(road) for road in roads), "camps": camps}


def start(
    seats: Sequence[tuple[str, Sequence[str]]],
    *,
    map_name: str = "",
    leader: int = 0,
    texts: Mapping[str, Mapping[str, Any]] | None = None,
    forbidden: Sequence[int] = (),
    **options: Any,
) -> dict[str, Any]:
    """A start event; `texts` replaces printed fields of some cards."""
    n = len(seats)
    names = {name for hunter, slots in seats for name in (hunter, *slots)}
    return {
        "event": "start", "game_id": 0, "cell": "a", "seed": 1, "n_seats": n,
        "map": map_event(map_name or ("two_player" if n == 2 else "four_player"), n),
        "options": {name: values[0] for name, values in OPTIONS.items()} | options,
        "cards": {name: {**sheets()[name], **(texts or {}).get(name, {})} for name in sorted(names)},
        "seats": [
            {"entry": at, "deck": "d", "hunter": hunter, "slots": [*slots], "policy": "p", "forbidden": [*forbidden]}
            for at, (hunter, slots) in enumerate(seats)
        ],
        "leader": leader,
    }  # fmt: skip


def random_start(rng: Random) -> dict[str, Any]:
    """A start with any decks, seats, map and options."""
    n = rng.choice([2, 3, 4])
    options: dict[str, Any] = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 1 / 2}
    seats = [rng.choice([random_deck(rng, n), rng.choice(list(decks().values()))]) for _ in range(n)]
    map_name = rng.choice(["two_player", "twin_bridges"] if n == 2 else ["four_player", "crossroads"])
    forbidden = sorted(rng.sample(range(40), 3)) if rng.random() < 1 / 4 else ()
    return start(seats, map_name=map_name, leader=rng.randrange(n), forbidden=forbidden, **options)
