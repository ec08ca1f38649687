"""The rules of flying once more, slowly and by other means: points in the plane, angles, midpoints of pieces.

Shares no code with the engine. It says whether a play is legal, and every reason why not.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable
from dataclasses import dataclass, field
from math import degrees, pi, sqrt
from typing import TypeVar

from companion.core.errors import Refused

T = TypeVar("T")

BEARING = {"NE": 30, "E": 90, "SE": 150, "SW": 210, "W": 270, "NW": 330}  # clockwise from north
BY_CARD = {1: "NE", 2: "E", 3: "SE", 4: "SW", 5: "W", 6: "NW"}
CORNER = {  # degrees between the line that came in and the line that goes out
    "drawn_angle": {3: {60}, 4: {60}, 5: {120}, 6: {60, 120}},
    "course_change": {3: {120}, 4: {120}, 5: {60}, 6: {60, 120}},
}


def tried(make: Callable[[], T]) -> T | Refused:
    """What *make* gives, or how it is refused."""
    try:
        return make()
    except Refused as refused:
        return refused


def point(cell: tuple[int, int]) -> complex:
    """Centre of a cell; north is up."""
    q, r = cell
    return complex(q + r / 2, -r * sqrt(3) / 2)


def near(z: complex) -> tuple[int, int]:
    """*z* on a fine grid, so that points can be compared."""
    return round(z.real * 100), round(z.imag * 100)


def step(heading: str) -> complex:
    return cmath.rect(1, pi / 2 - BEARING[heading] * pi / 180)


@dataclass
class World:
    rim: float | None = None  # distance of the rim's straight sides from the Sun, in cells
    suns: set[tuple[int, int]] = field(default_factory=set)
    closed: set[tuple[int, int]] = field(default_factory=set)
    planets: set[tuple[int, int]] = field(default_factory=set)
    due: tuple[int, int] | None = None
    drawn: set[tuple[int, int]] = field(default_factory=set)  # midpoints of drawn pieces

    def outside(self, z: complex) -> bool:
        """Beyond one of the six sides of the hexagon."""
        sides = (cmath.rect(1, pi / 6 + n * pi / 3) for n in range(6))
        return self.rim is not None and any((z * s.conjugate()).real > self.rim * sqrt(3) / 2 + 0.01 for s in sides)

    def wrong_on(self, start: complex, heading: str, cells: int) -> set[str]:
        """Everything that speaks against flying so far."""
        found = set()
        for n in range(1, cells + 1):
            z = start + n * step(heading)
            if self.outside(z):
                found.add("off_map")
            if near(z) in self.suns:
                found.add("sun")
            if near(z) in self.closed:
                found.add("unchosen_cell")
            if near(z) in self.planets and near(z) != self.due:
                found.add("planet_not_due")
            if near(z) == self.due and n < cells:
                found.add("overflies_target")
            if near(z - step(heading) / 2) in self.drawn:
                found.add("retrace")
        return found


def wrong(
    world: World,
    z: complex,
    heading: str | None,
    owes: bool,
    landed: bool,
    play: tuple[int, str, str | None],
    reading: str,
) -> set[str]:
    """Every reason against *play*; none: it is legal."""
    card, use, to = play
    if landed and use != "takeoff":
        return {"takeoff_required"}
    if use == "move":
        return {"wrong_turn"} if to not in (None, heading) else world.wrong_on(z, str(heading), card)
    if owes:
        return {"move_owed"}
    if use == "takeoff":
        to, found = BY_CARD[card], ({"wrong_turn"} if to not in (None, BY_CARD[card]) else set())
        found |= set() if landed else {"not_on_planet"}
    else:
        corner = round(degrees(abs(cmath.phase(-step(str(heading)) / step(str(to))))))
        found = set() if card in CORNER[reading] else {"not_a_turn_card"}
        found |= set() if corner in CORNER[reading].get(card, ()) else {"wrong_turn"}
    return found | ({"blocked_ahead"} if world.wrong_on(z, str(to), 1) - {"overflies_target"} else set())
