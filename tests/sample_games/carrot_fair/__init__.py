"""Carrot Fair: a made-up game for the tests, as small as a game can be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from annotated_types import MaxLen

from companion.core.errors import Refused
from companion.core.game import Calculator, Category, Count, Game, Option, Tally
from companion.core.score import Line
from companion.core.shape import Label, Name, Shape
from companion.core.text import Doubt, msg

from .scoring import score
from .state import FLOWERS, Fair, Plot
from .tracker import RIBBONS, TRACKER


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Shape):
    """Carrot Fair has no variants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalInput(Shape):
    """Everybody's plot by name, clockwise."""

    players: Annotated[Mapping[Name, Plot], MaxLen(5), Label(msg("Players"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalAnswer(Shape):
    """Totals by name, who won and why."""

    scores: Annotated[Mapping[str, int], Label(msg("Points"))]
    winners: Annotated[tuple[str, ...], Label(msg("Winners"))]
    decided_by: Annotated[str, Label(msg("Decided by"))]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...]


def final(given: FinalInput) -> FinalAnswer:
    """The fair judged. Refuses a fair without anybody."""
    if not given.players:
        raise Refused(msg("At least one player is needed."), "players")
    names = dict(enumerate(given.players, 1))
    result = score(Fair(plots={seat: given.players[name] for seat, name in names.items()}))
    return FinalAnswer(
        scores={name: result.total(seat) for seat, name in names.items()},
        winners=tuple(names[seat] for seat in result.winners),
        decided_by=result.decided_by,
        lines=result.lines,
        doubts=result.doubts,
    )


def plot_of(tally: Tally, seat: int) -> Plot:
    return Plot(
        carrots=tally.number("carrots", seat),
        burrows=tally.number("burrows", seat),
        flowers=tally.keys("flowers", seat),
        ribbons=tally.keys("ribbons", seat),
    )


def has_burrow(tally: Tally, seat: int) -> bool:
    """Flowers matter only beside a burrow."""
    return tally.number("burrows", seat) > 0


GAME = Game(
    slug="carrot-fair",
    title=msg("Carrot Fair"),
    about=msg("Dig carrots, grow flowers"),
    length=msg("One afternoon"),
    home=__file__,
    seats=range(2, 6),
    options=Options,
    score=score,
    count=Count(
        state=lambda tally: Fair(plots={seat: plot_of(tally, seat) for seat in tally.names}),
        categories=(
            Category(key="carrots", label=msg("Carrots"), group=msg("Plot"), rule="carrots"),
            Category(key="burrows", label=msg("Burrows"), group=msg("Plot"), rule="burrows"),
            Category(
                key="flowers",
                label=msg("Kinds of flower"),
                group=msg("Plot"),
                rule="burrows",
                widget="cards",
                needed=has_burrow,
                options=lambda tally, seat: tuple(Option(key=key, label=label) for key, label in FLOWERS),
            ),
            Category(
                key="ribbons",
                label=msg("Ribbons"),
                group=msg("Prizes"),
                rule="ribbons",
                widget="cards",
                options=lambda tally, seat: tuple(Option(key=key, label=label) for key, label in RIBBONS),
            ),
        ),
    ),
    calculators=(
        Calculator(
            key="final",
            title=msg("Final score"),
            about=msg("Everybody's plot, judged."),
            rule="winner",
            input=FinalInput,
            output=FinalAnswer,
            run=final,
            example={
                "players": {
                    "Ann": {"carrots": 8, "burrows": 2, "flowers": ["rose", "tulip"]},
                    "Ben": {"carrots": 2},
                }
            },
        ),
    ),
    tracker=TRACKER,
)
