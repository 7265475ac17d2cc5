"""How fast hands are judged, dealt and counted, beside other packages on the same hands of one pack.

CPU time of one thread, medians. Each peer gets its hands ready-made in the form it reads fastest, and is called once a hand:
none of them takes an array. None knows a second pack or a joker.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.metadata import version
from itertools import starmap
from math import comb

import numpy as np
import numpy.typing as npt

from sim.poker.arrays import categories
from sim.poker.classes import JOKER, card_name
from sim.poker.exact import exact_counts, vectors
from sim.poker.simulate import count_hands
from tests.benchmarks.figures import Figure

REPEATS = 9
N_HANDS = 1 << 20
N_PEER_HANDS = 100_000
N_BLOCKS = 4096
TWO_PACKS = "7 of 108 with 4 jokers"

COLUMNS_TARGET, ROWS_TARGET, DEAL_TARGET = 250, 150, 100  # M hands/s and thread
PEER_TARGET = 25  # times the fastest evaluator that Python can call
EXACT_TARGET = 3  # seconds


def seconds(call: Callable[[], object], repeats: int = REPEATS) -> float:
    """CPU seconds of a call on this thread: the median, after a first call that compiles and warms up."""
    call()
    runs = []
    for _ in range(repeats):
        begin = time.thread_time()
        call()
        runs.append(time.thread_time() - begin)
    return statistics.median(runs)


def hands_of(deck: list[int], n: int) -> npt.NDArray[np.uint8]:
    """Random seven-card hands of a deck, rows of faces."""
    generator = np.random.default_rng(1)
    kinds = np.argsort(generator.random((1 << 16, len(deck))), axis=1)[:, :7]
    return np.array(deck, np.uint8)[np.resize(kinds, (n, 7))]


def phevaluator_call(hands: list[list[int]]) -> Callable[[], object]:
    """Its C function for seven cards, without the wrapper that accepts names of cards."""
    evaluate = import_module("phevaluator._pheval").evaluate_7cards
    return lambda: list(starmap(evaluate, hands))


def eval7_call(hands: list[list[int]]) -> Callable[[], object]:
    """Its only function, on lists of its card objects."""
    module = import_module("eval7")
    ready = [[module.Card(card_name(card)) for card in hand] for hand in hands]
    return lambda: list(map(module.evaluate, ready))


def pkrbot_call(hands: list[list[int]]) -> Callable[[], object]:
    """On lists of its card objects, which it reads faster than bytes."""
    module = import_module("pkrbot")
    ready = [[module.Card(card_name(card)) for card in hand] for hand in hands]
    return lambda: list(map(module.evaluate, ready))


PEERS = {"phevaluator": phevaluator_call, "eval7": eval7_call, "pkrbot": pkrbot_call}


def peer_rates() -> dict[str, float]:
    """Hands a second of each peer that is installed."""
    hands, rates = hands_of(list(range(52)), N_PEER_HANDS).tolist(), {}
    for name, prepare in PEERS.items():
        try:
            call = prepare(hands)
        except ModuleNotFoundError:
            continue
        rates[f"{name} {version(name)}"] = N_PEER_HANDS / seconds(call)
    return rates


def judge_figures() -> list[Figure]:
    """Given hands: columns, rows, and hands of two packs that are checked first."""
    one_pack, two_packs = hands_of(list(range(52)), N_HANDS), hands_of([*range(52), *range(52), *[JOKER] * 4], N_HANDS)
    columns = np.asfortranarray(one_pack)
    cases = {
        "judge columns": (columns, False, "7 of 52, unchecked", COLUMNS_TARGET),
        "judge rows": (one_pack, False, "7 of 52, unchecked", ROWS_TARGET),
        "judge columns of two packs": (np.asfortranarray(two_packs), False, f"{TWO_PACKS}, unchecked", COLUMNS_TARGET),
        "judge rows of two packs": (two_packs, False, f"{TWO_PACKS}, unchecked", ROWS_TARGET),
        "check and judge columns": (np.asfortranarray(two_packs), True, TWO_PACKS, None),
        "check and judge rows": (two_packs, True, TWO_PACKS, None),
    }
    figures = []
    for name, (cards, check, note, target) in cases.items():
        rate = N_HANDS / seconds(lambda cards=cards, check=check: categories(cards, check=check))
        figures.append(Figure(name, rate / 1e6, "M hands/s", note, at_least=target))
    return figures


def peer_figures(columns: float) -> list[Figure]:
    """The peers, and our `columns` (M hands/s) against the fastest of them."""
    rates = {name: rate / 1e6 for name, rate in peer_rates().items()}
    figures = [Figure(name, rate, "M hands/s", "7 of 52") for name, rate in rates.items()]
    if rates:
        best = max(rates, key=lambda name: rates[name])
        figures.append(Figure("judge columns, times a peer", columns / rates[best], "times", best, at_least=PEER_TARGET))
    return figures


def deal(n_cards: int, packs: int, jokers: int, first: int = 0) -> None:
    """Deal and judge N_BLOCKS blocks."""
    count_hands(1, 1, first, 2**50, n_cards, packs, jokers, np.zeros((N_BLOCKS, 11), np.int64))


def wall_seconds(threads: int) -> float:
    """Wall seconds of eight times N_BLOCKS blocks on some threads, the best of several runs."""
    runs = []
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(REPEATS):
            begin = time.perf_counter()
            list(pool.map(lambda piece: deal(7, 2, 4, piece * N_BLOCKS), range(8)))
            runs.append(time.perf_counter() - begin)
    return min(runs)


def deal_figures() -> list[Figure]:
    """Random hands dealt and judged."""
    figures, hands = [], N_BLOCKS * 1024
    for n_cards, packs, jokers in ((7, 2, 4), (5, 2, 4), (9, 2, 4), (7, 1, 0), (7, 8, 16)):
        rate = hands / seconds(lambda deck=(n_cards, packs, jokers): deal(*deck))
        name = f"deal and judge {n_cards} of {52 * packs + jokers}"
        target = DEAL_TARGET if (n_cards, packs, jokers) == (7, 2, 4) else None
        figures.append(Figure(name, rate / 1e6, "M hands/s", "one thread", at_least=target))
    one, two = wall_seconds(1), wall_seconds(2)
    both = 8 * hands / two / 1e6
    return [
        *figures,
        Figure("two threads, 7 of 108", both, "M hands/s", "wall time", ratio=one / two, ratio_to="one thread"),
    ]


def count_from_scratch(cards: int) -> None:
    """Exact counts without the lists that an earlier call left."""
    vectors.cache_clear()
    exact_counts(cards, 2, 4)


def exact_figures() -> list[Figure]:
    """Exact tables of 108 cards."""
    return [
        Figure(
            f"exact table of C(108, {cards})",
            seconds(lambda cards=cards: count_from_scratch(cards), repeats=3),
            "s",
            f"{comb(108, cards):,} hands",
            at_most=EXACT_TARGET if cards == 7 else None,
        )
        for cards in (5, 7, 9)
    ]


def measure() -> list[Figure]:
    """Hands judged, dealt and counted."""
    judged = judge_figures()
    return [*judged, *peer_figures(judged[0].value), *deal_figures(), *exact_figures()]
