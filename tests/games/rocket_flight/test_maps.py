"""The maps: cells, numbers, names, and that a rocket can get everywhere."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import pytest

from companion.games.rocket_flight.draw import draw
from companion.games.rocket_flight.engine import TAKEOFF, VALUES, Play, Rocket, fly, judge, moves
from companion.games.rocket_flight.geometry import HEADINGS, Cell, ahead, change, distance, pieces, straight, turned
from companion.games.rocket_flight.maps import DATA, ROUTE, SUN, SYMBOLS, Field, MapKey, board, symbol_of

MAPS: tuple[MapKey, ...] = ("easy", "normal", "hard")
NORMAL = {  # as printed on the normal map, cells 1 to 6
    "m": [(2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2)],
    "V": [(3, -3), (3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3)],
    "E": [(5, -3), (3, 2), (-2, 5), (-5, 3), (-3, -2), (2, -5)],
    "M": [(6, -5), (5, 1), (-1, 6), (-6, 5), (-5, -1), (1, -6)],
    "J": [(7, -2), (2, 5), (-5, 7), (-7, 2), (-2, -5), (5, -7)],
    "S": [(7, -7), (7, 0), (0, 7), (-7, 7), (-7, 0), (0, -7)],
    "U": [(9, -5), (5, 4), (-4, 9), (-9, 5), (-5, -4), (4, -9)],
    "N": [(9, -1), (1, 8), (-8, 9), (-9, 1), (-1, -8), (8, -9)],
    "P": [(10, -8), (8, 2), (-2, 10), (-10, 8), (-8, -2), (2, -10)],
}


def test_the_normal_map_has_its_numbered_cells() -> None:
    assert {symbol: list(cells) for symbol, cells in board("normal").numbered.items()} == NORMAL


def test_the_easy_and_the_hard_map_have_theirs() -> None:
    assert [board("easy").numbered[symbol][0] for symbol in SYMBOLS] == [
        (3, -2),
        (4, -1),
        (6, -3),
        (6, -6),
        (8, -1),
        (9, -7),
        (10, -5),
        (10, -2),
        (10, -9),
    ]
    assert [board("hard").numbered[symbol][0] for symbol in SYMBOLS] == [
        (2, -1),
        (3, -3),
        (4, -2),
        (5, -1),
        (7, -3),
        (7, -1),
        (8, -6),
        (9, -2),
        (9, -8),
    ]


@pytest.mark.parametrize(("key", "cells"), [("easy", 397), ("normal", 331), ("hard", 331)])
def test_a_map_is_a_whole_hexagon(key: MapKey, cells: int) -> None:
    every = list(board(key).cells())
    assert len(every) == len(set(every)) == cells
    assert all(board(key).cell_at(board(key).cell_name(cell)) == cell for cell in every)


@pytest.mark.parametrize("key", MAPS)
def test_numbered_cells_lie_on_the_map_and_never_touch(key: MapKey) -> None:
    special = [SUN, *(cell for cells in board(key).numbered.values() for cell in cells)]
    assert len(special) == 55
    assert all(distance(cell) <= board(key).radius for cell in special)
    assert min(distance(a, b) for a in special for b in special if a != b) >= 2


@pytest.mark.parametrize("key", MAPS)
def test_planets_lie_further_and_further_out(key: MapKey) -> None:
    def from_sun(cell: Cell) -> int:
        return cell[0] ** 2 + cell[0] * cell[1] + cell[1] ** 2

    radii = [{from_sun(cell) for cell in board(key).numbered[symbol]} for symbol in SYMBOLS]
    assert all(len(orbit) == 1 for orbit in radii)
    assert [min(orbit) for orbit in radii] == sorted(min(orbit) for orbit in radii)


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("K11", (0, 0)),
        ("k11", (0, 0)),
        ("A01", (0, -10)),
        ("U11", (0, 10)),
        ("K01", (-10, 0)),
        ("K21", (10, 0)),
        ("E5", (-3, -2)),
        ("E05", (0, -6)),
        ("m1", (2, -1)),
        ("M1", (6, -5)),
        ("v2", (3, 0)),
        ("K22", None),
        ("K00", None),
        ("V01", None),
        ("E7", None),
        ("H7", None),
        ("", None),
        ("H007", None),
    ],
)
def test_cells_have_names_with_two_digits_and_planets_one(name: str, cell: Cell | None) -> None:
    assert board("normal").cell_at(name) == cell


def test_small_m_is_mercury_and_large_m_is_mars() -> None:
    assert [symbol_of(letter) for letter in "mMeEx"] == ["m", "M", "E", "E", None]


def test_a_cell_off_the_map_has_no_name() -> None:
    assert board("normal").cell_name((11, 0)) == ""


def test_headings_turn_clockwise_and_steps_close_the_circle() -> None:
    cell = (0, 0)
    for heading in HEADINGS:
        cell = ahead(cell, heading)
    assert cell == (0, 0)
    assert turned("NE", 7) == "E"
    assert [change("E", heading) for heading in HEADINGS] == [1, 0, 1, 2, 3, 2]


def test_a_line_joins_cells_of_one_row_only() -> None:
    assert straight((0, 0), (0, 9)) == "SE"
    assert straight((0, 0), (1, 1)) is None
    assert straight((2, 2), (2, 2)) is None
    assert list(pieces((2, 0), (0, 0))) == [((1, 0), (2, 0)), ((0, 0), (1, 0))]
    assert list(pieces((0, 0), (1, 1))) == []


def test_the_numbers_of_data_and_code_agree() -> None:
    assert tuple(VALUES) == (1, 2, 3, 4, 5, 6)
    assert [TAKEOFF[value] for value in VALUES] == list(HEADINGS)
    assert set(ROUTE) == set(SYMBOLS)
    assert ROUTE[-1] == "E"
    assert all(table["source"] for table in (*(DATA[k] for k in DATA if k != "maps"), *DATA["maps"].values()))


def lands(field: Field, start: Rocket) -> bool:
    """Whether some sequence of cards lands on the planet that is due; the own line is left out."""
    seen, todo = {start}, deque([start])
    while todo:
        rocket = todo.popleft()
        for play in moves(field, rocket, VALUES):
            after = fly(field, rocket, play)
            if after.on_planet:
                return True
            bare = Rocket(cell=after.cell, heading=after.heading, owes_move=after.owes_move, visited=after.visited)
            if bare not in seen:
                seen.add(bare)
                todo.append(bare)
    return False


def legs(code: str, key: MapKey) -> Iterator[tuple[Field, list[Rocket]]]:
    """Each leg of the flight: the map, and the rocket after every possible take-off."""
    flight = draw(code, key)
    yield flight.field, [flight.start]
    for visited, symbol in enumerate(ROUTE[:-1], 1):
        cell = board(key).numbered[symbol][flight.planets[symbol] - 1]
        planet = Rocket(cell=cell, on_planet=True, visited=visited)
        yield flight.field, [fly(flight.field, planet, play) for play in moves(flight.field, planet, VALUES)]


@pytest.mark.parametrize("key", MAPS)
def test_every_planet_can_be_reached(key: MapKey) -> None:
    for field, starts in legs("1", key):
        assert lands(field, starts[0])


@pytest.mark.long
@pytest.mark.parametrize("key", MAPS)
def test_every_planet_can_be_reached_from_every_take_off(key: MapKey) -> None:
    for code in range(10):
        for field, starts in legs(str(code), key):
            assert starts
            assert all(lands(field, start) for start in starts)


@pytest.mark.parametrize("key", MAPS)
def test_every_first_direction_can_be_flown(key: MapKey) -> None:
    for n in range(1, 7):
        field = board(key).field(dict.fromkeys(SYMBOLS, n))
        earth = Rocket(cell=board(key).numbered["E"][n - 1], on_planet=True)
        assert all(judge(field, earth, Play(card=card, use="takeoff")) is None for card in VALUES)
