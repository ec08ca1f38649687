"""The sheets around a play: rules, checklist, phase cards, the map to draw on, and what a play leaves to keep."""

from __future__ import annotations

import io
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageStat
from pypdf import PdfReader
from werkzeug.datastructures import MultiDict

from companion.core import rules
from companion.core.sheets import SeatedOptions
from companion.core.text import msg
from companion.games import discover
from companion.games.bunny_kingdom.land import TERRITORIES
from companion.web.kit import pack, printables, said_pages
from companion.web.sheets import AidLine, aid_lines, asks_apart, todos_by_round
from tests.sample_games.carrot_fair import GAME as FAIR
from tests.web.test_prints import GAMES, LONG, SIZES, fonts, margins, pdf, text

BUNNY = discover()["bunny-kingdom"]
MOST_INK = 4  # percent of the page
WISHES = [
    pytest.param(game, one, paper, players, id=f"{game.slug}-{one.key}-{paper}-{players}")
    for game in GAMES
    for one in printables(game)
    if one.key not in ("score-pad", "scoring") and not one.of_play
    for paper in SIZES
    for players in (sorted({game.seats[0], game.seats[-1]}) if one.is_seated else [0])
]
LAND = {"1": "A3 A4 B3 B4 C2 C3", "2": "E6 E7 F7", "3": "D5 C7 C8", "4": "A1 B1"}
NAMES = ("Ann", "Zoë", "Boris", "Ed")


def squeezed(found: PdfReader) -> str:
    """All words without the spaces, hyphens and line ends between them."""
    return re.sub(r"[\s\-·]", "", text(found))


def address(game: Any, key: str, **args: Any) -> str:
    return f"/games/{game.slug}/print/{key}.pdf?" + "&".join(f"{k}={v}" for k, v in args.items() if v)


@pytest.mark.parametrize(("game", "one", "paper", "players"), WISHES)
def test_every_sheet_has_the_pages_it_promises_tagged_and_in_the_bundled_faces(
    client: FlaskClient, game: Any, one: Any, paper: str, players: int
) -> None:
    found = pdf(client, address(game, one.key, paper=paper, players=players))
    assert len(found.pages) == one.pages(game, players)
    box = found.pages[0].mediabox
    assert (round(box.width), round(box.height)) == SIZES[paper]
    root: Any = found.trailer["/Root"]
    assert root["/Lang"] == "en" and root["/MarkInfo"]["/Marked"] and found.metadata and found.metadata.title
    assert fonts(found) and all(re.match(r"Literata|Bona", name) for name in fonts(found)), fonts(found)
    assert str(game.title) in text(found)


@pytest.mark.parametrize(("game", "one", "paper", "players"), [w for w in WISHES if w.values[2] == "letter"])
def test_nothing_on_the_sheets_is_near_the_edge(
    client: FlaskClient, game: Any, one: Any, paper: str, players: int, tmp_path: Path
) -> None:
    assert margins(client.get(address(game, one.key, paper=paper, players=players)).data, tmp_path) >= 8.9


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_all_rules_are_printed_but_not_what_is_read_aloud(client: FlaskClient, game: Any) -> None:
    words = squeezed(pdf(client, address(game, "rules")))
    for entry in rules.load(game.folder, "en"):
        title = re.sub(r"[\s\-]", "", entry.title)
        apart = entry.kind in ("faq", "open") and asks_apart(game)
        assert (title in words) or entry.kind == "teach" or apart, entry.title
    assert "AskedatthetableWhat" in words or game is not BUNNY


def test_long_rules_leave_what_is_asked_to_a_sheet_of_its_own_that_comes_with_them(client: FlaskClient) -> None:
    long, short = next(game for game in GAMES if asks_apart(game)), next(game for game in GAMES if not asks_apart(game))
    sheet = pdf(client, address(long, "rules"))
    assert "hasasheetofitsown" in squeezed(sheet) and "Askedatthetable" not in squeezed(sheet)
    assert {one.key: n for one, n in pack(long, 2).sheets}["faq"] == 1
    assert "faq" not in {one.key for one, _ in pack(short, 2).sheets}


