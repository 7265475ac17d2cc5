"""Whole games of Monster Hunter TCG: equal bytes however they are played, options and card texts that matter, fair seats."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim import jit
from sim.cards import read_options
from sim.game import Cell
from sim.games.monster_hunter_tcg.decks import random_deck
from sim.games.monster_hunter_tcg.setting import OPTIONS
from sim.games.monster_hunter_tcg.sheets import read_cards
from sim.games.monster_hunter_tcg.spec import play_games
from sim.games.monster_hunter_tcg.state import SHARES, EndReason
from tests.command_line import huntlab, start, tables_of
from tests.hunt_cells import DATA, STARTERS, cell_of

CHUNK, SAME_GAMES = 480, 9_600

if jit.PLAIN:
    pytest.skip("plays many games", allow_module_level=True)


def differ(one: Cell, other: Cell, n_games: int = SAME_GAMES) -> bool:
    """Whether one of `n_games` games of the same ids differs in what the tables of games and seats say."""
    for first in range(0, n_games, CHUNK):
        tables = [play_games(cell, 0, 5, first, first + CHUNK) for cell in (one, other)]
        for name in ("games", "seats"):
            a, b = tables[0][name], tables[1][name]
            if any((a[column] != b[column]).any() for column in a):
                return True
    return False


# Bytes

SCENARIO = """game = "monster_hunter_tcg"
play = "hunt"
games = 36
seed = 3
[[cell]]
name = "two"
decks = ["random_1", "marsh_tricks"]
policies = ["greedy", "random"]
options.first_leader = "previous_winner"
options.placements_two_players = 2
[[cell]]
name = "three"
decks = ["swallow_dance", "random_2", "iron_gate"]
policies = ["aggressive", "cautious", "random"]
map = "crossroads"
[[cell]]
name = "four"
decks = ["swallow_dance", "mountain_patience", "iron_gate", "random_3"]
policies = ["tuned"]
options.end_phase_order = "by_seat"
"""


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scenario and its run without JIT."""
    folder = tmp_path_factory.mktemp("hunt")
    (folder / "hunt.toml").write_text(SCENARIO, encoding="utf-8")
    answer = start("run", folder / "hunt.toml", "--out", folder / "plain", NUMBA_DISABLE_JIT="1")
    assert answer.code == 0, answer.err
    return folder


@pytest.mark.xdist_group("hunt_plain")
@pytest.mark.parametrize("how", [("--threads", 1), ("--threads", 2, "--shard-games", 12), ("--threads", 2)], ids=str)
def test_without_jit_the_bytes_are_the_same(plain: Path, how: tuple[object, ...], tmp_path: Path) -> None:
    """On one thread and two, in one piece and in several; two, three and four seats."""
    assert huntlab("run", plain / "hunt.toml", "--out", tmp_path / "run", *how).code == 0
    assert len(tables_of(tmp_path / "run")) == 7
    assert tables_of(tmp_path / "run") == tables_of(plain / "plain")


# Options and texts that matter


TWO = {"decks": STARTERS[:2], "policies": ["random"]}
SHOWN_BY: dict[str, dict[str, Any]] = {
    "full_map_removes": TWO,
    "placements_two_players": TWO,
    "unique_own_copies": {"decks": [f"random_{seed}" for seed in range(4)], "policies": ["random"]},
    "round_cap": {"decks": ["iron_gate", "iron_gate"], "policies": ["greedy"]},
}
"""Option -> a line-up that shows it, where not any does."""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (name, value)
        for name, option in read_options(DATA, "monster_hunter_tcg").items()
        for value in option.allowed
        if value != option.default
    ],
)
def test_every_alternative_of_an_option_changes_a_game(name: str, value: Any) -> None:
    """Of 9,600 games of the same ids; line-ups in which the rule comes up: two seats, copies, long games."""
    settings = SHOWN_BY.get(name, {"decks": STARTERS, "policies": ["random"]})
    assert differ(cell_of(settings), cell_of(settings, **{name: value}))


def test_the_options_are_those_of_the_rulebook() -> None:
    """The kernel reads all options of the file."""
    assert [column.name for column in OPTIONS] == list(read_options(DATA, "monster_hunter_tcg"))


CARDS = read_cards(DATA)
TEXTS = ("ability", "material_ability", "effect")


@cache
def decks_with() -> dict[str, str]:
    """Card -> a random deck that holds it, several copies if such a deck is found soon."""
    found: dict[str, tuple[int, str]] = {}
    for seed in range(400):
        deck = random_deck(seed, CARDS, 4)
        for name in {deck.hunter, *deck.slots}:
            copies = deck.slots.count(name) or 4
            if copies > found.get(name, (0, ""))[0]:
                found[name] = copies, deck.name
    return {name: deck for name, (_, deck) in found.items()}


DEAR = {
    "frost_lynx": "random_535",
    "dragon_pillar": "random_68",
    "world_breaker": "random_597",
    "cinder_lance": "random_491",
    "boar_bowgun": "random_496",
    "siege_bowgun": "random_162",
    "dragon_bow": "random_89",
    "winter_hide": "random_510",
    "night_mail": "random_62",
    "sovereign_mail": "random_587",
}
"""Cards that random play hardly ever pays for, or that want a bow -> a deck with which `greedy` shows what they do."""


