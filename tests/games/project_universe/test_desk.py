"""What the panels offer: what the state allows, what is missing beside it, help with planning; the sheets’ figures."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.sheets import PaperOptions, SeatedOptions
from companion.games.project_universe.desk import Desk, desk
from companion.games.project_universe.happenings import PREPARATION
from companion.games.project_universe.planning import hints
from companion.games.project_universe.sheets import office_view, orders_view
from tests.games.project_universe.following import acting, after, begun, dealt, on, turn, with_piles


def shown(play: Any, seat: int = 1) -> Desk:
    return desk(play.state, seat, play.table.names, {})


def offered(play: Any) -> dict[str, list[str]]:
    """The buttons of a turn with everything kept, by group."""
    now = shown(play).turn
    assert now is not None
    return {group.key: [choice.value for choice in group.choices] for group in now.full}


def test_on_earth_a_turn_offers_cards_a_conference_a_launch_and_home() -> None:
    found = offered(acting(s1={"beans": 4}))
    assert found["card"] == ["ordinary_employee", "manager", "executive"]
    assert found["home"] == ["home_1", "home_2", "home_3"]
    assert found["conference"] == ["1", "2", "3"]
    assert found["launch-beans"] == ["A", "B", "C", "D", "E", "cell"]
    assert set(found) == {"card", "home", "conference", "launch-beans"}


@pytest.mark.parametrize(
    ("card", "areas"),
    [
        ("ordinary_employee", {"office-ordinary_employee"}),
        ("manager", {"office-ordinary_employee", "office-manager", "invest"}),
        ("executive", {"office-ordinary_employee", "office-manager", "invest", "employment"}),
    ],
)
def test_a_card_offers_the_areas_of_its_type(card: str, areas: set[str]) -> None:
    play = turn(acting(), "card_played", card=card)
    now = shown(play).turn
    assert now is not None
    found = {key.split("-")[0] if key.startswith("invest") else key for key in offered(play) if "effect" not in key}
    assert found == areas
    assert bool(now.parts) == (card != "ordinary_employee") and now.takes_order and now.can_end


def test_what_cannot_be_paid_says_what_is_missing() -> None:
    play = turn(acting(s1={"workforce": 1}), "card_played", card="ordinary_employee")
    now = shown(play).turn
    assert now is not None
    office = next(group for group in now.full if group.key == "office-ordinary_employee")
    said = {choice.value: str(choice.missing or "") for choice in office.choices}
    assert said == {
        "water_purification": "Missing: 2 Workforce.",
        "bean_field": "Missing: 2 Workforce.",
        "bank": "",
    }


def test_in_space_a_turn_offers_moves_and_home() -> None:
    play = turn(acting("Ann", "Bob", s1={"beans": 4}), "launched", to="A")
    assert offered(play) == {"station": ["0", "1"]} and shown(play).turn.can_end  # type: ignore[union-attr]
    play = turn(turn(play, "turn_ended"), "conferred", steps=0)
    found = offered(play)
    assert found["move"] == ["A", "B", "C", "D", "E", "site", "wormhole", "time", "cell"]
    assert found["move-branch"] == [f"branch-{one}" for one in "ABCDE"]
    assert found["home"] == ["home_1", "home_2", "home_3"]


def test_a_launch_says_what_can_no_longer_be_done() -> None:
    play = after(begun(), dealt(1, destination="D"), *on(1, PREPARATION))
    now = shown(play).turn
    assert now is not None
    said = " ".join(map(str, now.warnings))
    assert "no Card Play, no Conference" in said and "container is empty" in said and "Discovery" in said


def test_an_order_for_a_place_that_waits_already_is_pointed_out() -> None:
    play = turn(after(begun(), dealt(1, destination="D"), *on(1, PREPARATION)), "card_played", card="manager")
    now = shown(play).turn
    assert now is not None
    assert [value for value, _, waits in now.held if waits] == ["D"]


def test_overtime_shows_its_fee_and_whether_it_can_be_paid() -> None:
    assert shown(acting()).turn.fee == 0  # type: ignore[union-attr]
    play = after(acting(s1={"money": 2}), {"kind": "overtime_set", "round": 1})
    now = shown(play).turn
    assert now is not None and (now.fee, now.can_pay) == (3, False)
    assert list(offered(play)) == ["home"]
    play = with_piles(play, 1, money=3)
    assert shown(play).turn.can_pay  # type: ignore[union-attr]
    assert offered(play)["conference"] == ["0"]


def test_a_station_says_where_what_it_makes_goes() -> None:
    play = turn(acting(s1={"beans": 4, "workforce": 5}), "launched", to="C")
    now = shown(play).turn
    assert now is not None and str(now.where) == "In Space: C · Solaris"
    assert [str(choice.more) for choice in now.full[0].choices] == [
        "into the container",
        "1 into the container, 1 into the Warehouse",
        "into the Warehouse",
    ]


def test_the_numbers_in_the_corners_stand_beside_the_names_in_the_first_round() -> None:
    play = after(begun(), dealt(2, 7, "C", corner=2))
    assert {one.seat: one.corner for one in shown(play).people} == {1: None, 2: 2, 3: None}


# ---------------------------------------------------------------- planning


def hint(play: Any, key: str, seat: int = 1) -> tuple[str, str]:
    found = next(one for one in hints(play.state, seat) if one.key == key)
    return str(found.answer), " · ".join(map(str, found.more))


def test_the_goods_are_worth_what_the_final_count_gives() -> None:
    play = acting(s1={"workforce": 11, "money": 7, "beans": 3, "beans_in": 2, "water": 1})
    answer, more = hint(play, "worth")
    assert answer == "9 VP", "2 + 2 + 1 + 0, and 4 cards"
    assert more == "another VP for 4 Workforce, 3 Beans, 2 Money or 1 Water more"


def test_the_way_to_the_next_launch_goes_by_the_facilitys_level() -> None:
    play = acting(s1={"beans": 1, "workforce": 5})
    assert hint(play, "launch") == (
        "Missing: 3 Beans.",
        "Bean Field 2 times: 6 Workforce · Missing: 1 Workforce. · level 2: launch for 3 Beans",
    )
    play = after(play, *({"kind": "token_set", "facility": "bean_field", "cell": n, "seat": 2} for n in (1, 2, 3)))
    assert hint(play, "launch") == ("Missing: 3 Beans.", "Bean Field once: 2 Workforce · level 2: launch for 3 Beans")
    assert hint(with_piles(play, 1, beans=4), "launch")[0] == "can be paid"


def test_moves_and_turns_of_overtime_are_counted() -> None:
    play = acting(s1={"workforce": 11, "money": 7})
    assert hint(play, "moves") == (
        "2 moves can be paid",
        "4 Workforce more for another · level 2: move for 4 Workforce",
    )
    assert hint(play, "overtime")[0] == "2 turns can be paid"


def test_an_additional_order_says_what_it_still_needs_aboard() -> None:
    note = {"kind": "order_noted", "seat": 1, "n": 1, "destination": "A", "beans": 1, "water": 2}
    play = after(acting(s1={"beans_in": 1, "water": 2}), note)
    assert hint(play, "order-A") == ("Missing in the container: 2 Water.", "All of it is there, but not loaded yet")
    play = after(play, {"kind": "loaded", "seat": 1, "goods": "water", "by": 2})
    assert hint(play, "order-A") == ("is in the container", "")


# ---------------------------------------------------------------- sheets


def test_the_reference_has_every_level_and_every_investment() -> None:
    view = office_view(PaperOptions(), None)
    assert [len(plant.levels) for plant in view.plants] == [4] * 4
    assert sum(len(plant.cells) for plant in view.plants) == 20
    assert sum(cost for plant in view.plants for cost, _ in plant.cells) == 23 + 20 + 26 + 23
    assert view.fees == (3, 4, 5) and len(view.stations) == 5 and len(view.parts) == 3


def test_there_is_an_order_sheet_for_everybody() -> None:
    assert orders_view(SeatedOptions(), None).names == ("",) * 4
    assert orders_view(SeatedOptions(name=("Ann", "Bob")), None).names == ("Ann", "Bob")
