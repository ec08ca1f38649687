"""What stands between phones and the site in some networks: it holds answers back, gathers them, cuts idle lines."""

from __future__ import annotations

import selectors
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Proxy:
    """Passes on what it is given, at an address of its own.

    *idle*: a line on which nothing is said for so many seconds is cut (0: never). *holding*: answers to requests that
    begin so ("POST"; "" for all) stay here until it is None again. Where it *gathers*, an answer without an end, as a
    stream is, never comes. *lines* and *streams* count what was opened, *cut* what was cut for being idle.
    """

    def __init__(self, site: str, idle: float = 0, *, gathers: bool = False) -> None:
        parts = urlsplit(site)
        self._site = (parts.hostname or "", parts.port or 80)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self.idle = idle
        self.holding: str | None = None
        self.gathers = gathers
        self.lines = self.streams = self.cut = 0
        self._open = True

    def serve(self) -> None:
        """Take phones until closed, each line in a thread of its own."""
        while self._open:
            with suppress(OSError):
                phone, _ = self._door.accept()
                self.lines += 1
                threading.Thread(target=self._pass_on, args=(phone,), daemon=True).start()

    def close(self) -> None:
        """Take nobody any more; open lines end."""
        self._open = False
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def _pass_on(self, phone: socket.socket) -> None:
        with (
            phone,
            suppress(OSError),
            socket.create_connection(self._site) as site,
            selectors.DefaultSelector() as ready,
        ):
            ready.register(phone, selectors.EVENT_READ, site)
            ready.register(site, selectors.EVENT_READ, phone)
            heard, gathering, asked = time.monotonic(), False, b""
            while self._open:
                for key, _ in ready.select(0.05):
                    answers = key.fileobj is site
                    if answers and self.holding is not None and asked.startswith(self.holding.encode()):
                        time.sleep(0.05)
                        continue
                    if not (said := key.fileobj.recv(65536)):  # type: ignore[union-attr]
                        return
                    heard = time.monotonic()
                    if not answers:
                        asked = said
                    elif b"\ncontent-type: text/event-stream" in said.lower():
                        self.streams += 1
                        gathering = self.gathers
                    if not gathering:
                        key.data.sendall(said)
                if self.idle and time.monotonic() - heard > self.idle:
                    self.cut += 1
                    return


@contextmanager
def proxy(site: str, idle: float = 0, *, gathers: bool = False) -> Iterator[Proxy]:
    """A proxy before *site*."""
    made = Proxy(site, idle, gathers=gathers)
    worker = threading.Thread(target=made.serve, daemon=True)
    worker.start()
    try:
        yield made
    finally:
        made.close()
        worker.join(5)
