"""The final score: three kinds of points, the tie by networks, what is still open, what is asked in a count."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import schema
from companion.core.errors import Invalid, Refused
from companion.core.game import Tally
from companion.games.space_pioneers import GAME
from companion.games.space_pioneers.calculators import FINAL, LAST_LAP
from companion.games.space_pioneers.pages import LastLapForm, read_last_lap
from companion.games.space_pioneers.scoring import score
from companion.games.space_pioneers.state import Finish, Options, Pioneer
from companion.games.space_pioneers.turns import capture, turns_left


def ask(players: dict[str, dict[str, int]], **more: Any) -> Any:
    """The answer as JSON values, sentences in English."""
    given = schema.from_plain(FINAL.input, {"players": players, **more})
    return schema.plain(FINAL.run(given), str, str)


def decided(*pairs: tuple[int, int | None], **rulings: str) -> tuple[list[str], list[str], str]:
    """``(winners, undecided, decided by)`` of players A, B, … with so many planets and so large a network."""
    players = {
        "ABCDE"[n]: {"planets": planets} | ({} if network is None else {"network": network})
        for n, (planets, network) in enumerate(pairs)
    }
    answer = ask(players, rulings=rulings)
    return answer["winners"], answer["undecided"], answer["decided_by"]


@pytest.mark.parametrize(
    ("planets", "missions", "secrets", "values", "points"),
    [
        (0, 0, 0, {}, 0),
        (4, 2, 1, {}, 7),
        (0, 4, 2, {}, 6),
        (5, 3, 2, {"mission_points": 2, "secret_points": 3}, 17),
        (5, 3, 2, {"mission_points": 0, "secret_points": 0}, 5),
        (1, 1, 1, {"secret_points": 5}, 7),
    ],
)
def test_points_add_up(planets: int, missions: int, secrets: int, values: dict[str, int], points: int) -> None:
    answer = ask({"A": {"planets": planets, "missions": missions, "secrets": secrets}}, **values)
    assert answer["scores"] == {"A": points}
    assert sum(line["points"] for line in answer["lines"]) == points
    assert [line["key"] for line in answer["lines"]] == ["planets", "missions", "secrets"]


def test_the_unprinted_values_are_said_where_they_count_and_only_there() -> None:
    assert ask({"A": {"planets": 4}})["doubts"] == []
    (doubt,) = ask({"A": {"missions": 1}}, mission_points=2)["doubts"]
    assert "print no value" in doubt["message"]
    assert "a mission counts 2 and a secret task 1" in doubt["message"]
    assert doubt["rule"] == "mission-value"


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        (((9, 4), (8, 12)), (["A"], [], "points")),
        (((9, None), (8, None)), (["A"], [], "points")),
        (((9, 7), (9, 8), (6, 20)), (["B"], [], "network")),
        (((9, 7), (9, 7), (6, 20)), (["A", "B"], [], "shared")),
        (((9, 7), (9, 7), (9, 8)), (["C"], [], "network")),
        (((0, 0), (0, 0)), (["A", "B"], [], "shared")),
        (((9, None), (9, None)), ([], ["A", "B"], "network")),
        (((9, 7), (9, None)), ([], ["A", "B"], "network")),
        (((9, 7), (9, None), (6, None)), ([], ["A", "B"], "network")),
        (((9, 7), (9, 5), (9, None)), ([], ["A", "C"], "network")),
        (((9, 7), (9, 7), (9, None)), ([], ["A", "B", "C"], "network")),
        (((9, 0), (9, None)), ([], ["A", "B"], "network")),
    ],
)
def test_a_tie_goes_to_the_larger_network_and_waits_for_its_size(
    pairs: tuple[tuple[int, int | None], ...], expected: tuple[list[str], list[str], str]
) -> None:
    assert decided(*pairs) == expected


def test_only_a_tie_in_both_asks_what_comes_next() -> None:
    def asked(*sizes: int | None) -> list[str]:
        pairs = {"AB"[n]: {"planets": 3} | ({} if s is None else {"network": s}) for n, s in enumerate(sizes)}
        return [ruling["id"] for ruling in ask(pairs)["rulings"]]

    assert (asked(7, 7), asked(7, 8), asked(7, None)) == (["tie_after_network"], [], [])


@pytest.mark.parametrize(
    ("a", "b", "winners", "decided_by"),
    [((5, 3), (6, 2), ["B"], "planets"), ((5, 3), (5, 3), ["A", "B"], "shared"), ((8, 0), (7, 1), ["A"], "planets")],
)
def test_a_table_may_let_captured_planets_break_the_last_tie(
    a: tuple[int, int], b: tuple[int, int], winners: list[str], decided_by: str
) -> None:
    players = {name: {"planets": p, "missions": m, "network": 9} for name, (p, m) in (("A", a), ("B", b))}
    answer = ask(players, rulings={"tie_after_network": "planets"})
    assert (answer["winners"], answer["decided_by"]) == (winners, decided_by)
    assert answer["rulings"][0]["chosen"] == "planets"
    assert ask(players)["winners"] == ["A", "B"]


def test_planets_do_not_decide_before_the_networks() -> None:
    players = {"A": {"planets": 9, "network": 3}, "B": {"planets": 8, "missions": 1, "network": 4}}
    assert ask(players, rulings={"tie_after_network": "planets"})["winners"] == ["B"]


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ({"missions": 5}, "Ann: 5 missions; a Mission card has 4."),
        ({"secrets": 3}, "Ann: 3 secret tasks; a Top Secret card has 2."),
    ],
)
def test_more_than_the_cards_hold_is_doubted(player: dict[str, int], said: str) -> None:
    assert said in [doubt["message"] for doubt in ask({"Ann": player})["doubts"]]
    fewer = {key: n - 1 for key, n in player.items()}
    assert not any("Ann" in doubt["message"] for doubt in ask({"Ann": fewer})["doubts"])


def test_nobody_is_refused_and_so_is_a_reading_that_there_is_not() -> None:
    with pytest.raises(Refused) as refused:
        ask({})
    assert refused.value.field == "players"
    with pytest.raises(Refused) as refused:
        ask({"A": {}}, rulings={"tie_after_network": "owner"})
    assert refused.value.field == "rulings.tie_after_network"


@pytest.mark.parametrize("bad", [{"planets": -1}, {"planets": 10_000}, {"network": "x"}, {"ships": 3}])
def test_impossible_figures_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        ask({"A": bad})


pioneers = st.builds(
    Pioneer,
    planets=st.integers(0, 3),
    missions=st.integers(0, 2),
    secrets=st.integers(0, 1),
    network=st.one_of(st.none(), st.integers(0, 3)),
)
tables = st.lists(pioneers, min_size=1, max_size=5)


@settings(deadline=None)
@given(tables, st.sampled_from(["shared", "planets"]))
def test_the_result_holds_together(seats: list[Pioneer], tie: Any) -> None:
    result = score(Finish(pioneers=dict(enumerate(seats, 1)), names={}, tie=tie))
    totals = {seat: result.total(seat) for seat in result.places}
    best = [seat for seat, total in totals.items() if total == max(totals.values())]
    first = [seat for seat, place in result.places.items() if place == 1]
    assert first
    assert set(first) <= set(best)
    for one in totals:
        for other in totals:
            assert totals[one] <= totals[other] or result.places[one] < result.places[other]
    assert (result.decided_by == "points") == (len(best) == 1)
    if result.undecided:
        assert set(result.undecided) == set(first)
        assert result.winners == ()
        assert result.decided_by == "network"
        assert any(seats[seat - 1].network is None for seat in best)


@settings(deadline=None)
@given(tables, st.integers(0, 3))
def test_what_is_open_is_decided_once_all_networks_are_counted(seats: list[Pioneer], size: int) -> None:
    before = score(Finish(pioneers=dict(enumerate(seats, 1)), names={}))
    counted = [
        Pioneer(planets=one.planets, missions=one.missions, secrets=one.secrets, network=size)
        if one.network is None
        else one
        for one in seats
    ]
    after = score(Finish(pioneers=dict(enumerate(counted, 1)), names={}))
    assert after.undecided == ()
    assert set(after.winners) <= set(before.undecided or before.winners)


def tally(answers: dict[tuple[str, int], int], **options: int) -> Tally:
    """A count of Ann, Ben and Cid with these answers."""
    return Tally(names={1: "Ann", 2: "Ben", 3: "Cid"}, options=Options(**options), answers=answers)


def asked(counted: Tally) -> list[int]:
    """The seats whose network is asked for."""
    network = GAME.count.categories[-1]
    return [seat for seat in counted.names if network.needed(counted, seat)]


def figures(key: str, *numbers: int) -> dict[tuple[str, int], int]:
    return {(key, seat): n for seat, n in enumerate(numbers, 1)}


@pytest.mark.parametrize(
    ("planets", "seats"), [((3, 5, 4), []), ((5, 5, 4), [1, 2]), ((5, 5, 5), [1, 2, 3]), ((4, 5, 5), [2, 3])]
)
def test_networks_are_asked_only_of_those_level_in_front(planets: tuple[int, ...], seats: list[int]) -> None:
    assert asked(tally(figures("planets", *planets))) == seats


def test_an_empty_sheet_asks_for_no_network_but_one_full_of_zeros_does() -> None:
    assert asked(tally({})) == []
    zeros = figures("planets", 0, 0, 0) | figures("missions", 0, 0, 0) | figures("secrets", 0, 0, 0)
    assert asked(tally(zeros)) == [1, 2, 3]


def test_the_table_s_values_decide_who_is_level() -> None:
    answers = figures("planets", 4, 3, 0) | figures("missions", 0, 1, 0)
    assert asked(tally(answers)) == [1, 2]
    assert asked(tally(answers, mission_points=2)) == []


def test_a_count_without_sizes_is_undecided_and_with_them_it_is_not() -> None:
    answers = figures("planets", 5, 5, 4)
    result = GAME.score(GAME.count.state(tally(answers)))
    assert (result.undecided, result.winners) == ((1, 2), ())
    result = GAME.score(GAME.count.state(tally(answers | {("network", 1): 8, ("network", 2): 11})))
    assert (result.undecided, result.winners, result.decided_by) == ((), (2,), "network")


def test_a_counted_network_of_nothing_is_not_a_missing_one() -> None:
    answers = figures("planets", 5, 5, 4) | {("network", 1): 0, ("network", 2): 0}
    assert GAME.score(GAME.count.state(tally(answers))).winners == (1, 2)


@pytest.mark.parametrize(
    ("before", "plays", "captured", "after"),
    [
        (("Zog", "ship", "Vara"), "Zog", 1, 3),
        (("Vara", "ship"), "Zog", 0, 3),
        (("Zog", "ship", "Zog"), "Zog", 2, 2),
        ((), "Zog", 0, 1),
    ],
)
def test_every_older_copy_is_captured_and_the_new_one_stays(
    before: tuple[str, ...], plays: str, captured: int, after: int
) -> None:
    taken, network = capture(before, plays)
    assert (taken, len(network), network[-1], network.count(plays)) == (captured, after, plays, 1)


@pytest.mark.parametrize(
    ("seats", "start", "by", "left"),
    [
        (["P1", "P2", "P3"], "P1", "P2", ["P3"]),
        (["P1", "P2", "P3"], "P1", "P1", ["P2", "P3"]),
        (["P1", "P2", "P3"], "P1", "P3", []),
        (["P1", "P2", "P3"], "P2", "P3", ["P1"]),
        (["P1", "P2", "P3"], "P2", "P1", []),
        (["P1", "P2", "P3", "P4"], "P3", "P3", ["P4", "P1", "P2"]),
        (["P1"], "P1", "P1", []),
    ],
)
@pytest.mark.parametrize("cause", ["deck", "missions"])
def test_the_last_lap_ends_before_the_start_player(
    seats: list[str], start: str, by: str, left: list[str], cause: str
) -> None:
    given = schema.from_plain(LAST_LAP.input, {"seats": seats, "start": start, "trigger_by": by, "cause": cause})
    answer = schema.plain(LAST_LAP.run(given), str, str)
    assert answer["turns_left"] == left
    assert by in answer["why"]
    assert start in answer["why"]


@settings(deadline=None)
@given(st.integers(1, 6).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1), st.integers(0, n - 1))))
def test_a_lap_is_as_many_turns_as_seats_lie_between(place: tuple[int, int, int]) -> None:
    n, start, by = place
    left = turns_left(range(n), start, by)
    assert len(left) == (start - by - 1) % n
    assert start not in left
    assert by not in left


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"seats": ["A", "B", "A"], "start": "A", "trigger_by": "B"}, "seats.2"),
        ({"seats": ["A", "B"], "start": "C", "trigger_by": "B"}, "start"),
        ({"seats": ["A", "B"], "start": "A", "trigger_by": "C"}, "trigger_by"),
    ],
)
def test_names_that_do_not_fit_are_refused_beside_their_field(given: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        LAST_LAP.run(schema.from_plain(LAST_LAP.input, given))
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        ("Ann, Ben O’Neill;  Cid", ("Ann", "Ben O’Neill", "Cid")),
        ("Ann Ben Cid", ("Ann", "Ben", "Cid")),
        ("Ann Lee,", ("Ann Lee",)),
    ],
)
def test_names_are_read_from_one_line(seats: str, names: tuple[str, ...]) -> None:
    given = read_last_lap(LastLapForm(seats=seats, trigger_by=f" {names[-1]} "))
    assert (given.seats, given.start, given.trigger_by) == (names, names[0], names[-1])


@pytest.mark.parametrize(("typed", "meant"), [("ben", "Ben"), ("BEN ", "Ben"), ("ann", "ann"), ("Zoe", "Zoe")])
def test_a_name_is_known_again_in_other_capitals(typed: str, meant: str) -> None:
    given = read_last_lap(LastLapForm(seats="Ann, Ben, ann", start=typed, trigger_by=typed))
    assert (given.start, given.trigger_by) == (meant, meant)


@pytest.mark.parametrize(
    ("form", "field"),
    [
        (LastLapForm(), "seats"),
        (LastLapForm(seats=" , ", trigger_by="A"), "seats"),
        (LastLapForm(seats="A, B"), "trigger_by"),
        (LastLapForm(seats=", ".join(f"P{n}" for n in range(13)), trigger_by="P1"), "seats"),
        (LastLapForm(seats="A, " + "x" * 61, trigger_by="A"), "seats"),
        (LastLapForm(seats="A, B\x00", trigger_by="A"), "seats"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(form: LastLapForm, field: str) -> None:
    with pytest.raises(Refused) as refused:
        read_last_lap(form)
    assert refused.value.field == field
