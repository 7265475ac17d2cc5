"""The weights of a policy: for each decision the names of its features, in the order in which kernels read them.

A sheet of policies has one column a weight, named `decision feature` (`place hr`); the score of an alternative is the sum of
weight x feature. The features are explained where they are computed, in the module of their phase. Plain Python: readers of
sheets need no kernels.
"""

from __future__ import annotations

FEATURES: dict[str, tuple[str, ...]] = {
    "discard": (
        "card",
        "monster",
        "spare_monster",
        "hr",
        "weapon",
        "idle_weapon",
        "armour",
        "short",
        "item",
        "idle_item",
    ),
    "place": (
        "monster",
        "hr",
        "attack",
        "hp",
        "speed",
        "points",
        "first_hidden",
        "traffic",
        "company",
        "clash",
        "copy",
        "room_hr",
        "room",
        "empty_map",
    ),
    "move": ("stay", "kill_hr", "wound_hr", "hidden", "danger", "retreat", "rivals", "home", "tired_hidden"),
    "order": ("attack", "kill_hr"),
    "target": ("attack", "kill_hr", "wound_hr", "hidden", "tired_hidden", "rivals", "danger"),
    "window": (
        "card",
        "kill_hr",
        "missing",
        "idle_boost",
        "saved",
        "rescue",
        "idle_armour",
        "slay_hr",
        "damage",
        "heal",
        "mill",
        "mill_retreat",
        "restore",
        "draw",
        "discard",
        "recover",
        "camp",
        "hr",
        "weaken",
        "reveal",
        "hide",
        "lure",
        "step",
        "speed",
    ),
    "equip_weapon": ("card", "attack", "speed", "move", "need", "line", "icons", "text"),
    "equip_armour": ("card", "defence", "need", "text"),
    "pay": ("points", "beside", "spent"),
    "give_up": ("hr", "points", "attack", "face_up"),
    "recover": ("monster", "weapon", "armour", "item", "hr"),
}


def column(decision: str, feature: str) -> str:
    """The name of a weight: a column of the policies' sheet."""
    return f"{decision} {feature}"


def columns() -> tuple[str, ...]:
    """The names of all weights, in the order of the sheet."""
    return tuple(column(decision, name) for decision, names in FEATURES.items() for name in names)
