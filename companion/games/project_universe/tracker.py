"""Project Universe from setup to result: three rounds of preparation, action and ending."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.core.errors import Missing, NotNow, Refused
from companion.core.events import Arrived, Event, Left, PhaseEnded, Reordered
from companion.core.game import Phase, Setting, Tally, Tracker, Where
from companion.core.score import Seat
from companion.core.text import Doubt, Msg, msg, msgs

from . import count, steps
from .desk import desk
from .doubts import LOOSE_TOKENS
from .ending import all_stepped, ranked, stepped
from .happenings import (
    ACTION,
    ENDING,
    EVENTS,
    OVER,
    PREPARATION,
    ROUNDS,
    Adjusted,
    Dealt,
    Loaded,
    OrderNoted,
    OvertimeSet,
    Ranked,
    Started,
    StepDone,
    TimeMoved,
    TokenSet,
    TrackSet,
    TurnGiven,
    Turning,
    WhereSet,
)
from .ledger import adjusted, loaded
from .moves import apply_turn, begun, highest, refreshed
from .setup import setup
from .state import Finish, Materials, Options
from .telling import told
from .universe import CARDS, DATA, ENDS, Board, Order, Tick, Universe, start_board
from .words import DESTINATIONS, LETTERED, PARTS

# ---------------------------------------------------------------- what happens


def new(setting: Setting) -> Universe:
    """Everybody On Earth, nothing kept yet."""
    options = setting.options if isinstance(setting.options, Options) else Options()
    return Universe(seats=setting.seats, start=setting.start, options=options)


def apply(world: Universe, event: Event) -> Universe:
    """The play after *event*. Raises NotNow for what cannot be at this moment, Missing for a seat that is not there."""
    if isinstance(event, Turning):
        return apply_turn(world, event)
    match event:
        case PhaseEnded(round=round_, phase=phase):
            return ended(world, round_, phase)
        case Arrived(seat=seat):
            return replace(world, seats=(*world.seats, seat))
        case Left(seat=seat):
            return left(world, seat)
        case Reordered(order=order):
            return replace(world, seats=order)
        case StepDone(round=round_, step=step):
            return stepped(world, round_, step)
        case Ranked():
            return ranked(world, event)
        case TokenSet():
            return token_set(world, event)
    return by_hand(world, event)


def by_hand(world: Universe, event: Event) -> Universe:
    """What is entered beside the turns."""
    match event:
        case Dealt(seat=seat):
            return dealt(world, _seat(world, seat), event)
        case Started(seat=seat):
            return started(world, _seat(world, seat))
        case TrackSet(round=round_, length=length):
            return refreshed(counting_again(replace(world, lengths={**world.lengths, round_: length}), round_))
        case OvertimeSet(round=round_, on=on):
            return refreshed(flagged(world, round_, on=on))
        case TimeMoved(round=round_, by=by):
            return time_moved(world, round_, by)
        case Loaded(seat=seat, goods=goods, by=by):
            if world.at(seat) != "on_earth":
                raise NotNow(msg("Only On Earth can the container be loaded and unloaded.").under("loading"))
            return world.with_board(seat, loaded(_board(world, seat), goods, by))
        case Adjusted(seat=seat, what=what, by=by):
            most = highest(what) if what in PARTS else 0
            return world.with_board(seat, adjusted(_board(world, seat), what, by, most))
        case OrderNoted(seat=seat):
            return noted(world, event)
        case WhereSet(seat=seat, at=at):
            return where_set(world, _seat(world, seat), at)
        case TurnGiven(seat=seat, round=round_, turn=turn):
            if world.turn is None or (round_, turn) != (world.round, world.turn.number):
                raise NotNow(msg("That turn is over already.").under("action"))
            return begun(world, _seat(world, seat), turn + 1)
    return world


def _seat(world: Universe, seat: Seat) -> Seat:
    if seat not in world.seats:
        raise Missing(msg("Nobody sits there."), "seat")
    return seat


def _board(world: Universe, seat: Seat) -> Board:
    """The board of *seat*; one that was not kept so far begins with what everybody begins with."""
    if _seat(world, seat) in world.boards:
        return world.boards[seat]
    return start_board(0, 0)


def dealt(world: Universe, seat: Seat, event: Dealt) -> Universe:
    """The Initial Order is known: the board is kept from now on."""
    if seat in world.boards:
        raise NotNow(
            msg("What lies in front of this seat is kept already; correct the step in the log.").under("by-hand")
        )
    order = Order(destination=event.destination, loss=event.loss, vp=event.vp)
    if event.corner is not None:
        world = replace(world, corners={**world.corners, seat: event.corner})
    money = steps.setup_money(world.clockwise()).get(seat, 0)
    return world.with_board(seat, start_board(money, event.workforce, order))


def started(world: Universe, seat: Seat) -> Universe:
    """Another start player; before the first turn the money in turn order goes with it."""
    before, world = world, replace(world, start=seat)
    if world.phase == ACTION and world.turn is not None and world.turn.number == 1:
        world = begun(world, seat, 1)
    if before.round == 1 and before.phase == PREPARATION:
        old, now = steps.setup_money(before.clockwise()), steps.setup_money(world.clockwise())
        boards = {s: board.changed({"money": now.get(s, 0) - old.get(s, 0)}) for s, board in world.boards.items()}
        if any(board.has("money") < 0 for board in boards.values()):
            raise NotNow(msg("Then somebody would have less than no Money.").under("start-money"))
        world = replace(world, boards=boards)
    return world


def time_moved(world: Universe, round_: int, by: int) -> Universe:
    """Steps put right by hand, never back before the round's number."""
    if round_ != world.round:
        raise NotNow(msg("That phase is over already."))
    if world.moved + by < 0:
        raise NotNow(msg("%(n)d is the least possible.", n=0), "by")
    ticks = (*world.ticks, Tick(round=round_, cause="by_hand", seat=0, steps=by))
    return refreshed(counting_again(replace(world, ticks=ticks), round_))


