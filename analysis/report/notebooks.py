"""Executes the notebooks of a checkout, so that the report can say that they run, and people can read them filled."""

from __future__ import annotations

import os
import time
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from jupyter_client.kernelspec import NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from traitlets.config import Config

from analysis.report.files import whole_file
from analysis.studies.scenarios import DataFolder, Say, say_nothing
from analysis.studies.trust import Check

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
"""The notebooks of a checkout; an installed package has none."""

TAG = "parameters"  # of the cell after which values are put in
SECONDS = 300  # for one cell
KERNEL = "python3"
STOPPED = "_async_cleanup_kernel_future"  # what a client has after Ctrl-C, which it takes for itself and then stumbles over
PROBLEMS = (CellExecutionError, CellTimeoutError, DeadKernelError, NoSuchKernel)


def execute_all(data: DataFolder, out: Path, scale: float = 1.0, say: Say = say_nothing) -> list[Check]:
    """Execute every notebook on the runs that are there, write it to `out`, and say how it went."""
    return [execute(path, data, out, scale, say) for path in sorted(FOLDER.glob("*.ipynb"))]


def execute(path: Path, data: DataFolder, out: Path, scale: float = 1.0, say: Say = say_nothing) -> Check:
    """Execute one notebook in a kernel of its own; the check says whether all cells ran."""
    say(f"executing {path.name}")
    begin = time.monotonic()
    notebook = with_parameters(read(path), {"data_folder": str(data.path.resolve()), "scale": scale})
    problem = run(notebook)
    with whole_file(out / path.name) as temporary:
        nbformat.write(notebook, temporary)  # type: ignore[no-untyped-call]
    cells = sum(cell.cell_type == "code" for cell in notebook.cells)
    fine = f"{cells} cells in {time.monotonic() - begin:.0f} s, written to {out.name}/{path.name}"
    return Check(f"Notebook {path.name} runs", not problem, problem or fine)


def read(path: Path) -> NotebookNode:
    """A notebook file."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def with_parameters(notebook: NotebookNode, values: dict[str, object]) -> NotebookNode:
    """The notebook with a cell of values after its parameters."""
    place = next(number for number, cell in enumerate(notebook.cells, start=1) if TAG in cell.metadata.get("tags", []))
    source = "\n".join(f"{name} = {value!r}" for name, value in values.items())
    injected = nbformat.v4.new_code_cell(source, metadata={"tags": ["injected-parameters"]})  # type: ignore[no-untyped-call]
    notebook.cells.insert(place, injected)
    return notebook


def run(notebook: NotebookNode) -> str:
    """Run all cells in the project's folder; what went wrong, or nothing."""
    where = {"metadata": {"path": str(FOLDER.parent)}}
    with private_connection() as config:
        client = NotebookClient(notebook, kernel_name=KERNEL, config=config, timeout=SECONDS, resources=where)
        client.shutdown_kernel = "immediate"  # one that has time for its goodbyes complains after Ctrl-C
        try:
            client.execute()
        except (Exception, CancelledError) as error:
            if hasattr(client, STOPPED):
                raise KeyboardInterrupt from error
            if not isinstance(error, PROBLEMS):
                raise
            told = [getattr(error, name, "") for name in ("ename", "evalue")]
            return ": ".join(filter(None, told)) or str(error).strip() or type(error).__name__
    return ""


@contextmanager
def private_connection() -> Iterator[Config]:
    """How to talk to a kernel: by sockets in a folder of its own, where the system has such, not by open ports."""
    with TemporaryDirectory() as folder:
        socket = {"transport": "ipc", "ip": str(Path(folder) / "kernel")}
        yield Config(ConnectionFileMixin=socket if os.name == "posix" else {})
