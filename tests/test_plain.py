"""The judgement as plain Python: every rule it knows gives the bytes that compiled kernels give, however they were cut.

The kernels of the poker judge are compared in test_poker_plain.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import sim.run
from analysis.tables import load_run
from sim import jit
from sim.cards import DataFolder
from sim.scenario import read_scenario
from tests.command_line import HEAD, ROOT, huntlab, start, tables_of

DECKS = """games = 200
options.cold_hits = "all"
"""
TEAM = """[[cell]]
name = "{name}"
party = "bowgun_team"
monster = "mire_lord"
terrain = ["cold", "glare"]
class_modifiers = [2, -1]
monster_class_modifiers = [-1, 1]
options.modifier_order = "{order}"
options.deck_end = "{end}"
"""
DECKS += TEAM.format(name="summed", order="sum_then_clamp", end="before_turn")
DECKS += TEAM.format(name="one by one", order="one_by_one", end="mid_turn")
HANDS = """games = 2
options.monster_hand_cards = 2
[[cell]]
name = "hands"
party = "lone_hunter"
monster = "lantern_newt"
turns = "hands"
exchange = "yes"
"""
SCENARIOS = {"decks": HEAD + DECKS, "hands": HEAD + HANDS}
"""100 whole decks in each of two cells; 2,048 independent turns. About ten seconds each without JIT."""

CUTS = {
    "decks": [("--threads", 1), ("--threads", 2, "--shard-games", 7), ("--threads", 2, "--shard-games", 101)],
    "hands": [("--threads", 1), ("--threads", 2, "--shard-games", 1)],
}


pytestmark = pytest.mark.xdist_group("plain")  # one worker plays without JIT once


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scenarios and the run `plain` of each: without JIT, on two threads, in odd pieces."""
    folder = tmp_path_factory.mktemp("plain")
    for name, text in SCENARIOS.items():
        path, out = folder / f"{name}.toml", folder / name / "plain"
        path.write_text(text, encoding="utf-8")
        answer = start("run", path, "--out", out, "--threads", 2, "--shard-games", 33, NUMBA_DISABLE_JIT="1")
        assert answer.code == 0, answer.err
    return folder


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """There must be compiled kernels to compare with."""
    if jit.PLAIN:
        pytest.skip("compares with compiled kernels")


@pytest.mark.parametrize(("name", "how"), [(name, how) for name, cuts in CUTS.items() for how in cuts], ids=str)
def test_without_jit_the_bytes_are_the_same(folder: Path, name: str, how: tuple[object, ...], tmp_path: Path) -> None:
    """On one thread and two, in a few pieces or many."""
    huntlab("run", folder / f"{name}.toml", "--out", tmp_path / "run", *how)
    assert len(tables_of(tmp_path / "run")) == 6
    assert tables_of(tmp_path / "run") == tables_of(folder / name / "plain")


@pytest.mark.parametrize(("name", "piece"), [("decks", 7), ("hands", 1)])
def test_an_interrupted_run_ends_with_the_bytes_of_the_one_without_jit(
    folder: Path, name: str, piece: int, tmp_path: Path
) -> None:
    """Ctrl-C after the first piece, then on with others."""
    data = DataFolder(ROOT / "data", is_shipped=False)
    scenario = read_scenario(str(folder / f"{name}.toml"), data)

    def stop(done: int, _total: int) -> None:
        if done == piece:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sim.run.run(scenario, data, tmp_path, threads=1, shard_games=piece, progress=stop)
    assert sim.run.run(scenario, data, tmp_path, threads=2, shard_games=13).games_played < scenario.games
    assert tables_of(tmp_path) == tables_of(folder / name / "plain")


def test_the_scenarios_use_every_rule(folder: Path) -> None:
    """Or the comparison would show little."""
    decks, hands = load_run(folder / "decks" / "plain"), load_run(folder / "hands" / "plain")
    games, classes = decks.table("games"), decks.table("judgements")
    turns = games["turns"].sum() * 3
    assert decks.table("seats")["attacks"].sum() < turns  # a gunner reloads or waits
    assert (decks.table("seats")[["bought", "exchanged"]].sum() > 0).all()
    assert (classes["class"] != classes["final"]).groupby(classes["seat"] == -1).any().all()
    assert games.groupby("cell")["cards_left"].sum().nunique() > 1  # mid_turn leaves others than before_turn
    assert decks.table("seats").groupby("cell")["rate"].sum().nunique() > 1  # the orders of modifiers differ
    assert hands.table("games")["end_reason"].tolist() == ["hands_done"] * 2
    assert hands.table("seats")["exchanged"].sum() > 0
