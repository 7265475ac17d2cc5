"""`huntlab list`, `runs`, `rules` and `cards`: what there is to play, what was played, and what the game is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import sim
from analysis.cli.grid import Grid, draw, draw_heading, draw_paragraph, whole
from analysis.cli.session import Session, command, write

if TYPE_CHECKING:
    from sim import DataFolder

Game = Annotated[str, typer.Argument(metavar="GAME", help="A game, as `huntlab list` names it.")]


# What there is to play


@command
def list_all(session: Session) -> None:
    """Show the games, their plays, scenarios, parties and decks.

    Examples:
      huntlab list
      huntlab --data my list --json

    Keys of --json: data (the folder in use), games (game, plays), scenarios (name, title, game, play, cells, games, and
    problem: null, or why the file cannot be read), parties (game, party, hunters), decks (game, deck, hunter, cards: without
    the hunter, different: how many of them differ).
    """
    data = session.data
    document = {
        "data": str(data.path),
        "games": [{"game": game, "plays": list(plays)} for game, plays in sim.PLAYS.items()],
        "scenarios": [outline(path, data) for path in scenario_files(data)],
        "parties": [party for game in sim.PLAYS for party in _parties(data, game)],
        "decks": [deck for game in sim.PLAYS for deck in _decks(data, game)],
    }
    session.answer(document, lambda shown: _show_list(shown, document))


def scenario_files(data: DataFolder) -> list[Path]:
    """The scenario files of a data folder."""
    return sorted((data.path / "scenarios").glob("*.toml"))


def outline(path: Path, data: DataFolder) -> dict[str, Any]:
    """What a scenario file says of itself, without its game's kernels: only `huntlab validate` checks all of it."""
    outline = dict.fromkeys(("title", "game", "play", "cells", "games", "problem"))
    try:
        document = sim.read_toml(path)
        outline |= {key: document.get(key) for key in ("title", "game", "play", "games")}
        outline["cells"] = sim.count_cells(document, data, path.name)
    except (sim.InputError, AttributeError, TypeError) as error:
        outline["problem"] = str(error) if isinstance(error, sim.InputError) else "see huntlab validate"
    return {"name": path.stem, **outline}


def _parties(data: DataFolder, game: str) -> Iterator[dict[str, Any]]:
    """The parties of a game, each with the key of every row."""
    for name, key, rows in _line_ups(data, game, "party"):
        yield {"game": game, "party": name, "hunters": [row[key] for row in rows]}


def _decks(data: DataFolder, game: str) -> Iterator[dict[str, Any]]:
    """The decks of a game, each with its hunter and the number of its other cards."""
    hunters = set(_hunters(data, game))
    for name, key, rows in _line_ups(data, game, "deck"):
        others = [row for row in rows if row[key] not in hunters]
        own = ", ".join(row[key] for row in rows if row[key] in hunters)
        n_cards = sum(row["count"] for row in others)
        yield {"game": game, "deck": name, "hunter": own, "cards": n_cards, "different": len(others)}


def _hunters(data: DataFolder, game: str) -> Iterator[str]:
    """The names of a game's cards that are hunters."""
    for pattern, sheet in sim.sheets_of(game).files.items():
        if sheet.name == "hunters":
            yield from (row[sheet.key] for row in _rows(data.path / pattern, sheet))


def _line_ups(data: DataFolder, game: str, kind: str) -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
    """The files of one kind of sheet: name, key column, rows."""
    for pattern, sheet in sim.sheets_of(game).files.items():
        if sheet.name == kind:
            for path in sim.find_files(data, pattern):
                yield path.stem, sheet.key, _rows(path, sheet)


def _rows(path: Path, sheet: Any) -> list[dict[str, Any]]:
    """The rows of a sheet; none if it cannot be read."""
    try:
        return sim.read_sheet(path, sheet)
    except sim.InputError:
        return []


def _show_list(session: Session, document: Mapping[str, Any]) -> None:
    games = [(one["game"], ", ".join(one["plays"])) for one in document["games"]]
    draw(session.out, Grid("Games", ("game", "plays"), games))
    scenarios = [
        (one["name"], _shown(one["cells"]), _shown(one["games"]), one["problem"] or str(one["title"] or ""))
        for one in document["scenarios"]
    ]
    draw(session.out, Grid("Scenarios", ("scenario", "cells", "games", "title"), scenarios))
    parties = [(one["party"], one["game"], ", ".join(one["hunters"])) for one in document["parties"]]
    draw(session.out, Grid("Parties", ("party", "game", "hunters"), parties))
    decks = [
        (one["deck"], one["game"], one["hunter"], whole(one["cards"]), whole(one["different"])) for one in document["decks"]
    ]
    draw(session.out, Grid("Decks", ("deck", "game", "hunter", "cards", "different"), decks))


