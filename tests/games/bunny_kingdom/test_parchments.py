"""All 37 parchments: what each pays, at both edges, from a map and from typed figures, and why."""

from __future__ import annotations

import pytest

from companion.core.score import Ruling
from companion.games.bunny_kingdom.parchments import PARCHMENTS
from companion.games.bunny_kingdom.state import Kingdom

from .realms import board, corrected, one, points, table

CASES: list[tuple[str, dict[str, object], int]] = [
    ("royal_ring", {}, 1),
    ("royal_coat", {}, 2),
    ("royal_scepter", {}, 3),
    ("royal_chalice", {}, 4),
    ("royal_crown", {}, 5),
    ("royal_carrot", {}, 6),
    ("left_glove", {}, 1),
    ("right_glove", {}, 1),
    ("carpenter", {"wood": 0}, 0),
    ("carpenter", {"wood": 7}, 7),
    ("master_carpenter", {"wood": 7}, 14),
    ("woodland_king", {"wood": 6}, 0),
    ("woodland_king", {"wood": 7}, 20),
    ("woodland_king", {"wood": 15}, 20),
    ("fisher", {"fish": 3}, 3),
    ("master_fisher", {"fish": 3}, 6),
    ("fisher_king", {"fish": 6}, 0),
    ("fisher_king", {"fish": 7}, 20),
    ("farmer", {"carrot": 4}, 4),
    ("master_farmer", {"carrot": 4}, 8),
    ("carrot_king", {"carrot": 4}, 0),
    ("carrot_king", {"carrot": 5}, 15),
    ("merchant", {"luxury": 7}, 21),
    ("master_of_the_mountains", {"mountains": 16}, 32),
    ("diplomat", {"border": 36}, 36),
    ("explorer", {"corners": 4}, 12),
    ("panpan", {"barren": 4}, 8),
    ("burgomaster", {"cities": 9}, 9),
    ("king_of_thieves", {"cities": 8}, 0),
    ("king_of_thieves", {"cities": 9}, 12),
    ("bun_shee", {"lonely_cities": 3}, 6),
    ("harecingetorix", {"fiefs": 10}, 10),
    ("hun_ny_king", {"fiefs": 9}, 0),
    ("hun_ny_king", {"fiefs": 10}, 12),
    ("carrotistador", {"big_fiefs": 2}, 8),
    ("bureaucrat", {}, 1),
    ("colonist", {}, 0),
    ("treasure_guardian", {}, 0),
    ("treasure_hunter", {}, 0),
    ("little_prince", {}, 0),
    ("liberal", {}, 0),
    ("socialist", {}, 0),
    ("matriarch", {}, 0),
    ("opportunist", {}, 0),
]


@pytest.mark.parametrize(("card", "counts", "expected"), CASES)
def test_a_parchment_by_itself(card: str, counts: dict[str, int], expected: int) -> None:
    result = one(card, counts=counts)
    assert points(result) == {card: expected}
    assert all(str(line.why) and line.rule for line in result.lines)


def test_every_parchment_is_in_the_table_above() -> None:
    assert {card for card, _, _ in CASES} == set(PARCHMENTS)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("left_glove right_glove", [4, 4]),
        ("left_glove royal_ring", [1, 1]),
        ("royal_crown treasure_hunter", [10, 0]),
        ("left_glove right_glove treasure_hunter", [8, 8, 0]),
        ("treasure_hunter bureaucrat fisher", [0, 3, 2]),
        ("treasure_guardian royal_ring left_glove", [6, 1, 1]),
        ("treasure_guardian treasure_hunter royal_ring", [3, 0, 2]),  # Guardian is never doubled
    ],
)
def test_parchments_that_look_at_others(cards: str, expected: list[int]) -> None:
    found = points(one(cards, counts={"fish": 2}))
    assert [found[card] for card in cards.split()] == expected


def test_all_eight_treasures_pay_29_and_doubled_58() -> None:
    eight = "royal_ring royal_coat royal_scepter royal_chalice royal_crown royal_carrot left_glove right_glove"
    assert sum(points(one(eight)).values()) == 29
    assert sum(points(one(f"{eight} treasure_hunter")).values()) == 58


def test_a_card_that_is_named_twice_counts_once_and_is_a_doubt() -> None:
    result = one("bureaucrat bureaucrat")
    assert points(result) == {"bureaucrat": 1}
    assert "Bureaucrat is there 2 times; the box holds one." in map(str, result.doubts)


def test_a_board_counts_for_every_mission() -> None:
    mine = board("A1 A2 A3 A4 B1 J3", "A2 farm wood, B1 gold")
    cards = "burgomaster diplomat explorer carpenter merchant carrotistador bun_shee panpan little_prince"
    assert list(points(one(cards, board=mine)).values()) == [2, 6, 3, 4, 3, 4, 2, 0, 0]


def test_a_board_stands_above_typed_figures_and_says_so() -> None:
    result = one("fisher", board=board("A5 A6"), counts={"fish": 5})
    assert points(result) == {"fisher": 2}
    assert [str(d) for d in result.doubts] == ["Fish produced: 5 is typed, but the map has 2, which counts."]


