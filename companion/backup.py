"""All plays into one file while the site runs, and back. A file that is made here is complete, or it is not there."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Literal

from companion.store import NAME
from companion.store.faults import Unready
from companion.store.lock import alone, together
from companion.store.tables import FIRST, PATIENCE, check_version

BESIDE = ("-wal", "-shm", "-journal")  # what SQLite puts beside a database


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What a file holds, and where that is kept which it took the place of."""

    plays: int
    events: int
    before: Path | None = None

    def __str__(self) -> str:
        return f"{self.plays:,} {'play' if self.plays == 1 else 'plays'} with {self.events:,} events"


def backup(data_dir: Path, file: Path, *, force: bool = False) -> Held:
    """Put all plays of *data_dir* into *file*; sites may go on writing. Raises Unready with what is wrong."""
    source = (data_dir / NAME).resolve()
    if not source.is_file():
        raise Unready(f"There are no plays in {data_dir} yet.")
    _check_target(source, file, force)
    try:
        with together(data_dir), _draft(file) as new:
            _copy(source, new, "rw")
            held = _checked(new, source)
            new.replace(file)
        _sync(file.parent)
    except (OSError, sqlite3.Error) as error:
        raise Unready(f"{file} could not be written: {_reason(error)}.") from error
    return held


def restore(data_dir: Path, file: Path) -> Held:
    """Put the plays of *file* in the place of those in *data_dir*, which are kept aside.

    Raises Unready, with everything left as it was, while a site runs there or if *file* is not a sound backup.
    """
    if not file.is_file():
        raise Unready(f"There is no file {file}.")
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        place = (data_dir / NAME).resolve()
        with alone(data_dir), _draft(place) as new:
            held = _read(file, new)
            _give_to_owner(new, place.parent)
            _gather(place)
            before = _set_aside(place)
            for name in BESIDE:
                place.with_name(place.name + name).unlink(missing_ok=True)
            new.replace(place)
            _sync(place.parent)
    except (OSError, sqlite3.Error) as error:
        raise Unready(f"The plays in {data_dir} could not be replaced: {_reason(error)}.") from error
    return Held(plays=held.plays, events=held.events, before=before)


def _check_target(source: Path, file: Path, force: bool) -> None:
    if file.resolve() in (source, *(source.with_name(source.name + name) for name in BESIDE)):
        raise Unready(f"{file} belongs to the plays themselves. Choose another name.")
    if file.is_dir():
        raise Unready(f"{file} is a folder. Give the name of a file.")
    if file.exists() and not force:
        raise Unready(f"{file} is there already. Choose another name, or write over it with --force.")


@contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A new file beside *file*, for its owner only, to be filled and renamed; what was not renamed is removed."""
    path = file.with_name(f".{file.name}.{secrets.token_hex(8)}")
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield path
    finally:
        for name in ("", *BESIDE):
            path.with_name(path.name + name).unlink(missing_ok=True)


def _read(file: Path, new: Path) -> Held:
    try:
        _copy(file, new, "ro")
        return _checked(new, file)
    except sqlite3.OperationalError:
        raise  # the disk
    except sqlite3.DatabaseError as error:
        raise Unready(f"{file} is not a sound backup: {error}. Nothing was changed.") from error


def _copy(source: Path, new: Path, mode: Literal["ro", "rw"]) -> None:
    """Everything that is in *source* at one moment, as one file that needs no other beside it."""
    with closing(_connect(source, mode)) as old, closing(_connect(new, "rw")) as copy:
        old.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    _sync(new)


def _checked(path: Path, called: Path) -> Held:
    """What *path* holds. Raises Unready if it is damaged, of a newer version, or something else altogether."""
    with closing(_connect(path, "ro")) as database:
        (said,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise Unready(f"{called} is damaged: {said}. Nothing was changed.")
        (version,) = database.execute("PRAGMA user_version").fetchone()
        check_version(version)
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if version < 1 or not tables >= FIRST:
            raise Unready(f"{called} holds no plays of Companion. Nothing was changed.")
        (plays,) = database.execute("SELECT count(*) FROM plays").fetchone()
        (events,) = database.execute("SELECT count(*) FROM events").fetchone()
    return Held(plays=plays, events=events)


def _connect(path: Path, mode: Literal["ro", "rw"]) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=PATIENCE)


def _gather(place: Path) -> None:
    """What lies beside the database goes into it, so that it is whole by itself; a damaged one stays as it is."""
    if place.exists():
        with suppress(sqlite3.DatabaseError), closing(_connect(place, "rw")) as database:
            database.execute("PRAGMA journal_mode=DELETE")


def _set_aside(place: Path) -> Path | None:
    """A copy of the database at *place* with the next free number; None if there is none.

    Copied byte by byte, since it may be the damaged one; what was not yet written into it comes first.
    """
    there = {name: place.with_name(place.name + name) for name in ("-wal", "")}
    filled = {name: path for name, path in there.items() if path.exists() and path.stat().st_size}
    if not filled:
        return None
    aside = next(path for n in count(1) if not (path := place.with_name(f"{place.name}.before-restore-{n}")).exists())
    for name, path in filled.items():
        with _draft(aside) as new:
            shutil.copyfile(path, new)
            _give_to_owner(new, place.parent)
            _sync(new)
            new.replace(aside.with_name(aside.name + name))
    return aside


def _give_to_owner(path: Path, folder: Path) -> None:
    """Somebody who may do everything leaves files that the site can write."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _reason(error: OSError | sqlite3.Error) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
