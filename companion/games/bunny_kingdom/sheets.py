"""What is printed for Bunny Kingdom alone: the map to draw on, and the map of a play to keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from companion.core.game import Sheet, once
from companion.core.score import Result, Seat
from companion.core.sheets import Paper, PlayOptions, SeatedOptions
from companion.core.text import Msg, msg

from .atlas import CELL, lava_bars, piece_of
from .fiefs import fiefs
from .land import COLUMNS, LAVA, NEIGHBOURS, PRODUCES, ROWS, TERRAIN, TERRITORIES, Territory, position
from .scoring import score
from .state import Board, Realm
from .track import ROUNDS, SEATS
from .words import RESOURCES, TERRAIN_WORDS

Point = tuple[int, int]
SHORES: Final = (0, 9, 18)  # how far inside the coast the water lines run, in hundredths of a territory
INSET: Final = 6  # how far inside its edge a fief is outlined


# ---------------------------------------------------------------- the land


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A territory on the drawing; *variant* is which of two cuts of its terrain is drawn."""

    at: Territory
    terrain: str
    x: int
    y: int
    variant: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Land:
    """The map without anybody on it, as SVG paths in hundredths of a territory."""

    spots: tuple[Spot, ...]
    coasts: tuple[str, ...]
    lava: tuple[str, ...]
    letters: tuple[str, ...]
    columns: int
    side: int


@cache
def land() -> Land:
    """The New World as it is printed."""
    sea = [t for t in TERRITORIES if TERRAIN[t] == "sea"]
    return Land(
        spots=tuple(map(_spot, TERRITORIES)),
        coasts=tuple("".join(border(group, inset) for group in groups(sea)) for inset in SHORES),
        lava=lava_bars(),
        letters=ROWS,
        columns=COLUMNS,
        side=CELL * COLUMNS,
    )


def _spot(territory: Territory) -> Spot:
    row, column = position(territory)
    variant = (row + column + row * column) % 2
    return Spot(at=territory, terrain=TERRAIN[territory], x=column * CELL, y=row * CELL, variant=variant)


def groups(territories: Iterable[Territory]) -> Iterator[tuple[Territory, ...]]:
    """The connected parts of *territories*, Sky Towers left aside."""
    left = set(territories)
    while left:
        todo, group = [min(left, key=TERRITORIES.index)], list[Territory]()
        left -= set(todo)
        while todo:
            group.append(here := todo.pop())
            near = left.intersection(NEIGHBOURS[here])
            left -= near
            todo += near
        yield tuple(group)


def border(territories: Iterable[Territory], inset: int) -> str:
    """The closed border of a group of territories as an SVG path, *inset* inside; lava between two of them is border.

    Walked with the land on the right hand; at a crossing the way turns right, so that the loops stay simple.
    """
    ways: dict[Point, list[Point]] = {}
    for start, end in _sides(frozenset(territories)):
        ways.setdefault(start, []).append(end)
    found = ""
    while ways:
        found += _closed(_walk(ways), inset)
    return found


def _sides(group: frozenset[Territory]) -> Iterator[tuple[Point, Point]]:
    for territory in sorted(group):
        row, column = position(territory)
        x, y = column * CELL, row * CELL
        corners = ((x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL))
        for n, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            inside = 0 <= row + down < len(ROWS) and 0 <= column + right < COLUMNS
            other = TERRITORIES[(row + down) * COLUMNS + column + right] if inside else None
            if other not in group or frozenset((territory, other)) in LAVA:
                yield corners[n], corners[(n + 1) % 4]


def _walk(ways: dict[Point, list[Point]]) -> list[Point]:
    """One loop out of *ways*, which loses it."""
    here = start = next(iter(ways))
    before: Point | None = None
    loop: list[Point] = []
    while not loop or here != start:
        loop.append(here)
        choices = ways[here]
        if before is not None:
            choices.sort(key=lambda there, b=before, h=here: _turn(b, h, there), reverse=True)  # type: ignore[misc]
        before, here = here, choices.pop(0)
        if not choices:
            del ways[before]
    return loop


def _turn(before: Point, here: Point, there: Point) -> int:
    """Above 0 for a turn to the right on paper, where y runs down."""
    return (here[0] - before[0]) * (there[1] - here[1]) - (here[1] - before[1]) * (there[0] - here[0])


