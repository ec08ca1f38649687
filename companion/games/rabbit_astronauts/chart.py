"""A group's Evolution sheet as a star map of our own: worlds, free boxes, what is checked, and what that unlocks.

The printed sheet's boxes and paths are not known. Ours has all twelve worlds and free boxes on three orbits; links can
be entered to match the printed sheet, and only then can an unbroken path be asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from math import cos, pi, sin
from typing import Final

from companion.core.data import data
from companion.core.errors import Missing, Refused
from companion.core.events import Closed
from companion.core.text import Doubt, Msg, msg, msgs

from .happenings import Carried
from .scoring import boxes
from .state import Chart, Options
from .words import CARD_TYPES, MISSIONS, WORLDS, CardType

DATA: Final = data(__file__)
EVOLUTIONS: Final[dict[str, dict[str, dict[CardType, int]]]] = DATA["evolutions"]
EARTH: Final = "earth"
ORBITS: Final = (6, 12, 18)
SIDE: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A box on the map, in thousandths of its side: a world by its key, a free box by its number."""

    key: str
    x: int
    y: int

    @property
    def is_world(self) -> bool:
        """Whether it unlocks something."""
        return self.key in WORLDS


@cache
def spots() -> tuple[Spot, ...]:
    """Earth in the middle, then everything on its orbits; worlds stand apart from one another."""
    worlds, found, number = iter(WORLDS), [Spot(key=EARTH, x=SIDE // 2, y=SIDE // 2)], 0
    for orbit, n in enumerate(ORBITS, 1):
        for place in range(n):
            angle = 2 * pi * (place / n) - pi / 2 + orbit * pi / 18
            x, y = (round(SIDE / 2 + 145 * orbit * turn) for turn in (cos(angle), sin(angle)))
            is_world = orbit > 1 and place % (3 if orbit == 3 else 2) == 0
            number += not is_world
            found.append(Spot(key=next(worlds) if is_world else str(number), x=x, y=y))
    return tuple(found)


KEYS: Final = frozenset(spot.key for spot in spots())


def name_of(key: str) -> Msg:
    """What a box is called."""
    return WORLDS.get(key) or (msg("Earth") if key == EARTH else msg("Box %(n)s", n=key))


def unlocks(key: str) -> Msg | None:
    """What a checked world brings; None for a free box."""
    if key in MISSIONS:
        return msg("The mission %(name)s", name=MISSIONS[key])
    if key not in EVOLUTIONS:
        return None
    starting, deck = added(key)
    kind, n = next(iter({**starting, **deck}.items()))
    if starting:
        return msgs("%(n)d starting card: %(kind)s", "%(n)d starting cards: %(kind)s", n, kind=CARD_TYPES[kind])
    return msgs("%(n)d card for the deck: %(kind)s", "%(n)d cards for the deck: %(kind)s", n, kind=CARD_TYPES[kind])


def added(key: str) -> tuple[dict[CardType, int], dict[CardType, int]]:
    """The cards that a world adds: to the starting cards, to the deck."""
    one = EVOLUTIONS.get(key, {})
    return one.get("starting", {}), one.get("deck", {})


def evolutions(chart: Chart) -> tuple[str, ...]:
    """The checked worlds that add cards."""
    return tuple(key for key in EVOLUTIONS if key in chart.checked)


def box(key: str) -> str:
    """*key* as the map has it. Raises Missing."""
    if (found := key.strip().casefold()) not in KEYS:
        raise Missing(msg("There is no box “%(key)s” on the map.", key=key[:20]).under("evolution-paths"), "box")
    return found


def with_box(chart: Chart, key: str, *, on: bool) -> Chart:
    """*chart* with one box checked or not. Earth is where every path begins."""
    found = box(key)
    if found == EARTH:
        raise Refused(msg("Earth is where every path begins; it is no box to check.").under("evolution-paths"), "box")
    return replace(chart, checked=chart.checked | {found} if on else chart.checked - {found})


def with_links(chart: Chart, links: Iterable[str], *, on: bool) -> Chart:
    """*chart* with these neighbours, each written ``earth-1``, or without them."""
    found = set()
    for link in links:
        ends = [end for end in link.replace("–", "-").split("-") if end]
        if len(ends) != 2:  # a link has two ends
            raise Refused(
                msg("Write a link as two boxes, such as earth-1 or 4-mars.").under("evolution-paths"), "links"
            )
        pair = frozenset(map(box, ends))
        if len(pair) == 1:
            raise Refused(msg("A box is no neighbour of itself.").under("evolution-paths"), "links")
        found.add(pair)
    return replace(chart, links=chart.links | found if on else chart.links - found)


def earned(chart: Chart) -> int:
    """The boxes that all games so far allow to check."""
    return chart.earned + sum(map(boxes, chart.scores))


def used(chart: Chart) -> int:
    """The boxes that are checked."""
    return len(chart.checked) + chart.beyond


def is_begun(chart: Chart) -> bool:
    """Whether anything stands on the sheet."""
    return chart != Chart()


def cut_off(chart: Chart) -> tuple[str, ...]:
    """Checked boxes that no path of checked boxes joins to Earth; nothing where no links are entered."""
    if not chart.links:
        return ()
    reached, todo = {EARTH}, [EARTH]
    while todo:
        here = todo.pop()
        near = {end for link in chart.links if here in link for end in link} & chart.checked
        todo += near - reached
        reached |= near
    return tuple(spot.key for spot in spots() if spot.key in chart.checked - reached)


def doubts(chart: Chart, so_far: int = 0) -> tuple[Doubt, ...]:
    """More boxes than points, and a broken path. *so_far* are the boxes that this game gives."""
    found = []
    if (n := used(chart)) > (most := earned(chart) + so_far):
        found.append(msg("%(n)d boxes checked; the games so far give %(m)d.", n=n, m=most).under("evolution-boxes"))
    if lost := cut_off(chart):
        found.append(
            msg("No unbroken path from Earth leads to: %(boxes)s.", boxes=tuple(map(name_of, lost))).under(
                "evolution-paths"
            )
        )
    return tuple(found)


def is_locked(chart: Chart, options: Options) -> bool:
    """Whether the mission in play has not been unlocked, on a sheet that is in use."""
    has_mission = options.mission != "none" and not options.is_mission_free
    return has_mission and is_begun(chart) and options.mission not in chart.checked


# ---------------------------------------------------------------- from game to game


def carried(event: Carried) -> Chart:
    """The sheet that the game before left."""
    chart = Chart(scores=event.scores, earned=event.earned, beyond=event.beyond)
    for key in event.checked:
        chart = with_box(chart, key, on=True)
    return with_links(chart, event.links, on=True)


def left(chart: Chart, closed: Closed | None, options: Options) -> Carried:
    """The sheet for the next game, with the points of this one if its result is kept."""
    return Carried(
        checked=tuple(sorted(chart.checked)),
        links=tuple(sorted("-".join(sorted(link)) for link in chart.links)),
        scores=(*chart.scores, *((points(closed, options),) if closed else ())),
        earned=chart.earned,
        beyond=chart.beyond,
    )


def points(closed: Closed, options: Options) -> int:
    """The points of a kept result that make boxes."""
    totals = [one.total for one in closed.finals]
    is_winners = options.mode == "competitive" and options.is_winner_boxed
    return max(0, max(totals, default=0) if is_winners else sum(totals))
