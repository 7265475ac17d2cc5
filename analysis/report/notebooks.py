"""Executes the notebooks of a checkout, so that the report can say that they run, and people can read them filled."""

from __future__ import annotations

import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from analysis.report.files import whole_file
from analysis.studies.scenarios import DataFolder, Say, say_nothing
from analysis.studies.trust import Check

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
"""The notebooks of a checkout; an installed package has none."""

TAG = "parameters"  # of the cell after which values are put in
SECONDS = 300  # for one cell
KERNEL = "python3"


def execute_all(data: DataFolder, out: Path, say: Say = say_nothing) -> list[Check]:
    """Execute every notebook on the runs that are there, write it to `out`, and say how it went."""
    return [execute(path, data, out, say) for path in sorted(FOLDER.glob("*.ipynb"))]


def execute(path: Path, data: DataFolder, out: Path, say: Say = say_nothing, scale: float | None = None) -> Check:
    """Execute one notebook in a kernel of its own; the check says whether all cells ran."""
    say(f"executing {path.name}")
    begin = time.monotonic()
    notebook = with_parameters(nbformat.read(path, as_version=4), {"data_folder": str(data.path.resolve()), "scale": scale})
    problem = _run(notebook)
    with whole_file(out / path.name) as temporary:
        nbformat.write(notebook, temporary)
    cells = sum(cell.cell_type == "code" for cell in notebook.cells)
    fine = f"{cells} cells in {time.monotonic() - begin:.0f} s, written to {out.name}/{path.name}"
    return Check(f"Notebook {path.name} runs", not problem, problem or fine)


def with_parameters(notebook: NotebookNode, values: dict[str, object]) -> NotebookNode:
    """The notebook with a cell of values (those that are not None) after its parameters."""
    place = next(number for number, cell in enumerate(notebook.cells, start=1) if TAG in cell.metadata.get("tags", []))
    lines = [f"{name} = {value!r}" for name, value in values.items() if value is not None]
    notebook.cells.insert(place, nbformat.v4.new_code_cell("\n".join(lines), metadata={"tags": ["injected-parameters"]}))
    return notebook


def _run(notebook: NotebookNode) -> str:
    """Run all cells from the project's folder; what went wrong, or nothing."""
    client = NotebookClient(
        notebook, timeout=SECONDS, kernel_name=KERNEL, resources={"metadata": {"path": str(FOLDER.parent)}}
    )
    try:
        client.execute()
    except CellExecutionError as error:
        return f"{error.ename}: {error.evalue}"
    return ""