def _shown(value: object, *, plain: bool = False) -> str:
    """A value of a document in a table; `plain` for numbers that are names, such as seeds."""
    return whole(value) if isinstance(value, int) and not plain else str("" if value is None else value)


# What was played


Folder = Annotated[
    Path | None,
    typer.Argument(metavar="FOLDER", show_default=False, help="The folder that holds run folders; else the results."),
]


@command
def runs(session: Session, folder: Folder = None) -> None:
    """Show the run folders: finished, interrupted, damaged and unreadable ones.

    A run is damaged if one of its tables is missing, cut off or of another run. Single values and the digest are not
    compared, for that takes up to a second a run: judge --run and the report do it.

    Examples:
      huntlab runs
      huntlab runs old/results --json

    Keys of --json (a list, one object a folder): run (the folder's name, as replay --run takes it), folder (its path),
    scenario, status (complete; running: interrupted or still at work; damaged; unreadable), game, play, seed, games,
    games_done, digest, finished (when), problem (why it is damaged or unreadable). What is not known is null.
    """
    where = folder or sim.results_folder(session.data)
    if folder is not None and not folder.is_dir():
        raise sim.InputError(f"{folder}: no such folder")
    found = [_run_entry(described) for described in sim.list_runs(where)]
    session.answer(found, lambda shown: _show_runs(shown, where, found))


def _run_entry(described: Mapping[str, Any]) -> dict[str, Any]:
    folder = Path(described["folder"])
    readable = described["status"] != "unreadable"
    entry = {"run": folder.name, "folder": str(folder), "scenario": described["name"] if readable else None}
    keys = ("status", "game", "play", "seed", "games", "games_done", "digest", "finished", "problem")
    entry |= {key: described.get(key) for key in keys}
    if entry["status"] == "complete":
        entry["games_done"] = entry["games"]
        entry["finished"] = dict(described.get("machine") or {}).get("finished")
        entry |= _damage(folder)
    return entry


def _damage(folder: Path) -> dict[str, str]:
    """What is wrong with the tables of a finished run; nothing if they are whole."""
    from analysis.tables import check_files, load_run

    try:
        check_files(load_run(folder))
    except sim.InputError as error:
        return {"status": "damaged", "problem": str(error)}
    return {}


def _show_runs(session: Session, where: Path, found: Sequence[Mapping[str, Any]]) -> None:
    rows = [
        (
            one["run"],
            _shown(one["scenario"]),
            str(one["status"]),
            _shown(one["games_done"]),
            _shown(one["games"]),
            _shown(one["seed"], plain=True),
            str(one["problem"] or one["finished"] or ("the same command goes on" if one["status"] == "running" else "")),
        )
        for one in found
    ]
    if rows:
        draw(session.out, Grid(str(where), ("run", "scenario", "status", "done", "games", "seed", "finished"), rows))
    else:
        session.note(f"There are no runs in {where}.")


# The rulebook


RuleIds = Annotated[
    list[str] | None, typer.Argument(metavar="ID", show_default=False, help="Only these paragraphs, such as RP-J8.")
]
Coverage = Annotated[bool, typer.Option("--coverage", help="With what cites each rule, and what is not built yet.")]


@command
def rules(session: Session, game: Game, ids: RuleIds = None, *, coverage: Coverage = False) -> None:
    """Show the rulebook of a game, paragraph by paragraph.

    Examples:
      huntlab rules monster_hunter_trpg
      huntlab rules monster_hunter_trpg RP-J8 RP-T8
      huntlab rules monster_hunter_trpg --coverage --json

    Keys of --json (a list, one object a paragraph): id, text, option (names of its options, or empty); with --coverage
    also functions, tests (lists of names) and pending (what of the paragraph is not built yet, or empty).
    """
    sim.sheets_of(game)  # an unknown game is refused with the names of those known
    if coverage:
        found: list[dict[str, Any]] = list(sim.coverage(session.data, game))
    else:
        read = sim.rules(session.data, game)
        found = [{"id": rule.id, "text": rule.text, "option": ", ".join(rule.options)} for rule in read]
    chosen = _only([word.upper() for word in ids or []], found, game)
    session.answer(chosen, lambda shown: _show_rules(shown, chosen))


def _only(ids: Sequence[str], found: list[dict[str, Any]], game: str) -> list[dict[str, Any]]:
    """The paragraphs with these ids; all without ids. InputError for an unknown one."""
    for one in ids:
        if one not in {rule["id"] for rule in found}:
            raise sim.InputError(f"{game}: the rulebook has no paragraph {one}")
    return [rule for rule in found if not ids or rule["id"] in ids]


