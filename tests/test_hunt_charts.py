"""Charts of the hunt: what stands in them, that names of all scripts are drawn, and that one block is enough to draw."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis import hunt, hunt_cards, hunt_course, hunt_options
from analysis.charts import card_strength, endings, leads, lengths, matchups, option_effects, points, style, win_rates
from analysis.tables import Run
from tests.hunt_runs import card_rows, cell, hunt_run

DECKS = ("iron_gate", "marsh", "swallow")
NAMES = {"sword": "Sword 水剣ガノトトス", "axe": "Axe 斧"}


def played(n_blocks: int) -> Run:
    """Each two decks at two seats with an option at two values, and all three at one table; the first entry wins most."""
    cells = []
    for number, (one, other) in enumerate(((0, 1), (0, 2), (1, 2), (0, 0))):
        wins = [(12, 0) if (block + number) % 3 else (0, 12) for block in range(2 * n_blocks)]
        shares = [{"shares": share, "rounds": 8 + block} for block, share in enumerate(wins)]
        about = (f"pair {number}", [DECKS[one], DECKS[other]], shares, f"pair {number}")
        cells += [cell(f"{about[0]} {option}", *about[1:], hidden_hr=option) for option in ("once", "each")]
    three = [{"shares": (12, 0, 0), "hr_slain": [9, 4, 4], "hr_hidden": [10, 6, 6]} for _ in range(3 * n_blocks)]
    cells.append(cell("three", list(DECKS), three, hidden_hr="once"))
    opening = (3, 24, 3, 24, 288, 36, 432)
    rows = card_rows(
        *({"cell": 0, "entry": 0, "card": name, "kind": "weapon", "copies": 2, "opening": opening} for name in NAMES)
    )
    lead = [
        {"cell": number, "round": 3, "lead": lead, "n": 40, "y": 240 + 40 * lead, "nn": 400, "ny": 2400, "yy": 16000}
        for number in (0, 8)
        for lead in (-2, 0, 3)
    ]
    return hunt_run(cells, cards=rows, rounds=pd.DataFrame(lead))


Chart = tuple[pd.DataFrame, Callable[[pd.DataFrame], Figure], Callable[[pd.DataFrame], str]]


def charts(run: Run) -> dict[str, Chart]:
    """Each chart: its frame, figure and description."""
    strength = hunt_cards.card_strength(run)
    return {
        "win_rates": (
            win_rates.prepare(hunt.win_rates(run)),
            lambda frame: win_rates.figure(frame, "Decks", hunt.MARGIN),
            win_rates.describe,
        ),
        "matchups": (matchups.prepare(hunt.matchups(run)), matchups.figure, matchups.describe),
        "lengths": (lengths.prepare(hunt_course.lengths(run)), lengths.figure, lengths.describe),
        "endings": (endings.prepare(hunt_course.endings(run)), endings.figure, endings.describe),
        "leads": (leads.prepare(hunt_course.leads(run, [3])), leads.figure, leads.describe),
        "points": (points.prepare(hunt_course.points(run)), points.figure, points.describe),
        "card_strength": (
            card_strength.prepare(strength[strength["measure"] == "opening"], NAMES),
            lambda frame: card_strength.figure(frame, "Cards"),
            card_strength.describe,
        ),
        "option_effects": (
            option_effects.prepare(hunt_options.option_effects(run)),
            lambda frame: option_effects.figure(frame, "Options"),
            option_effects.describe,
        ),
    }


NAMED = ("win_rates", "matchups", "lengths", "endings", "leads", "points", "card_strength", "option_effects")


@pytest.fixture(scope="module")
def run() -> Run:
    return played(3)


@pytest.mark.parametrize("name", NAMED)
def test_charts_are_phone_wide_named_and_equal_for_equal_data(run: Run, name: str, tmp_path: Path) -> None:
    """Five inches; a title; the same bytes twice; a description of one line that ends with a full stop."""
    frame, figure, describe = charts(run)[name]
    files = []
    for copy in ("one", "two"):
        (tmp_path / copy).mkdir()
        files.append([path.read_bytes() for path in style.save_figure(figure(frame), tmp_path / copy / name)])
    assert files[0] == files[1]
    drawn = figure(frame)
    assert drawn.get_figwidth() == style.WIDTH
    assert drawn.get_suptitle()
    assert describe(frame).endswith(".")
    assert "\n" not in describe(frame)


@pytest.fixture(scope="module")
def one_block() -> Run:
    return played(1)


@pytest.mark.parametrize("name", NAMED)
def test_charts_of_one_block_are_drawn_without_a_word(one_block: Run, name: str) -> None:
    """No interval is known then."""
    frame, figure, describe = charts(one_block)[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert figure(frame).axes
        assert describe(frame)


def labels(ax: Axes) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]


def test_decks_stand_from_strong_to_weak_by_table_size(run: Run) -> None:
    """Three seats: the first deck wins all; two seats: as its rates say."""
    frame, figure, _ = charts(run)["win_rates"]
    ordered = frame[frame["seats"] == 2].sort_values("row")["value"].tolist()
    assert ordered == sorted(ordered, reverse=True)
    two, three = figure(frame).axes
    assert labels(three)[0] == "iron gate"
    assert two.get_title() == ""
    assert two.get_title(loc="left") == "2 seats (even: 50.0 %)"


def test_the_matrix_has_each_pair_both_ways_and_leaders_on_the_diagonal(run: Run) -> None:
    """Texts of 3 x 2 cells and one mirror."""
    frame, figure, _ = charts(run)["matchups"]
    (ax,) = figure(frame).axes
    texts = [text.get_text() for text in ax.texts]
    assert sum(text.startswith("leader") for text in texts) == 1
    assert len(texts) == 7


def test_names_of_cards_are_drawn_as_the_sheets_have_them(run: Run) -> None:
    """Kana and kanji without a warning."""
    frame, figure, _ = charts(run)["card_strength"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (ax,) = figure(frame).axes
    assert set(labels(ax)) == {"Sword 水剣ガノトトス", "Axe 斧"}


def test_of_many_cards_the_strongest_and_the_weakest_are_shown() -> None:
    """Six cards, four shown: the first two and the last two, in rows without a gap."""
    values = [0.3, 0.2, 0.1, -0.1, -0.2, -0.3]
    frame = pd.DataFrame({"card": list("abcdef"), "deck": "x", "value": values, "measure": "opening"})
    found = card_strength.prepare(frame, most=4)
    assert found["is_shown"].tolist() == [True, True, False, False, True, True]
    assert found.loc[found["is_shown"], "row"].tolist() == [0, 1, 2, 3]


def test_a_card_of_two_decks_is_named_with_its_deck() -> None:
    decks, cards = ["iron_gate", "marsh", "marsh"], ["potion", "potion", "axe"]
    frame = pd.DataFrame({"card": cards, "deck": decks, "value": [0.3, 0.2, 0.1]})
    assert card_strength.prepare(frame)["label"].tolist() == ["potion (iron)", "potion (marsh)", "axe"]
