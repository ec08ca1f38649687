"""Who is to hear of which play: one small interface, within this process. It says that there is news, never what."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict

SHARE = 8  # listeners of one device; its latest count
OVER = "over"  # what a listener hears whose device has begun too many since


class Ear:
    """One listener of one play, on a *device* at an *address*. Close it when nobody listens any more."""

    def __init__(self, hub: Hub, play: int, device: str, address: str) -> None:
        self._hub = hub
        self.play = play
        self.device = device
        self.address = address
        self._news = threading.Condition()
        self._words: set[str] = set()

    def tell(self, word: str) -> None:
        """*word* is new. Of numbers only the last is kept, so a listener that is far behind holds little."""
        with self._news:
            if word.isdecimal():
                self._words = {one for one in self._words if not one.isdecimal()}
            self._words.add(word)
            self._news.notify()

    def listen(self, seconds: float) -> frozenset[str]:
        """The words since the last time; where there are none, the next one is waited for, at most *seconds*."""
        with self._news:
            self._news.wait_for(lambda: bool(self._words), seconds)
            words = frozenset(self._words)
            self._words.clear()
        return words

    def close(self) -> None:
        """Stop listening; safe to do twice."""
        self._hub.forget(self)


class Hub:
    """The listeners of all plays, at most *most* at once, shared out so that nobody takes all places."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._guard = threading.Lock()
        self._ears: defaultdict[int, set[Ear]] = defaultdict(set)
        self._of: defaultdict[str, list[Ear]] = defaultdict(list)
        self._at: Counter[str] = Counter()
        self._count = 0

    def __len__(self) -> int:
        """How many listen."""
        return self._count

    def subscribe(self, play: int, device: str = "", address: str = "") -> Ear | None:
        """A listener of *play*; None while no place is left, or fewer than *address* has already.

        So one address gets half of all places at most, two get a third each: a newcomer finds one whoever was greedy.
        A *device* that has its share gives its oldest up. One without a name has no share, nor has this machine itself.
        """
        with self._guard:
            own = self._of.get(device, [])
            if device and len(own) >= SHARE:
                own[0].tell(OVER)
                self._drop(own[0])
            elif self._count >= self.most or (address and self._at[address] >= self.most - self._count):
                return None
            ear = Ear(self, play, device, address)
            self._count += 1
            self._ears[play].add(ear)
            self._of[device].append(ear)
            self._at[address] += 1
        return ear

    def publish(self, play: int, word: str) -> None:
        """Tell all who listen to *play*."""
        with self._guard:
            ears = tuple(self._ears.get(play, ()))
        for ear in ears:
            ear.tell(word)

    def forget(self, ear: Ear) -> None:
        """*ear* no longer listens."""
        with self._guard:
            if ear in self._ears.get(ear.play, ()):
                self._drop(ear)

    def _drop(self, ear: Ear) -> None:
        self._count -= 1
        self._at[ear.address] -= 1
        self._ears[ear.play].discard(ear)
        self._of[ear.device].remove(ear)
        for kept, key in ((self._ears, ear.play), (self._of, ear.device), (self._at, ear.address)):
            if not kept[key]:
                del kept[key]
