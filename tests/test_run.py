"""Runs in their folders: what may begin or go on there, what an interruption leaves, and descriptions edited by hand."""

from __future__ import annotations

import copy
import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import sim.run
from analysis.tables import load_run
from sim.game import Shard
from sim.results import LOCK, write_part
from sim.run import _check_whole, list_runs, reopen
from sim.scenario import Scenario, check_scenario
from sim.schema import InputError
from sim.trace import replay
from tests.broken_runs import SHIPPED
from tests.command_line import files_below, tables_of

CELL = {"party": "lone_hunter", "monster": "reed_stalker"}
HEAD = {"game": "monster_hunter_trpg", "play": "judgement", "games": 12, "seed": 5}
N_FUZZED = 400
ODD: tuple[Any, ...] = (None, True, -1, 2**70, 1.5, "", "x", "a\nb", "\x1b[2J", [], [[]], [1], {}, {"": {}}, [{}], "running")


def small(**changes: Any) -> Scenario:
    """Six decks in each of two cells."""
    document = {**HEAD, "cell": [{"name": "one", **CELL}, {"name": "two", **CELL}], **changes}
    return check_scenario("small", document, SHIPPED, "small.toml")


def play(out: Path, scenario: Scenario | None = None, **how: Any) -> sim.run.RunInfo:
    """Play into a folder: parts of 2 games, on one thread."""
    return sim.run.run(scenario or small(), SHIPPED, out, **{"threads": 1, "shard_games": 2, **how})


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small scenario, played in one go."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    play(folder)
    return folder


def interrupted(out: Path, after: int = 3) -> Path:
    """A run that Ctrl-C stopped after some parts; the parts being played then were kept as well."""

    def stop(done: int, _total: int) -> None:
        if done == 2 * after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(out, progress=stop)
    return out


def said(work: Callable[[], object]) -> str:
    """The one line with which something is refused, or nothing if it is not."""
    line = ""
    try:
        work()
    except InputError as error:
        line = str(error)
    assert "\n" not in line
    return line


# Parts


def parts(folder: Path, *shards: Shard) -> Path:
    """A folder with a part for each shard."""
    for shard in shards:
        write_part(folder, shard, {"t": {"x": np.arange(shard.first, shard.last)}})
    return folder


def two_cells() -> Any:
    """Two cells of ten games."""
    return SimpleNamespace(cells=["a", "b"], games_per_cell=10, n_games=20)


def test_parts_that_hold_every_game_once_are_accepted(tmp_path: Path) -> None:
    """Cell 0 in two parts, cell 1 in one."""
    _check_whole(two_cells(), parts(tmp_path, Shard(0, 4, 10), Shard(0, 0, 4), Shard(1, 0, 10)))


@pytest.mark.parametrize(
    "shards",
    [
        (Shard(0, 0, 6), Shard(0, 4, 10), Shard(1, 0, 10)),
        (Shard(0, 0, 4), Shard(0, 6, 10), Shard(1, 0, 10)),
        (Shard(0, 0, 10), Shard(1, 0, 8)),
        (Shard(0, 0, 10),),
        (Shard(0, 0, 10), Shard(1, 0, 12)),
        (Shard(0, 0, 10), Shard(1, 0, 10), Shard(2, 0, 10)),
        (Shard(0, 0, 10), Shard(1, 0, 10), Shard(1, 10, 10)),
    ],
)
def test_parts_that_overlap_or_lack_games_are_refused(tmp_path: Path, shards: tuple[Shard, ...]) -> None:
    """An overlap, a gap, a missing end, a missing cell, games too many, a cell too many, a part without games."""
    with pytest.raises(InputError, match="parts"):
        _check_whole(two_cells(), parts(tmp_path, *shards))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-10])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def swapped(path: Path) -> None:
    path.write_bytes(next(one for one in sorted(path.parent.iterdir()) if one != path).read_bytes())


def foreign(path: Path) -> None:
    np.savez(path, shard=np.array([0, 0, 2]), other=np.zeros(2))


