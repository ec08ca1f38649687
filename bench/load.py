"""``python -m bench.load [seconds]``: 200 tables of four phones with open streams, a tap every four seconds at each.

Starts the real site, taps over HTTP as phones do, and says how long a tap took, how long until the other phones heard
of it, what failed, and how the server's memory went. Not a ratio: these are times, so they are for looking, not a test.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from tests.servers import served

TABLES, PHONES, EVERY = 200, 4, 4.0
GAME, NAMES = "bunny-kingdom", ("Ann", "Ben", "Cy", "Dee")
THREADS = 1000
WARM = 60.0  # seconds
FORM = "application/x-www-form-urlencoded"


@dataclass
class Report:
    """What was measured, in seconds."""

    taps: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    memory: list[tuple[float, float]] = field(default_factory=list)
    streams: int = 0


@dataclass
class Table:
    """A play: its code, the cookie of each of its phones, its head, and when the tap that made it was sent."""

    code: str
    cookies: list[str]
    head: int = 1
    sent: dict[int, float] = field(default_factory=dict)
    confirmed: int = 0


def share(values: list[float], part: float) -> str:
    """The *part* of *values* that is not exceeded, in milliseconds."""
    return f"{sorted(values)[min(len(values) - 1, int(part * len(values)))] * 1000:.0f}" if values else "–"


def opened(address: str, count: int = TABLES, phones: int = PHONES) -> list[Table]:
    """So many tables, with so many phones at each."""
    parts = urlsplit(address)
    asking = http.client.HTTPConnection(parts.hostname or "", parts.port)
    tables = []
    for _ in range(count):
        body = urlencode([("game", GAME), ("depth", "round"), *(("name", name) for name in NAMES)])
        asking.request("POST", "/plays/new", body, {"Content-Type": FORM})
        answer = asking.getresponse()
        answer.read()
        code = (answer.getheader("Location") or "").split("/")[2]
        cookies = [(answer.getheader("Set-Cookie") or "").split(";")[0]]
        for seat in range(2, phones + 1):
            asking.request("POST", f"/j/{code}", urlencode({"seat": seat}), {"Content-Type": FORM})
            answer = asking.getresponse()
            answer.read()
            cookies.append((answer.getheader("Set-Cookie") or "").split(";")[0])
        tables.append(Table(code, cookies))
    asking.close()
    return tables


async def ask(place: tuple[str, int], head: str, body: str = "") -> tuple[int, bytes]:
    """One request on a connection of its own: the status and the body."""
    reader, writer = await asyncio.open_connection(*place)
    writer.write(f"{head}\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
    raw = await reader.read()
    writer.close()
    top, _, rest = raw.partition(b"\r\n\r\n")
    return int(top.split(b" ", 2)[1]), rest


async def listen(place: tuple[str, int], table: Table, phone: int, report: Report) -> None:
    """A phone's stream, asked for again when it ends: every news is timed from the moment its tap was sent."""
    cookie = table.cookies[phone]
    while True:
        reader, writer = await asyncio.open_connection(*place)
        writer.write(f"GET /plays/{table.code}/events HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n".encode())
        status = int((await reader.readline()).split()[1])
        report.answers[status] += status != 200
        report.streams += status == 200
        try:
            while (line := await reader.readline()) and not line.startswith(b"event: again"):
                if line.startswith(b"event: news"):
                    head = int((await reader.readline()).removeprefix(b"data:"))
                    now = time.perf_counter()
                    report.heard += [now - table.sent[n] for n in (head,) if n in table.sent]
        finally:
            writer.close()


async def tap(place: tuple[str, int], table: Table, n: int, report: Report) -> None:
    """One tap of one phone, and the page that another one then fetches."""
    cookie = random.choice(table.cookies)  # of a measurement
    fields = {"op": f"{table.code}-{n}", "base": table.head, "kind": "ticked", "step": f"step{n}", "on": 1}
    headers = f"Cookie: {cookie}\r\nContent-Type: {FORM}\r\nHX-Request: true\r\nAccept: application/json"
    start = time.perf_counter()
    table.sent[table.head + 1] = start
    status, body = await ask(place, f"POST /plays/{table.code}/events HTTP/1.1\r\n{headers}", urlencode(fields))
    report.taps.append(time.perf_counter() - start)
    report.answers[status] += 1
    if status == 200:
        table.head = json.loads(body[body.index(b"{") : body.rindex(b"}") + 1])["head"]
        table.confirmed += 1
    start = time.perf_counter()
    status, _ = await ask(place, f"GET /plays/{table.code}/ HTTP/1.1\r\nCookie: {table.cookies[-1]}")
    report.pages.append(time.perf_counter() - start)
    report.answers[status] += 1