def flagged(world: Universe, round_: int, *, on: bool) -> Universe:
    """What the table says of overtime; where the steps say the same, they go on deciding."""
    world = counting_again(world, round_)
    if round_ == world.round and world.overtime == on:
        return world
    return replace(world, flags={**world.flags, round_: on})


def counting_again(world: Universe, round_: int) -> Universe:
    """The steps decide again whether it is overtime, whatever the table said before."""
    return replace(world, flags={key: on for key, on in world.flags.items() if key != round_})


def token_set(world: Universe, event: TokenSet) -> Universe:
    """A token put down or taken off by hand."""
    if event.cell > world.cells(event.facility):
        raise NotNow(msg("There is no cell %(n)d.", n=event.cell).under("facilities"), "cell")
    at = f"{event.facility}/{event.cell}"
    others = {key: seat for key, seat in world.tokens.items() if key != at}
    return replace(world, tokens={**others, at: _seat(world, event.seat)} if event.seat else others)


def noted(world: Universe, event: OrderNoted) -> Universe:
    """An Order as the table says it is."""
    board = _board(world, event.seat)
    if event.n > len(board.orders) + 1:
        raise Refused(msg("There are only %(n)d Orders.", n=len(board.orders)).under("orders"), "n")
    order = Order(
        destination=event.destination,
        standing=event.standing,
        loss=event.loss,
        vp=event.vp,
        beans=event.beans,
        water=event.water,
    )
    return world.with_board(event.seat, board.with_order(event.n - 1, order))


def where_set(world: Universe, seat: Seat, at: str) -> Universe:
    """*seat* is really there; Home without a cell if it was not there already."""
    homes = {one: cell for one, cell in world.homes.items() if one != seat}
    if at == "home":
        homes[seat] = world.homes.get(seat, "")
    space = world.space | {seat} if at == "in_space" else world.space - {seat}
    return refreshed(replace(world.stopped(seat), homes=homes, space=space))


