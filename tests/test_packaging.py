"""The wheel works in an empty environment and folder; the lock is whole and names no address; the two commands exist."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from sim.version import __version__

ONE_WHEEL = pytest.mark.xdist_group("wheel")  # one worker builds and installs the wheel once
SCENARIO = "judgement_quick"
MOVED_BY_USER = ("PYTHONPATH", "PYTHONHOME", "HUNTLAB_DATA")
NEVER_SHIPPED = ("tests", "notebooks", "sim/shipped/results", "data")

# Five cards of one pack of 52: the published counts by class; no jokers.
FIVE_OF_52 = {
    "NoP": 1302540,
    "1P": 1098240,
    "2P": 123552,
    "3C": 54912,
    "ST": 10200,
    "FL": 5108,
    "FH": 3744,
    "4C": 624,
    "SF": 36,
    "RSF": 4,
    "5C": 0,
}


def project(root: Path) -> dict[str, Any]:
    """The settings of pyproject.toml."""
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


# The wheel


@pytest.fixture(scope="session")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without network from a copy of the sources in which an old run lies about."""
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(root / name, source)
    for name in ("sim", "analysis", "data"):
        shutil.copytree(root / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "results"))
    (source / "data" / "results" / "old").mkdir(parents=True)
    (source / "data" / "results" / "old" / "games.parquet").write_bytes(b"PAR1")
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = target.glob("*.whl")
    return built


@dataclass(frozen=True)
class Installed:
    """The command `huntlab` of an environment of its own, and an empty folder to start it in."""

    command: Path
    folder: Path
    cache: Path

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Start `huntlab` with `arguments` in the folder; `variables` are added to the environment."""
        surroundings = {name: value for name, value in os.environ.items() if name not in MOVED_BY_USER}
        surroundings |= {"HUNTLAB_CACHE": str(self.cache), "COLUMNS": "200"} | variables
        command = [str(self.command), *arguments]
        return subprocess.run(command, cwd=self.folder, env=surroundings, check=False, capture_output=True, text=True)


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment that holds the wheel alone and sees the libraries of this one."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    packages = next((home / "lib").glob("python*/site-packages"))
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home


@pytest.fixture(scope="session")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kernel cache for the installed copy."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def huntlab(environment: Path, kernels: Path, tmp_path: Path) -> Installed:
    """The installed command in an empty folder."""
    return Installed(environment / "bin" / "huntlab", tmp_path, kernels)


@ONE_WHEEL
def test_the_wheel_holds_both_packages_and_the_data_but_no_results(wheel: Path, root: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    code = {path.relative_to(root).as_posix() for package in ("sim", "analysis") for path in (root / package).rglob("*.py")}
    assert code <= names
    data = {path.relative_to(root / "data") for path in (root / "data").rglob("*") if path.is_file()}
    shipped = {f"sim/shipped/{path.as_posix()}" for path in data if path.parts[0] != "results"}
    assert f"sim/shipped/scenarios/{SCENARIO}.toml" in shipped
    assert shipped <= names
    assert [name for name in names if name.startswith(tuple(f"{folder}/" for folder in NEVER_SHIPPED))] == []
    assert [name for name in names if "__pycache__" in name] == []


@ONE_WHEEL
def test_the_installed_command_says_its_version(huntlab: Installed) -> None:
    answer = huntlab.run("--version")
    assert answer.returncode == 0, answer.stderr
    assert __version__ in answer.stdout


@ONE_WHEEL
def test_the_installed_odds_of_five_cards_are_the_published_ones(huntlab: Installed) -> None:
    answer = huntlab.run("odds", "--cards", "5", "--packs", "1", "--jokers", "0", "--exact", "--json")
    assert answer.returncode == 0, answer.stderr
    odds = json.loads(answer.stdout)
    assert odds["counts"] == FIVE_OF_52
    assert odds["total"] == 2_598_960


@ONE_WHEEL
def test_the_installed_list_names_the_shipped_scenario(huntlab: Installed) -> None:
    answer = huntlab.run("list")
    assert answer.returncode == 0, answer.stderr
    assert SCENARIO in answer.stdout


@ONE_WHEEL
def test_the_installed_run_writes_its_tables(huntlab: Installed) -> None:
    answer = huntlab.run("run", SCENARIO, "--games", "2000", "--threads", "1", "--out", "first", "--json")
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout)["digest"]
    assert (huntlab.folder / "first" / "run.json").is_file()
    assert list((huntlab.folder / "first").glob("*.parquet"))


# The first steps of the command


@ONE_WHEEL
def test_a_file_of_the_user_that_hides_the_package_is_refused_with_one_line(huntlab: Installed) -> None:
    mine = huntlab.folder / "analysis.py"
    mine.write_text("print('mine')\n", encoding="utf-8")
    answer = huntlab.run("list", PYTHONPATH=".")
    assert answer.returncode == 2
    assert answer.stdout == ""
    (line,) = answer.stderr.splitlines()
    assert f"{mine} hides huntlab's own package analysis" in line


@ONE_WHEEL
def test_a_folder_of_the_user_that_hides_the_package_is_refused_too(huntlab: Installed) -> None:
    (huntlab.folder / "analysis").mkdir()
    (huntlab.folder / "analysis" / "__init__.py").touch()
    assert huntlab.run("list", PYTHONPATH=".").returncode == 2


@ONE_WHEEL
def test_a_file_of_that_name_that_python_does_not_look_at_is_no_trouble(huntlab: Installed) -> None:
    (huntlab.folder / "analysis.py").write_text("1 / 0\n", encoding="utf-8")
    assert huntlab.run("--version").returncode == 0


def start_with(command_line: str, folder: Path) -> list[str]:
    """A command that runs `sim.entry.main` with `command_line` (the body of a function) for `analysis.cli.app`."""
    program = folder / "start.py"
    body = "\n".join(f"    {line}" for line in command_line.splitlines())
    program.write_text(
        "import sys, types\n"
        "import sim.entry\n"
        f"def app():\n{body}\n"
        "module = types.ModuleType('analysis.cli')\n"
        "module.app = app\n"
        "sys.modules['analysis.cli'] = module\n"
        "sys.exit(sim.entry.main())\n",
        encoding="utf-8",
    )
    return [sys.executable, str(program)]


@pytest.fixture
def surroundings(root: Path) -> dict[str, str]:
    """The environment with the project on Python's path."""
    return os.environ | {"PYTHONPATH": str(root)}