async def evening(place: tuple[str, int], table: Table, until: float, report: Report) -> None:
    """A tap every four seconds, from a moment of the table's own."""
    await asyncio.sleep(random.uniform(0, EVERY))
    n = 0
    while time.perf_counter() < until:
        n += 1
        begun = time.perf_counter()
        await tap(place, table, n, report)
        await asyncio.sleep(max(0, EVERY - (time.perf_counter() - begun)))


def memory(port: int) -> float:
    """Megabytes of the server's processes, shared ones counted by their part."""
    total = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"PORT={port}\0".encode() in (process / "environ").read_bytes():
                rollup = (process / "smaps_rollup").read_text("utf-8")
                total += int(rollup.partition("Pss:")[2].split()[0])
        except (OSError, ValueError):
            continue
    return total / 1024


async def load(address: str, tables: list[Table], seconds: float) -> Report:
    """All of it for *seconds*."""
    parts = urlsplit(address)
    place, report = (parts.hostname or "", parts.port or 80), Report()
    listening = [
        asyncio.create_task(listen(place, table, phone, report)) for table in tables for phone in range(PHONES)
    ]
    await asyncio.sleep(5)
    until = time.perf_counter() + seconds
    tapping = [asyncio.create_task(evening(place, table, until, report)) for table in tables]
    while time.perf_counter() < until:
        report.memory.append((time.perf_counter(), memory(place[1])))
        await asyncio.sleep(10)
    await asyncio.gather(*tapping)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    return report


def tried(seconds: float) -> tuple[Report, int, bool]:
    """What was measured, how many tables lost or doubled a tap, whether the database was ever locked."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), RATE_LIMIT="0", THREADS=str(THREADS)) as address,
    ):
        tables = opened(address)
        report = asyncio.run(load(address, tables, seconds))
        lost = sum(table.confirmed != table.head - 1 for table in tables)
        log = (Path(folder) / "server.log").read_text("utf-8", "replace")
    return report, lost, "locked" in log


def wrong(report: Report) -> dict[int, int]:
    """How many answers of each kind told of a failure."""
    return {status: n for status, n in report.answers.items() if status >= 400 and n}


def figures(seconds: float) -> dict[str, int] | None:
    """The figures to tell of; None if anything failed or was lost."""
    report, lost, locked = tried(seconds)
    if wrong(report) or lost or locked:
        return None
    early, late = settled(report)
    heard = round(float(share(report.heard, 0.95)))
    return {"tables": TABLES, "ms": heard, "steps": len(report.taps), "early": round(early), "late": round(late)}


def settled(report: Report) -> tuple[float, float]:
    """The memory, in megabytes, once everything has been asked for that is asked for, and at the end."""
    warm = report.memory[0][0] + WARM
    return next((held for at, held in report.memory if at >= warm), report.memory[-1][1]), report.memory[-1][1]


def main(words: list[str]) -> int:
    """Print the figures; 1 if anything failed or was lost."""
    seconds = float(words[0]) if words else 60.0
    report, lost, locked = tried(seconds)
    print(f"{TABLES} tables × {PHONES} phones, a tap every {EVERY:g} s each, {seconds:g} s")
    print(f"streams open        {report.streams}")
    for name, values in (("tap answered", report.taps), ("heard by a phone", report.heard), ("page", report.pages)):
        parts = "  ".join(f"p{part * 100:g} {share(values, part)}" for part in (0.5, 0.95, 0.99))
        print(f"{name:18} {len(values):6}   {parts} ms")
    early, late = settled(report)
    print(f"memory             {report.memory[0][1]:.0f} MB at first, {early:.0f} once warm, {late:.0f} at the end")
    print(f"answers of 400 and more: {wrong(report) or 'none'}")
    print(f"tables with a lost or doubled tap: {lost}; locked: {locked}")
    return 1 if wrong(report) or lost or locked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
