"""Check a turn, list the legal plays, draw a flight: inputs into the engine, its answers into sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, Literal, cast, get_args

from companion.core.errors import Refused
from companion.core.game import Calculator, Page
from companion.core.score import Ruling
from companion.core.text import Doubt, Msg, msg

from .draw import COPIES, grouped
from .draw import draw as by_code
from .engine import VALUES, Play, Reading, Rocket, Turn, ambiguous, fly, is_heading, judge, moves, verify
from .fuel import HAND
from .geometry import Cell, pieces, straight
from .maps import ROUTE, SYMBOLS, Board, Field, MapKey, Symbol, board, open_field
from .pages import FlightForm, MovesForm, read_flight, read_moves
from .shapes import (
    Choice,
    DrawAnswer,
    DrawInput,
    FlightAnswer,
    FlightInput,
    MovesAnswer,
    MovesInput,
    Special,
    State,
)
from .solver import perfect
from .words import HEADINGS_SAID, PLANETS, READING_WORDS, REASON_RULES, said_flight, why

EXAMPLE: Final = "4T9WK2RM"
READINGS: Final[tuple[Reading, ...]] = get_args(Reading)


def board_of(key: str) -> Board | None:
    """The printed map; None for the open one."""
    return None if key == "open" else board(cast(MapKey, "normal" if key == "board" else key))


def field_of(given: FlightInput | MovesInput) -> Field:
    """What the rocket may meet. Refuses planets on the open map, special cells on a printed one, missing planets."""
    printed = board_of(given.map)
    if printed is None:
        if given.planets:
            raise Refused(
                msg("The open map has no numbered planets; put them into “special”.").under("maps"), "planets"
            )
        return _open(given.special, given.state.visited)
    if given.special != Special():
        raise Refused(
            msg("A printed map has its own Sun and planets; only the open map takes special cells.").under("maps"),
            "special",
        )
    if missing := tuple(PLANETS[symbol] for symbol in SYMBOLS if symbol not in given.planets):
        raise Refused(
            msg("The numbers of all nine planets are needed; missing: %(planets)s.", planets=missing).under("setup"),
            "planets",
        )
    return printed.field(given.planets)


def _open(special: Special, visited: int) -> Field:
    return open_field(
        suns=frozenset({special.sun} if special.sun else ()),
        unchosen=frozenset(special.unchosen),
        others=frozenset(special.other_planets),
        target=special.target,
        visited=visited,
    )


def rocket_of(state: State, field: Field) -> Rocket:
    """The rocket of *state*. Refuses a cell off the map, a flight without heading, a stretch that is not straight."""
    if not field.on_map(state.cell):
        raise Refused(msg("There is no such cell on this map.").under("cell-names"), "state.cell")
    if state.heading is None and not state.on_planet:
        raise Refused(
            msg("Say which way the rocket is heading, or that it is on a planet.").under("turning"), "state.heading"
        )
    for n, (start, end) in enumerate(state.drawn):
        if not straight(start, end):
            raise Refused(
                msg("A stretch of line joins two cells of one straight row.").under("own-line"), f"state.drawn.{n}"
            )
    return Rocket(
        cell=state.cell,
        heading=None if state.on_planet else state.heading,
        owes_move=state.owes_move and not state.on_planet,
        on_planet=state.on_planet,
        visited=state.visited,
        drawn=frozenset(p for start, end in state.drawn for p in pieces(start, end)),
    )


def doubts(given: FlightInput | MovesInput, field: Field, rocket: Rocket) -> tuple[Doubt, ...]:
    """What looks odd about the planets' numbers, the hand, the line, and where the rocket is said to be."""
    state, is_printed = given.state, field.radius is not None
    last = field.route.get((state.visited - 1) % len(ROUTE))  # at first Earth
    found = [_drawn_too_often(n) for n, times in Counter(given.planets.values()).items() if times > COPIES]
    if len(given.hand) > HAND:
        found.append(msg("Nobody holds more than %(n)d cards.", n=HAND).under("most-cards"))
    found += _line_doubts(state, field)
    if state.cell in field.suns | field.unchosen:
        found.append(msg("The rocket is in a cell that it can never enter.").under("closed-cells"))
    if state.on_planet and state.owes_move:
        found.append(msg("On a planet no move is owed: the debt is left out.").under("debt"))
    if is_printed and state.on_planet and state.cell not in field.planets:
        found.append(msg("There is no planet in the rocket's cell.").under("landing"))
    if is_printed and rocket.finished and not (state.on_planet and state.cell == last):
        found.append(msg("All planets are visited, yet the rocket is not on Earth.").under("home"))
    elif state.cell in field.planets and not state.on_planet and not state.owes_move:
        found.append(msg("The rocket is in a planet's cell, yet neither landed nor taking off.").under("take-off"))
    elif is_printed and state.cell in field.planets and state.cell != last:
        found.append(msg("The rocket is on a planet that is not the one visited last.").under("order"))
    if rocket.owes_move and not rocket.finished and judge(field, rocket, Play(card=min(VALUES), use="move")):
        found.append(msg("The rocket owes a move that it can never make.").under("blocked-ahead"))
    return tuple(found)


