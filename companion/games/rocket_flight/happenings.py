"""What happens on a flight, and what the play knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from companion.core.events import Event, SeatNo
from companion.core.game import TABLE
from companion.core.score import Seat
from companion.core.secrets import Hidden
from companion.core.shape import Label
from companion.core.text import msg

from .draw import Drawn
from .engine import MOST, Card, Play, Rocket, Turn
from .fuel import Pile, limit
from .geometry import Cell
from .maps import ROUTE, Symbol
from .shapes import MapChoice
from .state import Options

FLIGHT = "flight"
UNKNOWN: Final = 0  # stands for a card that nobody told the phone
NO_CARDS: Final = Hidden(owner=TABLE, count=0)
TurnNo = Annotated[int, Ge(0), Le(999), Label(msg("Turn"), msg("0: the one that is on"))]
PlayText = Annotated[
    str, MinLen(1), MaxLen(40), Label(msg("Card and use"), msg("3 moves, 5 NE turns, ^4 takes off"), "notation")
]
Adjusted = Annotated[int, Ge(-20), Le(20), Label(msg("Divisions more or fewer"), rule="fuel-mark")]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightChosen(Event):
    """The crew flies the flight of this code; without one a new code is drawn."""

    rule: ClassVar[str] = "code"
    kind: Literal["flight_chosen"] = "flight_chosen"
    code: Annotated[str, MaxLen(40), Label(msg("Code"), msg("such as 4T9W K2RM; empty: a new flight"), "code")] = ""
    map: MapChoice = "code"

    def slot(self) -> str:
        return "flight"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Event):
    """The phone has shuffled and dealt: three cards to each hand, the rest a deck whose order nobody may see.

    Again, in a *turn*, only where a play came from elsewhere without its secrets: what nobody saw is dealt anew.
    """

    rule: ClassVar[str] = "setup"
    kind: Literal["dealt"] = "dealt"
    turn: Annotated[int, Ge(0), Le(999)] = 0
    hands: tuple[Hidden, ...] = field(default=(), compare=False)
    deck: Hidden = field(default=NO_CARDS, compare=False)

    def slot(self) -> str:
        return f"dealt/{self.turn}" if self.turn else "dealt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flew(Event):
    """*seat* played one card: ``3`` moves, ``5 NE`` turns, ``^4`` takes off. Turn 0, card 0: those that are on."""

    rule: ClassVar[str] = "turn"
    kind: Literal["flew"] = "flew"
    seat: SeatNo
    play: PlayText
    turn: TurnNo = 0
    card: Annotated[int, Ge(0), Le(MOST), Label(msg("Which card of the turn"), msg("0: the next one"))] = 0

    def slot(self) -> str | None:
        return f"card/{self.turn}/{self.card}" if self.turn and self.card else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDone(Event):
    """The player of this turn has played, and draws back up to three. *shuffled* is a new pile, if one was needed."""

    rule: ClassVar[str] = "turn"
    kind: Literal["turn_done"] = "turn_done"
    turn: Annotated[int, Ge(1), Le(999)]
    shuffled: Hidden = field(default=NO_CARDS, compare=False)

    def slot(self) -> str:
        return f"turn/{self.turn}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event):
    """The player of this turn has changed two cards. Without discards nobody told which."""

    rule: ClassVar[str] = "pass"
    kind: Literal["passed"] = "passed"
    turn: Annotated[int, Ge(1), Le(999)]
    discard: Annotated[tuple[Card, ...], MaxLen(3)] = ()
    shuffled: Hidden = field(default=NO_CARDS, compare=False)

    def slot(self) -> str:
        return f"turn/{self.turn}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(Event):
    """More (or fewer) divisions of fuel marked by hand."""

    rule: ClassVar[str] = "fuel-mark"
    kind: Literal["fuel_marked"] = "fuel_marked"
    by: Adjusted


@dataclass(frozen=True, slots=True, kw_only=True)
class Visited(Event):
    """The crew says that the rocket has landed on its *n*-th planet, Earth being the last."""

    rule: ClassVar[str] = "order"
    kind: Literal["visited"] = "visited"
    n: Annotated[int, Ge(1), Le(len(ROUTE)), Label(msg("Which planet, from 1"), rule="order")]

    def slot(self) -> str:
        return f"visited/{self.n}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenUp(Event):
    """The crew gives the flight up as lost."""

    rule: ClassVar[str] = "boxed-in"
    kind: Literal["given_up"] = "given_up"

    def slot(self) -> str:
        return "given_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flown:
    """A turn that is over: whose it was, and what they did."""

    seat: Seat
    turn: Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Voyage:
    """A flight on its way. *marked* are divisions marked by hand beyond those of the pile.

    *hands* hold what is known of them: nothing where real cards are played. *heap* has the cards played and discarded
    since the last shuffle; *are_cards_lost* where hands or deck came without their cards. *played* are the cards of the
    turn that is on; *stretches* the line, card by card; to the planets *by_hand* it is not known whole.
    """

    seats: tuple[Seat, ...]
    acting: Seat
    options: Options
    pile: Pile
    flight: Drawn | None = None
    rocket: Rocket | None = None
    stretches: tuple[tuple[Cell, Cell], ...] = ()
    by_hand: tuple[Symbol, ...] = ()
    visited: int = 0
    marked: int = 0
    turn: int = 1
    played: tuple[Play, ...] = ()
    past: tuple[Flown, ...] = ()
    hands: Mapping[Seat, Hidden] = field(default_factory=dict)
    deck: Hidden = NO_CARDS
    heap: tuple[int, ...] = ()
    on_phones: bool = False
    are_cards_lost: bool = False
    given_up: bool = False

    @property
    def fuel(self) -> int:
        """Divisions marked in all."""
        return self.pile.marks + self.marked

    @property
    def most(self) -> int | None:
        """Divisions that this crew may mark; None where no limit counts."""
        return None if self.options.fuel == "score" else limit(len(self.seats), self.options.solo)

    @property
    def is_home(self) -> bool:
        """Back on Earth, all planets visited."""
        return self.visited == len(ROUTE)

    @property
    def has_begun(self) -> bool:
        """Whether a card was played or changed on the phone."""
        return bool(self.past or self.played)

    @property
    def is_lost(self) -> bool:
        """Given up, or the last cards are played and the rocket is not home."""
        is_spent = self.has_begun and self.is_last_phase and not any(hand.count for hand in self.hands.values())
        return not self.is_home and (self.given_up or (is_spent and not self.played))

    @property
    def is_over(self) -> bool:
        """Home or lost."""
        return self.is_home or self.is_lost

    @property
    def is_last_phase(self) -> bool:
        """No new pile can be made: hands are played out without drawing."""
        return self.pile.left == 0 and self.most is not None and self.fuel >= self.most

    @property
    def due(self) -> Symbol | None:
        """The next planet; None once the rocket is home."""
        return None if self.is_home else ROUTE[self.visited]

    @property
    def hand(self) -> Hidden:
        """The cards of the player whose turn it is, as far as they are known."""
        return self.hands.get(self.acting, Hidden(owner=self.acting, count=0))

    @property
    def following(self) -> Seat:
        """Who plays next: clockwise, past those whose hands are empty."""
        place = self.seats.index(self.acting) if self.acting in self.seats else -1
        others = [*self.seats[place + 1 :], *self.seats[: place + 1]]
        return next((seat for seat in others if self.hands[seat].count), others[0])

    def turns(self) -> tuple[Turn, ...]:
        """All turns so far, the one that is on included."""
        return (*(one.turn for one in self.past), *([Turn(plays=self.played)] if self.played else ()))
