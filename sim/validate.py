"""All of a data folder checked without a run: sheets, options and rulebooks (scenarios are checked by `sim.scenario`)."""

from __future__ import annotations

from collections.abc import Iterable

from sim.cards import DataFolder, GameSheets, read_options, sheet_problems
from sim.rulebook import rulebook_problems
from sim.schema import InputError


def validate(data: DataFolder, games: Iterable[GameSheets], warnings: list[str] | None = None) -> list[str]:
    """Everything that is wrong with the data of `games`, each line once; what is only odd is added to `warnings`.

    A fault of a sheet or an option that a scenario meets again is told in the same words there, so that it can be left out.
    """
    odd: list[str] = []
    problems: list[str] = []
    for sheets in games:
        problems += sheet_problems(data, sheets, odd)
        try:
            problems += rulebook_problems(data, sheets.game, read_options(data, sheets.game), odd)
        except InputError as error:
            problems.append(str(error))
    if warnings is not None:
        warnings += dict.fromkeys(odd)
    return list(dict.fromkeys(problems))
