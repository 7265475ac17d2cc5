"""The alternatives of the decision being made: rules list them, a policy takes one."""

from __future__ import annotations

from typing import Any

from sim.jit import rule


@rule
def begin(state: Any) -> None:
    """Forget the alternatives of the last decision."""
    state.n_choices = 0


@rule
def offer(state: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    """One more alternative; what its four numbers say stands with each decision."""
    choice = state.choices[state.n_choices]
    choice[0], choice[1], choice[2], choice[3] = a, b, c, d
    state.scores[state.n_choices] = 0
    state.n_choices += 1
