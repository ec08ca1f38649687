"""The whole table: harvests, copies, Matriarch, Hunters, Opportunist last, ties, and what looks odd."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.score import Result
from companion.games.bunny_kingdom.parchments import COPIES, PARCHMENTS
from companion.games.bunny_kingdom.rulings import hunter_times
from companion.games.bunny_kingdom.state import Kingdom

from .realms import board, corrected, one, points, table


def at(*harvests: int, **more: object) -> Kingdom:
    """Somebody with these harvests."""
    return Kingdom(harvests=dict(enumerate(harvests, 1)), **more)  # type: ignore[arg-type]


def holding(total: int, *cards: str, **more: object) -> Kingdom:
    """Somebody with this total and these cards."""
    return at(total, parchments=cards, **more)


def rulings(result: Result) -> dict[str, tuple[object, ...]]:
    return {ruling.id: (*ruling.options, ruling.default, ruling.chosen) for ruling in result.rulings}


def doubts(result: Result) -> list[str]:
    return [str(doubt) for doubt in result.doubts]


# Harvests


def test_typed_harvests_add_up_and_belong_to_their_rounds() -> None:
    result = table(at(8, 19, 33, 46), at(9))
    assert [(line.key, line.points, line.round) for line in result.lines] == [
        ("harvest1", 8, 1),
        ("harvest2", 19, 2),
        ("harvest3", 33, 3),
        ("harvest4", 46, 4),
        ("harvest1", 9, 1),
    ]
    assert (result.total(1), result.total(2)) == (106, 9)


MAP = board("A2 A3 A4 B2 B3 B4 J3", "A3 mushroom, B2 city 3")


@pytest.mark.parametrize(
    ("typed", "total"),
    [((8, 19, 33), 75), ((8, 19), 27), ((105,), 105), ((), 0), ((8, 19, 33, 46), 106)],
)
def test_the_fourth_harvest_is_worked_out_beside_three(typed: tuple[int, ...], total: int) -> None:
    assert table(at(*typed, board=MAP), at(1)).total(1) == total


def test_a_fourth_harvest_that_the_map_contradicts_is_a_doubt() -> None:
    assert doubts(table(at(8, 19, 33, 46, board=MAP), at(1))) == [
        "Ann: Harvest 4 is typed as 46, but the fiefs add up to 15."
    ]
    assert not table(at(8, 19, 33, 15, board=MAP), at(1)).doubts
    assert not table(at(8, 19, 33, 15, fief_points=(10, 5)), at(1)).doubts


def test_somebody_with_nothing_still_has_a_line() -> None:
    assert [line.seat for line in table(Kingdom(), Kingdom()).lines] == [1, 2]


# Ties


def test_the_most_points_win() -> None:
    result = table(at(120), at(110), at(90))
    assert (result.places, result.decided_by, result.winners) == ({1: 1, 2: 2, 3: 3}, "points", (1,))


def test_equal_totals_share_the_victory() -> None:
    result = table(at(121), at(121), at(90))
    assert (result.decided_by, result.winners, result.places[3]) == ("shared", (1, 2), 3)
    assert [rung.key for rung in result.ladder] == ["shared"]


# Copies


@pytest.mark.parametrize(
    ("cards", "copies", "expected"),
    [
        ("socialist", {"socialist": "fisher"}, {"socialist": 3}),  # on the copier's own fish
        ("liberal", {"liberal": "royal_crown"}, {"liberal": 5}),
        ("liberal left_glove", {"liberal": "right_glove"}, {"left_glove": 4, "liberal": 4}),
        ("liberal treasure_hunter", {"liberal": "royal_crown"}, {"liberal": 10, "treasure_hunter": 0}),
        ("liberal royal_crown", {"liberal": "treasure_hunter"}, {"royal_crown": 10, "liberal": 0}),
        ("liberal treasure_guardian", {"liberal": "royal_ring"}, {"liberal": 1, "treasure_guardian": 3}),
        ("liberal royal_ring", {"liberal": "treasure_guardian"}, {"royal_ring": 1, "liberal": 3}),
        ("liberal socialist", {"liberal": "left_glove", "socialist": "right_glove"}, {"liberal": 4, "socialist": 4}),
        ("bureaucrat liberal", {"liberal": "royal_ring"}, {"liberal": 1, "bureaucrat": 2}),  # a copy is one card
        ("liberal royal_ring", {"liberal": "bureaucrat"}, {"royal_ring": 1, "liberal": 2}),
        ("liberal", {"liberal": "little_prince"}, {"liberal": 4}),
        ("liberal", {"liberal": "colonist"}, {"liberal": 6}),
        ("fisher", {"liberal": "royal_crown"}, {"fisher": 3}),  # Liberal is not held
    ],
)
def test_a_copy_is_the_card_itself(cards: str, copies: dict[str, str], expected: dict[str, int]) -> None:
    known = {"counts": {"fish": 3}, "fief_points": (9, 4), "camp_cards": 2}
    assert points(one(cards, copies=copies, **known)) == expected


def test_a_copy_says_what_it_copies() -> None:
    (line,) = one("liberal", copies={"liberal": "royal_scepter"}).lines
    assert (str(line.label), str(line.why), line.rule) == (
        "Treasures",
        "Liberal as Royal Scepter: worth 3",
        "treasures",
    )


@pytest.mark.parametrize(
    ("choice", "expected"), [(None, 5), ("allowed", 5), ("not_allowed", 0), ("nonsense", 5), (7, 5)]
)
def test_a_copy_of_a_copy_goes_on_from_the_own_seat_if_the_table_likes(choice: object, expected: int) -> None:
    mine = holding(50, "liberal", copies={"liberal": "socialist", "socialist": "royal_crown"})
    left, right = holding(60, "royal_crown"), holding(70, "socialist", copies={"socialist": "fisher"})
    result = table(mine, left, right, rulings={} if choice is None else {"copy_of_copy": choice})
    chosen = choice if choice in ("allowed", "not_allowed") else "allowed"
    assert rulings(result)["copy_of_copy"] == ("allowed", "not_allowed", "allowed", chosen)
    assert points(result) == {"liberal": expected}


@pytest.mark.parametrize("copies", [{"liberal": "socialist"}, {"liberal": "socialist", "socialist": "liberal"}])
def test_a_chain_that_ends_on_no_card_is_worth_nothing_and_asks_nothing(copies: dict[str, str]) -> None:
    result = one("liberal", copies=copies)
    assert points(result) == {"liberal": 0}
    assert not result.rulings


def test_a_copy_that_is_not_allowed_is_no_treasure() -> None:
    mine = holding(0, "liberal", "treasure_guardian", copies={"liberal": "socialist", "socialist": "royal_crown"})
    result = table(mine, at(9), rulings={"copy_of_copy": "not_allowed"})
    assert points(result) == {"liberal": 0, "treasure_guardian": 0}


def test_the_neighbour_has_to_show_what_is_copied() -> None:
    def result(seat: int, card: str, key: str) -> Result:
        kingdoms = [holding(1), holding(2), holding(3)]
        kingdoms[seat] = holding(4, "fisher", counts={"fish": 1})
        kingdoms[0] = holding(1, card, copies={card: key}, counts={"fish": 1})
        return table(*kingdoms)

    assert not doubts(result(1, "socialist", "fisher"))  # the next clockwise sits at the left
    assert not doubts(result(2, "liberal", "fisher"))
    assert doubts(result(2, "socialist", "fisher")) == [
        "Ann: Socialist copies Fisher, but Bob does not show that card."
    ]
    assert doubts(result(1, "liberal", "fisher")) == ["Ann: Liberal copies Fisher, but Cy does not show that card."]


def test_with_two_players_both_neighbours_are_the_other() -> None:
    mine = holding(1, "liberal", "socialist", copies={"liberal": "royal_ring", "socialist": "royal_coat"})
    assert not table(mine, holding(2, "royal_ring", "royal_coat")).doubts


@pytest.mark.parametrize(
    ("cards", "copies", "doubt"),
    [
        ("fisher", {"liberal": "carpenter"}, "Liberal is not held, so it copies nothing."),
        ("liberal fisher", {"liberal": "fisher"}, "Liberal copies Fisher, which its owner holds; there is only one."),
    ],
)
def test_odd_copies_are_doubts(cards: str, copies: dict[str, str], doubt: str) -> None:
    assert doubt in doubts(one(cards, copies=copies, counts={"fish": 1, "wood": 1}))


# Treasure Hunter twice


@pytest.mark.parametrize(("choice", "expected"), [(None, 15), (15, 15), (20, 20), (99, 15)])
def test_two_treasure_hunters_are_asked_about(choice: int | None, expected: int) -> None:
    mine = holding(0, "royal_crown", "treasure_hunter", "liberal", copies={"liberal": "treasure_hunter"})
    result = table(mine, at(9), rulings={} if choice is None else {"two_treasure_hunters": choice})
    assert rulings(result)["two_treasure_hunters"] == (15, 20, 15, expected)
    assert points(result)["royal_crown"] == expected


def test_two_treasure_hunters_without_a_treasure_ask_nothing() -> None:
    assert not one("treasure_hunter liberal", copies={"liberal": "treasure_hunter"}).rulings


def test_hunter_options_are_the_sum_of_all_treasures() -> None:
    cards = "royal_crown left_glove right_glove treasure_hunter socialist"
    result = one(cards, copies={"socialist": "treasure_hunter"})
    assert rulings(result)["two_treasure_hunters"] == (39, 52, 39, 39)
    assert sum(points(result).values()) == 39


def test_a_third_hunter_adds_once_more_or_doubles_again() -> None:
    assert [hunter_times(n) for n in (0, 1, 2, 3)] == [(1, 1), (2, 2), (3, 4), (4, 8)]


def test_a_copy_card_that_copies_nothing_is_still_a_parchment() -> None:
    assert points(one("bureaucrat liberal")) == {"bureaucrat": 2, "liberal": 0}


# Matriarch


def test_matriarch_with_nobody_to_compare_with_pays_nothing() -> None:
    result = table(holding(1, "matriarch", territories=14))
    assert points(result) == {"matriarch": 0}
    assert doubts(result) == ["Matriarch needs the number of everybody's territories."]


@pytest.mark.parametrize(
    ("territories", "expected", "is_asked"),
    [
        ((14, 13, 11), 12, False),
        ((14, 14, 11), 0, True),
        ((14, 11, 14), 0, True),
        ((13, 14, 14), 0, False),
        ((13, 14, 11), 0, False),
        ((0, 0, 0), 0, False),
        ((14, None, 11), 0, False),
    ],
)
def test_matriarch(territories: tuple[int | None, ...], expected: int, is_asked: bool) -> None:
    kingdoms = [at(1, territories=n) for n in territories]
    kingdoms[0] = holding(1, "matriarch", territories=territories[0])
    result = table(*kingdoms)
    assert points(result) == {"matriarch": expected}
    assert ("matriarch_tie" in rulings(result)) is is_asked


@pytest.mark.parametrize(("choice", "expected"), [(0, 0), (12, 12), (5, 0)])
def test_a_shared_lead_pays_as_the_table_rules(choice: int, expected: int) -> None:
    result = table(holding(1, "matriarch", territories=14), at(1, territories=14), rulings={"matriarch_tie": choice})
    assert rulings(result)["matriarch_tie"] == (0, 12, 0, expected)
    assert points(result) == {"matriarch": expected}
    assert bool(result.doubts) is (choice == 5)


def test_the_tie_of_others_asks_nothing() -> None:
    kingdoms = holding(1, "matriarch", territories=3), at(1, territories=14), at(1, territories=14)
    assert not table(*kingdoms).rulings


def test_territories_come_from_the_map_where_there_is_one() -> None:
    result = table(holding(1, "matriarch", board=board("A1 A2 A3", "A4 camp 1")), at(1, territories=3))
    assert points(result) == {"matriarch": 12}


@pytest.mark.parametrize(
    ("typed", "said"), [(9, ["Ann: Territories: 9 is typed, but the map has 2, which counts."]), (2, [])]
)
def test_territories_that_are_typed_otherwise_than_the_map_are_a_doubt(typed: int, said: list[str]) -> None:
    result = table(holding(1, "matriarch", board=board("A1 A2"), territories=typed), at(1, territories=3))
    assert points(result) == {"matriarch": 0}
    assert [str(doubt) for doubt in result.doubts] == said


def test_a_copied_matriarch_looks_at_the_copier() -> None:
    mine = holding(1, "liberal", copies={"liberal": "matriarch"}, territories=3)
    result = table(mine, holding(2, "matriarch", territories=5))
    assert (points(result), points(result, 2)) == ({"liberal": 0}, {"matriarch": 12})


# Opportunist


def opportunist(*totals: int, **rulings: int) -> Result:
    """The first seat holds Opportunist."""
    first, *others = totals
    return table(holding(first, "opportunist"), *(at(n) for n in others), rulings=rulings)


@pytest.mark.parametrize(
    ("totals", "expected", "asked"),
    [
        ((105, 107, 103, 91), 10, []),
        ((120, 110, 90), 0, []),  # first
        ((90, 120, 110), 0, []),  # third
        ((100, 120, 100), 0, ["opportunist_tie"]),
        ((100, 100, 90), 0, ["opportunist_first_tie"]),  # first together
        ((100, 120, 120), 0, ["opportunist_first_tie"]),  # behind two leaders
        ((100, 120, 120, 100), 0, ["opportunist_tie", "opportunist_first_tie"]),
        ((100, 120, 110, 110), 0, []),
        ((100, 130, 120, 110), 0, []),
        ((100, 101), 10, []),
        ((100, 99), 0, []),
        ((100, 100), 0, ["opportunist_first_tie"]),
        ((100,), 0, []),
        ((100, 120, 120, 120), 0, ["opportunist_first_tie"]),
    ],
)
def test_opportunist_pays_the_second(totals: tuple[int, ...], expected: int, asked: list[str]) -> None:
    result = opportunist(*totals)
    assert points(result) == {"opportunist": expected}
    assert list(rulings(result)) == asked


@pytest.mark.parametrize(
    ("totals", "chosen", "expected"),
    [
        ((100, 120, 100), {"opportunist_tie": 10}, 10),
        ((100, 120, 100), {"opportunist_tie": 0}, 0),
        ((100, 100, 90), {"opportunist_first_tie": 10}, 10),
        ((100, 120, 120), {"opportunist_first_tie": 10}, 10),
        ((100, 120, 120, 100), {"opportunist_first_tie": 10}, 0),
        ((100, 120, 120, 100), {"opportunist_first_tie": 10, "opportunist_tie": 10}, 10),
        ((100, 120, 110), {"opportunist_tie": 10, "opportunist_first_tie": 10}, 0),  # third by any reading
    ],
)
def test_shared_places_pay_as_the_table_rules(totals: tuple[int, ...], chosen: dict[str, int], expected: int) -> None:
    assert points(opportunist(*totals, **chosen)) == {"opportunist": expected}


def test_a_shared_second_place_has_no_recommended_answer() -> None:
    assert rulings(opportunist(100, 120, 100))["opportunist_tie"] == (0, 10, None, None)


def test_opportunist_may_lift_its_owner_to_first() -> None:
    result = opportunist(105, 107, 103, 91)
    assert (result.total(1), result.winners) == (115, (1,))


def test_opportunist_is_judged_after_everything_else() -> None:
    mine = holding(100, "opportunist", "royal_crown")
    assert points(table(mine, at(104)))["opportunist"] == 0
    assert points(table(mine, at(106)))["opportunist"] == 10


def test_a_copied_opportunist_is_judged_on_the_same_totals() -> None:
    mine = holding(100, "liberal", copies={"liberal": "opportunist"})
    other = holding(95, "opportunist")
    result = table(mine, at(105), other)
    assert (points(result), points(result, 3)) == ({"liberal": 10}, {"opportunist": 0})
    assert (points(table(other, at(96)))["opportunist"]) == 10


def test_a_corrected_opportunist_moves_its_options_too() -> None:
    result = table(
        holding(100, "opportunist"),
        at(120),
        at(100),
        options=corrected(opportunist=8),
        rulings={"opportunist_tie": 8},
    )
    assert rulings(result)["opportunist_tie"] == (0, 8, None, 8)
    assert points(result) == {"opportunist": 8}


# What looks odd


@pytest.mark.parametrize(
    ("owned", "buildings", "doubt"),
    [
        ("A1", "B8 city 2", "B8 is not theirs, so this does not count: City of strength 2."),
        ("A4", "A4 city 2", "A4 is a printed city; nothing else fits there: City of strength 2."),
        ("B8", "B8 city 3", "B8 is plains, but this needs mountain: City of strength 3."),
        ("B8", "B8 pearl", "B8 is plains, but this needs sea: pearl farm."),
        ("A1", "A1 sky red", "The Sky Tower pair “red” has one token on the map, which joins nothing."),
        ("A1 A2 A3", "A1 sky r, A2 sky r, A3 sky r", "The Sky Tower pair “r” has 3 tokens on the map."),
        ("A1 A2", "A1 farm wood, A2 farm wood", "2 farms for wood, but the game has 1."),
        ("A1 A2 A3", "A1 post fish, A2 post wood, A3 post fish", "3 trading posts, but the game has 2."),
        ("A1 A2", "A1 camp 1, A2 camp 1", "2 camps with the number 1, but the game has 1."),
        (
            "B1 B2 B6 C2",
            "B1 city 3, B2 city 3, B6 city 3, C2 city 3",
            "4 Cities of strength 3, but the game has 3.",
        ),
        ("A1-C6", "", ""),
        ("A1-D9", "", "36 territories are more than the 35 rabbits that stand on the map."),
    ],
)
def test_odd_boards_are_doubts(owned: str, buildings: str, doubt: str) -> None:
    found = doubts(one("", board=board(owned, buildings)))
    assert found == ([doubt] if doubt else [])


def test_a_printed_city_that_is_listed_is_no_doubt_and_no_card() -> None:
    cities = ", ".join(f"{t} city 1" for t in ["A4", "B3", "B7", "B9", "C1", "D3", "D9", "E6", "E10", "F8"])
    assert not one("", board=board("A4 B3 B7 B9 C1 D3 D9 E6 E10 F8", cities)).doubts


def test_over_all_boards_a_thing_that_is_there_once_has_one_owner() -> None:
    ann, bob = board("A1 A2 C3", "A2 sky red, C3 farm fish"), board("A1 B8 E5", "B8 sky red, E5 farm fish")
    assert doubts(table(at(1, board=ann), at(2, board=bob))) == [
        "A1 has more than one owner: Ann and Bob. It counts for each.",
        "2 farms for fish, but the game has 1.",
        "The Sky Tower pair “red” stands on two players' land.",
    ]


def test_a_parchment_with_two_owners_is_a_doubt() -> None:
    result = table(holding(1, "royal_ring"), holding(2, "royal_ring"))
    assert doubts(result) == ["Royal Ring is there 2 times; the box holds one."]


def test_typed_figures_of_all_are_held_against_the_map() -> None:
    seats = [holding(1, "explorer", counts={"corners": 3}), holding(2, "diplomat", counts={"corners": 2, "border": 9})]
    assert doubts(table(*seats)) == ["Corners of the map: 5, but there can be no more than 4."]
    land = [at(1, territories=60), at(2, territories=41)]
    assert doubts(table(*land)) == ["101 territories in all, but the map has 100."]
    camps = [at(1, camp_cards=4), at(2, camp_cards=3)]
    assert doubts(table(*camps)) == ["7 Camp cards in all, but there are 6."]


def test_fewer_camp_cards_than_camps_are_a_doubt() -> None:
    result = one("colonist", camp_cards=1, board=board("", "A1 camp 1, A2 camp 2"))
    assert doubts(result) == ["There are at least 2 Camp cards; 1 was typed."]


# Whatever is held


CARDS = st.lists(st.sampled_from(sorted(PARCHMENTS)), unique=True, max_size=9)
COUNTS = st.fixed_dictionaries({key: st.integers(0, 20) for key in ("wood", "fish", "cities", "fiefs", "barren")})


@st.composite
def kingdoms(draw: st.DrawFn) -> Kingdom:
    return Kingdom(
        harvests={n: draw(st.integers(0, 60)) for n in range(1, 5)},
        counts=draw(COUNTS),
        fief_points=tuple(draw(st.lists(st.integers(0, 40), max_size=4))),
        territories=draw(st.none() | st.integers(0, 40)),
        parchments=tuple(draw(CARDS)),
        copies={key: draw(st.sampled_from(sorted(PARCHMENTS))) for key in COPIES},
        camp_cards=draw(st.integers(0, 6)),
        unplaced=draw(st.integers(0, 2)),
    )


@settings(deadline=None, max_examples=200)
@given(st.lists(kingdoms(), min_size=1, max_size=4))
def test_every_point_has_a_line_with_reason_and_rule(seats: list[Kingdom]) -> None:
    result = table(*seats)
    assert {line.seat for line in result.lines} == set(range(1, len(seats) + 1))
    assert all(str(line.why) and str(line.label) and line.rule for line in result.lines)
    best = max(result.total(seat) for seat in result.places)
    assert result.winners == tuple(seat for seat in result.places if result.total(seat) == best)
    assert all(str(doubt) for doubt in result.doubts)


@settings(deadline=None, max_examples=200)
@given(st.lists(kingdoms(), min_size=2, max_size=4), st.data())
def test_a_ruling_changes_the_score_only_where_it_was_asked(seats: list[Kingdom], data: st.DataObject) -> None:
    before = table(*seats)
    open_ = {ruling.id for ruling in before.rulings}
    others = {"matriarch_tie": 12, "opportunist_tie": 10, "opportunist_first_tie": 10, "unplaced_camps": "do_not_count"}
    chosen = {key: choice for key, choice in others.items() if key not in open_}
    assert table(*seats, rulings=chosen).lines == before.lines
    for ruling in before.rulings:
        choice = data.draw(st.sampled_from(ruling.options))
        again = table(*seats, rulings={ruling.id: choice})
        assert next(one.chosen for one in again.rulings if one.id == ruling.id) == choice
