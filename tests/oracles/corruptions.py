"""Spoil a correct trace of the hold'em judgement in one place, to see whether its referee notices.

Each corruption is plausible and keeps the type: another card, another class, one more or less, a flipped flag, another
side; a lost or added field; a dropped or doubled event. Left alone, because no rule can contradict them:

- the labels EXEMPT_INPUTS of the opening;
- inputs of the opening that this trace never puts to use (a rating row for a class that nobody made, the policy of a
  hunter who was never asked): `opening_changes` lists the others, each with a change that must show;
- in games of independent hands, the listed cards below the last one dealt.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tests.oracles.poker import CARD_NAMES, CLASS_NAMES

Event = dict[str, Any]
Path = tuple[str | int, ...]

# modifier_order shows only where a limit is met on the way (RP-J8).
EXEMPT_INPUTS = ("game_id", "cell", "seed", "rules.modifier_order")

SIDES = ("hunter 1", "hunter 2", "hunter 3", "hunter 4", "monster")
KINDS = (
    "start", "deck", "load", "turn", "deal", "declare", "reload", "bullet", "extra", "shared", "exchange", "class",
    "compare", "turn_end", "void", "end",
)  # fmt: skip
VOCABULARY: dict[str, Sequence[object]] = {
    "event": KINDS,
    "side": SIDES,
    "to": (*SIDES, "flop"),
    "card": CARD_NAMES,
    "cards": CARD_NAMES,
    "drawn": (*CARD_NAMES, None),
    "returned": (*CARD_NAMES, None),
    "known": CLASS_NAMES,
    "class": CLASS_NAMES,
    "natural": CLASS_NAMES,
    "final": CLASS_NAMES,
    "damage_class": (*CLASS_NAMES, None),
    "action": ("attack", "reload", "none"),
    "outcome": ("win", "tie", "loss"),
    "reason": ("deck_end", "hands_done"),
}
ACTIONS = VOCABULARY["action"]
FAR = 1_000_000


def corrupt(events: list[Event], rng: Random, kind: str | None = None) -> tuple[list[Event], str]:
    """A copy of the trace with one random event spoiled in one place, and what was done; `kind` asks for an event type.

    Raises ValueError if the trace has no event of this kind.
    """
    places = [at for at, event in enumerate(events) if kind in {None, event["event"]}]
    if not places:
        message = f"no event of kind {kind}"
        raise ValueError(message)
    at = rng.choice(places)
    way = rng.choices((change_field, lose_field, add_field, drop_event, double_event), (16, 1, 1, 1, 1))[0]
    spoiled: list[Event] = json.loads(json.dumps(events))
    what = way(spoiled, at, rng)
    return spoiled, f"event {at} ({events[at]['event']}): {what}"


def drop_event(events: list[Event], at: int, _rng: Random) -> str:
    """The event is missing."""
    del events[at]
    return "dropped"


def double_event(events: list[Event], at: int, _rng: Random) -> str:
    """The event stands there twice."""
    events.insert(at, events[at])
    return "doubled"


def lose_field(events: list[Event], at: int, rng: Random) -> str:
    """A field is missing."""
    name = rng.choice(list(events[at]))
    del events[at][name]
    return f"{name}: lost"


def add_field(events: list[Event], at: int, rng: Random) -> str:
    """A field that belongs to other events."""
    name = rng.choice([name for name in VOCABULARY if name not in events[at]])
    events[at][name] = rng.choice(VOCABULARY[name])
    return f"{name}: added"


def change_field(events: list[Event], at: int, rng: Random) -> str:
    """Another value of the same kind in one field; in the opening, in an input that the trace puts to use."""
    if events[at]["event"] == "start":
        return change_opening(events, rng)
    name = rng.choice(list(events[at]))
    old = events[at][name]
    new = change_list(events, at, name, rng) if isinstance(old, list) else rng.choice(others(name, old))
    events[at][name] = new
    return f"{name}: {old!r} became {new!r}"


def others(name: str, value: object) -> list[object]:
    """Plausible other values of a field."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1]
    return [word for word in VOCABULARY[name] if word != value]