@pytest.mark.parametrize(
    ("cards", "typed", "said"),
    [
        ("little_prince", (7,), ["Points of each fief: 7 typed, but the map has 1+2, which counts."]),
        ("little_prince", (2, 0, 1), []),
        ("little_prince", (), []),
        ("fisher", (7,), []),
    ],
)
def test_points_of_fiefs_beside_a_board_are_a_doubt_where_they_count(
    cards: str, typed: tuple[int, ...], said: list[str]
) -> None:
    mine = board("A1 A2 J4 J5 F6", "A1 city 1, J4 city 2")
    found = one(cards, board=mine, fief_points=typed).doubts
    assert [str(doubt) for doubt in found] == said


@pytest.mark.parametrize(
    ("fiefs", "expected"),
    [((12, 12, 3), 15), ((12,), 0), ((12, 0), 0), ((5, 20, 7), 12), ((), 0)],
)
def test_little_prince_leaves_out_exactly_one_best_fief(fiefs: tuple[int, ...], expected: int) -> None:
    assert points(one("little_prince", fief_points=fiefs)) == {"little_prince": expected}


def test_little_prince_on_a_board_takes_the_fiefs_themselves() -> None:
    mine = board("A3 A4 I9 J9 F4 F5", "F4 city 2")  # 1, 1, 2
    assert points(one("little_prince", board=mine)) == {"little_prince": 2}


@pytest.mark.parametrize(
    ("cards", "unplaced", "built", "expected"),
    [
        (3, 0, "", 9),
        (6, 0, "", 18),
        (0, 0, "C10 camp 1, D8 camp 2", 6),  # two stand, so at least two were played
        (3, 0, "C10 camp 1", 9),
        (0, 1, "C10 camp 1", 6),
    ],
)
def test_colonist_counts_camp_cards(cards: int, unplaced: int, built: str, expected: int) -> None:
    mine = board("", built) if built else None
    assert points(one("colonist", camp_cards=cards, unplaced=unplaced, board=mine)) == {"colonist": expected}


def asked(result: object) -> dict[str, Ruling]:
    return {ruling.id: ruling for ruling in result.rulings}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("choice", "expected"), [(None, 9), ("count", 9), ("do_not_count", 6)])
def test_a_camp_that_was_never_placed_is_asked_about(choice: str | None, expected: int) -> None:
    mine = Kingdom(parchments=("colonist",), camp_cards=3, unplaced=1)
    result = table(mine, Kingdom(), rulings={"unplaced_camps": choice} if choice else {})
    assert asked(result)["unplaced_camps"].options == ("count", "do_not_count")
    assert points(result) == {"colonist": expected}


def test_no_question_about_camps_without_colonist_or_without_such_a_card() -> None:
    assert not table(Kingdom(camp_cards=3, unplaced=1), Kingdom()).rulings
    assert not table(Kingdom(parchments=("colonist",), camp_cards=3), Kingdom()).rulings


def test_a_corrected_value_is_used_and_said() -> None:
    result = table(
        Kingdom(parchments=("royal_crown", "fisher", "treasure_hunter"), counts={"fish": 2}),
        Kingdom(),
        options=corrected(royal_crown=7, fisher=3),
    )
    assert points(result) == {"royal_crown": 14, "fisher": 6, "treasure_hunter": 0}
    whys = " ".join(str(line.why) for line in result.lines)
    assert "this table's value; our list says 5" in whys


def test_a_value_from_one_public_list_is_said_on_the_line() -> None:
    lines = {line.item: str(line.why) for line in one("royal_crown royal_scepter").lines}
    assert lines["royal_crown"] == "Royal Crown: worth 5 (from one list: check your card)"
    assert lines["royal_scepter"] == "Royal Scepter: worth 3"


@pytest.mark.parametrize(
    ("card", "doubt"),
    [
        ("fisher", "Fisher needs a figure: Fish produced."),
        ("matriarch", "Matriarch needs the number of everybody's territories."),
        ("little_prince", "Little Prince needs the points of every fief."),
        ("opportunist", "Opportunist is settled in the final score, when everybody's total is known."),
        ("liberal", "Liberal copies nothing yet."),
    ],
)
def test_a_figure_that_is_missing_is_a_doubt(card: str, doubt: str) -> None:
    assert [str(d) for d in one(card).doubts] == [doubt]


@pytest.mark.parametrize(
    ("counts", "doubts"),
    [
        ({"wood": 18}, 0),  # 15 forests, a farm, two trading posts
        ({"wood": 19}, 1),
        ({"fish": 18}, 0),
        ({"carrot": 13}, 0),
        ({"carrot": 14}, 1),
        ({"luxury": 8}, 1),
        ({"cities": 39}, 0),
        ({"cities": 40}, 1),
        ({"mountains": 17}, 1),
        ({"border": 37}, 1),
        ({"corners": 5}, 1),
        ({"corners": 3, "border": 2}, 1),
        ({"big_fiefs": 3, "fiefs": 3}, 0),
        ({"big_fiefs": 3, "fiefs": 2}, 1),
        ({"lonely_cities": 3, "cities": 2}, 1),
    ],
)
def test_more_than_the_map_and_the_box_hold_is_a_doubt(counts: dict[str, int], doubts: int) -> None:
    assert len(one("royal_ring", counts=counts).doubts) == doubts