@pytest.mark.parametrize(
    ("command_line", "code"),
    [
        ("pass", 0),
        ("sys.exit(1)", 1),
        ("raise KeyboardInterrupt", 130),
        ("import typer\ndef stop(): raise KeyboardInterrupt\ntyper.run(stop)", 130),
    ],
)
def test_the_exit_code_is_the_commands_own_or_130_after_ctrl_c(
    command_line: str, code: int, tmp_path: Path, surroundings: dict[str, str]
) -> None:
    command = start_with(command_line, tmp_path)
    answer = subprocess.run(command, env=surroundings, check=False, capture_output=True, text=True)
    assert answer.returncode == code
    assert "Traceback" not in answer.stderr


def test_ctrl_c_in_the_middle_of_work_leaves_no_traceback(tmp_path: Path, surroundings: dict[str, str]) -> None:
    command = start_with("import time\nprint('ready', flush=True)\ntime.sleep(60)", tmp_path)
    with subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=30)
    assert process.returncode == 130
    assert complaints == "Stopped.\n"


@pytest.mark.parametrize(
    "command_line",
    [
        "print('x' * 100_000)\nprint('y' * 100_000)",
        "print('short')",
        "import typer\ntyper.run(lambda: print('x' * 100_000))",
        "import rich\nrich.print('line\\n' * 20_000)",
    ],
    ids=["print", "last words", "typer", "rich"],
)
def test_a_reader_that_has_gone_leaves_no_traceback(command_line: str, tmp_path: Path, surroundings: dict[str, str]) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        command = start_with(command_line, tmp_path)
        answer = subprocess.run(command, env=surroundings, check=False, stdout=closed, stderr=subprocess.PIPE, text=True)
    assert answer.stderr == ""
    assert answer.returncode == 141


