"""The files of a report: charts as SVG and PNG, tables as CSV and Parquet, and how the page holds a chart."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from matplotlib.figure import Figure

from analysis.charts.style import save_figure
from analysis.report.parts import Exhibit
from analysis.studies import scenarios
from sim.schema import InputError

KINDS = {".svg": "image/svg+xml", ".png": "image/png"}


@dataclass(frozen=True)
class Picture:
    """A chart as the page holds it: inside the page, as an image of its own, so that no id of it meets another's."""

    data: str  # a data: address
    width: int  # pixels at normal size
    height: int


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """The simulator's own `whole_file`, in a folder that is made if need be: whole or not at all, else InputError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from error
    with scenarios.whole_file(path) as temporary:
        yield temporary


def write_exhibit(exhibit: Exhibit, folder: Path) -> Picture | None:
    """Write an exhibit's table and chart; the chart for the page, None if it has none."""
    with whole_file(folder / f"{exhibit.id}.csv") as temporary:
        exhibit.data.to_csv(temporary, index=False, encoding="utf-8-sig")
    with whole_file(folder / f"{exhibit.id}.parquet") as temporary:
        exhibit.data.to_parquet(temporary, index=False)
    return None if exhibit.figure is None else picture(exhibit.figure, folder / exhibit.id)


def picture(figure: Figure, path_stem: Path) -> Picture:
    """Save a chart and take the smaller of its two files."""
    try:
        files = save_figure(figure, path_stem)
        smallest = min(files, key=lambda path: path.stat().st_size)
        content = base64.b64encode(smallest.read_bytes()).decode()
    except OSError as error:
        raise InputError(f"{path_stem}: cannot be written ({error.strerror or error})") from error
    width, height = figure.get_size_inches() * 96
    return Picture(f"data:{KINDS[smallest.suffix]};base64,{content}", round(width), round(height))
