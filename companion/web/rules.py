"""The rules: to look up, to ask in plain words, to read aloud to new players.

Every entry has an address that score lines, doubts and refusals link to; with scripts it opens over the page.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, jsonify, request, url_for
from flask.blueprints import BlueprintSetupState
from markdown_it import MarkdownIt
from markupsafe import Markup

from companion import schema
from companion.core import rules
from companion.core.game import Game
from companion.core.rules import RuleEntry
from companion.rulebook import LONGEST, Answer, Passage, Rulebook, sentences, words_everywhere, words_of
from companion.web import page
from companion.web.api import slow_down
from companion.web.openapi import RuleHit, RulesFound
from companion.web.words import SOURCE, language, say

bp = Blueprint("rules", __name__)
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
INTRO = "teach-intro"
WORDS_A_MINUTE = 130  # read aloud, slowly
MOST_EXAMPLES = 3


@bp.record_once
def open_rulebook(state: BlueprintSetupState) -> None:
    """Lay the rulebook of this site's games ready; it is read when somebody asks."""
    state.app.extensions["rulebook"] = Rulebook(state.app.extensions["games"])


@bp.app_template_global()
def rule_url(game: Game[object], rule: str) -> str:
    """Where the rule *rule* of *game* stands."""
    return url_for("rules.show", slug=game.slug, _anchor=rule)


@bp.app_template_global()
def rule_title(game: Game[object], rule: str) -> str:
    """The title of the rule, in the reader's language."""
    return next((entry.title for entry in rules.load(game.folder, language()) if entry.id == rule), rule)


@bp.app_template_global()
def rules_language(game: Game[object]) -> str:
    """The language in which the rules of *game* are shown: the reader's, or English where it is not written yet."""
    return language() if language() in rules.languages(game.folder) else SOURCE


@bp.app_template_global()
def teaches(game: Game[object]) -> bool:
    """Whether there is an introduction to *game* to read aloud."""
    return any(entry.id == INTRO for entry in rules.taught(game.folder, language()))


@bp.app_template_global()
def asked_at_tables(game: Game[object]) -> tuple[RuleEntry, ...]:
    """A few questions that the rules of *game* answer, to show what can be asked; settled ones before open ones."""
    entries = rules.listed(game.folder, language())
    asked = [entry for kind in ("faq", "open") for entry in entries if entry.kind == kind]
    return tuple(asked[:MOST_EXAMPLES])


@bp.app_template_global()
def asking_play() -> str | None:
    """The code of the play from which the rules are asked; None where it is none."""
    code = request.args.get("play", "")
    return code if code.isascii() and code.isalnum() else None


@bp.app_template_filter("markdown")
@cache
def html(text: str) -> Markup:
    """*text*, our own Markdown, as HTML; raw HTML in it stays text."""
    return Markup(MARKDOWN.render(text))  # noqa: S704  # html is off


@bp.get("/games/<slug>/rules")
def show(slug: str) -> Response:
    """All rules of a game."""
    game = page.the_game(slug)
    return page.show("rules/show.html", game=game, entries=rules.listed(game.folder, language()))


@bp.get("/games/<slug>/rules/<rule>")
def entry(slug: str, rule: str) -> Response:
    """One rule: a page of its own, or what opens over a page."""
    game = page.the_game(slug)
    found = next((one for one in rules.listed(game.folder, language()) if one.id == rule), None)
    if found is None:
        abort(404)
    return page.show("rules/entry.html", "rules/_sheet.html", game=game, entry=found)


@bp.get("/games/<slug>/teach")
def teach(slug: str) -> Response:
    """An introduction to read aloud, then what is new in each phase."""
    game = page.the_game(slug)
    lessons = {one.id: one for one in rules.taught(game.folder, language())}
    intro = lessons.pop(INTRO, None)
    if intro is None:
        abort(404)
    return page.show("teach/show.html", game=game, intro=intro, lessons=lessons.values(), seconds=seconds(intro))


def seconds(lesson: RuleEntry) -> int:
    """How long *lesson* takes to read aloud, to the nearest ten."""
    return round(len(lesson.text.split()) / WORDS_A_MINUTE * 6) * 10


@bp.get("/rules")
def ask() -> Response:
    """What the rules say to a question, of one game or of all."""
    asked, game = question(), chosen_game()
    here = {"q": asked, "game": game.slug if game else "", "phase": request.args.get("phase", "")}
    response = page.show(
        "rules/ask.html",
        "rules/_answer.html",
        game=game,
        games=tuple(current_app.extensions["games"].values()),
        asked=asked,
        v=found(asked, game),
        sentences=sentences,
    )
    kept = {
        name: value
        for name, value in {**here, "lang": request.args.get("lang", ""), "play": asking_play() or ""}.items()
        if value
    }
    return page.instead(response, f"{url_for('.ask')}?{urlencode(kept)}" if kept else url_for(".ask"))


@bp.get("/rules/words")
def told() -> Response:
    """The words that a phone without a network searches its rules by, and where these stand."""
    games: dict[str, Game[Any]] = current_app.extensions["games"]
    each = [
        {"slug": slug, "rules": url_for(".show", slug=slug), **words_of(game, language())}
        for slug, game in games.items()
    ]
    response = jsonify({**words_everywhere(language()), "games": each})
    response.headers["Cache-Control"] = "no-cache"
    return response


def question() -> str:
    """What is asked, without anything that is no text."""
    asked = " ".join(request.args.get("q", "").split())
    return "".join(c if c.isprintable() else "�" for c in asked[:LONGEST])


def chosen_game() -> Game[Any] | None:
    """The game whose rules are asked; None for all. A page that says so if there is no such game."""
    slug = request.args.get("game", "")
    return page.the_game(slug) if slug else None


def found(asked: str, game: Game[Any] | None) -> Answer:
    """What the rulebook answers; what is about the phase in the address comes first."""
    book: Rulebook = current_app.extensions["rulebook"]
    phase = request.args.get("phase", "")
    return book.ask(asked, language(), game=game.slug if game else "", phase=phase)


@bp.get("/api/v1/rules")
def ask_for_programs() -> Response:
    """The same answer as JSON."""
    slow_down()
    answer = found(question(), chosen_game())
    hits = tuple(map(hit, answer.passages))
    return jsonify(schema.plain(RulesFound(hits=hits, covered=answer.covered), say, str))


def hit(passage: Passage) -> RuleHit:
    """*passage* as programs read it."""
    entry = passage.entry
    return RuleHit(
        game=passage.game.slug,
        id=entry.id,
        title=entry.title,
        text=entry.text,
        said=passage.said,
        kind=entry.kind,
        source=entry.source,
        url=rule_url(passage.game, entry.id),
        score=passage.score,
    )
