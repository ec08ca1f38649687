"""Between the points: the score track, hands, and which way they go."""

from __future__ import annotations

import pytest

from companion.games.bunny_kingdom.track import deck_used, direction, draft, marks, passes_to


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (0, (0, 0)),
        (99, (0, 99)),
        (100, (100, 0)),
        (137, (100, 37)),
        (199, (100, 99)),
        (200, (200, 0)),
        (237, (200, 37)),
    ],
)
def test_where_the_rabbits_stand(points: int, expected: tuple[int, int]) -> None:
    assert marks(points) == expected


@pytest.mark.parametrize(
    ("players", "hand", "reserve", "turns", "played", "discarded", "deck"),
    [(2, 10, 10, 10, 10, 10, 160), (3, 12, 0, 6, 12, 0, 144), (4, 10, 0, 5, 10, 0, 160)],
)
def test_how_many_cards_there_are(
    players: int, hand: int, reserve: int, turns: int, played: int, discarded: int, deck: int
) -> None:
    one = draft(players)
    assert (one.hand, one.reserve, one.turns, one.played, one.discarded) == (hand, reserve, turns, played, discarded)
    assert deck_used(players) == deck


@pytest.mark.parametrize(
    ("players", "expected"),
    [(2, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]), (3, [10, 8, 6, 4, 2, 0]), (4, [8, 6, 4, 2, 0])],
)
def test_how_many_cards_are_passed_on(players: int, expected: list[int]) -> None:
    one = draft(players)
    assert [one.passed_on(turn) for turn in range(1, one.turns + 1)] == expected


def test_hands_go_left_then_right() -> None:
    assert [direction(n) for n in (1, 2, 3, 4)] == ["left", "right", "left", "right"]
    assert [passes_to((1, 2, 3), 3, n) for n in (1, 2)] == [1, 2]
