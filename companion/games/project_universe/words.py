"""The game's own words: destinations, Materials, types of Action card, cards that count at the end, areas."""

from __future__ import annotations

from typing import Final, Literal

from companion.core.text import Msg, msg

Destination = Literal["A", "B", "C", "D", "E"]
EndCard = Literal["investment_chips", "card_count", "type_split"]
CardType = Literal["executive", "manager", "ordinary_employee"]
Area = Literal["manager", "ordinary_employee"]
Material = Literal["workforce", "beans", "money", "water", "action_cards"]

STATIONS: Final[dict[Destination, Msg]] = {
    "A": msg("Arbiter"),
    "B": msg("Brown & McFly"),
    "C": msg("Solaris"),
    "D": msg("Discovery"),
    "E": msg("Enterprise"),
}
LETTERED: Final[dict[Destination, Msg]] = {
    "A": msg("A · Arbiter"),
    "B": msg("B · Brown & McFly"),
    "C": msg("C · Solaris"),
    "D": msg("D · Discovery"),
    "E": msg("E · Enterprise"),
}
DESTINATIONS: Final[tuple[Destination, ...]] = tuple(STATIONS)
END_CARDS: Final[dict[EndCard, Msg]] = {
    "investment_chips": msg("Investment chips"),
    "card_count": msg("Action card count"),
    "type_split": msg("Type split"),
}
CARD_TYPES: Final[dict[CardType, Msg]] = {
    "executive": msg("Executive"),
    "manager": msg("Manager"),
    "ordinary_employee": msg("Ordinary Employee"),
}
MATERIALS: Final[dict[Material, Msg]] = {
    "workforce": msg("Workforce"),
    "beans": msg("Beans"),
    "money": msg("Money"),
    "water": msg("Water"),
    "action_cards": msg("Action cards"),
}
AREAS: Final[dict[Area, Msg]] = {"manager": msg("Manager"), "ordinary_employee": msg("Ordinary Employee")}
