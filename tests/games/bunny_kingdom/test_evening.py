"""A whole recorded evening at four: by events at every prefix, and through the web, equal to a second scorer."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from werkzeug.datastructures import MultiDict

from companion.games.bunny_kingdom.tracker import TRACKER
from companion.settings import Settings
from companion.web import create_app
from tests.games.bunny_kingdom.following import after, begun, booked, counted, evening, read
from tests.games.bunny_kingdom.retold import Evening

EVENTS: list[dict[str, Any]] = evening()["events"]
NAMES: list[str] = evening()["names"]
SEATS = tuple(range(1, len(NAMES) + 1))


def test_the_evening_is_a_long_one() -> None:
    assert len(EVENTS) >= 150
    assert {event["kind"] for event in EVENTS} >= {"settled", "built", "saved", "harvested", "undone", "corrected"}
    buildings = {kind for event in EVENTS for kind in ("city", "farm", "post", "camp", "sky") if kind in event}
    assert buildings == {"city", "farm", "post", "camp", "sky"}


def test_the_second_scorer_agrees_with_pencil_and_board() -> None:
    told = Evening(SEATS, EVENTS)
    for name, harvests in evening()["harvests"].items():
        assert told.harvests(NAMES.index(name) + 1) == harvests
    for name, total in evening()["totals"].items():
        assert told.totals()[NAMES.index(name) + 1] == total


def test_nothing_in_it_is_odd() -> None:
    play = after(begun(*NAMES), *map(read, EVENTS))
    assert TRACKER.doubts(play.state) == ()
    assert not [one.id for one in counted(play).undecided]


def test_every_prefix_has_the_figures_of_the_second_scorer() -> None:
    play = begun(*NAMES)
    for n, raw in enumerate(EVENTS, 1):
        play, told = after(play, read(raw)), Evening(SEATS, EVENTS[:n])
        for seat in SEATS:
            assert [one for one in booked(play, seat) if one is not None] == told.harvests(seat), f"step {n + 1}"
        result = counted(play)
        assert {seat: result.total(seat) for seat in SEATS} == told.totals(), f"step {n + 1}: {raw}"


# ---------------------------------------------------------------- through the web


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = str(tmp_path_factory.mktemp("evening"))
    app = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for tests"}))
    app.testing = True
    return app


@pytest.fixture(scope="module")
def played(app: Flask) -> tuple[FlaskClient, str]:
    """The evening, posted step by step as the forms of the pages post it."""
    client = app.test_client()
    code = opened(client)
    for seq, raw in enumerate(EVENTS, 2):
        where, fields = as_form(code, raw)
        response = client.post(where, data=fields)
        assert response.status_code == 303, f"step {seq}: {raw} {response.text}"
    return client, code


def opened(client: FlaskClient) -> str:
    people = MultiDict([("game", "bunny-kingdom"), ("start", "1"), ("depth", "full"), *(("name", n) for n in NAMES)])
    return str(client.post("/plays/new", data=people).headers["Location"].split("/")[2])


def as_form(code: str, raw: dict[str, Any]) -> tuple[str, MultiDict[str, str]]:
    """Where a step is posted, and the fields of its form."""
    if raw["kind"] == "corrected":
        return f"/plays/{code}/steps/{raw['seq']}", flat(raw["event"])
    return f"/plays/{code}/events", flat(raw)


def flat(raw: dict[str, Any]) -> MultiDict[str, str]:
    found: MultiDict[str, str] = MultiDict()
    for name, value in raw.items():
        if name == "held":
            found["seat"] = str(value["owner"])
            found.setlist("keys", value["keys"])
        elif isinstance(value, list):
            found.setlist(name, [str(one) for one in value])
        else:
            found[name] = str(int(value) if isinstance(value, bool) else value)
    return found


def figures(page: str) -> dict[str, int]:
    """Names and totals of a score sheet's standing."""
    rows = re.findall(r'<b dir="auto">([^<]+)</b>.*?<span class="points">(\d+)</span>', page, re.S)
    return {name: int(points) for name, points in rows}


def expected() -> dict[str, int]:
    return {NAMES[seat - 1]: n for seat, n in Evening(SEATS, EVENTS).totals().items()}


