"""What a result looks like, for the page and for paper: one view model, made from the lines of the one scorer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.game import Game, Tally
from companion.core.score import Line, Result, Ruling, Rung, Seat, categories
from companion.core.text import Doubt, Msg, msg, msgs
from companion.web.tally import still_open


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One seat of the table, or the team (seat None): its lines and its total."""

    seat: Seat | None
    name: str | Msg
    place: int
    total: int
    lines: tuple[Line, ...]
    bar: tuple[tuple[int, int], ...]  # (start, length) of each category's part, in points


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """The points of a category in a column, None without *lines*; *anchor* names the place of the reasons."""

    points: int | None
    anchor: str
    column: Column
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Figures that were not given: of which category, where to give them, whose (nobody's: the table's)."""

    label: Msg
    address: str
    names: tuple[Msg | str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """Points after each round, for drawing: *labels* along the bottom, a run of totals for each column."""

    labels: tuple[Msg, ...]
    runs: tuple[tuple[Column, tuple[int, ...]], ...]
    top: int
    bottom: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultView:
    """A counted game, ready to show."""

    headline: Msg
    reason: Msg | None
    best: int | None  # the winners' points, where points decide
    margin: Msg | None  # by how much they lead
    ladder: tuple[Rung, ...]
    columns: tuple[Column, ...]  # as seated
    ranked: tuple[Column, ...]  # best first
    rows: tuple[tuple[Msg, tuple[Cell, ...]], ...]
    doubts: tuple[Doubt, ...]
    rulings: tuple[Ruling, ...]
    undecided: bool
    won: bool  # by somebody, or by all together
    together: bool  # places say nothing
    widest: int
    plot: Plot | None


def result_view(game: Game[Any], tally: Tally, result: Result) -> ResultView:
    """*result* with the names of *tally*."""
    columns = _columns(tally, result)
    return ResultView(
        headline=headline(tally, result),
        reason=reason(result),
        best=None if result.outcome or not result.winners else result.total(result.winners[0]),
        margin=margin(tally, result),
        ladder=result.ladder,
        columns=columns,
        ranked=tuple(sorted(columns, key=lambda column: column.place)),
        rows=tuple(
            (lines[0].label, tuple(_cell(key, lines, column) for column in columns))
            for key, lines in categories(result.lines).items()
        ),
        doubts=result.doubts,
        rulings=result.rulings,
        undecided=bool(result.undecided),
        won=bool(result.winners),
        together=result.outcome is not None,
        widest=max([1, *(end for column in columns for end in [sum(length for _, length in column.bar)])]),
        plot=_plot(columns, result.lines),
    )


def headline(tally: Tally, result: Result) -> Msg:
    """Who won, in one sentence."""
    names = tuple(tally.names[seat] for seat in result.winners if seat in tally.names)
    if result.outcome:
        return result.outcome
    if result.undecided:
        return msg("%(names)s are level", names=tuple(tally.names[seat] for seat in result.undecided))
    if len(names) == 1:
        return msg("%(name)s wins", name=names[0])
    return msg("%(names)s share the win", names=names) if names else msg("Nobody wins")


def reason(result: Result) -> Msg | None:
    """By how many points, where points decide."""
    if result.outcome or not result.winners:
        return None
    best = result.total(result.winners[0])
    if len(result.winners) > 1:
        return msgs("with %(n)d point each", "with %(n)d points each", best)
    return msgs("with %(n)d point", "with %(n)d points", best)


def margin(tally: Tally, result: Result) -> Msg | None:
    """How far ahead of the second place the first is; None where that says nothing."""
    if result.outcome or result.ladder or len(result.winners) != 1:
        return None
    best = result.total(result.winners[0])
    others = [seat for seat in tally.names if seat not in result.winners]
    second = max(map(result.total, others), default=best)
    if best <= second:
        return None
    names = tuple(tally.names[seat] for seat in others if result.total(seat) == second)
    return msgs("%(n)d more than %(names)s", "%(n)d more than %(names)s", best - second, names=names)


def gaps_view(game: Game[Any], tally: Tally, address: Callable[[str], str]) -> tuple[Gap, ...]:
    """What is still open, in the order in which it is asked."""
    gaps = still_open(game, tally)
    return tuple(
        Gap(
            label=category.label,
            address=address(category.key),
            names=tuple(tally.names[seat] for seat in gaps[category.key] if seat),
        )
        for category in game.count.categories
        if category.key in gaps
    )


def _columns(tally: Tally, result: Result) -> tuple[Column, ...]:
    seats: list[Seat | None] = [seat for seat in tally.names if any(line.seat == seat for line in result.lines)]
    if not seats or any(line.seat is None for line in result.lines):
        seats.append(None)
    return tuple(_column(seat, tally, result) for seat in seats)


def _column(seat: Seat | None, tally: Tally, result: Result) -> Column:
    lines = tuple(line for line in result.lines if line.seat == seat)
    return Column(
        seat=seat,
        name=msg("Team") if seat is None else tally.names[seat],
        place=1 if seat is None else result.places.get(seat, 1),
        total=result.total(seat),
        lines=lines,
        bar=_bar(lines),
    )


def _bar(lines: Sequence[Line]) -> tuple[tuple[int, int], ...]:
    """The parts of a column's bar: what each category gave; losses take no room."""
    parts, start = [], 0
    for rows in categories(lines).values():
        length = max(0, sum(line.points for line in rows))
        parts.append((start, length))
        start += length
    return tuple(parts)


def _cell(key: str, lines: Sequence[Line], column: Column) -> Cell:
    mine = tuple(line for line in lines if line.seat == column.seat)
    points = sum(line.points for line in mine) if mine else None
    return Cell(points=points, anchor=f"why-{column.seat or 'team'}-{key}", column=column, lines=mine)


def _plot(columns: tuple[Column, ...], lines: tuple[Line, ...]) -> Plot | None:
    """Totals after each round and at the end; None for a game without rounds."""
    rounds = sorted({line.round for line in lines if line.round is not None})
    if len(rounds) < 2:
        return None
    runs = []
    for column in columns:
        after = [
            sum(line.points for line in column.lines if line.round is not None and line.round <= n) for n in rounds
        ]
        runs.append((column, (0, *after, column.total)))
    values = [value for _, run in runs for value in run]
    names = (*(msg("R %(n)d", n=n) for n in rounds), msg("End"))
    return Plot(labels=names, runs=tuple(runs), top=max([10, *values]), bottom=min([0, *values]))
