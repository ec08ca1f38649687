"""Plays of Space Pioneers for tests: opened, followed event by event, counted."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from companion import codec
from companion.core.events import Depth, Event, Logged, Opened, PhaseEnded, Sitter
from companion.core.play import Play, opened
from companion.core.score import Result
from companion.games.space_pioneers import GAME
from companion.games.space_pioneers.happenings import TURN, Flight
from companion.games.space_pioneers.tracker import TRACKER
from companion.service import COLOURS
from companion.web.plays import known_args, of_people
from companion.web.tally import Args, read_tally

REPLAYS = Path(__file__).parents[2] / "golden" / "replays"


@cache
def evening(name: str) -> dict[str, Any]:
    """A recorded evening: names, events as the API takes them, and what was worked out by hand."""
    return tomllib.loads((REPLAYS / f"pioneers-{name}.toml").read_text("utf-8"))


def begun(*names: str, start: int = 1, depth: Depth = "full", **options: Any) -> Play[Flight]:
    """A play of these people; Ann, Ben and Cleo where none are named."""
    people = names or ("Ann", "Ben", "Cleo")
    seats = tuple(Sitter(seat=n, name=name, colour=COLOURS[n - 1]) for n, name in enumerate(people, 1))
    event = Opened(seats=seats, start=start, depth=depth, options=options)
    return opened(GAME, Logged(seq=1, op="1", at=0, by=1, event=event))


def after(play: Play[Flight], *events: Event) -> Play[Flight]:
    """The play after *events*."""
    for event in events:
        play = play.append(Logged(seq=play.head + 1, op=str(play.head + 1), at=0, by=1, event=event))
    return play


def over(play: Play[Flight], turns: int = 1) -> Play[Flight]:
    """The play after so many turns more, in which nobody enters anything."""
    for _ in range(turns):
        play = after(play, PhaseEnded(round=play.state.round, phase=TURN, seat=play.state.on))
    return play


def counted(play: Play[Flight], seats: Iterable[int] | None = None) -> Result:
    """The score as far as the play knows it, seen by who holds all *seats*."""
    eyes = frozenset(play.table.names if seats is None else seats)
    tally = of_people(read_tally(GAME, Args(known_args(play, eyes))).tally, play)
    return GAME.score(TRACKER.final(play.state, tally))


def totals(play: Play[Flight], seats: Iterable[int] | None = None) -> list[int]:
    """Everybody's points, in seating order."""
    result = counted(play, seats)
    return [result.total(seat) for seat in sorted(play.table.names)]


def read(raw: dict[str, Any]) -> Event:
    """An event as the API takes it."""
    return codec.event_of(GAME, raw)
