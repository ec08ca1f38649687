"""Going back after something has changed, and coming back as host on another phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone
from tests.e2e.table import begin, code_of, log_of, on, post, reaped


def test_back_shows_the_figure_as_it_was_corrected(phone: Phone) -> None:
    """B70, B71: scores, log, correction, and back to each of them: whole pages with the new figure."""
    page = phone()
    play = begin(page)
    post(page, play, *on(1, "exploration", "construction"), reaped(1, "41"), *on(1, "harvest"))
    wrong = next(entry["seq"] for entry in log_of(page, play) if entry["event"]["kind"] == "harvested")
    page.goto(f"{play}scores")
    expect(page.locator("main")).to_contain_text("41")
    page.get_by_role("link", name="Log").tap()
    page.locator(f"#step-{wrong}").get_by_role("link", name="Correct").tap()
    page.locator("[name=typed]").fill("58")
    page.locator("main form button.main").tap()
    page.wait_for_url(f"**{play}log*")
    expect(page.locator("main li").first).to_contain_text("58")
    page.go_back()
    page.go_back()
    expect(page.locator("main li").first).to_contain_text("58")
    page.go_back()
    page.wait_for_url(f"**{play}scores")
    expect(page.locator("main")).to_contain_text("58")
    expect(page.locator("main")).not_to_contain_text("41")
    for _ in range(2):
        expect(page.locator("nav.dock")).to_be_visible()
        assert sideways(page) == []
        page.reload()


def test_the_host_comes_back_on_another_phone(phone: Phone) -> None:
    """B07: the key is made, shown to scan, opened elsewhere, asked about; then that phone hosts too."""
    a, b = phone(), phone(320, dark=True)
    play = begin(a)
    a.goto(f"{play}invite")
    a.get_by_role("button", name="Make a key").tap()
    a.wait_for_url("**/host/*")
    expect(a.locator("svg.qr")).to_be_visible()
    assert axe(a) == [] and sideways(a) == []
    key = a.url
    assert key.endswith((a.locator(".address a").get_attribute("href") or "-").rpartition("/")[2])
    b.goto(key)
    expect(b.locator("h1")).to_contain_text("Host Bunny Kingdom on this phone?")
    assert axe(b) == [] and sideways(b) == []
    b.get_by_role("button", name="Yes, I am the host").tap()
    b.wait_for_url(f"**{play}")
    b.goto(f"{play}invite")
    expect(b.locator(".device")).to_have_count(2)
    expect(b.locator(".device").nth(1)).to_contain_text("this one · host")
    b.get_by_role("button", name="Withdraw the key").tap()
    expect(b.get_by_role("button", name="Make a key")).to_be_visible()
    assert phone().goto(key).status == 404  # type: ignore[union-attr]
    b.goto(f"{play}table")
    b.get_by_text("Delete", exact=True).tap()
    expect(b.get_by_text("with Ann, Bob, Cy and Dee for everybody?")).to_be_visible()
    assert axe(b) == [] and sideways(b) == []
    b.get_by_role("button", name="Delete this play").tap()
    expect(b.locator("main")).to_contain_text("Bunny Kingdom with Ann, Bob, Cy and Dee.")
    b.get_by_role("button", name="Bring it back").tap()
    b.wait_for_url(f"**/plays/{code_of(play)}/")