@pytest.mark.parametrize(
    ("players", "said", "unsaid"),
    [
        (2, ("Deal10cardstoeachplayer", "Deal10moreasareserve", "2players"), ()),
        (3, ("Deal12cardstoeachplayer", "3players"), ("reserve",)),
        (4, ("Deal10cardstoeachplayer", "4players", "18printedcities"), ("reserve",)),
        (1, ("2players",), ()),
        (12, ("4players",), ()),
    ],
)
def test_the_checklist_is_for_as_many_as_can_play(
    client: FlaskClient, players: int, said: tuple[str, ...], unsaid: tuple[str, ...]
) -> None:
    words = squeezed(pdf(client, address(BUNNY, "checklist", players=players)))
    assert all(part in words for part in said) and not any(part in words for part in unsaid), words


def test_everybody_gets_a_card_with_all_phases_and_the_rounds_that_differ(client: FlaskClient) -> None:
    words = squeezed(pdf(client, address(BUNNY, "phase-aid", players=3)))
    for part in ("Everybodytakes12newcards.", "Rounds1and3:Passtheresttotheleft", "Rounds2and4:Passtheresttotheright"):
        assert words.count(part) == 3, part
    assert words.count("Eachfiefpaysstrength×wealth.") == 3


def test_cards_carry_names_and_five_people_need_a_second_page(fair: FlaskClient) -> None:
    found = pdf(fair, "/games/carrot-fair/print/phase-aid.pdf?" + "&".join(f"name=Guest{n}" for n in range(5)))
    assert len(found.pages) == 2 and all(f"Guest{n}" in text(found) for n in range(5))
    aid = next(one for one in printables(FAIR) if one.key == "phase-aid")
    assert str(said_pages(aid, FAIR)) == "1 or 2 pages"


@pytest.mark.parametrize("key", ["checklist", "phase-aid", "map"])
def test_the_longest_names_cost_no_page(client: FlaskClient, key: str) -> None:
    query = "&".join([f"name={LONG}"] * 4)
    response = client.get(f"/games/bunny-kingdom/print/{key}.pdf?{query}&paper=letter")
    assert len(PdfReader(io.BytesIO(response.data)).pages) == 1
    assert "no-store" in response.headers["Cache-Control"]


def test_a_game_without_a_tracker_has_no_sheets_for_following_it() -> None:
    for game in GAMES:
        keys = {one.key for one in printables(game)}
        assert {"rules", "score-pad", "scoring"} <= keys
        assert ({"checklist", "phase-aid"} <= keys) == (game.tracker is not None)


def test_a_walk_through_a_game_hears_every_phase_of_every_round() -> None:
    from companion.web.sheets import seating

    with_app = todos_by_round(FAIR, seating(FAIR, SeatedOptions(players=3)))
    assert {phase: sorted(rounds) for phase, rounds in with_app.items()} == {"dig": [1, 2], "show": [1, 2]}


@pytest.mark.parametrize(
    ("by_round", "lines"),
    [
        ({1: ("a", "b")}, [("a", None), ("b", None)]),
        ({1: ("a", "l"), 2: ("a", "r"), 3: ("a", "l")}, [("a", None), ("l", "Rounds 1 and 3:"), ("r", "Round 2:")]),
        ({1: ("a",), 2: ("a", "b")}, [("a", None), ("b", "Round 2:")]),
        ({}, []),
    ],
)
def test_a_line_that_is_not_said_in_every_round_names_its_rounds(by_round: Any, lines: Any) -> None:
    found = aid_lines({n: tuple(map(msg, said)) for n, said in by_round.items()})
    assert [(str(one.text), str(one.rounds) if one.rounds else None) for one in found] == lines
    assert all(isinstance(one, AidLine) for one in found)


