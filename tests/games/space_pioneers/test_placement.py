"""May it lie there: every rule at both edges, both readings, and the page's four sides."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import schema
from companion.core.errors import Invalid, Refused
from companion.games.space_pioneers.calculators import PLACEMENT
from companion.games.space_pioneers.pages import Beside, PlacementForm, Upright, read_placement
from companion.games.space_pioneers.placement import Lay, Neighbour, judge, needed

SIDES = ("above", "below", "left", "right")
OTHER = {"planet": "spaceship", "spaceship": "planet"}


def touching(side: str, kind: str, marks: str = "") -> dict[str, Any]:
    """A neighbour; *marks* holds c(olour), k (corners), m(iddle symbol)."""
    return {"side": side, "kind": kind, "color": "c" in marks, "corners": "k" in marks, "centre": "m" in marks}


def ask(**given: Any) -> Any:
    """The answer as JSON values, sentences in English."""
    return schema.plain(PLACEMENT.run(schema.from_plain(PLACEMENT.input, given)), str, str)


def verdict(**given: Any) -> Any:
    answer = ask(**given)
    assert answer["legal"] == (answer["reason"] is None)
    assert answer["why"] and answer["rule"]
    return answer["reason"]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("card", ["planet", "spaceship"])
@pytest.mark.parametrize(
    ("marks", "met_beside", "met_upright"),
    [("", 0, 0), ("c", 1, 1), ("k", 1, 1), ("m", 0, 1), ("ck", 2, 2), ("cm", 1, 2), ("km", 1, 2), ("ckm", 2, 3)],
)
def test_each_network_asks_for_its_number_of_criteria(
    side: str, card: str, marks: str, met_beside: int, met_upright: int
) -> None:
    met = met_upright if side in ("above", "below") else met_beside
    near = [touching(side, OTHER[card], marks)]
    assert verdict(network="own", card=card, neighbours=near) == (None if met >= 1 else "no_criterion")
    foreign = "only_planets" if card == "spaceship" else None if met >= 2 else "needs_two"
    assert verdict(network="other", card=card, neighbours=near) == foreign
    strict = {"network": "other", "card": card, "neighbours": near, "rulings": {"foreign_pairs": "two_pairs"}}
    assert verdict(**strict) == (foreign if card == "spaceship" or met < 2 or met == 3 else "needs_two")


@pytest.mark.parametrize(("card", "reason"), [("planet", "first_card_must_be_spaceship"), ("spaceship", None)])
def test_a_network_begins_with_a_spaceship(card: str, reason: str | None) -> None:
    assert verdict(network="own", empty=True, card=card) == reason


@pytest.mark.parametrize(
    ("card", "reason"), [("planet", "first_card_must_be_spaceship"), ("spaceship", "only_planets")]
)
def test_nobody_begins_another_players_network(card: str, reason: str) -> None:
    assert verdict(network="other", empty=True, card=card) == reason


@pytest.mark.parametrize("network", ["own", "other"])
def test_a_card_that_touches_nothing_is_not_connected(network: str) -> None:
    assert verdict(network=network, card="planet") == "not_connected"


@pytest.mark.parametrize(("card", "near"), list(product(["planet", "spaceship"], repeat=2)))
def test_like_never_touches_like(card: str, near: str) -> None:
    answer = verdict(card=card, neighbours=[touching("left", near, "ck")])
    assert answer == ("like_next_to_like" if card == near else None)


def test_one_like_card_among_fitting_ones_is_enough_against_it() -> None:
    near = [
        touching("above", "spaceship", "ckm"),
        touching("left", "spaceship", "ck"),
        touching("right", "planet", "ck"),
    ]
    assert verdict(card="planet", neighbours=near) == "like_next_to_like"
    assert "to its right" in ask(card="planet", neighbours=near)["why"]


def test_a_turned_card_is_never_legal_not_even_the_first() -> None:
    assert verdict(card="spaceship", empty=True, rotated=True) == "rotated"
    assert verdict(card="planet", rotated=True, neighbours=[touching("above", "spaceship", "ckm")]) == "rotated"


def test_every_touching_card_must_match_by_a_criterion_of_its_own() -> None:
    fits = [touching("left", "planet", "c"), touching("above", "planet", "k"), touching("below", "planet", "m")]
    assert verdict(card="spaceship", neighbours=fits) is None
    answer = ask(card="spaceship", neighbours=[*fits, touching("right", "planet", "")])
    assert answer["reason"] == "no_criterion"
    assert "to its right" in answer["why"]


@pytest.mark.parametrize(("side", "named"), [("above", True), ("below", True), ("left", False), ("right", False)])
def test_only_what_could_match_on_that_side_is_named(side: str, named: bool) -> None:
    assert ("centre" in ask(card="planet", neighbours=[touching(side, "spaceship", "")])["why"]) is named


def test_criteria_of_several_cards_do_not_add_up_in_another_network() -> None:
    near = [touching("above", "spaceship", "c"), touching("below", "spaceship", "k")]
    assert verdict(network="other", card="planet", neighbours=near) == "needs_two"
    assert "matches in 1" in ask(network="other", card="planet", neighbours=near)["why"]


@pytest.mark.parametrize(
    ("marks", "side", "is_asked"),
    [
        ("ck", "above", True),
        ("km", "below", True),
        ("cm", "above", True),
        ("ckm", "above", False),
        ("ck", "left", True),
    ],
)
def test_the_other_reading_of_the_pairs_is_told_only_where_it_differs(marks: str, side: str, is_asked: bool) -> None:
    near = [touching(side, "spaceship", marks)]
    answer = ask(network="other", card="planet", neighbours=near)
    assert answer["legal"]
    assert [ruling["id"] for ruling in answer["rulings"]] == (["foreign_pairs"] if is_asked else [])
    assert (answer["other_reading"] or "").startswith("Not legal:" if is_asked else "")
    strict = ask(network="other", card="planet", neighbours=near, rulings={"foreign_pairs": "two_pairs"})
    assert strict["legal"] is not is_asked
    if is_asked:
        assert strict["rulings"][0]["chosen"] == "two_pairs"
        assert strict["other_reading"].startswith("Legal:")


def test_beside_a_foreign_card_the_strict_reading_says_why_nothing_fits() -> None:
    near = [touching("left", "spaceship", "ck")]
    answer = ask(network="other", card="planet", neighbours=near, rulings={"foreign_pairs": "two_pairs"})
    assert "there is no centre symbol" in answer["why"]


@pytest.mark.parametrize("network", ["own", "other"])
@pytest.mark.parametrize("more", [{"card": "spaceship"}, {"rotated": True}, {"neighbours": []}])
def test_no_reading_is_asked_where_both_say_no(network: str, more: dict[str, Any]) -> None:
    given = {"network": network, "card": "planet", "neighbours": [touching("above", "spaceship")], **more}
    assert ask(**given)["rulings"] == []


@pytest.mark.parametrize(
    ("network", "rulings", "taker", "asked"),
    [
        ("own", {}, "player", []),
        ("own", {"capture_owner": "owner"}, "player", []),
        ("other", {}, "player", ["capture_owner"]),
        ("other", {"capture_owner": "owner"}, "owner", ["capture_owner"]),
    ],
)
def test_a_doubled_planet_is_captured(network: str, rulings: dict[str, str], taker: str, asked: list[str]) -> None:
    near = [touching("above", "spaceship", "ckm")]
    answer = ask(network=network, card="planet", same_planet=True, neighbours=near, rulings=rulings)
    assert answer["captured_by"] == taker
    assert [ruling["id"] for ruling in answer["rulings"]] == asked


@pytest.mark.parametrize(
    "more",
    [
        {"same_planet": False},
        {"neighbours": []},
        {"card": "spaceship", "neighbours": [touching("above", "planet", "c")]},
        {"card": "spaceship", "empty": True, "neighbours": []},
    ],
)
def test_nothing_is_captured_without_a_legal_planet_that_lies_there_already(more: dict[str, Any]) -> None:
    given = {"card": "planet", "same_planet": True, "neighbours": [touching("above", "spaceship", "c")], **more}
    assert ask(**given)["captured_by"] is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"card": "planet", "neighbours": [touching("left", "spaceship", "cm")]}, "no centre symbol"),
        ({"card": "spaceship", "empty": True, "neighbours": [touching("left", "planet", "c")]}, "left out"),
        ({"card": "planet", "neighbours": [touching("left", "spaceship", "c")] * 2}, "both lie to its left"),
        ({"card": "spaceship", "empty": True, "same_planet": True}, "Only a planet"),
    ],
)
def test_odd_input_is_answered_with_a_doubt(given: dict[str, Any], said: str) -> None:
    answer = ask(**given)
    assert answer["legal"]
    assert any(said in doubt["message"] for doubt in answer["doubts"])


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"card": "moon"},
        {"card": "planet", "neighbours": [touching(side, "spaceship", "c") for side in (*SIDES, "above")]},
        {"card": "planet", "neighbours": [{"side": "above"}]},
        {"card": "planet", "neighbours": [{"kind": "planet"}]},
        {"card": "planet", "rulings": {"foreign_pairs": "three"}},
        {"card": "planet", "rulings": {"who_knows": "one_pair"}},
        {"card": "planet", "colour": True},
    ],
)
def test_what_is_no_question_at_all_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        ask(**given)


def test_a_reading_that_there_is_not_is_refused_even_where_nobody_asks_for_it() -> None:
    with pytest.raises(Refused) as refused:
        ask(card="planet", neighbours=[touching("left", "spaceship", "c")], rulings={"capture_owner": "shared"})
    assert refused.value.field == "rulings.capture_owner"


@pytest.mark.parametrize("question", ["foreign_pairs", "capture_owner"])
def test_a_reading_of_another_question_is_refused(question: str) -> None:
    with pytest.raises(Refused) as refused:
        ask(
            network="other",
            card="planet",
            same_planet=True,
            neighbours=[touching("above", "spaceship", "ckm")],
            rulings={question: "shared"},
        )
    assert refused.value.field == f"rulings.{question}"


neighbours = st.builds(
    Neighbour,
    side=st.sampled_from(SIDES),
    kind=st.sampled_from(["planet", "spaceship"]),
    color=st.booleans(),
    corners=st.booleans(),
    centre=st.booleans(),
)
lays = st.builds(
    Lay,
    network=st.sampled_from(["own", "other"]),
    card=st.sampled_from(["planet", "spaceship"]),
    is_first=st.booleans(),
    is_rotated=st.booleans(),
    neighbours=st.lists(neighbours, max_size=4, unique_by=lambda one: one.side).map(tuple),
)


@settings(deadline=None)
@given(lays)
def test_the_strict_reading_and_foreign_networks_never_allow_more(lay: Lay) -> None:
    loose, strict = judge(lay, "one_pair").reason, judge(lay, "two_pairs").reason
    assert strict is not None or loose is None
    if lay.network == "own":
        assert loose == strict
    elif loose is None:
        own = Lay(network="own", card=lay.card, neighbours=lay.neighbours)
        assert judge(own, "one_pair").reason is None


@settings(deadline=None)
@given(lays, neighbours)
def test_one_more_card_to_touch_never_makes_an_illegal_place_legal(lay: Lay, more: Neighbour) -> None:
    wider = Lay(
        network=lay.network,
        card=lay.card,
        is_first=lay.is_first,
        is_rotated=lay.is_rotated,
        neighbours=(*lay.neighbours, more),
    )
    if lay.neighbours and judge(lay, "one_pair").reason is not None:
        assert judge(wider, "one_pair").reason is not None


def test_how_many_criteria_each_network_needs() -> None:
    assert (needed("own", "one_pair"), needed("own", "two_pairs")) == (1, 1)
    assert (needed("other", "one_pair"), needed("other", "two_pairs")) == (2, 3)


def test_the_page_reads_the_four_sides() -> None:
    form = PlacementForm(
        network="other",
        card="planet",
        above=Upright(kind="spaceship", color=True, centre=True),
        right=Beside(kind="spaceship", color=True, corners=True),
    )
    given = read_placement(form)
    assert [(one.side, one.met) for one in given.neighbours] == [("above", 2), ("right", 2)]
    assert PLACEMENT.run(given).legal


@pytest.mark.parametrize(("card", "other"), OTHER.items())
@pytest.mark.parametrize(
    ("side", "marks"),
    [
        ("left", Beside(color=True)),
        ("right", Beside(corners=True)),
        ("below", Upright(centre=True)),
        ("above", Upright(color=True)),
    ],
)
def test_what_matches_on_a_side_is_a_card_of_the_other_kind(card: Any, other: str, side: str, marks: Any) -> None:
    given = read_placement(PlacementForm(card=card, **{side: marks}))
    assert [(one.side, one.kind, one.met) for one in given.neighbours] == [(side, other, 1)]
    assert PLACEMENT.run(given).legal
    alike = read_placement(PlacementForm(card=card, **{side: replace(marks, kind=card)}))
    assert PLACEMENT.run(alike).reason == "like_next_to_like"


def test_the_example_of_the_page_is_the_example_of_the_endpoint() -> None:
    form = schema.from_plain(PlacementForm, PLACEMENT.page_example)
    assert read_placement(form) == schema.from_plain(PLACEMENT.input, PLACEMENT.example)
