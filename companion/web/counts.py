"""The final count without a play: names, one category after another, then the result. Nothing is kept on the server."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request, url_for

from companion.core.errors import Refused
from companion.core.game import Category, Game
from companion.core.text import Msg
from companion.web.asking import address, carried, following, names_view, previous, step_view
from companion.web.house import house_rules
from companion.web.page import at, swaps_pages, the_game
from companion.web.page import show as show_page
from companion.web.plays import keeper, scored
from companion.web.results import gaps_view, result_view
from companion.web.tally import NAMES, RESULT, Args, Given, canonical, dropped, raised, read_tally, steps, tidy

bp = Blueprint("counts", __name__)


@bp.get("/games/<slug>/count")
def show(slug: str) -> Response:
    """The page that ``step`` names: the names, a category, or the result; 422 where something cannot be read."""
    game, args = the_game(slug), request.args
    step = args.get("step", NAMES)
    if step.startswith(("up.", "drop.")):
        return _rearranged(game, args, *step.split(".", 1))
    args = tidy(args)
    given = read_tally(game, args)
    if given.errors:
        return _page(game, given, args, _faulty(game, given), 422)
    if step.startswith("after."):
        return _moved_on(game, given, args, following(game, given.tally, step.removeprefix("after.")))
    return _page(game, given, args, step)


def _page(game: Game[Any], given: Given, args: Args, step: str, status: int = 200) -> Response:
    """The page of *step*; that of the names where there is no such step, or nobody to ask."""
    if step == RESULT and given.tally.names:
        return _result(game, given, args)
    needed = {category.key: category for category, _ in steps(game, given.tally)}
    if category := needed.get(step):
        return show_page("counts/step.html", status=status, v=step_view(game, given, args, category), game=game)
    return show_page("counts/names.html", status=status, v=names_view(game, given, args), game=game)


def _faulty(game: Game[Any], given: Given) -> str:
    """The step on which the first error stands."""
    wrong = {name.split(".")[0] for name in given.errors}
    return NAMES if wrong & {"name", "opt"} else next(c.key for c in game.count.categories if c.key in wrong)


def _moved_on(game: Game[Any], given: Given, args: Args, step: str) -> Response:
    """To *step*, under an address that says where it is: at once where htmx asks, else by sending the browser there."""
    there = address(game, args, step)
    return at(_page(game, given, args, step), there) if swaps_pages() else redirect(there, 303)


def _rearranged(game: Game[Any], args: Args, what: str, place: str) -> Response:
    """The names again, with one person moved up or gone; what was typed for the others stays theirs."""
    change = raised if what == "up" else dropped
    after = change(args, int(place)) if place.isdecimal() and len(place) < 4 else args
    return redirect(address(game, tidy(after), NAMES), 303)


def _result(game: Game[Any], given: Given, args: Args) -> Response:
    """The counted game; the category that the game refuses, where it does."""
    try:
        tally, result = scored(game, given.tally, args)
    except Refused as refused:
        return _refused(game, given, args, refused.message, refused.field)
    again = [(key, value) for key, value in args.items(multi=True) if key == "name" or key.startswith("opt.")]
    query = urlencode(canonical(args, RESULT)[1:])
    return show_page(
        "counts/result.html",
        game=game,
        v=result_view(game, tally, result),
        gaps=gaps_view(game, given.tally, lambda step: address(game, args, step)),
        hidden=carried(args, ()),
        house=house_rules(game, given.tally),
        back=address(game, args, previous(game, given.tally, RESULT)),
        here=address(game, args, RESULT),
        again=f"{url_for('.show', slug=game.slug)}?{urlencode(again)}",
        query=query,
        keep=keeper(args),
    )


def _refused(game: Game[Any], given: Given, args: Args, sentence: Msg, field: str) -> Response:
    """The category that *field* belongs to (the last one asked, if unknown), with the game's sentence."""
    asked: list[Category] = [category for category, _ in steps(game, given.tally)]
    category = next((one for one in asked if field.split(".")[0] == one.key), asked[-1])
    view = step_view(game, given, args, category, problem=sentence)
    return show_page("counts/step.html", status=422, v=view, game=game)


@bp.app_template_filter("signed")
def signed(n: int) -> str:
    """*n* in digits, a loss with a real minus."""
    return str(n).replace("-", "−")
