"""Why a table goes on trusting: long evenings, lost phones, a server that is gone, old mistakes, a wrong address."""

from __future__ import annotations

import io
import json
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from companion.settings import Settings
from companion.web import create_app
from tests.conftest import JudgingClient
from tests.web.test_joining import change, link, seats_of, sit
from tests.web.test_plays import begin, carrots, dig, put

PEOPLE = ["Ann", "Bob", "Cy", "Dee"]


def bunny(client: FlaskClient, depth: str = "round") -> str:
    """The code of a new play of Bunny Kingdom for four."""
    return begin(client, game="bunny-kingdom", name=PEOPLE, start="1", depth=depth)


def carried(client: FlaskClient, file: Any) -> str:
    """The code under which an exported play comes in."""
    data = {"file": (io.BytesIO(json.dumps(file).encode()), "play.json")}
    answer = client.post("/plays/import", data=data)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"].split("/")[2])


def figures(client: FlaskClient, code: str) -> list[tuple[int, int]]:
    """Everybody's points so far."""
    return [(one["seat"], one["total"]) for one in client.get(f"/api/v1/plays/{code}").json["scores"]]


def site(folder: Path, key: str) -> Flask:
    """A site of its own in an empty folder."""
    app = create_app(Settings.from_env({"DATA_DIR": str(folder), "SECRET_KEY": key}))
    app.testing = True
    app.test_client_class = JudgingClient
    return app


# ---------------------------------------------------------------- a long evening


def test_four_hundred_entries_a_player_are_no_burden(kept_app: Flask) -> None:
    """B03: every page is made soon, every step of it can be taken back, and the play goes on."""
    client = FlaskClient(kept_app)  # the other one would judge a thousand forms
    file = client.get(f"/plays/{bunny(client)}/export.json").json
    entries = [{"kind": "harvested", "seat": n % 4 + 1, "round": 1, "typed": str(n % 90)} for n in range(1600)]
    file["log"] += [{"seq": n, "op": f"op{n}", "at": n, "by": 1, "event": raw} for n, raw in enumerate(entries, 2)]
    code = carried(client, file)
    for page in ("", "scores", "log", "table"):
        start = time.process_time()
        assert client.get(f"/plays/{code}/{page}").status_code == 200
        assert time.process_time() - start < 5, f"{page}: it takes a third of a second"
    rows = BeautifulSoup(client.get(f"/plays/{code}/log").text, "html.parser").select("ol.log > li")
    assert len(rows) == 1601 and Counter("undone" in str(row) for row in rows) == {True: 1600, False: 1}
    assert put(client, code, kind="undone", seq=2).status_code == 303
    assert put(client, code, kind="harvested", seat=1, round=1, typed="7").status_code == 303
    assert put(client, code, kind="undone", seq=1603).status_code == 303
    assert client.get(f"/api/v1/plays/{code}").json["head"] == 1604


def test_a_mistake_of_round_2_is_mended_in_round_4(client: FlaskClient) -> None:
    """B29: the later totals follow, the log shows the old figure and the new one, rounds 3 and 4 stay."""
    code = bunny(client)
    for n in (1, 2, 3, 4):
        for phase in ("exploration", "construction"):
            put(client, code, kind="phase_ended", round=n, phase=phase)
        for seat in (1, 2, 3, 4):
            assert put(client, code, kind="harvested", seat=seat, round=n, typed=str(10 * n + seat)).status_code == 303
        put(client, code, kind="phase_ended", round=n, phase="harvest")
    before = dict(figures(client, code))
    log = client.get(f"/api/v1/plays/{code}").json["log"]
    wrong = next(e["seq"] for e in log if e["event"].items() >= {"seat": 3, "round": 2, "typed": "23"}.items())
    fixed = client.post(f"/plays/{code}/steps/{wrong}", data={"seat": "3", "round": "2", "typed": "32"})
    assert fixed.status_code == 303
    assert dict(figures(client, code)) == {**before, 3: before[3] + 9}
    page = BeautifulSoup(client.get(f"/plays/{code}/log").text, "html.parser")
    new, old = page.select_one("ol.log > li b"), page.select_one(f"#step-{wrong} b")
    assert new is not None and new.get_text().startswith(f"Step {wrong} corrected: Cy") and "32" in new.get_text()
    assert old is not None and old.get_text().startswith("Cy") and "23" in old.get_text()


