"""What is paid and gained in front of one seat; what cannot be paid is refused with the amount that is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from companion.core.errors import NotNow
from companion.core.text import Msg, msg

from .happenings import Pile
from .universe import Board
from .words import PARTS, PILES, counted

CUBES: Final = {"beans": "beans_in", "water": "water_in"}
Source = Literal["earth", "container"]


def lacking(board: Board, cost: Mapping[str, int], source: Source = "earth") -> dict[str, int]:
    """How much of each is missing to pay *cost*; in space cubes come out of the container alone."""
    there = {good: _within_reach(board, good, source) for good in cost}
    return {good: n - there[good] for good, n in cost.items() if n > there[good]}


def _within_reach(board: Board, good: str, source: Source) -> int:
    if good not in CUBES:
        return board.has(good)
    inside = board.has(CUBES[good])
    return inside if source == "container" else inside + board.has(good)


def lacking_said(missing: Mapping[str, int], source: Source = "earth") -> Msg:
    """What is missing, in words."""
    parts = tuple(counted(good, n) for good, n in missing.items())
    if source == "container" and any(good in CUBES for good in missing):
        return msg("Missing in the container: %(what)s.", what=parts)
    return msg("Missing: %(what)s.", what=parts)


def paid(board: Board, cost: Mapping[str, int], source: Source = "earth") -> Board:
    """After paying *cost*: cubes out of the Warehouse first, then the container; in space out of the container."""
    if missing := lacking(board, cost, source):
        raise NotNow(lacking_said(missing, source))
    by: dict[str, int] = {}
    for good, n in cost.items():
        if good in CUBES:
            from_warehouse = 0 if source == "container" else min(n, board.has(good))
            by[good], by[CUBES[good]] = -from_warehouse, from_warehouse - n
        else:
            by[good] = -n
    return board.changed(by)


def gained(board: Board, goods: Mapping[str, int], *, aboard: bool = False) -> Board:
    """With *goods* more; *aboard*: cubes go into the container as far as it has room, the rest into the Warehouse."""
    for good, n in goods.items():
        if good == "employment":
            continue
        into = min(n, max(0, board.room)) if aboard and good in CUBES else 0
        if into:
            board = board.changed({CUBES[good]: into})
        board = board.changed({good: n - into})
    return board


def hired(board: Board, card: str | None, ends: str | None) -> Board:
    """With one more Action card of this type, and what it counts as at the end; the same where no card was taken."""
    if not card:
        return board
    return board.changed({card: 1, ends: 1} if ends else {card: 1})


def loaded(board: Board, good: str, by: int) -> Board:
    """After moving cubes into the container, or out of it."""
    if by > board.room:
        raise NotNow(msg("The container has room for %(n)d more.", n=max(0, board.room)).under("loading"), "by")
    source, n = (good, by) if by > 0 else (CUBES[good], -by)
    if board.has(source) < n:
        raise NotNow(msg("There are only %(n)d: %(what)s.", n=board.has(source), what=PILES[source]), "by")
    return board.changed({good: -by, CUBES[good]: by})


def unloaded(board: Board) -> Board:
    """With everything from the container back in the Warehouse."""
    return board.changed({pile: n for good, inside in CUBES.items() for pile, n in _back(board, good, inside)})


def _back(board: Board, good: str, inside: str) -> tuple[tuple[str, int], ...]:
    return ((good, board.has(inside)), (inside, -board.has(inside)))


def adjusted(board: Board, what: Pile, by: int, highest: int) -> Board:
    """Put right by hand. Nothing but VP goes below 0; a rocket part has levels from 1 to *highest*."""
    n = board.has(what) + by
    if what in PARTS and not 1 <= n <= highest:
        raise NotNow(msg("A rocket part has levels 1 to %(n)d.", n=highest).under("rocket"), "by")
    if n < 0 and what != "vp":
        raise NotNow(msg("%(n)d is the least possible.", n=0), "by")
    if what in CUBES.values() and by > board.room:
        raise NotNow(msg("The container has room for %(n)d more.", n=max(0, board.room)).under("loading"), "by")
    return board.changed({what: by})
