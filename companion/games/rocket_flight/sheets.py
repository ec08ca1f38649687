"""What is printed for Rocket Flight alone: flight sheets, blank or prepared, one or two on a page, many in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Annotated, Final, Literal

from annotated_types import Ge, Le, MaxLen

from companion.core.game import Sheet, once
from companion.core.shape import READABLE, Fresh, Label
from companion.core.sheets import Paper, PaperOptions, PlayOptions, SeatedOptions
from companion.core.text import Msg, msg

from .chart import Chart, Numbered, Point, arrow, chart, hatching, hexagon, ring, sun_rays, towards
from .chart import flown as line_flown
from .draw import LENGTH, Drawn, draw, grouped, read_code
from .engine import CORNERS, TAKEOFF, TURNS, Reading, Turn
from .fuel import FIRST, limit
from .geometry import HEADINGS, Cell, Heading, change
from .lettering import Face, Lettering, lettered
from .logbook import LONGEST, cards_of, log_of, said
from .maps import DATA, ROUTE, MapKey, Symbol
from .notation import HOW, read_turns, written
from .scoring import outcome
from .shapes import MapChoice, ReadingField
from .solver import perfect
from .state import Flown
from .words import HEADINGS_SAID, MAP_WORDS, PLANETS, said_flight, why

MOST: Final = 12  # flights in one file
PRINT: Final[Mapping[str, float]] = DATA["print"]
SIZES: Final[Mapping[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN: Final = 10.0
MAPS: Final = dict(MAP_WORDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightOptions(PaperOptions):
    """Which flights are printed, and how."""

    flight: Annotated[
        str,
        MaxLen(120),
        Fresh(LENGTH),
        Label(msg("Flight"), msg("its code, or several with commas; empty: a new flight"), "code"),
    ] = ""
    map: MapChoice = "code"
    flights: Annotated[int, Ge(1), Le(MOST), Label(msg("Flights"), msg("the next ones follow from the first code"))] = 1
    state: Annotated[
        Literal["prepared", "blank"],
        Label(
            msg("Planets"),
            rule="setup",
            words=(("prepared", msg("ringed for you")), ("blank", msg("to be drawn with cards"))),
        ),
    ] = "prepared"
    layout: Annotated[
        Literal["full", "two"],
        Label(msg("Size"), words=(("full", msg("a full page")), ("two", msg("two on a page, pencil only")))),
    ] = "full"
    turn_reading: ReadingField = "drawn_angle"


REMINDER: Final = (
    msg("One to three cards: fly straight by number, or turn."),
    msg("After a turn or take-off the next card has to move."),
    msg("Land by exact count; the next card sets the take-off."),
    msg("Never: Sun, closed cells, other planets, your line."),
    msg("Draw to three; pile empty: mark fuel. Or change two."),
)


# ---------------------------------------------------------------- one flight


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A planet in the order of visits; *number* 0 and no *place* on a blank sheet."""

    symbol: Symbol
    name: Msg
    number: int
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagram:
    """An exit of one of the two diagrams: its shaft and head as paths, and the cards that lead there."""

    shaft: str
    head: str
    cards: tuple[int, ...]
    x: float
    y: float
    to: Msg
    is_straight: bool = False
    is_sharp: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightSheet:
    """One flight, ready to draw; all coordinates in mm from the Sun. Words are in *said*."""

    code: str
    key: MapKey
    map: Msg
    is_blank: bool
    chart: Chart
    lettering: tuple[Lettering, ...]
    chosen: tuple[Numbered, ...]
    rings: str
    closed: str
    start: tuple[str, str]
    stops: tuple[Stop, ...]
    said: tuple[Msg, ...]
    reading: Reading
    perfect: int = 0

    @property
    def grouped(self) -> str:
        """The code as it is read aloud."""
        return grouped(self.code)


