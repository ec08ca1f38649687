"""Every sheet of every game: pages as promised, embedded fonts, true paper, white margins, the right text."""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageOps
from pypdf import PdfReader

from companion import printing
from companion.core.game import Setting
from companion.core.rules import listed
from companion.games import discover
from companion.web.kit import pack, printables
from companion.web.prints import PREVIEW, filled
from companion.web.sheets import LEGIBLE

GAMES_BY_SLUG = discover()
GAMES = tuple(GAMES_BY_SLUG.values())
SIZES = {"a4": (595, 842), "letter": (612, 792)}
LONG = "Wwwwwwwwww Wwwwwwwwww Wwwwwwwwww Wwwwwww"
ODD = ("Łukasz Žižek", "Борис", "Ζωή", "<b>{{7*7}}</b>")


def pdf(client: FlaskClient, url: str) -> PdfReader:
    response = client.get(url)
    assert response.status_code == 200, response.text[:500]
    assert response.mimetype == "application/pdf"
    return PdfReader(io.BytesIO(response.data))


def text(found: PdfReader) -> str:
    return " ".join(re.sub(r"\s+", " ", page.extract_text()) for page in found.pages)


def fonts(found: PdfReader) -> set[str]:
    names: set[str] = set()
    for page in found.pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            names.add(str(font.get_object()["/BaseFont"]).split("+")[-1])
    return names


def margins(body: bytes, folder: Path) -> float:
    """The narrowest white margin of any page, in millimetres, as it would be printed."""
    (folder / "sheet.pdf").write_bytes(body)
    subprocess.run(["pdftoppm", "-r", "72", "-gray", "sheet.pdf", "page"], cwd=folder, check=True)
    found = []
    for path in folder.glob("page*.pgm"):
        image = Image.open(path)
        left, top, right, bottom = ImageOps.invert(image).getbbox()
        found += [left, top, image.width - right, image.height - bottom]
    return min(found) / 72 * 25.4


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_the_score_pad_is_one_page_for_any_number_of_players(client: FlaskClient, game: Any, paper: str) -> None:
    for players in (game.seats[0], game.seats[-1]):
        found = pdf(client, f"/games/{game.slug}/print/score-pad.pdf?paper={paper}&players={players}")
        assert len(found.pages) == 1
        box = found.pages[0].mediabox
        assert (round(box.width), round(box.height)) == SIZES[paper]
        assert str(game.title) in text(found)
        for category in game.count.categories:
            if category.pad is not None:
                assert str(category.label) in text(found).replace(" - ", "-")


@pytest.mark.parametrize("paper", SIZES)
def test_a_pad_of_few_rows_has_room_for_two_plays(client: FlaskClient, paper: str) -> None:
    short, tall = (
        text(pdf(client, f"/games/{slug}/print/score-pad.pdf?paper={paper}"))
        for slug in ("space-pioneers", "bunny-kingdom")
    )
    assert ("Play 1" in short, short.count("Total"), short.count("The winner")) == (True, 2, 2)
    assert ("Play 1" in tall, tall.count("Total"), tall.count("The winner")) == (False, 1, 1)


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_how_scoring_works_fits_one_page(client: FlaskClient, game: Any, paper: str) -> None:
    assert len(pdf(client, f"/games/{game.slug}/print/scoring.pdf?paper={paper}").pages) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_sheets_are_tagged_titled_and_set_in_the_bundled_faces(client: FlaskClient, game: Any) -> None:
    for sheet in ("score-pad", "scoring"):
        found = pdf(client, f"/games/{game.slug}/print/{sheet}.pdf")
        root: Any = found.trailer["/Root"]
        assert root["/Lang"] == "en" and root["/MarkInfo"]["/Marked"]
        assert found.metadata and found.metadata.title
        assert fonts(found) and all(re.match(r"Literata|Bona", name) for name in fonts(found)), fonts(found)


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_nothing_is_printed_near_the_edge(client: FlaskClient, game: Any, tmp_path: Path) -> None:
    for n, sheet in enumerate(("score-pad.pdf", "score-pad.pdf?paper=letter&players=2", "scoring.pdf?paper=letter")):
        (folder := tmp_path / str(n)).mkdir()
        assert margins(client.get(f"/games/{game.slug}/print/{sheet}").data, folder) >= 8.9


