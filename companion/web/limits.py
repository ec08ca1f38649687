"""How often one address may ask. Bounded in memory, forgotten after a minute, kept nowhere."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

from flask import Flask, current_app, request
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from companion.settings import Settings
from companion.web.guard import MOST_BYTES

MOST_ADDRESSES = 10_000
ONE_HOME = 64  # bits: who has one IPv6 address has all of its network


class Bucket:
    """At most *per_minute* takings for each key, refilled evenly; 0 is no limit."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_minute = per_minute
        self.clock = clock
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._left)

    def empty(self, key: str) -> int:
        """0 if there is one to take, or the whole seconds until there is; nothing is taken."""
        with self._lock:
            left, then = self._left.get(key, (float(self.per_minute), self.clock()))
            rate = self.per_minute / 60
            left += (self.clock() - then) * rate
        return 0 if left >= 1 or not rate else int((1 - left) / rate) + 1

    def wait(self, key: str) -> int:
        """0 and one taken, or the whole seconds until there is one again."""
        if not self.per_minute:
            return 0
        rate, now = self.per_minute / 60, self.clock()
        with self._lock:
            left, then = self._left.pop(key, (float(self.per_minute), now))
            left = min(float(self.per_minute), left + (now - then) * rate)
            taken = left >= 1
            self._left[key] = (left - 1 if taken else left, now)
            while len(self._left) > MOST_ADDRESSES:
                self._left.popitem(last=False)
        return 0 if taken else int((1 - left) / rate) + 1


PER_MINUTE = {"guess": 20, "join": 30, "new": 20}  # for one address: a whole table may sit behind one
EVERYBODY = 1200  # wrong codes from all addresses together
SENDING = 8  # requests whose end one address may owe at once
RETRY = 2  # seconds until it may send another
_counting = threading.Lock()


def init(app: Flask) -> None:
    """Make the buckets; without a rate limit none of them ever runs empty."""
    settings: Settings = app.extensions["settings"]
    free = not settings.rate_limit
    found = {what: Bucket(0 if free else most) for what, most in PER_MINUTE.items()}
    app.extensions["buckets"] = {**found, "guesses": Bucket(0 if free else EVERYBODY)}
    app.extensions["sending"] = Counter[str]()
    app.before_request(receive)


def receive() -> None:
    """Take in the body before anything else; 503 for an address that sends many at once and ends none.

    Each that does not arrive holds a thread, and there are only so many for everybody.
    """
    if not 0 < (request.content_length or 0) <= MOST_BYTES or not (address := here()):
        return
    sending: Counter[str] = current_app.extensions["sending"]
    with _counting:
        if sending[address] >= SENDING:
            raise ServiceUnavailable(retry_after=RETRY)
        sending[address] += 1
    try:
        request.get_data()
    finally:
        with _counting:
            sending[address] -= 1
            if not sending[address]:
                del sending[address]


def check(what: str) -> None:
    """429 for an address that did *what* too often, and while everybody together guesses too often."""
    buckets, address = current_app.extensions["buckets"], here()
    seconds = buckets[what].empty(address) if address else 0
    if what == "guess":
        seconds = max(seconds, buckets["guesses"].empty("*"))
    if seconds:
        raise TooManyRequests(retry_after=seconds)


def take(what: str) -> None:
    """The asking address did *what* once more; 429 if that was too often."""
    buckets, address = current_app.extensions["buckets"], here()
    if what == "guess":
        buckets["guesses"].wait("*")
    if address and (seconds := buckets[what].wait(address)):
        raise TooManyRequests(retry_after=seconds)


def here() -> str:
    """The address that asks; empty for this machine itself, which is not limited."""
    settings: Settings = current_app.extensions["settings"]
    forwarded = request.headers.get("X-Forwarded-For") if settings.public_url else None
    address = asker(request.remote_addr, forwarded)
    return "" if is_here(address) else address


def asker(address: str | None, forwarded: str | None = None) -> str:
    """Whose request it is: *address*, or, where a proxy on this machine asks, the last one it was *forwarded* for.

    Empty where nothing is known. IPv6 counts by network.
    """
    known = _network(address or "")
    return _network(forwarded.rpartition(",")[2].strip()) if forwarded and is_here(known) else known


def _network(address: str) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and not parsed.is_loopback:
        return str(parsed.ipv4_mapped or ip_network((parsed, ONE_HOME), strict=False))
    return address


def is_here(address: str) -> bool:
    """Whether *address* is this machine itself; an unknown one (a socket file) is."""
    try:
        return not address or ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"
