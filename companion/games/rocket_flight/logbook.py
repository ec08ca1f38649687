"""A whole flight from its line of text: is every card legal, where did it lead, how many cards did it take?"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Annotated, Final

from annotated_types import MaxLen

from companion.core.errors import Refused
from companion.core.game import Calculator
from companion.core.score import Ruling
from companion.core.shape import Label, Shape
from companion.core.text import Msg, msg, msgs

from .calculators import EXAMPLE, READINGS, turn_ruling
from .draw import Drawn, draw, grouped
from .engine import Reading, Reason, Turn, Verdict, replay
from .geometry import Cell
from .maps import ROUTE, board
from .notation import HOW, read_turns, written
from .shapes import MapChoice, ReadingField, Rulings
from .solver import perfect
from .words import PLANETS, REASON_RULES, REASON_WORDS, why

LONGEST: Final = 3_000
Line = Annotated[str, MaxLen(LONGEST), Label(msg("The flight in writing"), HOW, "notation")]
Code = Annotated[str, MaxLen(40), Label(msg("Flight"), msg("its code, such as 4T9W K2RM"), "code")]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyInput(Shape):
    """A flight's code and everything that was played, turn by turn."""

    code: Code = ""
    map: MapChoice = "code"
    line: Line = ""
    turn_reading: ReadingField = "drawn_angle"
    rulings: Rulings = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyAnswer(Shape):
    """Legal as far as it goes, or the first card that is not: *turn* and *at* count from 1."""

    legal: Annotated[bool, Label(msg("Legal"))]
    why: Msg
    rule: str
    turn: Annotated[int | None, Label(msg("Refused turn"))] = None
    at: Annotated[int | None, Label(msg("Refused play"))] = None
    reason: Annotated[Reason | None, Label(msg("Reason"), words=REASON_WORDS)] = None
    place: Annotated[str, Label(msg("Rocket in"), rule="cell-names")]
    visited: Annotated[int, Label(msg("Planets visited"), rule="order")]
    finished: Annotated[bool, Label(msg("Home"), rule="home")]
    turns: Annotated[int, Label(msg("Turns"))]
    cards: Annotated[int, Label(msg("Cards"))]
    perfect: Annotated[int, Label(msg("Cards that our program needed"), rule="hard")]
    code: str
    flight: Annotated[str, Label(msg("Flight"), rule="code")]
    line: str
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """A flight as it was flown, up to the first card that is refused."""

    drawn: Drawn
    turns: tuple[Turn, ...]
    number: int
    verdict: Verdict
    stops: tuple[tuple[Cell, Cell], ...]

    @property
    def cards(self) -> int:
        """Cards played and changed."""
        return cards_of(self.turns)


def cards_of(turns: tuple[Turn, ...]) -> int:
    """Cards played and changed in *turns*; a pass that does not say which changes two."""
    return sum(len(turn.plays) or len(turn.discard) or 2 for turn in turns)


def log_of(drawn: Drawn, turns: tuple[Turn, ...], reading: Reading) -> Log:
    """The flight that *turns* fly."""
    number, verdict = replay(drawn.field, drawn.start, turns, reading)
    return Log(drawn=drawn, turns=turns, number=number, verdict=verdict, stops=tuple(pairwise(verdict.stops)))


def verify_line(given: VerifyInput) -> VerifyAnswer:
    """Every card of a flight in writing, checked."""
    if not given.code.strip():
        raise Refused(msg("Write the flight's code.").under("code"), "code")
    drawn = draw(given.code, None if given.map == "code" else given.map)
    turns = read_turns(given.line, "line")
    if not turns:
        raise Refused(msg("Write what was played.").under("notation"), "line")
    chosen = given.rulings.get("turn_reading", given.turn_reading)
    logs = {reading: log_of(drawn, turns, reading) for reading in READINGS}
    log = logs[chosen]
    refusal, after = log.verdict.refusal, log.verdict.rocket
    name = board(drawn.map).cell_name
    return VerifyAnswer(
        legal=refusal is None,
        why=_refused(log, why(refusal, name)) if refusal else said(log),
        rule=REASON_RULES[refusal.reason] if refusal else "home" if after.finished else "turn",
        turn=log.number if refusal else None,
        at=log.verdict.at if refusal else None,
        reason=refusal.reason if refusal else None,
        place=name(after.cell),
        visited=after.visited,
        finished=after.finished,
        turns=len(turns),
        cards=log.cards,
        perfect=perfect(drawn.code, drawn.map).cards,
        code=drawn.full_code,
        flight=grouped(drawn.full_code),
        line=written(turns),
        rulings=(turn_ruling(chosen),) if len({one.verdict for one in logs.values()}) > 1 else (),
    )


def _refused(log: Log, sentence: Msg) -> Msg:
    return msg(
        "Turn %(turn)d, “%(text)s”: %(why)s", turn=log.number, text=written([log.turns[log.number - 1]]), why=sentence
    )


def said(log: Log) -> Msg:
    """How far a legal flight came, in one sentence."""
    after = log.verdict.rocket
    if after.finished:
        return msgs("Home with %(n)d card.", "Home with %(n)d cards.", log.cards)
    if after.visited:
        return msg("All legal so far: on the way from %(planet)s.", planet=PLANETS[ROUTE[after.visited - 1]])
    return msg("All legal so far: on the way to %(planet)s.", planet=PLANETS[ROUTE[0]])


VERIFY: Final = Calculator(
    key="verify",
    title=msg("Check a whole flight"),
    about=msg("Type what was played, card by card: is all of it legal? Then print it to keep, or save its picture."),
    rule="notation",
    input=VerifyInput,
    output=VerifyAnswer,
    run=verify_line,
    example={"code": EXAMPLE, "line": "3, 5 SE / 2, 5 SW, 1 / 3"},
)
