"""The calculators as programs ask them: what is refused and where, and what the answers hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion import schema
from companion.core.errors import Invalid, Refused
from companion.games.bunny_kingdom import GAME

Body = dict[str, Any]


def ask(key: str, body: Body) -> Body:
    """The answer to a JSON body."""
    calculator = GAME.calculator(key)
    assert calculator is not None
    given = schema.from_json(calculator.input, json.dumps(body))
    answer: Body = schema.plain(calculator.run(given), str, str)
    return answer


def refused(key: str, body: Body) -> list[str]:
    """The fields of everything that is refused."""
    with pytest.raises((Invalid, Refused)) as caught:
        ask(key, body)
    error = caught.value
    errors = error.errors if isinstance(error, Invalid) else (error,)
    assert all(str(one.message) for one in errors)
    return [one.field for one in errors]


FINAL = {"seats": ["Ann", "Bob"]}
PLACE = {"build": {"city": 1}, "at": "A1"}


@pytest.mark.parametrize(
    ("key", "body", "fields"),
    [
        ("fief", {}, ["cities"]),
        ("fief", {"cities": [99]}, ["cities.0"]),
        ("fief", {"cities": [0, 1, 4]}, ["cities.0", "cities.2"]),
        ("fief", {"cities": [1], "resources": ["carrots"]}, ["resources.0"]),
        ("fief", {"cities": [1], "colour": "red"}, ["colour"]),
        ("kingdom", {"owned": ["A1", "K11"]}, ["owned.1"]),
        ("kingdom", {"owned": ["a1"]}, ["owned.0"]),
        ("kingdom", {"owned": ["A1", "A2", "A1", "A0"]}, ["owned.2", "owned.3"]),
        ("kingdom", {"owned": "A1"}, ["owned"]),
        ("kingdom", {"buildings": {"K11": {"city": 1}}}, ["buildings.K11"]),
        ("kingdom", {"buildings": {"A1": {"city": 99}}}, ["buildings.A1.city"]),
        ("kingdom", {"buildings": {"A1": {"camp": 7}}}, ["buildings.A1.camp"]),
        ("kingdom", {"buildings": {"A1": {"post": "gold"}}}, ["buildings.A1.post"]),
        ("kingdom", {"buildings": {"A1": {"farm": "beer"}}}, ["buildings.A1.farm"]),
        ("kingdom", {"buildings": {"A1": {}}}, ["buildings.A1"]),
        ("kingdom", {"buildings": {"A1": {"city": 1, "farm": "wood"}}}, ["buildings.A1.farm"]),
        ("kingdom", {"buildings": {"A1": {"sky": ""}}}, ["buildings.A1.sky"]),
        ("kingdom", {"owned": ["A1"] * 101}, ["owned"]),
        ("parchments", {"parchments": ["fisher", "fischer"]}, ["parchments.1"]),
        ("parchments", {"copies": {"liberal": "nobody"}}, ["copies.liberal"]),
        ("parchments", {"copies": {"fisher": "farmer"}}, ["copies.fisher"]),
        ("parchments", {"counts": {"wood": -1}}, ["counts.wood"]),
        ("parchments", {"counts": {"gold": 1}}, ["counts.gold"]),
        ("parchments", {"camp_cards": -1}, ["camp_cards"]),
        ("parchments", {"fief_points": [3, -1]}, ["fief_points.1"]),
        ("parchments", {"territories": {"Ann": 3}}, ["holder"]),
        ("parchments", {"territories": {"Ann": 3}, "holder": "Bob"}, ["holder"]),
        ("parchments", {"rulings": {"who_wins": 1}}, ["rulings.who_wins"]),
        ("parchments", {"owned": ["Z9"], "parchments": ["x"]}, ["owned.0", "parchments.0"]),
        ("placement", {"build": {"city": 1}}, ["at"]),
        ("placement", {"at": "A1"}, ["build"]),
        ("placement", {**PLACE, "own": ["K1"]}, ["own.0"]),
        ("placement", {**PLACE, "build": {"city": 4}}, ["build.city"]),
        ("final", {}, ["seats"]),
        ("final", {"seats": []}, ["seats"]),
        ("final", {"seats": ["Ann", "Bob", "Ann"]}, ["seats.2"]),
        ("final", {"seats": ["A", "B", "C", "D", "E"]}, ["seats"]),
        ("final", {**FINAL, "harvests": {"Cy": [1]}}, ["harvests.Cy"]),
        ("final", {**FINAL, "harvests": {"Ann": [1, 2, 3, 4, 5]}}, ["harvests.Ann"]),
        ("final", {**FINAL, "harvests": {"Ann": [-1]}}, ["harvests.Ann.0"]),
        ("final", {**FINAL, "parchments": {"Ann": ["x"], "Cy": []}}, ["parchments.Cy", "parchments.Ann.0"]),
        ("final", {**FINAL, "boards": {"Bob": {"owned": ["A1", "A1"]}}}, ["boards.Bob.owned.1"]),
        ("final", {**FINAL, "copies": {"Bob": {"liberal": "x"}}}, ["copies.Bob.liberal"]),
        ("final", {**FINAL, "counts": {"Bob": {"wood": -2}}}, ["counts.Bob.wood"]),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(key: str, body: Body, fields: list[str]) -> None:
    assert refused(key, body) == fields


@pytest.mark.parametrize("calculator", GAME.calculators, ids=lambda c: c.key)
def test_the_example_of_a_calculator_can_be_asked(calculator: Any) -> None:
    answer = ask(calculator.key, dict(calculator.example))
    assert not answer["doubts"]
    page = calculator.page
    if page is not None:
        read = page.read(schema.from_plain(page.form, calculator.page_example))
        assert schema.plain(calculator.run(read), str, str) == answer


def test_a_fief_is_strength_times_wealth() -> None:
    answer = ask("fief", {"cities": [1, 2], "resources": ["wood", "wood", "gold"]})
    assert (answer["strength"], answer["wealth"], answer["points"]) == (3, 2, 6)
    assert sum(line["points"] for line in answer["lines"]) == 6


@pytest.mark.parametrize(
    ("cities", "resources", "n"),
    [
        ([3, 3, 3], [], 0),
        ([3, 3, 3, 3], [], 1),
        ([2] * 10, [], 1),
        ([1] * 27, [], 0),
        ([1] * 28, [], 1),
        ([], ["gold", "gold"], 1),
        ([], ["wood"] * 18, 0),
        ([], ["wood"] * 19, 1),
    ],
)
def test_more_than_the_game_holds_in_a_fief_is_a_doubt(cities: list[int], resources: list[str], n: int) -> None:
    assert len(ask("fief", {"cities": cities, "resources": resources})["doubts"]) == n


def test_a_kingdom_is_told_fief_by_fief_in_reading_order() -> None:
    answer = ask("kingdom", {"owned": ["J9", "I9", "A2", "A1", "A4", "A3"]})
    assert [fief["territories"] for fief in answer["fiefs"]] == [["A1", "A2", "A3", "A4"], ["I9", "J9"]]
    assert [line["points"] for line in answer["lines"]] == [1, 1]
    assert answer["harvest"] == 2
    assert answer["units"]["fish"] == 1
    assert answer["units"]["gold"] == 0


def test_an_empty_kingdom_is_nothing() -> None:
    answer = ask("kingdom", {})
    assert (answer["harvest"], answer["fief_count"], answer["fiefs"], answer["doubts"]) == (0, 0, [], [])
    assert set(answer["missions"].values()) == {0}


def test_every_mission_that_the_map_alone_decides_is_told() -> None:
    missions = ask("kingdom", {"owned": ["A1"]})["missions"]
    assert len(missions) == 21
    assert not {"matriarch", "bureaucrat", "colonist", "opportunist", "royal_ring"} & set(missions)


def test_matriarch_compares_the_holder_with_the_others() -> None:
    body = {"parchments": ["matriarch"], "territories": {"Ann": 3, "Bob": 2}}
    assert ask("parchments", {**body, "holder": "Ann"})["total"] == 12
    assert ask("parchments", {**body, "holder": "Bob"})["total"] == 0
    assert ask("parchments", {**body, "holder": "Cy", "owned": ["A1", "A2", "A3", "A4"]})["total"] == 12


def test_matriarch_tied_pays_as_ruled() -> None:
    body = {"parchments": ["matriarch"], "territories": {"Ann": 3, "Bob": 3}, "holder": "Ann"}
    answer = ask("parchments", {**body, "rulings": {"matriarch_tie": 12}})
    assert (answer["total"], answer["rulings"][0]["chosen"]) == (12, 12)


def test_opportunist_alone_waits_for_the_final_score() -> None:
    answer = ask("parchments", {"parchments": ["opportunist"]})
    assert (answer["rows"], answer["rulings"]) == ({"opportunist": 0}, [])
    assert len(answer["doubts"]) == 1


def test_no_parchments_are_nothing() -> None:
    answer = ask("parchments", {})
    assert (answer["rows"], answer["total"], answer["lines"], answer["doubts"]) == ({}, 0, [], [])


def test_the_final_score_works_the_fourth_harvest_out() -> None:
    answer = ask(
        "final",
        {
            **FINAL,
            "harvests": {"Ann": [10, 20, 30], "Bob": [10, 20, 30, 5]},
            "boards": {"Ann": {"owned": ["A3", "A4", "B4"]}, "Bob": {"owned": ["I9", "J9"]}},
            "parchments": {"Ann": ["fisher"], "Bob": ["matriarch"]},
        },
    )
    assert answer["final"] == {"Ann": 63, "Bob": 65}
    assert answer["doubts"] == [
        {"message": "Bob: Harvest 4 is typed as 5, but the fiefs add up to 1.", "rule": "harvest"}
    ]
    assert [player["place"] for player in answer["players"]] == [2, 1]
    assert all(sum(x["points"] for x in one["lines"]) == one["points"] for one in answer["players"])


@pytest.mark.parametrize(
    ("harvests", "has_board", "n"), [([1], False, 0), ([1, 2], False, 1), ([1], True, 1), ([], True, 1), ([], False, 0)]
)
def test_harvests_that_are_missing_are_a_doubt(harvests: list[int], has_board: bool, n: int) -> None:
    body: Body = {**FINAL, "harvests": {"Ann": harvests}}
    if has_board:
        body["boards"] = {"Ann": {"owned": ["A1"]}}
    assert len(ask("final", body)["doubts"]) == n


def test_territories_typed_by_name_serve_matriarch_where_no_map_was_entered() -> None:
    body = {**FINAL, "parchments": {"Ann": ["matriarch"]}, "territories": {"Ann": 9, "Bob": 8}}
    assert ask("final", body)["final"] == {"Ann": 12, "Bob": 0}
