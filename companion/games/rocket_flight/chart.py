"""The map as lines: the same paths for paper and for the phone, in whatever unit a cell is measured.

Cells are pointy-top; *cell* is their width from flat side to flat side. The Sun is at (0, 0), y runs down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import Final

from .geometry import HEADINGS, Cell, Heading, ahead
from .maps import ROUTE, SYMBOLS, Board, MapKey, Symbol, board

ROW: Final = sqrt(3) / 2  # from one row of centres to the next, in cells
CORNER: Final = 1 / sqrt(3)  # from the centre of a cell to its corners, in cells
FIFTH: Final = 5  # every fifth cell of a row has a ring in place of its dot, on paper, to count by
OPEN: Final = 0.62  # of a side: its middle, where the line crosses it, left open on a half page
POINT: Final = 0.01  # how long a point is that a round pen makes
Point = tuple[float, float]


def centre(cell: Cell, size: float) -> Point:
    """The middle of *cell*."""
    q, r = cell
    return size * (q + r / 2), size * ROW * r


def num(value: float) -> str:
    """A length with at most two decimals, as short as can be.

    >>> num(2.50), num(-0.001), num(3)
    ('2.5', '0', '3')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"


def at(point: Point) -> str:
    """A point in a path."""
    return f"{num(point[0])} {num(point[1])}"


def angle(heading: Heading) -> float:
    """The way of *heading* in degrees clockwise from east, as SVG turns things."""
    return -60 + 60 * HEADINGS.index(heading)


def towards(heading: Heading, length: float, start: Point = (0, 0)) -> Point:
    """The point *length* away in that direction."""
    turn = angle(heading) * pi / 180
    return start[0] + length * cos(turn), start[1] + length * sin(turn)


def hexagon(middle: Point, size: float) -> str:
    """A closed cell of width *size*."""
    corners = [
        (middle[0] + size * CORNER * sin(n * pi / 3), middle[1] - size * CORNER * cos(n * pi / 3)) for n in range(6)
    ]
    return f"M{'L'.join(map(at, corners))}Z"


def dot(point: Point) -> str:
    """A point that a round pen makes."""
    return f"M{at(point)}h{POINT}"


def ring(point: Point, radius: float) -> str:
    """A circle as a path."""
    x, y = point
    half = f"a{num(radius)} {num(radius)} 0 1 0"
    return f"M{num(x - radius)} {num(y)}{half} {num(2 * radius)} 0{half}{num(-2 * radius)} 0"


def polyline(points: Iterable[Point]) -> str:
    """A line through *points*."""
    return f"M{'L'.join(map(at, points))}"


