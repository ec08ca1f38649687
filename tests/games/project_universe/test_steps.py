"""The small sums of a round: both edges of each."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.project_universe import steps
from companion.games.project_universe.overtime import Turn, turn
from companion.games.project_universe.steps import Clock, Received


@pytest.mark.parametrize(
    ("clockwise", "money"),
    [((1, 2), {1: 2, 2: 3}), ((3, 1, 2), {3: 2, 1: 3, 2: 4}), ((1, 2, 3, 4), {1: 2, 2: 3, 3: 4, 4: 5})],
)
def test_each_seat_begins_with_one_more_than_the_seat_before(clockwise: tuple[int, ...], money: dict[int, int]) -> None:
    assert steps.setup_money(clockwise) == money


def test_the_lowest_corner_number_starts() -> None:
    assert steps.start_player({1: 30, 2: 4, 3: 11}) == 2


@pytest.mark.parametrize(("hand", "draw"), [(0, 3), (2, 1), (3, 0), (5, 0)])
def test_a_hand_is_filled_up_to_three(hand: int, draw: int) -> None:
    assert steps.cards_to_draw(hand) == draw


@pytest.mark.parametrize(
    ("workforce", "number", "card", "after"),
    [
        (4, 7, "", 7),
        (7, 7, "", 7),
        (9, 7, "", 9),
        (5, 7, "order_double", 14),
        (15, 7, "order_double", 15),
        (5, 7, "order_plus_3", 10),
        (11, 7, "order_plus_3", 11),
        (5, 7, "money_1", 7),
    ],
)
def test_an_order_raises_workforce_and_never_lowers_it(workforce: int, number: int, card: str, after: int) -> None:
    assert steps.workforce_after_order(workforce, number, card) == after


@pytest.mark.parametrize(
    ("received", "takes", "after"),
    [
        (("A", "C"), "C", Received(received=("A", "C"), failed=("C",))),
        (("A", "C"), "B", Received(received=("A", "C", "B"))),
        ((), "E", Received(received=("E",))),
    ],
)
def test_an_order_of_the_same_destination_fails_the_one_before(
    received: tuple[Any, ...], takes: Any, after: Received
) -> None:
    assert steps.receive(received, takes) == after


@pytest.mark.parametrize(
    ("facility", "cell", "card", "tokens", "paid"),
    [
        ("bean_field", 1, "", 0, 2),
        ("export_water", 5, "", 9, 8),
        ("bean_field", 1, "discount_invest_1", 3, 1),
        ("bean_field", 1, "discount_either_1", 0, 1),
        ("bean_field", 1, "discount_rocket_1", 3, 2),
        ("bean_field", 1, "discount_per_token", 1, 1),
        ("bean_field", 1, "discount_per_token", 2, 0),
        ("bean_field", 1, "discount_per_token", 3, 0),
    ],
)
def test_a_discount_never_goes_below_nothing(facility: Any, cell: int, card: str, tokens: int, paid: int) -> None:
    assert steps.invest_cost(facility, cell, card, tokens) == paid


@pytest.mark.parametrize(
    ("card", "paid"), [("", 4), ("discount_rocket_1", 3), ("discount_invest_1", 4), ("discount_per_token", 0)]
)
def test_the_typed_cost_of_a_rocket_part_is_discounted_too(card: str, paid: int) -> None:
    assert steps.improve_cost(4, card, own_tokens=5) == paid


@pytest.mark.parametrize("cell", [0, 6])
def test_there_is_no_such_cell(cell: int) -> None:
    with pytest.raises(LookupError):
        steps.invest_cost("bean_field", cell)


@pytest.mark.parametrize(
    ("part", "start", "end", "gain"),
    [
        ("launch_engine", 1, 4, {"vp": 10, "beans": 1}),
        ("launch_engine", 2, 3, {"vp": 3}),
        ("propulsion_engine", 1, 2, {}),
        ("propulsion_engine", 1, 4, {"water": 1, "vp": 1}),
        ("transport_container", 1, 4, {"beans": 2, "water": 2, "workforce": 4, "vp": 6}),
    ],
)
def test_every_level_on_the_way_gives_its_gain(part: Any, start: int, end: int, gain: dict[str, int]) -> None:
    assert steps.rocket_gain(part, start, end) == gain


def test_a_facility_works_by_its_visible_level() -> None:
    assert steps.facility_effect("export_water", 4)["get"] == {"workforce": 4, "money": 2}


@pytest.mark.parametrize(
    ("players", "taken", "cells"),
    [
        (2, {}, ("home_1", "home_2", "home_3")),
        (2, {1: "home_2"}, ("last_returner",)),
        (3, {1: "home_2"}, ("home_1", "home_3")),
        (3, {1: "home_2", 2: "home_1"}, ("last_returner",)),
        (4, {1: "home_2", 2: "home_1"}, ("home_3",)),
        (4, {1: "home_2", 2: "home_1", 3: "home_3"}, ("last_returner",)),
    ],
)
def test_the_last_to_come_home_has_no_choice(players: int, taken: dict[int, Any], cells: tuple[str, ...]) -> None:
    assert steps.home_cells(players, taken) == cells


@pytest.mark.parametrize(
    ("cell", "income"),
    [
        ("home_1", {"beans": 2, "water": 1}),
        ("home_2", {"money": 3}),
        ("home_3", {"workforce": 4}),
        ("last_returner", {}),
    ],
)
def test_a_home_cell_gives_its_income(cell: Any, income: dict[str, int]) -> None:
    assert steps.home_income(cell) == income


@pytest.mark.parametrize(("players", "moved"), [(2, 2), (3, 2), (4, 1)])
def test_the_conference_card_shown_moves_time_by_the_number_of_players(players: int, moved: int) -> None:
    assert steps.conference_steps(players) == moved


@pytest.mark.parametrize(
    ("left", "event", "card", "after", "overtime"),
    [
        (4, "turn_reaches_home_player", 0, 3, False),
        (3, "enter_time_elapse", 0, 2, False),
        (1, "conference", 2, 0, True),
        (2, "conference", 2, 0, True),
        (3, "conference", 2, 1, False),
        (0, "turn_reaches_home_player", 0, 0, True),
    ],
)
def test_time_moves_for_three_reasons_and_stops_at_overtime(
    left: int, event: Any, card: int, after: int, overtime: bool
) -> None:
    clock = steps.advance(Clock(steps_to_overtime=left), event, card)
    assert (clock.steps_to_overtime, clock.overtime) == (after, overtime)


def test_tokens_are_counted_by_area_not_by_facility() -> None:
    placed: dict[Any, int] = {"export_water": 1, "export_beans": 2, "water_purification": 1}
    assert steps.area_tokens(placed) == {"manager": 3, "ordinary_employee": 1}


@pytest.mark.parametrize(
    ("manager", "employee", "goods"),
    [(3, 2, {"beans": 3, "money": 2}), (0, 2, {"beans": 0, "money": 2}), (0, 0, {"beans": 0, "money": 0})],
)
def test_income_by_area(manager: int, employee: int, goods: dict[str, int]) -> None:
    assert steps.income({"manager": manager, "ordinary_employee": employee}) == goods


PENALTIES = [(1, 3), (2, 4), (3, 5)]


@pytest.mark.parametrize(("round", "fee"), PENALTIES)
def test_overtime_is_charged_to_the_last_coin_and_not_beyond(round: int, fee: int) -> None:
    assert turn(round, True, "in_space", fee, "move") == Turn(allowed=True, why="paid", penalty=fee)
    too_poor = Turn(allowed=False, why="cannot_pay", forced="return_home")
    assert turn(round, True, "in_space", fee - 1, "move") == too_poor
    assert turn(round, True, "in_space", 0, "return_home") == Turn(allowed=True, why="free")
    assert turn(round, False, "in_space", 0, "move") == Turn(allowed=True, why="free")


@pytest.mark.parametrize(
    ("state", "wants", "allowed"),
    [
        ("on_earth", "card_play", True),
        ("on_earth", "conference", True),
        ("on_earth", "launch", True),
        ("on_earth", "return_home", True),
        ("on_earth", "move", False),
        ("on_earth", "none", False),
        ("in_space", "move", True),
        ("in_space", "return_home", True),
        ("in_space", "launch", False),
        ("in_space", "card_play", False),
        ("home", "none", True),
        ("home", "move", False),
        ("home", "return_home", False),
    ],
)
def test_each_place_has_its_actions(state: Any, wants: Any, allowed: bool) -> None:
    for overtime in (False, True):
        found = turn(2, overtime, state, 99, wants)
        assert found.allowed is allowed
        assert found.penalty == (4 if overtime and allowed and wants not in ("none", "return_home") else 0)


@given(
    st.integers(1, 3),
    st.booleans(),
    st.sampled_from(["on_earth", "in_space", "home"]),
    st.integers(0, 9),
    st.sampled_from(["none", "card_play", "conference", "launch", "move", "return_home"]),
)
def test_nobody_pays_more_than_they_have_and_return_home_is_always_left(
    round: int, overtime: bool, state: Any, money: int, wants: Any
) -> None:
    found = turn(round, overtime, state, money, wants)
    assert 0 <= found.penalty <= money
    if found.forced:
        assert turn(round, overtime, state, money, "return_home").allowed
