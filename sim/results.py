"""Results on disk: parts while a run goes on, one Parquet file a table when it ends; whole or not at all.

A run folder holds `run.json` (what was played, by what, and how it went), `inputs/` (the sheets as they were), and a Parquet
file a table. While the run goes on, `parts/` holds one file a finished shard, and `run.lock` keeps others out. The Parquet
files depend on the scenario, the data and the kernels only: not on threads, shards, interruptions, times or the machine.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import json
import os
import re
import struct
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout

from sim.game import Columns, Shard
from sim.schema import Column, InputError, Table, Text, Words

Part = tuple[Shard, Mapping[str, Columns]]

ROWS_PER_GROUP = 1 << 17  # rows of a Parquet row group: fixed, so that files do not depend on shards
FOLD_EVERY = 64  # parts of a sum table that are added up at once
METADATA_KEY = "huntlab"
SHARD_KEY = "shard"  # what a part holds besides its columns: cell, first and last game
LOCK = "run.lock"  # holds the number of the process that writes the run
NO_LOCKS = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP}  # of a file system that has none
PART_NAME = re.compile(r"(\d+)-(\d+)-(\d+)\.npz", re.ASCII)
AFTER_DAMAGE = "delete such files and run the same command again: only their games are played anew"
DAMAGES = (OSError, ValueError, KeyError, TypeError, EOFError, RuntimeError, struct.error, zipfile.BadZipFile)
"""What reading a damaged part may raise."""


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary path to write to, which becomes `path` if all went well: fsync, rename. InputError if it cannot be."""
    temporary = path.with_name(path.name + ".writing")
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Write a JSON file, whole or not at all."""
    with whole_file(path) as temporary:
        temporary.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


@contextlib.contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Keep other processes from writing a run folder meanwhile; InputError if one is writing it already.

    The lock is the operating system's and ends with its process, however that ends: a file that a killed run left behind
    holds nobody up. On a file system without locks the run goes on without one.
    """
    path = folder / LOCK
    lock = FileLock(path, timeout=0, thread_local=False, on_acquired=_write_process)
    try:
        lock.acquire()
    except Timeout as error:
        raise InputError(
            f"{folder}: another huntlab is writing this run{_process_in(path)}; wait for it or choose another --out"
        ) from error
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise InputError(f"{folder}: cannot be written ({error.strerror or error})") from error
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()  # while the lock is held: afterwards it may be somebody else's
        lock.release()


def _write_process(file: int) -> None:
    os.ftruncate(file, 0)
    os.write(file, str(os.getpid()).encode())


def _process_in(path: Path) -> str:
    """Which process a lock names, in words; nothing if it cannot be read."""
    try:
        return f" (process {int(path.read_text(encoding='utf-8'))})"
    except (OSError, ValueError):
        return ""


# Parts


def write_part(folder: Path, shard: Shard, tables: Mapping[str, Columns]) -> None:
    """Keep the result of one shard; a part that appears is whole."""
    columns = {f"{table}.{name}": values for table, group in tables.items() for name, values in group.items()}
    content = io.BytesIO()
    columns[SHARD_KEY] = np.array([shard.cell, shard.first, shard.last])
    np.savez(content, **columns)
    with whole_file(_part_path(folder, shard)) as temporary:
        temporary.write_bytes(content.getvalue())


def list_parts(folder: Path) -> list[Shard]:
    """The shards kept in a folder, in order of cell and first game."""
    found = []
    for path in folder.glob("*.npz"):
        match = PART_NAME.fullmatch(path.name)
        if not match:
            raise InputError(f"{path}: no part of a run has this name; remove it")
        found.append(Shard(*map(int, match.groups())))
    return sorted(found)


def _part_path(folder: Path, shard: Shard) -> Path:
    return folder / f"{shard.cell}-{shard.first}-{shard.last}.npz"


def check_parts(folder: Path, shards: Iterable[Shard], tables: Iterable[Table]) -> None:
    """InputError that names the parts which cannot be used, and says what to do about them.

    Only the list of contents and the key of each part are read: it takes a moment, where finding out at the end of the run
    may take hours. That finds cut, empty, swapped and foreign files, but no single changed byte; `read_parts` does.
    """
    columns = {SHARD_KEY, *(f"{table.name}.{column.name}" for table in tables for column in table.columns)}
    unfit = [_part_path(folder, shard) for shard in shards if not _is_part(_part_path(folder, shard), shard, columns)]
    if unfit:
        names = ", ".join(path.name for path in unfit[:3]) + (f" and {len(unfit) - 3} more" if len(unfit) > 3 else "")
        raise InputError(f"{folder}: damaged parts of the run ({names}); {AFTER_DAMAGE}")


def _is_part(path: Path, shard: Shard, columns: set[str]) -> bool:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            return set(stored.files) == columns and stored[SHARD_KEY].tolist() == list(astuple(shard))
    except DAMAGES:
        return False


def read_parts(folder: Path, wanted: str) -> Iterator[Part]:
    """The kept parts one by one, in order, with the columns of one table; InputError for a damaged one."""
    for shard in list_parts(folder):
        path = _part_path(folder, shard)
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
                held = stored[SHARD_KEY].tolist()
                columns = {key.split(".")[1]: stored[key] for key in stored.files if key.split(".")[0] == wanted}
        except DAMAGES as error:
            raise InputError(f"{path}: damaged part of the run; {AFTER_DAMAGE}") from error
        if held != list(astuple(shard)):
            raise InputError(f"{path}: holds other games than its name says; {AFTER_DAMAGE}")
        yield shard, {wanted: columns}


