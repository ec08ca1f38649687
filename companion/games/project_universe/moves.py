"""What a turn does: one action, its payments and gains, the clock, and whose turn is next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, cast

from companion.core.errors import NotNow
from companion.core.score import Seat
from companion.core.text import msg, msgs

from . import overtime, steps
from .happenings import (
    ACTION,
    CameHome,
    CardPlayed,
    Conferred,
    EffectUsed,
    Employed,
    Improved,
    Invested,
    Launched,
    Moved,
    OfficeUsed,
    OrderAchieved,
    OrderTaken,
    SiteBuilt,
    StationUsed,
    TurnEnded,
    Turning,
    Waited,
    Within,
)
from .ledger import CUBES, gained, hired, paid
from .overtime import Action
from .steps import Clock, Facility, Goods, TimeEvent
from .universe import DATA, Board, Order, Tick, Turn, Universe
from .words import CardType, Destination

AREA_OF: Final[Mapping[str, str]] = {
    **{facility: area for area in ("manager", "ordinary_employee") for facility in DATA["areas"][area]},
    "bank": "ordinary_employee",
    "receive_order": "ordinary_employee",
    "improve": "manager",
    "invest": "manager",
    "employment": "executive",
}
OPENS: Final[Mapping[CardType, frozenset[str]]] = {
    "ordinary_employee": frozenset({"ordinary_employee"}),
    "manager": frozenset({"ordinary_employee", "manager"}),
    "executive": frozenset({"ordinary_employee", "manager", "executive"}),
}
NOTHING_MORE: Final = ("time", "cell")  # arriving there, nothing else can be done


# ---------------------------------------------------------------- whose turn


def begun(world: Universe, seat: Seat, number: int) -> Universe:
    """The turn of *seat* begins."""
    in_overtime = world.overtime and world.at(seat) != "home"
    return replace(world, turn=Turn(seat=seat, number=number, is_overtime=in_overtime))


def refreshed(world: Universe) -> Universe:
    """After the clock was put right: a turn in which nothing has been done yet begins in this overtime, or not."""
    if world.turn is None or world.turn.action:
        return world
    return begun(world, world.turn.seat, world.turn.number)


def finished(world: Universe) -> Universe:
    """The turn passes on clockwise, to players at Home too."""
    turn = _turn(world)
    return begun(world, world.after(turn.seat), turn.number + 1)


def _turn(world: Universe) -> Turn:
    if world.turn is None:
        raise NotNow(msg("Turns are taken in the Action Phase.").under("action"))
    return world.turn


def checked(world: Universe, event: Turning) -> Turn:
    """The turn that is on, if *event* belongs to it."""
    if world.phase != ACTION or event.round != world.round:
        raise NotNow(msg("That phase is over already.").under("action"))
    turn = _turn(world)
    if event.turn != turn.number:
        raise NotNow(msg("That turn is over already.").under("action"))
    if event.seat != turn.seat:
        raise NotNow(
            msg("It is somebody else’s turn. Give this one the turn first, under “Turns and places”.").under("action")
        )
    return turn


def apply_turn(world: Universe, event: Turning) -> Universe:
    """The play after what happened in a turn."""
    turn = checked(world, event)
    if isinstance(event, Within):
        return within(world, turn, event)
    kept = world.keeps(event.seat, loose=event.loose)
    if event.loose and event.seat in world.boards:
        world = replace(world, loose=world.loose | {event.seat})
    match event:
        case CardPlayed():
            world = chosen(world, event, turn, "card_play", kept=kept)
            opened = replace(turn, action="card_play", card=event.card, left=1)
            return replace(world, turn=opened) if kept else finished(world)
        case Conferred(steps=n):
            world = chosen(world, event, turn, "conference", kept=kept)
            return finished(ticked(world, "conference", event.seat, n))
        case Launched():
            return launched(chosen(world, event, turn, "launch", kept=kept), event, turn, kept=kept)
        case Moved():
            return moved(world, event, turn, kept=kept)
        case CameHome():
            return finished(came_home(world, event, turn, kept=kept))
        case Waited():
            if world.at(event.seat) != "home":
                raise NotNow(msg("Who is not Home takes an action.").under("home"))
            return finished(ticked(world, "turn_reaches_home_player", event.seat))
        case EffectUsed():
            return effect(world, event, turn)
        case TurnEnded():
            if turn.stop == "wormhole":
                raise NotNow(msg("Out of a wormhole the rocket must move on.").under("move"))
            return finished(world)
    return world


def chosen(world: Universe, event: Turning, turn: Turn, wants: Action, *, kept: bool) -> Universe:
    """The action of this turn is *wants*: possible from there, and overtime is paid where the board is kept."""
    if turn.action:
        raise NotNow(msg("A turn is one action, and it is taken already.").under("action"))
    money = world.board(event.seat).has("money")
    fee = overtime.PENALTY[world.round - 1]
    found = overtime.turn(world.round, turn.is_overtime, world.at(event.seat), money if kept else fee, wants)
    if found.why == "cannot_pay":
        raise NotNow(
            msg(
                "Overtime costs %(fee)d Money; %(n)d missing. Only Return Home is left, and it is free.",
                fee=fee,
                n=fee - money,
            ).under("overtime")
        )
    if not found.allowed:
        raise NotNow(msg("This action cannot be taken from there.").under("states"))
    if not kept or not found.penalty:
        return world
    return world.with_board(event.seat, paid(world.board(event.seat), {"money": found.penalty}))


def ticked(world: Universe, cause: TimeEvent, seat: Seat, card_steps: int = 0) -> Universe:
    """The Time marker after one of the three things that move it; in overtime it stands still."""
    if world.overtime:
        return world
    far = Clock(steps_to_overtime=world.left if world.left is not None else FAR)
    n = far.steps_to_overtime - steps.advance(far, cause, card_steps).steps_to_overtime
    if not n:
        return world
    return replace(world, ticks=(*world.ticks, Tick(round=world.round, cause=cause, seat=seat, steps=n)))


FAR: Final = 10_000  # a track that the table watches itself never ends by counting


# ---------------------------------------------------------------- the rocket


def launched(world: Universe, event: Launched, turn: Turn, *, kept: bool) -> Universe:
    """In space, at a station that the players name; paid with what the Launch Engine takes."""
    if kept:
        board = world.board(event.seat)
        world = world.with_board(event.seat, paid(board, launch_cost(board, event.fuel)))
    world = replace(world, space=world.space | {event.seat})
    turn = replace(turn, action="launch", stop=event.to, hops=1)
    return arrived(world, turn, event.seat, kept=kept)


def launch_cost(board: Board, fuel: str | None = None) -> Goods:
    """What a launch takes at the engine's level; where there is a choice, *fuel* or what is there."""
    row = steps.rocket_level("launch_engine", board.has("launch_engine"))
    if "pay" in row:
        return cast(Goods, row["pay"])
    ways: list[Goods] = row["any"]
    named = next((way for way in ways if fuel in way), None)
    able = next((way for way in ways if all(board.has(g) + board.has(CUBES[g]) >= n for g, n in way.items())), None)
    return named or able or ways[0]