def public(steps: list[dict[str, Any]]) -> dict[int, int]:
    """What a phone that several share may show: no parchments before they are turned over."""
    told = Evening(SEATS, steps)
    if any(step["kind"] == "turned_over" for step in steps):
        return told.totals()
    return {seat: sum(told.harvests(seat)) for seat in SEATS}


def test_the_score_sheet_shows_what_was_worked_out(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    page = client.get(f"/plays/{code}/scores").text
    assert figures(page) == expected()
    assert "9×5" in page and "9×6 + 1×1" in page, "harvests are told fief by fief"


def test_the_count_at_the_end_needs_nothing_more(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    address = client.get(f"/plays/{code}/end").headers["Location"].replace("step=after.names", "step=result")
    page = client.get(address).text
    assert "Bob wins" in page and "160" in page and "156" in page


def test_the_api_keeps_the_same_evening(played: tuple[FlaskClient, str], app: Flask) -> None:
    client, code = played
    other = app.test_client()
    again = opened(other)
    for seq, raw in enumerate(EVENTS, 2):
        response = other.post(f"/api/v1/plays/{again}/events", json={"op": f"op{seq}", "base": seq - 1, **raw})
        assert response.json == {"seq": seq, "head": seq}, raw
        scores = other.get(f"/api/v1/plays/{again}").json["scores"]
        assert {one["seat"]: one["total"] for one in scores} == public(EVENTS[: seq - 1]), f"step {seq}: {raw}"
    assert figures(other.get(f"/plays/{again}/scores").text) == expected()
    one, two = (who.get(f"/api/v1/plays/{at}").json for who, at in ((client, code), (other, again)))
    assert [entry["event"] for entry in one["log"]] == [entry["event"] for entry in two["log"]]


def test_the_printed_sheet_shows_the_same_figures(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    pdf = client.get(f"/games/bunny-kingdom/print/score-sheet.pdf?play={code}")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf.data)).pages)
    for name, total in expected().items():
        assert name in text and re.search(rf"\b{total}\b", text), (name, total)


def test_a_restart_finds_the_evening_as_it_was(played: tuple[FlaskClient, str], app: Flask) -> None:
    client, code = played
    app.extensions["plays"]._folded.clear()
    assert figures(client.get(f"/plays/{code}/scores").text) == expected()


def test_an_exported_evening_comes_back_equal(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    file = client.get(f"/plays/{code}/export.json").data
    copy = client.post("/plays/import", data={"file": (io.BytesIO(file), "play.json")}).headers["Location"]
    assert figures(client.get(f"{copy}scores").text) == expected()
    assert json.loads(client.get(f"{copy}export.json").data)["log"] == json.loads(file)["log"]


def test_what_lies_face_down_is_in_no_byte_that_others_receive(app: Flask) -> None:
    mine, other = app.test_client(), app.test_client()
    code = opened(mine)
    mine.post(f"/plays/{code}/events", data=flat({"kind": "settled", "seat": 1, "at": ["A3", "A4"]}))
    mine.post(f"/plays/{code}/events", data={"kind": "parchments", "seat": "1", "keys": ["explorer", "royal_crown"]})
    assert 'value="explorer" checked' in mine.get(f"/plays/{code}/seats/1?open=1").text
    told = re.compile("explorer|royal_crown|Royal Crown|missions 3")
    for page in ("", "?seat=1&at=A1", "setup", "scores", "log", "seats/1", "end"):
        for client in (mine, other):
            response = client.get(f"/plays/{code}/{page}")
            assert not told.search(response.text + response.headers.get("Location", "")), page
    assert " checked" not in mine.get(f"/plays/{code}/seats/2?open=1").text
    assert not told.search(other.get(f"/plays/{code}/export.json").text + other.get(f"/api/v1/plays/{code}").text)


def test_buildings_that_wait_are_named_until_they_are_used(app: Flask) -> None:
    client = app.test_client()
    code = opened(client)
    client.post(f"/plays/{code}/events", data={"kind": "saved", "seat": "1", "cards": ["camp-2", "city-3"]})
    waits = re.compile(r'<p class="waits">.*?<b>City of strength 3</b> · <b>Camp 2</b>', re.S)
    for phase in ("exploration", "construction"):
        assert waits.search(client.get(f"/plays/{code}/?seat=1").text)
        assert not waits.search(client.get(f"/plays/{code}/?seat=2").text)
        client.post(f"/plays/{code}/events", data={"kind": "phase_ended", "round": "1", "phase": phase})
