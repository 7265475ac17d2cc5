"""The data folder: where it is found, how its text files are read, copied and fingerprinted.

Everything that reads a file of `data/` goes through `read_text`, so each file meets the same refusals.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.schema import InputError

EXPECTED = ("cards", "decks", "policies", "rules")
"""Sub-folders that tell a data folder from any other."""

GAME_DATA = ("boards", "cards", "decks", "maps", "policies", "rules")
"""Sub-folders whose files decide what a game plays; rulebooks are words, scenarios have digests of their own."""

DATA_SUFFIXES = (".csv", ".toml", ".xlsx")
RESULTS = "results"
VARIABLE = "HUNTLAB_DATA"
MOST_BYTES = 32 * 1024 * 1024
PACKAGE = Path(__file__).parent
FOREIGN = {
    b"PK\x03\x04": "an Excel workbook or a zip file, not CSV; save it as .xlsx or as CSV UTF-8",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook, not CSV; save it as CSV UTF-8",
    b"\xff\xfe": "UTF-16 text; save it as UTF-8",
    b"\xfe\xff": "UTF-16 text; save it as UTF-8",
}


@dataclass(frozen=True)
class DataFolder:
    """A folder with the designers' files; `is_shipped`: it lies inside an installed package and is only read."""

    path: Path
    is_shipped: bool


def find_data(explicit: str | Path | None = None) -> DataFolder:
    """The data folder in use: `explicit`, else HUNTLAB_DATA, ./data, the checkout's data/, the shipped copy.

    A folder that a person named must be one: InputError if it is missing or lacks a sub-folder.
    """
    named = os.environ.get(VARIABLE, "")
    if explicit is not None:
        return DataFolder(_check(Path(explicit), "--data"), is_shipped=False)
    if named:
        return DataFolder(_check(Path(named), VARIABLE), is_shipped=False)
    here = Path("data")
    return DataFolder(here, is_shipped=False) if not _lacking(here) else own_data()


def own_data() -> DataFolder:
    """The data folder that came with the program: the checkout's, else the shipped copy."""
    for path, is_shipped in ((PACKAGE.parent / "data", False), (PACKAGE / "shipped", True)):
        if not _lacking(path):
            return DataFolder(path, is_shipped)
    raise InputError(f"no data folder found; name one with --data or {VARIABLE}")


def _lacking(path: Path) -> list[str]:
    return [name for name in EXPECTED if not (path / name).is_dir()]


def _check(path: Path, source: str) -> Path:
    if not path.is_dir():
        what = "is a file, not a folder" if path.exists() else "does not exist"
        raise InputError(f"{source} {shown_path(path)}: the data folder {what}")
    if lacking := _lacking(path):
        raise InputError(f"{source} {shown_path(path)}: not a data folder, it lacks {', '.join(lacking)}")
    return path


def shown_path(path: Path) -> str:
    """A path as messages print it: on one line, whatever its name holds."""
    return "".join(one if one.isprintable() else "?" for one in str(path))


def shown_name(path: Path) -> str:
    """A file's name as messages print it."""
    return shown_path(Path(path.name))


def copy_data(target: Path, source: DataFolder | None = None) -> Path:
    """Give a designer an own copy of the data (without results) in `target`, which must be new or empty."""
    origin = (source or own_data()).path
    where = shown_path(target)
    if target.resolve().is_relative_to(origin.resolve()):
        raise InputError(f"{where}: lies inside the data folder that would be copied")
    try:
        if target.is_symlink() or (target.exists() and not target.is_dir()):
            raise InputError(f"{where}: exists and is not a folder")
        if target.is_dir() and any(target.iterdir()):
            raise InputError(f"{where}: the folder is not empty; nothing was written")
        shutil.copytree(origin, target, ignore=_left_out(origin), dirs_exist_ok=True)
    except OSError as error:
        raise InputError(f"{where}: the copy cannot be written ({_reason(error)})") from error
    return target


