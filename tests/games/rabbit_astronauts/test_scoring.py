"""The final score: cards in Space, every mission, together and against one another, boxes, what a count asks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import schema
from companion.core.errors import Invalid, Refused
from companion.core.game import Tally
from companion.core.score import Result
from companion.games.rabbit_astronauts import GAME
from companion.games.rabbit_astronauts.calculators import FINAL
from companion.games.rabbit_astronauts.scoring import score
from companion.games.rabbit_astronauts.state import Agency, Finish, Options


def ask(players: dict[str, dict[str, Any]], **more: Any) -> Any:
    """The answer as JSON values, sentences in English; its lines add up."""
    answer = schema.plain(FINAL.run(schema.from_plain(FINAL.input, {"players": players, **more})), str, str)
    assert sum(line["points"] for line in answer["lines"]) == answer["team"]
    for seat, total in enumerate(answer["scores"].values(), 1):
        assert sum(line["points"] for line in answer["lines"] if line["seat"] == seat) == total
    return answer


@pytest.mark.parametrize(
    ("player", "points"),
    [
        ({}, 0),
        ({"space": [0]}, 0),
        ({"space": [3, 7, 5]}, 15),
        ({"space": [5], "moon": [7]}, 17),
        ({"moon": [7]}, 12),
        ({"moon": [0]}, 5),
        ({"moon": [3, 4]}, 17),
        ({"station": 6}, 6),
        ({"space": [7], "command_center": [5, 6]}, 7),
        ({"warehouse": 9}, 0),
        ({"warehouse": 10}, 5),
        ({"warehouse": 19}, 5),
        ({"warehouse": 20}, 10),
        ({"warehouse": 29}, 10),
        ({"warehouse": 30}, 15),
        ({"warehouse": 140}, 15),
        ({"space": [4], "warehouse": 20}, 14),
    ],
)
@pytest.mark.parametrize("mode", ["team", "competitive"])
def test_a_score_is_space_and_what_the_mission_adds(player: dict[str, Any], points: int, mode: str) -> None:
    answer = ask({"A": player}, mode=mode)
    assert (answer["scores"], answer["team"], answer["boxes"]) == ({"A": points}, points, points // 10)


@pytest.mark.parametrize(("points", "boxes"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (59, 5), (100, 10)])
def test_every_full_ten_points_of_all_players_check_a_box(points: int, boxes: int) -> None:
    for mode in ("team", "competitive"):
        answer = ask({"A": {"space": [points // 2]}, "B": {"space": [points - points // 2]}}, mode=mode)
        assert (answer["team"], answer["boxes"]) == (points, boxes)


@pytest.mark.parametrize(
    ("totals", "winners", "decided_by"),
    [
        ((22, 22, 15), ["A", "B"], "shared"),
        ((22, 23, 15), ["B"], "points"),
        ((0, 0, 0), ["A", "B", "C"], "shared"),
        ((7,), ["A"], "points"),
    ],
)
def test_against_one_another_the_most_points_win_and_a_tie_is_shared(
    totals: tuple[int, ...], winners: list[str], decided_by: str
) -> None:
    players = {"ABC"[n]: {"space": [total]} for n, total in enumerate(totals)}
    answer = ask(players, mode="competitive")
    assert (answer["winners"], answer["decided_by"]) == (winners, decided_by)


def test_a_team_has_a_sum_and_no_ranks() -> None:
    answer = ask({"A": {"space": [3, 7, 5]}, "B": {"space": [8]}, "C": {}, "D": {"space": [10, 12]}})
    assert (answer["team"], answer["boxes"], answer["winners"], answer["decided_by"]) == (45, 4, [], "team")
    result = table(Agency(space=(9,)), Agency())
    assert str(result.outcome) == "Together 9 points"
    assert result.places == {1: 1, 2: 1}
    assert [(rung.key, rung.values) for rung in result.ladder] == [("team", {1: 9, 2: 0}), ("boxes", {})]


def table(*agencies: Agency, **more: Any) -> Result:
    """The score of these agencies, seats from 1."""
    return score(Finish(agencies=dict(enumerate(agencies, 1)), names={1: "Ann", 2: "Ben"}, **more))


@pytest.mark.parametrize(
    ("stocks", "alone", "together", "is_asked"),
    [
        ((9, 1), 0, 5, True),
        ((10, 10), 10, 10, False),
        ((10, 9), 5, 5, False),
        ((30, 30), 30, 15, True),
        ((20, 9), 10, 10, False),
        ((0, 0), 0, 0, False),
        ((10,), 5, 5, False),
        ((5, 5, 5, 5), 0, 10, True),
    ],
)
def test_warehouses_are_rewarded_each_or_by_the_other_reading_together(
    stocks: tuple[int, ...], alone: int, together: int, is_asked: bool
) -> None:
    players = {"ABCD"[n]: {"space": [1], "warehouse": stock} for n, stock in enumerate(stocks)}
    answer = ask(players)
    other = ask(players, rulings={"warehouse_scope": "team"})
    assert (answer["team"], other["team"]) == (len(stocks) + alone, len(stocks) + together)
    assert all(points == 1 for points in other["scores"].values())
    for one, chosen in ((answer, "player"), (other, "team")):
        assert [(r["id"], r["chosen"]) for r in one["rulings"]] == ([("warehouse_scope", chosen)] if is_asked else [])


def test_against_one_another_there_is_no_common_stock() -> None:
    players = {"A": {"warehouse": 9}, "B": {"warehouse": 11}}
    answer = ask(players, mode="competitive", rulings={"warehouse_scope": "team"})
    assert (answer["scores"], answer["rulings"], answer["winners"]) == ({"A": 0, "B": 5}, [], ["B"])


@pytest.mark.parametrize(
    ("moon", "yes", "no", "is_asked"),
    [([7], 12, 5, True), ([0], 5, 5, False), ([], 0, 0, False), ([2, 3], 15, 10, True)],
)
def test_a_card_on_the_moon_keeps_its_value_or_by_the_other_reading_not(
    moon: list[int], yes: int, no: int, is_asked: bool
) -> None:
    answer = ask({"A": {"moon": moon}})
    other = ask({"A": {"moon": moon}}, rulings={"moon_cards_in_space": "no"})
    assert (answer["team"], other["team"]) == (yes, no)
    for one, chosen in ((answer, "yes"), (other, "no")):
        asked = [(r["id"], r["chosen"]) for r in one["rulings"]]
        assert asked == ([("moon_cards_in_space", chosen)] if is_asked else [])


@pytest.mark.parametrize(
    ("player", "keys"),
    [
        ({}, ["space"]),
        ({"moon": [1]}, ["space", "moon"]),
        ({"warehouse": 1}, ["space", "warehouse"]),
        ({"station": 1}, ["space", "station"]),
        ({"command_center": [1]}, ["space", "command_center"]),
    ],
)
def test_every_seat_has_the_rows_of_the_mission_that_somebody_has_figures_of(
    player: dict[str, Any], keys: list[str]
) -> None:
    answer = ask({"A": {}, "B": player})
    assert [line["key"] for line in answer["lines"]] == keys * 2


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ({"Ann": {"space": [1] * 34}}, "Ann: 34 cards; nobody gets more than 33."),
        ({"Ann": {"space": [1] * 30, "moon": [1] * 4}}, "Ann: 34 cards"),
        ({"Ann": {"warehouse": 225}}, "all rounds give 224"),
        ({"Ann": {"warehouse": 1, "moon": [1]}}, "2 Collaborative Missions"),
        ({"Ann": {"command_center": [1, 2]}, "Ben": {"command_center": [1, 2]}}, "it has 3 slots"),
        ({name: {} for name in "ABCDE"}, "the box has 4 boards"),
    ],
)
def test_odd_figures_are_counted_with_a_doubt(players: dict[str, Any], said: str) -> None:
    (doubt,) = ask(players)["doubts"]
    assert said in doubt["message"]


@pytest.mark.parametrize(
    "players",
    [
        {"Ann": {"space": [1] * 33}},
        {"Ann": {"warehouse": 224}},
        {"Ann": {"command_center": [1, 2]}, "Ben": {"command_center": [1]}},
        {name: {} for name in "ABCD"},
    ],
)
def test_what_can_be_is_not_doubted(players: dict[str, Any]) -> None:
    assert ask(players)["doubts"] == []


def test_nobody_is_refused_and_so_is_a_reading_of_another_question() -> None:
    with pytest.raises(Refused) as refused:
        ask({})
    assert refused.value.field == "players"
    with pytest.raises(Refused) as refused:
        ask({"A": {}}, rulings={"warehouse_scope": "yes"})
    assert refused.value.field == "rulings.warehouse_scope"


@pytest.mark.parametrize(
    "bad", [{"space": [-1]}, {"space": 7}, {"warehouse": -1}, {"station": -1}, {"space": [1000]}, {"mars": 1}]
)
def test_impossible_figures_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        ask({"A": bad})


values = st.lists(st.integers(0, 12), max_size=5).map(tuple)
agencies = st.builds(
    Agency, space=values, moon=values, warehouse=st.integers(0, 40), station=st.integers(0, 9), command_center=values
)


@settings(deadline=None)
@given(
    st.lists(agencies, min_size=1, max_size=4), st.booleans(), st.booleans(), st.sampled_from(["team", "competitive"])
)
def test_the_result_holds_together(seats: list[Agency], shared: bool, moon: bool, mode: Any) -> None:
    result = table(*seats, mode=mode, is_warehouse_shared=shared, is_moon_in_space=moon)
    totals = {seat: result.total(seat) for seat in result.places}
    assert min(totals.values()) >= 0
    keys = {seat: [line.key for line in result.lines if line.seat == seat] for seat in totals}
    assert len({tuple(rows) for rows in keys.values()}) == 1
    assert (result.total(None) == 0) or (mode == "team" and shared)
    if mode == "competitive":
        assert set(result.winners) == {seat for seat, total in totals.items() if total == max(totals.values())}


@settings(deadline=None)
@given(agencies, st.integers(0, 12))
def test_a_card_more_in_space_or_on_the_moon_is_worth_what_it_says(one: Agency, value: int) -> None:
    before = table(one).total(1)
    in_space = Agency(space=(*one.space, value), moon=one.moon, warehouse=one.warehouse, station=one.station)
    on_moon = Agency(space=one.space, moon=(value, *one.moon), warehouse=one.warehouse, station=one.station)
    assert table(in_space).total(1) == before + value
    assert table(on_moon).total(1) == before + value + 5


def tally(answers: dict[tuple[str, int], Any], rulings: dict[str, str] | None = None, **options: Any) -> Tally:
    """A count of Ann and Ben with these answers."""
    return Tally(names={1: "Ann", 2: "Ben"}, options=Options(**options), answers=answers, rulings=rulings or {})


@pytest.mark.parametrize(
    ("mission", "more"),
    [
        ("none", []),
        ("ceres", []),
        ("pluto", []),
        ("moon", ["moon"]),
        ("jupiter", ["warehouse"]),
        ("venus", ["station"]),
    ],
)
def test_only_the_mission_in_play_is_asked_for(mission: str, more: list[str]) -> None:
    counted = tally({}, mission=mission)
    for seat in counted.names:
        assert [c.key for c in GAME.count.categories if c.needed(counted, seat)] == ["space", *more]


def test_a_count_scores_what_was_typed() -> None:
    answers = {("space", 1): (3, 7, 5), ("space", 2): (8,), ("warehouse", 1): 20, ("warehouse", 2): 9}
    result = GAME.score(GAME.count.state(tally(answers, mission="jupiter")))
    assert (result.total(1), result.total(2), str(result.outcome)) == (25, 8, "Together 33 points")
    assert result.rulings == ()
    result = GAME.score(GAME.count.state(tally(answers, mission="jupiter", mode="competitive")))
    assert (result.outcome, result.winners) == (None, (1,))


def test_settled_readings_count_and_unknown_ones_do_not() -> None:
    answers = {("warehouse", 1): 9, ("warehouse", 2): 1}
    for choice, team in (("team", 5), ("player", 0), ("someone", 0)):
        result = GAME.score(GAME.count.state(tally(answers, {"warehouse_scope": choice}, mission="jupiter")))
        assert sum(line.points for line in result.lines) == team
    moon = tally({("moon", 1): (6,)}, {"moon_cards_in_space": "no"}, mission="moon")
    assert GAME.score(GAME.count.state(moon)).total(1) == 5


@pytest.mark.parametrize(("typed", "points"), [((0,), 0), ((), 0), ((0, 3), 13), ((3,), 8)])
def test_a_lone_zero_says_that_no_card_is_on_the_moon(typed: tuple[int, ...], points: int) -> None:
    assert GAME.score(GAME.count.state(tally({("moon", 1): typed}, mission="moon"))).total(1) == points


def test_with_a_command_center_the_sheet_says_that_its_cards_score_nothing() -> None:
    result = GAME.score(GAME.count.state(tally({}, mission="ceres")))
    assert [(line.key, line.points) for line in result.lines if line.seat == 1] == [("space", 0), ("command_center", 0)]