def flight_sheet(drawn: Drawn, size: float, *, is_blank: bool, reading: Reading, two: bool = False) -> FlightSheet:
    """The flight *drawn* with cells of *size* mm, *two* of them on a page; a blank sheet knows its map only."""
    made = chart(drawn.map, size)
    ringed = tuple(one for one in made.numbered if drawn.planets[one.symbol] == one.number)
    others = tuple(one for one in made.numbered if one not in ringed)
    earth = next(one for one in ringed if one.symbol == "E")
    return FlightSheet(
        code=drawn.full_code,
        key=drawn.map,
        map=MAPS[drawn.map],
        is_blank=is_blank,
        chart=made,
        lettering=(_rim_names(made, two=two), *_names(made, () if is_blank else ringed, two=two)),
        chosen=() if is_blank else ringed,
        rings="" if is_blank else "".join(ring((one.x, one.y), size * PRINT["ring"] / 2) for one in ringed),
        closed="" if is_blank else "".join(hatching((one.x, one.y), size, 3 if two else 4) for one in others),
        start=("", "") if is_blank else start_arrow((earth.x, earth.y), drawn.direction, size),
        stops=tuple(_stops(drawn, made, is_blank=is_blank)),
        said=(said_map(made),) if is_blank else said_flight(drawn),
        reading=reading,
        perfect=0 if is_blank else perfect(drawn.code, drawn.map).cards,
    )


def _names(made: Chart, ringed: tuple[Numbered, ...], *, two: bool) -> Iterator[Lettering]:
    """What the numbered cells are called; bold where a planet is, paler where a cell is closed."""
    high = 2.5 if two else 3.3

    def named(cells: Iterable[Numbered], size: float, ink: str, face: Face = "regular") -> Lettering:
        words = ((f"{one.symbol}{one.number}", one.x, one.y + high * 0.35, 0.5) for one in cells)
        return lettered(words, size, ink, face)

    if ringed:
        yield named(ringed, high, "#000", "bold")
        yield named((one for one in made.numbered if one not in ringed), high * 0.9, "#777")
    else:
        yield named(made.numbered, high, "#000")


def _rim_names(made: Chart, *, two: bool) -> Lettering:
    """The letters of the rows at both ends, with the number of the last cell, and the numbers of both outer rows."""
    apart, lower = (0.8, 1.6) if two else (1.0, 2.0)
    tall = made.height / 2
    words = (
        *(
            word
            for row in made.rows
            for word in (
                (row.letter, row.west - 1.1, row.y + 0.8, 1),
                (row.letter, row.east + apart, row.y - 0.15, 0),
                (row.last, row.east + apart, row.y + lower, 0),
            )
        ),
        *((n, x, y, 0.5) for n, x in made.places for y in (-tall - 0.7, tall + 2.1)),
    )
    return lettered(words, 1.9 if two else 2.2, "#444")


def start_arrow(earth: Point, direction: Heading, size: float) -> tuple[str, str]:
    """The first direction: an arrow that leaves the ring of Earth and ends before the next centre."""
    start = towards(direction, size * PRINT["ring"] / 2, earth)
    return arrow(direction, start, size * 0.52, size * 0.34)


def _stops(drawn: Drawn, made: Chart, *, is_blank: bool) -> Iterator[Stop]:
    for symbol in ROUTE:
        number = 0 if is_blank else drawn.planets[symbol]
        place = made.board.cell_name(made.board.numbered[symbol][number - 1]) if number else ""
        yield Stop(symbol=symbol, name=PLANETS[symbol], number=number, place=place)


def said_map(made: Chart) -> Msg:
    """The map for those who listen, before any planet is drawn."""
    return msg(
        "A hexagon of %(n)d rows of cells, the Sun in %(cell)s; around it nine planets with six numbered cells each.",
        n=2 * made.radius + 1,
        cell=made.board.cell_name((0, 0)),
    )


# ---------------------------------------------------------------- the two diagrams


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagrams:
    """Both diagrams around (0, 0): the cell, the way in, the exits."""

    cell: str
    entry: str
    entry_head: str
    turns: tuple[Diagram, ...]
    takeoff: tuple[Diagram, ...]