def _line_doubts(state: State, field: Field) -> Iterator[Doubt]:
    """What looks odd about the line: it runs where no rocket may fly, or over itself."""
    crossed = {cell for start, end in state.drawn for piece in pieces(start, end) for cell in piece}
    if crossed & (field.suns | field.unchosen) or not all(map(field.on_map, crossed)):
        yield msg("The line runs through a cell that the rocket can never enter.").under("closed-cells")
    if max(Counter(p for start, end in state.drawn for p in pieces(start, end)).values(), default=0) > 1:
        yield msg("The line runs over itself.").under("own-line")


def _drawn_too_often(number: int) -> Doubt:
    return msg(
        "More than %(most)d planets have the number %(n)d; there are %(most)d cards of it.", most=COPIES, n=number
    ).under("setup")


def namer(printed: Board | None) -> Callable[[Cell], str]:
    """What a cell is called: H07 on a printed map, its two numbers on the open one."""
    return lambda cell: printed.cell_name(cell) if printed else f"({cell[0]}, {cell[1]})"


def reading_of(given: FlightInput | MovesInput) -> Reading:
    """The reading of the turns that the figures use."""
    return given.rulings.get("turn_reading", given.turn_reading)


def turn_ruling(chosen: Reading) -> Ruling:
    """Which corner the two sets of turning cards make."""
    return Ruling(
        id="turn_reading",
        options=READINGS,
        default="drawn_angle",
        question=msg("Do 3, 4, 6 and 5, 6 name the corner in the drawn line, or the change of course?"),
        labels=tuple(label for _, label in READING_WORDS),
        rule="turn-reading",
        chosen=chosen,
    )


def flight(given: FlightInput) -> FlightAnswer:
    """Whether the turn is legal, and where the rocket then is."""
    field = field_of(given)
    rocket = rocket_of(given.state, field)
    turn = Turn(plays=_clear(given.plays), discard=given.discard)
    chosen = reading_of(given)
    verdicts = {reading: verify(field, rocket, turn, reading, given.hand) for reading in READINGS}
    verdict, name = verdicts[chosen], namer(board_of(given.map))
    after = verdict.rocket
    return FlightAnswer(
        legal=verdict.legal,
        at=verdict.at,
        reason=verdict.refusal.reason if verdict.refusal else None,
        why=why(verdict.refusal, name) if verdict.refusal else legal(after, turn, name),
        rule=REASON_RULES[verdict.refusal.reason] if verdict.refusal else rule(after, turn),
        cell=after.cell,
        place=name(after.cell),
        heading=after.heading,
        owes_move=after.owes_move,
        on_planet=after.on_planet,
        visited=after.visited,
        finished=after.finished,
        drawn=(*given.state.drawn, *pairwise(verdict.stops)),
        doubts=doubts(given, field, rocket),
        rulings=(turn_ruling(chosen),) if len(set(verdicts.values())) > 1 else (),
    )


def _clear(plays: tuple[Play, ...]) -> tuple[Play, ...]:
    """Refuses a turn that does not say where to."""
    for n, play in enumerate(plays):
        if play.use == "turn" and play.to is None:
            raise Refused(msg("Say which way it turns.").under("turning"), f"plays.{n}.to")
        if ambiguous(play):
            raise Refused(msg("This card makes both corners: say wide or sharp.").under("turning"), f"plays.{n}.to")
    return plays


