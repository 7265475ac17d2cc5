"""What `huntlab judge` shows of a judgement: hunters against the monster, classes of hands, outcomes together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import sim
from analysis.cli.grid import Grid, counted, percent, with_error

if TYPE_CHECKING:
    import pandas as pd

    from analysis.tables import Run

MONSTER = -1  # the monster's seat in the tables
MOST_JOINT = 10  # joint outcomes shown to people; --json has all
SHARES = ("win", "tie", "loss")


# The document


def cells(run: Run, pattern: str) -> list[dict[str, Any]]:
    """All about each cell whose name matches."""
    from analysis.judgement import by_hunter, class_shares, joint_outcomes

    hunters = _by_cell(by_hunter(run, pattern=pattern))
    classes, final = _by_cell(class_shares(run, "natural", pattern)), _by_cell(class_shares(run, "final", pattern))
    joint = _by_cell(joint_outcomes(run, pattern).sort_values("value", ascending=False, kind="stable"))
    settings = run.settings()
    turns = run.table("games", ["cell", "turns"]).groupby("cell")["turns"].sum()
    return [
        {
            "cell": cell,
            "name": settings.loc[cell, "name"],
            "games": int(settings.loc[cell, "games"]),
            "turns": int(turns[cell]),
            "parameters": settings.loc[cell].drop(["name", "deal", "games"]).dropna().to_dict(),
            "sides": _sides(classes[cell], final[cell], settings.loc[cell]),
            "hunters": _hunters(hunters[cell], settings.loc[cell]),
            "joint": _intervals(joint[cell], "outcomes"),
        }
        for cell in hunters
    ]


def _by_cell(frame: pd.DataFrame) -> dict[int, pd.DataFrame]:
    return {int(cell): rows for cell, rows in frame.groupby("cell")}


def side_name(settings: pd.Series, seat: int) -> str:
    """The name of a side, as the party or the monsters' sheet has it."""
    return str(settings["monster"] if seat == MONSTER else settings[f"hunter {seat + 1} name"])


def _intervals(frame: pd.DataFrame, names: str) -> dict[str, dict[str, float]]:
    """Value, low and high of each row of a frame, by its name in the column `names`."""
    return {row[names]: {key: float(row[key]) for key in ("value", "low", "high")} for row in frame.to_dict("records")}


def _sides(classes: pd.DataFrame, final: pd.DataFrame, settings: pd.Series) -> list[dict[str, Any]]:
    """The hunters in the order of the deal, then the monster."""
    sides = [
        {
            "seat": int(seat),
            "name": side_name(settings, seat),
            "hands": int(rows["n"].iloc[0]),
            "classes": _intervals(rows, "class_name"),
            "final": _intervals(final[final["seat"] == seat], "class_name"),
        }
        for seat, rows in classes.groupby("seat")
    ]
    return sorted(sides, key=lambda side: side["seat"] == MONSTER)


def _hunters(frame: pd.DataFrame, settings: pd.Series) -> list[dict[str, Any]]:
    """The hunters in the order of the deal, each with every measure of the judgement."""
    return [
        {
            "seat": int(seat),
            "name": side_name(settings, seat),
            "attacks": int(rows["attacks"].iloc[0]),
            **_intervals(rows, "measure"),
        }
        for seat, rows in frame.groupby("seat")
    ]


# Tables for people


def heading(cell: Mapping[str, Any]) -> str:
    """The line above the tables of a cell."""
    return f"{cell['name']}: {counted(cell['games'], 'game')}, {counted(cell['turns'], 'turn')}"


def grids(cell: Mapping[str, Any]) -> Iterator[Grid]:
    """The tables of a cell."""
    yield Grid("Hunters against the monster", ("hunter", *SHARES, "dealt a turn", "taken a turn"), _hunter_rows(cell))
    changed = any(side["classes"] != side["final"] for side in cell["sides"])
    for key, title in (("classes", "Classes of hands"), ("final", "Classes after modifiers")):
        if key == "classes" or changed:
            names = [side["name"] for side in cell["sides"]]
            yield Grid(title, ("class", *names), _class_rows(cell, key))
    if len(cell["hunters"]) > 1:
        yield _joint_grid(cell)


def _hunter_rows(cell: Mapping[str, Any]) -> list[tuple[str, ...]]:
    return [
        (
            hunter["name"],
            *(with_error(**hunter[name], scale=100) for name in SHARES),
            with_error(**hunter["dealt"]),
            with_error(**hunter["taken"]),
        )
        for hunter in cell["hunters"]
    ]


def _class_rows(cell: Mapping[str, Any], key: str) -> list[tuple[str, ...]]:
    return [(name, *(with_error(**side[key][name], scale=100) for side in cell["sides"])) for name in sim.CLASS_NAMES]


def _joint_grid(cell: Mapping[str, Any]) -> Grid:
    """The most frequent outcomes of all comparisons of a turn, in the order of the hunters."""
    rows = [(outcomes, with_error(**share, scale=100)) for outcomes, share in cell["joint"].items()]
    left = len(rows) - MOST_JOINT
    if left > 0:
        rest = 1 - sum(share["value"] for share in list(cell["joint"].values())[:MOST_JOINT])
        rows = [*rows[:MOST_JOINT], (f"{left} others", percent(rest))]
    names = ", ".join(hunter["name"] for hunter in cell["hunters"])
    return Grid(f"Together (W win, T tie, L loss, - none: {names})", ("outcomes", "share"), rows)
