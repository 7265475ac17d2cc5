"""Whole decks: how parties fare against monsters, and what classes their members make (RP-T8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from analysis.charts import party as party_chart
from analysis.estimators import mean
from analysis.judgement import (
    MEASURES,
    class_shares,
    contrasts,
    effects,
    hunter_parameter,
    joint_outcomes,
    levels,
)
from analysis.ranking import leaders, next_to
from analysis.report import pairs as told_pairs
from analysis.report import words
from analysis.report.grids import grid
from analysis.report.parts import ATTENTION, FINDING, OPEN, Exhibit, Played, Topic, Verdict, source
from analysis.studies.names import Name, card_names
from analysis.studies.scenarios import PlayedScenario

COMPARED = ("win", "loss", "dealt", "taken")
CELLS = "deck, *"
SHOWN_CELL = "deck, party four_hunters, monster mire_lord"
OUTCOMES = {"W": "hits alone", "T": "both hit", "L": "is hit alone", "-": "no attack"}
MOST_OUTCOMES = 12  # rows of the table of joint outcomes


def build(played: Played) -> Topic:
    """Parties against monsters, the classes of one party, its joint outcomes, and the end of the deck."""
    one = played["judgement_decks"]
    table, names = party_table(one), card_names(one)
    pairs = contrasts(one.run, "monster", "loss", CELLS)
    parties = _parties(one, table, names)
    return Topic(
        "parties",
        "Parties and whole decks",
        "Everything is in play: skills, modifiers, bullets out of the deck, turns until the deck ends. The monsters have no "
        "own "
        "cards.",
        [hardest(table, pairs, names), deck_end(one)],
        [parties, *_monster_pairs(pairs, names, parties), _classes(one, names), _joint(one)],
    )


def party_table(one: PlayedScenario) -> pd.DataFrame:
    """One row a party and monster: both, the monster's class modifiers and own cards, turns (a deck), and each measure."""
    frame = levels(one.run, "monster", COMPARED, CELLS)
    wide = frame.pivot_table(index="cell", columns="measure", values=["value", "low", "high"])
    wide.columns = [f"{measure}_{part}" for part, measure in wide.columns]
    settings = one.run.settings().loc[wide.index, ["party", "monster", "monster_class_modifiers", "monster_hand_cards"]]
    turns = one.run.table("games", ["cell", "turns"]).groupby("cell")["turns"].mean()
    return settings.join(turns).join(wide).reset_index()


def hardest(table: pd.DataFrame, pairs: pd.DataFrame, names: Mapping[str, Name]) -> Verdict:
    """The monsters that hit hunters alone most often, as far as the games can tell them apart."""
    losses = table.groupby("monster")["loss_value"].agg(["mean", "min", "max"]).sort_values("mean")  # of the parties
    modifiers = table.drop_duplicates("monster").set_index("monster")["monster_class_modifiers"]
    ranges = {monster: words.between(row["min"], row["max"]) for monster, row in losses.iterrows()}
    told = [f"{names[monster].english} ({_modifier(modifiers[monster])}) {ranges[monster]}" for monster in ranges]
    worst = leaders(pairs) or list(losses.index)
    is_bare = (table["monster_hand_cards"] == "0").all()
    why = " Without own cards, modifiers of the class are all that lets a monster win." if is_bare else ""
    return Verdict(
        FINDING if len(worst) == 1 else OPEN,
        _hardest_told([names[monster].english for monster in worst], len(losses), ranges[worst[0]]),
        f"Hit alone, by party: {words.listed(told)}.{why}{_ahead(pairs, worst, names)}"
        f"{told_pairs.held(len(pairs), 'pair of monsters', 'pairs of monsters')}",
    )


def _hardest_told(worst: list[str], n_monsters: int, its_range: str) -> str:
    if n_monsters == 1:
        return f"{worst[0]} is the only monster: it hits hunters alone in {its_range} of comparisons, by party."
    if len(worst) == n_monsters:
        return "No monster is shown to be harder than another."
    if len(worst) > 1:
        return f"{words.listed(worst)} are the hardest monsters; these games cannot tell them apart."
    return f"{worst[0]} is the hardest monster: it hits hunters alone in {its_range} of comparisons, by party."


def _ahead(pairs: pd.DataFrame, worst: list[str], names: Mapping[str, Name]) -> str:
    """By how much a lone hardest monster is ahead of the next, or how far the hardest may be apart, over all parties."""
    if pairs.empty:
        return ""
    if len(worst) > 1:
        who = "all monsters" if set(worst) == {*pairs["setting"], *pairs["other"]} else "the hardest"
        return told_pairs.apart(pairs, worst, f"Over all parties {who}", " points", scale=100)
    second = next_to(pairs, worst[0])
    lead = words.points(*words.of(second))
    return f" Over all parties {names[worst[0]].english} is ahead of the next, {names[second['other']].english}, by {lead}."


def _modifier(text: str) -> str:
    """The class modifiers of a monster in words."""
    values = text.replace("-", words.MINUS).split()
    return f"class modifier{'s' if len(values) > 1 else ''} {words.listed(values)}" if values else "no class modifier"


