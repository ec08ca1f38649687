"""The star map: where boxes are, what they unlock, which path is broken, and what goes on to the next game."""

from __future__ import annotations

import re
from math import dist
from pathlib import Path

import pytest

from companion.core.errors import Missing, Refused
from companion.core.events import Closed, Final
from companion.core.sheets import PlayOptions
from companion.games.rabbit_astronauts import chart
from companion.games.rabbit_astronauts.board import chart_view
from companion.games.rabbit_astronauts.sheets import campaign_view
from companion.games.rabbit_astronauts.state import Agency, Chart, Finish, Options
from companion.games.rabbit_astronauts.words import MISSIONS, WORLDS
from tests.games.rabbit_astronauts.following import after, begun

CSS = (Path(__file__).parents[3] / "static" / "games" / "rabbit-astronauts.css").read_text("utf-8")


def test_every_world_and_twenty_four_free_boxes_are_on_the_map() -> None:
    keys = [spot.key for spot in chart.spots()]
    assert keys.count("earth") == 1 and len(keys) == len(set(keys)) == 1 + 12 + 24
    assert set(WORLDS) == set(chart.EVOLUTIONS) | (set(MISSIONS) - {"none"})
    assert all(chart.unlocks(key) for key in WORLDS) and chart.unlocks("3") is None


def test_boxes_lie_apart_and_on_the_map() -> None:
    spots = chart.spots()
    assert all(40 < value < 960 for spot in spots for value in (spot.x, spot.y))
    nearest = min(dist((a.x, a.y), (b.x, b.y)) for a in spots for b in spots if a.key < b.key)
    assert nearest * 0.288 >= 24, "a thumb hits one box on the smallest phone"


def test_the_stylesheet_puts_the_buttons_where_the_boxes_are() -> None:
    found = re.findall(r'\.stars \[value="(\w+)"\] \{ left: ([\d.]+)%; top: ([\d.]+)% \}', CSS)
    assert {key: (float(x), float(y)) for key, x, y in found} == {
        spot.key: (spot.x / 10, spot.y / 10) for spot in chart.spots() if spot.key != "earth"
    }


def test_a_box_is_checked_and_unchecked_once() -> None:
    sheet = chart.with_box(Chart(), " Mars ", on=True)
    assert chart.used(chart.with_box(sheet, "mars", on=True)) == 1
    assert chart.with_box(sheet, "mars", on=False) == Chart()


