"""What planets, headings, maps and refusals are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.text import NOTHING, Msg, msg, verbatim

from .draw import Drawn
from .engine import Reason, Refusal
from .geometry import Cell
from .maps import ROUTE, SUN, Symbol, board

PLANETS: Final[Mapping[Symbol, Msg]] = {
    "m": msg("Mercury"),
    "V": msg("Venus"),
    "E": msg("Earth"),
    "M": msg("Mars"),
    "J": msg("Jupiter"),
    "S": msg("Saturn"),
    "U": msg("Uranus"),
    "N": msg("Neptune"),
    "P": msg("Pluto"),
}
PLANET_WORDS: Final[tuple[tuple[str, Msg], ...]] = tuple(PLANETS.items())
HEADING_WORDS: Final[tuple[tuple[str, Msg], ...]] = (
    ("NE", msg("north-east")),
    ("E", msg("east")),
    ("SE", msg("south-east")),
    ("SW", msg("south-west")),
    ("W", msg("west")),
    ("NW", msg("north-west")),
)
HEADINGS_SAID: Final[Mapping[str, Msg]] = dict(HEADING_WORDS)
MAP_WORDS: Final[tuple[tuple[str, Msg], ...]] = (
    ("open", msg("open space, without a rim")),
    ("board", msg("normal")),
    ("easy", msg("easy")),
    ("normal", msg("normal")),
    ("hard", msg("hard")),
)
USE_WORDS: Final[tuple[tuple[str, Msg], ...]] = (
    ("move", msg("move")),
    ("turn", msg("turn")),
    ("takeoff", msg("take off")),
)
READING_WORDS: Final[tuple[tuple[str, Msg], ...]] = (
    ("drawn_angle", msg("The corner in the drawn line: 3, 4, 6 sharp, 5, 6 wide")),
    ("course_change", msg("The change of course: 3, 4, 6 wide, 5, 6 sharp")),
)
REASON_RULES: Final[Mapping[Reason, str]] = {
    "off_map": "map-edge",
    "sun": "sun",
    "unchosen_cell": "closed-cells",
    "planet_not_due": "order",
    "overflies_target": "landing",
    "retrace": "own-line",
    "not_a_turn_card": "turning",
    "wrong_turn": "turning",
    "move_owed": "debt",
    "takeoff_required": "take-off",
    "not_on_planet": "take-off",
    "blocked_ahead": "blocked-ahead",
    "discard_exactly_two": "pass",
    "play_one_to_three_or_pass": "turn",
    "card_not_in_hand": "turn",
    "flight_over": "home",
}
REASON_WORDS: Final[tuple[tuple[Reason, Msg], ...]] = (
    ("off_map", msg("off the map")),
    ("sun", msg("into the Sun")),
    ("unchosen_cell", msg("closed cell")),
    ("planet_not_due", msg("planet not due")),
    ("overflies_target", msg("past the planet")),
    ("retrace", msg("along the own line")),
    ("not_a_turn_card", msg("no turning card")),
    ("wrong_turn", msg("wrong turn")),
    ("move_owed", msg("a move is owed")),
    ("takeoff_required", msg("take-off needed")),
    ("not_on_planet", msg("not on a planet")),
    ("blocked_ahead", msg("blocked ahead")),
    ("discard_exactly_two", msg("discard two")),
    ("play_one_to_three_or_pass", msg("one to three cards, or pass")),
    ("card_not_in_hand", msg("card not in hand")),
    ("flight_over", msg("flight over")),
)
_SAID: Final[Mapping[Reason, Callable[[Msg], Msg]]] = {
    "off_map": lambda cell: msg("The move would leave the map; all of it has to fit."),
    "sun": lambda cell: msg("The Sun is in the way, in %(cell)s.", cell=cell),
    "unchosen_cell": lambda cell: msg("%(cell)s is a planet cell that was not drawn: closed all flight.", cell=cell),
    "planet_not_due": lambda cell: msg(
        "The planet in %(cell)s is not due now, so the rocket may not enter it.", cell=cell
    ),
    "overflies_target": lambda cell: msg("The card is too high: it would fly past the planet in %(cell)s.", cell=cell),
    "retrace": lambda cell: msg(
        "The piece of line into %(cell)s is drawn already; crossing is fine, retracing is not.", cell=cell
    ),
    "not_a_turn_card": lambda cell: msg("Only a 3, 4, 5 or 6 can turn the rocket."),
    "wrong_turn": lambda cell: msg("This card does not lead in that direction."),
    "move_owed": lambda cell: msg("After a turn or a take-off the rocket has to move first."),
    "takeoff_required": lambda cell: msg("The rocket stands on a planet: the next card sets its take-off."),
    "not_on_planet": lambda cell: msg("A take-off is possible only from a planet."),
    "blocked_ahead": lambda cell: (
        msg("%(cell)s, the next cell that way, may not be entered: the move could never follow.", cell=cell)
        if cell
        else msg("The map ends there, so the move could never follow.")
    ),
    "discard_exactly_two": lambda cell: msg("A pass discards exactly two cards."),
    "play_one_to_three_or_pass": lambda cell: msg("A turn is one to three cards, or a pass."),
    "card_not_in_hand": lambda cell: msg("That card is not in the hand."),
    "flight_over": lambda cell: msg("The flight is over: the rocket is home."),
}


def why(refusal: Refusal, name: Callable[[Cell], str]) -> Msg:
    """The refusal as a sentence; *name* says what a cell is called, nothing off the map."""
    cell = name(refusal.cell) if refusal.cell else ""
    return _SAID[refusal.reason](verbatim(cell) if cell else NOTHING).under(REASON_RULES[refusal.reason])


def said_flight(drawn: Drawn) -> tuple[Msg, ...]:
    """The flight in words: start, direction, and every planet's cell in the order of visits."""
    printed = board(drawn.map)

    def planet(symbol: Symbol) -> Msg:
        number = drawn.planets[symbol]
        return msg(
            "%(planet)s %(n)d in %(cell)s",
            planet=PLANETS[symbol],
            n=number,
            cell=printed.cell_name(printed.numbered[symbol][number - 1]),
        )

    return (
        msg(
            "From %(earth)s the rocket leaves to the %(direction)s.",
            earth=planet("E"),
            direction=HEADINGS_SAID[drawn.direction],
        ),
        msg("It visits %(planets)s, and then Earth again.", planets=tuple(planet(symbol) for symbol in ROUTE[:-1])),
        msg("The Sun is in %(cell)s. All other numbered cells are closed.", cell=printed.cell_name(SUN)),
    )
