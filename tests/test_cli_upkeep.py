"""The commands that keep house: init, validate, warm and report."""

from __future__ import annotations

import json
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import sim
from analysis.report import builder
from analysis.report.sections import JUDGEMENT
from analysis.studies.plays import DEFAULTS
from analysis.studies.scenarios import FEWEST_GAMES
from tests.command_line import GAME, SMALL, copy_data, documented, files_below, huntlab, program


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own copy of the data, which the commands find by themselves, and an empty folder to work in."""
    monkeypatch.delenv("HUNTLAB_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    return copy_data(tmp_path)


def test_init_gives_an_own_copy_that_the_other_commands_use(tmp_path: Path, data: Path) -> None:
    document = huntlab("init", "mine", "--json").json
    documented("init", document)
    copied = files_below(tmp_path / "mine")
    assert document == {"folder": "mine", "files": len(copied)}
    assert "cards/monster_hunter_trpg/weapons.csv" in copied
    assert "scenarios/judgement_quick.toml" in copied
    assert huntlab("--data", "mine", "list").code == 0
    assert "not empty" in huntlab("init", "mine").refusal()
    huntlab("init", "second", "--data", data)
    assert "scenarios/small.toml" in files_below(tmp_path / "second")


def test_validate_of_good_data_finds_nothing() -> None:
    document = huntlab("validate", "--json").json
    documented("validate", document)
    assert (document["problems"], document["warnings"]) == ([], [])
    assert huntlab("validate").out == "data: no problems\n"


def test_validate_names_every_problem_and_every_oddity(data: Path) -> None:
    """One bad cell, one bad scenario, one column that nothing reads."""
    weapons = data / "cards" / GAME / "weapons.csv"
    lines = weapons.read_text(encoding="utf-8-sig").splitlines()
    lines[4] = lines[4].replace("great_sword,4,", "great_sword,3/4,")
    weapons.write_text("\n".join(lines), encoding="utf-8")
    monsters = data / "cards" / GAME / "monsters.csv"
    rows = monsters.read_text(encoding="utf-8-sig").splitlines()
    monsters.write_text("\n".join(f"{row},{number or 'habitat'}" for number, row in enumerate(rows)), encoding="utf-8")
    (data / "scenarios" / "small.toml").write_text(SMALL.replace("seed = 5", "sed = 5"), encoding="utf-8")
    answer = huntlab("validate")
    assert answer.code == 2
    problems = answer.out.splitlines()
    assert 'weapons.csv:5 rarity: expected a whole number from 1 to 10, got "3/4"' in problems
    assert any(problem.startswith('small.toml: unknown key "sed"; did you mean seed?') for problem in problems)
    assert len(problems) == len(set(problems))
    (warning,) = answer.err.splitlines()
    assert 'monsters.csv:1: column "habitat" is not read' in warning
    as_json = huntlab("validate", "--json")
    assert as_json.code == 2
    assert json.loads(as_json.out)["problems"] == problems


def test_warm_names_what_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """And how long it took; with a full cache it only loads."""
    monkeypatch.setattr(sim, "warm", lambda: iter(["poker", "dice"]), raising=False)
    monkeypatch.setattr(sim, "is_compiled", lambda group: group == "shared", raising=False)
    answer = huntlab("warm", "--json")
    documented("warm", answer.json)
    assert answer.json["compiled"] == ["poker", "dice"]
    assert answer.err.splitlines() == ["compiling poker", "compiling dice"]
    assert huntlab("warm").out == "All kernels are ready; it took 0 s.\n"
    monkeypatch.setattr(sim, "is_compiled", lambda _group: True, raising=False)
    assert huntlab("warm").err.splitlines() == ["loading poker", "loading dice"]


class FakeReport(ModuleType):
    """Stands for analysis.report: notes how it was called and gives a report with the checks in `failed`."""

    failed: tuple[str, ...] = ()

    def build_report(self, data: Any, out: Path | None, *, scale: float, say: Any) -> Any:
        """As analysis.report has it."""
        say("playing")
        self.called = (data.path, out, scale)
        path = out or data.path / "results" / "report.html"
        return SimpleNamespace(path=path, failed_checks=list(self.failed))


@pytest.fixture
def fake_report(monkeypatch: pytest.MonkeyPatch) -> FakeReport:
    """A report that takes no time, with all kernels in the cache."""
    module = FakeReport("analysis.report")
    monkeypatch.setitem(sys.modules, "analysis.report", module)
    monkeypatch.setattr(sim, "is_compiled", lambda _group: True, raising=False)
    return module


def test_report_says_where_it_is(fake_report: FakeReport) -> None:
    answer = huntlab("report", "--json")
    documented("report", answer.json)
    assert answer.json == {"report": "data/results/report.html", "failed_checks": []}
    assert answer.err == "playing\n"
    assert fake_report.called == (Path("data"), None, 1.0)


def test_report_scales_the_usual_games(fake_report: FakeReport, data: Path) -> None:
    """A quarter of the games of all default scenarios is a scale of 1/4."""
    files = [data / "scenarios" / f"{name}.toml" for name in DEFAULTS]
    games = sum(tomllib.loads(path.read_text(encoding="utf-8"))["games"] for path in files)
    huntlab("report", "--games", games // 4, "--out", "r.html")
    assert fake_report.called[:2] == (Path("data"), Path("r.html"))
    assert fake_report.called[2] == pytest.approx(0.25, rel=1e-5)
    huntlab("report", "--scale", 0.5)
    assert fake_report.called[2] == 0.5
    assert "choose one" in huntlab("report", "--scale", 0.5, "--games", 3).refusal()


def test_report_says_how_many_games_belong_to_it(fake_report: FakeReport, data: Path) -> None:
    """Scenarios of two cells: eight games in each at least, whole games, and not a word if all is as asked."""
    for name in DEFAULTS:
        (data / "scenarios" / f"{name}.toml").write_text(SMALL.replace("120", "100"), encoding="utf-8")
    n = len(DEFAULTS)
    note = "{} games in place of {}: whole games, at least 8 in each cell.\nplaying\n"
    assert huntlab("report", "--games", 6 * n).err == note.format(n * 2 * 8, 6 * n)
    assert huntlab("report", "--games", 20 * n - 3).err == note.format(n * 2 * 10, 20 * n - 3)
    assert huntlab("report", "--games", 20 * n).err == "playing\n"
    assert huntlab("report", "--games", 30, "--quiet").err == ""
    assert f"at least {FEWEST_GAMES} in each cell" in " ".join(huntlab("report", "--help").out.replace("│", "").split())
    assert fake_report.called


def test_report_compiles_first_and_says_so(fake_report: FakeReport, monkeypatch: pytest.MonkeyPatch) -> None:
    """The silence is announced before it begins."""
    warmed: list[str] = []
    monkeypatch.setattr(sim, "is_compiled", lambda _group: False, raising=False)
    monkeypatch.setattr(sim, "warm", lambda: map(warmed.append, ["poker"]), raising=False)
    lines = huntlab("report").err.splitlines()
    assert [line.split(":")[0] for line in lines] == ["Compiling the kernels", "playing"]
    assert warmed == ["poker"]
    assert fake_report.called


@pytest.mark.parametrize("place", ["analysis.report.builder.default_runs", "analysis.report.builder.draw_chapters"])
def test_ctrl_c_during_a_report_says_one_line(place: str) -> None:
    """A real SIGINT, at the start of two of its steps."""
    module, _, name = place.rpartition(".")
    preparation = f"""
