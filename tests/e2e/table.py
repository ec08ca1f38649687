"""A table with several phones: a play, who joins it, what a phone shows and holds back."""

from __future__ import annotations

import itertools
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import BrowserContext, Error, Locator, Page, Route, expect

from companion.settings import ROOT
from tests.servers import free_port, wait_for

NAMES = ["Ann", "Bob", "Cy", "Dee"]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
OPS = itertools.count(1)
NEWS_AT = """(want) => { window.seen = new Promise(found => {
  const see = () => document.querySelector("#live").innerHTML.includes(want) && found(Date.now());
  new MutationObserver(see).observe(document, { childList: true, subtree: true, attributes: true });
}) }"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => hidden ? "hidden" : "visible" });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def begin(page: Page, names: list[str] = NAMES, depth: str = "round") -> str:
    """The path of a new play of Bunny Kingdom that this phone hosts, with a slash at its end."""
    fields = [("game", "bunny-kingdom"), ("start", "1"), ("depth", depth), ("op", f"new-{next(OPS)}")]
    answer = page.context.request.post(
        "/plays/new", data=urlencode([*fields, *(("name", name) for name in names)]), headers=FORM, max_redirects=0
    )
    assert answer.status == 303, answer.text()
    return f"/plays/{answer.headers['location'].split('/')[2]}/"


def code_of(play: str) -> str:
    """The code of the play at the path *play*."""
    return play.split("/")[2]


def sit(page: Page, code: str, *seats: int) -> None:
    """Take these seats, or only watch, without a look at the door."""
    data = [("seat", str(seat)) for seat in seats] or [("as", "watch")]
    answer = page.context.request.post(f"/j/{code}", data=urlencode(data), headers=FORM, max_redirects=0)
    assert answer.status == 303, answer.text()


def change(page: Page, play: str, **fields: str | int) -> None:
    """What the page of invitations can change: ``do="withdraw"``, ``do="shut"`` …"""
    answer = page.context.request.post(f"{play}invite", data=urlencode(fields), headers=FORM, max_redirects=0)
    assert answer.status == 303, answer.text()


def post(page: Page, play: str, *events: dict[str, Any]) -> int:
    """These events in the name of this phone, over the API; the head after them."""
    head = 0
    for event in events:
        answer = page.context.request.post(
            f"/api/v1{play}events", data={"op": f"api-{next(OPS)}", "base": 9999, **event}
        )
        assert answer.ok, f"{event} {answer.text()}"
        head = answer.json()["head"]
    return head


def on(round_: int, *phases: str) -> list[dict[str, Any]]:
    """The ends of these phases."""
    return [{"kind": "phase_ended", "round": round_, "phase": phase} for phase in phases]


def reaped(seat: int, typed: str, round_: int = 1) -> dict[str, Any]:
    """A harvest typed."""
    return {"kind": "harvested", "seat": seat, "round": round_, "typed": typed}


def log_of(page: Page, play: str) -> list[dict[str, Any]]:
    """The log of the play as this phone may see it."""
    found: list[dict[str, Any]] = page.context.request.get(f"/api/v1{play[:-1]}").json()["log"]
    return found


def happened(page: Page, play: str, kind: str) -> list[dict[str, Any]]:
    """The events of this kind, in order."""
    return [entry["event"] for entry in log_of(page, play) if entry["event"]["kind"] == kind]


def harvest(page: Page, seat: int) -> Locator:
    """The field of a harvest."""
    return page.locator(f"#harvest-{seat}")


def reap(page: Page, seat: int, typed: str) -> None:
    """Type a harvest and keep it: the field is left and its button pressed, as by a keyboard's enter."""
    harvest(page, seat).fill(typed)
    harvest(page, seat).press("Enter")


def next_button(page: Page) -> Locator:
    """The button below that ends the phase."""
    return page.locator(".dock form button")


def line(page: Page) -> Locator:
    """What the page says about the network."""
    return page.locator("#line")


def cards(page: Page) -> Locator:
    """What was not accepted."""
    return page.locator("#refusals > *")


def sent(page: Page) -> None:
    """Wait until nothing waits on the phone any more."""
    page.wait_for_function("() => !Object.keys(localStorage).some(key => key.startsWith('out.'))")


def live(page: Page) -> None:
    """Wait until the page is up to date and says so: nothing of it is the last visit's."""
    expect(page.locator("html")).to_have_attribute("data-line", "live")


def head(page: Page) -> int:
    """The head that the page shows."""
    return int(page.locator("#live").get_attribute("data-head") or 0)


def at_head(page: Page, number: int, timeout: float = 5000) -> None:
    """Wait until the page shows the play as of event *number*."""
    expect(page.locator("#live")).to_have_attribute("data-head", str(number), timeout=timeout)


def pair(new: Any, depth: str = "round", *seats: int, **options: Any) -> tuple[Page, Page, str]:
    """A host and a second phone that holds *seats* (Bob's by default), both on the page of a new play."""
    a, b = new(**options), new(**options)
    play = begin(a, depth=depth)
    sit(b, code_of(play), *(seats or (2,)))
    if depth == "round":
        post(a, play, *on(1, "exploration", "construction"))
    a.goto(play)
    b.goto(play)
    return a, b, play


def together(pages: list[Page], script: str) -> None:
    """Run *script* on all pages in the same moment; ``n`` is the number of the page, from 1."""
    at = time.time() * 1000 + 500
    for n, page in enumerate(pages, 1):
        page.evaluate(f"([n, at]) => {{ setTimeout(() => {{ {script} }}, at - Date.now()) }}", [n, at])


class Ear:
    """Every byte that a phone receives from now on, but for files and streams: headers, pages, fragments, JSON."""

    def __init__(self, context: BrowserContext) -> None:
        self._heard: list[str] = []
        context.route(re.compile(r"^(?!.*(/static/|/events$))"), lambda route: self._hear(route))

    def _hear(self, route: Route) -> None:
        try:
            answer = route.fetch(max_redirects=0)
        except Error:  # a page that is being left
            route.abort()
            return
        self._heard += [str(answer.headers), answer.text()]
        route.fulfill(response=answer)

    def text(self) -> str:
        """All of it."""
        return "\n".join(self._heard)


class Host:
    """A site of its own at one port, that can be killed and started again."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.folder, self._environ, self.root = folder, environ, ROOT
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, **environ: str) -> None:
        """Serve, and wait until it does."""
        own = {"HOST": "127.0.0.1", "PORT": str(self.port), "DATA_DIR": str(self.folder), "SECRET_KEY": "for tests"}
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / "server.log"
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "companion"],
                cwd=self.root,
                env={**os.environ, "RATE_LIMIT": "0", **own, **self._environ, **environ},
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        wait_for(self.address, self._process, log)

    def kill(self) -> None:
        """As a power cut does: all its processes at once, without a word."""
        if self._process:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


@contextmanager
def host(folder: Path, **environ: str) -> Iterator[Host]:
    """A site that runs and will be killed."""
    made = Host(folder, **environ)
    made.start()
    try:
        yield made
    finally:
        made.kill()
