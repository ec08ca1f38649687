"""The flight sheet as it comes out of the printer: sizes, counts, ink, words; both papers, all maps, both readings."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from math import dist
from pathlib import Path
from typing import Any, Literal, get_args

import pytest
from flask.testing import FlaskClient
from fontTools.ttLib import TTFont
from PIL import Image, ImageStat
from pypdf import PdfReader
from pypdf.generic import IndirectObject

from companion import printing
from companion.games.rocket_flight.chart import CORNER, ROW, Chart, centre, chart, hatching
from companion.games.rocket_flight.draw import draw
from companion.games.rocket_flight.engine import TAKEOFF, VALUES, Play, Reading, Rocket, judge
from companion.games.rocket_flight.geometry import HEADINGS
from companion.games.rocket_flight.lettering import TYPE, lettered
from companion.games.rocket_flight.maps import ROUTE, MapKey, open_field
from companion.games.rocket_flight.sheets import (
    MARGIN,
    FlightOptions,
    diagrams,
    flight_view,
    flights,
    following,
    layout,
)
from companion.games.rocket_flight.words import PLANETS
from tests.web.test_prints import fonts, margins, text

MAPS: tuple[MapKey, ...] = get_args(MapKey)
MARKS = {"easy": "-E", "normal": "", "hard": "-H"}
PAPERS = {"a4": (595, 842), "letter": (612, 792)}
MOST_INK = 4.0  # percent of the page


def address(**args: Any) -> str:
    return "/games/rocket-flight/print/flight.pdf?" + "&".join(f"{key}={value}" for key, value in args.items())


def sheet(client: FlaskClient, **args: Any) -> bytes:
    response = client.get(address(**args))
    assert response.status_code == 200, response.text[:300]
    return bytes(response.data)


def pictures(body: bytes, folder: Path, dpi: int, *options: str) -> list[Path]:
    folder = folder / "pictures"
    folder.mkdir()
    (folder / "sheet.pdf").write_bytes(body)
    subprocess.run(["pdftoppm", "-r", str(dpi), *options, "sheet.pdf", "page"], cwd=folder, check=True)
    return sorted(folder.glob("page*.p?m"))


def alternatives(body: bytes) -> list[str]:
    """What a screen reader is told of the drawings."""
    found: list[str] = []
    seen: set[int] = set()

    def walk(one: Any) -> None:
        if isinstance(one, IndirectObject):
            if one.idnum in seen:
                return
            seen.add(one.idnum)
            one = one.get_object()
        if isinstance(one, dict):
            found.extend([str(one["/Alt"])] if "/Alt" in one else [])
            for key, value in one.items():
                if key not in ("/P", "/Pg"):
                    walk(value)
        elif isinstance(one, list):
            for value in one:
                walk(value)

    root: Any = PdfReader(io.BytesIO(body)).trailer["/Root"]
    walk(root["/StructTreeRoot"])
    return found


# ---------------------------------------------------------------- the drawing itself


def dashed(path: str, dashes: str) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The ends of every dash of the lines of *path*."""
    drawn, gap = map(float, dashes.split())
    for x, y, to, x1, y1 in re.findall(r"M([-\d.]+) ([-\d.]+)([Lh])([-\d.]+) ?([-\d.]*)", path):
        start = float(x), float(y)
        end = (start[0] + float(x1), start[1]) if to == "h" else (float(x1), float(y1))
        length = dist(start, end)
        far = 0.0
        while far < length - drawn / 2:
            one, two = (
                tuple(a + (b - a) * on / length for a, b in zip(start, end, strict=True)) for on in (far, far + drawn)
            )
            yield (one[0], one[1]), (two[0], two[1])
            far += drawn + gap


def sides(made: Chart) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Every side that the grid draws, its ends in whole units."""
    for (ax, ay), (bx, by) in dashed(made.grid, made.sides):
        ends = sorted([(round(ax), round(ay)), (round(bx), round(by))])
        yield ends[0], ends[1]


def expected_sides(made: Chart) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides of all cells, worked out cell by cell."""
    half, tall, lean = made.size / 2, made.size * CORNER, made.size * CORNER / 2
    corners = [(0, -tall), (half, -lean), (half, lean), (0, tall), (-half, lean), (-half, -lean)]
    found = set()
    for cell in made.board.cells():
        x, y = centre(cell, made.size)
        points = [(round(x + dx), round(y + dy)) for dx, dy in corners]
        for n in range(6):
            ends = sorted([points[n], points[n - 1]])
            found.add((ends[0], ends[1]))
    return found


