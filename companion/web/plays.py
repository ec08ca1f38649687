"""Plays: made, set up, followed, scored, looked back on. Thin routes; the pages are the same for every game."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, request, url_for
from flask_babel import format_datetime
from werkzeug.datastructures import MultiDict

from companion import codec, schema
from companion.core.errors import Invalid, Missing, NotNow, Refused, Stale
from companion.core.events import Closed, Corrected, Event, Final, Logged, OptionsChosen
from companion.core.game import Game, Tally
from companion.core.play import Play, rule_of, standing, tracker_of
from companion.core.score import Result
from companion.core.secrets import Hidden, seen
from companion.core.text import NOTHING, Msg, msg
from companion.service import COLOURS, Member, Stored, Tap, finals, read_code
from companion.web import forms, limits
from companion.web.api import rule_link
from companion.web.assets import release
from companion.web.at_play import (
    Outside,
    company,
    look_at,
    may_sit,
    may_write,
    op_of,
    people_of,
    phones_at,
    plays,
    show_at,
    the_play,
    writer,
)
from companion.web.devices import device, known_device
from companion.web.errors import status_of
from companion.web.house import house_settings
from companion.web.page import show, the_game, unchanged, wants_fragment
from companion.web.playviews import (
    can_correct,
    control,
    depths_of,
    eyes,
    log_rows,
    names_of_phones,
    play_view,
    said,
    setup_steps,
    told,
)
from companion.web.results import result_view
from companion.web.tally import Args, bare, read_names, read_options, read_tally
from companion.web.words import language, say

bp = Blueprint("plays", __name__)
COVER_OFF = "open"  # in the address of a seat: its person asked to see


# ---------------------------------------------------------------- a new play


@bp.get("/plays/new")
def new() -> Response:
    """Who plays what, how deep it is followed, by which house rules; without a game named, the shelf's first."""
    games: Mapping[str, Game[Any]] = current_app.extensions["games"]
    first = next((slug for slug, game in games.items() if game.tracker), "")
    game = the_game(request.args.get("game", first))
    tracker_of(game)
    return _new(game, request.args, {})


def _new(game: Game[Any], args: Args, errors: Mapping[str, Any], status: int = 200) -> Response:
    typed = ["".join(ch for ch in name if ch.isprintable()) for name in args.getlist("name")]
    return show(
        "plays/new.html",
        status=status,
        game=game,
        names=[typed[n] if n < len(typed) else "" for n in range(game.seats[-1])],
        settings=house_settings(game, args, errors),
        depths=depths_of(game),
        depth=args.get("depth", "round"),
        start=args.get("start", "1"),
        after=args.get("after", "")[:20],
        errors=errors,
        op=op_of("new", 0),
    )


@bp.post("/plays/new")
def create() -> Response:
    """The play, once however often the button was pressed."""
    game, args = the_game(request.form.get("game", "")), request.form
    errors: dict[str, Any] = {}
    names = read_names(game, args, errors)
    options = read_options(game, args, errors)
    if not names:
        errors.setdefault("name.1", msg("At least %(n)d players are needed.", n=game.seats[0]))
    if errors:
        return _new(game, args, errors, 422)
    depth = args.get("depth", "round")
    start = args.get("start", "1")
    limits.take("new")
    op = args.get("op", "")[:64] or str(uuid.uuid4())
    if (made := plays().made_by(device(), op)) is None:
        made = plays().create(
            game,
            device(),
            tuple(map(bare, names.values())),
            start=int(start) if start.isdecimal() and int(start) in names else 1,
            depth=depth if depth in ("count", "round", "full") else "round",  # type: ignore[arg-type]  # just checked
            options=schema.adapter(game.options).dump_python(options, mode="json"),
            op=op,
        )
    hand_on(args.get("after", "")[:20], made, op)
    return redirect(url_for(".phase" if depth == "count" else ".setup", code=made.code), 303)


def hand_on(after: str, made: Stored, op: str) -> None:
    """What the play *after* leaves becomes the first events of *made*, once; if it is over, its phones come along.

    Nothing where it is of another game, or none that this device may see.
    """
    try:
        old, play, member = the_play(after)
    except (Missing, Outside):
        return
    if old.game != made.game:
        return
    left = tracker_of(play.game).leaves(seen(play.state, eyes(member)), play.table.closed)
    host = writer(plays().member(made, device()))
    for n, event in enumerate(left, 1):
        plays().record(made, host, Tap(op=str(uuid.uuid5(uuid.NAMESPACE_URL, f"{op}/{n}")), base=n, event=event))
    if play.table.closed and may_write(member):
        plays().joining.follow(old, play, made, plays().open(made))


