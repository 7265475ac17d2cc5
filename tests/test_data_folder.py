"""Data folders, TOML files and rule options: what is accepted, and the one line that each kind of bad input gets."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sim import data_folder
from sim.cards import DataFolder, choose, copy_data, digest, find_data, read_options, read_toml
from sim.schema import InputError

CHECKOUT = Path(__file__).parent.parent


def write(folder: Path, content: str | bytes, name: str) -> Path:
    """A file with exactly these bytes."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


# TOML and options


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("games = 1\ncells = [1, 2\nseed = 3\n", "run.toml:3:1: Unclosed array"),
        ("games = 1\ngames = 2\n", "run.toml:2:10: Cannot overwrite a value"),
        ("games =\n", "run.toml:1:8: Invalid value"),
        ("title = '", 'run.toml:1: Expected "\'" at the end of the file'),
        ("", "run.toml: the file is empty"),
        (b"a = 1\nb = '\xe9'\n", "run.toml:2: not UTF-8 text (byte 0xe9); save it as UTF-8"),
        (b"a = 1\0", "run.toml: a binary file, not text"),
        ("a = " + "[" * 100_000, "run.toml: too deep or too long a value"),
        ("a = " + "9" * 5_000, "run.toml: too deep or too long a value"),
    ],
)
def test_bad_toml_names_file_line_and_column(tmp_path: Path, content: str | bytes, expected: str) -> None:
    """Syntax errors, doubled keys, empty, foreign and endless files."""
    with pytest.raises(InputError) as caught:
        read_toml(write(tmp_path, content, "run.toml"))
    assert str(caught.value) == expected


def test_toml_with_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    """What Windows editors write is read."""
    assert read_toml(write(tmp_path, b"\xef\xbb\xbfa = 1\r\nb = 'x'\r\n", "run.toml")) == {"a": 1, "b": "x"}


GOOD_OPTION = '[jokers]\nrule = "ZZ-A1"\ndefault = 4\nallowed = [4, 0, 2]\nmeaning = "Jokers."\n'


