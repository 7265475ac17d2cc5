"""What `huntlab judge` shows of a hunt: who wins, by entry and by seat, how games end and how long they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from analysis.cli.grid import Grid, counted, with_error

if TYPE_CHECKING:
    import pandas as pd

    from analysis.tables import Run

Interval = dict[str, float]


# The document


def cells(run: Run, pattern: str) -> list[dict[str, Any]]:
    """All about each cell whose name matches."""
    from analysis.hunt import line_ups, seat_rows
    from analysis.hunt_course import game_rows

    known, settings = line_ups(run, pattern), run.settings()
    seats = seat_rows(run, ("hr", "retreats"), pattern)
    games = game_rows(run, pattern)
    return [
        {
            "cell": int(cell),
            "name": row["name"],
            "games": int(row["games"]),
            "blocks": int(row["games"]) // row["seats"],
            "parameters": settings.loc[cell].drop(["name", "deal", "games"]).dropna().to_dict(),
            "entries": _entries(seats[seats["cell"] == cell], row),
            "seats": _seats(seats[seats["cell"] == cell]),
            "ends": _ends(games[games["cell"] == cell]),
            "rounds": _rounds(games[games["cell"] == cell]),
        }
        for cell, row in known.iterrows()
    ]


def _entries(rows: pd.DataFrame, line_up: pd.Series) -> list[dict[str, Any]]:
    """The entries in the order of the line-up."""
    return [
        {
            "entry": int(entry),
            "deck": line_up["decks"][entry],
            "policy": line_up["policies"][entry],
            "win": _share(own["share"], own["unit"]),
            "hr": _mean(own["hr"], own["unit"]),
            "retreats": _mean(own["retreats"], own["unit"]),
        }
        for entry, own in rows.groupby("entry")
    ]


def _seats(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """The seats, and the places clockwise from the first leader."""
    by_seat, by_place = ({int(n): own for n, own in rows.groupby(name)} for name in ("seat", "place"))
    return [
        {
            "seat": seat,
            "win": _share(own["share"], own["unit"]),
            "place_win": _share(by_place[seat]["share"], by_place[seat]["unit"]),
        }
        for seat, own in by_seat.items()
    ]


def _ends(games: pd.DataFrame) -> dict[str, Interval]:
    """The share of games that each reason ended."""
    from analysis.hunt import END_REASONS

    return {reason: _share(games["end_reason"] == reason, games["unit"]) for reason in END_REASONS}


def _rounds(games: pd.DataFrame) -> dict[str, Any]:
    rounds = games["rounds"]
    median = int(rounds.quantile(interpolation="lower"))
    return {"mean": _mean(rounds, games["unit"]), "median": median, "longest": int(rounds.max())}


def _share(values: pd.Series, units: pd.Series) -> Interval:
    from analysis.hunt import rate

    return _ends_of(rate(values, units))


def _mean(values: pd.Series, units: pd.Series) -> Interval:
    from analysis.estimators import mean

    return _ends_of(mean(values, units))


def _ends_of(found: Any) -> Interval:
    return {name: float(getattr(found, name)) for name in ("value", "low", "high")}


# Tables for people


def heading(cell: Mapping[str, Any]) -> str:
    """The line above the tables of a cell."""
    rounds = cell["rounds"]
    length = f"rounds: mean {with_error(**rounds['mean'])}, median {rounds['median']}, longest {rounds['longest']}"
    return f"{cell['name']}: {counted(cell['games'], 'game')} in {counted(cell['blocks'], 'block')}; {length}"


def grids(cell: Mapping[str, Any]) -> Iterator[Grid]:
    """The tables of a cell."""
    yield Grid("Who wins", ("deck", "policy", "share of wins", "HR points", "retreats"), _entry_rows(cell))
    yield Grid("Seats", ("place", "share of wins by seat", "clockwise from the first leader"), _seat_rows(cell))
    ends = [(reason.replace("_", " "), with_error(**share, scale=100)) for reason, share in cell["ends"].items()]
    yield Grid("How games end", ("reason", "share of games"), ends)


def _entry_rows(cell: Mapping[str, Any]) -> list[tuple[str, ...]]:
    return [
        (
            entry["deck"],
            entry["policy"],
            with_error(**entry["win"], scale=100),
            with_error(**entry["hr"]),
            with_error(**entry["retreats"]),
        )
        for entry in cell["entries"]
    ]


def _seat_rows(cell: Mapping[str, Any]) -> list[tuple[str, ...]]:
    return [
        (str(seat["seat"] + 1), with_error(**seat["win"], scale=100), with_error(**seat["place_win"], scale=100))
        for seat in cell["seats"]
    ]