# ---------------------------------------------------------------- pages


@bp.get("/plays/<code>/")
def phase(code: str) -> Response:
    """The current phase."""
    stored, play, member = the_play(code)
    tag = _tag(stored, play, member)
    if tag in request.if_none_match:
        return unchanged(tag)
    seat = request.args.get("seat", "")
    shown = int(seat) if seat.isdecimal() and len(seat) < 4 else None
    v = play_view(stored, play, member, shown, request.args, _phones(stored, play))
    own = f"games/{play.game.slug}/_{v.phase.key if v.phase else 'over'}.html"
    panels = ["plays/_over.html"] if v.is_cut_short else [own, "plays/_panel.html" if v.phase else "plays/_over.html"]
    response = show_at("plays/phase.html", stored, play, member, v=v, panels=panels, **_totals(play, member))
    response.set_etag(tag)
    return response


def _phones(stored: Stored, play: Play[Any]) -> dict[int, Msg]:
    """What each phone at the table is called."""
    return names_of_phones(play, phones_at(stored))


def _tag(stored: Stored, play: Play[Any], member: Member | None) -> str:
    """What a page of the phase depends on, in short: known before it is made, so that an unchanged one costs little."""
    who = (known_device(), member.number, member.role, sorted(member.seats)) if member else None
    parts = (release(), language(), request.full_path, stored.code, may_sit(stored, play, member), rematch_of(play))
    return hashlib.sha256(repr((*parts, who, company(look_at(stored)), play.head)).encode()).hexdigest()[:16]


@bp.get("/plays/<code>/setup")
def setup(code: str) -> Response:
    """The checklist of this table."""
    stored, play, member = the_play(code)
    state, first = seen(play.state, eyes(member)), play.table.order[0]
    return show_at(
        "plays/setup.html",
        stored,
        play,
        member,
        groups=setup_steps(play),
        own=tracker_of(play.game).panel(state, first, play.table.names, {}),
    )


