"""The installed site: its manifest, its service worker, and the page for when there is no network."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, url_for

from companion.core.text import msg
from companion.settings import Settings
from companion.web.assets import asset, content, release
from companion.web.page import show
from companion.web.words import say

bp = Blueprint("pwa", __name__)
PAPER = "#f3ebd8"
SHELL = ("app.css", "app.js", "ask.js", "outbox.js", "play.js", "theme.js", "icon.svg", "vendor/htmx.min.js")
FACES = ("bona-700-latin", "literata-400-latin", "literata-700-latin")


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What the phone needs to know to put the site among its apps."""
    icons: list[dict[str, Any]] = [
        {"src": asset(f"icons/{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)
    ]
    mask = {"src": asset("icons/mask-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"}
    response = jsonify(
        {
            "name": "Companion",
            "short_name": "Companion",
            "description": say(msg("Scores that say why, rules to look up, sheets to print.")),
            "id": url_for("home.shelf"),
            "start_url": url_for("home.shelf"),
            "scope": url_for("home.shelf"),
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "icons": [*icons, mask],
        }
    )
    response.mimetype = "application/manifest+json"
    response.headers["Cache-Control"] = "no-cache"
    return response


@bp.get("/sw.js")
def worker() -> Response:
    """The service worker of this release; or, where WORKER=off, one that retires itself on every phone that has one."""
    settings: Settings = current_app.extensions["settings"]
    if settings.worker:
        head = f"const RELEASE = {json.dumps(release())}, SHELL = {json.dumps(shell())};\n"
        body = head.encode() + (content("sw.js") or b"")
    else:
        body = content("retire.js") or b""
    response = Response(body, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def shell() -> list[str]:
    """The addresses that every page needs, and the page for when there is no network."""
    games = current_app.extensions["games"]
    own = [f"games/{slug}.css" for slug in games if content(f"games/{slug}.css")]
    names = (*SHELL, *own, *(f"fonts/{face}.woff2" for face in FACES))
    rules = [url_for("rules.show", slug=slug) for slug in games]
    return [*(asset(name) for name in names), url_for(".offline"), *rules, url_for("rules.ask"), url_for("rules.told")]


@bp.get("/offline")
def offline() -> Response:
    """What is here without a network; the script lists what this phone has kept."""
    return show("home/offline.html")
