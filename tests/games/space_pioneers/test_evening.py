"""Two recorded games at three: by events at every prefix, and through the web, equal to a second scorer."""

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

from companion.codec import kind_of
from companion.core.events import PhaseEnded
from companion.games.space_pioneers.tracker import TRACKER
from companion.settings import Settings
from companion.web import create_app
from tests.games.space_pioneers.following import after, begun, counted, evening, read
from tests.games.space_pioneers.retold import Evening

BOTH = pytest.mark.parametrize("name", ["deck", "missions"])
SEATS = (1, 2, 3)


def told(name: str, steps: int | None = None) -> Evening:
    """The second way to keep the game, after so many of its steps."""
    return Evening(SEATS, evening(name)["start"], evening(name)["events"][:steps])


def by_name(name: str, figures: dict[str, int]) -> dict[int, int]:
    return {evening(name)["names"].index(who) + 1: n for who, n in figures.items()}


@BOTH
def test_the_second_scorer_agrees_with_pencil_and_cards(name: str) -> None:
    game, found = evening(name), told(name)
    assert {seat: one.planets for seat, one in found.players.items()} == by_name(name, game["planets"])
    assert {seat: one.missions for seat, one in found.players.items()} == by_name(name, game["missions"])
    sizes = {seat: one.size for seat, one in found.players.items() if one.size is not None}
    assert sizes == by_name(name, game["networks"])
    assert {seat: found.points(seat) for seat in SEATS} == by_name(name, game["totals"])
    assert found.on is None and found.turns == 3 * game["rounds"]


def test_the_evenings_hold_all_that_can_happen_and_end_in_both_ways() -> None:
    kinds = {event["kind"] for name in ("deck", "missions") for event in evening(name)["events"]}
    assert kinds >= set(map(kind_of, (*TRACKER.events, PhaseEnded))) | {"undone", "corrected"}
    assert told("deck").deck_is_used and not told("missions").deck_is_used
    assert max(one.missions for one in told("missions").players.values()) == 4


@BOTH
def test_every_prefix_has_the_figures_and_the_turn_of_the_second_scorer(name: str) -> None:
    game = evening(name)
    play = begun(*game["names"], start=game["start"], depth=game["depth"])
    for n, raw in enumerate(game["events"], 1):
        play, found = after(play, read(raw)), told(name, n)
        where = TRACKER.where(play.state)
        assert (where.turn if where else None) == found.on, f"step {n + 1}: {raw}"
        if where:
            assert (where.round, where.is_last) == (found.round, found.is_last), f"step {n + 1}: {raw}"
            assert list(play.state.coming) == found.left()
        for seat, one in found.players.items():
            front = play.state.fronts[seat]
            mine = (front.planets, front.missions, front.network)
            assert mine == (one.planets, one.missions, one.size), f"step {n + 1}: {raw}"
        result = counted(play, ())
        assert {seat: result.total(seat) for seat in SEATS} == {seat: found.points(seat) for seat in SEATS}, n
        assert TRACKER.doubts(play.state) == ()


@BOTH
def test_the_last_lap_names_whose_turns_are_left_and_then_stops(name: str) -> None:
    game = evening(name)
    play, said = begun(*game["names"], start=game["start"], depth=game["depth"]), []
    for raw in game["events"]:
        play = after(play, read(raw))
        panel = TRACKER.panel(play.state, 1, play.table.names, {})
        if panel.on and panel.ends and (not said or said[-1][0] != panel.on.name):
            left = [row.name for row in panel.rows if row.turn == "coming"]
            said.append((panel.on.name, left, str(panel.rest)))
    first, *others = said
    assert first[1] == game["turns_left"] and all(who in first[2] for who in game["turns_left"])
    assert [one[0] for one in others] == game["turns_left"] and others[-1][1] == []
    assert "the game is over" in others[-1][2]
    assert TRACKER.where(play.state) is None


@BOTH
def test_the_result_is_the_hand_worked_one(name: str) -> None:
    game = evening(name)
    play = after(begun(*game["names"], start=game["start"], depth=game["depth"]), *map(read, game["events"]))
    result = counted(play)
    assert {seat: result.total(seat) for seat in SEATS} == by_name(name, game["totals"])
    assert [play.table.names[seat] for seat in result.winners] == game["winners"]
    assert result.decided_by == "network" and result.undecided == ()


def test_without_the_networks_the_tie_waits_for_them() -> None:
    game = evening("missions")
    play = after(begun(*game["names"], depth="round"), *map(read, game["events"][:-2]))
    assert set(counted(play).undecided) == {1, 2} and counted(play).winners == ()


# ---------------------------------------------------------------- through the web


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = str(tmp_path_factory.mktemp("pioneers"))
    app = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for tests", "RATE_LIMIT": "0"}))
    app.testing = True
    return app


def opened(client: FlaskClient, name: str) -> str:
    game = evening(name)
    people = [("game", "space-pioneers"), ("start", str(game["start"])), ("depth", game["depth"])]
    people += [("name", who) for who in game["names"]]
    return str(client.post("/plays/new", data=MultiDict(people)).headers["Location"].split("/")[2])


def flat(raw: dict[str, Any]) -> MultiDict[str, str]:
    """The fields of the form that posts a step."""
    found: MultiDict[str, str] = MultiDict()
    for key, value in raw.items():
        if key == "held":
            found["seat"] = str(value["owner"])
            found.setlist("keys", value["keys"])
        else:
            found[key] = str(value)
    return found


