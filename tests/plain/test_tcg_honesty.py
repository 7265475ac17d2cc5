"""No rule function is idle: each one that cites a rule, muted, makes a test of this folder fail that cites the same rule."""

from __future__ import annotations

import contextlib
import inspect
import itertools
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

import pytest

from sim.citations import cited_by_tests, ids_in
from sim.rulebook import rules
from tests.plain.table import SHIPPED

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PACKAGES = ("rules", "play")
MOST_CALLS = 1_000_000  # of functions in one test; a muted function may leave a loop without end
PAIRS = {"fastest_hunter": (-1, -1), "fastest_monsters": (-1, -1, 0)}  # functions that return several numbers: nobody


@cache
def rule_ids() -> tuple[str, ...]:
    """All ids of the rulebook."""
    return tuple(rule.id for rule in rules(SHIPPED, "monster_hunter_tcg"))


def rule_functions() -> dict[str, tuple[FunctionType, set[str]]]:
    """The functions of the rules and of the play whose docstrings cite rules: name -> function, ids."""
    found = {}
    for package in PACKAGES:
        name = f"sim.games.monster_hunter_tcg.{package}"
        for path in sorted(Path(str(import_module(name).__file__)).parent.glob("[!_]*.py")):
            module = import_module(f"{name}.{path.stem}")
            for function in vars(module).values():
                if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                    ids = ids_in(inspect.getdoc(function) or "", rule_ids())
                    if ids:
                        found[f"{package}.{path.stem}.{function.__name__}"] = (function, ids)
    return found


FUNCTIONS = rule_functions()


@cache
def citing_tests() -> dict[str, list[str]]:
    """Rule id -> the tests of this folder that cite it: `module::test`."""
    found = {}
    for rule_id, tests in cited_by_tests(ROOT, rule_ids()).items():
        own = [test for test in sorted(tests) if Path(test.partition("::")[0]).parent == HERE.relative_to(ROOT)]
        found[rule_id] = [test for test in own if Path(__file__).name not in test]
    return found


def calls_of(test: str) -> Iterator[Callable[[], Any]]:
    """A test as calls without parameters, one for each set of parameters."""
    path, _, name = test.partition("::")
    function = getattr(import_module(path.removesuffix(".py").replace("/", ".")), name)
    marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
    for values in itertools.product(*(mark.args[1] for mark in marks)):
        named: dict[str, Any] = {}
        for mark, value in zip(marks, values, strict=True):
            names = [mark.args[0]] if isinstance(mark.args[0], str) else mark.args[0]
            named |= dict(zip(names, [value] if isinstance(mark.args[0], str) else value, strict=True))
        yield lambda function=function, named=named: function(**named)


@contextlib.contextmanager
def muted(function: FunctionType) -> Iterator[None]:
    """The function does nothing and returns 0, wherever it was imported."""
    code, signature, neutral = function.__code__, inspect.signature(function), PAIRS.get(function.__name__, 0)

    def nothing(*_: object) -> object:
        return 0

    constants = tuple(neutral if one == 0 else one for one in nothing.__code__.co_consts)
    function.__code__ = nothing.__code__.replace(co_consts=constants)
    function.__signature__ = signature  # type: ignore[attr-defined]
    try:
        yield
    finally:
        function.__code__ = code
        del function.__signature__  # type: ignore[attr-defined]


@contextlib.contextmanager
def not_endless() -> Iterator[None]:
    """Give up after so many calls."""
    left = itertools.count(MOST_CALLS, -1)

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and next(left) < 0:
            raise RecursionError("an endless loop")

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)


def fails(test: str) -> bool:
    """Whether a test fails, with the code as it is now."""
    try:
        for call in calls_of(test):
            with not_endless():
                call()
    except (Exception, pytest.fail.Exception):  # noqa: BLE001 - whatever goes wrong is noticed
        return True
    return False


def test_there_is_something_to_mute() -> None:
    """Most functions of the rules cite one, and most rules have tests here."""
    assert len(FUNCTIONS) > 80
    assert len({test for tests in citing_tests().values() for test in tests}) > 150


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_muted_rule_function_is_noticed(name: str) -> None:
    """A test that cites one of its rules fails, and passes again when the function is back."""
    function, ids = FUNCTIONS[name]
    citing = sorted({test for rule_id in ids for test in citing_tests()[rule_id]})
    with muted(function):
        noticed = next((test for test in citing if fails(test)), None)
    assert noticed
    assert not fails(noticed)
