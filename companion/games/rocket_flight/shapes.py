"""What the calculators are asked and what they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Le, MaxLen

from companion.core.score import Ruling
from companion.core.shape import Fresh, Label, Shape
from companion.core.text import Doubt, Msg, msg

from .draw import LENGTH
from .engine import Card, Play, Reading, Reason, Use
from .geometry import Cell, Heading
from .maps import ROUTE, MapKey, Symbol
from .words import HEADING_WORDS, MAP_WORDS, PLANET_WORDS, READING_WORDS, REASON_WORDS, USE_WORDS

LONGEST = 200  # straight stretches of line, more than any flight has cards
Visited = Annotated[int, Ge(0), Le(len(ROUTE))]
Cells = Annotated[tuple[Cell, ...], MaxLen(LONGEST)]
Hand = Annotated[tuple[Card, ...], MaxLen(12), Label(msg("Cards in hand"), msg("such as 1 4 6"), "turn")]
ReadingField = Annotated[Reading, Label(msg("Which corner is meant"), rule="turn-reading", words=READING_WORDS)]
Rulings = Mapping[Literal["turn_reading"], Reading]
MapField = Annotated[Literal["open", "board", "easy", "normal", "hard"], Label(msg("Map"), words=MAP_WORDS)]

MapChoice = Annotated[
    Literal["code", "easy", "normal", "hard"],
    Label(msg("Map"), rule="maps", words=(("code", msg("as the code says")), *MAP_WORDS)),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Special(Shape):
    """What lies on the open map."""

    sun: Cell | None = None
    unchosen: Cells = ()
    other_planets: Cells = ()
    target: Cell | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Shape):
    """The rocket: its cell, heading and debt, planets visited, and the straight stretches of its line so far."""

    cell: Cell
    heading: Heading | None = None
    owes_move: bool = False
    on_planet: bool = False
    visited: Visited = 0
    drawn: Annotated[tuple[tuple[Cell, Cell], ...], MaxLen(LONGEST)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightInput(Shape):
    """One player's turn, to be checked. An empty hand is an unknown one; *discard* is a pass."""

    map: MapField = "normal"
    planets: Mapping[Symbol, Card] = field(default_factory=dict)
    special: Special = Special()
    state: State
    plays: Annotated[tuple[Play, ...], MaxLen(50)]
    discard: Annotated[tuple[Card, ...], MaxLen(50)] = ()
    hand: Hand = ()
    turn_reading: ReadingField = "drawn_angle"
    rulings: Rulings = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightAnswer(Shape):
    """Legal or not, and where the rocket is after the last legal play; *at* is the play that is refused, from 1."""

    legal: Annotated[bool, Label(msg("Legal"))]
    at: Annotated[int | None, Label(msg("Refused play"))] = None
    reason: Annotated[Reason | None, Label(msg("Reason"), words=REASON_WORDS)] = None
    why: Msg
    rule: str
    cell: Cell
    place: Annotated[str, Label(msg("Rocket in"), rule="cell-names")]
    heading: Annotated[Heading | None, Label(msg("Heading"), words=HEADING_WORDS)]
    owes_move: Annotated[bool, Label(msg("Owes a move"), rule="debt")]
    on_planet: Annotated[bool, Label(msg("On a planet"))]
    visited: Annotated[int, Label(msg("Planets visited"), rule="order")]
    finished: Annotated[bool, Label(msg("Home"), rule="home")]
    drawn: tuple[tuple[Cell, Cell], ...]
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesInput(Shape):
    """The rocket and a hand of cards."""

    map: MapField = "normal"
    planets: Mapping[Symbol, Card] = field(default_factory=dict)
    special: Special = Special()
    state: State
    hand: Hand = ()
    turn_reading: ReadingField = "drawn_angle"
    rulings: Rulings = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Shape):
    """One legal first play: the heading and the cell after it; *lands_on* is a planet, "target" on the open map."""

    card: Annotated[int, Label(msg("Card"))]
    use: Annotated[Use, Label(msg("Use"), words=USE_WORDS)]
    to: Annotated[Heading | None, Label(msg("Heading"), words=HEADING_WORDS)]
    cell: Cell
    place: Annotated[str, Label(msg("Rocket in"), rule="cell-names")]
    lands_on: Annotated[Symbol | Literal["target"] | None, Label(msg("Lands on"), words=PLANET_WORDS)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesAnswer(Shape):
    """Every legal first play, by card; none: the hand can only pass."""

    moves: Annotated[tuple[Choice, ...], Label(msg("Legal plays"))]
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawInput(Shape):
    """A flight's code, or none for a new flight; the map, or as the code says."""

    code: Annotated[
        str,
        MaxLen(40),
        Fresh(LENGTH),
        Label(msg("Code"), msg("such as 4T9W K2RM; empty: a new flight"), "code"),
    ] = ""
    map: MapChoice = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAnswer(Shape):
    """The flight: numbers by planet from Mercury outwards, the first direction, and the code that says all of it."""

    code: str
    flight: Annotated[str, Label(msg("Flight"), rule="code")]
    map: Annotated[MapKey, Label(msg("Map"), rule="maps", words=MAP_WORDS)]
    planets: Annotated[Mapping[Symbol, int], Label(msg("Planets"), rule="setup", words=PLANET_WORDS)]
    places: Annotated[Mapping[Symbol, str], Label(msg("Their cells"), rule="cell-names", words=PLANET_WORDS)]
    direction: Annotated[Heading, Label(msg("First direction"), rule="setup", words=HEADING_WORDS)]
    cards: Annotated[int, Label(msg("Cards that our program needed"), rule="hard")]
    said: tuple[Msg, ...]
