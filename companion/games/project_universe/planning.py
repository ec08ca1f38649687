"""Help while others play: what the goods are worth, the next launch and moves, what Additional Orders still need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from companion.core.score import Seat
from companion.core.text import Msg, msg, msgs

from . import overtime, steps
from .ledger import CUBES, lacking, lacking_said
from .moves import highest, launch_cost, move_cost
from .printed import part_does
from .scoring import destinations, materials
from .state import Materials
from .steps import Part
from .universe import DATA, Board, Universe
from .words import FACILITIES, LETTERED, counted, goods_said


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """One thing worth knowing: a short answer, and how it comes about."""

    key: str
    label: Msg
    answer: Msg
    more: tuple[Msg, ...] = ()
    rule: str = "materials"


def hints(world: Universe, seat: Seat) -> tuple[Hint, ...]:
    """What helps *seat* to plan."""
    board = world.board(seat)
    return (worth(board), launch(world, board), moves(board), *orders(board), *sets(board), *overtimes(world, board))


def left_of(board: Board) -> Materials:
    """What lies in front of a seat, as the final scoring takes it."""
    return Materials(
        workforce=board.has("workforce"),
        beans_warehouse=board.has("beans"),
        beans_container=board.has("beans_in"),
        money=board.has("money"),
        water_warehouse=board.has("water"),
        water_container=board.has("water_in"),
        action_cards=board.cards,
    )


def worth(board: Board) -> Hint:
    """VP of what is left if the game ended now, and what brings the next one."""
    left = left_of(board)
    lines = materials(None, left)
    amounts = {"workforce": left.workforce, "beans": left.beans, "money": left.money, "water": left.water}
    per = {kind: int(DATA["materials"][kind]["per"]) for kind in amounts}
    short = {kind: counted(kind, per[kind] - n % per[kind]) for kind, n in amounts.items()}
    more = (msg("another VP for %(workforce)s, %(beans)s, %(money)s or %(water)s more", **short),)
    total = sum(line.points for line in lines)
    return Hint(key="worth", label=msg("Your goods at the end"), answer=msgs("%(n)d VP", "%(n)d VP", total), more=more)


def launch(world: Universe, board: Board) -> Hint:
    """Whether the next launch can be paid, and the cheapest way to what is missing."""
    cost = launch_cost(board)
    missing = lacking(board, cost)
    label = msg("Next launch: %(cost)s", cost=goods_said(cost))
    if not missing:
        return Hint(
            key="launch", label=label, answer=msg("can be paid"), more=_better(board, "launch_engine"), rule="launch"
        )
    good, n = next(iter(missing.items()))
    more = (*_ways(world, board, good, n), *_better(board, "launch_engine"))
    return Hint(key="launch", label=label, answer=lacking_said(missing), more=more, rule="launch")


def _better(board: Board, part: Part) -> tuple[Msg, ...]:
    """What one more level of a part would make of it."""
    level = board.has(part) + 1
    return (msg("level %(n)d: %(does)s", n=level, does=part_does(part, level)),) if level <= highest(part) else ()


def _ways(world: Universe, board: Board, good: str, n: int) -> Iterator[Msg]:
    """How often the facility that makes *good* is to be used, and what that takes."""
    facility: steps.Facility = "bean_field" if good == "beans" else "water_purification"
    row = steps.facility_effect(facility, world.level(facility))
    uses = ceil(n / row["get"][good])
    cost = {paid: uses * each for paid, each in row["pay"].items()}
    said = msgs(
        "%(what)s once: %(cost)s",
        "%(what)s %(n)d times: %(cost)s",
        uses,
        what=FACILITIES[facility],
        cost=goods_said(cost),
    )
    yield said
    if short := lacking(board, cost):
        yield lacking_said(short)


def moves(board: Board) -> Hint:
    """How many moves the Workforce pays for."""
    cost = move_cost(board)
    n = min(board.has(good) // each for good, each in cost.items())
    short = {good: each - board.has(good) % each for good, each in cost.items()}
    return Hint(
        key="moves",
        label=msg("A move: %(cost)s", cost=goods_said(cost)),
        answer=msgs("%(n)d move can be paid", "%(n)d moves can be paid", n),
        more=(msg("%(what)s more for another", what=goods_said(short)), *_better(board, "propulsion_engine")),
        rule="move",
    )


def orders(board: Board) -> Iterator[Hint]:
    """What the Additional Orders of a waiting Order still need in the container."""
    for order in board.by_standing("received"):
        asks = {good: n for good in CUBES if (n := getattr(order, good))}
        if not asks:
            continue
        missing = lacking(board, asks, "container")
        on_earth = lacking(board, asks)
        more = (msg("All of it is there, but not loaded yet"),) if missing and not on_earth else ()
        yield Hint(
            key=f"order-{order.destination}",
            label=msg("Order for %(to)s asks for %(what)s", to=LETTERED[order.destination], what=goods_said(asks)),
            answer=lacking_said(missing, "container") if missing else msg("is in the container"),
            more=more,
            rule="additional-orders",
        )


def sets(board: Board) -> Iterator[Hint]:
    """The sets that achieved Orders make so far."""
    if achieved := board.achieved():
        line = destinations(None, achieved)
        yield Hint(
            key="sets",
            label=msg("Sets of destinations so far"),
            answer=msgs("%(n)d VP", "%(n)d VP", line.points),
            more=(line.why,),
            rule=line.rule,
        )


def overtimes(world: Universe, board: Board) -> Iterator[Hint]:
    """How many turns of overtime the Money pays for."""
    fee = overtime.PENALTY[world.round - 1]
    n = board.has("money") // fee
    yield Hint(
        key="overtime",
        label=msg("Overtime: %(n)d Money a turn", n=fee),
        answer=msgs("%(n)d turn can be paid", "%(n)d turns can be paid", n),
        rule="overtime",
    )
