"""Fiefs and what they are worth; everything that missions count on a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.core.data import data

from .land import BORDER, CORNERS, MOUNTAINS, NEIGHBOURS, PLACE, PRINTED_CITIES, PRODUCES, TERRAIN, Resource, Territory
from .parchments import BIG, CountKey
from .state import Board, Building
from .words import BASICS, RESOURCES

PRINTED_STRENGTH: Final = int(data(__file__)["printed_city"]["strength"])
LUXURIES: Final = frozenset(kind for kind, farm in data(__file__)["farms"].items() if farm.get("luxury"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fief:
    """A connected group of one player's territories, in reading order, with the cities and resources in it."""

    territories: tuple[Territory, ...]
    cities: tuple[tuple[Territory, int], ...]  # with their strength
    units: Mapping[Resource, int]  # every unit produced, repeats included

    @property
    def strength(self) -> int:
        """The towers of all its cities."""
        return sum(towers for _, towers in self.cities)

    @property
    def kinds(self) -> tuple[Resource, ...]:
        """The different resources it produces."""
        return tuple(kind for kind in RESOURCES if self.units.get(kind))

    @property
    def wealth(self) -> int:
        """How many different resources it produces."""
        return len(self.kinds)

    @property
    def points(self) -> int:
        """What it pays at a harvest: strength × wealth."""
        return self.strength * self.wealth


def city_on(territory: Territory, building: Building | None) -> int:
    """The strength of the city on a territory, 0 without one; a built one stands in for a printed one."""
    if building is not None and building.city is not None:
        return building.city
    return PRINTED_STRENGTH if territory in PRINTED_CITIES else 0


def produced_on(territory: Territory, building: Building | None) -> tuple[Resource, ...]:
    """What a territory gives: the land keeps giving whatever is built on it, a farm or post adds one unit."""
    land = PRODUCES.get(TERRAIN[territory])
    built = building and (building.farm or building.post)
    return tuple(kind for kind in (land, built) if kind)


def links(board: Board) -> Mapping[Territory, frozenset[Territory]]:
    """Which territories the Sky Towers make neighbours: the tokens of one pair, never those of different pairs."""
    pairs: dict[str, set[Territory]] = {}
    for territory, building in board.standing.items():
        if building.sky is not None:
            pairs.setdefault(building.sky, set()).add(territory)
    return {territory: frozenset(ends) for ends in pairs.values() for territory in ends}


def fiefs(board: Board) -> tuple[Fief, ...]:
    """All fiefs of a board, in reading order of their first territories."""
    left, towers = set(board.controlled), links(board)
    found = []
    for start in sorted(board.controlled, key=PLACE.__getitem__):
        if start not in left:
            continue
        group, todo = [], [start]
        left.discard(start)
        while todo:
            group.append(here := todo.pop())
            near = left.intersection((*NEIGHBOURS[here], *towers.get(here, ())))
            left -= near
            todo += near
        found.append(fief_of(group, board))
    return tuple(found)


def fief_of(group: Iterable[Territory], board: Board) -> Fief:
    """The fief that these territories are."""
    territories = tuple(sorted(group, key=PLACE.__getitem__))
    cities = ((t, city_on(t, board.buildings.get(t))) for t in territories)
    return Fief(
        territories=territories,
        cities=tuple((t, towers) for t, towers in cities if towers),
        units=Counter(kind for t in territories for kind in produced_on(t, board.buildings.get(t))),
    )


def units(all_fiefs: Iterable[Fief]) -> dict[Resource, int]:
    """Units produced by kind, all ten kinds."""
    total = Counter[Resource]()
    for fief in all_fiefs:
        total.update(fief.units)
    return {kind: total[kind] for kind in RESOURCES}


def counts(board: Board) -> dict[CountKey, int]:
    """Everything that missions count on this board."""
    mine, all_fiefs = board.controlled, fiefs(board)
    produced = units(all_fiefs)
    barren = [t for t in mine if not city_on(t, board.buildings.get(t)) and not produced_on(t, board.buildings.get(t))]
    found: dict[CountKey, int] = {
        "luxury": sum(n for kind, n in produced.items() if kind in LUXURIES),
        "cities": sum(len(fief.cities) for fief in all_fiefs),
        "mountains": len(mine & MOUNTAINS),
        "border": len(mine & BORDER),
        "corners": len(mine & CORNERS),
        "fiefs": len(all_fiefs),
        "big_fiefs": sum(len(fief.territories) >= BIG for fief in all_fiefs),
        "barren": len(barren),
        "lonely_cities": sum(len(fief.cities) for fief in all_fiefs if not fief.wealth),
    }
    return {**{kind: produced[kind] for kind in BASICS}, **found}
