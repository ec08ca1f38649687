"""What the pages of a play show: made from the state as the asking device may see it, drawn by any game's tracker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

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
    Ticked,
    Undone,
)
from companion.core.game import Game, Input, Option, Phase, Setting, Step, Tracker, Where
from companion.core.play import Play, tracker_of
from companion.core.score import Seat
from companion.core.secrets import Hidden, seen
from companion.core.text import Doubt, Msg, msg, msgs
from companion.service import Member, Stored

DEPTHS: tuple[tuple[Depth, Msg, Msg], ...] = (
    ("count", msg("Score only"), msg("nothing until the end, then the count")),
    ("round", msg("Round helper"), msg("phases and what each round pays")),
    ("full", msg("Everything"), msg("all that lies in front of every seat")),
)
NO_CORRECTION = (Undone, Corrected, Closed, PhaseEnded, Reordered, OptionsChosen)
DEEP = {"count": 0, "round": 1, "full": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One input of a panel: what it asks, what it shows, and the fields that its form sends along."""

    input: Input[Any]
    seat: Seat
    value: Any
    options: tuple[Option, ...]
    chosen: tuple[str, ...]
    fixed: tuple[tuple[str, str], ...]
    kind: str
    is_covered: bool
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A person at the table."""

    seat: Seat
    name: str
    is_here: bool
    is_acting: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRow:
    """One step of the log: who, when, what; whether it still counts and can be taken back."""

    seq: int
    at: int
    who: Msg
    text: Msg
    counts: bool
    can_undo: bool
    can_redo: bool
    took_back: bool  # else it brought back what was taken back
    can_correct: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Forward:
    """The large button: what it says, and the fields that its form sends."""

    label: Msg
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayView:
    """The current phase of a play."""

    stored: Stored
    game: Game[Any]
    play: Play[Any]
    where: Where | None
    phase: Phase[Any] | None
    todo: tuple[Msg, ...]
    tabs: tuple[Tab, ...]
    seat: Seat
    controls: tuple[Control, ...]
    doubts: tuple[Doubt, ...]
    cells: tuple[tuple[str, ...], ...]  # by round: "done", "now" or "" for each phase
    first: int  # the round of the first cells
    next: Forward | None
    can_write: bool
    last: LogRow | None
    own: Any  # what the game's own templates show
    reveal: Option | None  # what turns secrets over once all rounds are over
    turn: tuple[Seat, ...]  # who is to act, where it is not everybody
    turn_names: tuple[str, ...]
    is_mine: bool  # it is the turn of whoever holds this phone alone
    is_cut_short: bool  # the result was kept before the rounds were over


def eyes(member: Member | None) -> frozenset[Seat]:
    """Whose secrets a device may show on its open pages: its own seat's, if it holds exactly one.

    A shared phone holds several; there secrets lie behind a cover per seat.
    """
    return member.seats if member is not None and len(member.seats) == 1 else frozenset()


def play_view(
    stored: Stored,
    play: Play[Any],
    member: Member | None,
    seat: Seat | None,
    asked: Mapping[str, str],
    phones: Mapping[int, Msg],
) -> PlayView:
    """The phase that is on, for *seat* (or the first that acts); *asked* is what the address says beside.

    *phones* says what each phone at the table is called.
    """
    tracker = tracker_of(play.game)
    state = seen(play.state, eyes(member))
    stands, is_closed = tracker.where(state), play.table.closed is not None
    where = None if is_closed else stands
    phase = next((one for one in tracker.phases if where and one.key == where.phase), None)
    here = _here(play, member, where, seat)
    turn = where.acting if where and not set(where.acting) >= set(play.table.order) else ()
    return PlayView(
        stored=stored,
        game=play.game,
        play=play,
        where=where,
        phase=phase,
        todo=tuple(phase.todo(state)) if phase else (),
        tabs=tuple(
            Tab(seat=one, name=name, is_here=one == here, is_acting=bool(where and one in where.acting))
            for one, name in play.table.names.items()
            if one in play.table.order
        ),
        seat=here,
        controls=tuple(_controls(phase, play, state, here, member)) if phase else (),
        doubts=tracker.doubts(state),
        cells=_cells(tracker, where) if where == stands else (),
        first=where.round if where and tracker.rounds is None else 1,
        next=_forward(tracker, where, state, play.table.depth, play.table.names) if where else None,
        can_write=member is not None and member.role != "watch" and not is_closed,
        last=next((row for row in log_rows(play, phones) if row.can_undo), None),
        own=tracker.panel(state, here, play.table.names, asked),
        reveal=None if where or is_closed else tracker.reveal(state),
        turn=turn,
        turn_names=tuple(play.table.names[one] for one in turn),
        is_mine=bool(turn) and eyes(member) <= set(turn) and bool(eyes(member)),
        is_cut_short=is_closed and stands is not None,
    )


def _here(play: Play[Any], member: Member | None, where: Where | None, seat: Seat | None) -> Seat:
    """The seat shown: the one asked for, else one's own, else the first that acts."""
    order = play.table.order
    if seat in order:
        return seat
    own = [one for one in order if member and one in member.seats]
    acting = [one for one in (where.acting if where else ()) if one in order]
    return next((one for one in acting if one in own), own[0] if own else order[0])


