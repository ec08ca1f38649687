"""Ratios: something of ours against a yardstick, both measured in turns in one process."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from werkzeug.test import EnvironBuilder

BATCH = 0.02  # seconds that one measurement lasts at least
TURNS = 7

Work = Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """*ours* may take at most *most* times as long as *yardstick*. *turns*: fewer for what takes long."""

    name: str
    ours: Work
    yardstick: Work
    against: str
    most: float
    turns: int = TURNS


@dataclass(frozen=True, slots=True)
class Measured:
    """The best time of each, in seconds for one call."""

    ratio: Ratio
    ours: float
    yardstick: float

    @property
    def factor(self) -> float:
        return self.ours / self.yardstick

    @property
    def holds(self) -> bool:
        return self.factor <= self.ratio.most


def measured(ratio: Ratio) -> Measured:
    """Both sides of *ratio*, taking turns, so that a busy moment of the machine hits both."""
    counts = [calls_in_a_batch(work) for work in (ratio.ours, ratio.yardstick)]
    best = [float("inf"), float("inf")]
    for _ in range(ratio.turns):
        for side, work in enumerate((ratio.ours, ratio.yardstick)):
            best[side] = min(best[side], timed(work, counts[side]))
    return Measured(ratio, *best)


def calls_in_a_batch(work: Work) -> int:
    """How many calls are long enough to be timed; the first calls also warm up."""
    work()
    return max(1, round(BATCH / max(timed(work, 1), 1e-7)))


def timed(work: Work, calls: int) -> float:
    """Seconds for one call, over *calls* calls."""
    start = time.perf_counter()
    for _ in range(calls):
        work()
    return (time.perf_counter() - start) / calls


def table(rows: Iterable[Measured]) -> str:
    """All of it for people to read."""
    head = f"{'what':38} {'ms':>9}   {'against':26} {'ms':>9} {'ratio':>8} {'at most':>8}"
    lines = [
        f"{row.ratio.name:38} {row.ours * 1000:9.3f}   {row.ratio.against:26} {row.yardstick * 1000:9.3f} "
        f"{row.factor:8.3g} {row.ratio.most:8.3g}{'' if row.holds else '  TOO SLOW'}"
        for row in rows
    ]
    return "\n".join([head, *lines])


def request(app: Any, path: str, *, body: Any = None, status: int = 200, **headers: str) -> Work:
    """Something that asks the WSGI *app* for *path*, without a network; it insists on *status*. A *body* is posted."""
    data = None if body is None else json.dumps(body).encode()
    builder = EnvironBuilder(
        path=path,
        method="GET" if body is None else "POST",
        content_type=None if body is None else "application/json",
        headers=headers,
    )
    environ = builder.get_environ()
    builder.close()
    if data is not None:
        environ["CONTENT_LENGTH"] = str(len(data))

    def ask() -> bytes:
        got: list[str] = []
        asked = {**environ, "wsgi.input": io.BytesIO(data or b"")}
        answer = app(asked, lambda line, head, error=None: got.append(line))
        try:
            text = b"".join(answer)
        finally:
            if hasattr(answer, "close"):
                answer.close()
        assert got[0].startswith(f"{status} "), f"{path}: {got[0]} {text[:200]!r}"
        return text

    return ask
