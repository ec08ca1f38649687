"""What a table has when the game is over: cards in Space and what the mission in play adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le, MaxLen

from companion.core.score import Seat
from companion.core.shape import Count, Label, Shape
from companion.core.text import msg

from .words import MISSIONS, MODES, Mission, Mode

Value = Annotated[int, Ge(0), Le(999)]
Values = Annotated[tuple[Value, ...], MaxLen(200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Shape):
    """Together or against one another, and the Collaborative Mission that was in play."""

    mode: Annotated[Mode, Label(msg("You play"), rule="winner", words=tuple(MODES.items()))] = "team"
    mission: Annotated[Mission, Label(msg("Collaborative Mission"), rule="missions", words=tuple(MISSIONS.items()))] = (
        "none"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Agency(Shape):
    """One seat: values of cards in *space*, on the *moon* and in the *command_center*, Carrots in the *warehouse*,
    bonus points of the *station*."""

    space: Annotated[Values, Label(msg("Cards in Space"), msg("the value of each: 3 7 5"), "space")] = ()
    moon: Annotated[Values, Label(msg("Cards on the Moon"), msg("the value of each"), "moon")] = ()
    warehouse: Annotated[Count, Label(msg("Carrots in the Warehouse"), rule="warehouse")] = 0
    station: Annotated[Count, Label(msg("Bonus points of the Space Station"), rule="station")] = 0
    command_center: Annotated[
        Values, Label(msg("Cards in the Command Center"), msg("they score nothing"), "command-center")
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """The whole table, by seat in seating order, with the readings it has chosen."""

    agencies: Mapping[Seat, Agency]
    names: Mapping[Seat, str]
    mode: Mode = "team"
    mission: Mission = "none"
    is_warehouse_shared: bool = False
    is_moon_in_space: bool = True

    @property
    def in_play(self) -> frozenset[Mission]:
        """The missions that the table named or has figures of."""
        seats = self.agencies.values()
        figures: dict[Mission, bool] = {
            "ceres": any(one.command_center for one in seats),
            "jupiter": any(one.warehouse for one in seats),
            "moon": any(one.moon for one in seats),
            "venus": any(one.station for one in seats),
        }
        return frozenset(key for key, given in figures.items() if given) | ({self.mission} - {"none"})
