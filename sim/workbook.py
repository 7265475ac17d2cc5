"""Sheets that come as .xlsx files: the cells of one worksheet as text, as CSV would hold them."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sim.data_folder import read_bytes, shown_name
from sim.schema import InputError


def workbook_rows(path: Path, sheet_name: str) -> Iterator[tuple[int, list[str]]]:
    """The number and the cells of each row of the only worksheet, or of the one named `sheet_name`.

    Raises InputError for a file that is no workbook, for several worksheets of other names and for formulas: their values
    depend on the program that saved the file last.
    """
    name = shown_name(path)
    worksheet = _worksheet(_open(path, name), sheet_name, name)
    for number, row in enumerate(worksheet.iter_rows(), start=1):
        for cell in row:
            if cell.data_type == "f":
                raise InputError(f"{name}:{number}: cell {cell.coordinate} holds a formula; put its value")
        yield number, [_text(cell.value) for cell in row]


def _open(path: Path, name: str) -> Any:
    """The workbook; openpyxl is loaded only here, since few designers need it and it takes a while."""
    import openpyxl  # noqa: PLC0415 - see above

    content = io.BytesIO(read_bytes(path))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about colours and drop-down lists that are not read anyway
        try:
            return openpyxl.load_workbook(content)
        except Exception as error:  # a damaged file fails in many ways inside openpyxl
            raise InputError(f"{name}: not an Excel workbook, or a damaged one") from error


def _worksheet(workbook: Any, sheet_name: str, name: str) -> Any:
    worksheets = {worksheet.title: worksheet for worksheet in workbook.worksheets}
    if len(worksheets) == 1:
        return next(iter(worksheets.values()))
    if sheet_name in worksheets:
        return worksheets[sheet_name]
    raise InputError(f"{name}: {len(worksheets)} worksheets; name the one to read {sheet_name}")


def _text(value: object) -> str:
    """A cell's value as CSV would write it: whole numbers without a point."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
