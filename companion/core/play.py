"""A play: the fold of its log. Undo and correction are events too; nobody stores a total.

Common events cost the same at event 10 and at event 10,000: only the tail is applied. Undo, correction and a change
of the house rules fold the log anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from companion.core.errors import Missing, NotNow, Refused, Stale
from companion.core.events import (
    Answered,
    Arrived,
    Closed,
    Corrected,
    Depth,
    DepthChosen,
    Event,
    Left,
    Logged,
    Opened,
    OptionsChosen,
    PhaseEnded,
    Renamed,
    Reordered,
    Ruled,
    Sitter,
    Ticked,
    Undone,
)
from companion.core.game import TABLE, Game, Setting, Tracker
from companion.core.score import Choice, Rule, Seat
from companion.core.text import msg

T = TypeVar("T")
REFOLD = (Undone, Corrected, OptionsChosen)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What any play has, whatever the game: people, house rules, ticks, and figures typed for the final count."""

    sitters: Mapping[Seat, Sitter]
    order: tuple[Seat, ...]  # clockwise; those who left are not in it
    start: Seat
    depth: Depth
    options: Any
    ticks: frozenset[str] = frozenset()
    typed: Mapping[tuple[str, Seat], str] = field(default_factory=dict)
    rulings: Mapping[str, Choice] = field(default_factory=dict)
    closed: Closed | None = None

    @property
    def names(self) -> dict[Seat, str]:
        """Everybody who ever sat here, in seating order; those who left come last."""
        seats = (*self.order, *(seat for seat in self.sitters if seat not in self.order))
        return {seat: self.sitters[seat].name for seat in seats}


def settled(log: Iterable[Logged]) -> tuple[frozenset[int], dict[int, Logged]]:
    """The steps that were taken back; and by step what it really was, in the envelope of its correction.

    Read from the end: an ``Undone`` that is itself undone has no effect, so undo, redo and undo-of-redo need no
    second stack. The last standing correction of an event wins.
    """
    undone: set[int] = set()
    corrections: dict[int, Logged] = {}
    for entry in sorted(log, key=lambda entry: -entry.seq):
        event = entry.event
        if entry.seq in undone:
            continue
        if isinstance(event, Undone):
            undone.add(event.seq)
        elif isinstance(event, Corrected):
            corrections.setdefault(event.seq, replace(entry, event=event.event))
    return frozenset(undone), corrections


