"""The rules of flying: is this play legal, and where is the rocket afterwards?

One function, :func:`judge`, knows when a play is refused; the checker, the list of legal moves and every later use
ask it, so they cannot disagree. No sentences here: a refusal is a stable key and the cell it is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Literal, TypeGuard

from annotated_types import Ge, Le

from companion.core.shape import Shape

from .geometry import HEADINGS, Cell, Heading, Piece, ahead, change, piece, turned
from .maps import DATA, ROUTE, Field

VALUES: Final[tuple[int, ...]] = tuple(DATA["cards"]["values"])
MOST: Final[int] = DATA["cards"]["most"]
DISCARD: Final[int] = DATA["cards"]["discard"]
Card = Annotated[int, Ge(min(VALUES)), Le(max(VALUES))]
Use = Literal["move", "turn", "takeoff"]
Reading = Literal["drawn_angle", "course_change"]
Side = Literal["left", "right", "wide left", "wide right", "sharp left", "sharp right"]
Reason = Literal[
    "off_map",
    "sun",
    "unchosen_cell",
    "planet_not_due",
    "overflies_target",
    "retrace",
    "not_a_turn_card",
    "wrong_turn",
    "move_owed",
    "takeoff_required",
    "not_on_planet",
    "blocked_ahead",
    "discard_exactly_two",
    "play_one_to_three_or_pass",
    "card_not_in_hand",
    "flight_over",
]
TAKEOFF: Final[Mapping[int, Heading]] = {DATA["takeoff"]["card"][heading]: heading for heading in HEADINGS}
TURNS: Final[Mapping[Reading, Mapping[int, tuple[int, ...]]]] = {
    "drawn_angle": {int(card): tuple(sixths) for card, sixths in DATA["turns"]["drawn_angle"].items()},
    "course_change": {int(card): tuple(sixths) for card, sixths in DATA["turns"]["course_change"].items()},
}
SIDES: Final[Mapping[str, int]] = {"left": -1, "right": 1}
CORNERS: Final[Mapping[str, int]] = {"wide": 1, "sharp": 2}  # sixths of a circle: the corner that one sees


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Shape):
    """One card and what it is used for. *to* is the new heading, or the side a turn goes to."""

    card: Card
    use: Use
    to: Heading | Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What one player does: one to three plays, or a pass, whose discards may be unknown."""

    plays: tuple[Play, ...] = ()
    discard: tuple[int, ...] = ()
    passed: bool = False

    @property
    def is_pass(self) -> bool:
        """Whether cards are changed instead of played."""
        return self.passed or bool(self.discard)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rocket:
    """Where the rocket is. On a planet it has no heading; *owes_move* after a turn or a take-off.

    *visited* counts planets in order, Earth last; *drawn* is the line so far, piece by piece.
    """

    cell: Cell
    heading: Heading | None = None
    owes_move: bool = False
    on_planet: bool = False
    visited: int = 0
    drawn: frozenset[Piece] = field(default=frozenset())

    @property
    def finished(self) -> bool:
        """Back on Earth, with all planets visited."""
        return self.visited == len(ROUTE)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a play is not legal, and the cell that is in the way, where one is."""

    reason: Reason
    cell: Cell | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What became of a turn: the rocket after its last legal play; *at* counts plays from 1, None: the whole turn.

    *stops* are the cells where it began and where each move ended: between two of them the line is drawn.
    """

    rocket: Rocket
    stops: tuple[Cell, ...] = ()
    refusal: Refusal | None = None
    at: int | None = None

    @property
    def legal(self) -> bool:
        """Whether all of it may be played."""
        return self.refusal is None


def is_heading(to: str | None) -> TypeGuard[Heading]:
    """Whether *to* is one of the six headings, not a side."""
    return to in HEADINGS


