"""Forms made from types: what is typed is kept, read, and judged beside its field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from annotated_types import MaxLen
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion import schema
from companion.core.errors import Invalid, Refused
from companion.core.shape import Count, Label, Name, Points, Shape
from companion.core.text import msg
from companion.web import forms

WORDS = (("rose", msg("Rose")), ("tulip", msg("Tulip")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot(Shape):
    """A group."""

    carrots: Annotated[Count, Label(msg("Carrots"), msg("in front of you"), "carrots")] = 0
    lost: Annotated[Points, Label(msg("Lost"))] = 0
    kind: Annotated[Literal["hill", "dale"], Label(msg("Kind"))] = "hill"


@dataclass(frozen=True, slots=True, kw_only=True)
class Player(Shape):
    """A row."""

    name: Annotated[Name, Label(msg("Name"))]
    plot: Annotated[Plot, Label(msg("Plot"))] = Plot()


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything(Shape):
    """A field of every kind."""

    n: Annotated[Count, Label(msg("Number"))] = 0
    must: Annotated[Count, Label(msg("Needed"))]
    text: Annotated[str, MaxLen(20), Label(msg("Text"))] = ""
    flag: Annotated[bool, Label(msg("Flag"))] = False
    few: Annotated[Literal["a", "b"], Label(msg("Few"), words=(("a", msg("the first")),))] = "a"
    many: Annotated[Literal[1, 2, 3, 4, 5, 6], Label(msg("Many"))] = 1
    maybe: Annotated[Literal["x", "y"] | None, Label(msg("Maybe"))] = None
    numbers: Annotated[tuple[Count, ...], MaxLen(5), Label(msg("Numbers"))] = ()
    flowers: Annotated[tuple[Literal["rose", "tulip"], ...], Label(msg("Flowers"), words=WORDS)] = ()
    plot: Annotated[Plot, Label(msg("Plot"))] = Plot()
    players: Annotated[tuple[Player, ...], MaxLen(4), Label(msg("Players"))] = ()
    plots: Annotated[Mapping[Name, Plot], MaxLen(3), Label(msg("Plots"))] = None  # type: ignore[assignment]
    scores: Annotated[Mapping[Name, Count], Label(msg("Scores"))] = None  # type: ignore[assignment]
    rounds: Annotated[Mapping[Name, tuple[Count, ...]], Label(msg("Rounds"))] = None  # type: ignore[assignment]
    fixed: Annotated[Mapping[Literal["A", "B"], Count], Label(msg("Fixed"))] = None  # type: ignore[assignment]
    rulings: Mapping[str, int | str] = None  # type: ignore[assignment]


@pytest.fixture(autouse=True)
def asking(fair_app: Flask) -> Iterator[None]:
    """Sentences need a request, for its language."""
    with fair_app.test_request_context("/"):
        yield


def typed(**values: str) -> tuple[Any, dict[str, Any]]:
    """The form with *values*, a dot written as two underscores, and what it reads; *must* is given."""
    names = {name.replace("__", "."): value for name, value in values.items()}
    form = forms.filled(Everything, MultiDict({"must": "1", **names}))
    return form, forms.plain(form, Everything)


def read(**values: str) -> dict[str, Any]:
    """What the form reads besides *must*."""
    return {name: value for name, value in typed(**values)[1].items() if name != "must"}


def wrong(**values: str) -> list[tuple[str, str]]:
    """Ids and sentences of what is wrong with *values*, judged as a page does it."""
    form, raw = typed(**values)
    try:
        schema.from_plain(Everything, raw)
    except Invalid as invalid:
        forms.mark(form, Everything, invalid)
    return [(fault.id, fault.sentence) for fault in forms.faults(form)]


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), (" 7 ", 7), ("−7", -7), ("–7", -7), ("6×5 + 4×3", 42), ("1 000", 1000), ("1\u202f000", 1000), ("0", 0)],
)
def test_a_number_is_read_as_people_type_it(text: str, number: int) -> None:
    assert read(n=text) == {"n": number}


@pytest.mark.parametrize("text", ["2,5", "2.5", "1e3", "abc", "3 4", "NaN", "--"])
def test_what_is_no_number_is_refused_beside_its_field_and_stays(text: str) -> None:
    form, raw = typed(n=text)
    assert "n" not in raw
    [(field, sentence)] = wrong(n=text)
    assert field == "n"
    assert sentence
    assert form["n"]._value() == text


@pytest.mark.parametrize("name", ["n", "numbers"])
def test_what_is_far_too_long_is_refused_never_cut(name: str) -> None:
    text = "1+" * 3000 + "1"
    assert wrong(**{name: text}) == [(name, "This is too long to be read.")]
    assert typed(**{name: text})[0][name]._value() == text


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("3 7 5", [3, 7, 5]), ("3,7,5", [3, 7, 5]), ("3, 7", [3, 7]), ("3+7", [3, 7]), ("2×3;4", [6, 4]), ("", None)],
)
def test_a_list_of_numbers_is_typed_in_one_line(text: str, numbers: list[int] | None) -> None:
    assert read(numbers=text).get("numbers") == numbers


def test_spaces_part_the_numbers_of_a_list_even_where_one_has_three_digits() -> None:
    assert read(numbers="5 120") == {"numbers": [5, 120]}
    assert read(numbers="1 000 5") == {"numbers": [1000, 5]}


def test_thousands_with_a_comma_are_refused_not_guessed() -> None:
    assert [field for field, _ in wrong(numbers="1,000")] == ["numbers"]


@pytest.mark.parametrize("text", ["rose tulip", "Rose, TULIP", " rose;tulip, "])
def test_choices_in_a_list_may_be_written_in_any_way(text: str) -> None:
    assert read(flowers=text) == {"flowers": ["rose", "tulip"]}


def test_a_list_says_which_of_its_words_is_wrong() -> None:
    assert wrong(flowers="rose weed") == [("flowers", "“weed” is none of these: rose and tulip.")]


def test_empty_fields_are_left_to_their_defaults() -> None:
    assert read() == {}
    assert read(n=" ", text="", few="a", many="1", maybe="", plot__kind="hill", fixed__A="", players__0__name=" ") == {}


def test_every_kind_of_field_is_read() -> None:
    assert read(flag="1", few="b", many="3", maybe="y", text=" Zoë ", fixed__A="2", plot__carrots="4") == {
        "flag": True,
        "few": "b",
        "many": 3,
        "maybe": "y",
        "text": "Zoë",
        "fixed": {"A": 2},
        "plot": {"carrots": 4},
    }


def test_rows_without_anything_do_not_count_and_zero_is_something() -> None:
    assert read(players__0__name="", players__2__name="Ann", players__3__plot__carrots="0") == {
        "players": [{"name": "Ann"}, {"plot": {"carrots": 0}}]
    }


def test_a_map_is_rows_of_names_and_values() -> None:
    assert read(plots__0__key="Ann", plots__1__key="Ben", plots__1__value__carrots="3") == {
        "plots": {"Ann": {}, "Ben": {"carrots": 3}}
    }
    assert read(scores__0__key="Ann", scores__0__value="0") == {"scores": {"Ann": 0}}
    assert read(rounds__0__key="Ann", rounds__0__value="3 4") == {"rounds": {"Ann": [3, 4]}}
    assert read(rounds__0__key="Ann") == {"rounds": {"Ann": []}}


def test_a_name_without_a_number_is_asked_for_it_since_nothing_is_not_0() -> None:
    assert wrong(scores__0__key="Ann") == [("scores.0.value", "A whole number is needed.")]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"must": ""}, [("must", "This is needed.")]),
        ({"must": "x"}, ["must"]),
        ({"n": "-1"}, [("n", "0 is the least possible.")]),
        ({"few": "z"}, [("few", "“z” is none of these: a and b.")]),
        ({"many": "9"}, [("many", "“9” is none of these: 1, 2, 3, 4, 5 and 6.")]),
        ({"text": "x" * 21}, [("text", "At most 20 characters.")]),
        ({"numbers": "1 2 3 4 5 6"}, [("numbers", "At most 5 entries.")]),
        ({"plot__carrots": "-1"}, [("plot.carrots", "0 is the least possible.")]),
        ({"fixed__B": "-1"}, [("fixed.B", "0 is the least possible.")]),
        ({"players__0__name": "", "players__1__plot__carrots": "x"}, ["players.1.name", "players.1.plot.carrots"]),
        ({"players__0__plot__carrots": "-1", "players__1__name": "A"}, ["players.0.name", "players.0.plot.carrots"]),
        ({"plots__0__value__carrots": "3"}, [("plots.0.key", "This is needed.")]),
        ({"plots__0__key": "A", "plots__1__key": "A"}, [("plots.1.key", "This name stands here twice.")]),
        ({"plots__0__key": "J. R.", "plots__0__value__carrots": "-1"}, ["plots.0.value.carrots"]),
        ({"plots__0__key": "x" * 61}, [("plots.0.key", "At most 60 characters.")]),
        ({"plots__0__key": "a\tb"}, [("plots.0.key", "Write readable text here, without control characters.")]),
        ({"scores__0__key": "x" * 10_000, "scores__0__value": "1"}, [("scores.0.key", "At most 60 characters.")]),
        ({"scores__0__key": "A", "scores__0__value": "-1"}, [("scores.0.value", "0 is the least possible.")]),
        ({f"plots__{n}__key": f"P{n}" for n in range(4)}, ["plots"]),
    ],
    ids=lambda part: str(part)[:50],
)  # fmt: skip
def test_every_error_stands_beside_its_field(values: dict[str, str], expected: list[Any]) -> None:
    found = wrong(**values)
    if expected and isinstance(expected[0], str):
        assert [field for field, _ in found] == expected
    else:
        assert found == expected


def test_all_errors_come_at_once_in_the_order_of_the_page() -> None:
    found = wrong(scores__0__key="A", scores__0__value="x", n="y", text="x" * 30, must="")
    assert [field for field, _ in found] == ["n", "must", "text", "scores.0.value"]


def test_an_error_says_where_it_is() -> None:
    form, raw = typed(players__0__name="A", players__1__plot__carrots="-1")
    with pytest.raises(Invalid) as caught:
        schema.from_plain(Everything, raw)
    where = [[str(part) for part in fault.where] for fault in forms.mark(form, Everything, caught.value)]
    assert where == [["Players", "2", "Name"], ["Players", "2", "Plot", "Carrots"]]


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("", ""),
        ("nothing.here", ""),
        ("rulings.x", ""),
        ("players", "players"),
        ("players.0", "players.0.name"),
        ("players.7", "players"),
        ("players.²", "players"),
        ("plots.Zoë", "plots"),
        ("n.deeper", "n"),
        ("fixed", "fixed"),
    ],
)
def test_a_refusal_of_the_game_finds_its_field_or_stands_above(path: str, field: str) -> None:
    form, _ = typed(players__0__name="Ann")
    [fault] = forms.mark(form, Everything, Refused(msg("No."), path))
    assert fault.id == field
    assert fault.sentence == "No."


def test_rows_grow_by_one_where_asked_and_not_beyond_their_limit() -> None:
    assert len(forms.filled(Everything, MultiDict())["players"].entries) == 2
    assert len(forms.filled(Everything, MultiDict({"players.2.name": ""}), "players")["players"].entries) == 2
    args = MultiDict({f"players.{n}.name": f"P{n}" for n in range(3)})
    form = forms.filled(Everything, args, "players")
    assert [entry.form["name"].data for entry in form["players"].entries] == ["P0", "P1", "P2", ""]
    assert not form["players"].has_room
    args = MultiDict({f"players.{n}.name": f"P{n}" for n in range(4)})
    assert len(forms.filled(Everything, args, "players")["players"].entries) == 4


@pytest.mark.parametrize("index", ["²", "٣", "9" * 5000, "99999", "-1", ""])
def test_what_is_no_number_of_a_row_is_passed_over(index: str) -> None:
    assert read(**{f"players.{index}.name": "A"}) == {}


def test_rows_close_up_where_an_address_leaves_some_out() -> None:
    form, raw = typed(players__7__name="Ann", players__3__name="Ben")
    assert raw["players"] == [{"name": "Ben"}, {"name": "Ann"}]
    assert [entry.name for entry in form["players"].entries] == ["players.0", "players.1"]


def test_more_rows_than_may_be_are_refused_not_cut() -> None:
    assert wrong(**{f"players__{n}__name": f"P{n}" for n in range(5)}) == [("players", "At most 4 entries.")]


def test_the_low_end_of_a_number_is_known() -> None:
    form, _ = typed()
    assert form["n"].low == 0
    assert form["plot"].form["lost"].low == -9999


def test_questions_are_no_fields() -> None:
    assert "rulings" not in typed()[0]


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=9)
COUNTS = st.integers(1, 9999)
LOSSES = COUNTS.map(lambda n: -n)
PLOTS = st.fixed_dictionaries({}, optional={"carrots": COUNTS, "lost": LOSSES, "kind": st.just("dale")})
PLAYERS = st.fixed_dictionaries({"name": TEXT}, optional={"plot": PLOTS.filter(bool)})
SOUND = st.fixed_dictionaries(
    {"must": COUNTS},
    optional={
        "n": COUNTS,
        "text": TEXT,
        "flag": st.just(True),
        "few": st.just("b"),
        "many": st.integers(2, 6),
        "maybe": st.sampled_from("xy"),
        "numbers": st.lists(COUNTS, min_size=1, max_size=5),
        "flowers": st.lists(st.sampled_from(["rose", "tulip"]), min_size=1, max_size=5),
        "plot": PLOTS.filter(bool),
        "players": st.lists(PLAYERS, min_size=1, max_size=4),
        "plots": st.dictionaries(TEXT, PLOTS, min_size=1, max_size=3),
        "scores": st.dictionaries(TEXT, COUNTS, min_size=1, max_size=3),
        "rounds": st.dictionaries(TEXT, st.lists(COUNTS, max_size=4), min_size=1, max_size=3),
        "fixed": st.dictionaries(st.sampled_from("AB"), COUNTS, min_size=1),
    },
)


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SOUND)
def test_what_goes_into_an_address_comes_out_again(body: dict[str, Any]) -> None:
    form = forms.filled(Everything, MultiDict(forms.query(Everything, body)))
    assert forms.plain(form, Everything) == body
    assert forms.faults(form) == []


@dataclass(frozen=True, slots=True, kw_only=True)
class Long(Shape):
    """So many fields that they are folded."""

    a: Annotated[Count, Label(msg("A"))] = 0
    b: Annotated[Count, Label(msg("B"))] = 0
    c: Annotated[bool, Label(msg("C"))] = False
    d: Annotated[Literal["x", "y"], Label(msg("D"))] = "x"
    e: Annotated[str, Label(msg("E"))] = ""
    f: Annotated[tuple[Count, ...], Label(msg("F"))] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WithLong(Shape):
    """A group of many fields, and one of few."""

    long: Annotated[Long, Label(msg("Long"))] = Long()
    short: Annotated[Plot, Label(msg("Short"))] = Plot()


@pytest.mark.parametrize(
    ("values", "open_"),
    [
        ({}, False),
        ({"long.a": " ", "long.d": "x", "long.e": "", "short.carrots": "3"}, False),
        ({"long.a": "0"}, True),
        ({"long.b": "x"}, True),
        ({"long.c": "1"}, True),
        ({"long.d": "y"}, True),
        ({"long.e": "z"}, True),
        ({"long.f": "1 2"}, True),
    ],
)
def test_a_long_group_is_open_once_something_in_it_is_typed(values: dict[str, str], open_: bool) -> None:
    form = forms.filled(WithLong, MultiDict(values))
    assert form["long"].is_long
    assert not form["short"].is_long
    assert form["long"].is_touched is open_
