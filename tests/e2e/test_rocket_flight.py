"""Two phones with hidden hands fly from Earth to Earth; the map by touch, by keyboard, and without scripts."""

from __future__ import annotations

import re
import uuid
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from companion.games.rocket_flight.draw import draw
from companion.games.rocket_flight.engine import Rocket, Turn, fly
from companion.games.rocket_flight.notation import written
from tests.e2e.browsing import TAP, axe, fields_of, sideways
from tests.e2e.conftest import Phone
from tests.games.rocket_flight.crew import best

CODE = "4T9WK2RM"
SHORT = "0000 0011"  # a flight of few cards
LONG = ["Bartholomäus-Maximilian von und zu", "Wilhelmina Featherstonehaugh"]


def begin(page: Page, *names: str, depth: str = "full", **options: str) -> str:
    """The address of a new flight on this phone."""
    fields = [("game", "rocket-flight"), ("start", "1"), ("depth", depth)]
    fields += [("name", name) for name in names or ("Ann", "Bob")] + [(f"opt.{k}", v) for k, v in options.items()]
    answer = page.context.request.post(
        "/plays/new",
        data=urlencode(fields),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        max_redirects=0,
    )
    assert answer.status == 303, answer.text()
    return f"/plays/{answer.headers['location'].split('/')[2]}/"


def post(page: Page, where: str, **event: Any) -> None:
    answer = page.context.request.post(f"/api/v1{where}events", data={"op": uuid.uuid4().hex, "base": 0, **event})
    assert answer.ok, f"{event} {answer.text()}"


def send(page: Page, where: str, head: int, **event: Any) -> int:
    """*event*, by the sender of a page that shows *head* steps; the number of steps once it has come back."""
    page.wait_for_selector(f'#live[data-head="{head}"]')
    page.evaluate(TAP, [f"{where}events", fields_of(event)])
    page.wait_for_selector(f'#live[data-head="{head + 1}"]')
    return head + 1


def steps(page: Page, play: str) -> int:
    """How many steps the play has by now."""
    found = re.search(r'data-head="(\d+)"', page.context.request.get(play).text())
    assert found
    return int(found[1])


def told(page: Page, play: str) -> tuple[list[int], int]:
    """The hand that may be played from this phone, and the number of the turn; as the page shows them."""
    text = page.context.request.get(play).text()
    cards = re.findall(r'for="card-(\d)"[^>]*>\d(?:<small>×(\d)</small>)?', text)
    number = re.search(r'name="turn" value="(\d+)"', text)
    return [int(card) for card, many in cards for _ in range(int(many or 1))], int(number[1]) if number else 0


def tap_card(page: Page, text: str, card: int) -> None:
    page.locator(f"label[for=card-{card}]").tap()
    page.locator(f'.ways button[value="{text}"]').tap()


def fuel(page: Page) -> int:
    return page.locator(".gauge .marked").count()


