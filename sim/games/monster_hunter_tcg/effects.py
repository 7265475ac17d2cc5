"""Card texts read: from what a designer writes to abilities, back again, and to the rows that the kernels read.

    text    = ability | ability                       (a bar stands between abilities)
    ability = TRIGGER: if CONDITION: coin: clause; clause       (only one clause is required)
    clause  = WORD AMOUNT once TARGET                           (amount, `once` and target where the word takes them)

The words stand in `vocabulary`; paragraphs of the rulebook: TCG-F1 to F20. Plain Python, no numba.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from sim.game import closest, shown
from sim.games.monster_hunter_tcg.sentences import words
from sim.games.monster_hunter_tcg.vocabulary import (
    AIMS,
    CARD,
    CARD_KINDS,
    CLAUSES,
    CONDITIONS,
    COUNT,
    DEFAULTS,
    MAX_AMOUNT,
    MONSTER,
    NOTHING,
    ONCE,
    ONLY_ONCE,
    OWNER,
    SIGNED,
    TRIGGERS,
    Abilities,
    Ability,
    Clause,
    ClauseWord,
    Condition,
    Moment,
    Op,
    Target,
    TextKind,
    Trigger,
    choice,
    clause_word,
    target_word,
    triggers_of,
    value_text,
)
from sim.schema import InputError

__all__ = [
    "Abilities",
    "Ability",
    "Clause",
    "Condition",
    "Op",
    "Target",
    "TextKind",
    "Trigger",
    "parse",
    "rows",
    "words",
    "written",
]

MAX_CLAUSES = 4  # of one text


# Reading


def parse(text: str, where: str, kind: TextKind | int) -> Abilities:
    """The abilities of a text; `kind`: what it stands on; `where`: the place for errors, such as `items.csv:17 effect`.

    An empty text has none. Raises InputError with the wrong word and the words that are allowed there.
    """
    if not text.strip():
        return ()
    abilities = tuple(_ability(part, where, TextKind(kind)) for part in text.split("|"))
    n_clauses = sum(len(ability.clauses) for ability in abilities)
    if n_clauses > MAX_CLAUSES:
        raise InputError(f"{where}: {n_clauses} clauses; a text has at most {MAX_CLAUSES}")
    _check_choices(abilities, where)
    return abilities


def _ability(text: str, where: str, kind: TextKind) -> Ability:
    *heads, last = (part.strip() for part in text.split(":"))
    ability = Ability((), _own_trigger(kind))
    found: list[str] = []
    for head in heads:
        ability = _with_head(ability, head, found, where, kind)
    if kind == TextKind.MONSTER and "trigger" not in found:
        raise InputError(f"{where}: a monster's ability starts with a trigger (allowed: {_listed(triggers_of(kind), ':')})")
    moment = Moment.USED if kind == TextKind.ITEM else Moment(ability.trigger)
    if ability.coin and moment == Moment.STATIC:
        raise InputError(f"{where}: no coin is flipped for a text that counts all the time")
    return replace(ability, clauses=tuple(_clause(part.strip(), where, moment) for part in last.split(";")))


def _own_trigger(kind: TextKind) -> Trigger:
    """The trigger where none is written; a monster's has to be written."""
    return Trigger.TURNED_UP if kind == TextKind.MONSTER else Trigger.STATIC


def _with_head(ability: Ability, head: str, found: list[str], where: str, kind: TextKind) -> Ability:
    """The ability with what one `head:` says; `found` lists the parts so far, which have their order."""
    order = ["trigger", "condition", "coin"]
    part = "coin" if head == "coin" else "condition" if head.split()[:1] == ["if"] else "trigger"
    if part == "trigger" and head not in triggers_of(kind):
        allowed = [*(f"{name}:" for name in triggers_of(kind)), "if CONDITION:", "coin:"]
        hint = closest(head.casefold(), triggers_of(kind))
        raise InputError(f"{where}: unknown {shown(head)} before a colon{hint} (allowed: {_listed(allowed)})")
    if found and order.index(part) <= order.index(found[-1]):
        raise InputError(f"{where}: {shown(head)} stands too late or twice; write TRIGGER: if CONDITION: coin: clause")
    found.append(part)
    if part == "coin":
        return replace(ability, coin=True)
    if part == "trigger":
        return replace(ability, trigger=TRIGGERS[head].trigger)
    condition, value = _condition(head.split()[1:], where)
    return replace(ability, condition=condition, value=value)


def _condition(words: list[str], where: str) -> tuple[Condition, int]:
    name, rest = _longest(words, CONDITIONS)
    if name not in CONDITIONS:
        raise InputError(_unknown(where, "condition", name, CONDITIONS))
    word, value = CONDITIONS[name], " ".join(rest)
    if isinstance(word.values, range):
        if not value.isascii() or not value.isdigit() or int(value[:9]) not in word.values:
            allowed = f"a whole number from {word.values[0]} to {word.values[-1]}"
            raise InputError(f"{where}: expected {allowed} behind {shown(name)}, got {_got(value)}")
        return word.condition, int(value)
    if word.values is None:
        if value:
            raise InputError(f"{where}: nothing stands behind {shown(name)}, got {shown(value)}")
        return word.condition, 0
    if value not in word.values:
        raise InputError(_unknown(where, f"word behind {shown(name)}:", value, word.values))
    return word.condition, word.values[value]


