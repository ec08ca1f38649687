"""Processes that write to plays and can be killed.

A line on stdin asks for some of them: how many, the data folder, the code of the play, and how many taps each. They
start at the same moment. Each says ``start PID``, then ``sent OP`` before and ``done OP SEQ`` after every tap (``same``
where an earlier step said it already, ``made OP CODE`` for a new play); when all have ended, ``gone``. One process
imports everything and the others are its forks, which takes milliseconds.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core.events import Event, Undone
from companion.games import discover
from companion.service import Plays, Recorded, Tap
from companion.settings import ROOT
from companion.store import opened
from companion.store.log import Member, Stored
from tests.sample_games.carrot_fair.tracker import Counted, Grown

GAMES = discover("tests.sample_games")
GAME = GAMES["carrot-fair"]
DEVICE = "phone-a"
EVENTS: tuple[Event, ...] = (
    Counted(seat=1, item="carrots", by=3),
    Counted(seat=2, item="carrots", by=2),
    Grown(seat=1, flowers=("rose",)),
    Counted(seat=2, item="burrows", by=1),
    Grown(seat=1, flowers=("tulip", "daisy")),
)
ANSWERS_LATER = 0.05


def say(*words: object) -> None:
    """One line, at once and in one piece."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def write(folder: str, code: str, taps: int, start: float, say: Callable[..., None]) -> None:
    """Tap after tap; every seventh is delivered twice, every ninth undoes the one before, every tenth opens a play."""
    plays = Plays(opened(Path(folder)), GAMES)
    stored = plays.find(code)
    member = plays.member(stored, DEVICE)
    assert member is not None
    wait_for(start)
    last = 0
    for n in range(taps):
        op = f"{os.getpid()}/{n}"
        say("sent", op)
        if n % 10 == 9:
            say("made", op, plays.create(GAME, DEVICE, ("Ann", "Ben"), op=op).code)
            continue
        event = Undone(seq=last) if n % 9 == 8 and last else EVENTS[n % len(EVENTS)]
        taken = tap(plays, stored, member, op, event)
        last = taken.seq
        if n % 7 == 6 and not taken.repeated:
            assert tap(plays, stored, member, op, event).seq == last
        say("same" if taken.repeated else "done", op, last)
    plays.log.close()


def wait_for(start: float) -> None:
    """Until the moment when all of them start."""
    time.sleep(max(0.0, start - time.monotonic()))


def tap(plays: Plays, stored: Stored, member: Member, op: str, event: Event) -> Recorded:
    """How the tap was taken in."""
    return plays.record(stored, member, Tap(op=op, base=plays.open(stored).head, event=event))


def child(folder: str, code: str, taps: str, start: float) -> None:
    """Be one writer, whatever comes; only for a fork."""
    say("start", os.getpid())
    try:
        if code == "-":
            wait_for(start)
            opened(Path(folder))
        else:
            write(folder, code, int(taps), start, say)
    except BaseException:  # noqa: BLE001  # it must reach the test and not the parent's loop
        say("fault", repr(traceback.format_exc()))
    os._exit(0)


def warm_up() -> None:
    """Do everything once, so that the forks need not: shapes and queries are made at their first use."""
    with tempfile.TemporaryDirectory() as folder:
        plays = Plays(opened(Path(folder)), GAMES)
        code = plays.create(GAME, DEVICE, ("Ann", "Ben")).code
        write(folder, code, 10, 0.0, lambda *words: None)
        plays.log.close()


def main() -> None:
    """Fork what is asked for, line by line, and wait for it."""
    warm_up()
    for line in sys.stdin:
        count, folder, code, taps = line.split()
        start = time.monotonic() + (ANSWERS_LATER if int(count) > 1 else 0)
        pids = []
        for _ in range(int(count)):
            if (pid := os.fork()) == 0:
                child(folder, code, taps, start)
            pids.append(pid)
        for pid in pids:
            os.waitpid(pid, 0)
        say("gone")


class Writers:
    """The other side: asks for writers, kills one, reads what they said."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def run(
        self, folder: Path, code: str = "-", *, count: int = 1, taps: int = 0, kill: tuple[int, float] | None = None
    ) -> list[list[str]]:
        """What *count* writers said, as lists of words.

        *kill*: a single one is killed after that many confirmed taps and that many seconds more.
        """
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{count} {folder} {code} {taps}\n")
        self.process.stdin.flush()
        said: list[list[str]] = []
        confirmed = -1
        for line in self.process.stdout:
            words = line.split(maxsplit=2)
            if words == ["gone"]:
                return said
            said.append(words)
            confirmed += words[0] in ("start", "done", "same", "made")
            if kill and confirmed == kill[0]:
                time.sleep(kill[1])
                os.kill(int(said[0][1]), signal.SIGKILL)
                kill = None
        raise AssertionError("the writers ended")


@contextmanager
def started() -> Iterator[Writers]:
    """Writers ready to be asked for."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.store.writers"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Writers(process)
        finally:
            assert process.stdin
            process.stdin.close()


if __name__ == "__main__":
    main()
