"""Fields that the edge fills with new random characters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import MaxLen

from companion.core.shape import READABLE, Fresh, Shape, freshened


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Shape):
    code: Annotated[str, MaxLen(9), Fresh(4)] = ""
    note: str = ""


def test_an_empty_fresh_field_is_filled_and_nothing_else() -> None:
    assert freshened(Asked(), lambda letters: letters[-1]) == Asked(code="ZZZZ")
    assert freshened(Asked(note="x"), lambda letters: letters[0]) == Asked(code="0000", note="x")


def test_what_was_given_stays() -> None:
    given = Asked(code="7")
    assert freshened(given, lambda letters: "Z") is given


def test_nothing_readable_looks_alike() -> None:
    assert len(READABLE) == len(set(READABLE)) == 32
    assert not set("ILOU") & set(READABLE)
