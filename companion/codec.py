"""Events as JSON and back: a log line, an export, a body of the API. Kinds are for ever, so old lines read for ever."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, get_origin, get_type_hints

from werkzeug.datastructures import MultiDict

from companion import schema
from companion.core.errors import Invalid, Refused, under
from companion.core.events import TABLE_EVENTS, Corrected, Event, Logged
from companion.core.game import Game
from companion.core.numbers import number
from companion.core.score import Seat
from companion.core.secrets import Hidden, seen
from companion.core.text import msg

MOST_ENTRIES = 20_000


def kinds(game: Game[Any]) -> Mapping[str, type[Event]]:
    """All events that can happen in a play of *game*, by kind."""
    own = game.tracker.events if game.tracker else ()
    return {kind_of(event): event for event in (*TABLE_EVENTS, *own)}


@cache
def kind_of(event: type[Event]) -> str:
    """The kind of an event's class: the default of its field."""
    return next(str(f.default) for f in fields(event) if f.name == "kind")


def event_of(game: Game[Any], raw: Any, *, strict: bool = True) -> Event:
    """The event that *raw* says; *strict* is for JSON, forms give words for numbers. Raises Invalid or Refused."""
    if not isinstance(raw, dict):
        raise Refused(msg("An object with named values is needed."))
    kind = raw.get("kind")
    if kind == "corrected":
        inner = event_of(game, raw.get("event"), strict=strict)
        seq = raw.get("seq")
        if isinstance(inner, Corrected) or not isinstance(seq, int) or isinstance(seq, bool) or seq < 1:
            raise Refused(msg("A correction names the step and what it really was."), "seq")
        return Corrected(seq=seq, event=inner)
    shape = kinds(game).get(str(kind))
    if shape is None:
        raise Refused(msg("Nothing of this kind happens in %(game)s.", game=game.title), "kind")
    with under(shape.rule):
        if not strict:
            return schema.from_plain(shape, raw)
        try:
            text = json.dumps(raw, allow_nan=False)
        except (ValueError, RecursionError):  # what Python reads beyond JSON: NaN, Infinity
            raise Refused(msg("This is not valid JSON.")) from None
        return schema.from_json(shape, text)


def raw_from_form(shape: type[Event], form: MultiDict[str, str]) -> dict[str, Any]:
    """The plain values of an event of *shape* as a form gives them.

    A hidden hand is the ``seat`` that owns it and the ``keys`` chosen; a counter may be set from ``was`` ``to``, or
    goes ``by`` one.
    """
    raw: dict[str, Any] = {}
    hints = _hints(shape)
    for name, hint in hints.items():
        if hint is Hidden:
            keys = [key for key in form.getlist("keys") if key]
            raw[name] = {"owner": form.get("seat", ""), "count": len(keys), "keys": keys}
        elif get_origin(hint) is tuple:
            raw[name] = _words(form.getlist(name))
        elif form.get(name, "") != "" and not name.startswith("__"):
            raw[name] = form[name]
    if "by" in hints and form.get("to", "").strip():
        typed = number(form["to"]) - number(form.get("was") or "0")
        if typed or "by" not in raw:  # without scripts, plus and minus send along the number that stands there
            raw["by"] = typed
    return raw


@cache
def _hints(shape: type[Event]) -> dict[str, Any]:
    return get_type_hints(shape)


def _words(values: list[str]) -> list[str]:
    """What a list field says: ticked boxes, or several words typed in a line."""
    return [word for value in values for word in re.split(r"[,;\s]+", value) if word]


def plain_of(event: Event) -> dict[str, Any]:
    """*event* as JSON values."""
    if isinstance(event, Corrected):
        return {"kind": event.kind, "seq": event.seq, "event": plain_of(event.event)}
    found: dict[str, Any] = schema.adapter(type(event)).dump_python(event, mode="json")
    return found


def text_of(event: Event) -> str:
    """*event* as a log line."""
    return json.dumps(plain_of(event), ensure_ascii=False, separators=(",", ":"))


def event_from(game: Game[Any], line: str) -> Event:
    """The event of a log line."""
    return event_of(game, json.loads(line))


def exported(entry: Logged, seats: frozenset[Seat]) -> dict[str, Any]:
    """A log entry as JSON values, as a device holding *seats* may see it."""
    event = plain_of(seen(entry.event, seats))
    return {"seq": entry.seq, "op": entry.op, "at": entry.at, "by": entry.by, "event": event}


def log_of(game: Game[Any], raw: Any) -> list[Logged]:
    """The entries of an exported log. Raises Refused or Invalid with the step that is wrong."""
    if not isinstance(raw, list) or not 0 < len(raw) <= MOST_ENTRIES:
        raise Refused(msg("This play has no log, or one that is too long."), "log")
    found = []
    for n, row in enumerate(raw, 1):
        try:
            found.append(_logged(game, row, n))
        except Invalid as invalid:
            raise Refused(invalid.errors[0].message, f"log.{n}.{invalid.errors[0].field}") from None
        except Refused as refused:
            raise Refused(refused.message, f"log.{n}.{refused.field}".rstrip(".")) from None
    if len({entry.op for entry in found}) < len(found):
        raise Refused(msg("This play has a step twice."), "log")
    return found


def _logged(game: Game[Any], row: Any, seq: int) -> Logged:
    if not isinstance(row, dict) or row.get("seq") != seq:
        raise Refused(msg("The steps of this play are not in order."))
    op, at, by = row.get("op"), row.get("at"), row.get("by")
    if not isinstance(op, str) or not 0 < len(op) <= 80 or not _is_time(at) or not (by is None or _is_time(by)):
        raise Refused(msg("This step is not complete."))
    return Logged(seq=seq, op=op, at=at, by=by, event=event_of(game, row.get("event")))


def _is_time(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 47  # a day that has a date
