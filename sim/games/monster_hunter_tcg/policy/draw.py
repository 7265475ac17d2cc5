"""Which cards to discard before drawing (TCG-D1), and which one to take back (TCG-F14)."""

from __future__ import annotations

from typing import Any

from sim.games.monster_hunter_tcg.policy.prospects import weights_of
from sim.games.monster_hunter_tcg.rules.equip import need, points_of
from sim.games.monster_hunter_tcg.rules.values import body_card
from sim.games.monster_hunter_tcg.rules.zones import card_at, in_hand, size
from sim.games.monster_hunter_tcg.state import NONE, Decision, Kind
from sim.jit import rule

DISCARD, RECOVER = int(Decision.DISCARD), int(Decision.RECOVER)
MONSTER, WEAPON, ARMOUR, ITEM = int(Kind.MONSTER), int(Kind.WEAPON), int(Kind.ARMOUR), int(Kind.ITEM)


@rule
def shortfall(state: Any, setting: Any, seat: Any, kind: Any, slot: Any) -> Any:
    """The material points that are lacking for this weapon or armour."""
    me = state.seats[seat]
    return max(need(state, setting, seat, kind, slot) - points_of(state, setting, seat, me.material), 0)


@rule
def discard_score(state: Any, setting: Any, seat: Any, slot: Any, w: Any) -> Any:
    """card: 1. A monster: 1, other monsters in hand, HR. A weapon: 1, 1 if it cannot boost; weapon and armour: lacking
    points. An item: 1, 1 if no icon fits.
    """
    card = setting.cards[card_at(state, setting, seat, slot)]
    body = setting.cards[body_card(state, setting, seat)]
    score = w[0]
    if card.kind == MONSTER:
        score += w[1] + w[2] * (size(in_hand(state, setting, seat, MONSTER)) - 1) + w[3] * card.hr
    elif card.kind == WEAPON:
        score += w[4] + w[7] * shortfall(state, setting, seat, WEAPON, slot)
        if card.line != body.line:
            score += w[5]
    elif card.kind == ARMOUR:
        score += w[6] + w[7] * shortfall(state, setting, seat, ARMOUR, slot)
    else:
        score += w[8]
        if card.icons & body.icons == 0:
            score += w[9]
    return score


@rule
def score_discards(state: Any, setting: Any, seat: Any) -> None:
    """Score each card of the hand; to stop counts 0."""
    w = weights_of(state, setting, seat, DISCARD)
    for i in range(state.n_choices):
        slot = state.choices[i][0]
        if slot != NONE:
            state.scores[i] = discard_score(state, setting, seat, slot, w)


@rule
def score_recoveries(state: Any, setting: Any, seat: Any) -> None:
    """monster, weapon, armour, item: 1 for a card of that kind; hr: of a monster."""
    w = weights_of(state, setting, seat, RECOVER)
    for i in range(state.n_choices):
        card = setting.cards[card_at(state, setting, seat, state.choices[i][0])]
        state.scores[i] = w[card.kind - 1] + w[4] * card.hr
