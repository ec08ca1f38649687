"""How often one address may ask. Bounded in memory, forgotten after a minute, kept nowhere."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_ADDRESSES = 10_000
LOOPBACK = ("127.", "::1", "localhost")


class Bucket:
    """At most *per_minute* takings for each key, refilled evenly; 0 is no limit."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_minute = per_minute
        self.clock = clock
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

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


def is_here(address: str | None) -> bool:
    """Whether *address* is this machine itself."""
    return address is None or address.startswith(LOOPBACK)
