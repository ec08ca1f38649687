"""Two games of rabbit astronauts on a phone: rounds by thumb, the count, the boxes checked, the rematch."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browsing import axe, send, sideways, undrawn
from tests.e2e.conftest import Phone
from tests.games.rabbit_astronauts.following import recorded

FIRST, SECOND = recorded("first"), recorded("second")
BY_THUMB = 2  # rounds of the first game; in the others, what is tapped there already is sent by forms of their own
LONG = ["Bartholomäus-Maximilian von und zu", "محمد", "Wilhelmina Featherstonehaugh"]


def begin(page: Page, names: list[str], depth: str = "full", **options: str) -> str:
    """The address of a new play on this phone."""
    fields = [("game", "rabbit-astronauts"), ("start", "1"), ("depth", depth), *(("name", name) for name in names)]
    answer = page.context.request.post(
        "/plays/new",
        data=urlencode([*fields, *((f"opt.{key}", value) for key, value in options.items())]),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        max_redirects=0,
    )
    assert answer.status == 303, answer.text()
    return f"/plays/{answer.headers['location'].split('/')[2]}/"


def post(page: Page, play: str, *events: dict[str, Any]) -> None:
    """These events, over the API."""
    head = page.context.request.get(f"/api/v1{play[:-1]}").json()["head"]
    for n, event in enumerate(events, head):
        answer = page.context.request.post(f"/api/v1{play}events", data={"op": f"api-{n}", "base": n, **event})
        assert answer.ok, f"{event} {answer.text()}"


def totals(page: Page) -> dict[str, int]:
    rows = page.locator(".standing > li")
    return {
        rows.nth(n).locator("b[dir]").inner_text(): int(rows.nth(n).locator(".points").inner_text())
        for n in range(rows.count())
    }


class Thumb:
    """Taps what a recorded event says on the page of its seat, and counts the taps."""

    def __init__(self, page: Page, play: str, names: list[str]) -> None:
        self.page, self.play, self.names, self.taps = page, play, names, 0

    def look(self, seat: int) -> None:
        """The seat's own panel; two taps less if it is open already."""
        if self.page.locator(f'#crew h2:has-text("{self.names[seat - 1]}")').count() == 0:
            self.page.locator(".crew a.who").nth(seat - 1).tap()
            self.page.wait_for_selector(f'#crew h2:has-text("{self.names[seat - 1]}")')
            self.taps += 1

    def tap(self, target: Locator) -> None:
        """A tap after which the play has gone on."""
        head = self.page.locator("#live").get_attribute("data-head") or ""
        target.tap()
        self.taps += 1
        expect(self.page.locator("#live")).not_to_have_attribute("data-head", head)

    def fill(self, target: Locator, text: str) -> None:
        target.fill(text)
        self.taps += 1 + len(text)

    def do(self, event: dict[str, Any]) -> None:
        kind = event["kind"]
        if kind == "phase_ended":
            return self.tap(self.page.locator(".dock form button"))
        if kind == "ready":
            return self.tap(self.page.locator(".done-tick").nth(event["seat"] - 1))
        if kind not in ("counted", "gave", "trained", "card", "moved"):
            return self.send(event)
        self.look(event["seat"])
        return getattr(self, kind)(event)

    def send(self, event: dict[str, Any]) -> None:
        """What another panel says, taken by the page's own sender."""
        head = int(self.page.locator("#live").get_attribute("data-head") or 0)
        send(self.page, self.play, event)
        expect(self.page.locator("#live")).to_have_attribute("data-head", str(head + 1))

    def play_on(self, events: list[dict[str, Any]]) -> None:
        """Phases, undo and corrections by thumb, the rest by forms of their own."""
        self.page.goto(self.play)
        for event in events:
            if event["kind"] == "phase_ended":
                self.do(event)
            elif event["kind"] in ("undone", "corrected"):
                self.mend(event)
                self.page.goto(self.play)
            else:
                self.send(event)

    def mend(self, event: dict[str, Any]) -> None:
        self.page.goto(f"{self.play}log")
        row = self.page.locator(f"#step-{event['seq']}")
        if event["kind"] == "undone":
            return self.tap(row.locator("form button"))
        row.get_by_role("link", name="Correct").tap()
        self.page.get_by_label("Values sent into Space").fill(event["event"]["typed"])
        self.page.get_by_role("button", name="Correct it").tap()
        self.page.wait_for_url("**/log**")
        return None

    def counted(self, event: dict[str, Any]) -> None:
        head = self.page.locator("#live").get_attribute("data-head") or ""
        field = self.page.locator("#crew").get_by_label(re.compile("Symbols$"))
        self.fill(field, str(int(field.input_value()) + event["by"]))
        field.press("Enter")
        expect(self.page.locator("#live")).not_to_have_attribute("data-head", head)

    def gave(self, event: dict[str, Any]) -> None:
        giving = self.page.locator(".giving")
        if giving.get_attribute("open") is None:
            giving.locator("summary").tap()
            self.taps += 1
        form = giving.locator("form", has_text=self.names[event["to"] - 1])
        self.tap(form.get_by_role("button", name=str(event["amount"]), exact=True))

    def trained(self, event: dict[str, Any]) -> None:
        form = self.page.locator(".paying")
        self.fill(form.get_by_label("Cost"), str(event["cost"]))
        self.tap(form.get_by_role("button", name=event["step"].capitalize()))

    def card(self, event: dict[str, Any]) -> None:
        if self.page.locator(".card-form").count() == 0:
            self.page.get_by_role("link", name="Enter a card").tap()
            self.page.wait_for_selector(".card-form")
            self.taps += 1
        form = self.page.locator("#form")
        if {"bonus", "zone"} & set(event) and form.locator("details").get_attribute("open") is None:
            form.locator("summary").tap()
            self.taps += 1
        for name in ("cost", "value", "color", "carrots", "gold", "helmets", "bonus", "bonus_color"):
            if name in event:
                self.fill(form.locator(f"[name={name}]"), str(event[name]))
        if "zone" in event:
            form.locator("[name=zone]").select_option(event["zone"])
            self.taps += 2
        self.tap(form.get_by_role("button", name="Lay it"))
        expect(form.locator("[name=cost]")).to_have_value("")

    def moved(self, event: dict[str, Any]) -> None:
        row = self.page.locator(f"#card-{event['card']}")
        to = {"level_1": "Promote", "level_2": "Certify", "space": "Send", "discard": "Discard"}[event["to"]]
        self.tap(row.get_by_role("button", name=to))


