"""What the tables of a hunt owe to each other and to the rules, whatever was dealt: problems in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pandas as pd

from analysis.hunt import SHARES, line_ups
from analysis.hunt_cards import MEASURES
from analysis.studies.hunt_sheets import printed_values
from analysis.studies.scenarios import PlayedScenario
from analysis.tables import Run

WINNING_HR = 20  # TCG-W1
LAST_RETREAT = 3  # TCG-R2
HAND = 6  # cards of an opening hand, TCG-D1
DECK = 40  # cards of a deck, TCG-S1
LAST_ROUND = 60  # of the table rounds: that one and all later ones
HR_TEXT = re.compile(r"\bhr ([+-]\d+) ?(\w*)")  # TCG-F19
TEXTS = ("ability", "material_ability", "effect")


def rows_of(run: Run) -> pd.DataFrame:
    """The seats with what their game says: end_reason, winners, rounds, decisive_round."""
    games = run.table("games", ["game_id", "end_reason", "winners", "rounds", "decisive_round"])
    return run.table("seats").merge(games, on="game_id")


# The end of a game


def wins(run: Run) -> list[str]:
    """TCG-W1 to W3: the shares of a game make one win or none, and the end reason is the one of these winners."""
    rows = rows_of(run)
    found = [*_share_sums(rows), *_winners(rows)]
    return [f"{run.name}: {problem}" for problem in found]


def _share_sums(rows: pd.DataFrame) -> Iterator[str]:
    """12 in equal parts where there are winners, else 0; the set of winners has those with a share."""
    by_game = rows.assign(is_winner=rows["share"] > 0).groupby("game_id")
    total, number = by_game["share"].transform("sum"), by_game["is_winner"].transform("sum")
    has_winner = rows["end_reason"].isin(["hr", "last_seat"])
    wrong = (total != SHARES * has_winner) | ((rows["share"] > 0) & (rows["share"] * number != SHARES))
    if wrong.any():
        yield f"the shares of {rows.loc[wrong, 'game_id'].nunique():,} games do not make one win, or none, as their end says"
    if ((rows["winners"].to_numpy() >> rows["entry"].to_numpy() & 1) != (rows["share"] > 0)).any():
        yield "winners without a share, or a share without winning"


def _winners(rows: pd.DataFrame) -> Iterator[str]:
    """By HR points those with most of at least 20 who can win; as the last seat one whom all others have left."""
    won, by_points = rows["share"] > 0, rows["end_reason"] == "hr"
    can_win = (rows["left"] == 0) & (rows["retreats"] < LAST_RETREAT)
    best = rows["hr"].where(can_win, -1).groupby(rows["game_id"]).transform("max")
    should = can_win & (rows["hr"] == best) & (rows["hr"] >= WINNING_HR)
    if (by_points & (should != won)).any():
        yield "a game that HR points ended has other winners than the seats with most (TCG-W2)"
    stayed = (rows["left"] == 0).groupby(rows["game_id"]).transform("sum")
    last = rows["end_reason"] == "last_seat"
    if (last & ((stayed != 1) | (won != (rows["left"] == 0)))).any():
        yield "a game of the last seat was not won by the one that stayed (TCG-W1)"
    if ((rows["end_reason"] == "nobody") & (stayed != 0)).any():
        yield "a game that nobody could win has a seat that stayed (TCG-W2)"


# Bounds


def bounds(run: Run) -> list[str]:
    """Rounds within the cap, at most three retreats, every round led once, cards of one deck, ranks by HR points."""
    rows, caps = rows_of(run), run.settings()["round_cap"].astype(int)
    by_game = rows.groupby("game_id")
    cap = rows["cell"].map(caps)
    rules = {
        "rounds outside 1 to the cap (TCG-W3)": (rows["rounds"] < 1) | (rows["rounds"] > cap),
        "a game at the cap that ended before it": (rows["end_reason"] == "round_cap") & (rows["rounds"] != cap),
        "more than three retreats (TCG-R2)": rows["retreats"] > LAST_RETREAT,
        "a seat that left before its third retreat (TCG-N3)": (rows["left"] == 1) & (rows["retreats"] < LAST_RETREAT),
        "rounds that nobody or two led (TCG-L1)": by_game["led"].transform("sum") != rows["rounds"],
        "a decisive round after the last": rows["decisive_round"] > rows["rounds"],
        "more cards than a deck has (TCG-S1)": rows["draw_pile"] + rows["hand"] + rows["material"] > DECK,
        "a rank that is not that of the HR points": by_game["hr"].rank(ascending=False, method="min") != rows["rank"],
    }
    return [f"{run.name}: {what} in {wrong.sum():,} rows of seats" for what, wrong in rules.items() if wrong.any()]


def points(one: PlayedScenario) -> list[str]:
    """HR points are those for slain and hidden monsters, discards and empty maps; the rest is card texts (TCG-F19).

    No text of the line-up: no rest. Else at most so many points as its best text gives, for each item used, monster placed
    and twice for each slain one: of the seat itself, or of all seats if a text of the line-up reaches others.
    """
    run, rows = one.run, one.run.table("seats")
    rest = rows["hr"] - rows["hr_slain"] - rows["hr_hidden"] - rows["hr_gift"]
    own = rows["items"] + rows["placed"] + 2 * rows["lost"]
    most = hr_texts(one)
    gain, loss, reaches = (rows["cell"].map(most[name]) for name in ("gain", "loss", "reaches"))
    events = own.where(~reaches, own.groupby(rows["game_id"]).transform("sum"))
    wrong = (rest > gain * events) | (rest < -loss * events)
    if not wrong.any():
        return []
    first = rows[wrong].iloc[0]
    where = f"game {first['game_id']}, entry {first['entry']}: {rest[wrong].iloc[0]:+d}"
    return [f"{run.name}: HR points that no source explains in {wrong.sum():,} rows of seats ({where})"]


def hr_texts(one: PlayedScenario) -> pd.DataFrame:
    """By cell the most points that one text of the line-up gives, and that one costs, and whether one reaches others.

    Columns: gain, loss, reaches.
    """
    printed = printed_values(one)
    texts = printed[[name for name in TEXTS if name in printed]].fillna("").agg("; ".join, axis=1)
    clauses = {card: HR_TEXT.findall(text) for card, text in texts.items()}
    cards = one.run.table("cards", ["cell", "card"])
    found = [clauses[card] for card in cards["card"]]
    each = cards.assign(
        gain=[max(0, *(int(amount) for amount, _ in row), 0) for row in found],
        loss=[-min(0, *(int(amount) for amount, _ in row), 0) for row in found],
        reaches=[any(target not in ("", "self") for _, target in row) for row in found],
    )
    return each.groupby("cell")[["gain", "loss", "reaches"]].max()


# Sums


def disagreements(run: Run) -> list[str]:
    """Where the sum tables contradict the rows of games and seats."""
    rows, known = rows_of(run), line_ups(run)
    found = [*_cards(run, rows, known), *_rounds(run, rows), *_decisions(run, rows)]
    return [f"{run.name}: {problem}" for problem in found]


def _cards(run: Run, rows: pd.DataFrame, known: pd.DataFrame) -> Iterator[str]:
    """Copies within the deck and the games; opening hands of six cards, with the wins of their entry and their squares."""
    cards = run.table("cards")
    games = cards["cell"].map(known["games"])
    if (cards["drawn_n"] > cards["copies"] * games).any():
        yield "more copies drawn than the deck has in all games"
    if (cards["played_n"] > cards["copies"] * games).any():  # one that was taken back from the discards need not be drawn
        yield "more copies played than the deck has in all games"
    if (cards["opening_n"] > cards["drawn_n"]).any():
        yield "copies in opening hands that were never drawn"
    blocks = rows.groupby(["cell", "entry", "block"])["share"].agg(["sum", "size"])
    blocks = blocks.assign(square=blocks["sum"] ** 2, crossed=blocks["sum"] * blocks["size"])
    own = blocks.groupby(["cell", "entry"]).sum()
    sums = cards.groupby(["cell", "entry"]).sum(numeric_only=True)
    due = {"copies": DECK, "opening_n": HAND * own["size"], "opening_y": HAND * own["sum"]}
    due |= {"opening_n_all": HAND * own["crossed"], "opening_y_all": HAND * own["square"]}
    for name, expected in due.items():
        if (sums[name] != expected).any():
            yield f"the sums of cards and the rows of seats differ ({name})"
    for measure in MEASURES:
        n, y, nn, ny, yy = (cards[f"{measure}_{name}"] for name in ("n", "y", "nn", "ny", "yy"))
        if ((y > SHARES * n) | (nn < n) | (ny**2 > nn * yy)).any():
            yield f"a sum of squares of cards is impossible ({measure})"


def _rounds(run: Run, rows: pd.DataFrame) -> Iterator[str]:
    """As many seats at the end of each round as games had it, with their shares of wins."""
    rounds = run.table("rounds")
    sums = rounds.groupby(["cell", "round"])[["n", "y"]].sum()
    held = rows.assign(round=rows["rounds"].clip(upper=LAST_ROUND)).groupby(["cell", "round"])["share"].agg(["size", "sum"])
    for cell, part in sums.groupby("cell"):
        # All games that lasted at least so long; the last row of the table holds every later round, too.
        reached = held.loc[cell][::-1].cumsum()[::-1].reindex(part.loc[cell].index, method="bfill")
        early = part.loc[cell].index < LAST_ROUND
        if (part.loc[cell].to_numpy() != reached.to_numpy())[early].any():
            yield f"cell {cell}: the leads of a round are not those of the games that had it"
    if ((rounds["nn"] < rounds["n"]) | (rounds["ny"] ** 2 > rounds["nn"] * rounds["yy"])).any():
        yield "a sum of squares of rounds is impossible"


DONE = {"place": ("placed",), "equip": ("equipped",), "window": ("items", "boosts")}
"""Decision (its first word) -> counts of the seats that grow by one each time that something was done."""


def _decisions(run: Run, rows: pd.DataFrame) -> Iterator[str]:
    """Two alternatives at least; what was decided was done: placed, used, discarded for a boost, or equipped.

    Nothing is equipped if its payment has won the game (TCG-F1, text `spent`).
    """
    table = run.table("decisions")
    if (table["alternatives"] < 2 * (table["nothing"] + table["something"])).any():
        yield "decisions with fewer than two alternatives were counted"
    done = rows.assign(won=rows["share"] > 0).groupby(["cell", "entry"]).sum(numeric_only=True)
    word = table["decision"].str.split("_").str[0]
    for decision, names in DONE.items():
        decided = table[word == decision].groupby(["cell", "entry"])["something"].sum()
        left = decided.reindex(done.index, fill_value=0) - done[list(names)].sum(axis=1)
        if not left.between(0, done["won"] if decision == "equip" else 0).all():
            yield f"the decisions to {decision} and what was done differ"
