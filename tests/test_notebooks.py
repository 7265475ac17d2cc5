"""The notebooks: stored without outputs, calling the analysis only, and running from top to bottom."""

from __future__ import annotations

import ast
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

import sim
from analysis.report import notebooks
from analysis.studies.scenarios import DataFolder
from tests.broken_runs import SHIPPED

PATHS = sorted(notebooks.FOLDER.glob("*.ipynb"))
SCALE = 0.002  # 8 games a cell


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    """Each notebook in turn."""
    return Path(request.param)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> DataFolder:
    """A copy of the data, so that results stay out of the checkout."""
    return DataFolder(sim.copy_data(tmp_path_factory.mktemp("notebooks") / "data", SHIPPED), is_shipped=False)


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    """The cells with code."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_there_are_a_tour_and_one_for_each_play() -> None:
    """Those that the README names."""
    assert [path.stem for path in PATHS] == ["hunt", "judgement", "tour"]


def test_notebooks_are_stored_clean(path: Path) -> None:
    """Valid, for the kernel `python3`, without outputs, counts and anything of the machine they were written on."""
    notebook = notebooks.read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    for cell in code_cells(notebook):
        assert cell.outputs == []
        assert cell.execution_count is None


def test_notebooks_have_one_cell_of_parameters_and_a_text_before_every_section(path: Path) -> None:
    """First a title, then the parameters; each heading is followed by a sentence, a chart and a table."""
    notebook = notebooks.read(path)
    tagged = [number for number, cell in enumerate(notebook.cells) if notebooks.TAG in cell.metadata.get("tags", [])]
    assert tagged == [1]
    assert notebook.cells[0].source.startswith("# ")
    sections = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"][1:]
    assert len(sections) >= 6
    assert all(section.startswith("## ") and len(section.splitlines()) > 2 for section in sections)


def test_notebooks_call_the_analysis_and_hold_no_logic(path: Path) -> None:
    """Imports from `analysis` alone; no function, loop or branch."""
    for cell in code_cells(notebooks.read(path)):
        source = "\n".join(line for line in cell.source.splitlines() if not line.startswith("%"))
        for node in ast.walk(ast.parse(source)):
            assert not isinstance(node, ast.Import | ast.FunctionDef | ast.For | ast.While | ast.If | ast.With | ast.Lambda)
            if isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] == "analysis"


def test_notebooks_run_from_top_to_bottom(path: Path, data: DataFolder, tmp_path: Path) -> None:
    """With few games, in a kernel of their own; every section shows something, nothing goes to stderr or stays behind."""
    check = notebooks.execute(path, data, tmp_path, SCALE)
    assert check.passed, check.found
    assert not list(notebooks.FOLDER.parent.glob("kernel*"))
    filled = notebooks.read(tmp_path / path.name)
    shown = [cell.outputs for cell in code_cells(filled)]
    assert all(
        outputs or place < 3 for place, outputs in enumerate(shown)
    )  # parameters (two cells) and imports show nothing
    kinds = [kind for outputs in shown for output in outputs for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") >= 3
    assert kinds.count("text/html") >= 5
    assert not [output for outputs in shown for output in outputs if output.get("name") == "stderr"]


def test_parameters_are_put_in_after_the_cell_that_holds_them() -> None:
    """Their own defaults stay, and are overwritten by the next cell."""
    cells = [nbformat.v4.new_code_cell("a = 1", metadata={"tags": [notebooks.TAG]}), nbformat.v4.new_code_cell("a")]
    changed = notebooks.with_parameters(nbformat.v4.new_notebook(cells=cells), {"a": 2, "b": "x"})
    assert [cell.source for cell in changed.cells] == ["a = 1", "a = 2\nb = 'x'", "a"]
