"""Sentences are values: equal when they say the same, filled in and translated at the edge."""

from __future__ import annotations

from companion.core.text import and_join, msg, msgs, verbatim


def test_a_sentence_fills_its_places() -> None:
    assert str(msg("%(n)d of %(name)s", n=3, name="Ann")) == "3 of Ann"


def test_a_percent_sign_without_values_stays() -> None:
    assert str(msg("100 % sure")) == "100 % sure"


def test_the_number_chooses_the_wording() -> None:
    assert [str(msgs("%(n)d city", "%(n)d cities", n)) for n in (0, 1, 2)] == [
        "0 cities",
        "1 city",
        "2 cities",
    ]


def test_a_sentence_inside_a_sentence_and_a_list_are_translated_with_it() -> None:
    whole = msg("%(who)s: %(what)s", who=("Ann", "Zoë"), what=msg("wood"))

    def french(one: str, many: str | None, n: int) -> str:
        return {"wood": "bois", "%(who)s: %(what)s": "%(who)s : %(what)s"}[one]

    assert whole.said(french, " et ".join) == "Ann et Zoë : bois"
    assert str(whole) == "Ann and Zoë: wood"


def test_lists_are_joined_as_english_does() -> None:
    assert [and_join(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_a_name_is_no_pattern() -> None:
    assert str(verbatim("{{7*7}} 100 % %(n)d")) == "{{7*7}} 100 % %(n)d"


def test_equal_sentences_are_equal_values() -> None:
    assert msg("%(n)d left", n=3) == msg("%(n)d left", n=3) != msg("%(n)d left", n=4)
