"""Plays of Project Universe for tests: opened, followed event by event, counted."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from companion import codec
from companion.core.events import Depth, Event, Logged, Opened, PhaseEnded, Sitter
from companion.core.play import Play, opened
from companion.core.score import Result
from companion.games.project_universe import GAME
from companion.games.project_universe.happenings import ACTION, ENDING, PREPARATION
from companion.games.project_universe.tracker import TRACKER
from companion.games.project_universe.universe import Board, Universe
from companion.service import COLOURS
from companion.web.plays import known_args, of_people
from companion.web.tally import Args, read_tally

REPLAYS = Path(__file__).parents[2] / "golden" / "replays"
PHASES = (PREPARATION, ACTION, ENDING)


@cache
def evening(name: str = "universe-evening") -> dict[str, Any]:
    """A recorded game: names, events as the API takes them, and what was worked out by hand."""
    return tomllib.loads((REPLAYS / f"{name}.toml").read_text("utf-8"))


def begun(*names: str, depth: Depth = "full", start: int = 1, **options: Any) -> Play[Universe]:
    """A play of these people; Ann, Bob and Cy where none are named."""
    people = names or ("Ann", "Bob", "Cy")
    seats = tuple(Sitter(seat=n, name=name, colour=COLOURS[n - 1]) for n, name in enumerate(people, 1))
    event = Opened(seats=seats, start=start, depth=depth, options=options)
    return opened(GAME, Logged(seq=1, op="1", at=0, by=1, event=event))


def after(play: Play[Universe], *events: Event | dict[str, Any]) -> Play[Universe]:
    """The play after *events*, of our own or as the API takes them."""
    for event in events:
        happened = read(event) if isinstance(event, dict) else event
        play = play.append(Logged(seq=play.head + 1, op=str(play.head + 1), at=0, by=1, event=happened))
    return play


def read(raw: dict[str, Any]) -> Event:
    """An event as the API takes it."""
    return codec.event_of(GAME, raw)


def on(round_: int, *phases: str) -> tuple[Event, ...]:
    """These phases of a round are over."""
    return tuple(PhaseEnded(round=round_, phase=phase) for phase in phases)


def acting(*names: str, **boards: dict[str, int]) -> Play[Universe]:
    """The Action Phase of round 1, with what seats have ("s1": {"money": 9}) put down by hand."""
    play = begun(*names)
    for seat in play.table.order:
        play = after(play, dealt(seat))
    for key, piles in boards.items():
        play = with_piles(play, int(key[1:]), **piles)
    return after(play, *on(1, PREPARATION))


def dealt(seat: int, workforce: int = 0, destination: str = "A", **more: Any) -> dict[str, Any]:
    return {"kind": "dealt", "seat": seat, "workforce": workforce, "destination": destination, **more}


def with_piles(play: Play[Universe], seat: int, **piles: int) -> Play[Universe]:
    """With exactly so many of each in front of *seat*."""
    for what, n in piles.items():
        by = n - play.state.board(seat).has(what)
        play = after(play, {"kind": "adjusted", "seat": seat, "what": what, "by": by})
    return play


def turn(play: Play[Universe], kind: str, **fields: Any) -> Play[Universe]:
    """Something of the turn that is on, by whoever's turn it is."""
    now = play.state.turn
    assert now is not None
    base: dict[str, Any] = {"kind": kind, "seat": now.seat, "round": play.state.round, "turn": now.number}
    if kind in WITHIN:
        base["nth"] = now.nth + 1
    if kind == "moved":
        base["hop"] = now.hops + 1
    return after(play, {**base, **fields})


WITHIN = (
    "office_used",
    "order_taken",
    "improved",
    "invested",
    "employed",
    "station_used",
    "order_achieved",
    "site_built",
)


def card(play: Play[Universe], played: str, kind: str, **fields: Any) -> Play[Universe]:
    """A card of this type played, and one use of the Head Office."""
    return turn(turn(play, "card_played", card=played), kind, **fields)


def has(play: Play[Universe], seat: int, *piles: str) -> tuple[int, ...]:
    """How many of each are in front of *seat*."""
    board: Board = play.state.board(seat)
    return tuple(board.has(pile) for pile in piles)


def counted(play: Play[Universe]) -> Result:
    """The score as far as the play knows it."""
    tally = of_people(read_tally(GAME, Args(known_args(play, frozenset(play.table.names)))).tally, play)
    return GAME.score(TRACKER.final(play.state, tally))
