"""What is printed for Space Pioneers alone: the network pad, and the cards that say how cards are laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.core.data import data
from companion.core.game import Sheet, once
from companion.core.sheets import Paper, SeatedOptions
from companion.core.text import msg

from .placement import PLACEMENT
from .state import Finish

DATA: Final = data(__file__)
ROOM: Final[dict[Paper, float]] = {"a4": 220.0, "letter": 200.0}  # millimetres for the networks of everybody
GAP: Final = 5.0  # between two of them
CELL: Final = (7.0, 9.0)  # a card on the pad
FIRST: Final = 50.0  # what stands beside a network
WIDTH: Final[dict[Paper, float]] = {"a4": 190.0, "letter": 195.9}


@dataclass(frozen=True, slots=True, kw_only=True)
class PadView:
    """Room for a network for everybody: *columns* × *rows* cards, and what is counted beside it."""

    paper: Paper
    names: tuple[str, ...]  # empty strings where a name is written by hand
    columns: int
    rows: int
    cell: tuple[float, float]
    height: float
    missions: int
    secrets: int
    own: int
    other: int
    criteria: int


def pad_view(options: SeatedOptions, finish: Finish | None) -> PadView:
    """The pad for as many as *options* says."""
    least, most = DATA["players"]["least"], DATA["players"]["most"]
    names = options.seated(most)
    names += ("",) * (least - len(names))
    height = ROOM[options.paper] / len(names) - GAP
    return PadView(
        paper=options.paper,
        names=names,
        columns=int((WIDTH[options.paper] - FIRST) // CELL[0]),
        rows=int(height // CELL[1]),
        cell=CELL,
        height=height,
        missions=DATA["cards"]["missions"],
        secrets=DATA["cards"]["secrets"],
        own=PLACEMENT["own"],
        other=PLACEMENT["other"],
        criteria=PLACEMENT["criteria"],
    )


SHEETS: Final[tuple[Sheet[Finish], ...]] = (
    Sheet(
        key="phase-aid",
        title=msg("Turn cards"),
        about=msg("A card for everybody, to cut out: a turn, and where a card may lie."),
        options=SeatedOptions,
        fill=lambda options, finish: DATA["cards"]["missions"],
    ),
    Sheet(
        key="network",
        title=msg("Network pad"),
        about=msg("Room to draw everybody's network, what is captured and done, and the criteria drawn."),
        options=SeatedOptions,
        tonight=once,
        fill=pad_view,
    ),
)
