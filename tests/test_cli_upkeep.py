"""The commands that keep house: init, validate, warm and report."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import sim
from tests.command_line import GAME, SMALL, copy_data, documented, files_below, huntlab


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
    monkeypatch.setattr(sim, "warm", lambda: iter(["poker", "dice"]), raising=False)
    answer = huntlab("warm", "--json")
    documented("warm", answer.json)
    assert answer.json["compiled"] == ["poker", "dice"]
    assert answer.err.splitlines() == ["compiling poker", "compiling dice"]


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
    """A report that takes no time."""
    module = FakeReport("analysis.report")
    monkeypatch.setitem(sys.modules, "analysis.report", module)
    return module


def test_report_says_where_it_is(fake_report: FakeReport) -> None:
    answer = huntlab("report", "--json")
    documented("report", answer.json)
    assert answer.json == {"report": "data/results/report.html", "failed_checks": []}
    assert answer.err == "playing\n"
    assert fake_report.called == (Path("data"), None, 1.0)


def test_report_scales_the_usual_games(fake_report: FakeReport, data: Path) -> None:
    """A quarter of the games of all default scenarios is a scale of 1/4."""
    files = (data / "scenarios").glob("judgement_*.toml")
    games = sum(tomllib.loads(path.read_text(encoding="utf-8"))["games"] for path in files if path.stem != "judgement_quick")
    huntlab("report", "--games", games // 4, "--out", "r.html")
    assert fake_report.called[:2] == (Path("data"), Path("r.html"))
    assert fake_report.called[2] == pytest.approx(0.25, rel=1e-5)
    huntlab("report", "--scale", 0.5)
    assert fake_report.called[2] == 0.5
    assert "choose one" in huntlab("report", "--scale", 0.5, "--games", 3).refusal()


def test_report_with_a_failed_check_exits_with_1(fake_report: FakeReport) -> None:
    fake_report.failed = ("exact counts",)
    answer = huntlab("report")
    assert answer.code == 1
    assert answer.out.splitlines() == ["failed: exact counts", "data/results/report.html"]


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