def _controls(phase: Phase[Any], play: Play[Any], state: Any, seat: Seat, member: Member | None) -> Iterator[Control]:
    where = tracker_of(play.game).where(state)
    for one in phase.inputs:
        if DEEP[one.depth] <= DEEP[play.table.depth]:
            yield control(one, state, seat, where, is_covered=one.secret and seat not in eyes(member))


def control(
    one: Input[Any], state: Any, seat: Seat, where: Where | None = None, *, is_covered: bool = False
) -> Control:
    """*one* input for *seat*; a covered one shows only how many there are. An event's round is the one that is on."""
    from companion.codec import kind_of

    value = one.now(state, seat)
    hidden = value if isinstance(value, Hidden) else None
    keys = hidden.keys if hidden else value if isinstance(value, tuple) else (value,) if isinstance(value, str) else ()
    return Control(
        input=one,
        seat=seat,
        value=value,
        options=() if is_covered else one.choices(state, seat),
        chosen=() if is_covered else tuple(map(str, keys)),
        fixed=(*one.fixed.items(), *_moment(one, where)),
        kind=kind_of(one.event),
        is_covered=is_covered,
        count=hidden.count if hidden else len(keys),
    )


def _moment(one: Input[Any], where: Where | None) -> tuple[tuple[str, str], ...]:
    """The round that an event of this input belongs to, where it names one."""
    names_it = any(f.name == "round" for f in fields(one.event))
    return (("round", str(where.round)),) if where and names_it and "round" not in one.fixed else ()


def _cells(tracker: Tracker[Any, Any], where: Where | None) -> tuple[tuple[str, ...], ...]:
    """The scale of rounds; where nobody knows how many there will be, the one that is on, turn by turn."""
    if tracker.rounds is None:
        return (_round(tracker, where),) if where else ()
    keys = [phase.key for phase in tracker.phases]
    now = ((where.round - 1) * len(keys) + keys.index(where.phase)) if where else tracker.rounds * len(keys)
    return tuple(
        tuple("done" if (n := r * len(keys) + p) < now else "now" if n == now else "" for p in range(len(keys)))
        for r in range(tracker.rounds)
    )


def _round(tracker: Tracker[Any, Any], where: Where) -> tuple[str, ...]:
    """The phases of one round; the phase that is on by its turns, where it has some."""
    keys = [phase.key for phase in tracker.phases]
    here = keys.index(where.phase)
    turns = where.turns.index(where.turn) if where.turn in where.turns else 0
    now = ("done",) * turns + ("now",) + ("",) * (len(where.turns) - turns - 1)
    return ("done",) * here + now + ("",) * (len(keys) - here - 1)


def _forward(
    tracker: Tracker[Any, Any], where: Where, state: Any, depth: Depth, names: Mapping[Seat, str]
) -> Forward | None:
    """The large button: it ends the phase, or does what the game says; None where the game wants none."""
    from companion.codec import plain_of

    onward = tracker.onward(state, depth)
    if onward is None:
        fields = {"kind": "phase_ended", "round": where.round, "phase": where.phase, "seat": where.turn}
        return Forward(label=_next(tracker, where, names), fields=fields)
    return Forward(label=onward.label, fields=plain_of(onward.event)) if onward.event else None


def _next(tracker: Tracker[Any, Any], where: Where | None, names: Mapping[Seat, str]) -> Msg:
    """What the big button leads to."""
    if where is None:
        return msg("Count the score")
    keys = [phase.key for phase in tracker.phases]
    place = keys.index(where.phase)
    coming = where.turns[where.turns.index(where.turn) + 1 :] if where.turn in where.turns else ()
    if coming:
        return msg("%(name)s’s turn", name=names[coming[0]])
    if place + 1 < len(keys):
        return tracker.phases[place + 1].label
    if where.is_last or where.round == tracker.rounds:
        return msg("Count the score")
    if where.turns and len(keys) == 1:
        return msg("%(name)s’s turn", name=names[where.turns[0]])
    return msg("Round %(n)d", n=where.round + 1)


def names_of_phones(play: Play[Any], members: Iterable[Member]) -> dict[int, Msg]:
    """What each phone is called: by the one person who sits there, else by its number."""
    return {
        one.number: msg("%(name)s", name=play.table.names[seat])
        for one in members
        if len(one.seats) == 1 and (seat := next(iter(one.seats))) in play.table.names
    }


def log_rows(play: Play[Any], phones: Mapping[int, Msg]) -> Iterator[LogRow]:
    """The whole log, latest first; *phones* says what each phone is called."""
    counting = {entry.seq for entry in play.undoable()}
    for entry in reversed(play.log):
        yield LogRow(
            seq=entry.seq,
            at=entry.at,
            who=phones.get(entry.by or 0, msg("phone %(n)d", n=entry.by or 1)),
            text=told(entry, play),
            counts=entry.seq in counting or isinstance(entry.event, (Opened, Undone, Corrected)),
            can_undo=(entry.seq in counting and play.table.closed is None) or isinstance(entry.event, Closed),
            can_redo=isinstance(entry.event, Undone) and entry.seq == play.head,
            took_back=isinstance(entry.event, Undone) and not isinstance(_target(entry.event, play), Undone),
            can_correct=entry.seq in counting and play.table.closed is None and can_correct(entry.event),
        )


