"""The look keeps its promises: contrast in both themes, drawings that are complete, one small stylesheet."""

from __future__ import annotations

import gzip
import re
from functools import cache
from xml.etree import ElementTree

import pytest
from flask import Flask

from companion import drawings
from companion.core.game import Accent
from companion.games import discover
from companion.settings import ROOT
from companion.web.assets import SCRIPTS, content, stylesheet

CSS = (ROOT / "static" / "app.css").read_text("utf-8")
OWN = {path.stem: path.read_text("utf-8") for path in (ROOT / "static" / "games").glob("*.css")}
ALL_CSS = CSS + "".join(OWN.values())
MOST = 12_000
MOST_SCRIPTS = 15_000  # with the service worker; with htmx and all, well below 35 kB
MOST_OWN = 4_000  # what a game adds
GAMES = discover()
ACCENTS = {**{slug: game.accent for slug, game in GAMES.items()}, "none": Accent()}
SEATS = dict(re.findall(r"\[data-seat=(\w+)\] \{ (.*?) \}", CSS))


def declared(block: str) -> dict[str, str]:
    """The custom properties that *block* sets."""
    return {name: value.strip() for name, value in re.findall(r"(--[a-z0-9-]+):\s*([^;}]+)", block)}


def block(selector: str, css: str = CSS) -> str:
    """The declarations after the first *selector*."""
    return css[css.index(selector) + len(selector) :].split("}")[0]


LIGHT = declared(block("\n:root {"))
DARK_BY_DEVICE = declared(block(":root:not([data-theme=light]) {"))
DARK_BY_CHOICE = declared(block(":root[data-theme=dark] {"))
THEMES = {"light": LIGHT, "dark": {**LIGHT, **DARK_BY_DEVICE}}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    digits = colour.lstrip("#")
    pairs = [digits[i : i + 2] for i in (0, 2, 4)] if len(digits) == 6 else [digit * 2 for digit in digits]
    shares = [int(pair, 16) / 255 for pair in pairs]
    red, green, blue = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1 (the same) to 21 (black on white)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_reckoned_right() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


def test_dark_is_the_same_by_device_and_by_choice() -> None:
    assert DARK_BY_DEVICE == DARK_BY_CHOICE
    assert {"--paper", "--ink", "--bad"} <= set(DARK_BY_DEVICE)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["--paper", "--sheet", "--well"])
@pytest.mark.parametrize("ink", ["--ink", "--soft", "--good", "--doubt", "--bad"])
def test_every_ink_reads_on_every_ground(theme: str, ground: str, ink: str) -> None:
    assert contrast(THEMES[theme][ink], THEMES[theme][ground]) >= 4.5


