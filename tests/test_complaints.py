"""The list of complaints names tests that exist, and every test that answers one stands in it."""

from __future__ import annotations

from tools import complaints


def test_docstrings_are_read_for_what_they_answer() -> None:
    assert complaints.named("B11, B26–B28: both.") == {"B11", "B26", "B27", "B28"}
    assert complaints.named("T5: all of it.") == {"T5"}
    assert complaints.named("Nobody named B11: it only speaks of it.") == complaints.named("") == set()


def test_the_list_and_the_tests_agree() -> None:
    listed, tests = complaints.listed(), complaints.tests()
    assert len(listed) > 60
    assert {test for row in listed.values() for test in row} <= set(tests), "a test that is no more"
    missing = {f"{name}: {test}" for test, named in tests.items() for name in named if test not in listed.get(name, [])}
    assert not missing, "python tools/complaints.py puts them in"


def test_whatever_has_no_test_says_why() -> None:
    rows = complaints.ROW.findall(complaints.LIST.read_text("utf-8"))
    assert [name for _, name, tests, why in rows if not tests and not why] == []
    assert [name for _, name, *_ in rows] == list(dict.fromkeys(name for _, name, *_ in rows)), "each once"
