"""What the calculators are asked and what they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from annotated_types import Ge, Le, MaxLen

from companion.core.data import data
from companion.core.score import Line, Ruling
from companion.core.shape import Count, Label, Name, Shape
from companion.core.text import Doubt, Msg, msg

from .overtime import Action, Whereabouts
from .state import CardScope, Company, Orders, Types
from .words import AREAS, END_CARDS, LETTERED, MATERIALS, Area, Destination, EndCard

SEATS: Final = int(data(__file__)["box"]["seats"])
ROUNDS: Final = int(data(__file__)["rounds"]["count"])
Round = Annotated[int, Ge(1), Le(ROUNDS), Label(msg("Round"))]
ORDER_WORDS: Final = tuple(LETTERED.items())
HELD_WORDS: Final = tuple(END_CARDS.items())
STATE_WORDS: Final = (("on_earth", msg("On Earth")), ("in_space", msg("In Space")), ("home", msg("Home")))
ACTION_WORDS: Final = (
    ("none", msg("no action")),
    ("card_play", msg("Card Play")),
    ("conference", msg("Conference")),
    ("launch", msg("Launch")),
    ("move", msg("Move")),
    ("return_home", msg("Return Home")),
)
DECIDED_WORDS: Final = (
    ("vp", msg("most VP")),
    ("orders", msg("most achieved Orders")),
    ("money", msg("most Money")),
    ("shared", msg("nothing: the victory is shared")),
)
CardRulings = Mapping[Literal["card_count_scope"], CardScope]
InvestmentRulings = Mapping[Literal["upper_cell_tie", "upper_cell_direction"], Name]  # a name; an end of a column


@dataclass(frozen=True, slots=True, kw_only=True)
class MaterialsAnswer(Shape):
    """VP for each kind of Material."""

    total: Annotated[int, Label(msg("VP from Materials"), rule="materials")]
    workforce: Annotated[int, Label(MATERIALS["workforce"])]
    beans: Annotated[int, Label(MATERIALS["beans"])]
    money: Annotated[int, Label(MATERIALS["money"])]
    water: Annotated[int, Label(MATERIALS["water"])]
    action_cards: Annotated[int, Label(MATERIALS["action_cards"])]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DestinationsInput(Shape):
    """Orders by destination. Failed ones are in no set; they only show how many Orders there are."""

    achieved: Annotated[Orders, Label(msg("Achieved Orders"), rule="destination-sets", words=ORDER_WORDS)] = field(
        default_factory=dict
    )
    failed: Annotated[Orders, Label(msg("Failed Orders"), rule="failed-orders", words=ORDER_WORDS)] = field(
        default_factory=dict
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DestinationsAnswer(Shape):
    """The best split: *sets* by size, *drawn* with their letters ("ABCDE"), and the Orders in no set."""

    bonus: Annotated[int, Label(msg("Destination bonus"), rule="destination-sets")]
    sets: Annotated[tuple[int, ...], Label(msg("Sets by size"))]
    drawn: Annotated[tuple[str, ...], Label(msg("Sets"))]
    left_over: Annotated[Mapping[Destination, int], Label(msg("In no set"), words=ORDER_WORDS)]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Shape):
    """One player's tokens in the area, and how high the uppermost one lies."""

    count: Annotated[Count, Label(msg("Tokens in the area"), rule="contribution")] = 0
    best_cell: Annotated[
        Count, Label(msg("Uppermost cell"), msg("1 is the top of a column; 0: not looked at"), "contribution-tie")
    ] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class InvestmentsInput(Shape):
    """An area at the end of a round. *order* settles what tokens and cells leave open, best first."""

    round: Round
    area: Annotated[Area, Label(msg("Area"), rule="contribution", words=tuple(AREAS.items()))] = "manager"
    tokens: Annotated[Mapping[Name, Placed], MaxLen(SEATS), Label(msg("Players"), rule="contribution")] = field(
        default_factory=dict
    )
    order: Annotated[
        tuple[Name, ...],
        MaxLen(SEATS),
        Label(msg("Order of those still level"), msg("names, best first; only if asked"), "contribution-tie"),
    ] = ()
    rulings: Annotated[InvestmentRulings, Label(msg("Settled questions"))] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class InvestmentsAnswer(Shape):
    """VP by name; who is in an open tie has none yet and stands in *undecided*."""

    vp: Annotated[Mapping[str, int], Label(msg("VP"), rule="contribution")]
    undecided: Annotated[tuple[tuple[str, ...], ...], Label(msg("Still level"), rule="contribution-tie")]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCardsInput(Types):
    """The end-of-game cards that one player has, and what they count; a card held twice stands twice."""

    held: Annotated[tuple[EndCard, ...], MaxLen(99), Label(msg("Cards held"), rule="end-cards", words=HELD_WORDS)] = ()
    tokens: Annotated[Count, Label(msg("Own tokens on Investment cells"), rule="investment-chips")] = 0
    rulings: Annotated[CardRulings, Label(msg("Settled questions"))] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCardsAnswer(Shape):
    """VP by card held, all copies together; None for a card that is not held."""

    total: Annotated[int, Label(msg("VP from end-of-game cards"), rule="end-cards")]
    investment_chips: Annotated[int | None, Label(END_CARDS["investment_chips"])] = None
    card_count: Annotated[int | None, Label(END_CARDS["card_count"])] = None
    type_split: Annotated[int | None, Label(END_CARDS["type_split"])] = None
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OvertimeInput(Shape):
    """A turn that begins now, and what its player wants to do."""

    round: Round
    overtime: Annotated[bool, Label(msg("The Time marker stands on Overtime"), rule="overtime")] = False
    state: Annotated[Whereabouts, Label(msg("Where the player is"), rule="overtime", words=STATE_WORDS)]
    money: Annotated[Count, Label(msg("Money"))] = 0
    wants: Annotated[Action, Label(msg("Wants to"), words=ACTION_WORDS)] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class OvertimeAnswer(Shape):
    """Whether the action may be taken, what is paid for it, and the one action left where there is only one."""

    allowed: Annotated[bool, Label(msg("Allowed"))]
    forced: Annotated[Literal["return_home"] | None, Label(msg("Only this is left"), words=ACTION_WORDS)]
    penalty: Annotated[int, Label(msg("Penalty to pay"), rule="overtime")]
    money_after: Annotated[int, Label(msg("Money left"))]
    why: Msg
    rule: str
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Player(Company):
    """A company with its name."""

    name: Annotated[Name, Label(msg("Name"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalInput(Shape):
    """Everybody at the end of the last round, in seating order."""

    players: Annotated[tuple[Player, ...], MaxLen(SEATS), Label(msg("Players"))] = ()
    rulings: Annotated[CardRulings, Label(msg("Settled questions"))] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing(Shape):
    """One player's score: parts, total and place."""

    name: Annotated[str, Label(msg("Name"))]
    place: Annotated[int, Label(msg("Place"), rule="winner")]
    total: Annotated[int, Label(msg("Total"))]
    materials: Annotated[int, Label(msg("Materials"), rule="materials")]
    destination: Annotated[int, Label(msg("Sets"), rule="destination-sets")]
    end_cards: Annotated[int, Label(msg("Cards"), rule="end-cards")]
    failed: Annotated[int, Label(msg("Failed"), rule="failed-orders")]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalAnswer(Shape):
    """The final score. Players stand in the order of the input; lines carry their numbers from 1."""

    winners: Annotated[tuple[str, ...], Label(msg("Winners"), rule="winner")]
    decided_by: Annotated[
        Literal["vp", "orders", "money", "shared"], Label(msg("Decided by"), rule="winner", words=DECIDED_WORDS)
    ]
    players: Annotated[tuple[Placing, ...], Label(msg("Scores"))]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()
