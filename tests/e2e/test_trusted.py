"""What people trust it for: phones that sleep, networks that hold and cut, drafts, twins. "B…" names the complaint."""

from __future__ import annotations

import itertools
import json
import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from companion.store import NAME
from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone
from tests.e2e.proxy import proxy
from tests.e2e.table import (
    HIDE,
    at_head,
    begin,
    cards,
    code_of,
    happened,
    harvest,
    head,
    host,
    line,
    live,
    log_of,
    on,
    pair,
    post,
    reap,
    reaped,
    sent,
    sit,
)

ROUND = ("exploration", "construction", "harvest")
TRACK = "() => [...document.querySelectorAll('.standing .points')].map(points => points.innerText.trim())"


def track(page: Page) -> list[str]:
    """The points of everybody, as the page shows them and as seated."""
    found: list[str] = page.evaluate(TRACK)
    return found


def round_of(round_: int, *typed: str) -> list[dict[str, Any]]:
    """A whole round with these harvests, seat by seat."""
    return [
        *on(round_, *ROUND[:2]),
        *(reaped(seat, one, round_) for seat, one in enumerate(typed, 1)),
        *on(round_, ROUND[2]),
    ]


# ---------------------------------------------------------------- phones that sleep


def test_a_phone_that_was_frozen_or_discarded_shows_the_same_play(phone: Phone) -> None:
    """B01: the same play with the same totals, once on the shelf; what happened meanwhile is there."""
    a, b = phone(), phone()
    play = begin(a)
    sit(b, code_of(play), 2)
    newest = post(a, play, *round_of(1, "11", "12", "13", "14"))
    a.goto(play)
    before = track(a)
    assert sorted(before) == ["11", "12", "13", "14"]
    system = a.context.new_cdp_session(a)
    system.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(3)
    newest = post(b, play, *on(2, "exploration"))
    system.send("Page.setWebLifecycleState", {"state": "active"})
    at_head(a, newest)
    live(a)
    assert track(a) == before
    address, context = a.url, a.context
    a.close()
    again = context.new_page()
    again.goto(address)
    at_head(again, newest)
    live(again)
    assert track(again) == before
    again.goto("/")
    expect(again.locator(".plays li")).to_have_count(1)
    expect(again.locator(".plays a")).to_have_attribute("href", play)


SOAK = float(os.environ.get("SOAK_MINUTES", "10")) * 60


def stored_points(folder: Path) -> list[int]:
    """The points of each seat as they lie on the disk, summed up here."""
    points: dict[tuple[int, int], int] = {}
    with closing(sqlite3.connect(f"file:{folder / NAME}?mode=ro", uri=True)) as disk:
        for (body,) in disk.execute("SELECT body FROM events ORDER BY seq"):
            event = json.loads(body)
            if event["kind"] == "harvested":
                points[event["round"], event["seat"]] = int(event["typed"])
    return sorted(sum(n for (_, of), n in points.items() if of == seat) for seat in {seat for _, seat in points})


@pytest.mark.parametrize("seconds", [20.0, pytest.param(SOAK, marks=pytest.mark.long)])
def test_totals_stay_while_an_evening_goes_by(
    rough: Any, tmp_path: Path, seconds: float, record_property: Callable[[str, object], None]
) -> None:
    """B02: three phones, gaps in which nobody does anything, and each may sleep; phones and disk agree, never on 0."""
    gaps = itertools.cycle([0.3, 2, 1] if seconds < 60 else [1, 30, 5, 120, 15, 300])
    names = ["Ann", "Bob", "Cy"]
    with host(tmp_path / "site") as site:
        phones = [rough(base=site.address) for _ in names]
        play = begin(phones[0], names)
        for seat, page in enumerate(phones[1:], 2):
            sit(page, code_of(play), seat)
        newest = post(phones[0], play, *round_of(1, "3", "4", "5"), *on(2, *ROUND[:2]))
        for page in phones:
            page.goto(play)
        until, steps = time.monotonic() + seconds, 0
        while time.monotonic() < until:
            writer = phones[steps % 3]
            sleeper = phones[(steps + 1) % 3]
            sleeper.evaluate(HIDE, True)
            reap(writer, steps % 3 + 1, str(steps % 40 + 1))
            newest += 1
            at_head(writer, newest, 8000)
            phones[0].wait_for_timeout(min(next(gaps), max(0.3, until - time.monotonic())) * 1000)
            sleeper.evaluate(HIDE, False)
            steps += 1
            on_disk = stored_points(site.folder)
            for page in phones:
                at_head(page, newest, 8000)
                assert sorted(map(int, track(page))) == on_disk and len(on_disk) == 3 and on_disk[0] > 0, steps
        for page in phones:
            expect(line(page)).to_be_empty()
        record_property("minutes", round(seconds / 60))