def change_list(events: list[Event], at: int, name: str, rng: Random) -> list[object]:
    """One entry replaced, left out, added or swapped, so that what the trace puts to use of the list is different."""
    old = events[at][name]
    if name == "cards":
        words: Sequence[object] = VOCABULARY[name]
    else:
        words = (False, True) if isinstance(old[0], bool) else ACTIONS
    n_used = n_cards_drawn(events, at) if events[at]["event"] == "deck" else len(old)
    while True:
        new = changed_entry(old, rng.randrange(n_used), words, rng)
        if new[:n_used] != old[:n_used] or len(new) > len(old) == n_used:
            return new


def changed_entry(old: list[object], at: int, words: Sequence[object], rng: Random) -> list[object]:
    """The list with its entry `at` replaced, left out, preceded by a new one, or swapped with any other."""
    word, other = rng.choice(words), rng.randrange(len(old))
    swapped = list(old)
    swapped[at], swapped[other] = old[other], old[at]
    return rng.choice(
        ([*old[:at], word, *old[at + 1 :]], [*old[:at], *old[at + 1 :]], [*old[:at], word, *old[at:]], swapped)
    )


def n_cards_drawn(events: list[Event], at: int) -> int:
    """How many cards of the deck at `at` the trace shows being drawn before the next deck comes (at least 1)."""
    n = 0
    for event in events[at + 1 :]:
        if event["event"] == "deck":
            break
        n += cards_drawn_by(event, single_hands=events[0]["turns"] == "hands")
    return max(1, min(n, len(events[at]["cards"])))


def cards_drawn_by(event: Event, *, single_hands: bool) -> int:
    """Cards an event takes off the draw pile; a bullet comes from there only in games of independent hands."""
    if event["event"] in {"load", "reload", "shared"}:
        return len(event["cards"])
    if event["event"] == "exchange":
        return int(event["taken"])
    return int(event["event"] == "deal" or (event["event"] == "bullet" and single_hands))


def change_opening(events: list[Event], rng: Random) -> str:
    """Another value for one input that the trace puts to use."""
    path, news = rng.choice(list(opening_changes(events)))
    place: Any = events[0]
    for step in path[:-1]:
        place = place[step]
    old, new = place[path[-1]], rng.choice(news)
    place[path[-1]] = new
    return f"{'.'.join(map(str, path))}: {old!r} became {new!r}"


def opening_changes(events: list[Event]) -> Iterator[tuple[Path, list[Any]]]:
    """Inputs of the opening with other values, all of which contradict something in this trace."""
    changes = [*table_changes(events), *monster_changes(events)]
    for n in range(len(events[0]["hunters"])):
        changes += [(("hunters", n, *path), news) for path, news in hunter_changes(events, n)]
    return ((path, news) for path, news in changes if news)


def near(value: int, low: int = -FAR, high: int = FAR) -> list[int]:
    """One less and one more, within limits."""
    return [other for other in (value - 1, value + 1) if low <= other <= high]


def only_if(condition: object, news: list[Any]) -> list[Any]:
    """The values, if the trace shows the difference."""
    return news if condition else []


def table_changes(events: list[Event]) -> Iterator[tuple[Path, list[Any]]]:
    """Inputs that concern everybody."""
    start, end = events[0], events[-1]
    rules, terrain, hunters = start["rules"], start["terrain"], start["hunters"]
    yield ("turns",), ["hands" if start["turns"] == "deck" else "deck"]
    yield ("packs",), near(start["packs"], low=1)
    yield ("rules", "jokers"), [n for n in (0, 2, 4) if n != rules["jokers"]]
    yield ("hunters",), [hunters[:-1], [*hunters, hunters[0]]]
    yield ("terrain",), only_if(any(hunter["base_hand"] for hunter in hunters), [toggled(terrain, "glare")])
    yield ("terrain",), only_if(any(moves(events, side) for side in SIDES[:-1]), [toggled(terrain, "cold")])
    hits = ["all" if rules["cold_hits"] == "hunters" else "hunters"]
    yield ("rules", "cold_hits"), only_if("cold" in terrain and moves(events, "monster"), hits)
    ends = ["mid_turn" if rules["deck_end"] == "before_turn" else "before_turn"]
    early = rules["deck_end"] == "before_turn" and end["left"] > 0
    broken = any(event["event"] == "void" for event in events)
    yield ("rules", "deck_end"), only_if(start["turns"] == "deck" and (early or broken), ends)


def toggled(terrain: list[str], name: str) -> list[str]:
    """The terrain with or without this name."""
    return [other for other in terrain if other != name] if name in terrain else [*terrain, name]


