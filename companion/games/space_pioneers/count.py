"""The final count: three figures each, and the networks only of those who are level in first place."""

from __future__ import annotations

from companion.core.data import data
from companion.core.game import Category, Count, Pad, Tally
from companion.core.score import Seat
from companion.core.text import msg

from .scoring import leaders, totals
from .state import Finish, Pioneer

CARDS = data(__file__)["cards"]


def pioneer(tally: Tally, seat: Seat) -> Pioneer:
    """One seat as counted; a network that was not counted stays unknown."""
    return Pioneer(
        planets=tally.number("planets", seat),
        missions=tally.number("missions", seat),
        secrets=tally.number("secrets", seat),
        network=tally.number("network", seat) if tally.answered("network", seat) else None,
    )


def finish(tally: Tally) -> Finish:
    """The table as counted, with the reading that it has chosen."""
    return Finish(
        pioneers={seat: pioneer(tally, seat) for seat in tally.names},
        names=tally.names,
        values=tally.options,
        tie="planets" if tally.rulings.get("tie_after_network") == "planets" else "shared",
    )


def is_level(tally: Tally, seat: Seat) -> bool:
    """This seat shares the lead. An empty sheet, where all share nothing, asks nobody."""
    counted = finish(tally)
    is_begun = any(totals(counted).values()) or all(tally.answered("secrets", one) for one in tally.names)
    return is_begun and seat in leaders(counted)


COUNT = Count(
    state=finish,
    categories=(
        Category(
            key="planets",
            label=msg("Captured planets"),
            hint=msg("The planet cards that you have taken out of networks"),
            group=msg("Planets"),
            high=999,
            rule="planets",
        ),
        Category(
            key="missions",
            label=msg("Missions"),
            hint=msg("How many of the missions on your Mission card you have done"),
            group=msg("Missions"),
            high=99,
            rule="missions",
            pad=Pad(note=msg("Of %(n)d, times their value", n=CARDS["missions"])),
        ),
        Category(
            key="secrets",
            label=msg("Secret tasks"),
            hint=msg("Turn your Top Secret card over: how many of its tasks you have done"),
            group=msg("Missions"),
            high=99,
            rule="secrets",
            pad=Pad(note=msg("Of %(n)d, times their value", n=CARDS["secrets"])),
        ),
        Category(
            key="network",
            label=msg("Cards in your own network"),
            hint=msg("First place is tied: the larger network wins. Captured cards do not count."),
            group=msg("Tie"),
            high=999,
            rule="tie",
            needed=is_level,
            pad=Pad(note=msg("Only if first place is tied")),
        ),
    ),
)
