"""What is printed for this game alone: a training board, and the Evolution sheet, blank and as a play left it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.core.game import Sheet, each
from companion.core.sheets import Paper, PaperOptions, PlayOptions, SeatedOptions
from companion.core.text import Msg, msg

from . import chart
from .board import ChartView, Voyage, chart_view
from .rounds import GIFT, ROUNDS, start
from .scoring import FOR_A_BOX, box_points
from .state import Chart, Finish
from .tracks import LIMITS
from .words import RESOURCES, WORLDS, ZONES, Resource

GAMES: Final = 12  # rows for games on the blank sheet


# ---------------------------------------------------------------- what worlds bring


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A world with what it brings."""

    key: str
    name: Msg
    brings: Msg


def worlds() -> tuple[World, ...]:
    """Those that add cards first, then the missions."""
    order = sorted(WORLDS, key=lambda key: key not in chart.EVOLUTIONS)
    return tuple(World(key=key, name=WORLDS[key], brings=chart.unlocks(key) or msg("–")) for key in order)


# ---------------------------------------------------------------- the training board


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRow:
    """A track to move a token along, from 0 to its limit; *start* is where it begins."""

    resource: Resource
    label: Msg
    spaces: tuple[int, ...]
    start: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A part of the board with boxes for cards; *price* is what brings a card there."""

    label: Msg
    price: Msg
    boxes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """The board of one player for a pencil."""

    paper: Paper
    tracks: tuple[TrackRow, ...]
    places: tuple[Place, ...]
    rounds: tuple[int, ...]
    gift: int


def board_view(options: PaperOptions, finish: Finish | None) -> BoardView:
    """The tracks with every space, and boxes for the cards of each zone."""
    begin = start()
    pay = msg("its cost in Gold")
    rows: tuple[Resource, ...] = ("carrots", "gold", "helmets")
    return BoardView(
        paper=options.paper,
        tracks=tuple(
            TrackRow(
                resource=one,
                label=RESOURCES[one],
                spaces=tuple(range(int(LIMITS[one]) + 1)),
                start=getattr(begin, one),
            )
            for one in rows
        ),
        places=(
            Place(label=ZONES["training_center"], price=msg("one card for each Helmet"), boxes=int(LIMITS["helmets"])),
            Place(label=ZONES["level_1"], price=msg("its cost in Carrots"), boxes=14),
            Place(label=ZONES["level_2"], price=pay, boxes=7),
            Place(label=ZONES["space"], price=pay, boxes=14),
        ),
        rounds=tuple(range(1, ROUNDS + 1)),
        gift=GIFT,
    )


# ---------------------------------------------------------------- the Evolution sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView:
    """The star map, what every world brings, and the last games; *rows* are empty lines for more of them."""

    paper: Paper
    chart: ChartView
    worlds: tuple[tuple[World, bool], ...]
    games: tuple[Voyage, ...]
    rows: int
    so_far: int | None
    for_a_box: int
    line: Msg


def blank_view(options: PaperOptions, finish: Finish | None) -> SheetView:
    """Nothing checked yet."""
    line = msg("A star map of our own: one box for every %(n)d points", n=FOR_A_BOX)
    return _view(options.paper, Chart(), None, line)


def campaign_view(options: PlayOptions, finish: Finish | None) -> SheetView:
    """As the play has it, with the points of this game as they stand."""
    finish = finish or Finish(agencies={}, names={})
    line = msg("The journeys of %(names)s", names=tuple(finish.names.values()))
    return _view(options.paper, finish.chart, box_points(finish), line)


def _view(paper: Paper, sheet: Chart, so_far: int | None, line: Msg) -> SheetView:
    chart, room = chart_view(sheet, so_far or 0), GAMES - (so_far is not None)
    return SheetView(
        paper=paper,
        chart=chart,
        worlds=tuple((one, one.key in sheet.checked) for one in worlds()),
        games=chart.voyages[-room:],
        rows=max(0, room - len(sheet.scores)),
        so_far=so_far,
        for_a_box=FOR_A_BOX,
        line=line,
    )


SHEETS: Final[tuple[Sheet[Finish], ...]] = (
    Sheet(
        key="checklist",
        title=msg("Setup checklist"),
        about=msg("From the open box to the first draw, with what every checked world adds."),
        options=SeatedOptions,
        fill=lambda options, finish: worlds(),
    ),
    Sheet(
        key="training-board",
        title=msg("Training board"),
        about=msg("One for each player: the three tracks, and boxes to note cards in."),
        options=PaperOptions,
        tonight=each,
        fill=board_view,
    ),
    Sheet(
        key="evolution-sheet",
        title=msg("Evolution sheet"),
        about=msg("A star map to check boxes on, from game to game."),
        options=PaperOptions,
        fill=blank_view,
    ),
    Sheet(
        key="campaign",
        title=msg("Evolution sheet of a play"),
        about=msg("The star map as your group has it, and how the games went."),
        options=PlayOptions,
        fill=campaign_view,
    ),
)