def moves(events: list[Event], side: str) -> bool:
    """Does the side end in some turn where one class more or less must show: no NoP before, no limit near?"""
    return any(
        event["event"] == "class"
        and event["side"] == side
        and event["natural"] != "NoP"
        and event["final"] not in {"NoP", "RSF", "5C"}
        for event in events
    )


def monster_changes(events: list[Event]) -> Iterator[tuple[Path, list[Any]]]:
    """Inputs of the monster."""
    monster = events[0]["monster"]
    hurt = [final for event, final in comparisons(events) if event["announced"] > 0]
    yield ("monster", "hand_cards"), near(monster["hand_cards"], 0, 3)
    yield ("monster", "modifiers"), only_if(moves(events, "monster"), more_modifiers(monster["modifiers"]))
    yield ("monster", "attack_level"), only_if(hurt, near(monster["attack_level"]))
    yield ("monster", "level_correction"), only_if(hurt, near(monster["level_correction"]))
    yield ("monster", "rating"), [row for final in set(hurt) for row in rows_near(monster["rating"], final)]


def comparisons(events: list[Event]) -> Iterator[tuple[Event, str]]:
    """Each comparison with the monster's final class of its turn."""
    final = ""
    for event in events:
        if event["event"] == "class" and event["side"] == "monster":
            final = event["final"]
        if event["event"] == "compare":
            yield event, final


def more_modifiers(modifiers: list[int]) -> list[list[int]]:
    """One more modifier at the end, by one down or up."""
    return [[*modifiers, -1], [*modifiers, 1]]


def rows_near(rating: list[int], class_name: str) -> list[list[int]]:
    """The rating with one more or less for this class."""
    at = CLASS_NAMES.index(class_name)
    return [[*rating[:at], other, *rating[at + 1 :]] for other in near(rating[at])]


def hunter_changes(events: list[Event], n: int) -> Iterator[tuple[Path, list[Any]]]:
    """Inputs of hunter n (from 0)."""
    hunter, side = events[0]["hunters"][n], SIDES[n]
    duels = [event for event, _ in comparisons(events) if event["side"] == side]
    hits = {event["damage_class"] for event in duels if event["dealt"] > 0}
    bonus_shows = {event["damage_class"] for event in duels} - {None, "NoP", "5C"}
    yield ("base_hand",), near(hunter["base_hand"], 0, 3)
    yield ("modifiers",), only_if(moves(events, side), more_modifiers(hunter["modifiers"]))
    yield ("damage_modifier",), only_if(hits, near(hunter["damage_modifier"]))
    yield ("rating",), [row for name in sorted(hits) for row in rows_near(hunter["rating"], name)]
    yield ("armour",), only_if(any(event["taken"] > 0 for event in duels), near(hunter["armour"]))
    yield ("element_bonus",), only_if(bonus_shows, near(hunter["element_bonus"], low=0))
    yield ("kind_bonus",), only_if(bonus_shows, [1 - hunter["kind_bonus"]])
    yield ("magazine",), other_magazines(hunter["magazine"], single_hands=events[0]["turns"] == "hands")
    yield from choice_changes(events, n)


def other_magazines(magazine: int, *, single_hands: bool) -> list[int]:
    """Other sizes; with independent hands only none or some makes a difference."""
    if single_hands:
        return [0 if magazine else 1]
    return near(magazine, low=0)


def choice_changes(events: list[Event], n: int) -> Iterator[tuple[Path, list[Any]]]:
    """What hunter n may choose, and how: policy weights go far enough to turn a choice that was made."""
    policy = events[0]["hunters"][n]["policy"]
    asked = [event for event in events if event["event"] == "extra" and event["side"] == SIDES[n]]
    offers = [event for event in events if event["event"] == "exchange" and event["side"] == SIDES[n]]
    yield ("extra_cards",), only_if(asked, [0])
    yield ("exchange",), only_if(offers, [False])
    for name, turned in (
        ("extra_bias", [event["bought"] for event in asked]),
        ("extra_class", [event["bought"] for event in asked if event["known"] != "NoP"]),
        ("exchange_bias", [event["taken"] for event in offers]),
        ("exchange_spare", [event["taken"] for event in offers if event["spare"]]),
        ("exchange_class", [event["taken"] for event in offers if event["class"] != "NoP"]),
    ):
        yield ("policy", name), [policy[name] + (-FAR if yes else FAR) for yes in dict.fromkeys(turned)]
