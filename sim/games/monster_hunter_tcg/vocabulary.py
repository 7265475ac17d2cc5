"""The words of card texts: one table for each kind of word (TCG-F1 to F20).

TRIGGERS, CONDITIONS, CLAUSES, SEATS and MONSTERS say where each word may stand, what stands behind it, and its sentence.
A new word is one line in its table, a member of its enum, and one branch in a kernel. Plain Python, no numba.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum

MAX_AMOUNT = 20


class Trigger(IntEnum):
    """TCG-F1: what sets an ability off; STATIC also for items, which act when used."""

    STATIC = 0
    TURNED_UP = 1
    ATTACKING = 2
    SLAIN = 3
    SPENT = 4


class Condition(IntEnum):
    """TCG-F3: what must be true for an ability."""

    ALWAYS = 0
    VS = 1
    WITH = 2
    ARMED = 3
    UNARMED = 4
    ARMOURED = 5
    DECK_UNDER = 6
    HAND_UNDER = 7
    TRAILING = 8
    LEADER = 9
    ROUND_OVER = 10


class Op(IntEnum):
    """What a clause does (TCG-F4 to F20)."""

    ATTACK = 0
    DEFENCE = 1
    SPEED = 2
    MOVE = 3
    MONSTER_ATTACK = 4
    MONSTER_SPEED = 5
    DAMAGE = 6
    HEAL = 7
    MILL = 8
    RESTORE = 9
    DRAW = 10
    DISCARD = 11
    RECOVER = 12
    CAMP = 13
    STEP = 14
    REVEAL = 15
    HIDE = 16
    LURE = 17
    HR = 18
    WEAPON_COST = 19
    ARMOUR_COST = 20


class Target(IntEnum):
    """Whom or what a clause is aimed at: seats up to SAME_AREA, monsters from IT on."""

    SELF = 0
    ATTACKER = 1
    VICTIMS = 2
    RIVALS = 3
    ALL = 4
    RIVAL = 5
    SAME_AREA = 6
    IT = 7
    MONSTER_HERE = 8
    ANYWHERE = 9
    OWN = 10


class TextKind(IntEnum):
    """What a text stands on: the kinds of cards by the numbers of `state.Kind`, and monsters as material."""

    HUNTER = 0
    MONSTER = 1
    WEAPON = 2
    ARMOUR = 3
    ITEM = 4
    MATERIAL = 5


class Moment(IntEnum):
    """When an ability counts; up to SPENT the numbers of Trigger."""

    STATIC = 0  # while its card is active
    TURNED_UP = 1
    ATTACKING = 2
    SLAIN = 3
    SPENT = 4
    USED = 5  # an item


class Amount(Enum):
    """What stands behind the word of a clause."""

    SIGNED = "a number with its sign, from -20 to +20 but not 0"
    COUNT = "a number from 1 to 20, without a sign"
    CARD = "a kind of card"
    NOTHING = "nothing"


class Aim(Enum):
    """What a clause can be aimed at."""

    SEAT = "player"
    MONSTER = "monster"
    OWNER = "nothing"


@dataclass(frozen=True)
class TriggerWord:
    """A trigger: where it may stand, and how a sentence begins with it."""

    trigger: Trigger
    kind: TextKind
    words: str


@dataclass(frozen=True)
class ConditionWord:
    """A condition: what may stand behind its word (name -> number, or a range of numbers), and its sentence."""

    condition: Condition
    values: Mapping[str, int] | range | None
    words: str


@dataclass(frozen=True)
class ClauseWord:
    """A clause: what it takes, when it may stand, and its sentence (see `sentences.clause_words`)."""

    op: Op
    amount: Amount
    aim: Aim
    moments: frozenset[Moment]
    words: str
    rule: str
    face: str = "face-up "  # of the monsters that may be chosen


@dataclass(frozen=True)
class TargetWord:
    """A target: when it may stand, whether the card's owner chooses it, and what sentences call it."""

    target: Target
    moments: frozenset[Moment]
    is_chosen: bool
    words: str


@dataclass(frozen=True)
class Clause:
    """One thing that happens, or one value that is changed."""

    op: Op
    amount: int = 0  # signed; for `recover` the number of a kind of card
    once: bool = False
    target: Target = Target.SELF


@dataclass(frozen=True)
class Ability:
    """Clauses with one trigger, one condition and perhaps a coin in common."""

    clauses: tuple[Clause, ...]
    trigger: Trigger = Trigger.STATIC
    condition: Condition = Condition.ALWAYS
    value: int = 0
    coin: bool = False


Abilities = tuple[Ability, ...]