def test_a_phone_in_the_background_never_moves_the_table_back(phone: Phone) -> None:
    """B15: others play five turns; it then writes what it still shows and closes. What they did stands."""
    a, b, play = pair(phone)
    live(b)
    b.evaluate(HIDE, True)
    newest = post(a, play, *on(1, "harvest"), *round_of(2, "1", "2", "3", "4"), *on(3, *ROUND[:2]), reaped(1, "9", 3))
    at_head(a, newest)
    before, heading = log_of(a, play), a.locator("h1").inner_text()
    assert "Harvest" in b.locator("h1").inner_text() and head(b) < newest
    b.evaluate("document.querySelector('#harvest-2').value = '7'")
    b.evaluate("document.querySelector('#harvest-2').form.requestSubmit()")
    b.evaluate("document.querySelector('.dock form button').click()")
    sent(b)
    b.close(run_before_unload=True)
    at_head(a, newest + 1)
    after = log_of(a, play)
    assert after[:newest] == before and [one["event"] for one in after[newest:]] == [reaped(2, "7")]
    expect(a.locator("h1")).to_have_text(heading)
    assert harvest(a, 1).input_value() == "9"


def test_phone_and_tablet_of_one_person(phone: Phone) -> None:
    """B23, B54: one seat on both: both write, both follow; so do a second tab and whoever comes back by the link."""
    a, b, play = pair(phone)
    tablet = phone(1024, 768)
    code = code_of(play)
    tablet.goto(f"/j/{code}")
    expect(tablet.locator(".chairs li").nth(1)).to_contain_text("on another phone")
    assert tablet.get_by_role("button", name="I am Bob").count() == 0, "nobody becomes Bob by the table's own link"
    b.goto(f"{play}invite")
    b.get_by_role("button", name="My second phone").tap()
    b.wait_for_url("**/invite?link=*")
    tablet.goto(urlsplit(b.locator(".address a").get_attribute("href") or "").path)
    tablet.get_by_role("button", name="I am Bob").tap()
    tablet.wait_for_url(re.compile(r"/plays/\w{8}/$"))
    b.goto(f"{play}invite")
    for n in (1, 2):
        expect(b.locator(".device").nth(n)).to_contain_text("Bob")
    b.goto(play)
    live(b)
    live(tablet)
    for n, (writer, reader) in enumerate(((b, tablet), (tablet, b), (b, tablet))):
        reap(writer, 2, str(20 + n))
        expect(harvest(reader, 2)).to_have_value(str(20 + n))
    who = {entry["by"] for entry in log_of(a, play) if entry["event"]["kind"] == "harvested"}
    assert len(who) == 2, "each under its own number"
    for page in (b, tablet):
        page.goto(f"/j/{code}")
        expect(page).to_have_url(re.compile(f"{play}$"))
        assert "Harvest" in page.locator("h1").inner_text()


