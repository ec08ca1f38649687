"""Plays on disk: a tap counts once, survives a restart, is seen by others only as they may, and comes back equal."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import codec
from companion.core.errors import Invalid, Missing, NotNow, Refused, Stale
from companion.core.events import Corrected, Event, PhaseEnded, Ticked, Undone
from companion.core.secrets import Hidden
from companion.games import discover
from companion.service import Plays, Tap
from companion.store.faults import Unsaved
from companion.store.log import ALPHABET, CODE_LENGTH, Log, Member, Stored, new_code, read_code
from companion.store.tables import engine, migrate
from tests.sample_games.carrot_fair.tracker import Counted, Grown, Kept, Revealed

GAMES = discover("tests.sample_games")
GAME = GAMES["carrot-fair"]
NOON = 1_790_000_000_000


def made(path: Path) -> Plays:
    store = engine(path / "plays.db")
    migrate(store)
    return Plays(Log(store), GAMES, clock=lambda: NOON)


@pytest.fixture
def plays(tmp_path: Path) -> Iterator[Plays]:
    found = made(tmp_path)
    yield found
    found.log.engine.dispose()


@pytest.fixture
def table(plays: Plays) -> Stored:
    return plays.create(GAME, "phone-a", ("Ann", "Ben"))


def host(plays: Plays, table: Stored, device: str = "phone-a") -> Member:
    member = plays.member(table, device)
    assert member is not None
    return member


def tap(
    plays: Plays, table: Stored, event: Event, op: str = "", base: int | None = None, device: str = "phone-a"
) -> int:
    play = plays.open(table)
    taken = Tap(op=op or f"op-{device}-{play.head}", base=play.head if base is None else base, event=event)
    return plays.record(table, host(plays, table, device), taken).seq


def dig(n: int, seat: int = 1) -> Counted:
    return Counted(seat=seat, item="carrots", by=n)


def test_chance_is_drawn_once_as_a_tap_comes_in_and_kept_with_it(plays: Plays, table: Stored) -> None:
    asked: list[int] = []

    def chance(state: Any, event: Event, below: Any) -> Event:
        asked.append(below(9))
        return replace(event, by=asked[-1] + 1) if isinstance(event, Counted) else event

    plays.games = {GAME.slug: replace(GAME, tracker=replace(GAME.tracker, chance=chance))}
    first = tap(plays, table, dig(50), op="one")
    assert tap(plays, table, dig(50), op="one") == first and len(asked) == 1
    assert plays.open(table).log[-1].event == dig(asked[0] + 1)


def test_the_host_holds_all_seats(plays: Plays, table: Stored) -> None:
    assert host(plays, table) == Member(number=1, role="host", seats=frozenset({1, 2}))
    assert plays.member(table, "stranger") is None


def test_the_same_tap_delivered_three_times_counts_once_and_answers_alike(plays: Plays, table: Stored) -> None:
    assert [tap(plays, table, dig(5), op="same", base=1) for _ in range(3)] == [2, 2, 2]
    assert plays.open(table).state.plots[1].carrots == 5


def test_a_restart_finds_everything(plays: Plays, table: Stored, tmp_path: Path) -> None:
    for n in range(5):
        tap(plays, table, dig(n))
    tap(plays, table, Undone(seq=3))
    again = made(tmp_path)
    before, after = plays.open(table), again.open(again.find(table.code))
    assert (after.state, after.table, after.log) == (before.state, before.table, before.log)
    assert again.member(table, "phone-a") == host(plays, table)
    again.log.engine.dispose()


def test_a_tap_is_on_disk_before_it_is_confirmed(plays: Plays, table: Stored, tmp_path: Path) -> None:
    tap(plays, table, dig(5))
    with sqlite3.connect(tmp_path / "plays.db") as other:
        assert other.execute("select count(*) from events").fetchone() == (2,)
    other.close()
    with plays.log.engine.connect() as connection:
        assert connection.exec_driver_sql("pragma synchronous").scalar_one() == 2  # FULL
        assert connection.exec_driver_sql("pragma journal_mode").scalar_one() == "wal"


def test_what_is_refused_leaves_no_trace(plays: Plays, table: Stored) -> None:
    with pytest.raises(NotNow):
        tap(plays, table, dig(-1))
    assert plays.log.head(table.id) == 1


def test_a_watcher_changes_nothing(plays: Plays, table: Stored) -> None:
    plays.log.join(table.id, "phone-w", "watch")
    with pytest.raises(NotNow, match="watching"):
        tap(plays, table, dig(1), device="phone-w")


def test_a_device_keeps_its_number_when_it_joins_again(plays: Plays, table: Stored) -> None:
    first = plays.log.join(table.id, "phone-b", "play", frozenset({2}))
    again = plays.log.join(table.id, "phone-b", "watch")
    assert (first.number, again.number, again.seats) == (2, 2, frozenset())


def test_an_old_phone_cannot_overwrite_what_it_has_not_seen(plays: Plays, table: Stored) -> None:
    plays.log.join(table.id, "phone-b", "play", frozenset({2}))
    tap(plays, table, Grown(seat=1, flowers=("rose",)))
    with pytest.raises(Stale):
        tap(plays, table, Grown(seat=1, flowers=("tulip",)), base=1, device="phone-b")


def test_six_writers_at_once_lose_and_double_nothing(plays: Plays, table: Stored) -> None:
    rounds, faults = 20, []
    for n in range(6):
        plays.log.join(table.id, f"phone-{n}", "play", frozenset({1}))
    gate = threading.Barrier(6)

    def write(n: int) -> None:
        try:
            for turn in range(rounds):
                gate.wait()
                tap(plays, table, dig(1, seat=1 + n % 2), op=f"{n}/{turn}", device=f"phone-{n}")
        except Exception as fault:  # noqa: BLE001  # a thread's fault must reach the test
            faults.append(fault)
            gate.abort()

    threads = [threading.Thread(target=write, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    play = plays.open(table)
    assert not faults
    assert [play.state.plots[seat].carrots for seat in (1, 2)] == [60, 60]
    assert [entry.seq for entry in plays.log.after(table.id, 0)] == list(range(1, 122))


def test_two_phones_ending_a_phase_end_it_once(plays: Plays, table: Stored) -> None:
    plays.log.join(table.id, "phone-b", "play", frozenset({2}))
    end = PhaseEnded(round=1, phase="dig")
    assert tap(plays, table, end, base=1) == tap(plays, table, end, base=1, device="phone-b") == 2


def test_codes_are_long_enough_and_read_kindly() -> None:
    assert len(ALPHABET) ** CODE_LENGTH >= 2**40
    assert set(new_code()) <= set(ALPHABET) and not set("ILOU") & set(ALPHABET)
    assert read_code(" o7k4-i2mq ") == "07K412MQ"


def test_a_code_in_use_is_never_given_again(plays: Plays, table: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    """B92: not to a play, not to a link, not to a file that brings it along; where all are taken it is refused."""
    codes = iter([table.code, table.code, "0000000A"])
    monkeypatch.setattr("companion.store.log.new_code", lambda: next(codes))
    assert plays.create(GAME, "x", ("A", "B")).code == "0000000A"
    assert plays.open(plays.find(table.code)).table.names == {1: "Ann", 2: "Ben"}
    monkeypatch.setattr("companion.store.log.new_code", lambda: table.code)
    file = plays.exported(table, frozenset({1, 2}))
    assert file["code"] == table.code
    for again in (
        lambda: plays.create(GAME, "x", ("A", "B")),
        lambda: plays.log.invite(table.id, "watch", frozenset(), NOON),
        lambda: plays.imported(file, "x"),
    ):
        with pytest.raises(Unsaved):
            again()
    assert [link.code for link in plays.log.links(table.id)] == [table.code]
    assert plays.open(plays.find(table.code)).table.names == {1: "Ann", 2: "Ben"}


def test_a_deleted_play_is_gone_until_it_is_brought_back(plays: Plays, table: Stored) -> None:
    plays.log.delete(table.id, NOON)
    with pytest.raises(Missing):
        plays.find(table.code)
    assert plays.log.of_device("phone-a") == []
    plays.log.undelete(table.id)
    assert plays.find(table.code).id == table.id


def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    store = engine(tmp_path / "x.db")
    assert migrate(store) == migrate(store) >= 1
    store.dispose()


def test_an_old_log_line_still_reads() -> None:
    """Lines as the first release wrote them. They may never be changed here, only added to."""
    lines = {
        '{"kind":"opened","seats":[{"seat":1,"name":"Ann","colour":"red"},{"seat":2,"name":"Ben","colour":"yellow"}],'
        '"start":1,"depth":"round","options":{}}': "opened",
        '{"kind":"phase_ended","round":1,"phase":"dig","seat":null}': "phase_ended",
        '{"kind":"answered","category":"carrots","seat":1,"typed":"3+4"}': "answered",
        '{"kind":"undone","seq":3}': "undone",
        '{"kind":"corrected","seq":2,"event":{"kind":"ticked","step":"pile","on":true}}': "corrected",
        '{"kind":"ruled","id":"q","choice":5}': "ruled",
        '{"kind":"closed","decided_by":"points","finals":[],"version":""}': "closed",
    }
    for line, kind in lines.items():
        event = codec.event_from(GAME, line)
        assert (event.kind, codec.text_of(event)) == (kind, line)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        {"kind": "nothing"},
        {"kind": "counted"},
        {"kind": "counted", "seat": "1", "item": "carrots", "by": 1},
        {"kind": "counted", "seat": 1, "item": "carrots", "by": 1, "more": 1},
        {"kind": "corrected", "seq": 0, "event": {"kind": "undone", "seq": 1}},
        {"kind": "corrected", "seq": 2, "event": {"kind": "corrected", "seq": 2, "event": {}}},
        {"kind": "opened", "seats": [{"seat": 1, "name": "\u0000", "colour": "red"}], "start": 1},
    ],
)
def test_what_is_no_event_is_refused(raw: Any) -> None:
    with pytest.raises((Refused, Invalid)):
        codec.event_of(GAME, raw)


# ---------------------------------------------------------------- secrets


def secret(owner: int) -> Kept:
    return Kept(ribbons=Hidden(owner=owner, count=1, keys=(f"marker-{owner}",)))


def test_a_secret_leaves_only_for_its_owner(plays: Plays, table: Stored) -> None:
    tap(plays, table, secret(1))
    tap(plays, table, Corrected(seq=2, event=secret(1)))
    assert "marker-1" in str(plays.exported(table, frozenset({1})))
    for seats in (frozenset[int](), frozenset({2})):
        assert "marker" not in str(plays.exported(table, seats))


def test_what_is_revealed_is_in_every_export_of_the_state(plays: Plays, table: Stored) -> None:
    tap(plays, table, secret(1))
    tap(plays, table, Revealed())
    assert plays.open(table).state.kept[1].open


# ---------------------------------------------------------------- export and import

EVENTS = st.lists(
    st.one_of(
        st.builds(Counted, seat=st.integers(1, 2), item=st.sampled_from(["carrots", "burrows"]), by=st.integers(0, 9)),
        st.builds(Grown, seat=st.integers(1, 2), flowers=st.just(("rose",))),
        st.builds(Ticked, step=st.sampled_from(["pile", "ribbons"]), on=st.booleans()),
        st.builds(Undone, seq=st.integers(2, 5)),
        st.just(secret(1)),
    ),
    max_size=12,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EVENTS)
def test_a_play_goes_out_in_one_file_and_comes_back_equal(plays: Plays, events: list[Event]) -> None:
    table = plays.create(GAME, "phone-a", ("Ann", "Ben"))
    for event in events:
        try:
            tap(plays, table, event)
        except Refused:
            continue
    file = plays.exported(table, frozenset({1, 2}))
    copy = plays.imported(file, "phone-b")
    before, after = plays.open(table), plays.open(copy)
    assert (after.log, after.state, after.table) == (before.log, before.state, before.table)
    assert plays.exported(copy, frozenset({1, 2}))["log"] == file["log"]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"version": 2},
        {"game": "nothing"},
        {"log": []},
        {"log": None},
        {"log": [{"seq": 1}]},
        {"log": [{"seq": 1, "op": "a", "at": 0, "by": 1, "event": {"kind": "counted", "seat": 1}}]},
    ],
)
def test_a_broken_file_is_refused_with_a_sentence(plays: Plays, table: Stored, change: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        plays.imported({**plays.exported(table, frozenset()), **change}, "phone-b")


def test_steps_that_cannot_follow_each_other_are_refused(plays: Plays, table: Stored) -> None:
    tap(plays, table, dig(3))
    file = plays.exported(table, frozenset({1}))
    file["log"][1]["event"]["by"] = -3
    with pytest.raises(Refused, match="Step 2"):
        plays.imported(file, "phone-b")