ELEMENTS = ("fire", "water", "thunder", "ice", "dragon")
ELEMENT_NUMBERS = {"none": 0, **{name: number for number, name in enumerate(ELEMENTS, start=1)}}
LINES = (
    "great_sword",
    "long_sword",
    "sword_and_shield",
    "dual_blades",
    "hammer",
    "lance",
    "gunlance",
    "light_bowgun",
    "heavy_bowgun",
    "bow",
)
ICONS = ("potion", "trap", "bomb", "food", "tool")
LINE_NUMBERS = {name: number for number, name in enumerate(LINES)}
CARD_KINDS = {"card": -1, "monster": 1, "weapon": 2, "armour": 3, "item": 4}
"""What `recover` may name -> the number of `state.Kind`; -1 for any card."""

STATIC = frozenset({Moment.STATIC})
USED = frozenset({Moment.USED})
ON_MAP = frozenset({Moment.TURNED_UP, Moment.ATTACKING})
HUNTED = ON_MAP | {Moment.SLAIN}
ACTING = HUNTED | {Moment.SPENT, Moment.USED}

TRIGGERS = {
    "turned up": TriggerWord(Trigger.TURNED_UP, TextKind.MONSTER, "when this monster is turned up"),
    "attacking": TriggerWord(Trigger.ATTACKING, TextKind.MONSTER, "when this monster attacks"),
    "slain": TriggerWord(Trigger.SLAIN, TextKind.MONSTER, "when this monster is slain"),
    "beside": TriggerWord(Trigger.STATIC, TextKind.MATERIAL, "while this lies beside the map"),
    "spent": TriggerWord(Trigger.SPENT, TextKind.MATERIAL, "when this is paid"),
}
CONDITIONS = {
    "vs": ConditionWord(Condition.VS, dict(list(ELEMENT_NUMBERS.items())[1:]), "if the monster concerned is weak to {}"),
    "with": ConditionWord(Condition.WITH, LINE_NUMBERS, "if your hunter's weapon line is {}"),
    "armed": ConditionWord(Condition.ARMED, None, "if your hunter has a weapon"),
    "unarmed": ConditionWord(Condition.UNARMED, None, "if your hunter has no weapon"),
    "armoured": ConditionWord(Condition.ARMOURED, None, "if your hunter has an armour"),
    "deck under": ConditionWord(Condition.DECK_UNDER, range(1, 41), "if your draw pile has fewer than {} cards"),
    "hand under": ConditionWord(Condition.HAND_UNDER, range(1, 41), "if your hand has fewer than {} cards"),
    "trailing": ConditionWord(Condition.TRAILING, None, "if nobody has fewer HR than you and somebody has more"),
    "leader": ConditionWord(Condition.LEADER, None, "if you are the leader"),
    "round over": ConditionWord(Condition.ROUND_OVER, range(1, 201), "if more than {} rounds have begun"),
}
SEAT, MONSTER, OWNER = Aim.SEAT, Aim.MONSTER, Aim.OWNER
SIGNED, COUNT, CARD, NOTHING = Amount.SIGNED, Amount.COUNT, Amount.CARD, Amount.NOTHING
CHANGING = STATIC | USED | HUNTED
CLAUSES = {
    "attack": ClauseWord(Op.ATTACK, SIGNED, SEAT, CHANGING, "{whose} hunter gets {n} attack{until}", "TCG-F4"),
    "defence": ClauseWord(Op.DEFENCE, SIGNED, SEAT, CHANGING, "{whose} hunter gets {n} defence{until}", "TCG-F5"),
    "speed": ClauseWord(Op.SPEED, SIGNED, SEAT, CHANGING, "{whose} hunter gets {n} speed{until}", "TCG-F6"),
    "move": ClauseWord(Op.MOVE, SIGNED, SEAT, STATIC, "{whose} hunter gets {n} move", "TCG-F7"),
    "monster attack": ClauseWord(
        Op.MONSTER_ATTACK, SIGNED, MONSTER, USED | ON_MAP, "{monster} gets {n} attack until the end phase", "TCG-F8"
    ),
    "monster speed": ClauseWord(
        Op.MONSTER_SPEED, SIGNED, MONSTER, USED | ON_MAP, "{monster} gets {n} speed until the end phase", "TCG-F6"
    ),
    "damage": ClauseWord(Op.DAMAGE, COUNT, MONSTER, USED | ON_MAP, "{monster} loses {n} HP", "TCG-F9"),
    "heal": ClauseWord(Op.HEAL, COUNT, MONSTER, USED | ON_MAP, "{monster} regains up to {n} HP", "TCG-F9"),
    "mill": ClauseWord(Op.MILL, COUNT, SEAT, ACTING, "{who} lose{s} {cards} from the top of the draw pile", "TCG-F10"),
    "restore": ClauseWord(
        Op.RESTORE,
        COUNT,
        SEAT,
        ACTING,
        "{who} put{s} {cards} of the discard pile, at random, under the draw pile",
        "TCG-F11",
    ),
    "draw": ClauseWord(Op.DRAW, COUNT, SEAT, ACTING, "{who} draw{s} {cards}", "TCG-F12"),
    "discard": ClauseWord(Op.DISCARD, COUNT, SEAT, ACTING, "{who} discard{s} {cards} of the hand at random", "TCG-F13"),
    "recover": ClauseWord(Op.RECOVER, CARD, OWNER, ACTING, "you take {kind} of your discard pile into your hand", "TCG-F14"),
    "camp": ClauseWord(Op.CAMP, NOTHING, SEAT, ACTING, "{whose} hunter returns to camp", "TCG-F15"),
    "step": ClauseWord(Op.STEP, NOTHING, OWNER, USED, "your hunter moves along one road of your choice", "TCG-F16"),
    "reveal": ClauseWord(Op.REVEAL, NOTHING, MONSTER, USED, "{monster} is turned up", "TCG-F17", face="face-down "),
    "hide": ClauseWord(Op.HIDE, NOTHING, MONSTER, USED | ON_MAP, "{monster} is turned face down", "TCG-F17"),
    "lure": ClauseWord(
        Op.LURE, NOTHING, MONSTER, USED, "{monster} moves to another area of its map, of your choice", "TCG-F18", face=""
    ),
    "hr": ClauseWord(Op.HR, SIGNED, SEAT, ACTING, "{who} get{s} {n} HR", "TCG-F19"),
    "weapon cost": ClauseWord(Op.WEAPON_COST, SIGNED, OWNER, STATIC, "equipping a weapon costs you {n} points", "TCG-F20"),
    "armour cost": ClauseWord(Op.ARMOUR_COST, SIGNED, OWNER, STATIC, "equipping an armour costs you {n} points", "TCG-F20"),
}
SEATS = {
    "self": TargetWord(Target.SELF, ACTING | STATIC, is_chosen=False, words="you"),
    "attacker": TargetWord(Target.ATTACKER, HUNTED, is_chosen=False, words="the attacker"),
    "victims": TargetWord(Target.VICTIMS, frozenset({Moment.ATTACKING}), is_chosen=False, words="each victim"),
    "rivals": TargetWord(Target.RIVALS, ACTING, is_chosen=False, words="each rival"),
    "all": TargetWord(Target.ALL, ACTING, is_chosen=False, words="each player"),
    "rival": TargetWord(Target.RIVAL, USED, is_chosen=True, words="a rival of your choice"),
    "here": TargetWord(Target.SAME_AREA, USED, is_chosen=True, words="a rival of your choice in your hunter's area"),
}
MONSTERS = {
    "it": TargetWord(Target.IT, ON_MAP, is_chosen=False, words="this monster"),
    "here": TargetWord(Target.MONSTER_HERE, USED, is_chosen=True, words="a {}monster of your choice in your hunter's area"),
    "anywhere": TargetWord(Target.ANYWHERE, USED, is_chosen=True, words="a {}monster of your choice on any map"),
    "own": TargetWord(Target.OWN, USED, is_chosen=True, words="a {}monster of your choice on your own map"),
}
AIMS: Mapping[Aim, Mapping[str, TargetWord]] = {SEAT: SEATS, MONSTER: MONSTERS, OWNER: {}}
DEFAULTS = {SEAT: "self", MONSTER: "it", OWNER: "self"}
ONCE = "once"
ONLY_ONCE = (Op.ATTACK, Op.DEFENCE)  # what may be changed for one blow