def test_a_swipe_meant_for_the_game_loads_nothing_and_a_reload_keeps_drafts(phone: Phone) -> None:
    """B05, B04: swiped down hard at the top; half a number and half a name outlive a reload and a closed tab."""
    a, b, play = pair(phone)
    b.goto(f"{play}scores")
    assert b.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorY") == "contain"
    b.evaluate("window.never = 'reloaded'")
    system = b.context.new_cdp_session(b)
    for x, y in ((195, 60), (195, 300), (2, 300)):
        system.send(
            "Input.synthesizeScrollGesture",
            {"x": x, "y": y, "yDistance": 500, "speed": 4000, "gestureSourceType": "touch", "preventFling": False},
        )
    assert b.evaluate("window.never") == "reloaded"
    b.goto(play)
    field = harvest(b, 2)
    field.tap()
    for key in "6×5":
        b.locator("#pad").get_by_role("button", name={"×": "times"}.get(key, key), exact=True).tap()
    b.reload()
    expect(field).to_have_value("6×5")
    expect(field).to_have_class("draft")
    assert not happened(a, play, "harvested"), "not kept until somebody says so"
    b.goto(f"{play}table")
    name = b.locator(".sitters input[name=name]").nth(1)
    name.fill("Bobb")
    context = b.context
    b.close()
    b = context.new_page()
    b.goto(f"{play}table")
    name = b.locator(".sitters input[name=name]").nth(1)
    expect(name).to_have_value("Bobb")
    expect(b.locator(".sitters input[name=name]").nth(2)).to_have_value("Cy")
    b.get_by_role("button", name="Rename").nth(1).tap()
    sent(b)
    expect(name).not_to_have_class("draft")
    b.goto(play)
    field = harvest(b, 2)
    expect(field).to_have_value("6×5")
    field.tap()
    b.locator("#pad").get_by_role("button", name="Keep").tap()
    expect(harvest(a, 2)).to_have_value("6×5")
    expect(field).not_to_have_class("draft")
    b.reload()
    assert axe(b) == []
    assert b.evaluate("Object.keys(localStorage).filter(key => key.startsWith('typed.'))") == []


# ---------------------------------------------------------------- two minds


def test_a_draft_that_another_phone_overtakes_shows_both(rough: Any) -> None:
    """B14, B73: the typed name stays, theirs stands beside it, and it is sent only with a choice between the two."""
    a, b, play = pair(rough)
    b.goto(f"{play}table")
    live(b)
    name = b.locator(".sitters input[name=name]")
    name.nth(1).fill("Robert")
    name.nth(2).fill("Cyrus")
    renamed = {"kind": "renamed", "seat": 2, "name": "Bobby", "colour": "blue"}
    bob = b.locator(".sitters li").nth(1)
    colour = bob.locator("form [name=colour]").first.get_attribute("value")
    newest = post(a, play, {**renamed, "colour": colour})
    at_head(b, newest)
    expect(name.nth(1)).to_have_value("Robert")
    beside = b.locator(".sitters [data-beside]")
    expect(beside).to_have_count(1)
    expect(beside).to_contain_text("Now it says Bobby")
    assert axe(b) == [] and sideways(b) == []
    b.reload()
    expect(name.nth(1)).to_have_value("Robert")
    expect(beside).to_contain_text("Bobby")
    bob.get_by_role("button", name="Rename").tap()
    expect(cards(b)).to_contain_text("Bobby")
    expect(cards(b)).to_contain_text("Robert")
    expect(name.nth(1)).to_have_value("Bobby")
    expect(name.nth(2)).to_have_value("Cyrus")
    assert [one["name"] for one in happened(a, play, "renamed")] == ["Bobby"]
    cards(b).get_by_role("button", name="Use mine").tap()
    expect(name.nth(1)).to_have_value("Robert")
    expect(beside).to_have_count(0)
    seats = [1, 3, 2, 4]
    at_head(b, post(a, play, {"kind": "reordered", "order": seats}))
    expect(name.nth(1)).to_have_value("Cyrus")
    expect(name.nth(2)).to_have_value("Robert")


