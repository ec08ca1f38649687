"""Everything a person reads can be translated: with the pseudo-language every translated text comes wrapped in ⟦…⟧."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from bs4 import BeautifulSoup, Comment, Doctype, Tag
from flask import Flask

from companion.core.text import msg, msgs, verbatim
from companion.games import discover
from companion.settings import ROOT, Settings
from companion.web import create_app
from companion.web import words as web_words
from companion.web.words import SOURCE, Words, catalogue, gettext, language, ngettext, say

sys.path.insert(0, str(ROOT / "tools"))
import words  # the tool that gathers what there is to translate

WRAPPED = re.compile(r"⟦[^⟦⟧]*⟧")
READ_ALOUD = ("aria-label", "placeholder", "title", "alt", "data-title", "data-share")
UNSPOKEN = {"script", "style", "template"}
NOT_OURS = "[translate=no], [aria-hidden=true], svg, code, option[value=''], body [lang]"


def leftovers(text: str) -> str:
    """What of *text* stands outside ⟦…⟧ (which may be nested), if it has a word in it."""
    while WRAPPED.search(text):
        text = WRAPPED.sub("", text)
    return text.strip() if re.search(r"[^\W\d_]{2}", text) else ""


def escaped(html: str) -> Iterator[str]:
    """The texts of a page that no translation could reach."""
    page = BeautifulSoup(html, "html.parser")
    for tag in page.select(NOT_OURS):
        tag.clear()
    for text in page.find_all(string=True):
        spoken = not isinstance(text, (Comment, Doctype)) and text.parent is not None
        if spoken and text.parent.name not in UNSPOKEN and (found := leftovers(str(text))):
            yield found
    for tag in page.find_all(True):
        yield from _unreached_attributes(tag)


def _unreached_attributes(tag: Tag) -> Iterator[str]:
    for name in READ_ALOUD:
        if found := leftovers(str(tag.get(name, ""))):
            yield f"{name}={found}"


@pytest.fixture
def pseudo(settings: Settings) -> Flask:
    """All games, real and made-up, in the pseudo-language."""
    app = create_app(settings, {**discover(), **discover("tests.sample_games")})
    app.config["PSEUDO"] = True
    return app


def first_pages(app: Flask) -> list[str]:
    """Where the crawl starts: the shelf, a failure, and counts with people in them."""
    names = [("name", "⟦Ann⟧"), ("name", "⟦Борис⟧")]
    counts = [f"/games/{slug}/count?{urlencode([*names, ('step', 'result')])}" for slug in app.extensions["games"]]
    steps = [
        f"/games/{slug}/count?{urlencode([*names, ('step', category.key)])}"
        for slug, game in app.extensions["games"].items()
        for category in game.count.categories
    ]
    return ["/", "/nothing", *counts, *steps]


def test_no_text_escapes_translation(pseudo: Flask) -> None:
    client, waiting, found = pseudo.test_client(), first_pages(pseudo), {}
    seen = set(waiting)
    while waiting:
        path = waiting.pop()
        answer = client.get(path)
        assert answer.status_code in (200, 404, 422), path
        if answer.mimetype != "text/html":
            continue
        if texts := sorted(set(escaped(answer.text))):
            found[path] = texts
        waiting += [link for link in _links(answer.text) if link not in seen and not seen.add(link)]
    assert not found, "\n".join(f"{path}: {texts[:8]}" for path, texts in found.items())


def _links(html: str) -> list[str]:
    """Pages that *html* links to, one of each path: the queries only vary what is typed."""
    hrefs = [str(a["href"]) for a in BeautifulSoup(html, "html.parser").select("a[href^='/']")]
    paths = {urlsplit(href).path for href in hrefs}
    return [path for path in sorted(paths) if not path.startswith(("/static", "/api")) and not path.endswith(".pdf")]


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>⟦Points⟧ 12</p>", []),
        ("<p>⟦⟦Ann⟧ wins⟧</p>", []),
        ("<p>Points</p>", ["Points"]),
        ("<p>⟦Points⟧ for Ann</p>", ["for Ann"]),
        ('<p aria-label="Close">×</p>', ["aria-label=Close"]),
        ('<p translate="no">htmx</p><svg><title>x y</title></svg>', []),
    ],
)
def test_the_search_for_escaped_text_finds_it(html: str, found: list[str]) -> None:
    assert list(escaped(html)) == found


def test_sentences_are_wrapped_with_their_values_inside(pseudo: Flask) -> None:
    with pseudo.test_request_context("/"):
        assert say(msg("%(name)s wins", name="Ann")) == "⟦Ann wins⟧"
        assert say(msgs("%(n)d point", "%(n)d points", 2)) == "⟦2 points⟧"
        assert say(msg("Because: %(why)s", why=msg("it rained"))) == "⟦Because: ⟦it rained⟧⟧"
        assert say(verbatim("6×5")) == "⟦6×5⟧"
        assert say("Ann") == "Ann"


POLISH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "%(n)d carrot"
msgid_plural "%(n)d carrots"
msgstr[0] "%(n)d marchewka"
msgstr[1] "%(n)d marchewki"
msgstr[2] "%(n)d marchewek"

msgid "To the content"
msgstr "Do treści"
"""


