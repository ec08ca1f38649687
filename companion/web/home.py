"""The shelf, a game's own page, and what this site is."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from flask import Blueprint, Response, current_app

from companion.settings import ROOT
from companion.web.page import show, the_game

bp = Blueprint("home", __name__)


@bp.get("/")
def shelf() -> Response:
    """All games."""
    return show("home/shelf.html", games=tuple(current_app.extensions["games"].values()))


@bp.get("/games/<slug>/")
def game(slug: str) -> Response:
    """One game: what can be done with it here."""
    return show("home/game.html", game=the_game(slug))


@bp.get("/about")
def about() -> Response:
    """What is promised, whose work this builds on."""
    return show("home/about.html", games=tuple(current_app.extensions["games"].values()), parts=vendored())


@cache
def vendored() -> tuple[dict[str, Any], ...]:
    """The front-end files and fonts of others: name, version and licence of each."""
    files = (ROOT / "static" / "vendor" / "VENDOR.toml", ROOT / "static" / "fonts" / "FONTS.toml")
    return tuple(
        part for path in files if path.exists() for part in tomllib.loads(path.read_text("utf-8")).get("part", ())
    )


@bp.get("/favicon.ico")
def favicon() -> Response:
    """The drawn icon, for browsers that ask without being told."""
    return current_app.redirect(current_app.jinja_env.globals["asset"]("icon.svg"))  # type: ignore[operator,return-value]
