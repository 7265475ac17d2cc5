"""Sheets: what is accepted, and the one line that each kind of bad input gets."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import openpyxl
import pytest

from sim import data_folder
from sim.cards import DataFolder, GameSheets, Reference, find_row, read_sheet, sheet_problems
from sim.schema import Column, Identifier, InputError, Levels, Sheet, Text, Whole, Wholes, Words

WEAPONS = Sheet(
    "weapons",
    "Weapons of these tests.",
    "weapon",
    (
        Column("weapon", Identifier(), "Name."),
        Column("rarity", Whole(1, 10), "Rarity."),
        Column("kind", Words(("bow", "lance", "hammer")), "Kind.", default="bow"),
        Column("shifts", Wholes(-3, 3, 2), "Shifts.", default=""),
        Column("weak", Words(("fire", "ice"), many=True), "Weak to.", default=""),
        Column("elements", Levels(("fire", "ice"), 1, 5), "Elements.", default=""),
        Column("note", Text(), "Note.", default=""),
    ),
)


def write(folder: Path, content: str | bytes, name: str = "weapons.csv") -> Path:
    """A file with exactly these bytes."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def refusal(folder: Path, content: str | bytes) -> str:
    """The message with which a weapons.csv of this content is refused."""
    with pytest.raises(InputError) as caught:
        read_sheet(write(folder, content), WEAPONS)
    return str(caught.value)


# What is accepted


def test_values_have_the_type_of_their_domain(tmp_path: Path) -> None:
    """Whole -> int, Wholes -> tuple, one of Words -> str, many Words -> tuple, Levels -> dict, in the order of the sheet."""
    head = "note,weapon,elements,rarity,kind,shifts,weak\n"
    row = '"one, two",ash_bow,fire 2; ice 1,7,hammer,+1 -2,ice;fire\n'
    assert read_sheet(write(tmp_path, head + row), WEAPONS) == [
        {
            "weapon": "ash_bow",
            "rarity": 7,
            "kind": "hammer",
            "shifts": (1, -2),
            "weak": ("ice", "fire"),
            "elements": {"fire": 2, "ice": 1},
            "note": "one, two",
        }
    ]


def test_lacking_columns_and_empty_cells_take_the_default(tmp_path: Path) -> None:
    """`kind` is empty in one row and absent columns stand at their defaults."""
    rows = read_sheet(write(tmp_path, "weapon,rarity,kind\na,1,\nb,2,lance\n"), WEAPONS)
    assert [row["kind"] for row in rows] == ["bow", "lance"]
    assert rows[0]["shifts"] == ()
    assert rows[0]["weak"] == ()
    assert rows[0]["elements"] == {}
    assert rows[0]["note"] == ""


@pytest.mark.parametrize(
    "content",
    [
        "weapon,rarity\na,1\nb,10\n",
        "\ufeffweapon,rarity\na,1\nb,10\n",
        "weapon;rarity\na;1\nb;10\n",
        "\ufeffweapon;rarity\r\na;1\r\nb;10\r\n",
        "weapon,rarity\ra,1\rb,10",
        '"weapon","rarity"\n"a","1"\n"b","10"\n',
        "\n weapon , rarity \n\na, 1 \n,\n  b,\u00a010\n\n",
        "weapon,rarity,\na,1,\nb,10,\n",
        "weapon,rarity\na,+1\nb,010\n",
    ],
    ids=["plain", "bom", "semicolons", "excel", "cr", "quoted", "spaces", "unnamed empty column", "signs and zeros"],
)
def test_spellings_of_one_table_read_alike(tmp_path: Path, content: str) -> None:
    """Byte order marks, separators, line ends, quotes, blank lines and spaces make no difference."""
    rows = read_sheet(write(tmp_path, content), WEAPONS)
    assert [(row["weapon"], row["rarity"]) for row in rows] == [("a", 1), ("b", 10)]


def test_separator_is_decided_by_the_header_outside_quotes(tmp_path: Path) -> None:
    """Semicolons inside a comma-separated row do not turn it into a semicolon sheet."""
    rows = read_sheet(write(tmp_path, "weapon,rarity,weak\na,1,fire;ice\n"), WEAPONS)
    assert rows[0]["weak"] == ("fire", "ice")


def test_extra_columns_are_warned_about_and_not_read(tmp_path: Path) -> None:
    """A column that nothing reads is no error; a near miss of a known name is pointed out."""
    warnings: list[str] = []
    rows = read_sheet(write(tmp_path, "weapon,rarity,price,shift\na,1,300,2\n"), WEAPONS, warnings)
    assert "price" not in rows[0]
    assert rows[0]["shifts"] == ()
    assert warnings == [
        'weapons.csv:1: column "price" is not read',
        'weapons.csv:1: column "shift" is not read; did you mean shifts?',
    ]