def _show_rules(session: Session, found: Sequence[Mapping[str, Any]]) -> None:
    margin = max(len(one["id"]) for one in found) + 2
    for one in found:
        draw_paragraph(session.out, one["id"], margin, one["text"])
        if "functions" in one:
            draw_paragraph(session.out, "", margin, _named("functions", one["functions"]))
            draw_paragraph(session.out, "", margin, "\n".join(_tests(one["tests"])))
        if one.get("pending"):
            draw_paragraph(session.out, "", margin, f"pending: {one['pending']}")


def _named(title: str, names: Sequence[str]) -> str:
    """A title and a name a line below it, so that no name is broken."""
    return "\n  ".join([f"{title}:", *names]) if names else f"{title}: none"


def _tests(names: Sequence[str]) -> Iterator[str]:
    """Tests by the file that they stand in."""
    files: dict[str, list[str]] = {}
    for name in names:
        file, _, test = name.rpartition("::")
        files.setdefault(file, []).append(test)
    yield from (_named(f"tests in {file}", tests) for file, tests in files.items())
    if not files:
        yield _named("tests", ())


# The sheets


SheetName = Annotated[
    str | None, typer.Option("--sheet", metavar="NAME", show_default=False, help="Only this sheet, such as weapons.")
]
OnlyColumns = Annotated[bool, typer.Option("--columns", help="What each column means and allows, in place of the rows.")]
ORIGINS = ("provenance",)  # not shown to people: what is printed on a card stands in the other columns


@command
def cards(session: Session, game: Game, sheet: SheetName = None, *, columns: OnlyColumns = False) -> None:
    """Show the sheets of a game as tables: names and printed numbers.

    Examples:
      huntlab cards monster_hunter_trpg --sheet weapons
      huntlab cards monster_hunter_trpg --columns

    Keys of --json: game, sheets; of each sheet: sheet, file, title, columns (name, allowed, unit, meaning, rule, default:
    null where the column is required) and rows.
    """
    found = [one for one in _sheets(session, game) if sheet in (None, one["sheet"], Path(one["file"]).stem)]
    if not found:
        known = ", ".join(dict.fromkeys(one.name for one in sim.sheets_of(game).files.values()))
        raise sim.InputError(f'{game}: no sheet is named "{sheet}" (known: {known})')
    show = _show_columns if columns else _show_sheets
    session.answer({"game": game, "sheets": found}, lambda shown: show(shown, found))


def _sheets(session: Session, game: str) -> Iterator[dict[str, Any]]:
    """Every sheet file of a game with its columns and rows."""
    warnings: list[str] = []
    for pattern, sheet in sim.sheets_of(game).files.items():
        for path in sim.find_files(session.data, pattern):
            columns = [
                {
                    "name": column.name,
                    "allowed": str(column.domain),
                    "unit": column.unit,
                    "meaning": column.meaning,
                    "rule": column.rule,
                    "default": column.default,
                }
                for column in sheet.columns
            ]
            yield {
                "sheet": sheet.name,
                "file": path.relative_to(session.data.path).as_posix(),
                "title": sheet.title,
                "columns": columns,
                "rows": sim.read_sheet(path, sheet, warnings),
            }
    session.warn(warnings)


def _show_sheets(session: Session, found: Sequence[Mapping[str, Any]]) -> None:
    for one in found:
        names = [name for column in one["columns"] if (name := column["name"]) not in ORIGINS]
        used = [name for name in names if any(_cell(row[name]) for row in one["rows"])]
        rows = [[_cell(row[name]) for name in used] for row in one["rows"]]
        draw(session.out, Grid(f"{one['file']}  {one['title']}", used, rows))


def _cell(value: object) -> str:
    """A value as the sheet spells it."""
    if isinstance(value, dict):
        return "; ".join(f"{name} {level}" for name, level in value.items())
    if isinstance(value, tuple):
        return ("; " if any(isinstance(one, str) for one in value) else " ").join(map(str, value))
    return str(value)


def _show_columns(session: Session, found: Sequence[Mapping[str, Any]]) -> None:
    """A paragraph a column; sheets of one kind, such as parties, share their columns."""
    for one in {one["sheet"]: one for one in found}.values():
        draw_heading(session.out, f"{one['sheet']}  {one['title']}")
        margin = max(len(column["name"]) for column in one["columns"]) + 2
        for column in one["columns"]:
            draw_paragraph(session.out, column["name"], margin, _explained(column))
        write("\n")


def _explained(column: Mapping[str, Any]) -> str:
    """What a column means and allows, what an empty cell stands for, and its rule."""
    unit = f" ({column['unit']})" if column["unit"] else ""
    default = f"If empty: {column['default'] or 'nothing'}" if column["default"] is not None else "Never empty"
    rule = f" {column['rule']}" if column["rule"] else ""
    return f"{column['meaning']} Allowed: {column['allowed']}{unit}. {default}.{rule}"
