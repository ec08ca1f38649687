"""The calculators and their pages: flat forms in, sentences out."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from companion import schema
from companion.core.errors import Refused
from companion.core.rules import load
from companion.core.shape import Label
from companion.games.rocket_flight import GAME
from companion.games.rocket_flight.calculators import flight, legal_moves
from companion.games.rocket_flight.pages import FlightForm, MovesForm, read_flight, read_moves
from companion.games.rocket_flight.shapes import (
    Choice,
    DrawAnswer,
    DrawInput,
    FlightAnswer,
    FlightInput,
    MovesInput,
    State,
)
from companion.games.rocket_flight.words import REASON_RULES

from .reference import tried

NINE = "m4 V6 E1 M4 J2 S4 U2 N5 P1"  # what 4T9W K2RM draws
PLANETS = {"m": 4, "V": 6, "E": 1, "M": 4, "J": 2, "S": 4, "U": 2, "N": 5, "P": 1}


def body(**more: Any) -> dict[str, Any]:
    return {"planets": PLANETS, "state": {"cell": [5, -3], "heading": "SW", "owes_move": True}, "plays": [], **more}


def asked(**more: Any) -> FlightAnswer:
    return flight(schema.from_json(FlightInput, json.dumps(body(**more))))


@pytest.mark.parametrize(
    "text",
    [
        "4T9W K2RM",
        "4t9wk2rm-N",
        NINE,
        NINE.replace("m4", "M4"),
        "4 6 1 4 2 4 2 5 1",
        "461424251",
        "Mercury 4, Venus 6, Earth 1, Mars 4, Jupiter 2, Saturn 4, Uranus 2, Neptune 5, Pluto 1",
        "E1 m4 M4 V6 J2 S4 P1 U2 N5",
    ],
)
def test_planets_are_read_however_they_are_written(text: str) -> None:
    given = read_flight(FlightForm(flight=text, heading="SW", plays="3"))
    assert (given.map, given.planets, given.state.cell) == ("normal", PLANETS, (5, -3))


@pytest.mark.parametrize(
    ("form", "field", "said"),
    [
        (FlightForm(plays="3"), "flight", "code, or its nine planets"),
        (FlightForm(flight="?", plays="3"), "flight", "letters and digits"),
        (FlightForm(flight="m4 V6 E1", plays="3"), "flight", "all nine planets"),
        (FlightForm(flight=NINE.replace("V6", "V7"), heading="SW", plays="3"), "flight", "all nine planets"),
        (FlightForm(flight=NINE.replace("V6", "J6"), heading="SW", plays="3"), "flight", "all nine planets"),
        (FlightForm(flight="Mercury 4, Venus 6", plays="3"), "flight", "all nine planets"),
        (FlightForm(flight=NINE, plays="3"), "heading", "first direction"),
        (FlightForm(flight="1", cell="Q99", heading="E"), "cell", "no cell “Q99”"),
        (FlightForm(flight="1", cell="H07", before="3"), "before", "either"),
        (FlightForm(flight="1", cell="H07", heading="E", line="H07 H7"), "line", "no cell “H7”"),
        (FlightForm(flight="1", cell="H07", heading="E", line="H07 I12"), "line", "H07 and I12 are not in one"),
        (
            FlightForm(flight="4T9WK2RM", before="3 / 5 left, 5 right"),
            "before",
            "Turn 2, “5 left, 5 right”: After a turn",
        ),
        (FlightForm(flight="4T9WK2RM", plays="3 / 2"), "plays", "one turn"),
        (FlightForm(flight="4T9WK2RM", plays="pass"), "plays", "which two cards"),
        (FlightForm(flight="4T9WK2RM", plays="3, 6 left"), "plays", "both corners"),
        (FlightForm(flight="4T9WK2RM", plays=" "), "plays", "Write the cards of this turn"),
    ],
)
def test_a_page_refuses_beside_the_field(form: FlightForm, field: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        read_flight(form)
    assert refused.value.field == field
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("form", "legal", "said"),
    [
        (FlightForm(flight="4T9WK2RM", plays="3, 5 left"), True, "is in K13 and owes a move to the south-east"),
        (FlightForm(flight="4T9WK2RM", before="3, 5 left", plays="2"), True, "in M13, heading south-east"),
        (FlightForm(flight="4T9WK2RM", before="3, 5 left / x", plays="2, 5 SW"), True, "owes a move to the south-west"),
        (FlightForm(flight="4T9WK2RM", plays="x 1 2"), True, "A pass; the rocket stays in H13"),
        (FlightForm(flight="4T9WK2RM", plays="x 1"), False, "exactly two"),
        (FlightForm(flight="4T9WK2RM", plays="6"), False, "L12 is a planet cell that was not drawn"),
        (FlightForm(flight="4T9WK2RM", cell="L08", heading="E", plays="1, ^2"), True, "owes a move to the east"),
        (FlightForm(flight="4T9WK2RM", cell="L08", heading="E", plays="1"), True, "stands on a planet in L09"),
        (
            FlightForm(flight="4T9WK2RM", cell="M13", heading="SE", line="M13 N13", plays="1"),
            False,
            "into N13 is drawn",
        ),
        (FlightForm(flight="4T9WK2RM", cell="m4", due="V", plays="2"), False, "sets its take-off"),
        (FlightForm(flight="4T9WK2RM", cell="H12", heading="E", due="E", plays="1"), True, "lands on Earth in H13"),
    ],
)
def test_a_turn_is_checked_from_the_page(form: FlightForm, legal: bool, said: str) -> None:
    answer = flight(read_flight(form))
    assert (answer.legal, said in str(answer.why)) == (legal, True), str(answer.why)


def test_moves_are_listed_from_the_page() -> None:
    form = MovesForm(flight="4T9WK2RM", before="3, 5 left / 2", hand="1, 4; 6")
    answer = legal_moves(read_moves(form))
    assert [(m.card, m.use, m.to) for m in answer.moves] == [
        (1, "move", "SE"),
        (4, "turn", "NE"),
        (4, "turn", "W"),
        (6, "turn", "NE"),
        (6, "turn", "SW"),
        (6, "turn", "W"),
    ]


@pytest.mark.parametrize("hand", ["7", "1 2 x", "1" * 13])
def test_a_hand_that_cannot_be_is_refused(hand: str) -> None:
    with pytest.raises(Refused) as refused:
        read_moves(MovesForm(flight="1", hand=hand))
    assert refused.value.field == "hand"


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"map": "open"}, "planets"),
        ({"special": {"sun": [0, 0]}}, "special"),
        ({"planets": {"m": 1}}, "planets"),
        ({"state": {"cell": [11, 0], "heading": "E"}}, "state.cell"),
        ({"state": {"cell": [1, 0]}}, "state.heading"),
        ({"state": {"cell": [1, 0], "heading": "E", "drawn": [[[0, 0], [1, 1]]]}}, "state.drawn.0"),
        ({"plays": [{"card": 5, "use": "turn"}]}, "plays.0.to"),
        ({"plays": [{"card": 1, "use": "move"}, {"card": 6, "use": "turn", "to": "left"}]}, "plays.1.to"),
    ],
)
def test_the_endpoint_refuses_what_cannot_be(more: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        asked(**more)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"cell": [0, 0], "heading": "E"}, "can never enter"),
        ({"cell": [2, -1], "heading": "E"}, "can never enter"),
        ({"cell": [1, 0], "on_planet": True}, "no planet"),
        ({"cell": [-2, 1], "on_planet": True, "owes_move": True}, "no move is owed"),
        ({"cell": [-2, 1], "heading": "E"}, "neither landed"),
        ({"cell": [-2, 1], "on_planet": True, "visited": 2}, "not the one visited last"),
        ({"cell": [1, 0], "heading": "E", "visited": 9}, "not on Earth"),
        ({"cell": [-2, 1], "on_planet": True, "visited": 9}, "not on Earth"),
        ({"cell": [10, 0], "heading": "E", "owes_move": True}, "can never make"),
        ({"cell": [1, 0], "heading": "E", "drawn": [[[-1, 0], [1, 0]]]}, "runs through a cell"),
        ({"cell": [1, 0], "heading": "E", "drawn": [[[9, 0], [11, 0]]]}, "runs through a cell"),
        ({"cell": [1, 0], "heading": "E", "drawn": [[[4, -3], [4, -1]], [[4, -1], [4, -2]]]}, "over itself"),
    ],
)
def test_an_odd_rocket_is_doubted_and_answered(state: dict[str, Any], said: str) -> None:
    assert any(said in str(doubt) for doubt in asked(state=state).doubts)


@pytest.mark.parametrize(
    "state",
    [
        {"cell": [5, -3], "on_planet": True},
        {"cell": [5, -3], "heading": "SW", "owes_move": True},
        {"cell": [5, -3], "on_planet": True, "visited": 9},
        {"cell": [-2, 1], "on_planet": True, "visited": 1},
        {"cell": [-2, 1], "heading": "W", "owes_move": True, "visited": 1, "drawn": [[[-1, 1], [-2, 1]]]},
    ],
)
def test_a_rocket_as_it_flies_is_not_doubted(state: dict[str, Any]) -> None:
    assert asked(state=state).doubts == ()


def test_a_hand_of_more_than_three_cards_is_doubted() -> None:
    for hand, doubted in (([1, 2, 3], False), ([1, 2, 3, 4], True)):
        found = asked(state={"cell": [1, 0], "heading": "E"}, hand=hand).doubts
        assert any("more than 3 cards" in str(doubt) for doubt in found) == doubted


def test_five_planets_with_one_number_are_doubted_as_a_deck_has_four_of_each() -> None:
    for copies, doubted in ((4, False), (5, True)):
        numbers = dict(zip("mVEMJSUNP", [1] * copies + [2, 3, 4, 5, 6], strict=False))
        found = asked(planets=numbers, state={"cell": [0, 1], "heading": "E"}).doubts
        assert any("have the number 1" in str(doubt) for doubt in found) == doubted


def test_a_take_off_over_the_rim_says_that_the_map_ends() -> None:
    off = {"planets": {**PLANETS, "P": 1}, "state": {"cell": [10, -8], "on_planet": True, "visited": 8}}
    answer = asked(**off, plays=[{"card": 1, "use": "takeoff"}])
    assert (answer.reason, str(answer.why)) == ("blocked_ahead", "The map ends there, so the move could never follow.")


def test_the_reading_is_asked_only_where_it_matters() -> None:
    free = {"cell": [2, 2], "heading": "SE"}
    turn = [{"card": 4, "use": "turn", "to": "NE"}]
    assert asked(state=free, plays=[{"card": 1, "use": "move"}]).rulings == ()
    assert asked(state=free, plays=[{"card": 6, "use": "turn", "to": "NE"}]).rulings == ()
    (ruling,) = asked(state=free, plays=turn).rulings
    assert (ruling.id, ruling.chosen, asked(state=free, plays=turn).legal) == ("turn_reading", "drawn_angle", True)
    for choice in ({"turn_reading": "course_change"}, {"rulings": {"turn_reading": "course_change"}}):
        other = asked(state=free, plays=turn, **choice)
        assert (other.legal, other.reason, other.rulings[0].chosen) == (False, "wrong_turn", "course_change")


def test_a_turn_can_be_followed_by_the_next_from_its_own_answer() -> None:
    first = asked(plays=[{"card": 3, "use": "move"}, {"card": 5, "use": "turn", "to": "SE"}])
    state = {f.name: getattr(first, f.name) for f in fields(State)}
    given = schema.from_plain(FlightInput, body(state=state, plays=[{"card": 2, "use": "move"}]))
    assert flight(given).drawn == (((5, -3), (2, 0)), ((2, 0), (2, 2)))


def test_a_hand_is_checked_where_it_is_given() -> None:
    plays = [{"card": 3, "use": "move"}, {"card": 3, "use": "move"}]
    assert asked(plays=plays, hand=[3, 1, 2]).reason == "card_not_in_hand"
    assert asked(plays=[], discard=[1, 2], hand=[3, 1, 2]).legal


def test_every_reason_links_a_rule_that_is_written() -> None:
    entries = {entry.id for entry in load(GAME.folder, "en")}
    assert set(REASON_RULES.values()) <= entries
    shapes = (FlightInput, MovesInput, DrawInput, FlightAnswer, Choice, DrawAnswer, FlightForm, MovesForm)
    labels = [
        mark
        for shape in shapes
        for hint in get_type_hints(shape, include_extras=True).values()
        for mark in getattr(hint, "__metadata__", ())
        if isinstance(mark, Label)
    ]
    assert {label.rule for label in labels if label.rule} <= entries


@pytest.mark.parametrize("calculator", GAME.calculators, ids=lambda c: c.key)
def test_the_first_look_is_a_good_one(calculator: Any) -> None:
    shown = calculator.run(schema.from_plain(calculator.input, calculator.example))
    if calculator.page:
        form = schema.from_plain(calculator.page.form, calculator.page_example)
        assert calculator.run(calculator.page.read(form)) == shown
    assert getattr(shown, "legal", True)


def texts() -> Iterator[st.SearchStrategy[Any]]:
    for name, hint in get_type_hints(FlightForm, include_extras=False).items():
        if name.startswith("__"):
            continue
        choices = get_args(hint)
        if hint is bool:
            yield st.tuples(st.just(name), st.booleans())
        elif choices:
            yield st.tuples(st.just(name), st.sampled_from([c for c in choices if isinstance(c, str)] or ["code"]))
        else:
            yield st.tuples(
                st.just(name), st.one_of(st.text(max_size=30), st.sampled_from(["1", NINE, "3, 5 NE", "H07"]))
            )


@given(st.lists(st.one_of(*texts()), max_size=9).map(dict))
def test_any_page_is_answered_or_refused_beside_a_field(raw: dict[str, Any]) -> None:
    form = schema.from_plain(FlightForm, raw)
    answer = tried(lambda: flight(read_flight(form)))
    if isinstance(answer, Refused):
        assert answer.field in {f.name for f in fields(FlightForm)}
    else:
        assert str(answer.why)


def test_a_new_play_says_what_the_phone_can_follow_of_this_game(client: FlaskClient) -> None:
    usual, own = (client.get(f"/plays/new?game={slug}").text for slug in ("bunny-kingdom", "rocket-flight"))
    assert "what each round pays" in usual and "what each round pays" not in own
    assert "which planet is due, and the fuel" in own and "every card on the map" in own


def test_the_page_of_the_game_names_its_own_sheets(client: FlaskClient) -> None:
    assert "Score pad · Flight sheet · Crew cards · All rules" in client.get("/games/rocket-flight/").text


def test_the_checklist_speaks_of_turns_as_a_flight_has_no_rounds(client: FlaskClient) -> None:
    printed = PdfReader(io.BytesIO(client.get("/games/rocket-flight/print/checklist.pdf").data)).pages[0].extract_text()
    assert "from planet to planet, and home" in " ".join(printed.split()) and "rounds of" not in printed


def test_a_code_of_digits_keeps_its_zeros_among_the_house_rules(client: FlaskClient) -> None:
    counted = "/games/rocket-flight/count?step=result&name=Ann&home.0=1&fuel.0=3&opt.flight=00000011"
    assert "00000011" in BeautifulSoup(client.get(counted).text, "html.parser").main.text  # type: ignore[union-attr]


def test_long_words_and_codes_get_a_line_of_their_own_among_the_house_rules(client: FlaskClient) -> None:
    def wide(slug: str) -> dict[str, bool]:
        page = BeautifulSoup(client.get(f"/plays/new?game={slug}").text, "html.parser")
        return {str(one.label["for"]): "wide" in one["class"] for one in page.select(".option")}  # type: ignore[index]

    assert wide("rocket-flight") == dict.fromkeys(wide("rocket-flight"), True)
    assert wide("space-pioneers")["opt.mission_points"] is False
    assert wide("rabbit-astronauts")["opt.mode"] is True
