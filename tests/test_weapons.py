"""The topic of weapons on adverse runs: nothing crashes, and each sentence is true, whole and grammatical."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes

from analysis.charts import kinds, rarity
from analysis.report.parts import ATTENTION, FAIR, FINDING, OPEN, Topic
from analysis.report.topics.judgement import weapons
from analysis.studies.names import Name
from analysis.studies.weapons import MARGIN, armoury, kind_gaps, kind_steps, plain_damage, weakness
from analysis.tables import Run, load_run
from sim.schema import GAMES_PER_CELL, InputError
from tests.synthetic_runs import SEAT_COLUMNS, cells_and_parameters, write_run

TURNS = 10
PERCENT = "\N{NO-BREAK SPACE}%"
BEYOND = f"beyond ±15{PERCENT} of the mean of its rarity"

Weapon = tuple[str, int, int, Sequence[int]]
"""Kind, rarity, bonus of the weakness of its monster, damage of each deck."""


def weapons_run(folder: Path, stock: Sequence[Weapon]) -> Run:
    """A cell a weapon; each deck has ten turns."""
    cells, seats = [], []
    for number, (kind, level, bonus, dealt) in enumerate(stock):
        own = {"weapon": f"{kind}_{level}", "kind": kind, "rarity": level, "element_bonus": bonus, "kind_bonus": 0}
        parameters = {f"hunter 1 {name}": value for name, value in own.items()}
        cells.append({"name": f"weapon {number}", "deal": "same", "games": len(dealt), "parameters": parameters})
        index = np.arange(len(dealt))
        about = {"game_id": number * GAMES_PER_CELL + index, "cell": number, "block": index, "seat": 0}
        seats.append(pd.DataFrame(about | dict.fromkeys(SEAT_COLUMNS, TURNS) | {"dealt": list(dealt)}))
    rows = pd.concat(seats, ignore_index=True)
    games = rows[["game_id", "cell", "block"]].assign(turns=TURNS)
    return load_run(write_run(folder / "run", cells_and_parameters(cells) | {"games": games, "seats": rows}))


@pytest.fixture(autouse=True)
def _names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Synthetic runs have no sheets: weapons are called as they are in the run."""
    monkeypatch.setattr(
        weapons,
        "card_names",
        lambda one: {name: Name(name, "") for name in one.run.settings()["hunter 1 weapon"]},
    )


def topic_of(run: Run) -> Topic:
    """The whole topic, drawn."""
    scenario = SimpleNamespace(name="synthetic", seed=1, games_per_cell=2)
    return weapons.build({"judgement_rarity": SimpleNamespace(run=run, scenario=scenario)})


FAIR_STOCK = [
    ("axe", 1, 0, [50, 60] * 4),
    ("bow", 1, 0, [55, 66] * 4),
    ("axe", 2, 0, [70, 84] * 4),
    ("bow", 2, 0, [70, 84] * 4),
]
UNFAIR_STOCK = [("axe", 1, 0, [40, 60]), ("bow", 1, 0, [120, 180]), ("axe", 2, 0, [60, 90]), ("bow", 2, 0, [180, 270])]
UNDECIDED_STOCK = [("axe", 1, 0, [50, 70, 60, 60]), ("bow", 1, 0, [70, 50, 60, 60])]
FALLING_STOCK = [(kind, 3 - level, bonus, dealt) for kind, level, bonus, dealt in FAIR_STOCK]
OPEN_STOCK = [("axe", 1, 0, [50, 50, 50, 50]), ("axe", 2, 0, [40, 70, 60, 50])]
LONE_STOCK = [("axe", 3, 0, [50, 60])]
SINGLE_DECK = [(kind, level, bonus, dealt[:1]) for kind, level, bonus, dealt in FAIR_STOCK]
WEAK_STOCK = [*FAIR_STOCK, ("axe", 1, 1, [60, 72] * 4), ("hammer", 1, 2, [90, 99] * 4)]

ALL = {
    "fair": FAIR_STOCK,
    "unfair": UNFAIR_STOCK,
    "undecided": UNDECIDED_STOCK,
    "falling": FALLING_STOCK,
    "open": OPEN_STOCK,
    "lone": LONE_STOCK,
    "single deck": SINGLE_DECK,
    "weak": WEAK_STOCK,
}


