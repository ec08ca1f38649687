"""Fiefs: what connects, what they pay, what is counted on a board, and thousands of random kingdoms."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.bunny_kingdom.fiefs import counts, fiefs, units
from companion.games.bunny_kingdom.land import NEIGHBOURS, TERRAIN, TERRITORIES
from companion.games.bunny_kingdom.state import Board, Building

from .realms import LAVA, board, groups, random_board, worth

SEEDS = st.integers(0, 2**32)


def harvest(given: Board) -> int:
    return sum(fief.points for fief in fiefs(given))


def sizes(owned: str, buildings: str = "") -> list[int]:
    return [len(fief.territories) for fief in fiefs(board(owned, buildings))]


@pytest.mark.parametrize(
    ("owned", "buildings", "expected"),
    [
        ("", "", []),
        ("E5", "", [1]),
        ("A1 A2", "", [2]),
        ("A1 B2", "", [1, 1]),  # corners do not connect
        ("A10 B1", "", [1, 1]),  # rows do not run on
        ("B6 C6", "", [1, 1]),  # lava above and below
        ("C8 C9", "", [1, 1]),  # lava left and right
        ("C8 C9 D8 D9", "", [4]),  # round the lava
        ("A1 J10", "A1 sky red, J10 sky red", [2]),
        ("A1 J10", "A1 sky red, J10 sky blue", [1, 1]),  # different pairs
        ("A1 J10", "A1 sky red", [1, 1]),
        ("A1", "A1 sky red, J10 sky red", [1]),  # J10 is not theirs
        ("A1 E5 J10", "A1 sky red, J10 sky red", [2, 1]),
        ("C8 C9", "C8 sky red, C9 sky red", [2]),  # over the lava
        ("A1", "A2 camp 3", [2]),  # a camp makes its land theirs
    ],
)
def test_what_connects(owned: str, buildings: str, expected: list[int]) -> None:
    assert sizes(owned, buildings) == expected


@pytest.mark.parametrize("edge", sorted(LAVA))
def test_every_lava_side_separates(edge: str) -> None:
    assert sizes(edge) == [1, 1]


@pytest.mark.parametrize(
    ("owned", "buildings", "expected"),
    [
        ("A3 A4", "", 1),  # a printed city next to wood
        ("A1 A2", "", 0),  # no city
        ("E5 E6", "", 0),  # no resource
        ("F4 F5", "F4 city 2", 2),
        ("F4 F5", "F4 city 2, F5 farm wood", 2),  # the same kind again
        ("F4 F5", "F4 city 2, F5 mushroom", 4),
        ("F4 F5", "F4 city 2, F5 post wood", 2),
        ("F4 F5", "F4 city 2, F5 post carrot", 4),
        ("B2 B3", "B2 city 3, B9 farm gold", 0),  # a farm on land of somebody else
        ("A4 A5", "A4 city 1", 1),  # the printed city, named
        ("A4 A5", "A4 city 2", 2),  # odd, but counted as it stands
        ("A4 B4", "A4 farm gold", 2),  # odd too: printed city, gold and fish
    ],
)
def test_what_a_harvest_pays(owned: str, buildings: str, expected: int) -> None:
    assert harvest(board(owned, buildings)) == expected


def test_every_resource_is_one_kind_of_wealth() -> None:
    luxury = "B2 gold, C2 iron, F2 copper, F3 diamond, A1 mushroom, A5 pearl, C7 spice"
    (fief,) = fiefs(board("A1-J10", luxury))
    assert fief.wealth == 10
    assert fief.strength == 18
    assert units([fief]) == {"wood": 15, "fish": 15, "carrot": 10, **dict.fromkeys(fief.kinds[3:], 1)}


def test_what_missions_count_on_a_board() -> None:
    mine = board(
        "A1 A3 A4 A5 B1 B4 C10 D8 E6 I7", "A1 farm wood, B1 gold, C10 camp 2, D8 farm fish, I7 city 3, A5 pearl"
    )
    assert counts(mine) == {
        "wood": 3,  # A1 twice, A3
        "fish": 3,  # A5, B4, the farm on D8
        "carrot": 0,
        "luxury": 2,
        "cities": 3,  # A4, E6, I7
        "mountains": 2,
        "border": 6,  # A1 A3 A4 A5 B1 C10
        "corners": 1,
        "fiefs": 6,  # A1+B1, A3+A4+A5+B4, C10, D8, E6, I7
        "big_fiefs": 1,
        "barren": 1,  # C10 only
        "lonely_cities": 2,  # E6 and I7
    }


@pytest.mark.parametrize(("size", "expected"), [(2, 0), (3, 1), (4, 1)])
def test_a_fief_is_big_from_three_territories_on(size: int, expected: int) -> None:
    assert counts(Board(owned=("A1", "A2", "A3", "A4")[:size]))["big_fiefs"] == expected


@settings(deadline=None, max_examples=150)
@given(SEEDS)
def test_fiefs_are_what_the_slow_way_finds(seed: int) -> None:
    given = random_board(Random(seed), most=30)
    found = {frozenset(fief.territories): fief.points for fief in fiefs(given)}
    assert found == {group: worth(given, group) for group in groups(given)}


MANY = [1_000, pytest.param(10_000, marks=pytest.mark.long)]


@pytest.mark.parametrize("many", MANY)
def test_in_random_kingdoms_everything_adds_up(many: int) -> None:
    random = Random(2017)
    for _ in range(many):
        given = random_board(random)
        found, counted = fiefs(given), counts(given)
        territories = [t for fief in found for t in fief.territories]
        assert sorted(territories) == sorted(given.owned)
        assert counted["fiefs"] == len(found) >= counted["big_fiefs"]
        assert counted["cities"] == sum(len(fief.cities) for fief in found) >= counted["lonely_cities"]
        assert sum(units(found).values()) == sum(counted[k] for k in ("wood", "fish", "carrot", "luxury"))
        assert counted["corners"] <= counted["border"] <= len(territories)
        assert counted["barren"] + counted["cities"] <= len(territories)


@pytest.mark.parametrize("many", MANY)
def test_in_random_kingdoms_a_building_that_is_taken_away_leaves_no_trace(many: int) -> None:
    random = Random(42)
    for _ in range(many):
        given = random_board(random)
        for territory in random.sample(sorted(given.buildings), min(1, len(given.buildings))):
            rest = {t: b for t, b in given.buildings.items() if t != territory}
            without = replace(given, buildings=rest)
            assert harvest(without) == sum(worth(without, frozenset(fief.territories)) for fief in fiefs(without))
            again = replace(without, buildings={**rest, territory: given.buildings[territory]})
            assert (harvest(again), counts(again)) == (harvest(given), counts(given))


@pytest.mark.parametrize("many", MANY)
def test_in_random_kingdoms_one_more_territory_never_lowers_the_harvest(many: int) -> None:
    random = Random(7)
    for _ in range(many):
        given = random_board(random)
        if near := {n for t in given.owned for n in NEIGHBOURS[t]} - set(given.owned):
            more = replace(given, owned=(*given.owned, random.choice(sorted(near))))
            assert harvest(more) >= harvest(given)
            assert counts(more)["fiefs"] <= counts(given)["fiefs"]


@pytest.mark.parametrize("many", MANY)
def test_in_random_kingdoms_a_sky_tower_never_lowers_the_harvest(many: int) -> None:
    random = Random(8)
    for _ in range(many):
        given = random_board(random)
        free = [t for t in given.owned if t not in given.buildings and TERRAIN[t] != "city"]
        if len(free) > 1:
            tower = dict.fromkeys(random.sample(free, 2), Building(sky="new"))
            assert harvest(replace(given, buildings={**given.buildings, **tower})) >= harvest(given)


@settings(deadline=None, max_examples=100)
@given(st.permutations(TERRITORIES), st.integers(0, 100))
def test_the_order_of_territories_does_not_matter(order: list[str], n: int) -> None:
    assert fiefs(Board(owned=tuple(order[:n]))) == fiefs(Board(owned=tuple(sorted(order[:n]))))
