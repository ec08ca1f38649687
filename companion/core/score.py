"""Score sheets, and the shapes of scoring that games share: steps, sets, majorities, ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from companion.core.shape import Shape
from companion.core.text import Doubt, Msg

Seat = int  # a person, for ever; seating order lives in the state
Rule = str  # id of a heading in rules.<lang>.md, which holds title, text and source
Choice = int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Shape):
    """One row of a score sheet: what, how many points, why, by which rule. seat None: the team's.

    *key* names the category (the same for all seats: one row of the table); *item* tells lines of one category
    apart (a parchment, a fief).
    """

    seat: Seat | None
    key: str
    label: Msg
    points: int
    why: Msg
    rule: Rule
    item: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Shape):
    """A question the rules leave open and that has just occurred.

    *options* are the stable values, *labels* what each means, in the same order; *chosen* is what the figures use.
    """

    id: str
    options: tuple[Choice, ...]
    default: Choice | None
    question: Msg
    labels: tuple[Msg, ...]
    rule: Rule
    chosen: Choice | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung(Shape):
    """One step of deciding who wins: what was compared, what each seat still in it had, and what it did."""

    key: str
    label: Msg
    values: Mapping[Seat, int] = field(default_factory=dict)
    verdict: Msg | None = None
    rule: Rule = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Shape):
    """A counted game. Totals are derived from the lines, never stored.

    *places* holds every seat (1 is first; equal places are shared); *decided_by* is a stable key ("points",
    "shared", …); *ladder* says how a tie was decided; *outcome* replaces "X wins" where a game is won or lost
    together; *asked* are seats whose tie lacks a figure (the game is then undecided and says so).
    """

    lines: tuple[Line, ...]
    places: Mapping[Seat, int]
    decided_by: str
    ladder: tuple[Rung, ...] = ()
    outcome: Msg | None = None
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    undecided: tuple[Seat, ...] = ()

    def total(self, seat: Seat | None) -> int:
        """Points of *seat*; None: the lines that belong to the whole team."""
        return sum(line.points for line in self.lines if line.seat == seat)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place; nobody while a tie is open."""
        return () if self.undecided else tuple(s for s, place in self.places.items() if place == 1)


def step(table: Sequence[Sequence[int]], n: int) -> int:
    """Points for *n* on a step table ``[[from, points], …]``; 0 below the first step.

    >>> [step([[10, 5], [20, 10]], n) for n in (9, 10, 19, 20, 99)]
    [0, 5, 5, 10, 10]
    """
    return max(((least, points) for least, points in table if n >= least), default=(0, 0))[1]


def ranked(key: Mapping[Seat, tuple[int, ...]]) -> dict[Seat, int]:
    """Places by *key*, best first; equal keys share a place and the next place is left out.

    >>> ranked({1: (5,), 2: (7,), 3: (5,), 4: (1,)})
    {1: 2, 2: 1, 3: 2, 4: 4}
    """
    return {seat: 1 + sum(other > mine for other in key.values()) for seat, mine in key.items()}


def tied(key: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """The seats that share the highest value; empty if one leads alone."""
    best = max(key.values(), default=0)
    top = tuple(seat for seat, value in key.items() if value == best)
    return top if len(top) > 1 else ()


def categories(lines: Iterable[Line]) -> dict[str, tuple[Line, ...]]:
    """Lines by category key, in the order in which the keys first appear."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(line.key, []).append(line)
    return {key: tuple(rows) for key, rows in found.items()}


def descending(key: Mapping[Seat, int]) -> list[tuple[int, tuple[Seat, ...]]]:
    """``(value, seats)`` from the highest value down; seats of one value in seating order."""
    ordered: Callable[[tuple[Seat, int]], int] = lambda pair: -pair[1]  # noqa: E731
    return [
        (-level, tuple(seat for seat, _ in group))
        for level, group in groupby(sorted(key.items(), key=ordered), key=ordered)
    ]
