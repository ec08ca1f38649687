"""A whole recorded game at three: by events at every prefix, and through the web, equal to a second scorer."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from werkzeug.datastructures import MultiDict

from companion.core.errors import Refused
from companion.games.project_universe.tracker import TRACKER
from companion.settings import Settings
from companion.web import create_app
from tests.games.project_universe.following import after, begun, counted, evening, read
from tests.games.project_universe.retold import Evening
from tests.web.test_words import escaped

EVENTS: list[dict[str, Any]] = evening()["events"]
NAMES: list[str] = evening()["names"]
SEATS = tuple(range(1, len(NAMES) + 1))
LETTERS = {"workforce": "w", "money": "m", "beans": "b", "water": "a", "vp": "v", "beans_in": "B", "water_in": "A"}


def test_the_evening_is_a_long_one_with_all_that_makes_it_hard() -> None:
    assert len(EVENTS) >= 120
    kinds = {event["kind"] for event in EVENTS}
    assert kinds >= {"undone", "corrected", "ranked", "effect_used", "site_built", "improved", "employed", "waited"}
    assert any(event.get("to") == "wormhole" for event in EVENTS)
    assert any(event["kind"] == "overtime_set" for event in EVENTS)
    play = after(begun(*NAMES), *map(read, EVENTS))
    assert any(one.standing == "failed" for one in play.state.board(1).orders)


def test_the_second_scorer_agrees_with_the_pencil() -> None:
    told = Evening(SEATS, EVENTS)
    assert {NAMES[seat - 1]: n for seat, n in told.totals().items()} == evening()["totals"]


def test_the_track_stands_after_every_round_where_the_pencil_has_it() -> None:
    play, stands = begun(*NAMES), []
    for raw in EVENTS:
        play = after(play, read(raw))
        if raw["kind"] == "phase_ended" and raw["phase"] == "ending":
            stands.append([play.state.board(seat).has("vp") for seat in SEATS])
    assert [list(one) for one in zip(*stands, strict=True)] == list(evening()["track"].values())


def test_nothing_in_it_is_odd() -> None:
    play = after(begun(*NAMES), *map(read, EVENTS))
    assert TRACKER.doubts(play.state) == ()
    assert counted(play).doubts == () and TRACKER.where(play.state) is None


def test_every_prefix_has_the_figures_of_the_second_scorer_and_nothing_below_zero() -> None:
    play = begun(*NAMES)
    for n, raw in enumerate(EVENTS, 1):
        play, told = after(play, read(raw)), Evening(SEATS, EVENTS[:n])
        for seat, board in play.state.boards.items():
            mine = {letter: board.has(pile) for pile, letter in LETTERS.items()}
            theirs = {letter: told.firms[seat].pile[letter] for letter in mine}
            assert mine == theirs, f"step {n + 1}: {raw}"
            assert min(board.piles.values()) >= 0, f"step {n + 1}: {raw}"
        assert play.state.overtime == told.overtime or play.state.phase != "action", f"step {n + 1}: {raw}"
        result = counted(play)
        assert {seat: result.total(seat) for seat in SEATS} == told.totals(), f"step {n + 1}: {raw}"


def test_a_turn_tapped_twice_counts_once() -> None:
    play = begun(*NAMES)
    for raw in EVENTS[:40]:
        play = after(play, read(raw))
        event = read(raw)
        if event.slot() is None or raw["kind"] in ("undone", "corrected"):
            continue
        try:
            again = after(play, event)
        except Refused:
            continue
        assert again.state == play.state or play.repeat_of(event, by=1, base=play.head), raw


# ---------------------------------------------------------------- through the web


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = str(tmp_path_factory.mktemp("universe"))
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


def opened(client: FlaskClient, depth: str = "full") -> str:
    people = MultiDict([("game", "project-universe"), ("start", "1"), ("depth", depth), *(("name", n) for n in NAMES)])
    return str(client.post("/plays/new", data=people).headers["Location"].split("/")[2])


def as_form(code: str, raw: dict[str, Any]) -> tuple[str, MultiDict[str, str]]:
    """Where a step is posted, and the fields of its form."""
    if raw["kind"] == "corrected":
        return f"/plays/{code}/steps/{raw['seq']}", flat(raw["event"])
    return f"/plays/{code}/events", flat(raw)


def flat(raw: dict[str, Any]) -> MultiDict[str, str]:
    found: MultiDict[str, str] = MultiDict()
    for name, value in raw.items():
        if isinstance(value, list):
            found.setlist(name, [str(one) for one in value])
        else:
            found[name] = str(int(value) if isinstance(value, bool) else value)
    return found


def figures(page: str) -> dict[str, int]:
    """Names and totals of a score sheet's standing."""
    rows = re.findall(r'<b dir="auto">([^<]+)</b>.*?<span class="points">([−-]?\d+)</span>', page, re.S)
    return {name: int(points.replace("−", "-")) for name, points in rows}