def _left_out(origin: Path) -> Any:
    """Results stay behind (only those at the top), and so do hidden and lock files."""

    def names(folder: str, files: list[str]) -> set[str]:
        hidden = {name for name in files if name.startswith((".", "~$"))}
        return hidden | ({RESULTS} if Path(folder) == origin else set())

    return names


def _reason(error: OSError) -> str:
    """What the system says; a failed copy of many files tells it for each, so the first one speaks."""
    if isinstance(error, shutil.Error):
        return str(error.args[0][0][2])
    return error.strerror or type(error).__name__


def find_games(data: DataFolder) -> list[str]:
    """The games of a data folder: the names of its option files."""
    return sorted(path.stem for path in (data.path / "rules").glob("*.toml"))


def game_files(data: DataFolder, game: str) -> Iterator[Path]:
    """Every file that decides what `game` plays, in the order of their names."""
    for folder in GAME_DATA:
        top = data.path / folder
        found = [*top.glob(f"{game}.*"), *(top / game).rglob("*")]
        yield from sorted(path for path in found if _counts(path))


def _counts(path: Path) -> bool:
    return path.suffix in DATA_SUFFIXES and not path.name.startswith((".", "~$")) and path.is_file()


def digest(data: DataFolder, game: str) -> str:
    """A fingerprint (16 hex digits) of the sheets, options and maps of a game, for provenance.

    The same whatever the line ends, a byte order mark, the machine and the order in which files are listed.
    """
    state = hashlib.blake2b(digest_size=8)
    for path in game_files(data, game):
        content = read_bytes(path)
        if path.suffix != ".xlsx":
            content = content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        name = path.relative_to(data.path).as_posix().encode()
        state.update(b"%d %d " % (len(name), len(content)) + name + content)
    return state.hexdigest()


def read_bytes(path: Path) -> bytes:
    """What a file holds; InputError if there is none, or it cannot be read, or is far too large."""
    name = shown_name(path)
    try:
        if path.is_dir():
            raise InputError(f"{name}: a folder, not a file")
        if not path.exists():
            raise InputError(f"{name}: no such file in {shown_path(path.parent)}")
        if not path.is_file():
            raise InputError(f"{name}: not a regular file")
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{name}: cannot be read ({_reason(error)})") from error
    if len(content) > MOST_BYTES:
        raise InputError(f"{name}: larger than {MOST_BYTES // 1024**2} MiB")
    return content


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, without a byte order mark and with its line ends as they are. Raises InputError."""
    content = read_bytes(path)
    name = shown_name(path)
    for start, what in FOREIGN.items():
        if content.startswith(start):
            raise InputError(f"{name}: {what}")
    if b"\0" in content:
        raise InputError(f"{name}: a binary file, not text")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len(re.findall(rb"\r\n|\r|\n", content[: error.start])) + 1
        byte = content[error.start]
        raise InputError(f"{name}:{line}: not UTF-8 text (byte 0x{byte:02x}); save it as UTF-8") from error
    if not text.strip():
        raise InputError(f"{name}: the file is empty")
    return text


def read_toml(path: Path) -> dict[str, Any]:
    """The settings of a TOML file; InputError with file, line and column if it cannot be parsed."""
    text = read_text(path).replace("\r\n", "\n")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = " ".join(str(error).split())
        raise InputError(f"{shown_name(path)}{_place(message, text)}") from error
    except (RecursionError, ValueError) as error:
        raise InputError(f"{shown_name(path)}: too deep or too long a value") from error


def _place(message: str, text: str) -> str:
    """`:line:column: what is wrong` out of the parser's message, which puts the place in brackets at its end."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message)
    if not found:
        return f": {message}"
    what, line, column = found.groups()
    return f":{line}:{column}: {what}" if line else f":{text.count(chr(10)) + 1}: {what} at the end of the file"
