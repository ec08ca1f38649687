"""What happens at a table of Space Pioneers, and what the play knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

from annotated_types import Ge, Le, MaxLen, Predicate

from companion.core.data import data
from companion.core.events import Event, SeatNo
from companion.core.game import Option
from companion.core.score import Seat
from companion.core.secrets import Hidden
from companion.core.shape import Label, Shape, is_plain
from companion.core.text import msg

from .placement import KINDS, Kind
from .state import Options
from .turns import turns_left

TURN: Final = "turn"
MISSIONS: Final = int(data(__file__)["cards"]["missions"])
TASKS: Final = int(data(__file__)["cards"]["secrets"])
TASK_WORDS: Final = (msg("none of them"), msg("one of them"), msg("both of them"))
TASK_OPTIONS: Final = tuple(
    Option(key=str(n), label=word) for n, word in zip(range(TASKS + 1), TASK_WORDS, strict=True)
)
By = Annotated[int, Ge(-999), Le(999), Label(msg("How many more or fewer"))]
Few = Annotated[int, Ge(-9), Le(9), Label(msg("How many more or fewer"))]
PlanetName = Annotated[
    str,
    MaxLen(40),
    Predicate(lambda name: not name or is_plain(name)),
    Label(msg("Name of the planet"), msg("may be left empty"), "planets"),
]
Place = Literal["hand", "network"]
WHOSE: Final = Label(msg("Whose network"), msg("the number of their seat: 1, 2, 3 … as the play began"), "placement")
Whose = Annotated[SeatNo, WHOSE]
PLACE_WORDS: Final = (("hand", msg("from the hand")), ("network", msg("from their own network")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid(Event):
    """*seat* lays a card in the network of *network*. A planet named alike in that network is captured by it."""

    rule: ClassVar[str] = "placement"
    kind: Literal["laid"] = "laid"
    seat: SeatNo
    network: Whose
    card: Annotated[Kind, Label(msg("Card"), rule="placement", words=tuple(KINDS.items()))]
    planet: PlanetName = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidNothing(Event):
    """Nothing that *seat* holds fits anywhere."""

    rule: ClassVar[str] = "cannot-play"
    kind: Literal["laid_nothing"] = "laid_nothing"
    seat: SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured(Event):
    """*by* more (or fewer) captured planets of *seat*. *network* is the one that they leave, where it is known."""

    rule: ClassVar[str] = "planets"
    kind: Literal["captured"] = "captured"
    seat: SeatNo
    by: By
    network: Annotated[SeatNo | None, WHOSE] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionsDone(Event):
    """*by* more (or fewer) missions that *seat* has done."""

    rule: ClassVar[str] = "missions"
    kind: Literal["missions"] = "missions"
    seat: SeatNo
    by: Few


@dataclass(frozen=True, slots=True, kw_only=True)
class Resized(Event):
    """*by* more (or fewer) cards in the network of *seat*, as counted at the table."""

    rule: ClassVar[str] = "points"
    kind: Literal["network"] = "network"
    seat: SeatNo
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed(Event):
    """*seat* removes a spaceship from the hand or from the own network."""

    rule: ClassVar[str] = "removed"
    kind: Literal["removed"] = "removed"
    seat: SeatNo
    place: Annotated[Place, Label(msg("Removed"), rule="removed", words=PLACE_WORDS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCard(Event):
    """The last card of the deck is drawn in the turn of *seat*, or (``on`` false) it was not the last after all."""

    rule: ClassVar[str] = "end"
    kind: Literal["last_card"] = "last_card"
    seat: SeatNo
    on: Annotated[bool, Label(msg("The last card is drawn"), rule="end")] = True

    def slot(self) -> str:
        return "deck"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedTasks(Event):
    """How many tasks of the Top Secret card its owner has done: one key, a number, face down until the end."""

    rule: ClassVar[str] = "secrets"
    kind: Literal["tasks"] = "tasks"
    held: Hidden

    def slot(self) -> str:
        return f"tasks/{self.held.owner}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedOver(Event):
    """Everybody turns the Top Secret card over."""

    rule: ClassVar[str] = "secrets"
    opens: ClassVar[bool] = True
    kind: Literal["turned_over"] = "turned_over"

    def slot(self) -> str:
        return "turned_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Front(Shape):
    """What lies in front of a seat.

    *network* is how many cards lie there, None where nobody knows; *is_counted* says that people counted it. *named*
    are the planets in it, as far as they were named.
    """

    planets: int = 0
    missions: int = 0
    network: int | None = 0
    is_counted: bool = False
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """A play: what lies in front of everybody, whose turn it is, and whether the end has come near.

    *seats* sit clockwise and *start* began; *on* has the turn of *round*. *laid*, *removed*
    and *caught*, the planets that were captured as they were laid, are of this turn.
    *is_entered* says whether the cards laid in this round were entered, *is_followed* whether they were in every
    round so far, so that the networks are known. *end_by* is whose turn brought the end near, *deck_by* who drew the
    last card.
    """

    seats: tuple[Seat, ...]
    start: Seat
    on: Seat
    options: Options
    fronts: Mapping[Seat, Front]
    tasks: Mapping[Seat, Hidden]
    round: int = 1
    laid: tuple[Laid, ...] = ()
    removed: int = 0
    caught: tuple[tuple[str, Seat], ...] = ()
    is_entered: bool = False
    is_followed: bool = True
    deck_by: Seat | None = None
    end_by: Seat | None = None
    is_over: bool = False
    is_revealed: bool = False
    has_begun: bool = False

    @property
    def order(self) -> tuple[Seat, ...]:
        """Everybody at the table in the order of their turns, whoever began first."""
        if self.start not in self.seats:
            return self.seats
        first = self.seats.index(self.start)
        return (*self.seats[first:], *self.seats[:first])

    @property
    def coming(self) -> tuple[Seat, ...]:
        """Whose turns are left in this round after the one that is on."""
        return turns_left(self.seats, self.start, self.on) if self.on in self.seats else ()

    @property
    def done(self) -> tuple[Seat, ...]:
        """Who has done all missions."""
        return tuple(seat for seat in self.fronts if self.fronts[seat].missions >= MISSIONS)

    @property
    def is_last(self) -> bool:
        """This round is the last: the deck is used up, or somebody has done all missions."""
        return self.deck_by is not None or bool(self.done)
