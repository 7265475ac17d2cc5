"""Maps of Monster Hunter TCG: the standard ones, home-made ones, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.cards import DataFolder, copy_data
from sim.games.monster_hunter_tcg.maps import (
    FOLDER,
    MOST_AREAS,
    camp_areas,
    find_map,
    joined_roads,
    map_problems,
    read_map,
)
from sim.games.monster_hunter_tcg.state import MAX_LOCAL
from sim.schema import InputError

SHIPPED = DataFolder(Path(__file__).parent.parent / "data", is_shipped=False)


def test_tcg_s2_the_standard_map_for_two_has_four_areas_each() -> None:
    """Roads 1-2, 1-3, 2-4, 3-4 on both maps, 3-3 and 4-4 between them; camps beside 1 and 2. Area = seat x 4 + place."""
    found = find_map(SHIPPED, "standard", 2, "test")
    assert (found.name, found.n_areas) == ("two_player", 4)
    own, other, between = [(0, 1), (0, 2), (1, 3), (2, 3)], [(4, 5), (4, 6), (5, 7), (6, 7)], [(2, 6), (3, 7)]
    assert joined_roads(found, 2) == sorted([*own, *other, *between])
    assert camp_areas(found, 0) == [0, 1]
    assert camp_areas(found, 1) == [4, 5]


@pytest.mark.parametrize(("n_seats", "last"), [(3, 5), (4, 7)])
def test_tcg_s2_the_standard_map_for_more_is_a_ring(n_seats: int, last: int) -> None:
    """Two areas a seat, each joined to the next one, and area 2 of the last seat to area 1 of the first."""
    found = find_map(SHIPPED, "standard", n_seats, "test")
    assert found.name == "four_player"
    assert joined_roads(found, n_seats) == sorted([*((area, area + 1) for area in range(last)), (0, last)])
    assert camp_areas(found, 1) == [2, 3]


def test_tcg_s2_home_made_maps_are_read_by_their_names() -> None:
    """Three areas; the bridges join 2-2 and 3-3 of two seats, the crossings (3) of four seats make a ring."""
    bridges, crossroads = find_map(SHIPPED, "twin_bridges", 2, "test"), find_map(SHIPPED, "crossroads", 4, "test")
    assert joined_roads(bridges, 2) == [(0, 1), (0, 2), (1, 4), (2, 5), (3, 4), (3, 5)]
    assert {(2, 5), (5, 8), (8, 11), (2, 11)} <= set(joined_roads(crossroads, 4))
    assert len(joined_roads(crossroads, 4)) == 4 * 2 + 4
    with pytest.raises(InputError) as caught:
        find_map(SHIPPED, "crossroad", 4, "cell x map")
    assert str(caught.value) == (
        'cell x map: no map named "crossroad"; did you mean crossroads? '
        "(known: standard, crossroads, four_player, twin_bridges, two_player)"
    )


GOOD_MAP = {"areas": "3", "roads": "[[1, 2], [2, 3]]", "camp": "[1]", "joins": "[[3, 1]]"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"areas": "0"}, "own.toml areas: expected a whole number from 1 to 6, got 0"),
        ({"areas": "7"}, "own.toml areas: expected a whole number from 1 to 6, got 7"),
        ({"areas": "true"}, "own.toml areas: expected a whole number from 1 to 6, got true"),
        ({"roads": "[[1, 2], [2, 4]]"}, "own.toml roads: no area 4; the map has areas 1 to 3"),
        ({"roads": "[[1, 2], [2, 0]]"}, "own.toml roads: no area 0; the map has areas 1 to 3"),
        ({"roads": '[[1, 2], [2, "3"]]'}, 'own.toml roads: no area "3"; the map has areas 1 to 3'),
        ({"roads": "[[1, 2], [3, 3]]"}, "own.toml roads: the road [3, 3] leads from an area to itself"),
        ({"roads": "[[1, 2], [2, 3], [2, 1]]"}, "own.toml roads: the road [2, 1] stands twice"),
        (
            {"roads": "[[1, 2, 3]]"},
            "own.toml roads: expected a list of pairs of areas, such as [[1, 2], [2, 3]], got [[...]]",
        ),
        ({"roads": "12"}, "own.toml roads: expected a list of pairs of areas, such as [[1, 2], [2, 3]], got 12"),
        ({"joins": "[[3, 4]]"}, "own.toml joins: no area 4; the map has areas 1 to 3"),
        ({"joins": "[[3, 1], [3, 1]]"}, "own.toml joins: the road [3, 1] stands twice"),
        ({"camp": "[]"}, "own.toml camp: expected a list of areas, such as [1, 2], got []"),
        ({"camp": "1"}, "own.toml camp: expected a list of areas, such as [1, 2], got 1"),
        ({"camp": "[1, 5]"}, "own.toml camp: no area 5; the map has areas 1 to 3"),
        ({"camp": "[1, 1]"}, "own.toml camp: area 1 stands twice"),
        ({"roads": "[[1, 2]]"}, "own.toml: with 2 seats no roads lead from the camp of seat 1 to area 3 of seat 1"),
        ({"joins": "[]"}, "own.toml: with 2 seats no roads lead from the camp of seat 1 to area 1 of seat 2"),
        ({"name": '"mine"'}, 'own.toml: unknown key "name" (allowed: areas, roads, camp, joins)'),
        ({"road": "[]"}, 'own.toml: unknown key "road"; did you mean roads? (allowed: areas, roads, camp, joins)'),
        ({"camp": None}, "own.toml: the key camp is missing (a list of areas, such as [1, 2])"),
        ({"camp": "[1"}, "own.toml:4:1: "),
    ],
)
def test_wrong_maps_are_refused(tmp_path: Path, changes: dict[str, str | None], expected: str) -> None:
    """TCG-S2: numbers, unknown areas, roads to themselves, twice, or that leave something out of reach; keys."""
    path = tmp_path / "own.toml"
    path.write_text("".join(f"{key} = {value}\n" for key, value in {**GOOD_MAP, **changes}.items() if value))
    with pytest.raises(InputError) as caught:
        read_map(path)
    assert str(caught.value) == expected or (expected.endswith(": ") and str(caught.value).startswith(expected))


def test_tcg_s2_a_map_may_fall_apart_with_two_seats_alone(tmp_path: Path) -> None:
    """Joins 1 to 2 and 2 to 1, no road inside: with three seats all hangs together, with two 1-2' and 2-1' lie apart."""
    path = tmp_path / "own.toml"
    path.write_text("areas = 2\nroads = []\ncamp = [1]\njoins = [[1, 2], [2, 1]]\n")
    with pytest.raises(InputError) as caught:
        read_map(path)
    assert str(caught.value) == "own.toml: with 2 seats no roads lead from the camp of seat 1 to area 2 of seat 1"


def test_tcg_s2_a_join_may_lead_to_the_area_of_the_same_number(tmp_path: Path) -> None:
    """One area a seat; three seats make a triangle."""
    path = tmp_path / "own.toml"
    path.write_text("areas = 1\nroads = []\ncamp = [1]\njoins = [[1, 1]]\n")
    assert joined_roads(read_map(path), 3) == [(0, 1), (0, 2), (1, 2)]


def test_every_wrong_map_of_the_folder_is_named(tmp_path: Path) -> None:
    """A broken map, and a standard map that is gone."""
    copy_data(tmp_path / "own", SHIPPED)
    folder = tmp_path / "own" / FOLDER
    (folder / "four_player.toml").unlink()
    (folder / "crossroads.toml").write_text("areas = 3\nroads = [[1, 3], [2, 3]]\ncamp = [1, 9]\njoins = [[3, 3]]\n")
    assert map_problems(DataFolder(tmp_path / "own", is_shipped=False)) == [
        "crossroads.toml camp: no area 9; the map has areas 1 to 3",
        f"{FOLDER}/four_player.toml: the standard map is missing",
    ]


def test_maps_fit_into_the_records_of_the_kernel() -> None:
    assert MOST_AREAS == MAX_LOCAL
