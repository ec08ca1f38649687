"""The site: thin routes around the pure games."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from flask import Flask
from jinja2 import FileSystemLoader, StrictUndefined

from companion.core.game import Game
from companion.games import discover
from companion.service import Plays
from companion.settings import ROOT, Settings
from companion.store import opened
from companion.web import assets, devices, errors, guard, lanes, limits, words
from companion.web.site import Site

BLUEPRINTS = ("home", "rules", "scores", "api", "counts", "prints", "plays", "joining", "live", "pwa")


def create_app(settings: Settings, games: Mapping[str, Game[Any]] | None = None) -> Flask:
    """The site with *settings*, for *games* (by default all that are found)."""
    app = Site("companion", root_path=str(ROOT), static_folder=None, template_folder="templates")
    app.secret_key = settings.secret_key
    app.config.update(MAX_CONTENT_LENGTH=guard.MOST_BYTES, MAX_FORM_PARTS=2000, MAX_FORM_MEMORY_SIZE=guard.MOST_BYTES)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the order of players is their seating
    app.jinja_loader = FileSystemLoader([ROOT / "templates", ROOT])
    app.jinja_options = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    app.extensions["settings"] = settings
    app.extensions["games"] = discover() if games is None else games
    app.extensions["plays"] = Plays(opened(settings.data_dir), app.extensions["games"], live=settings.streams)
    for part in (lanes, words, guard, errors, assets, devices, limits):
        part.init(app)
    for name in BLUEPRINTS:
        app.register_blueprint(import_module(f"companion.web.{name}").bp)
    if settings.prefix:
        app.wsgi_app = _under(settings.prefix, app.wsgi_app)  # type: ignore[method-assign]
    return app


def _under(prefix: str, wsgi: Any) -> Any:
    """*wsgi* as seen behind a proxy that shows it under *prefix*, whether or not the proxy strips the prefix."""

    def prefixed(environ: dict[str, Any], start: Any) -> Any:
        path = environ.get("PATH_INFO", "")
        environ["SCRIPT_NAME"] = prefix
        environ["PATH_INFO"] = path.removeprefix(prefix) if path.startswith(f"{prefix}/") or path == prefix else path
        return wsgi(environ, start)

    return prefixed