def test_names_in_any_script_are_kept(tmp_path: Path) -> None:
    """Text cells keep kana, Cyrillic and accents."""
    rows = read_sheet(write(tmp_path, "weapon,rarity,note\na,1,星鉄の太刀 Меч É\n"), WEAPONS)
    assert rows[0]["note"] == "星鉄の太刀 Меч É"


# Cells that are refused


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("3/4", 'got "3/4"'),
        ("1e3", 'got "1e3"'),
        ("5.0", 'got "5.0"'),
        ("five", 'got "five"'),
        ("11", 'got "11"'),
        ("0", 'got "0"'),
        ("-1", 'got "-1"'),
        ("", "got an empty cell"),
        ("５", 'got "５"; write 5'),
        ("٥", 'got "٥"'),
        ("99999999999999999999", 'got "99999999999999999999"'),
        ("9" * 5000, 'got "' + "9" * 35 + '..."'),
        ("x" * 41, 'got "' + "x" * 35 + '..."'),
        ("=1+1", 'got the formula "=1+1"; put its value'),
    ],
)
def test_whole_numbers_are_plain_digits_in_range(tmp_path: Path, cell: str, expected: str) -> None:
    """Fractions, exponents, points, words, foreign digits, formulas and wrong sizes are refused; long values are cut."""
    content = "weapon,rarity\n" + "".join(f"w{n},1\n" for n in range(15)) + f"last,{cell}\n"
    message = refusal(tmp_path, content)
    expected_line = "weapons.csv:17 rarity: expected a whole number from 1 to 10, "
    assert message == expected_line + expected


@pytest.mark.parametrize(
    ("column", "cell", "expected"),
    [
        (
            "weapon",
            "Ash Bow",
            'a name of small letters, digits and _ that starts with a letter, got "Ash Bow"; write ash_bow',
        ),
        ("weapon", "", "a name of small letters, digits and _ that starts with a letter, got an empty cell"),
        ("weapon", "火", 'a name of small letters, digits and _ that starts with a letter, got "火"'),
        ("kind", "lanse", 'one of bow, lance, hammer, got "lanse"; did you mean lance?'),
        ("kind", "Hammer", 'one of bow, lance, hammer, got "Hammer"; did you mean hammer?'),
        ("kind", "sword", 'one of bow, lance, hammer, got "sword"'),
        ("weak", "fire; ise", 'any of fire, ice, separated by ;, got "fire; ise"; did you mean ice?'),
        ("weak", "ice;ice", 'any of fire, ice, separated by ;, got "ice;ice": ice twice'),
        ("weak", "ice;", 'any of fire, ice, separated by ;, got "ice;"'),
        ("shifts", "1 2 3", 'at most 2 whole numbers from -3 to 3, separated by spaces, got "1 2 3": 3 numbers'),
        ("shifts", "1 4", 'at most 2 whole numbers from -3 to 3, separated by spaces, got "1 4"'),
        ("shifts", "−2", 'at most 2 whole numbers from -3 to 3, separated by spaces, got "−2"; write -2'),
        ("elements", "fire", 'a word and a whole number from 1 to 5 (fire, ice), separated by ;, got "fire"'),
        ("elements", "fire 6", 'a word and a whole number from 1 to 5 (fire, ice), separated by ;, got "fire 6"'),
        (
            "elements",
            "fir 1",
            'a word and a whole number from 1 to 5 (fire, ice), separated by ;, got "fir 1"; did you mean fire?',
        ),
        (
            "elements",
            "ice 1; ice 2",
            'a word and a whole number from 1 to 5 (fire, ice), separated by ;, got "ice 1; ice 2": ice twice',
        ),
        ("note", "=SUM(A1)", 'any text, got the formula "=SUM(A1)"; put its value'),
    ],
)
def test_other_cells_say_what_is_allowed(tmp_path: Path, column: str, cell: str, expected: str) -> None:
    """Each domain names what it allows, what it got, and the nearest word or spelling if there is one."""
    cells = {"weapon": "a", "rarity": "1", "kind": "", "shifts": "", "weak": "", "elements": "", "note": ""} | {column: cell}
    content = ",".join(cells) + "\n" + ",".join(f'"{cell}"' for cell in cells.values()) + "\n"
    assert refusal(tmp_path, content) == f"weapons.csv:2 {column}: expected {expected}"


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("bell\x07", "the invisible character U+0007"),
        ("a\x1b[2Jb", "the invisible character U+001B"),
        ("turned \u202e round", "the invisible character U+202E"),
        ("\ufeffcopied", "the invisible character U+FEFF"),
        ('"two\nlines"', "a line break"),
        ("two\u2028lines", "a line break"),
    ],
)
def test_control_characters_are_refused(tmp_path: Path, cell: str, expected: str) -> None:
    """Nothing that is invisible or breaks a line gets into names, messages or charts."""
    assert refusal(tmp_path, f"weapon,rarity,note\na,1,{cell} x\n".replace('" x', 'x"')) == (
        f"weapons.csv:2 note: holds {expected}; take it out"
    )


