"""Asking and looking up in a real browser: the answer comes as one types, a rule opens over the page and goes again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone

COUNTING = "/games/project-universe/score/final"


def test_the_answer_comes_as_one_types(phone: Phone) -> None:
    page = phone()
    page.goto("/rules")
    page.locator("[name=q]").press_sequentially("camp on a city")
    expect(page.locator(".deciding")).to_have_text("A printed city has a building, so no camp fits there.")
    expect(page).to_have_url("/rules?q=camp+on+a+city")

    page.locator("[name=game]").select_option("rocket-flight")
    expect(page.locator("#answer .doubt")).to_be_visible()
    assert axe(page) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [320, 390])
def test_a_rule_opens_over_the_page_and_goes_again(phone: Phone, width: int, dark: bool) -> None:
    page = phone(width, dark=dark)
    page.goto(COUNTING)
    page.locator("main input").first.fill("Ann, Bob")
    mark = page.get_by_role("link", name="Rule: Who wins")
    sheet = page.get_by_role("dialog", name="Who wins")

    mark.tap()
    expect(sheet).to_contain_text("Most VP.")
    assert axe(page) == [] and sideways(page) == []
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()

    mark.tap()
    expect(sheet).to_be_visible()
    page.touchscreen.tap(10, 10)
    expect(sheet).to_be_hidden()

    mark.focus()
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(mark).to_be_focused()
    expect(page.locator("main input").first).to_have_value("Ann, Bob")


def test_a_rule_leads_on_to_all_rules(phone: Phone) -> None:
    page = phone()
    page.goto(COUNTING)
    page.get_by_role("link", name="Rule: Who wins").tap()
    page.get_by_role("dialog").get_by_role("link", name="All rules").tap()
    expect(page).to_have_url("/games/project-universe/rules#winner")


def test_without_a_script_a_rule_is_looked_up_among_the_rules(phone: Phone) -> None:
    page = phone(js=False)
    page.goto(COUNTING)
    page.get_by_role("link", name="Rule: Who wins").tap()
    expect(page).to_have_url("/games/project-universe/rules#winner")

    page.goto("/")
    page.get_by_role("searchbox").fill("camp on a city")
    page.get_by_role("button", name="Ask").tap()
    expect(page.locator(".deciding")).to_have_text("A printed city has a building, so no camp fits there.")


def test_without_a_network_the_question_stays(phone: Phone) -> None:
    page = phone()
    page.goto("/rules?game=bunny-kingdom")
    page.context.set_offline(True)
    page.locator("[name=q]").press_sequentially("camp")
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("[name=q]")).to_have_value("camp")

    page.context.set_offline(False)
    page.locator("[name=q]").press_sequentially(" on a city")
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator(".deciding")).to_be_visible()