def move_cost(board: Board) -> Goods:
    """What a move takes at the Propulsion Engine's level."""
    return cast(Goods, steps.rocket_level("propulsion_engine", board.has("propulsion_engine"))["pay"])


def moved(world: Universe, event: Moved, turn: Turn, *, kept: bool) -> Universe:
    """At the next cell; out of a wormhole it costs nothing and does not lead back."""
    if event.hop != turn.hops + 1:
        raise NotNow(msg("That move is made already."))
    if turn.stop == "wormhole":
        if is_way_back(event.to, turn.came):
            raise NotNow(
                msg("Out of a wormhole the rocket may not go back to the cell it came from.").under("move"), "to"
            )
    else:
        world = chosen(world, event, turn, "move", kept=kept)
        if kept:
            board = world.board(event.seat)
            world = world.with_board(event.seat, paid(board, move_cost(board), "container"))
    if event.to == "time":
        world = ticked(world, "enter_time_elapse", event.seat)
    action = turn.action or "move"
    came = turn.stop or world.stops.get(event.seat, "")
    turn = replace(turn, action=action, came=came, stop=event.to, hops=event.hop)
    return arrived(world, turn, event.seat, kept=kept)


def is_way_back(to: str, came: str) -> bool:
    """Whether *to* is the very cell that the rocket came from; of sites and unnamed cells there are many."""
    return to == came and to not in ("cell", "site", "wormhole", "time")


