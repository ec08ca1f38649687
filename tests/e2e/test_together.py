"""Many phones at one table: joining, taps seen at once, outages, undo, secrets. "B…" names the complaint it answers."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import segno
from playwright.sync_api import expect

from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone
from tests.e2e.table import (
    HIDE,
    NEWS_AT,
    Ear,
    at_head,
    begin,
    cards,
    change,
    code_of,
    happened,
    harvest,
    head,
    host,
    line,
    live,
    log_of,
    next_button,
    on,
    pair,
    post,
    reap,
    reaped,
    sent,
    sit,
    together,
)

TAPPED_AT = "() => document.addEventListener('submit', () => { window.tapped = Date.now() }, { capture: true })"


# ---------------------------------------------------------------- joining


def test_a_code_is_understood_as_people_type_it(phone: Phone) -> None:
    """B87–B91: the drawing says the address that stands beside it; lower case, blanks, a hyphen and O for 0 will do."""
    a, b = phone(), phone(320, dark=True)
    play = next(play for play in (begin(a) for _ in range(99)) if "0" in code_of(play))
    code = code_of(play)
    a.goto(f"{play}invite")
    address = a.locator(".address a").get_attribute("href") or ""
    assert address.endswith(f"/j/{code}") and a.locator(".address").inner_text().strip() == address
    drawn = segno.make(address, micro=False, error="m").svg_inline(
        border=3, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    path = re.compile(r' d="([^"]+)"')
    assert path.findall(a.locator("svg.qr").evaluate("svg => svg.outerHTML")) == path.findall(drawn)
    large = a.locator(".code-large")
    assert large.inner_text() == f"{code[:4]} {code[4:]}"
    assert float(large.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")) >= 24
    for typed in (code, f"{code[:4]}-{code[4:]}", f" {' '.join(code.lower())} ", code.replace("0", "o")):
        answer = b.context.request.get("/join", params={"code": typed}, max_redirects=0)
        assert answer.headers["location"] == f"/j/{code}", typed
    b.goto("/")
    b.get_by_role("link", name="Join a table with a code").tap()
    b.get_by_label("Code of the table").fill(f"{code[:4].lower()}-{code[4:].replace('0', 'O')}")
    b.get_by_role("button", name="To the table").tap()
    b.get_by_role("button", name="I am Bob").tap()
    expect(b.locator("h1")).to_contain_text("Exploration")
    expect(a.locator(".device")).to_have_count(2)
    expect(a.locator(".device").nth(1)).to_contain_text("Bob")


def test_a_door_that_is_closed_says_why_and_what_helps(phone: Phone) -> None:
    """A wrong code, a link withdrawn, a table closed, a play that is over: each has its own words and a way on."""
    a, b = phone(), phone(320)
    play = begin(a, depth="count")
    code = code_of(play)
    seen = {}
    for what, act in {
        "wrong": lambda: None,
        "shut": lambda: change(a, play, do="shut"),
        "withdrawn": lambda: (change(a, play, do="open"), change(a, play, do="withdraw", link=code)),
    }.items():
        act()
        start = time.monotonic()
        b.goto("/j/ZZZZZZZZ" if what == "wrong" else f"/j/{code}")
        seen[what] = b.locator("main").inner_text()
        assert time.monotonic() - start < 2
        assert b.locator("main").get_by_role("link").count() + b.locator("main").get_by_role("button").count()
        assert axe(b) == [] and sideways(b) == []
    assert "no play with this code" in seen["wrong"] and "What may help" in seen["wrong"]
    assert "closed to newcomers" in seen["shut"] and "withdrawn" in seen["withdrawn"]
    change(a, play, do="invite", role="play")
    post(a, play, {"kind": "closed", "decided_by": "points", "finals": []})
    a.goto(f"{play}invite")
    expect(a.get_by_text("The play is finished")).to_be_visible()
    new = a.context.request.get(f"{play}invite").text()
    other = next(found for found in re.findall(r"/j/(\w{8})", new) if found != code) if "/j/" in new else ""
    if other:
        b.goto(f"/j/{other}")
        expect(b.locator("h1")).to_contain_text("finished")


def test_whoever_comes_back_finds_the_own_seat(phone: Phone) -> None:
    """B54, B55, B23: a reload and a second tab stay Bob; leaving and joining quickly never gives two seats."""
    a, b = phone(), phone()
    play = begin(a)
    code = code_of(play)
    b.goto(f"/j/{code}")
    b.get_by_role("button", name="I am Bob").tap()
    b.wait_for_url(f"**{play}")
    b.reload()
    expect(b).to_have_url(re.compile(play))
    tab = b.context.new_page()
    tab.goto(f"/j/{code}")
    expect(tab).to_have_url(re.compile(play))
    for seat in (2, 3) * 5:
        change(b, play, do="leave")
        sit(b, code, seat)
    a.goto(f"{play}invite")
    mine = a.locator(".device").nth(1)
    expect(mine).to_contain_text("Cy")
    assert "Bob" not in mine.inner_text() and a.locator(".device").count() == 2


# ---------------------------------------------------------------- live


def test_a_tap_is_on_the_other_phone_at_once(phone: Phone) -> None:
    """The time from a finger on one phone to the changed page of the other."""
    a, b, _ = pair(phone)
    live(b)
    a.evaluate(TAPPED_AT)
    took = []
    for typed in ("41", "42", "43", "44", "45"):
        b.evaluate(NEWS_AT, f'value="{typed}"')
        reap(a, 1, typed)
        took.append(b.evaluate("() => window.seen") - a.evaluate("() => window.tapped"))
    print(f"\ntap to the other phone's page: {sorted(took)} ms")
    assert min(took) < 1000


def test_four_phones_tap_in_the_same_moment(phone: Phone) -> None:
    """B11, B13, B16, B45: all plus taps and all harvests count, "next" moves on once, all pages end up equal."""
    pages = [phone() for _ in range(4)]
    play = begin(pages[0], depth="full")
    for seat, page in enumerate(pages[1:], 2):
        sit(page, code_of(play), seat)
    post(pages[0], play, *on(1, "exploration"))
    for page in pages:
        page.goto(f"{play}?seat=1")
    together(pages, "for (let n = 0; n < 3; n++) document.querySelector('.counter [name=by][value=\"1\"]').click()")
    for page in pages:
        expect(page.locator(".counter [name=to]")).to_have_value("12")
    assert sum(one["by"] for one in happened(pages[0], play, "camp_cards")) == 12
    together(pages, "document.querySelector('.dock form button').click()")
    for page in pages:
        expect(page.locator("h1")).to_contain_text("Harvest")
    together(
        pages,
        """const field = document.querySelector(`#harvest-${n}`);
        field.value = 10 + n;
        field.form.requestSubmit();
        document.querySelector('.dock form button').click()""",
    )
    for page in pages:
        expect(page.locator("h1")).to_contain_text("Exploration")
        expect(page.locator(".standing")).to_contain_text("14")
    typed = {one["seat"]: one["typed"] for one in happened(pages[0], play, "harvested")}
    assert typed == {n: str(10 + n) for n in (1, 2, 3, 4)}
    assert len(happened(pages[0], play, "phase_ended")) == 3
    assert len({page.locator(".standing").inner_text() for page in pages}) == 1


def test_an_old_phone_that_only_looks_changes_nothing(phone: Phone) -> None:
    """B12, B15: it was away for an hour and browses every page; it then writes one figure and nothing else."""
    a, b, play = pair(phone)
    b.evaluate(HIDE, True)
    newest = post(a, play, reaped(1, "5"), reaped(2, "6"), reaped(3, "7"))
    writes = []
    b.on("request", lambda request: request.method != "GET" and writes.append(request.url))
    assert head(b) < newest
    b.evaluate(HIDE, False)
    at_head(b, newest)
    for path in ("scores", "log", "table", "setup", "invite", ""):
        b.goto(f"{play}{path}")
    assert not writes and len(log_of(a, play)) == newest
    reap(b, 2, "9")
    at_head(a, newest + 1)
    assert harvest(a, 1).input_value() == "5" and harvest(a, 2).input_value() == "9"


def test_a_hidden_page_catches_up(phone: Phone) -> None:
    """B25, B74, B21: twenty changes while it was away are there within two seconds, fifty at once end in the last."""
    a, b, play = pair(phone)
    b.evaluate(HIDE, True)
    newest = post(a, play, *(reaped(1, str(n)) for n in range(20)))
    assert head(b) < newest
    start = time.monotonic()
    b.evaluate(HIDE, False)
    at_head(b, newest, 2000)
    print(f"\na hidden page caught up after {time.monotonic() - start:.2f} s")
    assert harvest(b, 1).input_value() == "19"
    a.evaluate(
        """([code, ops]) => Promise.all(ops.map(n => fetch(`/api/v1/plays/${code}/events`, { method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ op: "burst-" + n, base: 9999, kind: "harvested", seat: 1, round: 1,
        typed: `${n}` }) })))""",
        [code_of(play), list(range(100, 150))],
    )
    at_head(b, newest + 50)
    assert harvest(b, 1).input_value() == happened(a, play, "harvested")[-1]["typed"]


def test_nothing_that_is_typed_is_disturbed(phone: Phone) -> None:
    """B73: twenty events arrive while one types: focus, caret, half a number, ticks and open parts stay."""
    a, b, play = pair(phone)
    field = harvest(b, 2)
    field.tap()
    field.press_sequentially("6×5")
    field.evaluate("field => field.setSelectionRange(1, 1)")
    newest = post(a, play, *(reaped(1, str(n)) for n in range(10)), *(reaped(3, str(n)) for n in range(10)))
    at_head(b, newest)
    expect(field).to_be_focused()
    assert field.input_value() == "6×5" and field.evaluate("field => field.selectionStart") == 1
    expect(b.locator("#pad")).to_be_visible()
    assert field.get_attribute("inputmode") == "none", "the phone's own keypad stays away"
    b.goto(f"{play}table")
    b.get_by_text("House rules").tap()
    box = b.get_by_label("Keep the screen on")
    expect(box).to_be_visible()
    b.locator("input[name=name]").nth(1).fill("Bobb")
    b.locator("input[name=name]").nth(2).fill("Cyy")
    at_head(b, post(a, play, reaped(1, "3"), {"kind": "renamed", "seat": 1, "name": "Anna", "colour": "red"}))
    expect(b.locator("input[name=name]").first).to_have_value("Anna")
    assert b.locator("input[name=name]").nth(1).input_value() == "Bobb", "a draft that has no focus any more"
    expect(box).to_be_visible()
    expect(b.locator("details.house")).to_have_attribute("open", "")
    expect(b.locator("[data-theme-toggle]")).to_be_visible()


def test_eight_tabs_of_one_phone(phone: Phone) -> None:
    """B75: all of them load and are live again when they are looked at."""
    a = phone()
    play = begin(a)
    tabs = [a]
    a.goto(play)
    for _ in range(7):
        tabs[-1].evaluate(HIDE, True)
        tabs.append(a.context.new_page())
        tabs[-1].goto(play)
        live(tabs[-1])
    newest = post(a, play, *on(1, "exploration", "construction"))
    at_head(tabs[-1], newest)
    tabs[0].evaluate(HIDE, False)
    at_head(tabs[0], newest)


def test_eight_tabs_that_are_all_in_sight(phone: Phone, record_property: Callable[[str, object], None]) -> None:
    """T8, B75: a browser opens six connections to a site; eight windows side by side all load and follow."""
    a = phone()
    play = begin(a)
    tabs = [a, *(a.context.new_page() for _ in range(7))]
    for tab in tabs:
        tab.goto(play)
    newest = post(a, play, *on(1, "exploration", "construction"))
    for tab in tabs:
        at_head(tab, newest, 8000)
    record_property("windows", len(tabs))


# ---------------------------------------------------------------- outages


def test_flight_mode_on_and_off(phone: Phone) -> None:
    """B17, B21, B22: "not live" within 5 s, taps wait in sight, changes of others come first; all in order, once."""
    a, b, play = pair(phone)
    live(b)
    start = time.monotonic()
    b.context.set_offline(True)
    expect(line(b)).to_contain_text("Not live", timeout=5000)
    dark = time.monotonic() - start
    for typed in ("1", "2", "3"):
        reap(b, 2, typed)
    reap(b, 3, "0")
    expect(line(b)).to_contain_text("4 taps wait")
    expect(harvest(b, 2)).to_have_value("3")
    newest = post(a, play, reaped(1, "7"), reaped(4, "8"))
    b.wait_for_timeout(300)
    start = time.monotonic()
    b.context.set_offline(False)
    at_head(b, newest + 4, 3000)
    live(b)
    print(f"\nnot live after {dark:.2f} s, up to date {time.monotonic() - start:.2f} s after the return")
    assert harvest(b, 1).input_value() == "7"
    mine = [(one["seat"], one["typed"]) for one in happened(a, play, "harvested")][-4:]
    assert mine == [(2, "1"), (2, "2"), (2, "3"), (3, "0")]
    at_head(a, newest + 4)


def test_an_answer_that_was_lost_and_a_network_that_comes_and_goes(rough: Any) -> None:
    """B22, B18, B31: the server has the tap, the phone does not know; ten outages in a row. Everything once."""
    a, b, play = pair(rough)
    answers = []

    def lose(route: Any) -> None:
        answers.append(route.fetch().status)
        if len(answers) < 3:
            route.abort("connectionreset")
        else:
            route.continue_()

    b.route("**/events", lambda route: lose(route) if route.request.method == "POST" else route.continue_())
    reap(b, 2, "12")
    expect(line(b)).to_contain_text("1 tap waits")
    sent(b)
    b.unroute_all()
    assert len(answers) >= 3 and [one["typed"] for one in happened(a, play, "harvested")] == ["12"]
    for n in range(10):
        b.context.set_offline(True)
        if n % 3 == 0:
            reap(b, 2, str(20 + n))
        post(a, play, reaped(1, str(n)))
        b.context.set_offline(False)
        b.wait_for_timeout(60)
    expect(harvest(a, 2)).to_have_value("29", timeout=4000)
    for page in (a, b):
        at_head(page, len(log_of(a, play)), 4000)
    live(b)
    mine = [one["typed"] for one in happened(a, play, "harvested") if one["seat"] == 2]
    assert mine == ["12", "20", "23", "26", "29"]


def test_the_server_is_killed_between_two_taps(rough: Any, tmp_path: Path) -> None:
    """B20, B77: nobody reloads; what was tapped meanwhile is delivered; a form that is hours old still counts."""
    with host(tmp_path / "site") as site:
        a, b, _ = pair(rough, base=site.address)
        reap(a, 1, "5")
        at_head(b, 4)
        for page in (a, b):
            page.evaluate("window.never = 'reloaded'")
        site.kill()
        start = time.monotonic()
        reap(b, 2, "6")
        expect(line(b)).to_contain_text("1 tap waits")
        expect(line(a)).to_contain_text("Not live", timeout=6000)
        dark = time.monotonic() - start
        site.start()
        start = time.monotonic()
        at_head(a, 5, 6000)
        print(
            f"\nnot live {dark:.2f} s after the kill, up to date {time.monotonic() - start:.2f} s after the new start"
        )
        assert dark < 5
        live(b)
        expect(line(a)).to_be_empty()
        reap(a, 1, "15")
        at_head(b, 6)
        assert (
            harvest(a, 2).input_value() == "6"
            and a.evaluate("window.never") == b.evaluate("window.never") == "reloaded"
        )


def test_what_the_server_does_not_take_is_told_and_kept(rough: Any) -> None:
    """B72, B14: it waits in sight and is sent again, or comes back as a card with its value; later taps get through."""
    page = rough()
    play = begin(page)
    post(page, play, *on(1, "exploration", "construction"))
    page.goto(play)
    live(page)
    status = [503]
    page.route(
        "**/events",
        lambda route: (
            route.fulfill(status=status[0], body="{}", content_type="application/json")
            if route.request.method == "POST" and status
            else route.continue_()
        ),
    )
    for seat, code in enumerate((503, 429, 413, 500), 1):
        status[:] = [code]
        reap(page, seat, f"3{seat}")
        if code in (503, 429):
            expect(line(page)).to_contain_text("1 tap waits")
            status.clear()
        else:
            expect(cards(page)).to_contain_text(f"3{seat}", timeout=9000)
            status.clear()
            cards(page).get_by_role("button", name="Try again").tap()
            expect(cards(page)).to_have_count(0)
        sent(page)
    assert [one["typed"] for one in happened(page, play, "harvested")] == ["31", "32", "33", "34"]


def test_a_page_that_cannot_be_brought_up_to_date_stays_and_tries_again(rough: Any) -> None:
    """B72: an error page never takes the place of the play, and the play is shown as it is as soon as it can be."""
    a, b, play = pair(rough)
    live(b)
    failing = [503]
    b.route(
        f"**{play}",
        lambda route: (
            route.fulfill(status=failing[0], body="<h1>No</h1>", content_type="text/html")
            if failing
            else route.continue_()
        ),
    )
    newest = post(a, play, reaped(1, "7"))
    b.wait_for_timeout(700)
    expect(b.locator("h1")).to_contain_text("Harvest")
    failing.clear()
    at_head(b, newest, 4000)


# ---------------------------------------------------------------- two minds


def test_two_people_change_the_same_figure(rough: Any) -> None:
    """B14: both values are shown and a person chooses; what cannot be at all comes back with its value, too."""
    a, b, play = pair(rough)
    live(b)
    b.context.set_offline(True)
    reap(b, 1, "22")
    post(a, play, reaped(1, "11"))
    b.context.set_offline(False)
    card = cards(b)
    expect(card).to_contain_text("22")
    expect(card).to_contain_text("11")
    expect(card.locator("[data-rule]")).to_have_attribute("href", "/games/bunny-kingdom/rules#harvest")
    assert axe(b) == [] and sideways(b) == []
    card.get_by_role("button", name="Use mine").tap()
    expect(card).to_have_count(0)
    expect(harvest(a, 1)).to_have_value("22")
    reap(b, 2, "many")
    expect(card).to_contain_text("many")
    expect(card).to_contain_text("not a whole number")
    expect(card.locator("[data-what]")).to_have_text("Bob: many")
    tab = b.context.new_page()
    tab.goto(play)
    expect(cards(tab)).to_have_count(1)
    card.get_by_role("button", name="Put away").tap()
    expect(card).to_have_count(0)
    expect(cards(tab)).to_have_count(0)
    assert [one["typed"] for one in happened(a, play, "harvested")] == ["11", "22"]


def test_undo_from_either_phone(phone: Phone) -> None:
    """B26–B28, B51: both see what is taken back; back and on through all phases ends where it began."""
    a, b, play = pair(phone)
    post(a, play, reaped(1, "5"), reaped(2, "6"))
    expect(b.locator(".undo")).to_contain_text("Bob")
    b.locator(".undo button").tap()
    expect(harvest(a, 2)).to_have_value("")
    a.locator(".undo button").tap()
    expect(harvest(b, 1)).to_have_value("")
    post(b, play, *on(1, "harvest"), reaped(2, "0", 2))
    expect(a.locator("h1")).to_contain_text("Exploration")
    a.goto(f"{play}log")
    expect(a.locator("#step-5")).to_contain_text("taken back")
    a.locator(f"#step-{len(log_of(a, play))}").get_by_role("button", name="Take back").tap()
    bring = a.get_by_role("button", name="Bring back")
    expect(bring).to_have_count(1)
    bring.tap()
    expect(bring).to_have_count(0)
    expect(a.locator(f"#step-{len(log_of(a, play))}")).to_contain_text("Brought back")
    b.goto(play)
    for heading in ("Harvest", "Construction", "Exploration"):
        for _ in range(4):
            before = head(b)
            if heading in b.locator("h1").inner_text():
                break
            b.locator(".undo button").tap()
            at_head(b, before + 1)
    expect(b.locator(".standing")).to_have_count(0)
    for heading in ("Construction", "Harvest", "Exploration"):
        next_button(b).tap()
        expect(b.locator("h1")).to_contain_text(heading)
    assert "−" not in b.locator("main").inner_text()


def test_the_rematch_is_told_on_the_other_phone_and_a_tap_leads_there(phone: Phone) -> None:
    a, b, play = pair(phone)
    post(a, play, {"kind": "closed", "decided_by": "points", "finals": []})
    a.goto(f"{play}again")
    a.get_by_role("button", name="Begin").tap()
    expect(a).to_have_title(re.compile("Setup"))
    b.get_by_role("link", name="The rematch has begun").tap()
    expect(b).to_have_url(a.url.removesuffix("setup"))


def test_a_finger_that_taps_twice(phone: Phone) -> None:
    """B30, B32, B33: a double tap ends one phase and takes back one step, however fast the page changes under it."""
    page = phone()
    play = begin(page)
    page.goto(play)
    for gap in (40, 130):
        spot = next_button(page).bounding_box()
        assert spot
        for _ in range(3 if gap == 40 else 2):
            page.touchscreen.tap(spot["x"] + 40, spot["y"] + 20)
            page.wait_for_timeout(gap)
        page.wait_for_timeout(500)
        assert len(happened(page, play, "phase_ended")) == (1 if gap == 40 else 2), f"{gap} ms"
    page.reload()
    spot = page.locator(".undo button").bounding_box()
    assert spot
    for _ in range(2):
        page.touchscreen.tap(spot["x"] + 40, spot["y"] + 10)
        page.wait_for_timeout(130)
    page.wait_for_timeout(400)
    assert len(happened(page, play, "undone")) == 1
    page.go_back()
    page.go_forward()
    page.reload()
    expect(page.locator("h1")).to_contain_text("Construction")
    assert len(log_of(page, play)) == 4
    page.goto("/plays/new?game=bunny-kingdom")
    for n, name in enumerate(("Ann", "Bob")):
        page.locator("input[name=name]").nth(n).fill(name)
    page.get_by_role("button", name="Begin").dblclick()
    page.wait_for_url("**/setup")
    page.goto(f"{page.url.removesuffix('setup')}table")
    page.get_by_placeholder("Newcomer").fill("Eve")
    page.get_by_role("button", name="Sits down").dblclick()
    expect(page.locator(".sitters input[name=name]")).to_have_count(4)
    page.wait_for_timeout(300)
    expect(page.locator("#refusals")).to_be_hidden()


# ---------------------------------------------------------------- at the table


def test_every_number_can_be_typed_on_our_own_keypad(phone: Phone) -> None:
    """B36, B37: minus, 0, delete and keep, under a thumb; 0 is a figure and nothing is not."""
    a, b, play = pair(phone)
    keys = b.locator("#pad")
    for typed, shown in (("7⌫0", "0"), ("6×5+3", "6×5+3"), ("9−2", "9−2")):
        harvest(b, 2).tap()
        for key in typed:
            name = {"⌫": "delete", "−": "minus", "×": "times", "+": "plus"}.get(key, key)
            keys.get_by_role("button", name=name, exact=True).tap()
        keys.get_by_role("button", name="Keep").tap()
        expect(keys).to_be_hidden()
        expect(harvest(a, 2)).to_have_value(shown)
    assert harvest(b, 2).get_attribute("inputmode") == "none"
    post(a, play, reaped(1, "0"))
    next_button(b).tap()
    expect(b.locator("h1")).to_contain_text("Exploration")
    assert {one["seat"]: one["typed"] for one in happened(a, play, "harvested")} == {1: "0", 2: "9−2"}
    scores = a.context.request.get(f"{play}scores").text()
    assert "0" in scores and [one["round"] for one in happened(a, play, "harvested")] == [1, 1, 1, 1]


HOSTILE = ["<img src=x onerror=alert(1)>", "{{7*7}} \"'&lt;", "W" * 40, "=1+1 \u05e9\u05e8\u05d4"]


def test_names_that_are_long_or_hostile(phone: Phone) -> None:
    """B58, B59: they are plain text on the other phone, wrap on 320 pixels, and hide no button."""
    a, b = phone(), phone(320)
    play = begin(a, [*HOSTILE[:2], "Cy", "Dee"])
    code = code_of(play)
    b.goto(f"/j/{code}")
    post(a, play, *({"kind": "renamed", "seat": 3 + n, "name": HOSTILE[2 + n], "colour": "pink"} for n in (0, 1)))
    b.reload()
    b.get_by_text("We share this phone").tap()
    assert sideways(b) == [] and axe(b) == []
    assert b.locator("img").count() == 0 and "{{7*7}}" in b.locator(".chairs").inner_text()
    b.locator(".chairs form button").nth(2).tap()
    post(a, play, *on(1, "exploration", "construction"), reaped(3, "5"))
    expect(harvest(b, 3)).to_have_value("5")
    for path in ("", "invite", "table", "log", "scores"):
        if path:
            b.goto(f"{play}{path}")
        assert b.locator("img").count() == 0 and sideways(b) == [], path
    b.goto(play)
    expect(next_button(b)).to_be_in_viewport()


WAKE = """() => { window.locks = []; Object.defineProperty(navigator, "wakeLock", { value: { request: async kind => {
  const lock = new EventTarget(); lock.kind = kind; lock.released = false;
  lock.release = async () => { lock.released = true; lock.dispatchEvent(new Event("release")) };
  window.locks.push(lock); return lock } } }) }"""
AWAKE = "() => window.locks.filter(lock => !lock.released).length"


def test_the_screen_stays_on_while_we_play(phone: Phone) -> None:
    """B64: one lock, taken again on return, let go in a hidden tab, by the switch, and when the play is over."""
    page = phone()
    page.add_init_script(f"({WAKE})()")
    play = begin(page)
    page.goto(f"{play}table")

    def is_awake(many: int) -> None:
        page.wait_for_function(f"() => ({AWAKE})() === {many}", timeout=3000)

    is_awake(1)
    for hidden in (True, False):
        page.evaluate(HIDE, hidden)
        is_awake(0 if hidden else 1)
    box = page.get_by_label("Keep the screen on")
    box.uncheck()
    is_awake(0)
    box.check()
    is_awake(1)
    post(page, play, {"kind": "closed", "decided_by": "points", "finals": []})
    is_awake(0)


# ---------------------------------------------------------------- secrets


READ = """play => { window.heard = ""; fetch(play + "events").then(async answer => {
  const reader = answer.body.getReader(), text = new TextDecoder();
  for (let part; !(part = await reader.read()).done;) window.heard += text.decode(part.value) }) }"""
MARKS = ("royal_crown", "Royal Crown", "colonist", "Colonist")


def test_a_secret_is_in_no_byte_that_another_phone_receives(phone: Phone) -> None:
    """B94, B95: pages, fragments, stream, JSON, export, log, undo and reconnect; only the reveal turns it over."""
    a, b, w = phone(), phone(), phone()
    play = begin(a, depth="full")
    code = code_of(play)
    sit(a, code, 1)
    sit(b, code, 2)
    sit(w, code)
    ears = {"watcher": Ear(w.context), "seat 2": Ear(b.context)}
    for page in (b, w):
        page.goto(play)
        page.evaluate(READ, play)
    post(a, play, {"kind": "parchments", "held": {"owner": 1, "count": 2, "keys": [MARKS[0], MARKS[2]]}})
    post(a, play, {"kind": "undone", "seq": 2})
    newest = post(a, play, {"kind": "undone", "seq": 3}, *on(1, "exploration"))
    heard = []
    at_head(b, newest)
    at_head(w, newest)
    for page in (b, w):
        page.context.set_offline(True)
        heard.append(page.evaluate("window.heard"))
        post(a, play, {"kind": "camp_cards", "seat": 1, "by": 1})
        page.context.set_offline(False)
        for path in ("log", "scores", "setup", "?seat=1", "seats/1", "steps/2"):
            page.goto(f"{play}{path}")
        for path in (f"/api/v1{play[:-1]}", f"{play}export.json", f"{play}end"):
            answer = page.context.request.get(path, max_redirects=0)
            heard.append(f"{answer.headers} {answer.text()}")
    a.goto(f"{play}")
    assert "2 face down" in heard[1] or '"count":2' in heard[1].replace(" ", "")
    listed = re.compile(r'<ul class="cards">.*?</ul>', re.S)  # all cards there are, for one's own hand
    for who, ear in ears.items():
        heard.append(listed.sub("", ear.text()) if who == "seat 2" else ear.text())
    rules = re.compile(r'<a class="rule(-link)?"[^>]*>.*?</a>', re.S)
    for text in heard:
        left = rules.sub("", text).replace("in the whole game, for Colonist", "")
        assert not [mark for mark in MARKS if mark in left], [
            left[max(0, left.find(m) - 200) :][:400] for m in MARKS if m in left
        ]
    assert MARKS[0] in a.context.request.get(f"{play}export.json").text()
    post(a, play, *on(1, "construction", "harvest"))
    post(a, play, *(one for n in (2, 3, 4) for one in on(n, "exploration", "construction", "harvest")))
    post(a, play, {"kind": "turned_over"})
    for path in ("scores", "export.json"):
        assert any(mark in w.context.request.get(f"{play}{path}").text() for mark in MARKS), path


# ---------------------------------------------------------------- plain http


def test_on_plain_http_it_works_and_says_to_keep_the_page_open(rough: Any, site: str) -> None:
    """B65: what phones in a home network see. No secure origin: no randomUUID, no service worker, no locks."""
    port = site.rsplit(":", 1)[1]
    base = f"http://table.test:{port}"
    a, b = rough(base=base), rough(320, base=base)
    a.goto("/plays/new?game=bunny-kingdom")
    for n, name in enumerate(("Ann", "Bob")):
        a.locator("input[name=name]").nth(n).fill(name)
    a.get_by_role("button", name="Begin").tap()
    a.wait_for_url("**/setup")
    play = a.url.removeprefix(base).removesuffix("setup")
    a.goto(play)
    b.goto(f"/j/{code_of(play)}")
    b.get_by_role("button", name="I am Bob").tap()
    b.wait_for_url(f"**{play}")
    for heading in ("Construction", "Harvest"):
        next_button(a).tap()
        expect(b.locator("h1")).to_contain_text(heading)
    assert b.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'randomUUID' in crypto]") == [False] * 3
    b.context.set_offline(True)
    reap(b, 2, "8")
    expect(line(b)).to_contain_text("1 tap waits")
    expect(line(b)).to_contain_text("Keep this page open")
    assert axe(b) == []
    assert sideways(b) == []
    b.context.set_offline(False)
    expect(harvest(a, 2)).to_have_value("8")
    b.goto(f"{play}invite")
    expect(b.get_by_text("Keep the page open")).to_be_visible()
    assert f"http://table.test:{port}/j/" in b.locator(".address").inner_text()
    b.goto(f"{play}table")
    expect(b.get_by_label("Keep the screen on")).to_be_disabled()
    expect(b.get_by_text("only over https")).to_be_visible()


def test_all_of_it_works_without_scripts(phone: Phone) -> None:
    """Join by a typed code, tap, be refused, choose between two answers, move on, take back, leave."""
    a, b = phone(js=False), phone(320, js=False)
    play = begin(a)
    b.goto("/join")
    b.get_by_label("Code of the table").fill(code_of(play).lower())
    b.get_by_role("button", name="To the table").click()
    b.get_by_role("button", name="I am Bob").click()
    for heading in ("Construction", "Harvest"):
        next_button(b).click()
        expect(b.locator("h1")).to_contain_text(heading)
    a.goto(play)
    for page, typed in ((a, "11"), (b, "22")):
        harvest(page, 1).fill(typed)
        page.locator("form.reaped", has=harvest(page, 1)).get_by_role("button", name="Keep").click()
    expect(b.locator("main")).to_contain_text("11")
    expect(b.locator("main")).to_contain_text("22")
    assert sideways(b) == []
    b.get_by_role("button", name="Use mine").click()
    expect(harvest(b, 1)).to_have_value("22")
    b.locator(".undo button").click()
    next_button(b).click()
    b.goto(f"{play}invite")
    assert sideways(b) == []
    b.get_by_role("button", name="Leave this table").click()
    expect(b).to_have_url(re.compile("/$"))
    assert [entry["event"]["kind"] for entry in log_of(a, play)][3:] == [
        "harvested",
        "harvested",
        "undone",
        "phase_ended",
    ]