def test_required_text_must_not_be_empty(tmp_path: Path) -> None:
    """A text column with empty=False says so."""
    sheet = Sheet("t", "t", "name", (Column("name", Text(empty=False), "Name."), Column("note", Text(), "Note.")))
    with pytest.raises(InputError, match=r"^weapons.csv:2 name: expected some text, got an empty cell$"):
        read_sheet(write(tmp_path, "name,note\n,x\n"), sheet)


# Rows and headers that are refused


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "weapons.csv: the file is empty"),
        (b"\xef\xbb\xbf \r\n\r\n", "weapons.csv: the file is empty"),
        (",,\n,,\n", "weapons.csv: the sheet is empty"),
        ("weapon,rarity\n", "weapons.csv: no rows below the header"),
        ("weapon,rarity\n,\n\n", "weapons.csv: no rows below the header"),
        ("weapon\na\n", "weapons.csv:1: missing column rarity"),
        ("price,Rarity\n1,2\n", 'weapons.csv:1: missing columns weapon, rarity (unknown here: "price", "Rarity")'),
        ("\n\nprice,note\n1,2\n", 'weapons.csv:3: missing columns weapon, rarity (unknown here: "price")'),
        ("weapon,rarity,rarity\na,1,1\n", 'weapons.csv:1: two columns are named "rarity"'),
        ("weapon,weapon\na,1\n", 'weapons.csv:1: two columns are named "weapon"'),  # in place of rarity
        ("weapon,rarity,own,own\na,1,,\n", 'weapons.csv:1: two columns are named "own"'),
        ("weapon,rarity\na,1,2\n", "weapons.csv:2: 3 cells, but the header has 2 (a text with commas needs quotes)"),
        ("weapon,rarity,note\na,1\n", "weapons.csv:2: 2 cells, but the header has 3"),
        ("weapon,rarity\na,1\nb,2\n\na,3\n", 'weapons.csv:5 weapon: "a" stands in line 2 already'),
        (
            "# my weapons\nweapon,rarity\na,1\n",
            "weapons.csv:1: starts with #; a sheet has no comments, put notes in a column",
        ),
        ("weapon,rarity\n#a,1\n", "weapons.csv:2: starts with #; a sheet has no comments, put notes in a column"),
        ('weapon,rarity\na,"1\nb,2\n', "weapons.csv:2: broken CSV, unexpected end of data; is a quote not closed?"),
        ('weapon,rarity\n"a"b,1\n', "weapons.csv:2: broken CSV, ',' expected after '\"'; is a quote not closed?"),
        ("weapon,rarity\x07\na,1\n", "weapons.csv:1 header: holds the invisible character U+0007; take it out"),
        ("weapon,rarity\na,0\nb,x\n", 'weapons.csv:2 rarity: expected a whole number from 1 to 10, got "0"'),
    ],
)
def test_broken_tables_say_where(tmp_path: Path, content: str | bytes, expected: str) -> None:
    """Empty files, headers alone, missing and doubled columns, wrong lengths, doubled keys, comments, open quotes."""
    assert refusal(tmp_path, content) == expected


def test_line_numbers_count_lines_inside_quotes(tmp_path: Path) -> None:
    """An error after a cell of two lines still names the line that an editor shows."""
    sheet = Sheet("t", "t", "weapon", WEAPONS.columns[:2])
    with pytest.raises(InputError, match=r"^weapons.csv:4 rarity"):
        read_sheet(write(tmp_path, 'weapon,rarity,free\na,1,"two\nlines"\nb,0,\n'), sheet)


