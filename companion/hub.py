"""Who is to hear of which play: one small interface, within this process. It says that there is news, never what."""

from __future__ import annotations

import threading
from collections import defaultdict
from contextlib import suppress
from queue import Empty, Full, Queue

MOST_UNHEARD = 64  # words that wait for one listener; who is that far behind only needs the last


class Ear:
    """One listener of one play. Close it when nobody listens any more."""

    def __init__(self, hub: Hub, play: int) -> None:
        self._hub = hub
        self._play = play
        self._words: Queue[str] = Queue(MOST_UNHEARD)

    def tell(self, word: str) -> None:
        """*word* is new; where too many wait, it is passed over, for the listener will ask anyhow."""
        with suppress(Full):
            self._words.put_nowait(word)

    def listen(self, seconds: float) -> frozenset[str]:
        """The words since the last time; where there are none, the next one is waited for, at most *seconds*."""
        words = set()
        with suppress(Empty):
            words.add(self._words.get(timeout=seconds))
            while True:
                words.add(self._words.get_nowait())
        return frozenset(words)

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
