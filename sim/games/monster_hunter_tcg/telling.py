"""Events of a game in words: one sentence each, with the rule that it follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sim.games.monster_hunter_tcg.setting import Matchup
from sim.games.monster_hunter_tcg.state import CAMP, DECK_CARDS, NONE

Data = Mapping[str, Any]
ALL_OF_THEM = -2  # the room of a placement for which all face-up monsters go


@dataclass(frozen=True)
class Names:
    """What to call seats, cards and areas in one game of a cell."""

    matchup: Matchup
    index: int

    def entry(self, seat: int) -> int:
        """The place in the line-up of who sits here."""
        return (seat - self.index) % len(self.matchup.decks)

    def seat(self, seat: int) -> str:
        """A seat: `Seat 1 (iron_gate)`."""
        return f"Seat {seat + 1} ({self.matchup.decks[self.entry(seat)].name})"

    def card(self, seat: int, slot: int) -> str:
        """A card by its name; slot -1 is the hunter."""
        deck = self.matchup.decks[self.entry(seat)]
        card = deck.hunter if slot == NONE else deck.slots[slot]
        return next(str(one["name"]) for one in self.matchup.cards if one["card"] == card)

    def monster(self, seat: int, slot: int) -> str:
        """A monster and whose it is."""
        return f"{self.card(seat, slot)} of seat {seat + 1}"

    def area(self, area: int) -> str:
        """An area: `area 2 of seat 1`, or the camp."""
        if area == CAMP:
            return "the own camp"
        seat, place = divmod(area, self.matchup.map.n_areas)
        return f"area {place + 1} of seat {seat + 1}"


def sentence(data: Data, names: Names) -> tuple[str, str]:
    """(rule id, sentence) of an event."""
    rule, words = TELLERS[data["event"]](data, names)
    return rule, words


def _signed(number: int) -> str:
    return f"{number:+d}"


def _start(data: Data, names: Names) -> tuple[str, str]:
    seats = "; ".join(
        f"{names.seat(seat)} with {names.card(seat, NONE)}, policy {one['policy']}" for seat, one in enumerate(data["seats"])
    )
    return "TCG-S1", f"Game {data['game_id']} of {data['cell']}, seed {data['seed']}: {seats}"


def _decision(data: Data, names: Names) -> tuple[str, str]:
    rule, action = DECISIONS[data["kind"]]
    chosen = data["options"][data["chosen"]]
    what = _choice(data["kind"], data["seat"], chosen, names)
    return rule, f"{names.seat(data['seat'])} {action}: {what} ({len(data['options'])} alternatives)"


DECISIONS = {
    "discard": ("TCG-D1", "discards before drawing"),
    "place": ("TCG-P1", "places"),
    "move": ("TCG-M1", "moves"),
    "order": ("TCG-H1", "says which monster acts first"),
    "target": ("TCG-H2", "chooses a target"),
    "window": ("TCG-H8", "may act"),
    "equip_weapon": ("TCG-E1", "equips a weapon"),
    "equip_armour": ("TCG-E1", "equips an armour"),
    "pay": ("TCG-E2", "pays"),
    "give_up": ("TCG-N2", "gives up a main target"),
    "recover": ("TCG-F14", "takes back"),
}


def _choice(kind: str, seat: int, chosen: list[Any], names: Names) -> str:
    """What was chosen."""
    if not chosen:
        return "nothing"
    if kind == "move":
        return names.area(chosen[0])
    if kind in ("order", "target"):
        return names.monster(*chosen)
    if kind == "place":
        slot, area, room = chosen
        gone = {NONE: "", ALL_OF_THEM: ", for which all face-up ones go"}.get(room) if room < 0 else None
        gone = f", for which {names.card(seat, room)} goes" if gone is None else gone
        return f"{names.card(seat, slot)} in {names.area(area)}{gone}"
    if kind == "window":
        use = {"item": "uses", "weapon": "discards for attack", "armour": "discards for defence"}[chosen[0]]
        return f"{use} {names.card(seat, chosen[1])}{_aim(chosen, names)}"
    return names.card(seat, chosen[0])


def _aim(chosen: list[Any], names: Names) -> str:
    """What an item is aimed at; whether the numbers name a seat, a monster or an area stands in its text."""
    if len(chosen) == 2 or chosen[2] == NONE:
        return ""
    first, second = chosen[2:]
    if first >= DECK_CARDS or (first >= len(names.matchup.decks) and second != NONE):
        return f" on {names.monster(first // DECK_CARDS, first % DECK_CARDS)}, to {names.area(second)}"
    return f" on {names.monster(first, second)}" if second != NONE else f", aimed at number {first + 1}"


def _placed(data: Data, names: Names) -> tuple[str, str]:
    card = names.card(data["seat"], data["slot"])
    return "TCG-P1", f"{names.seat(data['seat'])} places {card} face down in {names.area(data['area'])}"


def _turned(data: Data, names: Names) -> tuple[str, str]:
    turns = "turns up" if data["face"] == "up" else "turns down"
    rule = "TCG-H3" if data["face"] == "up" else "TCG-F17"
    return rule, f"{names.seat(data['by'])} {turns} {names.monster(data['owner'], data['slot'])}"


def _blow(data: Data, names: Names) -> tuple[str, str]:
    monster = names.monster(data["owner"], data["slot"])
    return "TCG-H4", (
        f"{names.seat(data['seat'])} strikes {monster}: "
        f"attack {data['attack']}, HP {data['hp_before']} to {data['hp_after']}"
    )


def _strike(data: Data, names: Names) -> tuple[str, str]:
    monster = names.monster(data["owner"], data["slot"])
    numbers = f"attack {data['attack']} less defence {data['defence']}: {data['damage']} cards"
    return "TCG-H7", f"{monster} strikes {names.seat(data['victim'])}: {numbers}"


def _slain(data: Data, names: Names) -> tuple[str, str]:
    monster = names.monster(data["owner"], data["slot"])
    return "TCG-H9", f"{names.seat(data['by'])} slays {monster} (HR {data['hr']})"


HR_RULES = {
    "slain": "TCG-H9",
    "unique": "TCG-N1",
    "main_target": "TCG-N2",
    "hidden": "TCG-N4",
    "empty_map": "TCG-N5",
    "effect": "TCG-F19",
}


def _hr(data: Data, names: Names) -> tuple[str, str]:
    return HR_RULES[data["why"]], f"{names.seat(data['seat'])}: {_signed(data['change'])} HR, now {data['total']}"


DISCARDS = {
    "hand": ("TCG-D1", ""),
    "room": ("TCG-P3", " to make room"),
    "room_all": ("TCG-P3", " to make room"),
    "paid": ("TCG-E2", " to pay"),
    "replaced": ("TCG-E3", ", replaced"),
    "unique": ("TCG-N1", ", a later copy"),
    "main_target": ("TCG-N2", ", a second main target"),
    "used": ("TCG-H10", ", used"),
    "boost": ("TCG-H8", " for the blow"),
    "effect": ("TCG-F13", " by a card text"),
    "left": ("TCG-N3", " on leaving"),
}


def _discarded(data: Data, names: Names) -> tuple[str, str]:
    rule, why = DISCARDS[data["why"]]
    return rule, f"{names.seat(data['seat'])} discards {names.card(data['seat'], data['slot'])}{why}"


def _ability(data: Data, names: Names) -> tuple[str, str]:
    when = {"use": "", "turned up": " on being turned up", "attacking": " on attacking", "slain": " on being slain"}
    card = names.card(*data["card"])
    return "TCG-F1", f"The text of {card} (seat {data['seat'] + 1}) acts{when.get(data['trigger'], ' on being spent')}"


def _change(data: Data, names: Names) -> tuple[str, str]:
    what = {"hp": "HP", "monster_attack": "attack", "monster_speed": "speed"}.get(data["what"], data["what"])
    who = names.seat(data["seat"]) if "seat" in data else names.monster(data["owner"], data["slot"])
    rules = {"attack": "TCG-F4", "defence": "TCG-F5", "speed": "TCG-F6", "monster_speed": "TCG-F6", "hp": "TCG-F9"}
    once = ", for the next blow" if data["once"] else ""
    return rules.get(data["what"], "TCG-F8"), f"{who}: {what} {_signed(data['by'])}{once}"


def _restored(data: Data, names: Names) -> tuple[str, str]:
    cards = ", ".join(names.card(data["seat"], slot) for slot in data["slots"])
    return "TCG-F11", f"{names.seat(data['seat'])} puts under the draw pile: {cards}"


def _end(data: Data, names: Names) -> tuple[str, str]:
    winners = ", ".join(names.seat(seat) for seat in data["winners"]) or "nobody"
    why = {
        "hr": "by HR points",
        "last_seat": "as the last seat in the game",
        "nobody": "nobody is left",
        "round_cap": "the round cap is reached",
    }[data["reason"]]
    rule = {"nobody": "TCG-W1", "round_cap": "TCG-W3"}.get(data["reason"], "TCG-W1")
    return rule, f"The game ends after {data['rounds']} rounds, {why}; winner: {winners}"


def _plain(rule: str, text: str) -> Callable[[Data, Names], tuple[str, str]]:
    """A sentence with `{seat}`, `{card}`, `{monster}` and `{area}` where the event has them, and its numbers by name."""

    def teller(data: Data, names: Names) -> tuple[str, str]:
        values: dict[str, Any] = dict(data)
        if "seat" in data:
            values["seat"] = names.seat(data["seat"])
            values["card"] = names.card(data["seat"], data["slot"]) if "slot" in data else ""
        if "owner" in data:
            values["monster"] = names.monster(data["owner"], data["slot"])
        if "area" in data:
            values["area"] = names.area(data["area"])
        if "leader" in data:
            values["leader"] = names.seat(data["leader"])
        return rule, text.format(**values)

    return teller


TELLERS: Mapping[str, Callable[[Data, Names], tuple[str, str]]] = {
    "start": _start,
    "decision": _decision,
    "shuffle": _plain("TCG-S4", "{seat} shuffles a draw pile"),
    "round": _plain("TCG-L1", "Round {round}; {leader} leads"),
    "phase": lambda data, _names: ("TCG-D1" if data["phase"] == "draw" else "TCG-S4", f"Phase: {data['phase']}"),
    "draw": _plain("TCG-D1", "{seat} draws {card}"),
    "mill": _plain("TCG-H7", "{seat} loses {card} from the draw pile"),
    "discarded": _discarded,
    "retreat": _plain("TCG-R1", "{seat} retreats for the {retreats}. time"),
    "left": _plain("TCG-N3", "{seat} leaves the game"),
    "placed": _placed,
    "moved": _plain("TCG-M1", "{seat} moves to {area}"),
    "lured": _plain("TCG-F18", "{monster} is lured to {area}"),
    "turned": _turned,
    "blow": _blow,
    "strike": _strike,
    "slain": _slain,
    "hr": _hr,
    "ability": _ability,
    "coin": lambda data, _names: ("TCG-F2", f"A coin shows {'heads' if data['heads'] else 'tails'}"),
    "change": _change,
    "restored": _restored,
    "recovered": _plain("TCG-F14", "{seat} takes {card} back"),
    "equipped": _plain("TCG-E4", "{seat} equips {card}"),
    "material": _plain("TCG-H9", "{seat} lays {card} beside the map as material"),
    "reset": lambda _data, _names: ("TCG-N6", "Monsters regain their printed values"),
    "end": _end,
}
