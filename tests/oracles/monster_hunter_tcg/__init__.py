"""Referee of Monster Hunter TCG (rules TCG-*): plays the game again, event by event, from the rulebook alone.

`check` follows one game and raises an `Objection` at the first event that is not right. Shuffles, coins, cards picked at
random and the alternatives that were chosen are taken from the events; everything else is worked out here.
"""

from tests.oracles.monster_hunter_tcg.course import check
from tests.oracles.monster_hunter_tcg.record import Objection

__all__ = ["Objection", "check"]