def test_options_are_read_and_chosen(tmp_path: Path) -> None:
    """Chosen values replace defaults; every option has a value."""
    known = '[known]\nrule = "ZZ-A2"\ndefault = true\nallowed = [true, false]\nmeaning = "Known."\n'
    write(tmp_path, GOOD_OPTION + known, "rules/duel.toml")
    options = read_options(DataFolder(tmp_path, is_shipped=False), "duel")
    assert options["jokers"].rule == "ZZ-A1"
    assert options["jokers"].allowed == (4, 0, 2)
    assert choose(options, {}, "run.toml") == {"jokers": 4, "known": True}
    assert choose(options, {"jokers": 0, "known": False}, "run.toml") == {"jokers": 0, "known": False}


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({"joker": 2}, 'run.toml: unknown option "joker"; did you mean jokers? (options: jokers)'),
        ({"jokers": 3}, "run.toml jokers: expected one of 4, 0, 2, got 3"),
        ({"jokers": "2"}, 'run.toml jokers: expected one of 4, 0, 2, got "2"'),
        ({"jokers": False}, "run.toml jokers: expected one of 4, 0, 2, got false"),
        ({"jokers": 2.0}, "run.toml jokers: expected one of 4, 0, 2, got 2.0"),
        ({"jokers": [2]}, "run.toml jokers: expected one of 4, 0, 2, got [2]"),
    ],
)
def test_wrong_choices_are_refused(tmp_path: Path, chosen: dict[str, object], expected: str) -> None:
    """Unknown names, values that are not allowed, and values of another type, even where Python finds them equal."""
    write(tmp_path, GOOD_OPTION, "rules/duel.toml")
    options = read_options(DataFolder(tmp_path, is_shipped=False), "duel")
    with pytest.raises(InputError) as caught:
        choose(options, chosen, "run.toml")
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("default = 4\n", "", "duel.toml jokers: missing default"),
        ("default = 4\n", "default = 5\n", "duel.toml jokers.default: expected one of 4, 0, 2, got 5"),
        ("default = 4\n", "default = true\n", "duel.toml jokers.default: expected one of 4, 0, 2, got true"),
        ("[4, 0, 2]", "[]", "duel.toml jokers.allowed: expected a list of values, got []"),
        ("[4, 0, 2]", "4", "duel.toml jokers.allowed: expected a list of values, got 4"),
        ("[4, 0, 2]", "[4, 4]", "duel.toml jokers.allowed: a value stands twice"),
        (
            "[4, 0, 2]",
            "[4, 'x']",
            "duel.toml jokers.allowed: expected words, whole numbers or true and false, all of one kind",
        ),
        ("[4, 0, 2]", "[4.5]", "duel.toml jokers.allowed: expected words, whole numbers or true and false, all of one kind"),
        ('"Jokers."', "7", "duel.toml jokers.meaning: expected some text, got 7"),
        ('"ZZ-A1"', '" "', 'duel.toml jokers.rule: expected some text, got " "'),
        ("meaning", "meanin", "duel.toml jokers: missing meaning"),
        (
            "meaning",
            "note = 'x'\nmeaning",
            'duel.toml jokers: unknown key "note" (allowed: rule, default, allowed, meaning)',
        ),
        ("[jokers]", "top = 1\n[jokers]", "duel.toml top: expected a table with rule, default, allowed, meaning, got 1"),
        (
            "[jokers]",
            '["Joker s"]',
            'duel.toml: "Joker s" is no option; expected a name of small letters, digits and _ that starts with a letter',
        ),
    ],
)
def test_bad_option_files_are_refused(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """Each part of an option table is checked."""
    write(tmp_path, GOOD_OPTION.replace(old, new, 1), "rules/duel.toml")
    with pytest.raises(InputError) as caught:
        read_options(DataFolder(tmp_path, is_shipped=False), "duel")
    assert str(caught.value) == expected


# Data folders


def make_data(folder: Path) -> Path:
    """A folder with all that a data folder needs, and nothing in it."""
    for name in ("cards", "decks", "policies", "rules"):
        (folder / name).mkdir(parents=True)
    return folder


@pytest.fixture
def empty_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder without data, and no HUNTLAB_DATA."""
    monkeypatch.delenv("HUNTLAB_DATA", raising=False)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


def test_data_is_looked_for_in_order(empty_place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shipped copy, checkout, ./data, HUNTLAB_DATA, explicit: each takes the place of those before."""
    package = empty_place / "lib" / "sim"
    shipped = make_data(package / "shipped")
    monkeypatch.setattr(data_folder, "PACKAGE", package)
    assert find_data() == DataFolder(shipped, is_shipped=True)
    checkout = make_data(empty_place / "lib" / "data")
    assert find_data() == DataFolder(checkout, is_shipped=False)
    make_data(empty_place / "here" / "data")
    assert find_data().path.resolve() == empty_place / "here" / "data"
    monkeypatch.setenv("HUNTLAB_DATA", str(make_data(empty_place / "mine")))
    assert find_data() == DataFolder(empty_place / "mine", is_shipped=False)
    explicit = make_data(empty_place / "explicit")
    assert find_data(explicit) == DataFolder(explicit, is_shipped=False)


def test_a_data_folder_of_something_else_is_passed_over(empty_place: Path) -> None:
    """./data without the sub-folders is another program's; the checkout's is used."""
    (empty_place / "here" / "data" / "cards").mkdir(parents=True)
    assert find_data().path == CHECKOUT / "data"


def test_named_data_folders_must_be_right(empty_place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that a person named is not silently replaced: missing, a file, or lacking sub-folders."""
    with pytest.raises(InputError, match=r"^--data nowhere: the data folder does not exist$"):
        find_data(Path("nowhere"))
    write(empty_place / "here", "x", "file")
    with pytest.raises(InputError, match=r"^--data file: the data folder is a file, not a folder$"):
        find_data(Path("file"))
    (empty_place / "here" / "half" / "cards").mkdir(parents=True)
    monkeypatch.setenv("HUNTLAB_DATA", "half")
    with pytest.raises(InputError, match=r"^HUNTLAB_DATA half: not a data folder, it lacks decks, policies, rules$"):
        find_data()


def test_no_data_at_all(empty_place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken installation says what to do."""
    monkeypatch.setattr(data_folder, "PACKAGE", empty_place / "lib" / "sim")
    with pytest.raises(InputError, match=r"^no data folder found; name one with --data or HUNTLAB_DATA$"):
        find_data()


def test_copy_leaves_results_and_lock_files_behind(tmp_path: Path) -> None:
    """Everything but the top folder `results` and hidden files is copied, into a new or an empty folder."""
    source = make_data(tmp_path / "data")
    write(source, "a,b\n1,2\n", "cards/duel/results/x.csv")
    write(source, "old", "results/run/games.parquet")
    write(source, "lock", "cards/.~lock.x.csv#")
    (tmp_path / "empty").mkdir()
    for target in (tmp_path / "new" / "deep", tmp_path / "empty"):
        copy_data(target, DataFolder(source, is_shipped=False))
        files = sorted(path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file())
        assert files == ["cards/duel/results/x.csv"]
        assert (target / "policies").is_dir()


def test_copy_never_overwrites(tmp_path: Path) -> None:
    """A folder with anything in it, a file, or a place inside the source is refused, and nothing is written."""
    source = DataFolder(make_data(tmp_path / "data"), is_shipped=False)
    write(tmp_path / "full", "x", "mine.txt")
    with pytest.raises(InputError, match=r"the folder is not empty; nothing was written$"):
        copy_data(tmp_path / "full", source)
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]
    with pytest.raises(InputError, match=r"mine.txt: exists and is not a folder$"):
        copy_data(tmp_path / "full" / "mine.txt", source)
    with pytest.raises(InputError, match=r"inner: lies inside the data folder that would be copied$"):
        copy_data(source.path / "inner", source)
    assert not (source.path / "inner").exists()


@pytest.mark.parametrize("failing", ["copyfile", "copystat"])
def test_copy_says_why_it_cannot_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    """A full disk is one line."""
    source = make_data(tmp_path / "data")
    write(source, "x", "cards/x.csv")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, failing, full)
    with pytest.raises(InputError, match=r"own: the copy cannot be written \(.*No space left on device\)$"):
        copy_data(tmp_path / "own", DataFolder(source, is_shipped=False))


def test_digest_ignores_line_ends_and_what_does_not_play(tmp_path: Path) -> None:
    """Line ends, byte order marks, other games, rulebooks and lock files change nothing; a value or a name does."""
    data = DataFolder(make_data(tmp_path), is_shipped=False)
    write(tmp_path, "a,b\n1,2\n", "cards/duel/x.csv")
    write(tmp_path, "a = 1\n", "rules/duel.toml")
    first = digest(data, "duel")
    write(tmp_path, b"\xef\xbb\xbfa,b\r\n1,2\r\n", "cards/duel/x.csv")
    write(tmp_path, "# words\n", "rulebooks/duel.md")
    write(tmp_path, "a,b\n", "cards/other/x.csv")
    write(tmp_path, "lock", "cards/duel/~$x.xlsx")
    assert digest(data, "duel") == first
    write(tmp_path, "a,b\n1,3\n", "cards/duel/x.csv")
    changed = digest(data, "duel")
    (tmp_path / "cards/duel/x.csv").rename(tmp_path / "cards/duel/y.csv")
    assert len({first, changed, digest(data, "duel")}) == 3
