"""What a table has when the game is over: cards in Space and what the mission in play adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
    mission: Annotated[Mission, Label(msg("Mission"), rule="missions", words=tuple(MISSIONS.items()))] = "none"
    is_drawn_unused: Annotated[
        bool,
        Label(msg("Unused starting cards are shuffled in"), msg("else they stay in the box"), "unused-starting"),
    ] = False
    is_hand_kept: Annotated[
        bool, Label(msg("Cards in hand stay there"), msg("else they are discarded after the Draw phase"), "hand-kept")
    ] = False
    is_zero_helmets: Annotated[
        bool,
        Label(msg("Helmets start again at 0 each round"), msg("else at the start of the track"), "helmets-from-zero"),
    ] = False
    is_bonus_for_carrots: Annotated[
        bool, Label(msg("Colour bonuses give Carrots only"), msg("else whatever the card shows"), "bonus-resource")
    ] = False
    is_gift_shared: Annotated[
        bool, Label(msg("A gift may be shared out"), msg("else it has one receiver in each phase"), "gift-receivers")
    ] = False
    is_excess_lost: Annotated[
        bool, Label(msg("A gift may go over the limit"), msg("what is over is then lost"), "gift-over-cap")
    ] = False
    is_event_once: Annotated[
        bool,
        Label(msg("An Event lowers the first payment only"), msg("else each payment in its round"), "event-floor"),
    ] = False
    is_satellite_twice: Annotated[
        bool, Label(msg("A Satellite pays twice"), msg("else once, from level 1 into Space"), "satellite-cost")
    ] = False
    is_scientist_once: Annotated[
        bool,
        Label(msg("All Scientists of a player keep 4 in all"), msg("else 4 for each of them"), "scientist-scope"),
    ] = False
    is_anyones_astronaut: Annotated[
        bool,
        Label(msg("Mission cards wait for anybody’s Astronaut"), msg("else for one’s own"), "mission-astronaut"),
    ] = False
    is_center_without_helmets: Annotated[
        bool,
        Label(
            msg("Helmets in the Command Center do not count"),
            msg("else they count for everybody"),
            "command-center-helmets",
        ),
    ] = False
    is_mission_free: Annotated[
        bool,
        Label(msg("Any mission may be played"), msg("else its world has been checked before"), "mission-unlock"),
    ] = False
    is_winner_boxed: Annotated[
        bool,
        Label(
            msg("Against one another, the winner’s points make boxes"),
            msg("else the points of all players"),
            "competitive-boxes",
        ),
    ] = False


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
class Chart(Shape):
    """A group's Evolution sheet: boxes checked, neighbours, and the points that made boxes, game by game."""

    checked: frozenset[str] = frozenset()
    links: frozenset[frozenset[str]] = frozenset()
    scores: tuple[int, ...] = ()
    earned: int = 0
    beyond: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """The whole table, by seat in seating order, with the readings it has chosen.

    *launched* says in which round each card in *space* was sent, where a play knows it; *chart* is the group's sheet.
    """

    agencies: Mapping[Seat, Agency]
    names: Mapping[Seat, str]
    mode: Mode = "team"
    mission: Mission = "none"
    is_warehouse_shared: bool = False
    is_moon_in_space: bool = True
    is_winner_boxed: bool = False
    launched: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    chart: Chart = field(default_factory=Chart)

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
