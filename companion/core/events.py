"""What happens at a table, in the table's words. An event says what happened, never what it is worth.

Kinds are for ever: a class may be renamed, its ``kind`` never; new fields have defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from companion.core.score import Choice, Rule, Seat
from companion.core.shape import Name, Shape

Depth = Literal["count", "round", "full"]
Colour = Literal["red", "yellow", "pink", "black", "blue", "green"]
SeatNo = Annotated[int, Ge(0), Le(99)]
Key = Annotated[str, MinLen(1), MaxLen(80)]
Typed = Annotated[str, MaxLen(400)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Shape):
    """Subclasses add ``kind: Literal["…"] = "…"`` and say in the game's words what happened.

    *opens* is set by those that turn secrets over: taken back, the log says that they had lain open. *rule* is the
    section of the game's rules that says when it may happen.
    """

    opens: ClassVar[bool] = False
    rule: ClassVar[Rule] = ""

    def slot(self) -> str | None:
        """What this event overwrites (a field, a phase's end); None: it commutes, like a counter's +1."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter(Shape):
    """A person at the table: the seat number is theirs for ever, the colour comes with a shape and a letter."""

    seat: SeatNo
    name: Name
    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """The play begins: who sits where (clockwise), who starts, how deep it is followed, by which house rules."""

    kind: Literal["opened"] = "opened"
    seats: Annotated[tuple[Sitter, ...], MinLen(1), MaxLen(12)]
    start: SeatNo
    depth: Depth = "round"
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Event):
    """A person is called, or coloured, otherwise from now on; their points stay theirs."""

    kind: Literal["renamed"] = "renamed"
    seat: SeatNo
    name: Name
    colour: Colour

    def slot(self) -> str:
        return f"name/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reordered(Event):
    """The people at the table sit in this order, clockwise. Points follow the person."""

    kind: Literal["reordered"] = "reordered"
    order: Annotated[tuple[SeatNo, ...], MaxLen(12)]

    def slot(self) -> str:
        return "order"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived(Event):
    """One more person sits down, last in order, with nothing."""

    kind: Literal["arrived"] = "arrived"
    seat: SeatNo
    name: Name
    colour: Colour

    def slot(self) -> str:
        return f"seat/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Event):
    """A person has left; what they had stays in the record."""

    kind: Literal["left"] = "left"
    seat: SeatNo

    def slot(self) -> str:
        return f"seat/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DepthChosen(Event):
    """How much the companion follows from now on; nothing that was entered is lost by it."""

    kind: Literal["depth_chosen"] = "depth_chosen"
    depth: Depth

    def slot(self) -> str:
        return "depth"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsChosen(Event):
    """The house rules are these, as if they had been from the start."""

    kind: Literal["options_chosen"] = "options_chosen"
    options: Mapping[str, Any]

    def slot(self) -> str:
        return "options"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(Event):
    """The table has settled a question that the rules leave open."""

    kind: Literal["ruled"] = "ruled"
    id: Key
    choice: Choice

    def slot(self) -> str:
        return f"rule/{self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticked(Event):
    """A step of the setup list is done, or is not after all."""

    kind: Literal["ticked"] = "ticked"
    step: Key
    on: bool = True

    def slot(self) -> str:
        return f"tick/{self.step}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEnded(Event):
    """This phase (or, with a seat, this turn of it) is over. It names what it ends, so two taps end it once."""

    kind: Literal["phase_ended"] = "phase_ended"
    round: Annotated[int, Ge(1), Le(999)]
    phase: Key
    seat: SeatNo | None = None

    def slot(self) -> str:
        return f"end/{self.round}/{self.phase}/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Event):
    """A figure of the final count, as it was typed; an empty text takes it back. Seat 0 answers for the table."""

    kind: Literal["answered"] = "answered"
    category: Key
    seat: SeatNo
    typed: Typed

    def slot(self) -> str:
        return f"count/{self.category}/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Event):
    """The event *seq* does not count. Undoing an Undone is redo."""

    kind: Literal["undone"] = "undone"
    seq: Annotated[int, Ge(1)]

    def slot(self) -> str:
        return f"undo/{self.seq}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Event):
    """The event *seq* was really *event*, which takes its place in the fold."""

    kind: Literal["corrected"] = "corrected"
    seq: Annotated[int, Ge(1)]
    event: Event

    def slot(self) -> str:
        return f"correct/{self.seq}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Final(Shape):
    """What a closed play keeps of one seat: figures and keys, no sentences. seat None: the team."""

    seat: Seat | None
    place: int
    total: int
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed(Event):
    """The play is over. It keeps its result, so that a rule corrected later changes no old evening."""

    kind: Literal["closed"] = "closed"
    decided_by: str
    finals: tuple[Final, ...]
    version: str = ""

    def slot(self) -> str:
        return "closed"


TABLE_EVENTS: tuple[type[Event], ...] = (
    Opened,
    Renamed,
    Reordered,
    Arrived,
    Left,
    DepthChosen,
    OptionsChosen,
    Ruled,
    Ticked,
    PhaseEnded,
    Answered,
    Undone,
    Closed,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """An event in its envelope.

    *seq* counts from 1 within the play; *op* is made on the phone and unique, so a retry counts once; *at* is
    milliseconds since 1970 (UTC); *by* is the number of the device within the play, None for the server.
    """

    seq: int
    op: str
    at: int
    by: int | None
    event: Event
