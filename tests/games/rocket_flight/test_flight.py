"""A recorded flight of two with hidden hands: by events at every prefix, over the API, by forms, on paper."""

from __future__ import annotations

import io
import re
import uuid
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from pypdf import PdfReader
from werkzeug.datastructures import MultiDict

from companion.games.rocket_flight.draw import draw
from companion.games.rocket_flight.tracker import TRACKER
from companion.settings import Settings
from companion.web import create_app
from tests.games.rocket_flight.following import begun, counted, read, recorded
from tests.games.rocket_flight.retold import Retold

EVENTS: list[dict[str, Any]] = recorded()["events"]
NAMES: list[str] = recorded()["names"]


def standing(count: int) -> list[dict[str, Any]]:
    """The first steps, without what was taken back."""
    kept: list[dict[str, Any] | None] = []
    for event in EVENTS[:count]:
        if event["kind"] == "undone":
            kept[event["seq"] - 2] = None
        kept.append(event if event["kind"] != "undone" else None)
    return [event for event in kept if event]


def retold(count: int = len(EVENTS)) -> Retold:
    drawn = draw(recorded()["code"])
    return Retold(numbers=drawn.planets, heading=drawn.direction, seats=(1, 2)).follow(standing(count))  # type: ignore[arg-type]


def played(events: list[dict[str, Any]]) -> Any:
    """The play after raw *events*, what chance drew included."""
    from companion.core.events import Logged

    play = begun(*NAMES)
    for raw in events:
        play = play.append(Logged(seq=play.head + 1, op=str(play.head + 1), at=0, by=1, event=read(raw)))
    return play


def test_the_flight_is_a_whole_one() -> None:
    kinds = [event["kind"] for event in EVENTS]
    assert set(kinds) == {"flight_chosen", "dealt", "flew", "turn_done", "passed", "undone"}
    assert len(recorded()["piles"]) >= 2


def test_the_second_keeper_agrees_with_what_was_worked_out_by_hand() -> None:
    told = retold()
    assert (told.visited, told.fuel, told.piles) == (9, recorded()["fuel"], recorded()["piles"])
    assert (told.cards, told.passes) == (recorded()["cards"], recorded()["passes"])


def test_every_prefix_has_the_rocket_hands_and_fuel_of_the_second_keeper() -> None:
    play = begun(*NAMES)
    for n in range(1, len(EVENTS) + 1):
        play = played(EVENTS[:n]) if n % 20 == 0 else _one_more(play, EVENTS[n - 1])
        told, state = retold(n), play.state
        assert (state.visited, state.fuel) == (told.visited, told.fuel), f"step {n + 1}"
        if told.hands:
            assert {seat: sorted(hand.keys) for seat, hand in state.hands.items()} == {
                seat: sorted(hand) for seat, hand in told.hands.items()
            }
            assert list(state.deck.keys) == told.deck and state.pile.left == len(told.deck)
            assert sorted(map(str, state.heap)) == sorted(told.heap)


def _one_more(play: Any, raw: dict[str, Any]) -> Any:
    from companion.core.events import Logged

    return play.append(Logged(seq=play.head + 1, op=str(play.head + 1), at=0, by=1, event=read(raw)))


def test_it_lands_on_earth_and_is_won() -> None:
    play = played(EVENTS)
    assert play.state.is_home and TRACKER.where(play.state) is None and not TRACKER.doubts(play.state)
    assert str(counted(play).outcome) == "Home on 5 of 5 divisions of fuel"
    assert len(play.state.past) == recorded()["turns"] and counted(play).winners == (1, 2)


# ---------------------------------------------------------------- through the web


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = str(tmp_path_factory.mktemp("flight"))
    app = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for tests"}))
    app.testing = True
    return app


def opened(client: FlaskClient, depth: str = "full", **more: str) -> str:
    people = MultiDict(
        [("game", "rocket-flight"), ("start", "1"), ("depth", depth), *(("name", n) for n in NAMES), *more.items()]
    )
    return str(client.post("/plays/new", data=people).headers["Location"].split("/")[2])


