"""What holds for the recorded evening of every game: said twice, taken back in any order, people who move and leave."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import Refused
from companion.core.events import Arrived, Corrected, Depth, DepthChosen, Left, Renamed, Reordered, Undone
from companion.core.play import Play, replayed
from companion.service import Plays, Stored, Tap
from companion.store import opened
from tests.games.recorded import Evening, after, evenings, moved, totals

EVENINGS = {evening.game.slug: evening for evening in evenings()}
DEPTHS: tuple[Depth, ...] = ("count", "round", "full")
SIGNED = {"by", "cell", "drawn", "stretches"}  # differences and places, which may lie below zero
every_evening = pytest.mark.parametrize("evening", EVENINGS.values(), ids=EVENINGS)


def below_zero(value: Any) -> Iterator[str]:
    """The names of the numbers in a state that are below zero though they count something."""
    if is_dataclass(value):
        for field in fields(value):
            part = getattr(value, field.name)
            if field.name not in SIGNED:
                yield from [field.name] if isinstance(part, int) and part < 0 else below_zero(part)
    elif isinstance(value, (Mapping, tuple, frozenset)):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from [str(value)] if isinstance(part, int) and part < 0 else below_zero(part)


class Table:
    """Two phones at one play, as the site keeps it."""

    def __init__(self, evening: Evening, folder: Path) -> None:
        self.plays = Plays(opened(folder), {evening.game.slug: evening.game})
        self.stored: Stored = self.plays.create(
            evening.game, "a", evening.names, start=evening.start, depth="full", op="1"
        )
        everybody = frozenset(range(1, len(evening.names) + 1))  # so that it may say what is hidden from others, too
        self.plays.log.join(self.stored.id, "b", "play", everybody)
        self.taps = 0

    @property
    def play(self) -> Play[Any]:
        return self.plays.open(self.stored)

    def say(self, phone: str, event: Any, base: int) -> tuple[int, bool]:
        """The number of the step, and whether it was there already."""
        member = self.plays.member(self.stored, phone)
        assert member is not None
        self.taps += 1
        recorded = self.plays.record(self.stored, member, Tap(op=f"tap-{self.taps}", base=base, event=event))
        return recorded.seq, recorded.repeated


@every_evening
def test_what_two_phones_say_with_undo_and_redo_between_counts_once(evening: Evening, tmp_path: Path) -> None:
    """B45, B28, B31: every phase, turn and figure, taken back by one phone and brought back by the other in between."""
    table, seqs, twice = Table(evening, tmp_path), {1: 1}, 0
    for step, (event, told) in enumerate(zip(evening.events, evening.plays(), strict=True), 2):
        base, happened = table.play.head, moved(event, seqs)
        seqs[step], _ = table.say("a", happened, base)
        if event.slot() is not None and not isinstance(event, (Undone, Corrected)):
            assert table.say("b", happened, base) == (seqs[step], True), event
            undone, _ = table.say("b", Undone(seq=seqs[step]), table.play.head)
            redone, is_repeat = table.say("a", Undone(seq=undone), table.play.head)
            assert not is_repeat and table.say("b", Undone(seq=undone), table.play.head) == (redone, True)
            assert table.say("b", happened, table.play.head) == (seqs[step], True), event
            twice += 1
        assert table.play.state == told.state and table.play.table == told.table, event
    assert twice > 10 and totals(table.play) == totals(told)
    assert replayed(evening.game, table.play.log).state == told.state, "the log alone says the same"


@every_evening
def test_back_to_the_beginning_and_on_again(evening: Evening) -> None:
    """B51, B26, B27: all steps taken back one by one and brought back; each time it is what it was, never below 0."""
    play = evening.begun()
    states = [play.state]
    for event in evening.plain():
        play = after(play, event)
        states.append(play.state)
    assert not [name for state in states for name in below_zero(state)]
    undos = []
    for state in reversed(states[:-1]):
        play = after(play, Undone(seq=play.undoable()[0].seq), by=2)
        undos.append(play.head)
        assert play.state == state
    for state, undo in zip(states[1:], reversed(undos), strict=True):
        play = after(play, Undone(seq=undo))
        assert play.state == state


@every_evening
@pytest.mark.parametrize("tries", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_steps_taken_back_in_any_order_leave_nothing_below_zero(evening: Evening, tries: int) -> None:
    """B51: old steps and late ones, and what took them back; what cannot be is refused, and nothing changes by it."""
    rng = random.Random(evening.game.slug)
    play = after(evening.begun(), *evening.plain())
    done = 0
    for _ in range(tries):
        try:
            play = after(play, Undone(seq=rng.randint(rng.choice((2, play.head - 5)), play.head)))
            done += 1
        except Refused:
            continue
        assert not list(below_zero(play.state))
    assert done > 10 and replayed(evening.game, play.log).state == play.state


@every_evening
def test_scores_follow_the_person_whoever_moves_comes_or_leaves(evening: Evening) -> None:
    """B08, B57: new names, colours, seats and depth, a newcomer and one who leaves change nobody's points."""
    *_, play = evening.plays()
    before = totals(play)
    first, second, *rest = play.table.order
    free = max(before) + 1
    happenings = [
        Renamed(seat=first, name="Somebody else", colour="green"),
        *(DepthChosen(depth=depth) for depth in DEPTHS),
    ]
    if not knows_neighbours(evening):
        happenings.append(Reordered(order=(second, first, *rest)))
    if len(play.table.order) < evening.game.seats[-1]:
        happenings.append(Arrived(seat=free, name="Late", colour="black"))
    for event in happenings:
        play = after(play, event)
        assert {seat: points for seat, points in totals(play).items() if seat != free} == before, event
    assert play.table.names[first] == "Somebody else"
    left = after(play, Left(seat=second))
    others = {seat: points for seat, points in totals(left).items() if seat not in (free, second)}
    assert others == {seat: points for seat, points in before.items() if seat != second}
    assert totals(left)[second] == before[second] or knows_neighbours(evening)
    assert second not in left.table.order and left.table.names[second] == play.table.names[second], "in the record"


def knows_neighbours(evening: Evening) -> bool:
    """Whether who sits beside whom is worth points."""
    return evening.game.slug == "bunny-kingdom"
