"""The frame of every page: files kept for ever, small transfers, pages that need no second look."""

from __future__ import annotations

import gzip
import re

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from companion.games import discover
from companion.web.assets import content, digest

PAGES = ["/", "/about", "/games/carrot-fair/", "/games/carrot-fair/rules", "/games/carrot-fair/count"]
OWN = re.compile(r'(?:href|src)="(/static/[^"]+)"')


def unjudged(app: Flask) -> FlaskClient:
    """A client that takes packed pages, which cannot be judged as they are."""
    return FlaskClient(app, app.response_class)


@pytest.mark.parametrize("path", PAGES)
def test_files_are_named_by_their_content_and_kept_for_ever(fair: FlaskClient, path: str) -> None:
    addresses = OWN.findall(fair.get(path).text)
    assert len(addresses) >= 4
    for address in addresses:
        answer = fair.get(address)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_file_asked_by_an_old_name_is_asked_again_next_time(fair: FlaskClient) -> None:
    assert fair.get("/static/app.css").headers["Cache-Control"] == "no-cache"
    assert fair.get("/static/app.css?v=000000000000").headers["Cache-Control"] == "no-cache"


def test_fonts_in_the_stylesheet_are_named_by_their_content(fair_app: Flask, fair: FlaskClient) -> None:
    fonts = re.findall(r"url\((fonts/[^)]+)\)", fair.get("/static/app.css").text)
    assert len(fonts) >= 6
    for font in fonts:
        answer = fair.get(f"/static/{font}")
        assert answer.mimetype == "font/woff2"
        assert "immutable" in answer.headers["Cache-Control"]
    preloaded = re.findall(r'href="/static/(fonts/[^"]+)" as="font"', fair.get("/").text)
    assert preloaded
    assert set(preloaded) <= set(fonts), "a preloaded font must be the one that the stylesheet asks for"


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "nothing.css", "", "fonts", "x" * 10_000])
def test_nothing_but_our_files_is_served(fair: FlaskClient, name: str) -> None:
    assert fair.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize("path", ["/games/carrot-fair/rules", "/static/app.css"])
def test_what_is_long_goes_packed_to_those_who_can_unpack(fair_app: Flask, path: str) -> None:
    fair = unjudged(fair_app)
    plain, packed = fair.get(path), fair.get(path, headers={"Accept-Encoding": "gzip"})

    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert len(packed.data) < len(plain.data) / 2


def test_what_is_short_or_packed_already_goes_as_it_is(fair: FlaskClient) -> None:
    for path in ("/static/icon.svg", "/static/fonts/bona-700-latin.woff2"):
        assert "Content-Encoding" not in fair.get(path, headers={"Accept-Encoding": "gzip"}).headers


@pytest.mark.parametrize("coding", ["", "gzip"])
@pytest.mark.parametrize("path", ["/", "/games/carrot-fair/rules", "/static/app.css"])
def test_a_page_that_is_held_already_is_not_sent_again(fair_app: Flask, path: str, coding: str) -> None:
    fair = unjudged(fair_app)
    first = fair.get(path, headers={"Accept-Encoding": coding})
    again = fair.get(path, headers={"Accept-Encoding": coding, "If-None-Match": first.headers["ETag"]})

    assert (again.status_code, again.data) == (304, b"")
    assert fair.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_a_fragment_is_not_taken_for_its_page(fair: FlaskClient) -> None:
    assert "HX-Request" in fair.get("/").headers["Vary"]


@pytest.mark.parametrize("path", PAGES)
def test_only_the_drawings_that_a_page_uses_are_in_it(fair: FlaskClient, path: str) -> None:
    page = BeautifulSoup(fair.get(path).text, "html.parser")
    there = {str(symbol["id"]) for symbol in page.select("symbol")}
    used = {str(use["href"])[1:] for use in page.select("use")}

    assert used <= there
    assert "p-carrot" not in there, "nobody asked for a carrot"


def test_first_load_of_the_shelf_is_small(kept_app: Flask) -> None:
    """Everything that a first visit in English downloads, in bytes, packed: at most 90 KiB, 50 without fonts."""
    client = unjudged(kept_app)
    packed = {"Accept-Encoding": "gzip"}
    page = client.get("/", headers=packed)
    files = set(OWN.findall(gzip.decompress(page.data).decode())) | {
        f"/static/fonts/{face}-latin.woff2" for face in ("literata-400", "literata-700", "bona-700")
    }
    sizes = {name.split("?")[0]: len(client.get(name, headers=packed).data) for name in files}

    assert sum(size for name, size in sizes.items() if "fonts" not in name) + len(page.data) < 50 * 1024, sizes
    assert sum(sizes.values()) + len(page.data) < 90 * 1024, sizes


def test_a_new_game_brings_its_colour_and_needs_no_other_file(fair_app: Flask, fair: FlaskClient) -> None:
    with fair_app.app_context():
        assert "carrot-fair" not in (content("app.css") or b"").decode(), "a game without an accent has the neutral one"
    real = discover()
    fair_app.extensions["games"] = real
    fair_app.extensions["digests"] = {}
    css = fair.get("/static/app.css").text
    for slug, game in real.items():
        assert f"[data-game={slug}]{{--accent:{game.accent.light}" in css
        assert css.count(f"[data-game={slug}]{{--accent:{game.accent.dark}") == 2, "by device and by choice"


def test_a_changed_stylesheet_has_another_name(fair_app: Flask) -> None:
    with fair_app.app_context():
        before = digest("app.css")
        fair_app.extensions["games"] = {}
        fair_app.extensions["digests"] = {}
        assert digest("app.css") == before, "the made-up game has no colour of its own"
        fair_app.extensions["games"] = discover()
        fair_app.extensions["digests"] = {}
        assert digest("app.css") != before


def test_the_icon_is_found_by_browsers_that_ask_for_the_old_name(fair: FlaskClient) -> None:
    answer = fair.get("/favicon.ico", follow_redirects=True)
    assert answer.mimetype == "image/svg+xml"
