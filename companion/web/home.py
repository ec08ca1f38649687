"""The shelf, a game's own page, and what this site is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import Blueprint, Response, current_app, redirect
from werkzeug.wrappers import Response as WsgiResponse

from companion.core.game import Game, Where
from companion.core.play import tracker_of
from companion.core.text import Msg, msg
from companion.service import Plays, Stored
from companion.settings import ROOT
from companion.web.assets import asset
from companion.web.devices import known_device
from companion.web.page import show, the_game
from companion.web.proofs import made

bp = Blueprint("home", __name__)
MOST_PLAYS = 6
OVER, FINISHED = msg("Ready to be counted"), msg("Finished")


@bp.get("/")
def shelf() -> Response:
    """All games, and the plays of this phone."""
    return show("home/shelf.html", games=tuple(current_app.extensions["games"].values()), on_table=on_table())


@dataclass(frozen=True, slots=True, kw_only=True)
class OnTable:
    """A play of this phone, in a few words."""

    code: str
    game: Game[Any]
    where: Msg
    names: Mapping[int, str]


def on_table() -> tuple[OnTable, ...]:
    """The plays of this phone, the latest first; a game that is no longer on the shelf is passed over."""
    plays: Plays = current_app.extensions["plays"]
    known = known_device()
    stored = plays.log.of_device(known)[:MOST_PLAYS] if known else []
    return tuple(_on_table(one, plays) for one in stored if one.game in plays.games)


def _on_table(stored: Stored, plays: Plays) -> OnTable:
    play = plays.open(stored)
    tracker = tracker_of(play.game)
    where = tracker.where(play.state)
    labels = {phase.key: phase.label for phase in tracker.phases}
    said = _said(where, tracker.rounds, labels) if where else OVER
    if play.table.closed:
        said = FINISHED
    return OnTable(code=stored.code, game=play.game, where=said, names=play.table.names)


def _said(where: Where, rounds: int | None, labels: Mapping[str, Msg]) -> Msg:
    """Round and phase; of how many rounds, where that is known."""
    if rounds is None:
        return msg("Round %(n)d · %(phase)s", n=where.round, phase=labels[where.phase])
    return msg("Round %(n)d of %(m)d · %(phase)s", n=where.round, m=rounds, phase=labels[where.phase])


@bp.get("/games/<slug>/")
def game(slug: str) -> Response:
    """One game: what can be done with it here."""
    return show("home/game.html", game=the_game(slug))


@bp.get("/about")
def about() -> Response:
    """What is promised, whose work this builds on."""
    return show(
        "home/about.html", games=tuple(current_app.extensions["games"].values()), works=works_of_others(), proofs=made()
    )


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
