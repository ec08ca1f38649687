"""The final score: every part at both edges, the tie chain, doubts, and sums that always add up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import schema
from companion.core import rules
from companion.core.errors import Invalid, Refused
from companion.core.game import Calculator
from companion.core.score import Result
from companion.games.project_universe import GAME
from companion.games.project_universe.calculators import DESTINATIONS, END_CARDS, FINAL, MATERIALS, OVERTIME
from companion.games.project_universe.scoring import score
from companion.games.project_universe.state import CardScope, Company, Finish, Materials, Types

ALL_FOUR = {"action_cards": 4}


def ask(calculator: Calculator[Any, Any], **given: Any) -> Any:
    """The answer as JSON values, sentences in English."""
    return schema.plain(calculator.run(schema.from_plain(calculator.input, given)), str, str)


def table(*companies: Company, scope: CardScope = "all") -> Result:
    """The score of these companies, seats from 1."""
    return score(Finish(companies=dict(enumerate(companies, 1)), card_scope=scope))


@pytest.mark.parametrize(
    ("kind", "n", "vp"),
    [
        ("workforce", 0, 0),
        ("workforce", 4, 0),
        ("workforce", 5, 1),
        ("workforce", 9, 1),
        ("workforce", 10, 2),
        ("beans_warehouse", 3, 0),
        ("beans_warehouse", 4, 1),
        ("beans_container", 7, 1),
        ("beans_container", 8, 2),
        ("money", 2, 0),
        ("money", 3, 1),
        ("money", 24, 8),
        ("water_warehouse", 1, 0),
        ("water_warehouse", 2, 1),
        ("water_container", 3, 1),
        ("water_container", 4, 2),
        ("action_cards", 0, 0),
        ("action_cards", 1, 1),
        ("action_cards", 13, 13),
    ],
)
def test_each_kind_is_divided_on_its_own(kind: str, n: int, vp: int) -> None:
    answer = ask(MATERIALS, **{kind: n})
    assert answer["total"] == vp == sum(line["points"] for line in answer["lines"])
    assert answer[kind.split("_")[0] if kind != "action_cards" else kind] == vp


@pytest.mark.parametrize(
    ("left", "vp"),
    [
        ({"beans_warehouse": 3, "beans_container": 1}, 1),
        ({"beans_warehouse": 2, "beans_container": 6}, 2),
        ({"water_warehouse": 1, "water_container": 1}, 1),
        ({"workforce": 4, "beans_warehouse": 3, "money": 2, "water_container": 1}, 0),
    ],
)
def test_both_places_pool_but_kinds_do_not(left: dict[str, int], vp: int) -> None:
    assert ask(MATERIALS, **left)["total"] == vp


@pytest.mark.parametrize(("tokens", "vp"), [(0, 0), (1, 0), (2, 1), (7, 3), (8, 4), (17, 8)])
def test_investment_chips_count_pairs_of_tokens(tokens: int, vp: int) -> None:
    answer = ask(END_CARDS, held=["investment_chips"], tokens=tokens)
    assert (answer["investment_chips"], answer["card_count"], answer["total"]) == (vp, None, vp)


@pytest.mark.parametrize(
    ("owned", "all_cards", "gained"),
    [(1, 1, 1), (8, 1, 1), (9, 3, 1), (10, 3, 1), (11, 5, 1), (12, 5, 1), (13, 7, 3), (16, 7, 5), (17, 7, 7)],
)
def test_action_card_count_by_steps_and_by_reading(owned: int, all_cards: int, gained: int) -> None:
    cards = {"executive": owned - owned // 2, "ordinary_employee": owned // 2}
    answer = ask(END_CARDS, held=["card_count"], **cards)
    assert answer["card_count"] == all_cards
    other = ask(END_CARDS, held=["card_count"], rulings={"card_count_scope": "gained"}, **cards)
    assert other["card_count"] == gained
    asked = [ruling["id"] for ruling in answer["rulings"]]
    assert asked == (["card_count_scope"] if all_cards != gained else [])
    assert [ruling["chosen"] for ruling in other["rulings"]] == ["gained" for _ in asked]


@pytest.mark.parametrize(
    ("types", "vp"), [((2, 4, 5), 2), ((4, 4, 4), 4), ((0, 9, 9), 0), ((5, 1, 7), 1), ((6, 5, 3), 3)]
)
def test_type_split_counts_the_scarcest_type(types: tuple[int, int, int], vp: int) -> None:
    cards = dict(zip(("executive", "manager", "ordinary_employee"), types, strict=True))
    assert ask(END_CARDS, held=["type_split"], **cards)["type_split"] == vp


def test_each_copy_of_a_card_scores() -> None:
    answer = ask(END_CARDS, held=["investment_chips", "investment_chips"], tokens=7)
    assert (answer["investment_chips"], answer["total"]) == (6, 6)
    assert [line["item"] for line in answer["lines"]] == ["investment_chips", "investment_chips-2"]


def test_cards_that_nobody_holds_score_nothing() -> None:
    assert ask(END_CARDS, tokens=9, executive=9, manager=9, ordinary_employee=9)["total"] == 0


def test_a_reading_that_there_is_not_is_refused() -> None:
    with pytest.raises(Invalid):
        ask(END_CARDS, rulings={"card_count_scope": "some"})


@pytest.mark.parametrize(
    ("failed", "unachieved", "points"),
    [([], [], 0), ([3], [], -3), ([], [5, 2], -7), ([3], [5, 2], -10), ([0], [0], 0)],
)
def test_failed_and_waiting_orders_lose_what_is_printed(failed: list[int], unachieved: list[int], points: int) -> None:
    player = {"name": "A", "failed_losses": failed, "unachieved_losses": unachieved}
    one = ask(FINAL, players=[player])["players"][0]
    assert (one["failed"], one["total"]) == (points, points)


def test_a_total_may_fall_below_nothing() -> None:
    assert ask(FINAL, players=[{"name": "A", "vp_track": 2, "failed_losses": [9]}])["players"][0]["total"] == -7


def test_the_card_count_takes_the_action_cards_where_types_were_not_counted() -> None:
    held = {"name": "A", "end_cards": ["card_count"], "materials": {"action_cards": 11}}
    assert ask(FINAL, players=[held])["players"][0]["end_cards"] == 5


@pytest.mark.parametrize(
    ("figures", "places", "decided_by", "rungs"),
    [
        ([(60, 5, 1), (58, 9, 2)], [1, 2], "vp", []),
        ([(60, 5, 1), (60, 4, 2)], [1, 2], "orders", ["orders"]),
        ([(60, 5, 1), (60, 5, 2)], [2, 1], "money", ["orders", "money"]),
        ([(60, 5, 2), (60, 5, 2)], [1, 1], "shared", ["orders", "money", "shared"]),
        ([(60, 5, 2), (60, 5, 2), (59, 9, 2)], [1, 1, 3], "shared", ["orders", "money", "shared"]),
        ([(60, 4, 2), (60, 5, 1), (60, 5, 0)], [3, 1, 2], "money", ["orders", "money"]),
        ([(60, 5, 1), (50, 4, 2), (50, 4, 2), (50, 5, 0)], [1, 3, 3, 2], "vp", []),
    ],
    ids=["points", "orders", "money", "shared", "shared by two of three", "three level", "ties lower down"],
)
def test_the_tie_chain(
    figures: list[tuple[int, int, int]], places: list[int], decided_by: str, rungs: list[str]
) -> None:
    companies = [
        Company(vp_track=vp, achieved={"A": orders}, materials=Materials(money=money)) for vp, orders, money in figures
    ]
    result = table(*companies)
    assert list(result.places.values()) == places
    assert (result.decided_by, [rung.key for rung in result.ladder]) == (decided_by, rungs)


def test_only_those_still_level_are_compared_further() -> None:
    rungs = table(
        Company(vp_track=9, achieved={"A": 1}, materials=Materials(money=2)),
        Company(vp_track=9, achieved={"A": 2}, materials=Materials(money=1)),
        Company(vp_track=9, achieved={"B": 2}, materials=Materials(money=0)),
    ).ladder
    assert [(rung.key, dict(rung.values)) for rung in rungs] == [
        ("orders", {1: 1, 2: 2, 3: 2}),
        ("money", {2: 1, 3: 0}),
    ]


def test_money_is_worth_vp_and_then_decides() -> None:
    answer = ask(
        FINAL,
        players=[
            {"name": "A", "vp_track": 60, "materials": {"money": 1}, "achieved": {"A": 5}},
            {"name": "B", "vp_track": 54, "materials": {"money": 20}, "achieved": {"B": 5}},
        ],
    )
    assert (answer["winners"], answer["decided_by"]) == (["B"], "money")


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ({"materials": {"action_cards": 4}}, ""),
        ({"materials": {"action_cards": 3}}, "Initial"),
        ({"materials": {"action_cards": 40}}, ""),
        ({"materials": {"action_cards": 41}}, "nobody can have more than 40"),
        ({"materials": ALL_FOUR, "tokens": 17}, ""),
        ({"materials": ALL_FOUR, "tokens": 18}, "has 17 to place"),
        ({"materials": ALL_FOUR, "unachieved_losses": [1] * 5}, ""),
        ({"materials": ALL_FOUR, "unachieved_losses": [1] * 6}, "still waiting"),
        ({"materials": ALL_FOUR, "vp_track": -1}, "takes VP away"),
        ({"materials": {"action_cards": 5}, "end_cards": ["card_count"]}, ""),
        ({"materials": {"action_cards": 4}, "end_cards": ["card_count"]}, "gained: only 0"),
        ({"materials": {"action_cards": 5}, "types": {"executive": 5}}, ""),
        ({"materials": {"action_cards": 5}, "types": {"executive": 6}}, "cards by type: "),
        ({"materials": {"action_cards": 5}, "end_cards": ["type_split"]}, "cards by type: 0. In all: 5"),
        ({"materials": {**ALL_FOUR, "beans_container": 7, "water_container": 5}}, ""),
        ({"materials": {**ALL_FOUR, "beans_container": 7, "water_container": 6}}, "it holds 12 at most"),
        ({"materials": ALL_FOUR, "achieved": {"A": 41}}, ""),
        ({"materials": ALL_FOUR, "achieved": {"A": 41}, "failed_losses": [0]}, "this game has 41"),
    ],
)
def test_what_looks_odd_is_said_and_counted_all_the_same(player: dict[str, Any], said: str) -> None:
    doubts = ask(FINAL, players=[{"name": "Zoë", **player}])["doubts"]
    assert len(doubts) >= bool(said)
    assert bool(doubts) == bool(said)
    assert said in " ".join(doubt["message"] for doubt in doubts)


def test_doubts_know_the_box_of_the_whole_table() -> None:
    def players(cards: int, tokens: int) -> list[dict[str, Any]]:
        return [{"name": name, "materials": {"action_cards": cards}, "tokens": tokens} for name in "AB"]

    assert ask(FINAL, players=players(22, 10))["doubts"] == []
    assert len(ask(FINAL, players=players(23, 10))["doubts"]) == 1
    assert len(ask(FINAL, players=players(22, 11))["doubts"]) == 1


def test_failed_orders_count_as_orders_of_the_box() -> None:
    assert ask(DESTINATIONS, achieved={"A": 40}, failed={"B": 1})["doubts"] == []
    assert len(ask(DESTINATIONS, achieved={"A": 40}, failed={"B": 2})["doubts"]) == 1


def test_the_answer_draws_the_sets() -> None:
    answer = ask(DESTINATIONS, achieved={"A": 3, "B": 1, "C": 2, "D": 1, "E": 3})
    assert (answer["drawn"], answer["left_over"]) == (["ABCDE", "ACE"], {"A": 1, "E": 1})
    assert answer["lines"][0]["why"] == "A B C D E (16) and A C E (4); in no set: A and E"


@pytest.mark.parametrize(
    ("players", "field"),
    [
        ([], "players"),
        ([{"name": "A", "vp_track": "many"}], "players.0.vp_track"),
        ([{"name": ""}], "players.0.name"),
        ([{}], "players.0.name"),
        ([{"name": "A", "achieved": {"F": 1}}], "players.0.achieved.F"),
        ([{"name": "A", "materials": {"money": -1}}], "players.0.materials.money"),
        ([{"name": "A", "end_cards": ["wings"]}], "players.0.end_cards.0"),
        ([{"name": "A", "failed_losses": [-3]}], "players.0.failed_losses.0"),
        ([{"name": str(n)} for n in range(5)], "players"),
    ],
)
def test_only_the_impossible_is_refused(players: list[Any], field: str) -> None:
    with pytest.raises((Invalid, Refused)) as wrong:
        ask(FINAL, players=players)
    errors = wrong.value.errors if isinstance(wrong.value, Invalid) else (wrong.value,)
    assert [error.field for error in errors] == [field]


def test_a_reading_of_the_page_is_checked_too() -> None:
    given = schema.from_plain(FINAL.input, {"players": [{"name": "A"}]})
    with pytest.raises(Refused) as wrong:
        FINAL.run(replace(given, rulings={"card_count_scope": "some"}))
    assert wrong.value.field == "rulings.card_count_scope"


def test_overtime_says_what_is_left() -> None:
    answer = ask(OVERTIME, round=2, overtime=True, state="on_earth", money=3, wants="conference")
    assert (answer["forced"], answer["money_after"], answer["rule"]) == ("return_home", 3, "overtime")
    assert "Return Home" in answer["why"]


@pytest.mark.parametrize("missing", ["round", "state"])
def test_overtime_needs_round_and_place(missing: str) -> None:
    given = {"round": 1, "state": "home"}
    with pytest.raises(Invalid) as wrong:
        ask(OVERTIME, **{key: value for key, value in given.items() if key != missing})
    assert [error.field for error in wrong.value.errors] == [missing]


SMALL = st.integers(0, 30)
COMPANIES = st.builds(
    Company,
    vp_track=st.integers(-20, 200),
    materials=st.builds(
        Materials,
        workforce=SMALL,
        beans_warehouse=SMALL,
        beans_container=SMALL,
        money=SMALL,
        water_warehouse=SMALL,
        water_container=SMALL,
        action_cards=SMALL,
    ),
    achieved=st.dictionaries(st.sampled_from("ABCDE"), st.integers(0, 5)),
    end_cards=st.lists(st.sampled_from(["investment_chips", "card_count", "type_split"]), max_size=4).map(tuple),
    types=st.builds(Types, executive=SMALL, manager=SMALL, ordinary_employee=SMALL),
    tokens=SMALL,
    failed_losses=st.lists(st.integers(0, 9), max_size=4).map(tuple),
    unachieved_losses=st.lists(st.integers(0, 9), max_size=4).map(tuple),
)
TABLES = st.lists(COMPANIES, min_size=1, max_size=4)
SCOPES: Any = st.sampled_from(["all", "gained"])


@given(TABLES, SCOPES)
@settings(deadline=None, max_examples=60)
def test_lines_add_up_have_reasons_and_link_rules(companies: list[Company], scope: CardScope) -> None:
    result = table(*companies, scope=scope)
    ids = {entry.id for entry in rules.load(GAME.folder, "en")}
    linked = [*result.lines, *result.ladder, *result.rulings]
    assert {one.rule for one in linked} <= ids
    assert all(str(line.why) and str(line.label) for line in result.lines)
    keys = {"vp_track", "materials", "destination", "end_cards", "failed"}
    for seat, company in enumerate(companies, 1):
        mine = [line for line in result.lines if line.seat == seat]
        assert {line.key for line in mine} == keys
        assert len({(line.key, line.item) for line in mine}) == len(mine), "a line is there twice"
        left = company.materials
        parts = {key: sum(line.points for line in mine if line.key == key) for key in keys}
        assert parts["vp_track"] == company.vp_track
        assert parts["failed"] == -sum(company.failed_losses) - sum(company.unachieved_losses)
        assert parts["materials"] == (
            left.workforce // 5 + left.beans // 4 + left.money // 3 + left.water // 2 + left.action_cards
        )


@given(TABLES, st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_the_order_of_the_players_does_not_matter(companies: list[Company], chance: Any) -> None:
    turned = list(range(len(companies)))
    chance.shuffle(turned)
    first, again = table(*companies), table(*(companies[i] for i in turned))
    for seat, i in enumerate(turned, 1):
        assert (again.total(seat), again.places[seat]) == (first.total(i + 1), first.places[i + 1])
    assert again.decided_by == first.decided_by


@given(TABLES)
@settings(deadline=None, max_examples=60)
def test_the_ladder_ends_where_the_places_do(companies: list[Company]) -> None:
    result = table(*companies)
    assert result.winners
    assert (result.decided_by == "shared") == (len(result.winners) > 1)
    best = max(result.total(seat) for seat in result.places)
    assert all(result.total(seat) == best for seat in result.winners)


def test_a_name_given_twice_is_refused_beside_the_second() -> None:
    with pytest.raises(Refused, match="twice") as refused:
        ask(FINAL, players=[{"name": "A"}, {"name": "B"}, {"name": "A"}])
    assert refused.value.field == "players.2.name"
