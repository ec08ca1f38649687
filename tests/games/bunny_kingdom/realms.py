"""Small helpers of these tests: boards in words, tables of one or more, random kingdoms, and a second way to count."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.core.score import Result
from companion.games.bunny_kingdom.land import TERRAIN, TERRITORIES
from companion.games.bunny_kingdom.pages import read_buildings, read_land
from companion.games.bunny_kingdom.scoring import score
from companion.games.bunny_kingdom.state import Board, Building, Kingdom, Options, Realm

LAVA = {"B1 B2", "B6 C6", "C2 D2", "C8 C9", "D5 D6", "F2 F3", "I7 J7", "I8 J8"}  # read off the board
MAKES = {"forest": "wood", "sea": "fish", "field": "carrot"}


def board(owned: str, buildings: str = "") -> Board:
    """A board as it is typed on the page."""
    return Board(owned=read_land(owned, "owned"), buildings=read_buildings(buildings, "buildings"))


def one(parchments: str, **known: Any) -> Result:
    """The score of somebody alone at the table, whose place is not known."""
    kingdom = Kingdom(parchments=tuple(parchments.split()), **known)
    return score(Realm(kingdoms={1: kingdom}, is_whole=False))


def points(result: Result, seat: int = 1) -> dict[str, int]:
    """Points by parchment of one seat."""
    return {line.item: line.points for line in result.lines if line.seat == seat and line.item}


def table(*kingdoms: Kingdom, **more: Any) -> Result:
    """The score of a whole table, Ann first."""
    names = dict(enumerate(("Ann", "Bob", "Cy", "Dee"), 1))
    return score(Realm(kingdoms=dict(enumerate(kingdoms, 1)), names=names, **more))


def corrected(**values: int) -> Options:
    """A table with card values of its own."""
    return Options(card_values=values)


def touch(one: str, other: str) -> bool:
    """Two territories share a side without lava, worked out from their names alone."""
    (a, i), (b, j) = ((ord(name[0]), int(name[1:])) for name in (one, other))
    return abs(a - b) + abs(i - j) == 1 and not {f"{one} {other}", f"{other} {one}"} & LAVA


def groups(given: Board) -> set[frozenset[str]]:
    """The fiefs found the slow way: merge any two groups that touch or share a Sky Tower pair, until none do."""
    mine = set(given.owned) | {t for t, b in given.buildings.items() if b.camp}
    pair = {t: b.sky for t, b in given.buildings.items() if b.sky and t in mine}
    parts = [{t} for t in mine]

    def joined(one: set[str], other: set[str]) -> bool:
        return any(touch(a, b) or (a in pair and pair[a] == pair.get(b)) for a in one for b in other)

    while found := next(((a, b) for a in parts for b in parts if a is not b and joined(a, b)), None):
        parts = [part for part in parts if part not in found] + [found[0] | found[1]]
    return {frozenset(part) for part in parts}


def worth(given: Board, group: frozenset[str]) -> int:
    """Strength × wealth of one group, the plain way."""
    towers, kinds = 0, set()
    for t in group:
        built = given.buildings.get(t)
        towers += built.city if built and built.city else TERRAIN[t] == "city"
        kinds |= {MAKES.get(TERRAIN[t]), built and (built.farm or built.post)}
    return towers * len(kinds - {None})


def random_board(random: Random, most: int = 40) -> Board:
    """A kingdom as a game may bring it: land, and legal buildings with what the box holds."""
    owned = random.sample(TERRITORIES, random.randint(0, most))
    free = [t for t in owned if TERRAIN[t] != "city"]
    random.shuffle(free)
    stock: list[dict[str, Any]] = [{"city": 1}] * 9 + [{"city": 2}] * 9 + [{"post": "wood"}, {"post": "carrot"}]
    stock += [{"farm": kind} for kind in ("wood", "fish", "carrot", "pearl", "mushroom", "spice", "gold", "iron")]
    stock += [{"city": 3}] * 3 + [{"camp": 1}, {"camp": 4}] + [{"sky": "red"}] * 2 + [{"sky": "blue"}] * 2
    some = random.sample(stock, random.randint(0, min(len(free), len(stock))))
    return Board(owned=tuple(owned), buildings={t: Building(**b) for t, b in zip(free, some, strict=False)})
