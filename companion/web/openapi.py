"""The API described as OpenAPI 3.1, from the types that check and answer it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion import VERSION, schema
from companion.core.game import Calculator, Game
from companion.core.shape import Shape
from companion.core.text import Msg

LANG = {
    "name": "lang",
    "in": "query",
    "description": "The language of labels and sentences, such as en. Keys never change with it.",
    "schema": {"type": "string"},
}
FAULTS = {
    "404": "There is no such game or calculator",
    "413": "The body is larger than 64 KiB",
    "422": "Everything that is wrong with the input, or that it is not application/json",
    "429": "Too many requests from one address; Retry-After says when to ask again",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard(Shape):
    """A game: for how many, its calculators, its printable sheets, the languages of its rules, and its page."""

    game: str
    title: Msg
    seats: tuple[int, ...]
    calculators: tuple[str, ...]
    sheets: tuple[str, ...]
    languages: tuple[str, ...]
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf(Shape):
    """All games of this site."""

    games: tuple[GameCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleHit(Shape):
    """A passage of the rules, in Markdown, with its deciding sentence, its source and its address."""

    game: str
    id: str
    title: str
    text: str
    said: str
    kind: str
    source: str
    url: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesFound(Shape):
    """What the rules say, best first; where they do not cover the question, the nearest passages."""

    hits: tuple[RuleHit, ...]
    covered: bool


def described(games: Mapping[str, Game[Any]]) -> dict[str, Any]:
    """The OpenAPI document of *games*."""
    own, components = schema.describe(
        {
            "shelf": (Shelf, "serialization"),
            "rules": (RulesFound, "serialization"),
            "errors": (schema.Errors, "serialization"),
        },
    )
    paths: dict[str, Any] = {
        "/api/v1/games": {"get": _shelf(own["shelf"])},
        "/api/v1/rules": {"get": _rules(own["rules"], own["errors"])},
    }
    for slug, game in games.items():
        shapes, parts = schema.describe(_shapes(game), f"{slug}.")
        components |= parts
        for calculator in game.calculators:
            asked, told = (shapes[f"{calculator.key} {way}"] for way in ("asked", "told"))
            operation = _operation(slug, calculator, asked, told, own["errors"])
            paths[f"/api/v1/{slug}/{calculator.key}"] = {"post": operation}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Companion calculators",
            "summary": "Score calculators and rules checkers of board games: pure functions behind typed inputs",
            "version": VERSION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "tags": [{"name": slug, "description": str(game.title)} for slug, game in games.items()],
        "paths": paths,
        "components": {"schemas": components},
    }


def _shapes(game: Game[Any]) -> dict[str, tuple[Any, schema.Way]]:
    found: dict[str, tuple[Any, schema.Way]] = {}
    for calculator in game.calculators:
        found[f"{calculator.key} asked"] = (calculator.input, "validation")
        found[f"{calculator.key} told"] = (calculator.output, "serialization")
    return found


def _shelf(shape: Any) -> dict[str, Any]:
    return {
        "operationId": "games",
        "summary": "Games, their calculators, seat counts, printable sheets and languages",
        "parameters": [LANG],
        "responses": {"200": {"description": "All games", "content": _json(shape)}},
    }


def _rules(shape: Any, errors: Any) -> dict[str, Any]:
    """Asking the rules: the question, and what may narrow it down."""
    asked = {
        "q": "A question in plain words, in the language of the rules",
        "game": "Only the rules of this game",
        "phase": "Rules of this phase come first",
    }
    parameters = [
        {"name": name, "in": "query", "required": name == "q", "description": said, "schema": {"type": "string"}}
        for name, said in asked.items()
    ]
    faults = {status: {"description": FAULTS[status], "content": _json(errors)} for status in ("404", "429")}
    return {
        "operationId": "rules",
        "summary": "What the rules say to a question, or that they do not cover it",
        "parameters": [*parameters, LANG],
        "responses": {"200": {"description": "Passages, best first", "content": _json(shape)}, **faults},
    }


def _operation(slug: str, calculator: Calculator[Any, Any], asked: Any, told: Any, errors: Any) -> dict[str, Any]:
    """One calculator: what it is asked, what it tells, and what may be wrong."""
    faults = {status: {"description": said, "content": _json(errors)} for status, said in FAULTS.items()}
    return {
        "operationId": f"{slug}-{calculator.key}",
        "tags": [slug],
        "summary": str(calculator.title),
        "description": str(calculator.about),
        "parameters": [LANG],
        "requestBody": {"required": True, "content": _json(asked, calculator.example)},
        "responses": {"200": {"description": "The answer", "content": _json(told)}, **faults},
    }


def _json(shape: Any, example: Any = None) -> dict[str, Any]:
    return {"application/json": {"schema": shape, **({} if example is None else {"example": example})}}
