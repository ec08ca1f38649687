"""The append-only log of every play, and who may see or write it."""

from __future__ import annotations

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

    The folder is held until the log is closed, so that nobody restores beneath it. Raises Unready with what is wrong.
    """
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        log = Log(engine(data_dir / NAME), held(data_dir))
        with closed_if_it_fails(log):
            migrate(log.engine)
    except (OSError, DatabaseError) as error:
        reason = error.orig if isinstance(error, DatabaseError) else error.strerror
        raise Unready(f"The plays in {data_dir} cannot be used: {reason}.") from error
    return log


@contextmanager
def closed_if_it_fails(log: Log) -> Iterator[None]:
    """Nothing stays open of what could not be used."""
    try:
        yield
    except Exception:
        log.close()
        raise
