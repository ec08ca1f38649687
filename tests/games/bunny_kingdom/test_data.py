"""The numbers: the map as the board shows it, the box adds up, every card is named and has a source."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from companion.core import rules
from companion.core.data import data
from companion.games import bunny_kingdom
from companion.games.bunny_kingdom import land, parchments
from companion.games.bunny_kingdom.state import RulingId
from companion.games.bunny_kingdom.words import COUNTED, COUNTS, PARCHMENT_NAMES, RESOURCES

DATA = data(bunny_kingdom.__file__)
IDS = {entry.id for entry in rules.load(Path(bunny_kingdom.__file__).parent, "en")}


def test_the_map_has_as_much_of_each_terrain_as_the_board() -> None:
    assert Counter(land.TERRAIN.values()) == {
        "forest": 15,
        "sea": 15,
        "field": 10,
        "plains": 26,
        "mountain": 16,
        "city": 18,
    }
    assert (len(land.BORDER), len(land.CORNERS)) == (36, 4)
    assert [land.TERRAIN[corner] for corner in ("A1", "A10", "J1", "J10")] == ["forest", "sea", "forest", "sea"]


def test_every_mountain_touches_one_lava_side_and_lava_touches_only_mountains() -> None:
    ends = Counter(t for edge in land.LAVA for t in edge)
    assert set(ends) == land.MOUNTAINS
    assert set(ends.values()) == {1}


def test_172_sides_are_passable_both_ways() -> None:
    sides = {frozenset((one, other)) for one, near in land.NEIGHBOURS.items() for other in near}
    assert len(sides) == 172
    assert all(one in land.NEIGHBOURS[other] for one, near in land.NEIGHBOURS.items() for other in near)


def test_no_two_printed_cities_touch() -> None:
    assert not any(other in land.PRINTED_CITIES for t in land.PRINTED_CITIES for other in land.NEIGHBOURS[t])


def test_the_box_adds_up() -> None:
    cities = {int(n): int(one["cards"]) for n, one in DATA["cities"].items()}
    farms = sum(one["cards"] for one in DATA["farms"].values()) + DATA["posts"]["cards"]
    assert farms == DATA["box"]["farms"] == 12
    assert cities[1] + len(land.PRINTED_CITIES) == DATA["box"]["cities"]["1"] == 27
    buildings = sum(cities.values()) + farms + DATA["box"]["sky_towers"] + DATA["box"]["camps"]
    assert buildings == 42
    cards = len(land.TERRITORIES) + buildings + DATA["provisions"]["cards"] + len(parchments.PARCHMENTS)
    assert cards == DATA["box"]["cards"] == 182


def test_there_are_eight_treasures_and_29_missions() -> None:
    assert (len(parchments.TREASURES), len(parchments.MISSIONS)) == (8, 29)
    assert set(PARCHMENT_NAMES) == set(parchments.PARCHMENTS)
    assert set(COUNTS) == set(COUNTED)


def test_the_values_that_rest_on_one_public_list_are_marked() -> None:
    assert {key for key, card in parchments.PARCHMENTS.items() if card.single_source} == {
        *("royal_ring", "royal_coat", "royal_chalice", "royal_crown", "royal_carrot"),
        *("woodland_king", "master_fisher", "fisher_king", "farmer", "master_farmer", "merchant"),
        *("diplomat", "panpan", "matriarch", "burgomaster", "king_of_thieves", "carrotistador"),
        *("treasure_guardian", "treasure_hunter"),
    }


def test_every_number_has_a_source() -> None:
    groups = ("hands", "cities", "farms", "parchments")
    tables = [one for name, one in DATA.items() if name not in groups]
    tables += [one for name in groups for one in DATA[name].values()]
    assert all(len(one["source"]) > 10 for one in tables)


def test_every_farm_makes_a_resource_that_has_a_name() -> None:
    assert set(DATA["farms"]) == set(RESOURCES)


def test_every_card_and_ruling_links_a_rule_that_is_written() -> None:
    linked = {card.rule for card in parchments.PARCHMENTS.values()}
    assert linked | {ruling.replace("_", "-") for ruling in RulingId.__args__} <= IDS
