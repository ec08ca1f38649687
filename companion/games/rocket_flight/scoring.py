"""The one scorer of Rocket Flight: won or lost together, and on how much fuel."""

from __future__ import annotations

from companion.core.score import Line, Result, Ruling
from companion.core.text import Doubt, Msg, msg, msgs

from .fuel import FIRST
from .maps import ROUTE
from .state import Flown

PLANETS = len(ROUTE) - 1  # besides Earth


def fuel_line(flown: Flown) -> Line:
    """The divisions used; fewer are better."""
    most = flown.most
    if most is None:
        why = msgs("%(n)d division marked; fewer are better", "%(n)d divisions marked; fewer are better", flown.marks)
    else:
        why = msgs(
            "%(n)d division marked of the %(most)d that this crew may mark",
            "%(n)d divisions marked of the %(most)d that this crew may mark",
            flown.marks,
            most=most,
        )
    return Line(seat=None, key="fuel", label=msg("Fuel used"), points=flown.marks, why=why, rule="fuel-limit")


def planets_line(flown: Flown) -> Line:
    """How far a flight came that did not get home."""
    why = msgs(
        "%(n)d planet visited in order, of %(all)d",
        "%(n)d planets visited in order, of %(all)d",
        flown.visited,
        all=PLANETS,
    )
    return Line(seat=None, key="planets", label=msg("Planets visited"), points=flown.visited, why=why, rule="lost")


def outcome(flown: Flown) -> Msg:
    """How it ended, in one sentence."""
    most, marks = flown.most, flown.marks
    if flown.home is None:
        return msg("Is the rocket back on Earth?")
    if not flown.home:
        return msgs("Lost in space after %(n)d planet", "Lost in space after %(n)d planets", flown.visited)
    if most is None:
        return msgs("Home on %(n)d division of fuel", "Home on %(n)d divisions of fuel", marks)
    if marks > most:
        return msg("Home, but on %(n)d divisions of fuel where %(most)d are allowed", n=marks, most=most)
    return msg("Home on %(n)d of %(most)d divisions of fuel", n=marks, most=most)


def decided_by(flown: Flown) -> str:
    """A stable key for how it ended."""
    if flown.home is None:
        return "open"
    return "home" if flown.won else "over_limit" if flown.home else "lost"


def rulings(flown: Flown) -> tuple[Ruling, ...]:
    """When fuel is marked matters only if the pile had just run out as the rocket landed."""
    if not (flown.home and flown.unmarked):
        return ()
    return (
        Ruling(
            id="fuel_moment",
            options=("when_needed", "when_emptied"),
            default="when_needed",
            question=msg("The pile ran out just before the landing: is that fuel used?"),
            labels=(
                msg("No: a division is marked when a card has to be drawn and none is left"),
                msg("Yes: a division is marked as soon as the last card is taken"),
            ),
            rule="fuel-moment",
            chosen=flown.moment,
        ),
    )


def doubts(flown: Flown) -> tuple[Doubt, ...]:
    """What looks odd: the first division is marked before anybody plays."""
    if flown.home and flown.fuel < FIRST:
        return (
            msg("The first division is marked before the flight begins, so at least %(n)d is used.", n=FIRST).under(
                "fuel-mark"
            ),
        )
    return ()


def score(flown: Flown) -> Result:
    """The crew wins or loses together: all are first, or nobody is. The team's line says on what."""
    line = () if flown.home is None else (fuel_line(flown),) if flown.home else (planets_line(flown),)
    place = 1 if flown.won else 2
    return Result(
        lines=line,
        places=dict.fromkeys(flown.crew, place),
        decided_by=decided_by(flown),
        outcome=outcome(flown),
        doubts=doubts(flown),
        rulings=rulings(flown),
        undecided=flown.crew if flown.home is None else (),
    )
