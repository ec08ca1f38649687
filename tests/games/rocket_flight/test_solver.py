"""For every code a flight that verifies; the search for one, and what it says on the way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.rocket_flight.draw import MARKS, draw
from companion.games.rocket_flight.engine import Reading, Rocket, replay
from companion.games.rocket_flight.geometry import pieces
from companion.games.rocket_flight.maps import MapKey
from companion.games.rocket_flight.solver import needed, perfect

MAPS: tuple[MapKey, ...] = ("normal", *MARKS)


def check(code: str, key: MapKey, reading: Reading) -> int:
    """The cards of a flight that the rules accept from Earth to Earth."""
    drawn, found = draw(code, key), perfect(code, key, reading)
    number, verdict = replay(drawn.field, drawn.start, found.turns, reading)
    assert verdict.legal and verdict.rocket.finished and number == len(found.turns), (code, key, verdict.refusal)
    assert found.cards == len(found.plays) == sum(len(turn.plays) for turn in found.turns)
    return found.cards


def codes(count: int) -> Iterator[str]:
    return (str(n) for n in range(1, count + 1))


@pytest.mark.parametrize("key", MAPS)
def test_a_flight_is_found_for_the_first_codes_and_verifies(key: MapKey) -> None:
    cards = [check(code, key, "drawn_angle") for code in codes(5)]
    assert min(cards) >= 30 and max(cards) <= 80


@pytest.mark.long
@pytest.mark.parametrize("key", MAPS)
def test_a_flight_is_found_for_each_of_the_first_thousand_codes(key: MapKey) -> None:
    for code in codes(1_000):
        check(code, key, "drawn_angle")
        perfect.cache_clear()


def test_the_other_reading_flies_the_same_line_with_other_cards() -> None:
    one, other = perfect("4T9WK2RM", "normal", "drawn_angle"), perfect("4T9WK2RM", "normal", "course_change")
    assert check("4T9WK2RM", "normal", "course_change") == one.cards
    assert [play.to for play in one.plays] == [play.to for play in other.plays] and one.plays != other.plays


def test_no_flight_needs_fewer_cards_than_its_first_leg_promises() -> None:
    for code in codes(6):
        drawn = draw(code)
        cards = needed("normal", drawn.field, drawn.start)
        assert cards is not None and 1 <= cards < perfect(code, "normal").cards


def test_a_rocket_that_is_walled_in_by_its_own_line_is_told_so() -> None:
    drawn = draw("4T9WK2RM")
    cell = (5, 0)
    around = frozenset(
        one
        for n in ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
        for one in pieces(cell, (cell[0] + n[0], cell[1] + n[1]))
    )
    assert needed("normal", drawn.field, Rocket(cell=cell, heading="E", drawn=around)) is None
    assert needed("normal", drawn.field, Rocket(cell=cell, heading="E")) is not None


def test_a_planet_straight_ahead_needs_one_card_if_it_is_near() -> None:
    drawn = draw("4T9WK2RM")
    target = drawn.field.route[0]
    near = Rocket(cell=(target[0] + 2, target[1] - 2), heading="SW", owes_move=True)
    assert needed("normal", drawn.field, near) == 1
