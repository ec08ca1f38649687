"""The end of a flight, asked once for the whole crew: home or not, and on how much fuel."""

from __future__ import annotations

from companion.core.game import TABLE, Category, Count, Tally
from companion.core.score import Seat
from companion.core.text import msg

from .fuel import FIRST
from .scoring import PLANETS
from .state import Flown


def is_home(tally: Tally, seat: Seat) -> bool:
    """The crew said that the rocket is back on Earth."""
    return bool(flown(tally).home)


def is_lost(tally: Tally, seat: Seat) -> bool:
    """The crew said that it is not."""
    return flown(tally).home is False


def fuel_is_left(tally: Tally, seat: Seat) -> bool:
    """One more division could still be marked, so it matters whether one is due."""
    ended = flown(tally)
    return bool(ended.home) and (ended.most is None or ended.fuel < ended.most)


def flown(tally: Tally) -> Flown:
    """The end of the flight that the answers describe."""
    home = bool(tally.number("home", TABLE)) if tally.answered("home", TABLE) else None
    return Flown(
        crew=tuple(tally.names),
        options=tally.options,
        home=home,
        visited=tally.number("planets", TABLE),
        fuel=tally.number("fuel", TABLE),
        unmarked=bool(tally.number("unmarked", TABLE)),
        moment="when_emptied" if tally.rulings.get("fuel_moment") == "when_emptied" else "when_needed",
    )


COUNT = Count(
    state=flown,
    categories=(
        Category(
            key="home",
            label=msg("Back on Earth?"),
            hint=msg("All eight planets visited in order, then landed on Earth by exact count"),
            group=msg("Flight"),
            widget="flag",
            high=1,
            team=True,
            rule="home",
        ),
        Category(
            key="planets",
            label=msg("Planets visited"),
            hint=msg("In order, Mercury first"),
            group=msg("Flight"),
            high=PLANETS,
            team=True,
            needed=is_lost,
            rule="lost",
        ),
        Category(
            key="fuel",
            label=msg("Divisions of fuel marked"),
            hint=msg("The first one, marked before the flight, counts too"),
            group=msg("Fuel"),
            low=FIRST,
            high=99,
            team=True,
            needed=is_home,
            rule="fuel-mark",
        ),
        Category(
            key="unmarked",
            label=msg("Pile empty, mark missing?"),
            hint=msg("As you landed: the last card of the pile was drawn, and no division marked since"),
            group=msg("Fuel"),
            widget="flag",
            high=1,
            team=True,
            needed=fuel_is_left,
            rule="fuel-moment",
        ),
    ),
)
