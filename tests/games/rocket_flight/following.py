"""Flights for tests: opened, followed event by event, with chance that a seed draws."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion import codec
from companion.core.events import Depth, Event, Logged, Opened, Sitter
from companion.core.play import Play, opened
from companion.core.score import Result
from companion.games.rocket_flight import GAME
from companion.games.rocket_flight.happenings import Flew, FlightChosen, TurnDone, Voyage
from companion.games.rocket_flight.tracker import TRACKER
from companion.service import COLOURS
from companion.web.plays import known_args, of_people
from companion.web.tally import Args, read_tally

REPLAY = Path(__file__).parents[2] / "golden" / "replays" / "rocket-flight.toml"
CODE = "4T9WK2RM"


@cache
def recorded() -> dict[str, Any]:
    """The recorded flight: crew, turns in writing, and what was worked out by hand."""
    return tomllib.loads(REPLAY.read_text("utf-8"))


def begun(*names: str, depth: Depth = "full", **options: Any) -> Play[Voyage]:
    """A flight of this crew; Ann and Bob where nobody is named."""
    seats = tuple(Sitter(seat=n, name=name, colour=COLOURS[n - 1]) for n, name in enumerate(names or ("Ann", "Bob"), 1))
    event = Opened(seats=seats, start=1, depth=depth, options=options)
    return opened(GAME, Logged(seq=1, op="1", at=0, by=1, event=event))


def after(play: Play[Voyage], *events: Event, seed: int = 1) -> Play[Voyage]:
    """The play after *events*; what chance adds is drawn with *seed*."""
    rng = Random(seed)
    for event in events:
        event = TRACKER.chance(play.state, event, rng.randrange)
        play = play.append(Logged(seq=play.head + 1, op=str(play.head + 1), at=0, by=1, event=event))
    return play


def flying(*names: str, code: str = CODE, **options: Any) -> Play[Voyage]:
    """A flight that is chosen and about to begin."""
    return after(begun(*names, **options), FlightChosen(code=code))


def turn(play: Play[Voyage], *plays: str, seed: int = 1) -> Play[Voyage]:
    """The play after a whole turn of whoever's turn it is."""
    for text in plays:
        play = after(play, Flew(seat=play.state.acting, play=text), seed=seed)
    return play if play.state.is_over else after(play, TurnDone(turn=play.state.turn), seed=seed)


def counted(play: Play[Voyage]) -> Result:
    """The score as far as the play knows it."""
    tally = of_people(read_tally(GAME, Args(known_args(play, frozenset(play.table.names)))).tally, play)
    return GAME.score(TRACKER.final(play.state, tally))


def read(raw: dict[str, Any]) -> Event:
    """An event as the API takes it."""
    return codec.event_of(GAME, raw)