def standing(log: Iterable[Logged]) -> list[tuple[int, Event]]:
    """``(seq, event)`` of what still counts, in order; a corrected event stands in its old place."""
    entries = sorted(log, key=lambda entry: entry.seq)
    undone, corrections = settled(entries)
    return [
        (entry.seq, corrections.get(entry.seq, entry).event)
        for entry in entries
        if entry.seq not in undone and not isinstance(entry.event, (Undone, Corrected))
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Generic[T]):
    """A game being played. *slots* says who last wrote what, for telling a conflict from a repeat.

    *undone* and *corrections* are what :func:`settled` finds in the log.
    """

    game: Game[Any]
    log: tuple[Logged, ...]
    table: Table
    state: T
    slots: Mapping[str, Logged] = field(default_factory=dict)
    undone: frozenset[int] = frozenset()
    corrections: Mapping[int, Logged] = field(default_factory=dict)

    @property
    def head(self) -> int:
        """The number of the last event."""
        return self.log[-1].seq

    def append(self, entry: Logged) -> Play[T]:
        """The play after *entry*; this play itself is unchanged. Raises Refused if it cannot be."""
        if self.table.closed and not isinstance(entry.event, Undone):
            raise NotNow(msg("This play is closed. Undo the last step to go on."))
        if isinstance(entry.event, REFOLD):
            self._check_target(entry)
            return self._refolded(entry)
        table, state = applied(self.game, self.table, self.state, entry.event)
        return replace(self, log=(*self.log, entry), table=table, state=state, slots=_slots(self.slots, entry))

    def _check_target(self, entry: Logged) -> None:
        event = entry.event
        if isinstance(event, (Undone, Corrected)):
            target = next((e for e in self.log if e.seq == event.seq), None)
            if target is None:
                raise Missing(msg("There is no step %(n)d in this play.", n=event.seq))
            if isinstance(target.event, Opened):
                raise NotNow(msg("The beginning of a play cannot be taken back; delete the play instead."))
        if isinstance(event, Corrected):
            target = next(e for e in self.log if e.seq == event.seq)
            if type(target.event) is not type(event.event):
                raise Refused(msg("A step can be corrected only to one of its own kind."))

    def _refolded(self, entry: Logged) -> Play[T]:
        log = (*self.log, entry)
        fallen: list[int] = []
        table, state = folded(self.game, standing(log), fallen)
        if fallen and isinstance(entry.event, Corrected) and fallen[0] == entry.event.seq:
            before = [one for one in standing(log) if one[0] < fallen[0]]
            applied(self.game, *folded(self.game, before, []), entry.event.event)  # it says itself why it cannot be
        if fallen:
            raise NotNow(
                msg(
                    "Then these later steps could not have happened: %(steps)s. Take them back first.",
                    steps=tuple(str(seq) for seq in fallen[:8]),
                )
            )
        undone, corrections = settled(log)
        slots = _slots(self.slots, entry)
        return replace(self, log=log, table=table, state=state, slots=slots, undone=undone, corrections=corrections)

    def repeat_of(self, event: Event, *, by: int | None, base: int) -> Logged | None:
        """The earlier event that already says this; None if there is none.

        Raises Stale if another device wrote the same slot after *base* and said otherwise.
        """
        slot = event.slot()
        last = self.slots.get(slot) if slot else None
        if last is None or not self.counts(last.seq):
            return None
        said = self.corrections.get(last.seq, last)
        if said.event == event:
            return said
        if said.seq > base and said.by != by:
            raise Stale(msg("Somebody else changed this in the meantime."), said)
        return None

    def counts(self, seq: int) -> bool:
        """Whether the step *seq* still stands."""
        return seq not in self.undone

    def undoable(self) -> list[Logged]:
        """The steps that still count and can be taken back, latest first."""
        return [
            entry
            for entry in reversed(self.log)
            if self.counts(entry.seq) and not isinstance(entry.event, (Opened, Undone, Corrected))
        ]

    def redoable(self) -> Logged | None:
        """The undo that can be taken back right now: the last event, if it is one that still counts."""
        last = self.log[-1]
        return last if isinstance(last.event, Undone) else None


def _slots(slots: Mapping[str, Logged], entry: Logged) -> Mapping[str, Logged]:
    slot = entry.event.slot()
    return {**slots, slot: entry} if slot else slots


def opened(game: Game[Any], entry: Logged) -> Play[Any]:
    """The play that begins with *entry*, an Opened."""
    table, state = folded(game, [(entry.seq, entry.event)], [])
    return Play(game=game, log=(entry,), table=table, state=state)


def replayed(game: Game[Any], log: Iterable[Logged]) -> Play[Any]:
    """The play of a whole log, as stored or imported. Raises Refused where an event cannot follow the ones before."""
    entries = tuple(log)
    if not entries or not isinstance(entries[0].event, Opened):
        raise Refused(msg("A play begins with who sits at the table."))
    fallen: list[int] = []
    table, state = folded(game, standing(entries), fallen)
    if fallen:
        raise Refused(msg("Step %(n)d cannot follow the steps before it.", n=fallen[0]))
    slots: Mapping[str, Logged] = {slot: entry for entry in entries if (slot := entry.event.slot())}
    undone, corrections = settled(entries)
    return Play(game=game, log=entries, table=table, state=state, slots=slots, undone=undone, corrections=corrections)


def folded(game: Game[Any], events: list[tuple[int, Event]], fallen: list[int]) -> tuple[Table, Any]:
    """Table and state after *events*, the first of which is the Opened; what cannot be is skipped into *fallen*."""
    first = events[0][1]
    if not isinstance(first, Opened):
        raise Refused(msg("A play begins with who sits at the table."))
    chosen = [event.options for _, event in events if isinstance(event, OptionsChosen)]
    table = seated(game, first, chosen[-1] if chosen else first.options)
    state = tracker_of(game).new(Setting(options=table.options, seats=table.order, start=first.start))
    for seq, event in events[1:]:
        try:
            table, state = applied(game, table, state, event)
        except Refused:
            fallen.append(seq)
    return table, state


