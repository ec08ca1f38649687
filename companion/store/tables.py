"""Tables and numbered migrations. SQLite today; nothing here that PostgreSQL could not do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    text,
)

METADATA = MetaData()

plays = Table(
    "plays",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("game", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),  # milliseconds since 1970, UTC
    Column("touched", BigInteger, nullable=False),
    Column("deleted", BigInteger),
)

events = Table(
    "events",
    METADATA,
    Column("play", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("op", String(80), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("by", Integer),
    Column("body", Text, nullable=False),
    UniqueConstraint("play", "op"),
)

members = Table(
    "members",
    METADATA,
    Column("play", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),  # of the device within the play, from 1; 1 is the host's
    Column("device", String(64), nullable=False),
    Column("role", String(8), nullable=False),  # host, play, watch
    Column("seats", Text, nullable=False, server_default=""),  # "1 2 3"
    UniqueConstraint("play", "device"),
)


def _create(connection: Connection) -> None:
    METADATA.create_all(connection, tables=[plays, events, members])


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_create,)


def engine(path: Path) -> Engine:
    """SQLite at *path*: write-ahead log, and a tap is on disk before it is confirmed."""
    made = create_engine(f"sqlite:///{path}", connect_args={"timeout": 15})

    @event.listens_for(made, "connect")
    def _pragmas(connection: object, record: object) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()  # type: ignore[attr-defined]

    return made


def migrate(made: Engine) -> int:
    """Bring the database up to date; returns its version. Run before the server serves; safe to run twice."""
    with made.connect() as connection:
        connection.execute(text("BEGIN IMMEDIATE"))
        version = int(connection.execute(text("PRAGMA user_version")).scalar_one())
        for step in MIGRATIONS[version:]:
            step(connection)
        connection.execute(text(f"PRAGMA user_version = {max(version, len(MIGRATIONS))}"))
        connection.commit()
    return max(version, len(MIGRATIONS))