def test_two_phones_with_hidden_hands_fly_from_earth_to_earth(phone: Phone) -> None:
    ann, bob = phone(390), phone(360)
    play = begin(ann, fuel="score")
    ann.goto(play)
    ann.get_by_label("Code of a flight").fill(SHORT)
    ann.get_by_role("button", name="Fly it").tap()
    expect(ann.locator(".helm")).to_contain_text("In N06, owing a move to the east")
    ann.get_by_role("button", name="No deck here?").tap()
    bob.goto(f"/j/{play.split('/')[2]}")
    bob.get_by_role("button", name="I am Bob").tap()
    expect(bob.locator(".mine .card")).to_have_count(3)
    expect(bob.locator(".hand label")).to_have_count(0)
    ann.goto(play)
    expect(ann.locator(".hand label").first).to_be_visible()

    drawn, rocket = draw(SHORT), draw(SHORT).start
    phones, passes, undone, turns = (ann, bob), 0, False, 0
    while not rocket.finished:
        page, other = phones[turns % 2], phones[(turns + 1) % 2]
        hand, number = told(page, play)
        assert len(hand) == 3 and number == turns + 1
        assert turns > 3 or told(other, play)[0] == [], "the hand is on the other phone"
        plays = best(drawn, rocket, hand)
        by_hand = turns in (0, 1) or (plays and fly_all(drawn, rocket, plays).finished)
        head = steps(page, play)
        for n, one in enumerate(plays, 1):
            text = written([Turn(plays=(one,))])
            if by_hand:
                tap_card(page, text, one.card)
                rocket = fly(drawn.field, rocket, one)
                if not rocket.finished:
                    expect(page.locator(".played b")).to_have_count(n)
                continue
            head = send(page, play, head, kind="flew", seat=turns % 2 + 1, play=text, turn=number, card=n)
            rocket = fly(drawn.field, rocket, one)
            if not undone and turns > 2 and n == 1:
                undone = True
                expect(page.locator(".played b")).to_have_count(1)
                page.locator(".undo button").tap()
                expect(page.locator(".played")).to_have_count(0)
                head = send(page, play, steps(page, play), kind="flew", seat=turns % 2 + 1, play=text, turn=number)
        if rocket.finished:
            break
        if not plays and not passes:
            page.locator(".passing summary").tap()
            page.locator(".passing button").first.tap()
            expect(page.locator(".helm")).to_contain_text(f"Turn {number + 1}")
        elif not plays:
            send(page, play, head, kind="passed", turn=number, seat=turns % 2 + 1, discard=sorted(hand)[:2])
        elif by_hand:
            page.locator(".helm .button.main").tap()
            expect(page.locator(".helm")).to_contain_text(f"Turn {number + 1}")
            if turns < 2:
                expect(other.locator(".helm")).to_contain_text(f"Turn {number + 1}")
        else:
            send(page, play, head, kind="turn_done", turn=number, seat=turns % 2 + 1)
        passes += not plays
        turns += 1
        assert turns < 150, "the flight goes on for ever"
    expect(page.locator("h1")).to_have_text("Home")
    expect(other.locator("h1")).to_have_text("Home")
    assert passes >= 1 and undone
    ann.goto(f"{play}scores")
    text = ann.locator("main").inner_text()
    marks = re.search(r"(\d+) divisions? marked", text)
    assert marks and int(marks[1]) >= 3, "at least two reshuffles"


def fly_all(drawn: Any, rocket: Rocket, plays: Any) -> Rocket:
    for one in plays:
        rocket = fly(drawn.field, rocket, one)
    return rocket


def test_the_map_is_played_by_keyboard_by_list_and_by_writing(phone: Phone) -> None:
    page = phone()
    play = begin(page, flight=CODE)
    page.goto(play)
    page.locator("#card-3").focus()
    page.keyboard.press("Space")
    button = page.get_by_role("button", name="3: fly to K13")
    expect(button.first).to_be_visible()
    box = button.first.bounding_box()
    assert box and min(box["width"], box["height"]) >= 24
    inks = page.evaluate(
        "[...document.querySelectorAll('.way :is(path, circle)')].map(one => getComputedStyle(one).fill)"
    )
    assert inks and "none" not in inks
    button.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".helm")).to_contain_text("In K13, heading south-west")
    page.locator(".plays").get_by_role("button", name="5: turn to the south-east").tap()
    expect(page.locator(".helm")).to_contain_text("owing a move to the south-east")
    page.locator("label[for=card-5]").tap()
    expect(page.locator(".told.c5")).to_contain_text("has to move first")
    page.get_by_label("A card in writing").fill("2")
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.locator(".played b")).to_have_count(3)
    page.get_by_role("button", name="Done, cards drawn").tap()
    expect(page.locator(".helm")).to_contain_text("Turn 2")


