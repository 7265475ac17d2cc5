"""Two checks that keep the coverage table honest: no rule function is idle, and no option is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sim.game import Cell
from sim.games.monster_hunter_trpg.setting import BATTLE_OPTIONS
from sim.games.monster_hunter_trpg.spec import play_games
from tests.test_judgement_rules import new_setting

SAME_GAMES = 10_000


def test_a_muted_rule_function_is_noticed_by_a_test_that_cites_its_rule(root: Path) -> None:
    """Each function of the rules that does nothing makes a test fail that cites one of its rules."""
    command = [sys.executable, "-m", "tests.muting", "monster_hunter_trpg"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def battle(**changes: int) -> np.record:
    """Three hunters whose games depend on each option: the cold, and modifiers that meet a limit."""
    setting = new_setting([2, 2, 2], cold=1, **changes)
    hunter = setting.hunters[0]
    hunter.n_modifiers = 2
    hunter.modifiers[:2] = [4, -4]
    return setting


ALTERNATIVES = {
    "modifier_order": [battle(modifier_order=1)],
    "cold_hits": [battle(cold_hits=1)],
    "deck_end": [battle(deck_end=1)],
    "jokers": [battle(jokers=0), battle(jokers=2)],
    "monster_hand_cards": [battle(), battle(), battle()],
}
for cards, changed in enumerate(ALTERNATIVES["monster_hand_cards"], start=1):
    changed.monster.hand_cards = cards


def test_the_judgement_reads_these_options() -> None:
    """The list above is complete."""
    assert set(ALTERNATIVES) == set(BATTLE_OPTIONS)


@pytest.mark.parametrize("option", BATTLE_OPTIONS)
def test_every_alternative_of_an_option_changes_a_game(option: str) -> None:
    """Of 10,000 games of the same ids at least one has other counters (the cards left count, too)."""

    def counters(setting: np.record) -> list[np.ndarray]:
        tables = play_games(Cell("same", "same", {}, setting), 0, 5, 0, SAME_GAMES)
        return [column for table in ("games", "seats") for column in tables[table].values()]

    default = counters(battle())
    for setting in ALTERNATIVES[option]:
        assert any((one != other).any() for one, other in zip(counters(setting), default, strict=True))
