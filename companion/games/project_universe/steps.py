"""The small sums of a round, one rule each: setup, orders, investing, the rocket, coming home, time, income."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from companion.core.data import data
from companion.core.score import Seat

from .words import Area, Destination

DATA: Final = data(__file__)
Goods = Mapping[str, int]  # beans, water, workforce, money, vp, employment: how many of each
Facility = Literal["export_water", "export_beans", "water_purification", "bean_field"]
Part = Literal["launch_engine", "propulsion_engine", "transport_container"]
HomeCell = Literal["home_1", "home_2", "home_3", "last_returner"]
TimeEvent = Literal["conference", "enter_time_elapse", "turn_reaches_home_player"]
HOME_CELLS: Final[tuple[HomeCell, ...]] = ("home_1", "home_2", "home_3")
Discounted = Literal["capital_investment", "improve_rocket"]


def setup_money(clockwise: Sequence[Seat]) -> dict[Seat, int]:
    """Money to begin with; *clockwise* starts with the start player."""
    return dict(zip(clockwise, DATA["setup"]["money"], strict=False))


def start_player(corner_numbers: Mapping[Seat, int]) -> Seat:
    """Whoever has the lowest number in the corner of the Initial Order."""
    return min(corner_numbers, key=lambda seat: corner_numbers[seat])


def cards_to_draw(hand: int) -> int:
    """Action cards to draw in the Preparation Phase or at a Conference."""
    return max(0, int(DATA["hand"]["refill_to"]) - hand)


def workforce_after_order(workforce: int, number: int, card: str = "") -> int:
    """Workforce after receiving an Order with *number*: raised to it, never lowered. *card* is the one played."""
    played = DATA["action_cards"].get(card, {})
    return max(workforce, number * int(played.get("times_number", 1)) + int(played.get("plus", 0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """Orders waiting, and the one that a new Order of the same destination has made fail."""

    received: tuple[Destination, ...]
    failed: tuple[Destination, ...] = ()


def receive(received: Sequence[Destination], takes: Destination) -> Received:
    """The Received area after taking an Order: one of the same destination gives way to it."""
    kept = tuple(one for one in received if one != takes)
    return Received(received=(*kept, takes), failed=tuple(one for one in received if one == takes))


def discount(card: str, action: Discounted, own_tokens: int) -> int:
    """Money that playing *card* takes off *action*; *own_tokens* lie on Investment cells already."""
    played = DATA["action_cards"].get(card, {})
    if action not in played.get("for", ()):
        return 0
    return int(played.get("discount", 0)) + int(played.get("discount_per_token", 0)) * own_tokens


def investment_cell(facility: Facility, cell: int) -> Goods:
    """What is printed at this cell (from 1 as listed): cost, gains, new level. Raises LookupError without one."""
    return _numbered(DATA["investment_cells"][facility], "cell", cell)


def invest_cost(facility: Facility, cell: int, card: str = "", own_tokens: int = 0) -> int:
    """Money to pay for this Investment cell; a discount never goes below 0."""
    return max(0, investment_cell(facility, cell)["cost"] - discount(card, "capital_investment", own_tokens))


def improve_cost(printed: int, card: str = "", own_tokens: int = 0) -> int:
    """Money to pay for a rocket part's next level with *printed* between the cells; never below 0."""
    return max(0, printed - discount(card, "improve_rocket", own_tokens))


def rocket_level(part: Part, level: int) -> Mapping[str, Any]:
    """What a rocket part does at this level. Raises LookupError for a level that there is not."""
    return _numbered(DATA["rocket"][part], "level", level)


def rocket_gain(part: Part, start: int, end: int) -> Goods:
    """All that improving a part from level *start* up to level *end* gains on the way."""
    gained: Counter[str] = Counter()
    for level in range(start + 1, end + 1):
        gained.update(rocket_level(part, level).get("on_reach", {}))
    return dict(gained)


def facility_effect(facility: Facility, level: int) -> Mapping[str, Any]:
    """What a facility takes ("pay") and gives ("get") at this level. Raises LookupError for none."""
    return _numbered(DATA["facilities"][facility], "level", level)


def _numbered(rows: Iterable[Mapping[str, Any]], key: str, number: int) -> Mapping[str, Any]:
    found = next((row for row in rows if row[key] == number), None)
    if found is None:
        raise LookupError(f"no {key} {number}")
    return found


def home_cells(players: int, taken: Mapping[Seat, HomeCell]) -> tuple[HomeCell, ...]:
    """The Home cells that whoever returns now may choose: the last of all has no choice but the Start Player cell."""
    if len(taken) == players - 1:
        return ("last_returner",)
    return tuple(cell for cell in HOME_CELLS if cell not in taken.values())


def home_income(cell: HomeCell) -> Goods:
    """What this Home cell gives; the last returner gets the Start Player card instead of goods."""
    return dict(DATA["homes"].get(cell, {}))


def conference_steps(players: int) -> int:
    """Steps on the Conference card that the rulebook shows; other cards may say another number."""
    return int(DATA["conference"]["steps"][str(players)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The Time track: steps left to Overtime."""

    steps_to_overtime: int

    @property
    def overtime(self) -> bool:
        """The marker stands on Overtime."""
        return self.steps_to_overtime == 0


def advance(clock: Clock, event: TimeEvent, card_steps: int = 0) -> Clock:
    """The Time track after *event*; it stops at Overtime, where nothing moves it any more."""
    steps = {
        "conference": card_steps,
        "enter_time_elapse": DATA["time"]["time_elapse_cell"],
        "turn_reaches_home_player": DATA["time"]["turn_of_a_home_player"],
    }
    return Clock(steps_to_overtime=max(0, clock.steps_to_overtime - steps[event]))


def area_tokens(by_facility: Mapping[Facility, int]) -> dict[Area, int]:
    """Own tokens by area; the areas are compared, not the facilities."""
    return {
        area: sum(by_facility.get(facility, 0) for facility in DATA["areas"][area])
        for area in ("manager", "ordinary_employee")
    }


def income(tokens: Mapping[Area, int]) -> Goods:
    """What own tokens on Investment cells bring in at the end of a round."""
    gained: Counter[str] = Counter()
    for area, n in tokens.items():
        gained.update({goods: each * n for goods, each in DATA["income"][area].items()})
    return dict(gained)
