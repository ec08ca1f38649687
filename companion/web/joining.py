"""Joining a play: the door, the invitation with its code to scan, and who sits where."""

from __future__ import annotations

import re
import uuid
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, current_app, redirect, request, url_for
from markupsafe import Markup

from companion import codec
from companion import joining as doors
from companion.addresses import of_this_machine
from companion.core.errors import Invalid, Missing, NotNow, Refused, Stale
from companion.core.play import Play
from companion.core.score import Seat
from companion.core.text import Msg, msg
from companion.joining import Joining, Link
from companion.service import COLOURS, Member, Stored, Tap, finals, read_code
from companion.settings import Settings
from companion.web import limits
from companion.web.at_play import MOST_CODE, member_of, op_of, plays, show_at, stored_play, the_play, writer
from companion.web.devices import COOKIE, device
from companion.web.errors import status_of
from companion.web.limits import is_here
from companion.web.page import show
from companion.web.plays import counted
from companion.web.tally import bare

bp = Blueprint("joining", __name__)
STATUS = {"open": 200, "finished": 200, "shut": 403, "withdrawn": 410, "expired": 410}
MOST_SEATS = 12


def joins() -> Joining:
    """Who comes and goes at the plays of this site."""
    return plays().joining


# ---------------------------------------------------------------- coming in


@bp.get("/join")
def ask() -> Response:
    """Where a code is typed, or its whole address pasted; a right one leads to the door."""
    typed = request.args.get("code", "")[:200]
    if not typed.strip():
        return show("joining/join.html", typed="", error=None)
    pasted = re.search(r"/j/([^/?#]+)", typed)
    try:
        stored = stored_play(pasted[1] if pasted else typed)
    except Missing as missing:
        return show("joining/join.html", status=404, typed=typed, error=missing.message)
    return redirect(url_for(".door", code=stored.code))


@bp.get("/j/<code>")
def door(code: str) -> Response:
    """The door of a play: who sits there already, which seats are free, or why nobody new comes in."""
    try:
        stored = stored_play(code)
    except Missing as missing:
        return show("joining/join.html", status=404, typed=code[:MOST_CODE], error=missing.message)
    play, member = plays().open(stored), member_of(stored)
    if member is not None and "seats" not in request.args:
        return redirect(url_for("plays.phase", code=stored.code), 303)
    return _door(stored, play, member)


