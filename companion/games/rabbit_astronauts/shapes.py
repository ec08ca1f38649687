"""What the calculators are asked and what they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final

from annotated_types import MaxLen

from companion.core.score import Line, Ruling
from companion.core.shape import Count, Label, Name, Shape
from companion.core.text import Doubt, Msg, msg

from .readings import Rulings
from .resources import Card, Colour
from .state import Agency
from .training import Trainee, Tried
from .words import ACTIONS, MODES, RESOURCES, ZONES, Action, Mode, Resource, Zone

SEATS: Final = 12
DECIDED_WORDS: Final = (
    ("team", msg("nothing: you play together")),
    ("points", msg("most points")),
    ("shared", msg("nothing: the victory is shared")),
)
CarrotsField = Annotated[Count, Label(msg("Carrots"), rule="limits")]
GoldField = Annotated[Count, Label(msg("Gold"), rule="limits")]
EventField = Annotated[Colour, Label(msg("Colour of the Event"), msg("only with the mission of Pluto"), "event")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourcesInput(Shape):
    """One resource to count, from symbols, from cards, or both."""

    resource: Annotated[Resource, Label(msg("What to count"), rule="counting", words=tuple(RESOURCES.items()))] = (
        "carrots"
    )
    icons: Annotated[Count, Label(msg("Symbols"), msg("in the Training Center, at levels 1 and 2"), "counting")] = 0
    bonus: Annotated[Count, Label(msg("From colour bonuses"), msg("each that applies, once"), "color-bonus")] = 0
    kept: Annotated[Count, Label(msg("Kept by Scientists"), msg("from the round before"), "scientist")] = 0
    cards: Annotated[
        tuple[Card, ...], MaxLen(100), Label(msg("Or card by card"), msg("added to what stands above"), "counting")
    ] = ()
    rulings: Rulings = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourcesAnswer(Shape):
    """Where the token stands, and where every step of it comes from."""

    amount: Annotated[int, Label(msg("On the track"), rule="counting")]
    cap: Annotated[int, Label(msg("Limit"), rule="limits")]
    start: Annotated[int, Label(msg("The track starts at"), rule="reset")]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftInput(Shape):
    """A gift of Carrots or of Gold: what both have before it."""

    giver: Annotated[Count, Label(msg("The giver has"), rule="gifts")] = 0
    receiver: Annotated[Count, Label(msg("The receiver has"), rule="gifts")] = 0
    amount: Annotated[Count, Label(msg("To give"), rule="gifts")] = 0
    rulings: Rulings = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftAnswer(Shape):
    """Whether it may be given, the most that may be, and what both then have."""

    allowed: Annotated[bool, Label(msg("Allowed"), rule="gifts")]
    max: Annotated[int, Label(msg("At most"), rule="gifts")]
    giver_after: Annotated[int, Label(msg("The giver then has"))]
    receiver_after: Annotated[int, Label(msg("The receiver then has"))]
    why: Msg
    rule: str
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingInput(Shape):
    """A card, what there is to pay with, and what is to be done with it, in order."""

    carrots: CarrotsField = 0
    gold: GoldField = 0
    event_color: EventField = ""
    card: Annotated[Trainee, Label(msg("Card"), rule="zones")]
    actions: Annotated[
        tuple[Action, ...], MaxLen(20), Label(msg("Actions in order"), rule="promote", words=tuple(ACTIONS.items()))
    ] = ()
    rulings: Rulings = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingAnswer(Shape):
    """Where the card has come to, what is left, and which actions could not be done."""

    zone: Annotated[Zone, Label(msg("The card is now here"), rule="zones", words=tuple(ZONES.items()))]
    carrots_after: Annotated[int, Label(msg("Carrots left"))]
    gold_after: Annotated[int, Label(msg("Gold left"))]
    refused: Annotated[tuple[Action, ...], Label(msg("Cannot be done"), words=tuple(ACTIONS.items()))]
    steps: Annotated[tuple[Tried, ...], Label(msg("Step by step"))]
    then: Annotated[Msg | None, Label(msg("Then"), rule="robot")] = None
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalInput(Shape):
    """Everybody by name; together or against one another."""

    mode: Annotated[Mode, Label(msg("You play"), rule="winner", words=tuple(MODES.items()))] = "team"
    players: Annotated[Mapping[Name, Agency], MaxLen(SEATS), Label(msg("Players"), rule="space")]
    rulings: Rulings = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalAnswer(Shape):
    """Points by name, their sum, the boxes it allows to check, and, against one another, who won."""

    team: Annotated[int, Label(msg("All together"), rule="winner")]
    boxes: Annotated[int, Label(msg("Boxes on the Evolution sheet"), rule="evolution-boxes")]
    winners: Annotated[tuple[str, ...], Label(msg("Winners"), rule="winner")]
    decided_by: Annotated[str, Label(msg("Decided by"), rule="winner", words=DECIDED_WORDS)]
    scores: Annotated[Mapping[str, int], Label(msg("Points"), rule="space")]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()
