"""A game of Space Pioneers on a phone: turns, counters, the steps of a turn, the checker, the last lap, the secrets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import axe, send, sideways, undrawn
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


def totals_of(page: Page, play: str) -> dict[str, int]:
    """The scores as this phone sees them; it is on the play's page again afterwards."""
    page.goto(f"{play}scores")
    found = totals(page)
    page.goto(play)
    return found


def result(page: Page, play: str) -> None:
    """The result of the count as it is filled in."""
    page.goto(play)
    page.get_by_role("link", name="Count the score").tap()
    page.wait_for_url("**/count?**")
    page.goto(re.sub(r"step=[\w.]+", "step=result", page.url))


class Recorder:
    """Plays a recorded game by thumb, each turn on the phone of whoever has it; the watcher's phone only looks on."""

    def __init__(self, phones: Mapping[int, Page], watcher: Page, play: str, names: list[str]) -> None:
        self.phones, self.watcher, self.play, self.names = phones, watcher, play, names
        self.taps: list[int] = [0]  # of each turn
        self.head = 1

    def current(self, page: Page) -> Page:
        """*page* once it has brought itself up to date."""
        page.wait_for_selector(f"#live[data-head='{self.head}']")
        return page

    def tap(self, page: Page, target: Any) -> None:
        """One tap, and the page after it."""
        target.tap()
        self.taps[-1] += 1
        self.head += 1
        self.current(page)

    def posted(self, *steps: Mapping[str, Any]) -> None:
        """These steps by forms of their own on the host's phone, which its sender takes as any other."""
        for raw in steps:
            send(self.current(self.phones[1]), self.play, dict(raw))
            self.head += 1
        self.current(self.phones[1])

    def step(self, raw: Mapping[str, Any]) -> None:
        seat = raw.get("seat") or raw.get("held", {}).get("owner", 1)
        page, name = self.current(self.phones[seat]), self.names[seat - 1]
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
                    page.locator("input[name=planet]").fill(raw["planet"])
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
            case "tasks":
                if not page.locator(".reveals, .beside[open]").count():
                    page.locator(".beside summary").tap()
                owned = page.locator(f"form:has([name=seat][value='{seat}'])")
                self.tap(page, owned.locator(f"button[name=keys][value='{raw['held']['keys'][0]}']"))
            case _:
                self.posted(raw)

    def run(self, steps: list[Mapping[str, Any]]) -> None:
        for raw in steps:
            self.step(raw)
        assert [undrawn(page) for page in self.phones.values()] == [[]] * len(self.phones)


def seated(phone: Phone, name: str) -> tuple[Recorder, list[Mapping[str, Any]]]:
    """A recorded game on four phones, one for each seat and one that watches, not yet played; and its steps."""
    game, host = evening(name), phone(390)
    play = begin(host, game["names"], game["depth"], game["start"])
    phones = {1: host, 2: phone(360), 3: phone(390, dark=True)}
    watcher = phone(412)
    for seat, page in phones.items():
        if seat > 1:
            page.goto(f"/j/{play[7:-1]}")
            page.get_by_role("button", name=f"I am {game['names'][seat - 1]}").tap()
    watcher.goto(f"/j/{play[7:-1]}")
    watcher.get_by_role("button", name="Only watch").tap()
    for page in (*phones.values(), watcher):
        page.goto(play)
    return Recorder(phones, watcher, play, game["names"]), list(counting(game["events"]))


def test_a_game_on_four_phones_needs_at_most_two_taps_a_turn_and_missions_end_it(phone: Phone) -> None:
    game = evening("missions")
    recorder, steps = seated(phone, "missions")
    ann, watcher, play = recorder.phones[1], recorder.watcher, recorder.play
    turns = [step for step in steps if step["kind"] in ("captured", "missions", "phase_ended")]
    fourth = next(n for n, step in enumerate(turns) if step.get("round") == 3 and step["seat"] == 3) + 1
    recorder.posted(*turns[:fourth])
    recorder.run(turns[fourth:-3])  # up to the mission that brings the last lap
    expect(watcher.locator(".last-lap")).to_contain_text("Ben has done all 4 missions")
    expect(watcher.locator(".last-lap")).to_contain_text("then Cleo, and the game stops before Ann")
    expect(watcher.locator(".crew .coming")).to_have_count(1)
    recorder.run(turns[-3:-2])
    expect(ann.locator("h1")).to_contain_text("Cleo’s turn")
    expect(recorder.phones[3].locator("h1")).to_contain_text("Your turn, Cleo")
    expect(recorder.phones[3].locator(".dock form button")).to_contain_text("Count the score")
    recorder.run(turns[-2:])
    # Ben's fourth turn, a planet and a mission at once, takes a third tap
    assert sorted(recorder.taps)[-2:] == [2, 3] and sum(recorder.taps) == len(turns) - fourth
    recorder.run([step for step in steps if step["kind"] in ("turned_over", "tasks")])
    expect(watcher.locator("h1")).to_contain_text("The last lap is over")
    assert watcher.locator("main form button:enabled, .dock form").count() == 0
    result(ann, play)
    expect(ann.locator("main")).to_contain_text("Still to be counted")
    ann.goto(play)
    recorder.posted(*game["events"][-2:])
    result(ann, play)
    expect(ann.locator("h1")).to_contain_text("Ann wins")
    watcher.goto(f"{play}scores")
    assert totals(watcher) == game["totals"]


def test_a_game_with_everything_entered_on_four_phones_is_ended_by_the_deck(phone: Phone) -> None:
    game = evening("deck")
    recorder, steps = seated(phone, "deck")
    first = next(n for n, step in enumerate(steps) if step["kind"] == "laid_nothing")
    noted = next(n for n, step in enumerate(steps) if step["kind"] == "tasks") + 2  # and the turn
    later = next(n for n, step in enumerate(steps) if step["kind"] == "phase_ended" and step["round"] == 5)
    recorder.posted(*steps[:first])
    recorder.run(steps[first:noted])
    recorder.current(recorder.watcher)
    expect(recorder.watcher.locator(".crew")).to_contain_text("secret tasks noted")
    assert totals_of(recorder.watcher, recorder.play) == {"Ann": 0, "Ben": 0, "Cleo": 0}
    recorder.posted(*steps[noted:later])
    recorder.run(steps[later:])
    for page in (*recorder.phones.values(), recorder.watcher):
        expect(recorder.current(page).locator("h1")).to_contain_text("The last lap is over")
        assert totals_of(page, recorder.play) == game["totals"]
    result(recorder.phones[2], recorder.play)
    expect(recorder.phones[2].locator("h1")).to_contain_text("Ben wins")


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
    expect(page.locator(".entered")).to_contain_text("in their own network")
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
