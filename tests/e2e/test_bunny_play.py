"""An evening of Bunny Kingdom on a phone: land tapped on the map, harvests, the reveal, the count."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import axe, send, sideways
from tests.e2e.conftest import Phone
from tests.games.bunny_kingdom.following import evening
from tests.games.bunny_kingdom.retold import Evening

NAMES: list[str] = evening()["names"]
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".cells > :is(a, button)")]
  .map(cell => Math.min(cell.offsetWidth, cell.offsetHeight)))"""
LONG = ["Bartholomäus-Maximilian von und zu", "Ἀλέξανδρος", "محمد", "Wilhelmina Featherstonehaugh"]


def begin(page: Page, names: list[str] = NAMES, depth: str = "full") -> str:
    """The address of a new play on this phone."""
    fields = [("game", "bunny-kingdom"), ("start", "1"), ("depth", depth), *(("name", name) for name in names)]
    answer = page.context.request.post(
        "/plays/new",
        data=urlencode(fields),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        max_redirects=0,
    )
    assert answer.status == 303, answer.text()
    return f"/plays/{answer.headers['location'].split('/')[2]}/"


def post(page: Page, play: str, *events: dict[str, Any]) -> None:
    """These events, over the API."""
    for event in events:
        before = page.context.request.get(f"/api/v1{play[:-1]}").json()["head"]
        answer = page.context.request.post(
            f"/api/v1{play}events", data={"op": f"api-{before}", "base": before, **event}
        )
        assert answer.ok, f"{event} {answer.text()}"


def settle(seat: int, *at: str) -> dict[str, Any]:
    return {"kind": "settled", "seat": seat, "at": list(at)}


def on(round_: int, *phases: str) -> list[dict[str, Any]]:
    return [{"kind": "phase_ended", "round": round_, "phase": phase} for phase in phases]


def cell(page: Page, at: str) -> Any:
    return page.locator(f'.cells [aria-label^="{at},"]')


def owned(page: Page, at: str, name: str) -> None:
    """The map shows the territory as theirs."""
    expect(cell(page, at)).to_have_attribute("aria-label", re.compile(re.escape(name)))


def next_phase(page: Page, heading: str) -> None:
    page.locator(".dock form button").tap()
    expect(page.locator("h1")).to_contain_text(heading)


def totals(page: Page) -> dict[str, int]:
    rows = page.locator(".standing > li")
    return {
        rows.nth(n).locator("b[dir]").inner_text(): int(rows.nth(n).locator(".points").inner_text())
        for n in range(rows.count())
    }


class Recorder:
    """Plays the recorded evening in a browser, step for step: land of the first three rounds, phases, undo and
    corrections by thumb, the rest by forms that the page's own sender takes."""

    def __init__(self, page: Page, play: str) -> None:
        self.page, self.play, self.taps, self.head = page, play, 0, 1

    def run(self) -> None:
        round_, shown = 1, 0
        self.page.goto(self.play)
        for step in evening()["events"]:
            seat = step.get("seat", 0)
            if step["kind"] == "settled" and len(step["at"]) == 1 and step.get("on", True) and round_ <= 3:
                if seat != shown:
                    self.page.goto(f"{self.play}?seat={seat}")
                    shown = seat
                self.take(seat, step["at"][0])
                continue
            shown = 0
            match step["kind"]:
                case "undone" | "corrected":
                    self.page.goto(f"{self.play}log")
                    self.mend(step)
                    continue
                case "phase_ended":
                    self.page.goto(self.play)
                    self.page.locator(".dock form button").tap()
                    round_ += step["phase"] == "harvest"
                case _:
                    send(self.page, self.play, step)
            self.counted()

    def counted(self) -> None:
        """One more step has happened, and the page shows what is now."""
        self.head += 1
        self.page.wait_for_selector(f'#live[data-head="{self.head}"]')

    def take(self, seat: int, at: str) -> None:
        is_held = cell(self.page, at).get_attribute("href")
        cell(self.page, at).tap()
        self.taps += 1
        if is_held:  # a camp: its card is played, so a rabbit takes its place
            self.page.get_by_role("button", name=f"plays {at}").tap()
        self.counted()

    def mend(self, step: dict[str, Any]) -> None:
        row = self.page.locator(f"#step-{step['seq']}")
        if step["kind"] == "undone":
            row.locator("form button").tap()
        else:
            row.get_by_role("link", name="Correct").tap()
            self.page.get_by_role("textbox").first.fill(" ".join(step["event"]["at"]))
            self.page.get_by_role("button", name="Correct it").tap()
            self.page.wait_for_url("**/log**")
        self.counted()