def arrived(world: Universe, turn: Turn, seat: Seat, *, kept: bool) -> Universe:
    """What can still be done there; the turn is over where nothing can."""
    world = replace(world.stopped(seat, turn.stop), turn=turn)
    return finished(world) if not kept or turn.stop in NOTHING_MORE else world


def came_home(world: Universe, event: CameHome, turn: Turn, *, kept: bool) -> Universe:
    """Home, with what the cell gives; the last one starts the next round."""
    world = chosen(world, event, turn, "return_home", kept=kept)
    taken = {seat: cell for seat, cell in world.homes.items() if seat in world.seats}
    if event.cell not in steps.home_cells(len(world.seats), cast(dict[Seat, steps.HomeCell], taken)):
        raise NotNow(
            msg("The last one to come Home has no choice: the Start Player cell.").under("return-home")
            if len(taken) == len(world.seats) - 1
            else msg("This Home cell cannot be chosen now: one rocket on each, the last cell for the last one.").under(
                "home"
            ),
            "cell",
        )
    if kept:
        world = world.with_board(event.seat, gained(world.board(event.seat), steps.home_income(event.cell)))
    world = world.stopped(event.seat)
    return replace(world, homes={**world.homes, event.seat: event.cell}, space=world.space - {event.seat})


# ---------------------------------------------------------------- the card's effect


def effect(world: Universe, event: EffectUsed, turn: Turn) -> Universe:
    """What the card does when it is played, before the Head Office is used."""
    if event.seat not in world.boards:
        raise NotNow(NOT_KEPT)
    if turn.action != "card_play" or turn.effect is not None or turn.nth:
        raise NotNow(msg("A card’s effect comes first after it is played, and once.").under("card-effects"))
    card = DATA["action_cards"][event.effect]
    times = int(card.get("times", 1))
    if event.times > times:
        raise NotNow(msgs("Once at most.", "%(n)d times at most.", times).under("card-effects"), "times")
    board = world.board(event.seat)
    board = paid(board, {good: n * event.times for good, n in card.get("pay", {}).items()})
    gives = {good: n * event.times for good, n in card.get("get", {}).items()}
    if "any" in card:
        ways: list[Goods] = card["any"]
        gives = dict(next((way for way in ways if event.pick in way), ways[0]))
    own = world.own_tokens(event.seat)
    gives.update({good: n * own for good, n in card.get("per_token", {}).items()})
    left = int(card.get("head_office_effects", turn.left))
    world = world.with_board(event.seat, gained(board, gives))
    return replace(world, turn=replace(turn, effect=event.effect, left=left))


NOT_KEPT: Final = msg("What lies in front of this seat is not kept yet: enter the Initial Order first.")


# ---------------------------------------------------------------- Head Office, stations, sites


