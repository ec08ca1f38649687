"""What a turn offers: only what the state allows, with what it costs and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from companion.core.score import Seat
from companion.core.text import NOTHING, Msg, msg, verbatim

from . import overtime, steps
from .ledger import CUBES, lacking, lacking_said
from .moves import OPENS, highest, is_way_back, launch_cost, move_cost, serves
from .printed import does_said, gives_said, part_gives
from .steps import Facility, Goods
from .universe import DATA, FACILITY_KEYS, Board, Turn, Universe
from .words import (
    AREAS,
    CARD_TYPES,
    DESTINATIONS,
    EFFECTS,
    FACILITIES,
    HOMES,
    LETTERED,
    PARTS,
    STOPS,
    Area,
    Destination,
    goods_said,
)

NO_CARD: Final = msg("no card")
CONFERENCE_STEPS: Final = range(1, max(DATA["conference"]["steps"].values()) + 2)

SIMPLE_EFFECTS: Final = tuple(
    key
    for key, card in DATA["action_cards"].items()
    if key != "source" and "any" not in card and card.get("times", 1) == 1
)


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
            Choice(value="", label=NO_CARD, missing=missing),
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
                    more=stowed_said(n, made - n),
                    missing=missing,
                )
                for n in range(room, -1, -1)
            ),
        )


def stowed_said(aboard: int, stored: int) -> Msg:
    """Where the cubes that a station makes go; nothing where it makes none."""
    if aboard and stored:
        return msg("%(n)d into the container, %(m)d into the Warehouse", n=aboard, m=stored)
    if aboard:
        return msg("into the container")
    return msg("into the Warehouse") if stored else NOTHING


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
