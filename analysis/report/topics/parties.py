"""Whole decks: how parties fare against monsters, and what classes their members make (RP-T8)."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from analysis.charts import party as party_chart
from analysis.judgement import class_shares, contrasts, effects, hunter_parameter, joint_outcomes, leaders, levels
from analysis.report import words
from analysis.report.grids import grid
from analysis.report.parts import ATTENTION, FINDING, OPEN, Exhibit, Played, Topic, Verdict, source
from analysis.studies.names import Name, card_names
from analysis.studies.scenarios import PlayedScenario

MEASURES = ("win", "loss", "dealt", "taken")
CELLS = "deck, *"
SHOWN_CELL = "deck, party four_hunters, monster mire_lord"
OUTCOMES = {"W": "hits alone", "T": "both hit", "L": "is hit alone", "-": "no attack"}
MOST_OUTCOMES = 12  # rows of the table of joint outcomes


def build(played: Played, _dealt: pd.DataFrame) -> Topic:
    """Parties against monsters, the classes of one party, its joint outcomes, and the end of the deck."""
    one = played["judgement_decks"]
    table, names = party_table(one), card_names(one)
    return Topic(
        "parties",
        "Parties and whole decks",
        "Everything is in play: skills, modifiers, bullets out of the deck, turns until the deck ends. The monsters have no "
        "own "
        "cards.",
        [hardest(table, contrasts(one.run, "monster", "loss", CELLS), names), deck_end(one)],
        [_parties(one, table, names), _classes(one, names), _joint(one)],
    )


def party_table(one: PlayedScenario) -> pd.DataFrame:
    """One row a party and monster: party, monster, monster_class_modifiers, turns (a deck), and each measure."""
    frame = levels(one.run, "monster", MEASURES, CELLS)
    wide = frame.pivot_table(index="cell", columns="measure", values=["value", "low", "high"])
    wide.columns = [f"{measure}_{part}" for part, measure in wide.columns]
    settings = one.run.settings().loc[wide.index, ["party", "monster", "monster_class_modifiers"]]
    turns = one.run.table("games", ["cell", "turns"]).groupby("cell")["turns"].mean()
    return settings.join(turns).join(wide).reset_index()


def hardest(table: pd.DataFrame, pairs: pd.DataFrame, names: Mapping[str, Name]) -> Verdict:
    """The monsters that hit hunters alone most often, as far as the games can tell them apart."""
    losses = table.groupby("monster")["loss_value"].agg(["mean", "min", "max"]).sort_values("mean")
    modifiers = table.drop_duplicates("monster").set_index("monster")["monster_class_modifiers"]
    ranges = {monster: words.between(row["min"], row["max"]) for monster, row in losses.iterrows()}
    told = [
        f"{names[monster].english} (class modifier {_modifier(modifiers[monster])}) {ranges[monster]}" for monster in ranges
    ]
    worst = leaders(pairs) or list(losses.index)
    family = (
        f" The intervals of {words.counted(len(pairs), 'pair')} of monsters hold together at 95 %." if len(pairs) else ""
    )
    return Verdict(
        FINDING if len(worst) == 1 else OPEN,
        _hardest_told([names[monster].english for monster in worst], len(losses), ranges[worst[0]]),
        f"Hit alone, by party: {words.listed(told)}. Without own cards, modifiers of the class are all that lets a monster "
        f"win.{_ahead(pairs, losses, worst, names)}{family}",
    )


def _hardest_told(worst: list[str], n_monsters: int, its_range: str) -> str:
    if n_monsters == 1:
        return f"{worst[0]} is the only monster: it hits hunters alone in {its_range} of comparisons, by party."
    if len(worst) == n_monsters:
        return "No monster is shown to be harder than another."
    if len(worst) > 1:
        return f"{words.listed(worst)} are the hardest monsters; these games cannot tell them apart."
    return f"{worst[0]} is the hardest monster: it hits hunters alone in {its_range} of comparisons, by party."


def _ahead(pairs: pd.DataFrame, losses: pd.DataFrame, worst: list[str], names: Mapping[str, Name]) -> str:
    """By how much a lone hardest monster is ahead of the next, over all parties."""
    if len(worst) > 1 or len(losses) == 1:
        return ""
    second = losses["mean"].drop(worst[0]).idxmax()
    row = pairs[pairs["setting"].isin([worst[0], second]) & pairs["other"].isin([worst[0], second])].iloc[0]
    sign = 1 if row["setting"] == worst[0] else -1
    ends = sorted([sign * row["low"], sign * row["high"]])
    lead = words.points(sign * row["value"], *ends)
    return f" Over all parties {names[worst[0]].english} is {lead} ahead of {names[second].english}."


def _modifier(text: str) -> str:
    return text.replace("-", words.MINUS) or "none"


def deck_end(one: PlayedScenario) -> Verdict:
    """What the option deck_end changes."""
    changes = effects(one.run, "deck_end", MEASURES, "deck end*")
    games = one.run.table("games", ["cell", "turns", "cards_left"]).groupby("cell")[["turns", "cards_left"]].mean()
    row = changes.iloc[0]
    settings = one.run.settings()
    chosen = settings[settings["name"].str.startswith("deck end")].index
    left = [words.number(games.loc[cell, "cards_left"], 1) for cell in chosen]
    nothing = bool((changes[["value", "low", "high"]] == 0).all(axis=None))
    most = changes.loc[changes["value"].abs().idxmax()]
    return Verdict(
        FINDING if nothing else ATTENTION,
        "The option deck_end changes no judged turn." if nothing else "The option deck_end changes judged turns.",
        f"{row['setting']} against {row['baseline']}: "
        + (
            "exactly the same wins, losses and damage on the same deals"
            if nothing
            else f"up to {words.change(*words.of(most))}"
        )
        + f"; a broken turn is void, and {words.listed(left)} cards are left on average (before_turn and mid_turn).",
    )


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
