"""The calculators for programs: the same functions as the pages, behind the same types. Described at openapi.json."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request, url_for
from werkzeug.exceptions import TooManyRequests

from companion import schema
from companion.core import rules
from companion.core.errors import Refused, under
from companion.core.game import Calculator, Game
from companion.core.shape import freshened
from companion.settings import Settings
from companion.web.kit import sheet_keys
from companion.web.limits import Bucket, here
from companion.web.openapi import GameCard, Shelf, described
from companion.web.page import the_game
from companion.web.words import language, say

bp = Blueprint("api", __name__, url_prefix="/api/v1")
MOST_BYTES = 64 * 1024


@bp.before_request
def slow_down() -> None:
    """429 for an address that asks too often; never for this machine itself."""
    settings: Settings = current_app.extensions["settings"]
    bucket: Bucket = current_app.extensions.setdefault("api_bucket", Bucket(settings.rate_limit))
    if (address := here()) and (seconds := bucket.wait(address)):
        raise TooManyRequests(retry_after=seconds)


@bp.get("/games")
def games() -> Response:
    """What there is to ask."""
    found: Mapping[str, Game[Any]] = current_app.extensions["games"]
    return jsonify(schema.plain(Shelf(games=tuple(map(card, found.values()))), say, str))


def card(game: Game[Any]) -> GameCard:
    """What *game* has to offer."""
    return GameCard(
        game=game.slug,
        title=game.title,
        seats=tuple(game.seats),
        calculators=tuple(calculator.key for calculator in game.calculators),
        sheets=sheet_keys(game),
        languages=rules.languages(game.folder),
        url=url_for("home.game", slug=game.slug),
    )


@bp.post("/<slug>/<key>")
def calculate(slug: str, key: str) -> Response:
    """The answer of one calculator, or every error in what was asked."""
    game = the_game(slug)
    calculator = game.calculator(key)
    if calculator is None:
        abort(404)
    if request.mimetype != "application/json":
        raise Refused(schema.NOT_JSON)
    if (request.content_length or 0) > MOST_BYTES or len(body := request.get_data(cache=False)) > MOST_BYTES:
        abort(413)
    with under(calculator.rule):
        return jsonify(answered(game, calculator, schema.from_json(calculator.input, body)))


def answered(game: Game[Any], calculator: Calculator[Any, Any], given: Any) -> dict[str, Any]:
    """What *calculator* says to *given*, as JSON values in the reader's language."""
    output = calculator.run(freshened(given, secrets.choice))
    found: dict[str, Any] = schema.plain(output, say, lambda rule: rule_link(game, rule))
    return found


def rule_link(game: Game[Any], rule: str) -> dict[str, str] | None:
    """A rule as id, title and address; None where no rule is named."""
    if not rule:
        return None
    entries = rules.load(game.folder, language())
    title = next((entry.title for entry in entries if entry.id == rule), rule)
    return {"id": rule, "title": title, "url": url_for("rules.show", slug=game.slug, _anchor=rule)}


@bp.get("/openapi.json")
def openapi() -> Response:
    """All of it described as OpenAPI 3.1, from the same types."""
    return jsonify(described(current_app.extensions["games"]))
