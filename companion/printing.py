"""HTML to PDF, in two functions: :func:`pdf` asks, the worker process answers. The only user of WeasyPrint.

The worker is one process beside the site: it can be killed when a page takes too long, it cannot eat the machine's
memory, and it fetches nothing but the files of ``printables/``. ``python -m companion.printing`` is the worker.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import re
import select
import struct
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Set
from contextlib import suppress
from typing import IO, Any

from companion.settings import ROOT

FOLDER = ROOT / "printables"
SECONDS = 20.0
MEMORY = 1 << 30
CACHE_BYTES = 24 << 20
PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
HEAD = struct.Struct(">BI")  # a reply: 0 well or 1 failed, then the length of what follows
WELL, FAILED, NO_PANGO = range(3)
LACKING = re.compile(r"\.notdef glyph .*\(U\+([0-9A-F]+)\)", re.DOTALL)
DOT, BULLET = "\u00b7", "\u2022"  # for a letter that no face has, and for pictures
JOINERS = "\u200d\ufe0f"  # what makes one picture of several characters


def key(html: str) -> str:
    """The name of a sheet by its content."""
    return hashlib.sha256(html.encode()).hexdigest()


class PrintFault(Exception):
    """A sheet that could not be made: its own fault, or it took too long."""


class NoPango(Exception):
    """PDFs are off, because a system library is missing; the message is the line to type."""

    def __init__(self) -> None:
        super().__init__(f"sudo apt-get install {PACKAGES}")


class Printer:
    """Makes PDFs, one at a time, and remembers those that may be remembered.

    The same HTML gives the same bytes, so the cache is by content; sheets that show a play's data are not kept.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._lock = threading.Lock()
        self._worker: subprocess.Popen[bytes] | None = None
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        atexit.register(self.stop)

    def pdf(self, html: str, *, keep: bool) -> bytes:
        """*html* as a PDF. *keep* remembers it by content. Raises PrintFault or NoPango."""
        name = key(html)
        if keep and (held := self._kept.get(name)):
            return held
        with self._lock:
            if keep and (held := self._kept.get(name)):  # somebody else asked for the same just now
                return held
            made = self._ask(html)
            if keep:
                self._keep(name, made)
            return made

    def _keep(self, name: str, made: bytes) -> None:
        self._kept[name] = made
        while sum(map(len, self._kept.values())) > CACHE_BYTES:
            self._kept.popitem(last=False)

    def _ask(self, html: str) -> bytes:
        worker = self._started()
        assert worker.stdin and worker.stdout  # noqa: S101
        body = html.encode()
        try:
            worker.stdin.write(struct.pack(">I", len(body)) + body)
            worker.stdin.flush()
            until = time.monotonic() + self.seconds
            status, length = HEAD.unpack(_read(worker.stdout, HEAD.size, until))
            answer = _read(worker.stdout, length, until)
        except (OSError, TimeoutError, struct.error) as error:
            self.stop()
            raise PrintFault(f"the sheet was given up: {error or type(error).__name__}") from None
        if status == NO_PANGO:
            raise NoPango
        if status == FAILED:
            raise PrintFault(answer.decode())
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        if self._worker is None or self._worker.poll() is not None:
            if self._worker:
                _close(self._worker)
            self._worker = subprocess.Popen(
                [sys.executable, "-m", "companion.printing"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
        return self._worker

    def stop(self) -> None:
        """End the worker, whatever it is doing; the next sheet starts a new one."""
        if worker := self._worker:
            worker.kill()
            worker.wait()
            _close(worker)
            self._worker = None


def _close(worker: subprocess.Popen[bytes]) -> None:
    """Close the pipes of a worker that is gone."""
    for pipe in (worker.stdin, worker.stdout):
        if pipe:
            with suppress(OSError):
                pipe.close()


def _read(pipe: IO[bytes], length: int, until: float) -> bytes:
    """Exactly *length* bytes, or TimeoutError at *until*, or OSError if the other side is gone."""
    found = b""
    while len(found) < length:
        ready, _, _ = select.select([pipe], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            raise TimeoutError("it took too long")
        piece = os.read(pipe.fileno(), length - len(found))
        if not piece:
            raise OSError("the worker is gone")
        found += piece
    return found


def problem() -> str | None:
    """None if PDFs can be made here; else the line to type. Asks in a process of its own, so nothing heavy stays."""
    code = 'import ctypes; [ctypes.CDLL(n) for n in ("libpango-1.0.so.0", "libpangoft2-1.0.so.0")]'
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)  # noqa: S603
    return None if tried.returncode == 0 else str(NoPango())


def rendered(html: str) -> bytes:
    """*html* as a PDF, here and now: tagged, with fonts embedded, of the files in printables/ only.

    A name may be in letters, or hold pictures, that no face here has: marks stand for them.
    """
    made, said = _drawn(html)
    lacking = {chr(int(found[1], 16)) for one in said if (found := LACKING.fullmatch(one))}
    if lacking:
        made, said = _drawn(legible(html, lacking))
    if said:
        raise PrintFault("; ".join(said[:5]))
    return made


def legible(html: str, lacking: Set[str]) -> str:
    """*html* without what is *lacking*: a dot for each letter, one bullet for pictures, so that no name is gone."""
    gone = re.escape("".join(sorted(lacking)))
    return re.sub(f"[{gone}][{gone}{JOINERS}]*", lambda run: DOT * sum(c.isalpha() for c in run[0]) or BULLET, html)


def _drawn(html: str) -> tuple[bytes, list[str]]:
    """The PDF, and what there is to complain about."""
    from weasyprint import HTML
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    class Locked(URLFetcher):  # type: ignore[misc]
        """Fetches ``asset:name`` from printables/, nothing else."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            path = (FOLDER / url.removeprefix("asset:").lstrip("/")).resolve()
            if not url.startswith("asset:") or not path.is_relative_to(FOLDER) or not path.is_file():
                raise FatalURLFetchingError(f"blocked: {url[:80]}")
            kind = {".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}.get(path.suffix, "text/plain")
            return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": kind})

    warned = Warned()
    logger = logging.getLogger("weasyprint")
    logger.handlers = [warned]
    logger.propagate = False
    try:
        document = HTML(string=html, base_url="asset:/", url_fetcher=Locked(timeout=1, allow_redirects=False))
        made = document.write_pdf(pdf_variant="pdf/ua-1", pdf_identifier=b"companion")
    except FatalURLFetchingError as error:
        raise PrintFault(str(error)) from None
    return bytes(made), warned.said


class Warned(logging.Handler):
    """Collects what WeasyPrint complains about: a sheet of ours gives no reason to."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


def limited() -> None:
    """Be polite to the machine: low priority, bounded memory."""
    import resource

    os.nice(5)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def work(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Answer one sheet after another until nobody asks any more."""
    limited()
    while head := asked.read(4):
        html = asked.read(struct.unpack(">I", head)[0]).decode()
        try:
            status, answer = WELL, rendered(html)
        except OSError as error:
            status, answer = (NO_PANGO if "library" in str(error) else FAILED), str(error).encode()
        except Exception as error:  # noqa: BLE001  # whatever it was, the asker must hear of it
            status, answer = FAILED, f"{type(error).__name__}: {error}".encode()
        answers.write(HEAD.pack(status, len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints, prints to the log
    work(sys.stdin.buffer, out)
