"""Who is to hear of which play: one small interface, within this process. It says that there is news, never what."""

from __future__ import annotations

import threading
from collections import defaultdict


class Ear:
    """One listener of one play. Close it when nobody listens any more."""

    def __init__(self, hub: Hub, play: int) -> None:
        self._hub = hub
        self._play = play
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
        self._hub.forget(self._play, self)


class Hub:
    """The listeners of all plays, at most *most* at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._guard = threading.Lock()
        self._ears: defaultdict[int, set[Ear]] = defaultdict(set)
        self._count = 0

    def __len__(self) -> int:
        """How many listen."""
        return self._count

    def subscribe(self, play: int) -> Ear | None:
        """A listener of *play*; None while there are as many as there may be."""
        with self._guard:
            if self._count >= self.most:
                return None
            self._count += 1
            ear = Ear(self, play)
            self._ears[play].add(ear)
        return ear

    def publish(self, play: int, word: str) -> None:
        """Tell all who listen to *play*."""
        with self._guard:
            ears = tuple(self._ears.get(play, ()))
        for ear in ears:
            ear.tell(word)

    def forget(self, play: int, ear: Ear) -> None:
        """*ear* no longer listens."""
        with self._guard:
            if ear in self._ears.get(play, ()):
                self._ears[play].discard(ear)
                self._count -= 1
                if not self._ears[play]:
                    del self._ears[play]
