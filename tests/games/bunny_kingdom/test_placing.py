"""Where a building may stand, and the reason if it may not."""

from __future__ import annotations

import pytest

from companion.core.errors import Invalid
from companion.games.bunny_kingdom.calculators import placement
from companion.games.bunny_kingdom.pages import read_building, read_buildings
from companion.games.bunny_kingdom.shapes import PlacementInput
from companion.games.bunny_kingdom.state import Building

OWN = ("A3", "A4", "B2", "B8", "C7", "I4", "D9", "E9")
BUILT = "E9 camp 2, I4 pearl"


def judged(build: str, at: str, buildings: str = BUILT) -> str | None:
    spots = at.split()
    given = PlacementInput(
        own=OWN,
        taken_by_others=("J10",),
        buildings=read_buildings(buildings, "buildings"),
        build=read_building(build, "build"),
        at=spots[0] if len(spots) == 1 else (spots[0], spots[1]),
    )
    answer = placement(given)
    assert answer.legal == (answer.reason is None)
    assert str(answer.why) and answer.rule
    return answer.reason


@pytest.mark.parametrize(
    ("build", "at", "reason"),
    [
        ("city 1", "B8", None),
        ("city 2", "C7", None),
        ("city 3", "B2", None),
        ("city 3", "B8", "wrong_terrain"),
        ("city 3", "A3", "wrong_terrain"),
        ("city 1", "A4", "slot_taken"),  # a printed city
        ("city 1", "I4", "slot_taken"),  # a farm
        ("city 1", "E9", "slot_taken"),  # a camp
        ("city 1", "J9", "not_yours"),
        ("city 1", "J10", "not_yours"),
        ("city 1", "K11", "unknown_territory"),
        ("city 3", "J9", "not_yours"),  # before its terrain is looked at
        ("city 3", "A4", "slot_taken"),
        ("farm wood", "B8", None),
        ("farm fish", "B2", None),
        ("farm carrot", "A3", None),
        ("mushroom", "A3", None),
        ("mushroom", "C7", "wrong_terrain"),
        ("pearl", "A3", "wrong_terrain"),
        ("spice", "C7", None),
        ("spice", "B8", "wrong_terrain"),
        ("diamond", "B2", None),
        ("copper", "B2", None),
        ("gold", "B2", None),
        ("iron", "B2", None),
        ("iron", "B8", "wrong_terrain"),
        ("post fish", "B8", None),
        ("post fish", "J10", "not_yours"),
        ("camp 1", "J9", None),
        ("camp 1", "J10", "occupied"),
        ("camp 1", "A3", "occupied"),
        ("camp 1", "J3", "slot_taken"),
        ("camp 1", "E9", "occupied"),  # another camp of one's own
        ("camp 1", "Z1", "unknown_territory"),
        ("sky red", "A3 C7", None),
        ("sky red", "A3 A3", "same_fief"),
        ("sky red", "A3 J9", "not_yours"),
        ("sky red", "A3 A4", "slot_taken"),
        ("sky red", "A3 K1", "unknown_territory"),
    ],
)
def test_a_placement(build: str, at: str, reason: str | None) -> None:
    assert judged(build, at) == reason


def test_a_pair_joins_two_different_fiefs_as_they_stand() -> None:
    assert judged("sky red", "B8 C7") is None
    assert judged("sky blue", "A3 B8", buildings="B2 sky red, C7 sky red") is None
    own = PlacementInput(own=("E4", "E5", "E7"), build=Building(sky="red"), at=("E4", "E5"))
    assert placement(own).reason == "same_fief"
    linked = PlacementInput(
        own=("E2", "E4", "E5", "E7", "E9"),
        buildings={"E4": Building(sky="red"), "E7": Building(sky="red")},
        build=Building(sky="blue"),
        at=("E5", "E7"),
    )
    assert placement(linked).reason == "slot_taken"
    longer = PlacementInput(
        own=("D7", "E4", "E5", "E7"), buildings=dict(linked.buildings), build=Building(sky="blue"), at=("E5", "D7")
    )
    assert placement(longer).reason == "same_fief"


def test_the_land_of_others_is_theirs_also_under_a_camp() -> None:
    theirs = {"J9": Building(camp=2)}
    asked = PlacementInput(own=OWN, taken_by_others=("J9",), buildings=theirs, build=Building(farm="fish"), at="J9")
    assert placement(asked).reason == "not_yours"
    mine = PlacementInput(own=OWN, buildings=theirs, build=Building(farm="fish"), at="J9")
    assert placement(mine).reason == "slot_taken"


@pytest.mark.parametrize(("build", "at"), [({"sky": "red"}, "A3"), ({"city": 1}, ("A3", "B8"))])
def test_a_wrong_number_of_places_is_refused(build: dict[str, str], at: str | tuple[str, str]) -> None:
    with pytest.raises(Invalid) as caught:
        placement(PlacementInput(own=OWN, build=Building(**build), at=at))  # type: ignore[arg-type]
    assert [error.field for error in caught.value.errors] == ["at"]


def test_land_that_does_not_exist_or_stands_twice_is_refused_all_at_once() -> None:
    with pytest.raises(Invalid) as caught:
        placement(
            PlacementInput(
                own=("A3", "K1", "A3"),
                taken_by_others=("A11",),
                buildings={"Z9": Building(city=1)},
                build=Building(city=1),
                at="A3",
            )
        )
    fields = [error.field for error in caught.value.errors]
    assert fields == ["own.1", "own.2", "taken_by_others.0", "buildings.Z9"]


def test_more_than_the_box_holds_is_a_doubt() -> None:
    given = PlacementInput(
        own=("A3", "F4"), buildings={"F4": Building(farm="mushroom")}, build=Building(farm="mushroom"), at="A3"
    )
    answer = placement(given)
    assert answer.legal
    assert [str(doubt) for doubt in answer.doubts] == ["2 farms for mushroom, but the game has 1."]
