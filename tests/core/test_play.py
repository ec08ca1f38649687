"""The log against the simplest model there is: undo, redo, correction and restarts always agree with a replay."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.core.errors import Missing, NotNow, Refused, Stale
from companion.core.events import (
    Answered,
    Arrived,
    Closed,
    Corrected,
    DepthChosen,
    Event,
    Left,
    Logged,
    Opened,
    PhaseEnded,
    Renamed,
    Reordered,
    Ruled,
    Sitter,
    Ticked,
    Undone,
)
from companion.core.play import Play, opened, replayed, standing
from companion.games import discover
from tests.sample_games.carrot_fair.tracker import Counted, Grown

GAME = discover("tests.sample_games")["carrot-fair"]
NAMES = ("Ann", "Ben", "Zoë", "Борис", "Eve")


def sitters(n: int) -> tuple[Sitter, ...]:
    colours = ("red", "yellow", "pink", "black", "blue")
    return tuple(Sitter(seat=i + 1, name=NAMES[i], colour=colours[i]) for i in range(n))  # type: ignore[arg-type]


def start(n: int = 2) -> Play[Any]:
    return opened(GAME, Logged(seq=1, op="o1", at=0, by=1, event=Opened(seats=sitters(n), start=1)))


def put(play: Play[Any], *events: Event, by: int = 1) -> Play[Any]:
    for event in events:
        play = play.append(Logged(seq=play.head + 1, op=f"o{play.head + 1}", at=0, by=by, event=event))
    return play


def carrots(play: Play[Any], seat: int = 1) -> int:
    return int(play.state.plots[seat].carrots)


def dig(n: int, seat: int = 1) -> Counted:
    return Counted(seat=seat, item="carrots", by=n)


def test_counters_add_up_and_never_fall_below_zero() -> None:
    play = put(start(), dig(3), dig(2), dig(-1))
    assert carrots(play) == 4
    with pytest.raises(NotNow):
        put(play, dig(-5))


def test_undo_takes_back_any_step_and_redo_brings_it_again() -> None:
    play = put(start(), dig(3), dig(2))
    undone = put(play, Undone(seq=2))
    assert carrots(undone) == 2
    assert carrots(put(undone, Undone(seq=4))) == 5


def test_an_undo_that_would_make_a_later_step_impossible_is_refused_and_names_it() -> None:
    play = put(start(), dig(3), dig(-3))
    with pytest.raises(NotNow, match="3"):
        put(play, Undone(seq=2))


def test_a_correction_takes_the_old_place_and_later_steps_stay() -> None:
    play = put(start(), dig(3), dig(2), Corrected(seq=2, event=dig(10)))
    assert carrots(play) == 12
    assert carrots(put(play, Undone(seq=4))) == 5


def test_a_correction_that_cannot_be_itself_says_why() -> None:
    play = put(start(), dig(3), dig(-2))
    with pytest.raises(NotNow, match="only"):
        put(play, Corrected(seq=2, event=dig(-9)))
    with pytest.raises(NotNow, match=r"later steps.*: 3"):
        put(play, Corrected(seq=2, event=dig(1)))


def test_the_last_standing_correction_wins() -> None:
    play = put(start(), dig(3), Corrected(seq=2, event=dig(10)), Corrected(seq=2, event=dig(7)))
    assert carrots(play) == 7
    assert carrots(put(play, Undone(seq=4))) == 10


@pytest.mark.parametrize(
    "event", [Undone(seq=99), Corrected(seq=99, event=dig(1)), Undone(seq=1), Corrected(seq=2, event=Ticked(step="x"))]
)
def test_what_cannot_be_taken_back_is_refused(event: Event) -> None:
    with pytest.raises(Refused):
        put(start(), dig(1), event)


def test_the_beginning_stays() -> None:
    with pytest.raises(NotNow):
        put(start(), Undone(seq=1))


def test_points_follow_the_person_through_names_and_places() -> None:
    play = put(start(3), dig(4, 2), Renamed(seat=2, name="Bea", colour="black"), Reordered(order=(3, 1, 2)))
    assert carrots(play, 2) == 4
    assert play.table.names == {3: "Zoë", 1: "Ann", 2: "Bea"}


def test_a_newcomer_has_nothing_and_who_leaves_stays_in_the_record() -> None:
    play = put(start(2), dig(4, 2), Arrived(seat=3, name="Eve", colour="blue"), Left(seat=2))
    assert play.table.order == (1, 3)
    assert carrots(play, 3) == 0 and carrots(play, 2) == 4 and play.table.names[2] == "Ben"


@pytest.mark.parametrize(
    "event",
    [
        Arrived(seat=1, name="X", colour="blue"),
        Left(seat=9),
        Reordered(order=(1, 1)),
        Renamed(seat=9, name="X", colour="red"),
        Answered(category="carrots", seat=9, typed="3"),
    ],
)
def test_odd_seats_are_refused(event: Event) -> None:
    with pytest.raises(Refused):
        put(start(), event)


def test_a_table_for_too_few_or_too_many_is_refused() -> None:
    for n in (1, 6):
        people = (*sitters(min(n, 5)), *([Sitter(seat=6, name="F", colour="green")] if n > 5 else []))
        with pytest.raises(Refused, match="players"):
            opened(GAME, Logged(seq=1, op="o", at=0, by=1, event=Opened(seats=people, start=1)))


def test_two_taps_on_next_move_on_once() -> None:
    end = PhaseEnded(round=1, phase="dig")
    play = put(start(), end)
    assert play.repeat_of(end, by=2, base=1) is not None
    assert play.state.phase == "show"
    with pytest.raises(NotNow):
        put(play, end)


def test_an_equal_write_counts_as_done_and_another_is_shown_as_a_conflict() -> None:
    play = put(start(), Grown(seat=1, flowers=("rose",)), by=1)
    assert play.repeat_of(Grown(seat=1, flowers=("rose",)), by=2, base=1) is not None
    with pytest.raises(Stale):
        play.repeat_of(Grown(seat=1, flowers=("tulip",)), by=2, base=1)
    assert play.repeat_of(Grown(seat=1, flowers=("tulip",)), by=2, base=2) is None  # it had seen the other value
    assert play.repeat_of(Grown(seat=1, flowers=("tulip",)), by=1, base=1) is None  # its own value
    assert play.repeat_of(dig(1), by=2, base=1) is None  # counters simply add


def test_what_was_undone_is_no_repeat() -> None:
    play = put(start(), Grown(seat=1, flowers=("rose",)), Undone(seq=2))
    assert play.repeat_of(Grown(seat=1, flowers=("rose",)), by=2, base=3) is None


def test_what_was_corrected_counts_as_said_by_the_correction() -> None:
    rose, tulip = Grown(seat=1, flowers=("rose",)), Grown(seat=1, flowers=("tulip",))
    play = put(put(start(), rose, by=1), Corrected(seq=2, event=tulip), by=2)
    assert play.repeat_of(rose, by=2, base=3) is None  # it says something new, though step 2 once said it
    assert (again := play.repeat_of(tulip, by=1, base=2)) is not None and again.seq == 3
    with pytest.raises(Stale):
        play.repeat_of(rose, by=1, base=2)  # it has not seen the correction


def test_two_phones_taking_back_the_same_step_take_it_back_once() -> None:
    play = put(start(), dig(3), dig(2), Undone(seq=2))
    assert (again := play.repeat_of(Undone(seq=2), by=2, base=3)) is not None and again.seq == 4
    redone = put(play, Undone(seq=4))
    assert redone.repeat_of(Undone(seq=2), by=2, base=5) is None


def test_ticks_rulings_depth_and_typed_figures_belong_to_the_table() -> None:
    play = put(
        start(),
        Ticked(step="pile"),
        Ticked(step="ribbons"),
        Ticked(step="pile", on=False),
        Ruled(id="q", choice=5),
        DepthChosen(depth="full"),
        Answered(category="carrots", seat=1, typed="3+4"),
        Answered(category="burrows", seat=1, typed="2"),
        Answered(category="burrows", seat=1, typed=" "),
    )
    assert play.table.ticks == {"ribbons"}
    assert play.table.rulings == {"q": 5}
    assert play.table.depth == "full"
    assert play.table.typed == {("carrots", 1): "3+4"}


def test_a_closed_play_takes_only_undo() -> None:
    play = put(start(), dig(3), Closed(decided_by="points", finals=()))
    with pytest.raises(NotNow):
        put(play, dig(1))
    assert carrots(put(play, Undone(seq=3), dig(1))) == 4


def test_undoable_steps_come_latest_first_without_the_beginning() -> None:
    play = put(start(), dig(1), dig(2), Undone(seq=2))
    assert [entry.seq for entry in play.undoable()] == [3]
    assert play.redoable() is not None


def test_an_unknown_game_cannot_be_followed() -> None:
    from dataclasses import replace

    with pytest.raises(Missing):
        opened(replace(GAME, tracker=None), start().log[0])


class TapAndUndo(RuleBasedStateMachine):
    """Taps, undo, redo, corrections and restarts against a list of what still counts."""

    @initialize(seats=st.integers(2, 5))
    def sit_down(self, seats: int) -> None:
        self.play = start(seats)
        self.counting: dict[int, Counted] = {}  # seq of each tap that counts: what it says now
        self.undone: dict[int, tuple[int, Counted]] = {}  # seq of each standing undo: what it took
        self.corrected: dict[int, list[tuple[int, Counted]]] = {}

    def totals(self, taps: dict[int, Counted]) -> dict[tuple[int, str], int] | None:
        """The sums of *taps* in order, None if any sum falls below zero on the way."""
        found: dict[tuple[int, str], int] = {}
        for seq in sorted(taps):
            key = (taps[seq].seat, taps[seq].item)
            found[key] = found.get(key, 0) + taps[seq].by
            if found[key] < 0:
                return None
        return found

    def try_put(self, event: Event, after: dict[int, Counted]) -> bool:
        possible = self.totals(after) is not None
        before = self.play
        try:
            self.play = put(self.play, event)
        except Refused:
            assert not possible and self.play is before
            return False
        assert possible
        return True

    @rule(seat=st.integers(1, 5), item=st.sampled_from(["carrots", "burrows"]), by=st.integers(-3, 3))
    def tap(self, seat: int, item: Any, by: int) -> None:
        event = Counted(seat=seat, item=item, by=by)
        if seat not in self.play.table.sitters:
            with pytest.raises(Refused):
                put(self.play, event)
            return
        seq = self.play.head + 1
        if self.try_put(event, {**self.counting, seq: event}):
            self.counting[seq] = event

    @precondition(lambda self: self.counting)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        seq = data.draw(st.sampled_from(sorted(self.counting)))
        left = {key: value for key, value in self.counting.items() if key != seq}
        if self.try_put(Undone(seq=seq), left):
            self.undone[self.play.head] = (seq, self.counting.pop(seq))

    @precondition(lambda self: self.undone)
    @rule(data=st.data())
    def redo(self, data: st.DataObject) -> None:
        at = data.draw(st.sampled_from(sorted(self.undone)))
        seq, event = self.undone[at]
        if self.try_put(Undone(seq=at), {**self.counting, seq: event}):
            del self.undone[at]
            self.counting[seq] = event

    @precondition(lambda self: self.counting)
    @rule(data=st.data(), by=st.integers(-3, 3))
    def correct(self, data: st.DataObject, by: int) -> None:
        seq = data.draw(st.sampled_from(sorted(self.counting)))
        old = self.counting[seq]
        event = Counted(seat=old.seat, item=old.item, by=by)
        if self.try_put(Corrected(seq=seq, event=event), {**self.counting, seq: event}):
            self.counting[seq] = event

    @rule()
    def restart(self) -> None:
        again = replayed(GAME, self.play.log)
        assert (again.state, again.table, again.head) == (self.play.state, self.play.table, self.play.head)
        self.play = again

    @invariant()
    def the_state_is_the_model(self) -> None:
        totals = self.totals(self.counting) or {}
        for seat, plot in self.play.state.plots.items():
            assert plot.carrots == totals.get((seat, "carrots"), 0)
            assert plot.burrows == totals.get((seat, "burrows"), 0)

    @invariant()
    def what_stands_is_what_counts(self) -> None:
        assert [seq for seq, event in standing(self.play.log) if isinstance(event, Counted)] == sorted(self.counting)


TapAndUndo.TestCase.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
TestTapAndUndo = TapAndUndo.TestCase
