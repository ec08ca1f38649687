"""Games of Project Universe on a phone: a tap a turn, every board, the seven steps, the count."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browsing import TAP, axe, fields_of, sideways
from tests.e2e.conftest import Phone
from tests.games.project_universe.following import evening
from tests.games.project_universe.retold import Evening, counting

NAMES: list[str] = evening()["names"]
LONG = ["Bartholomäus-Maximilian von und zu", "Ἀλέξανδρος", "محمد", "Wilhelmina Featherstonehaugh"]
WORDS = {
    "ordinary_employee": "Ordinary Employee",
    "manager": "Manager",
    "executive": "Executive",
    "water_purification": "Water Purification",
    "bean_field": "Bean Field",
    "export_water": "Export Water",
    "export_beans": "Export Beans",
    "bank": "Bank",
    "transport_container": "Transport Container",
    "home_1": "2 Beans and 1 Water",
    "home_2": "3 Money",
    "A": "A · Arbiter",
    "B": "B · Brown & McFly",
    "C": "C · Solaris",
    "D": "D · Discovery",
    "E": "E · Enterprise",
    "wormhole": "Wormhole",
    "time": "Time Elapse cell",
    "site": "Construction site",
}


def begin(page: Page, names: list[str] = NAMES, depth: str = "full") -> str:
    """The address of a new play on this phone."""
    fields = [("game", "project-universe"), ("start", "1"), ("depth", depth), *(("name", name) for name in names)]
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
    head = int(page.context.request.get(f"/api/v1{play[:-1]}").json()["head"]) if events else 0
    for before, event in enumerate(events, head):
        answer = page.context.request.post(
            f"/api/v1{play}events", data={"op": f"api-{before}", "base": before, **event}
        )
        assert answer.ok, f"{event} {answer.text()}"


AT_ONCE = 8  # taps that wait in the outbox together, as after a moment without a network


def happen(page: Page, play: str, steps: list[dict[str, Any]]) -> None:
    """These steps, by the sender of the page of *play* that is open; a correction goes to the step that it corrects."""
    for n in range(0, len(steps), AT_ONCE):
        some = steps[n : n + AT_ONCE]
        head = int(page.locator("#live").get_attribute("data-head") or 0)
        for step in some:
            where = f"steps/{step['seq']}" if step["kind"] == "corrected" else "events"
            page.evaluate(TAP, [f"{play}{where}", fields_of(step.get("event", step))])
        page.wait_for_selector(f'#live[data-head="{head + len(some)}"]')


def moved_on(page: Page, before: str) -> None:
    expect(page.locator("#live")).not_to_have_attribute("data-head", before)


class Thumb:
    """Taps and counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, name: str, within: str = ".desk", *, exact: bool = True) -> None:
        """A button that does something; the page has it before this returns."""
        before = self.page.locator("#live").get_attribute("data-head") or ""
        words = re.compile(rf"^{re.escape(name)}(\b|$|\s)") if exact else name
        self.page.locator(within).get_by_role("button", name=words).first.tap()
        self.taps += 1
        moved_on(self.page, before)

    def press(self, button: Locator) -> None:
        """This very button."""
        before = self.page.locator("#live").get_attribute("data-head") or ""
        button.tap()
        self.taps += 1
        moved_on(self.page, before)

    def open(self, name: str) -> None:
        """A part of the turn that is folded."""
        part = self.page.locator(".desk details", has=self.page.locator("summary", has_text=name)).first
        if part.get_attribute("open") is None:
            part.locator("summary").first.tap()
            self.taps += 1

    def fill(self, label: str, value: Any, within: str = ".desk") -> None:
        self.page.locator(within).get_by_label(label).first.fill(str(value))
        self.taps += 1

    def enter(self, field: Locator, key: str) -> None:
        """What was typed is kept, by the keypad’s own key or by leaving the field."""
        before = self.page.locator("#live").get_attribute("data-head") or ""
        field.press(key)
        self.taps += key == "Enter"
        moved_on(self.page, before)

    def next(self) -> None:
        before = self.page.locator("#live").get_attribute("data-head") or ""
        self.page.locator(".dock form button").tap()
        moved_on(self.page, before)


# ---------------------------------------------------------------- the round helper


def seated(host: Page, play: str, phone: Phone) -> dict[str, Page]:
    """A phone for everybody, and one that watches; all show the play."""
    phones = {NAMES[0]: host, NAMES[1]: phone(360), NAMES[2]: phone(390, dark=True), "": phone(412)}
    for name, page in phones.items():
        if page is not host:
            page.goto(f"/j/{play[7:-1]}")
            page.get_by_role("button", name=f"I am {name}" if name else "Only watch").tap()
            page.wait_for_url("**/plays/**")
        page.goto(play)
    return phones


