"""The kernels of the judge as plain Python: the same numbers as compiled ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim import jit

PROGRAM = """
import json
import numpy as np
from sim import jit
from sim.poker.arrays import categories
from sim.poker.exact import exact_counts
from sim.poker.simulate import simulate_counts

def hands(n_cards):
    order = np.argsort(np.random.default_rng(n_cards).random((300, 108)), axis=1)[:, :n_cards]
    return np.minimum(order // 2, 52)

with np.errstate(over="ignore"):
    print(json.dumps({
        "plain": jit.PLAIN,
        "rows": [categories(hands(k)).tolist() for k in (3, 7, 12)],
        "columns": [categories(np.asfortranarray(hands(k))).tolist() for k in (3, 7, 12)],
        "simulated": [simulate_counts(*deck, hands=1300, seed=5).tolist() for deck in ((7, 2, 4), (5, 1, 0), (9, 6, 1))],
        "exact": [exact_counts(4, 1, 2), exact_counts(6, 2, 4, known=[0, 4, 8, 52])],
    }))
"""


def answer(plain: str) -> dict:
    """What the program prints, with and without the compiler; warnings are errors."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": plain}
    command = [sys.executable, "-W", "error", "-c", PROGRAM]
    root = Path(__file__).parent.parent
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(jit.PLAIN, reason="compares with compiled kernels")
def test_without_the_compiler_every_number_is_the_same() -> None:
    """Classes of given hands, counts of random ones (three decks, two blocks) and exact counts."""
    compiled, plain = answer("0"), answer("1")
    assert (compiled.pop("plain"), plain.pop("plain")) == (False, True)
    assert plain == compiled
    assert plain["rows"] == plain["columns"]
    assert [sum(counts) for counts in plain["simulated"]] == [1300] * 3