@pytest.mark.parametrize("damage", [cut, emptied, swapped, foreign])
def test_a_damaged_part_is_found_before_a_game_is_played(
    tmp_path: Path, whole: Path, damage: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named with what to do, and doing that ends the run as if nothing had happened."""
    part = interrupted(tmp_path / "run") / "parts" / "0-0-2.npz"
    damage(part)
    with monkeypatch.context() as patch:
        patch.setattr(sim.run, "play_all", None)  # calling it would be another error
        line = said(lambda: play(tmp_path / "run"))
    assert line == (
        f"{part.parent}: damaged parts of the run (0-0-2.npz); "
        "delete such files and run the same command again: only their games are played anew"
    )
    part.unlink()
    play(tmp_path / "run")
    assert tables_of(tmp_path / "run") == tables_of(whole)


def test_of_many_damaged_parts_three_are_named(tmp_path: Path) -> None:
    folder = interrupted(tmp_path / "run", after=4) / "parts"
    for path in folder.iterdir():
        emptied(path)
    more = len(list(folder.iterdir())) - 3
    with pytest.raises(InputError, match=rf"\(0-0-2\.npz, 0-2-4\.npz, 0-4-6\.npz and {more} more\)"):
        play(tmp_path / "run")


def test_parts_of_two_runs_are_found_before_a_game_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of games 1 to 3 beside those of 0 to 2 and 2 to 4; --overwrite starts again."""
    folder = interrupted(tmp_path / "run")
    shutil.copy(folder / "parts" / "0-0-2.npz", folder / "parts" / "0-1-3.npz")
    with monkeypatch.context() as patch:
        patch.setattr(sim.run, "play_all", None)
        assert "overlap or belong to another run" in said(lambda: play(folder))
    assert play(folder, overwrite=True).games_played == 12


def test_a_file_that_is_no_part_is_named(tmp_path: Path) -> None:
    """In the run's way, and in the list of runs."""
    folder = interrupted(tmp_path / "run")
    (folder / "parts" / "mine.npz").write_bytes(b"")
    with pytest.raises(InputError, match=r"mine\.npz: no part of a run has this name; remove it"):
        play(folder)
    (entry,) = list_runs(tmp_path)
    assert entry["status"] == "unreadable"


# Folders


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("name", ["diary.txt", "parts/0-0-2.npz", "seats.parquet"])
def test_a_folder_without_a_run_is_left_as_it_is(tmp_path: Path, name: str, *, overwrite: bool) -> None:
    path = tmp_path / "run" / name
    path.parent.mkdir(parents=True)
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        play(tmp_path / "run", overwrite=overwrite)
    assert str(caught.value) == f"{tmp_path / 'run'}: is not empty and holds no run; nothing was written"
    assert files_below(tmp_path / "run") == {name: b"mine"}


def test_overwriting_replaces_the_run_and_leaves_other_files(tmp_path: Path, whole: Path) -> None:
    """A note beside a finished run of another seed and of more tables stays; the rest is the new run's alone."""
    folder = tmp_path / "run"
    play(folder, small(seed=6))
    (folder / "note.txt").write_text("mine", encoding="utf-8")
    (folder / "older.parquet").write_bytes(b"")
    play(folder, overwrite=True)
    assert tables_of(folder) == tables_of(whole)
    assert set(files_below(folder)) == {*files_below(whole), "note.txt"}


def test_a_description_that_cannot_be_read_is_not_overwritten(tmp_path: Path) -> None:
    """It might be anybody's."""
    (tmp_path / "run.json").write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match="remove the folder or choose another --out"):
        play(tmp_path, overwrite=True)
    assert files_below(tmp_path) == {"run.json": b"[]"}


# Ctrl-C


@pytest.mark.parametrize(
    ("step", "games_left"),
    [
        pytest.param("_copy_inputs", 12, id="while the inputs are copied"),
        pytest.param("write_json", 12, id="before run.json"),
        pytest.param("_Counter", 12, id="while kernels compile"),
        pytest.param("play_all", 12, id="before the first part"),
        pytest.param("_check_whole", 0, id="after the last part"),
        pytest.param("write_tables", 0, id="while tables are written"),
        pytest.param("describe_table", 0, id="before the last run.json"),
    ],
)
def test_ctrl_c_at_any_moment_leaves_a_run_that_goes_on(
    tmp_path: Path, whole: Path, step: str, games_left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is raised on, leaves no lock, and the same command ends with the same bytes."""

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sim.run, step, stop)
        with pytest.raises(KeyboardInterrupt):
            play(tmp_path / "run")
    assert LOCK not in files_below(tmp_path / "run")
    assert play(tmp_path / "run").games_played == games_left
    assert tables_of(tmp_path / "run") == tables_of(whole)
    assert set(files_below(tmp_path / "run")) == set(files_below(whole))


# Descriptions edited by hand


def described(folder: Path) -> dict[str, Any]:
    return dict(json.loads((folder / "run.json").read_text(encoding="utf-8")))


def edited(folder: Path, content: object) -> Path:
    (folder / "run.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path, whole: Path) -> Path:
    """A finished run of its own."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("status", "paused", 'status: expected one of complete, running, got "paused"'),
        ("games", "many", 'games: expected a whole number from 0 to 9223372036854775807, got "many"'),
        ("seed", True, "seed: expected a whole number from 0 to 9223372036854775807, got true"),
        ("name", "a\nb", 'name: expected some text, got "a\\nb"'),
        ("kernels", 7, "kernels: expected some text, got 7"),
        ("document", [], "document: expected a table, got []"),
        ("machine", ["x"], 'machine: expected a table, got ["x"]'),
        ("machine", {}, "machine finished: expected some text, got nothing"),
        ("tables", [7], "tables: expected a list of tables, got [7]"),
        ("tables", [{"name": "../x", "columns": []}], "tables name: expected a name of small letters"),
        ("tables", [{"name": "x", "columns": [{"name": "y"}]}], "x columns domain: expected some text, got nothing"),
    ],
)
def test_a_key_of_another_kind_is_named_by_every_reader(folder: Path, key: str, value: object, expected: str) -> None:
    edited(folder, described(folder) | {key: value})
    line = f"{folder / 'run.json'} {expected}"
    assert said(lambda: load_run(folder)).startswith(line)
    assert said(lambda: replay(folder, 0)).startswith(line)
    assert list_runs(folder.parent)[0]["problem"].startswith(line)


