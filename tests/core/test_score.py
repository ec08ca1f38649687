"""The shapes of scoring that games share, at their edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.score import Line, Result, categories, descending, ranked, step, tied
from companion.core.text import msg

STEPS = [[0, -2], [1, 0], [4, 3], [8, 6]]


@pytest.mark.parametrize(("n", "points"), [(0, -2), (1, 0), (3, 0), (4, 3), (7, 3), (8, 6), (99, 6)])
def test_a_step_pays_from_its_first_number(n: int, points: int) -> None:
    assert step(STEPS, n) == points


def test_below_the_first_step_nothing_is_paid() -> None:
    assert step([[10, 5]], 9) == 0


@pytest.mark.parametrize(
    ("key", "places"),
    [
        ({}, {}),
        ({1: (3,)}, {1: 1}),
        ({1: (12, 5), 2: (12, 7), 3: (12, 5), 4: (2, 9)}, {1: 2, 2: 1, 3: 2, 4: 4}),
    ],
)
def test_equal_keys_share_a_place_and_the_next_is_left_out(
    key: dict[int, tuple[int, ...]], places: dict[int, int]
) -> None:
    assert ranked(key) == places


def test_a_tie_names_only_the_leaders() -> None:
    assert tied({1: 5, 2: 7, 3: 7}) == (2, 3)
    assert tied({1: 5, 2: 7, 3: 5}) == tied({}) == ()


@given(st.dictionaries(st.integers(1, 6), st.integers(-9, 9)))
def test_descending_keeps_every_seat_once(key: dict[int, int]) -> None:
    levels = descending(key)
    assert [level for level, _ in levels] == sorted(set(key.values()), reverse=True)
    assert sorted(seat for _, seats in levels for seat in seats) == sorted(key)


def line(seat: int | None, key: str, points: int) -> Line:
    return Line(seat=seat, key=key, label=msg("x"), points=points, why=msg("because"), rule="r")


def test_totals_are_derived_from_the_lines() -> None:
    lines = (line(1, "a", 3), line(2, "a", 4), line(1, "b", -1), line(None, "team", 10))
    result = Result(lines=lines, places={1: 2, 2: 1}, decided_by="points")
    assert (result.total(1), result.total(2), result.total(None)) == (2, 4, 10)
    assert result.winners == (2,)
    assert {key: len(rows) for key, rows in categories(lines).items()} == {"a": 2, "b": 1, "team": 1}


def test_nobody_has_won_while_a_tie_is_open() -> None:
    result = Result(lines=(), places={1: 1, 2: 1}, decided_by="network", undecided=(1, 2))
    assert result.winners == ()
