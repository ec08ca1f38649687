"""Many who look and few who tap: pages are made in turn, a tap passes beside them, and nothing blocks for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from flask import Flask

from companion.web import lanes

PATIENCE = 20.0


@pytest.fixture
def slow(fair_app: Flask) -> tuple[Flask, Event, Event]:
    """The made-up game's site with ``/slow``, which says that it was begun and waits until it may end."""
    begun, may_end = Event(), Event()

    def view() -> str:
        begun.set()
        assert may_end.wait(PATIENCE)
        return "slow"

    def bug() -> str:
        raise RuntimeError("a bug")

    for path in ("/slow", "/slow.pdf", "/slow/head"):
        fair_app.add_url_rule(path, path, view)
    fair_app.add_url_rule("/slow", "tap", lambda: "tapped", methods=["POST"])
    fair_app.add_url_rule("/bug", "bug", bug)
    fair_app.testing = False  # a bug is answered, not raised
    return fair_app, begun, may_end


@contextmanager
def meanwhile(work: Callable[[], object]) -> Iterator[Thread]:
    """*work* goes on beside the test."""
    thread = Thread(target=work)
    thread.start()
    yield thread
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_pages_are_made_in_turn_and_a_tap_passes_beside_them(slow: tuple[Flask, Event, Event]) -> None:
    app, begun, may_end = slow
    answers: list[int] = []
    with meanwhile(lambda: answers.append(app.test_client().get("/slow").status_code)):
        assert begun.wait(PATIENCE)
        with meanwhile(lambda: answers.append(app.test_client().get("/nothing").status_code)) as second:
            assert app.test_client().post("/slow").text == "tapped"
            second.join(0.3)
            assert second.is_alive()
            assert not answers
            may_end.set()
    assert sorted(answers) == [200, 404]


@pytest.mark.parametrize("path", ["/slow.pdf", "/slow/head"])
def test_what_waits_for_the_printer_holds_nobody_up(slow: tuple[Flask, Event, Event], path: str) -> None:
    app, begun, may_end = slow
    with meanwhile(lambda: app.test_client().get(path)):
        assert begun.wait(PATIENCE)
        with meanwhile(lambda: app.test_client().get("/nothing")) as second:
            second.join(lanes.PATIENCE / 2)
            assert not second.is_alive()
            may_end.set()


def test_a_page_that_fails_lets_the_next_one_in(slow: tuple[Flask, Event, Event]) -> None:
    app, _, may_end = slow
    may_end.set()
    for path, status in (("/bug", 500), ("/nothing", 404), ("/slow", 200)):
        assert app.test_client().get(path).status_code == status
    assert app.extensions["lanes"].acquire(timeout=0)


def test_a_page_that_is_stuck_holds_the_others_up_only_for_a_while(
    slow: tuple[Flask, Event, Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, begun, may_end = slow
    monkeypatch.setattr(lanes, "PATIENCE", 0.05)
    with meanwhile(lambda: app.test_client().get("/slow")):
        assert begun.wait(PATIENCE)
        assert app.test_client().get("/nothing").status_code == 404
        may_end.set()
    assert app.extensions["lanes"].acquire(timeout=0)
    assert not app.extensions["lanes"].acquire(timeout=0)