@pytest.fixture(scope="module")
def flown(app: Flask) -> tuple[FlaskClient, str]:
    """The recorded flight, brought in as an exported file with all that was drawn."""
    client = app.test_client()
    code = opened(client)
    file = client.get(f"/plays/{code}/export.json").json
    assert file is not None
    file["log"] += [{"seq": n, "op": f"op{n}", "at": 0, "by": 1, "event": raw} for n, raw in enumerate(EVENTS, 2)]
    import json

    data = {"file": (io.BytesIO(json.dumps(file).encode()), "play.json")}
    where = client.post("/plays/import", data=data).headers["Location"]
    return client, where.split("/")[2]


def test_page_scores_count_and_api_tell_the_same_end(flown: tuple[FlaskClient, str]) -> None:
    client, code = flown
    page = client.get(f"/plays/{code}/").text
    assert "<h1>Home</h1>" in page and "5 of 5 divisions of fuel" in page and "90 cards played" in page
    assert "5" in client.get(f"/plays/{code}/scores").text
    address = client.get(f"/plays/{code}/end").headers["Location"].replace("step=after.names", "step=result")
    assert "Home on 5 of 5 divisions of fuel" in client.get(address).text
    scores = client.get(f"/api/v1/plays/{code}").json["scores"]  # type: ignore[index]
    assert {one["seat"]: one["place"] for one in scores} == {1: 1, 2: 1, None: 1}
    assert next(one["points"] for one in scores if one["seat"] is None) == {"fuel": 5}


def test_the_line_of_the_flight_is_verified_and_printed(flown: tuple[FlaskClient, str]) -> None:
    client, code = flown
    page = client.get(f"/plays/{code}/").text
    found = re.search(r'class="prose written">([^<]+)<', page)
    assert found
    answer = client.post("/api/v1/rocket-flight/verify", json={"code": recorded()["code"], "line": found[1]}).json
    assert answer is not None and (answer["legal"], answer["finished"]) == (True, True)
    assert (answer["turns"], answer["cards"]) == (recorded()["turns"], recorded()["cards"])
    pdf = client.get(f"/games/rocket-flight/print/keepsake.pdf?play={code}")
    words = PdfReader(io.BytesIO(pdf.data)).pages[0].extract_text()
    assert "Home on 5 of 5" in words and "Ann, Bob" in words and "43 turns, 90 cards" in words
    picture = client.get(f"/games/rocket-flight/print/keepsake.svg?play={code}")
    assert (
        picture.status_code == 200
        and "Home on 5 of 5" in picture.text
        and "no-store" in picture.headers["Cache-Control"]
    )


def test_the_line_after_a_landing_marked_by_hand_is_kept_and_the_gap_is_told(app: Flask) -> None:
    client = app.test_client()
    code = opened(client)
    for event in (
        {"kind": "flight_chosen", "code": "4T9WK2RM"},
        {"kind": "visited", "n": "1"},
        {"kind": "flew", "seat": "1", "turn": "1", "card": "1", "play": "^2"},
        {"kind": "flew", "seat": "1", "turn": "1", "card": "2", "play": "1"},
    ):
        assert client.post(f"/plays/{code}/events", data=event).status_code == 303, event
    where = f"/games/rocket-flight/print/keepsake.{{}}?play={code}"
    drawing = client.get(where.format("svg")).text
    gap = "Landings marked by hand, their line not drawn whole: Mercury."
    assert re.findall(r'<path d="(M[^"]+)" stroke="#000" stroke-width="1.1"', drawing)[0].count("M") == 1
    assert gap in drawing
    words = PdfReader(io.BytesIO(client.get(where.format("pdf")).data)).pages[0].extract_text()
    assert gap in words and "1 turn, 2 cards" in words
    picture = client.get(where.format("png") + "&keep=1")
    assert picture.mimetype == "image/png" and "no-store" in picture.headers["Cache-Control"]
    assert Image.open(io.BytesIO(picture.data)).width == 1240


