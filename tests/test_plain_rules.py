"""The rule tests of tests/plain, which need the kernels as plain Python: one run without JIT."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim import jit


@pytest.mark.timeout(600)
@pytest.mark.skipif(jit.PLAIN, reason="without JIT tests/plain is part of the run")
def test_the_rules_hold_in_plain_python(root: Path) -> None:
    """All tests of tests/plain pass with NUMBA_DISABLE_JIT=1."""
    command = [sys.executable, "-m", "pytest", "tests/plain", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
