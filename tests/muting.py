"""Mute each rule function in turn and see whether a test that cites its rule notices: `python -m tests.muting GAME`.

Runs without JIT (NUMBA_DISABLE_JIT=1), where a function's code can be replaced in place. Prints one line a survivor: a rule
function that may do nothing without any of the tests that cite its rules failing.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType

import pytest

from sim.data_folder import own_data
from sim.jit import PLAIN
from sim.rulebook import coverage

RULE_MODULES = ("rules", "judgement")
HERE = "tests/test_judgement_rules.py"  # the tests written from the paragraphs; they run without JIT in seconds


def rule_functions(game: str) -> dict[str, list[str]]:
    """Each rule function that cites a rule and has tests that cite one of its rules: name -> those tests."""
    found: dict[str, set[str]] = {}
    for row in coverage(own_data(), game):
        tests = [test for test in row["tests"] if test.startswith(HERE)]
        for function in row["functions"]:
            module = function.rpartition(".")[0]
            if tests and module in {f"sim.games.{game}.{name}" for name in RULE_MODULES}:
                found.setdefault(function, set()).update(tests)
    return {function: sorted(tests) for function, tests in sorted(found.items())}


@contextlib.contextmanager
def muted(function: FunctionType) -> Iterator[None]:
    """The function does nothing and returns 0."""

    def nothing(*_: object) -> int:
        return 0

    code = function.__code__
    function.__code__ = nothing.__code__
    try:
        yield
    finally:
        function.__code__ = code


def passes(tests: list[str]) -> bool:
    """Whether all of the tests pass, with the code as it is now."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly", *tests]) == 0


def survivors(game: str) -> list[str]:
    """The rule functions whose muting no citing test notices."""
    found = []
    for name, tests in rule_functions(game).items():
        module, _, function = name.rpartition(".")
        with muted(getattr(import_module(module), function)):
            if passes(tests):
                found.append(name)
    return found


def main(game: str) -> int:
    """Print the number of functions muted and each survivor; 1 if there is one."""
    if not PLAIN:
        sys.stdout.write("set NUMBA_DISABLE_JIT=1\n")
        return 2
    checked = rule_functions(game)
    every = sorted({test for tests in checked.values() for test in tests})
    if not passes(every):
        sys.stdout.write("the tests fail with nothing muted\n")
        return 2
    left = survivors(game)
    sys.stdout.write(f"{len(checked)} rule functions muted one by one, {len(left)} unnoticed\n")
    sys.stdout.write("".join(f"{name}\n" for name in left))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