def left(world: Universe, seat: Seat) -> Universe:
    """Whoever leaves takes no more turns; what they had stays."""
    after = world.after(seat)
    world = replace(
        world,
        seats=tuple(one for one in world.seats if one != seat),
        homes={one: cell for one, cell in world.homes.items() if one != seat},
        start=after if world.start == seat else world.start,
    )
    if world.turn is not None and world.turn.seat == seat:
        world = begun(world, after, world.turn.number + 1)
    return world


def ended(world: Universe, round_: int, phase: str) -> Universe:
    """The next phase; the Ending Phase does all its steps that are left."""
    if (round_, phase) != (world.round, world.phase):
        raise NotNow(msg("That phase is over already."))
    if phase == PREPARATION:
        return begun(replace(world, phase=ACTION), world.start, 1)
    if phase == ACTION:
        return replace(world, phase=ENDING, step=0, turn=None)
    return all_stepped(world)


# ---------------------------------------------------------------- what is known


def where(world: Universe) -> Where | None:
    """Whose turn it is in the Action Phase; everybody else at once."""
    if world.phase == OVER:
        return None
    acting = world.seats
    if world.phase == ACTION:
        acting = (world.turn.seat,) if world.turn and not world.all_home else ()
    return Where(round=world.round, phase=world.phase, acting=acting)


def known(world: Universe) -> dict[tuple[str, Seat], str | tuple[str, ...] | Mapping[str, int]]:
    """What the boards say of the final count, and the tokens, which are always known."""
    found: dict[tuple[str, Seat], str | tuple[str, ...] | Mapping[str, int]] = {}
    for seat in world.seats:
        if world.tokens or seat in world.boards:
            found["tokens", seat] = str(world.own_tokens(seat))
    for seat, board in world.boards.items():
        found["vp_track", seat] = str(board.has("vp"))
        found["materials", seat] = materials(board)
        achieved = board.achieved()
        found["achieved", seat] = {str(to): achieved.get(to, 0) for to in DESTINATIONS}
        losses = [one.loss for one in board.orders if one.standing != "achieved"]
        if None not in losses:
            found["losses", seat] = "+".join(str(n) for n in losses) or "0"
        found["end_cards", seat] = {card: board.has(card) for card in ENDS}
        if not board.has("unsorted"):
            found["types", seat] = {kind: board.has(kind) for kind in CARDS if kind != "unsorted"}
    return found


def materials(board: Board) -> dict[str, int]:
    """What is left of each kind, the container included."""
    return {
        "workforce": board.has("workforce"),
        "beans": board.has("beans") + board.has("beans_in"),
        "money": board.has("money"),
        "water": board.has("water") + board.has("water_in"),
        "action_cards": board.cards,
    }


def final(world: Universe, tally: Tally) -> Finish:
    """The table as counted; where the board was kept, by where the goods lie and which Orders still wait."""
    finish = count.finish(tally)
    companies = dict(finish.companies)
    known_now = known(world)
    for seat, company in companies.items():
        board = world.boards.get(seat)
        if board is None:
            continue
        if dict(tally.counts("materials", seat)) == known_now["materials", seat]:
            company = replace(company, materials=places_of(board))
        waiting = tuple(one.loss or 0 for one in board.by_standing("received") if one.loss)
        failed = tuple(one.loss or 0 for one in board.by_standing("failed") if one.loss)
        if sorted((*waiting, *failed)) == sorted(company.failed_losses):
            company = replace(company, failed_losses=failed, unachieved_losses=waiting)
        companies[seat] = company
    return replace(finish, companies=companies)


def places_of(board: Board) -> Materials:
    """What is left, by where it lies."""
    return Materials(
        workforce=board.has("workforce"),
        beans_warehouse=board.has("beans"),
        beans_container=board.has("beans_in"),
        money=board.has("money"),
        water_warehouse=board.has("water"),
        water_container=board.has("water_in"),
        action_cards=board.cards,
    )


