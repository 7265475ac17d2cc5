"""huntlab's simulator. This is its front door: what the analysis, notebooks and people use of it.

Names are loaded when they are first used (PEP 562), so that `import sim` and `import sim.schema` stay light and do not load
numba.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.batch import default_threads
    from sim.cards import DataFolder, copy_data, find_data, find_files, read_options, read_sheet, read_toml
    from sim.game import Event
    from sim.games import PLAYS, find, sheets_of
    from sim.poker.arrays import categories
    from sim.poker.classes import CLASS_NAMES, card_name, parse_card
    from sim.poker.exact import MOST_EXACT_CARDS, exact_counts, exact_seconds
    from sim.poker.simulate import simulate_counts
    from sim.results import stored_digest, whole_file
    from sim.rulebook import coverage, rules
    from sim.run import (
        RunInfo,
        all_tables,
        estimate_seconds,
        identity,
        is_taken,
        list_runs,
        play,
        reopen,
        results_folder,
    )
    from sim.run import (
        run as run_scenario,
    )
    from sim.scenario import Scenario, check_scenario, count_cells, read_scenario
    from sim.schema import InputError, Sheet, Whole
    from sim.schema import (
        read_description as read_run,
    )
    from sim.trace import replay
    from sim.validate import validate as check_data
    from sim.version import __version__
    from sim.warmup import is_compiled, warm

HOMES = {
    "sim.batch": ("default_threads",),
    "sim.cards": (
        "DataFolder",
        "copy_data",
        "find_data",
        "find_files",
        "read_options",
        "read_sheet",
        "read_toml",
    ),
    "sim.game": ("Event",),
    "sim.games": ("PLAYS", "find", "sheets_of"),
    "sim.poker.arrays": ("categories",),
    "sim.poker.classes": ("CLASS_NAMES", "card_name", "parse_card"),
    "sim.poker.exact": ("MOST_EXACT_CARDS", "exact_counts", "exact_seconds"),
    "sim.poker.simulate": ("simulate_counts",),
    "sim.rulebook": ("coverage", "rules"),
    "sim.results": ("stored_digest", "whole_file"),
    "sim.run": (
        "RunInfo",
        "all_tables",
        "estimate_seconds",
        "identity",
        "is_taken",
        "list_runs",
        "play",
        "reopen",
        "results_folder",
        "run as run_scenario",
    ),
    "sim.scenario": ("Scenario", "check_scenario", "count_cells", "read_scenario"),
    "sim.schema": ("InputError", "Sheet", "Whole", "read_description as read_run"),
    "sim.trace": ("replay",),
    "sim.validate": ("validate as check_data",),
    "sim.version": ("__version__",),
    "sim.warmup": ("is_compiled", "warm"),
}
"""Module -> its names that the front door has. None may be called like a module of sim: Python puts modules there too."""

_HOME: dict[str, tuple[str, str]] = {}
for _module, _names in HOMES.items():
    for _name in _names:
        _own, _, _shown = _name.partition(" as ")
        _HOME[_shown or _own] = (_module, _own)

__all__ = sorted(_HOME)  # noqa: PLE0605 - the names above


def __getattr__(name: str) -> Any:
    """Load a name from its module when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, own = _HOME[name]
    value = getattr(import_module(module), own)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """All names of the front door."""
    return __all__
