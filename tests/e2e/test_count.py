"""The final count under a thumb: a minute for four players, and nothing lost by reload, back or a second start."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.core.game import Game
from companion.games import discover
from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone
from tests.e2e.thumb import NAMES, Thumb

GAMES = tuple(discover().values())
MINUTE = 60
SMALL = """found => found.map(e => [e.getBoundingClientRect(), e])
.filter(([r, e]) => r.width && (r.height < 43.5 || r.width < 24) && !e.closest('p, small, .ledger, .prose'))
.map(([r, e]) => `${e.outerHTML.slice(0, 120)} ${r.width} × ${r.height}`)"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_four_players_are_counted_in_a_minute(
    phone: Phone, game: Game[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    page = phone()
    thumb = Thumb(page)
    thumb.sit_down(game)
    thumb.count()
    with capsys.disabled():
        print(f" {game.slug}: {thumb.taps} taps, {thumb.seconds:.0f} s, {len(thumb.steps)} steps", end="")
    assert thumb.seconds <= MINUTE, thumb.steps
    expect(page.locator(".winner h1")).to_be_visible()
    assert not page.locator(".error:visible").count()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_step_is_fit_for_everybody(phone: Phone, game: Game[Any], dark: bool) -> None:
    """No fault that axe knows, no sideways scrolling, everything large enough for a thumb; on the smallest phone."""
    page = phone(320, 640, dark=dark)
    thumb = Thumb(page)
    page.goto(f"/games/{game.slug}/count")
    assert axe(page) == [] and sideways(page) == []
    thumb.sit_down(game, 6)
    while True:
        assert axe(page) == [] and sideways(page) == []
        assert page.locator("main :is(a, button, summary), .controls :is(a, button)").evaluate_all(SMALL) == []
        if page.locator("[data-result]").count():
            return
        thumb.answer()


@pytest.mark.parametrize(
    "counted",
    [
        "bunny-kingdom/count?harvest1.1=5&harvest1.2=9&parchments.1=fisher&parchments.2=opportunist&parchments.2=fisher",
        "rabbit-astronauts/count?opt.mode=team&space.1=3&space.2=4",
        "space-pioneers/count?planets.1=9&planets.2=9&missions.1=9&missions.2=9&secrets.1=0&secrets.2=0",
    ],
)
def test_a_result_for_names_of_sixty_wide_letters_fits_the_smallest_phone(phone: Phone, counted: str) -> None:
    page = phone(320, 640)
    page.goto(f"/games/{counted}&step=result&name={'W' * 60}&name={'M' * 60}")
    expect(page.locator("[data-result]")).to_be_visible()
    assert sideways(page) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_count_needs_no_script(phone: Phone, game: Game[Any]) -> None:
    page = phone(js=False)
    page.goto(f"/games/{game.slug}/count")
    for n in range(min(2, game.seats[-1])):
        page.locator("input[name=name]").nth(n).fill(NAMES[n])
    page.locator("button.main").click()
    while "step=result" not in page.url:
        assert not page.locator("[data-keys]:visible").count()
        for entry in page.locator("[data-entry]:visible").all():
            entry.fill("3")
        for box in page.locator(".cards input:visible").all()[:2]:
            box.check()
        for pick in page.locator(".pick select").all():
            pick.select_option(index=1)
        page.locator("button.main").click()
    expect(page.locator(".winner h1")).to_be_visible()
