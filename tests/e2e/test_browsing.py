"""The judges of the browser tests see what they should."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.e2e.browsing import Watch, axe, sideways
from tests.e2e.conftest import Phone


def test_axe_finds_a_field_without_a_label_under_the_strict_policy(phone: Phone) -> None:
    page = phone()
    page.goto("/about")
    assert axe(page) == []
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    assert any(found.startswith("label") for found in axe(page))


def test_something_too_wide_is_named(phone: Phone) -> None:
    page = phone(320)
    page.goto("/about")
    assert sideways(page) == []
    page.evaluate("""() => { const wide = document.createElement("pre"); wide.textContent = "wide ".repeat(99)
        document.querySelector("main").append(wide) }""")
    assert sideways(page)[0].endswith("on 320 px")


def test_a_page_works_without_scripts(phone: Phone) -> None:
    page = phone(js=False)
    page.goto("/")
    assert page.get_by_role("heading", level=1).is_visible()


def test_faults_of_a_page_are_seen(browser: Browser, site: str) -> None:
    watch = Watch(site)
    context = browser.new_context(base_url=site)
    watch.follow(context)
    page = context.new_page()
    page.goto("/about")
    assert watch.wrong == []
    page.evaluate("console.error('by hand')")
    page.evaluate("setTimeout(() => { throw new Error('thrown by hand') })")
    page.evaluate("fetch('/static/no-such-file').then(() => 0)")
    page.evaluate("fetch('http://127.0.0.1:9/elsewhere').catch(() => 0)")
    page.wait_for_timeout(200)
    context.close()
    wrong = "\n".join(watch.wrong)
    assert "by hand" in wrong
    assert "thrown by hand" in wrong
    assert "no-such-file" in wrong
    assert "Content Security Policy" in wrong
