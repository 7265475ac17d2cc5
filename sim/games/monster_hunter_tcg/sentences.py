"""Card texts in plain English, and the table of all words for the rulebook (TCG-F1 to F20)."""

from __future__ import annotations

from collections.abc import Iterable

from sim.games.monster_hunter_tcg.vocabulary import (
    CARD_KINDS,
    CLAUSES,
    CONDITIONS,
    DEFAULTS,
    MONSTERS,
    SEATS,
    TRIGGERS,
    Abilities,
    Ability,
    Aim,
    Amount,
    Clause,
    ClauseWord,
    Condition,
    ConditionWord,
    Moment,
    Target,
    TextKind,
    Trigger,
    choice,
    clause_word,
    target_word,
    value_text,
)

VOCABULARY_START = "<!-- vocabulary: made by `python -m sim.games.monster_hunter_tcg.sentences` -->"
VOCABULARY_END = "<!-- end of the vocabulary -->"
CARDS = {"card": "any card", "monster": "a monster", "weapon": "a weapon", "armour": "an armour", "item": "an item"}
SIDES = {
    Moment.STATIC: "always active",
    Moment.TURNED_UP: "turned up",
    Moment.ATTACKING: "attacking",
    Moment.SLAIN: "slain",
    Moment.SPENT: "spent",
    Moment.USED: "items",
}


def words(abilities: Abilities, kind: TextKind | int) -> str:
    """What a text says, in sentences for people; `kind`: what it stands on. "You" are the owner of the card."""
    return " ".join(_sentence(ability, TextKind(kind)) for ability in abilities)


def _sentence(ability: Ability, kind: TextKind) -> str:
    parts = [word.words for word in TRIGGERS.values() if (word.trigger, word.kind) == (ability.trigger, kind)]
    if ability.condition != Condition.ALWAYS:
        parts.append(condition_words(ability))
    if ability.coin:
        parts.append("flip a coin; on heads")
    is_static = ability.trigger == Trigger.STATIC and kind != TextKind.ITEM
    chosen, clauses = set(), []
    for clause in ability.clauses:
        clauses.append(clause_words(clause, is_static=is_static, is_again=choice(clause) in chosen))
        chosen |= {choice(clause)} - {None}
    text = ", ".join([*parts, ", then ".join(clauses)])
    return f"{text[0].upper()}{text[1:]}."


def condition_words(ability: Ability) -> str:
    """A condition in words."""
    word = next(word for word in CONDITIONS.values() if word.condition == ability.condition)
    return word.words.format(value_text(word, ability.value).replace("_", " "))


def clause_words(clause: Clause, *, is_static: bool, is_again: bool = False) -> str:
    """A clause in words; `is_again`: its chosen target was named already."""
    word = clause_word(clause)[1]
    who = "that rival" if is_again else target_word(clause)[1].words
    until = "" if is_static else " for the next blow" if clause.once else " for the rest of the hunt"
    return word.words.format(
        who=who,
        s="" if clause.target == Target.SELF else "s",
        whose="your" if clause.target == Target.SELF else f"{who}'s",
        monster="that monster" if is_again else target_word(clause)[1].words.format(word.face),
        n=f"{clause.amount:+d}" if word.amount == Amount.SIGNED else clause.amount,
        cards=f"{clause.amount} card{'s' * (clause.amount > 1)}",
        kind=next((CARDS[name] for name, number in CARD_KINDS.items() if number == clause.amount), ""),
        until=until,
    )


# The table of the rulebook


def vocabulary() -> str:
    """All words in tables (Markdown), as they stand in the rulebook between its two marks."""
    tables = (
        _table("Triggers", ("write", "on", "means"), _trigger_rows()),
        _table("Conditions", ("write", "means"), _condition_rows()),
        _table("Clauses", ("write", "target", "where", "means (with 1)", "rule"), _clause_rows()),
        _table("Targets", ("write", "of", "where", "means"), _target_rows()),
    )
    return "\n\n".join([VOCABULARY_START, *tables, VOCABULARY_END]) + "\n"


def _table(title: str, head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(head)]
    lines += [["---"] * len(lines[0]), *map(list, rows)]
    return f"{title}:\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _trigger_rows() -> Iterable[tuple[str, ...]]:
    for name, word in TRIGGERS.items():
        yield f"`{name}:`", "monster" if word.kind == TextKind.MONSTER else "material", word.words


def _condition_rows() -> Iterable[tuple[str, ...]]:
    for name, word in CONDITIONS.items():
        value = _value_name(name, word)
        yield f"`if {name}{value and ' '}{value}:`", word.words.format(value)


def _value_name(name: str, word: ConditionWord) -> str:
    if word.values is None:
        return ""
    return "N" if isinstance(word.values, range) else {"vs": "ELEMENT", "with": "LINE"}[name]


def _clause_rows() -> Iterable[tuple[str, ...]]:
    signs = {Amount.SIGNED: " ±N", Amount.COUNT: " N", Amount.CARD: " KIND", Amount.NOTHING: ""}
    for name, word in CLAUSES.items():
        aim = "" if word.aim == Aim.OWNER else word.aim.value
        yield f"`{name}{signs[word.amount]}`", aim, _sides(word.moments), _example(word), word.rule


def _example(word: ClauseWord) -> str:
    """The sentence of the clause with the amount 1, on an item where it may stand there."""
    target = Target.MONSTER_HERE if word.aim == Aim.MONSTER else Target.SELF
    clause = Clause(word.op, 1, target=target)
    return clause_words(clause, is_static=Moment.USED not in word.moments)


def _target_rows() -> Iterable[tuple[str, ...]]:
    for aim, table in ((Aim.SEAT, SEATS), (Aim.MONSTER, MONSTERS)):
        for name, word in table.items():
            default = " (may be left out)" if name == DEFAULTS[aim] else ""
            yield f"`{name}`{default}", aim.value, _sides(word.moments), word.words.format("")


def _sides(moments: Iterable[Moment]) -> str:
    return ", ".join(SIDES[moment] for moment in sorted(moments))


if __name__ == "__main__":
    import sys

    sys.stdout.write(vocabulary())
