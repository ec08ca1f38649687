"""How a flight ended: what a table knows when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import MaxLen

from companion.core.score import Seat
from companion.core.shape import Label, Shape
from companion.core.text import msg

from .engine import Reading, Turn
from .fuel import Moment, limit
from .geometry import Cell
from .maps import Symbol
from .words import READING_WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Shape):
    """How the crew flies."""

    fuel: Annotated[
        Literal["limit", "score"],
        Label(
            msg("Fuel"),
            rule="fuel-limit",
            words=(
                ("limit", msg("the limit for this crew counts")),
                ("score", msg("no limit: the fewer divisions, the better")),
            ),
        ),
    ] = "limit"
    solo: Annotated[
        Literal["easy", "hard"],
        Label(msg("Flying alone"), rule="solo", words=(("easy", msg("on five divisions")), ("hard", msg("on four")))),
    ] = "easy"
    flight: Annotated[str, MaxLen(40), Label(msg("Flight"), msg("its code; empty: chosen at the start"), "code")] = ""
    turn_reading: Annotated[Reading, Label(msg("Which corner is meant"), rule="turn-reading", words=READING_WORDS)] = (
        "drawn_angle"
    )
    hands: Annotated[
        Literal["hidden", "open"],
        Label(
            msg("Hands and talk"),
            rule="talking",
            words=(("hidden", msg("hidden, no talk of plans")), ("open", msg("open: an easier variant"))),
        ),
    ] = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flown:
    """The end of a flight. *home* None: not said yet; *unmarked*: the pile ran out and no fuel was marked for it.

    *code*, *turns*, *stretches* of the line and *names* tell the flight itself, where it was followed on the map; the
    landings *by_hand* were not.
    """

    crew: tuple[Seat, ...]
    options: Options = Options()
    home: bool | None = None
    visited: int = 0
    fuel: int = 0
    unmarked: bool = False
    moment: Moment = "when_needed"
    code: str = ""
    turns: tuple[Turn, ...] = ()
    stretches: tuple[tuple[Cell, Cell], ...] = ()
    by_hand: tuple[Symbol, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def most(self) -> int | None:
        """The limit that counts for this crew; None where none does."""
        return None if self.options.fuel == "score" else limit(len(self.crew), self.options.solo)

    @property
    def marks(self) -> int:
        """Divisions used, by the chosen reading of when fuel is marked."""
        return self.fuel + (self.unmarked and self.moment == "when_emptied")

    @property
    def won(self) -> bool:
        """Home within the limit."""
        return bool(self.home) and (self.most is None or self.marks <= self.most)
