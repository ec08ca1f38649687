"""The investment contribution: every place of every round, ties by the upper cell, and ties left to the table."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import schema
from companion.core.errors import Invalid, Refused
from companion.games.project_universe.calculators import investments
from companion.games.project_universe.shapes import InvestmentsAnswer, InvestmentsInput

MANAGER = {1: (2, 1, 0, 0), 2: (5, 2, 1, 0), 3: (8, 3, 2, 0)}
EMPLOYEE = {1: (1, 0, 0, 0), 2: (3, 1, 0, 0), 3: (5, 2, 1, 0)}


def ask(tokens: dict[str, tuple[int, int]], area: str = "manager", round: int = 3, **more: Any) -> InvestmentsAnswer:
    """The answer for tokens given as name: (count, best cell)."""
    placed = {name: {"count": count, "best_cell": cell} for name, (count, cell) in tokens.items()}
    return investments(schema.from_plain(InvestmentsInput, {"round": round, "area": area, "tokens": placed, **more}))


@pytest.mark.parametrize(
    ("area", "round", "prizes"),
    [("manager", n, MANAGER[n]) for n in MANAGER] + [("ordinary_employee", n, EMPLOYEE[n]) for n in EMPLOYEE],
)
def test_every_place_of_every_round_pays_what_is_printed(area: str, round: int, prizes: tuple[int, ...]) -> None:
    answer = ask({"A": (4, 1), "B": (3, 1), "C": (2, 1), "D": (1, 2)}, area, round)
    assert tuple(answer.vp.values()) == prizes
    assert answer.undecided == ()


@pytest.mark.parametrize(
    ("tokens", "vp"),
    [
        ({"A": (2, 4), "B": (2, 2), "C": (1, 1)}, {"A": 3, "B": 8, "C": 2}),
        ({"A": (1, 3), "B": (1, 2), "C": (1, 1), "D": (1, 4)}, {"A": 2, "B": 3, "C": 8, "D": 0}),
        ({"A": (0, 0), "B": (1, 5)}, {"A": 0, "B": 8}),
        ({"A": (0, 0), "B": (0, 0)}, {"A": 0, "B": 0}),
        ({"A": (3, 5), "B": (2, 1)}, {"A": 8, "B": 3}),
        ({"A": (1, 0), "B": (2, 0)}, {"A": 3, "B": 8}),
    ],
    ids=["two level", "all level", "none gets nothing", "nobody", "count beats cell", "cells not needed"],
)
def test_more_tokens_come_first_then_the_upper_cell(tokens: dict[str, tuple[int, int]], vp: dict[str, int]) -> None:
    answer = ask(tokens)
    assert answer.vp == vp
    assert answer.undecided == ()


@pytest.mark.parametrize(
    ("tokens", "vp", "undecided"),
    [
        ({"A": (2, 1), "B": (2, 1), "C": (1, 1)}, {"C": 2}, (("A", "B"),)),
        ({"A": (2, 0), "B": (2, 1), "C": (1, 1)}, {"C": 2}, (("A", "B"),)),
        ({"A": (3, 1), "B": (1, 2), "C": (1, 2), "D": (1, 1)}, {"A": 8, "D": 3}, (("B", "C"),)),
        ({"A": (2, 1), "B": (2, 1), "C": (1, 2), "D": (1, 2)}, {}, (("A", "B"), ("C", "D"))),
        ({"A": (1, 1), "B": (1, 1), "C": (1, 1)}, {}, (("A", "B", "C"),)),
    ],
    ids=["level cells", "a cell not known", "second and third", "two pairs", "three"],
)
def test_a_tie_of_cells_stays_open_and_gives_nobody_a_guess(
    tokens: dict[str, tuple[int, int]], vp: dict[str, int], undecided: tuple[tuple[str, ...], ...]
) -> None:
    answer = ask(tokens)
    assert answer.vp == vp
    assert answer.undecided == undecided
    assert [ruling.id for ruling in answer.rulings if ruling.id == "upper_cell_tie"] == ["upper_cell_tie"]


def test_an_open_tie_for_places_that_pay_the_same_is_not_asked() -> None:
    answer = ask({"A": (2, 1), "B": (1, 2), "C": (1, 2)}, "ordinary_employee", 1)
    assert answer.vp == {"A": 1, "B": 0, "C": 0}
    assert answer.undecided == ()
    assert answer.rulings == ()


def test_an_order_settles_every_open_tie() -> None:
    tokens = {"A": (2, 1), "B": (2, 1), "C": (1, 2), "D": (1, 2)}
    answer = ask(tokens, order=["B", "A", "D", "C"])
    assert answer.vp == {"A": 3, "B": 8, "C": 0, "D": 2}
    assert answer.undecided == ()


def test_an_order_settles_nothing_that_tokens_or_cells_decide() -> None:
    assert ask({"A": (2, 1), "B": (1, 1), "C": (2, 2)}, order=["B", "C", "A"]).vp == {"A": 8, "B": 2, "C": 3}


def test_an_order_of_some_leaves_the_others_open_behind_them() -> None:
    answer = ask({"A": (1, 1), "B": (1, 1), "C": (1, 1)}, order=["C"])
    assert answer.vp == {"C": 8}
    assert answer.undecided == (("A", "B"),)


def test_the_ruling_says_who_goes_first() -> None:
    answer = ask({"A": (1, 1), "B": (1, 1)}, rulings={"upper_cell_tie": "B"})
    assert answer.vp == {"A": 3, "B": 8}
    assert [(ruling.id, ruling.options, ruling.chosen) for ruling in answer.rulings] == [
        ("upper_cell_tie", ("A", "B"), "B")
    ]


def test_turning_the_columns_round_is_asked_where_it_matters_and_turns_the_tie() -> None:
    tokens = {"A": (2, 4), "B": (2, 2)}
    answer = ask(tokens)
    assert (answer.vp, [ruling.id for ruling in answer.rulings]) == ({"A": 3, "B": 8}, ["upper_cell_direction"])
    assert ask(tokens, rulings={"upper_cell_direction": "last_on_top"}).vp == {"A": 8, "B": 3}
    assert ask({"A": (3, 4), "B": (2, 2)}).rulings == ()


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4),
    st.sampled_from(["manager", "ordinary_employee"]),
    st.integers(1, 3),
)
@settings(deadline=None, max_examples=60)
def test_the_order_of_the_players_does_not_matter(stakes: list[tuple[int, int]], area: str, round: int) -> None:
    names = "ABCD"[: len(stakes)]
    tokens = dict(zip(names, stakes, strict=True))
    first = ask(tokens, area, round)
    for turned in permutations(names):
        again = ask({name: tokens[name] for name in turned}, area, round)
        assert dict(again.vp) == dict(first.vp)
        assert {frozenset(group) for group in again.undecided} == {frozenset(group) for group in first.undecided}


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5)), min_size=1, max_size=4))
@settings(deadline=None)
def test_lines_add_up_and_everybody_is_paid_or_open(stakes: list[tuple[int, int]]) -> None:
    names = "ABCD"[: len(stakes)]
    answer = ask(dict(zip(names, stakes, strict=True)))
    assert sum(line.points for line in answer.lines) == sum(answer.vp.values())
    assert {*answer.vp, *(name for group in answer.undecided for name in group)} == set(names)
    for one, (count, _) in zip(names, stakes, strict=True):
        assert count or answer.vp[one] == 0


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"order": ["A", "Nobody"]}, "order.1"),
        ({"order": ["A", "A"]}, "order.1"),
        ({"rulings": {"upper_cell_tie": "Nobody"}}, "rulings.upper_cell_tie"),
        ({"rulings": {"upper_cell_direction": "sideways"}}, "rulings.upper_cell_direction"),
    ],
)
def test_an_order_of_strangers_is_refused_beside_its_field(more: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        ask({"A": (1, 1), "B": (1, 1)}, **more)
    assert refused.value.field == field


@pytest.mark.parametrize("round", [0, 4, "two", None])
def test_there_are_three_rounds(round: Any) -> None:
    with pytest.raises(Invalid):
        ask({"A": (1, 1)}, round=round)


@pytest.mark.parametrize(
    ("tokens", "doubts"),
    [
        ({"A": (2, 5)}, 0),
        ({"A": (3, 5)}, 1),
        ({"A": (10, 1)}, 0),
        ({"A": (5, 1), "B": (5, 2)}, 0),
        ({"A": (6, 1), "B": (5, 2)}, 1),
        ({"A": (1, 5)}, 0),
        ({"A": (1, 6)}, 1),
        ({"A": (0, 1)}, 1),
        ({"A": (3, 1), "B": (2, 1)}, 0),
        ({"A": (3, 1), "B": (2, 1), "C": (1, 1)}, 1),
    ],
)
def test_what_the_board_cannot_hold_is_doubted_not_refused(tokens: dict[str, tuple[int, int]], doubts: int) -> None:
    assert len(ask(tokens).doubts) == doubts
