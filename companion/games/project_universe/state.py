"""What lies in front of everybody when the last Ending Phase is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Le, MaxLen

from companion.core.score import Seat
from companion.core.shape import Count, Label, Points, Shape
from companion.core.text import msg

from .words import CARD_TYPES, END_CARDS, LETTERED, Destination, EndCard

CardScope = Literal["all", "gained"]
Direction = Literal["first_on_top", "last_on_top"]
Loss = Annotated[int, Ge(0), Le(999)]
Losses = Annotated[tuple[Loss, ...], MaxLen(99)]
Orders = Mapping[Destination, Annotated[int, Ge(0), Le(999)]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Shape):
    """Project Universe has no variants; a play may read its Investment columns from the other end."""

    upper_cell: Annotated[
        Direction,
        Label(
            msg("Upper cell of a column"),
            msg("Investment cells; it decides between as many tokens"),
            "upper-cell-direction",
            words=(
                ("first_on_top", msg("the cheapest")),
                ("last_on_top", msg("the dearest")),
            ),
        ),
    ] = "first_on_top"


@dataclass(frozen=True, slots=True, kw_only=True)
class Materials(Shape):
    """What is left: tokens and cubes; Beans and Water by where they lie; all Action cards owned."""

    workforce: Annotated[Count, Label(msg("Workforce"), rule="materials")] = 0
    beans_warehouse: Annotated[Count, Label(msg("Beans in the Warehouse"), rule="materials")] = 0
    beans_container: Annotated[Count, Label(msg("Beans in the Transport Container"), rule="materials")] = 0
    money: Annotated[Count, Label(msg("Money"), rule="materials")] = 0
    water_warehouse: Annotated[Count, Label(msg("Water in the Warehouse"), rule="materials")] = 0
    water_container: Annotated[Count, Label(msg("Water in the Transport Container"), rule="materials")] = 0
    action_cards: Annotated[
        Count, Label(msg("Action cards"), msg("hand, deck and discards, the four Initial ones too"), "materials")
    ] = 0

    @property
    def beans(self) -> int:
        """All Beans, wherever they lie."""
        return self.beans_warehouse + self.beans_container

    @property
    def water(self) -> int:
        """All Water, wherever it lies."""
        return self.water_warehouse + self.water_container


@dataclass(frozen=True, slots=True, kw_only=True)
class Types(Shape):
    """Action cards owned, by type."""

    executive: Annotated[Count, Label(CARD_TYPES["executive"], rule="type-split")] = 0
    manager: Annotated[Count, Label(CARD_TYPES["manager"], rule="type-split")] = 0
    ordinary_employee: Annotated[Count, Label(CARD_TYPES["ordinary_employee"], rule="type-split")] = 0

    @property
    def each(self) -> tuple[int, int, int]:
        """The three counts."""
        return self.executive, self.manager, self.ordinary_employee

    @property
    def total(self) -> int:
        """All cards of the three types."""
        return sum(self.each)


@dataclass(frozen=True, slots=True, kw_only=True)
class Company(Shape):
    """One seat at the end. *tokens* are own tokens on all Investment cells; a card held twice stands twice."""

    vp_track: Annotated[Points, Label(msg("VP on the track"), rule="vp-track")] = 0
    materials: Annotated[Materials, Label(msg("Materials"), rule="materials")] = Materials()
    achieved: Annotated[
        Orders, Label(msg("Achieved Orders"), rule="destination-sets", words=tuple(LETTERED.items()))
    ] = field(default_factory=dict)
    end_cards: Annotated[
        tuple[EndCard, ...],
        MaxLen(99),
        Label(msg("End-of-game cards"), rule="end-cards", words=tuple(END_CARDS.items())),
    ] = ()
    types: Annotated[Types, Label(msg("Action cards by type"), rule="type-split")] = Types()
    tokens: Annotated[Count, Label(msg("Own tokens on Investment cells"), rule="investment-chips")] = 0
    failed_losses: Annotated[
        Losses, Label(msg("Losses on failed Orders"), msg("one number for each card, such as 3 5"), "failed-orders")
    ] = ()
    unachieved_losses: Annotated[
        Losses, Label(msg("Losses on Orders still waiting"), msg("such as 5 2"), "failed-orders")
    ] = ()

    @property
    def orders(self) -> int:
        """Achieved Orders of all destinations, which decide a tie."""
        return sum(self.achieved.values())

    @property
    def cards_owned(self) -> int:
        """Action cards, by type where the types were counted."""
        return self.types.total or self.materials.action_cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """The whole table by seat, and how it reads "Action cards you have gained". *names*, if known, go into doubts."""

    companies: Mapping[Seat, Company]
    names: Mapping[Seat, str] = field(default_factory=dict)
    card_scope: CardScope = "all"