def _closed(loop: list[Point], inset: int) -> str:
    """The loop moved inwards; corners only."""
    found = []
    for n, (x, y) in enumerate(loop):
        before, after = loop[n - 1], loop[(n + 1) % len(loop)]
        came = ((x - before[0]) // CELL, (y - before[1]) // CELL)
        goes = ((after[0] - x) // CELL, (after[1] - y) // CELL)
        if came != goes:
            found.append((x + inset * (-came[1] - goes[1]), y + inset * (came[0] + goes[0])))
    return "M" + "L".join(f"{x} {y}" for x, y in found) + "Z"


# ---------------------------------------------------------------- the map to draw on


@dataclass(frozen=True, slots=True, kw_only=True)
class MapView:
    """The map, what its land gives, and a line for everybody."""

    paper: Paper
    land: Land
    gives: tuple[tuple[str, Msg, Msg | None], ...]  # terrain, its name, its resource
    names: tuple[str, ...]
    rounds: tuple[int, ...]


def map_view(options: SeatedOptions, realm: Realm | None) -> MapView:
    """The map without anybody on it, and a place for the harvests of as many as *options* says."""
    names = options.seated(SEATS[-1])
    gives = ((terrain, word, PRODUCES.get(terrain)) for terrain, word in TERRAIN_WORDS.items())
    return MapView(
        paper=options.paper,
        land=land(),
        gives=tuple((terrain, word, RESOURCES[kind] if kind else None) for terrain, word, kind in gives),
        names=names + ("",) * (SEATS[0] - len(names)),
        rounds=tuple(range(1, ROUNDS + 1)),
    )


# ---------------------------------------------------------------- the map to keep


@dataclass(frozen=True, slots=True, kw_only=True)
class Estate:
    """A fief on the drawing: its border, its territories' corners, where its owner's token stands, what it pays."""

    seat: Seat
    name: str
    border: str
    squares: tuple[Point, ...]
    token: Point
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A piece on the map."""

    piece: str
    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reign:
    """Somebody's row below the map; None where nothing is known."""

    seat: Seat
    name: str
    territories: int | None
    fiefs: int | None
    harvests: tuple[int | None, ...]
    parchments: int | None
    total: int
    is_first: bool

    @property
    def figures(self) -> tuple[int | None, ...]:
        """All figures of the row but the total."""
        return (self.territories, self.fiefs, *self.harvests, self.parchments)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepsakeView:
    """The New World as it was divided."""

    paper: Paper
    land: Land
    estates: tuple[Estate, ...]
    pieces: tuple[Standing, ...]
    reigns: tuple[Reign, ...]
    rounds: tuple[int, ...]
    verdict: Msg
    line: Msg


def keepsake_view(options: PlayOptions, realm: Realm | None) -> KeepsakeView:
    """The map of a play at its end, or as it stands; of the parchments what the asking device may see."""
    realm = realm or Realm(kingdoms={})
    result = score(realm)
    boards = {seat: kingdom.board or Board() for seat, kingdom in realm.kingdoms.items()}
    return KeepsakeView(
        paper=options.paper,
        land=land(),
        estates=tuple(one for seat, board in boards.items() for one in _estates(seat, realm.names[seat], board)),
        pieces=tuple(_pieces(boards.values())),
        reigns=tuple(_reign(seat, realm, result) for seat in realm.kingdoms),
        rounds=tuple(range(1, ROUNDS + 1)),
        verdict=verdict(realm, result),
        line=msg("The New World of %(names)s", names=tuple(realm.names.values())),
    )


def _estates(seat: Seat, name: str, board: Board) -> Iterator[Estate]:
    for fief in fiefs(board):
        spots = [_spot(t) for t in fief.territories]
        free = [_spot(t) for t in fief.territories if not piece_of(t, board.buildings.get(t))]
        first = (free or spots)[0]
        yield Estate(
            seat=seat,
            name=name,
            border="".join(border(group, INSET) for group in groups(fief.territories)),
            squares=tuple((spot.x, spot.y) for spot in spots),
            token=(first.x, first.y),
            points=fief.points,
        )


def _pieces(boards: Iterable[Board]) -> Iterator[Standing]:
    """Everything that stands on the map; printed cities stand on land that is nobody's too."""
    built = {territory: building for board in boards for territory, building in board.standing.items()}
    for territory in TERRITORIES:
        if piece := piece_of(territory, built.get(territory)):
            spot = _spot(territory)
            yield Standing(piece=piece, x=spot.x, y=spot.y)


def _reign(seat: Seat, realm: Realm, result: Result) -> Reign:
    board = realm.kingdoms[seat].board
    mine = [line for line in result.lines if line.seat == seat]
    harvests = {line.round: line.points for line in mine if line.round is not None}
    others = [line.points for line in mine if line.round is None]
    return Reign(
        seat=seat,
        name=realm.names[seat],
        territories=len(board.controlled) if board else realm.kingdoms[seat].territories,
        fiefs=len(fiefs(board)) if board else None,
        harvests=tuple(harvests.get(n) for n in range(1, ROUNDS + 1)),
        parchments=sum(others) if others else None,
        total=result.total(seat),
        is_first=result.places.get(seat) == 1 and bool(mine),
    )


def verdict(realm: Realm, result: Result) -> Msg:
    """Who reigns. Before the last harvest, and while somebody's parchments lie face down, who leads."""
    first = tuple(realm.names[seat] for seat, place in result.places.items() if place == 1)
    if not result.lines or not first:
        return msg("The land is still free")
    shown = {bool(kingdom.parchments) for kingdom in realm.kingdoms.values()}
    harvested = {(line.seat, line.round) for line in result.lines if line.round is not None}
    is_over = len(harvested) == len(realm.kingdoms) * ROUNDS and shown == {True}
    if not is_over and len(first) == len(realm.kingdoms) > 1:
        return msg("Nobody leads yet")
    if not is_over or result.undecided:
        if len(first) > 1:
            return msg("%(names)s lead, as far as is known", names=first)
        return msg("%(name)s leads, as far as is known", name=first[0])
    if len(first) > 1:
        return msg("%(names)s share the crown of Big Ears", names=first)
    return msg("%(name)s wears the crown of Big Ears", name=first[0])


SHEETS: Final[tuple[Sheet[Realm], ...]] = (
    Sheet(
        key="checklist",
        title=msg("Setup checklist"),
        about=msg("From the open box to the first move, with the printed cities on a small map."),
        options=SeatedOptions,
        fill=lambda options, realm: land(),
    ),
    Sheet(
        key="map",
        title=msg("Map to draw on"),
        about=msg("All hundred territories for a pencil, and boxes for the harvests."),
        options=SeatedOptions,
        tonight=once,
        fill=map_view,
    ),
    Sheet(
        key="keepsake",
        title=msg("The map to keep"),
        about=msg("Who held what at the end, with every harvest and the winner."),
        options=PlayOptions,
        fill=keepsake_view,
    ),
)
