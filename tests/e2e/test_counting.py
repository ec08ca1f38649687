"""Every way of asking in the final count, on a made-up game: keypad, panels, drafts, result."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect
from werkzeug.serving import make_server

from companion.settings import Settings
from companion.web import create_app
from tests.e2e.browsing import axe, sideways
from tests.e2e.conftest import Phone
from tests.e2e.thumb import Thumb
from tests.web.parade import GAME

COUNT = f"/games/{GAME.slug}/count"
FOUR = "name=Ann&name=Bob&name=Zoë&name=Борис"
MARCHED = "march1.1=8×5&march1.2=41&march1.3=30&march1.4=22&march2.3=-4"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with the made-up game only."""
    folder = str(tmp_path_factory.mktemp("parade"))
    app = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for tests"}), {GAME.slug: GAME})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def asked(page: Page, step: str, more: str = "") -> Thumb:
    """The page of *step* for four, with what *more* says."""
    page.goto(f"{COUNT}?step={step}&{FOUR}&{more}")
    return Thumb(page)


def typed(page: Page) -> dict[str, list[str]]:
    """What the address says."""
    return parse_qs(urlsplit(page.url).query)


def entry(page: Page, n: int = 0):  # type: ignore[no-untyped-def]
    return page.locator("[data-entry]").nth(n)


class TestKeypad:
    def test_next_goes_from_player_to_player_and_then_to_the_next_category(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "march1")
        for name, text in (("Bob", "12"), ("Zoë", "7"), ("Борис", "0")):
            thumb.keys(text)
            expect(thumb.next_key).to_have_text(name)
            thumb.tap(thumb.next_key)
        expect(thumb.next_key).to_have_text("March 2")
        thumb.go(thumb.next_key)
        expect(page.locator("h1")).to_contain_text("March 2")
        assert typed(page)["march1.1"] == ["12"] and typed(page)["march1.3"] == ["0"]
        assert "march1.4" not in typed(page), "nothing typed is open, which is not 0"

    def test_a_tap_on_a_player_jumps_there(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "march1")
        thumb.tap(page.locator("[data-row]").nth(2))
        thumb.keys("5")
        expect(entry(page, 2)).to_have_value("5")
        expect(thumb.next_key).to_have_text("Борис")

    def test_a_sum_is_worked_out_while_one_types_and_stays_as_typed(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "march1")
        thumb.keys("6×5+4×3")
        expect(page.locator("[data-sum]").first).to_have_text("42")
        expect(entry(page)).to_have_value("6×5+4×3")
        thumb.tap(page.locator("[data-key=erase]"))
        thumb.keys("−2")
        expect(page.locator("[data-sum]").first).to_have_text("28")

    def test_a_loss_is_typed_with_one_hand(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "march1")
        thumb.keys("−7")
        thumb.go(thumb.on)
        assert typed(page)["march1.1"] == ["−7"]
        expect(page.locator("[data-so-far='1']")).to_have_text("so far −7")

    def test_the_phones_own_keyboard_stays_down(self, phone: Phone) -> None:
        page = phone()
        asked(page, "march1")
        assert entry(page).get_attribute("inputmode") == "none"

    def test_a_keyboard_works_too(self, phone: Phone) -> None:
        page = phone(1280, 800, is_mobile=False, has_touch=False)
        asked(page, "march1")
        page.keyboard.type("3*4")
        expect(page.locator("[data-sum]").first).to_have_text("12")
        page.keyboard.press("Enter")
        page.keyboard.type("9")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Backspace")
        assert (entry(page).input_value(), entry(page, 1).input_value()) == ("3*", "9")
        assert entry(page).get_attribute("inputmode") != "none"

    def test_ten_quick_taps_are_ten_figures_and_no_zoom(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "march1")
        thumb.keys("1" * 10)
        expect(entry(page)).to_have_value("1" * 10)
        assert page.evaluate("visualViewport.scale") == 1

    def test_running_totals_follow(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "march2", MARCHED)
        expect(page.locator("[data-so-far='1']")).to_have_text("so far 40")
        thumb.keys("5")
        thumb.tap(thumb.next_key)
        expect(page.locator("[data-so-far='1']")).to_have_text("so far 45")

    @pytest.mark.parametrize("height", [568, 640, 844])
    def test_the_keypad_is_in_reach_and_hides_nobody(self, phone: Phone, height: int) -> None:
        page = phone(320, height)
        page.goto(f"{COUNT}?step=march1&{FOUR}&name=Eve&name=Finn")
        thumb = Thumb(page)
        for n in range(6):
            box, keys = entry(page, n).bounding_box(), page.locator("[data-keys]").bounding_box()
            assert box and keys and box["y"] >= 0 and box["y"] + box["height"] <= keys["y"] + 1, n
            assert keys["y"] + keys["height"] < height
            if n < 5:
                thumb.tap(thumb.next_key)


