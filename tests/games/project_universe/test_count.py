"""The final count asks little and makes the same score; the pages' flat forms read into the same inputs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion import schema
from companion.core.errors import Refused
from companion.core.game import Tally
from companion.games.project_universe import GAME
from companion.games.project_universe.calculators import CALCULATORS
from companion.games.project_universe.pages import (
    DestinationsForm,
    EndCardsForm,
    FinalForm,
    read_destinations,
    read_end_cards,
    read_final,
)
from companion.games.project_universe.state import Options


def tally(answers: dict[tuple[str, int], Any], **rulings: str) -> Tally:
    """A count of Ann and Ben with these answers."""
    return Tally(names={1: "Ann", 2: "Ben"}, options=Options(), answers=answers, rulings=rulings)


def needed(counted: Tally, seat: int) -> list[str]:
    """The categories asked of this seat."""
    return [category.key for category in GAME.count.categories if category.needed(counted, seat)]


def test_nothing_is_asked_of_a_seat_without_end_of_game_cards_but_what_all_have() -> None:
    assert needed(tally({}), 1) == ["vp_track", "materials", "achieved", "losses", "end_cards"]


@pytest.mark.parametrize(
    ("held", "more"),
    [
        ({"card_count": 1}, []),
        ({"investment_chips": 1}, ["tokens"]),
        ({"type_split": 2}, ["types"]),
        ({"type_split": 0}, []),
        ({"investment_chips": 1, "type_split": 1}, ["tokens", "types"]),
    ],
)
def test_only_holders_are_asked_what_their_cards_count(held: dict[str, int], more: list[str]) -> None:
    counted = tally({("end_cards", 2): held})
    assert needed(counted, 2)[5:] == more
    assert needed(counted, 1)[5:] == []


def test_a_count_scores_what_was_typed() -> None:
    counted = tally(
        {
            ("vp_track", 1): 50,
            ("materials", 1): {"workforce": 5, "beans": 9, "money": 24, "water": 3, "action_cards": 9},
            ("achieved", 1): {"A": 3, "B": 1, "C": 2, "D": 1, "E": 3},
            ("losses", 1): (3, 5),
            ("end_cards", 1): {"investment_chips": 2, "card_count": 1, "type_split": 1},
            ("tokens", 1): 7,
            ("types", 1): {"executive": 2, "manager": 3, "ordinary_employee": 4},
            ("vp_track", 2): 60,
            ("materials", 2): {"action_cards": 4},
        }
    )
    result = GAME.score(GAME.count.state(counted))
    assert result.total(1) == 50 + (1 + 2 + 8 + 1 + 9) + 20 + (3 + 3 + 3 + 2) - 8
    assert (result.total(2), result.winners, result.decided_by) == (64, (1,), "vp")
    assert [ruling.id for ruling in result.rulings] == ["card_count_scope"]
    assert result.doubts == ()


@pytest.mark.parametrize("typed", [(7,), (-7,), (-7, 0), (3, 4), (-3, 4)])
def test_a_loss_may_be_typed_with_or_without_its_minus(typed: tuple[int, ...]) -> None:
    result = GAME.score(GAME.count.state(tally({("losses", 1): typed})))
    assert sum(line.points for line in result.lines if (line.seat, line.key) == (1, "failed")) == -7


def test_a_settled_reading_counts() -> None:
    answers = {("end_cards", 1): {"card_count": 1}, ("materials", 1): {"action_cards": 13}}
    assert GAME.score(GAME.count.state(tally(answers))).total(1) == 13 + 7
    assert GAME.score(GAME.count.state(tally(answers, card_count_scope="gained"))).total(1) == 13 + 3


def test_a_doubt_names_its_player() -> None:
    result = GAME.score(GAME.count.state(tally({("materials", 1): {"action_cards": 4}})))
    assert [str(doubt) for doubt in result.doubts] == [
        "Ben: 0 Action cards: everybody keeps the 4 Initial ones at least."
    ]


def test_an_empty_count_scores_nothing_and_does_not_fail() -> None:
    result = GAME.score(GAME.count.state(tally({})))
    assert (result.total(1), result.total(2), result.decided_by) == (0, 0, "shared")


FINAL = FinalForm(
    names="Ann, Ben O’Neill;  Cid",
    vp_track="58 61, 40",
    workforce="7 0 12",
    beans="3 + 2, 0, 1",
    action_cards="9 7 4",
    achieved="AAABCCDEEE, aabbd –",
    losses="3, 5+2, –",
    investment_chips="7 – 4",
    card_count="0 1 0",
    type_split="– – 2/4/5",
)


def test_rows_of_figures_are_read_for_each_player() -> None:
    ann, ben, cid = read_final(FINAL).players
    assert [one.name for one in (ann, ben, cid)] == ["Ann", "Ben O’Neill", "Cid"]
    assert [one.vp_track for one in (ann, ben, cid)] == [58, 61, 40]
    assert [one.materials.beans for one in (ann, ben, cid)] == [5, 0, 1]
    assert [one.materials.money for one in (ann, ben, cid)] == [0, 0, 0]
    assert (ann.achieved, ben.achieved, cid.achieved) == (
        {"A": 3, "B": 1, "C": 2, "D": 1, "E": 3},
        {"A": 2, "B": 2, "D": 1},
        {},
    )
    assert [one.failed_losses for one in (ann, ben, cid)] == [(3,), (5, 2), ()]
    assert [one.end_cards for one in (ann, ben, cid)] == [
        ("investment_chips",),
        ("card_count",),
        ("investment_chips", "type_split"),
    ]
    assert (ann.tokens, cid.tokens, cid.types.each) == (7, 4, (2, 4, 5))


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"names": " , "}, "names"),
        ({"names": "A,B,C,D,E"}, "names"),
        ({"names": "A, B, " + "x" * 61}, "names"),
        ({"names": "A, B, \u200b"}, "names"),
        ({"vp_track": "58 61"}, "vp_track"),
        ({"workforce": "7 x 1"}, "workforce"),
        ({"workforce": "7 2,5 1"}, "workforce"),
        ({"workforce": "7 -5 1"}, "workforce"),
        ({"achieved": "AAF B C"}, "achieved"),
        ({"type_split": "2/4 – –"}, "type_split"),
        ({"losses": "3 x 2"}, "losses"),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_row(changed: dict[str, str], field: str) -> None:
    with pytest.raises(Refused) as refused:
        read_final(replace(FINAL, **changed))
    assert refused.value.field == field


def test_flat_forms_give_the_inputs() -> None:
    assert read_destinations(DestinationsForm(a=3, e=1)).achieved == {"A": 3, "B": 0, "C": 0, "D": 0, "E": 1}
    asked = read_end_cards(EndCardsForm(investment_chips=2, tokens=7, executive=1))
    assert (asked.held, asked.tokens, asked.executive) == (("investment_chips", "investment_chips"), 7, 1)


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda calculator: calculator.key)
def test_a_page_example_is_the_example(calculator: Any) -> None:
    answer = calculator.run(schema.from_plain(calculator.input, calculator.example))
    if calculator.page:
        flat = schema.from_plain(calculator.page.form, calculator.page_example)
        page = calculator.run(calculator.page.read(flat))
        assert [line.points for line in page.lines if line.key != "failed"] == [
            line.points for line in answer.lines if line.key != "failed"
        ]
