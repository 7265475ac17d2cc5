"""The rulebooks: their paragraphs by id, and which functions and tests cite each.

A paragraph of data/rulebooks/<game>.md starts with its id in bold and ends at an empty line:
`**ZZ-A1** Text. [option x = 1 | 2]`.
Sources are only in a checkout, so `python -m sim.rulebook` writes what cites what to rulebooks/<game>_coverage.json, which
is shipped beside the rulebook.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.citations import cited_by_functions, cited_by_tests
from sim.data_folder import DataFolder, find_games, own_data, read_text, shown_name
from sim.game import shown
from sim.options import Option, missing
from sim.schema import InputError

PARAGRAPH = re.compile(r"\*\*([A-Z]+-([A-Z]+)\d+)\*\* +(.+)", re.DOTALL)
MARK = re.compile(r"\[option ([^\]]*)\]")
OPTION = re.compile(r"([a-z][a-z0-9_]*) = ([^|\]]+(?: \| [^|\]]+)*)")
CITED = re.compile(r"\(([A-Z]+\d+(?:, [A-Z]+\d+)*)\) ")
LISTED = re.compile(r"([A-Z]+-[A-Z]+\d+)(?: partly: (\S.*))?")
NOTHING_BUILT = "not built yet"
EXAMPLE = "EX"
ROOT = Path(__file__).parent.parent
PENDING = ROOT / "tests" / "pending_rules.txt"

Coverage = dict[str, dict[str, list[str]]]
"""Rule id -> `functions` and `tests` that cite it."""


@dataclass(frozen=True)
class Rule:
    """One paragraph: its id, its text on one line, its options with the values as written, the rules an example shows."""

    id: str
    text: str
    options: Mapping[str, str]  # name -> `4 | 0 | 2`, the default first
    shows: tuple[str, ...] = ()


def rules(data: DataFolder, game: str) -> list[Rule]:
    """The paragraphs of a rulebook in their order. Raises InputError for a malformed one."""
    path = _rulebook(data, game)
    found: dict[str, Rule] = {}
    for line, block in _blocks(read_text(path)):
        if not block.startswith("**"):
            continue
        where = f"{shown_name(path)}:{line}"
        rule = _rule(block, where)
        if rule.id in found:
            raise InputError(f"{where}: {rule.id} stands twice")
        found[rule.id] = rule
    if not found:
        raise InputError(f"{shown_name(path)}: no paragraph of the form **ID** text")
    _check_shown(found, shown_name(path))
    return list(found.values())


def _rulebook(data: DataFolder, game: str) -> Path:
    return data.path / "rulebooks" / f"{game}.md"


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs between empty lines, with the number of the line on which each starts."""
    block: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.strip():
            block.append(line.strip())
        elif block:
            yield number - len(block), "\n".join(block)
            block = []


def _rule(block: str, where: str) -> Rule:
    match = PARAGRAPH.fullmatch(block)
    if not match:
        raise InputError(f"{where}: expected a paragraph of the form **ID** text")
    rule_id, section, text = match[1], match[2], " ".join(match[3].split())
    options = {}
    for mark in MARK.findall(text):
        option = OPTION.fullmatch(mark)
        if not option:
            raise InputError(f"{where}: expected [option name = default | other], got [option {mark[:40]}]")
        options[option[1]] = option[2]
    if section != EXAMPLE:
        return Rule(rule_id, text, options)
    shows = CITED.match(text)
    if not shows:
        raise InputError(f"{where}: the example {rule_id} starts with the rules that it shows, such as (A1, B2)")
    prefix = rule_id.partition("-")[0]
    return Rule(rule_id, text, options, tuple(f"{prefix}-{short}" for short in shows[1].split(", ")))


def _check_shown(found: Mapping[str, Rule], name: str) -> None:
    prefixes = {rule_id.partition("-")[0] for rule_id in found}
    if len(prefixes) > 1:
        raise InputError(f"{name}: all ids start alike, but here are {', '.join(sorted(prefixes))}")
    for rule in found.values():
        for other in rule.shows:
            if other not in found:
                raise InputError(f"{name}: {rule.id} shows {other}, which is no paragraph")


def rulebook_problems(data: DataFolder, game: str, options: Mapping[str, Option], warnings: list[str]) -> list[str]:
    """Where the rulebook and the option file of a game do not fit together, one line each.

    Another default or other allowed values than the rulebook's are a designer's good right: they are added to `warnings`.
    """
    name = shown_name(_rulebook(data, game))
    marks = {option: (rule.id, values) for rule in rules(data, game) for option, values in rule.options.items()}
    problems = [missing(game, option) for option in marks if option not in options]
    for option in options.values():
        rule, values = marks.get(option.name, ("", ""))
        if rule == option.rule:
            warnings += _house_rules(option, values, f"{game}.toml {option.name}")
        else:
            problems.append(f"{game}.toml {option.name}: not marked in the paragraph {option.rule} of {name}")
    return sorted(problems)