# ---------------------------------------------------------------- the map


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """A planet's numbered cell."""

    symbol: Symbol
    number: int
    cell: Cell
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RowEnd:
    """A row's letter, which stands at both ends, and the number of its last cell."""

    letter: str
    last: str
    west: float
    east: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A printed map as paths; *grid* in dashes of *sides* is every side of every cell once.

    *open_sides* leave the middle of each side, where the line crosses it, to the pencil. *dots* in dashes of *points*
    are the centres of all cells, *fifths* in dashes of *fifth_points* every fifth of a row; what stands there covers
    them.
    """

    key: MapKey
    size: float
    radius: int
    grid: str
    rim: str
    sides: str
    open_sides: str
    dots: str
    points: str
    fifths: str
    fifth_points: str
    numbered: tuple[Numbered, ...]
    borders: str
    underlines: str  # of the small m, so that nobody takes Mercury for Mars
    orbits: tuple[float, ...]
    rows: tuple[RowEnd, ...]
    places: tuple[tuple[str, float], ...]  # the cells of the first and the last row by number, and their x
    width: float
    height: float

    @property
    def board(self) -> Board:
        """The map."""
        return board(self.key)


@cache
def chart(key: MapKey, size: float) -> Chart:
    """The map *key* with cells *size* wide."""
    printed = board(key)
    numbered = tuple(
        Numbered(symbol=symbol, number=n, cell=cell, x=point[0], y=point[1])
        for symbol in SYMBOLS
        for n, cell in enumerate(printed.numbered[symbol], 1)
        for point in [centre(cell, size)]
    )
    rows = range(-printed.radius, printed.radius + 1)
    return Chart(
        key=key,
        size=size,
        radius=printed.radius,
        grid=_grid(printed.radius, size),
        sides=_dashes(size * CORNER, (1, 2)),
        open_sides=_dashes(size * CORNER, ((1 - OPEN) / 2, OPEN, (1 - OPEN) / 2, 2)),
        rim=_rim(printed.radius, size),
        dots="".join(_row_line(printed.radius, r, size, 1) for r in rows),
        points=_points(size),
        fifths="".join(_row_line(printed.radius, r, size, FIFTH) for r in rows),
        fifth_points=_points(size * FIFTH),
        numbered=numbered,
        borders="".join(hexagon((one.x, one.y), size) for one in numbered),
        underlines="".join(
            f"M{num(one.x - size * 0.2)} {num(one.y + size * 0.19)}h{num(size * 0.24)}"
            for one in numbered
            if one.symbol == ROUTE[0]
        ),
        orbits=tuple(size * sqrt(q * q + q * r + r * r) for q, r in (printed.numbered[s][0] for s in SYMBOLS)),
        rows=tuple(_row_end(printed, r, size) for r in rows),
        places=tuple((f"{n + 1:02}", size * (n - printed.radius / 2)) for n in range(printed.radius + 1)),
        width=size * (2 * printed.radius + 1),
        height=size * (2 * printed.radius * ROW + 2 * CORNER),
    )


def _dashes(side: float, parts: tuple[float, ...]) -> str:
    return " ".join(f"{side * part:.3f}" for part in parts)


def _points(apart: float) -> str:
    return f"{POINT} {apart - POINT:.3f}"


def _row_line(radius: int, r: int, size: float, step: int) -> str:
    """A line through the centres of a row, from the *step*-th cell in the west."""
    first = (_west(radius, r) + step - 1, r)
    many = 2 * radius + 1 - abs(r)
    return f"M{at(centre(first, size))}h{num(size * (many - step) + POINT)}"


def _grid(radius: int, size: float) -> str:
    """Upright lines along every column of sides, and the same ones turned twice by a sixth of a circle.

    Drawn in dashes as long as a side, two sides apart, they are every side of every cell.
    """
    found = []
    for column in range(-2 * radius - 1, 2 * radius + 2):
        most = min(radius, 2 * radius + 1 - abs(column))
        rows = most - (most + column + 1) % 2
        x, y = size * column / 2, size * (ROW * rows + CORNER / 2)
        for turned in (0, pi / 3, -pi / 3):
            found.append(polyline(_turned(point, turned) for point in ((x, -y), (x, y))))
    return "".join(found)


def _turned(point: Point, angle: float) -> Point:
    x, y = point
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def _rim(radius: int, size: float) -> str:
    """The outline of the whole map, one closed line."""
    half, lean = size / 2, size * CORNER / 2
    top: list[Point] = []
    for r in range(-radius, radius + 1):
        x, y = centre((_west(radius, r), r), size)
        left = x - half
        many = 2 * radius + 1 - abs(r)
        if r == -radius:
            top += [(left + n * half, y - lean * (1 + n % 2)) for n in range(2 * many + 1)]
    right, left_side = [], []
    for r in range(-radius, radius + 1):
        x, y = centre((_west(radius, r), r), size)
        many = 2 * radius + 1 - abs(r)
        left, east = x - half, x - half + many * size
        right += [(east, y - lean), (east, y + lean)]
        left_side += [(left, y - lean), (left, y + lean)]
    x, y = centre((_west(radius, radius), radius), size)
    many = radius + 1
    bottom = [(x - half + n * half, y + lean * (1 + n % 2)) for n in range(2 * many + 1)]
    return polyline([*top, *right, *reversed(bottom), *reversed(left_side)]) + "Z"


def _west(radius: int, r: int) -> int:
    return max(-radius, -radius - r)


def _row_end(printed: Board, r: int, size: float) -> RowEnd:
    first = (_west(printed.radius, r), r)
    many = 2 * printed.radius + 1 - abs(r)
    west, y = centre(first, size)
    last = printed.cell_name((first[0] + many - 1, r))
    return RowEnd(letter=last[0], last=last[1:], west=west - size / 2, east=west + (many - 0.5) * size, y=y)


NAME: Final = (0.33, 0.23)  # of a cell: half of what its name takes, which the hatching spares


def hatching(middle: Point, size: float, lines: int = 4) -> str:
    """Rising lines across a cell but for its name: a closed cell reads as a wall in black and white."""
    apothem = 0.44
    return "".join(
        f"M{at(_from(middle, size, start))}L{at(_from(middle, size, end))}"
        for n in range(lines)
        for start, end in _spared(*_across(apothem * 2 * ((n + 0.5) / lines - 0.5), apothem))
    )


def _from(middle: Point, size: float, point: Point) -> Point:
    return middle[0] + size * point[0], middle[1] + size * point[1]


def _across(off: float, apothem: float) -> tuple[Point, Point]:
    """A line that rises by 45 degrees through a hexagon around (0, 0), *off* from its middle."""
    dx, dy = cos(-pi / 4), sin(-pi / 4)
    px, py = -dy * off, dx * off
    low, high = -1e9, 1e9
    for n in range(6):
        a = n * pi / 3
        nx, ny = cos(a), sin(a)
        speed, room = nx * dx + ny * dy, apothem - (nx * px + ny * py)
        if abs(speed) > 1e-9:
            t = room / speed
            high, low = (min(high, t), low) if speed > 0 else (high, max(low, t))
    return (px + dx * low, py + dy * low), (px + dx * high, py + dy * high)


def _spared(start: Point, end: Point) -> Iterator[tuple[Point, Point]]:
    """What is left of a rising line outside the room for the name."""
    c = start[0] + start[1]  # y = c - x on such a line
    into, out_of = max(-NAME[0], c - NAME[1]), min(NAME[0], c + NAME[1])
    if into >= out_of:
        yield start, end
        return
    if start[0] < into:
        yield start, (into, c - into)
    if out_of < end[0]:
        yield (out_of, c - out_of), end


def sun_rays(size: float, rays: int = 16) -> tuple[str, str, str]:
    """The Sun in its cell: tongues of flame, straight rays between them, and an engraver's shade on its disc."""
    inner, outer, short = size * 0.27, size * 0.48, size * 0.4
    flames, lines = "", ""
    for n in range(rays):
        a = 2 * pi * n / rays
        if n % 2:
            start, end = _polar(a, inner * 1.15), _polar(a, short)
            lines += f"M{at(start)}L{at(end)}"
        else:
            spread = pi / rays * 0.9
            one, tip, two = _polar(a - spread, inner * 1.08), _polar(a, outer), _polar(a + spread, inner * 1.08)
            flames += f"M{at(one)}L{at(tip)}L{at(two)}"
    disc, shade = size * 0.27, ""
    for n in range(2, 7):
        y = disc * (n / 7 * 2 - 1)
        edge = sqrt(disc * disc - y * y)
        shade += f"M{num(edge * (0.78 - 0.4 * y / disc))} {num(y)}H{num(edge)}"
    return flames, lines, shade


