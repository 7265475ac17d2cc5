"""The kernel against the referee, which was written from the rulebook alone and knows nothing of it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from sim.game import Cell
from sim.games.monster_hunter_trpg.spec import replay
from sim.games.monster_hunter_trpg.state import Setting
from tests.oracles.corruptions import KINDS, corrupt
from tests.oracles.monster_hunter_trpg import RuleViolation, check

N_SETTINGS, GAMES_EACH = 250, 20


def random_setting(rng: random.Random, *, hands: bool = False) -> np.record:
    """A setting with every rule switched on now and then."""
    setting = np.zeros(1, Setting)[0]
    by, monster = setting.rules, setting.monster
    by.packs, by.jokers = rng.choice([1, 2, 2, 3]), rng.choice([0, 2, 4])
    by.modifier_order, by.cold_hits, by.deck_end = rng.randrange(2), rng.randrange(2), rng.randrange(2)
    by.turns, by.cold, by.glare = int(hands), rng.randrange(2), rng.randrange(2)
    monster.hand_cards = rng.choice([0, 0, 1, 2, 3])
    monster.attack_level, monster.level_correction = rng.randrange(-3, 6), rng.randrange(-3, 6)
    fill(monster, rng)
    setting.n_hunters = rng.randrange(1, 5)
    for hunter in setting.hunters[: setting.n_hunters]:
        fill_hunter(hunter, rng)
    return setting


def fill(record: Any, rng: random.Random) -> None:
    """Modifiers and a rating, of a hunter or the monster."""
    modifiers = [rng.randrange(-3, 4) for _ in range(rng.choice([0, 0, 1, 2, 3]))]
    record.n_modifiers = len(modifiers)
    record.modifiers[: len(modifiers)] = modifiers
    record.rating[:] = np.cumsum([rng.randrange(6) for _ in range(11)])


def fill_hunter(hunter: Any, rng: random.Random) -> None:
    """A hunter of any kind."""
    hunter.base_hand, hunter.extra_cards = rng.choice([0, 1, 2, 2, 3]), rng.choice([0, 1, 2, 5])
    hunter.exchange, hunter.magazine = rng.randrange(2), rng.choice([0, 0, 0, 2, 6])
    hunter.damage_modifier, hunter.armour = rng.randrange(-6, 7), rng.randrange(5)
    hunter.element_bonus, hunter.kind_bonus = rng.randrange(3), rng.randrange(2)
    fill(hunter, rng)
    for name in hunter.policy.dtype.names:
        hunter.policy[name] = rng.randrange(-2, 3)


def events_of(setting: np.record, index: int) -> list[dict[str, Any]]:
    """The JSON events of one game."""
    return [dict(event.data) for event in replay(Cell("referee", "referee", {}, setting), 3, 11, index)]


@pytest.mark.parametrize("part", range(10))
def test_the_referee_accepts_every_game(part: int) -> None:
    """5,000 games of 250 settings: every card, decision, class, modifier, damage and count is by the rulebook."""
    rng = random.Random(part)
    for _ in range(N_SETTINGS // 10):
        setting = random_setting(rng)
        for index in range(GAMES_EACH):
            check(events_of(setting, index))


@pytest.mark.parametrize("part", range(4))
def test_the_referee_accepts_independent_hands(part: int) -> None:
    """Games of 1,024 turns from fresh decks."""
    check(events_of(random_setting(random.Random(100 + part), hands=True), part))


@pytest.mark.parametrize("kind", KINDS)
def test_the_referee_rejects_corrupted_games(kind: str) -> None:
    """Of 500 single-field corruptions of each kind of event at least 99 % are rejected."""
    rng = random.Random(kind)
    wanted, rejected, tried = 500, 0, 0
    while tried < wanted:
        events = events_of(random_setting(rng), tried)
        for _ in range(25 if any(event["event"] == kind for event in events) else 0):
            changed, _ = corrupt(events, rng, kind)
            tried += 1
            try:
                check(changed)
            except RuleViolation:
                rejected += 1
    assert rejected >= 0.99 * tried