def test_a_whole_evening_by_thumb(phone: Phone) -> None:
    page = phone(390)
    play = begin(page)
    recorder = Recorder(page, play)
    recorder.run()
    assert recorder.taps >= 40 and recorder.head == len(evening()["events"]) + 1 >= 150
    told = Evening((1, 2, 3, 4), evening()["events"])
    page.goto(f"{play}scores")
    assert totals(page) == {NAMES[seat - 1]: n for seat, n in told.totals().items()}
    page.reload()
    assert totals(page)["Bob"] == evening()["totals"]["Bob"]
    page.goto(play)
    expect(page.get_by_text("One more territory would have brought")).to_be_visible()
    page.get_by_role("link", name="Count the score").tap()
    page.wait_for_url("**/count?**")
    page.goto(re.sub(r"step=[\w.]+", "step=result", page.url))
    expect(page.locator("h1")).to_contain_text("Bob wins")


def test_a_tap_on_free_land_settles_it_and_a_second_one_looks_at_it(phone: Phone) -> None:
    page = phone()
    play = begin(page)
    page.goto(play)
    for at in ("A3", "A4", "A5"):
        cell(page, at).tap()
        owned(page, at, "Ann")
    cell(page, "A3").tap()
    card = page.locator("#territory")
    expect(card).to_be_in_viewport()
    expect(cell(page, "A3")).to_be_in_viewport()
    expect(card.locator(".sum-line")).to_contain_text(re.compile(r"1\s*strength.*2\s*wealth.*2\s*a harvest", re.S))
    card.get_by_role("button", name="City of strength 2").tap()
    expect(card.locator(".sum-line")).to_contain_text(re.compile(r"3\s*strength.*2\s*wealth.*6\s*a harvest", re.S))
    page.locator(".undo button").tap()
    expect(page.locator(".undo")).to_contain_text("Ann takes A5")


def test_a_drawing_comes_with_the_building(phone: Phone) -> None:
    page = phone()
    play = begin(page)
    post(page, play, settle(1, "A3"))
    page.goto(f"{play}?seat=1&at=A3")
    for name, symbol in (("City of strength 2", "p-city2"), ("mushroom farm", "p-mushroom")):
        odd = page.locator(".builds details")
        if odd.count() and odd.get_attribute("open") is None:
            odd.locator("summary").tap()
        page.get_by_role("button", name=name).first.tap()
        use = page.locator(f'.standing-piece[href="#{symbol}"]')
        expect(use).to_have_count(1)
        assert page.locator(f"symbol#{symbol}").count() == 1