# ---------------------------------------------------------------- phones that forget, phones with plays of their own


def test_the_installed_site_begins_with_nothing_and_finds_the_play_and_the_seat(fair_app: Flask) -> None:
    """B06, B07: an icon's own storage is empty. The code leads to the same play, which gives no seat away unasked."""
    host, browser = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    sit(browser, code, 2)
    dig(browser, code, 3)
    own = link(browser, code, seat="2")  # "My second phone", shown before the site is installed
    start = browser.get("/manifest.webmanifest").json["start_url"]
    icon = fair_app.test_client()
    shelf = icon.get(start).text
    assert code not in shelf and "Join a table" in shelf
    assert icon.get("/join", query_string={"code": code.lower()}).headers["Location"] == f"/j/{code}"
    door = icon.get(f"/j/{code}").text
    assert "I am Ben" not in door and "ask the host" in door, "the seat is on another phone, and says how to get it"
    assert sit(icon, code, 2).status_code == 422 and seats_of(fair_app, code)[1] == ("play", [2])
    assert icon.get("/join", query_string={"code": own}).headers["Location"] == f"/j/{own}"
    assert "I am Ben" in icon.get(f"/j/{own}").text
    assert sit(icon, own, 2).status_code == 303 and carrots(icon, own) == "3"
    assert dig(icon, own, 2).status_code == dig(browser, code, 1).status_code == 303 and carrots(host, code) == "6"


def test_a_phone_that_lost_everything_gets_its_seat_from_the_host(fair_app: Flask) -> None:
    """B07: all site data deleted in mid-game; what was sent is there, and the seat comes back by the host's hand."""
    host, phone = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    sit(phone, code, 2)
    dig(phone, code, 4)
    phone.delete_cookie("device")
    assert phone.get(f"/plays/{code}/").headers["Location"] == f"/j/{code}" and dig(phone, code).status_code == 403
    phone.post(f"/j/{code}", data={"as": "watch"})
    assert change(host, code, "hand", number="3", seat=["2"]).status_code == 303
    assert carrots(phone, code) == "4" and dig(phone, code, 1).status_code == 303 and carrots(host, code) == "5"


def test_joining_another_table_leaves_a_phone_its_own_plays(fair_app: Flask) -> None:
    """B19: both stand on its shelf, and its own is untouched to the last step."""
    phone, other = fair_app.test_client(), fair_app.test_client()
    mine, theirs = begin(phone), begin(other)
    dig(phone, mine, 5)
    before = phone.get(f"/plays/{mine}/export.json").data
    sit(phone, theirs, 2)
    dig(phone, theirs, 1)
    assert {mine, theirs} <= set(phone.get("/").text.replace('"', "/").split("/"))
    assert phone.get(f"/plays/{mine}/export.json").data == before
    assert seats_of(fair_app, mine) == [("host", [1, 2])]
    change(phone, theirs, "leave")
    assert mine in phone.get("/").text and theirs not in phone.get("/").text


# ---------------------------------------------------------------- a server that is gone


