"""Loading runs: what comes back, and the one line that people read when it cannot."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analysis.tables import Run, load_run, run_in_memory
from sim.results import write_tables
from sim.schema import CELL, CELLS, COUNT, PARAMETERS, Column, InputError, Table, Words
from tests.synthetic_runs import AFTERWARDS, IDENTITY, cells_and_parameters, write_run

CELLS_PLAYED = [
    {"name": "plain", "deal": "d", "games": 2, "parameters": {"jokers": 4, "terrain": ""}},
    {"name": "cold", "deal": "d", "games": 2, "parameters": {"jokers": 4, "terrain": "cold", "monster": "火竜"}},
]
GAMES = pd.DataFrame({"game_id": [0, 1], "cell": [0, 0], "end_reason": ["deck_end", "deck_end"]})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A finished run of two cells."""
    return write_run(tmp_path / "run", cells_and_parameters(CELLS_PLAYED) | {"games": GAMES})


def message(folder: Path, table: str = "games", columns: list[str] | None = None) -> str:
    """The line that loading a table of a run ends with."""
    with pytest.raises(InputError) as caught:
        load_run(folder).table(table, columns)
    text = str(caught.value)
    assert "\n" not in text
    return text


def change_description(folder: Path, **changes: object) -> None:
    path = folder / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_tables_come_back_as_they_were_with_whole_numbers_and_text(folder: Path) -> None:
    frame = load_run(folder).table("games")
    pd.testing.assert_frame_equal(frame, GAMES)
    assert [str(kind) for kind in frame.dtypes] == ["int64", "int64", "str"]


def test_chosen_columns_come_in_the_order_asked_for(folder: Path) -> None:
    assert list(load_run(folder).table("games", ["end_reason", "game_id"])) == ["end_reason", "game_id"]


def test_settings_have_a_row_a_cell_and_a_column_a_parameter(folder: Path) -> None:
    settings = load_run(folder).settings()
    assert list(settings.columns) == ["name", "deal", "games", "jokers", "monster", "terrain"]
    assert settings.loc[1].tolist() == ["cold", "d", 2, "4", "火竜", "cold"]
    assert pd.isna(settings.loc[0, "monster"])
    assert settings.loc[0, "terrain"] == ""


def test_a_frame_belongs_to_who_asked_for_it(folder: Path) -> None:
    run = load_run(folder)
    frame = run.table("games")
    frame.loc[0, "cell"] = 9
    assert frame["cell"].tolist() == [9, 0]
    assert run.table("games")["cell"].tolist() == [0, 0]


def test_words_kept_as_codes_come_back_as_text(folder: Path) -> None:
    table = pq.read_table(folder / "games.parquet")
    coded = table.set_column(2, "end_reason", table.column("end_reason").dictionary_encode())
    pq.write_table(coded, folder / "games.parquet")
    assert str(load_run(folder).table("games")["end_reason"].dtype) == "str"


def test_no_run_there(tmp_path: Path) -> None:
    assert message(tmp_path) == f"{tmp_path}: there is no run here (no run.json)"
    assert "no run here" in message(tmp_path / "nowhere")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[1, 2]", b'{"status"'])
def test_a_damaged_description_is_refused(folder: Path, content: bytes) -> None:
    (folder / "run.json").write_bytes(content)
    assert "run description" in message(folder)


def test_an_unfinished_run_is_refused_with_what_to_do(folder: Path) -> None:
    change_description(folder, status="running")
    assert message(folder) == f"{folder}: the run is not finished; start it again and it goes on where it stopped"


def test_a_description_without_tables_is_refused(folder: Path) -> None:
    change_description(folder, tables=None)
    expected = "tables: expected a list of tables, got null; the file was changed"
    assert message(folder) == f"{folder / 'run.json'} {expected}"


def test_other_columns_in_a_common_table_mean_another_version(folder: Path) -> None:
    described = json.loads((folder / "run.json").read_text())
    described["tables"][0]["columns"][1]["name"] = "title"
    change_description(folder, tables=described["tables"])
    assert "another version (other columns in cells)" in message(folder)


def test_a_truncated_parquet_file_is_refused(folder: Path) -> None:
    path = folder / "games.parquet"
    path.write_bytes(path.read_bytes()[:-20])
    assert message(folder) == f"{path}: not a whole Parquet file; run the scenario again with --overwrite"


def test_a_parquet_file_damaged_inside_is_refused(folder: Path) -> None:
    path = folder / "games.parquet"
    content = bytearray(path.read_bytes())
    content[4:60] = bytes(56)
    path.write_bytes(content)
    assert message(folder) == f"{path}: not a whole Parquet file; run the scenario again with --overwrite"


