"""The shelf: every folder here that holds a ``GAME`` is a game. Adding one touches no other file."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from companion.core import rules
from companion.core.game import Game


def discover(package: str = "companion.games") -> Mapping[str, Game[Any]]:
    """All games in *package* by slug, in order of their titles; each is checked once.

    Raises ValueError if a game links a rule that its rules.en.md does not have.
    """
    found = [
        getattr(import_module(f"{package}.{module.name}"), "GAME", None)
        for module in iter_modules(import_module(package).__path__)
        if module.ispkg
    ]
    games = sorted((game for game in found if isinstance(game, Game)), key=lambda game: str(game.title))
    for game in games:
        check(game)
    return {game.slug: game for game in games}


def check(game: Game[Any]) -> None:
    """Refuse a game whose categories or calculators link a rule that is not written."""
    ids = {entry.id for entry in rules.load(game.folder, "en")}
    linked = {category.rule for category in game.count.categories} | {c.rule for c in game.calculators}
    if lost := linked - ids:
        raise ValueError(f"{game.slug} links rules that are not written: {sorted(lost)}")