@pytest.mark.parametrize("key", ["digest", "tables", "machine", "document", "options", "status", "seed", "data"])
def test_a_missing_key_is_named(folder: Path, key: str) -> None:
    content = described(folder)
    del content[key]
    edited(folder, content)
    assert f" {key}: expected " in said(lambda: load_run(folder))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '"\\ud800"', '{"format": 1, "name": "\\ud800"}', "\0"])
def test_a_text_that_is_no_description_is_one_line(folder: Path, text: str) -> None:
    (folder / "run.json").write_text(text, encoding="utf-8")
    assert said(lambda: load_run(folder)).endswith("not a readable run description")


def test_nesting_that_recursion_would_not_bear_is_refused(folder: Path) -> None:
    """Forty lists within each other: JSON can read them, and no run writes them."""
    deep: list[Any] = []
    for _ in range(40):
        deep = [deep]
    edited(folder, described(folder) | {"document": {"cell": deep}})
    assert said(lambda: load_run(folder)).endswith("not a run description of this version of huntlab")


@pytest.mark.parametrize(
    ("key", "value"), [("seed", 6), ("games", 14), ("name", "other"), ("scenario", "0"), ("options", {})]
)
def test_a_description_that_does_not_fit_its_document_is_not_replayed(folder: Path, key: str, value: object) -> None:
    edited(folder, described(folder) | {key: value})
    line = said(lambda: replay(folder, 0))
    if key == "name":
        assert line == ""  # a name decides nothing, and the document has none
    else:
        assert line == f"{folder}/run.json {key}: does not belong to its document; run the scenario again with --overwrite"


def test_one_bad_folder_hides_no_other(folder: Path) -> None:
    """A run between an unreadable one and a folder named run.json."""
    for name in ("a", "z"):
        (folder.parent / name).mkdir()
    (folder.parent / "a" / "run.json").write_text("[]", encoding="utf-8")
    (folder.parent / "z" / "run.json").mkdir()
    found = {entry["folder"].name: entry["status"] for entry in list_runs(folder.parent)}
    assert found == {"a": "unreadable", "run": "complete", "z": "unreadable"}


def places(value: object) -> Iterator[tuple[Any, Any]]:
    """Each table or list within a document with each of its keys."""
    pairs: list[tuple[Any, Any]] = list(value.items()) if isinstance(value, dict) else []
    pairs += enumerate(value) if isinstance(value, list) else []
    for key, inner in pairs:
        yield value, key
        yield from places(inner)


def test_whatever_stands_in_a_description_every_reader_reads_it_or_refuses_in_one_line(folder: Path) -> None:
    """Values swapped for odd ones or taken out, at random places but the same in every test run."""
    rng, original, refused = random.Random(1), described(folder), 0
    for _ in range(N_FUZZED):
        content = copy.deepcopy(original)
        for _ in range(rng.randint(1, 2)):
            group, key = rng.choice(list(places(content)))
            if rng.random() < 0.2:
                del group[key]
            else:
                group[key] = copy.deepcopy(rng.choice(ODD))
        edited(folder, content)
        (entry,) = list_runs(folder.parent)
        assert isinstance(entry["status"], str)
        lines = [said(read) for read in (lambda: load_run(folder).settings(), lambda: reopen(folder))]
        refused += any(lines)
        assert said(lambda: play(folder))  # a finished run is in the way, or something that is none
    assert N_FUZZED / 2 < refused < N_FUZZED
