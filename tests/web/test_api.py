"""The calculators for programs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.core.game import Game
from companion.settings import Settings
from companion.web import create_app
from tests.sample_games import carrot_fair

FINAL = "/api/v1/carrot-fair/final"
FAR = {"REMOTE_ADDR": "192.0.2.7"}
GAME: Game[Any] = carrot_fair.GAME


def faults(response: Any) -> list[tuple[str, str]]:
    """Paths and sentences of a refusal; fails unless it has the agreed form."""
    assert response.mimetype == "application/json"
    assert response.json["error"] == response.json["errors"][0]
    return [(one["field"], one["message"]) for one in response.json["errors"]]


def test_an_answer_has_figures_that_add_up_with_reasons_and_rules(fair: FlaskClient) -> None:
    response = fair.post(FINAL, json={"players": {"Ann": {"carrots": 8, "burrows": 2, "flowers": ["rose"]}, "Ben": {}}})
    assert response.status_code == 200
    answer = response.json
    assert answer["scores"] == {"Ann": 8, "Ben": -2}
    assert answer["winners"] == ["Ann"]
    assert answer["lines"][0] == {
        "seat": 1,
        "key": "carrots",
        "item": "",
        "label": "Carrots",
        "points": 6,
        "why": "8 carrots on the step table",
        "round": None,
        "rule": {"id": "carrots", "title": "Carrots", "url": "/games/carrot-fair/rules#carrots"},
    }
    for seat, name in enumerate(answer["scores"], 1):
        assert sum(line["points"] for line in answer["lines"] if line["seat"] == seat) == answer["scores"][name]


def test_an_odd_meaning_is_answered_with_a_doubt(fair: FlaskClient) -> None:
    response = fair.post(FINAL, json={"players": {"Ann": {"carrots": 99}}})
    assert response.status_code == 200
    assert response.json is not None
    [doubt] = response.json["doubts"]
    assert doubt["message"] == "99 carrots are counted; the box has 30."
    assert doubt["rule"] == {"id": "carrots", "title": "Carrots", "url": "/games/carrot-fair/rules#carrots"}


def test_every_error_comes_at_once(fair: FlaskClient) -> None:
    body = {"players": {"Ann": {"carrots": -1, "towers": 99}, "": {}}, "more": 1}
    response = fair.post(FINAL, json=body)
    assert response.status_code == 422
    assert faults(response) == [
        ("players.Ann.carrots", "0 is the least possible."),
        ("players.Ann.towers", "There is no such field here."),
        ("players.", "Write something here."),
        ("more", "There is no such field here."),
    ]


def test_a_refusal_of_the_game_has_its_field(fair: FlaskClient) -> None:
    response = fair.post(FINAL, json={"players": {}})
    assert response.status_code == 422
    assert faults(response) == [("players", "At least one player is needed.")]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/problem+json", ""])
def test_only_json_is_read(fair: FlaskClient, kind: str) -> None:
    response = fair.post(FINAL, data=b'{"players": {}}', content_type=kind)
    assert response.status_code == 422
    assert faults(response) == [("", "Send JSON, with the content type application/json.")]


def test_a_charset_beside_the_type_is_fine(fair: FlaskClient) -> None:
    body = '{"players": {"Zoë": {}}}'.encode()
    assert fair.post(FINAL, data=body, content_type="application/json; charset=utf-8").status_code == 200


@pytest.mark.parametrize(("size", "status"), [(64 * 1024, 422), (64 * 1024 + 1, 413)])
def test_a_body_may_have_64_kib(fair: FlaskClient, size: int, status: int) -> None:
    response = fair.post(FINAL, data=b" " * size, content_type="application/json")
    assert response.status_code == status
    assert faults(response)[0][1]


def test_a_body_that_does_not_say_its_size_is_bounded_too(fair: FlaskClient) -> None:
    stream = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}
    body = b" " * (64 * 1024 + 1)
    response = fair.post(FINAL, data=body, content_type="application/json", environ_overrides=stream)
    assert response.status_code == 413


@pytest.mark.parametrize(
    "path",
    ["/api/v1/no-game/final", "/api/v1/carrot-fair/no-calculator", "/api/v1/nothing", "/api/v2/carrot-fair/final"],
)
def test_what_is_not_there_is_404_in_json(fair: FlaskClient, path: str) -> None:
    response = fair.post(path, json={})
    assert response.status_code == 404
    assert faults(response)[0][1] == "There is nothing at this address."


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_another_method_is_405_in_json(fair: FlaskClient, method: str) -> None:
    response = fair.open(FINAL, method=method)
    assert response.status_code == 405
    assert set(response.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}
    assert faults(response)


def test_a_calculator_needs_no_origin(fair: FlaskClient) -> None:
    head = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    assert fair.post(FINAL, json={"players": {"A": {}}}, headers=head).status_code == 200


def test_sentences_come_in_the_language_asked_for_and_keys_do_not_change(fair: FlaskClient, fair_app: Flask) -> None:
    body = {"players": {"Ann": {"carrots": 99}}}
    plain = fair.post(FINAL, json=body).json
    assert fair.post(f"{FINAL}?lang=xx", json=body).json == plain
    fair_app.config["PSEUDO"] = True
    told = fair.post(f"{FINAL}?lang=fr", json=body).json
    assert told is not None
    assert told["lines"][0]["label"] == "⟦Carrots⟧"
    assert told["doubts"][0]["message"].startswith("⟦")
    assert plain is not None
    assert told["lines"][0]["key"] == plain["lines"][0]["key"]


def limited(settings: Settings, **more: Any) -> FlaskClient:
    """A client of a site that allows three requests a minute."""
    return create_app(replace(settings, rate_limit=3, **more), {GAME.slug: GAME}).test_client()


def test_an_address_that_asks_too_often_hears_when_to_come_back(settings: Settings) -> None:
    client = limited(settings)
    found = [client.post(FINAL, json={"players": {"A": {}}}, environ_base=FAR).status_code for _ in range(4)]
    assert found == [200, 200, 200, 429]
    last = client.get("/api/v1/games", environ_base=FAR)
    assert last.status_code == 429
    assert 1 <= int(last.headers["Retry-After"]) <= 20
    assert faults(last)[0][1]
    assert client.post(FINAL, json={"players": {"A": {}}}, environ_base={"REMOTE_ADDR": "192.0.2.8"}).status_code == 200


def test_this_machine_and_a_limit_of_0_are_never_stopped(settings: Settings) -> None:
    client = limited(settings)
    assert {client.get("/api/v1/games").status_code for _ in range(9)} == {200}
    free = create_app(replace(settings, rate_limit=0), {GAME.slug: GAME}).test_client()
    assert {free.get("/api/v1/games", environ_base=FAR).status_code for _ in range(9)} == {200}


def test_behind_a_proxy_every_asker_counts_alone(settings: Settings) -> None:
    client = limited(settings, public_url="https://example.org")
    one, other = ({"X-Forwarded-For": f"10.9.9.9, 192.0.2.{n}"} for n in (1, 2))
    assert [client.get("/api/v1/games", headers=one).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert client.get("/api/v1/games", headers=other).status_code == 200


def test_nobody_gets_another_address_by_saying_so(settings: Settings) -> None:
    client = limited(settings)
    found = [
        client.get("/api/v1/games", headers={"X-Forwarded-For": f"192.0.2.{n}"}, environ_base=FAR).status_code
        for n in range(4)
    ]
    assert found == [200, 200, 200, 429]


def test_a_fault_of_ours_is_500_and_tells_nothing(settings: Settings, capfd: pytest.CaptureFixture[str]) -> None:
    def fall(given: Any) -> Any:
        raise RuntimeError("secret inside")

    broken = replace(GAME, calculators=(replace(GAME.calculators[0], run=fall),))
    client = create_app(settings, {GAME.slug: broken}).test_client()
    response = client.post(FINAL, json={"players": {"A": {}}})
    assert response.status_code == 500
    assert faults(response) == [("", "Something went wrong here.")]
    assert "secret inside" not in response.text
    page = client.get("/games/carrot-fair/score/final?players.0.key=A")
    assert page.status_code == 500
    assert "secret inside" not in page.text


def test_the_list_of_games_has_all_there_is_to_ask(fair: FlaskClient) -> None:
    found = fair.get("/api/v1/games").json
    assert found is not None
    [game] = found["games"]
    assert {"score-pad", "scoring", "score-sheet"} <= set(game.pop("sheets"))
    assert game == {
        "game": "carrot-fair",
        "title": "Carrot Fair",
        "seats": [2, 3, 4, 5],
        "calculators": ["final"],
        "languages": ["en"],
        "url": "/games/carrot-fair/",
    }
