"""The final count: the cards in Space, and what the mission that the table named adds."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.data import data
from companion.core.game import Category, Count, Pad, Tally
from companion.core.score import Seat
from companion.core.text import msg

from .readings import counted
from .state import Agency, Finish
from .words import Mission

BONUS = data(__file__)["missions"]["jupiter"]["bonus"]
ON_THE_MOON = data(__file__)["missions"]["moon"]["bonus"]


def with_mission(mission: Mission) -> Callable[[Tally, Seat], bool]:
    """Asked only where the table played with this mission."""
    return lambda tally, seat: bool(tally.options.mission == mission)


def values(tally: Tally, key: str, seat: Seat) -> tuple[int, ...]:
    """The values typed; a lone 0 says that there is no card."""
    typed = tally.numbers(key, seat)
    return () if typed == (0,) else typed


def agency(tally: Tally, seat: Seat) -> Agency:
    """One seat as counted."""
    return Agency(
        space=values(tally, "space", seat),
        moon=values(tally, "moon", seat),
        warehouse=tally.number("warehouse", seat),
        station=tally.number("station", seat),
    )


def finish(tally: Tally) -> Finish:
    """The table as counted, with its options and readings."""
    return Finish(
        agencies={seat: agency(tally, seat) for seat in tally.names},
        names=tally.names,
        mode=tally.options.mode,
        mission=tally.options.mission,
        is_warehouse_shared=counted(tally.rulings, "warehouse_scope") == "team",
        is_moon_in_space=counted(tally.rulings, "moon_cards_in_space") == "yes",
        is_winner_boxed=tally.options.is_winner_boxed,
    )


COUNT = Count(
    state=finish,
    categories=(
        Category(
            key="space",
            label=msg("Cards in Space"),
            hint=msg(
                "The value of each card, such as 3+7+5; 0 for none. A mission in play is named under House rules."
            ),
            group=msg("Space"),
            widget="terms",
            high=999,
            rule="space",
            pad=Pad(kind="plus", slots=12, note=msg("The value of each card")),
        ),
        Category(
            key="moon",
            label=msg("Cards on the Moon"),
            hint=msg("The value of each card on your Moon card, such as 4+6; 0 for none"),
            group=msg("Mission"),
            widget="terms",
            high=999,
            rule="moon",
            needed=with_mission("moon"),
            pad=Pad(kind="plus", slots=6, note=msg("Mission Moon: the value of each card and %(n)d", n=ON_THE_MOON)),
        ),
        Category(
            key="warehouse",
            label=msg("Carrots in the Warehouse"),
            hint=msg("All that you have sent to your Warehouse card"),
            group=msg("Mission"),
            high=999,
            rule="warehouse",
            needed=with_mission("jupiter"),
            pad=Pad(
                note=msg(
                    "Mission Jupiter: %(points)s points from %(carrots)s Carrots on",
                    points=tuple(str(points) for _, points in BONUS),
                    carrots=tuple(str(least) for least, _ in BONUS),
                )
            ),
        ),
        Category(
            key="station",
            label=msg("Space Station"),
            hint=msg("The bonus points that your side of the Space Station gives"),
            group=msg("Mission"),
            high=999,
            rule="station",
            needed=with_mission("venus"),
            pad=Pad(note=msg("Mission Venus: bonus points of the side you chose")),
        ),
    ),
)
