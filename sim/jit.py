"""The only door to numba: decorators, the kernel cache, and the three bit operations that numpy lacks.

Every kernel of the project is declared with one of three decorators:

- `kernel` for a function that is called from Python (compiled once a signature, cached on disk, releases the GIL);
- `rule` for a function that kernels call and that takes records (one pointer each: a call costs next to nothing);
- `step` for a small hot function on numbers and arrays, pasted into its caller (LLVM does not do this by itself where
  arrays are passed, and the difference is up to 1.8x; but each use is compiled anew, so keep it for small ones).

numba's disk cache notices an edit of the file a kernel stands in, but not an edit of what it calls in other files.
So each group of kernels (a game, or the shared ones) gets a cache folder of its own, named by a digest of all the sources
it may depend on, of numba, numpy and the CPU. With `NUMBA_DISABLE_JIT=1` everything here is plain Python.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import numba
import numpy as np
import platformdirs
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent
SHARED_SOURCES = ("jit.py", "rng.py", "deck.py", "poker")
KEPT_FOLDERS = 8  # cache folders kept per group: a few versions or checkouts side by side
PLAIN = bool(numba.config.DISABLE_JIT)
CHECK_BOUNDS = os.environ.get("HUNTLAB_BOUNDS") == "1"  # a debug mode: index errors instead of silent nonsense


def sources(group: str) -> list[Path]:
    """The files that kernels of `group` (a game's name, or "shared") may be compiled from."""
    roots = [PACKAGE / name for name in SHARED_SOURCES]
    if group != "shared":
        roots.append(PACKAGE / "games" / group)
    return sorted(path for root in roots for path in (root.rglob("*.py") if root.is_dir() else [root]))


def _fingerprint(paths: Iterable[Path]) -> str:
    state = hashlib.blake2b(digest_size=8)
    for path in paths:
        state.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()


@cache
def source_digest(group: str) -> str:
    """A fingerprint (16 hex digits) of all sources that decide what the kernels of `group` compute."""
    return _fingerprint(sources(group))


@cache
def engine_digest(game: str) -> str:
    """A fingerprint (16 hex digits) of all sources that can change a run of `game`: its kernels and the whole simulator."""
    return _fingerprint(sorted({*sources(game), *PACKAGE.glob("*.py")}))


@cache
def build_digest(group: str) -> str:
    """A fingerprint of the sources of `group` and of all that compiles them: numba, numpy, the CPU and debug modes."""
    build = f"{source_digest(group)} {numba.__version__} {np.__version__} {CHECK_BOUNDS}"
    cpu = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return hashlib.blake2b(f"{build} {cpu}".encode(), digest_size=8).hexdigest()


@cache
def cache_folder(group: str) -> Path:
    """The folder that holds the compiled kernels of `group`; the oldest folders of the group are removed."""
    home = Path(os.environ.get("HUNTLAB_CACHE") or platformdirs.user_cache_dir("huntlab")) / "kernels"
    folder = home / f"{group}-{build_digest(group)}"
    with contextlib.suppress(OSError):  # a read-only home only costs the cache
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        rivals = sorted(home.glob(f"{group}-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in rivals[KEPT_FOLDERS:]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def _group(function: Callable[..., Any]) -> str:
    parts = function.__module__.split(".")
    return parts[2] if parts[:2] == ["sim", "games"] and len(parts) > 2 else "shared"


def kernel(function: Function) -> Function:
    """Compile `function` for calls from Python: cached on disk, without the GIL, one signature a kernel."""
    if PLAIN:
        return _wrapping(function)
    numba.config.CACHE_DIR = str(cache_folder(_group(function)))
    return numba.njit(cache=True, nogil=True, error_model="numpy", boundscheck=CHECK_BOUNDS)(function)


def _wrapping(function: Function) -> Function:
    """The plain `function`, silent about words that wrap around, as they do in the generator."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return cast("Function", call)


def rule(function: Function) -> Function:
    """Compile a `function` that kernels call; it stays a function of its own, with one signature.

    numba would compile it anew for each constant that some caller passes; here constants count as what they are: whole
    numbers.
    """
    compiled = numba.njit(error_model="numpy", boundscheck=CHECK_BOUNDS)(function)
    if not PLAIN:
        plan_call = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: plan_call(tuple(types.unliteral(one) for one in args), kws)
    return cast("Function", compiled)


def step(function: Function) -> Function:
    """Compile a small hot `function` that kernels call; its code is pasted into each caller."""
    return numba.njit(inline="always", error_model="numpy", boundscheck=CHECK_BOUNDS)(function)


if PLAIN:

    def popcount(word: Any) -> Any:
        """The number of set bits of a 64-bit word."""
        return np.int64(int(word).bit_count())

    def mul_high(a: Any, b: Any) -> Any:
        """The upper 64 bits of the 128-bit product of two 64-bit words."""
        return np.uint64((int(a) * int(b)) >> 64)

    def trailing_zeros(word: Any) -> Any:
        """The index of the lowest set bit of a 64-bit word; 64 for zero."""
        word = int(word)
        return np.int64((word & -word).bit_length() - 1 if word else 64)

else:

    @intrinsic
    def popcount(_context: Any, _word: Any) -> Any:
        """The number of set bits of a 64-bit word."""

        def build(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), build

    @intrinsic
    def mul_high(_context: Any, _a: Any, _b: Any) -> Any:
        """The upper 64 bits of the 128-bit product of two 64-bit words."""

        def build(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
            wide = ir.IntType(128)
            product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
            return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), build

    @intrinsic
    def trailing_zeros(_context: Any, _word: Any) -> Any:
        """The index of the lowest set bit of a 64-bit word; 64 for zero."""

        def build(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), build
