"""The map to look at and to tap: every territory with its owner, the fiefs outlined, and what one more would bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from companion.core.score import Seat
from companion.core.text import Msg, msg

from .fiefs import Fief, city_on, fiefs
from .happenings import NewWorld
from .land import LAVA, ROWS, TERRAIN, TERRITORIES, Territory, position
from .placing import building_said, place
from .scoring import fief_said
from .state import BOX, STRONGEST, Board, Building
from .track import passes_to
from .words import BASICS, RESOURCES, TERRAIN_WORDS

CELL: Final = 100
PAIRS: Final = ("a", "b", "c")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A territory on the map: *piece* is what stands there, as a drawing's name; *is_chosen*: in the fief shown."""

    at: Territory
    row: int
    column: int
    terrain: str
    owner: Seat | None
    piece: str
    is_chosen: bool
    label: Msg


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A fief's border as an SVG path."""

    seat: Seat
    path: str
    points: int
    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something to build on the chosen territory: the fields of its event, and what speaks against it."""

    key: str
    label: Msg
    fields: tuple[tuple[str, str], ...]
    gain: int
    against: Msg | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The territory tapped: whose it is, its fief, what stands on it, and what could."""

    at: Territory
    terrain: Msg
    owner: Seat | None
    name: str
    fief: Fief | None
    why: Msg | None
    standing: Msg | None
    settle_gain: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A seat in the harvest table: fiefs that pay, this harvest, all so far, and where the rabbits stand."""

    seat: Seat
    name: str
    fiefs: tuple[tuple[str, int, Msg], ...]
    now: int | None
    before: int
    has_map: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Atlas:
    """What the map's panels show."""

    cells: tuple[Cell, ...]
    outlines: tuple[Outline, ...]
    chosen: Chosen | None
    rows: tuple[Row, ...]
    passes: tuple[tuple[str, str], ...]
    letters: tuple[str, ...]
    posts: tuple[tuple[Territory, str], ...]
    kinds: tuple[tuple[str, Msg], ...]
    washes: tuple[tuple[str, str], ...]
    lava: tuple[str, ...]


def atlas(world: NewWorld, seat: Seat, names: Mapping[Seat, str], asked: Mapping[str, str]) -> Atlas:
    """The map for *seat*; ``at`` in *asked* is the territory tapped."""
    at = asked.get("at", "").upper()
    chosen = at if at in TERRAIN else None
    groups = {one: fiefs(world.board(one)) for one in world.seats}
    shown = next((f for fs in groups.values() for f in fs if chosen in f.territories), None) if chosen else None
    return Atlas(
        cells=tuple(_cell(t, world, names, shown) for t in TERRITORIES),
        outlines=tuple(_outlined(one, fief) for one, fs in groups.items() for fief in fs),
        chosen=_chosen(chosen, seat, world, names, shown) if chosen else None,
        rows=tuple(_row(one, world, names) for one in world.seats),
        passes=_passes(world, names),
        letters=ROWS,
        posts=tuple((t, b.post) for t, b in world.board(seat).buildings.items() if b.post is not None),
        kinds=tuple((kind, RESOURCES[kind]) for kind in BASICS),
        washes=washes(),
        lava=lava_bars(),
    )


def _passes(world: NewWorld, names: Mapping[Seat, str]) -> tuple[tuple[str, str], ...]:
    if len(world.seats) < 2:
        return ()
    return tuple((names[one], names[passes_to(world.seats, one, world.round)]) for one in world.seats)


def _cell(territory: Territory, world: NewWorld, names: Mapping[Seat, str], shown: Fief | None) -> Cell:
    row, column = position(territory)
    owner = world.owner(territory)
    building = world.board(owner).buildings.get(territory) if owner is not None else None
    return Cell(
        at=territory,
        row=row,
        column=column,
        terrain=TERRAIN[territory],
        owner=owner,
        piece=piece_of(territory, building),
        is_chosen=shown is not None and territory in shown.territories,
        label=_label(territory, building, names.get(owner, "") if owner is not None else ""),
    )


def piece_of(territory: Territory, building: Building | None) -> str:
    """The drawing of what stands on a territory; "" where nothing does."""
    if building is None:
        return "city1" if city_on(territory, None) else ""
    if building.city is not None:
        return f"city{building.city}"
    if building.camp is not None:
        return "camp"
    return "skytower" if building.sky is not None else building.farm or building.post or ""


def _label(territory: Territory, building: Building | None, name: str) -> Msg:
    terrain = TERRAIN_WORDS[TERRAIN[territory]]
    if building is not None:
        what = building_said(building)
        return msg("%(at)s, %(terrain)s, %(name)s: %(what)s", at=territory, terrain=terrain, name=name, what=what)
    if name:
        return msg("%(at)s, %(terrain)s, %(name)s", at=territory, terrain=terrain, name=name)
    return msg("%(at)s, %(terrain)s, free", at=territory, terrain=terrain)


def _outlined(seat: Seat, fief: Fief) -> Outline:
    row, column = position(fief.territories[0])
    return Outline(seat=seat, path=outline(fief.territories), points=fief.points, x=column * CELL, y=row * CELL)


