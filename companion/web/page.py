"""One URL, a whole page for browsers or its fragment for htmx. HX headers appear here and nowhere else."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, current_app, make_response, render_template, request

from companion.core.game import Game


def wants_fragment() -> bool:
    """Whether htmx asks for a piece to swap, not for a page (boosted links and restored history are pages)."""
    head = request.headers
    whole = "HX-Boosted" in head or "HX-History-Restore-Request" in head
    return "HX-Request" in head and not whole


def show(page: str, fragment: str | None = None, *, status: int = 200, **values: Any) -> Response:
    """The template *page*, or *fragment* alone where htmx asks for it; same URL for both."""
    name = fragment if fragment and wants_fragment() else page
    response = make_response(render_template(name, **values), status)
    response.vary.add("HX-Request")
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


def unchanged(tag: str) -> Response:
    """The browser holds the page *tag* already."""
    response = Response(status=304)
    response.set_etag(tag)
    response.vary.add("HX-Request")
    response.headers["Cache-Control"] = "no-cache"
    return response


def swaps_pages() -> bool:
    """Whether htmx asks for a whole page, to swap it in without loading it."""
    return "HX-Boosted" in request.headers


def at(response: Response, address: str) -> Response:
    """*response* to htmx, with the address that the browser is to show for it."""
    response.headers["HX-Push-Url"] = address
    return response


def instead(response: Response, address: str) -> Response:
    """*response* to htmx, with the address that the browser is to show in place of the one it shows."""
    response.headers["HX-Replace-Url"] = address
    return response


def the_game(slug: str) -> Game[Any]:
    """The game *slug*, or a page that says there is none."""
    game: Game[Any] | None = current_app.extensions["games"].get(slug)
    if game is None:
        abort(404)
    return game
