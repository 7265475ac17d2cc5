"""One cell of a sheet: text in, a checked value out, or one line that says what is wrong with it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from sim.game import check_characters, closest, shown
from sim.schema import CardText, Column, Domain, Identifier, InputError, Levels, Text, Whole, Wholes, Words

WHOLE = re.compile(r"[+-]?[0-9]{1,30}")
NAME = re.compile(r"[a-z][a-z0-9_]*")


def parse_cell(column: Column, text: str, where: str) -> Any:
    """The value of a cell; `where` is the place that errors name, such as `weapons.csv:17`.

    Whole -> int, Wholes -> tuple of int, Words with `many` -> tuple of str, Levels -> dict of int, others -> str. An empty
    cell takes the column's default if it has one. Raises InputError.
    """
    place = f"{where} {column.name}"
    word = text.strip()
    check_characters(word, place)
    if word == "" and column.default is not None:
        word = column.default
    if word.startswith("="):
        raise InputError(f"{place}: expected {column.domain}, got the formula {shown(word)}; put its value")
    if isinstance(column.domain, CardText):
        column.domain.check(word, place)
        return word
    try:
        return parse(column.domain, word)
    except ValueError as error:
        got = shown(word) if word else "an empty cell"
        raise InputError(f"{place}: expected {column.domain}, got {got}{error}") from error


def parse(domain: Domain, word: str) -> Any:
    """The value of a trimmed text; ValueError with a hint (or nothing) if it does not fit."""
    return PARSERS[type(domain)](domain, word)


def _whole(domain: Whole | Wholes | Levels, word: str) -> int:
    if WHOLE.fullmatch(word) and domain.low <= int(word) <= domain.high:
        return int(word)
    plain = unicodedata.normalize("NFKC", word).replace("\u2212", "-")
    raise ValueError(f"; write {plain}" if plain != word and WHOLE.fullmatch(plain) else "")


def _wholes(domain: Wholes, word: str) -> tuple[int, ...]:
    parts = word.split()
    if len(parts) > domain.most:
        raise ValueError(f": {len(parts)} numbers")
    return tuple(_whole(domain, part) for part in parts)


def _words(domain: Words, word: str) -> str | tuple[str, ...]:
    if not domain.many:
        return _one_of(domain.words, word)
    return _all_different([_one_of(domain.words, part.strip()) for part in word.split(";")] if word else [])


def _one_of(words: tuple[str, ...], word: str) -> str:
    if word in words:
        return word
    near = {one.casefold(): one for one in words}
    simple = re.sub(r"[\s-]+", "_", word.casefold())
    raise ValueError(f"; did you mean {near[simple]}?" if simple in near else closest(simple, words))


def _all_different(words: list[str]) -> tuple[str, ...]:
    for number, word in enumerate(words):
        if word in words[:number]:
            raise ValueError(f": {word} twice")
    return tuple(words)


def _levels(domain: Levels, word: str) -> dict[str, int]:
    levels: dict[str, int] = {}
    for part in word.split(";") if word else []:
        name, _, level = part.strip().partition(" ")
        _one_of(domain.words, name)
        if name in levels:
            raise ValueError(f": {name} twice")
        levels[name] = _whole(domain, level.strip())
    return levels


def _identifier(_domain: Identifier, word: str) -> str:
    if NAME.fullmatch(word):
        return word
    simple = re.sub(r"[^a-z0-9]+", "_", word.casefold()).strip("_")
    raise ValueError(f"; write {simple}" if NAME.fullmatch(simple) else "")


def _text(domain: Text, word: str) -> str:
    if not word and not domain.empty:
        raise ValueError
    return word


PARSERS: dict[type, Callable[[Any, str], Any]] = {
    Whole: _whole,
    Wholes: _wholes,
    Words: _words,
    Levels: _levels,
    Identifier: _identifier,
    Text: _text,
}
