"""Tables on disk: the same bytes however a run was cut, whole or not at all."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from sim import results
from sim.game import Shard
from sim.results import Digest, in_memory, list_parts, read_parts, whole_file, write_part, write_tables
from sim.schema import COUNT, Column, InputError, Table, Text, Words

ROWS = Table(
    "rows",
    "Rows.",
    ("id",),
    (Column("id", COUNT, "Id."), Column("end", Words(("early", "late")), "End."), Column("label", Text(), "Label.")),
)
SUMS = Table("sums", "Sums.", ("key",), (Column("key", Text(), "Key."), Column("n", COUNT, "Count.")), combine="sum")


def part(first: int, last: int) -> tuple[Shard, dict[str, Any]]:
    """Games first..last-1: their rows, and how often each of three keys occurs."""
    ids = np.arange(first, last)
    keys = np.array(["猫", "a", "b"])
    counts = np.array([(ids % 3 == k).sum() for k in range(3)])
    rows = {"id": ids, "end": ids % 2, "label": np.array([f"game {i}" for i in ids])}
    return Shard(0, first, last), {"rows": rows, "sums": {"key": keys[counts > 0], "n": counts[counts > 0]}}


def cut(*edges: int) -> list[tuple[Shard, dict[str, Any]]]:
    """Parts between the edges."""
    return [part(first, last) for first, last in pairwise(edges)]


def files(folder: Path, parts: list[Any]) -> tuple[bytes, bytes, str]:
    """The bytes of both tables and their digest."""
    folder.mkdir()
    digest = write_tables(folder, (ROWS, SUMS), lambda _table: iter(parts), {"seed": 1})
    return (folder / "rows.parquet").read_bytes(), (folder / "sums.parquet").read_bytes(), digest


def test_files_do_not_depend_on_how_the_run_was_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """1,000 games in one part, in three and in a hundred: the same bytes and digest, over many row groups."""
    monkeypatch.setattr(results, "ROWS_PER_GROUP", 128)
    whole = files(tmp_path / "whole", cut(0, 1000))
    assert files(tmp_path / "three", cut(0, 127, 129, 1000)) == whole
    assert files(tmp_path / "many", cut(*range(0, 1001, 10))) == whole


def test_tables_hold_what_the_parts_held(tmp_path: Path) -> None:
    """Codes are words, sums are added up and sorted by key: of 0..6, three are 0 modulo 3, two are 1 and two are 2."""
    files(tmp_path / "run", cut(0, 4, 7))
    rows = pq.read_table(tmp_path / "run" / "rows.parquet").to_pydict()
    assert rows["id"] == list(range(7))
    assert rows["end"] == ["early", "late"] * 3 + ["early"]
    sums = pq.read_table(tmp_path / "run" / "sums.parquet").to_pydict()
    assert sums == {"key": ["a", "b", "猫"], "n": [2, 2, 3]}


def test_provenance_stands_in_every_file(tmp_path: Path) -> None:
    """The metadata of each file is the provenance as JSON."""
    files(tmp_path / "run", cut(0, 4))
    metadata = pq.read_schema(tmp_path / "run" / "sums.parquet").metadata
    assert metadata[b"huntlab"] == b'{"seed": 1}'


def test_a_digest_changes_with_any_value() -> None:
    """Another label, another word or another number: another digest; the same contents: the same."""
    _, digest = in_memory((ROWS,), lambda _table: iter(cut(0, 5)))
    assert in_memory((ROWS,), lambda _table: iter(cut(0, 2, 5)))[1] == digest
    for column, value in (("id", 99), ("end", 1), ("label", "x")):
        parts = cut(0, 5)
        parts[0][1]["rows"][column] = parts[0][1]["rows"][column].copy()
        parts[0][1]["rows"][column][0] = value
        assert in_memory((ROWS,), lambda _table, parts=parts: iter(parts))[1] != digest
    assert Digest().hexdigest() != digest


def test_parts_come_back_as_they_were(tmp_path: Path) -> None:
    """A part written is read with the same arrays, in order of its games."""
    for shard, tables in (part(4, 9), part(0, 4)):
        write_part(tmp_path, shard, tables)
    assert list_parts(tmp_path) == [Shard(0, 0, 4), Shard(0, 4, 9)]
    for table in ("rows", "sums"):
        for (shard, tables), (expected_shard, expected) in zip(read_parts(tmp_path, table), cut(0, 4, 9), strict=True):
            assert shard == expected_shard
            found = {name: values.tolist() for name, values in tables[table].items()}
            assert found == {name: list(values) for name, values in expected[table].items()}


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    """A cut-off part gives one clear error with its path."""
    write_part(tmp_path, *part(0, 4))
    path = tmp_path / "0-0-4.npz"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(
        InputError, match=r"0-0-4\.npz: damaged part of the run; delete such files and run the same command again"
    ):
        list(read_parts(tmp_path, "rows"))


def test_a_part_in_the_place_of_another_is_refused(tmp_path: Path) -> None:
    """A part copied over another one holds other games than its name says."""
    for first, last in ((0, 4), (4, 8)):
        write_part(tmp_path, *part(first, last))
    (tmp_path / "0-4-8.npz").write_bytes((tmp_path / "0-0-4.npz").read_bytes())
    with pytest.raises(InputError, match=r"0-4-8\.npz: holds other games"):
        list(read_parts(tmp_path, "rows"))


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_file_that_cannot_be_finished_leaves_the_old_one(tmp_path: Path, fault: BaseException) -> None:
    """A full disk or Ctrl-C in the middle of a write: the old file stays as it was."""
    path = tmp_path / "table.parquet"
    path.write_text("old")

    def write() -> None:
        with whole_file(path) as temporary:
            temporary.write_text("half")
            raise fault

    expected = InputError if isinstance(fault, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        write()
    assert path.read_text() == "old"
