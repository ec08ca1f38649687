"""The pages' flat forms: a flight code, where the rocket is or what was flown, this turn; read into the inputs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Literal, TypeVar

from annotated_types import MaxLen

from companion.core.errors import Refused
from companion.core.shape import Label, Shape
from companion.core.text import msg

from .draw import Drawn, draw
from .engine import VALUES, Rocket, replay
from .geometry import Cell, straight
from .maps import ROUTE, SYMBOLS, Board, Symbol, board, symbol_of
from .notation import HOW, read_turn, read_turns, written
from .shapes import LONGEST, FlightInput, MapChoice, MovesInput, ReadingField, State
from .words import HEADING_WORDS, PLANET_WORDS, why

T = TypeVar("T")
_PLANET = re.compile(r"([A-Za-z])[a-z]*\s*[:=]?\s*(\d)", re.IGNORECASE | re.ASCII)
_SOME_PLANETS = re.compile(r"[a-z]+\s*\d([\s,;]+[a-z]+\s*\d)+", re.IGNORECASE | re.ASCII)
Text = Annotated[str, MaxLen(2000)]


Flight = Annotated[
    Text,
    Label(
        msg("Flight"),
        msg("its code, or the planets' nine numbers from Mercury outwards, like 4 2 5 1 6 3 2 5 4"),
        "code",
    ),
]
Before = Annotated[
    Text,
    Label(msg("Turns before this one"), msg("from Earth on, if you wrote them down: 4, 5 NE / x 1 2"), "notation"),
]
CellName = Annotated[
    Text,
    Label(
        msg("Or: the rocket's cell"), msg("a row letter and two digits, like H07, or a planet, like m4"), "cell-names"
    ),
]
HeadingChoice = Annotated[
    Literal["planet", "NE", "E", "SE", "SW", "W", "NW"],
    Label(msg("Heading"), words=(("planet", msg("none, it stands on a planet")), *HEADING_WORDS)),
]
Owes = Annotated[bool, Label(msg("The last card was a turn or a take-off"), rule="debt")]
Due = Annotated[Symbol, Label(msg("Next planet"), rule="order", words=PLANET_WORDS)]
Line = Annotated[
    Text, Label(msg("Line so far"), msg("the cells where it starts, bends and ends: I07 L07 L12"), "own-line")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightForm(Shape):
    """A turn to check; the rocket is worked out from the turns before, or given cell by cell."""

    flight: Flight = ""
    map: MapChoice = "code"
    before: Before = ""
    plays: Annotated[Text, Label(msg("This turn"), HOW, "notation")] = ""
    cell: CellName = ""
    heading: HeadingChoice = "planet"
    owes_move: Owes = False
    due: Due = "m"
    line: Line = ""
    turn_reading: ReadingField = "drawn_angle"


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesForm(Shape):
    """A hand to list the legal plays of; the rocket as in a turn to check."""

    flight: Flight = ""
    map: MapChoice = "code"
    before: Before = ""
    hand: Annotated[Text, Label(msg("Cards in hand"), msg("such as 1 4 6"), "turn")] = ""
    cell: CellName = ""
    heading: HeadingChoice = "planet"
    owes_move: Owes = False
    due: Due = "m"
    line: Line = ""
    turn_reading: ReadingField = "drawn_angle"


Position = FlightForm | MovesForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Sky:
    """The map with its planets, and the rocket's start where the code says it."""

    board: Board
    planets: Mapping[Symbol, int]
    drawn: Drawn | None


def read_flight(form: FlightForm) -> FlightInput:
    """The turn to check. Refuses what is not understood, beside its field."""
    sky = read_sky(form)
    turn = read_turn(form.plays, "plays")
    if turn.passed and not turn.discard:
        raise Refused(msg("Write which two cards the pass discards, like x 1 2.").under("pass"), "plays")
    state = read_state(form, sky)
    if not turn.passed and not turn.plays:
        raise Refused(msg("Write the cards of this turn, such as 3, 5 left.").under("notation"), "plays")
    return FlightInput(
        map=sky.board.key,
        planets=sky.planets,
        state=state,
        plays=turn.plays,
        discard=turn.discard,
        turn_reading=form.turn_reading,
    )


def read_moves(form: MovesForm) -> MovesInput:
    """The hand and the rocket. Refuses what is not understood, beside its field."""
    sky = read_sky(form)
    return MovesInput(
        map=sky.board.key,
        planets=sky.planets,
        state=read_state(form, sky),
        hand=read_hand(form.hand),
        turn_reading=form.turn_reading,
    )


def read_hand(text: str) -> tuple[int, ...]:
    """The cards named, in any writing that keeps them apart."""
    hand = tuple(int(card) for card in re.findall(r"\d", text))
    if re.sub(r"[\s,;.\d]", "", text) or any(card not in VALUES for card in hand) or len(hand) > 12:
        raise Refused(
            msg("Write the cards of one hand, from %(low)d to %(high)d.", low=min(VALUES), high=max(VALUES)).under(
                "deck"
            ),
            "hand",
        )
    return hand