@pytest.mark.parametrize(("key", "cells", "drawn"), [("normal", 331, 1056), ("hard", 331, 1056), ("easy", 397, 1260)])
def test_every_side_is_drawn_once_and_every_cell_has_its_dot(key: MapKey, cells: int, drawn: int) -> None:
    made = chart(key, 1_000)
    every = list(sides(made))
    assert len(every) == len(set(every)) == drawn
    near = {(a, b) for a, b in expected_sides(made)}
    assert len(near) == drawn and all(_is_near(one, near) for one in every)
    centres = {cell: centre(cell, made.size) for cell in made.board.cells()}
    assert len(centres) == cells
    dots = [(round(x / 10), round(y / 10)) for (x, y), _ in dashed(made.dots, made.points)]
    assert sorted(dots) == sorted((round(x / 10), round(y / 10)) for x, y in centres.values())
    assert len(made.numbered) == made.borders.count("Z") == 54


@pytest.mark.parametrize("key", MAPS)
def test_every_fifth_cell_of_a_row_has_a_ring_to_count_by(key: MapKey) -> None:
    made = chart(key, 100)
    fifths = {(round(x), round(y)) for (x, y), _ in dashed(made.fifths, made.fifth_points)}
    names = {made.board.cell_name(cell): centre(cell, 100) for cell in made.board.cells()}
    assert fifths == {(round(x), round(y)) for name, (x, y) in names.items() if int(name[1:]) % 5 == 0}


def test_half_a_page_leaves_the_middle_of_every_side_to_the_pencil() -> None:
    made = chart("normal", 6.2)
    corner, middle, other, between = map(float, made.open_sides.split())
    assert corner == other and 2 * corner + middle == pytest.approx(6.2 * CORNER, abs=0.002)
    assert corner + middle + other + between == pytest.approx(sum(map(float, made.sides.split())), abs=0.002)
    assert middle > 3 * corner


def test_words_on_the_map_are_as_wide_as_their_face() -> None:
    for face, weight in (("regular", 400), ("bold", 700)):
        font = TTFont(printing.FOLDER / f"_kit/fonts/print-literata-{weight}.woff2")
        codes, widths = font.getBestCmap(), font["hmtx"]
        assert {letter: widths[codes[ord(letter)]][0] for letter in TYPE[face]} == TYPE[face]
        assert {widths[codes[ord(digit)]][0] for digit in "0123456789"} == {TYPE["digit"]}
        assert font["head"].unitsPerEm == 1000
    one = lettered([("m4", 10, 5, 0.5), ("A11", 0, 1, 1)], 2.0, "#000")
    wide = (TYPE["regular"]["m"] + TYPE["digit"]) / 1000 * 2
    assert one.text == "m4A11" and one.y == "5 5 1 1 1"
    assert float(one.x.split()[0]) == pytest.approx(10 - wide / 2, abs=0.01)


def _is_near(one: Any, others: set[Any]) -> bool:
    """Rounded to the same unit, or the next one."""
    (ax, ay), (bx, by) = one
    shifts = (-1, 0, 1)
    return any(
        ((ax + i, ay + j), (bx + k, by + m)) in others for i in shifts for j in shifts for k in shifts for m in shifts
    )


def test_the_map_is_as_large_as_it_says() -> None:
    made = chart("normal", 9.0)
    assert (round(made.width, 1), round(made.height, 1)) == (189.0, 166.3)
    assert pytest.approx(0.866025, abs=1e-6) == ROW


@pytest.mark.parametrize("reading", get_args(Reading))
def test_both_diagrams_agree_with_the_rules_that_the_engine_flies_by(reading: Reading) -> None:
    space = open_field(suns=frozenset(), unchosen=frozenset(), others=frozenset(), target=None, visited=0)
    east, landed = Rocket(cell=(0, 0), heading="E"), Rocket(cell=(0, 0), on_planet=True)
    made = diagrams(10, reading)
    printed = {(card, str(one.to)) for one in made.turns for card in one.cards}
    words = dict(zip(HEADINGS, ("north-east", "east", "south-east", "south-west", "west", "north-west"), strict=True))
    legal = {
        (card, words[to])
        for card in VALUES
        for to in HEADINGS
        if judge(space, east, Play(card=card, use="turn", to=to), reading) is None
    }
    assert printed == legal
    assert {(one.cards[0], str(one.to)) for one in made.takeoff} == {(card, words[to]) for card, to in TAKEOFF.items()}
    assert all(judge(space, landed, Play(card=card, use="takeoff", to=to)) is None for card, to in TAKEOFF.items())
    assert sum(one.is_straight for one in made.turns) == 1


# ---------------------------------------------------------------- which flights


