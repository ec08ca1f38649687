"""What happens at a table of Project Universe, in the table's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from companion.core.data import data
from companion.core.events import Event, SeatNo
from companion.core.shape import Label
from companion.core.text import msg

from .steps import Facility, HomeCell, Part
from .words import (
    AREAS,
    CARD_TYPES,
    EFFECTS,
    END_CARDS,
    FACILITIES,
    HOMES,
    LETTERED,
    PARTS,
    PILES,
    STANDINGS,
    STOPS,
    WHEREABOUTS,
    Area,
    CardType,
    Destination,
    EndCard,
)

ROUNDS: Final = int(data(__file__)["rounds"]["count"])
PREPARATION, ACTION, ENDING, OVER = "preparation", "action", "ending", "over"
STEPS: Final = ("income", "contribution", "round_card", "time", "action_cards", "conference_cards", "rockets")
LAST_STEPS: Final = ("income", "contribution")
Step = Literal["income", "contribution", "round_card", "time", "action_cards", "conference_cards", "rockets"]
Office = Literal["water_purification", "bean_field", "bank", "export_water", "export_beans"]
Whereabouts = Literal["on_earth", "in_space", "home"]
Standing = Literal["received", "achieved", "failed"]
Stop = Literal[
    "A", "B", "C", "D", "E", "branch-A", "branch-B", "branch-C", "branch-D", "branch-E",
    "site", "wormhole", "time", "cell",
]  # fmt: skip
Effect = Literal[
    "money_1", "workforce_1", "bean_1", "water_1", "beans_2_or_water_1", "workforce_to_money", "double_head_office",
    "buy_beans", "buy_water", "discount_rocket_1", "discount_invest_1", "discount_either_1", "discount_per_token",
    "order_plus_3", "order_double", "money_per_token",
]  # fmt: skip
Pile = Literal[
    "workforce", "money", "beans", "water", "beans_in", "water_in", "vp",
    "launch_engine", "propulsion_engine", "transport_container",
    "executive", "manager", "ordinary_employee", "unsorted",
    "investment_chips", "card_count", "type_split",
]  # fmt: skip
RoundNo = Annotated[int, Ge(1), Le(ROUNDS)]
TurnNo = Annotated[int, Ge(1), Le(9999)]
Cell = Annotated[int, Ge(1), Le(9)]
Some = Annotated[int, Ge(0), Le(999)]
By = Annotated[int, Ge(-9999), Le(9999)]
Steps = Annotated[int, Ge(0), Le(99)]
OrderNo = Annotated[int, Ge(1), Le(99)]
CARD_WORDS = tuple(CARD_TYPES.items())
DESTINATION = Label(msg("Destination"), rule="orders", words=tuple(LETTERED.items()))
LOSS = Label(msg("Loss if it fails"), msg("the minus points printed on it"), "failed-orders")
REWARD = Label(msg("VP if achieved"), rule="achieve")
ENDS = Label(msg("Counts at the end"), rule="end-cards", words=tuple(END_CARDS.items()))
HIRED = Label(msg("Type of the card taken"), rule="employment", words=CARD_WORDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Event):
    """Something put right that other steps change too.

    *moment* is the step that the phone had seen: a second tap says the same, but saying it again later counts again.
    """

    moment: Annotated[int, Ge(0), Le(99_999), Label(msg("As of step"), rule="by-hand")] = 0


# ---------------------------------------------------------------- the beginning


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Event):
    """*seat* has this Initial Order; from now on everything in front of them is kept."""

    rule: ClassVar[str] = "initial-orders"
    kind: Literal["dealt"] = "dealt"
    seat: SeatNo
    workforce: Annotated[Some, Label(msg("Workforce number"), rule="initial-orders")]
    destination: Annotated[Destination, DESTINATION]
    corner: Annotated[Some | None, Label(msg("Number in the corner"), rule="start-player")] = None
    loss: Annotated[Some | None, LOSS] = None
    vp: Annotated[Some | None, REWARD] = None

    def slot(self) -> str:
        return f"dealt/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Put):
    """*seat* is the start player of this round."""

    rule: ClassVar[str] = "start-player"
    kind: Literal["started"] = "started"
    seat: SeatNo

    def slot(self) -> str:
        return "started"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackSet(Put):
    """So many steps lead from the number of this round to Overtime; 0: the table watches the track itself."""

    rule: ClassVar[str] = "time"
    kind: Literal["track_set"] = "track_set"
    round: RoundNo
    length: Annotated[Steps, Label(msg("Steps to Overtime"), rule="time")]

    def slot(self) -> str:
        return f"track/{self.round}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OvertimeSet(Put):
    """The Time marker stands on Overtime, as the table sees; or (``on`` false) it does not."""

    rule: ClassVar[str] = "overtime"
    kind: Literal["overtime_set"] = "overtime_set"
    round: RoundNo
    on: Annotated[bool, Label(msg("Overtime"), rule="overtime")] = True

    def slot(self) -> str:
        return f"overtime/{self.round}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeMoved(Event):
    """The Time marker was moved by hand, so many steps."""

    rule: ClassVar[str] = "time"
    kind: Literal["time_moved"] = "time_moved"
    round: RoundNo
    by: Annotated[By, Label(msg("Steps"), rule="time")]


# ---------------------------------------------------------------- a turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Turning(Event):
    """What *seat* does in this turn of the round. *loose*: nothing in front of the seat is kept for it."""

    seat: SeatNo
    round: RoundNo
    turn: Annotated[TurnNo, Label(msg("Turn of the round"), rule="action")]
    loose: Annotated[bool, Label(msg("The board does not follow it"), rule="by-hand")] = False

    def slot(self) -> str:
        return f"turn/{self.round}/{self.turn}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(Turning):
    """An Action card is played; its type opens the areas of the Head Office."""

    rule: ClassVar[str] = "card-play"
    kind: Literal["card_played"] = "card_played"
    card: Annotated[CardType | None, Label(msg("Type of card"), rule="card-play", words=CARD_WORDS)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conferred(Turning):
    """A Conference: cards discarded and drawn, and the Time marker moved by the card that was revealed."""

    rule: ClassVar[str] = "conference"
    kind: Literal["conferred"] = "conferred"
    steps: Annotated[Steps, Label(msg("Steps on the Conference card"), rule="conference")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Launched(Turning):
    """The rocket leaves the garage and is at a station."""

    rule: ClassVar[str] = "launch"
    kind: Literal["launched"] = "launched"
    to: Annotated[Stop, Label(msg("To"), rule="launch", words=tuple(STOPS.items()))] = "cell"
    fuel: Annotated[
        Literal["beans", "water"] | None, Label(msg("Paid with"), rule="launch", words=tuple(PILES.items()))
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Turning):
    """The rocket moves to the next cell; *hop* counts the moves of this turn, which a wormhole makes more."""

    rule: ClassVar[str] = "move"
    kind: Literal["moved"] = "moved"
    to: Annotated[Stop, Label(msg("To"), rule="move", words=tuple(STOPS.items()))] = "cell"
    hop: Annotated[int, Ge(1), Le(20), Label(msg("Which move of the turn"), rule="move")] = 1

    def slot(self) -> str:
        return f"turn/{self.round}/{self.turn}" if self.hop == 1 else f"turn/{self.round}/{self.turn}/hop{self.hop}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CameHome(Turning):
    """The rocket is Home, on this cell."""

    rule: ClassVar[str] = "return-home"
    kind: Literal["came_home"] = "came_home"
    cell: Annotated[HomeCell, Label(msg("Home cell"), rule="return-home", words=tuple(HOMES.items()))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waited(Turning):
    """The turn has reached a player at Home: time goes on, nothing else happens."""

    rule: ClassVar[str] = "home"
    kind: Literal["waited"] = "waited"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Turning):
    """Nothing more is done in this turn."""

    rule: ClassVar[str] = "action"
    kind: Literal["turn_ended"] = "turn_ended"

    def slot(self) -> str:
        return f"turn/{self.round}/{self.turn}/end"


# ---------------------------------------------------------------- within a turn


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectUsed(Turning):
    """The effect of the card played: *times* for one that may be used more often; *pick* where it gives a choice."""

    rule: ClassVar[str] = "card-effects"
    kind: Literal["effect_used"] = "effect_used"
    effect: Annotated[Effect, Label(msg("Effect"), rule="card-effects", words=tuple(EFFECTS.items()))]
    times: Annotated[int, Ge(1), Le(9), Label(msg("Times"), rule="card-effects")] = 1
    pick: Annotated[
        Literal["beans", "water"] | None, Label(msg("Taken"), rule="card-effects", words=tuple(PILES.items()))
    ] = None

    def slot(self) -> str:
        return f"turn/{self.round}/{self.turn}/effect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Within(Turning):
    """One use of the Head Office or of a place in space; *nth* of this turn."""

    nth: Annotated[int, Ge(1), Le(20), Label(msg("Which use in the turn"), rule="head-office")] = 1

    def slot(self) -> str:
        return f"turn/{self.round}/{self.turn}/{self.nth}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeUsed(Within):
    """A production, an export or the Bank."""

    rule: ClassVar[str] = "head-office"
    kind: Literal["office_used"] = "office_used"
    office: Annotated[Office, Label(msg("Head Office"), rule="head-office", words=tuple(FACILITIES.items()))]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderTaken(Within):
    """An Order taken: Workforce rises to its *number*; *beans* and *water* are what its Additional Orders ask for."""

    rule: ClassVar[str] = "orders"
    kind: Literal["order_taken"] = "order_taken"
    destination: Annotated[Destination, DESTINATION]
    number: Annotated[Some, Label(msg("Workforce number"), rule="orders")]
    loss: Annotated[Some | None, LOSS] = None
    vp: Annotated[Some | None, REWARD] = None
    beans: Annotated[Some, Label(msg("Beans for Additional Orders"), rule="additional-orders")] = 0
    water: Annotated[Some, Label(msg("Water for Additional Orders"), rule="additional-orders")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Improved(Within):
    """A rocket part is one level better; *cost* is the Money printed between the two cells."""

    rule: ClassVar[str] = "improve"
    kind: Literal["improved"] = "improved"
    part: Annotated[Part, Label(msg("Rocket part"), rule="improve", words=tuple(PARTS.items()))]
    cost: Annotated[Some, Label(msg("Printed cost"), rule="improve")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Invested(Within):
    """A token on an Investment cell; *card* is the type of a card that the cell gives."""

    rule: ClassVar[str] = "invest"
    kind: Literal["invested"] = "invested"
    facility: Annotated[Facility, Label(msg("Facility"), rule="invest", words=tuple(FACILITIES.items()))]
    cell: Annotated[Cell, Label(msg("Cell"), rule="invest")]
    card: Annotated[CardType | None, HIRED] = None
    ends: Annotated[EndCard | None, ENDS] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Employed(Within):
    """An Additional Action card taken from the row into the hand. *ends* names one that counts at the end."""

    rule: ClassVar[str] = "employment"
    kind: Literal["employed"] = "employed"
    card: Annotated[CardType, HIRED]
    ends: Annotated[EndCard | None, ENDS] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StationUsed(Within):
    """What the station does, once; *stored* cubes of what it makes go into the Warehouse, not into the container."""

    rule: ClassVar[str] = "stations"
    kind: Literal["station_used"] = "station_used"
    station: Annotated[Destination, Label(msg("Station"), rule="stations", words=tuple(LETTERED.items()))]
    stored: Annotated[int, Ge(0), Le(9), Label(msg("Into the Warehouse"), rule="stations")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAchieved(Within):
    """An Order achieved at its destination: what its Additional Orders took and what all of it brought."""

    rule: ClassVar[str] = "achieve"
    kind: Literal["order_achieved"] = "order_achieved"
    destination: Annotated[Destination, DESTINATION]
    vp: Annotated[Some, Label(msg("VP"), rule="achieve")] = 0
    beans: Annotated[Some, Label(msg("Beans paid"), rule="additional-orders")] = 0
    water: Annotated[Some, Label(msg("Water paid"), rule="additional-orders")] = 0
    money: Annotated[Some, Label(msg("Money gained"), rule="additional-orders")] = 0
    workforce: Annotated[Some, Label(msg("Workforce gained"), rule="additional-orders")] = 0
    card: Annotated[CardType | None, HIRED] = None
    ends: Annotated[EndCard | None, ENDS] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteBuilt(Within):
    """A construction site built: paid from the container, turned over, and what is on the other side."""

    rule: ClassVar[str] = "construction"
    kind: Literal["site_built"] = "site_built"
    beans: Annotated[Some, Label(msg("Beans paid"), rule="construction")] = 0
    water: Annotated[Some, Label(msg("Water paid"), rule="construction")] = 0
    vp: Annotated[Some, Label(msg("VP"), rule="construction")] = 0
    to: Annotated[Stop, Label(msg("Other side"), rule="construction", words=tuple(STOPS.items()))] = "cell"


# ---------------------------------------------------------------- any time


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded(Event):
    """Cubes from the Warehouse into the container, or (less than 0) back."""

    rule: ClassVar[str] = "loading"
    kind: Literal["loaded"] = "loaded"
    seat: SeatNo
    goods: Annotated[Literal["beans", "water"], Label(msg("Cubes"), rule="loading", words=tuple(PILES.items()))]
    by: Annotated[By, Label(msg("How many, less than 0 to unload"), rule="loading")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted(Event):
    """What the table did differently: more or less of something in front of *seat*."""

    rule: ClassVar[str] = "by-hand"
    kind: Literal["adjusted"] = "adjusted"
    seat: SeatNo
    what: Annotated[Pile, Label(msg("What"), rule="by-hand", words=tuple(PILES.items()))]
    by: Annotated[By, Label(msg("How many more, or fewer"), rule="by-hand")]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderNoted(Put):
    """The *n*-th Order of *seat* is this one; one more than there are adds it."""

    rule: ClassVar[str] = "by-hand"
    kind: Literal["order_noted"] = "order_noted"
    seat: SeatNo
    n: OrderNo
    destination: Annotated[Destination, DESTINATION]
    standing: Annotated[Standing, Label(msg("It is"), rule="orders", words=tuple(STANDINGS.items()))] = "received"
    loss: Annotated[Some | None, LOSS] = None
    vp: Annotated[Some | None, REWARD] = None
    beans: Annotated[Some, Label(msg("Beans for Additional Orders"), rule="additional-orders")] = 0
    water: Annotated[Some, Label(msg("Water for Additional Orders"), rule="additional-orders")] = 0

    def slot(self) -> str:
        return f"order/{self.seat}/{self.n}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenSet(Put):
    """On this Investment cell lies a token of *seat*; 0: none."""

    rule: ClassVar[str] = "by-hand"
    kind: Literal["token_set"] = "token_set"
    facility: Annotated[Facility, Label(msg("Facility"), rule="invest", words=tuple(FACILITIES.items()))]
    cell: Annotated[Cell, Label(msg("Cell"), rule="invest")]
    seat: SeatNo = 0

    def slot(self) -> str:
        return f"token/{self.facility}/{self.cell}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereSet(Put):
    """Where *seat* really is."""

    rule: ClassVar[str] = "by-hand"
    kind: Literal["where_set"] = "where_set"
    seat: SeatNo
    at: Annotated[Whereabouts, Label(msg("Where"), rule="states", words=tuple(WHEREABOUTS.items()))]

    def slot(self) -> str:
        return f"where/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnGiven(Event):
    """It is really this seat's turn. It names the turn that it puts right."""

    rule: ClassVar[str] = "action"
    kind: Literal["turn_given"] = "turn_given"
    seat: SeatNo
    round: RoundNo
    turn: TurnNo

    def slot(self) -> str:
        return f"given/{self.round}/{self.turn}"


