"""What a person can get wrong: refused with one line and exit code 2, nothing written, nothing lost."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from sim.games.monster_hunter_trpg.sheets import MOST_HUNTERS
from sim.games.monster_hunter_trpg.state import MAX_HUNTERS
from tests.command_line import (
    CELL,
    GAME,
    HEAD,
    ROOT,
    SMALL,
    command_of,
    copy_data,
    files_below,
    huntlab,
    start,
    surroundings,
)

WEAPONS = f"cards/{GAME}/weapons.csv"
MONSTERS = f"cards/{GAME}/monsters.csv"
PARTY = f"decks/{GAME}/lone_hunter.csv"
POLICIES = f"policies/{GAME}.csv"
RUN = ("run", "small", "--out", "out")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own copy of the data to damage."""
    monkeypatch.delenv("HUNTLAB_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    return copy_data(tmp_path)


def change(path: Path, old: str, new: str) -> None:
    """Replace a text that stands in a file."""
    text = path.read_text(encoding="utf-8-sig")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def refused(folder: Path, *arguments: object) -> str:
    """The line with which a command is refused; all files stay as they are."""
    before = files_below(folder)
    line = huntlab(*arguments).refusal()
    assert files_below(folder) == before
    return line


# The scenario


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("seed = 5", "sed = 5", 'small.toml: unknown key "sed"; did you mean seed?'),
        (
            'name = "two"',
            'name = "two"\nterain = ["cold"]',
            'small.toml cell 2: unknown key "terain"; did you mean terrain?',
        ),
        ("games = 120", 'games = "many"', 'small.toml games: expected a whole number from 1 to 1000000000000, got "many"'),
        ("games = 120", "games = 1.5", "small.toml games: expected a whole number from 1 to 1000000000000, got 1.5"),
        ("games = 120", "games = -3", "small.toml games: expected a whole number from 1 to 1000000000000, got -3"),
        ("seed = 5", "seed = -1", "small.toml seed: expected a whole number from 0 to 9223372036854775807, got -1"),
        (GAME, "monster_hunter_trgp", 'unknown game "monster_hunter_trgp"; did you mean monster_hunter_trpg?'),
        ('"judgement"', '"hunting"', 'small.toml play: monster_hunter_trpg has no play "hunting"'),
        ("reed_stalker", "reed_walker", 'no monster named "reed_walker" in monsters; did you mean reed_stalker?'),
        ("lone_hunter", "long_hunter", 'no party named "long_hunter"; did you mean lone_hunter? (known: bowgun_team'),
        ('name = "two"', 'name = "two"\npolicy = "greedi"', 'no policy named "greedi" in policies; did you mean greedy?'),
        ('name = "two"', 'name = "two"\nweapon = "ax"', 'no weapon named "ax" in weapons'),
        ('name = "two"', 'name = "one"', 'small.toml: two cells are named "one"'),
        ('name = "two"', 'name = "two"\npacks = 0', "small.toml cell 2 packs: expected a whole number from 1 to"),
        ('name = "two"', 'name = "two"\noptions = { jokers = 7 }', "jokers: expected one of 4, 0, 2, got 7"),
        (
            'name = "two"',
            'name = "two"\njokers = 2',
            "small.toml cell 2: jokers is a rule option; it stands in [cell.options]",
        ),
        ('name = "two"', 'name = "two"\nsweep.failures = [1]', "cell 2 sweep: judgement does not read the option failures"),
        ('name = "two"', 'name = "t\\nwo"', "small.toml cell 2 name: holds a line break; take it out"),
        ('name = "two"', 'name = "two"\nsweep.weapon = "bew_*"', "sweep.weapon: nothing is named like"),
        ("games = 120", "games = ", "small.toml:4:9: "),
        (SMALL, "", "small.toml: the file is empty"),
    ],
)
def test_a_wrong_scenario_is_refused(tmp_path: Path, data: Path, old: str, new: str, expected: str) -> None:
    change(data / "scenarios" / "small.toml", old, new)
    assert expected in refused(tmp_path, *RUN)
    assert expected in refused(tmp_path, "judge", "small")