# Files that are refused


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"weapon,rarity\na,\0\n", "weapons.csv: a binary file, not text"),
        (b"PK\x03\x04rest", "weapons.csv: an Excel workbook or a zip file, not CSV; save it as .xlsx or as CSV UTF-8"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "weapons.csv: an old Excel workbook, not CSV; save it as CSV UTF-8"),
        ("weapon,rarity\na,1\n".encode("utf-16"), "weapons.csv: UTF-16 text; save it as UTF-8"),
        ("weapon,rarity,note\r\na,1,é\r\n".encode("latin-1"), "weapons.csv:2: not UTF-8 text (byte 0xe9); save it as UTF-8"),
        (
            "weapon,rarity,note\na,1,ok\nb,1,剣\n".encode("shift-jis"),
            "weapons.csv:3: not UTF-8 text (byte 0x8c); save it as UTF-8",
        ),
    ],
)
def test_foreign_files_are_told_apart(tmp_path: Path, content: bytes, expected: str) -> None:
    """Binary files, workbooks named .csv, UTF-16 and other encodings each get advice."""
    assert refusal(tmp_path, content) == expected


def test_missing_file_names_its_folder(tmp_path: Path) -> None:
    """The one message with a folder in it, since that is what is wrong."""
    with pytest.raises(InputError) as caught:
        read_sheet(tmp_path / "weapons.csv", WEAPONS)
    assert str(caught.value) == f"weapons.csv: no such file in {tmp_path}"


def test_folder_instead_of_a_file(tmp_path: Path) -> None:
    """A folder named weapons.csv is called one."""
    (tmp_path / "weapons.csv").mkdir()
    with pytest.raises(InputError, match=r"^weapons.csv: a folder, not a file$"):
        read_sheet(tmp_path / "weapons.csv", WEAPONS)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_pipe_instead_of_a_file_does_not_hang(tmp_path: Path) -> None:
    """A pipe would block for ever; it is refused without being opened."""
    os.mkfifo(tmp_path / "weapons.csv")
    with pytest.raises(InputError, match=r"^weapons.csv: not a regular file$"):
        read_sheet(tmp_path / "weapons.csv", WEAPONS)


def test_unreadable_file_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's reason stands in the message."""
    path = write(tmp_path, "weapon,rarity\na,1\n")

    def fail(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(InputError, match=r"^weapons.csv: cannot be read \(Permission denied\)$"):
        read_sheet(path, WEAPONS)


def test_huge_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file over the limit is not parsed; here the limit is 1 MiB."""
    monkeypatch.setattr(data_folder, "MOST_BYTES", 2**20)
    assert refusal(tmp_path, b"a" * (2**20 + 1)) == "weapons.csv: larger than 1 MiB"


def test_messages_stay_on_one_line_for_any_file_name(tmp_path: Path) -> None:
    """A line break in a file's name becomes a question mark."""
    with pytest.raises(InputError) as caught:
        read_sheet(write(tmp_path, "", "two\nlines.csv"), WEAPONS)
    assert str(caught.value) == "two?lines.csv: the file is empty"


# Workbooks


def save_workbook(folder: Path, worksheets: dict[str, list[list[object]]], name: str = "weapons.xlsx") -> Path:
    """An .xlsx file with these worksheets."""
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for title, rows in worksheets.items():
        worksheet = workbook.create_sheet(title)
        for row in rows:
            worksheet.append(row)
    workbook.save(folder / name)
    return folder / name


def test_workbook_reads_like_csv(tmp_path: Path) -> None:
    """Numbers of a workbook are whole numbers; empty cells and blank rows are skipped; .csv may name a lone .xlsx."""
    rows: list[list[object]] = [["weapon", "rarity", "shifts", None], ["a", 3, "1 -2"], [None, None], ["b", 4.0, -1]]
    save_workbook(tmp_path, {"Sheet1": rows})
    for name in ("weapons.xlsx", "weapons.csv"):
        read = read_sheet(tmp_path / name, WEAPONS)
        assert [(row["weapon"], row["rarity"], row["shifts"]) for row in read] == [("a", 3, (1, -2)), ("b", 4, (-1,))]


def test_workbook_with_several_worksheets_reads_the_one_with_the_sheets_name(tmp_path: Path) -> None:
    """Notes may stand on worksheets of their own, if the sheet is named."""
    path = save_workbook(tmp_path, {"ideas": [["x"]], "weapons": [["weapon", "rarity"], ["a", 1]]})
    assert read_sheet(path, WEAPONS)[0]["weapon"] == "a"
    path = save_workbook(tmp_path, {"ideas": [["x"]], "more": [["weapon", "rarity"], ["a", 1]]})
    with pytest.raises(InputError, match=r"^weapons.xlsx: 2 worksheets; name the one to read weapons$"):
        read_sheet(path, WEAPONS)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("=1+1", "weapons.xlsx:2: cell B2 holds a formula; put its value"),
        (0.75, 'weapons.xlsx:2 rarity: expected a whole number from 1 to 10, got "0.75"'),
        (True, 'weapons.xlsx:2 rarity: expected a whole number from 1 to 10, got "True"'),
        (
            dt.date(2026, 4, 3),  # what a spreadsheet makes of 3/4
            'weapons.xlsx:2 rarity: expected a whole number from 1 to 10, got "2026-04-03 00:00:00"',
        ),
    ],
)
def test_workbook_cells_that_are_no_values_are_refused(tmp_path: Path, value: object, expected: str) -> None:
    """Formulas, fractions, truth values and dates."""
    path = save_workbook(tmp_path, {"weapons": [["weapon", "rarity"], ["a", value]]})
    with pytest.raises(InputError) as caught:
        read_sheet(path, WEAPONS)
    assert str(caught.value) == expected


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off", b"weapon,rarity\na,1\n"])
def test_damaged_workbook_is_refused(tmp_path: Path, content: bytes) -> None:
    """Whatever goes wrong inside the reader becomes one line."""
    with pytest.raises(InputError, match=r"^weapons.xlsx: not an Excel workbook, or a damaged one$"):
        read_sheet(write(tmp_path, content, "weapons.xlsx"), WEAPONS)


