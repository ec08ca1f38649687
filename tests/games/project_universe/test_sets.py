"""Destination sets: no other way to split the achieved Orders is worth more, whatever there is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.project_universe.sets import best_sets, bonus, left_over
from companion.games.project_universe.words import DESTINATIONS, Destination

PRINTED = {3: 4, 4: 8, 5: 16}  # by hand from the rulebook
COUNTS = st.lists(st.integers(0, 30), min_size=5, max_size=5)


def orders(counts: tuple[int, ...] | list[int]) -> dict[Destination, int]:
    """Counts as Orders by destination."""
    return dict(zip(DESTINATIONS, counts, strict=True))


def without(counts: tuple[int, ...], chosen: tuple[int, ...]) -> tuple[int, ...]:
    """*counts* after a set of the destinations *chosen* is made; sorted, as names do not matter."""
    return tuple(sorted(n - (i in chosen) for i, n in enumerate(counts)))


def sets_of(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every set that can be made."""
    there = [i for i, n in enumerate(counts) if n]
    for size in PRINTED:
        yield from combinations(there, size)


@cache
def dearest(counts: tuple[int, ...]) -> int:
    """The most that any split is worth, by trying all of them."""
    return max((PRINTED[len(one)] + dearest(without(counts, one)) for one in sets_of(counts)), default=0)


def test_no_split_is_worth_more_for_any_counts_up_to_four() -> None:
    for counts in product(range(5), repeat=5):
        best = dearest(tuple(sorted(counts)))
        assert bonus(best_sets(orders(counts))) == best, counts


@pytest.mark.parametrize(
    ("counts", "drawn"),
    [
        ((0, 0, 0, 0, 0), ()),
        ((9, 9, 0, 0, 0), ()),
        ((1, 1, 1, 0, 0), ("ABC",)),
        ((3, 1, 2, 1, 3), ("ABCDE", "ACE")),
        ((2, 2, 1, 1, 0), ("ABCD",)),
        ((0, 2, 2, 2, 2), ("BCDE", "BCDE")),
        ((2, 2, 2, 1, 0), ("ABCD", "ABC")),
        ((3, 2, 2, 2, 1), ("ABCDE", "ABCD")),
    ],
)
def test_sets_are_drawn_largest_first_with_their_destinations(counts: tuple[int, ...], drawn: tuple[str, ...]) -> None:
    assert tuple("".join(one) for one in best_sets(orders(counts))) == drawn


@given(COUNTS)
@settings(deadline=None)
def test_a_set_never_repeats_a_destination_and_every_card_is_used_once(counts: list[int]) -> None:
    achieved = orders(counts)
    sets = best_sets(achieved)
    assert all(len(set(one)) == len(one) for one in sets)
    over = left_over(achieved, sets)
    for letter in DESTINATIONS:
        assert sum(letter in one for one in sets) + over.get(letter, 0) == achieved[letter]
    assert len(over) < min(PRINTED), "three destinations left over make another set"


@given(COUNTS, st.sampled_from(DESTINATIONS))
@settings(deadline=None)
def test_another_achieved_order_never_lowers_the_bonus(counts: list[int], letter: Destination) -> None:
    achieved = orders(counts)
    more = {**achieved, letter: achieved[letter] + 1}
    assert bonus(best_sets(more)) >= bonus(best_sets(achieved))


@given(COUNTS, st.permutations(range(5)))
@settings(deadline=None)
def test_the_bonus_knows_no_favourite_destination(counts: list[int], turned: list[int]) -> None:
    assert bonus(best_sets(orders(counts))) == bonus(best_sets(orders([counts[i] for i in turned])))


@given(COUNTS)
@settings(deadline=None)
def test_the_bonus_is_four_four_and_eight_for_the_three_rarest(counts: list[int]) -> None:
    _, _, third, fourth, fifth = sorted(counts, reverse=True)
    assert bonus(best_sets(orders(counts))) == 4 * third + 4 * fourth + 8 * fifth