@pytest.mark.parametrize("card", [name for name, row in CARDS.items() if any(row.get(text) for text in TEXTS)])
def test_every_muted_text_changes_a_game(card: str) -> None:
    """A card whose text could go without a difference in 9,600 games would be no card."""
    deck, policy = (DEAR[card], "greedy") if card in DEAR else (decks_with()[card], "random")
    settings = {"decks": [deck, *STARTERS[:3]], "policies": [policy]}
    assert differ(cell_of(settings), cell_of({**settings, "mute": [card]}))


def test_every_card_is_in_some_deck() -> None:
    """Random decks reach the whole set."""
    assert set(decks_with()) == set(CARDS)


# Hooks of the analysis


def test_a_forced_opening_card_is_in_the_opening_hand() -> None:
    """TCG-D1: the first draw is a hand of 6; the forced copy is in it in every game, others as before."""
    name = (
        "great_sword_bone" if "great_sword_bone" in CARDS else next(iter(cell_of({"decks": STARTERS}).arrays.decks[0].slots))
    )
    settings = {"decks": STARTERS, "policies": ["greedy"], "opening": [name]}
    cards = play_games(cell_of(settings), 0, 5, 0, 400)["cards"]
    row = np.flatnonzero((cards["card"] == name) & (cards["entry"] == 0))
    assert (cards["opening_n"][row] >= 400).all()


def test_a_forbidden_card_is_never_played() -> None:
    """The policy of the first deck may hold it and draw it, but not play it."""
    name = cell_of({"decks": STARTERS}).arrays.decks[0].slots[0]
    cards = play_games(cell_of({"decks": STARTERS, "policies": ["random"], "forbid": [name]}), 0, 5, 0, 400)["cards"]
    row = np.flatnonzero((cards["card"] == name) & (cards["entry"] == 0))
    assert cards["played_n"][row].tolist() == [0]
    assert (cards["drawn_n"][row] > 0).all()


def test_a_replaced_card_leaves_the_deals_as_they_were() -> None:
    """Slots keep their order in every shuffle: the opening hands of all other cards are the same, copy by copy."""
    old = cell_of({"decks": STARTERS}).arrays.decks[0].slots[0]
    new = next(name for name in cell_of({"decks": STARTERS}).arrays.decks[1].slots if name not in STARTERS)
    before = play_games(cell_of({"decks": STARTERS}), 0, 5, 0, 400)["cards"]
    after = play_games(cell_of({"decks": STARTERS, "replace": [old, new]}), 0, 5, 0, 400)["cards"]
    opening = [
        {
            card: n
            for card, entry, n in zip(cards["card"], cards["entry"], cards["opening_n"], strict=True)
            if entry == 0 and card not in {old, new}
        }
        for cards in (before, after)
    ]
    assert opening[0] == opening[1]


# Seats and ends


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_equal_decks_win_equally_often(n_seats: int) -> None:
    """TCG-S1: with equal decks and policies no entry is better; 4,800 games, within 4.5 standard errors over blocks."""
    seats = play_games(cell_of({"decks": ["iron_gate"] * n_seats, "policies": ["greedy"]}), 0, 9, 0, 4_800)["seats"]
    shares = seats["share"].reshape(-1, n_seats, n_seats).sum(axis=1) / SHARES  # (blocks, entries)
    spread = shares[:, 0] - shares.mean(axis=1)
    error = spread.std(ddof=1) / np.sqrt(len(spread))
    assert abs(spread.mean()) < 4.5 * error
    assert error < 0.05


@pytest.mark.parametrize("policy", ["greedy", "tuned", "random", "cautious", "aggressive"])
def test_games_end(policy: str) -> None:
    """TCG-W3: fewer than 1 in 1,000 games reach the round cap; every win is shared out whole."""
    tables = play_games(cell_of({"decks": STARTERS, "policies": [policy]}), 0, 7, 0, 4_800)
    reasons = np.bincount(tables["games"]["end_reason"], minlength=len(EndReason))
    assert reasons[EndReason.ROUND_CAP] < 4.8
    whole = tables["seats"]["share"].reshape(-1, 4).sum(axis=1)
    nobody = np.isin(tables["games"]["end_reason"], [EndReason.NOBODY, EndReason.ROUND_CAP])
    assert (whole == np.where(nobody, 0, SHARES)).all()


@pytest.mark.parametrize("size", [4, 12, 36])
def test_sums_over_blocks_do_not_depend_on_the_shards(size: int) -> None:
    """What a block leaves behind would show in the sums of the next one; cards are recovered and played undrawn here."""
    cell = cell_of({"decks": [*STARTERS[:3], "random_3"], "policies": ["random"]})
    whole = play_games(cell, 0, 5, 0, 360)
    parts = [play_games(cell, 0, 5, first, first + size) for first in range(0, 360, size)]
    for name in whole["cards"]:
        if name.startswith(("opening", "drawn", "played", "n_", "y_")):
            assert (whole["cards"][name] == np.sum([part["cards"][name] for part in parts], axis=0)).all(), name
    assert (whole["cards"]["played_n"] <= whole["cards"]["drawn_n"]).all()
