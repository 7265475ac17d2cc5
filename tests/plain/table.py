"""A table of Monster Hunter TCG laid out by hand, and played without JIT with decisions that a test wishes.

    table = Table(3)                                  # seats; options as keywords: Table(2, hidden_hr="each")
    wolf = table.on_map(0, monster(hp=4), 1)          # a monster of seat 0, face up in its area 1 (printed 2)
    table.stand(1, 0, 1)                              # the hunter of seat 1 goes to area 1 of seat 0
    table.wish(1, Decision.TARGET, 0, wolf)           # what seat 1 answers when it is asked for a target
    table.do(hunt)                                    # state, setting and events are filled in by their names

Places are numbered from 0. Every seat begins in camp with a draw pile of ten blank cards, which do nothing. Without a wish
a seat does nothing where it may, else it takes the first alternative.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from sim.cards import DataFolder, read_options
from sim.games.monster_hunter_tcg import setting as filling
from sim.games.monster_hunter_tcg.effects import TextKind
from sim.games.monster_hunter_tcg.maps import find_map
from sim.games.monster_hunter_tcg.play import decisions, hunt, phases
from sim.games.monster_hunter_tcg.policy.choice import choose
from sim.games.monster_hunter_tcg.state import (
    CAMP,
    DECK_CARDS,
    EVENT_WIDTH,
    NONE,
    Decision,
    Event,
    Setting,
    State,
)
from sim.jit import PLAIN
from sim.rng import below, start

assert PLAIN, "set NUMBA_DISABLE_JIT=1"

Row = dict[str, Any]
SHIPPED = DataFolder(Path(__file__).parents[2] / "data", is_shipped=False)
DEFAULTS = {name: option.default for name, option in read_options(SHIPPED, "monster_hunter_tcg").items()}
MOST_EVENTS = 4000
MOST_DECISIONS = 4000  # more are an endless loop
EMPTY_STATE = np.zeros(1, State)
EMPTY_SETTING = np.zeros(1, Setting)


# Made-up cards: printed values by the names of the sheets' columns


def hunter(**values: Any) -> Row:
    """A hunter: attack 1, defence 0, move 2, speed 2, icon tool, line great_sword."""
    printed = {"attack": 1, "defence": 0, "move": 2, "speed": 2, "icons": ("tool",), "line": "great_sword", "ability": ""}
    return {"kind": TextKind.HUNTER, **printed, **values}


def monster(**values: Any) -> Row:
    """A monster: HR, attack, HP, speed and material points 1, weak to ice."""
    printed = {"hr": 1, "attack": 1, "hp": 1, "speed": 1, "weak_element": "ice", "material_points": 1}
    marks = {"main_target": "no", "unique": "no", "ability": "", "material_ability": ""}
    return {"kind": TextKind.MONSTER, **printed, **marks, **values}


def weapon(**values: Any) -> Row:
    """A weapon: cost, attack, move and speed 1, no element, icon tool, line great_sword."""
    printed = {"cost": 1, "element": "none", "attack": 1, "move": 1, "speed": 1, "icons": ("tool",), "line": "great_sword"}
    return {"kind": TextKind.WEAPON, **printed, "ability": "", **values}


def armour(**values: Any) -> Row:
    """An armour: cost and defence 1, the first armour line."""
    printed = {"cost": 1, "defence": 1, "armour_line": filling.sheets.ARMOUR_LINES[0], "ability": ""}
    return {"kind": TextKind.ARMOUR, **printed, **values}


def item(effect: str = "", icons: tuple[str, ...] = ("tool",)) -> Row:
    """An item with the icon of the hunters."""
    return {"kind": TextKind.ITEM, "icons": icons, "effect": effect}


BLANK = item(icons=("bomb",))
"""What draw piles are made of; no hunter here has its icon."""


@dataclass
class Wish:
    """What a seat wants to answer: the first numbers of an alternative, perhaps in one sort of window only."""

    seat: int
    decision: Decision
    choice: tuple[int, ...]
    at: str  # "" any time; "idle", "blow", "strike": windows without a blow, before a hunter's, before a monster's


class Table:
    """Setting and state of one game, with what was asked and what happened."""

    def __init__(self, n_seats: int, *, game_map: str = "standard", **options: Any) -> None:
        """All hunters alike and in camp, no card but the draw piles; seat 0 leads round 1."""
        self.n_seats = n_seats
        self.setting, self.state = EMPTY_SETTING.copy()[0], EMPTY_STATE.copy()[0]
        self.events = np.zeros((MOST_EVENTS, EVENT_WIDTH), np.int64)
        self.cards: list[Row] = []
        self.free = [list(range(DECK_CARDS)) for _ in range(n_seats)]
        self.wishes: list[Wish] = []
        self.asked: list[tuple[int, Decision, list[tuple[int, ...]]]] = []
        assert options.keys() <= DEFAULTS.keys()
        filling._fill_rules(self.setting.rules, DEFAULTS | options, n_seats)
        filling._fill_map(self.setting.map, find_map(SHIPPED, game_map, n_seats, "test"), n_seats)
        self._lay_out()
        TABLES[id(self.state)] = self

    def _lay_out(self) -> None:
        state, plain = self.state, hunter()
        state.round_number, state.leader, state.pending.seat, state.ahead, state.is_told = 1, 0, NONE, NONE, 1
        state.key[:] = 1, 2
        for seat in range(self.n_seats):
            me = state.seats[seat]
            me.entry, me.weapon, me.armour, me.area = seat, NONE, NONE, CAMP
            self.setting.entries[seat].card[:] = self._number(BLANK)
            self.setting.entries[seat].of_kind[TextKind.ITEM] = (1 << DECK_CARDS) - 1
            self.hunter(seat, plain)
            self.pile(seat, 10)
            self._start(seat, 0)

    def _start(self, seat: int, seed: int) -> None:
        with np.errstate(over="ignore"):
            start(self.state.effect_streams[seat], seed, 0, 0, 0, seat, 0)

    # Cards

    def _number(self, card: Row) -> int:
        """The card's number in the setting; each row is one card."""
        for number, known in enumerate(self.cards):
            if known is card:
                return number
        number = len(self.cards)
        self.cards.append(card)
        self.setting.n_cards = number + 1
        filling._fill_card(self.setting.cards[number], {"number": 500 + number, **card})
        text = card.get("ability", card.get("effect", ""))
        filling._fill_text(self.setting.texts[number], text, card["kind"])
        filling._fill_text(self.setting.material_texts[number], card.get("material_ability", ""), TextKind.MATERIAL)
        return number

    def card(self, seat: int, row: Row) -> int:
        """A free slot of a seat's deck becomes this card; it lies nowhere yet."""
        slot, entry = self.free[seat].pop(0), self.setting.entries[seat]
        entry.of_kind[TextKind.ITEM] &= ~(1 << slot)
        entry.card[slot] = self._number(row)
        filling._fill_sets(entry, slot, self.setting.cards[entry.card[slot]])
        text = self.setting.material_texts[entry.card[slot]]
        for clause in text.clauses[: text.n]:
            if clause.trigger == 0:
                entry.beside[clause.op] |= 1 << slot
        return slot

    def hunter(self, seat: int, row: Row) -> None:
        """The hunter of a seat."""
        self.setting.entries[seat].hunter = self._number(row)

    def stand(self, seat: int, owner: int, place: int) -> None:
        """The hunter of a seat stands in an area of the owner's map."""
        self.state.seats[seat].area = self.area(owner, place)

    def area(self, owner: int, place: int) -> int:
        """The number of an area."""
        return owner * int(self.setting.map.n_local) + place

    def pile(self, seat: int, n: int) -> list[int]:
        """The draw pile is n blank cards, whatever it was; their slots, top first."""
        deck = self.state.seats[seat].deck
        self.free[seat] = sorted({*self.free[seat], *self.deck(seat)})
        slots = self._blanks(seat, n)
        deck.cards[:n], deck.top, deck.left, deck.capacity = slots, 0, n, DECK_CARDS
        return slots

    def _blanks(self, seat: int, n: int) -> list[int]:
        """The n last free slots, which are blank cards."""
        slots = self.free[seat][len(self.free[seat]) - n :]
        assert len(slots) == n, "a deck has 40 cards"
        del self.free[seat][len(self.free[seat]) - n :]
        return slots

    def blanks(self, seat: int, zone: str, n: int) -> None:
        """Blank cards in the hand or the discard pile: `hand`, `discards`."""
        for slot in self._blanks(seat, n):
            self.state.seats[seat][zone] |= 1 << slot

    def put(self, seat: int, zone: str, row: Row) -> int:
        """A card in the hand, discard pile or material: `hand`, `discards`, `material`."""
        slot = self.card(seat, row)
        self.state.seats[seat][zone] |= 1 << slot
        return slot

    def wear(self, seat: int, row: Row) -> int:
        """An equipped weapon or armour."""
        slot = self.card(seat, row)
        self.state.seats[seat]["weapon" if row["kind"] == TextKind.WEAPON else "armour"] = slot
        return slot

    def on_map(self, owner: int, row: Row, place: int, *, up: bool = True) -> int:
        """A monster on the owner's map; those face up were turned up in this order."""
        slot, me = self.card(owner, row), self.state.seats[owner]
        me.on_map[place] |= 1 << slot
        me.hp[slot] = row["hp"]
        if up:
            self.state.moment += 1
            me.face_up |= 1 << slot
            me.turned_at[slot] = self.state.moment
        return slot

    # Chance

    def chance(self, seat: int, bounds: list[int], values: list[int]) -> None:
        """The next draws of a seat's effects, below these bounds, will have these values (a coin: bound 2, 1 is heads)."""
        for seed in range(10_000):
            self._start(seat, seed)
            probe = self.state.effect_streams[seat].copy()
            with np.errstate(over="ignore"):
                if [int(below(probe, bound)) for bound in bounds] == values:
                    return
        raise AssertionError(values)

    # Playing

    def wish(self, seat: int, decision: Decision, *choice: int, at: str = "") -> None:
        """The seat's next answer to a decision; several wishes are answered in their order."""
        self.wishes.append(Wish(seat, decision, choice, at))

    def use(self, seat: int, slot: int, a: int = NONE, b: int = NONE, *, at: str = "") -> None:
        """The seat uses an item in the next window."""
        self.wish(seat, Decision.WINDOW, TextKind.ITEM, slot, a, b, at=at)

    def act(self, seat: int, text: str, a: int = NONE, b: int = NONE) -> int:
        """The seat uses an item with this text, aimed at a and b; its slot."""
        slot = self.put(seat, "hand", item(text))
        self.do(hunt.use_item, seat, slot, a, b)
        return slot

    def do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function of the kernel; its parameters state, setting and events are filled in."""
        own = {"state": self.state, "setting": self.setting, "events": self.events}
        left = list(arguments)
        values = [own[name] if name in own else left.pop(0) for name in inspect.signature(function).parameters]
        assert not left
        with np.errstate(over="ignore"):
            return function(*values)

    def answer(self, seat: int, decision: int) -> int:
        """The number of the alternative that the seat wishes."""
        offered = self.choices()
        if len(offered) == 1:
            return 0
        self.asked.append((int(seat), Decision(int(decision)), offered))
        assert len(self.asked) < MOST_DECISIONS, "an endless loop"
        for wish in self.wishes:
            if wish.seat == seat and wish.decision == decision:
                if wish.at not in ("", self._window()):
                    break
                self.wishes.remove(wish)
                return self._find(wish.choice)
        nothing = (self.state.seats[seat].area,) if decision == Decision.MOVE else (NONE,)
        found = [number for number, choice in enumerate(offered) if choice[:1] == nothing]
        return found[0] if found else 0

    def _window(self) -> str:
        now = self.state.pending
        return "idle" if now.seat == NONE else "strike" if now.by_monster else "blow"

    def _find(self, choice: tuple[int, ...]) -> int:
        found = [number for number, one in enumerate(self.choices()) if one[: len(choice)] == choice]
        assert found, f"{choice} is none of {self.choices()}"
        return found[0]

    # Looking

    def choices(self) -> list[tuple[int, ...]]:
        """The alternatives that were listed last."""
        return [tuple(int(one) for one in row) for row in self.state.choices[: self.state.n_choices]]

    def offered(self, function: Callable[..., Any], *arguments: Any) -> set[int]:
        """The first numbers of the alternatives that a rule lists."""
        self.do(function, *arguments)
        return {choice[0] for choice in self.choices()}

    def deck(self, seat: int) -> list[int]:
        """The slots of a draw pile, top first."""
        deck = self.state.seats[seat].deck
        return [int(deck.cards[(deck.top + i) % max(deck.capacity, 1)]) for i in range(deck.left)]

    def zone(self, seat: int, name: str) -> set[int]:
        """The slots of a zone: hand, discards, material, face_up."""
        return slots_of(self.state.seats[seat][name])

    def monsters(self, owner: int, place: int) -> set[int]:
        """The slots of the monsters in an area."""
        return slots_of(self.state.seats[owner].on_map[place])

    def told(self, *kinds: Event) -> list[tuple[int, ...]]:
        """What happened, by kind: rows without the kind if there is one."""
        rows = [tuple(int(one) for one in row) for row in self.events[: self.state.n_events] if row[0] in kinds]
        return [row[1:] for row in rows] if len(kinds) == 1 else rows

    def hr(self) -> list[int]:
        """The HR points of all seats."""
        return [int(self.state.seats[seat].hr) for seat in range(self.n_seats)]

    def set_hr(self, *points: int) -> None:
        """Set the HR points of all seats."""
        for seat, hr in enumerate(points):
            self.state.seats[seat].hr = hr

    def __getitem__(self, seat: int) -> Any:
        """The record of a seat."""
        return self.state.seats[seat]


def slots_of(cards: Any) -> set[int]:
    """The slots of a set."""
    return {slot for slot in range(DECK_CARDS) if int(cards) >> slot & 1}


TABLES: WeakValueDictionary[int, Table] = WeakValueDictionary()


def wished(state: Any, setting: Any, seat: Any, decision: Any, events: Any) -> Any:
    """What a seat answers: its wish at a table of this module, else what its policy chooses."""
    table = TABLES.get(id(state))
    return table.answer(seat, decision) if table else choose(state, setting, seat, decision, events)


for module in (decisions, hunt, phases):
    vars(module)["choose"] = wished