def ambiguous(play: Play) -> bool:
    """Whether a turn to "left" or "right" leaves open which corner is meant, as a 6 makes both."""
    return (
        play.use == "turn"
        and play.to in SIDES
        and play.card in TURNS["drawn_angle"]
        and len(TURNS["drawn_angle"][play.card]) > 1
    )


def aim(heading: Heading, card: int, to: Heading | Side | None, reading: Reading) -> Heading:
    """The heading that *to* means for a rocket flying *heading*; None is straight on."""
    if to is None or is_heading(to):
        return to or heading
    *corner, side = to.split()
    sixths = CORNERS[corner[0]] if corner else TURNS[reading][card][0]
    return turned(heading, SIDES[side] * sixths)


def judge(field: Field, rocket: Rocket, play: Play, reading: Reading = "drawn_angle") -> Refusal | None:
    """Why *play* is refused; None if it is legal."""
    if rocket.finished:
        return Refusal("flight_over")
    if rocket.on_planet:
        return _takeoff(field, rocket, play) if play.use == "takeoff" else Refusal("takeoff_required")
    if play.use == "move":
        return _move(field, rocket, play)
    if rocket.owes_move:
        return Refusal("move_owed")
    return _turn(field, rocket, play, reading) if play.use == "turn" else Refusal("not_on_planet")


def _move(field: Field, rocket: Rocket, play: Play) -> Refusal | None:
    heading = rocket.heading
    if heading is None or play.to not in (None, heading):
        return Refusal("wrong_turn")
    cell = rocket.cell
    for left in range(play.card - 1, -1, -1):
        if refusal := _in_the_way(field, rocket, cell, heading, left):
            return refusal
        cell = ahead(cell, heading)
    return None


def _in_the_way(field: Field, rocket: Rocket, cell: Cell, heading: Heading, left: int) -> Refusal | None:
    """Why the rocket may not go from *cell* to the next, with *left* more cells to go after that."""
    there = ahead(cell, heading)
    if not field.on_map(there):
        return Refusal("off_map", there)
    if there in field.suns:
        return Refusal("sun", there)
    if there in field.unchosen:
        return Refusal("unchosen_cell", there)
    if there in field.planets and there != field.route.get(rocket.visited):
        return Refusal("planet_not_due", there)
    if there in field.planets and left:
        return Refusal("overflies_target", there)
    return Refusal("retrace", there) if piece(cell, there) in rocket.drawn else None


def _turn(field: Field, rocket: Rocket, play: Play, reading: Reading) -> Refusal | None:
    if play.card not in TURNS[reading]:
        return Refusal("not_a_turn_card")
    if rocket.heading is None:
        return Refusal("wrong_turn")
    new = aim(rocket.heading, play.card, play.to, reading)
    if change(rocket.heading, new) not in TURNS[reading][play.card]:
        return Refusal("wrong_turn")
    return _blocked(field, rocket, new)


def _takeoff(field: Field, rocket: Rocket, play: Play) -> Refusal | None:
    new = TAKEOFF[play.card]
    return Refusal("wrong_turn") if play.to not in (None, new) else _blocked(field, rocket, new)


def _blocked(field: Field, rocket: Rocket, heading: Heading) -> Refusal | None:
    """A debt that nobody could ever pay is refused: the next cell must be free to enter."""
    refusal = _in_the_way(field, rocket, rocket.cell, heading, left=0)
    return Refusal("blocked_ahead", refusal.cell) if refusal else None


def fly(field: Field, rocket: Rocket, play: Play, reading: Reading = "drawn_angle") -> Rocket:
    """The rocket after a legal *play*."""
    heading = _course(rocket, play, reading)
    if play.use == "move":
        return _arrived(field, rocket, heading, play.card)
    return replace(rocket, heading=heading, owes_move=True, on_planet=False)


def _course(rocket: Rocket, play: Play, reading: Reading) -> Heading:
    if play.use == "takeoff":
        return TAKEOFF[play.card]
    if rocket.heading is None:
        raise ValueError("only a legal play can be flown")
    return aim(rocket.heading, play.card, play.to, reading)


