"""The tests of this folder run without JIT: kernels are then plain Python, and nothing has to be compiled."""

from __future__ import annotations

import os
import sys

if "numba" not in sys.modules:
    os.environ["NUMBA_DISABLE_JIT"] = "1"
