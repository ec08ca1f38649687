"""On a phone: what looks odd and what is refused open the section of the rules that says why."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browsing import axe, send, sideways
from tests.e2e.conftest import Phone
from tests.e2e.table import FORM, at_head, cards, change, code_of, head, pair, post, reap

PHASES = {"bunny-kingdom": "exploration", "rabbit-astronauts": "draw"}
ENDED = {"kind": "phase_ended", "round": 1}
ODD: dict[str, list[dict[str, Any]]] = {
    "bunny-kingdom": [{"kind": "built", "seat": 1, "at": "A1", "city": 3}],
    "project-universe": [{**ENDED, "phase": "preparation"}, {**ENDED, "phase": "action"}],
    "rabbit-astronauts": [{"kind": "launched", "seat": 1, "round": 1, "typed": "5"}],
    "rocket-flight": [{"kind": "fuel_marked", "by": 9}, {"kind": "fuel_marked", "by": 9}],
    "space-pioneers": [{"kind": "missions", "seat": 1, "by": 9}],
}
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "bunny-kingdom": ({"kind": "settled", "seat": 1, "at": "B2", "on": False}, "control"),
    "project-universe": ({"kind": "waited", "round": 1, "turn": 1, "seat": 1}, "action"),
    "rabbit-astronauts": ({"kind": "stocked", "seat": 1, "round": 1, "by": 1}, "counting"),
    "rocket-flight": ({"kind": "visited", "n": 5}, "order"),
    "space-pioneers": ({"kind": "missions", "seat": 2, "by": -1}, "missions"),
}


def begin(page: Page, game: str) -> str:
    """The path of a new play of *game*, followed in full."""
    fields = {"game": game, "name": ["Ann", "Bartholomäus-Maximilian"], "start": "1", "depth": "full"}
    answer = page.context.request.post("/plays/new", data=urlencode(fields, doseq=True), headers=FORM, max_redirects=0)
    return f"/plays/{answer.headers['location'].split('/')[2]}/"


def opened(page: Page, link: Locator) -> str:
    """The title of the section that *link* opens, which is put away again; a finger finds the link."""
    box = link.bounding_box()
    assert box and min(box["width"], box["height"]) >= 44
    link.tap()
    sheet = page.locator("dialog.sheet[open]")
    title = sheet.locator("#rule-title").inner_text()
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    return title


@pytest.mark.parametrize(("width", "dark"), [(320, False), (390, True)])
@pytest.mark.parametrize("game", ODD)
def test_what_is_odd_and_what_is_refused_open_their_section(phone: Phone, game: str, width: int, dark: bool) -> None:
    page = phone(width, dark=dark)
    play = begin(page, game)
    post(page, play, *ODD[game])
    page.goto(play)
    assert opened(page, page.locator(".doubt a.rule").first)
    before, (event, rule) = head(page), REFUSED[game]
    send(page, play, event)
    expect(cards(page)).to_have_count(1)
    link = cards(page).locator("[data-rule]")
    expect(link).to_have_attribute("href", f"/games/{game}/rules#{rule}")
    assert opened(page, link) == link.inner_text()
    assert axe(page) == [] and sideways(page) == [] and head(page) == before
    page.get_by_role("button", name="Put away").tap()
    expect(cards(page)).to_have_count(0)


@pytest.mark.parametrize("game", ["bunny-kingdom", "rabbit-astronauts", "space-pioneers"])
def test_a_counter_says_whose_it_is_and_its_new_number_once(phone: Phone, game: str) -> None:
    page = phone()
    play = begin(page, game)
    post(page, play, *([] if game == "space-pioneers" else [{**ENDED, "phase": PHASES[game]}]))
    page.goto(play)
    more = page.locator("main .counter button[value='1']:visible").first
    name = page.locator("main .counter:has(button:visible) input[name=to]").first.get_attribute("aria-label")
    assert name and name.startswith("Ann, ") and more.get_attribute("aria-label") == f"{name}: one more"
    page.evaluate(
        """() => { const told = document.querySelector("#told"); window.said = []
        new MutationObserver(() => window.said.push(told.textContent)).observe(told, { childList: true }) }"""
    )
    before = head(page)
    more.tap()
    at_head(page, before + 1)
    assert page.evaluate("() => window.said") == [f"{name}: 1"]


def test_the_card_of_a_phone_that_was_sent_away_leads_to_the_door(phone: Phone) -> None:
    a, b, play = pair(phone)
    b.route("**/head", lambda route: route.abort())  # it has not heard of it yet
    b.route("**/events", lambda route: route.abort() if route.request.method == "GET" else route.continue_())
    b.goto(play)
    change(a, play, do="leave", number=2)
    reap(b, 2, "12")
    expect(cards(b)).to_contain_text("12")
    assert axe(b) == []
    cards(b).get_by_role("link", name="Join the table").click()
    expect(b).to_have_url(re.compile(f"/j/{code_of(play)}$"))


def test_without_scripts_a_refusal_is_a_page_with_its_section(phone: Phone) -> None:
    page = phone(320, js=False)
    play = begin(page, "bunny-kingdom")
    post(page, play, *({**ENDED, "phase": phase} for phase in ("exploration", "construction")))
    page.goto(play)
    page.locator("#harvest-1").fill("-1")
    page.locator("form:has(#harvest-1) button").first.tap()
    page.get_by_role("link", name="Harvest", exact=True).tap()
    page.wait_for_url("**/games/bunny-kingdom/rules#harvest")
