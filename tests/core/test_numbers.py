"""Numbers as people type them come out right, or are refused with a sentence; never wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import Refused
from companion.core.numbers import LARGEST, number, terms


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("0", 0),
        ("7", 7),
        ("−7", -7),
        ("–7", -7),
        ("- 3", -3),
        ("+4", 4),
        ("6×5 + 4×3", 42),
        ("6x5+4*3", 42),
        ("8х5", 40),  # a Cyrillic ha, as a Russian keyboard gives it
        ("10-3", 7),
        ("2×-3", -6),
        ("1 000", 1000),
        ("1\u202f000", 1000),
        ("12\u00a0345", 12345),
        ("1’000", 1000),
        (" 5 ", 5),
    ],
)
def test_a_number_is_read_as_it_is_meant(typed: str, expected: int) -> None:
    assert number(typed) == expected


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "2,5",
        "2.5",
        "0,5",
        "3,7",
        "x",
        "5x",
        "×5",
        "1e3",
        "٣x",
        "3 7",
        "--",
        "=1+1",
        "NaN",
        "9" * 10,
        "999999+1",
    ],
)
def test_what_is_no_whole_number_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(Refused, match=r"\w"):
        number(typed)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", ()),
        ("3+7+5", (3, 7, 5)),
        ("3 7 5", (3, 7, 5)),
        ("3 120", (3, 120)),
        ("3, 7; 5", (3, 7, 5)),
        ("5−2", (5, -2)),
        ("2×8 4", (16, 4)),
    ],
)
def test_terms_stay_apart(typed: str, expected: tuple[int, ...]) -> None:
    assert terms(typed) == expected


@given(st.lists(st.integers(-LARGEST, LARGEST), min_size=1, max_size=8))
def test_terms_written_out_read_back(numbers: list[int]) -> None:
    assert terms("; ".join(map(str, numbers))) == tuple(numbers)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert abs(number(text)) <= LARGEST
    except Refused as error:
        refused = error
    else:
        return
    assert str(refused.message)