def within(world: Universe, turn: Turn, event: Within) -> Universe:
    """One use of the Head Office or of a place in space."""
    if isinstance(event, Invested) and not world.keeps(event.seat, loose=event.loose):
        return invested_only(world, event, turn)
    if event.seat not in world.boards:
        raise NotNow(NOT_KEPT)
    if event.nth != turn.nth + 1:
        raise NotNow(msg("That is done already."))
    match event:
        case OfficeUsed(office=office):
            return used(office_used(opens(world, turn, office), event), turn)
        case OrderTaken():
            return used(order_taken(opens(world, turn, "receive_order"), event, turn), turn)
        case Improved():
            return used(improved(opens(world, turn, "improve"), event, turn), turn)
        case Invested():
            return used(invested(opens(world, turn, "invest"), event, turn), turn)
        case Employed():
            board = paid(opens(world, turn, "employment").board(event.seat), DATA["employment"]["pay"])
            board = hired(board, event.card, event.ends)
            return used(world.with_board(event.seat, board), turn)
        case StationUsed():
            world = arrival_used(world, turn, "station")
            return station_used(world, event, turn)
        case OrderAchieved():
            world = arrival_used(world, turn, "order")
            return order_achieved(world, event, turn)
        case SiteBuilt():
            return site_built(world, event, turn)
    return world


def opens(world: Universe, turn: Turn, office: str) -> Universe:
    """*world*, if the card played opens this part of the Head Office."""
    if turn.action != "card_play" or turn.left < 1:
        raise NotNow(msg("The Head Office is used once, after a card is played.").under("head-office"))
    if turn.card is not None and AREA_OF[office] not in OPENS[turn.card]:
        raise NotNow(msg("A card of this type does not open that area.").under("card-play"))
    return world


def used(world: Universe, turn: Turn) -> Universe:
    """One Head Office effect less; with none left the turn is over."""
    turn = replace(turn, left=turn.left - 1, nth=turn.nth + 1)
    world = replace(world, turn=turn)
    return world if turn.left else finished(world)


def office_used(world: Universe, event: OfficeUsed) -> Universe:
    """A production or an export at the facility's level, or the Bank."""
    board = world.board(event.seat)
    if event.office == "bank":
        return world.with_board(event.seat, gained(board, DATA["bank"]["get"]))
    row = steps.facility_effect(event.office, world.level(event.office))
    return world.with_board(event.seat, gained(paid(board, row["pay"]), row["get"]))


def order_taken(world: Universe, event: OrderTaken, turn: Turn) -> Universe:
    """Workforce rises to the number; an Order for the same destination that was waiting has failed."""
    board = world.board(event.seat)
    before = board.has("workforce")
    after = steps.workforce_after_order(before, event.number, turn.effect or "")
    board = board.changed({"workforce": after - before})
    new = Order(destination=event.destination, loss=event.loss, vp=event.vp, beans=event.beans, water=event.water)
    return world.with_board(event.seat, received(board, new))


def received(board: Board, new: Order) -> Board:
    """With *new* waiting; one of the same destination gives way to it and fails."""
    n = board.waiting(new.destination)
    if n is not None:
        board = board.with_order(n, replace(board.orders[n], standing="failed"))
    return board.with_order(len(board.orders), new)


def improved(world: Universe, event: Improved, turn: Turn) -> Universe:
    """One level more for a rocket part, with what reaching it gives."""
    board = world.board(event.seat)
    level = board.has(event.part)
    if level >= highest(event.part):
        raise NotNow(msg("This part has its highest level.").under("improve"), "part")
    cost = steps.improve_cost(event.cost, turn.effect or "", world.own_tokens(event.seat))
    board = paid(board, {"money": cost}).changed({event.part: 1})
    return world.with_board(event.seat, gained(board, steps.rocket_gain(event.part, level, level + 1)))


def highest(part: str) -> int:
    """The last level of a rocket part."""
    return len(DATA["rocket"][part])


def _cell(world: Universe, facility: Facility, cell: int) -> str:
    """The key of a free cell."""
    if cell > world.cells(facility):
        raise NotNow(msg("There is no cell %(n)d.", n=cell).under("facilities"), "cell")
    if world.owner(facility, cell) is not None:
        raise NotNow(msg("A token lies on that cell already.").under("invest"), "cell")
    return f"{facility}/{cell}"


