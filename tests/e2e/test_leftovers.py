"""What a phone says where nobody looks for it: refused taps, people who come while it asks, drafts, sounds."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone
from tests.e2e.table import (
    FORM,
    at_head,
    begin,
    cards,
    change,
    code_of,
    happened,
    harvest,
    host,
    line,
    live,
    next_button,
    on,
    pair,
    post,
    reap,
    reaped,
    sent,
    sit,
)

GAME = "rocket-flight"  # of few fields, with choices among its house rules
HEARD = """() => { window.heard = []; new MutationObserver(changes => { for (const { target, addedNodes } of changes) {
  const place = (target.nodeType === 1 ? target : target.parentElement)?.closest("[role=status], [role=alert], output");
  if (place && !place.closest("[aria-hidden=true]")) for (const node of addedNodes)
    if (node.textContent.trim()) window.heard.push(node.textContent.trim().replace(/\\s+/g, " "));
  for (const node of addedNodes) if (node.matches?.("[role=alert]")) window.heard.push("alert");
} }).observe(document, { childList: true, subtree: true, characterData: true }) }"""


def needs(page: Page) -> Any:
    """The line that says where something was not accepted."""
    return page.locator("#needs")


# ---------------------------------------------------------------- refused while on another page


def test_a_tap_refused_while_on_another_page_says_so_there(rough: Any) -> None:
    """Wherever the phone is: one quiet line a table that leads to the card; other pages ask for nothing more."""
    a, b, play = pair(rough)
    live(b)
    b.context.route("**/events", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    reap(b, 2, "5")
    reap(b, 3, "many")
    expect(line(b)).to_contain_text("2 taps wait")
    b.locator("a.home").tap()
    b.wait_for_url("**/")
    expect(needs(b)).to_be_empty()
    b.context.unroute_all()
    sent(b)
    code = code_of(play)
    said = f"1 entry at Bunny Kingdom {code[:4]} {code[4:]} needs you"
    expect(needs(b)).to_have_text(said)
    assert axe(b) == [] and sideways(b) == []
    b.reload()
    expect(needs(b).get_by_role("link")).to_be_in_viewport(ratio=1)
    assert b.locator("#needs a").evaluate("a => a.getBoundingClientRect().height") >= 44
    other = begin(b)
    for path in ("/games/bunny-kingdom/rules", "/rules", "/games/rocket-flight/count", "/plays/new", other, "/nowhere"):
        b.goto(path)
        expect(needs(b)).to_have_text(said)
    b.goto("/games/bunny-kingdom/count?name=Ann&name=Bob")
    b.locator("button.main").tap()
    b.wait_for_url("**step=**")
    expect(needs(b)).to_have_text(said)
    tab = b.context.new_page()
    tab.goto("/about")
    b.locator("#needs a").tap()
    b.wait_for_url(f"**{play}")
    expect(needs(b)).to_be_empty()
    expect(cards(b)).to_contain_text("many")
    cards(b).get_by_role("button", name="Put away").tap()
    expect(cards(b)).to_have_count(0)
    expect(needs(tab)).to_be_empty()
    assert [one["typed"] for one in happened(a, play, "harvested")] == ["5"]


def test_what_a_closed_table_did_not_take_is_shown_at_its_door(rough: Any) -> None:
    """Sent away, or the play deleted, while a tap waits: its card is out of reach, so the tap itself is shown."""
    a, b, play = pair(rough)
    live(b)
    b.context.route("**/events", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    reap(b, 2, "5")
    expect(line(b)).to_contain_text("1 tap waits")
    change(a, play, do="leave", number=2)
    b.wait_for_url("**/j/*")
    b.context.unroute_all()
    expect(needs(b)).to_contain_text("Bob: 5", timeout=20_000)
    expect(needs(b)).to_contain_text("Join it first")
    assert axe(b) == [] and sideways(b) == []
    b.get_by_role("button", name="I am Bob").tap()
    b.wait_for_url(f"**{play}")
    cards(b).get_by_role("button", name="Try again").tap()
    sent(b)
    expect(harvest(a, 2)).to_have_value("5")
    reap(b, 3, "many")
    expect(cards(b)).to_have_count(1)
    a.context.request.post(f"{play}delete", headers={"Origin": a.evaluate("location.origin")})
    expect(b.locator("h1")).to_contain_text("deleted", timeout=8000)
    expect(needs(b)).to_contain_text("many")
    needs(b).get_by_role("button", name="Put away").tap()
    expect(needs(b)).to_be_empty()
    b.goto("/")
    expect(needs(b)).to_be_empty()


# ---------------------------------------------------------------- people, without a stream


def test_a_phone_without_a_stream_sees_at_once_who_comes_and_goes(rough: Any) -> None:
    """The next answer tells of a newcomer, of one sent away, of a link withdrawn; idle, it asks for no page."""
    a, b, play = pair(rough)
    c = rough()
    b.context.route(re.compile("/events$"), lambda route: route.fulfill(status=503, body="busy"))
    pages: list[str] = []
    b.on("request", lambda asked: pages.append(asked.url) if not asked.url.endswith(("/head", "/events")) else None)
    b.goto(play)
    expect(b.locator(".phones")).to_contain_text("2 phones")
    b.wait_for_timeout(3000)
    pages.clear()
    b.wait_for_timeout(6000)
    assert not pages, "nothing is new"
    sit(c, code_of(play), 3)
    expect(b.locator(".phones")).to_contain_text("3 phones", timeout=4000)
    assert len(pages) == 1
    change(a, play, do="leave", number=3)
    expect(b.locator(".phones")).to_contain_text("2 phones", timeout=4000)
    b.goto(f"{play}invite")
    expect(b.locator(".code-large")).to_have_count(1)
    change(a, play, do="withdraw", link=code_of(play))
    expect(b.locator(".code-large")).to_have_count(0, timeout=4000)


def test_who_came_while_a_phone_was_away_is_there_when_it_is_back(rough: Any) -> None:
    """No event tells of it: the greeting of the new stream does."""
    _, b, play = pair(rough)
    live(b)
    expect(b.locator(".phones")).to_contain_text("2 phones")
    b.context.set_offline(True)
    expect(line(b)).to_contain_text("Not live", timeout=6000)
    sit(rough(), code_of(play), 3)
    b.context.set_offline(False)
    expect(b.locator(".phones")).to_contain_text("3 phones", timeout=4000)


# ---------------------------------------------------------------- drafts of choices


def test_choices_of_half_filled_forms_outlive_a_reload(phone: Phone) -> None:
    """House rules at the table, a new play, the names of a count, a count's cards: select boxes and ticks, too."""
    a = phone()
    data = urlencode([("game", GAME), ("name", "Ann"), ("name", "Bob"), ("op", "choices")])
    a.context.request.post("/plays/new", data=data, headers=FORM)
    a.goto("/")
    play = a.locator(".plays a").get_attribute("href") or ""
    a.goto(f"{play}table")
    a.get_by_text("House rules", exact=True).tap()
    rule = a.locator(".house select").first
    own = rule.evaluate("one => one.value")
    other = rule.evaluate("one => [...one.options].find(o => !o.selected).value")
    rule.select_option(other)
    expect(rule).to_have_class("draft")
    a.reload()
    expect(rule).to_have_value(other)
    expect(rule).to_be_visible()
    renamed = {"kind": "renamed", "seat": 2, "name": "Bea", "colour": "blue"}
    at_head(a, post(a, play, renamed))
    expect(rule).to_have_value(other)
    rule.select_option(own)
    a.reload()
    expect(rule).to_have_value(own)
    a.get_by_text("House rules", exact=True).tap()
    rule.select_option(other)
    a.get_by_role("button", name="Play by these").tap()
    a.wait_for_url("**/table")
    expect(rule).to_have_value(other)
    expect(rule).not_to_have_class("draft")
    assert a.evaluate("Object.keys(localStorage).filter(key => key.startsWith('typed.'))") == []
    for address in (f"/plays/new?game={GAME}", f"/games/{GAME}/count"):
        a.goto(address)
        a.locator("input[name=name]").first.fill("Zoë")
        a.locator("details.house > summary").first.tap()
        a.locator(".house select").first.select_option(other)
        if "new" in address:
            a.locator("[name=start]").nth(1).check()
            a.locator(".depths .chip").last.tap()
        a.reload()
        assert a.locator("input[name=name]").first.input_value() == "Zoë"
        assert a.locator(".house select").first.input_value() == other
        if "new" in address:
            expect(a.locator("[name=start]").nth(1)).to_be_checked()
            expect(a.locator("[name=depth]:checked")).to_have_value("full")


