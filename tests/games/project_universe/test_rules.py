"""Asking the rules of Project Universe in plain words."""

from __future__ import annotations

import pytest

from companion.core import rules
from companion.games import discover
from companion.games.project_universe import GAME
from companion.rulebook import Rulebook

BOOK = Rulebook(discover())
QUESTIONS = [
    ("What does a launch cost?", "launch"),
    ("how far does the clock move at a conference", "conference"),
    ("What happens when I take an order for the same destination?", "orders"),
    ("May I load the container in space?", "loading"),
    ("what does upgrading the rocket cost", "improve-costs"),
    ("Which card opens the manager area?", "card-play"),
    ("what does Solaris give", "stations"),
    ("Can I go back out of a wormhole?", "move"),
    ("who starts the next round", "start-player"),
    ("what does the bean field make", "facilities"),
    ("how do I hire a new card", "employment"),
    ("Does time pass with every move of a rocket?", "move-time"),
    ("What do I pay at a construction site?", "construction"),
    ("may a cell be skipped when I invest", "cell-order"),
]


FIRST = [
    ("what happens when I take a second order for the same station", "orders"),
    ("when does the time marker move", "time"),
    ("how do I get a new action card", "employment"),
    ("who starts the second round", "start-player"),
    ("can I return to earth after launching", "launch"),
    ("is an order I did not deliver a failed one", "failed-orders"),
    ("how much water does export water give", "facilities"),
    ("how many players", "game"),
    ("does flying cost time", "move-time"),
    ("how many cubes fit into the rocket", "rocket"),
    ("what if I can't afford to move", "no-move"),
    ("how many beans does a launch cost", "launch"),
    ("can two rockets be on the same home cell", "return-home"),
    ("do I have to pay overtime to go home", "overtime"),
    ("do I pay before or after my action in overtime", "overtime-start"),
    ("what do I do when I am home and it is my turn", "home"),
    ("can I skip an investment cell", "cell-order"),
    ("what is on the back of a construction site", "construction"),
    ("is it different with two players", "two-players"),
    ("how many steps to overtime", "track-length"),
]


@pytest.mark.parametrize(("question", "rule"), FIRST)
def test_what_players_ask_is_answered_first_by_the_rule_that_decides(question: str, rule: str) -> None:
    answer = BOOK.ask(question, "en", game="project-universe")
    assert answer.covered and answer.passages[0].entry.id == rule


@pytest.mark.parametrize(("question", "rule"), QUESTIONS)
def test_a_plain_question_finds_its_rule(question: str, rule: str) -> None:
    answer = BOOK.ask(question, "en", game="project-universe")
    assert rule in [passage.entry.id for passage in answer.passages][:3]


def test_every_phase_is_taught() -> None:
    taught = {entry.phase for entry in rules.taught(GAME.folder, "en")}
    assert taught >= {"preparation", "action", "ending", "end"}


GAPS = """launch-where improve-costs cell-order overtime-start no-tokens upper-cell-tie upper-cell-direction
card-count-scope several-copies initial-order below-zero no-move conference-steps move-time four-levels
track-length board-map order-cards cards-kept two-players"""


@pytest.mark.parametrize("gap", GAPS.split())
def test_what_the_rules_leave_open_has_an_answer(gap: str) -> None:
    entry = next(one for one in rules.load(GAME.folder, "en") if one.id == gap)
    assert entry.kind in ("faq", "open")
