"""Phones that were without a network: what waits on each arrives in its order, late and twice; nothing is lost."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.core.errors import Refused, Stale
from companion.core.events import Event
from companion.core.play import replayed
from companion.games import discover
from companion.service import Member, Plays, Stored, Tap
from companion.store import opened
from tests.sample_games.carrot_fair.tracker import Counted, Grown

GAMES = discover("tests.sample_games")
FLOWERS = ("rose", "tulip", "daisy")


class Phone:
    """A phone with an outbox: it taps at any time, sends when it can, and hears no answer now and then."""

    def __init__(self, plays: Plays, stored: Stored, number: int) -> None:
        self.plays, self.stored = plays, stored
        self.member: Member = plays.log.join(stored.id, f"phone-{number}", "play", frozenset({number}))
        self.box: list[Tap] = []
        self.base = 1
        self.made: list[str] = []
        self.conflicts: list[str] = []
        self.equal: list[str] = []

    def tap(self, event: Event) -> None:
        op = f"{self.member.number}/{len(self.made)}"
        self.made.append(op)
        self.box.append(Tap(op=op, base=self.base, event=event))

    def send(self, *, is_heard: bool) -> None:
        """The oldest tap goes out; it stays in the box until an answer is heard."""
        tap = self.box[0]
        try:
            recorded = self.plays.record(self.stored, self.member, tap)
        except Stale:
            if is_heard:
                self.conflicts.append(tap.op)
                self.box.pop(0)
            return
        if is_heard:
            self.base = max(self.base, recorded.play.head)
            if recorded.repeated and self.plays.log.by_op(self.stored.id, tap.op) is None:
                self.equal.append(tap.op)
            self.box.pop(0)

    def look(self) -> None:
        """The page refreshes."""
        self.base = self.plays.open(self.stored).head


def evening(rng: random.Random, phones: list[Phone]) -> Iterator[Event]:
    """Taps, spans without a network, answers that are lost, in any mixture; then everybody is back."""
    for _ in range(120):
        phone = rng.choice(phones)
        match rng.randrange(6):
            case 0 | 1:
                event: Event = Counted(seat=rng.randint(1, 2), item="carrots", by=rng.randint(1, 5))
                phone.tap(event)
                yield event
            case 2:
                phone.tap(Grown(seat=rng.randint(1, 2), flowers=(rng.choice(FLOWERS),)))  # type: ignore[arg-type]
            case 3 | 4 if phone.box:
                phone.send(is_heard=rng.random() < 0.7)
            case 5:
                phone.look()
    while waiting := [phone for phone in phones if phone.box]:
        rng.choice(waiting).send(is_heard=rng.random() < 0.8)


@pytest.mark.parametrize("evenings", [8, pytest.param(400, marks=pytest.mark.long)])
def test_what_waited_arrives_once_in_order_or_is_shown_to_its_person(
    tmp_path: Path, evenings: int, record_property: Callable[[str, object], None]
) -> None:
    """T4, B22, B31: random spans without a network, answers that are not heard, deliveries that come twice."""
    plays, taps, shown = Plays(opened(tmp_path), GAMES), 0, 0
    for seed in range(evenings):
        rng = random.Random(seed)
        stored = plays.create(GAMES["carrot-fair"], "host", ("Ann", "Ben"))
        phones = [Phone(plays, stored, number) for number in (1, 2, 3)]
        counted = list(evening(rng, phones))
        play = plays.open(stored)
        ops = Counter(entry.op for entry in play.log[1:])
        assert max(ops.values(), default=1) == 1, "nothing twice"
        for phone in phones:
            told = {*phone.conflicts, *phone.equal}
            taps, shown = taps + len(phone.made), shown + len(phone.conflicts)
            assert {op for op in phone.made if op not in ops} <= told, "nothing in silence"
            own = [entry.op for entry in play.log if entry.op in phone.made]
            assert own == sorted(own, key=phone.made.index), "in its order"
        assert sum(e.event.by for e in play.log if isinstance(e.event, Counted)) == sum(
            event.by for event in counted if isinstance(event, Counted)
        ), "counters add up"
        assert play.state == replayed(play.game, play.log).state
    record_property("evenings", evenings)
    record_property("taps", taps)
    record_property("shown", shown)


def test_a_conflict_names_what_the_other_said(tmp_path: Path) -> None:
    plays = Plays(opened(tmp_path), GAMES)
    stored = plays.create(GAMES["carrot-fair"], "host", ("Ann", "Ben"))
    one, two = Phone(plays, stored, 1), Phone(plays, stored, 2)
    one.tap(Grown(seat=1, flowers=("rose",)))
    two.tap(Grown(seat=1, flowers=("tulip",)))
    one.send(is_heard=True)
    with pytest.raises(Stale) as stale:
        plays.record(stored, two.member, two.box[0])
    assert isinstance(stale.value, Refused) and getattr(stale.value.theirs, "event", None) == Grown(
        seat=1, flowers=("rose",)
    )
