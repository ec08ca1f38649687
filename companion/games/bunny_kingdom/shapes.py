"""What the calculators are asked and what they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from annotated_types import MaxLen, MinLen

from companion.core.score import Choice, Line, Ruling
from companion.core.shape import Count, Label, Name, Shape
from companion.core.text import Doubt, Msg, msg

from .land import TERRITORIES, Resource, Territory
from .parchments import COPIES, PARCHMENTS, CountKey
from .placing import Reason
from .state import Board, Building, RulingId, Strength
from .track import ROUNDS, SEATS
from .words import COUNT_WORDS, PARCHMENT_WORDS, RESOURCE_WORDS

MOST_LAND: Final = len(TERRITORIES)
CopyKey = Literal["liberal", "socialist"]
CardId = Annotated[str, MinLen(1), MaxLen(60)]
Rulings = Mapping[RulingId, Choice]
COPY_WORDS: Final = tuple((key, name) for key, name in PARCHMENT_WORDS if key in COPIES)
DECIDED_WORDS: Final = (
    ("points", msg("most points")),
    ("shared", msg("nothing: the victory is shared")),
)
REASON_WORDS: Final[tuple[tuple[Reason, Msg], ...]] = (
    ("not_yours", msg("not your territory")),
    ("slot_taken", msg("place taken")),
    ("wrong_terrain", msg("wrong terrain")),
    ("occupied", msg("occupied")),
    ("same_fief", msg("same fief")),
    ("unknown_territory", msg("no such territory")),
)
Land = Annotated[tuple[Territory, ...], MaxLen(MOST_LAND)]
Cards = Annotated[tuple[CardId, ...], MaxLen(len(PARCHMENTS)), Label(msg("Parchments"), rule="parchments")]
Copies = Annotated[
    Mapping[CopyKey, CardId],
    Label(msg("Copies"), msg("which parchment of the neighbour"), "copies", COPY_WORDS),
]
Counts = Annotated[
    Mapping[CountKey, Count],
    Label(msg("What missions count"), msg("only where no map was entered"), "missions", COUNT_WORDS),
]
FiefPoints = Annotated[
    tuple[Count, ...],
    MaxLen(MOST_LAND),
    Label(msg("Points of each fief"), msg("such as 30 12 6; Little Prince needs them"), "little-prince"),
]
CampCards = Annotated[Count, Label(msg("Camp cards played"), rule="colonist")]
Unplaced = Annotated[Count, Label(msg("Of these, never placed"), rule="unplaced-camps")]


@dataclass(frozen=True, slots=True, kw_only=True)
class FiefInput(Shape):
    """A fief by its cities' strengths and everything that it produces."""

    cities: Annotated[
        tuple[Strength, ...],
        MaxLen(MOST_LAND),
        Label(msg("Cities"), msg("the strength of each, such as 1 1 3"), "strength"),
    ]
    resources: Annotated[
        tuple[Resource, ...],
        MaxLen(2 * MOST_LAND),
        Label(msg("Resources"), msg("such as wood wood fish mushroom; repeats do no harm"), "wealth", RESOURCE_WORDS),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FiefAnswer(Shape):
    """What the fief pays at each harvest."""

    points: Annotated[int, Label(msg("Points"), rule="harvest")]
    strength: Annotated[int, Label(msg("Strength"), rule="strength")]
    wealth: Annotated[int, Label(msg("Wealth"), rule="wealth")]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FiefShown(Shape):
    """One fief of a kingdom."""

    territories: Annotated[tuple[Territory, ...], Label(msg("Territories"), rule="fief")]
    size: Annotated[int, Label(msg("Size"))]
    strength: Annotated[int, Label(msg("Strength"), rule="strength")]
    wealth: Annotated[int, Label(msg("Wealth"), rule="wealth")]
    points: Annotated[int, Label(msg("Points"), rule="harvest")]


@dataclass(frozen=True, slots=True, kw_only=True)
class KingdomAnswer(Shape):
    """A kingdom fief by fief, what it produces, and every mission that the map alone decides."""

    harvest: Annotated[int, Label(msg("Harvest"), rule="harvest")]
    fief_count: Annotated[int, Label(msg("Fiefs"), rule="fief")]
    fiefs: Annotated[tuple[FiefShown, ...], Label(msg("Fiefs"), rule="fief")]
    units: Annotated[Mapping[Resource, int], Label(msg("Produced"), rule="resources", words=RESOURCE_WORDS)]
    missions: Annotated[
        Mapping[str, int], Label(msg("Missions, if you hold them"), rule="missions", words=PARCHMENT_WORDS)
    ]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParchmentsInput(Board):
    """One player's parchments, and what they count: from the map, or typed."""

    parchments: Cards = ()
    copies: Copies = field(default_factory=dict)
    camp_cards: CampCards = 0
    unplaced_camps: Unplaced = 0
    counts: Counts = field(default_factory=dict)
    fief_points: FiefPoints = ()
    territories: Annotated[
        Mapping[Name, Count], MaxLen(SEATS[-1]), Label(msg("Everybody's territories"), rule="matriarch")
    ] = field(default_factory=dict)
    holder: Annotated[str, MaxLen(60), Label(msg("Whose parchments these are"), rule="matriarch")] = ""
    rulings: Rulings = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParchmentsAnswer(Shape):
    """Points by parchment."""

    total: Annotated[int, Label(msg("Points from parchments"), rule="parchments")]
    rows: Annotated[Mapping[str, int], Label(msg("Parchments"), rule="parchments", words=PARCHMENT_WORDS)]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementInput(Shape):
    """A building to place, on one territory, or on two for a Sky Tower."""

    own: Annotated[Land, Label(msg("Your territories"), msg("such as A3 B4 C10"), "control")] = ()
    taken_by_others: Annotated[Land, Label(msg("Territories of others"), rule="control")] = ()
    buildings: Annotated[Mapping[Territory, Building], MaxLen(MOST_LAND), Label(msg("Buildings"), rule="slot")] = field(
        default_factory=dict
    )
    build: Annotated[Building, Label(msg("Build"), rule="buildings")]
    at: Annotated[CardId | tuple[CardId, CardId], Label(msg("At"), msg("two territories for a Sky Tower"), "buildings")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementAnswer(Shape):
    """Whether it may stand there, and why."""

    legal: Annotated[bool, Label(msg("Legal"))]
    reason: Annotated[Reason | None, Label(msg("Reason"), words=REASON_WORDS)]
    why: Msg
    rule: str
    doubts: tuple[Doubt, ...] = ()


Seated = Annotated[tuple[Name, ...], MinLen(1), MaxLen(SEATS[-1])]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalInput(Shape):
    """Everybody after the fourth harvest: *boards* as they stand then, *counts* where none was entered."""

    seats: Annotated[Seated, Label(msg("Players"), msg("clockwise"), "copies")]
    harvests: Annotated[
        Mapping[Name, Annotated[tuple[Count, ...], MaxLen(ROUNDS)]], Label(msg("Harvests"), rule="harvest")
    ] = field(default_factory=dict)
    boards: Annotated[Mapping[Name, Board], Label(msg("Maps"), rule="control")] = field(default_factory=dict)
    parchments: Annotated[Mapping[Name, Cards], Label(msg("Parchments"), rule="parchments")] = field(
        default_factory=dict
    )
    copies: Annotated[Mapping[Name, Copies], Label(msg("Copies"), rule="copies")] = field(default_factory=dict)
    camp_cards: Annotated[Mapping[Name, Count], Label(msg("Camp cards played"), rule="colonist")] = field(
        default_factory=dict
    )
    unplaced_camps: Annotated[Mapping[Name, Count], Label(msg("Of these, never placed"), rule="unplaced-camps")] = (
        field(default_factory=dict)
    )
    counts: Annotated[Mapping[Name, Counts], Label(msg("What missions count"), rule="missions")] = field(
        default_factory=dict
    )
    fief_points: Annotated[Mapping[Name, FiefPoints], Label(msg("Points of each fief"), rule="little-prince")] = field(
        default_factory=dict
    )
    territories: Annotated[Mapping[Name, Count], Label(msg("Territories"), rule="matriarch")] = field(
        default_factory=dict
    )
    rulings: Rulings = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing(Shape):
    """One player's final score."""

    name: Annotated[str, Label(msg("Name"))]
    place: Annotated[int, Label(msg("Place"), rule="winner")]
    points: Annotated[int, Label(msg("Points"), rule="winner")]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalAnswer(Shape):
    """The final score. Players stand in the order of the input; lines carry their numbers from 1."""

    winners: Annotated[tuple[str, ...], Label(msg("Winners"), rule="winner")]
    decided_by: Annotated[Literal["points", "shared"], Label(msg("Decided by"), rule="winner", words=DECIDED_WORDS)]
    players: Annotated[tuple[Placing, ...], Label(msg("Scores"))]
    final: Annotated[Mapping[str, int], Label(msg("Final points"), rule="winner")]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()
