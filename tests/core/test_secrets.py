"""A secret leaves only for its owner's eyes, wherever in a state it lies."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.core.secrets import Hidden, seen


@dataclass(frozen=True)
class Seat:
    hand: Hidden
    others: tuple[Hidden, ...] = ()


def hidden(owner: int, *, is_open: bool = False) -> Hidden:
    return Hidden(owner=owner, count=1, keys=(f"marker-{owner}",), open=is_open)


STATE = {1: Seat(hidden(1), (hidden(2), hidden(3, is_open=True))), 2: Seat(hidden(2))}


@pytest.mark.parametrize(
    ("seats", "known"),
    [(frozenset(), {3}), (frozenset({1}), {1, 3}), (frozenset({1, 2}), {1, 2, 3})],
)
def test_only_the_owner_sees_what_is_not_open(seats: frozenset[int], known: set[int]) -> None:
    text = repr(seen(STATE, seats))
    assert {n for n in (1, 2, 3) if f"marker-{n}" in text} == known


def test_how_many_stays_public() -> None:
    assert seen(hidden(1), frozenset()).count == 1