def test_the_map_works_by_keyboard(phone: Phone) -> None:
    page = phone()
    page.goto(begin(page))
    cell(page, "A1").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    expect(cell(page, "A1")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    owned(page, "B1", "Ann")
    expect(cell(page, "C1")).to_have_accessible_name("C1, printed city, free")


def test_the_map_is_zoomed_and_fits_again(phone: Phone) -> None:
    page = phone(360)
    page.goto(begin(page))
    width = "() => document.querySelector('.map').getBoundingClientRect().width"
    fit = page.evaluate(width)
    assert fit <= 360 and page.evaluate(SMALLEST) >= 24
    page.locator(".zoom").tap()
    assert page.evaluate(width) > 1.9 * fit and not sideways(page)
    cell(page, "J10").tap()
    owned(page, "J10", "Ann")
    assert page.evaluate(width) > 1.9 * fit, "it stays larger while one taps"
    page.locator(".zoom").tap()
    assert page.evaluate(width) == fit


def test_territories_are_picked_by_row_and_column_and_typed(phone: Phone) -> None:
    page = phone()
    page.goto(begin(page))
    page.get_by_label("Territories of Ann").fill("a3 A4, b3")
    page.get_by_role("button", name="Take", exact=True).tap()
    owned(page, "B3", "Ann")
    page.get_by_label("Territories of Ann").fill("C11")
    page.get_by_role("button", name="Take", exact=True).tap()
    expect(page.get_by_role("alert")).to_contain_text("no territory “C11”")
    page.get_by_label("Row").select_option("C")
    page.get_by_label("Column").select_option("7")
    page.get_by_role("button", name="Look").tap()
    expect(page.locator("#territory h2")).to_contain_text("C7")


def test_two_taps_on_next_end_one_phase(phone: Phone) -> None:
    page = phone()
    play = begin(page)
    page.goto(play)
    page.locator(".dock form button").dblclick()
    expect(page.locator("h1")).to_contain_text("Construction")
    page.wait_for_load_state("networkidle")
    page.reload()
    expect(page.locator("h1")).to_contain_text("Construction")
    assert page.context.request.get(f"/api/v1{play[:-1]}").json()["head"] == 2


def test_taking_back_a_phase_changes_the_bar_below(phone: Phone) -> None:
    page = phone()
    page.goto(begin(page))
    next_phase(page, "Construction")
    page.locator(".undo button").tap()
    expect(page.locator("h1")).to_contain_text("Exploration")
    expect(page.locator(".dock form button")).to_contain_text("Construction")
    next_phase(page, "Construction")


def test_the_round_helper_needs_a_tap_a_phase_and_the_harvests_typed(phone: Phone) -> None:
    page = phone()
    page.goto(begin(page, depth="round"))
    expect(page.locator(".map")).to_have_count(0)
    next_phase(page, "Construction")
    next_phase(page, "Harvest")
    for n, typed in enumerate(("12", "6×5 + 4×3", "0", "9"), 1):
        page.locator(f"#harvest-{n}").fill(typed)
    next_phase(page, "Exploration")
    expect(page.locator(".standing")).to_contain_text("rabbit on 42")
    assert totals(page) == {"Ann": 12, "Bob": 42, "Cy": 0, "Dee": 9}
    page.reload()
    assert totals(page)["Dee"] == 9


def test_a_harvest_that_cannot_be_read_is_told_beside_its_field(phone: Phone) -> None:
    page = phone()
    play = begin(page, depth="round")
    post(page, play, *on(1, "exploration", "construction"))
    page.goto(play)
    page.locator("#harvest-2").fill("many")
    page.locator("#harvest-1").fill("5")
    page.locator("#harvest-1").press("Tab")
    expect(page.get_by_role("alert")).to_contain_text("not a whole number")


def test_hands_go_round_turn_by_turn(phone: Phone) -> None:
    page = phone()
    page.goto(begin(page))
    turns = page.locator(".turns li")
    expect(turns).to_have_text(["10", "8", "6", "4", "2"])
    for n in range(4):
        expect(turns.nth(n)).to_have_attribute("aria-current", "step")
        page.get_by_role("button", name="Pass on").tap()
        expect(turns.nth(n + 1)).to_have_attribute("aria-current", "step")
    expect(page.get_by_role("button", name="Pass on")).to_have_count(0)


def test_the_parchments_are_turned_over_before_the_count(phone: Phone) -> None:
    page = phone()
    play = begin(page)
    post(page, play, {"kind": "parchments", "held": {"owner": 1, "count": 1, "keys": ["royal_crown"]}})
    post(page, play, *(event for n in (1, 2, 3, 4) for event in on(n, "exploration", "construction", "harvest")))
    page.goto(f"{play}scores")
    assert totals(page)["Ann"] == 0
    page.goto(play)
    page.get_by_role("button", name="Turn over parchments").tap()
    expect(page.get_by_role("link", name="Count the score")).to_be_visible()
    page.goto(f"{play}scores")
    assert totals(page)["Ann"] == 5
    page.goto(play)
    page.locator(".undo button").tap()
    expect(page.get_by_role("button", name="Turn over parchments")).to_be_visible()


def test_all_of_it_works_without_scripts(phone: Phone) -> None:
    page = phone(js=False)
    play = begin(page)
    page.goto(play)
    for at in ("A3", "A4", "A5"):
        cell(page, at).click()
        owned(page, at, "Ann")
    cell(page, "A3").click()
    page.get_by_role("button", name="City of strength 2").click()
    expect(page.locator("#territory")).to_contain_text("City of strength 2")
    for heading in ("Construction", "Harvest"):
        page.locator(".dock form button").click()
        expect(page.locator("h1")).to_contain_text(heading)
    page.locator("#harvest-2").fill("7")
    page.locator("form.reaped", has=page.locator("#harvest-2")).get_by_role("button").click()
    expect(page.locator("#harvest-2")).to_have_value("7")
    page.locator(".dock form button").click()
    assert totals(page) == {"Ann": 6, "Bob": 7, "Cy": 0, "Dee": 0}


# ---------------------------------------------------------------- every look


def looks(page: Page, play: str) -> list[str]:
    """A full map with a fief card, an odd choice and what-ifs, in every phase, setup and the end."""
    post(
        page,
        play,
        settle(1, "A3", "A4", "A5", "C7", "J10"),
        settle(2, "B7", "B8"),
        settle(3, "G2", "H2"),
        settle(4, "J1"),
    )
    post(
        page,
        play,
        {"kind": "built", "seat": 1, "at": "A5", "farm": "gold"},
        {"kind": "built", "seat": 2, "at": "F4", "camp": 1},
    )
    post(page, play, {"kind": "built", "seat": 1, "at": "A3", "post": "fish"})
    faults = []
    for phase in ("setup", "exploration", "construction", "harvest", "over"):
        for where in ("setup",) if phase == "setup" else ("", "?seat=1&at=A3", "?seat=2&at=F4", "?seat=1&at=B3"):
            page.goto(f"{play}{where}")
            page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
            faults += [f"{phase} {where}: {fault}" for fault in (*axe(page), *sideways(page))]
        if phase in ("exploration", "construction", "harvest"):
            post(page, play, *on(1, phase))
        if phase == "harvest":
            post(page, play, *(event for n in (2, 3, 4) for event in on(n, "exploration", "construction", "harvest")))
    return faults


@pytest.mark.parametrize(("width", "dark"), [(320, False), (390, True)])
def test_every_look_is_free_of_faults(phone: Phone, width: int, dark: bool) -> None:
    page = phone(width, dark=dark)
    faults = looks(page, begin(page, LONG))
    assert not faults, "\n".join(faults)
