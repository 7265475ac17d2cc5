"""`huntlab odds`: how often each class of hand comes up, counted exactly or simulated."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

import typer

import sim
from analysis.cli.grid import NOTHING, Grid, counted, decimal, draw, duration, percent, whole, with_error
from analysis.cli.progress import say_compiling
from analysis.cli.session import Session, command

WORDS = (
    "no pair",
    "one pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal straight flush",
    "five of a kind",
)
"""RP-J2 in words, weakest first."""

LEVEL = 0.95
CHEAP_CARDS = 9  # exact counts of so many cards take about a second at most
LONG_COUNT = 3  # seconds from which on an exact count is announced with its length
MOST_CARDS = 15  # of random hands
DEFAULT_SEED = 1
OPTIONS = {"hands": "--games"} | {name: f"--{name}" for name in ("cards", "packs", "jokers", "seed", "threads")}
"""How the command line calls the arguments of `sim`."""

Cards = Annotated[int, typer.Option("--cards", "-k", min=1, help="Cards of a hand: up to 12, or up to 15 with --games.")]
Packs = Annotated[int, typer.Option("--packs", "-p", min=1, help="Packs of 52 cards in the deck, up to 8.")]
Jokers = Annotated[int, typer.Option("--jokers", "-j", min=0, help="Wild jokers in the deck, up to 16.")]
Exact = Annotated[bool, typer.Option("--exact", help="Count every hand; the default without --games.")]
Hands = Annotated[int | None, typer.Option("--games", min=1, show_default=False, help="Deal so many random hands instead.")]
Seed = Annotated[
    int | None,
    typer.Option(min=0, show_default=False, help=f"Seed of the random hands (only with --games); else {DEFAULT_SEED}."),
]
Threads = Annotated[
    int | None,
    typer.Option(min=1, show_default=False, help="Threads that deal (only with --games); else one a processor."),
]


@command
def odds(
    session: Session,
    cards: Cards,
    packs: Packs = 2,
    jokers: Jokers = 4,
    games: Hands = None,
    seed: Seed = None,
    threads: Threads = None,
    *,
    exact: Exact = False,
) -> None:
    """Show how often each class of hand comes up with so many cards.

    Without --games all possible hands are counted, exactly. That takes about a second for up to nine cards, and longer for
    more (about a minute for twelve of two packs and four jokers); a long count is announced with its length. With --games
    random hands are dealt, and each share comes with its interval.

    Examples:
      huntlab odds --cards 7
      huntlab odds --cards 5 --packs 1 --jokers 0 --exact --json
      huntlab odds --cards 7 --games 1000000 --seed 3

    Keys of --json: cards, packs, jokers, method (exact or simulated), counts (an object by class name, weakest first),
    total (hands counted or dealt). Of simulated counts also: seed, level, shares (by class: value, low, high), exact
    (share by class, or null where it was not counted).
    """
    _check_choices(games, seed, threads, exact)
    deck = (cards, packs, jokers)
    about = dict(zip(("cards", "packs", "jokers"), deck, strict=True))
    with _options_named():
        if games:
            seed = DEFAULT_SEED if seed is None else seed
            found = _simulated(session, deck, games, seed, threads or sim.default_threads())
        else:
            found = {"method": "exact", **_by_class(_counted(session, deck))}
    document = {**about, **found}
    session.answer(document, lambda shown: _show(shown, document))


def _check_choices(games: int | None, seed: int | None, threads: int | None, exact: bool) -> None:
    """Refuse options of which one would go unheard."""
    if exact and games:
        raise sim.InputError("--exact and --games: choose one of them")
    for name, value in (("--seed", seed), ("--threads", threads)):
        if value is not None and not games:
            raise sim.InputError(f"{name}: belongs to random hands; exact counts need none, --games asks for random hands")


@contextmanager
def _options_named() -> Iterator[None]:
    """Let what `sim` says of an argument name the option that was typed."""
    try:
        yield
    except sim.InputError as error:
        argument, colon, fault = str(error).partition(":")
        raise sim.InputError(f"{OPTIONS.get(argument, argument)}{colon}{fault}") from error


def _counted(session: Session, deck: tuple[int, int, int]) -> list[int]:
    """All hands counted; how long it takes is said before, if that is more than a moment."""
    if sim.MOST_EXACT_CARDS < deck[0] <= MOST_CARDS:
        most = f"exact counts go up to {sim.MOST_EXACT_CARDS} cards, got {deck[0]}"
        raise sim.InputError(f"--cards: {most}; --games deals random hands of up to {MOST_CARDS}")
    if deck[0] > CHEAP_CARDS:
        seconds = sim.exact_seconds(*deck)
        if seconds > LONG_COUNT:
            length = f"Counting all hands of {counted(deck[0], 'card')} takes about {duration(seconds)}"
            session.note(f"{length}; --games deals random ones instead.")
    return sim.exact_counts(*deck)


def _by_class(counts: Iterable[Any]) -> dict[str, Any]:
    by_class = dict(zip(sim.CLASS_NAMES, map(int, counts), strict=True))
    return {"counts": by_class, "total": sum(by_class.values())}


def _simulated(session: Session, deck: tuple[int, int, int], hands: int, seed: int, threads: int) -> dict[str, Any]:
    """Random hands counted, with Wilson intervals, beside the exact shares where those are cheap."""
    from analysis.estimators import wilson

    say_compiling(session, "shared")
    sim.simulate_counts(*deck, 1, seed)  # loads or compiles the kernels, which does not count as dealing
    begin = time.perf_counter()
    counts = sim.simulate_counts(*deck, hands, seed, threads)
    seconds = time.perf_counter() - begin
    session.note(f"{whole(hands)} random hands in {decimal(seconds, 2)} s.")
    found = _by_class(counts)
    shares = {}
    for name, count in found["counts"].items():
        low, high = wilson(count, hands, LEVEL)
        shares[name] = {"value": count / hands, "low": low, "high": high}
    exact = None
    if deck[0] <= CHEAP_CARDS:
        truth = _by_class(sim.exact_counts(*deck))
        exact = {name: count / truth["total"] for name, count in truth["counts"].items()}
    extra = {"seed": seed, "level": LEVEL, "shares": shares, "exact": exact}
    return {"method": "simulated", **found, **extra}


def _show(session: Session, document: Mapping[str, Any]) -> None:
    deck = f"{counted(document['packs'], 'pack')} and {counted(document['jokers'], 'joker')}"
    hands = counted(document["total"], "random hand" if document["method"] == "simulated" else "hand")
    title = f"{counted(document['cards'], 'card')} of {deck}: {hands}"
    if document["method"] == "exact":
        draw(session.out, Grid(title, ("class", "in words", "hands", "share", "one in"), _exact_rows(document)))
    else:
        columns = ("class", "in words", "hands", f"share ({LEVEL:.0%} interval)", "exact")
        draw(session.out, Grid(title, columns, _simulated_rows(document)))


def _exact_rows(document: Mapping[str, Any]) -> list[tuple[str, ...]]:
    total = document["total"]
    return [
        (name, words, whole(count), percent(count / total), decimal(total / count) if count else NOTHING)
        for (name, count), words in zip(document["counts"].items(), WORDS, strict=True)
    ]


def _simulated_rows(document: Mapping[str, Any]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for (name, count), words in zip(document["counts"].items(), WORDS, strict=True):
        share = document["shares"][name]
        exact = percent(document["exact"][name], 4) if document["exact"] else "not counted"
        rows.append((name, words, whole(count), with_error(**share, scale=100), exact))
    return rows
