"""What is printed for Project Universe alone: all levels and bonuses on a page, and a place to keep one's Orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.core.game import Sheet, once
from companion.core.sheets import Paper, PaperOptions, SeatedOptions
from companion.core.text import NOTHING, Msg, msg

from . import steps
from .printed import does_said, gives_said, part_does
from .sets import VP
from .state import Finish
from .universe import AREA_KEYS, DATA
from .words import AREAS, DESTINATIONS, FACILITIES, HOMES, LETTERED, MATERIALS, PARTS, goods_said

ORDER_ROWS: Final = 9
SEATS: Final = int(DATA["box"]["seats"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Plant:
    """A facility: what it does at each level, and what each Investment cell costs and gives."""

    area: Msg
    label: Msg
    levels: tuple[Msg, ...]
    cells: tuple[tuple[int, Msg], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartRow:
    """A rocket part: what it does at each level, and what reaching the level gives."""

    label: Msg
    levels: tuple[tuple[Msg, Msg], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeView:
    """Everything with a number that is asked during a round."""

    paper: Paper
    plants: tuple[Plant, ...]
    parts: tuple[PartRow, ...]
    stations: tuple[tuple[Msg, Msg], ...]
    homes: tuple[Msg, ...]
    fees: tuple[int, ...]
    prizes: tuple[tuple[Msg, tuple[tuple[int, ...], ...]], ...]
    income: tuple[tuple[Msg, Msg], ...]
    materials: tuple[tuple[Msg, int], ...]
    sets: tuple[tuple[int, int], ...]


def office_view(options: PaperOptions, finish: Finish | None) -> OfficeView:
    """The reference, the same for every play."""
    return OfficeView(
        paper=options.paper,
        plants=tuple(plant(facility) for area in reversed(AREA_KEYS) for facility in DATA["areas"][area]),
        parts=tuple(part_row(part, word) for part, word in PARTS.items()),
        stations=tuple((LETTERED[one], does_said(DATA["stations"][one])) for one in DESTINATIONS),
        homes=tuple(word for cell, word in HOMES.items()),
        fees=tuple(DATA["overtime"]["penalty"]),
        prizes=tuple((AREAS[area], tuple(tuple(row) for row in DATA["contribution"][area])) for area in AREA_KEYS),
        income=tuple((AREAS[area], goods_said(DATA["income"][area])) for area in AREA_KEYS),
        materials=tuple((word, int(DATA["materials"][kind]["per"])) for kind, word in MATERIALS.items()),
        sets=tuple(VP.items()),
    )


def plant(facility: steps.Facility) -> Plant:
    """A facility from its first level to its last."""
    rows = DATA["facilities"][facility]
    cells: list[Mapping[str, int]] = DATA["investment_cells"][facility]
    area = next(area for area in AREA_KEYS if facility in DATA["areas"][area])
    return Plant(
        area=AREAS[area],
        label=FACILITIES[facility],
        levels=tuple(does_said(row) for row in rows),
        cells=tuple((cell["cost"], gives_said(cell)) for cell in cells),
    )


def part_row(part: str, label: Msg) -> PartRow:
    """A rocket part from its first level to its last."""
    rows = DATA["rocket"][part]
    gains = (goods_said(row["on_reach"]) if row.get("on_reach") else NOTHING for row in rows)
    levels = tuple((part_does(part, row["level"]), gain) for row, gain in zip(rows, gains, strict=True))
    return PartRow(label=label, levels=levels)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersView:
    """A card for everybody with lines for Orders, tokens and the container."""

    paper: Paper
    names: tuple[str, ...]
    rows: tuple[int, ...]
    letters: tuple[str, ...]
    rounds: tuple[int, ...]
    sets: tuple[tuple[int, int], ...]


def orders_view(options: SeatedOptions, finish: Finish | None) -> OrdersView:
    """Order cards for as many as *options* says."""
    return OrdersView(
        paper=options.paper,
        names=options.seated(SEATS),
        rows=tuple(range(1, ORDER_ROWS + 1)),
        letters=tuple(map(str, DESTINATIONS)),
        rounds=tuple(range(1, int(DATA["rounds"]["count"]) + 1)),
        sets=tuple(VP.items()),
    )


SHEETS: Final[tuple[Sheet[Finish], ...]] = (
    Sheet(
        key="head-office",
        title=msg("Head Office at a glance"),
        about=msg("All levels, investments, rocket parts, stations and fees on one page."),
        options=PaperOptions,
        tonight=once,
        fill=office_view,
    ),
    Sheet(
        key="orders",
        title=msg("Order sheets"),
        about=msg("A card for everybody, to cut out: Orders, what they ask for, what they cost."),
        options=SeatedOptions,
        tonight=once,
        fill=orders_view,
    ),
)
