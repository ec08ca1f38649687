"""What people type on the pages: territories, buildings and parchments in words."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.core.data import data
from companion.core.errors import Invalid, Refused
from companion.games import bunny_kingdom
from companion.games.bunny_kingdom import pages
from companion.games.bunny_kingdom.parchments import PARCHMENTS
from companion.games.bunny_kingdom.state import Building
from companion.games.bunny_kingdom.words import PARCHMENT_NAMES

DATA = data(bunny_kingdom.__file__)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("A3 B4 C10", ("A3", "B4", "C10")),
        (" a3, b4;c10\n", ("A3", "B4", "C10")),
        ("A1-A4", ("A1", "A2", "A3", "A4")),
        ("a9 – c10", ("A9", "A10", "B9", "B10", "C9", "C10")),
        ("B2-A1 J10", ("A1", "A2", "B1", "B2", "J10")),
    ],
)
def test_territories_as_they_are_typed(text: str, expected: tuple[str, ...]) -> None:
    assert pages.read_land(text, "owned") == expected


@pytest.mark.parametrize("text", ["K1", "A11", "A0", "A", "7", "A1 A1", "A1-A3 A2", "A1-K3", "A١", "😀"])
def test_territories_that_are_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        pages.read_land(text, "owned")
    assert caught.value.field == "owned"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("city 3", Building(city=3)),
        ("3 city", Building(city=3)),
        ("City of strength 2", Building(city=2)),
        ("farm mushroom", Building(farm="mushroom")),
        ("Mushroom farm", Building(farm="mushroom")),
        ("mushroom", Building(farm="mushroom")),
        ("farm wood", Building(farm="wood")),
        ("fish post", Building(post="fish")),
        ("trading post: carrots", Building(post="carrot")),
        ("camp 4", Building(camp=4)),
        ("sky red", Building(sky="red")),
        ("Sky Tower Red", Building(sky="red")),
        ("tower 1", Building(sky="1")),
    ],
)
def test_buildings_as_they_are_typed(text: str, expected: Building) -> None:
    assert pages.read_building(text, "build") == expected


@pytest.mark.parametrize(
    "text",
    ["", "wood", "city", "city 4", "city 0", "camp 7", "post gold", "farm beer", "city farm", "3", "sky"],
)
def test_buildings_that_are_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        pages.read_building(text, "build")
    assert caught.value.field == "build"


def test_buildings_stand_between_commas_with_their_territory() -> None:
    assert pages.read_buildings("A3 farm mushroom, b2: city 3\nC9 sky red; gold farm C2", "buildings") == {
        "A3": Building(farm="mushroom"),
        "B2": Building(city=3),
        "C9": Building(sky="red"),
        "C2": Building(farm="gold"),
    }


@pytest.mark.parametrize("text", ["city 3", "A1 city 1, A1 city 2", "A1 B2 city 3", "K1 city 1", "A1"])
def test_buildings_without_one_territory_of_their_own_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        pages.read_buildings(text, "buildings")


@pytest.mark.parametrize("key", sorted(PARCHMENTS))
def test_every_parchment_is_found_by_its_name_and_by_its_key(key: str) -> None:
    name = str(PARCHMENT_NAMES[key])
    assert pages.read_cards(f"{name}, {name.upper()};{key}\n", "parchments") == (key, key, key)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("panpan", "panpan"),
        ("bun shee", "bun_shee"),
        ("hun-ny", "hun_ny_king"),
        ("Soc", "socialist"),
        ("farm", "farmer"),
    ],
)
def test_the_beginning_of_a_name_is_enough(text: str, expected: str) -> None:
    assert pages.read_card(text, "parchments") == expected


@pytest.mark.parametrize("text", ["royal", "master", "Fischer", "—"])
def test_parchments_that_are_unclear_or_unknown_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        pages.read_card(text, "parchments")


def test_everything_wrong_is_said_at_once_beside_its_field() -> None:
    form = pages.ParchmentsForm(parchments="Nobody", liberal="Nothing", owned="K1", buildings="A1")
    with pytest.raises(Invalid) as caught:
        pages.read_parchments(form)
    assert [error.field for error in caught.value.errors] == ["owned", "buildings", "parchments", "liberal"]


def test_the_players_of_a_final_score_keep_their_paths() -> None:
    players = (
        pages.PlayerForm(name="Ann", owned="A1 K1"),
        pages.PlayerForm(name="Ann", parchments="Nobody", socialist="x y"),
    )
    with pytest.raises(Invalid) as caught:
        pages.read_final(pages.FinalForm(players=players))
    assert [error.field for error in caught.value.errors] == [
        "players.1.name",
        "players.0.owned",
        "players.1.parchments",
        "players.1.socialist",
    ]


@pytest.mark.parametrize(
    ("form", "territories"),
    [
        (pages.ParchmentsForm(), {}),
        (pages.ParchmentsForm(territories=14), {}),
        (pages.ParchmentsForm(territories=14, others=(13, 11)), {"1": 14, "2": 13, "3": 11}),
        (pages.ParchmentsForm(owned="A1 A2", others=(1,)), {"1": 2, "2": 1}),
    ],
)
def test_others_territories_are_numbered_players(form: pages.ParchmentsForm, territories: dict[str, int]) -> None:
    assert pages.read_parchments(form).territories == territories


def test_others_territories_need_the_own() -> None:
    with pytest.raises(Refused) as caught:
        pages.read_parchments(pages.ParchmentsForm(others=(13,)))
    assert caught.value.field == "territories"


@pytest.mark.parametrize(
    ("build", "at"), [("city 1", ""), ("city 1", "A1 A2"), ("sky a", "A1"), ("sky a", "A1 A2 A3"), (None, "")]
)
def test_a_building_names_its_places(build: pages.BuildKey | None, at: str) -> None:
    with pytest.raises(Invalid) as caught:
        pages.read_placement(pages.PlacementForm(own="A1 A2", build=build, at=at))
    assert [error.field for error in caught.value.errors] == (["at"] if build else ["build", "at"])


def test_every_building_of_the_box_can_be_tapped() -> None:
    assert len(pages.BUILDINGS) == len(get_args(pages.BuildKey))
    assert [one.city for one in pages.BUILDINGS.values() if one.city] == [int(n) for n in DATA["cities"]]
    assert [one.farm for one in pages.BUILDINGS.values() if one.farm] == list(DATA["farms"])
    assert [one.camp for one in pages.BUILDINGS.values() if one.camp] == list(range(1, DATA["box"]["camps"] + 1))
    assert sum(one.sky is not None for one in pages.BUILDINGS.values()) == DATA["box"]["sky_towers"]
    assert {one.post for one in pages.BUILDINGS.values() if one.post} == {"wood", "fish", "carrot"}


def test_buildings_by_tap_and_in_words_go_together() -> None:
    rows = (pages.PlacedForm(at="b2", building="city 3"), pages.PlacedForm())
    form = pages.KingdomForm(owned="A3 B2", buildings="A3 mushroom", placed=rows)
    assert pages.read_kingdom(form).buildings == {"A3": Building(farm="mushroom"), "B2": Building(city=3)}


@pytest.mark.parametrize(
    ("row", "field"),
    [
        (pages.PlacedForm(at="B2"), "placed.0.building"),
        (pages.PlacedForm(building="city 3"), "placed.0.at"),
        (pages.PlacedForm(at="A3", building="city 1"), "placed.0.at"),  # has its building in words
        (pages.PlacedForm(at="A1 A2", building="city 1"), "placed.0.at"),
        (pages.PlacedForm(at="K1", building="city 1"), "placed.0.at"),
    ],
)
def test_a_tapped_building_has_one_free_territory(row: pages.PlacedForm, field: str) -> None:
    with pytest.raises(Invalid) as caught:
        pages.read_kingdom(pages.KingdomForm(owned="A3", buildings="A3 mushroom", placed=(row,)))
    assert [error.field for error in caught.value.errors] == [field]
