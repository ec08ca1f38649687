"""Taps, double taps, undo, redo and corrections in any order, against the second way to keep a game."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion import codec
from companion.core.errors import Refused
from companion.core.events import Logged
from companion.games.space_pioneers.tracker import TRACKER
from tests.games.space_pioneers.following import begun, counted, read
from tests.games.space_pioneers.retold import Evening

SEATS = (1, 2, 3)
seats = st.sampled_from(SEATS)
Raw = dict[str, Any]


class Table(RuleBasedStateMachine):
    """A phone that taps, and a notebook in which everything accepted is written down."""

    @initialize(start=seats)
    def open(self, start: int) -> None:
        self.start, self.play = start, begun(start=start)
        self.notebook: list[Raw] = []

    def tap(self, raw: Raw) -> bool:
        """Whether it was taken in; what was refused changes nothing."""
        event, before = read(raw), self.play
        entry = Logged(seq=self.play.head + 1, op=str(self.play.head + 1), at=0, by=1, event=event)
        try:
            if self.play.repeat_of(event, by=1, base=self.play.head) is None:
                self.play = self.play.append(entry)
                self.notebook.append(raw)
        except Refused:
            assert self.play is before
            return False
        return True

    @property
    def told(self) -> Evening:
        return Evening(SEATS, self.start, self.notebook)

    # ------------------------------------------------------------ what a thumb does

    @rule(network=seats, card=st.sampled_from(("planet", "spaceship")), planet=st.sampled_from(("", "Zog", "zog ")))
    def lay(self, network: int, card: str, planet: str) -> None:
        seat = self.told.on or 1
        assert self.tap({"kind": "laid", "seat": seat, "network": network, "card": card, "planet": planet})

    @rule(seat=seats, by=st.integers(-2, 2), network=st.none() | seats)
    def capture(self, seat: int, by: int, network: int | None) -> None:
        is_possible = self.told.players[seat].planets + by >= 0
        assert self.tap({"kind": "captured", "seat": seat, "by": by, "network": network}) == is_possible

    @rule(seat=seats, by=st.sampled_from((1, 1, -1, 4)))
    def do_missions(self, seat: int, by: int) -> None:
        is_possible = self.told.players[seat].missions + by >= 0
        assert self.tap({"kind": "missions", "seat": seat, "by": by}) == is_possible

    @rule(seat=seats, by=st.integers(1, 9))
    def count_a_network(self, seat: int, by: int) -> None:
        assert self.tap({"kind": "network", "seat": seat, "by": by})

    @rule(seat=seats)
    def remove(self, seat: int) -> None:
        is_possible = self.told.players[seat].size != 0
        assert self.tap({"kind": "removed", "seat": seat, "place": "network"}) == is_possible

    @rule(seat=seats, on=st.booleans())
    def draw_the_last_card(self, seat: int, on: bool) -> None:
        assert self.tap({"kind": "last_card", "seat": seat, "on": on})

    @rule(seat=seats, key=st.sampled_from("012"))
    def note_tasks(self, seat: int, key: str) -> None:
        assert self.tap({"kind": "tasks", "held": {"owner": seat, "count": 1, "keys": [key]}})

    @rule(turns=st.integers(1, 3), times=st.integers(1, 2))
    def next(self, turns: int, times: int) -> None:
        for _ in range(turns):
            told = self.told
            if told.on is None:
                return
            for _ in range(times):
                assert self.tap({"kind": "phase_ended", "round": told.round, "phase": "turn", "seat": told.on})

    @rule()
    def reveal(self) -> None:
        assert self.tap({"kind": "turned_over"})

    @rule(back=st.integers(0, 6))
    def undo(self, back: int) -> None:
        steps = self.play.undoable()
        if len(steps) > back:
            done = self.tap({"kind": "undone", "seq": steps[back].seq})
            assert done or back, "the last step can always be taken back"

    @rule()
    def redo(self) -> None:
        last = self.play.redoable()
        if last is not None:
            assert self.tap({"kind": "undone", "seq": last.seq}), "what was just taken back can be brought back"

    @precondition(lambda self: any(step["kind"] == "laid" for step in self.notebook))
    @rule(network=seats, data=st.data())
    def correct(self, network: int, data: st.DataObject) -> None:
        steps = [n for n, step in enumerate(self.notebook, 2) if step["kind"] == "laid"]
        seq = data.draw(st.sampled_from(steps))
        self.tap({"kind": "corrected", "seq": seq, "event": {**self.notebook[seq - 2], "network": network}})

    # ------------------------------------------------------------ what must hold

    @invariant()
    def the_phone_says_what_the_notebook_says(self) -> None:
        state, told, where = self.play.state, self.told, TRACKER.where(self.play.state)
        assert (where.turn if where else None) == told.on
        if where:
            assert (where.round, where.is_last, list(state.coming)) == (told.round, told.is_last, told.left())
        for seat, one in told.players.items():
            front = state.fronts[seat]
            assert (front.planets, front.missions, front.network) == (one.planets, one.missions, one.size)
        result = counted(self.play, ())
        assert {seat: result.total(seat) for seat in SEATS} == {seat: told.points(seat) for seat in SEATS}

    @invariant()
    def every_panel_can_be_shown(self) -> None:
        for seat in SEATS:
            assert TRACKER.panel(self.play.state, seat, self.play.table.names, {}).here.seat == seat
        for entry in self.play.log[-1:]:
            assert codec.text_of(entry.event)


TestTaps = Table.TestCase
TestTaps.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
