"""Project Universe followed turn by turn: the worked examples through events, refusals, the clock, the seven steps."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.core.errors import Invalid, Missing, NotNow, Refused, Stale
from companion.core.events import Arrived, Event, Left, Logged, Reordered
from companion.core.game import Setting
from companion.core.play import Play
from companion.games.project_universe import GAME
from companion.games.project_universe.desk import desk
from companion.games.project_universe.ending import contest, incomes
from companion.games.project_universe.happenings import ACTION, ENDING, EVENTS, OVER, PREPARATION, STEPS
from companion.games.project_universe.offers import Choice, Group
from companion.games.project_universe.setup import setup
from companion.games.project_universe.tracker import TRACKER
from companion.games.project_universe.universe import Universe
from tests.games.project_universe.following import (
    acting,
    after,
    begun,
    card,
    counted,
    dealt,
    evening,
    has,
    on,
    read,
    turn,
    with_piles,
)

OE, MANAGER, EXECUTIVE = "ordinary_employee", "manager", "executive"
Given = Mapping[str, Any]


def helper(*names: str) -> Play[Universe]:
    """The Action Phase of round 1 without any board."""
    return after(begun(*names, depth="round"), *on(1, PREPARATION))


def token(facility: str, cell: int, seat: int) -> dict[str, Any]:
    return {"kind": "token_set", "facility": facility, "cell": cell, "seat": seat}


def state_after(play: Play[Universe], *kinds: tuple[str, dict[str, Any]]) -> Play[Universe]:
    for kind, fields in kinds:
        play = turn(play, kind, **fields)
    return play


# ---------------------------------------------------------------- the worked examples, through events


def setup_money(given: Given) -> dict[str, int]:
    play = begun(*given["start_seat_order"])
    for seat in play.table.order:
        play = after(play, dealt(seat))
    return {play.table.names[seat]: has(play, seat, "money")[0] for seat in play.table.order}


def investment_area_count(given: Given) -> dict[str, dict[str, int]]:
    names = tuple(given["facility_tokens"])
    play, taken = helper(*names), dict[str, int]()
    for seat, name in enumerate(names, 1):
        for facility, n in given["facility_tokens"][name].items():
            for _ in range(n):
                taken[facility] = taken.get(facility, 0) + 1
                play = after(play, token(facility, taken[facility], seat))
    tokens = {name: play.state.area_tokens(seat) for seat, name in enumerate(names, 1)}
    return {area: {name: n[area] for name, n in tokens.items()} for area in ("manager", "ordinary_employee")}


def income(given: Given) -> dict[str, int]:
    play = helper()
    for n in range(given["manager_tokens"]):
        play = after(play, token("export_water", n + 1, 1))
    for n in range(given["ordinary_employee_tokens"]):
        play = after(play, token("bean_field", n + 1, 1))
    return dict(incomes(play.state)[1])


def time(given: Given) -> dict[str, Any]:
    play = helper("Ann", "Bob")
    play = after(play, {"kind": "track_set", "round": 1, "length": given["steps_to_overtime"]})
    if given["event"] == "conference":
        play = turn(play, "conferred", steps=given["card_steps"])
    elif given["event"] == "enter_time_elapse":
        play = after(play, {"kind": "where_set", "seat": 1, "at": "in_space"})
        play = turn(play, "moved", to="time")
    else:
        play = turn(after(play, {"kind": "where_set", "seat": 1, "at": "home"}), "waited")
    return {"steps_to_overtime": play.state.left, "overtime": play.state.overtime, "penalty": 0}


def receive_order(given: Given) -> dict[str, int]:
    play = turn(acting(s1={"workforce": given["workforce"]}), "card_played", card=OE)
    if "card" in given:
        play = turn(play, "effect_used", effect=given["card"])
    return {
        "workforce": has(turn(play, "order_taken", destination="B", number=given["order_number"]), 1, "workforce")[0]
    }


def same_destination(given: Given) -> dict[str, list[str]]:
    play = begun()
    first, *others = given["received"]
    play = after(play, dealt(1, destination=first), *on(1, PREPARATION))
    for n, one in enumerate(others, 2):
        play = after(play, {"kind": "order_noted", "seat": 1, "n": n, "destination": one})
    play = card(play, OE, "order_taken", destination=given["takes"], number=0)
    board = play.state.board(1)
    return {how: [one.destination for one in board.by_standing(how)] for how in ("received", "failed")}  # type: ignore[arg-type]


def invest_cost(given: Given) -> dict[str, int]:
    play = acting(s1={"money": 9})
    for n in range(given["own_tokens"]):
        play = after(play, token("export_water", n + 1, 1))
    play = turn(turn(play, "card_played", card=MANAGER), "effect_used", effect=given["card"])
    play = turn(play, "invested", facility=given["facility"], cell=given["cell"])
    return {"money_paid": 9 - has(play, 1, "money")[0]}


def rocket_gain(given: Given) -> dict[str, int]:
    play = acting("Ann", "Bob", s1={"money": 9, given["part"]: given["from"]})
    for _ in range(given["from"], given["to"]):
        play = card(play, MANAGER, "improved", part=given["part"], cost=1)
        play = turn(play, "card_played", card=OE)
        play = turn(play, "turn_ended")
    return {"vp": has(play, 1, "vp")[0], "beans": has(play, 1, "beans")[0]}


def home_cell(given: Given) -> dict[str, Any]:
    play = helper("P1", "P2", "P3")
    for cell in ("home_1", "home_3"):
        play = turn(play, "came_home", cell=cell)
    shown = desk(play.state, 3, play.table.names, {}).turn
    assert shown is not None
    cells = [choice.value for group in shown.brief if group.key == "home" for choice in group.choices]
    play = turn(play, "came_home", cell="last_returner")
    play = after(play, *on(1, ACTION, ENDING))
    return {"cells": cells, "next_start_player": play.table.names[play.state.start]}


PROCEDURES: Mapping[str, Callable[[Given], Any]] = {
    one.__name__: one
    for one in (
        setup_money,
        investment_area_count,
        income,
        time,
        receive_order,
        same_destination,
        invest_cost,
        rocket_gain,
        home_cell,
    )
}
CASES = Path(__file__).parents[2] / "cases" / "project-universe.yaml"


def procedures() -> list[Any]:
    cases = yaml.safe_load(CASES.read_text("utf-8"))["cases"]
    return [pytest.param(case["procedure"], id=case["id"]) for case in cases if "procedure" in case]


@pytest.mark.parametrize("procedure", procedures())
def test_a_worked_example_through_events(procedure: Given) -> None:
    found = PROCEDURES[procedure["kind"]](procedure["given"])
    expect = dict(procedure["expect"])
    if procedure["kind"] == "same_destination":
        found = {key: sorted(value) for key, value in found.items()}
    assert {key: found[key] for key in expect} == expect


# ---------------------------------------------------------------- payments


@pytest.mark.parametrize(
    ("card_type", "kind", "fields", "has_now", "missing"),
    [
        (OE, "office_used", {"office": "water_purification"}, {"workforce": 2}, "1 Workforce"),
        (OE, "office_used", {"office": "bean_field"}, {}, "3 Workforce"),
        (MANAGER, "office_used", {"office": "export_beans"}, {"beans": 1}, "1 Bean"),
        (MANAGER, "office_used", {"office": "export_water"}, {}, "1 Water"),
        (MANAGER, "improved", {"part": "launch_engine", "cost": 4}, {"money": 1}, "3 Money"),
        (MANAGER, "invested", {"facility": "export_water", "cell": 1}, {"money": 2}, "1 Money"),
        (EXECUTIVE, "employed", {"card": MANAGER}, {"workforce": 1}, "1 Workforce"),
    ],
)
def test_what_cannot_be_paid_is_refused_with_what_is_missing(
    card_type: str, kind: str, fields: dict[str, Any], has_now: dict[str, int], missing: str
) -> None:
    nothing = {"workforce": 0, "money": 0, "beans": 0, "water": 0}
    play = acting(s1={**nothing, **has_now})
    opened = turn(play, "card_played", card=card_type)
    with pytest.raises(NotNow, match=f"Missing: {missing}"):
        turn(opened, kind, **fields)
    assert opened.state.turn is not None and opened.state.turn.left == 1, "another effect may still be used"


@pytest.mark.parametrize(
    ("level", "office", "before", "then"),
    [
        (1, "water_purification", (3, 0, 0, 0), (0, 0, 0, 1)),
        (2, "water_purification", (3, 0, 0, 0), (1, 0, 0, 1)),
        (3, "water_purification", (3, 0, 0, 0), (1, 0, 0, 2)),
        (4, "water_purification", (3, 0, 0, 0), (2, 0, 0, 2)),
        (1, "bean_field", (3, 0, 0, 0), (0, 0, 2, 0)),
        (4, "bean_field", (3, 0, 0, 0), (1, 0, 4, 0)),
        (1, "export_water", (0, 0, 0, 1), (3, 1, 0, 0)),
        (4, "export_water", (0, 0, 0, 1), (4, 2, 0, 0)),
        (2, "export_beans", (0, 0, 2, 0), (0, 4, 0, 0)),
        (3, "export_beans", (0, 0, 2, 0), (0, 4, 1, 0)),
        (4, "export_beans", (0, 0, 2, 0), (0, 6, 1, 0)),
    ],
)
def test_a_facility_pays_at_its_level(level: int, office: str, before: tuple[int, ...], then: tuple[int, ...]) -> None:
    kinds = ("workforce", "money", "beans", "water")
    play = acting(s1=dict(zip(kinds, before, strict=True)))
    for cell in {1: (), 2: (1,), 3: (1, 3), 4: (1, 3, 5)}[level]:
        play = after(play, token(office, cell, 2))
    play = card(play, EXECUTIVE, "office_used", office=office)
    assert has(play, 1, *kinds) == then


def test_a_card_opens_the_areas_of_its_type_and_no_more() -> None:
    play = acting(s1={"workforce": 9, "money": 9, "beans": 9})
    employee = turn(play, "card_played", card=OE)
    for kind, fields in (
        ("office_used", {"office": "export_beans"}),
        ("improved", {"part": "launch_engine", "cost": 1}),
        ("invested", {"facility": "bean_field", "cell": 1}),
        ("employed", {"card": OE}),
    ):
        with pytest.raises(NotNow, match="does not open"):
            turn(employee, kind, **fields)
    with pytest.raises(NotNow, match="does not open"):
        turn(turn(play, "card_played", card=MANAGER), "employed", card=OE)
    assert has(card(play, EXECUTIVE, "employed", card=OE), 1, "workforce", "ordinary_employee") == (7, 1)


def test_the_head_office_is_used_once_and_then_the_next_one_plays() -> None:
    play = card(acting(s1={"workforce": 9}), OE, "office_used", office="bank")
    assert play.state.turn is not None and play.state.turn.seat == 2
    with pytest.raises(NotNow):
        after(play, {"kind": "office_used", "seat": 1, "round": 1, "turn": 1, "nth": 2, "office": "bank"})


def test_a_card_lets_the_head_office_be_used_twice() -> None:
    play = turn(acting(s1={"workforce": 9}), "card_played", card=OE)
    play = turn(play, "effect_used", effect="double_head_office")
    play = state_after(play, ("office_used", {"office": "bean_field"}), ("office_used", {"office": "bean_field"}))
    assert has(play, 1, "workforce", "beans") == (2, 4)
    assert play.state.turn is not None and play.state.turn.seat == 2


@pytest.mark.parametrize(
    ("effect", "fields", "then"),
    [
        ("money_1", {}, (5, 6, 0, 0)),
        ("workforce_1", {}, (6, 5, 0, 0)),
        ("bean_1", {}, (5, 5, 1, 0)),
        ("water_1", {}, (5, 5, 0, 1)),
        ("beans_2_or_water_1", {"pick": "beans"}, (5, 5, 2, 0)),
        ("beans_2_or_water_1", {"pick": "water"}, (5, 5, 0, 1)),
        ("workforce_to_money", {}, (4, 6, 0, 0)),
        ("workforce_to_money", {"times": 2}, (3, 7, 0, 0)),
        ("buy_beans", {}, (5, 4, 2, 0)),
        ("buy_water", {}, (5, 4, 0, 1)),
        ("money_per_token", {}, (5, 8, 0, 0)),
        ("discount_rocket_1", {}, (5, 5, 0, 0)),
    ],
)
def test_a_card_does_what_is_printed_on_it(effect: str, fields: dict[str, Any], then: tuple[int, ...]) -> None:
    play = acting(s1={"workforce": 5, "money": 5})
    play = after(play, *(token("export_beans", n, 1) for n in (1, 2, 3)))
    play = turn(turn(play, "card_played", card=MANAGER), "effect_used", effect=effect, **fields)
    assert has(play, 1, "workforce", "money", "beans", "water") == then
    with pytest.raises(NotNow):
        turn(play, "effect_used", effect="money_1")


def test_an_effect_is_used_no_more_often_than_the_card_says() -> None:
    play = turn(acting(s1={"workforce": 9, "money": 9}), "card_played", card=OE)
    with pytest.raises(NotNow, match="2 times at most"):
        turn(play, "effect_used", effect="workforce_to_money", times=3)
    with pytest.raises(NotNow, match="Once at most"):
        turn(play, "effect_used", effect="buy_water", times=2)


@pytest.mark.parametrize(
    ("effect", "cost", "tokens", "paid"),
    [("", 4, 2, 4), ("discount_rocket_1", 4, 0, 3), ("discount_per_token", 4, 3, 1), ("discount_per_token", 2, 3, 0),
     ("discount_invest_1", 4, 0, 4), ("discount_either_1", 0, 0, 0)],
)  # fmt: skip
def test_a_discount_is_taken_off_what_is_printed(effect: str, cost: int, tokens: int, paid: int) -> None:
    play = after(acting(s1={"money": 9}), *(token("bean_field", n + 1, 1) for n in range(tokens)))
    play = turn(play, "card_played", card=MANAGER)
    if effect:
        play = turn(play, "effect_used", effect=effect)
    play = turn(play, "improved", part="propulsion_engine", cost=cost)
    assert has(play, 1, "money", "propulsion_engine") == (9 - paid, 2)


def test_an_investment_leaves_a_token_gives_what_is_printed_and_raises_the_level() -> None:
    play = card(acting(s1={"money": 3}), MANAGER, "invested", facility="export_water", cell=1)
    assert has(play, 1, "money", "water", "vp") == (0, 2, 0)
    assert play.state.owner("export_water", 1) == 1 and play.state.level("export_water") == 2
    play = with_piles(play, 2, money=9)
    with pytest.raises(NotNow, match="already"):
        card(play, MANAGER, "invested", facility="export_water", cell=1)
    play = card(play, MANAGER, "invested", facility="bean_field", cell=1, card=EXECUTIVE)
    assert has(play, 2, "money", "executive") == (7, 1)


def test_a_part_stops_at_its_highest_level() -> None:
    play = acting(s1={"money": 9, "launch_engine": 4})
    with pytest.raises(NotNow, match="highest"):
        card(play, MANAGER, "improved", part="launch_engine", cost=1)


# ---------------------------------------------------------------- flying


def flying(**piles: int) -> Play[Universe]:
    """Ann in space at station A with these, everybody else still On Earth; it is her turn again."""
    play = turn(acting("Ann", "Bob", s1={"beans": 4}), "launched", to="A")
    play = turn(turn(play, "turn_ended"), "conferred", steps=0)
    return with_piles(play, 1, **piles)


def test_a_launch_takes_beans_from_the_warehouse_first_and_then_from_the_container() -> None:
    play = acting(s1={"beans": 3, "beans_in": 2})
    play = turn(play, "launched", to="A")
    assert has(play, 1, "beans", "beans_in") == (0, 1)
    with pytest.raises(NotNow, match="Missing: 4 Beans"):
        turn(acting(), "launched", to="A")


@pytest.mark.parametrize(
    ("there", "fuel", "then"),
    [({"beans": 1}, None, (0, 0)), ({"water": 1}, None, (0, 0)), ({"beans": 1, "water": 1}, "water", (1, 0)),
     ({"beans": 1, "water": 1}, "beans", (0, 1))],
)  # fmt: skip
def test_the_best_engine_launches_for_a_bean_or_a_water(
    there: dict[str, int], fuel: str | None, then: tuple[int, int]
) -> None:
    play = acting(s1={"launch_engine": 4, **there})
    assert has(turn(play, "launched", to="B", fuel=fuel), 1, "beans", "water") == then


def test_in_space_nothing_is_loaded_and_cubes_come_out_of_the_container_alone() -> None:
    play = turn(acting(s1={"beans": 9}), "launched", to="D")
    with pytest.raises(NotNow, match="Only On Earth"):
        after(play, {"kind": "loaded", "seat": 1, "goods": "beans", "by": 1})
    with pytest.raises(NotNow, match="in the container: 1 Bean"):
        turn(play, "station_used", station="D")


def test_the_container_takes_no_more_than_it_holds() -> None:
    play = acting(s1={"beans": 9, "water": 2})
    play = after(play, {"kind": "loaded", "seat": 1, "goods": "beans", "by": 2})
    with pytest.raises(NotNow, match="room for 1 more"):
        after(play, {"kind": "loaded", "seat": 1, "goods": "water", "by": 2})
    play = after(play, {"kind": "loaded", "seat": 1, "goods": "beans", "by": -2})
    with pytest.raises(NotNow, match="only 0"):
        after(play, {"kind": "loaded", "seat": 1, "goods": "beans", "by": -1})
    assert has(play, 1, "beans", "beans_in") == (9, 0)


@pytest.mark.parametrize(
    ("station", "before", "then"),
    [
        ("A", {"money": 1}, {"money": 0, "water_in": 1}),
        ("B", {}, {"workforce": 1}),
        ("C", {"workforce": 1}, {"workforce": 0, "beans_in": 2}),
        ("D", {"beans_in": 1}, {"beans_in": 0, "money": 5}),
        ("E", {"water_in": 1}, {"water_in": 0, "workforce": 6}),
    ],
)
def test_every_station_has_a_facility(station: str, before: dict[str, int], then: dict[str, int]) -> None:
    nothing = {"workforce": 0, "money": 0, "beans": 4}
    play = turn(acting(s1={**nothing, **before}), "launched", to=station)
    play = turn(play, "station_used", station=station)
    assert {pile: has(play, 1, pile)[0] for pile in then} == then
    with pytest.raises(NotNow, match="already"):
        turn(play, "station_used", station=station)


def test_what_a_station_makes_goes_aboard_as_far_as_there_is_room() -> None:
    play = acting(s1={"beans": 6, "workforce": 3})
    play = after(play, {"kind": "loaded", "seat": 1, "goods": "beans", "by": 2})
    play = turn(turn(play, "launched", to="C"), "station_used", station="C")
    assert has(play, 1, "beans", "beans_in") == (1, 3)
    play = turn(acting(s1={"beans": 4, "workforce": 3}), "launched", to="C")
    assert has(turn(play, "station_used", station="C", stored=2), 1, "beans", "beans_in") == (2, 0)


def test_a_facility_is_used_only_where_the_rocket_is() -> None:
    play = turn(acting(s1={"beans": 4}), "launched", to="branch-B")
    with pytest.raises(NotNow, match="not at that station"):
        turn(play, "station_used", station="B")


def test_an_order_is_achieved_at_its_destination_or_a_branch_of_it() -> None:
    play = after(begun(), dealt(1, destination="B", loss=3), *on(1, PREPARATION))
    play = with_piles(play, 1, beans=4, beans_in=1)
    with pytest.raises(NotNow, match="not at the destination"):
        turn(turn(play, "launched", to="A"), "order_achieved", destination="B", vp=3)
    play = turn(turn(play, "launched", to="branch-B"), "order_achieved", destination="B", vp=5, beans=1, money=2)
    assert has(play, 1, "vp", "beans_in", "money") == (5, 0, 4)
    assert [one.standing for one in play.state.board(1).orders] == ["achieved"]
    with pytest.raises(NotNow):
        turn(play, "order_achieved", destination="B", vp=5)


def test_a_card_that_an_additional_order_brings_may_count_at_the_end() -> None:
    play = acting(s1={"beans": 9, "beans_in": 2})
    play = turn(turn(play, "launched", to="A"), "order_achieved", destination="A", card="manager", ends="card_count")
    assert has(play, 1, "manager", "card_count") == (1, 1) and play.state.board(1).cards == 5
    play = acting(s1={"beans": 9})
    with pytest.raises(NotNow, match="which type"):
        turn(turn(play, "launched", to="A"), "order_achieved", destination="A", ends="card_count")


def test_an_investment_without_its_card_brings_nothing_that_counts_at_the_end() -> None:
    play = acting(s1={"money": 9})
    play = card(play, "manager", "invested", facility="bean_field", cell=1, ends="type_split")
    assert has(play, 1, "type_split", "money") == (0, 7) and play.state.board(1).cards == 4


def test_an_additional_order_that_is_not_aboard_is_refused() -> None:
    play = turn(acting(s1={"beans": 9}), "launched", to="A")
    with pytest.raises(NotNow, match="in the container: 2 Water"):
        turn(play, "order_achieved", destination="A", water=2)


@pytest.mark.parametrize(("level", "cost"), [(1, 5), (2, 4), (3, 3), (4, 2)])
def test_a_move_costs_workforce_by_the_engine(level: int, cost: int) -> None:
    play = flying(workforce=5, propulsion_engine=level)
    assert has(turn(play, "moved", to="B"), 1, "workforce") == (5 - cost,)
    with pytest.raises(NotNow, match="Missing: 1 Workforce"):
        turn(flying(workforce=cost - 1, propulsion_engine=level), "moved", to="B")


def test_out_of_a_wormhole_one_moves_on_for_nothing_and_not_back() -> None:
    play = turn(flying(workforce=5), "moved", to="B")
    play = turn(turn(play, "turn_ended"), "conferred", steps=0)
    play = turn(with_piles(play, 1, workforce=5), "moved", to="wormhole")
    with pytest.raises(NotNow, match="must move on"):
        turn(play, "turn_ended")
    play = turn(play, "moved", to="E")
    assert has(play, 1, "workforce") == (0,)
    back = turn(flying(workforce=5), "moved", to="site")
    back = turn(back, "site_built", vp=2, to="wormhole")
    assert has(turn(back, "moved", to="C"), 1, "workforce", "vp") == (0, 2)


def test_out_of_a_wormhole_there_is_no_way_back_to_where_the_turn_began() -> None:
    at_b = turn(turn(flying(workforce=5), "moved", to="B"), "turn_ended")
    play = turn(with_piles(turn(at_b, "conferred", steps=0), 1, workforce=5), "moved", to="wormhole")
    with pytest.raises(NotNow, match="may not go back"):
        turn(play, "moved", to="B")
    play = turn(turn(play, "moved", to="branch-B"), "turn_ended")
    assert play.state.stops == {1: "branch-B"}
    play = turn(turn(play, "conferred", steps=0), "came_home", cell="home_1")
    assert play.state.stops == {}


def test_a_construction_site_is_paid_from_the_container_and_turned_over() -> None:
    play = turn(flying(workforce=5, beans_in=1, water_in=1), "moved", to="site")
    with pytest.raises(NotNow, match="in the container: 1 Bean"):
        turn(play, "site_built", beans=2, vp=4, to="branch-A")
    play = turn(play, "site_built", beans=1, water=1, vp=4, to="branch-A")
    assert has(play, 1, "vp", "beans_in", "water_in") == (4, 0, 0)
    assert has(turn(play, "order_achieved", destination="A", vp=2), 1, "vp") == (6,)


def test_after_a_launch_there_is_no_way_back_to_earth_in_this_round() -> None:
    play = flying(workforce=9)
    for kind, fields in (("card_played", {"card": OE}), ("conferred", {"steps": 1}), ("launched", {"to": "A"})):
        with pytest.raises(NotNow, match="from there"):
            turn(play, kind, **fields)
    with pytest.raises(NotNow, match="from there"):
        turn(acting(s1={"workforce": 9}), "moved", to="B")


# ---------------------------------------------------------------- home and time


def test_a_home_cell_gives_its_income_and_holds_one_rocket() -> None:
    play = turn(acting(), "came_home", cell="home_1")
    assert has(play, 1, "beans", "water") == (2, 1)
    with pytest.raises(NotNow, match="one rocket"):
        turn(play, "came_home", cell="home_1")
    play = turn(play, "came_home", cell="home_2")
    assert has(play, 2, "money") == (6,)
    with pytest.raises(NotNow, match="no choice"):
        turn(play, "came_home", cell="home_3")
    play = turn(play, "came_home", cell="last_returner")
    assert play.state.all_home and TRACKER.where(play.state).acting == ()  # type: ignore[union-attr]


def test_the_last_cell_is_for_the_last_one_only() -> None:
    with pytest.raises(NotNow):
        turn(acting(), "came_home", cell="last_returner")


def test_a_turn_never_skips_a_player_at_home_and_time_goes_on() -> None:
    play = after(helper("Ann", "Bob"), {"kind": "track_set", "round": 1, "length": 3})
    play = turn(turn(play, "came_home", cell="home_2"), "card_played")
    assert play.state.turn is not None and play.state.turn.seat == 1
    play = turn(play, "waited")
    assert play.state.left == 2
    assert [(tick.cause, tick.seat, tick.steps) for tick in play.state.ticks] == [("turn_reaches_home_player", 1, 1)]
    with pytest.raises(NotNow, match="takes an action"):
        turn(play, "waited")


def test_in_overtime_time_stands_still_and_every_action_costs() -> None:
    play = after(acting(s1={"money": 4}, s2={"money": 2}), {"kind": "overtime_set", "round": 1})
    play = turn(play, "card_played", card=OE)
    assert has(play, 1, "money") == (1,)
    play = turn(play, "turn_ended")
    with pytest.raises(NotNow, match="1 missing"):
        turn(play, "card_played", card=OE)
    play = turn(turn(play, "came_home", cell="home_3"), "conferred", steps=2)
    assert play.state.ticks == () and has(play, 2, "money") == (2,)
    play = turn(play, "came_home", cell="home_2")
    assert has(play, 1, "money") == (4,), "returning Home is free"


@pytest.mark.parametrize(("round_", "fee"), [(1, 3), (2, 4), (3, 5)])
def test_overtime_costs_more_in_every_round(round_: int, fee: int) -> None:
    play = begun()
    for seat in (1, 2, 3):
        play = after(play, dealt(seat))
    for n in range(1, round_):
        play = after(play, *on(n, PREPARATION, ACTION, ENDING))
    play = with_piles(after(play, *on(round_, PREPARATION)), 1, money=fee)
    play = after(play, {"kind": "overtime_set", "round": round_})
    assert has(turn(play, "card_played", card=OE), 1, "money") == (0,)


def test_the_turn_that_reaches_overtime_is_free_and_the_next_one_is_not() -> None:
    play = after(acting(s2={"money": 9}), {"kind": "track_set", "round": 1, "length": 2})
    play = turn(play, "conferred", steps=3)
    assert play.state.overtime and has(play, 1, "money") == (2,)
    assert has(turn(play, "card_played", card=OE), 2, "money") == (6,)


def test_a_table_that_watches_the_track_says_when_it_is_overtime() -> None:
    play = turn(helper(), "conferred", steps=40)
    assert not play.state.overtime and play.state.left is None and play.state.moved == 40
    play = after(play, {"kind": "overtime_set", "round": 1})
    assert play.state.overtime and play.state.turn is not None and play.state.turn.is_overtime
    play = after(play, {"kind": "overtime_set", "round": 1, "on": False})
    assert not play.state.overtime and not play.state.turn.is_overtime  # type: ignore[union-attr]


def test_time_is_put_right_by_hand_but_never_before_the_round() -> None:
    play = after(helper(), {"kind": "time_moved", "round": 1, "by": 3}, {"kind": "time_moved", "round": 1, "by": -2})
    assert play.state.moved == 1
    with pytest.raises(NotNow):
        after(play, {"kind": "time_moved", "round": 1, "by": -2})


def test_a_track_set_anew_counts_again_whatever_the_table_said_before() -> None:
    play = turn(after(helper(), {"kind": "track_set", "round": 1, "length": 2}), "conferred", steps=2)
    play = after(play, {"kind": "overtime_set", "round": 1, "on": False})
    assert not play.state.overtime, "the table said so"
    play = after(play, {"kind": "track_set", "round": 1, "length": 3})
    assert turn(play, "conferred", steps=1).state.overtime


# ---------------------------------------------------------------- the round helper


def test_the_round_helper_needs_one_tap_a_turn() -> None:
    play = helper()
    heads = [play.head]
    for kind, fields in (
        ("card_played", {}),
        ("invested", {"facility": "bean_field", "cell": 1}),
        ("conferred", {"steps": 2}),
        ("launched", {}),
        ("card_played", {}),
        ("came_home", {"cell": "home_2"}),
        ("moved", {"to": "time"}),
    ):
        before = play.state.turn
        play = turn(play, kind, **fields)
        heads.append(play.head)
        assert before and play.state.turn and play.state.turn.number == before.number + 1, kind
    assert heads == list(range(heads[0], heads[0] + len(heads)))
    assert play.state.owner("bean_field", 1) == 2 and play.state.moved == 3 and not play.state.boards


def test_turns_that_were_not_followed_are_told_and_leave_the_board_alone() -> None:
    play = acting()
    play = turn(play, "invested", facility="export_beans", cell=1, loose=True)
    assert has(play, 1, "money") == (2,) and play.state.own_tokens(1) == 1
    assert any("not followed" in str(doubt) for doubt in TRACKER.doubts(play.state))


def test_overtime_taken_back_comes_all_the_same_when_the_steps_are_gone() -> None:
    play = after(helper(), {"kind": "track_set", "round": 1, "length": 3})
    play = after(play, *({"kind": "overtime_set", "round": 1, "on": on} for on in (True, False)))
    assert not play.state.overtime and play.state.left == 3
    assert turn(play, "conferred", steps=3).state.overtime


def test_a_track_that_is_longer_than_was_typed_goes_on_being_counted() -> None:
    play = turn(after(helper(), {"kind": "track_set", "round": 1, "length": 2}), "conferred", steps=2)
    assert play.state.overtime
    play = turn(after(play, {"kind": "overtime_set", "round": 1, "on": False}), "conferred", steps=2)
    assert (play.state.moved, play.state.left, play.state.overtime) == (4, None, False)
    assert after(play, {"kind": "overtime_set", "round": 1, "on": True}).state.overtime


def test_whose_turn_it_is_and_where_everybody_is_can_be_put_right() -> None:
    play = after(helper(), {"kind": "turn_given", "seat": 3, "round": 1, "turn": 1})
    assert play.state.turn is not None and (play.state.turn.seat, play.state.turn.number) == (3, 2)
    with pytest.raises(NotNow, match="over already"):
        after(play, {"kind": "turn_given", "seat": 2, "round": 1, "turn": 1})
    play = after(play, {"kind": "where_set", "seat": 3, "at": "in_space"})
    play = turn(play, "moved", to="cell")
    play = after(
        play, {"kind": "where_set", "seat": 3, "at": "home"}, {"kind": "where_set", "seat": 3, "at": "on_earth"}
    )
    assert play.state.at(3) == "on_earth"
    with pytest.raises(NotNow, match="somebody else"):
        after(play, {"kind": "card_played", "seat": 2, "round": 1, "turn": 3})


# ---------------------------------------------------------------- several phones


def test_two_phones_that_say_the_same_of_a_turn_say_it_once_and_otherwise_ask() -> None:
    play = acting(s1={"workforce": 9})
    base = play.head
    played = {"kind": "card_played", "seat": 1, "round": 1, "turn": 1, "card": OE}
    after_one = play.append(Logged(seq=base + 1, op="a", at=0, by=1, event=read(played)))
    assert after_one.repeat_of(read(played), by=2, base=base) is not None
    with pytest.raises(Stale):
        after_one.repeat_of(read({**played, "card": MANAGER}), by=2, base=base)
    with pytest.raises(Stale):
        after_one.repeat_of(read({"kind": "conferred", "seat": 1, "round": 1, "turn": 1, "steps": 1}), by=2, base=base)
    for one in (
        {"kind": "loaded", "seat": 2, "goods": "beans", "by": 1},
        {"kind": "adjusted", "seat": 2, "what": "vp", "by": 1},
    ):
        assert after_one.repeat_of(read(one), by=2, base=base) is None, "what others do at the same time counts too"


def test_what_is_put_right_again_later_counts_again_but_not_a_second_tap() -> None:
    play = helper()
    off = {"kind": "token_set", "facility": "bean_field", "cell": 1, "seat": 0, "moment": play.head}
    play = after(play, off)
    assert play.repeat_of(read(off), by=1, base=play.head) is not None
    play = turn(play, "invested", facility="bean_field", cell=1)
    assert play.repeat_of(read({**off, "moment": play.head}), by=1, base=play.head) is None
    home = {"kind": "where_set", "seat": 1, "at": "home", "moment": play.head}
    play = after(play, home)
    for round_ in (1, 2):
        play = after(play, *(on(1, ACTION, ENDING) if round_ == 1 else on(2, PREPARATION)))
    assert play.repeat_of(read({**home, "moment": play.head}), by=1, base=play.head) is None


# ---------------------------------------------------------------- the ending


def placed(*tokens: tuple[str, int, int], names: tuple[str, ...] = ("Ann", "Bob", "Cy")) -> Play[Universe]:
    """The Ending Phase of round 1 with these tokens."""
    return after(helper(*names), *(token(*one) for one in tokens), *on(1, ACTION))


def test_the_ending_is_walked_in_seven_steps_and_in_two_at_last() -> None:
    play = after(begun(), *on(1, PREPARATION, ACTION))
    for n, step in enumerate(STEPS):
        assert (play.state.phase, play.state.step) == (ENDING, n)
        for other in STEPS:
            if other != step:
                with pytest.raises(NotNow):
                    after(play, {"kind": "step_done", "round": 1, "step": other})
        play = after(play, {"kind": "step_done", "round": 1, "step": step})
    play = after(play, *on(1, ENDING))
    assert (play.state.round, play.state.phase) == (2, PREPARATION)
    play = after(play, *on(2, PREPARATION, ACTION, ENDING), *on(3, PREPARATION, ACTION))
    assert len(desk(play.state, 1, play.table.names, {}).ending) == 2
    for step in STEPS[:2]:
        play = after(play, {"kind": "step_done", "round": 3, "step": step})
    play = after(play, *on(3, ENDING))
    assert play.state.phase == OVER and TRACKER.where(play.state) is None


def test_one_tap_does_all_the_steps_that_are_left() -> None:
    play = acting()
    play = after(play, token("export_water", 1, 1), *on(1, ACTION))
    walked = play
    for step in STEPS:
        walked = after(walked, {"kind": "step_done", "round": 1, "step": step})
    walked = after(walked, *on(1, ENDING))
    assert after(play, *on(1, ENDING)).state == walked.state
    assert has(walked, 1, "beans", "vp") == (1, 2)


def test_what_is_left_in_the_container_goes_back_but_not_in_the_last_round() -> None:
    play = with_piles(acting(), 1, beans_in=2, water_in=1)
    play = after(play, *on(1, ACTION, ENDING))
    assert has(play, 1, "beans", "water", "beans_in", "water_in") == (2, 1, 0, 0)
    play = after(play, *on(2, PREPARATION, ACTION, ENDING), *on(3, PREPARATION))
    play = after(with_piles(play, 1, beans_in=3), *on(3, ACTION, ENDING))
    assert has(play, 1, "beans", "beans_in") == (2, 3)


def test_a_tie_is_decided_by_the_upper_cell_unless_the_table_sees_otherwise() -> None:
    play = placed(("bean_field", 1, 1), ("bean_field", 2, 2))
    found = contest(play.state, "ordinary_employee")
    assert dict(found.vp) == {1: 1, 2: 0} and [tie.first for tie in found.ties] == [1]
    play = after(play, {"kind": "ranked", "round": 1, "area": "ordinary_employee", "order": [2]})
    found = contest(play.state, "ordinary_employee")
    assert dict(found.vp) == {1: 0, 2: 1} and found.ties[0].by_table
    play = after(play, {"kind": "ranked", "round": 1, "area": "ordinary_employee", "order": []})
    assert dict(contest(play.state, "ordinary_employee").vp) == {1: 1, 2: 0}


@pytest.mark.parametrize(("upper_cell", "vp"), [("first_on_top", {1: 1, 2: 0}), ("last_on_top", {1: 1, 2: 0})])
def test_of_several_tokens_the_uppermost_one_counts(upper_cell: str, vp: dict[int, int]) -> None:
    mine, theirs = (("bean_field", 1), ("bean_field", 5)), (("bean_field", 2), ("water_purification", 3))
    tokens = [token(*cell, seat) for seat, cells in ((1, mine), (2, theirs)) for cell in cells]
    play = after(begun("Ann", "Bob", upper_cell=upper_cell), *tokens)
    assert dict(contest(play.state, "ordinary_employee").vp) == vp


def test_a_column_may_be_read_from_the_other_end() -> None:
    play = after(begun("Ann", "Bob", upper_cell="last_on_top"), token("bean_field", 1, 1), token("bean_field", 2, 2))
    assert dict(contest(play.state, "ordinary_employee").vp) == {1: 0, 2: 1}


def test_a_tie_that_the_cells_leave_open_is_asked_before_the_step_is_done() -> None:
    play = placed(("export_water", 1, 1), ("export_beans", 1, 2))
    assert contest(play.state, "manager").is_open
    play = after(play, {"kind": "step_done", "round": 1, "step": "income"})
    for event in ({"kind": "step_done", "round": 1, "step": "contribution"}, *on(1, ENDING)):
        with pytest.raises(NotNow, match="tie is open in the Manager area"):
            after(play, event)
    play = after(play, {"kind": "ranked", "round": 1, "area": "manager", "order": [2]})
    play = after(play, {"kind": "step_done", "round": 1, "step": "contribution"})
    assert play.state.paid[1, "manager"] == {1: 1, 2: 2}
    with pytest.raises(NotNow, match="given already"):
        after(play, {"kind": "ranked", "round": 1, "area": "manager", "order": [1]})


def test_a_tie_of_three_is_asked_one_by_one() -> None:
    play = placed(("export_water", 1, 1), ("export_beans", 1, 2), ("export_water", 2, 3))
    play = after(play, token("export_water", 2, 0), token("export_water", 2, 3))
    shown = next(one for one in desk(play.state, 1, play.table.names, {}).ending if one.key == "contribution")
    assert shown.is_open and [order for _, tie in shown.ties for *_, order in tie.choices] == [(1,), (2,), (3,)]
    play = after(play, {"kind": "ranked", "round": 1, "area": "manager", "order": [3]})
    shown = next(one for one in desk(play.state, 1, play.table.names, {}).ending if one.key == "contribution")
    assert shown.is_open and [order for _, tie in shown.ties for *_, order in tie.choices] == [(3, 1), (3, 2)]
    play = after(play, {"kind": "ranked", "round": 1, "area": "manager", "order": [3, 2]})
    assert dict(contest(play.state, "manager").vp) == {3: 2, 2: 1, 1: 0}


def test_who_was_last_home_starts_the_next_round() -> None:
    play = helper("Ann", "Bob")
    play = turn(turn(play, "came_home", cell="home_1"), "came_home", cell="last_returner")
    assert after(play, *on(1, ACTION, ENDING)).state.start == 2


def test_an_ending_before_everybody_is_home_is_odd_but_possible() -> None:
    play = after(helper(), *on(1, ACTION))
    assert any("Not everybody was Home" in str(doubt) for doubt in TRACKER.doubts(play.state))


# ---------------------------------------------------------------- the board, the count, the table


def test_the_initial_order_begins_the_board_once() -> None:
    play = after(begun(), dealt(2, 7, "C", loss=3))
    assert has(play, 2, "workforce", "money", "unsorted") == (7, 3, 4)
    with pytest.raises(NotNow, match="kept already"):
        after(play, dealt(2, 8))


def test_another_start_player_takes_the_money_along_before_the_first_turn() -> None:
    play = begun()
    for seat in (1, 2, 3):
        play = after(play, dealt(seat, corner=9 - seat))
    assert any("6 is the lowest number" in str(doubt) for doubt in TRACKER.doubts(play.state))
    play = after(play, {"kind": "started", "seat": 3})
    assert [has(play, seat, "money") for seat in (1, 2, 3)] == [(3,), (4,), (2,)]
    assert TRACKER.doubts(play.state) == ()
    assert after(play, *on(1, PREPARATION)).state.turn.seat == 3  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("what", "by"), [("money", -3), ("beans_in", 4), ("launch_engine", 4), ("launch_engine", -1), ("executive", -1)]
)
def test_what_cannot_lie_there_is_refused_by_hand_too(what: str, by: int) -> None:
    with pytest.raises(NotNow):
        after(acting(), {"kind": "adjusted", "seat": 1, "what": what, "by": by})


def test_an_order_is_put_right_by_hand() -> None:
    play = after(
        acting(), {"kind": "order_noted", "seat": 1, "n": 1, "destination": "A", "standing": "failed", "loss": 4}
    )
    play = after(play, {"kind": "order_noted", "seat": 1, "n": 2, "destination": "E", "standing": "achieved", "vp": 4})
    assert [one.standing for one in play.state.board(1).orders] == ["failed", "achieved"]
    assert counted(play).total(1) == 4 - 4, "four cards, a loss of four"
    with pytest.raises(Refused):
        after(play, {"kind": "order_noted", "seat": 1, "n": 4, "destination": "E"})


def test_two_orders_for_one_place_that_both_wait_are_odd() -> None:
    play = after(acting(), {"kind": "order_noted", "seat": 1, "n": 2, "destination": "A"})
    assert any("Two Orders for A · Arbiter" in str(doubt) for doubt in TRACKER.doubts(play.state))


def test_a_loss_that_nobody_typed_is_left_to_the_count() -> None:
    play = acting()
    assert ("losses", 1) not in TRACKER.known(play.state)
    play = after(play, {"kind": "order_noted", "seat": 1, "n": 1, "destination": "A", "loss": 3})
    assert TRACKER.known(play.state)["losses", 1] == "3"


def test_a_play_without_boards_knows_the_tokens_for_the_count() -> None:
    play = after(helper(), token("bean_field", 1, 2))
    assert TRACKER.known(play.state) == {("tokens", 1): "0", ("tokens", 2): "1", ("tokens", 3): "0"}


def test_what_is_left_is_known_with_what_lies_in_the_container() -> None:
    play = acting(s1={"workforce": 8, "money": 5, "beans": 2, "beans_in": 1, "water": 1, "water_in": 2})
    expected = {"workforce": 8, "beans": 3, "money": 5, "water": 3, "action_cards": 4}
    assert TRACKER.known(play.state)["materials", 1] == expected


def test_types_are_known_once_all_cards_are_sorted() -> None:
    play = acting()
    assert ("types", 1) not in TRACKER.known(play.state)
    play = with_piles(play, 1, unsorted=0, executive=1, manager=1, ordinary_employee=2)
    assert TRACKER.known(play.state)["types", 1] == {"executive": 1, "manager": 1, "ordinary_employee": 2}


def test_people_come_leave_and_change_places() -> None:
    play = helper("Ann", "Bob")
    play = after(play, Arrived(seat=3, name="Cy", colour="green"), Reordered(order=(1, 3, 2)))
    play = turn(play, "card_played")
    assert play.state.turn is not None and play.state.turn.seat == 3
    play = after(play, Left(seat=3))
    assert play.state.turn.seat == 2  # type: ignore[union-attr]
    play = after(play, Left(seat=1))
    assert play.state.start == 2 and turn(play, "came_home", cell="last_returner").state.all_home


def test_nobody_acts_for_a_seat_that_is_not_there() -> None:
    for event in (dealt(9), {"kind": "started", "seat": 9}, {"kind": "adjusted", "seat": 9, "what": "money", "by": 1}):
        with pytest.raises(Missing):
            after(begun(), event)


@pytest.mark.parametrize("players", GAME.seats)
def test_the_checklist_names_stacks_money_and_decks_for_so_many(players: int) -> None:
    steps = setup(Setting(options=GAME.options(), seats=tuple(range(1, players + 1)), start=1))
    said = " | ".join(f"{step.text} {step.more}" for step in steps)
    for stack in ("Water Purification", "Bean Field", "Export Water", "Export Beans", "Arbiter", "Enterprise"):
        assert stack in said
    money = {2: "2 and 3", 3: "2, 3 and 4", 4: "2, 3, 4 and 5"}[players]
    assert f"start player first: {money}" in said


def test_every_event_is_told_in_a_sentence_of_its_own() -> None:
    told = {type(event): str(TRACKER.told(event, {0: "", 1: "Ann", 2: "Bob", 3: "Cy"})) for event in map(read, [
        event for event in evening()["events"] if event["kind"] not in ("ticked", "phase_ended", "undone", "corrected")
    ])}  # fmt: skip
    more: tuple[dict[str, Any], ...] = (
        {"kind": "started", "seat": 1}, {"kind": "time_moved", "round": 1, "by": 1}, token("bean_field", 1, 1),
        {"kind": "where_set", "seat": 1, "at": "home"}, {"kind": "turn_given", "seat": 1, "round": 1, "turn": 1},
        {"kind": "order_noted", "seat": 1, "n": 1, "destination": "A"},
    )  # fmt: skip
    told |= {type(event): str(TRACKER.told(event, {1: "Ann"})) for event in map(read, more)}
    assert set(told) == set(EVENTS)
    assert all(text and "Something" not in text for text in told.values())


# ---------------------------------------------------------------- at random


def some_event(rng: random.Random, play: Play[Universe]) -> dict[str, Any] | Event:
    """Something that a tap on one of the panels would say, or that somebody enters by hand."""
    state = play.state
    shown = desk(state, 1, play.table.names, {})
    if state.phase != ACTION:
        return on(state.round, state.phase)[0]
    if state.all_home and rng.random() < 0.6:
        return on(state.round, ACTION)[0]
    seat = rng.choice(play.table.order)
    if shown.turn is None or rng.random() < 0.25:
        what = rng.choice(["workforce", "money", "beans", "water", "beans_in", "water_in", "vp", "launch_engine"])
        return rng.choice(
            [
                {"kind": "adjusted", "seat": seat, "what": what, "by": rng.randint(-2, 6)},
                {"kind": "loaded", "seat": seat, "goods": rng.choice(["beans", "water"]), "by": rng.randint(-2, 3)},
                token(rng.choice(["bean_field", "export_water"]), rng.randint(1, 5), rng.randint(0, 3)),
                {"kind": "time_moved", "round": state.round, "by": rng.randint(-1, 2)},
                {"kind": "overtime_set", "round": state.round, "on": rng.random() < 0.5},
            ]
        )
    turn_ = shown.turn
    groups = turn_.full if turn_.kept and rng.random() < 0.8 else turn_.brief
    if turn_.can_end and (not groups or rng.random() < 0.2):
        return {"kind": "turn_ended", **turn_.fields}
    if not groups:
        return {"kind": "turn_given", "seat": seat, "round": state.round, "turn": turn_.number}
    group = rng.choice(groups)
    return tapped(group, rng.choice(group.choices))


def tapped(group: Group, choice: Choice) -> dict[str, Any]:
    """What a button of a group sends, as the API takes it."""
    sent = {**group.fields, group.name: choice.value}
    numbers = ("nth", "hop", "steps", "times", "stored", "cell") if group.key != "home" else ()
    return {key: int(value) if key in numbers else bool(int(value)) if key == "loose" else value
            for key, value in sent.items() if value != ""}  # fmt: skip


def promised(play: Play[Universe]) -> None:
    """Everything that a turn offers can be done, and what says that something is missing cannot."""
    now = desk(play.state, 1, play.table.names, {}).turn
    for group in (*now.full, *now.brief) if now else ():
        for choice in group.choices:
            if group in now.brief and now.kept and play.state.turn and play.state.turn.action:  # type: ignore[union-attr]
                continue  # in the middle of a turn that is followed only its own panel is shown
            if choice.missing:
                with pytest.raises(NotNow):
                    after(play, tapped(group, choice))
            else:
                after(play, tapped(group, choice))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_tapped_nothing_falls_below_zero_and_all_that_is_offered_can_be_done(seed: int) -> None:
    rng = random.Random(seed)
    play = begun(*("Ann", "Bob", "Cy", "Dee")[: rng.randint(2, 4)])
    for seat in play.table.order:
        if rng.random() < 0.8:
            play = after(play, dealt(seat, rng.randint(4, 9), rng.choice("ABCDE"), loss=rng.randint(1, 5)))
    done = 0
    for _ in range(150):
        if play.state.phase == OVER:
            break
        if rng.random() < 0.3:
            promised(play)
        try:
            play = after(play, some_event(rng, play))
        except (Refused, Invalid):
            if play.state.phase == ENDING:
                play = break_ties(play)
            continue
        done += 1
        for board in play.state.boards.values():
            assert all(n >= 0 for pile, n in board.piles.items() if pile != "vp")
            assert board.room >= 0
        assert play.state.left is None or play.state.left >= 0
        for seat in play.table.order:
            desk(play.state, seat, play.table.names, {})
        counted(play)
    assert done > 20


def break_ties(play: Play[Universe]) -> Play[Universe]:
    """The table says who goes first wherever it is asked."""
    for step in desk(play.state, 1, play.table.names, {}).ending:
        for area, tie in step.ties:
            if tie.is_open:
                event = {"kind": "ranked", "round": play.state.round, "area": area, "order": list(tie.choices[0][3])}
                return after(play, event)
    return play