def legal(rocket: Rocket, turn: Turn, name: Callable[[Cell], str]) -> Msg:
    """A legal turn in one sentence: where it leaves the rocket."""
    cell = name(rocket.cell)
    if rocket.finished:
        return msg("Legal. The rocket lands on Earth in %(cell)s: the crew is home.", cell=cell)
    if turn.discard:
        return msg("Legal. A pass; the rocket stays in %(cell)s.", cell=cell)
    if rocket.on_planet:
        return msg("Legal. The rocket stands on a planet in %(cell)s; next comes a take-off.", cell=cell)
    heading = HEADINGS_SAID[rocket.heading or "E"]
    if rocket.owes_move:
        return msg("Legal. The rocket is in %(cell)s and owes a move to the %(heading)s.", cell=cell, heading=heading)
    return msg("Legal. The rocket is in %(cell)s, heading %(heading)s.", cell=cell, heading=heading)


def rule(rocket: Rocket, turn: Turn) -> str:
    """The rule that says how it goes on from there."""
    if turn.discard:
        return "pass"
    if rocket.on_planet:
        return "home" if rocket.finished else "landing"
    return "debt" if rocket.owes_move else "move"


def legal_moves(given: MovesInput) -> MovesAnswer:
    """Every legal first play of this hand."""
    field = field_of(given)
    rocket = rocket_of(given.state, field)
    name = namer(printed := board_of(given.map))
    chosen = reading_of(given)
    plays = {reading: tuple(moves(field, rocket, given.hand, reading)) for reading in READINGS}
    due = ROUTE[rocket.visited] if printed and not rocket.finished else "target"
    return MovesAnswer(
        moves=tuple(_choice(play, fly(field, rocket, play, chosen), name, due) for play in plays[chosen]),
        doubts=doubts(given, field, rocket),
        rulings=(turn_ruling(chosen),) if len(set(plays.values())) > 1 else (),
    )


def _choice(play: Play, after: Rocket, name: Callable[[Cell], str], due: Symbol | Literal["target"]) -> Choice:
    return Choice(
        card=play.card,
        use=play.use,
        to=play.to if is_heading(play.to) else None,
        cell=after.cell,
        place=name(after.cell),
        lands_on=due if after.on_planet else None,
    )


def draw(given: DrawInput) -> DrawAnswer:
    """The flight of this code. Without one it is flight 0; the edge fills in a new code before it asks."""
    drawn = by_code(given.code, None if given.map == "code" else given.map)
    printed = board(drawn.map)
    return DrawAnswer(
        code=drawn.full_code,
        flight=grouped(drawn.full_code),
        map=drawn.map,
        planets=drawn.planets,
        places={s: printed.cell_name(printed.numbered[s][n - 1]) for s, n in drawn.planets.items()},
        direction=drawn.direction,
        cards=perfect(drawn.code, drawn.map).cards,
        said=said_flight(drawn),
    )


DRAW: Final = Calculator(
    key="draw",
    title=msg("Draw a flight"),
    about=msg("Planets and first direction from a short code: the same flight for everybody who has it."),
    rule="setup",
    input=DrawInput,
    output=DrawAnswer,
    run=draw,
    example={"code": EXAMPLE, "map": "normal"},
)
FLIGHT: Final = Calculator(
    key="flight",
    title=msg("Check a turn"),
    about=msg("Is this turn legal, why not, and where is the rocket then?"),
    rule="turn",
    input=FlightInput,
    output=FlightAnswer,
    run=flight,
    example={
        "map": "normal",
        "planets": dict(by_code(EXAMPLE).planets),
        "state": {"cell": list(by_code(EXAMPLE).start.cell), "heading": by_code(EXAMPLE).direction, "owes_move": True},
        "plays": [{"card": 3, "use": "move"}, {"card": 5, "use": "turn", "to": "SE"}],
    },
    page=Page(form=FlightForm, read=read_flight),
    page_example={"flight": EXAMPLE, "plays": "3, 5 left"},
)
MOVES: Final = Calculator(
    key="moves",
    title=msg("Legal plays"),
    about=msg("Everything that the next card can do, and where it leads."),
    rule="turn",
    input=MovesInput,
    output=MovesAnswer,
    run=legal_moves,
    example={
        "map": "normal",
        "planets": dict(by_code(EXAMPLE).planets),
        "state": {"cell": [2, 2], "heading": "SE", "drawn": [[[5, -3], [2, 0]], [[2, 0], [2, 2]]]},
        "hand": [1, 4, 6],
    },
    page=Page(form=MovesForm, read=read_moves),
    page_example={"flight": EXAMPLE, "before": "3, 5 left / 2", "hand": "1 4 6"},
)
