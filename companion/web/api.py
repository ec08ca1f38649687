"""The calculators for programs: the same functions as the pages, behind the same types. Described at openapi.json."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request, url_for
from werkzeug.exceptions import TooManyRequests

from companion import VERSION, schema
from companion.core import rules
from companion.core.game import Calculator, Game
from companion.core.shape import freshened
from companion.web.errors import answer
from companion.web.limits import Bucket, is_here
from companion.web.page import the_game
from companion.web.prints import sheet_keys
from companion.web.words import language, say

bp = Blueprint("api", __name__, url_prefix="/api/v1")
MOST_BYTES = 64 * 1024


@bp.before_request
def slow_down() -> None:
    """429 for an address that asks too often; never for this machine itself."""
    bucket: Bucket = current_app.extensions.setdefault(
        "api_bucket", Bucket(current_app.extensions["settings"].rate_limit)
    )
    address = request.remote_addr
    if not is_here(address) and (seconds := bucket.wait(address or "")):
        raise TooManyRequests(retry_after=seconds)


@bp.get("/games")
def games() -> Response:
    """What there is to ask."""
    found: Mapping[str, Game[Any]] = current_app.extensions["games"]
    return jsonify(
        {
            "games": [
                {
                    "game": slug,
                    "title": say(game.title),
                    "seats": list(game.seats),
                    "calculators": [c.key for c in game.calculators],
                    "sheets": list(sheet_keys(game)),
                    "languages": list(rules.languages(game.folder)),
                    "url": url_for("home.game", slug=slug),
                }
                for slug, game in found.items()
            ]
        }
    )


@bp.post("/<slug>/<key>")
def calculate(slug: str, key: str) -> Response:
    """The answer of one calculator, or every error in what was asked."""
    game = the_game(slug)
    calculator = game.calculator(key)
    if calculator is None:
        abort(404)
    if not request.is_json:
        return answer(415, say(schema.NOT_JSON))
    if (request.content_length or 0) > MOST_BYTES or len(body := request.get_data(cache=False)) > MOST_BYTES:
        abort(413)
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


def described(games: Mapping[str, Game[Any]]) -> dict[str, Any]:
    """The OpenAPI document of *games*. Shapes of different games that share a name are kept apart."""
    components: dict[str, Any] = {
        "RuleLink": _object({"id": "string", "title": "string", "url": "string"}),
        "Fault": _object({"message": "string", "field": "string"}),
    }
    components["Errors"] = {
        "type": "object",
        "required": ["error", "errors"],
        "properties": {
            "error": {"$ref": "#/components/schemas/Fault"},
            "errors": {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
        },
    }
    paths: dict[str, Any] = {}
    for slug, game in games.items():
        for calculator in game.calculators:
            paths[f"/api/v1/{slug}/{calculator.key}"] = {"post": _operation(slug, calculator, components)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Companion calculators", "version": VERSION, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {"schemas": components},
    }


def _object(properties: Mapping[str, str]) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(properties),
        "properties": {name: {"type": kind} for name, kind in properties.items()},
    }


def _operation(slug: str, calculator: Calculator[Any, Any], components: dict[str, Any]) -> dict[str, Any]:
    asked = _shape(slug, calculator.input, components, output=False)
    told = _shape(slug, calculator.output, components, output=True)
    faults = {"description": "Everything that is wrong", "content": _json({"$ref": "#/components/schemas/Errors"})}
    return {
        "operationId": f"{slug}-{calculator.key}",
        "tags": [slug],
        "summary": str(calculator.title),
        "description": str(calculator.about),
        "requestBody": {"required": True, "content": _json(asked, calculator.example)},
        "responses": {
            "200": {"description": "The answer", "content": _json(told)},
            "413": faults,
            "415": faults,
            "422": faults,
            "429": faults,
        },
    }


def _shape(slug: str, shape: Any, components: dict[str, Any], *, output: bool) -> dict[str, Any]:
    """The schema of *shape*, its parts moved into *components* under names of their own."""
    own, parts = schema.json_schema(shape, output=output)
    prefix = f"{slug}.{'answer' if output else 'asked'}."
    text = schema.renamed({"own": own, "parts": parts}, {name: prefix + name for name in parts})
    components.update({prefix + name: part for name, part in text["parts"].items()})
    renamed: dict[str, Any] = text["own"]
    return renamed


def _json(shape: dict[str, Any], example: Any = None) -> dict[str, Any]:
    return {"application/json": {"schema": shape, **({"example": example} if example is not None else {})}}
