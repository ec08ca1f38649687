"""Sheets to print: a page that shows them, and the PDFs."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from flask import Blueprint, Response, abort, current_app, make_response, render_template, request, url_for
from markupsafe import Markup

from companion import drawings, paper, printing, schema
from companion.core.errors import Missing, Refused
from companion.core.game import Game, Tally
from companion.core.play import Play, tracker_of
from companion.core.secrets import seen
from companion.core.shape import freshened
from companion.core.sheets import PlayOptions, SeatedOptions
from companion.core.text import Msg, msg
from companion.service import Member
from companion.settings import ROOT
from companion.web import forms
from companion.web.at_play import the_play
from companion.web.counts import house_rules
from companion.web.errors import answer
from companion.web.kit import RESULT, Printable, printables, said_pages
from companion.web.page import show, the_game
from companion.web.plays import known_args, of_people, scored
from companion.web.playviews import eyes
from companion.web.results import result_view
from companion.web.sheets import HEIGHT, MARGIN, WIDTH
from companion.web.tally import Args, read_tally
from companion.web.words import language, say

bp = Blueprint("prints", __name__)
NO_PDF = msg("PDFs are off, because a library is missing on the computer that runs this site. To bring it, type there:")
FAULT = msg("The sheet could not be made this time. Please try again.")
NO_CODE = msg("Type the code of the play.")
UNKNOWN_PAPER = msg("Choose A4 or US Letter.")
ASKED_ONCE = ("paper", "players", "name", "play")
LETTER_LANDS = ("US", "CA", "MX", "PH", "CL", "CO", "VE")


@bp.get("/games/<slug>/print")
def index(slug: str) -> Response:
    """What can be printed for a game, with the paper guessed from the reader's country."""
    game = the_game(slug)
    code = request.args.get("play", "").strip()
    play = play_of(game, code)[0] if code else None
    return show(
        "prints/index.html",
        game=game,
        paper=guessed_paper(),
        problem=pdf_problem(),
        cards=[Card(sheet=one, fields=more_fields(one), pages=said_pages(one, game)) for one in printables(game)],
        result=RESULT,
        code=code,
        names=list(play.table.names.values()) if play else [],
        players=len(play.table.names) if play else game.seats[-1],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A sheet on the page: what it asks for itself alone, and how many pages it takes."""

    sheet: Printable
    fields: list[Any]
    pages: Msg


def more_fields(sheet: Printable) -> list[Any]:
    """What a sheet asks beyond what the page asks once for all."""
    form = forms.filled(sheet.options, request.args)
    return [field for field in form if field.short_name not in ASKED_ONCE]


@bp.get("/games/<slug>/print/<sheet>.pdf")
def sheet(slug: str, sheet: str) -> Response:
    """One sheet as a PDF; 503 with the line to type where a library is missing."""
    game = the_game(slug)
    html, keep = score_sheet(game) if sheet == RESULT else filled(game, sheet)
    try:
        body = printer().pdf(html, keep=keep)
    except printing.NoPango as missing:
        return answer(503, say(NO_PDF) + f" {missing}")
    except printing.PrintFault:
        current_app.logger.exception("the sheet %s of %s", sheet, slug)
        return answer(503, say(FAULT), {"Retry-After": "5"})
    response = make_response(body)
    response.mimetype = "application/pdf"
    response.headers["Content-Disposition"] = f'inline; filename="{slug}-{sheet}.pdf"'
    response.headers["Cache-Control"] = "private, no-cache" if keep else "private, no-store"
    response.set_etag(printing.key(html))
    return response.make_conditional(request)


@bp.get("/games/<slug>/print/<sheet>.svg")
def picture(slug: str, sheet: str) -> Response:
    """What a sheet draws, as a picture to show or to keep, where the game has one: ``printables/…/<sheet>.svg``."""
    game = the_game(slug)
    if not (ROOT / "printables" / game.slug / f"{sheet}.svg").is_file():
        abort(404)
    text, keep = filled(game, sheet, ".svg")
    response = make_response(text)
    response.mimetype = "image/svg+xml"
    response.headers["Cache-Control"] = "private, no-cache" if keep else "private, no-store"
    response.set_etag(printing.key(text))
    return response.make_conditional(request)


def printer() -> printing.Printer:
    """The one printer of this process."""
    made: printing.Printer = current_app.extensions.setdefault("printer", printing.Printer())
    return made


@cache
def pdf_problem() -> str | None:
    """The line to type where PDFs cannot be made; asked once."""
    return printing.problem()


def guessed_paper() -> str:
    """US Letter where the browser's language is from a country that uses it, else A4."""
    lands = [value.replace("_", "-").split("-")[-1].upper() for value, _ in request.accept_languages]
    return "letter" if lands and lands[0] in LETTER_LANDS else "a4"


def asked(options: type[Any]) -> Any:
    """The options of a sheet from the address; names may be repeated, a fresh code is drawn. Raises Invalid."""
    many = {"name"}
    raw = {
        f.name: [value for value in request.args.getlist(f.name) if value.strip()]
        if f.name in many
        else request.args[f.name]
        for f in fields(options)
        if f.name in request.args
    }
    return freshened(schema.from_plain(options, raw), secrets.choice)


def filled(game: Game[Any], key: str, suffix: str = ".html") -> tuple[str, bool]:
    """The text of a sheet as the address asks for it, and whether it may be kept: not where it tells of people."""
    found = next((one for one in printables(game) if one.key == key), None)
    if found is None:
        abort(404)
    options, state = asked(found.options), None
    if isinstance(options, PlayOptions):
        play, member = play_of(game, options.play)
        tally = known_tally(play, member)
        state = tracker_of(game).final(seen(play.state, eyes(member)), tally)
    named = isinstance(options, SeatedOptions) and bool(options.name)
    values = {"v": found.view(game, options, state), "more": found.more(options, state)}
    return on_sheet(key, game, options.paper, suffix, **values), state is None and not named


def play_of(game: Game[Any], code: str) -> tuple[Play[Any], Member | None]:
    """The play *code* of *game*, and what this device is at it. Raises Missing where there is none."""
    _, play, member = the_play(code[:20])
    if play.game is not game:
        raise Missing(msg("This play is of another game: %(game)s.", game=play.game.title), "play")
    return play, member


def known_tally(play: Play[Any], member: Member | None) -> Tally:
    """The final count as far as the play knows it and this device may see it."""
    return of_people(read_tally(play.game, Args(known_args(play, eyes(member)))).tally, play)


def score_sheet(game: Game[Any]) -> tuple[str, bool]:
    """The result of a count, with every reason. Refused where the count cannot be read.

    An address that names a play and no figure prints what the play knows.
    """
    args = request.args.copy()
    size = args.pop("paper", None) or guessed_paper()
    code, so_far = args.get("play", "").strip(), False
    has_figures = any("." in key for key in args)
    if "play" in args and not code and not has_figures:
        raise Refused(NO_CODE, "play")
    if code and not has_figures:
        play, member = play_of(game, code)
        so_far = play.table.closed is None
        args = Args([*known_args(play, eyes(member)), ("play", code)])
    given = read_tally(game, args)
    if given.errors:
        field, sentence = next(iter(given.errors.items()))
        raise Refused(sentence, field)
    tally, result = scored(game, given.tally, args)
    v = result_view(game, tally, result)
    return on_sheet(RESULT, game, size, v=v, house=house_rules(game, given.tally), so_far=so_far), False


def on_sheet(template: str, game: Game[Any], size: str, suffix: str = ".html", /, **values: Any) -> str:
    """The text of a sheet: a game's own template if it has one, else the kit's."""
    if size not in WIDTH:
        raise Refused(UNKNOWN_PAPER, "paper")
    names = [f"printables/{game.slug}/{template}{suffix}", f"printables/_kit/{template}{suffix}"]
    return render_template(
        [*names],
        game=game,
        paper=size,
        width=WIDTH[size] - 2 * MARGIN,
        height=HEIGHT[size],
        address=address(game),
        lang=language(),
        draw=DRAW,
        mark=drawn(drawings.on_paper(drawings.mark(game.folder), "mark")),
        **values,
    )


def address(game: Game[Any]) -> str:
    """Where a phone counts this game: what the sheet's QR code opens."""
    settings = current_app.extensions["settings"]
    path = url_for("counts.show", slug=game.slug)
    base = settings.public_url.removesuffix(settings.prefix) if settings.public_url else request.url_root.rstrip("/")
    return f"{base}{path}"


@bp.app_template_filter("drawn")
def drawn(text: str) -> Markup:
    """A drawing of :mod:`companion.paper` as markup."""
    return Markup(text)  # noqa: S704  # drawn by us, words are escaped where they enter


class Draw:
    """The drawings of :mod:`companion.paper` for templates, as markup."""

    def __getattr__(self, name: str) -> Any:
        made = getattr(paper, name)
        return lambda *args: drawn(made(*args))


DRAW = Draw()
