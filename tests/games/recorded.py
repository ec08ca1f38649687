"""The recorded evenings of all games, for tests that hold whatever is played."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion import codec
from companion.core.events import Corrected, Event, Logged, Opened, Sitter, Undone
from companion.core.game import Game
from companion.core.play import Play, opened, standing, tracker_of
from companion.games import discover
from companion.service import COLOURS
from companion.web.plays import known_args, of_people
from companion.web.tally import Args, read_tally

REPLAYS = Path(__file__).parents[1] / "golden" / "replays"
FILES = {
    "bunny-kingdom": "bunny-evening",
    "project-universe": "universe-evening",
    "rabbit-astronauts": "rabbit-first",
    "space-pioneers": "pioneers-missions",
    "rocket-flight": "rocket-flight",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A game as it was played: by whom, and step by step from step 2 on. *game* draws nothing: it is in the steps."""

    game: Game[Any]
    names: tuple[str, ...]
    start: int
    events: tuple[Event, ...]

    def begun(self) -> Play[Any]:
        """The play before the first of its steps, in full depth."""
        seats = tuple(Sitter(seat=n, name=name, colour=COLOURS[n - 1]) for n, name in enumerate(self.names, 1))
        event = Opened(seats=seats, start=self.start, depth="full")
        return opened(self.game, Logged(seq=1, op="1", at=0, by=1, event=event))

    def plays(self) -> Iterator[Play[Any]]:
        """The play after each of its steps."""
        play = self.begun()
        for event in self.events:
            play = after(play, event)
            yield play

    def plain(self) -> tuple[Event, ...]:
        """The steps that stand in the end, each as it was corrected: the same evening without a slip."""
        *_, last = self.plays()
        return tuple(event for seq, event in standing(last.log) if seq > 1)


def evenings() -> tuple[Evening, ...]:
    """One for each game on the shelf."""
    found = []
    for slug, game in discover().items():
        raw = tomllib.loads((REPLAYS / f"{FILES[slug]}.toml").read_text("utf-8"))
        drawn = replace(game, tracker=replace(tracker_of(game), chance=lambda state, event, below: event))
        events = tuple(codec.event_of(game, one) for one in raw["events"])
        found.append(Evening(game=drawn, names=tuple(raw["names"]), start=raw.get("start", 1), events=events))
    return tuple(found)


def after(play: Play[Any], *events: Event, by: int = 1) -> Play[Any]:
    """The play after *events*."""
    for event in events:
        play = play.append(Logged(seq=play.head + 1, op=str(play.head + 1), at=0, by=by, event=event))
    return play


def totals(play: Play[Any]) -> dict[int, int]:
    """Everybody's points so far, by seat."""
    tally = of_people(read_tally(play.game, Args(known_args(play, frozenset(play.table.names)))).tally, play)
    result = play.game.score(tracker_of(play.game).final(play.state, tally))
    return {seat: result.total(seat) for seat in play.table.names}


def moved(event: Event, seqs: dict[int, int]) -> Event:
    """*event* where the steps that it speaks of have the numbers of *seqs*."""
    return replace(event, seq=seqs[event.seq]) if isinstance(event, (Undone, Corrected)) else event
