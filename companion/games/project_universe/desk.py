"""What the panels show: whose turn it is and what can be done in it, the clock, the tokens, the boards, the ending."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.core.score import Seat
from companion.core.text import NOTHING, Msg, msg, msgs, verbatim

from . import overtime, steps
from .ending import Contest, contest, incomes, next_start, steps_of
from .happenings import ENDING, Standing
from .ledger import CUBES, lacking, lacking_said
from .moves import OPENS, highest, is_way_back, launch_cost, move_cost, serves
from .planning import Hint, hints
from .rockets import part_does
from .steps import Facility, Goods
from .telling import STEP_WORDS
from .universe import AREA_KEYS, CARDS, DATA, ENDS, FACILITY_KEYS, Board, Turn, Universe
from .words import (
    AREAS,
    CARD_TYPES,
    CAUSES,
    DESTINATIONS,
    EFFECTS,
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
    goods_said,
)

CONFERENCE_STEPS: Final = range(1, max(DATA["conference"]["steps"].values()) + 2)
SIMPLE_EFFECTS: Final = tuple(
    key
    for key, card in DATA["action_cards"].items()
    if key != "source" and "any" not in card and card.get("times", 1) == 1
)
STOCK: Final = ("workforce", "money", "beans", "water", "beans_in", "water_in", "vp")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A button: what it sends, what it says, small print, and what is missing to pay it."""

    value: str
    label: Msg
    more: Msg = NOTHING
    missing: Msg | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Buttons of one form: *fields* go along with each, *name* is what the button says; *hires* asks of the card."""

    key: str
    title: Msg
    rule: str
    fields: Mapping[str, str | int]
    name: str
    choices: tuple[Choice, ...]
    hires: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PartForm:
    """A rocket part to improve: its printed cost is typed."""

    part: str
    label: Msg
    level: int
    gives: Msg
    hint: Msg


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingOrder:
    """An Order that can be achieved here."""

    destination: Destination
    label: Msg
    vp: str
    asks: Msg


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
    """A person on the list: where they are, tokens by area, and what is kept of them."""

    seat: Seat
    name: str
    at: str
    where: Msg
    acts: bool
    starts: bool
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
class TieShown:
    """Equal seats in an area: who goes first, and what happens if somebody else is tapped."""

    names: tuple[str, ...]
    why: Msg
    choices: tuple[tuple[Seat, str, bool, tuple[Seat, ...]], ...]
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StepShown:
    """A step of the Ending Phase: done, due or to come; what it says; figures by person."""

    key: str
    label: Msg
    rule: str
    state: str
    lines: tuple[Msg, ...]
    rows: tuple[tuple[Seat, str, Msg, Msg], ...]
    ties: tuple[tuple[Area, TieShown], ...] = ()
    is_open: bool = False


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
    stops: tuple[tuple[str, Msg], ...] = tuple(STOPS.items())
    end_cards: tuple[tuple[str, Msg], ...] = tuple((str(one), name) for one, name in END_CARDS.items())
    card_types: tuple[tuple[str, Msg], ...] = tuple((str(one), name) for one, name in CARD_TYPES.items())
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


# ---------------------------------------------------------------- people, clock, tokens


def where_said(world: Universe, seat: Seat) -> Msg:
    """Where somebody is, and what their Home cell gave."""
    at = world.at(seat)
    cell = world.homes.get(seat, "")
    return msg("Home: %(what)s", what=HOMES[cell]) if cell else WHEREABOUTS[at]


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


def does_said(row: Mapping[str, Goods]) -> Msg:
    """What is paid and what is got."""
    if not row["pay"]:
        return msg("%(gives)s", gives=goods_said(row["get"]))
    return msg("%(pays)s → %(gives)s", pays=goods_said(row["pay"]), gives=goods_said(row["get"]))


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


def gives_said(printed: Goods) -> Msg:
    """What an Investment cell gives, its new level too."""
    goods = goods_said({good: n for good, n in printed.items() if good in GOODS})
    level = printed.get("level_to", 0)
    if not level:
        return goods
    if not any(good in GOODS for good in printed):
        return msg("level %(n)d", n=level)
    return msg("%(goods)s, level %(n)d", goods=goods, n=level)


# ---------------------------------------------------------------- the turn


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


def areas_open(turn: Turn) -> frozenset[str]:
    """The areas of the Head Office that the card played opens, while there is an effect left."""
    if turn.action != "card_play" or not turn.left:
        return frozenset()
    return OPENS[turn.card] if turn.card else OPENS["executive"]


def brief_groups(world: Universe, turn: Turn, fields: Mapping[str, str | int]) -> Iterator[Group]:
    """One tap a turn: the goods stay on the real boards."""
    at = world.at(turn.seat)
    if at == "home":
        yield waits(world, fields)
        return
    if at == "on_earth":
        yield Group(
            key="card",
            title=msg("Card Play"),
            rule="card-play",
            fields={**fields, "kind": "card_played"},
            name="card",
            choices=(Choice(value="", label=msg("A card is played")),),
        )
        yield from (invest_brief(world, facility, fields) for facility in FACILITY_KEYS if world.next_cell(facility))
        yield conference(world, fields)
        yield Group(
            key="launch",
            title=msg("Launch"),
            rule="launch",
            fields={**fields, "kind": "launched"},
            name="to",
            choices=(Choice(value="cell", label=msg("Launch")),),
        )
    else:
        yield Group(
            key="move",
            title=msg("Move"),
            rule="move",
            fields={**fields, "kind": "moved", "hop": 1},
            name="to",
            choices=(
                Choice(value="cell", label=msg("Move")),
                Choice(value="time", label=msg("To a Time Elapse cell"), more=time_said(world)),
            ),
        )
    yield homes(world, fields)


def time_said(world: Universe) -> Msg:
    """What a step of time does now."""
    return msg("time stands still") if world.overtime else msg("time +%(n)d", n=int(DATA["time"]["time_elapse_cell"]))


def waits(world: Universe, fields: Mapping[str, str | int]) -> Group:
    """The turn of a player at Home."""
    more = NOTHING if world.overtime else msg("time +%(n)d", n=int(DATA["time"]["turn_of_a_home_player"]))
    return Group(
        key="wait",
        title=msg("At Home"),
        rule="home",
        fields={**fields, "kind": "waited"},
        name="loose",
        choices=(Choice(value="0", label=msg("The turn passes on"), more=more),),
    )


def invest_brief(world: Universe, facility: Facility, fields: Mapping[str, str | int]) -> Group:
    """A card played to put a token on the next cell."""
    n = world.next_cell(facility) or 0
    return Group(
        key=f"invest-{facility}",
        title=msg("Card Play with an investment"),
        rule="invest",
        fields={**fields, "kind": "invested", "facility": facility, "cell": n},
        name="nth",
        choices=(Choice(value="1", label=FACILITIES[facility], more=msg("cell %(n)d", n=n)),),
    )


def conference(world: Universe, fields: Mapping[str, str | int]) -> Group:
    """A Conference, by the steps on the card that is revealed; in overtime there is no card."""
    usual = steps.conference_steps(len(world.seats)) if str(len(world.seats)) in DATA["conference"]["steps"] else 0
    choices = tuple(
        Choice(value=str(n), label=msg("time +%(n)d", n=n), more=msg("usual") if n == usual else NOTHING)
        for n in CONFERENCE_STEPS
    )
    if world.overtime:
        choices = (Choice(value="0", label=msg("Conference"), more=msg("no card in overtime")),)
    return Group(
        key="conference",
        title=msg("Conference"),
        rule="conference",
        fields={**fields, "kind": "conferred"},
        name="steps",
        choices=choices,
    )


def homes(world: Universe, fields: Mapping[str, str | int]) -> Group:
    """The Home cells that are left."""
    taken = {seat: cell for seat, cell in world.homes.items() if seat in world.seats}
    cells = steps.home_cells(len(world.seats), taken)  # type: ignore[arg-type]  # a cell not said takes none
    return Group(
        key="home",
        title=msg("Return Home"),
        rule="return-home",
        fields={**fields, "kind": "came_home"},
        name="cell",
        choices=tuple(Choice(value=cell, label=HOMES[cell]) for cell in cells),
    )


def full_groups(world: Universe, turn: Turn, fields: Mapping[str, str | int]) -> Iterator[Group]:
    """What the state allows, with what it costs and what is missing."""
    at, board = world.at(turn.seat), world.board(turn.seat)
    if at == "home":
        yield waits(world, fields)
    elif not turn.action and not can_pay(world, turn):
        yield homes(world, fields)
    elif turn.action == "card_play":
        yield from card_groups(world, turn, board, {**fields, "nth": turn.nth + 1})
    elif turn.stop == "wormhole":
        yield from moves(world, turn, board, fields)
    elif turn.action:
        yield from arrival_groups(world, turn, board, {**fields, "nth": turn.nth + 1})
    elif at == "in_space":
        yield from moves(world, turn, board, fields)
        yield homes(world, fields)
    else:
        yield Group(
            key="card",
            title=msg("Card Play"),
            rule="card-play",
            fields={**fields, "kind": "card_played"},
            name="card",
            choices=tuple(Choice(value=kind, label=CARD_TYPES[kind]) for kind in reversed(tuple(CARD_TYPES))),
        )
        yield conference(world, fields)
        yield homes(world, fields)
        yield from launches(board, fields)


def can_pay(world: Universe, turn: Turn) -> bool:
    """Whether the Money covers the penalty of a turn that begins in overtime."""
    fee = overtime.PENALTY[world.round - 1]
    return not turn.is_overtime or turn.seat not in world.boards or world.board(turn.seat).has("money") >= fee


def launches(board: Board, fields: Mapping[str, str | int]) -> Iterator[Group]:
    """Where a launch leads, for each way to pay it."""
    row = steps.rocket_level("launch_engine", board.has("launch_engine"))
    for way in row.get("any", [row.get("pay", {})]):
        fuel = {"fuel": next(iter(way))} if "any" in row else {}
        cost = launch_cost(board, fuel.get("fuel"))
        yield Group(
            key=f"launch-{next(iter(cost))}",
            title=msg("Launch for %(cost)s, to", cost=goods_said(cost)),
            rule="launch",
            fields={**fields, "kind": "launched", **fuel},
            name="to",
            choices=tuple(
                Choice(value=one, label=STOPS[one], missing=missing_said(board, cost))
                for one in (*DESTINATIONS, "cell")
            ),
        )


def moves(world: Universe, turn: Turn, board: Board, fields: Mapping[str, str | int]) -> Iterator[Group]:
    """Where a move leads, and what it costs; Branches by the letter of their station."""
    free = turn.stop == "wormhole"
    cost = {} if free else move_cost(board)
    title = msg("Out of the wormhole, to") if free else msg("Move for %(cost)s, to", cost=goods_said(cost))
    more = {"time": time_said(world)}
    missing = missing_said(board, cost, in_space=True)
    sent = {**fields, "kind": "moved", "hop": turn.hops + 1}
    yield Group(
        key="move",
        title=title,
        rule="move",
        fields=sent,
        name="to",
        choices=tuple(
            Choice(value=stop, label=word, more=more.get(stop, NOTHING), missing=missing)
            for stop, word in STOPS.items()
            if not stop.startswith("branch") and not (free and is_way_back(stop, turn.came))
        ),
    )
    yield Group(
        key="move-branch",
        title=msg("or to a Branch of"),
        rule="construction",
        fields=sent,
        name="to",
        choices=tuple(
            Choice(value=f"branch-{one}", label=verbatim(one), missing=missing)
            for one in DESTINATIONS
            if not (free and is_way_back(f"branch-{one}", turn.came))
        ),
    )


def missing_said(board: Board, cost: Goods, *, in_space: bool = False) -> Msg | None:
    """What is missing to pay, in words; None where it can be paid."""
    source = "container" if in_space else "earth"
    found = lacking(board, cost, source)  # type: ignore[arg-type]  # one of the two
    return lacking_said(found, source) if found else None  # type: ignore[arg-type]  # one of the two


def card_groups(world: Universe, turn: Turn, board: Board, fields: Mapping[str, str | int]) -> Iterator[Group]:
    """The Head Office, area by area; then the card's own effect."""
    opened = areas_open(turn)
    if "ordinary_employee" in opened:
        yield offices(world, board, "ordinary_employee", fields)
    if "manager" in opened:
        yield offices(world, board, "manager", fields)
        yield from (invests(world, turn, board, one, fields) for one in FACILITY_KEYS if world.next_cell(one))
    if "executive" in opened:
        pay = DATA["employment"]["pay"]
        yield Group(
            key="employment",
            title=msg("Employment for %(cost)s", cost=goods_said(pay)),
            rule="employment",
            fields={**fields, "kind": "employed"},
            name="card",
            choices=tuple(
                Choice(value=kind, label=word, missing=missing_said(board, pay)) for kind, word in CARD_TYPES.items()
            ),
            hires=True,
        )
    if turn.effect is None and not turn.nth:
        yield from effects(world, turn, board, fields)


