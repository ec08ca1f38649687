"""The calculators for people: a form made from the input's type, the answer with its reasons, all in the address."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from wtforms import Form

from companion import schema
from companion.core.errors import Invalid, Refused, under
from companion.core.game import Calculator
from companion.core.score import Choice
from companion.core.shape import freshened
from companion.web import forms
from companion.web.answers import AnswerView, answer_view
from companion.web.page import instead, the_game, wants_fragment
from companion.web.page import show as show_page

bp = Blueprint("scores", __name__)
RULING = "rulings."
LONGEST_CHOICE = 60
NO_TEXT = re.compile(r"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")  # nothing that a page may hold
MOST_RULINGS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the part below the form shows: an answer, or what is wrong, or nothing yet.

    *kept* are settled questions that are not asked again there: they wait in hidden fields.
    """

    answer: AnswerView | None = None
    faults: tuple[forms.Fault, ...] = ()
    kept: tuple[tuple[str, Choice], ...] = ()

    @property
    def only_gaps(self) -> bool:
        """Whether nothing is wrong except that something is not typed yet."""
        return all(fault.is_gap for fault in self.faults)


@bp.get("/games/<slug>/score/<key>")
def show(slug: str, key: str) -> Response:
    """The form, and below it the answer to what the address asks; 422 with every error beside its field."""
    game = the_game(slug)
    calculator = game.calculator(key)
    if calculator is None:
        abort(404)
    shape = calculator.page.form if calculator.page else calculator.input
    here = url_for(".show", slug=slug, key=key)
    args = readable(request.args)
    more, tidy = args.get("more", ""), tidied(args)
    address = f"{here}?{urlencode(tidy)}" if tidy else here
    if "count" in args and len(tidy) < len(list(args.items(multi=True))):
        return redirect(f"{address}#answer", 303)
    form = forms.filled(shape, args, more)
    asks = any(name != "lang" for name, _ in tidy)
    reply = Reply() if more or not asks else replied(calculator, shape, form, settled(args))
    example = calculator.page_example if calculator.page else calculator.example
    response = show_page(
        "scores/show.html",
        "scores/_answer.html",
        status=422 if reply.faults else 200,
        address=address,
        game=game,
        calculator=calculator,
        form=form,
        v=reply,
        live=wants_fragment(),
        example=f"{here}?{urlencode(forms.query(shape, example))}",
        templates=[f"games/{slug}/score_{key}.html", "scores/_form.html"],
    )
    return instead(response, address)


def readable(args: MultiDict[str, str]) -> MultiDict[str, str]:
    """*args* with a sign in place of each character that is no text."""
    return MultiDict((NO_TEXT.sub("�", name), NO_TEXT.sub("�", value)) for name, value in args.items(multi=True))


def tidied(args: MultiDict[str, str]) -> list[tuple[str, str]]:
    """What an address needs of *args*: nothing that is empty, no buttons; "count" where nothing else is asked."""
    kept = [(name, value) for name, value in args.items(multi=True) if value.strip() and name not in ("more", "count")]
    return kept if kept or "count" not in args else [("count", "1")]


def settled(args: MultiDict[str, str]) -> dict[str, Choice]:
    """The open questions that *args* settle, by their ids."""
    found = [(name.removeprefix(RULING), value) for name, value in args.items() if name.startswith(RULING) and value]
    return {key[:LONGEST_CHOICE]: _choice(value) for key, value in found[:MOST_RULINGS]}


def _choice(text: str) -> Choice:
    is_number = text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 7
    return int(text) if is_number else text[:LONGEST_CHOICE]


def replied(calculator: Calculator[Any, Any], shape: Any, form: Form, choices: Mapping[str, Choice]) -> Reply:
    """The answer to what *form* says, or everything that is wrong with it."""
    raw = forms.plain(form, shape)
    try:
        given = schema.from_plain(shape, raw)
        if typed := forms.faults(form):
            return Reply(faults=tuple(typed), kept=tuple(choices.items()))
        with under(calculator.rule):
            asked = calculator.page.read(given) if calculator.page else given
            answer = answer_view(calculator.run(freshened(_with_rulings(asked, choices), secrets.choice)))
    except (Invalid, Refused) as refused:
        return Reply(faults=tuple(forms.mark(form, shape, refused)), kept=tuple(choices.items()))
    shown = {ruling.id for ruling in answer.rulings}
    return Reply(answer=answer, kept=tuple((key, choice) for key, choice in choices.items() if key not in shown))


def _with_rulings(asked: Any, choices: Mapping[str, Choice]) -> Any:
    """*asked* with the questions settled. Raises Invalid for a choice of the wrong kind."""
    hint = schema.hints_of(type(asked)).get("rulings")
    if not choices or hint is None:
        return asked
    try:
        return replace(asked, rulings=schema.from_plain(hint, {**asked.rulings, **choices}))
    except Invalid as invalid:
        raise Invalid(tuple(Refused(one.message, RULING + one.field) for one in invalid.errors)) from None
