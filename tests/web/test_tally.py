"""Reading a count out of its address: what is typed is understood or told, never lost and never guessed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.core.game import TABLE
from companion.web.tally import (
    Args,
    canonical,
    dropped,
    nested,
    raised,
    read_tally,
    reseated,
    steps,
    still_open,
    tidy,
    told_apart,
)
from tests.web.parade import GAME, Options

FOUR = [("name", "Ann"), ("name", "Bob"), ("name", "Zoë"), ("name", "Борис")]


def read(*pairs: tuple[str, str], names: list[tuple[str, str]] = FOUR) -> Any:
    return read_tally(GAME, MultiDict([*names, *pairs]))


def wrong(*pairs: tuple[str, str], names: list[tuple[str, str]] = FOUR) -> dict[str, str]:
    return {field: str(sentence) for field, sentence in read(*pairs, names=names).errors.items()}


def test_every_way_of_asking_is_read() -> None:
    given = read(
        ("weather.0", "sun"),
        ("ended.0", "1"),
        ("march1.1", "6×5 + 4×3"),
        ("march2.1", "−7"),
        ("falls.2", "3+7 5"),
        ("lanterns.3.silk", "2+1"),
        ("lanterns.3.glass", ""),
        ("banners.4", "banner02"),
        ("banners.4", "banner09"),
        ("leader.2", "0"),
        ("colour.2", "gold"),
    )
    tally = given.tally
    assert given.errors == {}
    assert given.seats == (1, 2, 3, 4)
    assert tally.keys("weather", TABLE) == ("sun",)
    assert tally.number("ended", TABLE) == 1
    assert (tally.number("march1", 1), tally.typed["march1", 1]) == (42, "6×5 + 4×3")
    assert tally.number("march2", 1) == -7
    assert tally.numbers("falls", 2) == (3, 7, 5)
    assert tally.counts("lanterns", 3) == {"silk": 3}
    assert tally.keys("banners", 4) == ("banner02", "banner09")
    assert (tally.number("leader", 2), tally.answered("leader", 2), tally.answered("leader", 1)) == (0, True, False)
    assert tally.keys("colour", 2) == ("gold",)


def test_zero_is_an_answer_and_nothing_is_open() -> None:
    tally = read(("march1.1", "0"), ("march1.2", " ")).tally
    assert tally.answered("march1", 1)
    assert not tally.answered("march1", 2)
    assert still_open(GAME, tally)["march1"] == (2, 3, 4)


def test_cards_flags_of_seats_and_untouched_counters_are_no_gaps() -> None:
    gaps = still_open(GAME, read(("lanterns.1.silk", "1")).tally)
    assert not {"banners", "leader"} & set(gaps)
    assert gaps["lanterns"] == (2, 3, 4)
    assert gaps["ended"] == gaps["weather"] == (TABLE,)
    assert "lanterns" not in still_open(GAME, read().tally)


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("march1.1", "2,5", "not a whole number"),
        ("march1.1", "2.5", "not a whole number"),
        ("march1.1", "3 7", "more than one number"),
        ("march1.1", "-100", "-99 is the least possible"),
        ("march1.1", "10000", "9999 is the most possible"),
        ("march1.1", "9" * 300, "too long"),
        ("march1.1", "NaN", "not a whole number"),
        ("march1.1", "<script>", "not a whole number"),
        ("falls.1", "3+x", "not a whole number"),
        ("weather.0", "snow", "not one of the choices"),
        ("banners.1", "banner99", "not one of the choices"),
        ("leader.1", "maybe", "yes or no"),
        ("lanterns.2.silk", "51", "50 is the most possible"),
        ("lanterns.2.silk", "-1", "0 is the least possible"),
        ("opt.prize", "many", "whole number"),
        ("opt.prize", "99999", "9999 is the most possible"),
        ("opt.length", "endless", "none of these"),
        ("opt.nothing", "1", "no such field"),
        ("opt.values.banner01", "two", "whole number"),
    ],
)
def test_what_cannot_be_read_is_told_beside_its_field(field: str, text: str, sentence: str) -> None:
    told = wrong((field, text))
    assert list(told) == [field]
    assert sentence in told[field]


def test_every_error_comes_at_once() -> None:
    assert set(wrong(("march1.1", "x"), ("march1.3", "y"), ("opt.prize", "z"))) == {"march1.1", "march1.3", "opt.prize"}


def test_unknown_parameters_and_seats_say_nothing() -> None:
    assert wrong(("utm_source", "x"), ("nothing.1", "5"), ("march1.9", "5"), ("march1", "5"), ("march1.1.x", "5")) == {}


def test_house_rules_are_read_with_any_minus_sign() -> None:
    options = read(
        ("opt.rain", "1"), ("opt.prize", "−3"), ("opt.values.banner02", "−1"), ("opt.length", "long")
    ).tally.options
    assert options == Options(rain=True, prize=-3, values={"banner02": -1}, length="long")


@pytest.mark.parametrize(
    ("names", "field", "sentence"),
    [
        ([("name", "")], "name.1", "At least 1 player"),
        ([("name", "A" * 10_000)], "name.1", "At most 60 characters"),
        ([("name", "Ann"), ("name", "B\tob")], "name.2", "control characters"),
        ([("name", str(n)) for n in range(7)], "name.1", "At most 6 players"),
    ],
)
def test_names_that_cannot_be(names: list[tuple[str, str]], field: str, sentence: str) -> None:
    assert sentence in wrong(names=names)[field]


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Anna", "Bob", "Anna"], ["Anna 1", "Bob", "Anna 2"]),
        (["Anna", "Anna", "Anna 1"], ["Anna 2", "Anna 3", "Anna 1"]),
        (["=1+1", "{{7*7}}"], ["=1+1", "{{7*7}}"]),
        (["👩‍🚀", "Zoë"], ["👩‍🚀", "Zoë"]),
        (["مريم", "Ann"], ["\u2068مريم\u2069", "Ann"]),
    ],
)
def test_people_are_told_apart(names: list[str], shown: list[str]) -> None:
    assert told_apart(names) == shown


@given(st.lists(st.sampled_from(["A", "A 1", "A 2", "B", "A 1 1"]), max_size=6))
@settings(deadline=None)
def test_no_two_people_are_shown_alike(names: list[str]) -> None:
    assert len(set(told_apart(names))) == len(names)


TYPED = Args(
    [*FOUR, ("march1.1", "1"), ("march1.2", "2"), ("march1.3", "3"), ("lanterns.3.silk", "4"), ("ended.0", "1")]
)
RULES = [("opt.values.3", "5"), ("rule.2.1", "x")]


def test_whoever_moves_up_takes_everything_along() -> None:
    moved = raised(Args([*TYPED.items(multi=True), *RULES]), 3)
    assert moved.getlist("name") == ["Ann", "Zoë", "Bob", "Борис"]
    assert [moved.get(f"march1.{n}") for n in (1, 2, 3)] == ["1", "3", "2"]
    assert moved["lanterns.2.silk"] == "4"
    assert moved["ended.0"] == "1"
    assert (moved["opt.values.3"], moved["rule.2.1"]) == ("5", "x"), "rules are nobody's"


@pytest.mark.parametrize("place", [0, 1, 5, 99])
def test_a_move_that_cannot_be_changes_nothing(place: int) -> None:
    assert sorted(raised(TYPED, place).items(multi=True)) == sorted(TYPED.items(multi=True))


def test_whoever_leaves_takes_their_figures_along_and_nobody_elses() -> None:
    left = dropped(TYPED, 2)
    assert left.getlist("name") == ["Ann", "Zoë", "Борис"]
    assert [left.get(f"march1.{n}") for n in (1, 2, 3)] == ["1", "3", None]


def test_an_empty_place_closes_and_the_others_keep_their_figures() -> None:
    args = tidy(Args([("name", "Ann"), ("name", " "), ("name", "Zoë"), ("march1.1", "1"), ("march1.3", "3")]))
    assert args.getlist("name") == ["Ann", "Zoë"]
    assert (args["march1.1"], args["march1.2"]) == ("1", "3")
    assert tidy(args) == args


@given(st.permutations([1, 2, 3, 4]))
@settings(deadline=None)
def test_sitting_down_otherwise_and_back_changes_nothing(order: list[int]) -> None:
    back = [order.index(seat) + 1 for seat in (1, 2, 3, 4)]
    assert sorted(reseated(reseated(TYPED, order), back).items(multi=True)) == sorted(TYPED.items(multi=True))


def test_only_what_is_needed_is_asked() -> None:
    def dancers(*pairs: tuple[str, str]) -> tuple[int, ...]:
        return {category.key: seats for category, seats in steps(GAME, read(*pairs).tally)}.get("dance", ())

    assert dancers(("march1.1", "5"), ("march1.2", "5")) == (1, 2)
    assert dancers(("march1.1", "5"), ("march1.2", "6")) == ()


def test_the_next_address_keeps_what_was_typed_and_drops_what_is_empty() -> None:
    args = Args([("name", "Ann"), ("march1.1", " "), ("step", "march1"), ("march2.1", "5"), ("draft", "k")])
    assert canonical(args, "march2") == [("step", "march2"), ("name", "Ann"), ("march2.1", "5"), ("draft", "k")]


@pytest.mark.parametrize(
    "flat", [{"a": "1", "a.b": "2"}, {"a.b": "2", "a": "1"}, {".": "1"}, {"a..b": "1"}, {"a." * 50: "1"}]
)
def test_strange_names_of_house_rules_break_nothing(flat: dict[str, str]) -> None:
    assert isinstance(nested(flat), dict)
    assert read(*((f"opt.{key}", value) for key, value in flat.items())).errors


WORDS = st.one_of(
    st.sampled_from(
        ["march1", "falls", "lanterns", "banners", "leader", "weather", "opt", "rule", "name", "step", "dance"]
    ),
    st.text(max_size=6),
)
KEYS = st.lists(st.one_of(WORDS, st.sampled_from(["0", "1", "2", "9", "silk", "-1", ""])), min_size=1, max_size=4).map(
    ".".join
)
VALUES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["1", "0", "−7", "6×5+4", "banner01", "gold", "9" * 400, "1e9", "NaN", "\x00", "\u202e", "x" * 9000]
    ),
)


@given(st.lists(st.tuples(KEYS, VALUES), max_size=12))
@settings(deadline=None, max_examples=300)
def test_no_address_whatever_breaks_the_reading(pairs: list[tuple[str, str]]) -> None:
    given_ = read_tally(GAME, MultiDict(pairs))
    assert all(str(sentence) for sentence in given_.errors.values())
    if given_.tally.names:
        GAME.score(GAME.count.state(given_.tally)) if given_.tally.number("march1", 1) != 666 else None
