"""Imports run down: the contracts of pyproject.toml hold, and each one catches what it is there for."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

DOWN_IN_SIM = "Imports run down in sim"
DOWN_IN_ANALYSIS = "Imports run down in analysis"
DOWN_IN_GAME = "Imports run down in a game"
BEHIND_THE_DOOR = "Behind the front door of sim, analysis sees sim.schema alone"
DOOR = "Only analysis.cli and analysis.studies use the front door of sim"
NUMBA = "numba has one door, sim.jit"

ALLOWED = [
    ("analysis/cli/play.py", "import sim"),
    ("analysis/cli/play.py", "from analysis import report"),
    ("analysis/studies/swap.py", "from sim import simulate"),
    ("analysis/tables.py", "from sim.schema import InputError"),
    ("analysis/charts/heat.py", "from sim.schema import Table"),
    ("sim/trace.py", "import sim.games.checkers.play"),
    ("sim/games/checkers/play.py", "from sim.games.checkers import state"),
    ("sim/games/checkers/rules.py", "from sim import deck, jit, rng"),
]

WRONG = [
    ("sim/rng.py", "import sim.deck", DOWN_IN_SIM),
    ("sim/rng.py", "from sim import run", DOWN_IN_SIM),
    ("sim/poker/odds.py", "from sim.games.checkers import rules", DOWN_IN_SIM),
    ("sim/batch.py", "import sim.results", DOWN_IN_SIM),
    ("sim/schema.py", "import sim.jit", DOWN_IN_SIM),
    ("sim/statistics.py", "", DOWN_IN_SIM),
    ("sim/schema.py", "import analysis.tables", "analysis stands on sim"),
    ("sim/entry.py", "def start():\n    import analysis.cli", "analysis stands on sim"),
    ("sim/games/checkers/state.py", "import sim.games.checkers.play", DOWN_IN_GAME),
    ("sim/games/checkers/rules.py", "from sim.games.checkers import policy", DOWN_IN_GAME),
    ("sim/games/checkers/openings.py", "", DOWN_IN_GAME),
    ("sim/games/checkers/rules.py", "from sim.games.chess import rules", "Games never import each other"),
    ("analysis/tables.py", "import analysis.estimators", DOWN_IN_ANALYSIS),
    ("analysis/charts/heat.py", "import analysis.report", DOWN_IN_ANALYSIS),
    ("analysis/statistics.py", "", DOWN_IN_ANALYSIS),
    ("analysis/cli/play.py", "from sim import rng", BEHIND_THE_DOOR),
    ("analysis/cli/play.py", "from sim.schema import InputError", BEHIND_THE_DOOR),
    ("analysis/studies/swap.py", "import sim.run", BEHIND_THE_DOOR),
    ("analysis/charts/heat.py", "from sim.games.checkers.rules import x", BEHIND_THE_DOOR),
    ("analysis/tables.py", "import sim", DOOR),
    ("analysis/report/builder.py", "from sim import simulate", DOOR),
    ("sim/run.py", "from sim import simulate", DOOR),
    ("sim/deck.py", "import numba", NUMBA),
    ("analysis/estimators.py", "from numba import njit", NUMBA),
    ("sim/poker/odds.py", "from llvmlite import ir", NUMBA),
    ("sim/results.py", "from scipy import stats", "No statistics and no pictures in sim"),
]


def broken_contracts(folder: Path) -> set[str]:
    """The names of the contracts that the packages in `folder` break; an error of the linter itself is raised."""
    outcome = subprocess.run([LINT_IMPORTS, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)
    lines = [line.strip() for line in outcome.stdout.splitlines()]
    broken = {line.removesuffix(" BROKEN") for line in lines if line.endswith(" BROKEN")}
    assert outcome.returncode == bool(broken), outcome.stdout + outcome.stderr
    assert any(line.startswith("Contracts: ") for line in lines), outcome.stdout
    return broken


def contracts(root: Path) -> list[dict[str, Any]]:
    """The import contracts of pyproject.toml."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return list(settings["tool"]["importlinter"]["contracts"])


