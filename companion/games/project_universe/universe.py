"""What a play of Project Universe knows: where everybody is, the clock, tokens, and what lies in front of a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.core.data import data
from companion.core.score import Seat

from . import steps
from .happenings import PREPARATION, Effect, Standing, Whereabouts
from .state import Options
from .steps import Facility, HomeCell
from .words import AREAS, Area, CardType, Destination

DATA: Final = data(__file__)
INITIAL_CARDS: Final = int(DATA["box"]["initial_action_cards_each"])
CARDS: Final = ("executive", "manager", "ordinary_employee", "unsorted")
ENDS: Final = ("investment_chips", "card_count", "type_split")
FACILITY_KEYS: Final[tuple[Facility, ...]] = ("water_purification", "bean_field", "export_water", "export_beans")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One Order: where it goes, how it stands, what it costs if it fails; figures that nobody typed are None.

    *beans* and *water* are what its Additional Orders ask for.
    """

    destination: Destination
    standing: Standing = "received"
    loss: int | None = None
    vp: int | None = None
    beans: int = 0
    water: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Everything in front of one seat. *piles* are figures by what they count: goods, VP, levels, cards."""

    piles: Mapping[str, int] = field(default_factory=dict)
    orders: tuple[Order, ...] = ()

    def has(self, pile: str) -> int:
        """How many there are."""
        return self.piles.get(pile, 0)

    @property
    def in_container(self) -> int:
        """Cubes in the Transport Container."""
        return self.has("beans_in") + self.has("water_in")

    @property
    def room(self) -> int:
        """Cubes that the container still takes."""
        return (
            int(steps.rocket_level("transport_container", self.has("transport_container"))["capacity"])
            - self.in_container
        )

    @property
    def cards(self) -> int:
        """All Action cards owned."""
        return sum(self.has(kind) for kind in CARDS)

    def changed(self, by: Mapping[str, int]) -> Board:
        """With so many more, or fewer, of each."""
        return replace(self, piles={**self.piles, **{pile: self.has(pile) + n for pile, n in by.items()}})

    def waiting(self, destination: Destination) -> int | None:
        """The place (from 0) of the Order for *destination* that is still to be achieved; None without one."""
        found = (n for n, one in enumerate(self.orders) if (one.destination, one.standing) == (destination, "received"))
        return next(found, None)

    def by_standing(self, standing: Standing) -> tuple[Order, ...]:
        """The Orders that stand like this."""
        return tuple(one for one in self.orders if one.standing == standing)

    def achieved(self) -> dict[Destination, int]:
        """Achieved Orders by destination."""
        return dict(Counter(one.destination for one in self.by_standing("achieved")))

    def with_order(self, n: int, order: Order) -> Board:
        """The *n*-th Order (from 0) is *order*; one more than there are adds it."""
        return replace(self, orders=(*self.orders[:n], order, *self.orders[n + 1 :]))


def start_board(money: int, workforce: int, *orders: Order) -> Board:
    """What everybody begins with."""
    level = int(DATA["setup"]["rocket_level"])
    parts = {part: level for part in DATA["rocket"] if part != "source"}
    return Board(
        piles={"workforce": workforce, "money": money, **parts, "unsorted": INITIAL_CARDS},
        orders=orders,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The turn that is on.

    *action* is what was chosen, "" before; *card* the type of the card played; *left* the Head Office effects that may
    still be used; *effect* the card's effect that was used; *stop* where the rocket has arrived; *hops* the moves made;
    *nth* the uses so far; *came* the stop before.
    """

    seat: Seat
    number: int
    is_overtime: bool = False
    action: str = ""
    card: CardType | None = None
    left: int = 0
    effect: Effect | None = None
    stop: str = ""
    came: str = ""
    hops: int = 0
    nth: int = 0
    used: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """Why the Time marker moved, and how far; seat 0: the table."""

    round: int
    cause: str
    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Universe:
    """A play. *boards* holds the seats whose goods are kept; *homes* who is Home and on which cell ("" : not said).

    *tokens* has the owner of each Investment cell taken, by ``facility/cell``; *step* counts the steps of the Ending
    Phase that are done; *paid* the VP of each contribution; *loose* the seats with turns that their board did not see;
    *stops* where each rocket in space has come to.
    """

    seats: tuple[Seat, ...]
    start: Seat
    options: Options
    boards: Mapping[Seat, Board] = field(default_factory=dict)
    corners: Mapping[Seat, int] = field(default_factory=dict)
    space: frozenset[Seat] = frozenset()
    stops: Mapping[Seat, str] = field(default_factory=dict)
    homes: Mapping[Seat, HomeCell | str] = field(default_factory=dict)
    tokens: Mapping[str, Seat] = field(default_factory=dict)
    lengths: Mapping[int, int] = field(default_factory=dict)
    flags: Mapping[int, bool] = field(default_factory=dict)
    ticks: tuple[Tick, ...] = ()
    turn: Turn | None = None
    rankings: Mapping[tuple[int, Area], tuple[Seat, ...]] = field(default_factory=dict)
    paid: Mapping[tuple[int, Area], Mapping[Seat, int]] = field(default_factory=dict)
    incomes: Mapping[tuple[int, Seat], Mapping[str, int]] = field(default_factory=dict)
    loose: frozenset[Seat] = frozenset()
    round: int = 1
    phase: str = PREPARATION
    step: int = 0

    # ------------------------------------------------------------ people

    def at(self, seat: Seat) -> Whereabouts:
        """Where *seat* is."""
        return "home" if seat in self.homes else "in_space" if seat in self.space else "on_earth"

    def stopped(self, seat: Seat, stop: str = "") -> Universe:
        """With the rocket of *seat* at this place in space; "" : at none that is known."""
        others = {one: place for one, place in self.stops.items() if one != seat}
        return replace(self, stops={**others, seat: stop} if stop else others)

    @property
    def all_home(self) -> bool:
        """Everybody is Home."""
        return all(seat in self.homes for seat in self.seats)

    def after(self, seat: Seat) -> Seat:
        """Who sits next, clockwise."""
        if seat not in self.seats:
            return self.seats[0]
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def clockwise(self) -> tuple[Seat, ...]:
        """Everybody from the start player on."""
        n = self.seats.index(self.start) if self.start in self.seats else 0
        return self.seats[n:] + self.seats[:n]

    # ------------------------------------------------------------ the clock

    @property
    def moved(self) -> int:
        """Steps of the Time marker in this round."""
        return sum(tick.steps for tick in self.ticks if tick.round == self.round)

    @property
    def left(self) -> int | None:
        """Steps to Overtime; None where the table watches the track, or says that it is longer than was typed."""
        length = self.lengths.get(self.round, 0)
        left = max(0, length - self.moved) if length else None
        return None if left == 0 and self.flags.get(self.round) is False else left

    @property
    def overtime(self) -> bool:
        """The Time marker stands on Overtime: as the table says, else as the steps say."""
        return self.flags.get(self.round, self.left == 0)

    # ------------------------------------------------------------ tokens

    def owner(self, facility: Facility, cell: int) -> Seat | None:
        """Whose token lies there."""
        return self.tokens.get(f"{facility}/{cell}")

    def cells(self, facility: Facility) -> int:
        """How many cells its column has."""
        return len(DATA["investment_cells"][facility])

    def next_cell(self, facility: Facility) -> int | None:
        """The next free cell of a column; None where it is full."""
        free = (cell for cell in range(1, self.cells(facility) + 1) if self.owner(facility, cell) is None)
        return next(free, None)

    def level(self, facility: Facility) -> int:
        """A facility's level: the highest that a cell taken has brought."""
        brought = [
            int(steps.investment_cell(facility, cell).get("level_to", 0))
            for cell in range(1, self.cells(facility) + 1)
            if self.owner(facility, cell) is not None
        ]
        return max([int(DATA["setup"]["facility_level"]), *brought])

    def placed(self, seat: Seat, facility: Facility) -> tuple[int, ...]:
        """The cells of a column where *seat* has a token."""
        return tuple(cell for cell in range(1, self.cells(facility) + 1) if self.owner(facility, cell) == seat)

    def area_tokens(self, seat: Seat) -> dict[Area, int]:
        """Own tokens by area."""
        return steps.area_tokens({facility: len(self.placed(seat, facility)) for facility in FACILITY_KEYS})

    def own_tokens(self, seat: Seat) -> int:
        """All own tokens on Investment cells."""
        return sum(self.area_tokens(seat).values())

    # ------------------------------------------------------------ boards

    def board(self, seat: Seat) -> Board:
        """What lies in front of *seat*, nothing where it is not kept."""
        return self.boards.get(seat, Board())

    def keeps(self, seat: Seat, *, loose: bool = False) -> bool:
        """Whether the board of *seat* is kept, and by this step."""
        return seat in self.boards and not loose

    def with_board(self, seat: Seat, board: Board) -> Universe:
        """With this in front of *seat*."""
        return replace(self, boards={**self.boards, seat: board})


AREA_KEYS: Final[tuple[Area, ...]] = tuple(AREAS)
