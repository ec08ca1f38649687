"""Shapes from outside: strict, every error at once, each with its path and a sentence of our own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from annotated_types import MaxLen, MinLen
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import schema
from companion.core.errors import Invalid, Refused
from companion.core.score import Line
from companion.core.shape import Count, Label, Name, Points, Shape
from companion.core.text import Msg, msg


@dataclass(frozen=True, slots=True, kw_only=True)
class Town(Shape):
    """A building of one kind."""

    size: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Shape):
    """A building of another kind."""

    crop: Literal["rye", "oats"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player(Shape):
    """A row."""

    name: Name
    points: Annotated[Points, Label(msg("Points"), msg("may be below zero"))] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Shape):
    """Something of every kind."""

    n: Count = 0
    kind: Literal["a", "b"] = "a"
    flag: bool = False
    numbers: Annotated[tuple[Count, ...], MaxLen(3)] = ()
    pair: tuple[Count, Name] = (0, "x")
    by_name: Annotated[Mapping[Name, Count], MaxLen(3)] | None = None
    built: Mapping[str, Town | Field] | None = None
    choice: Mapping[str, int | str] | None = None
    players: Annotated[tuple[Player, ...], MinLen(1)] = (Player(name="A"),)
    maybe: Count | None = None


def errors(body: Any) -> list[tuple[str, str]]:
    """Paths and sentences of what is wrong with *body*: bytes as they are, else as JSON."""
    with pytest.raises(Invalid) as caught:
        schema.from_json(Asked, body if isinstance(body, bytes) else json.dumps(body))
    return [(one.field, str(one.message)) for one in caught.value.errors]


NUMBER = "A whole number is needed."


@pytest.mark.parametrize(
    "text", ["NaN", "Infinity", "-Infinity", "1e309", "1e2", "3.0", "2.5", "true", '"3"', "null", "[]"]
)
def test_what_is_no_whole_number_is_none(text: str) -> None:
    assert errors(f'{{"n": {text}}}'.encode()) == [("n", NUMBER)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("-1", "0 is the least possible."),
        ("10000", "9999 is the most possible."),
        ("9" * 40, "9999 is the most possible."),
        ("-" + "9" * 400, "0 is the least possible."),
    ],
)
def test_numbers_out_of_bounds_hear_the_bound(text: str, sentence: str) -> None:
    assert errors(f'{{"n": {text}}}'.encode()) == [("n", sentence)]


def test_minus_nothing_is_nothing() -> None:
    assert schema.from_json(Asked, b'{"n": -0}').n == 0


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nul",
        b"\xef\xbb\xbf{}",
        b'{"n": 1} x',
        b'{"n": +1}',
        b'{"n": 01}',
        b'{"n": 0x10}',
        b'{"kind": "\xff"}',
        b'{"kind": "\\ud800"}',
        b"[" * 10_000,
        b'{"n":' * 10_000,
        b'{"numbers": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
        b'{"n": 1' + b"0" * 5000 + b"}",
        '{"n": 1}'.encode("utf-16"),
    ],
    ids=lambda body: repr(body[:20]),
)
def test_what_is_no_json_is_refused_in_one_sentence(body: bytes) -> None:
    assert errors(body) == [("", "This is not valid JSON.")]


@pytest.mark.parametrize("body", [None, [], 3, "text", True])
def test_what_is_no_object_is_refused(body: Any) -> None:
    assert errors(body) == [("", "An object with named values is needed.")]


def test_every_error_comes_at_once_with_its_path() -> None:
    body = {"n": -1, "kind": "c", "flag": 1, "numbers": [1, "2"], "players": [{"points": 1}], "more": 0}
    assert errors(body) == [
        ("n", "0 is the least possible."),
        ("kind", "“c” is none of these: a and b."),
        ("flag", "Yes or no is needed: true or false."),
        ("numbers.1", NUMBER),
        ("players.0.name", "This is needed."),
        ("more", "There is no such field here."),
    ]


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({"by_name": {"": 1}}, "by_name.", "Write something here."),
        ({"by_name": {"a\u0000": 1}}, "by_name.a\u0000", "Write readable text here, without control characters."),
        ({"by_name": {"k" * 10_000: 1}}, "by_name." + "k" * 60, "At most 60 characters."),
        ({"by_name": {"int": -1}}, "by_name.int", "0 is the least possible."),
        ({"by_name": {"[key]": -1}}, "by_name.[key]", "0 is the least possible."),
        ({"by_name": {"J. R.": "1"}}, "by_name.J. R.", NUMBER),
        ({"by_name": []}, "by_name", "An object with named values is needed."),
        ({"by_name": dict.fromkeys("abcd", 1)}, "by_name", "At most 3 entries."),
        ({"numbers": [1, 2, 3, 4]}, "numbers", "At most 3 entries."),
        ({"numbers": {"0": 1}}, "numbers", "A list is needed."),
        ({"pair": [1, ""]}, "pair.1", "Write something here."),
        ({"players": []}, "players", "At least 1 entry is needed."),
        ({"maybe": "x"}, "maybe", NUMBER),
        ({"k" * 10_000: 1}, "k" * 60, "There is no such field here."),
        ({"kind": ["a"]}, "kind", "Choose one of these: a and b."),
        ({"kind": "\u202e"}, "kind", "Choose one of these: a and b."),
        ({"players": [{"name": "x" * 10_000}]}, "players.0.name", "At most 60 characters."),
    ],
)
def test_an_error_has_its_path_and_sentence(body: Any, field: str, sentence: str) -> None:
    assert errors(body) == [(field, sentence)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"built": {"A1": {"size": -1}}}, [("built.A1.size", "0 is the least possible.")]),
        ({"built": {"A1": {"crop": "corn"}}}, [("built.A1.crop", "“corn” is none of these: rye and oats.")]),
        ({"built": {"Town": 3}}, [("built.Town", "An object with named values is needed.")]),
        ({"choice": {"int": []}}, [("choice.int", NUMBER)]),
    ],
)
def test_of_several_possible_shapes_the_closest_is_judged(body: Any, expected: Any) -> None:
    assert errors(body) == expected


def test_many_choices_are_not_listed() -> None:
    many = Literal["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"]
    with pytest.raises(Invalid) as caught:
        schema.from_plain(many, "z")  # type: ignore[arg-type]
    assert str(caught.value.errors[0].message) == "“z” is not known here."


def test_errors_are_counted_in_dozens_not_thousands() -> None:
    assert len(errors({f"k{n}": 1 for n in range(3000)})) == schema.MOST_ERRORS


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b'{"n": 1, "n": 2}', "n"),
        (b'{"by_name": {"Ann": 1, "Ann": 2}}', "by_name.Ann"),
        (b'{"players": [{"name": "A", "name": "B"}]}', "players.0.name"),
        (b'{"by_name": {"\\u0041": 1, "A": 2}}', "by_name.A"),
    ],
)
def test_a_name_given_twice_is_refused_since_one_would_be_lost(body: bytes, field: str) -> None:
    assert errors(body) == [(field, "This name stands here twice.")]


def test_names_of_all_scripts_are_fine() -> None:
    for name in ("Zoë", "مريم", "李", "👩‍👩‍👧", "O'Neil", "<b>", "a.b"):
        assert schema.from_json(Asked, json.dumps({"by_name": {name: 1}})).by_name == {name: 1}


def test_a_refusal_of_the_shape_itself_keeps_its_words() -> None:
    class Odd:
        @classmethod
        def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
            from pydantic_core import core_schema

            return core_schema.no_info_plain_validator_function(cls.refuse)

        @staticmethod
        def refuse(value: Any) -> Any:
            raise Refused(msg("Not today."), "inner")

    with pytest.raises(Invalid) as caught:
        schema.from_plain(Odd, 1)
    assert [(one.field, str(one.message)) for one in caught.value.errors] == [("inner", "Not today.")]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(["n", "kind", "flag", "numbers", "pair", "by_name", "built", "choice", "players", "maybe", "?"])


@settings(deadline=None, max_examples=200)
@given(st.dictionaries(NAMES, ANYTHING, max_size=4))
def test_whatever_comes_is_a_shape_or_sentences_with_paths(body: dict[str, Any]) -> None:
    found: tuple[Refused, ...] = ()
    try:
        schema.from_json(Asked, json.dumps(body))
    except Invalid as invalid:
        found = invalid.errors
    sentences = {str(one.message) for one in found}
    assert all(sentences)
    assert "This is not understood here." not in sentences
    assert {one.field.split(".")[0] for one in found} <= {*body, ""}


# Out again


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Shape):
    """An answer."""

    total: Annotated[int, Label(msg("Total"), msg("of all"))]
    lines: tuple[Line, ...]
    why: Msg | None = None
    rule: str = ""


def test_an_answer_is_plain_values_with_sentences_said_and_rules_linked() -> None:
    line = Line(seat=1, key="k", label=msg("Carrots"), points=-2, why=msg("%(n)d lost", n=2), rule="loss")
    found = schema.plain(Told(total=-2, lines=(line,)), str, lambda rule: {"id": rule} if rule else None)
    assert found["lines"][0] == {
        "seat": 1,
        "key": "k",
        "label": "Carrots",
        "points": -2,
        "why": "2 lost",
        "rule": {"id": "loss"},
        "item": "",
        "round": None,
    }
    assert found["rule"] is None
    json.dumps(found, allow_nan=False)


def test_a_description_says_labels_links_and_sentences() -> None:
    own, parts = schema.describe({"told": (Told, "serialization"), "asked": (Asked, "validation")}, "g.")
    assert own["told"] == {"$ref": "#/components/schemas/g.Told"}
    told, asked = parts["g.Told"], parts["g.Asked"]
    assert told["properties"]["total"]["description"] == "Total: of all"
    assert {"$ref": "#/components/schemas/g.RuleLink"} in told["properties"]["rule"]["anyOf"]
    assert parts["g.Msg"]["type"] == "string"
    assert asked["additionalProperties"] is False
    assert parts["g.Player"]["properties"]["points"]["description"] == "Points: may be below zero"
    assert parts["g.Player"]["required"] == ["name"]
