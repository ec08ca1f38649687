"""Tried at two phones: a refusal in the middle of a queue, a network that goes while somebody types."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import send
from tests.e2e.conftest import Phone
from tests.e2e.table import cards, code_of, happened, harvest, head, line, live, log_of, pair, post, sent, sit
from tests.e2e.test_refusals import begin

# Of three taps the middle one is refused, because of what another phone has entered meanwhile or by itself.
QUEUES: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]], str]] = {
    "rocket-flight": (
        [{"kind": "fuel_marked", "by": 2}],
        [{"kind": "visited", "n": 1}, {"kind": "visited", "n": 5}, {"kind": "fuel_marked", "by": 1}],
        "order",
    ),
    "bunny-kingdom": (
        [{"kind": "settled", "seat": 1, "at": ["B2"]}],
        [{"kind": "settled", "seat": 2, "at": at} for at in ("C3", "B2", "D4")],
        "control",
    ),
}


@pytest.mark.parametrize("game", QUEUES)
def test_a_refusal_in_the_middle_of_a_queue_holds_nothing_else_up(phone: Phone, game: str) -> None:
    theirs, mine, rule = QUEUES[game]
    a, b = phone(), phone(320)
    play = begin(a, game)
    sit(b, code_of(play), 2)
    b.goto(play)
    live(b)
    b.context.set_offline(True)
    for event in mine:
        send(b, play, event)
    expect(line(b)).to_contain_text("3 taps wait", timeout=9000)
    post(a, play, *theirs)
    b.context.set_offline(False)
    sent(b)
    expect(cards(b)).to_have_count(1)
    expect(cards(b).locator("[data-rule]")).to_have_attribute("href", f"/games/{game}/rules#{rule}")
    kept = [entry["event"] for entry in log_of(a, play)][1 + len(theirs) :]
    assert [one["kind"] for one in kept] == [mine[0]["kind"], mine[2]["kind"]]
    cards(b).locator("[data-leave]").tap()
    expect(cards(b)).to_have_count(0)
    for page in (a, b):
        page.goto(play)
        assert head(page) == 1 + len(theirs) + 2


def test_the_network_goes_while_somebody_types(phone: Phone) -> None:
    """On the keypad and in a field for words: what is typed stays, is kept as waiting, and arrives once."""
    a, b, play = pair(phone)
    live(b)
    field = harvest(b, 2)
    field.tap()
    key = b.locator("#pad button")
    key.filter(has_text="1").first.tap()
    b.context.set_offline(True)
    expect(line(b)).not_to_be_empty(timeout=9000)
    expect(field).to_be_focused()
    key.filter(has_text="2").first.tap()
    expect(field).to_have_value("12")
    b.locator("#pad .go").tap()
    expect(line(b)).to_contain_text("1 tap waits")
    b.context.set_offline(False)
    sent(b)
    expect(field).to_have_value("12")
    assert [one["typed"] for one in happened(a, play, "harvested")] == ["12"]

    b.goto(f"{play}table")
    live(b)
    name = b.get_by_label("Name of Bob")
    name.fill("Bo")
    b.context.set_offline(True)
    expect(line(b)).not_to_be_empty(timeout=9000)
    name.press_sequentially("bby")
    expect(name).to_have_value("Bobby")
    name.press("Enter")
    b.context.set_offline(False)
    sent(b)
    expect(b.get_by_label("Name of Bobby")).to_have_value("Bobby")
    assert [one["name"] for one in happened(a, play, "renamed")] == ["Bobby"]