def test_an_empty_parquet_file_is_refused(folder: Path) -> None:
    (folder / "games.parquet").write_bytes(b"")
    assert "not a whole Parquet file" in message(folder)


def test_a_missing_file_is_told_from_a_damaged_one(folder: Path) -> None:
    (folder / "games.parquet").unlink()
    assert message(folder) == f"{folder / 'games.parquet'}: the table is missing; run the scenario again with --overwrite"


def test_an_unknown_table_or_column_is_named_with_those_there_are(folder: Path) -> None:
    assert message(folder, "seats") == "run: no table seats (there are cells, parameters, games)"
    assert message(folder, "games", ["turn"]) == "run games: no column turn (there are game_id, cell, end_reason)"


def test_a_file_without_a_described_column_is_refused(folder: Path) -> None:
    pq.write_table(pq.read_table(folder / "games.parquet").drop_columns("cell"), folder / "games.parquet")
    assert message(folder) == f"{folder / 'games.parquet'}: no column cell; run the scenario again with --overwrite"


def test_a_column_of_another_type_is_refused(folder: Path) -> None:
    pq.write_table(pa.table({"game_id": ["a"], "cell": [0], "end_reason": ["x"]}), folder / "games.parquet")
    assert "games.parquet game_id: expected whole numbers, got string" in message(folder)


def test_a_table_of_another_run_is_refused(folder: Path) -> None:
    table = pq.read_table(folder / "games.parquet")
    other = json.dumps(IDENTITY | {"seed": 2})
    pq.write_table(table.replace_schema_metadata({"huntlab": other}), folder / "games.parquet")
    assert "belongs to another run (seed 2, not 1)" in message(folder)


@pytest.mark.parametrize("metadata", [{}, {"huntlab": "{"}, {"huntlab": "[1]"}])
def test_a_table_that_names_no_run_is_refused(folder: Path, metadata: dict[str, str]) -> None:
    table = pq.read_table(folder / "games.parquet")
    pq.write_table(table.replace_schema_metadata(metadata), folder / "games.parquet")
    assert (
        message(folder)
        == f"{folder / 'games.parquet'}: does not say which run it belongs to; run the scenario again with --overwrite"
    )


def test_a_run_of_another_version_is_refused(folder: Path) -> None:
    assert load_run(folder, {"game_version": 1, "kernels": "00ff"}).name == "run"
    with pytest.raises(
        InputError, match=r"made by another version \(game_version 1, here 2\); run it again with --overwrite"
    ):
        load_run(folder, {"game_version": 2})


def test_a_run_in_memory_answers_like_one_on_disk(folder: Path) -> None:
    stored = load_run(folder)
    names = ("cells", "parameters", "games")
    run = run_in_memory("run", {name: pa.Table.from_pandas(stored.table(name), preserve_index=False) for name in names})
    pd.testing.assert_frame_equal(run.settings(), stored.settings())
    pd.testing.assert_frame_equal(run.table("games", ["cell"]), stored.table("games", ["cell"]))
    with pytest.raises(InputError, match="run: no table seats"):
        run.table("seats")


def test_what_the_simulator_writes_can_be_loaded(tmp_path: Path) -> None:
    """The tables of sim.results: text, whole numbers, and words as codes, with the run's identity in each file."""
    ends = Table(
        "ends", "Ends.", ("cell",), (CELL, Column("why", Words(("deck", "turns")), "Why."), Column("n", COUNT, "N."))
    )
    columns = {
        "cells": {"cell": np.array([0]), "name": np.array(["a"]), "deal": np.array(["a"]), "games": np.array([3])},
        "parameters": {"cell": np.array([0]), "parameter": np.array(["jokers"]), "value": np.array(["4"])},
        "ends": {"cell": np.array([0, 0]), "why": np.array([1, 0]), "n": np.array([2, 1])},
    }
    tables = (CELLS, PARAMETERS, ends)
    write_tables(tmp_path, tables, lambda _table: [(None, columns)], IDENTITY)  # type: ignore[list-item]
    described = [
        {"name": table.name, "columns": [{"name": one.name, "domain": str(one.domain)} for one in table.columns]}
        for table in tables
    ]
    (tmp_path / "run.json").write_text(json.dumps({"status": "complete", **IDENTITY, **AFTERWARDS, "tables": described}))
    run: Run = load_run(tmp_path)
    assert run.table("ends").to_numpy().tolist() == [[0, "turns", 2], [0, "deck", 1]]
    assert run.settings().loc[0, "jokers"] == "4"
