"""The card texts (TCG-F1 to F20), read into abilities and clauses."""

from __future__ import annotations

import re
from typing import NamedTuple

TRIGGERS = ("turned up", "attacking", "slain", "beside", "spent")
MONSTER_WORDS = ("monster attack", "monster speed", "damage", "heal", "reveal", "hide", "lure")
WORDS = (
    *MONSTER_WORDS, "weapon cost", "armour cost", "attack", "defence", "speed", "move", "mill", "restore", "draw",
    "discard", "recover", "camp", "step", "hr",
)  # fmt: skip
KINDS = ("card", "monster", "weapon", "armour", "item")
TARGETS = ("self", "attacker", "victims", "rivals", "all", "rival", "here", "it", "anywhere", "own")
CLAUSE = re.compile(
    rf"(?P<word>{'|'.join(WORDS)})(?: (?P<kind>{'|'.join(KINDS)}))?(?: (?P<amount>[+-]?\d+))?(?P<once> once)?"
    rf"(?: (?P<target>{'|'.join(TARGETS)}))?"
)

CONDITION = re.compile(
    r"(?:vs (?:fire|water|thunder|ice|dragon)|with [a-z]+(?:_[a-z]+)*|armed|unarmed|armoured|trailing|leader"
    r"|(?:deck under|hand under|round over) \d+)?"
)


class Clause(NamedTuple):
    """A word with its amount and whom it concerns."""

    word: str
    amount: int
    once: bool
    target: str
    kind: str


class Ability(NamedTuple):
    """Clauses that act together, when `trigger` happens, if `condition` holds and the coin (if any) shows heads."""

    trigger: str
    condition: str
    coin: bool
    clauses: tuple[Clause, ...]


class Choice(NamedTuple):
    """What an item lets its user choose: `word` is seat, monster, lure or step; `where` the target word; which `face`."""

    word: str
    where: str
    face: str


NO_CHOICE = Choice("", "", "")


def abilities(text: str) -> tuple[Ability, ...]:
    """TCG-F1: the abilities of a text stand between bars."""
    return tuple(ability(part.strip()) for part in text.split("|")) if text.strip() else ()


def ability(text: str) -> Ability:
    """TCG-F1, F2, F3: trigger, condition and coin each end with a colon."""
    *heads, tail = (part.strip() for part in text.split(":"))
    trigger = heads.pop(0) if heads and heads[0] in TRIGGERS else ""
    condition = heads.pop(0).removeprefix("if ") if heads and heads[0].startswith("if ") else ""
    coin = bool(heads) and heads.pop(0) == "coin"
    if heads or not CONDITION.fullmatch(condition):
        message = f"no ability: {text!r}"
        raise ValueError(message)
    return Ability(trigger, condition, coin, tuple(clause(part.strip()) for part in tail.split(";")))


def clause(text: str) -> Clause:
    """Word, amount (or kind of card), once, target."""
    found = CLAUSE.fullmatch(text)
    if not found:
        message = f"no clause: {text!r}"
        raise ValueError(message)
    default = "it" if found["word"] in MONSTER_WORDS else "self"
    target = found["target"] or default
    return Clause(found["word"], int(found["amount"] or 0), bool(found["once"]), target, found["kind"] or "card")


def choice(text: tuple[Ability, ...]) -> Choice:
    """The one target of choice of an item's text, if it has any."""
    found = [choice_of(part) for one in text for part in one.clauses]
    return next((one for one in found if one.word), NO_CHOICE)


def choice_of(part: Clause) -> Choice:
    """What a clause lets one choose: a road, a monster (reveal: face down, lure: any face, else face up), or a seat."""
    if part.word == "step":
        return Choice("step", "", "")
    if part.word == "lure":
        return Choice("lure", part.target, "any")
    if part.word in MONSTER_WORDS and part.target != "it":
        return Choice("monster", part.target, "down" if part.word == "reveal" else "up")
    if part.word in MONSTER_WORDS:
        return NO_CHOICE
    return Choice("seat", part.target, "") if part.target in {"rival", "here"} else NO_CHOICE