def _arrived(field: Field, rocket: Rocket, heading: Heading, steps: int) -> Rocket:
    way = [ahead(rocket.cell, heading, n) for n in range(steps + 1)]
    landed = way[-1] in field.planets
    return Rocket(
        cell=way[-1],
        heading=None if landed else heading,
        on_planet=landed,
        visited=rocket.visited + landed,
        drawn=rocket.drawn.union(map(piece, way, way[1:])),
    )


def moves(field: Field, rocket: Rocket, hand: Iterable[int], reading: Reading = "drawn_angle") -> Iterator[Play]:
    """Every legal first play with the cards of *hand*, each value once, headings spelled out."""
    for card in sorted(set(hand)):
        for play in _thinkable(rocket, card, reading):
            if judge(field, rocket, play, reading) is None:
                yield play


def _thinkable(rocket: Rocket, card: int, reading: Reading) -> Iterator[Play]:
    yield Play(card=card, use="move", to=rocket.heading)
    yield Play(card=card, use="takeoff", to=TAKEOFF[card])
    for heading in HEADINGS if card in TURNS[reading] else ():
        yield Play(card=card, use="turn", to=heading)


def verify(
    field: Field, rocket: Rocket, turn: Turn, reading: Reading = "drawn_angle", hand: Sequence[int] = ()
) -> Verdict:
    """One player's whole turn. An empty *hand* is an unknown one: its cards are then not checked."""
    if rocket.finished:
        return Verdict(rocket=rocket, refusal=Refusal("flight_over"), at=1)
    if bool(turn.plays) == turn.is_pass:
        return Verdict(rocket=rocket, refusal=Refusal("play_one_to_three_or_pass"))
    if turn.is_pass:
        return Verdict(rocket=rocket, refusal=passing(turn.discard, hand) if turn.discard or hand else None)
    held = list(hand)
    stops: tuple[Cell, ...] = (rocket.cell,)
    for at, play in enumerate(turn.plays, 1):
        refusal = _beyond_hand(play.card, at, held, known=bool(hand)) or judge(field, rocket, play, reading)
        if refusal:
            return Verdict(rocket=rocket, stops=stops, refusal=refusal, at=at)
        rocket = fly(field, rocket, play, reading)
        stops = (*stops, rocket.cell) if play.use == "move" else stops
    return Verdict(rocket=rocket, stops=stops)


def _beyond_hand(card: int, at: int, held: list[int], *, known: bool) -> Refusal | None:
    """Takes *card* out of *held*, or says why it cannot be played at all."""
    if at > MOST:
        return Refusal("play_one_to_three_or_pass")
    if known and card not in held:
        return Refusal("card_not_in_hand")
    if known:
        held.remove(card)
    return None


def replay(
    field: Field, rocket: Rocket, turns: Iterable[Turn], reading: Reading = "drawn_angle"
) -> tuple[int, Verdict]:
    """Turn after turn up to the first that is refused, or to the last: its number, from 1, and what became of it.

    The verdict's *stops* are those of the whole flight.
    """
    reached, verdict = 0, Verdict(rocket=rocket)
    stops: tuple[Cell, ...] = (rocket.cell,)
    for number, turn in enumerate(turns, 1):
        reached, verdict = number, verify(field, verdict.rocket, turn, reading)
        stops += verdict.stops[1:]
        if not verdict.legal:
            break
    return reached, replace(verdict, stops=stops)


def passing(discard: Sequence[int], hand: Sequence[int] = ()) -> Refusal | None:
    """Why this pass is refused: it changes two cards, or what is left of a smaller hand."""
    if len(discard) != min(DISCARD, len(hand) or DISCARD):
        return Refusal("discard_exactly_two")
    if hand and any(discard.count(card) > hand.count(card) for card in discard):
        return Refusal("card_not_in_hand")
    return None