class TestPanels:
    def test_counters_are_tapped_or_typed(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "lanterns")
        plus = page.get_by_role("button", name="Ann, Glass: plus 1")
        for _ in range(3):
            thumb.tap(plus)
        thumb.tap(page.get_by_role("button", name="Ann, Glass: minus 1"))
        expect(page.locator("[data-said]")).to_have_text("Ann, Glass: 2")
        assert not page.locator("[data-keys] .op").first.is_visible(), "the keypad waits until a field is tapped"
        thumb.tap(page.get_by_role("textbox", name="Ann, Silk"))
        thumb.keys("12")
        expect(page.locator("[data-picked]").first).to_have_text("Glass 2 · Silk 12")
        expect(page.locator("[data-so-far='1']")).to_have_text("so far 64")
        assert typed(page)["lanterns.1.silk"] == ["12"]

    def test_a_counter_stops_at_the_least(self, phone: Phone) -> None:
        page = phone()
        asked(page, "lanterns")
        page.get_by_role("button", name="Ann, Glass: minus 1").tap()
        expect(page.get_by_role("textbox", name="Ann, Glass")).to_have_value("0")

    def test_next_opens_the_next_players_panel(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "banners")
        expect(thumb.next_key).to_have_text("Bob")
        thumb.tap(thumb.next_key)
        assert page.locator("[data-hand]").evaluate_all("all => all.map(one => one.open)") == [
            False,
            True,
            False,
            False,
        ]
        thumb.tap(page.locator("[data-hand] summary").nth(3))
        thumb.go(thumb.next_key)
        expect(page.locator("h1")).to_contain_text("Who leads?")

    def test_cards_are_found_ticked_and_counted(self, phone: Phone) -> None:
        page = phone()
        asked(page, "banners")
        hand = page.locator("[data-hand]").first
        hand.locator("[data-find]").fill("r17")
        expect(hand.locator(".cards li:visible")).to_have_count(1)
        hand.locator(".cards li:visible label").tap()
        expect(hand.locator("[data-many]")).to_have_text("1")
        expect(hand.locator("[data-picked]")).to_have_text("Banner17")
        expect(hand.locator(".cards li:visible")).to_have_count(20)
        assert typed(page)["banners.1"] == ["banner17"]
        page.reload()
        page.locator("[data-hand] summary").first.tap()
        expect(hand.locator(".cards li").first).to_contain_text("Banner17")

    def test_a_list_stays_in_place_while_one_ticks(self, phone: Phone) -> None:
        page = phone()
        asked(page, "banners")
        labels = page.locator("[data-hand]").first.locator(".cards label")
        before = labels.nth(4).bounding_box()
        labels.nth(3).tap()
        assert labels.nth(4).bounding_box() == before

    def test_who_leads_is_no_until_somebody_says_yes_but_the_tables_question_stays_open(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "ended")
        thumb.go(thumb.on)
        assert "ended.0" not in typed(page)
        thumb = asked(page, "leader")
        thumb.tap(page.get_by_role("group", name="Bob").locator(".chip").first)
        thumb.go(thumb.on)
        assert [typed(page)[f"leader.{n}"] for n in (1, 2)] == [["0"], ["1"]]


