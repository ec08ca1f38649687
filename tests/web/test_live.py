"""Phones hear that something is new, at once and without what it is; who may not listen any more is told to go."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.hub import SHARE, Hub
from companion.service import PEOPLE, Plays
from companion.web import live
from tests.web.test_joining import change, sit
from tests.web.test_plays import begin, dig, put


def lines(answer: Any) -> Any:
    """The lines of a stream, one by one."""
    for chunk in answer.iter_encoded():
        yield from chunk.decode().strip().split("\n\n")


def stream(client: FlaskClient, code: str) -> Any:
    return client.get(f"/plays/{code}/events", buffered=False)


def company(client: FlaskClient, code: str) -> str:
    """Who is at the play, in short."""
    answer = client.get(f"/plays/{code}/head").json
    assert answer and set(answer) == {"head", "company"}
    return str(answer["company"])


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT", 0.05)


def test_a_stream_says_hello_beats_and_tells_of_news(fair: FlaskClient) -> None:
    code = begin(fair)
    answer = stream(fair, code)
    heard = lines(answer)
    assert answer.mimetype == "text/event-stream" and answer.headers["Cache-Control"] == "no-store"
    assert next(heard) == f"event: hello\ndata: 1 {company(fair, code)}"
    assert next(heard).startswith("event: beat")
    dig(fair, code, op="a")
    assert next(heard) == "event: news\ndata: 2"
    dig(fair, code, op="a")
    assert next(heard).startswith("event: beat"), "a repeated tap is no news"
    answer.close()


def test_news_carry_no_word_of_what_happened(fair: FlaskClient) -> None:
    code = begin(fair)
    answer = stream(fair, code)
    heard = lines(answer)
    next(heard)
    put(fair, code, kind="phase_ended", round=1, phase="dig")
    put(fair, code, kind="kept", seat=1, keys="gold")
    assert next(heard) == "event: news\ndata: 3"
    answer.close()


def test_who_is_sent_away_hears_it_within_a_second(
    fair_app: Flask, record_property: Callable[[str, object], None]
) -> None:
    """T10: its open stream ends, and nothing of the play is given to it any more."""
    host, guest = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    sit(guest, code, 2)
    answer = stream(guest, code)
    heard = lines(answer)
    next(heard)
    change(host, code, "leave", number="2")
    before = time.monotonic()
    assert "event: gone\ndata:" in [line.strip() for line in heard] and time.monotonic() - before < 1
    record_property("ms", max(1, round((time.monotonic() - before) * 1000)))
    assert guest.get(f"/plays/{code}/events").status_code == 303
    assert guest.get(f"/plays/{code}/events", headers={"HX-Request": "true"}).status_code == 403


def test_who_only_asks_learns_that_somebody_came_or_went_and_that_a_link_is_withdrawn(fair_app: Flask) -> None:
    """The answer to a phone without a stream names the company anew after each change, as pages do, and only then."""
    host, guest = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    seen = [company(host, code)]

    def is_news() -> bool:
        seen.append(company(host, code))
        assert f'data-company="{seen[-1]}"' in host.get(f"/plays/{code}/").text
        assert f'data-company="{seen[-1]}"' in host.get(f"/plays/{code}/invite").text
        return seen[-1] not in seen[:-1]

    sit(guest, code, 2)
    assert is_news()
    assert company(guest, code) == seen[-1], "the same for everybody"
    dig(host, code)
    assert not is_news()
    for do, fields in (("invite", {"role": "watch"}), ("withdraw", {"link": code}), ("shut", {})):
        change(host, code, do, **fields)
        assert is_news(), do
    change(host, code, "leave", number="2")
    assert is_news()


def test_who_comes_back_to_a_stream_hears_who_is_here_now(fair_app: Flask) -> None:
    host, guest = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    hello = next(lines(stream(host, code)))
    sit(guest, code, 2)
    later = next(lines(stream(host, code)))
    assert hello.split()[:4] == later.split()[:4] and hello != later == f"event: hello\ndata: 1 {company(host, code)}"


def begun(app: Flask, code: str) -> Any:
    """A stream of which nothing was read yet."""
    plays: Plays = app.extensions["plays"]
    stored = plays.find(code)
    ear = plays.hub.subscribe(stored.id)
    assert ear
    return live.told(ear, stored, plays, lambda: True, time.monotonic() + 5)


def test_whoever_comes_while_a_stream_begins_is_in_its_hello(fair_app: Flask) -> None:
    host, guest = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    said = begun(fair_app, code)
    sit(guest, code, 2)
    dig(host, code)
    assert next(said).strip() == f"event: hello\ndata: 2 {company(host, code)}"
    said.close()


def test_a_play_that_is_deleted_while_a_stream_begins_is_gone(fair_app: Flask) -> None:
    host = fair_app.test_client()
    code = begin(host)
    said = begun(fair_app, code)
    host.post(f"/plays/{code}/delete")
    assert [line.split()[1] for line in said] == ["gone"]
    assert len(fair_app.extensions["plays"].hub) == 0


def test_a_deleted_play_ends_its_streams(fair: FlaskClient) -> None:
    code = begin(fair)
    heard = lines(stream(fair, code))
    next(heard)
    fair.post(f"/plays/{code}/delete")
    assert [line for line in heard if "gone" in line]


def test_a_stream_ends_by_itself_and_frees_its_place(
    fair_app: Flask, fair: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LASTS", 0.2)
    plays: Plays = fair_app.extensions["plays"]
    answer = stream(fair, begin(fair))
    assert len(plays.hub) == 1
    assert [line.strip() for line in lines(answer)][-1] == "event: again\ndata:"
    answer.close()
    assert len(plays.hub) == 0


def test_too_many_listeners_are_told_to_come_again_and_ask_meanwhile(fair_app: Flask, fair: FlaskClient) -> None:
    plays: Plays = fair_app.extensions["plays"]
    plays.hub.most = 2
    code = begin(fair)
    two = [stream(fair, code) for _ in range(2)]
    busy = fair.get(f"/plays/{code}/events")
    assert busy.status_code == 503 and busy.headers["Retry-After"] == "2"
    assert fair.get(f"/plays/{code}/head").json["head"] == 1 and dig(fair, code).status_code == 303
    for answer in two:
        answer.close()
    assert len(plays.hub) == 0
    again = stream(fair, code)
    assert again.status_code == 200
    again.close()


def test_a_phone_with_too_many_streams_gives_up_its_oldest_and_nobody_elses(fair_app: Flask) -> None:
    host, guest = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    sit(guest, code, 2)
    other = lines(stream(guest, code))
    heard = [lines(stream(host, code)) for _ in range(SHARE)]
    assert all(next(one).startswith("event: hello") for one in (other, *heard))
    late = lines(stream(host, code))
    assert next(late).startswith("event: hello") and next(heard[0], "") == "", "the oldest has ended"
    dig(host, code)
    assert {next(one) for one in (*heard[1:], late, other)} == {"event: news\ndata: 2"}
    assert len(fair_app.extensions["plays"].hub) == SHARE + 1


def test_one_address_leaves_places_for_others(fair_app: Flask) -> None:
    fair_app.extensions["plays"].hub.most = 6
    code, held = begin(fair_app.test_client()), []

    def listens(address: str) -> int:
        """Another phone of *address* comes to watch and listens."""
        phone = fair_app.test_client()
        phone.post(f"/j/{code}", data={"as": "watch"})
        held.append(phone.get(f"/plays/{code}/events", buffered=False, environ_overrides={"REMOTE_ADDR": address}))
        return int(held[-1].status_code)

    assert [listens("192.0.2.7") for _ in range(4)] == [200, 200, 200, 503]
    assert [listens("192.0.2.8") for _ in range(3)] == [200, 200, 503]
    assert [listens("192.0.2.9") for _ in range(2)] == [200, 503]


def test_a_page_that_is_as_it_was_is_not_made_again(fair: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    code = begin(fair)
    tag = fair.get(f"/plays/{code}/").headers["ETag"]
    monkeypatch.setattr("companion.web.plays.play_view", None)
    same = fair.get(f"/plays/{code}/", headers={"If-None-Match": tag})
    assert same.status_code == 304 and not same.data
    monkeypatch.undo()
    dig(fair, code)
    assert fair.get(f"/plays/{code}/", headers={"If-None-Match": tag}).status_code == 200


def test_the_tag_of_a_page_is_another_for_each_phone(fair_app: Flask) -> None:
    host, guest = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    sit(guest, code, 2)
    tags = {client.get(f"/plays/{code}/").headers["ETag"] for client in (host, guest)}
    assert len(tags) == 2


def test_pages_with_a_secret_are_kept_nowhere_and_the_covered_ones_hold_none(fair_app: Flask) -> None:
    host, guest = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    sit(guest, code, 2)
    put(host, code, kind="phase_ended", round=1, phase="dig")
    assert "no-store" not in guest.get(f"/plays/{code}/").headers["Cache-Control"]
    put(guest, code, kind="kept", seat=2, keys="gold")
    own = guest.get(f"/plays/{code}/?seat=2")
    assert own.headers["Cache-Control"] == "no-store" and 'value="gold" checked' in own.text
    covered = guest.get(f"/plays/{code}/?covered=1&seat=2")
    assert "no-store" not in covered.headers["Cache-Control"] and "checked" not in covered.text
    assert (
        host.get(f"/plays/{code}/").headers["Cache-Control"] == "no-store"
        or "checked" not in host.get(f"/plays/{code}/").text
    )


# ---------------------------------------------------------------- the hub


def test_a_word_reaches_all_who_listen_to_the_play_and_nobody_else() -> None:
    hub = Hub(9)
    one, two, other = (hub.subscribe(play) for play in (1, 1, 2))
    assert one and two and other
    hub.publish(1, PEOPLE)
    assert one.listen(0.1) == two.listen(0.1) == {PEOPLE} and not other.listen(0.01)


def test_a_slow_listener_holds_up_nobody_and_misses_no_kind_of_word() -> None:
    hub = Hub(1)
    ear = hub.subscribe(1)
    assert ear and hub.subscribe(1) is None
    hub.publish(1, PEOPLE)
    for head in range(1000):
        hub.publish(1, str(head))
    assert ear.listen(0.1) == {PEOPLE, "999"} and ear.listen(0.01) == frozenset()
    ear.close()
    ear.close()
    assert len(hub) == 0 and hub.subscribe(1) is not None


def test_places_come_back_to_the_address_and_the_phone_that_left_them() -> None:
    hub = Hub(4)
    mine = [hub.subscribe(n, "phone", "192.0.2.7") for n in range(2)]
    assert all(mine) and hub.subscribe(3, "phone", "192.0.2.7") is None
    for ear in mine:
        assert ear
        ear.close()
    assert len(hub) == 0 and hub.subscribe(3, "phone", "192.0.2.7")


# ---------------------------------------------------------------- taps and their refusals, as the script reads them

TAP = {"HX-Request": "true", "Accept": "application/json"}


def test_a_refusal_tells_the_script_its_sentence(fair: FlaskClient) -> None:
    code = begin(fair)
    data = {"kind": "counted", "seat": "1", "item": "carrots", "by": "-1"}
    answer = fair.post(f"/plays/{code}/events", data=data, headers=TAP)
    assert answer.status_code == 422 and answer.json["sentence"]
    gone = fair.post("/plays/ZZZZZZZZ/events", data=data, headers=TAP)
    assert gone.status_code == 404 and "no play" in gone.json["sentence"]


def test_a_conflict_shows_both_values_to_the_script_and_on_a_page(fair_app: Flask) -> None:
    host, guest = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    sit(guest, code, 2)
    flowers = {"kind": "grown", "seat": "1", "base": "1"}
    assert host.post(f"/plays/{code}/events", data={**flowers, "flowers": "rose"}).status_code == 303
    told = guest.post(f"/plays/{code}/events", data={**flowers, "flowers": "tulip"}, headers=TAP)
    assert told.status_code == 409 and {"sentence", "rule", "theirs", "mine", "head"} == set(told.json)
    assert told.json["theirs"] != told.json["mine"] and told.json["head"] == 2
    page = guest.post(f"/plays/{code}/events", data={**flowers, "flowers": "tulip"})
    assert page.status_code == 409 and "Use mine" in page.text and 'value="tulip"' in page.text
    mine = {**flowers, "flowers": "tulip", "base": "2"}
    assert guest.post(f"/plays/{code}/events", data=mine).status_code == 303
