"""A game of Space Pioneers on a phone: turns, counters, the steps of a turn, the checker, the last lap, the secrets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone
from tests.games.space_pioneers.following import evening
from tests.games.space_pioneers.retold import counting

LONG = ["Bartholomäus-Maximilian von und zu", "Ἀλέξανδρος", "محمد", "Wilhelmina Featherstonehaugh", "👩‍🚀"]
SMALLEST = """() => Math.min(...[...document.querySelectorAll("main :is(button, .near, .match, .crew a)")]
  .filter(one => one.offsetWidth && !one.classList.contains("hidden"))
  .map(one => Math.min(one.offsetWidth, one.offsetHeight)))"""


def begin(page: Page, names: list[str], depth: str = "round", start: int = 1, **options: str) -> str:
    """The address of a new play on this phone."""
    fields = [("game", "space-pioneers"), ("start", str(start)), ("depth", depth)]
    fields += [*(("name", name) for name in names), *options.items()]
    answer = page.context.request.post(
        "/plays/new",
        data=urlencode(fields),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        max_redirects=0,
    )
    assert answer.status == 303, answer.text()
    return f"/plays/{answer.headers['location'].split('/')[2]}/"


def head(page: Page, play: str) -> int:
    return int(page.context.request.get(f"/api/v1{play[:-1]}").json()["head"])


def post(page: Page, play: str, *events: Mapping[str, Any]) -> None:
    """These events, over the API."""
    for event in events:
        before = head(page, play)
        answer = page.context.request.post(
            f"/api/v1{play}events", data={"op": f"api-{before}", "base": before, **event}
        )
        assert answer.ok, f"{event} {answer.text()}"


def end(round_: int, seat: int) -> dict[str, Any]:
    return {"kind": "phase_ended", "round": round_, "phase": "turn", "seat": seat}


def totals(page: Page) -> dict[str, int]:
    rows = page.locator(".standing > li")
    return {
        rows.nth(n).locator("b[dir]").inner_text(): int(rows.nth(n).locator(".points").inner_text())
        for n in range(rows.count())
    }


def result(page: Page, play: str) -> None:
    """The result of the count as it is filled in."""
    page.goto(play)
    page.get_by_role("link", name="Count the score").tap()
    page.wait_for_url("**/count?**")
    page.goto(re.sub(r"step=[\w.]+", "step=result", page.url))


class Recorder:
    """Plays a recorded game by thumb, each turn on the phone of whoever has it: here one phone for all."""

    def __init__(self, phones: Mapping[int, Page], play: str, names: list[str]) -> None:
        self.phones, self.play, self.names = phones, play, names
        self.taps: list[int] = [0]  # of each turn

    def tap(self, page: Page, target: Any) -> None:
        """One tap, and the page after it."""
        before = page.locator("#live").get_attribute("data-head") or ""
        target.tap()
        self.taps[-1] += 1
        page.wait_for_selector(f"#live:not([data-head='{before}'])")

    def step(self, raw: Mapping[str, Any]) -> None:
        page = self.phones[raw.get("seat") or raw.get("held", {}).get("owner", 1)]
        if not page.url.endswith(self.play):
            page.goto(self.play)
        name = self.names[raw.get("seat", 1) - 1]
        match raw["kind"]:
            case "captured" if not raw.get("network"):
                self.tap(page, page.get_by_role("button", name=f"{name}, Captured planets: one more"))
            case "captured":
                self.tap(page, page.get_by_role("button", name=f"{name} captures it"))
            case "missions":
                self.tap(page, page.get_by_role("button", name=f"{name}, Missions: one more"))
            case "laid":
                if raw["network"] != raw["seat"]:
                    page.locator(f"label:has(input[name=network][value='{raw['network']}'])").tap()
                    self.taps[-1] += 1
                if raw.get("planet"):
                    page.get_by_placeholder("of the planet").fill(raw["planet"])
                self.tap(page, page.locator(f"button[name=card][value={raw['card']}]"))
            case "laid_nothing":
                self.tap(page, page.get_by_role("button", name="Nothing fits"))
            case "removed":
                self.tap(page, page.locator(f"button[name=place][value={raw['place']}]"))
            case "last_card":
                self.tap(page, page.get_by_role("button", name="Last card drawn"))
            case "phase_ended":
                self.tap(page, page.locator(".dock form button"))
                self.taps.append(0)
            case "turned_over":
                self.tap(page, page.get_by_role("button", name="Turn the secrets over"))
            case _:
                post(page, self.play, raw)
                page.goto(self.play)

    def run(self, steps: list[Mapping[str, Any]]) -> None:
        for raw in steps:
            self.step(raw)


def recorded(phone: Phone, name: str, **more: Any) -> tuple[Page, str, Recorder]:
    """A recorded game on one phone, not yet played."""
    game, page = evening(name), phone(390, **more)
    play = begin(page, game["names"], game["depth"], game["start"])
    page.goto(play)
    return page, play, Recorder(dict.fromkeys((1, 2, 3), page), play, game["names"])


def test_the_round_helper_needs_at_most_two_taps_a_turn_and_missions_end_it(phone: Phone) -> None:
    game = evening("missions")
    page, play, recorder = recorded(phone, "missions")
    turns = [step for step in counting(game["events"]) if step["kind"] in ("captured", "missions", "phase_ended")]
    fourth = next(n for n, step in enumerate(turns) if step.get("round") == 3 and step["seat"] == 3) + 1
    post(page, play, *turns[:fourth])
    page.goto(play)
    recorder.run(turns[fourth:-3])  # up to the mission that brings the last lap
    expect(page.locator(".last-lap")).to_contain_text("Ben has done all 4 missions")
    expect(page.locator(".last-lap")).to_contain_text("then Cleo, and it stops before Ann")
    expect(page.locator(".crew .coming")).to_have_count(1)
    recorder.run(turns[-3:-2])
    expect(page.locator("h1")).to_contain_text("Cleo’s turn")
    expect(page.locator(".dock form button")).to_contain_text("Count the score")
    recorder.run(turns[-2:])
    expect(page.locator("h1")).to_contain_text("The last lap is over")
    # Ben's fourth turn, a planet and a mission at once, takes a third tap
    assert sorted(recorder.taps)[-2:] == [2, 3] and sum(recorder.taps) == len(turns) - fourth
    page.get_by_role("button", name="Turn the secrets over").tap()
    for name, done in (("Ann", "both"), ("Ben", "none"), ("Cleo", "one")):
        button = page.get_by_role("button", name=f"{name}: {done} of them")
        button.tap()
        expect(button).to_have_attribute("aria-pressed", "true")
    result(page, play)
    expect(page.locator("h1")).to_contain_text(re.compile("Ann|Ben"))
    expect(page.locator("main")).to_contain_text("Still to be counted")
    post(page, play, *game["events"][-2:])
    result(page, play)
    expect(page.locator("h1")).to_contain_text("Ann wins")


def test_a_game_with_everything_entered_is_ended_by_the_deck(phone: Phone) -> None:
    game = evening("deck")
    page, play, recorder = recorded(phone, "deck")
    steps = counting(game["events"])
    first = next(n for n, step in enumerate(steps) if step["kind"] == "laid")
    post(page, play, *steps[:first])
    recorder.run(steps[first : first + 14])
    later = next(n for n, step in enumerate(steps) if step["kind"] == "phase_ended" and step["round"] == 5)
    post(page, play, *steps[first + 14 : later])
    page.goto(play)
    recorder.run(steps[later:-1])
    expect(page.locator("h1")).to_contain_text("The last lap is over")
    post(page, play, steps[-1])
    page.goto(f"{play}scores")
    assert totals(page) == game["totals"]
    result(page, play)
    expect(page.locator("h1")).to_contain_text("Ben wins")


def test_may_it_lie_there_is_answered_with_one_tap_from_the_play_and_two_on_the_cross(phone: Phone) -> None:
    page = phone(360)
    play = begin(page, ["Ann", "Ben"], **{"opt.foreign_pairs": "two_pairs"})
    page.goto(play)
    page.get_by_role("link", name="May it lie there?").tap()
    verdict = page.locator(".judgement")
    page.locator(".match", has=page.get_by_label("Left: Same colour")).tap()
    expect(verdict).to_contain_text("Legal")
    expect(verdict).to_be_in_viewport()
    page.locator("label.chip", has=page.locator("[name=network][value=other]")).tap()
    expect(verdict).to_contain_text("Not legal")
    page.locator(".match", has=page.get_by_label("Left: Both corners match")).tap()
    expect(verdict).to_contain_text("The other reading says yes")
    page.get_by_role("link", name="Back to the play").tap()
    expect(page.locator("h1")).to_contain_text("Ann’s turn")


def test_a_tap_on_a_card_of_the_cross_changes_it_to_the_likeliest_kind_first(phone: Phone) -> None:
    page = phone(320)
    page.goto("/games/space-pioneers/score/placement")
    for mine, kinds in (("planet", ("spaceship", "planet", "none")), ("spaceship", ("planet", "spaceship", "none"))):
        expect(page.locator(f"[name=card][value={mine}]")).to_be_checked()
        for kind in kinds:
            page.locator(".left .near").tap()
            expect(page.locator(f"[name='left.kind'][value={kind}]")).to_be_checked()
            for drawn, piece in (("planet", "planet"), ("spaceship", "ship")):
                expect(page.locator(f".left .piece.{piece}")).to_be_visible(visible=kind == drawn)
        page.locator(".mine .near").tap()
    page.locator(".match", has=page.get_by_label("Right: Same colour")).tap()
    expect(page.locator(".right .piece.ship")).to_be_visible()
    expect(page.locator(".judgement")).to_contain_text("Legal")


def test_two_taps_on_next_end_one_turn_and_it_can_be_taken_back(phone: Phone) -> None:
    page = phone()
    play = begin(page, ["Ann", "Ben"])
    page.goto(play)
    page.locator(".dock form button").dblclick()
    expect(page.locator("h1")).to_contain_text("Ben’s turn")
    page.wait_for_load_state("networkidle")
    assert head(page, play) == 2
    page.locator(".undo button").tap()
    expect(page.locator("h1")).to_contain_text("Ann’s turn")


def test_secret_tasks_lie_behind_a_cover_on_a_shared_phone(phone: Phone) -> None:
    page = phone()
    play = begin(page, ["Ann", "Ben"])
    page.goto(play)
    page.locator(".beside summary").tap()
    page.get_by_role("link", name="Secret tasks done").tap()
    for _ in range(2):
        page.get_by_role("button", name=re.compile("I am Ann|Hold")).tap()
    page.get_by_role("button", name="both of them").tap()
    expect(page.locator("h1")).to_contain_text("Ann’s turn")
    expect(page.locator(".crew")).not_to_contain_text("2")
    page.goto(f"{play}scores")
    assert totals(page) == {"Ann": 0, "Ben": 0}


def test_a_turn_works_without_scripts(phone: Phone) -> None:
    page = phone(js=False)
    play = begin(page, ["Ann", "Ben"], "full")
    page.goto(play)
    page.locator("button[name=card][value=spaceship]").click()
    expect(page.locator(".entered")).to_contain_text("in the own network")
    page.get_by_role("button", name="Last card drawn").click()
    expect(page.locator(".last-lap")).to_contain_text("Ann drew the last card")
    page.locator(".dock form button").click()
    expect(page.locator("h1")).to_contain_text("Ben’s turn")
    page.goto("/games/space-pioneers/score/placement")
    page.locator(".match", has=page.get_by_label("Above: Centre matches")).click()
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".judgement")).to_contain_text("Legal")


# ---------------------------------------------------------------- every look


def looks(page: Page) -> list[str]:
    """Every panel in every depth, with the longest names, in the last lap, at the reveal and after it."""
    faults = []

    def look(what: str, address: str) -> None:
        page.goto(address)
        page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
        faults.extend(f"{what}: {fault}" for fault in (*axe(page), *sideways(page)))
        if (least := page.evaluate(SMALLEST)) < 44:
            faults.append(f"{what}: something to tap is {least} px")

    for depth in ("count", "round", "full"):
        play = begin(page, LONG, depth)
        look(depth, play)
    post(page, play, {"kind": "laid", "seat": 1, "network": 2, "card": "planet", "planet": "Zog"})
    post(page, play, {"kind": "missions", "seat": 1, "by": 5}, {"kind": "captured", "seat": 3, "by": 12})
    look("the last lap", play)
    look("another's things", f"{play}?seat=3")
    post(page, play, *(end(1, seat) for seat in range(1, 6)))
    look("over", play)
    post(page, play, {"kind": "turned_over"})
    look("revealed", play)
    look("setup", f"{play}setup")
    look(
        "checker", f"/games/space-pioneers/score/placement?play={play[7:-1]}&network=other&above.color=1&left.corners=1"
    )
    return faults


@pytest.mark.parametrize(("width", "dark"), [(320, False), (390, True)])
def test_every_look_is_free_of_faults(phone: Phone, width: int, dark: bool) -> None:
    faults = looks(phone(width, dark=dark))
    assert not faults, "\n".join(faults)
