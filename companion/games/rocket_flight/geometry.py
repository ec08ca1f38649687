"""Hexagonal cells, the six headings, and the pieces of line between neighbouring cells.

A cell is ``(q, r)``: q grows to the east, r to the south-east. Cells are pointy-top, so the rocket flies through the
sides, along rows of cell centres.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from annotated_types import Ge, Le

FAR = 99  # no map is larger
Axis = Annotated[int, Ge(-FAR), Le(FAR)]
Cell = tuple[Axis, Axis]
Piece = tuple[Cell, Cell]  # two neighbours, the smaller first: a piece of line has no direction
Heading = Literal["NE", "E", "SE", "SW", "W", "NW"]

HEADINGS: Final[tuple[Heading, ...]] = ("NE", "E", "SE", "SW", "W", "NW")  # clockwise from north
STEPS: Final[dict[Heading, Cell]] = dict(
    zip(HEADINGS, ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)), strict=True)
)
SIXTHS = len(HEADINGS)


def ahead(cell: Cell, heading: Heading, steps: int = 1) -> Cell:
    """The cell *steps* further on."""
    dq, dr = STEPS[heading]
    return cell[0] + dq * steps, cell[1] + dr * steps


def piece(one: Cell, other: Cell) -> Piece:
    """The piece of line between two neighbours, the same in either direction."""
    return (one, other) if one < other else (other, one)


def turned(heading: Heading, sixths: int) -> Heading:
    """*heading* turned clockwise.

    >>> turned("NE", 1), turned("NE", -1), turned("E", 3)
    ('E', 'NW', 'W')
    """
    return HEADINGS[(HEADINGS.index(heading) + sixths) % SIXTHS]


def change(old: Heading, new: Heading) -> int:
    """By how many sixths of a circle the course changes, to whichever side: 0 (straight on) to 3 (back)."""
    right = (HEADINGS.index(new) - HEADINGS.index(old)) % SIXTHS
    return min(right, SIXTHS - right)


def distance(one: Cell, other: Cell = (0, 0)) -> int:
    """Steps between two cells.

    >>> distance((5, -3)), distance((2, 2))
    (5, 4)
    """
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def about_sun(cell: Cell, sixths: int) -> Cell:
    """*cell* turned clockwise about the Sun in (0, 0).

    >>> [about_sun((2, -1), n) for n in range(3)]
    [(2, -1), (1, 1), (-1, 2)]
    """
    for _ in range(sixths):
        cell = -cell[1], cell[0] + cell[1]
    return cell


def straight(start: Cell, end: Cell) -> Heading | None:
    """The heading that leads from *start* to *end*; None if they are the same or not in one row."""
    steps = distance(end, start)
    return next((h for h in HEADINGS if steps and ahead(start, h, steps) == end), None)


def pieces(start: Cell, end: Cell) -> Iterator[Piece]:
    """The pieces of the straight line from *start* to *end*; none if the two are not in one row."""
    if heading := straight(start, end):
        for n in range(distance(end, start)):
            yield piece(ahead(start, heading, n), ahead(start, heading, n + 1))