class TestNothingIsLost:
    def test_a_half_typed_number_survives_reload(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "march1")
        thumb.keys("4×")
        page.reload()
        expect(entry(page)).to_have_value("4×")

    def test_back_shows_what_was_typed_and_forward_comes_back(self, phone: Phone) -> None:
        page = phone()
        thumb = Thumb(page)
        thumb.sit_down(GAME)
        for _ in range(3):
            thumb.answer()
        expect(page.locator("h1")).to_contain_text("March 2")
        page.go_back()
        expect(page.locator("h1")).to_contain_text("March 1")
        expect(entry(page)).to_have_value("12")
        page.go_forward()
        expect(page.locator("h1")).to_contain_text("March 2")
        page.locator(".dock a").tap()
        expect(page.locator("h1")).to_contain_text("March 1")
        expect(entry(page)).to_have_value("12")

    def test_the_last_thing_typed_is_there_after_back_and_forward(self, phone: Phone) -> None:
        page = phone()
        thumb = Thumb(page)
        thumb.sit_down(GAME)
        for _ in range(3):
            thumb.answer()
        thumb.keys("55")
        page.go_back()
        expect(page.locator("h1")).to_contain_text("March 1")
        page.go_forward()
        expect(entry(page)).to_have_value("55")

    def test_a_draft_is_offered_and_a_new_count_keeps_it(self, phone: Phone) -> None:
        page = phone()
        thumb = Thumb(page)
        thumb.sit_down(GAME)
        thumb.answer()
        thumb.answer()
        thumb.keys("4")
        for path in ("/", f"/games/{GAME.slug}/", COUNT):
            page.goto(path)
            draft = page.locator("[data-drafts] a")
            expect(draft).to_contain_text("Ann, Bob, Zoë, Борис")
            expect(draft).to_contain_text("March 1")
        thumb.go(thumb.on)  # a stray new start, with the same names
        thumb.answer()
        page.goto("/")
        expect(page.locator("[data-drafts] a")).to_have_count(2)
        page.locator("[data-drafts] a").nth(1).tap()
        expect(entry(page)).to_have_value("4")

    def test_a_counted_game_is_no_longer_asked_about_but_found(self, phone: Phone) -> None:
        page = phone()
        thumb = Thumb(page)
        thumb.sit_down(GAME, 2)
        thumb.count()
        headline = page.locator("h1").inner_text()
        page.goto(COUNT)
        expect(page.locator("[data-drafts]")).to_be_hidden()
        page.goto("/")
        expect(page.locator("[data-drafts] a")).to_contain_text(headline)

    def test_names_and_house_rules_of_last_time_are_there_again(self, phone: Phone) -> None:
        page = phone()
        page.goto(COUNT)
        page.locator("input[name=name]").nth(0).fill("Ann")
        page.locator("input[name=name]").nth(1).fill("Bob")
        page.get_by_text("House rules").tap()
        page.get_by_label("Prize").fill("8")
        page.get_by_label("Way", exact=True).select_option("long")
        page.get_by_text("Corrected banners").tap()
        page.get_by_label("Banner 3").fill("−2")
        Thumb(page).go(page.locator("button.main.button"))
        page.goto(COUNT)
        assert [box.input_value() for box in page.locator("input[name=name]").all()[:3]] == ["Ann", "Bob", ""]
        expect(page.locator(".house > summary")).to_contain_text("Way: long")
        page.get_by_text("House rules").tap()
        expect(page.get_by_label("Prize")).to_have_value("8")
        expect(page.locator("[name='opt.values.banner03']")).to_have_value("−2")

    def test_without_an_answer_the_page_says_so_and_keeps_everything(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "march1")
        thumb.keys("4")

        def refuse(route: Route) -> None:
            route.abort()

        page.route("**/count?*", refuse)
        thumb.tap(thumb.on)
        expect(page.get_by_role("alert")).to_contain_text("No answer")
        expect(entry(page)).to_have_value("4")
        page.unroute("**/count?*")
        thumb.go(thumb.on)
        expect(page.locator("h1")).to_contain_text("March 2")

    def test_a_bad_figure_is_told_beside_its_field_and_kept(self, phone: Phone) -> None:
        page = phone()
        thumb = asked(page, "march1", "march1.1=5")
        entry(page, 1).fill("2,5")
        thumb.go(thumb.on)
        row = page.locator("[data-row]").nth(1)
        expect(row.locator(".error")).to_contain_text("whole number")
        expect(entry(page, 1)).to_have_value("2,5")
        expect(entry(page, 1)).to_be_focused()
        expect(entry(page, 0)).to_have_value("5")


class TestPeople:
    def test_people_move_and_leave_with_their_figures(self, phone: Phone) -> None:
        page = phone()
        page.goto(f"{COUNT}?{FOUR}&{MARCHED}")
        boxes = page.locator("input[name=name]")
        thumb = Thumb(page)
        thumb.go(page.get_by_role("button", name="Move player 3 one place up"))
        thumb.go(page.get_by_role("button", name="Take player 1 out"))
        assert [box.input_value() for box in boxes.all()[:3]] == ["Zoë", "Bob", "Борис"]
        assert typed(page)["march1.1"] == ["30"] and typed(page)["march2.1"] == ["-4"]

    def test_enter_goes_from_name_to_name(self, phone: Phone) -> None:
        page = phone()
        page.goto(COUNT)
        page.locator("input[name=name]").first.focus()
        page.keyboard.type("Ann")
        page.keyboard.press("Enter")
        page.keyboard.type("Bob")
        assert page.locator("input[name=name]").nth(1).input_value() == "Bob"

    def test_names_of_any_kind_fit(self, phone: Phone) -> None:
        page = phone(320, 640)
        names = ["W" * 40, "مريم 👩‍🚀", "<img src=x onerror=alert(1)>", "{{7*7}}"]
        for step in ("names", "march1", "lanterns", "banners", "leader", "colour", "result"):
            page.goto(
                f"{COUNT}?step={step}&"
                + "&".join(f"name={name}" for name in names)
                + "&march1.1=3&leader.1=1&leader.2=1"
            )
            assert sideways(page) == [] and axe(page) == [], step
            assert page.locator("img").count() == 0