def test_two_games_of_a_group_by_thumb(phone: Phone) -> None:
    page = phone(390)
    play = begin(page, FIRST["names"])
    page.goto(play)
    thumb, rest = Thumb(page, play, FIRST["names"]), list(FIRST["events"])
    while (event := rest[0]).get("round", 1) <= BY_THUMB:
        thumb.do(rest.pop(0))
    assert thumb.taps < 200
    assert undrawn(page) == []
    thumb.play_on(rest)
    page.goto(f"{play}scores")
    assert totals(page) == FIRST["totals"]
    expect(page.locator("main")).to_contain_text("Together 71 points")

    keep(page, play)
    expect(page.locator("h1")).to_contain_text("Together 71 points")
    page.get_by_role("link", name="Rematch").tap()
    expect(page.locator("#names")).to_be_visible()
    for n, name in enumerate(SECOND["names"]):
        page.get_by_label(f"Player {n + 1}").fill(name)
    page.locator("summary", has_text="House rules").tap()
    page.locator("[name='opt.mission']").select_option("jupiter")
    page.get_by_role("button", name="Begin").tap()
    page.wait_for_url("**/setup")
    expect(page.locator("main")).to_contain_text("7 boxes to check before you begin")
    page.get_by_role("link", name="Open the sheet").tap()
    page.wait_for_selector(".stars")
    play = "/" + "/".join(page.url.split("/")[3:5]) + "/"
    thumb, rest = Thumb(page, play, SECOND["names"]), list(SECOND["events"])
    for event in [one for one in rest if one["kind"] == "checked"]:
        thumb.tap(page.locator(f".stars [value='{event['box']}']"))
    expect(page.locator("main")).to_contain_text("7 boxes checked")
    assert thumb.taps == FIRST["boxes"], "one tap for a box"
    thumb.play_on([one for one in rest if one["kind"] != "checked"])
    page.goto(f"{play}scores")
    assert totals(page) == SECOND["totals"]
    keep(page, play)
    expect(page.locator("h1")).to_contain_text("Together 58 points")
    page.goto(f"{play}?at=sheet")
    expect(page.locator("main")).to_contain_text("5 boxes to check")