def modules_of(contract: dict[str, Any]) -> Iterator[str]:
    """The names that stand in the layers of a contract."""
    for layer in contract["layers"]:
        for name in layer.replace("|", ":").split(":"):
            yield name.strip(" ()")


def write(folder: Path, module: str, text: str = "") -> None:
    """Add `text` to the file `module`; every folder on the way becomes a package."""
    path = folder / module
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(text + "\n")
    for parent in path.relative_to(folder).parents:
        if parent != Path():
            (folder / parent / "__init__.py").touch()


@pytest.fixture
def house(tmp_path: Path, root: Path) -> Path:
    """An empty house: every module that the contracts name, two games, a study, a chart, and nothing in them."""
    shutil.copy(root / "pyproject.toml", tmp_path)
    layers = {contract["name"]: list(modules_of(contract)) for contract in contracts(root) if contract["type"] == "layers"}
    folders = {"charts", "cli", "games", "poker", "report", "studies"}
    for name, package in ((DOWN_IN_SIM, "sim"), (DOWN_IN_ANALYSIS, "analysis")):
        for module in layers[name]:
            write(tmp_path, f"{package}/{module}/__init__.py" if module in folders else f"{package}/{module}.py")
    for game in ("checkers", "chess"):
        for module in layers[DOWN_IN_GAME]:
            write(tmp_path, f"sim/games/{game}/{module}.py")
    write(tmp_path, "sim/poker/odds.py")
    for module in ("charts/heat.py", "cli/play.py", "report/builder.py", "studies/swap.py"):
        write(tmp_path, f"analysis/{module}")
    write(tmp_path, "sim/jit.py", "import llvmlite\nimport numba")
    return tmp_path


def test_the_project_keeps_every_import_contract(root: Path) -> None:
    assert broken_contracts(root) == set()


def test_imports_that_run_down_are_allowed(house: Path) -> None:
    for module, line in ALLOWED:
        write(house, module, line)
    assert broken_contracts(house) == set()


@pytest.mark.parametrize(("module", "line", "contract"), WRONG, ids=[f"{module}: {line}" for module, line, _ in WRONG])
def test_a_wrong_import_breaks_its_contract(house: Path, module: str, line: str, contract: str) -> None:
    write(house, module, line)
    assert contract in broken_contracts(house)


def test_every_contract_is_shown_to_catch_something(root: Path) -> None:
    assert {contract["name"] for contract in contracts(root)} == {name for _, _, name in WRONG}


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("sim", {"numba", "numpy", "pandas", "pyarrow"}),
        ("sim.schema", {"numba", "numpy", "pandas", "pyarrow"}),
        ("sim.entry", {"numba", "numpy", "pandas", "pyarrow", "typer", "analysis"}),
        ("analysis.tables", {"numba", "llvmlite"}),
    ],
)
def test_importing_a_light_module_loads_nothing_heavy(root: Path, module: str, unwanted: set[str]) -> None:
    program = f"import json, sys, {module}; print(json.dumps(sorted({{name.partition('.')[0] for name in sys.modules}})))"
    answer = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True).stdout
    loaded = set(json.loads(answer))
    assert module.partition(".")[0] in loaded
    assert not loaded & unwanted


def imported_by_notebook(path: Path) -> set[str]:
    """The packages that the code cells of a notebook import."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    lines = [line for cell in code for line in cell.splitlines() if not line.lstrip().startswith(("%", "!"))]
    found: set[str] = set()
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def test_notebooks_call_analysis_and_never_sim(root: Path) -> None:
    notebooks = sorted((root / "notebooks").glob("*.ipynb"))
    assert notebooks
    for path in notebooks:
        packages = imported_by_notebook(path)
        assert "analysis" in packages, path.name
        assert not packages & {"sim", "numba"}, path.name
