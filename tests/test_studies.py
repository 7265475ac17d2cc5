"""The studies by hand: fairness of weapons, what a weakness adds, and games counted from their events."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from analysis.estimators import INSIDE, OUTSIDE
from analysis.studies import judgement_replays, replays
from analysis.studies.weapons import Armoury, kind_gaps, kind_steps, rarity_levels, weakness
from analysis.tables import load_run
from tests.synthetic_runs import cells_and_parameters, write_run


@pytest.fixture
def weapons() -> Armoury:
    """Two decks of ten turns: an axe and a bow of rarity 1, an axe of rarity 2, all 10 points better in the second deck."""
    cells = pd.DataFrame({"weapon": ["axe_1", "bow_1", "axe_2"], "kind": ["axe", "bow", "axe"], "rarity": [1, 1, 2]})
    dealt = pd.DataFrame({0: [40, 60], 1: [60, 80], 2: [70, 90]})
    return Armoury(cells, dealt, pd.DataFrame(10, index=dealt.index, columns=dealt.columns))


def test_the_level_of_a_rarity_is_its_mean_damage_a_turn(weapons: Armoury) -> None:
    """Rarity 1: 240 points in 40 turns; rarity 2: 160 in 20. Both decks agree on the step of 2, so it has no error."""
    levels = rarity_levels(weapons)
    assert levels["value"].tolist() == [6, 8]
    assert levels["n_kinds"].tolist() == [2, 1]
    assert levels[["step", "step_low", "step_high"]].iloc[1].tolist() == [2, 2, 2]
    assert levels[["rise", "rise_low", "rise_high"]].iloc[1].tolist() == [2, 2, 2]
    assert levels["step"].isna().tolist() == [True, False]


def test_the_gap_of_a_kind_is_relative_to_the_mean_of_its_rarity() -> None:
    """5 and 7 against 6 in proportion in both decks: a sixth below and above, which is outside 15 % and inside 20 %.

    The axe of rarity 2 has nothing beside it.
    """
    cells = pd.DataFrame({"weapon": ["axe_1", "bow_1", "axe_2"], "kind": ["axe", "bow", "axe"], "rarity": [1, 1, 2]})
    dealt = pd.DataFrame({0: [40, 60], 1: [56, 84], 2: [70, 90]})
    weapons = Armoury(cells, dealt, pd.DataFrame(10, index=dealt.index, columns=dealt.columns))
    gaps = kind_gaps(weapons, margin=0.15).set_index(["kind", "rarity"])
    assert gaps.loc[("axe", 1), "gap"] == pytest.approx(-1 / 6)
    assert gaps.loc[("bow", 1), "gap"] == pytest.approx(1 / 6)
    assert gaps["verdict"].tolist() == [OUTSIDE, OUTSIDE]
    assert set(kind_gaps(weapons, margin=0.2)["verdict"]) == {INSIDE}


def test_the_step_of_a_kind_is_paired_deck_by_deck(weapons: Armoury) -> None:
    """The axe gains 3 points a turn in both decks; the bow has one rarity only."""
    steps = kind_steps(weapons)
    assert steps[["kind", "rarity", "step", "low", "high"]].to_numpy().tolist() == [["axe", 2, 3, 3, 3]]


def test_a_weakness_is_measured_on_the_same_weapon(tmp_path: Path) -> None:
    """1.5 points a turn without and 2.0 with one class of bonus: half a point, a third."""
    about = {"hunter 1 weapon": "axe_1", "hunter 1 kind": "axe", "hunter 1 rarity": 1, "hunter 1 kind_bonus": 0}
    cells = [
        {
            "name": monster,
            "deal": "same",
            "games": 2,
            "parameters": {**about, "monster": monster, "hunter 1 element_bonus": bonus},
        }
        for monster, bonus in (("plain", 0), ("weak", 1))
    ]
    ids = [0, 1, 10_000_000_000, 10_000_000_001]
    seats = pd.DataFrame({"game_id": ids, "cell": [0, 0, 1, 1], "block": [0, 1, 0, 1], "seat": 0, "dealt": [10, 20, 15, 25]})
    for name in ("attacks", "wins", "ties", "losses", "rate", "damage_class", "taken", "bought", "exchanged"):
        seats[name] = 10
    games = seats[["game_id", "cell", "block"]].assign(turns=10)
    folder = write_run(tmp_path / "run", cells_and_parameters(cells) | {"games": games, "seats": seats})
    row = weakness(load_run(folder)).iloc[0]
    assert (row["bonus"], row["n_weapons"]) == (1, 1)
    assert (row["value"], row["low"], row["high"]) == pytest.approx((0.5, 0.5, 0.5))
    assert row["share"] == pytest.approx(1 / 3)


def event(kind: str, **data: object) -> SimpleNamespace:
    """An event as `replay` gives it."""
    return SimpleNamespace(data={"event": kind, **data})


def test_events_are_counted_by_whole_turns() -> None:
    """One turn with a tie is counted; the second is broken off by the end of the deck and counts for nothing (RP-T8)."""
    one = "hunter 1"
    turn = [
        event("turn", turn=1),
        event("declare", side=one, action="attack"),
        event("extra", side=one, bought=True),
        event("extra", side=one, bought=False),
        event("exchange", side=one, taken=True),
        event("class", side=one, natural="1P", final="2P"),
        event("class", side="monster", natural="2P", final="2P"),
        event("compare", side=one, outcome="tie", damage_class="3C", dealt=7, announced=5, taken=3),
    ]
    events = [*turn, event("turn_end", turn=1), *turn, event("void", turn=2), event("end", turns=1)]
    found = judgement_replays.counts_of(events)
    assert found["game"][judgement_replays.TURNS] == 1
    expected = {"attacks": 1, "ties": 1, "rate": 2, "damage_class": 3, "dealt": 7, "taken": 3, "bought": 1, "exchanged": 1}
    assert +found[one] == expected
    assert found["monster"]["rate"] == 2


def test_games_to_replay_are_spread_over_the_run(tmp_path: Path) -> None:
    """The first, the middle and the last of five; all of two if three are wanted."""
    cells = [{"name": "a", "games": 5, "parameters": {"x": 1}}]
    games = pd.DataFrame({"game_id": range(5), "cell": 0, "block": range(5), "turns": 1})
    run = load_run(write_run(tmp_path / "run", cells_and_parameters(cells) | {"games": games}))
    assert replays.some_games(run, 3) == [0, 2, 4]
    assert replays.some_games(run, 9) == [0, 1, 2, 3, 4]
