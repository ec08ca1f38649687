"""Two recorded games at three, the second with the sheet of the first: by events, and through the web."""

from __future__ import annotations

import html
import io
import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from werkzeug.datastructures import MultiDict

from companion.core.events import Closed, PhaseEnded
from companion.core.play import Play
from companion.games.rabbit_astronauts import chart
from companion.games.rabbit_astronauts.happenings import Agencies
from companion.games.rabbit_astronauts.tracker import TRACKER
from companion.service import finals
from companion.settings import Settings
from companion.web import create_app
from tests.games.rabbit_astronauts.following import after, begun, counted, on, read, recorded, stands, totals

FIRST, SECOND = recorded("first"), recorded("second")


def opening(game: dict[str, Any]) -> Play[Agencies]:
    """The play as its record begins."""
    if game is FIRST:
        return begun(*FIRST["names"])
    first = after(begun(*FIRST["names"]), *FIRST["events"])
    kept = Closed(decided_by="team", finals=finals(counted(first), first))
    return after(begun(*SECOND["names"], mission="jupiter"), *TRACKER.leaves(first.state, kept))


@pytest.mark.parametrize("game", [FIRST, SECOND], ids=["first", "second"])
def test_tokens_stand_and_points_are_as_on_paper(game: dict[str, Any]) -> None:
    play = opening(game)
    wanted = {(round_, phase): figures for round_, phase, *figures in game["stood"]}
    for raw in game["events"]:
        event = read(raw)
        if isinstance(event, PhaseEnded) and (figures := wanted.pop((event.round, event.phase), None)):
            assert [stands(play, seat, event.phase) for seat in (1, 2, 3)] == figures, raw  # type: ignore[arg-type]
        play = after(play, event)
    assert not wanted
    assert totals(play) == game["totals"]
    result = counted(play)
    assert str(result.outcome) == f"Together {game['together']} points"
    assert str(next(rung.verdict for rung in result.ladder if rung.key == "boxes")) == f"{game['boxes']} boxes"
    assert TRACKER.where(play.state) is None and TRACKER.doubts(play.state) == ()


def test_points_are_told_round_by_round() -> None:
    play = after(opening(FIRST), *FIRST["events"])
    lines = counted(play).lines
    for seat, name in enumerate(FIRST["names"], 1):
        sent = {line.round: line.points for line in lines if line.seat == seat}
        assert [sent.get(n, 0) for n in range(1, 8)] == FIRST["sent"][name]


def test_the_sheet_goes_on() -> None:
    play = after(opening(SECOND), *SECOND["events"])
    sheet = play.state.chart
    assert chart.earned(sheet) == FIRST["boxes"] == chart.used(sheet)
    assert chart.doubts(sheet) == ()
    (left,) = TRACKER.leaves(play.state, Closed(decided_by="team", finals=finals(counted(play), play)))
    third = after(begun("Cy", "Dee"), left)
    assert chart.earned(third.state.chart) == SECOND["in_all"]
    assert third.state.chart.checked == sheet.checked and third.state.chart.links == sheet.links


def test_without_a_kept_result_only_the_sheet_goes_on() -> None:
    play = after(opening(SECOND), *SECOND["events"])
    (left,) = TRACKER.leaves(play.state, None)
    assert after(begun("Cy"), left).state.chart == play.state.chart


def test_a_game_taken_back_step_by_step_is_what_it_was() -> None:
    play = after(opening(FIRST), *FIRST["events"][:40])
    before = play.state
    further = after(
        play,
        {"kind": "trained", "seat": 3, "round": 2, "step": "promote", "cost": 1, "free": True},
        *on(2, "gold", "helmets"),
    )
    for _ in range(3):
        further = after(further, {"kind": "undone", "seq": further.undoable()[0].seq})
    assert further.state == before


# ---------------------------------------------------------------- through the web


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = str(tmp_path_factory.mktemp("voyage"))
    app = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for tests", "RATE_LIMIT": "0"}))
    app.testing = True
    return app


def put(client: FlaskClient, code: str, raw: dict[str, Any]) -> None:
    """A step as the forms of the pages post it."""
    if raw["kind"] == "corrected":
        response = client.post(f"/plays/{code}/steps/{raw['seq']}", data=flat(raw["event"]))
    else:
        response = client.post(f"/plays/{code}/events", data=flat(raw))
    assert response.status_code == 303, f"{raw} {response.text[-600:]}"


def flat(raw: dict[str, Any]) -> MultiDict[str, str]:
    found: MultiDict[str, str] = MultiDict()
    for name, value in raw.items():
        if isinstance(value, list):
            found.setlist(name, [" ".join(value)])
        else:
            found[name] = str(int(value) if isinstance(value, bool) else value)
    return found


def figures(page: str) -> dict[str, int]:
    """Names and totals of a score sheet's standing."""
    rows = re.findall(r'<b dir="auto">([^<]+)</b>.*?<span class="points">(\d+)</span>', page, re.S)
    return {name: int(points) for name, points in rows}


def keep(client: FlaskClient, code: str) -> None:
    """Count with what the play knows, and keep the result."""
    address = client.get(f"/plays/{code}/end").headers["Location"].replace("step=after.names", "step=result")
    page = client.get(address).text
    form = page[page.index(f"/plays/{code}/close") : page.index("Keep this result")]
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form)
    closed = client.post(f"/plays/{code}/close", data=MultiDict([(n, html.unescape(v)) for n, v in fields]))
    assert closed.status_code == 303, closed.text[-600:]


