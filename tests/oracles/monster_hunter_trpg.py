"""Referee of the hold'em judgement (rules RP-*): re-plays the trace of one game and stops at the first wrong line.

Given the opening and the order of the deck, everything else follows: the dealing, the legal alternatives, the choice of
a policy row, the classes, the damage. So the referee works out each event by itself and demands that the trace holds
exactly this event, with all its fields, values and types. Cards are text in the trace ("7s", "jk") and faces here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple, NoReturn

from tests.oracles import poker
from tests.oracles.poker import CARD_NAMES, CLASS_NAMES, JOKER, hand_class, names

Event = dict[str, Any]

HANDS_A_GAME = 1024
N_SHARED_AFTER = 3
N_FLOP = 2
MOST_HUNTERS = 4
FLOP = "flop"

# The rule that an event, or one field of it, is judged by.
RULE_OF = {
    "start": "RP-J1", "deck": "RP-J1", "load": "RP-D7", "turn": "RP-T8", "deal": "RP-T1", "deal.face_down": "RP-E3",
    "declare": "RP-T4", "reload": "RP-D7", "bullet": "RP-D7", "extra": "RP-H2", "extra.known": "RP-J5",
    "shared": "RP-T5", "exchange": "RP-H2", "exchange.class": "RP-J5", "class": "RP-J5", "class.final": "RP-J8",
    "compare": "RP-T6", "compare.damage_class": "RP-D3", "compare.dealt": "RP-D1", "compare.announced": "RP-D2",
    "compare.taken": "RP-D5", "turn_end": "RP-T8", "void": "RP-T8", "end": "RP-T8",
}  # fmt: skip


class RuleViolation(Exception):  # noqa: N818
    """One line of the trace is not by the rulebook: names the rule, the event (from 0) and what was expected."""

    def __init__(self, index: int, rule: str, what: str) -> None:
        """Join the three to one line."""
        super().__init__(f"{rule}: event {index}: {what}")


class DeckOut(Exception):  # noqa: N818
    """A card had to be dealt and the deck had none left (RP-T8)."""


class Leaf(NamedTuple):
    """A single input: its rule, what it must be in words, and the test for it."""

    rule: str
    words: str
    fits: Callable[[Any], bool]


def whole(rule: str, low: float = -inf, high: float = inf) -> Leaf:
    """A whole number from low to high."""
    return Leaf(rule, f"a whole number from {low} to {high}", lambda value: is_whole(value) and low <= value <= high)


def is_whole(value: object) -> bool:
    """Is it an int and no bool?"""
    return type(value) is int


def one_of(rule: str, *allowed: object) -> Leaf:
    """One of the allowed values, of exactly its type."""
    return Leaf(rule, f"one of {list(allowed)}", lambda value: any(same(value, other) for other in allowed))


def numbers(rule: str, n: int | None = None) -> Leaf:
    """A list of n whole numbers (None: any length)."""
    words = f"a list of {'' if n is None else f'{n} '}whole numbers"
    return Leaf(rule, words, lambda value: type(value) is list and n in {None, len(value)} and all(map(is_whole, value)))


def terrains(value: object) -> bool:
    """Is it a list of known terrains, each at most once?"""
    return type(value) is list and all(name in ("cold", "glare") for name in value) and len(set(value)) == len(value)


TEXT = Leaf("RP-J1", "a text", lambda value: type(value) is str)
N_CLASSES = len(CLASS_NAMES)
START: dict[str, Any] = {
    "event": one_of("RP-J1", "start"),
    "game_id": whole("RP-J1", 0),
    "cell": TEXT,
    "seed": whole("RP-J1"),
    "turns": one_of("RP-T8", "deck", "hands"),
    "packs": whole("RP-J1", 1),
    "rules": {
        "jokers": one_of("RP-J1", 0, 2, 4),
        "modifier_order": one_of("RP-J8", "sum_then_clamp", "one_by_one"),
        "cold_hits": one_of("RP-E2", "hunters", "all"),
        "deck_end": one_of("RP-T8", "before_turn", "mid_turn"),
    },
    "terrain": Leaf("RP-E2", "a list out of 'cold' and 'glare'", terrains),
    "monster": {
        "hand_cards": whole("RP-T9", 0, 3),
        "modifiers": numbers("RP-J8"),
        "rating": numbers("RP-D2", N_CLASSES),
        "attack_level": whole("RP-D2"),
        "level_correction": whole("RP-D2"),
    },
    "hunters": Leaf(
        "RP-T1", "a list of 1 to 4 hunters", lambda value: type(value) is list and 1 <= len(value) <= MOST_HUNTERS
    ),
}
HUNTER: dict[str, Any] = {
    "base_hand": whole("RP-T1", 0, 3),
    "extra_cards": whole("RP-H2", 0),
    "modifiers": numbers("RP-J8"),
    "damage_modifier": whole("RP-D1"),
    "armour": whole("RP-D5"),
    "magazine": whole("RP-D7", 0),
    "element_bonus": whole("RP-D3", 0),
    "kind_bonus": whole("RP-D4", 0, 1),
    "rating": numbers("RP-D1", N_CLASSES),
    "policy": dict.fromkeys(
        ("extra_bias", "extra_class", "exchange_bias", "exchange_spare", "exchange_class"), whole("RP-H2")
    ),
    "exchange": Leaf("RP-H2", "true or false", lambda value: type(value) is bool),
}


def same(found: object, expected: object) -> bool:
    """Equal in value and type all the way down: 1 is not True, 2 is not 2.0."""
    if type(found) is not type(expected):
        return False
    if isinstance(expected, list) and isinstance(found, list):
        return len(found) == len(expected) and all(map(same, found, expected))
    return found == expected


def inspect(value: Any, shape: Any, path: str) -> None:
    """Raise RuleViolation where the opening departs from its shape: START, HUNTER or a part of them."""
    if isinstance(shape, Leaf):
        if not shape.fits(value):
            raise RuleViolation(0, shape.rule, f"start: {path}: expected {shape.words}, found {value!r}")
        return
    if type(value) is not dict or set(value) != set(shape):
        raise RuleViolation(0, "RP-J1", f"start: {path}: expected exactly the keys {sorted(shape)}, found {value!r}")
    for key, part in shape.items():
        inspect(value[key], part, f"{path}.{key}".lstrip("."))


class Trace:
    """The events of a trace, read one after the other."""

    def __init__(self, events: list[Event]) -> None:
        """Nothing is read yet."""
        self.events = events
        self.index = 0

    def start(self) -> Event:
        """The opening, inspected."""
        start = self.next_event("start")
        inspect(start, START, "")
        for n, hunter in enumerate(start["hunters"], 1):
            inspect(hunter, HUNTER, f"hunter {n}")
        return start

    def deck(self, turn: int) -> list[int]:
        """The order of a new deck as faces, top card first; which cards it may hold is for the caller to judge."""
        event = self.next_event("deck")
        self.compare(event, {"event": "deck", "turn": turn, "cards": event.get("cards")})
        cards = event["cards"]
        if type(cards) is not list or not all(type(card) is str and card in CARD_NAMES for card in cards):
            self.fail("RP-J1", f"deck: expected a list of cards, found {cards!r}")
        return [CARD_NAMES.index(card) for card in cards]

    def take(self, expected: Event, rule: str | None = None) -> None:
        """The next event must be the expected one; `rule` replaces the usual rule id."""
        self.compare(self.next_event(expected["event"]), expected, rule)

    def next_event(self, kind: str) -> Event:
        """The next event, which must be of this kind."""
        if self.index == len(self.events):
            raise RuleViolation(self.index, RULE_OF[kind], f"expected {kind}, the trace ends")
        event: Any = self.events[self.index]
        self.index += 1
        found = event.get("event") if isinstance(event, dict) else event
        if not same(found, kind):
            self.fail(RULE_OF[kind], f"expected {kind}, found {found!r}")
        return dict(event)

    def compare(self, found: Event, expected: Event, rule: str | None = None) -> None:
        """Same keys, same values, same types."""
        kind = expected["event"]
        for name in expected:
            if name not in found:
                self.fail(RULE_OF[kind], f"{kind}: {name} is missing")
            if not same(found[name], expected[name]):
                rule = rule or RULE_OF.get(f"{kind}.{name}", RULE_OF[kind])
                self.fail(rule, f"{kind}: {name}: expected {expected[name]!r}, found {found[name]!r}")
        unknown = set(found) - set(expected)
        if unknown:
            self.fail(RULE_OF[kind], f"{kind}: unknown fields {sorted(map(str, unknown))}")

    def finish(self) -> None:
        """Nothing may follow the end."""
        if self.index < len(self.events):
            raise RuleViolation(self.index, "RP-T8", "expected nothing after the end")

    def fail(self, rule: str, what: str) -> NoReturn:
        """Raise for the event read last."""
        raise RuleViolation(self.index - 1, rule, what)


class Script(Trace):
    """Writes down what is expected instead of comparing: a trace by the rulebook, for given openings and decks."""

    def __init__(self, start: Event, decks: Iterable[list[str]]) -> None:
        """The opening is the first line; one deck is taken at a time."""
        super().__init__([start])
        self.decks = iter(decks)

    def deck(self, turn: int) -> list[int]:
        """The next of the given decks."""
        self.events.append({"event": "deck", "turn": turn, "cards": next(self.decks)})
        return super().deck(turn)

    def take(self, expected: Event, rule: str | None = None) -> None:
        """Write the expected event."""
        self.events.append(expected)
        super().take(expected, rule)


@dataclass
class Side:
    """A hunter or the monster: its sheet from the opening, its cards of this turn, the bullets beside it."""

    name: str
    sheet: dict[str, Any]
    n_base: int
    own: list[int] = field(default_factory=list)
    bullets: list[int] = field(default_factory=list)
    attacks: bool = False


@dataclass
class Pile:
    """The draw pile: the cards listed (top first), a number of cards nobody listed, and cards put under it."""

    listed: list[int]
    n_unlisted: int = 0
    under: list[int] = field(default_factory=list)

    @property
    def left(self) -> int:
        """Cards in the pile."""
        return len(self.listed) + self.n_unlisted + len(self.under)

    def draw(self) -> int:
        """Take the top card. Raises DeckOut when there is none."""
        if not self.listed and not self.under:
            raise DeckOut
        return (self.listed or self.under).pop(0)


class Game:
    """One game of the judgement, played along its trace."""

    def __init__(self, trace: Trace, n_hands: int) -> None:
        """Read the opening."""
        self.trace = trace
        self.n_hands = n_hands
        self.start = trace.start()
        self.rules = self.start["rules"]
        self.terrain = self.start["terrain"]
        self.hunters = [Side(f"hunter {n}", sheet, sheet["base_hand"]) for n, sheet in enumerate(self.start["hunters"], 1)]
        self.monster = Side("monster", self.start["monster"], self.start["monster"]["hand_cards"])
        self.pile = Pile([])
        self.shared: list[int] = []
        self.turn = 1

    def play(self) -> None:
        """The whole game, to its end and nothing after it."""
        try:
            reason = self.play_deck() if self.start["turns"] == "deck" else self.play_hands()
        except DeckOut:
            self.trace.take({"event": "void", "turn": self.turn})
            reason = "deck_end"
        self.trace.take({"event": "end", "turns": self.turn - 1, "reason": reason, "left": self.pile.left})
        self.trace.finish()

    def play_deck(self) -> str:
        """Turn after turn from one deck, which is never reshuffled (RP-T8)."""
        self.new_deck(whole_deck=True)
        for hunter in self.hunters:
            self.fill_magazine(hunter, "load")
        while self.turn_may_begin():
            self.play_turn()
        return "deck_end"

    def play_hands(self) -> str:
        """Independent turns, each from a fresh deck."""
        while self.turn <= self.n_hands:
            self.new_deck(whole_deck=False)
            self.play_turn()
        return "hands_done"

    def new_deck(self, *, whole_deck: bool) -> None:
        """Packs and jokers (RP-J1): all of them, or a part of them with the rest of the pile unknown."""
        expected = Counter(dict.fromkeys(range(JOKER), self.start["packs"]))
        expected[JOKER] = self.rules["jokers"]
        cards = self.trace.deck(self.turn)
        excess = Counter(cards) - expected
        if excess:
            self.trace.fail("RP-J1", f"deck: expected {self.start['packs']} packs, too many of {names(excess)}")
        n_unlisted = expected.total() - len(cards)
        if whole_deck and n_unlisted:
            self.trace.fail("RP-J1", f"deck: expected {expected.total()} cards, found {len(cards)}")
        self.pile = Pile(cards, n_unlisted)

    def draw(self) -> int:
        """The top card of the pile, which the trace must have listed."""
        if self.pile.n_unlisted and not self.pile.listed:
            self.trace.fail("RP-J1", "deck: fewer cards listed than are dealt from it")
        return self.pile.draw()

    def fill_magazine(self, hunter: Side, kind: str) -> None:
        """Put as many cards as the magazine holds face down beside the hunter (RP-D7), before turn 1 or as a reload."""
        if hunter.sheet["magazine"]:
            hunter.bullets = [self.draw() for _ in range(hunter.sheet["magazine"])]
            self.trace.take({"event": kind, "side": hunter.name, "cards": names(hunter.bullets)})

    def turn_may_begin(self) -> bool:
        """Is the deck good for another turn (RP-T8)?"""
        if self.rules["deck_end"] == "mid_turn":
            return self.pile.left > 0
        n_base = sum(side.n_base for side in [*self.hunters, self.monster])
        return self.pile.left >= n_base + N_FLOP + N_SHARED_AFTER

    def play_turn(self) -> None:
        """One turn in the order of resolution; all its cards are discarded at its end."""
        self.trace.take({"event": "turn", "turn": self.turn, "left": self.pile.left})
        self.deal_hands()
        for hunter in self.hunters:
            self.declare(hunter)
        self.deal_shared()
        for hunter in self.hunters:
            self.exchange(hunter)
        self.judge()
        self.trace.take({"event": "turn_end", "turn": self.turn, "left": self.pile.left})
        self.turn += 1

    def deal_hands(self) -> None:
        """One card at a time: hunters, the monster, one flop card, complete hands skipped (RP-T1, RP-T9, RP-E3)."""
        sides = [*self.hunters, self.monster]
        self.shared = []
        for side in sides:
            side.own = []
        while len(self.shared) < N_FLOP or any(len(side.own) < side.n_base for side in sides):
            for side in sides:
                if len(side.own) < side.n_base:
                    self.deal(side.name, side.own, face_down=self.comes_face_down(side))
            if len(self.shared) < N_FLOP:
                self.deal(FLOP, self.shared)

    def comes_face_down(self, side: Side) -> bool:
        """Is the next base card hidden: the monster's always, a hunter's first one in the glare (RP-E3)?"""
        return side is self.monster or ("glare" in self.terrain and not side.own)

    def deal(self, to: str, cards: list[int], *, face_down: bool = False, rule: str | None = None) -> None:
        """The top card goes to somebody's cards."""
        cards.append(self.draw())
        card = CARD_NAMES[cards[-1]]
        self.trace.take({"event": "deal", "turn": self.turn, "to": to, "card": card, "face_down": face_down}, rule)

    def declare(self, hunter: Side) -> None:
        """The hunter's action (RP-T4) and what it brings: a reload, or a bullet and bought cards."""
        action = self.only_action(hunter)
        self.trace.take({"event": "declare", "side": hunter.name, "action": action, "alternatives": [action]})
        hunter.attacks = action == "attack"
        if action == "reload":
            self.fill_magazine(hunter, "reload")
        if hunter.attacks:
            self.load_bullet(hunter)
            self.buy_cards(hunter)

    def only_action(self, hunter: Side) -> str:
        """The judgement leaves one action: attack if one can, else reload while 3 cards stay for the table (RP-D7)."""
        if hunter.sheet["magazine"] == 0 or hunter.bullets or self.start["turns"] == "hands":
            return "attack"
        return "reload" if self.pile.left >= hunter.sheet["magazine"] + N_SHARED_AFTER else "none"

    def load_bullet(self, hunter: Side) -> None:
        """A shot adds a bullet to the own hand (RP-D7): the oldest one; with single hands the top card of the deck."""
        if hunter.sheet["magazine"]:
            bullet = hunter.bullets.pop(0) if self.start["turns"] == "deck" else self.draw()
            hunter.own.append(bullet)
            self.trace.take({"event": "bullet", "side": hunter.name, "card": CARD_NAMES[bullet]})

    def buy_cards(self, hunter: Side) -> None:
        """Extra cards, one by one until refused, only while 3 stay for the table (RP-H2)."""
        policy = hunter.sheet["policy"]
        for _ in range(hunter.sheet["extra_cards"]):
            if self.pile.left <= N_SHARED_AFTER:
                return
            seen = self.cards_seen(hunter)
            known = hand_class(seen)
            bought = policy["extra_bias"] + policy["extra_class"] * known > 0
            self.trace.take(
                {"event": "extra", "side": hunter.name, "known": CLASS_NAMES[known], "n_known": len(seen),
                 "alternatives": [False, True], "bought": bought}
            )  # fmt: skip
            if not bought:
                return
            self.deal(hunter.name, hunter.own, rule="RP-H2")

    def cards_seen(self, hunter: Side) -> list[int]:
        """Own cards that lie face up, and the flop; the glare hides the first base card until all declared (RP-E3)."""
        hidden = 1 if "glare" in self.terrain and hunter.n_base else 0
        return hunter.own[hidden:] + self.shared

    def deal_shared(self) -> None:
        """Three more shared cards (RP-T5)."""
        cards = [self.draw() for _ in range(N_SHARED_AFTER)]
        self.shared += cards
        self.trace.take({"event": "shared", "turn": self.turn, "cards": names(cards)})

    def exchange(self, hunter: Side) -> None:
        """An attacker with the skill may draw one card and put a former own card under the deck (RP-H2)."""
        if not (hunter.attacks and hunter.sheet["exchange"] and hunter.own and self.pile.left):
            return
        policy = hunter.sheet["policy"]
        natural, spare = hand_class(hunter.own + self.shared), poker.has_spare(hunter.own, self.shared)
        taken = policy["exchange_bias"] + policy["exchange_spare"] * spare + policy["exchange_class"] * natural > 0
        drawn, returned = self.swap_card(hunter) if taken else (None, None)
        self.trace.take(
            {"event": "exchange", "side": hunter.name, "class": CLASS_NAMES[natural], "spare": spare,
             "alternatives": [False, True], "taken": taken, "drawn": drawn, "returned": returned}
        )  # fmt: skip

    def swap_card(self, hunter: Side) -> tuple[str, str]:
        """Draw, then return; both cards as text."""
        drawn = self.draw()
        returned = poker.card_to_return(hunter.own, drawn, self.shared)
        hunter.own = [*poker.without(hunter.own, returned), drawn]
        self.pile.under.append(returned)
        return CARD_NAMES[drawn], CARD_NAMES[returned]

    def judge(self) -> None:
        """Classes of all attackers and the monster, then the comparisons, in dealing order."""
        attackers = [hunter for hunter in self.hunters if hunter.attacks]
        finals = [self.final_class(side) for side in [*attackers, self.monster]]
        for hunter, final in zip(attackers, finals, strict=False):
            self.compare(hunter, final, finals[-1])

    def final_class(self, side: Side) -> int:
        """The best class of own and shared cards (RP-J5), modified (RP-J8), the cold last (RP-E2)."""
        cold = "cold" in self.terrain and (side is not self.monster or self.rules["cold_hits"] == "all")
        natural = hand_class(side.own + self.shared)
        final = poker.shifted(natural, side.sheet["modifiers"] + [-1] * cold, self.rules["modifier_order"])
        self.trace.take({"event": "class", "side": side.name, "natural": CLASS_NAMES[natural], "final": CLASS_NAMES[final]})
        return final

    def compare(self, hunter: Side, final: int, monster_final: int) -> None:
        """Only the class counts (RP-J6, RP-T6); who wins or ties computes damage (RP-D1 .. RP-D5)."""
        damage_class, dealt = self.damage_dealt(hunter, final) if final >= monster_final else (None, 0)
        announced = self.damage_announced(monster_final) if final <= monster_final else 0
        outcome = "tie" if final == monster_final else "win" if final > monster_final else "loss"
        taken = max(announced - hunter.sheet["armour"], 0) if outcome != "win" else 0
        self.trace.take(
            {"event": "compare", "side": hunter.name, "outcome": outcome, "damage_class": damage_class,
             "dealt": dealt, "announced": announced, "taken": taken}
        )  # fmt: skip

    def damage_dealt(self, hunter: Side, final: int) -> tuple[str, int]:
        """The class for damage and the hunter's damage, never below 0 (RP-D1, RP-D3, RP-D4)."""
        sheet = hunter.sheet
        damage_class = poker.raised_for_damage(final, sheet["element_bonus"], sheet["kind_bonus"])
        return CLASS_NAMES[damage_class], max(sheet["rating"][damage_class] + sheet["damage_modifier"], 0)

    def damage_announced(self, monster_final: int) -> int:
        """The monster's damage before armour, never below 0 (RP-D2)."""
        sheet = self.monster.sheet
        damage: int = sheet["rating"][monster_final] + sheet["attack_level"] + sheet["level_correction"]
        return max(damage, 0)


def check(events: list[Event], n_hands: int = HANDS_A_GAME) -> None:
    """Raise RuleViolation at the first event that is not by the rulebook.

    `n_hands` is the number of turns of a game of independent hands; games of one deck end by themselves.
    """
    Game(Trace(events), n_hands).play()


def trace_by_the_rules(start: Event, decks: Iterable[list[str]], n_hands: int = HANDS_A_GAME) -> list[Event]:
    """The only trace that `check` accepts for this opening and these decks (top card first)."""
    script = Script(start, decks)
    Game(script, n_hands).play()
    return script.events
