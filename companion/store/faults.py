"""What the disk can refuse, as sentences: for the people at the table, and for the person who runs the site."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import OperationalError

from companion.core.errors import NotNow
from companion.core.text import Msg, msg

FULL = msg("The disk is full, so this was not saved. Everything before it is safe.")
LOCKED = msg("The plays can only be read at the moment, so this was not saved. Everything before it is safe.")
BUSY = msg("Too much was being saved at once, so this was not. Please try again.")
FAILED = msg("The disk failed, so this was not saved. Everything before it is safe.")
SENTENCES: dict[int, Msg] = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: LOCKED,
    sqlite3.SQLITE_CANTOPEN: LOCKED,
    sqlite3.SQLITE_PERM: LOCKED,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_IOERR: FAILED,
}


class Unsaved(NotNow):
    """What happened could not be put on disk, and is not there; it can be tried again as it was."""


class Unready(Exception):
    """A folder or a file that cannot be used as it is; the message is for the person who runs the site."""


class Taken(Exception):
    """Another process was faster: it took the number, or brought the same tap."""


def unsaved(error: OperationalError) -> Unsaved | None:
    """What *error* means for the people at the table; None for what is our own mistake."""
    sentence = SENTENCES.get(getattr(error.orig, "sqlite_errorcode", 0) & 0xFF)
    return Unsaved(sentence) if sentence else None
