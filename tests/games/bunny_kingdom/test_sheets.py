"""The drawing of the map for print: borders of groups of territories, and who reigns."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from companion.core.sheets import PlayOptions
from companion.games.bunny_kingdom.land import LAVA, NEIGHBOURS, TERRITORIES
from companion.games.bunny_kingdom.sheets import border, groups, keepsake_view, land
from companion.games.bunny_kingdom.state import Board, Building, Kingdom, Realm

PLAY = PlayOptions(play="x")


@pytest.mark.parametrize(
    ("territories", "inset", "path"),
    [
        (("A1",), 0, "M0 0L100 0L100 100L0 100Z"),
        (("A1",), 6, "M6 6L94 6L94 94L6 94Z"),
        (("A1", "A2"), 6, "M6 6L194 6L194 94L6 94Z"),
        (("A1", "A2", "B1"), 10, "M10 10L190 10L190 90L90 90L90 190L10 190Z"),
        (("A1", "B2"), 0, "M0 0L100 0L100 100L0 100ZM100 100L200 100L200 200L100 200Z"),
    ],
)
def test_a_border_runs_round_its_group(territories: tuple[str, ...], inset: int, path: str) -> None:
    assert border(territories, inset) == path


def test_lava_between_two_territories_is_border() -> None:
    assert frozenset(("B1", "B2")) in LAVA
    assert border(("B1", "B2"), 0).count("M") == 2
    assert border(("A1", "A2"), 0).count("M") == 1


def area(path: str) -> float:
    """What a path of loops surrounds."""
    total = 0.0
    for loop in path.strip("MZ").split("ZM"):
        points = [tuple(map(int, point.split())) for point in loop.split("L")]
        total += sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True)) / 2
    return total / 10_000


@given(st.sets(st.sampled_from(TERRITORIES), min_size=1))
@hypothesis_settings(deadline=None, max_examples=60)
def test_borders_surround_exactly_their_territories(territories: set[str]) -> None:
    assert area(border(territories, 0)) == pytest.approx(len(territories))
    found = list(groups(territories))
    assert sorted(t for group in found for t in group) == sorted(territories)
    for group in found:
        others = territories - set(group)
        assert not any(near in others for t in group for near in NEIGHBOURS[t])


def test_the_land_is_drawn_with_all_its_lava() -> None:
    assert len(land().spots) == len(TERRITORIES) and len(land().lava) == len(LAVA)
    assert all(re.fullmatch(r"(M[\d -]+(L[\d -]+)+Z)+", coast) for coast in land().coasts)


def realm(*totals: int, cards: tuple[str, ...] = ("bureaucrat",), rounds: int = 4) -> Realm:
    """Everybody with as many carrots in the first harvest, and none in the others."""
    kingdoms = {
        seat: Kingdom(harvests={n: total if n == 1 else 0 for n in range(1, rounds + 1)}, parchments=cards)
        for seat, total in enumerate(totals, 1)
    }
    return Realm(kingdoms=kingdoms, names=dict(enumerate(("Ann", "Ben", "Cy", "Di")[: len(totals)], 1)))


@pytest.mark.parametrize(
    ("given_realm", "sentence"),
    [
        (Realm(kingdoms={}), "The land is still free"),
        (realm(30, 20), "Ann wears the crown of Big Ears"),
        (realm(20, 20), "Ann and Ben share the crown of Big Ears"),
        (realm(30, 20, rounds=3), "Ann leads, as far as is known"),
        (realm(30, 20, cards=()), "Ann leads, as far as is known"),
        (realm(30, 30, 20, cards=()), "Ann and Ben lead, as far as is known"),
        (realm(0, 0, cards=()), "Nobody leads yet"),
    ],
)
def test_the_keepsake_says_who_reigns_and_only_what_is_known(given_realm: Realm, sentence: str) -> None:
    assert str(keepsake_view(PLAY, given_realm).verdict) == sentence


def test_a_fief_joined_by_sky_towers_has_two_borders_and_one_token() -> None:
    board = Board(owned=("A1", "J10"), buildings={"A1": Building(sky="a"), "J10": Building(sky="a")})
    view = keepsake_view(PLAY, Realm(kingdoms={1: Kingdom(board=board)}, names={1: "Ann"}))
    (estate,) = view.estates
    assert estate.border.count("M") == 2 and len(estate.squares) == 2
    assert sum(one.piece == "skytower" for one in view.pieces) == 2
