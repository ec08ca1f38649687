"""The log itself: numbers and taps are taken once, plays appear whole, and a folder is held while it is used."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.errors import Missing, NotNow
from companion.core.text import msg
from companion.store import opened
from companion.store.faults import Taken, Unready, Unsaved
from companion.store.lock import alone, in_turn, together
from companion.store.log import STRIPES, Entry, Log, Member, Stored
from tests.asked import asked

SEATS = frozenset({1, 2})


def entry(seq: int, op: str = "", at: int = 5) -> Entry:
    return Entry(seq=seq, op=op or f"op-{seq}", at=at, by=1, body="{}")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    found = opened(tmp_path)
    yield found
    found.close()


@pytest.fixture
def table(log: Log) -> Stored:
    return log.create("carrot-fair", "phone-a", entry(1), SEATS)


@pytest.mark.parametrize("second", [entry(2, "other"), entry(3, "op-2")], ids=["number", "tap"])
def test_a_number_and_a_tap_are_taken_once(log: Log, table: Stored, second: Entry) -> None:
    log.append(table.id, entry(2))
    with pytest.raises(Taken):
        log.append(table.id, second)
    assert log.after(table.id, 1) == [entry(2)]


def test_the_same_number_and_tap_are_free_in_another_play(log: Log, table: Stored) -> None:
    other = log.create("carrot-fair", "phone-a", entry(1), SEATS)
    log.append(table.id, entry(2))
    log.append(other.id, entry(2))
    assert log.after(table.id, 0) == log.after(other.id, 0) == [entry(1), entry(2)]


def test_only_what_comes_after_is_read(log: Log, table: Stored) -> None:
    for seq in range(2, 6):
        log.append(table.id, entry(seq))
    assert [one.seq for one in log.after(table.id, 3)] == [4, 5]
    assert (log.head(table.id), log.by_op(table.id, "op-4"), log.by_op(table.id, "op-9")) == (5, 4, None)


def test_a_look_finds_the_play_its_last_entry_and_who_is_there_at_once(log: Log, table: Stored) -> None:
    log.append(table.id, entry(2, at=7))
    log.join(table.id, "phone-b", "watch")
    log.join(table.id, "phone-c", "out")
    log.join(log.create("carrot-fair", "phone-d", entry(1), SEATS).id, "phone-e", "play")
    link = log.invite(table.id, "play", frozenset({2}), at=8)
    with asked(log) as statements:
        found = [log.look(code) for code in (table.code, link.code)]
    assert len(statements) == 2
    assert [one.stored for one in found] == [replace(table, code=code, touched=7) for code in (table.code, link.code)]
    for one in found:
        assert one.head == 2
        assert list(one.members) == ["phone-a", "phone-b"], "in the order of coming"
        assert list(one.members.values()) == log.members(table.id)


def test_a_look_finds_an_empty_table_and_no_deleted_one(log: Log, table: Stored) -> None:
    log.join(table.id, "phone-a", "out")
    assert log.look(table.code).members == {}
    log.delete(table.id, at=9)
    for code in (table.code, "NOTHERE0"):
        with pytest.raises(Missing):
            log.look(code)


def test_a_play_brought_from_elsewhere_appears_whole_or_not_at_all(log: Log) -> None:
    rest = [entry(seq, at=seq) for seq in range(2, 500)]
    whole = log.create("carrot-fair", "phone-a", entry(1), SEATS, rest=rest)
    assert (log.head(whole.id), whole.touched) == (499, 499)
    with pytest.raises(Unsaved):
        log.create("carrot-fair", "phone-b", entry(1), SEATS, rest=[*rest, entry(2)])
    assert log.of_device("phone-b") == []
    assert log.head(whole.id + 1) == 0


def test_a_play_begun_twice_by_one_tap_is_one(log: Log) -> None:
    first, again, other = (
        log.create("carrot-fair", device, entry(1, "new"), SEATS, once=True)
        for device in ("phone-a", "phone-a", "phone-b")
    )
    assert (first, log.of_device("phone-a")) == (again, [first])
    assert other != first
    assert log.begun("phone-a", "new") == first and log.begun("phone-a", "else") is None


def test_a_deleted_play_does_not_stand_in_the_way_of_a_new_one(log: Log) -> None:
    first = log.create("carrot-fair", "phone-a", entry(1, "new"), SEATS, once=True)
    log.delete(first.id, 9)
    assert log.deleted(first.code) == first
    assert log.create("carrot-fair", "phone-a", entry(1, "new"), SEATS, once=True) != first


def test_the_latest_play_of_a_device_comes_first(log: Log, table: Stored) -> None:
    other = log.create("carrot-fair", "phone-a", entry(1, at=6), SEATS)
    assert [one.id for one in log.of_device("phone-a")] == [other.id, table.id]
    log.append(table.id, entry(2, at=7))
    assert [one.id for one in log.of_device("phone-a")] == [table.id, other.id]


def test_devices_joining_at_once_get_numbers_of_their_own(log: Log, table: Stored, tmp_path: Path) -> None:
    other = opened(tmp_path)
    threads = [
        threading.Thread(target=(log, other)[n % 2].join, args=(table.id, f"phone-{n}", "play", SEATS))
        for n in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    members = [log.member(table.id, f"phone-{n}") for n in range(12)]
    assert sorted(member.number for member in members if member) == list(range(2, 14))
    assert log.join(table.id, "phone-3", "watch", frozenset()).number == getattr(members[3], "number", 0)
    assert log.member(table.id, "phone-a") == Member(number=1, role="host", seats=SEATS)
    other.close()


def test_who_was_too_late_goes_ahead_of_all_others(log: Log, table: Stored, tmp_path: Path) -> None:
    """However slow it is, the second time nobody can be faster."""
    other, turns, rushes = opened(tmp_path), [], []

    def slow() -> int:
        seq = log.head(table.id) + 1
        turns.append(seq)
        rushes.append(threading.Thread(target=hurry, args=(seq,)))
        rushes[-1].start()
        rushes[-1].join(0.2)
        log.append(table.id, entry(seq, "slow"))
        return seq

    def hurry(seq: int) -> None:
        with suppress(Taken):
            other.append(table.id, entry(seq))

    assert log.settled(slow) == 3
    assert (turns, [one.op for one in log.after(table.id, 1)]) == ([2, 3], ["op-2", "slow"])
    for rush in rushes:
        rush.join()
    other.close()


def test_what_is_refused_while_others_wait_leaves_nothing_and_lets_them_go_on(log: Log, table: Stored) -> None:
    tried = []

    def late() -> None:
        tried.append(log.append(table.id, entry(log.head(table.id) + 1)))
        raise Taken if len(tried) == 1 else NotNow(msg("No."))

    with pytest.raises(NotNow):
        log.settled(late)
    assert log.head(table.id) == 2  # the first time it was not in a turn
    log.append(table.id, entry(3))


def test_writers_of_other_plays_do_not_wait(log: Log) -> None:
    with log.writing(1), log.writing(2), log.writing(STRIPES):
        pass


# ---------------------------------------------------------------- the folder


def test_a_folder_in_use_is_for_nobody_alone(tmp_path: Path) -> None:
    log = opened(tmp_path)
    with pytest.raises(Unready, match="running"), alone(tmp_path):
        pass
    log.close()
    with alone(tmp_path):
        pass


def test_sites_and_backups_use_a_folder_together(tmp_path: Path) -> None:
    with together(tmp_path), together(tmp_path), pytest.raises(Unready), alone(tmp_path):
        pass


@pytest.mark.parametrize("held", [alone, in_turn])
def test_a_start_waits_for_a_restore_and_for_another_start(tmp_path: Path, held) -> None:  # type: ignore[no-untyped-def]
    logs: list[Log] = []
    start = threading.Thread(target=lambda: logs.append(opened(tmp_path)))
    with held(tmp_path):
        start.start()
        start.join(0.2)
        assert start.is_alive()
    start.join()
    logs[0].close()


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unready, match=r"file cannot be used: .*exists"):
        opened(tmp_path / "file")


def test_something_else_in_the_place_of_the_plays_is_told_and_left(tmp_path: Path) -> None:
    (tmp_path / "plays.db").write_text("a shopping list, long enough to be taken for a header " * 9)
    with pytest.raises(Unready, match="not a database"):
        opened(tmp_path)
    assert (tmp_path / "plays.db").read_text().startswith("a shopping list")
