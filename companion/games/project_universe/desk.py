"""What the panels show: people, the clock, tokens, boards, the turn that is on, the ending."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.core.score import Seat
from companion.core.text import NOTHING, Msg, msg

from . import overtime, steps
from .happenings import ENDING, Standing
from .moves import highest
from .offers import (
    NO_CARD,
    Group,
    PartForm,
    WaitingOrder,
    areas_open,
    brief_groups,
    can_pay,
    full_groups,
    launch_warnings,
    part_forms,
    waiting_orders,
)
from .planning import Hint, hints
from .printed import does_said, gives_said, part_does
from .steps import Facility
from .universe import AREA_KEYS, CARDS, DATA, ENDS, Turn, Universe
from .walk import StepShown, ending_shown
from .words import (
    AREAS,
    CARD_TYPES,
    CAUSES,
    END_CARDS,
    FACILITIES,
    GOODS,
    HOMES,
    LETTERED,
    PARTS,
    PILES,
    STANDINGS,
    STOPS,
    WHEREABOUTS,
    Area,
    Destination,
)

SIDES: Final = tuple((stop, word) for stop, word in STOPS.items() if stop.startswith("branch") or stop == "wormhole")
STOCK: Final = ("workforce", "money", "beans", "water", "beans_in", "water_in", "vp")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnShown:
    """The turn that is on. *brief* is for goods that stay on the real boards, *full* for boards that are kept."""

    seat: Seat
    name: str
    number: int
    where: Msg
    kept: bool
    fee: int
    can_pay: bool
    stage: str
    brief: tuple[Group, ...]
    full: tuple[Group, ...]
    fields: Mapping[str, str | int]
    warnings: tuple[Msg, ...] = ()
    parts: tuple[PartForm, ...] = ()
    takes_order: bool = False
    held: tuple[tuple[str, Msg, bool], ...] = ()
    waiting: tuple[WaitingOrder, ...] = ()
    builds: bool = False
    stop: Msg = NOTHING
    can_end: bool = False
    nth: int = 1
    board: BoardShown | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person on the list: where they are, tokens by area, what is kept of them; *corner* in the first round only."""

    seat: Seat
    name: str
    at: str
    where: Msg
    acts: bool
    starts: bool
    corner: int | None
    manager: int
    employee: int
    kept: bool
    stock: tuple[tuple[Msg, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCell:
    """An Investment cell: what it costs and gives, and whose token lies there."""

    cell: int
    owner: Seat
    name: str
    cost: int
    gives: Msg
    is_next: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A facility: its level, what it does now, its Investment cells."""

    facility: str
    area: Msg
    label: Msg
    level: int
    does: Msg
    cells: tuple[TokenCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockShown:
    """The Time track: *left* None where the table watches it."""

    length: int
    moved: int
    left: int | None
    overtime: bool
    ticks: tuple[tuple[Msg, int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderShown:
    """An Order on the board."""

    n: int
    destination: Destination
    label: Msg
    standing: Standing
    how: Msg
    loss: str
    vp: str
    beans: int
    water: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardShown:
    """Everything in front of one seat."""

    seat: Seat
    name: str
    kept: bool
    money: int
    piles: tuple[tuple[str, Msg, int], ...]
    parts: tuple[tuple[str, Msg, int, Msg, bool], ...]
    cards: tuple[tuple[str, Msg, int], ...]
    loads: tuple[tuple[str, Msg, int, int], ...]
    capacity: int
    inside: int
    owned: int
    orders: tuple[OrderShown, ...]
    can_load: bool
    hints: tuple[Hint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """All of it."""

    people: tuple[Person, ...]
    clock: ClockShown
    columns: tuple[Column, ...]
    board: BoardShown
    turn: TurnShown | None = None
    ending: tuple[StepShown, ...] = ()
    destinations: tuple[tuple[str, Msg], ...] = tuple((str(one), name) for one, name in LETTERED.items())
    standings: tuple[tuple[str, Msg], ...] = tuple(STANDINGS.items())
    wheres: tuple[tuple[str, Msg], ...] = tuple(WHEREABOUTS.items())
    sides: tuple[tuple[str, Msg], ...] = SIDES
    end_cards: tuple[tuple[str, Msg], ...] = tuple((str(one), name) for one, name in END_CARDS.items())
    card_taken: tuple[tuple[str, Msg], ...] = (*((str(one), name) for one, name in CARD_TYPES.items()), ("", NO_CARD))
    everybody_home: bool = False
    fresh: bool = False
    starts: str = ""
    names: Mapping[Seat, str] = field(default_factory=dict)


def desk(world: Universe, seat: Seat, names: Mapping[Seat, str], asked: Mapping[str, str]) -> Desk:
    """What the panels of the moment show, with the board of *seat*."""
    return Desk(
        people=tuple(person(world, one, names) for one in world.clockwise()),
        clock=clock_shown(world, names),
        columns=tuple(column(world, facility, names) for area in AREA_KEYS for facility in DATA["areas"][area]),
        board=board_shown(world, seat, names.get(seat, "")),
        turn=turn_shown(world, names) if world.turn and not world.all_home else None,
        ending=tuple(ending_shown(world, names)) if world.phase == ENDING else (),
        everybody_home=world.all_home,
        fresh=world.round == 1,
        starts=names.get(world.start, ""),
        names=names,
    )


def where_said(world: Universe, seat: Seat) -> Msg:
    """Where somebody is: at which place in space, or Home with what the cell gave."""
    at = world.at(seat)
    cell, stop = world.homes.get(seat, ""), world.stops.get(seat, "cell")
    if cell:
        return msg("Home: %(what)s", what=HOMES[cell])
    return WHEREABOUTS[at] if stop == "cell" else msg("In Space: %(where)s", where=STOPS[stop])


def person(world: Universe, seat: Seat, names: Mapping[Seat, str]) -> Person:
    """A line of the list."""
    tokens, board = world.area_tokens(seat), world.board(seat)
    return Person(
        seat=seat,
        name=names.get(seat, ""),
        at=world.at(seat),
        where=where_said(world, seat),
        acts=bool(world.turn and world.turn.seat == seat and not world.all_home),
        starts=world.start == seat,
        corner=world.corners.get(seat) if world.round == 1 else None,
        manager=tokens["manager"],
        employee=tokens["ordinary_employee"],
        kept=seat in world.boards,
        stock=tuple((GOODS[pile], board.has(pile)) for pile in ("workforce", "money", "vp")),
    )


def clock_shown(world: Universe, names: Mapping[Seat, str]) -> ClockShown:
    """The track of this round, and why the marker moved."""
    return ClockShown(
        length=world.lengths.get(world.round, 0),
        moved=world.moved,
        left=world.left,
        overtime=world.overtime,
        ticks=tuple(
            (CAUSES[tick.cause], tick.steps, names.get(tick.seat, ""))
            for tick in world.ticks
            if tick.round == world.round
        ),
    )


def column(world: Universe, facility: Facility, names: Mapping[Seat, str]) -> Column:
    """A facility with its cells."""
    area: Area = next(one for one in AREA_KEYS if facility in DATA["areas"][one])
    level = world.level(facility)
    return Column(
        facility=facility,
        area=AREAS[area],
        label=FACILITIES[facility],
        level=level,
        does=does_said(steps.facility_effect(facility, level)),
        cells=tuple(token_cell(world, facility, n, names) for n in range(1, world.cells(facility) + 1)),
    )


def token_cell(world: Universe, facility: Facility, n: int, names: Mapping[Seat, str]) -> TokenCell:
    """One cell."""
    printed = steps.investment_cell(facility, n)
    owner = world.owner(facility, n) or 0
    return TokenCell(
        cell=n,
        owner=owner,
        name=names.get(owner, ""),
        cost=printed["cost"],
        gives=gives_said(printed),
        is_next=world.next_cell(facility) == n,
    )


def turn_shown(world: Universe, names: Mapping[Seat, str]) -> TurnShown:
    """What can be done in the turn that is on."""
    turn = world.turn or Turn(seat=world.start, number=1)
    seat, board, kept = turn.seat, world.board(turn.seat), turn.seat in world.boards
    fee = overtime.PENALTY[world.round - 1] if turn.is_overtime else 0
    fields: dict[str, str | int] = {"seat": seat, "round": world.round, "turn": turn.number}
    at = world.at(seat)
    stage = "choose" if not turn.action else turn.action
    return TurnShown(
        seat=seat,
        name=names.get(seat, ""),
        number=turn.number,
        where=where_said(world, seat),
        kept=kept,
        fee=fee,
        can_pay=can_pay(world, turn),
        stage="home" if at == "home" else stage,
        brief=tuple(brief_groups(world, turn, {**fields, "loose": int(kept)})),
        full=tuple(full_groups(world, turn, fields)) if kept else (),
        fields=fields,
        warnings=launch_warnings(world, seat) if kept and at == "on_earth" and not turn.action else (),
        parts=part_forms(world, turn) if kept and "manager" in areas_open(turn) else (),
        takes_order=kept and "ordinary_employee" in areas_open(turn),
        held=tuple((str(one), name, board.waiting(one) is not None) for one, name in LETTERED.items()),
        waiting=waiting_orders(turn, board) if kept and "order" not in turn.used else (),
        builds=kept and turn.stop == "site",
        stop=STOPS.get(turn.stop, NOTHING),
        can_end=kept and bool(turn.action) and turn.stop != "wormhole",
        nth=turn.nth + 1,
        board=board_shown(world, seat, names.get(seat, "")) if kept else None,
    )


def board_shown(world: Universe, seat: Seat, name: str) -> BoardShown:
    """Everything in front of *seat*."""
    kept = seat in world.boards
    board = world.board(seat)
    level = {part: board.has(part) or 1 for part in PARTS}
    return BoardShown(
        seat=seat,
        name=name,
        kept=kept,
        money=steps.setup_money(world.clockwise()).get(seat, 0),
        piles=tuple((pile, PILES[pile], board.has(pile)) for pile in STOCK),
        parts=tuple(
            (part, word, level[part], part_does(part, level[part]), level[part] == highest(part))
            for part, word in PARTS.items()
        ),
        cards=tuple((pile, PILES[pile], board.has(pile)) for pile in (*CARDS, *ENDS)),
        loads=tuple((good, PILES[good], board.has(good), board.has(f"{good}_in")) for good in ("beans", "water")),
        capacity=int(steps.rocket_level("transport_container", level["transport_container"])["capacity"]),
        inside=board.in_container,
        owned=board.cards,
        orders=tuple(
            OrderShown(
                n=n,
                destination=one.destination,
                label=LETTERED[one.destination],
                standing=one.standing,
                how=STANDINGS[one.standing],
                loss="" if one.loss is None else str(one.loss),
                vp="" if one.vp is None else str(one.vp),
                beans=one.beans,
                water=one.water,
            )
            for n, one in enumerate(board.orders, 1)
        ),
        can_load=kept and world.at(seat) == "on_earth",
        hints=hints(world, seat) if kept else (),
    )
