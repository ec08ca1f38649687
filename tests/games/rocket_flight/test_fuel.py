"""Piles and fuel: the worked examples of the counter, and the budget of every crew."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rocket_flight.fuel import Moment, Pile, budget, deal, drawn, limit, lost, spent


@pytest.mark.parametrize(("crew", "left", "divisions", "cards"), [(2, 18, 5, 96), (3, 15, 6, 99), (4, 12, 7, 96)])
def test_a_crew_starts_with_one_division_marked(crew: int, left: int, divisions: int, cards: int) -> None:
    pile = deal(crew, limit(crew))
    assert (pile.left, pile.marks, pile.most) == (left, 1, divisions)
    assert budget(crew, divisions) == cards


def test_one_player_flies_on_five_divisions_or_four() -> None:
    assert [(limit(1, solo), budget(1, limit(1, solo))) for solo in ("easy", "hard")] == [(5, 108), (4, 87)]


def test_the_last_division_gives_no_new_pile() -> None:
    pile, got = drawn(Pile(left=1, heap=17, marks=5, most=5), 3)
    assert (got, pile.marks, pile.left, pile.heap, pile.last_phase) == (1, 5, 0, 17, True)
    assert lost(pile, [0, 0], finished=False)
    assert not lost(pile, [0, 0], finished=True)
    assert not lost(pile, [0, 2], finished=False)


def test_fuel_is_marked_when_a_card_is_needed_and_none_is_left() -> None:
    pile, got = drawn(Pile(left=2, heap=10, most=5), 2)
    assert (got, pile.left, pile.marks) == (2, 0, 1)
    pile, got = drawn(pile, 1)
    assert (got, pile.left, pile.heap, pile.marks) == (1, 9, 0, 2)


def test_or_as_soon_as_the_last_card_is_taken() -> None:
    pile, _ = drawn(Pile(left=2, heap=10, most=5), 2, "when_emptied")
    assert (pile.left, pile.heap, pile.marks) == (10, 0, 2)


def test_without_a_limit_there_is_always_a_new_pile() -> None:
    pile, got = drawn(spent(Pile(left=0, marks=12), 6), 2)
    assert (got, pile.marks, pile.last_phase) == (2, 13, False)


@given(st.integers(2, 4), st.lists(st.integers(1, 3), max_size=80), st.sampled_from(get_args(Moment)))
def test_no_card_is_lost_and_the_limit_is_kept(crew: int, turns: list[int], moment: Moment) -> None:
    pile, hands = deal(crew, limit(crew)), [3] * crew
    for n, cards in enumerate(turns):
        played = min(cards, hands[n % crew])
        pile, got = drawn(spent(pile, played), played, moment)
        hands[n % crew] += got - played
        assert pile.left + pile.heap + sum(hands) == 24
        assert 1 <= pile.marks <= limit(crew)
        assert got == played or pile.last_phase


@pytest.mark.parametrize("crew", [2, 3, 4])
def test_a_crew_that_plays_on_spends_about_its_budget(crew: int) -> None:
    pile, hands, cards = deal(crew, limit(crew)), [3] * crew, 0
    for turn in range(budget(crew, limit(crew)) * 2):
        played = min(1, hands[turn % crew])
        pile, got = drawn(spent(pile, played), played)
        hands[turn % crew] += got - played
        cards += played
    assert lost(pile, hands, finished=False)
    assert 0 <= cards - budget(crew, limit(crew)) <= limit(crew) * 3