def _clause(text: str, where: str, moment: Moment) -> Clause:
    words = text.split()
    name, rest = _longest(words, CLAUSES)
    allowed = [one for one, word in CLAUSES.items() if moment in word.moments]
    if not words:
        raise InputError(f"{where}: a clause is missing (allowed: {_listed(allowed)})")
    if name not in CLAUSES:
        raise InputError(_unknown(where, "clause", name, allowed))
    if name not in allowed:
        raise InputError(f"{where}: {shown(name)} cannot stand in this text (allowed: {_listed(allowed)})")
    word = CLAUSES[name]
    amount, rest = _amount(name, word, rest, where)
    once = rest[:1] == [ONCE]
    if ONCE in rest[1:]:
        raise InputError(f"{where}: once stands right behind the amount, before the target")
    if once and (word.op not in ONLY_ONCE or moment == Moment.STATIC):
        raise InputError(f"{where}: once stands only behind a change of attack or defence by an item or a monster")
    return Clause(word.op, amount, once, _target(name, word, rest[once:], where, moment))


def _amount(name: str, word: ClauseWord, rest: list[str], where: str) -> tuple[int, list[str]]:
    """The amount of a clause and the words behind it."""
    if word.amount == NOTHING:
        return 0, rest
    text = rest[0] if rest else ""
    if word.amount == CARD:
        if text not in CARD_KINDS:
            raise InputError(_unknown(where, f"word behind {shown(name)}:", text, CARD_KINDS))
        return CARD_KINDS[text], rest[1:]
    pattern = r"[+-][0-9]{1,3}" if word.amount == SIGNED else r"[0-9]{1,3}"
    if not re.fullmatch(pattern, text) or not 1 <= abs(int(text)) <= MAX_AMOUNT:
        raise InputError(f"{where}: expected {word.amount.value}, behind {shown(name)}, got {_got(text)}")
    return int(text), rest[1:]


def _target(name: str, word: ClauseWord, rest: list[str], where: str, moment: Moment) -> Target:
    text = " ".join(rest)
    targets = AIMS[word.aim]
    allowed = [one for one, target in targets.items() if moment in target.moments]
    if not text and (word.aim == OWNER or DEFAULTS[word.aim] in allowed):
        return Target.IT if word.aim == MONSTER else Target.SELF
    if not allowed:
        raise InputError(f"{where}: nothing more stands behind {shown(name)}, got {shown(text)}")
    if text in targets and text not in allowed:
        raise InputError(f"{where}: {shown(text)} cannot stand in this text (allowed: {_listed(allowed)})")
    if text not in allowed:
        raise InputError(_unknown(where, f"target of {shown(name)}:", text, allowed))
    return targets[text].target


def _longest(words: list[str], table: Iterable[str]) -> tuple[str, list[str]]:
    """The name that a list of words starts with, of two words if the table has it, and the words behind it."""
    for n_words in (2, 1):
        name = " ".join(words[:n_words])
        if name in table:
            return name, words[n_words:]
    pairs = {name.split()[0] for name in table if " " in name}
    n_words = 2 if words[:1] and words[0] in pairs else 1
    return " ".join(words[:n_words]), words[n_words:]


def _unknown(where: str, what: str, word: str, allowed: Iterable[str]) -> str:
    """The message for a word that is none of those allowed."""
    hint = closest(word.casefold(), allowed) if word else ""
    return f"{where}: unknown {what} {_got(word)}{hint} (allowed: {_listed(allowed)})"


def _listed(words: Iterable[str], mark: str = "") -> str:
    return ", ".join(f"{word}{mark}" for word in words)


def _got(text: str) -> str:
    return shown(text) if text else "nothing"


def _check_choices(abilities: Abilities, where: str) -> None:
    """A text has at most one chosen target."""
    keys = {key for ability in abilities for clause in ability.clauses if (key := choice(clause))}
    if len(keys) > 1:
        raise InputError(f"{where}: two different things to choose; all clauses of a card must choose the same")


# Writing


def written(abilities: Abilities) -> str:
    """The text that `parse` reads as these abilities."""
    return " | ".join(_written(ability) for ability in abilities)


def _written(ability: Ability) -> str:
    heads = [f"{name}:" for name, word in TRIGGERS.items() if word.trigger == ability.trigger != Trigger.STATIC]
    if ability.condition != Condition.ALWAYS:
        heads.append(f"if {condition_text(ability)}:")
    if ability.coin:
        heads.append("coin:")
    return " ".join([*heads, "; ".join(map(clause_text, ability.clauses))])


def condition_text(ability: Ability) -> str:
    """A condition as designers write it, such as `vs fire`."""
    name, word = next((name, word) for name, word in CONDITIONS.items() if word.condition == ability.condition)
    return name if word.values is None else f"{name} {value_text(word, ability.value)}"


def clause_text(clause: Clause) -> str:
    """A clause as designers write it."""
    name, word = clause_word(clause)
    amount = {
        SIGNED: f"{clause.amount:+d}",
        COUNT: str(clause.amount),
        CARD: next((one for one, number in CARD_KINDS.items() if number == clause.amount), ""),
        NOTHING: "",
    }[word.amount]
    target = "" if clause.target in (Target.SELF, Target.IT) else target_word(clause)[0]
    return " ".join(part for part in (name, amount, ONCE if clause.once else "", target) if part)


# For kernels


def rows(abilities: Abilities) -> list[tuple[int, ...]]:
    """One row of whole numbers a clause, in the order of the fields of `state.Clause`.

    (trigger, condition, its value, 1 for a coin, op, target, amount, 1 for once, number of the ability within the text).
    """
    return [
        (
            int(ability.trigger),
            int(ability.condition),
            ability.value,
            int(ability.coin),
            int(clause.op),
            int(clause.target),
            clause.amount,
            int(clause.once),
            number,
        )
        for number, ability in enumerate(abilities)
        for clause in ability.clauses
    ]