def test_a_play_goes_on_at_a_fresh_server_from_the_file_of_a_phone(tmp_path: Path) -> None:
    """B24: same steps, figures and code; seats are taken anew; taps that waited for the old server count once."""
    old, new = site(tmp_path / "old", "old key"), site(tmp_path / "new", "new key")
    host, guest = old.test_client(), old.test_client()
    code = bunny(host)
    sit(guest, code, 2)
    put(guest, code, kind="harvested", seat=2, round=1, typed="12", op="sent before")
    for phase in ("exploration", "construction", "harvest"):
        put(host, code, kind="phase_ended", round=1, phase=phase)
    file = guest.get(f"/plays/{code}/export.json").json
    known = figures(guest, code)
    phone, friend = new.test_client(), new.test_client()  # the same two phones; their cookies mean nothing here
    assert carried(phone, file) == code, "the address that both phones still show"
    assert phone.get(f"/plays/{code}/export.json").json["log"] == file["log"] and figures(phone, code) == known
    waiting = {"kind": "harvested", "seat": 2, "round": 1, "typed": "15", "op": "waits", "base": "5"}
    assert friend.post(f"/plays/{code}/events", data=waiting).status_code == 403, "back in the phone's hands, not lost"
    assert "I am Bob" in friend.get(f"/j/{code}").text
    sit(friend, code, 2)
    assert seats_of(new, code) == [("host", [1, 3, 4]), ("play", [2])]
    for _ in range(2):
        assert friend.post(f"/plays/{code}/events", data=waiting).status_code == 303
    again = put(friend, code, kind="harvested", seat=2, round=1, typed="12", op="sent before")
    assert again.status_code == 303 and phone.get(f"/api/v1/plays/{code}").json["head"] == 6
    assert dict(figures(phone, code))[2] == dict(known)[2] + 3
    assert carried(phone, file) != code, "where the code is taken, the file is a play of its own"


def test_a_file_gives_no_code_away_that_its_phone_does_not_play_by(fair_app: Flask) -> None:
    """Who watches, or came by a link for one seat, takes no code along; nonsense in its place is passed over."""
    host, watcher = fair_app.test_client(), fair_app.test_client()
    code = begin(host)
    watching = link(host, code, role="watch")
    watcher.post(f"/j/{watching}", data={"as": "watch"})
    file = watcher.get(f"/plays/{watching}/export.json")
    assert "code" not in file.json and code not in file.text
    for odd in ("../../x", "short", 7, None, "IIIIOOOO", "é" * 8):
        assert len(carried(host, {**host.get(f"/plays/{code}/export.json").json, "code": odd})) == 8


def test_files_are_no_way_to_guess_codes(settings: Settings) -> None:
    """Whether a code is taken shows when a file comes in: that counts as a guess."""
    from tests.web.test_joining import LAN, limited

    app = limited(settings)
    host, guesser = app.test_client(), app.test_client()
    file = host.get(f"/plays/{begin(host)}/export.json").json
    app.extensions["buckets"]["new"].per_minute = 0  # as many plays as one likes
    send = [
        guesser.post(
            "/plays/import",
            data={"file": (io.BytesIO(json.dumps(file).encode()), "play.json")},
            environ_overrides=LAN,
        ).status_code
        for _ in range(25)
    ]
    assert send == [303] * 20 + [429] * 5


# ---------------------------------------------------------------- an address that does not open


@pytest.mark.parametrize(
    ("public", "causes"),
    [
        ("", ("same Wi-Fi as", "guest network", "VPN", "port 8000", "several addresses")),
        ("https://play.example", ("a network at all", "address whole", "whoever runs")),
    ],
)
def test_the_host_is_told_why_an_address_may_not_open_the_likeliest_first(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, public: str, causes: tuple[str, ...]
) -> None:
    """B93, B87: isolated Wi-Fi, VPN and firewall stand there in order; at a public address what matters there."""
    monkeypatch.setattr("companion.web.joining.of_this_machine", lambda: ["192.168.1.5", "10.0.0.7"])
    app = create_app(replace(settings, public_url=public))
    host = app.test_client()
    made = host.post("/plays/new", data={"game": "bunny-kingdom", "name": PEOPLE}, base_url="http://localhost:8000")
    code = made.headers["Location"].split("/plays/")[1].split("/")[0]
    page = BeautifulSoup(host.get(f"/plays/{code}/invite", base_url="http://localhost:8000").text, "html.parser")
    told = [item.get_text() for item in page.select(".invitation details > ol > li")]
    assert len(told) == len(causes) and all(cause in text for cause, text in zip(causes, told, strict=True)), told