import os, signal, {module}
def press(*_):
    os.kill(os.getpid(), signal.SIGINT)
{module}.default_runs = {module}.check_runs = lambda *_: []
{module}.{name} = press
"""
    stopped = program(preparation, ("report", "--quiet"))
    assert (stopped.code, stopped.out) == (130, "")
    assert stopped.err == "Stopped; games that were finished are kept, the same command goes on from there.\n"


def test_ctrl_c_during_a_notebook_ends_it_and_its_kernel(tmp_path: Path) -> None:
    """A cell presses the key in its parent, which would else take the cell for a failed check."""
    cell = "import os, signal, time; os.kill(os.getppid(), signal.SIGINT); time.sleep(60)"
    preparation = f"""
import nbformat
from analysis.report import builder, notebooks
builder.default_runs = builder.check_runs = lambda *_: []
builder.draw_chapters = lambda *_: ([], None)
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell({cell!r})])
builder.notebooks.execute_all = lambda *_: notebooks.run(notebook)
"""
    stopped = program(preparation, ("report", "--quiet", "--out", tmp_path / "r.html"))
    assert (stopped.code, stopped.out) == (130, "")
    assert stopped.err == "Stopped; games that were finished are kept, the same command goes on from there.\n"


@pytest.mark.parametrize("out", [".", "", "sheet.csv/report.html", "sheet.csv/a/report.html"])
def test_a_place_where_no_report_can_be_is_refused_before_anything_is_played(
    fake_report: FakeReport, tmp_path: Path, out: str
) -> None:
    (tmp_path / "sheet.csv").write_text("a\n", encoding="utf-8")
    assert "huntlab: --out " in huntlab("report", "--out", out).refusal()
    assert not hasattr(fake_report, "called")


def test_report_with_a_failed_check_exits_with_1(fake_report: FakeReport) -> None:
    fake_report.failed = ("exact counts",)
    answer = huntlab("report")
    assert answer.code == 1
    assert answer.out.splitlines() == ["failed: exact counts", "data/results/report.html"]


def test_report_says_why_a_topic_cannot_be_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """On one line in the terminal, and in the document too, whatever the reason looks like."""

    def build(*_: object) -> None:
        raise sim.InputError("no rows with\n  hunter_cards 2")

    monkeypatch.setattr(sim, "is_compiled", lambda _group: True, raising=False)
    for name in ("default_runs", "check_runs", "write"):
        monkeypatch.setattr(builder, name, lambda *_: [])
    monkeypatch.setattr(builder.notebooks, "execute_all", lambda *_: [])
    section = replace(JUDGEMENT, topics={"Jokers": SimpleNamespace(build=build)}, checks=lambda _played: [])
    monkeypatch.setattr(builder, "SECTIONS", (section,))
    line = (
        "All topics are there, all names are drawn: Jokers: cannot be answered from these scenarios: "
        "no rows with hunter_cards 2"
    )
    plain, document = huntlab("report", "--quiet"), huntlab("report", "--quiet", "--json")
    assert (plain.code, plain.out.splitlines()) == (1, [f"failed: {line}", "data/results/report.html"])
    assert (document.code, json.loads(document.out)["failed_checks"]) == (1, [line])


@pytest.mark.usefixtures("fake_report")
@pytest.mark.parametrize("has_browser", [True, False])
def test_report_opens_in_the_browser_only_when_asked(monkeypatch: pytest.MonkeyPatch, *, has_browser: bool) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or has_browser)
    huntlab("report", "--out", "r.html")
    assert opened == []
    answer = huntlab("report", "--open", "--out", "r.html")
    assert opened == [Path("r.html").resolve().as_uri()]
    assert ("no browser" in answer.err) is not has_browser