def test_a_turn_that_needs_more_cards_than_the_deck_has_is_refused(tmp_path: Path, data: Path) -> None:
    """Four gunners with 12 bullets and 1 card, 5 shared cards: 57 of a pack of 52 without jokers."""
    sheet = data / WEAPONS
    change(sheet, "heavy_bowgun_6,", "heavy_bowgun_x,")
    lines = sheet.read_text(encoding="utf-8").splitlines()
    header = lines[0].split(",")
    gun = dict(zip(header, next(line for line in lines if line.startswith("heavy_bowgun_x,")).split(","), strict=True))
    gun |= {"weapon": "heavy_bowgun_6", "base_hand": "1", "magazine": "12"}
    sheet.write_text("\n".join([*lines, ",".join(gun.values())]), encoding="utf-8")
    text = HEAD + "games = 1\n" + CELL.format(name="guns").replace("lone_hunter", "newcomers")
    scenario = data / "scenarios" / "guns.toml"
    scenario.write_text(text + 'weapon = "heavy_bowgun_6"\npacks = 1\noptions = { jokers = 0 }\n', encoding="utf-8")
    assert "guns.toml cell 1: a turn needs 57 cards, the deck has 52" in refused(tmp_path, "run", "guns")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("run", "nowhere"), 'no scenario named "nowhere" (known: hunt_'),
        (("run", "nowhere.toml"), "nowhere.toml: no such file"),
        (("run", "data"), "data: no scenario; the file of a scenario ends in .toml"),
        (("run", "data/README.md"), "data/README.md: no scenario; the file of a scenario ends in .toml"),
        (("run", "small", "--games", "-5"), "'--games'"),
        (("run", "small", "--games", "0"), "'--games'"),
        (("run", "small", "--games", "many"), "'--games'"),
        (("run", "small", "--seed", "-1"), "'--seed'"),
        (("run", "small", "--threads", "0"), "'--threads'"),
        (("run", "small", "--shard-games", "0"), "'--shard-games'"),
        (("run", "small", "--shards", "9"), "--shards"),
        (("run",), "SCENARIO"),
        (("fly",), "No such command 'fly'"),
        (("odds", "--cards", "55", "--packs", "1", "--jokers", "2"), "has 54"),
        (("odds", "--cards", "0"), "'--cards'"),
        (("odds", "--cards", "5", "--packs", "-1"), "'--packs'"),
        (("odds", "--cards", "5", "--jokers", "-1"), "'--jokers'"),
        (("odds", "--cards", "5", "--packs", "9"), "packs: expected a whole number from 1 to 8, got 9"),
        (("odds", "--cards", "5", "--exact", "--games", "9"), "--exact and --games"),
        (("rules", "chess"), 'unknown game "chess" (known: monster_hunter_trpg, monster_hunter_tcg)'),
        (("cards", "monster_hunter"), 'unknown game "monster_hunter"; did you mean monster_hunter_tcg?'),
        (("runs", "nowhere"), "nowhere: no such folder"),
        (("replay", "0", "--run", "nowhere"), "nowhere: there is no run here"),
        (("replay", "-1", "--run", "small"), "-1"),
        (("judge", "nowhere", "--run"), "nowhere: there is no run here"),
        (("list", "--data", "nowhere"), "--data nowhere: the data folder does not exist"),
        (("--data", "data/cards", "list"), "not a data folder, it lacks cards, decks, policies, rules"),
        (("init", "data/copy", "--data", "data"), "lies inside the data folder"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else "",
)
def test_a_wrong_command_line_is_refused(tmp_path: Path, arguments: tuple[str, ...], expected: str) -> None:
    assert expected in refused(tmp_path, *arguments)


def test_a_data_folder_named_by_the_environment_must_be_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HUNTLAB_DATA", "elsewhere")
    assert "HUNTLAB_DATA elsewhere: the data folder does not exist" in refused(tmp_path, *RUN)


