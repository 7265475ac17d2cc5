"""How long a start takes: cold (every kernel compiled), warm, and commands that need no kernel."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

COMMAND = [sys.executable, "-c", "from sim.entry import main; raise SystemExit(main())"]
REPEATS = 5


def seconds(arguments: list[str], cache: str) -> float:
    """Wall seconds of one command with a cache folder of its own."""
    environment = {**os.environ, "HUNTLAB_CACHE": cache}
    begin = time.perf_counter()
    subprocess.run([*COMMAND, *arguments], env=environment, capture_output=True, check=True)
    return time.perf_counter() - begin


def measure() -> list[dict[str, Any]]:
    """Rows of name, value, unit, ratio, ratio_to, note."""
    with tempfile.TemporaryDirectory() as folder:
        run = ["run", "judgement_quick", "--games", "4", "--out", str(Path(folder) / "run"), "--overwrite", "--quiet"]
        cold = seconds(["warm"], folder)
        warm = statistics.median(seconds(run, folder) for _ in range(REPEATS))
        light = statistics.median(seconds(["list"], folder) for _ in range(REPEATS))
    return [
        {"name": "huntlab warm, empty cache", "value": cold, "unit": "s", "note": "compiles every kernel"},
        {"name": "huntlab run of 4 games, warm", "value": warm, "unit": "s", "ratio": warm / cold, "ratio_to": "cold"},
        {"name": "huntlab list", "value": light, "unit": "s", "note": "loads no kernel"},
    ]
