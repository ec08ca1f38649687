"""A thumb that taps its way through a final count, and how long a practised one would take."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page

from companion.core.game import Game

TAP = 0.35  # seconds a practised thumb takes for a tap on a known keypad
NAMES = ("Ann", "Bob", "Zoë", "Борис", "Eve", "Finn")


@dataclass
class Thumb:
    """Taps and counts its taps; waiting for a page costs what it really took."""

    page: Page
    taps: int = 0
    waited: float = 0.0
    steps: list[str] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        return self.taps * TAP + self.waited

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def go(self, target: Locator) -> None:
        """A tap that leads to another page, loaded or swapped in."""
        start = time.monotonic()
        self.page.evaluate("document.getElementById('main').dataset.left = 1")
        self.tap(target)
        self.page.wait_for_selector("main:not([data-left])")
        self.waited += time.monotonic() - start

    def key(self, name: str) -> None:
        self.tap(self.page.locator("[data-keys] button").filter(has_text=re.compile(f"^{re.escape(name)}$")))

    def keys(self, text: str) -> None:
        for name in text:
            self.key(name)

    @property
    def next_key(self) -> Locator:
        return self.page.locator("[data-key=next]")

    @property
    def on(self) -> Locator:
        return self.page.locator(".dock button.main")

    def sit_down(self, game: Game[Any], many: int = 4) -> None:
        """Type the names of *many*, or of as many as can play."""
        self.page.goto(f"/games/{game.slug}/count")
        for n, name in enumerate(NAMES[: min(many, game.seats[-1])]):
            self.page.locator("input[name=name]").nth(n).fill(name)
            self.taps += len(name) + 1
        self.go(self.on)

    def answer(self) -> None:
        """Answer the category that is asked, for everybody with middling figures, and go on."""
        self.steps.append(self.page.locator("h1").inner_text().removesuffix("?").strip())
        rows, hands = self.page.locator("[data-row]"), self.page.locator("[data-hand]")
        many, is_typed = rows.count() or hands.count(), rows.count() > 0
        for n in range(many):
            if is_typed:
                self.keys(("12", "7", "3+5", "20", "9", "4")[n])
            else:
                self._fill(hands.nth(n), n)
            (self.tap if n + 1 < many else self.go)(self.next_key)
        if not many:
            self._choose()
            self.go(self.on)

    def _fill(self, hand: Locator, n: int) -> None:
        """A person's panel: four cards, or counters such as 2, 1, 0, 2, 1."""
        cards, cells = hand.locator(".cards li"), hand.locator(".amounts li")
        for card in range(min(4, cards.count())):
            self.tap(cards.nth((5 * n + card) % cards.count()).locator("label"))
        for cell in range(cells.count()):
            for _ in range((cell + n + 2) % 3):
                self.tap(cells.nth(cell).locator("[data-add='1']"))

    def _choose(self) -> None:
        for chips in self.page.locator("form .chips").all():
            self.tap(chips.locator(".chip").first)
        for pick in self.page.locator(".pick select").all():
            pick.select_option(index=1)
            self.taps += 2

    def count(self) -> None:
        """To the result."""
        while not self.page.locator("[data-result]").count():
            self.answer()