def offices(world: Universe, board: Board, area: Area, fields: Mapping[str, str | int]) -> Group:
    """Productions and the Bank, or exports."""
    rows = [(facility, steps.facility_effect(facility, world.level(facility))) for facility in DATA["areas"][area]]
    choices = [
        Choice(value=facility, label=FACILITIES[facility], more=does_said(row), missing=missing_said(board, row["pay"]))
        for facility, row in rows
    ]
    if area == "ordinary_employee":
        choices.append(Choice(value="bank", label=FACILITIES["bank"], more=goods_said(DATA["bank"]["get"])))
    return Group(
        key=f"office-{area}",
        title=AREAS[area],
        rule="head-office",
        fields={**fields, "kind": "office_used"},
        name="office",
        choices=tuple(choices),
    )


def invests(world: Universe, turn: Turn, board: Board, facility: Facility, fields: Mapping[str, str | int]) -> Group:
    """The next cell of a facility: with a free card, by its type."""
    n = world.next_cell(facility) or 0
    printed = steps.investment_cell(facility, n)
    cost = {"money": steps.invest_cost(facility, n, turn.effect or "", world.own_tokens(turn.seat))}
    missing = missing_said(board, cost)
    choices: tuple[Choice, ...] = (Choice(value="", label=msg("Invest"), missing=missing),)
    if printed.get("employment"):
        choices = (
            *(Choice(value=kind, label=word, missing=missing) for kind, word in CARD_TYPES.items()),
            Choice(value="", label=msg("no card"), missing=missing),
        )
    return Group(
        key=f"invest-{facility}",
        title=msg(
            "Invest in %(facility)s, cell %(n)d: %(cost)s → %(gives)s",
            facility=FACILITIES[facility],
            n=n,
            cost=msg("%(n)d Money", n=cost["money"]),
            gives=gives_said(printed),
        ),
        rule="invest",
        fields={**fields, "kind": "invested", "facility": facility, "cell": n},
        name="card",
        choices=choices,
        hires=bool(printed.get("employment")),
    )


