"""What the database is asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from companion.store.log import Log


@contextmanager
def asked(log: Log) -> Iterator[list[str]]:
    """The statements that are sent to the database of *log* meanwhile."""
    found: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        found.append(statement)

    event.listen(log.engine, "before_cursor_execute", note)
    yield found
    event.remove(log.engine, "before_cursor_execute", note)
