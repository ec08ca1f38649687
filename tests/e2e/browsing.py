"""A real browser, a watched page, and what axe says about it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",  # as root there is none, and only our own pages are opened
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP table.test 127.0.0.1",  # http://table.test is what a phone sees: not a secure origin
)
OFFLINE = ("Failed to load resource", "htmx: htmx:error: Failed to fetch", "Service Worker registration blocked")
AXE = Path(__file__).parents[1] / "vendor" / "axe.min.js"
TAGS = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice")
SETTLED = """() => Promise.all([document.fonts.ready, ...document.getAnimations().map(a => a.finished.catch(() => 0))])
.then(() => 0)"""


def executable() -> str:
    """The browser of this machine, under any of its usual names."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    raise AssertionError("There is no Chromium here. ./check installs it; ./check fast does without.")


TAP = """([address, fields]) => {
  const form = document.createElement("form"), base = document.querySelector("#live").dataset.head;
  Object.assign(form, { method: "post", action: address });
  form.dataset.tap = "";
  for (const [name, value] of [...fields, ["base", base]])
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.querySelector("main").append(form);
  form.requestSubmit();
}"""
UNDRAWN = """() => [...document.querySelectorAll("use")].map(one => one.getAttribute("href"))
  .filter(name => name.startsWith("#") && !document.getElementById(name.slice(1)))"""


@dataclass
class Watch:
    """Collects what no page of ours may do: log an error, throw, fetch from elsewhere, get a missing file or a 500."""

    origin: str
    wrong: list[str] = field(default_factory=list)

    def follow(self, context: BrowserContext) -> None:
        context.on("console", self.console)
        context.on("weberror", lambda error: self.wrong.append(f"thrown: {error.error}"))
        context.on("request", self.request)
        context.on("response", self.response)

    def console(self, message: ConsoleMessage) -> None:
        """Errors and warnings; that a request failed is judged in :meth:`response`, being offline is no fault."""
        if message.type in ("error", "warning") and not message.text.startswith(OFFLINE):
            self.wrong.append(f"console {message.type}: {message.text}")

    def request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob", "about") and f":{parts.port}" != f":{urlsplit(self.origin).port}":
            self.wrong.append(f"asked elsewhere: {request.url}")

    def response(self, response: Response) -> None:
        missing = response.status == 404 and response.request.resource_type != "document"
        if missing or response.status >= 500:
            self.wrong.append(f"{response.status}: {response.url}")


@cache
def axe_source() -> str:
    return AXE.read_text("utf-8")


def axe(page: Page) -> list[str]:
    """What axe finds on *page*, one line a place; it is brought in beside the page's own policy, which stays strict.

    At the page's end, where the bar below covers nothing: what it covers elsewhere comes out from under it.
    """
    page.evaluate(SETTLED)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    session = page.context.new_cdp_session(page)
    try:
        session.send("Runtime.evaluate", {"expression": axe_source()})
        options = {"runOnly": list(TAGS), "resultTypes": ["violations"]}
        answer: dict[str, Any] = session.send(
            "Runtime.evaluate",
            {"expression": f"axe.run(document, {options})", "awaitPromise": True, "returnByValue": True},
        )
    finally:
        session.detach()
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    return [
        f"{found['id']}: {node['target']} {node['html'][:160]} {node.get('failureSummary', '')}"
        for found in answer["result"]["value"]["violations"]
        for node in found["nodes"]
    ]


def sideways(page: Page) -> list[str]:
    """How wide *page* is and what sticks out, where it scrolls sideways; nothing where it does not."""
    found: list[str] = page.evaluate(
        """() => { const root = document.documentElement, room = root.clientWidth
        return root.scrollWidth <= room ? [] : [`${root.scrollWidth} px on ${room} px`,
            ...[...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > room + 1)
            .slice(-3).map(e => e.outerHTML.slice(0, 160))] }"""
    )
    return found


def fields_of(event: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields of a form that says *event*."""
    held = event.get("held")
    given = {"kind": event["kind"], "seat": held["owner"], "keys": held["keys"]} if held else event
    pairs = [(name, value if isinstance(value, list) else [value]) for name, value in given.items()]
    return [(name, str(int(one) if isinstance(one, bool) else one)) for name, values in pairs for one in values]


def send(page: Page, play: str, event: dict[str, Any]) -> None:
    """*event* by a form of its own on *page*, which the page's sender takes as any other."""
    page.evaluate(TAP, [f"{play}events", fields_of(event)])


def undrawn(page: Page) -> list[str]:
    """The drawings that *page* asks for and does not have."""
    found: list[str] = page.evaluate(UNDRAWN)
    return found