def effects(world: Universe, turn: Turn, board: Board, fields: Mapping[str, str | int]) -> Iterator[Group]:
    """The effect of the card, before the Head Office is used."""
    cards = DATA["action_cards"]
    base = {key: value for key, value in fields.items() if key != "nth"}

    def group(key: str, name: str, choices: tuple[Choice, ...], title: Msg, **more: str) -> Group:
        sent = {**base, "kind": "effect_used", **more}
        return Group(key=key, title=title, rule="card-effects", fields=sent, name=name, choices=choices)

    simple = tuple(
        Choice(value=key, label=EFFECTS[key], missing=missing_said(board, cards[key].get("pay", {})))
        for key in SIMPLE_EFFECTS
    )
    yield group("effect", "effect", simple, EFFECT)
    for key, card in cards.items():
        if key == "source" or key in SIMPLE_EFFECTS:
            continue
        if "any" in card:
            ways = tuple(Choice(value=next(iter(way)), label=goods_said(way)) for way in card["any"])
            yield group(f"effect-{key}", "pick", ways, EFFECTS[key], effect=key)
            continue
        times = tuple(
            Choice(
                value=str(n),
                label=does_said(
                    {side: {good: n * each for good, each in card[side].items()} for side in ("pay", "get")}
                ),
                missing=missing_said(board, {good: n * each for good, each in card["pay"].items()}),
            )
            for n in range(1, int(card["times"]) + 1)
        )
        yield group(f"effect-{key}", "times", times, EFFECTS[key], effect=key)


