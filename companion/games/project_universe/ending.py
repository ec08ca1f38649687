"""The Ending Phase, step by step: what each step works out, and what it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.core.errors import NotNow, Refused
from companion.core.score import Seat
from companion.core.text import msg

from . import steps
from .happenings import ENDING, LAST_STEPS, OVER, PREPARATION, ROUNDS, STEPS, Ranked
from .investments import Rank, Stake, pays, ranking
from .ledger import gained, unloaded
from .steps import Facility, Goods
from .universe import AREA_KEYS, DATA, Universe
from .words import AREAS, Area


def steps_of(round_: int) -> tuple[str, ...]:
    """The steps of this round's Ending Phase; the last round has only two, then the final scoring."""
    return LAST_STEPS if round_ == ROUNDS else STEPS


def incomes(world: Universe) -> dict[Seat, Goods]:
    """What everybody's tokens bring in."""
    return {seat: steps.income(world.area_tokens(seat)) for seat in world.seats}


# ---------------------------------------------------------------- the contribution


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """One area at the end of a round: everybody's tokens, who stands where, and the ties that have to be looked at.

    *vp* is what is certain; *cells* the uppermost cell of each.
    """

    area: Area
    prizes: Sequence[int]
    stakes: Mapping[Seat, Stake]
    ranks: tuple[Rank, ...]
    vp: Mapping[Seat, int]
    ties: tuple[Tie, ...]

    @property
    def is_open(self) -> bool:
        """A tie that matters is still to be decided."""
        return any(not tie.first for tie in self.ties)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """Seats with as many tokens whose order matters: *first* goes first (0: nobody knows yet), *cells* their uppermost.

    *said* holds the order that the table has given so far; *by_table* that it was the table who said.
    """

    seats: tuple[Seat, ...]
    first: Seat
    cells: Mapping[Seat, int]
    by_table: bool
    said: tuple[Seat, ...] = ()


def stake(world: Universe, seat: Seat, area: Area) -> Stake:
    """Tokens in the area and the uppermost cell of them, as the table reads its columns."""
    facilities: tuple[Facility, ...] = tuple(DATA["areas"][area])
    cells = [cell for facility in facilities for cell in world.placed(seat, facility)]
    upper = min if world.options.upper_cell == "first_on_top" else max
    return Stake(count=len(cells), best_cell=upper(cells) if cells else 0)


def contest(world: Universe, area: Area) -> Contest:
    """Who has contributed most to *area*: tokens, then the upper cell, or what the table says of a tie."""
    prizes = pays(area, world.round)
    stakes = {seat: stake(world, seat, area) for seat in world.seats}
    said = world.rankings.get((world.round, area), ())
    overruled = {stakes[seat].count for seat in said if seat in stakes}
    counted = {
        seat: Stake(count=one.count) if one.count in overruled else one for seat, one in stakes.items()
    }  # a cell that the table has overruled no longer decides
    ranks = ranking(counted, prizes, said, world.options.upper_cell)
    return Contest(
        area=area,
        prizes=prizes,
        stakes=stakes,
        ranks=ranks,
        vp={seat: rank.prizes[0] for rank in ranks if not rank.is_open for seat in rank.seats},
        ties=tuple(_ties(stakes, ranks, said)),
    )


def _ties(stakes: Mapping[Seat, Stake], ranks: Sequence[Rank], said: Sequence[Seat]) -> list[Tie]:
    """Groups with as many tokens among whom the order changes what somebody gets."""
    found = []
    for count in sorted({one.count for one in stakes.values() if one.count}, reverse=True):
        group = [rank for rank in ranks if stakes[rank.seats[0]].count == count]
        seats = tuple(seat for rank in group for seat in rank.seats)
        prizes = [prize for rank in group for prize in rank.prizes]
        if len(seats) > 1 and len(set(prizes)) > 1:
            is_open = any(rank.is_open for rank in group)
            found.append(
                Tie(
                    seats=seats,
                    first=0 if is_open else seats[0],
                    cells={seat: stakes[seat].best_cell for seat in seats},
                    by_table=any(seat in said for seat in seats),
                    said=tuple(seat for seat in said if seat in seats),
                )
            )
    return found


def ranked(world: Universe, event: Ranked) -> Universe:
    """The table says who goes first among equals; naming nobody leaves it to the cells again."""
    if (event.round, world.phase) != (world.round, ENDING):
        raise NotNow(msg("That phase is over already.").under("ending"))
    if len(set(event.order)) < len(event.order) or not set(event.order) <= set(world.seats):
        raise Refused(msg("Name everybody once.").under("contribution-tie"), "order")
    if "contribution" in steps_of(world.round)[: world.step]:
        raise NotNow(msg("These VP are given already; take that step back first.").under("contribution"))
    return replace(world, rankings={**world.rankings, (event.round, event.area): event.order})


# ---------------------------------------------------------------- step by step


def stepped(world: Universe, round_: int, step: str) -> Universe:
    """After *step*; the phase itself is ended by who goes on."""
    names = steps_of(world.round)
    if (round_, world.phase) != (world.round, ENDING) or world.step >= len(names) or names[world.step] != step:
        raise NotNow(msg("That step is done already, or not due yet.").under("ending"))
    world = EFFECTS.get(step, lambda same: same)(world)
    return replace(world, step=world.step + 1)


def all_stepped(world: Universe) -> Universe:
    """After all steps that are left; the next round begins, or the game is over."""
    for step in steps_of(world.round)[world.step :]:
        world = stepped(world, world.round, step)
    return next_round(world)


def take_income(world: Universe) -> Universe:
    """Everybody's income, into the boards that are kept."""
    for seat, goods in incomes(world).items():
        world = replace(world, incomes={**world.incomes, (world.round, seat): goods})
        if seat in world.boards:
            world = world.with_board(seat, gained(world.board(seat), goods))
    return world


def take_contribution(world: Universe) -> Universe:
    """VP for both areas. Refused while a tie that matters is open."""
    for area in AREA_KEYS:
        found = contest(world, area)
        if found.is_open:
            raise NotNow(
                msg("A tie is open in the %(area)s area: say who goes first.", area=AREAS[area]).under(
                    "contribution-tie"
                ),
                area,
            )
        world = replace(world, paid={**world.paid, (world.round, area): found.vp})
        for seat, vp in found.vp.items():
            if seat in world.boards:
                world = world.with_board(seat, world.board(seat).changed({"vp": vp}))
    return world


def store_rockets(world: Universe) -> Universe:
    """Rockets back to the garage, goods back to the Warehouse."""
    boards = {seat: unloaded(board) for seat, board in world.boards.items()}
    return replace(world, boards=boards, space=frozenset(), stops={}, homes={})


def next_start(world: Universe) -> Seat:
    """Who starts the next round: the last one Home, else the same as before."""
    last = [seat for seat, cell in world.homes.items() if cell == "last_returner" and seat in world.seats]
    return last[0] if last else world.start


def take_start(world: Universe) -> Universe:
    """The Round card changes, and the start player with it."""
    return replace(world, start=next_start(world))


def next_round(world: Universe) -> Universe:
    """The preparation of the next round, or the end."""
    if world.round == ROUNDS:
        return replace(world, phase=OVER)
    return replace(world, round=world.round + 1, phase=PREPARATION, step=0, turn=None)


EFFECTS: Final = {
    "income": take_income,
    "contribution": take_contribution,
    "round_card": take_start,
    "rockets": store_rockets,
}