@pytest.fixture(scope="module", params=["deck", "missions"])
def played(app: Flask, request: pytest.FixtureRequest) -> tuple[FlaskClient, str, dict[str, Any]]:
    """A game, posted step by step as the forms of the pages post it."""
    client = app.test_client()
    code = opened(client, request.param)
    for seq, raw in enumerate(evening(request.param)["events"], 2):
        where, fields = f"/plays/{code}/events", flat(raw)
        if raw["kind"] == "corrected":
            where, fields = f"/plays/{code}/steps/{raw['seq']}", flat(raw["event"])
        response = client.post(where, data=fields)
        assert response.status_code == 303, f"step {seq}: {raw} {response.text}"
    return client, code, evening(request.param)


def figures(page: str) -> dict[str, int]:
    """Names and totals of a score sheet's standing."""
    rows = re.findall(r'<b dir="auto">([^<]+)</b>.*?<span class="points">(\d+)</span>', page, re.S)
    return {name: int(points) for name, points in rows}


def test_the_score_sheet_and_the_count_show_what_was_worked_out(played: tuple[FlaskClient, str, Any]) -> None:
    client, code, game = played
    assert figures(client.get(f"/plays/{code}/scores").text) == game["totals"]
    address = client.get(f"/plays/{code}/end").headers["Location"].replace("step=after.names", "step=result")
    assert f"{game['winners'][0]} wins" in client.get(address).text


def test_the_printed_sheet_shows_the_same_figures(played: tuple[FlaskClient, str, Any]) -> None:
    client, code, game = played
    pdf = client.get(f"/games/space-pioneers/print/score-sheet.pdf?play={code}")
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf.data)).pages).split())
    for row in ("planets", "missions", "totals"):
        assert " ".join(str(n) for n in game[row].values()) in text, row


def test_an_exported_game_and_a_restart_find_it_as_it_was(played: tuple[FlaskClient, str, Any], app: Flask) -> None:
    client, code, game = played
    app.extensions["plays"]._folded.clear()
    assert figures(client.get(f"/plays/{code}/scores").text) == game["totals"]
    file = client.get(f"/plays/{code}/export.json").data
    copy = client.post("/plays/import", data={"file": (io.BytesIO(file), "play.json")}).headers["Location"]
    assert figures(client.get(f"{copy}scores").text) == game["totals"]
    assert json.loads(client.get(f"{copy}export.json").data)["log"] == json.loads(file)["log"]


def test_the_api_keeps_the_same_game(played: tuple[FlaskClient, str, Any], app: Flask) -> None:
    client, code, game = played
    name = "deck" if game["start"] == 2 else "missions"
    other = app.test_client()
    again = opened(other, name)
    for seq, raw in enumerate(game["events"], 2):
        response = other.post(f"/api/v1/plays/{again}/events", json={"op": f"op{seq}", "base": seq - 1, **raw})
        assert response.json == {"seq": seq, "head": seq}, raw
        scores = other.get(f"/api/v1/plays/{again}").json["scores"]
        found = told(name, seq - 1)
        assert {one["seat"]: one["total"] for one in scores} == {seat: found.points(seat) for seat in SEATS}, raw
    one, two = (who.get(f"/api/v1/plays/{at}").json for who, at in ((client, code), (other, again)))
    assert [entry["event"] for entry in one["log"]] == [entry["event"] for entry in two["log"]]


def test_how_many_secret_tasks_are_done_is_in_no_byte_that_others_receive(app: Flask) -> None:
    """Pages and exports are the same for others whether none, one or both are done."""
    seen: dict[str, list[str]] = {}
    for keys in ("0", "1", "2"):
        mine, other, watcher = app.test_client(), app.test_client(), app.test_client()
        code = opened(mine, "missions")
        assert other.post(f"/j/{code}", data={"seat": "2"}).status_code == 303
        assert watcher.post(f"/j/{code}", data={"as": "watch"}).status_code == 303
        mine.post(f"/plays/{code}/events", data={"kind": "tasks", "seat": "1", "keys": keys, "op": "one"})
        chosen = re.search(r'value="(\d)" aria-pressed="true"', mine.get(f"/plays/{code}/seats/1?open=1").text)
        assert chosen and chosen[1] == keys
        pages = [mine.get(f"/plays/{code}/{page}") for page in ("", "?seat=1", "scores", "log", "seats/1", "end")]
        for phone in (other, watcher):
            pages += [phone.get(f"/plays/{code}/{page}") for page in ("", "?seat=1", "scores", "log", "export.json")]
            pages.append(phone.get(f"/api/v1/plays/{code}"))
        assert all(page.status_code in (200, 303) for page in pages)
        for n, page in enumerate(pages):
            bytes_ = f"{page.text} {page.headers.get('Location', '')}".replace(code, "CODE")
            bytes_ = bytes_.replace(f"{code[:4]} {code[4:]}", "CODE")
            told_apart = r'"(at|created|op)": ?("[^"]+"|\d+)|name="op" value="[^"]+"|datetime="[^"]+">[^<]+'
            seen.setdefault(str(n), []).append(re.sub(told_apart, "", bytes_))
    for n, versions in seen.items():
        assert len(set(versions)) == 1, n
