"""What every request must keep to, and every response says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask, abort, request
from flask.testing import FlaskClient

from companion.core.errors import Invalid, Missing, Refused, Stale
from companion.core.text import msg
from companion.games import discover
from companion.settings import Settings
from companion.web import create_app
from companion.web.guard import MOST_BYTES, MOST_URL

FAIR = discover("tests.sample_games")
STRICT = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}


@pytest.fixture
def probed(settings: Settings) -> Iterator[FlaskClient]:
    """A site with a few more addresses that go wrong on purpose, or change something."""
    app = create_app(settings, FAIR)

    @app.route("/change", methods=["POST", "DELETE"])
    def change() -> str:
        return f"done with {len(request.get_data())}"

    @app.get("/fails/<int:status>")
    def fails(status: int) -> None:
        abort(status)

    @app.get("/bug")
    def bug() -> None:
        raise RuntimeError("a bug")

    def refuse(kind: str) -> None:
        if kind == "invalid":
            raise Invalid((Refused(msg("Too many."), "a"), Refused(msg("Too few."), "b.0")))
        raise {"refused": Refused, "stale": Stale, "missing": Missing}[kind](msg("It cannot be."), "field")

    app.add_url_rule("/refuses/<kind>", "refuses", refuse)
    app.add_url_rule("/api/v1/refuses/<kind>", "api_refuses", refuse)
    with app.test_client() as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/app.css", "/api/v1/games", "/api/v1/nothing", "/bug"])
def test_every_response_carries_the_same_strict_headers(probed: FlaskClient, path: str) -> None:
    headers = probed.get(path).headers
    assert {name: headers.get(name) for name in STRICT} == STRICT
    assert set(headers["Content-Security-Policy"].split("; ")) == POLICY
    assert "camera=()" in headers["Permissions-Policy"]
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, 403),
        ({"Origin": "http://localhost"}, 200),
        ({"Origin": "http://localhost:8000"}, 403),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({}, 200),  # curl, and browsers too old to be told apart from it
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_only_our_own_pages_may_change_something(
    probed: FlaskClient, method: str, headers: dict[str, str], status: int
) -> None:
    assert probed.open("/change", method=method, headers=headers).status_code == status


def test_reading_is_free_for_everybody(probed: FlaskClient) -> None:
    assert probed.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


def test_calculators_may_be_asked_from_anywhere_for_they_change_nothing(probed: FlaskClient) -> None:
    answer = probed.post("/api/v1/carrot-fair/final", json={"players": {"Ann": {}}}, headers={"Origin": "https://a.b"})
    assert answer.status_code == 200


def test_behind_a_proxy_the_public_address_counts_as_our_own(settings: Settings) -> None:
    open_to_all = Settings(data_dir=settings.data_dir, secret_key=b"x", public_url="https://table.example/games")
    app = create_app(open_to_all, FAIR)
    app.add_url_rule("/change", "change", lambda: "done", methods=["POST"])
    client = app.test_client()

    assert client.post("/change", headers={"Origin": "https://table.example"}).status_code == 200
    assert client.post("/change", headers={"Origin": "https://other.example"}).status_code == 403


def test_sizes_are_bounded(probed: FlaskClient) -> None:
    assert probed.get("/?" + "x" * MOST_URL).status_code == 414
    assert probed.get("/?" + "x" * (MOST_URL - 10)).status_code == 200
    assert probed.post("/change", data=b"x" * MOST_BYTES).status_code == 200
    assert probed.post("/change", data=b"x" * (MOST_BYTES + 1)).status_code == 413


@pytest.mark.parametrize("status", [403, 404, 405, 413, 414, 422, 429, 500, 503])
def test_every_failure_is_a_page_in_our_look_with_a_way_on(probed: FlaskClient, status: int) -> None:
    answer = probed.get(f"/fails/{status}")

    assert answer.status_code == status
    assert answer.text.startswith("<!doctype html>")
    assert 'href="/"' in answer.text
    assert "Werkzeug" not in answer.text
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_bug_is_a_500_that_tells_nothing_of_itself(probed: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    answer = probed.get("/bug")

    assert answer.status_code == 500
    assert "a bug" not in answer.text
    assert "RuntimeError" in caplog.text and "a bug" in caplog.text, "where it was, by the line of its source"


def test_programs_get_json_for_what_is_missing_or_not_allowed(probed: FlaskClient) -> None:
    missing, wrong = probed.get("/api/v1/nothing"), probed.get("/api/v1/carrot-fair/final")

    assert (missing.status_code, missing.json["errors"][0]["field"]) == (404, "")
    assert wrong.status_code == 405
    assert "POST" in wrong.headers["Allow"]


@pytest.mark.parametrize(("kind", "status"), [("refused", 422), ("invalid", 422), ("stale", 409), ("missing", 404)])
def test_what_is_refused_says_why(probed: FlaskClient, kind: str, status: int) -> None:
    page, answer = probed.get(f"/refuses/{kind}"), probed.get(f"/api/v1/refuses/{kind}")

    assert (page.status_code, answer.status_code) == (status, status)
    assert answer.json["errors"][0]["message"] in page.text


def test_programs_get_every_reason_at_once(probed: FlaskClient) -> None:
    assert probed.get("/api/v1/refuses/invalid").json == {
        "error": {"message": "Too many.", "field": "a", "rule": None},
        "errors": [
            {"message": "Too many.", "field": "a", "rule": None},
            {"message": "Too few.", "field": "b.0", "rule": None},
        ],
    }


def prefixed(settings: Settings, url: str) -> Flask:
    return create_app(Settings(data_dir=settings.data_dir, secret_key=b"x", public_url=url), FAIR)


@pytest.mark.parametrize("path", ["/", "/about", "/games/carrot-fair/rules"])
def test_under_a_path_every_address_carries_it_whether_the_proxy_strips_it_or_not(
    settings: Settings, path: str
) -> None:
    client = prefixed(settings, "https://example.org/table").test_client()
    stripped, whole = client.get(path), client.get(f"/table{path}")

    assert stripped.status_code == whole.status_code == 200
    assert 'href="/table/' in stripped.text
    assert 'href="/games' not in whole.text
    assert 'src="/static' not in whole.text


def test_a_prefix_that_nobody_set_up_is_not_believed(settings: Settings) -> None:
    client = create_app(settings, FAIR).test_client()
    assert "/evil" not in client.get("/", headers={"X-Forwarded-Prefix": "/evil"}).text
