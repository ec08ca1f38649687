"""The map to look at and to tap: every territory with its owner, the fiefs outlined, and what one more would bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from companion.core.numbers import number
from companion.core.score import Seat
from companion.core.text import Doubt, Msg, msg

from .doubts import board_doubts, box_doubts, lonely_token
from .fiefs import Fief, city_on, fiefs
from .happenings import HARVEST, OVER, NewWorld
from .holdings import Table
from .land import COLUMNS, LAVA, PRINTED_CITIES, ROWS, TERRAIN, TERRITORIES, Territory, position
from .parchments import MISSIONS
from .placing import SAME_FIEF, building_said, same_fief, slot
from .scoring import fief_said, seat_lines
from .state import BOX, STRONGEST, Board, Building, Kingdom, Realm
from .track import SEATS, draft, marks, passes_to
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
class Gain:
    """What a change would bring: at a harvest, and from the missions that are seen (None: none are)."""

    harvest: int
    missions: int | None

    @property
    def total(self) -> int:
        """Both together."""
        return self.harvest + (self.missions or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something to build on the chosen territory: the field of its event, and what speaks against it."""

    label: Msg
    field: str
    value: str
    piece: str
    gain: Gain
    against: Msg | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tower:
    """A Sky Tower from the fief of the chosen territory to another one, named by its first territory."""

    to: Territory
    gain: Gain


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The territory tapped: whose it is, its fief, what stands on it, and what could."""

    at: Territory
    terrain: Msg
    owner: Seat | None
    has_left: bool
    name: Msg | str
    fief: Fief | None
    why: Msg | None
    standing: Msg | None
    is_camp: bool
    settle: Gain | None
    towers: tuple[Tower, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A seat in the harvest table: fiefs that pay, this harvest (as *typed*, or None: from the map), all so far.

    *mapped* is what the map says, where it is entered; *stands* are the hundreds and the space of the rabbits.
    """

    seat: Seat
    name: str
    fiefs: tuple[tuple[str, int, Msg], ...]
    typed: str | None
    mapped: int | None
    now: int | None
    total: int
    stands: tuple[int, int]
    leads: bool

    @property
    def is_odd(self) -> bool:
        """Typed otherwise than the map says."""
        return self.typed is not None and self.mapped is not None and self.mapped != self.now


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn of the exploration: its number, cards in each hand, and whether it is over, on, or to come."""

    number: int
    hand: int
    state: str  # "done", "now" or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """After the game: the free territories that would have brought a seat most."""

    seat: Seat
    name: str
    best: tuple[tuple[Territory, Gain], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Atlas:
    """What the map's panels show."""

    cells: tuple[Cell, ...]
    outlines: tuple[Outline, ...]
    chosen: Chosen | None
    rows: tuple[Row, ...]
    passes: tuple[tuple[str, str], ...]
    turns: tuple[Turn, ...]
    missed: tuple[Missed, ...]
    cities: tuple[Territory, ...]
    letters: tuple[str, ...]
    columns: range
    posts: tuple[tuple[Territory, str], ...]
    kinds: tuple[tuple[str, Msg], ...]
    washes: tuple[tuple[str, str], ...]
    lava: tuple[str, ...]