def test_several_flights_follow_from_the_first_and_are_the_same_for_ever() -> None:
    found = [one.code for one in flights(FlightOptions(flight="4T9W K2RM", flights=3))]
    assert found == ["4T9WK2RM", following("4T9WK2RM"), following(following("4T9WK2RM"))]
    assert following("4T9WK2RM") == "C1VFB97F"
    named = flights(FlightOptions(flight="7, 4t9wk2rm-h", layout="two", flights=3))
    assert [one.map for one in named] == ["normal", "hard", "hard", "hard"], "an odd one gets a neighbour"


@cache
def view(**options: Any) -> Any:
    return flight_view(FlightOptions(**options), None)


def test_a_blank_sheet_gives_no_planet_away() -> None:
    (page,) = view(flight="4T9WK2RM", state="blank").pages
    (one,) = page
    assert not (one.chosen or one.rings or one.closed or one.start[0] or one.perfect)
    assert all(stop.number == 0 and not stop.place for stop in one.stops)
    (other,) = view(flight="7", state="blank").pages[0]
    assert one.lettering == other.lettering, "not even by the order in which it is written"


def test_a_prepared_sheet_rings_nine_cells_and_closes_the_others() -> None:
    (page,) = view(flight="4T9WK2RM").pages
    (one,) = page
    assert {found.symbol: found.number for found in one.chosen} == draw("4T9WK2RM").planets
    assert [stop.symbol for stop in one.stops] == list(ROUTE) and len(one.chosen) == 9
    assert one.closed.count("M") >= 45 * 4


def test_what_closes_a_cell_spares_its_name() -> None:
    pieces = re.findall(r"M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)", hatching((0, 0), 100))
    assert len(pieces) > 4
    for x, y, to_x, to_y in (map(float, one) for one in pieces):
        assert x < to_x and y > to_y, "it rises"
        for n in range(11):
            here = (x + (to_x - x) * n / 10, y + (to_y - y) * n / 10)
            assert abs(here[0]) >= 32.9 or abs(here[1]) >= 22.9, here


def test_rows_are_lettered_at_both_ends_and_cells_numbered_along_the_rim(client: FlaskClient) -> None:
    made = chart("normal", 10)
    assert [n for n, _ in made.places] == [f"{n:02}" for n in range(1, 12)]
    firsts = [centre((n, -10), 10)[0] for n in range(11)]
    lasts = [centre((n - 10, 10), 10)[0] for n in range(11)]
    assert [x for _, x in made.places] == pytest.approx(firsts) and firsts == pytest.approx(lasts)
    assert [row.letter + row.last for row in made.rows][::10] == ["A11", "K21", "U11"]
    words = text(PdfReader(io.BytesIO(sheet(client, flight="7", state="blank")))).split()
    assert all(words.count(letter) >= 2 for letter in "ABCDFGHIKLOQRT"), "but for the planets' own letters"
    assert all(words.count(n) >= 2 for n in ("01", "05", "11", "18"))


# ---------------------------------------------------------------- on paper


@pytest.mark.parametrize("code", ["W2H6HBMQ", "QQQQQQQQ", "WWWWWWWW"])
def test_no_code_reaches_into_the_margin(client: FlaskClient, code: str, tmp_path: Path) -> None:
    assert margins(sheet(client, paper="letter", flight=code), tmp_path) >= 9.5


@pytest.mark.parametrize(
    ("paper", "key", "layout", "state"),
    [
        ("a4", "normal", "full", "prepared"),
        ("letter", "easy", "full", "prepared"),
        ("letter", "normal", "full", "prepared"),
        ("a4", "hard", "two", "prepared"),
        ("letter", "easy", "two", "prepared"),
        ("letter", "normal", "two", "blank"),
    ],
)
def test_paper_margins_ink_and_grey(
    client: FlaskClient, paper: str, key: MapKey, layout: str, state: str, tmp_path: Path
) -> None:
    body = sheet(client, paper=paper, flight=f"4T9WK2RM{MARKS[key]}", layout=layout, state=state)
    box = PdfReader(io.BytesIO(body)).pages[0].mediabox
    size = (round(box.width), round(box.height))
    assert size == (PAPERS[paper] if layout == "full" else PAPERS[paper][::-1])
    assert margins(body, tmp_path) >= 9.5
    (picture,) = pictures(body, tmp_path, 300 if layout == "full" else 150)
    red, green, blue = Image.open(picture).split()
    assert red.tobytes() == green.tobytes() == blue.tobytes(), "black and white is the master"
    ink = 100 * (1 - ImageStat.Stat(red).mean[0] / 255)
    assert 1 < ink < MOST_INK, ink


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_globe_of_each_planet_stands_clear_of_its_name_and_cell(
    client: FlaskClient, paper: Literal["a4", "letter"], tmp_path: Path
) -> None:
    (picture,) = pictures(sheet(client, flight="4T9WK2RM", paper=paper), tmp_path, 254, "-gray")
    page, made = Image.open(picture), layout(paper, "normal", two=False)
    top = 10 * (MARGIN + made.list_y + 7)

    def darkest(left: float, right: float, n: int, many: int = 1) -> float:
        rows = (top + 10 * made.row * n, top + 10 * made.row * (n + many))
        return float(page.crop((round(10 * left), round(rows[0]), round(10 * right), round(rows[1]))).getextrema()[0])

    for n in range(9):
        assert darkest(37, 43, n) < 120, f"the globe in row {n}"
    for left in (36.2, 43.2):
        assert darkest(left, left + 0.5, 0, 9) > 200, f"at {left} mm"


