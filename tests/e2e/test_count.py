"""The final count under a thumb: a minute for four players, and nothing lost by reload, back or a second start."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.game import Game
from companion.games import discover
from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone

GAMES = tuple(discover().values())
TAP = 0.35  # seconds a practised thumb takes for a tap on a known keypad
NAMES = ("Ann", "Bob", "Zoë", "Борис", "Eve", "Finn")
MINUTE = 60


@dataclass
class Thumb:
    """Taps and counts its taps; waiting for a page costs what it really took."""

    page: Page
    taps: int = 0
    waited: float = 0.0
    steps: list[str] = field(default_factory=list)

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def go(self, target: Locator) -> None:
        """A tap that loads a page."""
        start = time.monotonic()
        with self.page.expect_navigation():
            self.tap(target)
        self.waited += time.monotonic() - start

    def keys(self, text: str) -> None:
        for key in text:
            self.tap(self.page.locator("[data-keys] button", has_text=re.compile(f"^{re.escape(key)}$")))

    @property
    def seconds(self) -> float:
        return self.taps * TAP + self.waited


def names(page: Page, game: Game[object], thumb: Thumb) -> None:
    page.goto(f"/games/{game.slug}/count")
    for n in range(min(4, game.seats[-1])):
        page.locator("input[name=name]").nth(n).fill(NAMES[n])
        thumb.taps += len(NAMES[n]) + 1
    thumb.go(page.locator("button.main"))


def category(page: Page, thumb: Thumb) -> None:
    """Answer one category for everybody with middling figures, then on."""
    thumb.steps.append(page.locator("h1").inner_text())
    entries = page.locator("[data-entry]")
    if page.locator("form[data-here=end_cards]").count():  # rare cards: one player holds one
        thumb.keys("1")
        return thumb.go(page.locator("button.main"))
    if entries.count():
        is_box = page.locator(".boxes").count() > 0
        for n in range(entries.count()):
            widget = entries.nth(n).get_attribute("data-entry")
            thumb.keys("3+5" if widget == "terms" else str(1 + n % 3) if is_box else f"{2 + n % 3}4"[: 1 + (n % 3 > 0)])
            last = n == entries.count() - 1
            (thumb.go if last else thumb.tap)(page.locator("[data-key=next]"))
        return None
    for n in range(page.locator(".hand").count()):
        hand = page.locator(".hand").nth(n)
        if hand.get_attribute("open") is None:
            thumb.tap(hand.locator("summary"))
        for card in range(3):
            thumb.tap(hand.locator(".cards label").nth(5 * n + card))
    for chips in page.locator("fieldset .chips").all():
        thumb.tap(chips.locator(".chip").first)
    for pick in page.locator(".pick select").all():
        pick.select_option(index=1)
        thumb.taps += 2
    return thumb.go(page.locator("button.main"))


def counted(page: Page, game: Game[object]) -> Thumb:
    thumb = Thumb(page)
    names(page, game, thumb)
    while "step=result" not in page.url:
        category(page, thumb)
    return thumb


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_four_players_are_counted_in_a_minute(
    phone: Phone, game: Game[object], capsys: pytest.CaptureFixture[str]
) -> None:
    page = phone()
    thumb = counted(page, game)
    with capsys.disabled():
        print(f" {game.slug}: {thumb.taps} taps, {thumb.seconds:.0f} s, {len(thumb.steps)} steps", end="")
    assert thumb.seconds <= MINUTE, thumb.steps
    expect(page.locator(".winner h1")).to_be_visible()
    assert not page.locator(".error").count()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_every_step_is_fit_for_everybody(phone: Phone, game: Game[object], dark: bool) -> None:
    page = phone(320, 640, dark=dark)
    thumb = Thumb(page)
    names(page, game, thumb)
    while True:
        assert axe(page) == [] and sideways(page) == []
        small = page.locator("main a, main button, [data-keys] button, .dock a, .dock button").evaluate_all(
            "found => found.map(e => [e.getBoundingClientRect(), e]).filter(([r, e]) => r.width && r.height < 43.5 "
            "&& !e.closest('p, small, .ledger, .prose')).map(([r, e]) => e.outerHTML.slice(0, 120) + r.height)"
        )
        assert small == []
        if "step=result" in page.url:
            return
        category(page, thumb)


def test_a_half_typed_count_survives_reload_and_a_new_start(phone: Phone) -> None:
    page, game = phone(), GAMES[0]
    thumb = Thumb(page)
    names(page, game, thumb)
    thumb.keys("4")
    page.reload()
    entry = page.locator("[data-entry]").first
    expect(entry).to_have_value("4")
    page.goto("/")
    page.locator("[data-drafts] a").first.tap()
    expect(page.locator("[data-entry]").first).to_have_value("4")
    page.goto(f"/games/{game.slug}/count")
    expect(page.locator("[data-drafts] a").first).to_be_visible()


def test_back_shows_what_was_typed(phone: Phone) -> None:
    page = phone()
    thumb = Thumb(page)
    names(page, GAMES[0], thumb)
    thumb.keys("7")
    first = page.url
    category(page, thumb)
    page.locator(".dock a").first.tap()
    expect(page.locator("[data-entry]").first).to_have_value(re.compile("^7"))
    assert first.split("?")[0] in page.url


def test_a_sum_is_worked_out_while_one_types(phone: Phone) -> None:
    page = phone()
    thumb = Thumb(page)
    names(page, next(g for g in GAMES if not g.count.categories[0].team), thumb)
    thumb.keys("6×5+4×3")
    expect(page.locator("[data-sum]").first).to_have_text("42")
    thumb.tap(page.locator("[data-key=erase]"))
    expect(page.locator("[data-sum]").first).to_have_text("")


def test_the_phones_own_keyboard_stays_down(phone: Phone) -> None:
    page = phone()
    names(page, GAMES[0], Thumb(page))
    assert page.locator("[data-entry]").first.get_attribute("inputmode") == "none"


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_a_count_needs_no_script(phone: Phone, game: Game[object]) -> None:
    page = phone(js=False)
    page.goto(f"/games/{game.slug}/count")
    for n in range(min(2, game.seats[-1])):
        page.locator("input[name=name]").nth(n).fill(NAMES[n])
    page.locator("button.main").click()
    while "step=result" not in page.url:
        expect(page.locator("[data-keys]")).to_be_hidden() if page.locator("[data-keys]").count() else None
        for entry in page.locator("[data-entry]").all():
            entry.fill("3")
        for pick in page.locator(".pick select").all():
            pick.select_option(index=1)
        page.locator("button.main").click()
    expect(page.locator(".winner h1")).to_be_visible()


def test_bad_figures_are_kept_and_told_beside_the_field(phone: Phone) -> None:
    page = phone()
    game = next(g for g in GAMES if not g.count.categories[0].team)
    names(page, game, Thumb(page))
    entry = page.locator("[data-entry]").first
    entry.fill("2,5")
    page.locator("button.main").tap()
    expect(page.locator(".error").first).to_contain_text("whole number")
    expect(page.locator("[data-entry]").first).to_have_value("2,5")


def test_the_names_of_last_time_are_there_again(phone: Phone) -> None:
    page = phone()
    names(page, GAMES[0], Thumb(page))
    page.goto(f"/games/{GAMES[0].slug}/count")
    expect(page.locator("input[name=name]").first).to_have_value("Ann")


def test_light_and_dark_can_be_chosen_and_stay(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    page.locator("[data-theme-toggle]").tap()
    page.goto("/about")
    assert page.locator("html").get_attribute("data-theme") == "dark"
