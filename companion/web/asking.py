"""What the pages of a count ask: who plays, and one category after another, each of everybody in turn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from flask import url_for

from companion.core.errors import Refused
from companion.core.game import TABLE, Category, Game, Option, Tally
from companion.core.numbers import number, terms
from companion.core.score import Seat
from companion.core.text import NOTHING, Msg, msg
from companion.web.house import Setting, house_settings
from companion.web.tally import NAMES, RESULT, Args, Given, canonical, steps

FEW = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One field to fill: its parameter, what was typed, what that comes to, what is wrong with it."""

    name: str
    typed: str
    comes_to: int | None = None  # of a sum; None for a plain number
    label: Msg = NOTHING
    more: Msg = NOTHING
    error: Msg | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One seat's part of a category (or the table's). *so_far* is the running total, None before anything is known."""

    seat: Seat
    name: str | Msg
    boxes: tuple[Box, ...] = ()
    options: tuple[Option, ...] = ()
    chosen: tuple[str, ...] = ()
    so_far: int | None = None
    error: Msg | None = None
    is_open: bool = False  # this one is to be filled first

    @property
    def chosen_first(self) -> tuple[Option, ...]:
        """The options, those chosen before the others."""
        return tuple(sorted(self.options, key=lambda option: option.key not in self.chosen))

    @property
    def fits(self) -> bool:
        """Whether the options can all be shown side by side."""
        return len(self.options) <= FEW


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the progress bar: its label, and which of its categories are done."""

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
    problem: Msg | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesView:
    """The first page: who plays, and by which house rules."""

    game: Game[Any]
    names: tuple[Box, ...]
    settings: tuple[Setting, ...]
    hidden: tuple[tuple[str, str], ...]
    problems: Mapping[str, Msg]


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
    keys = [category.key for category in game.count.categories]
    before = keys[: keys.index(key)] if key in keys else keys
    needed = {category.key for category, _ in steps(game, tally)}
    return next((one for one in reversed(before) if one in needed), NAMES)


def carried(args: Args, shown: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What a form must carry along unseen: all that was typed but the fields it shows, by name or, with a dot at its
    end, by the start of their names."""
    return tuple(
        (key, value)
        for key, value in canonical(args, "")[1:]
        if not any(key.startswith(one) if one.endswith(".") else key == one for one in shown)
    )


def names_view(game: Game[Any], given: Given, args: Args) -> NamesView:
    """The first page; as many places as the game has seats."""
    typed = args.getlist("name")
    boxes = tuple(
        Box(name=f"name.{n}", typed=typed[n - 1] if n <= len(typed) else "", error=given.errors.get(f"name.{n}"))
        for n in range(1, game.seats[-1] + 1)
    )
    settings = house_settings(game, args, given.errors)
    shown = {one.name for setting in settings for one in (setting, *setting.parts)}
    return NamesView(
        game=game,
        names=boxes,
        settings=settings,
        hidden=carried(args, ("name", *shown)),
        problems={key: text for key, text in given.errors.items() if key.startswith("opt.")},
    )


def step_view(game: Game[Any], given: Given, args: Args, category: Category, problem: Msg | None = None) -> StepView:
    """The page of *category*; *problem* is what the game refuses as a whole."""
    tally = given.tally
    needed = {one.key: seats for one, seats in steps(game, tally)}
    place = list(needed).index(category.key) if category.key in needed else len(needed)
    after = following(game, tally, category.key)
    seats = needed.get(category.key) or ((TABLE,) if category.team else tuple(tally.names))
    totals = so_far(game, tally)
    return StepView(
        game=game,
        category=category,
        rows=_opened([_row(category, seat, given, args, totals.get(seat)) for seat in seats]),
        parts=_parts([one for one in game.count.categories if one.key in needed], place),
        number=place + 1,
        many=len(needed),
        hidden=carried(args, (f"{category.key}.",)),
        back=address(game, args, previous(game, tally, category.key)),
        next=next((one.label for one in game.count.categories if one.key == after), msg("The result")),
        problem=problem,
    )


def _opened(rows: list[Row]) -> tuple[Row, ...]:
    """*rows* with the one marked that is to be filled first: a wrong one, else the first without an answer."""
    wrong = [row for row in rows if row.error]
    fresh = [row for row in rows if not row.chosen and not any(box.typed for box in row.boxes)]
    first = (wrong or fresh or rows)[0]
    return tuple(replace(row, is_open=row is first) for row in rows)


def _row(category: Category, seat: Seat, given: Given, args: Args, total: int | None) -> Row:
    name = f"{category.key}.{seat}"
    options = category.options(given.tally, seat)
    parts = [(f".{option.key}", option) for option in options] if category.widget == "tally" else [("", None)]
    apart = category.widget == "terms"
    boxes = tuple(_box(f"{name}{end}", option, given, args, apart=apart) for end, option in parts)
    return Row(
        seat=seat,
        name=given.tally.names.get(seat, msg("The table")),
        boxes=boxes,
        options=options,
        chosen=tuple(args.getlist(name)),
        so_far=total,
        error=given.errors.get(name) or next((box.error for box in boxes if box.error), None),
    )


def _box(name: str, option: Option | None, given: Given, args: Args, *, apart: bool) -> Box:
    typed = args.get(name, "")
    return Box(
        name=name,
        typed=typed,
        comes_to=worked_out(typed, apart=apart),
        label=option.label if option else NOTHING,
        more=option.more if option else NOTHING,
        error=given.errors.get(name),
    )


def worked_out(typed: str, *, apart: bool) -> int | None:
    """What a sum or product comes to; None for a plain number, and for what cannot be read.

    *apart*: several numbers may stand side by side, and a space does not mean thousands.
    """
    try:
        return (sum(terms(typed[:200])) if apart else number(typed[:200])) if re.search(r"\d\D+\d", typed) else None
    except Refused:
        return None


def _parts(categories: list[Category], place: int) -> tuple[Part, ...]:
    """The progress bar: neighbours of one group are a part; the first *place* categories are done."""
    states = ["done" if n < place else "now" if n == place else "" for n in range(len(categories))]
    together = groupby(zip(categories, states, strict=True), key=lambda pair: pair[0].group)
    return tuple(Part(label=label, cells=tuple(state for _, state in pairs)) for label, pairs in together)


def so_far(game: Game[Any], tally: Tally) -> dict[Seat, int]:
    """Running totals where something was answered (TABLE: the team's); none where a game cannot tell yet."""
    try:
        result = game.score(game.count.state(tally))
    except Refused:
        return {}
    totals = {seat: result.total(seat) for seat in tally.names} | {TABLE: result.total(None)}
    known = {seat for _, seat in tally.answers}
    return {seat: total for seat, total in totals.items() if seat in known}
