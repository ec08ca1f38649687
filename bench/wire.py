"""Ratios over the wire, of one phone that keeps its line: against the least that the same kind of server does."""

from __future__ import annotations

import http.client
import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from bench.load import FORM, Table, opened
from bench.measure import Ratio, Work
from bench.plays import bare, inserting
from companion.settings import ROOT
from tests.servers import served

HELLO = "-m granian --interface wsgi --blocking-threads 64 --host 127.0.0.1 --port {port} --factory bench.site:hello"
TAP = {"Content-Type": FORM, "HX-Request": "true", "Accept": "application/json"}


def ratios() -> Iterator[Ratio]:
    """A tap, the part of the page that follows it, and the answer that nothing is new."""
    home = ROOT / "data"  # the disk where plays are kept
    home.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=home) as folder,
        served(Path(folder) / "hello", HELLO.split()) as plain,
        served(Path(folder) / "site", RATE_LIMIT="0") as site,
        closing(line(plain)) as to_plain,
        closing(line(site)) as to_site,
        closing(bare(Path(folder) / "bare.db")) as database,
    ):
        (table,) = opened(site, count=1)
        page, cookie = f"/plays/{table.code}/", {"Cookie": table.cookies[0], "HX-Request": "true"}
        said_hello = asking(to_plain, "/", {})
        same = {**cookie, "If-None-Match": etag(to_site, page, cookie)}
        yield Ratio(
            name="nothing is new, over the wire",
            ours=asking(to_site, page, same, 304),
            yardstick=said_hello,
            against="Flask says hello, too",
            most=4,
        )
        insert = inserting(database)
        yield Ratio(
            name="a tap, over the wire",
            ours=tapping(to_site, table),
            yardstick=lambda: (said_hello(), insert()),
            against="hello, and a bare insert",
            most=4,
        )


def line(address: str) -> http.client.HTTPConnection:
    """A connection that stays open, as a phone's does."""
    parts = urlsplit(address)
    return http.client.HTTPConnection(parts.hostname or "", parts.port)


def etag(to: http.client.HTTPConnection, path: str, headers: Mapping[str, str]) -> str:
    """What the page at *path* says it is."""
    to.request("GET", path, headers=dict(headers))
    answer = to.getresponse()
    answer.read()
    found = answer.getheader("ETag")
    assert found, f"{path}: {answer.status}"
    return found


def asking(to: http.client.HTTPConnection, path: str, headers: Mapping[str, str], status: int = 200) -> Work:
    """A page each time."""

    def ask() -> None:
        to.request("GET", path, headers=dict(headers))
        answer = to.getresponse()
        answer.read()
        assert answer.status == status, f"{path}: {answer.status}"

    return ask


def tapping(to: http.client.HTTPConnection, table: Table) -> Work:
    """One more tap each time: a step of the setup list, on and off."""
    numbers = count()
    headers = {**TAP, "Cookie": table.cookies[0]}

    def tap() -> None:
        n = next(numbers)
        fields = {"op": f"tap-{n}", "base": table.head, "kind": "ticked", "step": "step", "on": n % 2}
        to.request("POST", f"/plays/{table.code}/events", urlencode(fields), headers)
        answer = to.getresponse()
        body = answer.read()
        assert answer.status == 200, f"{answer.status} {body[:200]!r}"
        table.head = json.loads(body[body.index(b"{") : body.rindex(b"}") + 1])["head"]

    return tap
