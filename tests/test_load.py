"""Many tables write at once to the real site, started as the readme says."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from bench.load import FORM, Table, ask, opened
from companion.store import NAME
from tests.servers import served

Answers = dict[str, int]


async def write(place: tuple[str, int], table: Table, phone: int, until: float, pause: float, said: Answers) -> None:
    """Tap after tap of one phone, each sent twice now and then, as after an answer that was lost; what came back."""
    headers = f"Cookie: {table.cookies[phone]}\r\nContent-Type: {FORM}\r\nHX-Request: true\r\nAccept: application/json"
    await asyncio.sleep(random.uniform(0, pause))
    n = 0
    while time.monotonic() < until:
        n += 1
        op = f"{table.code}/{phone}/{n}"
        body = urlencode({"op": op, "base": 1, "kind": "ticked", "step": op, "on": 1})
        for _ in range(2 if n % 10 == 0 else 1):
            said[op], _ = await ask(place, f"POST /plays/{table.code}/events HTTP/1.1\r\n{headers}", body)
        await asyncio.sleep(random.uniform(0, 2 * pause))


async def evening(address: str, tables: list[Table], seconds: float, pause: float) -> Answers:
    """All phones of all tables write for so long; the last answer to each tap."""
    parts, said = urlsplit(address), Answers()
    place, until = (parts.hostname or "", parts.port or 80), time.monotonic() + seconds
    await asyncio.gather(*(write(place, t, n, until, pause, said) for t in tables for n in range(len(t.cookies))))
    return said


@pytest.mark.parametrize(
    ("tables", "seconds", "pause"), [(20, 4, 0.5), pytest.param(200, 300, 4, marks=pytest.mark.long)]
)
def test_many_tables_write_at_once_and_nothing_is_refused_or_lost(
    tmp_path: Path, record_property: Callable[[str, object], None], tables: int, seconds: float, pause: float
) -> None:
    """B78: three phones at each; no answer but "taken", no locked database, every tap in its play once."""
    with served(tmp_path) as address:
        playing = evening(address, opened(address, tables, 3), seconds, pause)
        with ThreadPoolExecutor(1) as own:  # this thread's loop may belong to a browser of other tests
            said = own.submit(asyncio.run, playing).result()
    assert Counter(said.values()) == {200: len(said)} and len(said) > 3 * tables
    log = (tmp_path / "server.log").read_text("utf-8", "replace")
    assert "locked" not in log and "Traceback" not in log
    database = sqlite3.connect(tmp_path / NAME)
    kept = Counter(
        op
        for (op,) in database.execute("select code || substr(op, 9) from events join plays on id = play where seq > 1")
    )
    ops = Counter(op for (op,) in database.execute("select op from events where seq > 1"))
    assert kept == ops == Counter(dict.fromkeys(said, 1)), "each in its own play"
    assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    database.close()
    record_property("tables", tables)
    record_property("minutes", round(seconds / 60))
    record_property("taps", len(said))