def _monster_pairs(pairs: pd.DataFrame, names: Mapping[str, Name], about: Exhibit) -> list[Exhibit]:
    """All pairs of monsters by their names; nothing if there is one alone."""
    if pairs.empty:
        return []
    shown = {name: str(name_of) for name, name_of in names.items()}
    named = pairs.assign(setting=pairs["setting"].map(shown), other=pairs["other"].map(shown))
    return [told_pairs.exhibit(named, "loss", replace(about, id="monsters", title="Monsters, all parties together"))]


def deck_end(one: PlayedScenario) -> Verdict:
    """What the option deck_end changes."""
    changes = effects(one.run, "deck_end", COMPARED, "deck end*")
    row = changes.iloc[0]
    nothing = bool((changes[["value", "low", "high"]] == 0).all(axis=None))
    return Verdict(
        FINDING if nothing else ATTENTION,
        "The option deck_end changes no judged turn." if nothing else "The option deck_end changes judged turns.",
        f"{row['setting']} against {row['baseline']}: "
        + ("exactly the same wins, losses and damage on the same deals" if nothing else _changes_told(changes))
        + f"; a broken turn is void. Cards left on average: {_cards_left(one)}.",
    )


def _changes_told(changes: pd.DataFrame) -> str:
    """Each measure's change with its interval, in its own unit."""
    return words.listed(
        f"{MEASURES[row['measure']].label} {told_pairs.change_of(row['measure'], row)}" for row in changes.to_dict("records")
    )


def _cards_left(one: PlayedScenario) -> str:
    """The mean number of cards left, by deck_end."""
    settings = one.run.settings()
    chosen = settings.loc[settings["name"].str.startswith("deck end"), "deck_end"]
    games = one.run.table("games", ["cell", "cards_left"]).set_index("cell")["cards_left"]
    found = {option: mean(games[[cell]].to_numpy()) for cell, option in chosen.items()}
    return words.listed(f"{words.amount(left.value, left.low, left.high)} with {option}" for option, left in found.items())


def _parties(one: PlayedScenario, table: pd.DataFrame, names: Mapping[str, Name]) -> Exhibit:
    def measure(name: str, write: object) -> object:
        return lambda row: write(*(row[f"{name}_{part}"] for part in ("value", "low", "high")))  # type: ignore[operator]

    columns = {
        "party": lambda row: words.plain(row["party"]),
        "monster": lambda row: str(names[row["monster"]]),
        "hits alone": measure("win", words.share),
        "is hit alone": measure("loss", words.share),
        "damage a turn": measure("dealt", words.amount),
        "taken a turn": measure("taken", words.amount),
        "turns a deck": lambda row: words.number(row["turns"], 1),
    }
    shown = grid(table, columns, n_words=2)  # type: ignore[arg-type]
    caption = "Per hunter and turn, all hunters of a party together. Shares are of comparisons; in the rest both hit."
    return Exhibit("parties", "Parties against monsters", caption, source(one, f'"{CELLS}"'), shown, table)


def _classes(one: PlayedScenario, known: Mapping[str, Name]) -> Exhibit:
    shares = class_shares(one.run, "final", SHOWN_CELL)
    row = one.run.settings().loc[shares["cell"].iloc[0]]
    seats = [seat for seat in shares["seat"].unique() if seat >= 0]
    names = {
        seat: f"{row[hunter_parameter(seat, 'name')]} ({words.plain(row[hunter_parameter(seat, 'kind')])})" for seat in seats
    }
    frame = party_chart.prepare(shares, names | {-1: str(known[row["monster"]])})
    shown = grid(
        frame.sort_values(["offset", "class_id"]),
        {
            "side": "label",
            "class": "class_name",
            "share of turns": lambda one_row: words.share(one_row["value"], one_row["low"], one_row["high"]),
        },
        n_words=2,
    )
    return Exhibit(
        id="party-classes",
        title="Classes of a party",
        caption=f"Final classes of {words.plain(row['party'])} against {known[row['monster']]}, with all skills.",
        source=source(one, f'"{SHOWN_CELL}"'),
        grid=shown,
        data=frame,
        figure=party_chart.figure(frame, "Classes of a party"),
        alt=party_chart.describe(frame),
    )


def _joint(one: PlayedScenario) -> Exhibit:
    frame = joint_outcomes(one.run, SHOWN_CELL).sort_values("value", ascending=False)
    shown = grid(
        frame.head(MOST_OUTCOMES),
        {
            "outcomes": lambda row: ", ".join(
                f"{number}: {OUTCOMES[one]}" for number, one in enumerate(row["outcomes"], start=1)
            ),
            "share of turns": lambda row: words.share(row["value"], row["low"], row["high"]),
        },
    )
    caption = f"How all comparisons of a turn come out together; the {min(MOST_OUTCOMES, len(frame))} most frequent."
    return Exhibit("joint", "All hunters together", caption, source(one, f'"{SHOWN_CELL}"'), shown, frame)
