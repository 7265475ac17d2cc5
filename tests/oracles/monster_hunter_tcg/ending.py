"""The end phase (TCG-N) and the next leader (TCG-L)."""

from __future__ import annotations

from tests.oracles.monster_hunter_tcg import acts
from tests.oracles.monster_hunter_tcg.game import LAST_RETREAT, Game, Monster, Seat


def end_phase(game: Game) -> None:
    """TCG-N7: each step for all seats, or all steps for one seat after the other."""
    inside = game.clockwise()
    by_seat = game.options["end_phase_order"] == "by_seat"
    for seats in [[seat] for seat in inside] if by_seat else [inside]:
        unique(game, seats)
        main_targets(game, seats)
        leave(game, seats)
        hidden(game, [seat for seat in seats if not seat.gone])
        reset(game, seats)


def unique(game: Game, seats: list[Seat]) -> None:
    """TCG-N1: a copy goes if an elder face-up one lies on another map; all other seats gain its HR."""
    found = [one for seat in seats for one in game.monsters_of(seat.number) if one.up and one.card.unique]
    remove(game, [one for one in found if elder(game, one)], "unique")
    acts.check_win(game)


def elder(game: Game, monster: Monster) -> bool:
    """TCG-N1: does a face-up copy lie there that was turned up before? Own ones count only by option."""
    own = game.options["unique_own_copies"] == "counted"
    return any(
        one.up and one.card.number == monster.card.number and one.moment < monster.moment
        for one in game.every()
        if own or one.owner != monster.owner
    )


def remove(game: Game, monsters: list[Monster], why: str) -> None:
    """TCG-N1, N2: first all discards, then for each the HR for all seats but its owner."""
    for monster in monsters:
        acts.discard_monster(game, monster, why)
    pay_out(game, monsters, why)


def pay_out(game: Game, monsters: list[Monster], why: str) -> None:
    """TCG-N1, N2: the HR of each owner's discarded monsters together, owners and gainers clockwise."""
    for owner in game.clockwise():
        total = sum(monster.card.hr for monster in monsters if monster.owner == owner.number)
        for seat in game.clockwise():
            if seat.number != owner.number:
                acts.gain(game, seat, total, why)


def main_targets(game: Game, seats: list[Seat]) -> None:
    """TCG-N2: one main target an area (two seats: a map); the owner says which ones go."""
    gone: list[Monster] = []
    for seat in seats:
        areas = list(game.own_areas(seat.number))
        for group in [areas] if game.two else [[area] for area in areas]:
            gone += give_up(game, seat, group)
    pay_out(game, gone, "main_target")
    acts.check_win(game)


def give_up(game: Game, seat: Seat, areas: list[int]) -> list[Monster]:
    """TCG-N2: those that the owner gives up in these areas, one after another."""
    gone: list[Monster] = []
    while len(here := counted(game, seat, areas)) > 1:
        (slot,) = game.record.choose("give_up", seat.number, [(one.slot,) for one in here])
        gone.append(game.monsters[seat.number, slot])
        acts.discard_monster(game, gone[-1], "main_target")
    return gone


def counted(game: Game, seat: Seat, areas: list[int]) -> list[Monster]:
    """TCG-N2: the main targets that count: face up, or all."""
    whole = game.options["main_target_counts"] == "all"
    own = game.monsters_of(seat.number)
    return [one for one in own if one.card.main_target and one.area in areas and (one.up or whole)]


def leave(game: Game, seats: list[Seat]) -> None:
    """TCG-N3: who retreated three times leaves, and all its monsters go, without HR."""
    for seat in seats:
        if seat.retreats >= LAST_RETREAT:
            game.record.expect("left", seat=seat.number)
            for monster in game.monsters_of(seat.number):
                acts.discard_monster(game, monster, "left")
            seat.gone = True
    acts.check_win(game)


def hidden(game: Game, seats: list[Seat]) -> None:
    """TCG-N4, N5: gains for face-down monsters and (two seats) for the other's empty map, counted before any is added."""
    once = game.options["hidden_hr"] == "once"
    gains = []
    for seat in seats:
        n = sum(not one.up for one in game.monsters_of(seat.number))
        gains.append((seat, min(n, 1) if once else n, "hidden"))
    for seat in seats if game.two else []:
        other = game.seats[1 - seat.number]
        if not other.gone and not game.monsters_of(seat.number):
            gains.append((other, 1, "empty_map"))
    for seat, n, why in gains:
        acts.gain(game, seat, n, why)
    acts.check_win(game)


def reset(game: Game, seats: list[Seat]) -> None:
    """TCG-N6: monsters regain what is printed."""
    game.record.expect("reset")
    for seat in seats:
        for monster in game.monsters_of(seat.number):
            monster.hp, monster.attack, monster.speed = monster.card.hp, 0, 0


def next_leader(game: Game) -> int:
    """TCG-L1: most HR (two seats: least), the first clockwise from beside the leader, or from the leader."""
    inside = [seat for seat in game.clockwise() if not seat.gone]
    best = (min if game.two else max)(seat.hr for seat in inside)
    from_leader = game.two or game.options["leader_tie"] == "leader_first"
    start = game.leader if from_leader else game.leader + 1
    order = [(start + step) % game.n for step in range(game.n)]
    return next(number for number in order if not game.seats[number].gone and game.seats[number].hr == best)