EFFECT: Final = msg("First, if you like: what the card itself does")


def arrival_groups(world: Universe, turn: Turn, board: Board, fields: Mapping[str, str | int]) -> Iterator[Group]:
    """What a station does."""
    if turn.stop in DATA["stations"] and turn.stop != "source" and "station" not in turn.used:
        row = DATA["stations"][turn.stop]
        made = sum(n for good, n in row["get"].items() if good in CUBES)
        missing = missing_said(board, row["pay"], in_space=True)
        room = max(0, min(made, board.room))
        yield Group(
            key="station",
            title=msg("Use the facility of %(station)s", station=STOPS[turn.stop]),
            rule="stations",
            fields={**fields, "kind": "station_used", "station": turn.stop},
            name="stored",
            choices=tuple(
                Choice(
                    value=str(made - n),
                    label=does_said(row),
                    more=msg("%(n)d into the container, %(m)d into the Warehouse", n=n, m=made - n)
                    if made
                    else NOTHING,
                    missing=missing,
                )
                for n in range(room, -1, -1)
            ),
        )


def waiting_orders(turn: Turn, board: Board) -> tuple[WaitingOrder, ...]:
    """The Orders that can be achieved where the rocket is."""
    found = []
    for to in DESTINATIONS:
        n = board.waiting(to)
        if n is not None and serves(turn.stop, to):
            order = board.orders[n]
            asks = {good: getattr(order, good) for good in ("beans", "water")}
            found.append(
                WaitingOrder(
                    destination=to,
                    label=LETTERED[to],
                    vp="" if order.vp is None else str(order.vp),
                    asks=msg("Additional Orders ask for %(what)s", what=goods_said(asks))
                    if any(asks.values())
                    else NOTHING,
                )
            )
    return tuple(found)