@cache
def diagrams(size: float, reading: Reading) -> Diagrams:
    """The turn diagram for *reading* and the take-off diagram, drawn from the tables that the engine flies by."""
    back = towards("W", size * 1.05)
    shaft, head = arrow("E", back, size * 0.95, size * 0.2)
    return Diagrams(
        cell=hexagon((0, 0), size),
        entry=shaft,
        entry_head=head,
        turns=tuple(_exit(heading, size, cards_to(heading, reading), heading == "E") for heading in exits(reading)),
        takeoff=tuple(_exit(heading, size, (card,), False) for card, heading in TAKEOFF.items()),
    )


def exits(reading: Reading) -> tuple[Heading, ...]:
    """Where a rocket that flies east may go on: straight on, and wherever a card turns it."""
    return tuple(heading for heading in HEADINGS if heading == "E" or cards_to(heading, reading))


def cards_to(heading: Heading, reading: Reading, course: Heading = "E") -> tuple[int, ...]:
    """The cards that turn a rocket on *course* to *heading*."""
    return tuple(card for card, sixths in TURNS[reading].items() if change(course, heading) in sixths)


def _exit(heading: Heading, size: float, cards: tuple[int, ...], is_straight: bool) -> Diagram:
    shaft, head = arrow(heading, (0, 0), size * 0.92, size * 0.2)
    x, y = towards(heading, size * 1.16)
    sharp = change("E", heading) == CORNERS["sharp"]
    said = HEADINGS_SAID[heading]
    return Diagram(shaft=shaft, head=head, cards=cards, x=x, y=y, to=said, is_straight=is_straight, is_sharp=sharp)


