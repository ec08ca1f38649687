"""What a table knows when the fourth round is over: kingdoms, harvests and parchments by seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Final, Literal

from annotated_types import Ge, Le, MaxLen, MinLen, Predicate

from companion.core.data import data
from companion.core.errors import Refused
from companion.core.score import Choice, Seat
from companion.core.shape import Label, Points, Shape, is_plain
from companion.core.text import msg

from .land import TERRITORIES, Basic, Resource, Territory
from .parchments import CORRECTABLE, PARCHMENTS, CountKey
from .words import BASIC_WORDS, PARCHMENT_WORDS, RESOURCE_WORDS

BOX: Final = data(__file__)["box"]
STRONGEST: Final = max(int(strength) for strength in data(__file__)["cities"])
Strength = Annotated[int, Ge(1), Le(STRONGEST)]
Priority = Annotated[int, Ge(1), Le(int(BOX["camps"]))]
Pair = Annotated[str, MinLen(1), MaxLen(20), Predicate(is_plain)]
Kind = Literal["city", "farm", "post", "camp", "sky"]
RulingId = Literal[
    "matriarch_tie",
    "opportunist_tie",
    "opportunist_first_tie",
    "two_treasure_hunters",
    "copy_of_copy",
    "unplaced_camps",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Building(Shape):
    """One building: a City by its strength, a farm or trading post by what it gives, a camp, or half a Sky Tower."""

    city: Annotated[Strength | None, Label(msg("City of strength"), rule="cities")] = None
    farm: Annotated[Resource | None, Label(msg("Farm"), rule="farms", words=RESOURCE_WORDS)] = None
    post: Annotated[Basic | None, Label(msg("Trading post"), rule="trading-posts", words=BASIC_WORDS)] = None
    camp: Annotated[Priority | None, Label(msg("Camp number"), rule="camps")] = None
    sky: Annotated[Pair | None, Label(msg("Sky Tower of the pair"), rule="sky-towers")] = None

    def __post_init__(self) -> None:
        if len(given := [f.name for f in fields(self) if getattr(self, f.name) is not None]) != 1:
            raise Refused(
                msg("A building is exactly one of these: city, farm, post, camp, sky.").under("buildings"),
                given[-1] if given else "",
            )

    @property
    def kind(self) -> Kind:
        """Which of the five it is."""
        kinds: tuple[Kind, ...] = ("city", "farm", "post", "camp", "sky")
        return next(kind for kind in kinds if getattr(self, kind) is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Shape):
    """One player's part of the map: the territories with a rabbit of theirs, and their buildings by territory."""

    owned: Annotated[
        tuple[Territory, ...],
        MaxLen(len(TERRITORIES)),
        Label(msg("Territories"), msg("such as A3 B4 C10"), "control"),
    ] = ()
    buildings: Annotated[
        Mapping[Territory, Building], MaxLen(len(TERRITORIES)), Label(msg("Buildings"), rule="buildings")
    ] = field(default_factory=dict)

    @property
    def controlled(self) -> frozenset[Territory]:
        """Every territory that is theirs; a camp makes one theirs while it stands."""
        return frozenset(self.owned) | {t for t, one in self.buildings.items() if one.camp is not None}

    @property
    def standing(self) -> Mapping[Territory, Building]:
        """The buildings on land that is theirs; the others do not count."""
        mine = self.controlled
        return {t: one for t, one in self.buildings.items() if t in mine}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Shape):
    """What a group plays otherwise."""

    card_values: Annotated[
        Mapping[str, Points],
        MaxLen(len(PARCHMENTS)),
        Label(
            msg("Corrected card values"),
            msg("what your own card says, where it differs"),
            "values",
            tuple((key, name) for key, name in PARCHMENT_WORDS if key in CORRECTABLE),
        ),
    ] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key in self.card_values:
            if key not in CORRECTABLE:
                raise Refused(
                    msg("There is no card “%(key)s” with one value.", key=key[:40]).under("values"),
                    f"card_values.{key}",
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class Kingdom:
    """One seat at the end. *board* None: the map was not entered, so *counts* and *fief_points* are as typed.

    *harvests* by round as typed, *worked* the sums they were typed as, *mapped* the rounds that the map worked out;
    *camp_cards* are all Camp cards ever played, *unplaced* those of them whose camp never stood. A count that is
    missing was not given. *is_over* False: the board may still change, so no harvest is worked out from it.
    """

    harvests: Mapping[int, int] = field(default_factory=dict)
    worked: Mapping[int, str] = field(default_factory=dict)
    mapped: tuple[int, ...] = ()
    board: Board | None = None
    counts: Mapping[CountKey, int] = field(default_factory=dict)
    fief_points: tuple[int, ...] = ()
    territories: int | None = None
    parchments: tuple[str, ...] = ()
    copies: Mapping[str, str] = field(default_factory=dict)
    camp_cards: int = 0
    unplaced: int = 0
    is_over: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Realm:
    """Everybody at the table, clockwise, with what the group plays and has settled.

    *is_whole* False: only somebody's parchments are looked at, so nobody's place is known.
    """

    kingdoms: Mapping[Seat, Kingdom]
    names: Mapping[Seat, str] = field(default_factory=dict)
    options: Options = Options()
    rulings: Mapping[str, Choice] = field(default_factory=dict)
    is_whole: bool = True

    def neighbour(self, seat: Seat, side: str) -> Seat | None:
        """Who sits at the left (the next one clockwise) or at the right; None for somebody alone."""
        seats = tuple(self.kingdoms)
        if len(seats) < 2:
            return None
        return seats[(seats.index(seat) + (1 if side == "left" else -1)) % len(seats)]
