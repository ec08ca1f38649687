"""Plays of Bunny Kingdom for tests: opened, followed event by event, counted."""

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
from companion.games.bunny_kingdom import GAME
from companion.games.bunny_kingdom.happenings import CONSTRUCTION, EXPLORATION, HARVEST, NewWorld
from companion.games.bunny_kingdom.tracker import TRACKER
from companion.service import COLOURS
from companion.web.plays import known_args, of_people
from companion.web.tally import Args, read_tally

REPLAY = Path(__file__).parents[2] / "golden" / "replays" / "bunny-evening.toml"
PHASES = (EXPLORATION, CONSTRUCTION, HARVEST)


@cache
def evening() -> dict[str, Any]:
    """The recorded evening: names, events as the API takes them, and what was worked out by hand."""
    return tomllib.loads(REPLAY.read_text("utf-8"))


def begun(*names: str, depth: Depth = "full", **options: Any) -> Play[NewWorld]:
    """A play of these people; Ann and Bob where none are named."""
    seats = tuple(Sitter(seat=n, name=name, colour=COLOURS[n - 1]) for n, name in enumerate(names or ("Ann", "Bob"), 1))
    event = Opened(seats=seats, start=1, depth=depth, options=options)
    return opened(GAME, Logged(seq=1, op="1", at=0, by=1, event=event))


def after(play: Play[NewWorld], *events: Event) -> Play[NewWorld]:
    """The play after *events*."""
    for event in events:
        play = play.append(Logged(seq=play.head + 1, op=str(play.head + 1), at=0, by=1, event=event))
    return play


def ended(*phases: tuple[int, str]) -> tuple[Event, ...]:
    """These phases are over."""
    return tuple(PhaseEnded(round=round_, phase=phase) for round_, phase in phases)


def rounds(*numbers: int) -> tuple[Event, ...]:
    """These whole rounds are over."""
    return ended(*((n, phase) for n in numbers for phase in PHASES))


def to_harvest(round_: int) -> tuple[Event, ...]:
    """Exploration and construction of a round are over."""
    return ended((round_, EXPLORATION), (round_, CONSTRUCTION))


def booked(play: Play[NewWorld], seat: int = 1) -> list[int | None]:
    """The four harvests of a seat; None for one that nobody knows."""
    return [one.points if (one := play.state.booked.get((n, seat))) else None for n in range(1, 5)]


def counted(play: Play[NewWorld], seats: Iterable[int] | None = None) -> Result:
    """The score as far as the play knows it, seen by who holds all *seats*."""
    eyes = frozenset(play.table.names if seats is None else seats)
    tally = of_people(read_tally(GAME, Args(known_args(play, eyes))).tally, play)
    return GAME.score(TRACKER.final(play.state, tally))


def read(raw: dict[str, Any]) -> Event:
    """An event as the API takes it."""
    return codec.event_of(GAME, raw)
