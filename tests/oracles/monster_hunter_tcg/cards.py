"""The printed cards (TCG-C1 to C5), as the start event gives them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracles.monster_hunter_tcg.texts import NO_CHOICE, Ability, Choice, abilities, choice

ELEMENTS = ("none", "fire", "water", "thunder", "ice", "dragon")
LINES = (
    "great_sword", "long_sword", "sword_and_shield", "dual_blades", "hammer", "lance", "gunlance", "light_bowgun",
    "heavy_bowgun", "bow",
)  # fmt: skip
ICONS = ("potion", "trap", "bomb", "food", "tool")
NUMBERS = {
    "hunter": ("attack", "defence", "move", "speed"),
    "monster": ("hr", "attack", "hp", "speed", "material_points"),
    "weapon": ("cost", "attack", "move", "speed"),
    "armour": ("cost", "defence"),
    "item": (),
}
TEXTS = {"hunter": "ability", "monster": "ability", "weapon": "ability", "armour": "ability", "item": "effect"}
WORDS = {"element": ELEMENTS, "weak_element": ELEMENTS, "line": LINES}
WORDS_OF = {"hunter": ("line",), "monster": ("weak_element",), "weapon": ("element", "line")}


@dataclass
class Card:
    """A card; what is not printed on its kind is empty or 0. `line` is an armour's own line too."""

    name: str
    kind: str
    number: int
    attack: int = 0
    defence: int = 0
    move: int = 0
    speed: int = 0
    hr: int = 0
    hp: int = 0
    material_points: int = 0
    cost: int = 0
    element: str = "none"
    weak_element: str = ""
    line: str = ""
    main_target: bool = False
    unique: bool = False
    icons: frozenset[str] = frozenset()
    text: tuple[Ability, ...] = ()
    material_text: tuple[Ability, ...] = ()
    choice: Choice = NO_CHOICE


def card_of(name: str, printed: dict[str, Any]) -> Card:
    """The card with this name. Raises ValueError or KeyError if something is no card of any kind."""
    kind = kind_of(printed)
    card = Card(name, kind, number(printed, "number", 1))
    for column in NUMBERS[kind]:
        setattr(card, column, number(printed, column, 0))
    for column in WORDS_OF.get(kind, ()):
        setattr(card, column, word(printed[column], WORDS[column]))
    card.text = abilities(printed[TEXTS[kind]])
    if kind == "monster":
        card.material_text = abilities(printed["material_ability"])
        card.main_target, card.unique = flag(printed["main_target"]), flag(printed["unique"])
    if kind == "armour":
        card.line = printed["armour_line"]
    if "icons" in printed:
        card.icons = icons(printed["icons"])
    card.choice = choice(card.text) if kind == "item" else NO_CHOICE
    return card


def kind_of(printed: dict[str, Any]) -> str:
    """A card shows its kind by what is printed on it."""
    marks = {"hp": "monster", "element": "weapon", "armour_line": "armour", "effect": "item", "line": "hunter"}
    return next(kind for column, kind in {**marks, "number": "nothing"}.items() if column in printed)


def number(printed: dict[str, Any], column: str, low: int) -> int:
    """A whole number from `low` on."""
    value = printed[column]
    if type(value) is not int or value < low:
        message = f"{column}: {value!r}"
        raise ValueError(message)
    return value


def word(value: Any, allowed: tuple[str, ...]) -> str:
    """One of the known words."""
    if value not in allowed:
        message = f"{value!r} is none of {allowed}"
        raise ValueError(message)
    return str(value)


def flag(value: Any) -> bool:
    """`yes` or `no`, or already true or false."""
    return bool(value) if type(value) is bool else word(value, ("yes", "no")) == "yes"


def icons(value: Any) -> frozenset[str]:
    """A list of icons, or their names with semicolons between."""
    names = value.split(";") if isinstance(value, str) else value
    return frozenset(word(name.strip(), ICONS) for name in names)
