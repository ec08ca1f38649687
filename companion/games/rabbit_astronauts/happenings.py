"""What happens at a table of rabbit astronauts, and what the play knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal

from annotated_types import Ge, Le, MaxLen, MinLen, Predicate

from companion.core.events import Event, Key, SeatNo, Typed
from companion.core.score import Seat
from companion.core.shape import Label, Shape
from companion.core.text import msg

from .resources import Colour, Symbols
from .rounds import GIFT, ROUNDS
from .state import Chart, Options, Value
from .training import Cost
from .words import CARD_TYPES, PLACES, RESOURCES, STEPS, CardType, Resource, Zone

DRAW, CARROTS, GOLD, HELMETS, OVER = "draw", "carrots", "gold", "helmets", "over"
PHASES: Final = (DRAW, CARROTS, GOLD, HELMETS)
Phase = Annotated[
    Literal["draw", "carrots", "gold", "helmets"],
    Label(msg("Phase"), words=(("draw", msg("Draw")), *((str(key), word) for key, word in RESOURCES.items()))),
]
Step = Annotated[
    Literal["promote", "certify", "send", "moon", "center"], Label(msg("Step"), words=tuple(STEPS.items()))
]
Place = Literal["training_center", "level_1", "level_2", "space", "moon", "command_center", "discard"]


def is_card_number(text: str) -> bool:
    """Whose card, and the how many-th of theirs: ``1-12``."""
    seat, dash, number = text.partition("-")
    return bool(dash) and seat.isdecimal() and number.isdecimal() and text.isascii()


What = Annotated[Resource, Label(msg("What"), rule="counting", words=tuple(RESOURCES.items()))]
Store = Annotated[Literal["carrots", "gold"], Label(msg("What"), words=tuple(RESOURCES.items())[:2])]
RoundNo = Annotated[int, Ge(1), Le(ROUNDS)]
By = Annotated[int, Ge(-99), Le(99), Label(msg("So many more"), msg("or fewer: −2"))]
CardNo = Annotated[
    str, MinLen(1), MaxLen(20), Predicate(is_card_number), Label(msg("Card"), msg("whose, and the how many-th: 1-12"))
]
BoxKey = Annotated[str, MinLen(1), MaxLen(20), Label(msg("Box"), msg("a world or a number: mars, 7"))]
IsStill = Annotated[bool, Label(msg("It is so"), msg("no: not after all"))]
IsFree = Annotated[bool, Label(msg("Without paying"))]


# ---------------------------------------------------------------- events


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Event):
    """*seat* is done with a phase, or (``on`` false) is not after all. When all are, the phase is over."""

    rule: ClassVar[str] = "round"
    kind: Literal["ready"] = "ready"
    seat: SeatNo
    round: RoundNo
    phase: Phase
    on: IsStill = True

    def slot(self) -> str:
        return f"ready/{self.round}/{self.phase}/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Event):
    """*seat* counts so many symbols more (or fewer) than stood there."""

    rule: ClassVar[str] = "counting"
    kind: Literal["counted"] = "counted"
    seat: SeatNo
    round: RoundNo
    resource: What
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class Gave(Event):
    """*seat* gives of a resource to another player in this round; 0: nothing after all."""

    rule: ClassVar[str] = "gifts"
    kind: Literal["gave"] = "gave"
    seat: SeatNo
    to: Annotated[SeatNo, Label(msg("To which seat"), msg("1 is whoever was entered first"), "gifts")]
    round: RoundNo
    resource: Store
    amount: Annotated[int, Ge(0), Le(GIFT), Label(msg("How many"), rule="gifts")]

    def slot(self) -> str:
        return f"gave/{self.round}/{self.resource}/{self.seat}/{self.to}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trained(Event):
    """A card that is not entered pays *cost* and goes on; *value* is what it scores in Space (nothing: its cost).

    *is_event*: it has the colour of the Event. *free*: nothing is paid, whatever the cost.
    """

    rule: ClassVar[str] = "zones"
    kind: Literal["trained"] = "trained"
    seat: SeatNo
    round: RoundNo
    step: Step
    cost: Cost = 0
    value: Annotated[Value | None, Label(msg("Value"), msg("left empty: its cost"), "value")] = None
    is_event: Annotated[bool, Label(msg("It has the Event’s colour"), rule="event")] = False
    free: IsFree = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered(Event):
    """A card as it is printed; one that is entered already is put right. Astronaut symbols left out: as on the front.

    *bonus* extra symbols of *bonus_of* need another card of *bonus_color* (nothing: of the card's own colour).
    """

    rule: ClassVar[str] = "zones"
    kind: Literal["card"] = "card"
    seat: SeatNo
    card: CardNo
    cost: Cost
    value: Annotated[Value | None, Label(msg("Value"), msg("left empty: its cost"), "value")] = None
    color: Annotated[Colour, Label(msg("Colour"), rule="color-bonus")] = ""
    type: Annotated[CardType, Label(msg("Kind"), rule="evolutions", words=tuple(CARD_TYPES.items()))] = "rabbit"
    carrots: Annotated[Symbols, Label(msg("Carrots"), rule="counting")] = 0
    gold: Annotated[Symbols, Label(msg("Gold"), rule="counting")] = 0
    helmets: Annotated[Symbols, Label(msg("Helmets"), rule="counting")] = 0
    bonus: Annotated[Symbols, Label(msg("Colour bonus"), msg("extra symbols"), "color-bonus")] = 0
    bonus_of: Annotated[Resource, Label(msg("Bonus of"), rule="color-bonus", words=tuple(RESOURCES.items()))] = (
        "carrots"
    )
    bonus_color: Annotated[Colour, Label(msg("Colour asked for"), msg("left empty: the card's own"), "color-bonus")] = (
        ""
    )
    back_carrots: Annotated[Symbols | None, Label(msg("Astronaut side: Carrots"), rule="certify")] = None
    back_gold: Annotated[Symbols | None, Label(msg("Astronaut side: Gold"), rule="certify")] = None
    back_helmets: Annotated[Symbols | None, Label(msg("Astronaut side: Helmets"), rule="certify")] = None
    zone: Annotated[Place, Label(msg("Where it lies"), rule="zones", words=tuple(PLACES.items()))] = "training_center"

    def slot(self) -> str:
        return f"card/{self.card}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A card of *seat* lies elsewhere from now on; *free*: nothing was paid for it."""

    rule: ClassVar[str] = "zones"
    kind: Literal["moved"] = "moved"
    seat: SeatNo
    card: CardNo
    to: Annotated[Place, Label(msg("Where it lies"), rule="zones", words=tuple(PLACES.items()))]
    free: IsFree = False

    def slot(self) -> str:
        return f"lies/{self.card}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Launched(Event):
    """The values of the cards that *seat* sent into Space in a round, as typed: ``3+7``. Empty: as it was followed."""

    rule: ClassVar[str] = "space"
    kind: Literal["launched"] = "launched"
    seat: SeatNo
    round: RoundNo
    typed: Annotated[Typed, Label(msg("Values sent into Space"), msg("such as 3+7"), "space")] = ""

    def slot(self) -> str:
        return f"launched/{self.round}/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stocked(Event):
    """*seat* sends so many Carrots more (or fewer) to their Warehouse; *free*: not from what the phone has counted."""

    rule: ClassVar[str] = "warehouse"
    kind: Literal["stocked"] = "stocked"
    seat: SeatNo
    round: RoundNo
    by: By
    free: IsFree = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Event):
    """The Scientists of *seat* keep so much more (or less) for the next round."""

    rule: ClassVar[str] = "scientist"
    kind: Literal["kept"] = "kept"
    seat: SeatNo
    round: RoundNo
    resource: Store
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedUp(Event):
    """The Event of a round has this colour."""

    rule: ClassVar[str] = "event"
    kind: Literal["event"] = "event"
    round: RoundNo
    color: Annotated[Colour, Label(msg("Colour"), rule="event")] = ""

    def slot(self) -> str:
        return f"event/{self.round}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Event):
    """A box of the Evolution sheet is checked, or (``on`` false) is not after all."""

    rule: ClassVar[str] = "evolution-paths"
    kind: Literal["checked"] = "checked"
    box: BoxKey
    on: IsStill = True

    def slot(self) -> str:
        return f"box/{self.box}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked(Event):
    """Boxes that are neighbours on the printed sheet, as ``earth-1``; or (``on`` false) are not after all."""

    rule: ClassVar[str] = "evolution-paths"
    kind: Literal["linked"] = "linked"
    links: Annotated[tuple[Key, ...], MinLen(1), MaxLen(100), Label(msg("Neighbours"), msg("such as earth-1 1-mars"))]
    on: IsStill = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Earned(Event):
    """So many more (or fewer) boxes were earned in games that were not followed here."""

    rule: ClassVar[str] = "evolution-boxes"
    kind: Literal["earned"] = "earned"
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class Beyond(Event):
    """So many more (or fewer) boxes are checked that our map does not have."""

    rule: ClassVar[str] = "evolution-paths"
    kind: Literal["beyond"] = "beyond"
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried(Event):
    """The Evolution sheet as the game before left it: boxes checked, links, points that made boxes, game by game."""

    rule: ClassVar[str] = "evolution-boxes"
    kind: Literal["carried"] = "carried"
    checked: Annotated[tuple[Key, ...], MaxLen(100), Label(msg("Boxes checked"))] = ()
    links: Annotated[tuple[Key, ...], MaxLen(200), Label(msg("Neighbours"), msg("such as earth-1 1-mars"))] = ()
    scores: Annotated[
        tuple[Annotated[int, Ge(0), Le(99_999)], ...], MaxLen(500), Label(msg("Points of each game"))
    ] = ()
    earned: Annotated[int, Ge(0), Le(9999), Label(msg("Boxes earned before"))] = 0
    beyond: Annotated[int, Ge(0), Le(9999), Label(msg("Boxes beyond this map"))] = 0

    def slot(self) -> str:
        return "sheet"