@pytest.mark.parametrize("paper", SIZES)
def test_the_map_names_every_territory_and_spares_ink(client: FlaskClient, paper: str, tmp_path: Path) -> None:
    response = client.get(address(BUNNY, "map", paper=paper))
    words = text(PdfReader(io.BytesIO(response.data))).split()
    assert set(TERRITORIES) <= set(words)
    (tmp_path / "map.pdf").write_bytes(response.data)
    subprocess.run(["pdftoppm", "-r", "100", "-gray", "-singlefile", "map.pdf", "map"], cwd=tmp_path, check=True)
    white = ImageStat.Stat(Image.open(tmp_path / "map.pgm")).mean[0]
    assert 1 < 100 * (1 - white / 255) <= MOST_INK


# ---------------------------------------------------------------- of a play


def test_the_map_of_people_with_the_longest_names_is_one_page(client: FlaskClient) -> None:
    names = [("name", f"{LONG} {n}") for n in range(4)]
    data = MultiDict([("game", "bunny-kingdom"), *names, ("depth", "full")])
    code = client.post("/plays/new", data=data).headers["Location"].split("/")[2]
    assert len(pdf(client, address(BUNNY, "keepsake", play=code, paper="letter")).pages) == 1


@pytest.fixture(scope="module")
def played(kept_app: Flask) -> tuple[FlaskClient, str]:
    """A phone of the table, and the code of a play of four harvests with a parchment face down."""
    client = kept_app.test_client()
    data = MultiDict([("game", "bunny-kingdom"), *(("name", name) for name in NAMES), ("depth", "full")])
    code = client.post("/plays/new", data=data).headers["Location"].split("/")[2]
    for seat, land in LAND.items():
        put(client, code, kind="settled", seat=seat, at=land.split(), on=1)
    put(client, code, kind="built", seat=1, at="C3", city=1)
    put(client, code, kind="parchments", seat=1, keys="royal_carrot")
    for round_ in range(1, 5):
        for phase in ("exploration", "construction", "harvest"):
            put(client, code, kind="phase_ended", round=round_, phase=phase)
    return client, code


def put(client: FlaskClient, code: str, **event: Any) -> None:
    response = client.post(f"/plays/{code}/events", data=event)
    assert response.status_code == 303, response.text


@pytest.mark.parametrize("paper", SIZES)
def test_the_map_to_keep_is_one_page_with_every_harvest_and_kept_nowhere(
    played: tuple[FlaskClient, str], paper: str, tmp_path: Path
) -> None:
    client, code = played
    response = client.get(address(BUNNY, "keepsake", play=code, paper=paper))
    found = PdfReader(io.BytesIO(response.data))
    assert len(found.pages) == 1 and response.headers["Cache-Control"] == "private, no-store"
    assert all(name in text(found) for name in NAMES)
    for row in ("6 1 6 6 6 6 – 24", "3 1 1 1 1 1 – 4", "3 2 0 0 0 0 – 0", "2 1 0 0 0 0 – 0"):
        assert row in text(found)
    assert "Ann leads, as far as is known" in text(found)
    assert all(re.match(r"Literata|Bona", name) for name in fonts(found))
    assert margins(response.data, tmp_path) >= 8.9


