"""What the pages of a flight show: route and fuel, the map with the rocket's line, and what every card can do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from companion.core.score import Seat
from companion.core.secrets import Hidden
from companion.core.text import NOTHING, Msg, msg, msgs, verbatim

from .chart import Chart, Numbered, angle, centre, chart, flown, hexagon, sun_rays, towards
from .draw import Drawn, grouped
from .engine import MOST, TURNS, VALUES, Play, Reading, Refusal, Rocket, Turn, fly, judge, passing
from .fuel import FIRST
from .geometry import HEADINGS, Cell, ahead, piece
from .happenings import Voyage
from .maps import ROUTE, Board, Field, Symbol
from .notation import written
from .solver import needed, perfect
from .words import HEADINGS_SAID, MAP_WORDS, PLANETS, REASON_RULES, said_flight, why

SIZE: Final = 20  # a cell of the map on the page, in units of its drawing
AROUND: Final = 1.75  # cells from the rocket to the buttons of its turns
BOXES: Final = 12
_DAY: Final = re.compile(r"(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
MAPS: Final = dict(MAP_WORDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """Something that a card can do, or cannot: *why* says why not. *x*, *y* are where its button stands."""

    card: int
    text: str  # as it is posted
    label: Msg
    use: str
    x: float
    y: float
    turn: float  # degrees of its arrow
    why: Msg | None = None
    rule: str = ""
    lands: bool = False

    @property
    def is_legal(self) -> bool:
        """Whether it may be played."""
        return self.why is None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """A card of the hand, how often it is held, and its ways."""

    card: int
    many: int
    ways: tuple[Way, ...]
    path: str  # of its move, as far as it can be flown

    @property
    def legal(self) -> tuple[Way, ...]:
        """The ways that may be played."""
        return tuple(way for way in self.ways if way.is_legal)

    @property
    def others(self) -> tuple[Way, ...]:
        """The ways that may not."""
        return tuple(way for way in self.ways if not way.is_legal)

    @property
    def refused(self) -> tuple[tuple[Way, ...], ...]:
        """The ways that may not, those with the same reason together."""
        return tuple(tuple(ways) for _, ways in groupby(self.others, key=lambda way: way.why))


@dataclass(frozen=True, slots=True, kw_only=True)
class Station:
    """A planet on the route: "done", "now", or still to come. *place* is empty while no flight is chosen."""

    symbol: Symbol
    name: Msg
    number: int
    place: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """A box of the fuel counter."""

    number: int
    is_marked: bool
    is_last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MapView:
    """The map of a flight in units of its drawing: paths, and the rocket."""

    chart: Chart
    closed: str
    marks: tuple[tuple[Numbered, str], ...]  # chosen planets: done, now or ""
    others: tuple[Numbered, ...]
    line: str
    rocket: tuple[float, float, float | None]  # x, y, course
    rays: tuple[str, str, str]
    box: tuple[float, float, float, float]
    hints: tuple[tuple[float, float, int], ...]  # where a card of this value lands on the next planet


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightView:
    """The flight chosen: its code, its map, the cards it can be flown with."""

    code: str
    grouped: str
    map: Msg
    perfect: int
    said: tuple[Msg, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """Two cards to change."""

    cards: tuple[int, ...]
    said: Msg


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """For whoever asks: how many cards the next planet is away, if any way leads there."""

    cards: int | None
    said: Msg


@dataclass(frozen=True, slots=True, kw_only=True)
class Cockpit:
    """All that the panels show."""

    flight: FlightView | None
    route: tuple[Station, ...]
    fuel: int
    most: int | None
    boxes: tuple[Division, ...]
    left: int
    heap: int
    is_last_phase: bool
    acting: Seat
    acting_name: str
    is_mine: bool
    turn: int
    played: tuple[Msg, ...]
    is_full: bool  # three cards are played
    map: MapView | None
    cards: tuple[CardView, ...]
    hand: Hidden
    is_known: bool  # the hand that plays is shown
    on_phones: bool
    are_cards_lost: bool
    hands: tuple[tuple[Seat, str, int], ...]
    discards: tuple[Discard, ...]
    place: Msg
    hint: Hint | None
    has_begun: bool
    is_home: bool
    is_over: bool
    visited: int
    mine: tuple[int, ...]  # the hand of the seat that looks, where it is shown
    line: str  # the flight in writing
    cards_used: int
    after: Msg
    open_hands: tuple[tuple[Seat, str, tuple[int, ...]], ...]  # everybody's, where they lie open
    is_of_day: str  # the day whose flight this is, nothing for any other

    @property
    def can_play(self) -> bool:
        """Whether any card offered can do something."""
        return any(card.legal for card in self.cards)

    def pairs_of(self, hand: Hidden) -> tuple[tuple[int, ...], ...]:
        """The pairs of *hand* that may be changed."""
        return tuple(one.cards for one in _discards(tuple(sorted(map(int, hand.keys))), hand.count))


def cockpit(voyage: Voyage, seat: Seat, names: Mapping[Seat, str], asked: Mapping[str, str]) -> Cockpit:
    """The cockpit as *seat* looks at it."""
    hand = voyage.hand
    known = tuple(sorted(map(int, hand.keys)))
    is_known = bool(known) and len(known) == hand.count
    can_fly = voyage.flight is not None and voyage.rocket is not None and not voyage.is_over
    offered = known if voyage.on_phones and is_known else () if voyage.on_phones else VALUES
    turns = voyage.turns()
    return Cockpit(
        flight=_flight(voyage.flight) if voyage.flight else None,
        route=tuple(_route(voyage)),
        fuel=voyage.fuel,
        most=voyage.most,
        boxes=tuple(_boxes(voyage)),
        left=voyage.pile.left,
        heap=voyage.pile.heap,
        is_last_phase=voyage.is_last_phase,
        acting=voyage.acting,
        acting_name=names.get(voyage.acting, ""),
        is_mine=seat == voyage.acting,
        turn=voyage.turn,
        played=tuple(_played(voyage)),
        is_full=len(voyage.played) >= MOST or not hand.count,
        map=_map(voyage) if voyage.flight and voyage.rocket else None,
        cards=tuple(_cards(voyage, offered)) if can_fly and len(voyage.played) < MOST else (),
        hand=hand,
        is_known=is_known,
        on_phones=voyage.on_phones,
        are_cards_lost=voyage.are_cards_lost,
        hands=tuple((one, names.get(one, ""), voyage.hands[one].count) for one in voyage.seats),
        discards=tuple(_discards(known if is_known else (), hand.count)) if not voyage.played else (),
        place=said_rocket(voyage.rocket, voyage.flight) if voyage.flight and voyage.rocket else NOTHING,
        hint=_hint(voyage) if can_fly else None,
        has_begun=voyage.has_begun,
        is_home=voyage.is_home,
        is_over=voyage.is_over,
        visited=voyage.visited,
        mine=tuple(sorted(map(int, voyage.hands[seat].keys))) if seat in voyage.hands else (),
        line=written(turns),
        cards_used=sum(len(turn.plays) + len(turn.discard) for turn in turns),
        after=verbatim(names.get(voyage.following, "")),
        open_hands=tuple(_open_hands(voyage, names)),
        is_of_day=day_of(voyage.flight.code) if voyage.flight else "",
    )


def _open_hands(voyage: Voyage, names: Mapping[Seat, str]) -> Iterator[tuple[Seat, str, tuple[int, ...]]]:
    for seat in voyage.seats if len(voyage.seats) > 1 else ():
        if voyage.hands[seat].open:
            yield seat, names.get(seat, ""), tuple(sorted(map(int, voyage.hands[seat].keys)))


def day_of(code: str) -> str:
    """The day whose flight a code is: its eight digits; nothing for any other code.

    >>> day_of("20261130"), day_of("4T9WK2RM"), day_of("20261331")
    ('2026-11-30', '', '')
    """
    found = _DAY.fullmatch(code)
    return "-".join(found.groups()) if found else ""


def _flight(drawn: Drawn) -> FlightView:
    return FlightView(
        code=drawn.full_code,
        grouped=grouped(drawn.full_code),
        map=MAPS[drawn.map],
        perfect=perfect(drawn.code, drawn.map).cards,
        said=said_flight(drawn),
    )


def _route(voyage: Voyage) -> Iterator[Station]:
    flight = voyage.flight
    printed = chart(flight.map, 1).board if flight else None
    for n, symbol in enumerate(ROUTE):
        number = flight.planets[symbol] if flight else 0
        yield Station(
            symbol=symbol,
            name=PLANETS[symbol],
            number=number,
            place=printed.cell_name(printed.numbered[symbol][number - 1]) if printed else "",
            state="done" if n < voyage.visited else "now" if n == voyage.visited else "",
        )


def _boxes(voyage: Voyage) -> Iterator[Division]:
    shown = max(voyage.most or BOXES, voyage.fuel)
    for n in range(FIRST, shown + 1):
        yield Division(number=n, is_marked=n <= voyage.fuel, is_last=n == voyage.most)


def _played(voyage: Voyage) -> Iterator[Msg]:
    """The cards of this turn."""
    for play in voyage.played:
        yield verbatim(written([Turn(plays=(play,))]))


def said_rocket(rocket: Rocket, drawn: Drawn) -> Msg:
    """Where the rocket is, for everybody and for a screen reader."""
    cell = chart(drawn.map, 1).board.cell_name(rocket.cell)
    if rocket.finished:
        return msg("The rocket is home, in %(cell)s.", cell=cell)
    if rocket.on_planet:
        return msg(
            "On %(planet)s in %(cell)s: the next card sets the take-off.",
            planet=PLANETS[ROUTE[rocket.visited - 1]],
            cell=cell,
        )
    heading = HEADINGS_SAID[rocket.heading or "E"]
    if rocket.owes_move:
        return msg("In %(cell)s, owing a move to the %(heading)s.", cell=cell, heading=heading)
    return msg("In %(cell)s, heading %(heading)s.", cell=cell, heading=heading)


# ---------------------------------------------------------------- cards


def said_play(play: Play, rocket: Rocket, field: Field, reading: Reading, printed: Board) -> Msg:
    """A legal play in a few words."""
    after = fly(field, rocket, play, reading)
    cell = printed.cell_name(after.cell)
    if after.on_planet:
        planet = PLANETS[ROUTE[after.visited - 1]]
        return msg("%(n)d: land on %(planet)s in %(cell)s", n=play.card, planet=planet, cell=cell)
    heading = HEADINGS_SAID[after.heading or "E"]
    if play.use == "takeoff":
        return msg("%(n)d: take off to the %(heading)s", n=play.card, heading=heading)
    if play.use == "turn":
        return msg("%(n)d: turn to the %(heading)s", n=play.card, heading=heading)
    return msg("%(n)d: fly to %(cell)s", n=play.card, cell=cell)


def _cards(voyage: Voyage, offered: Iterable[int]) -> Iterator[CardView]:
    held = tuple(offered)
    for card in sorted(set(held)):
        ways = tuple(_ways(voyage, card))
        yield CardView(card=card, many=held.count(card), ways=ways, path=_path(voyage, card))


def _thinkable(rocket: Rocket, card: int, reading: Reading) -> Iterator[Play]:
    """What one may want to do with a card: the others are never meant."""
    if rocket.on_planet:
        yield Play(card=card, use="takeoff")
        return
    yield Play(card=card, use="move")
    if card in TURNS[reading] and rocket.heading:
        for sixths in (-2, -1, 1, 2):
            if abs(sixths) in TURNS[reading][card]:
                to = HEADINGS[(HEADINGS.index(rocket.heading) + sixths) % len(HEADINGS)]
                yield Play(card=card, use="turn", to=to)


def _ways(voyage: Voyage, card: int) -> Iterator[Way]:
    rocket, flight, reading = voyage.rocket, voyage.flight, voyage.options.turn_reading
    if rocket is None or flight is None:
        return
    field, printed = flight.field, chart(flight.map, 1).board
    for play in _thinkable(rocket, card, reading):
        refusal = judge(field, rocket, play, reading)
        yield _way(rocket, play, refusal, field, printed, reading)


def _way(rocket: Rocket, play: Play, refusal: Refusal | None, field: Field, printed: Board, reading: Reading) -> Way:
    after = fly(field, rocket, play, reading)
    heading = after.heading or rocket.heading or "E"
    if play.use == "move":
        x, y = centre(after.cell, SIZE)
    else:
        x, y = towards(heading, AROUND * SIZE, centre(rocket.cell, SIZE))
    return Way(
        card=play.card,
        text=written([Turn(plays=(play,))]),
        label=said_play(play, rocket, field, reading, printed) if refusal is None else _wanted(play, after, printed),
        use=play.use,
        x=x,
        y=y,
        turn=angle(heading),
        why=why(refusal, printed.cell_name) if refusal else None,
        rule=REASON_RULES[refusal.reason] if refusal else "",
        lands=refusal is None and after.on_planet,
    )


def _wanted(play: Play, after: Rocket, printed: Board) -> Msg:
    """What cannot be done, in a few words."""
    heading = HEADINGS_SAID[after.heading or "E"]
    if play.use == "move":
        return msgs("%(n)d: fly %(n)d cell", "%(n)d: fly %(n)d cells", play.card)
    if play.use == "takeoff":
        return msg("%(n)d: take off to the %(heading)s", n=play.card, heading=heading)
    return msg("%(n)d: turn to the %(heading)s", n=play.card, heading=heading)


def _path(voyage: Voyage, card: int) -> str:
    """The line that a move would draw, empty where it is not legal."""
    rocket, flight = voyage.rocket, voyage.flight
    if rocket is None or flight is None or rocket.on_planet:
        return ""
    play = Play(card=card, use="move")
    if judge(flight.field, rocket, play, voyage.options.turn_reading):
        return ""
    return flown([rocket.cell, fly(flight.field, rocket, play).cell], SIZE)


def _discards(known: tuple[int, ...], count: int) -> Iterator[Discard]:
    """The pairs that may be changed, each once; where the hand is not known, none is named."""
    if not known:
        return
    many = min(2, count)
    pairs = {tuple(sorted((known[a], known[b]))) for a in range(len(known)) for b in range(a)} if many == 2 else {known}
    for pair in sorted(pairs):
        if passing(pair, known) is None:
            yield Discard(cards=pair, said=msg("%(cards)s", cards=tuple(map(str, pair))))


# ---------------------------------------------------------------- the map


def _map(voyage: Voyage) -> MapView | None:
    flight, rocket = voyage.flight, voyage.rocket
    if flight is None or rocket is None:
        return None
    made = chart(flight.map, SIZE)
    x, y = centre(rocket.cell, SIZE)
    course = angle(rocket.heading) if rocket.heading else None
    half = made.width / 2 + SIZE * 0.9
    tall = made.height / 2 + SIZE * 0.3
    chosen = [one for one in made.numbered if flight.planets[one.symbol] == one.number]
    return MapView(
        chart=made,
        closed="".join(hexagon((one.x, one.y), SIZE) for one in made.numbered if one not in chosen),
        marks=tuple((one, _state(one.symbol, voyage.visited)) for one in chosen),
        others=tuple(one for one in made.numbered if one not in chosen),
        line="".join(flown(ends, SIZE) for ends in voyage.stretches),
        rocket=(x, y, course),
        rays=sun_rays(SIZE),
        box=(-half, -tall, 2 * half, 2 * tall),
        hints=tuple(_hits(voyage)) if not voyage.is_over else (),
    )


def _state(symbol: Symbol, visited: int) -> str:
    n = ROUTE.index(symbol)
    return "done" if n < visited else "now" if n == visited else ""


def _hits(voyage: Voyage) -> Iterator[tuple[float, float, int]]:
    """From which cells, in a straight line, which card would land on the planet that is due."""
    flight, rocket = voyage.flight, voyage.rocket
    if flight is None or rocket is None or voyage.due is None:
        return
    field = flight.field
    target = field.route[voyage.visited]
    for heading in HEADINGS:
        here = target
        for n in range(1, max(VALUES) + 1):
            there = ahead(here, HEADINGS[(HEADINGS.index(heading) + 3) % 6])
            if not _is_free(there, field, rocket, here):
                break
            x, y = centre(there, SIZE)
            yield x, y, n
            here = there


def _is_free(cell: Cell, field: Field, rocket: Rocket, after: Cell) -> bool:
    blocked = field.suns | field.unchosen | field.planets
    open_ = field.on_map(cell) and (cell not in blocked or cell == rocket.cell)
    return open_ and piece(cell, after) not in rocket.drawn


def _hint(voyage: Voyage) -> Hint | None:
    flight, rocket = voyage.flight, voyage.rocket
    if flight is None or rocket is None or voyage.due is None:
        return None
    cards = needed(flight.map, flight.field, rocket)
    planet = PLANETS[voyage.due]
    if cards is None:
        return Hint(cards=None, said=msg("Boxed in: no way leads to %(planet)s any more.", planet=planet))
    return Hint(
        cards=cards,
        said=msgs(
            "%(planet)s can be reached with %(n)d card, if it is the right one.",
            "%(planet)s can be reached with %(n)d cards, if they are the right ones.",
            cards,
            planet=planet,
        ),
    )