def test_the_longest_names_stay_off_the_edge_of_a_filled_sheet(client: FlaskClient, tmp_path: Path) -> None:
    query = f"name={'W' * 60}&name={'M' * 60}&planets.1=5&planets.2=6&missions.1=9"
    assert margins(client.get(f"/games/space-pioneers/print/score-sheet.pdf?{query}").data, tmp_path) >= 8.9


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_a_filled_pad_and_sheet_show_any_name_as_it_is(client: FlaskClient, game: Any) -> None:
    names = ODD[: game.seats[-1]]
    query = "&".join(f"name={name}" for name in names)
    pad = pdf(client, f"/games/{game.slug}/print/score-pad.pdf?{query}")
    sheet = pdf(client, f"/games/{game.slug}/print/score-sheet.pdf?{query}")
    categories = [category for category in game.count.categories if category.pad is not None]
    if not all(category.team for category in categories):
        assert all(name.replace(" ", "") in text(pad).replace(" ", "") for name in names)
        assert all(name.replace(" ", "") in text(sheet).replace(" ", "") for name in names)


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_the_longest_names_keep_the_pad_on_one_page(client: FlaskClient, game: Any) -> None:
    query = "&".join(["name=" + LONG] * game.seats[-1])
    for paper in SIZES:
        assert len(pdf(client, f"/games/{game.slug}/print/score-pad.pdf?{query}&paper={paper}").pages) == 1


@pytest.mark.parametrize("letter", ["W", "李"])
def test_the_longest_names_stand_on_the_pad_in_letters_that_can_be_read(kept_app: Flask, letter: str) -> None:
    query = "&".join([f"name={letter * 60}"] * 5)
    with kept_app.test_request_context(f"/games/space-pioneers/print/score-pad.pdf?{query}"):
        html, _ = filled(GAMES_BY_SLUG["space-pioneers"], "score-pad")
    sizes = [float(size) for size in re.findall(r'<b dir="auto" style="font-size: ([\d.]+)pt"', html)]
    assert len(sizes) == 5 and min(sizes) >= LEGIBLE


def test_the_same_sheet_is_the_same_bytes_and_is_kept_by_its_tag(client: FlaskClient) -> None:
    url = f"/games/{GAMES[0].slug}/print/score-pad.pdf?players=2"
    first = client.get(url)
    again = client.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert client.get(url).data == first.data and again.status_code == 304


def test_a_sheet_with_names_is_kept_nowhere(client: FlaskClient) -> None:
    response = client.get(f"/games/{GAMES[0].slug}/print/score-pad.pdf?name=Ann&name=Bob")
    assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.parametrize(
    "query",
    [
        "paper=a5",
        "players=99",
        "players=x",
        "players=-1",
        f"name={'x' * 61}",
        "paper=a4&paper=" + "y" * 100,
        "name=%00",
    ],
)
def test_odd_wishes_get_a_sentence(client: FlaskClient, query: str) -> None:
    response = client.get(f"/games/{GAMES[0].slug}/print/score-pad.pdf?{query}")
    assert response.status_code in (200, 422), response.status_code
    assert query == "paper=a4&paper=" + "y" * 100 or response.status_code == 422


def test_a_sheet_draws_the_code_that_nobody_typed(client: FlaskClient) -> None:
    tags = [
        client.get(f"/games/rocket-flight/print/flight.pdf?{q}").headers["ETag"]
        for q in ("", "", "flight=7", "flight=7")
    ]
    assert len(set(tags)) == 3 and tags[2] == tags[3]


