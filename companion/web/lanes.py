"""Pages are put together one at a time, so that a tap is taken in at once however many phones look.

Python renders one page at a time whatever is done; a hundred begun together all come late, hold the memory of a hundred
pages, and keep the taps waiting. So those who only look go in turn, and taps pass beside them.
"""

from __future__ import annotations

from threading import Semaphore

from flask import Flask, Response, current_app, g, request

LANES = 1
PATIENCE = 10.0  # seconds: should one page be stuck, the others come all the same
BESIDE = ("/events", "/head", ".pdf", ".png")  # these mostly wait, for news or for the printer, or say one number


def init(app: Flask) -> None:
    """Open the lanes. Comes before all that looks at a request, and after all that looks at its answer."""
    app.extensions["lanes"] = Semaphore(LANES)
    app.before_request(enter)
    app.after_request(done)
    app.teardown_request(leave)


def enter() -> None:
    """Wait for a lane, if this only looks."""
    if request.method in {"GET", "HEAD"} and not request.path.endswith(BESIDE):
        g.in_lane = current_app.extensions["lanes"].acquire(timeout=PATIENCE)


def done(response: Response) -> Response:
    """The page is made; sending it needs no lane."""
    leave()
    return response


def leave(error: BaseException | None = None) -> None:
    """Let the next one in, once; also where making the page failed."""
    if g.pop("in_lane", False):
        current_app.extensions["lanes"].release()