@pytest.mark.parametrize("stock", ALL.values(), ids=ALL)
def test_every_sentence_is_whole(stock: Sequence[Weapon], tmp_path: Path) -> None:
    """A capital first, a full stop last, no number that is none, no `1 weapons`, no doubled space or stop."""
    topic = topic_of(weapons_run(tmp_path, stock))
    told = [text for verdict in topic.verdicts for text in (verdict.headline, verdict.evidence)]
    told += [exhibit.caption for exhibit in topic.exhibits] + [one.alt for one in topic.exhibits if one.figure]
    assert len(told) >= 6
    for text in told:
        assert re.fullmatch(r"[A-Z].*[.]", text), text
        assert not re.search(r"\bnan\b|\binf\b|  |[.][.]|\b1 (?!class\b)\w+s\b|\b0 of\b", text), text


def test_fair_kinds_and_paying_rarity(tmp_path: Path) -> None:
    """5.5 and 6.05 against 5.775 are 4.8 % off; rarity brings 7.7 - 5.775 = 1.925."""
    rarities, fairness = topic_of(weapons_run(tmp_path, FAIR_STOCK)).verdicts
    assert (rarities.tone, fairness.tone) == (FAIR, FAIR)
    assert rarities.headline == "Rarity pays: from rarity 1 to 2 the damage a turn goes from 5.8 to 7.7."
    assert "every kind gains with every rarity; the smallest of 2 steps is" in rarities.evidence
    assert fairness.headline == f"All kinds are fair: each deals within ±15{PERCENT} of the mean of its rarity."
    assert fairness.evidence.endswith("The intervals of all 4 weapons hold together at 95 %.")


def test_all_kinds_unfair(tmp_path: Path) -> None:
    """A bow deals three times what an axe deals: half above and half below their mean."""
    _, verdict = topic_of(weapons_run(tmp_path, UNFAIR_STOCK)).verdicts
    assert verdict.tone == ATTENTION
    assert verdict.headline == (
        f"Not all kinds are fair: {BEYOND}, the bow is too strong in 2 of 2 rarities and the axe is too weak in 2 of 2 "
        "rarities."
    )
    assert "Strongest is the bow (+50" in verdict.evidence


def test_undecided_kinds_of_one_rarity_say_how_many_decks_would_decide(tmp_path: Path) -> None:
    """Gaps of 0 with relative deviations of -1/6, 1/6, 0, 0 by deck: variance 1/54, so (2.2414^2 / 54) / 0.15^2 = 4.1."""
    rarities, verdict = topic_of(weapons_run(tmp_path, UNDECIDED_STOCK)).verdicts
    assert rarities.headline == "All weapons are of rarity 1: what rarity pays was not played."
    assert verdict.tone == OPEN
    assert verdict.headline.endswith("; 2 of 2 weapons are not settled.")
    assert verdict.evidence.endswith("About 5 decks a weapon would settle the 2 open weapons; 4 were played.")


def test_negative_steps(tmp_path: Path) -> None:
    """7.7 falls to 5.5 and 6.05."""
    verdict = topic_of(weapons_run(tmp_path, FALLING_STOCK)).verdicts[0]
    assert verdict.tone == ATTENTION
    assert verdict.headline == "Rarity does not pay: from rarity 1 to 2 the damage a turn goes from 7.7 to 5.8."
    assert "the damage falls for axe 2 and bow 2; the smallest of 2 steps is" in verdict.evidence


def test_an_open_step_says_how_many_decks_would_decide(tmp_path: Path) -> None:
    """Steps of -1, 2, 1, 0: mean 0.5, variance 5 / 3, so 1.96^2 x 5 / 3 / 0.5^2 = 25.6 decks.

    One kind has nobody beside it.
    """
    rarities, kind = topic_of(weapons_run(tmp_path, OPEN_STOCK)).verdicts
    assert rarities.tone == OPEN
    assert rarities.headline.startswith("Whether rarity pays is open: ")
    assert rarities.evidence.endswith("About 26 decks a weapon would settle the open step; 4 were played.")
    assert kind.tone == FINDING
    assert kind.headline == "No rarity has two kinds of weapons: whether a kind is too strong was not played."


def test_one_weapon_only(tmp_path: Path) -> None:
    topic = topic_of(weapons_run(tmp_path, LONE_STOCK))
    assert [verdict.tone for verdict in topic.verdicts] == [FINDING, FINDING]
    assert [exhibit.id for exhibit in topic.exhibits] == ["rarity", "rarity-steps"]


def test_a_single_deck_settles_nothing(tmp_path: Path) -> None:
    """It has no intervals, so no claim is made."""
    rarities, verdict = topic_of(weapons_run(tmp_path, SINGLE_DECK)).verdicts
    assert (rarities.tone, verdict.tone) == (OPEN, OPEN)
    assert "it is open whether it rises for axe 2 and bow 2" in rarities.evidence
    assert "4 of 4 weapons are not settled" in verdict.headline


