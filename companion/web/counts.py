"""The final count without a play: names, one category after another, then the result. Nothing is kept on the server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, get_type_hints
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request, url_for

from companion.core.errors import Refused
from companion.core.game import TABLE, Category, Game, Option, Tally
from companion.core.score import Result, Seat
from companion.core.shape import Label
from companion.core.text import NOTHING, Msg, msg
from companion.web.page import show as show_page
from companion.web.page import the_game
from companion.web.results import ResultView, result_view
from companion.web.tally import NAMES, RESULT, Args, Given, canonical, read_tally, steps, still_open

bp = Blueprint("counts", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One field to fill: its parameter name, what was typed, what is wrong with it."""

    name: str
    typed: str
    label: Msg = NOTHING
    error: Msg | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One seat's part of a category. *so_far* is the running total, None where it cannot be told."""

    seat: Seat
    name: str
    boxes: tuple[Box, ...] = ()
    options: tuple[Option, ...] = ()
    chosen: tuple[str, ...] = ()
    so_far: int | None = None
    error: Msg | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the progress bar: its label, its categories, and which of them are done."""

    label: Msg
    cells: tuple[str, ...]  # "done", "now" or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """One page of the count: a category asked of its seats."""

    game: Game[Any]
    category: Category
    rows: tuple[Row, ...]
    parts: tuple[Part, ...]
    number: int
    many: int
    hidden: tuple[tuple[str, str], ...]
    back: str
    next: Msg


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionBox:
    """A house rule to set: a number, a yes or no, or one of several words."""

    name: str
    label: Msg
    hint: Msg
    rule: str
    value: Any
    choices: tuple[tuple[str, Msg], ...]
    error: Msg | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesView:
    """The first page: who plays, and by which house rules."""

    game: Game[Any]
    names: tuple[Box, ...]
    options: tuple[OptionBox, ...]
    hidden: tuple[tuple[str, str], ...]
    has_errors: bool


@bp.get("/games/<slug>/count")
def show(slug: str) -> Response:
    """The page that ``step`` names: the names, a category, or the result; 422 where something cannot be read."""
    game, args = the_game(slug), request.args
    given = read_tally(game, args)
    step = args.get("step", NAMES)
    known = {category.key for category, _ in steps(game, given.tally)}
    if given.errors:
        step = _faulty(game, given)
    elif step.startswith("after."):
        return redirect(address(game, args, following(game, given.tally, step.removeprefix("after."))), 303)
    elif not given.tally.names or step not in {*known, RESULT}:
        step = NAMES
    status = 422 if given.errors else 200
    if step == NAMES:
        return show_page("counts/names.html", status=status, v=names_view(game, given, args), game=game)
    if step == RESULT:
        return _result(game, given, args)
    category = next(c for c in game.count.categories if c.key == step)
    return show_page("counts/step.html", status=status, v=step_view(game, given, args, category), game=game)


def _result(game: Game[Any], given: Given, args: Args) -> Response:
    try:
        result = game.score(game.count.state(given.tally))
    except Refused as refused:
        at = next((c for c in game.count.categories if refused.field.startswith(c.key)), None)
        errors = {refused.field or "count": refused.message}
        faulty = Given(tally=given.tally, errors=errors)
        category = at or game.count.categories[-1]
        view = step_view(game, faulty, args, category)
        return show_page("counts/step.html", status=422, v=view, game=game, refused=refused.message)
    gaps = [
        (category, address(game, args, category.key), tuple(given.tally.names.get(seat, "") for seat in seats))
        for category in game.count.categories
        for seats in [still_open(game, given.tally).get(category.key, ())]
        if seats
    ]
    view: ResultView = result_view(game, given.tally, result)
    again = [("name", name) for name in given.tally.names.values()]
    again += [(key, value) for key, value in args.items(multi=True) if key.startswith("opt.")]
    return show_page(
        "counts/result.html",
        game=game,
        v=view,
        gaps=gaps,
        hidden=hidden_but(args, ()),
        house=house_rules(game, given.tally),
        back=address(game, args, previous(game, given.tally, RESULT)),
        again=f"{url_for('.show', slug=game.slug)}?{urlencode(again)}",
        query=urlencode([pair for pair in canonical(args, RESULT) if pair[0] != "step"]),
    )


def _faulty(game: Game[Any], given: Given) -> str:
    """The step on which the first error stands."""
    for category in game.count.categories:
        if any(name.split(".")[0] == category.key for name in given.errors):
            if not any(name.startswith(("name.", "opt.")) for name in given.errors):
                return category.key
            break
    return NAMES


def address(game: Game[Any], args: Args, step: str) -> str:
    """The count as typed so far, at *step*."""
    return f"{url_for('counts.show', slug=game.slug)}?{urlencode(canonical(args, step))}"


def following(game: Game[Any], tally: Tally, key: str) -> str:
    """The step after *key*: the next category that is needed, or the result."""
    keys = [category.key for category in game.count.categories]
    after = keys[keys.index(key) + 1 :] if key in keys else keys
    needed = {category.key for category, _ in steps(game, tally)}
    return next((one for one in after if one in needed), RESULT)


def previous(game: Game[Any], tally: Tally, key: str) -> str:
    """The step before *key*, or the names."""
    before = NAMES
    for category, _ in steps(game, tally):
        if category.key == key:
            return before
        before = category.key
    return before if key == RESULT else NAMES


def hidden_but(args: Args, shown: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What a form must carry along: everything typed but the fields it shows (by the start of their names)."""
    return tuple(pair for pair in canonical(args, "")[1:] if not pair[0].startswith(shown or ("\0",)))


