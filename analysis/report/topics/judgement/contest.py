"""Who hits whom: own cards of the hunter against own cards of the monster (RP-T6, RP-T9)."""

from __future__ import annotations

import pandas as pd

from analysis.charts import contest, settings
from analysis.estimators import INSIDE, UNDECIDED, against_margin
from analysis.judgement import OUTCOMES, contests, effects, levels
from analysis.report import words
from analysis.report.grids import grid, levels_grid
from analysis.report.parts import ATTENTION, FINDING, OPEN, Exhibit, Played, Topic, Verdict, source

USUAL = 2  # cards of a base hand (RP-T1)
PARTY_MEASURES = ("win", "loss", "dealt", "taken")
PARTY_CELLS = "monster cards*"
MARGIN = 0.02  # a difference between wins and losses that counts
TITLES = {"win": "hits alone", "tie": "both hit", "loss": "is hit alone"}


def build(played: Played) -> Topic:
    """The heat map, and what the monster's own cards do to a party over whole decks."""
    frame = contests(played["judgement_contest"].run)
    decks = played["judgement_decks"]
    party = levels(decks.run, "monster_hand_cards", PARTY_MEASURES, PARTY_CELLS)
    return Topic(
        "contest",
        "Who hits whom",
        "Hunter and monster make their classes from the same five shared cards; what differs is their own cards.",
        [usual_hand(frame), never_below(frame, is_default=_is_default(played)), monster_cards(frame, party)],
        [_heat_map(frame, played), _party(party, played)],
    )


def _of(frame: pd.DataFrame, hunter: int, monster: int, outcome: str) -> pd.Series:
    return words.pick(frame, hunter_cards=hunter, monster_cards=monster, outcome=outcome)


def usual_hand(frame: pd.DataFrame) -> Verdict:
    """The contest that the rules ship: two cards against none."""
    win, tie, loss = (_of(frame, USUAL, 0, outcome) for outcome in ("win", "tie", "loss"))
    rest = "tie in the rest" if loss["value"] == 0 else f"lose in {words.percent(loss['value'])}"
    return Verdict(
        FINDING,
        f"Two own cards beat a monster without own cards in {words.percent(win['value'])} of comparisons, and {rest}.",
        f"The hunter hits alone in {words.share(*words.of(win))}, both hit in {words.share(*words.of(tie))}, the monster "
        "hits "
        f"alone in {words.share(*words.of(loss))}; {words.whole(win['n'])} comparisons.",
    )


def _is_default(played: Played) -> bool:
    """Whether the monster has no own cards unless a scenario says so."""
    return str(played["judgement_decks"].run.provenance["options"]["monster_hand_cards"]) == "0"


def never_below(frame: pd.DataFrame, *, is_default: bool) -> Verdict:
    """RP-T9: what follows from monster_hand_cards = 0."""
    standing = ", as the rules stand," if is_default else ""
    bare = frame[(frame["monster_cards"] == 0) & (frame["outcome"] == "loss")]
    n, losses = bare["n"].sum(), (bare["value"] * bare["n"]).sum()
    if losses:
        return Verdict(
            ATTENTION,
            "Hunters fell below a monster without own cards.",
            f"{words.whole(losses)} of {words.whole(n)} comparisons (RP-T9 rules it out without modifiers).",
        )
    return Verdict(
        ATTENTION,
        f"With monster_hand_cards = 0{standing} a hunter can never be below the monster without modifiers.",
        "The five cards of the monster are among those of every hunter, who therefore wins or ties (RP-T9): "
        f"0 losses in {words.whole(n)} comparisons. Such a monster hurts by ties alone; to hit alone it needs own cards, "
        "class modifiers or the cold.",
    )


def monster_cards(frame: pd.DataFrame, party: pd.DataFrame) -> Verdict:
    """What the option monster_hand_cards does."""
    losses = [_of(frame, USUAL, cards, "loss") for cards in (1, 2, 3)]
    bare, both = _of(frame, USUAL, 0, "loss"), [_of(frame, USUAL, USUAL, outcome) for outcome in OUTCOMES]
    turns = losses[1]["low"] > bare["high"]
    ends, place = _ahead(both[0], both[2])
    even = {INSIDE: "even", UNDECIDED: "not settled whether it is even"}.get(place, "uneven")
    shares = [words.percent(row["value"]) for row in both]
    return Verdict(
        FINDING if turns and place != UNDECIDED else OPEN,
        f"Own cards of the monster {'turn' if turns else 'are not shown to turn'} the fight: with {USUAL} on each side it "
        f"is {even} (win {shares[0]}, tie {shares[1]}, loss {shares[2]}).",
        f"Wins less losses are {words.points(*ends)} there (margin ±{100 * MARGIN:.0f} points). A hunter with {USUAL} cards "
        f"is hit alone in {words.listed(words.share(*words.of(row)) for row in losses)} of comparisons where "
        f"monster_hand_cards is 1, 2 and 3. Over whole decks the points taken a turn and hunter are {_taken(party)}.",
    )


def _ahead(win: pd.Series, loss: pd.Series) -> tuple[tuple[float, float, float], str]:
    """Wins less losses, and whether they are inside the margin.

    Both intervals hold together, so the difference lies between their ends.
    """
    low, high = win["low"] - loss["high"], win["high"] - loss["low"]
    return (win["value"] - loss["value"], low, high), against_margin(low, high, MARGIN)


def _taken(party: pd.DataFrame) -> str:
    """What a party suffers, by own cards of the monster."""
    rows = party[party["measure"] == "taken"].to_dict("records")
    told = [f"{words.amount(row['value'], row['low'], row['high'])} where it is {row['setting']}" for row in rows]
    return words.listed(told)


def _heat_map(frame: pd.DataFrame, played: Played) -> Exhibit:
    prepared = contest.prepare(frame)
    told = prepared.assign(text=[words.share(*words.of(row)) for _, row in prepared.iterrows()])
    wide = told.pivot_table(index=["hunter_cards", "monster_cards", "n"], columns="outcome", values="text", aggfunc="first")
    shown = grid(
        wide.reset_index(),
        {
            "own cards of the hunter": "hunter_cards",
            "of the monster": "monster_cards",
            **{TITLES[outcome]: outcome for outcome in OUTCOMES},
            "comparisons": lambda row: words.whole(row["n"]),
        },
        n_words=2,
    )
    return Exhibit(
        id="contest",
        title="Win, tie and loss by own cards",
        caption=(
            "Per cent of comparisons. Four hunters with 0 to 3 own cards share five cards with the monster. The intervals "
            f"of the {len(OUTCOMES)} outcomes of a contest hold together at 95{words.NARROW}%."
        ),
        source=source(played["judgement_contest"]),
        grid=shown,
        data=prepared,
        figure=contest.figure(prepared),
        alt=contest.describe(prepared),
    )


def _party(party: pd.DataFrame, played: Played) -> Exhibit:
    decks = played["judgement_decks"]
    changes = effects(decks.run, "monster_hand_cards", PARTY_MEASURES, PARTY_CELLS)
    frame = settings.prepare(party, changes)
    return Exhibit(
        id="monster-cards",
        title="What the monster's own cards do to a party",
        caption="The party four_hunters against the mire lord, whole decks; in brackets the change from the first row.",
        source=source(decks, f'"{PARTY_CELLS}"'),
        grid=levels_grid(frame, "monster_hand_cards"),
        data=frame,
        figure=settings.figure(frame, "Own cards of the monster"),
        alt=settings.describe(frame),
    )
