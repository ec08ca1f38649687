"""The application itself: addresses are made once and are right all the same, and no cookie is set unasked."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask, url_for

from companion.web.site import KEPT, Site


@pytest.fixture
def made(fair_app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The endpoints whose addresses Flask was asked for."""
    asked: list[str] = []
    make = Flask.url_for

    def noted(app: Flask, endpoint: str, **values: Any) -> str:
        asked.append(endpoint)
        return make(app, endpoint, **values)

    monkeypatch.setattr(Flask, "url_for", noted)
    return asked


def test_an_address_is_made_once_for_all_requests(fair_app: Flask, made: list[str]) -> None:
    for _ in range(2):
        with fair_app.test_request_context():
            assert url_for("home.game", slug="carrot-fair") == "/games/carrot-fair/"
    assert made == ["home.game"]


def test_addresses_differ_by_what_they_are_made_of(fair_app: Flask) -> None:
    for root in ("", "/games"):
        with fair_app.test_request_context(base_url=f"http://localhost{root}/"):
            assert url_for("home.shelf") == f"{root}/"
            assert url_for("rules.show", slug="a") == f"{root}/games/a/rules"
            assert url_for("rules.show", slug="a", _anchor="b") == f"{root}/games/a/rules#b"
            told = [url_for("home.shelf", on=on) for on in (1, True, "1", 0, None, ["1", "2"])]
            assert told == [f"{root}/{end}" for end in ("?on=1", "?on=True", "?on=1", "?on=0", "", "?on=1&on=2")]


def test_addresses_with_a_host_name_the_host_that_was_asked(fair_app: Flask) -> None:
    for host in ("one.example", "two.example"):
        with fair_app.test_request_context(base_url=f"http://{host}"):
            assert url_for("home.shelf", _external=True) == f"http://{host}/"


def test_what_people_type_fills_no_memory(fair_app: Flask, made: list[str]) -> None:
    assert isinstance(fair_app, Site)
    with fair_app.test_request_context():
        for _ in range(2):
            url_for("rules.ask", q="carrots " * 40)
        for n in range(KEPT + 10):
            url_for("rules.ask", q=n)
    assert made.count("rules.ask") == KEPT + 12
    assert len(fair_app._addresses) <= KEPT


def test_nobody_gets_a_cookie_for_looking(fair_app: Flask) -> None:
    assert "Set-Cookie" not in fair_app.test_client().get("/").headers