@bp.get("/plays/<code>/seats/<int:seat>")
def secrets(code: str, seat: int) -> Response:
    """Everything in front of *seat*; what is secret only to a device that holds the seat, behind a cover."""
    stored, play, member = the_play(code)
    if seat not in play.table.sitters:
        abort(404)
    is_own = member is not None and seat in member.seats
    is_open = is_own and (COVER_OFF in request.args or (member is not None and len(member.seats) == 1))
    state = seen(play.state, frozenset({seat}) if is_open else frozenset())
    inputs = [one for phase in tracker_of(play.game).phases for one in phase.inputs if one.secret]
    unique = {one.key: one for one in inputs}
    response = show_at(
        "plays/seat.html",
        stored,
        play,
        member,
        v=play_view(stored, play, member, seat, {}, _phones(stored, play)),
        seat=seat,
        is_own=is_own,
        is_open=is_open,
        can_cover=member is not None and len(member.seats) > 1,
        hidden=bool(unique),
        controls=[control(one, state, seat) for one in unique.values()] if is_open else [],
        score=_totals(play, member)["score"],
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.get("/plays/<code>/scores")
def scores(code: str) -> Response:
    """The score sheet so far, or the final one, as this device may see it."""
    stored, play, member = the_play(code)
    return show_at("plays/scores.html", stored, play, member, **_totals(play, member))


@bp.get("/plays/<code>/log")
def log(code: str) -> Response:
    """What happened; any step that can be taken back."""
    stored, play, member = the_play(code)
    return show_at("plays/log.html", stored, play, member, rows=list(log_rows(play, _phones(stored, play))))


@bp.get("/plays/<code>/table")
def table(code: str) -> Response:
    """The people and how the play is followed: names, order, who comes and goes, depth, house rules."""
    stored, play, member = the_play(code)
    return _table(stored, play, member, {})


def _table(
    stored: Stored, play: Play[Any], member: Member | None, errors: Mapping[str, Any], status: int = 200
) -> Response:
    args: Args = Args(_options(schema.adapter(play.game.options).dump_python(play.table.options, mode="json"), "opt"))
    free = [n for n in range(1, 13) if n not in play.table.sitters]
    return show_at(
        "plays/table.html",
        stored,
        play,
        member,
        status=status,
        depths=depths_of(play.game),
        settings=house_settings(play.game, args, errors),
        colours=COLOURS,
        next_seat=free[0] if free and len(play.table.order) < play.game.seats[-1] else None,
        is_host=member is not None and member.role == "host",
        people=people_of(play),
    )


@bp.post("/plays/<code>/house")
def house(code: str) -> Response:
    """Other house rules from now on, as if they had been from the start."""
    stored, play, member = the_play(code)
    errors: dict[str, Any] = {}
    options = read_options(play.game, request.form, errors)
    if errors:
        return _table(stored, play, member, errors, 422)
    raw = schema.adapter(play.game.options).dump_python(options, mode="json")
    tap = Tap(op=request.form.get("op", "")[:64] or str(uuid.uuid4()), base=play.head, event=OptionsChosen(options=raw))
    plays().record(stored, writer(member), tap)
    return redirect(url_for(".table", code=stored.code), 303)


@bp.get("/plays/<code>/steps/<int:seq>")
def step(code: str, seq: int) -> Response:
    """An old step to correct: its own fields, as they were."""
    stored, play, member = the_play(code)
    return _step(stored, play, member, _standing(play, seq, member), None, 200)


def _standing(play: Play[Any], seq: int, member: Member | None) -> Logged:
    """The step *seq* if it still counts and may be corrected by this device. Raises Missing."""
    counting = {entry.seq: entry for entry in play.undoable()}
    entry = counting.get(seq)
    if entry is None or not may_write(member) or not can_correct(entry.event):
        raise Missing(msg("This step cannot be corrected; it can be taken back."))
    return entry


def _step(stored: Stored, play: Play[Any], member: Member | None, entry: Logged, form: Any, status: int) -> Response:
    now = codec.plain_of(dict(standing(play.log))[entry.seq])
    given = {name: value for name, value in now.items() if value is not None and name != "kind"}
    shown = form or forms.filled(type(entry.event), Args(forms.query(type(entry.event), given)))
    return show_at(
        "plays/step.html",
        stored,
        play,
        member,
        status=status,
        entry=entry,
        text=told(entry, play),
        form=shown,
    )


@bp.post("/plays/<code>/steps/<int:seq>")
def correct(code: str, seq: int) -> Response:
    """The step was really this. Refused, naming the later steps that would fall, if it cannot have been."""
    stored, play, member = the_play(code)
    entry = _standing(play, seq, member)
    shape = type(entry.event)
    form = forms.filled(shape, request.form)
    for field in forms.leaves(form):
        field.errors = tuple(field.process_errors)
    raw = {**forms.plain(form, shape), "kind": codec.kind_of(shape)}
    try:
        if forms.faults(form):
            return _step(stored, play, member, entry, form, 422)
        event = codec.event_of(play.game, raw, strict=False)
        tap = Tap(
            op=request.form.get("op", "")[:64] or str(uuid.uuid4()),
            base=play.head,
            event=Corrected(seq=seq, event=event),
        )
        plays().record(stored, writer(member), tap)
    except (Invalid, Refused) as refused:
        lost = [fault.sentence for fault in forms.mark(form, shape, refused) if not fault.id]
        if lost:
            last = list(forms.leaves(form))[-1]
            last.errors = (*last.errors, *lost)
        return _step(stored, play, member, entry, form, status_of(refused) if isinstance(refused, Refused) else 422)
    return redirect(f"{url_for('.log', code=stored.code)}#step-{seq}", 303)


@bp.get("/plays/<code>/end")
def end(code: str) -> Response:
    """The final count, with everything that the play knows filled in."""
    stored, play, member = the_play(code)
    args = [*known_args(play, eyes(member)), ("play", stored.code), ("step", "after.names")]
    return redirect(f"{url_for('counts.show', slug=play.game.slug)}?{urlencode(args)}", 303)


@bp.get("/plays/<code>/again")
def again(code: str) -> Response:
    """The same people, the same house rules, and what the play leaves: a new play."""
    stored, play, _ = the_play(code)
    people = [("name", play.table.sitters[seat].name) for seat in play.table.order]
    house = _options(schema.adapter(play.game.options).dump_python(play.table.options, mode="json"), "opt")
    args = [("game", play.game.slug), ("depth", play.table.depth), ("after", stored.code), *people, *house]
    return redirect(f"{url_for('.new')}?{urlencode(args)}", 303)


@bp.get("/plays/<code>/export.json")
def export(code: str) -> Response:
    """The whole play as one file, as this device may see it."""
    stored, _, member = the_play(code)
    seats = member.seats if member else frozenset()
    response = jsonify(plays().exported(stored, seats))
    response.headers["Content-Disposition"] = f'attachment; filename="{stored.game}-{stored.code}.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.post("/plays/import")
def import_() -> Response:
    """A new play from an exported file; what is no such file gets its sentence beside the field."""
    limits.take("new")
    file = request.files.get("file")
    try:
        raw = _read_json(file.read() if file else b"")
        limits.check("guess")
        stored = plays().imported(raw, device())
    except Refused as refused:
        if (game := request.form.get("game")) is None:
            raise
        return _new(the_game(game), MultiDict(), {"file": refused.message}, 422)
    if raw.get("code") not in (None, stored.code):
        limits.take("guess")  # a code that is taken has been found
    return redirect(url_for(".phase", code=stored.code), 303)


def _read_json(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise Refused(msg("This file is not a play exported from here."), "file") from None


# ---------------------------------------------------------------- what happens


@bp.post("/plays/<code>/events")
def record(code: str) -> Response | tuple[Response, int]:
    """One event from a form: 303 back for a browser, ``{seq, head}`` for the script; refusals keep what was typed."""
    stored, play, member = the_play(code)
    event = event_from_form(play.game)
    base = request.form.get("base", "")
    tap = Tap(
        op=request.form.get("op", "")[:64] or str(uuid.uuid4()),
        base=int(base) if base.isdecimal() and len(base) < 9 else 0,
        event=event,
    )
    try:
        recorded = plays().record(stored, writer(member), tap)
    except Stale as stale:
        return _conflict(stored, play, member, tap, stale)
    if wants_fragment():
        return jsonify({"seq": recorded.seq, "head": recorded.play.head})
    return redirect(_back(stored), 303)


def _conflict(
    stored: Stored, play: Play[Any], member: Member | None, tap: Tap, stale: Stale
) -> Response | tuple[Response, int]:
    """Two people changed the same: both values, and a person chooses."""
    now, rule = plays().open(stored), rule_of(play.game, tap.event)
    theirs, mine = NOTHING, said(seen(tap.event, frozenset()), now)
    if isinstance(stale.theirs, Logged):
        theirs = told(stale.theirs, now)
        if theirs == mine:
            theirs, mine = apart(stale.theirs.event, tap.event, mine)
    if wants_fragment():
        told_ = {"sentence": say(stale.message), "rule": rule_link(now.game, rule), "theirs": say(theirs)}
        return jsonify({**told_, "mine": say(mine), "head": now.head}), 409
    again = [(name, value) for name, value in request.form.items(multi=True) if name not in ("op", "base")]
    return show_at(
        "plays/conflict.html",
        stored,
        now,
        member,
        status=409,
        theirs=theirs,
        mine=mine,
        again=again,
        back=_back(stored),
        rule=rule,
    )


def apart(theirs: Event, mine: Event, what: Msg) -> tuple[Msg, Msg]:
    """Two events that are said alike, told apart by the values in which they differ; secrets stay secret."""

    def text(event: Event) -> str:
        rows = [(getattr(event, f.name, None), f.name) for f in fields(mine)]
        other = theirs if event is mine else mine
        values = [v for v, name in rows if v != getattr(other, name, None) and not isinstance(v, Hidden)]
        return ", ".join(", ".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in values)

    with_value = msg("%(what)s: %(value)s", what=what, value=text(theirs))
    return with_value, msg("%(what)s: %(value)s", what=what, value=text(mine))


def event_from_form(game: Game[Any]) -> Event:
    """The event that the form says. A counter may be set ("to") from what the person saw ("was")."""
    form = request.form
    shape = codec.kinds(game).get(form.get("kind", ""))
    if shape is None:
        raise Refused(msg("Nothing of this kind happens in %(game)s.", game=game.title), "kind")
    return codec.event_of(game, codec.raw_from_form(shape, form), strict=False)


@bp.post("/plays/<code>/close")
def close(code: str) -> Response:
    """Keep the result of the count that the address says."""
    stored, play, member = the_play(code)
    args = request.form
    given = read_tally(play.game, args)
    if given.errors:
        raise Invalid(tuple(Refused(text, field) for field, text in given.errors.items()))
    if read_code(args.get("play", "")[:20]) != stored.code:
        raise Refused(msg("This count belongs to another play."), "play")
    tally, result = scored(play.game, given.tally, args)
    if result.undecided:
        raise NotNow(msg("A tie is still open; fill in what decides it."))
    me = writer(member)
    head = play.head
    for key, text in typed_beyond(play, tally).items():
        event = codec.event_of(
            play.game, {"kind": "answered", "category": key[0], "seat": key[1], "typed": text}, strict=False
        )
        head = plays().record(stored, me, Tap(op=str(uuid.uuid4()), base=head, event=event)).play.head
    closed = Closed(decided_by=result.decided_by, finals=finals(result, play))
    plays().record(stored, me, Tap(op=args.get("op", "")[:64] or str(uuid.uuid4()), base=head, event=closed))
    return redirect(url_for(".scores", code=stored.code), 303)


@bp.post("/plays/<code>/delete")
def delete(code: str) -> Response:
    """Take the play off the shelf; it can be brought back from the same page."""
    stored, play, member = the_play(code)
    if member is None or member.role != "host":
        raise NotNow(msg("Only the phone that hosts this play can delete it."))
    plays().delete(stored)
    return show("plays/deleted.html", stored=stored, play=play, people=people_of(play), is_host=True)


@bp.post("/plays/<code>/undelete")
def undelete(code: str) -> Response:
    """Bring a deleted play back."""
    known = known_device()
    stored = plays().log.deleted(read_code(code))
    member = plays().member(stored, known) if known else None
    if member is None or member.role != "host":
        raise Missing(msg("There is no play with this code."))
    plays().log.undelete(stored.id)
    return redirect(url_for(".phase", code=stored.code), 303)


# ---------------------------------------------------------------- API


@bp.get("/api/v1/plays/<code>")
def show_json(code: str) -> Response:
    """The play as this device may see it: its log and the running score."""
    stored, play, member = the_play(code)
    seats = member.seats if member else frozenset()
    _, result = counted(play, member)
    scores = [schema.adapter(Final).dump_python(one, mode="json") for one in finals(result, play)]
    head = {"code": stored.code, "game": stored.game, "head": play.head, "scores": scores}
    return jsonify({**head, **plays().exported(stored, seats)})


@bp.post("/api/v1/plays/<code>/events")
def record_json(code: str) -> Response:
    """One event ``{op, base, kind, …}``; answers ``{seq, head}``."""
    stored, play, member = the_play(code)
    try:
        raw = request.get_json(silent=True)
    except RecursionError:
        raw = None
    if not isinstance(raw, dict):
        raise Refused(schema.NOT_JSON)
    op, base = raw.pop("op", None), raw.pop("base", 0)
    if not isinstance(op, str) or not 0 < len(op) <= 64 or not isinstance(base, int):
        raise Refused(msg("An event carries its own op and the base it saw."), "op")
    recorded = plays().record(stored, writer(member), Tap(op=op, base=base, event=codec.event_of(play.game, raw)))
    return jsonify({"seq": recorded.seq, "head": recorded.play.head})


# ---------------------------------------------------------------- parts


@bp.app_template_global()
def own_plays(slug: str) -> list[tuple[Stored, Play[Any]]]:
    """The plays of a game that this phone takes part in, the latest first: what a game may compare with."""
    known = known_device()
    mine = [one for one in plays().log.of_device(known) if one.game == slug] if known else []
    return [(one, plays().open(one)) for one in mine]


@bp.app_template_global()
def rematch_of(play: Play[Any]) -> str | None:
    """The code of what these people began when *play* was over, where this phone is at it; None while it runs."""
    if play.table.closed is None:
        return None
    people, over = set(play.table.names.values()), play.log[-1].at
    later = [(one.created, one.code, other) for one, other in own_plays(play.game.slug) if one.created > over]
    same = [one for one in later if len(people.intersection(one[2].table.names.values())) >= min(2, len(people))]
    return max(same, key=lambda one: one[0])[1] if same else None


@bp.app_template_global()
def today() -> str:
    """The day it is in Greenwich, the same for everybody: ``2026-11-30``."""
    return datetime.fromtimestamp(plays().clock() / 1000, UTC).date().isoformat()


@bp.app_template_filter("iso")
def iso(at: int) -> str:
    """A moment for machines."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


@bp.app_template_filter("moment")
def moment(at: int) -> str:
    """A moment for people, UTC; the script of the page tells it in the phone's own zone."""
    return format_datetime(datetime.fromtimestamp(at / 1000, UTC), "short")


def _back(stored: Stored) -> str:
    """The page that the form stood on, if it is one of this play's."""
    back = urlsplit(request.form.get("back", ""))
    here = url_for(".phase", code=stored.code)
    inside = not back.netloc and not back.scheme and back.path.startswith(here)
    return f"{back.path}?{back.query}" if inside and back.query else back.path if inside else here


def known_args(play: Play[Any], seats: frozenset[int]) -> list[tuple[str, str]]:
    """The count's parameters that the play knows: names, house rules, rulings, what was typed and what was tracked."""
    order = {seat: n for n, seat in enumerate(play.table.names, 1)}
    found = [("name", name) for name in play.table.names.values()]
    found += _options(schema.adapter(play.game.options).dump_python(play.table.options, mode="json"), "opt")
    found += [(f"rule.{key}", str(choice)) for key, choice in play.table.rulings.items()]
    tracked = tracker_of(play.game).known(seen(play.state, seats))
    for (category, seat), value in {**tracked, **play.table.typed}.items():
        name = f"{category}.{order.get(seat, seat)}"
        if isinstance(value, Mapping):
            found += [(f"{name}.{key}", str(n)) for key, n in value.items()]
        else:
            found += [(name, one) for one in value] if isinstance(value, tuple) else [(name, value)]
    return found


def _options(value: Any, name: str) -> list[tuple[str, str]]:
    if isinstance(value, dict):
        return [pair for key, one in value.items() for pair in _options(one, f"{name}.{key}")]
    if isinstance(value, (list, tuple)):
        return [(name, str(one)) for one in value]
    return [(name, "1" if value is True else "" if value in (None, False) else str(value))]


def typed_beyond(play: Play[Any], tally: Tally) -> dict[tuple[str, int], str]:
    """What was typed in the count beyond what the play knew, by category and person."""
    known = {**tracker_of(play.game).known(play.state), **play.table.typed}
    return {at: text for at, text in tally.typed.items() if text and known.get(at) != text}


def scored(game: Game[Any], tally: Tally, args: Args) -> tuple[Tally, Result]:
    """The result of a count. One that belongs to a play (``play=<code>``) also counts what only the play knows.

    Raises Refused where the game does.
    """
    code = read_code(args.get("play", "")[:20])
    try:
        _, play, member = the_play(code)
    except Missing:
        return tally, game.score(game.count.state(tally))
    if not code or play.game is not game or len(play.table.names) != len(tally.names):
        return tally, game.score(game.count.state(tally))
    people = of_people(tally, play)
    return people, game.score(tracker_of(game).final(seen(play.state, eyes(member)), people))


def keeper(args: Args) -> tuple[str, str] | None:
    """``(code, op)`` where the count belongs to a play of this device that is still open; None elsewhere."""
    try:
        stored, play, member = the_play(args.get("play", "")[:20])
    except Missing:
        return None
    if play.table.closed or not may_write(member):
        return None
    return stored.code, op_of("close", play.head)


def of_people(tally: Tally, play: Play[Any]) -> Tally:
    """*tally*, whose seats are places in the address, with the seats of the people of *play*."""
    people = {0: 0, **dict(enumerate(play.table.names, 1))}
    return replace(
        tally,
        names={people[seat]: name for seat, name in tally.names.items()},
        answers={(key, people[seat]): answer for (key, seat), answer in tally.answers.items()},
        typed={(key, people[seat]): text for (key, seat), text in tally.typed.items()},
    )


def counted(play: Play[Any], member: Member | None) -> tuple[Tally, Result]:
    """The score so far as this device may see it."""
    args: Args = Args(known_args(play, eyes(member)))
    tally = of_people(read_tally(play.game, args).tally, play)
    result: Result = play.game.score(tracker_of(play.game).final(seen(play.state, eyes(member)), tally))
    return tally, result


def _totals(play: Play[Any], member: Member | None) -> dict[str, Any]:
    """The score so far as the pages show it."""
    tally, result = counted(play, member)
    return {"score": result_view(play.game, tally, result), "is_final": play.table.closed is not None}
