"""The only exceptions raised on purpose: each carries a sentence for the person and, where known, the field."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.core.text import Msg


class Refused(ValueError):
    """What was asked cannot be. *field* is a dotted path into the input, such as ``players.0.name``.

    *rule* is the section that says why: that of the message, else of what was asked.
    """

    def __init__(self, message: Msg, field: str = "") -> None:
        super().__init__(str(message))
        self.message = message
        self.field = field
        self.rule = message.rule


class NotNow(Refused):
    """Possible at another moment, or with more of something."""


class Missing(Refused):
    """There is no such thing here."""


class Stale(Refused):
    """Another device changed the same field since; both values are to be shown. *theirs* is what it said."""

    def __init__(self, message: Msg, theirs: object = None) -> None:
        super().__init__(message)
        self.theirs = theirs


class Invalid(Exception):
    """Everything that is wrong with one input, at once."""

    def __init__(self, errors: tuple[Refused, ...]) -> None:
        super().__init__("; ".join(f"{e.field}: {e.message}" for e in errors))
        self.errors = errors


@contextmanager
def under(rule: str) -> Iterator[None]:
    """Whatever is refused within and names no section leads to *rule*."""
    try:
        yield
    except (Refused, Invalid) as refused:
        for one in refused.errors if isinstance(refused, Invalid) else (refused,):
            one.rule = one.rule or rule
        raise
