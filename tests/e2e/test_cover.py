"""What only one person may see, on a phone that several share: it opens to a held finger and covers itself."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone

PUT_AWAY = """() => {
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def before_the_cover(page: Page) -> None:
    """Begin a play of two on this phone and stand before the first seat's cover."""
    page.goto("/plays/new?game=bunny-kingdom")
    for n, name in enumerate(("Ann", "Bob")):
        page.locator("input[name=name]").nth(n).fill(name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/setup")
    page.goto(page.url.replace("/setup", "/seats/1"))


def test_a_held_finger_opens_it_and_a_phone_put_away_covers_it(phone: Phone) -> None:
    page = phone(320, dark=True)
    before_the_cover(page)
    assert axe(page) == [] and sideways(page) == []
    button = page.get_by_role("button", name="I am Ann")
    button.hover()
    page.mouse.down()
    page.wait_for_url("**/seats/1?open=1")
    page.mouse.up()
    hand = page.locator(".open-hands")
    expect(hand).to_be_visible()
    assert axe(page) == [] and sideways(page) == []
    page.evaluate(PUT_AWAY)
    expect(hand).to_be_hidden()


def test_a_slip_of_the_finger_does_not_open_it_and_a_second_tap_does(phone: Phone) -> None:
    page = phone()
    before_the_cover(page)
    page.get_by_role("button", name="I am Ann").click()
    page.wait_for_timeout(800)
    assert page.url.endswith("/seats/1")
    page.get_by_role("button", name="Hold, or tap once more").click()
    page.wait_for_url("**/seats/1?open=1")


def test_a_key_opens_it_at_once(phone: Phone) -> None:
    page = phone()
    before_the_cover(page)
    page.get_by_role("button", name="I am Ann").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/seats/1?open=1")


def test_without_scripts_it_opens_to_a_tap(phone: Phone) -> None:
    page = phone(js=False)
    before_the_cover(page)
    page.get_by_role("button", name="I am Ann").click()
    expect(page.locator(".open-hands")).to_be_visible()
