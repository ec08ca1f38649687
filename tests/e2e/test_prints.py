"""The print page in a browser: pictures and pack follow what is chosen, and the phone remembers it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone


def test_what_is_chosen_shows_at_once_and_is_remembered(phone: Phone) -> None:
    page = phone(320, dark=True)
    page.goto("/games/space-pioneers/print")
    many = page.locator(".pack [data-players]:not([hidden]) .many")
    picture = page.locator("[data-preview] img").first
    expect(many).to_have_text("7 pages")
    assert axe(page) == [] and sideways(page) == []

    page.locator("label.chip", has=page.locator("[name=players][value='2']")).click()
    page.locator("label.chip", has=page.locator("[name=paper][value=letter]")).click()
    expect(many).to_have_text("6 pages")
    page.locator("[data-preview]").first.scroll_into_view_if_needed()
    expect(picture).to_have_attribute("src", re.compile("players=2"))
    expect(picture).to_have_attribute("src", re.compile("paper=letter"))
    page.wait_for_function(
        "image => image.complete && image.naturalWidth > 0", arg=picture.element_handle(), timeout=60_000
    )

    page.reload()
    expect(page.locator("[name=players][value='2']")).to_be_checked()
    expect(page.locator("[name=paper][value=letter]")).to_be_checked()
    expect(many).to_have_text("6 pages")
    page.goto("/games/bunny-kingdom/print")
    expect(page.locator("[name=paper][value=letter]")).to_be_checked()
    expect(page.locator("[name=players][value='4']")).to_be_checked()


def test_names_are_remembered_for_their_game_until_they_are_wiped(phone: Phone) -> None:
    page = phone(320)
    page.route("**/print/*.png*", lambda route: route.fulfill(status=204))  # no picture is looked at here
    page.goto("/games/space-pioneers/print")
    names, summary = page.locator("[name=name]"), page.locator(".print-shop summary")
    summary.click()
    assert axe(page) == [] and sideways(page) == []
    names.nth(0).fill("Zoë")
    names.nth(1).fill("محمد")
    names.nth(1).blur()
    page.reload()
    expect(names.nth(0)).to_be_visible()
    expect(names.nth(0)).to_have_value("Zoë")
    expect(names.nth(1)).to_have_value("محمد")
    page.goto("/games/bunny-kingdom/print")
    expect(names.nth(0)).to_have_value("")
    expect(names.nth(0)).to_be_hidden()

    page.goto("/games/space-pioneers/print")
    for n in (0, 1):
        names.nth(n).fill("")
    names.nth(1).blur()
    page.reload()
    expect(names.nth(0)).to_have_value("")
    expect(names.nth(0)).to_be_hidden()


def test_without_a_script_the_page_prints_all_the_same(phone: Phone) -> None:
    page = phone(js=False)
    page.goto("/games/space-pioneers/print")
    expect(page.locator(".pack .many:visible")).to_have_count(1)
    expect(page.get_by_role("button", name="Open all as one PDF")).to_have_attribute(
        "formaction", "/games/space-pioneers/print/pack.pdf"
    )
