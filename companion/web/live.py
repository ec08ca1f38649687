"""What is new, told to the phones of a play as it happens: only that something is, never what."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, jsonify

from companion.core.errors import Missing
from companion.hub import OVER, Ear
from companion.service import GONE, PEOPLE, Plays, Stored
from companion.web import limits
from companion.web.at_play import company, look_at, plays, the_play
from companion.web.devices import known_device

bp = Blueprint("live", __name__)
BEAT = 2.0  # seconds: a phone that misses two knows that it is not live
LASTS = 600.0  # seconds of one stream, give or take a fifth; the phone comes again by itself
RETRY = 2  # seconds until a phone asks again where too many listen


@bp.get("/plays/<code>/head")
def head_of(code: str) -> Response:
    """The number of the last event, and who is at the play in short: for phones that cannot hold a stream."""
    stored, play, _ = the_play(code)
    response = jsonify({"head": play.head, "company": company(look_at(stored))})
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.get("/plays/<code>/events")
def stream(code: str) -> Response:
    """A line whenever something happened, a beat every two seconds. 503 while too many phones listen."""
    stored, _, member = the_play(code)
    found, device = plays(), known_device()
    ear = found.hub.subscribe(stored.id, device or "", limits.here())
    if ear is None:
        return Response("busy", 503, {"Retry-After": str(RETRY)}, "text/plain")
    was_member = member is not None

    def is_welcome() -> bool:
        now = found.member(stored, device) if device else None
        return not was_member or (now is not None and now.role != "out")

    lasts = LASTS * random.uniform(0.8, 1.2)  # noqa: S311  # so that not all come again at once
    response = Response(told(ear, stored, found, is_welcome, time.monotonic() + lasts), mimetype="text/event-stream")
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    response.call_on_close(ear.close)
    return response


def told(ear: Ear, stored: Stored, found: Plays, is_welcome: Callable[[], bool], until: float) -> Iterator[str]:
    """The lines of a stream: ``hello`` and ``news`` carry the head, ``people`` and ``gone`` speak for themselves.

    ``hello`` also says who is there, for a phone that comes back and may have missed somebody. It looks once *ear*
    listens: whatever happens later is heard.
    """
    try:
        try:
            look = found.log.look(stored.code)
        except Missing:
            yield line("gone")
            return
        yield line("hello", f"{look.head} {company(look)}")
        while time.monotonic() < until:
            words = ear.listen(BEAT)
            if OVER in words:
                return
            if GONE in words or (PEOPLE in words and not is_welcome()):
                yield line("gone")
                return
            if PEOPLE in words:
                yield line("people")
            for head in filter(str.isdecimal, words):
                yield line("news", head)
            if not words:
                yield line("beat")
        yield line("again")
    finally:
        ear.close()


def line(event: str, data: int | str = "") -> str:
    """One event of a stream."""
    return f"event: {event}\ndata: {data}\n\n"
