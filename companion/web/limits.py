"""How often one address may ask. Bounded in memory, forgotten after a minute, kept nowhere."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

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
