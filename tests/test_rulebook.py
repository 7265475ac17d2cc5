"""Rulebooks: their paragraphs, their agreement with the option files, and what cites each rule.

Ids of made-up games (ZZ-...) stand in the examples, so that this file itself cites no rule.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim import rulebook
from sim.cards import DataFolder, read_options
from sim.citations import cited_by_functions, cited_by_tests, ids_in
from sim.data_folder import find_games
from sim.rulebook import (
    Rule,
    as_json,
    coverage,
    main,
    pending,
    rulebook_problems,
    rules,
    scan,
    uncovered,
)
from sim.schema import InputError

CHECKOUT = Path(__file__).parent.parent
SHIPPED = DataFolder(CHECKOUT / "data", is_shipped=False)
GAMES = find_games(SHIPPED)

RULES = """# Duel

Some words first.

**ZZ-A1** One deck. [option jokers = 4 | 0]

**ZZ-A2** Two
lines. [fact] A mark over two
lines [option known = true
| false] and [option hand = 2 | 1 | 3].

1. An order of things (ZZ-A1).

**ZZ-EX1** (A1, A2) Worked out.
"""
OPTIONS = """
[jokers]
rule = "ZZ-A1"
default = 4
allowed = [4, 0]
meaning = "Jokers."

[known]
rule = "ZZ-A2"
default = true
allowed = [true, false]
meaning = "Known."

[hand]
rule = "ZZ-A2"
default = 2
allowed = [1, 2, 3]
meaning = "Cards."
"""


def duel(folder: Path, text: str = RULES, options: str = OPTIONS) -> DataFolder:
    """A data folder with the rulebook and the options of one small game."""
    for name, content in {"rulebooks/duel.md": text, "rules/duel.toml": options}.items():
        path = folder / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return DataFolder(folder / "data", is_shipped=False)


# Paragraphs


def test_paragraphs_are_read_in_order(tmp_path: Path) -> None:
    """Only paragraphs with a bold id are rules; lines are joined, marks and the rules of an example are found."""
    assert rules(duel(tmp_path), "duel") == [
        Rule("ZZ-A1", "One deck. [option jokers = 4 | 0]", {"jokers": "4 | 0"}),
        Rule(
            "ZZ-A2",
            "Two lines. [fact] A mark over two lines [option known = true | false] and [option hand = 2 | 1 | 3].",
            {"known": "true | false", "hand": "2 | 1 | 3"},
        ),
        Rule("ZZ-EX1", "(A1, A2) Worked out.", {}, ("ZZ-A1", "ZZ-A2")),
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("**ZZ-A2**", "**ZZ-A1**", "duel.md:7: ZZ-A1 stands twice"),
        ("**ZZ-A2**", "**ZZ-2**", "duel.md:7: expected a paragraph of the form **ID** text"),
        ("**ZZ-A2** Two", "**ZZ-A2**Two", "duel.md:7: expected a paragraph of the form **ID** text"),
        ("**ZZ-A2**", "**YY-A2**", "duel.md: all ids start alike, but here are YY, ZZ"),
        ("= 4 | 0]", ": 4]", "duel.md:5: expected [option name = default | other], got [option jokers : 4]"),
        (
            "(A1, A2) Worked",
            "Worked",
            "duel.md:14: the example ZZ-EX1 starts with the rules that it shows, such as (A1, B2)",
        ),
        ("(A1, A2) Worked", "(A1, A3) Worked", "duel.md: ZZ-EX1 shows ZZ-A3, which is no paragraph"),
        ("**", "", "duel.md: no paragraph of the form **ID** text"),
    ],
)
def test_malformed_rulebooks_are_refused(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """Doubled and odd ids, marks that cannot be read, examples of nothing."""
    count = -1 if old == "**" else 1
    with pytest.raises(InputError) as caught:
        rules(duel(tmp_path, RULES.replace(old, new, count)), "duel")
    assert str(caught.value) == expected


def test_rulebook_and_options_agree(tmp_path: Path) -> None:
    """The default stands first in a mark, wherever it stands in `allowed`."""
    data = duel(tmp_path)
    warnings: list[str] = []
    assert rulebook_problems(data, "duel", read_options(data, "duel"), warnings) == []
    assert warnings == []


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (
            RULES.replace(" [option jokers = 4 | 0]", ""),
            OPTIONS,
            ["duel.toml jokers: not marked in the paragraph ZZ-A1 of duel.md"],
        ),
        (
            RULES,
            OPTIONS.replace('"ZZ-A1"', '"ZZ-A2"'),
            ["duel.toml jokers: not marked in the paragraph ZZ-A2 of duel.md"],
        ),
        (
            RULES,
            OPTIONS.partition("[known]")[0],
            [
                "duel.toml: the option hand is missing; expected a table [hand] with rule, default, allowed, meaning",
                "duel.toml: the option known is missing; expected a table [known] with rule, default, allowed, meaning",
            ],
        ),
    ],
)
def test_rulebook_and_options_that_do_not_fit_are_reported(
    tmp_path: Path, text: str, options: str, expected: list[str]
) -> None:
    """A mark that is missing, an option under another rule, options that the rulebook has and the file lacks."""
    data = duel(tmp_path, text, options)
    warnings: list[str] = []
    assert rulebook_problems(data, "duel", read_options(data, "duel"), warnings) == expected
    assert warnings == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("default = 4", "default = 0", "duel.toml jokers: a house rule, the default is 0; ZZ-A1 says 4"),
        ("default = true", "default = false", "duel.toml known: a house rule, the default is false; ZZ-A2 says true"),
        (
            "allowed = [1, 2, 3]",
            "allowed = [1, 2, 5]",
            "duel.toml hand: a house rule, 1 | 2 | 5 are allowed; ZZ-A2 says 2 | 1 | 3",
        ),
    ],
)
def test_a_designers_own_default_is_a_warning_and_no_problem(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """The option file is there to be changed; the rulebook's words need not be changed with it."""
    data = duel(tmp_path, options=OPTIONS.replace(old, new, 1))
    warnings: list[str] = []
    assert rulebook_problems(data, "duel", read_options(data, "duel"), warnings) == []
    assert warnings == [expected]


