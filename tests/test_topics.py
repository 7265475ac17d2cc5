"""Verdicts on adverse data: ties, losers by a hair, nobody who buys, one setting only. Each sentence must stay true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.estimators import INSIDE, OUTSIDE, UNDECIDED
from analysis.judgement import contrasts, levels
from analysis.ranking import leaders
from analysis.report.parts import ATTENTION, FAIR, FINDING, OPEN, Verdict
from analysis.report.topics.judgement import cards, classes, contest, jokers, parties, terrain, weapons
from analysis.report.words import NARROW
from analysis.studies.names import Name
from analysis.studies.weapons import MARGIN, Armoury, kind_steps, left_out, rarity_levels
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
    (verdict,) = cards.who_buys(SimpleNamespace(run=run), frame, contrasts(run, POLICY, "dealt", "policy*"))
    return verdict


def test_a_policy_ahead_in_every_game_deals_most_with_interval_and_margin(tmp_path: Path) -> None:
    """110 against 100 points in ten turns, with noise that both share: one point a turn more, for 2 cards a turn."""
    noise = np.arange(20) % 3
    run = policy_run(tmp_path, {"plain": 100 + noise, "bold": 110 + noise}, {"bold": 20})
    verdict = told(run)
    assert verdict.tone == FINDING
    assert verdict.headline == (
        "Of 2 ways to play, “bold” deals most: 11.1 damage a turn, ahead of the next, “plain”, by 1.00 [1.00, 1.00]."
    )
    assert "beside “plain” who never buys: “bold” +0.50 [+0.50, +0.50]." in verdict.evidence
    assert "hold together" not in verdict.evidence  # one pair, one gain


def test_two_that_the_games_cannot_tell_apart_share_the_lead(tmp_path: Path) -> None:
    """Each of the two is ahead in every other game; the third is far behind."""
    swing = np.array([5, -5] * 10)
    run = policy_run(tmp_path, {"left": 200 + swing, "right": 200 - swing, "weak": np.full(20, 100)}, {"left": 5})
    verdict = told(run)
    assert verdict.tone == OPEN
    assert verdict.headline == "Of 3 ways to play, “left” and “right” deal most; these games cannot tell them apart."
    assert "The best are at most" in verdict.evidence
    assert "without bought cards at most" not in verdict.evidence  # “right” never buys and is named already
    assert "The intervals of all 3 pairs of policies hold together at 95" in verdict.evidence


def test_a_loser_by_a_hair_is_named_where_every_game_shows_it(tmp_path: Path) -> None:
    """One point in 1,000 in each of 20 games on the same deals: 0.1 a turn, and no error; the noise is 2 on average."""
    noise = np.arange(20) % 5
    verdict = told(policy_run(tmp_path, {"hair": 999 + noise, "most": 1000 + noise}, {}))
    lead = "“most” deals most: 100.2 damage a turn, ahead of the next, “hair”, by 0.10 [0.10, 0.10]."
    assert verdict.headline == f"Of 2 ways to play, {lead}"


def test_policies_that_do_the_same_are_exactly_equal(tmp_path: Path) -> None:
    points = np.arange(20) * 7 % 50
    verdict = told(policy_run(tmp_path, {"one": points, "two": points, "three": points}, {}))
    assert verdict.headline == "Of 3 ways to play, none is shown to deal more than another."
    assert "All policies are exactly equal in these games." in verdict.evidence


def test_one_game_each_shows_nothing(tmp_path: Path) -> None:
    """Without a second game no interval is known."""
    verdict = told(policy_run(tmp_path, {"one": [50], "two": [60]}, {"two": 1}))
    assert (verdict.tone, verdict.headline) == (OPEN, "Of 2 ways to play, none is shown to deal more than another.")
    assert "apart" not in verdict.evidence


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
    assert "Everybody buys" in verdict.evidence


def test_one_way_to_play_is_no_choice(tmp_path: Path) -> None:
    run = policy_run(tmp_path, {"one": np.full(5, 50)}, {})
    policies, pairs = levels(run, POLICY, ("dealt",), "policy*").assign(bought=0), contrasts(run, POLICY, "dealt")
    assert pairs.empty
    assert cards.who_buys(SimpleNamespace(run=run), policies, pairs) == []


def test_the_lowest_lead_where_less_is_better(tmp_path: Path) -> None:
    pairs = contrasts(policy_run(tmp_path, {"low": np.full(5, 50), "high": np.full(5, 60)}, {}), POLICY, "dealt")
    assert leaders(pairs) == ["high"]
    assert leaders(pairs, most=False) == ["low"]


# Monsters


def monster_table(losses: Mapping[str, float]) -> pd.DataFrame:
    """One party against monsters that hit it alone so often."""
    rows = [{"monster": name, "loss_value": value} for name, value in losses.items()]
    return pd.DataFrame(rows).assign(monster_class_modifiers="", monster_hand_cards="0")


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


def test_how_far_the_hardest_may_be_apart_is_told() -> None:
    """Boar and Newt by 12 points at most, all three by 30."""
    rows = [("boar", "newt", -0.1, 0.12), ("boar", "eel", 0.1, 0.3), ("newt", "eel", 0.1, 0.3)]
    losses = {"boar": 0.21, "newt": 0.2, "eel": 0.0}
    two = parties.hardest(monster_table(losses), monster_pairs(*rows), NAMES)
    assert "Over all parties the hardest are at most 12.00 points apart." in two.evidence
    rows[1:] = [("boar", "eel", -0.1, 0.3), ("newt", "eel", -0.1, 0.3)]
    three = parties.hardest(monster_table(losses), monster_pairs(*rows), NAMES)
    assert "Over all parties all monsters are at most 30.00 points apart." in three.evidence


def test_the_lead_of_the_hardest_is_over_the_nearest() -> None:
    """Eel is 10 points below Boar, Newt 20: the next is Eel; one pair of three is told, all three hold together."""
    pairs = monster_pairs(("newt", "boar", -0.25, -0.15), ("boar", "eel", 0.05, 0.15), ("newt", "eel", -0.2, 0.0))
    verdict = parties.hardest(monster_table({"boar": 0.3, "newt": 0.1, "eel": 0.2}), pairs, NAMES)
    lead = "+10\N{NO-BREAK SPACE}points [+5, +15]"
    assert f"Over all parties Boar is ahead of the next, Eel, by {lead}." in verdict.evidence.replace(".0", "")
    assert "The intervals of all 3 pairs of monsters hold together at 95" in verdict.evidence


@pytest.mark.parametrize(
    ("modifiers", "said"),
    [("", "no class modifier"), ("1", "class modifier 1"), ("+2 -1", "class modifiers +2 and \N{MINUS SIGN}1")],
)
def test_modifiers_of_a_monster_in_words(modifiers: str, said: str) -> None:
    table = monster_table({"eel": 0.0}).assign(monster_class_modifiers=modifiers)
    assert f"Hit alone, by party: Eel ({said}) 0" in parties.hardest(table, monster_pairs(), NAMES).evidence


def test_a_monster_with_own_cards_is_not_said_to_have_none() -> None:
    table = monster_table({"eel": 0.1})
    assert "Without own cards" in parties.hardest(table, monster_pairs(), NAMES).evidence
    assert "Without own cards" not in parties.hardest(table.assign(monster_hand_cards="1"), monster_pairs(), NAMES).evidence


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
    """Gaps as (kind, rarity, gap, half width, verdict) after 100 decks."""
    listed = [
        {"kind": kind, "rarity": rarity, "gap": gap, "low": gap - half, "high": gap + half, "verdict": verdict}
        for kind, rarity, gap, half, verdict in rows
    ]
    frame = pd.DataFrame(listed).assign(n=100)
    distance = (frame["gap"].abs() - MARGIN).abs()
    return frame.assign(n_needed=np.ceil(100 * ((frame["high"] - frame["gap"]) / distance).round(6) ** 2))


def test_kinds_fair_unfair_and_undecided() -> None:
    """0.10 +- 0.10 is 0.05 from the margin of 0.15: half as wide an interval, four times the 100 decks."""
    fair = weapons.kinds(gaps(("axe", 1, 0.01, 0.01, INSIDE), ("bow", 1, -0.01, 0.01, INSIDE)))
    assert fair.tone == FAIR
    assert fair.headline.startswith("All kinds are fair: each deals within")
    unfair = weapons.kinds(gaps(("axe", 1, 0.3, 0.01, OUTSIDE), ("bow", 1, -0.01, 0.01, INSIDE)))
    assert unfair.headline.endswith("of the mean of its rarity, the axe is too strong.")
    open_ = weapons.kinds(gaps(("axe", 1, 0.10, 0.10, UNDECIDED), ("bow", 1, -0.01, 0.01, INSIDE)))
    assert open_.headline.endswith("1 of 2 weapons is not settled.")
    assert open_.evidence.endswith("About 400 decks a weapon would settle the open weapon; 100 were played.")


def test_a_gap_on_the_margin_is_not_promised_to_be_settled() -> None:
    verdict = weapons.kinds(gaps(("axe", 1, 0.15, 0.01, UNDECIDED), ("bow", 1, -0.01, 0.01, INSIDE)))
    assert verdict.evidence.endswith("More decks will hardly settle the open weapon, so near the margin.")


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
            "Whether a weakness of 1 class adds damage is open: +10\N{NO-BREAK SPACE}% [\N{MINUS SIGN}10, +30].",
        ),
        (
            [(1, 3, -0.2, -0.3, -0.1)],
            "A weakness of 1 class costs damage: \N{MINUS SIGN}20\N{NO-BREAK SPACE}% [\N{MINUS SIGN}30, \N{MINUS SIGN}10].",
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


# Cards, jokers, terrain, contests, the end of the deck


def changed(*rows: tuple[str, str, float, float]) -> pd.DataFrame:
    """Estimates of 1,000 games as (measure, setting, value, half width)."""
    frame = pd.DataFrame(rows, columns=["measure", "setting", "value", "half"]).assign(n=1000, context="")
    low, high = frame["value"] - frame["half"], frame["value"] + frame["half"]
    return frame.assign(low=low, high=high, standard_error=frame["half"] / 1.96)


def third_card(rate: float, dealt: float, half: float = 0.1) -> Verdict:
    """The verdict on a third card that brings so much class and damage, from 12 damage a turn."""
    worth = [("rate", "1", 0.5, half), ("rate", "2", 0.5, half), ("rate", "3", rate, half), ("dealt", "3", dealt, half)]
    hands = changed(*worth)
    return cards.one_more(hands, changed(("rate", "1", rate, half)), changed(("dealt", "2", 12.0, 0.2)))


def test_a_third_card_is_worth_something_where_both_intervals_are_above_nothing() -> None:
    """0.9 +- 0.1 and 3.8 +- 0.1; with 3.8 +- 4 the damage may fall."""
    sure = third_card(0.9, 3.8)
    assert (sure.tone, sure.headline) == (FINDING, "A third own card is worth 0.9 classes and 3.8 damage a turn.")
    assert "from 12.0 [11.8, 12.2]" in sure.evidence
    unsure = third_card(0.9, 3.8, half=4.0)
    assert (unsure.tone, unsure.headline) == (OPEN, "A third own card is not shown to raise both the class and the damage.")


UNKNOWN = float("nan")
OPEN_SHARE = "What an exchange is worth beside a third card is open"


@pytest.mark.parametrize(
    ("exchange", "half", "card", "card_half", "tone", "said"),
    [
        (2.0, 0.0, 4.0, 0.0, FINDING, "An exchange is worth 50.00"),
        (2.0, 3.0, 4.0, 0.1, OPEN, "An exchange is not shown to be worth anything."),
        (-2.0, 0.1, 4.0, 0.1, FINDING, "An exchange costs damage."),
        (2.0, 0.1, 0.1, 0.5, OPEN, OPEN_SHARE),
        (2.0, 0.1, -4.0, 0.1, OPEN, OPEN_SHARE),
        (2.0, UNKNOWN, 4.0, UNKNOWN, OPEN, OPEN_SHARE),
    ],
    ids=["half a card", "nothing shown", "a loss", "worthless card", "harmful card", "one game"],
)
def test_an_exchange_beside_a_third_card(
    exchange: float, half: float, card: float, card_half: float, tone: str, said: str
) -> None:
    """A share of a card is told only where both are shown to be worth something."""
    rows = changed(("dealt", "yes", exchange, half)).assign(context="hunter 1 base_hand 2")
    verdict = cards.exchange_worth(rows, changed(("dealt", "3", card, card_half)))
    assert verdict.tone == tone
    assert verdict.headline.startswith(said)
    assert ("so that a share of it says nothing" in verdict.evidence) == (said == OPEN_SHARE)


def joker_frame(win: float, half: float) -> pd.DataFrame:
    """From 0 to 1 joker: so many more wins, half a class and two damage a turn."""
    changes = {"rate": 0.5, "dealt": 2.0, "win": win}
    frame = changed(*((name, label, 10.0, 0.1) for name in changes for label in "01"))
    change = frame["measure"].map(changes)
    return frame.assign(label=frame["setting"], change=change, change_low=change - half, change_high=change + half)


@pytest.mark.parametrize(
    ("win", "half", "tone", "said"),
    [
        (0.05, 0.01, ATTENTION, "Jokers matter for who hits: from 0 to 1 the share of wins changes by"),
        (0.00, 0.01, FAIR, "Jokers hardly change who hits: from 0 to 1"),
        (0.02, 0.01, OPEN, "Jokers may matter for who hits: from 0 to 1"),
        (0.02, UNKNOWN, OPEN, "Jokers may matter for who hits: from 0 to 1"),
    ],
)
def test_jokers_against_the_margin_of_two_points(win: float, half: float, tone: str, said: str) -> None:
    verdict = jokers.jokers(joker_frame(win, half))
    assert verdict.tone == tone
    assert verdict.headline.startswith(said)


def test_one_number_of_jokers_says_nothing_of_jokers() -> None:
    verdict = jokers.not_played(changed(("rate", "1", 2.0, 0.1), ("dealt", "1", 12.0, 0.1)))
    assert (verdict.tone, verdict.headline) == (OPEN, "Every deck has 1 joker: what jokers do was not played.")


@pytest.mark.parametrize(
    ("loss", "half", "tone", "said"),
    [
        (0.3, 0.01, ATTENTION, "The cold decides fights: "),
        (0.01, 0.005, FINDING, "The cold hardly decides fights: "),
        (0.02, 0.01, OPEN, "Whether the cold decides fights is open: "),
        (0.02, UNKNOWN, OPEN, "Whether the cold decides fights is open: "),
    ],
)
def test_the_cold_against_the_margin_of_two_points(loss: float, half: float, tone: str, said: str) -> None:
    hunters = changed(*((name, "cold", loss, half) for name in ("loss", "win", "dealt")))
    verdict = terrain.cold(pd.concat([hunters.assign(context=f"cold_hits {option}") for option in ("hunters", "all")]))
    assert verdict.tone == tone
    assert verdict.headline.startswith(said)


def contest_frame(win: float, loss: float, half: float) -> pd.DataFrame:
    """Two own cards against 0 to 3 of the monster, who never hits alone with none and so often with some."""
    names = ["hunter_cards", "monster_cards", "outcome", "value"]
    rows = [(2, own, *one) for own in (1, 2, 3) for one in (("win", win), ("tie", 1 - win - loss), ("loss", loss))]
    frame = pd.DataFrame([(2, 0, "loss", 0.0), *rows], columns=names)
    return frame.assign(low=frame["value"] - half, high=frame["value"] + half)


@pytest.mark.parametrize(
    ("win", "loss", "half", "tone", "said"),
    [
        (0.335, 0.333, 0.005, FINDING, "turn the fight: with 2 on each side it is even"),
        (0.40, 0.30, 0.005, FINDING, "turn the fight: with 2 on each side it is uneven"),
        (0.34, 0.33, 0.05, OPEN, "turn the fight: with 2 on each side it is not settled whether it is even"),
        (0.40, 0.00, 0.005, OPEN, "are not shown to turn the fight: with 2 on each side it is uneven"),
    ],
    ids=["even", "uneven", "few games", "no losses"],
)
def test_a_fight_is_even_only_where_the_games_show_it(win: float, loss: float, half: float, tone: str, said: str) -> None:
    """Wins less losses lie between the ends of both: 0.2 +- 1 points is inside 2, 10 +- 1 outside, 1 +- 10 neither."""
    party = changed(("taken", "0", 0.5, 0.1), ("taken", "1", 1.5, 0.1))
    verdict = contest.monster_cards(contest_frame(win, loss, half), party)
    assert verdict.tone == tone
    assert verdict.headline.startswith(f"Own cards of the monster {said}")
    assert verdict.evidence.endswith("are 0.5 [0.4, 0.6] where it is 0 and 1.5 [1.4, 1.6] where it is 1.")


def deck_end_run(folder: Path, more: int) -> Run:
    """Two decks of ten turns on the same deals under both options; `mid_turn` deals so many points more, and wins once."""
    options = ("before_turn", "mid_turn")
    cells = [{"name": f"deck end, {o}", "deal": "same", "games": 2, "parameters": {"deck_end": o}} for o in options]
    rows = pd.DataFrame({"game_id": [0, 1, GAMES_PER_CELL, GAMES_PER_CELL + 1], "cell": [0, 0, 1, 1], "block": [0, 1] * 2})
    seats = rows.assign(seat=0, **dict.fromkeys(SEAT_COLUMNS, 10))
    seats.loc[seats["cell"] == 1, "dealt"] += more
    seats.loc[seats["cell"] == 1, "wins"] -= more > 0
    games = rows.assign(turns=TURNS, cards_left=[8, 8, 0, 0])
    return load_run(write_run(folder / "run", cells_and_parameters(cells) | {"games": games, "seats": seats}))


def test_an_option_that_changes_nothing_is_said_to_change_nothing(tmp_path: Path) -> None:
    verdict = parties.deck_end(SimpleNamespace(run=deck_end_run(tmp_path, 0)))
    assert (verdict.tone, verdict.headline) == (FINDING, "The option deck_end changes no judged turn.")
    assert verdict.evidence.endswith("Cards left on average: 8.00 [8.00, 8.00] with before_turn and 0 [0, 0] with mid_turn.")


def test_what_an_option_changes_is_told_in_its_unit(tmp_path: Path) -> None:
    """5 points of damage more in ten turns, and 1 of 10 comparisons less won, in both decks."""
    verdict = parties.deck_end(SimpleNamespace(run=deck_end_run(tmp_path, 5)))
    assert (verdict.tone, verdict.headline) == (ATTENTION, "The option deck_end changes judged turns.")
    assert "damage a turn +0.50 [+0.50, +0.50]" in verdict.evidence
    assert "share of wins \N{MINUS SIGN}10.00\N{NO-BREAK SPACE}points" in verdict.evidence


# Hand classes


def test_small_shares_of_hands_are_written_as_the_others_are() -> None:
    """Two decimals, more until two figures are seen, and never a power of ten."""
    found = [classes._share(share).replace(NARROW, " ") for share in (0.123, 0.0036, 0.000504, 3.56e-5, 2.2e-7, 0.0)]
    assert found == ["12.30 %", "0.36 %", "0.050 %", "0.0036 %", "0.000022 %", "0.00 %"]
