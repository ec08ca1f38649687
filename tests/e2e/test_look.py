"""The look on a real phone: targets for thumbs, larger type, light and dark, paper."""

from __future__ import annotations

import re

import pytest

from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone
from tests.e2e.test_refusals import ODD, begin

PAGES = ["/", "/about", "/games/rocket-flight/", "/games/rocket-flight/rules", "/games/rocket-flight/count", "/nothing"]
# Links inside a sentence are as high as its line, as everywhere, and the map has a list beside it; all else is for
# a thumb.
SMALL_TARGETS = """() =>
  [...document.querySelectorAll("a, button:not([aria-hidden]), summary, input:not([type=hidden]), select")]
  .filter(e => e.checkVisibility() && !e.closest(".prose:not(form), p, .skip, .cells"))
  .filter(e => !e.matches(".skip, .rule-link, .hidden"))
  .filter(e => {
    const box = e.getBoundingClientRect(), whole = getComputedStyle(e, "::after");
    const stretched = whole.content !== "none" && whole.position === "absolute" && whole.inset === "0px";
    return !stretched && !e.closest("label") && (box.width < 44 || box.height < 43.9);
  })
  .map(e => `${e.outerHTML.slice(0, 90)} ${e.getBoundingClientRect().width} × ${e.getBoundingClientRect().height}`)"""
GROUND = "() => getComputedStyle(document.documentElement).backgroundColor"
LIGHT, DARK = "rgb(243, 235, 216)", "rgb(21, 17, 13)"


@pytest.mark.parametrize("width", [320, 390])
def test_everything_to_tap_is_as_large_as_a_thumb(phone: Phone, width: int) -> None:
    page, small = phone(width), {}
    for path in PAGES:
        page.goto(path)
        if found := page.evaluate(SMALL_TARGETS):
            small[path] = found
    assert not small, small


@pytest.mark.parametrize("game", ODD)
def test_everything_to_tap_at_a_table_is_so_too(phone: Phone, game: str) -> None:
    page, small = phone(320), {}
    for path in (begin(page, game), f"/plays/new?game={game}"):
        page.goto(path)
        page.evaluate("() => { for (const part of document.querySelectorAll('details')) part.open = true }")
        if found := page.evaluate(SMALL_TARGETS):
            small[path] = found
    assert not small, small


@pytest.mark.parametrize("width", [320, 390])
def test_type_twice_as_large_still_fits(phone: Phone, width: int) -> None:
    """As with the text size of the phone's own settings: everything in rem doubles, the screen does not."""
    page, wide = phone(width), {}
    for path in PAGES:
        page.goto(path)
        page.evaluate("() => document.documentElement.style.setProperty('font-size', '200%')")
        if found := sideways(page):
            wide[path] = found
    assert not wide, wide


def test_the_theme_is_the_devices_until_somebody_chooses_and_then_stays(phone: Phone) -> None:
    page = phone(dark=True)
    page.goto("/")
    assert page.evaluate(GROUND) == DARK

    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(GROUND) == LIGHT
    assert not axe(page)
    page.goto("/about")
    assert page.evaluate(GROUND) == LIGHT

    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(GROUND) == DARK
    assert page.evaluate("() => document.documentElement.dataset.theme") is None, (
        "the device's own choice needs no note"
    )


def test_a_chosen_theme_is_there_before_the_page_is_drawn(phone: Phone) -> None:
    """No flash: the choice is applied while the head is read, before there is a body."""
    page = phone()
    page.goto("/")
    page.evaluate("() => localStorage.setItem('theme', '\"dark\"')")
    page.add_init_script(
        """new MutationObserver(() => { if (document.body && window.first === undefined)
        window.first = document.documentElement.dataset.theme ?? "none" })
        .observe(document, { childList: true, subtree: true })"""
    )
    page.goto("/about")
    assert page.evaluate("() => window.first") == "dark"


def test_everything_reads_without_scripts(phone: Phone) -> None:
    page = phone(js=False)
    for path in PAGES:
        page.goto(path)
        assert page.locator("h1").is_visible()
        assert page.locator("[data-theme-toggle]").count() == page.locator("[data-theme-toggle][hidden]").count()


def test_a_rule_that_is_linked_stands_out_and_is_in_sight(phone: Phone) -> None:
    page = phone()
    page.goto("/games/rocket-flight/rules")
    rule = page.locator("section.said").nth(5)
    name = rule.get_attribute("id")
    plain = rule.evaluate("e => getComputedStyle(e).backgroundColor")

    page.goto(f"/games/rocket-flight/rules#{name}")

    assert rule.evaluate("e => getComputedStyle(e).backgroundColor") != plain
    assert rule.evaluate("e => e.getBoundingClientRect().top >= 0 && e.getBoundingClientRect().top < innerHeight")


def test_a_keyboard_finds_the_content_first_and_sees_where_it_is(phone: Phone) -> None:
    page = phone(1280, 800)
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent") == "To the content"
    page.keyboard.press("Enter")
    assert re.search(r"#main$", page.url)
    for way in ("input", "button"):  # to ask the rules
        page.keyboard.press("Tab")
        assert page.locator(f".asking {way}:focus").count() == 1
    page.keyboard.press("Tab")
    assert page.locator("a[href='/join']:focus").count() == 1
    page.keyboard.press("Tab")
    card = page.locator(".game").first
    assert page.evaluate("() => document.activeElement.closest('.game') !== null")
    assert card.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"


def test_on_paper_only_words_and_figures_are_left(phone: Phone) -> None:
    page = phone(dark=True)
    page.goto("/games/rocket-flight/rules")
    page.emulate_media(media="print")
    for gone in (".skip", ".tools", ".dock", ".contents", ".anchor"):
        assert not page.locator(gone).first.is_visible(), gone
    assert page.locator("h1").is_visible()
    assert page.evaluate(GROUND) == "rgb(255, 255, 255)"
    assert page.evaluate("() => getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_chosen_system_colours_reach_the_drawings_too(phone: Phone) -> None:
    page = phone(forced_colors="active")
    page.goto("/games/rocket-flight/")
    ink = page.evaluate("() => getComputedStyle(document.querySelector('h1')).color")
    for drawn in (".icon", "symbol[id^=m-] .l"):
        assert page.evaluate(f"() => getComputedStyle(document.querySelector('{drawn}')).stroke") == ink, drawn