def test_the_score_sheet_shows_what_was_worked_out(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    page = client.get(f"/plays/{code}/scores").text
    assert figures(page) == evening()["totals"]
    assert "2 + 3 in the container" in page and "not achieved by the end" in page


def test_the_count_at_the_end_needs_nothing_more(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    address = client.get(f"/plays/{code}/end").headers["Location"].replace("step=after.names", "step=result")
    page = client.get(address).text
    assert "Bob wins" in page and "60" in page and "44" in page


def test_the_api_keeps_the_same_evening(played: tuple[FlaskClient, str], app: Flask) -> None:
    client, code = played
    other = app.test_client()
    again = opened(other)
    for seq, raw in enumerate(EVENTS, 2):
        response = other.post(f"/api/v1/plays/{again}/events", json={"op": f"op{seq}", "base": seq - 1, **raw})
        assert response.json == {"seq": seq, "head": seq}, raw
        if seq % 8 == 0:
            told = Evening(SEATS, EVENTS[: seq - 1]).totals()
            scores = other.get(f"/api/v1/plays/{again}").json["scores"]
            assert {one["seat"]: one["total"] for one in scores} == told, f"step {seq}: {raw}"
            page = figures(other.get(f"/plays/{again}/scores").text)
            assert {NAMES.index(name) + 1: n for name, n in page.items()} == told
    one, two = (who.get(f"/api/v1/plays/{at}").json for who, at in ((client, code), (other, again)))
    assert [entry["event"] for entry in one["log"]] == [entry["event"] for entry in two["log"]]


def test_the_printed_sheet_shows_the_same_figures(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    pdf = client.get(f"/games/project-universe/print/score-sheet.pdf?play={code}")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf.data)).pages)
    for name, total in evening()["totals"].items():
        assert name in text and re.search(rf"\b{total}\b", text), (name, total)


def test_the_rules_fit_on_two_pages_of_the_shorter_paper(app: Flask) -> None:
    pdf = app.test_client().get("/games/project-universe/print/rules.pdf?paper=letter")
    assert len(PdfReader(io.BytesIO(pdf.data)).pages) == 2


def test_a_filled_sheet_of_four_with_long_names_is_one_page_of_the_shorter_paper(app: Flask) -> None:
    client = app.test_client()
    people = MultiDict([("game", "project-universe"), ("start", "1"), ("depth", "full")])
    people.setlist("name", [f"Wolfeschlegelsteinhausenbergerdorff-Ann{n}" for n in range(1, 5)])
    code = client.post("/plays/new", data=people).headers["Location"].split("/")[2]
    for seat, to in enumerate("ABCD", 1):
        dealt = {"kind": "dealt", "seat": seat, "workforce": 9, "destination": to, "loss": 3}
        client.post(f"/plays/{code}/events", data=flat(dealt))
        for what in ("beans", "water"):
            more = {"kind": "adjusted", "seat": seat, "what": what, "by": 9}
            client.post(f"/plays/{code}/events", data=flat(more))
    pdf = client.get(f"/games/project-universe/print/score-sheet.pdf?play={code}&paper=letter")
    assert len(PdfReader(io.BytesIO(pdf.data)).pages) == 1


def test_a_count_of_four_with_a_house_ruling_is_one_page_of_the_shorter_paper(app: Flask) -> None:
    left = {"workforce": 7, "beans": 5, "money": 9, "water": 3, "action_cards": 9}
    query: dict[str, Any] = {"tokens.1": 3, "end_cards.1.investment_chips": 1, "losses.3": "5+2"}
    for seat in range(1, 5):
        query |= {f"materials.{seat}.{kind}": n for kind, n in left.items()}
        query |= {f"achieved.{seat}.{to}": 1 for to in "ABC"} | {f"vp_track.{seat}": 40 + seat}
        query |= {f"end_cards.{seat}.card_count": 1} if seat < 3 else {}
    sheet = "/games/project-universe/print/score-sheet.pdf?name=Ann&name=Bob&name=Cy&name=Dee&paper=letter"
    pages = PdfReader(io.BytesIO(app.test_client().get(f"{sheet}&{urlencode(query)}").data)).pages
    assert len(pages) == 1 and "that a player has" in pages[0].extract_text()


