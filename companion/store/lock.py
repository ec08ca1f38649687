"""Who uses a data folder: sites and backups together, a restore alone. The system lets go of it with a process."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.store.faults import Unready

NAME = "plays.lock"


def held(folder: Path) -> int:
    """*folder*, held together with others until the descriptor is closed. Waits for a restore to end."""
    return _locked(folder / NAME, os.O_RDONLY | os.O_CREAT, fcntl.LOCK_SH)


@contextmanager
def together(folder: Path) -> Iterator[None]:
    """*folder*, held together with others."""
    yield from _while(held(folder))


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """*folder*, with nobody else in it. Raises Unready while a site runs there."""
    try:
        descriptor = _locked(folder / NAME, os.O_RDONLY | os.O_CREAT, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Unready(f"Companion is running on {folder}. Stop it, then restore again.") from None
    yield from _while(descriptor)


@contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """*folder*, one after the other: for what several starts must not do at the same time."""
    yield from _while(_locked(folder, os.O_RDONLY, fcntl.LOCK_EX))


def _locked(path: Path, flags: int, how: int) -> int:
    descriptor = os.open(path, flags, 0o644)
    try:
        fcntl.flock(descriptor, how)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _while(descriptor: int) -> Iterator[None]:
    try:
        yield
    finally:
        os.close(descriptor)