def part_forms(world: Universe, turn: Turn) -> tuple[PartForm, ...]:
    """The parts that can still be improved, with what the next level gives."""
    board = world.board(turn.seat)
    own = world.own_tokens(turn.seat)
    off = steps.discount(turn.effect or "", "improve_rocket", own)
    less = msg("printed, %(n)d is taken off", n=off) if off else msg("as printed between the cells")
    return tuple(
        PartForm(
            part=part,
            label=PARTS[part],
            level=board.has(part),
            gives=part_gives(part, board.has(part)),
            hint=less,
        )
        for part in PARTS
        if board.has(part) < highest(part)
    )


def part_gives(part: str, level: int) -> Msg:
    """What the next level of a part does, and what reaching it gives."""
    gains = steps.rocket_gain(part, level, level + 1)  # type: ignore[arg-type]  # a key of PARTS
    does = part_does(part, level + 1)
    if not gains:
        return msg("level %(n)d: %(does)s", n=level + 1, does=does)
    return msg("level %(n)d: %(does)s; at once %(gains)s", n=level + 1, does=does, gains=goods_said(gains))


def launch_warnings(world: Universe, seat: Seat) -> tuple[Msg, ...]:
    """What can no longer be done in this round after a launch."""
    board = world.board(seat)
    found = [
        msg("After the launch this round: no Card Play, no Conference, no Head Office."),
        msg("The container can no longer be loaded: %(n)d cubes are in it.", n=board.in_container)
        if board.in_container
        else msg("The container is empty, and can no longer be loaded."),
    ]
    waiting = tuple(LETTERED[one.destination] for one in board.by_standing("received"))
    if waiting:
        found.append(msg("Orders waiting: %(where)s", where=waiting))
    return tuple(found)


# ---------------------------------------------------------------- the board


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


# ---------------------------------------------------------------- the ending


def ending_shown(world: Universe, names: Mapping[Seat, str]) -> Iterator[StepShown]:
    """Every step of this Ending Phase: those that are done, the one that is due, those to come."""
    for n, key in enumerate(steps_of(world.round)):
        state = "done" if n < world.step else "now" if n == world.step else ""
        contests = tuple(contest(world, area) for area in AREA_KEYS) if key == "contribution" else ()
        ties = tuple((one.area, shown) for one in contests for shown in ties_shown(one, names))
        yield StepShown(
            key=key,
            label=STEP_WORDS[key],
            rule=STEP_RULES[key],
            state=state,
            lines=step_lines(world, key, names),
            rows=tuple(step_rows(world, key, names, contests, done=state == "done")),
            ties=ties if state != "done" else (),
            is_open=any(one.is_open for one in contests) and state != "done",
        )


STEP_RULES: Final[Mapping[str, str]] = {
    "income": "income",
    "contribution": "contribution",
    "round_card": "ending",
    "time": "time",
    "action_cards": "action-decks",
    "conference_cards": "conference",
    "rockets": "loading",
}


