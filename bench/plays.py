"""Ratios of plays on disk: a tap costs the same in a long play and in a short one, and little more than the disk."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from bench.measure import Ratio, Work
from companion import codec
from companion.core.events import Event, Opened, Sitter, Ticked
from companion.games import discover
from companion.service import Plays, Tap
from companion.settings import ROOT
from companion.store import opened
from companion.store.log import Entry, Stored
from tests.sample_games.carrot_fair.tracker import Counted

SHORT, EVENING, LONG = 10, 1_000, 10_000
GAMES = discover("tests.sample_games")
GAME = GAMES["carrot-fair"]
DEVICE = "phone-a"


def ratios() -> Iterator[Ratio]:
    """What a table waits for when somebody taps."""
    home = ROOT / "data"  # the disk where plays are kept
    home.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home) as folder:
        plays = Plays(opened(Path(folder)), GAMES)
        short, evening, long = (played(plays, steps) for steps in (SHORT, EVENING, LONG))
        yield Ratio(
            name=f"a tap after {LONG:,} steps",
            ours=counting(plays, long),
            yardstick=counting(plays, short),
            against=f"a tap after {SHORT} steps",
            most=1.5,
        )
        yield Ratio(
            name=f"a field written {LONG:,} steps ago",
            ours=ticking(plays, long),
            yardstick=ticking(plays, short),
            against=f"the same, {SHORT} steps ago",
            most=1.5,
        )
        with closing(bare(Path(folder) / "bare.db")) as database:
            yield Ratio(
                name="a tap, on disk",
                ours=counting(plays, short),
                yardstick=inserting(database),
                against="a bare insert, on disk",
                most=8,
            )
        yield Ratio(
            name=f"fold {EVENING:,} steps",
            ours=lambda: Plays(plays.log, GAMES).open(evening),
            yardstick=reading(plays, evening),
            against="read and parse them",
            most=10,
        )
        plays.log.close()


def played(plays: Plays, steps: int) -> Stored:
    """A play with so many *steps*, the second of which writes a field."""
    sitters = (Sitter(seat=1, name="Ann", colour="red"), Sitter(seat=2, name="Ben", colour="yellow"))
    dig = Counted(seat=1, item="carrots", by=1)
    events: list[Event] = [Opened(seats=sitters, start=1), Ticked(step="pile"), *[dig] * (steps - 2)]
    first, *rest = (
        Entry(seq=seq, op=f"step-{seq}", at=seq, by=1, body=codec.text_of(event)) for seq, event in enumerate(events, 1)
    )
    return plays.log.create(GAME.slug, DEVICE, first, frozenset({1, 2}), rest=rest)


def counting(plays: Plays, table: Stored) -> Work:
    """One more carrot, each time."""
    return tapping(plays, table, lambda n: Counted(seat=1, item="carrots", by=1))


def ticking(plays: Plays, table: Stored) -> Work:
    """A step of the setup list that was ticked long ago, ticked once more: that is found, and nothing is written."""
    return tapping(plays, table, lambda n: Ticked(step="pile"))


def tapping(plays: Plays, table: Stored, event: Any) -> Work:
    """A tap each time, with an op of its own."""
    member = plays.member(table, DEVICE)
    assert member is not None
    numbers = count()

    def tap() -> object:
        n = next(numbers)
        return plays.record(table, member, Tap(op=f"tap-{id(numbers)}-{n}", base=1, event=event(n)))

    plays.open(table)
    return tap


def bare(path: Path) -> sqlite3.Connection:
    """The least that puts a line on disk."""
    database = sqlite3.connect(path)
    database.execute("pragma journal_mode = wal")
    database.execute("pragma synchronous = full")
    database.execute("create table lines (number integer primary key, line text not null)")
    return database


def inserting(database: sqlite3.Connection) -> Work:
    """A line each time."""
    line = codec.text_of(Counted(seat=1, item="carrots", by=1))

    def insert() -> None:
        database.execute("insert into lines (line) values (?)", (line,))
        database.commit()

    return insert


def reading(plays: Plays, table: Stored) -> Work:
    """The lines of a play as plain JSON values."""
    return lambda: [json.loads(entry.body) for entry in plays.log.after(table.id, 0)]