def again(client: FlaskClient, code: str, names: list[str], **options: str) -> str:
    """The code of the rematch, begun from the page that offers it."""
    page = client.get(f"/plays/{code}/again", follow_redirects=True).text
    form = page[page.index('id="names"') : page.index("</form>")]
    fields = MultiDict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form))
    fields.setlist("name", names)
    fields.update({"start": "1", "depth": "full", **options})
    return str(client.post("/plays/new", data=fields).headers["Location"].split("/")[2])


@pytest.fixture(scope="module")
def voyage(app: Flask) -> tuple[FlaskClient, str, str]:
    """Both games, posted step by step, the second begun as the rematch of the first."""
    client = app.test_client()
    people = MultiDict([("game", "rabbit-astronauts"), ("start", "1"), ("depth", "full")])
    people.setlist("name", FIRST["names"])
    first = str(client.post("/plays/new", data=people).headers["Location"].split("/")[2])
    for raw in FIRST["events"]:
        put(client, first, raw)
    keep(client, first)
    second = again(client, first, SECOND["names"], **{"opt.mission": "jupiter"})
    for raw in SECOND["events"]:
        put(client, second, raw)
    keep(client, second)
    return client, first, second


def test_the_score_sheets_show_what_was_worked_out(voyage: tuple[FlaskClient, str, str]) -> None:
    client, first, second = voyage
    for code, game in ((first, FIRST), (second, SECOND)):
        page = client.get(f"/plays/{code}/scores").text
        assert figures(page) == game["totals"]
        assert f"Together {game['together']} points" in page


def test_the_second_game_begins_with_the_boxes_of_the_first(voyage: tuple[FlaskClient, str, str]) -> None:
    client, _, second = voyage
    log = client.get(f"/api/v1/plays/{second}").json["log"]
    assert log[1]["event"]["kind"] == "carried" and log[1]["event"]["scores"] == [FIRST["together"]]
    page = client.get(f"/plays/{second}/?at=sheet").text
    assert "5 boxes to check" in page and "Game 1: 71 points" in page and "Game 2: 58 points" in page
    assert "8 cards for the deck: Scientist" in client.get(f"/plays/{second}/setup").text


def test_the_api_keeps_the_same_game(app: Flask) -> None:
    client = app.test_client()
    people = MultiDict([("game", "rabbit-astronauts"), ("start", "1"), ("depth", "full")])
    people.setlist("name", FIRST["names"])
    code = client.post("/plays/new", data=people).headers["Location"].split("/")[2]
    for seq, raw in enumerate(FIRST["events"], 2):
        response = client.post(f"/api/v1/plays/{code}/events", json={"op": f"op{seq}", "base": seq - 1, **raw})
        assert response.json == {"seq": seq, "head": seq}, raw
    scores = client.get(f"/api/v1/plays/{code}").json["scores"]
    assert {FIRST["names"][one["seat"] - 1]: one["total"] for one in scores} == FIRST["totals"]


def test_three_phones_play_it_and_a_fourth_watches(app: Flask) -> None:
    phones, watcher = {seat: app.test_client() for seat in (1, 2, 3)}, app.test_client()
    people = MultiDict([("game", "rabbit-astronauts"), ("start", "1"), ("depth", "full")])
    people.setlist("name", FIRST["names"])
    code = str(phones[1].post("/plays/new", data=people).headers["Location"].split("/")[2])
    for seat in (2, 3):
        assert phones[seat].post(f"/j/{code}", data={"seat": str(seat)}).status_code == 303
    watcher.post(f"/j/{code}", data={"as": "watch"})
    for raw in FIRST["events"]:
        seat = raw.get("seat") or raw.get("event", {}).get("seat", 1)
        put(phones[seat], code, raw)
    for client in (*phones.values(), watcher):
        assert figures(client.get(f"/plays/{code}/scores").text) == FIRST["totals"]
    assert watcher.post(f"/plays/{code}/events", data={"kind": "checked", "box": "1"}).status_code == 422
    looked = watcher.get(f"/plays/{code}/?at=sheet").text
    assert 'name="box"' in looked and "disabled" in looked and "Write which boxes" not in looked


def test_a_voyage_exported_comes_back_equal(voyage: tuple[FlaskClient, str, str]) -> None:
    client, _, second = voyage
    file = client.get(f"/plays/{second}/export.json").data
    copy = client.post("/plays/import", data={"file": (io.BytesIO(file), "play.json")}).headers["Location"]
    assert figures(client.get(f"{copy}scores").text) == SECOND["totals"]
    assert json.loads(client.get(f"{copy}export.json").data)["log"] == json.loads(file)["log"]


def test_the_sheet_and_the_scores_are_printed(voyage: tuple[FlaskClient, str, str]) -> None:
    client, _, second = voyage
    for key, words in (("campaign", ["71", "7", "58", "5", "Ben, Ann and Cy"]), ("score-sheet", ["22", "27", "58"])):
        pdf = client.get(f"/games/rabbit-astronauts/print/{key}.pdf?play={second}")
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf.data)).pages)
        for word in words:
            assert word in text, (key, word)
