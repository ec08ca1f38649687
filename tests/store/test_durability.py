"""Nothing that was confirmed is ever lost or doubled: killed writers, many writers, a disk that refuses."""

from __future__ import annotations

import os
import random
import resource
import sqlite3
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.core.errors import Stale
from companion.core.play import Play, opened, replayed, standing
from companion.service import Plays, Tap
from companion.store import NAME, tables
from companion.store import opened as opened_log
from companion.store.faults import Unready, Unsaved
from companion.store.log import Stored
from tests.sample_games.carrot_fair.tracker import Counted, Grown
from tests.store.writers import DEVICE, GAME, GAMES, Writers, started

Note = Callable[[str, object], None]


@pytest.fixture(scope="module")
def writers() -> Iterator[Writers]:
    with started() as found:
        yield found


@contextmanager
def site(folder: Path) -> Iterator[Plays]:
    """The plays of *folder*, as after a start."""
    plays = Plays(opened_log(folder), GAMES)
    yield plays
    plays.log.close()


def rows(folder: Path, question: str) -> list[tuple[object, ...]]:
    """What the database answers when nobody else is there."""
    database = sqlite3.connect(folder / NAME)
    found = database.execute(question).fetchall()
    database.close()
    return found


def judge(play: Play[object]) -> None:
    """The play is a replay of its log, and its sums are those of its taps."""
    first, *rest = play.log
    step_by_step = opened(GAME, first)
    for entry in rest:
        step_by_step = step_by_step.append(entry)
    again = replayed(GAME, play.log)
    assert [entry.seq for entry in play.log] == list(range(1, play.head + 1))
    assert play.state == again.state == step_by_step.state
    assert play.table == again.table == step_by_step.table
    sums: Counter[tuple[int, str]] = Counter()
    for _, event in standing(play.log):
        if isinstance(event, Counted):
            sums[event.seat, event.item] += event.by
    plots = play.state.plots  # type: ignore[attr-defined]
    assert {(seat, item): getattr(plots[seat], item) for seat, item in sums} == dict(sums)


# ---------------------------------------------------------------- kill -9


def a_moment(chance: random.Random) -> tuple[int, float]:
    """Confirmed taps, and seconds from then: a writer may be opening, between two taps, or anywhere in one."""
    return (0, chance.uniform(0, 0.1)) if chance.random() < 0.4 else (chance.randint(1, 12), chance.uniform(0, 0.01))


def kill_at_random(writers: Writers, folder: Path, seed: int, times: int) -> int:
    """How many taps were confirmed, all of which are there."""
    chance = random.Random(seed)
    said: list[list[str]] = []
    with site(folder) as plays:
        code = plays.create(GAME, DEVICE, ("Ann", "Ben")).code
    for turn in range(times):
        if turn % 10 == 9:
            with site(folder) as plays:
                code = plays.create(GAME, DEVICE, ("Ann", "Ben")).code
        said += writers.run(folder, code, taps=100_000, kill=a_moment(chance))
        with site(folder) as plays:
            judge(plays.open(plays.find(code)))
        assert rows(folder, "pragma integrity_check") == [("ok",)]
        check_said(said, folder)
    confirmed = sum(words[0] in ("done", "made") for words in said)
    assert confirmed >= times
    return confirmed


def check_said(said: list[list[str]], folder: Path) -> None:
    """Every confirmed tap is there once under its number; what was only sent is there once or not at all."""
    assert not [words for words in said if words[0] == "fault"]
    sent = {words[1] for words in said if words[0] == "sent"}
    found = Counter(op for op, _ in rows(folder, "select op, seq from events where op like '%/%'"))
    assert set(found) <= sent and set(found.values()) <= {1}
    said_and_there = {
        "done": {(op, str(seq)) for op, seq in rows(folder, "select op, seq from events")},
        "made": set(rows(folder, "select op, code from events join plays on id = play where seq = 1")),
    }
    for word, there in said_and_there.items():
        assert {(words[1], words[2].strip()) for words in said if words[0] == word} <= there


