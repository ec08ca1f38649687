"""What the pages of a play show beside the game's own: the scale of rounds, and what comes next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from bs4 import BeautifulSoup

from companion.core.game import Tracker, Where
from companion.core.play import tracker_of
from companion.settings import Settings
from companion.web import create_app
from companion.web.home import _said
from companion.web.playviews import _cells, _next
from tests.sample_games.carrot_fair import GAME as FAIR

TWO_ROUNDS = tracker_of(FAIR)
OPEN = replace(TWO_ROUNDS, rounds=None)
ONE_PHASE = replace(OPEN, phases=OPEN.phases[:1])
NAMES = {1: "Ann", 2: "Ben", 3: "Cleo"}


def at(round_: int, phase: str, turn: int | None = None, *, is_last: bool = False) -> Where:
    """The moment at which all act, or one of three in order 2, 3, 1."""
    acting, turns = ((1, 2, 3), ()) if turn is None else ((turn,), (2, 3, 1))
    return Where(round=round_, phase=phase, acting=acting, turns=turns, is_last=is_last)


@pytest.mark.parametrize(
    ("tracker", "where", "cells"),
    [
        (TWO_ROUNDS, at(1, "dig"), (("now", ""), ("", ""))),
        (TWO_ROUNDS, at(2, "show"), (("done", "done"), ("done", "now"))),
        (TWO_ROUNDS, None, (("done", "done"), ("done", "done"))),
        (OPEN, at(1, "dig"), (("now", ""),)),
        (OPEN, at(40, "show"), (("done", "now"),)),
        (OPEN, at(40, "dig", 3), (("done", "now", "", ""),)),
        (ONE_PHASE, at(7, "dig", 2), (("now", "", ""),)),
        (ONE_PHASE, at(7, "dig", 1), (("done", "done", "now"),)),
        (OPEN, None, ()),
    ],
)
def test_the_scale_shows_all_rounds_or_the_one_that_is_on_where_their_number_is_open(
    tracker: Tracker[Any, Any], where: Where | None, cells: Any
) -> None:
    assert _cells(tracker, where) == cells


@pytest.mark.parametrize(
    ("tracker", "where", "said"),
    [
        (TWO_ROUNDS, at(1, "dig"), "Show"),
        (TWO_ROUNDS, at(1, "show"), "Round 2"),
        (TWO_ROUNDS, at(2, "show"), "Count the score"),
        (TWO_ROUNDS, None, "Count the score"),
        (OPEN, at(40, "show"), "Round 41"),
        (OPEN, at(40, "show", is_last=True), "Count the score"),
        (OPEN, at(40, "dig", is_last=True), "Show"),
        (ONE_PHASE, at(7, "dig", 2), "Cleo’s turn"),
        (ONE_PHASE, at(7, "dig", 3, is_last=True), "Ann’s turn"),
        (ONE_PHASE, at(7, "dig", 1), "Ben’s turn"),
        (replace(ONE_PHASE, rounds=7), at(7, "dig", 1), "Count the score"),
        (ONE_PHASE, at(7, "dig", 1, is_last=True), "Count the score"),
        (OPEN, at(7, "dig", 1), "Show"),
    ],
)
def test_the_big_button_says_whose_turn_which_phase_or_round_comes(
    tracker: Tracker[Any, Any], where: Where | None, said: str
) -> None:
    assert str(_next(tracker, where, NAMES)) == said


def test_whose_turn_it_is_is_known_only_where_turns_are_taken() -> None:
    assert at(1, "dig").turn is None and at(1, "dig", 3).turn == 3
    assert Where(round=1, phase="dig", acting=(), turns=(1, 2)).turn is None


def test_the_shelf_names_the_round_without_a_number_of_rounds_that_nobody_knows() -> None:
    labels = {phase.key: phase.label for phase in OPEN.phases}
    assert str(_said(at(3, "dig"), None, labels)) == "Round 3 · Dig"
    assert str(_said(at(2, "dig"), 2, labels)) == "Round 2 of 2 · Dig"


def test_a_secret_choice_is_kept_by_its_owner_alone(settings: Settings) -> None:
    (ribbons,) = TWO_ROUNDS.phases[1].inputs
    show = replace(TWO_ROUNDS.phases[1], inputs=(replace(ribbons, widget="choice"),))
    game = replace(FAIR, tracker=replace(TWO_ROUNDS, phases=(TWO_ROUNDS.phases[0], show)))
    client = create_app(settings, {game.slug: game}).test_client()
    people = {"game": game.slug, "name": ["Ann", "Ben"], "start": "1"}
    code = client.post("/plays/new", data=people).headers["Location"].split("/")[2]
    page = BeautifulSoup(client.get(f"/plays/{code}/seats/1?open=1").text, "html.parser")
    form, button = page.select_one("form.choice"), page.select_one("form.choice button[value=gold]")
    assert form is not None and button is not None
    fields = {str(one["name"]): str(one["value"]) for one in (*form.select("input"), button)}
    assert client.post(str(form["action"]), data=fields).status_code == 303
    assert 'aria-pressed="true">Gold' in client.get(f"/plays/{code}/seats/1?open=1").text
    assert "Gold" not in client.get(f"/plays/{code}/?seat=1").text