def test_a_whole_game_with_one_tap_a_turn_its_first_round_on_four_phones(phone: Phone) -> None:
    page = phone(390)
    game = evening("universe-helper")
    play = begin(page, depth="round")
    phones = seated(page, play, phone)
    thumbs = {name: Thumb(one) for name, one in phones.items()}
    thumb = thumbs[NAMES[0]]
    paid: dict[str, list[int]] = {name: [] for name in NAMES}
    for n, round_ in enumerate(game["rounds"], 1):
        expect(page.locator(".crew li").first).to_contain_text(game["starts"][n - 1])
        if "track" in round_:
            page.locator("#track").fill(str(round_["track"]))
            page.locator("#track").press("Enter")
            expect(page.locator(".clock h2")).to_contain_text("5 to Overtime")
        thumb.next()
        for k, turn in enumerate(round_["turns"]):
            acting = thumbs[NAMES[k % 3]] if n == 1 else thumb
            if n == 1:
                expect(acting.page.locator(".desk h2")).to_contain_text(NAMES[k % 3])
                expect(acting.page.locator("p.turn")).to_contain_text("Your turn")
            acting.tap(turn, ".clock" if turn == "Overtime now" else ".desk")
        if n == 1:
            for one in phones.values():
                expect(one.locator(".clock h2")).to_contain_text("1 to Overtime")
                expect(one.get_by_text("Everybody is Home. Go on")).to_be_visible()
            assert phones[""].locator(".desk button, .dock form").count() == 0, "who watches changes nothing"
        thumb.next()
        contribution = page.locator(".walk > li").nth(1)
        for name in NAMES:
            rows = contribution.locator(".ledger li", has_text=name).locator("> :last-child").all_inner_texts()
            paid[name].append(sum(int(row.split()[0]) for row in rows))
        if n == 3:
            expect(contribution.locator(".tie .chosen")).to_have_text("Ann")
        if n == 1:
            for k in range(6):
                expect(page.locator(".walk > .done")).to_have_count(k)
                page.locator(".walk .now").get_by_role("button", name="Done").tap()
            expect(page.locator(".walk > .done")).to_have_count(6)
        thumb.next()
    assert paid == game["paid"]
    assert sum(one.taps for one in thumbs.values()) == sum(len(one["turns"]) for one in game["rounds"])
    link = page.get_by_role("link", name="Count the score")
    page.goto(link.get_attribute("href") or "")
    args = []
    for n, name in enumerate(NAMES, 1):
        for key, value in game["count"][name].items():
            if isinstance(value, dict):
                args += [(f"{key}.{n}.{one}", str(many)) for one, many in value.items()]
            else:
                args.append((f"{key}.{n}", str(value)))
    page.goto(re.sub(r"step=[\w.]+", "step=result", page.url) + "&" + urlencode(args))
    expect(page.locator("h1")).to_contain_text("Ann wins")
    for total in game["totals"].values():
        expect(page.locator("main")).to_contain_text(str(total))
    expect(page.locator("main")).to_contain_text("2 tokens, 1 VP for every 2")


# ---------------------------------------------------------------- every board


def by_thumb(thumb: Thumb, step: dict[str, Any]) -> None:
    """One step of the recorded game on the panel of the turn."""
    kind = step["kind"]
    match kind:
        case "card_played":
            thumb.tap(WORDS[step["card"]])
        case "office_used":
            thumb.tap(WORDS[step["office"]])
        case "effect_used":
            thumb.open("The card’s own effect")
            thumb.tap({"beans_2_or_water_1": "2 Beans", "bean_1": "1 Bean"}[step["effect"]], ".desk [name=%s] >> .." % (
                "pick" if "pick" in step else "effect"))  # fmt: skip
        case "invested":
            thumb.open("Invest")
            form = f".desk form:has(input[name=facility][value={step['facility']}])"
            thumb.tap(WORDS[step["card"]] if "card" in step else "Invest", form)
        case "employed":
            if "ends" in step:
                thumb.page.locator(".desk form:has(input[value=employed]) select").select_option(step["ends"])
                thumb.taps += 1
            thumb.tap(WORDS[step["card"]], ".desk form:has(input[value=employed])")
        case "order_taken":
            thumb.open("Receive an Order")
            thumb.page.locator(f".desk input[name=destination][value={step['destination']}]").check(force=True)
            thumb.fill("Workforce number", step["number"])
            thumb.fill("Loss", step["loss"])
            thumb.taps += 1
            thumb.tap("Receive it")
        case "improved":
            thumb.open("Improve the rocket")
            thumb.fill(WORDS[step["part"]], step["cost"])
            thumb.enter(thumb.page.locator(".desk").get_by_label(WORDS[step["part"]]).first, "Enter")
        case "conferred":
            thumb.tap(f"time +{step['steps']}")
        case "launched":
            thumb.open("Launch")
            thumb.tap(WORDS[step["to"]])
        case "order_achieved":
            thumb.fill("VP", step["vp"])
            if "beans" in step:
                thumb.open("With Additional Orders")
                thumb.fill("Beans paid", step["beans"])
            thumb.tap("Achieve it")
        case "station_used":
            thumb.tap("", ".desk form:has(input[value=station_used])", exact=False)
        case "moved":
            thumb.tap(WORDS[step["to"]])
        case "site_built":
            for label, key in (("Beans paid", "beans"), ("Water paid", "water"), ("VP", "vp")):
                thumb.fill(label, step[key])
            thumb.press(thumb.page.locator(f".desk form:has(input[value=site_built]) button[value={step['to']}]"))
        case "turn_ended":
            thumb.tap(f"{NAMES[step['seat'] - 1]} is done")
        case "came_home":
            thumb.tap(WORDS[step["cell"]])
        case "waited":
            thumb.tap("The turn passes on")
        case "loaded":
            field = thumb.page.locator(f".desk form:has(input[name=goods][value={step['goods']}]) input[name=to]")
            field.fill(str(step["by"]))
            thumb.enter(field, "Tab")


