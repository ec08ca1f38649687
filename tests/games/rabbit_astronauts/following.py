"""Plays of rabbit astronauts for tests: opened, followed event by event, counted; and the two recorded games."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from companion import codec
from companion.core.events import Depth, Event, Logged, Opened, PhaseEnded, Sitter
from companion.core.play import Play, opened
from companion.core.score import Result
from companion.games.rabbit_astronauts import GAME
from companion.games.rabbit_astronauts.happenings import PHASES, Agencies
from companion.games.rabbit_astronauts.tracker import TRACKER
from companion.games.rabbit_astronauts.tracks import held
from companion.games.rabbit_astronauts.words import Resource
from companion.service import COLOURS
from companion.web.plays import known_args, of_people
from companion.web.tally import Args, read_tally

REPLAYS = Path(__file__).parents[2] / "golden" / "replays"


@cache
def recorded(name: str) -> dict[str, Any]:
    """A recorded game: names, events as the API takes them, and what was worked out by hand."""
    return tomllib.loads((REPLAYS / f"rabbit-{name}.toml").read_text("utf-8"))


def begun(*names: str, depth: Depth = "full", **options: Any) -> Play[Agencies]:
    """A play of these people; Ann and Ben where none are named."""
    seats = tuple(Sitter(seat=n, name=name, colour=COLOURS[n - 1]) for n, name in enumerate(names or ("Ann", "Ben"), 1))
    event = Opened(seats=seats, start=1, depth=depth, options=options)
    return opened(GAME, Logged(seq=1, op="1", at=0, by=1, event=event))


def after(play: Play[Agencies], *events: Event | dict[str, Any]) -> Play[Agencies]:
    """The play after *events*, which may be given as the API takes them."""
    for event in events:
        one = read(event) if isinstance(event, dict) else event
        play = play.append(Logged(seq=play.head + 1, op=str(play.head + 1), at=0, by=1, event=one))
    return play


def read(raw: dict[str, Any]) -> Event:
    """An event as the API takes it."""
    return codec.event_of(GAME, raw)


def on(round_: int, *phases: str) -> tuple[Event, ...]:
    """These phases of a round are over; all of them where none are named."""
    return tuple(PhaseEnded(round=round_, phase=phase) for phase in phases or PHASES)


def stands(play: Play[Agencies], seat: int, resource: Resource) -> int:
    """Where a token is."""
    return held(play.state, seat, resource)


def counted(play: Play[Agencies]) -> Result:
    """The score as far as the play knows it."""
    tally = of_people(read_tally(GAME, Args(known_args(play, frozenset()))).tally, play)
    return GAME.score(TRACKER.final(play.state, tally))


def totals(play: Play[Agencies]) -> dict[str, int]:
    """Everybody's points, by name."""
    result = counted(play)
    return {name: result.total(seat) for seat, name in play.table.names.items()}