# The sheets


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (
            WEAPONS,
            "great_sword,4,",
            "great_sword,3/4,",
            'weapons.csv:5 rarity: expected a whole number from 1 to 10, got "3/4"',
        ),
        (
            WEAPONS,
            "great_sword,4,",
            "great_sword,=1+1,",
            "weapons.csv:5 rarity: expected a whole number from 1 to 10, got the",
        ),
        (
            WEAPONS,
            "great_sword,4,",
            "great_sword,-4,",
            'weapons.csv:5 rarity: expected a whole number from 1 to 10, got "-4"',
        ),
        (
            WEAPONS,
            "great_sword,4,",
            "great_sword,four,",
            'weapons.csv:5 rarity: expected a whole number from 1 to 10, got "four"',
        ),
        (WEAPONS, "great_sword_2,", "great_sword_1,", 'weapons.csv:3 weapon: "great_sword_1" stands in line 2 already'),
        (WEAPONS, ",rarity,", ",rarety,", 'weapons.csv:1: missing column rarity (unknown here: "rarety")'),
        (MONSTERS, "reed_stalker,", "", "monsters.csv:3: 10 cells, but the header has 11"),
        (MONSTERS, "ヨシワタリ,small", "ヨシワタリ,tiny", 'no size named "tiny" in monster_sizes'),
        (PARTY, "long_sword_4", "long_sword_44", 'no weapon named "long_sword_44" in weapons; did you mean long_sword_4?'),
        (PARTY, "greedy", "greedi", 'no policy named "greedi" in policies; did you mean greedy?'),
        (POLICIES, ",extra_class,", ",extra class,", "missing column extra_class"),
        (f"rules/{GAME}.toml", "default = 4", "default = 5", "jokers.default: expected one of 4, 0, 2, got 5"),
        (
            f"rules/{GAME}.toml",
            "[jokers]",
            "[jesters]",
            f"{GAME}.toml: the option jokers is missing; expected a table [jokers]",
        ),
    ],
)
def test_a_wrong_sheet_is_refused(tmp_path: Path, data: Path, file: str, old: str, new: str, expected: str) -> None:
    change(data / file, old, new)
    assert expected in refused(tmp_path, *RUN)
    checked = huntlab("validate")
    assert checked.code == 2
    problems = checked.out.splitlines()
    assert problems
    assert len(problems) == len(set(problems))
    assert sum(expected.partition(",")[0] in problem for problem in problems) <= 1


@pytest.mark.parametrize("file", [WEAPONS, MONSTERS, PARTY, POLICIES, f"rules/{GAME}.toml", "scenarios/small.toml"])
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"", "the file is empty", id="empty"),
        pytest.param(b"PK\x03\x04\x14\0\x06\0", "an Excel workbook or a zip file", id="workbook"),
        pytest.param(b"weapon,name\0\n", "a binary file, not text", id="binary"),
        pytest.param("weapon,имя\n".encode("cp1251"), "not UTF-8 text", id="another encoding"),
    ],
)
def test_an_unreadable_file_is_refused(tmp_path: Path, data: Path, file: str, content: bytes, expected: str) -> None:
    (data / file).write_bytes(content)
    line = refused(tmp_path, *RUN)
    assert f"huntlab: {Path(file).name}:" in line
    assert expected in line


@pytest.mark.parametrize("file", [WEAPONS, MONSTERS, PARTY, POLICIES])
def test_a_sheet_without_rows_is_refused(tmp_path: Path, data: Path, file: str) -> None:
    header = (data / file).read_text(encoding="utf-8").splitlines()[0]
    (data / file).write_text(header + "\n", encoding="utf-8")
    assert "no rows below the header" in refused(tmp_path, *RUN)


