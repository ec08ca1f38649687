"""The rules reference: every entry has an address that score lines, doubts and refusals link to."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response, url_for
from markdown_it import MarkdownIt
from markupsafe import Markup

from companion.core import rules
from companion.core.game import Game
from companion.web import page
from companion.web.words import SOURCE, language

bp = Blueprint("rules", __name__)
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


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


@bp.app_template_filter("markdown")
@cache
def html(text: str) -> Markup:
    """*text*, our own Markdown, as HTML; raw HTML in it stays text."""
    return Markup(MARKDOWN.render(text))  # noqa: S704  # html is off


@bp.get("/games/<slug>/rules")
def show(slug: str) -> Response:
    """All rules of a game."""
    game = page.the_game(slug)
    return page.show("rules/show.html", game=game, entries=rules.load(game.folder, language()))