def test_a_figure_typed_while_another_phone_keeps_one(rough: Any) -> None:
    """B14: the focused field stays as it is; what is then sent is as of what its writer saw, and both are shown."""
    a, b, play = pair(rough)
    live(b)
    field = harvest(b, 1)
    field.tap()
    field.press_sequentially("22")
    at_head(b, post(a, play, reaped(1, "11")))
    expect(field).to_be_focused()
    assert field.input_value() == "22"
    expect(b.locator("[data-beside]")).to_contain_text("11")
    field.press("Enter")
    expect(cards(b)).to_contain_text("22")
    expect(cards(b)).to_contain_text("11")
    cards(b).get_by_role("button", name="Leave it so").tap()
    expect(field).to_have_value("11")
    expect(b.locator("[data-beside]")).to_have_count(0)
    assert [one["typed"] for one in happened(a, play, "harvested")] == ["11"]


def test_an_answer_that_is_held_back_beside_a_refusal(rough: Any, site: str) -> None:
    """B14: the site has it and says so too late: it waits in sight, counts once; the next is refused with its value."""
    with proxy(site) as way:
        a, b = rough(), rough(base=way.address)
        play = begin(a)
        sit(b, code_of(play), 2)
        post(a, play, *on(1, *ROUND[:2]))
        b.goto(play)
        live(b)
        way.holding = "POST"
        reap(b, 2, "12")
        expect(b.locator("form.reaped.waiting")).to_have_count(1)
        expect(line(b)).to_contain_text("1 tap waits", timeout=9000)
        assert [one["typed"] for one in happened(a, play, "harvested")] == ["12"], "the site had it at once"
        reap(b, 1, "22")
        newest = post(a, play, reaped(1, "11"))
        expect(line(b)).to_contain_text("2 taps wait")
        assert harvest(b, 2).input_value() == "12" and harvest(b, 1).input_value() == "22"
        way.holding = None
        expect(cards(b)).to_have_count(1, timeout=20_000)
        expect(cards(b)).to_contain_text("22")
        expect(cards(b)).to_contain_text("11")
        expect(b.locator("form.waiting")).to_have_count(0)
        at_head(b, newest)
        live(b)
    assert [(one["seat"], one["typed"]) for one in happened(a, play, "harvested")] == [(2, "12"), (1, "11")]


# ---------------------------------------------------------------- people


def test_two_people_of_one_name(phone: Phone) -> None:
    """B53: two seats, told apart by a number, colour and shape; each has its own figures, on phones and in the file."""
    a, b = phone(), phone()
    play = begin(a, ["Anna", "Anna", "Cy"])
    b.goto(f"/j/{code_of(play)}")
    chairs = b.locator(".chairs li")
    marks = [
        chairs.nth(n).locator(".token").evaluate("e => e.dataset.seat + e.querySelector('use').href.baseVal")
        for n in (0, 1)
    ]
    assert len(set(marks)) == 2
    chairs.nth(1).get_by_role("button", name="I am Anna 2").tap()
    b.wait_for_url(f"**{play}")
    post(a, play, *on(1, *ROUND[:2]))
    a.goto(play)
    reap(b, 2, "8")
    reap(a, 1, "5")
    for page in (a, b):
        expect(harvest(page, 1)).to_have_value("5")
        expect(harvest(page, 2)).to_have_value("8")
        expect(page.locator(".standing")).to_contain_text("8")
    post(a, play, *on(1, ROUND[2]))
    file = a.context.request.get(f"{play}export.json").json()
    events = [entry["event"] for entry in file["log"]]
    assert [(one["seat"], one["name"]) for one in events[0]["seats"]] == [(1, "Anna 1"), (2, "Anna 2"), (3, "Cy")]
    assert [(one["seat"], one["typed"]) for one in events if one["kind"] == "harvested"] == [(2, "8"), (1, "5")]


