"""Teach us: ninety seconds to read aloud, then what is new in each phase; never listed among the rules."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from companion.core import rules
from companion.core.rules import RuleEntry, parse
from companion.games import discover
from companion.web.rules import INTRO, seconds

GAMES = discover()
TEACHING = [slug for slug, game in GAMES.items() if rules.taught(game.folder, "en")]


def lessons(slug: str) -> dict[str, RuleEntry]:
    """What is read aloud, by id."""
    return {entry.id: entry for entry in rules.taught(GAMES[slug].folder, "en")}


def test_every_game_can_be_taught() -> None:
    assert list(GAMES) == TEACHING


@pytest.mark.parametrize("slug", TEACHING)
def test_an_introduction_takes_about_ninety_seconds(slug: str) -> None:
    intro = lessons(slug)[INTRO]
    assert 150 <= len(intro.text.split()) <= 220
    assert 70 <= seconds(intro) <= 100


@pytest.mark.parametrize("slug", TEACHING)
def test_what_is_new_in_a_phase_is_short_and_names_the_phase(slug: str) -> None:
    later = [entry for entry in lessons(slug).values() if entry.id != INTRO]
    assert all(entry.phase and entry.id == f"teach-{entry.phase}" for entry in later)
    assert all(len(entry.text.split()) <= 60 for entry in later)


def test_bunny_kingdom_is_taught_phase_by_phase() -> None:
    assert [entry.phase for entry in lessons("bunny-kingdom").values()] == [
        "",
        "exploration",
        "construction",
        "harvest",
        "end",
    ]


@pytest.mark.parametrize("slug", TEACHING)
def test_the_page_has_all_of_it_in_order(client: FlaskClient, slug: str) -> None:
    page = BeautifulSoup(client.get(f"/games/{slug}/teach").text, "html.parser")
    said = " ".join(page.select_one("main").get_text(" ").split())

    at = -1
    for entry in lessons(slug).values():
        words = " ".join(entry.text.replace("**", "").split()[:4])
        assert (at := said.find(words, at + 1)) > 0, words
    assert "seconds" in said
    assert "**" not in said


@pytest.mark.parametrize("slug", TEACHING)
def test_the_rules_do_not_list_it(client: FlaskClient, slug: str) -> None:
    page = BeautifulSoup(client.get(f"/games/{slug}/rules").text, "html.parser")
    assert not [tag["id"] for tag in page.select("[id^=teach-]")]
    assert not {entry.id for entry in rules.listed(GAMES[slug].folder, "en")} & set(lessons(slug))


@pytest.mark.parametrize("slug", TEACHING)
def test_the_games_page_leads_to_it(client: FlaskClient, slug: str) -> None:
    page = BeautifulSoup(client.get(f"/games/{slug}/").text, "html.parser")
    assert page.select_one(f"a[href='/games/{slug}/teach']")


def test_a_game_without_an_introduction_has_no_such_page(fair: FlaskClient) -> None:
    assert fair.get("/games/carrot-fair/teach").status_code == 404
    assert "/teach" not in fair.get("/games/carrot-fair/").text


def test_what_is_taught_is_read_apart_from_the_rules() -> None:
    entries = parse('## A {#a source="p"}\nx\n## In short {#teach-intro kind="teach" source="own"}\ny')
    assert [entry.kind for entry in entries] == ["rule", "teach"]