def outline(territories: Iterable[Territory], inset: int = 7) -> str:
    """The border of a group of territories, drawn just inside it: one line for each side that leads out of it."""
    group = set(territories)
    found = []
    for territory in sorted(group):
        row, column = position(territory)
        x, y, far = column * CELL + inset, row * CELL + inset, CELL - 2 * inset
        sides = {
            (-1, 0): f"M{x} {y}h{far}",
            (1, 0): f"M{x} {y + far}h{far}",
            (0, -1): f"M{x} {y}v{far}",
            (0, 1): f"M{x + far} {y}v{far}",
        }
        for (down, right), path in sides.items():
            other = _at(row + down, column + right)
            if other not in group or frozenset((territory, other)) in LAVA:
                found.append(path)
    return "".join(found)


def _at(row: int, column: int) -> Territory | None:
    inside = 0 <= row < len(ROWS) and 0 <= column < len(TERRITORIES) // len(ROWS)
    return TERRITORIES[row * (len(TERRITORIES) // len(ROWS)) + column] if inside else None


@cache
def lava_bars() -> tuple[str, ...]:
    """Each lava edge as a thick bar, an SVG path."""
    bars = []
    for edge in LAVA:
        (r1, c1), (r2, c2) = sorted(map(position, edge))
        if r1 == r2:
            bars.append(f"M{c2 * CELL - 9} {r1 * CELL + 4}h18v{CELL - 8}h-18Z")
        else:
            bars.append(f"M{c1 * CELL + 4} {r2 * CELL - 9}h{CELL - 8}v18h-{CELL - 8}Z")
    return tuple(sorted(bars))


@cache
def washes() -> tuple[tuple[str, str], ...]:
    """The land by terrain, one SVG path for each."""
    found: dict[str, str] = {}
    for territory in TERRITORIES:
        row, column = position(territory)
        square = f"M{column * CELL} {row * CELL}h{CELL}v{CELL}h-{CELL}Z"
        found[TERRAIN[territory]] = found.get(TERRAIN[territory], "") + square
    return tuple(found.items())


def harvest(board: Board) -> int:
    """What a board harvests."""
    return sum(fief.points for fief in fiefs(board))


def _chosen(at: Territory, seat: Seat, world: NewWorld, names: Mapping[Seat, str], fief: Fief | None) -> Chosen:
    owner, board = world.owner(at), world.board(seat)
    building = world.board(owner).buildings.get(at) if owner is not None else None
    with_it = replace(board, owned=(*board.owned, at)) if owner is None else board
    return Chosen(
        at=at,
        terrain=TERRAIN_WORDS[TERRAIN[at]],
        owner=owner,
        name=names.get(owner, "") if owner is not None else "",
        fief=fief,
        why=fief_said(fief) if fief else None,
        standing=building_said(building) if building else None,
        settle_gain=harvest(with_it) - harvest(board),
        choices=tuple(_choices(at, seat, world)) if owner in (None, seat) else (),
    )


def _choices(at: Territory, seat: Seat, world: NewWorld) -> Iterable[Choice]:
    board = world.board(seat)
    others = frozenset(t for one in world.seats if one != seat for t in world.board(one).controlled)
    bare = replace(board, buildings={t: b for t, b in board.buildings.items() if t != at})
    for building in possible(bare):
        verdict = place(bare, others, building, (at,)) if building.sky is None else None
        if building.camp is None and world.owner(at) is None:
            continue
        if building.camp is not None and (verdict and verdict.reason):
            continue
        after = harvest(replace(bare, buildings={**bare.buildings, at: building}))
        yield Choice(
            key=f"{building.kind}-{getattr(building, building.kind)}",
            label=building_said(building),
            fields=((building.kind, str(getattr(building, building.kind))),),
            gain=after - harvest(bare),
            against=verdict.why if verdict and verdict.reason else None,
        )


def possible(board: Board) -> Iterable[Building]:
    """Everything there is to build, cities first."""
    yield from (Building(city=n) for n in range(1, STRONGEST + 1))
    yield from (Building(farm=kind) for kind in RESOURCES)
    yield from (Building(post=kind) for kind in BASICS)
    yield from (Building(sky=pair) for pair in PAIRS[: int(BOX["sky_towers"])])
    yield from (Building(camp=n) for n in range(1, int(BOX["camps"]) + 1))


def total(world: NewWorld, seat: Seat) -> int:
    """Harvests booked so far."""
    return sum(booked.points for (_, one), booked in world.booked.items() if one == seat)


def fief_reasons(board: Board) -> tuple[tuple[str, int, Msg], ...]:
    """Each fief of a board: its first territory, its points, and why; the best first."""
    found = ((fief.territories[0], fief.points, fief_said(fief)) for fief in fiefs(board))
    return tuple(sorted(found, key=lambda row: -row[1]))


def _row(seat: Seat, world: NewWorld, names: Mapping[Seat, str]) -> Row:
    typed = world.typed.get((world.round, seat))
    now = harvest(world.board(seat)) if world.has_map(seat) and typed is None else None
    return Row(
        seat=seat,
        name=names[seat],
        fiefs=fief_reasons(world.board(seat)) if now is not None else (),
        now=now,
        before=total(world, seat),
        has_map=world.has_map(seat),
    )


def best_next(world: NewWorld, seat: Seat) -> tuple[tuple[Territory, int], ...]:
    """After the game: the free territories that would have brought *seat* most, best first."""
    board = world.board(seat)
    now = harvest(board)
    free = (t for t in TERRITORIES if world.owner(t) is None)
    gains = ((t, harvest(replace(board, owned=(*board.owned, t))) - now) for t in free)
    return tuple(sorted(((t, n) for t, n in gains if n > 0), key=lambda pair: -pair[1])[:MOST_HINTS])


MOST_HINTS: Final = 3
SIDE: Final = len(ROWS) * CELL
