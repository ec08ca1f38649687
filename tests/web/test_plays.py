"""A play on the web, by the made-up game: from setup to a kept result, once whatever is pressed twice."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.core.game import Onward
from companion.core.text import msg
from companion.games import discover
from companion.service import Plays, Tap, Unsaved
from companion.store import opened
from tests.asked import asked
from tests.sample_games.carrot_fair.tracker import Counted

NEW = {"game": "carrot-fair", "name": ["Ann", "Ben"], "start": "2", "depth": "full"}
PAGES = ("", "?seat=2", "setup", "scores", "log", "table", "seats/1", "seats/1?open=1")


def begin(client: FlaskClient, **more: Any) -> str:
    """The code of a new play."""
    response = client.post("/plays/new", data={**NEW, **more})
    assert response.status_code == 303, response.text
    return response.headers["Location"].split("/")[2]


def put(client: FlaskClient, code: str, **event: Any) -> Any:
    return client.post(f"/plays/{code}/events", data=event)


def dig(client: FlaskClient, code: str, by: int = 1, **more: Any) -> Any:
    return put(client, code, kind="counted", seat=1, item="carrots", by=by, **more)


def carrots(client: FlaskClient, code: str) -> str:
    found = re.search(r'name="to" value="(\d+)"', client.get(f"/plays/{code}/?seat=1").text)
    assert found
    return found[1]


def test_a_new_play_leads_to_its_checklist(fair: FlaskClient) -> None:
    assert "Who plays?" in fair.get("/plays/new?game=carrot-fair").text
    code = begin(fair)
    assert "Heap up the carrots" in fair.get(f"/plays/{code}/setup").text


def test_who_starts_is_asked_only_where_somebody_does(fair: FlaskClient, client: FlaskClient) -> None:
    assert 'name="start"' in fair.get("/plays/new?game=carrot-fair").text
    assert 'name="start"' not in client.get("/plays/new?game=bunny-kingdom").text


def test_a_game_says_what_the_large_button_does(fair_app: Flask, fair: FlaskClient) -> None:
    game = fair_app.extensions["games"]["carrot-fair"]
    digging = Onward(label=msg("Dig one"), event=Counted(seat=1, item="carrots", by=1))
    code = begin(fair)
    said = {depth: fair.get(f"/plays/{code}/").text for depth in ("as usual",)}
    ways = {"own": digging, "none": Onward(label=msg("Nothing"))}
    for name, way in ways.items():
        own = replace(game, tracker=replace(game.tracker, onward=lambda state, depth, way=way: way))
        fair_app.extensions["games"]["carrot-fair"] = fair_app.extensions["plays"].games["carrot-fair"] = own
        fair_app.extensions["plays"]._folded.clear()
        said[name] = fair.get(f"/plays/{code}/").text
    docks = {name: page.split('class="dock"')[1] for name, page in said.items()}
    assert 'value="phase_ended"' in docks["as usual"]
    assert "Dig one" in docks["own"] and 'value="counted"' in docks["own"] and "phase_ended" not in docks["own"]
    assert "<form" not in docks["none"] and "Count the score" not in docks["none"]


def test_what_is_not_new_costs_one_question_to_the_database(fair_app: Flask, fair: FlaskClient) -> None:
    code = begin(fair)
    log = fair_app.extensions["plays"].log
    head = {"HX-Request": "true", "If-None-Match": fair.get(f"/plays/{code}/").headers["ETag"]}
    head["If-None-Match"] = fair.get(f"/plays/{code}/", headers=head).headers["ETag"]
    with asked(log) as statements:
        assert fair.get(f"/plays/{code}/", headers=head).status_code == 304
        assert len(statements) == 1
    dig(fair, code)
    assert fair.get(f"/plays/{code}/", headers=head).status_code == 200


def test_a_page_is_new_whatever_another_process_did(fair_app: Flask, fair: FlaskClient) -> None:
    code = begin(fair)
    tag = {"If-None-Match": fair.get(f"/plays/{code}/").headers["ETag"]}
    elsewhere = Plays(opened(fair_app.extensions["settings"].data_dir), fair_app.extensions["games"])
    there = elsewhere.log.look(code)
    for change in (
        lambda: elsewhere.log.join(there.stored.id, "phone-b", "watch"),
        lambda: elsewhere.record(
            there.stored,
            next(iter(there.members.values())),
            Tap(op="there", base=1, event=Counted(seat=1, item="carrots", by=7)),
        ),
    ):
        change()
        page = fair.get(f"/plays/{code}/", headers=tag)
        assert page.status_code == 200
        tag = {"If-None-Match": page.headers["ETag"]}
        assert fair.get(f"/plays/{code}/", headers=tag).status_code == 304
    assert carrots(fair, code) == "7"
    elsewhere.log.close()


def test_templates_name_the_day_by_the_clock_of_the_plays(fair_app: Flask) -> None:
    fair_app.extensions["plays"].clock = lambda: 1_790_000_000_000
    with fair_app.test_request_context():
        assert fair_app.jinja_env.from_string("{{ today() }}").render() == "2026-09-21"


@pytest.mark.parametrize(
    ("typed", "shown"), [({"by": "1"}, "1"), ({"by": "-1", "to": "4"}, "4"), ({"by": "-1", "to": "0"}, None)]
)
def test_a_counter_counts_without_scripts_by_its_buttons_and_by_its_field(
    fair: FlaskClient, typed: dict[str, str], shown: str | None
) -> None:
    code = begin(fair)
    fields = {"kind": "counted", "seat": 1, "item": "carrots", "was": "0", "to": "0", **typed}
    assert (put(fair, code, **fields).status_code == 303) == (shown is not None)
    assert carrots(fair, code) == (shown or "0")


def test_a_game_may_look_at_the_other_plays_of_this_phone(fair_app: Flask) -> None:
    phone, stranger = fair_app.test_client(), fair_app.test_client()
    codes = [begin(phone), begin(phone)]
    begin(stranger)
    cookie = phone.get_cookie("device")
    assert cookie
    said = "{% for stored, play in own_plays(slug) %}{{ stored.code }}/{{ play.head }} {% endfor %}"
    with fair_app.test_request_context(headers={"Cookie": f"device={cookie.value}"}):
        shown = fair_app.jinja_env.from_string(said).render(slug="carrot-fair")
        assert sorted(shown.split()) == sorted(f"{code}/1" for code in codes)
        assert fair_app.jinja_env.from_string(said).render(slug="another") == ""
    with fair_app.test_request_context():
        assert fair_app.jinja_env.from_string(said).render(slug="carrot-fair") == ""


def test_pressing_begin_twice_begins_once(fair: FlaskClient) -> None:
    found = re.search(r'name="op" value="([^"]+)"', fair.get("/plays/new?game=carrot-fair").text)
    assert found
    assert begin(fair, op=found[1]) == begin(fair, op=found[1]) != begin(fair)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": ["Ann"]}, "2 players"),
        ({"name": []}, "2 players"),
        ({"name": ["Ann", "x" * 10_000]}, "characters"),
        ({"name": ["Ann", "B\u0000b"]}, "readable"),
    ],
)
def test_a_table_that_cannot_be_is_told_beside_the_field(fair: FlaskClient, change: Any, sentence: str) -> None:
    response = fair.post("/plays/new", data={**NEW, **change})
    assert response.status_code == 422 and sentence in response.text
    assert 'value="Ann"' in response.text or not change["name"]


@pytest.mark.parametrize("names", [["محمد", "דנה"], ["x" * 60, "x" * 60], ["👩\u200d🚀", "Ἀλέξανδρος"]])
def test_names_of_any_script_and_length_are_read_back_from_the_log(fair_app: Flask, names: list[str]) -> None:
    client = fair_app.test_client()
    code = begin(client, name=names)
    fair_app.extensions["plays"]._folded.clear()
    assert client.get(f"/plays/{code}/").status_code == 200
    log = client.get(f"/plays/{code}/export.json").json["log"]
    assert [sitter["name"][:50] for sitter in log[0]["event"]["seats"]] == [name[:50] for name in names]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_a_play_is_sound(fair: FlaskClient, page: str) -> None:
    """B71: whole, however it is asked for, and not to be taken for a fragment."""
    answer = fair.get(f"/plays/{begin(fair)}/{page}")
    assert answer.status_code == 200 and answer.text.startswith("<!doctype html>")
    assert "HX-Request" in answer.headers["Vary"]


def test_a_code_is_read_kindly_and_an_unknown_one_is_told(fair: FlaskClient) -> None:
    code = begin(fair)
    assert fair.get(f"/plays/{code[:4].lower()}-{code[4:].lower()}/").status_code == 200
    missing = fair.get("/plays/00000000/")
    assert missing.status_code == 404 and "no play with this code" in missing.text


def test_a_tap_counts_and_the_same_tap_counts_once(fair: FlaskClient) -> None:
    code = begin(fair)
    assert [dig(fair, code, op="same").status_code for _ in range(3)] == [303, 303, 303]
    dig(fair, code, op="other")
    assert carrots(fair, code) == "2"


def test_a_typed_number_counts_from_what_the_person_saw(fair: FlaskClient) -> None:
    code = begin(fair)
    dig(fair, code, 3)
    put(fair, code, kind="counted", seat=1, item="carrots", was="3", to="10")
    assert carrots(fair, code) == "10"
    put(fair, code, kind="counted", seat=1, item="carrots", was="10", to="6+1")
    assert carrots(fair, code) == "7"


def test_plus_and_minus_count_without_scripts_too(fair: FlaskClient) -> None:
    code = begin(fair)
    dig(fair, code, 3)
    dig(fair, code, 1, was="3", to="3")
    assert carrots(fair, code) == "4"
    dig(fair, code, -1, was="4", to="4")
    assert carrots(fair, code) == "3"
    dig(fair, code, -1, was="3", to="9")  # typed, then Enter, which presses the first button
    assert carrots(fair, code) == "9"


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"kind": "nothing"},
        {"kind": "counted"},
        {"kind": "counted", "seat": 9, "item": "carrots", "by": 1},
        {"kind": "counted", "seat": 1, "item": "gold", "by": 1},
        {"kind": "counted", "seat": 1, "item": "carrots", "by": "x"},
        {"kind": "counted", "seat": 1, "item": "carrots", "was": "0", "to": "2,5"},
        {"kind": "counted", "seat": 1, "item": "carrots", "by": -1},
        {"kind": "phase_ended", "round": 2, "phase": "dig"},
        {"kind": "kept", "seat": "x", "keys": "gold"},
        {"kind": "undone", "seq": 99},
        {"kind": "opened", "start": 1},
        {"kind": "ticked", "step": "x" * 100},
    ],
)
def test_what_cannot_happen_gets_a_sentence_and_changes_nothing(fair: FlaskClient, event: Any) -> None:
    code = begin(fair)
    response = put(fair, code, **event)
    assert response.status_code in (404, 422)
    assert re.search(r"<h1>.{10,}</h1>", response.text)
    assert carrots(fair, code) == "0"


def test_undo_says_what_it_takes_back_and_can_be_brought_back(fair: FlaskClient) -> None:
    code = begin(fair)
    dig(fair, code, 3)
    assert re.search(r"Take back<small>Ann: Carrots 3", fair.get(f"/plays/{code}/").text)
    put(fair, code, kind="undone", seq=2)
    log = fair.get(f"/plays/{code}/log").text
    assert carrots(fair, code) == "0" and "Taken back: Ann: Carrots 3" in log and "Bring back" in log
    put(fair, code, kind="undone", seq=3)
    assert carrots(fair, code) == "3"


def test_two_presses_on_next_move_on_once(fair: FlaskClient) -> None:
    code = begin(fair)
    for _ in range(2):
        assert put(fair, code, kind="phase_ended", round=1, phase="dig").status_code == 303
    assert "<h1>Show" in fair.get(f"/plays/{code}/").text


def test_a_form_brings_back_to_its_page_and_nowhere_else(fair: FlaskClient) -> None:
    code = begin(fair)
    assert dig(fair, code, back=f"/plays/{code}/?seat=2").headers["Location"] == f"/plays/{code}/?seat=2"
    for evil in ("https://example.org/", "//example.org", "/about", f"/plays/{code}@example.org"):
        assert dig(fair, code, back=evil).headers["Location"] == f"/plays/{code}/"


@pytest.mark.parametrize(
    ("back", "leads"), [("?seat=2", "?seat=2"), ("", ""), ("https://example.org/", ""), ("//example.org", "")]
)
def test_a_form_that_was_refused_leads_back_to_its_page(fair: FlaskClient, back: str, leads: str) -> None:
    here = f"/plays/{begin(fair)}/"
    refused = fair.post(f"{here}events", data={"kind": "undone", "seq": 99, "back": here + back if leads else back})
    assert f'class="button main" href="{here}{leads}"' in refused.text
    assert "Back to the play" not in fair.get("/plays/0000000/").text


def test_the_shelf_shows_the_plays_of_this_phone_only(fair_app: Flask) -> None:
    mine, other = fair_app.test_client(), fair_app.test_client()
    code = begin(mine)
    assert f"/plays/{code}/" in mine.get("/").text
    assert code not in other.get("/").text


def test_a_stranger_is_led_to_the_door_and_a_watcher_looks_but_does_not_touch(fair_app: Flask) -> None:
    mine, other = fair_app.test_client(), fair_app.test_client()
    code = begin(mine)
    assert other.get(f"/plays/{code}/").headers["Location"] == f"/j/{code}"
    assert dig(other, code).status_code == 403
    assert other.get(f"/api/v1/plays/{code}").status_code == 403
    assert other.post(f"/j/{code}", data={"as": "watch"}).status_code == 303
    assert other.get(f"/plays/{code}/").status_code == 200
    assert dig(other, code).status_code == 422
    shown = other.get(f"/plays/{code}/seats/1?open=1")
    assert shown.status_code == 200 and "Only Ann sees this" not in shown.text and "I am Ann" not in shown.text
    assert other.get(f"/plays/{code}/seats/9").status_code == 404


def test_a_reveal_that_is_taken_back_covers_again_and_the_log_says_so(fair: FlaskClient) -> None:
    code = begin(fair)
    put(fair, code, kind="kept", seat=1, keys="gold")
    put(fair, code, kind="revealed")
    seq = len(fair.get(f"/plays/{code}/export.json").json["log"])
    put(fair, code, kind="undone", seq=seq)
    log = fair.get(f"/plays/{code}/log").text
    assert "It had lain open" in log and "phone 1" in log
    assert "gold" not in fair.get(f"/plays/{code}/scores").text.lower()


def test_a_form_that_lay_there_for_eight_hours_still_counts(fair_app: Flask) -> None:
    client = fair_app.test_client()
    code, plays = begin(client), fair_app.extensions["plays"]
    page = client.get(f"/plays/{code}/?seat=1").text
    form = page[page.index('value="counted"') - 600 :]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form[: form.index("</form>")]))
    now = plays.clock()
    plays.clock = lambda: now + 8 * 3600 * 1000
    plays._folded.clear()
    assert client.post(f"/plays/{code}/events", data={**fields, "by": "1"}).status_code == 303
    assert carrots(client, code) == "1"


# ---------------------------------------------------------------- the table, and old steps


def test_people_can_be_renamed_moved_added_and_leave(fair: FlaskClient) -> None:
    code = begin(fair)
    dig(fair, code, 3)
    put(fair, code, kind="renamed", seat=1, name="Anna", colour="red")
    put(fair, code, kind="reordered", order=["2", "1"])
    put(fair, code, kind="arrived", seat=3, name="Zoë", colour="pink")
    put(fair, code, kind="left", seat=2)
    page = fair.get(f"/plays/{code}/table").text
    assert re.findall(r'<input name="name" value="([^"]+)"', page) == ["Anna", "Zoë"]
    assert carrots(fair, code) == "3"


def test_the_buttons_of_the_table_do_what_they_say(fair: FlaskClient) -> None:
    code = begin(fair, name=["Ann", "Ben", "Zoë"])
    page = fair.get(f"/plays/{code}/table").text
    orders = [re.findall(r'name="order" value="(\d+)"', form) for form in page.split("<form") if "reordered" in form]
    assert orders == [["2", "1", "3"], ["1", "3", "2"]]


@pytest.mark.parametrize("slug", [slug for slug, game in discover().items() if game.tracker])
def test_every_page_stays_when_all_but_one_have_left(kept_app: Flask, slug: str) -> None:
    phone, least = kept_app.test_client(), discover()[slug].seats[0]
    code = begin(phone, game=slug, name=[f"Person {n}" for n in range(least)])
    for seat in range(2, least + 1):
        assert put(phone, code, kind="left", seat=seat).status_code == 303
    for page in ("", "setup", "scores", "log", "table", "seats/1", "invite", "end"):
        assert phone.get(f"/plays/{code}/{page}").status_code in (200, 303), page


def test_the_depth_can_be_changed_without_loss(fair: FlaskClient) -> None:
    code = begin(fair)
    dig(fair, code, 3)
    for depth in ("count", "round", "full"):
        assert put(fair, code, kind="depth_chosen", depth=depth).status_code == 303
    assert carrots(fair, code) == "3"


def test_an_old_step_can_be_corrected_on_its_own_page(fair: FlaskClient) -> None:
    code = begin(fair)
    dig(fair, code, 3)
    dig(fair, code, 2)
    page = fair.get(f"/plays/{code}/steps/2").text
    assert 'name="by" value="3"' in page
    response = fair.post(f"/plays/{code}/steps/2", data={"seat": "1", "item": "carrots", "by": "10"})
    assert response.status_code == 303 and carrots(fair, code) == "12"
    log = fair.get(f"/plays/{code}/log").text
    assert "Step 2 corrected: Ann: Carrots 10" in log and "Ann: Carrots 3" in log


@pytest.mark.parametrize(
    ("by", "sentence"),
    [("x", "whole number"), ("", "needed"), ("-9", "There are only"), ("1", "later steps"), ("100", "most possible")],
)
def test_a_correction_that_cannot_be_keeps_what_was_typed(fair: FlaskClient, by: str, sentence: str) -> None:
    code = begin(fair)
    dig(fair, code, 3)
    dig(fair, code, -2)
    response = fair.post(f"/plays/{code}/steps/2", data={"seat": "1", "item": "carrots", "by": by})
    assert response.status_code == 422 and sentence in response.text
    assert f'name="by" value="{by}"' in response.text and carrots(fair, code) == "1"


def test_secrets_and_endings_are_taken_back_not_corrected(fair: FlaskClient) -> None:
    code = begin(fair)
    put(fair, code, kind="kept", seat=1, keys="gold")
    put(fair, code, kind="phase_ended", round=1, phase="dig")
    for seq in (1, 2, 3, 99):
        assert fair.get(f"/plays/{code}/steps/{seq}").status_code == 404
    assert "/steps/" not in fair.get(f"/plays/{code}/log").text


# ---------------------------------------------------------------- secrets


def test_a_secret_is_in_no_byte_that_others_receive(
    fair_app: Flask, record_property: Callable[[str, object], None]
) -> None:
    """T9, B94, B95: pages, the score sheet, file, JSON and print, before the reveal."""
    mine, other = fair_app.test_client(), fair_app.test_client()
    code = begin(mine)
    assert other.post(f"/j/{code}", data={"as": "watch"}).status_code == 303
    put(mine, code, kind="phase_ended", round=1, phase="dig")
    assert put(mine, code, kind="kept", seat=1, keys="gold").status_code == 303
    assert 'value="gold" checked' in mine.get(f"/plays/{code}/seats/1?open=1").text
    marked = re.compile(r'gold" checked|"keys": *\["gold|A gold ribbon|ribbons\.1=gold|&#34;gold')
    pages = ("", "?seat=1", "setup", "scores", "log", "table", "invite", "seats/1", "seats/2?open=1", "end")
    for page in pages:
        for client in (mine, other):
            response = client.get(f"/plays/{code}/{page}")
            assert not marked.search(response.text + response.headers.get("Location", "")), page
    assert not marked.search(other.get(f"/plays/{code}/export.json").text)
    assert not marked.search(other.get(f"/api/v1/plays/{code}").text)
    pdf = other.get(f"/games/carrot-fair/print/score-sheet.pdf?name=Ann&name=Ben&play={code}")
    assert pdf.status_code == 200 and b"gold" not in pdf.data
    record_property("answers", 2 * len(pages) + 3)


def test_nobody_tells_another_phone_s_secret_nor_learns_it_by_guessing(fair_app: Flask) -> None:
    mine, other = fair_app.test_client(), fair_app.test_client()
    code = begin(mine)
    other.post(f"/j/{code}", data={"seat": "2"})
    assert put(mine, code, kind="kept", seat=1, keys="gold").status_code == 303
    log = mine.get(f"/plays/{code}/export.json").json["log"]
    for keys in (["gold"], ["silver"], []):
        kept = {"kind": "kept", "ribbons": {"owner": 1, "count": len(keys), "keys": keys, "open": False}}
        for event in (kept, {"kind": "corrected", "seq": log[-1]["seq"], "event": kept}):
            answer = other.post(f"/api/v1/plays/{code}/events", json={"op": f"{keys}{len(event)}", "base": 1, **event})
            assert answer.status_code == 422 and "Hidden from all but Ann" in answer.text
    assert mine.get(f"/plays/{code}/export.json").json["log"] == log
    put(mine, code, kind="revealed")
    assert put(other, code, kind="kept", seat=1, keys="silver", base=9).status_code == 303, (
        "what lies open is everybody's"
    )


def test_secret_pages_are_kept_nowhere_and_lie_under_a_cover(fair: FlaskClient) -> None:
    code = begin(fair)
    covered = fair.get(f"/plays/{code}/seats/1")
    assert covered.headers["Cache-Control"] == "no-store" and "Hand the phone over" in covered.text
    assert 'name="keys"' not in covered.text


# ---------------------------------------------------------------- the end


def finished(client: FlaskClient) -> tuple[str, str]:
    """A play at its end, and the address of its result."""
    code = begin(client)
    dig(client, code, 8)
    put(client, code, kind="kept", seat=1, keys="gold")
    for number in (1, 2):
        for phase in ("dig", "show"):
            put(client, code, kind="phase_ended", round=number, phase=phase)
    put(client, code, kind="revealed")
    return code, client.get(f"/plays/{code}/end").headers["Location"].replace("step=after.names", "step=result")


def close(client: FlaskClient, code: str, result: str) -> Any:
    page = client.get(result).text
    form = page[page.index(f"/plays/{code}/close") : page.index("Keep this result")]
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form)
    return client.post(f"/plays/{code}/close", data=MultiDict([(n, html.unescape(v)) for n, v in fields]))


def test_the_count_at_the_end_is_filled_with_what_the_play_knows(fair: FlaskClient) -> None:
    _, result = finished(fair)
    page = fair.get(result).text
    assert "carrots.1=8" in result and "ribbons.1=gold" in result
    assert "Ann wins" in page and "Keep this result" in page


def test_a_kept_result_stays_and_closes_the_play(fair: FlaskClient) -> None:
    code, result = finished(fair)
    assert close(fair, code, result.replace("burrows.2=0", "burrows.2=4")).status_code == 303
    assert "Ann wins" in fair.get(f"/plays/{code}/scores").text
    assert "Finished" in fair.get("/").text
    assert dig(fair, code).status_code == 422
    log = fair.get(f"/plays/{code}/log").text
    assert "Ben, Burrows: 4" in log and "The result is kept" in log
    last = fair.get(f"/api/v1/plays/{code}").json["head"]
    assert put(fair, code, kind="undone", seq=last).status_code == 303  # the closing itself can be taken back
    assert dig(fair, code).status_code == 303


@pytest.mark.parametrize("game", list(discover()))
def test_a_play_whose_result_was_kept_early_shows_no_round_any_more(client: FlaskClient, game: str) -> None:
    code = begin(client, game=game, name=["Ann", "Ben", "Cy"])
    running = BeautifulSoup(client.get(f"/plays/{code}/").text, "html.parser")
    assert running.select_one("main form[data-tap]")
    put(client, code, kind="closed", decided_by="points")
    page = client.get(f"/plays/{code}/")
    assert "The play is over" in page.text and "The result is kept." in page.text
    over = BeautifulSoup(page.text, "html.parser")
    assert not over.select("form[data-tap], .scale, .turn, .todo") and over.select_one(".dock .button.main")


def test_a_count_of_another_play_is_not_kept(fair: FlaskClient) -> None:
    code, _ = finished(fair)
    response = fair.post(f"/plays/{code}/close", data={"name": ["Ann", "Ben"]})
    assert response.status_code == 422 and "another play" in response.text


def test_a_rematch_asks_for_the_same_people(fair: FlaskClient) -> None:
    code = begin(fair)
    page = fair.get(f"/plays/{code}/again", follow_redirects=True).text
    assert 'value="Ann"' in page and 'value="Ben"' in page


def rematch(client: FlaskClient, code: str) -> dict[str, Any]:
    """The fields of the page that offers the play after this one."""
    page = BeautifulSoup(client.get(f"/plays/{code}/again", follow_redirects=True).text, "html.parser")
    fields: dict[str, Any] = {str(one["name"]): str(one.get("value", "")) for one in page.select("#names input[name]")}
    return {**fields, "name": ["Ann", "Ben"], "start": "1", "depth": "full"}


def test_what_a_play_leaves_begins_the_rematch_once(fair: FlaskClient) -> None:
    code, result = finished(fair)
    assert close(fair, code, result).status_code == 303
    fields = rematch(fair, code)
    assert fields["after"] == code
    again = begin(fair, **fields)
    assert begin(fair, **fields) == again != code
    log = fair.get(f"/api/v1/plays/{again}").json["log"]
    assert [entry["event"]["kind"] for entry in log] == ["opened", "sown"]
    assert log[1]["event"]["carrots"] == 8
    assert "8 carrots at the fair before" in fair.get(f"/plays/{again}/log").text


def test_the_phones_of_a_table_come_along_to_the_rematch(fair_app: Flask) -> None:
    mine, ben, cleo, watcher = (fair_app.test_client() for _ in range(4))
    code = begin(mine, name=["Ann", "Ben", "Cleo", "Dov"])
    for phone, seat in ((ben, 2), (cleo, 3)):
        phone.post(f"/j/{code}", data={"seat": str(seat)})
    watcher.post(f"/j/{code}", data={"as": "watch"})
    put(mine, code, kind="closed", decided_by="points")
    before = ben.get(f"/plays/{code}/")
    fields = {**rematch(cleo, code), "name": ["Cleo", "Ben", "Eve", "Ann"]}
    again = begin(cleo, **fields)
    assert begin(cleo, **fields) == again
    plays = fair_app.extensions["plays"]
    held = [(one.role, sorted(one.seats)) for one in plays.log.members(plays.find(again).id)]
    assert held == [("host", [1, 3]), ("play", [4]), ("play", [2])]
    for phone in (mine, ben, cleo):
        for page in ("", "scores"):
            told = phone.get(f"/plays/{code}/{page}", headers={"If-None-Match": before.headers["ETag"]}).text
            assert "The rematch has begun" in told and f'href="/plays/{again}/"' in told
        assert put(phone, again, kind="ticked", step=str(phone)).status_code == 303
    assert again not in watcher.get(f"/plays/{code}/").text and watcher.get(f"/plays/{again}/").status_code == 303


def test_a_play_that_still_runs_takes_nobody_along(fair_app: Flask) -> None:
    mine, ben = fair_app.test_client(), fair_app.test_client()
    code = begin(mine)
    ben.post(f"/j/{code}", data={"seat": "2"})
    again = begin(ben, **rematch(ben, code))
    assert mine.get(f"/plays/{again}/").status_code == 303
    assert "The rematch has begun" not in ben.get(f"/plays/{code}/").text


def test_a_stranger_begins_with_nothing(fair_app: Flask) -> None:
    mine, other = fair_app.test_client(), fair_app.test_client()
    code = begin(mine)
    assert len(other.get(f"/api/v1/plays/{begin(other, after=code)}").json["log"]) == 1


@pytest.mark.parametrize("after", ["", "nothing", "ZZZZ ZZZZ"])
def test_a_play_after_none_begins_with_nothing(fair: FlaskClient, after: str) -> None:
    code = begin(fair, after=after)
    assert len(fair.get(f"/api/v1/plays/{code}").json["log"]) == 1


def test_a_deleted_play_can_be_brought_back_by_its_host(fair_app: Flask) -> None:
    """B09: it is asked first, with the names of the play; all of it comes back; a new play leaves the old one alone."""
    mine, other = fair_app.test_client(), fair_app.test_client()
    code = begin(mine)
    dig(mine, code, 7)
    log = mine.get(f"/plays/{code}/export.json").json["log"]
    begin(mine)
    asked = BeautifulSoup(mine.get(f"/plays/{code}/table").text, "html.parser").select_one("form[data-forget]")
    assert asked is not None and asked.parent is not None and asked.parent.name == "details"
    assert "Delete Carrot Fair with Ann and Ben for everybody?" in asked.parent.text and not asked.parent.get("open")
    assert other.post(f"/plays/{code}/delete").status_code == 403
    gone = mine.post(f"/plays/{code}/delete").text
    assert "Bring it back" in gone and "Carrot Fair with Ann and Ben." in gone
    assert "There is no play with this code" in other.get(f"/plays/{code}/").text
    assert other.post(f"/plays/{code}/undelete").status_code == 404
    for page in ("", "scores"):
        later = mine.get(f"/plays/{code}/{page}")
        assert "Carrot Fair with Ann and Ben." in later.text
        assert later.status_code == 404 and "Bring it back" in later.text
    assert mine.post(f"/plays/{code}/undelete").status_code == 303
    assert mine.get(f"/plays/{code}/export.json").json["log"] == log and carrots(mine, code) == "7"


def test_those_at_a_deleted_play_are_told_who_brings_it_back(fair_app: Flask) -> None:
    mine, other, watcher = (fair_app.test_client() for _ in range(3))
    code = begin(mine)
    other.post(f"/j/{code}", data={"seat": "2"})
    watcher.post(f"/j/{code}", data={"as": "watch"})
    mine.post(f"/plays/{code}/delete")
    for page in (one.get(f"/plays/{code}/") for one in (other, watcher)):
        assert page.status_code == 404 and "Carrot Fair with Ann and Ben." in page.text
        assert "can bring it back" in page.text and f"/plays/{code}/undelete" not in page.text
    tap = other.post(f"/api/v1/plays/{code}/events", json={"op": "a", "base": 1, "kind": "ticked", "step": "a"})
    assert tap.status_code == 404 and "was deleted" in tap.text
    mine.post(f"/plays/{code}/undelete")
    assert other.get(f"/plays/{code}/").status_code == 200


def test_an_exported_play_comes_back_as_a_play_of_its_own(fair: FlaskClient) -> None:
    code, _ = finished(fair)
    file = fair.get(f"/plays/{code}/export.json").data
    response = fair.post("/plays/import", data={"file": (io.BytesIO(file), "play.json")})
    copy = response.headers["Location"].split("/")[2]
    assert response.status_code == 303 and copy != code
    assert json.loads(fair.get(f"/plays/{copy}/export.json").data)["log"] == json.loads(file)["log"]


@pytest.mark.parametrize("body", [b"", b"x", b"[]", b"{}", b"[" * 5000, b'{"format": "companion-play"}', b"\xff\xfe"])
def test_a_file_that_is_no_play_gets_a_sentence(fair: FlaskClient, body: bytes) -> None:
    response = fair.post("/plays/import", data={"file": (io.BytesIO(body), "play.json")})
    assert response.status_code in (404, 422)
    beside = fair.post("/plays/import", data={"game": "carrot-fair", "file": (io.BytesIO(body), "play.json")})
    assert beside.status_code == 422
    assert 'aria-describedby="error-file"' in beside.text and "Who plays?" in beside.text


@pytest.mark.parametrize("at", [-1, 1 << 47, (1 << 53) - 1])
def test_a_file_whose_steps_have_no_date_is_no_play(fair: FlaskClient, at: int) -> None:
    raw = json.loads(fair.get(f"/plays/{begin(fair)}/export.json").data)
    for when, status in ((at, 422), ((1 << 47) - 1, 303)):
        raw["log"][0]["at"] = when
        file = (io.BytesIO(json.dumps(raw).encode()), "play.json")
        response = fair.post("/plays/import", data={"file": file})
        assert response.status_code == status
    assert fair.get(f"{response.headers['Location']}log").status_code == 200


def test_asking_from_a_play_knows_its_phase_and_leads_back(fair: FlaskClient) -> None:
    code = begin(fair)
    asking = BeautifulSoup(fair.get(f"/plays/{code}/").text, "html.parser").select_one('nav.dock a[href^="/rules"]')
    assert asking is not None and "phase=dig" in str(asking["href"])
    answer = fair.get(f"{asking['href']}&q=carrots").text
    assert f'href="/plays/{code}/"' in answer
    assert f'name="play" type="hidden" value="{code}"' in str(BeautifulSoup(answer, "html.parser"))
    assert fair.get(f"{asking['href']}/../..%2F").status_code == 200


def test_a_refused_house_rule_lies_open_with_what_was_typed(client: FlaskClient) -> None:
    new = {**NEW, "game": "bunny-kingdom", "opt.card_values.royal_crown": "abc"}
    response = client.post("/plays/new", data=new)
    wrong = BeautifulSoup(response.text, "html.parser").select_one('[name="opt.card_values.royal_crown"]')
    assert response.status_code == 422 and wrong is not None and wrong["value"] == "abc"
    folds = [fold for fold in wrong.parents if fold.name == "details"]
    assert len(folds) == 2 and all(fold.has_attr("open") for fold in folds)


@pytest.mark.parametrize("address", ["/plays/{}/events", "/api/v1/plays/{}/events"])
@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://example.org"}])
def test_another_site_cannot_tap(fair: FlaskClient, address: str, headers: dict[str, str]) -> None:
    tap = {"op": "a", "base": 1, "kind": "counted", "seat": 1, "item": "carrots", "by": 3}
    assert fair.post(address.format(begin(fair)), json=tap, headers=headers).status_code == 403


@pytest.mark.parametrize("api", [False, True], ids=["page", "API"])
def test_what_the_disk_did_not_take_is_said_and_can_be_sent_again(
    fair: FlaskClient, monkeypatch: pytest.MonkeyPatch, api: bool
) -> None:
    code = begin(fair)
    tap = {"op": "a", "base": 1, "kind": "counted", "seat": 1, "item": "carrots", "by": 3}

    def full(*_: object) -> None:
        raise Unsaved(msg("The disk is full."))

    def send() -> Any:
        address = f"/plays/{code}/events"
        return fair.post(f"/api/v1{address}", json=tap) if api else fair.post(address, data=tap)

    with monkeypatch.context() as broken:
        broken.setattr(Plays, "record", full)
        answer = send()
    assert answer.status_code == 503 and "The disk is full." in answer.text and answer.headers["Retry-After"]
    assert send().status_code in (200, 303)


# ---------------------------------------------------------------- API


def test_the_api_takes_the_same_events(fair: FlaskClient) -> None:
    code = begin(fair)
    body = {"op": "a", "base": 1, "kind": "counted", "seat": 1, "item": "carrots", "by": 3}
    first = fair.post(f"/api/v1/plays/{code}/events", json=body)
    assert first.json == fair.post(f"/api/v1/plays/{code}/events", json=body).json == {"seq": 2, "head": 2}
    assert fair.get(f"/api/v1/plays/{code}").json["head"] == 2


@pytest.mark.parametrize(
    "body", [None, [], {}, {"op": ""}, {"op": "a", "base": "1"}, {"op": "a", "base": 1, "kind": "counted"}, {"op": 1}]
)
def test_the_api_refuses_with_a_sentence(fair: FlaskClient, body: Any) -> None:
    code = begin(fair)
    response = fair.post(f"/api/v1/plays/{code}/events", json=body)
    assert response.status_code == 422 and response.json["error"]["message"]


@pytest.mark.parametrize("raw", ["[" * 100_000, '{"op": "a", "kind": "options_chosen", "options": {"n": %s}}'])
@pytest.mark.parametrize("value", ["NaN", "-Infinity", "1e309", "[" * 50_000 + "]" * 50_000])
def test_the_api_refuses_what_python_reads_beyond_json(fair: FlaskClient, raw: str, value: str) -> None:
    code = begin(fair)
    body = raw.replace("%s", value)
    assert fair.post(f"/api/v1/plays/{code}/events", data=body, content_type="application/json").status_code == 422


def test_a_play_begins_once(fair: FlaskClient) -> None:
    code = begin(fair)
    opened = fair.get(f"/plays/{code}/export.json").json["log"][0]["event"]
    answer = fair.post(f"/api/v1/plays/{code}/events", json={"op": "a", "base": 1, **opened})
    assert answer.status_code == 422 and "begun already" in answer.text


def test_a_conflict_is_answered_as_one(fair_app: Flask) -> None:
    client = fair_app.test_client()
    code = begin(client)
    store = fair_app.extensions["plays"]
    stored = store.find(code)
    store.log.join(stored.id, "another", "play", frozenset({2}))
    member = store.member(stored, "another")
    from companion.service import Tap
    from tests.sample_games.carrot_fair.tracker import Grown

    store.record(stored, member, Tap(op="x", base=1, event=Grown(seat=1, flowers=("rose",))))
    body = {"op": "a", "base": 1, "kind": "grown", "seat": 1, "flowers": ["tulip"]}
    assert client.post(f"/api/v1/plays/{code}/events", json=body).status_code == 409