def keep(page: Page, play: str) -> None:
    """Count with what the play knows, and keep the result."""
    page.goto(play)
    page.get_by_role("link", name="Count the score").tap()
    page.wait_for_url("**/count?**")
    page.goto(re.sub(r"step=[\w.]+", "step=result", page.url))
    page.get_by_role("button", name="Keep this result").tap()
    page.wait_for_url("**/scores")


def test_what_cannot_be_read_is_told_with_its_field_and_a_card_comes_with_its_drawings(phone: Phone) -> None:
    page = phone(320)
    page.goto(f"{begin(page, ['Ann', 'Ben'])}?at=new")
    form = page.locator("#form")
    form.locator("[name=cost]").fill("7")
    form.locator("[name=carrots]").fill("x")
    form.get_by_role("button", name="Lay it").tap()
    expect(page.locator("#refusals b").first).to_have_text("Carrots: x")
    form.locator("[name=carrots]").fill("4")
    form.get_by_role("button", name="Lay it").tap()
    expect(page.locator(".rabbits .sym")).to_have_text("4")
    assert undrawn(page) == []


@pytest.mark.parametrize(("width", "dark"), [(320, False), (390, True)])
def test_every_look_is_free_of_faults(phone: Phone, width: int, dark: bool) -> None:
    page, faults = phone(width, dark=dark), []
    play = begin(page, LONG, mission="pluto")
    card = {"kind": "card", "seat": 1, "cost": 12, "color": "ultramarine", "carrots": 9, "gold": 9, "helmets": 9}
    post(page, play, {**card, "card": "1-1"}, {**card, "card": "1-2", "zone": "level_1", "bonus": 3, "type": "robot"})
    post(page, play, {"kind": "checked", "box": "mars"}, {"kind": "linked", "links": ["earth-1"]})
    post(page, play, {"kind": "carried", "checked": ["titan", "1"], "scores": [23, 41], "links": ["earth-1", "1-2"]})
    for phase, places in (
        ("draw", ("setup", "?at=sheet", "?seat=1&at=card.1-2")),
        ("carrots", ("?seat=1",)),
        ("gold", ("?seat=1&at=new",)),
        ("helmets", ("", "scores")),
    ):
        for where in places:
            page.goto(f"{play}{where}")
            page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
            faults += [f"{phase} {where}: {fault}" for fault in (*axe(page), *sideways(page))]
        post(page, play, {"kind": "phase_ended", "round": 1, "phase": phase})
    post(page, play, {"kind": "depth_chosen", "depth": "round"})
    post(page, play, *({"kind": "phase_ended", "round": 2, "phase": phase} for phase in ("draw", "carrots")))
    page.goto(play)
    faults += [f"round helper: {fault}" for fault in (*axe(page), *sideways(page))]
    assert not faults, "\n".join(faults)


def test_all_of_it_works_without_scripts(phone: Phone) -> None:
    page = phone(js=False)
    play = begin(page, ["Ann", "Ben"])
    page.goto(play)
    for _ in range(2):
        page.locator(".done-tick[aria-pressed=false]").first.click()
    expect(page.locator("h1")).to_contain_text("Carrots")
    page.locator("#crew").get_by_role("button", name="Symbols: one more").click()
    expect(page.locator(".gauge b")).to_have_text("1")
    page.locator(".paying").get_by_label("Cost").fill("1")
    page.locator(".paying").get_by_role("button", name="Promote").click()
    expect(page.locator(".gauge b")).to_have_text("0")
    page.get_by_role("link", name="Evolution sheet").click()
    page.locator(".stars [value='mars']").click()
    expect(page.locator(".unlocked")).to_contain_text("4 starting cards: Billionaire")