SPELLINGS: dict[str, Callable[[str], bytes]] = {
    "byte order mark": lambda text: text.encode("utf-8-sig"),
    "no byte order mark": lambda text: text.encode(),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "semicolons": lambda text: text.replace(";", "|").replace(",", ";").replace("|", ",").encode(),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_other_spellings_of_a_sheet_are_the_same_sheet(data: Path, spelling: str) -> None:
    """The party and the policies, as other programs save them: the same tables, without a word."""
    plain = huntlab(*RUN, "--json").json
    for file in (PARTY, POLICIES):
        text = (data / file).read_text(encoding="utf-8-sig").replace(";", " and")
        (data / file).write_bytes(SPELLINGS[spelling](text))
    answer = huntlab("run", "small", "--out", "again", "--json")
    assert answer.err == ""
    assert answer.json["digest"] == plain["digest"]


def test_a_column_that_nothing_reads_is_a_warning(data: Path) -> None:
    lines = (data / WEAPONS).read_text(encoding="utf-8-sig").splitlines()
    extra = [f"{line},{'gaurd' if number == 0 else 7}" for number, line in enumerate(lines)]
    (data / WEAPONS).write_text("\n".join(extra), encoding="utf-8")
    for command in (RUN, ("judge", "small"), ("cards", GAME), ("validate",)):
        answer = huntlab(*command)
        assert answer.code == 0
        assert answer.err.splitlines() == ['warning: weapons.csv:1: column "gaurd" is not read; did you mean guard?']


# Places to write to


def test_a_file_in_the_place_of_the_run_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    assert "out: cannot be written" in refused(tmp_path, *RUN)
    assert "out/deeper: cannot be written" in refused(tmp_path, "run", "small", "--out", "out/deeper")
    assert "out: exists and is not a folder" in refused(tmp_path, "init", "out")


def test_a_full_disk_under_the_output_is_said_in_one_line() -> None:
    """/dev/full takes nothing; the answer of every command may be written there."""
    for command in (("list",), ("rules", GAME, "--json"), ("odds", "--cards", 5, "--json")):
        with Path("/dev/full").open("w", encoding="utf-8") as full:
            done = subprocess.run(
                command_of("", command), env=surroundings(), stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
        assert (done.returncode, done.stderr) == (2, "huntlab: output: No space left on device\n")


# Damaged runs and runs of others


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A finished run."""
    assert huntlab(*RUN).code == 0
    return tmp_path / "out"


def edit_run(run: Path, **changes: object) -> None:
    """Change entries of a run.json."""
    described = json.loads((run / "run.json").read_text(encoding="utf-8"))
    (run / "run.json").write_text(json.dumps(described | changes), encoding="utf-8")


@pytest.mark.parametrize("table", ["cells", "parameters", "games", "seats", "judgements", "joint"])
@pytest.mark.parametrize("length", [0, 4, -1])
def test_a_truncated_table_is_refused(tmp_path: Path, run: Path, table: str, length: int) -> None:
    content = (run / f"{table}.parquet").read_bytes()
    (run / f"{table}.parquet").write_bytes(content[:length])
    assert f"{table}.parquet: not a whole Parquet file" in refused(tmp_path, "judge", "out", "--run")


def test_a_missing_table_is_refused(tmp_path: Path, run: Path) -> None:
    (run / "joint.parquet").unlink()
    assert "joint.parquet: the table is missing" in refused(tmp_path, "judge", "out", "--run")


def test_a_changed_digest_is_refused(tmp_path: Path, run: Path) -> None:
    digest = json.loads((run / "run.json").read_text(encoding="utf-8"))["digest"]
    edit_run(run, digest="0" * 32)
    line = refused(tmp_path, "judge", "out", "--run")
    assert line == f"huntlab: out: the tables have digest {digest}, run.json says {'0' * 32}"


@pytest.mark.parametrize(
    "edited", [pytest.param(",9,", id="another number"), pytest.param(",nonsense,", id="what no sheet allows")]
)
def test_changed_inputs_of_a_run_are_refused(tmp_path: Path, run: Path, edited: str) -> None:
    """Whether the edited sheet could be read or not, the line names the run's own inputs."""
    sheet = run / "inputs" / WEAPONS
    text = sheet.read_text(encoding="utf-8-sig")
    sheet.write_text(text.replace(",1,", edited, 1), encoding="utf-8")
    line = refused(tmp_path, "replay", "0", "--run", "out")
    assert (
        line
        == f"huntlab: {Path('out', 'inputs')}: changed since the run was played; run the scenario again with --overwrite"
    )


def missing(run: Path) -> None:
    (run / "games.parquet").unlink()


def cut_off(run: Path) -> None:
    (run / "games.parquet").write_bytes((run / "games.parquet").read_bytes()[:-1])


def no_text(run: Path) -> None:
    """The name of a column is no UTF-8."""
    content = (run / "games.parquet").read_bytes()
    (run / "games.parquet").write_bytes(content.replace(b"end_reason", b"\xffnd_reason"))


def another_seed(run: Path) -> None:
    edit_run(run, seed=6)


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (missing, "games.parquet: the table is missing; run the scenario again with --overwrite"),
        (cut_off, "games.parquet: not a whole Parquet file; run the scenario again with --overwrite"),
        (no_text, "games.parquet: not a whole Parquet file; run the scenario again with --overwrite"),
        (another_seed, "cells.parquet: belongs to another run (seed 5, not 6)"),
    ],
)
def test_damaged_runs_are_listed_as_such_and_not_judged(
    tmp_path: Path, run: Path, damage: Callable[[Path], None], problem: str
) -> None:
    damage(run)
    (entry,) = huntlab("runs", tmp_path, "--json").json
    assert (entry["status"], entry["problem"]) == ("damaged", f"{run / problem}")
    assert refused(tmp_path, "judge", "out", "--run") == f"huntlab: {Path('out', problem)}"


