"""HTML to PDF, and to a picture of the first page: a :class:`Printer` asks, the worker process answers.

The worker is one process beside the site: it can be killed when a page takes too long, it cannot eat the machine's
memory, and it fetches nothing but the files of ``printables/``. ``python -m companion.printing`` is the worker, and the
only user of WeasyPrint and pdfium.
"""

from __future__ import annotations

import atexit
import gc
import hashlib
import io
import json
import logging
import os
import re
import select
import struct
import subprocess
import sys
import threading
import time
from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from html import escape, unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from companion import faces
from companion.settings import ROOT

FOLDER = ROOT / "printables"
SECONDS = 20.0
MEMORY = 1 << 30
GARBAGE = (
    100_000  # objects made before the worker looks for those that nobody needs; a sheet makes many, and keeps most
)
CACHE_BYTES = 24 << 20
PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
HEAD = struct.Struct(">BI")  # a reply: 0 well or 1 failed, then the length of what follows
WELL, FAILED, NO_PANGO = range(3)
PDF: dict[str, Any] = {"pdf_variant": "pdf/ua-1", "pdf_identifier": b"companion"}
SHADES = 32  # of colours in a picture
BASE = "asset:/"
STYLES = 200  # that the worker keeps, once it has read them
_STYLES = re.compile(r'<link rel="stylesheet" href="(asset:[^"]+)">|<style>(.*?)</style>', re.S)
_PIECES = re.compile(r"(?P<tag><title>.*?</title>|<style>.*?</style>|<[^>]*>)|[^<]+", re.S)


