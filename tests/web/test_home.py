"""The shelf, a game's page, and what the site says of itself."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from datetime import date
from itertools import pairwise
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from companion.core.text import msg
from companion.games import discover
from companion.settings import ROOT, Settings
from companion.web import create_app
from companion.web.proofs import PROOFS, Proof, made
from tools import prove

GAMES = discover()
FAIR = discover("tests.sample_games")["carrot-fair"]


def soup(client: FlaskClient, path: str) -> BeautifulSoup:
    return BeautifulSoup(client.get(path).text, "html.parser")


def test_the_shelf_offers_for_each_game_what_it_can_do(client: FlaskClient) -> None:
    cards = soup(client, "/").select(".game")

    assert [card["data-game"] for card in cards] == list(GAMES)
    for slug, card in zip(GAMES, cards, strict=True):
        assert [a["href"] for a in card.select("a")] == [
            f"/games/{slug}/",
            *([f"/plays/new?game={slug}"] if GAMES[slug].tracker else []),
            f"/games/{slug}/count",
            f"/games/{slug}/rules",
            f"/games/{slug}/print",
        ]
        assert card.h3.get_text() == str(GAMES[slug].title)
        assert card.select_one(f"use[href='#m-{slug}']")


def test_an_empty_shelf_says_how_a_game_gets_there(settings: Settings) -> None:
    assert "companion/games" in create_app(settings, {}).test_client().get("/").text


@pytest.mark.parametrize("path", ["/", "/games/carrot-fair/", "/games/carrot-fair/count"])
def test_a_count_that_was_begun_has_its_place(fair: FlaskClient, path: str) -> None:
    (place,) = soup(fair, path).select("section[data-drafts]")
    assert place.has_attr("hidden"), "shown by the script, when there is one"
    assert place["data-base"] == "/games/GAME/count"


def test_a_games_page_leads_to_playing_and_counting_first_then_to_all_else(fair: FlaskClient) -> None:
    page = soup(fair, "/games/carrot-fair/")

    play, count = page.select("main a")[:2]
    assert (play["href"], count["href"]) == ("/plays/new?game=carrot-fair", "/games/carrot-fair/count")
    assert page.select("main .button.main") == [play]
    linked = {a["href"] for a in page.select("main a")}
    assert {f"/games/carrot-fair/score/{c.key}" for c in FAIR.calculators} <= linked
    assert {"/games/carrot-fair/rules", "/games/carrot-fair/print"} <= linked


@pytest.mark.parametrize(("seats", "said"), [(range(2, 6), "2–5 players"), (range(4, 5), "4 players")])
def test_it_says_for_how_many(settings: Settings, seats: range, said: str) -> None:
    client = create_app(settings, {"carrot-fair": replace(FAIR, seats=seats)}).test_client()
    assert said in client.get("/games/carrot-fair/").text


def test_a_game_that_is_not_there_is_a_page_that_says_so(fair: FlaskClient) -> None:
    for rest in ("", "rules", "count", "print"):
        assert fair.get(f"/games/monopoly/{rest}").status_code == 404


def test_words_from_a_game_are_text_not_markup(settings: Settings) -> None:
    nasty = replace(FAIR, title=msg("<b>Fair</b>"), credit=msg("<script>alert(1)</script>"))
    html = create_app(settings, {"carrot-fair": nasty}).test_client().get("/games/carrot-fair/").text
    assert "<script>alert" not in html
    assert "&lt;b&gt;Fair" in html


def test_about_names_the_work_of_others_with_its_licences(client: FlaskClient) -> None:
    page = soup(client, "/about")
    text = page.get_text()

    for name in ("htmx 4", "Literata", "Bona Nova", "OFL-1.1", "0BSD", "MIT"):
        assert name in text
    licences = [a["href"] for a in page.select("a[href^='/static/']")]
    assert len(licences) >= 3
    for address in licences:
        assert client.get(address).status_code == 200
    for game in GAMES.values():
        assert str(game.title) in text
        assert str(game.credit) in text


def test_no_page_of_the_shell_asks_anything_of_another_site(client: FlaskClient) -> None:
    """What /about promises: no cookie, and nothing fetched from elsewhere."""
    for path in ("/", "/about", "/nothing", *(f"/games/{slug}/" for slug in GAMES)):
        answer = client.get(path)
        assert "Set-Cookie" not in answer.headers
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', answer.text)


def test_only_one_language_means_no_switch(client: FlaskClient) -> None:
    assert "hreflang" not in client.get("/").text


@pytest.mark.parametrize("path", ["/", "/about", "/games/carrot-fair/", "/games/carrot-fair/rules", "/nothing"])
def test_headings_come_in_order_and_landmarks_are_there(fair: FlaskClient, path: str) -> None:
    page = soup(fair, path)
    levels = [int(heading.name[1]) for heading in page.select("h1, h2, h3, h4")]

    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    assert len(page.select("main")) == len(page.select("header")) == 1
    assert page.body.find("a")["href"] == "#main", "the skip link comes first"
    assert page.title.get_text(strip=True)
    names = [nav.get("aria-label") for nav in page.select("nav")]
    assert all(names)
    assert len(names) == len(set(names)), "navigations are told apart"


def test_about_tells_each_trial_with_its_figures_and_its_day(client: FlaskClient) -> None:
    told = soup(client, "/about").select(".proofs dd")
    assert [dd.code.get_text() for dd in told if dd.code] == [proof.test.split("::")[1] for proof in made()]
    assert [dd.time.get_text() for dd in told if dd.time] == [str(proof.day) for proof in made()]
    for proof in PROOFS:
        values = [value for sentence in (proof.what, proof.came) for _, value in sentence.values]
        assert proof.day and all(values), f"{proof.key} was never tried: python tools/prove.py {proof.key}"


@pytest.mark.parametrize("trial", ["T1", "T3", "T4", "T5", "T8", "T9", "T10"])
def test_what_a_trusted_site_must_have_tried_is_told_of(trial: str) -> None:
    """The docstring of each such test names the trial that it is."""
    texts = [definition(proof) for proof in PROOFS]
    assert any(re.search(rf'"""[^"]*\b{trial}\b', text) for text in texts)


def definition(proof: Proof) -> str:
    """The source of the test of *proof*, from its first line on."""
    path, name = proof.test.split("::")
    return (ROOT / path).read_text("utf-8").partition(f"def {name}(")[2].partition("\ndef ")[0]


def test_figures_are_those_of_the_long_form_added_up_where_it_has_several() -> None:
    measured = prove.Measured()
    for is_long, figures in (
        (False, {"taps": 9}),
        (True, {"nights": 60, "taps": 1}),
        (True, {"nights": 60, "taps": 2}),
    ):
        report = SimpleNamespace(
            when="call", passed=True, keywords={"long": 1} if is_long else {}, user_properties=[*figures.items()]
        )
        measured.pytest_runtest_logreport(report)
    assert measured.figures() == {"nights": 60, "taps": 3}
    known = {"six": {"day": "2026-11-30", "rounds": 1000}, "not a trial": {"n": 1}}
    assert tomllib.loads(prove.text(known)) == {"six": {"day": date(2026, 11, 30), "rounds": 1000}}


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.test.split("::")[1])
def test_every_trial_that_is_told_of_is_a_test_that_exists(proof: Proof) -> None:
    path, name = proof.test.split("::")
    assert re.search(rf"^((async )?def {name}\(|{name} = )", (ROOT / path).read_text("utf-8"), re.MULTILINE)
