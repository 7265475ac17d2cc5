"""How long a start takes: cold (every kernel compiled), warm, and commands that need no kernel."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.figures import Figure

COMMAND = [sys.executable, "-c", "from sim.entry import main; raise SystemExit(main())"]
REPEATS = 5


def seconds(arguments: list[str], cache: str) -> float:
    """Wall seconds of one command with a cache folder of its own."""
    environment = {**os.environ, "HUNTLAB_CACHE": cache}
    begin = time.perf_counter()
    subprocess.run([*COMMAND, *arguments], env=environment, capture_output=True, check=True)
    return time.perf_counter() - begin


def measure() -> list[Figure]:
    """A cold start, and the second start, which must be quick."""
    with tempfile.TemporaryDirectory() as folder:
        run = ["run", "judgement_quick", "--games", "4", "--out", str(Path(folder) / "run"), "--overwrite", "--quiet"]
        cold = seconds(["warm"], folder)
        warm = statistics.median(seconds(run, folder) for _ in range(REPEATS))
        light = statistics.median(seconds(["list"], folder) for _ in range(REPEATS))
    return [
        Figure("huntlab warm, empty cache", cold, "s", "compiles every kernel"),
        Figure("huntlab run of 4 games, warm", warm, "s", "start to end", at_most=2, ratio=warm / cold, ratio_to="cold"),
        Figure("huntlab list", light, "s", "loads no kernel"),
    ]