@pytest.mark.parametrize(("key", "error"), [("sun", Missing), ("25", Missing), ("", Missing), ("earth", Refused)])
def test_no_box_that_is_not_there(key: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        chart.with_box(Chart(), key, on=True)


@pytest.mark.parametrize("link", ["earth", "1-1", "1-2-3", "1-sun", "-"])
def test_no_link_that_cannot_be(link: str) -> None:
    with pytest.raises(Refused):
        chart.with_links(Chart(), [link], on=True)


def test_a_broken_path_is_told_only_where_links_are_entered() -> None:
    sheet = Chart(checked=frozenset({"1", "mars", "9"}), earned=9)
    assert chart.doubts(sheet) == ()
    linked = chart.with_links(sheet, ["earth-1", "7-1", "7–mars"], on=True)
    assert chart.cut_off(linked) == ("mars", "9")
    assert [str(text) for text in chart.doubts(linked)] == ["No unbroken path from Earth leads to: Mars and Box 9."]
    whole = chart.with_links(chart.with_box(linked, "7", on=True), ["9-1"], on=True)
    assert chart.doubts(whole) == ()
    assert chart.cut_off(chart.with_links(whole, ["1-earth"], on=False)) == ("1", "mars", "7", "9")


@pytest.mark.parametrize(
    ("scores", "earned"), [((), 0), ((9,), 0), ((10,), 1), ((59, 19), 6), ((100,), 10), ((9, 9), 0)]
)
def test_each_game_makes_its_own_boxes(scores: tuple[int, ...], earned: int) -> None:
    assert chart.earned(Chart(scores=scores)) == earned


def test_more_boxes_than_points_are_odd() -> None:
    sheet = Chart(checked=frozenset({"1", "2"}), scores=(19,))
    assert [str(text) for text in chart.doubts(sheet)] == ["2 boxes checked; the games so far give 1."]
    assert chart.doubts(sheet, 1) == () and chart_view(sheet, 10).doubts == ()


@pytest.mark.parametrize(
    ("checked", "mission", "free", "is_locked"),
    [((), "moon", False, False), (("mars",), "moon", False, True), (("moon",), "moon", False, False),
     (("mars",), "moon", True, False), (("mars",), "none", False, False)],
)  # fmt: skip
def test_a_mission_waits_for_its_world(checked: tuple[str, ...], mission: str, free: bool, is_locked: bool) -> None:
    options = Options(mission=mission, is_mission_free=free)  # type: ignore[arg-type]
    assert chart.is_locked(Chart(checked=frozenset(checked)), options) == is_locked


def closed(*totals: int) -> Closed:
    finals = tuple(Final(seat=n, place=1, total=total, points={}) for n, total in enumerate(totals, 1))
    return Closed(decided_by="team", finals=finals)


@pytest.mark.parametrize(
    ("options", "points"),
    [
        (Options(), 45),
        (Options(mode="competitive"), 45),
        (Options(mode="competitive", is_winner_boxed=True), 23),
        (Options(is_winner_boxed=True), 45),
    ],
)
def test_what_goes_on_are_the_points_that_make_boxes(options: Options, points: int) -> None:
    assert chart.left(Chart(scores=(7,)), closed(22, 23), options).scores == (7, points)


def test_a_sheet_comes_back_as_it_left() -> None:
    sheet = Chart(checked=frozenset({"1", "venus"}), scores=(31,), earned=2, beyond=1)
    sheet = chart.with_links(sheet, ["earth-1", "1-venus"], on=True)
    assert chart.carried(chart.left(sheet, None, Options())) == sheet


def test_an_empty_sheet_that_is_carried_is_an_empty_sheet() -> None:
    assert after(begun(), chart.left(Chart(), None, Options())).state.chart == Chart()


def test_boxes_of_games_elsewhere_and_beyond_the_map_count() -> None:
    play = after(begun(), {"kind": "earned", "by": 3}, {"kind": "beyond", "by": 2}, {"kind": "checked", "box": "1"})
    view = chart_view(play.state.chart)
    assert (view.earned, view.checked, view.left) == (3, 3, 0)
    with pytest.raises(Refused, match="0 is the least"):
        after(play, {"kind": "beyond", "by": -3})


def test_the_games_are_plotted_from_left_to_right() -> None:
    view = chart_view(Chart(scores=(20, 40, 10)))
    assert [(one.x, one.y) for one in view.voyages] == [(0, 60), (160, 0), (320, 90)]
    assert chart_view(Chart(scores=(20,))).voyages[0].x == 160 and chart_view(Chart()).line == ""


def test_the_boxes_of_a_game_that_is_over_are_there_to_check() -> None:
    sheet = Chart(scores=(71,), checked=frozenset({"mars"}))
    now, over = chart_view(sheet, 58), chart_view(sheet, 58, is_over=True)
    assert (now.left, now.so_far, now.earned) == (6, 5, 7)
    assert (over.left, over.so_far, over.earned) == (11, 0, 12) and over.earned == sum(
        one.boxes for one in over.voyages
    )


@pytest.mark.parametrize(
    ("played", "so_far", "first", "shown", "rows"), [(3, 40, 1, 3, 8), (11, 40, 1, 11, 0), (30, 40, 20, 11, 0)]
)
def test_the_last_games_are_printed(played: int, so_far: int, first: int, shown: int, rows: int) -> None:
    finish = Finish(agencies={1: Agency(space=(so_far,))}, names={1: "Ann"}, chart=Chart(scores=(20,) * played))
    view = campaign_view(PlayOptions(play="ABCD1234"), finish)
    assert (view.games[0].number, len(view.games), view.rows) == (first, shown, rows)
