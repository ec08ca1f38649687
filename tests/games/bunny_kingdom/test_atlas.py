"""The map to look at: who holds what, what one more would bring, what speaks against a building."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.core.events import Event, Left
from companion.core.secrets import seen
from companion.games.bunny_kingdom import atlas as maps
from companion.games.bunny_kingdom.atlas import Atlas, Gain, atlas
from companion.games.bunny_kingdom.happenings import Harvested, NewWorld, TurnedOver
from companion.games.bunny_kingdom.land import LAVA, PRINTED_CITIES, TERRITORIES
from tests.games.bunny_kingdom.following import after, begun, rounds, to_harvest
from tests.games.bunny_kingdom.test_tracker import CAMP, FOUR, build, give_up, keep, settle

NAMES = dict(enumerate(FOUR, 1))
HOME = (settle(1, "A3", "A4", "A5"), build(1, "A5", farm="pearl"))  # 1 City × wood, fish, pearl


def state(*events: Event) -> NewWorld:
    return after(begun(*FOUR), *events).state


def looked(at: str, *events: Event, seat: int = 1, **asked: str) -> Atlas:
    found: Atlas = atlas(state(*events), seat, NAMES, {"at": at, **asked})
    return found


def chosen(at: str, *events: Event, seat: int = 1) -> Any:
    card = looked(at, *events, seat=seat).chosen
    assert card is not None
    return card


def choices(at: str, *events: Event, seat: int = 1) -> dict[str, Any]:
    return {str(choice.label): choice for choice in chosen(at, *events, seat=seat).choices}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, None),
        ({"at": "C7"}, "C7"),
        ({"at": " c7 "}, "C7"),
        ({"at": "Z9"}, None),
        ({"at": "x" * 500}, None),
        ({"row": "C", "column": "10"}, "C10"),
        ({"row": "C"}, None),
        ({"row": "K", "column": "1"}, None),
        ({"at": "A3", "row": "C", "column": "10"}, "A3"),
    ],
)
def test_a_territory_is_named_or_picked_by_row_and_column(asked: dict[str, str], expected: str | None) -> None:
    card = atlas(state(), 1, NAMES, asked).chosen
    assert (card.at if card else None) == expected


def test_every_territory_is_told_in_words() -> None:
    seen_ = looked("", *HOME, settle(2, "C7"))
    said = {cell.at: str(cell.label) for cell in seen_.cells}
    assert len(said) == 100 == len(set(said.values()))
    assert said["A3"] == "A3, forest, Ann"
    assert said["A5"] == "A5, sea, Ann: pearl farm"
    assert said["C7"] == "C7, field, Bob"
    assert said["J10"] == "J10, sea, free"


def test_the_land_of_somebody_who_left_is_shown_as_theirs_until_it_is_taken() -> None:
    gone = (*HOME, settle(2, "C7"), Left(seat=2))
    [cell] = [cell for cell in looked("", *gone).cells if cell.at == "C7"]
    assert (cell.owner, str(cell.label)) == (2, "C7, field, Bob, who left")
    card = chosen("C7", *gone)
    assert (card.owner, card.has_left, card.fief.territories) == (2, True, ("C7",))
    assert card.settle is not None
    taken = chosen("C7", *gone, settle(1, "C7"))
    assert (taken.owner, taken.has_left) == (1, False)
    off = chosen("C7", *gone, give_up(2, "C7"))
    assert (off.owner, off.has_left, off.fief) == (None, False, None)


def test_pieces_stand_where_they_were_put() -> None:
    pieces = {cell.at: cell.piece for cell in looked("", *HOME, build(1, "A3", city=3), CAMP).cells}
    assert (pieces["A3"], pieces["A4"], pieces["A5"], pieces["C7"], pieces["J10"]) == (
        "city3",
        "city1",
        "pearl",
        "camp",
        "",
    )
    assert sum(piece == "city1" for piece in pieces.values()) == len(PRINTED_CITIES)


def test_a_fief_tapped_shows_strength_times_wealth() -> None:
    seen_ = looked("A3", *HOME)
    assert seen_.chosen and seen_.chosen.fief
    fief = seen_.chosen.fief
    assert (fief.strength, fief.wealth, fief.points) == (1, 3, 3)
    assert [cell.at for cell in seen_.cells if cell.is_chosen] == ["A3", "A4", "A5"]
    assert [(one.seat, one.points) for one in seen_.outlines] == [(1, 3)]


# ---------------------------------------------------------------- what if


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("B3", 3),  # a second City: 2 × 3
        ("A6", 0),  # fish is there already
        ("D4", 0),  # alone, without City
        ("A8", 0),
        ("C1", 0),
    ],
)
def test_what_a_rabbit_would_bring_at_a_harvest(at: str, expected: int) -> None:
    assert chosen(at, *HOME).settle == Gain(harvest=expected, missions=None)


@pytest.mark.parametrize(
    ("held", "at", "missions"),
    [
        ("explorer", "A10", 3),
        ("explorer", "B3", 0),
        ("diplomat", "A10", 1),
        ("panpan", "A9", 2),
        ("master_of_the_mountains", "B2", 2),
        ("hun_ny_king", "C1", 0),
        ("royal_crown", "A10", None),
        ("matriarch", "A10", None),
    ],
)
def test_what_a_rabbit_would_bring_in_missions_that_are_seen(held: str, at: str, missions: int | None) -> None:
    gain = chosen(at, *HOME, keep(1, held)).settle
    assert gain.missions == (0 if held == "matriarch" else missions)
    assert gain.total == gain.harvest + (missions or 0)


def test_matriarch_needs_everybodys_land() -> None:
    others = (settle(2, "J1", "J2", "J3"), settle(3, "J9"), settle(4, "H10"))
    assert chosen("A6", *HOME, *others, keep(1, "matriarch")).settle.missions == 12
    assert chosen("A6", *HOME, *others[:2], keep(1, "matriarch")).settle.missions == 0


def test_missions_that_lie_face_down_are_not_looked_at() -> None:
    hidden = seen(state(*HOME, keep(1, "explorer")), frozenset({2}))
    card = atlas(hidden, 1, NAMES, {"at": "A10"}).chosen
    assert card and card.settle == Gain(harvest=0, missions=None)


def test_joining_fiefs_may_cost_a_mission() -> None:
    """Two fiefs become one: Harecingetorix loses a point that the harvest gains."""
    gain = chosen("B4", settle(1, "A3", "A4"), settle(1, "C4", "D4"), keep(1, "harecingetorix")).settle
    assert gain == Gain(harvest=2, missions=-1)


@pytest.mark.parametrize(
    ("label", "gain"),
    [
        ("City of strength 1", 3),
        ("City of strength 2", 6),
        ("wood farm", 0),
        ("carrot farm", 1),
        ("mushroom farm", 1),
        ("trading post (carrot)", 1),
    ],
)
def test_what_a_building_would_bring(label: str, gain: int) -> None:
    assert choices("A3", *HOME)[label].gain.harvest == gain


def test_what_a_sky_tower_would_bring_to_each_other_fief() -> None:
    far = (settle(1, "C7", "C6"), settle(1, "E10", "F10"), settle(1, "I1"))
    towers = chosen("A3", *HOME, *far).towers
    assert [(one.to, one.gain.harvest) for one in towers] == [("E10", 3), ("C6", 1)]  # I1 has no room for a token
    assert chosen("I1", *HOME, *far).towers == ()
    assert chosen("A4", *HOME, *far).towers == towers, "the token finds room elsewhere in the fief"
    assert chosen("A3", *HOME, *far, seat=2).towers == (), "somebody else's land"


# ---------------------------------------------------------------- what may be built


@pytest.mark.parametrize(
    ("at", "events", "label", "sentence"),
    [
        ("A3", (), "City of strength 2", None),
        ("A3", (), "pearl farm", "A3 is forest, but this needs sea: pearl farm."),
        ("A3", (), "City of strength 3", "needs mountain"),
        ("A4", (), "City of strength 2", "printed city, which fills its place"),
        ("A5", (), "wood farm", "A5 already has a building: pearl farm."),
        (
            "A3",
            (settle(2, "J1"), build(2, "J1", farm="mushroom")),
            "mushroom farm",
            "2 farms for mushroom, but the game has 1",
        ),
        ("A3", (), "Sky Tower of the pair “a”", None),
        ("A3", (settle(1, "C7"), build(1, "C7", sky="a")), "Sky Tower of the pair “a”", None),
        ("A3", (build(1, "A5", sky="a"),), "Sky Tower of the pair “a”", "in one fief"),
        ("C7", (), "camp 1", None),
        ("C7", (settle(2, "J1"), build(2, "H1", camp=1)), "camp 1", "2 camps with the number 1"),
        ("B3", (), "camp 1", "printed city, which fills its place"),
    ],
)
def test_what_speaks_against_a_building(at: str, events: tuple[Event, ...], label: str, sentence: str | None) -> None:
    against = choices(at, *HOME, *events)[label].against
    assert (sentence in str(against)) if sentence else against is None, str(against)


def test_sky_towers_are_offered_pair_by_pair() -> None:
    def pairs(at: str, *events: Event, seat: int = 1) -> list[str]:
        return [choice.value for choice in choices(at, *HOME, *events, seat=seat).values() if choice.field == "sky"]

    far = (settle(1, "C7"), settle(2, "J1", "J9"))
    assert pairs("A3", *far) == ["a"]
    assert pairs("A3", *far, build(1, "C7", sky="a")) == ["a", "b"]
    assert pairs("J1", *far, build(1, "C7", sky="a"), seat=2) == ["b"]
    assert pairs("A3", *far, build(1, "C7", sky="a"), build(1, "A5", sky="a")) == ["b"]
    both = (build(2, "J1", sky="b"), build(2, "J9", sky="c"), build(1, "C7", sky="a"), build(1, "A5", sky="a"))
    assert pairs("A3", *far, *both) == []


def test_an_odd_building_can_be_built_all_the_same() -> None:
    choice = choices("A3", *HOME)["pearl farm"]
    after(begun(*FOUR), *HOME, build(1, "A3", **{choice.field: choice.value}))


def test_camps_go_on_free_land_and_nothing_else_does() -> None:
    assert {choice.field for choice in choices("C7", *HOME).values()} == {"camp"}
    assert "camp" not in {choice.field for choice in choices("A3", *HOME).values()}
    assert choices("A3", *HOME, seat=2) == {}, "somebody else's rabbit"


def test_every_choice_can_be_posted_as_it_is() -> None:
    play = after(begun(*FOUR), *HOME)
    for at in ("A3", "A5", "C7"):
        for choice in choices(at, *HOME).values():
            value: Any = int(choice.value) if choice.value.isdecimal() else choice.value
            after(play, build(1, at, **{choice.field: value}))


# ---------------------------------------------------------------- the harvest table


def test_rows_tell_this_harvest_and_all_so_far() -> None:
    play = after(begun(*FOUR), *HOME, *rounds(1), *to_harvest(2), Harvested(seat=1, round=2, typed="4"))
    row = atlas(play.state, 1, NAMES, {}).rows[0]
    assert (row.typed, row.mapped, row.now, row.total, row.is_odd) == ("4", 3, 4, 7, True)
    assert [(at, points) for at, points, _ in row.fiefs] == [("A3", 3)]
    after_it = atlas(after(play, *rounds(2)[2:]).state, 1, NAMES, {}).rows[0]
    assert (after_it.now, after_it.total, after_it.fiefs) == (None, 7, ())


@pytest.mark.parametrize(
    ("typed", "crowned"),
    [({}, set()), ({1: "3", 2: "5"}, {2}), ({1: "5", 2: "5"}, {1, 2}), ({1: "0"}, set())],
)
def test_who_has_most_wears_the_crown_of_big_ears(typed: dict[int, str], crowned: set[int]) -> None:
    given = (Harvested(seat=seat, round=1, typed=text) for seat, text in typed.items())
    play = after(begun(*FOUR), *to_harvest(1), *given)
    assert {row.seat for row in atlas(play.state, 1, NAMES, {}).rows if row.leads} == crowned


def test_after_the_game_it_is_told_what_one_more_would_have_brought_whom() -> None:
    before = state(*HOME, settle(2, "C7"), keep(1, "explorer"), *rounds(1, 2, 3))
    assert atlas(before, 1, NAMES, {}).missed == ()
    over = after(begun(*FOUR), *HOME, settle(2, "C7"), keep(1, "explorer"), *rounds(1, 2, 3, 4), TurnedOver()).state
    missed = {one.name: one.best for one in atlas(over, 1, NAMES, {}).missed}
    assert missed["Ann"][0] in (("A1", Gain(harvest=0, missions=3)), ("B3", Gain(harvest=3, missions=0)))
    assert {at for at, _ in missed["Ann"]} <= {"A1", "A10", "B3", "J1", "J10"} and len(missed["Ann"]) == 3
    assert missed["Bob"] == (("B7", Gain(harvest=1, missions=None)),)
    assert set(missed) == {"Ann", "Bob"}, "only of those whose map was entered"


# ---------------------------------------------------------------- drawing


def test_a_fief_is_outlined_along_every_edge_that_leads_out_of_it() -> None:
    def edges(*at: str) -> int:
        return len(re.findall("M", maps.outline(at)))

    assert (edges("A3"), edges("A3", "A4"), edges("A3", "A4", "A5")) == (4, 6, 8)
    assert edges("B1", "B2") == 8, "lava lies between"


def test_every_lava_edge_is_a_bar_and_all_land_is_washed() -> None:
    assert len(maps.lava_bars()) == len(LAVA)
    assert sum(path.count("M") for _, path in maps.washes()) == len(TERRITORIES)