def test_a_sheet_with_a_picture_gives_it_whole_and_others_have_none(client: FlaskClient) -> None:
    response = client.get("/games/rocket-flight/print/flown.svg?code=4T9WK2RM&line=3&crew=%3CAnn%3E%26")
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    assert "<Ann>&" in "".join(ElementTree.fromstring(response.text).itertext())  # noqa: S314  # our own drawing
    again = client.get(response.request.url, headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304
    for path in ("rocket-flight/print/score-pad.svg", "space-pioneers/print/flown.svg", "rocket-flight/print/...svg"):
        assert client.get(f"/games/{path}").status_code == 404


def test_an_answer_shows_what_its_game_draws_below_it(client: FlaskClient) -> None:
    page = client.get("/games/rocket-flight/score/draw?code=4T9WK2RM").text
    assert "print/flown.svg?code=4T9WK2RM" in page and "opt.flight=4T9WK2RM" in page
    assert "<figure" not in client.get("/games/space-pioneers/score/dice?count=1").text


def test_an_unknown_sheet_is_not_found(client: FlaskClient) -> None:
    assert client.get(f"/games/{GAMES[0].slug}/print/nothing.pdf").status_code == 404


def test_without_the_library_the_page_and_the_pdf_say_what_to_type(
    fair_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Off:
        def pdf(self, html: str, *, keep: bool) -> bytes:
            raise printing.NoPango

    fair_app.extensions["printer"] = Off()
    monkeypatch.setattr("companion.web.prints.pdf_problem", lambda: str(printing.NoPango()))
    client = fair_app.test_client()
    answer = client.get("/games/carrot-fair/print/score-pad.pdf")
    assert answer.status_code == 503 and "apt-get install libpango" in answer.text
    assert "apt-get install libpango" in client.get("/games/carrot-fair/print").text


@pytest.mark.parametrize(
    ("languages", "paper"),
    [("en-US,en;q=0.9", "letter"), ("fr-FR", "a4"), ("en", "a4"), ("en-CA", "letter"), ("", "a4")],
)
def test_the_paper_is_guessed_from_the_country(fair: FlaskClient, languages: str, paper: str) -> None:
    page = fair.get("/games/carrot-fair/print", headers={"Accept-Language": languages}).text
    assert re.search(rf'value="{paper}" checked', page)


# ---------------------------------------------------------------- the print page, its previews, tonight's pack


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_the_page_says_how_many_pages_tonights_pack_has_and_the_pack_has_them(client: FlaskClient, game: Any) -> None:
    page = BeautifulSoup(client.get(f"/games/{game.slug}/print").text, "html.parser")
    promised = {
        int(tag["data-players"]): int(re.findall(r"\d+", tag.b.text)[0]) for tag in page.select(".pack [data-players]")
    }
    assert set(promised) == set(game.seats)
    assert len(page.select(".pack [data-players]:not([hidden])")) == 1
    assert page.select_one(".pack button")["formaction"] == f"/games/{game.slug}/print/pack.pdf"
    found = pdf(client, f"/games/{game.slug}/print/pack.pdf?players={game.seats[-1]}&paper=letter")
    assert len(found.pages) == promised[game.seats[-1]] == pack(game, game.seats[-1]).pages
    assert found.metadata and "tonight" in str(found.metadata.title) and str(game.title) in str(found.metadata.title)
    assert {(round(one.mediabox.width), round(one.mediabox.height)) for one in found.pages} == {SIZES["letter"]}


def test_a_pack_holds_what_the_group_needs_with_its_names_and_counts_each_sheets_pages(client: FlaskClient) -> None:
    found = pdf(client, "/games/space-pioneers/print/pack.pdf?" + "&".join(f"name=N{n}" for n in range(1, 6)))
    pages = [one.extract_text() for one in found.pages]
    assert len(pages) == pack(GAMES_BY_SLUG["space-pioneers"], 5).pages
    assert sum("N5" in one for one in pages) >= 3
    rules = [one for one in pages if "Space Pioneers · Rules" in one]
    assert [re.findall(r"\d+ / \d+", one)[-1] for one in rules] == ["1 / 2", "2 / 2"]
    titles = [entry["/Title"] for entry in found.outline if not isinstance(entry, list)]
    assert len(titles) >= 3


@pytest.mark.parametrize(
    ("slug", "sheets"),
    [
        ("bunny-kingdom", {"map": 1}),
        ("project-universe", {"head-office": 1, "orders": 1, "faq": 1}),
        ("rabbit-astronauts", {"training-board": 3}),
        ("rocket-flight", {"flight": 1}),
        ("space-pioneers", {"network": 1}),
    ],
)
def test_the_pack_of_three_holds_what_they_play_on(slug: str, sheets: dict[str, int]) -> None:
    always = {"score-pad", "checklist", "phase-aid", "rules"}
    assert {made.key: n for made, n in pack(GAMES_BY_SLUG[slug], 3).sheets if made.key not in always} == sheets


def test_a_pack_of_the_same_group_is_the_same_bytes_and_one_with_names_is_kept_nowhere(client: FlaskClient) -> None:
    url = "/games/space-pioneers/print/pack.pdf?players=2"
    first = client.get(url)
    assert client.get(url).data == first.data
    assert client.get(url, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert "no-store" in client.get(url + "&name=Ann&name=Bob").headers["Cache-Control"]


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_every_sheet_for_the_table_is_shown_as_a_picture_of_its_first_page(client: FlaskClient, game: Any) -> None:
    page = BeautifulSoup(client.get(f"/games/{game.slug}/print").text, "html.parser")
    shown = [str(tag["data-preview"]) for tag in page.select("[data-preview]")]
    assert len(shown) == sum(not one.of_play for one in printables(game))
    for address in shown[:2]:
        response = client.get(address)
        image = Image.open(io.BytesIO(response.data))
        assert (response.mimetype, image.format, image.width) == ("image/png", "PNG", PREVIEW)
        assert len(response.data) < 40_000
        assert client.get(address, headers={"If-None-Match": response.headers["ETag"]}).status_code == 304


def test_the_picture_of_a_sheet_that_is_new_each_time_is_drawn_once(client: FlaskClient) -> None:
    url = "/games/rocket-flight/print/flight.png"
    assert client.get(url).headers["ETag"] == client.get(url).headers["ETag"]


def test_a_sheet_that_shows_nothing_yet_has_no_picture(client: FlaskClient) -> None:
    assert client.get("/games/bunny-kingdom/print/keepsake.png").status_code == 204
    assert client.get("/games/bunny-kingdom/print/score-pad.png?paper=a5").status_code == 204
    assert client.get("/games/bunny-kingdom/print/nothing.png").status_code == 404


def test_ink_and_date_are_as_chosen(client: FlaskClient) -> None:
    url = "/games/bunny-kingdom/print/score-pad.pdf?players=2"
    assert "2026" not in text(pdf(client, url))
    dated = text(pdf(client, url + "&date=2026-05-17"))
    assert dated.count("May 17, 2026") == 2, "where one writes it, and in the line at the foot"
    black, colour = (client.get(f"/games/bunny-kingdom/print/score-pad.png?ink={ink}") for ink in ("black", "colour"))
    seen = [Image.open(io.BytesIO(one.data)).convert("RGB") for one in (black, colour)]
    assert [max(max(c) - min(c) for _, c in one.getcolors(1 << 20)) > 60 for one in seen] == [False, True]


@pytest.mark.parametrize("query", ["ink=red", "date=yesterday", "date=2026-02-30", "date=" + "9" * 5000])
def test_odd_ink_and_dates_get_a_sentence(client: FlaskClient, query: str) -> None:
    for sheet in ("score-pad", "score-sheet"):
        assert client.get(f"/games/{GAMES[0].slug}/print/{sheet}.pdf?name=A&name=B&{query}").status_code == 422


def test_a_name_that_cannot_be_written_is_the_number_of_its_seat(client: FlaskClient) -> None:
    names = "name=李雷&name=กขค&name=שרה"
    for sheet in ("score-pad", "score-sheet"):
        shown = text(pdf(client, f"/games/bunny-kingdom/print/{sheet}.pdf?{names}"))
        assert "李雷" in shown and "Player 2" in shown and "·" * 3 not in shown


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_what_is_asked_at_the_table_is_a_sheet_of_its_own(client: FlaskClient, game: Any) -> None:
    entries = [one for one in listed(game.folder, "en") if one.kind in ("faq", "open")]
    for paper in SIZES:
        found = pdf(client, f"/games/{game.slug}/print/faq.pdf?paper={paper}")
        assert len(found.pages) == next(one for one in printables(game) if one.key == "faq").pages(game, 2)
    shown = squeezed(text(found))
    for entry in entries:
        assert squeezed(entry.title) in shown, entry.id


def squeezed(words: str) -> str:
    """*words* without spaces and marks, to find them however a line was broken."""
    return re.sub(r"[^\w]", "", words)


@pytest.mark.parametrize("game", [game for game in GAMES if game.tracker], ids=lambda g: g.slug)
def test_there_is_a_checklist_of_one_page_for_every_number_of_players(client: FlaskClient, game: Any) -> None:
    for players in game.seats:
        found = pdf(client, f"/games/{game.slug}/print/checklist.pdf?players={players}")
        setting = Setting(options=game.options(), seats=tuple(range(1, players + 1)), start=1)
        assert len(found.pages) == 1
        shown = squeezed(text(found))
        for step in game.tracker.setup(setting):
            assert squeezed(str(step.text)) in shown, (players, step.key)