# Citations

MODULE = '''"""A module docstring cites nothing: ZZ-A9."""

import numpy as np

# ZZ-A1: right above, over
# two lines.
LIMIT = 3

# ZZ-A9: a title with an empty line below it belongs to nothing.

STATE = np.dtype([
    ("hand", np.int64),  # ZZ-A2: cards
    ("plain", np.int64),
    ("deck", np.int64, (3,)),  # ZZ-A1, A2 and A3
])
COLUMNS = (
    Column("rarity", 1, "Rarity.", rule="ZZ-A3"),
    Column("name", 2, "Name."),
)


class Outcome(IntEnum):
    """How it ends (ZZ-A4)."""

    WIN = 0
    TIE = 1  # ZZ-A5


@step
def deal(state):
    """Deal.

    ZZ-A6 in a later line.
    """
    def inner():
        return 1  # ZZ-A7

    print("ZZ-A9 printed is not cited")
    return inner()


# ZZ-A8: about the next function
@step
def draw(state):
    return 0  # ZZ-A10, not known; ZZ-A11x neither


def silent():
    return "ZZ-A9"
'''


def make_sources(root: Path) -> None:
    """A package and a test folder below `root`."""
    for name, content in {
        "sim/games/duel/rules.py": MODULE,
        "sim/games/duel/__init__.py": "def spec():\n    return 1  # ZZ-A1\n",
        "tests/test_duel.py": (
            'def test_zz_a1_first():\n    pass\n\ndef test_by_docstring():\n    """(ZZ-A2, A3)."""\n\n'
            'def test_zz_a10_is_not_a1():\n    """Nothing."""\n\ndef other():\n    """ZZ-A4."""\n\n'
            'class TestGroup:\n    def test_zz_a3(self):\n        """Cited by its name."""\n'
        ),
        "tests/oracles/duel.py": 'def test_zz_a5():\n    """Not a test file."""\n',
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


IDS = [f"ZZ-A{number}" for number in range(1, 10)]


def test_functions_fields_columns_and_members_cite(tmp_path: Path) -> None:
    """Docstrings, comments inside and right above, a field's comment, a column's rule; printed texts do not count."""
    make_sources(tmp_path)
    name = "sim.games.duel.rules"
    assert cited_by_functions(tmp_path, IDS) == {
        "ZZ-A1": {f"{name}.LIMIT", f"{name}.STATE.deck", "sim.games.duel.spec"},
        "ZZ-A2": {f"{name}.STATE.hand", f"{name}.STATE.deck"},
        "ZZ-A3": {f"{name}.STATE.deck", f"{name}.COLUMNS.rarity"},
        "ZZ-A4": {f"{name}.Outcome"},
        "ZZ-A5": {f"{name}.Outcome.TIE"},
        "ZZ-A6": {f"{name}.deal"},
        "ZZ-A7": {f"{name}.deal.inner"},
        "ZZ-A8": {f"{name}.draw"},
        "ZZ-A9": set(),
    }


def test_tests_cite_by_name_or_docstring(tmp_path: Path) -> None:
    """Only functions named test_ in files named test_; zz_a1 is not found in zz_a10."""
    make_sources(tmp_path)
    file = "tests/test_duel.py"
    cited = cited_by_tests(tmp_path, IDS)
    assert {rule_id: found for rule_id, found in cited.items() if found} == {
        "ZZ-A1": {f"{file}::test_zz_a1_first"},
        "ZZ-A2": {f"{file}::test_by_docstring"},
        "ZZ-A3": {f"{file}::test_by_docstring", f"{file}::test_zz_a3"},
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ZZ-A1", {"ZZ-A1"}),
        ("ZZ-A1, A2, and A3.", {"ZZ-A1", "ZZ-A2", "ZZ-A3"}),
        ("ZZ-A1,\n    A2", {"ZZ-A1", "ZZ-A2"}),
        ("ZZ-A1; A2", {"ZZ-A1"}),
        ("A1, YY-A2 and ZZ-A12", set()),
        ("ZZ-A1, A cards", {"ZZ-A1"}),
        ("XZZ-A1", set()),
    ],
)
def test_short_ids_follow_a_full_one(text: str, expected: set[str]) -> None:
    """After a full id others may follow in short, joined by commas or `and`."""
    assert ids_in(text, IDS) == expected


