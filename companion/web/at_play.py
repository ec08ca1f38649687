"""What every route of a play needs: the play, what the asking device is at it, and whether it may write."""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import replace
from typing import Any

from flask import Response, current_app, g, request

from companion.core.errors import Missing, NotNow, Refused
from companion.core.play import Play
from companion.core.secrets import seen
from companion.core.text import Msg, msg
from companion.service import Look, Member, Plays, Stored, read_code
from companion.web import limits
from companion.web.devices import device, known_device
from companion.web.page import show
from companion.web.playviews import eyes

MOST_CODE = 40  # signs of what is typed as a code
COVERED = "covered"  # in an address: the page without anybody's secrets, for a phone to keep


class Outside(Refused):
    """A play that this device does not take part in. *code* leads to its door; *is_gone*: nobody comes in by it."""

    def __init__(self, code: str, *, is_gone: bool) -> None:
        super().__init__(msg("This phone is not at this table yet. Join it first."))
        self.code = code
        self.is_gone = is_gone


class Deleted(Missing):
    """A play that was deleted while this device takes part in it. *is_host*: it can bring the play back."""

    def __init__(self, stored: Stored, play: Play[Any], *, is_host: bool) -> None:
        super().__init__(msg("This play was deleted. The phone that hosts it can bring it back."))
        self.stored = stored
        self.play = play
        self.is_host = is_host


def plays() -> Plays:
    """All plays of this site."""
    found: Plays = current_app.extensions["plays"]
    return found


def stored_play(typed: str) -> Stored:
    """The play of a code as it was typed. Raises Missing, Deleted, and 429 for an address that guesses codes.

    Who sits at the table goes on playing, whoever guesses at the same address.
    """
    return _look(typed)[0].stored


def _look(typed: str) -> tuple[Look, Member | None]:
    try:
        look = plays().log.look(read_code(typed[:MOST_CODE]))
    except Missing:
        if deleted := _deleted(typed):
            raise deleted from None
        limits.check("guess")
        limits.take("guess")
        raise
    known = known_device()
    member = look.members.get(known) if known else None
    if member is None:
        limits.check("guess")
    return look, member


def _deleted(typed: str) -> Deleted | None:
    """What is said of a deleted play to those who take part in it."""
    if not known_device():
        return None
    try:
        stored = plays().log.deleted(read_code(typed[:MOST_CODE]))
    except Missing:
        return None
    member = member_of(stored)
    return Deleted(stored, plays().open(stored), is_host=member.role == "host") if member else None


def member_of(stored: Stored) -> Member | None:
    """What this device is at the play; None for a stranger and for one that left."""
    known = known_device()
    member = plays().member(stored, known) if known else None
    return None if member is None or member.role == "out" else member


def the_play(code: str) -> tuple[Stored, Play[Any], Member | None]:
    """The play *code* and what this device is at it: a member, or None for whoever looks at a finished play.

    With ``covered`` in the address it holds no seat. Raises Missing where there is no play, Outside for a stranger.
    """
    look, member = _look(code)
    stored = look.stored
    play = plays().open(stored, look.head)
    g.setdefault("looks", {})[stored.id] = look
    if member is None:
        link = plays().log.link(stored.code)
        is_gone = link is None or link.withdrawn is not None
        if is_gone or play.table.closed is None:
            raise Outside(stored.code, is_gone=is_gone)
    elif COVERED in request.args:
        member = replace(member, seats=frozenset())
    return stored, play, member


def look_at(stored: Stored) -> Look:
    """The play as :func:`the_play` found it."""
    look: Look = g.looks[stored.id]
    return look


def phones_at(stored: Stored) -> list[Member]:
    """Every phone at the play, as :func:`the_play` found it."""
    return list(look_at(stored).members.values())


def company(look: Look) -> str:
    """Who is at the play and how others may come, in short: another name after every change of that.

    Links only come to be and are withdrawn, so their numbers tell of every change; no code is in it.
    """
    phones = [(one.number, one.role, sorted(one.seats)) for one in look.members.values()]
    return hashlib.sha256(repr((phones, look.ways, look.stored.is_shut)).encode()).hexdigest()[:8]


def people_of(play: Play[Any]) -> Msg:
    """Everybody at the table in one line, by which a person knows a play."""
    return msg("%(names)s", names=tuple(play.table.names[seat] for seat in play.table.order))


def may_write(member: Member | None) -> bool:
    """Whether *member* may enter something."""
    return member is not None and member.role != "watch"


def sits(play: Play[Any], member: Member | None) -> bool:
    """Whether *member* has a person at the table; with ``covered`` in the address nobody says so."""
    return COVERED in request.args or bool(member and member.seats.intersection(play.table.order))


def may_sit(stored: Stored, play: Play[Any], member: Member | None) -> bool:
    """Whether *member* has no seat, though the link that it came by is one to play."""
    if member is None or sits(play, member):
        return False
    door = plays().joining.door(stored, play)
    return door.state == "open" and door.link.role == "play"


def writer(member: Member | None) -> Member:
    """*member*, who takes part. Raises NotNow for whoever only looks."""
    if member is None:
        raise NotNow(msg("You are watching this play; it is on another phone."))
    return member


def show_at(
    page: str, stored: Stored, play: Play[Any], member: Member | None, *, status: int = 200, **values: Any
) -> Response:
    """A page of a play, with what every one of them needs."""
    response = show(
        page,
        status=status,
        game=play.game,
        stored=stored,
        play=play,
        can_write=may_write(member),
        may_sit=may_sit(stored, play, member),
        has_no_seat=play.table.closed is None and may_write(member) and not sits(play, member),
        phones=len(phones_at(stored)),
        company=company(look_at(stored)),
        op=op_of,
        **values,
    )
    if shows_secrets(play, member):
        response.headers["Cache-Control"] = "no-store"
    return response


def shows_secrets(play: Play[Any], member: Member | None) -> bool:
    """Whether the pages of *member* hold something that others may not see, and nothing may keep."""
    seats = eyes(member)
    return bool(seats) and bool(seen(play.state, seats) != seen(play.state, frozenset()))


def op_of(form: str, head: int) -> str:
    """The id of a form's next submission, the same until something has happened: a double press counts once."""
    return str(
        uuid.uuid5(uuid.NAMESPACE_URL, f"{device() if form == 'new' else known_device()}/{head}/{form}/{_salt(form)}")
    )


def _salt(form: str) -> str:
    """New plays may be alike; each page that offers one gets an id of its own."""
    if form != "new":
        return ""
    if "salt" not in g:
        g.salt = uuid.uuid4().hex
    return str(g.salt)