def can_correct(event: Event) -> bool:
    """Whether *event* has open fields of its own that may have been mistyped; others can be taken back."""
    hidden = any(isinstance(getattr(event, f.name), Hidden) for f in fields(event))
    return not hidden and not isinstance(event, NO_CORRECTION)


def told(entry: Logged, play: Play[Any]) -> Msg:
    """What happened, in one sentence, without anybody's secret."""
    return said(seen(entry.event, frozenset()), play)


def said(event: Event, play: Play[Any]) -> Msg:
    """*event* in one sentence."""
    names = play.table.names
    match event:
        case Opened(seats=seats):
            return msg("The play begins: %(names)s", names=tuple(sitter.name for sitter in seats))
        case Renamed(seat=seat, name=name):
            return msg("Seat %(n)d is called %(name)s", n=seat, name=name)
        case Arrived(name=name):
            return msg("%(name)s sits down", name=name)
        case Left(seat=seat):
            return msg("%(name)s leaves the table", name=names.get(seat, ""))
        case Reordered(order=order):
            return msg("New seating order: %(names)s", names=tuple(names.get(seat, "") for seat in order))
        case DepthChosen(depth=depth):
            return msg("Followed from now on: %(depth)s", depth=next(label for key, label, _ in DEPTHS if key == depth))
        case OptionsChosen():
            return msg("House rules changed")
        case Ruled(id=ruling, choice=choice):
            return msg("Settled: %(ruling)s is %(choice)s", ruling=ruling.replace("_", " "), choice=str(choice))
        case Ticked(on=on):
            return msg("A setup step ticked") if on else msg("A setup step unticked")
        case PhaseEnded():
            return _ended(event, play)
        case Answered(category=category, seat=seat, typed=typed):
            return _answered(category, seat, typed, play)
        case Undone():
            return _undone(event, play)
        case Corrected(seq=seq, event=inner):
            return msg("Step %(n)d corrected: %(what)s", n=seq, what=said(inner, play))
        case Closed():
            return msg("The result is kept")
    return tracker_of(play.game).told(event, names)


def _ended(event: PhaseEnded, play: Play[Any]) -> Msg:
    phases: Mapping[str, Msg] = {phase.key: phase.label for phase in tracker_of(play.game).phases}
    label = phases.get(event.phase, msg("Phase"))
    if event.seat is not None:
        name = play.table.names.get(event.seat, "")
        return msg("%(name)s is done with %(phase)s, round %(n)d", name=name, phase=label, n=event.round)
    return msg("%(phase)s ended, round %(n)d", phase=label, n=event.round)


def _answered(category: str, seat: Seat, typed: str, play: Play[Any]) -> Msg:
    label = next((one.label for one in play.game.count.categories if one.key == category), msg("Count"))
    name: str | Msg = play.table.names.get(seat, msg("The table"))
    return msg("%(name)s, %(label)s: %(typed)s", name=name, label=label, typed=typed[:40] or "–")


def _undone(event: Undone, play: Play[Any]) -> Msg:
    target = _target(event, play)
    if target is None:
        return msg("Step %(n)d taken back", n=event.seq)
    if isinstance(target, Undone):
        return msg("Brought back: step %(n)d", n=target.seq)
    if target.opens:
        return msg("Covered again: %(what)s. It had lain open.", what=said(target, play))
    return msg("Taken back: %(what)s", what=said(seen(target, frozenset()), play))


def _target(event: Event, play: Play[Any]) -> Event | None:
    """What *event*, an undo, takes back."""
    seq = event.seq if isinstance(event, Undone) else 0
    return next((entry.event for entry in play.log if entry.seq == seq), None)


def depths_of(game: Game[Any]) -> tuple[tuple[Depth, Msg, Msg], ...]:
    """How much the phone can follow of *game*: key, label, and what that is."""
    own = tracker_of(game).depths
    return tuple((key, label, own.get(key, usual)) for key, label, usual in DEPTHS)


def setup_steps(play: Play[Any]) -> tuple[tuple[Msg, tuple[Step, ...]], ...]:
    """The setup checklist of this table, in groups."""
    people = max(len(play.table.order), play.game.seats[0])  # so many were there to set up, whoever has left since
    setting = Setting(options=play.table.options, seats=tuple(play.table.names)[:people], start=play.table.start)
    groups: dict[Msg, list[Step]] = {}
    for step in tracker_of(play.game).setup(setting):
        groups.setdefault(step.group, []).append(step)
    return tuple((group, tuple(steps)) for group, steps in groups.items())


def cards(n: int) -> Msg:
    """How many lie face down."""
    return msgs("%(n)d face down", "%(n)d face down", n)
