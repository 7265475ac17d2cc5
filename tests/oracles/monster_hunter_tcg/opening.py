"""The start event: is it a game that may be played (TCG-S1, S2), and the state that it describes."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracles.monster_hunter_tcg.cards import Card, card_of
from tests.oracles.monster_hunter_tcg.game import DECK, Game, Seat
from tests.oracles.monster_hunter_tcg.record import Event, Record, written

FIELDS = {"event", "game_id", "cell", "seed", "n_seats", "map", "options", "cards", "seats", "leader"}
SEAT_FIELDS = {"entry", "deck", "hunter", "slots", "policy", "forbidden"}
OPTIONS: dict[str, tuple[object, ...]] = {
    "map": ("standard",),
    "first_leader": ("random", "previous_winner"),
    "retreat_when": ("emptied", "needed"),
    "full_map_removes": ("one", "all"),
    "placements_two_players": (1, 2),
    "weakness_bonus": (0, 1, 2, 3),
    "armour_discard_bonus": (2, 1),
    "reveal_strike": ("all", "attacker_only"),
    "recycle_same_line": (False, True),
    "end_phase_order": ("by_step", "by_seat"),
    "unique_own_copies": ("ignored", "counted"),
    "main_target_counts": ("face_up", "all"),
    "hidden_hr": ("once", "each"),
    "leader_tie": ("leader_last", "leader_first"),
    "win_check": ("immediate", "phase", "round"),
    "round_cap": (200, 10, 25),
}
MOST_OF_A_NUMBER = 4
FARCASTER = 159


def opened(record: Record) -> Game:
    """The game that the start event describes."""
    event = record.next("start")
    try:
        return game_of(record, event)
    except (ValueError, LookupError, TypeError, AttributeError, StopIteration) as error:
        record.stop(f"the start is not right: {error!r}")


def game_of(record: Record, event: Event) -> Game:
    """Check and build. Raises ValueError for what is not right."""
    n = event["n_seats"]
    demand(event.keys() == FIELDS, f"fields {sorted(event)}")
    demand(type(n) is int and 2 <= n <= 4 and len(event["seats"]) == n, "two to four seats")
    demand(type(event["leader"]) is int and 0 <= event["leader"] < n, "the leader is a seat")
    check_options(event["options"])
    cards = {name: card_of(name, printed) for name, printed in event["cards"].items()}
    seats = [seat_of(number, data, cards) for number, data in enumerate(event["seats"])]
    check_cards(cards, seats)
    check_entries([data["entry"] for data in event["seats"]])
    n_local, roads, camps = map_of(event["map"], n)
    return Game(record, event["options"], seats, event["leader"], n_local, roads, camps)


def demand(fits: object, what: str) -> None:
    """Raise ValueError if not."""
    if not fits:
        raise ValueError(what)


def check_options(options: dict[str, Any]) -> None:
    """All options are there (the map may be left out: the map itself is), with allowed values."""
    demand(options.keys() | {"map"} == OPTIONS.keys(), f"options {sorted(options)}")
    for name, value in options.items():
        demand(written(value) in map(written, OPTIONS[name]), f"{name}: {value!r}")


def seat_of(number: int, data: dict[str, Any], cards: dict[str, Card]) -> Seat:
    """TCG-S1: a hunter, 40 other cards."""
    demand(data.keys() == SEAT_FIELDS, f"fields of a seat {sorted(data)}")
    deck, forbidden = [cards[name] for name in data["slots"]], data["forbidden"]
    demand(len(deck) == DECK and all(card.kind != "hunter" for card in deck), "a deck has 40 cards and no hunter")
    demand(all(type(slot) is int and 0 <= slot < DECK for slot in forbidden), f"forbidden {forbidden}")
    hunter = cards[data["hunter"]]
    demand(hunter.kind == "hunter", f"{hunter.name} is no hunter")
    return Seat(number, hunter, deck, frozenset(forbidden))


def check_cards(cards: dict[str, Card], seats: list[Seat]) -> None:
    """TCG-S1: at most four of a number, no No. 159 with two seats; each number is one card, each card is in play."""
    demand(len({card.number for card in cards.values()}) == len(cards), "a number stands for one card")
    for seat in seats:
        counts = Counter(card.number for card in seat.cards)
        demand(max(counts.values()) <= MOST_OF_A_NUMBER, f"seat {seat.number} has too many of a number")
        demand(len(seats) > 2 or FARCASTER not in counts, "No. 159 is banned with two seats")
    used = {card.name for seat in seats for card in [seat.hunter, *seat.cards]}
    demand(used == cards.keys(), f"not in play: {sorted(cards.keys() - used)}")


def check_entries(entries: list[int]) -> None:
    """The entries sit in their order, turned by some seats."""
    n = len(entries)
    demand(entries in [[(seat - turn) % n for seat in range(n)] for turn in range(n)], f"entries {entries}")


def map_of(data: dict[str, Any], n: int) -> tuple[int, dict[int, set[int]], dict[int, set[int]]]:
    """TCG-S2: roads and camps; all maps are alike, so turning all seats by one changes nothing."""
    n_local = data["n_local"]
    demand(data.keys() == {"n_local", "roads", "camps"} and type(n_local) is int and n_local > 0, "map")
    areas = n * n_local
    roads = {frozenset(road) for road in data["roads"]}
    demand(len(roads) == len(data["roads"]), "a road is there twice")
    demand(all(len(road) == 2 and all(0 <= end < areas for end in road) for road in roads), "a road joins two areas")
    demand(roads == {frozenset((end + n_local) % areas for end in road) for road in roads}, "the roads are not alike")
    camps = {int(seat): set(ends) for seat, ends in data["camps"].items()}
    local = {end % n_local for ends in camps.values() for end in ends}
    demand(local and camps == {seat: {seat * n_local + end for end in local} for seat in range(n)}, "camps are not alike")
    return n_local, {area: neighbours(area, roads) for area in range(areas)}, camps


def neighbours(area: int, roads: set[frozenset[int]]) -> set[int]:
    """The areas at the other end of a road."""
    return {end for road in roads if area in road for end in road if end != area}
