"""A backup is complete or not there, is taken while the site writes, and comes back on an empty machine."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import backup as module
from companion.backup import Held, backup, restore
from companion.service import Plays, Tap
from companion.settings import ROOT
from companion.store import NAME, opened
from companion.store.faults import Unready
from companion.store.lock import NAME as LOCK
from companion.store.lock import alone
from companion.store.log import Entry
from companion.store.tables import METADATA, MIGRATIONS
from tests.sample_games.carrot_fair.tracker import Counted
from tests.servers import free_port, served
from tests.store.writers import DEVICE, GAME, GAMES, started

BESIDE = {f"{NAME}-wal", f"{NAME}-shm", f"{NAME}-journal"}


@contextmanager
def site(folder: Path) -> Iterator[Plays]:
    """The plays of *folder* while a site runs there."""
    log = opened(folder)
    yield Plays(log, GAMES)
    log.close()


def play_on(plays: Plays, taps: int = 5, code: str = "") -> str:
    """The code of a play in which there were *taps* more."""
    table = plays.find(code) if code else plays.create(GAME, DEVICE, ("Ann", "Ben"))
    member = plays.member(table, DEVICE)
    assert member is not None
    for _ in range(taps):
        head = plays.open(table).head
        plays.record(table, member, Tap(op=f"tap-{head}", base=head, event=Counted(seat=1, item="carrots", by=1)))
    return table.code


def home(folder: Path, plays: int = 2, taps: int = 5) -> Path:
    """A data folder with plays in it, its site stopped."""
    sitters = '[{"seat":1,"name":"Ann","colour":"red"},{"seat":2,"name":"Ben","colour":"yellow"}]'
    begin = f'{{"kind":"opened","seats":{sitters},"start":1,"depth":"round","options":{{}}}}'
    dig = '{"kind":"counted","seat":1,"item":"carrots","by":1}'
    first, *rest = (
        Entry(seq=seq, op=f"o-{seq}", at=5, by=1, body=dig if seq > 1 else begin) for seq in range(1, taps + 2)
    )
    with site(folder) as running:
        for _ in range(plays):
            running.log.create(GAME.slug, DEVICE, first, frozenset({1, 2}), rest=rest)
    return folder


def hashes(file: Path) -> dict[str, str]:
    """A hash of each table, row by row."""
    database = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
    found = {}
    for table in METADATA.tables:
        rows = sorted(map(repr, database.execute(f"select * from {table}")))  # noqa: S608
        found[table] = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    database.close()
    return found


def change(file: Path, *statements: str) -> None:
    database = sqlite3.connect(file)
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


# ---------------------------------------------------------------- backup


def test_a_backup_is_one_private_file_that_tells_what_it_holds(tmp_path: Path) -> None:
    data, file = home(tmp_path / "data"), tmp_path / "evening.db"
    held = backup(data, file)
    assert (held, str(held)) == (Held(plays=2, events=12), "2 plays with 12 events")
    assert hashes(file) == hashes(data / NAME)
    assert {path.name for path in tmp_path.iterdir()} == {"data", "evening.db"}
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_backup_while_the_site_writes_is_a_moment_of_it(tmp_path: Path) -> None:
    with site(tmp_path / "data") as plays:
        code, stop = play_on(plays), threading.Event()

        def go_on() -> None:
            while not stop.is_set():
                play_on(plays, 1, code)

        writer = threading.Thread(target=go_on)
        writer.start()
        held = [backup(tmp_path / "data", tmp_path / f"{n}.db") for n in range(5)]
        stop.set()
        writer.join()
        play_on(plays, 1, code)
        last = plays.open(plays.find(code)).head
    counts = [one.events for one in held]
    assert counts == sorted(counts) and counts[-1] < last
    for n, count in enumerate(counts):
        restore(tmp_path / str(n), tmp_path / f"{n}.db")
        with site(tmp_path / str(n)) as plays:
            play = plays.open(plays.find(code))
            assert (play.head, play.state.plots[1].carrots) == (count, count - 1)


def test_a_backup_holds_what_a_killed_site_has_confirmed(tmp_path: Path) -> None:
    with site(tmp_path / "data") as plays:
        code = play_on(plays)
    with started() as writers:
        said = writers.run(tmp_path / "data", code, taps=1000, kill=(20, 0.0))
    backup(tmp_path / "data", tmp_path / "b.db")
    database = sqlite3.connect(tmp_path / "b.db")
    ops = {op for (op,) in database.execute("select op from events")}
    database.close()
    assert {words[1] for words in said if words[0] in ("done", "made")} <= ops


def test_a_file_is_written_over_only_when_that_is_meant(tmp_path: Path) -> None:
    data, file = home(tmp_path / "data"), tmp_path / "b.db"
    file.write_text("something dear")
    with pytest.raises(Unready, match="--force"):
        backup(data, file)
    assert file.read_text() == "something dear"
    assert backup(data, file, force=True) == Held(plays=2, events=12)
    assert hashes(file) == hashes(data / NAME)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (f"data/{NAME}", "belongs to the plays"),
        (f"data/{NAME}-wal", "belongs to the plays"),
        ("data", "is a folder"),
        ("nowhere/b.db", "No such file"),
    ],
)
def test_a_place_that_cannot_be_is_told(tmp_path: Path, name: str, sentence: str) -> None:
    data = home(tmp_path / "data")
    before = hashes(data / NAME)
    with pytest.raises(Unready, match=sentence):
        backup(data, tmp_path / name, force=True)
    assert hashes(data / NAME) == before


def test_without_plays_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(Unready, match="no plays"):
        backup(tmp_path, tmp_path / "b.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("step", ["_copy", "_sync", "_checked"])
@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), sqlite3.OperationalError("disk is full")])
def test_a_backup_that_fails_half_way_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, fault: Exception
) -> None:
    data = home(tmp_path / "data")
    (tmp_path / "old.db").write_text("the backup before")
    monkeypatch.setattr(module, step, raising(fault))
    for name in ("new.db", "old.db"):
        with pytest.raises(Unready, match=r"could not be written: (No space|disk is full)"):
            backup(data, tmp_path / name, force=True)
    assert {path.name for path in tmp_path.iterdir()} == {"data", "old.db"}
    assert (tmp_path / "old.db").read_text() == "the backup before"


def raising(fault: BaseException) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise fault

    return fail


def test_a_damaged_database_is_not_backed_up_as_if_it_were_sound(tmp_path: Path) -> None:
    data = home(tmp_path / "data", taps=200)
    damage(data / NAME)
    with pytest.raises(Unready, match=r"damaged|malformed"):
        backup(data, tmp_path / "b.db")
    assert not (tmp_path / "b.db").exists()


def damage(file: Path) -> None:
    """Pages in the middle are overwritten."""
    change(file, "pragma journal_mode = delete")
    spoil_middle(file)


def spoil_middle(file: Path) -> None:
    with file.open("r+b") as raw:
        raw.seek(file.stat().st_size // 8 * 4)
        raw.write(b"\xa5" * (file.stat().st_size // 4))


# ---------------------------------------------------------------- restore


def test_an_empty_machine_gets_all_tables_back(tmp_path: Path) -> None:
    data, file = home(tmp_path / "data"), tmp_path / "b.db"
    backup(data, file)
    assert restore(tmp_path / "new" / "machine", file) == Held(plays=2, events=12)
    assert hashes(tmp_path / "new" / "machine" / NAME) == hashes(data / NAME)
    with site(tmp_path / "new" / "machine") as plays:
        (first, second) = plays.log.of_device(DEVICE)
        assert plays.open(first).state.plots[1].carrots == plays.open(second).state.plots[1].carrots == 5


def test_what_was_there_is_kept_aside_and_can_come_back(tmp_path: Path) -> None:
    data, file = home(tmp_path / "data"), tmp_path / "b.db"
    backup(data, file)
    home(data, plays=1)
    newer = hashes(data / NAME)
    for n in (1, 2):
        aside = restore(data, file).before
        assert aside == data / f"{NAME}.before-restore-{n}"
        assert hashes(data / NAME) == hashes(file)
    assert hashes(data / f"{NAME}.before-restore-1") == newer
    restore(data, data / f"{NAME}.before-restore-1")
    assert hashes(data / NAME) == newer


def test_what_a_killed_site_left_beside_its_plays_is_kept_with_them(tmp_path: Path) -> None:
    data, file = home(tmp_path / "data"), tmp_path / "b.db"
    backup(data, file)
    with site(data) as plays:
        code = play_on(plays)
    with started() as writers:
        writers.run(data, code, taps=1000, kill=(10, 0.0))
    assert (data / f"{NAME}-wal").stat().st_size
    restore(data, file)
    assert not BESIDE & {path.name for path in data.iterdir()}
    assert hashes(data / NAME) == hashes(file)
    restore(tmp_path / "other", data / f"{NAME}.before-restore-1")
    with site(tmp_path / "other") as plays:
        assert plays.open(plays.find(code)).head > 10


def break_header(file: Path) -> None:
    file.write_bytes(b"not this" + file.read_bytes()[8:])


def make_newer(file: Path) -> None:
    change(file, f"pragma user_version = {len(MIGRATIONS) + 1}")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (break_header, "not a sound backup: file is not a database"),
        (damage, "damaged|not a sound backup"),
        (make_newer, "newer Companion"),
        (lambda file: change(file, "drop table members"), "no plays of Companion"),
        (lambda file: change(file, "pragma user_version = 0"), "no plays of Companion"),
        (lambda file: file.write_bytes(b""), "no plays of Companion"),
        (lambda file: file.unlink(), "There is no file"),
    ],
)
def test_what_is_no_sound_backup_is_refused_and_changes_nothing(
    tmp_path: Path, spoil: Callable[[Path], object], sentence: str
) -> None:
    data, file = home(tmp_path / "data", taps=200), tmp_path / "b.db"
    backup(data, file)
    spoil(file)
    before, names = hashes(data / NAME), {path.name for path in data.iterdir()}
    with pytest.raises(Unready, match=sentence):
        restore(data, file)
    assert hashes(data / NAME) == before
    assert {path.name for path in data.iterdir()} - BESIDE == names - BESIDE


def killed(running: Path, data: Path) -> None:
    """*data* becomes what a site killed in *running* leaves: some of it is still beside its plays."""
    with site(running) as plays:
        play_on(plays, 1)
        shutil.copytree(running, data)
    assert (data / f"{NAME}-wal").stat().st_size


class Killed(BaseException):
    """Not an error that could be handled: as if the power were cut."""


def test_a_restore_cut_off_at_any_moment_leaves_the_old_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b.db"
    backup(home(tmp_path / "once", taps=300), file)
    killed(home(tmp_path / "running", plays=3, taps=400), tmp_path / "left")
    old, new = hashes(tmp_path / "running" / NAME), hashes(file)
    found = []
    for moment in range(100):
        data = tmp_path / str(moment)
        shutil.copytree(tmp_path / "left", data)
        with monkeypatch.context() as patched:
            cut_off(patched, moment)
            try:
                restore(data, file)
            except Killed:
                found.append(hashes(data / NAME))
                assert all(hashes(aside) == old for aside in data.glob(f"{NAME}.before-restore-1"))
                continue
        break
    assert found.index(new) > 10 and found == [old] * found.index(new) + [new] * found.count(new)
    assert hashes(data / NAME) == new and hashes(data / f"{NAME}.before-restore-1") == old


@pytest.mark.parametrize("spoil", [break_header, spoil_middle, lambda file: None], ids=["header", "middle", "nothing"])
@pytest.mark.parametrize("can_gather", [True, False])
def test_of_a_damaged_database_all_that_is_left_is_kept_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], object], can_gather: bool
) -> None:
    data, file = tmp_path / "data", tmp_path / "b.db"
    backup(home(tmp_path / "once"), file)
    killed(home(tmp_path / "running", plays=3, taps=400), data)
    spoil(data / NAME)
    if not can_gather:
        monkeypatch.setattr(module, "_gather", lambda place: None)
    assert restore(data, file).before == data / f"{NAME}.before-restore-1"
    assert hashes(data / NAME) == hashes(file)
    kept = b"".join(path.read_bytes() for path in data.glob(f"{NAME}.before-restore-1*"))
    assert b"o-1" in kept and b"tap-1" in kept  # the last tap was still beside the plays


def cut_off(patched: pytest.MonkeyPatch, moment: int) -> None:
    """The disk takes *moment* more changes, and then everything ends."""
    left = iter(range(moment))

    def in_time(real: Callable[..., object]) -> Callable[..., object]:
        def done(*arguments: object, **named: object) -> object:
            if next(left, None) is None:
                raise Killed
            return real(*arguments, **named)

        return done

    patched.setattr(module, "_sync", in_time(module._sync))
    for name in ("replace", "unlink"):
        patched.setattr(Path, name, in_time(getattr(Path, name)))


def test_a_restore_waits_for_nobody_and_says_so(tmp_path: Path) -> None:
    data, file = home(tmp_path / "data"), tmp_path / "b.db"
    backup(data, file)
    with site(data), pytest.raises(Unready, match=f"running on {data}"):
        restore(data, file)
    with alone(data), pytest.raises(Unready, match=f"running on {data}"):
        restore(data, file)


# ---------------------------------------------------------------- the commands


def command(data: Path, *words: str, **environ: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "companion", *words],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(data), "SECRET_KEY": "for tests", **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_the_commands_work_beside_a_running_site_as_far_as_they_may(tmp_path: Path) -> None:
    data = home(tmp_path / "data")
    with served(data):
        status, said = command(data, "backup", "b.db", STARTED_IN=str(tmp_path))
        assert (status, said) == (0, f"2 plays with 12 events are in {tmp_path / 'b.db'}\n")
        status, said = command(data, "restore", str(tmp_path / "b.db"))
        assert status == 1 and said.startswith("Companion is running on")
    status, said = command(data, "restore", "b.db", STARTED_IN=str(tmp_path))
    assert status == 0
    assert said.splitlines() == [
        f"2 plays with 12 events from {tmp_path / 'b.db'} are in {data}",
        f"What was there before is kept as {data / NAME}.before-restore-1",
    ]
    assert not BESIDE & {path.name for path in data.iterdir()} and (data / LOCK).exists()


@pytest.mark.parametrize(
    "words", [("backup",), ("restore", "--force"), ("backup", "a", "b"), ("backup", "--what"), ("--force",)]
)
def test_words_that_are_not_meant_that_way_are_explained(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    from companion.__main__ import main

    assert main(list(words)) == 2
    assert "./run backup FILE" in capsys.readouterr().err


def test_a_site_with_plays_of_a_newer_one_does_not_start(tmp_path: Path) -> None:
    make_newer(home(tmp_path / "data") / NAME)
    status, said = command(tmp_path / "data", "serve", PORT="0", HOST="127.0.0.1")
    assert status == 1 and "PORT" in said
    status, said = command(tmp_path / "data", "serve", HOST="127.0.0.1", PORT=str(free_port()))
    assert status == 1 and "newer Companion" in said and "Traceback" not in said
