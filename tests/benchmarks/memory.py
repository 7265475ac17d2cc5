"""How much memory a long run takes: its tables are written piece by piece, so it must not grow with the games."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.benchmarks.figures import Figure
from tests.benchmarks.games import player

ROOT = Path(__file__).parents[2]
N_HANDS = 100_000_000
GIBIBYTE = 1024  # in MiB
PROGRAM = """
import json, resource, sys
from pathlib import Path
from sim.cards import find_data
from sim.run import run
from sim.scenario import check_scenario
data = find_data()
run(check_scenario("memory", json.loads(sys.argv[1]), data, "memory"), data, Path(sys.argv[2]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak / 2 ** (20 if sys.platform == "darwin" else 10))
"""


def peak_memory(games: int, **settings: Any) -> float:
    """The most memory (MiB) of a process that plays whole decks of a lone hunter into a run folder."""
    one = {"name": "one", "party": "lone_hunter", "monster": "reed_stalker", **settings}
    document = {"game": "monster_hunter_trpg", "play": "judgement", "games": games, "cell": [one]}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", PROGRAM, json.dumps(document), str(Path(folder) / "run")]
        return float(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def measure() -> list[Figure]:
    """The peak of a run of 100 million hands of a hunter: one a turn, some millions of decks."""
    play = player("monster_hunter_trpg", "judgement", {"party": "lone_hunter", "monster": "reed_stalker", "turns": "deck"})
    turns = play(0, 10_000)["games"]["turns"].mean()
    games = math.ceil(N_HANDS / turns)
    small, large = peak_memory(games // 100), peak_memory(games)
    note = f"{games:,} decks, tables written"
    return [
        Figure("run of 1 million hands", small, "MiB"),
        Figure(
            "run of 100 million hands",
            large,
            "MiB",
            note,
            at_most=GIBIBYTE,
            ratio=large / small,
            ratio_to="1 million",
        ),
    ]
