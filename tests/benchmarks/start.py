"""How long a start takes: cold (every kernel compiled), warm up to the first game and to the end, and without kernels."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.figures import Figure

COMMAND = "from sim.entry import main; raise SystemExit(main())"
FIRST_GAME = f"""
import os, sim.run
def play_and_stop(scenario, shards, *_):
    sim.run.play_shard(scenario, next(shards))
    os._exit(0)
sim.run.play_all = play_and_stop
{COMMAND}
"""
REPEATS = 5


def seconds(arguments: list[str], cache: str, program: str = COMMAND) -> float:
    """Wall seconds of one command with a cache folder of its own."""
    environment = {**os.environ, "HUNTLAB_CACHE": cache}
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", program, *arguments], env=environment, capture_output=True, check=True)
    return time.perf_counter() - begin


def measure() -> list[Figure]:
    """A cold start, and the second start, which must be quick."""
    with tempfile.TemporaryDirectory() as folder:
        run = ["run", "judgement_quick", "--games", "4", "--out", str(Path(folder) / "run"), "--overwrite", "--quiet"]
        cold = seconds(["warm"], folder)
        first = statistics.median(seconds(run, folder, FIRST_GAME) for _ in range(REPEATS))
        warm = statistics.median(seconds(run, folder) for _ in range(REPEATS))
        light = statistics.median(seconds(["list"], folder) for _ in range(REPEATS))
    return [
        Figure("huntlab warm, empty cache", cold, "s", "compiles every kernel"),
        Figure("huntlab run, second start", first, "s", "to the first game", at_most=2, ratio=first / cold, ratio_to="cold"),
        Figure("huntlab run of 4 games", warm, "s", "to the end"),
        Figure("huntlab list", light, "s", "loads no kernel"),
    ]