def test_an_example_has_the_functions_of_the_rules_it_shows(tmp_path: Path) -> None:
    """An example's functions come from its brackets; its tests have to cite it themselves."""
    make_sources(tmp_path)
    known = [Rule("ZZ-A4", "x", {}), Rule("ZZ-A9", "x", {}), Rule("ZZ-EX1", "x", {}, ("ZZ-A4", "ZZ-A9"))]
    assert scan(known, tmp_path) == {
        "ZZ-A4": {"functions": ["sim.games.duel.rules.Outcome"], "tests": []},
        "ZZ-A9": {"functions": [], "tests": []},
        "ZZ-EX1": {"functions": ["sim.games.duel.rules.Outcome"], "tests": []},
    }


def test_a_rule_is_covered_by_a_function_and_a_test() -> None:
    """One of the two is not enough."""
    cited = {
        "ZZ-A1": {"functions": ["f"], "tests": ["t"]},
        "ZZ-A2": {"functions": ["f"], "tests": []},
        "ZZ-A3": {"functions": [], "tests": ["t"]},
    }
    assert uncovered(cited) == ["ZZ-A2", "ZZ-A3"]
    text = as_json(cited, {"ZZ-A1": "a part"})
    assert json.loads(text) == {
        "ZZ-A1": {"functions": ["f"], "tests": ["t"], "pending": "a part"},
        "ZZ-A2": {"functions": ["f"], "tests": [], "pending": ""},
        "ZZ-A3": {"functions": [], "tests": ["t"], "pending": ""},
    }
    assert text.count("\n") == 5  # one line a rule and two braces


def test_coverage_joins_rulebook_and_citations(tmp_path: Path) -> None:
    """`id, text, option, functions, tests, pending` of each rule; a clear line when the file is missing or does not fit."""
    data = duel(tmp_path)
    with pytest.raises(InputError, match=r"^duel_coverage.json: no such file"):
        coverage(data, "duel")
    path = data.path / "rulebooks" / "duel_coverage.json"
    found = {rule_id: {"functions": ["f"], "tests": []} for rule_id in ("ZZ-A1", "ZZ-A2", "ZZ-EX1")}
    path.write_text(as_json(found, {"ZZ-A1": "the second joker"}), encoding="utf-8")
    rows = coverage(data, "duel")
    assert [row["id"] for row in rows] == ["ZZ-A1", "ZZ-A2", "ZZ-EX1"]
    assert rows[0] == {
        "id": "ZZ-A1",
        "text": "One deck. [option jokers = 4 | 0]",
        "option": "jokers",
        "functions": ["f"],
        "tests": [],
        "pending": "the second joker",
    }
    assert [row["option"] for row in rows] == ["jokers", "known, hand", ""]
    without_pending = json.dumps(found)
    for content in ("{", "[]", '{"ZZ-A1": 1}', without_pending):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(InputError, match=r"^duel_coverage.json: does not fit the rulebook"):
            coverage(data, "duel")


