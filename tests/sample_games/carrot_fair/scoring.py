"""The one scorer of Carrot Fair."""

from __future__ import annotations

from companion.core.data import data
from companion.core.score import Line, Result, Rung, ranked, step, tied
from companion.core.text import Doubt, msg, msgs

from .state import Fair, Plot

DATA = data(__file__)


def carrots(seat: int, plot: Plot) -> Line:
    """Points from the step table (p. 11)."""
    points = step(DATA["carrots"]["steps"], plot.carrots)
    why = msgs("%(n)d carrot on the step table", "%(n)d carrots on the step table", plot.carrots)
    return Line(seat=seat, key="carrots", label=msg("Carrots"), points=points, why=why, rule="carrots")


def burrows(seat: int, plot: Plot) -> Line:
    """One point for every burrow and kind of flower (p. 11)."""
    why = msg("%(b)d × %(f)d: burrows × kinds of flower", b=plot.burrows, f=len(set(plot.flowers)))
    points = plot.burrows * len(set(plot.flowers))
    return Line(seat=seat, key="burrows", label=msg("Burrows"), points=points, why=why, rule="burrows")


def ribbons(seat: int, plot: Plot) -> tuple[Line, ...]:
    """What is printed on each ribbon (p. 12)."""
    return tuple(
        Line(
            seat=seat,
            key="ribbons",
            item=ribbon,
            label=msg("Ribbons"),
            points=DATA["ribbons"][ribbon],
            why=msg("A %(kind)s ribbon", kind=ribbon),
            rule="ribbons",
        )
        for ribbon in plot.ribbons
    )


def score(fair: Fair) -> Result:
    """All seats at once; a tie goes to more carrots, then is shared (p. 13)."""
    lines = tuple(
        line
        for seat, plot in fair.plots.items()
        for line in (carrots(seat, plot), burrows(seat, plot), *ribbons(seat, plot))
    )
    totals = {seat: sum(line.points for line in lines if line.seat == seat) for seat in fair.plots}
    key = {seat: (total, fair.plots[seat].carrots) for seat, total in totals.items()}
    level = tied(totals)
    dug = {seat: fair.plots[seat].carrots for seat in level}
    ladder = (Rung(key="carrots", label=msg("More carrots"), values=dug, rule="winner"),) if level else ()
    decided = "points" if not level else "carrots" if not tied(dug) else "shared"
    return Result(lines=lines, places=ranked(key), decided_by=decided, ladder=ladder, doubts=doubts(fair))


def doubts(fair: Fair) -> tuple[Doubt, ...]:
    """What looks wrong but is not refused: the table is right, the app asks."""
    used, supply = sum(plot.carrots for plot in fair.plots.values()), DATA["carrots"]["supply"]
    if used <= supply:
        return ()
    return (msg("%(n)d carrots are counted; the box has %(m)d.", n=used, m=supply).under("carrots"),)