def test_no_phone_is_sent_the_deck_or_another_hand(app: Flask) -> None:
    host = app.test_client()
    code = opened(host)
    for event in ({"kind": "flight_chosen", "code": "4T9WK2RM"}, {"kind": "dealt", "seat": "0"}):
        assert host.post(f"/plays/{code}/events", data=event).status_code == 303
    other, watcher = app.test_client(), app.test_client()
    assert other.post(f"/j/{code}", data={"seat": "2"}).status_code == 303
    assert watcher.post(f"/j/{code}", data={"as": "watch"}).status_code == 303
    plays = app.extensions["plays"]
    state = plays.open(plays.find(code)).state
    hidden = [*state.deck.keys]
    for client, mine in ((other, {2}), (watcher, set())):
        raw = client.get(f"/api/v1/plays/{code}").json
        assert raw is not None
        dealt = next(row["event"] for row in raw["log"] if row["event"]["kind"] == "dealt")
        assert dealt["deck"]["keys"] == [] and len(hidden) == 18
        assert {hand["owner"] for hand in dealt["hands"] if hand["keys"]} == mine
        page = client.get(f"/plays/{code}/").text
        shown = re.findall(r'<b class="card">(\d)</b>', page)
        assert sorted(shown) == (sorted(state.hands[2].keys) if mine else [])
        assert not re.search(r'id="card-\d"', page), "it is Ann's turn"
    for client in (other, watcher):
        assert not re.search(r'<b class="card">|fly to|turn to', client.get(f"/plays/{code}/seats/1?open=1").text)
    assert sorted(re.findall(r'<b class="card">(\d)</b>', host.get(f"/plays/{code}/seats/1?open=1").text)) == sorted(
        state.hands[1].keys
    )


def test_a_hidden_hand_is_played_on_its_own_phone_and_told_by_no_refusal(app: Flask) -> None:
    host, other = app.test_client(), app.test_client()
    code = opened(host, **{"opt.flight": "4T9WK2RM"})
    host.post(f"/plays/{code}/events", data={"kind": "dealt", "seat": "0"})
    other.post(f"/j/{code}", data={"seat": "2"})
    plays = app.extensions["plays"]
    hand = plays.open(plays.find(code)).state.hands[1].keys

    def send(phone: FlaskClient, **event: Any) -> str:
        answer = phone.post(f"/api/v1/plays/{code}/events", json={"op": uuid.uuid4().hex, "base": 2, **event})
        return str(answer.status_code) + answer.text

    guesses = {send(other, kind="flew", seat=1, play=f"^{card}") for card in range(1, 7)}
    guesses |= {send(other, kind="passed", turn=1, discard=[card, 6]) for card in range(1, 7)}
    assert len(guesses) == 1 and "Hidden from all but Ann" in guesses.pop()
    assert "Hidden" not in send(host, kind="flew", seat=1, play=hand[0])
    corrected = {"kind": "corrected", "seq": 2, "event": {"kind": "flew", "seat": 1, "play": "6"}}
    assert "Hidden from all but Ann" in send(other, **corrected)


def test_flights_of_one_code_are_compared_on_the_phone_that_flew_them(app: Flask) -> None:
    phone, other = app.test_client(), app.test_client()
    for client, fuel in ((phone, 2), (phone, 0), (other, 1)):
        code = opened(client, depth="round", **{"opt.flight": "2026 1130"})
        client.post(
            f"/plays/{code}/events", data={"kind": "fuel_marked", "by": str(fuel)} if fuel else {"kind": "given_up"}
        )
        for n in range(1, 10) if fuel else ():
            client.post(f"/plays/{code}/events", data={"kind": "visited", "n": str(n)})
    last = opened(phone, depth="round", **{"opt.flight": "20261130"})
    for n in range(1, 10):
        phone.post(f"/plays/{last}/events", data={"kind": "visited", "n": str(n)})
    page = phone.get(f"/plays/{last}/").text
    table = page[page.index("The flight of the day, 2026-11-30") :]
    assert re.findall(r"</span><span>([^<]+)</span></li>", table[: table.index("</section>")]) == ["1", "–", "3"]


def test_a_phone_that_sends_cards_of_its_own_gets_others(app: Flask) -> None:
    client = app.test_client()
    code = opened(client, **{"opt.flight": "4T9WK2RM"})
    rigged = {"owner": 1, "count": 3, "keys": ["6", "6", "6"]}
    event = {"op": "x", "base": 1, "kind": "dealt", "hands": [rigged, {**rigged, "owner": 2}], "deck": rigged}
    assert client.post(f"/api/v1/plays/{code}/events", json=event).status_code == 200
    again = {**event, "op": "y"}
    assert client.post(f"/api/v1/plays/{code}/events", json=again).json == {"seq": 2, "head": 2}
    state = app.extensions["plays"].open(app.extensions["plays"].find(code)).state
    assert state.deck.count == len(state.deck.keys) == 18
    assert sorted([*state.deck.keys, *state.hands[1].keys, *state.hands[2].keys]) == sorted("123456" * 4)
    corrected = {
        "op": "z",
        "base": 2,
        "kind": "corrected",
        "seq": 2,
        "event": {k: event[k] for k in ("kind", "hands", "deck")},
    }
    assert client.post(f"/api/v1/plays/{code}/events", json=corrected).status_code == 422