def _house_rules(option: Option, written: str, where: str) -> Iterator[str]:
    """What a designer has changed against the values `written` in the rulebook, the default first."""
    values = written.split(" | ")
    allowed = [_written(value) for value in option.allowed]
    if _written(option.default) != values[0]:
        yield f"{where}: a house rule, the default is {_written(option.default)}; {option.rule} says {values[0]}"
    if set(allowed) != set(values):
        yield f"{where}: a house rule, {' | '.join(allowed)} are allowed; {option.rule} says {written}"


def _written(value: str | int | bool) -> str:  # noqa: FBT001 - a value of an option
    """A value as a rulebook writes it."""
    return value if isinstance(value, str) else shown(value)


def coverage(data: DataFolder, game: str) -> list[dict[str, str | list[str]]]:
    """Each rule with its options, what cites it and what of it is not built yet, in the order of the rulebook.

    Keys: `id, text, option, functions, tests, pending`; `pending` is empty for a rule that is built whole.
    """
    path = _coverage_file(data, game)
    try:
        cited = json.loads(read_text(path))
        return [_covered(rule, cited[rule.id]) for rule in rules(data, game)]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        remedy = "in a checkout `python -m sim.rulebook` makes it anew"
        raise InputError(f"{shown_name(path)}: does not fit the rulebook; {remedy}") from error


def _covered(rule: Rule, found: Mapping[str, Any]) -> dict[str, str | list[str]]:
    described = {"id": rule.id, "text": rule.text, "option": ", ".join(rule.options)}
    return described | {key: found[key] for key in ("functions", "tests", "pending")}


def _coverage_file(data: DataFolder, game: str) -> Path:
    return data.path / "rulebooks" / f"{game}_coverage.json"


def scan(known: Sequence[Rule], root: Path | None = None) -> Coverage:
    """What cites each of the `known` rules in the sources below `root` (the checkout).

    An example has the functions of the rules that it shows.
    """
    root = root or ROOT
    ids = {rule.id for rule in known}
    functions, tests = cited_by_functions(root, ids), cited_by_tests(root, ids)
    for rule in known:
        if rule.shows:
            functions[rule.id] = {name for other in rule.shows for name in functions[other]}
    return {rule.id: {"functions": sorted(functions[rule.id]), "tests": sorted(tests[rule.id])} for rule in known}


def as_json(cited: Coverage, listed: Mapping[str, str]) -> str:
    """The text of a coverage file: one rule a line, so that changes can be read; `listed` says what is not built."""
    found = {rule_id: {**by, "pending": listed.get(rule_id, "")} for rule_id, by in cited.items()}
    lines = (f"{json.dumps(rule_id)}: {json.dumps(by, ensure_ascii=False)}" for rule_id, by in found.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def uncovered(cited: Coverage) -> list[str]:
    """The ids that no function or no test cites."""
    return [rule_id for rule_id, found in cited.items() if not (found["functions"] and found["tests"])]


def pending() -> dict[str, str]:
    """What is not built yet by rule id; the list may only shrink.

    A line is an id, for a rule of which nothing is covered, or `ID partly: what is missing`, for one that is cited although
    parts of it are not built. No program can see those, so they are struck by hand. Raises InputError.
    """
    listed = {}
    for number, line in enumerate(PENDING.read_text(encoding="utf-8").splitlines(), start=1):
        found = LISTED.fullmatch(line)
        if not found:
            raise InputError(f"{PENDING.name}:{number}: expected an id, or `ID partly: what is missing`")
        listed[found[1]] = found[2] or NOTHING_BUILT
    return listed


def _listed_lines(listed: Mapping[str, str]) -> str:
    """The text of a pending list."""
    return "".join(f"{one}\n" if what == NOTHING_BUILT else f"{one} partly: {what}\n" for one, what in listed.items())


def main() -> int:
    """Write the coverage file of each game and strike what is covered now off the pending list.

    Returns 1 if a rule is uncovered that is not on the list: then a citation was lost.
    """
    data = own_data()
    listed = pending()
    missing_ids: list[str] = []
    known: list[str] = []
    for game in find_games(data):
        cited = scan(rules(data, game))
        bare = uncovered(cited)
        kept = {one: what for one, what in listed.items() if one in cited and (what != NOTHING_BUILT or one in bare)}
        _coverage_file(data, game).write_text(as_json(cited, kept), encoding="utf-8", newline="\n")
        partly = sum(what != NOTHING_BUILT for what in kept.values())
        sys.stdout.write(f"{game}: {len(cited)} rules, {len(bare)} without a function or a test, {partly} built in part\n")
        missing_ids += bare
        known += kept
    PENDING.write_text(_listed_lines({one: listed[one] for one in known}), encoding="utf-8", newline="\n")
    lost = [rule_id for rule_id in missing_ids if listed.get(rule_id) != NOTHING_BUILT]
    if lost:
        sys.stdout.write(f"cited no longer, and not pending: {', '.join(lost)}\n")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
