"""What happens at a table of Bunny Kingdom, and what the play knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from companion.core.events import Event, SeatNo, Typed
from companion.core.score import Seat
from companion.core.secrets import Hidden
from companion.core.shape import Shape

from .land import Basic, Resource, Territory
from .state import Board, Building, Options, Pair, Priority, Strength
from .track import MOST_TURNS, ROUNDS

RoundNo = Annotated[int, Ge(1), Le(ROUNDS)]
TurnNo = Annotated[int, Ge(1), Le(MOST_TURNS)]
Card = Annotated[str, MaxLen(20)]
EXPLORATION, CONSTRUCTION, HARVEST = "exploration", "construction", "harvest"
OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled(Event):
    """*seat* puts rabbits on territories, or (``on`` false) they were not there after all."""

    rule: ClassVar[str] = "control"
    kind: Literal["settled"] = "settled"
    seat: SeatNo
    at: Annotated[tuple[Territory, ...], MinLen(1), MaxLen(100)]
    on: bool = True

    def slot(self) -> str | None:
        return f"at/{self.at[0].upper()}" if len(self.at) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Built(Event):
    """*seat* has a building on a territory; nothing named: it is taken off again."""

    rule: ClassVar[str] = "buildings"
    kind: Literal["built"] = "built"
    seat: SeatNo
    at: Territory
    city: Strength | None = None
    farm: Resource | None = None
    post: Basic | None = None
    camp: Priority | None = None
    sky: Pair | None = None

    def slot(self) -> str:
        return f"at/{self.at.upper()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOn(Event):
    """Everybody has played in this turn of the exploration and passes the hand on. It names the turn that it ends."""

    rule: ClassVar[str] = "hands"
    kind: Literal["passed_on"] = "passed_on"
    round: RoundNo
    turn: TurnNo

    def slot(self) -> str:
        return f"pass/{self.round}/{self.turn}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved(Event):
    """Building cards that *seat* keeps for a later round, as they are called: ``city-3``, ``camp-2``, ``sky``."""

    rule: ClassVar[str] = "buildings"
    kind: Literal["saved"] = "saved"
    seat: SeatNo
    cards: Annotated[tuple[Card, ...], MaxLen(42)] = ()

    def slot(self) -> str:
        return f"saved/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Harvested(Event):
    """What *seat* harvests in a round, as typed: a number, or strength × wealth fief by fief. Empty: not yet."""

    rule: ClassVar[str] = "harvest"
    kind: Literal["harvested"] = "harvested"
    seat: SeatNo
    round: RoundNo
    typed: Typed = ""

    def slot(self) -> str:
        return f"harvest/{self.round}/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptParchments(Event):
    """The parchments that a seat keeps face down."""

    rule: ClassVar[str] = "parchments"
    kind: Literal["parchments"] = "parchments"
    held: Hidden

    def slot(self) -> str:
        return f"parchments/{self.held.owner}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedCamps(Event):
    """More (or fewer) Camp cards that *seat* has played in all."""

    rule: ClassVar[str] = "camps"
    kind: Literal["camp_cards"] = "camp_cards"
    seat: SeatNo
    by: Annotated[int, Ge(-9), Le(9)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedOver(Event):
    """Everybody turns the parchments over."""

    rule: ClassVar[str] = "end"
    opens: ClassVar[bool] = True
    kind: Literal["turned_over"] = "turned_over"

    def slot(self) -> str:
        return "turned_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Booked(Shape):
    """A harvest: its points, the sum it was typed as ("" where the map said it), and the land at the time.

    The board is kept with it, trading posts as they stood, so that an old harvest can always be told.
    """

    points: int
    typed: str = ""
    board: Board | None = None

    @property
    def is_mapped(self) -> bool:
        """The map said it, nobody typed it."""
        return not self.typed and self.board is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewWorld:
    """A play: land and buildings by seat where the map is entered, harvests booked, parchments face down.

    *camps* are the numbers of all camps that ever stood for a seat, *camp_cards* how many were counted by hand.
    """

    seats: tuple[Seat, ...]
    start: Seat
    options: Options
    boards: Mapping[Seat, Board] = field(default_factory=dict)
    saved: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    typed: Mapping[tuple[int, Seat], str] = field(default_factory=dict)
    booked: Mapping[tuple[int, Seat], Booked] = field(default_factory=dict)
    parchments: Mapping[Seat, Hidden] = field(default_factory=dict)
    is_revealed: bool = False
    camps: Mapping[Seat, frozenset[int]] = field(default_factory=dict)
    camp_cards: Mapping[Seat, int] = field(default_factory=dict)
    round: int = 1
    turn: int = 1
    phase: str = EXPLORATION

    def board(self, seat: Seat) -> Board:
        """The land of *seat*, empty where none was entered."""
        return self.boards.get(seat, Board())

    def has_map(self, seat: Seat) -> bool:
        """Whether the map is entered for *seat*."""
        return bool(self.board(seat).owned or self.board(seat).buildings)

    def camps_played(self, seat: Seat) -> int:
        """Camp cards that *seat* has played: as counted, but no fewer than the camps that stood."""
        return max(self.camp_cards.get(seat, 0), len(self.camps.get(seat, ())))

    def owner(self, territory: Territory) -> Seat | None:
        """Who controls *territory*, camps included; None for free land."""
        return next((seat for seat in self.seats if territory in self.board(seat).controlled), None)

    @property
    def on_map(self) -> tuple[Seat, ...]:
        """Whose land the map shows: everybody's at the table, then of those who left."""
        return (*self.seats, *(seat for seat in self.boards if seat not in self.seats))

    def holder(self, territory: Territory) -> Seat | None:
        """Whose rabbit is on *territory*, somebody's who left too; who sits at the table comes first."""
        return next((seat for seat in self.on_map if territory in self.board(seat).controlled), None)


def building_of(event: Built) -> Building | None:
    """The building that *event* puts up; None where it takes one off. Refuses what no box holds."""
    given = {name: getattr(event, name) for name in ("city", "farm", "post", "camp", "sky")}
    named = {name: value for name, value in given.items() if value is not None}
    return Building(**named) if named else None
