"""Random taps with undo and correction, against a notebook that keeps the tracks by plain arithmetic.

The notebook follows what the events say (counts, gifts, payments by cost) for cards that are not entered; whatever is
accepted must leave every token between its floor and its limit, every card in one place, and the play equal to its log.
``SEQUENCES=10000`` runs as many; the tests run fewer.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from companion.core.errors import Refused
from companion.core.play import Play, replayed
from companion.games.rabbit_astronauts import GAME
from companion.games.rabbit_astronauts.happenings import PHASES, Agencies
from companion.games.rabbit_astronauts.tracks import LIMITS, held, most_kept, slots_taken
from tests.games.rabbit_astronauts.following import after, begun, read

SEQUENCES = int(os.environ.get("SEQUENCES", "500"))
BATCHES = 10
TAPS = 30
SEATS = (1, 2, 3)
PLACES = ("training_center", "level_1", "level_2", "space", "moon", "command_center", "discard")
KINDS = ("rabbit", "rabbit", "rabbit", "robot", "scientist", "satellite", "mission")
MISSIONS = ("none", "ceres", "jupiter", "moon", "pluto")
READINGS = ("is_zero_helmets", "is_excess_lost", "is_gift_shared", "is_event_once", "is_satellite_twice")
Raw = dict[str, Any]


def some_event(play: Play[Agencies], dice: Random) -> Raw:
    """Something a thumb may tap now, sensible or not."""
    world = play.state
    seat, round_ = dice.choice(SEATS), world.round
    one: Raw = {"seat": seat, "round": round_}
    resource = dice.choice(("carrots", "gold"))
    entered = sorted(key for key, card in world.cards.items() if card.seat == seat)
    kind = dice.choices(
        ("counted", "gave", "trained", "card", "moved", "launched", "stocked", "kept", "event", "ready", "phase_ended",
         "undone", "checked"),
        (8, 5, 6, 5, 9, 1, 3, 2, 1, 3, 4, 4, 1),
    )[0]  # fmt: skip
    match kind:
        case "counted":
            return {
                **one,
                "kind": kind,
                "resource": dice.choice(("carrots", "gold", "helmets")),
                "by": dice.randint(-4, 9),
            }
        case "gave":
            return {**one, "kind": kind, "to": dice.choice(SEATS), "resource": resource, "amount": dice.randint(0, 4)}
        case "trained":
            step = dice.choice(("promote", "certify", "send", "moon", "center"))
            return {**one, "kind": kind, "step": step, "cost": dice.randint(0, 9), "free": dice.random() < 0.2}
        case "card":
            key = dice.choice([*entered, f"{seat}-{world.crews[seat].entered + 1}"])
            figures = {name: dice.randint(0, 6) for name in ("carrots", "gold", "helmets", "bonus")}
            return {
                "kind": kind, "seat": seat, "card": key, "cost": dice.randint(0, 6),
                "color": dice.choice(("red", "blue")), "type": dice.choice(KINDS), "zone": dice.choice(PLACES[:3]),
                **figures,
            }  # fmt: skip
        case "moved":
            key = dice.choice(entered or ["1-1"])
            return {"kind": kind, "seat": seat, "card": key, "to": dice.choice(PLACES), "free": dice.random() < 0.3}
        case "launched":
            return {**one, "kind": kind, "typed": dice.choice(("", "3+7", "0", "5"))}
        case "stocked":
            return {**one, "kind": kind, "by": dice.randint(-3, 9), "free": dice.random() < 0.2}
        case "kept":
            return {**one, "kind": kind, "resource": resource, "by": dice.randint(-2, 4)}
        case "event":
            return {"kind": kind, "round": round_, "color": dice.choice(("red", "", "blue"))}
        case "ready":
            phase = dice.choice([world.phase if world.phase in PHASES else "draw", "gold"])
            return {**one, "kind": kind, "phase": phase, "on": dice.random() < 0.8}
        case "phase_ended":
            return {"kind": kind, "round": round_, "phase": world.phase}
        case "checked":
            return {"kind": kind, "box": dice.choice(("1", "mars", "titan")), "on": dice.random() < 0.8}
    return {"kind": "undone", "seq": dice.choice([entry.seq for entry in play.undoable()] or [play.head])}


def within_bounds(play: Play[Agencies]) -> None:
    """Nothing under its floor or over its limit, and no card in two places."""
    world = play.state
    for seat in SEATS:
        for resource, most in LIMITS.items():
            if resource in ("carrots", "gold", "helmets"):
                assert 0 <= held(world, seat, resource) <= most, (seat, resource)
        crew = world.crews[seat]
        assert crew.warehouse >= 0 and all(n >= 0 for n in crew.symbols.values())
        assert all(0 <= n <= held(world, seat, resource) for resource, n in crew.keeps.items())
        assert 0 <= sum(n for (what, _), n in crew.gifts.items() if what == "carrots") <= 4
        assert most_kept(world, seat) >= 0
    assert 0 <= slots_taken(world) <= 3
    lying = [card.card.card for seat in SEATS for place in PLACES for card in world.lying(seat, place)]
    assert sorted(lying) == sorted(world.cards), "every card lies in one place"
    assert not [c for c in world.cards.values() if c.card.type == "scientist" and c.zone == "space" and c.sent]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_taps_lead_out_of_bounds(batch: int) -> None:
    for n in range(SEQUENCES // BATCHES):
        dice = Random(batch * 1_000_003 + n)
        readings = {name: True for name in READINGS if dice.random() < 0.2}
        play = begun("Ann", "Ben", "Cy", mission=dice.choice(MISSIONS), **readings)
        taken = 0
        for _ in range(TAPS):
            raw = some_event(play, dice)
            try:
                event = read(raw)
                before, play = play, after(play, event)
            except Refused:
                continue
            taken += 1
            within_bounds(play)
            if raw["kind"] != "undone" and dice.random() < 0.1:
                back = after(play, {"kind": "undone", "seq": play.head})
                assert back.state == before.state, f"batch {batch}, {n}: {raw}"
        assert replayed(GAME, play.log).state == play.state, f"batch {batch}, {n}"
        assert taken > 0


# ---------------------------------------------------------------- the notebook


class Notebook:
    """Tracks kept by plain arithmetic, phase by phase, for players who enter no cards."""

    def __init__(self) -> None:
        self.symbols = {(seat, what): 0 for seat in SEATS for what in ("carrots", "gold")}
        self.stands = dict(self.symbols)
        self.given = dict[tuple[int, str], tuple[int, int]]()
        self.space = dict.fromkeys(SEATS, 0)

    def begin(self, what: str) -> None:
        for seat in SEATS:
            self.stands[seat, what] = min(20, self.symbols[seat, what])

    def rest(self) -> None:
        self.stands = dict.fromkeys(self.stands, 0)
        self.given.clear()


@pytest.mark.parametrize("seed", range(25))
def test_the_tracks_are_those_of_the_notebook(seed: int) -> None:
    dice, play, book = Random(seed), begun("Ann", "Ben", "Cy"), Notebook()
    for round_ in range(1, 8):
        play = after(play, {"kind": "phase_ended", "round": round_, "phase": "draw"})
        for what, steps in (("carrots", ("promote",)), ("gold", ("certify", "send"))):
            book.begin(what)
            for seat in SEATS:
                by = dice.randint(-min(3, book.symbols[seat, what]), 8)
                play = after(play, {"kind": "counted", "seat": seat, "round": round_, "resource": what, "by": by})
                book.symbols[seat, what] += by
                book.stands[seat, what] = min(20, book.symbols[seat, what])
            for _ in range(6):
                seat, to = dice.sample(SEATS, 2)
                has, room = book.stands[seat, what], 20 - book.stands[to, what]
                if dice.random() < 0.4 and (seat, what) not in book.given:
                    amount = dice.randint(1, 4)
                    raw = {"kind": "gave", "seat": seat, "to": to, "round": round_, "resource": what, "amount": amount}
                    if amount > min(has, room):
                        with pytest.raises(Refused):
                            after(play, raw)
                        continue
                    play, book.given[seat, what] = after(play, raw), (to, amount)
                    book.stands[seat, what] -= amount
                    book.stands[to, what] += amount
                else:
                    cost, step = dice.randint(1, 12), dice.choice(steps)
                    raw = {"kind": "trained", "seat": seat, "round": round_, "step": step, "cost": cost}
                    if cost > has:
                        with pytest.raises(Refused):
                            after(play, raw)
                        continue
                    play = after(play, raw)
                    book.stands[seat, what] -= cost
                    book.space[seat] += cost * (step == "send")
                assert {(s, what): held(play.state, s, what) for s in SEATS} == {  # type: ignore[arg-type]
                    (s, what): book.stands[s, what] for s in SEATS
                }
            play = after(play, {"kind": "phase_ended", "round": round_, "phase": what})
        play = after(play, {"kind": "phase_ended", "round": round_, "phase": "helmets"})
        book.rest()
    assert {seat: sum(one.value for one in play.state.crews[seat].launches) for seat in SEATS} == book.space
