"""The game's own words: destinations, Materials, types of Action card, cards that count at the end, areas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from companion.core.data import data
from companion.core.text import Msg, msg, msgs

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
FACILITIES: Final[dict[str, Msg]] = {
    "water_purification": msg("Water Purification"),
    "bean_field": msg("Bean Field"),
    "bank": msg("Bank"),
    "export_water": msg("Export Water"),
    "export_beans": msg("Export Beans"),
}
PARTS: Final[dict[str, Msg]] = {
    "launch_engine": msg("Launch Engine"),
    "propulsion_engine": msg("Propulsion Engine"),
    "transport_container": msg("Transport Container"),
}
WHEREABOUTS: Final[dict[str, Msg]] = {
    "on_earth": msg("On Earth"),
    "in_space": msg("In Space"),
    "home": msg("Home"),
}
GOODS: Final[dict[str, Msg]] = {
    "workforce": msg("Workforce"),
    "money": msg("Money"),
    "beans": msg("Beans"),
    "water": msg("Water"),
    "vp": msg("VP"),
    "employment": msg("free Employment"),
}


def counted(good: str, n: int) -> Msg:
    """So many of one thing, in words."""
    if good == "beans":
        return msgs("%(n)d Bean", "%(n)d Beans", n)
    return msg("%(n)d %(what)s", n=n, what=GOODS[good])


def goods_said(goods: Mapping[str, int]) -> Msg:
    """So many of each, in words."""
    said = tuple(counted(good, n) for good, n in goods.items() if n)
    return msg("%(list)s", list=said) if said else msg("nothing")


HOMES: Final[dict[str, Msg]] = {
    **{str(cell): goods_said(gives) for cell, gives in data(__file__)["homes"].items() if cell != "source"},
    "last_returner": msg("Start Player card"),
}
STANDINGS: Final[dict[str, Msg]] = {
    "received": msg("waiting"),
    "achieved": msg("achieved"),
    "failed": msg("failed"),
}
STOPS: Final[dict[str, Msg]] = {
    **{str(letter): name for letter, name in LETTERED.items()},
    "branch-A": msg("Branch of Arbiter"),
    "branch-B": msg("Branch of Brown & McFly"),
    "branch-C": msg("Branch of Solaris"),
    "branch-D": msg("Branch of Discovery"),
    "branch-E": msg("Branch of Enterprise"),
    "site": msg("Construction site"),
    "wormhole": msg("Wormhole"),
    "time": msg("Time Elapse cell"),
    "cell": msg("Another cell"),
}
PILES: Final[dict[str, Msg]] = {
    "workforce": msg("Workforce"),
    "money": msg("Money"),
    "beans": msg("Beans"),
    "water": msg("Water"),
    "beans_in": msg("Beans in the container"),
    "water_in": msg("Water in the container"),
    "vp": msg("VP"),
    **PARTS,
    "executive": msg("Executive cards"),
    "manager": msg("Manager cards"),
    "ordinary_employee": msg("Ordinary Employee cards"),
    "unsorted": msg("Cards not sorted yet"),
    **{str(card): name for card, name in END_CARDS.items()},
}
EFFECTS: Final[dict[str, Msg]] = {
    "money_1": msg("1 Money"),
    "workforce_1": msg("1 Workforce"),
    "bean_1": msg("1 Bean"),
    "water_1": msg("1 Water"),
    "beans_2_or_water_1": msg("2 Beans or 1 Water"),
    "workforce_to_money": msg("1 Workforce for 1 Money, up to twice"),
    "double_head_office": msg("1 Workforce: use the Head Office twice"),
    "buy_beans": msg("1 Money for 2 Beans"),
    "buy_water": msg("1 Money for 1 Water"),
    "discount_rocket_1": msg("Improve the Rocket for 1 Money less"),
    "discount_invest_1": msg("Invest for 1 Money less"),
    "discount_either_1": msg("Improve or invest for 1 Money less"),
    "discount_per_token": msg("Improve or invest for 1 Money less for each own token"),
    "order_plus_3": msg("Receive an Order: its number and 3 more"),
    "order_double": msg("Receive an Order: twice its number"),
    "money_per_token": msg("1 Money for each own token"),
}
CAUSES: Final[dict[str, Msg]] = {
    "conference": msg("Conference card"),
    "enter_time_elapse": msg("Time Elapse cell"),
    "turn_reaches_home_player": msg("turn of a player at Home"),
    "by_hand": msg("by hand"),
}