def test_open_hands_lie_open_on_every_phone(app: Flask) -> None:
    host, watcher = app.test_client(), app.test_client()
    code = opened(host, **{"opt.flight": "4T9WK2RM", "opt.hands": "open"})
    host.post(f"/plays/{code}/events", data={"kind": "dealt", "seat": "0"})
    watcher.post(f"/j/{code}", data={"as": "watch"})
    state = app.extensions["plays"].open(app.extensions["plays"].find(code)).state
    for client in (host, watcher):
        page = client.get(f"/plays/{code}/").text
        for seat in (1, 2):
            assert " · ".join(sorted(state.hands[seat].keys)) in page
        assert "Not a word" not in page
    assert 'class="hand"' not in watcher.get(f"/plays/{code}/").text


def test_a_step_is_corrected_by_fields_that_have_names(app: Flask) -> None:
    client = app.test_client()
    code = opened(client, **{"opt.flight": "4T9WK2RM"})
    client.post(f"/plays/{code}/events", data={"kind": "flew", "seat": "1", "play": "2", "turn": "1", "card": "1"})
    page = client.get(f"/plays/{code}/steps/2").text
    assert "Card and use" in page and "Which card of the turn" in page
    fields = {"seat": "1", "play": "3", "turn": "1", "card": "1"}
    assert client.post(f"/plays/{code}/steps/2", data=fields).status_code == 303
    assert "In K13" in client.get(f"/plays/{code}/").text
    client.post(f"/plays/{code}/events", data={"kind": "turn_done", "turn": "1", "seat": "1"})
    assert client.get(f"/plays/{code}/steps/4").status_code == 404, "what was drawn cannot be chosen"


def test_the_map_page_is_light_and_every_play_is_a_button_in_the_list(app: Flask) -> None:
    import gzip

    client = app.test_client()
    code = opened(client)
    client.post(f"/plays/{code}/events", data={"kind": "flight_chosen", "code": "4T9WK2RM-E"})
    page = client.get(f"/plays/{code}/").text
    live = page[page.index('id="live"') :]
    style = client.get(re.search(r'href="(/static/games/rocket-flight.css[^"]*)"', page)[1]).data  # type: ignore[index]
    assert len(gzip.compress(live.encode())) + len(gzip.compress(style)) < 40_000
    ways = re.findall(r'name="play" value="([^"]+)" class="way', page)
    listed = re.findall(r'class="chip[^"]*" name="play" value="([^"]+)"', page)
    assert ways and sorted(ways) == sorted(listed)


def test_a_flight_can_be_chosen_by_the_address_that_a_code_leads_to(app: Flask) -> None:
    client = app.test_client()
    assert 'value="4T9WK2RM"' in client.get("/plays/new?game=rocket-flight&opt.flight=4T9WK2RM").text
    code = opened(client, **{"opt.flight": "4T9WK2RM"})
    assert "4T9W K2RM" in client.get(f"/plays/{code}/").text
    bad = opened(client, **{"opt.flight": "what?"})
    assert "Which flight?" in client.get(f"/plays/{bad}/").text


def test_a_new_flight_is_drawn_at_the_edge_and_the_days_is_the_date(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app.test_client()
    code = opened(client)
    client.post(f"/plays/{code}/events", data={"kind": "flight_chosen", "code": "", "map": "hard"})
    raw = client.get(f"/api/v1/plays/{code}").json
    assert raw is not None
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{8}", raw["log"][-1]["event"]["code"])
    monkeypatch.setattr(app.extensions["plays"], "clock", lambda: 1_790_000_000_000)
    assert 'name="code" value="20260921"' in client.get(f"/plays/{code}/").text
