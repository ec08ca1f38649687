"""The append-only log on SQLAlchemy Core: one writer per play, and a tap that is confirmed is on disk."""

from __future__ import annotations

import os
import secrets
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from sqlalchemy import Connection, Engine, Row, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from companion.core.errors import Missing
from companion.core.text import msg
from companion.store.faults import BUSY, Taken, Unsaved, unsaved
from companion.store.tables import events, keys, links, members, plays

T = TypeVar("T")
Role = Literal["host", "play", "watch", "out"]  # out: was here, and is not any more
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U
CODE_LENGTH = 8  # 40 bits
CODES_TRIED = 20
STRIPES = 64  # of the writers' locks
LOOK_ALIKE = str.maketrans("OILU", "011V", " -–—·_")

# What every tap and every look needs is put together once: that costs more than asking does.
PLAY, SEQ, CODE, OP, DEVICE = (bindparam(name) for name in ("in_play", "from_seq", "by_code", "as_op", "from_device"))
DELETED = (
    select(plays).join(links, links.c.play == plays.c.id).where(links.c.code == CODE, plays.c.deleted.is_not(None))
)
AFTER = select(events).where(events.c.play == PLAY, events.c.seq > SEQ).order_by(events.c.seq)
LAST = select(func.max(events.c.seq)).where(events.c.play == PLAY)
BY_OP = select(events.c.seq).where(events.c.play == PLAY, events.c.op == OP)
MEMBER = select(members).where(members.c.play == PLAY, members.c.device == DEVICE)
PRESENT = select(members).where(members.c.play == PLAY, members.c.role != "out").order_by(members.c.number)
WAYS = links.alias("ways")
LOOK = (
    select(plays, members.c.number, members.c.device, members.c.role, members.c.seats)
    .add_columns(select(func.max(events.c.seq)).where(events.c.play == plays.c.id).scalar_subquery().label("head"))
    .add_columns(select(func.count()).where(WAYS.c.play == plays.c.id).scalar_subquery().label("made"))
    .add_columns(select(func.count(WAYS.c.withdrawn)).where(WAYS.c.play == plays.c.id).scalar_subquery().label("ended"))
    .join(links, links.c.play == plays.c.id)
    .outerjoin(members, (members.c.play == plays.c.id) & (members.c.role != "out"))
    .where(links.c.code == CODE, plays.c.deleted.is_(None))
    .order_by(members.c.number)
)
ENTER = insert(events)
TOUCH = update(plays).where(plays.c.id == PLAY).values(touched=bindparam("at"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A stored event: its envelope, and its body as JSON text."""

    seq: int
    op: str
    at: int
    by: int | None
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A device at a play: its number there (1 is the host's), its role, and the seats it holds."""

    number: int
    role: Role
    seats: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A play as it lies in the store. Times are milliseconds since 1970, UTC.

    *code* is the one it was found by: its own, or that of another link to it. *is_shut*: nobody new may join.
    """

    id: int
    code: str
    game: str
    created: int
    touched: int
    is_shut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A play at one moment: the number of its last entry, and who is at it by device, in the order of coming.

    *ways*: how many links to it were ever made, and how many of them withdrawn.
    """

    stored: Stored
    head: int
    members: Mapping[str, Member]
    ways: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A way to a play: what one may be there who comes by it, and for whom it is meant, if for anybody."""

    code: str
    play: int
    role: Role
    seats: frozenset[int]
    made: int
    withdrawn: int | None = None


def new_code() -> str:
    """A code to read aloud: eight characters without look-alikes."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str:
    """*typed* as a code: lower case, spaces and hyphens are fine, O is 0, I and L are 1."""
    return typed.strip().upper().translate(LOOK_ALIKE)


def is_code(text: str) -> bool:
    """Whether *text* could be a code of ours."""
    return len(text) == CODE_LENGTH and set(text) <= set(ALPHABET)


class Log:
    """All plays of one database. *lock* is the descriptor that holds its folder for as long as this is used."""

    def __init__(self, made: Engine, lock: int | None = None) -> None:
        self.engine = made
        self._let_go = weakref.finalize(self, os.close, lock) if lock is not None else None
        self._locks = tuple(threading.RLock() for _ in range(STRIPES))
        self._turn = threading.local()

    def close(self) -> None:
        """Let go of the database and of its folder."""
        self.engine.dispose()
        if self._let_go:
            self._let_go()

    @contextmanager
    def writing(self, play: int) -> Iterator[None]:
        """Alone with *play* in this process; other processes are held off by the unique (play, seq)."""
        with self._locks[play % STRIPES]:
            yield

    def settled(self, work: Callable[[], T]) -> T:
        """What *work* gives. If another process was faster it is done once more, while all other processes wait."""
        try:
            return work()
        except Taken:
            with self._ahead():
                return work()

    @contextmanager
    def _ahead(self) -> Iterator[None]:
        with self._saving() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            self._turn.connection = connection
            try:
                yield
            finally:
                del self._turn.connection

    @contextmanager
    def _saving(self) -> Iterator[Connection]:
        """One transaction, on disk when it ends. Raises Taken if another process was faster, Unsaved with the disk."""
        try:
            if hasattr(self._turn, "connection"):
                yield self._turn.connection
            else:
                with self.engine.begin() as connection:
                    yield connection
        except IntegrityError as error:
            raise Taken from error
        except OperationalError as error:
            if sentence := unsaved(error):
                raise sentence from error
            raise

    def create(
        self,
        game: str,
        device: str,
        first: Entry,
        seats: frozenset[int],
        *,
        rest: Sequence[Entry] = (),
        once: bool = False,
        code: str = "",
    ) -> Stored:
        """A new play of *first* and *rest*; *device* is its host and holds *seats*. A code is never given twice.

        *once*: if *device* has begun a play by the same tap, that one. *code* is its code if nobody has it.
        """
        touched = (first, *rest)[-1].at

        def put(code: str) -> Stored:
            with self._saving() as connection:
                row = {"code": code, "game": game, "created": first.at, "touched": touched}
                made = connection.execute(insert(plays).values(row)).inserted_primary_key
                assert made is not None  # noqa: S101  # an insert of one row returns its key
                number = int(made[0])
                if once and (known := _begun(connection, device, first.op)):
                    connection.rollback()
                    return known
                connection.execute(insert(events), [_row(number, entry) for entry in (first, *rest)])
                _link(connection, Link(code=code, play=number, role="play", seats=frozenset(), made=first.at))
                _join(connection, number, 1, device, "host", seats)
            return Stored(id=number, code=code, game=game, created=first.at, touched=touched)

        for n in range(CODES_TRIED):
            with suppress(Taken):
                return put(new_code() if n or not code else code)
        raise Unsaved(BUSY)

    def deleted(self, code: str) -> Stored:
        """The deleted play that *code*, its own or that of another link, led to. Raises Missing where there is none."""
        with self.engine.connect() as connection:
            row = connection.execute(DELETED, {"by_code": code}).one_or_none()
        if row is None:
            raise Missing(msg("There is no play with this code."))
        return _stored(row, code)

    def look(self, code: str) -> Look:
        """The play that *code*, its own or that of another link, leads to, and what a page asks of it, in one question.

        Raises Missing.
        """
        with self.engine.connect() as connection:
            rows = connection.execute(LOOK, {"by_code": code}).all()
        if not rows:
            raise Missing(msg("There is no play with this code."))
        present = {row.device: _member(row) for row in rows if row.device is not None}
        first = rows[0]
        return Look(stored=_stored(first, code), head=first.head or 0, members=present, ways=(first.made, first.ended))

    def begun(self, device: str, op: str) -> Stored | None:
        """The play that *device* hosts and that began with the entry *op*; None if there is none."""
        with self.engine.connect() as connection:
            return _begun(connection, device, op)

    def after(self, play: int, seq: int) -> list[Entry]:
        """The entries of *play* after *seq*, in order."""
        with self.engine.connect() as connection:
            rows = connection.execute(AFTER, {"in_play": play, "from_seq": seq}).all()
        return [Entry(seq=row.seq, op=row.op, at=row.at, by=row.by, body=row.body) for row in rows]

    def head(self, play: int) -> int:
        """The number of the last entry."""
        with self.engine.connect() as connection:
            found = connection.execute(LAST, {"in_play": play}).scalar_one()
        return int(found or 0)

    def by_op(self, play: int, op: str) -> int | None:
        """The number of the entry that came as *op*; None if none did."""
        with self.engine.connect() as connection:
            found: int | None = connection.execute(BY_OP, {"in_play": play, "as_op": op}).scalar_one_or_none()
        return found

    def append(self, play: int, entry: Entry) -> None:
        """Put *entry* on disk. Raises Taken if its number or op is there already, Unsaved if the disk refuses."""
        with self._saving() as connection:
            connection.execute(ENTER, _row(play, entry))
            connection.execute(TOUCH, {"in_play": play, "at": entry.at})

    def delete(self, play: int, at: int) -> None:
        """Hide a play; it can be brought back until it is forgotten."""
        with self._saving() as connection:
            connection.execute(update(plays).where(plays.c.id == play).values(deleted=at))

    def undelete(self, play: int) -> None:
        """Bring a hidden play back."""
        with self._saving() as connection:
            connection.execute(update(plays).where(plays.c.id == play).values(deleted=None))

    def member(self, play: int, device: str) -> Member | None:
        """What *device* is at *play*; None for a stranger."""
        with self.engine.connect() as connection:
            row = connection.execute(MEMBER, {"in_play": play, "from_device": device}).one_or_none()
        return None if row is None else _member(row)

    def members(self, play: int) -> list[Member]:
        """Every device that is at *play*, in the order in which they came."""
        with self.engine.connect() as connection:
            rows = connection.execute(PRESENT, {"in_play": play}).all()
        return [_member(row) for row in rows]

    def join(
        self, play: int, device: str, role: Role, seats: frozenset[int] = frozenset(), code: str | None = None
    ) -> Member:
        """*device* takes part as *role* with *seats* from now on, by the link *code*; its number stays."""

        def put() -> Member:
            with self._saving() as connection:
                number = _number(connection, play, device)
                if number is None:
                    number = _last_number(connection, play) + 1
                    _join(connection, play, number, device, role, seats, code)
                else:
                    _change(connection, play, number, role, seats)
            return Member(number=number, role=role, seats=seats)

        with self.writing(play):
            return self.settled(put)

    def follow(self, old: int, new: Stored, seats: Mapping[int, int]) -> None:
        """Who sits at *old* sits at *new* too, on the seats that *seats* gives for those there; its host has the rest.

        Nothing once anybody but the host is at *new*.
        """

        def put() -> None:
            with self._saving() as connection:
                present = connection.execute(select(members).where(members.c.play == new.id)).all()
                if len(present) > 1:
                    return
                host, taken = present[0], frozenset[int]()
                sitting = (
                    (members.c.play == old) & members.c.role.in_(("host", "play")) & (members.c.device != host.device)
                )
                for row in connection.execute(select(members).where(sitting).order_by(members.c.number)).all():
                    if held := frozenset(seats[seat] for seat in _seats(row.seats) if seat in seats):
                        number = _last_number(connection, new.id) + 1
                        _join(connection, new.id, number, row.device, "play", held, new.code)
                        taken |= held
                _change(connection, new.id, host.number, host.role, _seats(host.seats) - taken)

        with self.writing(new.id):
            self.settled(put)

    def reseat(self, play: int, changed: Iterable[Member]) -> None:
        """These devices are what they are said to be from now on, all at once."""
        with self.writing(play), self._saving() as connection:
            for one in changed:
                _change(connection, play, one.number, one.role, one.seats)

    def link(self, code: str) -> Link | None:
        """The link *code*, withdrawn or not; None if it was never given or its play is deleted."""
        with self.engine.connect() as connection:
            row = connection.execute(
                select(links)
                .join(plays, plays.c.id == links.c.play)
                .where(links.c.code == code, plays.c.deleted.is_(None))
            ).one_or_none()
        return None if row is None else _read_link(row)

    def links(self, play: int) -> list[Link]:
        """All links to *play*, the oldest first."""
        with self.engine.connect() as connection:
            rows = connection.execute(select(links).where(links.c.play == play).order_by(links.c.made)).all()
        return [_read_link(row) for row in rows]

    def invite(self, play: int, role: Role, seats: frozenset[int], at: int) -> Link:
        """A new link to *play*; a code is never given twice. Raises Unsaved."""

        def put() -> Link:
            link = Link(code=new_code(), play=play, role=role, seats=seats, made=at)
            with self._saving() as connection:
                _link(connection, link)
            return link

        for _ in range(CODES_TRIED):
            with suppress(Taken):
                return put()
        raise Unsaved(BUSY)

    def withdraw(self, play: int, code: str, at: int) -> None:
        """Nobody new comes by the link *code*; who came by it stays."""
        with self._saving() as connection:
            this = (links.c.play == play) & (links.c.code == code) & links.c.withdrawn.is_(None)
            connection.execute(update(links).where(this).values(withdrawn=at))

    def set_key(self, play: int, digest: str | None, at: int) -> None:
        """*digest* is that of the host's key to *play* from now on; None: there is no key any more."""
        with self._saving() as connection:
            connection.execute(delete(keys).where(keys.c.play == play))
            if digest:
                connection.execute(insert(keys).values(play=play, digest=digest, made=at))

    def key_made(self, play: int) -> int | None:
        """When the host's key to *play* was made; None if there is none."""
        with self.engine.connect() as connection:
            return connection.execute(select(keys.c.made).where(keys.c.play == play)).scalar_one_or_none()

    def by_key(self, digest: str) -> Stored | None:
        """The play to which the key with *digest* is the host's; None if it is none's."""
        with self.engine.connect() as connection:
            row = connection.execute(
                select(plays)
                .join(keys, keys.c.play == plays.c.id)
                .where(keys.c.digest == digest, plays.c.deleted.is_(None))
            ).one_or_none()
        return None if row is None else _stored(row, row.code)

    def shut(self, play: int, at: int | None) -> None:
        """Nobody new may join since *at*; None opens the door again."""
        with self._saving() as connection:
            connection.execute(update(plays).where(plays.c.id == play).values(shut=at))

    def of_device(self, device: str) -> list[Stored]:
        """The plays of *device*, the latest first, each by the code that the device knows."""
        with self.engine.connect() as connection:
            rows = connection.execute(
                select(plays, members.c.code.label("by"))
                .join(members, members.c.play == plays.c.id)
                .where(members.c.device == device, members.c.role != "out", plays.c.deleted.is_(None))
                .order_by(plays.c.touched.desc())
                .limit(50)
            ).all()
        return [_stored(row, row.by or row.code) for row in rows]


def _row(play: int, entry: Entry) -> dict[str, Any]:
    return {"play": play, "seq": entry.seq, "op": entry.op, "at": entry.at, "by": entry.by, "body": entry.body}


def _stored(row: Row[Any], code: str) -> Stored:
    times = {"created": row.created, "touched": row.touched}
    return Stored(id=row.id, code=code, game=row.game, is_shut=row.shut is not None, **times)


def _member(row: Row[Any]) -> Member:
    return Member(number=row.number, role=row.role, seats=_seats(row.seats))


def _read_link(row: Row[Any]) -> Link:
    return Link(
        code=row.code, play=row.play, role=row.role, seats=_seats(row.seats), made=row.made, withdrawn=row.withdrawn
    )


def _link(connection: Connection, link: Link) -> None:
    row = {"code": link.code, "play": link.play, "role": link.role, "seats": _written(link.seats), "made": link.made}
    connection.execute(insert(links).values(row))


def _begun(connection: Connection, device: str, op: str) -> Stored | None:
    row = connection.execute(
        select(plays)
        .join(members, members.c.play == plays.c.id)
        .join(events, events.c.play == plays.c.id)
        .where(members.c.device == device, events.c.seq == 1, events.c.op == op, plays.c.deleted.is_(None))
        .limit(1)
    ).one_or_none()
    return None if row is None else _stored(row, row.code)


def _number(connection: Connection, play: int, device: str) -> int | None:
    known = select(members.c.number).where(members.c.play == play, members.c.device == device)
    return connection.execute(known).scalar_one_or_none()


def _last_number(connection: Connection, play: int) -> int:
    return connection.execute(select(func.max(members.c.number)).where(members.c.play == play)).scalar_one() or 0


def _join(
    connection: Connection,
    play: int,
    number: int,
    device: str,
    role: Role,
    seats: frozenset[int],
    code: str | None = None,
) -> None:
    row = {"play": play, "number": number, "device": device, "role": role, "seats": _written(seats), "code": code}
    connection.execute(insert(members).values(row))


def _change(connection: Connection, play: int, number: int, role: Role, seats: frozenset[int]) -> None:
    this = (members.c.play == play) & (members.c.number == number)
    connection.execute(update(members).where(this).values(role=role, seats=_written(seats)))


def _written(seats: frozenset[int]) -> str:
    return " ".join(map(str, sorted(seats)))


def _seats(text: str) -> frozenset[int]:
    return frozenset(map(int, text.split()))
