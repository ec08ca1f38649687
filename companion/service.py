"""Plays: where the pure core meets the store. Opens, folds, records; answers are as the asking device may see them."""

from __future__ import annotations

import secrets
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion import VERSION, codec
from companion.core.errors import Missing, NotNow, Refused
from companion.core.events import Colour, Depth, Event, Final, Logged, Opened, Sitter
from companion.core.game import Game
from companion.core.play import Play, opened, replayed, standing, tracker_of
from companion.core.score import Result
from companion.core.text import msg
from companion.hub import Hub
from companion.joining import Joining
from companion.store.faults import Unsaved
from companion.store.log import Entry, Log, Look, Member, Role, Stored, is_code, read_code

__all__ = ["COLOURS", "Look", "Member", "Plays", "Recorded", "Role", "Stored", "Tap", "Unsaved", "finals", "read_code"]
COLOURS: tuple[Colour, ...] = ("red", "yellow", "pink", "black", "blue", "green")
KEPT = 256
PEOPLE, GONE = "people", "gone"  # what listeners hear beside the head: somebody came or went, the play is no more
FORMAT = "companion-play"


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A tap taken in: the number of its event, the play after it, and whether it was there already."""

    seq: int
    play: Play[Any]
    repeated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """What a device sends: its own id for the tap, the head it saw, what happened."""

    op: str
    base: int
    event: Event


class Plays:
    """All plays of this site. *clock* gives milliseconds; tests pass their own. At most *live* phones listen."""

    def __init__(
        self, log: Log, games: Mapping[str, Game[Any]], clock: Callable[[], int] = now, live: int = 200
    ) -> None:
        self.log = log
        self.games = games
        self.clock = clock
        self.hub = Hub(live)
        self.joining = Joining(log, clock, lambda play: self.hub.publish(play, PEOPLE))
        self._folded: OrderedDict[int, Play[Any]] = OrderedDict()
        self._guard = threading.Lock()

    def create(
        self,
        game: Game[Any],
        device: str,
        names: Sequence[str],
        *,
        start: int = 1,
        depth: Depth = "round",
        options: Mapping[str, Any] | None = None,
        op: str = "",
    ) -> Stored:
        """A new play with *names* clockwise, hosted by *device*, which holds all seats; once for each *op*.

        Raises Refused.
        """
        seats = tuple(Sitter(seat=n, name=name, colour=COLOURS[n - 1]) for n, name in enumerate(names, 1))
        event = Opened(seats=seats, start=start, depth=depth, options=dict(options or {}))
        first = Logged(seq=1, op=op or str(uuid.uuid4()), at=self.clock(), by=1, event=event)
        seated = frozenset(opened(game, first).table.sitters)
        return self.log.create(game.slug, device, _entry(first), seated, once=bool(op))

    def made_by(self, device: str, op: str) -> Stored | None:
        """The play that *device* began with the tap *op*; None if there is none."""
        return self.log.begun(device, op)

    def find(self, code: str) -> Stored:
        """The play with *code*. Raises Missing."""
        return self.log.look(code).stored

    def open(self, stored: Stored, head: int | None = None) -> Play[Any]:
        """The folded play; only what came since the last time is applied. Nothing did if it is at *head*, just seen."""
        with self._guard:
            play = self._folded.get(stored.id)
        if play and play.head == head:
            return play
        tail = self.log.after(stored.id, play.head if play else 0)
        if not tail and play:
            return play
        game = self._game(stored)
        entries = [_logged(game, entry) for entry in tail]
        if play is None:
            play = replayed(game, entries)
        else:
            for entry in entries:
                play = play.append(entry)
        self._keep(stored.id, play)
        return play

    def record(self, stored: Stored, member: Member, tap: Tap) -> Recorded:
        """Take in *tap*, once whatever happens: a retry answers as the first did. Raises Refused and its kinds."""
        if member.role == "watch":
            raise NotNow(msg("You are watching; take a seat to play."))
        with self.log.writing(stored.id):
            recorded = self.log.settled(lambda: self._record(stored, member, tap))
            self._keep(stored.id, recorded.play)
        if not recorded.repeated:
            self.hub.publish(stored.id, str(recorded.play.head))
        return recorded

    def _only_own(self, stored: Stored, play: Play[Any], member: Member, event: Event) -> None:
        """Refuses another's secret, right or wrong: an answer to a guess would tell it."""
        told = tracker_of(play.game).private(play.state, event) - member.seats
        if not told or lies_open(play):
            return
        others = [seat for one in self.log.members(stored.id) if one.number != member.number for seat in one.seats]
        for seat in told.intersection(others):
            name = play.table.names.get(seat, "")
            raise NotNow(msg("Hidden from all but %(name)s: only that phone can enter it.", name=name))

    def _record(self, stored: Stored, member: Member, tap: Tap) -> Recorded:
        play = self.open(stored)
        self._only_own(stored, play, member, tap.event)
        if (seq := self.log.by_op(stored.id, tap.op)) is not None:
            return Recorded(seq=seq, play=self.open(stored), repeated=True)
        if earlier := play.repeat_of(tap.event, by=member.number, base=tap.base):
            return Recorded(seq=earlier.seq, play=play, repeated=True)
        event = tracker_of(play.game).chance(play.state, tap.event, secrets.randbelow)
        entry = Logged(seq=play.head + 1, op=tap.op, at=self.clock(), by=member.number, event=event)
        after = play.append(entry)
        self.log.append(stored.id, _entry(entry))
        return Recorded(seq=entry.seq, play=after)

    def member(self, stored: Stored, device: str) -> Member | None:
        """What *device* is at the play; None for a stranger."""
        return self.log.member(stored.id, device)

    def delete(self, stored: Stored) -> None:
        """Take the play off the shelf; it can be brought back until it is forgotten."""
        self.log.delete(stored.id, self.clock())
        self.hub.publish(stored.id, GONE)

    def exported(self, stored: Stored, seats: frozenset[int]) -> dict[str, Any]:
        """The whole play as JSON values, as a device holding *seats* may see it: all of it once it lies open.

        Its code stands in it for those who play: at the site that takes the file in, their phones find it again.
        """
        play, link = self.open(stored), self.log.link(stored.code)
        if lies_open(play):
            seats = frozenset(play.table.sitters)
        return {
            "format": FORMAT,
            "version": 1,
            "app": VERSION,
            "game": stored.game,
            **({"code": stored.code} if link and link.role == "play" and not link.seats else {}),
            "created": stored.created,
            "log": [codec.exported(entry, seats) for entry in play.log],
        }

    def imported(self, raw: Any, device: str) -> Stored:
        """A new play made of an exported one, with its code where that is free here.

        Raises Refused or Invalid where it cannot be one.
        """
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            raise Refused(msg("This is not a play exported from here."))
        if raw.get("version") != 1:
            raise Refused(msg("This play was exported by a newer version."))
        game = self.games.get(str(raw.get("game")))
        if game is None:
            raise Missing(msg("The game of this play is not on the shelf."))
        play = replayed(game, codec.log_of(game, raw.get("log")))
        first, *rest = play.log
        seats, code = frozenset(play.table.sitters), str(raw.get("code"))
        stored = self.log.create(
            game.slug,
            device,
            _entry(first),
            seats,
            rest=[_entry(entry) for entry in rest],
            code=code if is_code(code) else "",
        )
        self._keep(stored.id, play)
        return stored

    def _game(self, stored: Stored) -> Game[Any]:
        game = self.games.get(stored.game)
        if game is None:
            raise Missing(msg("The game of this play is not on the shelf."))
        return game

    def _keep(self, play_id: int, play: Play[Any]) -> None:
        with self._guard:
            held = self._folded.get(play_id)
            if held is None or held.head <= play.head:
                self._folded[play_id] = play
            self._folded.move_to_end(play_id)
            while len(self._folded) > KEPT:
                self._folded.popitem(last=False)


def lies_open(play: Play[Any]) -> bool:
    """Whether the secrets of *play* were turned over."""
    return any(event.opens for _, event in standing(play.log))


def finals(result: Result, play: Play[Any]) -> tuple[Final, ...]:
    """What a closed play keeps of *result*: keys and figures."""
    seats: list[int | None] = [*play.table.names, None]
    found = []
    for seat in seats:
        points: dict[str, int] = {}
        for line in result.lines:
            if line.seat == seat:
                points[line.key] = points.get(line.key, 0) + line.points
        if points or seat is not None:
            place = 1 if seat is None else result.places.get(seat, 1)
            found.append(Final(seat=seat, place=place, total=sum(points.values()), points=points))
    return tuple(found)


def _entry(logged: Logged) -> Entry:
    return Entry(seq=logged.seq, op=logged.op, at=logged.at, by=logged.by, body=codec.text_of(logged.event))


def _logged(game: Game[Any], entry: Entry) -> Logged:
    return Logged(seq=entry.seq, op=entry.op, at=entry.at, by=entry.by, event=codec.event_from(game, entry.body))
