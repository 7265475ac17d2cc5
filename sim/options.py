"""Rule options: what a rulebook leaves open, as named settings with a default and the values allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.cells import NAME
from sim.data_folder import DataFolder, read_toml
from sim.game import check_characters, check_keys, closest, shown
from sim.schema import Identifier, InputError

KEYS = ("rule", "default", "allowed", "meaning")
KINDS = (str, bool, int)


@dataclass(frozen=True)
class Option:
    """One setting of a rulebook: its name, the id of its rule, the allowed values and what they mean."""

    name: str
    rule: str
    default: str | int | bool
    allowed: tuple[str | int | bool, ...]
    meaning: str

    def allows(self, value: object) -> bool:
        """Whether `value` is one of the allowed ones; `true` and `1` differ."""
        return any(type(one) is type(value) and one == value for one in self.allowed)


def read_options(data: DataFolder, game: str) -> dict[str, Option]:
    """The options of a game by name, from rules/<game>.toml. Raises InputError."""
    path = data.path / "rules" / f"{game}.toml"
    return {name: _option(name, table, path.name) for name, table in read_toml(path).items()}


def missing(game: str, name: str) -> str:
    """The line about an option that an option file lacks."""
    return f"{game}.toml: the option {name} is missing; expected a table [{name}] with {', '.join(KEYS)}"


def options_read(options: Mapping[str, Option], names: Sequence[str], game: str) -> dict[str, Option]:
    """The options that a play reads, by name; InputError if the file of the game lacks one."""
    for name in names:
        if name not in options:
            raise InputError(missing(game, name))
    return {name: options[name] for name in names}


def _option(name: str, table: object, file: str) -> Option:
    if not NAME.fullmatch(name):
        raise InputError(f"{file}: {shown(name)} is no option; expected {Identifier()}")
    where = f"{file} {name}"
    if not isinstance(table, dict):
        raise InputError(f"{where}: expected a table with {', '.join(KEYS)}, got {shown(table)}")
    if lacking := [key for key in KEYS if key not in table]:
        raise InputError(f"{where}: missing {', '.join(lacking)}")
    check_keys(table, KEYS, where)
    for key in ("rule", "meaning"):
        if not isinstance(table[key], str) or not table[key].strip():
            raise InputError(f"{where}.{key}: expected some text, got {shown(table[key])}")
        check_characters(table[key], f"{where}.{key}")
    option = Option(name, table["rule"], table["default"], _allowed(table["allowed"], where), table["meaning"])
    if not option.allows(option.default):
        raise InputError(f"{where}.default: expected {_choice(option)}, got {shown(option.default)}")
    return option


def _allowed(values: object, where: str) -> tuple[str | int | bool, ...]:
    if not isinstance(values, list) or not values:
        raise InputError(f"{where}.allowed: expected a list of values, got {shown(values)}")
    kinds = {type(value) for value in values}
    if len(kinds) > 1 or not kinds <= set(KINDS):
        raise InputError(f"{where}.allowed: expected words, whole numbers or true and false, all of one kind")
    if len(set(values)) < len(values):
        raise InputError(f"{where}.allowed: a value stands twice")
    for value in values:
        check_characters(str(value), f"{where}.allowed")
    return tuple(values)


def _choice(option: Option) -> str:
    return f"one of {', '.join(shown(value) for value in option.allowed)}"


def choose(options: Mapping[str, Option], chosen: Mapping[str, object], where: str) -> dict[str, Any]:
    """The value of every option: as `chosen`, else its default. `where` names the place of `chosen` in errors."""
    for name, value in chosen.items():
        if name not in options:
            known = f" (options: {', '.join(options)})" if options else ""
            raise InputError(f"{where}: unknown option {shown(name)}{closest(name, options)}{known}")
        if not options[name].allows(value):
            raise InputError(f"{where} {name}: expected {_choice(options[name])}, got {shown(value)}")
    return {name: chosen.get(name, option.default) for name, option in options.items()}
