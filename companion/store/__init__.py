"""The append-only log of every play, and who may see or write it."""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from companion.store.faults import Unready
from companion.store.lock import held
from companion.store.log import Log
from companion.store.tables import engine, migrate

NAME = "plays.db"


def opened(data_dir: Path) -> Log:
    """The log of the plays in *data_dir*, made and brought up to date where need be.

    The folder is held until the log is gone, so that nobody restores beneath it. Raises Unready with what is wrong.
    """
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        lock = held(data_dir)
        log = Log(engine(data_dir / NAME))
        weakref.finalize(log, os.close, lock)
        with closing_if_it_fails(log):
            migrate(log.engine)
    except (OSError, DatabaseError) as error:
        reason = error.orig if isinstance(error, DatabaseError) else error.strerror
        raise Unready(f"The plays in {data_dir} cannot be used: {reason}.") from error
    return log


@contextmanager
def closing_if_it_fails(log: Log) -> Iterator[None]:
    """No connection stays open to what could not be used."""
    try:
        yield
    except Exception:
        log.engine.dispose()
        raise