def test_pending_list_only_shrinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`python -m sim.rulebook` strikes covered ids, and never adds one: it fails instead."""
    data = duel(tmp_path, "**ZZ-A1** a\n\n**ZZ-A2** b\n\n**ZZ-A3** c\n")
    make_sources(tmp_path)
    listed = tmp_path / "pending_rules.txt"
    monkeypatch.setattr(rulebook, "PENDING", listed)
    monkeypatch.setattr(rulebook, "ROOT", tmp_path)
    monkeypatch.setattr(rulebook, "own_data", lambda: data)
    listed.write_text("ZZ-A1\nZZ-A2 partly: the other half\n", encoding="utf-8")
    assert main() == 0
    assert listed.read_text(encoding="utf-8") == "ZZ-A2 partly: the other half\n"
    assert capsys.readouterr().out == "duel: 3 rules, 0 without a function or a test, 1 built in part\n"
    assert [row["pending"] for row in coverage(data, "duel")] == ["", "the other half", ""]
    (tmp_path / "tests/test_duel.py").write_text("def test_zz_a1():\n    pass\n", encoding="utf-8")
    listed.write_text("ZZ-A3\n", encoding="utf-8")
    assert main() == 1
    assert listed.read_text(encoding="utf-8") == "ZZ-A3\n"
    assert "cited no longer, and not pending: ZZ-A2\n" in capsys.readouterr().out
    assert [row["pending"] for row in coverage(data, "duel")] == ["", "", "not built yet"]


def test_a_rule_built_in_part_is_no_excuse_for_a_lost_citation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rule listed as `partly` has to be cited for the part that is built."""
    data = duel(tmp_path, "**ZZ-A9** a\n")
    make_sources(tmp_path)
    (tmp_path / "pending.txt").write_text("ZZ-A9 partly: half of it\n", encoding="utf-8")
    for name, value in {"PENDING": tmp_path / "pending.txt", "ROOT": tmp_path, "own_data": lambda: data}.items():
        monkeypatch.setattr(rulebook, name, value)
    assert main() == 1
    assert "cited no longer, and not pending: ZZ-A9\n" in capsys.readouterr().out


@pytest.mark.parametrize("line", ["ZZ-A1 half", "ZZ-A1 partly:", "A1", "", "ZZ-A1 partly: x\n\nZZ-A2"])
def test_a_malformed_line_of_the_pending_list_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """An id alone, or `ID partly: what is missing`; nothing else."""
    monkeypatch.setattr(rulebook, "PENDING", tmp_path / "pending.txt")
    (tmp_path / "pending.txt").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"^pending.txt:[12]: expected an id, or `ID partly: what is missing`$"):
        pending()


# The shipped rulebooks

NUMBER_OF_RULES = {"J": 8, "T": 11, "D": 9, "B": 10, "E": 6, "H": 5, "I": 2, "Q": 5, "EX": 12}


def test_shipped_rulebook_has_every_paragraph() -> None:
    """All 68 ids of Monster Hunter TRPG, in the order of its sections."""
    expected = [f"RP-{section}{number}" for section, last in NUMBER_OF_RULES.items() for number in range(1, last + 1)]
    assert [rule.id for rule in rules(SHIPPED, "monster_hunter_trpg")] == expected


@pytest.mark.parametrize("game", GAMES)
def test_rulebook_marks_every_option(game: str) -> None:
    """Rulebook and option file name the same options, values and defaults under the same rules."""
    warnings: list[str] = []
    assert rulebook_problems(SHIPPED, game, read_options(SHIPPED, game), warnings) == []
    assert warnings == []


@pytest.mark.parametrize("game", GAMES)
def test_coverage_file_is_up_to_date(game: str) -> None:
    """`python -m sim.rulebook` would write the same bytes."""
    path = SHIPPED.path / "rulebooks" / f"{game}_coverage.json"
    cited = scan(rules(SHIPPED, game))
    assert path.read_text(encoding="utf-8") == as_json(cited, pending()), "run `python -m sim.rulebook`"


def test_pending_rules_are_those_not_covered_and_parts_of_those_covered() -> None:
    """A listed id that is covered has to be struck, one that is not has to be listed; a part is part of a covered rule."""
    cited = {rule_id: found for game in GAMES for rule_id, found in scan(rules(SHIPPED, game)).items()}
    bare = uncovered(cited)
    listed = pending()
    assert [rule_id for rule_id, what in listed.items() if what == rulebook.NOTHING_BUILT] == bare
    assert {rule_id for rule_id, what in listed.items() if what != rulebook.NOTHING_BUILT} <= cited.keys() - set(bare)
