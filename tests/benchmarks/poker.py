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
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.poker.arrays import categories
from sim.poker.classes import JOKER, card_name
from sim.poker.exact import exact_counts, vectors
from sim.poker.simulate import count_hands

REPEATS = 9
N_HANDS = 1 << 20
N_PEER_HANDS = 100_000
N_BLOCKS = 4096

Row = dict[str, Any]


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


def judge_rows() -> list[Row]:
    """Given hands: columns, rows, and hands of two packs that are checked first."""
    one_pack, two_packs = hands_of(list(range(52)), N_HANDS), hands_of([*range(52), *range(52), *[JOKER] * 4], N_HANDS)
    columns = np.asfortranarray(one_pack)
    cases = {
        "judge columns": (columns, False, "7 of 52, unchecked"),
        "judge rows": (one_pack, False, "7 of 52, unchecked"),
        "judge columns of two packs": (np.asfortranarray(two_packs), False, "7 of 108 with 4 jokers, unchecked"),
        "check and judge columns": (np.asfortranarray(two_packs), True, "7 of 108 with 4 jokers"),
        "check and judge rows": (two_packs, True, "7 of 108 with 4 jokers"),
    }
    rows = []
    for name, (cards, check, note) in cases.items():
        rate = N_HANDS / seconds(lambda cards=cards, check=check: categories(cards, check=check))
        rows.append({"name": name, "value": rate / 1e6, "unit": "M hands/s", "note": note})
    return rows


def peer_rows(columns: Row) -> list[Row]:
    """The peers, and our columns against the fastest of them."""
    rates = peer_rates()
    rows = [{"name": name, "value": rate / 1e6, "unit": "M hands/s", "note": "7 of 52"} for name, rate in rates.items()]
    if rates:
        best = max(rates, key=lambda name: rates[name])
        columns.update(ratio=columns["value"] * 1e6 / rates[best], ratio_to=best)
    return rows


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


def deal_rows() -> list[Row]:
    """Random hands dealt and judged."""
    rows, hands = [], N_BLOCKS * 1024
    for n_cards, packs, jokers in ((7, 2, 4), (5, 2, 4), (9, 2, 4), (7, 1, 0), (7, 8, 16)):
        rate = hands / seconds(lambda deck=(n_cards, packs, jokers): deal(*deck))
        name = f"deal and judge {n_cards} of {52 * packs + jokers}"
        rows.append({"name": name, "value": rate / 1e6, "unit": "M hands/s", "note": "one thread"})
    one, two = wall_seconds(1), wall_seconds(2)
    both = {"value": 8 * hands / two / 1e6, "unit": "M hands/s", "ratio": one / two, "ratio_to": "one thread"}
    return [*rows, {"name": "two threads, 7 of 108", **both, "note": "wall time"}]


def count_from_scratch(cards: int) -> None:
    """Exact counts without the lists that an earlier call left."""
    vectors.cache_clear()
    exact_counts(cards, 2, 4)


def exact_rows() -> list[Row]:
    """Exact tables of 108 cards."""
    return [
        {
            "name": f"exact table of C(108, {cards})",
            "value": seconds(lambda cards=cards: count_from_scratch(cards), repeats=3),
            "unit": "s",
            "note": f"{comb(108, cards):,} hands",
        }
        for cards in (5, 7, 9)
    ]


def measure() -> list[Row]:
    """Rows of name, value, unit, ratio, ratio_to, note."""
    judged = judge_rows()
    return [*judged, *peer_rows(judged[0]), *deal_rows(), *exact_rows()]