def _polar(a: float, length: float) -> Point:
    return length * sin(a), -length * cos(a)


def arrow(heading: Heading, start: Point, length: float, head: float) -> tuple[str, str]:
    """A shaft and a filled head."""
    tip = towards(heading, length, start)
    neck = towards(heading, length - head, start)
    side = angle(heading) * pi / 180 + pi / 2
    spread = head * 0.42
    one = neck[0] + spread * cos(side), neck[1] + spread * sin(side)
    two = neck[0] - spread * cos(side), neck[1] - spread * sin(side)
    return f"M{at(start)}L{at(neck)}", f"M{at(tip)}L{at(one)}L{at(two)}Z"


# ---------------------------------------------------------------- the rocket's line


def flown(stops: Sequence[Cell], size: float, gap: float = 0.13) -> str:
    """The line as one draws it: straight from stop to stop, with a small break after each card."""
    found = []
    for start, end in pairwise(stops):
        a, b = centre(start, size), centre(end, size)
        length = sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
        cut = size * gap / length
        one = a[0] + (b[0] - a[0]) * cut, a[1] + (b[1] - a[1]) * cut
        two = b[0] - (b[0] - a[0]) * cut, b[1] - (b[1] - a[1]) * cut
        found.append(f"M{at(one)}L{at(two)}")
    return "".join(found)


def row_of(cell: Cell, heading: Heading, steps: int) -> tuple[Cell, ...]:
    """The cells that a move enters."""
    return tuple(ahead(cell, heading, n) for n in range(1, steps + 1))
