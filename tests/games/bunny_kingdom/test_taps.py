"""Taps, double taps, undo, redo, corrections and restarts in any order, against the second scorer."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.core.errors import Refused
from companion.games import discover
from companion.games.bunny_kingdom import GAME
from companion.games.bunny_kingdom.tracker import PHASES
from companion.service import Member, Plays, Stored, Tap
from companion.store.log import Log
from companion.store.tables import engine, migrate
from tests.games.bunny_kingdom.following import booked, counted, read
from tests.games.bunny_kingdom.retold import Evening

SEATS = (1, 2)
seats = st.sampled_from(SEATS)
places = st.sampled_from(("A3", "A4", "A5", "B3", "B4", "C4"))
Raw = dict[str, Any]


class Table(RuleBasedStateMachine):
    """A phone that taps, and a notebook in which everything accepted is written down."""

    plays: Plays
    stored: Stored

    @initialize()
    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.start()
        self.stored = self.plays.create(GAME, "phone", ("Ann", "Bob"), depth="full")
        self.notebook: list[Raw] = []
        self.taps = 0

    def start(self) -> None:
        store = engine(self.folder / "plays.db")
        migrate(store)
        self.plays = Plays(Log(store), discover(), clock=lambda: 0)

    def teardown(self) -> None:
        self.plays.log.engine.dispose()
        shutil.rmtree(self.folder)

    @property
    def member(self) -> Member:
        found = self.plays.member(self.stored, "phone")
        assert found is not None
        return found

    def tap(self, raw: Raw, times: int = 1) -> bool:
        """Whether it was taken in. The same tap sent several times must count once."""
        self.taps += 1
        play = self.plays.open(self.stored)
        tap = Tap(op=f"tap-{self.taps}", base=play.head, event=read(raw))
        try:
            answers = [self.plays.record(self.stored, self.member, tap) for _ in range(times)]
        except Refused:
            return False
        assert len({one.seq for one in answers}) == 1 and answers[0].play.head == answers[-1].play.head
        if not answers[0].repeated:
            self.notebook.append(raw)
        return True

    def evening(self) -> Evening:
        return Evening(SEATS, self.notebook)

    # ------------------------------------------------------------ what a thumb does

    @rule(seat=seats, at=places, times=st.integers(1, 2))
    def settle(self, seat: int, at: str, times: int) -> None:
        others = set().union(*(one.rabbits for n, one in self.evening().kingdoms.items() if n != seat))
        assert self.tap({"kind": "settled", "seat": seat, "at": [at]}, times) == (at not in others)

    @rule(seat=seats, at=places)
    def give_up(self, seat: int, at: str) -> None:
        is_mine = at in self.evening().kingdoms[seat].mine()
        assert self.tap({"kind": "settled", "seat": seat, "at": [at], "on": False}) or not is_mine

    @rule(seat=seats, at=places, what=st.sampled_from(({"city": 2}, {"post": "carrot"}, {"sky": "a"}, {"camp": 1}, {})))
    def build(self, seat: int, at: str, what: Raw) -> None:
        self.tap({"kind": "built", "seat": seat, "at": at, **what})

    @rule(seat=seats, round_=st.integers(1, 4), typed=st.sampled_from(("7", "2×3 + 1")))
    def type_harvest(self, seat: int, round_: int, typed: str) -> None:
        assert self.tap({"kind": "harvested", "seat": seat, "round": round_, "typed": typed})

    @rule(seat=seats, times=st.integers(1, 3))
    def count_a_camp_card(self, seat: int, times: int) -> None:
        assert self.tap({"kind": "camp_cards", "seat": seat, "by": 1}, times)

    @rule(times=st.integers(1, 3))
    def next(self, times: int) -> None:
        state = self.plays.open(self.stored).state
        if state.phase in PHASES:
            assert self.tap({"kind": "phase_ended", "round": state.round, "phase": state.phase}, times)

    @rule()
    def a_round_goes_by(self) -> None:
        for _ in PHASES:
            self.next(1)

    @rule()
    def undo(self) -> None:
        last = next(iter(self.plays.open(self.stored).undoable()), None)
        if last is not None:
            assert self.tap({"kind": "undone", "seq": last.seq}), "the last step can always be taken back"

    @rule(back=st.integers(1, 9))
    def undo_an_old_step(self, back: int) -> None:
        steps = self.plays.open(self.stored).undoable()
        if len(steps) > back:
            self.tap({"kind": "undone", "seq": steps[back].seq})

    @rule()
    def redo(self) -> None:
        last = self.plays.open(self.stored).redoable()
        if last is not None:
            assert self.tap({"kind": "undone", "seq": last.seq}), "what was just taken back can be brought back"

    @precondition(lambda self: any(step["kind"] == "settled" for step in self.notebook))
    @rule(at=places, data=st.data())
    def correct(self, at: str, data: st.DataObject) -> None:
        steps = [n for n, step in enumerate(self.notebook, 2) if step["kind"] == "settled"]
        seq = data.draw(st.sampled_from(steps))
        self.tap({"kind": "corrected", "seq": seq, "event": {**self.notebook[seq - 2], "at": [at]}})

    @rule()
    def restart(self) -> None:
        self.plays.log.engine.dispose()
        self.start()

    # ------------------------------------------------------------ what must hold

    @invariant()
    def the_phone_says_what_the_notebook_says(self) -> None:
        play, told = self.plays.open(self.stored), self.evening()
        assert play.head == len(self.notebook) + 1
        for seat in SEATS:
            assert play.state.board(seat).controlled == told.kingdoms[seat].mine()
            assert {n: one for n, one in enumerate(booked(play, seat), 1) if one is not None} == told.kingdoms[
                seat
            ].booked
        result = counted(play)
        assert {seat: result.total(seat) for seat in SEATS} == told.totals()


TestTaps = Table.TestCase
TestTaps.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)