def tracker_of(game: Game[Any]) -> Tracker[Any, Any]:
    """How *game* is followed. Raises Missing for a game that can only be counted."""
    if game.tracker is None:
        raise Missing(msg("%(game)s cannot be followed yet, only counted.", game=game.title))
    return game.tracker


def seated(game: Game[Any], first: Opened, options: Mapping[str, Any]) -> Table:
    """The table as it was opened. Refuses a wrong number of people, a seat given twice, an unknown first player."""
    seats = tuple(sitter.seat for sitter in first.seats)
    if len(seats) not in game.seats:
        raise Refused(
            msg(
                "%(game)s is for %(low)d to %(high)d players.",
                game=game.title,
                low=game.seats[0],
                high=game.seats[-1],
            ),
            "seats",
        )
    if len(set(seats)) < len(seats) or TABLE in seats:
        raise Refused(msg("Every person needs a seat of their own."), "seats")
    if first.start not in seats:
        raise Refused(msg("Nobody sits there."), "start")
    sitters = {sitter.seat: sitter for sitter in first.seats}
    return Table(sitters=sitters, order=seats, start=first.start, depth=first.depth, options=game.read_options(options))


def rule_of(game: Game[Any], event: Event) -> Rule:
    """The section that *event* belongs to: its own, its phase's, its category's; none for what only the table does."""
    match event:
        case PhaseEnded(phase=key):
            return next((phase.rule for phase in tracker_of(game).phases if phase.key == key), "")
        case Answered(category=key):
            return next((category.rule for category in game.count.categories if category.key == key), "")
        case Corrected(event=inner):
            return rule_of(game, inner)
    return event.rule


def applied(game: Game[Any], table: Table, state: Any, event: Event) -> tuple[Table, Any]:
    """Table and state after one event that neither undoes nor corrects. A refusal leads to the event's section."""
    try:
        return _applied(game, table, state, event)
    except Refused as refused:
        refused.rule = refused.rule or rule_of(game, event)
        raise


def _applied(game: Game[Any], table: Table, state: Any, event: Event) -> tuple[Table, Any]:
    match event:
        case Opened():
            raise NotNow(msg("This play has begun already."))
        case Renamed(seat=seat, name=name, colour=colour):
            return _sitter(table, Sitter(seat=_present(table, seat), name=name, colour=colour)), state
        case Arrived(seat=seat, name=name, colour=colour):
            if seat in table.sitters or seat == TABLE:
                raise NotNow(msg("That seat is taken."))
            if len(table.order) >= game.seats[-1]:
                raise NotNow(msg("No more than %(n)d can play.", n=game.seats[-1]))
            table = replace(_sitter(table, Sitter(seat=seat, name=name, colour=colour)), order=(*table.order, seat))
        case Left(seat=seat):
            if _present(table, seat) not in table.order or len(table.order) == 1:
                raise NotNow(msg("Nobody sits there any more."))
            table = replace(table, order=tuple(s for s in table.order if s != seat))
        case Reordered(order=order):
            if sorted(order) != sorted(table.order):
                raise Refused(msg("The new order must name everybody once."), "order")
            table = replace(table, order=order)
        case DepthChosen(depth=depth):
            return replace(table, depth=depth), state
        case OptionsChosen():
            return table, state  # taken into account from the start of the fold
        case Ruled(id=ruling, choice=choice):
            return replace(table, rulings={**table.rulings, ruling: choice}), state
        case Ticked(step=step, on=on):
            return replace(table, ticks=table.ticks | {step} if on else table.ticks - {step}), state
        case Answered(category=category, seat=seat, typed=typed):
            return _answered(table, category, seat, typed), state
        case Closed():
            return replace(table, closed=event), state
    return table, tracker_of(game).apply(state, event)


def _present(table: Table, seat: Seat) -> Seat:
    if seat not in table.sitters:
        raise Missing(msg("Nobody sits there."), "seat")
    return seat


def _sitter(table: Table, sitter: Sitter) -> Table:
    return replace(table, sitters={**table.sitters, sitter.seat: sitter})


def _answered(table: Table, category: str, seat: Seat, typed: str) -> Table:
    if seat != TABLE:
        _present(table, seat)
    answers = {key: text for key, text in table.typed.items() if key != (category, seat)}
    if typed.strip():
        answers[category, seat] = typed
    return replace(table, typed=answers)
