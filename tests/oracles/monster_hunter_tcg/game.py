"""The state of a game, as far as the rules look at it, and small questions about it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.oracles.monster_hunter_tcg.cards import Card
from tests.oracles.monster_hunter_tcg.record import Record
from tests.oracles.monster_hunter_tcg.texts import Ability

CAMP = -1
NO_SLOT = -1
NO_TARGET = (-1, -1)
DECK = 40
LAST_RETREAT = 3
HR_TO_WIN = 20


class Over(Exception):  # noqa: N818
    """The game has ended."""

    def __init__(self, reason: str, winners: list[int]) -> None:
        """Why, and who won."""
        super().__init__(reason)
        self.reason, self.winners = reason, winners


@dataclass(eq=False)
class Monster:
    """A monster on a map; `attack` and `speed` are changes, `moment` numbers the turn-ups (TCG-N1)."""

    owner: int
    slot: int
    card: Card
    area: int
    hp: int
    up: bool = False
    moment: int = 0
    attack: int = 0
    speed: int = 0
    attacked: bool = False

    @property
    def key(self) -> tuple[int, int]:
        """How events name it."""
        return self.owner, self.slot


@dataclass(eq=False)
class Seat:
    """A player: all zones, the hunter's place, and what holds for this hunt (`boosts` and `changes`)."""

    number: int
    hunter: Card
    cards: list[Card]
    forbidden: frozenset[int]
    pile: list[int] = field(default_factory=list)
    hand: set[int] = field(default_factory=set)
    trash: set[int] = field(default_factory=set)
    material: set[int] = field(default_factory=set)
    weapon: int = NO_SLOT
    armour: int = NO_SLOT
    area: int = CAMP
    hr: int = 0
    retreats: int = 0
    shuffles: int = 0
    gone: bool = False
    acted: bool = False
    boosts: dict[str, int] = field(default_factory=dict)
    changes: dict[tuple[str, bool], int] = field(default_factory=dict)

    def worn(self, slot: int) -> Card | None:
        """The card in a place for equipment."""
        return None if slot == NO_SLOT else self.cards[slot]

    def fighting(self) -> Card:
        """TCG-E4: the card that gives attack, speed, move, icons and line."""
        return self.worn(self.weapon) or self.hunter

    def playable(self, kind: str) -> list[int]:
        """The cards of a kind in the hand that this seat may play: forbidden ones may only be discarded or lost."""
        return [slot for slot in sorted(self.hand - self.forbidden) if self.cards[slot].kind == kind]


@dataclass(eq=False)
class Pending:
    """An ability that acts or waits: whose, of which card, what set it off (TCG-F1), and what was chosen for it."""

    owner: int
    slot: int
    ability: Ability
    trigger: str
    weak: str = ""
    attacker: int = -1
    victims: tuple[int, ...] = ()
    target: tuple[int, int] = NO_TARGET


@dataclass(eq=False)
class Game:
    """Everything about the game."""

    record: Record
    options: dict[str, Any]
    seats: list[Seat]
    leader: int
    n_local: int
    roads: dict[int, set[int]]
    camps: dict[int, set[int]]
    round: int = 0
    turn_ups: int = 0
    monsters: dict[tuple[int, int], Monster] = field(default_factory=dict)
    queue: deque[Pending] = field(default_factory=deque)

    @property
    def n(self) -> int:
        """How many seats the game began with: it decides which rules hold (TCG-S1)."""
        return len(self.seats)

    @property
    def two(self) -> bool:
        """Are these the rules for two?"""
        return self.n == 2

    def clockwise(self) -> list[Seat]:
        """The seats in the game, from the leader on."""
        order = (self.seats[(self.leader + step) % self.n] for step in range(self.n))
        return [seat for seat in order if not seat.gone]

    def own_areas(self, seat: int) -> range:
        """The areas of a seat's map."""
        return range(seat * self.n_local, (seat + 1) * self.n_local)

    def monsters_of(self, seat: int) -> list[Monster]:
        """The monsters on a map, by slot."""
        return [self.monsters[key] for key in sorted(self.monsters) if key[0] == seat]

    def monsters_in(self, area: int) -> list[Monster]:
        """The monsters of an area, by slot; none lies in a camp."""
        return [self.monsters[key] for key in sorted(self.monsters) if self.monsters[key].area == area]

    def room(self, area: int) -> bool:
        """TCG-P2, P3: is there room for one more monster?"""
        return len(self.monsters_in(area)) < (1 if self.two else 3)

    def victims(self, monster: Monster) -> list[Seat]:
        """TCG-H6: all hunters in the area of a monster but its placer's, clockwise."""
        return [seat for seat in self.clockwise() if seat.area == monster.area and seat.number != monster.owner]

    def prey(self, seat: Seat) -> list[Monster]:
        """TCG-H2: the monsters that a hunter may attack."""
        return [monster for monster in self.monsters_in(seat.area) if monster.owner != seat.number]

    def lies(self, monster: Monster, area: int) -> bool:
        """Is this monster still face up in the area?"""
        return self.monsters.get(monster.key) is monster and monster.up and monster.area == area

    def every(self) -> Iterator[Monster]:
        """All monsters, by owner and slot."""
        return (self.monsters[key] for key in sorted(self.monsters))