# Looking up


def triggers_of(kind: TextKind) -> list[str]:
    """The triggers that texts of a kind may have."""
    return [name for name, word in TRIGGERS.items() if word.kind == kind]


def clause_word(clause: Clause) -> tuple[str, ClauseWord]:
    """The word of a clause and what the table says of it."""
    return next((name, word) for name, word in CLAUSES.items() if word.op == clause.op)


def target_word(clause: Clause) -> tuple[str, TargetWord]:
    """The target of a clause and what the table says of it."""
    return next((name, word) for table in (SEATS, MONSTERS) for name, word in table.items() if word.target == clause.target)


def value_text(word: ConditionWord, value: int) -> str:
    """The element, line or number of a condition."""
    if isinstance(word.values, Mapping):
        return next(name for name, number in word.values.items() if number == value)
    return str(value)


def choice(clause: Clause) -> tuple[str, int] | None:
    """What the owner of the card has to choose for a clause: a key that is the same in all clauses; None: nothing."""
    if clause.op in (Op.STEP, Op.LURE):
        return clause.op.name, clause.target
    if any(word.is_chosen and word.target == clause.target for word in (*SEATS.values(), *MONSTERS.values())):
        return ("face-down" if clause.op == Op.REVEAL else "face-up"), clause.target
    return None
