"""Sheets to print."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from companion.core.game import Game

bp = Blueprint("prints", __name__)
KIT = ("score-pad", "scoring", "score-sheet")


def sheet_keys(game: Game[Any]) -> tuple[str, ...]:
    """The sheets of *game*: those that every game has, then its own."""
    return (*KIT, *(sheet.key for sheet in game.sheets))


@bp.get("/games/<slug>/print")
def index(slug: str) -> str:
    return ""


@bp.get("/games/<slug>/print/<sheet>.pdf")
def sheet(slug: str, sheet: str) -> str:
    return ""
