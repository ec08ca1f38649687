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
    insert,
    inspect,
    literal,
    select,
)

from companion.store.faults import Unready
from companion.store.lock import in_turn

PATIENCE = 15
CACHE = 512  # kB of the file that each connection keeps; the system keeps all of it anyway

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
    Column("shut", BigInteger),  # nobody new may join since
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
    Column("role", String(8), nullable=False),  # host, play, watch, out
    Column("seats", Text, nullable=False, server_default=""),  # "1 2 3"
    Column("code", String(16)),  # the code it came by, if not the play's own
    UniqueConstraint("play", "device"),
)

links = Table(
    "links",
    METADATA,
    Column("code", String(16), primary_key=True),  # a play's own code is the first of its links
    Column("play", Integer, nullable=False),
    Column("role", String(8), nullable=False),  # play, watch
    Column("seats", Text, nullable=False, server_default=""),  # whom it is for; nobody in particular if empty
    Column("made", BigInteger, nullable=False),
    Column("withdrawn", BigInteger),
)

keys = Table(
    "keys",
    METADATA,
    Column("play", Integer, primary_key=True),  # at most one each
    Column("digest", String(64), nullable=False, unique=True),  # of the key, which lies nowhere
    Column("made", BigInteger, nullable=False),
)

devices = Index("members_by_device", members.c.device)
doors = Index("links_by_play", links.c.play)
FIRST = frozenset({"plays", "events", "members"})  # the tables of the first version, which every later one has


def _create(connection: Connection) -> None:
    METADATA.create_all(connection, tables=[plays, events, members])


def _find_devices(connection: Connection) -> None:
    devices.create(connection, checkfirst=True)


def _invite(connection: Connection) -> None:
    """Every play gets its own code as a link to play; what a fresh database has already is passed over."""
    for table, column in (("plays", plays.c.shut), ("members", members.c.code)):
        if column.name not in {known["name"] for known in inspect(connection).get_columns(table)}:
            kind = column.type.compile(connection.dialect)
            connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column.name} {kind}")
    METADATA.create_all(connection, tables=[links])
    doors.create(connection, checkfirst=True)
    known = select(plays.c.code, plays.c.id, literal("play"), literal(""), plays.c.created)
    connection.execute(insert(links).from_select(["code", "play", "role", "seats", "made"], known))


def _key(connection: Connection) -> None:
    METADATA.create_all(connection, tables=[keys])


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_create, _find_devices, _invite, _key)


def engine(path: Path) -> Engine:
    """SQLite at *path*: a tap is on disk before it is confirmed. A writer waits for others for *PATIENCE* seconds."""
    made = create_engine(f"sqlite:///{path}", connect_args={"timeout": PATIENCE})

    @event.listens_for(made, "connect")
    def _pragmas(connection: object, record: object) -> None:
        for pragma in ("synchronous=FULL", "fullfsync=ON", "foreign_keys=ON", f"cache_size=-{CACHE}"):
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
