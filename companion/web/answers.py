"""What a calculator says, taken apart for the page: the judgement, figures, tables, and every line with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from companion.core.score import Line, Ruling
from companion.core.shape import Label
from companion.core.text import Doubt, Msg, msg
from companion.schema import hints_of
from companion.web.forms import asked

KNOWN = ("lines", "doubts", "rulings", "legal", "allowed", "reason", "why", "rule")
JUDGEMENTS = {"legal": (msg("Legal"), msg("Not legal")), "allowed": (msg("Allowed"), msg("Not allowed"))}
SHORT = 24  # characters that are shown large
NONE = "–"
TEAM = msg("Team")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One field of an answer that is a number, a word or a list."""

    label: Msg
    value: Msg | str

    @property
    def is_short(self) -> bool:
        """Whether it can be shown large."""
        return len(str(self.value)) <= SHORT


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A field that is a map or a list of shapes; no *heads* where there are only names and values."""

    label: Msg
    heads: tuple[Msg | str, ...]
    rows: tuple[tuple[Msg | str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The lines of one player (or of nobody in particular), and what they add up to."""

    name: Msg | str
    seat: int | None
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """The sum of the lines."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerView:
    """What a calculator says, ready to show: in a few words, whether it is *good* (may be), and all of it."""

    headline: Msg
    good: bool | None
    why: Msg | None
    rule: str
    facts: tuple[Fact, ...]
    tables: tuple[Table, ...]
    sheets: tuple[Sheet, ...]
    doubts: tuple[Doubt, ...]
    rulings: tuple[Ruling, ...]
    output: Any  # for what a game shows below it in its own way


def answer_view(output: Any) -> AnswerView:
    """*output* taken apart: what every answer may have, and the facts of its own."""
    parts = [
        part
        for f in fields(output)
        if f.name not in KNOWN
        for part in [_part(hints_of(type(output))[f.name], getattr(output, f.name))]
        if part is not None
    ]
    facts = tuple(part for part in parts if isinstance(part, Fact))
    good = next((name for name in JUDGEMENTS if hasattr(output, name)), None)
    return AnswerView(
        headline=_headline(output, good, facts),
        good=getattr(output, good) if good else None,
        why=getattr(output, "why", None) or None,
        rule=getattr(output, "rule", ""),
        facts=facts,
        tables=tuple(part for part in parts if isinstance(part, Table)),
        sheets=_sheets(output),
        doubts=getattr(output, "doubts", ()),
        rulings=getattr(output, "rulings", ()),
        output=output,
    )


def _headline(output: Any, good: str | None, facts: tuple[Fact, ...]) -> Msg:
    if good:
        return JUDGEMENTS[good][0 if getattr(output, good) else 1]
    if not facts:
        return msg("Worked out")
    return msg("%(what)s: %(value)s", what=facts[0].label, value=facts[0].value)


# Facts and tables


def _part(hint: Any, value: Any) -> Fact | Table | None:
    """What to show of a field; None where there is nothing, or nothing that people have a word for."""
    label = asked(hint).label
    title = label.text
    if not title or value is None or value in ((), {}):
        return None
    if isinstance(value, Mapping):
        return _map(title, label, value)
    if isinstance(value, tuple) and is_dataclass(value[0]):
        return _table(title, label, [(None, one) for one in value])
    return Fact(label=title, value=said(value, label))


def _map(title: Msg, label: Label, value: Mapping[Any, Any]) -> Table:
    named = [(label.word(str(key)) or str(key), one) for key, one in value.items()]
    if is_dataclass(named[0][1]):
        return _table(title, label, named)
    return Table(label=title, heads=(), rows=tuple((name, said(one, label)) for name, one in named))


def _table(title: Msg, label: Label, rows: list[tuple[Msg | str | None, Any]]) -> Table:
    """A column for each field that has a name and something to say; the first holds the names of the rows, if any."""
    shape = type(rows[0][1])
    labels = {
        f.name: label
        for f in fields(shape)
        for label in [asked(hints_of(shape)[f.name]).label]
        if label.text and any(getattr(one, f.name) not in (None, (), {}) for _, one in rows)
    }
    named = rows[0][0] is not None
    return Table(
        label=title,
        heads=(*([""] if named else []), *(one.text for one in labels.values())),
        rows=tuple(
            (*([] if name is None else [name]), *(said(getattr(one, part), words) for part, words in labels.items()))
            for name, one in rows
        ),
    )


def said(value: Any, label: Label) -> Msg | str:
    """*value* as people say it, in the words of *label*."""
    if isinstance(value, bool):
        return msg("yes") if value else msg("no")
    if isinstance(value, Msg):
        return value
    if isinstance(value, Mapping):
        return _several(
            msg("%(name)s: %(value)s", name=label.word(str(key)) or str(key), value=said(one, label))
            for key, one in value.items()
        )
    if isinstance(value, (tuple, list)):
        return _several(said(one, label) for one in value)
    if value is None:
        return NONE
    return label.word(str(value)) or (str(value).replace("-", "−") if isinstance(value, int) else str(value))


def _several(values: Iterable[Msg | str]) -> Msg | str:
    listed = tuple(values)
    return msg("%(list)s", list=listed) if listed else NONE


# Lines


def _sheets(output: Any) -> tuple[Sheet, ...]:
    """The lines by player, where there are players with more than a line each; else all of them together."""
    lines = getattr(output, "lines", ())
    if isinstance(lines, Mapping):
        named = ((str(name), n, tuple(own)) for n, (name, own) in enumerate(lines.items(), 1))
        return tuple(Sheet(name=name, seat=seat, lines=own) for name, seat, own in named if own)
    names = _names(output)
    seats = dict.fromkeys(line.seat for line in lines)
    if len(lines) == len(seats) or not seats.keys() & names.keys() or not seats.keys() <= {None, *names}:
        return (Sheet(name="", seat=None, lines=lines),) if lines else ()
    return tuple(
        Sheet(
            name=TEAM if seat is None else names[seat],
            seat=seat,
            lines=tuple(line for line in lines if line.seat == seat),
        )
        for seat in seats
    )


def _names(output: Any) -> dict[int, str]:
    """Who sits where, from 1: as the answer lists its players, or names its scores."""
    for f in fields(output):
        value = getattr(output, f.name)
        if f.name == "players" and isinstance(value, tuple):
            return {n: str(player.name) for n, player in enumerate(value, 1)}
        if f.name in ("scores", "final") and isinstance(value, Mapping):
            return {n: str(name) for n, name in enumerate(value, 1)}
    return {}
