"""The weights of a policy: for each decision the names of its features, in the order in which kernels read them.

A sheet of policies has one column a weight, named `decision feature` (`place hr`); the score of an alternative is the sum of
weight x feature. The features are explained where they are computed, in the module of their phase.
"""

from __future__ import annotations

from sim.games.monster_hunter_tcg.state import MAX_WEIGHTS, Decision

FEATURES: dict[Decision, tuple[str, ...]] = {
    Decision.DISCARD: (
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
    Decision.PLACE: (
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
    Decision.MOVE: ("stay", "kill_hr", "wound_hr", "hidden", "danger", "retreat", "rivals", "home", "tired_hidden"),
    Decision.ORDER: ("attack", "kill_hr"),
    Decision.TARGET: ("attack", "kill_hr", "wound_hr", "hidden", "tired_hidden", "rivals", "danger"),
    Decision.WINDOW: (
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
    Decision.EQUIP_WEAPON: ("card", "attack", "speed", "move", "need", "line", "icons", "text"),
    Decision.EQUIP_ARMOUR: ("card", "defence", "need", "text"),
    Decision.PAY: ("points", "beside", "spent"),
    Decision.GIVE_UP: ("hr", "points", "attack", "face_up"),
    Decision.RECOVER: ("monster", "weapon", "armour", "item", "hr"),
}


def columns() -> tuple[str, ...]:
    """The names of all weights, in the order of the sheet."""
    return tuple(f"{decision.name.lower()} {name}" for decision, names in FEATURES.items() for name in names)


if max(map(len, FEATURES.values())) > MAX_WEIGHTS:
    raise AssertionError(MAX_WEIGHTS)
