"""Verdicts on adverse data: ties, losers by a hair, nobody who buys, one setting only. Each sentence must stay true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.judgement import contrasts, leaders, levels
from analysis.report.parts import ATTENTION, FAIR, FINDING, OPEN, Verdict
from analysis.report.topics import cards, parties, weapons
from analysis.studies.names import Name
from analysis.studies.weapons import INSIDE, OUTSIDE, UNDECIDED, Armoury, kind_steps, left_out, rarity_levels
from analysis.tables import Run, load_run
from sim.schema import GAMES_PER_CELL
from tests.synthetic_runs import SEAT_COLUMNS, cells_and_parameters, write_run

POLICY = "hunter 1 policy"
TURNS = 10


def policy_run(folder: Path, dealt: Mapping[str, Sequence[int]], bought: Mapping[str, int], *, deal: str = "same") -> Run:
    """Games of ten turns, a cell a policy, with its damage game by game and the cards it buys in each game."""
    listed, seats = [], []
    for number, (name, points) in enumerate(dealt.items()):
        parameters = {POLICY: name, "hunter 1 base_hand": 2}
        about = {"name": f"policy, policy {name}", "games": len(points), "parameters": parameters}
        listed.append(about | {"deal": deal if deal == "same" else name})
        index = np.arange(len(points))
        rows = pd.DataFrame({"game_id": number * GAMES_PER_CELL + index, "cell": number, "block": index, "seat": 0})
        rows = rows.assign(**dict.fromkeys(SEAT_COLUMNS, 0), turns=TURNS)
        seats.append(rows.assign(attacks=TURNS, rate=TURNS, dealt=list(points), bought=bought.get(name, 0)))
    both = pd.concat(seats, ignore_index=True)
    tables = {"games": both[["game_id", "cell", "block", "turns"]], "seats": both.drop(columns="turns")}
    return load_run(write_run(folder / "run", cells_and_parameters(listed) | tables))


def told(run: Run) -> Verdict:
    """The verdict on the policies of a run."""
    frame = levels(run, POLICY, ("rate", "dealt"), "policy*")
    seats = run.table("seats").groupby("cell")[["attacks", "bought", "exchanged"]].sum()
    used = seats.div(seats["attacks"], axis=0)
    frame = frame.assign(bought=frame["cell"].map(used["bought"]), exchanged=frame["cell"].map(used["exchanged"]))
    (verdict,) = cards.who_buys(SimpleNamespace(run=run), frame)
    return verdict


def test_a_policy_ahead_in_every_game_deals_most_with_interval_and_margin(tmp_path: Path) -> None:
    """110 against 100 points in ten turns, with noise that both share: one point a turn more, for 2 cards a turn."""
    noise = np.arange(20) % 3
    run = policy_run(tmp_path, {"plain": 100 + noise, "bold": 110 + noise}, {"bold": 20})
    verdict = told(run)
    assert verdict.tone == FINDING
    assert verdict.headline == "Of 2 ways to play, “bold” deals most: 11.1 damage a turn against 10.1 without bought cards."
    assert "+1.00 [+1.00, +1.00] more than “plain”. The intervals of all 1 pair of policies" in verdict.evidence
    assert "beside “plain” who never buys: “bold” +0.50 [+0.50, +0.50]." in verdict.evidence


def test_two_that_the_games_cannot_tell_apart_share_the_lead(tmp_path: Path) -> None:
    """Each of the two is ahead in every other game; the third is far behind."""
    swing = np.array([5, -5] * 10)
    run = policy_run(tmp_path, {"left": 200 + swing, "right": 200 - swing, "weak": np.full(20, 100)}, {"left": 5})
    verdict = told(run)
    assert verdict.tone == OPEN
    assert verdict.headline == "Of 3 ways to play, “left” and “right” deal most; these games cannot tell them apart."


def test_equal_policies_are_none_ahead_and_nobody_buys(tmp_path: Path) -> None:
    swing = np.array([3, -3] * 10)
    verdict = told(policy_run(tmp_path, {"one": 100 + swing, "two": 100 - swing}, {}))
    assert verdict.headline == "Of 2 ways to play, none is shown to deal more than another."
    assert verdict.evidence.count("Nobody buys.") == 1


def test_where_everyone_buys_no_gain_per_card_is_claimed(tmp_path: Path) -> None:
    run = policy_run(tmp_path, {"one": np.full(5, 50), "two": np.full(5, 60)}, {"one": 3, "two": 6})
    verdict = told(run)
    assert "without bought cards" not in verdict.headline
    assert "who never buys" not in verdict.evidence


def test_one_way_to_play_is_no_choice(tmp_path: Path) -> None:
    run = policy_run(tmp_path, {"one": np.full(5, 50)}, {})
    assert cards.who_buys(SimpleNamespace(run=run), levels(run, POLICY, ("dealt",), "policy*").assign(bought=0)) == []


def test_a_lone_leader_among_equals_is_rare(tmp_path: Path) -> None:
    """200 runs of five equal policies on own deals: a lone leader in about 5 %, or 10; 24 are over 4 errors of 3.1."""
    rng = np.random.default_rng(3)
    lone = 0
    for number in range(200):
        dealt = {name: rng.integers(50, 151, 40) for name in "abcde"}
        run = policy_run(tmp_path / str(number), dealt, {}, deal="own")
        lone += len(leaders(contrasts(run, POLICY, "dealt"))) == 1
    assert lone < 24


def test_the_lowest_lead_where_less_is_better(tmp_path: Path) -> None:
    pairs = contrasts(policy_run(tmp_path, {"low": np.full(5, 50), "high": np.full(5, 60)}, {}), POLICY, "dealt")
    assert leaders(pairs) == ["high"]
    assert leaders(pairs, most=False) == ["low"]


# Monsters


def monster_table(losses: Mapping[str, float]) -> pd.DataFrame:
    """One party against monsters that hit it alone so often."""
    rows = [{"monster": name, "loss_value": value, "monster_class_modifiers": ""} for name, value in losses.items()]
    return pd.DataFrame(rows)


def monster_pairs(*rows: tuple[str, str, float, float]) -> pd.DataFrame:
    """Contrasts as (monster, other, low, high)."""
    listed = [{"setting": a, "other": b, "value": (low + high) / 2, "low": low, "high": high} for a, b, low, high in rows]
    return pd.DataFrame(listed, columns=["setting", "other", "value", "low", "high"])


TWENTY = "20.0\N{NO-BREAK SPACE}%"
NO_HARDEST = "No monster is shown to be harder than another."
NAMES = {name: Name(name.title(), "") for name in ("boar", "newt", "eel")}


@pytest.mark.parametrize(
    ("losses", "pairs", "tone", "headline"),
    [
        (
            {"boar": 0.2, "newt": 0.1},
            [("boar", "newt", 0.05, 0.15)],
            FINDING,
            f"Boar is the hardest monster: it hits hunters alone in {TWENTY} of comparisons, by party.",
        ),
        (
            {"boar": 0.2, "newt": 0.1},
            [("boar", "newt", -0.05, 0.25)],
            OPEN,
            "No monster is shown to be harder than another.",
        ),
        (
            {"boar": 0.21, "newt": 0.2, "eel": 0.0},
            [("boar", "newt", -0.1, 0.12), ("boar", "eel", 0.1, 0.3), ("newt", "eel", 0.1, 0.3)],
            OPEN,
            "Boar and Newt are the hardest monsters; these games cannot tell them apart.",
        ),
    ],
    ids=["ahead", "open", "two ahead"],
)
def test_the_hardest_monster(losses: dict[str, float], pairs: list[Any], tone: str, headline: str) -> None:
    verdict = parties.hardest(monster_table(losses), monster_pairs(*pairs), NAMES)
    assert (verdict.tone, verdict.headline) == (tone, headline)


def test_a_monster_alone_is_the_only_one() -> None:
    verdict = parties.hardest(monster_table({"eel": 0.0}), monster_pairs(), NAMES)
    assert verdict.headline.startswith("Eel is the only monster: ")


# Weapons


def armoury(points: Mapping[tuple[str, int], Sequence[int]]) -> Armoury:
    """Weapons by (kind, rarity) with the damage of each deck; a deck has ten turns."""
    cells = pd.DataFrame([{"weapon": f"{kind}_{rarity}", "kind": kind, "rarity": rarity} for kind, rarity in points])
    dealt = pd.DataFrame({number: list(one) for number, one in enumerate(points.values())})
    return Armoury(cells, dealt, pd.DataFrame(10, index=dealt.index, columns=dealt.columns))


def test_one_rarity_claims_nothing_about_rarity() -> None:
    stock = armoury({("axe", 3): [50, 60], ("bow", 3): [55, 65]})
    verdict = weapons.rarities(rarity_levels(stock), kind_steps(stock))
    assert (verdict.tone, verdict.headline) == (FINDING, "All weapons are of rarity 3: what rarity pays was not played.")


def test_a_kind_that_loses_with_rarity_is_named() -> None:
    """The axe falls by 1 point a turn in each deck, the bow gains 5."""
    stock = armoury({("axe", 1): [50, 52], ("axe", 2): [40, 42], ("bow", 1): [50, 52], ("bow", 2): [100, 102]})
    verdict = weapons.rarities(rarity_levels(stock), kind_steps(stock))
    assert verdict.tone == ATTENTION
    assert "the damage falls for axe 2; the smallest of 2 steps is" in verdict.evidence


def test_a_step_that_the_decks_do_not_settle_is_open() -> None:
    stock = armoury({("axe", 1): [50, 50, 50], ("axe", 2): [40, 61, 52]})
    verdict = weapons.rarities(rarity_levels(stock), kind_steps(stock))
    assert verdict.tone == OPEN
    assert verdict.headline.startswith("Whether rarity pays is open: ")
    assert "it is open whether it rises for axe 2; the only step is" in verdict.evidence


def gaps(*rows: tuple[str, int, float, float, str]) -> pd.DataFrame:
    """Gaps as (kind, rarity, gap, half width, verdict)."""
    listed = [
        {"kind": kind, "rarity": rarity, "gap": gap, "low": gap - half, "high": gap + half, "verdict": verdict}
        for kind, rarity, gap, half, verdict in rows
    ]
    return pd.DataFrame(listed)


def test_kinds_fair_unfair_and_undecided() -> None:
    """0.10 +- 0.10 is 0.05 from the margin of 0.15: half as wide an interval, four times the decks."""
    fair = weapons.kinds(gaps(("axe", 1, 0.01, 0.01, INSIDE), ("bow", 1, -0.01, 0.01, INSIDE)))
    assert fair.tone == FAIR
    assert fair.headline.startswith("All kinds are fair: each deals within")
    unfair = weapons.kinds(gaps(("axe", 1, 0.3, 0.01, OUTSIDE), ("bow", 1, -0.01, 0.01, INSIDE)))
    assert unfair.headline.endswith("stands the axe in 1 of 1 rarity.")
    open_ = weapons.kinds(gaps(("axe", 1, 0.10, 0.10, UNDECIDED), ("bow", 1, -0.01, 0.01, INSIDE)))
    assert open_.headline.endswith("1 of 2 weapons is not settled.")
    assert open_.evidence.endswith("About 4 times as many decks would settle all.")


def test_a_gap_on_the_margin_is_not_promised_to_be_settled() -> None:
    verdict = weapons.kinds(gaps(("axe", 1, 0.15, 0.01, UNDECIDED), ("bow", 1, -0.01, 0.01, INSIDE)))
    assert verdict.evidence.endswith("1 weapon so near the margin will hardly be settled by more decks.")


def bonus(*rows: tuple[int, int, float, float, float]) -> pd.DataFrame:
    """Weaknesses as (bonus, weapons, share, low, high)."""
    names = ["bonus", "n_weapons", "share", "share_low", "share_high"]
    return pd.DataFrame(rows, columns=names).assign(value=1.0, low=0.5, high=1.5)


@pytest.mark.parametrize(
    ("rows", "headline"),
    [
        ([(1, 1, 0.3, 0.2, 0.4), (2, 5, 0.6, 0.5, 0.7)], "A weakness of 1 class adds +30\N{NO-BREAK SPACE}% damage."),
        ([(2, 1, 0.6, 0.5, 0.7)], "A weakness of 2 classes adds +60\N{NO-BREAK SPACE}% damage."),
        (
            [(1, 3, 0.1, -0.1, 0.3)],
            "A weakness of 1 class may add +10\N{NO-BREAK SPACE}% [\N{MINUS SIGN}10, +30] damage.",
        ),
    ],
)
def test_weaknesses_in_words(rows: list[Any], headline: str) -> None:
    (verdict,) = weapons.weaknesses(bonus(*rows))
    assert verdict.headline.replace(".0", "") == headline


def test_no_weakness_no_verdict() -> None:
    assert weapons.weaknesses(bonus()) == []


def test_weapons_that_every_monster_is_weak_to_are_named() -> None:
    """A dragon sword meets two monsters weak to it; the axe meets one that is not."""
    settings = pd.DataFrame(
        {
            "hunter 1 weapon": ["dragon_sword", "dragon_sword", "axe"],
            "hunter 1 kind": "sword",
            "hunter 1 rarity": "1",
            "hunter 1 element_bonus": ["1", "2", "0"],
            "hunter 1 kind_bonus": "0",
        }
    )
    assert left_out(SimpleNamespace(settings=lambda: settings)) == ["dragon_sword"]
