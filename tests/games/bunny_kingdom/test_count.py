"""The final count: what is asked of whom, what the answers become, and a whole table in the address line."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.core.game import Category, Tally
from companion.games.bunny_kingdom import GAME
from companion.games.bunny_kingdom.state import Options
from companion.web.tally import read_tally

NAMES = ("Ann", "Bob", "Cy")


def tally(**typed: Any) -> Tally:
    """What the address says: ``tally(harvest1__2="9")`` is Bob's first harvest; a tuple repeats the parameter."""
    typed = {"name": NAMES, **typed}
    flat = [(key.replace("__", "."), v) for key, vs in typed.items() for v in (vs if isinstance(vs, tuple) else (vs,))]
    given = read_tally(GAME, MultiDict(flat))
    assert not given.errors
    return given.tally


def category(key: str) -> Category:
    return next(one for one in GAME.count.categories if one.key == key)


def asked(key: str, given: Tally) -> list[int]:
    return [seat for seat in given.names if category(key).needed(given, seat)]


def options(key: str, given: Tally, seat: int) -> list[str]:
    return [one.key for one in category(key).options(given, seat)]


def test_without_parchments_only_five_steps_are_asked() -> None:
    given = tally(harvest1__1="8")
    assert [one.key for one in GAME.count.categories if asked(one.key, given)] == [
        *("harvest1", "harvest2", "harvest3", "harvest4", "parchments")
    ]


def test_every_step_has_a_short_label_and_a_hint_of_one_line() -> None:
    for one in GAME.count.categories:
        assert len(str(one.label)) <= 28, one.key
        assert 0 < len(str(one.hint)) <= 75, one.key


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (("fisher", "master_fisher"), ["fish"]),
        (("explorer", "carpenter"), ["wood", "corners"]),
        (("colonist",), ["camp_cards", "unplaced"]),
        (("matriarch",), ["territories"]),
        (("royal_ring", "bureaucrat", "treasure_hunter", "opportunist"), []),
    ],
)
def test_only_what_the_own_parchments_count_is_asked(cards: tuple[str, ...], expected: list[str]) -> None:
    given = tally(parchments__1=cards)
    assert options("counts", given, 1) == expected
    assert asked("counts", given) == ([1, 2, 3] if "matriarch" in cards else [1] if expected else [])


def test_a_matriarch_asks_everybody_for_their_territories() -> None:
    given = tally(parchments__2=("matriarch",), parchments__1=("fisher",))
    assert options("counts", given, 1) == ["fish", "territories"]
    assert options("counts", given, 3) == ["territories"]


def test_a_copied_mission_asks_the_copier() -> None:
    given = tally(parchments__1=("socialist",), parchments__2=("diplomat",), socialist__1="diplomat")
    assert options("counts", given, 1) == options("counts", given, 2) == ["border"]


def test_copies_are_chosen_from_the_neighbours_cards() -> None:
    given = tally(parchments__1=("liberal", "socialist"), parchments__2=("fisher",), parchments__3=("royal_ring",))
    assert (asked("liberal", given), asked("socialist", given)) == ([1], [1])
    assert options("socialist", given, 1) == ["fisher"]  # the next clockwise sits at the left
    assert options("liberal", given, 1) == ["royal_ring"]


def test_copies_are_chosen_from_all_others_where_the_neighbour_shows_nothing() -> None:
    given = tally(parchments__1=("liberal",))
    assert len(options("liberal", given, 1)) == 36
    assert "liberal" not in options("liberal", given, 1)


def test_a_copied_copy_card_asks_what_it_goes_on_to_copy() -> None:
    given = tally(
        parchments__1=("liberal",),
        parchments__2=("fisher", "royal_crown"),
        parchments__3=("socialist",),
        liberal__1="socialist",
        socialist__3="liberal",
        chain__1="royal_crown",
    )
    assert asked("chain", given) == [1, 3]
    assert options("chain", given, 1) == ["royal_crown", "fisher"]
    result = GAME.score(GAME.count.state(given))
    assert result.total(1) == 5
    assert [ruling.id for ruling in result.rulings] == ["copy_of_copy"]