def decisions(step: dict[str, Any]) -> int:
    """What has to be decided for a step: what to do, of what, and every figure that is read off a card."""
    match step["kind"]:
        case "order_taken":
            return 4  # to receive an Order, where it goes, its number, its loss
        case "improved":
            return 3  # to improve, which part, its cost
        case "order_achieved":
            return 2 + 2 * ("beans" in step)  # to achieve it, its VP; an Additional Order, what it takes
        case "employed":
            return 1 + ("ends" in step)
        case "launched" | "effect_used" | "invested":
            return 2  # to do it, and where or which
        case "turn_ended":
            return 0
    return 1


def test_the_recorded_game_ten_turns_by_thumb_and_the_rest_by_the_pages_own_sender(phone: Phone) -> None:
    page = phone(390)
    play = begin(page)
    page.goto(play)
    steps: list[dict[str, Any]] = evening()["events"]
    first = next(n for n, step in enumerate(steps) if step.get("turn") == 6)
    upto = next(n for n, step in enumerate(steps) if step["kind"] == "station_used") + 2
    happen(page, play, steps[:first])
    thumb = Thumb(page)
    spent: dict[int, list[int]] = {}
    for n, step in enumerate(steps[first:upto], first):
        if step["kind"] == "loaded" and step["seat"] != steps[n + 1]["seat"]:
            happen(page, play, [step])
            continue
        before = thumb.taps
        by_thumb(thumb, step)
        turn = spent.setdefault(step.get("turn", 0), [0, 0])
        turn[0] += thumb.taps - before
        turn[1] += decisions(step)
    spent.pop(0, None)
    assert len(spent) >= 10
    for turn_, (taps, decided) in spent.items():
        assert taps <= decided + 1, f"turn {turn_}: {taps} taps for {decided} decisions"
    stands_as_told(page, steps[:upto])
    ends = [n for n, step in enumerate(steps, 1) if step["kind"] == "phase_ended" and step["phase"] == "ending"]
    for end in ends:
        happen(page, play, steps[upto:end])
        upto = end
        if end != ends[-1]:
            stands_as_told(page, steps[:end])
    assert page.locator("#live").get_attribute("data-head") == str(len(steps) + 1)
    page.goto(f"{play}scores")
    rows = page.locator(".standing > li")
    totals = {
        rows.nth(n).locator("b[dir]").inner_text(): int(rows.nth(n).locator(".points").inner_text()) for n in range(3)
    }
    assert totals == evening()["totals"]
    page.goto(play)
    page.get_by_role("link", name="Count the score").tap()
    page.wait_for_url("**/count?**")
    page.goto(re.sub(r"step=[\w.]+", "step=result", page.url))
    expect(page.locator("h1")).to_contain_text("Bob wins")


def stands_as_told(page: Page, steps: list[dict[str, Any]]) -> None:
    """The list of people shows what the second scorer has of everybody."""
    told = Evening((1, 2, 3), steps)
    for seat, name in enumerate(NAMES, 1):
        pile = told.firms[seat].pile
        row = page.locator(".crew li", has_text=name)
        expect(row).to_contain_text(f"Workforce {pile['w']} · Money {pile['m']} · VP {pile['v']}")