def test_a_group_that_plays_again_with_one_less(phone: Phone) -> None:
    """B56: four, then three of them: two plays on the shelf, and neither touches the other's scores."""
    a = phone()
    first = begin(a, ["Ann", "Bob", "Cy", "Dee"])
    post(a, first, *round_of(1, "11", "12", "13", "14"), {"kind": "closed", "decided_by": "points", "finals": []})
    before = a.context.request.get(f"/api/v1{first[:-1]}").json()
    a.goto(f"{first}again")
    a.locator("input[name=name]").nth(3).fill("")
    a.get_by_role("button", name="Begin").tap()
    a.wait_for_url("**/setup")
    second = urlsplit(a.url).path.removesuffix("setup")
    assert second != first
    post(a, second, *round_of(1, "1", "2", "3"))
    assert a.context.request.get(f"/api/v1{first[:-1]}").json() == before
    a.goto("/")
    shelf = a.locator(".plays a")
    expect(shelf).to_have_count(2)
    assert [shelf.nth(n).get_attribute("href") for n in (0, 1)] == [second, first]
    assert [shelf.nth(n).locator(".token").count() for n in (0, 1)] == [3, 4]
    a.goto(f"{first}scores")
    expect(a.locator(".standing li")).to_have_count(4)
    a.goto(second)
    assert sorted(track(a)) == ["1", "2", "3"]


# ---------------------------------------------------------------- the way to the site


def test_taps_are_sent_from_whatever_page_comes_next(rough: Any) -> None:
    """B22: tapped while nothing got through, then off to the shelf: they are sent there, in order, once."""
    a, b, play = pair(rough)
    live(b)
    b.context.route("**/events", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    reap(b, 2, "5")
    reap(b, 3, "many")
    reap(b, 4, "7")
    expect(line(b)).to_contain_text("3 taps wait")
    b.locator("a.home").tap()
    b.wait_for_url("**/")
    b.context.unroute_all()
    sent(b)
    assert [(one["seat"], one["typed"]) for one in happened(a, play, "harvested")] == [(2, "5"), (4, "7")]
    b.goto(play)
    expect(cards(b)).to_contain_text("many")


@pytest.mark.parametrize(("idle", "patient"), [(4.0, True), (1.2, False)])
def test_a_proxy_that_cuts_idle_lines(
    rough: Any, site: str, idle: float, patient: bool, record_property: Callable[[str, object], None]
) -> None:
    """B18: the beat keeps a line open; where even that is too slow, the page comes back by itself, misses nothing."""
    with proxy(site, idle=idle) as way:
        a, b = rough(), rough(base=way.address)
        play = begin(a)
        sit(b, code_of(play), 2)
        post(a, play, *on(1, *ROUND[:2]))
        b.goto(play)
        live(b)
        b.evaluate("window.never = 'reloaded'")
        for n in range(2):
            b.wait_for_timeout(5500)
            at_head(b, post(a, play, reaped(1, str(n)), reaped(3, str(n))), 4000)
        record_property("cut", way.cut)
        assert b.evaluate("window.never") == "reloaded"
        live(b)
        assert way.streams == 1 if patient else way.streams > 3


def test_a_proxy_that_gathers_what_streams_say(rough: Any, site: str) -> None:
    """B18: no stream ever comes through; the page asks instead, is up to date within seconds and does not cry wolf."""
    with proxy(site, gathers=True) as way:
        a, b = rough(), rough(base=way.address)
        play = begin(a)
        sit(b, code_of(play), 2)
        post(a, play, *on(1, *ROUND[:2]))
        b.goto(play)
        b.evaluate("""() => { window.cried = 0; new MutationObserver(() => { window.cried += document.documentElement
            .dataset.line === "lost" }).observe(document.documentElement, { attributeFilter: ["data-line"] }) }""")
        for n in range(3):
            b.wait_for_timeout(3000)
            at_head(b, post(a, play, reaped(1, str(n))), 4000)
        assert b.evaluate("window.cried") == 0
        way.holding = ""
        expect(b.locator("html")).to_have_attribute("data-line", "lost", timeout=6000)
        newest = post(a, play, reaped(1, "9"))
        way.holding = None
        at_head(b, newest, 8000)
        live(b)
