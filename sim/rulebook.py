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

from sim.citations import cited_by_functions, cited_by_tests
from sim.data_folder import DataFolder, find_games, own_data, read_text, shown_name
from sim.options import Option, spelled
from sim.schema import InputError

PARAGRAPH = re.compile(r"\*\*([A-Z]+-([A-Z]+)\d+)\*\* +(.+)", re.DOTALL)
MARK = re.compile(r"\[option ([^\]]*)\]")
OPTION = re.compile(r"([a-z][a-z0-9_]*) = ([^|\]]+(?: \| [^|\]]+)*)")
CITED = re.compile(r"\(([A-Z]+\d+(?:, [A-Z]+\d+)*)\) ")
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


def rulebook_problems(data: DataFolder, game: str, options: Mapping[str, Option]) -> list[str]:
    """Where the rulebook and the option file of a game do not say the same, one line each."""
    name = shown_name(_rulebook(data, game))
    marks = {(rule.id, option): values for rule in rules(data, game) for option, values in rule.options.items()}
    wanted = {(option.rule, option.name): _written(option) for option in options.values()}
    differ = [key for key in marks.keys() & wanted.keys() if marks[key] != wanted[key]]
    return sorted(
        [
            f"{name} {rule}: the option {option} is not in {game}.toml under this rule"
            for rule, option in marks.keys() - wanted
        ]
        + [f"{game}.toml {option}: not marked in the paragraph {rule} of {name}" for rule, option in wanted.keys() - marks]
        + [f"{name} {key[0]}: {key[1]} = {marks[key]}, but {game}.toml says {wanted[key]}" for key in differ]
    )


def _written(option: Option) -> str:
    """An option's values as a rulebook writes them: the default first."""
    others = [value for value in option.allowed if value is not option.default and value != option.default]
    return " | ".join(str(spelled(value)).strip('"') for value in [option.default, *others])


def coverage(data: DataFolder, game: str) -> list[dict[str, str | list[str]]]:
    """Each rule with its options and what cites it: `id, text, option, functions, tests`, in the order of the rulebook."""
    path = _coverage_file(data, game)
    try:
        cited: Coverage = json.loads(read_text(path))
        return [_covered(rule, cited[rule.id]["functions"], cited[rule.id]["tests"]) for rule in rules(data, game)]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        remedy = "in a checkout `python -m sim.rulebook` makes it anew"
        raise InputError(f"{shown_name(path)}: does not fit the rulebook; {remedy}") from error


def _covered(rule: Rule, functions: list[str], tests: list[str]) -> dict[str, str | list[str]]:
    option = ", ".join(rule.options)
    return {"id": rule.id, "text": rule.text, "option": option, "functions": functions, "tests": tests}


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


def as_json(cited: Coverage) -> str:
    """The text of a coverage file: one rule a line, so that changes can be read."""
    lines = (f"{json.dumps(rule_id)}: {json.dumps(found, ensure_ascii=False)}" for rule_id, found in cited.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def uncovered(cited: Coverage) -> list[str]:
    """The ids that no function or no test cites."""
    return [rule_id for rule_id, found in cited.items() if not (found["functions"] and found["tests"])]


def pending() -> list[str]:
    """The ids that are not built yet, one a line; the list may only shrink."""
    return PENDING.read_text(encoding="utf-8").split()


def main() -> int:
    """Write the coverage file of each game and strike what is covered now off the pending list.

    Returns 1 if a rule is uncovered that is not on the list: then a citation was lost.
    """
    data = own_data()
    missing: list[str] = []
    for game in find_games(data):
        cited = scan(rules(data, game))
        _coverage_file(data, game).write_text(as_json(cited), encoding="utf-8", newline="\n")
        missing += uncovered(cited)
        sys.stdout.write(f"{game}: {len(cited)} rules, {len(uncovered(cited))} without a function or a test\n")
    listed = pending()
    PENDING.write_text("".join(f"{rule_id}\n" for rule_id in listed if rule_id in missing), encoding="utf-8", newline="\n")
    lost = [rule_id for rule_id in missing if rule_id not in listed]
    if lost:
        sys.stdout.write(f"cited no longer, and not pending: {', '.join(lost)}\n")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