@pytest.mark.parametrize("times", [50, pytest.param(200, marks=pytest.mark.long)])
def test_no_confirmed_tap_is_lost_when_the_process_is_killed(
    writers: Writers, tmp_path: Path, times: int, record_property: Note
) -> None:
    """T1: killed at any moment; after each start the database is sound and every play a replay of its log."""
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")  # shown when it fails
    record_property("kills", times)
    record_property("confirmed", kill_at_random(writers, tmp_path, seed, times))


# ---------------------------------------------------------------- many at once


@pytest.mark.parametrize("rounds", [100, pytest.param(1000, marks=pytest.mark.long)])
def test_six_threads_lose_and_double_nothing(tmp_path: Path, rounds: int, record_property: Note) -> None:
    """T3, B11, B13: from one barrier, at equal and at different fields; who was second is told so."""
    with site(tmp_path) as plays:
        table = plays.create(GAME, DEVICE, ("Ann", "Ben"))
        for n in range(6):
            plays.log.join(table.id, f"phone-{n}", "play", frozenset({1}))
        taken = together(plays, table, rounds)
        play = plays.open(table)
        judge(play)
        assert Counter(op for op, _ in taken) == Counter(entry.op for entry in play.log[1:])
        assert {entry.op: entry.seq for entry in play.log[1:]} == dict(taken)
        assert sum(isinstance(entry.event, Counted) for entry in play.log) == 6 * (rounds - rounds // 5)
        assert sum(isinstance(entry.event, Grown) for entry in play.log) >= rounds // 5
    record_property("rounds", rounds)
    record_property("taken", len(taken))


def together(plays: Plays, table: Stored, rounds: int) -> list[tuple[str, int]]:
    """Six devices tap at a barrier; every fifth time they all write the same field. Returns what was taken in."""
    gate = threading.Barrier(6)
    taken: list[tuple[str, int]] = []
    faults: list[BaseException] = []

    def write(n: int) -> None:
        member = plays.member(table, f"phone-{n}")
        assert member is not None
        for turn in range(rounds):
            own = Grown(seat=1, flowers=(("rose", "tulip", "daisy")[(n + turn) % 3],))
            event = own if turn % 5 == 4 else Counted(seat=1 + n % 2, item="carrots", by=1)
            base = plays.open(table).head
            gate.wait()
            try:
                recorded = plays.record(table, member, Tap(op=f"{n}/{turn}", base=base, event=event))
            except Stale:
                continue
            if not recorded.repeated:
                taken.append((f"{n}/{turn}", recorded.seq))

    def run(n: int) -> None:
        try:
            write(n)
        except BaseException as fault:  # noqa: BLE001  # a thread's fault must reach the test
            faults.append(fault)
            gate.abort()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    return taken


@pytest.mark.parametrize("taps", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_four_processes_lose_and_double_nothing(
    writers: Writers, tmp_path: Path, taps: int, record_property: Note
) -> None:
    """T3: several servers over one database."""
    with site(tmp_path) as plays:
        table = plays.create(GAME, DEVICE, ("Ann", "Ben"))
        said = writers.run(tmp_path, table.code, count=4, taps=taps)
        check_said(said, tmp_path)
        assert sum(words[0] in ("done", "same", "made") for words in said) == 4 * taps
        play = plays.open(table)  # it had only the beginning
        judge(play)
        assert play.head == 1 + sum(words[0] == "done" for words in said)
    record_property("taps", taps)


def test_a_tap_that_came_by_another_process_meanwhile_is_answered_as_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with site(tmp_path) as here, site(tmp_path) as there:
        table = here.create(GAME, DEVICE, ("Ann", "Ben"))
        member = here.member(table, DEVICE)
        assert member is not None
        tap = Tap(op="same", base=1, event=Counted(seat=1, item="carrots", by=1))
        look, looked = here.log.by_op, []

        def slowly(play: int, op: str) -> int | None:
            found = look(play, op)
            if not looked:
                looked.append(there.record(table, member, tap))
            return found

        monkeypatch.setattr(here.log, "by_op", slowly)
        again = here.record(table, member, tap)
        assert (again.seq, again.repeated, again.play.head) == (2, True, 2)
        assert here.open(table).state.plots[1].carrots == 1


def test_starts_at_the_same_moment_make_one_database(writers: Writers, tmp_path: Path) -> None:
    for n in range(5):
        said = writers.run(tmp_path / str(n), count=4)
        assert [words for words in said if words[0] != "start"] == []
        assert rows(tmp_path / str(n), "pragma user_version") == [(len(tables.MIGRATIONS),)]


# ---------------------------------------------------------------- migrations

FIRST = """
CREATE TABLE plays (id INTEGER NOT NULL, code VARCHAR(16) NOT NULL, game VARCHAR(80) NOT NULL,
  created BIGINT NOT NULL, touched BIGINT NOT NULL, deleted BIGINT, PRIMARY KEY (id), UNIQUE (code));
CREATE TABLE events (play INTEGER NOT NULL, seq INTEGER NOT NULL, op VARCHAR(80) NOT NULL, at BIGINT NOT NULL,
  "by" INTEGER, body TEXT NOT NULL, PRIMARY KEY (play, seq), UNIQUE (play, op));
CREATE TABLE members (play INTEGER NOT NULL, number INTEGER NOT NULL, device VARCHAR(64) NOT NULL,
  role VARCHAR(8) NOT NULL, seats TEXT DEFAULT '' NOT NULL, PRIMARY KEY (play, number), UNIQUE (play, device));
INSERT INTO plays VALUES (1, '0000000A', 'carrot-fair', 5, 6, NULL);
INSERT INTO members VALUES (1, 1, 'phone-a', 'host', '1 2');
INSERT INTO events VALUES (1, 1, 'first', 5, 1, '{"kind":"opened","seats":[{"seat":1,"name":"Ann","colour":"red"},
{"seat":2,"name":"Ben","colour":"yellow"}],"start":1,"depth":"round","options":{}}');
INSERT INTO events VALUES (1, 2, 'second', 6, 1, '{"kind":"counted","seat":1,"item":"carrots","by":4}');
PRAGMA user_version = 1;
"""  # as the first version wrote it; never to be changed


def first_version(folder: Path) -> None:
    database = sqlite3.connect(folder / NAME)
    database.executescript(FIRST)
    database.close()


def shape(folder: Path) -> set[tuple[str, ...]]:
    """Tables, columns and indexes, however they came about."""
    columns = rows(folder, "select t.name, c.name, c.type, c.pk, c.'notnull' from pragma_table_list t,"
                           " pragma_table_info(t.name) c where t.name not like 'sqlite%'")  # fmt: skip
    indexes = rows(folder, "select tbl_name, name from sqlite_master where type = 'index'")
    return {tuple(map(str, row)) for row in (*columns, *indexes)}


def test_the_first_version_becomes_todays_with_all_that_is_in_it(tmp_path: Path) -> None:
    first_version(tmp_path)
    with site(tmp_path) as plays:
        table = plays.find("0000000A")
        play = plays.open(table)
        assert (play.head, play.state.plots[1].carrots, play.table.names) == (2, 4, {1: "Ann", 2: "Ben"})
        member = plays.member(table, DEVICE)
        assert member is not None and member.seats == {1, 2}
        assert plays.log.of_device(DEVICE) == [table]
    with site(tmp_path / "new"):
        assert shape(tmp_path) == shape(tmp_path / "new")


def test_todays_version_stays_as_it_is(tmp_path: Path) -> None:
    with site(tmp_path) as plays:
        plays.create(GAME, DEVICE, ("Ann", "Ben"))
    before = (tmp_path / NAME).read_bytes()
    with site(tmp_path):
        assert (tmp_path / NAME).read_bytes() == before


def test_a_newer_version_is_refused_and_not_touched(tmp_path: Path) -> None:
    with site(tmp_path):
        pass
    newer = len(tables.MIGRATIONS) + 1
    rows(tmp_path, f"pragma user_version = {newer}")
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(Unready, match=f"newer Companion.*version {newer}"):
        opened_log(tmp_path)
    assert (tmp_path / NAME).read_bytes() == before


def test_a_migration_that_fails_half_way_leaves_the_old_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(connection: tables.Connection) -> None:
        connection.exec_driver_sql("create table half (x)")
        connection.exec_driver_sql("create table half (x)")

    first_version(tmp_path)
    monkeypatch.setattr(tables, "MIGRATIONS", (*tables.MIGRATIONS, half))
    with pytest.raises(Unready, match="half already exists"):
        opened_log(tmp_path)
    assert rows(tmp_path, "pragma user_version") == [(1,)]
    assert ("half",) not in rows(tmp_path, "select name from sqlite_master")


# ---------------------------------------------------------------- a disk that refuses


@contextmanager
def full_disk(plays: Plays) -> Iterator[None]:
    """No page more than there are."""
    with plays.log.engine.connect() as connection:
        connection.exec_driver_sql("pragma max_page_count = 1")  # SQLite takes the present number
    yield
    with plays.log.engine.connect() as connection:
        connection.exec_driver_sql("pragma max_page_count = 1000000")


@contextmanager
def failing_disk(plays: Plays) -> Iterator[None]:
    """No file may become longer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def read_only_disk(plays: Plays) -> Iterator[None]:
    """Reading is all that is allowed."""
    with plays.log.engine.connect() as connection:
        connection.exec_driver_sql("pragma query_only = on")
    yield
    with plays.log.engine.connect() as connection:
        connection.exec_driver_sql("pragma query_only = off")


@contextmanager
def busy_disk(plays: Plays) -> Iterator[None]:
    """Somebody writes and does not end."""
    with plays.log.engine.connect() as connection:
        connection.exec_driver_sql("pragma busy_timeout = 20")
    other = sqlite3.connect(str(plays.log.engine.url.database))
    other.execute("begin immediate")
    yield
    other.close()


@pytest.mark.parametrize(
    ("disk", "sentence"),
    [
        (full_disk, "disk is full"),
        (failing_disk, "disk failed"),
        (read_only_disk, "only be read"),
        (busy_disk, "try again"),
    ],
)
def test_a_disk_that_refuses_is_told_loses_nothing_and_goes_on(tmp_path: Path, disk, sentence: str) -> None:  # type: ignore[no-untyped-def]
    with site(tmp_path) as plays:
        table = plays.create(GAME, DEVICE, ("Ann", "Ben"))
        member = plays.member(table, DEVICE)
        assert member is not None

        def tap(n: int) -> int:
            event = Counted(seat=1, item="carrots", by=1)
            return plays.record(table, member, Tap(op=f"tap-{n}", base=1, event=event)).seq

        taken = [tap(n) for n in range(5)]
        with disk(plays), pytest.raises(Unsaved, match=sentence):
            taken.extend(map(tap, range(5, 2000)))
        refused = len(taken)
        assert plays.open(table).head == refused + 1
        assert [tap(n) for n in range(refused + 5)] == [*taken, *range(refused + 2, refused + 7)]
        judge(plays.open(table))
    with site(tmp_path) as plays:
        assert [entry.op for entry in plays.open(plays.find(table.code)).log[1:]] == [
            f"tap-{n}" for n in range(refused + 5)
        ]


def test_a_folder_that_may_not_be_written_is_told_at_the_start() -> None:
    with tempfile.TemporaryDirectory() as name, site(Path(name)) as plays:
        table = plays.create(GAME, DEVICE, ("Ann", "Ben"))
        Path(name).chmod(0o555)
        with as_somebody_else(), pytest.raises(Unready, match="cannot be used"):
            opened_log(Path(name) / "new")
        Path(name).chmod(0o755)
        assert plays.open(table).head == 1


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Root may write everywhere; be nobody then."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