def test_a_name_that_the_terminal_cannot_show_is_written_in_its_own_way(
    tmp_path: Path, surroundings: dict[str, str]
) -> None:
    command = start_with("print('リオレウス')", tmp_path)
    ascii_only = surroundings | {"PYTHONIOENCODING": "ascii"}
    answer = subprocess.run(command, env=ascii_only, check=False, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith(r"\u30ea\u30aa")


# The lock


@dataclass(frozen=True)
class Pin:
    """One requirement of the lock and its hashes."""

    requirement: Requirement
    hashes: list[str]


@pytest.fixture(scope="module")
def lock(root: Path) -> list[Pin]:
    """The pins of requirements.lock."""
    text = re.sub(r"^\s*#.*\n", "", (root / "requirements.lock").read_text(encoding="utf-8"), flags=re.MULTILINE)
    pins = []
    for line in text.replace("\\\n", " ").splitlines():
        requirement, *hashes = re.split(r"\s+--hash=", line.strip())
        pins.append(Pin(Requirement(requirement), hashes))
    return pins


def asked_for(settings: dict[str, Any]) -> list[Requirement]:
    """Everything that pyproject.toml asks for: to build, to run, with every extra and group."""
    texts = [*settings["build-system"]["requires"], *settings["project"]["dependencies"]]
    tables = [*settings["project"]["optional-dependencies"].values(), *settings["dependency-groups"].values()]
    texts += [entry for table in tables for entry in table if isinstance(entry, str)]
    return [Requirement(text) for text in texts]


def needed(names: set[NormalizedName], extras_of: dict[str, set[str]]) -> Iterator[NormalizedName]:
    """The names in `names` and, as far as they are installed here, of everything that they need on this machine."""
    seen: set[NormalizedName] = set()
    waiting = set(names)
    while waiting:
        name = waiting.pop()
        seen.add(name)
        yield name
        try:
            requirements = [Requirement(text) for text in distribution(name).requires or []]
        except PackageNotFoundError:
            continue
        extras = {"", *extras_of.get(name, set())}
        for requirement in requirements:
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in extras):
                child = canonicalize_name(requirement.name)
                extras_of.setdefault(child, set()).update(requirement.extras)
                waiting |= {child} - seen


def test_every_pin_of_the_lock_is_exact_and_has_a_hash(lock: list[Pin]) -> None:
    assert len(lock) > 100
    for pin in lock:
        assert [clause.operator for clause in pin.requirement.specifier] == ["=="], pin.requirement
        assert pin.requirement.url is None
        assert pin.hashes, pin.requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", text) for text in pin.hashes), pin.requirement


def test_the_lock_names_no_address_and_no_option(root: Path) -> None:
    lines = (root / "requirements.lock").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "://" in line or " @ " in line or line.startswith(("-", "/", "."))] == []


def test_the_lock_meets_everything_that_the_project_asks_for(lock: list[Pin], root: Path) -> None:
    for wish in asked_for(project(root)):
        pins = [pin.requirement for pin in lock if canonicalize_name(pin.requirement.name) == canonicalize_name(wish.name)]
        assert pins, f"{wish} is not locked; run `make lock`"
        for pin in pins:
            (clause,) = pin.specifier
            assert wish.specifier.contains(clause.version), f"{pin} does not meet {wish}; run `make lock`"


def test_the_lock_holds_everything_that_the_installed_packages_need(lock: list[Pin], root: Path) -> None:
    applicable = {
        canonicalize_name(wish.name) for wish in asked_for(project(root)) if not wish.marker or wish.marker.evaluate()
    }
    locked = {canonicalize_name(pin.requirement.name) for pin in lock}
    assert set(needed(applicable, {})) - locked == set()


@pytest.mark.parametrize("name", ["numba", "numpy", "pandas", "pyarrow", "scipy"])
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14", "3.15"])
def test_each_supported_python_gets_exactly_one_version(lock: list[Pin], name: str, version: str) -> None:
    surroundings = {"python_version": version, "python_full_version": f"{version}.9"}
    markers = [pin.requirement.marker for pin in lock if pin.requirement.name == name]
    assert sum(marker is None or marker.evaluate(surroundings) for marker in markers) == 1


# The two commands


def targets(root: Path) -> set[str]:
    """The targets of the Makefile."""
    return set(re.findall(r"^([a-z]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_every_make_command_of_the_readme_exists_and_both_main_ones_are_told(root: Path) -> None:
    told = set(re.findall(r"(?:^\s*|`)make ([a-z]+)\b", (root / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"report", "test"} <= told
    assert told <= targets(root)


def test_ci_runs_both_commands(root: Path) -> None:
    script = root / ".ci" / "run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True)
    assert re.findall(r"^make ([a-z]+)", script.read_text(encoding="utf-8"), re.MULTILINE) == ["test", "report"]
