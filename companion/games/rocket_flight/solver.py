"""How few cards a flight can do with if every wanted card were at hand: a flight that shows it, card by card.

A leg from planet to planet is a chain of straight stretches. The first costs its take-off card (from Earth at the very
beginning: nothing, the direction is drawn), every later one the card that turns into it, and each as many cards as its
cells need. Which corner a card makes plays no part: for every corner there is one. So the figure is the same for both
readings of the turns. The search is wide, not complete: where *is_least* is not set, somebody may find a shorter one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from .draw import Drawn, draw
from .engine import TAKEOFF, TURNS, VALUES, Play, Reading, Rocket, Turn
from .geometry import HEADINGS, SIXTHS, Cell, Piece, ahead, change, distance, piece
from .maps import ROUTE, Field, MapKey, board

FAR: Final = max(VALUES)
MORE: Final = 9  # cards beyond the least of a leg, at most
FEW: Final = 8  # ways of a leg that are enough to choose from
WAYS: Final = 120  # of a leg, for each number of cards
BEAM: Final = 40  # flights that are followed at once
MIXER: Final = 1_000_003
KEPT: Final = 512  # flights found are remembered
_CARD: Final = {heading: card for card, heading in TAKEOFF.items()}
_TURNS: Final = tuple(tuple((h + by) % SIXTHS for by in (1, 5, 2, 4)) for h in range(SIXTHS))
State = tuple[Cell, int]  # a cell, and the heading in which it was reached
Stretch = tuple[int, int]  # a heading and how many cells


@dataclass(frozen=True, slots=True, kw_only=True)
class Perfect:
    """A flight of *cards* cards, play by play. *is_least*: no flight can do with fewer."""

    cards: int
    plays: tuple[Play, ...]
    is_least: bool

    @property
    def turns(self) -> tuple[Turn, ...]:
        """As turns of up to three cards."""
        return tuple(Turn(plays=self.plays[n : n + 3]) for n in range(0, len(self.plays), 3))


@cache
def rays(key: MapKey) -> dict[Cell, tuple[tuple[Cell, ...], ...]]:
    """By cell and heading: the cells that follow up to the rim."""
    printed = board(key)
    return {
        cell: tuple(
            tuple(
                there
                for n in range(1, 2 * printed.radius + 1)
                if distance(there := ahead(cell, h, n)) <= printed.radius
            )
            for h in HEADINGS
        )
        for cell in printed.cells()
    }


@lru_cache(maxsize=KEPT)
def perfect(code: str, key: MapKey, reading: Reading = "drawn_angle") -> Perfect:
    """The shortest flight that is found for a code: leg by leg, many at once, off its own line."""
    drawn = draw(code, key)
    legs = list(_legs(drawn))
    best: list[_Line] = [_Line(0, 0, ())]
    for leg in legs:
        best = _narrowed(line.then(leg, extra, mask, way) for line in best for extra, mask, way in leg.off(line.used))
        if not best:
            raise ValueError(f"no flight found for {code} on the {key} map")
    ways = best[0].ways
    plays = tuple(play for n, way in enumerate(ways) for play in _plays(way, is_first=not n, reading=reading))
    return Perfect(cards=best[0].cards, plays=plays, is_least=best[0].cards == sum(leg.least for leg in legs))


class _Line(NamedTuple):
    """A flight so far: its cards, its pieces as bits, its ways leg by leg."""

    cards: int
    used: int
    ways: tuple[tuple[Stretch, ...], ...]

    def then(self, leg: _Leg, extra: int, mask: int, way: tuple[Stretch, ...]) -> _Line:
        """One leg further."""
        return _Line(self.cards + leg.least + extra, self.used | mask, (*self.ways, way))


def _narrowed(lines: Iterable[_Line]) -> list[_Line]:
    """The best of *lines*, one for each set of pieces; equals in an order that mixes them, always the same."""
    found = {line.used: line for line in sorted(lines, reverse=True)}
    return sorted(found.values(), key=lambda line: (line.cards, line.used % MIXER))[:BEAM]


def _legs(drawn: Drawn) -> Iterator[_Leg]:
    """The nine legs, from planet to planet."""
    field, cell = drawn.field, drawn.start.cell
    closed = field.suns | field.unchosen | field.planets
    for n in range(len(ROUTE)):
        first = tuple(range(SIXTHS)) if n else (HEADINGS.index(drawn.direction),)
        yield _Leg(drawn.map, cell, field.route[n], closed, first)
        cell = field.route[n]


class _Leg:
    """From one planet to the next: the fewest cards, and all ways that need no more, or so many more."""

    def __init__(self, key: MapKey, start: Cell, target: Cell, closed: frozenset[Cell], first: tuple[int, ...]) -> None:
        self.ray, self.bits = rays(key), bits(key)
        self.start, self.target, self.closed, self.first = start, target, closed, first
        self.takes_off = int(len(first) > 1)
        self.least = 0
        self.reached = self._reach(0)
        self._extra = 0
        self._ways: dict[int, list[tuple[int, tuple[Stretch, ...]]]] = {}

    def _reach(self, extra: int) -> dict[State, int]:
        """The fewest cards to each cell and heading, as far as they matter for *extra* more than the least."""
        best: dict[State, int] = {}
        queue: list[tuple[int, Cell, int]] = []
        found = [self.least or 999]

        def run(cell: Cell, heading: int, cost: int) -> None:
            for n, there in enumerate(self.ray[cell][heading], 1):
                price = cost - (-n // FAR)
                if there == self.target:
                    found.append(price)
                    return
                if there in self.closed or price > min(found) + extra:
                    return
                if price + 2 <= min(found) + extra and best.get((there, heading), 999) > price:
                    best[there, heading] = price
                    heappush(queue, (price, there, heading))

        for heading in self.first:
            run(self.start, heading, self.takes_off)
        while queue:
            cost, cell, heading = heappop(queue)
            if cost + 2 > min(found) + extra:
                break
            if best[cell, heading] == cost:
                for new in _TURNS[heading]:
                    run(cell, new, cost + 1)
        self.least = min(found)
        return best

    def ways(self, extra: int) -> list[tuple[int, tuple[Stretch, ...]]]:
        """All ways that need exactly *extra* cards more than the least: their pieces as bits, their stretches."""
        if extra not in self._ways:
            if extra > self._extra:
                self.reached, self._extra = self._reach(extra), extra
            self._ways[extra] = self._list(extra, 0)
        return self._ways[extra]

    def _list(self, extra: int, used: int) -> list[tuple[int, tuple[Stretch, ...]]]:
        """The first ways with exactly *extra* cards more that keep off *used*."""
        found: list[tuple[int, tuple[Stretch, ...]]] = []
        for heading in range(SIXTHS):
            self._back(self.target, heading, self.least + extra, used, (), found)
        return [(mask ^ used, way) for mask, way in found]

    def off(self, used: int) -> Iterator[tuple[int, int, tuple[Stretch, ...]]]:
        """Ways that keep off the pieces *used*: all of the least, or of the first number of cards more that has any."""
        many = 0
        for extra in range(MORE):
            ways = self.ways(extra)
            if len(ways) == WAYS:  # there are more: look for those that fit
                ways = self._list(extra, used)
            free = [(extra, mask, way) for mask, way in ways if not mask & used]
            yield from free
            many += len(free)
            if many >= FEW:
                return

    def _back(
        self,
        end: Cell,
        heading: int,
        cards: int,
        mask: int,
        after: tuple[Stretch, ...],
        found: list[tuple[int, tuple[Stretch, ...]]],
    ) -> None:
        """Add to *found* every way that arrives at *end* by *heading* on exactly so many *cards*."""
        here = end
        for n, there in enumerate(self.ray[end][(heading + 3) % SIXTHS], 1):
            bit = self.bits[piece(here, there)]
            if mask & bit or len(found) >= WAYS:
                return
            mask |= bit
            left = cards + (-n // FAR)
            if there == self.start and left == self.takes_off and heading in self.first:
                found.append((mask, ((heading, n), *after)))
            if there in self.closed or left < 1:
                return
            for before in _TURNS[heading]:
                if self.reached.get((there, before), 999) <= left - 1:
                    self._back(there, before, left - 1, mask, ((heading, n), *after), found)
            here = there


def needed(key: MapKey, field: Field, rocket: Rocket) -> int | None:
    """The fewest cards to the next planet from here, off the line drawn so far; None if no way leads there.

    Whether the new line gets into its own way is not looked at: None is certain, a figure is the best that may be.
    """
    target = field.route[rocket.visited]
    closed = field.suns | field.unchosen | field.planets
    ray = rays(key)
    best: dict[State, int] = {}
    queue: list[tuple[int, Cell, int]] = []
    found: list[int] = []

    def run(cell: Cell, heading: int, cost: int) -> None:
        here = cell
        for n, there in enumerate(ray[cell][heading], 1):
            if piece(here, there) in rocket.drawn or (there in closed and there != target):
                return
            price = cost - (-n // FAR)
            if there == target:
                found.append(price)
                return
            if best.get((there, heading), 999) > price:
                best[there, heading] = price
                heappush(queue, (price, there, heading))
            here = there

    course = HEADINGS.index(rocket.heading) if rocket.heading else None
    for heading in range(SIXTHS) if course is None else (course,):
        run(rocket.cell, heading, int(course is None))
    if course is not None and not rocket.owes_move:
        for heading in _TURNS[course]:
            run(rocket.cell, heading, 1)
    while queue and (not found or queue[0][0] + 2 < min(found)):
        cost, cell, heading = heappop(queue)
        if best[cell, heading] == cost:
            for new in _TURNS[heading]:
                run(cell, new, cost + 1)
    return min(found, default=None)


@cache
def bits(key: MapKey) -> dict[Piece, int]:
    """A bit for each piece of line that can be drawn on the map."""
    every = {piece(cell, row[0]) for cell, rows in rays(key).items() for row in rows if row}
    return {one: 1 << n for n, one in enumerate(sorted(every))}


def _plays(leg: tuple[Stretch, ...], *, is_first: bool, reading: Reading) -> Iterator[Play]:
    """The cards of a leg."""
    course = None
    for heading, cells in leg:
        to = HEADINGS[heading]
        if course is None and not is_first:
            yield Play(card=_CARD[to], use="takeoff", to=to)
        elif course is not None:
            turn = change(course, to)
            card = next(card for card, sixths in TURNS[reading].items() if turn in sixths)
            yield Play(card=card, use="turn", to=to)
        course = to
        while cells:
            step = min(cells, FAR)
            yield Play(card=step, use="move")
            cells -= step