def test_the_ruler_measures_fifty_millimetres(client: FlaskClient, tmp_path: Path) -> None:
    body = sheet(client, flight="4T9WK2RM", state="blank")
    (picture,) = pictures(body, tmp_path, 254, "-gray", "-x", "80", "-y", "2660", "-W", "620", "-H", "160")
    image = Image.open(picture)
    longest = 0
    for y in range(image.height):
        row = image.crop((0, y, image.width, y + 1)).tobytes()
        longest = max(longest, *(len(run) for run in re.findall(rb"[\x00-\x7f]+", row)), 0)
    assert abs(longest - 500) <= 5, f"{longest / 10} mm"


@pytest.mark.parametrize("layout", ["full", "two"])
def test_the_flight_is_told_in_words_to_those_who_listen(client: FlaskClient, layout: str) -> None:
    body = sheet(client, flight="4T9WK2RM,7", layout=layout)
    told = [one for one in alternatives(body) if "leaves to the" in one]
    assert len(told) == 2
    assert "From Earth 1 in H13 the rocket leaves to the south-west" in told[0]
    assert "Mercury 4 in L09, Venus 6 in H08, Mars 4 in P05" in told[0]
    assert "sharp corner with 3, 4, 6" in told[0] and "4 south-west" in told[0]
    words = text(PdfReader(io.BytesIO(body)))
    assert ("the rocket leaves to the south-west" in " ".join(words.split())) == (layout == "full")
    assert all(str(name) in words for name in PLANETS.values()) and "4T9W K2RM" in words
    assert all(re.match(r"Literata|Bona", name) for name in fonts(PdfReader(io.BytesIO(body))))


def test_the_other_reading_redraws_the_printed_diagram(client: FlaskClient) -> None:
    (told,) = [
        one for one in alternatives(sheet(client, flight="7", turn_reading="course_change")) if "Turn diagram" in one
    ]
    assert "wide corner with 3, 4, 6" in told and "sharp corner with 5, 6" in told


def test_a_file_of_several_flights_has_a_page_for_each_and_two_fit_on_one(client: FlaskClient) -> None:
    one = PdfReader(io.BytesIO(sheet(client, flight="4T9WK2RM", flights=2)))
    two = PdfReader(io.BytesIO(sheet(client, flight="4T9WK2RM", flights=2, layout="two", paper="letter")))
    assert (len(one.pages), len(two.pages)) == (2, 1)
    assert "C1VF B97F" in one.pages[1].extract_text() and "C1VF B97F" in two.pages[0].extract_text()


def test_what_is_no_code_gets_its_sentence(client: FlaskClient) -> None:
    response = client.get(address(flight="rocket!"))
    assert response.status_code == 422 and "8 letters and digits" in response.text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_lines_of_a_crew_card_keep_clear_of_each_other(client: FlaskClient, paper: str, tmp_path: Path) -> None:
    name = "Wilhelmina Featherstonehaugh-Cholmondele"
    where = f"/games/rocket-flight/print/phase-aid.pdf?paper={paper}&players=4" + f"&name={name}" * 4
    response = client.get(where)
    assert response.status_code == 200
    (tmp_path / "card.pdf").write_bytes(response.data)
    found = subprocess.run(["pdftotext", "-bbox", "card.pdf", "-"], cwd=tmp_path, check=True, capture_output=True)
    words = re.findall(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">(\S+?)</word>', found.stdout.decode())
    limits = [float(low) for _, low, word in words if word == "7."]
    routes = [float(high) for high, _, word in words if word == "m"]
    assert len(limits) == len(routes) == 4
    assert all(high >= low - 1 for low, high in zip(limits, routes, strict=True)), "the route below the last line"
