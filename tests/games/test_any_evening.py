"""Two or three phones, a recorded evening, and whatever people do to it in between: of each game, in any order."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from companion.core.errors import Refused
from companion.core.events import Arrived, DepthChosen, Event, Left, Renamed, Reordered, Ticked, Undone
from companion.core.play import Play, replayed, tracker_of
from companion.service import Plays, Stored, Tap
from companion.store import opened
from tests.games.recorded import Evening, evenings, moved, totals
from tests.games.test_every_evening import below_zero

EVENINGS = {evening.game.slug: evening for evening in evenings()}
PHONES = ("a", "b", "c")
NOBODY = 0  # whose cards lie in a covered deck: no phone takes them along
phones = st.sampled_from(PHONES)
names = st.sampled_from(("Ann", "Борис", "=1+1", "x" * 60))


class Night(RuleBasedStateMachine):
    """A play as the site keeps it. What is refused must change nothing; what is taken in must be in the log."""

    evening: Evening
    steps = 0

    @initialize()
    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.start()
        people, game = self.evening.names, self.evening.game
        self.stored: Stored = self.plays.create(game, "a", people, start=self.evening.start, depth="full")
        self.seqs, self.coming, self.taps = {1: 1}, list(enumerate(self.evening.events, 2)), 0

    def start(self) -> None:
        self.plays = Plays(opened(self.folder), {self.evening.game.slug: self.evening.game}, clock=lambda: 0)

    def teardown(self) -> None:
        self.plays.log.close()
        shutil.rmtree(self.folder)

    @property
    def play(self) -> Play[Any]:
        return self.plays.open(self.stored)

    def tap(self, phone: str, event: Event, times: int = 1) -> int | None:
        """The number of the step, once however often it was sent; None where it was refused."""
        type(self).steps += 1
        self.taps += 1
        before = self.play
        member = self.plays.member(self.stored, phone) or self.plays.log.join(
            self.stored.id, phone, "play", frozenset(self.play.table.sitters)
        )
        tap = Tap(op=f"tap-{self.taps}", base=before.head, event=event)
        try:
            seqs = {self.plays.record(self.stored, member, tap).seq for _ in range(times)}
        except Refused:
            assert self.play.log == before.log and self.play.state == before.state
            return None
        assert len(seqs) == 1 and self.play.head - before.head in (0, 1)
        return seqs.pop()

    # ------------------------------------------------------------ the evening goes on

    @rule(phone=phones, steps=st.integers(1, 12))
    def go_on(self, phone: str, steps: int) -> None:
        for step, event in self.coming[:steps]:
            if seq := self.tap(phone, moved(event, self.seqs)) if getattr(event, "seq", 1) in self.seqs else None:
                self.seqs[step] = seq
        del self.coming[:steps]

    @rule(phone=phones, key=st.sampled_from(("one", "two")), on=st.booleans(), times=st.integers(1, 3))
    def tick(self, phone: str, key: str, on: bool, times: int) -> None:
        assert self.tap(phone, Ticked(step=key, on=on), times)

    # ------------------------------------------------------------ people

    @rule(phone=phones, name=names, data=st.data())
    def rename(self, phone: str, name: str, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(sorted(self.play.table.sitters)))
        before = totals(self.play)
        assert self.tap(phone, Renamed(seat=seat, name=name, colour="pink"))
        assert totals(self.play) == before

    @rule(phone=phones, name=names)
    def arrive(self, phone: str, name: str) -> None:
        self.tap(phone, Arrived(seat=max(self.play.table.sitters) + 1, name=name, colour="black"))

    @rule(phone=phones, data=st.data())
    def leave(self, phone: str, data: st.DataObject) -> None:
        self.tap(phone, Left(seat=data.draw(st.sampled_from(self.play.table.order))))

    @rule(phone=phones, data=st.data())
    def sit_otherwise(self, phone: str, data: st.DataObject) -> None:
        self.tap(phone, Reordered(order=tuple(data.draw(st.permutations(self.play.table.order)))))

    @rule(phone=phones, depth=st.sampled_from(("count", "round", "full")))
    def choose_depth(self, phone: str, depth: Any) -> None:
        assert self.tap(phone, DepthChosen(depth=depth))

    # ------------------------------------------------------------ back and on

    @rule(phone=phones)
    def take_back_and_bring_back(self, phone: str) -> None:
        last = next(iter(self.play.undoable()), None)
        if last is None:
            return
        before = self.play
        undone = self.tap(phone, Undone(seq=last.seq))
        assert undone, "the last step can always be taken back"
        assert self.tap("b", Undone(seq=undone))
        assert self.play.state == before.state and self.play.table == before.table

    @rule(phone=phones, data=st.data())
    def take_back_any(self, phone: str, data: st.DataObject) -> None:
        if self.play.head > 1:
            self.tap(phone, Undone(seq=data.draw(st.integers(2, self.play.head))))

    # ------------------------------------------------------------ the site and its files

    @rule()
    def restart(self) -> None:
        before = self.play
        self.plays.log.close()
        self.start()
        assert self.play.state == before.state and self.play.log == before.log

    @rule()
    def go_on_with_the_file(self) -> None:
        before = self.play
        file = self.plays.exported(self.stored, frozenset({NOBODY, *before.table.sitters}))
        self.stored = self.plays.imported(file, "a")
        assert self.play.state == before.state and self.play.log == before.log and totals(self.play) == totals(before)

    # ------------------------------------------------------------ what must hold

    @invariant()
    def the_log_alone_says_the_same(self) -> None:
        play = self.play
        again = replayed(self.evening.game, play.log)
        assert (again.state, again.table, again.undone) == (play.state, play.table, play.undone)
        assert not list(below_zero(play.state))
        where = tracker_of(play.game).where(play.state)
        assert where is None or set(where.acting) <= set(play.table.sitters)


@pytest.mark.parametrize("slug", EVENINGS)
@pytest.mark.parametrize("nights", [4, pytest.param(40, marks=pytest.mark.long)])
def test_any_evening_stays_sound(slug: str, nights: int, record_property: Callable[[str, object], None]) -> None:
    """T5: join, leave, rename, score, phases, undo, redo, export, import and restarts, against a replay of the log."""
    night = type("Night", (Night,), {"evening": EVENINGS[slug], "steps": 0})
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    run_state_machine_as_test(
        night, settings=settings(max_examples=nights, stateful_step_count=25, deadline=None, suppress_health_check=slow)
    )
    assert night.steps > nights
    record_property("nights", nights)
    record_property("taps", night.steps)
