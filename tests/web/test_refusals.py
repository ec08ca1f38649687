"""Whatever is refused or looks odd leads to the section of the rules that says why, with scripts and without."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from companion import codec
from companion.core.game import Game
from companion.core.rules import listed
from companion.games import discover
from tests.sample_games import carrot_fair
from tests.web.test_joining import change
from tests.web.test_live import TAP, sit
from tests.web.test_plays import begin, put

GAMES: tuple[Game[Any], ...] = tuple(discover().values())
TOO_FEW = {"kind": "counted", "seat": "1", "item": "carrots", "by": "-1"}
CARROTS = {"id": "carrots", "title": "Carrots", "url": "/games/carrot-fair/rules#carrots"}


def marks(page: str, within: str) -> list[str]:
    """Where the links to rules lead that stand *within* a part of *page*."""
    return [str(a["href"]) for a in BeautifulSoup(page, "html.parser").select(f"{within} :is(a.rule, a.rule-link)")]


def send(client: FlaskClient, code: str, **event: Any) -> Any:
    return client.post(f"/api/v1/plays/{code}/events", json={"op": event["kind"], "base": 1, **event})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_whatever_a_play_refuses_leads_to_a_section(client: FlaskClient, game: Game[Any]) -> None:
    assert game.tracker is not None
    known = {entry.id for entry in listed(game.folder, "en")}
    code = begin(client, game=game.slug, name=["Ann", "Ben", "Cy"])
    wrong = [{"kind": "phase_ended", "phase": phase.key, "round": 99} for phase in game.tracker.phases]
    for kind in map(codec.kind_of, game.tracker.events):
        wrong += [{"kind": kind, "seat": 99, "round": 99, "turn": 99}, {"kind": kind, "such": "nonsense"}]
    for event in wrong:
        answer = send(client, code, **event)
        assert answer.status_code in (404, 422), event
        assert all(fault["rule"] for fault in answer.json["errors"]), (event, answer.json)
        assert {fault["rule"]["id"] for fault in answer.json["errors"]} <= known


def test_what_the_table_alone_does_has_no_section(fair: FlaskClient) -> None:
    answer = send(fair, begin(fair), kind="left", seat=9)
    assert answer.status_code == 404 and answer.json["error"]["rule"] is None


def test_who_is_not_at_the_table_is_led_to_its_door(fair_app: Flask) -> None:
    host, stranger = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    told = stranger.post(f"/plays/{code}/events", data=TOO_FEW, headers=TAP)
    assert told.status_code == 403 and told.json["door"] == f"/j/{code}"
    page = put(stranger, code, **TOO_FEW)
    assert page.status_code == 403 and f'href="/j/{code}"' in page.text and "Back to the play" not in page.text
    change(host, code, "withdraw", link=code)
    told = stranger.post(f"/plays/{code}/events", data=TOO_FEW, headers=TAP)
    assert told.status_code == 410 and "door" not in told.json, "nobody comes in by it any more"
    assert f'href="/j/{code}"' not in put(stranger, code, **TOO_FEW).text


def test_a_refused_tap_tells_the_script_and_the_page_its_section(fair: FlaskClient) -> None:
    code = begin(fair)
    told = fair.post(f"/plays/{code}/events", data=TOO_FEW, headers=TAP)
    assert told.status_code == 422 and told.json["rule"] == CARROTS
    page = put(fair, code, **TOO_FEW)
    assert page.status_code == 422 and marks(page.text, "main") == [CARROTS["url"]]


def test_a_conflict_leads_to_the_section_of_what_both_changed(fair_app: Flask) -> None:
    host, guest = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    sit(guest, code, 2)
    flowers = {"kind": "grown", "seat": "1", "base": "1"}
    assert put(host, code, **flowers, flowers="rose").status_code == 303
    told = guest.post(f"/plays/{code}/events", data={**flowers, "flowers": "tulip"}, headers=TAP)
    assert told.status_code == 409 and told.json["rule"]["id"] == "burrows"
    page = put(guest, code, **flowers, flowers="tulip")
    assert marks(page.text, "main") == ["/games/carrot-fair/rules#burrows"]


def test_a_calculator_refuses_under_its_section(fair: FlaskClient) -> None:
    answer = fair.post("/api/v1/carrot-fair/final", json={"players": {}})
    rule = carrot_fair.GAME.calculators[0].rule
    assert answer.status_code == 422 and answer.json["error"]["rule"]["id"] == rule


def test_what_a_refusal_names_itself_comes_before_the_section_of_what_was_asked(client: FlaskClient) -> None:
    body = {"own": ["Z9"], "build": {"city": 1}, "at": "A1"}
    answer = client.post("/api/v1/bunny-kingdom/placement", json=body)
    assert answer.status_code == 422 and answer.json["error"]["rule"]["id"] == "map"
    page = client.get("/games/bunny-kingdom/score/placement?own=Z9&build=city+1&at=A1")
    assert page.status_code == 422 and "/games/bunny-kingdom/rules#map" in marks(page.text, ".faults")


def test_a_doubt_leads_to_its_section_wherever_it_is_shown(fair: FlaskClient, client: FlaskClient) -> None:
    counted = fair.get("/games/carrot-fair/count?name=Ann&name=Ben&carrots.1=99&burrows.1=0&step=result")
    assert marks(counted.text, ".doubts") == [CARROTS["url"]]
    answer = fair.get("/games/carrot-fair/score/final?players.0.key=Ann&players.0.value.carrots=99")
    assert marks(answer.text, "#answer .doubt") == [CARROTS["url"]]
    code = begin(client, game="bunny-kingdom")
    assert put(client, code, kind="built", seat=1, at="A1", city=3).status_code == 303
    assert marks(client.get(f"/plays/{code}/").text, "#live .doubt") == ["/games/bunny-kingdom/rules#wrong-building"]