def test_weapons_that_cannot_be_compared_are_named(tmp_path: Path) -> None:
    """The hammer meets only a monster that is weak to it; the axe deals a fifth more where the monster is weak."""
    topic = topic_of(weapons_run(tmp_path, WEAK_STOCK))
    assert topic.verdicts[-1].headline == f"A weakness of 1 class adds +20{PERCENT} damage."
    captions = {exhibit.id: exhibit.caption for exhibit in topic.exhibits}
    for name in ("rarity", "weakness"):
        assert captions[name].endswith("Left out, for every monster is weak to them: hammer 1.")


def test_only_weak_monsters_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="add a monster that is not"):
        armoury(weapons_run(tmp_path, [("axe", 1, 1, [50, 60])]))


def test_a_weapon_with_two_weak_monsters_is_one_weapon_in_two_pairs(tmp_path: Path) -> None:
    row = weakness(weapons_run(tmp_path, [*LONE_STOCK, ("axe", 3, 1, [60, 72]), ("axe", 3, 1, [70, 84])])).iloc[0]
    assert (row["n_weapons"], row["n_pairs"]) == (1, 2)
    assert (row["share"], row["share_low"], row["share_high"]) == pytest.approx((0.3, 0.3, 0.3))


def test_steps_widen_with_their_number(tmp_path: Path) -> None:
    """Four decks, one step: Student's 97.5 % quantile 3.1824; two steps at 95 % together: the 98.75 % quantile 4.1765."""
    alone = kind_steps(armoury(weapons_run(tmp_path / "a", OPEN_STOCK))).iloc[0]
    more = kind_steps(armoury(weapons_run(tmp_path / "b", [*OPEN_STOCK, ("axe", 3, 0, [90, 90, 90, 90])]))).iloc[0]
    error = np.sqrt(5 / 3 / 4)
    assert alone["high"] - alone["step"] == pytest.approx(3.1824463 * error)
    assert more["high"] - more["step"] == pytest.approx(4.1765348 * error)


@pytest.mark.parametrize(("names", "told"), [(["a"], "a"), (["a", "b"], "a and b"), (list("abcdefghij"), "2 more")])
def test_long_lists_are_cut(names: list[str], told: str) -> None:
    assert weapons._some(names).endswith(told)


# Charts


def segments(ax: Axes) -> list[list[float]]:
    """The vertical lines of a panel as [from, to]."""
    lines = [line for collection in ax.collections for line in getattr(collection, "get_segments", list)()]
    return sorted([line[0][1], line[1][1]] for line in lines if line[0][0] == line[1][0])


def test_the_chart_of_rarity_shows_the_interval_of_each_weapon(tmp_path: Path) -> None:
    frame = rarity.prepare(plain_damage(weapons_run(tmp_path, FAIR_STOCK)))
    figure = rarity.figure(frame)
    for ax in (one for one in figure.axes if one.get_visible()):
        own = frame[frame["label"] == ax.get_title(loc="left")]
        assert np.allclose(segments(ax), sorted(own[["low", "high"]].to_numpy().tolist()))
        assert own["high"].gt(own["low"]).all()


def test_the_chart_of_kinds_shows_gaps_with_intervals_from_strong_to_weak(tmp_path: Path) -> None:
    gaps = kind_gaps(armoury(weapons_run(tmp_path, [*UNFAIR_STOCK, ("eel_rod", 1, 0, [81, 119])])))
    frame = kinds.prepare(gaps)
    figure = kinds.figure(frame, MARGIN)
    assert [ax.get_title(loc="left") for ax in figure.axes] == ["bow", "eel rod", "axe"]
    for ax in figure.axes:
        own = frame[frame["label"] == ax.get_title(loc="left")]
        assert np.allclose(segments(ax), sorted(own[["low", "high"]].to_numpy().tolist()))


def test_the_chart_of_kinds_in_words(tmp_path: Path) -> None:
    frame = kinds.prepare(kind_gaps(armoury(weapons_run(tmp_path, UNFAIR_STOCK))))
    assert kinds.describe(frame, MARGIN) == (
        "Of 4 weapons, within 15 % of the mean of their rarity: 0 fair, 4 unfair, 0 not settled. Farthest above is the bow "
        "of rarity 1 (+50.0 %), farthest below the axe of rarity 1 (\N{MINUS SIGN}50.0 %)."
    )