def invested(world: Universe, event: Invested, turn: Turn) -> Universe:
    """Discount, payment, token, gains, level: in this order."""
    at = _cell(world, event.facility, event.cell)
    cost = steps.invest_cost(event.facility, event.cell, turn.effect or "", world.own_tokens(event.seat))
    board = paid(world.board(event.seat), {"money": cost})
    printed = steps.investment_cell(event.facility, event.cell)
    gives = {good: n for good, n in printed.items() if good in ("beans", "water", "vp")}
    board = gained(board, gives)
    if printed.get("employment"):
        board = hired(board, event.card, event.ends)
    return replace(world.with_board(event.seat, board), tokens={**world.tokens, at: event.seat})


def invested_only(world: Universe, event: Invested, turn: Turn) -> Universe:
    """A token where the goods stay on the real board: the whole turn in one step."""
    if world.at(event.seat) != "on_earth":
        raise NotNow(msg("This action cannot be taken from there.").under("states"))
    at = _cell(world, event.facility, event.cell)
    if event.loose and event.seat in world.boards:
        world = replace(world, loose=world.loose | {event.seat})
    return finished(replace(world, tokens={**world.tokens, at: event.seat}))


def arrival_used(world: Universe, turn: Turn, what: str) -> Universe:
    """What arriving allows, once each."""
    if what in turn.used:
        raise NotNow(msg("That is done already."))
    return replace(world, turn=replace(turn, used=turn.used | {what}, nth=turn.nth + 1))


def station_used(world: Universe, event: StationUsed, turn: Turn) -> Universe:
    """What the station takes and gives: cubes out of the container, and made ones into it as far as there is room."""
    if turn.stop != event.station:
        raise NotNow(msg("The rocket is not at that station.").under("stations"), "station")
    row = DATA["stations"][event.station]
    board = paid(world.board(event.seat), row["pay"], "container")
    made = {good: n for good, n in row["get"].items() if good in CUBES}
    stored = {good: min(n, event.stored) for good, n in made.items()}
    aboard = {good: n - stored.get(good, 0) for good, n in row["get"].items()}
    return world.with_board(event.seat, gained(gained(board, aboard, aboard=True), stored))


def serves(stop: str, destination: Destination) -> bool:
    """Whether Orders for *destination* can be achieved there: its station or a Branch of it."""
    return stop in (destination, f"branch-{destination}")


def order_achieved(world: Universe, event: OrderAchieved, turn: Turn) -> Universe:
    """An Order turned face up in the Resolved area, with its reward."""
    board = world.board(event.seat)
    if not serves(turn.stop, event.destination):
        raise NotNow(msg("The rocket is not at the destination of that Order.").under("achieve"), "destination")
    n = board.waiting(event.destination)
    if n is None:
        raise NotNow(msg("No Order for that destination is waiting.").under("achieve"), "destination")
    if event.ends and not event.card:
        raise NotNow(msg("Say which type of card was taken.").under("achieve"), "card")
    board = paid(board, {"beans": event.beans, "water": event.water}, "container")
    board = gained(board, {"vp": event.vp, "money": event.money, "workforce": event.workforce})
    order = replace(board.orders[n], standing="achieved", vp=event.vp)
    return world.with_board(event.seat, hired(board.with_order(n, order), event.card, event.ends))


def site_built(world: Universe, event: SiteBuilt, turn: Turn) -> Universe:
    """A construction site paid for; then one has arrived at its other side."""
    if turn.stop != "site":
        raise NotNow(msg("The rocket is not at a construction site.").under("construction"))
    board = paid(world.board(event.seat), {"beans": event.beans, "water": event.water}, "container")
    world = world.with_board(event.seat, gained(board, {"vp": event.vp}))
    world = world.stopped(event.seat, event.to)
    turn = replace(turn, stop=event.to, nth=turn.nth + 1)
    return finished(replace(world, turn=turn)) if event.to in NOTHING_MORE else replace(world, turn=turn)
