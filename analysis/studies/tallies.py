"""What the rows of a run owe to each other in every play: each game there once, in whole blocks, with its other rows."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from analysis.studies.scenarios import PlayedScenario

GAME_ID = "game_id"


def row_problems(one: PlayedScenario) -> list[str]:
    """Where games are missing or doubled, or rows of other tables stand twice or belong to no game."""
    keys = {table["name"]: list(table["keys"]) for table in one.run.provenance["tables"]}
    games = one.run.table("games", [GAME_ID, "cell", "block"])
    found = [*_games(one, games)]
    for name, columns in keys.items():
        wanted = dict.fromkeys([*columns, *(key for key in (GAME_ID, "cell") if key in one.run.columns[name])])
        found += _rows(name, columns, one.run.table(name, list(wanted)), games)
    return [f"{one.run.name}: {problem}" for problem in found]


def _games(one: PlayedScenario, games: pd.DataFrame) -> Iterator[str]:
    """Each cell has its games, each once, block by block."""
    expected = one.run.settings()["games"]
    for number, cell in enumerate(one.scenario.cells):
        size, n_games = one.scenario.spec.block_games(cell), int(expected[number])
        blocks = games.loc[games["cell"] == number, "block"]
        if n_games % size or blocks.tolist() != [game // size for game in range(n_games)]:
            yield f"cell {number} lacks games or has some twice"


def _rows(name: str, keys: list[str], rows: pd.DataFrame, games: pd.DataFrame) -> Iterator[str]:
    """No row stands twice; where rows belong to games, all games of a cell have equally many."""
    if keys and rows.duplicated(keys).any():
        yield f"a row of {name} stands twice"
    if GAME_ID not in rows:
        return
    if not rows[GAME_ID].isin(games[GAME_ID]).all():
        yield f"a row of {name} belongs to no game"
    counts = games.merge(rows[GAME_ID].value_counts().rename("n"), left_on=GAME_ID, right_index=True, how="left")
    if counts.groupby("cell")["n"].nunique(dropna=False).gt(1).any():
        yield f"games of one cell have more or fewer rows of {name} than others"