def key(*asked: object) -> str:
    """The name of what is made, by what it is made from."""
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


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
        self._folder: TemporaryDirectory[str] | None = None  # where the worker unpacks its faces
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        atexit.register(self.stop)

    def pdf(self, *sheets: str, keep: bool, title: str = "") -> bytes:
        """All *sheets* in one PDF, under *title* or that of the first. Raises PrintFault or NoPango.

        *keep* remembers it by content.
        """
        return self._made(key(sheets, title), {"sheets": sheets, "title": title}, keep=keep)

    def picture(self, html: str, wide: int, *, keep: bool) -> bytes:
        """The first page of *html* as a PNG, *wide* pixels wide; its PDF is remembered too, if it may be."""
        name = key(html, wide)
        if keep and (held := self._kept.get(name)):
            return held
        pdf = self.pdf(html, keep=keep)
        return self._made(name, {"pdf": b64encode(pdf).decode(), "wide": wide}, keep=keep)

    def _made(self, name: str, order: Mapping[str, Any], *, keep: bool) -> bytes:
        if keep and (held := self._kept.get(name)):
            return held
        with self._lock:
            if keep and (held := self._kept.get(name)):  # somebody else asked for the same just now
                return held
            made = self._ask(order)
            if keep:
                self._keep(name, made)
            return made

    def _keep(self, name: str, made: bytes) -> None:
        self._kept[name] = made
        while sum(map(len, self._kept.values())) > CACHE_BYTES:
            self._kept.popitem(last=False)

    def _ask(self, order: Mapping[str, Any]) -> bytes:
        worker = self._started()
        assert worker.stdin and worker.stdout  # noqa: S101
        body = json.dumps(order).encode()
        try:
            worker.stdin.write(struct.pack(">I", len(body)) + body)
            worker.stdin.flush()
            until = time.monotonic() + self.seconds * max(1, len(order.get("sheets", ())) / 2)
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
            self.stop()
            self._folder = TemporaryDirectory(prefix="companion-")
            self._worker = subprocess.Popen(
                [sys.executable, "-m", "companion.printing"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": self._folder.name},
            )
        return self._worker

    def stop(self) -> None:
        """End the worker, whatever it is doing; the next sheet starts a new one."""
        if worker := self._worker:
            worker.kill()
            worker.wait()
            _close(worker)
            self._worker = None
        if self._folder:
            self._folder.cleanup()
            self._folder = None


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


def answered(order: Mapping[str, Any]) -> bytes:
    """What *order* asks for: sheets as a PDF, or a PDF as a picture."""
    if "pdf" in order:
        return drawn(b64decode(order["pdf"]), order["wide"])
    return rendered(*order["sheets"], title=order["title"])


def rendered(*sheets: str, title: str = "") -> bytes:
    """*sheets* as one PDF, here and now: tagged, with fonts embedded, of the files in printables/ only.

    A name may be in letters, or hold pictures, that no face here has: marks stand for them.
    """
    return _rendered([written(faces.legible(html)) for html in sheets], title)


def written(html: str) -> str:
    """*html* with text that holds rarer letters in the faces that have them, each brought only if it is needed.

    The text stays in one piece, so that Hebrew and digits in one line stand in the order in which they are read.
    """
    if not (spare := faces.needed(html)):
        return html
    asked = ",".join(("Literata Print", *(face.family for face in spare)))
    rare = frozenset[int]().union(*(face.codes for face in spare)) - faces.PRINT
    in_drawing = False

    def piece(found: re.Match[str]) -> str:
        nonlocal in_drawing
        if tag := found["tag"]:
            in_drawing = tag.startswith("<svg") or (in_drawing and tag != "</svg>")
            return tag
        if rare.isdisjoint(map(ord, found[0])):
            return found[0]
        if in_drawing:  # drawn letter by letter, so they have to stand as they are seen
            return f'<tspan style="font-family:{asked}">{escape(faces.seen(unescape(found[0])))}</tspan>'
        return f'<span style="font-family:{asked}">{faces.ordered(found[0])}</span>'

    brought = "".join(
        f'@font-face{{font-family:"{face.family}";font-weight:{weight};src:url(asset:_kit/fonts/{file})}}'
        for face in spare
        for weight, file in face.files.items()
    )
    return _PIECES.sub(piece, html).replace("</head>", f"<style>{brought}</style></head>", 1)


def drawn(pdf: bytes, wide: int) -> bytes:
    """The first page of *pdf* as a PNG of few colours, *wide* pixels wide."""
    import pypdfium2
    from PIL import Image

    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        image = page.render(scale=wide / page.get_width()).to_pil()
    found = io.BytesIO()
    image.quantize(SHADES, Image.Quantize.MAXCOVERAGE).save(found, "PNG", optimize=True)
    return found.getvalue()


def _rendered(sheets: list[str], title: str) -> bytes:
    """All *sheets* in one PDF, under *title* or that of the first."""
    from weasyprint.urls import FatalURLFetchingError

    try:
        with flawless():
            documents = [laid_out(html) for html in sheets]
            whole = documents[0].copy([page for document in documents for page in document.pages])
            whole.metadata.title = title or whole.metadata.title
            made = whole.write_pdf(**PDF)
    except FatalURLFetchingError as error:
        raise PrintFault(str(error)) from None
    return bytes(made)


def laid_out(html: str) -> Any:
    """The pages of *html*. The stylesheets of its head are read once for all sheets, with the faces that they bring."""
    from weasyprint import HTML

    head, end, rest = html.partition("</head>")
    brought = faces.needed(html)
    sheets = [stylesheet(url, text, brought) for url, text in _STYLES.findall(head)] if end else []
    document = HTML(string=_STYLES.sub("", head) + end + rest if end else html, base_url=BASE, url_fetcher=locked())
    return document.render(stylesheets=sheets, font_config=fonts(brought), **PDF)


@cache
def fonts(brought: tuple[faces.Face, ...]) -> Any:
    """The fonts of all sheets that have *brought* the same spare faces: what else was printed changes no sheet."""
    from weasyprint.text.fonts import FontConfiguration

    return FontConfiguration()


@lru_cache(STYLES)
def stylesheet(url: str, text: str, brought: tuple[faces.Face, ...]) -> Any:
    """The stylesheet at *url*, or *text*, read; its faces are among the fonts of all that have *brought* the same."""
    from weasyprint import CSS

    source = {"url": url} if url else {"string": text, "base_url": BASE}
    with flawless():
        return CSS(**source, url_fetcher=locked(), font_config=fonts(brought))


@cache
def locked() -> Any:
    """What fetches ``asset:name`` from printables/, and nothing else."""
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    class Locked(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            path = (FOLDER / url.removeprefix("asset:").lstrip("/")).resolve()
            if not url.startswith("asset:") or not path.is_relative_to(FOLDER) or not path.is_file():
                raise FatalURLFetchingError(f"blocked: {url[:80]}")
            kind = {".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}.get(path.suffix, "text/plain")
            body = unpacked(path) if path.suffix == ".woff2" else path.read_bytes()
            return URLFetcherResponse(url, body, {"Content-Type": kind})

    return Locked(timeout=1, allow_redirects=False)


@contextmanager
def flawless() -> Iterator[None]:
    """Raises PrintFault for what WeasyPrint complains about in here: a sheet of ours gives no reason to."""
    logger, warned = logging.getLogger("weasyprint"), Warned()
    before, logger.handlers, logger.propagate = logger.handlers, [warned], False
    try:
        yield
    finally:
        logger.handlers = before
    if warned.said:
        raise PrintFault("; ".join(warned.said[:5]))


@cache
def unpacked(path: Path) -> bytes:
    """A face as WeasyPrint wants it, unpacked once for all sheets: that is half the work of a small one."""
    from fontTools.ttLib import woff2

    plain = io.BytesIO()
    woff2.decompress(io.BytesIO(path.read_bytes()), plain)
    return plain.getvalue()


class Warned(logging.Handler):
    """Collects what WeasyPrint complains about."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


def limited() -> None:
    """Be polite to the machine: low priority, bounded memory; and do not look for garbage all the time."""
    import resource

    os.nice(5)
    gc.set_threshold(GARBAGE, 20, 100)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def work(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Answer one sheet after another until nobody asks any more."""
    limited()
    while head := asked.read(4):
        order = json.loads(asked.read(struct.unpack(">I", head)[0]))
        try:
            status, answer = WELL, answered(order)
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