def test_sheet_and_workbook_of_one_name_are_refused(tmp_path: Path) -> None:
    """Nobody could tell which of the two counts."""
    save_workbook(tmp_path, {"weapons": [["weapon", "rarity"], ["a", 1]]})
    assert refusal(tmp_path, "weapon,rarity\na,1\n") == "weapons.csv: weapons.xlsx stands beside it; keep one of them"


# Rows by name and references


def test_find_row_offers_the_nearest_name() -> None:
    """An unknown name is answered with the closest known one."""
    rows = [{"weapon": "ash_bow", "rarity": 1}, {"weapon": "oak_lance", "rarity": 2}]
    assert find_row(rows, WEAPONS, "oak_lance", "x.toml") is rows[1]
    with pytest.raises(InputError) as caught:
        find_row(rows, WEAPONS, "oak_lanc", "x.toml cell 1")
    assert str(caught.value) == 'x.toml cell 1: no weapon named "oak_lanc" in weapons; did you mean oak_lance?'


PARTY = Sheet("party", "t", "hunter", (Column("hunter", Identifier(), "Name."), Column("weapon", Identifier(), "Weapon.")))
GAME_SHEETS = GameSheets(
    "duel",
    {"cards/duel/weapons.csv": WEAPONS, "decks/duel/*.csv": PARTY},
    (Reference("decks/duel/*.csv", "weapon", "cards/duel/weapons.csv"),),
)


def test_every_problem_of_a_game_is_listed(tmp_path: Path) -> None:
    """All bad cells of all sheets, broken references with a hint, and a warning for files that nothing reads."""
    write(tmp_path, "weapon,rarity,own\nash_bow,1,\n", "cards/duel/weapons.csv")
    write(tmp_path, "weapon\nx\n", "cards/duel/wapons.csv")
    write(tmp_path, "hunter,weapon\nann,ash_bow\nbob,ash_bwo\n", "decks/duel/two.csv")
    write(tmp_path, "hunter,weapon\nCy,ash_bow\ndee,\n", "decks/duel/bad.csv")
    warnings: list[str] = []
    name = "a name of small letters, digits and _ that starts with a letter"
    assert sheet_problems(DataFolder(tmp_path, is_shipped=False), GAME_SHEETS, warnings) == [
        f'bad.csv:2 hunter: expected {name}, got "Cy"; write cy',
        f"bad.csv:3 weapon: expected {name}, got an empty cell",
        'two.csv:3 weapon: no weapon named "ash_bwo" in weapons; did you mean ash_bow?',
    ]
    assert warnings == ['weapons.csv:1: column "own" is not read', "wapons.csv: no sheet of duel by this name"]


def test_missing_sheets_are_problems(tmp_path: Path) -> None:
    """A named sheet and a group of sheets that are not there; references into a broken sheet are not checked."""
    write(tmp_path, "hunter,weapon\nann,ash_bow\n", "decks/duel/two.csv")
    data = DataFolder(tmp_path, is_shipped=False)
    assert sheet_problems(data, GAME_SHEETS, []) == [f"weapons.csv: no such file in {tmp_path / 'cards/duel'}"]
    write(tmp_path, "weapon,rarity\nash_bow,1\n", "cards/duel/weapons.csv")
    (tmp_path / "decks/duel/two.csv").unlink()
    assert sheet_problems(data, GAME_SHEETS, []) == ["decks/duel/*.csv: there is no such sheet"]