def test_little_prince_takes_the_last_harvest_apart_where_it_was_typed_fief_by_fief() -> None:
    given = tally(parchments__1=("little_prince",), harvest4__1="6x5 + 4×3 + 2")
    assert asked("fief_points", given) == []
    assert GAME.score(GAME.count.state(given)).total(1) == 44 + 14


@pytest.mark.parametrize("typed", ["44", "", "50−6"])
def test_little_prince_asks_for_the_fiefs_where_it_was_not(typed: str) -> None:
    given = tally(parchments__1=("little_prince",), harvest4__1=typed, fief_points__1="30+12+2")
    assert asked("fief_points", given) == [1]
    assert GAME.count.state(given).kingdoms[1].fief_points == (30, 12, 2)


def test_the_sum_that_was_typed_stands_in_the_reason() -> None:
    result = GAME.score(GAME.count.state(tally(harvest1__1="6×5 + 4×3")))
    assert (result.total(1), str(result.lines[0].why)) == (42, "6×5 + 4×3, as typed")


def test_the_value_of_a_card_and_its_certainty_stand_beside_it() -> None:
    more = {one.key: str(one.more) for one in category("parchments").options(tally(), 1)}
    assert len(more) == 37
    assert all(more.values())
    assert more["royal_scepter"] == "3"
    assert more["royal_crown"] == "5 · from one list: check your card"
    assert more["left_glove"] == "1; 4 with the other"
    assert more["carrot_king"] == "15 for 5 or more: carrots"
    assert more["explorer"] == "3 each: corners"


def test_a_corrected_value_is_shown_in_the_chooser_and_used() -> None:
    given = tally(opt__card_values__royal_crown="7", parchments__1=("royal_crown",))
    assert given.options == Options(card_values={"royal_crown": 7})
    more = {one.key: str(one.more) for one in category("parchments").options(given, 1)}
    assert more["royal_crown"] == "7 · your value"
    assert GAME.score(GAME.count.state(given)).total(1) == 7


@pytest.mark.parametrize("key", ["left_glove", "liberal", "treasure_hunter", "nothing"])
def test_only_cards_with_one_value_can_be_corrected(key: str) -> None:
    given = read_tally(GAME, MultiDict([("name", "Ann"), ("name", "Bob"), (f"opt.card_values.{key}", "3")]))
    assert list(given.errors) == [f"opt.card_values.{key}"]


def test_a_figure_that_was_not_typed_stays_open() -> None:
    given = tally(parchments__1=("fisher", "matriarch"), counts__1__territories="5")
    kingdom = GAME.count.state(given).kingdoms[1]
    assert (kingdom.counts, kingdom.territories) == ({}, 5)
    assert [str(doubt) for doubt in GAME.score(GAME.count.state(given)).doubts] == [
        "Ann: Fisher needs a figure: Fish produced.",
        "Ann: Matriarch needs the number of everybody's territories.",
    ]


def test_a_whole_table_counts_as_worked_by_hand() -> None:
    given = tally(
        harvest1__1="8",
        harvest2__1="19",
        harvest3__1="33",
        harvest4__1="5×6+4×4",
        harvest1__2="9",
        harvest2__2="21",
        harvest3__2="30",
        harvest4__2="41",
        harvest1__3="6",
        harvest2__3="17",
        harvest3__3="31",
        harvest4__3="44",
        parchments__1=("left_glove", "fisher", "little_prince"),
        parchments__2=("royal_crown", "treasure_hunter", "opportunist"),
        parchments__3=("right_glove", "liberal", "bureaucrat"),
        liberal__3="treasure_hunter",
        counts__1__fish="5",
    )
    result = GAME.score(GAME.count.state(given))
    # Ann 106 + 1 + 5 + 16 = 128; Bob 101 + 10 = 111; Cy 98 + 2 (one glove, doubled) + 0 + 3 = 103; Bob is second.
    assert [result.total(seat) for seat in (1, 2, 3)] == [128, 121, 103]
    assert result.winners == (1,)
    assert not result.doubts
