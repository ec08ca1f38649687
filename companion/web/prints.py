"""Sheets to print: a page that shows them, and the PDFs."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, Literal

from flask import Blueprint, Response, abort, current_app, make_response, render_template, request, url_for
from flask_babel import format_date
from markupsafe import Markup

from companion import drawings, faces, paper, printing, schema
from companion.core.errors import Invalid, Missing, Refused
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
from companion.web.kit import RESULT, Printable, pack, printables, said_pages
from companion.web.page import show, the_game
from companion.web.plays import known_args, of_people, scored
from companion.web.playviews import eyes
from companion.web.results import result_view
from companion.web.sheets import HEIGHT, MARGIN, WIDTH, people
from companion.web.tally import Args, read_tally
from companion.web.words import language, say

bp = Blueprint("prints", __name__)
NO_PDF = msg("PDFs are off, because a library is missing on the computer that runs this site. To bring it, type there:")
FAULT = msg("The sheet could not be made this time. Please try again.")
NO_CODE = msg("Type the code of the play.")
UNKNOWN_PAPER = msg("Choose A4 or US Letter.")
UNKNOWN_INK = msg("Choose black or colour.")
UNKNOWN_DATE = msg("Write the date as year, month and day: 2026-05-17.")
LOOKS = ("ink", "date")  # of the sheet, whatever it shows
ASKED_ONCE = ("paper", "players", "name", "play")
INKS = ("black", "colour")
PREVIEW, PICTURE = 288, 1240  # pixels across: to see what it is, and to keep
LETTER_LANDS = ("US", "CA", "MX", "PH", "CL", "CO", "VE")


@bp.get("/games/<slug>/print")
def index(slug: str) -> Response:
    """What can be printed for a game, with the paper guessed from the reader's country."""
    game = the_game(slug)
    code = request.args.get("play", "").strip()
    play = play_of(game, code)[0] if code else None
    players = len(play.table.names) if play else game.seats[-1]
    return show(
        "prints/index.html",
        game=game,
        paper=guessed_paper(),
        problem=pdf_problem(),
        cards=[Card(sheet=one, fields=more_fields(one), pages=said_pages(one, game)) for one in printables(game)],
        packs={n: pack(game, n) for n in game.seats},
        result=RESULT,
        code=code,
        names=list(play.table.names.values()) if play else [],
        players=players,
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
    return answered(slug, sheet, printing.key(html), keep, lambda: printer().pdf(html, keep=keep))


@bp.get("/games/<slug>/print/<sheet>.png")
def preview(slug: str, sheet: str) -> Response:
    """The first page of a sheet as a picture, to see what it is before it is opened; with *keep* a large one."""
    game = the_game(slug)
    try:
        html, keep = filled(game, sheet, choose=lambda alphabet: alphabet[0])  # one picture, drawn once
    except (Refused, Invalid):  # a sheet that shows nothing before something is typed
        return Response(status=204)
    wide = PICTURE if "keep" in request.args else PREVIEW
    name = printing.key(html, wide)
    return answered(slug, sheet, name, keep, lambda: printer().picture(html, wide, keep=keep), "png")


@bp.get("/games/<slug>/print/pack.pdf")
def tonight(slug: str) -> Response:
    """All that this group prints before an evening, as one PDF."""
    game = the_game(slug)
    options = asked(SeatedOptions)
    players = len(people(game, options))
    made = [filled(game, one.key) for one, copies in pack(game, players).sheets for _ in range(copies)]
    sheets, keep = [html for html, _ in made], all(keep for _, keep in made)
    title = say(msg("%(game)s: tonight’s pack", game=game.title))
    name = printing.key(sheets, title)
    return answered(slug, "pack", name, keep, lambda: printer().pdf(*sheets, keep=keep, title=title))


def answered(
    slug: str, sheet: str, name: str, keep: bool, make: Callable[[], bytes], kind: Literal["pdf", "png"] = "pdf"
) -> Response:
    """What *make* makes, tagged by its *name*; 503 with the line to type where a library is missing."""
    try:
        body = make()
    except printing.NoPango as missing:
        return answer(503, say(NO_PDF) + f" {missing}")
    except printing.PrintFault:
        current_app.logger.exception("the sheet %s of %s", sheet, slug)
        return answer(503, say(FAULT), {"Retry-After": "5"})
    response = make_response(body)
    response.mimetype = {"pdf": "application/pdf", "png": "image/png"}[kind]
    response.headers["Content-Disposition"] = f'inline; filename="{slug}-{sheet}.{kind}"'
    response.headers["Cache-Control"] = "private, no-cache" if keep else "private, no-store"
    response.set_etag(name)
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


def asked(options: type[Any], choose: Callable[[str], str] = secrets.choice) -> Any:
    """The options of a sheet from the address; names may be repeated, a fresh code is drawn. Raises Invalid."""
    many = {"name"}
    raw = {
        f.name: [value for value in request.args.getlist(f.name) if value.strip()]
        if f.name in many
        else request.args[f.name]
        for f in fields(options)
        if f.name in request.args
    }
    return freshened(schema.from_plain(options, raw), choose)


def filled(
    game: Game[Any], key: str, suffix: str = ".html", choose: Callable[[str], str] = secrets.choice
) -> tuple[str, bool]:
    """The text of a sheet as the address asks for it, and whether it may be kept: not where it tells of people."""
    found = next((one for one in printables(game) if one.key == key), None)
    if found is None:
        abort(404)
    options, state, code, day = asked(found.options, choose), None, "", ""
    if isinstance(options, PlayOptions):
        play, member = play_of(game, options.play)
        tally, code, day = in_print(known_tally(play, member)), options.play, last_day(play)
        state = tracker_of(game).final(seen(play.state, eyes(member)), tally)
    named = isinstance(options, SeatedOptions) and bool(options.name)
    if named:
        options = replace(options, name=tuple(printed(name, n) for n, name in enumerate(options.name, 1)))
    values = {"v": found.view(game, options, state), "more": found.more(options, state)}
    return on_sheet(key, game, options.paper, suffix, code=code, day=day, **values), state is None and not named


def play_of(game: Game[Any], code: str) -> tuple[Play[Any], Member | None]:
    """The play *code* of *game*, and what this device is at it. Raises Missing where there is none."""
    _, play, member = the_play(code[:20])
    if play.game is not game:
        raise Missing(msg("This play is of another game: %(game)s.", game=play.game.title), "play")
    return play, member


def known_tally(play: Play[Any], member: Member | None) -> Tally:
    """The final count as far as the play knows it and this device may see it."""
    return of_people(read_tally(play.game, Args(known_args(play, eyes(member)))).tally, play)


def in_print(tally: Tally) -> Tally:
    """*tally* with names as sheets can write them."""
    return replace(tally, names={seat: printed(name, seat) for seat, name in tally.names.items()})


def printed(name: str, seat: int) -> str:
    """*name*, or the number of the seat where nothing of it can be written: its shape stands beside it."""
    return name if not name.strip() or faces.can_write(name) else say(msg("Player %(n)d", n=seat))


def score_sheet(game: Game[Any]) -> tuple[str, bool]:
    """The result of a count, with every reason. Refused where the count cannot be read.

    An address that names a play and no figure prints what the play knows.
    """
    args = request.args.copy()
    size = args.pop("paper", None) or guessed_paper()
    for one in LOOKS:
        args.pop(one, None)
    code, day, so_far = args.get("play", "").strip(), "", False
    has_figures = any("." in key for key in args)
    if "play" in args and not code and not has_figures:
        raise Refused(NO_CODE, "play")
    if code and not has_figures:
        play, member = play_of(game, code)
        so_far, day = play.table.closed is None, last_day(play)
        args = Args([*known_args(play, eyes(member)), ("play", code)])
    given = read_tally(game, args)
    if given.errors:
        field, sentence = next(iter(given.errors.items()))
        raise Refused(sentence, field)
    tally, result = scored(game, in_print(given.tally), args)
    v = result_view(game, tally, result)
    house = house_rules(game, given.tally)
    return on_sheet(RESULT, game, size, v=v, code=code, day=day, house=house, so_far=so_far), False


def last_day(play: Play[Any]) -> str:
    """The day on which something last happened in *play*."""
    return datetime.fromtimestamp(play.log[-1].at / 1000, UTC).date().isoformat()


def on_sheet(
    template: str, game: Game[Any], size: str, suffix: str = ".html", /, *, day: str = "", **values: Any
) -> str:
    """The text of a sheet: a game's own template if it has one, else the kit's. *day* is its date, unless asked."""
    if size not in WIDTH:
        raise Refused(UNKNOWN_PAPER, "paper")
    accent = game.accent.light if asked_ink() == "colour" else ""
    names = [f"printables/{game.slug}/{template}{suffix}", f"printables/_kit/{template}{suffix}"]
    return render_template(
        [*names],
        game=game,
        paper=size,
        width=WIDTH[size] - 2 * MARGIN,
        height=HEIGHT[size],
        address=address(game),
        lang=language(),
        draw=Draw(accent),
        accent=accent,
        date=asked_date(day),
        mark=drawn(drawings.on_paper(drawings.mark(game.folder), "mark", accent)),
        **values,
    )


def asked_ink() -> str:
    """What is printed with. Refused where it is neither black nor colour."""
    ink = request.args.get("ink") or INKS[0]
    if ink not in INKS:
        raise Refused(UNKNOWN_INK, "ink")
    return ink


def asked_date(day: str) -> str:
    """The day that the sheet is for, as one writes it, else *day*; nothing where it is written by hand."""
    if not (text := request.args.get("date", "").strip() or day):
        return ""
    try:
        return format_date(date.fromisoformat(text), "long")
    except ValueError:
        raise Refused(UNKNOWN_DATE, "date") from None


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


@bp.app_template_filter("fitted")
def fitted(name: str, wide: float, high: float, size: float) -> str:
    """The type for *name* in a place *wide* × *high* mm: *size* points, or as much less as it takes."""
    return f"{paper.fitting(name, wide, high, size):g}pt"


class Draw:
    """The drawings of :mod:`companion.paper` for templates, as markup; in colour where there is an *accent*."""

    def __init__(self, accent: str = "") -> None:
        self._in_colour = bool(accent)

    def __getattr__(self, name: str) -> Any:
        made = getattr(paper, f"{name}_in_colour" if self._in_colour and name in IN_COLOUR else name)
        return lambda *args: drawn(made(*args))


IN_COLOUR = ("token",)