@pytest.mark.parametrize("slug", ACCENTS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_games_colour_reads_wherever_it_is_used(slug: str, theme: str) -> None:
    tokens, accent = THEMES[theme], ACCENTS[slug]
    colour, wash = (accent.light, accent.light_wash) if theme == "light" else (accent.dark, accent.dark_wash)
    pairs = {
        "on paper": (colour, tokens["--paper"]),
        "on a sheet": (colour, tokens["--sheet"]),
        "on its wash": (colour, wash),
        "words on the main button": (tokens["--on"], colour),
        "ink on its wash": (tokens["--ink"], wash),
        "soft on its wash": (tokens["--soft"], wash),
        "an error on its wash": (tokens["--bad"], wash),
    }
    assert {what: round(contrast(*pair), 2) for what, pair in pairs.items() if contrast(*pair) < 4.5} == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seat", SEATS)
def test_the_letter_of_a_seat_reads_on_it_and_its_edge_is_seen(theme: str, seat: str) -> None:
    tokens, own = THEMES[theme], declared(SEATS[seat])
    fill = tokens[f"--{seat}"]
    assert contrast(own["--letter"], fill) >= 4.5
    assert contrast(tokens[f"--{seat}-o"], tokens["--sheet"]) >= 3


def test_seats_are_told_apart_without_colour() -> None:
    assert set(SEATS) == set(drawings.COLOURS)
    assert len({declared(css)["--hatch"].replace("var(--edge)", "") for css in SEATS.values()}) == len(SEATS)
    assert len({drawings.shape(seat) for seat in range(1, 7)}) == 6


def test_the_stylesheet_is_small(kept_app: Flask) -> None:
    with kept_app.test_request_context("/"):
        served = stylesheet(CSS)
    assert len(gzip.compress(served.encode(), 9)) <= MOST


@pytest.mark.parametrize("slug", OWN)
def test_what_a_game_adds_to_it_is_small(slug: str, kept_app: Flask) -> None:
    assert slug in GAMES
    with kept_app.test_request_context("/"):
        assert len(gzip.compress(content(f"games/{slug}.css") or b"", 9)) <= MOST_OWN


def test_our_scripts_are_small(kept_app: Flask) -> None:
    with kept_app.test_request_context("/"):
        served = b"".join(content(name) or b"" for name in SCRIPTS)
    assert len(gzip.compress(served, 9)) <= MOST_SCRIPTS
    assert b" // " not in served and b"/*" not in served, "remarks stay at home"


def test_every_colour_is_a_token() -> None:
    """Colours stand where tokens are set, nowhere else, so that dark, paper and chosen colours reach everything."""
    rules = re.sub(r"(?s)/\*.*?\*/|--[a-z0-9-]+:[^;}]+|@media print \{.*?\n\}", "", ALL_CSS)
    allowed = {"#000", "#0000", "#fff"}  # masks
    assert set(re.findall(r"#[0-9a-f]{3,8}\b", rules)) <= allowed


def test_every_token_that_is_used_is_set() -> None:
    used, made = set(re.findall(r"var\((--[a-z0-9-]+)\)", ALL_CSS)), set(re.findall(r"(--[a-z0-9-]+)\s*:", ALL_CSS))
    assert used <= made


def test_nothing_is_set_in_inches_of_the_screen_or_forces_a_zoom() -> None:
    assert "user-scalable" not in (ROOT / "templates" / "base.html").read_text("utf-8")
    assert not re.search(r"font(?:-size)?:[^;}]*\b\d+px", re.sub(r"\.(plot|map) text[^}]*}", "", ALL_CSS)), (
        "type grows in rem"
    )


@cache
def classes() -> set[str]:
    """The classes of everything drawn."""
    texts = [(ROOT / "static" / "drawings.svg").read_text("utf-8")]
    texts += [path.read_text("utf-8") for path in (ROOT / "companion" / "games").glob("*/mark.svg")]
    return {found for text in texts for found in re.findall(r'class="([^"]+)"', text)}


def test_every_drawn_thing_has_its_ink_on_paper() -> None:
    assert classes() <= set(drawings.INK)


@pytest.mark.parametrize("name", drawings.drawings())
def test_a_drawing_is_whole_on_paper_too(name: str) -> None:
    svg = drawings.on_paper(drawings.drawings()[name], "mark")
    ElementTree.fromstring(svg)  # noqa: S314  # our own file
    assert svg.startswith('<svg class="mark" viewBox="')
    assert 'class="a' not in svg.removeprefix('<svg class="mark"')


def test_a_game_without_a_mark_gets_the_neutral_one() -> None:
    (fair,) = discover("tests.sample_games").values()
    assert drawings.mark(fair.folder) == drawings.drawings()["m-any"]


@pytest.mark.parametrize("slug", GAMES)
def test_each_game_has_a_mark_of_its_own(slug: str) -> None:
    view, content = drawings.mark(GAMES[slug].folder)
    assert view == "0 0 96 96"
    ElementTree.fromstring(f"<svg>{content}</svg>")  # noqa: S314  # our own file


@pytest.mark.parametrize(("name", "letter"), [("Ann", "A"), ("борис", "Б"), ("  'zoë", "Z"), ("🐰", "•"), ("", "•")])
def test_the_letter_of_a_token_is_the_first_that_is_said(name: str, letter: str) -> None:
    assert drawings.letter(name) == letter


def test_the_name_of_a_heading_is_its_words_alone() -> None:
    """What leads to a rule stands beside a heading; a heading may be a link as a whole, as on the shelf."""
    found = {
        f"{path.name}: {inside}"
        for path in (ROOT / "templates").rglob("*.html")
        for inside in re.findall(r"(?s)<h[1-6][^>]*>(.*?)</h[1-6]>", path.read_text("utf-8"))
        if ("rule_" in inside or "<a " in inside) and not re.fullmatch(r"<a [^>]*>.*</a>", inside)
    }
    assert found == set()