def _door(stored: Stored, play: Play[Any], member: Member | None, refused: Refused | None = None) -> Response:
    found = joins().door(stored, play)
    if found.state == "open" and COOKIE not in request.cookies:
        device()  # named before its first tap, so that two quick ones come from one phone
    _, result = counted(play, member)
    points = {one.seat: one.total for one in finals(result, play)}
    free = [n for n in range(1, MOST_SEATS + 1) if n not in play.table.sitters]
    response = show(
        "joining/door.html",
        status=status_of(refused) if refused else STATUS[found.state],
        game=play.game,
        play=play,
        door=found,
        code=stored.code,
        chairs=doors.chairs(play, plays().log.members(stored.id), member, found.link),
        points=points,
        can_arrive=bool(free) and len(play.table.order) < play.game.seats[-1] and found.link.role == "play",
        error=refused.message if refused else None,
        op=op_of,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.post("/j/<code>")
def enter(code: str) -> Response:
    """Take a seat, several on a shared phone, a new one, or watch."""
    limits.take("join")
    stored = stored_play(code)
    play, form = plays().open(stored), request.form
    try:
        if form.get("as") == "watch":
            joins().watch(stored, play, device())
        elif bare(form.get("newcomer", "")):
            _arrive(stored, play, bare(form["newcomer"]))
        else:
            joins().sit(stored, play, device(), _seats(form.getlist("seat")))
    except Refused as refused:
        return _door(stored, play, member_of(stored), refused)
    except Invalid as invalid:
        return _door(stored, play, member_of(stored), invalid.errors[0])
    return redirect(url_for("plays.phase", code=stored.code), 303)


def _arrive(stored: Stored, play: Play[Any], name: str) -> None:
    """One more person sits down, with this phone."""
    found = joins().door(stored, play)
    if found.state != "open" or found.link.role != "play":
        raise NotNow(msg("Nobody new can join here right now."))
    op = request.form.get("op", "")[:64] or str(uuid.uuid4())
    for seat in range(1, MOST_SEATS + 2):
        if seat in play.table.sitters:
            continue
        raw = {"kind": "arrived", "seat": seat, "name": name, "colour": COLOURS[(seat - 1) % len(COLOURS)]}
        event = codec.event_of(play.game, raw)
        me = member_of(stored) or joins().watch(stored, play, device())
        entering = Member(number=me.number, role="play", seats=frozenset({seat}))
        with suppress(Stale):  # somebody else has just sat down there: the next seat, then
            recorded = plays().record(stored, entering, Tap(op=op, base=play.head, event=event))
            if not recorded.repeated:
                joins().sit(stored, recorded.play, device(), frozenset({seat}))
            if recorded.play.log[recorded.seq - 1].by == me.number:
                return
        play = plays().open(stored)
    raise NotNow(msg("Nobody new can join here right now."))


def _seats(typed: list[str]) -> frozenset[Seat]:
    return frozenset(int(one) for one in typed[:MOST_SEATS] if one.isdecimal() and len(one) < 4)


# ---------------------------------------------------------------- inviting


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A link as its page shows it: the address in full, its code to read aloud, and a drawing to scan."""

    link: Link
    address: str
    code: str
    drawing: Markup


@bp.get("/plays/<code>/invite")
def invite(code: str) -> Response:
    """The code to scan, the address and the code to type; who is here; who may still come."""
    stored, play, member = the_play(code)
    me = writer(member)
    if me.role == "watch":
        raise NotNow(msg("You are watching; take a seat to play."))
    return _invite(stored, play, me)


def _invite(stored: Stored, play: Play[Any], me: Member, error: Msg | None = None) -> Response:
    links = [one for one in plays().log.links(stored.id) if one.withdrawn is None]
    to_play = [one for one in links if one.role == "play" and not one.seats]
    wanted = read_code(request.args.get("link", "")[:MOST_CODE])
    shown = next((one for one in links if one.code == wanted), to_play[0] if to_play else None)
    hosts = addresses()
    picked = request.args.get("at", "")
    at = int(picked) if picked.isdecimal() and int(picked[:3]) < len(hosts) else 0
    return show_at(
        "joining/invite.html",
        stored,
        play,
        me,
        status=422 if error else 200,
        me=me,
        invitation=invitation(shown, hosts[at]) if shown else None,
        links=links,
        hosts=hosts,
        at=at,
        port=urlsplit(hosts[at]).port or 80,
        is_public=bool(current_app.extensions["settings"].public_url),
        members=plays().log.members(stored.id),
        door=doors.state_of(shown, stored, play, plays().clock()) if shown else "withdrawn",
        error=error,
        key_made=plays().log.key_made(stored.id) if me.role == "host" else None,
        is_plain=not request.is_secure and not is_here(request.host.partition(":")[0]),
        is_only_here=all(is_here(urlsplit(host).hostname or "") for host in hosts),
    )


def invitation(link: Link, base: str) -> Invitation:
    """*link* under the address *base*."""
    address = f"{base}{url_for('.door', code=link.code)}"
    return Invitation(link=link, address=address, code=f"{link.code[:4]} {link.code[4:]}", drawing=drawn(address))


def drawn(address: str) -> Markup:
    """*address* to scan."""
    made = segno.make(address, micro=False, error="m")
    drawing = made.svg_inline(border=3, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True)
    return Markup(drawing)  # noqa: S704


def addresses() -> list[str]:
    """Where phones reach this site, without a slash at the end, the likeliest first: what was configured wins."""
    settings: Settings = current_app.extensions["settings"]
    if settings.public_url:
        public = urlsplit(settings.public_url)
        return [f"{public.scheme}://{public.netloc}"]
    asked = f"{request.scheme}://{request.host}"
    host, _, port = request.host.partition(":")
    if not is_here(host):
        return [asked]
    tail = f":{port}" if port else ""
    return [*(f"{request.scheme}://{one}{tail}" for one in of_this_machine()), asked]


@bp.post("/plays/<code>/invite")
def change(code: str) -> Response:
    """One change of who may come, who sits where, who leaves."""
    stored, play, member = the_play(code)
    me, form = writer(member), request.form
    number = int(form["number"]) if form.get("number", "").isdecimal() and len(form["number"]) < 6 else 0
    seats = _seats(form.getlist("seat"))
    shown: str | None = None
    try:
        match form.get("do"):
            case "invite":
                limits.take("join")
                shown = joins().invite(stored, me, "watch" if form.get("role") == "watch" else "play", seats).code
            case "withdraw":
                joins().withdraw(stored, me, read_code(form.get("link", "")[:MOST_CODE]))
            case "shut" | "open":
                joins().shut(stored, me, is_shut=form["do"] == "shut")
            case "key":
                limits.take("join")
                return redirect(url_for(".key", key=joins().key(stored, me)), 303)
            case "drop":
                joins().drop(stored, me)
            case "keep":
                joins().keep(stored, me, seats)
            case "hand":
                joins().hand(stored, me, number, seats)
            case "leave":
                joins().leave(stored, me, number or None)
                if number in (0, me.number):
                    return redirect(url_for("home.shelf"), 303)
            case _:
                raise Refused(msg("This is not something that can be done here."), "do")
    except Refused as refused:
        if me.role == "watch":  # the page shows the link to play
            raise
        return _invite(stored, play, me, refused.message)
    return redirect(url_for(".invite", code=stored.code, link=shown), 303)


# ---------------------------------------------------------------- the host's key


@bp.get("/host/<key>")
def key(key: str) -> Response:
    """To a host, the key to keep; to any other phone, the question whether it shall host the play."""
    stored = unlocked(key)
    play, member = plays().open(stored), member_of(stored)
    hosts = [one for one in plays().log.members(stored.id) if one.role == "host"]
    names = tuple(name for seat, name in play.table.names.items() if any(seat in one.seats for one in hosts))
    address = f"{addresses()[0]}{url_for('.key', key=key)}"
    response = show(
        "joining/key.html",
        game=play.game,
        code=stored.code,
        key=key,
        is_host=member is not None and member.role == "host",
        address=address,
        drawing=drawn(address),
        held=msg("%(names)s", names=names) if names else None,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.post("/host/<key>")
def take_over(key: str) -> Response:
    """This phone hosts the play of *key* from now on."""
    limits.take("join")
    unlocked(key)
    return redirect(url_for("plays.phase", code=joins().take_over(key, device()).code), 303)


def unlocked(key: str) -> Stored:
    """The play that *key* is the host's key to. Raises Missing, and 429 for an address that guesses."""
    limits.check("guess")
    try:
        return joins().play_of(key)
    except Missing:
        limits.take("guess")
        raise
