"""The calculators' pages in a real browser: answers while one types, rows, steps, and a site that does not answer."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.browsing import axe
from tests.e2e.conftest import Phone

MATERIALS = "/games/project-universe/score/materials"
FINAL = "/games/rabbit-astronauts/score/final"
PLACEMENT = "/games/space-pioneers/score/placement"


def total(page: Page) -> str:
    """The first figure of the answer."""
    return page.locator("#answer dd").first.inner_text()


def test_the_answer_follows_while_one_types_and_the_caret_stays(phone: Phone) -> None:
    page = phone()
    page.goto(MATERIALS)
    field = page.get_by_role("textbox", name="Money")
    field.press_sequentially("24", delay=30)
    expect(page.locator("#answer dd").first).to_have_text("8")
    expect(field).to_be_focused()
    assert field.evaluate("field => field.selectionStart") == 2
    expect(page).to_have_url(re.compile(r"/materials\?money=24$"))
    field.press("Backspace")
    expect(page.locator("#answer dd").first).to_have_text("0")
    page.reload()
    expect(field).to_have_value("2")


def test_plus_and_minus_count_and_stop_where_less_is_not_possible(phone: Phone) -> None:
    page = phone()
    page.goto(MATERIALS)
    plus, minus = (page.get_by_role("button", name=f"Money: one {way}") for way in ("more", "less"))
    for _ in range(4):
        plus.tap()
    expect(page.get_by_role("textbox", name="Money")).to_have_value("4")
    expect(page.locator("#answer dd").first).to_have_text("1")
    for _ in range(6):
        minus.tap()
    expect(page.get_by_role("textbox", name="Money")).to_have_value("0")
    for button in (plus, minus):
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44


def test_what_cannot_be_read_is_said_beside_the_field_and_goes_when_mended(phone: Phone) -> None:
    page = phone()
    page.goto(MATERIALS)
    field = page.get_by_role("textbox", name="Money")
    field.fill("2,5")
    expect(page.locator(".ask .error")).to_contain_text("not a whole number")
    expect(field).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Money: one more").tap()
    expect(field).to_have_value("2,5")
    assert axe(page) == []
    field.fill("25")
    expect(page.locator(".ask .error")).to_have_count(0)
    expect(page.locator("#answer dd").first).to_have_text("8")


def test_a_row_more_comes_without_leaving_the_page(phone: Phone) -> None:
    page = phone()
    page.goto(FINAL)
    rows = page.locator("#players > .row")
    before = rows.count()
    for n, name in enumerate(("Ann", "Ben")):
        rows.nth(n).get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("button", name="One more", exact=True).tap()
    expect(rows).to_have_count(before + 1)
    expect(rows.last.get_by_role("textbox", name="Name")).to_be_focused()
    expect(rows.last.get_by_role("textbox", name="Name")).to_have_value("")
    rows.last.get_by_role("textbox", name="Name").fill("Cleo")
    expect(page.locator("#answer")).to_contain_text("Cleo")
    expect(rows.first.get_by_role("textbox", name="Name")).to_have_value("Ann")
    assert axe(page) == []
    page.reload()
    expect(page.locator("#players > .row").nth(2).get_by_role("textbox", name="Name")).to_have_value("Cleo")


def test_a_question_is_settled_with_a_tap_and_keeps_the_focus(phone: Phone) -> None:
    page = phone()
    page.goto(PLACEMENT)
    page.get_by_role("link", name="Show an example").tap()
    other = page.locator(".ruling input").nth(1)
    other.check(force=True)
    expect(page).to_have_url(re.compile(r"rulings\."))
    expect(other).to_be_checked()
    expect(other).to_be_focused()


def test_enter_asks_for_the_answer_never_for_a_row(phone: Phone) -> None:
    page = phone(js=False)
    page.goto(FINAL)
    field = page.get_by_role("textbox", name="Name").first
    field.fill("Ann")
    field.press("Enter")
    expect(page).to_have_url(re.compile(r"players\.0\.key=Ann[^?]*#answer$"))
    expect(page.locator("#answer")).to_contain_text("Ann")


def test_everything_works_without_scripts(phone: Phone) -> None:
    page = phone(js=False)
    page.goto(FINAL)
    rows = page.locator("#players > .row")
    before = rows.count()
    rows.first.get_by_role("textbox", name="Name").fill("Ann")
    page.get_by_role("button", name="One more", exact=True).click()
    expect(rows).to_have_count(before + 1)
    expect(rows.first.get_by_role("textbox", name="Name")).to_have_value("Ann")
    page.get_by_role("button", name="Work it out").last.click()
    expect(page.locator("#answer")).to_contain_text("Ann")
    assert page.locator("[data-step]:visible").count() == 0


def test_a_site_that_does_not_answer_is_said_and_nothing_is_lost(phone: Phone) -> None:
    page = phone()
    page.goto(MATERIALS)
    field = page.get_by_role("textbox", name="Money")
    field.fill("24")
    expect(page.locator("#answer dd").first).to_have_text("8")
    page.context.set_offline(True)
    field.fill("30")
    expect(page.locator("#lost")).to_be_visible()
    expect(field).to_have_value("30")
    page.context.set_offline(False)
    field.fill("33")
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#answer dd").first).to_have_text("11")
