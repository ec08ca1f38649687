"""Achieved Orders split into sets of different destinations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.data import data

from .words import DESTINATIONS, Destination

VP: Final[Mapping[int, int]] = {int(size): vp for size, vp in data(__file__)["destination_sets"]["vp"].items()}
Set = tuple[Destination, ...]


def best_sets(achieved: Mapping[Destination, int]) -> tuple[Set, ...]:
    """The sets that are worth most together, largest first, each as its destinations.

    Each set takes one card of every destination that is left. No other split is worth more: let the three rarest
    destinations weigh 8, 4, 4, the rarest 8. Any three destinations hold at least one of them, any four two, all five
    weigh 16, so no set is worth more than its weight; and this split uses up all the weight there is.

    >>> best_sets({"A": 3, "B": 1, "C": 2, "D": 1, "E": 3})
    (('A', 'B', 'C', 'D', 'E'), ('A', 'C', 'E'))
    """
    height = sorted((achieved.get(one, 0) for one in DESTINATIONS), reverse=True)[min(VP) - 1]
    return tuple(tuple(one for one in DESTINATIONS if achieved.get(one, 0) > n) for n in range(height))


def bonus(sets: tuple[Set, ...]) -> int:
    """VP of these sets."""
    return sum(VP[len(one)] for one in sets)


def left_over(achieved: Mapping[Destination, int], sets: tuple[Set, ...]) -> Mapping[Destination, int]:
    """Cards in no set, by destination, without those that have none."""
    spare = {one: achieved.get(one, 0) - sum(one in group for group in sets) for one in DESTINATIONS}
    return {one: n for one, n in spare.items() if n}