# ---------------------------------------------------------------- what is known


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(Shape):
    """A card that was entered: whose, as it is printed, where it lies, and where it lay when each phase was counted.

    *sent* is the round in which it went into Space; *lowered* the last round in which an Event lowered a payment.
    """

    number: int
    card: Entered
    zone: Place
    counted: Mapping[Resource, Place] = field(default_factory=dict)
    sent: int = 0
    lowered: int = 0

    @property
    def seat(self) -> Seat:
        """Who laid it."""
        return self.card.seat

    @property
    def value(self) -> int:
        """What it scores in Space."""
        return self.card.cost if self.card.value is None else self.card.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking(Shape):
    """A step of a token on its track after the count: gifts, payments, deposits. *what* and *card* tell for what."""

    what: Literal["given", "received", "promote", "certify", "send", "moon", "center", "stocked"]
    by: int
    other: Seat = 0
    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch(Shape):
    """A card that went into Space without having been entered."""

    round: int
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Crew(Shape):
    """What is known of one seat besides its cards.

    *symbols* as counted by hand, *fresh* what was counted anew in this round; *bookings* by resource in this round;
    *kept* from the round before, *keeps* for the next; *helmets* where the token stood when the round began.
    """

    symbols: Mapping[Resource, int] = field(default_factory=dict)
    fresh: frozenset[Resource] = frozenset()
    bookings: Mapping[Resource, tuple[Booking, ...]] = field(default_factory=dict)
    gifts: Mapping[tuple[Resource, Seat], int] = field(default_factory=dict)
    kept: Mapping[Resource, int] = field(default_factory=dict)
    keeps: Mapping[Resource, int] = field(default_factory=dict)
    helmets: int = 0
    launches: tuple[Launch, ...] = ()
    typed: Mapping[int, str] = field(default_factory=dict)
    moon: tuple[int, ...] = ()
    warehouse: int = 0
    entered: int = 0
    free_promotions: int = 0

    @property
    def is_followed(self) -> bool:
        """Whether its symbols were ever counted here."""
        return bool(self.symbols) or self.entered > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Agencies:
    """A play: crews and cards by seat, Events by round, who is done with the phase, and the group's chart."""

    seats: tuple[Seat, ...]
    options: Options
    crews: Mapping[Seat, Crew]
    cards: Mapping[str, Held] = field(default_factory=dict)
    events: Mapping[int, str] = field(default_factory=dict)
    center: int = 0  # slots of the Command Center that cards took which were not entered
    ready: frozenset[Seat] = frozenset()
    chart: Chart = field(default_factory=Chart)
    round: int = 1
    phase: str = DRAW

    def of(self, seat: Seat) -> tuple[Held, ...]:
        """The cards that *seat* laid, in the order entered."""
        return tuple(sorted((one for one in self.cards.values() if one.seat == seat), key=lambda one: one.number))

    def lying(self, seat: Seat, zone: Zone | Place) -> tuple[Held, ...]:
        """The cards of *seat* in a zone."""
        return tuple(one for one in self.of(seat) if one.zone == zone)

    @property
    def event(self) -> str:
        """The colour of this round's Event; empty where there is none."""
        return self.events.get(self.round, "")
