"""The New World: a hundred territories, what each gives, and who is whose neighbour."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final, Literal

from companion.core.data import data

Territory = str  # a row letter from the top and a column number from the left: C7
Terrain = Literal["forest", "sea", "field", "plains", "mountain", "city"]
Basic = Literal["wood", "fish", "carrot"]
Resource = Literal[
    "wood", "fish", "carrot", "pearl", "mushroom", "spice", "diamond", "copper", "gold", "iron"
]  # the order in which they are named

_MAP: Final = data(__file__)["map"]
ROWS: Final = tuple(key for key in _MAP if len(key) == 1)
TERRAIN: Final[Mapping[Territory, Terrain]] = {
    f"{row}{column}": terrain for row in ROWS for column, terrain in enumerate(_MAP[row].split(), 1)
}
TERRITORIES: Final[tuple[Territory, ...]] = tuple(TERRAIN)  # in reading order
PLACE: Final[Mapping[Territory, int]] = {territory: n for n, territory in enumerate(TERRITORIES)}
COLUMNS: Final = len(TERRITORIES) // len(ROWS)
LAVA: Final = frozenset(frozenset(edge) for edge in _MAP["lava"])
PRODUCES: Final[Mapping[str, Basic]] = {
    terrain: kind for terrain, kind in data(__file__)["produces"].items() if terrain != "source"
}


def position(territory: Territory) -> tuple[int, int]:
    """Row and column, both from 0."""
    return divmod(PLACE[territory], COLUMNS)


def _border(territory: Territory) -> int:
    """On how many sides the territory lies at the edge of the map."""
    row, column = position(territory)
    return (row in (0, len(ROWS) - 1)) + (column in (0, COLUMNS - 1))


BORDER: Final = frozenset(t for t in TERRITORIES if _border(t))
CORNERS: Final = frozenset(t for t in TERRITORIES if _border(t) > 1)
PRINTED_CITIES: Final = frozenset(t for t in TERRITORIES if TERRAIN[t] == "city")
MOUNTAINS: Final = frozenset(t for t in TERRITORIES if TERRAIN[t] == "mountain")


def _near(territory: Territory) -> tuple[Territory, ...]:
    row, column = position(territory)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    found = (TERRITORIES[r * COLUMNS + c] for r, c in around if 0 <= r < len(ROWS) and 0 <= c < COLUMNS)
    return tuple(other for other in found if frozenset((territory, other)) not in LAVA)


NEIGHBOURS: Final[Mapping[Territory, tuple[Territory, ...]]] = {t: _near(t) for t in TERRITORIES}


def rectangle(one: Territory, other: Territory) -> tuple[Territory, ...]:
    """All territories between two, corners included, in reading order.

    >>> rectangle("A3", "B2")
    ('A2', 'A3', 'B2', 'B3')
    """
    (r1, c1), (r2, c2) = position(one), position(other)
    rows, columns = range(min(r1, r2), max(r1, r2) + 1), range(min(c1, c2), max(c1, c2) + 1)
    return tuple(TERRITORIES[r * COLUMNS + c] for r, c in product(rows, columns))
