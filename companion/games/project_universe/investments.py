"""The investment contribution of one area: who has placed most, and what that pays in a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from companion.core.data import data
from companion.core.score import Seat

from .state import Direction
from .words import Area

DATA: Final = data(__file__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """Own tokens in an area; *best_cell* is the uppermost one's place in its column, from 1; 0: not known."""

    count: int
    best_cell: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank:
    """The seats on one place, or on several in a row that only the table can tell apart.

    *prizes* are the VP of these places; *by_cell* says that a cell set them apart from others with as many tokens.
    """

    place: int
    seats: tuple[Seat, ...]
    prizes: tuple[int, ...]
    by_cell: bool = False

    @property
    def is_open(self) -> bool:
        """The places pay differently, so it matters who gets which."""
        return len(set(self.prizes)) > 1


def columns(area: Area) -> tuple[int, ...]:
    """Cells of each facility of *area*."""
    return tuple(len(DATA["investment_cells"][facility]) for facility in DATA["areas"][area])


def pays(area: Area, round: int) -> Sequence[int]:
    """VP of the first, second and third place in this round."""
    found: Sequence[int] = DATA["contribution"][area][round - 1]
    return found


def ranking(
    stakes: Mapping[Seat, Stake],
    prizes: Sequence[int],
    order: Sequence[Seat] = (),
    direction: Direction = "first_on_top",
) -> tuple[Rank, ...]:
    """Everybody with a token, best first: more tokens, then the upper cell, then *order*, which settles the rest.

    Among seats with as many tokens, one cell that is not known leaves all of them open.
    """
    heights = _heights(stakes, direction)
    settled = {seat: n for n, seat in enumerate(order)}

    def key(seat: Seat) -> tuple[int, int, int]:
        return -stakes[seat].count, -heights[seat], settled.get(seat, len(settled))

    ranks: list[Rank] = []
    place = 1
    for _, group in groupby(sorted(heights, key=key), key=key):
        seats = tuple(group)
        rivals = {heights[other] for other in heights if stakes[other].count == stakes[seats[0]].count}
        won = tuple(prizes[n - 1] if n <= len(prizes) else 0 for n in range(place, place + len(seats)))
        ranks.append(Rank(place=place, seats=seats, prizes=won, by_cell=len(rivals) > 1))
        place += len(seats)
    return tuple(ranks)


def _heights(stakes: Mapping[Seat, Stake], direction: Direction) -> dict[Seat, int]:
    """How high each seat's best token lies, more is higher; all 0 among equals of which one is not known."""
    unknown = {stake.count for stake in stakes.values() if not stake.best_cell}
    sign = -1 if direction == "first_on_top" else 1
    return {
        seat: 0 if stake.count in unknown else sign * stake.best_cell for seat, stake in stakes.items() if stake.count
    }


def certain(ranks: Iterable[Rank]) -> dict[Seat, int]:
    """VP by seat, where no open tie leaves them uncertain."""
    return {seat: rank.prizes[0] for rank in ranks if not rank.is_open for seat in rank.seats}


def open_ties(ranks: Iterable[Rank]) -> tuple[tuple[Seat, ...], ...]:
    """The seats that only the table can rank, where it matters."""
    return tuple(rank.seats for rank in ranks if rank.is_open)