def atlas(world: NewWorld, seat: Seat, names: Mapping[Seat, str], asked: Mapping[str, str]) -> Atlas:
    """The map for *seat*; *asked* names the territory tapped: as ``at``, or picked by ``row`` and ``column``."""
    at = (asked.get("at") or asked.get("row", "") + asked.get("column", "")).strip().upper()
    chosen = at if at in TERRAIN else None
    is_over = world.phase == OVER
    groups = {one: fiefs(world.board(one)) for one in world.on_map}
    shown = next((f for fs in groups.values() for f in fs if chosen in f.territories), None) if chosen else None
    return Atlas(
        cells=tuple(_cell(t, world, names, shown) for t in TERRITORIES),
        outlines=tuple(_outlined(one, fief) for one, fs in groups.items() for fief in fs),
        chosen=_chosen(chosen, seat, world, names, shown) if chosen else None,
        rows=_rows(world, names),
        passes=_passes(world, names),
        turns=_turns(world),
        missed=tuple(_missed(one, world, names) for one in world.seats if world.has_map(one)) if is_over else (),
        cities=tuple(t for t in TERRITORIES if t in PRINTED_CITIES),
        letters=ROWS,
        columns=range(1, COLUMNS + 1),
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
    owner = world.holder(territory)
    building = world.board(owner).buildings.get(territory) if owner is not None else None
    return Cell(
        at=territory,
        row=row,
        column=column,
        terrain=TERRAIN[territory],
        owner=owner,
        piece=piece_of(territory, building),
        is_chosen=shown is not None and territory in shown.territories,
        label=_label(territory, building, _named(owner, world, names)),
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


def _named(owner: Seat | None, world: NewWorld, names: Mapping[Seat, str]) -> Msg | str:
    """What the owner of some land is called, and that they have left; "" for nobody."""
    name = names.get(owner, "") if owner is not None else ""
    return msg("%(name)s, who left", name=name) if name and owner not in world.seats else name


def _label(territory: Territory, building: Building | None, name: Msg | str) -> Msg:
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
    inside = 0 <= row < len(ROWS) and 0 <= column < COLUMNS
    return TERRITORIES[row * COLUMNS + column] if inside else None


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


def missions(world: NewWorld, seat: Seat, board: Board) -> int | None:
    """What the missions of *seat* would pay with this *board*, copies not counted; None where none are seen."""
    held = world.parchments[seat].keys
    if not any(key in MISSIONS for key in held):
        return None
    kingdoms = {
        one: Kingdom(
            board=board if one == seat else world.board(one) if world.has_map(one) else None,
            parchments=held if one == seat else (),
            camp_cards=world.camps_played(one),
        )
        for one in world.seats
    }
    table = Table(Realm(kingdoms=kingdoms, options=world.options))
    lines = seat_lines(table.holdings[seat], table)
    return sum(line.points for line in lines if line.key == "missions")


def gain(world: NewWorld, seat: Seat, board: Board) -> Gain:
    """What *board* would bring *seat* beyond what it has."""
    now, before, after = world.board(seat), missions(world, seat, world.board(seat)), missions(world, seat, board)
    more = None if before is None or after is None else after - before
    return Gain(harvest=harvest(board) - harvest(now), missions=more)


def settling(world: NewWorld, seat: Seat, at: Territory) -> Gain:
    """What a rabbit on free land would bring."""
    board = world.board(seat)
    return gain(world, seat, replace(board, owned=(*board.owned, at)))


def _chosen(at: Territory, seat: Seat, world: NewWorld, names: Mapping[Seat, str], fief: Fief | None) -> Chosen:
    owner, holder = world.owner(at), world.holder(at)
    building = world.board(holder).buildings.get(at) if holder is not None else None
    return Chosen(
        at=at,
        terrain=TERRAIN_WORDS[TERRAIN[at]],
        owner=holder,
        has_left=owner != holder,
        name=_named(holder, world, names),
        fief=fief,
        why=fief_said(fief) if fief else None,
        standing=building_said(building) if building else None,
        is_camp=building is not None and building.camp is not None,
        settle=settling(world, seat, at) if owner is None else None,
        towers=tuple(_towers(at, seat, world, fief)) if fief and owner == seat else (),
        choices=tuple(_choices(at, seat, world)) if holder in (None, seat) else (),
    )


def _towers(at: Territory, seat: Seat, world: NewWorld, fief: Fief) -> list[Tower]:
    """A Sky Tower from this fief to every other one of the seat where both have room, the best first."""
    board = world.board(seat)
    here = _room(board, fief, first=at)
    found = []
    for other in fiefs(board):
        there = _room(board, other)
        if here and there and other.territories != fief.territories:
            pair = {end: Building(sky=PLANNED) for end in (here, there)}
            joined = replace(board, buildings={**board.buildings, **pair})
            found.append(Tower(to=other.territories[0], gain=gain(world, seat, joined)))
    return sorted(found, key=lambda tower: -tower.gain.total)


def _room(board: Board, fief: Fief, first: Territory = "") -> Territory | None:
    """A territory of the fief that can still take a building, *first* if it can."""
    free = [t for t in fief.territories if slot(board, t) is None]
    return first if first in free else next(iter(free), None)


def _choices(at: Territory, seat: Seat, world: NewWorld) -> Iterable[Choice]:
    """What to build there. A camp only where no rabbit is, everything else only where theirs is."""
    standing, is_free = world.board(seat).buildings.get(at), world.owner(at) is None
    for building in possible(_pairs(world, seat)):
        if building != standing and (building.camp is not None) == is_free:
            after = _with(world, seat, at, building)
            yield Choice(
                label=building_said(building),
                field=building.kind,
                value=str(getattr(building, building.kind)),
                piece=piece_of(at, building),
                gain=gain(world, seat, after.board(seat)),
                against=_against(at, seat, world, after, building),
            )


def _with(world: NewWorld, seat: Seat, at: Territory, building: Building) -> NewWorld:
    board = world.board(seat)
    return replace(world, boards={**world.boards, seat: replace(board, buildings={**board.buildings, at: building})})


def _against(at: Territory, seat: Seat, world: NewWorld, after: NewWorld, building: Building) -> Msg | None:
    """What speaks against a building: its slot is taken, the land is wrong, the box holds no more."""
    board, before = world.board(seat), set(doubts(world))
    if taken := slot(board, at):
        return taken.why
    ends = tuple(t for t, one in after.board(seat).buildings.items() if building.sky and one.sky == building.sky)
    if len(ends) > 1 and same_fief(board, ends):
        return SAME_FIEF
    alone = {lonely_token(building.sky)} if building.sky else set()
    return next((doubt for doubt in doubts(after) if doubt not in before | alone), None)


def doubts(world: NewWorld) -> tuple[Doubt, ...]:
    """What looks odd on the map right now."""
    boards = [world.board(seat) for seat in world.seats]
    return (*(doubt for board in boards for doubt in board_doubts(board)), *box_doubts(boards))


def _pairs(world: NewWorld, seat: Seat) -> tuple[str, ...]:
    """The pairs of Sky Towers to build of: those that wait for their second token, and the first one unused."""
    used = [one.sky for other in world.seats for one in world.board(other).buildings.values() if one.sky]
    mine = [one.sky for one in world.board(seat).buildings.values() if one.sky]
    waiting = tuple(pair for pair in dict.fromkeys(mine) if used.count(pair) == 1)
    return (*waiting, *[pair for pair in PAIRS[: int(BOX["sky_towers"])] if pair not in used][:1])


def possible(pairs: Iterable[str]) -> Iterable[Building]:
    """Everything there is to build, cities first; Sky Towers of these pairs."""
    yield from (Building(city=n) for n in range(1, STRONGEST + 1))
    yield from (Building(farm=kind) for kind in RESOURCES)
    yield from (Building(post=kind) for kind in BASICS)
    yield from (Building(sky=pair) for pair in pairs)
    yield from (Building(camp=n) for n in range(1, int(BOX["camps"]) + 1))


def total(world: NewWorld, seat: Seat) -> int:
    """Harvests booked so far."""
    return sum(booked.points for (_, one), booked in world.booked.items() if one == seat)


def fief_reasons(board: Board) -> tuple[tuple[str, int, Msg], ...]:
    """Each fief of a board: its first territory, its points, and why; the best first."""
    found = ((fief.territories[0], fief.points, fief_said(fief)) for fief in fiefs(board))
    return tuple(sorted(found, key=lambda row: -row[1]))


def _rows(world: NewWorld, names: Mapping[Seat, str]) -> tuple[Row, ...]:
    """Everybody in the harvest table; whoever has most wears the crown of Big Ears for now."""
    rows = [_row(seat, world, names) for seat in world.seats]
    best = max(row.total for row in rows)
    return tuple(replace(row, leads=row.total == best > 0) for row in rows)


def _row(seat: Seat, world: NewWorld, names: Mapping[Seat, str]) -> Row:
    is_on = world.phase == HARVEST
    typed = world.typed.get((world.round, seat)) if is_on else None
    mapped = harvest(world.board(seat)) if is_on and world.has_map(seat) else None
    now = number(typed) if typed is not None else mapped
    so_far = total(world, seat) + (now or 0)
    return Row(
        seat=seat,
        name=names[seat],
        fiefs=fief_reasons(world.board(seat)) if mapped is not None else (),
        typed=typed,
        mapped=mapped,
        now=now,
        total=so_far,
        stands=marks(so_far),
        leads=False,
    )


def _turns(world: NewWorld) -> tuple[Turn, ...]:
    """The turns of an exploration, with the hand that everybody holds in each."""
    hand = draft(max(len(world.seats), SEATS[0]))
    return tuple(
        Turn(number=n, hand=hand.held(n), state="done" if n < world.turn else "now" if n == world.turn else "")
        for n in range(1, hand.turns + 1)
    )


def best_next(world: NewWorld, seat: Seat) -> tuple[tuple[Territory, Gain], ...]:
    """After the game: the free territories that would have brought *seat* most, best first."""
    free = (t for t in TERRITORIES if world.holder(t) is None)
    gains = [(t, settling(world, seat, t)) for t in free]
    best = sorted((pair for pair in gains if pair[1].total > 0), key=lambda pair: -pair[1].total)
    return tuple(best[:MOST_HINTS])


def _missed(seat: Seat, world: NewWorld, names: Mapping[Seat, str]) -> Missed:
    return Missed(seat=seat, name=names[seat], best=best_next(world, seat))


MOST_HINTS: Final = 3
PLANNED: Final = "planned"