def test_an_exported_evening_comes_back_equal(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    file = client.get(f"/plays/{code}/export.json").data
    copy = client.post("/plays/import", data={"file": (io.BytesIO(file), "play.json")}).headers["Location"]
    assert figures(client.get(f"{copy}scores").text) == evening()["totals"]
    assert json.loads(client.get(f"{copy}export.json").data)["log"] == json.loads(file)["log"]


def test_no_depth_loses_anything(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    copy = client.get(f"/plays/{code}/export.json").data
    again = client.post("/plays/import", data={"file": (io.BytesIO(copy), "play.json")}).headers["Location"]
    for depth in ("round", "count", "full"):
        client.post(f"{again}events", data={"kind": "depth_chosen", "depth": depth})
        assert client.get(again).status_code == 200
        assert figures(client.get(f"{again}scores").text) == evening()["totals"]


def test_a_turn_that_has_begun_on_the_boards_is_ended_there_in_any_depth(app: Flask) -> None:
    client = app.test_client()
    code = opened(client)
    for raw in (
        {"kind": "dealt", "seat": 1, "workforce": 6, "destination": "A"},
        {"kind": "phase_ended", "round": 1, "phase": "preparation"},
        {"kind": "card_played", "seat": 1, "round": 1, "turn": 1, "card": "manager"},
        {"kind": "depth_chosen", "depth": "round"},
    ):
        client.post(f"/plays/{code}/events", data=flat(raw))
    page = client.get(f"/plays/{code}/").text
    assert "Ann is done" in page and "Bean Field" in page and "A card is played" not in page
    client.post(f"/plays/{code}/events", data={"kind": "turn_ended", "seat": 1, "round": 1, "turn": 1})
    page = client.get(f"/plays/{code}/").text
    assert "A card is played" in page


def test_a_construction_site_turns_into_a_branch_or_a_wormhole(app: Flask) -> None:
    client = app.test_client()
    code = opened(client)
    base = {"seat": 1, "round": 1, "turn": 1}
    for raw in (
        {"kind": "dealt", "seat": 1, "workforce": 6, "destination": "A"},
        {"kind": "phase_ended", "round": 1, "phase": "preparation"},
        {"kind": "where_set", "seat": 1, "at": "in_space"},
        {"kind": "moved", **base, "to": "site", "hop": 1},
    ):
        client.post(f"/plays/{code}/events", data=flat(raw))
    page = client.get(f"/plays/{code}/").text
    form = next(one for one in re.findall(r"<form.*?</form>", page, re.S) if 'value="site_built"' in one)
    offered = re.findall(r'<button[^>]* name="to" value="([^"]+)"', form)
    assert offered == ["branch-A", "branch-B", "branch-C", "branch-D", "branch-E", "wormhole"]
    built = {"kind": "site_built", **base, "nth": 1, "vp": 2, "to": "wormhole"}
    client.post(f"/plays/{code}/events", data=flat(built))
    page = client.get(f"/plays/{code}/").text
    assert "Out of the wormhole" in page and "Ann is done" not in page


def test_a_step_is_corrected_in_the_words_of_the_table(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    seq = next(n for n, raw in enumerate(EVENTS, 2) if raw["kind"] == "improved")
    page = client.get(f"/plays/{code}/steps/{seq}").text
    assert "Printed cost" in page and "Turn of the round" not in page and "Which use in the turn" not in page
    assert re.search(r'<input type="hidden" name="nth" value="1">', page)


def test_every_page_can_be_drawn_and_no_text_escapes_translation(tmp_path: Path) -> None:
    app = create_app(Settings.from_env({"DATA_DIR": str(tmp_path), "SECRET_KEY": "for tests"}))
    app.config["PSEUDO"] = True
    client = app.test_client()
    people = MultiDict([("game", "project-universe"), ("start", "1"), ("depth", "full")])
    people.setlist("name", [f"⟦{name}⟧" for name in NAMES])
    code = client.post("/plays/new", data=people).headers["Location"].split("/")[2]
    found: set[str] = set()
    for seq, raw in enumerate(EVENTS, 2):
        where, fields = as_form(code, raw)
        client.post(where, data=fields)
        if seq % 23 == 0:
            page = client.get(f"/plays/{code}/?seat={seq // 23 % 3 + 1}")
            assert page.status_code == 200, f"step {seq}: {raw}"
            found |= set(escaped(page.text))
    times = {text for text in found if re.fullmatch(r"[\d/]+, [\d:]+\s[AP]M", text)}
    assert found - times == set(escaped(f"<p>{code[:4]} {code[4:]}</p>"))  # none where no two letters are side by side


ODD: tuple[Any, ...] = (-1, 10**9, "x", "", None, [], {}, True, "\u0000", "branch-Z")


def test_nothing_odd_that_a_phone_may_send_breaks_the_play(app: Flask) -> None:
    client = app.test_client()
    code = opened(client)
    for seq, raw in enumerate(EVENTS[:20], 2):
        client.post(f"/api/v1/plays/{code}/events", json={"op": f"op{seq}", "base": seq - 1, **raw})
    examples = {
        raw["kind"]: raw for raw in EVENTS if raw["kind"] not in ("ticked", "undone", "corrected", "phase_ended")
    }
    examples["order_noted"] = {"kind": "order_noted", "seat": 1, "n": 1, "destination": "A"}
    examples["token_set"] = {"kind": "token_set", "facility": "bean_field", "cell": 1}
    examples["where_set"] = {"kind": "where_set", "seat": 1, "at": "home"}
    for n, (kind, raw) in enumerate(examples.items()):
        for field in raw:
            for k, odd in enumerate(ODD):
                sent = {"op": f"odd-{n}-{field}-{k}", "base": 1, **raw, field: odd}
                answer = client.post(f"/api/v1/plays/{code}/events", json=sent)
                assert answer.status_code < 500, (kind, sent, answer.text)
    for page in ("", "?seat=2", "scores", "log", "seats/1"):
        assert client.get(f"/plays/{code}/{page}").status_code == 200
