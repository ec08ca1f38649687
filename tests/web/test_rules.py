"""The rules page: every entry can be linked, shared and traced to its source."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from companion.core import rules
from companion.games import discover
from companion.web.rules import html

GAMES = discover()


@pytest.mark.parametrize("slug", GAMES)
def test_every_entry_stands_at_its_own_address_with_its_source(client: FlaskClient, slug: str) -> None:
    page = BeautifulSoup(client.get(f"/games/{slug}/rules").text, "html.parser")
    contents = {a["href"] for a in page.select("#contents a")}

    for entry in rules.listed(GAMES[slug].folder, "en"):
        section = page.find(id=entry.id)
        assert section is not None, entry.id
        assert section.find(f"h{entry.level}").get_text(strip=True) == entry.title
        assert " ".join(entry.source.split()) in " ".join(section.select_one(".source").get_text().split())
        assert section.select_one(".anchor")["href"] == f"#{entry.id}"
        assert f"#{entry.id}" in contents


@pytest.mark.parametrize(
    ("rule", "said"), [("wilted", "Asked at tables"), ("flower-tie", "The rules leave this open"), ("carrots", "")]
)
def test_questions_and_open_points_are_marked_in_words(fair: FlaskClient, rule: str, said: str) -> None:
    section = BeautifulSoup(fair.get("/games/carrot-fair/rules").text, "html.parser").find(id=rule)
    kind = section.select_one(".kind")
    assert (kind.get_text() if kind else "") == said


def test_the_text_is_markdown_and_never_raw_html() -> None:
    made = html('**Two** carrots.\n\n<script src="x"></script>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[x](javascript:x)')

    assert "<strong>Two</strong>" in made
    assert "<table>" in made
    assert "<script" not in made
    assert 'href="javascript' not in made


@pytest.mark.parametrize("slug", GAMES)
def test_the_text_carries_no_leftover_markdown(client: FlaskClient, slug: str) -> None:
    page = BeautifulSoup(client.get(f"/games/{slug}/rules").text, "html.parser")
    for section in page.select(".said .prose"):
        text = section.get_text()
        assert "**" not in text, text
        assert "](" not in text, text
        assert "|--" not in text, text
        assert not section.select("h1, h2, h3"), "headings of an entry are entries"
