"""Who may take part in a play, and as what: the door, the free seats, taking one, handing one over, leaving."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.core.errors import Missing, NotNow
from companion.core.play import Play
from companion.core.score import Seat
from companion.core.text import msg
from companion.store.log import Link, Log, Member, Role, Stored

__all__ = ["Chair", "Door", "Joining", "Link", "chairs", "state_of"]
DAY = 24 * 3600 * 1000
LASTS = 30 * DAY  # a link, after the last tap of its play
KEY_BYTES = 24  # of chance in the key of a host

DoorState = Literal["open", "shut", "withdrawn", "expired", "finished"]
Held = Literal["mine", "free", "shared", "taken"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """A link that somebody came by, and whether one can come in by it."""

    link: Link
    state: DoorState


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """A seat as somebody at the door sees it.

    *held*: "mine", "free" (nobody's phone), "shared" (on a phone that holds several), "taken" (another person's).
    """

    seat: Seat
    name: str
    held: Held

    @property
    def is_free(self) -> bool:
        """Whether a newcomer may take it."""
        return self.held in ("free", "shared")


def state_of(link: Link, stored: Stored, play: Play[Any], now: int) -> DoorState:
    """Whether one comes in by *link*, and if not, why."""
    if link.withdrawn is not None:
        return "withdrawn"
    if play.table.closed is not None:
        return "finished"
    if max(link.made, stored.touched) + LASTS < now:
        return "expired"
    return "shut" if stored.is_shut else "open"


def chairs(play: Play[Any], members: Iterable[Member], me: Member | None, link: Link | None = None) -> list[Chair]:
    """Every seat at the table, in seating order, as *me* may take it; a personal *link* frees the seats it is for."""
    present = [one for one in members if one.role != "out"]
    meant = link.seats if link and link.withdrawn is None else frozenset()
    return [
        Chair(seat=seat, name=play.table.names[seat], held=_held(seat, present, me, meant)) for seat in play.table.order
    ]


def _held(seat: Seat, members: list[Member], me: Member | None, meant: frozenset[Seat]) -> Held:
    if me is not None and seat in me.seats:
        return "mine"
    holders = [one for one in members if seat in one.seats]
    if not holders or seat in meant:
        return "free"
    return "shared" if all(len(one.seats) > 1 for one in holders) else "taken"


class Joining:
    """Coming, sitting, leaving. *told* is called with the play's number after every change."""

    def __init__(self, log: Log, clock: Callable[[], int], told: Callable[[int], None]) -> None:
        self.log = log
        self.clock = clock
        self.told = told

    def door(self, stored: Stored, play: Play[Any]) -> Door:
        """The door that the code of *stored* leads to. Raises Missing where there is none."""
        link = self.log.link(stored.code)
        if link is None:
            raise Missing(msg("There is no play with this code."))
        return Door(link=link, state=state_of(link, stored, play, self.clock()))

    def watch(self, stored: Stored, play: Play[Any], device: str) -> Member:
        """*device* watches: it sees what lies open and changes nothing. Raises NotNow at a closed door."""
        self._let_in(stored, play)
        me = self.log.member(stored.id, device)
        if me is not None and me.role in ("host", "play"):
            return me
        member = self.log.join(stored.id, device, "watch", frozenset(), stored.code)
        self.told(stored.id)
        return member

    def sit(self, stored: Stored, play: Play[Any], device: str, seats: frozenset[Seat]) -> Member:
        """*device* takes *seats*, free ones or its own; a phone that holds several lets go of those.

        Who sat on other seats before leaves them. Raises NotNow at a closed door, by a link to watch only, and where
        a seat is somebody else's.
        """
        door = self._let_in(stored, play)
        with self.log.writing(stored.id):
            member = self._sat(stored, play, device, seats, door)
        self.told(stored.id)
        return member

    def _sat(self, stored: Stored, play: Play[Any], device: str, seats: frozenset[Seat], door: Door) -> Member:
        me, link = self.log.member(stored.id, device), door.link
        is_new = me is None or me.role not in ("host", "play")
        if is_new and door.state != "open":
            raise NotNow(msg("Nobody new can join here right now."))
        if is_new and link.role != "play":
            raise NotNow(msg("This link is for watching. Ask for one to play."))
        everybody = self.log.members(stored.id)
        known = {chair.seat: chair for chair in chairs(play, everybody, me, link)}
        if not seats or not seats <= set(known):
            raise NotNow(msg("Choose who you are."), "seat")
        for seat in seats:
            if known[seat].held == "taken":
                raise NotNow(
                    msg("%(name)s is on another phone already. Ask that person to let you in.", name=known[seat].name),
                    "seat",
                )
        role: Role = "host" if me is not None and me.role == "host" else "play"
        taken = seats - link.seats  # a personal link puts one seat on two phones
        self._let_go(stored, everybody, me, taken)
        return self.log.join(stored.id, device, role, seats, stored.code)

    def _let_go(self, stored: Stored, everybody: list[Member], me: Member | None, seats: frozenset[Seat]) -> None:
        others = [one for one in everybody if (me is None or one.number != me.number) and one.seats & seats]
        self.log.reseat(stored.id, [replace(one, seats=one.seats - seats) for one in others])

    def follow(self, old: Stored, before: Play[Any], new: Stored, play: Play[Any]) -> None:
        """The phones of *old* come along to its rematch *new*, each with the people of its own, by their names."""
        free, seats = list(play.table.order), dict[Seat, Seat]()
        for seat, name in before.table.names.items():
            if same := next((one for one in free if play.table.names[one] == name), None):
                free.remove(same)
                seats[seat] = same
        self.log.follow(old.id, new, seats)
        self.told(old.id)

    def keep(self, stored: Stored, me: Member, seats: frozenset[Seat]) -> Member:
        """*me* keeps only *seats* of those it holds; the others are free to take."""
        with self.log.writing(stored.id):
            now = next((one for one in self.log.members(stored.id) if one.number == me.number), me)
            kept = replace(now, seats=now.seats & seats)
            self.log.reseat(stored.id, [kept])
        self.told(stored.id)
        return kept

    def hand(self, stored: Stored, me: Member, number: int, seats: frozenset[Seat]) -> None:
        """The phone *number* holds *seats* from now on, and may play. Raises NotNow for anybody but the host."""
        self._only_host(me)
        with self.log.writing(stored.id):
            everybody = self.log.members(stored.id)
            other = next((one for one in everybody if one.number == number), None)
            if other is None:
                raise Missing(msg("This phone is no longer at the table."))
            role: Role = other.role if other.role == "host" else "play" if seats else "watch"
            changed = [replace(one, seats=one.seats - seats) for one in everybody if one.number != number]
            self.log.reseat(stored.id, [*changed, replace(other, role=role, seats=seats)])
        self.told(stored.id)

    def leave(self, stored: Stored, me: Member, number: int | None = None) -> None:
        """*me* leaves the play, or the host sends the phone *number* away. The next phone then hosts."""
        if number is not None and number != me.number:
            self._only_host(me)
        with self.log.writing(stored.id):
            everybody = self.log.members(stored.id)
            leaver = next((one for one in everybody if one.number == (number or me.number)), None)
            if leaver is None:
                return
            rest = [one for one in everybody if one.number != leaver.number]
            changed = [replace(leaver, role="out", seats=frozenset())]
            if leaver.role == "host":
                heir = next((one for role in ("host", "play") for one in rest if one.role == role), None)
                if heir is None:
                    raise NotNow(msg("Nobody else could go on with this play. Delete it instead, or wait for others."))
                changed.append(replace(heir, role="host"))
            self.log.reseat(stored.id, changed)
        self.told(stored.id)

    def invite(self, stored: Stored, me: Member, role: Role, seats: frozenset[Seat] = frozenset()) -> Link:
        """A new link: to play, to watch, or for one's own seats on a second phone."""
        if seats and not seats <= me.seats:
            self._only_host(me)
        if me.role not in ("host", "play"):
            raise NotNow(msg("You are watching; take a seat to play."))
        link = self.log.invite(stored.id, "watch" if role == "watch" else "play", seats, self.clock())
        self.told(stored.id)
        return link

    def withdraw(self, stored: Stored, me: Member, code: str) -> None:
        """Nobody new comes by the link *code*."""
        self._only_host(me)
        self.log.withdraw(stored.id, code, self.clock())
        self.told(stored.id)

    def shut(self, stored: Stored, me: Member, *, is_shut: bool) -> None:
        """Close joining, or open it again."""
        self._only_host(me)
        self.log.shut(stored.id, self.clock() if is_shut else None)
        self.told(stored.id)

    def key(self, stored: Stored, me: Member) -> str:
        """A key by which any phone becomes host of the play beside *me*. It is told this once; the one before ends."""
        self._only_host(me)
        key = secrets.token_urlsafe(KEY_BYTES)
        self.log.set_key(stored.id, _digest(key), self.clock())
        return key

    def drop(self, stored: Stored, me: Member) -> None:
        """Nobody becomes host by a key any more; who did so stays."""
        self._only_host(me)
        self.log.set_key(stored.id, None, self.clock())

    def play_of(self, key: str) -> Stored:
        """The play that *key* is the host's key to. Raises Missing."""
        stored = self.log.by_key(_digest(key))
        if stored is None:
            raise Missing(msg("This key opens no play: it was withdrawn, or a newer one was made."))
        return stored

    def take_over(self, key: str, device: str) -> Stored:
        """The play of *key*, which *device* hosts from now on, with the seats of its hosts beside its own."""
        stored = self.play_of(key)
        me = self.log.member(stored.id, device)
        hosts = [one for one in self.log.members(stored.id) if one.role == "host"]
        seats = frozenset[Seat]().union(*(one.seats for one in (*hosts, *([me] if me else []))))
        self.log.join(stored.id, device, "host", seats, stored.code)
        self.told(stored.id)
        return stored

    def _let_in(self, stored: Stored, play: Play[Any]) -> Door:
        door = self.door(stored, play)
        if door.state not in ("open", "finished"):
            raise NotNow(msg("Nobody new can join here right now."))
        return door

    @staticmethod
    def _only_host(me: Member) -> None:
        if me.role != "host":
            raise NotNow(msg("Only the phone that hosts this play can do that."))


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