def test_a_flight_is_flown_without_scripts(phone: Phone) -> None:
    page = phone(js=False)
    play = begin(page, flight=CODE)
    page.goto(play)
    page.locator("label[for=card-3]").click()
    page.locator('.ways button[value="3"]').click()
    expect(page.locator(".helm")).to_contain_text("In K13")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".helm")).to_contain_text("Turn 2")
    page.get_by_role("button", name="Pass").click()
    expect(page.locator(".helm")).to_contain_text("Turn 3")
    round_ = begin(page, depth="round")
    page.goto(round_)
    page.locator(".fuel button[value='1']").click()
    assert fuel(page) == 2
    page.locator(".dock form button").click()
    expect(page.locator(".route [aria-current]")).to_contain_text("Venus")


def test_planets_keep_apart_on_the_smallest_phone_and_over_the_line_that_was_flown(phone: Phone) -> None:
    page = phone(320)
    play = begin(page, flight=CODE, hands="open")
    post(page, play, kind="dealt")
    page.goto(play)
    spans = [one.bounding_box() for one in page.locator(".route li > span").all()]
    boxes = [box for box in spans if box]
    assert len(boxes) == 9 and boxes[-1]["x"] + boxes[-1]["width"] <= 308
    assert all(one["x"] + one["width"] <= two["x"] + 0.5 for one, two in pairwise(boxes))
    above = "() => { const [line, planet] = ['.map .line', '.map .planet'].map(one => document.querySelector(one));"
    assert page.evaluate(f"{above} return !!(line.compareDocumentPosition(planet) & 4) }}")
    head, passing = page.locator(".helm h2").bounding_box(), page.locator(".helm .passing summary").bounding_box()
    assert head and passing and abs(head["y"] - passing["y"]) < 2, "passing stands beside the turn"
    page.locator(".helm .passing summary").tap()
    expect(page.locator(".helm .passing .chip").first).to_be_visible()


def test_the_larger_map_opens_where_the_rocket_is(phone: Phone) -> None:
    page = phone(390)
    page.goto(begin(page, flight=CODE))
    page.locator("label[for=zoom]").tap()
    expect(page.locator(".map .rocket")).to_be_in_viewport(ratio=0.9)
    frame, rocket = page.locator(".map-frame").bounding_box(), page.locator(".map .rocket").bounding_box()
    assert frame and rocket and abs(rocket["x"] - frame["x"] - frame["width"] / 2) < 60


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
def test_the_larger_map_shows_the_rocket_between_the_hand_and_the_bar(phone: Phone, width: int, height: int) -> None:
    page = phone(width, height)
    play = begin(page, flight=CODE)
    post(page, play, kind="flew", seat=1, play="3")
    page.goto(play)
    page.locator("label[for=zoom]").tap()
    hand, rocket, bar = (page.locator(one).bounding_box() for one in (".hand", ".map .rocket", ".dock"))
    assert hand and rocket and bar
    assert hand["y"] >= 0 and hand["y"] + hand["height"] < rocket["y"] < bar["y"] - rocket["height"]


@pytest.mark.parametrize(("width", "dark"), [(320, False), (390, True)])
def test_every_look_is_free_of_faults(phone: Phone, width: int, dark: bool) -> None:
    page = phone(width, dark=dark)
    faults = []
    plays = {
        "choose": begin(page, *LONG),
        "map": begin(page, *LONG, flight=f"{CODE}-E"),
        "round": begin(page, depth="round"),
    }
    plays["hands"] = begin(page, *LONG, flight=CODE)
    post(page, plays["hands"], kind="dealt")
    post(page, plays["map"], kind="flew", seat=1, play="1")
    plays["setup"] = f"{plays['map']}setup"
    plays["cover"] = f"{plays['hands']}seats/1?open=1"
    for name, where in plays.items():
        page.goto(where)
        page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
        if name == "map":
            page.locator("label[for=card-5]").tap()
            page.locator("label[for=hints]").tap()
        faults += [f"{name}: {fault}" for fault in (*axe(page), *sideways(page))]
    assert not faults, "\n".join(faults)