@pytest.fixture
def polish(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The site as if it had a Polish catalogue."""
    (tmp_path / "pl.po").write_text(POLISH, "utf-8")
    monkeypatch.setattr(web_words, "LOCALE", tmp_path)
    monkeypatch.setattr(web_words, "languages", lambda: (SOURCE, "pl"))
    catalogue.cache_clear()
    return create_app(settings, discover("tests.sample_games"))


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 marchewka"), (3, "3 marchewki"), (5, "5 marchewek"), (21, "21 marchewek")]
)
def test_a_catalogue_is_read_as_it_is_written_with_its_own_plurals(polish: Flask, n: int, said: str) -> None:
    with polish.test_request_context("/", headers={"Accept-Language": "pl,en;q=0.5"}):
        assert language() == "pl"
        assert say(msgs("%(n)d carrot", "%(n)d carrots", n)) == said
        assert say(msg("Not translated yet")) == "Not translated yet"


def test_pages_come_in_the_language_of_the_browser_or_the_one_asked_for(polish: Flask) -> None:
    client = polish.test_client()
    browser = client.get("/", headers={"Accept-Language": "pl"}).text
    asked = client.get("/?lang=en", headers={"Accept-Language": "pl"}).text

    assert '<html lang="pl"' in browser
    assert "Do treści" in browser
    assert '<html lang="en"' in asked
    assert "To the content" in asked
    assert "Do treści" not in client.get("/?lang=xx", headers={"Accept-Language": "de"}).text


def test_a_list_of_names_is_written_in_the_readers_way(polish: Flask) -> None:
    names = msg("%(names)s", names=("Ann", "Bob", "Zoë"))
    with polish.test_request_context("/", headers={"Accept-Language": "en"}):
        assert say(names) == str(names) == "Ann, Bob and Zoë"
    with polish.test_request_context("/", headers={"Accept-Language": "pl"}):
        assert say(names) == "Ann, Bob i Zoë"


def test_every_kind_of_sentence_is_gathered_for_translators() -> None:
    found = words.catalogues()
    site = {entry.id for entry in found[ROOT / "companion" / "locale"]}

    assert "To the content" in site, "from a page"
    assert "There is nothing at this address." in site, "from lazy_gettext()"
    assert "A whole number is needed." in site, "from msg()"
    assert ("%(count)s game", "%(count)s games") in site, "with its plural"
    for folder, catalogue_ in found.items():
        assert len(catalogue_) > 10, folder


def test_words_of_a_game_lie_in_its_own_folder() -> None:
    found = words.catalogues()
    for game in discover().values():
        assert str(game.about) in {entry.id for entry in found[game.folder / "locale"]}
        assert str(game.about) not in {entry.id for entry in found[ROOT / "companion" / "locale"]}


def test_a_catalogue_that_is_brought_up_to_date_keeps_its_translations(tmp_path: Path) -> None:
    path = tmp_path / "pl.po"
    path.write_text(POLISH, "utf-8")
    template = words.words(iter([ROOT / "templates" / "base.html"]))

    catalogue_ = words.updated(path, template)

    strings = {entry.id: entry.string for entry in catalogue_ if entry.id}
    assert strings.pop("To the content") == "Do treści" and not any(strings.values())


CALLS = re.compile(r"\b(?:msgs?|_l|lazy_gettext)\(\s*(f[\"']|[a-z_]+[,)])")


@pytest.mark.parametrize("path", sorted((ROOT / "companion").rglob("*.py")), ids=lambda path: path.name)
def test_sentences_are_written_out_where_they_are_marked(path: Path) -> None:
    """A variable or an f-string inside msg() is never found by the tool that gathers the words."""
    text = re.sub(r"def msgs?\(.*", "", path.read_text("utf-8"))
    assert CALLS.findall(text) == []


def test_what_a_template_says_is_filled_and_made_safe(fair_app: Flask) -> None:
    by_template = "{% trans name=name %}{{ name }} at 100 %{% endtrans %}|{{ _('At 100 %%') }}"
    many = "{% trans n=n, name=name %}{{ n }} for {{ name }}{% pluralize %}{{ n }} each for {{ name }}{% endtrans %}"
    with fair_app.test_request_context("/"):
        said = fair_app.jinja_env.from_string(by_template).render(name="<b>")
        assert said == "&lt;b&gt; at 100 %|At 100 %"
        found = [fair_app.jinja_env.from_string(many).render(n=n, name="<b>") for n in (1, 2)]
        assert found == ["1 for &lt;b&gt;", "2 each for &lt;b&gt;"]
        assert (ngettext("%(num)d day", "%(num)d days", 3), gettext("<br>")) == ("3 days", "<br>")


def test_a_language_is_chosen_once_for_a_page(fair_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[str] = []
    choose = web_words._chosen
    monkeypatch.setattr(web_words, "_chosen", lambda: chosen.append("") or choose())
    fair_app.test_client().get("/games/carrot-fair/")
    assert len(chosen) == 1
    assert language() == SOURCE, "without a page"


def test_the_made_up_language_shows_only_where_it_is_asked_for(settings: Settings) -> None:
    app = create_app(settings, discover("tests.sample_games"))
    assert "⟦" not in app.test_client().get("/").text
    with app.test_request_context("/"):
        assert isinstance(app.extensions["babel"].instance.domain_instance, Words)
