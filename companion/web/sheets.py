"""The sheets that every game gets for nothing: a score pad, how scoring works, and the filled score sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, MaxLen
from markupsafe import escape

from companion import paper
from companion.core import rules
from companion.core.game import TABLE, Category, Game, Pad, Tally
from companion.core.rules import RuleEntry
from companion.core.shape import Label, Name, Shape
from companion.core.text import Msg, msg
from companion.web.words import language, say

Paper = Literal["a4", "letter"]
HEIGHT = {"a4": 297.0, "letter": 279.4}
WIDTH = {"a4": 210.0, "letter": 215.9}
MARGIN = 10.0
FOOT = 16.0
FURNITURE = 84.0  # title, names, total and footer of a pad
TALLEST = 20.0  # a row of one number
TOGETHER = 4  # plays on one pad of a game that is won or lost together
FIRST = 34.0  # the column of names of categories
PAPERS = (("a4", msg("A4")), ("letter", msg("US Letter")))


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOptions(Shape):
    """What every sheet asks: the paper."""

    paper: Annotated[Paper, Label(msg("Paper"), words=PAPERS)] = "a4"


@dataclass(frozen=True, slots=True, kw_only=True)
class PadOptions(PaperOptions):
    """A pad for a number of players, or for these names."""

    players: Annotated[int, Ge(0), Le(12), Label(msg("Players"), msg("0: as many as can play"))] = 0
    name: Annotated[tuple[Name, ...], MaxLen(12), Label(msg("Names"))] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PadRow:
    """One row of the pad: its words, and a drawn cell for each column (one for all where it is the table's)."""

    label: Msg
    note: Msg
    cell: str
    is_team: bool
    starts: bool  # the first of its group


@dataclass(frozen=True, slots=True, kw_only=True)
class PadView:
    """A score pad, measured to fill its page."""

    game: Game[Any]
    paper: Paper
    names: tuple[str, ...]  # empty strings where a name is written by hand
    rows: tuple[PadRow, ...]
    total: str
    width: float
    column: float
    is_team: bool


def pad_view(game: Game[Any], options: PadOptions) -> PadView:
    """The score pad of *game*: rows as its final count asks, as tall as the page allows."""
    names = options.name or ("",) * (options.players or game.seats[-1])
    names = names[: game.seats[-1]]
    categories = [(c, c.pad) for c in game.count.categories if c.pad is not None]
    is_team = all(c.team for c, _ in categories)
    width = WIDTH[options.paper] - 2 * MARGIN
    if is_team:
        names = ("",) * TOGETHER
    column = (width - FIRST) / len(names)
    weights = [_weight(c, pad, column, game) for c, pad in categories]
    room = HEIGHT[options.paper] - MARGIN - FOOT - FURNITURE
    unit = min(TALLEST, room / sum(weights))
    rows = []
    before: Msg | None = None
    for (category, pad), weight in zip(categories, weights, strict=True):
        w = (width - FIRST if category.team and not is_team else column) - 3
        rows.append(
            PadRow(
                label=category.label,
                note=pad.note or category.hint,
                cell=paper.jot(
                    _kind(category, pad),
                    min(w, 60.0),
                    unit * weight - 1.6,
                    slots=pad.slots or _slots(category, pad),
                    marks=tuple(str(escape(word)) for word in _marks(game, category, names)),
                    so_far=str(escape(say(msg("so far")))) if pad.so_far else "",
                ),
                is_team=category.team and not is_team,
                starts=category.group != before,
            )
        )
        before = category.group
    total = paper.svg(
        column - 3,
        13,
        paper.box(0.4, 0.5, column - 3.8, 12, paper.BOLD) + paper.box(1.3, 1.4, column - 5.6, 10.2, paper.THIN),
        "jot",
    )
    return PadView(
        game=game,
        paper=options.paper,
        names=names,
        rows=tuple(rows),
        total=total,
        width=width,
        column=column,
        is_team=is_team,
    )


def _kind(category: Category, pad: Pad) -> str:
    """How the row is drawn: as the game says, else as its widget suggests."""
    if pad.kind != "box":
        return pad.kind
    return {"tally": "marks", "terms": "plus", "cards": "lines", "choice": "lines", "flag": "tick"}.get(
        category.widget, "box"
    )


def _slots(category: Category, pad: Pad) -> int:
    return {"plus": 6, "lines": 4 if category.widget == "cards" else 1, "times": 6}.get(_kind(category, pad), 0)


def _marks(game: Game[Any], category: Category, names: tuple[str, ...]) -> tuple[str, ...]:
    if category.widget != "tally":
        return ()
    tally = Tally(names=dict.fromkeys(range(1, len(names) + 1), ""), options=game.options())
    return tuple(say(option.label) for option in category.options(tally, TABLE if category.team else 1))


def _weight(category: Category, pad: Pad, column: float, game: Game[Any]) -> float:
    """How tall the row is, in rows of one number."""
    slots = pad.slots or _slots(category, pad)
    match _kind(category, pad):
        case "lines":
            return 0.8 * max(1, slots)
        case "times":
            return max(2.2 if pad.so_far else 1.2, 0.62 * -(-slots // (2 if column > 34 else 1)))
        case "plus":
            return max(1.0, 0.6 * -(-slots // max(1, int((column * 0.6) // 8))))
        case "marks":
            n = len(_marks(game, category, ("",)))
            return 1.05 * -(-n // min(n, max(1, int((min(column, 60) * 0.58) // 7.5))))
    return 1.6 if pad.so_far else 1.0


def scoring_entries(game: Game[Any]) -> tuple[RuleEntry, ...]:
    """The rules that make the one page "how scoring works"."""
    return tuple(entry for entry in rules.load(game.folder, language()) if entry.scoring)