def test_the_score_sheet_of_a_play_needs_nothing_but_its_code(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    response = client.get(address(BUNNY, "score-sheet", play=code))
    words = text(PdfReader(io.BytesIO(response.data)))
    assert "So far" in words and "3×2, from the map" in words and "no-store" in response.headers["Cache-Control"]


@pytest.mark.parametrize("key", ["keepsake", "score-sheet"])
def test_a_sheet_of_a_play_bears_its_day_unless_another_is_asked(
    played: tuple[FlaskClient, str], kept_app: Flask, key: str
) -> None:
    client, code = played
    plays = kept_app.extensions["plays"]
    day = datetime.fromtimestamp(plays.open(plays.find(code)).log[-1].at / 1000, UTC)
    words = text(pdf(client, address(BUNNY, key, play=code)))
    assert words.count(f"{day:%B} {day.day}, {day.year}") == 2, "where one writes it, and in the line at the foot"
    words = text(pdf(client, address(BUNNY, key, play=code, date="2019-05-17")))
    assert words.count("May 17, 2019") == 2 and str(day.year) not in words


def test_parchments_are_printed_only_for_those_who_may_see_them(kept_app: Flask) -> None:
    client, watcher = kept_app.test_client(), kept_app.test_client()
    data = MultiDict([("game", "bunny-kingdom"), ("name", "Ann"), ("name", "Ben"), ("depth", "full")])
    code = client.post("/plays/new", data=data).headers["Location"].split("/")[2]
    watcher.post(f"/j/{code}", data={"as": "watch"})
    put(client, code, kind="parchments", seat=1, keys="royal_carrot")
    sheets = [address(BUNNY, key, play=code) for key in ("keepsake", "score-sheet")]
    for phone in (client, watcher):  # a phone of the whole table shows nobody's secret either
        assert not any(re.search(r"Royal Carrot|– 6 6", text(pdf(phone, sheet))) for sheet in sheets)
    put(client, code, kind="turned_over")
    for phone in (client, watcher):
        assert "– – – – 6 6" in text(pdf(phone, sheets[0]))
        assert "Royal Carrot" in text(pdf(phone, sheets[1]))


@pytest.mark.parametrize("key", ["keepsake", "score-sheet"])
def test_no_lie_in_the_address_prints_anothers_secret(kept_app: Flask, key: str) -> None:
    mine, other, watcher, stranger = (kept_app.test_client() for _ in range(4))
    data = MultiDict([("game", "bunny-kingdom"), ("name", "Ann"), ("name", "Ben"), ("depth", "full")])
    code = mine.post("/plays/new", data=data).headers["Location"].split("/")[2]
    other.post(f"/j/{code}", data={"seat": "2"})
    watcher.post(f"/j/{code}", data={"as": "watch"})
    put(mine, code, kind="parchments", seat=1, keys="royal_carrot")
    sheet, secret = address(BUNNY, key, play=code), r"Royal Carrot|– 6 6"
    assert re.search(secret, text(pdf(mine, sheet))), "alone on its phone, Ann prints her own"
    lie = f"{sheet}&seat=1&seats=1&open=1&me=1&covered=&device=host&name=Ann&player=1"
    for phone in (other, watcher):
        answer = phone.get(lie)
        is_sheet = answer.mimetype == "application/pdf"
        assert not re.search(secret, text(PdfReader(io.BytesIO(answer.data))) if is_sheet else answer.text)
        assert "no-store" in answer.headers["Cache-Control"]
    assert stranger.get(sheet).status_code == 303 and stranger.get(sheet.replace(".pdf", ".png")).status_code != 200
    mine.post(f"/plays/{code}/delete")
    for phone in (mine, other, watcher, stranger):
        assert phone.get(sheet).status_code == 404


@pytest.mark.parametrize("key", ["keepsake", "score-sheet"])
@pytest.mark.parametrize(
    "code",
    ["", "%20", "00000000", "x" * 500, "%00", "../../etc", "%F0%9F%98%80", "1&play=2", "'%20OR%201=1--", "{{7*7}}"],
)
def test_the_code_of_no_play_gets_a_sentence(client: FlaskClient, key: str, code: str) -> None:
    response = client.get(f"/games/bunny-kingdom/print/{key}.pdf?play={code}")
    assert response.status_code in (404, 422) and re.search(r"<h1>.{10,}</h1>", response.text)


def test_a_play_of_another_game_is_not_printed(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    for path in ("score-sheet.pdf", ""):
        response = client.get(f"/games/rocket-flight/print/{path}?play={code}".replace("print/?", "print?"))
        assert response.status_code == 404 and "another game" in response.text


def test_the_page_lists_every_sheet_and_knows_the_play(played: tuple[FlaskClient, str]) -> None:
    client, code = played
    page = client.get(f"/games/bunny-kingdom/print?play={code}").text
    for one in printables(BUNNY):
        assert f"/print/{one.key}.pdf" in page and str(one.about) in page
    assert 'value="Zoë"' in page and f'value="{code}"' in page
    assert page.count('name="paper"') == 2  # one choice of paper for all
    sheets = client.get("/api/v1/games").json["games"]
    listed = next(game["sheets"] for game in sheets if game["game"] == "bunny-kingdom")
    assert {"map", "keepsake", "checklist", "phase-aid", "rules", "score-sheet"} <= set(listed)