class TestResult:
    def test_a_tap_on_a_figure_shows_its_reasons_even_without_scripts(self, phone: Phone) -> None:
        for page in (phone(), phone(js=False)):
            asked(page, "result", MARCHED + "&falls.1=3%2B2")
            page.locator("tr", has_text="Falls").get_by_role("button").tap()
            sheet = page.locator(".why:visible")
            expect(sheet).to_contain_text("Ann")
            expect(sheet.locator(".ledger li")).to_have_count(3)
            assert sheet.get_by_role("link").count() == 2
            sheet.get_by_role("button", name="Close").tap()
            expect(sheet).to_have_count(0)

    def test_an_open_question_is_settled_by_a_tap(self, phone: Phone) -> None:
        page = phone()
        asked(page, "result", MARCHED + "&leader.1=1&leader.2=1")
        expect(page.locator(".winner h1")).to_have_text("Bob wins")
        chosen = page.get_by_role("button", name="Both get it")
        assert chosen.get_attribute("aria-pressed") == "true"
        expect(chosen).to_contain_text("recommended")
        Thumb(page).go(page.get_by_role("button", name="Nobody gets it"))
        assert typed(page)["rule.leaders"] == ["none"]
        expect(page.get_by_role("button", name="Nobody gets it")).to_have_attribute("aria-pressed", "true")

    def test_a_tie_asks_for_the_figure_that_decides(self, phone: Phone) -> None:
        page = phone()
        asked(page, "result", "march1.1=5&march1.2=5")
        expect(page.locator(".winner h1")).to_have_text("Ann and Bob are level")
        page.locator(".gaps a", has_text="Minutes danced").tap()
        thumb = Thumb(page)
        expect(page.locator("[data-row]")).to_have_count(2)
        thumb.keys("3")
        thumb.tap(thumb.next_key)
        thumb.keys("9")
        thumb.go(thumb.next_key)
        expect(page.locator(".winner h1")).to_have_text("Bob wins")
        expect(page.locator(".winner ol")).to_contain_text("Longer dance")

    def test_sharing_copies_the_address_where_the_phone_has_no_sheet(self, phone: Phone) -> None:
        page = phone(permissions=["clipboard-read", "clipboard-write"])
        asked(page, "result", MARCHED)
        page.evaluate("() => { navigator.share = undefined }")
        page.locator("[data-share]").tap()
        expect(page.locator("[data-share]")).to_contain_text("Copied")
        assert re.search(r"step=result.*march1\.1=8", page.evaluate("navigator.clipboard.readText()"))

    def test_counting_again_starts_with_the_same_names_and_nothing_else(self, phone: Phone) -> None:
        page = phone()
        asked(page, "result", MARCHED + "&opt.prize=7&draft=abc")
        page.get_by_role("link", name=re.compile("Count again")).tap()
        expect(page.locator("input[name=name]").nth(3)).to_have_value("Борис")
        assert set(typed(page)) == {"name", "opt.prize"}

    @pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
    def test_every_kind_of_step_is_fit_for_everybody(self, phone: Phone, dark: bool) -> None:
        page = phone(320, 640, dark=dark)
        for step in ("names", *(category.key for category in GAME.count.categories[:-1]), "result"):
            asked(
                page,
                step,
                MARCHED + "&falls.1=3%2B2&lanterns.1.silk=3&banners.1=banner04&leader.1=1&leader.3=1&opt.prize=3",
            )
            assert axe(page) == [] and sideways(page) == [], step
        page.locator(".grid-sheet button").first.tap()
        assert axe(page) == []

    def test_the_reasons_are_on_paper(self, phone: Phone) -> None:
        page = phone()
        asked(page, "result", MARCHED)
        page.emulate_media(media="print")
        expect(page.locator(".why").first).to_be_visible()
        assert not page.locator(".controls").is_visible()