# ---------------------------------------------------------------- the end of a round


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked(Event):
    """Of those who have as many tokens in an area, these go first, in this order."""

    rule: ClassVar[str] = "contribution-tie"
    kind: Literal["ranked"] = "ranked"
    round: RoundNo
    area: Annotated[Area, Label(msg("Area"), rule="contribution", words=tuple(AREAS.items()))]
    order: Annotated[tuple[SeatNo, ...], MinLen(0), MaxLen(12), Label(msg("Best first"), rule="contribution-tie")] = ()

    def slot(self) -> str:
        return f"ranked/{self.round}/{self.area}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepDone(Event):
    """A step of the Ending Phase is done."""

    rule: ClassVar[str] = "ending"
    kind: Literal["step_done"] = "step_done"
    round: RoundNo
    step: Step

    def slot(self) -> str:
        return f"step/{self.round}/{self.step}"


EVENTS: Final[tuple[type[Event], ...]] = (
    Dealt,
    Started,
    TrackSet,
    OvertimeSet,
    TimeMoved,
    CardPlayed,
    Conferred,
    Launched,
    Moved,
    CameHome,
    Waited,
    TurnEnded,
    EffectUsed,
    OfficeUsed,
    OrderTaken,
    Improved,
    Invested,
    Employed,
    StationUsed,
    OrderAchieved,
    SiteBuilt,
    Loaded,
    Adjusted,
    OrderNoted,
    TokenSet,
    WhereSet,
    TurnGiven,
    Ranked,
    StepDone,
)