def test_ticks_of_a_count_outlive_a_reload(phone: Phone) -> None:
    a = phone()
    a.goto("/games/bunny-kingdom/count?name=Ann&name=Bob&step=parchments")
    box = a.locator(".cards input[type=checkbox]").nth(2)
    a.locator(".cards label").nth(2).tap()
    value = box.get_attribute("value")
    a.reload()
    expect(a.locator(f".cards input[value='{value}']").first).to_be_checked()


# ---------------------------------------------------------------- what is heard


def test_who_only_hears_the_page_is_told_what_matters_once(rough: Any) -> None:
    """B96: no word for each tap that is saved; waiting, its end, a refusal and a draft overtaken are told once each."""
    a, b, play = pair(rough)
    live(b)
    b.evaluate(HEARD)
    for typed in ("1", "2", "3"):
        reap(b, 2, typed)
        sent(b)
        expect(b.locator("#saved")).to_contain_text("All saved")
    assert b.evaluate("window.heard") == []
    reap(b, 3, "many")
    expect(cards(b)).to_have_count(1)
    reap(b, 3, "lots")
    expect(cards(b)).to_have_count(2)
    assert b.evaluate("window.heard").count("alert") == 2
    for button in ("Put away", "Put away"):
        cards(b).get_by_role("button", name=button).first.tap()
    b.evaluate("window.heard.length = 0")
    harvest(b, 4).fill("9")
    for n in range(3):
        at_head(b, post(a, play, reaped(4, "7"), reaped(1, str(n))))
    expect(b.locator("[data-beside]")).to_contain_text("7")
    assert b.evaluate("window.heard") == ["Now it says 7"]
    b.evaluate("localStorage.clear()")
    b.reload()
    live(b)
    b.evaluate(HEARD)
    b.context.set_offline(True)
    expect(line(b)).to_contain_text("Not live", timeout=6000)
    b.context.set_offline(False)
    live(b)
    expect(line(b)).to_contain_text("Live again")
    expect(line(b)).to_be_empty()
    b.context.route("**/events", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    reap(b, 2, "5")
    expect(line(b)).to_contain_text("1 tap waits")
    b.context.unroute_all()
    sent(b)
    expect(line(b)).to_contain_text("All saved")
    heard = [one for one in b.evaluate("window.heard") if "waits" in one or "live" in one.lower() or "saved" in one]
    assert [one.split(":")[0].split(" for")[0].strip("✓ ") for one in heard] == [
        "Not live", "Live again", "1 tap waits", "All saved",
    ]  # fmt: skip


def test_a_new_figure_is_told_once(phone: Phone) -> None:
    """B96: plus is pressed: whose, of what and how many; what the site answers is not told a second time."""
    a = phone()
    play = begin(a, depth="full")
    post(a, play, *on(1, "exploration"))
    a.goto(play)
    live(a)
    a.evaluate(HEARD)
    a.locator('.counter [name=by][value="1"]').first.tap()
    sent(a)
    expect(a.locator("#saved")).to_be_empty()
    heard = a.evaluate("window.heard")
    assert len(heard) == 1 and heard[0].endswith(": 1"), heard


# ---------------------------------------------------------------- several tabs, a clock that jumps


def test_a_tap_that_another_tab_has_sent_waits_no_more(rough: Any) -> None:
    """B75: what waits in one tab goes out from another of the same phone; the first one's button is not left dead."""
    a, b, play = pair(rough)
    live(b)
    b.route("**/events", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    reap(b, 2, "5")
    next_button(b).tap()
    expect(b.locator("form.waiting")).to_have_count(2)
    tab = b.context.new_page()
    tab.goto("/about")
    sent(tab)
    expect(b.locator("h1")).to_contain_text("Exploration")
    expect(b.locator("form.waiting")).to_have_count(0)
    expect(line(b)).not_to_contain_text("wait")
    b.unroute_all()
    next_button(b).tap()
    expect(a.locator("h1")).to_contain_text("Construction")
    assert [one["typed"] for one in happened(a, play, "harvested")] == ["5"]


def test_a_clock_that_jumps_changes_no_order_and_hides_no_outage(rough: Any, tmp_path: Path) -> None:
    """A phone that finds its time: taps go out as they were made, and "not live" shows as soon as ever."""
    with host(tmp_path) as site:
        a, b, play = pair(partial(rough, base=site.address))
        live(b)
        b.evaluate("() => { const now = Date.now; window.shift = 0; Date.now = () => now.call(Date) + window.shift }")
        site.kill()
        for shift, typed in ((0, "1"), (-3e10, "2"), (9e7, "3"), (-3e10, "4")):
            b.evaluate("shift => { window.shift = shift }", shift)
            reap(b, 2, typed)
        expect(b.locator("html")).to_have_attribute("data-line", "lost", timeout=6000)
        site.start()
        sent(b)
        assert [one["typed"] for one in happened(a, play, "harvested")] == ["1", "2", "3", "4"]
        expect(harvest(b, 2)).to_have_value("4")