def step_view(game: Game[Any], given: Given, args: Args, category: Category) -> StepView:
    """The page of *category*."""
    tally = given.tally
    needed = list(steps(game, tally))
    seats = next((seats for one, seats in needed if one.key == category.key), tuple(tally.names))
    place = next((n for n, (one, _) in enumerate(needed) if one.key == category.key), 0)
    totals = so_far(game, tally)
    after = following(game, tally, category.key)
    label = next((c.label for c in game.count.categories if c.key == after), msg("The result"))
    return StepView(
        game=game,
        category=category,
        rows=tuple(_row(category, seat, given, args, totals) for seat in seats),
        parts=tuple(_parts([one for one, _ in needed], place)),
        number=place + 1,
        many=len(needed),
        hidden=hidden_but(args, (f"{category.key}.",)),
        back=address(game, args, previous(game, tally, category.key)),
        next=label,
    )


def _row(category: Category, seat: Seat, given: Given, args: Args, totals: Mapping[Seat, int]) -> Row:
    name, tally = f"{category.key}.{seat}", given.tally
    options = category.options(tally, seat)
    if category.widget == "tally":
        boxes = tuple(
            Box(
                name=f"{name}.{option.key}",
                typed=args.get(f"{name}.{option.key}", ""),
                label=option.label,
                error=given.errors.get(f"{name}.{option.key}"),
            )
            for option in options
        )
    else:
        boxes = (Box(name=name, typed=args.get(name, ""), error=given.errors.get(name)),)
    return Row(
        seat=seat,
        name=tally.names.get(seat, ""),
        boxes=boxes,
        options=options,
        chosen=tuple(args.getlist(name)),
        so_far=totals.get(seat),
        error=given.errors.get(name) or next((box.error for box in boxes if box.error), None),
    )


def _parts(categories: list[Category], place: int) -> list[Part]:
    parts: list[tuple[Msg, list[str]]] = []
    for n, category in enumerate(categories):
        if not parts or parts[-1][0] != category.group:
            parts.append((category.group, []))
        parts[-1][1].append("done" if n < place else "now" if n == place else "")
    return [Part(label=label, cells=tuple(cells)) for label, cells in parts]


def so_far(game: Game[Any], tally: Tally) -> dict[Seat, int]:
    """Running totals by seat (TABLE: the team's); nothing where the game cannot tell yet."""
    try:
        result: Result = game.score(game.count.state(tally))
    except Refused:
        return {}
    totals = {seat: result.total(seat) for seat in tally.names}
    return {**totals, TABLE: result.total(None)}


def names_view(game: Game[Any], given: Given, args: Args) -> NamesView:
    """The first page; as many places as the game has seats."""
    typed = args.getlist("name")
    places = range(1, game.seats[-1] + 1)
    boxes = tuple(
        Box(name=f"name.{n}", typed=typed[n - 1] if n <= len(typed) else "", error=given.errors.get(f"name.{n}"))
        for n in places
    )
    return NamesView(
        game=game,
        names=boxes,
        options=option_boxes(game, given, args),
        hidden=hidden_but(args, ("name", "opt.")),
        has_errors=any(key.startswith("opt.") for key in given.errors),
    )


def labels(game: Game[Any]) -> dict[str, Label]:
    """What people call each of the game's options."""
    hints = get_type_hints(game.options, include_extras=True)
    found = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}
    return {
        name: next(one for one in marks if isinstance(one, Label))
        for name, marks in found.items()
        if any(isinstance(one, Label) for one in marks)
    }


def option_boxes(game: Game[Any], given: Given, args: Args) -> tuple[OptionBox, ...]:
    """The options that a simple field can set: numbers, yes or no, words; maps keep what the address says."""
    defaults = game.options()
    return tuple(
        OptionBox(
            name=f"opt.{name}",
            label=label.text,
            hint=label.hint,
            rule=label.rule,
            value=args.get(f"opt.{name}", default),
            choices=label.words if isinstance(default, str) else (),
            error=given.errors.get(f"opt.{name}"),
        )
        for name, label in labels(game).items()
        if isinstance(default := getattr(defaults, name), (bool, int, str))
    )


def house_rules(game: Game[Any], tally: Tally) -> tuple[tuple[Msg, Any], ...]:
    """The options that differ from what is printed or recommended, as ``(label, value)``."""
    printed, named = game.options(), labels(game)
    return tuple(
        (named[f.name].text, _said(named[f.name], getattr(tally.options, f.name)))
        for f in fields(game.options)
        if f.name in named and getattr(tally.options, f.name) != getattr(printed, f.name)
    )


def _said(label: Label, value: Any) -> Any:
    if isinstance(value, bool):
        return msg("yes") if value else msg("no")
    if isinstance(value, Mapping):
        return msg("%(list)s", list=tuple(f"{label.word(key) or key}: {n}" for key, n in value.items()))
    if isinstance(value, tuple):
        return msg("%(list)s", list=tuple(label.word(str(one)) or str(one) for one in value))
    return label.word(str(value)) or str(value)