# ---------------------------------------------------------------- where things stand on the page


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where the parts of a flight stand, in mm from the corner of its panel; *k* is how large it is drawn."""

    paper: Paper
    two: bool
    k: float
    left: float  # of the first panel
    step: float  # from one panel to the next
    width: float
    height: float
    page: tuple[float, float]
    size: float
    map_x: float
    map_y: float
    diagram: float
    top: float
    list_y: float
    row: float
    foot: float


def layout(paper: Paper, key: MapKey, *, two: bool) -> Layout:
    """The panel of one flight: as wide and as tall as the paper allows."""
    w, h = SIZES[paper]
    cell = PRINT[f"{'two' if two else 'full'}_{paper}"] * (1 if key != "easy" else PRINT["easy"])
    made = chart(key, cell)
    if two:
        width, height, k = h / 2 - MARGIN - PRINT["cut"], w - 2 * MARGIN, PRINT["two"]
    else:
        width, height, k = w - 2 * MARGIN, h - 2 * MARGIN, 1.0
    tall = paper == "a4" or two
    top = 18.5 * k
    map_top = (top + 23 * k) if tall else (top + 15 * k)
    bottom = map_top + made.height
    list_y = bottom - (7 if two else 9 if tall else 10) * k
    foot = height - (19.2 if two else 19) * k
    return Layout(
        paper=paper,
        two=two,
        k=k,
        left=MARGIN,
        step=h / 2 + PRINT["cut"] - MARGIN if two else 0,
        width=width,
        height=height,
        page=(h, w) if two else (w, h),
        size=cell,
        map_x=width / 2,
        map_y=map_top + made.height / 2,
        diagram=(13 if two else 14.5) * k,
        top=top,
        list_y=list_y,
        row=(foot - list_y - 9 * k) / len(ROUTE),
        foot=foot,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightView:
    """All pages: each holds one flight, or two."""

    paper: Paper
    layout: Layout
    pages: tuple[tuple[FlightSheet, ...], ...]
    diagrams: Diagrams
    rays: tuple[str, str, str]
    boxes: tuple[tuple[int, str], ...]  # divisions of fuel, and for how many players one is the last
    first: int
    reading: Reading
    reminder: tuple[Msg, ...] = REMINDER


def flight_view(options: FlightOptions, state: Flown | None) -> FlightView:
    """The flights that *options* name, and those that follow from the last of them. Raises Refused."""
    drawn = flights(options)
    two = options.layout == "two"
    if options.state == "blank":
        drawn = drawn[:1] * (2 if two else 1)
    place = layout(options.paper, _widest(drawn), two=two)
    places = {one.map: layout(options.paper, one.map, two=two) for one in drawn}
    sheets = [
        flight_sheet(
            one,
            places[one.map].size,
            is_blank=options.state == "blank",
            reading=options.turn_reading,
            two=two,
        )
        for one in drawn
    ]
    step = 2 if two else 1
    return FlightView(
        paper=options.paper,
        layout=place,
        pages=tuple(tuple(sheets[n : n + step]) for n in range(0, len(sheets), step)),
        diagrams=diagrams(place.diagram, options.turn_reading),
        rays=sun_rays(place.size),
        boxes=tuple(fuel_boxes()),
        first=FIRST,
        reading=options.turn_reading,
    )


def _widest(drawn: tuple[Drawn, ...]) -> MapKey:
    return next((one.map for one in drawn if one.map == "easy"), drawn[0].map)


def flights(options: FlightOptions) -> tuple[Drawn, ...]:
    """The flights named, one by one, filled up to the number asked for. Raises Refused for what is no code."""
    named = [text for text in options.flight.split(",") if text.strip()] or [""]
    key = None if options.map == "code" else options.map
    found = [draw(text, key) for text in named[:MOST]]
    while len(found) < options.flights:
        found.append(draw(following(found[-1].code), found[-1].map))
    if options.layout == "two" and len(found) % 2:
        found.append(draw(following(found[-1].code), found[-1].map))
    return tuple(found)


def following(code: str) -> str:
    """The code that follows *code* where several flights are printed at once: the same one for ever.

    >>> following("4T9WK2RM") == following("4t9w k2rm")
    True
    """
    base, _ = read_code(code)
    digest = sha256(f"rocket-flight next {base}".encode("ascii")).digest()
    return "".join(READABLE[byte % len(READABLE)] for byte in digest[:LENGTH])


# ---------------------------------------------------------------- a flight to keep


@dataclass(frozen=True, slots=True, kw_only=True)
class FlownOptions(PaperOptions):
    """A flight that was flown, in writing."""

    code: Annotated[str, MaxLen(40), Label(msg("Flight"), msg("its code"), "code")] = ""
    line: Annotated[str, MaxLen(LONGEST), Label(msg("The flight in writing"), HOW, "notation")] = ""
    crew: Annotated[str, MaxLen(120), Label(msg("Crew"))] = ""
    corner: ReadingField = "drawn_angle"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepView:
    """The map with the line that was flown, every turn in writing, and how it ended."""

    paper: Paper
    sheet: FlightSheet
    line: str
    rays: tuple[str, str, str]
    turns: tuple[tuple[int, str], ...]
    crew: str
    verdict: Msg
    cards: int
    refused: Msg | None
    gaps: Msg | None
    width: float
    height: float


def flown_view(options: FlownOptions, state: Flown | None) -> KeepView:
    """The flight that *options* tell; a card that is not legal ends the line. Raises Refused for what is not read."""
    drawn = draw(options.code)
    log = log_of(drawn, read_turns(options.line, "line"), options.corner)
    refusal = log.verdict.refusal
    sentence = why(refusal, chart(drawn.map, 1).board.cell_name) if refusal else None
    return keep_view(
        options.paper,
        flight_sheet(drawn, kept_size(options.paper, drawn), is_blank=False, reading=options.corner),
        log.turns,
        log.stops,
        crew=options.crew,
        verdict=said(log) if log.turns else msg("The flight that lies ahead"),
        refused=sentence,
    )


def keepsake_view(options: PlayOptions, state: Flown | None) -> KeepView:
    """The flight of a play, as far as it was followed on the map."""
    flown = state or Flown(crew=())
    drawn = draw(flown.code)
    size = kept_size(options.paper, drawn)
    return keep_view(
        options.paper,
        flight_sheet(drawn, size, is_blank=False, reading=flown.options.turn_reading),
        flown.turns,
        flown.stretches,
        crew=", ".join(flown.names),
        verdict=outcome(flown),
        by_hand=tuple(PLANETS[symbol] for symbol in flown.by_hand),
    )


def kept_size(paper: Paper, drawn: Drawn) -> float:
    """A cell of a map that has a page for itself."""
    return PRINT[f"full_{paper}"] * (PRINT["easy"] if drawn.map == "easy" else 1)


def keep_view(
    paper: Paper,
    sheet: FlightSheet,
    turns: tuple[Turn, ...],
    line: tuple[tuple[Cell, Cell], ...],
    *,
    crew: str,
    verdict: Msg,
    refused: Msg | None = None,
    by_hand: tuple[Msg, ...] = (),
) -> KeepView:
    """The sheet of a flight that was flown."""
    w, h = SIZES[paper]
    return KeepView(
        paper=paper,
        sheet=sheet,
        line="".join(line_flown(ends, sheet.chart.size, PRINT["gap"]) for ends in line),
        rays=sun_rays(sheet.chart.size),
        turns=tuple((n, written([one])) for n, one in enumerate(turns, 1)),
        crew=crew,
        verdict=verdict,
        cards=cards_of(turns),
        refused=refused,
        gaps=msg("Landings marked by hand, their line not drawn whole: %(planets)s.", planets=by_hand)
        if by_hand
        else None,
        width=w - 2 * MARGIN,
        height=h - 2 * MARGIN,
    )


def fuel_boxes() -> Iterator[tuple[int, str]]:
    """The divisions of the counter; the last one of each crew names how many fly."""
    last = {limit(crew): str(crew) for crew in (2, 3, 4)}
    for n in range(1, int(PRINT["boxes"]) + 1):
        yield n, last.get(n, "")


def place_of(symbol: Symbol, number: int, key: MapKey) -> Cell:
    """A planet's numbered cell."""
    return chart(key, 1).board.numbered[symbol][number - 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewOptions(SeatedOptions):
    """Cards for a crew that has agreed which corner is meant."""

    corners: ReadingField = "drawn_angle"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewCard:
    """Both diagrams, and how much fuel each crew may mark."""

    diagrams: Diagrams
    limits: tuple[tuple[str, int], ...]
    route: tuple[Symbol, ...] = ROUTE


def crew_aid(options: CrewOptions, state: Flown | None) -> CrewCard:
    """What the crew's cards show beside the words."""
    return CrewCard(
        diagrams=diagrams(PRINT["card"], options.corners), limits=tuple((crew, n) for n, crew in fuel_boxes() if crew)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LogView:
    """Lines to write a flight on: turns in columns, and who flies."""

    paper: Paper
    names: tuple[str, ...]
    columns: tuple[tuple[int, ...], ...]
    boxes: tuple[tuple[int, str], ...]


def log_view(options: SeatedOptions, state: Flown | None) -> LogView:
    """A log sheet for as many turns as any flight takes."""
    rows = int(PRINT[f"log_{options.paper}"])
    return LogView(
        paper=options.paper,
        names=options.seated(CREW),
        columns=tuple(tuple(range(n * rows + 1, (n + 1) * rows + 1)) for n in range(2)),
        boxes=tuple(fuel_boxes()),
    )


CREW: Final = 4
SHEETS: Final[tuple[Sheet[Flown], ...]] = (
    Sheet(
        key="flight",
        title=msg("Flight sheet"),
        about=msg("The map to fly on, with everything that the crew needs. With a deck of cards it is the whole game."),
        options=FlightOptions,
        tonight=once,
        fill=flight_view,
    ),
    Sheet(
        key="phase-aid",
        title=msg("Crew cards"),
        about=msg("A card for everybody, to cut out: what a card can do, both diagrams, the fuel."),
        options=CrewOptions,
        fill=crew_aid,
    ),
    Sheet(
        key="log",
        title=msg("Log sheet"),
        about=msg("A line for every turn: what you write on it, the phone can check and draw."),
        options=SeatedOptions,
        fill=log_view,
    ),
    Sheet(
        key="flown",
        title=msg("A flight to keep"),
        about=msg("Type what you played, and the sheet shows it finished."),
        options=FlownOptions,
        fill=flown_view,
    ),
    Sheet(
        key="keepsake",
        title=msg("The flight to keep"),
        about=msg("The line that you flew, turn by turn, and how it ended."),
        options=PlayOptions,
        fill=keepsake_view,
    ),
)
