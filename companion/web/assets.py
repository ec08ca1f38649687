"""Static files, named by their content so that they may be kept for ever; the stylesheet knows each game's colours."""

from __future__ import annotations

import gzip
import hashlib
import os.path
import re
from functools import cache
from mimetypes import guess_type
from typing import Any

from flask import Flask, Response, abort, current_app, request, url_for

from companion import VERSION, drawings
from companion.core.game import Accent, Game
from companion.settings import ROOT

STATIC = ROOT / "static"
YEAR = "public, max-age=31536000, immutable"
SMALL = 1000
PACKED = ("text/", "application/json", "application/javascript", "image/svg+xml", "application/manifest+json")
MARKER = "<!--sprite-->"
MADE_OF = (".html", ".css", ".js", ".py", ".toml", ".md", ".svg", ".po")
SCRIPTS = ("app.js", "ask.js", "outbox.js", "play.js", "sw.js", "theme.js", "retire.js")
_INDENT = re.compile(r"\s*\n\s*")
_BETWEEN = re.compile(r"\s*([{};,])\s*|(?<=:)\s+")  # of a stylesheet; it has no such signs in strings
_COMMENT = re.compile(r"/\*.*?\*/\s*| // [^\n]*", re.S)
_FONT = re.compile(r"url\((fonts/[a-z0-9-]+\.woff2)\)")


def init(app: Flask) -> None:
    """Serve /static, give templates ``asset()`` and the drawings, pack what is worth packing."""
    app.add_url_rule("/static/<path:name>", "static", serve)
    for last_to_first in (packed, tagged, with_sprite):  # the drawings go in before a page is tagged and packed
        app.after_request(last_to_first)
    app.jinja_env.globals.update(
        asset=asset,
        keeps_site=app.extensions["settings"].worker,
        style_of=style_of,
        seat_shape=drawings.shape,
        seat_colour=drawings.colour,
        seat_letter=drawings.letter,
    )


def serve(name: str) -> Response:
    """One static file; kept for ever by browsers when the address names its content."""
    body = content(name)
    if body is None:
        abort(404)
    response = Response(body, mimetype=guess_type(name)[0] or "application/octet-stream")
    kept = request.args.get("v") == digest(name)
    response.headers["Cache-Control"] = YEAR if kept else "no-cache"
    response.set_etag(digest(name))
    return response.make_conditional(request)


def content(name: str) -> bytes | None:
    """The bytes of static file *name*; None if there is none."""
    path = (STATIC / name).resolve()
    if not path.is_relative_to(STATIC) or not os.path.isfile(path):  # unlike Path.is_file, no error for a long name
        return None
    if name == "app.css":
        return stylesheet(path.read_text("utf-8")).encode()
    if path.suffix == ".css":
        return pressed(path.read_text("utf-8")).encode()
    return tidied(path.read_text("utf-8")).encode() if name in SCRIPTS else path.read_bytes()


def tidied(text: str) -> str:
    """*text*, a script or stylesheet of ours, without its comments and indents."""
    return _INDENT.sub("\n", _COMMENT.sub("", text)).lstrip()


def stylesheet(css: str) -> str:
    """*css* pressed, with each font named by its content, and with the games' colours."""
    named = _FONT.sub(lambda found: f"url({found[1]}?v={digest(found[1])})", css)
    return pressed(named) + accents(current_app.extensions["games"])


def pressed(css: str) -> str:
    """*css* without comments and needless space."""
    return _BETWEEN.sub(lambda found: found[1] or "", tidied(css))


def style_of(game: Game[Any]) -> str | None:
    """The address of what *game* adds to the stylesheet on the pages of its plays; None if it adds nothing."""
    name = f"games/{game.slug}.css"
    return asset(name) if (STATIC / name).is_file() else None


def digest(name: str) -> str:
    """A short name for the content of static file *name*, made once per process."""
    made: dict[str, str] = current_app.extensions.setdefault("digests", {})
    if name not in made:
        made[name] = hashlib.sha256(content(name) or b"").hexdigest()[:12]
    return made[name]


def release() -> str:
    """A short name for everything that pages are made of: the same files give the same name. Made once per process."""
    found: str = current_app.extensions.get("release", "")
    if not found:
        files = (p for folder in ("static", "templates", "companion") for p in sorted((ROOT / folder).rglob("*.*")))
        made = hashlib.sha256(VERSION.encode())
        for path in files:
            if path.suffix in MADE_OF:
                made.update(path.name.encode() + path.read_bytes())
        found = current_app.extensions["release"] = made.hexdigest()[:12]
    return found


def asset(name: str) -> str:
    """The address of static file *name*, with its content's name."""
    return url_for("static", name=name, v=digest(name))


def accents(games: dict[str, Game[Any]]) -> str:
    """The part of the stylesheet that gives each game its colour, on light and on dark ground."""

    def rules(before: str, *, dark: bool) -> str:
        return "".join(
            f"{before}[data-game={slug}]"
            f"{{--accent:{a.dark if dark else a.light};--wash:{a.dark_wash if dark else a.light_wash}}}"
            for slug, game in games.items()
            if (a := game.accent) != Accent()
        )

    by_device = rules(":root:not([data-theme=light]) ", dark=True)
    by_choice = rules("[data-theme=dark] ", dark=True)
    return (
        f"{rules('', dark=False)}@media screen and (prefers-color-scheme:dark){{{by_device}}}"
        f"@media screen{{{by_choice}}}\n"
    )


def with_sprite(response: Response) -> Response:
    """Put the drawings that a page uses where its marker stands."""
    if response.mimetype == "text/html" and not response.direct_passthrough:
        html = response.get_data(as_text=True)
        if MARKER in html:
            marks = {slug: game.folder for slug, game in current_app.extensions["games"].items()}
            response.set_data(html.replace(MARKER, drawings.sprite(html, marks)))
    return response


def tagged(response: Response) -> Response:
    """*response* with a name for its content, or 304 where the browser holds the same already."""
    if request.method not in ("GET", "HEAD") or response.status_code != 200 or response.is_streamed:
        return response
    if response.direct_passthrough or "no-store" in response.headers.get("Cache-Control", ""):
        return response
    if not response.get_etag()[0]:
        response.add_etag()
    return response.make_conditional(request)


def packed(response: Response) -> Response:
    """*response* gzipped, where the browser takes it and it pays."""
    if (
        response.direct_passthrough
        or response.is_streamed
        or not 200 <= response.status_code < 600
        or "Content-Encoding" in response.headers
        or not response.mimetype.startswith(PACKED)
        or response.mimetype == "text/event-stream"
    ):
        return response
    response.vary.add("Accept-Encoding")
    if "gzip" in request.accept_encodings and len(body := response.get_data()) > SMALL:
        kept = "immutable" in response.headers.get("Cache-Control", "")
        response.set_data(_packed_once(body) if kept else gzip.compress(body, 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        if etag := response.get_etag()[0]:
            response.set_etag(etag, weak=True)
    return response


@cache
def _packed_once(body: bytes) -> bytes:
    """*body*, a file that is kept for ever, as small as it gets."""
    return gzip.compress(body, 9, mtime=0)
