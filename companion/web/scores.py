"""The calculators for people: a form made from the input's type, the answer with its reasons, all in the address."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, get_type_hints
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, request, url_for
from wtforms import Form

from companion import schema
from companion.core.errors import Invalid, Refused
from companion.core.game import Calculator
from companion.core.score import Choice, Line, Ruling
from companion.core.shape import Label, freshened
from companion.core.text import Msg, msg
from companion.web import forms
from companion.web.page import show as show_page
from companion.web.page import the_game

bp = Blueprint("scores", __name__)
KNOWN = ("lines", "doubts", "rulings", "legal", "reason", "why", "rule")
ASIDE = ("lang", "more", "count")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One field of an answer: a number, a word, a list, or a small table."""

    label: Msg
    value: Any
    rows: tuple[tuple[Any, ...], ...] = ()
    heads: tuple[Msg | str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerView:
    """What a calculator says, ready to show."""

    legal: bool | None = None
    why: Msg | None = None
    rule: str = ""
    facts: tuple[Fact, ...] = ()
    lines: tuple[Line, ...] = ()
    doubts: tuple[Msg, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@bp.get("/games/<slug>/score/<key>")
def show(slug: str, key: str) -> Response:
    """The form, and below it the answer to what the address asks; 422 with every error beside its field."""
    game = the_game(slug)
    calculator = game.calculator(key)
    if calculator is None:
        abort(404)
    shape = calculator.page.form if calculator.page else calculator.input
    args = request.args.copy()
    more, is_asked = args.get("more", ""), bool(args.keys() - {"lang"})
    for name in ASIDE:
        args.poplist(name)
    settled = {name[8:68]: _choice(args.pop(name)) for name in list(args) if name.startswith("rulings.")}
    form = forms.filled(shape, args, more)
    if is_asked and not more and (new := fresh(calculator, shape, form)):
        args.update(new)
        return redirect(f"{url_for('.show', slug=slug, key=key)}?{urlencode(list(args.items(multi=True)))}", 303)
    view, errors = answered(calculator, shape, form, settled) if is_asked and not more else (None, [])
    example = calculator.page_example if calculator.page else calculator.example
    return show_page(
        "scores/show.html",
        "scores/_answer.html",
        status=422 if errors else 200,
        game=game,
        calculator=calculator,
        form=form,
        v=view,
        errors=errors,
        example=f"{url_for('.show', slug=slug, key=key)}?{urlencode(forms.query(shape, example))}",
        templates=[f"games/{slug}/score_{key}.html", "scores/_form.html"],
    )


def fresh(calculator: Calculator[Any, Any], shape: Any, form: Form) -> dict[str, str]:
    """The empty fields that the edge fills at random, filled, by name: an address must always say what it shows."""
    if calculator.page is not None:
        return {}
    try:
        given = schema.from_plain(shape, forms.plain(form, shape))
    except Invalid:
        return {}
    filled = freshened(given, secrets.choice)
    return {
        f.name: getattr(filled, f.name) for f in fields(filled) if getattr(filled, f.name) != getattr(given, f.name)
    }


def _choice(text: str) -> Choice:
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 7 else text[:60]


def answered(
    calculator: Calculator[Any, Any], shape: Any, form: Form, settled: Mapping[str, Choice]
) -> tuple[AnswerView | None, list[tuple[str, str]]]:
    """The answer to what *form* says, or everything that is wrong with it as ``(field id, sentence)``."""
    for field in forms.leaves(form):
        field.errors = tuple(field.process_errors)
    raw = forms.plain(form, shape)
    typed = forms.faults(form)
    try:
        given = schema.from_plain(shape, raw)
        if typed:
            return None, typed
        asked = calculator.page.read(given) if calculator.page else given
        if settled and hasattr(asked, "rulings"):
            asked = replace(asked, rulings={**asked.rulings, **settled})
        return answer_view(calculator.run(asked)), []
    except (Invalid, Refused) as refused:
        return None, forms.mark(form, shape, refused)


def answer_view(output: Any) -> AnswerView:
    """*output* taken apart: what every answer may have, and the facts of its own."""
    hints = get_type_hints(type(output), include_extras=True)
    facts = tuple(
        fact
        for f in fields(output)
        if f.name not in KNOWN
        for fact in [_fact(hints[f.name], getattr(output, f.name))]
        if fact is not None
    )
    known = {name: getattr(output, name) for name in KNOWN if hasattr(output, name) and name not in ("reason", "lines")}
    lines = getattr(output, "lines", ())
    if isinstance(lines, Mapping):
        lines = tuple(line for rows in lines.values() for line in rows)
    return AnswerView(facts=facts, lines=tuple(lines), **{k: v for k, v in known.items() if v is not None})


def _fact(hint: Any, value: Any) -> Fact | None:
    _, label = forms.bare(hint)
    title = label.text
    if not title or value is None or value in ((), {}):
        return None  # what has no name is for programs
    if isinstance(value, Mapping):
        first = next(iter(value.values()))
        if hasattr(first, "__dataclass_fields__"):
            return _table(title, tuple(value.items()), label)
        return Fact(
            label=title, value=None, rows=tuple((label.word(str(k)) or str(k), _said(v)) for k, v in value.items())
        )
    if isinstance(value, tuple) and hasattr(value[0], "__dataclass_fields__"):
        return _table(title, tuple((None, one) for one in value), label)
    return Fact(label=title, value=_said(value, label))


def _table(title: Msg, rows: tuple[tuple[Any, Any], ...], label: Label) -> Fact:
    """A small table of shapes: a column for each of their fields that is a word or a number."""
    shape = type(rows[0][1])
    hints = get_type_hints(shape, include_extras=True)
    columns = [
        f.name
        for f in fields(shape)
        if f.name not in KNOWN
        and forms.bare(hints[f.name])[1].text
        and any(getattr(one, f.name) not in (None, (), {}) for _, one in rows)
    ]
    labels = {name: forms.bare(hints[name])[1] for name in columns}
    heads = [labels[name].text for name in columns]
    body = tuple(
        (
            *(() if key is None else (label.word(str(key)) or str(key),)),
            *(_said(getattr(one, n), labels[n]) for n in columns),
        )
        for key, one in rows
    )
    return Fact(label=title, value=None, rows=body, heads=(*(() if rows[0][0] is None else ("",)), *heads))


def _said(value: Any, label: Label | None = None) -> Any:
    if isinstance(value, bool):
        return msg("yes") if value else msg("no")
    if isinstance(value, Msg):
        return value
    if isinstance(value, Mapping):
        return msg("%(list)s", list=tuple(f"{(label and label.word(str(k))) or k}: {v}" for k, v in value.items()))
    if isinstance(value, (tuple, list)):
        return msg("%(list)s", list=tuple(_said(one, label) for one in value)) if value else "–"
    if value is None:
        return "–"
    text = str(value).replace("-", "−") if isinstance(value, int) else str(value)
    return (label and label.word(str(value))) or text
