"""What goes wrong on purpose becomes a sentence and a way on: a page for people, JSON for programs."""

from __future__ import annotations

import traceback
from functools import partial
from typing import Any

from flask import Flask, Response, current_app, jsonify, make_response, redirect, render_template, request, url_for
from flask_babel import lazy_gettext as _l
from werkzeug.exceptions import HTTPException

from companion.core.errors import Invalid, Missing, Refused, Stale
from companion.core.game import Game
from companion.service import Unsaved
from companion.web.api import rule_link
from companion.web.at_play import Deleted, Outside, people_of, stored_play
from companion.web.page import show, wants_fragment
from companion.web.words import say

SENTENCES: dict[int, Any] = {
    400: _l("This request could not be read."),
    403: _l("This change was asked for by another site, so it was not made."),
    404: _l("There is nothing at this address."),
    405: _l("This address cannot be used that way."),
    413: _l("That is more than this site takes at once."),
    414: _l("This address is too long."),
    415: _l("This is not in a form that can be read here."),
    422: _l("Something here needs another look."),
    429: _l("That was a lot of requests at once."),
    500: _l("Something went wrong here."),
    503: _l("This is not available right now."),
}

RETRY = "5"  # seconds until what could not be saved may be sent again
ADVICE: dict[int, Any] = {
    403: _l("Open this site itself and try again."),
    404: _l("Look at the address for a slip, or start from the shelf."),
    414: _l("Go back and shorten the longest names."),
    429: _l("Wait a moment, then try again."),
    500: _l("Go back and try again: what you entered is still on your phone."),
    503: _l("Try again later."),
}


def init(app: Flask) -> None:
    """One handler for everything."""
    app.register_error_handler(HTTPException, failed)
    app.register_error_handler(Outside, outside)
    app.register_error_handler(Deleted, deleted)
    app.register_error_handler(Refused, refused)
    app.register_error_handler(Invalid, refused)
    app.register_error_handler(500, failed)
    app.log_exception = partial(log_fault, app)  # type: ignore[method-assign]


def log_fault(app: Flask, info: tuple[Any, Any, Any]) -> None:
    """Where it went wrong and how, without the address and the message, which may hold a code, a name or a secret."""
    kind, _, trace = info
    where = request.url_rule.rule if request.url_rule else "an unknown address"
    app.logger.error("A request to %s failed.\n%s%s", where, "".join(traceback.format_tb(trace)), kind.__name__)


def wants_json() -> bool:
    """Whether the caller is a program."""
    return request.path.startswith("/api/")


def is_tap() -> bool:
    """Whether the page's own script sent something and reads the answer."""
    return request.method == "POST" and wants_fragment() and request.accept_mimetypes.best == "application/json"


def failed(error: HTTPException) -> Response:
    """The page or JSON of an HTTP error, with its own headers (Allow, Retry-After)."""
    status = error.code or 500
    own = getattr(error, "description", None)
    standard = type(error).description if isinstance(error, HTTPException) else None
    sentence = str(own) if own and own != standard else str(SENTENCES.get(status, SENTENCES[400]))
    return answer(status, sentence, dict(error.get_headers()))


def answer(status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    """*sentence* as a page, or as ``{"error": …}`` for programs."""
    if wants_json():
        response = jsonify(error_body([{"message": sentence, "field": "", "rule": None}]))
    elif is_tap():
        response = jsonify({"sentence": sentence, "field": "", "rule": None})
    else:
        response = error_page(status, sentence)
    response.status_code = status
    for name in ("Allow", "Retry-After"):
        if headers and name in headers:
            response.headers[name] = headers[name]
    response.headers["Cache-Control"] = "no-store"
    return response


def error_page(status: int, sentence: str, rule: str = "", door: str | None = None) -> Response:
    """*sentence* with what may help: advice, the *rule* of the game that is on, the way back or to the *door*."""
    advice = ADVICE.get(status) if sentence == str(SENTENCES.get(status)) else None
    back = None if door else way_back()
    values = {"status": status, "sentence": sentence, "advice": advice, "rule": rule, "back": back, "door": door}
    return make_response(render_template("errors/error.html", rules_of=game_here() if rule else None, **values))


def game_here() -> Game[Any] | None:
    """The game that the address is about, of itself or by its play; None where it names neither."""
    at = request.view_args or {}
    slug = stored_play(at["code"]).game if "code" in at else at.get("slug")
    game: Game[Any] | None = current_app.extensions["games"].get(slug)
    return game


def way_back() -> str | None:
    """The page of a play on which the form stood that was not taken; None for everything else."""
    if request.method != "POST" or request.blueprint != "plays" or "code" not in (request.view_args or {}):
        return None
    here, back = url_for("plays.phase", code=request.view_args["code"]), request.form.get("back", "")  # type: ignore[index]
    return back if back.startswith(here) else here


def refused(error: Refused | Invalid) -> Response:
    """What the rules or the shapes refuse: every reason at once for programs, the first for people."""
    errors = error.errors if isinstance(error, Invalid) else (error,)
    status, door = status_of(errors[0]), door_to(errors[0])
    if wants_json():
        response = jsonify(error_body([fault(one) for one in errors]))
    elif is_tap():
        first = fault(errors[0])
        response = jsonify({"sentence": first.pop("message"), **first, **({"door": door} if door else {})})
    else:
        response = error_page(status, say(errors[0].message), errors[0].rule, door)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    if status == 503:
        response.headers["Retry-After"] = RETRY
    return response


def outside(error: Outside) -> Response:
    """Whoever does not take part is led to the door of the play; programs, taps and streams are told."""
    is_page = request.method == "GET" and not wants_json() and not wants_fragment()
    if is_page and request.accept_mimetypes.best != "text/event-stream":
        return redirect(url_for("joining.door", code=error.code), 303)  # type: ignore[return-value]
    return refused(error)


def door_to(error: Refused) -> str | None:
    """Where whoever was refused for not taking part comes in; None for all else, and where nobody does."""
    is_open = isinstance(error, Outside) and not error.is_gone
    return url_for("joining.door", code=error.code) if is_open else None


def deleted(error: Deleted) -> Response:
    """The page from which the host brings a play back, and which tells the others so; a sentence for programs."""
    if wants_json() or wants_fragment():
        return refused(error)
    values = {"stored": error.stored, "play": error.play, "people": people_of(error.play), "is_host": error.is_host}
    response = show("plays/deleted.html", status=404, **values)
    response.headers["Cache-Control"] = "no-store"
    return response


def status_of(error: Refused) -> int:
    """Gone, changed meanwhile, not on disk (and to be sent again as it was), or refused."""
    if isinstance(error, Outside):
        return 410 if error.is_gone else 403
    kinds = ((Missing, 404), (Stale, 409), (Unsaved, 503))
    return next((status for kind, status in kinds if isinstance(error, kind)), 422)


def fault(error: Refused) -> dict[str, Any]:
    """One refusal as ``{"message", "field", "rule"}``."""
    game = game_here() if error.rule else None
    rule = rule_link(game, error.rule) if game else None
    return {"message": say(error.message), "field": error.field, "rule": rule}


def error_body(faults: list[dict[str, Any]]) -> dict[str, Any]:
    """The API's form of errors: the first, and all of them."""
    return {"error": faults[0], "errors": faults}
