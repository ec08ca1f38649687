"""The shelf, a game's own page, and what this site is."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, Response, current_app, redirect
from werkzeug.wrappers import Response as WsgiResponse

from companion.settings import ROOT
from companion.web.assets import asset
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
    return show("home/about.html", games=tuple(current_app.extensions["games"].values()), works=works_of_others())


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What others made and this site passes on. *texts* are its licences, as static files."""

    name: str
    version: str
    licence: str
    texts: tuple[str, ...]


@cache
def works_of_others() -> tuple[Work, ...]:
    """Scripts and fonts, as their records beside them say."""
    return tuple(
        Work(
            name=part["name"],
            version=part["version"],
            licence=part["licence"],
            texts=tuple(f"{folder}/{name}" for name in part["licence_files"]),
        )
        for folder, record in (("vendor", "VENDOR.toml"), ("fonts", "FONTS.toml"))
        for part in tomllib.loads((ROOT / "static" / folder / record).read_text("utf-8"))["part"]
    )


@bp.get("/favicon.ico")
def favicon() -> WsgiResponse:
    """The drawn icon, for browsers that ask without being told."""
    return redirect(asset("icon.svg"))