def read_sky(form: Position) -> Sky:
    """The planets, from a code, nine digits, or letters with digits."""
    key = None if form.map == "code" else form.map
    if planets := _numbers(form.flight):
        return Sky(board=board(key or "normal"), planets=planets, drawn=None)
    if not form.flight.strip():
        raise Refused(msg("Write the flight's code, or its nine planets.").under("code"), "flight")
    if _SOME_PLANETS.fullmatch(form.flight.strip()):
        raise Refused(msg("Write all nine planets, each once, with a number from 1 to 6.").under("setup"), "flight")
    drawn = at_field("flight", lambda: draw(form.flight, key))
    return Sky(board=board(drawn.map), planets=drawn.planets, drawn=drawn)


def at_field(field: str, made: Callable[[], T]) -> T:
    """What *made* gives; what it refuses is said beside *field*."""
    try:
        return made()
    except Refused as refused:
        raise Refused(refused.message, field) from None


def _numbers(text: str) -> Mapping[Symbol, int] | None:
    """Nine numbers in order, or by letter or name; None if the text is something else, such as a code."""
    digits = re.sub(r"[\s,;]", "", text)
    if re.fullmatch(r"[1-6]{9}", digits):
        return {symbol: int(digit) for symbol, digit in zip(SYMBOLS, digits, strict=True)}
    named = _PLANET.findall(text)
    if len(named) != len(SYMBOLS) or re.sub(r"[\s,;]", "", _PLANET.sub("", text)):
        return None
    return _lettered(text)


def _lettered(text: str) -> Mapping[Symbol, int] | None:
    """By letter; a word that starts with M counts as Mercury where it says so, or where it comes first of two."""
    found: dict[Symbol, int] = {}
    for match in _PLANET.finditer(text):
        first_of_two = match[1] == "M" and "M" not in found and text[match.end() :].count("M") > 0
        mercury = match[0].lower().startswith("me") or first_of_two
        symbol: Symbol | None = "m" if mercury else "M" if match[0].lower().startswith("ma") else symbol_of(match[1])
        if symbol is None or symbol in found or int(match[2]) not in VALUES:
            return None
        found[symbol] = int(match[2])
    return found


def read_state(form: Position, sky: Sky) -> State:
    """The rocket as the cell fields say, or where the turns so far have led it from Earth."""
    if form.cell.strip():
        if form.before.strip():
            raise Refused(msg("Give either the turns so far or the rocket's cell.").under("notation"), "before")
        return _placed(form, sky.board)
    start = sky.drawn.start if sky.drawn else _from_earth(form, sky)
    return _flown(form, sky, start)


def _placed(form: Position, printed: Board) -> State:
    landed = form.heading == "planet"
    return State(
        cell=_cell(form.cell.strip(), printed, "cell"),
        heading=None if form.heading == "planet" else form.heading,
        on_planet=landed,
        owes_move=form.owes_move and not landed,
        visited=ROUTE.index(form.due),
        drawn=_line(form.line, printed),
    )


def _from_earth(form: Position, sky: Sky) -> Rocket:
    if form.heading == "planet":
        raise Refused(
            msg("Choose the first direction from Earth, or write the flight's code above.").under("setup"), "heading"
        )
    earth = sky.board.numbered["E"][sky.planets["E"] - 1]
    return Rocket(cell=earth, heading=form.heading, owes_move=True)


def _flown(form: Position, sky: Sky, start: Rocket) -> State:
    """The state after the turns so far. Refuses the first that is not legal."""
    turns = read_turns(form.before, "before")
    number, verdict = replay(sky.board.field(sky.planets), start, turns, form.turn_reading)
    if verdict.refusal:
        sentence = why(verdict.refusal, sky.board.cell_name)
        played = written([turns[number - 1]])
        said = msg("Turn %(turn)d, “%(text)s”: %(why)s", turn=number, text=played, why=sentence)
        raise Refused(said.under(sentence.rule), "before")
    return _state(verdict.rocket, verdict.stops)


def _state(rocket: Rocket, stops: tuple[Cell, ...]) -> State:
    return State(
        cell=rocket.cell,
        heading=rocket.heading,
        owes_move=rocket.owes_move,
        on_planet=rocket.on_planet,
        visited=rocket.visited,
        drawn=tuple(pairwise(stops)),
    )


def _line(text: str, printed: Board) -> tuple[tuple[Cell, Cell], ...]:
    cells = [_cell(name, printed, "line") for name in re.findall(r"\w+", text)]
    stretches = tuple(pairwise(cells))
    if crooked := next((n for n, ends in enumerate(stretches, 1) if not straight(*ends)), 0):
        one, other = stretches[crooked - 1]
        raise Refused(
            msg(
                "%(one)s and %(other)s are not in one straight row.",
                one=printed.cell_name(one),
                other=printed.cell_name(other),
            ).under("own-line"),
            "line",
        )
    if len(stretches) > LONGEST:
        raise Refused(msg("At most %(n)d entries.", n=LONGEST), "line")
    return stretches


def _cell(name: str, printed: Board, field: str) -> Cell:
    cell = printed.cell_at(name)
    if cell is None:
        raise Refused(
            msg("There is no cell “%(name)s” on this map. Cells are called like H07.", name=name[:10]).under(
                "cell-names"
            ),
            field,
        )
    return cell