def test_what_is_needed_and_what_cannot_be_paid_is_said(phone: Phone) -> None:
    page = phone(320)
    play = begin(page)
    page.goto(play)
    page.get_by_label("Workforce number").fill("2")
    page.locator(".mat").get_by_role("button", name="Keep").tap()
    expect(page.get_by_role("alert")).to_have_text(re.compile("^Destination *This is needed"))
    page.get_by_role("button", name="Put away").tap()
    page.locator('.mat input[name=destination][value="A"]').check(force=True)
    Thumb(page).tap("Keep", ".mat")
    Thumb(page).next()
    Thumb(page).tap("Ordinary Employee")
    button = page.locator(".desk").get_by_role("button", name="Water Purification")
    expect(button).to_contain_text("Missing: 1 Workforce")
    button.tap()
    expect(page.get_by_role("alert")).to_contain_text("Missing: 1 Workforce")
    expect(page.locator(".desk h2")).to_contain_text("Ann")


def test_an_open_tie_is_named_by_its_area_and_by_the_button_that_it_stopped(phone: Phone) -> None:
    page = phone(320)
    play = begin(page, depth="round")
    post(page, play, {"kind": "phase_ended", "round": 1, "phase": "preparation"})
    for seat, facility in ((1, "export_water"), (2, "export_beans")):
        post(page, play, {"kind": "token_set", "facility": facility, "cell": 1, "seat": seat})
    post(page, play, {"kind": "phase_ended", "round": 1, "phase": "action"})
    page.goto(play)
    expect(page.locator(".tie")).to_contain_text("Manager area, a tie that the cells do not decide")
    page.locator(".dock form button").tap()
    expect(page.get_by_role("alert")).to_contain_text("Next Round 2")
    expect(page.get_by_role("alert")).to_contain_text("A tie is open in the Manager area")


def test_all_of_it_works_without_scripts(phone: Phone) -> None:
    page = phone(js=False)
    page.goto(begin(page))
    page.locator('.mat input[name=destination][value="B"]').check(force=True)
    page.get_by_label("Workforce number").fill("6")
    page.locator(".mat").get_by_role("button", name="Keep").click()
    page.locator(".dock form button").click()
    page.locator(".desk").get_by_role("button", name="Ordinary Employee").click()
    page.locator(".desk").get_by_role("button", name="Bean Field").click()
    expect(page.locator(".desk h2")).to_contain_text("Bob")
    expect(page.locator(".crew li", has_text="Ann")).to_contain_text("Workforce 3")
    page.locator(".desk").get_by_role("button", name="A card is played").click()
    page.locator(".undo button").click()
    expect(page.locator(".desk h2")).to_contain_text("Bob")


# ---------------------------------------------------------------- every look


@pytest.mark.parametrize(("width", "dark"), [(320, False), (390, True)])
def test_every_look_is_free_of_faults(phone: Phone, width: int, dark: bool) -> None:
    page = phone(width, dark=dark)
    play, steps = begin(page, LONG), [dict(step) for step in counting(evening()["events"])]
    faults: list[str] = []

    def look(what: str) -> None:
        page.goto(f"{play}{what}" if what in ("setup", "seats/1") else f"{play}?seat=1")
        page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
        faults.extend(f"{what}: {fault}" for fault in (*axe(page), *sideways(page)))

    if not dark:
        look("setup")
        look("nothing entered yet")
    everybody = [{"kind": "dealt", "seat": seat, "workforce": 9, "destination": "A", "loss": 3} for seat in (1, 2, 3)]
    post(page, play, *everybody, {"kind": "track_set", "round": 1, "length": 6})
    post(page, play, {"kind": "phase_ended", "round": 1, "phase": "preparation"})
    post(page, play, {"kind": "card_played", "seat": 1, "round": 1, "turn": 1, "card": "executive"})
    look("a card played")
    base = {"seat": 1, "round": 1}
    post(page, play, {"kind": "turn_ended", **base, "turn": 1}, {"kind": "turn_given", **base, "turn": 2})
    post(page, play, {"kind": "adjusted", "seat": 1, "what": "beans", "by": 6})
    post(page, play, {"kind": "launched", **base, "turn": 3, "to": "A"})
    if dark:
        look("at a station, an Order waiting")
    post(page, play, {"kind": "turn_ended", **base, "turn": 3}, {"kind": "turn_given", **base, "turn": 4})
    post(page, play, {"kind": "overtime_set", "round": 1}, {"kind": "where_set", "seat": 2, "at": "home"})
    look("in space, in overtime")
    post(page, play, *({"kind": "token_set", "facility": one, "cell": 1, "seat": seat} for seat, one in
                       enumerate(("export_water", "export_beans", "bean_field"), 1)))  # fmt: skip
    post(page, play, {"kind": "phase_ended", "round": 1, "phase": "action"})
    look("ending with an open tie")
    if dark:
        look("seats/1")
    assert steps and not faults, "\n".join(faults)
