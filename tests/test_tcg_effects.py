"""The vocabulary of card texts of Monster Hunter TCG: what is read, refused, written back and said in English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.cards import DataFolder, read_sheet
from sim.data_folder import read_text
from sim.games.monster_hunter_tcg import effects, sheets, state
from sim.games.monster_hunter_tcg.effects import (
    Ability,
    Clause,
    Condition,
    Op,
    Target,
    TextKind,
    Trigger,
    parse,
    rows,
    written,
)
from sim.games.monster_hunter_tcg.sentences import VOCABULARY_END, VOCABULARY_START, vocabulary, words
from sim.games.monster_hunter_tcg.vocabulary import (
    AIMS,
    CARD_KINDS,
    CLAUSES,
    CONDITIONS,
    ELEMENTS,
    LINES,
    MONSTERS,
    SEATS,
    TRIGGERS,
    Amount,
    Moment,
)
from sim.schema import InputError

SHIPPED = DataFolder(Path(__file__).parent.parent / "data", is_shipped=False)
HUNTER, MONSTER, WEAPON, ARMOUR, ITEM, MATERIAL = TextKind
KIND_OF = {Moment.STATIC: WEAPON, Moment.SPENT: MATERIAL, Moment.USED: ITEM}
HEAD_OF = {
    Moment.STATIC: "",
    Moment.TURNED_UP: "turned up: ",
    Moment.ATTACKING: "attacking: ",
    Moment.SLAIN: "slain: ",
    Moment.SPENT: "spent: ",
    Moment.USED: "",
}
STATIC_WORDS = {"attack", "defence", "speed", "move", "weapon cost", "armour cost"}
SEAT_WORDS = {"mill", "restore", "draw", "discard", "recover", "camp", "hr"}
MONSTER_WORDS = {"monster attack", "monster speed", "damage", "heal", "hide"}
CHANGES = {"attack", "defence", "speed"}


# Reading


def test_tcg_f1_a_text_is_read_into_its_abilities_and_clauses() -> None:
    """TCG-F1 to F3: two abilities, one with trigger, condition, coin and two clauses, one with a trigger alone."""
    text = "attacking: if deck under 15: coin: mill 2 victims; attack -1 once attacker | slain: recover weapon"
    first = Ability(
        (Clause(Op.MILL, 2, target=Target.VICTIMS), Clause(Op.ATTACK, -1, once=True, target=Target.ATTACKER)),
        Trigger.ATTACKING,
        Condition.DECK_UNDER,
        15,
        coin=True,
    )
    second = Ability((Clause(Op.RECOVER, 2),), Trigger.SLAIN)
    assert parse(text, "test", MONSTER) == (first, second)


def test_rows_are_the_fields_of_a_clause_in_their_order() -> None:
    """(trigger, condition, value, coin, op, target, amount, once, ability): attacking 2, deck under 6, mill 8, victims 2."""
    text = "attacking: if deck under 15: coin: mill 2 victims; attack -1 once attacker | slain: recover weapon"
    assert rows(parse(text, "test", MONSTER)) == [
        (2, 6, 15, 1, 8, 2, 2, 0, 0),
        (2, 6, 15, 1, 0, 1, -1, 1, 0),
        (3, 0, 0, 0, 12, 0, 2, 0, 1),
    ]
    names = "trigger condition condition_value coin op target amount once ability"
    assert state.Clause.names == tuple(names.split())


@pytest.mark.parametrize(
    ("text", "kind", "row"),
    [
        ("attack +2", WEAPON, (0, 0, 0, 0, 0, 0, 2, 0, 0)),
        ("if vs dragon: defence -1", ARMOUR, (0, 1, 5, 0, 1, 0, -1, 0, 0)),
        ("if with bow: move +1", HUNTER, (0, 2, 9, 0, 3, 0, 1, 0, 0)),
        ("beside: armour cost -2", MATERIAL, (0, 0, 0, 0, 20, 0, -2, 0, 0)),
        ("armour cost -2", MATERIAL, (0, 0, 0, 0, 20, 0, -2, 0, 0)),
        ("spent: coin: hr +1", MATERIAL, (4, 0, 0, 1, 18, 0, 1, 0, 0)),
        ("turned up: hide", MONSTER, (1, 0, 0, 0, 16, 7, 0, 0, 0)),
        ("turned up: hide it", MONSTER, (1, 0, 0, 0, 16, 7, 0, 0, 0)),
        ("damage 3 here", ITEM, (0, 0, 0, 0, 6, 8, 3, 0, 0)),
        ("camp here", ITEM, (0, 0, 0, 0, 13, 6, 0, 0, 0)),
        ("recover card", ITEM, (0, 0, 0, 0, 12, 0, -1, 0, 0)),
        ("lure own", ITEM, (0, 0, 0, 0, 17, 10, 0, 0, 0)),
        ("if round over 6: speed +1 rival", ITEM, (0, 10, 6, 0, 2, 5, 1, 0, 0)),
    ],
)
def test_single_clauses_become_single_rows(text: str, kind: TextKind, row: tuple[int, ...]) -> None:
    """One of each shape, by the numbers of the enums; elements count from fire 1, lines from great sword 0."""
    assert rows(parse(text, "test", kind)) == [row]


def test_an_empty_text_has_no_abilities() -> None:
    assert parse("", "test", MONSTER) == parse("  ", "test", ITEM) == ()
    assert rows(()) == []


def test_spaces_do_not_matter() -> None:
    assert parse(" slain :  draw  1 ;hr +1|turned up:hide ", "test", MONSTER) == parse(
        "slain: draw 1; hr +1 | turned up: hide", "test", MONSTER
    )


def test_the_numbers_are_those_of_the_kernel() -> None:
    """Kinds of texts and of `recover` are numbered as kinds of cards; a text has as many clauses as kernels take."""
    assert {kind.name: int(kind) for kind in state.Kind} == {kind.name: int(kind) for kind in TextKind if kind != MATERIAL}
    assert CARD_KINDS == {"card": -1, "monster": 1, "weapon": 2, "armour": 3, "item": 4}
    assert effects.MAX_CLAUSES == state.MAX_CLAUSES


# What may stand where


@pytest.mark.parametrize(
    ("moment", "allowed"),
    [
        (Moment.STATIC, STATIC_WORDS),
        (Moment.TURNED_UP, CHANGES | SEAT_WORDS | MONSTER_WORDS),
        (Moment.ATTACKING, CHANGES | SEAT_WORDS | MONSTER_WORDS),
        (Moment.SLAIN, CHANGES | SEAT_WORDS),
        (Moment.SPENT, SEAT_WORDS),
        (Moment.USED, CHANGES | SEAT_WORDS | MONSTER_WORDS | {"step", "reveal", "lure"}),
    ],
)
def test_each_clause_stands_only_where_it_can_do_something(moment: Moment, allowed: set[str]) -> None:
    """TCG-F4 to F20: a table by hand; a slain monster cannot be changed, payment comes after the hunt."""
    assert {word for word in CLAUSES if _accepted(word, moment)} == allowed


def _accepted(word: str, moment: Moment) -> bool:
    """Whether some text with this clause is read."""
    kind = KIND_OF.get(moment, MONSTER)
    for amount in ("", " 1", " +1", " card"):
        for target in ("", " here"):
            try:
                parse(f"{HEAD_OF[moment]}{word}{amount}{target}", "test", kind)
            except InputError:
                continue
            return True
    return False


def every_clause(moment: Moment) -> Iterator[str]:
    """Each clause that may stand at a moment, with each amount of 1 and 2 and each target."""
    for name, word in CLAUSES.items():
        if moment not in word.moments:
            continue
        amounts = {
            Amount.SIGNED: [" +1", " -2"],
            Amount.COUNT: [" 1", " 2"],
            Amount.CARD: [f" {kind}" for kind in CARD_KINDS],
            Amount.NOTHING: [""],
        }[word.amount]
        targets = [f" {one}" for one, target in AIMS[word.aim].items() if moment in target.moments] or [""]
        once = ["", " once"] if name in ("attack", "defence") and moment != Moment.STATIC else [""]
        yield from (f"{name}{amount}{mark}{target}" for amount in amounts for mark in once for target in targets)


def every_text() -> Iterator[tuple[str, TextKind]]:
    """A text for each clause at each moment, and for each condition, with and without a coin."""
    for moment, head in HEAD_OF.items():
        yield from ((f"{head}{clause}", KIND_OF.get(moment, MONSTER)) for clause in every_clause(moment))
    values = {"vs": ELEMENTS, "with": LINES, "deck under": (1, 40), "hand under": (1, 6), "round over": (1, 200)}
    for name in CONDITIONS:
        for value in values.get(name, ("",)):
            condition = f"if {name} {value}".strip()
            yield f"{condition}: attack +1", HUNTER
            yield f"slain: {condition}: coin: draw 1", MONSTER


def test_every_word_is_written_back_as_it_was_read() -> None:
    """parse(written(parse(text))) = parse(text), and what is written stays as it is; all words occur."""
    texts = list(every_text())
    assert len(texts) > 250
    for text, kind in texts:
        abilities = parse(text, text, kind)
        assert parse(written(abilities), text, kind) == abilities
        assert written(parse(written(abilities), text, kind)) == written(abilities)
    clauses = [clause for text, kind in texts for ability in parse(text, text, kind) for clause in ability.clauses]
    assert {clause.op for clause in clauses} == set(Op)
    assert {clause.target for clause in clauses} == set(Target)


def test_written_leaves_out_only_what_is_understood() -> None:
    """`self`, `it` and `beside` need not be written."""
    assert written(parse("turned up: heal 2 it; draw 1 self", "test", MONSTER)) == "turned up: heal 2; draw 1"
    assert written(parse("beside: if armed: attack +1", "test", MATERIAL)) == "if armed: attack +1"


def test_different_texts_have_different_sentences() -> None:
    """No two texts of one kind that are read differently are said in the same words."""
    said: dict[tuple[TextKind, str], effects.Abilities] = {}
    for text, kind in every_text():
        abilities = parse(text, text, kind)
        assert said.setdefault((kind, words(abilities, kind)), abilities) == abilities, text


# Sentences


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("attack +2", WEAPON, "Your hunter gets +2 attack."),
        ("attack +3 once", ITEM, "Your hunter gets +3 attack for the next blow."),
        ("defence +2", ITEM, "Your hunter gets +2 defence for the rest of the hunt."),
        ("if with dual_blades: speed +1", HUNTER, "If your hunter's weapon line is dual blades, your hunter gets +1 speed."),
        (
            "beside: if vs fire: attack +1",
            MATERIAL,
            "While this lies beside the map, if the monster concerned is weak to fire, your hunter gets +1 attack.",
        ),
        (
            "attacking: coin: mill 2 victims",
            MONSTER,
            "When this monster attacks, flip a coin; on heads, each victim loses 2 cards from the top of the draw pile.",
        ),
        (
            "turned up: speed -2 attacker | slain: draw 1",
            MONSTER,
            (
                "When this monster is turned up, the attacker's hunter gets -2 speed for the rest of the hunt. "
                "When this monster is slain, you draw 1 card."
            ),
        ),
        (
            "monster speed -3 here; monster attack -2 here",
            ITEM,
            (
                "A face-up monster of your choice in your hunter's area gets -3 speed until the end phase, "
                "then that monster gets -2 attack until the end phase."
            ),
        ),
        (
            "discard 1 rival; mill 1 rival",
            ITEM,
            (
                "A rival of your choice discards 1 card of the hand at random, "
                "then that rival loses 1 card from the top of the draw pile."
            ),
        ),
        (
            "reveal anywhere; draw 1",
            ITEM,
            "A face-down monster of your choice on any map is turned up, then you draw 1 card.",
        ),
        ("spent: recover item", MATERIAL, "When this is paid, you take an item of your discard pile into your hand."),
    ],
)
def test_texts_are_said_in_plain_english(text: str, kind: TextKind, expected: str) -> None:
    assert words(parse(text, "test", kind), kind) == expected
    assert effects.words is words


# Refusals

ALWAYS_ACTIVE = "(allowed: attack, defence, speed, move, weapon cost, armour cost)"
PLAYERS = "(allowed: self, rivals, all, rival, here)"
CHOSEN = "(allowed: here, anywhere, own)"
KINDS = "(allowed: card, monster, weapon, armour, item)"
EVERY_CONDITION = "(allowed: vs, with, armed, unarmed, armoured, deck under, hand under, trailing, leader, round over)"
SIGNED = 'expected a number with its sign, from -20 to +20 but not 0, behind "attack", got'
COUNTED = 'expected a number from 1 to 20, without a sign, behind "draw", got'
NO_TRIGGER = "a monster's ability starts with a trigger (allowed: turned up:, attacking:, slain:)"
ORDER = "stands too late or twice; write TRIGGER: if CONDITION: coin: clause"
NO_COIN = "no coin is flipped for a text that counts all the time"
NO_ONCE = "once stands only behind a change of attack or defence by an item or a monster"
TWO_CHOICES = "two different things to choose; all clauses of a card must choose the same"


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("atack +1", WEAPON, f'unknown clause "atack"; did you mean attack? {ALWAYS_ACTIVE}'),
        ("Attack +1", WEAPON, f'unknown clause "Attack"; did you mean attack? {ALWAYS_ACTIVE}'),
        ("monster hp +1", WEAPON, f'unknown clause "monster hp" {ALWAYS_ACTIVE}'),
        ("draw 1", WEAPON, f'"draw" cannot stand in this text {ALWAYS_ACTIVE}'),
        (
            "spent: attack +1",
            MATERIAL,
            '"attack" cannot stand in this text (allowed: mill, restore, draw, discard, recover, camp, hr)',
        ),
        ("attack +1;", WEAPON, f"a clause is missing {ALWAYS_ACTIVE}"),
        ("attack +1 |", WEAPON, f"a clause is missing {ALWAYS_ACTIVE}"),
        ("attack", WEAPON, f"{SIGNED} nothing"),
        ("attack 1", WEAPON, f'{SIGNED} "1"'),
        ("attack +0", WEAPON, f'{SIGNED} "+0"'),
        ("attack +21", WEAPON, f'{SIGNED} "+21"'),
        ("draw +1", ITEM, f'{COUNTED} "+1"'),
        ("draw 0", ITEM, f'{COUNTED} "0"'),
        ("recover", ITEM, f'unknown word behind "recover": nothing {KINDS}'),
        ("recover armor", ITEM, f'unknown word behind "recover": "armor"; did you mean armour? {KINDS}'),
        ("draw 1 everybody", ITEM, f'unknown target of "draw": "everybody" {PLAYERS}'),
        ("draw 1 attacker", ITEM, f'"attacker" cannot stand in this text {PLAYERS}'),
        ("slain: draw 1 victims", MONSTER, '"victims" cannot stand in this text (allowed: self, attacker, rivals, all)'),
        ("attack +1 rivals", HUNTER, '"rivals" cannot stand in this text (allowed: self)'),
        ("damage 3", ITEM, f'unknown target of "damage": nothing {CHOSEN}'),
        ("damage 3 it", ITEM, f'"it" cannot stand in this text {CHOSEN}'),
        ("step here", ITEM, 'nothing more stands behind "step", got "here"'),
        ("attack +1 once", WEAPON, NO_ONCE),
        ("speed +1 once", ITEM, NO_ONCE),
        ("attack +1 all once", ITEM, "once stands right behind the amount, before the target"),
        ("draw 1", MONSTER, NO_TRIGGER),
        ("slain: draw 1 | hr +1", MONSTER, NO_TRIGGER),
        (
            "turn up: draw 1",
            MONSTER,
            (
                'unknown "turn up" before a colon; did you mean turned up? '
                "(allowed: turned up:, attacking:, slain:, if CONDITION:, coin:)"
            ),
        ),
        ("slain: draw 1", ITEM, 'unknown "slain" before a colon (allowed: if CONDITION:, coin:)'),
        ("slain: draw 1", MATERIAL, 'unknown "slain" before a colon (allowed: beside:, spent:, if CONDITION:, coin:)'),
        ("coin: if armed: draw 1", ITEM, f'"if armed" {ORDER}'),
        ("if armed: if leader: draw 1", ITEM, f'"if leader" {ORDER}'),
        ("coin: slain: draw 1", MONSTER, f'"slain" {ORDER}'),
        ("coin: attack +1", ARMOUR, NO_COIN),
        ("beside: coin: attack +1", MATERIAL, NO_COIN),
        ("if : draw 1", ITEM, f"unknown condition nothing {EVERY_CONDITION}"),
        ("if armd: draw 1", ITEM, f'unknown condition "armd"; did you mean armed? {EVERY_CONDITION}'),
        ("if vs none: draw 1", ITEM, 'unknown word behind "vs": "none" (allowed: fire, water, thunder, ice, dragon)'),
        ("if armed twice: draw 1", ITEM, 'nothing stands behind "armed", got "twice"'),
        ("if deck under 41: draw 1", ITEM, 'expected a whole number from 1 to 40 behind "deck under", got "41"'),
        ("if deck under: draw 1", ITEM, 'expected a whole number from 1 to 40 behind "deck under", got nothing'),
        ("if round over 0: draw 1", ITEM, 'expected a whole number from 1 to 200 behind "round over", got "0"'),
        ("draw 1; hr +1 | mill 1; restore 1; camp", ITEM, "5 clauses; a text has at most 4"),
        ("mill 1 rival; damage 1 here", ITEM, TWO_CHOICES),
        ("damage 1 here; hide own", ITEM, TWO_CHOICES),
        ("reveal here; damage 1 here", ITEM, TWO_CHOICES),
        ("damage 1 here; lure here", ITEM, TWO_CHOICES),
        ("step; camp rival", ITEM, TWO_CHOICES),
    ],
)
def test_wrong_texts_are_refused_with_the_wrong_word_and_what_is_allowed(text: str, kind: TextKind, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text, "items.csv:17 effect", kind)
    assert str(caught.value) == f"items.csv:17 effect: {expected}"


def test_the_same_choice_may_be_used_by_several_clauses() -> None:
    """One rival twice, one monster twice; clauses without a choice beside them."""
    assert len(parse("discard 1 rival; mill 1 rival; draw 1", "test", ITEM)[0].clauses) == 3
    assert len(parse("damage 1 own; hide own | draw 1 rivals", "test", ITEM)) == 2


def test_a_sheet_names_file_line_and_column_of_a_wrong_text(tmp_path: Path) -> None:
    """The words are checked when the sheet is read; the text itself is the value of the cell."""
    head = "card,number,name,icons,effect,provenance\n"
    path = tmp_path / "items.csv"
    path.write_text(f"{head}good,1,Good,food,draw 1,invented\n", encoding="utf-8")
    assert read_sheet(path, sheets.ITEMS)[0]["effect"] == "draw 1"
    path.write_text(f"{head}good,1,Good,food,draw 1,invented\nbad,2,Bad,food,daw 1,invented\n", encoding="utf-8")
    with pytest.raises(InputError, match=r'^items\.csv:3 effect: unknown clause "daw"; did you mean draw\? \(allowed: '):
        read_sheet(path, sheets.ITEMS)


# The table of the rulebook


def test_the_rulebook_holds_the_table_of_all_words() -> None:
    """Between its two marks stands what the program prints: every trigger, condition, clause and target."""
    text = read_text(SHIPPED.path / "rulebooks" / "monster_hunter_tcg.md")
    start, end = text.index(VOCABULARY_START), text.index(VOCABULARY_END) + len(VOCABULARY_END) + 1
    assert text[start:end] == vocabulary()
    for word in (*(f"{name}:" for name in TRIGGERS), *(f"if {name}" for name in CONDITIONS), *CLAUSES, *SEATS, *MONSTERS):
        assert f"| `{word}" in vocabulary(), word
