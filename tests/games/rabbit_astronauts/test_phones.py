"""Four phones at one table: what they tap at the same time all counts, once; nobody is overruled in silence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import NotNow, Stale
from companion.games import discover
from companion.games.rabbit_astronauts import GAME
from companion.games.rabbit_astronauts.tracks import held
from companion.service import Plays, Stored, Tap
from companion.store.log import Log
from companion.store.tables import engine, migrate
from tests.games.rabbit_astronauts.following import read

PHONES = ("one", "two", "three", "four")


class Table:
    """A play at which each phone holds one seat."""

    def __init__(self, plays: Plays) -> None:
        self.plays = plays
        self.stored: Stored = plays.create(GAME, PHONES[0], ("Ann", "Ben", "Cy", "Dee"), depth="full")
        for seat, phone in enumerate(PHONES[1:], 2):
            plays.log.join(self.stored.id, phone, "play", frozenset({seat}))
        self.taps = 0

    def tap(self, phone: int, base: int, **raw: Any) -> int:
        """The number of the step that the tap of this phone, which saw *base*, has become."""
        self.taps += 1
        member = self.plays.member(self.stored, PHONES[phone - 1])
        assert member is not None
        tap = Tap(op=f"{phone}-{self.taps}", base=base, event=read(raw))
        return self.plays.record(self.stored, member, tap).seq

    @property
    def world(self) -> Any:
        return self.plays.open(self.stored).state


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    store = engine(tmp_path / "plays.db")
    migrate(store)
    yield Table(Plays(Log(store), discover(), clock=lambda: 0))
    store.dispose()


def test_four_phones_are_done_at_once_and_move_on_once(table: Table) -> None:
    for phone in (1, 2, 3, 4):
        table.tap(phone, 1, kind="ready", seat=phone, round=1, phase="draw")
    assert (table.world.round, table.world.phase) == (1, "carrots")
    late = table.tap(2, 1, kind="ready", seat=2, round=1, phase="draw")
    assert late < 6 and table.world.phase == "carrots", "a repeat is the tap that was"
    with pytest.raises(NotNow):
        table.tap(3, 1, kind="phase_ended", round=1, phase="draw")


def test_next_on_two_phones_ends_one_phase(table: Table) -> None:
    first = table.tap(1, 1, kind="phase_ended", round=1, phase="draw")
    assert table.tap(2, 1, kind="phase_ended", round=1, phase="draw") == first
    assert table.world.phase == "carrots"


def test_everybody_counts_at_once_even_for_the_same_seat(table: Table) -> None:
    base = table.tap(1, 1, kind="phase_ended", round=1, phase="draw")
    for phone in (1, 2, 3, 4):
        table.tap(phone, base, kind="counted", seat=phone, round=1, resource="carrots", by=phone)
        table.tap(phone, base, kind="counted", seat=1, round=1, resource="carrots", by=1)
    assert [held(table.world, seat, "carrots") for seat in (1, 2, 3, 4)] == [5, 2, 3, 4]


def test_two_gifts_at_once_to_one_player_both_arrive(table: Table) -> None:
    base = table.tap(1, 1, kind="phase_ended", round=1, phase="draw")
    for seat in (1, 2):
        base = table.tap(seat, base, kind="counted", seat=seat, round=1, resource="carrots", by=5)
    for seat in (1, 2):
        table.tap(seat, base, kind="gave", seat=seat, to=3, round=1, resource="carrots", amount=4)
    assert held(table.world, 3, "carrots") == 8


def test_whoever_changes_the_same_gift_or_card_is_told(table: Table) -> None:
    base = table.tap(1, 1, kind="phase_ended", round=1, phase="draw")
    base = table.tap(1, base, kind="counted", seat=1, round=1, resource="carrots", by=9)
    table.tap(1, base, kind="gave", seat=1, to=3, round=1, resource="carrots", amount=4)
    with pytest.raises(Stale):
        table.tap(2, base, kind="gave", seat=1, to=3, round=1, resource="carrots", amount=1)
    table.tap(1, base, kind="card", seat=1, card="1-1", cost=4)
    with pytest.raises(Stale):
        table.tap(2, base, kind="card", seat=1, card="1-1", cost=5)
    assert held(table.world, 1, "carrots") == 5 and table.world.cards["1-1"].card.cost == 4


def test_boxes_checked_on_several_phones_are_all_checked(table: Table) -> None:
    for phone, box in enumerate(("1", "2", "mars", "venus"), 1):
        table.tap(phone, 1, kind="checked", box=box)
        table.tap(phone, 1, kind="checked", box=box)
    assert table.world.chart.checked == {"1", "2", "mars", "venus"}