def doubts(world: Universe) -> tuple[Doubt, ...]:
    """What looks odd right now."""
    found: list[Doubt] = []
    if world.phase == ENDING and not world.all_home and world.step == 0:
        found.append(msg("Not everybody was Home yet; the Action Phase lasts until then.").under("home"))
    if world.round == 1 and world.phase == PREPARATION and len(world.corners) == len(world.seats):
        first = steps.start_player(world.corners)
        if first != world.start and list(world.corners.values()).count(world.corners[first]) == 1:
            found.append(
                msg(
                    "%(n)d is the lowest number in the corner of an Initial Order: whoever has it starts.",
                    n=world.corners[first],
                ).under("start-player")
            )
    if world.loose:
        said = msgs(
            "For %(n)d player some turns were not followed: look over what they have.",
            "For %(n)d players some turns were not followed: look over what they have.",
            len(world.loose),
        ).under("by-hand")
        found.append(said)
    for seat, board in world.boards.items():
        waiting = [one.destination for one in board.by_standing("received")]
        found += [
            msg("Two Orders for %(to)s wait for the same player: the older one has failed.", to=LETTERED[to]).under(
                "orders"
            )
            for to in DESTINATIONS
            if waiting.count(to) > 1 and seat in world.seats
        ]
    for seat in world.seats:
        if world.own_tokens(seat) > LOOSE_TOKENS:
            n = world.own_tokens(seat)
            found.append(
                msg("%(n)d tokens on Investment cells: one player has %(m)d to place.", n=n, m=LOOSE_TOKENS).under(
                    "invest"
                )
            )
    return tuple(found)


# ---------------------------------------------------------------- phases


def preparing(world: Universe) -> tuple[Msg, ...]:
    """What to do before the round."""
    hand = int(DATA["hand"]["refill_to"])
    return (
        msg("All at once: draw until you hold %(n)d Action cards.", n=hand),
        msg("If your deck is empty, shuffle the discards and go on."),
    )


def acting(world: Universe) -> tuple[Msg, ...]:
    """What a turn is."""
    fees = tuple(str(fee) for fee in DATA["overtime"]["penalty"])
    return (
        msg("One action a turn. On Earth: Card Play, Conference, Launch, Return Home. In Space: Move, Return Home."),
        msg("Overtime: a turn costs %(fees)s Money in rounds 1, 2 and 3; Return Home is free.", fees=fees),
    )


def closing(world: Universe) -> tuple[Msg, ...]:
    """The steps of the ending."""
    found = [
        msg("Income: 1 Bean for each token in the Manager area, 1 Money for each in the Ordinary Employee area."),
        msg("VP for most tokens, area by area."),
    ]
    if world.round < ROUNDS:
        found.append(msg("Then Round card, Time marker, Action cards, Conference cards, rockets."))
    return tuple(found)


def phase(key: str, label: Msg, rule: str, todo: Any, new: Msg) -> Phase[Universe]:
    """A phase; its inputs are all on the game's own panels."""
    return Phase(key=key, label=label, rule=rule, todo=todo, new=new)


TRACKER: Final[Tracker[Universe, Finish]] = Tracker(
    rounds=ROUNDS,
    phases=(
        phase(
            PREPARATION,
            msg("Preparation"),
            "preparation",
            preparing,
            msg("Everybody draws up to three cards; nothing is paid."),
        ),
        phase(
            ACTION,
            msg("Action"),
            "action",
            acting,
            msg("Play cards at the Head Office, launch, fly, and come Home before overtime gets dear."),
        ),
        phase(
            ENDING,
            msg("Ending"),
            "ending",
            closing,
            msg("Tokens bring income and VP; then everything is made ready for the next round."),
        ),
    ),
    events=EVENTS,
    setup=setup,
    new=new,
    apply=apply,
    where=where,
    known=known,
    final=final,
    doubts=doubts,
    told=told,
    panel=desk,
)
