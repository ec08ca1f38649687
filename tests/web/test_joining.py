"""Joining a play: codes read kindly, free seats, watching, closing, withdrawing, handing over; nobody guesses codes."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games import discover
from companion.joining import LASTS
from companion.service import Plays
from companion.settings import Settings
from companion.web import create_app
from tests.web.test_plays import begin, close, dig, finished, put

HERE = "http://192.168.1.5:8000"
LAN = {"REMOTE_ADDR": "192.168.1.9"}


@pytest.fixture
def host(fair_app: Flask) -> FlaskClient:
    """The phone that began the play."""
    return fair_app.test_client()


@pytest.fixture
def guest(fair_app: Flask) -> FlaskClient:
    """Another phone."""
    return fair_app.test_client()


def store(app: Flask) -> Plays:
    plays: Plays = app.extensions["plays"]
    return plays


def sit(client: FlaskClient, code: str, *seats: int) -> Any:
    return client.post(f"/j/{code}", data={"seat": list(map(str, seats))})


def change(client: FlaskClient, code: str, do: str, **more: Any) -> Any:
    return client.post(f"/plays/{code}/invite", data={"do": do, **more})


def link(client: FlaskClient, code: str, **more: Any) -> str:
    """The code of a new link."""
    return str(change(client, code, "invite", **more).headers["Location"]).partition("link=")[2]


def begun_at(client: FlaskClient, base: str, prefix: str = "") -> str:
    """The code of a new play, begun at the address *base*."""
    made = client.post(f"{prefix}/plays/new", data={"game": "carrot-fair", "name": ["Ann", "Ben"]}, base_url=base)
    return str(made.headers["Location"].split("/plays/")[1].split("/")[0])


def seats_of(app: Flask, code: str) -> list[tuple[str, list[int]]]:
    plays = store(app)
    return [(one.role, sorted(one.seats)) for one in plays.log.members(plays.find(code).id)]


# ---------------------------------------------------------------- coming in


@pytest.mark.parametrize(
    "typed",
    [
        str,
        str.lower,
        lambda c: f" {c[:4]}-{c[4:]} ",
        lambda c: c.replace("0", "O").replace("1", "l"),
        lambda c: f"{HERE}/j/{c}?seats=1",
    ],
)
def test_a_code_is_read_kindly_however_it_is_typed(host: FlaskClient, guest: FlaskClient, typed: Any) -> None:
    code = begin(host)
    assert guest.get("/join", query_string={"code": typed(code)}).headers["Location"] == f"/j/{code}"


def test_a_code_with_leading_zeros_is_a_code(fair_app: Flask, host: FlaskClient, monkeypatch: Any) -> None:
    monkeypatch.setattr("companion.store.log.new_code", lambda: "0000012A")
    assert begin(host) == "0000012A"
    assert fair_app.test_client().get("/j/0000012a").status_code == 200
    assert host.post("/plays/new", data={"game": "carrot-fair", "name": ["A", "B"]}).status_code == 503, (
        "a code is never given twice, whatever happens"
    )
    assert "Ann" in host.get("/plays/0000012A/table").text


def test_a_wrong_code_keeps_what_was_typed_and_says_what_may_help(guest: FlaskClient) -> None:
    answer = guest.get("/join?code=wrong one")
    assert answer.status_code == 404 and 'value="wrong one"' in answer.text and "no play with this code" in answer.text
    assert guest.get("/j/ZZZZZZZZ").status_code == 404
    assert guest.get("/join").status_code == 200


def test_who_takes_a_seat_has_it_and_the_shared_phone_lets_go(
    fair_app: Flask, host: FlaskClient, guest: FlaskClient
) -> None:
    code = begin(host)
    assert "I am Ben" in guest.get(f"/j/{code}").text
    assert sit(guest, code, 2).headers["Location"] == f"/plays/{code}/"
    assert seats_of(fair_app, code) == [("host", [1]), ("play", [2])]
    assert dig(guest, code, 3).status_code == 303
    assert guest.get(f"/j/{code}").headers["Location"] == f"/plays/{code}/", "the own seat again, whatever link is used"
    assert "2 phones" in host.get(f"/plays/{code}/").text


def test_points_that_go_with_a_seat_are_told_before_it_is_taken(host: FlaskClient, guest: FlaskClient) -> None:
    code = begin(host)
    dig(host, code, 7)
    page = guest.get(f"/j/{code}").text
    assert re.search(r"\d+ points so far go with the seat", page)


def test_a_seat_on_somebodys_phone_is_not_taken(fair_app: Flask, host: FlaskClient, guest: FlaskClient) -> None:
    code, third = begin(host), fair_app.test_client()
    sit(guest, code, 2)
    page = third.get(f"/j/{code}").text
    assert "on another phone" in page and "I am Ben" not in page
    refused = sit(third, code, 2)
    assert refused.status_code == 422 and "on another phone already" in refused.text
    assert sit(third, code).status_code == 422 and sit(third, code, 9).status_code == 422
    assert seats_of(fair_app, code) == [("host", [1]), ("play", [2])]


def test_leaving_and_joining_quickly_never_holds_two_seats(
    fair_app: Flask, host: FlaskClient, guest: FlaskClient
) -> None:
    code = begin(host, name=["Ann", "Ben", "Cleo"])
    for n in range(20):
        sit(guest, code, 2 + n % 2)
        if n % 3:
            change(guest, code, "leave")
    sit(guest, code, 3)
    assert seats_of(fair_app, code)[1] == ("play", [3]) and len(seats_of(fair_app, code)) == 2


def test_several_may_share_a_phone(fair_app: Flask, host: FlaskClient, guest: FlaskClient) -> None:
    code = begin(host, name=["Ann", "Ben", "Cleo"])
    sit(guest, code, 2, 3)
    assert seats_of(fair_app, code) == [("host", [1]), ("play", [2, 3])]


def test_a_newcomer_sits_down_with_nothing(fair_app: Flask, host: FlaskClient, guest: FlaskClient) -> None:
    code = begin(host)
    dig(host, code, 5)
    assert guest.post(f"/j/{code}", data={"newcomer": "Zoë", "op": "same"}).status_code == 303
    assert guest.post(f"/j/{code}", data={"newcomer": "Zoë", "op": "same"}).status_code == 303
    assert seats_of(fair_app, code) == [("host", [1, 2]), ("play", [3])]
    assert "Zoë" in host.get(f"/plays/{code}/table").text
    long = fair_app.test_client().post(f"/j/{code}", data={"newcomer": "x" * 500})
    assert long.status_code == 422 and "60 characters" in long.text


def test_two_newcomers_who_opened_the_door_together_both_sit_down(fair_app: Flask, host: FlaskClient) -> None:
    code = begin(host)
    doors = [(phone, phone.get(f"/j/{code}").text) for phone in (fair_app.test_client(), fair_app.test_client())]
    for phone, page in doors:
        ops = re.findall(r'name="op" value="([^"]+)"', page)
        assert phone.post(f"/j/{code}", data={"newcomer": "Zoë", "op": ops}).status_code == 303
    assert seats_of(fair_app, code) == [("host", [1, 2]), ("play", [3]), ("play", [4])]


def test_a_seat_tapped_twice_by_a_new_phone_is_one_phone(
    fair_app: Flask, host: FlaskClient, guest: FlaskClient
) -> None:
    code = begin(host)
    guest.get(f"/j/{code}")
    named = guest.get_cookie("device")
    assert named, "the phone has its name before the first tap"
    assert "Set-Cookie" not in guest.get(f"/j/{code}").headers
    sit(guest, code, 2)
    guest.set_cookie("device", named.value)  # as the second tap was sent before the first was answered
    assert sit(guest, code, 2).status_code == 303
    assert seats_of(fair_app, code) == [("host", [1]), ("play", [2])]


@pytest.mark.parametrize("same", [True, False])
def test_many_who_sit_down_at_once_each_have_a_seat_of_their_own(fair_app: Flask, same: bool) -> None:
    """*same*: all of them want one seat; else each wants another, and the shared phone lets go of all."""
    for _ in range(5):
        code = begin(fair_app.test_client(), name=["Ann", "Ben", "Cleo", "Dov", "Eve"])
        together = threading.Barrier(4)

        def come(seat: int, code: str = code, together: threading.Barrier = together) -> None:
            phone = fair_app.test_client()
            together.wait()
            sit(phone, code, 2 if same else seat)

        guests = [threading.Thread(target=come, args=(seat,)) for seat in (2, 3, 4, 5)]
        for one in guests:
            one.start()
        for one in guests:
            one.join()
        held = sorted(seat for _, seats in seats_of(fair_app, code) for seat in seats)
        assert held == [1, 2, 3, 4, 5]


def test_newcomers_at_once_all_sit_down(fair_app: Flask, host: FlaskClient) -> None:
    code, together, answers = begin(host), threading.Barrier(3), []

    def come(name: str) -> None:
        phone = fair_app.test_client()
        together.wait()
        answers.append(phone.post(f"/j/{code}", data={"newcomer": name}).status_code)

    guests = [threading.Thread(target=come, args=(name,)) for name in ("Cleo", "Dov", "Eve")]
    for one in guests:
        one.start()
    for one in guests:
        one.join()
    assert answers == [303] * 3
    assert sorted(seats for role, seats in seats_of(fair_app, code) if role == "play") == [[3], [4], [5]]


def test_a_finished_play_gives_no_seat_to_whoever_reads_its_result(fair_app: Flask, host: FlaskClient) -> None:
    code, result = finished(host)
    close(host, code, result)
    reader = fair_app.test_client()
    assert sit(reader, code, 2).status_code == 422
    assert seats_of(fair_app, code) == [("host", [1, 2])] and sit(host, code, 1, 2).status_code == 303


def test_a_watcher_sees_what_lies_open_and_changes_nothing(host: FlaskClient, guest: FlaskClient) -> None:
    code = begin(host)
    watching = link(host, code, role="watch")
    assert guest.get(f"/plays/{watching}/").headers["Location"] == f"/j/{watching}"
    page = guest.get(f"/j/{watching}").text
    assert "Watch this table" in page and "I am" not in page
    assert sit(guest, watching, 1).status_code == 422
    assert guest.post(f"/j/{watching}", data={"as": "watch"}).status_code == 303
    shown = guest.get(f"/plays/{watching}/").text
    assert code not in shown, "who watches does not learn the code to play"
    assert dig(guest, watching).status_code == 422 and guest.get(f"/plays/{watching}/invite").status_code == 422
    for do in ("invite", "shut", "hand", "nonsense"):
        refused = change(guest, watching, do)
        assert refused.status_code == 422 and code not in refused.text.replace(" ", "")
    assert watching in guest.get("/").text and code not in guest.get("/").text


# ---------------------------------------------------------------- who may come


def test_a_withdrawn_link_lets_nobody_new_in_and_says_so(
    fair_app: Flask, host: FlaskClient, guest: FlaskClient
) -> None:
    code = begin(host)
    sit(guest, code, 2)
    assert change(guest, code, "withdraw", link=code).status_code == 422, "only the host withdraws"
    assert change(host, code, "withdraw", link=code).status_code == 303
    stranger = fair_app.test_client()
    answer = stranger.get(f"/j/{code}")
    assert answer.status_code == 410 and "withdrawn" in answer.text and "Another code" in answer.text
    assert sit(stranger, code, 1).status_code == 422 and stranger.get(f"/api/v1/plays/{code}").status_code == 410
    assert dig(guest, code).status_code == 303, "who came by it stays"
    fresh = link(host, code)
    assert stranger.get(f"/j/{fresh}").status_code == 200 and fresh in host.get(f"/plays/{code}/invite").text


def test_a_closed_table_lets_nobody_new_in_until_it_is_opened(
    fair_app: Flask, host: FlaskClient, guest: FlaskClient
) -> None:
    code = begin(host)
    change(host, code, "shut")
    answer = guest.get(f"/j/{code}")
    assert answer.status_code == 403 and "closed to newcomers" in answer.text
    assert sit(guest, code, 2).status_code == 422 and "Joining is closed" in host.get(f"/plays/{code}/invite").text
    change(host, code, "open")
    assert sit(guest, code, 2).status_code == 303


def test_a_link_runs_out_after_thirty_quiet_days(fair_app: Flask, host: FlaskClient, guest: FlaskClient) -> None:
    code, plays = begin(host), store(fair_app)
    later = plays.clock() + LASTS + 1000
    plays.joining.clock = plays.clock = lambda: later
    assert guest.get(f"/j/{code}").status_code == 410 and "run out" in guest.get(f"/j/{code}").text
    assert dig(host, code).status_code == 303, "those at the table go on, and the link lives again"
    assert guest.get(f"/j/{code}").status_code == 200


def test_a_finished_play_shows_its_result_to_whoever_has_its_code(fair_app: Flask) -> None:
    host, guest = fair_app.test_client(), fair_app.test_client()
    code, result = finished(host)
    assert close(host, code, result).status_code == 303
    assert "finished" in guest.get(f"/j/{code}").text
    assert guest.get(f"/plays/{code}/scores").status_code == 200
    change(host, code, "withdraw", link=code)
    assert guest.get(f"/plays/{code}/scores").headers["Location"] == f"/j/{code}"


# ---------------------------------------------------------------- who sits where


def test_the_host_hands_a_seat_to_a_phone_that_lost_it(fair_app: Flask, host: FlaskClient, guest: FlaskClient) -> None:
    code = begin(host)
    sit(guest, code, 2)
    forgetful = fair_app.test_client()  # the same person, after the browser forgot
    forgetful.post(f"/j/{code}", data={"as": "watch"})
    assert change(guest, code, "hand", number="3", seat=["2"]).status_code == 422, "only the host hands over"
    assert change(host, code, "hand", number="3", seat=["2"]).status_code == 303
    assert seats_of(fair_app, code) == [("host", [1]), ("play", []), ("play", [2])]
    assert dig(forgetful, code).status_code == 303


def test_one_person_may_play_on_two_devices(fair_app: Flask, host: FlaskClient, guest: FlaskClient) -> None:
    code = begin(host)
    sit(guest, code, 2)
    own = link(guest, code, seat="2")
    tablet = fair_app.test_client()
    assert "I am Ben" in tablet.get(f"/j/{own}").text
    assert sit(tablet, own, 2).status_code == 303
    assert seats_of(fair_app, code) == [("host", [1]), ("play", [2]), ("play", [2])]
    assert dig(guest, code).status_code == dig(tablet, own).status_code == 303
    assert change(guest, code, "invite", seat="1").status_code == 422, "not for another person’s seat"


def test_a_phone_that_is_sent_away_is_out_at_once(fair_app: Flask, host: FlaskClient, guest: FlaskClient) -> None:
    code = begin(host)
    sit(guest, code, 2)
    assert change(guest, code, "leave", number="1").status_code == 422
    change(host, code, "leave", number="2")
    assert guest.get(f"/plays/{code}/").headers["Location"] == f"/j/{code}" and dig(guest, code).status_code == 403
    assert "I am Ben" in guest.get(f"/j/{code}").text, "the seat is free"


def test_when_the_host_leaves_the_next_phone_hosts(fair_app: Flask, host: FlaskClient, guest: FlaskClient) -> None:
    code = begin(host)
    alone = change(host, code, "leave")
    assert alone.status_code == 422 and "Nobody else" in alone.text
    sit(guest, code, 2)
    assert change(host, code, "leave").headers["Location"] == "/"
    assert seats_of(fair_app, code) == [("host", [2])]
    assert change(guest, code, "shut").status_code == 303


def test_who_stays_on_a_phone_can_be_said_before_anybody_comes(
    fair_app: Flask, host: FlaskClient, guest: FlaskClient
) -> None:
    code = begin(host)
    change(host, code, "keep", seat=["1"])
    assert "I am Ann" not in guest.get(f"/j/{code}").text and "I am Ben" in guest.get(f"/j/{code}").text


@pytest.mark.parametrize(
    "data", [{}, {"do": "nothing"}, {"do": "hand", "number": "x" * 9}, {"do": "hand", "number": "7"}]
)
def test_nonsense_at_the_door_gets_a_sentence(host: FlaskClient, data: dict[str, str]) -> None:
    assert host.post(f"/plays/{begin(host)}/invite", data=data).status_code == 422


# ---------------------------------------------------------------- the invitation


def test_the_invitation_shows_code_address_and_drawing(host: FlaskClient) -> None:
    code = begun_at(host, HERE)
    page = host.get(f"/plays/{code}/invite", base_url=HERE).text
    assert f"{HERE}/j/{code}" in page and f"{code[:4]} {code[4:]}" in page and 'class="qr"' in page
    assert "plain http" in page


@pytest.mark.parametrize(
    ("public", "prefix"), [("https://play.example/games", "/games"), ("http://box.example:81", "")]
)
def test_a_public_address_wins_and_keeps_its_path(settings: Settings, public: str, prefix: str) -> None:
    app = create_app(replace(settings, public_url=public), discover("tests.sample_games"))
    host = app.test_client()
    code = begun_at(host, "http://localhost", prefix)
    assert f"{public}/j/{code}" in host.get(f"{prefix}/plays/{code}/invite").text


def test_the_drawing_is_the_one_of_the_address(host: FlaskClient) -> None:
    import segno

    code = begun_at(host, HERE)
    page = host.get(f"/plays/{code}/invite", base_url=HERE).text
    path = re.search(r'stroke="#000" d="([^"]+)"', page)
    meant = segno.make(f"{HERE}/j/{code}", micro=False, error="m").svg_inline(border=3)
    assert path and path[1] in meant


# ---------------------------------------------------------------- guessing, and what is written down


def limited(settings: Settings) -> Flask:
    """A site on which no time passes, however busy the machine is: nothing that was taken comes back."""
    app = create_app(settings, discover("tests.sample_games"))
    app.testing = True
    for bucket in app.extensions["buckets"].values():
        bucket.clock = lambda: 0.0
    return app


def test_guessing_codes_is_slowed_for_each_address_and_right_codes_still_work(settings: Settings) -> None:
    app = limited(settings)
    code = begin(app.test_client())
    guesser, friend = app.test_client(), app.test_client()
    answers = [guesser.get(f"/j/ZZZZZZ{n:02}", environ_overrides=LAN).status_code for n in range(30)]
    assert answers[:20] == [404] * 20 and answers[20:] == [429] * 10
    assert guesser.get(f"/plays/{code}/", environ_overrides=LAN).status_code == 429
    assert friend.get(f"/j/{code}", environ_overrides={"REMOTE_ADDR": "192.168.1.10"}).status_code == 200


def test_whoever_watches_is_offered_a_seat_where_the_link_gives_one(fair_app: Flask, host: FlaskClient) -> None:
    code = begin(host)
    watcher = fair_app.test_client()
    watcher.post(f"/j/{code}", data={"as": "watch"})
    page = watcher.get(f"/plays/{code}/").text
    assert "Take a seat" in page and "Count the score" not in page
    assert "I am Ann" in watcher.get(f"/j/{code}?seats=1").text
    host.post(f"/plays/{code}/invite", data={"do": "shut"})
    assert "Take a seat" not in watcher.get(f"/plays/{code}/").text


def test_a_phone_whose_seat_was_handed_away_is_told_and_offered_one(fair_app: Flask, host: FlaskClient) -> None:
    code = begin(host)
    guest = fair_app.test_client()
    sit(guest, code, 2)
    assert "no seat any more" not in host.get(f"/plays/{code}/").text + guest.get(f"/plays/{code}/").text
    change(host, code, "hand", number="1", seat=["1", "2"])
    for page in ("", "scores", "log", "table"):
        told = guest.get(f"/plays/{code}/{page}").text
        assert "no seat any more" in told and f"/j/{code}?seats=1" in told, page
    assert dig(guest, code).status_code == 303
    assert "no seat any more" not in guest.get(f"/plays/{code}/?covered=1").text
    change(host, code, "hand", number="2", seat="2")
    assert "no seat any more" not in guest.get(f"/plays/{code}/").text
    put(host, code, kind="left", seat=2)
    assert "no seat any more" in guest.get(f"/plays/{code}/").text, "the person left"
    assert "no seat any more" not in host.get(f"/plays/{code}/").text
    change(host, code, "shut")
    told = guest.get(f"/plays/{code}/").text
    assert "no seat any more" in told and f"/j/{code}?seats=1" not in told


def test_the_stream_of_a_table_that_one_left_is_closed_and_leads_nowhere(fair_app: Flask, host: FlaskClient) -> None:
    code, gone = begin(host), fair_app.test_client()
    gone.post(f"/j/{code}", data={"seat": "2"})
    gone.post(f"/plays/{code}/invite", data={"do": "leave"})
    assert gone.get(f"/plays/{code}/events", headers={"Accept": "text/event-stream"}).status_code == 403
    assert gone.get(f"/plays/{code}/").status_code == 303


def test_the_file_of_a_play_is_whole_for_everybody_once_its_secrets_lie_open(
    fair_app: Flask, host: FlaskClient
) -> None:
    code, _ = finished(host)
    watcher = fair_app.test_client()
    watcher.post(f"/j/{code}", data={"as": "watch"})
    whole = watcher.get(f"/plays/{code}/export.json").json
    assert whole == host.get(f"/plays/{code}/export.json").json and "gold" in str(whole)
    put(host, code, kind="undone", seq=whole["log"][-1]["seq"])
    assert "gold" not in watcher.get(f"/plays/{code}/export.json").text


def test_guesses_do_not_disturb_a_table_at_the_same_address(settings: Settings) -> None:
    app = limited(settings)
    host, guesser = app.test_client(), app.test_client()
    code = begin(host)
    assert [guesser.get(f"/j/ZZZZZZ{n:02}", environ_overrides=LAN).status_code for n in range(30)][-1] == 429
    for path in ("", "head", "log", "invite"):
        assert host.get(f"/plays/{code}/{path}", environ_overrides=LAN).status_code == 200
    assert guesser.get(f"/j/{code}", environ_overrides=LAN).status_code == 429


@pytest.mark.parametrize("guesses", [2_500, pytest.param(10_000, marks=pytest.mark.long)])
def test_guessing_from_many_addresses_is_slowed_together(
    settings: Settings, guesses: int, record_property: Callable[[str, object], None]
) -> None:
    """T10: all networks together get no further than a first few."""
    client = limited(settings).test_client()
    answers = [
        client.get(f"/plays/{n:08}/", environ_overrides={"REMOTE_ADDR": f"10.{n % 200}.{n % 251}.7"}).status_code
        for n in range(guesses)
    ]
    assert (answers.count(404), answers.count(429)) == (1200, guesses - 1200)
    record_property("guesses", guesses)
    record_property("turned_away", answers.count(429))


@pytest.mark.parametrize(("path", "most"), [("/plays/new", 20), ("/j/ZZZZZZZZ", 30)])
def test_making_plays_and_joining_are_limited(settings: Settings, path: str, most: int) -> None:
    client = limited(settings).test_client()
    data = {"game": "carrot-fair", "name": ["Ann", "Ben"]}
    answers = [client.post(path, data=data, environ_overrides=LAN).status_code for _ in range(most + 5)]
    assert 429 in answers and answers[0] in (303, 404)


def test_no_code_name_or_secret_is_written_down(
    fair_app: Flask, host: FlaskClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = begin(host, name=["Annemarie", "Ben"])
    put(host, code, kind="phase_ended", round=1, phase="dig")
    put(host, code, kind="kept", seat=1, keys="gold")

    told = f"of Annemarie, {'gold'} at {code}"

    def broken(*_: Any) -> None:
        raise RuntimeError(told)

    monkeypatch.setattr("companion.web.plays.play_view", broken)
    fair_app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    with caplog.at_level(logging.DEBUG):
        assert host.get(f"/plays/{code}/").status_code == 500
        host.get("/j/ZZZZZZZ9")
    written = caplog.text
    assert "/plays/<code>/" in written and "RuntimeError" in written
    assert not any(word in written for word in (code, "Annemarie", "gold", "ZZZZZZZ9"))


# ---------------------------------------------------------------- the host's key


def key_of(client: FlaskClient, code: str) -> str:
    """The address of a new key."""
    made = change(client, code, "key")
    assert made.status_code == 303, made.text
    return str(made.headers["Location"])


def test_a_key_makes_another_phone_host_though_nobody_else_plays(fair_app: Flask, host: FlaskClient) -> None:
    """B07: the phone that began the play forgot everything, and nobody else is there to hand it back."""
    code = begin(host)
    key = key_of(host, code)
    assert key in host.get(key).text, "the host sees what to keep"
    new = fair_app.test_client()
    asked = new.get(key)
    assert "Host Carrot Fair on this phone?" in asked.text and "Ann and Ben" in asked.text
    assert asked.headers["Cache-Control"] == "no-store" and seats_of(fair_app, code) == [("host", [1, 2])], "only asked"
    assert new.post(key).headers["Location"] == f"/plays/{code}/"
    assert seats_of(fair_app, code) == [("host", [1, 2]), ("host", [1, 2])]
    assert dig(new, code).status_code == change(new, code, "leave", number="1").status_code == 303
    assert seats_of(fair_app, code) == [("host", [1, 2])] and new.post(f"/plays/{code}/delete").status_code == 200


def test_of_two_phones_of_the_host_one_may_leave(fair_app: Flask, host: FlaskClient, guest: FlaskClient) -> None:
    code, tablet = begin(host), fair_app.test_client()
    sit(guest, code, 2)
    tablet.post(key_of(host, code))
    assert change(host, code, "leave").status_code == 303
    assert seats_of(fair_app, code) == [("play", [2]), ("host", [1])], "the other one goes on hosting, not the guest"


def test_a_key_that_was_replaced_or_withdrawn_opens_nothing(
    fair_app: Flask, host: FlaskClient, guest: FlaskClient
) -> None:
    code = begin(host)
    first, second = key_of(host, code), key_of(host, code)
    assert guest.get(first).status_code == guest.post(first).status_code == 404
    assert "withdrawn" in guest.get(first).text and guest.get(second).status_code == 200
    assert "Withdraw the key" in host.get(f"/plays/{code}/invite").text
    change(host, code, "drop")
    assert guest.post(second).status_code == 404 and "Make a key" in host.get(f"/plays/{code}/invite").text
    assert seats_of(fair_app, code) == [("host", [1, 2])]


def test_only_the_host_has_a_key_and_the_store_has_none(fair_app: Flask, host: FlaskClient, guest: FlaskClient) -> None:
    code = begin(host)
    sit(guest, code, 2)
    assert change(guest, code, "key").status_code == change(guest, code, "drop").status_code == 422
    assert "Come back as host" not in guest.get(f"/plays/{code}/invite").text
    key = key_of(host, code).rpartition("/")[2]
    assert len(key) * 6 >= 128
    with store(fair_app).log.engine.connect() as connection:
        lines = "\n".join(connection.connection.iterdump())  # type: ignore[attr-defined]
    assert key not in lines and code in lines


def test_guessing_keys_is_slowed_and_no_key_is_written_down(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    app = limited(settings)
    host, guesser = app.test_client(), app.test_client()
    code = begin(host)
    with caplog.at_level(logging.DEBUG):
        key = key_of(host, code)
        answers = [guesser.post(f"/host/{n:032}", environ_overrides=LAN).status_code for n in range(30)]
        assert answers == [404] * 20 + [429] * 10
        assert guesser.get(key, environ_overrides=LAN).status_code == 429
        other = app.test_client()
        assert other.post(key, environ_overrides={"REMOTE_ADDR": "192.168.1.10"}).status_code == 303
    assert key.rpartition("/")[2] not in caplog.text