def step_lines(world: Universe, key: str, names: Mapping[Seat, str]) -> tuple[Msg, ...]:
    """What to do in a step."""
    decks: list[list[str]] = DATA["setup"]["stacks"]
    match key:
        case "income":
            manager, employee = (goods_said(DATA["income"][area]) for area in AREA_KEYS)
            return (
                msg(
                    "For each token: Manager area %(one)s, Ordinary Employee area %(other)s.",
                    one=manager,
                    other=employee,
                ),
            )
        case "contribution":
            return tuple(
                msg(
                    "%(area)s area: %(vp)s VP for the most, the second, the third.",
                    area=AREAS[area],
                    vp=tuple(str(n) for n in DATA["contribution"][area][world.round - 1]),
                )
                for area in AREA_KEYS
            )
        case "round_card":
            starts = names.get(next_start(world), "")
            return (
                msg("Round card to %(n)d.", n=world.round + 1),
                msg("%(name)s starts the next round.", name=starts),
            )
        case "time":
            return (msg("Time marker on the number of round %(n)d.", n=world.round + 1),)
        case "action_cards":
            first, second = decks[world.round]
            return (
                msg("The cards face up and what is left of the old deck go out."),
                msg("New deck: “%(a)s” on top of “%(b)s”.", a=first, b=second),
                msg("Deal %(n)d face up.", n=int(DATA["setup"]["face_up_action_cards"])),
            )
        case "conference_cards":
            return (msg("Shuffle all Conference cards face down."),)
    return (msg("Rockets into the garage; goods from the container into the Warehouse."),)


def step_rows(
    world: Universe, key: str, names: Mapping[Seat, str], contests: tuple[Contest, ...], *, done: bool
) -> Iterator[tuple[Seat, str, Msg, Msg]]:
    """What everybody gets in a step."""
    if key == "income":
        for seat, goods in incomes(world).items():
            yield seat, names.get(seat, ""), tokens_said(world.area_tokens(seat)), goods_said(goods)
    for one in contests:
        vps = world.paid.get((world.round, one.area), one.vp) if done else one.vp
        for seat in sorted(one.stakes, key=lambda seat: (-one.stakes[seat].count, seat)):
            if one.stakes[seat].count:
                yield seat, names.get(seat, ""), contribution_said(one, seat), vp_said(vps.get(seat))
    if key == "rockets":
        for seat, board in world.boards.items():
            if board.in_container:
                back = {good: board.has(f"{good}_in") for good in ("beans", "water")}
                yield seat, names.get(seat, ""), msg("back to the Warehouse"), goods_said(back)


def vp_said(vp: int | None) -> Msg:
    """VP, or that they are not decided."""
    return msg("open") if vp is None else msg("%(n)d VP", n=vp)


def tokens_said(tokens: Mapping[Area, int]) -> Msg:
    """Tokens by area."""
    return msg(
        "%(m)d in the Manager area, %(e)d in the Ordinary Employee area",
        m=tokens["manager"],
        e=tokens["ordinary_employee"],
    )


def contribution_said(one: Contest, seat: Seat) -> Msg:
    """Tokens and uppermost cell of a seat in an area."""
    found = one.stakes[seat]
    return msgs(
        "%(area)s area: %(n)d token, uppermost on cell %(cell)d",
        "%(area)s area: %(n)d tokens, uppermost on cell %(cell)d",
        found.count,
        area=AREAS[one.area],
        cell=found.best_cell,
    )


def ties_shown(one: Contest, names: Mapping[Seat, str]) -> Iterator[TieShown]:
    """Every tie that matters, with the recommended answer."""
    for tie in one.ties:
        if tie.first and not tie.by_table:
            why = msg(
                "As many tokens: %(name)s is ahead by the upper cell (%(n)d). Tap somebody else if the board says so.",
                name=names.get(tie.first, ""),
                n=tie.cells[tie.first],
            )
        elif tie.first:
            why = msg("As many tokens: the table has said who goes first.")
        else:
            why = msg("As many tokens, and the cells do not decide. Look at the board: who goes first?")
        named = [seat for seat in tie.seats if seat in tie.said]
        rest = [seat for seat in tie.seats if seat not in tie.said]
        open_ = not tie.first and bool(named)
        yield TieShown(
            names=tuple(names.get(seat, "") for seat in tie.seats),
            why=why,
            choices=tuple(
                (
                    seat,
                    names.get(seat, ""),
                    seat == tie.first or seat in tie.said,
                    (*tie.said, seat) if open_ else (seat,),
                )
                for seat in (rest if open_ else tie.seats)
            ),
            is_open=not tie.first,
        )
