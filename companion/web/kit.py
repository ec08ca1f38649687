"""All that can be printed for a game: the kit's sheets, which every game gets for nothing, and the game's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.core.game import Game, Sheet, never, once
from companion.core.sheets import PaperOptions, PlayOptions, SeatedOptions
from companion.core.text import Msg, msg, msgs
from companion.web import sheets

RESULT = "score-sheet"


@dataclass(frozen=True, slots=True, kw_only=True)
class Printable:
    """A sheet: ``printables/<slug>/<key>.html``, or the kit's own. *view* makes the template's v.

    *view* is asked with the game, the options, and the scored state of a play as the device may see it, where the
    options name one. *pages* says how many there are for so many players. *more* is what a game's own template shows
    on a sheet of the kit: its ``more``. *tonight* says how many copies so many players want before an evening.
    """

    key: str
    title: Msg
    about: Msg
    options: type[PaperOptions]
    view: Callable[[Game[Any], Any, Any], Any]
    pages: Callable[[Game[Any], int], int] = lambda game, players: 1
    tonight: Callable[[int], int] = once
    tracked: bool = False  # only for a game that can be followed
    more: Callable[[Any, Any], Any] = lambda options, state: None

    @property
    def is_seated(self) -> bool:
        """Whether it asks for players and names."""
        return issubclass(self.options, SeatedOptions)

    @property
    def of_play(self) -> bool:
        """Whether it tells of one play."""
        return issubclass(self.options, PlayOptions)


KIT = (
    Printable(
        key="score-pad",
        title=msg("Score pad"),
        about=msg("To write on, with a place for every category."),
        options=SeatedOptions,
        view=lambda game, options, state: sheets.pad_view(game, options),
    ),
    Printable(
        key="scoring",
        title=msg("How scoring works"),
        about=msg("To lay beside the board."),
        options=PaperOptions,
        view=lambda game, options, state: sheets.scoring_view(game),
        tonight=never,
    ),
    Printable(
        key="checklist",
        title=msg("Setup checklist"),
        about=msg("From the open box to the first move, with boxes to tick."),
        options=SeatedOptions,
        view=lambda game, options, state: sheets.checklist_view(game, options),
        tracked=True,
    ),
    Printable(
        key="phase-aid",
        title=msg("Phase cards"),
        about=msg("A card for everybody, to cut out: what to do in each phase."),
        options=SeatedOptions,
        view=lambda game, options, state: sheets.aid_view(game, options),
        pages=lambda game, players: -(-players // sheets.CARDS),
        tracked=True,
    ),
    Printable(
        key="rules",
        title=msg("All rules"),
        about=msg("In two columns, what is asked at the table included."),
        options=PaperOptions,
        view=lambda game, options, state: sheets.rules_view(game),
        pages=lambda game, players: sheets.rules_pages(game),
    ),
    Printable(
        key="faq",
        title=msg("Asked at the table"),
        about=msg("What groups ask, with the answer, and what the rules leave open, with both readings."),
        options=PaperOptions,
        view=lambda game, options, state: sheets.faq_view(game),
        pages=lambda game, players: sheets.faq_pages(game),
        tonight=never,
    ),
)


def printables(game: Game[Any]) -> tuple[Printable, ...]:
    """Everything that can be printed for *game*, but for the result of a count.

    A sheet of the game's own with the key of one of the kit's says what that is here, and brings what the game's
    template shows there beside.
    """
    kit = {made.key: made for made in KIT if shown(made, game)}
    if sheets.asks_apart(game):
        about = msg("In two columns. What is asked at the table has a sheet of its own.")
        kit |= {"rules": replace(kit["rules"], about=about), "faq": replace(kit["faq"], tonight=once)}
    for sheet in game.sheets:
        kit[sheet.key] = extended(kit[sheet.key], sheet) if sheet.key in kit else own(sheet)
    return tuple(kit.values())


def shown(made: Printable, game: Game[Any]) -> bool:
    """Whether *game* has what the sheet of the kit shows: phases to follow, questions that are asked."""
    return (game.tracker is not None or not made.tracked) and (made.key != "faq" or bool(sheets.asked(game)))


def extended(one: Printable, sheet: Sheet[Any]) -> Printable:
    """A sheet of the kit as a game has it; it may ask more than the kit does."""
    options = sheet.options if issubclass(sheet.options, one.options) else one.options
    return replace(one, title=sheet.title, about=sheet.about, options=options, more=sheet.fill)


def own(sheet: Sheet[Any]) -> Printable:
    """A sheet of a game's own."""
    return Printable(
        key=sheet.key,
        title=sheet.title,
        about=sheet.about,
        options=sheet.options,  # type: ignore[arg-type]  # every sheet is printed on some paper
        view=lambda game, options, state: sheet.fill(options, state),
        pages=lambda game, players: sheet.pages(players),
        tonight=sheet.tonight,
    )


def said_pages(made: Printable, game: Game[Any]) -> Msg:
    """How many pages *made* takes, from the fewest players to the most."""
    least, most = made.pages(game, game.seats[0]), made.pages(game, game.seats[-1])
    return msgs("%(n)d page", "%(n)d pages", most) if least == most else msg("%(a)d or %(b)d pages", a=least, b=most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """What a group of so many prints before an evening: each sheet with its copies, and how many pages that is."""

    sheets: tuple[tuple[Printable, int], ...]
    pages: int


def pack(game: Game[Any], players: int) -> Pack:
    """Tonight's pack for *players*."""
    chosen = tuple((made, made.tonight(players)) for made in printables(game) if not made.of_play)
    return Pack(
        sheets=tuple((made, copies) for made, copies in chosen if copies),
        pages=sum(copies * made.pages(game, players) for made, copies in chosen),
    )


def sheet_keys(game: Game[Any]) -> tuple[str, ...]:
    """The sheets of *game* by key."""
    return (*(made.key for made in printables(game)), RESULT)