# Tables


def _plain(table: Table, columns: Columns) -> pa.Table:
    """Columns as they come from a kernel: whole numbers, codes of words, text."""
    return pa.table({column.name: pa.array(columns[column.name], _stored(column)) for column in table.columns})


def _stored(column: Column) -> pa.DataType:
    return pa.string() if isinstance(column.domain, Text) else pa.int64()


def _finished(table: Table, plain: pa.Table) -> pa.Table:
    """Codes become words."""
    for place, column in enumerate(table.columns):
        if isinstance(column.domain, Words):
            codes = plain.column(place).combine_chunks().cast(pa.int32())
            words = pa.DictionaryArray.from_arrays(codes, pa.array(column.domain.words))
            plain = plain.set_column(place, column.name, words)
    return plain


def _chunks(table: Table, parts: Iterable[Part]) -> Iterator[pa.Table]:
    """The whole table in chunks of ROWS_PER_GROUP rows, whatever the parts were."""
    waiting: list[pa.Table] = []
    n_waiting = 0
    source = _added_up(table, parts) if table.combine == "sum" else (_plain(table, part[table.name]) for _, part in parts)
    for plain in source:
        waiting.append(plain)
        n_waiting += len(plain)
        while n_waiting >= ROWS_PER_GROUP:
            joined = pa.concat_tables(waiting)
            yield _finished(table, joined.slice(0, ROWS_PER_GROUP).combine_chunks())
            waiting, n_waiting = [joined.slice(ROWS_PER_GROUP)], n_waiting - ROWS_PER_GROUP
    yield _finished(table, pa.concat_tables(waiting).combine_chunks())


def _added_up(table: Table, parts: Iterable[Part]) -> Iterator[pa.Table]:
    """One table in which the rows of equal keys are added up, sorted by its keys."""
    waiting: list[pa.Table] = []
    for _, part in parts:
        waiting.append(_plain(table, part[table.name]))
        if len(waiting) >= FOLD_EVERY:
            waiting = [_folded(table, waiting)]
    yield _folded(table, waiting)


def _folded(table: Table, waiting: list[pa.Table]) -> pa.Table:
    keys = list(table.keys)
    sums = [column.name for column in table.columns if column.name not in keys]
    grouped = pa.concat_tables(waiting).group_by(keys, use_threads=False).aggregate([(name, "sum") for name in sums])
    grouped = grouped.rename_columns(
        [name.removesuffix("_sum") if name not in keys else name for name in grouped.column_names]
    )
    return grouped.select([column.name for column in table.columns]).sort_by([(key, "ascending") for key in keys])


class Digest:
    """A fingerprint of decoded tables, chunk by chunk: equal contents give equal digests, however they are stored."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._columns: dict[str, Any] = {}

    def add(self, table: str, chunk: pa.Table) -> None:
        """Take in the next rows of a table."""
        for name in chunk.column_names:
            state = self._columns.setdefault(f"{table}.{name}", hashlib.blake2b(digest_size=16))
            column = chunk.column(name)
            if pa.types.is_int64(column.type):
                state.update(column.to_numpy().astype("<i8").tobytes())
            else:
                state.update("\0".join([*column.cast(pa.string()).to_pylist(), ""]).encode())

    def hexdigest(self) -> str:
        """The fingerprint, 32 hex digits."""
        whole = hashlib.blake2b(digest_size=16)
        for name in sorted(self._columns):
            whole.update(name.encode() + self._columns[name].digest())
        return whole.hexdigest()


def in_memory(tables: Iterable[Table], parts: Callable[[str], Iterable[Part]]) -> tuple[dict[str, pa.Table], str]:
    """The tables of parts and their digest, without a file; `parts(name)` is asked for once a table."""
    digest = Digest()
    result = {}
    for table in tables:
        chunks = list(_chunks(table, parts(table.name)))
        for chunk in chunks:
            digest.add(table.name, chunk)
        result[table.name] = pa.concat_tables(chunks)
    return result, digest.hexdigest()


def write_tables(
    folder: Path, tables: Iterable[Table], parts: Callable[[str], Iterable[Part]], provenance: Mapping[str, Any]
) -> str:
    """Write one Parquet file a table, each whole or not at all; the digest of their contents."""
    digest = Digest()
    metadata = {METADATA_KEY: json.dumps(provenance, sort_keys=True, ensure_ascii=False)}
    for table in tables:
        with whole_file(folder / f"{table.name}.parquet") as temporary, contextlib.ExitStack() as stack:
            writer = None
            for chunk in _chunks(table, parts(table.name)):
                if writer is None:
                    schema = chunk.schema.with_metadata(metadata)
                    writer = stack.enter_context(pq.ParquetWriter(temporary, schema, compression="zstd"))
                digest.add(table.name, chunk)
                writer.write_table(chunk.replace_schema_metadata(metadata), row_group_size=ROWS_PER_GROUP)
    return digest.hexdigest()


def stored_digest(folder: Path, names: Iterable[str]) -> str:
    """The digest of the tables of these names as they lie in a run folder; InputError if one cannot be read."""
    digest = Digest()
    for name in names:
        path = folder / f"{name}.parquet"
        try:
            with pq.ParquetFile(path) as file:
                for number in range(file.num_row_groups):
                    digest.add(name, file.read_row_group(number))
        except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
            raise InputError(f"{path}: not a whole Parquet file; run the scenario again with --overwrite") from error
    return digest.hexdigest()
