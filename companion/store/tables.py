"""Tables and numbered migrations. SQLite today; nothing here that PostgreSQL could not do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
)

from companion.store.faults import Unready
from companion.store.lock import in_turn

PATIENCE = 15

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


devices = Index("members_by_device", members.c.device)


def _create(connection: Connection) -> None:
    METADATA.create_all(connection, tables=[plays, events, members])


def _find_devices(connection: Connection) -> None:
    devices.create(connection, checkfirst=True)


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_create, _find_devices)


def engine(path: Path) -> Engine:
    """SQLite at *path*: a tap is on disk before it is confirmed. A writer waits for others for *PATIENCE* seconds."""
    made = create_engine(f"sqlite:///{path}", connect_args={"timeout": PATIENCE})

    @event.listens_for(made, "connect")
    def _pragmas(connection: object, record: object) -> None:
        for pragma in ("synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()  # type: ignore[attr-defined]

    return made


def migrate(made: Engine) -> int:
    """Bring the database up to date; returns its version. Run before the server serves; safe to run twice or at once.

    Raises Unready for a database of a newer Companion, which is left as it is.
    """
    with in_turn(Path(str(made.url.database)).parent), made.connect() as connection:
        version = version_of(connection)
        check_version(version)
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")  # readers and the writer do not wait for each other
        if version < len(MIGRATIONS):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            for step in MIGRATIONS[version:]:
                step(connection)
            connection.exec_driver_sql(f"PRAGMA user_version = {len(MIGRATIONS)}")
            connection.commit()
    return len(MIGRATIONS)


def version_of(connection: Connection) -> int:
    """How many migrations the database has seen; 0 for an empty one."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())


def check_version(version: int) -> None:
    """Raises Unready for a version that comes after this one."""
    if version > len(MIGRATIONS):
        raise Unready(
            f"These plays were kept by a newer Companion (version {version} of the tables, here it is"
            f" {len(MIGRATIONS)}). Nothing was changed. Start the newer one."
        )