def test_a_party_of_five_is_refused(data: Path) -> None:
    """RP-T1: a party has 1 to 4 hunters; validate says it of the sheet itself, whether a scenario uses it or not."""
    party = data / "decks" / "monster_hunter_trpg" / "crowd.csv"
    party.write_text("hunter,weapon\n" + "".join(f"{name},great_sword_1\n" for name in "abcde"), encoding="utf-8")
    answer = huntlab("validate", "--data", data)
    assert (answer.code, answer.out) == (2, "crowd.csv: crowd has 5 hunters; a party has 1 to 4\n")
    assert MOST_HUNTERS == MAX_HUNTERS == 4


def test_a_party_that_stands_in_two_files_hides_no_other_problem(data: Path) -> None:
    """Its size is unknown; validate still says all that is wrong."""
    (data / PARTY).with_suffix(".xlsx").write_bytes(b"")
    change(data / MONSTERS, ",small,", ",smal,")
    answer = huntlab("validate", "--data", data)
    first, *others = answer.out.splitlines()
    assert answer.code == 2
    assert first == "lone_hunter.csv: lone_hunter.xlsx stands beside it; keep one of them"
    assert others[0].startswith("monsters.csv:")


@pytest.mark.parametrize("how", [("--games", 3000), ("--scale", 0.001)])
def test_the_report_names_the_scenario_that_it_lacks(tmp_path: Path, data: Path, how: tuple[str, float]) -> None:
    """Before it plays any of the others: no file has come or changed."""
    scenario = data / "scenarios" / "judgement_decks.toml"
    scenario.unlink()
    line = refused(tmp_path, "report", "--quiet", "--data", data, *how)
    assert line == (f"huntlab: {scenario}: missing; the report needs this scenario (huntlab init DIR makes a copy of it)")


def test_a_run_of_another_version_is_refused(tmp_path: Path, run: Path) -> None:
    edit_run(run, huntlab="0.0.0")
    assert "out: made by another version (huntlab 0.0.0, here " in refused(tmp_path, "judge", "out", "--run")
    assert "out: made by another version (huntlab 0.0.0, here " in refused(tmp_path, "replay", "0", "--run", "out")


def test_a_run_of_other_kernels_is_not_replayed(tmp_path: Path, run: Path) -> None:
    edit_run(run, kernels="0123456789abcdef")
    line = refused(tmp_path, "replay", "0", "--run", "out")
    assert "out: made by another version (kernels 0123456789abcdef, here " in line


def test_an_unfinished_run_of_another_version_is_neither_shown_nor_continued(tmp_path: Path, run: Path) -> None:
    edit_run(run, status="running", huntlab="0.0.0")
    assert "the run is not finished" in refused(tmp_path, "judge", "out", "--run")
    assert "holds an unfinished run with another huntlab" in refused(tmp_path, *RUN)


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"format": 99}', "\0"])
def test_a_run_without_a_readable_description_is_refused(tmp_path: Path, run: Path, content: str) -> None:
    (run / "run.json").write_text(content, encoding="utf-8")
    assert "run" in refused(tmp_path, "replay", "0", "--run", "out")
    assert "run" in refused(tmp_path, *RUN)
    assert "run" in refused(tmp_path, "judge", "out", "--run")
    (entry,) = huntlab("runs", ".", "--json").json
    assert entry["status"] == "unreadable"


@pytest.mark.usefixtures("run")
def test_a_game_that_the_run_has_not_is_refused(tmp_path: Path) -> None:
    """60 games in each of two cells: ids 0..59, and from 10,000,000,000 on."""
    assert "no game 60" in refused(tmp_path, "replay", "60", "--run", "out")
    assert "the last is 10000000059" in refused(tmp_path, "replay", "20000000000", "--run", "out")


# Somebody else's code


def test_an_analysis_py_of_the_user_is_refused_before_it_runs(tmp_path: Path) -> None:
    """`python -m` looks into the present folder first."""
    (tmp_path / "analysis.py").write_text("print('mine')\n", encoding="utf-8")
    line = start("list", PYTHONPATH=os.pathsep.join([str(tmp_path), str(ROOT)])).refusal()
    assert f"{tmp_path / 'analysis.py'} hides huntlab's own package analysis" in line
