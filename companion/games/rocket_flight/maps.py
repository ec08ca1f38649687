"""The printed maps: which cells there are, what they are called, and what is in the rocket's way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from companion.core.data import data

from .geometry import SIXTHS, Cell, about_sun, distance

DATA = data(__file__)
Symbol = Literal["m", "V", "E", "M", "J", "S", "U", "N", "P"]
MapKey = Literal["easy", "normal", "hard"]
SYMBOLS: Final[tuple[Symbol, ...]] = tuple(DATA["route"]["outwards"])
ROUTE: Final[tuple[Symbol, ...]] = tuple(DATA["route"]["order"])
SUN: Final[Cell] = (0, 0)
FIRST_ROW = "A"
_NAME = re.compile(r"([A-Z])(\d\d)")
_PLANET = re.compile(r"([A-Za-z])([1-6])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What the rocket meets: *route* has the cell of each planet by how many were visited before it.

    *radius* None is a map without a rim, for trying things out.
    """

    radius: int | None
    suns: frozenset[Cell]
    unchosen: frozenset[Cell]
    planets: frozenset[Cell]
    route: Mapping[int, Cell]

    def on_map(self, cell: Cell) -> bool:
        """Whether *cell* exists."""
        return self.radius is None or distance(cell) <= self.radius


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A printed map: the six numbered cells of each planet, in order."""

    key: MapKey
    name: str
    radius: int
    numbered: Mapping[Symbol, tuple[Cell, ...]]

    def cells(self) -> Iterator[Cell]:
        """All cells, row by row from the north, each row from the west."""
        for r in range(-self.radius, self.radius + 1):
            for q in range(self._west(r), self._west(r) + 2 * self.radius + 1 - abs(r)):
                yield q, r

    def _west(self, r: int) -> int:
        return max(-self.radius, -self.radius - r)

    def cell_name(self, cell: Cell) -> str:
        """Row letter from the north and place in the row, always two digits: H07. Empty off the map."""
        q, r = cell
        if distance(cell) > self.radius:
            return ""
        return f"{chr(ord(FIRST_ROW) + r + self.radius)}{q - self._west(r) + 1:02d}"

    def cell_at(self, name: str) -> Cell | None:
        """The cell called *name*: H07, or m4 for a planet's numbered cell (one digit); None if there is none."""
        if planet := _PLANET.fullmatch(name):
            symbol = symbol_of(planet[1])
            return self.numbered[symbol][int(planet[2]) - 1] if symbol else None
        if not (found := _NAME.fullmatch(name.upper())):
            return None
        r = ord(found[1]) - ord(FIRST_ROW) - self.radius
        cell = self._west(r) + int(found[2]) - 1, r
        return cell if int(found[2]) and distance(cell) <= self.radius else None

    def field(self, planets: Mapping[Symbol, int]) -> Field:
        """The map with these numbers drawn: all other numbered cells are closed for the whole flight."""
        chosen = {symbol: self.numbered[symbol][planets[symbol] - 1] for symbol in SYMBOLS}
        every = {cell for cells in self.numbered.values() for cell in cells}
        return Field(
            radius=self.radius,
            suns=frozenset({SUN}),
            unchosen=frozenset(every - set(chosen.values())),
            planets=frozenset(chosen.values()),
            route={n: chosen[symbol] for n, symbol in enumerate(ROUTE)},
        )


def symbol_of(text: str) -> Symbol | None:
    """The planet with this letter; Mercury is the small m, Mars the capital, otherwise either case will do.

    >>> symbol_of("m"), symbol_of("M"), symbol_of("v"), symbol_of("x")
    ('m', 'M', 'V', None)
    """
    found = text if text in SYMBOLS else text.upper()
    return found if found in SYMBOLS else None


@cache
def board(key: MapKey) -> Board:
    """The printed map *key*, worked out from cell 1 of each planet."""
    table = DATA["maps"][key]
    numbered = {
        symbol: tuple(about_sun((first[0], first[1]), n) for n in range(SIXTHS))
        for symbol, first in table["first"].items()
    }
    return Board(key=key, name=table["name"], radius=table["radius"], numbered=numbered)


def open_field(
    *, suns: frozenset[Cell], unchosen: frozenset[Cell], others: frozenset[Cell], target: Cell | None, visited: int
) -> Field:
    """A map without a rim that holds only these cells; *target* is the planet that is due after *visited* others."""
    due = frozenset({target}) if target else frozenset()
    return Field(
        radius=None,
        suns=suns,
        unchosen=unchosen,
        planets=others | due,
        route={visited: target} if target else {},
    )
