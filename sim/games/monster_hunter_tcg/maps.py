"""Maps (TCG-S2): one map file describes the map of every seat, and how it is joined to the next seat's.

    areas = 2            # areas of one map, numbered from 1
    roads = [[1, 2]]     # between areas of one map
    camp = [1, 2]        # areas one road away from the camp
    joins = [[2, 1]]     # area 2 of each seat to area 1 of the next seat, clockwise; the last seat's next is the first

With two seats each is the next of the other. Plain Python: readers of the data need no kernels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.data_folder import DataFolder, read_toml, shown_name
from sim.game import closest, shown
from sim.schema import InputError

MOST_AREAS = 6  # of one map
SEATS = (2, 3, 4)
FOLDER = "maps/monster_hunter_tcg"
STANDARD = {2: "two_player", 3: "four_player", 4: "four_player"}
"""Option map = standard of TCG-S2: number of seats -> map file."""

KEYS = {
    "areas": f"a whole number from 1 to {MOST_AREAS}",
    "roads": "a list of pairs of areas, such as [[1, 2], [2, 3]]",
    "camp": "a list of areas, such as [1, 2]",
    "joins": "a list of pairs of areas, such as [[2, 1]]",
}
Pair = tuple[int, int]


@dataclass(frozen=True)
class GameMap:
    """The map of one seat with its roads to the next seat's; areas by their printed numbers, from 1."""

    name: str
    n_areas: int
    roads: tuple[Pair, ...]
    camp: tuple[int, ...]
    joins: tuple[Pair, ...]


def find_map(data: DataFolder, name: str, n_seats: int, where: str) -> GameMap:
    """TCG-S2: the map that `standard` stands for, or the one of this name. Raises InputError."""
    folder = data.path / FOLDER
    known = sorted(path.stem for path in folder.glob("*.toml") if not path.name.startswith("."))
    file = STANDARD[n_seats] if name == "standard" else name
    if file not in known:
        listed = ", ".join(["standard", *known])
        raise InputError(f"{where}: no map named {shown(name)}{closest(name, known)} (known: {listed})")
    return read_map(folder / f"{file}.toml")


def read_map(path: Path) -> GameMap:
    """A map file, checked: known keys, areas that exist, no road twice or to itself, everything within reach.

    Raises InputError with one line.
    """
    name = shown_name(path)
    table = read_toml(path)
    _check_keys(table, name)
    n_areas = table["areas"]
    if not _is_whole(n_areas) or not 1 <= n_areas <= MOST_AREAS:
        raise InputError(f"{name} areas: expected {KEYS['areas']}, got {shown(n_areas)}")
    found = GameMap(
        path.stem,
        n_areas,
        _pairs(table["roads"], n_areas, f"{name} roads"),
        _camp(table["camp"], n_areas, f"{name} camp"),
        _pairs(table["joins"], n_areas, f"{name} joins", is_join=True),
    )
    _check_reach(found, name)
    return found


def _check_keys(table: Mapping[str, Any], name: str) -> None:
    for key in table:
        if key not in KEYS:
            raise InputError(f"{name}: unknown key {shown(key)}{closest(key, KEYS)} (allowed: {', '.join(KEYS)})")
    for key, meaning in KEYS.items():
        if key not in table:
            raise InputError(f"{name}: the key {key} is missing ({meaning})")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _area(value: object, n_areas: int, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= n_areas:
        raise InputError(f"{where}: no area {shown(value)}; the map has areas 1 to {n_areas}")
    return value


def _camp(value: object, n_areas: int, where: str) -> tuple[int, ...]:
    """The areas beside the camp: at least one, for a hunter must leave it (TCG-M2)."""
    if not isinstance(value, list) or not value:
        raise InputError(f"{where}: expected {KEYS['camp']}, got {shown(value)}")
    areas = tuple(_area(one, n_areas, where) for one in value)
    for number, area in enumerate(areas):
        if area in areas[:number]:
            raise InputError(f"{where}: area {area} stands twice")
    return areas


def _pairs(value: object, n_areas: int, where: str, *, is_join: bool = False) -> tuple[Pair, ...]:
    """Roads; one within a map has no direction and two ends, a join leads from a seat to the next."""
    if not isinstance(value, list) or not all(isinstance(one, list) and len(one) == 2 for one in value):
        raise InputError(f"{where}: expected {KEYS['joins' if is_join else 'roads']}, got {shown(value)}")
    pairs: list[Pair] = []
    for first, second in value:
        pair = _area(first, n_areas, where), _area(second, n_areas, where)
        if pair[0] == pair[1] and not is_join:
            raise InputError(f"{where}: the road {list(pair)} leads from an area to itself")
        if pair in pairs or (pair[::-1] in pairs and not is_join):
            raise InputError(f"{where}: the road {list(pair)} stands twice")
        pairs.append(pair)
    return tuple(pairs)


def _check_reach(found: GameMap, name: str) -> None:
    """With any number of seats each area can be reached from each camp."""
    for n_seats in SEATS:
        reached = reachable(found, n_seats)
        for area in range(n_seats * found.n_areas):
            if area not in reached:
                seat, place = divmod(area, found.n_areas)
                far = f"area {place + 1} of seat {seat + 1}"
                raise InputError(f"{name}: with {n_seats} seats no roads lead from the camp of seat 1 to {far}")


# All maps joined


def camp_areas(found: GameMap, seat: int) -> list[int]:
    """TCG-S2: the numbers (seat x areas + place, from 0) of the areas one road away from a seat's camp."""
    return sorted(seat * found.n_areas + area - 1 for area in found.camp)


def joined_roads(found: GameMap, n_seats: int) -> list[Pair]:
    """TCG-S2: all roads of all seats' maps, each once: pairs of area numbers (seat x areas + place, from 0), sorted."""
    roads = set()
    for seat in range(n_seats):
        following = (seat + 1) % n_seats
        for first, second in found.roads:
            roads.add((seat * found.n_areas + first - 1, seat * found.n_areas + second - 1))
        for first, second in found.joins:
            roads.add((seat * found.n_areas + first - 1, following * found.n_areas + second - 1))
    return sorted({(min(road), max(road)) for road in roads})


def reachable(found: GameMap, n_seats: int) -> set[int]:
    """The areas that roads lead to from the first seat's camp."""
    near: dict[int, set[int]] = {}
    for first, second in joined_roads(found, n_seats):
        near.setdefault(first, set()).add(second)
        near.setdefault(second, set()).add(first)
    reached: set[int] = set()
    edge = set(camp_areas(found, 0))
    while edge:
        reached |= edge
        edge = _around(edge, near) - reached
    return reached


def _around(areas: Iterable[int], near: Mapping[int, set[int]]) -> set[int]:
    return {other for area in areas for other in near.get(area, ())}


def map_problems(data: DataFolder) -> list[str]:
    """What is wrong with the map files, one line each."""
    problems = []
    folder = data.path / FOLDER
    for path in sorted(path for path in folder.glob("*.toml") if not path.name.startswith(".")):
        try:
            read_map(path)
        except InputError as error:
            problems.append(str(error))
    lacking = sorted({name for name in STANDARD.values() if not (folder / f"{name}.toml").exists()})
    return problems + [f"{FOLDER}/{name}.toml: the standard map is missing" for name in lacking]
