"""A made-up calculator that asks a question the rules leave open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from companion.core.errors import Refused
from companion.core.game import Calculator
from companion.core.score import Ruling
from companion.core.shape import Count, Label, Shape
from companion.core.text import msg


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Shape):
    """Carrots, and the question settled."""

    carrots: Annotated[Count, Label(msg("Carrots"))] = 0
    rulings: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Shape):
    """What the question decides; None while it does not occur."""

    points: Annotated[int, Label(msg("Points"))]
    rulings: tuple[Ruling, ...] = ()


def calculator(question: Ruling) -> Calculator[Any, Any]:
    """A calculator that asks *question* where there are carrots."""

    def run(given: Asked) -> Told:
        if not given.carrots:
            return Told(points=0)
        chosen = given.rulings.get(question.id, question.default)
        if chosen not in question.options:
            raise Refused(msg("Choose one of the two."), f"rulings.{question.id}")
        points = chosen if isinstance(chosen, int) else 1
        return Told(points=points, rulings=(replace(question, chosen=chosen),))

    return Calculator(
        key="final",
        title=msg("Final score"),
        about=msg("With a question."),
        rule="winner",
        input=Asked,
        output=Told,
        run=run,
        example={"carrots": 3, "rulings": {question.id: 2}},
    )
